/* The benchmark: scenes, each timed over many repeats, with the error of what it made beside the time. Public headers
   only. Invariant: everything random comes from one fixed seed, and an error is measured in the same run against
   bench/pose_reference.h on what the timed code itself wrote. */
#ifndef BENCH_H
#define BENCH_H

#include "sinew/sinew.h"

typedef struct bench_row {
    const char *scene;
    uint32_t count;       /* characters, or points of a blend space */
    double us, us_median; /* a character, an advance, a sample, a bind; the least and the middle of the repeats */
    double error_mm;      /* the largest at 3 cm from a joint, or -1 where there is nothing to compare */
    double bytes;         /* of state a character, palette and shared data aside; 0 where there is none */
} bench_row;

/* A row is only valid with an error below this. */
#define BENCH_BOUND_MM 0.15

typedef struct bench_report {
    bench_row rows[32];
    uint32_t count;
} bench_report;

typedef struct bench_options {
    double seconds; /* to spend on a row, about; 0: 0.5 */
    uint32_t most;  /* characters of the largest crowd; 0: 10,000 */
} bench_options;

/* Runs every scene on a model: `bench_figure`'s, or one of the caller's with at least one clip.
   Errors: MEMORY; INPUT where the model has no clip or cannot be bound (see log). */
sinew_result bench_run(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log);

/* 67 joints, and the clips "walk" (1.33 s: a third of the joints turn, a few move), "dense" (1 s: all turn), "run" and
   "aim" (an upper body). NULL when memory runs out. */
sinew_model *bench_figure(sinew_log *log);

/* ---- between the files ---- */

typedef struct bench_random {
    uint64_t state;
} bench_random;
double bench_next(bench_random *random); /* in [0, 1) */

/* Calls body(user, round) until the time is up, at least 5 times; *least and *median in seconds. False when memory runs
   out. */
bool bench_time(double seconds, void (*body)(void *user, uint32_t round), void *user, double *least, double *median);
void bench_add(bench_report *report, bench_row row);

sinew_result bench_poses(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log);
sinew_result bench_graphs(const bench_options *options, bench_report *report, sinew_log *log);

#endif
