/* Motions to nodes: clips with lengths, blend spaces with tables, and the clocks below unsynced blends.
   Invariant: a node's children come after it, and what it says of sizes and rates counts everything below it. */
#include "bind.h"

#include <math.h>
#include <stdio.h>

static snw_space_kind space_kind(const sinew_motion_desc *desc) {
    if (desc->kind == SINEW_MOTION_BLEND_1D) return SNW_SPACE_1D;
    switch (desc->algorithm) {
    case SINEW_ALGORITHM_GRADIENT: return SNW_SPACE_GRADIENT;
    case SINEW_ALGORITHM_POLAR: return SNW_SPACE_POLAR;
    case SINEW_ALGORITHM_GRID: return SNW_SPACE_GRID;
    default: return SNW_SPACE_DELAUNAY;
    }
}

static void bind_clip_node(snw_binder *binder, snw_node *node, const sinew_motion_desc *desc, const char *path) {
    char place[SNW_PATH];
    snprintf(place, sizeof place, "%s.clip", path);
    bool once;
    node->clip = snw_bind_clip(binder, desc->clip, place);
    node->length = snw_bind_clip_length(binder, node->clip, &once);
    node->zero = !(node->length > 0);
    node->top_rate = node->zero ? 0 : 1 / node->length;
    node->max_samples = 1;
}

static void bind_space(snw_binder *binder, snw_node *node, const sinew_motion_desc *desc) {
    snw_arena *arena = &binder->out->arena;
    double *points = snw_allocate(&binder->allocator, (size_t)desc->child_count * 2 * sizeof *points);
    if (!points) {
        arena->failed = true;
        return;
    }
    for (uint32_t i = 0; i < desc->child_count; ++i) {
        points[2 * i] = desc->children[i].x;
        points[2 * i + 1] = desc->children[i].y;
    }
    node->space =
        snw_space_build(arena, space_kind(desc), points, desc->child_count, desc->normalize_axes, &binder->allocator);
    snw_release(&binder->allocator, points, (size_t)desc->child_count * 2 * sizeof *points);
    node->parameter = snw_bind_parameter(binder, desc->parameter);
    node->parameter_y = snw_bind_parameter(binder, desc->parameter_y);
}

static void bind_weights(snw_binder *binder, snw_node *node, const sinew_motion_desc *desc) {
    uint32_t *weights = snw_arena_array(&binder->out->arena, desc->child_count, sizeof *weights);
    if (!weights) return;
    for (uint32_t i = 0; i < desc->child_count; ++i) weights[i] = snw_bind_parameter(binder, desc->children[i].weight);
    node->weights = weights;
}

static void bind_pair(snw_binder *binder, snw_node *node, const sinew_motion_desc *desc, const char *path) {
    char place[SNW_PATH];
    node->weight = desc->weight.set ? (float)desc->weight.value : 1.0f;
    node->weight_parameter = snw_bind_parameter(binder, desc->weight_parameter);
    node->reference_clip = SINEW_NONE;
    if (!desc->reference.clip) return;
    snprintf(place, sizeof place, "%s.add.reference", path);
    node->reference_clip = snw_bind_clip(binder, desc->reference.clip, place);
    node->reference_time = (float)desc->reference.time;
}

/* Path of a child motion. */
static void child_path(char *text, const sinew_motion_desc *desc, uint32_t child, const char *path) {
    if (desc->kind == SINEW_MOTION_ADD) snprintf(text, SNW_PATH, "%s.add.%s", path, child ? "delta" : "base");
    else snprintf(text, SNW_PATH, "%s.motions[%u]", path, child);
}

/* The `capacity` largest of the children's sample counts: that many can weigh something at once. */
static uint32_t largest_samples(const snw_binder *binder, const snw_node *node, uint32_t capacity) {
    if (capacity >= node->child_count) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < node->child_count; ++i) sum += binder->nodes[node->children[i]].max_samples;
        return sum;
    }
    uint32_t top[4] = { 0, 0, 0, 0 }, sum = 0; /* only bands have room for more, and they take all */
    for (uint32_t i = 0; i < node->child_count; ++i) {
        uint32_t value = binder->nodes[node->children[i]].max_samples;
        for (uint32_t k = 0; k < capacity; ++k) {
            if (value <= top[k]) continue;
            uint32_t other = top[k];
            top[k] = value;
            value = other;
        }
    }
    for (uint32_t k = 0; k < capacity; ++k) sum += top[k];
    return sum;
}

static void measure_blend(const snw_binder *binder, snw_node *node) {
    uint32_t own = node->space ? snw_space_capacity(node->space) : node->child_count;
    uint32_t deepest = 0;
    node->zero = true;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        const snw_node *child = &binder->nodes[node->children[i]];
        if (child->scratch > deepest) deepest = child->scratch;
        bool counts = node->kind != SINEW_MOTION_ADD || i == 0; /* a pair keeps its base's time */
        if (!counts) continue;
        if (!child->zero) node->zero = false;
        if (child->speed * child->top_rate > node->top_rate) node->top_rate = child->speed * child->top_rate;
    }
    node->scratch = own + deepest;
    node->max_samples = largest_samples(binder, node, own);
}

