/* Moves over the ground: see motion.h. Sums of turned steps are geometric series of unit complex numbers. */
#include "motion.h"

#include "trig.h"

#include <math.h>

/* 2π as a sum of two. */
#define ROUND_HIGH 0x1.921fb54442d18p+2
#define ROUND_LOW 0x1.1a62633145c07p-52

void snw_turn(double yaw, const double v[3], double out[3]) {
    double c = 1, s = 0;
    if (yaw < 0 || yaw > 0) {
        c = snw_cos(yaw);
        s = snw_sin(yaw);
    }
    double x = v[0], z = v[2];
    out[0] = x * c + z * s;
    out[1] = v[1];
    out[2] = z * c - x * s;
}

snw_motion snw_motion_then(const snw_motion *a, const snw_motion *b) {
    snw_motion out = { { 0, 0, 0 }, a->yaw + b->yaw };
    snw_turn(a->yaw, b->move, out.move);
    for (int i = 0; i < 3; ++i) out.move[i] += a->move[i];
    return out;
}

snw_motion snw_motion_between(const snw_motion *a, const snw_motion *b) {
    snw_motion out = { { b->move[0] - a->move[0], b->move[1] - a->move[1], b->move[2] - a->move[2] }, b->yaw - a->yaw };
    snw_turn(-a->yaw, out.move, out.move);
    return out;
}

/* yaw less the whole turns in it, in [−π, π]. */
static double within_turn(double yaw) {
    double turns = snw_floor(yaw / ROUND_HIGH + 0.5);
    return (yaw - turns * ROUND_HIGH) - turns * ROUND_LOW;
}

/* n steps, each turned by `yaw` more than the one before, are one step made longer by `length` and turned by the
   mean of their turns. */
static double series(double yaw, double n, double *turned) {
    double rest = within_turn(yaw);
    double half = snw_sin(rest / 2);
    *turned = rest * (n - 1) / 2;
    return half < 0 || half > 0 ? snw_sin(n * rest / 2) / half : n;
}

snw_motion snw_motion_times(const snw_motion *motion, double n) {
    double turned, length = series(motion->yaw, n, &turned);
    snw_motion out = { { motion->move[0] * length, motion->move[1] * n, motion->move[2] * length }, motion->yaw * n };
    snw_turn(turned, out.move, out.move);
    return out;
}

/* ---- arcs: a bend of `yaw` and length l has a chord of l·sin(yaw/2)/(yaw/2), turned by yaw/2 ---- */

/* What the way there bends by: past half a turn there is no one arc, and the mean is only a fair one. */
static double bend_of(double yaw) {
    return yaw > ROUND_HIGH / 2 ? ROUND_HIGH / 2 : yaw < -ROUND_HIGH / 2 ? -ROUND_HIGH / 2 : yaw;
}

static double chord(double yaw) {
    double half = yaw / 2;
    return fabs(half) > 1e-4 ? snw_sin(half) / half : 1 - half * half / 6;
}

snw_arc snw_arc_of(const snw_motion *motion) {
    double bend = bend_of(motion->yaw), share = chord(bend);
    snw_arc arc = { { motion->move[0] / share, motion->move[1], motion->move[2] / share }, motion->yaw };
    snw_turn(-bend / 2, arc.move, arc.move);
    return arc;
}

snw_motion snw_arc_end(const snw_arc *arc) {
    double bend = bend_of(arc->yaw), share = chord(bend);
    snw_motion motion = { { arc->move[0] * share, arc->move[1], arc->move[2] * share }, arc->yaw };
    snw_turn(bend / 2, motion.move, motion.move);
    return motion;
}
