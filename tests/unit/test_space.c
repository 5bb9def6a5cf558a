/* Blend spaces: the rules' check values, and properties over seeded random sets. */
#include "space_sets.h"

#include "bind/space_parts.h"
#include "fault/fault.h"
#include "math/predicates.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 2000 };

typedef struct fixture {
    snw_arena arena;
    snw_space *space;
} fixture;

static fixture open_space(snw_space_kind kind, const double *xy, uint32_t count, bool normalize) {
    fixture f;
    snw_arena_init(&f.arena, NULL);
    f.space = snw_space_build(&f.arena, kind, xy, count, normalize, NULL);
    assert_non_null(f.space);
    const uint32_t capacities[] = { 2, 3, count, count, 4 };
    assert_int_equal(snw_space_capacity(f.space), capacities[kind]);
    if (kind == SNW_SPACE_1D) return f;
    double largest = 0.0; /* the scale that the predicates' range asks for */
    for (uint32_t i = 0; i < count; ++i)
        largest = fmax(largest, fmax(fabs(f.space->at[i][0]), fabs(f.space->at[i][1])));
    assert_true(largest == 0.0 || (largest >= 0x1p199 && largest < 0x1p200));
    return f;
}

static void close_space(fixture *f) { snw_arena_free(&f->arena); }

static float weight_of(const snw_weight *out, uint32_t count, uint32_t index) {
    for (uint32_t i = 0; i < count; ++i)
        if (out[i].index == index) return out[i].weight;
    return 0.0f;
}

/* Also checks what holds for every look-up. */
static uint32_t look_up(const snw_space *space, float x, float y, snw_weight *out) {
    uint32_t count = snw_space_weights(space, x, y, out);
    assert_in_range(count, 1, snw_space_capacity(space));
    double sum = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(out[i].weight > 0.0f && out[i].weight <= 1.0f);
        if (i) assert_true(out[i - 1].index < out[i].index);
        sum += (double)out[i].weight;
    }
    assert_true(fabs(sum - 1.0) < 1e-6);
    uint32_t heaviest = snw_space_heaviest(space, out, count);
    for (uint32_t i = 0; i < count; ++i) assert_true(out[heaviest].weight >= out[i].weight);
    return count;
}

static void expect(const snw_space *space, float x, float y, const float *weights) {
    snw_weight out[8];
    uint32_t count = look_up(space, x, y, out), positive = 0;
    for (uint32_t i = 0; i < space->count; ++i) {
        assert_true(fabsf(weight_of(out, count, i) - weights[i]) < 1e-6f);
        positive += weights[i] > 0.0f;
    }
    assert_int_equal(count, positive);
}

/* ---- check values ---- */

static void one_axis(void **state) {
    (void)state;
    const double at[] = { 0, 9, 1.5, 9, 4, 9 };
    fixture f = open_space(SNW_SPACE_1D, at, 3, false);
    expect(f.space, 2.3f, 0.0f, (const float[]){ 0.0f, 0.68f, 0.32f });
    expect(f.space, 9.0f, 0.0f, (const float[]){ 0.0f, 0.0f, 1.0f });
    expect(f.space, -3.0f, 0.0f, (const float[]){ 1.0f, 0.0f, 0.0f });
    expect(f.space, 1.5f, 0.0f, (const float[]){ 0.0f, 1.0f, 0.0f });
    close_space(&f);
    /* 0.1 is not a float; the float nearest to it still means that position. */
    const double tenths[] = { -0.1, 0, 0.1, 0, 0.7, 0 };
    f = open_space(SNW_SPACE_1D, tenths, 3, true);
    expect(f.space, 0.1f, 0.0f, (const float[]){ 0.0f, 1.0f, 0.0f });
    expect(f.space, 0.7f, 0.0f, (const float[]){ 0.0f, 0.0f, 1.0f });
    expect(f.space, -0.1f, 0.0f, (const float[]){ 1.0f, 0.0f, 0.0f });
    expect(f.space, 0.4f, 0.0f, (const float[]){ 0.0f, 0.5f, 0.5f });
    close_space(&f);
    const double wide[] = { -3.4e38, 0, 3.4e38, 0 };
    f = open_space(SNW_SPACE_1D, wide, 2, false);
    expect(f.space, 0.0f, 0.0f, (const float[]){ 0.5f, 0.5f });
    close_space(&f);
}

