/* Bindings from the inside: the tables, orders and sizes that players rely on. test_bind.c has what a caller sees. */
#include "support/graph_text.h"
#include "support/stage.h"

#include "bind/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static stage s;

static int close_stage(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

/* ---- names ---- */

/* However many there are: each is found, and nothing else. */
static void test_any_number_of_names(void **state) {
    (void)state;
    snw_arena arena;
    snw_arena_init(&arena, NULL);
    static char names[200][12];
    for (uint32_t i = 0; i < 200; ++i) snprintf(names[i], sizeof names[i], "name %u", i);
    for (uint32_t count = 0; count <= 200; ++count) {
        snw_name_table table;
        assert_true(snw_name_table_make(&table, &arena, count));
        assert_true((table.mask & (table.mask + 1)) == 0 && table.mask + 1 >= 2 * count && table.mask + 1 >= 4);
        assert_true(table.mask + 1 <= 4 * count || count < 2); /* no more than it takes */
        for (uint32_t i = 0; i < count; ++i) snw_name_table_add(&table, names[i], i);
        if (count) snw_name_table_add(&table, "name 0", 7777); /* of two of one name the first stays */
        for (uint32_t i = 0; i < 200; ++i)
            assert_int_equal(snw_name_table_find(&table, names[i]), i < count ? i : SINEW_NONE);
        assert_int_equal(snw_name_table_find(&table, ""), SINEW_NONE);
    }
    snw_arena_free(&arena);
}

/* ---- clips ---- */

typedef struct asked {
    uint32_t calls, index; /* of find_clip; what it answers for "held" */
    double length;
} asked;

/* "c7" is clip 7, and so is "folder/c7". */
static uint32_t numbered_clip(const void *user, const char *name) {
    asked *a = (asked *)(uintptr_t)user;
    a->calls++;
    if (!strcmp(name, "held")) return a->index;
    const char *number = strrchr(name, 'c');
    return number ? (uint32_t)atoi(number + 1) : SINEW_NONE;
}

static sinew_clip_info any_clip(const void *user, uint32_t clip) {
    (void)clip;
    return (sinew_clip_info){ ((const asked *)user)->length, false };
}

/* Binds the text anew with a rig of clips of this length. */
static sinew_binding *bind_numbered(asked *a) {
    sinew_rig rig = { .find_clip = numbered_clip, .clip_info = any_clip, .user = a };
    sinew_binding *binding = NULL;
    sinew_log_free(&s.log);
    s.log = (sinew_log){ 0 };
    sinew_bind(&(sinew_bind_desc){ .graph = s.graph, .rig = &rig }, &binding, &s.log);
    return binding;
}

static void test_each_clip_is_asked_for_once_and_sorted(void **state) {
    (void)state;
    static const int order[] = { 9, 3, 12, 0, 3, 7, 12, 1, 11, 2 };
    graph_text_begin();
    graph_text_add("{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {");
    for (size_t i = 0; i < COUNT(order); ++i)
        graph_text_add("%s'S%zu': {'clip': '%sc%d'}", i ? ", " : "", i, i == 6 ? "folder/" : "", order[i]);
    graph_text_add(", 'Gone': {'clip': 'gone'}, 'Again': {'clip': 'gone'}, 'Held': {'clip': 'held'}}}}]}");
    stage_open(&s, graph_text(), STAGE_USUAL);
    asked a = { .index = SINEW_CLIP_HELD, .length = 1 };
    sinew_binding *b = bind_numbered(&a);
    assert_non_null(b);
    assert_int_equal(a.calls, 9 + 2); /* c3 once, two names of c12, one that is gone and one that is none */
    assert_int_equal(s.log.warning_count, 2);
    assert_int_equal(b->clip_count, 8);
    for (uint32_t i = 0; i < b->clip_count; ++i) assert_true(i == 0 || b->clips[i - 1].clip < b->clips[i].clip);
    for (size_t i = 0; i < COUNT(order); ++i) {
        char name[8];
        snprintf(name, sizeof name, "c%d", order[i]);
        assert_string_equal(sinew_binding_clip_name(b, (uint32_t)order[i]), name); /* the first of two names */
    }
    static const uint32_t unused[] = { 4, 8, 10, 13, SINEW_NONE };
    for (size_t i = 0; i < COUNT(unused); ++i) assert_string_equal(sinew_binding_clip_name(b, unused[i]), "");
    sinew_binding_destroy(b);
}

/* SEMANTICS 5: shorter than a microsecond is no length; nor is what is no length at all. */
static void test_lengths_that_count(void **state) {
    (void)state;
    stage_open(&s, graph_text_layer("", "'A': {'clip': 'c1'}", ""), STAGE_USUAL);
    static const struct {
        double length;
        bool counts;
    } rows[] = {
        { 1e-6, true }, { 1e9, true }, { 0, false }, { -1, false }, { NAN, false }, { INFINITY, false },
    };
    for (size_t i = 0; i < COUNT(rows) + 2; ++i) {
        asked a = { .length = i < COUNT(rows) ? rows[i].length : nextafter(i & 1 ? 1e-6 : 1e9, i & 1 ? 0 : INFINITY) };
        bool counts = i < COUNT(rows) && rows[i].counts;
        sinew_binding *b = bind_numbered(&a);
        assert_non_null(b);
        assert_int_equal(b->states[0].zero, !counts);
        assert_int_equal(b->states[0].cycle, counts ? SNW_CYCLE_LOOP : SNW_CYCLE_ONCE);
        assert_int_equal(b->states[0].in_step, counts);
        near(b->nodes[0].length, counts ? a.length : 0, 0);
        near(b->nodes[0].top_rate, counts ? 1 / a.length : 0, 0);
        sinew_binding_destroy(b);
    }
}

/* ---- mixes ---- */

/* Any order, any pair: its own duration, the first of two, else the graph's. */
static void test_mixes_of_all_pairs(void **state) {
    (void)state;
    graph_text_begin();
    graph_text_add("{'version': 2, 'defaultMix': 0.75, 'mixes': [{'from': 'c0', 'to': 'gone', 'duration': 9}");
    for (int k = 0; k < 40; ++k) { /* 7 and 40 have no common divisor: each once, mixed up */
        int pair = k * 7 % 40;
        graph_text_add(", {'from': 'c%d', 'to': 'c%d', 'duration': %d}", pair / 8, pair % 8, pair + 1);
    }
    graph_text_add(
        ", {'from': 'c2', 'to': 'c3', 'duration': 500}, {'from': 'gone', 'to': 'c1', 'duration': 9}], 'layers':"
        "[{'name': 'Base', 'machine': {'states': {'A': {'clip': 'c1'}}}}]}");
    stage_open(&s, graph_text(), STAGE_USUAL);
    asked a = { .length = 1 };
    sinew_binding *b = bind_numbered(&a);
    assert_non_null(b);
    assert_int_equal(b->mix_count, 40);
    for (uint32_t from = 0; from < 10; ++from)
        for (uint32_t to = 0; to < 10; ++to)
            near(snw_binding_mix(b, from, to), from < 5 && to < 8 ? from * 8 + to + 1 : 0.75, 0);
    near(snw_binding_mix(b, SINEW_NONE, SINEW_NONE), 0.75, 0);
    sinew_binding_destroy(b);
    stage_close(&s);
    stage_open(&s, graph_text_layer("", "'A': {'clip': 'idle'}", ""), STAGE_USUAL);
    near(snw_binding_mix(s.binding, 0, 0), 0.2, 0); /* SEMANTICS 3: where nothing says */
    assert_int_equal(s.binding->per_moment, 8);
}

/* ---- machines ---- */

/* Transitions of a state by priority, then order; those from any apart. */
static void test_order_of_transitions(void **state) {
    (void)state;
    stage_open(&s,
               graph_text_layer(
                   "'t': {'type': 'trigger'}", "'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}",
                   "{'from': 'B', 'to': 'A', 'exit': 1}, {'from': '*', 'to': 'A', 'exit': 1},"
                   "{'from': 'A', 'to': 'B', 'exit': 1, 'priority': -3}, {'from': 'A', 'to': 'C', 'exit': 1},"
                   "{'from': 'A', 'to': 'A', 'exit': 1, 'priority': 5}, {'from': 'A', 'to': 'B', 'exit': 2},"
                   "{'from': '*', 'to': 'B', 'exit': 1, 'priority': 1}, {'from': 'B', 'to': 'C', 'exit': 1}"),
               STAGE_USUAL);
    const snw_machine *machine = &s.binding->machines[0];
    const snw_state *states = s.binding->states;
    static const uint32_t of_a[] = { 4, 3, 5, 2 }, of_b[] = { 0, 7 }, any[] = { 6, 1 };
    assert_int_equal(states[0].out_count, 4);
    assert_memory_equal(states[0].out, of_a, sizeof of_a);
    assert_int_equal(states[1].out_count, 2);
    assert_memory_equal(states[1].out, of_b, sizeof of_b);
    assert_int_equal(states[2].out_count, 0);
    assert_int_equal(machine->any_count, 2);
    assert_memory_equal(machine->any, any, sizeof any);
    assert_false(machine->live);
    /* Two sides that fade, or three with live; a held pose beside the samples. */
    assert_int_equal(machine->plays, 2);
    assert_int_equal(machine->runs, 1);
    assert_int_equal(machine->samples, 3);
}

/* What plays nothing gives no sample; the held pose remains. */
static void test_what_empty_machines_need(void **state) {
    (void)state;
    stage_open(&s, graph_text_layer("", "'A': {'empty': true}, 'B': {'empty': true}", ""), STAGE_USUAL);
    assert_int_equal(s.binding->machines[0].plays, 2);
    assert_int_equal(s.binding->machines[0].runs, 1);
    assert_int_equal(s.binding->machines[0].samples, 1);
}

static const char *nested =
    "'A': {'blend': 'direct', 'motions': [{'clip': 'idle', 'weight': 'x'}, {'clip': 'walk', 'weight': 'x'},"
    "{'clip': 'run', 'weight': 'x'}]}, 'S': {'machine': {'states': {'P': {'clip': 'idle'}, 'Q': {'machine': {'states':"
    "{'R': {'blend': '1d', 'parameter': 'x', 'sync': false, 'motions': [{'clip': 'idle', 'at': 0}, {'clip': 'walk',"
    "'at': 1}, {'clip': 'run', 'at': 2}]}, 'Z': {'empty': true}}}}, 'T': {'clip': 'gone'}}, 'transitions': [{'from': "
    "'P', 'to': 'Q',"
    "'exit': 1, 'hold': 'live'%s}]}}";

/* Paths of every length end where they should: what is taken after them does not run into them. */
static void test_paths_of_any_length(void **state) {
    (void)state;
    char names[3][48];
    for (int length = 1; length < 40; ++length) {
        for (int i = 0; i < 3; ++i) {
            memset(names[i], 'a' + i, (size_t)length);
            names[i][length] = 0;
        }
        graph_text_begin();
        graph_text_add(
            "{'version': 2, 'layers': [{'name': 'L', 'machine': {'states': {'S': {'machine': {'states': {'%s':"
            "{'clip': 'idle'}, '%s': {'clip': 'walk'}, '%s': {'clip': 'run'}}}}}}}]}",
            names[0], names[1], names[2]);
        stage_open(&s, graph_text(), STAGE_USUAL);
        for (int i = 0; i < 3; ++i) {
            const char *path = sinew_binding_state_path(s.binding, (uint32_t)(1 + i));
            assert_int_equal(strlen(path), 2 + length);
            assert_memory_equal(path, "S/", 2);
            assert_string_equal(path + 2, names[i]);
        }
        stage_close(&s);
    }
}

static void test_what_machines_need(void **state) {
    (void)state;
    for (int disabled = 0; disabled < 2; ++disabled) {
        char states[1024];
        snprintf(states, sizeof states, nested, disabled ? ", 'disabled': true" : "");
        stage_open(&s, graph_text_layer("'x': {'type': 'float'}", states, ""), STAGE_USUAL);
        const sinew_binding *b = s.binding;
        assert_int_equal(b->machine_count, 3);
        uint32_t sides = disabled ? 2 : 3; /* only live holds three, and what is disabled never runs */
        const snw_machine *outer = &b->machines[0], *middle = &b->machines[1], *inner = &b->machines[2];
        assert_int_equal(inner->plays, 2);
        assert_int_equal(inner->runs, 1);
        assert_int_equal(inner->samples, 2 * 2 + 1);
        assert_int_equal(middle->live, !disabled);
        assert_int_equal(middle->plays, sides * (1 + 2));
        assert_int_equal(middle->runs, 1 + sides * 1);
        assert_int_equal(middle->samples, sides * 5 + 1);
        assert_int_equal(outer->plays, 2 * (1 + middle->plays));
        assert_int_equal(outer->runs, 1 + 2 * middle->runs);
        assert_int_equal(outer->samples, 2 * middle->samples + 1);
        assert_int_equal(outer->depth, 0);
        assert_int_equal(middle->depth, 1);
        assert_int_equal(inner->depth, 2);
        uint32_t r = stage_state(&s, 0, "S/Q/R"), q = stage_state(&s, 0, "S/Q"), z = stage_state(&s, 0, "S/Q/Z");
        assert_int_equal(b->states[r].parent, q);
        assert_string_equal(b->states[r].path, "S/Q/R");
        assert_int_equal(b->states[r].clock_count, 3);
        assert_false(b->states[r].in_step);
        assert_int_equal(b->states[z].node, SINEW_NONE);
        assert_true(b->states[z].zero && b->states[z].cycle == SNW_CYCLE_ONCE);
        assert_int_equal(inner->entry, r);
        assert_int_equal(b->states[r].node_count, 4);
        assert_int_equal(b->states[stage_state(&s, 0, "S/T")].node_count, 1);
        stage_close(&s);
    }
}

/* ---- motions ---- */

static const snw_node *only_motion(const char *motion) {
    char states[2048];
    snprintf(states, sizeof states, "'A': %s", motion);
    stage_open(&s, graph_text_layer("'x': {'type': 'float'}, 'y': {'type': 'float'}", states, ""), STAGE_USUAL);
    return s.binding->nodes;
}

/* Samples that can be given at once, scratch on the way to them, and the fastest clip below. */
static void test_what_motions_need(void **state) {
    (void)state;
    const snw_node *n = only_motion("{'clip': 'run'}");
    assert_int_equal(n->max_samples, 1);
    assert_int_equal(n->scratch, 0);
    near(n->top_rate, 1 / 0.6, 0);
    stage_close(&s);
    /* A 1D blend shows two of four; the heaviest two below are a direct one of three and a 2D one of three. */
    n = only_motion(
        "{'blend': '1d', 'parameter': 'x', 'motions': [{'clip': 'idle', 'at': 0}, {'at': 1, 'speed': 2,"
        "'blend': 'direct', 'motions': [{'clip': 'idle', 'weight': 'x'}, {'clip': 'walk', 'weight': 'x'},"
        "{'clip': 'run', 'weight': 'x', 'speed': 0.5}]}, {'clip': 'pose', 'at': 2}, {'at': 3, 'blend': '2d',"
        "'parameters': ['x', 'y'], 'motions': [{'clip': 'idle', 'at': [0, 0]}, {'clip': 'fall', 'at': [1, 0]},"
        "{'clip': 'hit', 'at': [0, 1]}, {'clip': 'land', 'at': [1, 1]}]}]}");
    assert_int_equal(n[0].child_count, 4);
    assert_int_equal(n[2].kind, SINEW_MOTION_DIRECT);
    assert_int_equal(n[2].max_samples, 3);
    assert_int_equal(n[2].scratch, 3);
    near(n[2].top_rate, 1 / 0.8, 0); /* walk; run plays at half its speed */
    near(n[2].speed, 2, 0);
    assert_int_equal(n[7].max_samples, 3);
    near(n[7].top_rate, 1 / 0.3, 0);
    assert_int_equal(n[0].max_samples, 3 + 3);
    assert_int_equal(n[0].scratch, 2 + 3);
    near(n[0].top_rate, 1 / 0.3, 0);
    assert_false(n[0].zero);
    assert_int_equal(s.binding->max_scratch, 5);
    assert_int_equal(s.binding->node_count, 12);
    stage_close(&s);
    /* A grid shows four of six. */
    n = only_motion("{'blend': '2d', 'algorithm': 'grid', 'parameters': ['x', 'y'], 'motions': [{'clip': 'idle', 'at':"
                    "[0, 0]}, {'clip': 'idle', 'at': [1, 0]}, {'clip': 'idle', 'at': [2, 0]}, {'clip': 'idle', 'at':"
                    "[0, 1]}, {'clip': 'idle', 'at': [1, 1]}, {'clip': 'idle', 'at': [2, 1]}]}");
    assert_int_equal(n->max_samples, 4);
    assert_int_equal(n->scratch, 4);
    stage_close(&s);
    /* Bands may show all. */
    n = only_motion("{'blend': '2d', 'algorithm': 'gradient', 'parameters': ['x', 'y'], 'motions': [{'clip': 'idle',"
                    "'at': [0, 0]}, {'clip': 'idle', 'at': [1, 0]}, {'clip': 'idle', 'at': [2, 0]}, {'clip': 'idle',"
                    "'at': [0, 1]}, {'clip': 'pose', 'at': [1, 1]}]}");
    assert_int_equal(n->max_samples, 5);
    assert_int_equal(n->scratch, 5);
    stage_close(&s);
    /* A pair keeps its base's time, but shows both. */
    n = only_motion("{'add': {'base': {'clip': 'pose'}, 'delta': {'clip': 'hit'}, 'weight': 0.25}}");
    assert_true(n->zero && n->unsynced == false);
    near(n->top_rate, 0, 0);
    near(n->weight, 0.25, 0);
    assert_int_equal(n->max_samples, 2);
    assert_int_equal(n->reference_clip, SINEW_NONE);
    stage_close(&s);
    n = only_motion("{'add': {'base': {'clip': 'idle'}, 'delta': {'clip': 'hit'}, 'weight': 'y', 'reference': {'clip':"
                    "'pose', 'time': 0.5}}}");
    assert_int_equal(n->weight_parameter, 1);
    assert_int_equal(n->reference_clip, 6);
    near(n->reference_time, 0.5, 0);
    near(n->top_rate, 1, 0);
}

/* Each motion right below an unsynced blend has a clock, at the product of the speeds down to it; a pair below it
   gives its clock to what is in it. */
static void test_clocks_of_unsynced_blends(void **state) {
    (void)state;
    const snw_node *n = only_motion(
        "{'blend': '1d', 'parameter': 'x', 'sync': false, 'motions': [{'clip': 'idle', 'at': 0, 'speed': 3},"
        "{'at': 1, 'speed': 2, 'blend': '1d', 'parameter': 'y', 'sync': false, 'motions': [{'clip': 'walk',"
        "'at': 0, 'speed': 5}, {'clip': 'run', 'at': 1}]}, {'at': 2, 'speed': 7, 'blend': '1d', 'parameter':"
        "'y', 'motions': [{'clip': 'walk', 'at': 0, 'speed': 9}, {'clip': 'run', 'at': 1}]}]}");
    const snw_state *row = &s.binding->states[0];
    static const struct {
        uint32_t node;
        double speed;
    } clocks[] = { { 1, 3 }, { 3, 10 }, { 4, 2 }, { 5, 7 } };
    assert_int_equal(row->clock_count, COUNT(clocks));
    for (uint32_t i = 0; i < COUNT(clocks); ++i) {
        assert_int_equal(row->clocks[i].node, clocks[i].node);
        near(row->clocks[i].speed, clocks[i].speed, 0);
        assert_int_equal(n[clocks[i].node].clock, i);
    }
    assert_int_equal(n[0].clock, SINEW_NONE);
    assert_int_equal(n[2].clock, SINEW_NONE);
    assert_int_equal(n[6].clock, SINEW_NONE);
    assert_true(n[0].unsynced && n[2].unsynced && !n[5].unsynced);
    assert_int_equal(s.binding->layers[0].clocks, 4);
    assert_int_equal(s.binding->clock_count, 4 * s.binding->layers[0].plays);
}

/* SEMANTICS 5: no motion may play more than a million lengths a second; where a parameter drives the speed, it is
   held below what would. */
static void test_speed_limits(void **state) {
    (void)state;
    static const struct {
        const char *state;
        double limit;
    } rows[] = {
        { "{'clip': 'idle', 'speedParameter': 'x'}", 1e6 },
        { "{'clip': 'idle', 'speed': -4, 'speedParameter': 'x'}", 250000 },
        { "{'clip': 'walk', 'speedParameter': 'x'}", 800000 },
        { "{'clip': 'idle', 'speed': 0, 'speedParameter': 'x'}", INFINITY },
        { "{'clip': 'pose', 'speedParameter': 'x'}", INFINITY },
        { "{'clip': 'idle'}", INFINITY },
        { "{'speedParameter': 'x', 'blend': '1d', 'parameter': 'y', 'motions': [{'clip': 'idle', 'at': 0},"
          "{'clip': 'idle', 'at': 1, 'speed': 8}]}",
          125000 },
        { "{'speedParameter': 'x', 'blend': '1d', 'parameter': 'y', 'sync': false, 'motions': [{'clip': 'idle', 'at':"
          "0}, {'at': 1, 'speed': 4, 'blend': '1d', 'parameter': 'y', 'sync': false, 'motions': [{'clip': 'idle',"
          "'at': 1, 'speed': 8}]}]}",
          31250 },
    };
    for (size_t i = 0; i < COUNT(rows); ++i) {
        only_motion(rows[i].state);
        double limit = s.binding->parameters[0].speed_limit;
        assert_true(limit == rows[i].limit || fabs(limit - rows[i].limit) < 1e-6);
        stage_close(&s);
    }
    /* A delta's clocks count as well, though a pair keeps its base's time. */
    only_motion("{'speedParameter': 'x', 'add': {'base': {'clip': 'idle'}, 'delta': {'blend': '1d', 'parameter': 'y',"
                "'sync': false, 'motions': [{'clip': 'idle', 'at': 0}, {'clip': 'idle', 'at': 1, 'speed': 8}]}}}");
    near(s.binding->parameters[0].speed_limit, 125000, 1e-6);
    stage_close(&s);
    /* Of two states the stricter counts, in either order. */
    for (int i = 0; i < 2; ++i) {
        stage_open(&s,
                   graph_text_layer("'x': {'type': 'float'}",
                                    i ? "'A': {'clip': 'idle', 'speed': 10, 'speedParameter': 'x'},"
                                        "'B': {'clip': 'idle', 'speedParameter': 'x'}"
                                      : "'A': {'clip': 'idle', 'speedParameter': 'x'},"
                                        "'B': {'clip': 'idle', 'speed': 10, 'speedParameter': 'x'}",
                                    ""),
                   STAGE_USUAL);
        near(s.binding->parameters[0].speed_limit, 1e5, 1e-6);
        stage_close(&s);
    }
    /* An int drives a speed as well. */
    assert_int_equal(stage_try(&s,
                               graph_text_layer("'i': {'type': 'int', 'default': -1000001}",
                                                "'A': {'clip': 'idle', 'speedParameter': 'i'}", ""),
                               STAGE_USUAL, false, NULL),
                     SINEW_ERROR_INPUT);
    assert_non_null(strstr(stage_finding(&s.log, SINEW_CODE_OUT_OF_RANGE)->sentence, "1e+06"));
}

/* ---- sizes ---- */

static size_t padded(size_t size) { return (size + 15) & ~(size_t)15; }

/* The parts of a player and of a step follow each other, each on a multiple of 16 and as large as its contents. */
static void test_layout_is_tight(void **state) {
    (void)state;
    graph_text_begin();
    graph_text_add(
        "{'version': 2, 'parameters': {'f': {'type': 'float'}, 'g': {'type': 'float'}, 'h': {'type': 'float'}, 'i':"
        "{'type': 'int'}");
    for (int i = 0; i < 33; ++i) graph_text_add(", 't%d': {'type': 'trigger'}", i);
    graph_text_add(
        "}, 'layers': [{'name': 'A', 'machine': {'states': {'A': {'blend': '1d', 'parameter': 'f', 'sync': false,"
        "'motions': [{'clip': 'idle', 'at': 0}, {'clip': 'run', 'at': 1}, {'clip': 'hit', 'at': 2}]}, 'B': {'clip':"
        "'idle'}}}}, {'name': 'B', 'machine': {'states': {'A': {'machine': {'states': {'C': {'clip': 'run'}}}}}}}]}");
    stage_open(&s, graph_text(), STAGE_USUAL);
    const sinew_binding *b = s.binding;
    assert_int_equal(b->float_count, 3);
    assert_int_equal(b->trigger_count, 33);
    assert_int_equal(b->trigger_words, 2);
    assert_int_equal(b->parameter_count, 37);
    assert_int_equal(b->values_offset, padded(sizeof(snw_head)));
    assert_int_equal(b->glides_offset, b->values_offset + padded(37 * sizeof(snw_value)));
    assert_int_equal(b->ages_offset, b->glides_offset + padded(3 * sizeof(snw_glide)));
    size_t at = b->ages_offset + padded(33 * sizeof(double));
    uint32_t signals = 0, samples = 0;
    for (uint32_t i = 0; i < 2; ++i) {
        const snw_layer *layer = &b->layers[i];
        assert_int_equal(layer->offset, at);
        size_t clocks = (size_t)layer->plays * layer->clocks * sizeof(snw_clock);
        size_t bytes = padded(sizeof(snw_layer_head)) + padded(layer->plays * sizeof(snw_play)) +
                       padded(layer->runs * sizeof(snw_run)) + padded(clocks);
        assert_int_equal(snw_layer_bytes(layer), bytes);
        at += bytes;
        signals += 64 + 2 + 2 * (64 + 2) * 8 + layer->plays;
        samples += layer->samples;
        snw_lane lane = snw_lane_of(s.player, i);
        assert_ptr_equal((char *)lane.head, snw_state_part(s.player) + layer->offset);
        assert_ptr_equal((char *)lane.plays, (char *)lane.head + padded(sizeof(snw_layer_head)));
        assert_ptr_equal((char *)lane.runs, (char *)lane.plays + padded(layer->plays * sizeof(snw_play)));
        assert_ptr_equal((char *)lane.clocks, (char *)lane.runs + padded(layer->runs * sizeof(snw_run)));
    }
    assert_int_equal(b->layers[0].clocks, 3);
    assert_int_equal(b->layers[1].clocks, 0);
    assert_int_equal(b->max_plays, 2 * (1 + 2));
    assert_int_equal(b->play_count, 2 + 2 * (1 + 2));
    assert_int_equal(b->clock_count, 2 * 3);
    assert_int_equal(b->state_size, at);
    assert_int_equal(b->host_offset, padded(sizeof(sinew_player)));
    assert_int_equal(b->state_offset, b->host_offset + padded(3 * sizeof(snw_host)));
    assert_int_equal(b->player_size, b->state_offset + at);
    assert_int_equal(sinew_binding_max_signals(b), signals);
    assert_int_equal(sinew_binding_max_samples(b), samples);
    assert_int_equal(b->work_offset, padded(sizeof(sinew_step)));
    const snw_work *w = snw_work_of(s.player);
    const char *starts[] = { (const char *)w->rates,   (const char *)w->before,    (const char *)w->before_clocks,
                             (const char *)w->used,    (const char *)w->exit_used, (const char *)w->any_used,
                             (const char *)w->scratch, (const char *)w->samples,   (const char *)w->additive,
                             (const char *)w->rows,    (const char *)w->signals,   (const char *)w->merge };
    const size_t sizes[] = { 6 * sizeof(double),
                             8 * sizeof(snw_clock),
                             6 * sizeof(snw_clock),
                             8,
                             8,
                             8,
                             2 * sizeof(snw_weight),
                             samples * sizeof(sinew_sample),
                             samples * sizeof(sinew_sample),
                             2 * sizeof(sinew_layer_row),
                             signals * sizeof(sinew_signal),
                             signals * sizeof(sinew_signal) };
    const char *part = (const char *)s.player->step + b->work_offset + padded(sizeof(snw_work));
    for (size_t i = 0; i < COUNT(starts); ++i) {
        assert_ptr_equal(starts[i], part);
        part += padded(sizes[i]);
    }
    assert_int_equal(b->told_room, 0); /* no clip has events */
    const char *after[] = { (const char *)w->told,    (const char *)w->told_other, (const char *)w->told_counts,
                            (const char *)w->events,  (const char *)w->begun,      (const char *)w->heard,
                            (const char *)w->entered, (const char *)w->visits,     (const char *)w->places,
                            (const char *)w->draft };
    const size_t bytes[] = {
        0, 0, 2 * sizeof(uint32_t), 0, 0, 0, 6, b->max_visits * sizeof(snw_visit), 6 * sizeof(snw_place), b->player_size
    };
    for (size_t i = 0; i < COUNT(after); ++i) {
        assert_ptr_equal(after[i], part);
        part += padded(bytes[i]);
    }
    assert_int_equal(b->step_size, (size_t)(part - (const char *)s.player->step));
}

static void test_memory_for_a_step(void **state) {
    (void)state;
    stage_open(&s, graph_text_layer("", "'A': {'clip': 'idle'}", ""), STAGE_USUAL);
    size_t size = sinew_binding_step_size(s.binding);
    char *block = malloc(size + 64);
    assert_non_null(block);
    char *even = block + (16 - (uintptr_t)block % 16) % 16;
    memset(block, 0xA5, size + 64);
    assert_null(sinew_step_init(NULL, size, s.binding));
    assert_null(sinew_step_init(even, size, NULL));
    assert_null(sinew_step_init(even, size - 1, s.binding));
    for (int off = 1; off < 16; ++off) assert_null(sinew_step_init(even + off, size, s.binding));
    sinew_step *step = sinew_step_init(even, size, s.binding);
    assert_ptr_equal(step, even);
    assert_ptr_equal(step->binding, s.binding);
    assert_true(step->sample_count == 0 && step->time == 0 && (unsigned char)even[size] == 0xA5);
    free(block);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_any_number_of_names),
        T(test_each_clip_is_asked_for_once_and_sorted),
        T(test_lengths_that_count),
        T(test_mixes_of_all_pairs),
        T(test_order_of_transitions),
        T(test_paths_of_any_length),
        T(test_what_empty_machines_need),
        T(test_what_machines_need),
        T(test_what_motions_need),
        T(test_clocks_of_unsynced_blends),
        T(test_speed_limits),
        T(test_layout_is_tight),
        T(test_memory_for_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
