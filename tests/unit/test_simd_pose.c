/* Whole poses of every set of instructions that this machine has against those of the scalar set: random models with
   layers of up to nine samples, masks, deltas and holds; and the models of the corpus, against the reference in double
   too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "pose/pose.h"
#include "bench/pose_reference.h"
#include "sinew/io.h"
#include "support/clip_error.h"
#include "support/corpus.h"
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

static void begin(stage *s, uint64_t seed, sinew_model *model) {
    *s = (stage){ .r = { seed } };
    s->model = model ? model : random_model(&s->r, &(random_model_options){ .joints = 90, .fast = seed % 2 }, NULL);
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
    float left = random_chance(&s->r, 0.5) ? 1 : random_float(&s->r, 0.2f, random_chance(&s->r, 0.2) ? 2.0f : 1);
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
        begin(&s, seed, NULL);
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

/* ---- the models of the corpus ---- */

enum { FRAMES = 12 };

typedef struct totals {
    uint32_t models, frames, skins;
    double apart, off; /* the worst: over the size, and of the bound */
} totals;

/* Two clips blended, and a third added through the mask, as a game's frame is. */
static double some_frame(stage *s) {
    double bound = 0;
    float first = random_float(&s->r, 0.2f, 0.8f);
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t clip = random_below(&s->r, s->clips);
        float time = random_float(&s->r, 0, 1) * (float)sinew_model_clip_length(s->model, clip);
        float weight = i == 0 ? first : i == 1 ? 1 - first : 1;
        s->samples[i] = (sinew_sample){ .clip = clip, .time = time, .weight = weight, .reference_clip = SINEW_NONE };
        bound += clip_bound_of(s->model, clip);
    }
    s->rows[0] = (sinew_layer_row){ .weight = 1, .mask = SINEW_NONE, .sample_count = 2, .reference_clip = SINEW_NONE };
    s->rows[1] = (sinew_layer_row){ .blend = SINEW_BLEND_ADDITIVE,
                                    .weight = random_float(&s->r, 0.3f, 1),
                                    .mask = 0,
                                    .reference_clip = SINEW_NONE,
                                    .first_sample = 2,
                                    .sample_count = 1 };
    return bound;
}

/* Of a skin's palette, over the largest number in it. */
static double palettes_apart(stage *s, uint32_t set, uint32_t skin) {
    uint32_t count = sinew_skeleton_skin_joint_count(sinew_model_skeleton(s->model), skin);
    float *is = malloc(12 * (size_t)count * sizeof *is), *right = malloc(12 * (size_t)count * sizeof *right);
    assert_true(!count || (is && right));
    assert_int_equal(sinew_palette_3x4(s->poses[set], skin, is, count), count);
    assert_int_equal(sinew_palette_3x4(s->poses[0], skin, right, count), count);
    double size = 1, most = 0;
    for (uint32_t i = 0; i < 12 * count; ++i) {
        size = fmax(size, fabs((double)right[i]));
        double d = fabs((double)is[i] - (double)right[i]);
        if (!(d <= most)) most = d;
    }
    free(is);
    free(right);
    return most / size;
}

/* How far origins are from the reference's, in metres. */
static double off_by(const stage *s, uint32_t set, const ref_pose *reference) {
    double worst = 0;
    for (uint32_t i = 0; i < s->joints; ++i) {
        double m[12];
        ref_pose_model(reference, i, m);
        sinew_affine is = sinew_pose_model(s->poses[set], i);
        double x = m[3] - (double)is.m[3], y = m[7] - (double)is.m[7], z = m[11] - (double)is.m[11];
        double d = sqrt(x * x + y * y + z * z);
        if (!(d <= worst)) worst = d;
    }
    return worst;
}

static void visit_model(void *user, const char *file) {
    totals *t = user;
    sinew_model *model = NULL;
    if (sinew_io_load_model(file, &(sinew_io_options){ .no_meshes = true }, &model, NULL)) return;
    if (!sinew_model_clip_count(model)) {
        sinew_model_destroy(model);
        return;
    }
    stage s;
    begin(&s, 5, model);
    ref_pose *reference = ref_pose_create(model, LAYERS);
    assert_non_null(reference);
    uint32_t skins = sinew_skeleton_skin_count(sinew_model_skeleton(model));
    for (uint32_t frame = 0; frame < FRAMES; ++frame) {
        double bound = some_frame(&s);
        ref_pose_apply(reference, 0, s.rows, 2, s.samples, s.masks);
        for (uint32_t i = 0; i < s.set_count; ++i)
            assert_int_equal(snw_pose_apply_rows(s.poses[i], 0, s.rows, 2, s.samples, 3), SINEW_OK);
        for (uint32_t i = 0; i < s.set_count; ++i) {
            double apart = 0, off = ref_pose_margin(reference) > 1e-4 ? off_by(&s, i, reference) / bound : 0;
            for (uint32_t skin = 0; skin < skins; ++skin) apart = fmax(apart, palettes_apart(&s, i, skin));
            apart = fmax(apart, difference(s.poses[i], s.poses[0], s.joints));
            if (!(apart <= 1e-5)) fail_msg("\"%s\", %s: %g from scalar", file, s.sets[i]->name, apart);
            if (!(off <= 1)) fail_msg("\"%s\", %s: off by %g of the bound", file, s.sets[i]->name, off);
            t->apart = fmax(t->apart, apart);
            t->off = fmax(t->off, off);
        }
        t->frames++;
    }
    t->models++;
    t->skins += skins;
    ref_pose_destroy(reference);
    end(&s);
}

static void poses_of_the_corpus_agree(void **state) {
    (void)state;
    totals t = { 0 };
    char folder[CORPUS_PATH];
    if (!corpus_is_there("gltf")) skip();
    corpus_path(folder, "gltf");
    corpus_models(folder, visit_model, &t);
    print_message("%u models, %u skins, %u frames with each set; worst %.2g of the size from scalar, %.2g of the bound "
                  "from the reference\n",
                  t.models, t.skins, t.frames, t.apart, t.off);
    assert_true(t.models > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(poses_agree), cmocka_unit_test(poses_of_the_corpus_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
