/* Bind: what a rig is asked, what is told of what it lacks, strictness, sizes, queries, masks, failing memory. */
#include "fault/fault.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))

static stage s;

static int close_stage(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

static const char *deep =
    "{'version': 2, 'parameters': {'x': {'type': 'float'}, 'y': {'type': 'float'}}, 'masks': {'m': {'bones': ['j1',"
    "{'name': 'j2', 'weight': 0.25}]}}, 'mixes': [{'from': 'walk', 'to': 'run', 'duration': 0.5}, {'from': 'idle',"
    "'to': 'run', 'duration': 0.1}, {'from': 'idle', 'to': 'nothing', 'duration': 1}, {'from': 'idle', 'to': 'run',"
    "'duration': 9}], 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle', 'tags': ['calm', "
    "'ground'"
    "]}, 'S': {'machine': {'states': {'P': {'blend': '2d', 'parameters': ['x', 'y'], 'motions': [{'clip': 'walk', 'at':"
    "[0, 0]}, {'clip': 'run', 'at': [1, 0]}, {'clip': 'fall', 'at': [0, 1]}]}, 'D/': {'clip': 'run'}}}}}, 'transitions'"
    ": [{'from': 'A', 'to': 'S', 'exit': 1}, {'from': '*', 'to': 'A', 'exit': 3}]}}, {'name': 'Top', 'mask': 'm',"
    "'machine': {'states': {'T': {'clip': 'hit'}}}}, {'name': 'Own', 'mask': 'rigs', 'blend': 'additive', 'reference':"
    "{'clip': 'pose', 'time': 0.5}, 'machine': {'states': {'T': {'clip': 'hit'}}}}]}";

static char *deep_graph(void) {
    static char text[4096];
    snprintf(text, sizeof text, "%s", deep);
    char *slash = strstr(text, "'D/'"); /* a name with a slash is refused: mend it */
    memcpy(slash, "'DD'", 4);
    return text;
}

static void test_queries_by_index_and_name(void **state) {
    (void)state;
    stage_open(&s, deep_graph(), STAGE_USUAL);
    const sinew_binding *b = s.binding;
    assert_ptr_equal(sinew_binding_graph(b), s.graph);
    assert_null(sinew_binding_model(b));
    assert_int_equal(sinew_binding_parameter_count(b), 2);
    assert_string_equal(sinew_binding_parameter_name(b, 1), "y");
    assert_int_equal(sinew_binding_parameter_type(b, 1), SINEW_PARAMETER_FLOAT);
    assert_int_equal(sinew_binding_find_parameter(b, "z"), SINEW_NONE);
    assert_int_equal(sinew_binding_layer_count(b), 3);
    assert_int_equal(sinew_binding_find_layer(b, "Own"), 2);
    assert_int_equal(sinew_binding_find_layer(b, "own"), SINEW_NONE);
    assert_string_equal(sinew_binding_layer_name(b, 0), "Base");
    uint32_t p = stage_state(&s, 0, "S/P"), a = stage_state(&s, 0, "A"), sub = stage_state(&s, 0, "S");
    assert_string_equal(sinew_binding_state_path(b, p), "S/P");
    assert_string_equal(sinew_binding_state_name(b, p), "P");
    assert_int_equal(sinew_binding_state_parent(b, p), sub);
    assert_int_equal(sinew_binding_state_parent(b, sub), SINEW_NONE);
    assert_int_equal(sinew_binding_state_layer(b, p), 0);
    assert_int_equal(sinew_binding_state_count(b), 6);
    assert_true(sinew_binding_state_has_tag(b, a, "calm") && sinew_binding_state_has_tag(b, a, "ground"));
    assert_false(sinew_binding_state_has_tag(b, a, "air") || sinew_binding_state_has_tag(b, p, "calm"));
    const char *missing[] = { "B", "S/Z", "S/P/Q", "A/P", "/S", "S/", "" };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; ++i)
        assert_int_equal(sinew_binding_find_state(b, 0, missing[i]), SINEW_NONE);
    assert_int_equal(sinew_binding_find_state(b, 9, "A"), SINEW_NONE);
    assert_int_equal(sinew_binding_transition_count(b), 2);
    uint32_t layer, machine, index, from, to;
    assert_true(sinew_binding_transition(b, 1, &layer, &machine, &index, &from, &to));
    assert_int_equal(layer, 0);
    assert_int_equal(machine, SINEW_NONE);
    assert_int_equal(index, 1);
    assert_int_equal(from, SINEW_NONE);
    assert_int_equal(to, a);
    assert_false(sinew_binding_transition(b, 2, NULL, NULL, NULL, NULL, NULL));
    assert_true(sinew_binding_bytes(b) > 0 && sinew_binding_max_samples(b) >= 10 && sinew_binding_max_signals(b) > 64);
    assert_true(sinew_binding_state_size(b) < sinew_binding_player_size(b));
}

