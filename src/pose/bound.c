/* A pose of a binding: the only file here that knows one. Invariant: a step is applied only to a pose of the binding
   that it was made by, so the layers, masks and clips it numbers are the pose's. */
#include "pose.h"

#include "bind/bind.h"

sinew_pose *sinew_pose_create(const sinew_binding *binding) {
    if (!binding || !binding->model) return NULL;
    sinew_pose *pose = snw_pose_make(binding->model, &binding->arena.allocator, binding->row_count);
    if (!pose) return NULL;
    pose->binding = binding;
    pose->masks = (const float *const *)binding->masks;
    pose->mask_count = binding->mask_count;
    return pose;
}

sinew_result sinew_pose_apply(sinew_pose *pose, const sinew_step *step) {
    if (!pose || !step || !step->binding || step->binding != pose->binding) return SINEW_ERROR_ARGUMENT;
    return snw_pose_apply_rows(pose, step->time, step->layers, step->layer_count, step->samples, step->sample_count);
}
