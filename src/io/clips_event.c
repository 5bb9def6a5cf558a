/* Events of a clip, from X.clips.json. Invariant: what has an end is a window, whatever its kind; an event that is
   kept lies inside its clip. */
#include "clips.h"

#include <string.h>

/* Key times are floats, these are not: the clip's end as it is written may lie this much past it. */
static double slack(double length) { return 1e-6 * (length > 1 ? length : 1); }

static bool past(double time, double length) { return time > length + slack(length); }

static const char *own_text(snw_clips_reader *r, snw_json_id id) {
    const char *text = snw_json_get(&r->json, id)->string;
    return snw_clips_text(r, text, strlen(text));
}

/* A text that is not empty; NULL where it is left out. */
static bool read_word(snw_clips_reader *r, snw_json_id event, const char *key, const char **out) {
    snw_json_id id = snw_clips_member(r, event, key, SNW_JSON_STRING);
    *out = NULL;
    if (id == SNW_JSON_NO) return true;
    if (snw_json_get(&r->json, id)->string[0]) {
        *out = own_text(r, id);
        return true;
    }
    snw_json_report(&r->json, id, r->log, SINEW_CODE_MISSING_FIELD, "\"%s\" is empty; give it a name", key);
    return false;
}

static bool read_span(snw_clips_reader *r, snw_json_id event, sinew_event_desc *out) {
    snw_json_id time = snw_clips_member(r, event, "time", SNW_JSON_NUMBER);
    snw_json_id end = snw_clips_member(r, event, "end", SNW_JSON_NUMBER);
    bool good = time != SNW_JSON_NO && snw_clips_time(r, time, &out->time);
    if (end == SNW_JSON_NO) {
        bool needs = out->kind && strcmp(out->kind, "window") == 0;
        if (needs && snw_json_member(&r->json, event, "end") == SNW_JSON_NO)
            snw_json_report(&r->json, event, r->log, SINEW_CODE_MISSING_FIELD, "a window needs an \"end\" too");
        return good && !needs;
    }
    out->window = true;
    good &= snw_clips_time(r, end, &out->end);
    if (!good || out->end >= out->time) return good;
    snw_json_report(&r->json, end, r->log, SINEW_CODE_OUT_OF_RANGE,
                    "the window ends at %g, before it begins at %g; put its \"end\" after its \"time\"", out->end,
                    out->time);
    return false;
}

/* Whether it lies in the clip. */
static bool inside(snw_clips_reader *r, snw_json_id event, const sinew_event_desc *e, double length) {
    bool late = past(e->time, length);
    if (!late && !(e->window && past(e->end, length))) return true;
    const char *key = late ? "time" : "end";
    snw_clips_warn(r, snw_json_member(&r->json, event, key), SINEW_CODE_OUT_OF_RANGE,
                   "\"%s\" is %g, past the clip's end at %g; the event \"%s\" is left out", key,
                   late ? e->time : e->end, length, e->name);
    return false;
}

static bool read_event(snw_clips_reader *r, snw_json_id event, double length, sinew_event_desc *out) {
    static const snw_clips_field fields[] = { { "time", SNW_JSON_NUMBER, true },
                                              { "end", SNW_JSON_NUMBER, false },
                                              { "kind", SNW_JSON_STRING, false },
                                              { "name", SNW_JSON_STRING, true },
                                              { "payload", SNW_JSON_NULL, false } };
    if (!snw_clips_is(r, event, SNW_JSON_OBJECT)) return false;
    uint32_t errors = r->log->error_count;
    snw_clips_fields(r, event, fields, sizeof fields / sizeof *fields);
    bool good = read_word(r, event, "kind", &out->kind);
    good &= read_word(r, event, "name", &out->name);
    good &= read_span(r, event, out);
    if (!good || r->log->error_count > errors || r->failed || !inside(r, event, out, length)) return false;
    snw_json_id payload = snw_json_member(&r->json, event, "payload");
    const snw_json_value *value = snw_json_get(&r->json, payload);
    if (value) out->payload = snw_clips_text(r, r->json.text + value->start, value->end - value->start);
    return true;
}

void snw_clips_read_events(snw_clips_reader *r, uint32_t clip) {
    sinew_clip_desc *desc = &r->model->clips[clip];
    snw_json_id list = snw_clips_member(r, r->said[clip], "events", SNW_JSON_ARRAY);
    if (list == SNW_JSON_NO) return;
    sinew_event_desc *events = snw_clips_take(r, snw_json_get(&r->json, list)->count, sizeof *events);
    if (!events) return;
    double length = desc->length > 0 ? desc->length : snw_clips_last_key(desc);
    uint32_t count = 0;
    for (snw_json_id e = snw_json_first(&r->json, list); e != SNW_JSON_NO; e = snw_json_next(&r->json, e)) {
        events[count] = (sinew_event_desc){ .window = false };
        if (read_event(r, e, length, &events[count])) count++;
    }
    desc->events = events;
    desc->event_count = count;
}
