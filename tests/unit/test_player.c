/* Players: parameters, host numbers, refused writes, triggers, fixed steps, release and attach, copies.
   What a script can reach is in tests/conformance; here is the rest. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SECOND_LAYER ", {'name': 'Top', 'weight': 0.5, 'machine': {'states': {'P': {'clip': 'hit'}}}}"
static const char *graph_text =
    "{'version': 2, 'parameters': {'speed': {'type': 'float', 'default': 1}, 'n': {'type': 'int', 'default': 2},"
    "'ok': {'type': 'bool', 'default': true}, 'go': {'type': 'trigger'}, 'k': {'type': 'float', 'default': 1},"
    "'soft': {'type': 'trigger', 'latch': false}, 'w': {'type': 'float', 'default': 1}},"
    "'layers': [{'name': 'Base', 'machine': {'entry': 'Move', 'states': {"
    "'Move': {'blend': '1d', 'parameter': 'speed', 'motions': [{'clip': 'idle', 'at': 0}, {'clip': 'run', 'at': 4}]},"
    "'Fast': {'clip': 'run', 'speed': 2, 'speedParameter': 'k'}, 'Jump': {'clip': 'jump', 'loop': false}},"
    "'transitions': [{'from': 'Move', 'to': 'Jump', 'when': [{'parameter': 'go'}], 'fade': 0.1},"
    "{'from': 'Jump', 'to': 'Move', 'exit': 0.9}, {'from': 'Move', 'to': 'Fast', 'when': [{'parameter': "
    "'soft'}]}]}}" SECOND_LAYER "]}";

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))

static stage s;

static int setup(void **state) {
    (void)state;
    stage_open(&s, graph_text, STAGE_USUAL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

/* SEMANTICS 1: a write of the wrong type, not finite, or unknown changes nothing at all. */
static void test_write_of_wrong_type_changes_nothing(void **state) {
    (void)state;
    sinew_player_advance(s.player, 0.25);
    uint64_t before = sinew_player_hash(s.player);
    uint32_t speed = stage_parameter(&s, "speed"), n = stage_parameter(&s, "n"), ok = stage_parameter(&s, "ok");
    uint32_t go = stage_parameter(&s, "go");
    assert_int_equal(sinew_player_set_int(s.player, speed, 1), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_set_bool(s.player, speed, true), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_set_float(s.player, n, 1), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_set_float(s.player, ok, 1), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_set_bool(s.player, go, true), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_fire(s.player, ok), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_move_float(s.player, n, 1, 1), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_bind_float(s.player, n, NULL, NULL, NULL), SINEW_ERROR_TYPE);
    assert_int_equal(sinew_player_set_float(s.player, 99, 1), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_fire(s.player, SINEW_NONE), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_set_float(NULL, speed, 1), SINEW_ERROR_ARGUMENT);
    assert_true(sinew_player_hash(s.player) == before);
}

