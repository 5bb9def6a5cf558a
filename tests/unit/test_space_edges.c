/* Blend spaces at their edges: where every band is zero, where an angle wraps, which cells a look-up starts from,
   what is rounded and what is cut. test_space.c has the check values and the properties. */
#include "space_sets.h"

#include "bind/space_parts.h"
#include "math/predicates.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 2000 };

static snw_arena arena;

static int open_arena(void **state) {
    (void)state;
    snw_arena_init(&arena, NULL);
    return 0;
}

static int close_arena(void **state) {
    (void)state;
    snw_arena_free(&arena);
    return 0;
}

static snw_space *build(snw_space_kind kind, const double *xy, uint32_t count, bool normalize) {
    snw_space *space = snw_space_build(&arena, kind, xy, count, normalize, NULL);
    assert_non_null(space);
    return space;
}

/* The weight of each point at (x, y). */
static void weights_at(const snw_space *space, double x, double y, double *weights) {
    snw_weight out[64];
    assert_true(space->count <= 64);
    uint32_t count = snw_space_weights(space, (float)x, (float)y, out);
    for (uint32_t i = 0; i < space->count; ++i) weights[i] = 0.0;
    for (uint32_t i = 0; i < count; ++i) weights[out[i].index] = (double)out[i].weight;
}

/* ---- bands ---- */

/* SEMANTICS 2: where all bands are 0, which polar space allows, all motions weigh the same. Here each of the four
   has another that the point is beyond. */
static void where_all_bands_are_zero_all_weigh_the_same(void **state) {
    (void)state;
    const double at[] = { 0, 0, -16, 0, -4, 0, -1, 1 };
    const snw_space *space = build(SNW_SPACE_POLAR, at, 4, false);
    snw_weight out[4];
    assert_int_equal(snw_space_weights(space, 15.0f, 19.0f, out), 4);
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_equal(out[i].index, i);
        assert_true(out[i].weight == 0.25f);
    }
    /* Elsewhere in the same set they do not. */
    double weights[4];
    weights_at(space, -8.0, 0.0, weights);
    assert_true(weights[1] > 0.25 && weights[2] > 0.25 && weights[0] == 0.0);
}

/* With a motion in the middle and no gap of 180 degrees polar weights are continuous, over the seam at 180 degrees
   and through the middle too. */
static void polar_weights_are_continuous_all_round(void **state) {
    (void)state;
    for (uint32_t n = 3; n <= 12; ++n) {
        double xy[2 * 13] = { 0, 0 }, before[13], after[13];
        for (uint32_t i = 0; i < n; ++i) {
            xy[2 * i + 2] = cos(0.1 * n + 6.283185307179586 * i / n);
            xy[2 * i + 3] = sin(0.1 * n + 6.283185307179586 * i / n);
        }
        if (n == 4) memcpy(xy + 2, (const double[]){ 1, 0, 0, 1, -1, 0, 0, -1 }, 8 * sizeof *xy);
        const snw_space *space = build(SNW_SPACE_POLAR, xy, n + 1, false);
        for (int ring = 0; ring < 4; ++ring) {
            const double radius = 0.3 + 0.4 * ring;
            weights_at(space, radius, 0.0, before);
            for (int k = 1; k <= 6300; ++k) {
                weights_at(space, radius * cos(0.001 * k), radius * sin(0.001 * k), after);
                for (uint32_t i = 0; i <= n; ++i) assert_true(fabs(after[i] - before[i]) < 0.001 * (double)n);
                memcpy(before, after, sizeof before);
            }
        }
        weights_at(space, -1.5, -0.4, before);
        for (int k = 1; k <= 3000; ++k) { /* past the middle, and right through it */
            double x = -1.5 + 0.001 * k, y = n & 1 ? -0.4 + 0.0002 * k : x;
            if (k == 1 && !(n & 1)) weights_at(space, -1.5, -1.5, before);
            weights_at(space, x, y, after);
            for (uint32_t i = 0; i <= n; ++i) assert_true(fabs(after[i] - before[i]) < 0.002 * (double)n);
            memcpy(before, after, sizeof before);
        }
    }
}

/* ---- cells ---- */

