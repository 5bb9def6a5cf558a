/* Players at their edges: many triggers and signals, what is over and leaves nothing behind, update_to, limits. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))
#define is(a, b) assert_true((a) <= (b) && (a) >= (b))

static stage s, twin;

static int close_stages(void **state) {
    (void)state;
    stage_close(&s);
    stage_close(&twin);
    return 0;
}

/* ---- parameters ---- */

#define LAYER(states, transitions)                                                                                     \
    "{'name': 'Base', 'machine': {'states': {" states "}, 'transitions': [" transitions "]}}"
#define GRAPH(parameters, layers) "{'version': 2, 'parameters': {" parameters "}, 'layers': [" layers "]}"

/* SEMANTICS 1: what is refused plays more than a million lengths a second; just a million is not more. */
static void test_just_a_million_lengths_a_second(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'k': {'type': 'float', 'default': 1}", LAYER("'A': {'clip': 'idle', 'speedParameter': 'k'}", "")),
               STAGE_USUAL);
    uint32_t k = stage_parameter(&s, "k");
    assert_int_equal(sinew_player_set_float(s.player, k, 1e6f), SINEW_OK);
    assert_int_equal(sinew_player_set_float(s.player, k, -1e6f), SINEW_OK);
    assert_int_equal(sinew_player_set_float(s.player, k, 1000000.0625f), SINEW_ERROR_RANGE);
    near(sinew_player_get_float(s.player, k), -1e6, 0);
}

/* The loops of a sample stay in their 32 bits. */
static void test_loops_of_a_sample_saturate(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'k': {'type': 'float', 'default': 1}", LAYER("'A': {'clip': 'idle', 'speedParameter': 'k'}", "")),
               STAGE_USUAL);
    for (int way = 1; way >= -1; way -= 2) {
        sinew_player_set_float_named(s.player, "k", (float)way * 1000);
        assert_int_equal(sinew_player_advance(s.player, 1e6)->samples[0].loops, way * 1000000000);
        sinew_player_set_float_named(s.player, "k", (float)way * 3000);
        assert_int_equal(sinew_player_advance(s.player, 1e6)->samples[0].loops, way > 0 ? INT32_MAX : INT32_MIN);
    }
}

/* SEMANTICS 1: a glide that has arrived is over, so the state is that of a player that was set there. */
static void test_a_glide_that_arrived_is_over(void **state) {
    (void)state;
    const char *graph = GRAPH("'k': {'type': 'float', 'default': 1}", LAYER("'A': {'clip': 'idle'}", ""));
    stage_open(&s, graph, STAGE_USUAL);
    stage_open(&twin, graph, STAGE_USUAL);
    const float goals[] = { 2, -3 };
    for (int i = 0; i < 2; ++i) {
        sinew_player_move_float(s.player, 0, goals[i], 4 * fabsf(goals[i] - sinew_player_get_float(s.player, 0)));
        sinew_player_set_float(twin.player, 0, goals[i]);
        sinew_player_advance(s.player, 0.25); /* just as long as it takes */
        sinew_player_advance(twin.player, 0.25);
        assert_true(sinew_player_hash(s.player) == sinew_player_hash(twin.player));
    }
}

enum { TRIGGERS = 70 };

/* SEMANTICS 1: a trigger that is not latched goes at the end of the first advance, whichever of many it is; one that
   a transition used goes with it, and no other. */