static void test_write_that_is_not_finite_changes_nothing(void **state) {
    (void)state;
    uint32_t speed = stage_parameter(&s, "speed");
    assert_int_equal(sinew_player_set_float(s.player, speed, 2.5f), SINEW_OK);
    uint64_t before = sinew_player_hash(s.player);
    assert_int_equal(sinew_player_set_float(s.player, speed, NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_set_float(s.player, speed, INFINITY), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_set_float(s.player, speed, -INFINITY), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_move_float(s.player, speed, NAN, 1), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_move_float(s.player, speed, 1, -1), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_move_float(s.player, speed, 1, INFINITY), SINEW_ERROR_RANGE);
    assert_true(sinew_player_hash(s.player) == before);
    near(sinew_player_get_float(s.player, speed), 2.5f, 0);
}

/* SEMANTICS 1: more than a million lengths a second is refused: run is 0.6 s, the state's own speed 2. */
static void test_write_too_fast_is_refused(void **state) {
    (void)state;
    uint32_t k = stage_parameter(&s, "k");
    assert_int_equal(sinew_player_set_float(s.player, k, 299999), SINEW_OK);
    assert_int_equal(sinew_player_set_float(s.player, k, 300001), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_set_float(s.player, k, -300001), SINEW_ERROR_RANGE);
    near(sinew_player_get_float(s.player, k), 299999, 0);
    assert_int_equal(sinew_player_set_float(s.player, stage_parameter(&s, "speed"), 1e30f), SINEW_OK);
}

static void test_glide_too_fast_keeps_the_old_value(void **state) {
    (void)state;
    uint32_t k = stage_parameter(&s, "k");
    assert_int_equal(sinew_player_move_float(s.player, k, 1e7f, 2e5f), SINEW_OK);
    sinew_player_advance(s.player, 1);
    near(sinew_player_get_float(s.player, k), 200001, 0);
    sinew_player_advance(s.player, 1);
    near(sinew_player_get_float(s.player, k), 200001, 0);
}

/* SEMANTICS 1: by index or by name; the default before any write. */
static void test_parameters_by_index_and_by_name(void **state) {
    (void)state;
    near(sinew_player_get_float(s.player, stage_parameter(&s, "speed")), 1, 0);
    assert_int_equal(sinew_player_get_int(s.player, stage_parameter(&s, "n")), 2);
    assert_true(sinew_player_get_bool(s.player, stage_parameter(&s, "ok")));
    assert_false(sinew_player_get_bool(s.player, stage_parameter(&s, "go")));
    assert_int_equal(sinew_player_set_float_named(s.player, "speed", 3), SINEW_OK);
    assert_int_equal(sinew_player_set_int_named(s.player, "n", -7), SINEW_OK);
    assert_int_equal(sinew_player_set_bool_named(s.player, "ok", false), SINEW_OK);
    assert_int_equal(sinew_player_fire_named(s.player, "go"), SINEW_OK);
    assert_int_equal(sinew_player_set_float_named(s.player, "sped", 3), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_set_int_named(s.player, NULL, 3), SINEW_ERROR_NOT_FOUND);
    double value = 5;
    assert_int_equal(sinew_player_get(s.player, stage_parameter(&s, "n"), &value), SINEW_OK);
    near(value, -7, 0);
    assert_int_equal(sinew_player_get(s.player, 99, &value), SINEW_ERROR_NOT_FOUND);
    near(value, -7, 0);
    near(sinew_player_get_float(s.player, 99), 0, 0);
    assert_true(sinew_player_get_bool(s.player, stage_parameter(&s, "go")));
    assert_false(sinew_player_get_bool(s.player, stage_parameter(&s, "ok")));
    assert_int_equal(sinew_player_get_int(s.player, stage_parameter(&s, "n")), -7);
    sinew_player_set_float_named(s.player, "speed", 3e9f);
    assert_int_equal(sinew_player_get_int(s.player, stage_parameter(&s, "speed")), INT32_MAX);
    sinew_player_set_float_named(s.player, "speed", -3e9f);
    assert_int_equal(sinew_player_get_int(s.player, stage_parameter(&s, "speed")), INT32_MIN);
}

static float read_number(void *user) { return *(float *)user * 2; }

/* SEMANTICS 1: a bound float is read at the start of each advance; what may not be set keeps the old value. */
static void test_bound_float_is_read_each_advance(void **state) {
    (void)state;
    uint32_t speed = stage_parameter(&s, "speed"), k = stage_parameter(&s, "k");
    float host = 3;
    assert_int_equal(sinew_player_bind_float(s.player, speed, &host, NULL, NULL), SINEW_OK);
    near(sinew_player_get_float(s.player, speed), 1, 0);
    sinew_player_advance(s.player, 0.1);
    near(sinew_player_get_float(s.player, speed), 3, 0);
    host = NAN;
    sinew_player_advance(s.player, 0.1);
    near(sinew_player_get_float(s.player, speed), 3, 0);
    host = 2;
    assert_int_equal(sinew_player_bind_float(s.player, speed, NULL, read_number, &host), SINEW_OK);
    sinew_player_advance(s.player, 0);
    near(sinew_player_get_float(s.player, speed), 4, 0);
    assert_int_equal(sinew_player_bind_float(s.player, speed, NULL, NULL, NULL), SINEW_OK);
    host = 9;
    sinew_player_advance(s.player, 0.1);
    near(sinew_player_get_float(s.player, speed), 4, 0);
    float fast = 1e6f;
    sinew_player_bind_float(s.player, k, &fast, NULL, NULL);
    sinew_player_advance(s.player, 0.1);
    near(sinew_player_get_float(s.player, k), 1, 0);
}

/* SEMANTICS 1: a glide goes by at most rate × dt, before anything else; a set ends it; rate 0 does not move. */
static void test_glide_arrives_and_is_ended_by_a_set(void **state) {
    (void)state;
    uint32_t speed = stage_parameter(&s, "speed");
    sinew_player_move_float(s.player, speed, -1, 4);
    sinew_player_advance(s.player, 0.25);
    near(sinew_player_get_float(s.player, speed), 0, 1e-6);
    sinew_player_advance(s.player, 1);
    near(sinew_player_get_float(s.player, speed), -1, 0);
    sinew_player_move_float(s.player, speed, 3, 1);
    sinew_player_set_float(s.player, speed, 2);
    sinew_player_advance(s.player, 1);
    near(sinew_player_get_float(s.player, speed), 2, 0);
    sinew_player_move_float(s.player, speed, 3, 0);
    sinew_player_advance(s.player, 1);
    near(sinew_player_get_float(s.player, speed), 2, 0);
}

/* SEMANTICS 3: dt must be finite, 0 to a million; anything else changes nothing, and the samples are those that stand.
 */
static void test_refused_dt_changes_nothing(void **state) {
    (void)state;
    sinew_player_advance(s.player, 0.3);
    uint64_t before = sinew_player_hash(s.player);
    const double bad[] = { NAN, INFINITY, -INFINITY, -1e-9, 1e6 + 1 };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        const sinew_step *step = sinew_player_advance(s.player, bad[i]);
        assert_int_equal(step->result, SINEW_ERROR_RANGE);
        assert_true(sinew_player_hash(s.player) == before);
        assert_int_equal(step->sample_count, 3);
        assert_int_equal(step->signal_count, 0);
    }
    assert_int_equal(sinew_player_advance(s.player, 1e6)->result, SINEW_OK);
    assert_null(sinew_player_advance(NULL, 0));
}