static void triangles(void **state) {
    (void)state;
    const double at[] = { 0, 0, 0, 2, 3, 0.3, -2, 0.7 };
    fixture f = open_space(SNW_SPACE_DELAUNAY, at, 4, false);
    expect(f.space, 0.5f, 0.6f, (const float[]){ 0.558333f, 0.275f, 0.166667f, 0.0f });
    expect(f.space, 4.0f, 5.0f, (const float[]){ 0.0f, 0.41968f, 0.58032f, 0.0f });
    expect(f.space, -9.0f, 0.5f, (const float[]){ 0.0f, 0.0f, 0.0f, 1.0f });
    close_space(&f);
}

/* Decimals are no floats, yet what lies on an edge as written has no weight beside it. */
static void on_an_edge_only_its_ends_weigh(void **state) {
    (void)state;
    const double at[] = { 0.1, 0, 0.1, 0.7, -0.9, 0.3, 1.3, 0.3 };
    for (int kind = SNW_SPACE_DELAUNAY; kind <= SNW_SPACE_GRADIENT; ++kind) {
        fixture f = open_space((snw_space_kind)kind, at, 4, false);
        snw_weight out[4];
        if (kind == SNW_SPACE_DELAUNAY) {
            for (int i = 1; i < 7; ++i) {
                uint32_t count = look_up(f.space, 0.1f, (float)(0.1 * i), out);
                assert_int_equal(count, 2);
                assert_true(fabsf(weight_of(out, count, 1) - (float)i / 7.0f) < 1e-6f);
            }
        }
        for (uint32_t i = 0; i < 4; ++i) {
            assert_int_equal(look_up(f.space, (float)at[2 * i], (float)at[2 * i + 1], out), 1);
            assert_int_equal(out[0].index, i);
        }
        close_space(&f);
    }
}

static void points_on_a_line(void **state) {
    (void)state;
    const double at[] = { 0, 0, 1, 1, 3, 3 };
    fixture f = open_space(SNW_SPACE_DELAUNAY, at, 3, false);
    expect(f.space, 2.0f, 1.0f, (const float[]){ 0.0f, 0.75f, 0.25f });
    expect(f.space, -5.0f, 0.0f, (const float[]){ 1.0f, 0.0f, 0.0f });
    expect(f.space, 9.0f, 9.0f, (const float[]){ 0.0f, 0.0f, 1.0f });
    assert_int_equal(snw_space_triangle_count(f.space), 0);
    assert_int_equal(snw_space_visited(f.space, 1.0f, 1.0f), 0);
    close_space(&f);
    /* On a line as written, though not as doubles; level, and not in the order along it by (y, x). */
    const double slanted[] = { 0.3, 0.9, 0, 0, 0.1, 0.3, 0.2, 0.6 };
    f = open_space(SNW_SPACE_DELAUNAY, slanted, 4, false);
    assert_int_equal(snw_space_triangle_count(f.space), 0);
    expect(f.space, 0.2f, 0.6f, (const float[]){ 0.0f, 0.0f, 0.0f, 1.0f });
    expect(f.space, 0.15f, 0.45f, (const float[]){ 0.0f, 0.0f, 0.5f, 0.5f });
    close_space(&f);
    const double level[] = { 0, 0.30000000000000004, 2, 0.3, 1, 0.3, 3, 0.30000000000000004 };
    f = open_space(SNW_SPACE_DELAUNAY, level, 4, false);
    expect(f.space, 1.5f, 7.0f, (const float[]){ 0.0f, 0.5f, 0.5f, 0.0f });
    expect(f.space, 0.25f, -7.0f, (const float[]){ 0.75f, 0.0f, 0.25f, 0.0f });
    close_space(&f);
}

static void one_and_two_points(void **state) {
    (void)state;
    const double at[] = { 2, 1, -2, -1 };
    for (int kind = SNW_SPACE_1D; kind <= SNW_SPACE_GRID; ++kind) {
        fixture f = open_space((snw_space_kind)kind, at, 1, true);
        expect(f.space, 7.0f, -3.0f, (const float[]){ 1.0f });
        expect(f.space, 2.0f, 1.0f, (const float[]){ 1.0f });
        close_space(&f);
    }
    const double origin[] = { 0, 0 };
    for (int kind = SNW_SPACE_DELAUNAY; kind <= SNW_SPACE_GRID; ++kind) {
        fixture f = open_space((snw_space_kind)kind, origin, 1, false);
        expect(f.space, 1e30f, -1e-30f, (const float[]){ 1.0f });
        close_space(&f);
    }
    fixture f = open_space(SNW_SPACE_DELAUNAY, at, 2, false);
    expect(f.space, 0.0f, 0.0f, (const float[]){ 0.5f, 0.5f });
    expect(f.space, 1.0f, 0.5f, (const float[]){ 0.75f, 0.25f });
    expect(f.space, -1.0f, 2.0f, (const float[]){ 0.5f, 0.5f });
    close_space(&f);
}

