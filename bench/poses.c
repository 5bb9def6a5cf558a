/* Scenes of the pose engine: sampling, and frames of two and three clips with a masked additive layer, local to model
   and palette; one hot character, and crowds of characters that all differ.
   Invariant: a crowd's characters differ in clips, times and weights and each has a palette of its own. They share one
   pose: a character that only plays needs none. */
#include "bench.h"

#include "pose_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_SAMPLES = 4 };

typedef struct character {
    sinew_sample samples[FRAME_SAMPLES];
    sinew_layer_row rows[2];
    uint32_t sample_count;
} character;

typedef struct stage {
    const sinew_model *model;
    const bench_options *options;
    bench_report *report;
    const sinew_skeleton *skeleton;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_pose *pose;
    ref_pose *reference;
    const float *masks[1];
    character *crowd;
    uint32_t crowd_count;
    float *palettes; /* crowd_count × palette_floats */
    size_t palette_floats;
    uint32_t palette_joints;
    double *times; /* of sampling */
    uint32_t time_count;
    uint32_t clip;         /* being sampled */
    uint32_t first, batch; /* characters of a round */
} stage;

/* ---- errors ---- */

/* How far a point 3 cm from the joint lies from where it should, in millimetres, over the three axes. */
static double error_at(const double right[12], const float is[12]) {
    double worst = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double square = 0;
        for (int row = 0; row < 3; ++row) {
            double d = 0.03 * (right[4 * row + axis] - (double)is[4 * row + axis]) + right[4 * row + 3] -
                       (double)is[4 * row + 3];
            square += d * d;
        }
        worst = fmax(worst, sqrt(square));
    }
    return worst * 1000;
}

static double pose_error(stage *s) {
    double worst = 0;
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(s->skeleton); ++j) {
        double right[12];
        ref_pose_model(s->reference, j, right);
        sinew_affine is = sinew_pose_model(s->pose, j);
        worst = fmax(worst, error_at(right, is.m));
    }
    return worst;
}

/* ---- sampling ---- */

static void sample_round(void *user, uint32_t round) {
    stage *s = user;
    (void)round;
    for (uint32_t i = 0; i < s->time_count; ++i) sinew_pose_sample(s->pose, s->clip, s->times[i]);
}

static bool sample_scene(stage *s, const char *name, bool random) {
    bench_random r = { 7 };
    double length = sinew_model_clip_length(s->model, s->clip), worst = 0;
    for (uint32_t i = 0; i < s->time_count; ++i)
        s->times[i] = random ? bench_next(&r) * length : length > 0 ? fmod(i / 60.0, length) : 0;
    for (uint32_t i = 0; i < s->time_count; i += 37) {
        sinew_pose_rest(s->pose);
        sinew_pose_sample(s->pose, s->clip, s->times[i]);
        ref_pose_sample(s->reference, s->clip, s->times[i]);
        worst = fmax(worst, pose_error(s));
    }
    bench_row row = { name, 1, 0, 0, worst, 0 };
    if (!bench_time(s->options->seconds, sample_round, s, &row.us, &row.us_median)) return false;
    row.us *= 1e6 / s->time_count;
    row.us_median *= 1e6 / s->time_count;
    bench_add(s->report, row);
    return true;
}

/* ---- frames ---- */

static void play(const sinew_model *model, sinew_sample *sample, bench_random *r, uint32_t clip, double weight) {
    clip %= sinew_model_clip_count(model);
    *sample = (sinew_sample){ .clip = clip, .weight = (float)weight, .reference_clip = SINEW_NONE };
    sample->time = (float)(bench_next(r) * sinew_model_clip_length(model, clip));
}

/* `clips` of a blend, and the last clip of the model added through a mask. */
static void make_character(const stage *s, character *c, bench_random *r, uint32_t clips) {
    double left = 1;
    for (uint32_t i = 0; i < clips; ++i) {
        double w = i + 1 == clips ? left : left * (0.2 + 0.6 * bench_next(r));
        play(s->model, &c->samples[i], r, i, w);
        left -= w;
    }
    play(s->model, &c->samples[clips], r, sinew_model_clip_count(s->model) - 1, 1);
    c->samples[clips].layer = 1;
    c->sample_count = clips + 1;
    c->rows[0] = (sinew_layer_row){ .weight = 1, .mask = SINEW_NONE, .sample_count = clips };
    c->rows[1] = (sinew_layer_row){ .blend = SINEW_BLEND_ADDITIVE,
                                    .weight = (float)(0.3 + 0.7 * bench_next(r)),
                                    .mask = s->masks[0] ? 0 : SINEW_NONE,
                                    .reference_clip = SINEW_NONE,
                                    .first_sample = clips,
                                    .sample_count = 1 };
}

static void frame(stage *s, uint32_t index) {
    const character *c = &s->crowd[index];
    sinew_step step = { .binding = s->binding,
                        .samples = c->samples,
                        .sample_count = c->sample_count,
                        .layers = c->rows,
                        .layer_count = 2 };
    sinew_pose_apply(s->pose, &step);
    if (s->palette_joints) sinew_palette_3x4(s->pose, 0, s->palettes + index * s->palette_floats, s->palette_joints);
    else sinew_pose_model(s->pose, 0); /* a model without a skin: model matrices alone */
}

