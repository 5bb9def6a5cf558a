/* Clips are compiled as their model is made, one after another or on the caller's jobs.
   Invariant: a clip that no keys hold is left as it is (compiled == NULL) and sampled from its curves, so what is shown
   is always within the bound. The work of looking for keys is bounded by the size of the clips, and is spent in their
   order: what jobs have made with more of it than was left for the clip is made again, so that the model is the same
   however many there are. */
#include "compile.h"
#include "simd/clip.h"

#include <stdatomic.h>
#include <string.h>

/* Evaluations of a curve that a model may cost beyond a multiple of its keys. */
#define WORK 4194304.0
#define WORK_KEY 32.0

/* What a job has made of a clip. */
typedef struct entry {
    snw_made made; /* its block in memory of its own */
    double spent[SNW_COMPILE_LAYOUTS];
    bool whole; /* it was not stopped for want of work */
} entry;

typedef struct compiling_all {
    sinew_model *model;
    snw_aim aim;
    double unit, most;   /* work, of each layout */
    entry *entries;      /* NULL: no jobs */
    snw_arena *scratch;  /* one a worker */
    atomic_ullong spent; /* by jobs, about */
    atomic_bool failed;
} compiling_all;

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
                             .bound = clip->fit.bound };
}

static snw_compile_work full(const compiling_all *all) {
    snw_compile_work work;
    for (int i = 0; i < SNW_COMPILE_LAYOUTS; ++i) work.left[i] = all->most; /* so that a vain one takes nothing */
    return work;
}

/* *stopped: for want of work. False when memory ran out. */
static bool compile_one(const compiling_all *all, uint32_t index, snw_arena *scratch, snw_compile_work *work,
                        snw_made *made, bool *stopped) {
    snw_compiling c = { .model = all->model, .clip = &all->model->clips[index], .scratch = scratch, .unit = all->unit };
    bool ok = snw_clip_compile(&c, &all->aim, work, made);
    *stopped = c.stopped;
    return ok;
}

static bool keep(sinew_model *model, uint32_t index, const snw_made *made) {
    if (!made->block) return true;
    snw_compiled *kept = snw_arena_take(&model->arena, made->block->bytes);
    snw_present *shows = snw_arena_array(&model->arena, made->block->group_count, sizeof *shows);
    snw_batch *batches = snw_arena_array(&model->arena, snw_plan_batches(made->block->group_count), sizeof *batches);
    snw_half *halves = snw_arena_array(&model->arena, snw_plan_halves(made->block->group_count), sizeof *halves);
    if (!kept || !shows || !batches || !halves) return false;
    memcpy(kept, made->block, made->block->bytes);
    snw_compiled_shows(kept, shows);
    model->clips[index].compiled = kept;
    model->clips[index].shows = shows;
    model->clips[index].plan = snw_plan_make(kept, batches, halves);
    model->clips[index].fit = made->fit;
    return true;
}

/* ---- jobs ---- */

static bool keep_apart(const compiling_all *all, entry *e) {
    snw_compiled *block = e->made.block;
    if (!block) return true;
    e->made.block = snw_allocate(&all->model->arena.allocator, block->bytes);
    if (e->made.block) memcpy(e->made.block, block, block->bytes);
    return e->made.block != NULL;
}

/* Where jobs have spent all that there is, the rest is left to come in order. */
static void compile_job(void *data, uint32_t index, uint32_t worker) {
    compiling_all *all = data;
    entry *e = &all->entries[index];
    snw_compile_work work = full(all);
    bool stopped = false;
    if (!all->model->clips[index].joint_curve_count || atomic_load(&all->failed)) return;
    if ((double)atomic_load(&all->spent) > all->most * SNW_COMPILE_LAYOUTS) return;
    bool ok = compile_one(all, index, &all->scratch[worker], &work, &e->made, &stopped) && keep_apart(all, e);
    if (!ok) {
        e->made.block = NULL;
        atomic_store(&all->failed, true);
    }
    double sum = 0;
    for (int i = 0; i < SNW_COMPILE_LAYOUTS; ++i) sum += e->spent[i] = all->most - work.left[i];
    e->whole = ok && !stopped;
    atomic_fetch_add(&all->spent, (unsigned long long)sum);
    snw_arena_reset(&all->scratch[worker]);
}

