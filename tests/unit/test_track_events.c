/* Events of tracks: told of what is current, as by a state. */
#include "support/stage.h"

#include "sinew/state.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WALK, JUMP, POSE, PLAIN, BUSY };

#define SET(number)                                                                                                    \
    { true, number }
#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))
#define CLIPS                                                                                                          \
    "walk:0.8@zero=0@step=0.2@hit=0.3-0.7,jump:0.5:once@up=0@land=0.5,pose:0:once@a=0@w=0-0,plain:1,"                  \
    "busy:1@a=0.1@b=0.2@c=0.3@d=0.4@e=0.5@w=0.6-0.7"

static stage s;

static void open_stage(void) { stage_open_desc(&s, NULL, CLIPS, (sinew_bind_desc){ .track_count = 1 }); }
static const char *go(double dt) { return stage_events(&s, sinew_player_advance(s.player, dt)); }
static void play(uint32_t clip, sinew_track_desc desc) {
    assert_int_equal(sinew_track_play(s.player, 0, clip, &desc), SINEW_OK);
}

/* SEMANTICS 6: the start as it begins, points and windows as they are passed, over the wrap, each once */
static void test_points_and_windows(void **state) {
    (void)state;
    open_stage();
    play(WALK, (sinew_track_desc){ .mix = SET(0) });
    assert_string_equal(go(0), "0.000 walk.zero 1.00");
    assert_string_equal(go(0), "");
    assert_string_equal(go(0.2), "0.200 walk.step 1.00");
    assert_string_equal(go(0.2), "0.100 walk.hit( 1.00");
    sinew_open_window open[2];
    assert_int_equal(sinew_player_open_windows(s.player, open, 2), 1);
    assert_int_equal(open[0].layer, 0);
    assert_int_equal(open[0].state, SINEW_NONE);
    assert_int_equal(open[0].clip, WALK);
    assert_int_equal(open[0].event, 2);
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 1);
    assert_string_equal(go(0.4), "0.300 walk.hit) 1.00; 0.400 walk.zero 1.00");
    assert_string_equal(go(0.8),
                        "0.200 walk.step 1.00; 0.300 walk.hit( 1.00; 0.700 walk.hit) 1.00; 0.800 walk.zero 1.00");
    assert_int_equal(sinew_player_open_windows(s.player, open, 2), 0);
    stage_close(&s);
}

/* SEMANTICS 6: backwards a window opens at its end; the last of counted passes plays down to the start */
static void test_backwards_and_counted(void **state) {
    (void)state;
    open_stage();
    play(WALK, (sinew_track_desc){ .mix = SET(0), .speed = SET(-1), .loops = 2 });
    assert_string_equal(go(0.7), "0.100 walk.hit( 1.00; 0.500 walk.hit) 1.00; 0.600 walk.step 1.00");
    assert_string_equal(go(0.9),
                        "0.100 walk.zero 1.00; 0.200 walk.hit( 1.00; 0.600 walk.hit) 1.00; 0.700 walk.step 1.00; "
                        "0.900 walk.zero 1.00");
    assert_string_equal(go(1), "");
    play(WALK, (sinew_track_desc){ .mix = SET(0), .loops = 2 });
    assert_string_equal(go(3),
                        "0.000 walk.zero 1.00; 0.200 walk.step 1.00; 0.300 walk.hit( 1.00; 0.700 walk.hit) 1.00; "
                        "0.800 walk.zero 1.00; 1.000 walk.step 1.00; 1.100 walk.hit( 1.00; 1.500 walk.hit) 1.00");
    stage_close(&s);
}

/* SEMANTICS 6: a window that opened always closes: left by a mix, by a stop, at weight 0, when the player goes */
static void test_windows_close(void **state) {
    (void)state;
    open_stage();
    play(WALK, (sinew_track_desc){ .mix = SET(0) });
    go(0.4);
    play(JUMP, (sinew_track_desc){ .mix = SET(0.2) });
    assert_string_equal(go(0.1), "0.000 walk.hit) 0.00; 0.000 jump.up 0.00");
    assert_string_equal(go(0.4), "0.400 jump.land 1.00");
    play(WALK, (sinew_track_desc){ .mix = SET(0), .weight = SET(0.5) });
    assert_string_equal(go(0.4), "0.000 walk.zero 0.50; 0.200 walk.step 0.50; 0.300 walk.hit( 0.50");
    sinew_track_stop(s.player, 0, 0.2);
    assert_string_equal(go(0.1), "0.000 walk.hit) 0.00");
    play(WALK, (sinew_track_desc){ .mix = SET(0) });
    go(0.4);
    sinew_track_set_weight(s.player, 0, 0);
    assert_string_equal(go(0.1), "0.000 walk.hit) 0.00");
    assert_string_equal(go(0.8), ""); /* not heard */
    sinew_track_set_weight(s.player, 0, 1);
    assert_string_equal(go(0), "");
    assert_string_equal(go(0.1), "0.000 walk.hit( 1.00"); /* heard again inside it */
    assert_string_equal(stage_events(&s, sinew_player_close_windows(s.player)), "0.000 walk.hit) 0.00");
    assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 0);
    play(PLAIN, (sinew_track_desc){ .mix = SET(0) });
    go(0.1);
    assert_string_equal(go(5), ""); /* it has no events */
    stage_close(&s);
}

