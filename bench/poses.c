/* Scenes of the pose engine: sampling, and frames of two and three clips with a masked additive layer, local to model
   and palette; one hot character, and crowds; with every set of instructions of this machine, and with a conventional
   pipeline beside. Invariant: what is timed and what errors are measured of is the same code on the same input. */
#define _POSIX_C_SOURCE 200112L
#include "stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 2, TIMES = 1000, HOT = 256, PART = 500 };

/* One thread's share: a pose, or the conventional pipeline, and the characters that it plays. */
typedef struct actor {
    const stage *stage;
    sinew_pose *pose;
    sinew_step step;
    baseline *baseline;
    const double *times; /* of sampling */
    uint32_t clip;
    uint32_t first, count; /* characters; 1: the same one, HOT times */
    bool stream;
} actor;

typedef struct scenes {
    stage stage;
    const bench_options *options;
    bench_report *report;
    const char *isa;
    actor actors[THREADS];
    double times[TIMES];
    sinew_result result;
} scenes;

static void add_row(scenes *s, bench_row row, double per_round) {
    row.isa = s->isa;
    row.us *= 1e6 / per_round;
    row.us_median *= 1e6 / per_round;
    bench_add(s->report, row);
}

/* ---- sampling ---- */

static void sample_one(const actor *a, double time) {
    if (a->baseline) baseline_sample(a->baseline, a->clip, time);
    else sinew_pose_sample(a->pose, a->clip, time);
}

static void sample_round(void *user, uint32_t round) {
    const actor *a = user;
    (void)round;
    for (uint32_t i = 0; i < TIMES; ++i) sample_one(a, a->times[i]);
}

static double sample_error(scenes *s, uint32_t clip) {
    double worst = 0;
    actor *a = &s->actors[0];
    if (a->baseline) return -1; /* its frames are compared */
    for (uint32_t i = 0; i < TIMES; i += 37) {
        sinew_pose_rest(a->pose);
        sinew_pose_sample(a->pose, clip, s->times[i]);
        ref_pose_sample(s->stage.reference, clip, s->times[i]);
        worst = fmax(worst, stage_error(&s->stage, a->pose));
    }
    return worst;
}

static bool sample_scene(scenes *s, const char *name, uint32_t clip, bool random) {
    bench_random r = { 7 };
    double length = sinew_model_clip_length(s->stage.model, clip);
    for (uint32_t i = 0; i < TIMES; ++i)
        s->times[i] = random ? bench_next(&r) * length : length > 0 ? fmod(i / 60.0, length) : 0;
    s->actors[0].clip = clip;
    s->actors[0].times = s->times;
    bench_row row = { .scene = name, .count = 1, .threads = 1, .error_mm = sample_error(s, clip) };
    if (!bench_time(s->options->seconds, sample_round, &s->actors[0], &row.us, &row.us_median)) return false;
    add_row(s, row, TIMES);
    return true;
}

/* ---- frames ---- */

static void play_one(actor *a, uint32_t index) {
    const stage *s = a->stage;
    float *palette = s->palette_joints ? stage_palette(s, index) : NULL;
    if (a->baseline) {
        baseline_frame frame = stage_baseline_frame(s, index);
        baseline_play(a->baseline, &frame, palette);
        return;
    }
    stage_step(s, index, &a->step);
    sinew_pose_apply(a->pose, &a->step);
    if (!palette) sinew_pose_model(a->pose, 0); /* a model without a skin: model matrices alone */
    else if (a->stream) sinew_palette_3x4_stream(a->pose, 0, palette, s->palette_joints);
    else sinew_palette_3x4(a->pose, 0, palette, s->palette_joints);
}

/* The characters from one on, as many as there are up to another. */
static void play_some(actor *a, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; ++i) play_one(a, a->first + (a->count == 1 ? 0 : i));
    sinew_palette_stream_end(a->pose);
}

static void frame_round(void *user, uint32_t round) {
    actor *a = user;
    (void)round;
    play_some(a, 0, a->count == 1 ? HOT : a->count);
}

static uint32_t part_count(const actor *a) { return (a->count + PART - 1) / PART; }

/* Of a crowd PART characters at a time. */
static void frame_part(void *user, uint32_t turn) {
    actor *a = user;
    uint32_t from = turn % part_count(a) * PART, to = from + PART;
    play_some(a, from, to < a->count ? to : a->count);
}

static bool time_alone(const scenes *s, actor *a, bench_row *row) {
    if (a->count <= PART) return bench_time(s->options->seconds, frame_round, a, &row->us, &row->us_median);
    return bench_time_parts(s->options->seconds, part_count(a), frame_part, a, &row->us, &row->us_median);
}

static double frame_error(const scenes *s, actor *a, uint32_t index) {
    play_one(a, index);
    stage_reference(&s->stage, index);
    if (a->baseline) return stage_baseline_error(&s->stage, a->baseline);
    double worst = stage_palette_error(&s->stage, stage_palette(&s->stage, index));
    return fmax(worst, stage_error(&s->stage, a->pose));
}

