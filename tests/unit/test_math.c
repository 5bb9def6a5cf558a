/* Trigonometry against libm in long double; vectors, quaternions and affine transforms against their definitions. */
#include "space_sets.h"

#include "math/vector.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Units in the last place between a result and the true value. */
static double off_by(double result, long double truth) {
    double size = fabs((double)truth);
    if (size < DBL_MIN) size = DBL_MIN;
    return (double)(fabsl((long double)result - truth) / (long double)(nextafter(size, INFINITY) - size));
}

static double random_spread(uint64_t *seed, int low, int high) {
    double value = random_unit(seed) * 2.0 - 1.0;
    return ldexp(value, low + (int)(random_unit(seed) * (high - low)));
}

static void sine_and_cosine(void **state) {
    (void)state;
    uint64_t seed = 1;
    double worst = 0.0;
    for (int round = 0; round < 600000; ++round) {
        double x = random_spread(&seed, -30, 20);
        if (round % 3 == 0) { /* at and next to multiples of a quarter turn, where most digits cancel */
            x = floor(random_unit(&seed) * 600000.0) * 1.5707963267948966;
            for (int k = round % 4; k > 0; --k) x = nextafter(x, 1e9);
        }
        worst = fmax(worst, off_by(snw_sin(x), sinl((long double)x)));
        worst = fmax(worst, off_by(snw_cos(x), cosl((long double)x)));
        assert_true(snw_sin(-x) == -snw_sin(x) && snw_cos(-x) == snw_cos(x));
    }
    print_message("sine and cosine: %.2f units in the last place\n", worst);
    assert_true(worst < 1.0);
    assert_true(snw_sin(0.0) == 0.0 && snw_cos(0.0) == 1.0);
}

static void far_angles_lose_digits_as_stated(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int round = 0; round < 100000; ++round) {
        double x = random_spread(&seed, 20, 40);
        assert_true(fabs(snw_sin(x) - (double)sinl((long double)x)) <= fabs(x) * 0x1p-52 + 0x1p-52);
        assert_true(fabs(snw_cos(x) - (double)cosl((long double)x)) <= fabs(x) * 0x1p-52 + 0x1p-52);
        double far = ldexp(x, 300);
        if (fabs(far) >= 0x1p40) assert_true(snw_sin(far) == 0.0 && snw_cos(far) == 1.0);
    }
    const double none[] = { INFINITY, -INFINITY, NAN };
    for (int i = 0; i < 3; ++i) assert_true(isnan(snw_sin(none[i])) && isnan(snw_cos(none[i])));
}

static void arctangent(void **state) {
    (void)state;
    uint64_t seed = 3;
    double worst = 0.0;
    for (int round = 0; round < 600000; ++round) {
        double y = random_spread(&seed, -20, 20), x = random_spread(&seed, -20, 20);
        if (round % 4 == 1) { /* whole numbers, the axes and diagonals among them */
            y = floor(random_unit(&seed) * 21) - 10;
            x = floor(random_unit(&seed) * 21) - 10;
            if (x == 0.0 && y == 0.0) continue;
        }
        if (round % 4 == 2) y *= 0x1p1003, x *= 0x1p1003;
        if (round % 4 == 3) y *= 0x1p-990, x *= 0x1p-990;
        worst = fmax(worst, off_by(snw_atan2(y, x), atan2l((long double)y, (long double)x)));
    }
    print_message("arctangent: %.2f units in the last place\n", worst);
    assert_true(worst < 2.0);
}

static void arctangent_at_its_edges(void **state) {
    (void)state;
    const double pi = 3.141592653589793;
    assert_true(snw_atan2(0.0, 0.0) == 0.0 && snw_atan2(-0.0, 1.0) == 0.0 && snw_atan2(0.0, -0.0) == 0.0);
    assert_true(snw_atan2(0.0, -1.0) == pi && snw_atan2(-0.0, -1.0) == pi); /* in (−π, π] */
    assert_true(snw_atan2(1.0, 0.0) == pi / 2 && snw_atan2(-1.0, -0.0) == -pi / 2);
    assert_true(snw_atan2(INFINITY, INFINITY) == pi / 4 && snw_atan2(-INFINITY, -INFINITY) == -3 * pi / 4);
    assert_true(snw_atan2(1.0, INFINITY) == 0.0 && snw_atan2(1.0, -INFINITY) == pi);
    assert_true(snw_atan2(-INFINITY, 5.0) == -pi / 2);
    assert_true(isnan(snw_atan2(NAN, 1.0)) && isnan(snw_atan2(1.0, NAN)));
    assert_true(snw_atan2(DBL_TRUE_MIN, DBL_TRUE_MIN) == pi / 4);
    assert_true(snw_atan2(DBL_MAX, -DBL_MAX) == 3 * pi / 4);
}