static void test_each_of_many_triggers_is_its_own(void **state) {
    (void)state;
    static char text[16384];
    size_t used = (size_t)snprintf(text, sizeof text, "{'version': 2, 'parameters': {");
    for (int i = 0; i < TRIGGERS; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s't%d': {'type': 'trigger'}", i ? ", " : "", i);
    used +=
        (size_t)snprintf(text + used, sizeof text - used,
                         "}, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}, 'B': {'clip':"
                         "'run'}}, 'transitions': [");
    for (int i = 0; i < TRIGGERS; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s{'from': '%s', 'to': '%s', 'fade': 0, 'when': [{'parameter': 't%d'}]}",
                                 i ? ", " : "", i % 2 ? "B" : "A", i % 2 ? "A" : "B", i);
    snprintf(text + used, sizeof text - used, "]}}]}");
    stage_open(&s, text, STAGE_USUAL);
    /* All of B's wait in A: set, and used by nobody. */
    for (uint32_t i = 1; i < TRIGGERS; i += 2) assert_int_equal(sinew_player_fire(s.player, i), SINEW_OK);
    sinew_player_advance(s.player, 0.1);
    for (uint32_t i = 0; i < TRIGGERS; ++i) assert_int_equal(sinew_player_get_bool(s.player, i), i % 2);
    /* One of A's takes it to B, and the first of B's at once back: those two are used, no other. */
    uint32_t expected[TRIGGERS];
    for (uint32_t i = 0; i < TRIGGERS; ++i) expected[i] = i % 2;
    for (uint32_t i = 0, first = 1; i < TRIGGERS; i += 2) {
        sinew_player_fire(s.player, i);
        sinew_player_advance(s.player, 0.1);
        assert_string_equal(stage_current(&s, 0), "B"); /* A was left at this moment */
        sinew_player_advance(s.player, 0.1);
        assert_string_equal(stage_current(&s, 0), "A");
        expected[first] = 0;
        first += 2;
        for (uint32_t k = 0; k < TRIGGERS; ++k) assert_int_equal(sinew_player_get_bool(s.player, k), expected[k]);
    }
}

/* A trigger that is over leaves nothing behind, not even its age. */
static void test_a_trigger_that_is_over_leaves_nothing(void **state) {
    (void)state;
    const char *graph = GRAPH("'t': {'type': 'trigger', 'latch': false}, 'u': {'type': 'trigger', 'expires': 0.25}",
                              LAYER("'A': {'clip': 'idle'}", ""));
    stage_open(&s, graph, STAGE_USUAL);
    stage_open(&twin, graph, STAGE_USUAL);
    sinew_player_fire_named(s.player, "t");
    sinew_player_fire_named(s.player, "u");
    sinew_player_advance(s.player, 0.125);
    sinew_player_advance(s.player, 0.125);
    sinew_player_advance(twin.player, 0.125);
    sinew_player_advance(twin.player, 0.125);
    assert_true(sinew_player_hash(s.player) == sinew_player_hash(twin.player));
}

/* ---- what is over leaves nothing behind ---- */

#define STATES                                                                                                         \
    "'A': {'clip': 'idle'}, 'U': {'blend': '1d', 'parameter': 'x', 'sync': false, 'motions': [{'clip': 'idle', 'at':"  \
    "0}, {'clip': 'run', 'at': 1}]}, 'S': {'machine': {'entry': 'P', 'states': {'P': {'clip': 'walk'}, 'Q': {'clip':"  \
    "'run'}}, 'transitions': [{'from': 'P', 'to': 'Q', 'when': [{'parameter': 'go'}], 'fade': 0.5, 'curve':"           \
    "'smooth', 'offset': 'match'}, {'from': 'Q', 'to': '<exit>', 'when': [{'parameter': 'go'}]}]}}"
static const char *tidy =
    GRAPH("'x': {'type': 'float', 'default': 0.5}, 'go': {'type': 'trigger', 'latch': false}", LAYER(STATES, ""));

/* SEMANTICS 3: play restarts: where a player came from does not matter. */
static void test_play_forgets_what_was(void **state) {
    (void)state;
    stage_open(&s, tidy, STAGE_USUAL);
    stage_open(&twin, tidy, STAGE_USUAL);
    const char *paths[] = { "A", "U", "S", "S/Q" };
    sinew_player_advance(s.player, 0);
    sinew_player_advance(twin.player, 0);
    for (int from = 0; from < 4; ++from)
        for (int fade = 0; fade < 2; ++fade) {
            for (int to = 0; to < 4; ++to) {
                sinew_player_play(s.player, 0, stage_state(&s, 0, paths[from]), 0.3);
                sinew_player_advance(s.player, 0);
                if (fade) sinew_player_crossfade(s.player, 0, stage_state(&s, 0, paths[(from + 1) % 3]), 1);
                if (fade && from == 2) sinew_player_fire_named(s.player, "go");
                sinew_player_advance(s.player, 0.25);
                sinew_player_advance(twin.player, 0.25);
                sinew_player_play(s.player, 0, stage_state(&s, 0, paths[to]), 0.6);
                sinew_player_play(twin.player, 0, stage_state(&s, 0, paths[to]), 0.6);
                sinew_player_advance(s.player, 0);
                sinew_player_advance(twin.player, 0);
                assert_true(sinew_player_hash(s.player) == sinew_player_hash(twin.player));
            }
        }
}

/* A fade that ended leaves nothing either: the target stands as if it had been entered by a cut as long ago. */
static void test_a_fade_that_ended_leaves_nothing(void **state) {
    (void)state;
    stage_open(&s, tidy, STAGE_USUAL);
    stage_open(&twin, tidy, STAGE_USUAL);
    sinew_player_advance(s.player, 0);
    sinew_player_advance(twin.player, 0);
    uint32_t from = stage_state(&s, 0, "U"), to = stage_state(&s, 0, "A");
    sinew_player_play(s.player, 0, from, 0);
    sinew_player_play(twin.player, 0, from, 0);
    sinew_player_advance(s.player, 0.25);
    sinew_player_advance(twin.player, 0.25);
    sinew_player_crossfade(s.player, 0, to, 0.5);
    sinew_player_crossfade(twin.player, 0, to, 0);
    for (int i = 0; i < 2; ++i) {
        sinew_player_advance(s.player, 0.25);
        sinew_player_advance(twin.player, 0.25);
    }
    assert_true(sinew_player_hash(s.player) == sinew_player_hash(twin.player));
}

/* SEMANTICS 3: attach starts afresh, from the defaults. */
static void test_attach_is_as_good_as_new(void **state) {
    (void)state;
    stage_open(&s, tidy, STAGE_USUAL);
    stage_open(&twin, tidy, STAGE_USUAL);
    sinew_player_set_float_named(s.player, "x", 0.25f);
    sinew_player_move_float(s.player, 0, 1, 1);
    sinew_player_fire_named(s.player, "go");
    sinew_player_play(s.player, 0, stage_state(&s, 0, "U"), 0.5);
    sinew_player_advance(s.player, 0);
    sinew_player_crossfade(s.player, 0, stage_state(&s, 0, "S"), 1);
    sinew_player_advance(s.player, 0);
    sinew_player_travel(s.player, 0, stage_state(&s, 0, "A"));
    sinew_player_release(s.player);
    sinew_player_attach(s.player);
    assert_true(sinew_player_hash(s.player) == sinew_player_hash(twin.player));
}

/* ---- steps ---- */

enum { LAYERS = 7 };

/* SEMANTICS 3: signals come in order of time, then layer. Layer k goes from A to B after 0.9 - k/10 s, and back after
   0.05 s more. */
static void test_signals_of_many_layers_in_order_of_time(void **state) {
    (void)state;
    static char text[8192], expected[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "{'version': 2, 'layers': [");
    for (int k = 0; k < LAYERS; ++k)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s{'name': 'L%d', 'machine': {'states': {'A%d': {'clip': 'one'}, 'B%d': {'clip':"
                                 "'one'}}, 'transitions': [{'from': 'A%d', 'to': 'B%d', 'exit': %.2f, 'fade': 0},"
                                 "{'from': 'B%d', 'to': 'A%d', 'exit': 0.05, 'fade': 0}]}}",
                                 k ? ", " : "", k, k, k, k, k, 0.9 - k * 0.1, k, k);
    snprintf(text + used, sizeof text - used, "]}");
    stage_open(&s, text, "one:1");
    used = 0;
    for (int k = 0; k < LAYERS; ++k)
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s0.000 +A%d", k ? "; " : "", k);
    for (int k = LAYERS - 1; k >= 0; --k)
        for (int back = 0; back < 2; ++back) {
            double at = 0.9 - k * 0.1 + back * 0.05;
            char from = back ? 'B' : 'A', to = back ? 'A' : 'B';
            used +=
                (size_t)snprintf(expected + used, sizeof expected - used, "; %.3f %c%d>%c%d; %.3f +%c%d; %.3f -%c%d",
                                 at, from, k, to, k, at, to, k, at, from, k);
        }
    /* Until just before the last layer's second round, at 0.3 + 0.05 + 0.3. */
    stage_close(&s);
    stage_open(&s, text, "one:1");
    const sinew_step *step = sinew_player_advance(s.player, 0.96);
    /* Later rounds of quick layers are told too: only each layer's first is compared. */
    uint32_t told = 0;
    static char first[8192];
    size_t length = 0;
    uint32_t rounds[LAYERS] = { 0 };
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        const sinew_signal *g = &step->signals[i];
        if (i) {
            const sinew_signal *b = g - 1;
            assert_true(b->at < g->at || (b->at <= g->at && b->layer <= g->layer));
        }
        if (rounds[g->layer]++ >= 7) continue;
        const char *from = sinew_binding_state_path(s.binding, g->from),
                   *to = sinew_binding_state_path(s.binding, g->to);
        const char *mark = g->kind == SINEW_SIGNAL_ENTERED ? "+" : g->kind == SINEW_SIGNAL_EXITED ? "-" : ">";
        length += (size_t)snprintf(first + length, sizeof first - length, "%s%.3f %s%s%s", told++ ? "; " : "",
                                   (double)g->at, from && to ? from : "", mark, to ? to : from);
    }
    assert_string_equal(first, expected);
}

#define IF_X(from, to) "{'from': '" from "', 'to': '" to "', 'when': [{'parameter': 'x'}], 'fade': 0}"
#define X "'x': {'type': 'bool', 'default': true}"

static uint32_t held_back(const char *graph, bool explained) {
    sinew_verdict verdicts[8];
    stage_open(&s, graph, STAGE_USUAL);
    uint32_t transitions = sinew_binding_transition_count(s.binding);
    assert_true(transitions <= 8);
    const sinew_step *step = explained ? sinew_player_advance_explained(s.player, 0.1, verdicts, transitions)
                                       : sinew_player_advance(s.player, 0.1);
    uint32_t count = step->held_back;
    stage_close(&s);
    return count;
}

/* SEMANTICS 3, rule 4: a step counts how often a limit kept a transition that was ready, explained or not. What would
   not have gone anyway, since another went before it or its <exit> was asked for already, was not kept by a limit. */
static void test_what_a_limit_kept_is_counted(void **state) {
    (void)state;
#define ABC "'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}"
    for (int explained = 0; explained < 2; ++explained) {
        assert_int_equal(held_back(GRAPH(X, LAYER(ABC, IF_X("A", "B"))), explained), 0);
        assert_int_equal(held_back(GRAPH(X, LAYER(ABC, IF_X("A", "B") ", " IF_X("B", "A"))), explained), 1);
        assert_int_equal(
            held_back(GRAPH(X, LAYER(ABC, IF_X("A", "B") ", " IF_X("B", "C") ", " IF_X("B", "A"))), explained), 0);
        assert_int_equal(held_back("{'version': 2, 'transitionsPerMoment': 1, 'parameters': {" X
                                   "}, 'layers': [" LAYER(ABC, IF_X("A", "B") ", " IF_X("B", "C")) "]}",
                                   explained),
                         1);
        assert_int_equal(
            held_back(GRAPH(X, LAYER("'S': {'machine': {'states': {'P': {'clip': 'walk'}}, 'transitions': [" IF_X(
                                         "P", "<exit>") ", " IF_X("P", "<exit>") "]}}",
                                     "")),
                      explained),
            0);
    }
}

/* SEMANTICS 3, inertial: the target weighs 1; the held sample comes flagged, with weight 0, the seconds since the cut
   and the fade's duration. */
static void test_an_inertial_sample_says_since_when(void **state) {
    (void)state;
    stage_open(
        &s,
        GRAPH("'go': {'type': 'trigger'}, 'up': {'type': 'trigger'}",
              LAYER("'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}",
                    "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 0.4, 'interrupt': 'target'},"
                    "{'from': 'B', 'to': 'C', 'when': [{'parameter': 'up'}], 'fade': 0.2, 'hold': 'inertial'}")),
        STAGE_USUAL);
    sinew_player_fire_named(s.player, "go");
    sinew_player_advance(s.player, 0.1);
    sinew_player_fire_named(s.player, "up");
    for (int i = 1; i <= 3; ++i) {
        const sinew_step *step = sinew_player_advance(s.player, 0.05);
        assert_int_equal(step->sample_count, 2);
        const sinew_sample *held = &step->samples[0];
        assert_int_equal(held->clip, SINEW_CLIP_HELD);
        assert_int_equal(held->flags, SINEW_SAMPLE_INERTIAL);
        assert_int_equal(held->hold_serial, 1);
        assert_int_equal(held->reference_clip, SINEW_NONE);
        is(held->weight, 0.0f);
        near(held->hold_since, 0.05 * i, 1e-7);
        near(held->hold_duration, 0.2, 1e-7);
        near(step->samples[1].weight, 1, 0);
        assert_true(step->layers[0].keep);
    }
    assert_int_equal(sinew_player_advance(s.player, 0.05)->sample_count, 1);
}

/* SEMANTICS 3: the row says keep while a fade runs in its layer, an inner one too. */
static void test_keep_while_any_fade_runs(void **state) {
    (void)state;
    stage_open(&s, tidy, STAGE_USUAL);
    assert_false(sinew_player_advance(s.player, 0.1)->layers[0].keep);
    sinew_player_play(s.player, 0, stage_state(&s, 0, "S"), 0);
    assert_false(sinew_player_advance(s.player, 0.1)->layers[0].keep);
    sinew_player_fire_named(s.player, "go");
    assert_true(sinew_player_advance(s.player, 0.25)->layers[0].keep);
    assert_false(sinew_player_fade(s.player, 0, &(sinew_fade_info){ 0 }));
    assert_true(sinew_player_advance(s.player, 0.2)->layers[0].keep);
    assert_false(sinew_player_advance(s.player, 0.05)->layers[0].keep);
}

/* A row hands on what the layer says. */
static void test_a_row_says_what_its_layer_says(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'masks': {'m': {'bones': ['j1']}}, 'layers': [" LAYER(
                   "'A': {'clip': 'idle'}",
                   "") ", {'name': 'Add', 'blend': 'additive', 'weight': 0.5, 'mask': 'm', 'eventThreshold': 0.25, "
                       "'reference':"
                       "{'clip': 'walk', 'time': 0.5}, 'machine': {'states': {'B': {'clip': 'run'}}}}]}",
               STAGE_USUAL);
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    const sinew_layer_row *base = &step->layers[0], *add = &step->layers[1];
    assert_int_equal(base->blend, SINEW_BLEND_REPLACE);
    assert_int_equal(base->mask, SINEW_NONE);
    assert_int_equal(base->reference_clip, SINEW_NONE);
    is(base->event_threshold, 0.0f);
    is(base->weight, 1.0f);
    assert_int_equal(add->blend, SINEW_BLEND_ADDITIVE);
    assert_int_not_equal(add->mask, SINEW_NONE);
    assert_string_equal(sinew_binding_clip_name(s.binding, add->reference_clip), "walk");
    is(add->reference_time, 0.5f);
    is(add->event_threshold, 0.25f);
    is(add->weight, 0.5f);
    assert_int_equal(add->first_sample, 1);
    assert_int_equal(add->sample_count, 1);
    assert_int_equal(step->samples[1].layer, 1);
    is(step->samples[1].previous_time, 0.0f);
    step = sinew_player_advance(s.player, 0.25);
    near(step->samples[1].previous_time, 0.1, 1e-7);
    near(step->samples[1].time, 0.35, 1e-7);
    near(step->time, 0.35, 1e-12);
    is(step->dt, 0.25);
}

/* A blend out of step has a clock for each clip: each sample says where its own was before. */
static void test_clocks_of_their_own_say_where_they_were(void **state) {
    (void)state;
    stage_open(&s, tidy, STAGE_USUAL);
    sinew_player_advance(s.player, 0.1);
    sinew_player_play(s.player, 0, stage_state(&s, 0, "U"), 0.5);
    const double before[2][2] = { { 0.5, 0.3 }, { 0.6, 0.4 } }; /* half of 1 s and of 0.6 s, then 0.1 s on */
    for (int i = 0; i < 2; ++i) {
        const sinew_step *step = sinew_player_advance(s.player, 0.1);
        for (int k = 0; k < 2; ++k) {
            near(step->samples[k].previous_time, before[i][k], 1e-6);
            near(step->samples[k].time, before[i][k] + 0.1, 1e-6);
        }
    }
    const sinew_step *step = sinew_player_advance(s.player, 0); /* nothing moves */
    for (int k = 0; k < 2; ++k) near(step->samples[k].previous_time, step->samples[k].time, 0);
    sinew_player_pause(s.player);
    step = sinew_player_advance(s.player, 1);
    for (int k = 0; k < 2; ++k) near(step->samples[k].previous_time, step->samples[k].time, 0);
}

/* Without room for verdicts nothing is advanced, and the step says so. */
static void test_a_step_that_was_refused_took_no_time(void **state) {
    (void)state;
    stage_open(&s, GRAPH(X, LAYER(ABC, IF_X("A", "B"))), STAGE_USUAL);
    sinew_verdict verdict;
    const sinew_step *step = sinew_player_advance_explained(s.player, 0.1, &verdict, 0);
    assert_int_equal(step->result, SINEW_ERROR_ARGUMENT);
    is(step->dt, 0.0);
    is(step->time, 0.0);
    step = sinew_player_advance_explained(s.player, 0.1, NULL, 1);
    assert_int_equal(step->result, SINEW_ERROR_ARGUMENT);
    is(step->dt, 0.0);
    step = sinew_player_update_to(s.player, NAN);
    is(step->dt, 0.0);
    step = sinew_player_advance(s.player, -1);
    is(step->dt, 0.0);
}

/* SEMANTICS 3: a transition with neither condition nor exit goes when its state has ended, at progress 1; explain says
   how far it is. */
static void test_explain_a_plain_transition_wants_the_end(void **state) {
    (void)state;
    stage_open(
        &s, GRAPH("", LAYER("'A': {'clip': 'jump', 'loop': false}, 'B': {'clip': 'walk'}", "{'from': 'A', 'to': 'B'}")),
        STAGE_USUAL);
    sinew_verdict verdict;
    sinew_player_advance_explained(s.player, 0.2, &verdict, 1);
    assert_int_equal(verdict.kind, SINEW_VERDICT_EXIT);
    is(verdict.wanted, 1.0f);
    near(verdict.value, 0, 0); /* looked at when the advance began */
    sinew_player_advance_explained(s.player, 0.2, &verdict, 1);
    near(verdict.value, 0.4, 1e-6);
}

/* SEMANTICS 3: exitEachLoop is for an exit below 1; one of 1 that was reached stays reached. */
static void test_an_exit_of_one_stays_reached(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'x': {'type': 'bool'}",
                     LAYER(ABC, "{'from': 'A', 'to': 'B', 'exit': 1, 'exitEachLoop': true, 'fade': 0, 'when':"
                                "[{'parameter': 'x'}]}")),
               STAGE_USUAL);
    sinew_player_advance(s.player, 1.5);
    sinew_player_set_bool_named(s.player, "x", true);
    sinew_player_advance(s.player, 0);
    assert_string_equal(stage_current(&s, 0), "B");
}

