/* Checking a description: one walk that collects every finding.
   Invariant: `errors` counts what refuses the graph whether or not there is a log; `path` is where the walk stands. */
#ifndef SNW_CHECK_H
#define SNW_CHECK_H

#include "base/base.h"
#include "sinew/graph.h"

#define SNW_MAX_SECONDS 1e6 /* fades, mixes, expiries, reference times */
#define SNW_MAX_SPEED 1e6
#define SNW_MAX_EXIT 1e9
#define SNW_MAX_BANDS 1024u /* motions of a gradient or polar blend: each frame compares every two */
#define SNW_MAX_FLOAT 3.4028234663852886e38

typedef struct snw_names {
    const char **names;
    uint32_t *order;
    uint32_t count;
} snw_names;

typedef struct snw_check {
    const sinew_graph_desc *desc;
    sinew_log *log;
    sinew_allocator allocator;
    uint32_t errors;
    bool out_of_memory;
    snw_names parameters;
    uint32_t states, transitions, motions; /* met so far */
    uint32_t nearest_left;                 /* names that may still be compared for "did you mean" */
    size_t length;                         /* of path */
    char path[1024];
} snw_check;

/* Checks everything that needs no rig. */
sinew_result snw_graph_check(const sinew_graph_desc *desc, sinew_log *log);

/* ---- check.c: helpers of the walk ---- */

/* Goes into a part of the path (".motions[2]"); give what it returns to leave. */
size_t snw_check_enter(snw_check *check, const char *format, ...) SNW_PRINTF(2, 3);
size_t snw_check_enter_key(snw_check *check, const char *field, const char *name);
void snw_check_leave(snw_check *check, size_t length);
/* A finding at the path's `field` (NULL: at the path itself). */
void snw_check_report(snw_check *check, sinew_code code, const char *field, const char *format, ...) SNW_PRINTF(4, 5);
/* A number of a range; false after a finding. */
bool snw_check_range(snw_check *check, const char *field, double value, double low, double high);
bool snw_check_opt(snw_check *check, const char *field, sinew_opt opt, double low, double high);
/* Finite and above 0. */
bool snw_check_above_zero(snw_check *check, const char *field, sinew_opt opt, double high);
bool snw_check_enum(snw_check *check, const char *field, unsigned value, unsigned count);
/* An array that is missing though it has a count. */
bool snw_check_array(snw_check *check, const char *field, const void *array, uint32_t count);
bool snw_check_limit(snw_check *check, const char *field, uint32_t count, uint32_t limit, const char *what);
/* Counts on a total; false when the limit is passed, with a finding the first time. */
bool snw_check_count(snw_check *check, uint32_t *total, uint32_t count, uint32_t limit, const char *what);
/* A parameter by name; NULL after a finding (missing, unknown). */
const sinew_parameter_desc *snw_check_parameter(snw_check *check, const char *field, const char *name);
/* And it must be a float or int. */
void snw_check_numeric(snw_check *check, const char *field, const char *name, const char *role);
void snw_check_reference(snw_check *check, const sinew_reference_desc *reference);

/* The names of count things, `each` bytes apart, their name at `offset`; false when memory runs out. */
bool snw_names_make(snw_check *check, snw_names *names, const void *things, uint32_t count, size_t each, size_t offset);
void snw_names_free(snw_check *check, snw_names *names);
uint32_t snw_names_find(const snw_names *names, const char *name);
/* Whether another of the names before it is the same. */
bool snw_names_repeated(const snw_names *names, uint32_t index);
/* "; did you mean "x"?" into text, or nothing. */
const char *snw_names_hint(snw_check *check, const snw_names *names, const char *name, char *text, size_t size);

/* ---- the parts of the walk ---- */

void snw_check_machine(snw_check *check, const sinew_machine_desc *machine, uint32_t depth); /* depth: 1 outermost */
/* The motion that stands at the path. depth: of blends, 0 for a state's own. */
void snw_check_motion(snw_check *check, const sinew_motion_desc *motion, uint32_t depth);
/* Whether a state loops whatever its clips are. */
bool snw_certainly_loops(const sinew_state_desc *state);
/* Warns of transitions that can never go. */
void snw_check_never(snw_check *check, const sinew_machine_desc *machine, const snw_names *states);
/* Positions of a 2D blend whose children are all finite. */
void snw_check_points(snw_check *check, const sinew_motion_desc *motion);

#endif
