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
#include "support/bank_play.h"
#include "support/bank_small.h"
#include "support/corpus.h"
#include "support/model_again.h"
#include "support/random_graph.h"
#include "support/random_model.h"
#include "support/root_clips.h"
#include "support/setting.h"

#include <stdio.h>
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

/* ---- graphs ---- */

static void the_same_graph(const sinew_graph *a, const sinew_graph *b) {
    sinew_graph *again = NULL;
    char *text[2];
    size_t size[2];
    assert_true(sinew_graph_hash(a) == sinew_graph_hash(b));
    assert_int_equal(sinew_io_write_graph(a, NULL, &text[0], &size[0]), SINEW_OK);
    assert_int_equal(sinew_io_write_graph(b, NULL, &text[1], &size[1]), SINEW_OK);
    assert_string_equal(text[0], text[1]);
    for (int i = 0; i < 2; ++i) sinew_io_free(NULL, text[i], size[i]);
    assert_int_equal(sinew_graph_create(sinew_graph_definition(b), &again, NULL), SINEW_OK);
    assert_true(sinew_graph_hash(a) == sinew_graph_hash(again));
    sinew_graph_destroy(again);
}

static void random_graphs_come_back(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 200; ++seed) {
        dice d = { .more = { seed } };
        random_graph random;
        sinew_graph *graph = NULL;
        random_graph_make(&random, &d);
        assert_int_equal(sinew_graph_create(&random.desc, &graph, NULL), SINEW_OK);
        banked b = bank_of_both(NULL, graph);
        assert_int_equal(sinew_bank_graph_count(b.bank), 1);
        assert_true(sinew_graph_definition(sinew_bank_graph(b.bank, 0)) != sinew_graph_definition(graph));
        the_same_graph(graph, sinew_bank_graph(b.bank, 0));
        banked_free(&b);
        sinew_graph_destroy(graph);
        random_graph_free(&random);
    }
}

static sinew_graph *load_hero_graph(void) {
    sinew_graph *graph = NULL;
    assert_int_equal(sinew_io_load_graph(SINEW_SOURCE_DIR "/examples/character/hero.animgraph", NULL, &graph, NULL),
                     SINEW_OK);
    return graph;
}

static void things_are_found_by_name(void **state) {
    (void)state;
    sinew_model *model = load_hero(SINEW_TIER_FAST);
    sinew_graph *graph = load_hero_graph();
    sinew_bank_model_desc models[] = { { "other", model }, { "hero", model } };
    sinew_bank_graph_desc graphs[] = { { "a", graph }, { "b", graph } };
    sinew_bank_desc desc = { models, 2, graphs, 2 };
    banked b = bank_make(&desc);
    assert_int_equal(sinew_bank_find_model(b.bank, "hero"), 1);
    assert_int_equal(sinew_bank_find_model(b.bank, "models/hero.glb"), 1);
    assert_int_equal(sinew_bank_find_model(b.bank, "her"), SINEW_NONE);
    assert_int_equal(sinew_bank_find_model(b.bank, NULL), SINEW_NONE);
    assert_int_equal(sinew_bank_find_model(NULL, "hero"), SINEW_NONE);
    assert_int_equal(sinew_bank_find_graph(b.bank, "b"), 1);
    assert_int_equal(sinew_bank_find_graph(b.bank, "c"), SINEW_NONE);
    assert_int_equal(sinew_bank_rig_of(b.bank, 1), 1); /* it names hero.glb */
    assert_int_equal(sinew_bank_rig_of(b.bank, 2), SINEW_NONE);
    assert_string_equal(sinew_bank_model_name(b.bank, 0), "other");
    assert_string_equal(sinew_bank_graph_name(b.bank, 0), "a");
    assert_null(sinew_bank_model(b.bank, 2));
    assert_null(sinew_bank_graph(b.bank, 2));
    assert_null(sinew_bank_model_name(b.bank, 2));
    assert_null(sinew_bank_graph_name(NULL, 0));
    assert_int_equal(sinew_bank_model_count(NULL) + sinew_bank_graph_count(NULL), 0);
    assert_false(sinew_bank_intact(NULL));
    assert_int_equal(sinew_bank_handle_bytes(NULL), 0);
    assert_null(bank_play(b.bank));
    /* What is of a bank is ended by it alone. */
    sinew_model_destroy((sinew_model *)(uintptr_t)sinew_bank_model(b.bank, 0));
    sinew_graph_destroy((sinew_graph *)(uintptr_t)sinew_bank_graph(b.bank, 0));
    bank_expect_same(model, sinew_bank_model(b.bank, 0));
    banked_free(&b);
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
}

