/* Two bones to a target. Invariant: with bones of lengths a and b and the end at distance d, the middle lies x along
   the way there and h to the side, x = (d² + a² − b²) / 2d, h = √(a² − x²); d is kept in [|a − b|, a + b], so all of
   these are finite. Each bone is turned together with the limb's plane, so that a knee's axis stays its axis. */
#include "pose/ik.h"

/* Sine of the angle between the pole and the line to the target below which the pose's own plane has its say. */
#define POLE_IN_LINE 1e-3

double snw_limb_length(const snw_path *path, uint32_t middle) {
    snw_d3 p = snw_path_at(path, middle);
    return snw_d3_length(snw_d3_sub(p, snw_path_at(path, 0))) +
           snw_d3_length(snw_d3_sub(snw_path_at(path, path->count - 1), p));
}

/* Up to (1 − soft) × length the distance itself; from there along y / (1 + y) towards the length, with slope 1 at
   first, so that the middle joint comes to the line with a bounded speed. Written so that nothing cancels: where all of
   the length is eased, what is shown and the distance are nearly the same. */
double snw_limb_eased(double length, double distance, double soft) {
    double zone = length * soft, past = distance - (length - zone);
    if (past > 0.0 && zone > 0.0) return (length - zone) + zone * (past / (zone + past));
    return distance < length ? distance : length;
}

/* Which way the limb bends with its end in direction `along`. */
static snw_d3 side_of(const snw_limb *limb, snw_bend bend, snw_d3 root, snw_d3 along) {
    snw_bend turned = snw_bend_turned(bend, along);
    if (limb->pole_kind == SINEW_IK_POLE_NONE) return turned.side;
    snw_d3 pole = limb->pole_kind == SINEW_IK_POLE_POINT ? snw_d3_sub(limb->pole, root) : limb->pole;
    snw_d3 across = snw_d3_across(snw_d3_unit(pole, 0.0, along), along);
    double sine = snw_d3_length(across);
    if (!(sine > 1e-12)) return turned.side;
    double share = snw_smooth(sine / POLE_IN_LINE);
    snw_d3 mixed = snw_d3_along(snw_d3_scale(turned.side, 1.0 - share), share / sine, across);
    return snw_d3_unit(mixed, 1e-6, turned.side);
}

/* The turn that takes a bone's direction and the limb's plane, by its normal, to others. */
static snw_dq bone_turn(snw_d3 from, snw_d3 from_normal, snw_d3 to, snw_d3 to_normal) {
    snw_d3 n = snw_d3_unit(snw_d3_across(from_normal, from), 1e-9, snw_d3_any_across(from));
    snw_d3 m = snw_d3_unit(snw_d3_across(to_normal, to), 1e-9, snw_d3_any_across(to));
    snw_dq a = snw_dq_of_axes(from, n, snw_d3_cross(from, n)), b = snw_dq_of_axes(to, m, snw_d3_cross(to, m));
    return snw_dq_mul(b, snw_dq_conjugate(a));
}

static void stretch(snw_path *path, double factor) {
    for (uint32_t i = 1; i < path->count; ++i) path->translation[i] = snw_d3_scale(path->translation[i], factor);
    snw_path_forward(path, 1);
}

/* How far along and to the side the middle joint lies. */
static void triangle(double a, double b, double d, double *x, double *h) {
    *x = d > 0.0 ? 0.5 * (d + (a - b) * (a + b) / d) : 0.0;
    if (*x > a) *x = a;
    if (*x < -a) *x = -a;
    *h = sqrt((a - *x) * (a + *x));
}