/* SEMANTICS 3: an exit once reached stays reached, also where the state then stands still. */
static void test_an_exit_stays_reached_at_speed_zero(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'x': {'type': 'bool'}, 'k': {'type': 'float', 'default': 1}",
                     LAYER("'A': {'clip': 'idle', 'speedParameter': 'k'}, 'B': {'clip': 'run'}",
                           "{'from': 'A', 'to': 'B', 'exit': 2, 'fade': 0, 'when': [{'parameter': 'x'}]}")),
               STAGE_USUAL);
    sinew_player_advance(s.player, 2);
    sinew_player_set_float_named(s.player, "k", 0);
    sinew_player_set_bool_named(s.player, "x", true);
    sinew_player_advance(s.player, 0);
    assert_string_equal(stage_current(&s, 0), "B");
}

/* SEMANTICS 3: two are kept in step while their fade runs; a live hold that cuts it lets each play at its own rate. */
static void test_a_live_hold_sets_free_what_was_in_step(void **state) {
    (void)state;
    stage_open(&s,
               GRAPH("'go': {'type': 'trigger'}, 'up': {'type': 'trigger'}",
                     LAYER("'A': {'clip': 'idle'}, 'B': {'clip': 'run'}, 'C': {'clip': 'walk'}",
                           "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 0.4, 'offset': 'match',"
                           "'interrupt': 'target'}, {'from': 'B', 'to': 'C', 'when': [{'parameter': 'up'}], 'fade':"
                           "0.4, 'hold': 'live'}")),
               STAGE_USUAL);
    sinew_player_fire_named(s.player, "go");
    sinew_player_advance(s.player, 0.1);
    sinew_player_fire_named(s.player, "up");
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    for (int i = 0; i < 3; ++i) near(step->samples[i].time - step->samples[i].previous_time, 0.1, 1e-6);
}

