/* The benchmark: scenes, each timed over many repeats, with the error of what it made beside the time. Public headers
   only. Invariant: everything random comes from one fixed seed, and an error is measured in the same run against
   bench/pose_reference.h on what the timed code itself wrote. */
#ifndef BENCH_H
#define BENCH_H

#include "sinew/sinew.h"

typedef struct bench_row {
    const char *scene;
    const char *isa; /* the set of instructions; "conventional" for bench/baseline.h; NULL: does not matter */
    uint32_t count;  /* characters, points of a blend space, or clips of a bank */
    uint32_t threads;
    double us, us_median; /* a character, an advance, a sample, a bind; the least and the middle of the repeats */
    double error_mm;      /* the largest at 3 cm from a joint, or -1 where there is nothing to compare */
    bool only_told;       /* the error is how far a simpler rule is off, and not judged */
    double bytes; /* of state a character (of a graph: saved; of a bank: its handle), shared data aside; 0 where there
                     is none */
} bench_row;

/* A row is only valid with an error below this. */
#define BENCH_BOUND_MM 0.15
/* Nanoseconds of a 3×4 affine product in lanes on the machine that goals are given for: times are scaled by it. */
#define BENCH_UNIT_NS 0.62

typedef struct bench_report {
    bench_row rows[96];
    uint32_t count;
    double unit_ns; /* of the product on this machine, in this run */
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

/* ---- what is wished for: goals.c ---- */

/* A figure to reach, in microseconds on the machine of BENCH_UNIT_NS, or a ratio between two rows of this run. */
typedef struct bench_goal {
    const bench_row *row;
    const char *what;
    double is, must, stretch; /* stretch 0: none */
    bool at_least;            /* a ratio: more is better */
} bench_goal;

/* The goals that rows of a report have a part in. Shape: goals[capacity]; returns how many there are. */
uint32_t bench_goals(const bench_report *report, bench_goal *goals, uint32_t capacity);
/* Of a report, or NULL. isa NULL: any. */
const bench_row *bench_find(const bench_report *report, const char *scene, uint32_t count, const char *isa,
                            uint32_t threads);

/* ---- between the files ---- */

typedef struct bench_random {
    uint64_t state;
} bench_random;
double bench_next(bench_random *random); /* in [0, 1) */

enum { BENCH_ROUNDS = 4096 }; /* at most */

double bench_now(void); /* seconds */
/* Of times[count], which it sorts. */
void bench_order(double *times, uint32_t count, double *least, double *median);
/* Calls body(user, turn) until the time is up, at least 5 times, with 0, 1, 2 ...; *least and *median in seconds. False
   when memory runs out. */
bool bench_time(double seconds, void (*body)(void *user, uint32_t turn), void *user, double *least, double *median);
/* Work that is long beside the pauses of a busy machine, in parts that take turns: the least and the middle of each
   part are added up. */
bool bench_time_parts(double seconds, uint32_t parts, void (*body)(void *user, uint32_t turn), void *user,
                      double *least, double *median);
/* The same on several threads at once, each with a user of its own; the time of a round is that of the slowest. False
   when memory runs out or a thread does not start. */
bool bench_together(double seconds, uint32_t threads, void (*body)(void *user, uint32_t round), void *const *users,
                    double *least, double *median);
void bench_add(bench_report *report, bench_row row);

/* multiply.c: 3×4 products in lanes. */
typedef struct bench_multiply bench_multiply;
/* The sets of instructions that it has a product for on this machine, that of the unit first; NULL past
   the last. */
const char *bench_multiply_set(uint32_t index);
/* With that set; NULL: the unit. NULL when memory runs out or there is no such set. */
bench_multiply *bench_multiply_create(const char *set);
void bench_multiply_destroy(bench_multiply *multiply);
void bench_multiply_round(void *multiply, uint32_t round);
double bench_multiply_count(void); /* the products of a round */

sinew_result bench_unit(const bench_options *options, bench_report *report);
sinew_result bench_poses(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log);
sinew_result bench_crowds(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log);
sinew_result bench_banks(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log);
sinew_result bench_graphs(const bench_options *options, bench_report *report, sinew_log *log);

#endif
