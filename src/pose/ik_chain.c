/* A chain of any length. Invariant: joints lie the bones' lengths apart along unit directions, so lengths hold whatever
   the directions come to.

   The chain is turned as a whole, the shorter way, so that its end points at the target; what shape it then has depends
   on the target's distance alone (ik_shape.c). */
#include "pose/ik.h"

#define PASSES 64u
#define MOST_PASSES 256u

static void measure(snw_shape *s, const snw_path *path) {
    s->count = path->count - 1;
    s->length = 0.0;
    for (uint32_t i = 0; i < s->count; ++i) {
        snw_d3 bone = snw_d3_sub(snw_path_at(path, i + 1), snw_path_at(path, i));
        s->bone[i] = snw_d3_length(bone);
        s->direction[i] = snw_d3_unit(bone, 0.0, (snw_d3){ 1, 0, 0 });
        s->length += s->bone[i];
    }
}

/* A joint off the line between the ends, by which it is told to which side the chain bends: the one in the middle, or,
   where that is near the line as in an S, the one farthest off. */
static uint32_t middle_of(const snw_path *path, double length) {
    uint32_t middle = path->count / 2;
    snw_d3 root = snw_path_at(path, 0), whole = snw_d3_sub(snw_path_at(path, path->count - 1), root);
    snw_d3 line = snw_d3_unit(whole, 0.0, (snw_d3){ 0, 0, 0 });
    double most = snw_d3_length(snw_d3_across(snw_d3_sub(snw_path_at(path, middle), root), line));
    if (most > 0.02 * length) return middle;
    most = 0.02 * length;
    for (uint32_t i = 1; i + 1 < path->count; ++i) {
        double off = snw_d3_length(snw_d3_across(snw_d3_sub(snw_path_at(path, i), root), line));
        if (off > most) most = off, middle = i;
    }
    return middle;
}

/* What turns a bone and what hangs on it from where it is in the pose to where it is in the shape: by way of the line,
   so that no bone comes to where the shortest turn would be another one. Joints above have turned already. */
static void turn_joints(snw_path *path, const snw_shape *from, const snw_shape *to, snw_bend bend, snw_d3 along) {
    snw_d3 normal = snw_d3_cross(bend.along, bend.side);
    snw_dq whole = snw_dq_between(bend.along, along, normal), above = { 0, 0, 0, 1 };
    for (uint32_t i = 0; i < from->count; ++i) {
        if (!(from->bone[i] > 0.0)) continue;
        snw_dq line_to_old = snw_dq_between(bend.along, from->direction[i], normal);
        snw_dq line_to_new = snw_dq_between(bend.along, to->direction[i], normal);
        snw_dq turn = snw_dq_mul(whole, snw_dq_mul(line_to_new, snw_dq_conjugate(line_to_old)));
        snw_path_turn(path, i, snw_dq_mul(turn, snw_dq_conjugate(above)));
        above = turn;
    }
}

static sinew_result check(const sinew_ik_chain_desc *d, float weight) {
    if (d->end_mode > SINEW_IK_END_ROTATION) return SINEW_ERROR_ARGUMENT;
    if (!snw_vec3_finite(d->target) || !snw_finite(weight)) return SINEW_ERROR_RANGE;
    if (!(d->soft >= 0.0f && snw_finite(d->soft))) return SINEW_ERROR_RANGE;
    if (d->end_mode == SINEW_IK_END_ROTATION && !snw_quat_finite(d->rotation)) return SINEW_ERROR_RANGE;
    return SINEW_OK;
}

sinew_result sinew_ik_chain(sinew_pose *pose, const sinew_ik_chain_desc *desc, float weight, sinew_ik_result *result) {
    if (!pose || !desc) return SINEW_ERROR_ARGUMENT;
    sinew_result bad = check(desc, weight);
    if (bad) return bad;
    snw_path path;
    if (!snw_path_load(pose, desc->root, desc->end, &path) || path.count < 2) return SINEW_ERROR_ARGUMENT;
    uint32_t last = path.count - 1, made = 0;
    snw_shape shape;
    measure(&shape, &path);
    snw_bend bend = snw_bend_of(pose, &path, middle_of(&path, shape.length));
    snw_d3 target = snw_d3_of(desc->target), way = snw_d3_sub(target, snw_path_at(&path, 0));
    snw_d34 before = path.model[last];
    if (shape.length > 0.0) {
        uint32_t passes = desc->iterations ? desc->iterations : PASSES;
        double distance = snw_limb_eased(shape.length, snw_d3_length(way), (double)snw_unit(desc->soft));
        snw_d3 along = snw_d3_unit(way, 1e-9 * shape.length, bend.along);
        snw_shape old = shape;
        made = snw_shape_solve(&shape, bend, distance, passes < MOST_PASSES ? passes : MOST_PASSES);
        turn_joints(&path, &old, &shape, bend, along);
    }
    snw_path_end(&path, desc->end_mode, desc->rotation, &before);
    if (!snw_path_settle(&path)) return SINEW_ERROR_RANGE;
    double left = snw_d3_length(snw_d3_sub(snw_path_at(&path, last), target));
    if (result)
        *result = (sinew_ik_result){ .reached = left <= SNW_IK_NEAR * shape.length,
                                     .distance = snw_ik_float(left),
                                     .iterations = made };
    snw_path_write(pose, &path, weight, false);
    return SINEW_OK;
}
