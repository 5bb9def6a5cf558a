/* Events that no case of tests/conformance can show: what leaves a player, frames that bring more than there is room
   for, the query of open windows, fixed steps. */
#include "support/stage.h"

#include "sinew/state.h"
#include "sinew/tracks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CLIPS                                                                                                          \
    "idle:1.0,wave:1.0@up=0@arc=0.25-0.75@down=1.0,tick:0.001@t=0,beat:0.01@b=0.002@w=0.004-0.006,"                    \
    "punch:0.5:once@swing=0.05@hit=0.1-0.2@over=0.5,pose:0:once@posed=0@held=0-0,blink:1.0@b=0.5-0.5"
#define ONE(state) "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {" state "}}}]}"

static stage s;

static const char *told(double dt) { return stage_events(&s, sinew_player_advance(s.player, dt)); }

static void test_no_length_of_time_tells_nothing_twice(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'wave'}"), CLIPS);
    assert_string_equal(told(0), "0.000 wave.up 1.00");
    assert_string_equal(told(0), "");
    assert_string_equal(told(0.25), "0.250 wave.arc( 1.00");
    assert_string_equal(told(0), "");
    assert_string_equal(told(0.5), "0.500 wave.arc) 1.00");
    assert_string_equal(told(0), "");
    assert_string_equal(told(0.25), "0.250 wave.down 1.00; 0.250 wave.up 1.00");
    assert_string_equal(told(0), "");
    assert_int_equal(sinew_player_advance(s.player, -1)->event_count, 0);
    stage_close(&s);
}

static void test_open_windows_can_be_asked_for(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'idle'}, 'B': {'clip': 'wave'}"), CLIPS);
    sinew_player_play(s.player, 0, stage_state(&s, 0, "B"), 0.3);
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 0);
    assert_string_equal(told(0.1), "0.000 wave.arc( 1.00");
    sinew_open_window open[2];
    assert_int_equal(sinew_player_open_windows(s.player, open, 2), 1);
    assert_int_equal(open[0].layer, 0);
    assert_int_equal(open[0].state, stage_state(&s, 0, "B"));
    assert_string_equal(sinew_binding_clip_name(s.binding, open[0].clip), "wave");
    assert_string_equal(sinew_binding_event(s.binding, open[0].clip, open[0].event)->name, "arc");
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 9), 1);
    told(0.4);
    assert_int_equal(sinew_player_open_windows(s.player, open, 2), 0);
    assert_int_equal(sinew_player_open_windows(NULL, open, 2), 0);
    stage_close(&s);
}

static void test_windows_close_when_the_player_goes(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'wave'}"), CLIPS);
    told(0.5);
    const sinew_step *step = sinew_player_close_windows(s.player);
    assert_string_equal(stage_events(&s, step), "0.000 wave.arc) 0.00");
    assert_string_equal(stage_samples(&s, step), "wave 0.500 1.000");
    assert_int_equal(sinew_player_close_windows(s.player)->event_count, 0);
    assert_string_equal(told(0.1), "0.000 wave.arc( 1.00"); /* played on, it opens again */
    assert_null(sinew_player_close_windows(NULL));
    stage_close(&s);
}

static void test_windows_close_on_release_and_attach(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'wave'}"), CLIPS);
    told(0.5);
    sinew_player_release(s.player);
    assert_string_equal(told(0.1), "0.000 wave.arc) 0.00");
    sinew_player_attach(s.player);
    assert_string_equal(told(0.5), "0.000 wave.up 1.00; 0.250 wave.arc( 1.00");
    sinew_player_attach(s.player);
    sinew_player_attach(s.player);
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 0);
    assert_string_equal(told(0.1), "0.000 wave.arc) 0.00; 0.000 wave.up 1.00");
    told(0.3);
    sinew_player_attach(s.player);
    assert_string_equal(stage_events(&s, sinew_player_close_windows(s.player)), "0.000 wave.arc) 0.00");
    stage_close(&s);
}

