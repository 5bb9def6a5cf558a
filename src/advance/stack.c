/* Several players over one pose: see stack.h. Invariant: `order` has the slots that are taken, lowest first; an entry's
   rows keep their holds by its slot, and its id tells a pose when another entry has the slot. */
#include "sinew/stack.h"

#include "advance/stack.h"

#include <string.h>

/* ---- making ---- */

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static bool measure(const sinew_stack_desc *desc, sinew_stack *plan) {
    plan->entry_count = desc->entries ? desc->entries : 4;
    plan->layers = desc->layers;
    plan->samples = desc->samples;
    plan->signals = desc->signals;
    plan->events = desc->events;
    for (uint32_t i = 0; i < desc->binding_count; ++i) {
        const sinew_binding *binding = desc->bindings[i];
        if (!binding || binding->model != desc->model) return false;
        plan->layers = most(plan->layers, binding->row_count);
        plan->samples = most(plan->samples, binding->max_samples);
        plan->signals = most(plan->signals, binding->max_signals);
        plan->events = most(plan->events, binding->told_room);
    }
    return plan->entry_count <= 1024 && (double)plan->entry_count * plan->layers <= 65536.0;
}

typedef struct cut {
    char *base; /* NULL while counting */
    double used;
} cut;

static void *take(cut *at, size_t count, size_t each) {
    void *piece = at->base ? at->base + (size_t)at->used : NULL;
    double bytes = (double)count * (double)each;
    at->used += bytes + (double)((16u - count * each % 16u) % 16u);
    return piece;
}

static void place_all(cut *at, sinew_stack *stack) {
    size_t entries = stack->entry_count;
    take(at, 1, sizeof *stack);
    stack->entries = take(at, entries, sizeof *stack->entries);
    stack->order = take(at, entries, sizeof *stack->order);
    stack->sample_list = take(at, entries * stack->samples, sizeof *stack->sample_list);
    stack->layer_list = take(at, entries * stack->layers, sizeof *stack->layer_list);
    stack->row_list = take(at, entries * stack->layers, sizeof *stack->row_list);
    stack->signal_list = take(at, entries * stack->signals, sizeof *stack->signal_list);
    stack->signal_parts = take(at, entries * stack->signals, sizeof *stack->signal_parts);
    stack->event_list = take(at, SNW_STACK_TELLS * entries * stack->events, sizeof *stack->event_list);
    stack->event_parts = take(at, SNW_STACK_TELLS * entries * stack->events, sizeof *stack->event_parts);
    stack->late_list = take(at, entries * stack->events, sizeof *stack->late_list);
    stack->open = take(at, entries * stack->events, sizeof *stack->open);
    stack->standing = take(at, stack->events, sizeof *stack->standing);
    stack->quiet = take(at, entries * stack->layers, sizeof *stack->quiet);
}

sinew_stack *sinew_stack_create(const sinew_stack_desc *desc) {
    if (!desc || (desc->binding_count && !desc->bindings)) return NULL;
    sinew_stack plan = { .allocator = snw_allocator_of(desc->allocator), .model = desc->model, .next_id = 1 };
    if (!measure(desc, &plan)) return NULL;
    cut counted = { NULL, 0 };
    place_all(&counted, &plan);
    if (counted.used > 1073741824.0) return NULL;
    plan.bytes = (size_t)counted.used;
    char *block = snw_allocate(&plan.allocator, plan.bytes);
    if (!block) return NULL;
    cut real = { block, 0 };
    place_all(&real, &plan);
    sinew_stack *stack = (sinew_stack *)(void *)block;
    *stack = plan;
    return stack;
}

void sinew_stack_destroy(sinew_stack *stack) {
    if (!stack) return;
    sinew_allocator allocator = stack->allocator;
    snw_release(&allocator, stack, stack->bytes);
}

/* ---- entries ---- */

static snw_stack_entry *find_entry(const sinew_stack *stack, uint32_t id) {
    for (uint32_t i = 0; stack && i < stack->order_count; ++i) {
        snw_stack_entry *entry = &stack->entries[stack->order[i]];
        if (entry->id == id) return entry;
    }
    return NULL;
}