static void test_queries_of_nothing(void **state) {
    (void)state;
    stage_open(&s, deep_graph(), STAGE_USUAL);
    assert_null(sinew_binding_graph(NULL));
    assert_null(sinew_binding_model(NULL));
    assert_true(sinew_binding_bytes(NULL) == 0 && sinew_binding_player_size(NULL) == 0);
    assert_true(sinew_binding_step_size(NULL) == 0 && sinew_binding_state_size(NULL) == 0);
    assert_int_equal(sinew_binding_parameter_count(NULL) + sinew_binding_layer_count(NULL), 0);
    assert_int_equal(sinew_binding_state_count(NULL) + sinew_binding_transition_count(NULL), 0);
    assert_int_equal(sinew_binding_mask_count(NULL) + sinew_binding_max_samples(NULL), 0);
    assert_int_equal(sinew_binding_max_signals(NULL), 0);
    assert_int_equal(sinew_binding_find_parameter(NULL, "x"), SINEW_NONE);
    assert_int_equal(sinew_binding_find_parameter(s.binding, NULL), SINEW_NONE);
    assert_int_equal(sinew_binding_find_layer(s.binding, NULL), SINEW_NONE);
    assert_int_equal(sinew_binding_find_state(s.binding, 0, NULL), SINEW_NONE);
    assert_null(sinew_binding_parameter_name(s.binding, 99));
    assert_int_equal(sinew_binding_parameter_type(s.binding, 99), SINEW_PARAMETER_FLOAT);
    assert_null(sinew_binding_layer_name(s.binding, 99));
    assert_null(sinew_binding_state_name(s.binding, 99));
    assert_null(sinew_binding_state_path(s.binding, SINEW_NONE));
    assert_int_equal(sinew_binding_state_layer(s.binding, 99), SINEW_NONE);
    assert_int_equal(sinew_binding_state_parent(s.binding, 99), SINEW_NONE);
    assert_false(sinew_binding_state_has_tag(s.binding, 99, "calm") || sinew_binding_state_has_tag(s.binding, 0, NULL));
    assert_null(sinew_binding_mask(s.binding, 99));
    assert_string_equal(sinew_binding_clip_name(NULL, 0), "");
    assert_string_equal(sinew_binding_clip_name(s.binding, 99), "");
    assert_string_equal(sinew_binding_clip_name(s.binding, 1), "walk");
    sinew_binding_destroy(NULL);
    sinew_binding *none = s.binding;
    assert_int_equal(sinew_bind(NULL, &none, NULL), SINEW_ERROR_ARGUMENT);
    assert_null(none);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ 0 }, &none, NULL), SINEW_ERROR_ARGUMENT);
    sinew_log told = { 0 };
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .rig = &s.rig }, &none, &told), SINEW_ERROR_ARGUMENT);
    assert_string_equal(told.items[0].sentence, "there is nothing to bind: give a graph, or a track_count");
    sinew_log_free(&told);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph }, NULL, NULL), SINEW_ERROR_ARGUMENT);
}

/* SEMANTICS 5: a rig is asked for clips, lengths and masks, by name and at bind only; its masks are clamped. */
static void test_rig_of_ones_own(void **state) {
    (void)state;
    stage_open(&s, deep_graph(), STAGE_USUAL);
    assert_int_equal(sinew_binding_mask_count(s.binding), 2);
    const float *named = sinew_binding_mask(s.binding, 0), *own = sinew_binding_mask(s.binding, 1);
    near(named[0], 0, 0);
    near(named[1], 1, 0);
    near(named[2], 0.25, 0);
    near(own[1], 1, 0);
    near(own[3], 1, 0); /* the rig wrote 3 */
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    assert_int_equal(step->layers[0].mask, SINEW_NONE);
    assert_int_equal(step->layers[1].mask, 0);
    assert_int_equal(step->layers[2].mask, 1);
    assert_int_equal(step->layers[2].blend, SINEW_BLEND_ADDITIVE);
    assert_string_equal(sinew_binding_clip_name(s.binding, step->layers[2].reference_clip), "pose");
    near(step->layers[2].reference_time, 0.5, 0);
    assert_int_equal(step->layers[1].reference_clip, SINEW_NONE);
}

