/* Whether a clip has a foot on the ground. Invariant: with two bounds, one to begin touching and a wider one to end it,
   a foot near a bound does not flicker. */
#include "pose/ik.h"

#define WIDER 1.5

static sinew_result check(const sinew_ik_touch_desc *d, double seconds, snw_place *place) {
    if (!(d->height >= 0.0f && snw_finite(d->height) && d->speed >= 0.0f && snw_finite(d->speed)))
        return SINEW_ERROR_RANGE;
    if (!(seconds >= 0.0 && seconds - seconds == 0.0)) return SINEW_ERROR_RANGE;
    return snw_place_of(&d->place, place) ? SINEW_OK : SINEW_ERROR_RANGE;
}

sinew_result sinew_ik_touch(const sinew_pose *pose, const sinew_ik_touch_desc *desc, sinew_ik_foot_state *state,
                            double seconds, bool *touching) {
    if (!pose || !desc || !state || !touching || desc->joint >= pose->joint_count) return SINEW_ERROR_ARGUMENT;
    snw_place place;
    sinew_result bad = check(desc, seconds, &place);
    if (bad) return bad;
    snw_d34 now = snw_joint_matrix(pose, desc->joint, false), rest = snw_joint_matrix(pose, desc->joint, true);
    snw_d3 world = snw_place_world(&place, snw_d34_column(&now, 3));
    if (!snw_d3_finite(world)) return SINEW_ERROR_RANGE;
    double size = (double)sinew_model_size(pose->model), wider = state->touching ? WIDER : 1.0;
    double height = wider * (desc->height > 0.0f ? (double)desc->height : size / 50.0);
    double speed = wider * (desc->speed > 0.0f ? (double)desc->speed : size / 4.0);
    snw_d3 last = { state->last[0], state->last[1], state->last[2] };
    bool low = now.m[7] - rest.m[7] <= height;
    snw_d3 moved = { world.x - last.x, 0, world.z - last.z }; /* up and down it is the height that counts */
    bool slow = !state->seen || snw_d3_length(moved) <= speed * seconds;
    if (!(state->seen && seconds <= 0.0)) state->touching = low && slow;
    state->last[0] = world.x, state->last[1] = world.y, state->last[2] = world.z;
    state->seen = 1;
    *touching = state->touching;
    return SINEW_OK;
}
