/* Transitions that another always forestalls: it is looked at before them, is ready no later, and asks no more.
   Invariant: whenever the one could go at a state, the other goes first: also during the fades that the state's
   transitions may cut, and at the moment at which the state is entered. */
#include "graph/lint.h"

#include <stdio.h>

typedef struct shadow {
    snw_lint *lint;
    snw_lint_machine *machine;
    uint32_t state;  /* that both leave */
    uint32_t *queue; /* states, for the search of chains */
    uint32_t *seen;  /* by state: the number of the search that met it */
    uint32_t search;
} shadow;

static const sinew_transition_desc *row_of(const shadow *s, uint32_t row) {
    return &s->machine->desc->transitions[row];
}

/* ---- readiness ---- */

/* Whether `first` is ready whenever `second` is, as far as their exits say. */
static bool no_later_in_leaf(const snw_lint_state *state, const sinew_transition_desc *first,
                             const sinew_transition_desc *second) {
    if (!snw_row_waits(first)) return true;
    bool first_each = snw_row_each_loop(first, state), second_each = snw_row_each_loop(second, state);
    double exit = snw_row_exit(first), other = snw_row_exit(second);
    bool ends = first->exit.set || (state->known & SNW_KNOWN_ONCE) || snw_row_bare(second);
    if (first_each) return second_each && exit <= other && exit >= other;
    if (!ends) return false;
    if (state->known & SNW_KNOWN_ZERO) return exit <= 1;
    return snw_row_waits(second) && !second_each ? exit <= other : exit <= 0;
}

static bool no_later(const shadow *s, uint32_t first, uint32_t second) {
    const sinew_transition_desc *a = row_of(s, first), *b = row_of(s, second);
    if (s->machine->desc->states[s->state].machine) return !snw_row_waits(a) || snw_row_waits(b);
    return no_later_in_leaf(&s->machine->states[s->state], a, b);
}

/* ---- what keeps the first from going ---- */

/* Both are candidates in every fade that cuts this state short and that `second` may cut. */
static bool same_fades(const shadow *s, const uint32_t *rows, uint32_t count, uint32_t first, uint32_t second) {
    uint32_t to = s->machine->rows[first].to;
    for (uint32_t i = 0; i < count && s->machine->cut_by_source; ++i) {
        uint32_t running = rows[i], target = s->machine->rows[running].to;
        if (!snw_lint_spend(s->lint, 1)) return false;
        if (running == second || !snw_row_alive(s->machine, running) || !snw_row_cut_by_source(row_of(s, running)))
            continue;
        if (!snw_row_leaves(s->machine, running, s->state)) continue;
        if (s->machine->rows[second].to == target && !row_of(s, second)->self) continue;
        if (s->machine->rows[second].to == SINEW_NONE) return false; /* no limit of a moment keeps an <exit> back */
        if (running == first || (to == target && !row_of(s, first)->self)) return false;
        if (to == s->state) return false; /* which is left at the moment at which the fade begins */
    }
    return true;
}

static void search_from(shadow *s, uint32_t state, uint32_t *count) {
    if (s->seen[state] == s->search) return;
    s->seen[state] = s->search;
    s->queue[(*count)++] = state;
}

/* Whether one moment may leave state `left` and enter this one, where `row` is then ready: what was left at a moment
   is not entered in it, so that a transition to it lets others go before. What holds the machine may be entered anew,
   and with it the entry. */
static bool chains_from(shadow *s, uint32_t left, uint32_t row) {
    const snw_lint_machine *machine = s->machine;
    uint32_t count = 0;
    s->search++;
    search_from(s, s->state, &count);
    for (uint32_t at = 0; at < count; ++at) {
        if (!snw_lint_spend(s->lint, machine->desc->transition_count)) return true;
        if (machine->again && s->queue[at] == machine->entry) return true;
        for (uint32_t i = 0; i < machine->desc->transition_count; ++i) {
            const snw_lint_row *in = &machine->rows[i];
            if (in->to != s->queue[at] || !snw_row_alive(machine, i)) continue;
            if (!snw_when_meets(&in->when, &machine->rows[row].when)) continue;
            if (snw_when_share_trigger(s->lint, &in->when, &machine->rows[row].when)) continue; /* used up */
            if (in->from == SINEW_NONE || in->from == left) return true;
            if (snw_row_instant(machine, i, in->from)) search_from(s, in->from, &count);
        }
    }
    return false;
}

/* ---- one pair ---- */

/* Whether `first` goes at this state whenever `second` could. */
static bool forestalls(shadow *s, uint32_t first, uint32_t second) {
    const snw_lint_machine *machine = s->machine;
    const snw_lint_row *a = &machine->rows[first];
    const snw_lint_state *state = &machine->states[s->state];
    if (!snw_lint_spend(s->lint, 1 + a->when.count)) return false;
    if (a->to == SINEW_NONE || !snw_row_alive(machine, first) || !snw_row_leaves(machine, first, s->state))
        return false;
    if (!no_later(s, first, second) || !snw_when_implies(&machine->rows[second].when, &a->when)) return false;
    if (a->to == s->state && state->cut_in && !row_of(s, first)->self) return false;
    if (!same_fades(s, state->out, state->out_count, first, second)) return false;
    if (!same_fades(s, machine->any, machine->any_count, first, second)) return false;
    if (!snw_row_instant(machine, second, s->state)) return true;
    if (machine->rows[second].to == SINEW_NONE) return false;
    return machine->rows[second].to == a->to || !chains_from(s, a->to, second);
}

