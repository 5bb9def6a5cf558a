/* Each rule of layers and additive samples, on a rig that is worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/pose_rig.h"

#include <math.h>

/* ---- a layer's value and share ---- */

/* SEMANTICS 4: under layer 0 lies the rest pose */
static void rest_lies_below(void **state) {
    pose_rig *r = *state;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1, 0);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.5f, 0);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_TURN_90, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1, 0);
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 2, 0, 1);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
    rig_clear(r);
    rig_apply(r);
    assert_float_equal(rig_arm_turn(r), 0, 0);
}

/* SEMANTICS 4: the value is the mean over those samples whose clip animates the component */
static void mean_of_those_that_animate(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X3, 0.25f);
    rig_sample(r, ROOT_X7, 0.25f);
    rig_sample(r, ARM_TURN_90, 0.5f);
    rig_apply(r);
    /* The value is 5, its share 0.5, and the rest pose's 1 shows through by the other half. */
    assert_float_equal(rig_root_x(r), 3, 1e-5);
    assert_float_equal(rig_arm_turn(r), 45, 1e-3);
}

/* SEMANTICS 4: the share is the sum of the weights, 1 at most */
static void share_is_one_at_most(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X3, 1);
    rig_sample(r, ROOT_X7, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 5, 1e-5);
}

/* What a sample weighs counts, not its part of what all weigh: a component of one of two shows with that. */
static void weights_above_one_are_no_parts(void **state) {
    pose_rig *r = *state;
    for (int i = 0; i < 2; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1);
        rig_sample(r, ARM_TURN_90, i ? 1.0f : 0.8f);
        rig_sample(r, ROOT_X3, i ? 1.0f : 0.6f);
        rig_apply(r);
        float part = 0.8f * sqrtf(0.5f), turn = 2 * atan2f(part, part + 0.2f) * 57.29578f; /* 0.8 of 90, 0.2 of 0 */
        assert_float_equal(rig_arm_turn(r), (i ? 90 : turn), 1e-3);
        assert_float_equal(rig_root_x(r), (i ? 3 : 1 + 2 * 0.6f), 1e-5);
    }
}

/* SEMANTICS 4: rotations are summed and normalised once */
static void rotations_are_normalised_once(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_TURN_90, 0.8f);
    rig_sample(r, ARM_TURN_M90, 0.2f);
    rig_apply(r);
    assert_float_equal(rig_arm_turn(r), rig_chord(0.8f), 1e-3);
}

/* SEMANTICS 4: each quaternion is first turned to the hemisphere of the heaviest */
static void rotations_turn_to_the_heaviest(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_LONG_WAY, 0.4f);
    rig_sample(r, ARM_TURN_90, 0.6f);
    rig_apply(r);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
}

/* Three turns a third of a circle apart, where the sum depends on who leads. */
static sinew_model *three_turns(void) {
    static const float a[] = { 0, 0, 0, 1 };                    /* 0° */
    static const float b[] = { 0, 0, 0.9063078f, 0.4226183f };  /* 130°: 65° as a quaternion */
    static const float c[] = { 0, 0, 0.8191520f, -0.5735764f }; /* 250°: 125° */
    static const sinew_joint_desc joint = { "one", SINEW_NONE, NULL };
    static const sinew_curve curves[] = { KEY(SINEW_CHANNEL_ROTATION, 0, 4, a), KEY(SINEW_CHANNEL_ROTATION, 0, 4, b),
                                          KEY(SINEW_CHANNEL_ROTATION, 0, 4, c) };
    sinew_clip_desc clips[3] = { 0 };
    for (int i = 0; i < 3; ++i) clips[i] = (sinew_clip_desc){ .curves = &curves[i], .curve_count = 1 };
    sinew_model_desc desc = { .skeleton = { &joint, 1, NULL, 0 }, .clips = clips, .clip_count = 3 };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    return model;
}

