/* Tracks: what is refused, what a binding knows for them, the bytes of a player, rebinding. Clips: see track_stage.h.
 */
#include "support/track_stage.h"

#include "bind/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- refusals ---- */

static void test_what_is_refused_changes_nothing(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(WALK, 0);
    go(0.1);
    uint64_t before = sinew_player_hash(s.player);
    const sinew_track_desc bad[] = {
        { .mix = SET(-1) },
        { .mix = SET(NAN) },
        { .mix = SET(2e6) },
        { .weight = SET(NAN) },
        { .speed = SET(1e7) },
        { .speed = SET(INFINITY) },
        { .blend = (sinew_blend_mode)7 },
        { .reference = { NULL, INFINITY } },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_int_equal(sinew_track_play(s.player, 0, WALK, &bad[i]), SINEW_ERROR_RANGE);
        assert_int_equal(sinew_track_queue(s.player, 0, RUN, 0, &bad[i]), SINEW_ERROR_RANGE);
    }
    sinew_track_desc mask = { .mask = "none" }, reference = { .reference = { "none", 0 } };
    assert_int_equal(sinew_track_play(s.player, 0, RUN, &mask), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_play(s.player, 0, RUN, &reference), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_play(s.player, 0, 99, NULL), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_play(s.player, 1, RUN, NULL), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_play(NULL, 0, RUN, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_track_queue(s.player, 0, RUN, -1, NULL), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_track_queue(s.player, 1, RUN, 0, NULL), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_queue(NULL, 0, RUN, 0, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_track_stop(s.player, 0, NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_track_stop(s.player, 0, 2e6), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_track_stop(s.player, 1, 0), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_stop(NULL, 0, 0), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_track_set_weight(s.player, 0, NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_track_set_weight(s.player, 1, 1), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_track_set_weight(NULL, 0, 1), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_track_set_speed(s.player, 0, 1e7), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_track_set_speed(s.player, 1, 1), SINEW_ERROR_NOT_FOUND);
    sinew_track_info found;
    sinew_fade_info fade;
    assert_false(sinew_track_info_of(s.player, 1, &found));
    assert_false(sinew_track_info_of(NULL, 0, &found));
    assert_false(sinew_track_info_of(s.player, 0, NULL));
    assert_false(sinew_track_fade(s.player, 1, &fade));
    assert_false(sinew_track_fade(NULL, 0, &fade));
    assert_false(sinew_track_fade(s.player, 0, NULL));
    assert_int_equal(sinew_track_queued(NULL, 0, 0), SINEW_NONE);
    assert_int_equal(sinew_track_queued(s.player, 1, 0), SINEW_NONE);
    assert_true(sinew_player_hash(s.player) == before);
    sinew_track_stop(s.player, 0, 0);
    go(0);
    assert_int_equal(sinew_track_set_weight(s.player, 0, 1), SINEW_ERROR_REFUSED);
    assert_int_equal(sinew_track_set_speed(s.player, 0, 1), SINEW_ERROR_REFUSED);
    stage_close(&s);
}

static void expect_finding(sinew_bind_desc desc, const char *graph, sinew_code code) {
    desc.track_count = desc.track_count ? desc.track_count : 1;
    assert_int_equal(stage_try_desc(&s, graph, STAGE_USUAL, desc), SINEW_ERROR_INPUT);
    assert_non_null(stage_finding(&s.log, code));
    stage_close(&s);
}

static void test_bad_binds(void **state) {
    (void)state;
    sinew_mask_joint_desc joint = { .name = "j0" };
    sinew_mask_desc nameless = { .joints = &joint, .joint_count = 1 }, unknown = { .name = "nobody" };
    sinew_mask_desc twice[] = { { .name = "m", .joints = &joint, .joint_count = 1 },
                                { .name = "m", .joints = &joint, .joint_count = 1 } };
    sinew_mix_desc half = { .from = "walk" }, long_one = { "walk", "run", 2e6 }, less = { "walk", "run", -1 };
    expect_finding((sinew_bind_desc){ .track_count = 65 }, NULL, SINEW_CODE_TOO_LARGE);
    expect_finding((sinew_bind_desc){ .track_queue = 1025 }, NULL, SINEW_CODE_TOO_LARGE);
    expect_finding((sinew_bind_desc){ .masks = &nameless, .mask_count = 1 }, NULL, SINEW_CODE_MISSING_FIELD);
    expect_finding((sinew_bind_desc){ .masks = &unknown, .mask_count = 1 }, NULL, SINEW_CODE_UNKNOWN_MASK);
    expect_finding((sinew_bind_desc){ .masks = twice, .mask_count = 2 }, NULL, SINEW_CODE_DUPLICATE_NAME);
    expect_finding((sinew_bind_desc){ .masks = twice, .mask_count = 1 },
                   "{'version': 2, 'masks': {'m': {'bones': ['j1']}}, 'layers': [{'name': 'L', 'machine': {'states': "
                   "{'A': {'clip': 'idle'}}}}]}",
                   SINEW_CODE_DUPLICATE_NAME);
    expect_finding((sinew_bind_desc){ .mixes = &half, .mix_count = 1 }, NULL, SINEW_CODE_MISSING_FIELD);
    expect_finding((sinew_bind_desc){ .mixes = &long_one, .mix_count = 1 }, NULL, SINEW_CODE_OUT_OF_RANGE);
    expect_finding((sinew_bind_desc){ .mixes = &less, .mix_count = 1 }, NULL, SINEW_CODE_OUT_OF_RANGE);
    expect_finding((sinew_bind_desc){ .default_mix = SET(-1) }, NULL, SINEW_CODE_OUT_OF_RANGE);
    sinew_binding *none;
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .track_count = 1, .mask_count = 1 }, &none, NULL),
                     SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .track_count = 1, .mix_count = 1 }, &none, NULL),
                     SINEW_ERROR_ARGUMENT);
    /* Without a rig there is nothing to play. */
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .track_count = 1 }, &none, NULL), SINEW_OK);
    assert_int_equal(sinew_binding_find_clip(none, "walk"), SINEW_NONE);
    sinew_binding_destroy(none);
}

