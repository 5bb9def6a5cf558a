/* Skin weights: all starts with the hips, and each joint takes a share of what its parent has, which grows smoothly
   across a plane at the joint. Invariant: at most four joints a vertex, weights that sum to 1. */
#include "hero.h"

typedef struct split {
    int joint;
    double from[3], along[3];   /* the plane's point and the way in which the share grows */
    double low, high;           /* metres along it where the share is 0 and 1 */
    double near_axis, far_axis; /* and it fades from 1 to 0 between these distances from the axis; 0: everywhere */
} split;

/* The left side's; the right's are mirrored. */
static const split splits[] = {
    { SPINE, { 0, 1.045, 0 }, { 0, 1, 0 }, -0.060, 0.060, 0, 0 },
    { CHEST, { 0, 1.165, 0 }, { 0, 1, 0 }, -0.060, 0.060, 0, 0 },
    { UPPER_CHEST, { 0, 1.290, 0 }, { 0, 1, 0 }, -0.060, 0.060, 0, 0 },
    { NECK, { 0, 1.462, -0.020 }, { 0, 1, 0.15 }, -0.020, 0.040, 0, 0 },
    { HEAD, { 0, 1.555, -0.006 }, { 0, 1, 0.45 }, -0.025, 0.030, 0, 0 },
    { SHOULDER_L, { 0.035, 1.425, -0.005 }, { 1, 0.5, 0 }, 0.010, 0.110, 0, 0 },
    { UPPER_ARM_L, { 0.168, 1.405, -0.012 }, { 0.7071, -0.7071, 0 }, -0.060, 0.065, 0.070, 0.125 },
    { FOREARM_L, { 0.36599, 1.20701, -0.012 }, { 0.7071, -0.7071, 0 }, -0.035, 0.035, 0, 0 },
    { HAND_L, { 0.54277, 1.03023, -0.012 }, { 0.7071, -0.7071, 0 }, -0.030, 0.020, 0, 0 },
    { FINGERS_L, { 0.60641, 0.96659, -0.012 }, { 0.7071, -0.7071, 0 }, -0.018, 0.022, 0.0, 0.0 },
    { THIGH_L, { 0.092, 0.885, 0 }, { 0.12, -1, 0 }, -0.065, 0.075, 0, 0 },
    { SHIN_L, { 0.095, 0.490, 0 }, { 0, -1, 0 }, -0.050, 0.050, 0, 0 },
};

static double share(const split *s, vec3 p, bool arm_side) {
    vec3 d = sub(p, vec(s->from[0], s->from[1], s->from[2]));
    vec3 along = unit(vec(s->along[0], s->along[1], s->along[2]));
    double t = dot(d, along), w = ramp(s->low, s->high, t);
    if (s->far_axis > 0) w *= 1 - ramp(s->near_axis, s->far_axis, length(sub(d, scale(along, fmax(t, 0)))));
    /* The chest keeps what is low, wherever the shoulder reaches. */
    if (arm_side) w *= ramp(1.20, 1.36, p.y + 0.8 * fmax(p.x - 0.17, 0));
    return w;
}

static int mirrored(int joint, bool right) {
    if (!right || joint < SHOULDER_L) return joint;
    return joint <= FINGERS_L ? joint + (SHOULDER_R - SHOULDER_L) : joint + (THIGH_R - THIGH_L);
}

static void keep_four(const double *all, vertex *v) {
    double taken[JOINT_COUNT], sum = 0;
    for (int j = 0; j < JOINT_COUNT; ++j) taken[j] = all[j];
    for (int i = 0; i < 4; ++i) {
        int best = 0;
        for (int j = 1; j < JOINT_COUNT; ++j) {
            if (taken[j] > taken[best]) best = j;
        }
        v->weights[i] = taken[best] > 1e-3 ? taken[best] : 0;
        v->joints[i] = (uint8_t)(v->weights[i] > 0 ? best : 0);
        taken[best] = -1;
        sum += v->weights[i];
    }
    for (int i = 0; i < 4; ++i) v->weights[i] /= sum;
}

/* A joint's share comes from its parent; an arm's from all, since it reaches down past the whole chest. */
static void take(double *w, int to, double t) {
    bool arm = to == UPPER_ARM_L || to == UPPER_ARM_R;
    int parent = skeleton[to].parent;
    double taken = 0;
    for (int j = 0; j < JOINT_COUNT; ++j) {
        if (!arm && j != parent) continue;
        taken += w[j] * t;
        w[j] -= w[j] * t;
    }
    w[to] += taken;
}

void body_weights(vertex *v) {
    double w[JOINT_COUNT] = { [HIPS] = 1 };
    for (int side = 0; side < 2; ++side) {
        vec3 p = v->position;
        if (side) p.x = -p.x;
        double here = ramp(-0.015, 0.015, p.x);
        for (size_t i = 0; i < sizeof splits / sizeof *splits; ++i) {
            const split *s = &splits[i];
            if (s->joint < SHOULDER_L && side) continue;
            double t = share(s, p, s->joint == SHOULDER_L);
            if (s->joint == THIGH_L || s->joint == SHOULDER_L) t *= here;
            take(w, mirrored(s->joint, side == 1), t);
        }
    }
    keep_four(w, v);
}

/* Hair and face go with the head alone. */
void head_weights(vertex *v) {
    double w[JOINT_COUNT] = { [HEAD] = 1 };
    keep_four(w, v);
}

/* A shoe is stiff but for its bend, which lies behind the toe joint: so the toes stay flat while the heel rises. */
void shoe_weights(vertex *v) {
    double w[JOINT_COUNT] = { 0 };
    int ankle = v->position.x < 0 ? FOOT_R : FOOT_L;
    double toe = skeleton[ankle + 1].bind.z;
    w[ankle + 1] = ramp(toe - 0.034, toe, v->position.z);
    w[ankle] = 1 - w[ankle + 1];
    keep_four(w, v);
}
