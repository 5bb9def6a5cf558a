/* Explain: one verdict for each transition, as of the last moment at which it was looked at. */
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))

static stage s;
static sinew_verdict verdicts[32];

static const char *head = "{'version': 2, 'parameters': {'x': {'type': 'float'}, 'go': {'type': 'trigger'},"
                          "'ok': {'type': 'bool'}}, 'layers': [{'name': 'Base', 'machine': {'states': {"
                          "'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, 'C': {'clip': 'jump', 'loop': false},"
                          "'S': {'machine': {'states': {'P': {'clip': 'run'}, 'Q': {'clip': 'run'}}, 'transitions': ["
                          "%s]}}}, 'transitions': [%s]}}%s]}";

static void open_with(const char *inner, const char *transitions, const char *layer) {
    char text[4096];
    size_t used = 0;
    const char *parts[] = { inner, transitions, layer };
    int part = 0;
    for (const char *c = head; *c; ++c) {
        if (c[0] == '%' && c[1] == 's') {
            size_t length = strlen(parts[part]);
            memcpy(text + used, parts[part++], length);
            used += length;
            c++;
        } else text[used++] = *c;
    }
    text[used] = 0;
    stage_open(&s, text, STAGE_USUAL);
}

static const sinew_step *advance(double dt) {
    return sinew_player_advance_explained(s.player, dt, verdicts, sinew_binding_transition_count(s.binding));
}

static uint16_t kind(uint32_t transition) { return verdicts[transition].kind; }

static int close_stage(void **state) {
    (void)state;
    stage_close(&s);
    return 0;
}

static void test_explain_says_which_condition_failed_with_which_value(void **state) {
    (void)state;
    open_with("",
              "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'ok', 'value': false},"
              "{'parameter': 'x', 'test': '>', 'value': 2}]}, {'from': 'B', 'to': 'A', 'exit': 1},"
              "{'from': 'A', 'to': 'C', 'when': [{'parameter': 'go'}]}",
              "");
    sinew_player_set_float_named(s.player, "x", 1.5f);
    advance(0.1);
    assert_int_equal(kind(0), SINEW_VERDICT_CONDITION);
    assert_int_equal(verdicts[0].condition, 1);
    near(verdicts[0].value, 1.5, 0);
    near(verdicts[0].wanted, 2, 0);
    assert_int_equal(kind(1), SINEW_VERDICT_NOT_LOOKED_AT);
    assert_int_equal(kind(2), SINEW_VERDICT_CONDITION);
    near(verdicts[2].value, 0, 0);
    near(verdicts[2].wanted, 1, 0);
}

static void test_explain_says_what_it_waits_for(void **state) {
    (void)state;
    open_with("",
              "{'from': 'A', 'to': 'B', 'exit': 0.9}, {'from': 'A', 'to': 'C', 'disabled': true},"
              "{'from': '*', 'to': 'A', 'exit': 0.1}, {'from': 'A', 'to': 'S', 'when': [{'parameter': 'go'}]}",
              "");
    advance(0.4);
    assert_int_equal(kind(0), SINEW_VERDICT_EXIT);
    near(verdicts[0].value, 0, 0); /* looked at when the advance began */
    near(verdicts[0].wanted, 0.9, 1e-6);
    near(verdicts[0].at, 0, 0);
    assert_int_equal(kind(1), SINEW_VERDICT_DISABLED);
    assert_int_equal(kind(2), SINEW_VERDICT_SELF);
    advance(0.1);
    near(verdicts[0].value, 0.4, 1e-6);
}

/* Of several moments the last at which it was looked at. */
static void test_explain_tells_of_the_last_look(void **state) {
    (void)state;
    open_with("",
              "{'from': 'A', 'to': 'B', 'exit': 0.5, 'fade': 0}, {'from': '*', 'to': 'C', 'exit': 0.7, 'when': "
              "[{'parameter': 'x', 'test': '<', 'value': 1}]},"
              "{'from': 'B', 'to': 'S', 'exit': 0.25, 'fade': 0}, {'from': 'A', 'to': 'S', 'exit': 0.9}",
              "");
    advance(0.75); /* A to B at 0.5, and a quarter of the walk later to S */
    assert_int_equal(kind(0), SINEW_VERDICT_WENT);
    near(verdicts[0].at, 0.5, 1e-6);
    assert_int_equal(kind(1), SINEW_VERDICT_EXIT);
    near(verdicts[1].value, 0.25, 1e-6); /* of B, and no more A's */
    near(verdicts[1].at, 0.7, 1e-6);
    assert_int_equal(kind(2), SINEW_VERDICT_WENT);
    assert_int_equal(kind(3), SINEW_VERDICT_EXIT);
    near(verdicts[3].value, 0.5, 1e-6); /* when A was current last */
    near(verdicts[3].at, 0.5, 1e-6);
    advance(0.01);
    assert_int_equal(kind(3), SINEW_VERDICT_NOT_LOOKED_AT);
}

