/* States that nothing leads to. Invariant: only transitions that can go lead anywhere. */
#include "graph/lint.h"

typedef struct walk {
    snw_lint_machine *machine;
    uint32_t *waiting, count;
} walk;

static void reach(walk *w, uint32_t state) {
    if (state == SINEW_NONE || w->machine->states[state].reached) return;
    w->machine->states[state].reached = true;
    w->waiting[w->count++] = state;
}

static void follow(walk *w, const uint32_t *rows, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        if (snw_row_alive(w->machine, rows[i])) reach(w, w->machine->rows[rows[i]].to);
}

static void tell(snw_lint *lint, const snw_lint_machine *machine, uint32_t state, bool named) {
    const char *name = machine->desc->states[state].name;
    size_t before = snw_check_enter_key(&lint->check, ".states", name);
    snw_check_report(&lint->check, SINEW_CODE_UNREACHABLE_STATE, NULL,
                     named
                         ? "what leads to the state \"%s\" can never go, is disabled or leaves states that nothing "
                           "leads to, so that only code (travel, play) gets there; mend that, or remove the state"
                         : "no transition leads to the state \"%s\", so that only code (travel, play) gets there; add "
                           "one, or remove the state",
                     name);
    snw_check_leave(&lint->check, before);
}

void snw_lint_reach(snw_lint *lint, snw_lint_machine *machine) {
    uint32_t count = machine->desc->state_count;
    walk w = { .machine = machine, .waiting = snw_arena_array(&lint->arena, count, sizeof *w.waiting) };
    bool *named = snw_arena_array(&lint->arena, count, sizeof *named);
    if (!w.waiting || !named) return;
    reach(&w, machine->entry);
    follow(&w, machine->any, machine->any_count); /* what leaves any state leaves the entry */
    while (w.count) {
        const snw_lint_state *state = &machine->states[w.waiting[--w.count]];
        follow(&w, state->out, state->out_count);
    }
    for (uint32_t i = 0; i < machine->desc->transition_count; ++i) {
        const snw_lint_row *row = &machine->rows[i];
        if (row->to != SINEW_NONE && row->from != row->to) named[row->to] = true;
    }
    for (uint32_t i = 0; i < count; ++i)
        if (!machine->states[i].reached) tell(lint, machine, i, named[i]);
}
