/* Compiled clips: within the bound of their curves wherever they are looked at, whatever the curves are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench/bench.h"
#include "fault/fault.h"
#include "pose/pose.h"
#include "support/clip_error.h"
#include "support/model_again.h"
#include "support/random_model.h"
#include "support/root_clips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static sinew_model *model_of(const sinew_model_desc *desc) {
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    if (sinew_model_create(desc, &model, &log)) fail_msg("%s: %s", log.items[0].path, log.items[0].sentence);
    sinew_log_free(&log);
    return model;
}

static sinew_clip_fit fit_of(const sinew_model *model, uint32_t clip) {
    sinew_clip_fit fit;
    assert_true(sinew_model_clip_fit(model, clip, &fit));
    return fit;
}

static void within_bound(const sinew_model *model, uint32_t clip, uint32_t times, bool keys) {
    clip_error e = clip_error_of(model, clip, times, keys);
    if (e.worst > clip_bound_of(model, clip)) fail_msg("clip %u is off by %g mm", clip, e.worst * 1e3);
}

/* ---- the benchmark's figure: bytes and error as it was said ---- */

/* One clip of the figure: within its bound, and nowhere much more off than it says. */
static void expect_fit(const sinew_model *model, uint32_t clip, sinew_tier tier) {
    sinew_clip_fit fit = fit_of(model, clip);
    clip_error e = clip_error_of(model, clip, 500, true);
    print_message("%s%s: %u keys, %zu bytes, %.4f mm (measured as it was made: %.4f, mean %.5f)\n",
                  tier == SINEW_TIER_COMPACT ? "compact " : "", sinew_model_clip_name(model, clip), fit.keys, fit.bytes,
                  e.worst * 1e3, (double)fit.worst * 1e3, (double)fit.mean * 1e3);
    assert_int_equal(fit.tier, tier);
    assert_true(fit.worst <= fit.bound && e.worst <= (double)fit.worst * 1.2);
}

static void the_figure_is_small_and_right(void **state) {
    (void)state;
    sinew_model *model = bench_figure(NULL);
    assert_non_null(model);
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) {
        sinew_clip_fit fit = fit_of(model, clip);
        expect_fit(model, clip, SINEW_TIER_FAST);
        assert_int_equal(fit.exact_curves, 0);
        assert_true(fit.mean <= fit.worst && fit.mean > 0);
    }
    assert_true(fit_of(model, sinew_model_find_clip(model, "walk")).bytes <= 12900);
    assert_true(fit_of(model, sinew_model_find_clip(model, "dense")).bytes <= 22300);
    sinew_model_destroy(model);
}

static void the_compact_figure_is_half_as_large(void **state) {
    (void)state;
    sinew_model *figure = bench_figure(NULL), *model = model_again(figure, SINEW_TIER_COMPACT);
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) expect_fit(model, clip, SINEW_TIER_COMPACT);
    assert_true(fit_of(model, sinew_model_find_clip(model, "walk")).bytes <= 8140);
    assert_true(fit_of(model, sinew_model_find_clip(model, "dense")).bytes <= 12430);
    sinew_model_destroy(model);
    sinew_model_destroy(figure);
}

/* ---- random clips ---- */

typedef struct random_tally {
    uint32_t compiled, exact, exact_curves;
    double worst; /* of the bound */
} random_tally;

static void look_at_random(const sinew_model *model, bool keys, uint64_t seed, random_tally *t) {
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) {
        sinew_clip_fit fit = fit_of(model, clip);
        bool exact = fit.tier == SINEW_TIER_EXACT;
        t->compiled += !exact;
        t->exact += exact;
        t->exact_curves += fit.exact_curves;
        clip_error e = clip_error_of(model, clip, 60, keys);
        if (!exact) t->worst = fmax(t->worst, e.worst / (double)fit.bound);
        if (e.worst > clip_bound_of(model, clip))
            fail_msg("seed %u clip %u is off by %g mm", (unsigned)seed, clip, e.worst * 1e3);
    }
}

