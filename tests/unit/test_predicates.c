/* The predicates against whole-number arithmetic, and where doubles fail them. */
#include "space_sets.h"

#include "math/predicates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int sign(double value) { return (value > 0.0) - (value < 0.0); }

static int sign_of_whole(int64_t value) { return (value > 0) - (value < 0); }

static int64_t whole_orient(const int64_t *a, const int64_t *b, const int64_t *c) {
    return (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
}

static int64_t whole_incircle(const int64_t p[4][2]) {
    int64_t sum = 0;
    for (int i = 0; i < 3; ++i) {
        int64_t x[3], y[3];
        for (int k = 0; k < 3; ++k) {
            x[k] = p[(i + k) % 3][0] - p[3][0];
            y[k] = p[(i + k) % 3][1] - p[3][1];
        }
        sum += (x[0] * x[0] + y[0] * y[0]) * (x[1] * y[2] - y[1] * x[2]);
    }
    return sum;
}

/* Whole points moved by a whole offset so large, and scaled by a power of two, that doubles' products round. */
static void agrees_with_whole_numbers(void **state) {
    (void)state;
    uint64_t seed = 1;
    const double offsets[] = { 0.0, 1e6, 0x1p40, 0x1p50, 0x1p51 + 1.0 };
    const int scales[] = { 0, -90, 60, -200, 140 };
    int on_line = 0, on_circle_count = 0;
    for (int round = 0; round < 200000; ++round) {
        int64_t p[4][2];
        double d[4][2], scale = ldexp(1.0, scales[round % 5]), offset = offsets[round / 5 % 5];
        int reach = round % 3 ? 4 : 4000;
        for (int i = 0; i < 4; ++i)
            for (int axis = 0; axis < 2; ++axis) {
                p[i][axis] = (int64_t)(random_unit(&seed) * (2 * reach + 1)) - reach;
                d[i][axis] = ((double)p[i][axis] + offset) * scale;
            }
        int line = sign_of_whole(whole_orient(p[0], p[1], p[2]));
        int circle = sign_of_whole(whole_incircle((const int64_t(*)[2])p));
        on_line += line == 0;
        on_circle_count += circle == 0;
        assert_int_equal(sign(snw_orient2d(d[0], d[1], d[2])), line);
        assert_int_equal(sign(snw_orient2d_close(d[0], d[1], d[2])), line);
        assert_int_equal(sign(snw_incircle(d[0], d[1], d[2], d[3])), circle);
    }
    assert_true(on_line > 1000 && on_circle_count > 1000);
}

/* The paper's own picture: points a few units in the last place about a line through (12, 12) and (24, 24). */
static void steps_of_one_unit(void **state) {
    (void)state;
    const double a[2] = { 12, 12 }, b[2] = { 24, 24 };
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const double c[2] = { 0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53 };
            /* 0.5 + i 2^-53 is exact for i even or odd: its unit there is 2^-53. */
            int side = (j > i) - (j < i);
            assert_int_equal(sign(snw_orient2d(a, b, c)), side);
            assert_int_equal(sign(snw_orient2d(b, a, c)), -side);
            assert_int_equal(sign(snw_orient2d_close(c, a, b)), side);
        }
}

/* A circle's own point moved by one unit inwards or outwards. */
static void one_unit_off_the_circle(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int round = 0; round < 20000; ++round) {
        /* Corners of a box are on one circle however their sides round. */
        double x = random_unit(&seed) * 2.0 - 1.0, y = random_unit(&seed) * 2.0 - 1.0;
        double u = x + 0.1 + random_unit(&seed), v = y + 0.1 + random_unit(&seed);
        const double a[2] = { x, y }, b[2] = { u, y }, c[2] = { u, v };
        const double on[2] = { x, v }, out[2] = { nextafter(x, -9.0), v }, in[2] = { nextafter(x, 9.0), v };
        assert_true(snw_incircle(a, b, c, on) == 0.0);
        assert_true(snw_incircle(a, b, c, out) < 0.0);
        assert_true(snw_incircle(a, b, c, in) > 0.0);
        assert_true(snw_incircle(b, a, c, in) < 0.0);
        assert_true(snw_incircle(out, a, b, c) > 0.0); /* their circle is the larger one */
    }
}

