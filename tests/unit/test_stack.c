/* Stacks: several players over one pose. Players are tracks of the model of support/pose_rig.h, or graphs on a rig. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fault/fault.h"
#include "support/pose_rig.h"
#include "support/stage.h"

#include "sinew/stack.h"

#include <math.h>
#include <string.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))
#define SET(number)                                                                                                    \
    { true, number }

typedef struct scene {
    pose_rig *rig;
    fault memory;
    sinew_binding *binding; /* two tracks; masks "arm" and "half" */
    sinew_player *a, *b, *c;
    sinew_stack *stack;
    sinew_pose *pose;
} scene;

static sinew_binding *bind_tracks(const sinew_model *model, uint32_t tracks) {
    static const sinew_mask_joint_desc arm[] = { { .name = "arm" } },
                                       half[] = { { .name = "root", .weight = SET(0.5) } };
    static const sinew_mask_desc masks[] = { { .name = "arm", .joints = arm, .joint_count = 1, .no_children = true },
                                             { .name = "half", .joints = half, .joint_count = 1 } };
    sinew_bind_desc desc = { .model = model, .track_count = tracks, .masks = masks, .mask_count = 2 };
    sinew_binding *binding = NULL;
    assert_int_equal(sinew_bind(&desc, &binding, NULL), SINEW_OK);
    return binding;
}

static int setup(void **state) {
    static scene s;
    memset(&s, 0, sizeof s);
    rig_setup(state);
    s.rig = *state;
    fault_init(&s.memory, 0);
    s.binding = bind_tracks(s.rig->model, 2);
    s.a = sinew_player_create(s.binding);
    s.b = sinew_player_create(s.binding);
    s.c = sinew_player_create(s.binding);
    const sinew_binding *bindings[] = { s.binding };
    s.stack = sinew_stack_create(&(sinew_stack_desc){ .model = s.rig->model,
                                                      .bindings = bindings,
                                                      .binding_count = 1,
                                                      .entries = 3,
                                                      .allocator = &s.memory.allocator });
    assert_non_null(s.stack);
    s.pose = sinew_pose_create_for_stack(s.stack, &s.memory.allocator);
    assert_non_null(s.pose);
    *state = &s;
    return 0;
}

static int teardown(void **state) {
    scene *s = *state;
    assert_int_equal(s->memory.calls, 2); /* the stack and its pose; nothing after them */
    sinew_pose_destroy(s->pose);
    sinew_stack_destroy(s->stack);
    assert_int_equal(s->memory.live_blocks, 0);
    sinew_player_destroy(s->a);
    sinew_player_destroy(s->b);
    sinew_player_destroy(s->c);
    sinew_binding_destroy(s->binding);
    *state = s->rig;
    return rig_teardown(state);
}

static void play(sinew_player *player, uint32_t clip) {
    assert_int_equal(sinew_track_play(player, 0, clip, &(sinew_track_desc){ .mix = SET(0) }), SINEW_OK);
}

static uint32_t add(scene *s, sinew_player *player, sinew_stack_entry desc) {
    uint32_t id = 0;
    assert_int_equal(sinew_stack_add(s->stack, player, &desc, &id), SINEW_OK);
    return id;
}

static const sinew_stack_step *go(scene *s, double dt) {
    const sinew_stack_step *step = sinew_stack_advance(s->stack, dt);
    assert_int_equal(step->result, SINEW_OK);
    assert_int_equal(sinew_pose_apply_stack(s->pose, step), SINEW_OK);
    return step;
}

static float root_x(const scene *s) { return sinew_pose_local(s->pose, ROOT).translation.x; }
static double arm_turn(const scene *s) {
    sinew_quat q = sinew_pose_local(s->pose, ARM).rotation;
    return 2 * atan2((double)q.z, (double)q.w) * 57.29577951308232;
}

