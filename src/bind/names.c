/* Names to indices: parameters, masks, mixes. Invariant: an index in a table is in range. */
#include "bind.h"

#include "rig/rig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double snw_parameter_default(const snw_parameter *parameter) {
    return parameter->type == SINEW_PARAMETER_FLOAT ? (double)parameter->default_float : parameter->default_int;
}

bool snw_name_table_make(snw_name_table *table, snw_arena *arena, uint32_t count) {
    uint32_t room = 4;
    while (room < count * 2) room *= 2;
    table->slots = snw_arena_array(arena, room, sizeof *table->slots);
    table->mask = room - 1;
    return table->slots != NULL;
}

static snw_name_slot *name_slot(const snw_name_table *table, const char *name) {
    uint64_t hash = snw_hash_text(SNW_HASH_START, name);
    uint32_t at = (uint32_t)(hash ^ hash >> 32) & table->mask;
    while (table->slots[at].name && strcmp(table->slots[at].name, name) != 0) at = (at + 1) & table->mask;
    return &table->slots[at];
}

void snw_name_table_add(snw_name_table *table, const char *name, uint32_t index) {
    snw_name_slot *slot = name_slot(table, name);
    if (!slot->name) *slot = (snw_name_slot){ name, index };
}

uint32_t snw_name_table_find(const snw_name_table *table, const char *name) {
    const snw_name_slot *slot = name_slot(table, name);
    return slot->name ? slot->index : SINEW_NONE;
}

uint32_t sinew_binding_find_parameter(const sinew_binding *binding, const char *name) {
    return binding && name ? snw_name_table_find(&binding->names, name) : SINEW_NONE;
}

uint32_t snw_bind_parameter(const snw_binder *binder, const char *name) {
    return sinew_binding_find_parameter(binder->out, name);
}

bool snw_bind_parameters(snw_binder *binder) {
    sinew_binding *out = binder->out;
    const sinew_graph_desc *desc = out->desc;
    snw_parameter *rows = snw_arena_array(&out->arena, desc->parameter_count, sizeof *rows);
    snw_name_table_make(&out->names, &out->arena, desc->parameter_count);
    if (out->arena.failed) return false;
    out->parameters = rows;
    for (uint32_t i = 0; i < desc->parameter_count; ++i) {
        const sinew_parameter_desc *from = &desc->parameters[i];
        snw_parameter *row = &rows[i];
        row->name = from->name;
        row->type = from->type;
        row->latch = !from->no_latch;
        row->expires = from->expires.set ? from->expires.value : INFINITY;
        row->speed_limit = INFINITY;
        if (from->type == SINEW_PARAMETER_FLOAT) row->default_float = (float)from->default_value;
        else row->default_int = (int32_t)from->default_value;
        if (from->type == SINEW_PARAMETER_FLOAT) row->slot = out->float_count++;
        if (from->type == SINEW_PARAMETER_TRIGGER) row->slot = out->trigger_count++;
        snw_name_table_add(&out->names, from->name, i);
        out->parameter_count++;
    }
    return true;
}

uint32_t *snw_bind_order(const snw_binder *binder, size_t count, bool (*before)(const void *, uint32_t, uint32_t),
                         const void *rows) {
    uint32_t *order = snw_allocate(&binder->allocator, count * sizeof *order);
    for (size_t i = 0; order && i < count; ++i) order[i] = (uint32_t)i;
    if (order) snw_order_sort(order, count, before, rows);
    return order;
}

/* ---- mixes ---- */

static bool mix_before(const snw_mix *mix, uint32_t from, uint32_t to) {
    return mix->from != from ? mix->from < from : mix->to < to;
}

static bool mix_is(const snw_mix *mix, uint32_t from, uint32_t to) { return mix->from == from && mix->to == to; }

/* Where the pair stands among the sorted mixes, or would. */
static uint32_t mix_place(const sinew_binding *binding, uint32_t from, uint32_t to) {
    uint32_t low = 0, high = binding->mix_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mix_before(&binding->mixes[middle], from, to)) low = middle + 1;
        else high = middle;
    }
    return low;
}

double snw_binding_mix(const sinew_binding *binding, uint32_t from, uint32_t to) {
    uint32_t at = mix_place(binding, from, to);
    bool found = at < binding->mix_count && mix_is(&binding->mixes[at], from, to);
    return found ? binding->mixes[at].duration : binding->default_mix;
}

