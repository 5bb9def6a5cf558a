/* Machines, states and transitions to flat tables.
   Invariant: a machine's own states lie one after another before those of the machines inside it, and its
   transitions keep the order of the file. */
#include "bind.h"

#include <stdio.h>
#include <string.h>

static char *join_path(snw_binder *binder, const char *parent, const char *name) {
    size_t first = parent ? strlen(parent) : 0, second = strlen(name);
    char *text = snw_arena_take(&binder->out->arena, first + second + 2);
    if (!text) return NULL;
    if (first) memcpy(text, parent, first);
    if (first) text[first] = '/';
    memcpy(text + first + (first ? 1 : 0), name, second);
    return text;
}

static const snw_condition *bind_conditions(snw_binder *binder, const sinew_transition_desc *desc) {
    snw_condition *rows = snw_arena_array(&binder->out->arena, desc->condition_count, sizeof *rows);
    if (!rows) return NULL;
    for (uint32_t i = 0; i < desc->condition_count; ++i) {
        const sinew_condition_desc *from = &desc->conditions[i];
        rows[i].parameter = snw_bind_parameter(binder, from->parameter);
        rows[i].type = (uint8_t)binder->out->parameters[rows[i].parameter].type;
        rows[i].test = (uint8_t)from->test;
        rows[i].value = from->value.set ? from->value.value : 1;
        /* A float is compared as the float it is: a set of 0.1 equals a condition on 0.1. */
        if (rows[i].type == SINEW_PARAMETER_FLOAT) rows[i].value = (double)(float)rows[i].value;
    }
    return rows;
}

static void bind_transition(snw_binder *binder, const snw_machine *machine, snw_transition *row,
                            const sinew_transition_desc *desc) {
    row->desc = desc;
    /* "*" and "<exit>" are no state's names: they are not found, and SINEW_NONE is what stands for them. */
    row->from = snw_name_table_find(machine->names, desc->from);
    row->to = snw_name_table_find(machine->names, desc->to);
    row->priority = desc->priority;
    row->conditions = bind_conditions(binder, desc);
    row->condition_count = desc->condition_count;
    row->has_fade = desc->fade.set;
    row->fade = desc->fade.value;
    row->has_exit = desc->exit.set;
    row->exit = desc->exit.value;
    row->offset = desc->offset.set ? desc->offset.value : 0;
}

/* By the state it leaves (any last), then priority, then order. */
static bool goes_before(const void *rows, uint32_t left, uint32_t right) {
    const snw_transition *a = (const snw_transition *)rows + left, *b = (const snw_transition *)rows + right;
    if (a->from != b->from) return a->from < b->from;
    if (a->priority != b->priority) return a->priority > b->priority;
    return left < right;
}

/* The part of a sorted list that leaves `from`, starting at *at. */
static const uint32_t *take_from(const snw_binder *binder, const uint32_t *list, uint32_t total, uint32_t from,
                                 uint32_t *at, uint32_t *count) {
    uint32_t start = *at;
    while (*at < total && binder->transitions[list[*at]].from == from) ++*at;
    *count = *at - start;
    return list + start;
}

static void sort_transitions(snw_binder *binder, snw_machine *machine, uint32_t states, uint32_t state_count) {
    uint32_t total = machine->transition_count, at = 0;
    uint32_t *list = snw_arena_array(&binder->out->arena, total, sizeof *list);
    if (!list) return;
    for (uint32_t i = 0; i < total; ++i) list[i] = machine->first_transition + i;
    snw_order_sort(list, total, goes_before, binder->transitions);
    for (uint32_t i = 0; i < state_count; ++i) {
        snw_state *state = &binder->states[states + i];
        state->out = take_from(binder, list, total, states + i, &at, &state->out_count);
    }
    machine->any = take_from(binder, list, total, SINEW_NONE, &at, &machine->any_count);
}

static void bind_transitions(snw_binder *binder, const sinew_machine_desc *desc, uint32_t index, uint32_t states) {
    snw_machine *machine = &binder->machines[index];
    machine->first_transition = binder->transition_at;
    machine->transition_count = desc->transition_count;
    binder->transition_at += desc->transition_count;
    for (uint32_t i = 0; i < desc->transition_count; ++i) {
        snw_transition *row = &binder->transitions[machine->first_transition + i];
        row->layer = machine->layer;
        row->machine = index;
        row->index = i;
        bind_transition(binder, machine, row, &desc->transitions[i]);
        if (desc->transitions[i].hold == SINEW_HOLD_LIVE && !desc->transitions[i].disabled) machine->live = true;
    }
    sort_transitions(binder, machine, states, desc->state_count);
}

/* A clip that loops by itself makes a bare transition one that never goes; only bind can see it. */
static void tell_never(snw_binder *binder, const snw_machine *machine, const char *path) {
    for (uint32_t i = 0; i < machine->transition_count; ++i) {
        const snw_transition *row = &binder->transitions[machine->first_transition + i];
        if (row->from == SINEW_NONE || row->has_exit || row->condition_count || row->desc->disabled) continue;
        const snw_state *state = &binder->states[row->from];
        bool told_by_graph = state->desc->loop != SINEW_LOOP_DEFAULT || state->desc->motion.kind != SINEW_MOTION_CLIP;
        if (state->inner != SINEW_NONE || told_by_graph || state->cycle == SNW_CYCLE_ONCE) continue;
        char place[SNW_PATH];
        snprintf(place, sizeof place, "%s.transitions[%u]", path, i);
        snw_log_add(binder->log, SINEW_CODE_TRANSITION_NEVER, place,
                    "this transition never goes: it has no condition and no exit, and the clip of \"%s\" loops; write "
                    "\"exit\": 1 to leave after a pass, or \"loop\": false in the state",
                    state->name);
    }
}