/* SEMANTICS 11: what the rig lacks is told once, and what lies below shows in its place. */
static void test_missing_clip_is_told_once(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'gone'}, 'B': {'clip':"
               "'gone'}, 'C': {'clip': 'idle'}}, 'transitions': [{'from': 'A', 'to': 'B', 'exit': 1}]}}]}",
               STAGE_USUAL);
    assert_int_equal(s.log.warning_count, 1);
    assert_non_null(stage_finding(&s.log, SINEW_CODE_UNKNOWN_CLIP));
    assert_non_null(strstr(stage_finding(&s.log, SINEW_CODE_UNKNOWN_CLIP)->sentence, "\"gone\""));
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_UNKNOWN_CLIP)->path, "layers[0].machine.states.A.clip");
    const sinew_step *step = sinew_player_advance(s.player, 0.1);
    assert_int_equal(step->sample_count, 0);
    assert_string_equal(stage_current(&s, 0), "B"); /* of no length, so complete at once */
}

static void test_no_rig_at_all(void **state) {
    (void)state;
    stage_open(&s, deep_graph(), STAGE_USUAL);
    sinew_binding *bare = NULL;
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph }, &bare, NULL),
                     SINEW_ERROR_INPUT); /* mask rigs */
    sinew_rig rig = { .find_mask = s.rig.find_mask, .joint_count = STAGE_JOINTS };
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph, .rig = &rig }, &bare, NULL), SINEW_OK);
    sinew_player *player = sinew_player_create(bare);
    assert_int_equal(sinew_player_advance(player, 1)->sample_count, 0);
    for (uint32_t i = 0; i < 4; ++i) assert_string_equal(sinew_binding_clip_name(bare, i), "");
    sinew_player_destroy(player);
    sinew_binding_destroy(bare);
}

/* What leads where: transitions in an order that does not help, "*", machines inside, an island that leads only round
   itself, one that is disabled. */
static void test_strict_follows_every_way(void **state) {
    (void)state;
    const char *graph =
        "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}, 'B': {'clip': "
        "'idle'}, "
        "'C': {'clip': 'idle'}, 'S': {'machine': {'entry': 'P', 'states': {'P': {'clip': 'idle'}, 'Q': {'clip': "
        "'idle'}, "
        "'R': {'clip': 'idle'}}, 'transitions': [{'from': 'Q', 'to': '<exit>'}, {'from': '*', 'to': 'Q', 'exit': 1}, "
        "{'from': '*', 'to': 'R', 'exit': 1, 'disabled': true}]}}, 'X': {'clip': 'idle'}, 'Y': {'clip': 'idle'}}, "
        "'transitions': [{'from': 'C', 'to': 'S', 'exit': 1}, {'from': 'B', 'to': 'C', 'exit': 1}, {'from': 'A', 'to': "
        "'B', 'exit': 1}, {'from': 'X', 'to': 'Y', 'exit': 1}, {'from': 'Y', 'to': 'X', 'exit': 1}]}}]}";
    assert_int_equal(stage_try(&s, graph, STAGE_USUAL, true, NULL), SINEW_ERROR_INPUT);
    const char *lost[] = { "\"X\"", "\"Y\"", "\"S/R\"" };
    uint32_t found = 0;
    for (uint32_t i = 0; i < s.log.count; ++i) {
        if (s.log.items[i].code != SINEW_CODE_UNREACHABLE_STATE) continue;
        assert_true(found < 3);
        assert_non_null(strstr(s.log.items[i].sentence, lost[found++]));
    }
    assert_int_equal(found, 3);
}