uint32_t snw_bind_motion(snw_binder *binder, const sinew_motion_desc *desc, double speed, const char *path) {
    uint32_t index = binder->node_at++;
    snw_node *node = &binder->nodes[index];
    node->kind = desc->kind;
    node->speed = speed;
    node->sync = desc->sync;
    node->clock = SINEW_NONE;
    node->clip = SINEW_NONE;
    node->bit = SINEW_NONE;
    if (desc->kind == SINEW_MOTION_CLIP) {
        bind_clip_node(binder, node, desc, path);
        return index;
    }
    bool blends = desc->kind != SINEW_MOTION_ADD;
    node->unsynced = blends && desc->sync == SINEW_SYNC_NONE;
    if (desc->kind == SINEW_MOTION_DIRECT) bind_weights(binder, node, desc);
    else if (blends) bind_space(binder, node, desc);
    else bind_pair(binder, node, desc, path);
    uint32_t *children = snw_arena_array(&binder->out->arena, desc->child_count, sizeof *children);
    if (binder->out->arena.failed) return SINEW_NONE;
    node->children = children;
    node->child_count = desc->child_count;
    for (uint32_t i = 0; i < desc->child_count; ++i) {
        char place[SNW_PATH];
        child_path(place, desc, i, path);
        const sinew_opt *own = &desc->children[i].speed;
        children[i] = snw_bind_motion(binder, &desc->children[i].motion, own->set ? own->value : 1, place);
        if (children[i] == SINEW_NONE) return SINEW_NONE;
    }
    measure_blend(binder, node);
    return index;
}

/* ---- a state's motion as a whole ---- */

/* Gives clocks to what lies directly below unsynced blends; with `clocks` NULL only counts. */
static uint32_t give_clocks(snw_binder *binder, uint32_t index, double speed, bool free, snw_free_clock *clocks,
                            uint32_t count) {
    snw_node *node = &binder->nodes[index];
    if (free && !node->unsynced) {
        if (clocks) clocks[count] = (snw_free_clock){ index, speed };
        node->clock = count++;
    }
    for (uint32_t i = 0; i < node->child_count; ++i) {
        uint32_t child = node->children[i];
        count = give_clocks(binder, child, speed * binder->nodes[child].speed, node->unsynced, clocks, count);
    }
    return count;
}

static void find_cycle(snw_binder *binder, snw_state *state) {
    const snw_node *root = &binder->nodes[state->node];
    bool once = false;
    if (root->kind == SINEW_MOTION_CLIP) snw_bind_clip_length(binder, root->clip, &once);
    switch (state->desc->loop) {
    case SINEW_LOOP_ON: state->cycle = SNW_CYCLE_LOOP; break;
    case SINEW_LOOP_OFF: state->cycle = SNW_CYCLE_ONCE; break;
    case SINEW_LOOP_PINGPONG: state->cycle = SNW_CYCLE_PINGPONG; break;
    default: state->cycle = once ? SNW_CYCLE_ONCE : SNW_CYCLE_LOOP; break;
    }
    if (state->zero) state->cycle = SNW_CYCLE_ONCE;
}

/* The parameter that drives the speed may not go past what keeps every clip under the top rate. */
static void limit_speed(snw_binder *binder, const snw_state *state, double rate, const char *path) {
    double speed = fabs(state->speed) * rate;
    double factor = 1;
    char place[SNW_PATH];
    snprintf(place, sizeof place, "%s.speed", path);
    if (state->speed_parameter != SINEW_NONE) {
        snw_parameter *parameter = (snw_parameter *)(uintptr_t)&binder->out->parameters[state->speed_parameter];
        if (speed > 0 && SNW_TOP_RATE / speed < parameter->speed_limit) parameter->speed_limit = SNW_TOP_RATE / speed;
        factor = fabs(snw_parameter_default(parameter));
    }
    if (speed * factor > SNW_TOP_RATE)
        snw_log_add(binder->log, SINEW_CODE_OUT_OF_RANGE, place,
                    "the state \"%s\" would play %.3g lengths a second, more than a million: lower its speed or use "
                    "a longer clip",
                    state->path, speed * factor);
}

/* The fastest clock of a state at speed 1: the root's, or one that runs free. */
static double top_rate(const snw_binder *binder, const snw_state *state) {
    double rate = binder->nodes[state->node].top_rate;
    for (uint32_t i = 0; i < state->clock_count; ++i) {
        double own = state->clocks[i].speed * binder->nodes[state->clocks[i].node].top_rate;
        if (own > rate) rate = own;
    }
    return rate;
}

void snw_bind_state_motion(snw_binder *binder, snw_state *state, const char *path) {
    snw_node *root = &binder->nodes[state->node];
    state->zero = root->zero;
    find_cycle(binder, state);
    uint32_t count = give_clocks(binder, state->node, 1, false, NULL, 0);
    snw_free_clock *clocks = snw_arena_array(&binder->out->arena, count, sizeof *clocks);
    if (!clocks) return;
    give_clocks(binder, state->node, 1, false, clocks, 0);
    state->clocks = clocks;
    state->clock_count = count;
    state->in_step = state->cycle == SNW_CYCLE_LOOP && !state->zero && count == 0;
    limit_speed(binder, state, top_rate(binder, state), path);
}