static void random_clips_hold_the_bound(void **state) {
    (void)state;
    random_tally fast = { 0 }, compact = { 0 };
    for (uint64_t seed = 1; seed <= 120; ++seed) {
        random_source r = { seed };
        sinew_model *model = random_model(&r, &(random_model_options){ .joints = 30, .fast = true }, NULL);
        look_at_random(model, seed % 4 == 0, seed, &fast);
        if (seed % 2 == 0) {
            sinew_model *again = model_again(model, SINEW_TIER_COMPACT);
            look_at_random(again, false, seed, &compact);
            sinew_model_destroy(again);
        }
        sinew_model_destroy(model);
    }
    print_message("fast: %u clips compiled, with %u exact curves beside; %u exact; worst %.2f of the bound\n",
                  fast.compiled, fast.exact_curves, fast.exact, fast.worst);
    print_message("compact: %u clips compiled, with %u exact curves beside; %u exact; worst %.2f of the bound\n",
                  compact.compiled, compact.exact_curves, compact.exact, compact.worst);
    assert_true(fast.compiled > 100 && compact.compiled > 50);
}

/* ---- bad input ---- */

enum { ARM = 20 };

/* A chain of ARM joints 10 cm apart, all of which the one curve moves where its joint is the first. */
typedef struct chain {
    sinew_joint_desc joints[ARM];
    sinew_transform rest[ARM];
    sinew_curve curves[3];
    sinew_clip_desc clip;
    sinew_model_desc desc;
} chain;

static sinew_tier tested; /* fast, then compact */

static void chain_of(chain *c, uint32_t curve_count) {
    for (uint32_t i = 0; i < ARM; ++i) {
        c->rest[i] = (sinew_transform){ { 0.1f, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
        c->joints[i] = (sinew_joint_desc){ NULL, i ? i - 1 : SINEW_NONE, &c->rest[i] };
    }
    c->clip = (sinew_clip_desc){ .curves = c->curves, .curve_count = curve_count };
    c->desc = (sinew_model_desc){
        .skeleton = { c->joints, ARM, NULL, 0 }, .clips = &c->clip, .clip_count = 1, .tier = tested
    };
}

static void turn(float *out, double degrees) {
    double half = degrees / 114.59155902616465;
    out[0] = out[1] = 0;
    out[2] = (float)sin(half);
    out[3] = (float)cos(half);
}

static void a_million_keys(void **state) {
    (void)state;
    enum { KEYS = 1000000 };
    float *times = malloc(KEYS * sizeof *times), *values = malloc(KEYS * 4 * sizeof *values);
    for (uint32_t k = 0; k < KEYS; ++k) {
        times[k] = (float)k / 1024;
        turn(values + 4 * (size_t)k, 40 * sin(k * 0.01) + 3 * sin(k * 0.7));
    }
    chain c;
    chain_of(&c, 1);
    c.curves[0] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, KEYS, 4, times, values };
    fault f; /* that never fails, and counts */
    fault_init(&f, 0);
    c.desc.allocator = &f.allocator;
    sinew_model *model = model_of(&c.desc);
    size_t given = KEYS * 5 * sizeof(float);
    print_message("%zu bytes of keys took %.1f times that at most\n", given, (double)f.peak_bytes / (double)given);
    assert_true(f.peak_bytes < 3 * given);
    within_bound(model, 0, 5000, false);
    sinew_model_destroy(model);
    free(times);
    free(values);
}

static void one_key(void **state) {
    (void)state;
    static const float at[1] = { 0.7f }, turned[4] = { 0, 0, 3, 4 },
                       tangents[12] = { 1, 2, 3, 4, 0, 0, 3, 4, 5, 6, 7, 8 };
    chain c;
    chain_of(&c, 1);
    for (int kind = 0; kind < 3; ++kind) {
        c.curves[0] = (sinew_curve){ SINEW_CHANNEL_ROTATION,
                                     (sinew_interpolation)kind,
                                     3,
                                     1,
                                     4,
                                     at,
                                     kind == SINEW_INTERPOLATION_CUBIC ? tangents : turned };
        sinew_model *model = model_of(&c.desc);
        assert_int_equal(fit_of(model, 0).tier, tested);
        assert_int_equal(fit_of(model, 0).keys, 1);
        within_bound(model, 0, 50, true);
        sinew_model_destroy(model);
    }
}

/* Keys a tenth of a microsecond apart, between others that are far; a jump that no uniform keys show. */
static void keys_closer_than_a_microsecond(void **state) {
    (void)state;
    static const float times[6] = { 0, 0.5f, 0.50000006f, 1, 1.0000001f, 1.5f };
    float values[24], places[18];
    static const double degrees[6] = { 0, 10, 70, 80, -80, 0 };
    for (int k = 0; k < 6; ++k) {
        turn(values + 4 * k, degrees[k]);
        for (int i = 0; i < 3; ++i) places[3 * k + i] = (float)(degrees[k] * 0.01 * i);
    }
    chain c;
    chain_of(&c, 2);
    c.curves[0] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 6, 4, times, values };
    c.curves[1] = (sinew_curve){ SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 5, 6, 3, times, places };
    sinew_model *model = model_of(&c.desc);
    within_bound(model, 0, 1000, true);
    sinew_model_destroy(model);
}