/* SEMANTICS 3: strict makes missing clips and states that nothing leads to errors. */
static void test_strict(void **state) {
    (void)state;
    const char *graph = "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'entry': 'A', 'states': {'A': {'clip':"
                        "'gone'}, 'B': {'clip': 'idle'}, 'C': {'clip': 'idle'}, 'D': {'clip': 'idle'}}, 'transitions':"
                        "[{'from': 'A', 'to': 'B', 'exit': 1}, {'from': 'C', 'to': 'D', 'exit': 1}, {'from': 'B', 'to':"
                        "'D', 'exit': 1, 'disabled': true}]}}]}";
    assert_int_equal(stage_try(&s, graph, STAGE_USUAL, true, NULL), SINEW_ERROR_INPUT);
    assert_null(s.binding);
    assert_int_equal(s.log.error_count, 3);
    assert_non_null(strstr(stage_finding(&s.log, SINEW_CODE_UNREACHABLE_STATE)->sentence, "\"C\""));
    stage_close(&s);
    assert_int_equal(stage_try(&s, graph, STAGE_USUAL, false, NULL), SINEW_OK);
    assert_int_equal(s.log.error_count, 0);
    stage_close(&s);
    const char *whole = "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}, 'B':"
                        "{'clip': 'idle'}}, 'transitions': [{'from': '*', 'to': 'B', 'exit': 1}]}}]}";
    assert_int_equal(stage_try(&s, whole, STAGE_USUAL, true, NULL), SINEW_OK);
}

static void test_mask_empty(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'Base', 'mask': {'bones': ['elbow']}, 'machine': {'states': {'A':"
               "{'clip': 'idle'}}}}]}",
               STAGE_USUAL);
    assert_int_equal(s.log.warning_count, 1);
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_MASK_EMPTY)->path, "layers[0].mask");
}

static void test_unknown_mask_names_the_nearest(void **state) {
    (void)state;
    const char *graph = "{'version': 2, 'masks': {'arms': {'bones': ['j1']}}, 'layers': [{'name': 'Base', 'mask': '%s',"
                        "'machine': {'states': {'A': {'clip': 'idle'}}}}]}";
    char text[512];
    snprintf(text, sizeof text, graph, "amrs");
    assert_int_equal(stage_try(&s, text, STAGE_USUAL, false, NULL), SINEW_ERROR_INPUT);
    assert_non_null(strstr(stage_finding(&s.log, SINEW_CODE_UNKNOWN_MASK)->sentence, "\"arms\""));
    stage_close(&s);
    snprintf(text, sizeof text, graph, "completely");
    assert_int_equal(stage_try(&s, text, STAGE_USUAL, false, NULL), SINEW_ERROR_INPUT);
    assert_non_null(strstr(stage_finding(&s.log, SINEW_CODE_UNKNOWN_MASK)->sentence, "masks"));
}

/* A clip that loops by itself makes a bare transition one that never goes; only bind sees it. */
static void test_transition_never_by_the_clip(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}, 'B': {'clip':"
               "'jump'}, 'C': {'clip': 'idle', 'loop': false}}, 'transitions': [{'from': 'A', 'to': 'B'}, {'from': 'B',"
               "'to': 'C'}, {'from': 'C', 'to': 'A'}, {'from': 'A', 'to': 'B', 'disabled': true}]}}]}",
               STAGE_USUAL);
    assert_int_equal(s.log.warning_count, 1);
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_TRANSITION_NEVER)->path, "layers[0].machine.transitions[0]");
}

