/* Where a character stands in the world. Invariant: a place's zeros mean unturned and scale 1, so a zeroed one is the
   origin. Positions are doubles: far from the origin a float is coarser than a held foot may move. */
#include "pose/ik.h"

static bool is_finite(double x) { return x - x == 0.0; }

bool snw_place_of(const sinew_ik_place *place, snw_place *out) {
    const double *p = place->position;
    if (!(is_finite(p[0]) && is_finite(p[1]) && is_finite(p[2]) && snw_quat_finite(place->rotation) &&
          snw_finite(place->scale)))
        return false;
    *out = (snw_place){ { p[0], p[1], p[2] },
                        snw_dq_unit(snw_dq_of(place->rotation)),
                        place->scale > 0.0f || place->scale < 0.0f ? (double)place->scale : 1.0 };
    return true;
}

snw_d3 snw_place_world(const snw_place *place, snw_d3 p) {
    return snw_d3_along(place->position, place->scale, snw_dq_rotate(place->rotation, p));
}

snw_d3 snw_place_model(const snw_place *place, snw_d3 p) {
    snw_d3 turned = snw_dq_rotate(snw_dq_conjugate(place->rotation), snw_d3_sub(p, place->position));
    return snw_d3_scale(turned, 1.0 / place->scale);
}

sinew_result sinew_ik_place_move(sinew_ik_place *place, const sinew_root_step *root) {
    snw_place now;
    if (!place || !root) return SINEW_ERROR_ARGUMENT;
    const double *t = root->translation;
    if (!snw_place_of(place, &now) || !(is_finite(t[0]) && is_finite(t[1]) && is_finite(t[2]) && is_finite(root->yaw)))
        return SINEW_ERROR_RANGE;
    snw_d3 there = snw_place_world(&now, (snw_d3){ t[0], t[1], t[2] });
    if (!snw_d3_finite(there)) return SINEW_ERROR_RANGE;
    snw_dq yaw = { 0, snw_sin(0.5 * root->yaw), 0, snw_cos(0.5 * root->yaw) };
    place->position[0] = there.x, place->position[1] = there.y, place->position[2] = there.z;
    place->rotation = snw_dq_float(snw_dq_unit(snw_dq_mul(now.rotation, yaw)));
    place->scale = (float)now.scale;
    return SINEW_OK;
}
