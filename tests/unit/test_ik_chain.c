/* Chains of any length: reach, lengths, how near passes come, continuity, straight and folded chains. Positions
   are worked out in double by tests/support/ik_kit.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/ik_kit.h"

#include <math.h>
#include <string.h>

static sinew_ik_result solve(sinew_pose *pose, const sinew_ik_chain_desc *desc, float weight) {
    sinew_ik_result result;
    memset(&result, 0x55, sizeof result);
    assert_int_equal(sinew_ik_chain(pose, desc, weight, &result), SINEW_OK);
    return result;
}

/* Bones as they are in model space; returns their sum. */
static double measure(const sinew_pose *pose, uint32_t root, uint32_t count, double *bones, double *longest) {
    double sum = 0;
    *longest = 0;
    for (uint32_t i = 0; i + 1 < count; ++i) {
        bones[i] = ddistance(kit_at(pose, root + i), kit_at(pose, root + i + 1));
        sum += bones[i];
        *longest = fmax(*longest, bones[i]);
    }
    return sum;
}

/* Random chains of 2 to 12 joints, straight ones too, anywhere in their reach. */
static void reaches_what_is_in_reach(void **state) {
    (void)state;
    random_source r = { 31 };
    double worst = 0, worst_bone = 0;
    for (int n = 0; n < 20000; ++n) {
        double bones[64], is[64], after[64], longest;
        uint32_t count = 3 + random_below(&r, 10), end = 2 + count - 1;
        for (uint32_t i = 0; i + 1 < count; ++i) bones[i] = (double)random_float(&r, 0.05f, 1);
        kit k = kit_chain(&r, 2, bones, count, random_chance(&r, 0.2) ? 0 : 1.5, false);
        double length = measure(k.pose, 2, count, is, &longest), least = fmax(0, 2 * longest - length);
        dvec root = kit_at(k.pose, 2);
        double d = least + (length - least) * (double)random_float(&r, 0.001f, 0.9999f);
        sinew_ik_chain_desc desc = { .root = 2, .end = end };
        desc.target = dfloat(dadd(root, dscaled(random_direction(&r), d)));
        sinew_ik_result result = solve(k.pose, &desc, 1);
        double off = ddistance(kit_at(k.pose, end), dof(desc.target));
        assert_true(fabs((double)result.distance - off) < 2e-6 * length);
        if (!(off < 1e-5 * length))
            print_message("chain %d of %u joints: off by %g of %g, at %g\n", n, count, off, length, d);
        assert_true(result.reached && result.iterations <= 256);
        measure(k.pose, 2, count, after, &longest);
        for (uint32_t i = 0; i + 1 < count; ++i) worst_bone = fmax(worst_bone, fabs(after[i] - is[i]) / length);
        worst = fmax(worst, off / length);
        kit_free(&k);
    }
    print_message("chain: off by %.1e of the length, bones by %.1e\n", worst, worst_bone);
    assert_true(worst_bone < 1e-6);
}

static void straightens_towards_what_is_out_of_reach(void **state) {
    (void)state;
    random_source r = { 32 };
    const double bones[] = { 0.4, 0.3, 0.2, 0.1 };
    kit k = kit_chain(&r, 1, bones, 5, 1, true);
    dvec root = kit_at(k.pose, 1);
    for (int n = 0; n < 200; ++n) {
        dvec way = random_direction(&r);
        sinew_ik_chain_desc desc = { .root = 1, .end = 5 };
        desc.target = dfloat(dadd(root, dscaled(way, (double)random_float(&r, 1.01f, 30))));
        sinew_ik_result result = solve(k.pose, &desc, 1);
        assert_false(result.reached);
        double at = 0;
        for (uint32_t i = 0; i < 4; ++i) {
            at += bones[i];
            assert_true(ddistance(kit_at(k.pose, i + 2), dadd(root, dscaled(way, at))) < 3e-6);
        }
        desc.soft = 0.1f;
        solve(k.pose, &desc, 1);
        assert_true(ddistance(kit_at(k.pose, 5), root) < 0.9999);
    }
    kit_free(&k);
    /* The longest bone cannot be folded away. */
    const double uneven[] = { 1, 0.2, 0.3 };
    k = kit_chain(&r, 1, uneven, 4, 1, true);
    root = kit_at(k.pose, 1);
    sinew_ik_chain_desc desc = { .root = 1, .end = 4, .target = dfloat(dadd(root, (dvec){ 0.2, 0, 0 })) };
    assert_false(solve(k.pose, &desc, 1).reached);
    assert_true(ddistance(kit_at(k.pose, 4), dadd(root, (dvec){ 0.5, 0, 0 })) < 1e-3);
    kit_free(&k);
}

