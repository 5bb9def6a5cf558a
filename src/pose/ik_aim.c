/* Aiming. Invariant: the axis never leaves the cone about its direction in the pose. The direction that it is to have is
   worked out first, inside the cone; each joint above takes its share of the way there, and the last joint, which cannot
   move its own place, the rest exactly. */
#include "pose/ik.h"

/* Kept clear of the limit, so that rounding to floats stays inside it. */
#define RIM 2e-6
/* Sine between the line of sight and up below which the roll fades. */
#define UP_IN_LINE 0.1

typedef struct aim {
    snw_d3 axis, offset, target; /* axis and offset in the joint's own frame */
    snw_d3 start;                /* where the axis points in the pose */
    double limit;
    double weight;
    double near; /* targets nearer to the joint turn it less */
} aim;

/* Where the axis points in model space. */
static snw_d3 axis_of(const snw_path *path, const aim *a, snw_d3 other) {
    return snw_d3_unit(snw_d34_vector(&path->model[path->count - 1], a->axis), 0.0, other);
}

/* Toward the direction that `to` lies in, not farther from `from` than `most`. */
static snw_d3 within(snw_d3 from, snw_d3 to, double share, double most) {
    snw_d3 c = snw_d3_cross(from, to);
    double angle = snw_atan2(snw_d3_length(c), snw_d3_dot(from, to)) * share;
    if (angle > most) angle = most;
    snw_d3 side = snw_d3_unit(snw_d3_across(to, from), 1e-9, snw_d3_any_across(from));
    return snw_d3_along(snw_d3_scale(from, snw_cos(angle)), snw_sin(angle), side);
}

/* The direction that the axis is to have with the joint where it is now: the one in which the line from the offset meets
   the target. The point of that line at the target's distance is turned onto the target; where the offset is farther
   off than the target, none is, and the line passes as near as it can. */
static snw_d3 wanted(const snw_path *path, const aim *a) {
    uint32_t last = path->count - 1;
    snw_d3 axis = axis_of(path, a, a->start), way = snw_d3_sub(a->target, snw_path_at(path, last));
    snw_d3 offset = snw_d34_vector(&path->model[last], a->offset);
    double distance = snw_d3_length(way), ahead = snw_d3_dot(offset, axis);
    double square = distance * distance - snw_d3_dot(offset, offset) + ahead * ahead;
    snw_d3 meets = snw_d3_along(offset, (square > 0.0 ? sqrt(square) : 0.0) - ahead, axis);
    snw_d3 from = snw_d3_unit(meets, 0.0, axis), to = snw_d3_unit(way, 0.0, from);
    snw_d3 goal = snw_dq_rotate(snw_dq_between(from, to, snw_d3_any_across(from)), axis);
    double share = a->weight * snw_smooth((distance / a->near - 0.1) / 0.9);
    return within(a->start, goal, share, a->limit);
}

static void turn_by(snw_path *path, uint32_t index, const aim *a, double share) {
    snw_d3 now = axis_of(path, a, a->start);
    snw_dq turn = snw_dq_between(now, wanted(path, a), snw_d3_any_across(now));
    snw_path_turn(path, index, share < 1.0 ? snw_dq_part(turn, share) : turn);
}

/* Rolls the last joint about its axis until its up lies towards `up`. */
static void roll(snw_path *path, const aim *a, snw_d3 up_axis, snw_d3 up) {
    uint32_t last = path->count - 1;
    snw_d3 none = { 0, 0, 0 }, axis = axis_of(path, a, a->start);
    snw_d3 is = snw_d3_across(snw_d3_unit(snw_d34_vector(&path->model[last], up_axis), 0.0, none), axis);
    snw_d3 to = snw_d3_across(snw_d3_unit(up, 0.0, none), axis);
    double sine = snw_d3_length(is), fade = snw_smooth(snw_d3_length(to) / UP_IN_LINE);
    if (!(sine > 1e-6 && fade > 0.0)) return;
    double half = 0.5 * a->weight * fade * snw_atan2(snw_d3_dot(axis, snw_d3_cross(is, to)), snw_d3_dot(is, to));
    double s = snw_sin(half);
    snw_path_turn(path, last, (snw_dq){ axis.x * s, axis.y * s, axis.z * s, snw_cos(half) });
}

