/* Clips of corpus models in every tier with every set of instructions that this machine has: against the scalar set,
   and against their curves in double. (Frames of several clips: test_simd_pose.c.) Skipped without the corpus; with
   CI=true that is a failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pose/pose.h"
#include "sinew/io.h"
#include "support/clip_error.h"
#include "support/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 12 };

typedef struct totals {
    sinew_tier tier;
    uint32_t models, poses, set_count;
    const snw_kernels *sets[SNW_SETS_MOST];
    double worst; /* in model sizes */
    char worst_file[CORPUS_PATH];
} totals;

static sinew_model *animated(const char *file, sinew_tier tier) {
    sinew_model *model = NULL;
    sinew_io_options options = { .no_meshes = true, .tier = tier };
    if (sinew_io_load_model(file, &options, &model, NULL)) return NULL;
    if (sinew_model_clip_count(model) && sinew_skeleton_joint_count(sinew_model_skeleton(model))) return model;
    sinew_model_destroy(model);
    return NULL;
}

/* ---- against the scalar set ---- */

/* Over the model's size, or how far its joints get; turns over the largest number. */
static double difference(sinew_pose *a, sinew_pose *b, const sinew_model *model) {
    double size = (double)sinew_model_size(model), turn_size = 1, place = 0, turn = 0;
    for (uint32_t i = 0; i < sinew_skeleton_joint_count(sinew_model_skeleton(model)); ++i) {
        sinew_affine p = sinew_pose_model(a, i), q = sinew_pose_model(b, i);
        for (int k = 0; k < 12; ++k) {
            double d = fabs((double)p.m[k] - (double)q.m[k]), number = fabs((double)q.m[k]);
            if (k % 4 == 3) place = d > place || d - d != 0 ? d : place, size = fmax(size, number);
            else turn = d > turn || d - d != 0 ? d : turn, turn_size = fmax(turn_size, number);
        }
    }
    return fmax(place / size, turn / turn_size);
}

static void note(totals *t, double off, const char *file) {
    ++t->poses;
    if (off <= t->worst) return;
    t->worst = off;
    snprintf(t->worst_file, sizeof t->worst_file, "%s", strrchr(file, '/') + 1);
}

static void compare_clip(totals *t, const sinew_model *model, sinew_pose **poses, uint32_t clip, const char *file) {
    for (int k = 0; k < TIMES; ++k) {
        double part = (k + 0.3) / TIMES;
        for (uint32_t i = 0; i < t->set_count; ++i) {
            sinew_pose_rest(poses[i]);
            assert_int_equal(sinew_pose_sample(poses[i], clip, sinew_model_clip_length(model, clip) * part), SINEW_OK);
            if (i) note(t, difference(poses[i], poses[0], model), file);
        }
    }
}

static void visit_alike(void *user, const char *file) {
    totals *t = user;
    sinew_pose *poses[SNW_SETS_MOST];
    sinew_model *model = animated(file, t->tier);
    if (!model) return;
    for (uint32_t i = 0; i < t->set_count; ++i) {
        poses[i] = snw_pose_make(model, NULL, 1);
        assert_non_null(poses[i]);
        poses[i]->kernels = t->sets[i];
    }
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) compare_clip(t, model, poses, clip, file);
    for (uint32_t i = 0; i < t->set_count; ++i) sinew_pose_destroy(poses[i]);
    sinew_model_destroy(model);
    ++t->models;
}

static void sets_agree(void **state) {
    static const struct {
        sinew_tier tier;
        const char *name;
    } tiers[] = { { SINEW_TIER_FAST, "fast" }, { SINEW_TIER_COMPACT, "compact" }, { SINEW_TIER_EXACT, "exact" } };
    (void)state;
    char folder[CORPUS_PATH];
    if (!corpus_is_there("gltf")) skip();
    corpus_path(folder, "gltf");
    for (size_t i = 0; i < sizeof tiers / sizeof *tiers; ++i) {
        totals t = { .tier = tiers[i].tier };
        t.set_count = snw_kernels_list(t.sets);
        corpus_models(folder, visit_alike, &t);
        print_message("%s: %u models, %u sets, %u poses compared with scalar, worst %.2g of the size in \"%s\"\n",
                      tiers[i].name, t.models, t.set_count, t.poses, t.worst, t.worst_file);
        assert_true(t.models > 0 && t.set_count > 1 && t.poses >= t.models * (t.set_count - 1) * TIMES);
        assert_true(t.worst <= 1e-5);
    }
}

/* ---- against the curves ---- */

typedef struct errors {
    sinew_tier tier;
    const char *set;
    uint32_t models;
    double part; /* of the bound, at most */
    double worst, sum;
    uint32_t count;
} errors;

static void visit_errors(void *user, const char *file) {
    errors *e = user;
    sinew_model *model = animated(file, e->tier);
    if (!model) return;
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) {
        clip_error one = clip_error_of(model, clip, 24, false);
        e->part = fmax(e->part, one.worst / clip_bound_of(model, clip));
        e->worst = fmax(e->worst, one.worst);
        e->sum += one.sum;
        e->count += one.count;
    }
    sinew_model_destroy(model);
    ++e->models;
    if (e->part > 1) fail_msg("\"%s\" with %s is off by more than its tier may be", file, e->set);
}

static void each_set_holds_the_bound(void **state) {
    static const sinew_tier tiers[] = { SINEW_TIER_FAST, SINEW_TIER_COMPACT };
    (void)state;
    char folder[CORPUS_PATH];
    const snw_kernels *sets[SNW_SETS_MOST];
    if (!corpus_is_there("gltf")) skip();
    corpus_path(folder, "gltf");
    uint32_t count = snw_kernels_list(sets);
    const char *before = getenv("SINEW_SIMD");
    for (uint32_t i = 0; i < 2 * count; ++i) {
        errors e = { .tier = tiers[i % 2], .set = sets[i / 2]->name };
        assert_int_equal(setenv("SINEW_SIMD", e.set, 1), 0);
        corpus_models(folder, visit_errors, &e);
        print_message("%s, %s: %u models, worst %.4f mm, mean %.5f mm, at most %.2f of the bound\n", e.set,
                      i % 2 ? "compact" : "fast", e.models, e.worst * 1e3, e.sum / e.count * 1e3, e.part);
        assert_true(e.models > 0);
    }
    if (before) setenv("SINEW_SIMD", before, 1);
    else unsetenv("SINEW_SIMD");
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(sets_agree), cmocka_unit_test(each_set_holds_the_bound) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
