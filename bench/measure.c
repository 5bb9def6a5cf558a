/* Time, and the order of it. Invariant: what is reported is the least and the middle of the repeats, never a mean that
   one interruption can spoil. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_order(double *times, uint32_t count, double *least, double *median) {
    qsort(times, count, sizeof *times, by_size);
    *least = times[0];
    *median = times[count / 2];
}

bool bench_time_parts(double seconds, uint32_t parts, void (*body)(void *user, uint32_t turn), void *user,
                      double *least, double *median) {
    enum { LEAST = 5 };
    double *times = malloc((size_t)parts * BENCH_ROUNDS * sizeof *times);
    if (!times) return false;
    uint32_t count = 0;
    for (uint32_t part = 0; part < parts; ++part) body(user, part); /* once to warm up */
    for (double start = bench_now(); count < LEAST || (count < BENCH_ROUNDS && bench_now() - start < seconds); ++count)
        for (uint32_t part = 0; part < parts; ++part) {
            double begin = bench_now();
            body(user, (count + 1) * parts + part);
            times[(size_t)part * BENCH_ROUNDS + count] = bench_now() - begin;
        }
    *least = *median = 0;
    for (uint32_t part = 0; part < parts; ++part) {
        double low, middle;
        bench_order(times + (size_t)part * BENCH_ROUNDS, count, &low, &middle);
        *least += low;
        *median += middle;
    }
    free(times);
    return true;
}

bool bench_time(double seconds, void (*body)(void *user, uint32_t turn), void *user, double *least, double *median) {
    return bench_time_parts(seconds, 1, body, user, least, median);
}

void bench_add(bench_report *report, bench_row row) {
    if (report->count < sizeof report->rows / sizeof report->rows[0]) report->rows[report->count++] = row;
}

double bench_next(bench_random *random) {
    /* A 64-bit linear congruential generator; multiplier from D. Knuth, "MMIX". The high bits are the good ones. */
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random->state >> 11) / 9007199254740992.0;
}

static bool multiply_row(const bench_options *options, bench_report *report, const char *set, uint32_t threads) {
    bench_multiply *m[2] = { bench_multiply_create(set), threads > 1 ? bench_multiply_create(set) : NULL };
    bench_row row = { .scene = "multiply-3x4", .isa = set, .count = 1, .threads = threads, .error_mm = -1 };
    void *users[2] = { m[0], m[1] };
    bool ok = m[0] && (threads == 1 || m[1]);
    if (ok)
        ok = threads == 1 ? bench_time(options->seconds, bench_multiply_round, m[0], &row.us, &row.us_median)
                          : bench_together(options->seconds, 2, bench_multiply_round, users, &row.us, &row.us_median);
    row.us *= 1e6 / (bench_multiply_count() * threads);
    row.us_median *= 1e6 / (bench_multiply_count() * threads);
    if (ok) bench_add(report, row);
    bench_multiply_destroy(m[0]);
    bench_multiply_destroy(m[1]);
    return ok;
}

/* One thread, and two: what of a second thread this machine gives. The first row is what times are scaled by; the
   others say what wider and narrower registers give here. */
sinew_result bench_unit(const bench_options *options, bench_report *report) {
    bool ok = multiply_row(options, report, NULL, 1) && multiply_row(options, report, NULL, 2);
    const char *asked = getenv("SINEW_SIMD");
    for (uint32_t i = 0; ok && bench_multiply_set(i); ++i)
        if (!asked || !asked[0] || !strcmp(asked, bench_multiply_set(i)))
            ok = multiply_row(options, report, bench_multiply_set(i), 1);
    if (!ok) return SINEW_ERROR_MEMORY;
    report->unit_ns = report->rows[0].us * 1000;
    return SINEW_OK;
}

sinew_result bench_run(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log) {
    bench_options o = *options;
    if (!(o.seconds > 0)) o.seconds = 0.5;
    if (!o.most) o.most = 10000;
    report->count = 0;
    sinew_result result = bench_unit(&o, report);
    if (!result) result = bench_poses(model, &o, report, log);
    if (!result) result = bench_crowds(model, &o, report, log);
    if (!result) result = bench_banks(model, &o, report, log);
    return result ? result : bench_graphs(&o, report, log);
}
