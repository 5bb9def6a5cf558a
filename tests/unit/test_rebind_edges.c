/* Rebinding at any moment: every kind of fade, hold and clock goes on in the new graph as it would have in the old
   one, though states, transitions and parameters stand in other places there. */
#include "support/stage.h"

#include "bind/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
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

typedef struct scenario {
    const char *states, *transitions;
    const char *script[6]; /* at frame 5, 10, … : a trigger to fire, or +name: a bool to set */
} scenario;

#define FIRE(name) "{'parameter': '" name "'}"
#define GO(from, to, when, more) "{'from': '" from "', 'to': '" to "', 'when': [" FIRE(when) "]" more "}"
#define ABC "'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}"

static const scenario scenarios[] = {
    { ABC,
      GO("A", "B", "a", ", 'fade': 0.4, 'interrupt': 'target'") ", " GO("B", "C", "b", ", 'fade': 0.3"),
      { "a", "b" } },
    { ABC,
      GO("A", "B", "a", ", 'fade': 0.4, 'interrupt': 'target'") ", " GO(
          "B", "C", "b", ", 'fade': 0.3, 'hold': 'live', 'curve': 'smooth'"),
      { "a", "b" } },
    { ABC,
      GO("A", "B", "a", ", 'fade': 0.4, 'interrupt': 'target'") ", " GO("B", "C", "b",
                                                                        ", 'fade': 0.3, 'hold': 'inertial'"),
      { "a", "b" } },
    /* In step, and set free by a change inside. */
    { ABC, GO("A", "C", "a", ", 'fade': 0.5, 'offset': 'match'"), { "a" } },
    { "'A': {'clip': 'idle'}, 'S': {'machine': {'states': {'P': {'clip': 'walk'}, 'Q': {'clip': 'run'}}, "
      "'transitions': [" GO("P", "Q", "b", ", 'fade': 0.4") "]}}",
      GO("A", "S", "a", ", 'fade': 0.5, 'offset': 'match'"),
      { "a", "b" } },
    /* Clocks of their own. */
    { "'A': {'blend': '1d', 'parameter': 'x', 'sync': false, 'motions': [{'clip': 'idle', 'at': 0}, {'clip': 'run', "
      "'at':"
      "1, 'speed': 2}]}, 'B': {'clip': 'walk', 'speed': -0.5}",
      GO("A", "B", "a", ", 'fade': 0.3, 'offset': 0.25") ", " GO("B", "A", "b", ", 'fade': 0.2"),
      { "a", "b" } },
    /* There and back, exits each loop. */
    { "'A': {'clip': 'jump', 'loop': 'pingpong'}, 'B': {'clip': 'hit'}",
      "{'from': 'A', 'to': 'B', 'exit': 0.8, 'exitEachLoop': true, 'when': [" FIRE(
          "a") "], 'fade': 0.1},"
               "{'from': 'B', 'to': 'A', 'fade': 0.1}",
      { "a", "", "a" } },
    /* A request that waits. */
    { "'S': {'machine': {'states': {'P': {'clip': 'walk'}}, 'transitions': [" GO("P", "<exit>", "a",
                                                                                 "") "]}}, 'A': {'clip':"
                                                                                     "'idle'}",
      "{'from': 'S', 'to': 'A', 'exit': 0, 'when': [" FIRE("c") "], 'fade': 0.2}",
      { "a", "", "+c" } },
    /* Turned round. */
    { ABC,
      GO("A", "B", "a", ", 'fade': 0.6, 'interrupt': 'target', 'curve': 'smooth'") ", " GO(
          "B", "A", "b", ", 'fade': 0.6, 'resume': true"),
      { "a", "b" } },
    /* Of two between one pair the one that runs says who may cut it. */
    { ABC,
      GO("A", "C", "d", "") ", " GO("C", "B", "d", "") ", " GO("A", "B", "a", ", 'fade': 0.5") ", " GO(
          "A", "B", "b", ", 'fade': 0.5, 'interrupt': 'target'") ", " GO("B", "C", "d", ", 'fade': 0.2"),
      { "b", "d" } },
    { ABC,
      GO("A", "C", "d", "") ", " GO("C", "B", "d", "") ", " GO(
          "A", "B", "a", ", 'fade': 0.5, 'interrupt': 'target'") ", " GO("A", "B", "b",
                                                                         ", 'fade': 0.5") ", " GO("B", "C", "d",
                                                                                                  ", 'fade': 0.2"),
      { "b", "d" } },
    { ABC,
      GO("A", "C", "d", "") ", " GO("C", "B", "d", "") ", " GO(
          "A", "B", "a", ", 'fade': 0.5, 'interrupt': 'target'") ", " GO("A", "B", "b",
                                                                         ", 'fade': 0.5") ", " GO("B", "C", "d",
                                                                                                  ", 'fade': 0.2"),
      { "a", "d" } },
    /* A live hold inside a machine that is itself being left. */
    { "'S': {'machine': {'states': {" ABC
      "}, 'transitions': [" GO("A", "B", "a", ", 'fade': 0.4, 'interrupt': 'target'") ", " GO(
          "B", "C", "b", ", 'fade': 0.5, 'hold': 'live'") "]}}, 'E': {'empty': true}",
      GO("S", "E", "d", ", 'fade': 0.4"),
      { "a", "b", "d" } },
    /* Complete at once. */
    { "'Z': {'clip': 'pose'}, 'A': {'clip': 'idle'}",
      "{'from': 'Z', 'to': 'A', 'exit': 1, 'when': [" FIRE("a") "], 'fade':"
                                                                "0.3}, " GO("A", "Z", "b", ", 'fade': 0.3"),
      { "a", "b" } },
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios, FRAMES = 40 };

