/* Feet: planted ones stand still in the world however the clip and the character move, and are let go without a jump;
   they follow the ground, and the hips with them. The walk is made here; positions come from tests/support/ik_kit.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/ik_kit.h"

#include <math.h>
#include <string.h>

enum { BASE, HIPS, THIGH_L, THIGH_R, SHIN_L, SHIN_R, FOOT_L, FOOT_R, JOINTS };

static const double PI = 3.14159265358979323846;
static const double SOLE = 0.08; /* height of the foot joint over the ground at rest */

typedef struct walker {
    kit k;
    double time, yaw, x, z, scale;
    sinew_ik_hips_state hips;
    sinew_ik_foot_state feet[2];
    sinew_ik_foot_desc desc[2];
    sinew_ik_feet_desc all;
    sinew_ik_foot_result results[2];
    dvec clip[2]; /* where the clip has the feet, in the world */
} walker;

static void start(walker *w, double scale) {
    static const uint32_t parents[JOINTS] = { SINEW_NONE, BASE, HIPS, HIPS, THIGH_L, THIGH_R, SHIN_L, SHIN_R };
    static const sinew_vec3 at[JOINTS] = { { 0, 0, 0 },          { 0, 0.93f, 0 },     { 0.1f, -0.05f, 0 },
                                           { -0.1f, -0.05f, 0 }, { 0, -0.4f, 0.02f }, { 0, -0.4f, 0.02f },
                                           { 0, -0.4f, -0.02f }, { 0, -0.4f, -0.02f } };
    kit_joint joints[JOINTS];
    for (int j = 0; j < JOINTS; ++j) {
        joints[j] = (kit_joint){ parents[j], SINEW_TRANSFORM_IDENTITY };
        joints[j].rest.translation = at[j];
    }
    memset(w, 0, sizeof *w);
    w->k = kit_make(joints, JOINTS);
    w->scale = scale;
    for (uint32_t i = 0; i < 2; ++i)
        w->desc[i] = (sinew_ik_foot_desc){ .root = THIGH_L + i, .middle = SHIN_L + i, .end = FOOT_L + i };
    w->all = (sinew_ik_feet_desc){ .feet = w->desc, .foot_count = 2, .hips = HIPS };
}

static void stop(walker *w) { kit_free(&w->k); }

static void bend(walker *w, uint32_t joint, double angle) {
    sinew_transform t = sinew_pose_local(w->k.pose, joint);
    t.rotation = kit_turn((dvec){ 1, 0, 0 }, angle);
    sinew_pose_set_local(w->k.pose, joint, &t);
}

/* A stride a second; a leg is lifted on its way forward. */
static void pose_clip(walker *w) {
    sinew_pose_rest(w->k.pose);
    for (uint32_t i = 0; i < 2; ++i) {
        double phase = 2 * PI * (w->time + 0.5 * i), lift = fmax(0, cos(phase));
        bend(w, THIGH_L + i, -0.35 * sin(phase) - 0.5 * lift - 0.2);
        bend(w, SHIN_L + i, 0.35 + 0.9 * lift);
        bend(w, FOOT_L + i, 0.1 * sin(phase));
    }
}

static dvec world(const walker *w, dvec p) {
    double c = cos(w->yaw), s = sin(w->yaw);
    return (dvec){ w->x + w->scale * (c * p.x + s * p.z), w->scale * p.y, w->z + w->scale * (c * p.z - s * p.x) };
}

static dvec shown(const walker *w, int foot) { return world(w, kit_at(w->k.pose, FOOT_L + (uint32_t)foot)); }

/* One frame: the clip's pose, where the character is, and the feet. */
static void frame(walker *w, double dt, float weight) {
    w->time += dt;
    pose_clip(w);
    for (int i = 0; i < 2; ++i) w->clip[i] = shown(w, i);
    w->all.place = (sinew_ik_place){ { w->x, 0, w->z }, kit_turn((dvec){ 0, 1, 0 }, w->yaw), (float)w->scale };
    assert_int_equal(sinew_ik_feet(w->k.pose, &w->all, &w->hips, w->feet, dt, weight, w->results), SINEW_OK);
}

