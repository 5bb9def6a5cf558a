/* A clip's root motion: see root.h. The turn about the up axis is the twist of the rotation since rest: the angle of a
   vector (cosine, sine of its half) that is linear in the local rotation. Along a LINEAR key that vector goes the
   shorter way round between two others, along a CUBIC one it follows a plane cubic, which is looked at in quarters; so
   adding up angles below half a turn tells whole turns. */
#include "root.h"

#include "math/trig.h"

#include <math.h>

/* ---- quaternions and matrices in double ---- */

static void multiply(const double a[4], const double b[4], double out[4]) {
    double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = w;
}

static void conjugate(const double q[4], double out[4]) {
    for (int i = 0; i < 3; ++i) out[i] = -q[i];
    out[3] = q[3];
}

static void rotation_at_rest(const sinew_transform *rest, double q[4]) {
    q[0] = (double)rest->rotation.x;
    q[1] = (double)rest->rotation.y;
    q[2] = (double)rest->rotation.z;
    q[3] = (double)rest->rotation.w;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) q[i] /= length;
}

/* Rotation × scale, rows of three. */
static void linear_of(const double q[4], sinew_vec3 scale, double m[9]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double s[3] = { (double)scale.x, (double)scale.y, (double)scale.z };
    const double r[9] = { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y) };
    for (int i = 0; i < 9; ++i) m[i] = r[i] * s[i % 3];
}

static void apply(const double m[9], const double v[3], double out[3]) {
    double x = v[0], y = v[1], z = v[2];
    for (int i = 0; i < 3; ++i) out[i] = m[3 * i] * x + m[3 * i + 1] * y + m[3 * i + 2] * z;
}

static void product(const double a[9], double b[9]) {
    for (int column = 0; column < 3; ++column) {
        double v[3] = { b[column], b[3 + column], b[6 + column] };
        apply(a, v, v);
        for (int row = 0; row < 3; ++row) b[3 * row + column] = v[row];
    }
}

static bool inverse(const double m[9], double out[9]) {
    double c[9];
    for (int row = 0; row < 3; ++row) {
        const double *p = m + 3 * ((row + 1) % 3), *q = m + 3 * ((row + 2) % 3);
        c[row] = p[1] * q[2] - p[2] * q[1];
        c[3 + row] = p[2] * q[0] - p[0] * q[2];
        c[6 + row] = p[0] * q[1] - p[1] * q[0];
    }
    double determinant = m[0] * c[0] + m[1] * c[3] + m[2] * c[6];
    if (!(fabs(determinant) > 0)) return false;
    for (int i = 0; i < 9; ++i) out[i] = c[i] / determinant;
    return true;
}

/* ---- the turn about the up axis ---- */

typedef struct facing {
    double cosine, sine; /* of half the turn; not of unit length */
} facing;

static facing facing_of(const snw_root *root, const double q[4]) {
    facing f = { 0, 0 };
    for (int i = 0; i < 4; ++i) {
        f.cosine += root->facing[0][i] * q[i];
        f.sine += root->facing[1][i] * q[i];
    }
    return f;
}

static facing facing_at(const snw_root *root, double seconds) {
    double q[4];
    snw_curve_exact(root->rotation, seconds, q);
    return facing_of(root, q);
}

/* The turn from one to the other, the shorter way round for the half. */
static double turn_between(facing a, facing b) {
    return 2 * snw_atan2(a.cosine * b.sine - a.sine * b.cosine, a.cosine * b.cosine + a.sine * b.sine);
}

/* From a key up to a time before the next. */
static double turn_since(const snw_root *root, uint32_t key, double seconds) {
    const sinew_curve *curve = root->rotation;
    double start = (double)curve->times[key], sum = 0;
    int parts = curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 4 : 1;
    if (seconds <= start) return 0;
    facing at = facing_at(root, start);
    for (int i = 1; i <= parts; ++i) {
        facing next = facing_at(root, i < parts ? start + (seconds - start) * i / parts : seconds);
        sum += turn_between(at, next);
        at = next;
    }
    return sum;
}

static double turned_at(const snw_root *root, double seconds) {
    if (!root->rotation) return 0;
    uint32_t key = snw_curve_key(root->rotation, seconds);
    return root->turned[key] + turn_since(root, key, seconds);
}

/* From a key to the next. What LINEAR and STEP come to there may have the other sign of the same rotation; the angles
   that follow start from the key's own, so only the way here counts. */
