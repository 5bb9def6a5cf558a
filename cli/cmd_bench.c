/* sinew bench: times of the stages, with the error of what they made beside them. The scenes are in bench/. */
#include "cli.h"

#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

#ifndef SINEW_COMPILER
#define SINEW_COMPILER "unknown"
#endif
#ifndef SINEW_BUILD_TYPE
#define SINEW_BUILD_TYPE "unknown"
#endif

/* ---- the machine ---- */

typedef struct machine {
    char processor[128];
    double mhz; /* 0: not known */
} machine;

static void copy_value(char *out, size_t size, const char *line) {
    const char *value = strchr(line, ':');
    if (!value) return;
    value += 1 + strspn(value + 1, " \t");
    size_t length = strcspn(value, "\r\n");
    if (length >= size) length = size - 1;
    memcpy(out, value, length);
    out[length] = '\0';
}

/* What Linux says of the first processor; elsewhere nothing is known. */
static machine read_machine(void) {
    machine m = { "unknown", 0 };
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512], number[32] = "";
    while (file && fgets(line, sizeof line, file)) {
        if (!strncmp(line, "model name", 10) && !strcmp(m.processor, "unknown"))
            copy_value(m.processor, sizeof m.processor, line);
        if (!strncmp(line, "cpu MHz", 7) && !number[0]) copy_value(number, sizeof number, line);
    }
    if (file) fclose(file);
    if (!parse_number(number, &m.mhz)) m.mhz = 0;
    return m;
}

/* ---- printing ---- */

static bool row_valid(const bench_row *row) { return row->error_mm <= BENCH_BOUND_MM; }

static void put_row_json(FILE *out, const bench_row *row) {
    fputs("{\"scene\":", out);
    put_json(out, row->scene);
    fprintf(out, ",\"count\":%u,\"isa\":\"scalar\",\"threads\":1,\"us\":", (unsigned)row->count);
    put_double(out, row->us);
    fputs(",\"us_median\":", out);
    put_double(out, row->us_median);
    fputs(",\"error_mm\":", out);
    if (row->error_mm < 0) fputs("null", out);
    else put_double(out, row->error_mm);
    fputs(",\"bytes_per_character\":", out);
    put_double(out, row->bytes);
    fprintf(out, ",\"valid\":%s}", row_valid(row) ? "true" : "false");
}

static void put_report_json(FILE *out, const machine *m, const char *model, const bench_report *report) {
    fputs("{\"machine\":{\"processor\":", out);
    put_json(out, m->processor);
    fputs(",\"mhz\":", out);
    if (m->mhz > 0) put_double(out, m->mhz);
    else fputs("null", out);
    fputs(",\"compiler\":", out);
    put_json(out, SINEW_COMPILER);
    fputs(",\"build\":", out);
    put_json(out, SINEW_BUILD_TYPE);
    fputs("},\"model\":", out);
    put_json(out, model);
    fputs(",\"rows\":[", out);
    for (uint32_t i = 0; i < report->count; ++i) {
        if (i) fputc(',', out);
        put_row_json(out, &report->rows[i]);
    }
    fputs("]}\n", out);
}

static void put_report(FILE *out, const machine *m, const char *model, const bench_report *report) {
    fprintf(out, "%s", m->processor);
    if (m->mhz > 0) fprintf(out, ", %.0f MHz", m->mhz);
    fprintf(out, "; %s, %s; one thread; ", SINEW_COMPILER, SINEW_BUILD_TYPE);
    put_plain(out, model ? model : "the benchmark's own figure of 67 joints");
    fprintf(out, "\n\n%-22s %7s %6s %12s %12s %14s %10s\n", "scene", "count", "isa", "us", "median us", "error mm",
            "bytes");
    for (uint32_t i = 0; i < report->count; ++i) {
        const bench_row *row = &report->rows[i];
        char error[32] = "-", bytes[32] = "-";
        if (row->error_mm >= 0) snprintf(error, sizeof error, "%.6f%s", row->error_mm, row_valid(row) ? "" : " !");
        if (row->bytes > 0) snprintf(bytes, sizeof bytes, "%.0f", row->bytes);
        fprintf(out, "%-22s %7u %6s %12.4f %12.4f %14s %10s\n", row->scene, (unsigned)row->count, "scalar", row->us,
                row->us_median, error, bytes);
    }
    fprintf(out,
            "\nError: the largest, 3 cm from a joint, against the same frame in double precision; rows above %g mm "
            "(!) are not valid.\n",
            BENCH_BOUND_MM);
}

