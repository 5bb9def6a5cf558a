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

/* ---- marks on the way ---- */

snw_stretch snw_stretch_of(const snw_mark *mark, bool ascends) {
    return ascends ? (snw_stretch){ mark->from, mark->to } : (snw_stretch){ 1 - mark->to, 1 - mark->from };
}

bool snw_path_starts_in(const snw_path *path, snw_stretch window) {
    return window.from <= path->from + SNW_NEAR && window.to > path->from + SNW_NEAR;
}

bool snw_mark_holds(const snw_mark *mark, const snw_clock *clock, snw_cycle cycle) {
    const double near = 1e-8; /* wider than SNW_NEAR, by which it may have opened early or close late */
    double at = snw_clock_position(clock, cycle);
    bool inside = mark->from <= at + near && mark->to >= at - near;
    return inside || (cycle == SNW_CYCLE_LOOP && at <= near && mark->to >= 1 - near);
}

bool snw_path_meets(const snw_path *path, uint64_t pass, double at) {
    bool first = pass == 0, last = pass == path->passes;
    if (first && !(at > path->from + SNW_NEAR)) return false;
    if (!first && path->folds && !(at > 0)) return false; /* passed by the pass before */
    return !last || at <= path->to + SNW_NEAR;
}

static double end_of(const snw_path *path, uint64_t pass) { return pass == path->passes ? path->to + SNW_NEAR : 1; }

bool snw_path_opens(const snw_path *path, uint64_t pass, snw_stretch window) {
    double start = pass == 0 ? path->from : 0;
    return window.from >= start - SNW_NEAR && window.from <= end_of(path, pass) && window.to > start + SNW_NEAR;
}

bool snw_path_closes(const snw_path *path, uint64_t pass, snw_stretch window) {
    return window.to <= end_of(path, pass);
}
