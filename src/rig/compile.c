/* Clips are compiled as their model is made: the fewest uniform keys that hold the bound are kept.
   Invariant: a clip that no keys hold is left as it is (compiled == NULL) and sampled from its curves, so what is shown
   is always within the bound; the work of looking for keys is bounded by the size of the clips. */
#include "compile.h"

/* Evaluations of a curve that a model may cost beyond a multiple of its keys. */
#define WORK 4194304.0
#define WORK_KEY 32.0

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
    if (!block) return !c->scratch->failed; /* too large for its offsets */
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

static bool keep(snw_clip *clip, const snw_compiling *c, const snw_compiled *found, const snw_off *off) {
    snw_compiled *kept = snw_arena_take(c->arena, found->bytes);
    if (!kept) return false;
    const char *from = (const void *)found;
    for (uint32_t i = 0; i < found->bytes; ++i) ((char *)kept)[i] = from[i];
    clip->compiled = kept;
    clip->fit = (snw_fit){ (float)off->worst, off->count ? (float)(off->sum / (double)off->count) : 0.0f, off->joint };
    return true;
}

static bool compile(snw_compiling *c, snw_clip *clip) {
    double limit = SNW_COMPILE_FAST * c->unit;
    if (!snw_tracks_make(c)) return false;
    for (int round = 0; round < ROUNDS; ++round) {
        snw_compiled *found;
        snw_off off = { 0 };
        snw_tracks_span(c);
        if (!search(c, limit, &found, &off)) return false;
        if (found) return keep(clip, c, found, &off);
        if (!c->moving || !leave_out(c, limit / (2 << round))) return true;
    }
    return true;
}

/* A large model has a larger unit. */
static double unit_of(const sinew_model *model) {
    double size = (double)model->size;
    return size > SNW_COMPILE_LARGE ? size / SNW_COMPILE_LARGE : 1;
}

sinew_clip_fit snw_clip_fit(const sinew_model *model, const snw_clip *clip) {
    const snw_compiled *compiled = clip->compiled;
    if (!compiled) return (sinew_clip_fit){ .tier = SINEW_TIER_EXACT };
    return (sinew_clip_fit){ .tier = SINEW_TIER_FAST,
                             .keys = compiled->interval_count + 1,
                             .exact_curves = compiled->curve_count,
                             .joint = clip->fit.joint,
                             .bytes = compiled->bytes,
                             .worst = clip->fit.worst,
                             .mean = clip->fit.mean,
                             .reach = (float)(SNW_COMPILE_REACH * unit_of(model)),
                             .bound = (float)(SNW_COMPILE_FAST * unit_of(model)) };
}

bool snw_clips_compile(sinew_model *model) {
    double work = WORK;
    for (uint32_t i = 0; i < model->clip_count; ++i)
        for (uint32_t k = 0; k < model->clips[i].joint_curve_count; ++k)
            work += WORK_KEY * model->clips[i].curves[k].key_count;
    snw_arena scratch;
    snw_arena_init(&scratch, &model->arena.allocator);
    bool ok = true;
    for (uint32_t i = 0; ok && i < model->clip_count; ++i) {
        snw_clip *clip = &model->clips[i];
        if (!clip->joint_curve_count) continue;
        snw_compiling c = { .model = model, .clip = clip, .arena = &model->arena, .scratch = &scratch, .work = &work };
        c.unit = unit_of(model);
        ok = compile(&c, clip);
        snw_arena_reset(&scratch);
    }
    snw_arena_free(&scratch);
    return ok;
}
