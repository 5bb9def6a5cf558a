/* Banks: what comes out plays as what went in, wherever the bytes lie, with one allocation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bank/bank.h"
#include "bench/bench.h"
#include "fault/fault.h"
#include "sinew/io.h"
#include "support/bank_kit.h"
#include "support/random_model.h"
#include "support/root_clips.h"
#include "support/setting.h"

#include <stdlib.h>
#include <string.h>

static sinew_model *load_hero(sinew_tier tier) {
    sinew_model *model = NULL;
    sinew_io_options options = { .tier = tier };
    assert_int_equal(sinew_io_load_model(SINEW_HERO, &options, &model, NULL), SINEW_OK);
    return model;
}

static void comes_back(const sinew_model *model) {
    banked b = bank_of_model(model);
    assert_int_equal(sinew_bank_model_count(b.bank), 1);
    assert_true(sinew_bank_intact(b.bank));
    bank_expect_same(model, sinew_bank_model(b.bank, 0));
    /* Again from there: the same bytes. */
    banked again = bank_of_model(sinew_bank_model(b.bank, 0));
    assert_int_equal(again.size, b.size);
    assert_memory_equal(again.bytes, b.bytes, b.size);
    banked_free(&again);
    banked_free(&b);
}

static void the_figure_comes_back(void **state) {
    (void)state;
    for (int tier = SINEW_TIER_FAST; tier <= SINEW_TIER_EXACT; ++tier) {
        sinew_model *model = load_hero((sinew_tier)tier);
        comes_back(model);
        sinew_model_destroy(model);
    }
}

static void random_models_come_back(void **state) {
    (void)state;
    uint32_t count = setting_quick() ? 40 : 300;
    for (uint32_t seed = 1; seed <= count; ++seed) {
        random_source r = { seed };
        random_model_options options = { .joints = seed % 3 ? 40 : 120, .fast = seed % 4 != 0, .clips = 3 };
        sinew_model *model = random_model(&r, &options, NULL);
        assert_non_null(model);
        comes_back(model);
        sinew_model_destroy(model);
    }
}

static void root_motion_comes_back(void **state) {
    (void)state;
    for (int tier = SINEW_TIER_FAST; tier <= SINEW_TIER_EXACT; ++tier) {
        rc_set set;
        rc_begin(&set);
        set.tier = (sinew_tier)tier;
        rc_arc(&set, "straight", 1, 2, 0, 20);
        rc_arc(&set, "turns", 2, 1, 3, 33)->desc.root.yaw = true;
        rc_arc(&set, "round", 4, 1, 9, 60)->desc.root.yaw = true;
        sinew_model *model = rc_model(&set, NULL);
        comes_back(model);
        sinew_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_figure_comes_back),
        cmocka_unit_test(random_models_come_back),
        cmocka_unit_test(root_motion_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
