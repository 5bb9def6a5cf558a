/* What the list of an advance says beside clip, time and weight: where a sample came from, what a held or additive
   one carries, and the row of each layer. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b) assert_true(fabs((double)(a) - (double)(b)) <= 1e-5)

static stage s;

#define HEAD                                                                                                           \
    "{'version': 2, 'parameters': {'x': {'type': 'float', 'default': 0.5}, 'go': {'type': 'trigger'},"                 \
    "'up': {'type': 'trigger'}}, 'masks': {'arms': {'bones': ['j1']}}, 'layers': ["
#define BASE(states, transitions)                                                                                      \
    "{'name': 'Base', 'machine': {'states': {" states "}, 'transitions': [" transitions "]}}"
#define GRAPH(states, transitions) HEAD BASE(states, transitions) "]}"

static int close_stage(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

static void fire(const char *name) { assert_int_equal(sinew_player_fire_named(s.player, name), SINEW_OK); }

static const char *clip_of(const sinew_sample *sample) { return sinew_binding_clip_name(s.binding, sample->clip); }

/* The one sample of an advance. */
static sinew_sample only(double dt) {
    const sinew_step *step = sinew_player_advance(s.player, dt);
    assert_int_equal(step->sample_count, 1);
    return step->samples[0];
}

static void test_previous_time_and_loops_forwards(void **state) {
    (void)state;
    stage_open(&s, GRAPH("'A': {'clip': 'idle'}", ""), STAGE_USUAL);
    sinew_sample sample = only(0.25);
    near(sample.previous_time, 0);
    near(sample.time, 0.25);
    assert_int_equal(sample.loops, 0);
    sample = only(0.9);
    near(sample.previous_time, 0.25);
    near(sample.time, 0.15);
    assert_int_equal(sample.loops, 1);
    sample = only(2.5);
    near(sample.previous_time, 0.15);
    near(sample.time, 0.65);
    assert_int_equal(sample.loops, 2);
    sample = only(0);
    near(sample.previous_time, 0.65);
    near(sample.time, 0.65);
    assert_int_equal(sample.loops, 0);
}

/* time - previous + loops * length is what was played, whichever way. */
static void test_previous_time_and_loops_backwards(void **state) {
    (void)state;
    stage_open(&s, GRAPH("'A': {'clip': 'walk', 'speed': -1.5}", ""), STAGE_USUAL);
    const double steps[] = { 0.1, 0.3, 0.7, 2.0, 0.0, 0.25 };
    double played = 0;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        sinew_sample sample = only(steps[i]);
        near(sample.time - sample.previous_time + sample.loops * 0.8, -1.5 * steps[i]);
        played -= 1.5 * steps[i];
        near(sample.time, played - 0.8 * floor(played / 0.8));
    }
}

static void test_previous_time_where_an_end_is_held(void **state) {
    (void)state;
    stage_open(&s, GRAPH("'A': {'clip': 'jump'}", ""), STAGE_USUAL);
    near(only(0.4).time, 0.4);
    sinew_sample sample = only(0.4);
    near(sample.previous_time, 0.4);
    near(sample.time, 0.5);
    assert_int_equal(sample.loops, 0);
    near(only(0.4).previous_time, 0.5);
}

static void test_previous_time_of_a_state_entered_in_the_advance(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}",
                     "{'from': 'A', 'to': 'B', 'exit': 0.5, 'offset': 0.25, 'fade': 0.5}"),
               STAGE_USUAL);
    const sinew_step *step = sinew_player_advance(s.player, 0.75);
    assert_int_equal(step->sample_count, 2);
    near(step->samples[0].previous_time, 0);
    near(step->samples[0].time, 0.75);
    near(step->samples[1].previous_time, 0.2);
    near(step->samples[1].time, 0.45);
    step = sinew_player_advance(s.player, 0.125);
    near(step->samples[0].previous_time, 0.75);
    near(step->samples[1].previous_time, 0.45);
    near(step->samples[1].time, 0.575);
}

static void test_previous_time_in_a_blend(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'A': {'blend': '1d', 'parameter': 'x', 'motions': [{'clip': 'idle', 'at': 0},"
                     "{'clip': 'walk', 'at': 1}]}",
                     ""),
               STAGE_USUAL);
    sinew_player_advance(s.player, 0.5); /* a rate of (1 + 1.25) / 2 */
    const sinew_step *step = sinew_player_advance(s.player, 1);
    assert_int_equal(step->sample_count, 2);
    near(step->samples[0].previous_time, 0.5625);
    near(step->samples[0].time, 0.6875);
    near(step->samples[1].previous_time, 0.45);
    near(step->samples[1].time, 0.55);
    assert_int_equal(step->samples[0].loops, 1);
    assert_int_equal(step->samples[1].loops, 1);
}

static void test_additive_samples_name_their_reference(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'A': {'add': {'base': {'clip': 'idle'}, 'delta': {'clip': 'run'}}},"
                     "'B': {'add': {'base': {'clip': 'walk'}, 'delta': {'clip': 'fall'},"
                     "'reference': {'clip': 'hit', 'time': 0.125}}}",
                     "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 0.5}"),
               STAGE_USUAL);
    fire("go");
    const sinew_step *step = sinew_player_advance(s.player, 0.25);
    assert_int_equal(step->sample_count, 4);
    assert_int_equal(step->samples[0].flags, 0);
    assert_int_equal(step->samples[1].flags, 0);
    assert_int_equal(step->samples[2].flags, SINEW_SAMPLE_ADDITIVE);
    assert_int_equal(step->samples[2].reference_clip, SINEW_NONE);
    assert_int_equal(step->samples[3].flags, SINEW_SAMPLE_ADDITIVE);
    assert_string_equal(sinew_binding_clip_name(s.binding, step->samples[3].reference_clip), "hit");
    near(step->samples[3].reference_time, 0.125);
}