static void test_windows_do_not_go_over_a_rebind(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'wave'}"), CLIPS);
    sinew_player *other = sinew_player_create(s.binding);
    told(0.5);
    sinew_player_advance(other, 0.3);
    assert_int_equal(sinew_player_rebind(s.player, other, NULL), SINEW_OK);
    assert_int_equal(sinew_player_open_windows(other, NULL, 0), 0);
    assert_string_equal(stage_events(&s, sinew_player_close_windows(s.player)), "0.000 wave.arc) 0.00");
    /* The one that it had opened itself closes; the one in which it stands now opens. */
    const sinew_step *step = sinew_player_advance(other, 0.1);
    assert_string_equal(stage_events(&s, step), "0.000 wave.arc) 0.00; 0.000 wave.arc( 1.00");
    sinew_player_destroy(other);
    stage_close(&s);
}

static void test_rebind_to_another_graph(void **state) {
    (void)state;
    static stage to;
    stage_open(&s, ONE("'A': {'clip': 'wave'}"), CLIPS);
    stage_open(&to, ONE("'Z': {'clip': 'idle'}, 'A': {'clip': 'wave'}"), CLIPS);
    told(0.5);
    assert_int_equal(sinew_player_rebind(s.player, to.player, NULL), SINEW_OK);
    assert_string_equal(stage_events(&to, sinew_player_advance(to.player, 0.25)),
                        "0.000 wave.arc( 1.00; 0.250 wave.arc) 1.00");
    assert_string_equal(stage_events(&s, sinew_player_close_windows(s.player)), "0.000 wave.arc) 0.00");
    stage_close(&to);
    stage_close(&s);
}

static void test_a_clip_of_no_length_tells_all_at_once(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'pose'}"), CLIPS);
    assert_string_equal(told(0.1), "0.000 pose.posed 1.00; 0.000 pose.held( 1.00; 0.000 pose.held) 1.00");
    assert_string_equal(told(0.1), "");
    stage_close(&s);
}

static void test_a_window_of_no_length_opens_and_closes_at_once(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'blink'}"), CLIPS);
    assert_string_equal(told(0.5), "0.500 blink.b( 1.00; 0.500 blink.b) 1.00");
    assert_string_equal(told(0.5), "");
    stage_close(&s);
}

/* ---- more than there is room for ---- */

static void test_a_long_frame_drops_the_oldest_loops(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'beat'}"), CLIPS);
    const sinew_step *step = sinew_player_advance(s.player, 10.003);
    assert_true(step->event_count > 200 && step->event_count < 400);
    assert_int_equal(step->event_count + step->events_dropped, 1000 * 3 + 1);
    assert_true(step->events_dropped % 3 == 0);
    uint32_t open = 0;
    for (uint32_t i = 0; i < step->event_count; ++i) {
        open += step->events[i].kind == SINEW_EVENT_BEGIN;
        open -= step->events[i].kind == SINEW_EVENT_END;
        assert_true(open <= 1);
        assert_true(i == 0 || step->events[i].at >= step->events[i - 1].at);
    }
    assert_int_equal(open, 0);
    /* The first pass is none that lies whole in the frame: it began before. The newest are there to the end. */
    assert_true(fabs((double)step->events[0].at - 0.002) < 1e-6);
    assert_true(fabs((double)step->events[step->event_count - 1].at - 10.002) < 1e-4);
    assert_true((double)step->events[3].at > 9);
    stage_close(&s);
}

/* Loops of an earlier piece make room for those of the next: no more than that takes. */
static void test_loops_before_a_cut_go_one_by_one(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'beat'}, 'B': {'clip': "
               "'beat'}}, 'transitions': [{'from': 'A', 'to': 'B', 'exit': 80, 'fade': 0}]}}]}",
               CLIPS);
    const sinew_step *step = sinew_player_advance(s.player, 1.105);
    assert_int_equal(step->event_count + step->events_dropped, 110 * 3 + 2);
    assert_true(step->events_dropped > 0 && step->event_count > 256);
    double last = (double)step->events[3].at; /* after the first pass, which began before */
    for (uint32_t i = 3; i < step->event_count; last = (double)step->events[i++].at)
        assert_true((double)step->events[i].at - last < 0.01); /* the newest, without a gap */
    stage_close(&s);
}