/* Each cell has the triangle at its middle, so that a look-up there takes one test. */
static void cells_start_at_their_middles(void **state) {
    (void)state;
    static double xy[2 * MOST];
    uint64_t seed = 61;
    for (int round = 0; round < 60 + LARGE_SETS; ++round) {
        uint32_t n = round < 60 ? make_set(&seed, round, xy, 40) : make_large_set(&seed, round - 60, xy, 400);
        const snw_space *space = build(SNW_SPACE_DELAUNAY, xy, n, false);
        if (!space->triangle_count) continue;
        const snw_cells *cells = &space->cells;
        assert_true((size_t)cells->columns * cells->rows >= 2 * n && (size_t)cells->columns * cells->rows < 4 * n);
        double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
        for (uint32_t i = 0; i < n; ++i)
            for (int axis = 0; axis < 2; ++axis) {
                low[axis] = fmin(low[axis], space->at[i][axis]);
                high[axis] = fmax(high[axis], space->at[i][axis]);
            }
        for (uint32_t row = 0; row < cells->rows; ++row)
            for (uint32_t column = 0; column < cells->columns; ++column) {
                const double p[2] = { low[0] + (high[0] - low[0]) * ((double)column + 0.5) / cells->columns,
                                      low[1] + (high[1] - low[1]) * ((double)row + 0.5) / cells->rows };
                snw_located found = snw_locate(space, p);
                if (found.outer == SINEW_NONE && found.visited != 1) {
                    /* Only where rounding put the middle on the other side of an edge. */
                    assert_int_equal(found.visited, 2);
                    const uint32_t *v = space->triangles[found.triangle].point;
                    double least = INFINITY;
                    for (int i = 0; i < 3; ++i)
                        least = fmin(least, snw_orient2d(space->at[v[i]], space->at[v[(i + 1) % 3]], p));
                    assert_true(least < 0x1p-40 * (high[0] - low[0]) * (high[1] - low[1]));
                }
            }
    }
}

