/* Graphs at their limits: each number just inside and just outside its range, each count at its most and one more,
   paths and sentences longer than what is kept of them. test_graph.c has what is refused and where. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "sinew/graph.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define SET(number)                                                                                                    \
    { true, number }
#define FLOAT_MOST 3.4028234663852886e38

/* A graph in which every number with a range stands. */
typedef struct wide {
    sinew_parameter_desc parameters[4];
    sinew_child_desc plane[2], line[2], pair[2];
    sinew_condition_desc when[2];
    sinew_transition_desc transitions[1];
    sinew_state_desc states[4];
    sinew_mask_joint_desc joints[1];
    sinew_mask_desc masks[1];
    sinew_mix_desc mixes[1];
    sinew_layer_desc layers[1];
    sinew_graph_desc desc;
} wide;

static sinew_child_desc clip_at(double x, double y) {
    return (sinew_child_desc){ .motion = { .kind = SINEW_MOTION_CLIP, .clip = "c" }, .x = x, .y = y };
}

static void fill_states(wide *w) {
    w->line[0] = clip_at(0, 0);
    w->line[0].speed = (sinew_opt)SET(1);
    w->line[1] = clip_at(0, 0);
    w->line[1].x = FLOAT_MOST;
    w->plane[0] = clip_at(0, 0);
    w->plane[1] = clip_at(1, 1);
    w->pair[0] = w->pair[1] = clip_at(0, 0);
    w->states[0] = (sinew_state_desc){ .name = "Line", .speed = SET(1), .stepped = SET(1) };
    w->states[0].motion =
        (sinew_motion_desc){ .kind = SINEW_MOTION_BLEND_1D, .parameter = "f", .children = w->line, .child_count = 2 };
    w->states[1].name = "Plane";
    w->states[1].motion = (sinew_motion_desc){
        .kind = SINEW_MOTION_BLEND_2D, .parameter = "f", .parameter_y = "i", .children = w->plane, .child_count = 2
    };
    w->states[2].name = "Add";
    w->states[2].motion = (sinew_motion_desc){
        .kind = SINEW_MOTION_ADD, .children = w->pair, .child_count = 2, .weight = SET(1), .reference = { "r", 0 }
    };
    w->states[3] = (sinew_state_desc){ .name = "Clip", .motion = w->line[1].motion };
}

static void fill(wide *w) {
    memset(w, 0, sizeof *w);
    w->parameters[0] = (sinew_parameter_desc){ .name = "f", .min = SET(0), .max = SET(0) };
    w->parameters[1] = (sinew_parameter_desc){ .name = "i", .type = SINEW_PARAMETER_INT };
    w->parameters[2] = (sinew_parameter_desc){ .name = "b", .type = SINEW_PARAMETER_BOOL };
    w->parameters[3] = (sinew_parameter_desc){ .name = "t", .type = SINEW_PARAMETER_TRIGGER, .expires = SET(1) };
    fill_states(w);
    w->when[0] = (sinew_condition_desc){ .parameter = "f", .value = SET(1) };
    w->when[1] = (sinew_condition_desc){ .parameter = "b", .value = SET(1) };
    w->transitions[0] = (sinew_transition_desc){ .from = "Line",
                                                 .to = "Add",
                                                 .conditions = w->when,
                                                 .condition_count = 2,
                                                 .fade = SET(0),
                                                 .exit = SET(0),
                                                 .offset = SET(0) };
    w->joints[0] = (sinew_mask_joint_desc){ "j", SET(1) };
    w->masks[0] = (sinew_mask_desc){ .name = "m", .joints = w->joints, .joint_count = 1 };
    w->mixes[0] = (sinew_mix_desc){ "c", "d", 0 };
    w->layers[0] =
        (sinew_layer_desc){ .name = "Base", .weight = SET(1), .blend = SINEW_BLEND_ADDITIVE, .reference = { "r", 0 } };
    w->layers[0].machine = (sinew_machine_desc){
        .states = w->states, .state_count = COUNT(w->states), .transitions = w->transitions, .transition_count = 1
    };
    w->desc = (sinew_graph_desc){ .parameters = w->parameters,
                                  .parameter_count = COUNT(w->parameters),
                                  .layers = w->layers,
                                  .layer_count = 1,
                                  .masks = w->masks,
                                  .mask_count = 1,
                                  .mixes = w->mixes,
                                  .mix_count = 1,
                                  .default_mix = SET(0),
                                  .stepped = SET(1) };
}

