/* What is one moment and what is not, whose phase "match" takes where a pose is held, what is called current, and that
   a rig is left alone once it is bound. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))

static stage s;

static int close_stage(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

#define LAYER(parameters, machine)                                                                                     \
    "{'version': 2, 'parameters': {" parameters "}, 'layers': [{'name': 'Base', 'machine': {" machine "}}]}"

static void open_pair(double apart) {
    char text[512];
    snprintf(text, sizeof text,
             LAYER("", "'states': {'A': {'clip': 'idle'}, 'B': {'clip': 'idle'}}, 'transitions': [{'from': 'A', 'to': "
                       "'B', 'exit': 0.5, 'fade': 0}, {'from': 'B', 'to': 'A', 'exit': %.17g, 'fade': 0}]"),
             apart);
    stage_open(&s, text, STAGE_USUAL);
}

/* SEMANTICS 3: two moments less than a nanosecond apart are the same; none enters a state that was left at it. */
static void test_less_than_a_nanosecond_apart_is_one_moment(void **state) {
    (void)state;
    static const double one[] = { 0, 1e-12, 4e-10, 8e-10 }, two[] = { 1.5e-9, 3e-9, 1e-6 };
    for (size_t i = 0; i < sizeof one / sizeof *one; ++i) {
        open_pair(one[i]);
        const sinew_step *step = sinew_player_advance(s.player, 0.6);
        assert_string_equal(stage_current(&s, 0), "B");
        assert_int_equal(step->held_back, 1);
        sinew_player_advance(s.player, 0.001); /* another moment */
        assert_string_equal(stage_current(&s, 0), "A");
        stage_close(&s);
    }
    for (size_t i = 0; i < sizeof two / sizeof *two; ++i) {
        open_pair(two[i]);
        const sinew_step *step = sinew_player_advance(s.player, 0.6);
        assert_string_equal(stage_current(&s, 0), "A");
        assert_int_equal(step->held_back, 0);
        stage_close(&s);
    }
}

/* A fade that is due less than a nanosecond after the end of an advance has ended in it. */
static void test_a_fade_due_just_behind_the_end_has_ended(void **state) {
    (void)state;
    static const char graph[] =
        LAYER("'go': {'type': 'trigger'}", "'states': {'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}}, 'transitions': "
                                           "[{'from': 'A', 'to': 'B', 'when': [{'parameter': 'go'}], 'fade': 0.25}]");
    for (int late = 0; late < 2; ++late) {
        sinew_fade_info fade;
        stage_open(&s, graph, STAGE_USUAL);
        sinew_player_fire_named(s.player, "go");
        const sinew_step *step = sinew_player_advance(s.player, 0.25 - (late ? 2e-9 : 5e-10));
        assert_int_equal(sinew_player_fade(s.player, 0, &fade), late);
        assert_int_equal(step->signal_count, late ? 3 : 4); /* entered A, transition, entered B; exited A */
        stage_close(&s);
    }
}

/* SEMANTICS 3, offset: where a side is held the target starts at the phase of the state that is left, and runs free. */
static void test_match_out_of_a_held_pose(void **state) {
    (void)state;
    sinew_state_info info;
    stage_open(&s,
               LAYER("'b': {'type': 'trigger'}, 'c': {'type': 'trigger'}",
                     "'states': {'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'run'}}, 'transitions': "
                     "[{'from': 'A', 'to': 'B', 'when': [{'parameter': 'b'}], 'fade': 1, 'interrupt': 'target'}, "
                     "{'from': 'B', 'to': 'C', 'when': [{'parameter': 'c'}], 'fade': 1, 'offset': 'match'}]"),
               STAGE_USUAL);
    sinew_player_advance(s.player, 0.1);
    sinew_player_fire_named(s.player, "b");
    sinew_player_advance(s.player, 0.2);
    sinew_player_fire_named(s.player, "c");
    sinew_player_advance(s.player, 0);
    assert_true(sinew_player_state_info(s.player, 0, &info));
    near(info.progress, 0.25, 1e-9); /* of the walk, not of the idle */
    const sinew_step *step = sinew_player_advance(s.player, 0.09);
    assert_string_equal(stage_samples(&s, step), "<held> 0.000 0.910; run 0.240 0.090");
    assert_true(sinew_player_state_info(s.player, 0, &info));
    near(info.progress, 0.25 + 0.09 / 0.6, 1e-9); /* at its own rate */
}

