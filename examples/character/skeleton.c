/* The figure's joints: where they lie in the bind pose, and how local transforms become world ones. */
#include "hero.h"

/* The arms lie at 45 degrees: 0.28 m of upper arm and 0.25 m of forearm along (0.7071, -0.7071). */
const bone skeleton[JOINT_COUNT] = {
    [ROOT] = { "root", NO_JOINT, { 0, 0, 0 } },
    [HIPS] = { "hips", ROOT, { 0, 0.955, 0 } },
    [SPINE] = { "spine", HIPS, { 0, 1.045, -0.006 } },
    [CHEST] = { "chest", SPINE, { 0, 1.165, -0.010 } },
    [UPPER_CHEST] = { "upper_chest", CHEST, { 0, 1.290, -0.014 } },
    [NECK] = { "neck", UPPER_CHEST, { 0, 1.462, -0.020 } },
    [HEAD] = { "head", NECK, { 0, 1.555, -0.006 } },
    [SHOULDER_L] = { "shoulder_l", UPPER_CHEST, { 0.035, 1.425, -0.005 } },
    [UPPER_ARM_L] = { "upper_arm_l", SHOULDER_L, { 0.168, 1.405, -0.012 } },
    [FOREARM_L] = { "forearm_l", UPPER_ARM_L, { 0.36599, 1.20701, -0.012 } },
    [HAND_L] = { "hand_l", FOREARM_L, { 0.54277, 1.03023, -0.012 } },
    [FINGERS_L] = { "fingers_l", HAND_L, { 0.60641, 0.96659, -0.012 } },
    [SHOULDER_R] = { "shoulder_r", UPPER_CHEST, { -0.035, 1.425, -0.005 } },
    [UPPER_ARM_R] = { "upper_arm_r", SHOULDER_R, { -0.168, 1.405, -0.012 } },
    [FOREARM_R] = { "forearm_r", UPPER_ARM_R, { -0.36599, 1.20701, -0.012 } },
    [HAND_R] = { "hand_r", FOREARM_R, { -0.54277, 1.03023, -0.012 } },
    [FINGERS_R] = { "fingers_r", HAND_R, { -0.60641, 0.96659, -0.012 } },
    [THIGH_L] = { "thigh_l", HIPS, { 0.092, 0.905, 0 } },
    [SHIN_L] = { "shin_l", THIGH_L, { 0.095, 0.490, 0.006 } },
    [FOOT_L] = { "foot_l", SHIN_L, { 0.098, 0.085, -0.014 } },
    [TOE_L] = { "toe_l", FOOT_L, { 0.101, 0.024, 0.105 } },
    [THIGH_R] = { "thigh_r", HIPS, { -0.092, 0.905, 0 } },
    [SHIN_R] = { "shin_r", THIGH_R, { -0.095, 0.490, 0.006 } },
    [FOOT_R] = { "foot_r", SHIN_R, { -0.098, 0.085, -0.014 } },
    [TOE_R] = { "toe_r", FOOT_R, { -0.101, 0.024, 0.105 } },
};

void skeleton_rest(local *locals) {
    for (int j = 0; j < JOINT_COUNT; ++j) {
        int parent = skeleton[j].parent;
        vec3 bind = skeleton[j].bind;
        locals[j] = (local){ parent == NO_JOINT ? bind : sub(bind, skeleton[parent].bind), quat_identity() };
    }
}

void skeleton_world(const local *locals, vec3 *positions, quat *rotations) {
    for (int j = 0; j < JOINT_COUNT; ++j) {
        int parent = skeleton[j].parent;
        if (parent == NO_JOINT) {
            positions[j] = locals[j].translation;
            rotations[j] = locals[j].rotation;
        } else {
            positions[j] = add(positions[parent], rotate(rotations[parent], locals[j].translation));
            rotations[j] = mul(rotations[parent], locals[j].rotation);
        }
    }
}

vec3 skin_vertex(const vertex *v, const vec3 *positions, const quat *rotations, vec3 *normal) {
    vec3 p = vec(0, 0, 0), n = vec(0, 0, 0);
    for (int i = 0; i < 4; ++i) {
        if (!(v->weights[i] > 0)) continue;
        int j = v->joints[i];
        vec3 placed = add(positions[j], rotate(rotations[j], sub(v->position, skeleton[j].bind)));
        p = add(p, scale(placed, v->weights[i]));
        n = add(n, scale(rotate(rotations[j], v->normal), v->weights[i]));
    }
    if (normal) *normal = unit(n);
    return p;
}
