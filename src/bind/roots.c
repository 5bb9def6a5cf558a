/* Which clips, states and layers move the character. Invariant: where nothing does, nothing is marked, so that players
   spend no time on it. */
#include "bind.h"

static bool is_finite(const snw_motion *m) {
    double sum = m->move[0] + m->move[1] + m->move[2] + m->yaw;
    return sum - sum == 0;
}

static void find_pass(snw_binder *binder, snw_clip_row *row) {
    const sinew_rig *rig = binder->rig;
    if (!rig->moves_root(rig->user, row->clip)) return;
    sinew_root_point end = { { 0, 0, 0 }, 0 };
    rig->root_at(rig->user, row->clip, row->length, &end);
    snw_motion pass = { { end.translation[0], end.translation[1], end.translation[2] }, end.yaw };
    row->moves = row->length > 0 && is_finite(&pass);
    if (row->moves) row->pass = pass;
}

/* Some clip of it that is not missing, and where asked for, that moves. */
static bool has_clip(const snw_binder *binder, const snw_state *state, bool moving) {
    for (uint32_t i = 0; state->node != SINEW_NONE && i < state->node_count; ++i) {
        uint32_t clip = binder->nodes[state->node + i].clip;
        if (binder->nodes[state->node + i].kind != SINEW_MOTION_CLIP || clip == SINEW_NONE) continue;
        if (!moving || snw_binding_clip(binder->out, clip)->moves) return true;
    }
    return false;
}

static bool mark_layer(snw_binder *binder, uint32_t index, bool moving) {
    snw_layer *layer = (snw_layer *)(uintptr_t)&binder->out->layers[index];
    if (index && !layer->desc->root_motion) return false;
    for (uint32_t i = 0; i < binder->out->state_count; ++i) {
        snw_state *state = &binder->states[i];
        if (state->layer != index) continue;
        state->moves = has_clip(binder, state, moving);
        layer->moves = layer->moves || state->moves;
    }
    return layer->moves;
}

void snw_bind_roots(snw_binder *binder) {
    sinew_binding *out = binder->out;
    const sinew_rig *rig = binder->rig;
    if (!rig->moves_root || !rig->root_at) return;
    out->root_at = rig->root_at;
    out->rig_user = rig->user;
    for (uint32_t i = 0; i < out->clip_count; ++i) find_pass(binder, (snw_clip_row *)(uintptr_t)&out->clips[i]);
    bool any = false;
    for (uint32_t i = 0; !out->layer_count && out->track_count && i < out->clip_count; ++i)
        if (out->clips[i].moves) out->root_track = true;
    for (uint32_t i = 0; i < out->layer_count; ++i) any = mark_layer(binder, i, true) || any;
    if (!any) return;
    /* A layer that takes part stops the character where its clips stand still. */
    for (uint32_t i = 1; i < out->layer_count; ++i)
        if (out->layers[i].desc->blend == SINEW_BLEND_REPLACE) mark_layer(binder, i, false);
    for (uint32_t i = 0; i < out->layer_count; ++i) out->root_layers += out->layers[i].moves;
}
