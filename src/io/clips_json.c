/* X.clips.json: what a glTF file cannot say of its clips. Loop flags are used; root motion, events and properties are
   looked over, so that a slip is told now, and are for later versions.
   Invariant: a clip is named whole; of two of one name the first is meant. */
#include "gltf.h"

#include <string.h>

typedef struct reader {
    snw_json json;
    sinew_log *log;
    sinew_clip_desc *clips;
    uint32_t clip_count;
    const char **names;
    uint32_t missing; /* clips that the model lacks */
} reader;

static bool is_kind(reader *r, snw_json_id id, snw_json_kind kind) {
    snw_json_kind found = snw_json_kind_of(&r->json, id);
    if (found == kind || (kind == SNW_JSON_TRUE && found == SNW_JSON_FALSE)) return true;
    const char *key = snw_json_get(&r->json, id)->key;
    snw_json_report(&r->json, id, r->log, SINEW_CODE_WRONG_TYPE, "%s%s%s is %s; it must be %s", key ? "\"" : "",
                    key ? key : "this", key ? "\"" : "", snw_json_kind_text(found),
                    kind == SNW_JSON_TRUE ? "true or false" : snw_json_kind_text(kind));
    return false;
}

static void unknown(reader *r, snw_json_id id, const char *const *known, size_t count) {
    const char *key = snw_json_get(&r->json, id)->key, *near = sinew_name_nearest(key, known, count);
    snw_json_report(&r->json, id, r->log, SINEW_CODE_UNKNOWN_FIELD, "\"%s\" is no field that is known here%s%s%s", key,
                    near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

/* A number of seconds that a clip may have. */
static void check_time(reader *r, snw_json_id id) {
    if (!is_kind(r, id, SNW_JSON_NUMBER)) return;
    double time = snw_json_get(&r->json, id)->number;
    if (!(time >= 0 && time - time == 0))
        snw_json_report(&r->json, id, r->log, SINEW_CODE_OUT_OF_RANGE, "a time is a number of seconds from 0 on");
}

/* ---- fields and their kinds ---- */

typedef struct field {
    const char *name;
    snw_json_kind kind;
    bool required;
} field;

enum { MOST_FIELDS = 8 };

static void check_fields(reader *r, snw_json_id object, const field *fields, size_t count) {
    const char *names[MOST_FIELDS];
    for (size_t i = 0; i < count; ++i) {
        names[i] = fields[i].name;
        if (fields[i].required && snw_json_member(&r->json, object, fields[i].name) == SNW_JSON_NO)
            snw_json_report(&r->json, object, r->log, SINEW_CODE_MISSING_FIELD, "\"%s\" is missing; it must be there",
                            fields[i].name);
    }
    for (snw_json_id m = snw_json_first(&r->json, object); m != SNW_JSON_NO; m = snw_json_next(&r->json, m)) {
        size_t i = 0;
        while (i < count && strcmp(fields[i].name, snw_json_get(&r->json, m)->key) != 0) i++;
        if (i == count) unknown(r, m, names, count);
        else if (fields[i].kind != SNW_JSON_NULL) is_kind(r, m, fields[i].kind); /* null: any */
    }
}

static void check_event(reader *r, snw_json_id event) {
    static const field fields[] = { { "time", SNW_JSON_NUMBER, true },    { "end", SNW_JSON_NUMBER, false },
                                    { "kind", SNW_JSON_STRING, false },   { "name", SNW_JSON_STRING, true },
                                    { "payload", SNW_JSON_NULL, false } };
    if (!is_kind(r, event, SNW_JSON_OBJECT)) return;
    check_fields(r, event, fields, sizeof fields / sizeof *fields);
    const char *const times[] = { "time", "end" };
    for (int i = 0; i < 2; ++i) {
        snw_json_id id = snw_json_member(&r->json, event, times[i]);
        if (snw_json_kind_of(&r->json, id) == SNW_JSON_NUMBER) check_time(r, id);
    }
}

static void check_property(reader *r, snw_json_id property) {
    static const field fields[] = { { "component", SNW_JSON_STRING, false }, { "field", SNW_JSON_STRING, false },
                                    { "pointer", SNW_JSON_STRING, false },   { "times", SNW_JSON_ARRAY, true },
                                    { "values", SNW_JSON_ARRAY, true },      { "step", SNW_JSON_TRUE, false } };
    if (!is_kind(r, property, SNW_JSON_OBJECT)) return;
    check_fields(r, property, fields, sizeof fields / sizeof *fields);
    snw_json_id times = snw_json_member(&r->json, property, "times");
    snw_json_id values = snw_json_member(&r->json, property, "values");
    if (snw_json_kind_of(&r->json, times) != SNW_JSON_ARRAY) return;
    for (snw_json_id t = snw_json_first(&r->json, times); t != SNW_JSON_NO; t = snw_json_next(&r->json, t))
        check_time(r, t);
    if (snw_json_kind_of(&r->json, values) == SNW_JSON_ARRAY &&
        snw_json_get(&r->json, times)->count != snw_json_get(&r->json, values)->count)
        snw_json_report(&r->json, values, r->log, SINEW_CODE_OUT_OF_RANGE, "there are %u \"values\" for %u \"times\"",
                        snw_json_get(&r->json, values)->count, snw_json_get(&r->json, times)->count);
}

static void check_each(reader *r, snw_json_id clip, const char *key, void (*check)(reader *, snw_json_id)) {
    snw_json_id list = snw_json_member(&r->json, clip, key);
    if (snw_json_kind_of(&r->json, list) != SNW_JSON_ARRAY) return;
    for (snw_json_id e = snw_json_first(&r->json, list); e != SNW_JSON_NO; e = snw_json_next(&r->json, e)) check(r, e);
}

static void check_root(reader *r, snw_json_id clip) {
    snw_json_id root = snw_json_member(&r->json, clip, "root"), axes = snw_json_member(&r->json, clip, "rootAxes");
    if (snw_json_kind_of(&r->json, root) == SNW_JSON_STRING) {
        const char *text = snw_json_get(&r->json, root)->string;
        if (strcmp(text, "none") != 0 && strcmp(text, "hold") != 0 && strcmp(text, "motion") != 0)
            snw_json_report(&r->json, root, r->log, SINEW_CODE_OUT_OF_RANGE,
                            "\"root\" is \"%s\"; it must be \"none\", \"hold\" or \"motion\"", text);
    }
    if (snw_json_kind_of(&r->json, axes) == SNW_JSON_STRING) {
        const char *text = snw_json_get(&r->json, axes)->string;
        if (!text[0] || strspn(text, "xyz") != strlen(text))
            snw_json_report(&r->json, axes, r->log, SINEW_CODE_OUT_OF_RANGE,
                            "\"rootAxes\" is \"%s\"; it names axes, such as \"xz\"", text);
    }
}

/* ---- clips ---- */

static sinew_clip_desc *find(reader *r, const char *name) {
    for (uint32_t i = 0; i < r->clip_count && name[0]; ++i)
        if (snw_name_equal(r->names[i], name)) return &r->clips[i];
    return NULL;
}

static void report_clip(reader *r, snw_json_id id, const char *name) {
    /* Looking for the nearest of many names for many names would take long, and one slip is soon found. */
    const char *near = r->missing++ < 20 ? sinew_name_nearest(name, r->names, r->clip_count) : NULL;
    snw_json_report(&r->json, id, r->log, SINEW_CODE_UNKNOWN_CLIP, "the model has no clip \"%s\"%s%s%s", name,
                    near ? "; did you mean \"" : "; what is said of it is not used", near ? near : "", near ? "\"?" : "");
}

static void read_clip(reader *r, snw_json_id id) {
    static const field fields[] = { { "loop", SNW_JSON_TRUE, false },       { "root", SNW_JSON_STRING, false },
                                    { "rootJoint", SNW_JSON_STRING, false }, { "rootAxes", SNW_JSON_STRING, false },
                                    { "rootYaw", SNW_JSON_TRUE, false },    { "events", SNW_JSON_ARRAY, false },
                                    { "properties", SNW_JSON_ARRAY, false } };
    const char *name = snw_json_get(&r->json, id)->key;
    sinew_clip_desc *clip = find(r, name);
    if (!clip) report_clip(r, id, name);
    if (!is_kind(r, id, SNW_JSON_OBJECT)) return;
    check_fields(r, id, fields, sizeof fields / sizeof *fields);
    check_root(r, id);
    check_each(r, id, "events", check_event);
    check_each(r, id, "properties", check_property);
    snw_json_id loop = snw_json_member(&r->json, id, "loop");
    if (clip && loop != SNW_JSON_NO) clip->once = snw_json_kind_of(&r->json, loop) == SNW_JSON_FALSE;
}

static bool read_all(reader *r) {
    r->names = snw_arena_array(&r->json.arena, r->clip_count, sizeof *r->names);
    if (!r->names) return false;
    for (uint32_t i = 0; i < r->clip_count; ++i) r->names[i] = r->clips[i].name ? r->clips[i].name : "";
    if (!is_kind(r, 0, SNW_JSON_OBJECT)) return true;
    for (snw_json_id m = snw_json_first(&r->json, 0); m != SNW_JSON_NO; m = snw_json_next(&r->json, m)) read_clip(r, m);
    return true;
}

sinew_result snw_clips_json_apply(const char *text, size_t size, const char *name, sinew_clip_desc *clips,
                                  uint32_t clip_count, const sinew_allocator *allocator, sinew_log *log) {
    reader r = { .log = log, .clips = clips, .clip_count = clip_count };
    uint32_t errors = log->error_count, told = log->count;
    const char *outer = log->file;
    log->file = name;
    sinew_result result = SINEW_OK;
    if (!snw_json_read(&r.json, text, size, name, allocator, log)) {
        bool syntax = log->count > told && log->items[log->count - 1].code != SINEW_CODE_MEMORY;
        result = syntax ? SINEW_ERROR_INPUT : SINEW_ERROR_MEMORY;
    } else {
        if (!read_all(&r)) result = SINEW_ERROR_MEMORY;
        snw_json_free(&r.json);
    }
    log->file = outer;
    return result ? result : log->error_count > errors ? SINEW_ERROR_INPUT : SINEW_OK;
}
