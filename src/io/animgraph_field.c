/* Values of fields: of the right kind, or a finding and something harmless. */
#include "io/animgraph.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void snw_ag_report(snw_ag *ag, snw_json_id id, sinew_code code, const char *format, ...) {
    if (snw_code_severity(code) == SINEW_SEVERITY_ERROR) ag->errors++;
    if (!ag->log) return;
    char sentence[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    snw_json_report(ag->json, id, ag->log, code, "%s", sentence);
}

/* The field's name in quotes, or what an element of an array is. */
static const char *name_of(const snw_ag *ag, snw_json_id id, char *text, size_t size) {
    const snw_json_value *value = snw_json_get(ag->json, id);
    const snw_json_value *parent = value ? snw_json_get(ag->json, value->parent) : NULL;
    if (value && value->key) snprintf(text, size, "\"%s\"", value->key);
    else if (parent && parent->key) snprintf(text, size, "an element of \"%s\"", parent->key);
    else snprintf(text, size, "%s", parent ? "an element" : "the file");
    return text;
}

static const char *nearest(snw_ag *ag, const char *name, const char *const *names, uint32_t count) {
    if (count > ag->nearest_left) return NULL;
    ag->nearest_left -= count;
    return snw_name_nearest(name, names, count);
}

static void report_unknown(snw_ag *ag, snw_json_id id, const char *const *names, uint32_t count) {
    if (!ag->log) return;
    char path[512], hint[128] = "";
    uint32_t line, column;
    const snw_json_value *value = snw_json_get(ag->json, id);
    const char *near = nearest(ag, value->key, names, count);
    if (near) snprintf(hint, sizeof hint, "; did you mean \"%s\"?", near);
    snw_json_path(ag->json, id, path, sizeof path);
    snw_json_place(ag->json, value->key_start, &line, &column);
    snw_log_add_at(ag->log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_FIELD, line, column, path,
                   "the field \"%s\" is not known here; it is kept and does nothing%s", value->key, hint);
}

void snw_ag_unused(snw_ag *ag, snw_json_id id, const char *where) {
    const snw_json_value *value = snw_json_get(ag->json, id);
    if (value)
        snw_ag_report(ag, id, SINEW_CODE_UNKNOWN_FIELD,
                      "the field \"%s\" means nothing %s; it is kept and does nothing", value->key, where);
}

void snw_ag_fields(snw_ag *ag, snw_json_id object, const char *const *names, uint32_t count, snw_json_id *at) {
    for (uint32_t i = 0; i < count; ++i) at[i] = SNW_JSON_NO;
    for (snw_json_id id = snw_ag_first(ag, object); id != SNW_JSON_NO; id = snw_ag_next(ag, id)) {
        uint32_t field = 0;
        while (field < count && strcmp(names[field], ag->json->values[id].key) != 0) ++field;
        if (field < count) at[field] = id;
        else report_unknown(ag, id, names, count);
    }
}

static void report_kind(snw_ag *ag, snw_json_id id, const char *wanted) {
    char name[300];
    snw_ag_report(ag, id, SINEW_CODE_WRONG_TYPE, "%s must be %s, not %s", name_of(ag, id, name, sizeof name), wanted,
                  snw_json_kind_text(snw_json_kind_of(ag->json, id)));
}

bool snw_ag_is(snw_ag *ag, snw_json_id id, snw_json_kind kind) {
    if (id == SNW_JSON_NO) return false;
    if (snw_json_kind_of(ag->json, id) == kind) return true;
    report_kind(ag, id, snw_json_kind_text(kind));
    return false;
}

const char *snw_ag_string(snw_ag *ag, snw_json_id id) {
    if (id == SNW_JSON_NO) return NULL;
    return snw_ag_is(ag, id, SNW_JSON_STRING) ? ag->json->values[id].string : "?";
}

const char *snw_ag_unique_name(snw_ag *ag, snw_json_id id) {
    char text[32];
    snprintf(text, sizeof text, "\x01%u", id);
    return snw_arena_text(&ag->arena, text);
}

bool snw_ag_number(snw_ag *ag, snw_json_id id, double *number) {
    if (!snw_ag_is(ag, id, SNW_JSON_NUMBER)) return false;
    *number = ag->json->values[id].number;
    if (isfinite(*number)) return true;
    char name[300];
    snw_ag_report(ag, id, SINEW_CODE_NOT_FINITE, "%s is too large for a number", name_of(ag, id, name, sizeof name));
    return false;
}

sinew_opt snw_ag_opt(snw_ag *ag, snw_json_id id) {
    sinew_opt opt = { false, 0 };
    opt.set = snw_ag_number(ag, id, &opt.value);
    if (!opt.set) opt.value = 0;
    return opt;
}

