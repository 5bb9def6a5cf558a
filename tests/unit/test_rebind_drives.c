/* Parameters that clips drive, over a rebind in the middle of a fade from a held pose: what the hold carries goes over
   by the parameters' names, whatever lanes the new rig has, in layers and tracks. */
#include "sinew/tracks.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b) assert_true(fabs((double)(a) - (double)(b)) <= 1e-5)

enum { IDLE, WALK, RUN, LANES = 3 };

/* A lane gives its parameter its own number of thousands; only WALK carries any. */
typedef struct rig_lanes {
    const char *names[LANES + 1];
    float thousands[LANES];
} rig_lanes;

static const rig_lanes *current; /* of the binding being played; one at a time */

static const char *lane_parameter(const void *user, uint32_t lane) {
    (void)user;
    return current->names[lane];
}

static bool lane_at(const void *user, uint32_t clip, uint32_t lane, double seconds, float *value) {
    (void)user;
    (void)seconds;
    *value = 1000 * current->thousands[lane];
    return clip == WALK;
}

typedef struct world {
    stage stage;
    sinew_binding *binding;
    sinew_player *player;
    const rig_lanes *lanes;
} world;

#define HEAD                                                                                                           \
    "{'version': 2, 'defaultMix': 0.5, 'parameters': {'a': {'type': 'float'}, 'b': {'type': 'float'}, "                \
    "'go': {'type': 'trigger'}, 'back': {'type': 'trigger'}}, 'layers': [{'name': 'Base', 'machine': {'states': {"
#define STATES(more) "'A': {'clip': 'walk'}, " more "'B': {'clip': 'idle'}, 'C': {'clip': 'run'}}, 'transitions': ["
#define MOVES                                                                                                          \
    "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 1, 'interrupt': 'target'}, "                      \
    "{'from': 'B', 'to': 'C', 'when': [{'parameter': 'back'}], 'fade': 1}]}}]}"
static const char plain[] = HEAD STATES("") MOVES;
static const char with_more[] = HEAD STATES("'Z': {'clip': 'idle'}, ") MOVES;

static void open_world(world *w, const char *graph, const rig_lanes *lanes) {
    memset(w, 0, sizeof *w);
    w->lanes = current = lanes;
    stage_open_desc(&w->stage, graph, "idle:1.0,walk:0.8,run:0.6", (sinew_bind_desc){ .track_count = 1 });
    w->stage.rig.lane_parameter = lane_parameter;
    w->stage.rig.lane_at = lane_at;
    sinew_bind_desc desc = { .graph = w->stage.graph, .rig = &w->stage.rig, .track_count = 1 };
    assert_int_equal(sinew_bind(&desc, &w->binding, NULL), SINEW_OK);
    w->player = sinew_player_create(w->binding);
    assert_non_null(w->player);
}

static void close_world(world *w) {
    sinew_player_destroy(w->player);
    sinew_binding_destroy(w->binding);
    stage_close(&w->stage);
}

static void step(world *w, double dt) {
    current = w->lanes;
    sinew_player_advance(w->player, dt);
}

static double of(const world *w, const char *name) {
    return (double)sinew_player_get_float(w->player, sinew_binding_find_parameter(w->binding, name));
}

static void set(world *w, const char *name, float value) {
    sinew_player_set_float(w->player, sinew_binding_find_parameter(w->binding, name), value);
}

static void fire(world *w, const char *name) {
    sinew_player_fire(w->player, sinew_binding_find_parameter(w->binding, name));
}

static const rig_lanes one_order = { { "a", "b", NULL }, { 1, 2 } };
static const rig_lanes other_order = { { "b", "a", NULL }, { 9, 9 } };
static const rig_lanes with_third = { { "c", "b", "a", NULL }, { 9, 9, 9 } };
static const rig_lanes a_alone = { { "a", NULL }, { 9 } };
static const rig_lanes twice = { { "a", "a", "b", NULL }, { 1, 3, 2 } };
static const rig_lanes twice_later = { { "b", "a", "a", NULL }, { 9, 9, 9 } };

/* Into the hold: a fade from A, which drives, is cut at its third tenth; the hold weighs most and drives. */
static void into_the_hold(world *w) {
    fire(w, "go");
    step(w, 0.3);
    fire(w, "back");
    step(w, 0);
    step(w, 0.1);
}

