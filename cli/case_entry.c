/* Reads the entries of a case's stack: players with what a stack is told of each. */
#include "case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool get_flag(const case_file *c, snw_json_id object, const char *key, bool *flag) {
    snw_json_id id = snw_json_member(&c->json, object, key);
    snw_json_kind kind = snw_json_kind_of(&c->json, id);
    *flag = id != SNW_JSON_NO && kind == SNW_JSON_TRUE;
    if (id == SNW_JSON_NO || *flag || kind == SNW_JSON_FALSE) return true;
    return case_bad(c, id, SINEW_CODE_WRONG_TYPE, "\"%s\" takes true or false%s", key, "");
}

static bool get_optional(const case_file *c, snw_json_id object, const char *key, double most, sinew_opt *number) {
    number->value = NAN;
    if (!case_number(c, object, key, 0, most, &number->value)) return false;
    number->set = number->value - number->value == 0;
    return true;
}

static bool get_blend(const case_file *c, snw_json_id object, sinew_blend_mode *blend) {
    const char *word = NULL;
    if (!case_text(c, object, "blend", &word)) return false;
    *blend = word && strcmp(word, "additive") == 0 ? SINEW_BLEND_ADDITIVE : SINEW_BLEND_REPLACE;
    if (!word || *blend == SINEW_BLEND_ADDITIVE || strcmp(word, "replace") == 0) return true;
    return case_bad(c, object, SINEW_CODE_OUT_OF_RANGE, "\"blend\" is \"replace\" or \"additive\"%s%s", "", "");
}

static bool read_entry(case_file *c, snw_json_id id, case_part *entry) {
    static const char *const fields[] = { "graph",    "script", "from",  "until", "fadeIn", "fadeOut",
                                          "priority", "weight", "speed", "mask",  "blend",  "rootMotion" };
    if (snw_json_kind_of(&c->json, id) != SNW_JSON_OBJECT)
        return case_bad(c, id, SINEW_CODE_WRONG_TYPE, "an entry of a stack is an object%s%s", "", "");
    if (!case_known_fields(c, id, fields, sizeof fields / sizeof fields[0])) return false;
    double priority = 0;
    entry->until = INFINITY;
    if (!case_number(c, id, "from", 0, 1e6, &entry->from) || !case_number(c, id, "until", 0, 1e6, &entry->until) ||
        !case_number(c, id, "fadeIn", 0, 1e6, &entry->desc.fade_in) ||
        !case_number(c, id, "fadeOut", 0, 1e6, &entry->fade_out) ||
        !case_number(c, id, "priority", INT32_MIN, INT32_MAX, &priority) ||
        !get_optional(c, id, "weight", 1, &entry->desc.weight) ||
        !get_optional(c, id, "speed", 1e6, &entry->desc.speed))
        return false;
    entry->desc.priority = (int32_t)priority;
    return case_text(c, id, "mask", &entry->desc.mask) && get_blend(c, id, &entry->desc.blend) &&
           get_flag(c, id, "rootMotion", &entry->desc.root_motion) && case_get_script(c, id, &entry->script) &&
           case_cut_graph(c, id, &entry->graph_text);
}

bool case_read_stack(case_file *c) {
    snw_json_id list;
    if (!case_get(c, 0, "stack", SNW_JSON_ARRAY, "a list", &list)) return false;
    if (list == SNW_JSON_NO) return true;
    uint32_t count = snw_json_get(&c->json, list)->count;
    if (count == 0 || count > 1024)
        return case_bad(c, list, SINEW_CODE_OUT_OF_RANGE, "a stack has 1 to 1024 entries%s%s", "", "");
    c->entries = calloc(count, sizeof *c->entries);
    if (!c->entries) return fail_memory(), false;
    for (snw_json_id id = snw_json_first(&c->json, list); id != SNW_JSON_NO; id = snw_json_next(&c->json, id))
        if (!read_entry(c, id, &c->entries[c->entry_count++])) return false;
    return true;
}