/* Whether the clip would have come out the same with the work that is left for it. */
static bool fits(const entry *e, const snw_compile_work *work) {
    bool fit = e->whole;
    for (int i = 0; i < SNW_COMPILE_LAYOUTS; ++i) fit = fit && e->spent[i] <= work->left[i];
    return fit;
}

static void run_jobs(compiling_all *all, const sinew_jobs *jobs) {
    uint32_t clips = all->model->clip_count, workers = jobs->workers;
    const sinew_allocator *allocator = &all->model->arena.allocator;
    all->entries = snw_allocate(allocator, clips * sizeof *all->entries);
    snw_arena *scratch = all->scratch = snw_allocate(allocator, workers * sizeof *scratch);
    if (!all->entries || !scratch) {
        atomic_store(&all->failed, true);
        return;
    }
    for (uint32_t i = 0; i < workers; ++i) snw_arena_init(&scratch[i], allocator);
    jobs->run(jobs->user, clips, compile_job, all);
    for (uint32_t i = 0; i < workers; ++i) snw_arena_free(&scratch[i]);
}

static void end_jobs(compiling_all *all, const sinew_jobs *jobs) {
    const sinew_allocator *allocator = &all->model->arena.allocator;
    for (uint32_t i = 0; all->entries && i < all->model->clip_count; ++i)
        if (all->entries[i].made.block)
            snw_release(allocator, all->entries[i].made.block, all->entries[i].made.block->bytes);
    snw_release(allocator, all->entries, all->model->clip_count * sizeof *all->entries);
    snw_release(allocator, all->scratch, jobs->workers * sizeof *all->scratch);
}

/* ---- all of them ---- */

/* In order, with what jobs have made where that is what would come out. */
static bool compile_in_order(compiling_all *all) {
    snw_compile_work work = full(all);
    snw_arena scratch;
    snw_arena_init(&scratch, &all->model->arena.allocator);
    bool ok = !atomic_load(&all->failed);
    for (uint32_t i = 0; ok && i < all->model->clip_count; ++i) {
        snw_made made;
        bool stopped;
        const entry *e = all->entries ? &all->entries[i] : NULL;
        if (!all->model->clips[i].joint_curve_count) continue;
        if (e && fits(e, &work)) {
            for (int k = 0; k < SNW_COMPILE_LAYOUTS; ++k) work.left[k] -= e->spent[k];
            ok = keep(all->model, i, &e->made);
            continue;
        }
        ok = compile_one(all, i, &scratch, &work, &made, &stopped) && keep(all->model, i, &made);
        snw_arena_reset(&scratch);
    }
    snw_arena_free(&scratch);
    return ok;
}

bool snw_clips_compile(sinew_model *model, const sinew_model_desc *desc) {
    double error = desc->tier == SINEW_TIER_COMPACT ? SNW_COMPILE_COMPACT : SNW_COMPILE_FAST;
    if (desc->error > 0) error = (double)desc->error;
    compiling_all all = { .model = model, .aim = { desc->tier, error }, .unit = unit_of(model), .most = WORK };
    for (uint32_t i = 0; i < model->clip_count; ++i)
        for (uint32_t k = 0; k < model->clips[i].joint_curve_count; ++k)
            all.most += WORK_KEY * model->clips[i].curves[k].key_count;
    bool shared = desc->jobs.run && desc->jobs.workers && model->clip_count > 1;
    if (shared) run_jobs(&all, &desc->jobs);
    bool ok = compile_in_order(&all);
    if (shared) end_jobs(&all, &desc->jobs);
    return ok;
}
