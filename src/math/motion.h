/* Moves over the ground: a translation and a turn about the up axis (y), as root motion composes them.

   Invariant: the same bits on every machine, like trig.h. A motion says where something ends up, in the frame in which
   it stood; the next one goes on from there. The yaw is not reduced: two turns round are 4π. */
#ifndef SNW_MATH_MOTION_H
#define SNW_MATH_MOTION_H

#include <stdbool.h>

typedef struct snw_motion {
    double move[3];
    double yaw; /* radians, counter-clockwise from above */
} snw_motion;

/* v turned by `yaw` about y; in place is fine. */
void snw_turn(double yaw, const double v[3], double out[3]);
/* First a, then b. */
snw_motion snw_motion_then(const snw_motion *a, const snw_motion *b);
/* What leads from a to b: then(a, between(a, b)) is b. */
snw_motion snw_motion_between(const snw_motion *a, const snw_motion *b);
/* The motion done n times over; n below 0 undoes it. Closed form, so that its error does not grow with n but for the
   rounding of the whole yaw. */
snw_motion snw_motion_times(const snw_motion *motion, double n);

/* ---- means ----
   A motion as the steady course that leads there: how it moves and turns meanwhile. Courses may be added and weighted:
   half of a walk round a corner goes half as far along the same bend. Motions of more than half a turn had better be
   cut first: what several of them come to is then only bounded, though one alone still leads where it did. */
typedef struct snw_arc {
    double move[3];
    double yaw;
} snw_arc;

snw_arc snw_arc_of(const snw_motion *motion);
snw_motion snw_arc_end(const snw_arc *arc);

#endif
