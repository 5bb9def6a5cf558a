/* The benchmark's own figure. Invariant: the same on every machine up to the last bits of sin and cos. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE_JOINTS = 67, KEYS_PER_SECOND = 30, MAX_KEYS = 41 };

typedef struct figure {
    sinew_joint_desc joints[FIGURE_JOINTS];
    sinew_transform rest[FIGURE_JOINTS];
    sinew_affine inverse[FIGURE_JOINTS];
    uint32_t order[FIGURE_JOINTS];
    char names[FIGURE_JOINTS][16];
    uint32_t count;
} figure;

static uint32_t joint(figure *f, const char *name, uint32_t parent, float x, float y, float z) {
    uint32_t i = f->count++;
    size_t n = strlen(name);
    memcpy(f->names[i], name, n < sizeof f->names[i] ? n : sizeof f->names[i] - 1);
    f->rest[i] = (sinew_transform){ { x, y, z }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    f->joints[i] = (sinew_joint_desc){ f->names[i], parent, &f->rest[i] };
    f->order[i] = i;
    return i;
}

static uint32_t chain(figure *f, const char *name, uint32_t parent, uint32_t length, sinew_vec3 first,
                      sinew_vec3 step) {
    uint32_t at = joint(f, name, parent, first.x, first.y, first.z);
    for (uint32_t i = 1; i < length; ++i) at = joint(f, name, at, step.x, step.y, step.z);
    return at;
}

static void arm(figure *f, uint32_t chest, float side) {
    uint32_t hand = chain(f, side > 0 ? "arm_l" : "arm_r", chest, 5, (sinew_vec3){ 0.05f * side, 0.15f, 0 },
                          (sinew_vec3){ 0.14f * side, 0, 0 });
    for (int finger = 0; finger < 5; ++finger)
        chain(f, "finger", hand, 4, (sinew_vec3){ 0.06f * side, 0, 0.02f * (float)(finger - 2) },
              (sinew_vec3){ 0.025f * side, 0, 0 });
}

/* 1 + 5 spine + 3 head + 2 × (5 arm + 20 finger) + 2 × 4 leg. */
static void build(figure *f) {
    uint32_t hips = joint(f, "hips", SINEW_NONE, 0, 0.95f, 0);
    uint32_t chest = chain(f, "spine", hips, 5, (sinew_vec3){ 0, 0.1f, 0 }, (sinew_vec3){ 0, 0.1f, 0.01f });
    chain(f, "head", chest, 3, (sinew_vec3){ 0, 0.15f, 0 }, (sinew_vec3){ 0, 0.1f, 0 });
    for (int side = -1; side <= 1; side += 2) {
        arm(f, chest, (float)side);
        chain(f, side > 0 ? "leg_l" : "leg_r", hips, 4, (sinew_vec3){ 0.1f * (float)side, -0.05f, 0 },
              (sinew_vec3){ 0, -0.3f, 0.01f });
    }
    for (uint32_t i = 0; i < f->count; ++i) {
        sinew_vec3 at = { 0, 0, 0 };
        for (uint32_t j = i; j != SINEW_NONE; j = f->joints[j].parent) {
            at.x += f->rest[j].translation.x;
            at.y += f->rest[j].translation.y;
            at.z += f->rest[j].translation.z;
        }
        f->inverse[i] = (sinew_affine){ { 1, 0, 0, -at.x, 0, 1, 0, -at.y, 0, 0, 1, -at.z } };
    }
}

/* ---- clips ---- */

typedef struct clip_memory {
    sinew_curve curves[2 * FIGURE_JOINTS];
    float times[MAX_KEYS];
    float values[2 * FIGURE_JOINTS][MAX_KEYS * 4];
    uint32_t keys;
} clip_memory;

static void turn_key(float *out, double phase, uint32_t seed, double swing) {
    double ax = cos(seed * 1.7), ay = sin(seed * 2.3), az = cos(seed * 0.9 + 1), n = sqrt(ax * ax + ay * ay + az * az);
    double tau = 6.283185307179586;
    double angle = swing * (sin(tau * phase + seed) + 0.3 * sin(2 * tau * phase + 2 * seed)), s = sin(angle / 2) / n;
    out[0] = (float)(ax * s);
    out[1] = (float)(ay * s);
    out[2] = (float)(az * s);
    out[3] = (float)cos(angle / 2);
}

static sinew_curve *curve(clip_memory *m, sinew_clip_desc *clip, sinew_channel channel, uint32_t target) {
    sinew_curve *c = &m->curves[clip->curve_count];
    *c = (sinew_curve){
        channel,  SINEW_INTERPOLATION_LINEAR,  target, m->keys, channel == SINEW_CHANNEL_ROTATION ? 4 : 3,
        m->times, m->values[clip->curve_count]
    };
    ++clip->curve_count;
    return c;
}

/* Every `each`-th joint from `from` on turns; every 20th also moves. */
static sinew_clip_desc make_clip(clip_memory *m, const figure *f, const char *name, double length, uint32_t from,
                                 uint32_t each, double swing) {
    sinew_clip_desc clip = { .name = name, .length = length, .curves = m->curves };
    m->keys = (uint32_t)(length * KEYS_PER_SECOND + 0.5) + 1;
    for (uint32_t k = 0; k < m->keys; ++k) m->times[k] = (float)(length * k / (m->keys - 1));
    for (uint32_t j = from; j < f->count; ++j) {
        if (j % each == 0) {
            float *values = m->values[clip.curve_count];
            curve(m, &clip, SINEW_CHANNEL_ROTATION, j);
            for (uint32_t k = 0; k < m->keys; ++k) turn_key(values + 4 * k, (double)k / (m->keys - 1), j, swing);
        }
        if (j % 20) continue;
        float *values = m->values[clip.curve_count];
        curve(m, &clip, SINEW_CHANNEL_TRANSLATION, j);
        for (uint32_t k = 0; k < m->keys; ++k) {
            double wave = 0.02 * sin(6.283185307179586 * k / (m->keys - 1) + j);
            memcpy(values + 3 * k, &f->rest[j].translation, sizeof(sinew_vec3));
            values[3 * k + 1] += (float)wave;
        }
    }
    return clip;
}

sinew_model *bench_figure(sinew_log *log) {
    figure *f = calloc(1, sizeof *f);
    clip_memory *m = calloc(4, sizeof *m);
    sinew_model *model = NULL;
    if (f && m) {
        build(f);
        sinew_clip_desc clips[] = { make_clip(&m[0], f, "walk", 4.0 / 3, 0, 3, 0.5),
                                    make_clip(&m[1], f, "dense", 1, 0, 1, 0.4),
                                    make_clip(&m[2], f, "run", 0.8, 0, 3, 0.8),
                                    make_clip(&m[3], f, "aim", 1, 1, 2, 0.3) };
        sinew_skin_desc skin = { "skin", f->order, f->inverse, f->count };
        sinew_model_desc desc = { .skeleton = { f->joints, f->count, &skin, 1 }, .clips = clips, .clip_count = 4 };
        (void)sinew_model_create(&desc, &model, log);
    }
    free(f);
    free(m);
    return model;
}
