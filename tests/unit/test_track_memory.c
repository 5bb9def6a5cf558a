/* Tracks and stacks when memory runs out: each allocation of a bind with tracks, of players, of a stack and its pose
   fails in turn, with all after it and alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fault/fault.h"
#include "support/pose_rig.h"

#include "sinew/io.h"
#include "sinew/stack.h"

#include <string.h>

#define SET(number)                                                                                                    \
    { true, number }

static const char graph_text[] =
    "{\"version\": 2, \"masks\": {\"shared\": {\"bones\": [\"arm\"]}}, \"layers\": [{\"name\": \"L\", \"mask\": "
    "\"shared\", \"machine\": {\"states\": {\"A\": {\"empty\": true}}}}]}";

typedef struct things {
    const sinew_model *model;
    sinew_graph *graph; /* NULL: tracks alone */
    sinew_binding *binding;
    sinew_player *players[2];
    sinew_stack *stack;
    sinew_pose *pose;
} things;

static sinew_result bind_tracks(fault *memory, things *t) {
    static const sinew_mask_joint_desc arm[] = { { .name = "arm", .weight = SET(0.5) } };
    const sinew_mask_desc masks[] = { { .name = "own", .joints = arm, .joint_count = 1 }, { .name = "shared" } };
    const sinew_mix_desc mixes[] = { { .from = "a", .to = "b", .duration = 0.1 } };
    sinew_bind_desc desc = { .graph = t->graph, .model = t->model, .track_count = 3, .track_queue = 2 };
    desc.masks = masks;
    desc.mask_count = t->graph ? 2 : 1;
    desc.mixes = mixes;
    desc.mix_count = 1;
    desc.default_mix = (sinew_opt)SET(0.3);
    desc.allocator = &memory->allocator;
    sinew_log log = { 0 };
    sinew_result result = sinew_bind(&desc, &t->binding, &log);
    /* It says so, and nothing is handed out. */
    if (result != SINEW_OK) {
        assert_int_equal(result, SINEW_ERROR_MEMORY);
        assert_null(t->binding);
        if (log.count) assert_int_equal(log.items[log.count - 1].code, SINEW_CODE_MEMORY);
    }
    sinew_log_free(&log);
    return result;
}

static bool make(fault *memory, things *t) {
    if (bind_tracks(memory, t) != SINEW_OK) return false;
    for (int i = 0; i < 2; ++i)
        if (!(t->players[i] = sinew_player_create(t->binding))) return false;
    const sinew_binding *bindings[] = { t->binding };
    sinew_stack_desc desc = { .model = t->model, .bindings = bindings, .binding_count = 1, .entries = 2 };
    desc.allocator = &memory->allocator;
    t->stack = sinew_stack_create(&desc);
    t->pose = t->stack ? sinew_pose_create_for_stack(t->stack, &memory->allocator) : NULL;
    return t->pose != NULL;
}

/* What was made works, and asks for nothing more. */
static void use(const fault *memory, const things *t) {
    size_t calls = memory->calls;
    sinew_track_desc desc = { .mask = "own", .mix = SET(0) };
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(sinew_track_play(t->players[i], 2, ROOT_X7, &desc), SINEW_OK);
        assert_int_equal(sinew_track_queue(t->players[i], 2, ROOT_X3, 0, NULL), SINEW_OK);
        sinew_stack_entry entry = { .mask = "own" };
        assert_int_equal(sinew_stack_add(t->stack, t->players[i], &entry, NULL), SINEW_OK);
    }
    for (int i = 0; i < 3; ++i)
        assert_int_equal(sinew_pose_apply_stack(t->pose, sinew_stack_advance(t->stack, 0.1)), SINEW_OK);
    assert_int_equal(memory->calls, calls);
}

static bool all_once(fault *memory, void *user) {
    const things *given = user;
    things t = { .model = given->model, .graph = given->graph };
    bool good = make(memory, &t);
    if (good) use(memory, &t);
    sinew_pose_destroy(t.pose);
    sinew_stack_destroy(t.stack);
    for (int i = 0; i < 2; ++i) sinew_player_destroy(t.players[i]);
    sinew_binding_destroy(t.binding);
    return good;
}

static void sweep(void **state, const char *text) {
    const pose_rig *rig = *state;
    things t = { .model = rig->model };
    if (text) assert_int_equal(sinew_io_parse_graph(text, strlen(text), "graph", NULL, &t.graph, NULL), SINEW_OK);
    size_t survived = fault_sweep(all_once, &t, 1000), alone = fault_sweep_alone(all_once, &t, 1000);
    print_message("%zu and %zu failures survived\n", survived, alone);
    assert_true(survived >= 9 && alone == survived); /* bind, two players, stack and pose */
    sinew_graph_destroy(t.graph);
}

static void test_tracks_alone(void **state) { sweep(state, NULL); }
static void test_above_a_graph(void **state) { sweep(state, graph_text); }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tracks_alone, rig_setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_above_a_graph, rig_setup, rig_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
