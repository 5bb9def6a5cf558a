/* A graph inside: its definition, copied whole into one arena.
   Invariant: a graph that exists has passed every check, so its names resolve and its numbers are finite. */
#ifndef SNW_GRAPH_H
#define SNW_GRAPH_H

#include "base/base.h"
#include "sinew/graph.h"

struct sinew_graph {
    snw_arena arena;
    sinew_graph_desc desc;
    uint64_t hash;
    bool borrowed; /* of a bank, which ends it; the arena is empty then */
};

/* copy.c: false when memory runs out; the arena then holds what there is. */
bool snw_graph_copy(snw_arena *arena, const sinew_graph_desc *from, sinew_graph_desc *to);

/* digest.c */
uint64_t snw_graph_digest(const sinew_graph_desc *desc);

#endif
