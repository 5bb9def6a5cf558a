/* Machines of a file: states, transitions, conditions. */
#include "io/animgraph.h"

#include <string.h>

/* ---- states ---- */

enum {
    STATE_MACHINE = SNW_AG_MOTION_COUNT,
    STATE_EMPTY,
    STATE_SPEED,
    STATE_SPEED_PARAMETER,
    STATE_LOOP,
    STATE_POSITION,
    STATE_STEPPED,
    STATE_TAGS,
    STATE_COUNT
};
static const char *const state_fields[] = { SNW_AG_MOTION_FIELDS, "machine", "empty", "speed", "speedParameter", "loop",
                                            "position",           "stepped", "tags" };

static void set_placeholder(sinew_state_desc *state) {
    state->motion.kind = SINEW_MOTION_CLIP;
    state->motion.clip = "?";
}

static sinew_loop read_loop(snw_ag *ag, snw_json_id id) {
    snw_json_kind kind = snw_json_kind_of(ag->json, id);
    const char *word = kind == SNW_JSON_STRING ? ag->json->values[id].string : NULL;
    if (id == SNW_JSON_NO) return SINEW_LOOP_DEFAULT;
    if (kind == SNW_JSON_TRUE) return SINEW_LOOP_ON;
    if (kind == SNW_JSON_FALSE) return SINEW_LOOP_OFF;
    if (word && strcmp(word, "pingpong") == 0) return SINEW_LOOP_PINGPONG;
    snw_ag_report(ag, id, word ? SINEW_CODE_OUT_OF_RANGE : SINEW_CODE_WRONG_TYPE,
                  "\"loop\" must be true, false or \"pingpong\", not %s%.80s%s", word ? "\"" : "",
                  word ? word : snw_json_kind_text(kind), word ? "\"" : "");
    return SINEW_LOOP_DEFAULT;
}

static void read_tags(snw_ag *ag, snw_json_id id, sinew_state_desc *state) {
    if (!snw_ag_is(ag, id, SNW_JSON_ARRAY)) return;
    const char **tags = snw_arena_array(&ag->arena, ag->json->values[id].count, sizeof *tags);
    if (!tags) return;
    uint32_t count = 0;
    for (snw_json_id tag = snw_json_first(ag->json, id); tag != SNW_JSON_NO; tag = snw_json_next(ag->json, tag))
        tags[count++] = snw_ag_string(ag, tag);
    state->tags = tags;
    state->tag_count = count;
}

static void read_playing(snw_ag *ag, const snw_json_id *at, sinew_state_desc *state, const char *unused) {
    if (unused) {
        snw_ag_unused(ag, at[STATE_SPEED], unused);
        snw_ag_unused(ag, at[STATE_SPEED_PARAMETER], unused);
        snw_ag_unused(ag, at[STATE_LOOP], unused);
        return;
    }
    state->speed = snw_ag_opt(ag, at[STATE_SPEED]);
    state->speed_parameter = snw_ag_numeric(ag, at[STATE_SPEED_PARAMETER]);
    state->loop = read_loop(ag, at[STATE_LOOP]);
}

static void read_sub_machine(snw_ag *ag, snw_json_id id, sinew_state_desc *state) {
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) {
        set_placeholder(state);
        return;
    }
    sinew_machine_desc *machine = snw_arena_take(&ag->arena, sizeof *machine);
    if (!machine) return;
    snw_ag_machine(ag, id, machine);
    state->machine = machine;
}

/* Exactly one of clip, blend, add, machine and empty. */
static void read_content(snw_ag *ag, snw_json_id id, const snw_json_id *at, sinew_state_desc *state) {
    bool motion = at[SNW_AG_CLIP] != SNW_JSON_NO || at[SNW_AG_BLEND] != SNW_JSON_NO || at[SNW_AG_ADD] != SNW_JSON_NO;
    bool machine = at[STATE_MACHINE] != SNW_JSON_NO;
    bool empty = snw_ag_bool(ag, at[STATE_EMPTY], false);
    if (motion + machine + empty > 1) {
        snw_ag_report(ag, id, SINEW_CODE_REFUSED,
                      "the state \"%s\" must have one of \"clip\", \"blend\", \"add\", \"machine\" and \"empty\"; keep "
                      "one",
                      state->name);
    } else if (motion + machine + empty == 0) {
        if (at[STATE_EMPTY] == SNW_JSON_NO || snw_json_kind_of(ag->json, at[STATE_EMPTY]) == SNW_JSON_FALSE)
            snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD,
                          "the state \"%s\" plays nothing; give it a \"clip\", \"blend\", \"add\" or \"machine\", or "
                          "\"empty\": true",
                          state->name);
        set_placeholder(state);
        snw_ag_motion(ag, id, at, &(sinew_motion_desc){ .kind = SINEW_MOTION_EMPTY });
        return;
    }
    if (machine) read_sub_machine(ag, at[STATE_MACHINE], state);
    if (machine && motion) return; /* told already; the machine stands for both */
    snw_ag_motion(ag, id, at, &state->motion);
}