/* SEMANTICS 4: several players of one model over one pose; an entry's weight multiplies its rows' */
static void test_one_over_the_other(void **state) {
    scene *s = *state;
    play(s->a, ROOT_X3);
    play(s->b, ROOT_X7);
    sinew_track_play(s->b, 1, ARM_TURN_90, &(sinew_track_desc){ .mix = SET(0), .weight = SET(0.5) });
    uint32_t a = add(s, s->a, (sinew_stack_entry){ 0 });
    uint32_t b = add(s, s->b, (sinew_stack_entry){ .weight = SET(0.5) });
    const sinew_stack_step *step = go(s, 0.1);
    near(root_x(s), 5, 1e-6);
    assert_int_equal(step->layer_count, 4);
    assert_int_equal(step->sample_count, 3);
    assert_int_equal(step->samples[0].layer, 0);
    assert_int_equal(step->samples[1].layer, 2);
    assert_int_equal(step->samples[2].layer, 3);
    near(step->layers[2].weight, 0.5, 0);
    near(step->layers[3].weight, 0.25, 0);
    assert_int_equal(step->layers[3].first_sample, 2);
    assert_int_equal(step->rows[1].entry, a);
    assert_int_equal(step->rows[1].layer, 1);
    assert_int_equal(step->rows[3].entry, b);
    assert_int_equal(step->rows[3].hold, 3);
    near(step->rows[3].time, 0.1, 1e-9);
    near(step->time, 0.1, 1e-9);
    near(step->dt, 0.1, 0);
    assert_int_equal(sinew_stack_set_weight(s->stack, b, 2), SINEW_OK); /* clamped */
    near(sinew_stack_weight(s->stack, b), 1, 0);
    go(s, 0);
    near(root_x(s), 7, 1e-6);
    assert_int_equal(sinew_stack_set_weight(s->stack, b, 0), SINEW_OK);
    step = go(s, 0);
    near(root_x(s), 3, 1e-6);
    assert_int_equal(step->sample_count, 1);
}

/* SEMANTICS 4: by priority, then by age */
static void test_order(void **state) {
    scene *s = *state;
    play(s->a, ROOT_X3);
    play(s->b, ROOT_X7);
    play(s->c, SLIDE); /* x = 0 at its start */
    uint32_t a = add(s, s->a, (sinew_stack_entry){ .priority = 1 });
    uint32_t b = add(s, s->b, (sinew_stack_entry){ .priority = 1 });
    uint32_t c = add(s, s->c, (sinew_stack_entry){ .priority = -1 });
    const sinew_stack_step *step = go(s, 0);
    assert_int_equal(step->rows[0].entry, c);
    assert_int_equal(step->rows[2].entry, a);
    assert_int_equal(step->rows[4].entry, b);
    near(root_x(s), 7, 1e-6);
    sinew_stack_remove(s->stack, b, 0);
    go(s, 0);
    near(root_x(s), 3, 1e-6);
    sinew_stack_remove(s->stack, a, 0);
    step = go(s, 0);
    near(root_x(s), 0, 1e-6);
    assert_int_equal(step->layer_count, 2);
    /* The slot is taken again, by an entry of another id. */
    uint32_t again = add(s, s->a, (sinew_stack_entry){ 0 });
    assert_true(again != a && again != b && again != c);
    sinew_stack_remove(s->stack, c, 0);
    sinew_stack_remove(s->stack, again, 0);
    step = go(s, 0);
    assert_int_equal(step->layer_count, 0);
    near(root_x(s), 1, 1e-6); /* at rest */
}

/* SEMANTICS 4: an entry's mask is a row's second */
static void test_masks(void **state) {
    scene *s = *state;
    play(s->a, ROOT_X3);
    play(s->b, WHOLE);
    add(s, s->a, (sinew_stack_entry){ 0 });
    uint32_t b = add(s, s->b, (sinew_stack_entry){ .mask = "arm" });
    const sinew_stack_step *step = go(s, 0);
    near(root_x(s), 3, 1e-6);
    near(arm_turn(s), 90, 1e-4);
    assert_null(step->rows[2].mask);
    assert_non_null(step->rows[2].entry_mask);
    sinew_track_play(s->b, 0, WHOLE, &(sinew_track_desc){ .mask = "half" });
    step = go(s, 0);
    near(root_x(s), 3, 1e-6);
    near(arm_turn(s), 45, 1e-4);
    near(step->rows[2].mask[0], 0.5, 0);
    sinew_stack_remove(s->stack, b, 0);
    add(s, s->b, (sinew_stack_entry){ 0 });
    go(s, 0);
    near(root_x(s), 4, 1e-6);
}