static void graph_of(char *text, size_t size, const scenario *of, bool more) {
    snprintf(text, size,
             "{'version': 2, 'parameters': {%s'x': {'type': 'float', 'default': 0.5}, 'a': {'type': 'trigger'}, 'b':"
             "{'type': 'trigger'}, 'c': {'type': 'bool'}, 'd': {'type': 'trigger'}}, 'layers': [{'name': 'Base',"
             "'machine': {'entry': '%c', 'states': {%s%s}, 'transitions': [%s%s]}}]}",
             more ? "'more': {'type': 'trigger'}, 'm': {'type': 'float'}, " : "", of->states[1],
             more ? "'More': {'machine': {'states': {'X': {'clip': 'fall'}}}}, " : "", of->states,
             more ? "{'from': 'More', 'to': 'More', 'when': [{'parameter': 'more'}], 'self': true}, " : "",
             of->transitions);
}

static void act(const stage *s, const scenario *of, int frame) {
    if (frame % 5 || frame < 5 || frame / 5 > 6 || !of->script[frame / 5 - 1]) return;
    const char *name = of->script[frame / 5 - 1];
    if (*name == '+') assert_int_equal(sinew_player_set_bool_named(s->player, name + 1, true), SINEW_OK);
    else if (*name) assert_int_equal(sinew_player_fire_named(s->player, name), SINEW_OK);
}

static void go_on_alike(const scenario *of, int frame) {
    static char signals[4096], samples[4096];
    act(&old, of, frame);
    act(&fresh, of, frame);
    const sinew_step *a = sinew_player_advance(old.player, 0.0213), *b = sinew_player_advance(fresh.player, 0.0213);
    snprintf(signals, sizeof signals, "%s", stage_signals(&old, a));
    snprintf(samples, sizeof samples, "%s", stage_samples(&old, a));
    assert_string_equal(signals, stage_signals(&fresh, b));
    assert_string_equal(samples, stage_samples(&fresh, b));
    assert_int_equal(a->layers[0].keep, b->layers[0].keep);
    for (uint32_t i = 0; i < a->sample_count; ++i) {
        near(a->samples[i].time, b->samples[i].time, 1e-6);
        near(a->samples[i].previous_time, b->samples[i].previous_time, 1e-6);
        near(a->samples[i].weight, b->samples[i].weight, 1e-6);
        near(a->samples[i].hold_since, b->samples[i].hold_since, 1e-6);
        assert_int_equal(a->samples[i].hold_serial, b->samples[i].hold_serial);
        assert_int_equal(a->samples[i].loops, b->samples[i].loops);
    }
}

/* SEMANTICS 3: rebind keeps states, times, fades and parameters by name: from any frame on both go on alike. */
static void test_rebind_at_any_frame_goes_on_alike(void **state) {
    (void)state;
    static char first[8192], second[8192];
    for (int i = 0; i < SCENARIOS; ++i) {
        graph_of(first, sizeof first, &scenarios[i], false);
        graph_of(second, sizeof second, &scenarios[i], true);
        for (int at = 0; at < FRAMES; ++at) {
            stage_open(&old, first, STAGE_USUAL);
            stage_open(&fresh, second, STAGE_USUAL);
            for (int frame = 0; frame < at; ++frame) {
                act(&old, &scenarios[i], frame);
                sinew_player_advance(old.player, 0.0213);
            }
            assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
            assert_int_equal(told.count, 0);
            assert_string_equal(stage_current(&old, 0), stage_current(&fresh, 0));
            for (int frame = at; frame < FRAMES; ++frame) go_on_alike(&scenarios[i], frame);
            stage_close(&old);
            stage_close(&fresh);
        }
    }
}

