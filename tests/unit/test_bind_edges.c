/* What binding tells and refuses: paths of findings, masks and joints that a rig lacks, players too large, failing
   memory. test_bind_tables.c has the tables. */
#include "fault/fault.h"
#include "support/graph_text.h"
#include "support/pose_rig.h"
#include "support/stage.h"

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

/* ---- findings ---- */

/* A finding stands where the file has its cause, however deep. */
static void test_paths_of_missing_clips(void **state) {
    (void)state;
    static const struct {
        const char *state, *path;
    } rows[] = {
        { "{'clip': 'gone'}", "A.clip" },
        { "{'add': {'base': {'clip': 'gone'}, 'delta': {'clip': 'hit'}}}", "A.add.base.clip" },
        { "{'add': {'base': {'clip': 'hit'}, 'delta': {'clip': 'gone'}}}", "A.add.delta.clip" },
        { "{'add': {'base': {'clip': 'hit'}, 'delta': {'clip': 'hit'}, 'reference': {'clip': 'gone'}}}",
          "A.add.reference" },
        { "{'blend': '1d', 'parameter': 'x', 'motions': [{'clip': 'idle', 'at': 0}, {'at': 1, 'blend': 'direct',"
          "'motions': [{'clip': 'idle', 'weight': 'x'}, {'clip': 'gone', 'weight': 'x'}]}]}",
          "A.motions[1].motions[1].clip" },
        { "{'machine': {'states': {'P Q': {'clip': 'gone'}}}}", "A.machine.states[\"P Q\"].clip" },
        { "{'machine': {'states': {'P': {'machine': {'states': {'R': {'clip': 'gone'}}}}}}}",
          "A.machine.states.P.machine.states.R.clip" },
    };
    for (size_t i = 0; i < COUNT(rows); ++i) {
        char path[128];
        char states[2048];
        snprintf(states, sizeof states, "'A': %s", rows[i].state);
        stage_open(&s, graph_text_layer("'x': {'type': 'float'}", states, ""), STAGE_USUAL);
        assert_int_equal(s.log.count, 1);
        snprintf(path, sizeof path, "layers[0].machine.states.%s", rows[i].path);
        assert_string_equal(s.log.items[0].path, path);
        stage_close(&s);
    }
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'B', 'machine': {'states': {'A': {'clip': 'idle'}}}}, {'name':"
               "'C', 'blend': 'additive', 'reference': {'clip': 'gone'}, 'machine': {'states': {'A': {'clip':"
               "'idle'}}}}]}",
               STAGE_USUAL);
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_UNKNOWN_CLIP)->path, "layers[1].reference.clip");
    stage_close(&s);
    /* Version 1 has no layers. */
    stage_open(&s, "{'version': 1, 'states': {'A': {'clip': 'gone'}}}", STAGE_USUAL);
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_UNKNOWN_CLIP)->path, "states.A.clip");
    stage_close(&s);
    /* Longer than a path can be: cut, not overrun. */
    char name[2001];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    graph_text_begin();
    graph_text_add(
        "{'version': 2, 'layers': [{'name': 'B', 'machine': {'states': {'%s': {'machine': {'states': {'%s': {'clip':"
        "'gone'}}}}}}}]}",
        name, name);
    stage_open(&s, graph_text(), STAGE_USUAL);
    assert_int_equal(strlen(s.log.items[0].path), 511);
    assert_int_equal(strlen(sinew_binding_state_path(s.binding, 1)), 4001);
}