static void arccosine(void **state) {
    (void)state;
    uint64_t seed = 4;
    double worst = 0.0;
    for (int round = 0; round < 400000; ++round) {
        double x = random_unit(&seed) * 2.0 - 1.0;
        if (round % 3 == 0) x = 1.0 - ldexp(random_unit(&seed), -(round % 50));
        if (round % 3 == 1) x = ldexp(random_unit(&seed), -(round % 50)) - 1.0;
        worst = fmax(worst, off_by(snw_acos(x), acosl((long double)x)));
    }
    print_message("arccosine: %.2f units in the last place\n", worst);
    assert_true(worst < 4.0);
    assert_true(snw_acos(1.0) == 0.0 && snw_acos(-1.0) == 3.141592653589793 && snw_acos(0.0) == 1.5707963267948966);
    assert_true(snw_acos(1.5) == 0.0 && snw_acos(-1.5) == 3.141592653589793 && isnan(snw_acos(NAN)));
}

static void whole_parts(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 200000; ++round) {
        double x = random_spread(&seed, -10, 70);
        if (round & 1) x = floor(x);
        assert_true(snw_floor(x) == floor(x));
    }
    assert_true(snw_floor(-0.5) == -1.0 && snw_floor(-0.0) == 0.0 && snw_floor(-DBL_TRUE_MIN) == -1.0);
    assert_true(snw_floor(INFINITY) == INFINITY && snw_floor(-INFINITY) == -INFINITY && isnan(snw_floor(NAN)));
}

/* ---- vectors ---- */

static sinew_quat random_quat(uint64_t *seed) {
    sinew_quat q = { random_float(seed, 1), random_float(seed, 1), random_float(seed, 1), random_float(seed, 1) };
    return snw_quat_normalize(q);
}

static sinew_vec3 random_vec3(uint64_t *seed) {
    return (sinew_vec3){ random_float(seed, 2), random_float(seed, 2), random_float(seed, 2) };
}

static void near_vec3(sinew_vec3 a, sinew_vec3 b, float bound) {
    assert_true(snw_vec3_length(snw_vec3_sub(a, b)) <= bound);
}

static void quaternions(void **state) {
    (void)state;
    /* A quarter turn about z takes x to y; then one about x takes y to z. */
    float half = 0.70710678f;
    sinew_quat about_z = { 0, 0, half, half }, about_x = { half, 0, 0, half };
    near_vec3(snw_quat_rotate(about_z, (sinew_vec3){ 1, 0, 0 }), (sinew_vec3){ 0, 1, 0 }, 1e-6f);
    near_vec3(snw_quat_rotate(snw_quat_mul(about_x, about_z), (sinew_vec3){ 1, 0, 0 }), (sinew_vec3){ 0, 0, 1 }, 1e-6f);
    uint64_t seed = 6;
    for (int round = 0; round < 10000; ++round) {
        sinew_quat a = random_quat(&seed), b = random_quat(&seed);
        sinew_vec3 v = random_vec3(&seed);
        assert_true(fabsf(snw_quat_dot(a, a) - 1.0f) < 1e-6f);
        sinew_vec3 twice = snw_quat_rotate(a, snw_quat_rotate(b, v));
        near_vec3(snw_quat_rotate(snw_quat_mul(a, b), v), twice, 5e-6f);
        near_vec3(snw_quat_rotate(snw_quat_conjugate(a), snw_quat_rotate(a, v)), v, 5e-6f);
    }
    sinew_quat none = snw_quat_normalize((sinew_quat){ 0, 0, 0, 0 });
    assert_true(none.w == 1.0f && none.x == 0.0f);
    assert_true(snw_quat_normalize((sinew_quat){ NAN, 0, 0, 1 }).w == 1.0f);
    assert_true(snw_quat_normalize((sinew_quat){ INFINITY, 0, 0, 1 }).w == 1.0f);
    sinew_quat small = snw_quat_normalize((sinew_quat){ 0, 0, 0, -1e-40f });
    assert_true(small.w == -1.0f);
    assert_true(snw_quat_normalize((sinew_quat){ 3e38f, 0, 0, 0 }).x == 1.0f);
}

