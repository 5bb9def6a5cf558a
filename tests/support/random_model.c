/* See random_model.h. Invariant: the same seed gives the same model on every machine. */
#include "support/random_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_next(random_source *r) {
    /* SplitMix64. Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014. */
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t random_below(random_source *r, uint32_t count) { return (uint32_t)((random_next(r) >> 32) * count >> 32); }

float random_float(random_source *r, float low, float high) {
    return low + (high - low) * ((float)(random_next(r) >> 40) / 16777216.0f);
}

bool random_chance(random_source *r, double chance) {
    return (double)(random_next(r) >> 11) / 9007199254740992.0 < chance;
}

sinew_quat random_rotation(random_source *r) {
    for (;;) {
        float x = random_float(r, -1, 1), y = random_float(r, -1, 1), z = random_float(r, -1, 1);
        float w = random_float(r, -1, 1), n = x * x + y * y + z * z + w * w;
        if (n < 0.01f || n > 1) continue;
        n = sqrtf(n);
        return (sinew_quat){ x / n, y / n, z / n, w / n };
    }
}

static float random_scale(random_source *r, bool plain) {
    if (!plain && random_chance(r, 0.05)) return -1;
    if (!plain && random_chance(r, 0.02)) return 0;
    return random_chance(r, 0.5) ? 1 : random_float(r, 0.8f, 1.25f);
}

static void *piece(size_t count, size_t each) {
    void *memory = calloc(count ? count : 1, each);
    if (memory) return memory;
    fprintf(stderr, "random_model: out of memory\n");
    exit(1);
}

static void fill_values(random_source *r, sinew_curve *c, bool plain) {
    bool cubic = c->interpolation == SINEW_INTERPOLATION_CUBIC;
    uint32_t rows = c->key_count * (cubic ? 3 : 1);
    float *values = piece((size_t)rows * c->width, sizeof *values);
    for (uint32_t row = 0; row < rows; ++row) {
        float *v = values + (size_t)row * c->width;
        bool tangent = cubic && row % 3 != 1;
        sinew_quat q = random_rotation(r);
        if (c->channel == SINEW_CHANNEL_ROTATION && !tangent) memcpy(v, &q, sizeof q);
        else
            for (uint32_t i = 0; i < c->width; ++i)
                v[i] = c->channel == SINEW_CHANNEL_SCALE && !tangent ? random_scale(r, plain) : random_float(r, -1, 1);
    }
    c->values = values;
}

static sinew_curve random_curve(random_source *r, sinew_channel channel, uint32_t target, uint32_t width, bool plain) {
    sinew_curve c = { .channel = channel, .target = target, .width = width };
    c.interpolation = (sinew_interpolation)random_below(r, 3);
    c.key_count = 1 + random_below(r, 6);
    float *times = piece(c.key_count, sizeof *times), time = random_chance(r, 0.5) ? 0 : random_float(r, 0, 0.3f);
    for (uint32_t i = 0; i < c.key_count; ++i, time += random_float(r, 0.05f, 0.5f)) times[i] = time;
    c.times = times;
    fill_values(r, &c, plain);
    return c;
}

static sinew_clip_desc random_clip(random_source *r, const sinew_model_desc *desc, bool plain) {
    uint32_t joints = desc->skeleton.joint_count;
    sinew_curve *curves = piece((size_t)joints * 3 + desc->morph_count, sizeof *curves);
    uint32_t count = 0;
    double density = random_chance(r, 0.3) ? 1 : (double)random_float(r, 0.1f, 0.9f);
    for (uint32_t j = 0; j < joints; ++j)
        for (int channel = 0; channel < 3; ++channel)
            if (random_chance(r, density))
                curves[count++] = random_curve(r, (sinew_channel)channel, j, channel == 1 ? 4 : 3, plain);
    for (uint32_t m = 0; m < desc->morph_count; ++m)
        if (random_chance(r, density))
            curves[count++] = random_curve(r, SINEW_CHANNEL_WEIGHTS, m, desc->morphs[m].target_count, plain);
    return (sinew_clip_desc){ .length = 2, .curves = curves, .curve_count = count };
}

