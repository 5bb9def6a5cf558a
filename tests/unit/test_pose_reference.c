/* The pose engine against a double-precision evaluation written apart from it: random models, layers, masks, additive
   samples, holds of both kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "pose/pose.h"
#include "support/pose_error.h"
#include "support/random_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAYERS = 4, SAMPLES = 6, MASKS = 3, MODELS = 250, STEPS = 12 };

typedef struct bench {
    random_source r;
    sinew_model *model;
    sinew_pose *pose;
    ref_pose *reference;
    float *masks[MASKS];
    const float *mask_list[MASKS];
    uint32_t joints, clips;
    double time;
    sinew_layer_row rows[LAYERS];
    sinew_sample samples[LAYERS * SAMPLES];
    uint32_t sample_count;
    uint32_t serial[LAYERS];
    float since[LAYERS], duration[LAYERS];
    bool inertial[LAYERS];
    int holding[LAYERS]; /* steps that the hold still plays */
} bench;

typedef struct tally {
    uint32_t compared, skipped, held, inertial, additive_samples, additive_layers, masked, mean_of_many, lost;
    double worst;
} tally;

static void begin(bench *b, uint64_t seed) {
    *b = (bench){ .r = { seed } };
    b->model = random_model(&b->r, &(random_model_options){ .joints = random_chance(&b->r, 0.5) ? 20 : 100 }, NULL);
    assert_non_null(b->model);
    b->joints = sinew_skeleton_joint_count(sinew_model_skeleton(b->model));
    b->clips = sinew_model_clip_count(b->model);
    b->pose = snw_pose_make(b->model, NULL, LAYERS);
    b->reference = ref_pose_create(b->model, LAYERS);
    assert_non_null(b->pose);
    assert_non_null(b->reference);
    for (int m = 0; m < MASKS; ++m) {
        b->masks[m] = calloc(b->joints, sizeof(float));
        for (uint32_t j = 0; j < b->joints; ++j)
            b->masks[m][j] = random_chance(&b->r, 0.4) ? 0 : random_chance(&b->r, 0.5) ? 1 : random_float(&b->r, 0, 1);
        b->mask_list[m] = b->masks[m];
    }
    b->pose->masks = b->mask_list;
    b->pose->mask_count = MASKS;
}

static void end(bench *b) {
    sinew_pose_destroy(b->pose);
    ref_pose_destroy(b->reference);
    sinew_model_destroy(b->model);
    for (int m = 0; m < MASKS; ++m) free(b->masks[m]);
}

static uint32_t some_reference(bench *b) {
    return random_chance(&b->r, 0.5) ? SINEW_NONE : random_below(&b->r, b->clips);
}

static void add_sample(bench *b, sinew_layer_row *row, sinew_sample s) {
    b->samples[b->sample_count++] = s;
    ++row->sample_count;
}

static void some_hold(bench *b, uint32_t layer, sinew_layer_row *row, float *left) {
    if (b->holding[layer] == 0) {
        if (!random_chance(&b->r, 0.4)) return;
        ++b->serial[layer];
        b->holding[layer] = 1 + (int)random_below(&b->r, 4);
        b->since[layer] = random_float(&b->r, 0, 0.03f);
        b->duration[layer] = random_float(&b->r, 0.05f, 0.4f);
        b->inertial[layer] = random_chance(&b->r, 0.5);
    }
    --b->holding[layer];
    sinew_sample s = { .clip = SINEW_CLIP_HELD,
                       .hold_serial = b->serial[layer],
                       .hold_since = b->since[layer],
                       .hold_duration = b->duration[layer] };
    if (b->inertial[layer]) s.flags = SINEW_SAMPLE_INERTIAL;
    else s.weight = random_float(&b->r, 0, 0.9f);
    *left -= s.weight;
    add_sample(b, row, s);
}

