/* From an animator's pose to joints: spine and arms by angles, legs by two-bone IK to the ankles. */
#include "hero.h"

static vec3 offset(int j) { return sub(skeleton[j].bind, skeleton[skeleton[j].parent].bind); }

static quat turned(double yaw, double pitch, double roll) {
    return mul(about_y(yaw), mul(about_x(pitch), about_z(roll)));
}

static void solve_spine(const double *v, local *locals) {
    /* The bend is shared out, more of it low in the back; the turn more of it high. */
    static const double bend[3] = { 0.40, 0.35, 0.25 }, turn[3] = { 0.25, 0.35, 0.40 };
    for (int i = 0; i < 3; ++i) {
        locals[SPINE + i].rotation = turned(v[SPINE_YAW] * turn[i], v[SPINE_PITCH] * bend[i], v[SPINE_ROLL] * bend[i]);
    }
    locals[NECK].rotation = turned(v[HEAD_YAW] * 0.4, v[NECK_PITCH], v[HEAD_ROLL] * 0.4);
    locals[HEAD].rotation = turned(v[HEAD_YAW] * 0.6, v[HEAD_PITCH], v[HEAD_ROLL] * 0.6);
}

/* Arm angles are meant against an arm that hangs, thumb forwards; `hang` brings the bind pose's arm there. */
static void solve_arm(const double *s, int side, local *locals) {
    double out = side ? -1 : 1; /* mirrors turns about y and z */
    int first = side ? SHOULDER_R : SHOULDER_L;
    quat hang = about_z(-out * BIND_ARM_ANGLE), back = conjugate(hang);
    locals[first].rotation = mul(about_y(-out * s[CLAVICLE_FORWARD]), about_z(out * s[CLAVICLE_UP]));
    quat arm = mul(about_x(-s[ARM_FORWARD]), mul(about_z(out * s[ARM_OUT]), about_y(out * s[ARM_TWIST])));
    locals[first + 1].rotation = mul(arm, hang);
    quat forearm = mul(about_x(-s[ELBOW]), about_y(-out * s[PRONATE]));
    locals[first + 2].rotation = mul(back, mul(forearm, hang));
    locals[first + 3].rotation = about_z(-out * s[WRIST]);
    locals[first + 4].rotation = about_z(-out * s[CURL]);
}

/* Axes of a bone: down along it, x the hinge about which the knee bends. */
static quat bone_axes(vec3 along, vec3 hinge) {
    vec3 y = scale(unit(along), -1);
    vec3 x = unit(sub(hinge, scale(y, dot(hinge, y))));
    return quat_from_axes(x, y, cross(x, y));
}

static void solve_leg(const foot *f, double knee_out, int side, local *locals) {
    int thigh = side ? THIGH_R : THIGH_L;
    double out = side ? -1 : 1;
    vec3 positions[JOINT_COUNT];
    quat rotations[JOINT_COUNT];
    skeleton_world(locals, positions, rotations);
    vec3 hip = positions[thigh], to_shin = offset(thigh + 1), to_foot = offset(thigh + 2);
    double upper = length(to_shin), lower = length(to_foot);
    vec3 reach = sub(f->ankle, hip);
    double far = length(reach), most = (upper + lower) * 0.9995;
    if (far > most) far = most; /* out of reach it straightens towards the target */
    vec3 along = unit(reach);
    vec3 forward = rotate(mul(rotations[HIPS], about_y(f->yaw * 0.6 + out * knee_out)), vec(0, 0, 1));
    vec3 hinge = unit(cross(along, forward)); /* to the left: along is down, forward is ahead */
    hinge = scale(hinge, dot(hinge, rotate(rotations[HIPS], vec(1, 0, 0))) < 0 ? -1 : 1);
    vec3 ahead = cross(hinge, along);
    ahead = scale(ahead, dot(ahead, forward) < 0 ? -1 : 1);
    double x = (upper * upper - lower * lower + far * far) / (2 * far);
    double bulge = sqrt(fmax(upper * upper - x * x, 0));
    vec3 knee = add(scale(along, x), scale(ahead, bulge));
    vec3 ankle = scale(along, far);
    quat thigh_world = mul(bone_axes(knee, hinge), conjugate(bone_axes(to_shin, vec(1, 0, 0))));
    quat shin_world = mul(bone_axes(sub(ankle, knee), hinge), conjugate(bone_axes(to_foot, vec(1, 0, 0))));
    quat foot_world = mul(about_y(f->yaw), about_x(-f->pitch));
    locals[thigh].rotation = normalized(mul(conjugate(rotations[HIPS]), thigh_world));
    locals[thigh + 1].rotation = normalized(mul(conjugate(thigh_world), shin_world));
    locals[thigh + 2].rotation = normalized(mul(conjugate(shin_world), foot_world));
    locals[thigh + 3].rotation = about_x(-f->toe);
}

/* Ball and toes stay where they are while the heel is up, the heel while the toes are up. */
static foot placed_foot(const double *s, int side) {
    int joint = side ? FOOT_R : FOOT_L;
    vec3 bind = skeleton[joint].bind;
    foot f = { .pitch = s[FOOT_PITCH], .yaw = s[FOOT_YAW] * (side ? -1 : 1), .toe = s[TOE_BEND] };
    vec3 pivot = s[FOOT_PITCH] < 0 ? offset(joint + 1) : vec(0, -bind.y, -0.055);
    vec3 turn = rotate(mul(about_y(f.yaw), about_x(-f.pitch)), scale(pivot, -1));
    vec3 yawed = rotate(about_y(f.yaw), pivot);
    f.ankle = vec(bind.x + s[FOOT_X] * (side ? -1 : 1) + yawed.x + turn.x, 0, bind.z + s[FOOT_Z] + yawed.z + turn.z);
    f.ankle.y = s[FOOT_LIFT] - foot_lowest(&f, side, NULL);
    return f;
}

void pose_feet(const pose *p, foot feet[2]) {
    for (int side = 0; side < 2; ++side) feet[side] = placed_foot(p->v + SIDE(side, 0), side);
}

void pose_solve(const pose *p, const foot feet[2], local *locals) {
    const double *v = p->v;
    skeleton_rest(locals);
    locals[HIPS].translation = add(locals[HIPS].translation, vec(v[HIPS_X], v[HIPS_Y], v[HIPS_Z]));
    locals[HIPS].rotation = turned(v[HIPS_YAW], v[HIPS_PITCH], v[HIPS_ROLL]);
    solve_spine(v, locals);
    for (int side = 0; side < 2; ++side) {
        const double *s = v + SIDE(side, 0);
        solve_arm(s, side, locals);
        solve_leg(&feet[side], s[KNEE_OUT], side, locals);
    }
}
