/* A graph's definition in a pass. Invariant: it comes out as it went in, so that it has the same hash; what it must be
   is looked at by the graph's own check once it is there, in memory of the handle. */
#include "bank/bank.h"
#include "graph/check.h"

#include <string.h>

enum { LEAST = 4, LEAST_STATE = 36, LEAST_CHILD = 32 };

/* What the check takes for `count` names or points, in memory that is not given back meanwhile. */
static void add_scratch(snw_pass *pass, uint32_t count) {
    if (pass->mode == SNW_PASS_MEASURE) pass->scratch += (size_t)count * (sizeof(char *) + sizeof(uint32_t)) + 64;
}

static sinew_opt pass_opt(snw_pass *pass, sinew_opt opt) {
    opt.set = snw_pass_flag(pass, opt.set);
    opt.value = opt.set ? snw_pass_double(pass, opt.value) : 0;
    return opt;
}

static void pass_reference(snw_pass *pass, sinew_reference_desc *reference) {
    reference->clip = snw_pass_text(pass, reference->clip);
    reference->time = snw_pass_double(pass, reference->time);
}

/* ---- motions ---- */

static void pass_motion(snw_pass *pass, sinew_motion_desc *motion);

static void pass_child(snw_pass *pass, void *one) {
    sinew_child_desc *child = one;
    child->x = snw_pass_double(pass, child->x);
    child->y = snw_pass_double(pass, child->y);
    child->weight = snw_pass_text(pass, child->weight);
    child->speed = pass_opt(pass, child->speed);
    pass_motion(pass, &child->motion);
}

static void pass_children(snw_pass *pass, sinew_motion_desc *motion) {
    motion->child_count = snw_pass_count(pass, motion->child_count, LEAST_CHILD, SINEW_MAX_MOTIONS);
    if (!motion->child_count) return;
    add_scratch(pass, motion->child_count);
    if (++pass->blends > SINEW_MAX_DEPTH + 1) snw_pass_fault(pass, "blends of a graph are nested too deep");
    motion->children = snw_pass_each(pass, motion->children, motion->child_count, sizeof *motion->children, pass_child);
    --pass->blends;
}

static void pass_motion(snw_pass *pass, sinew_motion_desc *motion) {
    motion->kind = (sinew_motion_kind)snw_pass_below(pass, (uint32_t)motion->kind, SINEW_MOTION_ADD + 1);
    motion->clip = snw_pass_text(pass, motion->clip);
    if (motion->kind <= SINEW_MOTION_CLIP) return;
    motion->parameter = snw_pass_text(pass, motion->parameter);
    motion->parameter_y = snw_pass_text(pass, motion->parameter_y);
    motion->algorithm = (sinew_algorithm)snw_pass_below(pass, (uint32_t)motion->algorithm, SINEW_ALGORITHM_GRID + 1);
    motion->sync = (sinew_sync)snw_pass_below(pass, (uint32_t)motion->sync, SINEW_SYNC_NONE + 1);
    motion->normalize_axes = snw_pass_flag(pass, motion->normalize_axes);
    motion->weight = pass_opt(pass, motion->weight);
    motion->weight_parameter = snw_pass_text(pass, motion->weight_parameter);
    pass_reference(pass, &motion->reference);
    pass_children(pass, motion);
}

/* ---- machines ---- */

static void pass_machine(snw_pass *pass, sinew_machine_desc *machine);

static void pass_sub_machine(snw_pass *pass, void *one) { pass_machine(pass, one); }

static void pass_tag(snw_pass *pass, void *one) {
    const char **tag = one;
    *tag = snw_pass_text(pass, *tag);
}

