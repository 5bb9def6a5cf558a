/* The part of the graph checker that needs the model: lengths of clips, what they animate, triangulations.
   Invariant: as the rest of it (graph/lint.h), everything is a warning that no input makes untrue. */
#ifndef SNW_BIND_LINT_H
#define SNW_BIND_LINT_H

#include "bind/bind.h"
#include "graph/check.h"

/* What additive clips are measured against, and what was seen of those that are. */
typedef struct snw_measure {
    uint32_t clip; /* the model's; SINEW_NONE: the rest pose */
    double time;
    bool plays;   /* some clip that animates something is measured against it */
    bool meets;   /* and animates something that the reference animates too */
    bool differs; /* or is something else than the reference at some time */
} snw_measure;

typedef struct snw_bind_lint {
    snw_check check; /* path, log */
    snw_arena arena;
    const sinew_binding *binding;
    uint32_t *seen; /* by clip of the model: the number of the layer that had it, from 1 */
} snw_bind_lint;

/* ---- lint_reference.c ---- */

/* A clip that is played against a reference, at the path. */
void snw_lint_delta(snw_bind_lint *lint, snw_measure *against, uint32_t clip);
/* The reference itself, whose path is the path's `field`, after all clips that are measured against it. */
void snw_lint_reference(snw_bind_lint *lint, const snw_measure *measure, const char *field);

/* ---- lint_space.c ---- */

/* A 2D blend by triangles, at the path. */
void snw_lint_triangles(snw_bind_lint *lint, const sinew_motion_desc *blend, const snw_space *space);

#endif
