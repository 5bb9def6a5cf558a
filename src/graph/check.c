/* What every part of the check uses: paths, findings, ranges, names. */
#include "graph/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- paths ---- */

/* Appends what fits; the first part of a path has no leading point. */
static void append(snw_check *check, const char *part) {
    if (!check->length && part[0] == '.') ++part;
    size_t room = sizeof check->path - 1 - check->length, length = strlen(part);
    if (length > room) length = room;
    memcpy(check->path + check->length, part, length);
    check->length += length;
    check->path[check->length] = 0;
}

size_t snw_check_enter(snw_check *check, const char *format, ...) {
    char part[128];
    size_t before = check->length;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    append(check, part);
    return before;
}

size_t snw_check_enter_key(snw_check *check, const char *field, const char *name) {
    char key[512];
    size_t before = check->length;
    append(check, field);
    snw_path_key(key, sizeof key, name ? name : "");
    append(check, key);
    return before;
}

void snw_check_leave(snw_check *check, size_t length) {
    check->length = length;
    check->path[length] = 0;
}

void snw_check_report(snw_check *check, sinew_code code, const char *field, const char *format, ...) {
    if (snw_code_severity(code) == SINEW_SEVERITY_ERROR) check->errors++;
    if (!check->log) return;
    char sentence[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    size_t before = check->length;
    if (field) snw_check_enter(check, ".%s", field);
    snw_log_add(check->log, code, check->path, "%s", sentence);
    snw_check_leave(check, before);
}

/* ---- values ---- */

bool snw_check_range(snw_check *check, const char *field, double value, double low, double high) {
    if (!isfinite(value))
        snw_check_report(check, SINEW_CODE_NOT_FINITE, field, "\"%s\" must be a finite number", field);
    else if (value < low || value > high)
        snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, field, "\"%s\" is %.9g; it must be from %.9g to %.9g", field,
                         value, low, high);
    else return true;
    return false;
}

bool snw_check_opt(snw_check *check, const char *field, sinew_opt opt, double low, double high) {
    return !opt.set || snw_check_range(check, field, opt.value, low, high);
}

bool snw_check_above_zero(snw_check *check, const char *field, sinew_opt opt, double high) {
    if (!snw_check_opt(check, field, opt, -INFINITY, INFINITY)) return false;
    if (!opt.set || (opt.value > 0 && opt.value <= high)) return true;
    snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, field,
                     "\"%s\" is %.9g; it must be greater than 0 and at most %.9g", field, opt.value, high);
    return false;
}

bool snw_check_enum(snw_check *check, const char *field, unsigned value, unsigned count) {
    if (value < count) return true;
    snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, field, "\"%s\" has the value %u, which means nothing", field,
                     value);
    return false;
}

bool snw_check_array(snw_check *check, const char *field, const void *array, uint32_t count) {
    if (array || !count) return true;
    snw_check_report(check, SINEW_CODE_MISSING_FIELD, field, "\"%s\" has a count of %u but no array", field, count);
    return false;
}

bool snw_check_limit(snw_check *check, const char *field, uint32_t count, uint32_t limit, const char *what) {
    if (count <= limit) return true;
    snw_check_report(check, SINEW_CODE_TOO_LARGE, field, "%u %s, where %u is the most; split the graph", count, what,
                     limit);
    return false;
}

bool snw_check_count(snw_check *check, uint32_t *total, uint32_t count, uint32_t limit, const char *what) {
    bool told = *total > limit;
    *total = count > UINT32_MAX - *total ? UINT32_MAX : *total + count;
    if (*total <= limit) return true;
    if (!told)
        snw_check_report(check, SINEW_CODE_TOO_LARGE, NULL, "more than %u %s in one graph; split the graph", limit,
                         what);
    return false;
}

const sinew_parameter_desc *snw_check_parameter(snw_check *check, const char *field, const char *name) {
    if (!name || !name[0]) {
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, name ? field : NULL, "\"%s\" is missing; name a parameter",
                         field);
        return NULL;
    }
    uint32_t index = snw_names_find(&check->parameters, name);
    if (index != SINEW_NONE) return &check->desc->parameters[index];
    char hint[256];
    snw_check_report(check, SINEW_CODE_UNKNOWN_PARAMETER, field, "no parameter \"%s\" is declared%s", name,
                     snw_names_hint(check, &check->parameters, name, hint, sizeof hint));
    return NULL;
}

void snw_check_numeric(snw_check *check, const char *field, const char *name, const char *role) {
    const sinew_parameter_desc *parameter = snw_check_parameter(check, field, name);
    if (!parameter || (parameter->type != SINEW_PARAMETER_BOOL && parameter->type != SINEW_PARAMETER_TRIGGER)) return;
    snw_check_report(check, SINEW_CODE_PARAMETER_TYPE, field,
                     "\"%s\" is a %s and cannot be %s; that needs a float or an int", name,
                     parameter->type == SINEW_PARAMETER_BOOL ? "bool" : "trigger", role);
}

void snw_check_reference(snw_check *check, const sinew_reference_desc *reference) {
    size_t before = snw_check_enter(check, ".reference");
    if (reference->clip && !reference->clip[0])
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, "clip", "\"clip\" is empty; name a clip");
    snw_check_range(check, "time", reference->time, 0, SNW_MAX_SECONDS);
    snw_check_leave(check, before);
}

/* ---- names ---- */

bool snw_names_make(snw_check *check, snw_names *names, const void *things, uint32_t count, size_t each,
                    size_t offset) {
    const char *at = things;
    names->count = count;
    names->names = snw_allocate(&check->allocator, count * sizeof *names->names);
    names->order = snw_allocate(&check->allocator, count * sizeof *names->order);
    if (!names->names || !names->order) {
        snw_names_free(check, names);
        check->out_of_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) memcpy(&names->names[i], at + i * each + offset, sizeof *names->names);
    snw_order_names(names->order, names->names, count);
    return true;
}

void snw_names_free(snw_check *check, snw_names *names) {
    snw_release(&check->allocator, names->names, names->count * sizeof *names->names);
    snw_release(&check->allocator, names->order, names->count * sizeof *names->order);
}

uint32_t snw_names_find(const snw_names *names, const char *name) {
    return snw_order_find(names->order, names->names, names->count, name);
}

bool snw_names_repeated(const snw_names *names, uint32_t index) {
    const char *name = names->names[index];
    return name && name[0] && snw_names_find(names, name) != index;
}

const char *snw_names_hint(snw_check *check, const snw_names *names, const char *name, char *text, size_t size) {
    text[0] = 0;
    /* Comparing is quadratic in the file's size at worst: past a bound only the name itself is told. */
    if (!check->log || names->count > check->nearest_left) return text;
    check->nearest_left -= names->count;
    const char *nearest = snw_name_nearest(name, names->names, names->count);
    if (nearest) snprintf(text, size, "; did you mean \"%s\"?", nearest);
    return text;
}