static void pass_state(snw_pass *pass, void *one) {
    sinew_state_desc *state = one;
    state->name = snw_pass_text(pass, state->name);
    state->speed = pass_opt(pass, state->speed);
    state->speed_parameter = snw_pass_text(pass, state->speed_parameter);
    state->loop = (sinew_loop)snw_pass_below(pass, (uint32_t)state->loop, SINEW_LOOP_PINGPONG + 1);
    state->stepped = pass_opt(pass, state->stepped);
    state->tag_count = snw_pass_count(pass, state->tag_count, LEAST, UINT32_MAX);
    state->tags = snw_pass_each(pass, state->tags, state->tag_count, sizeof *state->tags, pass_tag);
    bool machine = snw_pass_flag(pass, state->machine != NULL);
    state->machine = snw_pass_each(pass, state->machine, machine, sizeof *state->machine, pass_sub_machine);
    pass_motion(pass, &state->motion);
}

static void pass_condition(snw_pass *pass, void *one) {
    sinew_condition_desc *condition = one;
    condition->parameter = snw_pass_text(pass, condition->parameter);
    condition->test = (sinew_test)snw_pass_below(pass, (uint32_t)condition->test, SINEW_TEST_GREATER_EQUAL + 1);
    condition->value = pass_opt(pass, condition->value);
}

/* Yes and no of a transition, a bit each. */
static void pass_flags(snw_pass *pass, sinew_transition_desc *t) {
    bool *const flags[] = { &t->exit_each_loop, &t->offset_match, &t->resume, &t->self, &t->disabled };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) *flags[i] = snw_pass_flag(pass, *flags[i]);
}

static void pass_transition(snw_pass *pass, void *one) {
    sinew_transition_desc *t = one;
    t->from = snw_pass_text(pass, t->from);
    t->to = snw_pass_text(pass, t->to);
    t->fade = pass_opt(pass, t->fade);
    t->exit = pass_opt(pass, t->exit);
    t->offset = pass_opt(pass, t->offset);
    pass_flags(pass, t);
    t->curve = (sinew_curve_kind)snw_pass_below(pass, (uint32_t)t->curve, SINEW_CURVE_SMOOTH + 1);
    t->interrupt = (sinew_interrupt)snw_pass_below(pass, (uint32_t)t->interrupt, SINEW_INTERRUPT_BOTH + 1);
    t->hold = (sinew_hold)snw_pass_below(pass, (uint32_t)t->hold, SINEW_HOLD_INERTIAL + 1);
    t->events = (sinew_event_choice)snw_pass_below(pass, (uint32_t)t->events, SINEW_EVENTS_BOTH + 1);
    t->priority = (int32_t)snw_pass_word(pass, (uint32_t)t->priority);
    t->condition_count = snw_pass_count(pass, t->condition_count, 3 * LEAST, UINT32_MAX);
    t->conditions = snw_pass_each(pass, t->conditions, t->condition_count, sizeof *t->conditions, pass_condition);
}

static void pass_machine(snw_pass *pass, sinew_machine_desc *machine) {
    if (++pass->machines > SINEW_MAX_DEPTH) snw_pass_fault(pass, "machines of a graph are nested too deep");
    machine->entry = snw_pass_text(pass, machine->entry);
    machine->state_count = snw_pass_count(pass, machine->state_count, LEAST_STATE, SINEW_MAX_STATES);
    add_scratch(pass, machine->state_count);
    machine->states = snw_pass_each(pass, machine->states, machine->state_count, sizeof *machine->states, pass_state);
    uint32_t count = snw_pass_count(pass, machine->transition_count, 15 * LEAST, SINEW_MAX_TRANSITIONS);
    machine->transition_count = count;
    machine->transitions =
        snw_pass_each(pass, machine->transitions, count, sizeof *machine->transitions, pass_transition);
    --pass->machines;
}

/* ---- the top ---- */

static void pass_mask_joint(snw_pass *pass, void *one) {
    sinew_mask_joint_desc *joint = one;
    joint->name = snw_pass_text(pass, joint->name);
    joint->weight = pass_opt(pass, joint->weight);
}

static void pass_mask(snw_pass *pass, void *one) {
    sinew_mask_desc *mask = one;
    mask->name = snw_pass_text(pass, mask->name);
    mask->no_children = snw_pass_flag(pass, mask->no_children);
    mask->joint_count = snw_pass_count(pass, mask->joint_count, 2 * LEAST, UINT32_MAX);
    add_scratch(pass, mask->joint_count);
    mask->joints = snw_pass_each(pass, mask->joints, mask->joint_count, sizeof *mask->joints, pass_mask_joint);
}

