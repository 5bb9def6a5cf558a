/* A walk over all that a layer plays during a piece of time: the stretch between two things that happen in an advance.
   In a piece parameters, blends and speeds stand still; clocks and fades move. Events, root motion and tracks stand on
   it, so that they follow the same clocks.

   Invariant: a walk changes nothing but the work space; visits come in the order of samples: the source's before the
   target's, then as in the file, a pair's delta after its base. */
#ifndef SNW_WALK_H
#define SNW_WALK_H

#include "advance/advance.h"

/* Fills work->visits for a piece of `seconds` from now, before the clocks move, and work->places for every play;
   returns how many visits there are. Clips that the rig lacks, and states that neither tell nor move, are left out.
   Cost: as that of giving out samples. */
uint32_t snw_walk(const snw_lane *lane, double seconds);
/* A play's weight in its layer, `seconds` into the piece that was walked. */
double snw_play_weight(const snw_lane *lane, uint32_t play, double seconds);
/* Where a play's own clock comes to in a piece. */
snw_clock snw_play_after(const snw_lane *lane, uint32_t play, double seconds);

#endif
