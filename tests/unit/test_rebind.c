/* Rebinding: what plays is kept by name when a graph or model changed, and what could not be is told. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))

static stage old, fresh;
static sinew_log told;

static int close_stages(void **state) {
    (void)state;
    stage_close(&old);
    stage_close(&fresh);
    sinew_log_free(&told);
    return 0;
}

#define PARAMETERS                                                                                                     \
    "'parameters': {'x': {'type': 'float'}, 'go': {'type': 'trigger', 'expires': 1}, 'n': {'type': 'int'},"            \
    "'back': {'type': 'trigger'}}"
#define INNER                                                                                                          \
    "'S': {'machine': {'states': {'P': {'clip': 'walk'}, 'Q': {'clip': 'run'}},"                                       \
    "'transitions': [{'from': 'P', 'to': 'Q', 'exit': 0.5, 'fade': 0.3}]}}"
#define STATES "'A': {'clip': 'idle'}, 'B': {'clip': 'jump', 'loop': false}, " INNER
#define MOVES                                                                                                          \
    "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 0.4, 'interrupt': 'both'},"                       \
    "{'from': 'B', 'to': 'A', 'when': [{'parameter': 'back'}], 'fade': 0.4},"                                          \
    "{'from': 'A', 'to': 'S', 'when': [{'parameter': 'x', 'test': '>', 'value': 5}], 'fade': 0.2}"
static const char *first = "{'version': 2, " PARAMETERS ", 'layers': [{'name': 'Base', 'machine': {'entry': 'A',"
                           "'states': {" STATES "}, 'transitions': [" MOVES "]}},"
                           "{'name': 'Top', 'weight': 0.5, 'machine': {'states': {'T': {'clip': 'hit'}}}}]}";
/* The same things in another order, with more of them, and a clip's length changed by the list. */
static const char *second =
    "{'version': 2, 'parameters': {'more': {'type': 'bool'}, 'back': {'type': 'trigger'}, 'n': {'type': 'int'}, 'go':"
    "{'type': 'trigger', 'expires': 1}, 'x': {'type': 'float'}}, 'layers': [{'name': 'Top', 'weight': 0.5, 'machine':"
    "{'states': {'T': {'clip': 'hit'}}}}, {'name': 'Base', 'machine': {'entry': 'New', 'states': {'New': {'clip':"
    "'fall'}, " STATES "}, 'transitions': [{'from': 'New', 'to': 'A', 'exit': 5}, " MOVES "]}}]}";

static void open_both(const char *to, const char *clips) {
    stage_open(&old, first, STAGE_USUAL);
    stage_open(&fresh, to, clips);
}

static bool told_of(const char *name) {
    for (uint32_t i = 0; i < told.count; ++i)
        if (strstr(told.items[i].sentence, name)) return true;
    return false;
}

/* SEMANTICS 3: a rebind to the same graph changes nothing: the same bits go on the same way. */
static void test_rebind_same_changes_nothing(void **state) {
    (void)state;
    open_both(first, STAGE_USUAL);
    for (int i = 0; i < 200; ++i) {
        if (i == 10) sinew_player_fire_named(old.player, "go");
        if (i == 30) sinew_player_fire_named(old.player, "back");
        if (i == 70) sinew_player_set_float_named(old.player, "x", 6);
        sinew_player_advance(old.player, 0.016);
        assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
        assert_true(sinew_player_hash(old.player) == sinew_player_hash(fresh.player));
    }
    assert_int_equal(told.count, 0);
    assert_string_equal(stage_current(&fresh, 0), "S/Q");
}

