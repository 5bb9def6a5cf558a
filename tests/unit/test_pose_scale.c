/* Scales that no clip touches are left where they lie, and where they are 1 nothing is multiplied by them: a pose must
   show the same, to the last bit, whatever was done to it before, with every set of instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "pose/pose.h"
#include "pose/lend.h"
#include "support/random_model.h"

#include <string.h>

enum { JOINTS = 45, ROUNDS = 40, STRETCH = 1 };

typedef struct rig {
    sinew_transform rest[JOINTS];
    sinew_joint_desc joints[JOINTS];
    float turns[JOINTS][8];
    sinew_curve curves[JOINTS], scale;
    sinew_clip_desc clips[2];
    sinew_affine inverse[JOINTS];
    uint32_t skin_joints[JOINTS];
    sinew_skin_desc skin;
} rig;

/* odd: groups at rest have other scales than 1. stretch: the second clip has scales. */
static sinew_model *make(rig *g, random_source *r, bool odd, bool stretch, sinew_tier tier) {
    static const float TIMES[2] = { 0, 1 }, SCALES[6] = { 1, 2, 1, 2, 1, 1 };
    for (uint32_t i = 0; i < JOINTS; ++i) {
        float s = odd && i % 20 == 7 ? 1.5f : 1.0f;
        g->rest[i] = (sinew_transform){ { random_float(r, -1, 1), 0.1f, 0 }, random_rotation(r), { s, 1, s } };
        g->joints[i] = (sinew_joint_desc){ "", i ? random_below(r, i) : SINEW_NONE, &g->rest[i] };
        g->inverse[i] = (sinew_affine){ { 1, 0, 0, random_float(r, -1, 1), 0, 1, 0, 0, 0, 0, 1, 0 } };
        g->skin_joints[i] = i;
        sinew_quat q = random_rotation(r);
        memcpy(g->turns[i], (float[]){ 0, 0, 0, 1, q.x, q.y, q.z, q.w }, sizeof g->turns[i]);
        g->curves[i] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, i, 2, 4, TIMES, g->turns[i] };
    }
    g->scale = (sinew_curve){ SINEW_CHANNEL_SCALE, SINEW_INTERPOLATION_LINEAR, 20, 2, 3, TIMES, SCALES };
    g->clips[0] = (sinew_clip_desc){ .name = "turn", .length = 1, .curves = g->curves, .curve_count = JOINTS };
    g->clips[1] = (sinew_clip_desc){ .name = "other", .length = 1, .curves = g->curves + 3, .curve_count = 20 };
    if (stretch) g->clips[1] = (sinew_clip_desc){ .name = "other", .length = 1, .curves = &g->scale, .curve_count = 1 };
    g->skin = (sinew_skin_desc){ "skin", g->skin_joints, g->inverse, JOINTS };
    sinew_model_desc desc = { .skeleton = { g->joints, JOINTS, &g->skin, 1 }, .clips = g->clips, .clip_count = 2 };
    desc.tier = tier;
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    return model;
}

/* By hand: whatever leaves other scales, or other numbers where scales were, than a step would. */
static void disturb(sinew_pose *pose, sinew_pose *other, random_source *r) {
    sinew_transform odd = { { 1, 2, 3 }, random_rotation(r), { 3, -1, random_float(r, 0.5f, 2) } };
    assert_int_equal(sinew_pose_set_local(other, random_below(r, JOINTS), &odd), SINEW_OK);
    switch (random_below(r, 6)) {
    case 0: assert_int_equal(sinew_pose_set_local(pose, random_below(r, JOINTS), &odd), SINEW_OK); break;
    case 1: assert_int_equal(sinew_pose_blend(pose, other, 0.7f, NULL), SINEW_OK); break;
    case 2: assert_int_equal(sinew_pose_add(pose, other, NULL, 0.4f, NULL), SINEW_OK); break;
    case 3: assert_int_equal(sinew_pose_copy(pose, other), SINEW_OK); break;
    case 4: assert_int_equal(sinew_pose_sample(pose, STRETCH, 0.3), SINEW_OK); break;
    default: sinew_pose_rest(pose); break;
    }
}

typedef struct step {
    sinew_layer_row rows[3];
    sinew_sample samples[6];
    uint32_t row_count, sample_count;
} step;