/* The first of rows[count], all in order, that comes before `row` and forestalls it; SINEW_NONE: none. */
static uint32_t forestalled_by(shadow *s, const uint32_t *rows, uint32_t count, uint32_t row) {
    for (uint32_t i = 0; i < count && s->lint->work && snw_row_before(s->machine, rows[i], row); ++i)
        if (forestalls(s, rows[i], row)) return rows[i];
    return SINEW_NONE;
}

static uint32_t shadow_at(shadow *s, uint32_t state, uint32_t row) {
    const snw_lint_state *from = &s->machine->states[state];
    s->state = state;
    uint32_t by = forestalled_by(s, from->out, from->out_count, row);
    return by != SINEW_NONE ? by : forestalled_by(s, s->machine->any, s->machine->any_count, row);
}

/* Of one from "*": forestalled at every state that it may leave. Where fades may be cut from their source it is looked
   at beside held poses too, and at its own target: nothing is told. */
static uint32_t shadow_anywhere(shadow *s, uint32_t row) {
    uint32_t by = SINEW_NONE;
    if (s->machine->cut_by_source) return SINEW_NONE;
    for (uint32_t i = 0; i < s->machine->desc->state_count; ++i) {
        if (!snw_row_leaves(s->machine, row, i)) continue;
        uint32_t here = snw_lint_spend(s->lint, 1) ? shadow_at(s, i, row) : SINEW_NONE;
        if (here == SINEW_NONE) return SINEW_NONE;
        if (by == SINEW_NONE) by = here;
    }
    return by;
}

/* An exit that lies behind one that always leaves before it, whatever their order; only where no fade into the state
   may last until then. */
static uint32_t left_before(shadow *s, uint32_t state, uint32_t row) {
    const snw_lint_state *from = &s->machine->states[state];
    const sinew_transition_desc *desc = row_of(s, row);
    s->state = state;
    if (!desc->exit.set || from->faded || s->machine->desc->states[state].machine || (from->known & SNW_KNOWN_ZERO) ||
        snw_row_each_loop(desc, from))
        return SINEW_NONE;
    for (uint32_t i = 0; i < from->out_count; ++i) {
        uint32_t first = from->out[i];
        const sinew_transition_desc *other = row_of(s, first);
        if (!snw_lint_spend(s->lint, 1)) return SINEW_NONE;
        if (first == row || other->condition_count || !other->exit.set || other->exit.value >= desc->exit.value)
            continue;
        if (other->exit.value <= from->start || snw_row_each_loop(other, from) || s->machine->rows[first].to == state)
            continue;
        if (s->machine->rows[first].to == SINEW_NONE || !snw_row_alive(s->machine, first)) continue;
        if (same_fades(s, from->out, from->out_count, first, row) &&
            same_fades(s, s->machine->any, s->machine->any_count, first, row))
            return first;
    }
    return SINEW_NONE;
}

/* ---- telling ---- */

static void tell(shadow *s, uint32_t row, uint32_t by) {
    const sinew_transition_desc *late = row_of(s, row), *early = row_of(s, by);
    char words[300], other[300];
    size_t before = snw_check_enter(&s->lint->check, ".transitions[%u]", row);
    bool later = late->exit.set && early->exit.set && !early->condition_count && early->exit.value < late->exit.value;
    snw_row_words(s->machine, row, words, sizeof words);
    snw_row_words(s->machine, by, other, sizeof other);
    if (later && s->machine->rows[row].from != SINEW_NONE)
        snw_check_report(
            &s->lint->check, SINEW_CODE_TRANSITION_NEVER, NULL,
            "the transition %s can never go: it waits for progress %.9g, but transitions[%u], %s, has left "
            "the state at %.9g; set an \"exit\" before that, or give the other conditions",
            words, late->exit.value, by, other, early->exit.value);
    else
        snw_check_report(
            &s->lint->check, SINEW_CODE_TRANSITION_SHADOWED, NULL,
            "the transition %s never goes: transitions[%u], %s, comes before it and is ready whenever it is; "
            "give this one a higher \"priority\", or the other more conditions",
            words, by, other);
    snw_check_leave(&s->lint->check, before);
    s->machine->rows[row].marks |= SNW_LINT_SHADOWED;
}

void snw_lint_shadowed(snw_lint *lint, snw_lint_machine *machine) {
    uint32_t states = machine->desc->state_count;
    shadow s = { .lint = lint, .machine = machine };
    s.queue = snw_arena_array(&lint->arena, states, sizeof *s.queue);
    s.seen = snw_arena_array(&lint->arena, states, sizeof *s.seen);
    if (!s.queue || !s.seen) return;
    for (uint32_t i = 0; i < machine->desc->transition_count; ++i) {
        uint32_t from = machine->rows[i].from;
        if (!snw_row_alive(machine, i)) continue;
        uint32_t by = from == SINEW_NONE ? shadow_anywhere(&s, i) : shadow_at(&s, from, i);
        if (by == SINEW_NONE && from != SINEW_NONE) by = left_before(&s, from, i);
        if (by != SINEW_NONE) tell(&s, i, by);
    }
}
