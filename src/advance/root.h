/* What the parts of root motion share: a piece of time in which some clips go their ways.
   Invariant: clocks stand as at the piece's start until it has been added. */
#ifndef SNW_ROOT_MOTION_H
#define SNW_ROOT_MOTION_H

#include "advance/advance.h"

typedef struct snw_root_part {
    const sinew_binding *binding;
    snw_work *work;
    const snw_visit *visits;
    uint32_t count;
    double seconds;
    double layer; /* what the layer weighs, > 0 */
    bool covers;  /* it goes over what lies below, and does not only add to it */
    bool fades;   /* weights change: these two say what they are in the mean of [from, to] of the piece, what is held
                     only where it covers */
    double (*weight)(const void *user, const snw_visit *visit, double from, double to);
    double (*held)(const void *user, double from, double to);
    const void *user;
} snw_root_part;

/* root.c: adds a piece. */
void snw_root_add(const snw_root_part *part);
/* root.c: puts a layer that has been advanced over what those below it move the character by. */
void snw_root_layer(const sinew_binding *binding, snw_work *work);
/* root.c: what all layers moved it by; nothing has moved after it. */
snw_motion snw_root_take(snw_work *work);

/* root_part.c: a layer's piece that was just walked; a track's. */
void snw_root_walked(const snw_lane *lane, double seconds);
void snw_root_track(const snw_track *track, double seconds);

#endif