static void test_explain_agrees_with_what_went(void **state) {
    (void)state;
    open_with("",
              "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}], 'fade': 0.2},"
              "{'from': 'A', 'to': 'C', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}]},"
              "{'from': 'B', 'to': 'A', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}]}",
              "");
    sinew_player_set_float_named(s.player, "x", 1);
    const sinew_step *step = advance(0.05);
    assert_string_equal(stage_signals(&s, step), "0.000 +A; 0.000 A>B; 0.000 +B");
    assert_int_equal(kind(0), SINEW_VERDICT_WENT);
    assert_int_equal(kind(1), SINEW_VERDICT_HIDDEN);
    assert_int_equal(verdicts[1].by, 0);
    assert_int_equal(kind(2), SINEW_VERDICT_INTERRUPT);
    advance(0.05);
    assert_int_equal(kind(0), SINEW_VERDICT_SELF);
    assert_int_equal(kind(1), SINEW_VERDICT_INTERRUPT);
}

static void test_explain_hidden_and_limit(void **state) {
    (void)state;
    open_with("",
              "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}], 'fade': 0},"
              "{'from': 'A', 'to': 'C', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}]},"
              "{'from': 'B', 'to': 'A', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}], 'fade': 0}",
              "");
    sinew_player_set_float_named(s.player, "x", 1);
    advance(0.05);
    assert_int_equal(kind(0), SINEW_VERDICT_WENT);
    assert_int_equal(kind(1), SINEW_VERDICT_HIDDEN);
    assert_int_equal(verdicts[1].by, 0);
    assert_int_equal(kind(2), SINEW_VERDICT_LIMIT); /* A was left at this moment */
}

static void test_explain_never_and_trigger_used(void **state) {
    (void)state;
    open_with("{'from': 'P', 'to': 'Q', 'when': [{'parameter': 'go'}]}",
              "{'from': 'A', 'to': 'S', 'when': [{'parameter': 'go'}], 'fade': 0}, {'from': 'B', 'to': 'A', 'exit': 1},"
              "{'from': 'A', 'to': 'B'}",
              "");
    advance(0.1);
    uint32_t outer = SINEW_NONE, bare = SINEW_NONE, inner = SINEW_NONE;
    for (uint32_t i = 0; i < sinew_binding_transition_count(s.binding); ++i) {
        uint32_t machine, index;
        assert_true(sinew_binding_transition(s.binding, i, NULL, &machine, &index, NULL, NULL));
        if (machine != SINEW_NONE) inner = i;
        else if (index == 0) outer = i;
        else if (index == 2) bare = i;
    }
    assert_int_equal(kind(bare), SINEW_VERDICT_NEVER);
    sinew_player_fire_named(s.player, "go");
    advance(0.1);
    assert_string_equal(stage_current(&s, 0), "S/P");
    assert_int_equal(kind(outer), SINEW_VERDICT_WENT);
    assert_int_equal(kind(inner), SINEW_VERDICT_TRIGGER_USED);
    assert_int_equal(verdicts[inner].condition, 0);
}

static void test_explain_waits_for_a_request(void **state) {
    (void)state;
    open_with("{'from': 'P', 'to': '<exit>', 'exit': 1}",
              "{'from': 'A', 'to': 'S', 'exit': 0.1, 'fade': 0}, {'from': 'S', 'to': 'B', 'exit': 0.5},"
              "{'from': 'S', 'to': 'C'}",
              "");
    advance(0.3);
    uint32_t base = sinew_binding_transition_count(s.binding) - 3;
    assert_int_equal(kind(base), SINEW_VERDICT_WENT);
    assert_int_equal(kind(base + 1), SINEW_VERDICT_REQUEST);
    assert_int_equal(kind(base + 2), SINEW_VERDICT_REQUEST);
    assert_int_equal(kind(0), SINEW_VERDICT_EXIT);
    advance(0.6); /* P asks at 0.7 s, in this advance; B goes, C is hidden */
    assert_int_equal(kind(0), SINEW_VERDICT_WENT);
    assert_int_equal(kind(base + 1), SINEW_VERDICT_WENT);
    assert_int_equal(kind(base + 2), SINEW_VERDICT_HIDDEN);
    near(verdicts[base + 1].at, 0.4, 1e-6);
    assert_string_equal(stage_current(&s, 0), "B");
}

