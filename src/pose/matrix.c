/* Local to model, and the palette. Invariant: models_fresh says that models[] are those of groups[]; parents come
   before their children, so one ordered pass is enough. */
#include "pose.h"

#include <string.h>

static sinew_transform local_of(const snw_group *groups, uint32_t joint) {
    const snw_group *group = &groups[joint / SINEW_GROUP];
    uint32_t lane = joint % SINEW_GROUP;
    return (sinew_transform){ snw_group_vector(group, SNW_TX, lane), snw_group_rotation(group, lane),
                              snw_group_vector(group, SNW_SX, lane) };
}

static snw_hierarchy hierarchy_of(const sinew_pose *pose) {
    return (snw_hierarchy){ pose->groups, pose->above, pose->joint_count, pose->scales_rest ? pose->unit : NULL };
}

void snw_pose_refresh(sinew_pose *pose) {
    if (pose->models_fresh) return;
    snw_hierarchy hierarchy = hierarchy_of(pose);
    pose->kernels->models(&hierarchy, pose->models - 1);
    pose->models_fresh = true;
}

static sinew_affine affine_of(const snw_matrix *matrix) {
    sinew_affine affine;
    memcpy(affine.m, matrix->m, sizeof affine.m);
    return affine;
}

sinew_transform sinew_pose_local(const sinew_pose *pose, uint32_t joint) {
    if (!pose || joint >= pose->joint_count) return (sinew_transform)SINEW_TRANSFORM_IDENTITY;
    return local_of(pose->groups, joint);
}

sinew_affine sinew_pose_model(sinew_pose *pose, uint32_t joint) {
    if (!pose || joint >= pose->joint_count) return snw_affine_identity();
    snw_pose_refresh(pose);
    return affine_of(&pose->models[joint]);
}

sinew_result sinew_pose_models(sinew_pose *pose, sinew_affine *out, uint32_t capacity) {
    if (!pose || !out || capacity < pose->joint_count) return SINEW_ERROR_ARGUMENT;
    snw_pose_refresh(pose);
    for (uint32_t i = 0; i < pose->joint_count; ++i) out[i] = affine_of(&pose->models[i]);
    return SINEW_OK;
}

/* Where each joint stands in a skin's palette; NULL where one stands there twice. Worked out when the skin changes. */
static const uint32_t *places_of(sinew_pose *pose, uint32_t skin) {
    const snw_skin *s = &pose->model->skeleton.skins[skin];
    if (pose->placed == skin) return pose->places_ok ? pose->places : NULL;
    pose->placed = skin;
    pose->places_ok = true;
    for (uint32_t i = 0; i < pose->group_count * SINEW_GROUP; ++i) pose->places[i] = UINT32_MAX;
    for (uint32_t i = 0; i < s->joint_count; ++i) {
        if (pose->places[s->joints[i]] != UINT32_MAX) pose->places_ok = false;
        pose->places[s->joints[i]] = 12 * i;
    }
    return pose->places_ok ? pose->places : NULL;
}

/* The models and the palette at once: not past the caches, because it is written in the order of joints. */
static void place_palette(sinew_pose *pose, const snw_skin *s, const uint32_t *places, float *out) {
    snw_hierarchy hierarchy = hierarchy_of(pose);
    snw_placed placed = { places, s->inverse_bind->m, out };
    pose->kernels->models_placed(&hierarchy, pose->models - 1, &placed);
    pose->models_fresh = true;
}

static void make_palette(sinew_pose *pose, const snw_skin *s, float *out, bool stream) {
    snw_pose_refresh(pose);
    snw_skinning skinning = { .models = pose->models,
                              .joints = s->joints,
                              .inverse_bind = s->inverse_bind->m,
                              .count = s->joint_count,
                              .out = out };
    if (stream) pose->kernels->palette_stream(&skinning);
    else pose->kernels->palette(&skinning);
}

static uint32_t palette(sinew_pose *pose, uint32_t skin, float *out, uint32_t capacity, bool stream) {
    if (!pose || !out || skin >= pose->model->skeleton.skin_count) return 0;
    const snw_skin *s = &pose->model->skeleton.skins[skin];
    if (capacity < s->joint_count || !s->joint_count) return 0;
    stream = stream && (uintptr_t)out % 16 == 0;
    const uint32_t *places = pose->models_fresh || stream ? NULL : places_of(pose, skin);
    if (places) place_palette(pose, s, places, out);
    else make_palette(pose, s, out, stream);
    return s->joint_count;
}

uint32_t sinew_palette_3x4(sinew_pose *pose, uint32_t skin, float *out, uint32_t capacity) {
    return palette(pose, skin, out, capacity, false);
}

uint32_t sinew_palette_3x4_stream(sinew_pose *pose, uint32_t skin, float *out, uint32_t capacity) {
    return palette(pose, skin, out, capacity, true);
}

void sinew_palette_stream_end(const sinew_pose *pose) {
    if (pose) pose->kernels->stream_end();
}