/* Through other orders, more states and parameters, and in the middle of a fade. */
static void test_rebind_keeps_by_name(void **state) {
    (void)state;
    open_both(second, STAGE_USUAL);
    sinew_player_set_float_named(old.player, "x", 2);
    sinew_player_set_int_named(old.player, "n", 7);
    sinew_player_move_float(old.player, stage_parameter(&old, "x"), 4, 1);
    sinew_player_set_layer_weight(old.player, 1, 0.25f);
    sinew_player_advance(old.player, 0.3);
    sinew_player_fire_named(old.player, "go");
    sinew_player_advance(old.player, 0.1);
    sinew_player_fire_named(old.player, "go"); /* set, and of some age */
    sinew_player_advance(old.player, 0.05);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_int_equal(told.count, 0);
    near(sinew_player_time(fresh.player), sinew_player_time(old.player), 0);
    near(sinew_player_layer_weight(fresh.player, 0), 0.25, 0);
    assert_int_equal(sinew_player_get_int(fresh.player, stage_parameter(&fresh, "n")), 7);
    sinew_fade_info was, is;
    assert_true(sinew_player_fade(old.player, 0, &was) && sinew_player_fade(fresh.player, 1, &is));
    near(is.t, was.t, 0);
    assert_string_equal(sinew_binding_state_path(fresh.binding, is.from), "A");
    uint32_t index, from;
    assert_true(sinew_binding_transition(fresh.binding, is.transition, NULL, NULL, &index, &from, NULL));
    assert_int_equal(index, 1); /* the fade knows its transition again, and so who may cut it */
    for (int i = 0; i < 90; ++i) {
        if (i == 5) sinew_player_fire_named(old.player, "back"), sinew_player_fire_named(fresh.player, "back");
        sinew_player_advance(old.player, 0.02);
        sinew_player_advance(fresh.player, 0.02);
        assert_string_equal(stage_current(&old, 0), stage_current(&fresh, 1));
        sinew_state_info a, b;
        sinew_player_state_info(old.player, 0, &a);
        sinew_player_state_info(fresh.player, 1, &b);
        near(a.progress, b.progress, 0);
        near(sinew_player_get_float(old.player, stage_parameter(&old, "x")),
             sinew_player_get_float(fresh.player, stage_parameter(&fresh, "x")), 0);
    }
    assert_false(sinew_player_get_bool(fresh.player, stage_parameter(&fresh, "go"))); /* its age was kept: it expired */
}

static void test_rebind_inside_a_sub_machine(void **state) {
    (void)state;
    open_both(second, "idle:1.0,walk:1.6,run:0.6,jump:0.5:once,hit:0.4:once,fall:1.1");
    sinew_player_set_float_named(old.player, "x", 6);
    sinew_player_advance(old.player, 0.5); /* the outer fade is over, the inner one from P at 0.4 s runs */
    assert_string_equal(stage_current(&old, 0), "S/Q");
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_string_equal(stage_current(&fresh, 1), "S/Q");
    const sinew_step *step = sinew_player_advance(fresh.player, 0);
    assert_int_equal(step->layers[1].sample_count, 2);
    near(step->samples[1].time, 0.5 / 0.8 * 1.6, 1e-5); /* phase is kept, the walk is now twice as long */
}

static void test_rebind_says_what_it_could_not_keep(void **state) {
    (void)state;
    open_both("{'version': 2, 'parameters': {'x': {'type': 'int'}, 'back': {'type': 'trigger'}}, 'layers': [{'name':"
              "'Base', 'machine': {'entry': 'Z', 'states': {'Z': {'clip': 'idle'}, 'B': {'machine': {'states': {'Y':"
              "{'clip': 'run'}}}}}, 'transitions': [{'from': 'Z', 'to': 'B', 'when': [{'parameter': 'back'}]}]}}]}",
              STAGE_USUAL);
    sinew_player_advance(old.player, 0.2);
    sinew_player_fire_named(old.player, "go");
    sinew_player_advance(old.player, 0.1);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_string_equal(stage_current(&fresh, 0), "Z");
    assert_true(told_of("\"B\""));   /* a sub-machine now */
    assert_true(told_of("\"x\""));   /* an int now */
    assert_true(told_of("\"go\""));  /* gone */
    assert_true(told_of("\"Top\"")); /* gone */
    assert_int_equal(told.error_count, 0);
    assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0.1)), "idle 0.100 1.000");
}

