/* X.clips.json: what a glTF file cannot say of its clips: loops, root motion, events, properties.
   Invariant: a clip is named whole; of two of one name the first is meant. What is wrong is told and left out. */
#include "clips.h"

#include <stdio.h>
#include <string.h>

/* ---- fields and their kinds ---- */

static bool same_kind(snw_json_kind found, snw_json_kind kind) {
    return found == kind || (kind == SNW_JSON_TRUE && found == SNW_JSON_FALSE);
}

bool snw_clips_is(snw_clips_reader *r, snw_json_id id, snw_json_kind kind) {
    snw_json_kind found = snw_json_kind_of(&r->json, id);
    if (same_kind(found, kind)) return true;
    const char *key = snw_json_get(&r->json, id)->key;
    snw_json_report(&r->json, id, r->log, SINEW_CODE_WRONG_TYPE, "%s%s%s is %s; it must be %s", key ? "\"" : "",
                    key ? key : "this", key ? "\"" : "", snw_json_kind_text(found),
                    kind == SNW_JSON_TRUE ? "true or false" : snw_json_kind_text(kind));
    return false;
}

static void unknown(snw_clips_reader *r, snw_json_id id, const char *const *known, size_t count) {
    const char *key = snw_json_get(&r->json, id)->key, *near = sinew_name_nearest(key, known, count);
    snw_json_report(&r->json, id, r->log, SINEW_CODE_UNKNOWN_FIELD, "\"%s\" is no field that is known here%s%s%s", key,
                    near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

enum { MOST_FIELDS = 8 };

void snw_clips_fields(snw_clips_reader *r, snw_json_id object, const snw_clips_field *fields, size_t count) {
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
        else if (fields[i].kind != SNW_JSON_NULL) snw_clips_is(r, m, fields[i].kind);
    }
}

snw_json_id snw_clips_member(snw_clips_reader *r, snw_json_id object, const char *key, snw_json_kind kind) {
    snw_json_id id = snw_json_member(&r->json, object, key);
    return same_kind(snw_json_kind_of(&r->json, id), kind) ? id : SNW_JSON_NO;
}

void snw_clips_warn(snw_clips_reader *r, snw_json_id id, sinew_code code, const char *format, ...) {
    char path[512], sentence[1000];
    uint32_t line, column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    snw_json_path(&r->json, id, path, sizeof path);
    snw_json_place(&r->json, snw_json_get(&r->json, id)->start, &line, &column);
    snw_log_add_at(r->log, SINEW_SEVERITY_WARNING, code, line, column, path, "%s", sentence);
}

bool snw_clips_time(snw_clips_reader *r, snw_json_id id, double *out) {
    *out = snw_json_get(&r->json, id)->number;
    if (*out >= 0 && *out - *out == 0) return true;
    snw_json_report(&r->json, id, r->log, SINEW_CODE_OUT_OF_RANGE, "a time is a number of seconds from 0 on");
    return false;
}

void *snw_clips_take(snw_clips_reader *r, size_t count, size_t each) {
    void *memory = snw_arena_array(r->model->arena, count, each);
    if (!memory) r->failed = true;
    return memory;
}

const char *snw_clips_text(snw_clips_reader *r, const char *text, size_t length) {
    const char *copy = snw_arena_text_n(r->model->arena, text, length);
    if (!copy) r->failed = true;
    return copy;
}

/* ---- the root ---- */

static const char *text_member(snw_clips_reader *r, snw_json_id clip, const char *key) {
    snw_json_id id = snw_clips_member(r, clip, key, SNW_JSON_STRING);
    return id == SNW_JSON_NO ? NULL : snw_json_get(&r->json, id)->string;
}

static bool read_mode(snw_clips_reader *r, snw_json_id clip, sinew_root_mode *mode) {
    static const char *const modes[] = { "none", "hold", "motion" };
    const char *text = text_member(r, clip, "root");
    for (int i = 0; text && i < 3; ++i) {
        if (strcmp(text, modes[i]) != 0) continue;
        *mode = (sinew_root_mode)i;
        return true;
    }
    if (text)
        snw_json_report(&r->json, snw_json_member(&r->json, clip, "root"), r->log, SINEW_CODE_OUT_OF_RANGE,
                        "\"root\" is \"%s\"; it must be \"none\", \"hold\" or \"motion\"", text);
    return false;
}

static bool read_axes(snw_clips_reader *r, snw_json_id clip, uint32_t *axes) {
    const char *text = text_member(r, clip, "rootAxes");
    if (!text) return true;
    for (const char *c = text; *c >= 'x' && *c <= 'z'; ++c) *axes |= (uint32_t)SINEW_AXIS_X << (*c - 'x');
    if (text[0] && strspn(text, "xyz") == strlen(text)) return true;
    snw_json_report(&r->json, snw_json_member(&r->json, clip, "rootAxes"), r->log, SINEW_CODE_OUT_OF_RANGE,
                    "\"rootAxes\" is \"%s\"; it names axes, such as \"xz\"", text);
    return false;
}

/* Looking for the nearest of many names for many names would take long, and one slip is soon found. */
static const char *near_name(snw_clips_reader *r, const char *name, const char *const *names, uint32_t count) {
    return r->missing++ < 20 ? sinew_name_nearest(name, names, count) : NULL;
}

static bool read_joint(snw_clips_reader *r, snw_json_id clip, uint32_t *joint) {
    const snw_clips_model *model = r->model;
    const char *name = text_member(r, clip, "rootJoint");
    *joint = name ? snw_order_find(r->joints_by_name, model->joints, model->joint_count, name) : model->first_joint;
    if (name && !name[0]) *joint = SINEW_NONE;
    if (*joint < model->joint_count) return true;
    if (!name) return false;
    const char *near = near_name(r, name, model->joints, model->joint_count);
    snw_json_report(&r->json, snw_json_member(&r->json, clip, "rootJoint"), r->log, SINEW_CODE_UNKNOWN_JOINT,
                    "the model has no joint \"%s\"; the clip plays as it is%s%s%s", name,
                    near ? ". Did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    return false;
}

static void read_root(snw_clips_reader *r, snw_json_id id, sinew_clip_desc *clip) {
    sinew_root_desc root = { SINEW_ROOT_NONE, 0, 0, false };
    snw_json_id yaw = snw_clips_member(r, id, "rootYaw", SNW_JSON_TRUE);
    root.yaw = snw_json_kind_of(&r->json, yaw) == SNW_JSON_TRUE;
    bool good = read_mode(r, id, &root.mode);
    good &= read_axes(r, id, &root.axes);
    good &= read_joint(r, id, &root.joint);
    if (good && root.mode != SINEW_ROOT_NONE) clip->root = root;
}

/* ---- clips ---- */

static void report_clip(snw_clips_reader *r, snw_json_id id, const char *name) {
    const char *near = near_name(r, name, r->names, r->model->clip_count);
    snw_json_report(&r->json, id, r->log, SINEW_CODE_UNKNOWN_CLIP, "the model has no clip \"%s\"%s%s%s", name,
                    near ? "; did you mean \"" : "; what is said of it is not used", near ? near : "",
                    near ? "\"?" : "");
}

static void read_clip(snw_clips_reader *r, snw_json_id id) {
    static const snw_clips_field fields[] = {
        { "loop", SNW_JSON_TRUE, false },        { "root", SNW_JSON_STRING, false },
        { "rootJoint", SNW_JSON_STRING, false }, { "rootAxes", SNW_JSON_STRING, false },
        { "rootYaw", SNW_JSON_TRUE, false },     { "events", SNW_JSON_ARRAY, false },
        { "properties", SNW_JSON_ARRAY, false }
    };
    const char *name = snw_json_get(&r->json, id)->key;
    uint32_t index = name[0] ? snw_order_find(r->by_name, r->names, r->model->clip_count, name) : SINEW_NONE;
    if (index == SINEW_NONE) {
        report_clip(r, id, name);
        return;
    }
    /* Of two members of one name, which were told, the first counts. */
    if (!snw_clips_is(r, id, SNW_JSON_OBJECT) || r->said[index] != SNW_JSON_NO) return;
    snw_clips_fields(r, id, fields, sizeof fields / sizeof *fields);
    r->said[index] = id;
    sinew_clip_desc *clip = &r->model->clips[index];
    snw_json_id loop = snw_clips_member(r, id, "loop", SNW_JSON_TRUE);
    if (loop != SNW_JSON_NO) clip->once = snw_json_kind_of(&r->json, loop) == SNW_JSON_FALSE;
    read_root(r, id, clip);
    snw_clips_read_properties(r, index);
}

static void tell_lane(void *user, uint32_t clip, uint32_t property, snw_lane_fault fault) {
    snw_clips_reader *r = user;
    snw_json_id id = r->lanes[clip][property - r->given[clip]];
    snw_json_report(&r->json, id, r->log, fault == SNW_LANE_TWICE ? SINEW_CODE_DUPLICATE_NAME : SINEW_CODE_WRONG_TYPE,
                    "%s", snw_lane_fault_text(fault));
}

double snw_clips_last_key(const sinew_clip_desc *clip) {
    double last = 0;
    for (uint32_t i = 0; i < clip->curve_count; ++i) {
        double end = (double)clip->curves[i].times[clip->curves[i].key_count - 1];
        if (end > last) last = end;
    }
    for (uint32_t i = 0; i < clip->property_count; ++i) {
        double end = (double)clip->properties[i].times[clip->properties[i].key_count - 1];
        if (end > last) last = end;
    }
    return last;
}

static bool prepare(snw_clips_reader *r) {
    const snw_clips_model *model = r->model;
    snw_arena *own = &r->json.arena;
    r->names = snw_arena_array(own, model->clip_count, sizeof *r->names);
    r->by_name = snw_arena_array(own, model->clip_count, sizeof *r->by_name);
    r->joints_by_name = snw_arena_array(own, model->joint_count, sizeof *r->joints_by_name);
    r->said = snw_arena_array(own, model->clip_count, sizeof *r->said);
    r->lanes = snw_arena_array(own, model->clip_count, sizeof *r->lanes);
    r->given = snw_arena_array(own, model->clip_count, sizeof *r->given);
    if (own->failed) return false;
    for (uint32_t i = 0; i < model->clip_count; ++i) {
        r->names[i] = model->clips[i].name ? model->clips[i].name : "";
        r->said[i] = SNW_JSON_NO;
        r->given[i] = model->clips[i].property_count;
    }
    snw_order_names(r->by_name, r->names, model->clip_count);
    snw_order_names(r->joints_by_name, model->joints, model->joint_count);
    return true;
}

/* Properties of all clips first: they may give a clip its length, within which its events lie. */
static bool read_all(snw_clips_reader *r) {
    if (!prepare(r)) return false;
    if (!snw_clips_is(r, 0, SNW_JSON_OBJECT)) return true;
    for (snw_json_id m = snw_json_first(&r->json, 0); m != SNW_JSON_NO && !r->failed; m = snw_json_next(&r->json, m))
        read_clip(r, m);
    const snw_clips_model *model = r->model;
    if (r->failed ||
        !snw_clips_settle_lanes(model->clips, model->clip_count, r->given, &model->arena->allocator, tell_lane, r))
        return false;
    for (uint32_t i = 0; i < model->clip_count && !r->failed; ++i)
        if (r->said[i] != SNW_JSON_NO) snw_clips_read_events(r, i);
    return !r->failed;
}

sinew_result snw_clips_json_apply(const char *text, size_t size, const char *name, const snw_clips_model *model,
                                  sinew_log *log) {
    snw_clips_reader r = { .log = log, .model = model };
    uint32_t errors = log->error_count;
    const char *outer = log->file;
    log->file = name;
    sinew_result result = SINEW_OK;
    if (!snw_json_read_lenient(&r.json, text, size, name, &model->arena->allocator, log)) {
        result = r.json.arena.failed ? SINEW_ERROR_MEMORY : SINEW_ERROR_INPUT;
    } else {
        if (!read_all(&r)) result = SINEW_ERROR_MEMORY;
        snw_json_free(&r.json);
    }
    log->file = outer;
    return result ? result : log->error_count > errors ? SINEW_ERROR_INPUT : SINEW_OK;
}
