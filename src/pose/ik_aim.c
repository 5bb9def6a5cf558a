/* Aiming. Invariant: the axis never leaves the cone about its direction in the pose. The turn that the joint is to have
   from its rotation in the pose is worked out first, inside the cone; each joint above takes its share of what is left
   of it, and the last joint, which cannot move its own place, the rest exactly. */
#include "pose/ik.h"

/* Kept clear of the limit, so that rounding to floats stays inside it. */
#define RIM 2e-6
/* Sine between the line of sight and up below which the roll fades. */
#define UP_IN_LINE 0.1
/* To find the roll, at most. */
#define ROUNDS 24

typedef struct aim {
    snw_d3 offset, target;
    snw_d3 start, eye;   /* in the pose, from the joint, in model space: the axis, and where the line of sight starts */
    snw_d3 up_start, up; /* the up axis in the pose, and where it is to lie */
    snw_dq before;       /* the joint's rotation in the pose */
    double limit;
    double weight;
    double near; /* targets nearer to the joint turn it less */
} aim;

/* What share of a turn takes a direction no farther than `most` from where it was. Turned by the share t of an angle φ,
   a direction at angle α from the turn's axis is sin(θ/2) = sin(tφ/2) sin α away; with φ at most π that grows with t.
 */
static double share_within(snw_dq turn, snw_d3 start, double most) {
    if (turn.w < 0.0) turn = (snw_dq){ -turn.x, -turn.y, -turn.z, -turn.w };
    snw_d3 goal = snw_dq_rotate(turn, start), axis = { turn.x, turn.y, turn.z };
    if (snw_atan2(snw_d3_length(snw_d3_cross(start, goal)), snw_d3_dot(start, goal)) <= most) return 1.0;
    double sine = snw_d3_length(axis), half = snw_atan2(sine, turn.w);
    double ratio = snw_sin(0.5 * most) * sine / snw_d3_length(snw_d3_cross(axis, start));
    return ratio < 1.0 ? snw_atan2(ratio, sqrt((1.0 - ratio) * (1.0 + ratio))) / half : 1.0;
}

/* How far what `turn` has brought there is to roll about the axis for up to lie towards up. */
static double roll_of(const aim *a, snw_dq turn, double weight) {
    const snw_d3 none = { 0, 0, 0 };
    snw_d3 axis = snw_dq_rotate(turn, a->start);
    snw_d3 is = snw_d3_across(snw_dq_rotate(turn, a->up_start), axis);
    snw_d3 to = snw_d3_across(snw_d3_unit(a->up, 0.0, none), axis);
    double fade = weight * snw_smooth(snw_d3_length(to) / UP_IN_LINE);
    if (!(snw_d3_length(is) > 1e-6 && fade > 0.0)) return 0.0;
    return fade * snw_atan2(snw_d3_dot(axis, snw_d3_cross(is, to)), snw_d3_dot(is, to));
}

/* The turn that aims with the line of sight starting at `eye`. The point of it that is as far away as the target is
   turned onto the target; where the eye is farther from the joint than the target none is, and the line passes as near
   as it can. */
static snw_dq sighted(const aim *a, snw_d3 eye, snw_d3 way, double weight) {
    double distance = snw_d3_length(way), ahead = snw_d3_dot(eye, a->start);
    double square = distance * distance - snw_d3_dot(eye, eye) + ahead * ahead;
    snw_d3 meets = snw_d3_along(eye, (square > 0.0 ? sqrt(square) : 0.0) - ahead, a->start);
    snw_d3 from = snw_d3_unit(meets, 0.0, a->start), to = snw_d3_unit(way, 0.0, from);
    snw_dq turn = snw_dq_between(from, to, snw_d3_any_across(from));
    return snw_dq_part(turn, weight * share_within(turn, a->start, a->limit));
}

/* The turn from the pose that the joint is to have where it is now: a roll about the axis, then one that aims. A roll
   moves an eye that is not on the axis, and with it the turn that aims, and with that the roll: found in a few rounds,
   each of which is nearer by the offset's share of the distance. */
