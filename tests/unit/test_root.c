/* A clip's root motion taken apart from its pose: where it leads, what is left, whole turns, loops, baked tracks. */
#include "support/root_clips.h"

#include "fault/fault.h"
#include "math/motion.h"
#include "support/random_model.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const sinew_root_step STILL = { { 0, 0, 0 }, 0 };

static void assert_near(sinew_root_step is, double x, double y, double z, double yaw, double within) {
    double off = fmax(fmax(fabs(is.translation[0] - x), fabs(is.translation[1] - y)),
                      fmax(fabs(is.translation[2] - z), fabs(is.yaw - yaw)));
    if (!(off <= within))
        fail_msg("(%g, %g, %g) turned %g is not (%g, %g, %g) turned %g", is.translation[0], is.translation[1],
                 is.translation[2], is.yaw, x, y, z, yaw);
}

static sinew_root_step moved(const sinew_model *model, uint32_t clip, double from, double to, int64_t loops) {
    sinew_root_step step = { { 9, 9, 9 }, 9 };
    assert_true(sinew_root_between(model, clip, from, to, loops, &step));
    return step;
}

/* ---- by hand ---- */

static void a_straight_walk(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_clip *walk = rc_arc(&set, "walk", 2, 1.5, 0, 2);
    for (int i = 0; i < 2; ++i) walk->moves[3 * i + 1] = (float)i; /* rises by 1, which stays in the pose */
    rc_clip *climb = rc_add(&set, "climb");
    memcpy(climb->times, walk->times, sizeof walk->times);
    memcpy(climb->moves, walk->moves, sizeof walk->moves);
    rc_curves(climb, 2, true, false, SINEW_INTERPOLATION_STEP);
    climb->desc.root.axes = SINEW_AXIS_Y;
    sinew_model *model = rc_model(&set, NULL);
    assert_near(moved(model, 0, 0, 2, 0), 0, 0, 3, 0, 1e-12);
    assert_near(moved(model, 0, 0.5, 1.5, 0), 0, 0, 1.5, 0, 1e-12);
    assert_near(moved(model, 0, 1.5, 0.5, 0), 0, 0, -1.5, 0, 1e-12);
    assert_near(moved(model, 0, 1.5, 0.5, 1), 0, 0, 1.5, 0, 1e-12);
    assert_near(moved(model, 0, 0.5, 1.5, -3), 0, 0, -7.5, 0, 1e-12);
    assert_near(moved(model, 0, -1, 5, 0), 0, 0, 3, 0, 1e-12); /* past the ends it holds */
    assert_near(moved(model, 1, 0, 2, 0), 0, 1, 0, 0, 1e-12);
    assert_near(moved(model, 1, 0, 1.9, 0), 0, 0, 0, 0, 0); /* STEP */
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    sinew_pose_sample(pose, 0, 1);
    sinew_transform hips = sinew_pose_local(pose, RC_HIPS);
    assert_true(hips.translation.x == 0 && hips.translation.z == 0 && hips.translation.y == 0.5f);
    sinew_pose_sample(pose, 1, 2);
    hips = sinew_pose_local(pose, RC_HIPS);
    assert_true(hips.translation.y == 0 && hips.translation.z == 3);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void held_and_unmarked_clips_lead_nowhere(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "hold", 1, 1, 1, 9)->desc.root.mode = SINEW_ROOT_HOLD;
    rc_curves(rc_add(&set, "nod"), 1, false, false, SINEW_INTERPOLATION_LINEAR);
    sinew_model *model = rc_model(&set, NULL);
    sinew_root_step step;
    for (uint32_t clip = 0; clip < 5; ++clip) {
        step = (sinew_root_step){ { 1, 1, 1 }, 1 };
        assert_false(sinew_root_between(model, clip, 0, 0.5, 0, &step));
        assert_near(step, 0, 0, 0, 0, 0);
    }
    assert_false(sinew_root_between(NULL, 0, 0, 1, 0, &step));
    assert_false(sinew_root_between(model, 0, 0, 1, 0, NULL));
    /* In place: it stands and faces as at rest. */
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    sinew_pose_sample(pose, 0, 0.7);
    sinew_transform hips = sinew_pose_local(pose, RC_HIPS);
    assert_true(fabsf(hips.translation.x) < 1e-7f && fabsf(hips.translation.z) < 1e-7f);
    assert_true(fabsf(hips.rotation.y) < 1e-7f && hips.rotation.w > 0.999999f);
    sinew_rig rig = sinew_model_rig(model);
    sinew_root_point point = { { 1, 1, 1 }, 1 };
    rig.root_at(rig.user, 0, 0.5, &point);
    assert_false(rig.moves_root(rig.user, 0) || rig.moves_root(rig.user, 99));
    assert_near(point, 0, 0, 0, 0, 0);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void times_that_are_not_finite_are_refused(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "walk", 1, 1, 0, 2);
    sinew_model *model = rc_model(&set, NULL);
    sinew_root_step step;
    assert_false(sinew_root_between(model, 0, NAN, 1, 0, &step));
    assert_false(sinew_root_between(model, 0, 0, INFINITY, 0, &step));
    assert_false(sinew_root_between(model, 2, 0, 1, 0, &step));
    sinew_model_destroy(model);
}

