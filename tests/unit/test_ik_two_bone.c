/* Two bones: reach, lengths, poles, stretch, weights, continuity along random paths, and limbs of every degenerate
   kind. Positions are checked with tests/support/ik_kit.c, in double and by another way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/ik_kit.h"

#include <math.h>
#include <string.h>

/* Two chain joints of a kit with one joint above them. */
enum { ROOT = 1, MIDDLE = 2, END = 3 };

static const double PI = 3.14159265358979323846;

static kit plain_limb(double a, double b, double bend) {
    kit_joint joints[4] = { { SINEW_NONE, SINEW_TRANSFORM_IDENTITY },
                            { 0, SINEW_TRANSFORM_IDENTITY },
                            { 1, SINEW_TRANSFORM_IDENTITY },
                            { 2, SINEW_TRANSFORM_IDENTITY } };
    joints[1].rest.translation = (sinew_vec3){ 0, 2, 0 };
    joints[2].rest.translation = (sinew_vec3){ 0, (float)-a, 0 };
    joints[2].rest.rotation = kit_turn((dvec){ 1, 0, 0 }, bend);
    joints[3].rest.translation = (sinew_vec3){ 0, (float)-b, 0 };
    return kit_make(joints, 4);
}

static sinew_ik_two_bone_desc limb_to(dvec target) {
    return (sinew_ik_two_bone_desc){ .root = ROOT, .middle = MIDDLE, .end = END, .target = dfloat(target) };
}

static sinew_ik_result solve(sinew_pose *pose, const sinew_ik_two_bone_desc *desc, float weight) {
    sinew_ik_result result;
    memset(&result, 0x55, sizeof result);
    assert_int_equal(sinew_ik_two_bone(pose, desc, weight, &result), SINEW_OK);
    return result;
}

/* ---- reach ---- */

static void pose_of_random_poles(random_source *r, sinew_ik_two_bone_desc *desc) {
    desc->pole_kind = (sinew_ik_pole_kind)random_below(r, 3);
    desc->pole = dfloat(dscaled(random_direction(r), 2));
}

/* Lies the middle joint in the half plane of root, end and pole? */
static void check_pole(const sinew_pose *pose, const sinew_ik_two_bone_desc *desc, dvec root, uint32_t middle,
                       double length) {
    if (desc->pole_kind == SINEW_IK_POLE_NONE) return;
    dvec pole = dof(desc->pole);
    if (desc->pole_kind == SINEW_IK_POLE_POINT) pole = dsub(pole, root);
    dvec along = dunit(dsub(dof(desc->target), root));
    dvec across = dsub(pole, dscaled(along, ddot(pole, along)));
    if (dlength(across) < 0.01 * dlength(pole) || ddistance(dof(desc->target), root) < 0.1 * length) return;
    dvec knee = dsub(kit_at(pose, middle), root);
    dvec side = dsub(knee, dscaled(along, ddot(knee, along)));
    assert_true(ddot(side, across) >= -1e-6 * length * dlength(across));
    /* A float's rounding of the target counts for more the nearer it is to the pole's line. */
    assert_true(dlength(dcross(side, dunit(across))) < 2e-6 * length * (1 + dlength(pole) / dlength(across)));
}