/* SEMANTICS 4: fades in and out of an entry, exact at the end of the advance */
static void test_fades(void **state) {
    scene *s = *state;
    play(s->a, ROOT_X3);
    play(s->b, ROOT_X7);
    add(s, s->a, (sinew_stack_entry){ 0 });
    uint32_t b = add(s, s->b, (sinew_stack_entry){ .fade_in = 0.4, .weight = SET(0.5) });
    go(s, 0.1);
    near(sinew_stack_weight(s->stack, b), 0.125, 1e-7);
    near(root_x(s), 3.5, 1e-5);
    go(s, 0.3);
    near(root_x(s), 5, 1e-5);
    go(s, 1);
    near(root_x(s), 5, 1e-5);
    assert_int_equal(sinew_stack_remove(s->stack, b, 0.2), SINEW_OK);
    go(s, 0.05);
    near(root_x(s), 4.5, 1e-5);
    /* Asked again, it goes on from what it weighs. */
    assert_int_equal(sinew_stack_remove(s->stack, b, 0.3), SINEW_OK);
    go(s, 0.1);
    near(root_x(s), 4, 1e-5);
    assert_ptr_equal(sinew_stack_player(s->stack, b), s->b);
    const sinew_stack_step *step = go(s, 1);
    near(root_x(s), 3, 1e-6);
    assert_int_equal(step->layer_count, 4); /* its last rows weigh nothing */
    assert_null(sinew_stack_player(s->stack, b));
    near(sinew_stack_weight(s->stack, b), 0, 0);
    near(sinew_player_time(s->b), 1.4 + 0.05 + 0.1 + 0.2, 1e-9); /* until it left */
    near(sinew_player_time(s->a), 2.55, 1e-9);
}

static void test_speeds(void **state) {
    scene *s = *state;
    play(s->a, SLIDE);
    uint32_t a = add(s, s->a, (sinew_stack_entry){ .speed = SET(2) });
    go(s, 0.1);
    near(root_x(s), 2, 1e-5);
    assert_int_equal(sinew_stack_set_speed(s->stack, a, 0), SINEW_OK);
    go(s, 0.1);
    near(root_x(s), 2, 1e-5);
    assert_int_equal(sinew_stack_set_speed(s->stack, a, 1), SINEW_OK);
    go(s, 0.1);
    near(root_x(s), 3, 1e-5);
    /* A frame that is too long for one is refused for all. */
    assert_int_equal(sinew_stack_set_speed(s->stack, a, 1e6), SINEW_OK);
    const sinew_stack_step *step = sinew_stack_advance(s->stack, 2);
    assert_int_equal(step->result, SINEW_ERROR_RANGE);
    near(step->dt, 0, 0);
    near(step->time, 0.3, 1e-9);
    assert_int_equal(sinew_pose_apply_stack(s->pose, step), SINEW_OK);
    near(root_x(s), 3, 1e-5);
    assert_int_equal(sinew_stack_advance(s->stack, -1)->result, SINEW_ERROR_RANGE);
    assert_int_equal(sinew_stack_advance(s->stack, NAN)->result, SINEW_ERROR_RANGE);
}

/* SEMANTICS 4: in an additive entry every layer is additive */
static void test_additive_entries(void **state) {
    scene *s = *state;
    play(s->a, ROOT_X3);
    play(s->b, ROOT_X7);
    add(s, s->a, (sinew_stack_entry){ 0 });
    uint32_t b = add(s, s->b, (sinew_stack_entry){ .blend = SINEW_BLEND_ADDITIVE, .weight = SET(0.5) });
    const sinew_stack_step *step = go(s, 0);
    near(root_x(s), 3 + 0.5 * (7 - 1), 1e-5);
    assert_int_equal(step->layers[2].reference_clip, SINEW_NONE);
    sinew_stack_remove(s->stack, b, 0);
    sinew_track_desc own = { .mix = SET(0), .blend = SINEW_BLEND_ADDITIVE };
    sinew_track_play(s->b, 0, ROOT_X7, &own);
    add(s, s->b, (sinew_stack_entry){ .blend = SINEW_BLEND_ADDITIVE });
    go(s, 0);
    near(root_x(s), 9, 1e-5); /* as it was additive before */
}

