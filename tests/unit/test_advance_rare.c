/* Advance where two rare things meet: a turn in step with an exit behind it, exits of two machines at one moment,
   pairs inside the delta of a pair, letting go before anything was told. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static stage s;

static int close_stage(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

#define LAYER(parameters, machine)                                                                                     \
    "{'version': 2, 'parameters': {" parameters "}, 'layers': [{'name': 'Base', 'machine': {" machine "}}]}"

/* When C is gone to, with advances of dt; A and B are kept in step and turn round on the way. */
static double turned_exit(double from, double to, double fade, double exit, double dt, const char *each) {
    char text[1024];
    snprintf(text, sizeof text,
             LAYER("'go': {'type': 'bool', 'default': true}",
                   "'states': {'A': {'clip': 'idle', 'speed': %.17g}, 'B': {'clip': 'idle', 'speed': %.17g}, 'C': "
                   "{'clip': 'run'}}, 'transitions': [{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go', 'value': "
                   "true}], 'fade': %.17g, 'offset': 'match', 'interrupt': 'target'}, {'from': 'B', 'to': 'C', 'exit': "
                   "%.17g%s, 'fade': 0.1}]"),
             from, to, fade, exit, each);
    stage_open(&s, text, STAGE_USUAL);
    double time = 0, found = -1;
    while (found < 0 && time < 8) {
        const sinew_step *step = sinew_player_advance(s.player, dt);
        for (uint32_t i = 0; i < step->signal_count; ++i) {
            const sinew_signal *signal = &step->signals[i];
            bool gone = signal->kind == SINEW_SIGNAL_TRANSITION && signal->to == stage_state(&s, 0, "C");
            if (gone) found = time + (double)signal->at;
        }
        time += dt;
    }
    stage_close(&s);
    return found;
}

static void test_an_exit_behind_a_turn_is_met_in_any_cutting(void **state) {
    (void)state;
    uint32_t met = 0;
    for (int i = 0; i < 60; ++i) {
        double from = -0.3 - 0.037 * i, to = 0.2 + 0.041 * ((i * 7) % 60), fade = 0.3 + 0.029 * ((i * 11) % 60);
        double exit = 0.05 + 0.011 * ((i * 13) % 60);
        double whole = turned_exit(from, to, fade, exit, 8, ""), cut = turned_exit(from, to, fade, exit, 1.0 / 60, "");
        assert_true(whole > 0 && fabs(whole - cut) < 1e-6);
        met += whole < fade - 1e-6;
    }
    assert_true(met > 20); /* else no exit lay inside its fade */
}

/* From standing still backwards: the pass lies behind, not ahead. A goes at 0, so it stands where it starts. */
static void test_each_loop_from_standing_still_backwards(void **state) {
    (void)state;
    const char *each = ", 'exitEachLoop': true";
    /* B starts at phase 0 and goes back by t²/2 of 0.5 a second²: 0.9 is met after 0.1 lengths. */
    double whole = turned_exit(0, -1, 2, 0.9, 4, each), cut = turned_exit(0, -1, 2, 0.9, 0.01, each);
    assert_true(fabs(whole - sqrt(0.4)) < 1e-6 && fabs(cut - whole) < 1e-6);
}

/* One trigger, two machines that exit at one moment: the second parent does not see what the first used. */
static void test_a_trigger_is_used_once_through_two_exits(void **state) {
    (void)state;
    stage_open(&s,
               LAYER("'t': {'type': 'trigger'}, 'u': {'type': 'trigger'}",
                     "'entry': 'S', 'states': {'S': {'machine': {'states': {'P': {'clip': 'idle'}}, 'transitions': "
                     "[{'from': 'P', 'to': '<exit>', 'when': [{'parameter': 't'}]}]}}, 'R': {'machine': {'states': "
                     "{'P': {'clip': 'walk'}}, 'transitions': [{'from': 'P', 'to': '<exit>', 'when': [{'parameter': "
                     "'u'}]}]}}, 'C': {'clip': 'run'}}, 'transitions': [{'from': 'S', 'to': 'R', 'when': "
                     "[{'parameter': 't'}], 'exit': 0, 'fade': 0}, {'from': 'R', 'to': 'C', 'when': [{'parameter': "
                     "'t'}], 'exit': 0, 'fade': 0}]"),
               STAGE_USUAL);
    sinew_player_fire_named(s.player, "t");
    sinew_player_fire_named(s.player, "u");
    sinew_player_advance(s.player, 0.1);
    assert_string_equal(stage_current(&s, 0), "R/P");
}

