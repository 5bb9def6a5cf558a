/* Properties of a clip, from X.clips.json. Invariant: a property that is kept has a name, times that ascend as floats,
   and for each of them either a text or the same number of numbers. */
#include "clips.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_WIDTH = 16 };

/* ---- names ---- */

static const char *word(snw_clips_reader *r, snw_json_id property, const char *key) {
    snw_json_id id = snw_clips_member(r, property, key, SNW_JSON_STRING);
    return id == SNW_JSON_NO ? "" : snw_json_get(&r->json, id)->string;
}

static const char *keep(snw_clips_reader *r, const char *text) {
    return text[0] ? snw_clips_text(r, text, strlen(text)) : NULL;
}

static bool read_names(snw_clips_reader *r, snw_json_id property, sinew_property_desc *out) {
    const char *component = word(r, property, "component"), *field = word(r, property, "field");
    const char *pointer = word(r, property, "pointer");
    bool named = pointer[0] ? !component[0] && !field[0] : component[0] && field[0];
    if (!named) {
        snw_json_report(&r->json, property, r->log, SINEW_CODE_MISSING_FIELD,
                        "a property is named by \"component\" and \"field\", or by \"pointer\" alone");
        return false;
    }
    if (pointer[0] && pointer[0] != '/' && (pointer[0] != '@' || !pointer[1])) {
        snw_json_report(&r->json, snw_json_member(&r->json, property, "pointer"), r->log, SINEW_CODE_SYNTAX,
                        "\"%s\" is no pointer; one begins with /, or is @ and the name of a parameter", pointer);
        return false;
    }
    out->component = keep(r, component);
    out->field = keep(r, field);
    out->pointer = keep(r, pointer);
    return !r->failed;
}

/* ---- times ---- */

static bool read_times(snw_clips_reader *r, snw_json_id list, float *times) {
    uint32_t count = 0;
    for (snw_json_id t = snw_json_first(&r->json, list); t != SNW_JSON_NO; t = snw_json_next(&r->json, t), ++count) {
        double time;
        if (!snw_clips_is(r, t, SNW_JSON_NUMBER) || !snw_clips_time(r, t, &time)) return false;
        times[count] = time > (double)FLT_MAX ? FLT_MAX : (float)time;
        if (!count || times[count] > times[count - 1]) continue;
        snw_json_report(&r->json, t, r->log, SINEW_CODE_OUT_OF_RANGE,
                        "this time is not after the one before; times must ascend strictly");
        return false;
    }
    return true;
}

/* ---- values ---- */

static bool number(snw_clips_reader *r, snw_json_id id, float *out) {
    if (!snw_clips_is(r, id, SNW_JSON_NUMBER)) return false;
    double value = snw_json_get(&r->json, id)->number;
    *out = 0;
    if (fabs(value) <= (double)FLT_MAX) *out = (float)value;
    else snw_json_report(&r->json, id, r->log, SINEW_CODE_NOT_FINITE, "this number is too large; values are floats");
    return fabs(value) <= (double)FLT_MAX;
}

/* One value: a number, or an array of as many as the first had. */
static bool read_value(snw_clips_reader *r, snw_json_id id, uint32_t width, bool array, float *out) {
    if (!array) return number(r, id, out);
    if (!snw_clips_is(r, id, SNW_JSON_ARRAY)) return false;
    if (snw_json_get(&r->json, id)->count != width) {
        snw_json_report(&r->json, id, r->log, SINEW_CODE_WRONG_TYPE,
                        "this value has %u numbers, the first one %u; make them alike",
                        snw_json_get(&r->json, id)->count, width);
        return false;
    }
    for (snw_json_id e = snw_json_first(&r->json, id); e != SNW_JSON_NO; e = snw_json_next(&r->json, e))
        if (!number(r, e, out++)) return false;
    return true;
}

static bool read_numbers(snw_clips_reader *r, snw_json_id list, bool array, sinew_property_desc *out) {
    const snw_json_value *first = snw_json_get(&r->json, snw_json_first(&r->json, list));
    out->width = array ? first->count : 1;
    if (out->width < 1 || out->width > MOST_WIDTH) {
        snw_json_report(&r->json, snw_json_first(&r->json, list), r->log, SINEW_CODE_OUT_OF_RANGE,
                        "this value has %u numbers; a value has 1 to 16", out->width);
        return false;
    }
    float *numbers = snw_clips_take(r, (size_t)out->key_count * out->width, sizeof *numbers);
    if (!numbers) return false;
    out->numbers = numbers;
    for (snw_json_id v = snw_json_first(&r->json, list); v != SNW_JSON_NO; v = snw_json_next(&r->json, v)) {
        if (!read_value(r, v, out->width, array, numbers)) return false;
        numbers += out->width;
    }
    return true;
}