/* ---- where the bytes lie, and memory ---- */

static banked small_bank(void) {
    sinew_model *model;
    sinew_graph *graph;
    bank_small(&model, &graph);
    banked b = bank_of_both(model, graph);
    bank_expect_same(model, sinew_bank_model(b.bank, 0));
    the_same_graph(graph, sinew_bank_graph(b.bank, 0));
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
    return b;
}

static void bytes_may_lie_anywhere_that_is_aligned(void **state) {
    (void)state;
    enum { PLACES = 256 };
    banked b = small_bank();
    unsigned char *room = aligned_alloc(PLACES, (b.size / PLACES + 2) * PLACES);
    assert_non_null(room);
    for (size_t at = 0; at < PLACES; ++at) {
        sinew_log log = { 0 };
        sinew_bank *moved = NULL;
        memcpy(room + at, b.bytes, b.size);
        sinew_result result = sinew_bank_open(room + at, b.size, NULL, &moved, &log);
        if (at % SINEW_BANK_ALIGN) {
            assert_int_equal(result, SINEW_ERROR_ARGUMENT);
            assert_null(moved);
            assert_non_null(strstr(log.items[0].sentence, "multiple of 16"));
        } else {
            assert_int_equal(result, SINEW_OK);
            bank_expect_same(sinew_bank_model(b.bank, 0), sinew_bank_model(moved, 0));
            assert_null(bank_play(moved));
        }
        sinew_bank_close(moved);
        sinew_log_free(&log);
    }
    free(room);
    banked_free(&b);
}

static void one_allocation(const banked *b) {
    fault f;
    sinew_bank *bank = NULL;
    fault_init(&f, 0);
    assert_int_equal(sinew_bank_open(b->bytes, b->size, &f.allocator, &bank, NULL), SINEW_OK);
    assert_int_equal(f.calls, 1);
    assert_int_equal(f.live_bytes, sinew_bank_handle_bytes(bank));
    sinew_bank_close(bank);
    assert_int_equal(f.live_blocks + f.wrong_sizes, 0);
    fault_init(&f, 1);
    assert_int_equal(sinew_bank_open(b->bytes, b->size, &f.allocator, &bank, NULL), SINEW_ERROR_MEMORY);
    assert_null(bank);
    assert_int_equal(f.live_blocks + f.wrong_sizes, 0);
}

static void opening_allocates_once(void **state) {
    (void)state;
    banked b = small_bank();
    one_allocation(&b);
    banked_free(&b);
    sinew_model *model = load_hero(SINEW_TIER_FAST);
    sinew_graph *graph = load_hero_graph();
    b = bank_of_both(model, graph);
    print_message("the figure: %zu bytes, %zu beside them\n", b.size, sinew_bank_handle_bytes(b.bank));
    one_allocation(&b);
    banked_free(&b);
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
}

/* ---- sizes ---- */

static size_t clip_bytes(const sinew_model *model, uint32_t clip) {
    sinew_clip_fit fit;
    uint32_t count;
    size_t floats = 0;
    assert_true(sinew_model_clip_fit(model, clip, &fit));
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &count);
    for (uint32_t i = 0; i < count; ++i) floats += (size_t)curves[i].key_count * (1 + curves[i].width);
    return fit.bytes + floats * sizeof(float);
}