static void test_a_million_seconds_of_a_millisecond(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'tick'}, 'B': {'clip': 'beat', 'speed': -10}"), CLIPS);
    const sinew_step *step = sinew_player_advance(s.player, 1e6);
    assert_true(step->event_count > 100 && step->event_count < 400);
    assert_true((double)step->events_dropped > 9.9e8);
    sinew_player_play(s.player, 0, stage_state(&s, 0, "B"), 0);
    step = sinew_player_advance(s.player, 1e6);
    assert_true(step->event_count > 100 && step->event_count < 400);
    assert_int_equal(step->events_dropped, 3000000000u - step->event_count); /* 1e9 passes of 3 */
    stage_close(&s);
}

static void test_clips_of_several_clocks_drop_by_time(void **state) {
    (void)state;
    const char *graph =
        "{'version': 2, 'events': 'all', 'parameters': {'x': {'type': 'float', 'default': 0.5}},"
        "'layers': [{'name': 'Base', 'machine': {'states': {'A': {'blend': '1d', 'parameter': 'x', 'sync': false,"
        "'motions': [{'clip': 'tick', 'at': 0}, {'clip': 'beat', 'at': 1}]}}}}]}";
    stage_open(&s, graph, CLIPS);
    const sinew_step *step = sinew_player_advance(s.player, 10);
    double first_tick = 20, first_beat = 20;
    for (uint32_t i = 0; i < step->event_count; ++i) {
        double at = (double)step->events[i].at;
        bool tick = !strcmp(sinew_binding_clip_name(s.binding, step->events[i].clip), "tick");
        if (at < 1) continue; /* the first passes */
        if (tick && at < first_tick) first_tick = at;
        if (!tick && at < first_beat) first_beat = at;
    }
    assert_true(fabs(first_tick - first_beat) < 0.02);
    assert_true(step->events_dropped > 10000);
    stage_close(&s);
}

/* A million seconds are so coarse that what a piece tells at its end may seem to lie after what ends it. Windows that
   open where their state is left still pair, whatever has to be dropped. */
static void test_windows_pair_where_time_is_coarse(void **state) {
    (void)state;
    for (int n = 1; n < 40; ++n) {
        char clips[160];
        snprintf(clips, sizeof clips, "c:%g@w=0-%g@a=0.1@b=0.1@c=0.1@d=0.1@e=0.1@f=0.1@g=0.1", 0.3 + n * 0.0437, 0.2);
        stage_open(
            &s,
            "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'c'}, 'B': {'clip': "
            "'c'}}, 'transitions': [{'from': 'A', 'to': 'B', 'exit': 2, 'fade': 0}, {'from': 'B', 'to': 'A', "
            "'exit': 3, 'fade': 0}]}}]}",
            clips);
        const sinew_step *step = sinew_player_advance(s.player, 1e6);
        assert_true(step->events_dropped > 0);
        bool open[2] = { false, false };
        for (uint32_t i = 0; i < step->event_count; ++i) {
            const sinew_event *event = &step->events[i];
            if (event->kind != SINEW_EVENT_BEGIN && event->kind != SINEW_EVENT_END) continue;
            assert_true(open[event->state] == (event->kind == SINEW_EVENT_END));
            open[event->state] = event->kind == SINEW_EVENT_BEGIN;
        }
        assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), open[0] + open[1]);
        stage_close(&s);
    }
}

