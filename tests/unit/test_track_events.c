/* Events of tracks: told of what is current, as by a state. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WALK, JUMP, POSE, PLAIN, BUSY };

#define SET(number)                                                                                                    \
    { true, number }
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
        cmocka_unit_test(test_points_and_windows), cmocka_unit_test(test_backwards_and_counted),
        cmocka_unit_test(test_windows_close),      cmocka_unit_test(test_poses_and_moments),
        cmocka_unit_test(test_long_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
