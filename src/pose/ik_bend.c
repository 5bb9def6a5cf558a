/* To which side a limb bends. Invariant: both directions are finite, of unit length and at right angles whatever the
   limb is like: straight, folded up, or of joints that lie in one point. */
#include "pose/ik.h"

/* The middle's offset from the line, as a share of the limb, below which the rest pose begins to have its say. */
#define STRAIGHT 0.01

typedef struct corners {
    snw_d3 root, middle, end;
} corners;

static corners corners_of(const snw_path *path, uint32_t middle) {
    return (corners){ snw_path_at(path, 0), snw_path_at(path, middle), snw_path_at(path, path->count - 1) };
}

/* Of all bones, so that a limb whose middle and ends lie together has a size. */
static double size_of(const snw_path *path) {
    double size = 0.0;
    for (uint32_t i = 1; i < path->count; ++i)
        size += snw_d3_length(snw_d3_sub(snw_path_at(path, i), snw_path_at(path, i - 1)));
    return size;
}

/* Directions as the limb has them at rest, seen with the root joint turned as it is now. */
static snw_bend at_rest(const sinew_pose *pose, const snw_path *path, uint32_t middle) {
    snw_path rest;
    snw_path_rest(pose, path, &rest);
    corners c = corners_of(&rest, middle);
    snw_d3 upper = snw_d3_sub(c.middle, c.root), whole = snw_d3_sub(c.end, c.root), y = { 0, 1, 0 };
    double size = size_of(&rest);
    snw_bend bend;
    bend.along = snw_d3_unit(whole, 1e-6 * size, snw_d3_unit(upper, 0.0, y));
    snw_d3 fixed = snw_d3_any_across(bend.along);
    bend.side = snw_d3_unit(snw_d3_across(upper, bend.along), 1e-3 * size, fixed);
    /* From the rest pose's root joint to the pose's. */
    snw_dq turn = snw_dq_mul(snw_d34_rotation(&path->model[0]), snw_dq_conjugate(snw_d34_rotation(&rest.model[0])));
    return (snw_bend){ snw_dq_rotate(turn, bend.along), snw_dq_rotate(turn, bend.side) };
}

snw_bend snw_bend_of(const sinew_pose *pose, const snw_path *path, uint32_t middle) {
    corners c = corners_of(path, middle);
    snw_d3 upper = snw_d3_sub(c.middle, c.root), whole = snw_d3_sub(c.end, c.root);
    double size = size_of(path), length = snw_d3_length(whole);
    if (length > 1e-6 * size) {
        snw_d3 along = snw_d3_scale(whole, 1.0 / length);
        snw_d3 side = snw_d3_across(upper, along);
        double off = snw_d3_length(side);
        if (off >= STRAIGHT * size) return (snw_bend){ along, snw_d3_scale(side, 1.0 / off) };
    }
    snw_bend rest = at_rest(pose, path, middle);
    snw_bend bend = { snw_d3_unit(whole, 1e-6 * size, rest.along), rest.side };
    snw_d3 fallback = snw_d3_unit(snw_d3_across(rest.side, bend.along), 1e-6, snw_d3_any_across(bend.along));
    snw_d3 side = snw_d3_across(upper, bend.along);
    double off = snw_d3_length(side);
    double share = off > 1e-9 * size ? snw_smooth(off / (STRAIGHT * size)) : 0.0;
    snw_d3 mixed = snw_d3_scale(fallback, 1.0 - share);
    if (share > 0.0) mixed = snw_d3_along(mixed, share / off, side);
    bend.side = snw_d3_unit(mixed, 1e-6, fallback);
    return bend;
}

snw_bend snw_bend_turned(snw_bend bend, snw_d3 along) {
    snw_dq turn = snw_dq_between(bend.along, along, snw_d3_cross(bend.along, bend.side));
    snw_d3 side = snw_d3_across(snw_dq_rotate(turn, bend.side), along);
    return (snw_bend){ along, snw_d3_unit(side, 1e-6, snw_d3_any_across(along)) };
}