static double turn_of_three(const float weights[3]) {
    sinew_model *model = three_turns();
    sinew_pose *pose = snw_pose_make(model, NULL, 1);
    sinew_sample s[3] = { 0 };
    for (uint32_t i = 0; i < 3; ++i) s[i] = (sinew_sample){ .clip = i, .weight = weights[i] };
    sinew_layer_row row = { .weight = 1, .mask = SINEW_NONE, .sample_count = 3 };
    assert_int_equal(snw_pose_apply_rows(pose, 0, &row, 1, s, 3), SINEW_OK);
    sinew_quat q = sinew_pose_local(pose, 0).rotation;
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    double turn = 2 * atan2((double)q.z, (double)q.w) * 57.29577951308232;
    return turn < 0 ? turn + 360 : turn;
}

/* The same sum by hand: angles as quaternions in degrees, those on the other side of the leader's turned. */
static double sum_of_three(const float w[3], const double angle[3]) {
    double x = 0, y = 0;
    for (int i = 0; i < 3; ++i) {
        x += (double)w[i] * cos(angle[i] / 57.29577951308232);
        y += (double)w[i] * sin(angle[i] / 57.29577951308232);
    }
    double turn = fmod(2 * atan2(y, x) * 57.29577951308232 + 720, 360);
    return turn;
}

/* SEMANTICS 4: of equal weights the first in the list leads */
static void first_of_equals_leads(void **state) {
    (void)state;
    static const float equal[] = { 1 / 3.0f, 1 / 3.0f, 1 / 3.0f }, last[] = { 0.3f, 0.3f, 0.4f };
    static const float middle[] = { 0.3f, 0.4f, 0.3f };
    /* 0 leads: 125 is on its other side. */
    assert_float_equal(turn_of_three(equal), sum_of_three(equal, (double[]){ 0, 65, -55 }), 1e-3);
    /* 125 leads: 0 is on its other side. */
    assert_float_equal(turn_of_three(last), sum_of_three(last, (double[]){ 180, 65, 125 }), 1e-3);
    /* 65 leads: none is. */
    assert_float_equal(turn_of_three(middle), sum_of_three(middle, (double[]){ 0, 65, 125 }), 1e-3);
}

/* SEMANTICS 4: the heaviest is looked for among those that animate the component */
static void only_who_animates_leads(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X3, 0.6f);
    rig_sample(r, ARM_UPSIDE, 0.1f);
    rig_sample(r, ARM_LONG_WAY, 0.3f);
    rig_apply(r);
    /* 180° about x is at a right angle to both signs; the sum keeps the sign of the heavier. */
    sinew_quat q = sinew_pose_local(r->pose, ARM).rotation;
    assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-5);
    assert_true(fabsf(q.z) > fabsf(q.x));
}

/* SEMANTICS 4: what is missing (here: weights below 1) shows what lies below */
static void weights_below_one_show_what_lies_below(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X7, 1);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X3, 0.25f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 6, 1e-5);
}

/* SEMANTICS 4: what is missing (here: a state that plays nothing) shows what lies below */
static void an_empty_layer_lets_go(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X7, 1);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 7, 0);
    rig_sample(r, SINEW_NONE, 1); /* a clip that the rig lacks */
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 7, 0);
}

/* SEMANTICS 4: a layer on one arm leaves the rest alone without a mask */
static void one_arm_without_a_mask(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, WHOLE, 1);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_TURN_M90, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 5, 0);
    assert_float_equal(rig_arm_turn(r), -90, 1e-3);
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 1, 1, 1);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[1], 0.4f, 0);
}

/* SEMANTICS 4: alpha = layer weight × mask × share */
static void alpha_is_weight_mask_share(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 0.8f)->mask = 1;
    rig_sample(r, ROOT_X3, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1 + 2 * 0.8f * 0.5f * 0.5f, 1e-5);
}

/* SEMANTICS 4: a mask of one joint leaves the others as they lie below */
static void mask_keeps_the_others(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->mask = 0;
    rig_sample(r, WHOLE, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1, 0);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 2, 0, 1);
    /* The morph's mesh is carried by the arm. */
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.2f, 1e-6);
}

/* SEMANTICS 4: a layer at weight 0 changes nothing */
static void weight_zero_changes_nothing(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 0);
    rig_sample(r, WHOLE, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1, 0);
    assert_float_equal(rig_arm_turn(r), 0, 0);
}