/* Fixed steps gather events of a whole call; a chain of states that play once has no loops to drop. */
static void test_single_events_go_where_loops_are_not_enough(void **state) {
    (void)state;
    char graph[8192];
    size_t used =
        (size_t)snprintf(graph, sizeof graph, "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {");
    for (int i = 0; i < 2; ++i)
        used += (size_t)snprintf(graph + used, sizeof graph - used, "%s'S%d': {'clip': 'many', 'loop': false}",
                                 i ? "," : "", i);
    snprintf(graph + used, sizeof graph - used,
             "}, 'transitions': [{'from': 'S0', 'to': 'S1', 'fade': 0}, {'from': 'S1', 'to': 'S0', 'fade': 0}]}}]}");
    stage_open(&s, graph, "many:0.5@a=0.1@b=0.1@c=0.1-0.2@d=0.1-0.3@e=0.2@f=0.3@g=0.4-0.5@h=0.5");
    const sinew_step *step = sinew_player_advance(s.player, 30);
    assert_true(step->events_dropped > 0);
    assert_true(step->event_count > 192); /* a quarter of the room goes at once, no more */
    assert_int_equal(step->event_count + step->events_dropped, 60 * 11);
    uint32_t open = 0;
    for (uint32_t i = 0; i < step->event_count; ++i) {
        open += step->events[i].kind == SINEW_EVENT_BEGIN;
        open -= step->events[i].kind == SINEW_EVENT_END;
        assert_true(open <= 3);
    }
    assert_int_equal(open, 0);
    assert_true(fabs((double)step->events[step->event_count - 1].at - 30) < 1e-4);
    stage_close(&s);
}

static void test_silent_clips_drop_nothing(void **state) {
    (void)state;
    stage_open(
        &s,
        "{'version': 2, 'layers': [{'name': 'Base', 'weight': 0.5, 'eventThreshold': 0.4, 'machine': {'states': {'A':"
        "{'blend': 'direct', 'motions': [{'clip': 'tick', 'weight': 'x'}]}}}}], 'parameters': {'x': {'type':"
        "'float', 'default': 0.5}}}",
        CLIPS);
    const sinew_step *step = sinew_player_advance(s.player, 100);
    assert_int_equal(step->event_count, 0);
    assert_int_equal(step->events_dropped, 0);
    sinew_player_set_float_named(s.player, "x", 0.8f);
    assert_true(sinew_player_advance(s.player, 0.01)->event_count == 10);
    stage_close(&s);
}

static void test_fixed_steps_count_from_the_start_of_the_call(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'punch', 'loop': false}"), CLIPS);
    sinew_player_update_to(s.player, 5);
    const sinew_step *step = sinew_player_update_to(s.player, 5 + 13 / 60.0);
    assert_string_equal(stage_events(&s, step), "0.050 punch.swing 1.00; 0.100 punch.hit( 1.00; 0.200 punch.hit) 1.00");
    assert_string_equal(stage_events(&s, sinew_player_update_to(s.player, 100)), "");
    stage_close(&s);
}

/* Players of a thread share a step: what one told is not taken for the other's. */
static void test_a_shared_step(void **state) {
    (void)state;
    stage_open(&s, ONE("'A': {'clip': 'wave'}"), CLIPS);
    size_t size = (sinew_binding_player_size(s.binding) + 15) / 16 * 16;
    void *memory = aligned_alloc(16, size);
    sinew_step *shared = (sinew_step *)(uintptr_t)sinew_player_advance(s.player, 0.3);
    sinew_player *other = sinew_player_init(memory, size, s.binding, shared);
    assert_non_null(other);
    assert_string_equal(stage_events(&s, sinew_player_advance(other, 0.1)), "0.000 wave.up 1.00");
    assert_string_equal(told(0.5), "0.450 wave.arc) 1.00");
    assert_string_equal(stage_events(&s, sinew_player_advance(other, 0.2)), "0.150 wave.arc( 1.00");
    free(memory);
    stage_close(&s);
}

