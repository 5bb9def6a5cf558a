/* Reading .animgraph: a JSON document becomes a description, which the graph's own checks then judge.

   Invariant: a fault is told once. Where a value cannot be read, what is put in its place passes the graph's checks
   (a clip "?", a parameter of the reader's own), so that one fault brings no second finding. All that is made lies in
   the reader's arena; a failed take is remembered there and read as nothing. */
#ifndef SNW_ANIMGRAPH_H
#define SNW_ANIMGRAPH_H

#include "io/json.h"

#include "sinew/graph.h"

typedef struct snw_ag {
    const snw_json *json;
    snw_arena arena;
    sinew_log *log;
    uint32_t errors;
    uint32_t version;
    uint32_t nearest_left; /* names that may still be compared for "did you mean" */
    sinew_graph_desc desc;
    sinew_parameter_desc *parameters;
    const char **parameter_names;
    uint32_t *parameter_order;
    bool *parameter_bad; /* its type could not be read: what uses it is not judged */
    bool stand_in_used;
} snw_ag;

/* Numeric parameters that stand in for names that could not be read. */
#define SNW_AG_STAND_IN "\x01\x01\x01\x01\x01\x01\x01\x01 x"
#define SNW_AG_STAND_IN_Y "\x02\x02\x02\x02\x02\x02\x02\x02 y"

/* ---- animgraph_field.c: values of fields; each takes SNW_JSON_NO as "left out" ---- */

void snw_ag_report(snw_ag *ag, snw_json_id id, sinew_code code, const char *format, ...) SNW_PRINTF(4, 5);
/* Finds the members of an object by names[count] and warns of the others. */
void snw_ag_fields(snw_ag *ag, snw_json_id object, const char *const *names, uint32_t count, snw_json_id *at);
/* Warns of a field that is known but means nothing here. */
void snw_ag_unused(snw_ag *ag, snw_json_id id, const char *where);
/* True if the value is there and of the kind; a finding if it is of another. */
bool snw_ag_is(snw_ag *ag, snw_json_id id, snw_json_kind kind);
/* "?" after a finding; NULL for none. */
const char *snw_ag_string(snw_ag *ag, snw_json_id id);
/* A name that no other thing of the document has, where one could not be read. */
const char *snw_ag_unique_name(snw_ag *ag, snw_json_id id);
/* False for none and after a finding. */
bool snw_ag_number(snw_ag *ag, snw_json_id id, double *number);
sinew_opt snw_ag_opt(snw_ag *ag, snw_json_id id);
double snw_ag_double(snw_ag *ag, snw_json_id id, double left_out);
bool snw_ag_bool(snw_ag *ag, snw_json_id id, bool left_out);
/* A whole number of a range; `left_out` for none and after a finding. */
int32_t snw_ag_int(snw_ag *ag, snw_json_id id, int32_t low, int32_t high, int32_t left_out);
/* Index of the word among words[count]. */
unsigned snw_ag_word(snw_ag *ag, snw_json_id id, const char *const *words, unsigned count, unsigned left_out);
/* A parameter's name for a numeric use; the stand-in after a finding or where its type could not be read. */
const char *snw_ag_numeric(snw_ag *ag, snw_json_id id);
bool snw_ag_bad_parameter(const snw_ag *ag, const char *name);
/* Its description, NULL if it is not declared. */
const sinew_parameter_desc *snw_ag_parameter(const snw_ag *ag, const char *name);
sinew_reference_desc snw_ag_reference(snw_ag *ag, snw_json_id id);
/* Counts an array's or object's children that are not repeated keys. */
uint32_t snw_ag_count(const snw_ag *ag, snw_json_id id);
/* The first child, and the next, that is not a repeated key. */
snw_json_id snw_ag_first(const snw_ag *ag, snw_json_id id);
snw_json_id snw_ag_next(const snw_ag *ag, snw_json_id id);

/* ---- animgraph_motion.c ---- */

/* Fields of everything that plays: the first of a state's and of a blend's motion's. */
#define SNW_AG_MOTION_FIELDS                                                                                           \
    "clip", "blend", "add", "parameter", "parameters", "algorithm", "sync", "normalizeAxes", "motions"
enum {
    SNW_AG_CLIP,
    SNW_AG_BLEND,
    SNW_AG_ADD,
    SNW_AG_PARAMETER,
    SNW_AG_PARAMETERS,
    SNW_AG_ALGORITHM,
    SNW_AG_SYNC,
    SNW_AG_NORMALIZE,
    SNW_AG_MOTIONS,
    SNW_AG_MOTION_COUNT
};
/* at: ids by the enum. An object with none of clip, blend and add gives EMPTY without a finding. */
void snw_ag_motion(snw_ag *ag, snw_json_id object, const snw_json_id *at, sinew_motion_desc *motion);

/* ---- animgraph_machine.c ---- */

void snw_ag_machine(snw_ag *ag, snw_json_id object, sinew_machine_desc *machine);
/* Of ids of entry, states and transitions. */
void snw_ag_machine_of(snw_ag *ag, snw_json_id entry, snw_json_id states, snw_json_id transitions,
                       sinew_machine_desc *machine);

/* ---- animgraph_graph.c ---- */

/* Reads a whole document into ag->desc. False if it is not worth checking (no object, an unknown version). */
bool snw_ag_graph(snw_ag *ag);

/* ---- animgraph.c ---- */

/* Reads a text into a document and a graph. After SINEW_OK both are the caller's; else there is neither. */
sinew_result snw_ag_parse(snw_json *json, const char *text, size_t size, const char *name,
                          const sinew_allocator *allocator, sinew_graph **graph, uint32_t *version, sinew_log *log);

/* ---- animgraph_write.c ---- */

/* Gives a text out in a block of its exact size and terminator, as sinew_io_free takes it back; ends `text`. */
sinew_result snw_ag_give(snw_text *text, char **out, size_t *size);

/* ---- animgraph_upgrade.c ---- */

/* A version 1 document as version 2. REFUSED after a finding if that cannot be. */
sinew_result snw_ag_upgrade(const snw_json *json, snw_text *out, sinew_log *log);

#endif
