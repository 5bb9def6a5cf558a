/* Transitions that can never go whatever stands beside them: impossible conditions, and exits that are not reached.
   Invariant: one without condition and exit that leaves a looping state is told by loading and binding, not here. */
#include "graph/lint.h"

#include <math.h>
#include <stdio.h>

typedef enum chance { CAN, CANNOT, LOOPS /* waits for an end that a loop never has */ } chance;

/* The progress at which a state stands still for good, however it is entered; infinite if it plays. */
static double stands_at(const sinew_state_desc *desc, const snw_lint_state *state) {
    if (state->known & SNW_KNOWN_ZERO) return 1;
    if (!desc->speed.set || desc->speed.value < 0 || desc->speed.value > 0 || desc->speed_parameter) return INFINITY;
    bool length = (state->known & SNW_KNOWN_LENGTH) != 0;
    return length || state->start > 1 ? state->start : 1;
}

/* Whether the exit of a transition can be reached in a state that it leaves. */
static chance chance_at(const snw_lint_machine *machine, const sinew_transition_desc *row, uint32_t index) {
    const snw_lint_state *state = &machine->states[index];
    const sinew_state_desc *desc = &machine->desc->states[index];
    if (snw_row_at_once(row)) return CAN;
    if (desc->machine) return state->asks ? CAN : CANNOT;
    if (snw_row_bare(row) && (state->known & SNW_KNOWN_LOOPS)) {
        bool told = snw_certainly_loops(desc) || desc->motion.kind == SINEW_MOTION_CLIP;
        return told ? LOOPS : CANNOT;
    }
    if (snw_row_each_loop(row, state)) return CAN;
    return snw_row_exit(row) > stands_at(desc, state) ? CANNOT : CAN;
}

/* Of one from "*": at any state that it leaves, which is also its own target while that is faded from. One that waits
 * for an end where all loop is told by loading. */
static chance chance_anywhere(snw_lint *lint, const snw_lint_machine *machine, uint32_t index) {
    bool told = snw_row_bare(&machine->desc->transitions[index]);
    for (uint32_t i = 0; i < machine->desc->state_count; ++i) {
        if (!snw_lint_spend(lint, 1)) return CAN;
        told = told && snw_certainly_loops(&machine->desc->states[i]);
        if (!snw_row_leaves(machine, index, i) && !machine->cut_by_source) continue;
        if (chance_at(machine, &machine->desc->transitions[index], i) == CAN) return CAN;
    }
    return told ? LOOPS : CANNOT;
}

static void why_not(const snw_lint_machine *machine, uint32_t index, char *text, size_t size) {
    const sinew_transition_desc *row = &machine->desc->transitions[index];
    uint32_t from = machine->rows[index].from;
    double exit = snw_row_exit(row);
    if (from == SINEW_NONE)
        snprintf(text, size,
                 "in none of the states that it leaves is it ever ready; give it conditions instead of an "
                 "exit, or remove it");
    else if (machine->desc->states[from].machine)
        snprintf(text, size,
                 "it waits until the sub-machine \"%s\" asks to be left, which it never does; add a "
                 "transition to \"<exit>\" inside, or give this one conditions and no exit",
                 row->from);
    else if (machine->states[from].known & SNW_KNOWN_ZERO)
        snprintf(text, size,
                 "\"%s\" has no length, so its progress stays at 1 and never reaches %.9g; set \"exit\" to "
                 "1 or less",
                 row->from, exit);
    else if (snw_row_bare(row) && (machine->states[from].known & SNW_KNOWN_LOOPS))
        snprintf(text, size, "it waits for an end, and \"%s\" loops; write \"exit\": 1 to leave after a pass",
                 row->from);
    else
        snprintf(text, size,
                 "\"%s\" stands still at speed 0, so its progress never reaches %.9g; give the state a "
                 "speed, or this transition conditions and no exit",
                 row->from, exit);
}

static void tell(snw_lint *lint, snw_lint_machine *machine, uint32_t index, const char *why) {
    char words[300];
    size_t before = snw_check_enter(&lint->check, ".transitions[%u]", index);
    snw_check_report(&lint->check, SINEW_CODE_TRANSITION_NEVER, NULL, "the transition %s can never go: %s",
                     snw_row_words(machine, index, words, sizeof words), why);
    snw_check_leave(&lint->check, before);
    machine->rows[index].marks |= SNW_LINT_NEVER;
}

void snw_lint_never(snw_lint *lint, snw_lint_machine *machine) {
    for (uint32_t i = 0; i < machine->desc->transition_count; ++i) {
        const sinew_transition_desc *row = &machine->desc->transitions[i];
        uint32_t from = machine->rows[i].from, impossible = machine->rows[i].when.impossible;
        char why[600];
        if (row->disabled) continue;
        if (impossible != SINEW_NONE) {
            snprintf(why, sizeof why,
                     "no value of \"%s\" meets all its conditions; change one of them, or make it two "
                     "transitions",
                     lint->check.desc->parameters[impossible].name);
            tell(lint, machine, i, why);
            continue;
        }
        chance all = from == SINEW_NONE ? chance_anywhere(lint, machine, i) : chance_at(machine, row, from);
        if (all == LOOPS) machine->rows[i].marks |= SNW_LINT_NEVER;
        if (all != CANNOT) continue;
        why_not(machine, i, why, sizeof why);
        tell(lint, machine, i, why);
    }
}