/* Of the benchmark's figure: what one clip alone makes a bank larger by. */
static void clips_are_small(void **state) {
    (void)state;
    static const struct {
        sinew_tier tier;
        const char *clip;
        size_t most;
    } sizes[] = { { SINEW_TIER_FAST, "walk", 12900 },
                  { SINEW_TIER_FAST, "dense", 22300 },
                  { SINEW_TIER_COMPACT, "walk", 8100 },
                  { SINEW_TIER_COMPACT, "dense", 12400 } };
    sinew_model *figure = bench_figure(NULL);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        sinew_model *model = model_again(figure, sizes[i].tier);
        banked b = bank_of_model(model);
        const sinew_model *kept = sinew_bank_model(b.bank, 0);
        size_t bytes = clip_bytes(kept, sinew_model_find_clip(kept, sizes[i].clip));
        print_message("%s%s: %zu bytes\n", sizes[i].tier == SINEW_TIER_COMPACT ? "compact " : "", sizes[i].clip, bytes);
        assert_true(bytes <= sizes[i].most);
        banked_free(&b);
        sinew_model_destroy(model);
    }
    sinew_model_destroy(figure);
}

/* ---- files ---- */

static void put_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static bool open_once(fault *f, void *user) {
    sinew_io_bank *file = NULL;
    sinew_log log = { .allocator = &f->allocator };
    sinew_io_options options = { .allocator = &f->allocator };
    sinew_result result = sinew_io_open_bank(user, &options, &file, &log);
    assert_true(result == SINEW_OK || (result == SINEW_ERROR_MEMORY && !file));
    if (result == SINEW_OK) assert_int_equal(sinew_bank_model_count(sinew_io_bank_of(file)), 1);
    sinew_io_close_bank(file);
    sinew_log_free(&log);
    return result == SINEW_OK;
}

/* The code of the finding that opening a file ends with; its place is the file. */
static sinew_code refused_file(const char *name, sinew_result expected) {
    sinew_log log = { 0 };
    sinew_io_bank *file = NULL;
    assert_int_equal(sinew_io_open_bank(name, NULL, &file, &log), expected);
    assert_null(file);
    assert_int_equal(log.error_count, 1);
    assert_string_equal(log.items[0].file, name);
    sinew_code code = log.items[0].code;
    sinew_log_free(&log);
    return code;
}

