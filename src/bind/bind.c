/* sinew_bind: a graph and a rig in, flat tables out (tracks alone have a graph without layers). Invariant: a binding is
   handed out only when the log gained no error and no allocation failed. */
#include "bind.h"

#include <stdio.h>

/* What a graph holds in all, so that the tables can be taken whole. */
typedef struct totals {
    uint32_t nodes, states, machines, transitions;
} totals;

static void count_motion(const sinew_motion_desc *desc, totals *sum) {
    sum->nodes++;
    for (uint32_t i = 0; i < desc->child_count; ++i) count_motion(&desc->children[i].motion, sum);
}

static void count_machine(const sinew_machine_desc *desc, totals *sum) {
    sum->machines++;
    sum->states += desc->state_count;
    sum->transitions += desc->transition_count;
    for (uint32_t i = 0; i < desc->state_count; ++i) {
        if (desc->states[i].machine) count_machine(desc->states[i].machine, sum);
        else count_motion(&desc->states[i].motion, sum);
    }
}

static bool take_tables(snw_binder *binder) {
    sinew_binding *out = binder->out;
    totals sum = { 0, 0, 0, 0 };
    for (uint32_t i = 0; i < out->desc->layer_count; ++i) count_machine(&out->desc->layers[i].machine, &sum);
    out->nodes = binder->nodes = snw_arena_array(&out->arena, sum.nodes, sizeof(snw_node));
    out->states = binder->states = snw_arena_array(&out->arena, sum.states, sizeof(snw_state));
    out->machines = binder->machines = snw_arena_array(&out->arena, sum.machines, sizeof(snw_machine));
    out->transitions = binder->transitions = snw_arena_array(&out->arena, sum.transitions, sizeof(snw_transition));
    size_t masks = (size_t)out->desc->layer_count + binder->desc->mask_count;
    out->masks = snw_arena_array(&out->arena, masks, sizeof(float *));
    out->mask_lets = snw_arena_array(&out->arena, masks, sizeof(struct snw_lets *));
    out->mask_names = snw_arena_array(&out->arena, masks, sizeof(char *));
    return !out->arena.failed;
}

static void bind_layer(snw_binder *binder, snw_layer *layer, uint32_t index) {
    const sinew_layer_desc *desc = &binder->out->desc->layers[index];
    char path[SNW_PATH];
    layer->name = desc->name;
    layer->desc = desc;
    layer->weight = desc->weight.set ? (float)desc->weight.value : 1.0f;
    layer->weight_parameter = snw_bind_parameter(binder, desc->weight_parameter);
    layer->reference_clip = SINEW_NONE;
    layer->reference_time = (float)desc->reference.time;
    snprintf(path, sizeof path, "layers[%u].mask", index);
    layer->mask = snw_bind_mask(binder, desc, path);
    snprintf(path, sizeof path, "layers[%u].reference.clip", index);
    if (desc->reference.clip) layer->reference_clip = snw_bind_clip(binder, desc->reference.clip, path);
    snprintf(path, sizeof path, "layers[%u].machine", index);
    if (binder->out->desc->flat) path[0] = 0;
    layer->machine = snw_bind_machine(binder, &desc->machine, index, SINEW_NONE, 0, path);
}

static bool bind_layers(snw_binder *binder) {
    sinew_binding *out = binder->out;
    snw_layer *layers = snw_arena_array(&out->arena, out->desc->layer_count, sizeof *layers);
    if (!layers) return false;
    out->layers = layers;
    for (uint32_t i = 0; i < out->desc->layer_count && !out->arena.failed; ++i) bind_layer(binder, &layers[i], i);
    out->layer_count = out->desc->layer_count;
    return !out->arena.failed;
}

/* Strict: the states that something leads to, and of those the ones whose transitions are still to be followed. */
typedef struct reach {
    bool *reached;
    uint32_t *waiting, count;
} reach;

static void reach_state(reach *r, uint32_t state) {
    if (state == SINEW_NONE || r->reached[state]) return;
    r->reached[state] = true;
    r->waiting[r->count++] = state;
}

static void reach_targets(reach *r, const sinew_binding *out, const uint32_t *rows, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        if (!out->transitions[rows[i]].desc->disabled) reach_state(r, out->transitions[rows[i]].to);
}

/* From each machine's entry on; what leaves any state leaves the entry too. Each state's transitions once. */
static void reach_all(reach *r, const sinew_binding *out) {
    for (uint32_t i = 0; i < out->machine_count; ++i) {
        reach_state(r, out->machines[i].entry);
        reach_targets(r, out, out->machines[i].any, out->machines[i].any_count);
    }
    while (r->count) {
        const snw_state *state = &out->states[r->waiting[--r->count]];
        reach_targets(r, out, state->out, state->out_count);
    }
}