/* SEMANTICS 3: dt = 0 gives the samples again and may start transitions, but plays nothing. */
static void test_dt_zero_starts_but_plays_nothing(void **state) {
    (void)state;
    sinew_player_advance(s.player, 0.25);
    sinew_player_fire_named(s.player, "go");
    const sinew_step *step = sinew_player_advance(s.player, 0);
    assert_string_equal(stage_signals(&s, step), "0.000 Move>Jump; 0.000 +Jump");
    sinew_state_info info;
    assert_true(sinew_player_state_info(s.player, 0, &info));
    near(info.progress, 0, 0);
    assert_false(sinew_player_get_bool(s.player, stage_parameter(&s, "go")));
    step = sinew_player_advance(s.player, 0);
    assert_int_equal(step->signal_count, 0);
    assert_int_equal(step->sample_count, 3);
}

static void test_trigger_not_latched_goes_after_dt_zero(void **state) {
    (void)state;
    sinew_player_advance(s.player, 0.1);
    sinew_player_fire_named(s.player, "go");
    sinew_player_advance(s.player, 0.05);
    sinew_player_fire_named(s.player, "soft"); /* the fade to Jump runs: nothing can use it */
    assert_true(sinew_player_get_bool(s.player, stage_parameter(&s, "soft")));
    sinew_player_advance(s.player, 0);
    assert_false(sinew_player_get_bool(s.player, stage_parameter(&s, "soft")));
}

/* SEMANTICS 3: pause stops clocks and fades, starts nothing, keeps triggers and wishes. */
static void test_pause_keeps_triggers_and_time(void **state) {
    (void)state;
    sinew_player_advance(s.player, 0.1);
    sinew_player_pause(s.player);
    assert_true(sinew_player_paused(s.player));
    sinew_player_fire_named(s.player, "soft");
    sinew_player_travel(s.player, 0, stage_state(&s, 0, "Fast"));
    sinew_player_move_float(s.player, stage_parameter(&s, "speed"), 4, 1);
    uint64_t before = sinew_player_hash(s.player);
    const sinew_step *step = sinew_player_advance(s.player, 1);
    assert_int_equal(step->result, SINEW_OK);
    near(step->dt, 0, 0);
    assert_int_equal(step->signal_count, 0);
    assert_true(sinew_player_hash(s.player) == before);
    sinew_player_resume(s.player);
    assert_false(sinew_player_paused(s.player));
    step = sinew_player_advance(s.player, 0.1);
    assert_string_equal(stage_current(&s, 0), "Fast");
    assert_false(sinew_player_get_bool(s.player, stage_parameter(&s, "soft")));
}

