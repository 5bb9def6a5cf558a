/* Where something that is played stands, and the only code that wraps time.

   Invariant: a phase is in [0, 1) where it loops, in [0, 1] where it plays once, in [0, 2) where it goes there and
   back (its position is then 2 − phase above 1). Within 1e-9 of a wrap it is the wrap. */
#ifndef SNW_CLOCK_H
#define SNW_CLOCK_H

#include "bind/layout.h"

/* From 0 to 1: where in the motion it is. */
double snw_clock_position(const snw_clock *clock, snw_cycle cycle);
/* Puts it `progress` lengths into its play (>= 0); backwards: as far from the end. */
void snw_clock_start(snw_clock *clock, snw_cycle cycle, double progress, bool backwards);
/* Moves it by `lengths`, signed. */
void snw_clock_move(snw_clock *clock, snw_cycle cycle, double lengths);
/* Lengths to go, in the direction of play, until the position passes `at`: the next time from here on, 0 if it is
   there; then, the time after that is one more in a loop. `near`: closer than this is there. */
double snw_clock_ahead(const snw_clock *clock, snw_cycle cycle, double at, bool backwards, double near, bool *there);

/* From going round to playing once, and back: what stands at a wrap stands at the end, or start, that is ahead. */
void snw_clock_once(snw_clock *clock, bool backwards);
void snw_clock_loop(snw_clock *clock);

/* Wraps (folds) between two positions of one clock, signed; what does not fit is the most that does. */
int32_t snw_clock_loops(const snw_clock *before, const snw_clock *now);

/* The moment at which a piece ended: as the advance counts it, but never before what the piece told at its end. The two
   differ where an advance is so long that what is left of it is coarse. */
static inline double snw_now_after(double end, double counted) { return end > counted ? end : counted; }

/* Progress: lengths played, never down. */
void snw_progress_add(double *progress, int64_t *whole, double lengths);
void snw_play_progress(snw_play *play, double lengths);
double snw_play_total(const snw_play *play);

#endif
