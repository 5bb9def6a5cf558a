/* The walk of the graph checker over layers, machines and motions, inner machines first.
   Invariant: states are counted as in a binding, a machine's own before those inside them. */
#include "graph/lint.h"

#include "graph/graph.h"

#include <math.h>
#include <string.h>

/* Steps of work for a whole graph: compared pairs of transitions, and steps along rings. */
enum { WORK = 16000000, RING_WORK = 4000000 };

/* ---- what is known without clips ---- */

static uint8_t known_of(const sinew_state_desc *state) {
    if (state->machine) return 0;
    if (state->motion.kind == SINEW_MOTION_EMPTY) return SNW_KNOWN_ONCE | SNW_KNOWN_ZERO;
    if (state->loop == SINEW_LOOP_OFF) return SNW_KNOWN_ONCE;
    return snw_certainly_loops(state) ? SNW_KNOWN_LOOPS : 0;
}

/* ---- a machine's tables ---- */

static bool row_before(const void *user, uint32_t a, uint32_t b) {
    const snw_lint_machine *machine = user;
    uint32_t first = machine->rows[a].from, second = machine->rows[b].from;
    return first < second || (first == second && snw_row_before(machine, a, b));
}

static bool make_rows(snw_lint *lint, snw_lint_machine *machine) {
    const sinew_machine_desc *desc = machine->desc;
    uint32_t count = desc->transition_count, at = 0;
    uint32_t *order = snw_arena_array(&lint->arena, count, sizeof *order);
    machine->rows = snw_arena_array(&lint->arena, count, sizeof *machine->rows);
    if (!order || !machine->rows) return false;
    for (uint32_t i = 0; i < count; ++i) {
        snw_lint_row *row = &machine->rows[i];
        const sinew_transition_desc *from = &desc->transitions[i];
        row->from = strcmp(from->from, "*") == 0 ? SINEW_NONE : snw_names_find(&machine->names, from->from);
        row->to = strcmp(from->to, "<exit>") == 0 ? SINEW_NONE : snw_names_find(&machine->names, from->to);
        if (from->disabled) row->marks = SNW_LINT_OFF;
        machine->cut_by_source = machine->cut_by_source || snw_row_cut_by_source(from);
        if (!snw_when_make(lint, from, &row->when)) return false;
        order[i] = i;
    }
    snw_order_sort(order, count, row_before, machine);
    while (at < count && machine->rows[order[at]].from != SINEW_NONE) {
        snw_lint_state *state = &machine->states[machine->rows[order[at]].from];
        if (!state->out_count++) state->out = &order[at];
        at++;
    }
    machine->any = order + at;
    machine->any_count = count - at;
    return true;
}

/* How states are entered. What goes on while its machine fades out, and is taken up again, may stand anywhere. */
static void note_entries(snw_lint_machine *machine, const snw_lint_state *holder) {
    double start = holder->start;
    machine->again = holder->again;
    machine->states[machine->entry].start = start;
    for (uint32_t i = 0; i < machine->desc->state_count; ++i) machine->states[i].again = machine->again;
    for (uint32_t i = 0; isinf(start) && i < machine->desc->state_count; ++i) machine->states[i].start = start;
    for (uint32_t i = 0; i < machine->desc->transition_count; ++i) {
        const sinew_transition_desc *row = &machine->desc->transitions[i];
        uint32_t to = machine->rows[i].to;
        if (to == SINEW_NONE || row->disabled) continue;
        snw_lint_state *state = &machine->states[to];
        state->again = state->again || machine->rows[i].from == to || row->self;
        double offset = row->offset_match ? 1 : row->offset.set ? row->offset.value : 0;
        if (row->resume) offset = INFINITY;
        if (offset > state->start) state->start = offset;
        state->faded = state->faded || !row->fade.set || row->fade.value > 0;
        state->cut_in =
            state->cut_in || row->interrupt == SINEW_INTERRUPT_TARGET || row->interrupt == SINEW_INTERRUPT_BOTH;
    }
}

static bool make_states(snw_lint *lint, snw_lint_machine *machine) {
    const sinew_machine_desc *desc = machine->desc;
    machine->states = snw_arena_array(&lint->arena, desc->state_count, sizeof *machine->states);
    if (!machine->states) return false;
    for (uint32_t i = 0; i < desc->state_count; ++i) {
        const sinew_state_desc *state = &desc->states[i];
        machine->states[i].known = lint->known ? lint->known[lint->state_at + i] : known_of(state);
    }
    lint->state_at += desc->state_count;
    machine->entry = desc->entry ? snw_names_find(&machine->names, desc->entry) : 0;
    return true;
}

/* ---- the walk ---- */

static void use(snw_lint *lint, const char *parameter) {
    if (parameter) lint->used[snw_names_find(&lint->check.parameters, parameter)] = true;
}

static void use_motion(snw_lint *lint, const sinew_motion_desc *motion) {
    use(lint, motion->parameter);
    use(lint, motion->parameter_y);
    use(lint, motion->weight_parameter);
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        use(lint, motion->children[i].weight);
        use_motion(lint, &motion->children[i].motion);
    }
}