static void bands(void **state) {
    (void)state;
    const double plane[] = { 0, 0, 0, 1, 0, 2, 1, 0.5 };
    fixture f = open_space(SNW_SPACE_GRADIENT, plane, 4, false);
    expect(f.space, 0.3f, 0.7f, (const float[]){ 0.230769f, 0.492308f, 0.0f, 0.276923f });
    expect(f.space, 0.0f, 2.0f, (const float[]){ 0.0f, 0.0f, 1.0f, 0.0f });
    close_space(&f);
    const double strafe[] = { 0, 0, 0, 2, 2, 0, -2, 0, 0, -2 };
    f = open_space(SNW_SPACE_POLAR, strafe, 5, false);
    expect(f.space, 0.6f, 1.1f, (const float[]){ 0.283408f, 0.475378f, 0.241214f, 0.0f, 0.0f });
    expect(f.space, 2.0f, 0.0f, (const float[]){ 0.0f, 0.0f, 1.0f, 0.0f, 0.0f });
    expect(f.space, 0.0f, 0.0f, (const float[]){ 1.0f, 0.0f, 0.0f, 0.0f, 0.0f });
    close_space(&f);
}

/* Polar bands by the formula of the rules, written again in the simplest way. */
static double polar_by_formula(const double *xy, uint32_t n, double x, double y, double *weights) {
    double sum = 0.0;
    for (uint32_t i = 0; i < n; ++i) {
        const double *a = xy + 2 * i;
        double h = 1.0, la = hypot(a[0], a[1]), lp = hypot(x, y);
        for (uint32_t j = 0; j < n; ++j) {
            if (i == j) continue;
            const double *b = xy + 2 * j;
            double lb = hypot(b[0], b[1]), m = (la + lb) / 2.0;
            bool origin = la == 0.0 || lb == 0.0;
            double v0 = (lb - la) / m, w0 = (lp - la) / m;
            /* + 0.0: half a turn counts as π, not −π. */
            double v1 = origin ? 0.0 : 2.0 * atan2(a[0] * b[1] - a[1] * b[0] + 0.0, a[0] * b[0] + a[1] * b[1]);
            double w1 = origin || lp == 0.0 ? 0.0 : 2.0 * atan2(a[0] * y - a[1] * x + 0.0, a[0] * x + a[1] * y);
            h = fmin(h, 1.0 - (w0 * v0 + w1 * v1) / (v0 * v0 + v1 * v1));
        }
        weights[i] = fmax(h, 0.0);
        sum += weights[i];
    }
    for (uint32_t i = 0; i < n; ++i) weights[i] = sum > 0.0 ? weights[i] / sum : 1.0 / n;
    return sum;
}

static void polar_agrees_with_its_formula(void **state) {
    (void)state;
    uint64_t seed = 77;
    for (int round = 0; round < 1000; ++round) {
        double xy[2 * 12], wanted[12];
        snw_weight out[12];
        uint32_t n = 2 + (uint32_t)(random_unit(&seed) * 10.0);
        scatter(&seed, xy, n);
        if (round & 1) xy[0] = xy[1] = 0.0;
        fixture f = open_space(SNW_SPACE_POLAR, xy, n, false);
        for (int k = 0; k < 20; ++k) {
            float x = random_float(&seed, 1.5), y = random_float(&seed, 1.5);
            uint32_t count = look_up(f.space, x, y, out);
            double sum = polar_by_formula(xy, n, (double)x, (double)y, wanted);
            if (sum > 0.0 && sum < 1e-6) continue; /* the formula itself is all rounding there */
            for (uint32_t i = 0; i < n; ++i) assert_true(fabs((double)weight_of(out, count, i) - wanted[i]) < 1e-5);
        }
        close_space(&f);
    }
}

static void opposite_points_are_half_a_turn_apart(void **state) {
    (void)state;
    const double at[] = { 0.6, 0.8, -0.6, -0.8, 0, 0 };
    fixture f = open_space(SNW_SPACE_POLAR, at, 3, false);
    for (int k = 0; k < 64; ++k) {
        float x = (float)cos(k * 0.1), y = (float)sin(k * 0.1);
        double wanted[3];
        snw_weight out[3];
        polar_by_formula(at, 3, (double)x, (double)y, wanted);
        uint32_t count = look_up(f.space, x, y, out);
        for (uint32_t i = 0; i < 3; ++i) assert_true(fabs((double)weight_of(out, count, i) - wanted[i]) < 1e-5);
    }
    close_space(&f);
}