/* The findings of a description; the log is the caller's to free. */
static sinew_log findings(const sinew_graph_desc *desc) {
    sinew_graph *graph;
    sinew_log log = { 0 };
    sinew_result result = sinew_graph_create(desc, &graph, &log);
    assert_int_equal(result, log.error_count ? SINEW_ERROR_INPUT : SINEW_OK);
    assert_int_equal(graph != NULL, result == SINEW_OK);
    sinew_graph_destroy(graph);
    return log;
}

static void accepted(const sinew_graph_desc *desc, const char *what) {
    sinew_log log = findings(desc);
    if (log.count) fail_msg("%s: %s: %s", what, log.items[0].path, log.items[0].sentence);
    sinew_log_free(&log);
}

static void refused(const sinew_graph_desc *desc, sinew_code code, const char *path) {
    sinew_log log = findings(desc);
    for (uint32_t i = 0; i < log.count && log.count != 1; ++i)
        print_error("%s: %s\n", log.items[i].path, log.items[i].sentence);
    assert_int_equal(log.count, 1);
    assert_string_equal(sinew_code_word(log.items[0].code), sinew_code_word(code));
    assert_string_equal(log.items[0].path, path);
    sinew_log_free(&log);
}

/* ---- ranges ---- */

enum { OPEN = 1, FINITE = 2 }; /* the low end itself is outside; any finite number is inside */

static void check_bounds(wide *w, double *value, const char *path, double low, double high, int how) {
    double kept = *value;
    *value = high;
    accepted(&w->desc, path);
    *value = low;
    if (how & OPEN) refused(&w->desc, SINEW_CODE_OUT_OF_RANGE, path);
    else accepted(&w->desc, path);
    *value = how & OPEN ? nextafter(low, INFINITY) : low;
    accepted(&w->desc, path);
    if (!(how & FINITE)) {
        *value = nextafter(low, -INFINITY);
        refused(&w->desc, SINEW_CODE_OUT_OF_RANGE, path);
        *value = nextafter(high, INFINITY);
        refused(&w->desc, SINEW_CODE_OUT_OF_RANGE, path);
    }
    static const double never[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; ++i) {
        *value = never[i];
        refused(&w->desc, SINEW_CODE_NOT_FINITE, path);
    }
    *value = kept;
}

#define MACHINE "layers[0].machine."
#define GO MACHINE "transitions[0]"