/* What must hold of any four points, however near to a line or a circle. */
static void turns_and_swaps(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 50000; ++round) {
        double p[4][2], along = random_unit(&seed), up = random_unit(&seed);
        for (int i = 0; i < 4; ++i) {
            double t = random_unit(&seed) * 2.0 - 1.0;
            if (round & 1) { /* on a line, but for rounding */
                p[i][0] = along * t + 0.3;
                p[i][1] = up * t - 0.7;
            } else { /* on a circle, but for rounding */
                p[i][0] = along + cos(3.0 * t);
                p[i][1] = up + sin(3.0 * t);
            }
        }
        int line = sign(snw_orient2d(p[0], p[1], p[2]));
        assert_int_equal(sign(snw_orient2d(p[1], p[2], p[0])), line);
        assert_int_equal(sign(snw_orient2d(p[2], p[0], p[1])), line);
        assert_int_equal(sign(snw_orient2d(p[1], p[0], p[2])), -line);
        int circle = sign(snw_incircle(p[0], p[1], p[2], p[3]));
        assert_int_equal(sign(snw_incircle(p[1], p[2], p[0], p[3])), circle);
        assert_int_equal(sign(snw_incircle(p[1], p[0], p[2], p[3])), -circle);
        assert_int_equal(sign(snw_incircle(p[0], p[1], p[3], p[2])), -circle);
        assert_int_equal(sign(snw_incircle(p[3], p[1], p[2], p[0])), -circle);
    }
}

/* The close value: a thin triangle's area to many digits where the plain one has none. */
static void close_values(void **state) {
    (void)state;
    const double a[2] = { 0x1p52 + 1.0, 0x1p52 + 3.0 }, b[2] = { 0x1p52 + 1000001.0, 0x1p52 + 3000004.0 };
    const double c[2] = { -0x1p52 + 2.0, -0x1p52 + 5.0 };
    /* With a as the origin: b = (1000000, 3000001), c = (1 - 2^53, 2 - 2^53). */
    double wanted = -1000001.0 - 2000001.0 * -0x1p53; /* 1000000 × 2 − 3000001 × 1 + 2000001 × 2^53 */
    assert_true(fabs(snw_orient2d_close(a, b, c) / wanted - 1.0) < 0x1p-30);
    uint64_t seed = 4;
    for (int round = 0; round < 100000; ++round) {
        /* Nearly on a line, with whole numbers below 2^26 so that the area is a whole number that fits. */
        int64_t p[3][2];
        double d[3][2];
        int64_t x = 1 + (int64_t)(random_unit(&seed) * 1000), y = 1 + (int64_t)(random_unit(&seed) * 1000);
        for (int i = 0; i < 3; ++i) {
            int64_t t = (int64_t)(random_unit(&seed) * 30000);
            p[i][0] = x * t + (int64_t)(random_unit(&seed) * 3);
            p[i][1] = y * t + (int64_t)(random_unit(&seed) * 3);
            d[i][0] = (double)p[i][0] + 0x1p50;
            d[i][1] = (double)p[i][1] - 0x1p50;
        }
        double area = (double)whole_orient(p[0], p[1], p[2]);
        assert_true(fabs(snw_orient2d_close(d[0], d[1], d[2]) - area) <= fabs(area) * 0x1p-30);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_whole_numbers),
        cmocka_unit_test(steps_of_one_unit),
        cmocka_unit_test(one_unit_off_the_circle),
        cmocka_unit_test(turns_and_swaps),
        cmocka_unit_test(close_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