static void grid(void **state) {
    (void)state;
    const double at[] = { -1, -1, 1, -1, -1, 1, 1, 1 };
    fixture f = open_space(SNW_SPACE_GRID, at, 4, false);
    expect(f.space, 0.5f, -0.2f, (const float[]){ 0.15f, 0.45f, 0.1f, 0.3f });
    expect(f.space, 0.5f, 7.0f, (const float[]){ 0.0f, 0.0f, 0.25f, 0.75f });
    expect(f.space, 1.0f, -1.0f, (const float[]){ 0.0f, 1.0f, 0.0f, 0.0f });
    close_space(&f);
    /* At equal weights the first by (y, x), wherever it stands in the file. */
    const double turned[] = { 1, 1, -1, 1, 1, -1, -1, -1 };
    f = open_space(SNW_SPACE_GRID, turned, 4, false);
    snw_weight out[4];
    uint32_t count = look_up(f.space, 0.0f, 0.0f, out);
    assert_int_equal(out[snw_space_heaviest(f.space, out, count)].index, 3);
    close_space(&f);
    f = open_space(SNW_SPACE_DELAUNAY, turned, 4, false);
    count = look_up(f.space, 1.0f, 0.0f, out);
    assert_int_equal(out[snw_space_heaviest(f.space, out, count)].index, 0);
    close_space(&f);
    snw_arena arena;
    snw_arena_init(&arena, NULL);
    const double gap[] = { 0, 0, 1, 0, 0, 1, 2, 1 };
    assert_null(snw_space_build(&arena, SNW_SPACE_GRID, gap, 4, false, NULL));
    assert_null(snw_space_build(&arena, SNW_SPACE_GRID, gap, 3, false, NULL));
    const double bent[] = { 0, 0, 1, 0, 0, 1, 1, 2 };
    assert_null(snw_space_build(&arena, SNW_SPACE_GRID, bent, 4, false, NULL));
    assert_null(snw_space_build(&arena, SNW_SPACE_GRID, bent, 0, false, NULL));
    assert_true(arena.failed);
    snw_arena_free(&arena);
}

static void axes_are_scaled_on_request(void **state) {
    (void)state;
    /* Metres by degrees: 0..1 by -90..90, unscaled and scaled by hand. */
    const double raw[] = { 0, -90, 1, -90, 0.3, 0, 0, 90, 1, 90 };
    double by_hand[10];
    for (int i = 0; i < 5; ++i) {
        by_hand[2 * i] = raw[2 * i];
        by_hand[2 * i + 1] = raw[2 * i + 1] / 180.0;
    }
    for (int kind = SNW_SPACE_DELAUNAY; kind < SNW_SPACE_GRID; ++kind) {
        fixture f = open_space((snw_space_kind)kind, raw, 5, true);
        fixture g = open_space((snw_space_kind)kind, by_hand, 5, false);
        uint64_t seed = 3;
        for (int k = 0; k < 200; ++k) {
            float x = (float)(random_unit(&seed) * 2.0 - 0.5), y = (float)(random_unit(&seed) * 300.0 - 150.0);
            snw_weight a[5], b[5];
            uint32_t n = look_up(f.space, x, y, a), m = look_up(g.space, x, y / 180.0f, b);
            for (uint32_t i = 0; i < 5; ++i) assert_true(fabsf(weight_of(a, n, i) - weight_of(b, m, i)) < 1e-5f);
        }
        close_space(&f);
        close_space(&g);
    }
}

/* ---- properties ---- */

static void any_order_gives_the_same_bits(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 300; ++round) {
        double xy[2 * 40], mixed[2 * 40];
        uint32_t place[40];
        uint32_t n = make_set(&seed, round, xy, 40);
        shuffle(&seed, xy, n, mixed, place);
        bool normalize = round & 1;
        for (int kind = SNW_SPACE_DELAUNAY; kind < SNW_SPACE_GRID; ++kind) {
            fixture f = open_space((snw_space_kind)kind, xy, n, normalize);
            fixture g = open_space((snw_space_kind)kind, mixed, n, normalize);
            for (int k = 0; k < 30; ++k) {
                float x = random_float(&seed, 3.0), y = random_float(&seed, 3.0);
                snw_weight a[40], b[40];
                uint32_t count = look_up(f.space, x, y, a);
                assert_int_equal(count, look_up(g.space, x, y, b));
                for (uint32_t i = 0; i < count; ++i) assert_true(a[i].weight == weight_of(b, count, place[a[i].index]));
            }
            close_space(&f);
            close_space(&g);
        }
    }
}