/* A pose of no length: at time 0, complete, no rate to tell. An empty state likewise. */
static void test_state_info_without_a_length(void **state) {
    (void)state;
    stage_open(&s, GRAPH("", LAYER("'Z': {'clip': 'pose'}, 'E': {'empty': true}", "")), STAGE_USUAL);
    for (int i = 0; i < 2; ++i) {
        sinew_player_play(s.player, 0, stage_state(&s, 0, i ? "E" : "Z"), 0);
        const sinew_step *step = sinew_player_advance(s.player, 0.5);
        assert_int_equal(step->sample_count, i ? 0 : 1);
        if (!i) assert_int_equal(step->samples[0].loops, 0);
        sinew_state_info info;
        assert_true(sinew_player_state_info(s.player, 0, &info));
        is(info.length, 0.0);
        is(info.time, 0.0);
        is(info.rate, 0.0);
        is(info.progress, 1.0);
        assert_false(info.looping);
        assert_int_equal(info.heaviest_clip == SINEW_NONE, i);
    }
}

/* ---- update_to ---- */

static void open_idle(void) { stage_open(&s, GRAPH("", LAYER("'A': {'clip': 'idle'}", "")), STAGE_USUAL); }

/* SEMANTICS 3: a small step back in time waits for it to come again, a larger one sets the clock anew. */
static void test_update_to_a_little_back(void **state) {
    (void)state;
    open_idle();
    sinew_player_update_to(s.player, 1);
    sinew_player_update_to(s.player, 1 + 2.0 / 60);
    near(sinew_player_time(s.player), 2.0 / 60, 1e-12);
    sinew_player_update_to(s.player, 1 + 1.2 / 60);
    sinew_player_update_to(s.player, 1 + 2.9 / 60);
    near(sinew_player_time(s.player), 2.0 / 60, 1e-12);
    sinew_player_update_to(s.player, 1 + 3.0 / 60);
    near(sinew_player_time(s.player), 3.0 / 60, 1e-12);
    sinew_player_update_to(s.player, 1 + 1.5 / 60);
    sinew_player_update_to(s.player, 1 + 2.5 / 60); /* a step after the time that it was set to */
    near(sinew_player_time(s.player), 4.0 / 60, 1e-12);
}

