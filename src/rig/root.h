/* How a clip moves the character: its root joint's movement taken apart from its pose.

   Invariant: in double and with math/trig.h alone, so the same bits on every machine. The joint's ancestors count as at
   rest. For every time: what is left in the pose (snw_root_still), put where the motion has led since the clip's start,
   is what the clip shows, less the place and heading at which it starts. */
#ifndef SNW_RIG_ROOT_H
#define SNW_RIG_ROOT_H

#include "math/motion.h"
#include "rig/rig.h"

struct snw_root {
    uint32_t joint; /* breadth first */
    bool out;       /* comes out as root motion; else it goes nowhere */
    bool turns;     /* its turn about the up axis too */
    bool axes[3];   /* of model space */
    double length;
    const sinew_curve *translation, *rotation; /* NULL: at rest. rotation only where it turns */
    double linear[9];                          /* the ancestors' rest: a local move as one of model space */
    double still[9];                           /* of a local move what the marked axes take away */
    double rest[3];                            /* local translation at rest */
    double pivot[3];                           /* the joint in model space at rest: what it turns about */
    double up[3];                              /* the up axis among the ancestors */
    double facing[2][4];  /* cosine and sine of half the turn about up since rest, each linear in the local rotation */
    const double *turned; /* of each key of the rotation: turned by since the first, past half a turn too */
    double heading;       /* turned by since rest at the clip's start */
    double start[3];      /* where it is then */
    snw_motion total;     /* over the length */
};

/* False: the desc takes nothing away, or the ancestors' rest has no inverse, or memory ran out (arena->failed). `desc`
   names its joint breadth first. */
bool snw_root_make(snw_root *root, const sinew_model *model, uint32_t clip, const sinew_root_desc *desc,
                   snw_arena *arena);
/* What the desc alone says. */
void snw_root_as(snw_root *root, const sinew_root_desc *desc, double length);
/* Those of all clips, as a part of sinew_model_create. */
bool snw_roots_build(sinew_model *model);
/* Whether anything comes out. */
bool snw_root_moves(const snw_root *root);
/* Where the clip has led since its start. Cost: O(log keys). */
snw_motion snw_root_at(const snw_root *root, double seconds);
/* From one time to another, with `loops` whole passes between them. */
snw_motion snw_root_between(const snw_root *root, double from, double to, double loops);
/* Takes the motion out of the joint's local values as the clip has them; either may be NULL. */
void snw_root_still(const snw_root *root, float translation[3], float rotation[4]);

#endif