static void test_mask_findings(void **state) {
    (void)state;
    const char *graph =
        "{'version': 2, 'masks': {'the arms': {'bones': ['elbow']}, 'legs': {'bones': ['j1']}}, 'layers':"
        "[{'name': 'A', 'machine': {'states': {'A': {'clip': 'idle'}}}}, {'name': 'B', 'mask': '%s',"
        "'machine': {'states': {'A': {'clip': 'idle'}}}}]}";
    graph_text_begin();
    graph_text_add(graph, "the arms");
    stage_open(&s, graph_text(), STAGE_USUAL);
    assert_string_equal(stage_finding(&s.log, SINEW_CODE_MASK_EMPTY)->path, "masks[\"the arms\"]");
    stage_close(&s);
    graph_text_begin();
    graph_text_add(graph, "lges");
    assert_int_equal(stage_try(&s, graph_text(), STAGE_USUAL, false, NULL), SINEW_ERROR_INPUT);
    assert_string_equal(s.log.items[0].path, "layers[1].mask");
    assert_non_null(strstr(s.log.items[0].sentence, "mean \"legs\"?"));
    stage_close(&s);
    /* Without joints an empty mask is nothing to tell of. */
    graph_text_begin();
    graph_text_add(graph, "legs");
    stage_open(&s, graph_text(), STAGE_USUAL);
    sinew_binding *bare = NULL;
    sinew_log log = { 0 };
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph }, &bare, &log), SINEW_OK);
    assert_null(stage_finding(&log, SINEW_CODE_MASK_EMPTY));
    sinew_log_free(&log);
    sinew_binding_destroy(bare);
}

static uint32_t wild_mask(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                          const char *path) {
    (void)user, (void)mask, (void)log, (void)path;
    static const float wild[] = { NAN, -1, 2, INFINITY, -INFINITY, 0.5f, 0, 1, -0.0f };
    memcpy(weights, wild, sizeof wild);
    return 1;
}

/* What a rig writes is not trusted; what is beyond its joints, up to a whole group, is 0. */
static void test_masks_are_clamped(void **state) {
    (void)state;
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'A', 'mask': {'bones': ['x']}, 'machine': {'states': {'A':"
               "{'clip': 'idle'}}}}]}",
               STAGE_USUAL);
    sinew_rig rig = { .compile_mask = wild_mask, .joint_count = 9 };
    sinew_binding *b = NULL;
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph, .rig = &rig }, &b, NULL), SINEW_OK);
    static const float wanted[SINEW_GROUP] = { 0, 0, 1, 1, 0, 0.5f, 0, 1, 0 };
    const float *mask = sinew_binding_mask(b, 0);
    for (uint32_t i = 0; i < SINEW_GROUP; ++i) near(mask[i], wanted[i], 0);
    assert_null(sinew_binding_mask(b, 1));
    sinew_binding_destroy(b);
}