/* Two turns round in a second count as two, whatever the kind of curve and the sign of its keys. */
static void turns_past_half_count_right(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        for (int sign = 0; sign < 2; ++sign) {
            rc_set set;
            rc_begin(&set);
            rc_clip *spin = rc_add(&set, "spin");
            uint32_t keys = 13;
            for (uint32_t i = 0; i < keys; ++i) {
                double half = 2 * RC_PI * i / (keys - 1), flip = sign && i % 3 == 1 && kind != 2 ? -1 : 1;
                float q[4] = { 0, (float)(flip * sin(half)), 0, (float)(flip * cos(half)) };
                float slope[4] = { 0, (float)(2 * RC_PI * cos(half)), 0, (float)(-2 * RC_PI * sin(half)) };
                spin->times[i] = (float)i / (float)(keys - 1);
                if (kind == 2) {
                    memcpy(spin->turns + 12 * i, slope, sizeof slope);
                    memcpy(spin->turns + 12 * i + 4, q, sizeof q);
                    memcpy(spin->turns + 12 * i + 8, slope, sizeof slope);
                } else {
                    memcpy(spin->turns + 4 * i, q, sizeof q);
                }
            }
            const sinew_interpolation kinds[3] = { SINEW_INTERPOLATION_LINEAR, SINEW_INTERPOLATION_STEP,
                                                   SINEW_INTERPOLATION_CUBIC };
            rc_curves(spin, keys, false, true, kinds[kind]);
            spin->desc.root.yaw = true;
            sinew_model *model = rc_model(&set, NULL);
            assert_near(moved(model, 0, 0, 1, 0), 0, 0, 0, 4 * RC_PI, 1e-6);
            double before = 0;
            for (int i = 1; i <= 1000; ++i) {
                double yaw = moved(model, 0, 0, i / 1000.0, 0).yaw;
                double due = kind == 1 ? 4 * RC_PI * floor(i / 1000.0 * 12 + 1e-9) / 12 : 4 * RC_PI * i / 1000;
                assert_true(fabs(yaw - due) < (kind == 2 ? 0.01 : kind == 1 ? 1.06 : 1e-5));
                assert_true(yaw >= before - 1e-9);
                before = yaw;
            }
            sinew_model_destroy(model);
        }
    }
}

/* One cubic key that swings round by more than half a turn of the half angle. */
static void a_cubic_key_may_turn_far(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_clip *spin = rc_add(&set, "spin");
    const float turns[24] = { 0, 0,  0, 0, 0, 0, 0, 1,  0, 9, 0, 0, /* out: towards +y */
                              0, -9, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0 };
    memcpy(spin->turns, turns, sizeof turns);
    spin->times[1] = 1;
    rc_curves(spin, 2, false, true, SINEW_INTERPOLATION_CUBIC);
    spin->desc.root.yaw = true;
    sinew_model *model = rc_model(&set, NULL);
    assert_near(moved(model, 0, 0, 1, 0), 0, 0, 0, 2 * RC_PI, 1e-9);
    assert_near(moved(model, 0, 0, 0.5, 0), 0, 0, 0, RC_PI, 1e-9);
    sinew_model_destroy(model);
}

