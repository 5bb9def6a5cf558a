/* The pose by hand, its matrices, what it refuses, and its memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/pose_rig.h"

#include <math.h>

/* ---- refusing ---- */

static void refuse(pose_rig *r) {
    snw_group before = r->pose->groups[0];
    assert_int_equal(rig_try_apply(r), SINEW_ERROR_ARGUMENT);
    assert_memory_equal(&before, &r->pose->groups[0], sizeof before);
}

static void fresh(pose_rig *r) {
    rig_clear(r);
    r->time = 1;
    sinew_layer_row *row = rig_layer(r, SINEW_BLEND_ADDITIVE, 1);
    row->reference_clip = ROOT_X3;
    rig_sample(r, ROOT_X7, 1);
    rig_delta(r, ROOT_X7, 1);
    rig_held(r, 1, 0);
}

/* A step that is out of range is refused before the pose changes. */
static void refuses_what_is_out_of_range(void **state) {
    pose_rig *r = *state;
    sinew_pose_sample(r->pose, ROOT_X3, 0);
#define REFUSED(change)                                                                                                \
    do {                                                                                                               \
        fresh(r);                                                                                                      \
        change;                                                                                                        \
        refuse(r);                                                                                                     \
    } while (0)
    REFUSED(r->samples[0].clip = CLIPS);
    REFUSED(r->samples[0].weight = -0.1f);
    REFUSED(r->samples[0].weight = NAN);
    REFUSED(r->samples[0].weight = INFINITY);
    REFUSED(r->samples[0].time = NAN);
    REFUSED(r->samples[1].reference_clip = CLIPS);
    REFUSED(r->samples[1].reference_time = INFINITY);
    REFUSED(r->samples[2].flags = SINEW_SAMPLE_ADDITIVE);
    REFUSED(r->samples[2].hold_since = NAN);
    REFUSED(r->samples[2].hold_duration = NAN);
    REFUSED(r->rows[0].weight = 1.1f);
    REFUSED(r->rows[0].weight = -0.1f);
    REFUSED(r->rows[0].weight = NAN);
    REFUSED(r->rows[0].mask = 2);
    REFUSED(r->rows[0].reference_clip = CLIPS);
    REFUSED(r->rows[0].reference_time = NAN);
    REFUSED(r->rows[0].sample_count = 4);
    REFUSED(r->rows[0].first_sample = 1);
    REFUSED(r->rows[0].first_sample = 4; r->rows[0].sample_count = 0);
    REFUSED(r->rows[0].first_sample = 0xFFFFFFFFu);
    REFUSED(r->row_count = 4);
    REFUSED(r->time = (double)INFINITY);
#undef REFUSED
    fresh(r);
    assert_int_equal(snw_pose_apply_rows(r->pose, 0, NULL, 1, r->samples, 3), SINEW_ERROR_ARGUMENT);
    assert_int_equal(snw_pose_apply_rows(r->pose, 0, r->rows, 1, NULL, 3), SINEW_ERROR_ARGUMENT);
    rig_apply(r);
}