/* Both sides of a fade, by its rule. */
static void test_explain_interrupts(void **state) {
    (void)state;
    open_with("",
              "{'from': 'A', 'to': 'B', 'when': [{'parameter': 'x', 'test': '>', 'value': 0}], 'fade': 1,"
              "'interrupt': 'target'},"
              "{'from': 'A', 'to': 'C', 'when': [{'parameter': 'ok'}]},"
              "{'from': 'B', 'to': 'C', 'when': [{'parameter': 'go'}]},"
              "{'from': '*', 'to': 'C', 'when': [{'parameter': 'ok', 'value': false}, {'parameter': 'go'}]},"
              "{'from': '*', 'to': 'B'}",
              "");
    sinew_player_set_float_named(s.player, "x", 1);
    advance(0.1);
    sinew_player_set_bool_named(s.player, "ok", true);
    advance(0.1);
    assert_int_equal(kind(0), SINEW_VERDICT_SELF);
    assert_int_equal(kind(1), SINEW_VERDICT_INTERRUPT);
    assert_int_equal(kind(2), SINEW_VERDICT_CONDITION);
    assert_int_equal(kind(3), SINEW_VERDICT_CONDITION);
    assert_int_equal(kind(4), SINEW_VERDICT_SELF);
    sinew_player_fire_named(s.player, "go");
    advance(0.1);
    assert_int_equal(kind(2), SINEW_VERDICT_WENT);
    assert_int_equal(kind(3), SINEW_VERDICT_CONDITION);
    assert_string_equal(stage_current(&s, 0), "C");
}

static void test_explain_without_room_advances_nothing(void **state) {
    (void)state;
    open_with("", "{'from': 'A', 'to': 'B', 'exit': 0.9}, {'from': 'B', 'to': 'A', 'exit': 0.9}", "");
    advance(0.1);
    uint64_t before = sinew_player_hash(s.player);
    assert_int_equal(sinew_player_advance_explained(s.player, 0.1, verdicts, 1)->result, SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_player_advance_explained(s.player, 0.1, NULL, 9)->result, SINEW_ERROR_ARGUMENT);
    assert_null(sinew_player_advance_explained(NULL, 0.1, verdicts, 9));
    assert_true(sinew_player_hash(s.player) == before);
    sinew_player_pause(s.player);
    verdicts[0].kind = 77;
    advance(0.1);
    assert_int_equal(kind(0), SINEW_VERDICT_NOT_LOOKED_AT);
}

/* Asking changes nothing of what happens. */
static void test_explain_changes_nothing(void **state) {
    (void)state;
    open_with("{'from': 'P', 'to': 'Q', 'exit': 0.7}, {'from': 'Q', 'to': '<exit>', 'exit': 1.2}",
              "{'from': 'A', 'to': 'S', 'exit': 0.4, 'interrupt': 'both', 'fade': 0.3}, {'from': 'S', 'to': 'A'},"
              "{'from': '*', 'to': 'B', 'when': [{'parameter': 'go'}]}, {'from': 'B', 'to': 'A', 'exit': 0.2}",
              "");
    sinew_player *other = sinew_player_create(s.binding);
    for (int i = 0; i < 400; ++i) {
        if (i % 37 == 5) {
            sinew_player_fire_named(s.player, "go");
            sinew_player_fire_named(other, "go");
        }
        advance(0.021);
        sinew_player_advance(other, 0.021);
        assert_true(sinew_player_hash(s.player) == sinew_player_hash(other));
    }
    sinew_player_destroy(other);
}

int main(void) {
#define T(name) cmocka_unit_test_teardown(name, close_stage)
    const struct CMUnitTest tests[] = {
        T(test_explain_says_which_condition_failed_with_which_value),
        T(test_explain_says_what_it_waits_for),
        T(test_explain_tells_of_the_last_look),
        T(test_explain_agrees_with_what_went),
        T(test_explain_hidden_and_limit),
        T(test_explain_never_and_trigger_used),
        T(test_explain_waits_for_a_request),
        T(test_explain_interrupts),
        T(test_explain_without_room_advances_nothing),
        T(test_explain_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