static void read_state(snw_ag *ag, snw_json_id id, sinew_state_desc *state) {
    snw_json_id at[STATE_COUNT];
    state->name = ag->json->values[id].key;
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) {
        set_placeholder(state);
        return;
    }
    snw_ag_fields(ag, id, state_fields, STATE_COUNT, at);
    read_content(ag, id, at, state);
    bool empty = !state->machine && state->motion.kind == SINEW_MOTION_EMPTY;
    const char *unused = state->machine ? "in a state that holds a machine" : empty ? "in an empty state" : NULL;
    read_playing(ag, at, state, unused);
    state->stepped = snw_ag_opt(ag, at[STATE_STEPPED]);
    read_tags(ag, at[STATE_TAGS], state);
}

static bool read_states(snw_ag *ag, snw_json_id id, sinew_machine_desc *machine) {
    bool good = id == SNW_JSON_NO || snw_ag_is(ag, id, SNW_JSON_OBJECT);
    uint32_t count = good ? snw_ag_count(ag, id) : 1;
    sinew_state_desc *states = snw_arena_array(&ag->arena, count, sizeof *states);
    if (!states) return false;
    machine->states = states;
    machine->state_count = count;
    if (!good) {
        states[0].name = "?";
        set_placeholder(&states[0]);
        return false;
    }
    for (snw_json_id state = snw_ag_first(ag, id); state != SNW_JSON_NO; state = snw_ag_next(ag, state))
        read_state(ag, state, states++);
    return count > 0;
}

/* ---- conditions ---- */

static void read_condition_value(snw_ag *ag, snw_json_id id, sinew_condition_desc *condition) {
    const sinew_parameter_desc *parameter = snw_ag_parameter(ag, condition->parameter);
    snw_json_kind kind = snw_json_kind_of(ag->json, id);
    bool truth = kind == SNW_JSON_TRUE || kind == SNW_JSON_FALSE;
    if (id == SNW_JSON_NO) return;
    bool numeric = parameter ? parameter->type == SINEW_PARAMETER_FLOAT || parameter->type == SINEW_PARAMETER_INT
                             : !truth; /* not declared: either will do */
    if (!numeric) {
        bool value = snw_ag_bool(ag, id, true);
        condition->value = (sinew_opt){ true, value ? 1 : 0 };
        return;
    }
    condition->value.set = true;
    if (!snw_ag_number(ag, id, &condition->value.value)) condition->value.value = 0;
}

/* False if the condition cannot be judged; the reason has been told. */
static bool read_condition(snw_ag *ag, snw_json_id id, sinew_condition_desc *condition) {
    static const char *const names[] = { "parameter", "test", "value" };
    static const char *const tests[] = { "==", "!=", "<", "<=", ">", ">=" };
    snw_json_id at[3];
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return false;
    snw_ag_fields(ag, id, names, 3, at);
    bool named = at[0] == SNW_JSON_NO || snw_ag_is(ag, at[0], SNW_JSON_STRING);
    condition->parameter = named && at[0] != SNW_JSON_NO ? ag->json->values[at[0]].string : NULL;
    unsigned test = snw_ag_word(ag, at[1], tests, 6, at[1] == SNW_JSON_NO ? 0 : 6);
    bool judged = named && test < 6 && !(condition->parameter && snw_ag_bad_parameter(ag, condition->parameter));
    condition->test = test < 6 ? (sinew_test)test : SINEW_TEST_EQUAL;
    if (judged && condition->parameter) read_condition_value(ag, at[2], condition);
    return judged;
}

/* Every element keeps its index, so that paths stay right; one that cannot be judged tests a stand-in. */
static bool read_when(snw_ag *ag, snw_json_id id, sinew_transition_desc *transition) {
    if (id == SNW_JSON_NO) return true;
    if (!snw_ag_is(ag, id, SNW_JSON_ARRAY)) return false;
    sinew_condition_desc *conditions = snw_arena_array(&ag->arena, ag->json->values[id].count, sizeof *conditions);
    if (!conditions) return true;
    uint32_t count = 0;
    for (snw_json_id each = snw_json_first(ag->json, id); each != SNW_JSON_NO; each = snw_json_next(ag->json, each)) {
        sinew_condition_desc *condition = &conditions[count++];
        if (read_condition(ag, each, condition)) continue;
        *condition = (sinew_condition_desc){ SNW_AG_STAND_IN, SINEW_TEST_EQUAL, { true, 0 } };
        ag->stand_in_used = true;
    }
    transition->conditions = conditions;
    transition->condition_count = count;
    return true;
}

/* ---- transitions ---- */

