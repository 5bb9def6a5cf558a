/* The deep copy. Invariant: a take that failed leaves NULL where the copy would be and is remembered by the arena;
   nothing behind such a NULL is written. */
#include "graph/graph.h"

#include <string.h>

static void *copy_array(snw_arena *arena, const void *from, size_t count, size_t each) {
    if (!count) return NULL;
    void *to = snw_arena_array(arena, count, each);
    if (to) memcpy(to, from, count * each);
    return to;
}

static void copy_text(snw_arena *arena, const char **text) { *text = snw_arena_text(arena, *text); }

static void copy_motion(snw_arena *arena, sinew_motion_desc *motion) {
    copy_text(arena, &motion->clip);
    copy_text(arena, &motion->parameter);
    copy_text(arena, &motion->parameter_y);
    copy_text(arena, &motion->weight_parameter);
    copy_text(arena, &motion->reference.clip);
    sinew_child_desc *children = copy_array(arena, motion->children, motion->child_count, sizeof *children);
    motion->children = children;
    for (uint32_t i = 0; children && i < motion->child_count; ++i) {
        copy_text(arena, &children[i].weight);
        copy_motion(arena, &children[i].motion);
    }
}

static void copy_machine(snw_arena *arena, sinew_machine_desc *machine);

static void copy_state(snw_arena *arena, sinew_state_desc *state) {
    copy_text(arena, &state->name);
    copy_text(arena, &state->speed_parameter);
    copy_motion(arena, &state->motion);
    const char **tags = copy_array(arena, state->tags, state->tag_count, sizeof *tags);
    state->tags = tags;
    for (uint32_t i = 0; tags && i < state->tag_count; ++i) copy_text(arena, &tags[i]);
    sinew_machine_desc *machine = copy_array(arena, state->machine, state->machine ? 1 : 0, sizeof *machine);
    state->machine = machine;
    if (machine) copy_machine(arena, machine);
}

static void copy_transition(snw_arena *arena, sinew_transition_desc *transition) {
    copy_text(arena, &transition->from);
    copy_text(arena, &transition->to);
    uint32_t count = transition->condition_count;
    sinew_condition_desc *conditions = copy_array(arena, transition->conditions, count, sizeof *conditions);
    transition->conditions = conditions;
    for (uint32_t i = 0; conditions && i < count; ++i) copy_text(arena, &conditions[i].parameter);
}

static void copy_machine(snw_arena *arena, sinew_machine_desc *machine) {
    copy_text(arena, &machine->entry);
    sinew_state_desc *states = copy_array(arena, machine->states, machine->state_count, sizeof *states);
    machine->states = states;
    for (uint32_t i = 0; states && i < machine->state_count; ++i) copy_state(arena, &states[i]);
    uint32_t count = machine->transition_count;
    sinew_transition_desc *transitions = copy_array(arena, machine->transitions, count, sizeof *transitions);
    machine->transitions = transitions;
    for (uint32_t i = 0; transitions && i < count; ++i) copy_transition(arena, &transitions[i]);
}

static void copy_mask(snw_arena *arena, sinew_mask_desc *mask) {
    copy_text(arena, &mask->name);
    sinew_mask_joint_desc *joints = copy_array(arena, mask->joints, mask->joint_count, sizeof *joints);
    mask->joints = joints;
    for (uint32_t i = 0; joints && i < mask->joint_count; ++i) copy_text(arena, &joints[i].name);
}

static void copy_layer(snw_arena *arena, sinew_layer_desc *layer) {
    copy_text(arena, &layer->name);
    copy_text(arena, &layer->weight_parameter);
    copy_text(arena, &layer->mask_name);
    copy_text(arena, &layer->reference.clip);
    sinew_mask_desc *mask = copy_array(arena, layer->mask, layer->mask ? 1 : 0, sizeof *mask);
    layer->mask = mask;
    if (mask) copy_mask(arena, mask);
    copy_machine(arena, &layer->machine);
}

bool snw_graph_copy(snw_arena *arena, const sinew_graph_desc *from, sinew_graph_desc *to) {
    *to = *from;
    copy_text(arena, &to->rig);
    sinew_parameter_desc *parameters = copy_array(arena, from->parameters, from->parameter_count, sizeof *parameters);
    to->parameters = parameters;
    for (uint32_t i = 0; parameters && i < from->parameter_count; ++i) copy_text(arena, &parameters[i].name);
    sinew_layer_desc *layers = copy_array(arena, from->layers, from->layer_count, sizeof *layers);
    to->layers = layers;
    for (uint32_t i = 0; layers && i < from->layer_count; ++i) copy_layer(arena, &layers[i]);
    sinew_mask_desc *masks = copy_array(arena, from->masks, from->mask_count, sizeof *masks);
    to->masks = masks;
    for (uint32_t i = 0; masks && i < from->mask_count; ++i) copy_mask(arena, &masks[i]);
    sinew_mix_desc *mixes = copy_array(arena, from->mixes, from->mix_count, sizeof *mixes);
    to->mixes = mixes;
    for (uint32_t i = 0; mixes && i < from->mix_count; ++i) {
        copy_text(arena, &mixes[i].from);
        copy_text(arena, &mixes[i].to);
    }
    return !arena->failed;
}
