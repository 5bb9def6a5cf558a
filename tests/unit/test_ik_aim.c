/* Aiming: how near it points, the limit's cone, shares, offsets, roll, weights, continuity. Directions are worked out
   in double by tests/support/ik_kit.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/ik_kit.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double HUNDREDTH = 0.01 * 3.14159265358979323846 / 180;

/* Joints 1 to 3 turn: spine, neck, head. */
enum { SPINE = 1, NECK = 2, HEAD = 3 };

static kit neck(random_source *r, bool plain) {
    const double bones[] = { 0.3, 0.2 };
    return kit_chain(r, 1, bones, 3, plain ? 0.1 : 1, plain);
}

static sinew_ik_result solve(sinew_pose *pose, const sinew_ik_aim_desc *desc, float weight) {
    sinew_ik_result result;
    memset(&result, 0x55, sizeof result);
    assert_int_equal(sinew_ik_aim(pose, desc, weight, &result), SINEW_OK);
    return result;
}

static dvec axis_of(const sinew_ik_aim_desc *desc) {
    dvec axis = dof(desc->axis);
    return dlength(axis) > 0 ? axis : (dvec){ 0, 0, 1 };
}

/* From the axis to the target, seen from the offset. */
static double error_of(const sinew_pose *pose, const sinew_ik_aim_desc *desc) {
    dvec eye = kit_point(pose, desc->joint, dof(desc->offset));
    return dangle(kit_direction(pose, desc->joint, axis_of(desc)), dsub(dof(desc->target), eye));
}

static double turned_by(const sinew_pose *pose, const sinew_pose *kept, const sinew_ik_aim_desc *desc) {
    return dangle(kit_direction(pose, desc->joint, axis_of(desc)), kit_direction(kept, desc->joint, axis_of(desc)));
}