/* A pause is not made up for afterwards, however long. */
static void test_update_to_does_not_make_up_for_a_pause(void **state) {
    (void)state;
    open_idle();
    sinew_player_update_to(s.player, 1);
    sinew_player_pause(s.player);
    for (int i = 1; i <= 30; ++i) sinew_player_update_to(s.player, 1 + i / 60.0);
    sinew_player_resume(s.player);
    const sinew_step *step = sinew_player_update_to(s.player, 1 + 31 / 60.0);
    near(step->dt, 1 / 60.0, 1e-12);
    near(sinew_player_time(s.player), 1 / 60.0, 1e-12);
    sinew_player_pause(s.player);
    sinew_player_update_to(s.player, 9); /* the clock is set in a pause as well */
    sinew_player_resume(s.player);
    sinew_player_update_to(s.player, 9 + 1 / 60.0);
    near(sinew_player_time(s.player), 2 / 60.0, 1e-12);
}

/* SEMANTICS 3: more than 0.25 s is a gap; 0.25 s is not, nor what is less than a nanosecond more. */
static void test_update_to_at_the_edge_of_a_gap(void **state) {
    (void)state;
    open_idle();
    const double more[] = { 0, 0.5e-9, 1.6e-9 };
    for (int i = 0; i < 3; ++i) {
        sinew_player_update_to(s.player, 0);
        sinew_player_update_to(s.player, -100);
        sinew_player_update_to(s.player, 0);
        near(sinew_player_update_to(s.player, 0.25 + more[i])->dt, i < 2 ? 0.25 : 0, 1e-12);
    }
}

