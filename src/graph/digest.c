/* The graph's hash. Invariant: what is left out hashes as its default, and what does not decide behaviour (rig,
   slider bounds, fields that the kind of thing does not read) is not hashed, so that a file and C code that mean the
   same have one hash. */
#include "graph/graph.h"

typedef uint64_t hash;

static hash add_u(hash h, uint64_t value) { return snw_hash_u64(h, value); }
static hash add_t(hash h, const char *text) { return snw_hash_text(h, text); }
static hash add_d(hash h, double value) { return snw_hash_double(h, value); }
static hash add_default(hash h, sinew_opt opt, double value) { return add_d(h, opt.set ? opt.value : value); }
/* Where left out is something of its own. */
static hash add_opt(hash h, sinew_opt opt) { return opt.set ? add_d(add_u(h, 1), opt.value) : add_u(h, 0); }

static hash add_reference(hash h, const sinew_reference_desc *reference) {
    h = add_t(h, reference->clip);
    return add_d(h, reference->clip ? reference->time : 0);
}

static hash add_parameter(hash h, const sinew_parameter_desc *parameter) {
    h = add_u(add_t(h, parameter->name), (uint64_t)parameter->type);
    /* A float is what is played, so 0.1 in a file and 0.1f in C are one. */
    bool is_float = parameter->type == SINEW_PARAMETER_FLOAT;
    h = add_d(h, is_float ? (double)(float)parameter->default_value : parameter->default_value);
    if (parameter->type != SINEW_PARAMETER_TRIGGER) return h;
    return add_opt(add_u(h, parameter->no_latch), parameter->expires);
}

static hash add_motion(hash h, const sinew_motion_desc *motion);

static hash add_child(hash h, const sinew_motion_desc *parent, const sinew_child_desc *child) {
    h = add_motion(h, &child->motion);
    if (parent->kind == SINEW_MOTION_ADD) return h;
    if (parent->kind == SINEW_MOTION_DIRECT) h = add_t(h, child->weight);
    else h = add_d(h, child->x);
    if (parent->kind == SINEW_MOTION_BLEND_2D) h = add_d(h, child->y);
    return add_default(h, child->speed, 1);
}

static hash add_delta(hash h, const sinew_motion_desc *motion) {
    h = add_t(h, motion->weight_parameter);
    if (!motion->weight_parameter) h = add_default(h, motion->weight, 1);
    return add_reference(h, &motion->reference);
}

static hash add_motion(hash h, const sinew_motion_desc *motion) {
    h = add_u(h, (uint64_t)motion->kind);
    switch (motion->kind) {
    case SINEW_MOTION_EMPTY: return h;
    case SINEW_MOTION_CLIP: return add_t(h, motion->clip);
    case SINEW_MOTION_ADD: h = add_delta(h, motion); break;
    case SINEW_MOTION_BLEND_2D:
        h = add_u(add_t(h, motion->parameter_y), (uint64_t)motion->algorithm);
        h = add_u(h, motion->normalize_axes);
        h = add_u(add_t(h, motion->parameter), (uint64_t)motion->sync);
        break;
    case SINEW_MOTION_BLEND_1D: h = add_u(add_t(h, motion->parameter), (uint64_t)motion->sync); break;
    case SINEW_MOTION_DIRECT: h = add_u(h, (uint64_t)motion->sync); break;
    }
    h = add_u(h, motion->child_count);
    for (uint32_t i = 0; i < motion->child_count; ++i) h = add_child(h, motion, &motion->children[i]);
    return h;
}

/* A blend that does not say loops. */
static sinew_loop loop_of(const sinew_state_desc *state) {
    bool blend = state->motion.kind == SINEW_MOTION_BLEND_1D || state->motion.kind == SINEW_MOTION_BLEND_2D ||
                 state->motion.kind == SINEW_MOTION_DIRECT;
    return blend && state->loop == SINEW_LOOP_DEFAULT ? SINEW_LOOP_ON : state->loop;
}

static hash add_machine(hash h, const sinew_machine_desc *machine);