/* A joint that the model lacks: told with the nearest, and in a strict binding an error. */
static void test_joints_that_the_model_lacks(void **state) {
    pose_rig *r = *state;
    static const char *const graphs[] = {
        "{'version': 2, 'layers': [{'name': 'A', 'mask': {'bones': ['hand', 'amr']}, 'machine': {'states': {'A': "
        "{'empty': true}}}}]}",
        "{'version': 2, 'layers': [{'name': 'A', 'mask': {'bones': ['hand', 'wheelbarrow']}, 'machine': {'states':"
        "{'A': {'empty': true}}}}]}",
    };
    for (int i = 0; i < 2; ++i) {
        stage_open(&s, graphs[i], STAGE_USUAL);
        for (int strict = 0; strict < 2; ++strict) {
            sinew_binding *b = NULL;
            sinew_log log = { 0 };
            sinew_bind_desc desc = { .graph = s.graph, .model = r->model, .strict = strict };
            assert_int_equal(sinew_bind(&desc, &b, &log), strict ? SINEW_ERROR_INPUT : SINEW_OK);
            assert_int_equal(log.count, 1);
            assert_int_equal(log.items[0].code, SINEW_CODE_UNKNOWN_JOINT);
            assert_int_equal(log.items[0].severity, strict ? SINEW_SEVERITY_ERROR : SINEW_SEVERITY_WARNING);
            assert_string_equal(log.items[0].path, "layers[0].mask.bones[1]");
            assert_non_null(strstr(log.items[0].sentence, i ? "Name one" : "Did you mean \"arm\""));
            if (b) near(sinew_binding_mask(b, 0)[HAND], 1, 0);
            if (b) near(sinew_binding_mask(b, 0)[ROOT], 0, 0);
            sinew_binding_destroy(b);
            sinew_log_free(&log);
        }
        stage_close(&s);
    }
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'A', 'mask': {'bones': ['x']}, 'machine': {'states': {'A': {'empty':"
               "true}}}}]}",
               STAGE_USUAL);
    sinew_binding *empty = NULL;
    sinew_log told = { 0 };
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph, .model = r->model }, &empty, &told), SINEW_OK);
    assert_non_null(stage_finding(&told, SINEW_CODE_MASK_EMPTY));
    sinew_log_free(&told);
    sinew_binding_destroy(empty);
    stage_close(&s);
    /* Each of several, and nothing but these. */
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'A', 'mask': {'bones': ['x', 'y']}, 'machine': {'states': {'A':"
               "{'empty': true}}}}]}",
               STAGE_USUAL);
    told = (sinew_log){ 0 };
    sinew_bind_desc strictly = { .graph = s.graph, .model = r->model, .strict = true };
    assert_int_equal(sinew_bind(&strictly, &empty, &told), SINEW_ERROR_INPUT);
    assert_int_equal(told.count, 3);
    assert_int_equal(told.error_count, 2);
    assert_int_equal(told.warning_count, 1);
    for (uint32_t i = 0; i < 3; ++i)
        assert_int_equal(told.items[i].severity == SINEW_SEVERITY_ERROR,
                         told.items[i].code == SINEW_CODE_UNKNOWN_JOINT);
    sinew_log_free(&told);
    stage_close(&s);
    sinew_rig none = sinew_model_rig(NULL);
    assert_true(!none.find_clip && !none.clip_info && !none.compile_mask && !none.joint_count && !none.user);
    sinew_rig whole = sinew_model_rig(r->model);
    assert_int_equal(whole.joint_count, JOINTS);
    assert_null(whole.find_mask);
    stage_open(&s, graphs[0], STAGE_USUAL);
    sinew_binding *b = NULL;
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = s.graph, .model = r->model, .rig = &whole }, &b, NULL),
                     SINEW_ERROR_ARGUMENT);
    stage_close(&s);
}

/* What stood in the log before is not this binding's. */
static void test_old_errors_do_not_count(void **state) {
    (void)state;
    stage_open(&s, graph_text_layer("", "'A': {'clip': 'idle'}", ""), STAGE_USUAL);
    sinew_log log = { 0 };
    sinew_graph *refused;
    assert_int_equal(sinew_graph_create(&(sinew_graph_desc){ 0 }, &refused, &log), SINEW_ERROR_INPUT);
    assert_true(log.error_count > 0);
    for (int strict = 0; strict < 2; ++strict) {
        sinew_binding *b = NULL;
        sinew_bind_desc desc = { .graph = s.graph, .rig = &s.rig, .strict = strict };
        assert_int_equal(sinew_bind(&desc, &b, &log), SINEW_OK);
        sinew_binding_destroy(b);
    }
    sinew_log_free(&log);
}