static void times_that_do_not_start_at_0(void **state) {
    (void)state;
    float times[31], values[31 * 4];
    for (int k = 0; k < 31; ++k) {
        times[k] = 5.5f + (float)k / 30;
        turn(values + 4 * k, 30 * sin(k * 0.3));
    }
    chain c;
    chain_of(&c, 1);
    c.curves[0] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 31, 4, times, values };
    sinew_model *model = model_of(&c.desc);
    assert_int_equal(fit_of(model, 0).tier, tested);
    assert_true(fit_of(model, 0).keys <= 61); /* none for the five seconds before */
    within_bound(model, 0, 2000, true);
    sinew_model_destroy(model);
}

static void half_turns_between_keys(void **state) {
    (void)state;
    static const float times[4] = { 0, 1, 1.2f, 3 };
    static const double degrees[4] = { 0, 179.9, 0, -179.9 };
    float values[16];
    for (int k = 0; k < 4; ++k) turn(values + 4 * k, degrees[k]);
    for (int flip = 0; flip < 2; ++flip) {
        chain c;
        chain_of(&c, 1);
        c.curves[0] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 4, 4, times, values };
        sinew_model *model = model_of(&c.desc);
        within_bound(model, 0, 3000, true);
        sinew_model_destroy(model);
        for (int i = 4; i < 8; ++i) values[i] = -values[i]; /* the same turn, of the other sign */
    }
}

static void scales_of_0_and_minus_1(void **state) {
    (void)state;
    static const float times[4] = { 0, 0.3f, 0.6f, 0.9f };
    static const float values[12] = { 1, 1, 1, 0, 0, 0, -1, 1, -1, -1, -1, 0 };
    chain c;
    chain_of(&c, 1);
    for (uint32_t joint = 0; joint < ARM; joint += ARM - 1) {
        c.curves[0] = (sinew_curve){ SINEW_CHANNEL_SCALE, SINEW_INTERPOLATION_LINEAR, joint, 4, 3, times, values };
        sinew_model *model = model_of(&c.desc);
        assert_int_equal(fit_of(model, 0).tier, tested);
        within_bound(model, 0, 2000, true);
        sinew_model_destroy(model);
    }
}