/* Upside down there is no heading: the rotation stays as it is. */
static void upside_down_stays(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_clip *clip = rc_add(&set, "flip");
    clip->turns[0] = 1; /* half a turn about x */
    rc_curves(clip, 1, false, true, SINEW_INTERPOLATION_LINEAR);
    clip->desc.root.yaw = true;
    sinew_model *model = rc_model(&set, NULL);
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    sinew_pose_sample(pose, 0, 0);
    assert_true(sinew_pose_local(pose, RC_HIPS).rotation.x == 1);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void a_rest_without_inverse_plays_as_it_is(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    set.world.scale.x = 0;
    rc_arc(&set, "walk", 1, 1, 0, 2);
    sinew_model *model = rc_model(&set, NULL);
    sinew_root_step step;
    sinew_root_track *track;
    assert_false(sinew_root_between(model, 0, 0, 1, 0, &step));
    assert_int_equal(sinew_root_bake(model, 0, NULL, 60, &track), SINEW_ERROR_REFUSED);
    sinew_root_desc how = { .joint = RC_HIPS };
    assert_int_equal(sinew_root_bake(model, 0, &how, 60, &track), SINEW_ERROR_REFUSED);
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    sinew_pose_sample(pose, 0, 1);
    assert_true(sinew_pose_local(pose, RC_HIPS).translation.z == 1);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/* ---- pose and motion together are the clip ---- */

static void random_clip(random_source *r, rc_clip *clip, sinew_interpolation interpolation) {
    uint32_t keys = 2 + random_below(r, 20), each = interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    float time = random_chance(r, 0.3) ? 0.2f : 0;
    for (uint32_t i = 0; i < keys; ++i, time += random_float(r, 0.05f, 0.4f)) clip->times[i] = time;
    for (uint32_t i = 0; i < 3 * keys * each; ++i) clip->moves[i] = random_float(r, -2, 2);
    for (uint32_t i = 0; i < keys * each; ++i) {
        sinew_quat q = random_rotation(r);
        float numbers[4] = { q.x, q.y, q.z, q.w };
        memcpy(clip->turns + 4 * i, numbers, sizeof numbers);
    }
    rc_curves(clip, keys, random_chance(r, 0.9), random_chance(r, 0.9), interpolation);
    clip->desc.root.yaw = random_chance(r, 0.6);
    uint32_t axes = random_below(r, 8);
    clip->desc.root.axes = clip->desc.root.yaw ? axes | SINEW_AXIS_X | SINEW_AXIS_Z : axes;
}

static void through(const double m[12], const double p[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = m[4 * i] * p[0] + m[4 * i + 1] * p[1] + m[4 * i + 2] * p[2] + m[4 * i + 3];
}

/* Where the character stands, as a matrix. */
static void stand(sinew_root_step at, double m[12]) {
    const double c = cos(at.yaw), s = sin(at.yaw);
    const double rows[12] = { c, 0, s, at.translation[0], 0, 1, 0, at.translation[1], -s, 0, c, at.translation[2] };
    memcpy(m, rows, sizeof rows);
}

/* The heading and place at which the unmarked clip has what the marked one shows at the origin. */
static sinew_root_step placed(const sinew_affine *unmarked, const sinew_affine *marked, bool yaw) {
    sinew_root_step at = STILL;
    /* The turn about y that best brings the marked joint's axes to the unmarked ones. */
    double sine = 0, cosine = 0;
    for (int i = 0; i < 3; ++i) {
        double x = (double)marked->m[i], z = (double)marked->m[8 + i];
        double x2 = (double)unmarked->m[i], z2 = (double)unmarked->m[8 + i];
        cosine += x * x2 + z * z2;
        sine += x2 * z - z2 * x;
    }
    if (yaw) at.yaw = atan2(sine, cosine);
    double m[12], p[3] = { (double)marked->m[3], (double)marked->m[7], (double)marked->m[11] }, q[3];
    stand(at, m);
    through(m, p, q);
    for (int i = 0; i < 3; ++i) at.translation[i] = (double)unmarked->m[4 * i + 3] - q[i];
    return at;
}

/* From a clip's own start on: the pose of the marked clip, put where the motion has led, is the unmarked clip. */
static void check_clip(sinew_model *model, uint32_t clip, uint32_t plain, const sinew_root_desc *root,
                       random_source *r) {
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    double length = sinew_model_clip_length(model, clip);
    sinew_affine marked[RC_JOINTS], unmarked[RC_JOINTS];
    sinew_root_step start = STILL;
    for (int i = 0; i < 20; ++i) {
        double time = i ? length * (double)random_float(r, 0, 1.1f) : 0;
        sinew_pose_sample(pose, clip, time);
        sinew_pose_models(pose, marked, RC_JOINTS);
        sinew_pose_sample(pose, plain, time);
        sinew_pose_models(pose, unmarked, RC_JOINTS);
        if (i == 0) start = placed(&unmarked[RC_HIPS], &marked[RC_HIPS], root->yaw);
        sinew_root_step step = STILL;
        sinew_root_between(model, clip, 0, time, 0, &step);
        sinew_root_step at = rc_then(start, step);
        double m[12];
        stand(at, m);
        for (uint32_t j = RC_HIPS; j < RC_JOINTS; ++j) {
            for (int column = 0; column < 4; ++column) {
                double p[3], q[3];
                for (int row = 0; row < 3; ++row) p[row] = (double)marked[j].m[4 * row + column];
                double frame[12];
                memcpy(frame, m, sizeof frame);
                if (column < 3) frame[3] = frame[7] = frame[11] = 0;
                through(frame, p, q);
                for (int row = 0; row < 3; ++row)
                    assert_true(fabs(q[row] - (double)unmarked[j].m[4 * row + column]) < 2e-4);
            }
        }
        /* What is marked stays at rest. */
        sinew_pose_rest(pose);
        sinew_affine rest = sinew_pose_model(pose, RC_HIPS);
        uint32_t axes = root->axes ? root->axes : SINEW_AXIS_X | SINEW_AXIS_Z;
        for (int row = 0; row < 3; ++row)
            if (axes >> row & 1) assert_true(fabsf(marked[RC_HIPS].m[4 * row + 3] - rest.m[4 * row + 3]) < 2e-5f);
    }
    sinew_pose_destroy(pose);
}

static void pose_and_motion_are_the_clip(void **state) {
    (void)state;
    random_source r = { 11 };
    const sinew_interpolation kinds[3] = { SINEW_INTERPOLATION_LINEAR, SINEW_INTERPOLATION_STEP,
                                           SINEW_INTERPOLATION_CUBIC };
    for (int round = 0; round < 400; ++round) {
        rc_set set;
        rc_begin(&set);
        rc_clip *clip = rc_add(&set, "any");
        random_clip(&r, clip, kinds[round % 3]);
        float scale = random_float(&r, 0.5f, 2), width = clip->desc.root.yaw ? scale : random_float(&r, 0.5f, 2);
        set.world = (sinew_transform){ { random_float(&r, -1, 1), random_float(&r, -1, 1), 0 },
                                       random_rotation(&r),
                                       { scale, width, scale } };
        set.hips = (sinew_transform){ { random_float(&r, -1, 1), 1, random_float(&r, -1, 1) },
                                      random_rotation(&r),
                                      { 1, 1, 1 } };
        set.tier = SINEW_TIER_EXACT;
        sinew_model *model = rc_model(&set, NULL);
        check_clip(model, 0, 1, &clip->desc.root, &r);
        sinew_model_destroy(model);
    }
}

/* ---- cutting time ---- */

static void any_cutting_sums_to_the_same(void **state) {
    (void)state;
    random_source r = { 12 };
    double worst = 0;
    for (int round = 0; round < 200; ++round) {
        rc_set set;
        rc_begin(&set);
        set.hips.translation.x = random_float(&r, -1, 1);
        rc_clip *clip =
            rc_arc(&set, "turn", 1.3, (double)random_float(&r, 0.5f, 4), (double)random_float(&r, -7, 7), 30);
        double length = clip->desc.length;
        sinew_model *model = rc_model(&set, NULL);
        double at = length * (double)random_float(&r, 0, 1), from = at;
        int64_t pass = 0;
        sinew_root_step sum = STILL;
        for (int cut = 0; cut < 200; ++cut) {
            double to = at + (double)random_float(&r, -0.5f, 1.5f) * length, over = floor(to / length);
            sinew_root_step step = moved(model, 0, at, to - over * length, (int64_t)over);
            sum = sinew_root_then(&sum, &step);
            at = to - over * length;
            pass += (int64_t)over;
        }
        sinew_root_step whole = moved(model, 0, from, at, pass);
        for (int i = 0; i < 3; ++i) worst = fmax(worst, fabs(whole.translation[i] - sum.translation[i]));
        worst = fmax(worst, fabs(whole.yaw - sum.yaw));
        sinew_model_destroy(model);
    }
    print_message("200 cuttings of 200 steps: off by %.2g at most\n", worst);
    assert_true(worst < 1e-6);
}

static void a_thousand_loops_of_a_right_angle(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "turn", 1, 2, RC_PI / 2, 31);
    rc_arc(&set, "circle", 1, 2, 2 * RC_PI, 61);
    sinew_model *model = rc_model(&set, NULL);
    for (uint32_t clip = 0; clip < 2; ++clip) {
        sinew_root_step pass = moved(model, clip, 0, 0, 1), sum = STILL;
        for (int i = 0; i < 1000; ++i) sum = rc_then(sum, pass);
        sinew_root_step whole = moved(model, clip, 0, 0, 1000), back = moved(model, clip, 0, 0, -1000);
        assert_near(whole, sum.translation[0], 0, sum.translation[2], sum.yaw, 1e-9);
        assert_near(rc_then(whole, back), 0, 0, 0, 0, 1e-9);
        /* Against the turn that was meant, not the floats that it is stored in. */
        assert_true(fabs(whole.yaw - 1000 * (clip ? 2 * RC_PI : RC_PI / 2)) < 1e-4);
        assert_true(fabs(whole.translation[0]) < 1e-3 && fabs(whole.translation[2]) < 1e-3);
    }
    sinew_model_destroy(model);
}

static void a_curved_walk_integrates_to_its_path(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_clip *walk = rc_add(&set, "curve");
    for (uint32_t i = 0; i < 40; ++i) { /* an S that also sways */
        double t = i / 39.0, yaw = sin(t * 6) * 1.2;
        walk->times[i] = (float)(t * 3);
        walk->moves[3 * i] = (float)(sin(t * 5) * 2);
        walk->moves[3 * i + 2] = (float)(t * 6 + 0.05 * sin(t * 40));
        walk->turns[4 * i + 1] = (float)sin(yaw / 2);
        walk->turns[4 * i + 3] = (float)cos(yaw / 2);
    }
    rc_curves(walk, 40, true, true, SINEW_INTERPOLATION_LINEAR);
    walk->desc.root.yaw = true;
    sinew_model *model = rc_model(&set, NULL);
    uint32_t count;
    const sinew_curve *curves = sinew_model_clip_curves(model, 1, &count);
    for (int fps = 24; fps <= 144; fps += 60) {
        sinew_root_step at = STILL;
        for (int frame = 1; frame <= 3 * fps; ++frame) {
            at = rc_then(at, moved(model, 0, (frame - 1) / (double)fps, frame / (double)fps, 0));
            float p[3], q[4];
            sinew_curve_sample(&curves[0], frame / (double)fps, p);
            sinew_curve_sample(&curves[1], frame / (double)fps, q);
            assert_near(at, (double)p[0], 0, (double)p[2], 2 * atan2((double)q[1], (double)q[3]), 1e-6);
        }
    }
    sinew_model_destroy(model);
}

/* ---- motions as such ---- */

static void courses_lead_where_they_came_from(void **state) {
    (void)state;
    random_source r = { 13 };
    for (int i = 0; i < 2000; ++i) {
        snw_motion m = { { (double)random_float(&r, -3, 3), (double)random_float(&r, -3, 3),
                           (double)random_float(&r, -3, 3) },
                         (double)random_float(&r, -3, 3) * pow(10, -(i % 8)) };
        snw_arc arc = snw_arc_of(&m);
        snw_motion end = snw_arc_end(&arc);
        for (int k = 0; k < 3; ++k) assert_true(fabs(end.move[k] - m.move[k]) < 1e-12);
        /* Half the course, twice. */
        for (int k = 0; k < 3; ++k) arc.move[k] /= 2;
        arc.yaw /= 2;
        snw_motion half = snw_arc_end(&arc), both = snw_motion_times(&half, 2);
        for (int k = 0; k < 3; ++k) assert_true(fabs(both.move[k] - m.move[k]) < 1e-9);
        assert_true(fabs(both.yaw - m.yaw) < 1e-12);
    }
}

/* ---- baked ---- */

static void a_baked_track_sums_to_the_total(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "walk", 1.03, 1.7, 0, 2);
    rc_arc(&set, "turn", 1, 2, RC_PI / 2, 31);
    sinew_model *model = rc_model(&set, NULL);
    for (uint32_t clip = 0; clip < 2; ++clip) {
        sinew_root_track *track;
        assert_int_equal(sinew_root_bake(model, clip, NULL, 60, &track), SINEW_OK);
        uint32_t count;
        const sinew_root_tick *steps = sinew_root_track_steps(track, &count);
        assert_int_equal(count, clip ? 60 : 62); /* 61.8 ticks are 62 */
        int64_t x = 0, z = 0, yaw = 0;
        for (uint32_t i = 0; i < count; ++i) {
            sinew_root_step due = moved(model, clip, 0, sinew_model_clip_length(model, clip) * (i + 1) / count, 0);
            x += steps[i].x;
            z += steps[i].z;
            yaw += steps[i].yaw;
            assert_int_equal(steps[i].y, 0);
            assert_int_equal(x, (int64_t)floor(due.translation[0] * 65536 + 0.5));
            assert_int_equal(z, (int64_t)floor(due.translation[2] * 65536 + 0.5));
            assert_int_equal(yaw, (int64_t)floor(due.yaw * 65536 + 0.5));
            sinew_root_fixed at = sinew_root_track_at(track, i + 1);
            assert_true(at.x == x && at.y == 0 && at.z == z && at.yaw == yaw);
        }
        sinew_root_track_destroy(track);
    }
    sinew_model_destroy(model);
}

static void a_baked_track_steps_back_and_does_not_drift(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "walk", 1.03, 1.7, 0, 2);
    rc_arc(&set, "turn", 1, 2, RC_PI / 2, 31);
    sinew_model *model = rc_model(&set, NULL);
    random_source r = { 14 };
    for (uint32_t clip = 0; clip < 2; ++clip) {
        sinew_root_track *track;
        assert_int_equal(sinew_root_bake(model, clip, NULL, 60, &track), SINEW_OK);
        int64_t tick = 0;
        sinew_root_fixed sum = { 0, 0, 0, 0 };
        for (int i = 0; i < 5000; ++i) {
            int64_t next = tick + (int64_t)random_below(&r, 400) - 190;
            sinew_root_fixed step = sinew_root_track_between(track, tick, next);
            sinew_root_fixed back = sinew_root_track_between(track, next, tick);
            assert_true(step.x == -back.x && step.y == -back.y && step.z == -back.z && step.yaw == -back.yaw);
            sum.x += step.x;
            sum.z += step.z;
            sum.yaw += step.yaw;
            tick = next;
        }
        sinew_root_fixed at = sinew_root_track_at(track, tick);
        assert_true(sum.x == at.x && sum.z == at.z && sum.yaw == at.yaw);
        uint32_t count;
        sinew_root_track_steps(track, &count);
        for (int64_t loops = -1000; loops <= 1000; loops += 500) {
            sinew_root_step due = moved(model, clip, 0, 0, loops);
            at = sinew_root_track_at(track, loops * count);
            assert_true(fabs((double)at.x - due.translation[0] * 65536) < 0.51);
            assert_true(fabs((double)at.z - due.translation[2] * 65536) < 0.51);
            assert_true(fabs((double)at.yaw - due.yaw * 65536) < 0.51);
        }
        sinew_root_track_destroy(track);
    }
    sinew_model_destroy(model);
}