/* SEMANTICS 6: a clip without a length tells all its events as it begins; opened and left at one moment, in that order
 */
static void test_poses_and_moments(void **state) {
    (void)state;
    open_stage();
    play(POSE, (sinew_track_desc){ .mix = SET(0), .loops = SINEW_LOOP_FOREVER });
    assert_string_equal(go(1), "0.000 pose.a 1.00; 0.000 pose.w( 1.00; 0.000 pose.w) 1.00");
    stage_close(&s);
    stage_open_desc(&s, NULL, "short:0.000002:once@w=0-0.000002,walk:1", (sinew_bind_desc){ .track_count = 1 });
    play(0, (sinew_track_desc){ .mix = SET(0) });
    assert_string_equal(go(0), "0.000 short.w( 1.00");
    play(1, (sinew_track_desc){ .mix = SET(0) });
    assert_string_equal(go(0), "0.000 short.w) 0.00");
    stage_close(&s);
}

/* Played to its end as `first`, and held there before a queue; then asked for `then`. */
static void hold_and_ask(uint32_t clip, sinew_track_desc first, sinew_track_desc then) {
    open_stage();
    play(clip, first);
    assert_int_equal(sinew_track_queue(s.player, 0, PLAIN, 0.5, NULL), SINEW_OK);
    go(1.0); /* 0.5 s or 0.2 s of it held */
    play(clip, then);
}

static sinew_track_info info(void) {
    sinew_track_info info = { 0 };
    assert_true(sinew_track_info_of(s.player, 0, &info));
    return info;
}

/* SEMANTICS 6: what holds its end and is given more passes goes over a wrap: the start of the new pass is told, once */
static void test_a_held_end_goes_on(void **state) {
    (void)state;
    sinew_track_desc once = { .mix = SET(0), .loops = 1 }, twice = { .mix = SET(0), .loops = 2 };
    hold_and_ask(JUMP, once, twice);
    play(JUMP, twice); /* said every frame */
    assert_string_equal(go(0), "0.000 jump.up 1.00");
    assert_string_equal(go(0), "");
    assert_string_equal(go(0.6), "0.500 jump.land 1.00");
    /* The queue waits for its delay from the new end on. */
    assert_int_equal(info().clip, JUMP);
    go(0.35);
    assert_int_equal(info().clip, JUMP);
    go(0.1);
    assert_int_equal(info().clip, PLAIN);
    stage_close(&s);
    /* A window at the start opens again. For ever, before a queue, is one pass. */
    stage_open_desc(&s, NULL, "a:0.5:once@w=0-0.2@end=0.5,b:1", (sinew_bind_desc){ .track_count = 1 });
    play(0, once);
    sinew_track_queue(s.player, 0, 1, 10, NULL);
    assert_string_equal(go(0.7), "0.000 a.w( 1.00; 0.200 a.w) 1.00; 0.500 a.end 1.00");
    play(0, (sinew_track_desc){ .loops = SINEW_LOOP_FOREVER });
    assert_string_equal(go(2), "0.000 a.w( 1.00; 0.200 a.w) 1.00; 0.500 a.end 1.00");
    near(info().end, 2, 0);
    stage_close(&s);
    /* Without a queue: at the very end of an advance it has ended, but not yet let go. */
    open_stage();
    play(JUMP, once);
    assert_string_equal(go(0.5), "0.000 jump.up 1.00; 0.500 jump.land 1.00");
    play(JUMP, twice);
    assert_string_equal(go(0.5), "0.000 jump.up 1.00; 0.500 jump.land 1.00");
    stage_close(&s);
}

/* SEMANTICS 6: backwards a pass starts at the clip's end */
static void test_a_held_start_goes_on_backwards(void **state) {
    (void)state;
    sinew_track_desc once = { .mix = SET(0), .loops = 1, .speed = SET(-1) }, twice = once, thrice = once;
    twice.loops = 2;
    thrice.loops = 3;
    hold_and_ask(JUMP, once, twice);
    near(info().time, 0.5, 0);
    assert_string_equal(go(0.1), "0.000 jump.land 1.00");
    assert_string_equal(go(0.5), "0.400 jump.up 1.00");
    stage_close(&s);
    hold_and_ask(JUMP, once, thrice); /* round and round: at a wrap */
    assert_string_equal(go(0.6), "0.000 jump.land 1.00; 0.500 jump.up 1.00; 0.500 jump.land 1.00");
    near(info().time, 0.4, 1e-6);
    stage_close(&s);
}