/* SEMANTICS 3: a gap lets glides arrive, but for a pause, which stops everything. */
static void test_update_to_lets_glides_arrive(void **state) {
    (void)state;
    stage_open(&s, GRAPH("'x': {'type': 'float'}", LAYER("'A': {'clip': 'idle'}", "")), STAGE_USUAL);
    sinew_player_move_float(s.player, 0, 8, 0.5f);
    sinew_player_pause(s.player);
    sinew_player_update_to(s.player, 5);
    is(sinew_player_get_float(s.player, 0), 0.0f);
    sinew_player_resume(s.player);
    sinew_player_update_to(s.player, 9);
    is(sinew_player_get_float(s.player, 0), 8.0f);
    is(sinew_player_time(s.player), 0.0);
}

/* ---- memory ---- */

static int offset_by, live;

static void *offset_allocate(void *user, size_t size) {
    (void)user;
    char *block = malloc(size + 16);
    if (block) ++live;
    return block ? block + offset_by : NULL;
}

static void offset_release(void *user, void *memory, size_t size) {
    (void)user;
    (void)size;
    --live;
    free((char *)memory - offset_by);
}

/* An allocator whose memory is not aligned enough for a player gets it back. */
static void test_a_player_wants_aligned_memory(void **state) {
    (void)state;
    static const sinew_allocator allocator = { offset_allocate, offset_release, NULL };
    offset_by = 0;
    assert_int_equal(stage_try(&s, tidy, STAGE_USUAL, false, &allocator), SINEW_OK);
    int before = live;
    s.player = sinew_player_create(s.binding);
    assert_non_null(s.player);
    assert_int_equal(live, before + 1);
    sinew_player_destroy(s.player);
    offset_by = 8;
    s.player = sinew_player_create(s.binding);
    assert_null(s.player);
    offset_by = 0;
    assert_int_equal(live, before);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stages)
    const struct CMUnitTest tests[] = {
        T(test_just_a_million_lengths_a_second),
        T(test_loops_of_a_sample_saturate),
        T(test_a_glide_that_arrived_is_over),
        T(test_each_of_many_triggers_is_its_own),
        T(test_a_trigger_that_is_over_leaves_nothing),
        T(test_play_forgets_what_was),
        T(test_a_fade_that_ended_leaves_nothing),
        T(test_attach_is_as_good_as_new),
        T(test_signals_of_many_layers_in_order_of_time),
        T(test_what_a_limit_kept_is_counted),
        T(test_an_inertial_sample_says_since_when),
        T(test_keep_while_any_fade_runs),
        T(test_a_row_says_what_its_layer_says),
        T(test_clocks_of_their_own_say_where_they_were),
        T(test_a_step_that_was_refused_took_no_time),
        T(test_explain_a_plain_transition_wants_the_end),
        T(test_an_exit_of_one_stays_reached),
        T(test_an_exit_stays_reached_at_speed_zero),
        T(test_a_live_hold_sets_free_what_was_in_step),
        T(test_state_info_without_a_length),
        T(test_update_to_a_little_back),
        T(test_update_to_does_not_make_up_for_a_pause),
        T(test_update_to_at_the_edge_of_a_gap),
        T(test_update_to_lets_glides_arrive),
        T(test_a_player_wants_aligned_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
