/* Machines, states, transitions and their conditions. Invariant: the walk goes no deeper than the limits and stops
   going inwards once a total is passed, so that a description that shares or loops its pointers ends too. */
#include "graph/check.h"

#include <stdio.h>
#include <string.h>

enum { MAX_CONDITIONS = 65535, MAX_TAGS = 65535 };

/* ---- states ---- */

static bool is_reserved(const char *name) {
    static const char *const reserved[] = { "*", "any", "<exit>", "<held>" };
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; ++i)
        if (strcmp(name, reserved[i]) == 0) return true;
    return false;
}

static void check_state_name(snw_check *check, const snw_names *names, uint32_t index) {
    const char *name = names->names[index];
    if (!name || !name[0])
        snw_check_report(check, SINEW_CODE_RESERVED_NAME, NULL, "a state's name must not be empty: \"\"");
    else if (is_reserved(name))
        snw_check_report(check, SINEW_CODE_RESERVED_NAME, NULL,
                         "no state may be named \"%s\", which has a meaning of its own; rename it", name);
    else if (strchr(name, '/'))
        snw_check_report(check, SINEW_CODE_RESERVED_NAME, NULL,
                         "the state's name \"%s\" has a \"/\", which joins the names of a path; rename it", name);
    else if (snw_names_repeated(names, index))
        snw_check_report(check, SINEW_CODE_DUPLICATE_NAME, NULL,
                         "two states of one machine are named \"%s\"; rename one", name);
}

static void check_tags(snw_check *check, const sinew_state_desc *state) {
    if (!snw_check_array(check, "tags", state->tags, state->tag_count)) return;
    if (!snw_check_limit(check, "tags", state->tag_count, MAX_TAGS, "tags")) return;
    for (uint32_t i = 0; i < state->tag_count; ++i) {
        if (state->tags[i] && state->tags[i][0]) continue;
        size_t before = snw_check_enter(check, ".tags[%u]", i);
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL, "a tag of the state \"%s\" is empty", state->name);
        snw_check_leave(check, before);
    }
}

static void check_state(snw_check *check, const sinew_state_desc *state, uint32_t depth) {
    snw_check_opt(check, "speed", state->speed, -SNW_MAX_SPEED, SNW_MAX_SPEED);
    if (state->speed_parameter) snw_check_numeric(check, "speedParameter", state->speed_parameter, "a speed");
    snw_check_enum(check, "loop", (unsigned)state->loop, SINEW_LOOP_PINGPONG + 1u);
    snw_check_above_zero(check, "stepped", state->stepped, SNW_MAX_SPEED);
    check_tags(check, state);
    if (!state->machine) {
        snw_check_motion(check, &state->motion, 0);
        return;
    }
    if (state->motion.kind != SINEW_MOTION_EMPTY)
        snw_check_report(check, SINEW_CODE_REFUSED, NULL, "the state \"%s\" has both a machine and a motion; keep one",
                         state->name);
    size_t before = snw_check_enter(check, ".machine");
    snw_check_machine(check, state->machine, depth + 1);
    snw_check_leave(check, before);
}

static void check_states(snw_check *check, const sinew_machine_desc *machine, const snw_names *names, uint32_t depth) {
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        size_t before = snw_check_enter_key(check, ".states", machine->states[i].name);
        check_state_name(check, names, i);
        check_state(check, &machine->states[i], depth);
        snw_check_leave(check, before);
    }
}

/* ---- transitions ---- */

static void check_state_ref(snw_check *check, const snw_names *names, const char *field, const char *name) {
    char hint[256] = "";
    if (snw_names_find(names, name) != SINEW_NONE) return;
    if (strcmp(name, "any") == 0) snprintf(hint, sizeof hint, "; write \"*\" for any state");
    else snw_names_hint(check, names, name, hint, sizeof hint);
    snw_check_report(check, SINEW_CODE_UNKNOWN_STATE, field, "no state \"%s\" is in this machine%s", name, hint);
}

static void check_ends(snw_check *check, const sinew_transition_desc *transition, const snw_names *names,
                       uint32_t depth) {
    const char *from = transition->from, *to = transition->to;
    if (!from)
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL, "\"from\" is missing; name a state, or \"*\" for any");
    else if (strcmp(from, "*") != 0) check_state_ref(check, names, "from", from);
    if (!to) snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL, "\"to\" is missing; name a state");
    else if (strcmp(to, "<exit>") != 0) check_state_ref(check, names, "to", to);
    else if (depth == 1)
        snw_check_report(check, SINEW_CODE_EXIT_OUTERMOST, "to",
                         "\"<exit>\" leaves a sub-machine, but this machine is the outermost; name a state");
}

static void check_bool_test(snw_check *check, const sinew_condition_desc *condition) {
    if (condition->test > SINEW_TEST_NOT_EQUAL)
        snw_check_report(check, SINEW_CODE_PARAMETER_TYPE, "test",
                         "\"%s\" is a bool and has no order; test it with \"==\" or \"!=\"", condition->parameter);
    if (condition->value.set && condition->value.value != 0 && condition->value.value != 1)
        snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, "value", "the bool \"%s\" is either true or false (1 or 0)",
                         condition->parameter);
}