/* Each pass comes nearer, as many as are asked for at most; a few are enough. */
static void passes_are_bounded(void **state) {
    (void)state;
    random_source r = { 33 };
    const double bones[] = { 0.3, 0.3, 0.3, 0.3, 0.3 };
    kit k = kit_chain(&r, 1, bones, 6, 1, true);
    sinew_pose *kept = kit_kept(&k);
    float before = 2;
    uint32_t enough = 0;
    for (uint32_t passes = 1; passes < 1000; passes += passes < 20 ? 1 : passes) {
        sinew_ik_chain_desc desc = { .root = 1, .end = 6, .iterations = passes, .target = { 0.9f, 0.9f, 0.2f } };
        sinew_pose_copy(k.pose, kept);
        sinew_ik_result result = solve(k.pose, &desc, 1);
        assert_true(result.iterations <= passes && result.iterations <= 256);
        assert_true(result.distance < before || result.reached);
        assert_true(result.reached == (result.distance < 1.5e-5f));
        if (result.reached && !enough) enough = passes;
        if (!result.reached) assert_int_equal(result.iterations, passes);
        before = result.distance;
    }
    assert_true(enough > 1 && enough < 20);
    /* Where it is already: no pass, nothing moves. */
    sinew_ik_chain_desc desc = { .root = 1, .end = 6, .target = dfloat(kit_at(kept, 6)) };
    sinew_pose_copy(k.pose, kept);
    solve(k.pose, &desc, 1);
    for (uint32_t j = 1; j <= 6; ++j) assert_true(ddistance(kit_at(k.pose, j), kit_at(kept, j)) < 2e-6);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

static void weight_0_changes_no_bit_and_between_is_continuous(void **state) {
    (void)state;
    random_source r = { 34 };
    const double bones[] = { 0.4, 0.3, 0.3, 0.2 };
    for (int n = 0; n < 50; ++n) {
        kit k = kit_chain(&r, 1, bones, 5, 1, false);
        sinew_pose *kept = kit_kept(&k);
        uint64_t before = kit_digest(k.pose);
        sinew_ik_chain_desc desc = { .root = 1, .end = 5, .end_mode = SINEW_IK_END_KEEPS };
        desc.target = dfloat(dadd(kit_at(k.pose, 1), dscaled(random_direction(&r), 0.5)));
        solve(k.pose, &desc, 0);
        assert_true(kit_digest(k.pose) == before);
        dvec was = kit_at(k.pose, 5);
        for (int w = 1; w <= 200; ++w) {
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, (float)w / 200);
            dvec now = kit_at(k.pose, 5);
            assert_true(ddistance(now, was) < 0.25);
            was = now;
        }
        dvec x = { 1, 0, 0 };
        assert_true(dangle(kit_direction(kept, 5, x), kit_direction(k.pose, 5, x)) < 1e-6);
        assert_true(ddistance(was, dof(desc.target)) < 1e-5);
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
}

/* 10,000 random paths, into and out of reach and past the root: the end moves no more than five times the target; so do
   all joints, while the target is neither near the root, nor opposite to where the chain points, nor (without soft)
   where it becomes straight. */
static void moves_no_more_than_five_times_the_target(void **state) {
    (void)state;
    random_source r = { 35 };
    const double bones[] = { 0.3, 0.25, 0.25, 0.2 };
    kit k = kit_chain(&r, 1, bones, 5, 0.6, true);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(kept, 1), along = dsub(kit_at(kept, 5), root);
    double worst_end = 0, worst_joint = 0;
    long steps = 0, free_steps = 0;
    for (int n = 0; n < 10000; ++n) {
        dvec from = dadd(root, dscaled(random_direction(&r), (double)random_float(&r, 0, 1.3f)));
        dvec to = dadd(root, dscaled(random_direction(&r), (double)random_float(&r, 0, 1.3f)));
        int count = 1 + (int)(ddistance(from, to) / 0.02);
        sinew_ik_chain_desc desc = { .root = 1, .end = 5, .soft = random_chance(&r, 0.5) ? 0.05f : 0 };
        dvec before[6] = { 0 };
        bool was_clear = false;
        for (int step = 0; step <= count; ++step) {
            dvec target = dadd(from, dscaled(dsub(to, from), (double)step / count));
            double d = ddistance(target, root), moved = ddistance(from, to) / count;
            desc.target = dfloat(target);
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            bool clear = d > 0.45 && dangle(dsub(target, root), along) < 2.1 && (desc.soft > 0 || d < 0.95 || d > 1.02);
            for (uint32_t j = 2; j <= 5; ++j) {
                dvec now = kit_at(k.pose, j);
                double ratio = step ? (ddistance(now, before[j]) - 4e-6) / moved : 0;
                if (j == 5) worst_end = fmax(worst_end, ratio);
                else if (clear && was_clear) worst_joint = fmax(worst_joint, ratio);
                before[j] = now;
            }
            free_steps += step && clear && was_clear;
            steps += step > 0;
            was_clear = clear;
        }
    }
    print_message("chain: %ld steps, the end at most %.4f times the target's, joints %.2f in %ld of them\n", steps,
                  worst_end, worst_joint, free_steps);
    assert_true(worst_end < 5);
    assert_true(worst_joint < 5);
    assert_true(free_steps > steps / 4);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* Chains of any bones, bent any way, some straight: wherever the target goes beyond half the length, end and joints
   between move evenly. Targets anywhere: tests/property/prop_chain.c. */
static void any_chain_moves_evenly(void **state) {
    (void)state;
    double worst_end = 0, worst_joint = 0;
    long steps = 0;
    for (int n = 0; n < 150; ++n) {
        random_source r = { 5000u + (uint64_t)n };
        double bones[6], length = 0;
        uint32_t count = 4 + random_below(&r, 3);
        for (uint32_t i = 0; i + 1 < count; ++i) bones[i] = (double)random_float(&r, 0.2f, 1);
        kit k = kit_chain(&r, 1, bones, count, random_chance(&r, 0.3) ? 0 : 1.5, false);
        sinew_pose *kept = kit_kept(&k);
        for (uint32_t j = 1; j < count; ++j) length += ddistance(kit_at(kept, j), kit_at(kept, j + 1));
        dvec root = kit_at(kept, 1), along = dsub(kit_at(kept, count), root);
        dvec a = random_direction(&r), b = random_direction(&r), before[8] = { 0 }, was = root;
        for (int step = 0; step < 300; ++step) {
            double t = step * 3e-3, share = 0.65 + 0.3 * sin(5 * t);
            dvec way = dunit(dadd(a, dscaled(b, 0.8 * sin(1.7 * t))));
            if (dangle(way, along) > 2.1) break;
            dvec target = dadd(root, dscaled(way, share * length));
            sinew_ik_chain_desc desc = { .root = 1, .end = count, .target = dfloat(target) };
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            for (uint32_t j = 2; j <= count; ++j) {
                dvec now = kit_at(k.pose, j);
                double ratio = step ? (ddistance(now, before[j]) - 4e-6 * length) / ddistance(target, was) : 0;
                if (j == count) worst_end = fmax(worst_end, ratio);
                else worst_joint = fmax(worst_joint, ratio);
                steps += j != count;
                before[j] = now;
            }
            was = target;
        }
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
    print_message("any chain: the end at most %.3f times the target's, joints %.3f, in %ld\n", worst_end, worst_joint,
                  steps);
    assert_true(worst_end < 5 && worst_joint < 5 && steps > 50000);
}

/* Chains that bend in one plane, also as an S whose middle is on its line, to targets in it: they stay in it. */
static void what_lies_in_a_plane_stays_in_it(void **state) {
    (void)state;
    random_source r = { 38 };
    const double bones[] = { 0.2, 0.2, 0.2, 0.2, 0.2, 0.2 };
    for (int n = 0; n < 400; ++n) {
        kit k = kit_chain(&r, 1, bones, 7, 0, true);
        for (uint32_t j = 1; j < 7; ++j) {
            double angle = n % 2 ? (double)random_float(&r, -1, 1) : (j > 3 ? -0.2 : 0.2) * (1 + n % 10);
            sinew_transform t = sinew_pose_local(k.pose, j);
            t.rotation = kit_turn((dvec){ 0, 0, 1 }, angle);
            sinew_pose_set_local(k.pose, j, &t);
        }
        double angle = (double)random_float(&r, -3, 3), d = (double)random_float(&r, 0.1f, 1.15f);
        sinew_ik_chain_desc desc = { .root = 1, .end = 7 };
        desc.target = dfloat(dadd(kit_at(k.pose, 1), (dvec){ d * cos(angle), d * sin(angle), 0 }));
        assert_true(solve(k.pose, &desc, 1).reached);
        for (uint32_t j = 1; j <= 7; ++j) assert_true(fabs(kit_at(k.pose, j).z) < 3e-6);
        kit_free(&k);
    }
}

/* A straight chain with the target on its own line; joints in one place; the target on
   the root; one bone. */
static void stays_sound_where_nothing_is_to_go_by(void **state) {
    (void)state;
    random_source r = { 36 };
    const double shapes[][4] = {
        { 0.3, 0.3, 0.3, 0.3 }, { 0, 0.3, 0, 0.3 }, { 0, 0, 0, 0 }, { 0.9, 0.1, 0.1, 0 }, { 0, 0, 0, 0.5 }
    };
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        kit k = kit_chain(&r, 1, shapes[s], 5, 0, true);
        sinew_pose *kept = kit_kept(&k);
        dvec root = kit_at(kept, 1);
        double bones[4], after[4], longest, length = measure(kept, 1, 5, bones, &longest);
        const dvec ways[] = { { 0, -0.5, 0 },  { 0, 0.5, 0 }, { 0, 0, 0 },       { 0, -1, 0 },
                              { 1e-13, 0, 0 }, { 0, -9, 0 },  { 1e30, 1e30, 0 }, { 0.3, 0, 0 } };
        for (size_t t = 0; t < sizeof ways / sizeof *ways; ++t) {
            sinew_ik_chain_desc desc = { .root = 1, .end = 5, .target = dfloat(dadd(root, ways[t])) };
            sinew_pose_copy(k.pose, kept);
            sinew_ik_result result = solve(k.pose, &desc, 1);
            double d = ddistance(dof(desc.target), root), least = fmax(0, 2 * longest - length);
            if (d > least + 1e-3 && d < length - 1e-3) assert_true(result.reached);
            measure(k.pose, 1, 5, after, &longest);
            for (int i = 0; i < 4; ++i) assert_true(fabs(after[i] - bones[i]) < 1e-6);
        }
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
    const double one[] = { 0.5 };
    kit k = kit_chain(&r, 1, one, 2, 1, false);
    dvec root = kit_at(k.pose, 1);
    double length = ddistance(root, kit_at(k.pose, 2));
    sinew_ik_chain_desc desc = { .root = 1, .end = 2, .target = dfloat(dadd(root, (dvec){ length, 0, 0 })) };
    assert_true(solve(k.pose, &desc, 1).reached);
    kit_free(&k);
}

static void refuses_and_changes_nothing(void **state) {
    (void)state;
    random_source r = { 37 };
    double bones[70];
    for (int i = 0; i < 70; ++i) bones[i] = 0.1;
    kit k = kit_chain(&r, 1, bones, 71, 0.3, true);
    uint64_t before = kit_digest(k.pose);
    const sinew_ik_chain_desc good = { .root = 1, .end = 60, .target = { 1, 2, 3 }, .end_mode = SINEW_IK_END_ROTATION };
#define REFUSED(code, w, change)                                                                                       \
    do {                                                                                                               \
        sinew_ik_chain_desc desc = good;                                                                               \
        change;                                                                                                        \
        assert_int_equal(sinew_ik_chain(k.pose, &desc, w, NULL), code);                                                \
        assert_true(kit_digest(k.pose) == before);                                                                     \
    } while (0)
    REFUSED(SINEW_ERROR_RANGE, 1, desc.target.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, NAN, (void)0);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.soft = -1);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.soft = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.rotation.w = NAN);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end_mode = (sinew_ik_end)9);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end = 65);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end = 1);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end = 0);
#undef REFUSED
    assert_int_equal(sinew_ik_chain(NULL, &good, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_chain(k.pose, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_chain(k.pose, &good, 1, NULL), SINEW_OK);
    sinew_transform huge = { { 3e38f, 3e38f, 3e38f }, { 0, 0, 0, 1 }, { 3e38f, 3e38f, 3e38f } };
    for (uint32_t j = 0; j < 9; ++j) sinew_pose_set_local(k.pose, j, &huge);
    assert_int_equal(sinew_ik_chain(k.pose, &good, 1, NULL), SINEW_ERROR_RANGE);
    kit_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_what_is_in_reach),
        cmocka_unit_test(straightens_towards_what_is_out_of_reach),
        cmocka_unit_test(passes_are_bounded),
        cmocka_unit_test(weight_0_changes_no_bit_and_between_is_continuous),
        cmocka_unit_test(moves_no_more_than_five_times_the_target),
        cmocka_unit_test(any_chain_moves_evenly),
        cmocka_unit_test(what_lies_in_a_plane_stays_in_it),
        cmocka_unit_test(stays_sound_where_nothing_is_to_go_by),
        cmocka_unit_test(refuses_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
