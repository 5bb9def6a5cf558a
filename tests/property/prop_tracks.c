/* Properties of tracks under random plays, queues and stops: the same timeline however time is cut, weights that sum to
   at most 1, a saved state that goes on as the saved one did, nothing allocated while they play. */
#include "support/random_graph.h"
#include "support/stage.h"

#include "base/bytes.h"
#include "fault/fault.h"
#include "sinew/state.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRACKS = 3, RUNS = 1000, COMMANDS = 40 };

#define CLIPS                                                                                                          \
    "idle:1.0@a=0@b=0.5@w=0.2-0.7,walk:0.8@l=0.2@r=0.6@end=0.8@v=0.6-0.8,run:0.6,jump:0.5:once@up=0@air=0.1-0.5,"      \
    "land:0.3:once@w=0-0.3,pose:0:once@p=0,still:0@s=0,fall:1.1@w=0.1-0.9@x=0.3-0.4"
static const double LENGTHS[] = { 1.0, 0.8, 0.6, 0.5, 0.3, 0, 0, 1.1 };

static uint32_t below(dice *d, uint32_t count) { return dice_below(d, count); }
static double real(dice *d, double least, double most) {
    return least + (most - least) * (below(d, 1u << 24) / 16777216.0);
}
static bool one_in(dice *d, uint32_t count) { return below(d, count) == 0; }

static sinew_track_desc any_desc(dice *d) {
    sinew_track_desc desc = { .loops = one_in(d, 2) ? 0 : one_in(d, 3) ? SINEW_LOOP_FOREVER : 1 + below(d, 4) };
    if (one_in(d, 2)) desc.mix = (sinew_opt){ true, one_in(d, 4) ? 0 : real(d, 0, 0.6) };
    if (one_in(d, 3)) desc.weight = (sinew_opt){ true, one_in(d, 5) ? 0 : real(d, 0, 1) };
    if (one_in(d, 3)) desc.speed = (sinew_opt){ true, real(d, -2, 2) };
    if (one_in(d, 4)) desc.mask = "rigs";
    if (one_in(d, 4)) desc.blend = SINEW_BLEND_ADDITIVE;
    desc.restart = one_in(d, 6);
    return desc;
}

static uint32_t refused, cuts, told_in_all, windows_in_all;

/* What a player told between two commands, track by track, on the timeline; and what is open. */
typedef struct record {
    struct {
        double at;
        uint32_t kind, clip, event;
        float weight;
    } told[TRACKS][2048];
    uint32_t count[TRACKS];
    bool open[TRACKS][8][8];
    double time;
} record;

static const sinew_step *go(sinew_player *player, record *r, double dt) {
    const sinew_step *step = sinew_player_advance(player, dt);
    assert_int_equal(step->events_dropped, 0);
    for (uint32_t i = 0; i < step->event_count; ++i) {
        const sinew_event *event = &step->events[i];
        assert_true(event->layer < TRACKS && event->state == SINEW_NONE && event->at >= 0 &&
                    (double)event->at <= dt + 1e-6);
        uint32_t at = r->count[event->layer]++;
        assert_true(at < 2048);
        r->told[event->layer][at].at = r->time + (double)event->at;
        r->told[event->layer][at].kind = event->kind;
        r->told[event->layer][at].clip = event->clip;
        r->told[event->layer][at].event = event->event;
        r->told[event->layer][at].weight = event->weight;
        if (event->kind == SINEW_EVENT_POINT) continue;
        bool *open = &r->open[event->layer][event->clip][event->event], begins = event->kind == SINEW_EVENT_BEGIN;
        assert_true(*open != begins); /* windows pair */
        *open = begins;
        windows_in_all++;
    }
    r->time += dt;
    return step;
}

static void compare_told(const record *a, const record *b) {
    for (uint32_t t = 0; t < TRACKS; ++t) {
        assert_int_equal(a->count[t], b->count[t]);
        for (uint32_t i = 0; i < a->count[t]; ++i) {
            assert_true(fabs(a->told[t][i].at - b->told[t][i].at) < 1e-5);
            assert_int_equal(a->told[t][i].kind, b->told[t][i].kind);
            assert_int_equal(a->told[t][i].clip, b->told[t][i].clip);
            assert_int_equal(a->told[t][i].event, b->told[t][i].event);
            assert_true(fabs((double)a->told[t][i].weight - (double)b->told[t][i].weight) < 1e-4);
        }
        told_in_all += a->count[t];
    }
}

