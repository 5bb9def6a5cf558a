/* Opening a bank that lies in memory: what a game waits for when it loads. Invariant: every clip of it is compiled and
   different in name alone from one of the model's. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIPS = 76, NAME = 64 };

typedef struct opening {
    void *bytes; /* of malloc, which is aligned as a bank must be */
    size_t size;
    bool failed;
} opening;

static void open_once(void *user, uint32_t round) {
    opening *o = user;
    sinew_bank *bank = NULL;
    (void)round;
    if (sinew_bank_open(o->bytes, o->size, NULL, &bank, NULL) != SINEW_OK) o->failed = true;
    sinew_bank_close(bank);
}

/* What a model is made of, told again. */
typedef struct copy {
    sinew_joint_desc *joints;
    sinew_clip_desc clips[CLIPS];
    char names[CLIPS][NAME];
} copy;

static void copy_joints(copy *c, const sinew_skeleton *s) {
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(s); ++j)
        c->joints[j] = (sinew_joint_desc){ sinew_skeleton_joint_name(s, j), sinew_skeleton_joint_parent(s, j),
                                           sinew_skeleton_rest(s, j) };
}

/* Morph weights are left out, since groups are not told. */
static void copy_clips(copy *c, const sinew_model *model) {
    uint32_t count = sinew_model_clip_count(model);
    for (uint32_t i = 0; i < CLIPS; ++i) {
        uint32_t curves;
        snprintf(c->names[i], NAME, "%u %.40s", i, sinew_model_clip_name(model, i % count));
        c->clips[i] = (sinew_clip_desc){ .name = c->names[i], .length = sinew_model_clip_length(model, i % count) };
        c->clips[i].curves = sinew_model_clip_curves(model, i % count, &curves);
        while (curves && c->clips[i].curves[curves - 1].channel == SINEW_CHANNEL_WEIGHTS) --curves;
        c->clips[i].curve_count = curves;
    }
}

static sinew_result make_model(const sinew_model *from, sinew_model **model, sinew_log *log) {
    const sinew_skeleton *s = sinew_model_skeleton(from);
    copy *c = calloc(1, sizeof *c);
    if (c) c->joints = calloc(sinew_skeleton_joint_count(s) + 1, sizeof *c->joints);
    sinew_result result = SINEW_ERROR_MEMORY;
    if (c && c->joints) {
        copy_joints(c, s);
        copy_clips(c, from);
        sinew_model_desc desc = { .skeleton = { .joints = c->joints, .joint_count = sinew_skeleton_joint_count(s) },
                                  .clips = c->clips,
                                  .clip_count = CLIPS };
        result = sinew_model_create(&desc, model, log);
    }
    if (c) free(c->joints);
    free(c);
    return result;
}

static sinew_result write_bank(const sinew_model *model, opening *o, sinew_log *log) {
    sinew_bank_model_desc models[1] = { { "model", model } };
    sinew_bank_desc desc = { .models = models, .model_count = 1 };
    o->size = sinew_bank_size(&desc, log);
    if (!o->size) return SINEW_ERROR_INPUT;
    o->bytes = malloc(o->size);
    return o->bytes ? sinew_bank_write(&desc, o->bytes, o->size, log) : SINEW_ERROR_MEMORY;
}

sinew_result bench_banks(const sinew_model *model, const bench_options *options, bench_report *report, sinew_log *log) {
    opening o = { .failed = false };
    bench_row row = { .scene = "open-bank", .count = CLIPS, .threads = 1, .error_mm = -1 };
    sinew_model *many = NULL;
    sinew_bank *bank = NULL;
    sinew_result result = make_model(model, &many, log);
    if (!result) result = write_bank(many, &o, log);
    sinew_model_destroy(many);
    if (!result) result = sinew_bank_open(o.bytes, o.size, NULL, &bank, log);
    row.bytes = (double)sinew_bank_handle_bytes(bank);
    sinew_bank_close(bank);
    if (!result && !bench_time(options->seconds, open_once, &o, &row.us, &row.us_median)) result = SINEW_ERROR_MEMORY;
    row.us *= 1e6;
    row.us_median *= 1e6;
    if (!result && o.failed) result = SINEW_ERROR_MEMORY;
    if (!result) bench_add(report, row);
    free(o.bytes);
    return result;
}
