/* What is wished for, and how far it is: docs/performance.md says where the figures come from. Invariant: a time is
   scaled by this run's own product of matrices, so that a slower or a busier machine is no excuse and a faster one no
   gift; a ratio is of two rows of one run. */
#include "bench.h"

#include <string.h>

typedef struct goal {
    const char *what, *scene, *isa;
    uint32_t count, threads;
    double must, stretch;
} goal;

static const goal TIMES[] = {
    { "sampling, forward", "sample-forward", "avx512", 1, 1, 0.08, 0.055 },
    { "sampling, forward", "sample-forward", "avx2", 1, 1, 0.08, 0.055 },
    { "sampling, random", "sample-random", "avx512", 1, 1, 0.08, 0.055 },
    { "sampling, random", "sample-random", "avx2", 1, 1, 0.08, 0.055 },
    { "a frame, hot", "frame2", "avx512", 1, 1, 0.60, 0.48 },
    { "a frame, hot", "frame2", "avx2", 1, 1, 0.60, 0.48 },
    { "a frame, hot", "frame2", "sse2", 1, 1, 1.15, 0.95 },
    { "a frame, crowd", "frame2", "avx512", 10000, 1, 0.70, 0.50 },
    { "a frame, crowd", "frame2", "avx2", 10000, 1, 0.90, 0.70 },
    { "a frame, crowd", "frame2", "sse2", 10000, 1, 1.35, 1.05 },
    { "opening a bank", "open-bank", NULL, 76, 1, 1000, 0 },
    { "advancing a locomotion graph", "advance", NULL, 1, 1, 0.5, 0.25 },
};

const bench_row *bench_find(const bench_report *report, const char *scene, uint32_t count, const char *isa,
                            uint32_t threads) {
    for (uint32_t i = 0; i < report->count; ++i) {
        const bench_row *row = &report->rows[i];
        if (strcmp(row->scene, scene) || row->count != count || row->threads != threads) continue;
        if (!isa || (row->isa && !strcmp(row->isa, isa))) return row;
    }
    return NULL;
}

typedef struct list {
    bench_goal *goals;
    uint32_t count, capacity;
} list;

static void add(list *l, bench_goal one) {
    if (l->count < l->capacity) l->goals[l->count++] = one;
}

static void add_times(list *l, const bench_report *report) {
    double scale = BENCH_UNIT_NS / report->unit_ns;
    for (size_t i = 0; i < sizeof TIMES / sizeof TIMES[0]; ++i) {
        const goal *g = &TIMES[i];
        const bench_row *row = bench_find(report, g->scene, g->count, g->isa, g->threads);
        if (row) add(l, (bench_goal){ row, g->what, row->us * scale, g->must, g->stretch, false });
    }
}

/* How many times faster than the conventional pipeline, on sets of 8 lanes and up. */
static void add_ratios(list *l, const bench_report *report) {
    static const struct {
        const char *what;
        uint32_t count;
        double must;
    } ratios[] = { { "times the conventional frame, hot", 1, 5 }, { "times the conventional frame, crowd", 10000, 8 } };
    static const char *const sets[] = { "avx512", "avx2" };
    for (size_t r = 0; r < 2; ++r)
        for (size_t i = 0; i < 2; ++i) {
            const bench_row *row = bench_find(report, "frame2", ratios[r].count, sets[i], 1);
            const bench_row *other = bench_find(report, "frame2", ratios[r].count, "conventional", 1);
            if (row && other) add(l, (bench_goal){ row, ratios[r].what, other->us / row->us, ratios[r].must, 0, true });
        }
}

/* The locomotion graph's state, and what a large machine costs beside it. */
static void add_graphs(list *l, const bench_report *report) {
    const bench_row *small = bench_find(report, "advance", 1, NULL, 1);
    const bench_row *large = bench_find(report, "advance-large", 1, NULL, 1);
    if (small) add(l, (bench_goal){ small, "bytes of a saved state", small->bytes, 512, 256, false });
    if (small && large)
        add(l, (bench_goal){ large, "times that, of 400 transitions", large->us / small->us, 3, 0, false });
}

/* Where two copies of the product do not reach 1.95 the machine does not give a second thread's worth. */
static void add_threads(list *l, const bench_report *report) {
    const bench_row *one = bench_find(report, "multiply-3x4", 1, NULL, 1);
    const bench_row *two = bench_find(report, "multiply-3x4", 1, NULL, 2);
    if (!one || !two) return;
    double given = one->us / two->us;
    add(l, (bench_goal){ two, "threads' worth of products from two", given, 1.95, 0, true });
    if (given < 1.95) return;
    for (uint32_t i = 0; i < report->count; ++i) {
        const bench_row *row = &report->rows[i];
        if (row->threads != 2 || strcmp(row->scene, "frame2")) continue;
        const bench_row *alone = bench_find(report, "frame2", row->count, row->isa, 1);
        if (alone) add(l, (bench_goal){ row, "times one thread, crowd", alone->us / row->us, 1.9, 0, true });
    }
}

uint32_t bench_goals(const bench_report *report, bench_goal *goals, uint32_t capacity) {
    list l = { goals, 0, capacity };
    add_times(&l, report);
    add_graphs(&l, report);
    add_ratios(&l, report);
    add_threads(&l, report);
    return l.count;
}
