/* Cases: a graph, a script and what is expected of some frames. Only case*.c and the tests include this: it shows the
   JSON layer, which is not public.

   Invariant: a case that was read has only fields that are known, of the right kinds; each expectation names a
   frame of the run. */
#ifndef CLI_CASE_H
#define CLI_CASE_H

#include "cli.h"
#include "io/json.h"

typedef struct case_file {
    const char *file;
    char *text;
    size_t size;
    snw_json json;
    char *graph_text; /* NULL without one; the graph alone, with blanks for what is around it: places in findings stay
                         true */
    snw_json_id script, expect, clips;
    const char *rig, *expect_error;
    double fps, within;
    uint32_t frames;
} case_file;

/* False after messages; free it in any case. */
bool case_read(case_file *c, const char *file);
void case_free(case_file *c);
/* Its graph, bound to its clips or model. False if one is refused: the log has why, or it was said; free `with` in any
   case. */
bool case_load(const case_file *c, subject *with);
/* Its inputs, resolved: script.errors counts the bad ones. */
void case_script(const case_file *c, const subject *with, script *inputs);
/* Whether the trace line of a frame is as `expectation` says; tells what differs and returns how much did. */
uint32_t case_compare(const case_file *c, snw_json_id expectation, uint32_t frame, const char *line, size_t size);

#endif