/* Random limbs under turned, scaled and mirrored joints, with joints between: 5,000 targets in reach. */
static void reaches_what_is_in_reach(void **state) {
    (void)state;
    random_source r = { 11 };
    double worst = 0, worst_bone = 0;
    for (int n = 0; n < 5000; ++n) {
        double bones[4];
        uint32_t between = random_below(&r, 3), middle = 2 + random_below(&r, between + 1);
        uint32_t count = between + 3, end = 2 + count - 1;
        for (uint32_t i = 0; i + 1 < count; ++i) bones[i] = (double)random_float(&r, 0.1f, 1);
        if (middle + 1 == 2 + 1 && count > 3) middle = 3;
        if (middle <= 2) middle = 3;
        kit k = kit_chain(&r, 2, bones, count, 2, false);
        dvec root = kit_at(k.pose, 2), knee = kit_at(k.pose, middle), foot = kit_at(k.pose, end);
        double a = ddistance(root, knee), b = ddistance(knee, foot), length = a + b;
        double least = fabs(a - b), d = least + (length - least) * (double)random_float(&r, 0.001f, 0.999f);
        sinew_ik_two_bone_desc desc = { .root = 2, .middle = middle, .end = end };
        desc.target = dfloat(dadd(root, dscaled(random_direction(&r), d)));
        pose_of_random_poles(&r, &desc);
        sinew_ik_result result = solve(k.pose, &desc, 1);
        double off = ddistance(kit_at(k.pose, end), dof(desc.target)) / length;
        double bone = fmax(fabs(ddistance(kit_at(k.pose, middle), root) - a),
                           fabs(ddistance(kit_at(k.pose, end), kit_at(k.pose, middle)) - b)) /
                      length;
        assert_true(off < 1e-5);
        assert_true(bone < 1e-6);
        assert_true(result.reached);
        assert_true(fabs((double)result.distance - off * length) < 1e-6);
        check_pole(k.pose, &desc, root, middle, length);
        worst = fmax(worst, off), worst_bone = fmax(worst_bone, bone);
        kit_free(&k);
    }
    print_message("two bones: off by %.1e of the length, bones by %.1e\n", worst, worst_bone);
}

static void straightens_towards_what_is_out_of_reach(void **state) {
    (void)state;
    random_source r = { 12 };
    kit k = plain_limb(0.5, 0.4, 0.7);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(kept, ROOT);
    for (int n = 0; n < 200; ++n) {
        dvec way = random_direction(&r);
        sinew_ik_two_bone_desc desc = limb_to(dadd(root, dscaled(way, (double)random_float(&r, 0.91f, 50))));
        sinew_pose_copy(k.pose, kept);
        sinew_ik_result result = solve(k.pose, &desc, 1);
        assert_false(result.reached);
        assert_true(ddistance(kit_at(k.pose, END), dadd(root, dscaled(way, 0.9))) < 2e-6);
        assert_true(ddistance(kit_at(k.pose, MIDDLE), dadd(root, dscaled(way, 0.5))) < 2e-6);
        /* Too near: folded, as near as it can be. */
        desc = limb_to(dadd(root, dscaled(way, (double)random_float(&r, 0.02f, 0.09f))));
        result = solve(k.pose, &desc, 1);
        assert_false(result.reached);
        assert_true(ddistance(kit_at(k.pose, END), dadd(root, dscaled(way, 0.1))) < 2e-6);
    }
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* Within 1 − soft exact; beyond never straight, never back, and near the full length far away. */
static void soft_eases(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.5, 0.7);
    dvec root = kit_at(k.pose, ROOT);
    double before = 0;
    for (int n = 1; n <= 400; ++n) {
        double d = n * 0.01;
        sinew_ik_two_bone_desc desc = limb_to(dadd(root, (dvec){ 0, 0, d }));
        desc.soft = 0.1f;
        sinew_ik_result result = solve(k.pose, &desc, 1);
        double reach = kit_at(k.pose, END).z - root.z;
        assert_true(reach > before - 1e-7 && reach < 1);
        assert_true(reach - before < 0.01 + 1e-6);
        assert_int_equal(result.reached, d < 0.901);
        if (d < 0.901) assert_true(fabs(reach - d) < 1e-6);
        before = reach;
    }
    assert_true(before > 0.99);
    kit_free(&k);
}

