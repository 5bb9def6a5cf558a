/* Rings of transitions that are all ready at once: the machine would turn round for as long as the parameters stay.
   Invariant: a ring is told with values at which each of its states is left by the ring's own transition and no other;
   one with a trigger is none, since the first use takes it away. */
#include "graph/lint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 8, RING_STEPS = 2000, TRIES = 4 };

typedef struct ring {
    snw_lint *lint;
    snw_lint_machine *machine;
    uint32_t closing;         /* the transition that the ring must have */
    uint32_t states[LONGEST]; /* states[0] is where `closing` leads; states[i] is left by rows[i] */
    uint32_t rows[LONGEST];
    uint32_t count; /* of rows */
    uint32_t steps; /* that this search may still make */
    int64_t *keys;  /* values of all parameters that the ring was proved with */
} ring;

/* ---- which transition goes at given values ---- */

/* Ready as soon as its conditions hold, whatever has been played. */
static bool at_once(const snw_lint_machine *machine, uint32_t row, uint32_t state) {
    const sinew_transition_desc *desc = &machine->desc->transitions[row];
    if (!snw_row_waits(desc)) return true;
    if (machine->desc->states[state].machine) return false;
    bool zero = (machine->states[state].known & SNW_KNOWN_ZERO) != 0;
    return (desc->exit.set && desc->exit.value <= 0 && !snw_row_each_loop(desc, &machine->states[state])) ||
           (zero && snw_row_exit(desc) <= 1);
}

static bool may_turn(const snw_lint_machine *machine, uint32_t row, uint32_t state) {
    return snw_row_alive(machine, row) && machine->rows[row].to != SINEW_NONE && !machine->rows[row].when.trigger &&
           snw_row_leaves(machine, row, state) && at_once(machine, row, state);
}

/* Might go before a ring's transition: also one whose exit lies where the state starts, or that waits for a
   sub-machine's request. */
static bool may_go_first(const ring *r, uint32_t row, uint32_t state) {
    const snw_lint_machine *machine = r->machine;
    if (!snw_row_alive(machine, row) || !snw_row_leaves(machine, row, state)) return false;
    bool asked = machine->desc->states[state].machine && machine->states[state].asks;
    return (asked || snw_row_instant(machine, row, state)) && snw_when_holds(&machine->rows[row].when, r->keys);
}

static bool in_ring(const ring *r, uint32_t state) {
    for (uint32_t i = 0; i < r->count; ++i)
        if (r->states[i] == state) return true;
    return false;
}

/* Whether none of rows[count] goes in place of `row`. What was left at a moment is not entered in it, so that also one
   that is looked at later must not lead out of the ring. */
static bool alone(const ring *r, const uint32_t *rows, uint32_t count, uint32_t row, uint32_t state) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t to = r->machine->rows[rows[i]].to;
        if (rows[i] == row || !may_go_first(r, rows[i], state)) continue;
        if (snw_row_before(r->machine, rows[i], row) || to == SINEW_NONE || !in_ring(r, to)) return false;
    }
    return true;
}

static bool goes(const ring *r, uint32_t row, uint32_t state) {
    const snw_lint_state *from = &r->machine->states[state];
    if (!snw_lint_spend(r->lint, from->out_count + r->machine->any_count)) return false;
    return snw_when_holds(&r->machine->rows[row].when, r->keys) && alone(r, from->out, from->out_count, row, state) &&
           alone(r, r->machine->any, r->machine->any_count, row, state);
}

/* ---- values that all of a ring's conditions allow ---- */

static bool key_allowed(const ring *r, uint32_t parameter, int64_t key) {
    int64_t kept = r->keys[parameter];
    bool allowed = true;
    r->keys[parameter] = key;
    for (uint32_t i = 0; i < r->count && allowed; ++i) {
        const snw_when *when = &r->machine->rows[r->rows[i]].when;
        for (uint32_t k = 0; k < when->count; ++k)
            if (when->spans[k].parameter == parameter)
                allowed = allowed && snw_when_holds(&(snw_when){ &when->spans[k], 1, SINEW_NONE, false }, r->keys);
    }
    if (!allowed) r->keys[parameter] = kept;
    return allowed;
}