/* The crowd in equal parts; a crowd larger than the cache streams its palettes. */
static void share_out(scenes *s, uint32_t count, uint32_t threads) {
    for (uint32_t t = 0; t < threads; ++t) {
        actor *a = &s->actors[t];
        a->first = (uint32_t)((uint64_t)count * t / threads);
        a->count = (uint32_t)((uint64_t)count * (t + 1) / threads) - a->first;
        a->stream = count >= 10000;
    }
}

static bool frame_scene(scenes *s, const char *name, uint32_t clips, uint32_t count, uint32_t threads) {
    stage_cast(&s->stage, clips);
    share_out(s, count, threads);
    /* The conventional pipeline mixes by a simpler rule: what a clip does not animate counts as at rest, in one sum
       with the others. */
    bench_row row = { .scene = name,
                      .count = count,
                      .threads = threads,
                      .only_told = s->actors[0].baseline != NULL,
                      .bytes = sizeof(character) };
    for (uint32_t i = 0; i<count; i += count> 64 ? count / 64 : 1)
        row.error_mm = fmax(row.error_mm, frame_error(s, &s->actors[0], i));
    void *users[THREADS] = { &s->actors[0], &s->actors[1] };
    bool ok = threads == 1 ? time_alone(s, &s->actors[0], &row)
                           : bench_together(s->options->seconds, threads, frame_round, users, &row.us, &row.us_median);
    if (ok) add_row(s, row, count == 1 ? HOT : count);
    return ok;
}

/* ---- all of them ---- */

static bool play_all(scenes *s) {
    uint32_t second = 1 % sinew_model_clip_count(s->stage.model);
    bool ok = sample_scene(s, "sample-forward", 0, false) && sample_scene(s, "sample-random", 0, true);
    ok = ok && sample_scene(s, "sample-dense-forward", second, false);
    ok = ok && sample_scene(s, "sample-dense-random", second, true);
    ok = ok && frame_scene(s, "frame2", 2, 1, 1) && frame_scene(s, "frame3", 3, 1, 1);
    uint32_t most = s->options->most;
    for (uint64_t count = 1000; ok; count *= 10) {
        ok = frame_scene(s, "frame2", 2, count < most ? (uint32_t)count : most, 1);
        if (count >= most) break;
    }
    return ok && (s->actors[0].baseline || frame_scene(s, "frame2", 2, most, THREADS));
}

static void dismiss(scenes *s) {
    for (int t = 0; t < THREADS; ++t) {
        sinew_pose_destroy(s->actors[t].pose);
        baseline_destroy(s->actors[t].baseline);
        s->actors[t] = (actor){ .stage = &s->stage };
    }
}

/* With the set of that name, if this machine has it. */
static bool play_set(scenes *s, const char *isa) {
    if (setenv("SINEW_SIMD", isa, 1)) return false;
    bool ok = true;
    for (int t = 0; ok && t < THREADS; ++t) ok = (s->actors[t].pose = sinew_pose_create(s->stage.binding)) != NULL;
    s->isa = isa;
    if (ok && !strcmp(sinew_pose_simd(s->actors[0].pose), isa)) ok = play_all(s);
    dismiss(s);
    return ok;
}

static bool play_conventional(scenes *s) {
    s->isa = "conventional";
    s->actors[0].baseline = baseline_create(s->stage.model);
    bool ok = s->actors[0].baseline && play_all(s);
    dismiss(s);
    return ok;
}

/* What the user asked for stays what it was. */
static bool play_sets(scenes *s) {
    static const char *const SETS[] = { "scalar", "sse2", "neon", "avx2", "avx512" };
    const char *asked = getenv("SINEW_SIMD");
    char *kept = asked ? malloc(strlen(asked) + 1) : NULL;
    if (asked && !kept) return false;
    if (asked) strcpy(kept, asked);
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof SETS / sizeof SETS[0]; ++i)
        if (!kept || !kept[0] || !strcmp(kept, SETS[i])) ok = play_set(s, SETS[i]);
    if (kept) setenv("SINEW_SIMD", kept, 1);
    else unsetenv("SINEW_SIMD");
    free(kept);
    return ok;
}

sinew_result bench_poses(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log) {
    if (!sinew_model_clip_count(model)) return SINEW_ERROR_INPUT;
    scenes *s = calloc(1, sizeof *s);
    if (!s) return SINEW_ERROR_MEMORY;
    s->options = options;
    s->report = report;
    sinew_result result = stage_open(&s->stage, model, options->most, log);
    for (int t = 0; t < THREADS; ++t) s->actors[t].stage = &s->stage;
    if (!result && !(play_conventional(s) && play_sets(s))) result = SINEW_ERROR_MEMORY;
    stage_close(&s->stage);
    free(s);
    return result;
}