static void test_each_number_at_its_ends(void **state) {
    (void)state;
    wide w;
    fill(&w);
    accepted(&w.desc, "as it is");
    struct {
        double *value;
        const char *path;
        double low, high;
        int how;
    } rows[] = {
        { &w.parameters[0].default_value, "parameters.f.default", -FLOAT_MOST, FLOAT_MOST, 0 },
        { &w.parameters[0].min.value, "parameters.f.min", -1e308, 0, FINITE },
        { &w.parameters[0].max.value, "parameters.f.max", 0, 1e308, FINITE },
        { &w.parameters[1].default_value, "parameters.i.default", INT32_MIN, INT32_MAX, 0 },
        { &w.parameters[3].expires.value, "parameters.t.expires", 0, 1e6, 0 },
        { &w.joints[0].weight.value, "masks.m.bones[0].weight", 0, 1, 0 },
        { &w.mixes[0].duration, "mixes[0].duration", 0, 1e6, 0 },
        { &w.desc.default_mix.value, "defaultMix", 0, 1e6, 0 },
        { &w.desc.stepped.value, "stepped", 0, 1e6, OPEN },
        { &w.layers[0].weight.value, "layers[0].weight", 0, 1, 0 },
        { &w.layers[0].event_threshold, "layers[0].eventThreshold", 0, 1, 0 },
        { &w.layers[0].reference.time, "layers[0].reference.time", 0, 1e6, 0 },
        { &w.states[0].speed.value, MACHINE "states.Line.speed", -1e6, 1e6, 0 },
        { &w.states[0].stepped.value, MACHINE "states.Line.stepped", 0, 1e6, OPEN },
        { &w.line[0].x, MACHINE "states.Line.motions[0].at", -FLOAT_MOST, 0, 0 },
        { &w.line[1].x, MACHINE "states.Line.motions[1].at", nextafter(0, 1), FLOAT_MOST, 0 },
        { &w.line[0].speed.value, MACHINE "states.Line.motions[0].speed", 0, 1e6, OPEN },
        { &w.plane[1].x, MACHINE "states.Plane.motions[1].at", -FLOAT_MOST, FLOAT_MOST, 0 },
        { &w.plane[1].y, MACHINE "states.Plane.motions[1].at", -FLOAT_MOST, FLOAT_MOST, 0 },
        { &w.states[2].motion.weight.value, MACHINE "states.Add.add.weight", 0, 1e6, 0 },
        { &w.states[2].motion.reference.time, MACHINE "states.Add.add.reference.time", 0, 1e6, 0 },
        { &w.transitions[0].fade.value, GO ".fade", 0, 1e6, 0 },
        { &w.transitions[0].exit.value, GO ".exit", 0, 1e9, 0 },
        { &w.transitions[0].offset.value, GO ".offset", 0, 1, 0 },
        { &w.when[0].value.value, GO ".when[0].value", -FLOAT_MOST, FLOAT_MOST, 0 },
    };
    for (uint32_t i = 0; i < COUNT(rows); ++i) {
        /* Positions of a 1D blend must ascend: its inner ends have a finding of their own. */
        if (rows[i].value == &w.line[0].x || rows[i].value == &w.line[1].x) continue;
        check_bounds(&w, rows[i].value, rows[i].path, rows[i].low, rows[i].high, rows[i].how);
    }
    w.line[0].x = -FLOAT_MOST;
    accepted(&w.desc, "the widest line");
    w.line[0].x = -nextafter(FLOAT_MOST, INFINITY);
    refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, MACHINE "states.Line.motions[0].at");
    w.line[0].x = FLOAT_MOST;
    refused(&w.desc, SINEW_CODE_BLEND_NOT_ASCENDING, MACHINE "states.Line.motions[1].at");
    w.line[0].x = NAN; /* what follows it is not compared with it */
    refused(&w.desc, SINEW_CODE_NOT_FINITE, MACHINE "states.Line.motions[0].at");
}

/* A bool is 0 or 1, and so is the start of a trigger; a graph's moments have 1 to 8 transitions, 0 being 8. */
static void test_whole_choices(void **state) {
    (void)state;
    wide w;
    static const double neither[] = { -1, 0.5, 2, -0.5 };
    for (uint32_t i = 0; i < COUNT(neither); ++i) {
        fill(&w);
        w.parameters[2].default_value = neither[i];
        refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, "parameters.b.default");
        fill(&w);
        w.parameters[3].default_value = neither[i];
        refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, "parameters.t.default");
        fill(&w);
        w.when[1].value.value = neither[i];
        refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, GO ".when[1].value");
    }
    fill(&w);
    w.parameters[2].default_value = NAN;
    refused(&w.desc, SINEW_CODE_NOT_FINITE, "parameters.b.default");
    for (uint32_t value = 0; value < 2; ++value) {
        fill(&w);
        w.parameters[2].default_value = w.parameters[3].default_value = w.when[1].value.value = value;
        accepted(&w.desc, "a bool");
    }
    for (uint32_t moment = 0; moment < 12; ++moment) {
        w.desc.transitions_per_moment = moment;
        if (moment <= 8) accepted(&w.desc, "transitionsPerMoment");
        else refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, "transitionsPerMoment");
    }
}

