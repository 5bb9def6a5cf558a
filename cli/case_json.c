/* Reads a case. Unknown fields are errors here, so that a slip of the pen never passes as a check. */
#include "case.h"

#include <stdlib.h>
#include <string.h>

bool case_bad(const case_file *c, snw_json_id id, sinew_code code, const char *format, const char *name,
              const char *hint) {
    uint32_t line = 0, column = 0;
    const snw_json_value *value = snw_json_get(&c->json, id);
    if (value) snw_json_place(&c->json, value->start, &line, &column);
    fail_at(c->file, line, column, code, format, name, hint);
    return false;
}

bool case_known_fields(const case_file *c, snw_json_id object, const char *const *names, size_t count) {
    for (snw_json_id id = snw_json_first(&c->json, object); id != SNW_JSON_NO; id = snw_json_next(&c->json, id)) {
        const char *key = snw_json_get(&c->json, id)->key;
        size_t i = 0;
        while (i < count && strcmp(names[i], key) != 0) ++i;
        char hint[128];
        if (i == count)
            return case_bad(c, id, SINEW_CODE_UNKNOWN_FIELD, "a case has no field \"%s\"%s", key,
                            nearest_hint(hint, sizeof hint, key, names, count));
    }
    return true;
}

bool case_get(const case_file *c, snw_json_id object, const char *key, snw_json_kind kind, const char *kind_text,
              snw_json_id *id) {
    *id = snw_json_member(&c->json, object, key);
    if (*id == SNW_JSON_NO || snw_json_kind_of(&c->json, *id) == kind) return true;
    return case_bad(c, *id, SINEW_CODE_WRONG_TYPE, "\"%s\" takes %s", key, kind_text);
}

bool case_number(const case_file *c, snw_json_id object, const char *key, double least, double most, double *number) {
    snw_json_id id;
    if (!case_get(c, object, key, SNW_JSON_NUMBER, "a number", &id)) return false;
    if (id == SNW_JSON_NO) return true;
    *number = snw_json_get(&c->json, id)->number;
    if (*number >= least && *number <= most) return true;
    return case_bad(c, id, SINEW_CODE_OUT_OF_RANGE, "\"%s\" is out of range%s", key, "");
}

bool case_text(const case_file *c, snw_json_id object, const char *key, const char **text) {
    snw_json_id id;
    if (!case_get(c, object, key, SNW_JSON_STRING, "a text in quotes", &id)) return false;
    *text = id == SNW_JSON_NO ? NULL : snw_json_get(&c->json, id)->string;
    return true;
}

bool case_cut_graph(const case_file *c, snw_json_id object, char **text) {
    snw_json_id id;
    *text = NULL;
    if (!case_get(c, object, "graph", SNW_JSON_OBJECT, "an object", &id)) return false;
    if (id == SNW_JSON_NO) return true; /* tracks alone */
    const snw_json_value *graph = snw_json_get(&c->json, id);
    char *cut = *text = malloc(c->size + 1);
    if (!cut) return fail_memory(), false;
    for (size_t i = 0; i <= c->size; ++i) {
        bool inside = i >= graph->start && i < graph->end;
        cut[i] = inside || c->text[i] == '\n' ? c->text[i] : ' ';
    }
    return true;
}

/* What is played: a graph, tracks alone, or a stack. */
static bool read_subject(case_file *c) {
    if (!case_cut_graph(c, 0, &c->graph_text) || !case_read_stack(c)) return false;
    bool clips = c->rig || c->clips != SNW_JSON_NO;
    if (c->entry_count && (c->graph_text || c->script != SNW_JSON_NO))
        return case_bad(c, 0, SINEW_CODE_DUPLICATE_NAME,
                        "the entries of a \"stack\" have a \"graph\" and \"script\" of their own%s%s", "", "");
    if (c->graph_text || clips) return true;
    return case_bad(c, 0, SINEW_CODE_MISSING_FIELD, "a case needs a \"graph\", or \"clips\" for tracks alone%s%s", "",
                    "");
}

bool case_get_script(const case_file *c, snw_json_id object, snw_json_id *lines) {
    if (!case_get(c, object, "script", SNW_JSON_ARRAY, "a list", lines)) return false;
    for (snw_json_id id = snw_json_first(&c->json, *lines); id != SNW_JSON_NO; id = snw_json_next(&c->json, id))
        if (snw_json_kind_of(&c->json, id) != SNW_JSON_STRING)
            return case_bad(c, id, SINEW_CODE_WRONG_TYPE, "a line of a script is a text in quotes%s%s", "", "");
    return true;
}