static void stretches_only_when_asked(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.4, 0.7);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(k.pose, ROOT), way = dunit((dvec){ 1, -2, 0.5 });
    sinew_ik_two_bone_desc desc = limb_to(dadd(root, dscaled(way, 1.2)));
    desc.stretch = 1.5f;
    assert_true(solve(k.pose, &desc, 1).reached);
    assert_true(ddistance(kit_at(k.pose, END), dof(desc.target)) < 2e-6);
    assert_true(fabs(ddistance(kit_at(k.pose, MIDDLE), root) - 0.5 * 1.2 / 0.9) < 2e-6);
    /* Half of it. */
    sinew_pose_copy(k.pose, kept);
    solve(k.pose, &desc, 0.5f);
    assert_true(fabs(ddistance(kit_at(k.pose, MIDDLE), root) - 0.25 * (1 + 1.2 / 0.9)) < 2e-6);
    /* To the bound and no farther. */
    sinew_pose_copy(k.pose, kept);
    desc.stretch = 1.1f;
    assert_false(solve(k.pose, &desc, 1).reached);
    assert_true(fabs(ddistance(kit_at(k.pose, END), root) - 0.99) < 2e-6);
    /* Inside its length it keeps it; with soft it reaches what soft alone would not. */
    sinew_pose_copy(k.pose, kept);
    desc.stretch = 1.5f;
    desc.target = dfloat(dadd(root, dscaled(way, 0.6)));
    assert_true(solve(k.pose, &desc, 1).reached);
    assert_true(fabs(ddistance(kit_at(k.pose, MIDDLE), root) - 0.5) < 1e-6);
    desc.target = dfloat(dadd(root, dscaled(way, 0.88)));
    desc.soft = 0.1f;
    assert_true(solve(k.pose, &desc, 1).reached);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* Above 1 is 1, also for what is stretched; and at 1 what is shown is what was measured. */
static void weights_above_1_stretch_no_more(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.4, 0.7);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(k.pose, ROOT);
    sinew_ik_two_bone_desc desc = limb_to(dadd(root, dscaled(dunit((dvec){ 1, -2, 0.5 }), 1.2)));
    desc.stretch = 1.5f;
    solve(k.pose, &desc, 1);
    uint64_t full = kit_digest(k.pose);
    sinew_pose_copy(k.pose, kept);
    assert_true(solve(k.pose, &desc, 7).reached);
    assert_true(kit_digest(k.pose) == full);
    desc.target = (sinew_vec3){ 3e38f, 3e38f, 3e38f }; /* farther than a float can say */
    assert_true(isfinite(solve(k.pose, &desc, 1).distance));
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* Eased along its whole length a limb is a little shorter than the way: stretched by that little, however near the
   target comes to the root. */
static void stretches_no_more_as_the_target_comes_to_the_root(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.5, 0.7);
    sinew_pose *kept = kit_kept(&k);
    for (int e = 1; e < 30; ++e) {
        double d = pow(10, -e);
        sinew_pose_copy(k.pose, kept);
        sinew_transform at = sinew_pose_local(k.pose, ROOT);
        at.translation = (sinew_vec3){ 0, 0, 0 }; /* so that a float can say how near */
        sinew_pose_set_local(k.pose, ROOT, &at);
        sinew_ik_two_bone_desc desc = limb_to((dvec){ d, 0, 0 });
        desc.soft = 1;
        desc.stretch = 2;
        solve(k.pose, &desc, 1);
        assert_true(fabs(ddistance(kit_at(k.pose, MIDDLE), kit_at(k.pose, ROOT)) - 0.5 * (1 + d)) < 1e-6);
    }
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* ---- the end joint ---- */

