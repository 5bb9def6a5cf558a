/* Holding a planted foot, and letting it go. Invariant: what is shown is the lock, or the goal plus an offset that only
   shrinks; a foot changes from the one to the other where both are in the same place, so it never jumps. Locks and
   offsets are in world space, where the ground stands still. */
#include "pose/ik.h"

static snw_d3 vector_of(const double v[3]) { return (snw_d3){ v[0], v[1], v[2] }; }

static snw_dq to_model(const snw_place *place, sinew_quat world) {
    return snw_dq_mul(snw_dq_conjugate(place->rotation), snw_dq_of(world));
}

/* Remembers what the goal is off by from the lock. An offset of more than twice what is allowed is a teleport. */
static void let_go(sinew_ik_foot_state *s, const snw_place *place, const snw_foot_goal *goal, snw_d3 off) {
    snw_d3 world = snw_dq_rotate(place->rotation, snw_d3_scale(off, place->scale));
    s->locked = 0;
    s->letting_go = snw_d3_length(off) <= 2.0 * goal->max_distance && snw_d3_length(world) < (double)FLT_MAX;
    s->since = 0.0f;
    if (!s->letting_go) return;
    s->offset = (sinew_vec3){ (float)world.x, (float)world.y, (float)world.z };
    s->offset_turn = (sinew_quat){ 0, 0, 0, 1 };
    if (goal->lock_turn) {
        snw_dq goal_turn = snw_dq_mul(place->rotation, goal->rotation);
        s->offset_turn = snw_dq_float(snw_dq_mul(snw_dq_of(s->lock_turn), snw_dq_conjugate(goal_turn)));
    }
}

/* The goal plus what is left of the offset. */
static void ease(const sinew_ik_foot_state *s, const snw_place *place, double release, snw_foot_goal *goal) {
    double left = 1.0 - snw_smooth((double)s->since / release);
    snw_d3 offset = snw_dq_rotate(snw_dq_conjugate(place->rotation), snw_d3_of(s->offset));
    goal->position = snw_d3_along(goal->position, left / place->scale, offset);
    snw_dq turn = snw_dq_part(snw_dq_unit(snw_dq_of(s->offset_turn)), left);
    snw_dq world = snw_dq_mul(turn, snw_dq_mul(place->rotation, goal->rotation));
    goal->rotation = snw_dq_mul(snw_dq_conjugate(place->rotation), world);
}

static void lock(sinew_ik_foot_state *s, const snw_place *place, const snw_foot_goal *goal) {
    snw_d3 world = snw_place_world(place, goal->position);
    s->lock[0] = world.x, s->lock[1] = world.y, s->lock[2] = world.z;
    s->lock_turn = snw_dq_float(snw_dq_mul(place->rotation, goal->rotation));
    s->locked = 1;
    s->letting_go = 0;
}

static double distance(snw_d3 a, snw_d3 b) { return snw_d3_length(snw_d3_sub(a, b)); }

void snw_foot_hold(sinew_ik_foot_state *s, const snw_place *place, double seconds, double release,
                   snw_foot_goal *goal) {
    snw_d3 clip = goal->position;
    if (s->locked) {
        snw_d3 held = snw_place_model(place, vector_of(s->lock));
        bool near = distance(held, clip) <= goal->max_distance && distance(held, goal->root) <= goal->reach;
        if (!goal->planted || !near) let_go(s, place, goal, snw_d3_sub(held, clip));
    } else if (s->letting_go) {
        double since = (double)s->since + seconds;
        s->letting_go = since < release;
        s->since = s->letting_go ? (float)since : 0.0f; /* else it may be too long for a float */
    }
    if (s->letting_go) ease(s, place, release, goal);
    /* Planted anew it is held where it is; planted still, only when it has come to the clip. */
    bool may = goal->planted && !s->locked && (!s->letting_go || !s->planted);
    if (may && distance(goal->position, clip) <= goal->max_distance &&
        distance(goal->position, goal->root) <= goal->reach)
        lock(s, place, goal);
    s->planted = goal->planted;
    if (!s->locked) return;
    goal->position = snw_place_model(place, vector_of(s->lock));
    if (goal->lock_turn) goal->rotation = to_model(place, s->lock_turn);
}