/* SEMANTICS 3: update_to goes in steps of 1/60 s, so what comes out follows time and not the calls. */
static void test_update_to_fixed_steps(void **state) {
    (void)state;
    stage other;
    stage_open(&other, graph_text, STAGE_USUAL);
    sinew_player_update_to(s.player, 100);
    sinew_player_update_to(other.player, 100);
    for (int i = 1; i <= 97; ++i) sinew_player_update_to(s.player, 100 + i * 0.01);
    for (int i = 1; i <= 5; ++i) sinew_player_update_to(other.player, 100 + i * 0.2 - (i == 5 ? 0.03 : 0));
    near(sinew_player_time(s.player), 58.0 / 60, 1e-9);
    assert_true(sinew_player_hash(s.player) == sinew_player_hash(other.player));
    stage_close(&other);
}

static void test_update_to_gives_steps_and_signals(void **state) {
    (void)state;
    const sinew_step *step = sinew_player_update_to(s.player, 5); /* the first only sets the clock */
    near(step->dt, 0, 0);
    assert_int_equal(step->signal_count, 0);
    sinew_player_fire_named(s.player, "go");
    step = sinew_player_update_to(s.player, 5.2);
    near(step->dt, 0.2, 1e-9);
    assert_string_equal(stage_signals(&s, step), "0.000 +Move; 0.000 Move>Jump; 0.000 +Jump; 0.000 +P; 0.100 -Move");
    step = sinew_player_update_to(s.player, 5.21);
    near(step->dt, 0, 0);
    assert_int_equal(sinew_player_update_to(s.player, NAN)->result, SINEW_ERROR_RANGE);
    near(sinew_player_time(s.player), 0.2, 1e-9);
    assert_null(sinew_player_update_to(NULL, 1));
}

/* Where one step of 1/60 s ends and the next begins at the same moment, layers still come in their order. */
static void test_update_to_keeps_the_order_of_layers(void **state) {
    (void)state;
    stage_close(&s);
    stage_open(&s,
               "{'version':2,'layers':[{'name':'L','machine':{'states':{'A':{'clip':'tick'},'B':{'clip':'idle'}},"
               "'transitions':[{'from':'A','to':'B','exit':1,'fade':1}]}},"
               "{'name':'M','machine':{'states':{'C':{'clip':'idle'},'D':{'clip':'walk'}},"
               "'transitions':[{'from':'C','to':'D','exit':0,'fade':0.0166666666666666666}]}}]}",
               "tick:0.0166666666666666666,idle:1,walk:1");
    sinew_player_update_to(s.player, 0);
    const sinew_step *step = sinew_player_update_to(s.player, 2.0 / 60);
    assert_string_equal(stage_signals(&s, step),
                        "0.000 +A; 0.000 +C; 0.000 C>D; 0.000 +D; 0.017 A>B; 0.017 +B; 0.017 -C");
}

/* A sample began where the call began, however many steps it took. */
static void test_update_to_samples_span_the_call(void **state) {
    (void)state;
    sinew_player_set_float_named(s.player, "speed", 0);
    sinew_player_update_to(s.player, 0);
    sinew_player_update_to(s.player, 0.25);
    sinew_player_update_to(s.player, 0.5);
    const sinew_step *step = sinew_player_update_to(s.player, 0.75);
    near(step->samples[0].previous_time, 0.5, 1e-6);
    near(step->samples[0].time, 0.75, 1e-6);
    assert_int_equal(step->samples[0].loops, 0);
    near(step->samples[1].previous_time, 0.4, 1e-6); /* the layer above: hit plays once, 0.4 s long */
    step = sinew_player_update_to(s.player, 1);
    assert_int_equal(step->samples[0].loops, 1);
    assert_int_equal(step->samples[1].loops, 0);
}