static void any_joint_of_any_clip_can_be_baked(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "turn", 1, 2, RC_PI / 2, 31);
    sinew_model *model = rc_model(&set, NULL);
    sinew_root_track *track;
    sinew_root_desc how = { .joint = RC_HIPS };
    assert_int_equal(sinew_root_bake(model, 1, NULL, 60, &track), SINEW_ERROR_REFUSED); /* no mark */
    assert_int_equal(sinew_root_bake(model, 1, &how, 30, &track), SINEW_OK);
    uint32_t count;
    assert_non_null(sinew_root_track_steps(track, &count));
    assert_int_equal(count, 30);
    sinew_root_fixed end = sinew_root_track_at(track, 30);
    assert_int_equal(end.yaw, 0);   /* not asked for */
    assert_int_equal(end.x, 83443); /* 4/π units, in the clip's own directions */
    assert_int_equal(end.z, 83443);
    sinew_root_track_destroy(track);
    how.joint = RC_JOINTS;
    assert_int_equal(sinew_root_bake(model, 1, &how, 30, &track), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_root_bake(model, 2, NULL, 30, &track), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_root_bake(model, 0, NULL, 0, &track), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_root_bake(NULL, 0, NULL, 30, &track), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_root_bake(model, 0, NULL, 30, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_root_bake(model, 0, NULL, 20000000, &track), SINEW_ERROR_RANGE);
    sinew_root_track_destroy(NULL);
    assert_null(sinew_root_track_steps(NULL, NULL));
    assert_int_equal(sinew_root_track_at(NULL, 5).x, 0);
    sinew_model_destroy(model);
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "flight", 1, 40000, 0, 2);
    rc_arc(&set, "rocket", 1, 30000, 0, 2);
    sinew_model *model = rc_model(&set, NULL);
    sinew_root_track *track;
    assert_int_equal(sinew_root_bake(model, 0, NULL, 1, &track), SINEW_ERROR_RANGE);
    assert_null(track);
    assert_int_equal(sinew_root_bake(model, 1, NULL, 1, &track), SINEW_OK);
    int64_t far = (int64_t)1 << 40;
    assert_int_equal(sinew_root_track_at(track, far).z, (int64_t)1 << 62);
    assert_int_equal(sinew_root_track_at(track, 2 * far).z, (int64_t)1 << 62);
    assert_int_equal(sinew_root_track_at(track, -2 * far).z, -((int64_t)1 << 62));
    sinew_root_track_destroy(track);
    sinew_model_destroy(model);
}

