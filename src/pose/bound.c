/* A pose of a binding: the only file here that knows one. Invariant: a step is applied only to a pose of the binding
   that it was made by, so the layers, masks and clips it numbers are the pose's. */
#include "pose.h"

#include "bind/bind.h"
#include "pose/lend.h"

static sinew_pose *bind_pose(sinew_pose *pose, const sinew_binding *binding) {
    if (!pose) return NULL;
    pose->binding = binding;
    pose->masks = (const float *const *)binding->masks;
    pose->mask_lets = binding->mask_lets;
    pose->mask_count = binding->mask_count;
    return pose;
}

sinew_pose *sinew_pose_create(const sinew_binding *binding) {
    if (!binding || !binding->model) return NULL;
    return bind_pose(snw_pose_make(binding->model, &binding->arena.allocator, binding->row_count), binding);
}

size_t snw_bound_room(const sinew_binding *binding) { return snw_pose_room(binding->model, binding->row_count); }

size_t snw_holds_room(const sinew_binding *binding) { return snw_pose_holds_room(binding->model, binding->row_count); }

sinew_pose *snw_bound_place(const sinew_binding *binding, void *memory) {
    return bind_pose(snw_pose_place(binding->model, binding->row_count, memory), binding);
}

sinew_result sinew_pose_apply(sinew_pose *pose, const sinew_step *step) {
    if (!pose || !step || !step->binding || step->binding != pose->binding) return SINEW_ERROR_ARGUMENT;
    return snw_pose_apply_rows(pose, step->time, step->layers, step->layer_count, step->samples, step->sample_count);
}
