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

/* ---- the triangulation ---- */

/* No point inside the circle of a triangle, none turned; by exact predicates. */
static void check_delaunay(const snw_space *space) {
    assert_true(space->triangle_count > 0);
    for (uint32_t t = 0; t < space->triangle_count; ++t) {
        const uint32_t *v = space->triangles[t].point;
        const double *a = space->at[v[0]], *b = space->at[v[1]], *c = space->at[v[2]];
        assert_true(snw_orient2d(a, b, c) > 0.0);
        for (uint32_t p = 0; p < space->count; ++p) assert_true(snw_incircle(a, b, c, space->at[p]) <= 0.0);
    }
}

/* A cluster that is 2^-240 of the set's size is triangulated like any other, and its points are found. */
static void clusters_far_below_the_size_of_the_set(void **state) {
    (void)state;
    uint64_t seed = 91;
    for (int round = 0; round < 50; ++round) {
        double xy[2 * 20];
        scatter(&seed, xy, 18);
        for (uint32_t i = 0; i < 36; ++i) xy[i] = ldexp(rint(ldexp(xy[i], 6)), -6 - 220); /* a lattice: circles too */
        for (uint32_t i = 0; i < 18; ++i) xy[2 * i] += (double)i * 0x1p-234;              /* none twice */
        memcpy(xy + 36, (const double[]){ 1, 0.25, -1, 0.5 }, 4 * sizeof *xy);
        const snw_space *space = build(SNW_SPACE_DELAUNAY, xy, 20, false);
        check_delaunay(space);
        uint32_t corners = 0;
        for (uint32_t i = 0; i < 20; ++i) {
            snw_located found = snw_locate(space, space->at[i]);
            assert_int_equal(found.outer, SINEW_NONE);
            const uint32_t *v = space->triangles[found.triangle].point;
            corners += v[0] == i || v[1] == i || v[2] == i;
        }
        assert_int_equal(corners, 20);
    }
}

/* A point on a side of the hull but for rounding is a corner of the outline, whichever side it is and on whichever
   side of it the rounding put the point. */
static void slivers_are_left_out_on_every_side(void **state) {
    (void)state;
    static const double corners[][2] = {
        { 3, 1 }, { 7, 1 }, { 8, 2 }, { 8, 6 }, { 6, 8 }, { 2, 8 }, { 1, 7 }, { 1, 3 }
    };
    for (uint32_t side = 0; side < 8; ++side) {
        for (int inward = 0; inward < 2; ++inward) {
            double xy[2 * 10];
            memcpy(xy, corners, sizeof corners);
            const double *a = corners[side], *b = corners[(side + 1) % 8];
            double length = hypot(b[0] - a[0], b[1] - a[1]), off = inward ? 0x1p-49 : -0x1p-49;
            xy[16] = (a[0] + b[0]) / 2 - (b[1] - a[1]) / length * off;
            xy[17] = (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * off;
            xy[18] = 4.5; /* and one well inside */
            xy[19] = 4.25;
            const snw_space *space = build(SNW_SPACE_DELAUNAY, xy, 10, false);
            assert_int_equal(space->outline.count, 9);
            assert_int_equal(space->triangle_count, 2 * 10 - 2 - 9);
            uint32_t on = 0;
            for (uint32_t k = 0; k < 9; ++k) {
                on += space->file[space->outline.point[k]] == 8;
                /* The side wavers; its direction only ever grows, and by less than half a turn. */
                double turned = space->outline.turn[k] - (k ? space->outline.turn[k - 1] : 0.0);
                assert_true(turned >= 0.0 && turned < 1.5);
            }
            assert_int_equal(on, 1);
        }
    }
}

/* A corner that is near two sides is left out of one triangle, not of both: the point between them stays. */
static void a_corner_is_left_out_once(void **state) {
    (void)state;
    const double u = 0x1p-52;
    const double at[] = { 1, 1, 1 + 40 * u, 1, 1, 1 + 40 * u, 1 + 5 * u, 1 + 5 * u };
    const snw_space *space = build(SNW_SPACE_DELAUNAY, at, 4, false);
    assert_int_equal(space->triangle_count, 2);
    assert_int_equal(space->outline.count, 4);
    double weights[4];
    weights_at(space, 0.5, 0.5, weights);
    assert_true(weights[0] == 1.0);
}

/* Of points that fall together next to the set's size the first by (y, x) stands for all, wherever the file has it. */
static void of_points_that_fall_together_the_first_counts(void **state) {
    (void)state;
    for (uint32_t first = 0; first < 4; ++first) {
        double xy[2 * 7] = { 0, 0, 0, 0, 0, 0, 0, 0, 3e38, 0, 0, 3e38, -3e38, -3e38 };
        for (uint32_t i = 0; i < 4; ++i) xy[2 * ((first + i) % 4) + 1] = (double)i * 1e-300;
        const snw_space *space = build(SNW_SPACE_DELAUNAY, xy, 7, false);
        snw_weight out[3];
        assert_int_equal(snw_space_weights(space, 0.0f, 0.0f, out), 1);
        assert_int_equal(out[0].index, first);
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

/* Points that lie on a line as decimals do, though x is small beside y: each may be off by half a unit of its y, so
   every coordinate adds to what is allowed. */
static void decimals_on_a_line_stay_on_it(void **state) {
    (void)state;
    enum { POINTS = 61 };
    double at[POINTS][2], turned[POINTS][2];
    for (int k = 0; k < POINTS; ++k) {
        turned[k][1] = at[k][0] = (k - 30) / 10.0;
        turned[k][0] = at[k][1] = (1003 + k) / 10.0;
    }
    for (int a = 0; a < POINTS; ++a)
        for (int b = a + 1; b < POINTS; ++b)
            for (int c = b + 1; c < POINTS; ++c) {
                assert_true(snw_line_holds(at[a], at[b], at[c]) && snw_line_holds(at[c], at[b], at[a]));
                assert_true(snw_line_holds(turned[a], turned[b], turned[c]));
            }
    const double off[] = { at[30][0], at[30][1] + 1e-12 };
    assert_false(snw_line_holds(at[0], off, at[60]));
}

/* Each coordinate takes that of the first point that has it, whichever comes first. */
static void a_snap_takes_both_axes(void **state) {
    (void)state;
    const double xy[] = { 0.1, 0, 1, 0.7, -1, 1 };
    const snw_space *space = build(SNW_SPACE_DELAUNAY, xy, 3, false);
    for (uint32_t i = 0; i < 6; ++i) {
        const uint32_t points[] = { i % 3, (i + 1 + i / 3) % 3, (i + 2 - i / 3) % 3 };
        double p[2];
        snw_space_scale(space, (double)0.1f, (double)0.7f, p);
        assert_true(p[0] != space->at[0][0] && p[1] != space->at[1][1]);
        snw_space_snap(space, points, 3, 0.1f, 0.7f, p);
        assert_true(p[0] == space->at[0][0] && p[1] == space->at[1][1]);
    }
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        T(where_all_bands_are_zero_all_weigh_the_same),
        T(polar_weights_are_continuous_all_round),
        T(cells_start_at_their_middles),
        T(cells_have_the_shape_of_the_set),
        T(walks_are_short_in_awkward_sets),
        T(clusters_far_below_the_size_of_the_set),
        T(slivers_are_left_out_on_every_side),
        T(a_corner_is_left_out_once),
        T(of_points_that_fall_together_the_first_counts),
        T(scaled_coordinates_suit_the_predicates),
        T(an_axis_without_a_range_stays),
        T(decimals_on_a_line_stay_on_it),
        T(a_snap_takes_both_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
