/* Cases: a graph, a script and what is expected of some frames. Only case*.c and the tests include this: it shows the
   JSON layer, which is not public.

   Invariant: a case that was read has only fields that are known, of the right kinds; each expectation names a
   frame of the run. */
#ifndef CLI_CASE_H
#define CLI_CASE_H

#include "cli.h"
#include "io/json.h"
#include "sinew/stack.h"

/* A player in a stack. */
typedef struct case_part {
    char *graph_text; /* as a case's */
    snw_json_id script;
    sinew_stack_entry desc;
    double from, until, fade_out; /* seconds; until: infinite where it stays */
} case_part;

typedef struct case_file {
    const char *file;
    char *text;
    size_t size;
    snw_json json;
    char *graph_text;   /* NULL without one; the graph alone, with blanks for what is around it: places in findings stay
                           true */
    case_part *entries; /* of a stack */
    uint32_t entry_count;
    snw_json_id script, expect, clips;
    const char *rig, *expect_error;
    double fps, within;
    uint32_t frames;
    case_how how; /* of its model; 0 as it is read */
} case_file;

/* False after messages; free it in any case. */
bool case_read(case_file *c, const char *file);
void case_free(case_file *c);
/* Its clips or model, and its graph bound to them (of a stack: case_stack_open). False if one is refused: the log has
   why, or it was said; free `with` in any case. */
bool case_load(const case_file *c, subject *with);
/* The same for one graph, or none, with as many tracks as the script's lines name and a mask that is asked for beside
   those of its layers (NULL: none): to->graph and to->binding over what `with` has; findings go to its log. */
bool case_bind(const case_file *c, const case_part *part, subject *with, subject *to);
/* Its inputs, resolved: script.errors counts the bad ones. */
void case_script(const case_file *c, snw_json_id lines, const sinew_binding *binding, script *inputs);
/* Whether the trace line of a frame is as `expectation` says; tells what differs and returns how much did. */
uint32_t case_compare(const case_file *c, snw_json_id expectation, uint32_t frame, const char *line, size_t size);

/* ---- case_json.c: fields of an object; false after a message; what is not there stays, or is SNW_JSON_NO or NULL ----
 */

bool case_bad(const case_file *c, snw_json_id id, sinew_code code, const char *format, const char *name,
              const char *hint);
bool case_known_fields(const case_file *c, snw_json_id object, const char *const *names, size_t count);
bool case_get(const case_file *c, snw_json_id object, const char *key, snw_json_kind kind, const char *kind_text,
              snw_json_id *id);
bool case_number(const case_file *c, snw_json_id object, const char *key, double least, double most, double *number);
bool case_text(const case_file *c, snw_json_id object, const char *key, const char **text);
bool case_get_script(const case_file *c, snw_json_id object, snw_json_id *lines);
bool case_cut_graph(const case_file *c, snw_json_id object, char **text);

/* ---- case_entry.c ---- */

bool case_read_stack(case_file *c);

/* ---- case_stack.c ---- */

typedef struct case_player {
    subject with; /* its graph and binding */
    sinew_player *player;
    script inputs;
    uint32_t id; /* in the stack; SINEW_NONE: not yet in it */
    bool removed;
} case_player;

typedef struct case_stack {
    const case_file *c;
    sinew_stack *stack;
    case_player *players; /* one for each entry */
} case_stack;

/* Over what case_load has loaded. False as there; close it in any case. */
bool case_stack_open(case_stack *s, const case_file *c, subject *with);
void case_stack_close(case_stack *s);
/* Does what is due and advances; frames from 1. NULL after a message. */
const sinew_stack_step *case_stack_frame(case_stack *s, uint64_t frame);
/* The place of an entry in the case. */
uint32_t case_stack_place(const case_stack *s, uint32_t id);
/* One frame as a line of JSON; joints may be NULL. */
void case_stack_trace(FILE *out, uint64_t frame, const case_stack *s, const sinew_stack_step *step,
                      trace_joints *joints);

#endif