static void test_mixes_and_names_of_a_binding(void **state) {
    (void)state;
    sinew_mix_desc mixes[] = { { "walk", "run", 0.5 }, { "walk", "nothing", 0.5 } };
    sinew_mask_desc masks[] = { { .name = "rigs" } };
    stage_open_desc(&s, GRAPH, STAGE_USUAL,
                    (sinew_bind_desc){ .track_count = 1,
                                       .mixes = mixes,
                                       .mix_count = 2,
                                       .default_mix = SET(0.3),
                                       .masks = masks,
                                       .mask_count = 1 });
    assert_int_equal(sinew_binding_find_clip(s.binding, "run"), RUN);
    assert_int_equal(sinew_binding_find_clip(s.binding, "res://anim/run.anim"), RUN);
    assert_int_equal(sinew_binding_find_clip(s.binding, "nothing"), SINEW_NONE);
    assert_int_equal(sinew_binding_find_clip(s.binding, ""), SINEW_NONE);
    assert_int_equal(sinew_binding_find_clip(s.binding, NULL), SINEW_NONE);
    assert_int_equal(sinew_binding_find_clip(NULL, "run"), SINEW_NONE);
    assert_string_equal(sinew_binding_clip_name(s.binding, JUMP), "jump");
    assert_int_equal(sinew_binding_mask_count(s.binding), 2);
    assert_int_equal(sinew_binding_find_mask(s.binding, "rigs"), 1);
    assert_int_equal(sinew_binding_find_mask(s.binding, NULL), SINEW_NONE);
    assert_int_equal(sinew_binding_find_mask(NULL, "rigs"), SINEW_NONE);
    assert_int_equal(sinew_binding_track_count(NULL), 0);
    sinew_fade_info fade;
    play(WALK, 0);
    go(0.1);
    sinew_track_play(s.player, 0, RUN, NULL);
    go(0);
    assert_true(sinew_track_fade(s.player, 0, &fade));
    near(fade.duration, 0.5, 0); /* the desc's before the graph's */
    go(1);
    sinew_track_play(s.player, 0, IDLE, NULL);
    go(0);
    assert_true(sinew_track_fade(s.player, 0, &fade));
    near(fade.duration, 0.3, 0);
    stage_close(&s);
}

/* ---- the block ---- */