/* Random walks with turns and odd speeds, at odd frame rates: a locked foot stays within 0.1 mm; a foot that is not
   moves no more than the clip's and 1.5 t / release of what it was let go with. */
static void planted_feet_stand_still_and_are_let_go_without_a_jump(void **state) {
    (void)state;
    random_source r = { 41 };
    double worst = 0, worst_step = -1;
    long locked_frames = 0, releases = 0, steps = 0;
    for (int n = 0; n < 60; ++n) {
        walker w;
        start(&w, n % 2 ? 1 : 1.7);
        w.all.release = n % 3 ? 0 : 0.4f;
        w.desc[0].lock_turn = n % 4 == 0;
        if (n % 5 == 0) w.all.max_distance = 0.08f; /* lets go while it is planted */
        w.x = n % 7 == 0 ? 20000 : 0;
        double release = w.all.release > 0 ? (double)w.all.release : 0.25;
        double speed = (double)random_float(&r, 0.2f, 1.2f), turn = (double)random_float(&r, -0.6f, 0.6f);
        dvec before[2] = { { 0, 0, 0 } }, clip[2] = { { 0, 0, 0 } }, lock[2] = { { 0, 0, 0 } };
        bool was[2] = { false, false };
        for (int f = 0; f < 240; ++f) {
            double dt = (double)random_float(&r, 0.004f, 0.03f);
            w.yaw += turn * dt;
            w.x += speed * dt * sin(w.yaw), w.z += speed * dt * cos(w.yaw);
            for (int i = 0; i < 2; ++i) w.desc[i].planted = cos(2 * PI * (w.time + dt + 0.5 * i)) < -0.1;
            frame(&w, dt, 1);
            for (int i = 0; i < 2; ++i) {
                dvec now = shown(&w, i);
                if (w.results[i].locked) {
                    assert_true(w.results[i].reached);
                    if (!was[i]) lock[i] = now;
                    worst = fmax(worst, ddistance(now, lock[i]));
                    ++locked_frames;
                } else if (was[i]) ++releases;
                if (f && !(was[i] && w.results[i].locked)) {
                    double offset = dlength(dof(w.feet[i].offset));
                    double most = ddistance(w.clip[i], clip[i]) + 1.5 * dt / release * offset;
                    worst_step = fmax(worst_step, ddistance(now, before[i]) - most);
                    ++steps;
                }
                before[i] = now, clip[i] = w.clip[i], was[i] = w.results[i].locked;
            }
        }
        stop(&w);
    }
    print_message(
        "feet: locked for %ld frames within %.1e m; %ld times let go, %ld free steps, beyond their bound by %.1e m\n",
        locked_frames, worst, releases, steps, worst_step);
    assert_true(worst < 1e-4);
    assert_true(worst_step < 2e-5);
    assert_true(locked_frames > 5000 && releases > 200);
}

/* Its rotation is held too where that is asked for, and comes back to the clip's. */
static void holds_the_turn_when_asked(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    w.desc[0].lock_turn = true;
    w.desc[0].planted = true;
    dvec first = { 0, 0, 0 };
    for (int f = 0; f < 60; ++f) {
        w.yaw = f * 0.005;
        w.desc[0].planted = f < 30;
        frame(&w, 0.01, 1);
        dvec p = shown(&w, 0), x = dsub(world(&w, kit_point(w.k.pose, FOOT_L, (dvec){ 1, 0, 0 })), p);
        if (f == 0) first = x;
        if (f < 30) assert_true(dangle(x, first) < 1e-5);
    }
    dvec x = kit_direction(w.k.pose, FOOT_L, (dvec){ 1, 0, 0 });
    assert_true(dangle(x, (dvec){ 1, 0, 0 }) <
                0.16); /* the clip's own roll is at most 0.1, with what is left of the turn */
    for (int f = 0; f < 5; ++f) frame(&w, 0.01, 1);
    pose_clip(&w);
    dvec clip = kit_direction(w.k.pose, FOOT_L, (dvec){ 0, 1, 0 });
    frame(&w, 0, 1);
    assert_true(dangle(kit_direction(w.k.pose, FOOT_L, (dvec){ 0, 1, 0 }), clip) < 1e-5);
    stop(&w);
}