static void bind_state(snw_binder *binder, snw_state *state, const sinew_state_desc *desc, const char *path) {
    state->speed = desc->speed.set ? desc->speed.value : 1;
    state->speed_parameter = snw_bind_parameter(binder, desc->speed_parameter);
    state->zero = true;
    state->cycle = SNW_CYCLE_ONCE;
    if (desc->machine || desc->motion.kind == SINEW_MOTION_EMPTY) return;
    uint32_t first = binder->node_at;
    uint32_t root = snw_bind_motion(binder, &desc->motion, 1, path);
    if (root == SINEW_NONE) return;
    state->node = root;
    state->node_count = binder->node_at - first;
    snw_bind_state_motion(binder, state, path);
}

/* How much a state needs: its play, and all of the machine it may hold. */
static void count_state(const snw_binder *binder, const snw_state *state, uint32_t *plays, uint32_t *runs,
                        uint32_t *samples) {
    *plays = 1;
    *runs = 0;
    *samples = state->node != SINEW_NONE ? binder->nodes[state->node].max_samples : 0;
    if (state->inner == SINEW_NONE) return;
    const snw_machine *inner = &binder->machines[state->inner];
    *plays += inner->plays;
    *runs = inner->runs;
    *samples = inner->samples;
}

/* Sides of a fade in the machine that may tell events. */
static uint32_t telling_sides(const snw_binder *binder, const snw_machine *machine) {
    bool both = false;
    for (uint32_t i = 0; i < machine->transition_count; ++i)
        both = both || binder->transitions[machine->first_transition + i].desc->events == SINEW_EVENTS_BOTH;
    return !both ? 1 : machine->live ? 3 : 2;
}

static void count_machine(snw_binder *binder, snw_machine *machine, uint32_t states, uint32_t state_count) {
    uint32_t plays = 0, runs = 0, samples = 0, tellers = 1;
    for (uint32_t i = 0; i < state_count; ++i) {
        uint32_t p, r, s;
        count_state(binder, &binder->states[states + i], &p, &r, &s);
        if (p > plays) plays = p;
        if (r > runs) runs = r;
        if (s > samples) samples = s;
        uint32_t inner = binder->states[states + i].inner;
        if (inner != SINEW_NONE && binder->machines[inner].tellers > tellers) tellers = binder->machines[inner].tellers;
    }
    machine->tellers = telling_sides(binder, machine) * tellers;
    uint32_t sides = machine->live ? 3 : 2;
    machine->plays = sides * plays;
    machine->runs = 1 + sides * runs;
    machine->samples = sides * samples + 1; /* and a held one */
}

uint32_t snw_bind_machine(snw_binder *binder, const sinew_machine_desc *desc, uint32_t layer, uint32_t parent,
                          uint32_t depth, const char *path) {
    uint32_t index = binder->machine_at++;
    uint32_t states = binder->state_at;
    binder->state_at += desc->state_count;
    snw_machine *machine = &binder->machines[index];
    machine->layer = layer;
    machine->parent = parent;
    machine->depth = depth;
    machine->names = snw_arena_take(&binder->out->arena, sizeof *machine->names);
    if (!machine->names || !snw_name_table_make(machine->names, &binder->out->arena, desc->state_count)) return index;
    const char *parent_path = parent == SINEW_NONE ? NULL : binder->states[parent].path;
    for (uint32_t i = 0; i < desc->state_count; ++i) {
        snw_state *state = &binder->states[states + i];
        state->desc = &desc->states[i];
        state->name = desc->states[i].name;
        state->path = join_path(binder, parent_path, state->name);
        state->layer = layer;
        state->machine = index;
        state->parent = parent;
        state->inner = SINEW_NONE;
        state->node = SINEW_NONE;
        snw_name_table_add(machine->names, state->name, states + i);
    }
    machine->entry = desc->entry ? snw_name_table_find(machine->names, desc->entry) : states;
    for (uint32_t i = 0; i < desc->state_count && !binder->out->arena.failed; ++i) {
        snw_state *state = &binder->states[states + i];
        char place[SNW_PATH];
        size_t used = (size_t)snprintf(place, sizeof place, "%s%sstates", path, path[0] ? "." : "");
        if (used >= sizeof place) used = sizeof place - 1;
        used += snw_path_key(place + used, sizeof place - used, state->name);
        bind_state(binder, state, state->desc, place);
        if (!state->desc->machine) continue;
        snprintf(place + used, sizeof place - used, ".machine");
        state->inner = snw_bind_machine(binder, state->desc->machine, layer, states + i, depth + 1, place);
    }
    if (binder->out->arena.failed) return index;
    bind_transitions(binder, desc, index, states);
    if (binder->out->arena.failed) return index;
    tell_never(binder, machine, path);
    count_machine(binder, machine, states, desc->state_count);
    return index;
}