static void test_copies_and_free_places(void **state) {
    (void)state;
    open_tracks(GRAPH, 2);
    uint64_t fresh = sinew_player_hash(s.player);
    size_t size = sinew_binding_player_size(s.binding);
    play(WALK, 0);
    sinew_track_queue(s.player, 0, RUN, 0.1, NULL);
    go(0.3);
    char *memory = malloc(size + 16), *even = memory + (16 - (uintptr_t)memory % 16) % 16;
    memcpy(even, s.player, size);
    sinew_player *copy = (sinew_player *)(void *)even;
    char first[256], second[256];
    go(0.7);
    snprintf(first, sizeof first, "%s", stage_samples(&s, sinew_player_advance(s.player, 0)));
    sinew_player_advance(copy, 0.7);
    snprintf(second, sizeof second, "%s", stage_samples(&s, sinew_player_advance(copy, 0)));
    assert_string_equal(first, second);
    assert_true(sinew_player_hash(copy) == sinew_player_hash(s.player));
    free(memory);
    assert_true(fresh != sinew_player_hash(s.player));
    /* Idle again, nothing is left in the block but the serial of the last hold. */
    snw_track track = snw_track_of(s.player, 0);
    sinew_track_stop(s.player, 0, 0);
    go(0);
    go(1);
    snw_track_head head = { .mask = SINEW_NONE, .reference_clip = SINEW_NONE, .asked = { .clip = SINEW_NONE } };
    head.serial = 1; /* the stop cut a mix */
    snw_track_play free_play = { .what = { .clip = SINEW_NONE } };
    snw_track_entry free_entry = { .clip = SINEW_NONE };
    assert_memory_equal(track.head, &head, sizeof head);
    for (int i = 0; i < 2; ++i) assert_memory_equal(&track.plays[i], &free_play, sizeof free_play);
    for (int i = 0; i < 4; ++i) assert_memory_equal(&track.queue[i], &free_entry, sizeof free_entry);
    stage_close(&s);
}

