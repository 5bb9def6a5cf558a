/* Graphs made in C: their checks and copies. Hashes have test_graph_hash.c, files test_animgraph.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "support/graph_kit.h"

#include <math.h>

/* The graph is refused (or, for a warning, taken) with exactly one finding, of this code and at this path. */
static void expect(const kit *k, sinew_code code, const char *path, const char *part) {
    sinew_graph *graph;
    sinew_log log = { 0 };
    sinew_result result = sinew_graph_create(&k->desc, &graph, &log);
    for (uint32_t i = 0; i < log.count && log.count != 1; ++i)
        print_error("%s: %s\n", log.items[i].path, log.items[i].sentence);
    assert_int_equal(log.count, 1);
    assert_string_equal(sinew_code_word(log.items[0].code), sinew_code_word(code));
    assert_string_equal(log.items[0].path, path);
    if (part && !strstr(log.items[0].sentence, part)) fail_msg("\"%s\" lacks %s", log.items[0].sentence, part);
    assert_int_equal(result, log.error_count ? SINEW_ERROR_INPUT : SINEW_OK);
    assert_true((graph == NULL) == (log.error_count == 1));
    /* Without a log the answer is the same. */
    sinew_graph_destroy(graph);
    assert_int_equal(sinew_graph_create(&k->desc, &graph, NULL), result);
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
}