static double turn_of_key(const snw_root *root, uint32_t key) {
    const sinew_curve *curve = root->rotation;
    double end = (double)curve->times[key + 1];
    facing to = facing_at(root, end), from = facing_at(root, (double)curve->times[key]);
    if (curve->interpolation != SINEW_INTERPOLATION_CUBIC) {
        double a[4], b[4], dot = 0;
        snw_curve_exact(curve, (double)curve->times[key], a);
        snw_curve_exact(curve, end, b);
        for (int i = 0; i < 4; ++i) dot += a[i] * b[i];
        if (dot < 0) to = (facing){ -to.cosine, -to.sine };
        return turn_between(from, to);
    }
    double start = (double)curve->times[key], last = start + (end - start) * 0.75;
    return turn_since(root, key, last) + turn_between(facing_at(root, last), to);
}

static bool count_turns(snw_root *root, snw_arena *arena) {
    const sinew_curve *curve = root->rotation;
    double *turned = snw_arena_array(arena, curve->key_count, sizeof *turned);
    if (!turned) return false;
    turned[0] = 0;
    for (uint32_t i = 0; i + 1 < curve->key_count; ++i) turned[i + 1] = turned[i] + turn_of_key(root, i);
    root->turned = turned;
    return true;
}

/* ---- making one ---- */

static const sinew_curve *curve_of(const snw_clip *clip, uint32_t joint, sinew_channel channel) {
    for (uint32_t i = 0; i < clip->joint_curve_count; ++i)
        if (clip->curves[i].target == joint && clip->curves[i].channel == channel) return &clip->curves[i];
    return NULL;
}

/* The ancestors' rest as linear part, rotation and where their origin is. */
static void climb(snw_root *root, const sinew_skeleton *skeleton, double rotation[4], double origin[3]) {
    for (int i = 0; i < 9; ++i) root->linear[i] = i % 4 ? 0 : 1;
    for (int i = 0; i < 4; ++i) rotation[i] = i == 3;
    for (int i = 0; i < 3; ++i) origin[i] = 0;
    for (uint32_t j = skeleton->parent[root->joint]; j != SINEW_NONE; j = skeleton->parent[j]) {
        const sinew_transform *rest = &skeleton->rest[j];
        double q[4], m[9];
        rotation_at_rest(rest, q);
        linear_of(q, rest->scale, m);
        product(m, root->linear);
        apply(m, origin, origin);
        origin[0] += (double)rest->translation.x;
        origin[1] += (double)rest->translation.y;
        origin[2] += (double)rest->translation.z;
        multiply(q, rotation, rotation);
    }
}

/* The twist's halves of above · q · conj(rest) · conj(above), for each component of q. */
static void find_facing(snw_root *root, const sinew_transform *rest, const double above[4]) {
    double back[4], down[4], own[4];
    rotation_at_rest(rest, own);
    conjugate(own, own);
    conjugate(above, down);
    multiply(own, down, back);
    for (int i = 0; i < 4; ++i) {
        double q[4] = { i == 0, i == 1, i == 2, i == 3 };
        multiply(above, q, q);
        multiply(q, back, q);
        root->facing[0][i] = q[3];
        root->facing[1][i] = q[1];
    }
    const double up[4] = { 0, 1, 0, 0 };
    double among[4];
    multiply(down, up, among);
    multiply(among, above, among);
    for (int i = 0; i < 3; ++i) root->up[i] = among[i];
}

static bool find_still(snw_root *root) {
    double back[9];
    if (!inverse(root->linear, back)) return false;
    for (int i = 0; i < 9; ++i) root->still[i] = root->axes[i / 3] ? root->linear[i] : 0;
    product(back, root->still);
    return true;
}

/* Where the character is at a time, before anything is counted from the start: where the joint has gone from its rest,
   less what turning about the joint and not about the origin brings. */
static void place_at(const snw_root *root, double seconds, double yaw, double out[3]) {
    double local[4], turned[3];
    for (int i = 0; i < 3; ++i) out[i] = 0;
    if (root->translation) {
        snw_curve_exact(root->translation, seconds, local);
        for (int i = 0; i < 3; ++i) local[i] -= root->rest[i];
        apply(root->linear, local, out);
    }
    snw_turn(yaw, root->pivot, turned);
    for (int i = 0; i < 3; ++i) out[i] = root->axes[i] ? out[i] + (root->pivot[i] - turned[i]) : 0;
}

