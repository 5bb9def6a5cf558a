/* Conditions as boxes: for each parameter a range of keys without some.
   Invariant: a key counts the values that a type can have (floats by their bits), so that "above 2" and "below the next
   float after 2" leave nothing, as they do when the graph plays. */
#include "graph/lint.h"

#include <string.h>

/* ---- keys ---- */

int64_t snw_key_of(sinew_parameter_type type, double value) {
    if (type != SINEW_PARAMETER_FLOAT) return (int64_t)value;
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    int64_t size = (int64_t)(bits & 0x7FFFFFFFu);
    return bits >> 31 ? -size : size; /* -0 is 0 */
}

double snw_key_value(sinew_parameter_type type, int64_t key) {
    if (type != SINEW_PARAMETER_FLOAT) return (double)key;
    uint32_t bits = (uint32_t)(key < 0 ? -key : key);
    float number;
    memcpy(&number, &bits, sizeof number);
    return key < 0 ? -(double)number : (double)number;
}

static int64_t lowest(sinew_parameter_type type) {
    if (type == SINEW_PARAMETER_FLOAT) return -(int64_t)0x7F7FFFFF;
    return type == SINEW_PARAMETER_INT ? INT32_MIN : 0;
}

static int64_t highest(sinew_parameter_type type) {
    if (type == SINEW_PARAMETER_FLOAT) return 0x7F7FFFFF;
    return type == SINEW_PARAMETER_INT ? INT32_MAX : 1;
}

/* ---- one parameter ---- */

typedef struct building {
    int64_t low, high;
    int64_t *out;
    uint32_t out_count;
} building;

static void at_least(building *span, int64_t key) {
    if (key > span->low) span->low = key;
}

static void at_most(building *span, int64_t key) {
    if (key < span->high) span->high = key;
}

/* An int is compared with a number that may lie between two: floor is the key at it or below, exact says which. */
static void narrow(building *span, sinew_test test, int64_t floor, bool exact) {
    int64_t below = exact ? floor - 1 : floor, at_or_above = exact ? floor : floor + 1;
    switch (test) {
    case SINEW_TEST_EQUAL:
        at_least(span, at_or_above);
        at_most(span, floor);
        return;
    case SINEW_TEST_NOT_EQUAL:
        if (exact) span->out[span->out_count++] = floor;
        return;
    case SINEW_TEST_LESS: at_most(span, below); return;
    case SINEW_TEST_LESS_EQUAL: at_most(span, floor); return;
    case SINEW_TEST_GREATER: at_least(span, floor + 1); return;
    default: at_least(span, at_or_above); return;
    }
}

static void add_condition(building *span, sinew_parameter_type type, const sinew_condition_desc *condition) {
    double wanted = condition->value.set ? condition->value.value : 1;
    if (type == SINEW_PARAMETER_TRIGGER) {
        at_least(span, 1);
        return;
    }
    if (type == SINEW_PARAMETER_INT) { /* far outside of what an int can be there is no whole number to look for */
        if (wanted > 4e9) wanted = 4e9;
        if (wanted < -4e9) wanted = -4e9;
    }
    int64_t key = snw_key_of(type, wanted);
    bool exact = type == SINEW_PARAMETER_FLOAT || (!((double)key < wanted) && !((double)key > wanted));
    if (!exact && wanted < 0) key--;
    narrow(span, condition->test, key, exact);
}

static bool key_before(const void *keys, uint32_t a, uint32_t b) {
    const int64_t *k = keys;
    return k[a] < k[b] || (k[a] == k[b] && a < b);
}

/* Sorts what is left out, drops what says nothing, and moves the ends in where they are left out. */
static bool settle(snw_lint *lint, building *span) {
    uint32_t *order = snw_arena_array(&lint->arena, span->out_count, sizeof *order);
    int64_t *sorted = snw_arena_array(&lint->arena, span->out_count, sizeof *sorted);
    if (!order || !sorted) return false;
    for (uint32_t i = 0; i < span->out_count; ++i) order[i] = i;
    snw_order_sort(order, span->out_count, key_before, span->out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < span->out_count; ++i) {
        int64_t key = span->out[order[i]];
        if (key < span->low || key > span->high || (count && sorted[count - 1] == key)) continue;
        if (key == span->low) span->low++;
        else sorted[count++] = key;
    }
    while (count && sorted[count - 1] == span->high) {
        span->high--;
        count--;
    }
    span->out = sorted;
    span->out_count = count;
    return true;
}

/* ---- a transition ---- */

typedef struct by_parameter {
    const uint32_t *parameter; /* of each condition */
} by_parameter;

static bool condition_before(const void *user, uint32_t a, uint32_t b) {
    const by_parameter *by = user;
    return by->parameter[a] < by->parameter[b] || (by->parameter[a] == by->parameter[b] && a < b);
}