static void test_each_choice_has_a_last_value(void **state) {
    (void)state;
    wide w;
#define LAST(field, type, last, path)                                                                                  \
    do {                                                                                                               \
        fill(&w);                                                                                                      \
        w.field = last;                                                                                                \
        accepted(&w.desc, path);                                                                                       \
        w.field = (type)(last + 1);                                                                                    \
        refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, path);                                                               \
    } while (0)
    LAST(desc.events, sinew_event_choice, SINEW_EVENTS_ALL, "events");
    LAST(layers[0].blend, sinew_blend_mode, SINEW_BLEND_ADDITIVE, "layers[0].blend");
    LAST(states[3].loop, sinew_loop, SINEW_LOOP_PINGPONG, MACHINE "states.Clip.loop");
    LAST(states[0].motion.sync, sinew_sync, SINEW_SYNC_NONE, MACHINE "states.Line.sync");
    LAST(transitions[0].curve, sinew_curve_kind, SINEW_CURVE_SMOOTH, GO ".curve");
    LAST(transitions[0].interrupt, sinew_interrupt, SINEW_INTERRUPT_BOTH, GO ".interrupt");
    LAST(transitions[0].hold, sinew_hold, SINEW_HOLD_INERTIAL, GO ".hold");
    LAST(transitions[0].events, sinew_event_choice, SINEW_EVENTS_BOTH, GO ".events");
    LAST(when[0].test, sinew_test, SINEW_TEST_GREATER_EQUAL, GO ".when[0].test");
    fill(&w);
    w.when[1].test = SINEW_TEST_NOT_EQUAL;
    accepted(&w.desc, "a bool has an inequality");
    fill(&w);
    w.parameters[1].type = (sinew_parameter_type)(SINEW_PARAMETER_TRIGGER + 1);
    refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, "parameters.i.type");
    fill(&w);
    w.states[3].motion.kind = (sinew_motion_kind)(SINEW_MOTION_ADD + 1);
    refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, MACHINE "states.Clip.kind");
    fill(&w);
    w.states[1].motion.algorithm = SINEW_ALGORITHM_GRADIENT;
    accepted(&w.desc, "gradient");
    w.states[1].motion.algorithm = (sinew_algorithm)(SINEW_ALGORITHM_GRID + 1);
    refused(&w.desc, SINEW_CODE_OUT_OF_RANGE, MACHINE "states.Plane.algorithm");
}

/* ---- counts ---- */

static char (*numbered(uint32_t count))[12] {
    char(*names)[12] = calloc(count, sizeof *names);
    assert_non_null(names);
    for (uint32_t i = 0; i < count; ++i) snprintf(names[i], sizeof names[i], "n%u", i);
    return names;
}

static void test_most_parameters_masks_and_layers(void **state) {
    (void)state;
    wide w;
    char(*names)[12] = numbered(4097);
    static sinew_parameter_desc parameters[4097];
    static sinew_mask_desc masks[4097];
    static sinew_layer_desc layers[65];
    fill(&w);
    for (uint32_t i = 0; i < 4097; ++i) {
        parameters[i] = i < 4 ? w.parameters[i] : (sinew_parameter_desc){ .name = names[i] };
        masks[i] = (sinew_mask_desc){ .name = names[i], .joints = w.joints, .joint_count = 1 };
    }
    for (uint32_t i = 0; i < 65; ++i) {
        layers[i] = w.layers[0];
        layers[i].name = names[i];
    }
    w.desc.parameters = parameters;
    w.desc.masks = masks;
    w.desc.layers = layers;
    w.desc.parameter_count = w.desc.mask_count = 4096;
    w.desc.layer_count = 64;
    accepted(&w.desc, "the most of each");
    w.desc.layer_count = 65;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, "layers");
    w.desc.layer_count = 64;
    w.desc.mask_count = 4097;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, "masks");
    w.desc.mask_count = 4096;
    w.desc.parameter_count = 4097;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, "parameters");
    free(names);
}

static void test_most_tags_conditions_and_mixes(void **state) {
    (void)state;
    wide w;
    static const char *tags[65536];
    static sinew_condition_desc when[65536];
    static sinew_mix_desc mixes[65536];
    fill(&w);
    for (uint32_t i = 0; i < 65536; ++i) {
        tags[i] = "t";
        when[i] = w.when[0];
        mixes[i] = w.mixes[0];
    }
    w.states[0].tags = tags;
    w.transitions[0].conditions = when;
    w.desc.mixes = mixes;
    w.states[0].tag_count = w.transitions[0].condition_count = w.desc.mix_count = 65535;
    accepted(&w.desc, "the most of each");
    w.states[0].tag_count = 65536;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Line.tags");
    w.states[0].tag_count = 1;
    w.transitions[0].condition_count = 65536;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, GO ".when");
    w.transitions[0].condition_count = 1;
    w.desc.mix_count = 65536;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, "mixes");
}