static snw_dq wanted(const snw_path *path, const aim *a) {
    snw_d3 way = snw_d3_sub(a->target, snw_path_at(path, path->count - 1));
    double weight = a->weight * snw_smooth((snw_d3_length(way) / a->near - 0.1) / 0.9), roll = 0.0;
    for (int round = 0;; ++round) {
        double s = snw_sin(0.5 * roll);
        snw_dq rolled = { a->start.x * s, a->start.y * s, a->start.z * s, snw_cos(0.5 * roll) };
        snw_dq turn = sighted(a, snw_dq_rotate(rolled, a->eye), way, weight);
        double next = roll_of(a, turn, weight);
        if (fabs(next - roll) < 1e-9 || round == ROUNDS) return snw_dq_mul(turn, rolled);
        roll = next;
    }
}

/* What is left of the turn, by its share. */
static void turn_by(snw_path *path, uint32_t index, const aim *a, double share) {
    snw_dq now = snw_dq_mul(snw_d34_rotation(&path->model[path->count - 1]), snw_dq_conjugate(a->before));
    snw_path_turn(path, index, snw_dq_part(snw_dq_mul(wanted(path, a), snw_dq_conjugate(now)), share));
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
}

static snw_d3 axis_of(const snw_path *path, sinew_vec3 axis, snw_d3 usual) {
    return snw_d3_unit(snw_d34_vector(&path->model[path->count - 1], snw_d3_unit(snw_d3_of(axis), 0.0, usual)), 0.0,
                       usual);
}

/* The aim as the desc has it, for this pose. */
static aim aim_of(const sinew_pose *pose, const sinew_ik_aim_desc *desc, const snw_path *path) {
    const snw_d3 z = { 0, 0, 1 }, none = { 0, 0, 0 };
    const double pi = 3.14159265358979323846, limit = (double)desc->limit;
    const snw_d34 *model = &path->model[path->count - 1];
    return (aim){ .offset = snw_d3_of(desc->offset),
                  .target = snw_d3_of(desc->target),
                  .start = axis_of(path, desc->axis, z),
                  .eye = snw_d34_vector(model, snw_d3_of(desc->offset)),
                  .up_start = axis_of(path, desc->up_axis, none),
                  .up = snw_d3_of(desc->up),
                  .before = snw_d34_rotation(model),
                  .limit = !(limit > 0.0) || limit >= pi ? pi
                           : limit > RIM                 ? limit - RIM
                                                         : 0.0,
                  .weight = 1.0,
                  .near = 1e-4 * (double)sinew_model_size(pose->model) };
}

/* How far the line of sight is from the target. */
static sinew_ik_result measure(const snw_path *path, const sinew_ik_aim_desc *desc, const aim *a) {
    uint32_t last = path->count - 1;
    snw_d3 eye = snw_d3_add(snw_path_at(path, last), snw_d34_vector(&path->model[last], a->offset));
    snw_d3 axis = axis_of(path, desc->axis, (snw_d3){ 0, 0, 1 }), way = snw_d3_sub(a->target, eye);
    double aside = snw_d3_length(snw_d3_cross(axis, way)), ahead = snw_d3_dot(axis, way);
    double angle = snw_atan2(aside, ahead);
    bool there = snw_d3_length(way) > 0.0 && angle <= SNW_IK_NEAR;
    return (sinew_ik_result){ .reached = there,
                              .distance = snw_ik_float(ahead > 0.0 ? aside : snw_d3_length(way)),
                              .angle = (float)angle };
}

sinew_result sinew_ik_aim(sinew_pose *pose, const sinew_ik_aim_desc *desc, float weight, sinew_ik_result *result) {
    if (!pose || !desc) return SINEW_ERROR_ARGUMENT;
    sinew_result bad = check(desc, weight);
    if (bad) return bad;
    snw_path path, full;
    if (!load(pose, desc, &path)) return SINEW_ERROR_ARGUMENT;
    aim a = aim_of(pose, desc, &path);
    full = path;
    solve(&full, desc, &a);
    if (!snw_path_settle(&full)) return SINEW_ERROR_RANGE;
    if (result) *result = measure(&full, desc, &a);
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
