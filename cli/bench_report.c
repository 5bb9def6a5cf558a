/* A report of sinew bench: a table for people, JSON for programs. */
#include "bench_report.h"

#include <stdlib.h>
#include <string.h>

#ifndef SINEW_COMPILER
#define SINEW_COMPILER "unknown"
#endif
#ifndef SINEW_BUILD_TYPE
#define SINEW_BUILD_TYPE "unknown"
#endif

/* ---- the machine ---- */

static void copy_value(char *out, size_t size, const char *line) {
    const char *value = strchr(line, ':');
    if (!value) return;
    value += 1 + strspn(value + 1, " \t");
    size_t length = strcspn(value, "\r\n");
    if (length >= size) length = size - 1;
    memcpy(out, value, length);
    out[length] = '\0';
}

bench_machine read_machine(void) {
    bench_machine m = { "unknown", 0 };
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

/* ---- as JSON ---- */

bool bench_row_valid(const bench_row *row) { return row->only_told || row->error_mm <= BENCH_BOUND_MM; }

static const char *isa_of(const bench_row *row) { return row->isa ? row->isa : "any"; }

static void put_row_json(FILE *out, const bench_row *row) {
    fputs("{\"scene\":", out);
    put_json(out, row->scene);
    fprintf(out, ",\"count\":%u,\"isa\":", (unsigned)row->count);
    put_json(out, isa_of(row));
    fprintf(out, ",\"threads\":%u,\"us\":", (unsigned)row->threads);
    put_double(out, row->us);
    fputs(",\"us_median\":", out);
    put_double(out, row->us_median);
    fputs(",\"error_mm\":", out);
    if (row->error_mm < 0) fputs("null", out);
    else put_double(out, row->error_mm);
    fputs(",\"bytes_per_character\":", out);
    put_double(out, row->bytes);
    fprintf(out, ",\"valid\":%s}", bench_row_valid(row) ? "true" : "false");
}

static void put_goal_json(FILE *out, const bench_goal *goal) {
    fputs("{\"what\":", out);
    put_json(out, goal->what);
    fputs(",\"isa\":", out);
    put_json(out, isa_of(goal->row));
    fputs(",\"is\":", out);
    put_double(out, goal->is);
    fputs(",\"must\":", out);
    put_double(out, goal->must);
    fputs(",\"stretch\":", out);
    if (goal->stretch > 0) put_double(out, goal->stretch);
    else fputs("null", out);
    fprintf(out, ",\"at_least\":%s}", goal->at_least ? "true" : "false");
}

enum { MAX_GOALS = 32 };

void put_report_json(FILE *out, const bench_machine *m, const char *model, const bench_report *report) {
    fputs("{\"machine\":{\"processor\":", out);
    put_json(out, m->processor);
    fputs(",\"mhz\":", out);
    if (m->mhz > 0) put_double(out, m->mhz);
    else fputs("null", out);
    fputs(",\"compiler\":", out);
    put_json(out, SINEW_COMPILER);
    fputs(",\"build\":", out);
    put_json(out, SINEW_BUILD_TYPE);
    fputs(",\"multiply_ns\":", out);
    put_double(out, report->unit_ns);
    fputs("},\"model\":", out);
    put_json(out, model);
    fputs(",\"rows\":[", out);
    for (uint32_t i = 0; i < report->count; ++i) {
        if (i) fputc(',', out);
        put_row_json(out, &report->rows[i]);
    }
    bench_goal goals[MAX_GOALS];
    uint32_t count = bench_goals(report, goals, MAX_GOALS);
    fputs("],\"goals\":[", out);
    for (uint32_t i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        put_goal_json(out, &goals[i]);
    }
    fputs("]}\n", out);
}

/* ---- as a table ---- */

static void put_rows(FILE *out, const bench_report *report) {
    fprintf(out, "%-22s %7s %7s %12s %12s %12s %12s %8s\n", "scene", "count", "threads", "isa", "us", "median us",
            "error mm", "bytes");
    for (uint32_t i = 0; i < report->count; ++i) {
        const bench_row *row = &report->rows[i];
        char error[32] = "-", bytes[32] = "-";
        if (row->error_mm >= 0)
            snprintf(error, sizeof error, "%.6f%s", row->error_mm, bench_row_valid(row) ? "" : " !");
        if (row->bytes > 0) snprintf(bytes, sizeof bytes, "%.0f", row->bytes);
        fprintf(out, "%-22s %7u %7u %12s %12.5f %12.5f %12s %8s\n", row->scene, (unsigned)row->count,
                (unsigned)row->threads, isa_of(row), row->us, row->us_median, error, bytes);
    }
}

static bool reaches(const bench_goal *goal, double wanted) {
    return goal->at_least ? goal->is >= wanted : goal->is <= wanted;
}

static void put_goals(FILE *out, const bench_report *report) {
    bench_goal goals[MAX_GOALS];
    uint32_t count = bench_goals(report, goals, MAX_GOALS), met = 0, both = 0;
    fprintf(out, "\n%-36s %7s %12s %9s %9s %9s\n", "goal (us scaled, or a ratio)", "count", "isa", "is", "must",
            "stretch");
    for (uint32_t i = 0; i < count; ++i) {
        const bench_goal *goal = &goals[i];
        char stretch[32] = "-";
        bool must = reaches(goal, goal->must), far = must && goal->stretch > 0 && reaches(goal, goal->stretch);
        if (goal->stretch > 0) snprintf(stretch, sizeof stretch, "%.3f", goal->stretch);
        fprintf(out, "%-36s %7u %12s %9.3f %s%8.3f %9s  %s\n", goal->what, (unsigned)goal->row->count,
                isa_of(goal->row), goal->is, goal->at_least ? ">" : "<", goal->must, stretch,
                far    ? "met, and the stretch"
                : must ? "met"
                       : "missed");
        met += must;
        both += far;
    }
    fprintf(out, "%u of %u met, %u with their stretch\n", (unsigned)met, (unsigned)count, (unsigned)both);
}

void put_report(FILE *out, const bench_machine *m, const char *model, const bench_report *report) {
    fprintf(out, "%s", m->processor);
    if (m->mhz > 0) fprintf(out, ", %.0f MHz", m->mhz);
    fprintf(out, "; %s, %s; ", SINEW_COMPILER, SINEW_BUILD_TYPE);
    put_plain(out, model ? model : "the benchmark's own figure of 67 joints");
    fputs("\n\n", out);
    put_rows(out, report);
    fprintf(out,
            "\nError: the largest, 3 cm from a joint, against the same frame in double precision; rows above %g mm "
            "(!) are not valid.\nOf the conventional pipeline and of a crowd at less detail: how far their simpler "
            "rules are off.\n",
            BENCH_BOUND_MM);
    put_goals(out, report);
    fprintf(out, "Scaled: by %.2f / %.4f, nanoseconds of a 3×4 product there and here, in registers of 256 bits.\n",
            BENCH_UNIT_NS, report->unit_ns);
}