/* The least whole number that is not below a key's value, where that is near. */
static int64_t whole_above(sinew_parameter_type type, int64_t key) {
    double value = snw_key_value(type, key);
    if (type != SINEW_PARAMETER_FLOAT || value > 1e6 || value < -1e6) return key;
    double whole = (double)(int64_t)value;
    return snw_key_of(type, whole < value ? whole + 1 : whole);
}

/* Gives one parameter a value that the ring allows: its default, a round one, the lowest or the highest, as the attempt
   says. */
static bool choose(const ring *r, uint32_t parameter, int attempt) {
    int64_t low = INT64_MIN, high = INT64_MAX;
    uint32_t out = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        const snw_when *when = &r->machine->rows[r->rows[i]].when;
        for (uint32_t k = 0; k < when->count; ++k) {
            if (when->spans[k].parameter != parameter) continue;
            if (when->spans[k].low > low) low = when->spans[k].low;
            if (when->spans[k].high < high) high = when->spans[k].high;
            out += when->spans[k].out_count;
        }
    }
    sinew_parameter_type type = r->lint->check.desc->parameters[parameter].type;
    if (attempt == 0 && key_allowed(r, parameter, r->keys[parameter])) return true;
    if (attempt < 2 && key_allowed(r, parameter, whole_above(type, low))) return true;
    for (uint32_t i = 0; i <= out && low <= high; ++i) {
        if (!snw_lint_spend(r->lint, r->count)) return false;
        if (key_allowed(r, parameter, attempt == 3 ? high : low)) return true;
        if (attempt == 3) high--;
        else low++;
    }
    return false;
}

static void set_defaults(const ring *r) {
    const sinew_graph_desc *desc = r->lint->check.desc;
    for (uint32_t i = 0; i < desc->parameter_count; ++i)
        r->keys[i] = desc->parameters[i].type == SINEW_PARAMETER_TRIGGER
                         ? 0
                         : snw_key_of(desc->parameters[i].type, desc->parameters[i].default_value);
}

/* Whether there are values at which the ring turns. */
static bool turns(const ring *r, int attempt) {
    set_defaults(r);
    for (uint32_t i = 0; i < r->count; ++i) {
        const snw_when *when = &r->machine->rows[r->rows[i]].when;
        for (uint32_t k = 0; k < when->count; ++k)
            if (!choose(r, when->spans[k].parameter, attempt)) return false;
    }
    for (uint32_t i = 0; i < r->count; ++i)
        if (!goes(r, r->rows[i], r->states[i])) return false;
    return true;
}

static bool proved(const ring *r) {
    if (!snw_lint_spend(r->lint, r->lint->check.desc->parameter_count)) return false;
    for (int attempt = 0; attempt < TRIES; ++attempt)
        if (turns(r, attempt)) return true;
    return false;
}

/* ---- the search: deeper and deeper ways from where `closing` leads to a state that it leaves ---- */

static bool fits(const ring *r, uint32_t row) {
    const snw_lint_machine *machine = r->machine;
    for (uint32_t i = 0; i < r->count; ++i)
        if (!snw_when_meets(&machine->rows[r->rows[i]].when, &machine->rows[row].when)) return false;
    return snw_when_meets(&machine->rows[r->closing].when, &machine->rows[row].when);
}

static bool on_the_way(const ring *r, uint32_t state) {
    for (uint32_t i = 0; i <= r->count; ++i)
        if (r->states[i] == state) return true;
    return false;
}

static bool extend(ring *r, uint32_t deeper);

static bool extend_by(ring *r, const uint32_t *rows, uint32_t count, uint32_t deeper) {
    uint32_t state = r->states[r->count];
    for (uint32_t i = 0; i < count; ++i) {
        if (!r->steps || !snw_lint_spend(r->lint, 1)) return false;
        r->steps--;
        uint32_t to = r->machine->rows[rows[i]].to;
        if (!may_turn(r->machine, rows[i], state) || on_the_way(r, to) || !fits(r, rows[i])) continue;
        r->rows[r->count++] = rows[i];
        r->states[r->count] = to;
        if (extend(r, deeper - 1)) return true;
        r->count--;
    }
    return false;
}

