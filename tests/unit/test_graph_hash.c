/* Hashes of graphs: the same for what does the same, another for what does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/graph_kit.h"

static void test_same_hash(void **state) {
    (void)state;
    kit k;
    fill(&k);
    uint64_t hash = hash_of(&k);
#define SAME(change)                                                                                                   \
    do {                                                                                                               \
        fill(&k);                                                                                                      \
        change;                                                                                                        \
        assert_true(hash_of(&k) == hash);                                                                              \
    } while (0)
    SAME(k.layers[0].machine.entry = NULL);
    SAME(k.desc.default_mix = (sinew_opt)SET(0.2));
    SAME(k.desc.transitions_per_moment = 8);
    SAME(k.desc.rig = NULL);
    SAME(k.parameters[0].min = (sinew_opt)SET(0));
    SAME(k.parameters[1].max = (sinew_opt)SET(9));
    SAME(k.layers[0].weight = (sinew_opt)SET(1));
    SAME(k.line[0].speed = (sinew_opt)SET(1));
    SAME(k.states[0].speed = (sinew_opt)SET(1));
    SAME(k.states[0].loop = SINEW_LOOP_ON);
    SAME(k.line[0].y = 7); /* nobody reads it */
    SAME(k.line[0].x = -0.0);
    SAME(k.conditions[1].value = (sinew_opt)SET(1));
    SAME(k.conditions[0].value = (sinew_opt)SET(1));
    SAME(k.joints[1].weight = (sinew_opt)SET(1));
    SAME(k.transitions[1].offset = (sinew_opt)SET(0));
    SAME(k.parameters[2].no_latch = true); /* only triggers latch */
    k.states[3].motion.weight.set = false; /* a pair weighs 1 */
    hash = hash_of(&k);
    k.states[3].motion.weight = (sinew_opt)SET(1);
    assert_true(hash_of(&k) == hash);
}

static void test_other_hash(void **state) {
    (void)state;
    kit k;
    uint64_t seen[80];
    size_t count = 0;
    fill(&k);
    seen[count++] = hash_of(&k);
#define OTHER(change)                                                                                                  \
    do {                                                                                                               \
        fill(&k);                                                                                                      \
        change;                                                                                                        \
        seen[count++] = hash_of(&k);                                                                                   \
    } while (0)
    OTHER(k.layers[0].machine.entry = "Clip");
    OTHER(k.desc.default_mix = (sinew_opt)SET(0.3));
    OTHER(k.desc.transitions_per_moment = 7);
    OTHER(k.desc.events = SINEW_EVENTS_ALL);
    OTHER(k.desc.tell_loops = true);
    OTHER(k.desc.stepped = (sinew_opt)SET(12));
    OTHER(k.desc.mask_count = 0);
    OTHER(k.desc.layer_count = 1);
    OTHER(k.parameters[0].default_value = 0.25);
    OTHER(k.parameters[0].type = SINEW_PARAMETER_INT; k.parameters[0].default_value = 0);
    OTHER(k.parameters[3].no_latch = true);
    OTHER(k.parameters[3].expires.set = false);
    OTHER(k.parameters[3].expires.value = 0);
    OTHER(k.mixes[0].duration = 0);
    OTHER(k.mixes[0].to = "walk");
    OTHER(k.masks[0].no_children = true);
    OTHER(k.masks[0].name = "lower");
    OTHER(k.joints[0].weight.value = 0.25);
    OTHER(k.layers[0].mask = NULL);
    OTHER(k.layers[0].weight = (sinew_opt)SET(0.5));
    OTHER(k.layers[0].event_threshold = 0.5);
    OTHER(k.layers[0].root_motion = true);
    OTHER(k.layers[1].name = "Other");
    OTHER(k.layers[1].weight_parameter = "speed");
    OTHER(k.layers[1].mask_name = NULL);
    OTHER(k.layers[1].reference.time = 0);
    OTHER(k.layers[1].reference.clip = NULL);
    OTHER(k.states[0].name = "Lines"; k.layers[0].machine.entry = NULL;
          k.transitions[1].to = k.transitions[2].to = "Lines");
    OTHER(k.states[0].stepped = (sinew_opt)SET(8));
    OTHER(k.states[0].tag_count = 1);
    OTHER(k.tags[0] = "other");
    OTHER(k.states[0].loop = SINEW_LOOP_OFF);
    OTHER(k.states[0].motion.sync = SINEW_SYNC_DURATION);
    OTHER(k.states[0].motion.sync = SINEW_SYNC_NONE);
    OTHER(k.states[0].motion.parameter = "count");
    OTHER(k.states[0].motion.child_count = 2);
    OTHER(k.line[0].motion.clip = "stand");
    OTHER(k.line[0].x = -1);
    OTHER(k.line[2].speed.value = 2);
    OTHER(k.states[1].motion.algorithm = SINEW_ALGORITHM_GRADIENT);
    OTHER(k.states[1].motion.normalize_axes = true);
    OTHER(k.states[1].motion.parameter = "count"; k.states[1].motion.parameter_y = "speed");
    OTHER(k.plane[3].y = 2);
    OTHER(k.states[1].loop = SINEW_LOOP_PINGPONG);
    OTHER(k.direct[0].weight = "count");
    OTHER(k.states[3].motion.weight.value = 0.75);
    OTHER(k.states[3].motion.weight_parameter = "speed");
    OTHER(k.states[3].motion.reference.clip = NULL);
    OTHER(k.states[5].speed.value = -1);
    OTHER(k.states[5].speed_parameter = NULL);
    OTHER(k.states[5].loop = SINEW_LOOP_ON);
    OTHER(k.inner_states[0].motion.clip = "r");
    OTHER(k.transitions[0].from = "Line");
    OTHER(k.transitions[0].to = "Plane");
    OTHER(k.transitions[0].condition_count = 2);
    OTHER(k.conditions[2].value.value = 3);
    OTHER(k.conditions[2].test = SINEW_TEST_LESS);
    OTHER(k.conditions[1].value = (sinew_opt)SET(0));
    OTHER(k.transitions[0].fade.set = false);
    OTHER(k.transitions[0].fade.value = 0);
    OTHER(k.transitions[0].exit = (sinew_opt)SET(0));
    OTHER(k.transitions[1].exit_each_loop = true);
    OTHER(k.transitions[1].offset = (sinew_opt)SET(0.5));
    OTHER(k.transitions[1].offset_match = true);
    OTHER(k.transitions[0].curve = SINEW_CURVE_SMOOTH);
    OTHER(k.transitions[0].interrupt = SINEW_INTERRUPT_BOTH);
    OTHER(k.transitions[0].hold = SINEW_HOLD_LIVE);
    OTHER(k.transitions[0].resume = true);
    OTHER(k.transitions[0].priority = -2);
    OTHER(k.transitions[0].self = true);
    OTHER(k.transitions[0].disabled = true);
    OTHER(k.transitions[0].events = SINEW_EVENTS_BOTH);
    assert_true(count <= COUNT(seen));
    for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < i; ++j)
            if (seen[i] == seen[j]) fail_msg("changes %zu and %zu have one hash", j, i);
}

/* The same on every machine: other machines and files rely on this number. */
static void test_stable_hash(void **state) {
    (void)state;
    kit k;
    fill(&k);
    assert_int_equal(hash_of(&k), 0xa4563932fff08afdull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_hash),
        cmocka_unit_test(test_other_hash),
        cmocka_unit_test(test_stable_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
