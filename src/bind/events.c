/* What a clip tells, made ready for advance: events as positions in their clip, and bits for the windows of each state.
   Invariant: a mark's positions are in 0..1 and ascend by `from`; a state's bits are its own, a clip node's first says
   whether it is heard, one for each of its windows that lasts follows. */
#include "bind.h"

/* Closer than this to an end of its clip an event lies at that end; a window no longer than this opens and closes at
   once. As near as a clock comes to a wrap. */
static const double NEAR = 1e-9;

static double position(double time, double length) {
    double at = length > 0 ? time / length : 0;
    return at < NEAR ? 0 : at > 1 - NEAR ? 1 : at;
}

static bool make_marks(snw_binder *binder, snw_clip_row *row) {
    snw_mark *marks = snw_arena_array(&binder->out->arena, row->event_count, sizeof *marks);
    if (!marks) return false;
    for (uint32_t i = 0; i < row->event_count; ++i) {
        const sinew_event_desc *event = &row->events[i];
        snw_mark *mark = &marks[i];
        mark->from = position(event->time, row->length);
        mark->to = event->window ? position(event->end, row->length) : mark->from;
        mark->window = event->window;
        mark->slot = SINEW_NONE;
        if (mark->to - mark->from > NEAR) mark->slot = row->windows++;
        row->told += event->window ? 2 : 1;
    }
    row->marks = marks;
    return true;
}

typedef struct needs {
    double bits;       /* of all clip nodes */
    double most, told; /* entries in one pass: of the clip that tells most, of all */
} needs;

static void give_bits(snw_binder *binder, const snw_state *state, needs *sum) {
    for (uint32_t i = state->node; i < state->node + state->node_count; ++i) {
        snw_node *node = &binder->nodes[i];
        const snw_clip_row *row = node->clip == SINEW_NONE ? NULL : snw_binding_clip(binder->out, node->clip);
        if (!row || !row->event_count) continue;
        node->row = row;
        sum->told += row->told;
        if (sum->most < row->told) sum->most = row->told;
        if (!row->windows) continue;
        node->bit = sum->bits < 1e9 ? (uint32_t)sum->bits : 0; /* too many: refused when sizes are taken */
        sum->bits += 1.0 + row->windows;
    }
}

static uint32_t bounded(double count) { return count < 1e9 ? (uint32_t)count : 1000000000u; }

static void bind_state_events(snw_binder *binder, snw_state *state) {
    const sinew_graph_desc *desc = binder->out->desc;
    snw_layer *layer = (snw_layer *)(uintptr_t)&binder->out->layers[state->layer];
    const sinew_opt *stepped = state->desc->stepped.set ? &state->desc->stepped : &desc->stepped;
    state->stepped = stepped->set ? stepped->value : 0;
    if (state->node == SINEW_NONE) return;
    needs sum = { 0, 0, 0 };
    give_bits(binder, state, &sum);
    if (desc->events != SINEW_EVENTS_ALL) sum.told = sum.most;
    if (desc->tell_loops) sum.told += 1;
    state->bits = bounded(sum.bits);
    state->tells = sum.told > 0;
    if (!state->tells) return;
    layer->tells = true;
    if (state->bits > layer->bits) layer->bits = state->bits;
    if (bounded(sum.told) > layer->told_in_pass) layer->told_in_pass = bounded(sum.told);
}

bool snw_bind_events(snw_binder *binder) {
    sinew_binding *out = binder->out;
    for (uint32_t i = 0; i < out->clip_count; ++i)
        if (!make_marks(binder, (snw_clip_row *)(uintptr_t)&out->clips[i])) return false;
    for (uint32_t i = 0; i < out->state_count; ++i) bind_state_events(binder, &binder->states[i]);
    return true;
}
