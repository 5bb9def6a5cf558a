/* What a step says, as one number. Invariant: fields alone, never padding; floats by their bits. */
#include "exact/scenes.h"

#include "base/base.h"

#include <string.h>

static uint64_t add(uint64_t hash, uint64_t value) { return snw_hash_u64(hash, value); }

static uint64_t add_float(uint64_t hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return add(hash, bits);
}

static uint64_t add_double(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return add(hash, bits);
}

static uint64_t add_sample(uint64_t h, const sinew_sample *s) {
    h = add(add_float(add_float(add(h, s->clip), s->time), s->previous_time), (uint64_t)(int64_t)s->loops);
    h = add(add(add_float(h, s->weight), s->layer), s->flags);
    h = add(add_float(add(h, s->reference_clip), s->reference_time), s->hold_serial);
    return add_float(add_float(h, s->hold_since), s->hold_duration);
}

static uint64_t add_row(uint64_t h, const sinew_layer_row *r) {
    h = add_float(add(add_float(add(h, (uint64_t)r->blend), r->weight), r->mask), r->event_threshold);
    h = add_float(add(h, r->reference_clip), r->reference_time);
    return add(add(add(h, r->first_sample), r->sample_count), r->keep);
}

static uint64_t add_signal(uint64_t h, const sinew_signal *s) {
    return add(add(add(add(add_float(h, s->at), s->layer), s->kind), s->from), s->to);
}

static uint64_t add_event(uint64_t h, const sinew_event *e) {
    h = add(add(add_float(add_float(h, e->at), e->weight), e->layer), e->kind);
    return add(add(add(h, e->clip), e->event), e->state);
}

void scene_hash_step(scene *s, const sinew_player *player, const sinew_step *step) {
    uint64_t h = add(s->hash, (uint64_t)step->result);
    h = add_double(add_double(h, step->time), step->dt);
    h = add(h, step->sample_count);
    for (uint32_t i = 0; i < step->sample_count; ++i) h = add_sample(h, &step->samples[i]);
    h = add(h, step->layer_count);
    for (uint32_t i = 0; i < step->layer_count; ++i) h = add_row(h, &step->layers[i]);
    h = add(h, step->signal_count);
    for (uint32_t i = 0; i < step->signal_count; ++i) h = add_signal(h, &step->signals[i]);
    h = add(add(h, step->event_count), step->events_dropped);
    for (uint32_t i = 0; i < step->event_count; ++i) h = add_event(h, &step->events[i]);
    for (int i = 0; i < 3; ++i) h = add_double(h, step->root.translation[i]);
    h = add(add_double(h, step->root.yaw), step->held_back);
    s->hash = add(h, sinew_player_hash(player));
    s->advances++;
}