static void test_stepped_states(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'stepped': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'},"
               "'B': {'clip': 'idle', 'stepped': 4, 'speed': -1}}}}]}",
               CLIPS);
    const sinew_step *step = sinew_player_advance(s.player, 0.6);
    assert_string_equal(stage_samples(&s, step), "idle 0.500 1.000");
    step = sinew_player_advance(s.player, 0.5);
    assert_string_equal(stage_samples(&s, step), "idle 0.000 1.000");
    assert_true(fabs((double)step->samples[0].previous_time - 0.6) < 1e-6 && step->samples[0].loops == 1);
    sinew_player_play(s.player, 0, stage_state(&s, 0, "B"), 0);
    assert_string_equal(stage_samples(&s, sinew_player_advance(s.player, 0.1)), "idle 0.750 1.000");
    assert_string_equal(stage_samples(&s, sinew_player_advance(s.player, 0.15)), "idle 0.750 1.000");
    assert_string_equal(stage_samples(&s, sinew_player_advance(s.player, 0.01)), "idle 0.500 1.000");
    stage_close(&s);
}

/* ---- tracks ---- */

enum { IDLE, WAVE, TICK, BEAT, PUNCH, POSE, BLINK };

static void open_tracks(void) { stage_open_desc(&s, NULL, CLIPS, (sinew_bind_desc){ .track_count = 2 }); }

static void play_track(uint32_t track, uint32_t clip, double mix, uint32_t loops) {
    sinew_track_desc desc = { .mix = { true, mix }, .loops = loops };
    assert_int_equal(sinew_track_play(s.player, track, clip, &desc), SINEW_OK);
}

static void test_tracks_tell_what_they_play(void **state) {
    (void)state;
    open_tracks();
    play_track(1, WAVE, 0.5, 2);
    const sinew_step *step = sinew_player_advance(s.player, 0.3);
    assert_string_equal(stage_events(&s, step), "0.000 wave.up 0.00; 0.250 wave.arc( 0.50");
    assert_int_equal(step->events[0].layer, 1);
    assert_int_equal(step->events[0].state, SINEW_NONE);
    sinew_open_window open[2];
    assert_int_equal(sinew_player_open_windows(s.player, open, 2), 1);
    assert_true(open[0].layer == 1 && open[0].state == SINEW_NONE && open[0].clip == WAVE && open[0].event == 1);
    assert_string_equal(told(0.5), "0.450 wave.arc) 1.00");
    assert_string_equal(told(0.2), "0.200 wave.down 1.00; 0.200 wave.up 1.00");
    assert_string_equal(told(1.1), "0.250 wave.arc( 1.00; 0.750 wave.arc) 1.00; 1.000 wave.down 1.00");
    assert_string_equal(told(2), "");
    stage_close(&s);
}

static void test_a_track_that_mixes_closes_its_windows(void **state) {
    (void)state;
    open_tracks();
    play_track(0, WAVE, 0, 0);
    assert_string_equal(told(0.5), "0.000 wave.up 1.00; 0.250 wave.arc( 1.00");
    play_track(0, BLINK, 0.2, 0);
    assert_string_equal(told(0.6), "0.000 wave.arc) 0.00; 0.500 blink.b( 1.00; 0.500 blink.b) 1.00");
    play_track(0, PUNCH, 0, 1);
    assert_string_equal(told(0.15), "0.050 punch.swing 1.00; 0.100 punch.hit( 1.00");
    sinew_track_set_weight(s.player, 0, 0);
    assert_string_equal(told(0.01), "0.000 punch.hit) 0.00");
    sinew_track_set_weight(s.player, 0, 0.5f);
    assert_string_equal(told(0.01), "0.000 punch.hit( 0.50");
    sinew_track_stop(s.player, 0, 0.1);
    assert_string_equal(told(0.01), "0.000 punch.hit) 0.00");
    play_track(0, POSE, 0, 0);
    assert_string_equal(told(0.1), "0.000 pose.posed 1.00; 0.000 pose.held( 1.00; 0.000 pose.held) 1.00");
    stage_close(&s);
}