/* SEMANTICS 3: a gap over 0.25 s is not replayed; glides arrive. So with time that goes back. */
static void test_update_to_gap(void **state) {
    (void)state;
    sinew_player_update_to(s.player, 0);
    sinew_player_update_to(s.player, 0.25);
    near(sinew_player_time(s.player), 0.25, 1e-9);
    sinew_player_move_float(s.player, stage_parameter(&s, "speed"), 4, 0.01f);
    const sinew_step *step = sinew_player_update_to(s.player, 0.51);
    near(step->dt, 0, 0);
    assert_int_equal(step->sample_count, 2); /* at 4 the run alone, and the layer above */
    near(sinew_player_time(s.player), 0.25, 1e-9);
    near(sinew_player_get_float(s.player, stage_parameter(&s, "speed")), 4, 0);
    sinew_player_update_to(s.player, 0.51 + 1.0 / 60);
    near(sinew_player_time(s.player), 0.25 + 1.0 / 60, 1e-9);
    sinew_player_update_to(s.player, 0.1);
    near(sinew_player_time(s.player), 0.25 + 1.0 / 60, 1e-9);
    sinew_player_update_to(s.player, 0.1 + 1.0 / 60);
    near(sinew_player_time(s.player), 0.25 + 2.0 / 60, 1e-9);
    sinew_player_pause(s.player);
    sinew_player_update_to(s.player, 0.2);
    near(sinew_player_time(s.player), 0.25 + 2.0 / 60, 1e-9);
}

/* SEMANTICS 3: release lets the graph go, the state is then none; attach starts it afresh. */
static void test_release_and_attach(void **state) {
    (void)state;
    sinew_player_set_float_named(s.player, "speed", 4);
    sinew_player_advance(s.player, 0.3);
    sinew_player_fire_named(s.player, "go");
    sinew_player_advance(s.player, 0.05);
    sinew_player_release(s.player);
    assert_int_equal(sinew_player_state(s.player, 0), SINEW_NONE);
    sinew_state_info info;
    sinew_fade_info fade;
    assert_false(sinew_player_state_info(s.player, 0, &info));
    assert_false(sinew_player_fade(s.player, 0, &fade));
    assert_int_equal(sinew_player_travel(s.player, 0, stage_state(&s, 0, "Fast")), SINEW_ERROR_REFUSED);
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    assert_string_equal(stage_signals(&s, step), "0.000 -Move; 0.000 -Jump; 0.000 -P");
    assert_int_equal(step->sample_count, 0);
    assert_int_equal(step->layer_count, 2);
    assert_int_equal(sinew_player_advance(s.player, 0.1)->signal_count, 0);
    sinew_player_attach(s.player);
    assert_string_equal(stage_current(&s, 0), "Move");
    near(sinew_player_get_float(s.player, stage_parameter(&s, "speed")), 1, 0);
    step = sinew_player_advance(s.player, 0.1);
    assert_string_equal(stage_signals(&s, step), "0.000 +Move; 0.000 +P");
    assert_true(sinew_player_state_info(s.player, 0, &info));
    near(info.progress, 0.1 * (0.75 / 1 + 0.25 / 0.6), 1e-9);
}