/* The most states and motions count for the whole graph, and that there are more is told once. */
static void test_most_states_and_motions(void **state) {
    (void)state;
    wide w;
    char(*names)[12] = numbered(65536);
    sinew_state_desc *states = calloc(65536, sizeof *states);
    sinew_child_desc *children = calloc(65536, sizeof *children);
    assert_true(states && children);
    sinew_machine_desc inner = { .states = states, .state_count = 65535 - 4 };
    fill(&w);
    for (uint32_t i = 0; i < 65536; ++i) {
        states[i].name = names[i];
        children[i] = clip_at(i, 0);
    }
    w.states[3] = (sinew_state_desc){ .name = "Sub", .machine = &inner };
    accepted(&w.desc, "the most states");
    inner.state_count++;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Sub.machine");
    inner.state_count = 65536;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Sub.machine");
    inner.state_count = 1;
    /* Nine motions of the other states: a line of two, a plane of two, a pair. */
    w.states[3] = (sinew_state_desc){ .name = "Many" };
    w.states[3].motion = (sinew_motion_desc){
        .kind = SINEW_MOTION_BLEND_1D, .parameter = "f", .children = children, .child_count = 65535 - 9 - 1
    };
    accepted(&w.desc, "the most motions");
    w.states[3].motion.child_count++;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Many.motions[65525]");
    w.states[3].motion.child_count = 65535;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Many.motions[65525]");
    w.states[3].motion.child_count = 65536;
    refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Many.motions");
    free(children);
    free(states);
    free(names);
}

/* Looking for the nearest name costs as much as there are names; 200,000 comparisons a graph are the most. */
/* Each look-up of a blend by bands compares every two of its motions. */
static void test_most_motions_of_bands(void **state) {
    (void)state;
    wide w;
    static sinew_child_desc many[1025];
    for (uint32_t i = 0; i < 1025; ++i)
        many[i] = clip_at((double)(i % 32) - 16, (double)(i / 32) - 16); /* all round the origin */
    const sinew_algorithm bands[] = { SINEW_ALGORITHM_GRADIENT, SINEW_ALGORITHM_POLAR };
    for (int i = 0; i < 2; ++i) {
        fill(&w);
        w.states[1].motion.algorithm = bands[i];
        w.states[1].motion.children = many;
        w.states[1].motion.child_count = 1024;
        accepted(&w.desc, "1024 motions");
        w.states[1].motion.child_count = 1025;
        refused(&w.desc, SINEW_CODE_TOO_LARGE, MACHINE "states.Plane.motions");
    }
    w.states[1].motion.algorithm = SINEW_ALGORITHM_DELAUNAY;
    accepted(&w.desc, "1025 motions in triangles");
}

static void test_nearest_names_have_a_budget(void **state) {
    (void)state;
    wide w;
    enum { NAMES = 1000, WRONG = 202 };
    char(*names)[12] = numbered(NAMES);
    static sinew_parameter_desc parameters[NAMES];
    static sinew_condition_desc when[WRONG];
    fill(&w);
    for (uint32_t i = 0; i < NAMES; ++i)
        parameters[i] = i < 4 ? w.parameters[i] : (sinew_parameter_desc){ .name = names[i] };
    for (uint32_t i = 0; i < WRONG; ++i) when[i] = (sinew_condition_desc){ .parameter = "n500x", .value = SET(1) };
    w.desc.parameters = parameters;
    w.desc.parameter_count = NAMES;
    w.transitions[0].conditions = when;
    w.transitions[0].condition_count = WRONG;
    sinew_layer_desc layers[2] = { w.layers[0], w.layers[0] };
    layers[1].name = "One";
    layers[1].machine = (sinew_machine_desc){ .entry = "Clap", .states = &w.states[3], .state_count = 1 };
    w.desc.layers = layers;
    w.desc.layer_count = 2;
    sinew_log log = findings(&w.desc);
    assert_int_equal(log.count, WRONG + 1);
    for (uint32_t i = 0; i < WRONG + 1; ++i)
        assert_int_equal(strstr(log.items[i].sentence, "did you mean") != NULL, i < 200);
    assert_int_equal(log.items[WRONG].code, SINEW_CODE_UNKNOWN_STATE);
    sinew_log_free(&log);
    w.transitions[0].condition_count = 199; /* 1,000 are left: for the one state, too */
    log = findings(&w.desc);
    assert_non_null(strstr(log.items[199].sentence, "did you mean \"Clip\""));
    sinew_log_free(&log);
    free(names);
}

