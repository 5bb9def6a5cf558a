/* See events.h: backwards is forwards seen in a mirror, so that only one direction has to be thought about.
   Invariant: where one piece ends and the next goes on, both have the same number, so that nothing is passed twice. */
#include "advance/events.h"

#include "math/trig.h"

typedef struct spot {
    int64_t pass;
    double at; /* [0, 1) in it */
} spot;

static spot spot_of(const snw_clock *clock, bool backwards) {
    double at = clock->phase - snw_floor(clock->phase);
    if (!backwards) return (spot){ clock->loops, at };
    return at > 0 ? (spot){ -clock->loops - 1, 1 - at } : (spot){ -clock->loops, 0 };
}

snw_path snw_path_of(const snw_clock *before, const snw_clock *after, snw_cycle cycle, bool backwards) {
    if (cycle == SNW_CYCLE_ONCE) {
        double from = backwards ? 1 - before->phase : before->phase, to = backwards ? 1 - after->phase : after->phase;
        return (snw_path){ .from = from, .to = to, .ascends = !backwards };
    }
    spot from = spot_of(before, backwards), to = spot_of(after, backwards);
    snw_path path = { .from = from.at, .to = to.at, .ascends = !backwards, .folds = cycle == SNW_CYCLE_PINGPONG };
    path.passes = to.pass > from.pass ? (uint64_t)(to.pass - from.pass) : 0;
    if (!path.folds) return path;
    /* In the mirror a fold belongs to the pass on its other side. */
    bool returns = before->phase >= 1, other = backwards && !(from.at > 0);
    path.ascends = (returns != other) == backwards;
    return path;
}
