/* What a binding adds to its graph that a player's state depends on. Invariant: of two bindings of graphs of one hash,
   those of one shape may exchange states. */
#include "bind.h"

static uint64_t add_state(uint64_t hash, const snw_state *state) {
    hash = snw_hash_u64(hash, (uint64_t)state->cycle << 2 | (uint64_t)state->zero << 1 | state->in_step);
    hash = snw_hash_u64(hash, state->bits);
    return snw_hash_u64(hash, state->clock_count);
}

/* A track may play any clip, and says so by its index. */
static uint64_t add_clip(uint64_t hash, const snw_clip_row *clip) {
    hash = snw_hash_u64(hash, (uint64_t)clip->clip << 2 | (uint64_t)(clip->length > 0) << 1 | clip->once);
    hash = snw_hash_u64(hash, (uint64_t)clip->windows << 1 | (clip->event_count > 0));
    return snw_hash_text(hash, clip->name);
}

/* The bits of a clip's windows. */
static uint64_t add_node(uint64_t hash, const snw_node *node) {
    if (node->bit == SINEW_NONE) return hash;
    return snw_hash_u64(hash, (uint64_t)node->bit << 32 | node->row->windows);
}

uint32_t snw_binding_shape(const sinew_binding *binding) {
    uint64_t hash = snw_hash_u64(SNW_HASH_START, binding->state_size);
    for (uint32_t i = 0; i < binding->state_count; ++i) hash = add_state(hash, &binding->states[i]);
    for (uint32_t i = 0; i < binding->drive_count; ++i) hash = snw_hash_u64(hash, binding->drives[i].parameter);
    for (uint32_t i = 0; i < binding->node_count; ++i) hash = add_node(hash, &binding->nodes[i]);
    hash = snw_hash_u64(hash, binding->track_count);
    for (uint32_t i = 0; binding->track_count && i < binding->clip_count; ++i)
        hash = add_clip(hash, &binding->clips[i]);
    for (uint32_t i = 0; binding->track_count && i < binding->mask_count; ++i)
        hash = snw_hash_text(hash, binding->mask_names[i]);
    return (uint32_t)(hash ^ hash >> 32);
}
