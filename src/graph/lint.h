/* The graph checker: what is allowed but cannot be meant. Every finding is a warning.
   Invariant: nothing is told that some input could make untrue, but for what code does itself (travel, play) and for
   advances that use up their 64 transitions; where the work runs out nothing is told either. */
#ifndef SNW_LINT_H
#define SNW_LINT_H

#include "graph/check.h"

/* What is known of a state's motion; nothing where it depends on clips that are not at hand. */
enum {
    SNW_KNOWN_LOOPS = 1,
    SNW_KNOWN_ONCE = 2,
    SNW_KNOWN_ZERO = 4,  /* of no length: complete at once */
    SNW_KNOWN_LENGTH = 8 /* of some length */
};

/* ---- lint_when.c: conditions as boxes ---- */

/* The values of one parameter that meet a transition's conditions on it: a range of keys, which count all values that
   its type has in ascending order, without some. */
typedef struct snw_span {
    uint32_t parameter;
    int64_t low, high;
    const int64_t *out; /* ascending, between low and high */
    uint32_t out_count;
} snw_span;

typedef struct snw_when {
    const snw_span *spans; /* by parameter */
    uint32_t count;
    uint32_t impossible; /* a parameter that no value is left of, or SINEW_NONE */
    bool trigger;        /* a trigger is among them */
} snw_when;

typedef struct snw_lint snw_lint;

/* False when memory runs out. */
bool snw_when_make(snw_lint *lint, const sinew_transition_desc *transition, snw_when *when);
/* Whether all that meets `narrow` meets `wide`. */
bool snw_when_implies(const snw_when *narrow, const snw_when *wide);
/* Whether something meets both. */
bool snw_when_meets(const snw_when *a, const snw_when *b);
bool snw_when_share_trigger(const snw_lint *lint, const snw_when *a, const snw_when *b);
/* Whether keys[parameter] meet it. */
bool snw_when_holds(const snw_when *when, const int64_t *keys);
/* The key of a value, and back. */
int64_t snw_key_of(sinew_parameter_type type, double value);
double snw_key_value(sinew_parameter_type type, int64_t key);

/* ---- a machine that is looked at ---- */

enum { SNW_LINT_OFF = 1, SNW_LINT_NEVER = 2, SNW_LINT_SHADOWED = 4, SNW_LINT_RING = 8 };

typedef struct snw_lint_state {
    uint8_t known;
    bool asks;         /* a sub-machine that may ask to be left */
    bool asks_at_once; /* at the moment at which it is entered */
    bool again;        /* may be entered from itself, or what holds its machine may be */
    bool reached;
    bool faded;          /* some transition fades into it */
    bool cut_in;         /* some fade into it may be cut by its own transitions */
    double start;        /* the furthest into its play that it may start; infinite where it is resumed */
    const uint32_t *out; /* transitions from it, by priority, then order */
    uint32_t out_count;
} snw_lint_state;

typedef struct snw_lint_row {
    uint32_t from, to; /* SINEW_NONE: any; <exit> */
    uint8_t marks;
    snw_when when;
} snw_lint_row;

typedef struct snw_lint_machine {
    const sinew_machine_desc *desc;
    snw_names names;
    snw_lint_state *states;
    snw_lint_row *rows;
    const uint32_t *any;
    uint32_t any_count;
    uint32_t entry;
    bool again;         /* of the state that holds it */
    bool cut_by_source; /* some fade may be cut by the transitions of what it leaves */
} snw_lint_machine;

struct snw_lint {
    snw_check check; /* path, log, names of the parameters */
    snw_arena arena;
    const uint8_t *known; /* by state, in the order of a binding; NULL: without clips */
    uint32_t state_at;
    uint32_t work;      /* steps that may still be made */
    uint32_t ring_work; /* in the search for rings, so that long lists leave it some */
    bool *used;         /* by parameter */
};

/* Takes steps; false when they have run out. */
bool snw_lint_spend(snw_lint *lint, uint32_t steps);

/* ---- lint_row.c: what a transition is at a state ---- */

/* No condition and no exit: goes when its state has ended. */
bool snw_row_bare(const sinew_transition_desc *row);
/* Conditions alone. */
bool snw_row_at_once(const sinew_transition_desc *row);
/* Its exit, or the end that it waits for. */
bool snw_row_waits(const sinew_transition_desc *row);
double snw_row_exit(const sinew_transition_desc *row);
/* "exitEachLoop" may count. */
bool snw_row_each_loop(const sinew_transition_desc *row, const snw_lint_state *state);
/* Whether its fade may be cut by the transitions of what it leaves. */
bool snw_row_cut_by_source(const sinew_transition_desc *row);
/* Whether it may leave this state while it is current, as far as self says. */
bool snw_row_leaves(const snw_lint_machine *machine, uint32_t row, uint32_t state);
/* Whether it may be ready at the very moment at which the state is entered. */
bool snw_row_instant(const snw_lint_machine *machine, uint32_t row, uint32_t state);
/* Whether row a is looked at before row b, both being of one state. */
bool snw_row_before(const snw_lint_machine *machine, uint32_t a, uint32_t b);
bool snw_row_alive(const snw_lint_machine *machine, uint32_t row);
/* `the transition from "A" to "B"`, without "the transition", into text. */
const char *snw_row_words(const snw_lint_machine *machine, uint32_t row, char *text, size_t size);

/* ---- the checks, on the machine that stands at the path ---- */

void snw_lint_never(snw_lint *lint, snw_lint_machine *machine);
void snw_lint_shadowed(snw_lint *lint, snw_lint_machine *machine);
void snw_lint_reach(snw_lint *lint, snw_lint_machine *machine);
void snw_lint_rings(snw_lint *lint, snw_lint_machine *machine);
/* The motion that stands at the path. */
void snw_lint_motion(snw_lint *lint, const sinew_motion_desc *motion);

/* All of them. known: as in snw_lint. */
sinew_result snw_graph_lint(const sinew_graph *graph, const uint8_t *known, sinew_log *log);

#endif