/* SEMANTICS 4: replace goes linearly in translation and scale, by nlerp the shorter way in rotation */
static void replace_goes_the_shorter_way(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, HAND_SCALE, 1);
    rig_layer(r, SINEW_BLEND_REPLACE, 0.5f);
    rig_sample(r, ARM_LONG_WAY, 1);
    rig_layer(r, SINEW_BLEND_REPLACE, 0.25f);
    rig_sample(r, WHOLE, 1);
    rig_apply(r);
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 4.75f, 4, -2);
    /* From 0° half way to 90° by either sign is 45°, and a quarter of the chord on from there. */
    double q = 22.5 / 57.29577951308232, x = 0.75 * cos(q) + 0.25 * cos(2 * q), y = 0.75 * sin(q) + 0.25 * sin(2 * q);
    assert_float_equal(rig_arm_turn(r), (float)(2 * atan2(y, x) * 57.29577951308232), 1e-3);
}

/* SEMANTICS 7: morph weights blend like any other value */
static void morphs_blend(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, MORPHS, 0.5f);
    rig_sample(r, WHOLE, 0.25f);
    rig_apply(r);
    float a = (0.5f * 1 + 0.25f * 0.2f) / 0.75f, b = (0.5f * 0.5f + 0.25f * 0.4f) / 0.75f;
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.25f * 0.5f + 0.75f * a, 1e-6);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[1], 0.75f * b, 1e-6);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_ADDITIVE, 0.5f);
    rig_sample(r, MORPHS, 1);
    rig_apply(r);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.75f, 1e-6);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[1], 0.25f, 1e-6);
}

/* ---- additive layers ---- */

/* SEMANTICS 4: translation + alpha (T - Tref), the reference being the rest pose */
static void additive_translation(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X7, 1);
    rig_layer(r, SINEW_BLEND_ADDITIVE, 0.5f);
    rig_sample(r, ROOT_X3, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 8, 1e-5);
}

/* SEMANTICS 4: the reference may be a clip and a time */
static void additive_reference_clip(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X7, 1);
    sinew_layer_row *row = rig_layer(r, SINEW_BLEND_ADDITIVE, 1);
    row->reference_clip = SLIDE;
    row->reference_time = 0.25f;
    rig_sample(r, SLIDE, 1)->time = 0.75f;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 12, 1e-5);
}

/* SEMANTICS 4: q · nlerp(1, conj(qref) · Q, alpha), a delta in the joint's own frame: at weight 1 over the reference
   it becomes the clip */
static void additive_rotation(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_UPSIDE, 1);
    sinew_layer_row *row = rig_layer(r, SINEW_BLEND_ADDITIVE, 1);
    row->reference_clip = ARM_UPSIDE;
    rig_sample(r, ARM_TURN_90, 1);
    rig_apply(r);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_UPSIDE, 1);
    rig_layer(r, SINEW_BLEND_ADDITIVE, 1);
    rig_sample(r, ARM_TURN_90, 1);
    rig_apply(r);
    /* x · z90 = (h, -h, 0, 0): the turn about z happens inside the half turn about x. */
    sinew_quat q = sinew_pose_local(r->pose, ARM).rotation;
    assert_float_equal(fabsf(q.x), HALF, 1e-5);
    assert_float_equal(q.x + q.y, 0, 1e-5);
}

/* SEMANTICS 4: the difference is taken with w >= 0 */
static void additive_difference_the_shorter_way(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_ADDITIVE, 0.5f);
    rig_sample(r, ARM_LONG_WAY, 1);
    rig_apply(r);
    assert_float_equal(rig_arm_turn(r), 45, 1e-3);
}

/* SEMANTICS 4: scale × (1 + alpha (S / Sref - 1)), 1 where Sref is 0; also with negative scales */
static void additive_scale(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_ADDITIVE, 0.5f);
    rig_sample(r, HAND_SCALE, 1);
    rig_apply(r);
    /* Rest (2, 0, 1): × (1 + 0.5 (3 - 1)), × 1, × (1 + 0.5 (-3 - 1)). */
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 4, 0, -1);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, HAND_SCALE, 1);
    rig_layer(r, SINEW_BLEND_ADDITIVE, 1);
    rig_sample(r, HAND_SCALE, 1);
    rig_apply(r);
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 18, 5, 9);
}