/* Past max_distance it lets go; still planted it is held anew where it comes to rest. A teleport drops what it is off
 * by. */
static void lets_go_of_what_is_too_far(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    w.all.max_distance = 0.1f;
    for (int i = 0; i < 2; ++i) w.desc[i].planted = true;
    frame(&w, 0, 1);
    assert_true(w.results[0].locked && w.results[1].locked);
    w.z = 0.09;
    frame(&w, 0, 1);
    assert_true(w.results[0].locked);
    w.z = 0.11;
    frame(&w, 0, 1);
    assert_false(w.results[0].locked);
    assert_true(w.feet[0].letting_go);
    frame(&w, 0.3, 1);
    assert_true(w.results[0].locked);
    assert_true(ddistance(shown(&w, 0), w.clip[0]) < 1e-5);
    w.z += 5;
    frame(&w, 0, 1);
    assert_false(w.feet[0].letting_go);
    assert_true(ddistance(shown(&w, 0), w.clip[0]) < 1e-5);
    stop(&w);
}

/* The leg too short for the lock, or eased there: let go, so that what is locked is always reached. */
static void lets_go_of_what_the_leg_cannot_reach(void **state) {
    (void)state;
    for (int soft = 0; soft < 2; ++soft) {
        walker w;
        start(&w, 1);
        w.all.max_distance = 9;
        w.desc[0].soft = soft ? 0.05f : 0;
        w.desc[0].planted = true;
        bool was_locked = false;
        for (int f = 0; f < 40; ++f) {
            w.z = f * 0.02;
            frame(&w, 0, 1);
            if (w.results[0].locked) assert_true(w.results[0].reached && f < 35);
            was_locked = was_locked || w.results[0].locked;
        }
        assert_true(was_locked && !w.results[0].locked);
        stop(&w);
    }
}

/* Whatever is taken leaves states that are taken again: after a very long time, and at the scale of a giant. */
static void states_stay_good_after_extremes(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    w.all.max_distance = 0.1f;
    w.desc[0].planted = true;
    frame(&w, 0, 1);
    w.z = 0.11;
    frame(&w, 0, 1);
    assert_true(w.feet[0].letting_go);
    frame(&w, 1e300, 1);
    frame(&w, 0.01, 1);
    stop(&w);
    start(&w, 3e38);
    w.all.max_distance = 3;
    w.desc[0].planted = true;
    frame(&w, 0, 1);
    w.z = 1.2 * w.scale;
    frame(&w, 0, 1);
    w.z = 2.4 * w.scale;
    frame(&w, 0.01, 1);
    frame(&w, 0.01, 1);
    stop(&w);
}

/* ---- ground ---- */

static double slope(dvec p) { return 0.25 * p.z + 0.1 * p.x; }

/* On a slope each foot is over its own ground as the clip has it over height 0, turned as the ground leans; the hips go
   down with the lower foot. */
