/* A pose that works for many characters in turn, and for less than all joints. Invariant: between two steps the pose
   has all of its joints; what a character keeps lies in its own memory and in that alone. */
#include "pose.h"

#include "pose/lend.h"

#include <string.h>

void snw_pose_lend(sinew_pose *pose, void *holds) {
    if (!holds) {
        sinew_pose_forget(pose);
        return;
    }
    pose->holds = holds;
    pose->lent = true;
}

void snw_pose_limit(sinew_pose *pose, uint32_t joints) {
    uint32_t groups = joints / SINEW_GROUP + (joints % SINEW_GROUP > 0);
    pose->limit = groups < pose->group_count ? groups : 0;
}

void snw_limit_begin(sinew_pose *pose) {
    if (!pose->limit) return;
    pose->group_count = pose->limit;
    pose->joint_count = pose->limit * SINEW_GROUP;
}

void snw_limit_end(sinew_pose *pose) {
    if (!pose->limit) return;
    const sinew_skeleton *skeleton = &pose->model->skeleton;
    pose->group_count = skeleton->group_count;
    pose->joint_count = skeleton->joint_count;
    memcpy(pose->groups + pose->limit, skeleton->rest_groups + pose->limit,
           (pose->group_count - pose->limit) * sizeof(snw_group));
}
