/* What interrupted fades hold, still and inertial. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/pose_rig.h"

#include <math.h>

/* ---- holds ---- */

/* A fade from 3 to 7 at its middle, kept: the layer shows 5. */
static void show_a_fade(pose_rig *r) {
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ROOT_X3, 0.5f);
    rig_sample(r, ROOT_X7, 0.5f);
    rig_apply(r);
}

/* SEMANTICS 3: a pose that meets a new serial takes its own last result of that layer as the hold */
static void a_new_serial_takes_the_last_result(void **state) {
    pose_rig *r = *state;
    show_a_fade(r);
    r->time += 0.1;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.75f);
    rig_sample(r, SLIDE, 0.25f)->time = 0.1f;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0.75f * 5 + 0.25f * 1, 1e-5);
    /* The same serial is the same pose, whatever was shown since. */
    r->time += 0.1;
    r->samples[0].weight = 0.5f;
    r->samples[1].weight = 0.5f;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 3, 1e-5);
    /* Another serial takes what was shown last: 3. */
    r->time += 0.1;
    r->samples[0] = (sinew_sample){ .clip = SINEW_CLIP_HELD, .hold_serial = 2, .weight = 1 };
    r->samples[1].weight = 0;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 3, 1e-5);
}

/* SEMANTICS 3: what is held are values and shares, before they were put over the layers below; it counts with
   w × share */
static void holds_values_and_shares(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X7, 1);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ROOT_X3, 0.5f);
    rig_sample(r, ARM_TURN_90, 0.5f);
    rig_sample(r, MORPHS, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 5, 1e-5);
    r->time += 0.01;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, SLIDE, 1); /* 0 */
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 9, 0.5f);
    rig_sample(r, ROOT_X7, 0.5f);
    rig_apply(r);
    /* Held 3 at 0.5 × 0.5, 7 at 0.5: value 4.25 / 0.75, share 0.75, over 0. */
    assert_float_equal(rig_root_x(r), 4.25f, 1e-5);
    /* The arm: held alone, share a quarter, from 0. */
    double q = 45 / 57.29577951308232, x = 0.75 + 0.25 * cos(q), y = 0.25 * sin(q);
    assert_float_equal(rig_arm_turn(r), (float)(2 * atan2(y, x) * 57.29577951308232), 1e-3);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.75f * 0.5f + 0.25f, 1e-6);
}

/* SEMANTICS 4: in rotations the hold leads where w × share is the heaviest, and follows where it is not */
static void a_hold_leads_by_its_share(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ARM_LONG_WAY, 0.25f);
    rig_apply(r);
    r->time += 0.01;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.6f);
    rig_sample(r, ARM_TURN_90, 0.4f);
    rig_apply(r);
    snw_value *kept = &r->pose->holds[0].kept[r->pose->holds[0].newest];
    assert_float_equal(kept->groups[0].row[SNW_RW][ARM], HALF, 1e-5); /* led by the clip: 0.4 > 0.6 × 0.25 */
    assert_float_equal(kept->shares[0].row[SNW_ROTATION][ARM], 0.55f, 1e-6);
    r->time += 0.01;
    sinew_pose_forget(r->pose);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ARM_LONG_WAY, 1);
    rig_apply(r);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.5f);
    rig_sample(r, ARM_TURN_90, 0.5f);
    rig_apply(r);
    kept = &r->pose->holds[0].kept[r->pose->holds[0].newest];
    assert_float_equal(kept->groups[0].row[SNW_RW][ARM], -HALF, 1e-5); /* of equals the first: the hold */
}

/* SEMANTICS 3: a pose that has no last result shows the target alone */
static void without_a_result_the_target_alone(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.75f);
    rig_sample(r, ROOT_X3, 0.125f);
    rig_sample(r, ROOT_X7, 0.125f);
    rig_delta(r, SLIDE, 0.125f)->time = 0.2f; /* + 1, half of it */
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 5.5f, 1e-5);
    /* The hold stays lost while its serial plays, though there are results by now. */
    r->time += 0.01;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 5.5f, 1e-5);
    /* At the very cut the target weighs nothing yet; it shows nevertheless. */
    rig_clear(r);
    sinew_pose_forget(r->pose);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 2, 1);
    rig_sample(r, ROOT_X3, 0);
    rig_sample(r, ROOT_X7, 0);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 5, 1e-5);
    /* A hold that nothing follows shows what lies below. */
    rig_clear(r);
    sinew_pose_forget(r->pose);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 3, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1, 0);
}

static float after_pause(pose_rig *r, double pause) {
    sinew_pose_forget(r->pose);
    show_a_fade(r);
    r->time += pause;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.5f);
    rig_sample(r, SLIDE, 0.5f);
    rig_apply(r);
    return rig_root_x(r);
}