static hash add_state(hash h, const sinew_state_desc *state) {
    h = add_opt(add_t(h, state->name), state->stepped);
    h = add_u(h, state->tag_count);
    for (uint32_t i = 0; i < state->tag_count; ++i) h = add_t(h, state->tags[i]);
    h = add_u(h, state->machine != NULL);
    if (state->machine) return add_machine(h, state->machine);
    h = add_motion(h, &state->motion);
    if (state->motion.kind == SINEW_MOTION_EMPTY) return h;
    h = add_t(add_default(h, state->speed, 1), state->speed_parameter);
    return add_u(h, (uint64_t)loop_of(state));
}

static hash add_condition(hash h, const sinew_condition_desc *condition) {
    /* What is left out means 1 for a bool and a trigger; a number always says. */
    h = add_u(add_t(h, condition->parameter), (uint64_t)condition->test);
    return add_default(h, condition->value, 1);
}

static hash add_transition(hash h, const sinew_transition_desc *transition) {
    h = add_t(add_t(h, transition->from), transition->to);
    h = add_u(h, transition->condition_count);
    for (uint32_t i = 0; i < transition->condition_count; ++i) h = add_condition(h, &transition->conditions[i]);
    h = add_opt(add_opt(h, transition->fade), transition->exit);
    h = add_u(h, transition->exit_each_loop);
    h = add_u(h, transition->offset_match);
    if (!transition->offset_match) h = add_default(h, transition->offset, 0);
    h = add_u(add_u(h, (uint64_t)transition->curve), (uint64_t)transition->interrupt);
    h = add_u(add_u(h, (uint64_t)transition->hold), transition->resume);
    h = add_u(add_u(h, (uint64_t)(int64_t)transition->priority), transition->self);
    return add_u(add_u(h, transition->disabled), (uint64_t)transition->events);
}

static hash add_machine(hash h, const sinew_machine_desc *machine) {
    h = add_t(h, machine->entry ? machine->entry : machine->states[0].name);
    h = add_u(h, machine->state_count);
    for (uint32_t i = 0; i < machine->state_count; ++i) h = add_state(h, &machine->states[i]);
    h = add_u(h, machine->transition_count);
    for (uint32_t i = 0; i < machine->transition_count; ++i) h = add_transition(h, &machine->transitions[i]);
    return h;
}

static hash add_mask(hash h, const sinew_mask_desc *mask) {
    h = add_u(add_t(h, mask->name), mask->no_children);
    h = add_u(h, mask->joint_count);
    for (uint32_t i = 0; i < mask->joint_count; ++i) {
        h = add_t(h, mask->joints[i].name);
        h = add_default(h, mask->joints[i].weight, 1);
    }
    return h;
}

static hash add_layer(hash h, const sinew_layer_desc *layer) {
    h = add_u(add_t(h, layer->name), (uint64_t)layer->blend);
    h = add_t(h, layer->weight_parameter);
    if (!layer->weight_parameter) h = add_default(h, layer->weight, 1);
    h = add_u(add_t(h, layer->mask_name), layer->mask != NULL);
    if (layer->mask) h = add_mask(h, layer->mask);
    if (layer->blend == SINEW_BLEND_ADDITIVE) h = add_reference(h, &layer->reference);
    h = add_u(add_d(h, layer->event_threshold), layer->root_motion);
    return add_machine(h, &layer->machine);
}

uint64_t snw_graph_digest(const sinew_graph_desc *desc) {
    hash h = add_u(SNW_HASH_START, desc->parameter_count);
    for (uint32_t i = 0; i < desc->parameter_count; ++i) h = add_parameter(h, &desc->parameters[i]);
    h = add_u(h, desc->mask_count);
    for (uint32_t i = 0; i < desc->mask_count; ++i) h = add_mask(h, &desc->masks[i]);
    h = add_u(h, desc->mix_count);
    for (uint32_t i = 0; i < desc->mix_count; ++i) {
        h = add_t(add_t(h, desc->mixes[i].from), desc->mixes[i].to);
        h = add_d(h, desc->mixes[i].duration);
    }
    h = add_default(h, desc->default_mix, 0.2);
    h = add_u(h, desc->transitions_per_moment ? desc->transitions_per_moment : 8);
    h = add_u(add_u(h, (uint64_t)desc->events), desc->tell_loops);
    h = add_opt(h, desc->stepped);
    h = add_u(h, desc->layer_count);
    for (uint32_t i = 0; i < desc->layer_count; ++i) h = add_layer(h, &desc->layers[i]);
    return h;
}
