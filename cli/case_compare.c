/* Compares an expectation with the trace line of its frame: both are JSON, so the comparison is of trees.

   An object checks the fields that it names; lists of samples, signals and events, and of numbers, are compared
   whole; layers may be fewer than there are. A field that a trace leaves out counts as false. */
#include "case.h"

#include <math.h>
#include <string.h>

typedef struct comparison {
    const case_file *c;
    const snw_json *actual;
    uint32_t frame;
    double within;
    uint32_t differences;
} comparison;

static void put_value(FILE *out, const snw_json *json, snw_json_id id) {
    const snw_json_value *value = snw_json_get(json, id);
    if (!value) fputs("nothing", out);
    else {
        size_t size = value->end - value->start;
        fprintf(out, "%.*s", (int)(size > 300 ? 300 : size), json->text + value->start);
    }
}

/* One line: where, what was wanted, what came. */
static void differ(comparison *k, snw_json_id expected, snw_json_id actual, const char *what) {
    char path[256] = "";
    snw_json_path(k->actual, actual, path, sizeof path);
    uint32_t line = 0, column = 0;
    const snw_json_value *value = snw_json_get(&k->c->json, expected);
    snw_json_place(&k->c->json, value->start, &line, &column);
    printf("%s:%u:%u: frame %u: %s%s", k->c->file, line, column, k->frame, path, what);
    if (!what[0] || what[0] == '.') {
        fputs(": expected ", stdout);
        put_value(stdout, &k->c->json, expected);
        fputs(", got ", stdout);
        put_value(stdout, k->actual, what[0] ? SNW_JSON_NO : actual);
    }
    fputc('\n', stdout);
    k->differences++;
}

static void compare(comparison *k, snw_json_id expected, snw_json_id actual);

static void compare_object(comparison *k, snw_json_id expected, snw_json_id actual) {
    const snw_json *want = &k->c->json;
    for (snw_json_id id = snw_json_first(want, expected); id != SNW_JSON_NO; id = snw_json_next(want, id)) {
        const char *key = snw_json_get(want, id)->key;
        snw_json_id other = snw_json_member(k->actual, actual, key);
        char what[128];
        snprintf(what, sizeof what, ".%s", key);
        if (other != SNW_JSON_NO) compare(k, id, other);
        else if (snw_json_kind_of(want, id) != SNW_JSON_FALSE) differ(k, id, actual, what);
    }
}

static void compare_array(comparison *k, snw_json_id expected, snw_json_id actual) {
    const snw_json *want = &k->c->json;
    const char *key = snw_json_get(want, expected)->key;
    uint32_t count = snw_json_get(want, expected)->count, there = snw_json_get(k->actual, actual)->count;
    bool some = key && strcmp(key, "layers") == 0;
    if (some ? count > there : count != there) {
        char what[96];
        snprintf(what, sizeof what, " has %u entries, expected %u", there, count);
        differ(k, expected, actual, what);
    }
    snw_json_id a = snw_json_first(want, expected), b = snw_json_first(k->actual, actual);
    for (; a != SNW_JSON_NO && b != SNW_JSON_NO; a = snw_json_next(want, a), b = snw_json_next(k->actual, b))
        compare(k, a, b);
}

static void compare(comparison *k, snw_json_id expected, snw_json_id actual) {
    const snw_json_value *a = snw_json_get(&k->c->json, expected), *b = snw_json_get(k->actual, actual);
    bool same = a->kind == b->kind;
    if (same && a->kind == SNW_JSON_OBJECT) compare_object(k, expected, actual);
    else if (same && a->kind == SNW_JSON_ARRAY) compare_array(k, expected, actual);
    else {
        if (same && a->kind == SNW_JSON_NUMBER) same = fabs(a->number - b->number) <= k->within;
        if (same && a->kind == SNW_JSON_STRING) same = strcmp(a->string, b->string) == 0;
        if (!same) differ(k, expected, actual, "");
    }
}

/* The fields of an expectation against those of the frame; `frame` and `within` are not of the trace. */
static void compare_frame(comparison *k, snw_json_id expectation) {
    const snw_json *want = &k->c->json;
    for (snw_json_id id = snw_json_first(want, expectation); id != SNW_JSON_NO; id = snw_json_next(want, id)) {
        const char *key = snw_json_get(want, id)->key;
        if (strcmp(key, "frame") == 0 || strcmp(key, "within") == 0) continue;
        snw_json_id other = snw_json_member(k->actual, 0, key);
        char what[64];
        snprintf(what, sizeof what, ".%s", key);
        if (other == SNW_JSON_NO) differ(k, id, 0, what);
        else compare(k, id, other);
    }
}

uint32_t case_compare(const case_file *c, snw_json_id expectation, uint32_t frame, const char *line, size_t size) {
    snw_json actual;
    sinew_log log = { 0 };
    if (!snw_json_read(&actual, line, size, "the trace", NULL, &log)) {
        say_log(&log);
        sinew_log_free(&log);
        return 1;
    }
    const snw_json_value *within = snw_json_get(&c->json, snw_json_member(&c->json, expectation, "within"));
    comparison k = { c, &actual, frame, within && within->kind == SNW_JSON_NUMBER ? within->number : c->within, 0 };
    compare_frame(&k, expectation);
    snw_json_free(&actual);
    return k.differences;
}