enum {
    GO_FROM,
    GO_TO,
    GO_WHEN,
    GO_FADE,
    GO_EXIT,
    GO_EXIT_EACH_LOOP,
    GO_OFFSET,
    GO_CURVE,
    GO_INTERRUPT,
    GO_HOLD,
    GO_RESUME,
    GO_PRIORITY,
    GO_SELF,
    GO_DISABLED,
    GO_EVENTS,
    GO_COUNT
};
static const char *const transition_fields[] = { "from",         "to",       "when",  "fade",      "exit",
                                                 "exitEachLoop", "offset",   "curve", "interrupt", "hold",
                                                 "resume",       "priority", "self",  "disabled",  "events" };

static void read_offset(snw_ag *ag, snw_json_id id, sinew_transition_desc *transition) {
    static const char *const words[] = { "match" };
    if (snw_json_kind_of(ag->json, id) == SNW_JSON_STRING)
        transition->offset_match = snw_ag_word(ag, id, words, 1, 1) == 0;
    else transition->offset = snw_ag_opt(ag, id);
}

static void read_choices(snw_ag *ag, const snw_json_id *at, sinew_transition_desc *transition) {
    static const char *const curves[] = { "linear", "smooth" };
    static const char *const interrupts[] = { "none", "source", "target", "both" };
    static const char *const holds[] = { "pose", "live", "inertial" };
    static const char *const events[] = { "dominant", "both" };
    transition->curve = (sinew_curve_kind)snw_ag_word(ag, at[GO_CURVE], curves, 2, 0);
    transition->interrupt = (sinew_interrupt)snw_ag_word(ag, at[GO_INTERRUPT], interrupts, 4, 0);
    transition->hold = (sinew_hold)snw_ag_word(ag, at[GO_HOLD], holds, 3, 0);
    if (snw_ag_word(ag, at[GO_EVENTS], events, 2, 0) == 1) transition->events = SINEW_EVENTS_BOTH;
}

/* A state's name; `stand_in` where it could not be read. */
static const char *read_end(snw_ag *ag, snw_json_id id, const char *stand_in) {
    if (id == SNW_JSON_NO) return NULL;
    return snw_ag_is(ag, id, SNW_JSON_STRING) ? ag->json->values[id].string : stand_in;
}

static void read_transition(snw_ag *ag, snw_json_id id, const sinew_machine_desc *machine,
                            sinew_transition_desc *transition) {
    snw_json_id at[GO_COUNT];
    const char *some = machine->states[0].name;
    transition->from = "*";
    transition->to = some;
    transition->disabled = true; /* so that what stands in is not warned of */
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return;
    uint32_t errors = ag->errors;
    snw_ag_fields(ag, id, transition_fields, GO_COUNT, at);
    transition->from = read_end(ag, at[GO_FROM], "*");
    transition->to = read_end(ag, at[GO_TO], some);
    if (ag->version == 1 && transition->from && strcmp(transition->from, "any") == 0) transition->from = "*";
    read_when(ag, at[GO_WHEN], transition);
    transition->fade = snw_ag_opt(ag, at[GO_FADE]);
    transition->exit = snw_ag_opt(ag, at[GO_EXIT]);
    transition->exit_each_loop = snw_ag_bool(ag, at[GO_EXIT_EACH_LOOP], false);
    read_offset(ag, at[GO_OFFSET], transition);
    read_choices(ag, at, transition);
    transition->resume = snw_ag_bool(ag, at[GO_RESUME], false);
    transition->priority = snw_ag_int(ag, at[GO_PRIORITY], INT32_MIN, INT32_MAX, 0);
    transition->self = snw_ag_bool(ag, at[GO_SELF], false);
    transition->disabled = snw_ag_bool(ag, at[GO_DISABLED], false) || ag->errors != errors;
}

static void read_transitions(snw_ag *ag, snw_json_id id, sinew_machine_desc *machine) {
    if (!snw_ag_is(ag, id, SNW_JSON_ARRAY)) return;
    uint32_t count = ag->json->values[id].count;
    sinew_transition_desc *transitions = snw_arena_array(&ag->arena, count, sizeof *transitions);
    if (!transitions) return;
    machine->transitions = transitions;
    machine->transition_count = count;
    for (snw_json_id each = snw_json_first(ag->json, id); each != SNW_JSON_NO; each = snw_json_next(ag->json, each))
        read_transition(ag, each, machine, transitions++);
}

/* ---- machines ---- */

void snw_ag_machine_of(snw_ag *ag, snw_json_id entry, snw_json_id states, snw_json_id transitions,
                       sinew_machine_desc *machine) {
    /* Without states every name in a transition would be told missing. */
    bool named = read_states(ag, states, machine);
    if (entry != SNW_JSON_NO && snw_ag_is(ag, entry, SNW_JSON_STRING) && named)
        machine->entry = ag->json->values[entry].string;
    if (named) read_transitions(ag, transitions, machine);
}

void snw_ag_machine(snw_ag *ag, snw_json_id object, sinew_machine_desc *machine) {
    static const char *const names[] = { "entry", "states", "transitions", "editor" };
    snw_json_id at[4];
    snw_ag_fields(ag, object, names, 4, at);
    snw_ag_machine_of(ag, at[0], at[1], at[2], machine);
}