static void pass_layer(snw_pass *pass, void *one) {
    sinew_layer_desc *layer = one;
    layer->name = snw_pass_text(pass, layer->name);
    layer->blend = (sinew_blend_mode)snw_pass_below(pass, (uint32_t)layer->blend, SINEW_BLEND_ADDITIVE + 1);
    layer->weight = pass_opt(pass, layer->weight);
    layer->weight_parameter = snw_pass_text(pass, layer->weight_parameter);
    layer->mask_name = snw_pass_text(pass, layer->mask_name);
    bool own = snw_pass_flag(pass, layer->mask != NULL);
    layer->mask = snw_pass_each(pass, layer->mask, own, sizeof *layer->mask, pass_mask);
    pass_reference(pass, &layer->reference);
    layer->event_threshold = snw_pass_double(pass, layer->event_threshold);
    layer->root_motion = snw_pass_flag(pass, layer->root_motion);
    pass_machine(pass, &layer->machine);
}

static void pass_parameter(snw_pass *pass, void *one) {
    sinew_parameter_desc *p = one;
    p->name = snw_pass_text(pass, p->name);
    p->type = (sinew_parameter_type)snw_pass_below(pass, (uint32_t)p->type, SINEW_PARAMETER_TRIGGER + 1);
    p->default_value = snw_pass_double(pass, p->default_value);
    p->min = pass_opt(pass, p->min);
    p->max = pass_opt(pass, p->max);
    p->no_latch = snw_pass_flag(pass, p->no_latch);
    p->expires = pass_opt(pass, p->expires);
}

static void pass_mix(snw_pass *pass, void *one) {
    sinew_mix_desc *mix = one;
    mix->from = snw_pass_text(pass, mix->from);
    mix->to = snw_pass_text(pass, mix->to);
    mix->duration = snw_pass_double(pass, mix->duration);
}

static void pass_lists(snw_pass *pass, sinew_graph_desc *g) {
    g->parameter_count = snw_pass_count(pass, g->parameter_count, 7 * LEAST, SINEW_MAX_PARAMETERS);
    g->parameters = snw_pass_each(pass, g->parameters, g->parameter_count, sizeof *g->parameters, pass_parameter);
    g->mask_count = snw_pass_count(pass, g->mask_count, 3 * LEAST, UINT32_MAX);
    g->masks = snw_pass_each(pass, g->masks, g->mask_count, sizeof *g->masks, pass_mask);
    g->mix_count = snw_pass_count(pass, g->mix_count, 4 * LEAST, UINT32_MAX);
    g->mixes = snw_pass_each(pass, g->mixes, g->mix_count, sizeof *g->mixes, pass_mix);
    g->layer_count = snw_pass_count(pass, g->layer_count, 10 * LEAST, SINEW_MAX_LAYERS);
    g->layers = snw_pass_each(pass, g->layers, g->layer_count, sizeof *g->layers, pass_layer);
    add_scratch(pass, g->parameter_count);
    add_scratch(pass, g->mask_count);
    add_scratch(pass, g->layer_count);
}

void snw_pass_graph(snw_pass *pass, sinew_graph_desc *g) {
    pass->scratch = pass->machines = pass->blends = 0;
    g->rig = snw_pass_text(pass, g->rig);
    g->flat = snw_pass_flag(pass, g->flat);
    g->default_mix = pass_opt(pass, g->default_mix);
    g->transitions_per_moment = snw_pass_word(pass, g->transitions_per_moment);
    g->events = (sinew_event_choice)snw_pass_below(pass, (uint32_t)g->events, SINEW_EVENTS_BOTH + 1);
    g->tell_loops = snw_pass_flag(pass, g->tell_loops);
    g->stepped = pass_opt(pass, g->stepped);
    pass_lists(pass, g);
}
