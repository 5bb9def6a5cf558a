/* See pose_rig.h. Invariant: every clip but SLIDE has one key, so that its time does not matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/pose_rig.h"

#include <math.h>
#include <stdlib.h>

const float AT_0[1] = { 0 };
static const float AT_0_1[] = { 0, 1 };
static const float X3[] = { 3, 0, 0 }, X7[] = { 7, 0, 0 }, X5[] = { 5, 0, 0 }, X0_X10[] = { 0, 0, 0, 10, 0, 0 };
static const float Z90[] = { 0, 0, HALF, HALF }, ZM90[] = { 0, 0, -HALF, HALF }, Z90_LONG[] = { 0, 0, -HALF, -HALF };
static const float X180[] = { 1, 0, 0, 0 }, S653[] = { 6, 5, -3 }, S1[] = { 1, 1, 1 };
static const float M1[] = { 1, 0.5f }, M2[] = { 0.2f, 0.4f };

static const sinew_curve CURVES[] = {
    KEY(SINEW_CHANNEL_TRANSLATION, ROOT, 3, X3),
    KEY(SINEW_CHANNEL_TRANSLATION, ROOT, 3, X7),
    KEY(SINEW_CHANNEL_ROTATION, ARM, 4, Z90),
    KEY(SINEW_CHANNEL_ROTATION, ARM, 4, ZM90),
    KEY(SINEW_CHANNEL_ROTATION, ARM, 4, Z90_LONG),
    KEY(SINEW_CHANNEL_ROTATION, ARM, 4, X180),
    KEY(SINEW_CHANNEL_SCALE, HAND, 3, S653),
    KEY(SINEW_CHANNEL_WEIGHTS, 0, 2, M1),
    { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, ROOT, 2, 3, AT_0_1, X0_X10 },
    KEY(SINEW_CHANNEL_TRANSLATION, ROOT, 3, X5),
    KEY(SINEW_CHANNEL_ROTATION, ARM, 4, Z90),
    KEY(SINEW_CHANNEL_SCALE, HAND, 3, S1),
    KEY(SINEW_CHANNEL_WEIGHTS, 0, 2, M2),
};

const float ARM_ONLY[JOINTS] = { 0, 1, 0 }, HALF_ALL[JOINTS] = { 0.5f, 0.5f, 0.5f };
static const float *const MASKS[] = { ARM_ONLY, HALF_ALL };

static void *count_allocate(void *user, size_t size) {
    counter *c = user;
    if (c->left-- <= 0) return NULL;
    ++c->live;
    ++c->made;
    return malloc(size);
}

static void count_release(void *user, void *memory, size_t size) {
    (void)size;
    --((counter *)user)->live;
    free(memory);
}

sinew_allocator rig_allocator(counter *count) { return (sinew_allocator){ count_allocate, count_release, count }; }

static sinew_model *make_model(void) {
    static const sinew_transform root = { { 1, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    static const sinew_transform hand = { { 0, 2, 0 }, { 0, 0, 0, 1 }, { 2, 0, 1 } };
    static const sinew_joint_desc joints[JOINTS] = { { "root", SINEW_NONE, &root },
                                                     { "arm", ROOT, NULL },
                                                     { "hand", ARM, &hand } };
    static const uint32_t skin_joints[] = { HAND, ROOT };
    static const sinew_affine inverse[] = { { { 1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0 } },
                                            { { 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1, 0 } } };
    static const sinew_skin_desc skin = { "skin", skin_joints, inverse, 2 };
    static const float at_rest[] = { 0.5f, 0 };
    static const sinew_morph_desc morph = { ARM, 2, at_rest };
    sinew_clip_desc clips[CLIPS] = { 0 };
    for (uint32_t i = 0; i < SLIDE; ++i) clips[i] = (sinew_clip_desc){ .curves = &CURVES[i], .curve_count = 1 };
    clips[SLIDE] = (sinew_clip_desc){ .curves = &CURVES[SLIDE], .curve_count = 1, .length = 1 };
    clips[WHOLE] = (sinew_clip_desc){ .curves = &CURVES[WHOLE], .curve_count = 4 };
    sinew_model_desc desc = { .skeleton = { joints, JOINTS, &skin, 1 },
                              .clips = clips,
                              .clip_count = CLIPS,
                              .morphs = &morph,
                              .morph_count = 1,
                              .tier = SINEW_TIER_EXACT };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    return model;
}

int rig_setup(void **state) {
    pose_rig *r = calloc(1, sizeof *r);
    r->count.left = 1000000;
    sinew_allocator allocator = rig_allocator(&r->count);
    r->model = make_model();
    r->pose = snw_pose_make(r->model, &allocator, 3);
    r->pose->masks = MASKS;
    r->pose->mask_count = 2;
    *state = r;
    return 0;
}

int rig_teardown(void **state) {
    pose_rig *r = *state;
    sinew_pose_destroy(r->pose);
    sinew_model_destroy(r->model);
    long live = r->count.live;
    free(r);
    return live != 0;
}

void rig_clear(pose_rig *r) { r->row_count = r->sample_count = 0; }

sinew_layer_row *rig_layer(pose_rig *r, sinew_blend_mode blend, float weight) {
    r->rows[r->row_count] = (sinew_layer_row){ .blend = blend,
                                               .weight = weight,
                                               .mask = SINEW_NONE,
                                               .reference_clip = SINEW_NONE,
                                               .first_sample = r->sample_count };
    return &r->rows[r->row_count++];
}

sinew_sample *rig_sample(pose_rig *r, uint32_t clip, float weight) {
    r->samples[r->sample_count] = (sinew_sample){ .clip = clip, .weight = weight, .reference_clip = SINEW_NONE };
    ++r->rows[r->row_count - 1].sample_count;
    return &r->samples[r->sample_count++];
}

sinew_sample *rig_delta(pose_rig *r, uint32_t clip, float weight) {
    sinew_sample *s = rig_sample(r, clip, weight);
    s->flags = SINEW_SAMPLE_ADDITIVE;
    return s;
}

sinew_sample *rig_held(pose_rig *r, uint32_t serial, float weight) {
    sinew_sample *s = rig_sample(r, SINEW_CLIP_HELD, weight);
    s->hold_serial = serial;
    return s;
}

sinew_sample *rig_inertial(pose_rig *r, uint32_t serial, float since, float duration) {
    sinew_sample *s = rig_held(r, serial, 0);
    s->flags = SINEW_SAMPLE_INERTIAL;
    s->hold_since = since;
    s->hold_duration = duration;
    return s;
}

sinew_result rig_try_apply(pose_rig *r) {
    return snw_pose_apply_rows(r->pose, r->time, r->rows, r->row_count, r->samples, r->sample_count);
}

void rig_apply(pose_rig *r) { assert_int_equal(rig_try_apply(r), SINEW_OK); }

float rig_root_x(const pose_rig *r) { return sinew_pose_local(r->pose, ROOT).translation.x; }

/* Of a rotation about z, in degrees. */
float rig_arm_turn(const pose_rig *r) {
    sinew_quat q = sinew_pose_local(r->pose, ARM).rotation;
    assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-5);
    if (q.w < 0) q = (sinew_quat){ -q.x, -q.y, -q.z, -q.w };
    return 2 * atan2f(q.z, q.w) * 57.29578f;
}

void rig_expect_vector(sinew_vec3 is, float x, float y, float z) {
    assert_float_equal(is.x, x, 1e-5);
    assert_float_equal(is.y, y, 1e-5);
    assert_float_equal(is.z, z, 1e-5);
}

/* Of a mean of two turns by ±90° at weights w and 1 - w, along the chord. */
float rig_chord(float w) { return 2 * atan2f((2 * w - 1) * HALF, HALF) * 57.29578f; }

void rig_show_moving(pose_rig *r, float x, float speed) {
    for (int i = 0; i < 2; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_sample(r, SLIDE, 1)->time = (x - (i ? 0 : speed * 0.1f)) / 10;
        rig_apply(r);
        r->time += 0.1;
    }
}

float rig_inertial_x(pose_rig *r, float since, float duration) {
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_inertial(r, 5, since, duration);
    rig_sample(r, ROOT_X3, 1);
    rig_apply(r);
    return rig_root_x(r);
}