/* With `deeper` more transitions, then the closing one. */
static bool extend(ring *r, uint32_t deeper) {
    uint32_t state = r->states[r->count];
    if (!deeper) {
        if (!may_turn(r->machine, r->closing, state)) return false;
        r->rows[r->count++] = r->closing;
        if (proved(r)) return true;
        r->count--;
        return false;
    }
    const snw_lint_state *from = &r->machine->states[state];
    return extend_by(r, from->out, from->out_count, deeper) ||
           extend_by(r, r->machine->any, r->machine->any_count, deeper);
}

/* ---- telling ---- */

/* Appends what fits. */
static void add(char *text, size_t size, const char *part) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", part);
}

static void add_values(const ring *r, char *text, size_t size) {
    const sinew_graph_desc *desc = r->lint->check.desc;
    const char *before = " (for example with ";
    for (uint32_t p = 0; p < desc->parameter_count; ++p) {
        bool tested = false;
        for (uint32_t i = 0; i < r->count; ++i)
            for (uint32_t k = 0; k < r->machine->rows[r->rows[i]].when.count; ++k)
                tested = tested || r->machine->rows[r->rows[i]].when.spans[k].parameter == p;
        if (!tested) continue;
        char part[200];
        snprintf(part, sizeof part, "%s\"%s\" at %.10g", before, desc->parameters[p].name,
                 snw_key_value(desc->parameters[p].type, r->keys[p]));
        add(text, size, part);
        before = ", ";
    }
    if (before[0] == ',') add(text, size, ")");
}

static void tell(ring *r) {
    char way[500] = "", values[300] = "", part[200];
    uint32_t first = r->count - 1; /* the ring from `closing` on */
    snw_lint_machine *machine = r->machine;
    for (uint32_t i = 0; i <= r->count; ++i) {
        uint32_t state = r->states[(first + i) % r->count];
        snprintf(part, sizeof part, "%s\"%s\"", i ? " -> " : "", machine->desc->states[state].name);
        add(way, sizeof way, part);
    }
    add_values(r, values, sizeof values);
    size_t before = snw_check_enter(&r->lint->check, ".transitions[%u]", r->closing);
    snw_check_report(&r->lint->check, SINEW_CODE_INSTANT_RING, NULL,
                     "the transitions of the ring %s can all be ready at once%s, so that it never comes to rest; make "
                     "their conditions exclude each other, or give one an \"exit\"",
                     way, values);
    snw_check_leave(&r->lint->check, before);
    for (uint32_t i = 0; i < r->count; ++i) machine->rows[r->rows[i]].marks |= SNW_LINT_RING;
}

static void find_all(snw_lint *lint, snw_lint_machine *machine, int64_t *keys) {
    ring r = { .lint = lint, .machine = machine, .keys = keys };
    for (uint32_t i = 0; i < machine->desc->transition_count && lint->work; ++i) {
        const snw_lint_row *row = &machine->rows[i];
        if (row->marks || row->to == SINEW_NONE || row->when.trigger) continue;
        r.closing = i;
        r.steps = RING_STEPS;
        bool found = false;
        for (uint32_t length = 0; length < LONGEST && !found && r.steps; ++length) {
            r.count = 0;
            r.states[0] = row->to;
            found = extend(&r, length);
        }
        if (found) tell(&r);
    }
}

void snw_lint_rings(snw_lint *lint, snw_lint_machine *machine) {
    uint32_t rest = lint->work;
    int64_t *keys = snw_arena_array(&lint->arena, lint->check.desc->parameter_count, sizeof *keys);
    if (!keys) return;
    lint->work = lint->ring_work;
    find_all(lint, machine, keys);
    lint->ring_work = lint->work;
    lint->work = rest;
}