static void between_quaternions(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 10000; ++round) {
        sinew_quat a = random_quat(&seed), b = random_quat(&seed);
        if (round % 4 == 0) b = snw_quat_nlerp(a, b, 1e-3f); /* close: the chord stands in for the arc */
        float t = (float)random_unit(&seed);
        assert_true(fabsf(snw_quat_dot(snw_quat_nlerp(a, b, 0.0f), a)) > 1.0f - 1e-6f);
        assert_true(fabsf(snw_quat_dot(snw_quat_nlerp(a, b, 1.0f), b)) > 1.0f - 1e-6f);
        sinew_quat s = snw_quat_slerp(a, b, t), flipped = { -b.x, -b.y, -b.z, -b.w };
        assert_true(fabsf(snw_quat_dot(s, s) - 1.0f) < 1e-6f);
        sinew_quat same = snw_quat_slerp(a, flipped, t);
        assert_true(fabsf(snw_quat_dot(s, same)) > 1.0f - 1e-5f);
        /* Constant speed: the angles from a to s and from a to b are as t to 1. */
        double whole = acos(fmin(1.0, fabs((double)snw_quat_dot(a, b))));
        double part = acos(fmin(1.0, fabs((double)snw_quat_dot(a, s))));
        assert_true(fabs(part - whole * (double)t) < 1.5e-3);
        if (whole > 0.1) assert_true(fabs(part - whole * (double)t) < 3e-5 / fmin(1.0, fmax(part, 1e-2)));
    }
}

static void affine_transforms(void **state) {
    (void)state;
    uint64_t seed = 8;
    for (int round = 0; round < 10000; ++round) {
        sinew_transform t = { random_vec3(&seed), random_quat(&seed), random_vec3(&seed) };
        sinew_transform u = { random_vec3(&seed), random_quat(&seed), { 1, 2, -1 } };
        sinew_vec3 p = random_vec3(&seed);
        sinew_affine a = snw_affine_of(&t), b = snw_affine_of(&u);
        sinew_vec3 by_hand = snw_vec3_add(snw_quat_rotate(t.rotation, snw_vec3_mul(t.scale, p)), t.translation);
        near_vec3(snw_affine_point(&a, p), by_hand, 2e-5f);
        sinew_affine both = snw_affine_mul(&a, &b), back;
        near_vec3(snw_affine_point(&both, p), snw_affine_point(&a, snw_affine_point(&b, p)), 5e-5f);
        assert_true(snw_affine_inverse(&b, &back));
        near_vec3(snw_affine_point(&back, snw_affine_point(&b, p)), p, 2e-5f);
    }
    sinew_affine flat = snw_affine_identity(), out, identity = snw_affine_identity();
    flat.m[10] = 0.0f;
    assert_false(snw_affine_inverse(&flat, &out));
    assert_memory_equal(&out, &identity, sizeof out);
    flat.m[10] = NAN;
    assert_false(snw_affine_inverse(&flat, &out));
    /* A determinant far below a float's range is no reason to fail. */
    sinew_affine tiny = { { 1e-20f, 0, 0, 1, 0, 1e-20f, 0, 2, 0, 0, 1e-20f, 3 } };
    assert_true(snw_affine_inverse(&tiny, &out));
    assert_true(fabsf(out.m[0] / 1e20f - 1.0f) < 1e-6f);
}

static void vectors(void **state) {
    (void)state;
    sinew_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 };
    near_vec3(snw_vec3_cross(x, y), (sinew_vec3){ 0, 0, 1 }, 0.0f);
    near_vec3(snw_vec3_lerp(x, y, 0.25f), (sinew_vec3){ 0.75f, 0.25f, 0 }, 0.0f);
    assert_true(snw_vec3_length((sinew_vec3){ 3, 0, -4 }) == 5.0f);
    assert_true(snw_vec3_dot((sinew_vec3){ 1, 2, 3 }, (sinew_vec3){ 4, -5, 6 }) == 12.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine),   cmocka_unit_test(far_angles_lose_digits_as_stated),
        cmocka_unit_test(arctangent),        cmocka_unit_test(arctangent_at_its_edges),
        cmocka_unit_test(arccosine),         cmocka_unit_test(whole_parts),
        cmocka_unit_test(quaternions),       cmocka_unit_test(between_quaternions),
        cmocka_unit_test(affine_transforms), cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