/* SEMANTICS 3: a request that is not valid changes nothing. */
static void test_wishes_that_are_not_valid_change_nothing(void **state) {
    (void)state;
    uint64_t before = sinew_player_hash(s.player);
    uint32_t jump = stage_state(&s, 0, "Jump"), top = stage_state(&s, 1, "P");
    assert_int_equal(sinew_player_travel(s.player, 2, jump), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_travel(s.player, 0, top), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_travel(s.player, 0, SINEW_NONE), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_crossfade(s.player, 0, jump, -0.1), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_crossfade(s.player, 0, jump, NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_play(s.player, 0, jump, INFINITY), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_play(s.player, 0, jump, -1), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_play(NULL, 0, jump, 0), SINEW_ERROR_ARGUMENT);
    assert_true(sinew_player_hash(s.player) == before);
}

static void test_layer_weight_by_code(void **state) {
    (void)state;
    near(sinew_player_layer_weight(s.player, 1), 0.5, 0);
    assert_int_equal(sinew_player_set_layer_weight(s.player, 1, 7), SINEW_OK);
    near(sinew_player_layer_weight(s.player, 1), 1, 0);
    assert_int_equal(sinew_player_set_layer_weight(s.player, 1, -7), SINEW_OK);
    near(sinew_player_layer_weight(s.player, 1), 0, 0);
    assert_int_equal(sinew_player_set_layer_weight(s.player, 1, NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_player_set_layer_weight(s.player, 2, 1), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_player_set_layer_weight(NULL, 0, 1), SINEW_ERROR_ARGUMENT);
    near(sinew_player_layer_weight(s.player, 9), 0, 0);
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    assert_int_equal(step->layers[1].sample_count, 0);
    near(step->layers[1].weight, 0, 0);
}

static void test_layer_weight_that_a_parameter_drives_is_refused(void **state) {
    (void)state;
    stage other;
    stage_open(&other,
               "{'version': 2, 'parameters': {'w': {'type': 'float', 'default': 2}}, 'layers': [{'name': 'A',"
               "'weightParameter': 'w', 'machine': {'states': {'S': {'clip': 'idle'}}}}]}",
               STAGE_USUAL);
    assert_int_equal(sinew_player_set_layer_weight(other.player, 0, 1), SINEW_ERROR_REFUSED);
    near(sinew_player_layer_weight(other.player, 0), 1, 0);
    sinew_player_set_float_named(other.player, "w", -1);
    near(sinew_player_layer_weight(other.player, 0), 0, 0);
    stage_close(&other);
}

/* What may be asked beside the current state. */
static void test_state_and_fade_info(void **state) {
    (void)state;
    sinew_player_set_float_named(s.player, "speed", 2);
    sinew_player_advance(s.player, 0.3);
    sinew_state_info info;
    assert_true(sinew_player_state_info(s.player, 0, &info));
    double rate = 0.5 / 1 + 0.5 / 0.6;
    assert_int_equal(info.state, stage_state(&s, 0, "Move"));
    near(info.progress, 0.3 * rate, 1e-9);
    near(info.rate, rate, 1e-9);
    near(info.length, 1 / rate, 1e-9);
    near(info.time, 0.3, 1e-9);
    assert_string_equal(sinew_binding_clip_name(s.binding, info.heaviest_clip), "idle"); /* of equals the first */
    assert_true(info.looping);
    sinew_fade_info fade;
    assert_false(sinew_player_fade(s.player, 0, &fade));
    sinew_player_fire_named(s.player, "go");
    sinew_player_advance(s.player, 0.025);
    assert_true(sinew_player_fade(s.player, 0, &fade));
    assert_int_equal(fade.from, stage_state(&s, 0, "Move"));
    assert_int_equal(fade.to, stage_state(&s, 0, "Jump"));
    near(fade.t, 0.25, 1e-9);
    near(fade.duration, 0.1, 0);
    near(fade.remaining, 0.075, 1e-9);
    assert_int_equal(fade.transition, 0);
    assert_true(sinew_player_state_info(s.player, 0, &info));
    assert_false(info.looping);
    near(info.length, 0.5, 0);
    assert_false(sinew_player_state_info(s.player, 7, &info));
    assert_false(sinew_player_fade(s.player, 7, &fade));
    assert_false(sinew_player_state_info(s.player, 0, NULL));
}

/* A player in the caller's memory; memcpy makes another; two share one step. */
static void test_players_in_an_array_share_a_step(void **state) {
    (void)state;
    size_t size = (sinew_binding_player_size(s.binding) + 15) / 16 * 16, step_size = sinew_binding_step_size(s.binding);
    char *memory = aligned_alloc(16, 2 * size), *scratch = aligned_alloc(16, (step_size + 15) / 16 * 16);
    assert_non_null(memory);
    assert_non_null(scratch);
    assert_null(sinew_step_init(scratch, step_size - 1, s.binding));
    assert_null(sinew_step_init(scratch + 8, step_size, s.binding));
    sinew_step *step = sinew_step_init(scratch, step_size, s.binding);
    assert_non_null(step);
    assert_null(sinew_player_init(memory, size - 16, s.binding, step));
    assert_null(sinew_player_init(memory + 8, size, s.binding, step));
    assert_null(sinew_player_init(memory, size, s.binding, NULL));
    sinew_player *a = sinew_player_init(memory, size, s.binding, step);
    assert_non_null(a);
    sinew_player_advance(a, 0.2);
    memcpy(memory + size, memory, size);
    sinew_player *b = (sinew_player *)(void *)(memory + size);
    assert_ptr_equal(sinew_player_binding(b), s.binding);
    for (int i = 0; i < 50; ++i) {
        if (i == 20) sinew_player_fire_named(a, "go"), sinew_player_fire_named(b, "go");
        sinew_player_advance(a, 0.017);
        sinew_player_advance(b, 0.017);
        sinew_player_advance(s.player, 0.011);
        assert_true(sinew_player_hash(a) == sinew_player_hash(b));
    }
    assert_string_equal(sinew_binding_state_path(s.binding, sinew_player_state(b, 0)), "Move");
    sinew_player_destroy(a); /* placed: nothing to give back */
    free(scratch);
    free(memory);
}

static void test_null_players_answer_nothing(void **state) {
    (void)state;
    assert_null(sinew_player_create(NULL));
    sinew_player_destroy(NULL);
    sinew_player_pause(NULL);
    sinew_player_resume(NULL);
    sinew_player_release(NULL);
    sinew_player_attach(NULL);
    assert_false(sinew_player_paused(NULL));
    assert_null(sinew_player_binding(NULL));
    assert_true(sinew_player_hash(NULL) == 0);
    assert_true(sinew_player_time(NULL) == 0);
    assert_int_equal(sinew_player_state(NULL, 0), SINEW_NONE);
    assert_int_equal(sinew_player_state(s.player, 5), SINEW_NONE);
    assert_true(sinew_player_layer_weight(NULL, 0) == 0);
    double value;
    assert_int_equal(sinew_player_get(NULL, 0, &value), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_player_get(s.player, 0, NULL), SINEW_ERROR_ARGUMENT);
}

/* A week of a loop is as exact as a fresh one: the clock keeps loops and phase apart. */
static void test_a_week_of_a_loop_stays_exact(void **state) {
    (void)state;
    sinew_player_set_float_named(s.player, "speed", 0);
    for (int i = 0; i < 7 * 24; ++i) sinew_player_advance(s.player, 3600);
    const sinew_step *step = sinew_player_advance(s.player, 0.25);
    near(step->samples[0].time, 0.25, 1e-7);
    sinew_state_info info;
    sinew_player_state_info(s.player, 0, &info);
    near(info.progress, 7 * 24 * 3600.0 + 0.25, 1e-7);
    assert_int_equal(step->samples[0].loops, 0);
    assert_int_equal(sinew_player_advance(s.player, 3600)->samples[0].loops, 3600);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_write_of_wrong_type_changes_nothing),
        T(test_write_that_is_not_finite_changes_nothing),
        T(test_write_too_fast_is_refused),
        T(test_glide_too_fast_keeps_the_old_value),
        T(test_parameters_by_index_and_by_name),
        T(test_bound_float_is_read_each_advance),
        T(test_glide_arrives_and_is_ended_by_a_set),
        T(test_refused_dt_changes_nothing),
        T(test_dt_zero_starts_but_plays_nothing),
        T(test_trigger_not_latched_goes_after_dt_zero),
        T(test_pause_keeps_triggers_and_time),
        T(test_update_to_fixed_steps),
        T(test_update_to_gives_steps_and_signals),
        T(test_update_to_keeps_the_order_of_layers),
        T(test_update_to_samples_span_the_call),
        T(test_update_to_gap),
        T(test_release_and_attach),
        T(test_wishes_that_are_not_valid_change_nothing),
        T(test_layer_weight_by_code),
        T(test_layer_weight_that_a_parameter_drives_is_refused),
        T(test_state_and_fade_info),
        T(test_players_in_an_array_share_a_step),
        T(test_null_players_answer_nothing),
        T(test_a_week_of_a_loop_stays_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