/* The same command, whatever player it is for, for the same dice. */
static void command(sinew_player *player, dice d) {
    uint32_t track = below(&d, TRACKS), clip = below(&d, 8), kind = below(&d, 10);
    sinew_track_desc desc = any_desc(&d);
    double delay = one_in(&d, 2) ? 0 : real(&d, 0, 0.5);
    if (kind < 4) assert_int_equal(sinew_track_play(player, track, clip, &desc), SINEW_OK);
    else if (kind < 8) refused += sinew_track_queue(player, track, clip, delay, &desc) == SINEW_ERROR_REFUSED;
    else if (kind < 9) assert_int_equal(sinew_track_stop(player, track, one_in(&d, 2) ? -1 : delay), SINEW_OK);
    else if (one_in(&d, 2)) sinew_track_set_speed(player, track, real(&d, -2, 2));
    else sinew_track_set_weight(player, track, (float)real(&d, 0, 1));
}

/* Positions at the two ends of a loop are one. */
static bool same_time(const sinew_sample *a, const sinew_sample *b) {
    double apart = fabs((double)a->time - (double)b->time), length = a->clip < 8 ? LENGTHS[a->clip] : 0;
    return apart < 1e-5 || fabs(apart - length) < 1e-5;
}

static void check_weights(const sinew_step *step) {
    float sums[TRACKS] = { 0 };
    for (uint32_t i = 0; i < step->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[i];
        assert_true(sample->layer < TRACKS && sample->weight > 0);
        sums[sample->layer] += sample->weight;
        cuts += sample->clip == SINEW_CLIP_HELD;
    }
    for (int i = 0; i < TRACKS; ++i) {
        assert_true(sums[i] <= 1 + 1e-6f);
        assert_true(step->layers[i].weight >= 0 && step->layers[i].weight <= 1);
    }
}

static void compare(const sinew_step *a, const sinew_step *b) {
    assert_int_equal(a->sample_count, b->sample_count);
    for (uint32_t i = 0; i < a->sample_count; ++i) {
        const sinew_sample *x = &a->samples[i], *y = &b->samples[i];
        assert_int_equal(x->clip, y->clip);
        assert_int_equal(x->layer, y->layer);
        assert_int_equal(x->hold_serial, y->hold_serial);
        assert_true(fabs((double)x->weight - (double)y->weight) < 1e-5);
        assert_true(same_time(x, y));
    }
    for (uint32_t i = 0; i < TRACKS; ++i) {
        assert_true(fabs((double)a->layers[i].weight - (double)b->layers[i].weight) < 1e-5);
        assert_int_equal(a->layers[i].mask, b->layers[i].mask);
        assert_int_equal(a->layers[i].blend, b->layers[i].blend);
        assert_int_equal(a->layers[i].keep, b->layers[i].keep);
    }
}

static void in_pieces(sinew_player *player, record *r, double seconds, dice *d) {
    double left = seconds;
    while (left > 1e-6 && !one_in(d, 12)) {
        double piece = real(d, 0, left);
        check_weights(go(player, r, piece));
        left -= piece;
    }
    check_weights(go(player, r, left));
}

typedef struct trio {
    sinew_player *whole, *cut, *saved;
    record records[2], other; /* of whole and cut, and of saved */
    char *bytes;
    size_t capacity;
} trio;

static void save_and_restore(trio *t) {
    size_t size = sinew_state_save(t->cut, t->bytes, t->capacity);
    assert_true(size > 0 && size <= sinew_state_bound(sinew_player_binding(t->cut)));
    sinew_log log = { 0 };
    sinew_result restored = sinew_state_restore(t->saved, t->bytes, size, &log);
    if (restored != SINEW_OK) print_error("%s\n", log.items[0].sentence);
    assert_int_equal(restored, SINEW_OK);
    sinew_log_free(&log);
    assert_true(sinew_player_hash(t->saved) == sinew_player_hash(t->cut));
}