static bool bake_with(fault *f, void *user) {
    rc_set *set = user;
    sinew_model *model = rc_model(set, &f->allocator);
    if (!model) return false;
    sinew_root_track *own = NULL, *other = NULL;
    sinew_root_desc how = { .joint = RC_HIPS, .yaw = true };
    bool done = sinew_root_bake(model, 0, NULL, 60, &own) == SINEW_OK;
    done = sinew_root_bake(model, 1, &how, 60, &other) == SINEW_OK && done;
    sinew_root_track_destroy(own);
    sinew_root_track_destroy(other);
    sinew_model_destroy(model);
    return done;
}

static void memory_may_run_out(void **state) {
    (void)state;
    rc_set set;
    rc_begin(&set);
    rc_arc(&set, "turn", 1, 2, RC_PI / 2, 31);
    assert_true(fault_sweep(bake_with, &set, 200) > 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_walk),
        cmocka_unit_test(held_and_unmarked_clips_lead_nowhere),
        cmocka_unit_test(times_that_are_not_finite_are_refused),
        cmocka_unit_test(turns_past_half_count_right),
        cmocka_unit_test(a_cubic_key_may_turn_far),
        cmocka_unit_test(upside_down_stays),
        cmocka_unit_test(a_rest_without_inverse_plays_as_it_is),
        cmocka_unit_test(pose_and_motion_are_the_clip),
        cmocka_unit_test(any_cutting_sums_to_the_same),
        cmocka_unit_test(a_thousand_loops_of_a_right_angle),
        cmocka_unit_test(a_curved_walk_integrates_to_its_path),
        cmocka_unit_test(courses_lead_where_they_came_from),
        cmocka_unit_test(a_baked_track_sums_to_the_total),
        cmocka_unit_test(a_baked_track_steps_back_and_does_not_drift),
        cmocka_unit_test(any_joint_of_any_clip_can_be_baked),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
