/* What a transition is at a state: when it may be ready, and what it is looked at before.
   Invariant: an order or a readiness here is the player's own; see advance/machine.c. */
#include "graph/lint.h"

#include <stdio.h>

bool snw_lint_spend(snw_lint *lint, uint32_t steps) {
    if (lint->work < steps) {
        lint->work = 0;
        return false;
    }
    lint->work -= steps;
    return true;
}

bool snw_row_bare(const sinew_transition_desc *row) { return !row->condition_count && !row->exit.set; }

bool snw_row_at_once(const sinew_transition_desc *row) { return row->condition_count && !row->exit.set; }

bool snw_row_waits(const sinew_transition_desc *row) { return row->exit.set || snw_row_bare(row); }

double snw_row_exit(const sinew_transition_desc *row) { return row->exit.set ? row->exit.value : 1; }

bool snw_row_each_loop(const sinew_transition_desc *row, const snw_lint_state *state) {
    return row->exit_each_loop && row->exit.set && row->exit.value < 1 && !(state->known & SNW_KNOWN_ONCE);
}

bool snw_row_cut_by_source(const sinew_transition_desc *row) {
    return !row->disabled && (row->interrupt == SINEW_INTERRUPT_SOURCE || row->interrupt == SINEW_INTERRUPT_BOTH);
}

bool snw_row_leaves(const snw_lint_machine *machine, uint32_t row, uint32_t state) {
    const snw_lint_row *r = &machine->rows[row];
    if (r->from != SINEW_NONE) return r->from == state;
    return r->to != state || machine->desc->transitions[row].self;
}

bool snw_row_instant(const snw_lint_machine *machine, uint32_t row, uint32_t state) {
    const sinew_transition_desc *desc = &machine->desc->transitions[row];
    const snw_lint_state *from = &machine->states[state];
    if (!snw_row_waits(desc)) return true;
    if (machine->desc->states[state].machine) return from->asks_at_once;
    if (snw_row_each_loop(desc, from)) return true;
    double exit = snw_row_exit(desc);
    return exit <= from->start || (exit <= 1 && (from->known & SNW_KNOWN_ZERO));
}

bool snw_row_before(const snw_lint_machine *machine, uint32_t a, uint32_t b) {
    int32_t first = machine->desc->transitions[a].priority, second = machine->desc->transitions[b].priority;
    return first > second || (first == second && a < b);
}

bool snw_row_alive(const snw_lint_machine *machine, uint32_t row) {
    return !(machine->rows[row].marks & ~SNW_LINT_RING);
}

const char *snw_row_words(const snw_lint_machine *machine, uint32_t row, char *text, size_t size) {
    snprintf(text, size, "from \"%s\" to \"%s\"", machine->desc->transitions[row].from,
             machine->desc->transitions[row].to);
    return text;
}