#define ONE_LAYER(states, transitions)                                                                                 \
    "{'version': 2, 'parameters': {'a': {'type': 'trigger'}, 'b': {'type': 'trigger'}, 'k': {'type': 'float', "        \
    "'default':"                                                                                                       \
    "1}, 'n': {'type': 'int', 'default': 1}}, 'layers': [{'name': 'Base', 'machine': {'entry': 'A', 'states': "        \
    "{" states "}, 'transitions': [" transitions "]}}]}"
#define LIVE                                                                                                           \
    GO("A", "B", "a", ", 'fade': 0.4, 'interrupt': 'target'") ", " GO("B", "C", "b", ", 'fade': 0.4, 'hold': 'live'")
#define STILL GO("A", "B", "a", ", 'fade': 0.4, 'interrupt': 'target'") ", " GO("B", "C", "b", ", 'fade': 0.4")

static uint32_t busy_plays(const stage *s) {
    snw_lane lane = snw_lane_of(s->player, 0);
    uint32_t busy = 0;
    for (uint32_t i = 0; i < lane.layer->plays; ++i) busy += lane.plays[i].state != SINEW_NONE;
    return busy;
}

static void into_a_live_hold(const char *to) {
    stage_open(&old, ONE_LAYER(ABC, LIVE), STAGE_USUAL);
    stage_open(&fresh, to, STAGE_USUAL);
    sinew_player_fire_named(old.player, "a");
    sinew_player_advance(old.player, 0.1);
    sinew_player_fire_named(old.player, "b");
    sinew_player_advance(old.player, 0.1);
    uint32_t before = told.count;
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_true(told.count > before); /* that the fade is gone is said */
    assert_string_equal(stage_current(&fresh, 0), "C");
    assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0)), "run 0.100 1.000");
    /* What was half made is free again: as many states as the graph can have at once fit in. */
    assert_int_equal(busy_plays(&fresh), 1);
    for (int i = 0; i < 20; ++i) {
        sinew_player_play(fresh.player, 0, stage_state(&fresh, 0, "A"), 0);
        sinew_player_fire_named(fresh.player, "a");
        sinew_player_advance(fresh.player, 0.1);
        sinew_player_fire_named(fresh.player, "b");
        sinew_player_advance(fresh.player, 0.1);
    }
    assert_string_equal(stage_current(&fresh, 0), "C");
    stage_close(&old);
    stage_close(&fresh);
}

/* A fade that the new graph cannot go on with ends, and what it went to plays on: the new graph holds nothing live, or
   lacks one of the two states that were held. */
static void test_rebind_a_live_hold_that_cannot_be_kept(void **state) {
    (void)state;
    into_a_live_hold(ONE_LAYER(ABC, STILL));
    into_a_live_hold(
        ONE_LAYER("'A': {'machine': {'states': {'X': {'clip': 'idle'}}}}, 'B': {'clip': 'walk'}, 'C': {'clip':"
                  "'run'}",
                  LIVE));
    into_a_live_hold(
        ONE_LAYER("'A': {'clip': 'idle'}, 'B': {'machine': {'states': {'X': {'clip': 'walk'}}}}, 'C': {'clip':"
                  "'run'}",
                  LIVE));
}

/* What had no length, and so no time, begins where the new graph's clip does. */
static void test_rebind_from_no_length_to_one(void **state) {
    (void)state;
    stage_open(&old, ONE_LAYER("'A': {'clip': 'pose'}", ""), STAGE_USUAL);
    stage_open(&fresh, ONE_LAYER("'A': {'clip': 'jump'}", ""), STAGE_USUAL);
    sinew_player_advance(old.player, 0.3);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0)), "jump 0.000 1.000");
    assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0.2)), "jump 0.200 1.000");
}

/* The same graph over another model, whose clip plays once, or has no length, or is so short that a value is too
   fast. */