/* SEMANTICS 3: a result older than 0.25 s of the player's time is none */
static void an_old_result_is_none(void **state) {
    pose_rig *r = *state;
    assert_float_equal(after_pause(r, 0), 2.5f, 1e-5);
    assert_float_equal(after_pause(r, 0.25), 2.5f, 1e-5);
    assert_float_equal(after_pause(r, 0.2501), 0, 1e-5);
}

/* SEMANTICS 3: only while the row says keep does a pose keep the result */
static void without_keep_there_is_none(void **state) {
    pose_rig *r = *state;
    show_a_fade(r);
    r->rows[0].keep = false;
    r->time += 0.01;
    rig_apply(r);
    rig_clear(r);
    r->time += 0.01;
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.5f);
    rig_sample(r, SLIDE, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0, 1e-5);
    /* Nor does a layer that is at weight 0, or not in the step, leave one. */
    for (int without = 0; without < 2; ++without) {
        show_a_fade(r);
        r->time += 0.01;
        if (without) rig_clear(r);
        r->rows[0].weight = 0;
        rig_apply(r);
        rig_clear(r);
        r->time += 0.01;
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_held(r, 2 + (uint32_t)without, 0.5f);
        rig_sample(r, SLIDE, 0.5f);
        rig_apply(r);
        assert_float_equal(rig_root_x(r), 0, 1e-5);
    }
}

/* A player that goes back (a restore) takes what lies in its future along. */
static void time_going_back_forgets(void **state) {
    pose_rig *r = *state;
    r->time = 10;
    show_a_fade(r);
    r->time = 9.9;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.5f);
    rig_sample(r, SLIDE, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0, 1e-5); /* nothing was shown before 9.9 */
    sinew_pose_forget(r->pose);
    r->time = 10;
    show_a_fade(r);
    r->time = 10.1;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 0.5f);
    rig_sample(r, SLIDE, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 2.5f, 1e-5);
    r->time = 10.05; /* before the hold was met: it goes too */
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0, 1e-5);
}

/* SEMANTICS 3: a layer's hold is its own; it fades in an additive layer as in another */
static void holds_are_by_layer(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ROOT_X3, 1);
    rig_layer(r, SINEW_BLEND_ADDITIVE, 1)->keep = true;
    rig_sample(r, ROOT_X7, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 9, 1e-5);
    r->time += 0.01;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, 1);
    rig_layer(r, SINEW_BLEND_ADDITIVE, 1)->keep = true;
    rig_held(r, 1, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 3 + 0.5f * 6, 1e-5);
}

/* ---- inertial holds ---- */

/* SEMANTICS 3: inertial: the offset from the last result, and its rate, decay to 0 by the fade's end */
static void inertial_offset_decays(void **state) {
    pose_rig *r = *state;
    rig_show_moving(r, 5, 0); /* 2 from the target */
    assert_float_equal(rig_inertial_x(r, 0, 0.4f), 5, 1e-5);
    float last = 5;
    for (float since = 0.02f; since < 0.4f; since += 0.02f) {
        float x = rig_inertial_x(r, since, 0.4f), s = since / 0.4f;
        assert_float_equal(x, 3 + 2 * powf(1 - s, 3) * (1 + 3 * s), 1e-4);
        assert_true(x < last && x >= 3);
        last = x;
    }
    assert_float_equal(last, 3, 1e-3);
    assert_float_equal(rig_inertial_x(r, 0.4f, 0.4f), 3, 0);
    assert_float_equal(rig_inertial_x(r, 9, 0.4f), 3, 0);
    assert_float_equal(rig_inertial_x(r, 0, 0), 3, 0);
}

/* SEMANTICS 3: the velocity comes from the last two results */
static void inertial_starts_at_the_speed(void **state) {
    pose_rig *r = *state;
    rig_show_moving(r, 5, 6);
    assert_float_equal(rig_inertial_x(r, 0, 0.4f), 5, 1e-5);
    float step = 1e-3f;
    assert_float_equal((rig_inertial_x(r, step, 0.4f) - 5) / step, 6, 0.2);
    float s = 0.25f;
    assert_float_equal(rig_inertial_x(r, 0.1f, 0.4f), 3 + powf(1 - s, 3) * (2 * (1 + 3 * s) + 6 * 0.4f * s), 1e-4);
}

/* SEMANTICS 3: of one result alone the velocity is 0; without one the target shows alone */
static void inertial_with_less_than_two(void **state) {
    pose_rig *r = *state;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, SLIDE, 1)->time = 0.5f;
    rig_apply(r);
    r->time += 0.1;
    assert_float_equal(rig_inertial_x(r, 0, 0.4f), 5, 1e-5);
    assert_float_equal(rig_inertial_x(r, 0.004f, 0.4f), 5, 2e-3);
    sinew_pose_forget(r->pose);
    assert_float_equal(rig_inertial_x(r, 0, 0.4f), 3, 0);
}