static void check_goes_over(const char *graph, const rig_lanes *was, const rig_lanes *is, double a, double b) {
    world old, fresh;
    sinew_log log = { 0 };
    open_world(&old, plain, was);
    step(&old, 0.1);
    near(of(&old, "b"), 2000);
    into_the_hold(&old);
    near(of(&old, "a"), was == &twice ? 3000 : 1000);
    open_world(&fresh, graph, is);
    /* The fresh one has a life, and a hold with other values, of its own. */
    step(&fresh, 0.1);
    into_the_hold(&fresh);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, &log), SINEW_OK);
    assert_int_equal(log.count, 0);
    set(&fresh, "a", 5);
    set(&fresh, "b", 6);
    step(&fresh, 0.1);
    near(of(&fresh, "a"), a);
    near(of(&fresh, "b"), b);
    step(&fresh, 0.5); /* now C weighs most, but only the hold carries */
    near(of(&fresh, "a"), a);
    step(&fresh, 1);
    set(&fresh, "a", 7);
    step(&fresh, 0.1);
    near(of(&fresh, "a"), 7); /* the fade is over, and nothing drives */
    close_world(&old);
    close_world(&fresh);
}

/* SEMANTICS 3: rebind keeps fades by name; 7: a hold keeps its own */
static void what_a_hold_drives_goes_over(void **state) {
    (void)state;
    check_goes_over(plain, &one_order, &one_order, 1000, 2000);
    check_goes_over(with_more, &one_order, &one_order, 1000, 2000);
    check_goes_over(plain, &one_order, &other_order, 1000, 2000); /* of one graph and size, but not the same lanes */
    check_goes_over(with_more, &one_order, &with_third, 1000, 2000);
    check_goes_over(with_more, &twice, &twice_later, 3000, 2000); /* the last of two lanes has the say */
    check_goes_over(plain, &twice, &twice_later, 3000, 2000);
}

/* What no lane of the new rig drives keeps its value. */
static void a_lane_that_is_gone_drives_no_more(void **state) {
    (void)state;
    check_goes_over(plain, &one_order, &a_alone, 1000, 6);
    check_goes_over(with_more, &one_order, &a_alone, 1000, 6);
}

/* A hold that is made by the first advance after a rebind keeps what the old player showed last. */
static void what_was_shown_last_goes_over(void **state) {
    world old, fresh;
    (void)state;
    open_world(&old, plain, &one_order);
    step(&old, 0.1);
    fire(&old, "go");
    step(&old, 0.3);
    open_world(&fresh, with_more, &other_order);
    assert_int_equal(sinew_player_rebind(old.player, fresh.player, NULL), SINEW_OK);
    fire(&fresh, "back");
    set(&fresh, "a", 5);
    step(&fresh, 0.1);
    near(of(&fresh, "a"), 1000);
    close_world(&old);
    close_world(&fresh);
}

static void play_track(world *w, uint32_t clip, double mix) {
    sinew_track_desc desc = { .mix = { true, mix } };
    assert_int_equal(sinew_track_play(w->player, 0, clip, &desc), SINEW_OK);
}

/* A track's too. */
static void what_a_track_holds_goes_over(void **state) {
    (void)state;
    for (int way = 0; way < 3; ++way) {
        world old, fresh;
        sinew_log log = { 0 };
        open_world(&old, plain, &one_order);
        sinew_player_play(old.player, 0, sinew_binding_find_state(old.binding, 0, "B"), 0);
        play_track(&old, WALK, 0);
        step(&old, 0.1);
        play_track(&old, IDLE, 1);
        step(&old, 0.2);
        play_track(&old, RUN, 1);
        step(&old, 0.1);
        near(of(&old, "a"), 1000);
        open_world(&fresh, way ? with_more : plain, way == 2 ? &a_alone : &other_order);
        play_track(&fresh, WALK, 0);
        step(&fresh, 0.1);
        assert_int_equal(sinew_player_rebind(old.player, fresh.player, &log), SINEW_OK);
        assert_int_equal(log.count, 0);
        set(&fresh, "a", 5);
        set(&fresh, "b", 6);
        step(&fresh, 0.1);
        near(of(&fresh, "a"), 1000);
        near(of(&fresh, "b"), way == 2 ? 6 : 2000);
        close_world(&old);
        close_world(&fresh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_hold_drives_goes_over),
        cmocka_unit_test(a_lane_that_is_gone_drives_no_more),
        cmocka_unit_test(what_was_shown_last_goes_over),
        cmocka_unit_test(what_a_track_holds_goes_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