/* A motion shorter than a microsecond has no length; one that would play too fast is refused. */
static void test_lengths_and_speeds_at_their_bounds(void **state) {
    (void)state;
    const char *graph = "{'version': 2, 'parameters': {'k': {'type': 'float', 'default': %s}}, 'layers': [{'name':"
                        "'Base', 'machine': {'states': {'A': {'clip': 'idle', 'speed': %s, 'speedParameter': 'k'}}}}]}";
    char text[512];
    snprintf(text, sizeof text, graph, "1", "-1000000");
    assert_int_equal(stage_try(&s, text, "idle:1.0", false, NULL), SINEW_OK);
    stage_close(&s);
    snprintf(text, sizeof text, graph, "1", "-1000001");
    assert_int_equal(stage_try(&s, text, "idle:1.0", false, NULL), SINEW_ERROR_INPUT);
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_OUT_OF_RANGE)->path, "layers[0].machine.states.A.speed");
    stage_close(&s);
    snprintf(text, sizeof text, graph, "-1001", "1000");
    assert_int_equal(stage_try(&s, text, "idle:1.0", false, NULL), SINEW_ERROR_INPUT);
    stage_close(&s);
    snprintf(text, sizeof text, graph, "1", "1");
    assert_int_equal(stage_try(&s, text, "idle:0.0000009", false, NULL), SINEW_OK);
    s.player = sinew_player_create(s.binding);
    sinew_state_info info;
    sinew_player_advance(s.player, 1);
    assert_true(sinew_player_state_info(s.player, 0, &info));
    near(info.progress, 1, 0);
    near(info.length, 0, 0);
    assert_true(sinew_binding_bytes(s.binding) > 1000 && sinew_binding_bytes(s.binding) < 1000000);
    assert_false(info.looping);
    stage_close(&s);
    assert_int_equal(stage_try(&s, text, "idle:nan", false, NULL), SINEW_OK);
    stage_close(&s);
    snprintf(text, sizeof text, graph, "1", "2");
    assert_int_equal(stage_try(&s, text, "idle:0.000001", false, NULL), SINEW_ERROR_INPUT);
}

/* Three motions each, of a triangulated blend alone. */
static void test_blend_triangles_without_a_player(void **state) {
    (void)state;
    static const char text[] =
        "{\"version\":2,\"parameters\":{\"x\":{\"type\":\"float\"},\"y\":{\"type\":\"float\"}},\"layers\":[{\"name\":"
        "\"L\","
        "\"machine\":{\"states\":{\"A\":{\"blend\":\"2d\",\"parameters\":[\"x\",\"y\"],\"motions\":[{\"clip\":\"idle\","
        "\"at\":[0,0]},"
        "{\"clip\":\"idle\",\"at\":[1,0]},{\"clip\":\"idle\",\"at\":[0,1]},{\"clip\":\"idle\",\"at\":[1,1.5]}]},"
        "\"B\":{\"clip\":\"idle\"}}}}]}";
    assert_int_equal(stage_try(&s, text, "idle:1.0", false, NULL), SINEW_OK);
    uint32_t corners[9] = { 0, 0, 0, 0, 0, 0, 77, 77, 77 }, seen = 0;
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 0, 0, NULL, 0), 2);
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 0, 0, corners, 3), 2);
    for (int i = 0; i < 6; ++i) seen |= 1u << corners[i];
    assert_int_equal(seen, 15);
    assert_int_equal(corners[6], 77);
    corners[3] = 77;
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 0, 0, corners, 1), 2);
    assert_int_equal(corners[3], 77);
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 0, 1, corners, 3), 0); /* a clip in it */
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 0, 99, corners, 3), 0);
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 1, 0, corners, 3), 0);
    assert_int_equal(sinew_binding_blend_triangles(s.binding, 99, 0, corners, 3), 0);
    assert_int_equal(sinew_binding_blend_triangles(NULL, 0, 0, corners, 3), 0);
    stage_close(&s);
}

/* The editor's numbers are the runtime's. */
static void test_blend_weights_without_a_player(void **state) {
    (void)state;
    stage_open(&s, deep_graph(), STAGE_USUAL);
    uint32_t p = stage_state(&s, 0, "S/P"), a = stage_state(&s, 0, "A");
    float weights[3] = { 9, 9, 9 };
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 0, 0.25f, 0, weights, 3), 3);
    near(weights[0], 0.75, 1e-6);
    near(weights[1], 0.25, 1e-6);
    near(weights[2], 0, 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 0, 0, 0, weights, 2), 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 1, 0, 0, weights, 3), 0); /* a clip */
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 4, 0, 0, weights, 3), 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, a, 0, 0, 0, weights, 3), 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, 99, 0, 0, 0, weights, 3), 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 0, NAN, 0, weights, 3), 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 0, 0, INFINITY, weights, 3), 0);
    assert_int_equal(sinew_binding_blend_weights(s.binding, p, 0, 0, 0, NULL, 3), 0);
}