static bool read_texts(snw_clips_reader *r, snw_json_id list, sinew_property_desc *out) {
    const char **texts = snw_clips_take(r, out->key_count, sizeof *texts);
    if (!texts) return false;
    uint32_t count = 0;
    for (snw_json_id v = snw_json_first(&r->json, list); v != SNW_JSON_NO; v = snw_json_next(&r->json, v)) {
        if (!snw_clips_is(r, v, SNW_JSON_STRING)) return false;
        const char *text = snw_json_get(&r->json, v)->string;
        texts[count++] = snw_clips_text(r, text, strlen(text));
    }
    out->texts = texts;
    out->width = 1;
    return !r->failed;
}

/* The first value says what the others must be. */
static bool read_values(snw_clips_reader *r, snw_json_id list, sinew_property_desc *out) {
    snw_json_id first = snw_json_first(&r->json, list);
    switch (snw_json_kind_of(&r->json, first)) {
    case SNW_JSON_STRING: return read_texts(r, list, out);
    case SNW_JSON_NUMBER: return read_numbers(r, list, false, out);
    case SNW_JSON_ARRAY: return read_numbers(r, list, true, out);
    default: break;
    }
    snw_json_report(&r->json, first, r->log, SINEW_CODE_WRONG_TYPE,
                    "this is %s; values are numbers, arrays of numbers, or texts",
                    snw_json_kind_text(snw_json_kind_of(&r->json, first)));
    return false;
}

/* ---- properties ---- */

static bool read_keys(snw_clips_reader *r, snw_json_id property, sinew_property_desc *out) {
    snw_json_id times = snw_clips_member(r, property, "times", SNW_JSON_ARRAY);
    snw_json_id values = snw_clips_member(r, property, "values", SNW_JSON_ARRAY);
    if (times == SNW_JSON_NO || values == SNW_JSON_NO) return false;
    out->key_count = snw_json_get(&r->json, times)->count;
    uint32_t count = snw_json_get(&r->json, values)->count;
    if (!out->key_count || out->key_count != count) {
        snw_json_report(&r->json, values, r->log, SINEW_CODE_OUT_OF_RANGE,
                        "there are %u \"values\" for %u \"times\"; each key has one of both", count, out->key_count);
        return false;
    }
    float *into = snw_clips_take(r, out->key_count, sizeof *into);
    if (!into) return false;
    out->times = into;
    bool good = read_times(r, times, into);
    return read_values(r, values, out) && good;
}

static bool read_property(snw_clips_reader *r, snw_json_id property, sinew_property_desc *out) {
    static const snw_clips_field fields[] = {
        { "component", SNW_JSON_STRING, false }, { "field", SNW_JSON_STRING, false },
        { "pointer", SNW_JSON_STRING, false },   { "times", SNW_JSON_ARRAY, true },
        { "values", SNW_JSON_ARRAY, true },      { "step", SNW_JSON_TRUE, false }
    };
    if (!snw_clips_is(r, property, SNW_JSON_OBJECT)) return false;
    uint32_t errors = r->log->error_count;
    snw_clips_fields(r, property, fields, sizeof fields / sizeof *fields);
    bool sound = r->log->error_count == errors;
    if (sound) sound = read_names(r, property, out);
    if (!read_keys(r, property, out) || !sound) return false;
    bool step = snw_json_kind_of(&r->json, snw_clips_member(r, property, "step", SNW_JSON_TRUE)) == SNW_JSON_TRUE;
    out->interpolation = step || out->texts ? SINEW_INTERPOLATION_STEP : SINEW_INTERPOLATION_LINEAR;
    if (!out->pointer || out->pointer[0] != '@' || (out->numbers && out->width == 1)) return true;
    snw_json_report(&r->json, property, r->log, SINEW_CODE_PARAMETER_TYPE,
                    "\"%s\" drives a parameter; its values must be single numbers", out->pointer);
    return false;
}

void snw_clips_read_properties(snw_clips_reader *r, uint32_t clip) {
    sinew_clip_desc *desc = &r->model->clips[clip];
    snw_json_id list = snw_clips_member(r, r->said[clip], "properties", SNW_JSON_ARRAY);
    if (list == SNW_JSON_NO) return;
    uint32_t given = r->given[clip], count = given, most = snw_json_get(&r->json, list)->count;
    sinew_property_desc *properties = snw_clips_take(r, (size_t)given + most, sizeof *properties);
    r->lanes[clip] = snw_arena_array(&r->json.arena, most, sizeof **r->lanes);
    if (!r->lanes[clip]) r->failed = true;
    if (r->failed) return;
    if (given) memcpy(properties, desc->properties, given * sizeof *properties);
    for (snw_json_id e = snw_json_first(&r->json, list); e != SNW_JSON_NO; e = snw_json_next(&r->json, e)) {
        properties[count] = (sinew_property_desc){ .width = 1 };
        if (!read_property(r, e, &properties[count])) continue;
        r->lanes[clip][count - given] = e;
        count++;
    }
    desc->properties = properties;
    desc->property_count = count;
}