/* However fast it moved, an offset grows by at most 1.26 times and never crosses the target. */
static void inertial_never_overshoots(void **state) {
    pose_rig *r = *state;
    for (int way = -1; way <= 1; way += 2) {
        sinew_pose_forget(r->pose);
        rig_show_moving(r, 4, (float)way * 30);
        float most = 0, least = 9;
        for (float since = 0; since < 1; since += 0.01f) {
            float x = rig_inertial_x(r, since, 1);
            most = fmaxf(most, x);
            least = fminf(least, x);
        }
        assert_true(least >= 3 - 1e-4f && most <= 3 + 1.261f);
        assert_true(way < 0 ? most <= 4 + 1e-5f : most > 4.2f);
    }
}

/* Rotations, scales and morphs too, each at its own rate. */
static void inertial_of_every_kind(void **state) {
    pose_rig *r = *state;
    for (int i = 0; i < 2; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_sample(r, ARM_TURN_90, i ? 1 : 0.9f);
        rig_sample(r, ARM_TURN_M90, i ? 0 : 0.1f);
        rig_sample(r, HAND_SCALE, 1);
        rig_sample(r, MORPHS, 1);
        rig_apply(r);
        r->time += 0.1;
    }
    float turn = rig_arm_turn(r);
    for (int i = 0; i < 2; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_inertial(r, 1, i ? 0.1f : 0, 0.4f);
        rig_sample(r, WHOLE, 1);
        rig_sample(r, ARM_TURN_M90, 3); /* the target's arm: half way between, nearer to -90 */
        rig_apply(r);
        if (i) break;
        assert_float_equal(rig_arm_turn(r), turn, 1e-3);
        rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 6, 5, -3);
        assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 1, 1e-6);
    }
    /* It turned from rig_chord(0.9) to 90° in 0.1 s; the scale and the morph stood still. */
    float cube = powf(0.75f, 3), still = cube * 1.75f, speed = (90 - rig_chord(0.9f)) / 0.1f;
    assert_float_equal(rig_arm_turn(r), rig_chord(0.25f) + (90 - rig_chord(0.25f)) * still + speed * 0.1f * cube, 1e-2);
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 1 + 5 * still, 1 + 4 * still, 1 - 4 * still);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[1], 0.4f + 0.1f * still, 1e-5);
}

/* A component that only one side shows does not jump at the cut: its share fades by the same curve. */
static void inertial_shares_do_not_jump(void **state) {
    pose_rig *r = *state;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ARM_TURN_90, 1);
    rig_sample(r, MORPHS, 1);
    rig_apply(r);
    r->time += 0.01;
    assert_float_equal(rig_inertial_x(r, 0, 0.4f), 1, 1e-6); /* the root: only the target shows it */
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);           /* the arm: only the hold does */
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 1, 1e-6);
    float half = powf(0.5f, 3) * 2.5f;
    assert_float_equal(rig_inertial_x(r, 0.2f, 0.4f), 1 * half + 3 * (1 - half), 1e-4);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 1 * half + 0.5f * (1 - half), 1e-4);
    assert_float_equal(rig_inertial_x(r, 0.4f, 0.4f), 3, 1e-6);
    assert_float_equal(rig_arm_turn(r), 0, 1e-6);
}

/* Offsets are no pose: a still sample of a serial that was measured has nothing to show. */
static void a_measured_hold_is_no_pose(void **state) {
    pose_rig *r = *state;
    rig_show_moving(r, 5, 0);
    assert_float_equal(rig_inertial_x(r, 0, 0.4f), 5, 1e-5);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_held(r, 5, 0.5f);
    rig_sample(r, ROOT_X7, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 7, 1e-5);
}

#define ON_RIG(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_RIG(a_new_serial_takes_the_last_result),
        ON_RIG(holds_values_and_shares),
        ON_RIG(a_hold_leads_by_its_share),
        ON_RIG(without_a_result_the_target_alone),
        ON_RIG(an_old_result_is_none),
        ON_RIG(without_keep_there_is_none),
        ON_RIG(time_going_back_forgets),
        ON_RIG(holds_are_by_layer),
        ON_RIG(inertial_offset_decays),
        ON_RIG(inertial_starts_at_the_speed),
        ON_RIG(inertial_with_less_than_two),
        ON_RIG(inertial_never_overshoots),
        ON_RIG(inertial_of_every_kind),
        ON_RIG(inertial_shares_do_not_jump),
        ON_RIG(a_measured_hold_is_no_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