/* SEMANTICS 3: the current state is the destination, also during a fade; its path is its names joined by "/". */
static void test_the_destination_is_current(void **state) {
    (void)state;
    stage_open(&s,
               LAYER("'go': {'type': 'trigger'}",
                     "'states': {'A': {'clip': 'idle'}, 'S': {'machine': {'states': {'P': {'machine': {'states': {'Q': "
                     "{'clip': 'run'}}}}}}}}, 'transitions': [{'from': 'A', 'to': 'S', 'when': [{'parameter': 'go'}], "
                     "'fade': 1}]"),
               STAGE_USUAL);
    assert_string_equal(stage_current(&s, 0), "A");
    sinew_player_fire_named(s.player, "go");
    sinew_player_advance(s.player, 0);
    assert_string_equal(stage_current(&s, 0), "S/P/Q");
    assert_string_equal(sinew_binding_state_path(s.binding, stage_state(&s, 0, "S/P")), "S/P");
    sinew_player_advance(s.player, 0.5);
    assert_string_equal(stage_current(&s, 0), "S/P/Q");
}

/* ---- a rig that counts how often it is asked ---- */

static const sinew_rig *real;
static uint32_t asked;

static uint32_t find_clip(const void *user, const char *name) { return asked++, real->find_clip(user, name); }
static sinew_clip_info clip_info(const void *user, uint32_t clip) { return asked++, real->clip_info(user, clip); }
static const sinew_event_desc *clip_events(const void *user, uint32_t clip, uint32_t *count) {
    return asked++, real->clip_events(user, clip, count);
}
static uint32_t compile_mask(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                             const char *path) {
    return asked++, real->compile_mask(user, mask, weights, log, path);
}
static bool find_mask(const void *user, const char *name, float *weights) {
    return asked++, real->find_mask(user, name, weights);
}
static const char *clip_name(const void *user, uint32_t clip) { return asked++, real->clip_name(user, clip); }

static void test_a_rig_is_asked_at_bind_alone(void **state) {
    (void)state;
    stage_open_desc(&s,
                    "{'version': 2, 'parameters': {'go': {'type': 'trigger'}}, 'mixes': [{'from': 'walk', 'to': "
                    "'run', 'duration': 0.3}], 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'clip': "
                    "'walk'}, 'B': {'clip': 'run'}}, 'transitions': [{'from': '*', 'to': 'B', 'when': [{'parameter': "
                    "'go'}]}, {'from': 'B', 'to': 'A', 'exit': 0.5}]}}, {'name': 'Top', 'mask': {'bones': ['j1']}, "
                    "'machine': {'states': {'C': {'clip': 'hit'}}}}]}",
                    "walk:0.8@step=0.1@w=0.2-0.5,run:0.6@step=0.1,hit:0.4:once", (sinew_bind_desc){ .track_count = 1 });
    sinew_rig rig = s.rig;
    real = &s.rig;
    rig.find_clip = find_clip;
    rig.clip_info = clip_info;
    rig.clip_events = clip_events;
    rig.compile_mask = compile_mask;
    rig.find_mask = find_mask;
    rig.clip_name = clip_name;
    sinew_bind_desc desc = { .graph = s.graph, .rig = &rig, .track_count = 1 };
    sinew_binding *binding = NULL;
    asked = 0;
    assert_int_equal(sinew_bind(&desc, &binding, NULL), SINEW_OK);
    assert_true(asked > 6);
    asked = 0;
    sinew_player *player = sinew_player_create(binding), *other = sinew_player_create(binding);
    uint32_t events = 0, signals = 0;
    for (int i = 0; i < 200; ++i) {
        if (i % 20 == 0) sinew_player_fire_named(player, "go");
        if (i == 50) sinew_player_travel(player, 0, sinew_binding_find_state(binding, 0, "A"));
        if (i == 90) sinew_player_rebind(player, other, NULL);
        const sinew_step *step = sinew_player_advance(player, 0.02);
        events += step->event_count;
        signals += step->signal_count;
    }
    assert_true(events > 10 && signals > 10);
    assert_int_equal(asked, 0);
    sinew_player_destroy(player);
    sinew_player_destroy(other);
    sinew_binding_destroy(binding);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_less_than_a_nanosecond_apart_is_one_moment),
        T(test_a_fade_due_just_behind_the_end_has_ended),
        T(test_match_out_of_a_held_pose),
        T(test_the_destination_is_current),
        T(test_a_rig_is_asked_at_bind_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