static void test_tracks_backwards_and_long(void **state) {
    (void)state;
    open_tracks();
    sinew_track_desc desc = { .mix = { true, 0 }, .speed = { true, -1 }, .loops = 2 };
    sinew_track_play(s.player, 0, WAVE, &desc);
    assert_string_equal(told(0.5), "0.000 wave.down 1.00; 0.250 wave.arc( 1.00");
    assert_string_equal(told(3), "0.250 wave.arc) 1.00; 0.500 wave.up 1.00; 0.500 wave.down 1.00; 0.750 wave.arc( 1.00;"
                                 " 1.250 wave.arc) 1.00; 1.500 wave.up 1.00");
    play_track(0, TICK, 0, SINEW_LOOP_FOREVER);
    const sinew_step *step = sinew_player_advance(s.player, 1000);
    assert_true(step->event_count > 100 && step->event_count < 400);
    assert_true(step->events_dropped + step->event_count >= 1000000);
    stage_close(&s);
}

static void test_windows_of_tracks_and_rebinding(void **state) {
    (void)state;
    static stage to;
    open_tracks();
    sinew_player *other = sinew_player_create(s.binding);
    play_track(0, WAVE, 0, 0);
    told(0.5);
    assert_int_equal(sinew_player_rebind(s.player, other, NULL), SINEW_OK);
    assert_int_equal(sinew_player_open_windows(other, NULL, 0), 0);
    assert_string_equal(stage_events(&s, sinew_player_advance(other, 0.01)), "0.000 wave.arc( 1.00");
    stage_open_desc(&to, NULL, "extra:1.0," CLIPS, (sinew_bind_desc){ .track_count = 1 });
    assert_int_equal(sinew_player_rebind(s.player, to.player, NULL), SINEW_OK);
    assert_string_equal(stage_events(&to, sinew_player_advance(to.player, 0.25)),
                        "0.000 wave.arc( 1.00; 0.250 wave.arc) 1.00");
    assert_string_equal(stage_events(&s, sinew_player_close_windows(s.player)), "0.000 wave.arc) 0.00");
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 0);
    sinew_player_destroy(other);
    stage_close(&to);
    stage_close(&s);
}

/* ---- saving ---- */

static void save_and_restore(sinew_player *into) {
    unsigned char bytes[4096];
    size_t size = sinew_state_save(s.player, bytes, sizeof bytes);
    assert_true(size > 0 && size <= sinew_state_bound(s.binding));
    assert_int_equal(sinew_state_restore(into, bytes, size, NULL), SINEW_OK);
    assert_true(sinew_player_hash(into) == sinew_player_hash(s.player));
}

static void test_open_windows_are_saved(void **state) {
    (void)state;
    stage_open_desc(&s, ONE("'A': {'clip': 'wave'}"), CLIPS, (sinew_bind_desc){ .track_count = 1 });
    sinew_player *other = sinew_player_create(s.binding);
    play_track(0, WAVE, 0, 0);
    told(0.5);
    save_and_restore(other);
    assert_int_equal(sinew_player_open_windows(other, NULL, 0), 2);
    const sinew_step *step = sinew_player_advance(other, 0.3);
    assert_string_equal(stage_events(&s, step), "0.250 wave.arc) 1.00; 0.250 wave.arc) 1.00");
    /* What is still to be told to close is, too. */
    sinew_player_attach(s.player);
    save_and_restore(other);
    assert_string_equal(stage_events(&s, sinew_player_advance(other, 0.01)),
                        "0.000 wave.arc) 0.00; 0.000 wave.up 1.00");
    sinew_player_destroy(other);
    stage_close(&s);
}