static bool mix_goes_before(const void *rows, uint32_t a, uint32_t b) {
    const snw_mix *mixes = rows;
    bool same = mix_is(&mixes[a], mixes[b].from, mixes[b].to);
    return same ? a < b : mix_before(&mixes[a], mixes[b].from, mixes[b].to);
}

static bool mix_usable(snw_binder *binder, const sinew_mix_desc *mix, const char *path) {
    bool named = mix->from && mix->to, in_range = mix->duration >= 0 && mix->duration <= 1e6;
    if (!named) snw_log_add(binder->log, SINEW_CODE_MISSING_FIELD, path, "a mix names two clips, \"from\" and \"to\"");
    else if (!in_range)
        snw_log_add(binder->log, SINEW_CODE_OUT_OF_RANGE, path, "a mix lasts from 0 to a million seconds");
    return named && in_range;
}

/* Adds the mixes whose clips the rig has, in their order; returns how many there are then. */
static uint32_t find_mixes(snw_binder *binder, const sinew_mix_desc *mixes, uint32_t mix_count, const char *where,
                           snw_mix *found, uint32_t count) {
    snw_arena *arena = &binder->out->arena;
    for (uint32_t i = 0; i < mix_count; ++i) {
        char path[64];
        snprintf(path, sizeof path, "%s[%u]", where, i);
        if (!mix_usable(binder, &mixes[i], path)) continue;
        const char *from_name = snw_arena_text(arena, mixes[i].from), *to_name = snw_arena_text(arena, mixes[i].to);
        if (!from_name || !to_name) return count;
        uint32_t from = snw_bind_clip(binder, from_name, path), to = snw_bind_clip(binder, to_name, path);
        if (from != SINEW_NONE && to != SINEW_NONE) found[count++] = (snw_mix){ from, to, mixes[i].duration };
    }
    return count;
}

static void set_default_mix(snw_binder *binder) {
    sinew_binding *out = binder->out;
    sinew_opt own = binder->desc->default_mix;
    out->default_mix = out->desc->default_mix.set ? out->desc->default_mix.value : 0.2;
    if (!own.set) return;
    if (own.value >= 0 && own.value <= 1e6) out->default_mix = own.value;
    else
        snw_log_add(binder->log, SINEW_CODE_OUT_OF_RANGE, "bind.default_mix",
                    "a mix lasts from 0 to a million seconds");
}

bool snw_bind_mixes(snw_binder *binder) {
    sinew_binding *out = binder->out;
    const sinew_graph_desc *desc = out->desc;
    set_default_mix(binder);
    size_t most = (size_t)desc->mix_count + binder->desc->mix_count;
    snw_mix *rows = snw_arena_array(&out->arena, most, sizeof *rows);
    snw_mix *found = rows ? snw_allocate(&binder->allocator, most * sizeof *found) : NULL;
    uint32_t count = 0;
    if (found) count = find_mixes(binder, binder->desc->mixes, binder->desc->mix_count, "bind.mixes", found, 0);
    if (found) count = find_mixes(binder, desc->mixes, desc->mix_count, "mixes", found, count);
    uint32_t *order = found ? snw_bind_order(binder, count, mix_goes_before, found) : NULL;
    for (uint32_t i = 0; order && i < count; ++i) {
        const snw_mix *mix = &found[order[i]];
        bool again = out->mix_count && mix_is(&rows[out->mix_count - 1], mix->from, mix->to);
        if (!again) rows[out->mix_count++] = *mix; /* of two the first counts */
    }
    out->mixes = rows;
    bool done = order != NULL;
    snw_release(&binder->allocator, order, count * sizeof *order);
    snw_release(&binder->allocator, found, most * sizeof *found);
    return done;
}

/* ---- masks ---- */

static uint32_t group_count(const snw_binder *binder) {
    return binder->rig->joint_count / SINEW_GROUP + (binder->rig->joint_count % SINEW_GROUP > 0);
}

/* name: NULL for a layer's own; lives as long as the binding. */
static uint32_t keep_mask(snw_binder *binder, float *weights, const char *name) {
    sinew_binding *out = binder->out;
    snw_lets *lets = snw_arena_array(&out->arena, group_count(binder), sizeof *lets);
    if (!lets) return SINEW_NONE;
    snw_mask_lets(weights, group_count(binder), lets);
    ((const snw_lets **)(uintptr_t)out->mask_lets)[out->mask_count] = lets;
    ((float **)(uintptr_t)out->masks)[out->mask_count] = weights;
    ((const char **)(uintptr_t)out->mask_names)[out->mask_count] = name;
    return out->mask_count++;
}