static void feet_follow_the_ground(void **state) {
    (void)state;
    const dvec normal = dunit((dvec){ -0.1, 1, -0.25 });
    for (int n = 0; n < 40; ++n) {
        walker w;
        start(&w, 1);
        w.time = n / 40.0;
        pose_clip(&w);
        dvec hips = kit_at(w.k.pose, HIPS), clip[2], up[2];
        double lowest = 1;
        for (uint32_t i = 0; i < 2; ++i) {
            clip[i] = kit_at(w.k.pose, FOOT_L + i);
            up[i] = kit_direction(w.k.pose, FOOT_L + i, (dvec){ 0, 1, 0 });
            w.desc[i].ground = (float)slope(clip[i]);
            w.desc[i].normal = dfloat(dscaled(normal, 3));
        }
        frame(&w, 0, 1);
        for (uint32_t i = 0; i < 2; ++i) {
            double sole = fmin(SOLE, clip[i].y);
            dvec want =
                dadd(clip[i], (dvec){ sole * normal.x, slope(clip[i]) + sole * (normal.y - 1), sole * normal.z });
            assert_true(w.results[i].reached);
            assert_true(ddistance(kit_at(w.k.pose, FOOT_L + i), want) < 2e-5);
            lowest = fmin(lowest, want.y - clip[i].y);
            /* The foot has turned about the axis that takes up to the normal, by the angle between them. */
            dvec is = kit_direction(w.k.pose, FOOT_L + i, (dvec){ 0, 1, 0 });
            dvec axis = dunit(dcross((dvec){ 0, 1, 0 }, normal));
            assert_true(fabs(ddot(is, axis) - ddot(up[i], axis)) < 1e-5);
            assert_true(fabs(ddot(is, normal) - up[i].y) < 1e-5);
        }
        dvec now = kit_at(w.k.pose, HIPS);
        assert_true(fabs(now.y - hips.y - lowest) < 1e-5 && fabs(now.x - hips.x) < 1e-6);
        stop(&w);
    }
}

/* Stairs: at first at once, then no faster than hips_speed; no lower than max_drop; all feet up: the hips too. */
static void hips_move_at_their_speed(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    w.all.hips_speed = 0.5f;
    frame(&w, 0, 1);
    double at = kit_at(w.k.pose, HIPS).y;
    w.desc[1].ground = -0.1f;
    for (int f = 1; f <= 30; ++f) {
        frame(&w, 0.01, 1);
        assert_true(fabs(at - kit_at(w.k.pose, HIPS).y - fmin(0.1, f * 0.005)) < 1e-5);
    }
    w.desc[1].ground = -5;
    w.all.max_drop = 0.2f;
    frame(&w, 100, 1);
    assert_true(fabs(at - kit_at(w.k.pose, HIPS).y - 0.2) < 1e-5);
    assert_false(w.results[1].reached);
    w.desc[1].ground = -0.5f; /* less than the leg's length too far: it does not stretch */
    frame(&w, 100, 1);
    assert_false(w.results[1].reached);
    w.desc[0].ground = w.desc[1].ground = 0.05f;
    frame(&w, 100, 1);
    assert_true(fabs(kit_at(w.k.pose, HIPS).y - at - 0.05) < 1e-5);
    stop(&w);
    /* At half weight, half way. */
    start(&w, 1);
    w.desc[0].ground = w.desc[1].ground = -0.1f;
    frame(&w, 0, 0.5f);
    assert_true(fabs(at - kit_at(w.k.pose, HIPS).y - 0.05) < 1e-5);
    stop(&w);
}

/* No steeper than max_tilt; a normal that points down or nowhere is up. */
static void tilts_no_more_than_asked(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    pose_clip(&w);
    dvec side = kit_direction(w.k.pose, FOOT_L, (dvec){ 1, 0, 0 });
    w.all.max_tilt = 0.2f;
    w.desc[0].normal = (sinew_vec3){ 1, 1, 0 };
    w.desc[1].normal = (sinew_vec3){ 1, -1, 0 };
    frame(&w, 0, 1);
    assert_true(fabs(dangle(kit_direction(w.k.pose, FOOT_L, (dvec){ 1, 0, 0 }), side) - 0.2) < 1e-5);
    assert_true(ddistance(shown(&w, 1), w.clip[1]) < 1e-5);
    stop(&w);
}