static void play_one(trio *t, dice d) {
    for (uint32_t i = 0; i < COMMANDS; ++i) {
        dice what = d;
        below(&d, 2);
        for (uint32_t k = below(&d, 3) + 1; k > 0; --k) {
            what = d;
            command(t->whole, what);
            command(t->cut, what);
            below(&d, 2);
        }
        save_and_restore(t);
        memcpy(&t->other, &t->records[1], sizeof t->other);
        double seconds = one_in(&d, 8) ? real(&d, 0, 5) : real(&d, 0, 0.4);
        go(t->whole, &t->records[0], seconds);
        dice same = d;
        in_pieces(t->cut, &t->records[1], seconds, &d);
        in_pieces(t->saved, &t->other, seconds, &same);
        assert_true(sinew_player_hash(t->saved) == sinew_player_hash(t->cut));
        static sinew_sample samples[2 * TRACKS];
        static sinew_layer_row rows[TRACKS];
        const sinew_step *step = go(t->whole, &t->records[0], 0);
        sinew_step first = *step;
        memcpy(samples, step->samples, step->sample_count * sizeof *samples);
        memcpy(rows, step->layers, sizeof rows);
        first.samples = samples;
        first.layers = rows;
        compare(&first, go(t->cut, &t->records[1], 0));
        go(t->saved, &t->other, 0);
        compare_told(&t->records[0], &t->records[1]);
        compare_told(&t->records[1], &t->other);
        for (int k = 0; k < 2; ++k) memset(t->records[k].count, 0, sizeof t->records[k].count);
    }
}

static void test_any_cutting(void **state) {
    (void)state;
    static stage s;
    fault memory;
    fault_init(&memory, 0);
    sinew_mask_desc mask = { .name = "rigs" };
    stage_open_desc(
        &s, NULL, CLIPS,
        (sinew_bind_desc){ .track_count = TRACKS, .masks = &mask, .mask_count = 1, .allocator = &memory.allocator });
    static trio t;
    t.whole = s.player;
    t.cut = sinew_player_create(s.binding);
    t.saved = sinew_player_create(s.binding);
    t.capacity = sinew_state_bound(s.binding);
    t.bytes = malloc(t.capacity);
    size_t calls = memory.calls;
    for (uint32_t run = 0; run < RUNS; ++run) {
        dice d = { .more = { run + 1 } };
        play_one(&t, d);
    }
    assert_int_equal(memory.calls, calls); /* nothing allocates while they play */
    print_message("%u plays were refused by a full queue, %u samples were held, %u events told, %u ends of windows\n",
                  refused, cuts, told_in_all, windows_in_all);
    assert_true(refused > 100 && cuts > 1000 && told_in_all > 10000 && windows_in_all > 1000);
    free(t.bytes);
    sinew_player_destroy(t.cut);
    sinew_player_destroy(t.saved);
    stage_close(&s);
    assert_int_equal(memory.live_blocks, 0);
}

/* Makes the checksum fit again, so that what was changed is looked at. */
static void seal(unsigned char *bytes, size_t size) {
    uint32_t sum = snw_checksum(bytes, size - 4);
    for (int i = 0; i < 4; ++i) bytes[size - 4 + (size_t)i] = (unsigned char)(sum >> 8 * i);
}

/* Bytes that were changed are refused or are a state that can be played; never anything else. */
static void test_bytes_are_not_trusted(void **state) {
    (void)state;
    static stage s;
    stage_open_desc(&s, NULL, CLIPS, (sinew_bind_desc){ .track_count = TRACKS });
    size_t capacity = sinew_state_bound(s.binding);
    unsigned char *bytes = malloc(capacity), *spoilt = malloc(capacity);
    uint32_t taken = 0, turned_down = 0;
    for (uint32_t run = 0; run < RUNS; ++run) {
        dice d = { .more = { run + 7 } };
        for (int i = 0; i < 3; ++i) {
            sinew_track_desc none = { 0 };
            sinew_track_play(s.player, below(&d, TRACKS), below(&d, 8), &none);
            sinew_track_queue(s.player, below(&d, TRACKS), below(&d, 8), 0.1, &none);
            sinew_player_advance(s.player, real(&d, 0, 0.3));
        }
        size_t size = sinew_state_save(s.player, bytes, capacity);
        memcpy(spoilt, bytes, size);
        for (uint32_t k = 1 + below(&d, 2); k > 0; --k)
            spoilt[below(&d, (uint32_t)size)] ^= (unsigned char)(1 + below(&d, 255));
        uint64_t before = sinew_player_hash(s.player);
        seal(spoilt, size);
        if (sinew_state_restore(s.player, spoilt, size, NULL) == SINEW_OK) {
            taken++;
            assert_int_equal(sinew_state_save(s.player, bytes, capacity), size);
            assert_memory_equal(bytes, spoilt, size);
            for (int i = 0; i < 20; ++i) check_weights(sinew_player_advance(s.player, 0.3));
        } else {
            turned_down++;
            assert_true(sinew_player_hash(s.player) == before);
        }
    }
    print_message("%u spoilt states were taken, %u refused\n", taken, turned_down);
    assert_true(taken > 20 && turned_down > 20);
    free(bytes);
    free(spoilt);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_cutting),
        cmocka_unit_test(test_bytes_are_not_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
