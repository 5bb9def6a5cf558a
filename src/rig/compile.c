/* Clips are compiled as their model is made: the fewest uniform keys that hold the bound are kept.
   Invariant: a clip that no keys hold is left as it is (compiled == NULL) and sampled from its curves, so what is shown
   is always within the bound; the work of looking for keys is bounded by the size of the clips. */
#include "compile.h"

#include <string.h>

/* Evaluations of a curve that a model may cost beyond a multiple of its keys. */
#define WORK 4194304.0
#define WORK_KEY 32.0

enum { ROUNDS = 3, LAYOUTS = 3 };

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
        if (cost > *c->work) return true;
        *c->work -= cost;
        if (!try_grid(c, &a, limit, found)) return false;
        *off = a.off;
        if (*found) return true;
    }
}

static double limit_of(sinew_tier tier) { return tier == SINEW_TIER_COMPACT ? SNW_COMPILE_COMPACT : SNW_COMPILE_FAST; }

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

static bool keep(snw_clip *clip, const snw_compiling *c, sinew_tier tier, const snw_compiled *found,
                 const snw_off *off) {
    snw_compiled *kept = snw_arena_take(c->arena, found->bytes);
    if (!kept) return false;
    memcpy(kept, found, found->bytes);
    clip->compiled = kept;
    clip->fit =
        (snw_fit){ tier, (float)off->worst, off->count ? (float)(off->sum / (double)off->count) : 0.0f, off->joint };
    return true;
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

/* Compact: the smallest of all as words, rotations alone, since what moves far needs the finer keys, and what fast has.
 */
static bool compile(snw_compiling *c, snw_clip *clip, sinew_tier tier, double work[LAYOUTS]) {
    static const uint32_t WORDS[LAYOUTS] = { 1u << SNW_TRANSLATION | 1u << SNW_ROTATION | 1u << SNW_SCALE,
                                             1u << SNW_ROTATION, 0 };
    double limit = limit_of(tier) * c->unit;
    snw_compiled *best = NULL;
    snw_off best_off = { 0 };
    for (int i = tier == SINEW_TIER_COMPACT ? 0 : LAYOUTS - 1; i < LAYOUTS; ++i) {
        snw_compiled *found;
        snw_off off = { 0 };
        c->words = WORDS[i];
        c->work = &work[i];
        if (!compile_within(c, limit, &found, &off)) return false;
        if (!found || (c->words && found->curve_count > stepped(c))) continue; /* of curves that 16 bits would hold */
        if (best && best->bytes <= found->bytes) continue;
        best = found;
        best_off = off;
    }
    return !best || keep(clip, c, tier, best, &best_off);
}

/* A large model has a larger unit. */
static double unit_of(const sinew_model *model) {
    double size = (double)model->size;
    return size > SNW_COMPILE_LARGE ? size / SNW_COMPILE_LARGE : 1;
}

sinew_clip_fit snw_clip_fit(const sinew_model *model, const snw_clip *clip) {
    const snw_compiled *compiled = clip->compiled;
    if (!compiled) return (sinew_clip_fit){ .tier = SINEW_TIER_EXACT };
    return (sinew_clip_fit){ .tier = clip->fit.tier,
                             .keys = compiled->interval_count + 1,
                             .exact_curves = compiled->curve_count,
                             .joint = clip->fit.joint,
                             .bytes = compiled->bytes,
                             .worst = clip->fit.worst,
                             .mean = clip->fit.mean,
                             .reach = (float)(SNW_COMPILE_REACH * unit_of(model)),
                             .bound = (float)(limit_of(clip->fit.tier) * unit_of(model)) };
}

bool snw_clips_compile(sinew_model *model, sinew_tier tier) {
    double most = WORK;
    for (uint32_t i = 0; i < model->clip_count; ++i)
        for (uint32_t k = 0; k < model->clips[i].joint_curve_count; ++k)
            most += WORK_KEY * model->clips[i].curves[k].key_count;
    double work[LAYOUTS] = { most, most,
                             most }; /* each way has its own, so that a vain one takes nothing from the next */
    snw_arena scratch;
    snw_arena_init(&scratch, &model->arena.allocator);
    bool ok = true;
    for (uint32_t i = 0; ok && i < model->clip_count; ++i) {
        snw_clip *clip = &model->clips[i];
        if (!clip->joint_curve_count) continue;
        snw_compiling c = { .model = model, .clip = clip, .arena = &model->arena, .scratch = &scratch };
        c.unit = unit_of(model);
        ok = compile(&c, clip, tier, work);
        snw_arena_reset(&scratch);
    }
    snw_arena_free(&scratch);
    return ok;
}
