/* Clips compiled on jobs, and to an error of the caller's: the model is the same whoever compiles, also where the work
   that may be spent on all clips runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench/bench.h"
#include "fault/fault.h"
#include "support/bank_kit.h"
#include "support/clip_error.h"
#include "support/random_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 12, CLIPS = 480, KEYS = 40 };

/* Chains whose clips jump between every two keys, so that no uniform ones hold them and all work is spent. */
typedef struct hard {
    float times[CLIPS][KEYS], values[CLIPS][JOINTS][KEYS * 4];
    sinew_joint_desc joints[JOINTS];
    sinew_curve curves[CLIPS][JOINTS];
    sinew_clip_desc clips[CLIPS];
    sinew_model_desc desc;
} hard;

static void make_hard(hard *h, uint32_t clips) {
    random_source r = { 77 };
    static const sinew_transform rest = { { 0.2f, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    for (uint32_t j = 0; j < JOINTS; ++j) h->joints[j] = (sinew_joint_desc){ NULL, j ? j - 1 : SINEW_NONE, &rest };
    for (uint32_t c = 0; c < clips; ++c) {
        bool easy = c % 4 == 0;
        double time = 0;
        for (uint32_t k = 0; k < KEYS; ++k, time += easy ? 0.05 : 0.01 + (double)random_float(&r, 0, 0.3f))
            h->times[c][k] = (float)time;
        for (uint32_t j = 0; j < JOINTS; ++j) {
            for (uint32_t k = 0; k < KEYS; ++k) {
                double half = easy ? 0.2 * sin(k * 0.3 + j) : (double)random_float(&r, -1, 1);
                float *value = &h->values[c][j][k * 4];
                value[0] = value[1] = 0;
                value[2] = (float)sin(half);
                value[3] = (float)cos(half);
            }
            h->curves[c][j] =
                (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, j, KEYS, 4, h->times[c],
                               h->values[c][j] };
        }
        h->clips[c] = (sinew_clip_desc){ .curves = h->curves[c], .curve_count = JOINTS };
    }
    h->desc = (sinew_model_desc){ .skeleton = { h->joints, JOINTS, NULL, 0 }, .clips = h->clips, .clip_count = clips };
}

static sinew_model *make(const sinew_model_desc *desc) {
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(desc, &model, NULL), SINEW_OK);
    return model;
}

/* Against a model that was made without jobs. */
static void the_same_of_jobs(sinew_model_desc desc, const banked *alone, sinew_jobs jobs) {
    desc.jobs = jobs;
    sinew_model *model = make(&desc);
    banked b = bank_of_model(model);
    assert_int_equal(b.size, alone->size);
    assert_memory_equal(b.bytes, alone->bytes, b.size);
    banked_free(&b);
    sinew_model_destroy(model);
}

/* In the order that is worst for those that come first. */
static void run_backwards(void *user, uint32_t count, void (*job)(void *data, uint32_t index, uint32_t worker),
                          void *data) {
    uint32_t workers = *(uint32_t *)user;
    for (uint32_t i = count; i-- > 0;) job(data, i, i % workers);
}

static void jobs_make_the_same(const sinew_model_desc *desc) {
    sinew_model *model = make(desc);
    banked alone = bank_of_model(model);
    sinew_model_destroy(model);
    for (uint32_t threads = 1; threads <= 4; ++threads) {
        sinew_pool *pool = sinew_pool_create(threads, NULL);
        assert_non_null(pool);
        the_same_of_jobs(*desc, &alone, sinew_pool_jobs(pool));
        sinew_pool_destroy(pool);
    }
    uint32_t workers = 3;
    the_same_of_jobs(*desc, &alone, (sinew_jobs){ run_backwards, &workers, workers });
    banked_free(&alone);
}

static void any_number_of_jobs_makes_the_same(void **state) {
    (void)state;
    hard *h = calloc(1, sizeof *h);
    assert_non_null(h);
    make_hard(h, 9);
    for (int tier = SINEW_TIER_FAST; tier <= SINEW_TIER_EXACT; ++tier) {
        h->desc.tier = (sinew_tier)tier;
        jobs_make_the_same(&h->desc);
    }
    free(h);
}

static void also_where_the_work_runs_out(void **state) {
    (void)state;
    hard *h = calloc(1, sizeof *h);
    assert_non_null(h);
    make_hard(h, CLIPS);
    sinew_model *model = make(&h->desc);
    uint32_t exact = 0, easy = 0;
    sinew_clip_fit fit;
    for (uint32_t i = 0; i < CLIPS; ++i) {
        assert_true(sinew_model_clip_fit(model, i, &fit));
        exact += fit.tier == SINEW_TIER_EXACT || fit.exact_curves == JOINTS;
        easy += i % 4 == 0 && fit.tier == SINEW_TIER_FAST;
    }
    print_message("%u of %u clips stay as they are, %u easy ones are compiled\n", exact, CLIPS, easy);
    assert_true(exact > 0 && easy > 0 && easy < CLIPS / 4); /* the last ones found no work left */
    sinew_model_destroy(model);
    jobs_make_the_same(&h->desc);
    free(h);
}

/* ---- memory ---- */

static bool make_once(fault *f, void *user) {
    hard *h = user;
    uint32_t workers = 2;
    sinew_model *model = NULL;
    h->desc.allocator = &f->allocator;
    h->desc.jobs = (sinew_jobs){ run_backwards, &workers, workers };
    sinew_result result = sinew_model_create(&h->desc, &model, NULL);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    assert_int_equal(result == SINEW_OK, model != NULL);
    sinew_model_destroy(model);
    return result == SINEW_OK;
}

static void memory_that_runs_out(void **state) {
    (void)state;
    hard *h = calloc(1, sizeof *h);
    assert_non_null(h);
    make_hard(h, 4);
    assert_true(fault_sweep(make_once, h, 4000) > 10);
    assert_true(fault_sweep_alone(make_once, h, 4000) > 10);
    free(h);
}

/* ---- an error of the caller's ---- */

static void the_callers_error_is_held(void **state) {
    (void)state;
    static const float errors[] = { 0.00002f, 0.0005f, 0.01f };
    hard *h = calloc(1, sizeof *h);
    assert_non_null(h);
    make_hard(h, 4);
    for (int tier = SINEW_TIER_FAST; tier <= SINEW_TIER_COMPACT; ++tier) {
        for (size_t i = 0; i < sizeof errors / sizeof errors[0]; ++i) {
            h->desc.tier = (sinew_tier)tier;
            h->desc.error = errors[i];
            sinew_model *model = make(&h->desc);
            sinew_clip_fit fit;
            assert_true(sinew_model_clip_fit(model, 0, &fit)); /* an easy one */
            assert_int_equal(fit.tier, tier);
            assert_true(!(fit.bound < errors[i]) && !(fit.bound > errors[i]) && fit.worst <= fit.bound);
            assert_true(clip_error_of(model, 0, 300, true).worst <= (double)errors[i] * 1.2);
            sinew_model_destroy(model);
        }
    }
    sinew_model *model = NULL;
    h->desc.error = -1;
    assert_int_equal(sinew_model_create(&h->desc, &model, NULL), SINEW_ERROR_ARGUMENT);
    h->desc.error = NAN;
    assert_int_equal(sinew_model_create(&h->desc, &model, NULL), SINEW_ERROR_ARGUMENT);
    assert_null(model);
    free(h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_jobs_makes_the_same),
        cmocka_unit_test(also_where_the_work_runs_out),
        cmocka_unit_test(memory_that_runs_out),
        cmocka_unit_test(the_callers_error_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