static void tell_unreachable(snw_binder *binder) {
    sinew_binding *out = binder->out;
    reach r = { .reached = snw_arena_array(&out->arena, out->state_count, sizeof *r.reached) };
    r.waiting = snw_arena_array(&out->arena, out->state_count, sizeof *r.waiting);
    if (!r.reached || !r.waiting) return;
    reach_all(&r, out);
    for (uint32_t i = 0; i < out->state_count; ++i) {
        const snw_state *state = &out->states[i];
        if (r.reached[i]) continue;
        snw_log_add_as(binder->log, SINEW_SEVERITY_ERROR, SINEW_CODE_UNREACHABLE_STATE, state->path,
                       "no transition leads to the state \"%s\": add one, or remove the state", state->path);
    }
}

/* In a strict binding what the rig reported of masks as warnings counts too. */
static bool has_errors(const snw_binder *binder, sinew_log *log, uint32_t first) {
    for (uint32_t i = first; binder->strict && i < log->count; ++i) {
        sinew_diagnostic *item = &log->items[i];
        if (item->code != SINEW_CODE_UNKNOWN_JOINT || item->severity == SINEW_SEVERITY_ERROR) continue;
        item->severity = SINEW_SEVERITY_ERROR;
        log->error_count++;
        log->warning_count--;
    }
    return log->error_count > binder->errors_before;
}

static bool bind_all(snw_binder *binder) {
    sinew_binding *out = binder->out;
    out->per_moment = out->desc->transitions_per_moment ? out->desc->transitions_per_moment : 8;
    if (!snw_bind_parameters(binder) || !take_tables(binder) || !bind_layers(binder)) return false;
    out->node_count = binder->node_at;
    out->state_count = binder->state_at;
    out->machine_count = binder->machine_at;
    out->transition_count = binder->transition_at;
    snw_bind_tracks(binder);
    if (!snw_bind_mixes(binder) || !snw_bind_clip_rows(binder) || !snw_bind_drives(binder)) return false;
    snw_bind_roots(binder);
    if (!snw_bind_events(binder)) return false;
    if (binder->strict) tell_unreachable(binder);
    return !out->arena.failed;
}

static sinew_result finish(snw_binder *binder, bool bound, sinew_log *log, uint32_t first) {
    if (!bound) {
        snw_log_add(binder->log, SINEW_CODE_MEMORY, NULL, "memory ran out while binding the graph");
        return SINEW_ERROR_MEMORY;
    }
    if (has_errors(binder, log, first)) return SINEW_ERROR_INPUT;
    if (snw_binding_measure(binder->out)) return SINEW_OK;
    snw_log_add(binder->log, SINEW_CODE_TOO_LARGE, NULL,
                "a player of this graph would need more than a gibibyte: use fewer states side by side");
    return SINEW_ERROR_INPUT;
}

static const sinew_graph_desc NO_GRAPH; /* what tracks alone are bound with */

static sinew_result refuse(sinew_log *log, const char *sentence) {
    snw_log_add(log, SINEW_CODE_USAGE, "", "%s", sentence);
    return SINEW_ERROR_ARGUMENT;
}

sinew_result sinew_bind(const sinew_bind_desc *desc, sinew_binding **binding, sinew_log *log) {
    if (!binding) return SINEW_ERROR_ARGUMENT;
    *binding = NULL;
    if (!desc) return SINEW_ERROR_ARGUMENT;
    if (!desc->graph && !desc->track_count)
        return refuse(log, "there is nothing to bind: give a graph, or a track_count");
    if (desc->model && desc->rig) return refuse(log, "there are a model and a rig: give one of them");
    if ((desc->mask_count && !desc->masks) || (desc->mix_count && !desc->mixes)) return SINEW_ERROR_ARGUMENT;
    sinew_allocator allocator = snw_allocator_of(desc->allocator);
    /* Errors are counted in a log also where the caller wants none. */
    sinew_log own = { .allocator = &allocator };
    sinew_log *told = log ? log : &own;
    sinew_binding *out = snw_allocate(&allocator, sizeof *out);
    if (!out) return SINEW_ERROR_MEMORY;
    snw_arena_init(&out->arena, &allocator);
    out->graph = desc->graph;
    out->desc = desc->graph ? sinew_graph_definition(desc->graph) : &NO_GRAPH;
    out->model = desc->model;
    sinew_rig rig = { 0 };
    if (desc->model) rig = sinew_model_rig(desc->model);
    else if (desc->rig) rig = *desc->rig;
    snw_binder binder = { .out = out,
                          .desc = desc,
                          .rig = &rig,
                          .strict = desc->strict,
                          .log = told,
                          .allocator = allocator,
                          .errors_before = told->error_count };
    uint32_t first = told->count;
    sinew_result result = finish(&binder, bind_all(&binder), told, first);
    snw_bind_clips_free(&binder);
    if (!log) sinew_log_free(&own);
    if (result != SINEW_OK) {
        sinew_binding_destroy(out);
        return result;
    }
    *binding = out;
    return SINEW_OK;
}

void sinew_binding_destroy(sinew_binding *binding) {
    if (!binding) return;
    sinew_allocator allocator = binding->arena.allocator;
    snw_arena_free(&binding->arena);
    snw_release(&allocator, binding, sizeof *binding);
}