static void a_point_plays_alone(void **state) {
    (void)state;
    uint64_t seed = 12;
    for (int round = 0; round < 200; ++round) {
        double xy[2 * 60];
        uint32_t n = make_set(&seed, round, xy, 60);
        for (int kind = SNW_SPACE_DELAUNAY; kind < SNW_SPACE_GRID; ++kind) {
            fixture f = open_space((snw_space_kind)kind, xy, n, round & 1);
            for (uint32_t i = 0; i < n; ++i) {
                snw_weight out[60];
                uint32_t count = look_up(f.space, (float)xy[2 * i], (float)xy[2 * i + 1], out);
                assert_int_equal(count, 1);
                assert_int_equal(out[0].index, i);
            }
            close_space(&f);
        }
    }
}

/* How fast a weight may change at most: 1 / the least height of a triangle; with bands from their gap and number. */
static double steepest(const snw_space *space, double gap) {
    double unit = space->factor[0] * space->factor[1], least = INFINITY;
    if (space->kind == SNW_SPACE_GRADIENT) return 2.0 * (1.0 + space->count) / gap;
    for (uint32_t i = 0; i + 1 < space->line.count; ++i) {
        const double *a = space->at[space->line.point[i]], *b = space->at[space->line.point[i + 1]];
        least = fmin(least, hypot(b[0] - a[0], b[1] - a[1]) / unit);
    }
    for (uint32_t t = 0; t < space->triangle_count; ++t)
        for (int i = 0; i < 3; ++i) {
            const uint32_t *v = space->triangles[t].point;
            const double *a = space->at[v[i]], *b = space->at[v[(i + 1) % 3]], *c = space->at[v[(i + 2) % 3]];
            least = fmin(least, snw_orient2d(a, b, c) / hypot(b[0] - a[0], b[1] - a[1]) / unit);
        }
    return 1.0 / least;
}

/* A small step moves the weights a little: also over edges, the hull's sides and corners, and outside. */
static void steps_are_small(snw_space_kind kind, uint64_t seed) {
    for (int round = 0; round < 24; ++round) {
        double xy[2 * 30], step = 4e-4;
        uint32_t n = make_set(&seed, round % 3 ? 2 + round % 2 : 1, xy, 30); /* lattices and spread-out points */
        fixture f = open_space(kind, xy, n, false);
        double most = steepest(f.space, round % 3 && round % 2 ? 0.1 : 0.25) * step * 1.01 + 1e-6;
        for (int ray = 0; ray < 6; ++ray) {
            double x = random_unit(&seed) * 4.0 - 2.0, y = random_unit(&seed) * 4.0 - 2.0;
            double angle = atan2(-y, -x) + random_unit(&seed) - 0.5; /* inwards, and out again */
            snw_weight before[30], after[30];
            uint32_t m = look_up(f.space, (float)x, (float)y, before);
            for (int k = 0; k < 5000; ++k) {
                x += step * cos(angle);
                y += step * sin(angle);
                uint32_t count = look_up(f.space, (float)x, (float)y, after);
                for (uint32_t i = 0; i < n; ++i) {
                    double change = (double)weight_of(after, count, i) - (double)weight_of(before, m, i);
                    assert_true(fabs(change) < most + 2e-6 * most / step);
                }
                memcpy(before, after, sizeof before);
                m = count;
            }
        }
        close_space(&f);
    }
}

static void weights_are_continuous(void **state) {
    (void)state;
    steps_are_small(SNW_SPACE_DELAUNAY, 21);
    steps_are_small(SNW_SPACE_GRADIENT, 22);
}