/* SEMANTICS 3: rebind keeps what plays by name */
static void test_rebind(void **state) {
    (void)state;
    sinew_mask_joint_desc joint = { .name = "j1" };
    sinew_mask_desc masks[] = { { .name = "rigs" }, { .name = "arm", .joints = &joint, .joint_count = 1 } };
    sinew_bind_desc desc = { .track_count = 3, .masks = masks, .mask_count = 2 };
    stage other;
    stage_open_desc(&s, NULL, STAGE_USUAL, desc);
    desc.masks = masks + 1;
    desc.mask_count = 1;
    desc.track_count = 2;
    desc.track_queue = 1;
    stage_open_desc(&other, NULL, "run:0.6,hit:0,walk:0.8", desc);
    sinew_track_play(s.player, 0, WALK, &(sinew_track_desc){ .mix = SET(0), .mask = "arm" });
    sinew_track_play(s.player, 1, HIT, NULL);
    sinew_track_play(s.player, 2, WALK, NULL);
    go(0.1);
    sinew_track_play(s.player, 0, RUN, &(sinew_track_desc){ .mix = SET(0.4), .mask = "arm" });
    sinew_track_queue(s.player, 0, IDLE, 0, NULL);
    sinew_track_queue(s.player, 0, WALK, 0, NULL);
    sinew_track_queue(s.player, 0, RUN, 0, NULL);
    go(0.1);
    sinew_log log = { 0 };
    assert_int_equal(sinew_player_rebind(s.player, other.player, &log), SINEW_OK);
    const sinew_step *step = sinew_player_advance(other.player, 0.1);
    assert_string_equal(stage_samples(&other, step),
                        "walk 0.300 0.500; run 0.200 0.500; hit 0.000 0.500"); /* a pose now: played out */
    assert_int_equal(step->layers[0].mask, 0);
    assert_int_equal(sinew_track_queued(other.player, 0, 0), 2); /* idle is not there; then the queue is full */
    assert_int_equal(sinew_track_queued(other.player, 0, 1), SINEW_NONE);
    assert_int_equal(log.warning_count, 2); /* idle, and the third track */
    sinew_log_free(&log);
    /* A clip or a mask that is not there any more: the track is idle. */
    go(1);
    sinew_track_play(s.player, 0, JUMP, &(sinew_track_desc){ .mix = SET(0) });
    sinew_track_play(s.player, 1, WALK, &(sinew_track_desc){ .mix = SET(0), .mask = "rigs" });
    sinew_track_stop(s.player, 2, 0);
    go(0.1);
    assert_int_equal(sinew_player_rebind(s.player, other.player, &log), SINEW_OK);
    assert_int_equal(sinew_player_advance(other.player, 0.1)->sample_count, 0);
    assert_int_equal(log.warning_count, 2);
    sinew_log_free(&log);
    /* Wishes go along; one for what is gone does not. */
    sinew_track_stop(s.player, 0, 0);
    sinew_track_stop(s.player, 1, 0);
    go(0);
    play(WALK, 0);
    sinew_track_play(s.player, 1, IDLE, NULL);
    assert_int_equal(sinew_player_rebind(s.player, other.player, &log), SINEW_OK);
    assert_string_equal(stage_samples(&other, sinew_player_advance(other.player, 0.1)), "walk 0.100 1.000");
    sinew_log_free(&log);
    /* A hold keeps its row's mask; what lets go keeps its clip's. */
    sinew_track_play(s.player, 0, WALK, &(sinew_track_desc){ .mix = SET(0), .mask = "arm" });
    go(0.1);
    sinew_track_stop(s.player, 0, 0.2);
    go(0.1);
    sinew_player_rebind(s.player, other.player, &log);
    assert_int_equal(sinew_player_advance(other.player, 0)->layers[0].mask, 0);
    sinew_track_play(s.player, 0, RUN, &(sinew_track_desc){ .mix = SET(0.2), .mask = "arm" });
    go(0.1);
    sinew_track_stop(s.player, 0, 0.2);
    go(0.1);
    sinew_player_rebind(s.player, other.player, &log);
    step = sinew_player_advance(other.player, 0);
    assert_int_equal(step->layers[0].mask, 0);
    assert_int_equal(step->samples[0].clip, SINEW_CLIP_HELD);
    assert_int_equal(step->samples[0].hold_serial, 2);
    /* What lets go without a hold, too. */
    sinew_track_play(s.player, 0, RUN, &(sinew_track_desc){ .mix = SET(0) });
    sinew_track_play(s.player, 1, RUN, &(sinew_track_desc){ .mix = SET(0), .mask = "arm" });
    go(0.1);
    sinew_track_stop(s.player, 0, 0.2);
    sinew_track_stop(s.player, 1, 0.2);
    go(0.1);
    sinew_player_rebind(s.player, other.player, &log);
    step = sinew_player_advance(other.player, 0);
    assert_string_equal(stage_samples(&other, step), "run 0.200 0.500; run 0.200 0.500");
    assert_int_equal(step->layers[0].mask, SINEW_NONE);
    assert_int_equal(step->layers[1].mask, 0);
    sinew_log_free(&log);
    stage_close(&other);
    /* Of the same shape: bit for bit. */
    desc = (sinew_bind_desc){ .track_count = 3, .masks = masks, .mask_count = 2 };
    stage_open_desc(&other, NULL, STAGE_USUAL, desc);
    assert_int_equal(sinew_player_rebind(s.player, other.player, NULL), SINEW_OK);
    assert_true(sinew_player_hash(s.player) == sinew_player_hash(other.player));
    stage_close(&other);
    stage_close(&s);
}

/* Plays the second clip for 0.1 s and rebinds to a player of other clips; returns the other, to be closed by the
 * caller.
 */
static stage *rebound(const char *clips, sinew_bind_desc desc, const char *others, sinew_bind_desc other_desc,
                      const sinew_track_desc *how, sinew_log *log) {
    static stage other;
    stage_open_desc(&s, NULL, clips, desc);
    stage_open_desc(&other, NULL, others, other_desc);
    assert_int_equal(sinew_track_play(s.player, 0, 1, how), SINEW_OK);
    go(0.1);
    assert_int_equal(sinew_player_rebind(s.player, other.player, log), SINEW_OK);
    return &other;
}

