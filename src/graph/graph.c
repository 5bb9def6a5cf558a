/* Making and ending graphs. Invariant: nothing is copied before everything is checked. */
#include "graph/graph.h"

#include "graph/check.h"

sinew_result sinew_graph_create(const sinew_graph_desc *desc, sinew_graph **graph, sinew_log *log) {
    if (!graph) return SINEW_ERROR_ARGUMENT;
    *graph = NULL;
    if (!desc) return SINEW_ERROR_ARGUMENT;
    sinew_result result = snw_graph_check(desc, log);
    if (result) return result;
    sinew_graph *made = snw_allocate(desc->allocator, sizeof *made);
    if (!made) {
        snw_log_add(log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was copied");
        return SINEW_ERROR_MEMORY;
    }
    snw_arena_init(&made->arena, desc->allocator);
    if (!snw_graph_copy(&made->arena, desc, &made->desc)) {
        snw_log_add(log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was copied");
        sinew_graph_destroy(made);
        return SINEW_ERROR_MEMORY;
    }
    made->desc.allocator = &made->arena.allocator;
    made->hash = snw_graph_digest(&made->desc);
    *graph = made;
    return SINEW_OK;
}

void sinew_graph_destroy(sinew_graph *graph) {
    if (!graph || graph->borrowed) return;
    sinew_allocator allocator = graph->arena.allocator;
    snw_arena_free(&graph->arena);
    snw_release(&allocator, graph, sizeof *graph);
}

const sinew_graph_desc *sinew_graph_definition(const sinew_graph *graph) { return graph ? &graph->desc : NULL; }
uint64_t sinew_graph_hash(const sinew_graph *graph) { return graph ? graph->hash : 0; }
size_t sinew_graph_bytes(const sinew_graph *graph) { return graph ? sizeof *graph + graph->arena.bytes : 0; }