/* SEMANTICS 4: alpha counts in additive layers too, also the share */
static void additive_by_share_and_mask(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_ADDITIVE, 1)->mask = 1;
    rig_sample(r, ROOT_X3, 0.5f);
    rig_sample(r, ARM_TURN_90, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1 + 2 * 0.25f, 1e-5);
}

/* ---- additive samples inside a layer ---- */

/* SEMANTICS 4: the others are averaged first, then the additive ones go onto the value by weight ÷ share */
static void add_by_weight_over_share(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_delta(r, SLIDE, 0.25f)->time = 0.4f; /* 4 against the rest pose's 1; listed first on purpose */
    rig_sample(r, ROOT_X7, 0.5f);
    rig_apply(r);
    /* Value 7 + 0.5 · 3 = 8.5 at share 0.5 over 1. */
    assert_float_equal(rig_root_x(r), 4.75f, 1e-5);
}

/* SEMANTICS 4: weight ÷ share is 1 at most */
static void add_is_one_at_most(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ROOT_X7, 0.5f);
    rig_delta(r, SLIDE, 0.75f)->time = 0.4f;
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0.5f * 1 + 0.5f * 10, 1e-5);
}

/* SEMANTICS 4: each additive sample names its own reference; they go in list order */
static void add_with_references_in_order(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_UPSIDE, 1);
    rig_delta(r, ARM_TURN_90, 1);
    sinew_sample *second = rig_delta(r, ARM_UPSIDE, 1);
    second->reference_clip = ARM_TURN_M90;
    rig_apply(r);
    /* x180 · z90 · (z90 · x180) as conj(zm90) = z90: z90 · z90 = z180, and x180 · z180 · x180 = -(z180) up to sign. */
    assert_float_equal(fabsf(rig_arm_turn(r)), 180, 1e-3);
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, HAND_SCALE, 1);
    rig_delta(r, HAND_SCALE, 1);
    rig_delta(r, WHOLE, 1)->reference_clip = HAND_SCALE;
    rig_apply(r);
    /* × 3, × 1 (a reference of 0), × -3; then ÷ 6, ÷ 5, ÷ -3. */
    rig_expect_vector(sinew_pose_local(r->pose, HAND).scale, 3, 1, -3);
}

/* Decided here: a delta needs a value to go onto. Where no other sample of the layer animates the component, what lies
   below shows. */
static void add_needs_a_value(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, ARM_TURN_90, 1);
    rig_delta(r, ROOT_X7, 1);
    rig_delta(r, MORPHS, 1);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 1, 0);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.5f, 0);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
}

/* SEMANTICS 4: an additive sample does not add to the share */
static void add_has_no_share(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, MORPHS, 0.5f);
    rig_delta(r, WHOLE, 0.5f);
    rig_apply(r);
    /* Value 1 + (0.2 - 0.5), share a half, over 0.5. */
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.5f * 0.5f + 0.5f * 0.7f, 1e-6);
}

#define ON_RIG(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_RIG(rest_lies_below),
        ON_RIG(mean_of_those_that_animate),
        ON_RIG(share_is_one_at_most),
        ON_RIG(weights_above_one_are_no_parts),
        ON_RIG(rotations_are_normalised_once),
        ON_RIG(rotations_turn_to_the_heaviest),
        ON_RIG(first_of_equals_leads),
        ON_RIG(only_who_animates_leads),
        ON_RIG(weights_below_one_show_what_lies_below),
        ON_RIG(an_empty_layer_lets_go),
        ON_RIG(one_arm_without_a_mask),
        ON_RIG(alpha_is_weight_mask_share),
        ON_RIG(mask_keeps_the_others),
        ON_RIG(weight_zero_changes_nothing),
        ON_RIG(replace_goes_the_shorter_way),
        ON_RIG(morphs_blend),
        ON_RIG(additive_translation),
        ON_RIG(additive_reference_clip),
        ON_RIG(additive_rotation),
        ON_RIG(additive_difference_the_shorter_way),
        ON_RIG(additive_scale),
        ON_RIG(additive_by_share_and_mask),
        ON_RIG(add_by_weight_over_share),
        ON_RIG(add_is_one_at_most),
        ON_RIG(add_with_references_in_order),
        ON_RIG(add_needs_a_value),
        ON_RIG(add_has_no_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