double snw_ag_double(snw_ag *ag, snw_json_id id, double left_out) {
    double number;
    return snw_ag_number(ag, id, &number) ? number : left_out;
}

bool snw_ag_bool(snw_ag *ag, snw_json_id id, bool left_out) {
    snw_json_kind kind = snw_json_kind_of(ag->json, id);
    if (id == SNW_JSON_NO) return left_out;
    if (kind == SNW_JSON_TRUE || kind == SNW_JSON_FALSE) return kind == SNW_JSON_TRUE;
    report_kind(ag, id, "true or false");
    return left_out;
}

int32_t snw_ag_int(snw_ag *ag, snw_json_id id, int32_t low, int32_t high, int32_t left_out) {
    double number;
    if (!snw_ag_number(ag, id, &number)) return left_out;
    if (number >= low && number <= high && number == floor(number)) return (int32_t)number;
    char name[300];
    snw_ag_report(ag, id, SINEW_CODE_OUT_OF_RANGE, "%s is %.9g; it must be a whole number from %d to %d",
                  name_of(ag, id, name, sizeof name), number, (int)low, (int)high);
    return left_out;
}

unsigned snw_ag_word(snw_ag *ag, snw_json_id id, const char *const *words, unsigned count, unsigned left_out) {
    if (!snw_ag_is(ag, id, SNW_JSON_STRING)) return left_out;
    const char *word = ag->json->values[id].string;
    for (unsigned i = 0; i < count; ++i)
        if (strcmp(words[i], word) == 0) return i;
    char list[300] = "", name[300];
    size_t length = 0;
    for (unsigned i = 0; i < count && length < sizeof list; ++i)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s\"%s\"",
                                   i == 0           ? ""
                                   : i + 1 == count ? " or "
                                                    : ", ",
                                   words[i]);
    snw_ag_report(ag, id, SINEW_CODE_OUT_OF_RANGE, "%s is \"%.80s\"; it must be %s", name_of(ag, id, name, sizeof name),
                  word, list);
    return left_out;
}

/* ---- parameters ---- */

static uint32_t find_parameter(const snw_ag *ag, const char *name) {
    if (!ag->parameter_order) return SINEW_NONE;
    return snw_order_find(ag->parameter_order, ag->parameter_names, ag->desc.parameter_count, name);
}

const sinew_parameter_desc *snw_ag_parameter(const snw_ag *ag, const char *name) {
    uint32_t index = find_parameter(ag, name);
    return index == SINEW_NONE ? NULL : &ag->parameters[index];
}

bool snw_ag_bad_parameter(const snw_ag *ag, const char *name) {
    uint32_t index = find_parameter(ag, name);
    return index != SINEW_NONE && ag->parameter_bad[index];
}

const char *snw_ag_numeric(snw_ag *ag, snw_json_id id) {
    if (id == SNW_JSON_NO) return NULL;
    bool good = snw_ag_is(ag, id, SNW_JSON_STRING) && !snw_ag_bad_parameter(ag, ag->json->values[id].string);
    if (good) return ag->json->values[id].string;
    ag->stand_in_used = true;
    return SNW_AG_STAND_IN;
}

sinew_reference_desc snw_ag_reference(snw_ag *ag, snw_json_id id) {
    static const char *const names[] = { "clip", "time" };
    snw_json_id at[2];
    sinew_reference_desc reference = { NULL, 0 };
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return reference;
    snw_ag_fields(ag, id, names, 2, at);
    reference.clip = snw_ag_string(ag, at[0]);
    reference.time = snw_ag_double(ag, at[1], 0);
    if (!reference.clip)
        snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD,
                      "\"clip\" is missing; a reference names a clip, or is left out");
    return reference;
}

/* ---- children ---- */

static snw_json_id skip_repeated(const snw_ag *ag, snw_json_id id) {
    while (id != SNW_JSON_NO && ag->json->values[id].duplicate) id = ag->json->values[id].next;
    return id;
}

snw_json_id snw_ag_first(const snw_ag *ag, snw_json_id id) { return skip_repeated(ag, snw_json_first(ag->json, id)); }
snw_json_id snw_ag_next(const snw_ag *ag, snw_json_id id) { return skip_repeated(ag, snw_json_next(ag->json, id)); }

uint32_t snw_ag_count(const snw_ag *ag, snw_json_id id) {
    uint32_t count = 0;
    for (snw_json_id child = snw_ag_first(ag, id); child != SNW_JSON_NO; child = snw_ag_next(ag, child)) ++count;
    return count;
}
