/* sinew/root.h: root motion by hand: where a clip leads a character, and the same baked to whole numbers.

   With a graph the player gives it out: step->root. Clips are marked in their model (sinew_root_desc). All of this
   reads the exact curves and gives the same bits on every machine. */
#ifndef SINEW_ROOT_H
#define SINEW_ROOT_H

#include "bind.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a clip moves the character by from one time to another, in seconds, past `loops` ends in between (negative:
   backwards past its start), in the frame in which the character stands at `from`. Times past the ends hold.
   False, and *step all zero, where the clip is not marked with SINEW_ROOT_MOTION or has no movement.
   Cost: O(log keys), whatever the loops. */
SINEW_API bool sinew_root_between(const sinew_model *model, uint32_t clip, double from, double to, int64_t loops,
                                  sinew_root_step *step);

/* Two steps as one: `next` goes on from where `step` ends. Neither may be NULL. */
SINEW_API sinew_root_step sinew_root_then(const sinew_root_step *step, const sinew_root_step *next);

/* ---- baked ---------------------------------------------------------------------------------
   For games that count in ticks and whole numbers. Numbers are Q16.16: model units, or radians, times 65536. */

typedef struct sinew_root_fixed {
    int64_t x, y, z, yaw;
} sinew_root_fixed;

/* One tick. */
typedef struct sinew_root_tick {
    int32_t x, y, z, yaw;
} sinew_root_tick;

/* Immutable once made, so it may be shared by threads. */
typedef struct sinew_root_track sinew_root_track;

/* Bakes a clip's root motion. `how` says which joint (breadth first), axes and yaw, whatever its mode, and NULL means
   as the clip is marked. A pass takes length × ticks_per_second ticks, rounded to a whole number and at least 1, which
   share the length evenly.
   Owns: the caller owns *track and ends it with sinew_root_track_destroy; the model may go before it.
   Cost: O(ticks × log keys).
   Errors: NOT_FOUND (no such clip or joint), ARGUMENT (a null pointer, no ticks a second), REFUSED (`how` is NULL and
   the clip has no mark, or an ancestor's rest scale of 0 leaves the joint no movement, or the model is of a bank that
   left the joint's curves out), RANGE (more than ten million
   ticks, or 32768 units or radians in one of them), MEMORY; *track is then NULL. */
SINEW_API sinew_result sinew_root_bake(const sinew_model *model, uint32_t clip, const sinew_root_desc *how,
                                       uint32_t ticks_per_second, sinew_root_track **track);
/* NULL is fine. */
SINEW_API void sinew_root_track_destroy(sinew_root_track *track);

/* The first pass, one step a tick, in the frame in which the pass began. They sum to the clip's total, rounded once.
   Shape: *count of them; owned by the track. `count` may be NULL. */
SINEW_API const sinew_root_tick *sinew_root_track_steps(const sinew_root_track *track, uint32_t *count);

/* Where `tick` leads, counted from tick 0 and in its frame, over as many passes as it takes and also below 0: within
   half a unit of the clip's own looped so often, so a thousand loops do not drift. Beyond ±2^40 ticks, and
   2^46 units, it holds.
   Cost: O(1). */
SINEW_API sinew_root_fixed sinew_root_track_at(const sinew_root_track *track, int64_t tick);

/* at(to) − at(from). Steps add up whatever the way, and a step back undoes the step. */
SINEW_API sinew_root_fixed sinew_root_track_between(const sinew_root_track *track, int64_t from, int64_t to);

#ifdef __cplusplus
}
#endif
#endif