/* SEMANTICS 4: holds go by entry and layer */
static void test_holds(void **state) {
    scene *s = *state;
    sinew_track_desc mix = { .mix = SET(0.2) };
    play(s->a, ROOT_X3);
    play(s->b, ROOT_X3);
    uint32_t a = add(s, s->a, (sinew_stack_entry){ 0 });
    go(s, 0);
    sinew_track_play(s->a, 0, ROOT_X7, &mix);
    go(s, 0.1);
    near(root_x(s), 5, 1e-5);
    sinew_track_play(s->a, 0, WHOLE, &mix);
    sinew_track_set_weight(s->a, 0, 1);
    go(s, 0.1);
    near(root_x(s), 5, 1e-5); /* half of the 5 that is held, half of WHOLE's 5 */
    sinew_track_play(s->a, 0, ROOT_X7, &mix);
    go(s, 0.1);
    near(root_x(s), 6, 1e-5);
    /* Another player in the same slot: its serial is no longer what was held. */
    sinew_stack_remove(s->stack, a, 0);
    add(s, s->b, (sinew_stack_entry){ 0 });
    sinew_player_advance(s->b, 0);
    sinew_track_play(s->b, 0, ROOT_X7, &mix);
    sinew_player_advance(s->b, 0.1);
    sinew_track_play(s->b, 0, WHOLE, &mix);
    sinew_player_advance(s->b, 0.05);
    sinew_track_play(s->b, 0, ROOT_X3, &mix);
    const sinew_stack_step *step = go(s, 0.1);
    assert_int_equal(step->samples[0].hold_serial, 2);
    near(root_x(s), 3, 1e-5); /* nothing to hold: the target alone */
    /* While it is away, nothing is kept for it. */
    sinew_stack_step none = *step;
    none.layer_count = none.sample_count = 0;
    assert_int_equal(sinew_pose_apply_stack(s->pose, &none), SINEW_OK);
    near(root_x(s), 1, 0);
}

/* ---- what is told ---- */

#define GRAPH                                                                                                          \
    "{'version': 2, 'parameters': {'go': {'type': 'trigger'}}, 'layers': [{'name': 'L', 'machine': {'states': {"       \
    "'A': {'clip': 'jump', 'loop': false}, 'B': {'clip': 'walk'}}, 'transitions': [{'from': 'A', 'to': 'B', 'fade': "  \
    "0}]}}]}"

static void test_signals_are_merged(void **state) {
    (void)state;
    static stage s;
    stage_open(&s, GRAPH, "jump:0.5:once,walk:1");
    sinew_player *other = sinew_player_create(s.binding);
    const sinew_binding *bindings[] = { s.binding };
    sinew_stack *stack = sinew_stack_create(&(sinew_stack_desc){ .bindings = bindings, .binding_count = 1 });
    assert_non_null(stack);
    assert_null(sinew_stack_model(stack));
    assert_null(sinew_pose_create_for_stack(stack, NULL));
    uint32_t slow, quick;
    assert_int_equal(sinew_stack_add(stack, s.player, NULL, &slow), SINEW_OK);
    assert_int_equal(sinew_stack_add(stack, other, &(sinew_stack_entry){ .speed = SET(2) }, &quick), SINEW_OK);
    const sinew_stack_step *step = sinew_stack_advance(stack, 0.6);
    /* A entered by both; at 0.25 the quick one goes on, at 0.5 the slow one. */
    assert_int_equal(step->signal_count, 8);
    const uint32_t who[] = { slow, quick, quick, quick, quick, slow, slow, slow };
    const double when[] = { 0, 0, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5 };
    for (uint32_t i = 0; i < 8; ++i) {
        assert_int_equal(step->signals[i].entry, who[i]);
        near(step->signals[i].signal.at, when[i], 1e-6);
    }
    assert_int_equal(step->signals[2].signal.kind, SINEW_SIGNAL_TRANSITION);
    sinew_stack_set_speed(stack, quick, 0);
    step = sinew_stack_advance(stack, 0.1);
    assert_int_equal(step->signal_count, 0);
    sinew_stack_destroy(stack);
    sinew_player_destroy(other);
    stage_close(&s);
}