static void weight_0_changes_no_bit(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    w.desc[0].ground = -0.1f;
    w.desc[0].planted = true;
    pose_clip(&w);
    uint64_t before = kit_digest(w.k.pose);
    assert_int_equal(sinew_ik_feet(w.k.pose, &w.all, &w.hips, w.feet, 0.1, 0, NULL), SINEW_OK);
    assert_true(kit_digest(w.k.pose) == before);
    assert_true(w.feet[0].locked && w.hips.known);
    stop(&w);
}

static void refuses_and_changes_nothing(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    pose_clip(&w);
    uint64_t before = kit_digest(w.k.pose);
    const sinew_ik_foot_state zero = { .since = 0 };
    sinew_ik_foot_desc feet[SINEW_IK_MAX_FEET + 1];
    for (int i = 0; i <= (int)SINEW_IK_MAX_FEET; ++i) feet[i] = w.desc[0];
#define REFUSED(code, dt, weight, change)                                                                              \
    do {                                                                                                               \
        sinew_ik_feet_desc desc = w.all;                                                                               \
        feet[0] = w.desc[0], feet[1] = w.desc[1];                                                                      \
        desc.feet = feet;                                                                                              \
        sinew_ik_foot_state states[2] = { zero, zero };                                                                \
        sinew_ik_hips_state hips = { .rise = 0 };                                                                      \
        change;                                                                                                        \
        assert_int_equal(sinew_ik_feet(w.k.pose, &desc, &hips, states, dt, weight, NULL), code);                       \
        assert_true(kit_digest(w.k.pose) == before && !hips.known && !states[0].planted);                              \
    } while (0)
    REFUSED(SINEW_ERROR_RANGE, NAN, 1, (void)0);
    REFUSED(SINEW_ERROR_RANGE, -1, 1, (void)0);
    REFUSED(SINEW_ERROR_RANGE, (double)INFINITY, 1, (void)0);
    REFUSED(SINEW_ERROR_RANGE, 0, NAN, (void)0);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.release = -1);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.max_distance = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.max_drop = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.max_tilt = -1);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.hips_speed = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.place.position[0] = (double)NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.place.position[1] = (double)NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.place.position[2] = (double)INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.place.rotation.y = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, desc.place.scale = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, feet[1].normal.y = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, feet[1].ground = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, feet[1].ground = 1e30f);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, feet[1].soft = -1);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, feet[1].pole_kind = SINEW_IK_POLE_POINT; feet[1].pole.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, states[1].lock[0] = (double)NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, states[1].lock_turn.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, states[1].offset.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, states[1].offset_turn.x = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, states[1].since = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0, 1, hips.rise = NAN);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, feet[1].pole_kind = (sinew_ik_pole_kind)3);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, feet[1].end = 99);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, feet[1].middle = feet[1].end);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, feet[1].middle = feet[1].root);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, feet[1].middle = SHIN_L);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, desc.hips = THIGH_L);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, desc.hips = FOOT_R);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, desc.hips = 99);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, desc.foot_count = SINEW_IK_MAX_FEET + 1);
    REFUSED(SINEW_ERROR_ARGUMENT, 0, 1, desc.feet = NULL);
