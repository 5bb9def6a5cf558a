/* What a binding answers about itself. Invariant: an index out of range gets "none", never memory. */
#include "bind.h"

#include <string.h>

static const snw_state *state_at(const sinew_binding *binding, uint32_t state) {
    return binding && state < binding->state_count ? &binding->states[state] : NULL;
}

static const snw_parameter *parameter_at(const sinew_binding *binding, uint32_t parameter) {
    return binding && parameter < binding->parameter_count ? &binding->parameters[parameter] : NULL;
}

const sinew_graph *sinew_binding_graph(const sinew_binding *binding) { return binding ? binding->graph : NULL; }
const sinew_model *sinew_binding_model(const sinew_binding *binding) { return binding ? binding->model : NULL; }
size_t sinew_binding_bytes(const sinew_binding *binding) {
    return binding ? sizeof *binding + binding->arena.bytes : 0;
}

uint32_t sinew_binding_parameter_count(const sinew_binding *binding) { return binding ? binding->parameter_count : 0; }

const char *sinew_binding_parameter_name(const sinew_binding *binding, uint32_t parameter) {
    const snw_parameter *row = parameter_at(binding, parameter);
    return row ? row->name : NULL;
}

sinew_parameter_type sinew_binding_parameter_type(const sinew_binding *binding, uint32_t parameter) {
    const snw_parameter *row = parameter_at(binding, parameter);
    return row ? row->type : SINEW_PARAMETER_FLOAT;
}

uint32_t sinew_binding_layer_count(const sinew_binding *binding) { return binding ? binding->layer_count : 0; }

uint32_t sinew_binding_find_layer(const sinew_binding *binding, const char *name) {
    if (!binding || !name) return SINEW_NONE;
    for (uint32_t i = 0; i < binding->layer_count; ++i)
        if (snw_name_equal(binding->layers[i].name, name)) return i;
    return SINEW_NONE;
}

const char *sinew_binding_layer_name(const sinew_binding *binding, uint32_t layer) {
    return binding && layer < binding->layer_count ? binding->layers[layer].name : NULL;
}

uint32_t sinew_binding_track_count(const sinew_binding *binding) { return binding ? binding->track_count : 0; }

uint32_t sinew_binding_state_count(const sinew_binding *binding) { return binding ? binding->state_count : 0; }

/* The state of a machine that the first part of a path names; *rest is what follows the slash, or NULL. */
static uint32_t find_part(const snw_machine *machine, const sinew_binding *binding, const char *path,
                          const char **rest) {
    const char *slash = strchr(path, '/');
    *rest = slash ? slash + 1 : NULL;
    if (!slash) return snw_name_table_find(machine->names, path);
    size_t length = (size_t)(slash - path);
    for (uint32_t i = 0; i < binding->state_count; ++i) {
        const snw_state *state = &binding->states[i];
        if (&binding->machines[state->machine] != machine) continue;
        if (strlen(state->name) == length && memcmp(state->name, path, length) == 0) return i;
    }
    return SINEW_NONE;
}

uint32_t sinew_binding_find_state(const sinew_binding *binding, uint32_t layer, const char *path) {
    if (!binding || !path || layer >= binding->layer_count) return SINEW_NONE;
    uint32_t machine = binding->layers[layer].machine, state = SINEW_NONE;
    while (path) {
        if (machine == SINEW_NONE) return SINEW_NONE;
        state = find_part(&binding->machines[machine], binding, path, &path);
        if (state == SINEW_NONE) return SINEW_NONE;
        machine = binding->states[state].inner;
    }
    return state;
}

const char *sinew_binding_state_name(const sinew_binding *binding, uint32_t state) {
    const snw_state *row = state_at(binding, state);
    return row ? row->name : NULL;
}

const char *sinew_binding_state_path(const sinew_binding *binding, uint32_t state) {
    const snw_state *row = state_at(binding, state);
    return row ? row->path : NULL;
}