static void test_a_held_sample_has_one_serial_a_cut(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}",
                     "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 1, 'interrupt': 'both'},"
                     "{'from': 'B', 'to': 'C', 'when': [{'parameter': 'up'}], 'fade': 1, 'interrupt': 'both'},"
                     "{'from': '*', 'to': 'A', 'when': [{'parameter': 'go'}], 'fade': 1}"),
               STAGE_USUAL);
    fire("go");
    sinew_player_advance(s.player, 0.25);
    fire("up");
    const sinew_step *step = sinew_player_advance(s.player, 0.25);
    assert_int_equal(step->samples[0].clip, SINEW_CLIP_HELD);
    assert_int_equal(step->samples[0].flags, 0);
    uint32_t serial = step->samples[0].hold_serial;
    step = sinew_player_advance(s.player, 0.25);
    assert_int_equal(step->samples[0].hold_serial, serial);
    near(step->samples[0].weight, 0.5);
    fire("go");
    step = sinew_player_advance(s.player, 0.25);
    assert_int_equal(step->samples[0].clip, SINEW_CLIP_HELD);
    assert_int_not_equal(step->samples[0].hold_serial, serial);
    assert_string_equal(clip_of(&step->samples[1]), "idle");
}

static void test_an_inertial_sample_says_since_when_and_for_how_long(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}",
                     "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 1, 'interrupt': 'target'},"
                     "{'from': 'B', 'to': 'C', 'exit': 0.5, 'fade': 0.5, 'hold': 'inertial'}"),
               STAGE_USUAL);
    fire("go");
    const sinew_step *step = sinew_player_advance(s.player, 0.5); /* B's exit is due 0.4 in */
    assert_int_equal(step->sample_count, 2);
    assert_int_equal(step->samples[0].clip, SINEW_CLIP_HELD);
    assert_int_equal(step->samples[0].flags, SINEW_SAMPLE_INERTIAL);
    near(step->samples[0].weight, 0);
    near(step->samples[0].hold_since, 0.1);
    near(step->samples[0].hold_duration, 0.5);
    near(step->samples[1].weight, 1);
    step = sinew_player_advance(s.player, 0.25);
    near(step->samples[0].hold_since, 0.35);
    step = sinew_player_advance(s.player, 0.25);
    assert_int_equal(step->sample_count, 1);
}

#define THREE_LAYERS                                                                                                   \
    ",{'name': 'Off', 'weight': 0, 'machine': {'states': {'C': {'clip': 'run'}}}},"                                    \
    "{'name': 'Aim', 'blend': 'additive', 'weight': 0.25, 'mask': 'arms', 'eventThreshold': 0.5,"                      \
    "'reference': {'clip': 'hit', 'time': 0.25}, 'machine': {'states': {'D': {'clip': 'fall'}}}}]}"

static void test_rows_of_layers(void **state) {
    (void)state;
    stage_open(&s,
               HEAD BASE("'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}",
                         "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 0.5}") THREE_LAYERS,
               STAGE_USUAL);
    const sinew_step *step = sinew_player_advance(s.player, 0.25);
    assert_int_equal(step->layer_count, 3);
    const sinew_layer_row *rows = step->layers;
    assert_int_equal(rows[0].blend, SINEW_BLEND_REPLACE);
    near(rows[0].weight, 1);
    assert_int_equal(rows[0].mask, SINEW_NONE);
    assert_int_equal(rows[0].first_sample, 0);
    assert_int_equal(rows[0].sample_count, 1);
    assert_false(rows[0].keep);
    near(rows[1].weight, 0);
    assert_int_equal(rows[1].sample_count, 0);
    assert_int_equal(rows[2].blend, SINEW_BLEND_ADDITIVE);
    near(rows[2].weight, 0.25);
    near(rows[2].event_threshold, 0.5);
    assert_string_equal(sinew_binding_clip_name(s.binding, rows[2].reference_clip), "hit");
    near(rows[2].reference_time, 0.25);
    assert_int_equal(rows[2].first_sample, 1);
    assert_int_equal(rows[2].sample_count, 1);
    assert_int_equal(step->samples[1].layer, 2);
    near(sinew_binding_mask(s.binding, rows[2].mask)[1], 1);
    near(sinew_binding_mask(s.binding, rows[2].mask)[0], 0);
    fire("go");
    step = sinew_player_advance(s.player, 0.25);
    assert_true(step->layers[0].keep);
    assert_false(step->layers[2].keep);
    assert_int_equal(step->layers[0].sample_count, 2);
    assert_int_equal(step->layers[2].first_sample, 2);
    step = sinew_player_advance(s.player, 0.5);
    assert_false(step->layers[0].keep);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_previous_time_and_loops_forwards),
        T(test_previous_time_and_loops_backwards),
        T(test_previous_time_where_an_end_is_held),
        T(test_previous_time_of_a_state_entered_in_the_advance),
        T(test_previous_time_in_a_blend),
        T(test_additive_samples_name_their_reference),
        T(test_a_held_sample_has_one_serial_a_cut),
        T(test_an_inertial_sample_says_since_when_and_for_how_long),
        T(test_rows_of_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