/* ---- long texts ---- */

static void test_long_names_are_cut_and_fit(void **state) {
    (void)state;
    wide w;
    static char long_name[3001], longer[3001];
    memset(long_name, 'n', sizeof long_name - 1);
    memset(longer, 'm', sizeof longer - 1);
    fill(&w);
    w.parameters[2].name = long_name;
    w.when[1].parameter = long_name;
    w.parameters[2].default_value = 3;
    sinew_log log = findings(&w.desc);
    assert_int_equal(log.count, 1);
    /* "parameters", a key of 511 characters, ".default" */
    assert_int_equal(strlen(log.items[0].path), 10 + 511 + 8);
    assert_string_equal(log.items[0].path + 10 + 511, ".default");
    assert_int_equal(strlen(log.items[0].sentence), 999);
    sinew_log_free(&log);

    sinew_state_desc innermost[1] = { { .name = "x", .motion = w.states[3].motion, .speed = SET(NAN) } };
    sinew_machine_desc inner = { .states = innermost, .state_count = 1 };
    sinew_state_desc middle[1] = { { .name = longer, .machine = &inner } };
    sinew_machine_desc outer = { .states = middle, .state_count = 1 };
    fill(&w);
    w.states[3] = (sinew_state_desc){ .name = long_name, .machine = &outer };
    log = findings(&w.desc);
    assert_int_equal(log.count, 1);
    assert_int_equal(log.items[0].code, SINEW_CODE_NOT_FINITE);
    assert_int_equal(strlen(log.items[0].path), 1023);
    assert_memory_equal(log.items[0].path, "layers[0].machine.states.n", 26);
    assert_int_equal(log.items[0].path[1022], 'm');
    sinew_log_free(&log);
    /* What comes after it has its own path again. */
    w.transitions[0].fade.value = -1;
    log = findings(&w.desc);
    assert_int_equal(log.count, 2);
    assert_string_equal(log.items[1].path, GO ".fade");
    sinew_log_free(&log);
}

/* ---- the names of fields that are empty rather than missing ---- */

