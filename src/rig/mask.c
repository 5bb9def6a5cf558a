/* Masks: weights of joints, by name, over the tree.
   Invariant: between begin and spread a joint that nothing named weighs less than 0. */
#include "rig.h"

void snw_mask_begin(const sinew_skeleton *skeleton, float *weights) {
    for (uint32_t j = 0; j < skeleton->joint_count; ++j) weights[j] = -1;
}

bool snw_mask_name(const sinew_skeleton *skeleton, float *weights, const char *name, float weight) {
    uint32_t joint = sinew_skeleton_find_joint(skeleton, name);
    if (joint == SINEW_NONE) return false;
    weights[joint] = weight > 0 ? (weight < 1 ? weight : 1) : 0;
    return true;
}

void snw_mask_spread(const sinew_skeleton *skeleton, float *weights, bool children) {
    for (uint32_t j = 0; j < skeleton->joint_count; ++j) {
        uint32_t parent = skeleton->parent[j];
        if (weights[j] < 0) weights[j] = children && parent != SINEW_NONE ? weights[parent] : 0;
    }
}
