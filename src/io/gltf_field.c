/* Typed members of JSON objects, and findings about them.
   Invariant: SNW_GLTF_BAD is returned only after an error was reported. */
#include "gltf.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* A path costs a walk over siblings, so a file that is wrong everywhere is not told so without end. */
enum { MAX_REPORTED = 1000, PATH = 512, SENTENCE = 1000 };

static void report(snw_gltf *g, snw_json_id id, sinew_severity severity, sinew_code code, const char *format,
                   va_list arguments) {
    if (g->reported++ >= MAX_REPORTED) {
        g->log->lost++;
        if (severity == SINEW_SEVERITY_ERROR) g->log->error_count++;
        else g->log->warning_count++;
        return;
    }
    char path[PATH], sentence[SENTENCE];
    uint32_t line = 0, column = 0;
    const snw_json_value *value = snw_json_get(&g->json, id);
    snw_json_path(&g->json, id, path, sizeof path);
    if (value && !g->binary) snw_json_place(&g->json, value->start, &line, &column);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    snw_log_add_at(g->log, severity, code, line, column, path, "%s", sentence);
}

void snw_gltf_error(snw_gltf *g, snw_json_id id, sinew_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(g, id, SINEW_SEVERITY_ERROR, code, format, arguments);
    va_end(arguments);
}

void snw_gltf_warn(snw_gltf *g, snw_json_id id, sinew_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(g, id, SINEW_SEVERITY_WARNING, code, format, arguments);
    va_end(arguments);
}

bool snw_gltf_sound(const snw_gltf *g) { return g->log->error_count == g->errors_before; }

const char *snw_gltf_list_name(snw_gltf_list list) {
    static const char *const names[SNW_GLTF_LISTS] = { "buffers",  "bufferViews", "accessors",  "nodes",  "skins",
                                                       "meshes",   "materials",   "animations", "scenes", "cameras",
                                                       "textures", "images",      "samplers" };
    return names[list];
}

/* true and false are two kinds of one type. */
static bool same_kind(snw_json_kind kind, snw_json_kind wanted) {
    return kind == wanted || (wanted == SNW_JSON_TRUE && kind == SNW_JSON_FALSE);
}

snw_gltf_got snw_gltf_member(snw_gltf *g, snw_json_id object, const char *key, snw_json_kind kind, bool required,
                             snw_json_id *out) {
    snw_json_id id = snw_json_member(&g->json, object, key);
    *out = SNW_JSON_NO;
    if (id == SNW_JSON_NO) {
        if (!required) return SNW_GLTF_ABSENT;
        snw_gltf_error(g, object, SINEW_CODE_MISSING_FIELD, "\"%s\" is missing; it must be there", key);
        return SNW_GLTF_BAD;
    }
    snw_json_kind found = snw_json_kind_of(&g->json, id);
    if (!same_kind(found, kind)) {
        snw_gltf_error(g, id, SINEW_CODE_WRONG_TYPE, "\"%s\" is %s; it must be %s", key, snw_json_kind_text(found),
                       kind == SNW_JSON_TRUE ? "true or false" : snw_json_kind_text(kind));
        return SNW_GLTF_BAD;
    }
    *out = id;
    return SNW_GLTF_GOT;
}

static bool whole_number(double number) {
    return number >= 0 && number < 9007199254740992.0 && (double)(uint64_t)number >= number;
}

snw_gltf_got snw_gltf_whole(snw_gltf *g, snw_json_id object, const char *key, bool required, uint64_t least,
                            uint64_t most, uint64_t *out) {
    snw_json_id id;
    snw_gltf_got got = snw_gltf_member(g, object, key, SNW_JSON_NUMBER, required, &id);
    if (got != SNW_GLTF_GOT) return got;
    double number = snw_json_get(&g->json, id)->number;
    if (!whole_number(number) || (uint64_t)number < least || (uint64_t)number > most) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE, "\"%s\" is %g; it must be a whole number from %llu to %llu", key,
                       number, (unsigned long long)least, (unsigned long long)most);
        return SNW_GLTF_BAD;
    }
    *out = (uint64_t)number;
    return SNW_GLTF_GOT;
}

