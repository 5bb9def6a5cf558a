/* A clip is compiled: the fewest uniform keys that hold the bound are found. Invariant: what comes out depends on the
   clip, the bound and on how much work is left alone. */
#include "compile.h"

enum { ROUNDS = 3 };

typedef struct attempt {
    snw_grid grid;
    snw_off off;
    bool held; /* the bound */
} attempt;

/* One grid, in c->scratch; *made is its block where it held. False when memory ran out. */
static bool try_grid(snw_compiling *c, attempt *a, double limit, snw_compiled **made) {
    *made = NULL;
    if (!snw_grid_fill(c, &a->grid)) return false;
    snw_compiled *block = snw_compile_write(c, &a->grid, c->scratch);
    if (!block) { /* too large for its offsets, or turning too far for words: finer keys would not help */
        a->off.worst = 1e30;
        return !c->scratch->failed;
    }
    if (!snw_compile_measure(c, &a->grid, block, limit, &a->off)) return false;
    a->held = a->off.worst <= limit && a->off.alone <= limit;
    if (a->held) *made = block;
    return true;
}

static double cost_of(const snw_compiling *c, double intervals) {
    return (intervals + 1) * (5.0 * c->track_count + 3.0 * c->model->skeleton.joint_count);
}

/* Grids from coarse to fine until one holds. *found is NULL where none did; the tracks' worst are then those of the
   last. */
static bool search(snw_compiling *c, double limit, snw_compiled **found, snw_off *off) {
    attempt a = { .held = false };
    *found = NULL;
    snw_grid_align(c);
    for (double most = 0;; most = a.off.worst > a.off.alone ? a.off.worst : a.off.alone) {
        a.grid.intervals = snw_grid_next(c, a.grid.intervals, most / limit);
        if (!a.grid.intervals) return true;
        double cost = cost_of(c, a.grid.intervals);
        if (cost > *c->work) {
            c->stopped = true;
            return true;
        }
        *c->work -= cost;
        if (!try_grid(c, &a, limit, found)) return false;
        *off = a.off;
        if (*found) return true;
    }
}

/* Curves that no keys could be for. */
static uint32_t stepped(const snw_compiling *c) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->track_count; ++i) {
        const snw_track *track = &c->tracks[i];
        count += track->use == SNW_TRACK_EXACT && track->curve->interpolation == SINEW_INTERPOLATION_STEP;
    }
    return count;
}

/* Curves that are off by more than a part of the limit by themselves are sampled as they are. */
static uint32_t leave_out(snw_compiling *c, double limit) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->track_count; ++i) {
        snw_track *track = &c->tracks[i];
        if (track->use != SNW_TRACK_MOVING || track->worst <= limit) continue;
        track->use = SNW_TRACK_EXACT;
        ++count;
    }
    return count;
}

/* Until a grid holds the limit; *found is NULL where none does. */
static bool compile_within(snw_compiling *c, double limit, snw_compiled **found, snw_off *off) {
    *found = NULL;
    if (!snw_tracks_make(c)) return false;
    for (int round = 0; round < ROUNDS; ++round) {
        snw_tracks_span(c);
        if (!search(c, limit, found, off)) return false;
        if (*found || !c->moving || !leave_out(c, limit / (2 << round))) return true;
    }
    return true;
}

static snw_fit fit_of(const snw_compiling *c, const snw_aim *aim, const snw_off *off) {
    return (snw_fit){ .tier = aim->tier,
                      .bound = (float)(aim->error * c->unit),
                      .worst = (float)off->worst,
                      .mean = off->count ? (float)(off->sum / (double)off->count) : 0.0f,
                      .joint = off->joint };
}

/* Compact: the smallest of all as words, rotations alone, since what moves far needs the finer keys, and what fast has.
 */
bool snw_clip_compile(snw_compiling *c, const snw_aim *aim, snw_compile_work *work, snw_made *made) {
    static const uint32_t WORDS[SNW_COMPILE_LAYOUTS] = { 1u << SNW_TRANSLATION | 1u << SNW_ROTATION | 1u << SNW_SCALE,
                                                         1u << SNW_ROTATION, 0 };
    double limit = aim->error * c->unit;
    *made = (snw_made){ 0 };
    for (int i = aim->tier == SINEW_TIER_COMPACT ? 0 : SNW_COMPILE_LAYOUTS - 1; i < SNW_COMPILE_LAYOUTS; ++i) {
        snw_compiled *found;
        snw_off off = { 0 };
        c->words = WORDS[i];
        c->work = &work->left[i];
        if (!compile_within(c, limit, &found, &off)) return false;
        if (!found || (c->words && found->curve_count > stepped(c))) continue; /* of curves that 16 bits would hold */
        if (made->block && made->block->bytes <= found->bytes) continue;
        *made = (snw_made){ found, fit_of(c, aim, &off) };
    }
    return true;
}