/* Above all of its priority and below the higher ones. */
static void put_in_order(sinew_stack *stack, uint32_t slot) {
    uint32_t at = stack->order_count++;
    for (; at > 0 && stack->entries[stack->order[at - 1]].priority > stack->entries[slot].priority; --at)
        stack->order[at] = stack->order[at - 1];
    stack->order[at] = slot;
}

static void take_out(sinew_stack *stack, uint32_t place) {
    stack->entries[stack->order[place]] = (snw_stack_entry){ .id = 0 };
    stack->order_count--;
    memmove(&stack->order[place], &stack->order[place + 1], (stack->order_count - place) * sizeof *stack->order);
}

static bool has_room(const sinew_stack *stack, const sinew_binding *binding) {
    return binding->row_count <= stack->layers && binding->max_samples <= stack->samples &&
           binding->max_signals <= stack->signals && binding->told_room <= stack->events;
}

static bool is_in(const sinew_stack *stack, const sinew_player *player) {
    for (uint32_t i = 0; i < stack->order_count; ++i)
        if (stack->entries[stack->order[i]].player == player) return true;
    return false;
}

static sinew_result read_desc(const sinew_binding *binding, const sinew_stack_entry *desc, snw_stack_entry *entry) {
    entry->priority = desc->priority;
    entry->additive = desc->blend == SINEW_BLEND_ADDITIVE;
    entry->moves = desc->root_motion;
    entry->speed = desc->speed.set ? desc->speed.value : 1;
    double weight = desc->weight.set ? desc->weight.value : 1;
    entry->weight = snw_unit_weight(weight);
    entry->duration = desc->fade_in;
    entry->from = desc->fade_in > 0 ? 0 : 1;
    entry->to = 1;
    bool fits = weight - weight == 0 && snw_seconds_fit(entry->speed) && snw_seconds_fit(desc->fade_in);
    if (!fits) return SINEW_ERROR_RANGE;
    if ((uint32_t)desc->blend > SINEW_BLEND_ADDITIVE) return SINEW_ERROR_RANGE;
    if (!desc->mask) return SINEW_OK;
    entry->mask = sinew_binding_mask(binding, sinew_binding_find_mask(binding, desc->mask));
    return entry->mask ? SINEW_OK : SINEW_ERROR_NOT_FOUND;
}

sinew_result sinew_stack_add(sinew_stack *stack, sinew_player *player, const sinew_stack_entry *entry_desc,
                             uint32_t *id) {
    static const sinew_stack_entry usual;
    if (!stack || !player || player->binding->model != stack->model || is_in(stack, player))
        return SINEW_ERROR_ARGUMENT;
    snw_stack_entry entry = { .player = player };
    sinew_result result = read_desc(player->binding, entry_desc ? entry_desc : &usual, &entry);
    if (result != SINEW_OK) return result;
    uint32_t slot = 0;
    while (slot < stack->entry_count && stack->entries[slot].id) slot++;
    if (slot == stack->entry_count || !has_room(stack, player->binding)) return SINEW_ERROR_REFUSED;
    entry.id = stack->next_id++;
    stack->entries[slot] = entry;
    snw_stack_told_enter(stack, slot);
    put_in_order(stack, slot);
    if (id) *id = entry.id;
    return SINEW_OK;
}

sinew_result sinew_stack_remove(sinew_stack *stack, uint32_t id, double fade_out) {
    if (!stack) return SINEW_ERROR_ARGUMENT;
    snw_stack_entry *entry = find_entry(stack, id);
    if (!entry) return SINEW_ERROR_NOT_FOUND;
    if (!snw_seconds_fit(fade_out)) return SINEW_ERROR_RANGE;
    entry->from = snw_stack_level(entry, 0);
    entry->to = 0;
    entry->elapsed = 0;
    entry->duration = fade_out;
    entry->leaves = true;
    uint32_t place = 0;
    while (stack->order[place] != (uint32_t)(entry - stack->entries)) place++;
    if (fade_out > 0) return SINEW_OK;
    snw_stack_told_leave(stack, stack->order[place]);
    take_out(stack, place);
    return SINEW_OK;
}