static sinew_result check(const sinew_ik_aim_desc *d, float weight) {
    if (!snw_vec3_finite(d->axis) || !snw_vec3_finite(d->offset) || !snw_vec3_finite(d->target) ||
        !snw_vec3_finite(d->up_axis) || !snw_vec3_finite(d->up) || !snw_finite(weight))
        return SINEW_ERROR_RANGE;
    if (!(d->limit >= 0.0f && snw_finite(d->limit))) return SINEW_ERROR_RANGE;
    if (d->above >= SINEW_IK_MAX_JOINTS) return SINEW_ERROR_ARGUMENT;
    for (uint32_t i = 0; d->shares && i < d->above; ++i)
        if (!snw_finite(d->shares[i])) return SINEW_ERROR_RANGE;
    return SINEW_OK;
}

static bool load(const sinew_pose *pose, const sinew_ik_aim_desc *desc, snw_path *path) {
    uint32_t top = desc->joint;
    for (uint32_t i = 0; i < desc->above; ++i) {
        if (top >= pose->joint_count) return false;
        top = pose->model->skeleton.parent[top];
    }
    return snw_path_load(pose, top, desc->joint, path);
}

static void solve(snw_path *path, const sinew_ik_aim_desc *desc, const aim *a) {
    for (uint32_t i = 0; i < desc->above; ++i)
        turn_by(path, i, a, desc->shares ? (double)snw_unit(desc->shares[i]) : 1.0 / (double)(desc->above + 1 - i));
    turn_by(path, desc->above, a, 1.0);
    roll(path, a, snw_d3_of(desc->up_axis), snw_d3_of(desc->up));
}

/* How far the line of sight is from the target. */
static sinew_ik_result measure(const snw_path *path, const aim *a) {
    uint32_t last = path->count - 1;
    snw_d3 eye = snw_d3_add(snw_path_at(path, last), snw_d34_vector(&path->model[last], a->offset));
    snw_d3 axis = axis_of(path, a, a->start), way = snw_d3_sub(a->target, eye);
    double aside = snw_d3_length(snw_d3_cross(axis, way)), ahead = snw_d3_dot(axis, way);
    double angle = snw_atan2(aside, ahead);
    bool there = snw_d3_length(way) > 0.0 && angle <= SNW_IK_NEAR;
    return (sinew_ik_result){ .reached = there, .distance = (float)(ahead > 0.0 ? aside : snw_d3_length(way)),
                              .angle = (float)angle };
}

sinew_result sinew_ik_aim(sinew_pose *pose, const sinew_ik_aim_desc *desc, float weight, sinew_ik_result *result) {
    if (!pose || !desc) return SINEW_ERROR_ARGUMENT;
    sinew_result bad = check(desc, weight);
    if (bad) return bad;
    snw_path path, full;
    if (!load(pose, desc, &path)) return SINEW_ERROR_ARGUMENT;
    const snw_d3 z = { 0, 0, 1 };
    aim a = { .axis = snw_d3_unit(snw_d3_of(desc->axis), 0.0, z), .offset = snw_d3_of(desc->offset),
              .target = snw_d3_of(desc->target), .weight = 1.0, .near = 1e-4 * (double)sinew_model_size(pose->model) };
    a.start = axis_of(&path, &a, z);
    const double pi = 3.14159265358979323846;
    double limit = (double)desc->limit;
    a.limit = !(limit > 0.0) || limit >= pi ? pi : limit > RIM ? limit - RIM : 0.0;
    full = path;
    solve(&full, desc, &a);
    if (!snw_path_settle(&full)) return SINEW_ERROR_RANGE;
    if (result) *result = measure(&full, &a);
    if (!(weight > 0.0f)) return SINEW_OK;
    if (weight < 1.0f) {
        /* A share of the way, not a mix of rotations: along the way the axis is inside the cone. */
        a.weight = (double)weight;
        solve(&path, desc, &a);
        if (!snw_path_settle(&path)) return SINEW_ERROR_RANGE;
        full = path;
    }
    snw_path_write(pose, &full, 1.0f, false);
    return SINEW_OK;
}