static void start_at(snw_root *root) {
    if (root->rotation) {
        facing none = { 1, 0 }, start = facing_at(root, 0);
        if (start.cosine < 0) start = (facing){ -start.cosine, -start.sine };
        root->heading = turn_between(none, start);
    }
    place_at(root, 0, root->heading, root->start);
    root->total = snw_root_at(root, root->length);
}

void snw_root_as(snw_root *root, const sinew_root_desc *desc, double length) {
    uint32_t axes = desc->axes ? desc->axes : SINEW_AXIS_X | SINEW_AXIS_Z;
    root->joint = desc->joint;
    root->out = desc->mode == SINEW_ROOT_MOTION;
    root->turns = desc->yaw;
    root->length = length;
    for (int i = 0; i < 3; ++i) root->axes[i] = axes >> i & 1;
}

bool snw_root_make(snw_root *root, const sinew_model *model, uint32_t index, const sinew_root_desc *desc,
                   snw_arena *arena) {
    const sinew_skeleton *skeleton = &model->skeleton;
    const snw_clip *clip = &model->clips[index];
    if (desc->mode == SINEW_ROOT_NONE || desc->joint >= skeleton->joint_count) return false;
    const sinew_transform *rest = &skeleton->rest[desc->joint];
    double above[4];
    *root = (snw_root){ 0 };
    snw_root_as(root, desc, clip->length);
    root->rest[0] = (double)rest->translation.x;
    root->rest[1] = (double)rest->translation.y;
    root->rest[2] = (double)rest->translation.z;
    double origin[3];
    climb(root, skeleton, above, origin);
    apply(root->linear, root->rest, root->pivot);
    for (int i = 0; i < 3; ++i) root->pivot[i] += origin[i];
    find_facing(root, rest, above);
    if (!find_still(root)) return false;
    root->translation = curve_of(clip, root->joint, SINEW_CHANNEL_TRANSLATION);
    if (root->turns) root->rotation = curve_of(clip, root->joint, SINEW_CHANNEL_ROTATION);
    if (root->rotation && !count_turns(root, arena)) return false;
    start_at(root);
    return true;
}

bool snw_roots_build(sinew_model *model) {
    snw_arena *arena = &model->arena;
    for (uint32_t i = 0; i < model->clip_count; ++i) {
        snw_clip *clip = &model->clips[i];
        if (clip->root.mode == SINEW_ROOT_NONE) continue;
        snw_root *root = snw_arena_array(arena, 1, sizeof *root);
        if (!root) return false;
        if (snw_root_make(root, model, i, &clip->root, arena)) clip->mover = root;
    }
    return !arena->failed;
}

/* ---- answers ---- */

bool snw_root_moves(const snw_root *root) { return root && root->out && (root->translation || root->rotation); }

snw_motion snw_root_at(const snw_root *root, double seconds) {
    snw_motion motion = { { 0, 0, 0 }, turned_at(root, seconds) };
    place_at(root, seconds, root->heading + motion.yaw, motion.move);
    for (int i = 0; i < 3; ++i) motion.move[i] -= root->start[i];
    snw_turn(-root->heading, motion.move, motion.move);
    return motion;
}

snw_motion snw_root_between(const snw_root *root, double from, double to, double loops) {
    snw_motion a = snw_root_at(root, from), b = snw_root_at(root, to);
    if (loops < 0 || loops > 0) {
        snw_motion passes = snw_motion_times(&root->total, loops);
        b = snw_motion_then(&passes, &b);
    }
    return snw_motion_between(&a, &b);
}

void snw_root_still(const snw_root *root, float translation[3], float rotation[4]) {
    if (translation) {
        double away[3];
        for (int i = 0; i < 3; ++i) away[i] = root->rest[i] - (double)translation[i];
        apply(root->still, away, away);
        for (int i = 0; i < 3; ++i) translation[i] = (float)((double)translation[i] + away[i]);
    }
    if (!rotation || !root->turns) return;
    double q[4];
    for (int i = 0; i < 4; ++i) q[i] = (double)rotation[i];
    facing f = facing_of(root, q);
    double length = sqrt(f.cosine * f.cosine + f.sine * f.sine);
    if (!(length > 1e-6)) return; /* upside down: it faces nowhere */
    double s = f.sine / length;
    const double back[4] = { -s * root->up[0], -s * root->up[1], -s * root->up[2], f.cosine / length };
    multiply(back, q, q);
    for (int i = 0; i < 4; ++i) rotation[i] = (float)q[i];
}