static double frame_error(stage *s, uint32_t index) {
    const character *c = &s->crowd[index];
    frame(s, index);
    ref_pose_apply(s->reference, 0, c->rows, 2, c->samples, s->masks);
    double worst = pose_error(s);
    for (uint32_t i = 0; i < s->palette_joints; ++i) {
        /* The palette is the model matrix times the inverse bind; the error of the product at the origin of the bind.
         */
        uint32_t joint = sinew_skeleton_skin_joints(s->skeleton, 0)[i];
        const float *inverse = sinew_skeleton_skin_inverse_bind(s->skeleton, 0)[i].m;
        double m[12], right[12];
        ref_pose_model(s->reference, joint, m);
        for (int row = 0; row < 3; ++row)
            for (int k = 0; k < 4; ++k)
                right[4 * row + k] = m[4 * row] * (double)inverse[k] + m[4 * row + 1] * (double)inverse[4 + k] +
                                     m[4 * row + 2] * (double)inverse[8 + k] + (k == 3 ? m[4 * row + 3] : 0);
        worst = fmax(worst, error_at(right, s->palettes + index * s->palette_floats + 12 * (size_t)i));
    }
    return worst;
}

static void frame_round(void *user, uint32_t round) {
    stage *s = user;
    (void)round;
    for (uint32_t i = 0; i < s->batch; ++i) frame(s, s->first + i % s->crowd_count);
}

static bool frame_scene(stage *s, const char *name, uint32_t clips, uint32_t count) {
    bench_random r = { 11 };
    for (uint32_t i = 0; i < s->crowd_count; ++i) make_character(s, &s->crowd[i], &r, clips);
    double worst = 0;
    uint32_t step = count > 64 ? count / 64 : 1;
    for (uint32_t i = 0; i < count; i += step) worst = fmax(worst, frame_error(s, i));
    /* One hot character: the same one over and over. */
    s->first = 0;
    s->batch = count;
    uint32_t kept = s->crowd_count, per_round = count;
    if (count == 1) {
        s->crowd_count = 1;
        s->batch = per_round = 256;
    }
    bench_row row = { name, count, 0, 0, worst, sizeof(character) };
    bool ok = bench_time(s->options->seconds, frame_round, s, &row.us, &row.us_median);
    s->crowd_count = kept;
    row.us *= 1e6 / per_round;
    row.us_median *= 1e6 / per_round;
    if (ok) bench_add(s->report, row);
    return ok;
}

/* ---- the stage ---- */

/* The joint from which on the upper layer counts: the first with a name that is no root; NULL: all of them. */
static const char *mask_joint(const stage *s) {
    for (uint32_t i = 0; i < sinew_skeleton_joint_count(s->skeleton); ++i) {
        const char *name = sinew_skeleton_joint_name(s->skeleton, i);
        if (sinew_skeleton_joint_parent(s->skeleton, i) != SINEW_NONE && name[0]) return name;
    }
    return NULL;
}

static sinew_result bind_layers(stage *s, sinew_log *log) {
    sinew_state_desc nothing = { .name = "nothing" };
    sinew_mask_joint_desc joint = { .name = mask_joint(s) };
    sinew_mask_desc mask = { .joints = &joint, .joint_count = 1 };
    sinew_layer_desc layers[2] = { { .name = "base", .machine = { .states = &nothing, .state_count = 1 } },
                                   { .name = "top",
                                     .machine = { .states = &nothing, .state_count = 1 },
                                     .blend = SINEW_BLEND_ADDITIVE,
                                     .mask = joint.name ? &mask : NULL } };
    sinew_graph_desc desc = { .layers = layers, .layer_count = 2 };
    sinew_result result = sinew_graph_create(&desc, &s->graph, log);
    if (result) return result;
    return sinew_bind(&(sinew_bind_desc){ .graph = s->graph, .model = s->model }, &s->binding, log);
}

static sinew_result open_stage(stage *s, sinew_log *log) {
    sinew_result result = bind_layers(s, log);
    if (result) return result;
    s->masks[0] = sinew_binding_mask_count(s->binding) ? sinew_binding_mask(s->binding, 0) : NULL;
    s->pose = sinew_pose_create(s->binding);
    s->reference = ref_pose_create(s->model, 2);
    s->palette_joints = sinew_skeleton_skin_joint_count(s->skeleton, 0);
    s->palette_floats = 12 * (size_t)s->palette_joints;
    s->crowd_count = s->options->most;
    s->time_count = 1000;
    s->crowd = calloc(s->crowd_count, sizeof *s->crowd);
    s->palettes = calloc(s->crowd_count * (s->palette_floats + 1), sizeof *s->palettes);
    s->times = calloc(s->time_count, sizeof *s->times);
    return s->pose && s->reference && s->crowd && s->palettes && s->times ? SINEW_OK : SINEW_ERROR_MEMORY;
}

static void close_stage(stage *s) {
    free(s->crowd);
    free(s->palettes);
    free(s->times);
    ref_pose_destroy(s->reference);
    sinew_pose_destroy(s->pose);
    sinew_binding_destroy(s->binding);
    sinew_graph_destroy(s->graph);
}

static bool scenes(stage *s) {
    uint32_t second = 1 % sinew_model_clip_count(s->model);
    bool ok = sample_scene(s, "sample-forward", false) && sample_scene(s, "sample-random", true);
    s->clip = second;
    ok = ok && sample_scene(s, "sample-dense-forward", false) && sample_scene(s, "sample-dense-random", true);
    ok = ok && frame_scene(s, "frame2", 2, 1) && frame_scene(s, "frame3", 3, 1);
    uint32_t most = s->options->most;
    for (uint64_t count = 1000; ok; count *= 10) {
        ok = frame_scene(s, "frame2", 2, count < most ? (uint32_t)count : most);
        if (count >= most) break;
    }
    return ok;
}

sinew_result bench_poses(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log) {
    if (!sinew_model_clip_count(model)) return SINEW_ERROR_INPUT;
    stage s = { .model = model, .options = options, .report = report, .skeleton = sinew_model_skeleton(model) };
    sinew_result result = open_stage(&s, log);
    if (!result && !scenes(&s)) result = SINEW_ERROR_MEMORY;
    close_stage(&s);
    return result;
}