/* Reached through later machines and earlier transitions alike: the order in the file does not matter. */
static void test_strict_finds_any_way(void **state) {
    (void)state;
    const char *states =
        "'A': {'clip': 'idle'}, 'B': {'clip': 'idle'}, 'C': {'clip': 'idle'}, 'D': {'machine': {'entry':"
        "'Q', 'states': {'P': {'clip': 'idle'}, 'Q': {'clip': 'idle'}, 'R': {'clip': 'idle'}},"
        "'transitions': [{'from': 'P', 'to': 'R', 'exit': 1}, {'from': 'Q', 'to': 'P', 'exit': 1},"
        "{'from': 'R', 'to': '<exit>', 'exit': 1}]}}";
    assert_int_equal(
        stage_try(&s,
                  graph_text_layer("", states,
                                   "{'from': 'C', 'to': 'D', 'exit': 1}, {'from': 'B', 'to': 'C', 'exit': 1},"
                                   "{'from': 'A', 'to': 'B', 'exit': 1}"),
                  STAGE_USUAL, true, NULL),
        SINEW_OK);
    stage_close(&s);
    /* The first state as any other, where it is not the entry. */
    assert_int_equal(
        stage_try(&s,
                  "{'version': 2, 'layers': [{'name': 'L', 'machine': {'entry': 'B', 'states': {'A': {'clip':"
                  "'idle'}, 'B': {'clip': 'idle'}}}}]}",
                  STAGE_USUAL, true, NULL),
        SINEW_ERROR_INPUT);
    assert_string_equal(s.log.items[0].path, "A");
    stage_close(&s);
    /* One that leads to itself alone is not reached by that. */
    assert_int_equal(stage_try(&s,
                               graph_text_layer("", states,
                                                "{'from': 'C', 'to': 'C', 'exit': 1, 'self': true}, {'from': 'A', 'to':"
                                                "'B', 'exit': 1}, {'from': 'B', 'to': 'D', 'exit': 1}"),
                               STAGE_USUAL, true, NULL),
                     SINEW_ERROR_INPUT);
    assert_int_equal(s.log.error_count, 1);
    assert_string_equal(s.log.items[0].path, "C");
}

/* ---- sizes and memory ---- */

/* Machines in machines, each with three sides at once, and many motions in the innermost. */
static void test_players_have_a_largest_size(void **state) {
    (void)state;
    /* 3^8 sides of so many samples each: those of 100 fit, 5,000 are too many for a player; of 2,000 the player fits,
       but not its step, which holds them twice. */
    static const int motions[] = { 100, 2000, 5000 };
    for (int k = 0; k < 3; ++k) {
        graph_text_begin();
        graph_text_add("{'version': 2, 'parameters': {'x': {'type': 'float'}}, 'layers': [{'name': 'A', 'machine': ");
        for (int depth = 0; depth < 7; ++depth)
            graph_text_add(
                "{'transitions': [{'from': 'S', 'to': 'S', 'self': true, 'exit': 1, 'hold': 'live'}], 'states': {'S':"
                "{'machine': ");
        graph_text_add(
            "{'transitions': [{'from': 'S', 'to': 'S', 'self': true, 'exit': 1, 'hold': 'live'}], 'states': {'S':"
            "{'blend': 'direct', 'motions': [");
        for (int i = 0; i < motions[k]; ++i) graph_text_add("%s{'clip': 'idle', 'weight': 'x'}", i ? ", " : "");
        graph_text_add("]}}}");
        for (int depth = 0; depth < 7; ++depth) graph_text_add("}}}");
        graph_text_add("}]}");
        assert_int_equal(stage_try(&s, graph_text(), STAGE_USUAL, false, NULL), k ? SINEW_ERROR_INPUT : SINEW_OK);
        assert_int_equal(s.log.count, k ? 1 : 0);
        if (k) assert_int_equal(s.log.items[0].code, SINEW_CODE_TOO_LARGE);
        else assert_true(sinew_binding_max_samples(s.binding) > 656100);
        stage_close(&s);
    }
}

/* Behind each block lie bytes that nobody may change. */
enum { FENCE = 64 };

typedef struct fenced {
    size_t blocks, torn;
} fenced;

static void *fenced_allocate(void *user, size_t size) {
    char *memory = malloc(size + FENCE);
    if (!memory) return NULL;
    memset(memory + size, 0xA5, FENCE);
    ++((fenced *)user)->blocks;
    return memory;
}

static void fenced_release(void *user, void *memory, size_t size) {
    const unsigned char *fence = (const unsigned char *)memory + size;
    for (int i = 0; i < FENCE; ++i)
        if (fence[i] != 0xA5) {
            ++((fenced *)user)->torn;
            break;
        }
    free(memory);
}