/* Most of the state is the bits of windows here. */
static void test_many_open_windows_are_saved(void **state) {
    enum { MANY = 24 };
    (void)state;
    char clips[4096] = "idle:1.0", graph[2048];
    size_t used = (size_t)snprintf(graph, sizeof graph,
                                   "{'version': 2, 'events': 'all', 'parameters': {'x': {'type': "
                                   "'float', 'default': 1}}, 'layers': [{'name': 'Base', "
                                   "'machine': {'states': {'A': {'blend': 'direct', 'motions': [");
    for (int i = 0; i < MANY; ++i) {
        size_t length = strlen(clips);
        length += (size_t)snprintf(clips + length, sizeof clips - length, ",c%d:1.0", i);
        for (int k = 0; k < 12; ++k)
            length += (size_t)snprintf(clips + length, sizeof clips - length, "@w%d=0.%d-1", k, k);
        used +=
            (size_t)snprintf(graph + used, sizeof graph - used, "%s{'clip': 'c%d', 'weight': 'x'}", i ? "," : "", i);
    }
    snprintf(graph + used, sizeof graph - used, "]}}}}]}");
    stage_open(&s, graph, clips);
    sinew_player *other = sinew_player_create(s.binding);
    told(0.5);
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 12 * MANY - 4 * MANY);
    save_and_restore(other);
    assert_int_equal(sinew_player_open_windows(other, NULL, 0), 12 * MANY - 4 * MANY);
    sinew_player_attach(s.player); /* they are still to be told to close */
    save_and_restore(other);
    assert_true(sinew_state_bound(s.binding) < 4096);
    sinew_player_destroy(other);
    stage_close(&s);
}

/* More windows than a word has bits; the one that opens and closes lies in the second word. */
static void test_a_window_past_the_first_word_of_bits(void **state) {
    (void)state;
    char clips[2048] = "idle:1.0,many:1.0";
    for (uint32_t i = 0; i < 40; ++i) {
        size_t length = strlen(clips);
        snprintf(clips + length, sizeof clips - length, "@w%u=0.%02u-0.9", (unsigned)i, (unsigned)i);
    }
    strcat(clips, ",late:1.0@hit=0.2-0.8");
    stage_open(&s,
               "{'version': 2, 'parameters': {'x': {'type': 'float', 'default': 0.9}}, 'layers': [{'name': 'Base', "
               "'machine': {'states': {'A': {'blend': '1d', 'parameter': 'x', 'motions': [{'clip': 'many', 'at': 0}, "
               "{'clip': 'late', 'at': 1}]}, 'B': {'clip': 'idle'}}}}]}",
               clips);
    assert_string_equal(told(0.5), "0.200 late.hit( 0.90");
    sinew_player_play(s.player, 0, stage_state(&s, 0, "B"), 0);
    assert_string_equal(told(0.1), "0.000 late.hit) 0.00");
    assert_string_equal(told(1), "");
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_length_of_time_tells_nothing_twice),
        cmocka_unit_test(test_open_windows_can_be_asked_for),
        cmocka_unit_test(test_windows_close_when_the_player_goes),
        cmocka_unit_test(test_windows_close_on_release_and_attach),
        cmocka_unit_test(test_windows_do_not_go_over_a_rebind),
        cmocka_unit_test(test_rebind_to_another_graph),
        cmocka_unit_test(test_a_clip_of_no_length_tells_all_at_once),
        cmocka_unit_test(test_a_window_of_no_length_opens_and_closes_at_once),
        cmocka_unit_test(test_a_long_frame_drops_the_oldest_loops),
        cmocka_unit_test(test_loops_before_a_cut_go_one_by_one),
        cmocka_unit_test(test_a_million_seconds_of_a_millisecond),
        cmocka_unit_test(test_clips_of_several_clocks_drop_by_time),
        cmocka_unit_test(test_single_events_go_where_loops_are_not_enough),
        cmocka_unit_test(test_windows_pair_where_time_is_coarse),
        cmocka_unit_test(test_silent_clips_drop_nothing),
        cmocka_unit_test(test_fixed_steps_count_from_the_start_of_the_call),
        cmocka_unit_test(test_a_shared_step),
        cmocka_unit_test(test_stepped_states),
        cmocka_unit_test(test_tracks_tell_what_they_play),
        cmocka_unit_test(test_a_track_that_mixes_closes_its_windows),
        cmocka_unit_test(test_tracks_backwards_and_long),
        cmocka_unit_test(test_windows_of_tracks_and_rebinding),
        cmocka_unit_test(test_open_windows_are_saved),
        cmocka_unit_test(test_many_open_windows_are_saved),
        cmocka_unit_test(test_a_window_past_the_first_word_of_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