static void end_follows_keeps_or_takes(void **state) {
    (void)state;
    random_source r = { 13 };
    const dvec x = { 1, 0, 0 }, y = { 0, 1, 0 };
    for (int n = 0; n < 300; ++n) {
        double bones[] = { 0.5, 0.4 };
        kit k = kit_chain(&r, 1, bones, 3, 2, false);
        sinew_pose *kept = kit_kept(&k);
        sinew_ik_two_bone_desc desc = limb_to(dadd(kit_at(k.pose, ROOT), dscaled(random_direction(&r), 0.5)));
        sinew_transform local = sinew_pose_local(k.pose, END);
        solve(k.pose, &desc, 1);
        sinew_transform now = sinew_pose_local(k.pose, END);
        assert_memory_equal(&local, &now, sizeof now);
        desc.end_mode = SINEW_IK_END_KEEPS;
        sinew_pose_copy(k.pose, kept);
        solve(k.pose, &desc, 1);
        assert_true(dangle(kit_direction(kept, END, x), kit_direction(k.pose, END, x)) < 1e-6);
        assert_true(dangle(kit_direction(kept, END, y), kit_direction(k.pose, END, y)) < 1e-6);
        desc.end_mode = SINEW_IK_END_ROTATION;
        desc.rotation = random_rotation(&r);
        kit_joint one = { SINEW_NONE, SINEW_TRANSFORM_IDENTITY };
        one.rest.rotation = desc.rotation;
        kit turned = kit_make(&one, 1);
        solve(k.pose, &desc, 1);
        dvec is = kit_direction(k.pose, END, x), is_y = kit_direction(k.pose, END, y);
        dvec is_z = kit_direction(k.pose, END, (dvec){ 0, 0, 1 });
        double side = ddot(dcross(is, is_y), is_z) < 0 ? -1 : 1; /* mirrored: the opposite frame */
        assert_true(dangle(dscaled(is, side), kit_direction(turned.pose, 0, x)) < 1e-6);
        assert_true(dangle(dscaled(is_y, side), kit_direction(turned.pose, 0, y)) < 1e-6);
        kit_free(&turned);
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
}

/* ---- weights ---- */

static void weight_0_changes_no_bit_and_between_is_continuous(void **state) {
    (void)state;
    random_source r = { 14 };
    double bones[] = { 0.5, 0.4 };
    for (int n = 0; n < 100; ++n) {
        kit k = kit_chain(&r, 1, bones, 3, 2, false);
        sinew_pose *kept = kit_kept(&k);
        uint64_t before = kit_digest(k.pose);
        sinew_ik_two_bone_desc desc = limb_to(dadd(kit_at(k.pose, ROOT), dscaled(random_direction(&r), 0.5)));
        sinew_ik_result none = solve(k.pose, &desc, 0);
        assert_true(kit_digest(k.pose) == before);
        solve(k.pose, &desc, -3);
        assert_true(kit_digest(k.pose) == before);
        dvec was = kit_at(k.pose, END);
        for (int w = 1; w <= 200; ++w) {
            sinew_pose_copy(k.pose, kept);
            sinew_ik_result result = solve(k.pose, &desc, (float)w / 200);
            assert_true(result.reached == none.reached && fabsf(result.distance - none.distance) < 1e-9f);
            dvec now = kit_at(k.pose, END);
            assert_true(ddistance(now, was) < 0.08);
            was = now;
        }
        uint64_t full = kit_digest(k.pose);
        sinew_pose_copy(k.pose, kept);
        solve(k.pose, &desc, 7);
        assert_true(kit_digest(k.pose) == full);
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
}

static void the_end_where_it_is_changes_nothing(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.4, 0.7);
    dvec knee = kit_at(k.pose, MIDDLE);
    sinew_ik_two_bone_desc desc = limb_to(kit_at(k.pose, END));
    assert_true(solve(k.pose, &desc, 1).reached);
    assert_true(ddistance(kit_at(k.pose, MIDDLE), knee) < 1e-6);
    kit_free(&k);
}

/* ---- continuity ---- */

typedef struct walk {
    dvec from, to;
    int steps;
} walk;

static walk random_walk(random_source *r, dvec root, double reach) {
    walk w = { dadd(root, dscaled(random_direction(r), reach * (double)random_float(r, 0, 1.3f))),
               dadd(root, dscaled(random_direction(r), reach * (double)random_float(r, 0, 1.3f))), 0 };
    w.steps = 1 + (int)(ddistance(w.from, w.to) / (0.01 * reach));
    return w;
}

static dvec walk_at(const walk *w, int step) {
    return dadd(w->from, dscaled(dsub(w->to, w->from), (double)step / w->steps));
}

/* How much faster than the target the middle may move at most, from where the target is: about 1 where it is well in
   reach; it grows near the root, near the pole's line, and where an unsoft limb becomes straight. */
static bool middle_is_free(const sinew_ik_two_bone_desc *desc, dvec target, dvec root, dvec along_in_pose) {
    double d = ddistance(target, root);
    if (d < 0.45) return false;
    dvec along = dscaled(dsub(target, root), 1 / d);
    if (desc->pole_kind == SINEW_IK_POLE_NONE) return dangle(along, along_in_pose) < 150 * PI / 180;
    dvec pole = dof(desc->pole);
    if (desc->pole_kind == SINEW_IK_POLE_POINT) pole = dsub(pole, root);
    double angle = dangle(along, pole);
    return sin(angle) > 0.4;
}

/* 10,000 random paths of targets, into and out of reach, past the root joint and through the pole's line. The end moves
   no more than the target; the middle no more than five times as much, but where no rule can keep it (see ik.h): there
   it stays finite and on its sphere. */
static void moves_no_more_than_the_target(void **state) {
    (void)state;
    random_source r = { 15 };
    kit k = plain_limb(0.5, 0.5, 0.7);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(kept, ROOT), along = dunit(dsub(kit_at(kept, END), root));
    double worst_end = 0, worst_middle = 0;
    long steps = 0, free_steps = 0;
    for (int n = 0; n < 10000; ++n) {
        walk w = random_walk(&r, root, 1);
        sinew_ik_two_bone_desc desc = limb_to(w.from);
        pose_of_random_poles(&r, &desc);
        desc.soft = random_chance(&r, 0.5) ? 0.05f : 0;
        dvec end = { 0, 0, 0 }, middle = { 0, 0, 0 };
        for (int step = 0; step <= w.steps; ++step) {
            dvec target = walk_at(&w, step);
            desc.target = dfloat(target);
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            dvec now = kit_at(k.pose, END), knee = kit_at(k.pose, MIDDLE);
            assert_true(fabs(ddistance(knee, root) - 0.5) < 1e-6 && fabs(ddistance(knee, now) - 0.5) < 1e-6);
            double d = ddistance(target, root);
            bool clear = desc.soft > 0 || d < 0.97 || d > 1.01;
            if (step) {
                double moved = ddistance(w.from, w.to) / w.steps;
                worst_end = fmax(worst_end, (ddistance(now, end) - 2e-6) / moved);
                dvec before = walk_at(&w, step - 1);
                if (clear && middle_is_free(&desc, target, root, along) && middle_is_free(&desc, before, root, along)) {
                    worst_middle = fmax(worst_middle, (ddistance(knee, middle) - 2e-6) / moved);
                    ++free_steps;
                }
                ++steps;
            }
            end = now, middle = knee;
        }
    }
    print_message("two bones: %ld steps, the end at most %.4f times the target's, the middle %.2f in %ld of them\n",
                  steps, worst_end, worst_middle, free_steps);
    assert_true(worst_end < 1.001);
    assert_true(worst_middle < 5);
    assert_true(free_steps > steps / 4);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* With unequal bones the sphere about the root that cannot be reached has no continuous way through it; outside a fifth
   of it the end keeps to five times. */
static void unequal_bones_move_no_more_than_five_times(void **state) {
    (void)state;
    random_source r = { 16 };
    kit k = plain_limb(0.6, 0.4, 0.7);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(kept, ROOT);
    double worst = 0;
    for (int n = 0; n < 3000; ++n) {
        walk w = random_walk(&r, root, 0.6);
        dvec end = { 0, 0, 0 };
        double far = 0;
        for (int step = 0; step <= w.steps; ++step) {
            sinew_ik_two_bone_desc desc = limb_to(walk_at(&w, step));
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            dvec now = kit_at(k.pose, END);
            double before = far;
            far = ddistance(dof(desc.target), root);
            if (step && far > 0.2 / 5 && before > 0.2 / 5)
                worst = fmax(worst, (ddistance(now, end) - 2e-6) / (ddistance(w.from, w.to) / w.steps));
            end = now;
        }
    }
    print_message("unequal bones: the end at most %.2f times the target's\n", worst);
    assert_true(worst < 5);
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* The middle's speed where it has to be fast: in inverse proportion to the distance from the pole's line. */
static void the_middle_turns_in_proportion_near_the_pole(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.5, 0.7);
    sinew_pose *kept = kit_kept(&k);
    dvec root = kit_at(kept, ROOT);
    for (double sine = 0.4; sine > 0.005; sine *= 0.5) {
        dvec was = { 0, 0, 0 };
        double step = 0.01 * sine, worst = 0;
        for (int n = -200; n <= 200; ++n) {
            dvec target = dadd(root, dscaled(dunit((dvec){ sine, n * step * 2, 1 }), 0.7));
            sinew_ik_two_bone_desc desc = limb_to(target);
            desc.pole_kind = SINEW_IK_POLE_DIRECTION;
            desc.pole = (sinew_vec3){ 0, 0, 1 };
            sinew_pose_copy(k.pose, kept);
            solve(k.pose, &desc, 1);
            dvec knee = kit_at(k.pose, MIDDLE);
            if (n > -200) worst = fmax(worst, (ddistance(knee, was) - 2e-6) / (0.7 * step * 2));
            was = knee;
        }
        assert_true(worst < 1.5 + 1.0 / sine);
    }
    sinew_pose_destroy(kept);
    kit_free(&k);
}

/* ---- degenerate ---- */

static void expect_sound(const sinew_pose *pose, double a, double b) {
    dvec root = kit_at(pose, ROOT), knee = kit_at(pose, MIDDLE), foot = kit_at(pose, END);
    assert_true(isfinite(dlength(foot)));
    assert_true(fabs(ddistance(root, knee) - a) < 1e-6);
    assert_true(fabs(ddistance(knee, foot) - b) < 1e-6);
}

static void stays_sound_where_nothing_is_to_go_by(void **state) {
    (void)state;
    const double shapes[][3] = { { 0.5, 0.5, 0 },  { 0.5, 0.5, 3.14159265 }, { 0.5, 0, 0.7 },    { 0, 0.5, 0.7 },
                                 { 0, 0, 0 },      { 0.5, 0.4, 0 },          { 0.5, 0.5, 1e-5 }, { 0.001, 0.5, 1 },
                                 { 0.5, 0.3, 0.7 } };
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        double a = shapes[s][0], b = shapes[s][1];
        kit k = plain_limb(a, b, shapes[s][2]);
        sinew_pose *kept = kit_kept(&k);
        dvec root = kit_at(kept, ROOT), foot = kit_at(kept, END);
        const dvec targets[] = { root,
                                 kit_at(kept, MIDDLE),
                                 foot,
                                 dadd(root, dsub(root, foot)),
                                 dadd(root, (dvec){ 0, -0.5, 0 }),
                                 dadd(root, (dvec){ 1e-12, 0, 0 }),
                                 { 1e30, -1e30, 1e30 },
                                 dadd(root, (dvec){ 0, 0.9, 0 }),
                                 { 3e38, 3e38, 3e38 } };
        for (size_t t = 0; t < sizeof targets / sizeof *targets; ++t)
            for (int pole = 0; pole < 9; ++pole) {
                const dvec poles[] = { root, targets[t], { 0, -1, 0 }, dadd(root, (dvec){ 0, 5, 0 }) };
                sinew_ik_two_bone_desc desc = limb_to(targets[t]);
                desc.pole_kind = (sinew_ik_pole_kind)(pole == 0 ? 0 : 1 + (pole - 1) / 4);
                desc.pole = dfloat(poles[pole ? (pole - 1) % 4 : 0]);
                sinew_pose_copy(k.pose, kept);
                solve(k.pose, &desc, 1);
                expect_sound(k.pose, a, b);
                if (t == 0 && a >= b && a <= b) assert_true(ddistance(kit_at(k.pose, END), root) < 1e-5);
                desc.stretch = 1;
                solve(k.pose, &desc, 0.5f);
                expect_sound(k.pose, a, b);
            }
        sinew_pose_destroy(kept);
        kit_free(&k);
    }
}

/* A limb that is straight in the pose bends as it does at rest; one that is straight at rest too, about a fixed axis.
 */
static void straight_limbs_bend_as_at_rest(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.5, 0.7);
    dvec side = dsub(kit_at(k.pose, MIDDLE), kit_at(k.pose, END));
    sinew_transform straight = sinew_pose_local(k.pose, MIDDLE);
    straight.rotation = (sinew_quat){ 0, 0, 0, 1 };
    sinew_pose_set_local(k.pose, MIDDLE, &straight);
    sinew_ik_two_bone_desc desc = limb_to(dadd(kit_at(k.pose, ROOT), (dvec){ 0, -0.8, 0 }));
    assert_true(solve(k.pose, &desc, 1).reached);
    dvec knee = dsub(kit_at(k.pose, MIDDLE), kit_at(k.pose, ROOT));
    assert_true(fabs(knee.x) < 1e-6 && fabs(knee.z) > 0.2 && knee.z * side.z > 0);
    kit_free(&k);
    /* From bent to straight and through: no jump on the way to straight. */
    k = plain_limb(0.5, 0.5, 0.7);
    dvec was = { 0, 0, 0 };
    for (int n = 0; n <= 700; ++n) {
        sinew_pose_rest(k.pose);
        straight.rotation = kit_turn(dunit((dvec){ 1, 0, 0.3 }), 0.7 - n * 0.001);
        sinew_pose_set_local(k.pose, MIDDLE, &straight);
        solve(k.pose, &desc, 1);
        knee = kit_at(k.pose, MIDDLE);
        if (n) assert_true(ddistance(knee, was) < 0.02);
        was = knee;
    }
    kit_free(&k);
    k = plain_limb(0.5, 0.5, 0);
    assert_true(solve(k.pose, &desc, 1).reached);
    knee = kit_at(k.pose, MIDDLE);
    assert_true(hypot(knee.x, knee.z) > 0.2);
    kit_free(&k);
}