snw_gltf_got snw_gltf_bool(snw_gltf *g, snw_json_id object, const char *key, bool *out) {
    snw_json_id id;
    snw_gltf_got got = snw_gltf_member(g, object, key, SNW_JSON_TRUE, false, &id);
    if (got == SNW_GLTF_GOT) *out = snw_json_kind_of(&g->json, id) == SNW_JSON_TRUE;
    return got;
}

snw_gltf_got snw_gltf_index_value(snw_gltf *g, snw_json_id value, snw_gltf_list list, uint32_t *out) {
    const snw_json_value *v = snw_json_get(&g->json, value);
    *out = SINEW_NONE;
    if (!v || v->kind != SNW_JSON_NUMBER) {
        snw_gltf_error(g, value, SINEW_CODE_WRONG_TYPE, "this is %s; it must be an index of \"%s\"",
                       snw_json_kind_text(v ? v->kind : SNW_JSON_NULL), snw_gltf_list_name(list));
        return SNW_GLTF_BAD;
    }
    if (!whole_number(v->number) || v->number >= (double)g->lists[list].count) {
        snw_gltf_error(g, value, SINEW_CODE_OUT_OF_RANGE, "index %g points past \"%s\", which has %u", v->number,
                       snw_gltf_list_name(list), g->lists[list].count);
        return SNW_GLTF_BAD;
    }
    *out = (uint32_t)v->number;
    return SNW_GLTF_GOT;
}

snw_gltf_got snw_gltf_index(snw_gltf *g, snw_json_id object, const char *key, bool required, snw_gltf_list list,
                            uint32_t *out) {
    snw_json_id id;
    *out = SINEW_NONE;
    snw_gltf_got got = snw_gltf_member(g, object, key, SNW_JSON_NUMBER, required, &id);
    return got == SNW_GLTF_GOT ? snw_gltf_index_value(g, id, list, out) : got;
}

bool snw_gltf_number_list(snw_gltf *g, snw_json_id array, double *out) {
    for (snw_json_id e = snw_json_first(&g->json, array); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        const snw_json_value *v = snw_json_get(&g->json, e);
        if (v->kind != SNW_JSON_NUMBER) {
            snw_gltf_error(g, e, SINEW_CODE_WRONG_TYPE, "this is %s; it must be a number", snw_json_kind_text(v->kind));
            return false;
        }
        if (!(v->number >= -FLT_MAX && v->number <= FLT_MAX)) {
            snw_gltf_error(g, e, SINEW_CODE_NOT_FINITE, "this number is too large; give one that a float can hold");
            return false;
        }
        if (out) *out++ = v->number;
    }
    return true;
}

snw_gltf_got snw_gltf_numbers(snw_gltf *g, snw_json_id object, const char *key, uint32_t count, double *out) {
    snw_json_id id;
    snw_gltf_got got = snw_gltf_member(g, object, key, SNW_JSON_ARRAY, false, &id);
    if (got != SNW_GLTF_GOT) return got;
    uint32_t found = snw_json_get(&g->json, id)->count;
    if (found != count) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE, "\"%s\" has %u numbers; it must have %u", key, found, count);
        return SNW_GLTF_BAD;
    }
    return snw_gltf_number_list(g, id, out) ? SNW_GLTF_GOT : SNW_GLTF_BAD;
}

const char *snw_gltf_text(snw_gltf *g, snw_json_id object, const char *key) {
    snw_json_id id;
    snw_gltf_got got = snw_gltf_member(g, object, key, SNW_JSON_STRING, false, &id);
    return got == SNW_GLTF_GOT ? snw_json_get(&g->json, id)->string : NULL;
}

snw_json_id snw_gltf_extension(snw_gltf *g, snw_json_id object, const char *name) {
    return snw_json_member(&g->json, snw_json_member(&g->json, object, "extensions"), name);
}

bool snw_gltf_spend(const snw_gltf *g, size_t *counter, uint64_t values) {
    uint64_t most = ((uint64_t)g->bytes * 64 + (1u << 20)) / 4;
    if (values > most || *counter > most - values) return false;
    *counter += (size_t)values;
    return true;
}
