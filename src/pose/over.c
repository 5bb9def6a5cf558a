/* A value over the pose. Invariant: where alpha is 0 what lies below keeps its bits. */
#include "pose.h"

static void morphs_over(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                        const snw_value *reference) {
    for (uint32_t m = 0; m < pose->model->morph_count; ++m) {
        const snw_morph *morph = &pose->model->morphs[m];
        float part = mask ? weight * snw_unit(mask[morph->joint]) : weight;
        for (uint32_t i = morph->first; i < morph->first + morph->count; ++i) {
            float a = value->morph_shares ? part * value->morph_shares[i] : part;
            if (!(a > 0.0f)) continue;
            pose->morphs[i] = reference ? pose->morphs[i] + a * (value->morphs[i] - reference->morphs[i])
                                        : (1.0f - a) * pose->morphs[i] + a * value->morphs[i];
        }
    }
}

static bool has_scales(const sinew_pose *pose, const snw_value *value) { return pose->layer_scales || !value->present; }

/* The first to be put over the rest pose reads it where it lies; what is not covered is copied on the way. */
snw_over snw_over_of(const sinew_pose *pose, float weight, const float *mask, const snw_value *value) {
    return (snw_over){ .value = { value->groups, value->present, value->shares, weight, false },
                       .mask = mask,
                       .lets = mask && mask == pose->let_mask ? pose->lets : NULL,
                       .below = pose->at_rest ? pose->model->skeleton.rest_groups : pose->groups,
                       .out = pose->groups,
                       .joint_count = pose->joint_count,
                       .unscaled = !has_scales(pose, value) && (!pose->at_rest || pose->scales_rest) };
}

void snw_over_end(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                  const snw_value *reference) {
    if (pose->morph_count) morphs_over(pose, weight, mask, value, reference);
    if (has_scales(pose, value)) pose->scales_rest = false;
    else if (pose->at_rest) pose->scales_rest = true;
    pose->at_rest = false;
    pose->models_fresh = false;
}

void snw_over_layer(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                    const snw_value *reference, bool plain) {
    snw_over over = snw_over_of(pose, weight, mask, value);
    over.value.plain = plain;
    if (reference) over.reference = reference->groups;
    if (reference) pose->kernels->add(&over);
    else pose->kernels->replace(&over);
    snw_over_end(pose, weight, mask, value, reference);
}