/* A delta weighs by its pair's base, not by the deltas inside that base. */
static void test_pairs_inside_the_delta_of_a_pair(void **state) {
    (void)state;
    stage_open(&s,
               LAYER("", "'states': {'A': {'add': {'base': {'clip': 'idle'}, 'weight': 0.5, 'delta': {'add': {'base': "
                         "{'add': {'base': {'clip': 'walk'}, 'delta': {'clip': 'run'}, 'weight': 0.5}}, 'delta': "
                         "{'clip': 'fall'}, 'weight': 0.5}}}}}"),
               STAGE_USUAL);
    assert_string_equal(stage_samples(&s, sinew_player_advance(s.player, 0)),
                        "idle 0.000 1.000; walk 0.000 0.500; run 0.000 0.250; fall 0.000 0.250");
}

/* What was never told as entered is not told as exited. */
static void test_release_before_the_first_advance(void **state) {
    (void)state;
    stage_open(&s, LAYER("", "'states': {'A': {'clip': 'idle'}}"), STAGE_USUAL);
    sinew_player_release(s.player);
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    assert_string_equal(stage_signals(&s, step), "");
    assert_int_equal(step->sample_count, 0);
    sinew_player_attach(s.player);
    assert_string_equal(stage_signals(&s, sinew_player_advance(s.player, 0.1)), "0.000 +A");
    sinew_player_release(s.player);
    assert_string_equal(stage_signals(&s, sinew_player_advance(s.player, 0.1)), "0.000 -A");
}

/* A fade that is turned round before any of it went by is over. */
static void test_a_fade_turned_as_it_began_is_over(void **state) {
    (void)state;
    stage_open(
        &s,
        LAYER("'b': {'type': 'bool'}",
              "'states': {'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}}, 'transitions': [{'from': 'A', 'to': "
              "'B', 'when': [{'parameter': 'b', 'value': false}], 'fade': 1, 'interrupt': 'both'}, {'from': 'B', "
              "'to': 'A', 'when': [{'parameter': 'b', 'value': true}], 'fade': 1, 'resume': true}]"),
        STAGE_USUAL);
    sinew_player_advance(s.player, 0);
    sinew_player_set_bool(s.player, 0, true);
    assert_string_equal(stage_signals(&s, sinew_player_advance(s.player, 0)), "0.000 B>A; 0.000 +A; 0.000 -B");
    sinew_fade_info fade;
    assert_false(sinew_player_fade(s.player, 0, &fade));
}

/* Steps of a glide far below what a float can show of its value still add up, also when the goal is told each frame. */
static void test_a_slow_glide_of_a_large_value(void **state) {
    (void)state;
    for (int again = 0; again < 2; ++again) {
        stage_open(&s, LAYER("'v': {'type': 'float', 'default': 1000}", "'states': {'A': {'clip': 'idle'}}"),
                   STAGE_USUAL);
        sinew_player_move_float(s.player, 0, 1001, 0.001f);
        for (int i = 0; i < 6000; ++i) {
            if (again) sinew_player_move_float(s.player, 0, 1001, 0.001f);
            sinew_player_advance(s.player, 0.01);
        }
        assert_true(fabs((double)sinew_player_get_float(s.player, 0) - 1000.06) < 1e-4);
        sinew_player_set_float(s.player, 0, 7);
        sinew_player_advance(s.player, 1);
        assert_true(sinew_player_get_float(s.player, 0) == 7.0f);
        stage_close(&s);
    }
}

/* A copy of a created player owns nothing; the two go on alike. */
static void test_a_copy_of_a_created_player_is_not_given_back(void **state) {
    (void)state;
    stage_open(&s, LAYER("", "'states': {'A': {'clip': 'idle'}}"), STAGE_USUAL);
    size_t size = sinew_binding_player_size(s.binding);
    sinew_player *copy = aligned_alloc(16, (size + 15) / 16 * 16);
    assert_non_null(copy);
    sinew_player_advance(s.player, 0.25);
    memcpy(copy, s.player, size);
    sinew_player_advance(s.player, 0.25);
    sinew_player_advance(copy, 0.25);
    assert_true(sinew_player_hash(copy) == sinew_player_hash(s.player));
    sinew_player_destroy(copy);
    assert_true(sinew_player_time(copy) == 0.5);
    free(copy);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_an_exit_behind_a_turn_is_met_in_any_cutting),
        T(test_each_loop_from_standing_still_backwards),
        T(test_a_trigger_is_used_once_through_two_exits),
        T(test_pairs_inside_the_delta_of_a_pair),
        T(test_release_before_the_first_advance),
        T(test_a_fade_turned_as_it_began_is_over),
        T(test_a_slow_glide_of_a_large_value),
        T(test_a_copy_of_a_created_player_is_not_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