static void test_rebind_the_same_graph_to_another_model(void **state) {
    (void)state;
    const char *graph = ONE_LAYER("'W': {'clip': 'walk'}, 'A': {'clip': 'idle', 'speedParameter': 'k'}, 'V': {'clip':"
                                  "'walk'}",
                                  "");
    const char *models[] = { "idle:1.0:once,walk:0.8", "idle:0,walk:0.8", "idle:0.5,walk:0.8", "idle:0.1,walk:0.8" };
    const char *shows[] = { "idle 0.250 1.000", "idle 0.000 1.000", "idle 0.125 1.000", "idle 0.025 1.000" };
    for (int i = 0; i < 4; ++i) {
        stage_open(&old, graph, "idle:1.0,walk:0.8");
        stage_open(&fresh, graph, models[i]);
        sinew_player_advance(old.player, 1.25);
        if (i == 3) sinew_player_set_float_named(old.player, "k", 2e5f);
        assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
        assert_int_equal(told.count, i == 3);
        assert_string_equal(stage_samples(&fresh, sinew_player_advance(fresh.player, 0)), shows[i]);
        near(sinew_player_get_float(fresh.player, stage_parameter(&fresh, "k")), 1, 0);
        sinew_state_info info;
        sinew_player_state_info(fresh.player, 0, &info);
        near(info.progress, i == 1 ? 1 : 1.25, 1e-12);
        stage_close(&old);
        stage_close(&fresh);
        sinew_log_free(&told);
    }
}

/* An int that drives a speed is bounded like a float. */
static void test_rebind_an_int_that_is_too_fast(void **state) {
    (void)state;
    stage_open(&old, ONE_LAYER("'A': {'clip': 'idle'}", ""), STAGE_USUAL);
    stage_open(&fresh, ONE_LAYER("'A': {'clip': 'idle', 'speedParameter': 'n'}", ""), STAGE_USUAL);
    sinew_player_set_int_named(old.player, "n", 1000001);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_int_equal(told.count, 1);
    assert_int_equal(sinew_player_get_int(fresh.player, stage_parameter(&fresh, "n")), 1);
    sinew_player_set_int_named(old.player, "n", 1000000);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_int_equal(sinew_player_get_int(fresh.player, stage_parameter(&fresh, "n")), 1000000);
}

/* What was asked for and not done yet is done in the new graph, with its number; or not at all. */
static void test_rebind_keeps_a_wish(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        stage_open(&old, ONE_LAYER(ABC, ""), STAGE_USUAL);
        stage_open(&fresh,
                   i == 2 ? ONE_LAYER("'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}", "")
                          : ONE_LAYER("'More': {'clip': 'hit'}, " ABC, ""),
                   STAGE_USUAL);
        sinew_player_advance(old.player, 0.1);
        uint32_t to = stage_state(&old, 0, "C");
        if (i == 0) sinew_player_crossfade(old.player, 0, to, 0.35);
        else sinew_player_play(old.player, 0, to, 0.5);
        sinew_player_rebind(old.player, fresh.player, &told);
        const sinew_step *step = sinew_player_advance(fresh.player, 0.07);
        if (i == 0) assert_string_equal(stage_signals(&fresh, step), "0.000 A>C; 0.000 +C");
        if (i == 0) assert_string_equal(stage_samples(&fresh, step), "idle 0.170 0.800; run 0.070 0.200");
        if (i == 1) assert_string_equal(stage_signals(&fresh, step), "0.000 -A; 0.000 +C");
        if (i == 1) assert_string_equal(stage_samples(&fresh, step), "run 0.370 1.000");
        if (i == 2) assert_string_equal(stage_signals(&fresh, step), "");
        /* What was asked for and cannot be is said. */
        assert_int_equal(told.count, i == 2);
        if (i == 2) assert_non_null(strstr(told.items[0].sentence, "\"C\""));
        if (i == 2) assert_string_equal(stage_samples(&fresh, step), "idle 0.170 1.000");
        stage_close(&old);
        stage_close(&fresh);
    }
}

/* The entry is told once, in the graph that advances first. */
static void test_rebind_before_the_first_advance(void **state) {
    (void)state;
    stage_open(&old, ONE_LAYER(ABC, ""), STAGE_USUAL);
    stage_open(&fresh, ONE_LAYER("'More': {'clip': 'hit'}, " ABC, ""), STAGE_USUAL);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_string_equal(stage_signals(&fresh, sinew_player_advance(fresh.player, 0.1)), "0.000 +A");
    sinew_player_advance(old.player, 0.1);
    sinew_player_rebind(old.player, fresh.player, &told);
    assert_string_equal(stage_signals(&fresh, sinew_player_advance(fresh.player, 0.1)), "");
}