/* The public call wants the binding that the pose was made by. */
static void refuses_another_binding(void **state) {
    pose_rig *r = *state;
    sinew_step step = { 0 };
    assert_int_equal(sinew_pose_apply(r->pose, &step), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_apply(r->pose, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_apply(NULL, &step), SINEW_ERROR_ARGUMENT);
    assert_null(sinew_pose_create(NULL));
}

/* ---- memory ---- */

static void apply_allocates_nothing(void **state) {
    pose_rig *r = *state;
    long made = r->count.made;
    assert_int_equal(made, 1);
    rig_show_moving(r, 5, 1);
    rig_inertial_x(r, 0, 1);
    sinew_pose_model(r->pose, HAND);
    sinew_pose_forget(r->pose);
    assert_int_equal(r->count.made, made);
    assert_true(sinew_pose_bytes(r->pose) > sizeof *r->pose + JOINTS * sizeof(sinew_affine));
}

static void no_memory_no_pose(void **state) {
    pose_rig *r = *state;
    counter none = { 0, 0, 0 };
    sinew_allocator allocator = rig_allocator(&none);
    assert_null(sinew_pose_create_for_model(r->model, &allocator));
    none.left = 1;
    sinew_pose *pose = sinew_pose_create_for_model(r->model, &allocator);
    assert_non_null(pose);
    assert_int_equal(none.live, 1);
    sinew_pose_destroy(pose);
    assert_int_equal(none.live, 0);
    assert_null(sinew_pose_create_for_model(NULL, &allocator));
    sinew_pose_destroy(NULL);
    assert_int_equal(sinew_pose_bytes(NULL), 0);
}

/* ---- by hand ---- */

static void samples_over_what_there_is(void **state) {
    pose_rig *r = *state;
    sinew_pose *pose = r->pose;
    assert_int_equal(sinew_pose_sample(pose, ROOT_X3, 0), SINEW_OK);
    assert_int_equal(sinew_pose_sample(pose, ARM_TURN_90, -5), SINEW_OK);
    assert_int_equal(sinew_pose_sample(pose, MORPHS, 0), SINEW_OK);
    assert_float_equal(rig_root_x(r), 3, 0);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
    assert_float_equal(sinew_pose_morph_weights(pose)[1], 0.5f, 0);
    assert_int_equal(sinew_pose_sample(pose, SLIDE, 0.5), SINEW_OK);
    assert_float_equal(rig_root_x(r), 5, 1e-5);
    assert_int_equal(sinew_pose_sample(pose, SLIDE, 99), SINEW_OK);
    assert_float_equal(rig_root_x(r), 10, 0);
    assert_int_equal(sinew_pose_sample(pose, CLIPS, 0), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_pose_sample(pose, ROOT_X3, (double)NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_pose_sample(NULL, ROOT_X3, 0), SINEW_ERROR_ARGUMENT);
    assert_float_equal(rig_root_x(r), 10, 0);
    sinew_pose_rest(pose);
    assert_float_equal(rig_root_x(r), 1, 0);
    assert_float_equal(sinew_pose_morph_weights(pose)[1], 0, 0);
    sinew_pose_rest(NULL);
    sinew_pose_forget(NULL);
    assert_null(sinew_pose_morph_weights(NULL));
}

static void blends_and_adds(void **state) {
    pose_rig *r = *state;
    sinew_pose *a = r->pose, *b = sinew_pose_create_for_model(r->model, NULL);
    sinew_pose *c = sinew_pose_create_for_model(r->model, NULL);
    sinew_pose_sample(b, WHOLE, 0);
    assert_int_equal(sinew_pose_blend(a, b, 0.5f, NULL), SINEW_OK);
    assert_float_equal(rig_root_x(r), 3, 1e-5);
    assert_float_equal(rig_arm_turn(r), 45, 1e-3);
    assert_float_equal(sinew_pose_morph_weights(a)[0], 0.35f, 1e-6);
    assert_int_equal(sinew_pose_blend(a, b, 5, ARM_ONLY), SINEW_OK); /* clamped */
    assert_float_equal(rig_root_x(r), 3, 1e-5);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
    assert_int_equal(sinew_pose_copy(a, b), SINEW_OK);
    assert_int_equal(sinew_pose_copy(a, a), SINEW_OK);
    assert_float_equal(rig_root_x(r), 5, 0);
    assert_float_equal(sinew_pose_morph_weights(a)[0], 0.2f, 0);
    /* + (5 - 1), against the rest pose. */
    assert_int_equal(sinew_pose_add(a, b, NULL, 1, NULL), SINEW_OK);
    assert_float_equal(rig_root_x(r), 9, 1e-5);
    assert_float_equal(fabsf(rig_arm_turn(r)), 180, 1e-3);
    assert_float_equal(sinew_pose_morph_weights(a)[1], 0.8f, 1e-6);
    sinew_pose_sample(c, ROOT_X7, 0);
    assert_int_equal(sinew_pose_add(a, b, c, 0.5f, HALF_ALL), SINEW_OK);
    assert_float_equal(rig_root_x(r), 8.5f, 1e-5);
    assert_int_equal(sinew_pose_blend(a, b, NAN, NULL), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_pose_add(a, b, NULL, NAN, NULL), SINEW_ERROR_RANGE);
    assert_float_equal(rig_root_x(r), 8.5f, 1e-5);
    sinew_pose_destroy(b);
    sinew_pose_destroy(c);
}

static void wants_one_model(void **state) {
    pose_rig *r = *state;
    static const sinew_joint_desc joint = { "one", SINEW_NONE, NULL };
    sinew_model_desc desc = { .skeleton = { &joint, 1, NULL, 0 } };
    sinew_model *other = NULL;
    assert_int_equal(sinew_model_create(&desc, &other, NULL), SINEW_OK);
    sinew_pose *b = sinew_pose_create_for_model(other, NULL), *a = r->pose;
    assert_int_equal(sinew_pose_blend(a, b, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_add(a, b, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_add(a, a, b, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_copy(a, b), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_blend(a, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_blend(NULL, a, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_add(NULL, a, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_add(a, NULL, NULL, 1, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_copy(NULL, a), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_copy(a, NULL), SINEW_ERROR_ARGUMENT);
    sinew_pose_destroy(b);
    sinew_model_destroy(other);
}

static void sets_a_local(void **state) {
    pose_rig *r = *state;
    sinew_transform t = { { 1, 2, 3 }, { 0, 0, 3, 3 }, { -1, 2, 0 } };
    assert_int_equal(sinew_pose_set_local(r->pose, ARM, &t), SINEW_OK);
    assert_float_equal(rig_arm_turn(r), 90, 1e-3);
    rig_expect_vector(sinew_pose_local(r->pose, ARM).scale, -1, 2, 0);
    rig_expect_vector(sinew_pose_local(r->pose, ARM).translation, 1, 2, 3);
    assert_int_equal(sinew_pose_set_local(r->pose, JOINTS, &t), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_set_local(r->pose, ARM, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_set_local(NULL, ARM, &t), SINEW_ERROR_ARGUMENT);
    t.scale.y = NAN;
    assert_int_equal(sinew_pose_set_local(r->pose, ARM, &t), SINEW_ERROR_RANGE);
    assert_float_equal(sinew_pose_local(r->pose, JOINTS).scale.x, 1, 0);
    assert_float_equal(sinew_pose_local(NULL, 0).rotation.w, 1, 0);
}

/* ---- matrices ---- */

static void models_follow_changes(void **state) {
    pose_rig *r = *state;
    assert_float_equal(sinew_pose_model(r->pose, HAND).m[3], 1, 0);
    assert_float_equal(sinew_pose_model(r->pose, HAND).m[7], 2, 0);
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, WHOLE, 1);
    rig_apply(r);
    /* The arm's turn carries the hand from +y to -x. */
    sinew_affine m = sinew_pose_model(r->pose, HAND);
    assert_float_equal(m.m[3], 3, 1e-5);
    assert_float_equal(m.m[7], 0, 1e-5);
    assert_float_equal(m.m[4], 1, 1e-5);
    sinew_transform t = sinew_pose_local(r->pose, ROOT);
    t.scale = (sinew_vec3){ -1, 1, 1 };
    sinew_pose_set_local(r->pose, ROOT, &t);
    assert_float_equal(sinew_pose_model(r->pose, HAND).m[3], 7, 1e-5);
    sinew_affine all[JOINTS];
    assert_int_equal(sinew_pose_models(r->pose, all, JOINTS), SINEW_OK);
    assert_float_equal(all[HAND].m[3], 7, 1e-5);
    assert_int_equal(sinew_pose_models(r->pose, all, JOINTS - 1), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_models(r->pose, NULL, JOINTS), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_models(NULL, all, JOINTS), SINEW_ERROR_ARGUMENT);
    assert_float_equal(sinew_pose_model(r->pose, JOINTS).m[0], 1, 0);
    assert_float_equal(sinew_pose_model(NULL, 0).m[5], 1, 0);
    sinew_pose_sample(r->pose, ROOT_X3, 0);
    assert_float_equal(sinew_pose_model(r->pose, ROOT).m[3], 3, 0);
    sinew_pose_rest(r->pose);
    assert_float_equal(sinew_pose_model(r->pose, ROOT).m[3], 1, 0);
}

static void palette_in_the_skins_order(void **state) {
    pose_rig *r = *state;
    float palette[36];
    palette[24] = 77;
    assert_int_equal(sinew_palette_3x4(r->pose, 0, palette, 3), 2);
    assert_float_equal(palette[3], 1 + 2 * 5, 1e-5); /* the hand's scale 2 on the inverse bind's 5 */
    assert_float_equal(palette[7], 2, 1e-5);
    assert_float_equal(palette[12 + 3], 0, 1e-6); /* the root at rest */
    assert_float_equal(palette[24], 77, 0);
    assert_int_equal(sinew_palette_3x4(r->pose, 0, palette, 1), 0);
    assert_int_equal(sinew_palette_3x4(r->pose, 1, palette, 3), 0);
    assert_int_equal(sinew_palette_3x4(r->pose, 0, NULL, 3), 0);
    assert_int_equal(sinew_palette_3x4(NULL, 0, palette, 3), 0);
}

/* ---- hostile numbers ---- */

/* Numbers that overflow in one clip stay out of what it does not animate, and out of the next frame. */
static void overflow_does_not_spread(void **state) {
    (void)state;
    static const float huge[] = { 3e38f, 3e38f, 3e38f, 0, 0, 0, 3e38f, 3e38f, 3e38f,
                                  3e38f, 3e38f, 3e38f, 0, 0, 0, 3e38f, 3e38f, 3e38f };
    static const float times[] = { 0, 1000 }, three[] = { 3, 0, 0 };
    static const sinew_joint_desc joints[] = { { "a", SINEW_NONE, NULL }, { "b", SINEW_NONE, NULL } };
    static const sinew_curve curves[] = { { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_CUBIC, 0, 2, 3, times,
                                            huge },
                                          KEY(SINEW_CHANNEL_TRANSLATION, 1, 3, three) };
    sinew_clip_desc clips[] = { { .curves = &curves[0], .curve_count = 1 },
                                { .curves = &curves[1], .curve_count = 1 } };
    sinew_model_desc desc = { .skeleton = { joints, 2, NULL, 0 }, .clips = clips, .clip_count = 2 };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    sinew_pose *pose = snw_pose_make(model, NULL, 1);
    sinew_layer_row row = { .weight = 1, .mask = SINEW_NONE, .sample_count = 2 };
    sinew_sample s[2] = { { .clip = 0, .time = 500, .weight = 0.5f }, { .clip = 1, .weight = 0.5f } };
    assert_int_equal(snw_pose_apply_rows(pose, 0, &row, 1, s, 2), SINEW_OK);
    assert_float_equal(sinew_pose_local(pose, 1).translation.x, 1.5f, 1e-6);
    row.sample_count = 1;
    assert_int_equal(snw_pose_apply_rows(pose, 0, &row, 1, s + 1, 1), SINEW_OK);
    assert_float_equal(sinew_pose_local(pose, 0).translation.x, 0, 0);
    assert_float_equal(sinew_pose_local(pose, 1).translation.x, 1.5f, 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

#define ON_RIG(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_RIG(refuses_what_is_out_of_range),
        ON_RIG(refuses_another_binding),
        ON_RIG(apply_allocates_nothing),
        ON_RIG(no_memory_no_pose),
        ON_RIG(samples_over_what_there_is),
        ON_RIG(blends_and_adds),
        ON_RIG(wants_one_model),
        ON_RIG(sets_a_local),
        ON_RIG(models_follow_changes),
        ON_RIG(palette_in_the_skins_order),
        ON_RIG(overflow_does_not_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