/* A motion is counted from its own state, in the order of the file; 0.1 as a float is the 0.1 of the file. */
static void test_blend_weights_of_nested_and_decimal_points(void **state) {
    (void)state;
    stage_open(
        &s,
        "{'version': 2, 'parameters': {'x': {'type': 'float'}, 'y': {'type': 'float'}}, 'layers': [{'name': 'Base',"
        "'machine': {'states': {'A': {'clip': 'idle'}, 'B': {'blend': '1d', 'parameter': 'x', 'motions': [{'clip':"
        "'idle', 'at': 0}, {'blend': '1d', 'parameter': 'y', 'at': 1, 'motions': [{'clip': 'walk', 'at': 0}, {"
        "'clip': 'run', 'at': 1}, {'clip': 'fall', 'at': 2}]}]}, 'C': {'blend': '2d', 'parameters': ['x', 'y'],"
        "'motions': [{'clip': 'idle', 'at': [0, 0.1]}, {'clip': 'walk', 'at': [1, 0.1]}, {'clip': 'run', 'at':"
        "[0, 1]}, {'clip': 'fall', 'at': [1, 1]}]}}}}]}",
        STAGE_USUAL);
    float weights[4];
    uint32_t b = stage_state(&s, 0, "B"), c = stage_state(&s, 0, "C");
    assert_int_equal(sinew_binding_blend_weights(s.binding, b, 0, 0.25f, 0, weights, 4), 2);
    assert_int_equal(sinew_binding_blend_weights(s.binding, b - 1, 1, 0.25f, 0, weights, 4), 0); /* A has one motion */
    assert_int_equal(sinew_binding_blend_weights(s.binding, b, 2, 1.25f, 0, weights, 4), 3);
    near(weights[1], 0.75, 1e-6);
    near(weights[2], 0.25, 1e-6);
    assert_int_equal(sinew_binding_blend_weights(s.binding, c, 0, 0.5f, 0.1f, weights, 4), 4);
    near(weights[0], 0.5, 1e-6);
    near(weights[2], 0, 0); /* not a hair above the line through both */
    near(weights[3], 0, 0);
}

static bool bind_once(fault *memory, void *user) {
    stage t;
    sinew_result result = stage_try(&t, user, STAGE_USUAL, false, &memory->allocator);
    if (result == SINEW_OK) t.player = sinew_player_create(t.binding);
    bool made = t.player != NULL;
    assert_true(made || result == SINEW_ERROR_MEMORY || result == SINEW_OK);
    stage_close(&t);
    return made;
}

/* Failing the n-th allocation for every n: a clean error, nothing left behind. */
static void test_failing_memory_leaves_nothing(void **state) {
    (void)state;
    size_t survived = fault_sweep(bind_once, deep_graph(), 10000);
    print_message("survived %zu failures\n", survived);
    assert_true(survived > 20);
}

/* Nothing is allocated after bind and create. */
static void test_no_allocation_after_create(void **state) {
    (void)state;
    fault memory;
    fault_init(&memory, 0);
    assert_int_equal(stage_try(&s, deep_graph(), STAGE_USUAL, false, &memory.allocator), SINEW_OK);
    s.player = sinew_player_create(s.binding);
    size_t before = memory.calls;
    for (int i = 0; i < 500; ++i) {
        if (i == 100) sinew_player_travel(s.player, 0, stage_state(&s, 0, "S/DD"));
        sinew_player_set_float_named(s.player, "x", (float)i * 0.01f);
        sinew_player_advance(s.player, 0.013);
        sinew_player_update_to(s.player, i * 0.02);
    }
    assert_int_equal(memory.calls, before);
    stage_close(&s);
    assert_int_equal(memory.live_bytes, 0);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_queries_by_index_and_name),
        T(test_queries_of_nothing),
        T(test_rig_of_ones_own),
        T(test_missing_clip_is_told_once),
        T(test_no_rig_at_all),
        T(test_strict),
        T(test_strict_follows_every_way),
        T(test_mask_empty),
        T(test_unknown_mask_names_the_nearest),
        T(test_transition_never_by_the_clip),
        T(test_lengths_and_speeds_at_their_bounds),
        T(test_blend_triangles_without_a_player),
        T(test_blend_weights_without_a_player),
        T(test_blend_weights_of_nested_and_decimal_points),
        T(test_failing_memory_leaves_nothing),
        T(test_no_allocation_after_create),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