/* SEMANTICS 6: never twice for one passing: turned round where it holds, what lies there has been told */
static void test_a_held_end_turns_round(void **state) {
    (void)state;
    sinew_track_desc once = { .mix = SET(0), .loops = 1 }, back = { .mix = SET(0), .loops = 1, .speed = SET(-1) };
    for (uint32_t passes = 2; passes <= 3; ++passes) { /* the last of them, or one more to come */
        sinew_track_desc there = { .loops = passes }, round = { .loops = passes, .speed = SET(-1) };
        hold_and_ask(JUMP, once, round);
        assert_string_equal(go(0), "");
        assert_string_equal(go(0.2), "");
        near(info().time, 0.3, 1e-6);
        assert_string_equal(go(0.25), "");
        stage_close(&s);
        hold_and_ask(JUMP, back, there);
        assert_string_equal(go(0.2), "");
        near(info().time, 0.2, 1e-6);
        assert_string_equal(go(0.25), "");
        stage_close(&s);
    }
    /* Turned round before, it stands somewhere on the way. */
    open_stage();
    play(JUMP, once);
    sinew_track_queue(s.player, 0, PLAIN, 10, NULL);
    go(1);
    sinew_track_set_speed(s.player, 0, -1);
    assert_string_equal(go(0.2), "");
    play(JUMP, (sinew_track_desc){ .loops = 2 });
    assert_string_equal(go(0.2), "0.200 jump.land 1.00");
    stage_close(&s);
}

/* What is asked for last counts: a pass that never came tells nothing. And a pass that is to come is saved. */
static void test_a_held_end_is_stopped_or_saved(void **state) {
    (void)state;
    sinew_track_desc once = { .mix = SET(0), .loops = 1 }, twice = { .mix = SET(0), .loops = 2 };
    hold_and_ask(JUMP, once, twice);
    sinew_track_stop(s.player, 0, 0.2);
    assert_string_equal(go(0.5), "");
    stage_close(&s);
    hold_and_ask(JUMP, once, twice);
    play(WALK, once);
    assert_string_equal(go(0.1), "0.000 walk.zero 1.00");
    stage_close(&s);
    hold_and_ask(JUMP, once, twice);
    play(WALK, once);
    play(JUMP, twice); /* taken back */
    assert_string_equal(go(0.1), "0.000 jump.up 1.00");
    stage_close(&s);
    hold_and_ask(JUMP, once, (sinew_track_desc){ .loops = 2, .weight = SET(0) });
    assert_string_equal(go(0.1), ""); /* not heard */
    stage_close(&s);

    hold_and_ask(JUMP, once, twice);
    static char bytes[4096];
    size_t size = sinew_state_save(s.player, bytes, sizeof bytes);
    assert_string_equal(go(0.1), "0.000 jump.up 1.00");
    assert_int_equal(sinew_state_restore(s.player, bytes, size, NULL), SINEW_OK);
    assert_string_equal(go(0.1), "0.000 jump.up 1.00");
    assert_int_equal(sinew_state_restore(s.player, bytes, size, NULL), SINEW_OK);
    static stage other;
    stage_open_desc(&other, NULL, "plain:1,jump:0.4:once@up=0", (sinew_bind_desc){ .track_count = 1 });
    assert_int_equal(sinew_player_rebind(s.player, other.player, NULL), SINEW_OK);
    assert_string_equal(stage_events(&other, sinew_player_advance(other.player, 0.1)), "0.000 jump.up 1.00");
    stage_close(&other);
    stage_close(&s);
}

/* SEMANTICS 6: should a long frame bring more than there is room for, whole loops go, the oldest first */
static void test_long_frames(void **state) {
    (void)state;
    open_stage();
    play(BUSY, (sinew_track_desc){ .mix = SET(0) });
    const sinew_step *step = sinew_player_advance(s.player, 1000);
    assert_true(step->events_dropped > 6000 && step->event_count > 200);
    assert_int_equal(step->events_dropped + step->event_count, 7000);
    int open = 0;
    for (uint32_t i = 0; i < step->event_count; ++i) {
        open += step->events[i].kind == SINEW_EVENT_BEGIN;
        open -= step->events[i].kind == SINEW_EVENT_END;
        assert_true(open == 0 || open == 1);
    }
    assert_int_equal(open, 0);
    assert_true(fabs((double)step->events[step->event_count - 1].at - 999.7) < 1e-3);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_and_windows),
        cmocka_unit_test(test_backwards_and_counted),
        cmocka_unit_test(test_windows_close),
        cmocka_unit_test(test_poses_and_moments),
        cmocka_unit_test(test_long_frames),
        cmocka_unit_test(test_a_held_end_goes_on),
        cmocka_unit_test(test_a_held_start_goes_on_backwards),
        cmocka_unit_test(test_a_held_end_turns_round),
        cmocka_unit_test(test_a_held_end_is_stopped_or_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
