/* States of players of random graphs at random moments: restored into a player that stood elsewhere they are the same
   bytes, and play on as the saved one does. */
#include "sinew/sinew.h"

#include "base/base.h"
#include "bind/layout.h"
#include "exact/scenes.h"
#include "support/random_play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GRAPHS = 250, MOMENTS = 4, AFTER = 40, FEW = 6 };

typedef struct pair {
    random_graph g;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_player *player, *other;
    unsigned char *bytes;
    size_t capacity;
} pair;

static void open_pair(pair *p, dice *d) {
    random_graph_make(&p->g, d);
    random_graph_add_events(&p->g, d);
    assert_int_equal(sinew_graph_create(&p->g.desc, &p->graph, NULL), SINEW_OK);
    p->binding = random_play_bind(&p->g, p->graph);
    p->player = sinew_player_create(p->binding);
    p->other = sinew_player_create(p->binding);
    p->capacity = sinew_state_bound(p->binding);
    p->bytes = malloc(p->capacity);
    assert_true(p->player && p->other && p->bytes);
}

static void close_pair(pair *p) {
    free(p->bytes);
    sinew_player_destroy(p->other);
    sinew_player_destroy(p->player);
    sinew_binding_destroy(p->binding);
    sinew_graph_destroy(p->graph);
    random_graph_free(&p->g);
}

static void play(sinew_player *player, dice *d, uint32_t count) {
    double clock = 0;
    for (uint32_t i = 0; i < count; ++i) {
        random_play_act(player, d);
        random_play_advance(player, d, &clock);
    }
}

/* Every byte that is state, so that a field that the form forgets is found. */
static void assert_same_state(const pair *p) {
    const char *a = snw_state_part(p->player), *b = snw_state_part(p->other);
    size_t size = sinew_binding_state_size(p->binding);
    for (size_t i = 0; i < size; ++i)
        if (a[i] != b[i]) fail_msg("byte %zu of %zu of the state part is not restored", i, size);
    assert_true(sinew_player_hash(p->player) == sinew_player_hash(p->other));
}

/* What there was to restore at the moments, and what came after them. */
typedef struct tally {
    uint32_t fades, holds, windows, tracks, events, closed, moved;
} tally;

static void count_moment(const pair *p, tally *t) {
    sinew_fade_info fade;
    sinew_track_info track;
    t->fades += sinew_player_fade(p->player, 0, &fade);
    t->windows += sinew_player_open_windows(p->player, NULL, 0) > 0;
    for (uint32_t i = 0; i < RANDOM_TRACKS; ++i)
        t->tracks += sinew_track_info_of(p->player, i, &track) && track.clip != SINEW_NONE;
}

static void count_step(const sinew_step *step, tally *t) {
    bool held = false;
    for (uint32_t i = 0; i < step->sample_count; ++i) held = held || step->samples[i].clip == SINEW_CLIP_HELD;
    t->holds += held;
    t->events += step->event_count;
    for (uint32_t i = 0; i < step->event_count; ++i) t->closed += step->events[i].kind == SINEW_EVENT_END;
    t->moved += fabs(step->root.translation[0]) + fabs(step->root.translation[2]) > 0;
}

/* The same inputs to both; the second's dice are a copy. */
static void play_both(const pair *p, dice *d, uint32_t count, tally *t) {
    scene a = { "", SNW_HASH_START, 0 }, b = a;
    double clock = 0, other_clock = 0;
    dice copy = *d;
    for (uint32_t i = 0; i < count; ++i) {
        random_play_act(p->player, d);
        random_play_act(p->other, &copy);
        const sinew_step *step = random_play_advance(p->player, d, &clock);
        scene_hash_step(&a, p->player, step);
        count_step(step, t);
        scene_hash_step(&b, p->other, random_play_advance(p->other, &copy, &other_clock));
        assert_true(a.hash == b.hash);
    }
    assert_same_state(p);
}

