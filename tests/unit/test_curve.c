/* A curve at a time: each interpolation, its ends, and rotations of unit length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sinew/sinew.h"

#include <math.h>
#include <stdlib.h>

static const float times[] = { 0, 1, 3 };
static const float places[] = { 0, 0, 0, 2, 4, 6, 2, 4, 8 };
static const float turns[] = { 0, 0, 0, 1, 0, 0, 0.70710678f, -0.70710678f, 0, 0, 1, 0 };

static void expect(const float *is, float a, float b, float c, float d, int count) {
    const float wanted[4] = { a, b, c, d };
    for (int i = 0; i < count; ++i)
        if (!(fabsf(is[i] - wanted[i]) < 1e-6f))
            fail_msg("value %d is %g, not %g", i, (double)is[i], (double)wanted[i]);
}

static void linear_curves_run_straight_and_hold(void **state) {
    const sinew_curve c = { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 3, times, places };
    float v[3];
    (void)state;
    sinew_curve_sample(&c, 0.5, v);
    expect(v, 1, 2, 3, 0, 3);
    sinew_curve_sample(&c, 1, v);
    expect(v, 2, 4, 6, 0, 3);
    sinew_curve_sample(&c, 2.5, v);
    expect(v, 2, 4, 7.5f, 0, 3);
    sinew_curve_sample(&c, -1, v);
    expect(v, 0, 0, 0, 0, 3);
    sinew_curve_sample(&c, 1e9, v);
    expect(v, 2, 4, 8, 0, 3);
    sinew_curve_sample(&c, (double)NAN, v); /* holds the first */
    expect(v, 0, 0, 0, 0, 3);
    sinew_curve_sample(NULL, 0, v);
    sinew_curve_sample(&c, 0, NULL);
}

static void rotations_take_the_shorter_way(void **state) {
    const sinew_curve c = { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 4, times, turns };
    float v[4];
    (void)state;
    /* From the identity to -90° about z, written with the other sign: a third of the way is -30°. */
    sinew_curve_sample(&c, 1.0 / 3, v);
    expect(v, 0, 0, -0.25881905f, 0.96592583f, 4);
    /* At constant speed: 180° about z from there, a quarter of it. */
    sinew_curve_sample(&c, 1.5, v);
    assert_true(fabsf(v[0]) < 1e-6f && fabsf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3] - 1) < 1e-6f);
}

static void rotations_come_out_at_unit_length(void **state) {
    static const float long_ones[] = { 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0 };
    const sinew_curve c = { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 4, times, long_ones };
    const sinew_curve step = { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_STEP, 0, 3, 4, times, long_ones };
    float v[4];
    (void)state;
    sinew_curve_sample(&c, 0.5, v);
    expect(v, 0, 0, 0.70710678f, 0.70710678f, 4);
    sinew_curve_sample(&step, 1.5, v);
    expect(v, 0, 0, 1, 0, 4);
    sinew_curve_sample(&c, 9, v); /* no length: no turn */
    expect(v, 0, 0, 0, 1, 4);
}

static void near_rotations_do_not_divide_by_nothing(void **state) {
    static const float near_ones[] = { 0, 0, 0, 1, 0, 0, 1e-8f, 1, 0, 0, 1e-8f, -1 };
    const sinew_curve c = { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 4, times, near_ones };
    float v[4];
    (void)state;
    sinew_curve_sample(&c, 0.5, v);
    expect(v, 0, 0, 0, 1, 4);
    assert_true(fabsf(v[2] - 0.5e-8f) < 1e-12f);
    sinew_curve_sample(&c, 2, v);
    expect(v, 0, 0, 0, 1, 4);
}

