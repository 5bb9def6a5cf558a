/* Whole poses of every set of instructions that this machine has against those of the scalar set: random models with
   layers of up to nine samples, masks, deltas and holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "pose/pose.h"
#include "support/random_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 3, SAMPLES = 9, MODELS = 120, STEPS = 10 };

typedef struct stage {
    random_source r;
    sinew_model *model;
    uint32_t joints, clips, set_count;
    const snw_kernels *sets[SNW_SETS_MOST];
    sinew_pose *poses[SNW_SETS_MOST];
    float *mask;
    const float *masks[1];
    sinew_layer_row rows[LAYERS];
    sinew_sample samples[LAYERS * SAMPLES];
    double time;
} stage;

static void begin(stage *s, uint64_t seed) {
    *s = (stage){ .r = { seed } };
    s->model = random_model(&s->r, &(random_model_options){ .joints = 90, .fast = seed % 2 }, NULL);
    s->joints = sinew_skeleton_joint_count(sinew_model_skeleton(s->model));
    s->clips = sinew_model_clip_count(s->model);
    s->mask = calloc(s->joints, sizeof *s->mask);
    assert_non_null(s->mask);
    for (uint32_t i = 0; i < s->joints; ++i) s->mask[i] = random_chance(&s->r, 0.5) ? random_float(&s->r, 0, 1) : 0;
    s->masks[0] = s->mask;
    s->set_count = snw_kernels_list(s->sets);
    for (uint32_t i = 0; i < s->set_count; ++i) {
        s->poses[i] = snw_pose_make(s->model, NULL, LAYERS);
        assert_non_null(s->poses[i]);
        s->poses[i]->kernels = s->sets[i];
        s->poses[i]->masks = s->masks;
        s->poses[i]->mask_count = 1;
    }
}

static void end(stage *s) {
    for (uint32_t i = 0; i < s->set_count; ++i) sinew_pose_destroy(s->poses[i]);
    sinew_model_destroy(s->model);
    free(s->mask);
}

static void some_samples(stage *s, sinew_layer_row *row, uint32_t step) {
    float left = random_chance(&s->r, 0.5) ? 1 : random_float(&s->r, 0.2f, 1);
    uint32_t count = 1 + random_below(&s->r, SAMPLES);
    bool held = step >= 3 && random_chance(&s->r, 0.4), inertial = random_chance(&s->r, 0.5);
    for (uint32_t i = 0; i < count; ++i) {
        sinew_sample *sample = &s->samples[row->first_sample + i];
        bool delta = i > 0 && random_chance(&s->r, 0.15);
        float weight = i + 1 == count ? left : left * random_float(&s->r, 0.1f, 0.6f);
        *sample = (sinew_sample){ .clip = random_below(&s->r, s->clips), .time = random_float(&s->r, 0, 2) };
        sample->weight = weight;
        sample->reference_clip = random_chance(&s->r, 0.5) ? SINEW_NONE : random_below(&s->r, s->clips);
        if (delta) sample->flags = SINEW_SAMPLE_ADDITIVE;
        if (held && i == 0) {
            *sample = (sinew_sample){ .clip = SINEW_CLIP_HELD, .hold_serial = step, .hold_duration = 0.3f };
            if (inertial) sample->flags = SINEW_SAMPLE_INERTIAL;
            else sample->weight = weight;
        }
        left -= delta ? 0 : sample->weight;
    }
    row->sample_count = count;
}

static void some_step(stage *s, uint32_t step) {
    s->time += 0.02;
    for (uint32_t i = 0; i < LAYERS; ++i) {
        s->rows[i] = (sinew_layer_row){ .weight = random_chance(&s->r, 0.5) ? 1 : random_float(&s->r, 0.1f, 1),
                                        .mask = random_chance(&s->r, 0.5) ? SINEW_NONE : 0,
                                        .reference_clip = SINEW_NONE,
                                        .keep = step == 2 || random_chance(&s->r, 0.3),
                                        .first_sample = i * SAMPLES };
        if (i > 0 && random_chance(&s->r, 0.3)) s->rows[i].blend = SINEW_BLEND_ADDITIVE;
        some_samples(s, &s->rows[i], step);
    }
}

/* Over the largest number of the poses' matrices. */
static double difference(sinew_pose *a, sinew_pose *b, uint32_t joints) {
    double size = 1, most = 0;
    for (uint32_t i = 0; i < joints; ++i) {
        sinew_affine p = sinew_pose_model(a, i), q = sinew_pose_model(b, i);
        for (int k = 0; k < 12; ++k) {
            size = fmax(size, fabs((double)q.m[k]));
            double d = fabs((double)p.m[k] - (double)q.m[k]);
            if (!(d <= most)) most = d;
        }
    }
    return most / size;
}

static void poses_agree(void **state) {
    (void)state;
    uint32_t compared = 0, many = 0;
    double worst = 0;
    for (uint64_t seed = 1; seed <= MODELS; ++seed) {
        stage s;
        begin(&s, seed);
        for (uint32_t step = 1; step <= STEPS; ++step) {
            some_step(&s, step);
            for (uint32_t i = 0; i < s.set_count; ++i)
                assert_int_equal(snw_pose_apply_rows(s.poses[i], s.time, s.rows, LAYERS, s.samples, LAYERS * SAMPLES),
                                 SINEW_OK);
            for (uint32_t i = 1; i < s.set_count; ++i) {
                double d = difference(s.poses[i], s.poses[0], s.joints);
                if (!(d <= worst)) worst = d;
                if (!(d <= 1e-5)) fail_msg("seed %d, step %d, %s: %g", (int)seed, (int)step, s.sets[i]->name, d);
                ++compared;
            }
            for (uint32_t i = 0; i < LAYERS; ++i) many += s.rows[i].sample_count > SNW_PARTS;
        }
        end(&s);
    }
    printf("%u poses compared; %u layers of more than %d samples; worst %.2g of the size\n", compared, many, SNW_PARTS,
           worst);
    assert_true(many >= 100);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(poses_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
