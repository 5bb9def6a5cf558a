/* Transitions without condition and exit time go when their state has ended, which one that loops never does.
   Invariant: what may depend on a clip of the model is not told. */
#include "graph/check.h"

#include <string.h>

static bool blend_loops(const sinew_motion_desc *motion) {
    switch (motion->kind) {
    case SINEW_MOTION_BLEND_1D:
    case SINEW_MOTION_BLEND_2D:
    case SINEW_MOTION_DIRECT: return true;
    default: return false;
    }
}

bool snw_certainly_loops(const sinew_state_desc *state) {
    if (state->machine || state->motion.kind == SINEW_MOTION_EMPTY || state->loop == SINEW_LOOP_OFF) return false;
    return state->loop != SINEW_LOOP_DEFAULT || blend_loops(&state->motion);
}

static bool waits_for_end(const sinew_transition_desc *transition) {
    return !transition->condition_count && !transition->exit.set && !transition->disabled;
}

static bool all_loop(const sinew_machine_desc *machine) {
    for (uint32_t i = 0; i < machine->state_count; ++i)
        if (!snw_certainly_loops(&machine->states[i])) return false;
    return true;
}

void snw_check_never(snw_check *check, const sinew_machine_desc *machine, const snw_names *states) {
    bool any_never = all_loop(machine);
    for (uint32_t i = 0; i < machine->transition_count; ++i) {
        const sinew_transition_desc *transition = &machine->transitions[i];
        if (!transition->from || !waits_for_end(transition)) continue;
        bool any = strcmp(transition->from, "*") == 0;
        uint32_t from = any ? SINEW_NONE : snw_names_find(states, transition->from);
        bool never = any ? any_never : from != SINEW_NONE && snw_certainly_loops(&machine->states[from]);
        if (!never) continue;
        size_t before = snw_check_enter(check, ".transitions[%u]", i);
        snw_check_report(check, SINEW_CODE_TRANSITION_NEVER, NULL,
                         "the transition from \"%s\" waits for an end that never comes, since %s; write "
                         "\"exit\": 1 to leave after a pass",
                         transition->from, any ? "every state here loops" : "the state loops");
        snw_check_leave(check, before);
    }
}