/* Cells are about as wide as high; only where all triangles are long one way, strips do better. */
static void cells_have_the_shape_of_the_set(void **state) {
    (void)state;
    static double xy[2 * MOST];
    static const struct {
        int kind;
        uint32_t columns, rows;
    } rows[] = {
        { 0, 29, 28 }, { 1, 29, 28 }, { 2, 46, 18 }, { 3, 46, 18 }, { 5, 29, 28 }, { 6, 1, 800 }, { 7, 27, 30 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        uint64_t seed = 61;
        uint32_t n = make_large_set(&seed, rows[i].kind, xy, 400);
        const snw_cells *cells = &build(SNW_SPACE_DELAUNAY, xy, n, false)->cells;
        assert_int_equal(cells->columns, rows[i].columns);
        assert_int_equal(cells->rows, rows[i].rows);
    }
    uint64_t seed = 5;
    scatter(&seed, xy, 512);
    for (uint32_t i = 0; i < 512; ++i) xy[2 * i] *= 16.0;
    const snw_cells *wide = &build(SNW_SPACE_DELAUNAY, xy, 512, false)->cells;
    assert_in_range(wide->columns, 120, 136); /* 16 : 1 of 1,024 */
    for (uint32_t i = 0; i < 512; ++i) {
        double x = xy[2 * i];
        xy[2 * i] = xy[2 * i + 1];
        xy[2 * i + 1] = x;
    }
    const snw_cells *high = &build(SNW_SPACE_DELAUNAY, xy, 512, false)->cells;
    assert_in_range(high->columns, 8, 9);
    /* Two rows, as two columns: strips across them. */
    uint32_t n = make_large_set(&seed, 6, xy, 400);
    for (uint32_t i = 0; i < n; ++i) {
        double x = xy[2 * i];
        xy[2 * i] = xy[2 * i + 1];
        xy[2 * i + 1] = x;
    }
    const snw_cells *strips = &build(SNW_SPACE_DELAUNAY, xy, n, false)->cells;
    assert_int_equal(strips->columns, 800);
    assert_int_equal(strips->rows, 1);
}

/* A look-up walks no farther than it must: a straight way through 2,000 triangles in a row is longer than one through
   a lattice, and both are bounded. */
static void walks_are_short_in_awkward_sets(void **state) {
    (void)state;
    static double xy[2 * MOST];
    for (int kind = 0; kind < LARGE_SETS; ++kind) {
        uint64_t seed = 61;
        uint32_t n = make_large_set(&seed, kind, xy, 1000);
        const snw_space *space = build(SNW_SPACE_DELAUNAY, xy, n, false);
        if (!space->triangle_count) continue;
        double sum = 0.0, low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
        for (uint32_t i = 0; i < 2 * n; ++i) {
            low[i % 2] = fmin(low[i % 2], xy[i]);
            high[i % 2] = fmax(high[i % 2], xy[i]);
        }
        for (int k = 0; k < 2000; ++k) {
            float x = (float)(low[0] + random_unit(&seed) * (high[0] - low[0]));
            float y = (float)(low[1] + random_unit(&seed) * (high[1] - low[1]));
            sum += snw_space_visited(space, x, y);
        }
        assert_true(sum / 2000.0 < 3.0);
    }
}

/* ---- scale ---- */

/* The predicates are exact for multiples of 2^-249 up to 2^400; what is scaled is rounded and cut to these. */
static void scaled_coordinates_suit_the_predicates(void **state) {
    (void)state;
    const double at[] = { 0, 0, 0x1p127, 0, 0, 0x1p-300, 0x1p-126, -0x1.8p-319, 1, 0x1.123456789abcdp-268 };
    const snw_space *space = build(SNW_SPACE_GRADIENT, at, 5, false);
    const double unit = 0x1p72; /* 2^127 lies at 2^199 */
    for (uint32_t i = 0; i < 5; ++i) {
        const double *p = space->at[space->order[i]];
        for (int axis = 0; axis < 2; ++axis) {
            double steps = ldexp(p[axis], 249), exact = at[2 * i + (uint32_t)axis] * unit;
            if (fabs(exact) < 0x1p-198) assert_true(steps == rint(steps));
            assert_true(fabs(p[axis] - exact) <= 0x1p-250);
        }
    }
    assert_true(space->at[space->order[2]][1] == 0x1p-228); /* a multiple stays what it is */
    const double tiny[] = { 1e-320, 0, 0, 1e-320, 0, 0 };
    const snw_space *small = build(SNW_SPACE_GRADIENT, tiny, 3, false);
    double out[2];
    snw_space_scale(small, 3e38, -3e38, out);
    assert_true(out[0] == 0x1p400 && out[1] == -0x1p400);
    snw_space_scale(small, 1e-320, -1e-320, out);
    assert_true(out[0] >= 0x1p199 && out[0] < 0x1p200 && out[1] == -out[0]);
    snw_space_scale(space, 0x1p127, -0x1p100, out);
    assert_true(out[0] == 0x1p199 && out[1] == -0x1p172);
}

/* Scaled axes: each by its own range, where it has one. */
static void an_axis_without_a_range_stays(void **state) {
    (void)state;
    const double flat[] = { 2, 8, 4, 8, 6, 8 };
    const snw_space *space = build(SNW_SPACE_GRADIENT, flat, 3, true);
    assert_true(space->range[0] == 4.0 && space->range[1] == 1.0);
    const double steep[] = { 2, 8, 2, -8, 2, 0.5 };
    space = build(SNW_SPACE_GRADIENT, steep, 3, true);
    assert_true(space->range[0] == 1.0 && space->range[1] == 16.0);
    const double whole[] = { -3.4e38, 0, 3.4e38, 1 };
    space = build(SNW_SPACE_GRADIENT, whole, 2, true);
    assert_true(space->range[0] == 6.8e38 && space->range[1] == 1.0);
    space = build(SNW_SPACE_GRADIENT, whole, 2, false);
    assert_true(space->range[0] == 1.0 && space->range[1] == 1.0);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        T(where_all_bands_are_zero_all_weigh_the_same),
        T(polar_weights_are_continuous_all_round),
        T(cells_start_at_their_middles),
        T(cells_have_the_shape_of_the_set),
        T(walks_are_short_in_awkward_sets),
        T(scaled_coordinates_suit_the_predicates),
        T(an_axis_without_a_range_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
