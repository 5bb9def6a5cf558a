/* See model_again.h. */
#include "support/model_again.h"

#include <stdlib.h>

sinew_model *model_again(const sinew_model *model, sinew_tier tier) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    uint32_t joint_count = sinew_skeleton_joint_count(skeleton), clip_count = sinew_model_clip_count(model);
    sinew_joint_desc *joints = calloc(joint_count, sizeof *joints);
    sinew_clip_desc *clips = calloc(clip_count, sizeof *clips);
    if (!joints || !clips) exit(1);
    for (uint32_t j = 0; j < joint_count; ++j)
        joints[j] =
            (sinew_joint_desc){ NULL, sinew_skeleton_joint_parent(skeleton, j), sinew_skeleton_rest(skeleton, j) };
    for (uint32_t i = 0; i < clip_count; ++i) {
        clips[i] =
            (sinew_clip_desc){ .name = sinew_model_clip_name(model, i), .length = sinew_model_clip_length(model, i) };
        const sinew_curve *curves = sinew_model_clip_curves(model, i, &clips[i].curve_count);
        while (clips[i].curve_count && curves[clips[i].curve_count - 1].channel == SINEW_CHANNEL_WEIGHTS)
            --clips[i].curve_count;
        clips[i].curves = curves;
    }
    sinew_model_desc desc = {
        .skeleton = { joints, joint_count, NULL, 0 }, .clips = clips, .clip_count = clip_count, .tier = tier
    };
    sinew_model *again = NULL;
    if (sinew_model_create(&desc, &again, NULL)) exit(1);
    free(joints);
    free(clips);
    return again;
}