static void some_samples(bench *b, uint32_t layer, sinew_layer_row *row) {
    float left = random_chance(&b->r, 0.5) ? 1 : random_float(&b->r, 0.2f, 1);
    row->first_sample = b->sample_count;
    some_hold(b, layer, row, &left);
    uint32_t count = random_below(&b->r, 4);
    for (uint32_t i = 0; i < count && left > 0; ++i) {
        float w = i + 1 == count && random_chance(&b->r, 0.7) ? left : random_float(&b->r, 0, left);
        add_sample(b, row,
                   (sinew_sample){
                       .clip = random_below(&b->r, b->clips), .weight = w, .time = random_float(&b->r, -0.5f, 3) });
        left -= w;
    }
    for (uint32_t i = random_below(&b->r, 3); i > 0 && row->sample_count < SAMPLES; --i)
        add_sample(b, row,
                   (sinew_sample){ .clip = random_below(&b->r, b->clips),
                                   .weight = random_float(&b->r, 0, 1),
                                   .time = random_float(&b->r, 0, 2),
                                   .flags = SINEW_SAMPLE_ADDITIVE,
                                   .reference_clip = some_reference(b),
                                   .reference_time = random_float(&b->r, 0, 2) });
}

/* Clips alone that go straight over what lies below: what most frames are. They may weigh more than one together. */
static void only_clips(bench *b, sinew_layer_row *row) {
    float each = random_float(&b->r, 0.2f, 1), left = random_chance(&b->r, 0.5) ? 1 : 2 * each;
    *row = (sinew_layer_row){ .mask = SINEW_NONE, .weight = random_chance(&b->r, 0.7) ? 1 : each };
    row->first_sample = b->sample_count;
    for (uint32_t count = 2 + random_below(&b->r, 2); count > 0; --count) {
        float w = count == 1 ? left : left * random_float(&b->r, 0.2f, 0.8f);
        uint32_t clip = random_below(&b->r, b->clips);
        add_sample(b, row, (sinew_sample){ .clip = clip, .weight = w, .time = random_float(&b->r, 0, 2) });
        left -= w;
    }
}

static void some_step(bench *b) {
    float dt = random_chance(&b->r, 0.1) ? 0 : random_chance(&b->r, 0.1) ? 0.3f : random_float(&b->r, 0.005f, 0.05f);
    b->time += (double)(random_chance(&b->r, 0.03) ? -0.1f : dt);
    b->sample_count = 0;
    for (uint32_t i = 0; i < LAYERS; ++i) {
        b->since[i] += dt;
        sinew_layer_row *row = &b->rows[i];
        *row = (sinew_layer_row){ .blend = random_chance(&b->r, 0.3) ? SINEW_BLEND_ADDITIVE : SINEW_BLEND_REPLACE,
                                  .mask = random_chance(&b->r, 0.5) ? SINEW_NONE : random_below(&b->r, MASKS),
                                  .reference_clip = some_reference(b),
                                  .reference_time = random_float(&b->r, 0, 2),
                                  .keep = random_chance(&b->r, 0.85) };
        row->weight = random_chance(&b->r, 0.1) ? 0 : random_chance(&b->r, 0.5) ? 1 : random_float(&b->r, 0, 1);
        if (random_chance(&b->r, 0.25)) only_clips(b, row);
        else if (row->weight > 0) some_samples(b, i, row);
        else row->first_sample = b->sample_count;
    }
}

static void count_features(const bench *b, tally *t) {
    for (uint32_t i = 0; i < LAYERS; ++i) {
        t->additive_layers += b->rows[i].blend == SINEW_BLEND_ADDITIVE && b->rows[i].sample_count;
        t->masked += b->rows[i].mask != SINEW_NONE && b->rows[i].sample_count;
        t->mean_of_many += b->rows[i].sample_count > 2;
        for (uint32_t k = 0; k < b->rows[i].sample_count; ++k) {
            const sinew_sample *s = &b->samples[b->rows[i].first_sample + k];
            bool held = s->clip == SINEW_CLIP_HELD, inertial = held && s->flags & SINEW_SAMPLE_INERTIAL;
            t->held += held && !inertial && b->pose->holds[i].usable;
            t->inertial += inertial && b->pose->holds[i].usable && s->hold_since < s->hold_duration;
            t->lost += held && !b->pose->holds[i].usable;
            t->additive_samples += (s->flags & SINEW_SAMPLE_ADDITIVE) != 0;
        }
    }
}