/* Random necks, axes, offsets, shares, limits and targets: within 0.01° where the limit allows, never outside it. */
static void points_at_targets_and_stays_inside_the_limit(void **state) {
    (void)state;
    random_source r = { 21 };
    double worst = 0, outside = -1;
    int pointed = 0, limited = 0;
    for (int n = 0; n < 10000; ++n) {
        kit k = neck(&r, false);
        sinew_pose *kept = kit_kept(&k);
        float shares[2] = { random_float(&r, 0, 1), random_float(&r, -0.2f, 1.2f) };
        sinew_ik_aim_desc desc = { .joint = HEAD, .above = random_below(&r, 3) };
        if (random_chance(&r, 0.5)) desc.shares = shares;
        if (random_chance(&r, 0.7)) desc.axis = dfloat(random_direction(&r));
        if (random_chance(&r, 0.5)) desc.offset = dfloat(dscaled(random_direction(&r), 0.1));
        if (random_chance(&r, 0.5)) desc.up_axis = dfloat(random_direction(&r)), desc.up = dfloat(random_direction(&r));
        if (random_chance(&r, 0.6)) desc.limit = random_float(&r, 0.01f, 3);
        dvec head = kit_at(k.pose, HEAD);
        desc.target = dfloat(dadd(head, dscaled(random_direction(&r), (double)random_float(&r, 0.8f, 20))));
        sinew_ik_result result = solve(k.pose, &desc, 1);
        double error = error_of(k.pose, &desc), turned = turned_by(k.pose, kept, &desc);
        assert_true(fabs((double)result.angle - error) < 1e-6);
        if (desc.limit > 0) outside = fmax(outside, turned - (double)desc.limit);
        if (result.reached) {
            ++pointed;
            worst = fmax(worst, error);
        } else {
            ++limited; /* only ever by the limit: then the turn is all that it allows */
            if (!(desc.limit > 0 && turned > (double)desc.limit - 1e-5))
                fail_msg("aim %d: off by %g, turned %g of %g, %u above", n, error, turned, (double)desc.limit,
                         desc.above);
        }
        float weight = random_float(&r, 0, 1);
        sinew_pose_copy(k.pose, kept);
        solve(k.pose, &desc, weight);
        if (desc.limit > 0) outside = fmax(outside, turned_by(k.pose, kept, &desc) - (double)desc.limit);
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
    print_message("aim: %d of %d pointed, off by at most %.1e°; beyond the limit by %.1e rad\n", pointed,
                  pointed + limited, worst * 180 / PI, outside);
    assert_true(worst < HUNDREDTH);
    assert_true(outside <= 0);
    assert_true(pointed > 3000 && limited > 1000);
}

/* The turn goes where the shares say. */
static void shares_divide_the_turn(void **state) {
    (void)state;
    random_source r = { 22 };
    const double bones[] = { 0.3, 0.2 };
    kit k = kit_chain(&r, 1, bones, 3, 0, true);
    sinew_pose *kept = kit_kept(&k);
    const dvec z = { 0, 0, 1 };
    sinew_ik_aim_desc desc = { .joint = HEAD, .above = 2, .target = { 1000, 0, 1000 } };
    double whole = dangle(kit_direction(kept, HEAD, z), dsub(dof(desc.target), kit_at(kept, HEAD)));
    solve(k.pose, &desc, 1);
    double spine = dangle(kit_direction(k.pose, SPINE, z), kit_direction(kept, SPINE, z));
    assert_true(fabs(spine - whole / 3) < 0.01);
    const float none[] = { 0, 0 }, all[] = { 1, 0 };
    desc.shares = none;
    sinew_pose_copy(k.pose, kept);
    solve(k.pose, &desc, 1);
    sinew_transform a = sinew_pose_local(kept, SPINE), b = sinew_pose_local(k.pose, SPINE);
    assert_memory_equal(&a, &b, sizeof a);
    desc.shares = all;
    sinew_pose_copy(k.pose, kept);
    solve(k.pose, &desc, 1);
    spine = dangle(kit_direction(k.pose, SPINE, z), kit_direction(kept, SPINE, z));
    assert_true(fabs(spine - whole) < 0.01);
    assert_true(error_of(k.pose, &desc) < HUNDREDTH);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* The up axis comes into the plane of the axis and up, on up's side. */
static void rolls_towards_up(void **state) {
    (void)state;
    random_source r = { 23 };
    for (int n = 0; n < 1000; ++n) {
        kit k = neck(&r, false);
        sinew_ik_aim_desc desc = { .joint = HEAD, .axis = { 1, 0, 0 }, .up_axis = { 0, 1, 0 } };
        desc.up = dfloat(random_direction(&r));
        desc.target = dfloat(dadd(kit_at(k.pose, HEAD), dscaled(random_direction(&r), 3)));
        solve(k.pose, &desc, 1);
        dvec axis = dunit(kit_direction(k.pose, HEAD, dof(desc.axis))), up = dunit(dof(desc.up));
        dvec is = dunit(kit_direction(k.pose, HEAD, dof(desc.up_axis))), side = dcross(axis, up);
        if (dlength(side) > 0.11) assert_true(fabs(ddot(is, dunit(side))) < 1e-5 && ddot(is, up) > 0);
        assert_true(error_of(k.pose, &desc) < HUNDREDTH);
        kit_free(&k);
    }
}

static void weight_0_changes_no_bit_and_between_is_a_share(void **state) {
    (void)state;
    random_source r = { 24 };
    for (int n = 0; n < 100; ++n) {
        kit k = neck(&r, false);
        sinew_pose *kept = kit_kept(&k);
        uint64_t before = kit_digest(k.pose);
        sinew_ik_aim_desc desc = {
            .joint = HEAD, .above = random_below(&r, 3), .up_axis = { 0, 1, 0 }, .up = { 0, 1, 0 }
        };
        dvec forward = kit_direction(k.pose, HEAD, (dvec){ 0, 0, 1 });
        dvec way = dadd(dunit(forward), dscaled(random_direction(&r), 0.6)); /* not behind it */
        desc.target = dfloat(dadd(kit_at(k.pose, HEAD), dscaled(way, 500)));
        solve(k.pose, &desc, 0);
        assert_true(kit_digest(k.pose) == before);
        solve(k.pose, &desc, -1);
        assert_true(kit_digest(k.pose) == before);
        double whole = error_of(k.pose, &desc);
        for (int w = 1; w <= 20; ++w) {
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, (float)w / 20);
            assert_true(fabs(turned_by(k.pose, kept, &desc) - whole * w / 20) < 2e-3);
        }
        assert_true(error_of(k.pose, &desc) < HUNDREDTH);
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
}

/* A target that moves: the axis turns no faster than the target does as seen from the joint, but near the opposite of
   where it pointed; through the joint itself it stays finite, and there it does nothing. */
static void follows_a_moving_target(void **state) {
    (void)state;
    random_source r = { 25 };
    kit k = neck(&r, true);
    sinew_pose *kept = kit_kept(&k);
    dvec head = kit_at(kept, HEAD), start = kit_direction(kept, HEAD, (dvec){ 0, 0, 1 });
    double worst = 0;
    for (int n = 0; n < 2000; ++n) {
        sinew_ik_aim_desc desc = { .joint = HEAD };
        if (random_chance(&r, 0.5)) desc.limit = 1.2f;
        dvec from = dadd(head, dscaled(random_direction(&r), 2)), to = dadd(head, dscaled(random_direction(&r), 2));
        dvec axis = start, before = from;
        for (int step = 0; step <= 100; ++step) {
            dvec target = dadd(from, dscaled(dsub(to, from), step / 100.0));
            desc.target = dfloat(target);
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            dvec now = kit_direction(k.pose, HEAD, (dvec){ 0, 0, 1 });
            assert_true(fabs(dlength(now) - 1) < 1e-5);
            double away = fmax(dangle(dsub(target, head), start), dangle(dsub(before, head), start));
            double moved = dangle(dsub(target, head), dsub(before, head));
            if (step && away < 2.6 && moved < 0.5) worst = fmax(worst, (dangle(now, axis) - 2e-6) / moved);
            axis = now, before = target;
        }
    }
    print_message("aim: turns at most %.3f times as fast as its target\n", worst);
    assert_true(worst < 5);
    sinew_ik_aim_desc desc = { .joint = HEAD, .target = dfloat(head) };
    sinew_pose_copy(k.pose, kept);
    assert_false(solve(k.pose, &desc, 1).reached);
    assert_true(turned_by(k.pose, kept, &desc) < 1e-6);
    /* Towards the joint and through it: no jump. */
    dvec axis = start;
    for (int n = -4000; n <= 4000; ++n) {
        desc.target = dfloat(dadd(head, (dvec){ n * 5e-8, 0, 0 }));
        sinew_pose_copy(k.pose, kept);
        solve(k.pose, &desc, 1);
        dvec now = kit_direction(k.pose, HEAD, (dvec){ 0, 0, 1 });
        if (n > -4000) assert_true(dangle(now, axis) < 0.05);
        axis = now;
    }
    sinew_pose_destroy(kept);
    kit_free(&k);
}

static void stays_finite_where_nothing_is_to_go_by(void **state) {
    (void)state;
    random_source r = { 26 };
    kit k = neck(&r, true);
    sinew_pose *kept = kit_kept(&k);
    dvec head = kit_at(kept, HEAD), forward = kit_direction(kept, HEAD, (dvec){ 0, 0, 1 });
    const dvec targets[] = { head,           dadd(head, dscaled(forward, -2)), dadd(head, forward),
                             { 1e30, 0, 0 }, dadd(head, (dvec){ 0.05, 0, 0 }), kit_at(kept, NECK) };
    const sinew_vec3 ups[] = { { 0, 0, 0 }, { 0, 0, 1 }, dfloat(forward), { 0, 1, 0 } };
    for (size_t t = 0; t < sizeof targets / sizeof *targets; ++t)
        for (size_t u = 0; u < 16; ++u) {
            sinew_ik_aim_desc desc = {
                .joint = HEAD, .above = 1, .target = dfloat(targets[t]), .up = ups[u % 4], .up_axis = ups[u / 4]
            };
            if (t == 4) desc.offset = (sinew_vec3){ 0, 0.2f, 0 };
            if (t == 1) desc.limit = 1e-7f;
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            dvec now = kit_direction(k.pose, HEAD, (dvec){ 0, 0, 1 });
            assert_true(fabs(dlength(now) - 1) < 1e-5);
            if (t == 1) assert_true(dangle(now, forward) < 1e-6);
        }
    /* The offset is farther from the joint than the target: no line from there can meet it. */
    sinew_ik_aim_desc desc = { .joint = HEAD, .target = dfloat(targets[4]), .offset = { 0, 0.2f, 0 } };
    sinew_pose_copy(k.pose, kept);
    sinew_ik_result result = solve(k.pose, &desc, 1);
    assert_false(result.reached);
    assert_true(result.distance > 0.1f);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

static void refuses_and_changes_nothing(void **state) {
    (void)state;
    random_source r = { 27 };
    kit k = neck(&r, true);
    uint64_t before = kit_digest(k.pose);
    const float shares[] = { NAN };
    const sinew_ik_aim_desc good = { .joint = HEAD, .above = 1, .target = { 1, 2, 3 } };
#define REFUSED(code, w, change)                                                                                       \
    do {                                                                                                               \
        sinew_ik_aim_desc desc = good;                                                                                 \
        change;                                                                                                        \
        assert_int_equal(sinew_ik_aim(k.pose, &desc, w, NULL), code);                                                  \
        assert_true(kit_digest(k.pose) == before);                                                                     \
    } while (0)
    REFUSED(SINEW_ERROR_RANGE, 1, desc.target.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.axis.y = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.offset.z = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.up.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.up_axis.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.limit = -1);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.limit = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.shares = shares);
    REFUSED(SINEW_ERROR_RANGE, NAN, (void)0);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.joint = 99);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.joint = 99; desc.above = 0);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.above = 4);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.above = 5);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.above = SINEW_IK_MAX_JOINTS);
#undef REFUSED
    assert_int_equal(sinew_ik_aim(NULL, &good, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_aim(k.pose, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    sinew_transform huge = { { 3e38f, 3e38f, 3e38f }, { 0, 0, 0, 1 }, { 3e38f, 3e38f, 3e38f } };
    for (uint32_t j = 0; j < 4; ++j) sinew_pose_set_local(k.pose, j, &huge);
    assert_int_equal(sinew_ik_aim(k.pose, &good, 0.5f, NULL), SINEW_ERROR_RANGE);
    kit_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_at_targets_and_stays_inside_the_limit),
        cmocka_unit_test(shares_divide_the_turn),
        cmocka_unit_test(rolls_towards_up),
        cmocka_unit_test(weight_0_changes_no_bit_and_between_is_a_share),
        cmocka_unit_test(follows_a_moving_target),
        cmocka_unit_test(stays_finite_where_nothing_is_to_go_by),
        cmocka_unit_test(refuses_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