static void check_trigger_test(snw_check *check, const sinew_condition_desc *condition) {
    bool set = condition->test == SINEW_TEST_EQUAL && (!condition->value.set || condition->value.value == 1);
    if (!set)
        snw_check_report(check, SINEW_CODE_PARAMETER_TYPE, condition->test != SINEW_TEST_EQUAL ? "test" : "value",
                         "\"%s\" is a trigger and can only be tested for being set; give its name alone",
                         condition->parameter);
}

static void check_condition(snw_check *check, const sinew_condition_desc *condition) {
    const sinew_parameter_desc *parameter = snw_check_parameter(check, "parameter", condition->parameter);
    bool known = snw_check_enum(check, "test", (unsigned)condition->test, SINEW_TEST_GREATER_EQUAL + 1u);
    if (!snw_check_opt(check, "value", condition->value, -SNW_MAX_FLOAT, SNW_MAX_FLOAT) || !parameter || !known) return;
    if (parameter->type == SINEW_PARAMETER_BOOL) check_bool_test(check, condition);
    else if (parameter->type == SINEW_PARAMETER_TRIGGER) check_trigger_test(check, condition);
    else if (!condition->value.set && parameter->type <= SINEW_PARAMETER_INT)
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL,
                         "\"value\" is missing; \"%s\" is a number and must be compared with one",
                         condition->parameter);
}

static void check_conditions(snw_check *check, const sinew_transition_desc *transition) {
    if (!snw_check_array(check, "when", transition->conditions, transition->condition_count)) return;
    if (!snw_check_limit(check, "when", transition->condition_count, MAX_CONDITIONS, "conditions")) return;
    for (uint32_t i = 0; i < transition->condition_count; ++i) {
        size_t before = snw_check_enter(check, ".when[%u]", i);
        check_condition(check, &transition->conditions[i]);
        snw_check_leave(check, before);
    }
}

static void check_transition(snw_check *check, const sinew_transition_desc *transition) {
    snw_check_opt(check, "fade", transition->fade, 0, SNW_MAX_SECONDS);
    snw_check_opt(check, "exit", transition->exit, 0, SNW_MAX_EXIT);
    snw_check_opt(check, "offset", transition->offset, 0, 1);
    snw_check_enum(check, "curve", (unsigned)transition->curve, SINEW_CURVE_SMOOTH + 1u);
    snw_check_enum(check, "interrupt", (unsigned)transition->interrupt, SINEW_INTERRUPT_BOTH + 1u);
    snw_check_enum(check, "hold", (unsigned)transition->hold, SINEW_HOLD_INERTIAL + 1u);
    bool known = snw_check_enum(check, "events", (unsigned)transition->events, SINEW_EVENTS_BOTH + 1u);
    if (known && transition->events == SINEW_EVENTS_ALL)
        snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, "events",
                         "a transition's \"events\" is \"dominant\" or \"both\"; \"all\" is for the whole graph");
    check_conditions(check, transition);
}

static void check_transitions(snw_check *check, const sinew_machine_desc *machine, const snw_names *names,
                              uint32_t depth) {
    for (uint32_t i = 0; i < machine->transition_count; ++i) {
        size_t before = snw_check_enter(check, ".transitions[%u]", i);
        check_ends(check, &machine->transitions[i], names, depth);
        check_transition(check, &machine->transitions[i]);
        snw_check_leave(check, before);
    }
}

/* ---- machines ---- */

static void check_entry(snw_check *check, const sinew_machine_desc *machine, const snw_names *names) {
    char hint[256];
    if (!machine->entry || snw_names_find(names, machine->entry) != SINEW_NONE) return;
    snw_check_report(check, SINEW_CODE_UNKNOWN_STATE, "entry", "the entry \"%s\" is no state of this machine%s",
                     machine->entry, snw_names_hint(check, names, machine->entry, hint, sizeof hint));
}

static bool check_sizes(snw_check *check, const sinew_machine_desc *machine) {
    if (!machine->state_count)
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, "states", "a machine needs at least one state in \"states\"");
    bool fits = snw_check_count(check, &check->states, machine->state_count, SINEW_MAX_STATES, "states");
    fits &=
        snw_check_count(check, &check->transitions, machine->transition_count, SINEW_MAX_TRANSITIONS, "transitions");
    fits &= snw_check_array(check, "states", machine->states, machine->state_count);
    fits &= snw_check_array(check, "transitions", machine->transitions, machine->transition_count);
    return fits && machine->state_count;
}

void snw_check_machine(snw_check *check, const sinew_machine_desc *machine, uint32_t depth) {
    snw_names names = { 0 };
    if (depth > SINEW_MAX_DEPTH) {
        snw_check_report(check, SINEW_CODE_TOO_DEEP, NULL, "machines are nested more than %u deep", SINEW_MAX_DEPTH);
        return;
    }
    if (!check_sizes(check, machine)) return;
    if (!snw_names_make(check, &names, machine->states, machine->state_count, sizeof *machine->states,
                        offsetof(sinew_state_desc, name)))
        return;
    check_entry(check, machine, &names);
    check_states(check, machine, &names, depth);
    check_transitions(check, machine, &names, depth);
    snw_check_never(check, machine, &names);
    snw_names_free(check, &names);
}