/* Rows of decimals on a slant: the corners between are off the side by rounding alone, on one or the other side. */
static void slanted_lattices_do_not_jump(void **state) {
    (void)state;
    uint64_t seed = 31;
    for (int round = 0; round < 200; ++round) {
        double xy[2 * 25], a = 0.1 * (1 + (int)(random_unit(&seed) * 9)), b = 0.1 * (1 + (int)(random_unit(&seed) * 9));
        for (int i = 0; i < 25; ++i) {
            xy[2 * i] = a * (i % 5) - b * (i / 5);
            xy[2 * i + 1] = b * (i % 5) + a * (i / 5);
        }
        fixture f = open_space(SNW_SPACE_DELAUNAY, xy, 25, false);
        assert_int_equal(f.space->outline.count, 16);
        for (uint32_t i = 0; i < 4; ++i) {
            /* Out from the middle of each part of the first side. */
            double x = a * (i + 0.5), y = b * (i + 0.5);
            for (double out = 0.0; out < 3.0; out += 0.25) {
                snw_weight w[3];
                uint32_t count = look_up(f.space, (float)(x + b * out), (float)(y - a * out), w);
                assert_true(fabsf(weight_of(w, count, i) - 0.5f) < 1e-5f);
                assert_true(fabsf(weight_of(w, count, i + 1) - 0.5f) < 1e-5f);
            }
        }
        close_space(&f);
    }
}