/* What is bits alone may only be copied where both bindings mean the same by them; else names decide. */
static void test_rebind_goes_by_names(void **state) {
    (void)state;
    static const struct {
        const char *clips, *others;
        uint32_t
            is; /* what plays then, where it is 0.1 s on (its share of the length was kept), windows it stands in */
        double time;
        uint32_t open;
    } pairs[] = {
        { "a:1,b:1", "b:1,a:1", 0, 0.2, 0 },
        { "a:1,b:1", "c:1,b:1", 1, 0.2, 0 },
        { "a:1,b:1", "a:1,b:1,c:1", 1, 0.2, 0 },
        { "a:1,b:1", "a:1,b:0.5", 1, 0.15, 0 },
        { "a:1,b:0.5", "a:1,b:1", 1, 0.3, 0 },
        { "a:1,b:0", "a:1,b:1", 1, 0.1, 0 },
        { "a:1,b:1", "a:0,b:1", 1, 0.2, 0 },
        { "a:1,b:1@w=0-0.5", "a:1,b:1@w=0.05", 1, 0.2, 0 },
        { "a:1,b:1@w=0.05", "a:1,b:1@w=0-0.5", 1, 0.2, 1 },
        { "a:1,b:1", "a:1,b:1@w=0-0.5", 1, 0.2, 1 },
        { "a:1,b:1@w=0-0.5", "a:1,b:1", 1, 0.2, 0 },
    };
    sinew_bind_desc desc = { .track_count = 1 };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        stage *other = rebound(pairs[i].clips, desc, pairs[i].others, desc, NULL, NULL);
        const sinew_step *step = sinew_player_advance(other->player, 0.1);
        sinew_track_info info;
        assert_true(sinew_track_info_of(other->player, 0, &info));
        assert_int_equal(info.clip, pairs[i].is);
        near(info.time, pairs[i].time, 1e-6);
        assert_int_equal(step->sample_count, 1);
        assert_int_equal(sinew_player_open_windows(other->player, NULL, 0), pairs[i].open);
        stage_close(other);
        stage_close(&s);
    }
    /* Masks and the size of the queue. */
    sinew_mask_joint_desc joint = { .name = "j1" };
    sinew_mask_desc masks[] = { { .name = "x", .joints = &joint, .joint_count = 1 }, { .name = "rigs" } };
    sinew_mask_desc turned[] = { masks[1], masks[0] };
    sinew_track_desc masked = { .mask = "rigs" };
    sinew_bind_desc with = { .track_count = 1, .masks = masks, .mask_count = 2 }, others[] = { with, with, with };
    others[0].masks = turned;
    others[1].masks = masks + 1;
    others[1].mask_count = 1;
    others[2].track_queue = 7;
    for (int i = 0; i < 3; ++i) {
        stage *other = rebound("a:1,b:1", with, "a:1,b:1", others[i], &masked, NULL);
        const sinew_step *step = sinew_player_advance(other->player, 0.1);
        assert_int_equal(step->layers[0].mask, i < 2 ? 0 : 1);
        stage_close(other);
        stage_close(&s);
    }
}

/* Speeds stay within a million lengths a second; what a clip needs and is gone lets it go. */
static void test_rebind_to_less(void **state) {
    (void)state;
    sinew_bind_desc desc = { .track_count = 1 };
    for (int sign = -1; sign <= 1; sign += 2) {
        sinew_track_desc quick = { .speed = SET(sign * 5e5) };
        stage *other = rebound("a:1,b:1", desc, "a:1,b:0.1", desc, &quick, NULL);
        sinew_track_info info;
        assert_true(sinew_track_info_of(other->player, 0, &info));
        near(info.rate, sign * 1e6, 1e-3);
        stage_close(other);
        stage_close(&s);
    }
    sinew_log log = { 0 };
    sinew_track_desc delta = { .blend = SINEW_BLEND_ADDITIVE, .reference = { .clip = "a" } };
    stage *other = rebound("a:1,b:1", desc, "b:1", desc, &delta, &log);
    assert_int_equal(sinew_player_advance(other->player, 0.1)->sample_count, 0);
    assert_int_equal(log.warning_count, 1);
    sinew_log_free(&log);
    stage_close(other);
    stage_close(&s);
    /* A track that is gone, while it only lets go: what it showed is gone, and that is said. */
    stage_open_desc(&s, NULL, STAGE_USUAL, (sinew_bind_desc){ .track_count = 2 });
    static stage one;
    stage_open_desc(&one, NULL, STAGE_USUAL, desc);
    sinew_track_play(s.player, 1, WALK, &(sinew_track_desc){ .mix = SET(0) });
    go(0.1);
    sinew_track_stop(s.player, 1, 1);
    go(0.1);
    assert_int_equal(sinew_player_rebind(s.player, one.player, &log), SINEW_OK);
    assert_int_equal(log.warning_count, 1);
    sinew_log_free(&log);
    stage_close(&one);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_refused_changes_nothing),
        cmocka_unit_test(test_bad_binds),
        cmocka_unit_test(test_mixes_and_names_of_a_binding),
        cmocka_unit_test(test_copies_and_free_places),
        cmocka_unit_test(test_rebind),
        cmocka_unit_test(test_rebind_goes_by_names),
        cmocka_unit_test(test_rebind_to_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