/* Under uneven scale it does what it can and tells what is left. */
static void uneven_scale_is_told(void **state) {
    (void)state;
    random_source r = { 17 };
    double bones[] = { 0.5, 0.4 };
    for (int n = 0; n < 200; ++n) {
        kit k = kit_chain(&r, 1, bones, 3, 1, false);
        sinew_transform above = sinew_pose_local(k.pose, 0);
        above.scale = (sinew_vec3){ random_chance(&r, 0.2) ? 0 : 1.5f, random_chance(&r, 0.2) ? 0 : 0.7f, -1 };
        sinew_pose_set_local(k.pose, 0, &above);
        sinew_ik_two_bone_desc desc = limb_to(dadd(kit_at(k.pose, ROOT), dscaled(random_direction(&r), 0.5)));
        sinew_ik_result result = solve(k.pose, &desc, 1);
        double off = ddistance(kit_at(k.pose, END), dof(desc.target));
        assert_true(fabs((double)result.distance - off) < 1e-6);
        kit_free(&k);
    }
}

/* ---- refusing ---- */

static void refuses_and_changes_nothing(void **state) {
    (void)state;
    kit k = plain_limb(0.5, 0.4, 0.7);
    uint64_t before = kit_digest(k.pose);
    sinew_ik_two_bone_desc good = limb_to((dvec){ 0.2, 1.5, 0.2 });
    good.end_mode = SINEW_IK_END_ROTATION;
    good.pole_kind = SINEW_IK_POLE_POINT;
    sinew_ik_result untouched = { .distance = 7 };
#define REFUSED(code, w, change)                                                                                       \
    do {                                                                                                               \
        sinew_ik_two_bone_desc desc = good;                                                                            \
        change;                                                                                                        \
        assert_int_equal(sinew_ik_two_bone(k.pose, &desc, w, &untouched), code);                                       \
        assert_true(kit_digest(k.pose) == before && untouched.distance > 6);                                           \
    } while (0)
    REFUSED(SINEW_ERROR_RANGE, 1, desc.target.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.target.y = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.target.z = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.pole.y = NAN);
    REFUSED(SINEW_ERROR_RANGE, NAN, (void)0);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.soft = -1);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.soft = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.stretch = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.stretch = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.rotation.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.rotation.y = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.rotation.z = NAN);
    REFUSED(SINEW_ERROR_RANGE, 1, desc.rotation.w = NAN);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.pole_kind = (sinew_ik_pole_kind)3);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end_mode = (sinew_ik_end)3);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.root = 99);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end = 99);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.middle = 99);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.middle = ROOT);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.middle = END);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.root = END; desc.end = ROOT);
    REFUSED(SINEW_ERROR_ARGUMENT, 1, desc.end = ROOT);