/* ---- the command ---- */

static int load(const char *file, sinew_model **model) {
    sinew_log log = { 0 };
    if (!file) *model = bench_figure(&log);
    else (void)sinew_io_load_model(file, NULL, model, &log);
    say_log(&log);
    bool said = log.error_count > 0;
    sinew_log_free(&log);
    if (!*model) return said ? STATUS_INPUT : fail_memory();
    if (!sinew_model_clip_count(*model)) {
        sinew_model_destroy(*model);
        return fail(file, SINEW_CODE_UNKNOWN_CLIP, "there is no clip to measure; give a model with an animation");
    }
    return STATUS_DONE;
}

static int measure(const sinew_model *model, const char *file, const bench_options *o, const char *out_name,
                   bool json) {
    bench_report report = { 0 };
    sinew_log log = { 0 };
    sinew_result result = bench_run(model, o, &report, &log);
    if (result) say_log(&log);
    bool said = log.error_count > 0;
    sinew_log_free(&log);
    if (result == SINEW_ERROR_MEMORY) return fail_memory();
    if (result) return said ? STATUS_INPUT : fail(file, SINEW_CODE_REFUSED, "%s", sinew_result_text(result));
    output out;
    if (!output_open(&out, out_name)) return STATUS_INPUT;
    machine m = read_machine();
    if (json) put_report_json(out.file, &m, file, &report);
    else put_report(out.file, &m, file, &report);
    int status = STATUS_DONE;
    for (uint32_t i = 0; i < report.count; ++i)
        if (!row_valid(&report.rows[i])) status = STATUS_INPUT;
    return output_close(&out, true, status);
}

int cmd_bench(int argc, char **argv) {
    double seconds = 0.5, most = 10000;
    const char *out_name = NULL;
    bool json = false;
    const arg_option options[] = {
        { "--seconds", ARG_NUMBER, &seconds, "S", "how long to repeat each scene, 0.5 when left out", 0.001, 600 },
        { "--most", ARG_NUMBER, &most, "N", "characters of the largest crowd, 10000 when left out", 2, 1000000 },
        { "--json", ARG_FLAG, &json, NULL, "as JSON, for programs", 0, 0 },
        { "--out", ARG_TEXT, &out_name, "FILE", "write there and not to standard output", 0, 0 },
    };
    const arg_spec spec = {
        "bench",
        "[MODEL] [--seconds S] [--most N] [--json] [--out FILE]",
        "Times the stages, one thread: sampling a pose, whole frames (two or three clips blended, a masked additive\n"
        "layer, local to model, palette) of one character and of crowds, advancing a graph, and blend spaces of 10 "
        "and\n"
        "1,000 points. The least and the middle of many repeats, in microseconds a character, and beside each time "
        "the\n"
        "error of what it made. Without a model: a figure of its own. Exit status 1 also when an error is too large.",
        options,
        sizeof options / sizeof options[0],
        "a model",
        0,
        1,
        "  sinew bench\n  sinew bench hero.glb --json"
    };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    const char *file = count ? argv[0] : NULL;
    sinew_model *model = NULL;
    status = load(file, &model);
    if (status != STATUS_DONE) return status;
    bench_options o = { seconds, (uint32_t)most };
    status = measure(model, file, &o, out_name, json);
    sinew_model_destroy(model);
    return status;
}