static void restore_then_step_is_step(void **state) {
    (void)state;
    uint32_t moments = 0;
    tally t = { 0 };
    size_t largest = 0;
    for (uint32_t seed = 0; seed < GRAPHS; ++seed) {
        dice d = { .more = { 0x57a7e000u + seed } };
        pair p = { 0 };
        open_pair(&p, &d);
        for (uint32_t i = 0; i < MOMENTS; ++i, ++moments) {
            play(p.player, &d, 1 + dice_below(&d, 60));
            play(p.other, &d, dice_below(&d, 20));
            /* As often as not in the middle of something that was asked for. */
            if (dice_chance(&d, 50)) random_play_act(p.player, &d);
            size_t size = sinew_state_save(p.player, p.bytes, p.capacity);
            assert_true(size > 0 && size == sinew_state_size(p.player) && size <= p.capacity);
            count_moment(&p, &t);
            if (size > largest) largest = size;
            sinew_log log = { 0 };
            if (sinew_state_restore(p.other, p.bytes, size, &log)) fail_msg("seed %u: %s", seed, log.items[0].sentence);
            assert_same_state(&p);
            play_both(&p, &d, AFTER, &t);
        }
        close_pair(&p);
    }
    print_message(
        "%u moments, %u of them in a fade, %u with open windows, %u tracks at play; of %u advances after them "
        "%u show a held pose and %u move the root, and they tell %u events, %u of them ends of windows; the "
        "largest state has %zu bytes\n",
        moments, t.fades, t.windows, t.tracks, moments * AFTER, t.holds, t.moved, t.events, t.closed, largest);
    assert_true(moments == 1000 && t.fades > 100 && t.windows > 100 && t.tracks > 100);
    assert_true(t.holds > 1000 && t.moved > 10000 && t.events > 10000 && t.closed > 1000);
}

static void assert_refused(const pair *p, const void *bytes, size_t size, const void *before) {
    sinew_log log = { 0 };
    assert_int_equal(sinew_state_restore(p->other, bytes, size, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.error_count, 1);
    sinew_log_free(&log);
    assert_memory_equal(snw_state_part(p->other), before, sinew_binding_state_size(p->binding));
}

static void every_cut_and_every_changed_byte_is_refused(void **state) {
    (void)state;
    size_t cuts = 0, changes = 0;
    for (uint32_t seed = 0; seed < FEW; ++seed) {
        dice d = { .more = { 0xc0700u + seed } };
        pair p = { 0 };
        open_pair(&p, &d);
        play(p.player, &d, 50);
        play(p.other, &d, 7);
        size_t state_size = sinew_binding_state_size(p.binding);
        size_t size = sinew_state_save(p.player, p.bytes, p.capacity);
        char *before = malloc(state_size), *exact = malloc(size + 1);
        assert_true(before && exact);
        memcpy(before, snw_state_part(p.other), state_size);
        for (size_t i = 0; i < size; ++i, ++cuts) {
            /* In memory of just that size, so that a read past the end is seen. */
            char *cut = malloc(i + !i);
            assert_non_null(cut);
            memcpy(cut, p.bytes, i);
            assert_refused(&p, cut, i, before);
            free(cut);
        }
        for (size_t i = 0; i < size; ++i) {
            for (uint32_t by = 1; by < 256; by += 1 + dice_below(&d, 40), ++changes) {
                memcpy(exact, p.bytes, size);
                exact[i] = (char)(exact[i] ^ (int)by);
                assert_refused(&p, exact, size, before);
            }
        }
        memcpy(exact, p.bytes, size);
        exact[size] = 0;
        assert_refused(&p, exact, size + 1, before);
        free(before);
        free(exact);
        close_pair(&p);
    }
    print_message("%zu cuts and %zu changed bytes refused\n", cuts, changes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restore_then_step_is_step),
        cmocka_unit_test(every_cut_and_every_changed_byte_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
