/* See stage.h. */
#include "stage.h"

#include <math.h>
#include <stdlib.h>

/* ---- errors ---- */

/* Over the three axes. */
double stage_error_at(const double right[12], const float is[12]) {
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

double stage_error(const stage *s, sinew_pose *pose) {
    double worst = 0;
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(s->skeleton); ++j) {
        double right[12];
        ref_pose_model(s->reference, j, right);
        sinew_affine is = sinew_pose_model(pose, j);
        worst = fmax(worst, stage_error_at(right, is.m));
    }
    return worst;
}

double stage_baseline_error(const stage *s, const baseline *b) {
    double worst = 0;
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(s->skeleton); ++j) {
        double right[12];
        float is[12];
        ref_pose_model(s->reference, j, right);
        baseline_model(b, j, is);
        worst = fmax(worst, stage_error_at(right, is));
    }
    return worst;
}

/* A palette is the model matrix times the inverse bind; the error of the product at the origin of the bind. */
double stage_palette_error(const stage *s, const float *palette) {
    double worst = 0;
    for (uint32_t i = 0; i < s->palette_joints; ++i) {
        uint32_t joint = sinew_skeleton_skin_joints(s->skeleton, 0)[i];
        const float *inverse = sinew_skeleton_skin_inverse_bind(s->skeleton, 0)[i].m;
        double m[12], right[12];
        ref_pose_model(s->reference, joint, m);
        for (int row = 0; row < 3; ++row)
            for (int k = 0; k < 4; ++k)
                right[4 * row + k] = m[4 * row] * (double)inverse[k] + m[4 * row + 1] * (double)inverse[4 + k] +
                                     m[4 * row + 2] * (double)inverse[8 + k] + (k == 3 ? m[4 * row + 3] : 0);
        worst = fmax(worst, stage_error_at(right, palette + 12 * (size_t)i));
    }
    return worst;
}

/* ---- characters ---- */

static void play(const sinew_model *model, sinew_sample *sample, bench_random *r, uint32_t clip, double weight) {
    clip %= sinew_model_clip_count(model);
    *sample = (sinew_sample){ .clip = clip, .weight = (float)weight, .reference_clip = SINEW_NONE };
    sample->time = (float)(bench_next(r) * sinew_model_clip_length(model, clip));
}

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

void stage_cast(stage *s, uint32_t clips) {
    bench_random r = { 11 };
    for (uint32_t i = 0; i < s->crowd_count; ++i) make_character(s, &s->crowd[i], &r, clips);
}

void stage_step(const stage *s, uint32_t index, sinew_step *step) {
    const character *c = &s->crowd[index];
    step->binding = s->binding;
    step->samples = c->samples;
    step->sample_count = c->sample_count;
    step->layers = c->rows;
    step->layer_count = 2;
}

float *stage_palette(const stage *s, uint32_t index) { return s->palettes + index * s->palette_floats; }

baseline_frame stage_baseline_frame(const stage *s, uint32_t index) {
    const character *c = &s->crowd[index];
    return (baseline_frame){ c->samples, c->sample_count - 1, c->rows[1].weight, s->masks[0] };
}

void stage_reference(const stage *s, uint32_t index) {
    const character *c = &s->crowd[index];
    ref_pose_apply(s->reference, 0, c->rows, 2, c->samples, s->masks);
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

static void *aligned(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64 + 64); }

sinew_result stage_open(stage *s, const sinew_model *model, uint32_t crowd, sinew_log *log) {
    *s = (stage){ .model = model, .skeleton = sinew_model_skeleton(model), .crowd_count = crowd };
    sinew_result result = bind_layers(s, log);
    if (result) return result;
    s->masks[0] = sinew_binding_mask_count(s->binding) ? sinew_binding_mask(s->binding, 0) : NULL;
    s->reference = ref_pose_create(s->model, 2);
    s->palette_joints = sinew_skeleton_skin_joint_count(s->skeleton, 0);
    /* Room for the 4×4 palettes of the conventional pipeline too; a palette begins at a cache line. */
    s->palette_floats = (16 * (size_t)s->palette_joints + 15) / 16 * 16;
    s->crowd = calloc(s->crowd_count, sizeof *s->crowd);
    s->palettes = aligned(s->crowd_count * s->palette_floats * sizeof *s->palettes);
    if (!s->reference || !s->crowd || !s->palettes) return SINEW_ERROR_MEMORY;
    for (size_t i = 0; i < s->crowd_count * s->palette_floats; ++i) s->palettes[i] = 0;
    return SINEW_OK;
}

void stage_close(stage *s) {
    free(s->crowd);
    free(s->palettes);
    ref_pose_destroy(s->reference);
    sinew_binding_destroy(s->binding);
    sinew_graph_destroy(s->graph);
}
