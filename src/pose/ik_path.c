/* A path of joints in double: loaded from a pose, turned in model space, written back. Invariant: model[] are the
   matrices of the locals; a joint is turned in model space by turning it in its parent's frame by the same turn seen
   from there. */
#include "pose/ik.h"

#include <string.h>

/* From the joint up: no matrix of any other joint is needed. */
snw_d34 snw_joint_matrix(const sinew_pose *pose, uint32_t joint, bool rest) {
    const sinew_skeleton *skeleton = &pose->model->skeleton;
    snw_d34 m = { { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
    for (; joint != SINEW_NONE; joint = skeleton->parent[joint]) {
        sinew_transform t = rest ? *sinew_skeleton_rest(skeleton, joint) : sinew_pose_local(pose, joint);
        snw_d34 local = snw_d34_of(snw_d3_of(t.translation), snw_dq_of(t.rotation), snw_d3_of(t.scale));
        m = snw_d34_mul(&local, &m);
    }
    return m;
}

static void set_local(snw_path *path, uint32_t index, const sinew_transform *t) {
    path->translation[index] = snw_d3_of(t->translation);
    path->rotation[index] = snw_dq_of(t->rotation);
    path->scale[index] = snw_d3_of(t->scale);
}

bool snw_path_load(const sinew_pose *pose, uint32_t first, uint32_t last, snw_path *path) {
    if (first >= pose->joint_count || last >= pose->joint_count) return false;
    const uint32_t *parent = pose->model->skeleton.parent;
    uint32_t count = 1;
    for (uint32_t j = last; j != first; j = parent[j], ++count)
        if (j == SINEW_NONE || j < first || count == SINEW_IK_MAX_JOINTS) return false;
    path->count = count;
    for (uint32_t i = count, j = last; i-- > 0; j = parent[j]) {
        sinew_transform t = sinew_pose_local(pose, j);
        path->joint[i] = j;
        set_local(path, i, &t);
    }
    path->above = snw_joint_matrix(pose, parent[first], false);
    snw_path_forward(path, 0);
    return true;
}

void snw_path_rest(const sinew_pose *pose, const snw_path *path, snw_path *rest) {
    *rest = *path;
    for (uint32_t i = 0; i < path->count; ++i)
        set_local(rest, i, sinew_skeleton_rest(&pose->model->skeleton, path->joint[i]));
    rest->above = (snw_d34){ { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
    snw_path_forward(rest, 0);
}

uint32_t snw_path_find(const snw_path *path, uint32_t joint) {
    uint32_t i = 0;
    while (i < path->count && path->joint[i] != joint) ++i;
    return i;
}

static const snw_d34 *parent_matrix(const snw_path *path, uint32_t index) {
    return index ? &path->model[index - 1] : &path->above;
}

void snw_path_forward(snw_path *path, uint32_t from) {
    for (uint32_t i = from; i < path->count; ++i) {
        snw_d34 local = snw_d34_of(path->translation[i], path->rotation[i], path->scale[i]);
        path->model[i] = snw_d34_mul(parent_matrix(path, i), &local);
    }
}

void snw_path_turn(snw_path *path, uint32_t index, snw_dq turn) {
    snw_dq frame = snw_d34_rotation(parent_matrix(path, index));
    snw_dq seen = snw_dq_mul(snw_dq_mul(snw_dq_conjugate(frame), turn), frame);
    path->rotation[index] = snw_dq_unit(snw_dq_mul(seen, path->rotation[index]));
    snw_path_forward(path, index);
}

void snw_path_end(snw_path *path, sinew_ik_end mode, sinew_quat rotation, const snw_d34 *before) {
    if (mode == SINEW_IK_END_FOLLOWS) return;
    uint32_t last = path->count - 1;
    snw_dq goal = mode == SINEW_IK_END_KEEPS ? snw_d34_rotation(before) : snw_dq_unit(snw_dq_of(rotation));
    snw_dq now = snw_d34_rotation(&path->model[last]);
    snw_path_turn(path, last, snw_dq_mul(goal, snw_dq_conjugate(now)));
}

bool snw_path_settle(snw_path *path) {
    bool finite = true;
    for (uint32_t i = 0; i < path->count; ++i) {
        snw_d3 t = path->translation[i];
        path->rotation[i] = snw_dq_of(snw_dq_float(path->rotation[i]));
        path->translation[i] = (snw_d3){ (double)(float)t.x, (double)(float)t.y, (double)(float)t.z };
        finite = finite && snw_d3_finite(path->translation[i]);
    }
    snw_path_forward(path, 0);
    for (uint32_t i = 0; i < path->count; ++i)
        for (int k = 0; k < 12; ++k) finite = finite && fabs(path->model[i].m[k]) <= 3e38;
    return finite;
}

void snw_path_write(sinew_pose *pose, const snw_path *path, float weight, bool moved) {
    weight = snw_unit(weight);
    if (!(weight > 0.0f)) return;
    for (uint32_t i = 0; i < path->count; ++i) {
        snw_group *group = &pose->groups[path->joint[i] / SINEW_GROUP];
        uint32_t lane = path->joint[i] % SINEW_GROUP;
        sinew_quat to = snw_dq_float(path->rotation[i]), from = snw_group_rotation(group, lane);
        /* What did not turn keeps its bits: a mix would round it anew. */
        if (memcmp(&from, &to, sizeof from) != 0)
            snw_group_set_rotation(group, lane, weight < 1.0f ? snw_quat_nlerp(from, to, weight) : to);
        if (!moved || i == 0) continue;
        snw_d3 t = path->translation[i];
        sinew_vec3 there = { (float)t.x, (float)t.y, (float)t.z }, here = snw_group_vector(group, SNW_TX, lane);
        snw_group_set_vector(group, SNW_TX, lane, weight < 1.0f ? snw_vec3_lerp(here, there, weight) : there);
    }
    pose->models_fresh = false;
}