/* What the last step told, as text: "0.100 walk.w( 1.00". */
static const char *told(const stage *s, const sinew_stack_step *step) {
    static sinew_event events[16];
    sinew_step view = { .binding = s->binding, .events = events, .event_count = step->event_count };
    assert_true(step->event_count <= 16);
    for (uint32_t i = 0; i < step->event_count; ++i) events[i] = step->events[i].event;
    return stage_events(s, &view);
}

/* SEMANTICS 6: a window that opened always closes, and a layer that is heard again opens what it stands in */
static void test_windows(void **state) {
    (void)state;
    static stage s;
    stage_open_desc(&s, NULL, "walk:1@w=0.1-0.8@p=0.5", (sinew_bind_desc){ .track_count = 1 });
    const sinew_binding *bindings[] = { s.binding };
    sinew_stack *stack = sinew_stack_create(&(sinew_stack_desc){ .bindings = bindings, .binding_count = 1 });
    uint32_t id;
    play(s.player, 0);
    assert_int_equal(sinew_stack_add(stack, s.player, NULL, &id), SINEW_OK);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.2)), "0.100 walk.w( 1.00");
    sinew_stack_set_weight(stack, id, 0);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.1)), "0.000 walk.w) 0.00");
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0)), "");
    sinew_stack_set_weight(stack, id, 0.5f);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.1)), "0.000 walk.w( 0.50");
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.2)), "0.100 walk.p 0.50");
    /* Removed at once: in the next advance that moves. */
    sinew_stack_remove(stack, id, 0);
    assert_int_equal(sinew_stack_advance(stack, -1)->event_count, 0);
    const sinew_stack_step *step = sinew_stack_advance(stack, 0);
    assert_string_equal(told(&s, step), "0.000 walk.w) 0.00");
    assert_int_equal(step->events[0].entry, id);
    /* Put in inside the window, at a speed: on the stack's time. */
    sinew_stack_add(stack, s.player, &(sinew_stack_entry){ .speed = SET(2), .fade_in = 0.2 }, &id);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.2)), "0.000 walk.w( 0.00; 0.100 walk.w) 0.50");
    sinew_stack_remove(stack, id, 0.2);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.1)), "0.050 walk.w( 0.75");
    assert_string_equal(told(&s, sinew_stack_advance(stack, 1)), "0.100 walk.w) 0.00");
    assert_null(sinew_stack_player(stack, id));
    sinew_stack_destroy(stack);
    stage_close(&s);
}

/* SEMANTICS 6: below the layer's threshold, the entry's weight counted, an event is not told */
static void test_thresholds(void **state) {
    (void)state;
    static stage s;
    stage_open(&s,
               "{'version': 2, 'layers': [{'name': 'L', 'eventThreshold': 0.5, 'machine': {'states': {'A': {'clip': "
               "'walk'}}}}]}",
               "walk:1@w=0.1-0.8@p=0.15@q=0.5");
    const sinew_binding *bindings[] = { s.binding };
    sinew_stack *stack = sinew_stack_create(&(sinew_stack_desc){ .bindings = bindings, .binding_count = 1 });
    uint32_t id;
    sinew_stack_add(stack, s.player, &(sinew_stack_entry){ .weight = SET(0.4) }, &id);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.2)), "");
    sinew_stack_set_weight(stack, id, 0.6f);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.1)), "0.000 walk.w( 0.60");
    sinew_stack_set_weight(stack, id, 0.4f);
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.1)), "0.100 walk.w) 0.00");
    assert_string_equal(told(&s, sinew_stack_advance(stack, 0.6)), "");
    sinew_stack_destroy(stack);
    stage_close(&s);
}

