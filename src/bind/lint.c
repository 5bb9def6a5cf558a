/* The walk over a binding's states for what the graph alone does not say. Invariant: a state's nodes and its motion in
   the graph have the same shape. */
#include "bind/lint.h"

#include "graph/lint.h"

/* ---- what is known of each state ---- */

static bool lacks_clips(const sinew_binding *binding, const snw_state *state) {
    for (uint32_t i = 0; i < state->node_count; ++i) {
        const snw_node *node = &binding->nodes[state->node + i];
        if (node->kind == SINEW_MOTION_CLIP && node->clip == SINEW_NONE) return true;
    }
    return false;
}

static uint8_t known_of(const sinew_binding *binding, const snw_state *state) {
    if (state->inner != SINEW_NONE || lacks_clips(binding, state)) return 0;
    int cycle = state->cycle == SNW_CYCLE_ONCE ? SNW_KNOWN_ONCE : SNW_KNOWN_LOOPS;
    return (uint8_t)(cycle | (state->zero ? SNW_KNOWN_ZERO : SNW_KNOWN_LENGTH));
}

/* ---- paths as in the file ---- */

static void enter_state(snw_bind_lint *lint, const snw_state *state) {
    if (state->parent != SINEW_NONE) {
        enter_state(lint, &lint->binding->states[state->parent]);
        snw_check_enter(&lint->check, ".machine");
    } else if (!lint->check.desc->flat) {
        snw_check_enter(&lint->check, ".layers[%u].machine", state->layer);
    }
    snw_check_enter_key(&lint->check, ".states", state->name);
}

/* ---- motions ---- */

static void lint_clip(snw_bind_lint *lint, const snw_node *node, snw_measure *against, uint32_t layer) {
    if (!against || node->clip == SINEW_NONE || !lint->binding->model) return;
    if (layer != SINEW_NONE && lint->seen[node->clip] == layer + 1) return;
    if (layer != SINEW_NONE) lint->seen[node->clip] = layer + 1;
    snw_lint_delta(lint, against, node->clip);
}

static void lint_node(snw_bind_lint *lint, uint32_t index, const sinew_motion_desc *desc, snw_measure *against,
                      uint32_t layer);

static void lint_child(snw_bind_lint *lint, uint32_t node, const sinew_motion_desc *desc, const char *place,
                       uint32_t number, snw_measure *against, uint32_t layer) {
    size_t before = snw_check_enter(&lint->check, place, number);
    lint_node(lint, node, desc, against, layer);
    snw_check_leave(&lint->check, before);
}

static void lint_pair(snw_bind_lint *lint, const snw_node *node, const sinew_motion_desc *desc, snw_measure *against,
                      uint32_t layer) {
    snw_measure own = { .clip = node->reference_clip, .time = (double)node->reference_time };
    lint_child(lint, node->children[0], &desc->children[0].motion, ".add.base", 0, against, layer);
    lint_child(lint, node->children[1], &desc->children[1].motion, ".add.delta", 0, &own, SINEW_NONE);
    size_t before = snw_check_enter(&lint->check, ".add");
    snw_lint_reference(lint, &own, "reference");
    snw_check_leave(&lint->check, before);
}

/* layer: whose clips are told once; SINEW_NONE: below an additive pair. */
static void lint_node(snw_bind_lint *lint, uint32_t index, const sinew_motion_desc *desc, snw_measure *against,
                      uint32_t layer) {
    const snw_node *node = &lint->binding->nodes[index];
    if (node->kind == SINEW_MOTION_ADD) {
        lint_pair(lint, node, desc, against, layer);
        return;
    }
    if (node->kind == SINEW_MOTION_CLIP) lint_clip(lint, node, against, layer);
    if (node->kind == SINEW_MOTION_BLEND_2D && desc->algorithm == SINEW_ALGORITHM_DELAUNAY)
        snw_lint_triangles(lint, desc, node->space);
    for (uint32_t i = 0; i < node->child_count; ++i)
        lint_child(lint, node->children[i], &desc->children[i].motion, ".motions[%u]", i, against, layer);
}

static void lint_layer(snw_bind_lint *lint, uint32_t index, uint32_t *state) {
    const sinew_binding *binding = lint->binding;
    const snw_layer *layer = &binding->layers[index];
    bool additive = layer->desc->blend == SINEW_BLEND_ADDITIVE;
    snw_measure measure = { .clip = layer->reference_clip, .time = (double)layer->reference_time };
    for (; *state < binding->state_count && binding->states[*state].layer == index; ++*state) {
        const snw_state *at = &binding->states[*state];
        if (at->node == SINEW_NONE) continue;
        enter_state(lint, at);
        lint_node(lint, at->node, &at->desc->motion, additive ? &measure : NULL, index);
        snw_check_leave(&lint->check, 0);
    }
    if (!additive) return;
    snw_check_enter(&lint->check, ".layers[%u]", index);
    snw_lint_reference(lint, &measure, "reference");
    snw_check_leave(&lint->check, 0);
}

/* ---- all of it ---- */

static sinew_result lint_all(snw_bind_lint *lint, sinew_log *log) {
    const sinew_binding *binding = lint->binding;
    uint32_t clips = binding->model ? sinew_model_clip_count(binding->model) : 0, state = 0;
    uint8_t *known = snw_arena_array(&lint->arena, binding->state_count, sizeof *known);
    lint->seen = snw_arena_array(&lint->arena, clips, sizeof *lint->seen);
    if (!known || !lint->seen) return SINEW_ERROR_MEMORY;
    for (uint32_t i = 0; i < binding->state_count; ++i) known[i] = known_of(binding, &binding->states[i]);
    sinew_result result = snw_graph_lint(binding->graph, known, log);
    if (result != SINEW_OK) return result;
    for (uint32_t i = 0; i < binding->layer_count; ++i) lint_layer(lint, i, &state);
    return lint->arena.failed ? SINEW_ERROR_MEMORY : SINEW_OK;
}

sinew_result sinew_binding_lint(const sinew_binding *binding, sinew_log *log) {
    if (!binding) return SINEW_ERROR_ARGUMENT;
    if (!binding->graph) return SINEW_OK; /* tracks alone */
    snw_bind_lint lint = { .binding = binding };
    lint.check.desc = binding->desc;
    lint.check.log = log;
    snw_arena_init(&lint.arena, &binding->arena.allocator);
    sinew_result result = lint_all(&lint, log);
    snw_arena_free(&lint.arena);
    if (result == SINEW_ERROR_MEMORY && (!log || !log->count || log->items[log->count - 1].code != SINEW_CODE_MEMORY))
        snw_log_add(log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was checked");
    return result;
}
