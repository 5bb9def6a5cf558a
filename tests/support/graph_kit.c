/* See graph_kit.h. */
#include "support/graph_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

sinew_child_desc clip_at(const char *clip, double x, double y) {
    return (sinew_child_desc){ .motion = { .kind = SINEW_MOTION_CLIP, .clip = clip }, .x = x, .y = y };
}

static void fill_motions(kit *k) {
    k->line[0] = clip_at("idle", 0, 0);
    k->line[1] = clip_at("walk", 1.5, 0);
    k->line[2] = clip_at("run", 4, 0);
    k->line[2].speed = (sinew_opt)SET(1.5);
    k->plane[0] = clip_at("a", 0, 0);
    k->plane[1] = clip_at("b", 1, 0);
    k->plane[2] = clip_at("c", 0, 1);
    k->plane[3] = clip_at("d", 1, 1);
    k->direct[0] = clip_at("a", 0, 0);
    k->direct[0].weight = "speed";
    k->direct[1] = clip_at("b", 0, 0);
    k->direct[1].weight = "count";
    k->nested[0] = clip_at("n", 0, 0);
    k->nested[1] = clip_at("m", 1, 0);
    k->pair[0].motion = (sinew_motion_desc){
        .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = k->nested, .child_count = 2
    };
    k->pair[1] = clip_at("delta", 0, 0);
}

static void fill_states(kit *k) {
    k->tags[0] = "moves";
    k->tags[1] = "grounded";
    k->inner_states[0] = (sinew_state_desc){ .name = "Q", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "q" } };
    k->inner_transitions[0] = (sinew_transition_desc){ .from = "Q", .to = "<exit>", .exit = SET(0.8) };
    k->inner = (sinew_machine_desc){
        .states = k->inner_states, .state_count = 1, .transitions = k->inner_transitions, .transition_count = 1
    };
    k->states[0] = (sinew_state_desc){ .name = "Line", .tags = k->tags, .tag_count = 2 };
    k->states[0].motion = (sinew_motion_desc){
        .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = k->line, .child_count = 3
    };
    k->states[1] = (sinew_state_desc){ .name = "Plane", .loop = SINEW_LOOP_OFF };
    k->states[1].motion = (sinew_motion_desc){ .kind = SINEW_MOTION_BLEND_2D,
                                               .parameter = "speed",
                                               .parameter_y = "count",
                                               .children = k->plane,
                                               .child_count = 4 };
    k->states[2] = (sinew_state_desc){ .name = "Direct" };
    k->states[2].motion = (sinew_motion_desc){ .kind = SINEW_MOTION_DIRECT, .children = k->direct, .child_count = 2 };
    k->states[3] = (sinew_state_desc){ .name = "Add" };
    k->states[3].motion = (sinew_motion_desc){ .kind = SINEW_MOTION_ADD,
                                               .children = k->pair,
                                               .child_count = 2,
                                               .weight = SET(0.5),
                                               .reference = { "ref", 0.25 } };
    k->states[4] = (sinew_state_desc){ .name = "Sub", .machine = &k->inner };
    k->states[5] = (sinew_state_desc){ .name = "Clip", .speed = SET(-2), .speed_parameter = "speed" };
    k->states[5].motion = (sinew_motion_desc){ .kind = SINEW_MOTION_CLIP, .clip = "clip" };
    k->states[6] = (sinew_state_desc){ .name = "None" };
}

void fill(kit *k) {
    memset(k, 0, sizeof *k);
    k->parameters[0] = (sinew_parameter_desc){ .name = "speed", .default_value = 0.5 };
    k->parameters[1] = (sinew_parameter_desc){ .name = "count", .type = SINEW_PARAMETER_INT, .default_value = -3 };
    k->parameters[2] = (sinew_parameter_desc){ .name = "ready", .type = SINEW_PARAMETER_BOOL, .default_value = 1 };
    k->parameters[3] = (sinew_parameter_desc){ .name = "jump", .type = SINEW_PARAMETER_TRIGGER, .expires = SET(0.25) };
    fill_motions(k);
    fill_states(k);
    k->conditions[0] = (sinew_condition_desc){ .parameter = "jump" };
    k->conditions[1] = (sinew_condition_desc){ .parameter = "ready", .test = SINEW_TEST_NOT_EQUAL };
    k->conditions[2] = (sinew_condition_desc){ .parameter = "speed", .test = SINEW_TEST_GREATER, .value = SET(2) };
    k->transitions[0] = (sinew_transition_desc){
        .from = "*", .to = "Clip", .conditions = k->conditions, .condition_count = 3, .fade = SET(0.1), .priority = 2
    };
    k->transitions[1] = (sinew_transition_desc){ .from = "Clip", .to = "Line", .exit = SET(0.9) };
    k->transitions[2] = (sinew_transition_desc){ .from = "Sub", .to = "Line" };
    k->joints[0] = (sinew_mask_joint_desc){ .name = "spine", .weight = SET(0.5) };
    k->joints[1] = (sinew_mask_joint_desc){ .name = "arm" };
    k->masks[0] = (sinew_mask_desc){ .name = "upper", .joints = k->joints, .joint_count = 2 };
    k->own_mask = (sinew_mask_desc){ .joints = k->joints, .joint_count = 1, .no_children = true };
    k->mixes[0] = (sinew_mix_desc){ "idle", "run", 0.35 };
    k->layers[0] = (sinew_layer_desc){ .name = "Base", .mask = &k->own_mask };
    k->layers[0].machine = (sinew_machine_desc){ .entry = "Line",
                                                 .states = k->states,
                                                 .state_count = COUNT(k->states),
                                                 .transitions = k->transitions,
                                                 .transition_count = COUNT(k->transitions) };
    k->layers[1] = (sinew_layer_desc){ .name = "Upper",
                                       .machine = k->inner,
                                       .blend = SINEW_BLEND_ADDITIVE,
                                       .weight_parameter = "count",
                                       .mask_name = "upper",
                                       .reference = { "ref", 1 } };
    k->layers[1].machine.transition_count = 0;
    k->desc = (sinew_graph_desc){ .parameters = k->parameters,
                                  .parameter_count = COUNT(k->parameters),
                                  .layers = k->layers,
                                  .layer_count = 2,
                                  .masks = k->masks,
                                  .mask_count = 1,
                                  .mixes = k->mixes,
                                  .mix_count = 1,
                                  .rig = "hero.glb" };
}

uint64_t hash_of(const kit *k) {
    sinew_graph *graph;
    sinew_log log = { 0 };
    if (sinew_graph_create(&k->desc, &graph, &log)) {
        if (log.count) print_error("%s: %s\n", log.items[0].path, log.items[0].sentence);
        fail_msg("the graph was refused");
    }
    assert_int_equal(log.error_count, 0);
    uint64_t hash = sinew_graph_hash(graph);
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
    return hash;
}