sinew_result sinew_stack_set_weight(sinew_stack *stack, uint32_t id, float weight) {
    if (!stack) return SINEW_ERROR_ARGUMENT;
    snw_stack_entry *entry = find_entry(stack, id);
    if (!entry) return SINEW_ERROR_NOT_FOUND;
    if (weight - weight != 0) return SINEW_ERROR_RANGE;
    entry->weight = snw_unit_weight((double)weight);
    return SINEW_OK;
}

sinew_result sinew_stack_set_speed(sinew_stack *stack, uint32_t id, double speed) {
    if (!stack) return SINEW_ERROR_ARGUMENT;
    snw_stack_entry *entry = find_entry(stack, id);
    if (!entry) return SINEW_ERROR_NOT_FOUND;
    if (!snw_seconds_fit(speed)) return SINEW_ERROR_RANGE;
    entry->speed = speed;
    return SINEW_OK;
}

sinew_player *sinew_stack_player(const sinew_stack *stack, uint32_t id) {
    const snw_stack_entry *entry = find_entry(stack, id);
    return entry ? entry->player : NULL;
}

static float weight_of(const snw_stack_entry *entry) {
    return (float)((double)entry->weight * snw_stack_level(entry, 0));
}

float sinew_stack_weight(const sinew_stack *stack, uint32_t id) {
    const snw_stack_entry *entry = find_entry(stack, id);
    return entry ? weight_of(entry) : 0;
}

const sinew_model *sinew_stack_model(const sinew_stack *stack) { return stack ? stack->model : NULL; }
uint32_t sinew_stack_hold_count(const sinew_stack *stack) { return stack ? stack->entry_count * stack->layers : 0; }

/* ---- an advance ---- */

/* What an entry told, in order of time. */
typedef struct run {
    uint32_t first, count;
} run;

/* Seconds of the stack that an entry still plays in this advance, its fade moved by them. */
static double pass_time(snw_stack_entry *entry, double dt) {
    double left = entry->duration - entry->elapsed;
    bool ends = entry->duration > 0 && left - dt <= SNW_MOMENT;
    entry->elapsed = ends ? entry->duration : entry->elapsed + dt;
    bool gone = ends && entry->leaves;
    if (ends) {
        entry->from = entry->to;
        entry->elapsed = entry->duration = 0;
    }
    return gone && left < dt ? left : dt;
}

static void add_rows(sinew_stack *stack, uint32_t slot, const sinew_step *step, float weight) {
    const snw_stack_entry *entry = &stack->entries[slot];
    sinew_stack_step *out = &stack->step;
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        sinew_layer_row *row = &stack->layer_list[out->layer_count];
        *row = step->layers[i];
        row->weight *= weight;
        if (!(row->weight > 0)) row->sample_count = 0;
        if (entry->additive && row->blend == SINEW_BLEND_REPLACE) {
            row->blend = SINEW_BLEND_ADDITIVE;
            row->reference_clip = SINEW_NONE;
            row->reference_time = 0;
        }
        const sinew_sample *samples = step->samples + row->first_sample;
        row->first_sample = out->sample_count;
        for (uint32_t k = 0; k < row->sample_count; ++k) {
            stack->sample_list[out->sample_count] = samples[k];
            stack->sample_list[out->sample_count++].layer = (uint16_t)out->layer_count;
        }
        sinew_stack_row *side = &stack->row_list[out->layer_count++];
        *side = (sinew_stack_row){ .entry = entry->id, .layer = i, .hold = slot * stack->layers + i };
        side->mask = sinew_binding_mask(step->binding, row->mask);
        side->entry_mask = entry->mask;
        side->time = step->time;
    }
}

