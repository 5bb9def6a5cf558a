/* The parts by hand, without a graph. Invariant: a call that is refused leaves the pose as it was. */
#include "pose.h"

#include <string.h>

sinew_result sinew_pose_sample(sinew_pose *pose, uint32_t clip, double time) {
    if (!pose) return SINEW_ERROR_ARGUMENT;
    if (clip >= pose->model->clip_count) return SINEW_ERROR_NOT_FOUND;
    if (!(time - time == 0.0)) return SINEW_ERROR_RANGE;
    snw_value own = pose->sampled[0]; /* sampled in place: what the clip does not have keeps what the pose shows */
    own.groups = pose->groups;
    own.morphs = pose->morphs;
    snw_sample_clip(pose, clip, time, &own);
    if (pose->scales) pose->scales_rest = false;
    snw_shown_clip(pose, clip, time, &pose->shown);
    snw_shown_list(pose);
    pose->models_fresh = false;
    return SINEW_OK;
}

/* Properties do not mix: those of a pose that weighs a half or more take over. */
static void show_other(sinew_pose *pose, const sinew_pose *other, float weight, const float *mask) {
    if (!(weight >= 0.5f)) return;
    snw_shown_over(pose, &other->shown, mask, false);
    snw_shown_list(pose);
}

static snw_value whole(const sinew_pose *pose) { return (snw_value){ .groups = pose->groups, .morphs = pose->morphs }; }

sinew_result sinew_pose_blend(sinew_pose *pose, const sinew_pose *other, float weight, const float *mask) {
    if (!pose || !other || pose->model != other->model) return SINEW_ERROR_ARGUMENT;
    if (!(weight - weight == 0.0f)) return SINEW_ERROR_RANGE;
    snw_value value = whole(other);
    snw_over_layer(pose, snw_unit(weight), mask, &value, NULL, false);
    show_other(pose, other, weight, mask);
    return SINEW_OK;
}

sinew_result sinew_pose_add(sinew_pose *pose, const sinew_pose *other, const sinew_pose *reference, float weight,
                            const float *mask) {
    if (!pose || !other || pose->model != other->model) return SINEW_ERROR_ARGUMENT;
    if (reference && reference->model != pose->model) return SINEW_ERROR_ARGUMENT;
    if (!(weight - weight == 0.0f)) return SINEW_ERROR_RANGE;
    snw_value value = whole(other), from = reference ? whole(reference) : snw_sample_reference(pose, SINEW_NONE, 0.0);
    snw_over_layer(pose, snw_unit(weight), mask, &value, &from, false);
    show_other(pose, other, weight, mask);
    return SINEW_OK;
}

sinew_result sinew_pose_copy(sinew_pose *pose, const sinew_pose *other) {
    if (!pose || !other || pose->model != other->model) return SINEW_ERROR_ARGUMENT;
    if (pose == other) return SINEW_OK;
    memcpy(pose->groups, other->groups, pose->group_count * sizeof(snw_group));
    pose->scales_rest = other->scales_rest;
    if (pose->morph_count) memcpy(pose->morphs, other->morphs, pose->morph_count * sizeof(float));
    snw_shown_copy(pose, &pose->shown, &other->shown);
    snw_shown_list(pose);
    pose->models_fresh = false;
    return SINEW_OK;
}

sinew_result sinew_pose_set_local(sinew_pose *pose, uint32_t joint, const sinew_transform *local) {
    if (!pose || !local || joint >= pose->joint_count) return SINEW_ERROR_ARGUMENT;
    if (!snw_transform_finite(local)) return SINEW_ERROR_RANGE;
    snw_group *group = &pose->groups[joint / SINEW_GROUP];
    uint32_t lane = joint % SINEW_GROUP;
    snw_group_set_vector(group, SNW_TX, lane, local->translation);
    snw_group_set_rotation(group, lane, snw_quat_normalize(local->rotation));
    snw_group_set_vector(group, SNW_SX, lane, local->scale);
    pose->scales_rest = false;
    pose->models_fresh = false;
    return SINEW_OK;
}

const float *sinew_pose_morph_weights(const sinew_pose *pose) { return pose ? pose->morphs : NULL; }

const float *sinew_pose_morph_group(const sinew_pose *pose, uint32_t group, uint32_t *count) {
    bool there = pose && group < pose->model->morph_count;
    if (count) *count = there ? pose->model->morphs[group].count : 0;
    return there ? pose->morphs + pose->model->morphs[group].first : NULL;
}