static void some_step(step *s, random_source *r, double time, bool fade) {
    *s = (step){ .row_count = random_below(r, 4) };
    for (uint32_t i = 0; i < s->row_count; ++i) {
        uint32_t count = 1 + random_below(r, 2);
        s->rows[i] = (sinew_layer_row){ .blend = i ? random_below(r, 2) : SINEW_BLEND_REPLACE,
                                        .weight = random_chance(r, 0.5) ? 1 : random_float(r, 0, 1),
                                        .mask = SINEW_NONE,
                                        .reference_clip = SINEW_NONE,
                                        .keep = true,
                                        .first_sample = s->sample_count,
                                        .sample_count = count };
        for (uint32_t k = 0; k < count; ++k)
            s->samples[s->sample_count++] = (sinew_sample){ .clip = random_below(r, 2),
                                                            .layer = (uint16_t)i,
                                                            .weight = 1.0f / (float)count,
                                                            .time = (float)time,
                                                            .reference_clip = SINEW_NONE };
        if (fade && count == 2) {
            s->samples[s->sample_count - 1].clip = SINEW_CLIP_HELD;
            s->samples[s->sample_count - 1].hold_serial = 1;
        }
    }
}

static void show(sinew_pose *pose, const step *s, double time, float *palette, sinew_affine *models) {
    assert_int_equal(snw_pose_apply_rows(pose, time, s->rows, s->row_count, s->samples, s->sample_count), SINEW_OK);
    assert_int_equal(sinew_palette_3x4(pose, 0, palette, JOINTS), JOINTS);
    assert_int_equal(sinew_pose_models(pose, models, JOINTS), SINEW_OK);
}

static sinew_pose *pose_of(const sinew_model *model, const snw_kernels *set) {
    sinew_pose *pose = snw_pose_make(model, NULL, 3);
    assert_non_null(pose);
    pose->kernels = set;
    return pose;
}

/* The disturbed pose against one that has only ever been applied to, whose holds went the same way. */
static void check(const sinew_model *model, const snw_kernels *set, random_source *r) {
    static float is[12 * JOINTS], right[12 * JOINTS];
    static sinew_affine models[JOINTS], models_right[JOINTS];
    sinew_pose *pose = pose_of(model, set), *other = pose_of(model, set), *oracle = pose_of(model, set);
    for (int i = 0; i < ROUNDS; ++i) {
        step s;
        double time = i * 0.02;
        some_step(&s, r, time, i > 20);
        if (random_chance(r, 0.6)) disturb(pose, other, r);
        if (i % 10 == 9) snw_pose_limit(pose, 20), snw_pose_limit(oracle, 20);
        else snw_pose_limit(pose, 0), snw_pose_limit(oracle, 0);
        show(pose, &s, time, is, models);
        /* The oracle looks at every scale. */
        oracle->scales = true;
        oracle->scales_rest = false;
        show(oracle, &s, time, right, models_right);
        assert_memory_equal(pose->groups, oracle->groups, pose->group_count * sizeof *pose->groups);
        assert_memory_equal(is, right, sizeof is);
        assert_memory_equal(models, models_right, sizeof models);
    }
    sinew_pose_destroy(pose);
    sinew_pose_destroy(other);
    sinew_pose_destroy(oracle);
}

static void scales_are_what_they_would_be(void **state) {
    (void)state;
    const snw_kernels *sets[SNW_SETS_MOST];
    uint32_t count = snw_kernels_list(sets);
    for (uint32_t i = 0; i < 16; ++i) {
        static rig g;
        random_source r = { 900 + i };
        bool odd = i & 1, stretch = i & 2;
        sinew_model *model = make(&g, &r, odd, stretch, i & 4 ? SINEW_TIER_EXACT : SINEW_TIER_FAST);
        for (uint32_t k = 0; k < count; ++k) check(model, sets[k], &r);
        sinew_model_destroy(model);
    }
}

/* That models without scales in their clips are known, whichever way their clips are kept, and groups at rest. */
static void knows_models_without_scales(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        static rig g;
        random_source r = { 77 };
        bool odd = i & 1, stretch = i & 2;
        sinew_model *model = make(&g, &r, odd, stretch, i & 4 ? SINEW_TIER_EXACT : SINEW_TIER_FAST);
        sinew_pose *pose = snw_pose_make(model, NULL, 1);
        assert_non_null(pose);
        assert_int_equal(pose->scales, stretch);
        assert_true(pose->scales_rest);
        uint32_t units = 0;
        for (uint32_t k = 0; k < pose->group_count; ++k) units += pose->unit[k];
        assert_true(odd ? units < pose->group_count : units == pose->group_count);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(scales_are_what_they_would_be),
                                        cmocka_unit_test(knows_models_without_scales) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