/* Layers over layers: the lowest moves by its weight, what takes part above goes over it. */
static void add_root(sinew_root_step *root, const snw_stack_entry *entry, const sinew_root_step *own, float weight,
                     bool lowest) {
    if (entry->additive || !(lowest || entry->moves)) return;
    double part = (double)weight, below = lowest ? 0 : 1 - part;
    for (int i = 0; i < 3; ++i) root->translation[i] = below * root->translation[i] + part * own->translation[i];
    root->yaw = below * root->yaw + part * own->yaw;
}

/* Runs that are each in order of time become one: signals and events both begin with their moment. */
static void merge(char *to, const char *from, size_t each, run *runs, uint32_t run_count) {
    for (;; to += each) {
        uint32_t first = run_count;
        float soonest = 0;
        for (uint32_t i = 0; i < run_count; ++i) {
            float at;
            if (!runs[i].count) continue;
            memcpy(&at, from + runs[i].first * each, sizeof at);
            if (first < run_count && !(at < soonest)) continue;
            first = i;
            soonest = at;
        }
        if (first == run_count) return;
        memcpy(to, from + runs[first].first * each, each);
        runs[first].first++;
        runs[first].count--;
    }
}

static bool dt_fits(const sinew_stack *stack, double dt) {
    for (uint32_t i = 0; i < stack->order_count; ++i)
        if (!snw_seconds_fit(dt * stack->entries[stack->order[i]].speed)) return false;
    return snw_seconds_fit(dt);
}

/* One entry; returns whether it has left. */
static bool advance_entry(sinew_stack *stack, uint32_t place, double dt, bool fits) {
    uint32_t slot = stack->order[place];
    snw_stack_entry *entry = &stack->entries[slot];
    const snw_stack_entry before = *entry;
    double seconds = fits ? pass_time(entry, dt) : 0;
    uint32_t standing = snw_stack_told_begin(stack, slot);
    const sinew_step *step = sinew_player_advance(entry->player, fits ? seconds * entry->speed : -1);
    float weight = weight_of(entry);
    add_rows(stack, slot, step, weight);
    if (fits) snw_stack_told(stack, slot, &before, step, standing, seconds, weight);
    add_root(&stack->step.root, entry, &step->root, weight, place == 0);
    return entry->leaves && !(entry->duration > 0);
}

/* The windows of what was taken out since the last advance; returns how many. */
static uint32_t tell_late(sinew_stack *stack) {
    uint32_t count = stack->late_count;
    memcpy(stack->event_parts, stack->late_list, count * sizeof *stack->late_list);
    stack->step.event_count = count;
    stack->late_count = 0;
    return count;
}

const sinew_stack_step *sinew_stack_advance(sinew_stack *stack, double dt) {
    if (!stack) return NULL;
    run signals[1025], events[1025];
    bool gone[1024], fits = dt_fits(stack, dt);
    uint32_t count = stack->order_count;
    sinew_stack_step *out = &stack->step;
    if (fits) stack->time += dt;
    *out = (sinew_stack_step){ .result = fits ? SINEW_OK : SINEW_ERROR_RANGE, .stack = stack, .time = stack->time };
    out->dt = fits ? dt : 0;
    signals[0] = events[0] = (run){ 0, 0 };
    if (fits) events[0].count = tell_late(stack);
    for (uint32_t i = 0; i < count; ++i) {
        run *own_signals = &signals[i + 1], *own_events = &events[i + 1];
        own_signals->first = out->signal_count;
        own_events->first = out->event_count;
        gone[i] = advance_entry(stack, i, dt, fits);
        own_signals->count = out->signal_count - own_signals->first;
        own_events->count = out->event_count - own_events->first;
    }
    merge((char *)stack->signal_list, (const char *)stack->signal_parts, sizeof *stack->signal_list, signals,
          count + 1);
    merge((char *)stack->event_list, (const char *)stack->event_parts, sizeof *stack->event_list, events, count + 1);
    for (uint32_t i = count; i-- > 0;)
        if (gone[i]) take_out(stack, i);
    out->samples = stack->sample_list;
    out->layers = stack->layer_list;
    out->rows = stack->row_list;
    out->signals = stack->signal_list;
    out->events = stack->event_list;
    return out;
}