bool snw_limb_solve(const sinew_pose *pose, snw_path *path, const snw_limb *limb) {
    snw_bend old = snw_bend_of(pose, path, limb->middle);
    snw_d3 root = snw_path_at(path, 0), middle = snw_path_at(path, limb->middle);
    snw_d3 upper = snw_d3_sub(middle, root), lower = snw_d3_sub(snw_path_at(path, path->count - 1), middle);
    double a = snw_d3_length(upper), b = snw_d3_length(lower), length = a + b;
    if (!(length > 0.0)) return false;
    snw_d3 way = snw_d3_sub(limb->target, root);
    double far = snw_d3_length(way), d = snw_limb_eased(length, far, limb->soft), factor = 1.0;
    snw_bend now = { snw_d3_unit(way, 1e-9 * length, old.along), old.side };
    now.side = side_of(limb, old, root, now.along);
    if (limb->stretch > 1.0 && far > d) {
        factor = far / d < limb->stretch ? far / d : limb->stretch;
        stretch(path, factor);
        a *= factor, b *= factor, d *= factor;
    }
    if (d < fabs(a - b)) d = fabs(a - b);
    double x, h;
    triangle(a, b, d, &x, &h);
    snw_d3 to_middle = snw_d3_along(snw_d3_scale(now.along, x), h, now.side);
    snw_d3 to_end = snw_d3_sub(snw_d3_scale(now.along, d), to_middle);
    snw_d3 old_normal = snw_d3_cross(old.along, old.side), normal = snw_d3_cross(now.along, now.side);
    snw_dq first =
        bone_turn(snw_d3_unit(upper, 0.0, old.along), old_normal, snw_d3_unit(to_middle, 0.0, now.along), normal);
    snw_dq second =
        bone_turn(snw_d3_unit(lower, 0.0, old.along), old_normal, snw_d3_unit(to_end, 0.0, now.along), normal);
    snw_path_turn(path, 0, first);
    snw_path_turn(path, limb->middle, snw_dq_mul(second, snw_dq_conjugate(first)));
    return factor > 1.0;
}

bool snw_pole_ok(sinew_ik_pole_kind kind, sinew_vec3 pole) {
    return kind == SINEW_IK_POLE_NONE || snw_vec3_finite(pole);
}

static sinew_result check(const sinew_ik_two_bone_desc *d, float weight) {
    if (d->pole_kind > SINEW_IK_POLE_DIRECTION || d->end_mode > SINEW_IK_END_ROTATION) return SINEW_ERROR_ARGUMENT;
    if (!snw_vec3_finite(d->target) || !snw_pole_ok(d->pole_kind, d->pole) || !snw_finite(weight))
        return SINEW_ERROR_RANGE;
    if (!(d->soft >= 0.0f && snw_finite(d->soft) && d->stretch >= 0.0f && snw_finite(d->stretch)))
        return SINEW_ERROR_RANGE;
    if (d->end_mode == SINEW_IK_END_ROTATION && !snw_quat_finite(d->rotation)) return SINEW_ERROR_RANGE;
    return SINEW_OK;
}

sinew_result sinew_ik_two_bone(sinew_pose *pose, const sinew_ik_two_bone_desc *desc, float weight,
                               sinew_ik_result *result) {
    if (!pose || !desc) return SINEW_ERROR_ARGUMENT;
    sinew_result bad = check(desc, weight);
    if (bad) return bad;
    snw_path path;
    if (!snw_path_load(pose, desc->root, desc->end, &path)) return SINEW_ERROR_ARGUMENT;
    uint32_t middle = snw_path_find(&path, desc->middle), last = path.count - 1;
    if (middle == 0 || middle >= last) return SINEW_ERROR_ARGUMENT;
    double length = snw_limb_length(&path, middle);
    snw_limb limb = { middle,
                      snw_d3_of(desc->target),
                      desc->pole_kind,
                      snw_d3_of(desc->pole),
                      (double)snw_unit(desc->soft),
                      (double)desc->stretch };
    snw_d34 before = path.model[last];
    bool stretched = snw_limb_solve(pose, &path, &limb);
    snw_path_end(&path, desc->end_mode, desc->rotation, &before);
    if (!snw_path_settle(&path)) return SINEW_ERROR_RANGE;
    double left = snw_d3_length(snw_d3_sub(snw_path_at(&path, last), limb.target));
    if (result) *result = (sinew_ik_result){ .reached = left <= SNW_IK_NEAR * length, .distance = snw_ik_float(left) };
    snw_path_write(pose, &path, weight, stretched);
    return SINEW_OK;
}