/* The span of order[0], order[1], … as far as they are of one parameter; *used says how many. */
static bool make_span(snw_lint *lint, const sinew_transition_desc *transition, const uint32_t *order,
                      const uint32_t *parameters, uint32_t left, snw_span *to, uint32_t *used) {
    uint32_t parameter = parameters[order[0]];
    sinew_parameter_type type = lint->check.desc->parameters[parameter].type;
    building span = { .low = lowest(type), .high = highest(type) };
    uint32_t count = 0;
    while (count < left && parameters[order[count]] == parameter) count++;
    span.out = snw_arena_array(&lint->arena, count, sizeof *span.out);
    if (!span.out) return false;
    for (uint32_t i = 0; i < count; ++i) add_condition(&span, type, &transition->conditions[order[i]]);
    if (!settle(lint, &span)) return false;
    *to = (snw_span){ parameter, span.low, span.high, span.out, span.out_count };
    *used = count;
    return true;
}

bool snw_when_make(snw_lint *lint, const sinew_transition_desc *transition, snw_when *when) {
    uint32_t count = transition->condition_count;
    *when = (snw_when){ .impossible = SINEW_NONE };
    if (!count) return true;
    uint32_t *parameters = snw_arena_array(&lint->arena, count, sizeof *parameters);
    uint32_t *order = snw_arena_array(&lint->arena, count, sizeof *order);
    snw_span *spans = snw_arena_array(&lint->arena, count, sizeof *spans);
    if (!parameters || !order || !spans) return false;
    for (uint32_t i = 0; i < count; ++i) {
        parameters[i] = snw_names_find(&lint->check.parameters, transition->conditions[i].parameter);
        order[i] = i;
        lint->used[parameters[i]] = true;
    }
    snw_order_sort(order, count, condition_before, &(by_parameter){ parameters });
    for (uint32_t at = 0, used; at < count; at += used) {
        snw_span *span = &spans[when->count++];
        if (!make_span(lint, transition, order + at, parameters, count - at, span, &used)) return false;
        bool trigger = lint->check.desc->parameters[span->parameter].type == SINEW_PARAMETER_TRIGGER;
        when->trigger = when->trigger || trigger;
        if (span->low > span->high) when->impossible = span->parameter;
    }
    when->spans = spans;
    return true;
}

/* ---- two of them ---- */

static bool is_out(const snw_span *span, int64_t key) {
    uint32_t low = 0, high = span->out_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (span->out[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low < span->out_count && span->out[low] == key;
}

static bool span_holds(const snw_span *span, int64_t key) {
    return key >= span->low && key <= span->high && !is_out(span, key);
}

static bool span_inside(const snw_span *narrow, const snw_span *wide) {
    if (narrow->low < wide->low || narrow->high > wide->high) return false;
    for (uint32_t i = 0; i < wide->out_count; ++i)
        if (span_holds(narrow, wide->out[i])) return false;
    return true;
}

bool snw_when_implies(const snw_when *narrow, const snw_when *wide) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < wide->count; ++i) {
        while (at < narrow->count && narrow->spans[at].parameter < wide->spans[i].parameter) at++;
        if (at == narrow->count || narrow->spans[at].parameter != wide->spans[i].parameter) return false;
        if (!span_inside(&narrow->spans[at], &wide->spans[i])) return false;
    }
    return true;
}

static bool spans_meet(const snw_span *a, const snw_span *b) {
    int64_t low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
    while (low <= high && (is_out(a, low) || is_out(b, low))) low++;
    return low <= high;
}

bool snw_when_meets(const snw_when *a, const snw_when *b) {
    if (a->impossible != SINEW_NONE || b->impossible != SINEW_NONE) return false;
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->spans[i].parameter < b->spans[j].parameter) i++;
        else if (a->spans[i].parameter > b->spans[j].parameter) j++;
        else if (!spans_meet(&a->spans[i++], &b->spans[j++])) return false;
    }
    return true;
}

bool snw_when_share_trigger(const snw_lint *lint, const snw_when *a, const snw_when *b) {
    if (!a->trigger || !b->trigger) return false;
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        uint32_t first = a->spans[i].parameter, second = b->spans[j].parameter;
        if (first == second && lint->check.desc->parameters[first].type == SINEW_PARAMETER_TRIGGER) return true;
        if (first <= second) i++;
        if (second <= first) j++;
    }
    return false;
}

bool snw_when_holds(const snw_when *when, const int64_t *keys) {
    for (uint32_t i = 0; i < when->count; ++i)
        if (!span_holds(&when->spans[i], keys[when->spans[i].parameter])) return false;
    return true;
}