uint32_t sinew_binding_state_layer(const sinew_binding *binding, uint32_t state) {
    const snw_state *row = state_at(binding, state);
    return row ? row->layer : SINEW_NONE;
}

uint32_t sinew_binding_state_parent(const sinew_binding *binding, uint32_t state) {
    const snw_state *row = state_at(binding, state);
    return row ? row->parent : SINEW_NONE;
}

bool sinew_binding_state_has_tag(const sinew_binding *binding, uint32_t state, const char *tag) {
    const snw_state *row = state_at(binding, state);
    if (!row || !tag) return false;
    for (uint32_t i = 0; i < row->desc->tag_count; ++i)
        if (snw_name_equal(row->desc->tags[i], tag)) return true;
    return false;
}

uint32_t sinew_binding_transition_count(const sinew_binding *binding) {
    return binding ? binding->transition_count : 0;
}

bool sinew_binding_transition(const sinew_binding *binding, uint32_t transition, uint32_t *layer, uint32_t *machine,
                              uint32_t *index, uint32_t *from, uint32_t *to) {
    if (!binding || transition >= binding->transition_count) return false;
    const snw_transition *row = &binding->transitions[transition];
    if (layer) *layer = row->layer;
    if (machine) *machine = binding->machines[row->machine].parent;
    if (index) *index = row->index;
    if (from) *from = row->from;
    if (to) *to = row->to;
    return true;
}

uint32_t sinew_binding_mask_count(const sinew_binding *binding) { return binding ? binding->mask_count : 0; }

const float *sinew_binding_mask(const sinew_binding *binding, uint32_t mask) {
    return binding && mask < binding->mask_count ? binding->masks[mask] : NULL;
}

uint32_t sinew_binding_find_mask(const sinew_binding *binding, const char *name) {
    for (uint32_t i = 0; binding && name && i < binding->mask_count; ++i)
        if (binding->mask_names[i] && strcmp(binding->mask_names[i], name) == 0) return i;
    return SINEW_NONE;
}

size_t sinew_binding_player_size(const sinew_binding *binding) { return binding ? binding->player_size : 0; }
size_t sinew_binding_state_size(const sinew_binding *binding) { return binding ? binding->state_size : 0; }
size_t sinew_binding_step_size(const sinew_binding *binding) { return binding ? binding->step_size : 0; }
uint32_t sinew_binding_max_samples(const sinew_binding *binding) { return binding ? binding->max_samples : 0; }
uint32_t sinew_binding_max_signals(const sinew_binding *binding) { return binding ? binding->max_signals : 0; }

uint32_t sinew_binding_blend_weights(const sinew_binding *binding, uint32_t state, uint32_t motion, float x, float y,
                                     float *weights, uint32_t capacity) {
    const snw_state *row = state_at(binding, state);
    if (!row || !weights || motion >= row->node_count || x - x != 0 || y - y != 0) return 0;
    const snw_node *node = &binding->nodes[row->node + motion];
    if (!node->space || capacity < node->child_count) return 0;
    size_t bytes = snw_space_capacity(node->space) * sizeof(snw_weight);
    snw_weight *list = snw_allocate(&binding->arena.allocator, bytes);
    if (!list) return 0;
    uint32_t count = snw_space_weights(node->space, x, y, list);
    memset(weights, 0, node->child_count * sizeof *weights);
    for (uint32_t i = 0; i < count; ++i) weights[list[i].index] = list[i].weight;
    snw_release(&binding->arena.allocator, list, bytes);
    return node->child_count;
}

uint32_t sinew_binding_blend_triangles(const sinew_binding *binding, uint32_t state, uint32_t motion, uint32_t *corners,
                                       uint32_t capacity) {
    const snw_state *row = state_at(binding, state);
    if (!row || motion >= row->node_count) return 0;
    const snw_space *space = binding->nodes[row->node + motion].space;
    uint32_t count = space ? snw_space_triangle_count(space) : 0;
    for (uint32_t i = 0; corners && i < count && i < capacity; ++i)
        snw_space_triangle(space, i, corners + (size_t)i * 3);
    return count;
}