#define BAD(change, code, path, part)                                                                                  \
    do {                                                                                                               \
        kit k;                                                                                                         \
        fill(&k);                                                                                                      \
        change;                                                                                                        \
        expect(&k, SINEW_CODE_##code, path, part);                                                                     \
    } while (0)

#define LINE "layers[0].machine.states.Line"
#define PLANE "layers[0].machine.states.Plane"
#define GO "layers[0].machine.transitions[0]"

static void test_arguments(void **state) {
    (void)state;
    sinew_graph *graph = (sinew_graph *)(uintptr_t)1;
    sinew_graph_desc empty = { 0 };
    assert_int_equal(sinew_graph_create(NULL, &graph, NULL), SINEW_ERROR_ARGUMENT);
    assert_null(graph);
    assert_int_equal(sinew_graph_create(&empty, NULL, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_graph_create(&empty, &graph, NULL), SINEW_ERROR_INPUT);
    assert_null(sinew_graph_definition(NULL));
    assert_int_equal(sinew_graph_hash(NULL), 0);
    assert_int_equal(sinew_graph_bytes(NULL), 0);
    sinew_graph_destroy(NULL);
}

static void test_copy(void **state) {
    (void)state;
    kit k;
    sinew_graph *graph;
    char clip[] = "clip";
    fill(&k);
    k.states[5].motion.clip = clip;
    sinew_mask_desc *alone = malloc(sizeof *alone); /* nothing may be read behind it */
    assert_non_null(alone);
    *alone = k.own_mask;
    k.layers[0].mask = alone;
    assert_int_equal(sinew_graph_create(&k.desc, &graph, NULL), SINEW_OK);
    free(alone);
    clip[0] = 'x';
    uint64_t hash = sinew_graph_hash(graph);
    memset(&k, 0xA5, sizeof k);
    const sinew_graph_desc *desc = sinew_graph_definition(graph);
    assert_string_equal(desc->rig, "hero.glb");
    assert_string_equal(desc->layers[0].machine.states[5].motion.clip, "clip");
    assert_string_equal(desc->layers[0].machine.states[3].motion.children[0].motion.children[1].motion.clip, "m");
    assert_string_equal(desc->layers[0].machine.states[4].machine->transitions[0].to, "<exit>");
    assert_string_equal(desc->layers[0].mask->joints[0].name, "spine");
    assert_string_equal(desc->masks[0].joints[1].name, "arm");
    assert_string_equal(desc->layers[0].machine.states[0].tags[1], "grounded");
    assert_string_equal(desc->mixes[0].to, "run");
    assert_true(desc->layers[0].machine.transitions[0].fade.value == 0.1);
    assert_true(sinew_graph_bytes(graph) > 1000);
    /* The copy may be made a graph again. */
    sinew_graph *again;
    assert_int_equal(sinew_graph_create(desc, &again, NULL), SINEW_OK);
    assert_true(sinew_graph_hash(again) == hash);
    sinew_graph_destroy(again);
    sinew_graph_destroy(graph);
}

static void test_parameters(void **state) {
    (void)state;
    BAD(k.parameters[0].default_value = NAN, NOT_FINITE, "parameters.speed.default", "\"default\"");
    BAD(k.parameters[0].default_value = 1e39, OUT_OF_RANGE, "parameters.speed.default", "1e+39");
    BAD(k.parameters[1].default_value = 1.5, OUT_OF_RANGE, "parameters.count.default", "whole");
    BAD(k.parameters[1].default_value = 2147483648.0, OUT_OF_RANGE, "parameters.count.default", NULL);
    BAD(k.parameters[2].default_value = 2, OUT_OF_RANGE, "parameters.ready.default", "true or false");
    BAD(k.parameters[3].expires.value = -1, OUT_OF_RANGE, "parameters.jump.expires", NULL);
    BAD(k.parameters[0].min = (sinew_opt)SET(INFINITY), NOT_FINITE, "parameters.speed.min", NULL);
    BAD((k.parameters[0].min = (sinew_opt)SET(2), k.parameters[0].max = (sinew_opt)SET(1)), OUT_OF_RANGE,
        "parameters.speed.max", "below");
    BAD(k.parameters[3].type = (sinew_parameter_type)9, OUT_OF_RANGE, "parameters.jump.type", NULL);
    BAD(k.desc.parameter_count = 5000, TOO_LARGE, "parameters", "4096");
    BAD(k.desc.parameters = NULL, MISSING_FIELD, "parameters", NULL);
    kit k;
    fill(&k);
    k.parameters[2].name = "speed"; /* "ready" is then unknown too */
    k.transitions[0].condition_count = 1;
    expect(&k, SINEW_CODE_DUPLICATE_NAME, "parameters.speed.name", "\"speed\"");
    fill(&k);
    k.parameters[2].name = "";
    k.transitions[0].condition_count = 1;
    expect(&k, SINEW_CODE_RESERVED_NAME, "parameters[\"\"].name", NULL);
}

static void test_top(void **state) {
    (void)state;
    BAD(k.desc.default_mix = (sinew_opt)SET(-0.1), OUT_OF_RANGE, "defaultMix", "-0.1");
    BAD(k.desc.transitions_per_moment = 9, OUT_OF_RANGE, "transitionsPerMoment", "is 9; it must be from 1 to 8");
    BAD(k.desc.events = SINEW_EVENTS_BOTH, OUT_OF_RANGE, "events", "both");
    BAD(k.desc.events = (sinew_event_choice)7, OUT_OF_RANGE, "events", NULL);
    BAD(k.desc.stepped = (sinew_opt)SET(0), OUT_OF_RANGE, "stepped", "greater");
    BAD(k.desc.layer_count = 65, TOO_LARGE, "layers", "64");
    BAD(k.desc.layer_count = 0, MISSING_FIELD, "layers", NULL);
    BAD(k.mixes[0].duration = -1, OUT_OF_RANGE, "mixes[0].duration", NULL);
    BAD(k.mixes[0].from = NULL, MISSING_FIELD, "mixes[0]", "\"from\"");
    BAD(k.mixes[0].to = "", MISSING_FIELD, "mixes[0].to", NULL);
    BAD(k.masks[0].name = NULL, RESERVED_NAME, "masks[\"\"].name", NULL);
    BAD((k.desc.masks = (sinew_mask_desc[2]){ k.masks[0], k.masks[0] }, k.desc.mask_count = 2), DUPLICATE_NAME,
        "masks.upper.name", "\"upper\"");
    BAD((k.joints[1].name = "spine", k.own_mask.joint_count = 1), DUPLICATE_NAME, "masks.upper.bones[1]", "\"spine\"");
    BAD((k.joints[1].weight = (sinew_opt)SET(1.5)), OUT_OF_RANGE, "masks.upper.bones[1].weight", NULL);
    BAD(k.joints[1].name = NULL, MISSING_FIELD, "masks.upper.bones[1]", "\"name\"");
}

static void test_layers(void **state) {
    (void)state;
    BAD(k.layers[1].name = "Base", DUPLICATE_NAME, "layers[1].name", "\"Base\"");
    BAD(k.layers[1].name = NULL, RESERVED_NAME, "layers[1].name", NULL);
    BAD(k.layers[0].weight = (sinew_opt)SET(1.1), OUT_OF_RANGE, "layers[0].weight", "1.1");
    BAD(k.layers[0].event_threshold = -0.5, OUT_OF_RANGE, "layers[0].eventThreshold", NULL);
    BAD(k.layers[1].weight_parameter = "jump", PARAMETER_TYPE, "layers[1].weightParameter", "\"jump\" is a trigger");
    BAD(k.layers[1].weight_parameter = "cuont", UNKNOWN_PARAMETER, "layers[1].weightParameter",
        "did you mean \"count\"");
    BAD(k.layers[1].reference.time = -1, OUT_OF_RANGE, "layers[1].reference.time", NULL);
    BAD(k.layers[1].blend = SINEW_BLEND_REPLACE, ADDITIVE_REFERENCE, "layers[1].reference", "\"ref\"");
    BAD(k.layers[1].blend = (sinew_blend_mode)5, OUT_OF_RANGE, "layers[1].blend", NULL);
    BAD(k.layers[0].mask_name = "upper", REFUSED, "layers[0].mask", "\"upper\"");
    BAD(k.layers[1].machine.state_count = 0, MISSING_FIELD, "layers[1].machine.states", "at least one");
    BAD(k.layers[1].machine.states = NULL, MISSING_FIELD, "layers[1].machine.states", NULL);
}

static void test_states(void **state) {
    (void)state;
    BAD(k.layers[0].machine.entry = "Lime", UNKNOWN_STATE, "layers[0].machine.entry", "did you mean \"Line\"");
    static const char *const reserved[] = { "*", "any", "<exit>", "<held>", "", "a/b" };
    for (size_t i = 0; i < COUNT(reserved); ++i) {
        char path[64];
        kit k;
        fill(&k);
        k.states[6].name = reserved[i];
        snprintf(path, sizeof path, i == 1 ? "layers[0].machine.states.%s" : "layers[0].machine.states[\"%s\"]",
                 reserved[i]);
        expect(&k, SINEW_CODE_RESERVED_NAME, path, reserved[i]);
    }
    BAD(k.states[6].name = "Line", DUPLICATE_NAME, LINE, "\"Line\"");
    BAD(k.states[5].speed = (sinew_opt)SET(-INFINITY), NOT_FINITE, "layers[0].machine.states.Clip.speed", NULL);
    BAD(k.states[5].speed_parameter = "ready", PARAMETER_TYPE, "layers[0].machine.states.Clip.speedParameter", "bool");
    BAD(k.states[0].stepped = (sinew_opt)SET(-1), OUT_OF_RANGE, LINE ".stepped", NULL);
    BAD(k.tags[1] = "", MISSING_FIELD, LINE ".tags[1]", "\"Line\"");
    BAD(k.states[0].loop = (sinew_loop)8, OUT_OF_RANGE, LINE ".loop", NULL);
    BAD(k.states[4].motion = k.states[5].motion, REFUSED, "layers[0].machine.states.Sub", "\"Sub\"");
    BAD(k.states[5].motion.clip = NULL, MISSING_FIELD, "layers[0].machine.states.Clip", "\"clip\"");
    BAD(k.states[5].motion.kind = (sinew_motion_kind)99, OUT_OF_RANGE, "layers[0].machine.states.Clip.kind", NULL);
}

static void test_blends(void **state) {
    (void)state;
    BAD((k.line[1].x = 2.5, k.line[2].x = 1.5), BLEND_NOT_ASCENDING, LINE ".motions[2].at",
        "must ascend, but \"at\": 1.5 stands behind 2.5; order them");
    BAD(k.line[1].x = NAN, NOT_FINITE, LINE ".motions[1].at", NULL);
    BAD(k.states[0].motion.parameter = "jump", PARAMETER_TYPE, LINE ".parameter", "\"jump\"");
    BAD(k.states[0].motion.parameter = NULL, MISSING_FIELD, LINE, "\"parameter\"");
    BAD(k.states[0].motion.child_count = 0, BLEND_TOO_FEW, LINE ".motions", NULL);
    BAD(k.states[0].motion.children = NULL, MISSING_FIELD, LINE ".motions", NULL);
    BAD(k.line[2].speed.value = 0, OUT_OF_RANGE, LINE ".motions[2].speed", "greater than 0");
    BAD(k.line[1].motion.kind = SINEW_MOTION_EMPTY, MISSING_FIELD, LINE ".motions[1]", NULL);
    BAD(k.line[1].motion.clip = "", MISSING_FIELD, LINE ".motions[1].clip", NULL);
    BAD(k.states[0].motion.sync = (sinew_sync)3, OUT_OF_RANGE, LINE ".sync", NULL);
    BAD(k.states[1].motion.parameter_y = "speed", PARAMETER_TYPE, PLANE ".parameters[1]", "\"speed\"");
    BAD(k.states[1].motion.parameter_y = "ready", PARAMETER_TYPE, PLANE ".parameters[1]", "\"ready\"");
    BAD(k.states[1].motion.parameter = "x", UNKNOWN_PARAMETER, PLANE ".parameters[0]", "\"x\"");
    BAD(k.plane[3] = clip_at("d", -0.0, 1), BLEND_SAME_POINT, PLANE ".motions[3].at", "same point");
    BAD(k.plane[2].y = INFINITY, NOT_FINITE, PLANE ".motions[2].at", NULL);
    BAD(k.states[1].motion.algorithm = (sinew_algorithm)4, OUT_OF_RANGE, PLANE ".algorithm", NULL);
    BAD(k.direct[1].weight = NULL, MISSING_FIELD, "layers[0].machine.states.Direct.motions[1]", "\"weight\"");
    BAD(k.direct[1].weight = "ready", PARAMETER_TYPE, "layers[0].machine.states.Direct.motions[1].weight", "\"ready\"");
    sinew_child_desc three[3] = { clip_at("a", 0, 0), clip_at("b", 0, 0), clip_at("", 0, 0) };
    BAD((k.states[3].motion.child_count = 3, k.states[3].motion.children = three), MISSING_FIELD,
        "layers[0].machine.states.Add.add", "\"delta\"");
    BAD(k.states[3].motion.child_count = 1, MISSING_FIELD, "layers[0].machine.states.Add.add", "\"delta\"");
    BAD(k.states[3].motion.weight_parameter = "jump", PARAMETER_TYPE, "layers[0].machine.states.Add.add.weight", NULL);
    BAD(k.states[3].motion.weight.value = -1, OUT_OF_RANGE, "layers[0].machine.states.Add.add.weight", NULL);
    BAD(k.nested[1].x = -1, BLEND_NOT_ASCENDING, "layers[0].machine.states.Add.add.base.motions[1].at", NULL);
    BAD(k.pair[1].motion.clip = NULL, MISSING_FIELD, "layers[0].machine.states.Add.add.delta", NULL);
    BAD(k.states[3].motion.reference.clip = "", MISSING_FIELD, "layers[0].machine.states.Add.add.reference.clip", NULL);
}

static void test_grid(void **state) {
    (void)state;
    BAD((k.states[1].motion.algorithm = SINEW_ALGORITHM_GRID, k.states[1].motion.child_count = 3),
        BLEND_GRID_INCOMPLETE, PLANE ".motions", "grid");
    BAD((k.states[1].motion.algorithm = SINEW_ALGORITHM_GRID, k.states[1].motion.child_count = 2),
        BLEND_GRID_INCOMPLETE, PLANE ".motions", "two different");
    BAD((k.states[1].motion.algorithm = SINEW_ALGORITHM_GRID, k.plane[3] = clip_at("d", 2, 2)), BLEND_GRID_INCOMPLETE,
        PLANE ".motions", "9 corners");
    BAD((k.states[1].motion.algorithm = SINEW_ALGORITHM_GRID, k.plane[3] = clip_at("d", 0, 0)), BLEND_SAME_POINT,
        PLANE ".motions[3].at", "same point");
    BAD((k.states[1].motion.algorithm = SINEW_ALGORITHM_GRID, k.states[1].motion.child_count = 2,
         k.plane[1] = k.plane[2]),
        BLEND_GRID_INCOMPLETE, PLANE ".motions", "has 1 by 2");
    kit k;
    fill(&k);
    k.states[1].motion.algorithm = SINEW_ALGORITHM_GRID;
    hash_of(&k);
}

/* Directions in units of 45 degrees, then the number of warnings. */
static void test_polar(void **state) {
    (void)state;
    static const double xs[] = { 1, 1, 0, -1, -1, -1, 0, 1 }, ys[] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    static const struct {
        bool origin;
        int directions[5];
        uint32_t count, warnings;
    } rows[] = {
        { true, { 0, 3, 5 }, 3, 0 },       { false, { 0, 3, 5 }, 3, 1 },   { true, { 0, 4 }, 2, 1 },
        { true, { 0, 2, 4 }, 3, 1 },       { true, { 0, 2, 4, 6 }, 4, 0 }, { true, { 1, 2, 3 }, 3, 1 },
        { true, { 7, 0, 1 }, 3, 1 },       { true, { 0 }, 1, 1 },          { true, { 0 }, 0, 1 },
        { false, { 0, 1 }, 2, 2 },         { true, { 2, 5, 7 }, 3, 0 },    { true, { 6, 1, 3, 4 }, 4, 0 },
        { true, { 1, 0, 7, 4, 6 }, 5, 0 }, { true, { 1, 0, 7, 6 }, 4, 1 },
    };
    for (size_t i = 0; i < COUNT(rows); ++i) {
        kit k;
        sinew_child_desc points[6];
        sinew_graph *graph;
        sinew_log log = { 0 };
        uint32_t count = 0;
        fill(&k);
        for (uint32_t d = 0; d < rows[i].count; ++d, ++count)
            points[count] = clip_at("p", 2 * xs[rows[i].directions[d]], 2 * ys[rows[i].directions[d]]);
        if (rows[i].origin) points[count++] = clip_at("o", 0, 0);
        k.states[1].motion.algorithm = SINEW_ALGORITHM_POLAR;
        k.states[1].motion.children = points;
        k.states[1].motion.child_count = count;
        assert_int_equal(sinew_graph_create(&k.desc, &graph, &log), SINEW_OK);
        if (log.warning_count != rows[i].warnings) fail_msg("row %zu: %u warnings", i, log.warning_count);
        if (log.count) assert_int_equal(log.items[0].code, SINEW_CODE_BLEND_POLAR_GAP);
        if (log.count) assert_string_equal(log.items[0].path, PLANE ".motions");
        sinew_graph_destroy(graph);
        sinew_log_free(&log);
    }
    /* The same direction at two distances is no gap, on an axis or off it. */
    kit k;
    for (int d = 0; d < 8; ++d) {
        sinew_child_desc around[5] = { clip_at("o", 0, 0) };
        const int directions[4] = { d, d, (d + 3) % 8, (d + 5) % 8 };
        for (int i = 0; i < 4; ++i)
            around[i + 1] = clip_at("p", 0.1 * (i + 1) * xs[directions[i]], 0.1 * (i + 1) * ys[directions[i]]);
        fill(&k);
        k.states[1].motion.algorithm = SINEW_ALGORITHM_POLAR;
        k.states[1].motion.children = around;
        k.states[1].motion.child_count = 5;
        sinew_log log = { 0 };
        sinew_graph *graph;
        assert_int_equal(sinew_graph_create(&k.desc, &graph, &log), SINEW_OK);
        if (log.count) fail_msg("direction %d: %s", d, log.items[0].sentence);
        sinew_graph_destroy(graph);
    }
    /* But where nothing else is around there is one. */
    sinew_child_desc same[] = { clip_at("o", 0, 0), clip_at("a", 1, 1), clip_at("b", 2, 2), clip_at("c", 3, 3) };
    fill(&k);
    k.states[1].motion.algorithm = SINEW_ALGORITHM_POLAR;
    k.states[1].motion.children = same;
    expect(&k, SINEW_CODE_BLEND_POLAR_GAP, PLANE ".motions", "180");
}

static void test_transitions(void **state) {
    (void)state;
    BAD(k.transitions[0].to = "Clap", UNKNOWN_STATE, GO ".to", "did you mean \"Clip\"");
    BAD(k.transitions[0].from = "Q", UNKNOWN_STATE, GO ".from", "\"Q\"");
    BAD(k.transitions[0].from = "any", UNKNOWN_STATE, GO ".from", "\"*\"");
    BAD(k.transitions[0].to = "*", UNKNOWN_STATE, GO ".to", NULL);
    BAD(k.transitions[0].to = "<exit>", EXIT_OUTERMOST, GO ".to", "\"<exit>\"");
    BAD(k.transitions[0].from = NULL, MISSING_FIELD, GO, "\"from\"");
    BAD(k.transitions[0].to = NULL, MISSING_FIELD, GO, "\"to\"");
    BAD(k.inner_transitions[0].from = "Line", UNKNOWN_STATE, "layers[0].machine.states.Sub.machine.transitions[0].from",
        "\"Line\"");
    BAD(k.transitions[0].fade.value = -1, OUT_OF_RANGE, GO ".fade", NULL);
    BAD(k.transitions[0].fade.value = 1e7, OUT_OF_RANGE, GO ".fade", "1000000");
    BAD(k.transitions[1].exit.value = -0.5, OUT_OF_RANGE, "layers[0].machine.transitions[1].exit", NULL);
    BAD(k.transitions[1].exit.value = NAN, NOT_FINITE, "layers[0].machine.transitions[1].exit", NULL);
    BAD(k.transitions[0].offset = (sinew_opt)SET(1.01), OUT_OF_RANGE, GO ".offset", NULL);
    BAD(k.transitions[0].curve = (sinew_curve_kind)2, OUT_OF_RANGE, GO ".curve", NULL);
    BAD(k.transitions[0].interrupt = (sinew_interrupt)4, OUT_OF_RANGE, GO ".interrupt", NULL);
    BAD(k.transitions[0].hold = (sinew_hold)3, OUT_OF_RANGE, GO ".hold", NULL);
    BAD(k.transitions[0].events = SINEW_EVENTS_ALL, OUT_OF_RANGE, GO ".events", "\"both\"");
    BAD(k.transitions[0].events = (sinew_event_choice)3, OUT_OF_RANGE, GO ".events", NULL);
    BAD(k.transitions[0].conditions = NULL, MISSING_FIELD, GO ".when", NULL);
}

static void test_conditions(void **state) {
    (void)state;
    BAD(k.conditions[0].parameter = "jmp", UNKNOWN_PARAMETER, GO ".when[0].parameter", "did you mean \"jump\"");
    BAD(k.conditions[0].parameter = NULL, MISSING_FIELD, GO ".when[0]", "\"parameter\"");
    BAD(k.conditions[0].test = SINEW_TEST_LESS, PARAMETER_TYPE, GO ".when[0].test", "\"jump\"");
    BAD(k.conditions[0].value = (sinew_opt)SET(0), PARAMETER_TYPE, GO ".when[0].value", "\"jump\"");
    BAD(k.conditions[1].test = SINEW_TEST_LESS, PARAMETER_TYPE, GO ".when[1].test", "\"ready\"");
    BAD(k.conditions[1].value = (sinew_opt)SET(2), OUT_OF_RANGE, GO ".when[1].value", "\"ready\"");
    BAD(k.conditions[2].value.set = false, MISSING_FIELD, GO ".when[2]", "\"value\"");
    BAD(k.conditions[2].value.value = NAN, NOT_FINITE, GO ".when[2].value", NULL);
    BAD(k.conditions[2].test = (sinew_test)6, OUT_OF_RANGE, GO ".when[2].test", NULL);
    kit k;
    fill(&k);
    k.conditions[0].value = (sinew_opt)SET(1); /* a trigger may say that it wants to be set */
    hash_of(&k);
}

static void test_never(void **state) {
    (void)state;
    static const char *const path = "layers[0].machine.transitions[2]";
    BAD(k.transitions[2].from = "Line", TRANSITION_NEVER, path, "\"exit\": 1");
    BAD(k.transitions[2].from = "Direct", TRANSITION_NEVER, path, "\"Direct\"");
    BAD((k.transitions[2].from = "Clip", k.states[5].loop = SINEW_LOOP_PINGPONG), TRANSITION_NEVER, path, NULL);
    BAD((k.transitions[2].from = "Clip", k.states[5].loop = SINEW_LOOP_ON), TRANSITION_NEVER, path, NULL);
    BAD((k.transitions[2].from = "Plane", k.states[1].loop = SINEW_LOOP_DEFAULT), TRANSITION_NEVER, path, NULL);
    /* From any: only where every state loops for certain. */
    BAD((k.transitions[0] = (sinew_transition_desc){ .from = "*", .to = "Line", .exit = SET(1) },
         k.transitions[2].from = "*", k.layers[0].machine.state_count = 1, k.layers[0].machine.transition_count = 3,
         k.transitions[1].from = "Line"),
        TRANSITION_NEVER, path, "every state");
    kit k;
    static const char *const fine[] = { "Plane", "Clip", "Sub", "None", "Add", "*" };
    for (size_t i = 0; i < COUNT(fine); ++i) {
        fill(&k);
        k.transitions[2].from = fine[i];
        sinew_log log = { 0 };
        sinew_graph *graph;
        assert_int_equal(sinew_graph_create(&k.desc, &graph, &log), SINEW_OK);
        if (log.count) fail_msg("%s: %s", fine[i], log.items[0].sentence);
        sinew_graph_destroy(graph);
    }
    fill(&k);
    k.transitions[2].from = "Line";
    k.transitions[2].disabled = true;
    hash_of(&k);
}

/* ---- limits ---- */

static void test_depth(void **state) {
    (void)state;
    for (uint32_t depth = SINEW_MAX_DEPTH; depth <= SINEW_MAX_DEPTH + 1; ++depth) {
        sinew_machine_desc machines[SINEW_MAX_DEPTH + 1];
        sinew_state_desc states[SINEW_MAX_DEPTH + 1];
        for (uint32_t i = 0; i < depth; ++i) {
            states[i] = (sinew_state_desc){ .name = "S", .machine = i + 1 < depth ? &machines[i + 1] : NULL };
            machines[i] = (sinew_machine_desc){ .states = &states[i], .state_count = 1 };
        }
        kit k;
        fill(&k);
        k.layers[1].machine = machines[0];
        if (depth == SINEW_MAX_DEPTH) hash_of(&k);
        else
            expect(&k, SINEW_CODE_TOO_DEEP,
                   "layers[1].machine.states.S.machine.states.S.machine.states.S.machine.states"
                   ".S.machine.states.S.machine.states.S.machine.states.S.machine.states.S.machine",
                   "8");
    }
    for (uint32_t depth = SINEW_MAX_DEPTH; depth <= SINEW_MAX_DEPTH + 1; ++depth) {
        sinew_child_desc children[SINEW_MAX_DEPTH + 1];
        for (uint32_t i = 0; i < depth; ++i) {
            children[i] = clip_at("c", 0, 0);
            if (i + 1 < depth)
                children[i].motion = (sinew_motion_desc){
                    .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = &children[i + 1], .child_count = 1
                };
        }
        kit k;
        fill(&k);
        k.states[0].motion.children = children;
        k.states[0].motion.child_count = 1;
        if (depth == SINEW_MAX_DEPTH) hash_of(&k);
        else
            expect(&k, SINEW_CODE_TOO_DEEP,
                   LINE ".motions[0].motions[0].motions[0].motions[0].motions[0].motions[0]"
                        ".motions[0].motions[0]",
                   "8");
    }
}

/* Pointers that lead back, and ones that are shared so that walking them all would never end. */
static void test_endless(void **state) {
    (void)state;
    kit k;
    fill(&k);
    k.inner_states[0].machine = &k.inner;
    k.inner_states[0].motion.kind = SINEW_MOTION_EMPTY;
    sinew_graph *graph;
    assert_int_equal(sinew_graph_create(&k.desc, &graph, NULL), SINEW_ERROR_INPUT);
    sinew_child_desc many[64];
    fill(&k);
    for (int i = 0; i < 64; ++i) {
        many[i] = clip_at("c", i, 0);
        many[i].motion = (sinew_motion_desc){
            .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = many, .child_count = 64
        };
    }
    k.states[0].motion.children = many;
    k.states[0].motion.child_count = 64;
    sinew_log log = { 0 };
    assert_int_equal(sinew_graph_create(&k.desc, &graph, &log), SINEW_ERROR_INPUT);
    assert_in_range(log.error_count, 2, SINEW_MAX_MOTIONS + 1); /* one too-deep a motion, and one too-large */
    assert_int_equal(log.items[0].code, SINEW_CODE_TOO_DEEP);
    sinew_log_free(&log);
}

static void test_too_many(void **state) {
    (void)state;
    static sinew_transition_desc transitions[SINEW_MAX_TRANSITIONS + 1];
    kit k;
    fill(&k);
    for (uint32_t i = 0; i < COUNT(transitions); ++i) transitions[i] = k.transitions[1];
    k.layers[0].machine.transitions = transitions;
    k.layers[0].machine.transition_count = SINEW_MAX_TRANSITIONS - 1; /* and one in the sub-machine */
    hash_of(&k);
    k.layers[0].machine.transition_count = SINEW_MAX_TRANSITIONS + 1;
    expect(&k, SINEW_CODE_TOO_LARGE, "layers[0].machine", "65535 transitions");
}

static void test_all_at_once(void **state) {
    (void)state;
    kit k;
    fill(&k);
    k.parameters[0].default_value = NAN;
    k.line[2].x = 0;
    k.transitions[0].to = "x";
    k.conditions[2].parameter = "y";
    k.layers[1].weight_parameter = "z";
    k.mixes[0].duration = -1;
    sinew_log log = { 0 };
    sinew_graph *graph;
    assert_int_equal(sinew_graph_create(&k.desc, &graph, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.error_count, 6);
    sinew_log_free(&log);
}

static bool create_once(fault *f, void *user) {
    kit *k = user;
    sinew_graph *graph;
    sinew_log log = { .allocator = &f->allocator };
    k->desc.allocator = &f->allocator;
    sinew_result result = sinew_graph_create(&k->desc, &graph, &log);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    assert_int_equal(result == SINEW_OK, graph != NULL);
    assert_int_equal(log.error_count, result ? 1 : 0);
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
    return !result;
}

static void test_memory(void **state) {
    (void)state;
    kit k;
    fill(&k);
    assert_true(fault_sweep(create_once, &k, 200) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments),   cmocka_unit_test(test_copy),       cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_top),         cmocka_unit_test(test_layers),     cmocka_unit_test(test_states),
        cmocka_unit_test(test_blends),      cmocka_unit_test(test_grid),       cmocka_unit_test(test_polar),
        cmocka_unit_test(test_transitions), cmocka_unit_test(test_conditions), cmocka_unit_test(test_never),
        cmocka_unit_test(test_depth),       cmocka_unit_test(test_endless),    cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_all_at_once), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