/* A STEP curve shows its edge at its very moment, beside curves that are compiled. */
static void steps_keep_their_edges(void **state) {
    (void)state;
    static const float times[4] = { 0, 0.123f, 0.5f, 0.77f };
    float steps[16], smooth[31 * 4], even[31];
    for (int k = 0; k < 4; ++k) turn(steps + 4 * k, 50 * k);
    for (int k = 0; k < 31; ++k) {
        even[k] = (float)k / 30;
        turn(smooth + 4 * k, 20 * sin(k * 0.3));
    }
    chain c;
    chain_of(&c, 2);
    c.curves[0] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_STEP, 0, 4, 4, times, steps };
    c.curves[1] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 1, 31, 4, even, smooth };
    sinew_model *model = model_of(&c.desc);
    assert_int_equal(fit_of(model, 0).tier, tested);
    assert_int_equal(fit_of(model, 0).exact_curves, 1);
    within_bound(model, 0, 1000, true);
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    for (int k = 1; k < 4; ++k)
        for (int after = 0; after < 2; ++after) {
            double time = (double)times[k] - (after ? 0 : 1e-9);
            assert_int_equal(sinew_pose_sample(pose, 0, time), SINEW_OK);
            assert_true(fabsf(sinew_pose_local(pose, 0).rotation.z - steps[4 * (k - !after) + 2]) < 1e-6f);
        }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void numbers_at_the_end_of_floats(void **state) {
    (void)state;
    static const float times[3] = { 0, 1, 2 };
    static const float values[9] = { 3e38f, 0, 0, -3e38f, 1, 0, 3e38f, 0, 0 };
    static const float nothing[12] = { 0 };
    chain c;
    chain_of(&c, 2);
    c.curves[0] = (sinew_curve){ SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 4, 3, 3, times, values };
    c.curves[1] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 2, 3, 4, times, nothing };
    sinew_model *model = model_of(&c.desc);
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    for (int i = 0; i <= 100; ++i) {
        assert_int_equal(sinew_pose_sample(pose, 0, i * 0.02), SINEW_OK);
        for (uint32_t j = 0; j < ARM; ++j) {
            sinew_transform t = sinew_pose_local(pose, j);
            assert_true(t.translation.x - t.translation.x == 0 && t.rotation.w - t.rotation.w == 0);
        }
        assert_true(sinew_pose_local(pose, 2).rotation.w == 1); /* no length: no turn */
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/* ---- what stands still ---- */

static void what_stands_still_has_no_keys(void **state) {
    (void)state;
    float times[100], values[300], turns[400];
    for (int k = 0; k < 100; ++k) {
        times[k] = (float)k / 24;
        memcpy(values + 3 * k, (const float[3]){ 0.5f, -1, 0.25f }, 3 * sizeof(float));
        turn(turns + 4 * k, 33);
        for (int i = 0; k % 2 && i < 4; ++i) turns[4 * k + i] = -turns[4 * k + i];
    }
    chain c;
    chain_of(&c, 2);
    c.curves[0] = (sinew_curve){ SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 17, 100, 3, times, values };
    c.curves[1] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 1, 100, 4, times, turns };
    sinew_model *model = model_of(&c.desc);
    assert_int_equal(fit_of(model, 0).keys, 1);
    assert_true(fit_of(model, 0).bytes < 1000);
    within_bound(model, 0, 100, false);
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    sinew_transform moved = { { 7, 8, 9 }, { 0, 1, 0, 0 }, { 2, 2, 2 } };
    for (uint32_t j = 0; j < ARM; ++j) assert_int_equal(sinew_pose_set_local(pose, j, &moved), SINEW_OK);
    assert_int_equal(sinew_pose_sample(pose, 0, 1), SINEW_OK);
    for (uint32_t j = 0; j < ARM; ++j) { /* the rest of the pose is as it was */
        sinew_transform t = sinew_pose_local(pose, j);
        assert_true(t.translation.y == (j == 17 ? -1.0f : 8.0f) && t.scale.x == 2.0f);
        assert_true(j == 1 ? fabsf(fabsf(t.rotation.z) - sinf(16.5f / 57.29578f)) < 1e-6f : t.rotation.y == 1.0f);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void an_exact_model_has_no_keys(void **state) {
    (void)state;
    random_source r = { 3 };
    sinew_model *model = random_model(&r, &(random_model_options){ 0 }, NULL);
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) {
        sinew_clip_fit fit = fit_of(model, clip);
        assert_int_equal(fit.tier, SINEW_TIER_EXACT);
        assert_true(fit.bytes == 0 && fit.keys == 0);
        assert_true(clip_error_of(model, clip, 20, false).worst < 1e-5);
    }
    sinew_clip_fit untouched = { .keys = 77 };
    assert_false(sinew_model_clip_fit(model, sinew_model_clip_count(model), &untouched));
    assert_false(sinew_model_clip_fit(NULL, 0, &untouched));
    assert_int_equal(untouched.keys, 77);
    sinew_model_destroy(model);
}

/* ---- root motion is that of the curves ---- */

static void root_motion_does_not_change(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "arc", 2, 1.5, 2, 41)->desc.root.yaw = true;
    rc_arc(&set, "straight", 1, 2, 0, 25);
    sinew_model *fast = rc_model(&set, NULL);
    set.tier = SINEW_TIER_EXACT;
    sinew_model *exact = rc_model(&set, NULL);
    sinew_pose *a = sinew_pose_create_for_model(fast, NULL), *b = sinew_pose_create_for_model(exact, NULL);
    for (uint32_t clip = 0; clip < 4; ++clip) {
        assert_int_equal(fit_of(fast, clip).tier, SINEW_TIER_FAST);
        for (int i = 0; i < 50; ++i) {
            sinew_root_step p = { { 0 }, 0 }, q = p;
            sinew_root_between(fast, clip, 0.01 * i, 0.03 * i, i % 3, &p);
            sinew_root_between(exact, clip, 0.01 * i, 0.03 * i, i % 3, &q);
            assert_memory_equal(&p, &q, sizeof p);
            sinew_pose_sample(a, clip, 0.03 * i);
            sinew_pose_sample(b, clip, 0.03 * i);
            for (uint32_t j = 0; j < RC_JOINTS; ++j) {
                sinew_affine m = sinew_pose_model(a, j), n = sinew_pose_model(b, j);
                for (int k = 0; k < 12; ++k) assert_true(fabsf(m.m[k] - n.m[k]) <= (k % 4 == 3 ? 1.5e-4f : 1e-3f));
            }
        }
    }
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(fast);
    sinew_model_destroy(exact);
}