#undef REFUSED
    sinew_ik_hips_state hips = { .rise = 0 };
    sinew_ik_foot_state states[2] = { zero, zero };
    assert_int_equal(sinew_ik_feet(NULL, &w.all, &hips, states, 0, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_feet(w.k.pose, NULL, &hips, states, 0, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_feet(w.k.pose, &w.all, NULL, states, 0, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_feet(w.k.pose, &w.all, &hips, NULL, 0, 1, NULL), SINEW_ERROR_ARGUMENT);
    sinew_ik_feet_desc none = { .hips = HIPS };
    assert_int_equal(sinew_ik_feet(w.k.pose, &none, &hips, NULL, 0, 1, NULL), SINEW_OK);
    assert_true(kit_digest(w.k.pose) == before);
    sinew_transform huge = sinew_pose_local(w.k.pose, BASE);
    huge.translation.x = 1e30f;
    sinew_pose_set_local(w.k.pose, BASE, &huge);
    assert_int_equal(sinew_ik_feet(w.k.pose, &w.all, &hips, states, 0, 1, NULL), SINEW_ERROR_RANGE);
    /* Hips under a joint that scales to nothing cannot be moved; the feet stay where they are. */
    huge.translation.x = 0;
    huge.scale = (sinew_vec3){ 0, 0, 0 };
    sinew_pose_set_local(w.k.pose, BASE, &huge);
    w.desc[0].ground = w.desc[1].ground = -0.1f;
    before = kit_digest(w.k.pose);
    assert_int_equal(sinew_ik_feet(w.k.pose, &w.all, &hips, states, 0, 1, NULL), SINEW_OK);
    assert_true(isfinite(kit_at(w.k.pose, FOOT_L).y));
    stop(&w);
}

/* ---- touching ---- */

static void touch_tells_low_and_slow(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    sinew_ik_touch_desc desc = { .joint = FOOT_L, .height = 0.05f, .speed = 0.5f };
    sinew_ik_foot_state s = { .since = 0 };
    bool touching = false;
#define TOUCH(lift, forward, dt, want)                                                                                 \
    do {                                                                                                               \
        sinew_pose_rest(w.k.pose);                                                                                     \
        sinew_transform base = sinew_pose_local(w.k.pose, BASE);                                                       \
        base.translation.y = lift;                                                                                     \
        sinew_pose_set_local(w.k.pose, BASE, &base);                                                                   \
        desc.place.position[2] += forward;                                                                             \
        assert_int_equal(sinew_ik_touch(w.k.pose, &desc, &s, dt, &touching), SINEW_OK);                                \
        assert_int_equal(touching, want);                                                                              \
    } while (0)
    TOUCH(0, 0, 0.1, true); /* by its height alone */
    TOUCH(0.03f, 0.03, 0.1, true);
    TOUCH(0.07f, 0.03, 0.1, true); /* wider once it touches */
    TOUCH(0.08f, 0, 0.1, false);
    TOUCH(0.07f, 0, 0.1, false);
    TOUCH(0.02f, 0.1, 0.1, false); /* low, but fast */
    TOUCH(0.02f, 0.04, 0.1, true);
    TOUCH(0.02f, 0.07, 0.1, true);
    TOUCH(0.02f, 0.08, 0.1, false);
    TOUCH(0.02f, 0, 0, false); /* no time has passed */
    TOUCH(0.02f, 0, 0.1, true);
    desc.height = desc.speed = 0; /* by the model's size */
    TOUCH(0, 0, 0.1, true);
    TOUCH(0.2f, 0, 0.1, false);
#undef TOUCH
    sinew_ik_foot_state was = s;
    const sinew_ik_touch_desc good = desc;
#define REFUSED(code, dt, change)                                                                                      \
    do {                                                                                                               \
        desc = good;                                                                                                   \
        change;                                                                                                        \
        assert_int_equal(sinew_ik_touch(w.k.pose, &desc, &s, dt, &touching), code);                                    \
        assert_memory_equal(&s, &was, sizeof s);                                                                       \
    } while (0)
    REFUSED(SINEW_ERROR_RANGE, NAN, (void)0);
    REFUSED(SINEW_ERROR_RANGE, -1, (void)0);
    REFUSED(SINEW_ERROR_RANGE, 0.1, desc.height = -1);
    REFUSED(SINEW_ERROR_RANGE, 0.1, desc.height = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 0.1, desc.speed = NAN);
    REFUSED(SINEW_ERROR_RANGE, 0.1, desc.speed = INFINITY);
    REFUSED(SINEW_ERROR_RANGE, 0.1, desc.place.scale = INFINITY);
    REFUSED(SINEW_ERROR_ARGUMENT, 0.1, desc.joint = 99);
#undef REFUSED
    assert_int_equal(sinew_ik_touch(NULL, &good, &s, 0.1, &touching), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_touch(w.k.pose, NULL, &s, 0.1, &touching), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_touch(w.k.pose, &good, NULL, 0.1, &touching), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_touch(w.k.pose, &good, &s, 0.1, NULL), SINEW_ERROR_ARGUMENT);
    stop(&w);
}

/* The walk's own feet, by touch alone: each is found on the ground and off it, and is held there. */
static void touch_finds_the_feet_of_a_walk(void **state) {
    (void)state;
    walker w;
    start(&w, 1);
    int on[2] = { 0, 0 }, locked[2] = { 0, 0 };
    for (int f = 0; f < 400; ++f) {
        w.time = f * 0.01;
        w.z += 0.006;
        pose_clip(&w);
        for (uint32_t i = 0; i < 2; ++i) {
            sinew_ik_touch_desc touch = {
                .joint = FOOT_L + i, .place = { .position = { w.x, 0, w.z } }, .height = 0.06f, .speed = 1
            };
            assert_int_equal(sinew_ik_touch(w.k.pose, &touch, &w.feet[i], 0.01, &w.desc[i].planted), SINEW_OK);
            on[i] += w.desc[i].planted;
        }
        w.time -= 0.01;
        frame(&w, 0.01, 1);
        for (int i = 0; i < 2; ++i) locked[i] += w.results[i].locked;
    }
    for (int i = 0; i < 2; ++i) assert_true(on[i] > 100 && on[i] < 350 && locked[i] > 80);
    stop(&w);
}

/* ---- places ---- */

/* A circle of steps comes back; what is not finite is refused. */
static void places_move_by_root_steps(void **state) {
    (void)state;
    sinew_ik_place place = { .scale = 2 };
    const sinew_root_step step = { { 0, 0, 0.1 }, 2 * PI / 360 };
    dvec farthest = { 0, 0, 0 };
    for (int n = 0; n < 360; ++n) {
        assert_int_equal(sinew_ik_place_move(&place, &step), SINEW_OK);
        dvec at = { place.position[0], place.position[1], place.position[2] };
        if (dlength(at) > dlength(farthest)) farthest = at;
    }
    dvec at = { place.position[0], place.position[1], place.position[2] };
    assert_true(dlength(at) < 1e-4);
    assert_true(fabs(dlength(farthest) - 72 / PI) < 0.01);
    assert_true(farthest.x > 0); /* yaw turns z towards x */
    sinew_ik_place before = place;
    sinew_root_step bad = step;
    bad.yaw = (double)NAN;
    assert_int_equal(sinew_ik_place_move(&place, &bad), SINEW_ERROR_RANGE);
    bad = step;
    bad.translation[1] = (double)INFINITY;
    assert_int_equal(sinew_ik_place_move(&place, &bad), SINEW_ERROR_RANGE);
    bad.translation[1] = 1.7e308;
    assert_int_equal(sinew_ik_place_move(&place, &bad), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_ik_place_move(NULL, &step), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_ik_place_move(&place, NULL), SINEW_ERROR_ARGUMENT);
    assert_memory_equal(&before, &place, sizeof place);
    place.position[0] = (double)NAN;
    assert_int_equal(sinew_ik_place_move(&place, &step), SINEW_ERROR_RANGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_feet_stand_still_and_are_let_go_without_a_jump),
        cmocka_unit_test(holds_the_turn_when_asked),
        cmocka_unit_test(lets_go_of_what_is_too_far),
        cmocka_unit_test(lets_go_of_what_the_leg_cannot_reach),
        cmocka_unit_test(states_stay_good_after_extremes),
        cmocka_unit_test(feet_follow_the_ground),
        cmocka_unit_test(hips_move_at_their_speed),
        cmocka_unit_test(tilts_no_more_than_asked),
        cmocka_unit_test(weight_0_changes_no_bit),
        cmocka_unit_test(refuses_and_changes_nothing),
        cmocka_unit_test(touch_tells_low_and_slow),
        cmocka_unit_test(touch_finds_the_feet_of_a_walk),
        cmocka_unit_test(places_move_by_root_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