static double error_of(const bench *b) { return pose_error(b->model, b->pose, b->reference); }

static void random_steps_agree(void **state) {
    (void)state;
    tally t = { 0 };
    for (uint64_t seed = 1; seed <= MODELS; ++seed) {
        bench b;
        begin(&b, seed);
        /* A choice that rounding made changes what is held later, so a model ends with its first one. */
        for (int step = 0; step < STEPS; ++step) {
            some_step(&b);
            assert_int_equal(snw_pose_apply_rows(b.pose, b.time, b.rows, LAYERS, b.samples, b.sample_count), SINEW_OK);
            ref_pose_apply(b.reference, b.time, b.rows, LAYERS, b.samples, b.mask_list);
            if (ref_pose_margin(b.reference) < 2e-4) {
                t.skipped += (uint32_t)(STEPS - step);
                break;
            }
            count_features(&b, &t);
            double error = error_of(&b);
            if (!(error <= t.worst)) t.worst = error;
            if (!(error <= 1e-5)) fail_msg("seed %d, step %d: error %g of the size", (int)seed, step, error);
            ++t.compared;
        }
        end(&b);
    }
    printf("%u steps compared, %u left out; worst error %.2g of the size; %u held, %u inertial, %u holds lost, "
           "%u additive samples, %u additive layers, %u masked, %u of many\n",
           t.compared, t.skipped, t.worst, t.held, t.inertial, t.lost, t.additive_samples, t.additive_layers, t.masked,
           t.mean_of_many);
    assert_true(t.compared > t.skipped * 2);
    assert_true(t.held >= 100 && t.inertial >= 100 && t.lost >= 100 && t.additive_samples >= 100);
    assert_true(t.additive_layers >= 100 && t.masked >= 100 && t.mean_of_many >= 100);
}

static void clips_agree(void **state) {
    (void)state;
    double worst = 0;
    for (uint64_t seed = 1000; seed < 1100; ++seed) {
        bench b;
        begin(&b, seed);
        for (uint32_t clip = 0; clip < b.clips; ++clip)
            for (int i = 0; i < 20; ++i) {
                double time = -0.1 + 0.15 * i;
                sinew_pose_rest(b.pose);
                assert_int_equal(sinew_pose_sample(b.pose, clip, time), SINEW_OK);
                ref_pose_sample(b.reference, clip, time);
                double error = error_of(&b);
                if (!(error <= worst)) worst = error;
            }
        end(&b);
    }
    printf("worst error of a single clip: %.2g of the size\n", worst);
    assert_true(worst <= 1e-5);
}

static void palettes_agree(void **state) {
    (void)state;
    for (uint64_t seed = 2000; seed < 2050; ++seed) {
        bench b;
        begin(&b, seed);
        sinew_pose_sample(b.pose, 0, 0.4);
        ref_pose_sample(b.reference, 0, 0.4);
        const sinew_skeleton *s = sinew_model_skeleton(b.model);
        uint32_t count = sinew_skeleton_skin_joint_count(s, 0);
        float *palette = calloc(12 * (size_t)count, sizeof *palette);
        assert_int_equal(sinew_palette_3x4(b.pose, 0, palette, count), count);
        for (uint32_t i = 0; i < count; ++i) {
            double m[12], size = 1;
            ref_pose_model(b.reference, sinew_skeleton_skin_joints(s, 0)[i], m);
            const float *inverse = sinew_skeleton_skin_inverse_bind(s, 0)[i].m;
            for (int k = 0; k < 12; ++k) size = fmax(size, fabs(m[k]));
            for (int row = 0; row < 3; ++row)
                for (int column = 0; column < 4; ++column) {
                    double sum = column == 3 ? m[4 * row + 3] : 0;
                    for (int k = 0; k < 3; ++k) sum += m[4 * row + k] * (double)inverse[4 * k + column];
                    assert_true(fabs(sum - (double)palette[12 * i + (uint32_t)(4 * row + column)]) <= 1e-5 * size);
                }
        }
        free(palette);
        end(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_steps_agree),
        cmocka_unit_test(clips_agree),
        cmocka_unit_test(palettes_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