/* ---- memory ---- */

static bool make_once(fault *f, void *user) {
    (void)user;
    random_source r = { 11 };
    sinew_model *model = random_model(
        &r, &(random_model_options){ .joints = 12, .clips = 3, .fast = true, .plain = true }, &f->allocator);
    sinew_model_destroy(model);
    return model != NULL;
}

static void memory_that_runs_out(void **state) {
    (void)state;
    assert_true(fault_sweep(make_once, NULL, 2000) > 5);
    assert_true(fault_sweep_alone(make_once, NULL, 2000) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_figure_is_small_and_right),
        cmocka_unit_test(the_compact_figure_is_half_as_large),
        cmocka_unit_test(random_clips_hold_the_bound),
        cmocka_unit_test(a_million_keys),
        cmocka_unit_test(one_key),
        cmocka_unit_test(keys_closer_than_a_microsecond),
        cmocka_unit_test(times_that_do_not_start_at_0),
        cmocka_unit_test(half_turns_between_keys),
        cmocka_unit_test(scales_of_0_and_minus_1),
        cmocka_unit_test(steps_keep_their_edges),
        cmocka_unit_test(numbers_at_the_end_of_floats),
        cmocka_unit_test(what_stands_still_has_no_keys),
        cmocka_unit_test(an_exact_model_has_no_keys),
        cmocka_unit_test(root_motion_does_not_change),
        cmocka_unit_test(memory_that_runs_out),
    };
    const struct CMUnitTest compact[] = {
        cmocka_unit_test(a_million_keys),
        cmocka_unit_test(one_key),
        cmocka_unit_test(keys_closer_than_a_microsecond),
        cmocka_unit_test(times_that_do_not_start_at_0),
        cmocka_unit_test(half_turns_between_keys),
        cmocka_unit_test(scales_of_0_and_minus_1),
        cmocka_unit_test(steps_keep_their_edges),
        cmocka_unit_test(numbers_at_the_end_of_floats),
    };
    int failed = cmocka_run_group_tests_name("fast", tests, NULL, NULL);
    tested = SINEW_TIER_COMPACT;
    return failed + cmocka_run_group_tests_name("compact", compact, NULL, NULL);
}