static void test_empty_names(void **state) {
    (void)state;
    wide w;
#define EMPTY(change, code, path)                                                                                      \
    do {                                                                                                               \
        fill(&w);                                                                                                      \
        change;                                                                                                        \
        refused(&w.desc, SINEW_CODE_##code, path);                                                                     \
    } while (0)
    sinew_layer_desc *layer = &w.layers[0];
    EMPTY(w.when[0].parameter = "", MISSING_FIELD, GO ".when[0].parameter");
    EMPTY(w.states[0].motion.parameter = "", MISSING_FIELD, MACHINE "states.Line.parameter");
    EMPTY(w.states[1].motion.parameter = "", MISSING_FIELD, MACHINE "states.Plane.parameters[0]");
    EMPTY(w.states[1].motion.parameter_y = "", MISSING_FIELD, MACHINE "states.Plane.parameters[1]");
    EMPTY(w.states[1].motion.parameter_y = NULL, MISSING_FIELD, MACHINE "states.Plane");
    EMPTY(layer->mask_name = "", MISSING_FIELD, "layers[0].mask");
    EMPTY(layer->weight_parameter = "", MISSING_FIELD, "layers[0].weightParameter");
    EMPTY(w.states[0].speed_parameter = "", MISSING_FIELD, MACHINE "states.Line.speedParameter");
    EMPTY(w.joints[0].name = "", MISSING_FIELD, "masks.m.bones[0]");
    EMPTY(w.masks[0].name = "", RESERVED_NAME, "masks[\"\"].name");
    EMPTY(layer->name = "", RESERVED_NAME, "layers[0].name");
    EMPTY(w.mixes[0].from = "", MISSING_FIELD, "mixes[0].from");
    EMPTY(w.mixes[0].to = NULL, MISSING_FIELD, "mixes[0]");
    EMPTY(layer->reference.clip = "", MISSING_FIELD, "layers[0].reference.clip");
    EMPTY((w.states[0].tags = NULL, w.states[0].tag_count = 1), MISSING_FIELD, MACHINE "states.Line.tags");
    EMPTY((w.states[0].tags = (const char *[1]){ NULL }, w.states[0].tag_count = 1), MISSING_FIELD,
          MACHINE "states.Line.tags[0]");
    EMPTY(w.states[2].motion.weight_parameter = "", MISSING_FIELD, MACHINE "states.Add.add.weight");
    EMPTY(w.states[3].name = NULL, RESERVED_NAME, MACHINE "states[\"\"]");
    EMPTY(layer->machine.transitions = NULL, MISSING_FIELD, MACHINE "transitions");
    EMPTY(w.desc.layers = NULL, MISSING_FIELD, "layers");
    EMPTY(w.desc.masks = NULL, MISSING_FIELD, "masks");
    EMPTY(w.desc.mixes = NULL, MISSING_FIELD, "mixes");
    EMPTY(w.masks[0].joints = NULL, MISSING_FIELD, "masks.m.bones");
}

/* A graph of which only one part is there fails and succeeds like any other where memory runs out. */
static bool create_once(fault *f, void *user) {
    wide *w = user;
    sinew_graph *graph;
    sinew_log log = { .allocator = &f->allocator };
    w->desc.allocator = &f->allocator;
    sinew_result result = sinew_graph_create(&w->desc, &graph, &log);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
    return result == SINEW_OK;
}

/* One allocation fails and all others succeed: what could not be checked does not pass for right. */
static size_t fails_each_alone(wide *w) {
    for (size_t n = 1;; ++n) {
        fault f;
        fault_init(&f, n);
        f.alone = true;
        sinew_graph *graph;
        w->desc.allocator = &f.allocator;
        sinew_result result = sinew_graph_create(&w->desc, &graph, NULL);
        assert_int_equal(result, f.calls < n ? SINEW_OK : SINEW_ERROR_MEMORY);
        sinew_graph_destroy(graph);
        assert_int_equal(f.live_blocks, 0);
        if (result == SINEW_OK) return n - 1;
    }
}

static void test_memory(void **state) {
    (void)state;
    wide w;
    fill(&w);
    assert_true(fault_sweep(create_once, &w, 500) > 10);
    for (int algorithm = 0; algorithm <= SINEW_ALGORITHM_GRID; ++algorithm) {
        sinew_child_desc square[4] = { clip_at(0, 0), clip_at(1, 0), clip_at(0, 1), clip_at(1, 1) };
        fill(&w);
        w.states[1].motion.children = square;
        w.states[1].motion.child_count = 4;
        w.states[1].motion.algorithm = (sinew_algorithm)algorithm;
        if (algorithm == SINEW_ALGORITHM_POLAR) square[0].x = -3; /* no gap, to have no finding but memory's */
        assert_true(fault_sweep(create_once, &w, 500) > 10);
        assert_true(fails_each_alone(&w) > 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_number_at_its_ends),
        cmocka_unit_test(test_whole_choices),
        cmocka_unit_test(test_each_choice_has_a_last_value),
        cmocka_unit_test(test_most_parameters_masks_and_layers),
        cmocka_unit_test(test_most_tags_conditions_and_mixes),
        cmocka_unit_test(test_most_states_and_motions),
        cmocka_unit_test(test_most_motions_of_bands),
        cmocka_unit_test(test_nearest_names_have_a_budget),
        cmocka_unit_test(test_long_names_are_cut_and_fit),
        cmocka_unit_test(test_empty_names),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