static float *new_weights(snw_binder *binder) {
    return snw_arena_array(&binder->out->arena, (size_t)group_count(binder) * SINEW_GROUP, sizeof(float));
}

/* What a rig writes is not trusted: weights are clamped to 0..1, and one that is not a number is 0. */
static void clamp_weights(const snw_binder *binder, float *weights) {
    for (uint32_t i = 0; i < binder->rig->joint_count; ++i) {
        if (!(weights[i] > 0)) weights[i] = 0;
        if (weights[i] > 1) weights[i] = 1;
    }
}

static uint32_t compile(snw_binder *binder, const sinew_mask_desc *mask, const char *name, const char *path) {
    float *weights = new_weights(binder);
    if (!weights) return SINEW_NONE;
    uint32_t found = 0;
    if (binder->rig->compile_mask)
        found = binder->rig->compile_mask(binder->rig->user, mask, weights, binder->log, path);
    if (!found && binder->rig->joint_count)
        snw_log_add(binder->log, SINEW_CODE_MASK_EMPTY, path,
                    "the mask names no joint of the model, so its layer moves nothing: name joints the model has");
    clamp_weights(binder, weights);
    return keep_mask(binder, weights, name);
}

static const char *nearest_mask(const snw_binder *binder, const char *name) {
    const sinew_graph_desc *desc = binder->out->desc;
    for (uint32_t i = 0; i < desc->mask_count; ++i) {
        const char *near = snw_name_nearest(name, &desc->masks[i].name, 1);
        if (near) return near;
    }
    return NULL;
}

/* A mask that several name is compiled once. */
static uint32_t find_named(snw_binder *binder, const char *name, const char *path) {
    const sinew_graph_desc *desc = binder->out->desc;
    uint32_t known = sinew_binding_find_mask(binder->out, name);
    if (known != SINEW_NONE) return known;
    for (uint32_t i = 0; i < desc->mask_count; ++i) {
        if (!snw_name_equal(desc->masks[i].name, name)) continue;
        char place[SNW_PATH];
        size_t used = (size_t)snprintf(place, sizeof place, "masks");
        snw_path_key(place + used, sizeof place - used, name);
        return compile(binder, &desc->masks[i], name, place);
    }
    float *weights = new_weights(binder);
    if (!weights) return SINEW_NONE;
    if (binder->rig->find_mask && binder->rig->find_mask(binder->rig->user, name, weights)) {
        clamp_weights(binder, weights);
        return keep_mask(binder, weights, name);
    }
    const char *near = nearest_mask(binder, name);
    snw_log_add(binder->log, SINEW_CODE_UNKNOWN_MASK, path, "neither the graph nor the model has a mask \"%s\"%s%s%s",
                name, near ? "; did you mean \"" : ": declare it under \"masks\"", near ? near : "", near ? "\"?" : "");
    return SINEW_NONE;
}

uint32_t snw_bind_mask(snw_binder *binder, const sinew_layer_desc *layer, const char *path) {
    if (layer->mask) return compile(binder, layer->mask, NULL, path);
    if (layer->mask_name) return find_named(binder, layer->mask_name, path);
    return SINEW_NONE;
}

static bool graph_has_mask(const snw_binder *binder, const char *name) {
    const sinew_graph_desc *desc = binder->out->desc;
    for (uint32_t i = 0; i < desc->mask_count; ++i)
        if (snw_name_equal(desc->masks[i].name, name)) return true;
    return false;
}

void snw_bind_own_mask(snw_binder *binder, const sinew_mask_desc *mask, const char *path) {
    const char *name = snw_arena_text(&binder->out->arena, mask->name ? mask->name : "");
    if (!name) return;
    bool defined = mask->joint_count > 0 && mask->joints;
    if (!name[0])
        snw_log_add(binder->log, SINEW_CODE_MISSING_FIELD, path,
                    "a mask that is bound needs a name: it is found by it");
    else if (!defined) find_named(binder, name, path);
    else if (graph_has_mask(binder, name) || sinew_binding_find_mask(binder->out, name) != SINEW_NONE)
        snw_log_add(binder->log, SINEW_CODE_DUPLICATE_NAME, path, "there is a mask \"%s\" already: use another name",
                    name);
    else compile(binder, mask, name, path);
}