static bool check_expectation(const case_file *c, snw_json_id id, double *last) {
    static const char *const fields[] = { "frame",  "time", "parameters", "layers", "samples",    "signals",
                                          "events", "root", "yaw",        "joints", "properties", "within" };
    const snw_json_value *frame = snw_json_get(&c->json, snw_json_member(&c->json, id, "frame"));
    if (snw_json_kind_of(&c->json, id) != SNW_JSON_OBJECT)
        return case_bad(c, id, SINEW_CODE_WRONG_TYPE, "an expectation is an object%s%s", "", "");
    if (!case_known_fields(c, id, fields, sizeof fields / sizeof fields[0])) return false;
    bool whole = frame && frame->kind == SNW_JSON_NUMBER && frame->number >= 1 && frame->number <= c->frames &&
                 frame->number == (double)(uint32_t)frame->number;
    if (!whole) return case_bad(c, id, SINEW_CODE_OUT_OF_RANGE, "an expectation names a frame of the run%s%s", "", "");
    if (frame->number < *last)
        return case_bad(c, id, SINEW_CODE_OUT_OF_RANGE, "expectations stand in order of their frames%s%s", "", "");
    *last = frame->number;
    if (snw_json_get(&c->json, id)->count < 2)
        return case_bad(c, id, SINEW_CODE_MISSING_FIELD, "the expectation checks nothing%s%s", "", "");
    return true;
}

static bool check_expectations(const case_file *c) {
    double last = 0;
    if (!c->expect_error && !snw_json_get(&c->json, snw_json_first(&c->json, c->expect)))
        return case_bad(c, 0, SINEW_CODE_MISSING_FIELD, "a case needs \"expect\" or \"expectError\"%s%s", "", "");
    for (snw_json_id id = snw_json_first(&c->json, c->expect); id != SNW_JSON_NO; id = snw_json_next(&c->json, id))
        if (!check_expectation(c, id, &last)) return false;
    return true;
}

static bool read_fields(case_file *c) {
    static const char *const fields[] = { "about", "graph",  "clips",  "rig",         "script", "stack",
                                          "fps",   "frames", "expect", "expectError", "within" };
    if (snw_json_kind_of(&c->json, 0) != SNW_JSON_OBJECT)
        return case_bad(c, 0, SINEW_CODE_WRONG_TYPE, "a case is an object%s%s", "", "");
    if (!case_known_fields(c, 0, fields, sizeof fields / sizeof fields[0])) return false;
    const char *about;
    c->fps = 60;
    c->within = 1e-4;
    if (!case_number(c, 0, "fps", 1e-3, 1e6, &c->fps) || !case_number(c, 0, "within", 0, 1e6, &c->within)) return false;
    double frames = (double)run_frame_count(c->fps, 1);
    if (!case_number(c, 0, "frames", 0, 1e7, &frames)) return false;
    c->frames = (uint32_t)frames;
    if (!case_text(c, 0, "about", &about) || !case_text(c, 0, "rig", &c->rig)) return false;
    if (!case_text(c, 0, "expectError", &c->expect_error)) return false;
    if (!case_get(c, 0, "clips", SNW_JSON_STRING, "a text in quotes", &c->clips)) return false;
    if (!case_get_script(c, 0, &c->script)) return false;
    if (!case_get(c, 0, "expect", SNW_JSON_ARRAY, "a list", &c->expect) || !check_expectations(c)) return false;
    if (c->rig && c->clips != SNW_JSON_NO)
        return case_bad(c, c->clips, SINEW_CODE_DUPLICATE_NAME, "a case has a \"rig\" or \"clips\", not both%s%s", "",
                        "");
    return read_subject(c);
}

bool case_read(case_file *c, const char *file) {
    memset(c, 0, sizeof *c);
    c->file = file;
    c->text = read_file(file, &c->size);
    if (!c->text) return false;
    sinew_log log = { 0 };
    bool good = snw_json_read(&c->json, c->text, c->size, file, NULL, &log);
    say_log(&log);
    sinew_log_free(&log);
    return good && read_fields(c);
}

void case_free(case_file *c) {
    snw_json_free(&c->json);
    for (uint32_t i = 0; i < c->entry_count; ++i) free(c->entries[i].graph_text);
    free(c->entries);
    free(c->graph_text);
    free(c->text);
    memset(c, 0, sizeof *c);
}