static void steps_hold_until_the_next_key(void **state) {
    const sinew_curve c = { SINEW_CHANNEL_SCALE, SINEW_INTERPOLATION_STEP, 0, 3, 3, times, places };
    float v[3];
    (void)state;
    sinew_curve_sample(&c, 0.999999, v);
    expect(v, 0, 0, 0, 0, 3);
    sinew_curve_sample(&c, 1, v);
    expect(v, 2, 4, 6, 0, 3);
    sinew_curve_sample(&c, 2.999, v);
    expect(v, 2, 4, 6, 0, 3);
}

/* Keys taken from a cubic polynomial give that polynomial back, whatever the span. */
static void cubic_curves_are_hermite(void **state) {
    float values[3 * 3 * 2];
    (void)state;
    for (int k = 0; k < 3; ++k) {
        float t = times[k];
        float value = t * t * t - 2 * t * t + 3, slope = 3 * t * t - 4 * t;
        for (int i = 0; i < 2; ++i) {
            values[(3 * k + 0) * 2 + i] = slope;
            values[(3 * k + 1) * 2 + i] = value + (float)i;
            values[(3 * k + 2) * 2 + i] = slope;
        }
    }
    const sinew_curve c = { SINEW_CHANNEL_WEIGHTS, SINEW_INTERPOLATION_CUBIC, 0, 3, 2, times, values };
    for (double t = 0; t <= 3; t += 0.125) {
        float v[2];
        double wanted = t * t * t - 2 * t * t + 3;
        sinew_curve_sample(&c, t, v);
        assert_true(fabs((double)v[0] - wanted) < 1e-5 && fabs((double)v[1] - wanted - 1) < 1e-5);
    }
    float v[2];
    sinew_curve_sample(&c, 99, v); /* the value, not a tangent */
    assert_true(fabsf(v[0] - 12) < 1e-5f);
}

static void cubic_rotations_are_normalised(void **state) {
    static const float keys[] = { 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0 };
    const sinew_curve c = { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_CUBIC, 0, 2, 4, times, keys };
    float v[4];
    (void)state;
    sinew_curve_sample(&c, 0.5, v); /* (0, 0, 0.5 + 0.125, 0.5) */
    float length = sqrtf(0.625f * 0.625f + 0.25f);
    expect(v, 0, 0, 0.625f / length, 0.5f / length, 4);
}

static void one_key_is_a_pose(void **state) {
    const sinew_curve c = { SINEW_CHANNEL_SCALE, SINEW_INTERPOLATION_CUBIC, 0, 1, 3, times, places };
    float v[3];
    (void)state;
    for (double t = -1; t < 3; t += 0.5) {
        sinew_curve_sample(&c, t, v);
        expect(v, 2, 4, 6, 0, 3); /* between its tangents */
    }
}

static void the_right_key_is_found_among_many(void **state) {
    enum { KEYS = 1000 };
    static float many_times[KEYS], many_values[KEYS];
    (void)state;
    for (int k = 0; k < KEYS; ++k) {
        many_times[k] = (float)(k * k);
        many_values[k] = (float)k;
    }
    const sinew_curve c = { SINEW_CHANNEL_WEIGHTS, SINEW_INTERPOLATION_STEP, 0, KEYS, 1, many_times, many_values };
    for (int k = 0; k < KEYS; ++k) {
        float v;
        sinew_curve_sample(&c, (double)many_times[k], &v);
        assert_true(fabsf(v - (float)k) < 0.5f);
        sinew_curve_sample(&c, (double)many_times[k] - 0.5, &v);
        assert_true(fabsf(v - (float)(k ? k - 1 : 0)) < 0.5f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_curves_run_straight_and_hold),
        cmocka_unit_test(rotations_take_the_shorter_way),
        cmocka_unit_test(rotations_come_out_at_unit_length),
        cmocka_unit_test(near_rotations_do_not_divide_by_nothing),
        cmocka_unit_test(steps_hold_until_the_next_key),
        cmocka_unit_test(cubic_curves_are_hermite),
        cmocka_unit_test(cubic_rotations_are_normalised),
        cmocka_unit_test(one_key_is_a_pose),
        cmocka_unit_test(the_right_key_is_found_among_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