/* Binds and looks for what is not there; the blocks that it took. */
static size_t bind_fenced(void) {
    stage_open(&s, graph_text(), STAGE_USUAL);
    fenced f = { 0, 0 };
    sinew_allocator allocator = { fenced_allocate, fenced_release, &f };
    sinew_bind_desc desc = { .graph = s.graph, .rig = &s.rig, .allocator = &allocator };
    sinew_binding *b = NULL;
    assert_int_equal(sinew_bind(&desc, &b, NULL), SINEW_OK);
    assert_int_equal(sinew_binding_find_layer(b, "-"), SINEW_NONE);
    assert_int_equal(sinew_binding_find_parameter(b, "-"), SINEW_NONE);
    assert_int_equal(sinew_binding_find_state(b, 0, "-"), SINEW_NONE);
    assert_string_equal(sinew_binding_clip_name(b, 1000), "");
    sinew_binding_destroy(b);
    assert_int_equal(f.torn, 0);
    stage_close(&s);
    return f.blocks;
}

static const char *const square = "'motions': [{'clip': 'idle', 'at': [-1, -1]}, {'clip': 'walk', 'at': [1, -1]},"
                                  "{'clip': 'run', 'at': [-1, 1]}, {'clip': 'hit', 'at': [1, 1]}]";

/* Arrays share the arena's blocks, in steps of 16 bytes. A longer and longer name shifts them, so that each array that
   is taken after it ends once where its block ends; what goes past an array then goes past the block. The tables of
   all states and layers are taken before any name: more and more parameters shift those. */
static void test_nothing_goes_past_an_array(void **state) {
    (void)state;
    static char name[4097];
    size_t blocks = 0;
    for (size_t length = 16; length < sizeof name; length += 16) {
        memset(name, 'n', length);
        graph_text_begin();
        graph_text_add("{'version': 2, 'parameters': {'x': {'type': 'float'}, 'y': {'type': 'float'}, 't': {'type': "
                       "'trigger'}}, 'mixes': [{'from': 'idle', 'to': 'run', 'duration': 1}], 'layers': [{'name': 'L',"
                       "'mask': 'rigs', 'machine': {'states': {'S': {'machine': {'states': {'%s': {'clip': 'idle'}}}},"
                       "'A': {'blend': '2d', 'parameters': ['x', 'y'], %s}, 'B': {'blend': '2d', 'algorithm': 'grid',"
                       "'parameters': ['x', 'y'], %s}, 'C': {'clip': 'run'}}, 'transitions': [{'from': 'S', 'to': 'A',"
                       "'exit': 1}, {'from': 'A', 'to': 'B', 'exit': 1}, {'from': 'B', 'to': 'C', 'exit': 1}, {'from':"
                       "'*', 'to': 'S', 'when': [{'parameter': 't'}]}]}}]}",
                       name, square, square);
        blocks += bind_fenced();
    }
    for (int k = 0; k < 1200; ++k) {
        graph_text_begin();
        graph_text_add("{'version': 2, 'parameters': {");
        for (int i = 0; i <= k / 12; ++i) graph_text_add("%s'p%d': {'type': 'float'}", i ? ", " : "", i);
        graph_text_add("}, 'layers': [");
        for (int i = 0; i <= k % 2; ++i) {
            graph_text_add("%s{'name': 'L%d', 'machine': {'states': {'S': {'clip': 'idle'}", i ? "}}}, " : "", i);
            for (int j = 0; j < k / 2 % 6; ++j) graph_text_add(", 'S%d': {'empty': true}", j);
        }
        graph_text_add("}}}]}");
        blocks += bind_fenced();
    }
    assert_true(blocks > 256 * 3);
}

/* One allocation fails, and those after it would not: nothing half made is taken for whole. */
typedef struct one_fails {
    size_t left, live;
} one_fails;

static void *one_allocate(void *user, size_t size) {
    one_fails *f = user;
    if (f->left-- == 0) return NULL;
    ++f->live;
    return malloc(size);
}

static void one_release(void *user, void *memory, size_t size) {
    (void)size;
    --((one_fails *)user)->live;
    free(memory);
}