/* holder: the state that holds the machine; a layer's has one for itself. */
static bool lint_machine(snw_lint *lint, const sinew_machine_desc *desc, snw_lint_state *holder);

static bool lint_states(snw_lint *lint, snw_lint_machine *machine) {
    for (uint32_t i = 0; i < machine->desc->state_count; ++i) {
        const sinew_state_desc *state = &machine->desc->states[i];
        size_t before = snw_check_enter_key(&lint->check, ".states", state->name);
        bool good = true;
        use(lint, state->speed_parameter);
        if (state->machine) {
            snw_check_enter(&lint->check, ".machine");
            good = lint_machine(lint, state->machine, &machine->states[i]);
        } else {
            use_motion(lint, &state->motion);
            snw_lint_motion(lint, &state->motion);
        }
        snw_check_leave(&lint->check, before);
        if (!good) return false;
    }
    return true;
}

/* Whether some transition to <exit> may go. */
static void note_asking(const snw_lint_machine *machine, snw_lint_state *holder) {
    for (uint32_t i = 0; i < machine->desc->transition_count; ++i) {
        const snw_lint_row *row = &machine->rows[i];
        if (row->to != SINEW_NONE || !snw_row_alive(machine, i)) continue;
        bool any = row->from == SINEW_NONE;
        if (!any && !machine->states[row->from].reached) continue;
        holder->asks = true;
        holder->asks_at_once = holder->asks_at_once || any || snw_row_instant(machine, i, row->from);
    }
}

static bool lint_machine(snw_lint *lint, const sinew_machine_desc *desc, snw_lint_state *holder) {
    snw_lint_machine machine = { .desc = desc };
    if (!snw_names_make(&lint->check, &machine.names, desc->states, desc->state_count, sizeof *desc->states,
                        offsetof(sinew_state_desc, name)))
        return false;
    bool good = make_states(lint, &machine) && make_rows(lint, &machine);
    if (good) {
        note_entries(&machine, holder);
        good = lint_states(lint, &machine);
    }
    if (good) {
        snw_lint_never(lint, &machine);
        snw_lint_shadowed(lint, &machine);
        snw_lint_reach(lint, &machine);
        snw_lint_rings(lint, &machine);
        note_asking(&machine, holder);
        good = !lint->arena.failed;
    }
    snw_names_free(&lint->check, &machine.names);
    return good;
}

static bool lint_layers(snw_lint *lint) {
    const sinew_graph_desc *desc = lint->check.desc;
    for (uint32_t i = 0; i < desc->layer_count; ++i) {
        snw_lint_state holder = { 0 };
        use(lint, desc->layers[i].weight_parameter);
        if (!desc->flat) snw_check_enter(&lint->check, ".layers[%u].machine", i);
        if (!lint_machine(lint, &desc->layers[i].machine, &holder)) return false;
        snw_check_leave(&lint->check, 0);
    }
    return true;
}

static void tell_unused(snw_lint *lint) {
    const sinew_graph_desc *desc = lint->check.desc;
    for (uint32_t i = 0; i < desc->parameter_count; ++i) {
        if (lint->used[i]) continue;
        size_t before = snw_check_enter_key(&lint->check, ".parameters", desc->parameters[i].name);
        snw_check_report(&lint->check, SINEW_CODE_UNUSED_PARAMETER, NULL,
                         "no condition, blend, speed or weight reads the parameter \"%s\"; use it or remove it",
                         desc->parameters[i].name);
        snw_check_leave(&lint->check, before);
    }
}

static bool lint_all(snw_lint *lint) {
    const sinew_graph_desc *desc = lint->check.desc;
    lint->used = snw_arena_array(&lint->arena, desc->parameter_count, sizeof *lint->used);
    if (!lint->used) return false;
    if (!snw_names_make(&lint->check, &lint->check.parameters, desc->parameters, desc->parameter_count,
                        sizeof *desc->parameters, offsetof(sinew_parameter_desc, name)))
        return false;
    bool good = lint_layers(lint);
    if (good) tell_unused(lint);
    snw_names_free(&lint->check, &lint->check.parameters);
    return good;
}

sinew_result snw_graph_lint(const sinew_graph *graph, const uint8_t *known, sinew_log *log) {
    snw_lint lint = { .known = known, .work = WORK, .ring_work = RING_WORK };
    lint.check.desc = &graph->desc;
    lint.check.log = log;
    lint.check.allocator = graph->arena.allocator;
    snw_arena_init(&lint.arena, &graph->arena.allocator);
    bool good = lint_all(&lint);
    snw_arena_free(&lint.arena);
    if (good) return SINEW_OK;
    snw_log_add(log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was checked");
    return SINEW_ERROR_MEMORY;
}

sinew_result sinew_graph_lint(const sinew_graph *graph, sinew_log *log) {
    return graph ? snw_graph_lint(graph, NULL, log) : SINEW_ERROR_ARGUMENT;
}