/* A weight by code is kept; where a parameter drives it in either graph there is none to keep. */
static void test_rebind_a_weight_by_code(void **state) {
    (void)state;
#define WEIGHED(weight)                                                                                                \
    "{'version': 2, 'parameters': {'w': {'type': 'float', 'default': 0.125}}, 'layers': [{'name':"                     \
    "'Base', " weight ", 'machine': {'states': {'A': {'clip': 'idle'}}}}]}"
    const char *graphs[] = { WEIGHED("'weight': 0.5"), WEIGHED("'weight': 0.75"), WEIGHED("'weightParameter': 'w'") };
    for (int from = 0; from < 3; ++from)
        for (int to = 0; to < 3; ++to) {
            if (from == to) continue;
            stage_open(&old, graphs[from], STAGE_USUAL);
            stage_open(&fresh, graphs[to], STAGE_USUAL);
            bool by_code = from < 2;
            if (by_code) sinew_player_set_layer_weight(old.player, 0, 0.25f);
            sinew_player_rebind(old.player, fresh.player, &told);
            float kept = to == 2 ? 0.125f : by_code ? 0.25f : to ? 0.75f : 0.5f;
            near(sinew_player_layer_weight(fresh.player, 0), kept, 0);
            stage_close(&old);
            stage_close(&fresh);
        }
}

/* A fade whose transition is gone goes on as one that was asked for; one of another layer is not taken for it. */
static void test_rebind_a_fade_whose_transition_is_gone(void **state) {
    (void)state;
#define TWO(transitions)                                                                                               \
    "{'version': 2, 'parameters': {'a': {'type': 'trigger'}}, 'layers': [{'name': 'Base', 'machine': {'states': {" ABC \
    "}, 'transitions': [" transitions "]}}, {'name': 'Top', 'machine': {'states': {" ABC                               \
    "}, 'transitions': [" GO("A", "B", "a", ", 'fade': 0.4") "]}}]}"
    stage_open(&old, TWO(GO("A", "B", "a", ", 'fade': 0.4")), STAGE_USUAL);
    stage_open(&fresh, TWO(GO("B", "C", "a", "")), STAGE_USUAL);
    sinew_player_fire_named(old.player, "a");
    sinew_player_advance(old.player, 0.1);
    sinew_player_rebind(old.player, fresh.player, &told);
    sinew_fade_info fade;
    assert_true(sinew_player_fade(fresh.player, 0, &fade));
    assert_int_equal(fade.transition, SINEW_NONE);
    near(fade.t, 0.25, 1e-9);
    assert_true(sinew_player_fade(fresh.player, 1, &fade));
    assert_int_equal(fade.transition, 1);
}

/* How long a trigger has been set, and how far a glide has come, go on in the new graph. */
static void test_rebind_goes_on_counting(void **state) {
    (void)state;
#define COUNTING(more)                                                                                                 \
    "{'version': 2, 'parameters': {" more "'v': {'type': 'float', 'default': 1000}, 't': {'type': 'trigger', "         \
    "'expires': 0.5}}, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}}}}]}"
    stage_open(&old, COUNTING(""), STAGE_USUAL);
    stage_open(&fresh, COUNTING("'first': {'type': 'bool'}, "), STAGE_USUAL);
    sinew_player_fire_named(old.player, "t");
    sinew_player_move_float(old.player, stage_parameter(&old, "v"), 1001, 1e-4f);
    sinew_player_advance(old.player, 0.3);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &told), SINEW_OK);
    uint32_t trigger = stage_parameter(&fresh, "t");
    sinew_player_advance(fresh.player, 0.1);
    assert_true(sinew_player_get_bool(fresh.player, trigger));
    sinew_player_advance(fresh.player, 0.11);
    assert_false(sinew_player_get_bool(fresh.player, trigger));
    /* 0.51 s of it are 5.1e-5, which the float shows only if the 3e-5 before the rebind, less than half of what it
       can show, were kept: 1000 + 6.1e-5 is its next value. */
    assert_true(sinew_player_get_float(fresh.player, stage_parameter(&fresh, "v")) > 1000.0f);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stages)
    const struct CMUnitTest tests[] = {
        T(test_rebind_at_any_frame_goes_on_alike), T(test_rebind_a_live_hold_that_cannot_be_kept),
        T(test_rebind_from_no_length_to_one),      T(test_rebind_the_same_graph_to_another_model),
        T(test_rebind_an_int_that_is_too_fast),    T(test_rebind_keeps_a_wish),
        T(test_rebind_before_the_first_advance),   T(test_rebind_a_weight_by_code),
        T(test_rebind_goes_on_counting),           T(test_rebind_a_fade_whose_transition_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