static void files_are_opened_where_they_lie(void **state) {
    (void)state;
    char name[] = SINEW_BUILD_DIR "/test-bank.bank";
    banked b = small_bank();
    put_file(name, b.bytes, b.size);
    sinew_io_bank *file = NULL;
    assert_int_equal(sinew_io_open_bank(name, NULL, &file, NULL), SINEW_OK);
    bank_expect_same(sinew_bank_model(b.bank, 0), sinew_bank_model(sinew_io_bank_of(file), 0));
    sinew_io_close_bank(file);
    sinew_io_close_bank(NULL);
    assert_null(sinew_io_bank_of(NULL));
    assert_true(fault_sweep(open_once, name, 100) == 2);
    put_file(name, b.bytes, b.size - 100);
    assert_int_equal(refused_file(name, SINEW_ERROR_INPUT), SINEW_CODE_SYNTAX);
    put_file(name, "", 0);
    assert_int_equal(refused_file(name, SINEW_ERROR_INPUT), SINEW_CODE_SYNTAX);
    remove(name);
    assert_int_equal(refused_file(name, SINEW_ERROR_FILE), SINEW_CODE_FILE_ACCESS);
    assert_int_equal(refused_file(SINEW_BUILD_DIR, SINEW_ERROR_FILE), SINEW_CODE_FILE_ACCESS);
    assert_int_equal(sinew_io_open_bank(NULL, NULL, &file, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_open_bank(name, NULL, NULL, NULL), SINEW_ERROR_ARGUMENT);
    banked_free(&b);
}

static void a_bank_is_told_where_another_file_was_meant(void **state) {
    (void)state;
    banked b = small_bank();
    for (int i = 0; i < 2; ++i) {
        sinew_log log = { 0 };
        sinew_model *model = NULL;
        sinew_graph *graph = NULL;
        sinew_result result = i ? sinew_io_parse_graph((const char *)b.bytes, b.size, "x", NULL, &graph, &log)
                                : sinew_io_parse_model(b.bytes, b.size, "x", NULL, NULL, NULL, &model, &log);
        assert_int_equal(result, SINEW_ERROR_INPUT);
        assert_int_equal(log.error_count, 1);
        assert_non_null(strstr(log.items[0].sentence, "this is a bank"));
        sinew_log_free(&log);
    }
    banked_free(&b);
}

/* ---- what is not there ---- */

static void curves_that_were_left_out_are_asked_for_in_vain(void **state) {
    (void)state;
    banked b = small_bank();
    const sinew_model *model = sinew_bank_model(b.bank, 0);
    sinew_root_track *track = NULL;
    sinew_root_desc arm = { SINEW_ROOT_MOTION, 1, 0, true }, root = { SINEW_ROOT_MOTION, 0, 0, true };
    uint32_t count;
    sinew_model_clip_curves(model, 0, &count);
    assert_int_equal(count, 4); /* all but the arm's turn */
    assert_int_equal(sinew_root_bake(model, 0, &arm, 30, &track), SINEW_ERROR_REFUSED);
    assert_null(track);
    arm.yaw = false; /* it does not move, so nothing is missing */
    assert_int_equal(sinew_root_bake(model, 0, &arm, 30, &track), SINEW_OK);
    sinew_root_track_destroy(track);
    assert_int_equal(sinew_root_bake(model, 0, &root, 30, &track), SINEW_OK);
    sinew_root_track_destroy(track);
    assert_int_equal(sinew_root_bake(model, 0, NULL, 30, &track), SINEW_OK);
    sinew_root_track_destroy(track);
    banked_free(&b);
}

/* ---- writing ---- */

static void refuses(const sinew_bank_desc *desc, const char *words) {
    sinew_log log = { 0 };
    unsigned char byte;
    assert_int_equal(sinew_bank_size(desc, &log), 0);
    assert_int_equal(log.error_count, 1);
    if (!strstr(log.items[0].sentence, words)) fail_msg("it says: %s", log.items[0].sentence);
    assert_int_equal(sinew_bank_write(desc, &byte, 1, NULL), SINEW_ERROR_INPUT);
    sinew_log_free(&log);
}

static void what_cannot_be_written_is_refused(void **state) {
    (void)state;
    sinew_model *model = bench_figure(NULL);
    unsigned char bytes[64];
    sinew_bank_model_desc models[2] = { { "one", model }, { "one", model } };
    sinew_bank_desc desc = { models, 2, NULL, 0 };
    refuses(&desc, "the same name");
    models[1].name = "";
    refuses(&desc, "no name");
    models[1].name = NULL;
    refuses(&desc, "no name");
    models[1] = (sinew_bank_model_desc){ "two", NULL };
    assert_int_equal(sinew_bank_size(&desc, NULL), 0);
    assert_int_equal(sinew_bank_write(&desc, bytes, sizeof bytes, NULL), SINEW_ERROR_ARGUMENT);
    desc.model_count = 1;
    size_t size = sinew_bank_size(&desc, NULL);
    assert_true(size > sizeof bytes);
    assert_int_equal(sinew_bank_write(&desc, bytes, sizeof bytes, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_bank_write(&desc, NULL, size, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_bank_size(NULL, NULL), 0);
    sinew_bank_graph_desc graph = { "g", NULL };
    assert_int_equal(sinew_bank_size(&(sinew_bank_desc){ .graphs = &graph, .graph_count = 1 }, NULL), 0);
    assert_int_equal(sinew_bank_size(&(sinew_bank_desc){ .graph_count = 1 }, NULL), 0);
    /* A bank of nothing is one. */
    banked b = bank_make(&(sinew_bank_desc){ 0 });
    assert_int_equal(b.size, SNW_BANK_HEAD);
    assert_null(bank_play(b.bank));
    banked_free(&b);
    sinew_model_destroy(model);
}

/* What cannot be known to stay finite is refused when it is written, and not when it is opened. */
static void numbers_at_the_end_of_floats(void **state) {
    (void)state;
    static const float times[3] = { 0, 1, 2 }, ends[] = { 1e30f, 3e38f, 3.4028235e38f };
    uint32_t written = 0;
    for (size_t i = 0; i < 3; ++i)
        for (int tier = SINEW_TIER_FAST; tier <= SINEW_TIER_EXACT; ++tier) {
            const float values[9] = { ends[i], 0, 0, -ends[i], 1, 0, ends[i], 0, 0 };
            const sinew_joint_desc joint = { "root", SINEW_NONE, NULL };
            const sinew_curve curve = { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 3, times, values };
            const sinew_clip_desc clip = { .curves = &curve, .curve_count = 1, .root = { .mode = SINEW_ROOT_MOTION } };
            const sinew_model_desc desc = {
                .skeleton = { &joint, 1, NULL, 0 }, .clips = &clip, .clip_count = 1, .tier = (sinew_tier)tier
            };
            sinew_model *model = NULL;
            sinew_log log = { 0 };
            assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
            sinew_bank_model_desc models[1] = { { "model", model } };
            sinew_bank_desc bank = { models, 1, NULL, 0 };
            if (sinew_bank_size(&bank, &log)) {
                comes_back(model);
                ++written;
            } else {
                assert_int_equal(log.error_count, 1);
                assert_non_null(strstr(log.items[0].sentence, "too large"));
            }
            sinew_log_free(&log);
            sinew_model_destroy(model);
        }
    assert_true(written >= 5);
}

/* ---- real files ---- */

static void visit_size(void *user, const char *file) {
    struct {
        char path[CORPUS_PATH];
        size_t curves;
    } *largest = user;
    sinew_model *model = NULL;
    sinew_io_options options = { .no_meshes = true, .tier = SINEW_TIER_EXACT };
    if (sinew_io_load_model(file, &options, &model, NULL)) return;
    size_t bytes = sinew_model_bytes(model);
    if (sinew_model_clip_count(model) && bytes > largest->curves) {
        largest->curves = bytes;
        snprintf(largest->path, sizeof largest->path, "%s", file);
    }
    sinew_model_destroy(model);
}

static void the_largest_real_model_comes_back(void **state) {
    (void)state;
    struct {
        char path[CORPUS_PATH];
        size_t curves;
    } largest = { "", 0 };
    char folder[CORPUS_PATH];
    if (!corpus_is_there("gltf")) return;
    corpus_path(folder, "gltf");
    corpus_models(folder, visit_size, &largest);
    assert_true(largest.curves > 0);
    sinew_model *model = NULL;
    assert_int_equal(sinew_io_load_model(largest.path, NULL, &model, NULL), SINEW_OK);
    banked b = bank_of_model(model);
    print_message("%s: %u clips, %zu bytes, %zu beside them\n", strrchr(largest.path, '/') + 1,
                  sinew_model_clip_count(model), b.size, sinew_bank_handle_bytes(b.bank));
    one_allocation(&b);
    bank_expect_same(model, sinew_bank_model(b.bank, 0));
    assert_null(bank_play(b.bank));
    banked_free(&b);
    sinew_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_figure_comes_back),
        cmocka_unit_test(random_models_come_back),
        cmocka_unit_test(root_motion_comes_back),
        cmocka_unit_test(random_graphs_come_back),
        cmocka_unit_test(things_are_found_by_name),
        cmocka_unit_test(bytes_may_lie_anywhere_that_is_aligned),
        cmocka_unit_test(opening_allocates_once),
        cmocka_unit_test(clips_are_small),
        cmocka_unit_test(files_are_opened_where_they_lie),
        cmocka_unit_test(a_bank_is_told_where_another_file_was_meant),
        cmocka_unit_test(curves_that_were_left_out_are_asked_for_in_vain),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(numbers_at_the_end_of_floats),
        cmocka_unit_test(the_largest_real_model_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