/* The nearest point of the outline by trying every side. */
static void outside_is_the_nearest_of_the_outline(void **state) {
    (void)state;
    static double xy[2 * MOST];
    uint64_t seed = 41;
    for (int round = 0; round < 300 + LARGE_SETS; ++round) {
        uint32_t n = round < 300 ? make_set(&seed, round, xy, 50) : make_large_set(&seed, round - 300, xy, 1000);
        fixture f = open_space(SNW_SPACE_DELAUNAY, xy, n, false);
        for (int k = 0; k < 100 && f.space->triangle_count; ++k) {
            float x = random_float(&seed, round % 7 ? 4.0 : 1e4), y = random_float(&seed, round % 7 ? 4.0 : 1e4);
            double p[2], best = INFINITY, found[2] = { 0, 0 };
            snw_space_scale(f.space, (double)x, (double)y, p);
            if (snw_locate(f.space, p).outer == SINEW_NONE) continue;
            const snw_outline *o = &f.space->outline;
            for (uint32_t e = 0; e < o->count; ++e) {
                const double *s = f.space->at[o->point[e]], *t = f.space->at[o->point[(e + 1) % o->count]];
                double d[2] = { t[0] - s[0], t[1] - s[1] };
                double u = ((p[0] - s[0]) * d[0] + (p[1] - s[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
                u = fmin(1.0, fmax(0.0, u));
                best = fmin(best, hypot(s[0] + u * d[0] - p[0], s[1] + u * d[1] - p[1]));
            }
            snw_weight out[3];
            uint32_t count = look_up(f.space, x, y, out);
            assert_in_range(count, 1, 2);
            for (uint32_t i = 0; i < count; ++i)
                for (int axis = 0; axis < 2; ++axis)
                    found[axis] += (double)out[i].weight * f.space->at[f.space->order[out[i].index]][axis];
            assert_true(hypot(found[0] - p[0], found[1] - p[1]) <= best * (1.0 + 1e-6) + 0x1p178);
        }
        close_space(&f);
    }
}

/* ---- the triangulation ---- */

static void check_triangles(const snw_space *s, bool all_pairs) {
    uint32_t n = s->count, h = s->outline.count;
    assert_int_equal(s->triangle_count, 2 * n - 2 - h);
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        const snw_triangle *triangle = &s->triangles[t];
        const double *v[3];
        for (int i = 0; i < 3; ++i) v[i] = s->at[triangle->point[i]];
        assert_true(triangle->point[0] < triangle->point[1] && triangle->point[0] < triangle->point[2]);
        assert_true(snw_orient2d(v[0], v[1], v[2]) > 0.0);
        for (uint32_t p = 0; all_pairs && p < n; ++p) assert_true(snw_incircle(v[0], v[1], v[2], s->at[p]) <= 0.0);
        for (int i = 0; i < 3; ++i) {
            uint32_t other = triangle->across[i];
            if (other & SNW_OUTER) continue;
            const snw_triangle *o = &s->triangles[other];
            int back = o->across[0] == t ? 0 : o->across[1] == t ? 1 : 2;
            assert_int_equal(o->across[back], t);
            double side = snw_incircle(v[0], v[1], v[2], s->at[o->point[back]]);
            assert_true(side <= 0.0);
            if (side == 0.0) { /* on one circle: the diagonal is at the least */
                uint32_t least = triangle->point[i] < o->point[back] ? triangle->point[i] : o->point[back];
                uint32_t a = triangle->point[(i + 1) % 3], b = triangle->point[(i + 2) % 3];
                assert_true(least > (a < b ? a : b));
            }
        }
    }
    for (uint32_t k = 0; k < h; ++k) {
        const uint32_t *o = s->outline.point;
        const double *a = s->at[o[k]], *b = s->at[o[(k + 1) % h]], *c = s->at[o[(k + 2) % h]];
        assert_true(snw_orient2d(a, b, c) >= 0.0 || snw_line_holds(a, b, c));
    }
}

static void triangulations_are_delaunay(void **state) {
    (void)state;
    uint64_t seed = 51;
    uint32_t checked = 0;
    for (int round = 0; round < 400; ++round) {
        double xy[2 * 80];
        uint32_t n = make_set(&seed, round, xy, 80);
        fixture f = open_space(SNW_SPACE_DELAUNAY, xy, n, round % 4 == 3);
        if (f.space->triangle_count) {
            check_triangles(f.space, true);
            ++checked;
        }
        close_space(&f);
    }
    assert_true(checked > 300);
}

static void circles_fan_from_the_least(void **state) {
    (void)state;
    /* The twelve whole points on the circle of radius 5, and its centre's neighbour far out of them. */
    const double xy[] = { 5, 0, 4, 3, 3, 4, 0, 5, -3, 4, -4, 3, -5, 0, -4, -3, -3, -4, 0, -5, 3, -4, 4, -3 };
    fixture f = open_space(SNW_SPACE_DELAUNAY, xy, 12, false);
    assert_int_equal(snw_space_triangle_count(f.space), 10);
    bool met[12] = { false };
    for (uint32_t t = 0; t < 10; ++t) {
        uint32_t p[3] = { SINEW_NONE, SINEW_NONE, SINEW_NONE }, k = 0;
        snw_space_triangle(f.space, t, p);
        while (k < 3 && p[k] != 9) ++k;
        assert_true(k < 3 && p[(k + 1) % 3] < 12); /* (0, -5) is least by (y, x); then two neighbours */
        assert_true(p[(k + 2) % 3] == (p[(k + 1) % 3] + 1) % 12 && !met[p[(k + 1) % 3]]);
        met[p[(k + 1) % 3]] = true;
    }
    check_triangles(f.space, true);
    close_space(&f);
}

static void large_and_awkward_sets(void **state) {
    (void)state;
    static double xy[2 * MOST];
    uint64_t seed = 61;
    for (int kind = 0; kind < LARGE_SETS; ++kind) {
        uint32_t n = make_large_set(&seed, kind, xy, 1000);
        fixture f = open_space(SNW_SPACE_DELAUNAY, xy, n, false);
        if (f.space->triangle_count) check_triangles(f.space, kind == 0);
        for (int k = 0; k < 3000; ++k) {
            snw_weight out[3];
            float x = random_float(&seed, 2.5), y = random_float(&seed, 2.5);
            look_up(f.space, x, y, out);
        }
        close_space(&f);
    }
}

static void any_scale_gives_the_same_weights(void **state) {
    (void)state;
    uint64_t seed = 71;
    for (int round = 0; round < 60; ++round) {
        double xy[2 * 30], scaled[2 * 30];
        uint32_t n = make_set(&seed, round, xy, 30);
        double scale = ldexp(1.0, (int)(random_unit(&seed) * 200.0) - 100);
        for (uint32_t i = 0; i < 2 * n; ++i) scaled[i] = xy[i] * scale;
        for (int kind = SNW_SPACE_DELAUNAY; kind < SNW_SPACE_GRID; ++kind) {
            fixture f = open_space((snw_space_kind)kind, xy, n, false);
            fixture g = open_space((snw_space_kind)kind, scaled, n, false);
            for (int k = 0; k < 30; ++k) {
                float x = random_float(&seed, 3.0), y = random_float(&seed, 3.0);
                snw_weight a[30], b[30];
                uint32_t count = look_up(f.space, x, y, a);
                assert_int_equal(count, look_up(g.space, x * (float)scale, y * (float)scale, b));
                assert_memory_equal(a, b, count * sizeof *a);
            }
            close_space(&f);
            close_space(&g);
        }
    }
}

static void extreme_numbers_stay_finite(void **state) {
    (void)state;
    const double sets[][8] = {
        { 1e-320, 0, 0, 1e-320, 0, 0, 2e-320, 3e-320 },
        { 3e38, -3e38, -3e38, 3e38, 3e38, 3e38, 0, 0 },
        { 1e-300, 3e38, 3e38, 1e-300, 0, 0, -3e38, 1 },
        { 0, 0, 1e-200, 0, 0, 1e-200, 1, 1 },
        { 1, 1, 1.0000000000000002, 1, 1, 1.0000000000000002, 1.0000000000000002, 1.0000000000000002 },
    };
    const float values[] = { 0.0f, 1.0f, -1.0f, 1e-45f, 3.4e38f, -3.4e38f, 1e10f };
    for (size_t s = 0; s < sizeof sets / sizeof *sets; ++s)
        for (int kind = SNW_SPACE_DELAUNAY; kind < SNW_SPACE_GRID; ++kind)
            for (int normalize = 0; normalize < 2; ++normalize) {
                fixture f = open_space((snw_space_kind)kind, sets[s], 4, normalize);
                for (size_t i = 0; i < 7; ++i)
                    for (size_t j = 0; j < 7; ++j) {
                        snw_weight out[4];
                        look_up(f.space, values[i], values[j], out);
                    }
                close_space(&f);
            }
}

static double mean_visited(const double *xy, uint32_t n, uint64_t seed) {
    fixture f = open_space(SNW_SPACE_DELAUNAY, xy, n, false);
    double sum = 0.0;
    for (int k = 0; k < 20000; ++k) {
        float x = random_float(&seed, 1.0), y = random_float(&seed, 1.0);
        sum += snw_space_visited(f.space, x, y);
    }
    close_space(&f);
    return sum / 20000.0;
}

static void looking_up_costs_the_same_in_large_sets(void **state) {
    (void)state;
    static double xy[2 * 10000];
    uint64_t seed = 81;
    double small = 0.0;
    for (int k = 0; k < 20; ++k) {
        scatter(&seed, xy, 10);
        small += mean_visited(xy, 10, 1) / 20.0;
    }
    scatter(&seed, xy, 1000);
    double medium = mean_visited(xy, 1000, 1);
    scatter(&seed, xy, 10000);
    double large = mean_visited(xy, 10000, 1);
    print_message("triangles visited: %.2f of 10 points, %.2f of 1,000, %.2f of 10,000\n", small, medium, large);
    assert_true(medium <= 2.0 * small);
    assert_true(large <= 2.0 * small);
}

/* ---- memory ---- */

typedef struct building {
    snw_space_kind kind;
    const double *xy;
    uint32_t count;
} building;

static bool build_once(fault *f, void *user) {
    const building *b = user;
    snw_arena arena;
    snw_arena_init(&arena, &f->allocator);
    snw_space *space = snw_space_build(&arena, b->kind, b->xy, b->count, false, &f->allocator);
    assert_int_equal(space == NULL, arena.failed);
    snw_arena_free(&arena);
    return space != NULL;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static double xy[2 * MOST];
    for (int kind = SNW_SPACE_1D; kind <= SNW_SPACE_GRID; ++kind) {
        for (int line = 0; line < 2; ++line) {
            for (uint32_t i = 0; i < 900; ++i) {
                xy[2 * i] = i % 30;
                xy[2 * i + 1] = line ? i % 30 : i / 30;
            }
            if (kind == SNW_SPACE_1D)
                for (uint32_t i = 0; i < 900; ++i) xy[2 * i] = i;
            if (kind == SNW_SPACE_GRID && line) continue;
            building b = { (snw_space_kind)kind, xy, line ? 30 : 900 };
            assert_true(fault_sweep(build_once, &b, 100) > 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_axis),
        cmocka_unit_test(triangles),
        cmocka_unit_test(on_an_edge_only_its_ends_weigh),
        cmocka_unit_test(points_on_a_line),
        cmocka_unit_test(one_and_two_points),
        cmocka_unit_test(bands),
        cmocka_unit_test(polar_agrees_with_its_formula),
        cmocka_unit_test(opposite_points_are_half_a_turn_apart),
        cmocka_unit_test(grid),
        cmocka_unit_test(axes_are_scaled_on_request),
        cmocka_unit_test(any_order_gives_the_same_bits),
        cmocka_unit_test(a_point_plays_alone),
        cmocka_unit_test(weights_are_continuous),
        cmocka_unit_test(slanted_lattices_do_not_jump),
        cmocka_unit_test(outside_is_the_nearest_of_the_outline),
        cmocka_unit_test(triangulations_are_delaunay),
        cmocka_unit_test(circles_fan_from_the_least),
        cmocka_unit_test(large_and_awkward_sets),
        cmocka_unit_test(any_scale_gives_the_same_weights),
        cmocka_unit_test(extreme_numbers_stay_finite),
        cmocka_unit_test(looking_up_costs_the_same_in_large_sets),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