#undef REFUSED
    assert_int_equal(sinew_ik_two_bone(NULL, &good, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_two_bone(k.pose, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_two_bone(k.pose, &good, 1, NULL), SINEW_OK);
    kit_free(&k);
}

/* More joints than a path holds; joints of another branch; a pose whose numbers leave what a float holds. */
static void refuses_paths_and_poses_that_cannot_be(void **state) {
    (void)state;
    random_source r = { 18 };
    double bones[99];
    for (int i = 0; i < 99; ++i) bones[i] = 0.1;
    kit k = kit_chain(&r, 0, bones, 100, 0.1, true);
    sinew_ik_two_bone_desc desc = { .root = 0, .middle = 30, .end = 64, .target = { 1, 1, 1 } };
    assert_int_equal(sinew_ik_two_bone(k.pose, &desc, 1, NULL), SINEW_ERROR_ARGUMENT);
    desc.end = 63;
    assert_int_equal(sinew_ik_two_bone(k.pose, &desc, 1, NULL), SINEW_OK);
    kit_free(&k);
    kit_joint branches[4] = { { SINEW_NONE, SINEW_TRANSFORM_IDENTITY },
                              { 0, SINEW_TRANSFORM_IDENTITY },
                              { 0, SINEW_TRANSFORM_IDENTITY },
                              { 2, SINEW_TRANSFORM_IDENTITY } };
    k = kit_make(branches, 4);
    desc = (sinew_ik_two_bone_desc){ .root = 1, .middle = 2, .end = 3 };
    assert_int_equal(sinew_ik_two_bone(k.pose, &desc, 1, NULL), SINEW_ERROR_ARGUMENT);
    kit_free(&k);
    k = plain_limb(0.5, 0.4, 0.7);
    sinew_transform huge = { { 3e38f, 3e38f, 3e38f }, { 0, 0, 0, 1 }, { 3e38f, 3e38f, 3e38f } };
    for (uint32_t j = 0; j < 4; ++j) sinew_pose_set_local(k.pose, j, &huge);
    uint64_t before = kit_digest(k.pose);
    desc = limb_to((dvec){ 0, 0, 0 });
    assert_int_equal(sinew_ik_two_bone(k.pose, &desc, 1, NULL), SINEW_ERROR_RANGE);
    assert_true(kit_digest(k.pose) == before);
    kit_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_what_is_in_reach),
        cmocka_unit_test(straightens_towards_what_is_out_of_reach),
        cmocka_unit_test(soft_eases),
        cmocka_unit_test(stretches_only_when_asked),
        cmocka_unit_test(weights_above_1_stretch_no_more),
        cmocka_unit_test(stretches_no_more_as_the_target_comes_to_the_root),
        cmocka_unit_test(end_follows_keeps_or_takes),
        cmocka_unit_test(weight_0_changes_no_bit_and_between_is_continuous),
        cmocka_unit_test(the_end_where_it_is_changes_nothing),
        cmocka_unit_test(moves_no_more_than_the_target),
        cmocka_unit_test(unequal_bones_move_no_more_than_five_times),
        cmocka_unit_test(the_middle_turns_in_proportion_near_the_pole),
        cmocka_unit_test(stays_sound_where_nothing_is_to_go_by),
        cmocka_unit_test(straight_limbs_bend_as_at_rest),
        cmocka_unit_test(uneven_scale_is_told),
        cmocka_unit_test(refuses_and_changes_nothing),
        cmocka_unit_test(refuses_paths_and_poses_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