/* ---- refusals ---- */

static void test_refusals(void **state) {
    scene *s = *state;
    uint32_t id = 77;
    sinew_stack_entry bad[] = { { .weight = SET(NAN) }, { .speed = SET(-1) }, { .speed = SET(2e6) },
                                { .fade_in = -1 },      { .fade_in = NAN },   { .blend = (sinew_blend_mode)5 } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_int_equal(sinew_stack_add(s->stack, s->a, &bad[i], &id), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_stack_add(s->stack, s->a, &(sinew_stack_entry){ .mask = "leg" }, &id),
                     SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_stack_add(s->stack, NULL, NULL, &id), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_stack_add(NULL, s->a, NULL, &id), SINEW_ERROR_ARGUMENT);
    assert_int_equal(id, 77);
    assert_int_equal(sinew_stack_add(s->stack, s->a, NULL, NULL), SINEW_OK);
    assert_int_equal(sinew_stack_add(s->stack, s->a, NULL, &id), SINEW_ERROR_ARGUMENT); /* it is in it */
    add(s, s->b, (sinew_stack_entry){ 0 });
    add(s, s->c, (sinew_stack_entry){ 0 });
    sinew_player *more = sinew_player_create(s->binding);
    assert_int_equal(sinew_stack_add(s->stack, more, NULL, &id), SINEW_ERROR_REFUSED);
    sinew_player_destroy(more);
    /* Larger than there is room for; of another model. */
    sinew_stack_remove(s->stack, 1, 0);
    sinew_binding *large = bind_tracks(s->rig->model, 3);
    more = sinew_player_create(large);
    assert_int_equal(sinew_stack_add(s->stack, more, NULL, &id), SINEW_ERROR_REFUSED);
    const sinew_binding *bindings[] = { large, NULL };
    assert_null(sinew_stack_create(&(sinew_stack_desc){ .bindings = bindings, .binding_count = 1 }));
    assert_null(
        sinew_stack_create(&(sinew_stack_desc){ .model = s->rig->model, .bindings = bindings, .binding_count = 2 }));
    assert_null(sinew_stack_create(NULL));
    assert_null(sinew_stack_create(&(sinew_stack_desc){ .binding_count = 1 }));
    assert_null(sinew_stack_create(&(sinew_stack_desc){ .entries = 1025 }));
    assert_null(sinew_stack_create(&(sinew_stack_desc){ .entries = 1000, .layers = 100 }));
    assert_null(sinew_stack_create(&(sinew_stack_desc){ .entries = 1000, .samples = 1u << 31 }));
    sinew_player_destroy(more);
    sinew_binding_destroy(large);
    assert_int_equal(sinew_stack_remove(NULL, 1, 0), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_stack_remove(s->stack, 99, 0), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_stack_remove(s->stack, 2, -1), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_stack_set_weight(NULL, 1, 0), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_stack_set_weight(s->stack, 99, 0), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_stack_set_weight(s->stack, 2, NAN), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_stack_set_speed(NULL, 1, 0), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_stack_set_speed(s->stack, 99, 0), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_stack_set_speed(s->stack, 2, -1), SINEW_ERROR_RANGE);
    assert_null(sinew_stack_player(NULL, 1));
    assert_null(sinew_stack_advance(NULL, 0));
    assert_null(sinew_stack_model(NULL));
    assert_int_equal(sinew_stack_hold_count(NULL), 0);
    assert_null(sinew_pose_create_for_stack(NULL, NULL));
    sinew_stack_destroy(NULL);
    /* Steps that are not the stack's, or spoilt. */
    play(s->b, ROOT_X3);
    const sinew_stack_step *step = sinew_stack_advance(s->stack, 0);
    assert_int_equal(sinew_pose_apply_stack(NULL, step), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_apply_stack(s->pose, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_apply_stack(s->rig->pose, step), SINEW_ERROR_ARGUMENT);
    sinew_stack_step spoilt = *step;
    spoilt.stack = NULL;
    assert_int_equal(sinew_pose_apply_stack(s->pose, &spoilt), SINEW_ERROR_ARGUMENT);
    spoilt = *step;
    spoilt.rows = NULL;
    assert_int_equal(sinew_pose_apply_stack(s->pose, &spoilt), SINEW_ERROR_ARGUMENT);
    sinew_stack_row row = step->rows[0];
    spoilt.rows = &row;
    spoilt.layer_count = 1;
    row.hold = sinew_stack_hold_count(s->stack);
    assert_int_equal(sinew_pose_apply_stack(s->pose, &spoilt), SINEW_ERROR_ARGUMENT);
    row.hold = 0;
    row.time = NAN;
    assert_int_equal(sinew_pose_apply_stack(s->pose, &spoilt), SINEW_ERROR_ARGUMENT);
    row.time = 0;
    sinew_layer_row layer = step->layers[0];
    spoilt.layers = &layer;
    layer.weight = NAN;
    assert_int_equal(sinew_pose_apply_stack(s->pose, &spoilt), SINEW_ERROR_ARGUMENT);
}

static void test_out_of_memory(void **state) {
    (void)state;
    fault none;
    fault_init(&none, 1);
    assert_null(sinew_stack_create(&(sinew_stack_desc){ .allocator = &none.allocator }));
    assert_int_equal(none.live_blocks, 0);
}

/* ---- root motion ---- */

static void test_root_motion(void **state) {
    (void)state;
    static const float times[] = { 0, 1 }, values[] = { 0, 0, 0, 10, 0, 0 };
    static const sinew_curve curve = { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 0, 2, 3, times, values };
    static const sinew_joint_desc joint = { "root", SINEW_NONE, NULL };
    static const sinew_clip_desc clip = {
        .name = "walk", .curves = &curve, .curve_count = 1, .length = 1, .root = { .mode = SINEW_ROOT_MOTION }
    };
    sinew_model *model = NULL;
    sinew_model_desc desc = { .skeleton = { &joint, 1, NULL, 0 }, .clips = &clip, .clip_count = 1 };
    desc.tier = SINEW_TIER_EXACT;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    sinew_binding *binding = NULL;
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .model = model, .track_count = 1 }, &binding, NULL), SINEW_OK);
    const sinew_binding *bindings[] = { binding };
    sinew_player *a = sinew_player_create(binding), *b = sinew_player_create(binding);
    sinew_stack *stack =
        sinew_stack_create(&(sinew_stack_desc){ .model = model, .bindings = bindings, .binding_count = 1 });
    play(a, 0);
    play(b, 0);
    uint32_t id;
    sinew_stack_add(stack, a, &(sinew_stack_entry){ .weight = SET(0.5) }, NULL);
    sinew_stack_add(stack, b, &(sinew_stack_entry){ .weight = SET(0.25), .speed = SET(2) }, &id);
    near(sinew_stack_advance(stack, 0.1)->root.translation[0], 0.5, 1e-6); /* the lowest alone */
    sinew_stack_remove(stack, id, 0);
    sinew_stack_add(stack, b, &(sinew_stack_entry){ .weight = SET(0.25), .speed = SET(2), .root_motion = true }, &id);
    near(sinew_stack_advance(stack, 0.1)->root.translation[0], 0.75 * 0.5 + 0.25 * 2, 1e-6);
    sinew_stack_remove(stack, id, 0);
    sinew_stack_add(stack, b, &(sinew_stack_entry){ .blend = SINEW_BLEND_ADDITIVE, .root_motion = true }, &id);
    near(sinew_stack_advance(stack, 0.1)->root.translation[0], 0.5, 1e-6); /* a delta moves nothing */
    sinew_stack_destroy(stack);
    sinew_player_destroy(a);
    sinew_player_destroy(b);
    sinew_binding_destroy(binding);
    sinew_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_over_the_other, setup, teardown),
        cmocka_unit_test_setup_teardown(test_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_masks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fades, setup, teardown),
        cmocka_unit_test_setup_teardown(test_speeds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_additive_entries, setup, teardown),
        cmocka_unit_test_setup_teardown(test_holds, setup, teardown),
        cmocka_unit_test(test_signals_are_merged),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_thresholds),
        cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_root_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
