/* sinew bench --compare: rows beside those of an earlier report. Invariant: each time is scaled by the product of its
   own run, so that two runs on a machine that was busy in one of them can be compared. */
#include "bench_report.h"

#include "io/json.h"

#include <stdlib.h>
#include <string.h>

struct bench_earlier {
    char *text;
    snw_json json;
    double unit_ns;
    snw_json_id rows;
};

static double number_of(const snw_json *json, snw_json_id object, const char *key) {
    const snw_json_value *value = snw_json_get(json, snw_json_member(json, object, key));
    return value && value->kind == SNW_JSON_NUMBER ? value->number : -1;
}

static bool text_is(const snw_json *json, snw_json_id object, const char *key, const char *text) {
    const snw_json_value *value = snw_json_get(json, snw_json_member(json, object, key));
    return value && value->kind == SNW_JSON_STRING && !strcmp(value->string, text);
}

static bool understand(bench_earlier *e, size_t size, const char *file) {
    sinew_log log = { 0 };
    bool read = snw_json_read(&e->json, e->text, size, file, NULL, &log);
    say_log(&log);
    sinew_log_free(&log);
    if (!read) return false;
    e->unit_ns = number_of(&e->json, snw_json_member(&e->json, 0, "machine"), "multiply_ns");
    e->rows = snw_json_member(&e->json, 0, "rows");
    if (e->unit_ns > 0 && snw_json_kind_of(&e->json, e->rows) == SNW_JSON_ARRAY) return true;
    fail(file, SINEW_CODE_MISSING_FIELD,
         "this is no report of sinew bench --json: it has no \"machine.multiply_ns\" or no \"rows\"");
    snw_json_free(&e->json);
    return false;
}

bench_earlier *bench_earlier_read(const char *file) {
    size_t size = 0;
    bench_earlier *e = calloc(1, sizeof *e);
    if (!e) return fail_memory(), NULL;
    e->text = read_file(file, &size);
    if (e->text && understand(e, size, file)) return e;
    free(e->text);
    free(e);
    return NULL;
}

void bench_earlier_free(bench_earlier *e) {
    if (!e) return;
    snw_json_free(&e->json);
    free(e->text);
    free(e);
}

/* Its microseconds, or -1. */
static double find_row(const bench_earlier *e, const bench_row *row) {
    const snw_json *json = &e->json;
    for (snw_json_id id = snw_json_first(json, e->rows); id != SNW_JSON_NO; id = snw_json_next(json, id))
        if (text_is(json, id, "scene", row->scene) && text_is(json, id, "isa", row->isa ? row->isa : "any") &&
            number_of(json, id, "count") == (double)row->count &&
            number_of(json, id, "threads") == (double)row->threads)
            return number_of(json, id, "us");
    return -1;
}

void put_comparison(FILE *out, const bench_earlier *e, const bench_report *report) {
    double then_scale = BENCH_UNIT_NS / e->unit_ns, now_scale = BENCH_UNIT_NS / report->unit_ns;
    uint32_t compared = 0;
    fprintf(out, "\n%-22s %7s %7s %12s %12s %12s %8s\n", "scaled", "count", "threads", "isa", "earlier us", "now us",
            "now is");
    for (uint32_t i = 0; i < report->count; ++i) {
        const bench_row *row = &report->rows[i];
        double then = find_row(e, row) * then_scale, now = row->us * now_scale;
        if (!(then > 0)) continue;
        fprintf(out, "%-22s %7u %7u %12s %12.5f %12.5f %7.2fx\n", row->scene, (unsigned)row->count,
                (unsigned)row->threads, row->isa ? row->isa : "any", then, now, now / then);
        ++compared;
    }
    fprintf(out, "%u rows compared, %u are new\n", (unsigned)compared, (unsigned)(report->count - compared));
}