/* The state that is left is gone: the fade ends, the one it went to plays on. */
static void test_rebind_drops_a_fade_whose_source_is_gone(void **state) {
    (void)state;
    open_both("{'version': 2, " PARAMETERS ", 'layers': [{'name': 'Base', 'machine': {'states': {'B': {'clip': 'jump',"
              "'loop': false}}}}, {'name': 'Top', 'machine': {'states': {'T': {'clip': 'hit'}}}}]}",
              STAGE_USUAL);
    sinew_player_advance(old.player, 0.2);
    sinew_player_fire_named(old.player, "go");
    sinew_player_advance(old.player, 0.1);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_true(told_of("\"A\""));
    assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0)),
                        "jump 0.100 1.000; hit 0.300 1.000");
}

static void test_rebind_a_value_that_is_too_fast_falls_back(void **state) {
    (void)state;
    open_both("{'version': 2, 'parameters': {'x': {'type': 'float', 'default': 1}, 'go': {'type': 'trigger'}, 'back':"
              "{'type': 'trigger'}, 'n': {'type': 'int'}}, 'layers': [{'name': 'Base', 'machine': {'states': {'A':"
              "{'clip': 'idle', 'speedParameter': 'x'}}}}, {'name': 'Top', 'machine': {'states': {'T': {'clip': 'hit'"
              "}}}}]}",
              STAGE_USUAL);
    sinew_player_set_float_named(old.player, "x", 3e6f);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_true(told_of("\"x\""));
    near(sinew_player_get_float(fresh.player, stage_parameter(&fresh, "x")), 1, 0);
}

/* What plays once or to and fro in the one and loops in the other stands at the same place. */
static void test_rebind_to_another_cycle(void **state) {
    (void)state;
    stage_open(&old,
               "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle', 'loop':"
               "'pingpong'}}}}, {'name': 'Top', 'machine': {'states': {'T': {'clip': 'hit', 'loop': false}}}}]}",
               STAGE_USUAL);
    stage_open(&fresh,
               "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}}}}, {'name':"
               "'Top', 'machine': {'states': {'T': {'clip': 'hit', 'loop': true}}}}]}",
               STAGE_USUAL);
    sinew_player_advance(old.player, 1.7);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0)),
                        "idle 0.300 1.000; hit 0.000 1.000");
}

static void test_rebind_keeps_pause_release_and_host_numbers(void **state) {
    (void)state;
    open_both(second, STAGE_USUAL);
    float host = 3;
    sinew_player_bind_float(old.player, stage_parameter(&old, "x"), &host, NULL, NULL);
    sinew_player_travel(old.player, 0, stage_state(&old, 0, "S/Q"));
    sinew_player_pause(old.player);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_true(sinew_player_paused(fresh.player));
    sinew_player_resume(fresh.player);
    sinew_player_advance(fresh.player, 0.1);
    assert_string_equal(stage_current(&fresh, 1), "S/Q");
    near(sinew_player_get_float(fresh.player, stage_parameter(&fresh, "x")), 3, 0);
    sinew_player_release(old.player);
    sinew_player_advance(old.player, 0.1);
    sinew_player_resume(old.player);
    sinew_player_advance(old.player, 0.1);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_int_equal(sinew_player_state(fresh.player, 1), SINEW_NONE);
    assert_int_equal(sinew_player_advance(fresh.player, 0.1)->sample_count, 0);
    sinew_player_attach(fresh.player);
    assert_int_equal(sinew_player_advance(fresh.player, 0.1)->sample_count, 2);
}

static void test_rebind_refuses_nobody_and_itself(void **state) {
    (void)state;
    open_both(first, STAGE_USUAL);
    assert_int_equal(sinew_player_rebind(NULL, fresh.player, &told), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_player_rebind(old.player, NULL, &told), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_player_rebind(old.player, old.player, &told), SINEW_ERROR_ARGUMENT);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stages)
    const struct CMUnitTest tests[] = {
        T(test_rebind_same_changes_nothing),
        T(test_rebind_keeps_by_name),
        T(test_rebind_inside_a_sub_machine),
        T(test_rebind_says_what_it_could_not_keep),
        T(test_rebind_drops_a_fade_whose_source_is_gone),
        T(test_rebind_a_value_that_is_too_fast_falls_back),
        T(test_rebind_to_another_cycle),
        T(test_rebind_keeps_pause_release_and_host_numbers),
        T(test_rebind_refuses_nobody_and_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
