/* Time, and the order of it. Invariant: what is reported is the least and the middle of the repeats, never a mean that
   one interruption can spoil. */
#include "bench.h"

#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool bench_time(double seconds, void (*body)(void *user, uint32_t round), void *user, double *least, double *median) {
    enum { LEAST = 5, MOST = 4096 };
    double *times = malloc(MOST * sizeof *times);
    if (!times) return false;
    uint32_t count = 0;
    body(user, 0); /* once to warm up */
    for (double start = now(); count < LEAST || (count < MOST && now() - start < seconds); ++count) {
        double begin = now();
        body(user, count + 1);
        times[count] = now() - begin;
    }
    qsort(times, count, sizeof *times, by_size);
    *least = times[0];
    *median = times[count / 2];
    free(times);
    return true;
}

void bench_add(bench_report *report, bench_row row) {
    if (report->count < sizeof report->rows / sizeof report->rows[0]) report->rows[report->count++] = row;
}

double bench_next(bench_random *random) {
    /* A 64-bit linear congruential generator; multiplier from D. Knuth, "MMIX". The high bits are the good ones. */
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random->state >> 11) / 9007199254740992.0;
}

sinew_result bench_run(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log) {
    bench_options o = *options;
    if (!(o.seconds > 0)) o.seconds = 0.5;
    if (!o.most) o.most = 10000;
    report->count = 0;
    sinew_result result = bench_poses(model, &o, report, log);
    return result ? result : bench_graphs(&o, report, log);
}