static void random_joints(random_source *r, sinew_joint_desc *joints, sinew_transform *rest, uint32_t count,
                          bool plain) {
    uint32_t reach = random_chance(r, 0.3) ? 1 : 1 + random_below(r, 20); /* 1: a chain */
    bool turned = random_chance(r, 0.5); /* children before their parents in the desc */
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t up = i ? i - 1 - random_below(r, i < reach ? i : reach) : SINEW_NONE, at = turned ? count - 1 - i : i;
        if (i && random_chance(r, 0.03)) up = SINEW_NONE;
        joints[at].parent = up == SINEW_NONE ? SINEW_NONE : turned ? count - 1 - up : up;
        joints[at].rest = &rest[at];
        rest[at] = (sinew_transform){ { random_float(r, -1, 1), random_float(r, -1, 1), random_float(r, -1, 1) },
                                      random_rotation(r),
                                      { random_scale(r, plain), random_scale(r, plain), random_scale(r, plain) } };
    }
}

static sinew_skin_desc random_skin(random_source *r, uint32_t joint_count) {
    uint32_t count = 1 + random_below(r, joint_count);
    uint32_t *joints = piece(count, sizeof *joints);
    sinew_affine *inverse = piece(count, sizeof *inverse);
    for (uint32_t i = 0; i < count; ++i) {
        joints[i] = (i * 7 + 3) % joint_count;
        for (int k = 0; k < 12; ++k) inverse[i].m[k] = random_float(r, -1, 1);
    }
    return (sinew_skin_desc){ .joints = joints, .inverse_bind = inverse, .joint_count = count };
}

static void free_clips(const sinew_clip_desc *clips, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < clips[i].curve_count; ++k) {
            free((void *)(uintptr_t)clips[i].curves[k].times);
            free((void *)(uintptr_t)clips[i].curves[k].values);
        }
        free((void *)(uintptr_t)clips[i].curves);
    }
}

static sinew_model *make(const sinew_model_desc *desc) {
    sinew_model *model = NULL;
    sinew_log log = { 0 };
    sinew_result result = sinew_model_create(desc, &model, &log);
    if (result != SINEW_OK && result != SINEW_ERROR_MEMORY) {
        for (uint32_t i = 0; i < log.count; ++i) fprintf(stderr, "%s: %s\n", log.items[i].path, log.items[i].sentence);
        exit(1);
    }
    sinew_log_free(&log);
    return model;
}

sinew_model *random_model(random_source *r, const random_model_options *options, const sinew_allocator *allocator) {
    uint32_t most = options->joints ? options->joints : 100, count = 1 + random_below(r, most);
    sinew_joint_desc *joints = piece(count, sizeof *joints);
    sinew_transform *rest = piece(count, sizeof *rest);
    random_joints(r, joints, rest, count, options->plain);
    sinew_morph_desc morphs[2] = { { 0 } };
    float weights[5] = { 0.25f, 0, 1, 0.5f, -0.5f };
    uint32_t morph_count = random_below(r, 3);
    for (uint32_t i = 0; i < morph_count; ++i)
        morphs[i] = (sinew_morph_desc){ random_below(r, count), 1 + random_below(r, 5),
                                        random_chance(r, 0.5) ? weights : NULL };
    sinew_skin_desc skin = random_skin(r, count);
    sinew_model_desc desc = {
        .skeleton = { joints, count, &skin, 1 }, .morphs = morphs, .morph_count = morph_count, .allocator = allocator
    };
    desc.tier = options->fast ? SINEW_TIER_FAST : SINEW_TIER_EXACT;
    desc.clip_count = options->clips ? options->clips : 1 + random_below(r, 6);
    sinew_clip_desc *clips = piece(desc.clip_count, sizeof *clips);
    for (uint32_t i = 0; i < desc.clip_count; ++i) clips[i] = random_clip(r, &desc, options->plain);
    desc.clips = clips;
    sinew_model *model = make(&desc);
    free_clips(clips, desc.clip_count);
    free(clips);
    free((void *)(uintptr_t)skin.joints);
    free((void *)(uintptr_t)skin.inverse_bind);
    free(joints);
    free(rest);
    return model;
}