static void bind_with_each_failing_once(const sinew_graph *graph) {
    for (size_t n = 0;; ++n) {
        one_fails f = { n, 0 };
        sinew_allocator allocator = { one_allocate, one_release, &f };
        sinew_binding *b = NULL;
        sinew_bind_desc desc = { .graph = graph, .rig = &s.rig, .allocator = &allocator };
        sinew_result result = sinew_bind(&desc, &b, NULL);
        bool failed = f.left > n; /* it went below 0 */
        assert_int_equal(result, failed ? SINEW_ERROR_MEMORY : SINEW_OK);
        float weights[4];
        f.left = 0; /* the weights of a blend take memory of their own while they are asked for */
        if (b) assert_int_equal(sinew_binding_blend_weights(b, 0, 0, 0, 0, weights, 4), 0);
        if (b) assert_int_equal(sinew_binding_blend_weights(b, 0, 0, 0, 0, weights, 4), 4);
        sinew_binding_destroy(b);
        assert_int_equal(f.live, 0);
        if (!failed) return;
    }
}

static bool bind_once(fault *memory, void *user) {
    sinew_binding *b = NULL;
    sinew_log log = { 0 };
    sinew_bind_desc desc = { .graph = user, .rig = &s.rig, .allocator = &memory->allocator };
    sinew_result result = sinew_bind(&desc, &b, &log);
    bool failed = memory->fail_at && memory->calls >= memory->fail_at;
    /* Exactly when an allocation failed, and then it is said. */
    assert_int_equal(result, failed ? SINEW_ERROR_MEMORY : SINEW_OK);
    assert_int_equal(b != NULL, !failed);
    if (failed && log.count) assert_int_equal(log.items[log.count - 1].code, SINEW_CODE_MEMORY);
    sinew_binding_destroy(b);
    sinew_log_free(&log);
    return !failed;
}

static void test_memory_fails_cleanly(void **state) {
    (void)state;
    graph_text_begin();
    graph_text_add(
        "{'version': 2, 'parameters': {'x': {'type': 'float'}, 'y': {'type': 'float'}, 't': {'type': 'trigger'}},"
        "'masks': {'m': {'bones': ['j1']}}, 'mixes': [{'from': 'idle', 'to': 'run', 'duration': 1}], 'layers': [");
    static const char *const algorithms[] = { "delaunay", "gradient", "polar", "grid" };
    for (int i = 0; i < 4; ++i)
        graph_text_add(
            "%s{'name': 'L%d', 'mask': '%s', 'machine': {'states': {'A': {'blend': '2d', 'algorithm': '%s', "
            "'parameters':"
            "['x', 'y'], 'motions': [{'clip': 'idle', 'at': [-1, -1]}, {'clip': 'walk', 'at': [1, -1]}, {'clip': 'run',"
            "'at': [-1, 1]}, {'clip': 'hit', 'at': [1, 1]}]}, 'B': {'blend': 'direct', 'motions': [{'clip': 'idle',"
            "'weight': 'x'}]}, 'C': {'machine': {'states': {'D': {'add': {'base': {'clip': 'idle'}, 'delta': {'clip':"
            "'hit'}}}}}}}, 'transitions': [{'from': 'A', 'to': 'B', 'when': [{'parameter': 't'}]}]}}",
            i ? ", " : "", i, i & 1 ? "rigs" : "m", algorithms[i]);
    graph_text_add("]}");
    stage_open(&s, graph_text(), STAGE_USUAL);
    size_t survived = fault_sweep(bind_once, s.graph, 10000);
    print_message("survived %zu failures\n", survived);
    assert_true(survived > 10);
    bind_with_each_failing_once(s.graph);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_paths_of_missing_clips),
        T(test_mask_findings),
        T(test_masks_are_clamped),
        cmocka_unit_test_setup_teardown(test_joints_that_the_model_lacks, rig_setup, rig_teardown),
        T(test_old_errors_do_not_count),
        T(test_strict_finds_any_way),
        T(test_players_have_a_largest_size),
        T(test_nothing_goes_past_an_array),
        T(test_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
