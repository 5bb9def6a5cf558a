/* Sizes and offsets of players and steps, and how a step's memory is cut up.
   Invariant: every part starts on a multiple of 16. */
#include "layout.h"

#include <string.h>

static size_t pad(size_t size) { return (size + 15) / 16 * 16; }

_Static_assert(sizeof(snw_play) == 40 && sizeof(snw_run) == 56 && sizeof(snw_layer_head) == 32 &&
                   sizeof(snw_head) == 32 && sizeof(snw_driven) == 16 && sizeof(snw_track_entry) == 56 &&
                   sizeof(snw_track_play) == 96 && sizeof(snw_track_head) == 128,
               "the state part has no padding");

static size_t bits_bytes(const snw_layer *layer) { return pad((size_t)layer->plays * layer->words * sizeof(uint32_t)); }

size_t snw_layer_bytes(const snw_layer *layer) {
    return pad(sizeof(snw_layer_head)) + pad(layer->plays * sizeof(snw_play)) + pad(layer->runs * sizeof(snw_run)) +
           pad((size_t)layer->plays * layer->clocks * sizeof(snw_clock)) + 2 * bits_bytes(layer) +
           (layer->words ? pad(layer->plays * sizeof(uint32_t)) : 0);
}

snw_lane snw_lane_of(const sinew_player *player, uint32_t index) {
    const snw_layer *layer = &player->binding->layers[index];
    char *at = snw_state_part(player) + layer->offset;
    snw_lane lane = {
        .player = (sinew_player *)(uintptr_t)player, .binding = player->binding, .layer = layer, .index = index
    };
    lane.head = (snw_layer_head *)(void *)at;
    at += pad(sizeof(snw_layer_head));
    lane.plays = (snw_play *)(void *)at;
    at += pad(layer->plays * sizeof(snw_play));
    lane.runs = (snw_run *)(void *)at;
    at += pad(layer->runs * sizeof(snw_run));
    lane.clocks = (snw_clock *)(void *)at;
    at += pad((size_t)layer->plays * layer->clocks * sizeof(snw_clock));
    lane.bits = (uint32_t *)(void *)at;
    lane.dropped = (uint32_t *)(void *)(at + bits_bytes(layer));
    lane.dropped_states = (uint32_t *)(void *)(at + 2 * bits_bytes(layer));
    lane.values = snw_values(player);
    lane.work = snw_work_of(player);
    lane.before = lane.work->before + layer->first_play;
    lane.before_clocks = lane.work->before_clocks + layer->first_clock;
    return lane;
}

snw_track snw_track_of(const sinew_player *player, uint32_t index) {
    const sinew_binding *binding = player->binding;
    char *at = snw_state_part(player) + binding->tracks_offset + index * binding->track_bytes;
    snw_track track = { .player = (sinew_player *)(uintptr_t)player, .binding = binding };
    track.row = binding->layer_count + index;
    track.head = (snw_track_head *)(void *)at;
    at += pad(sizeof(snw_track_head));
    track.plays = (snw_track_play *)(void *)at;
    at += pad(2 * sizeof(snw_track_play));
    track.queue = (snw_track_entry *)(void *)at;
    track.bits = (uint32_t *)(void *)(at + pad(binding->track_queue * sizeof(snw_track_entry)));
    track.work = snw_work_of(player);
    track.before = track.work->before_tracks + (size_t)index * 2;
    return track;
}

/* Room for the events of one advance: those of ordinary frames, and for any frame the windows that cannot be dropped
   because they opened before it or stay open after it, with one piece of time to go on with. */
enum { ORDINARY_EVENTS = 256 };

static void measure_tracks(sinew_binding *binding) {
    uint32_t windows = 0, told = 0;
    for (uint32_t i = 0; binding->track_count && i < binding->clip_count; ++i) {
        if (binding->clips[i].windows > windows) windows = binding->clips[i].windows;
        if (binding->clips[i].told > told) told = binding->clips[i].told;
    }
    binding->track_words = told ? (windows + 1 + 31) / 32 : 0;
    binding->track_bytes = pad(sizeof(snw_track_head)) + pad(2 * sizeof(snw_track_play)) +
                           pad(binding->track_queue * sizeof(snw_track_entry)) +
                           pad(binding->track_words * sizeof(uint32_t));
    binding->max_samples += 2 * binding->track_count;
    binding->tracks_told = binding->told_room;
    binding->track_told = told ? ORDINARY_EVENTS + 3 * windows + 8 * told : 0;
    binding->told_room += binding->track_count * binding->track_told;
}

static void measure_events(sinew_binding *binding, snw_layer *layer) {
    layer->words = (layer->bits + 31) / 32;
    uint32_t bits = layer->plays * layer->bits, words = layer->plays * layer->words;
    layer->first_bit = binding->bit_count;
    binding->bit_count += bits;
    if (words > binding->max_words) binding->max_words = words;
    layer->first_told = binding->told_room;
    uint32_t tellers = binding->machines[layer->machine].tellers;
    if (layer->tells) layer->told_room = ORDINARY_EVENTS + tellers * (3 * layer->bits + 4 * layer->told_in_pass);
    binding->told_room += layer->told_room;
}

static void measure_layer(sinew_binding *binding, snw_layer *layer) {
    const snw_machine *machine = &binding->machines[layer->machine];
    layer->plays = machine->plays;
    layer->runs = machine->runs;
    layer->samples = machine->samples;
    measure_events(binding, layer);
    for (uint32_t i = 0; i < binding->state_count; ++i) {
        const snw_state *state = &binding->states[i];
        if (&binding->layers[state->layer] == layer && state->clock_count > layer->clocks)
            layer->clocks = state->clock_count;
    }
    if (layer->plays > binding->max_plays) binding->max_plays = layer->plays;
    layer->first_play = binding->play_count;
    layer->first_clock = binding->clock_count;
    binding->play_count += layer->plays;
    binding->clock_count += layer->plays * layer->clocks;
    binding->max_samples += layer->samples;
    if (layer->samples > binding->max_visits) binding->max_visits = layer->samples;
    /* A transition tells itself and as many entries as its machine is deep below it; every entry is told to end
       once, and so is every play that was there before. The entry, or one wish, comes on top. */
    uint32_t entries = (SNW_ADVANCE_LIMIT + 2) * SINEW_MAX_DEPTH;
    binding->max_signals += SNW_ADVANCE_LIMIT + 2 + 2 * entries + layer->plays;
}

/* Whether the sum of all layers stays well inside what 32 bits hold. */
static bool fits(const sinew_binding *binding) {
    double bytes = 0;
    for (uint32_t i = 0; i < binding->machine_count; ++i) {
        const snw_machine *machine = &binding->machines[i];
        double plays = machine->plays, samples = machine->samples;
        bytes += plays * (double)sizeof(snw_play) + samples * (double)sizeof(sinew_sample);
    }
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        const snw_layer *layer = &binding->layers[i];
        double plays = binding->machines[layer->machine].plays, tellers = binding->machines[layer->machine].tellers;
        bytes += tellers * (8.0 * layer->bits + 8.0 * layer->told_in_pass) * (double)sizeof(snw_told);
        bytes += plays * layer->bits * (double)sizeof(snw_begun);
    }
    return bytes < 1073741824.0;
}

static void measure_scratch(sinew_binding *binding) {
    for (uint32_t i = 0; i < binding->node_count; ++i)
        if (binding->nodes[i].scratch > binding->max_scratch) binding->max_scratch = binding->nodes[i].scratch;
}

/* The next part of a step's memory: with `base` NULL only its size counts. */
static void *take(char *base, size_t *at, size_t count, size_t each) {
    size_t start = *at;
    *at += pad(count * each);
    return base ? base + start : NULL;
}

/* Cuts a step's memory into its parts; returns the size of the whole. */
static size_t cut_step(const sinew_binding *binding, char *base, snw_work *work) {
    size_t at = binding->work_offset + pad(sizeof(snw_work));
    work->rates = take(base, &at, binding->max_plays, sizeof(double));
    work->before = take(base, &at, binding->play_count, sizeof(snw_clock));
    work->before_clocks = take(base, &at, binding->clock_count, sizeof(snw_clock));
    work->before_tracks = take(base, &at, (size_t)binding->track_count * 2, sizeof(snw_clock));
    work->used = take(base, &at, binding->trigger_words, sizeof(uint32_t));
    work->exit_used = take(base, &at, binding->trigger_words, sizeof(uint32_t));
    work->any_used = take(base, &at, binding->trigger_words, sizeof(uint32_t));
    work->scratch = take(base, &at, binding->max_scratch, sizeof(snw_weight));
    work->samples = take(base, &at, binding->max_samples, sizeof(sinew_sample));
    work->additive = take(base, &at, binding->max_samples, sizeof(sinew_sample));
    work->rows = take(base, &at, binding->row_count, sizeof(sinew_layer_row));
    work->signals = take(base, &at, binding->max_signals, sizeof(sinew_signal));
    work->merge = take(base, &at, binding->max_signals, sizeof(sinew_signal));
    work->told = take(base, &at, binding->told_room, sizeof(snw_told));
    work->told_other = take(base, &at, binding->told_room, sizeof(snw_told));
    work->told_counts = take(base, &at, binding->row_count, sizeof(uint32_t));
    work->events = take(base, &at, binding->told_room, sizeof(sinew_event));
    work->begun = take(base, &at, binding->bit_count, sizeof(snw_begun));
    work->heard = take(base, &at, binding->max_words, sizeof(uint32_t));
    work->entered = take(base, &at, binding->max_plays, sizeof(uint8_t));
    work->visits = take(base, &at, binding->max_visits, sizeof(snw_visit));
    work->places = take(base, &at, binding->max_plays, sizeof(snw_place));
    uint32_t legs = binding->root_layers > 1 ? SNW_MOST_LEGS : 0; /* one layer needs no list */
    work->legs = take(base, &at, legs, sizeof(snw_leg));
    work->road = take(base, &at, legs, sizeof(snw_leg));
    work->joined = take(base, &at, legs, sizeof(snw_leg));
    work->draft = take(base, &at, binding->player_size, 1);
    return at;
}

bool snw_binding_measure(sinew_binding *binding) {
    if (!fits(binding)) return false;
    binding->values_offset = pad(sizeof(snw_head));
    binding->glides_offset = binding->values_offset + pad(binding->parameter_count * sizeof(snw_value));
    binding->ages_offset = binding->glides_offset + pad(binding->float_count * sizeof(snw_glide));
    binding->driven_offset = binding->ages_offset + pad(binding->trigger_count * sizeof(double));
    size_t at = binding->driven_offset + pad((size_t)binding->drive_count * binding->row_count * sizeof(snw_driven));
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        snw_layer *layer = (snw_layer *)(uintptr_t)&binding->layers[i];
        measure_layer(binding, layer);
        layer->offset = at;
        at += snw_layer_bytes(layer);
    }
    measure_tracks(binding);
    binding->tracks_offset = at;
    at += binding->track_count * binding->track_bytes;
    binding->state_size = at;
    binding->host_offset = pad(sizeof(sinew_player));
    binding->state_offset = binding->host_offset + pad(binding->float_count * sizeof(snw_host));
    binding->player_size = binding->state_offset + binding->state_size;
    binding->trigger_words = (binding->trigger_count + 31) / 32;
    measure_scratch(binding);
    binding->work_offset = pad(sizeof(sinew_step));
    snw_work none;
    binding->step_size = cut_step(binding, NULL, &none);
    binding->shape = snw_binding_shape(binding);
    return at < 1073741824u && binding->step_size < 1073741824u;
}

sinew_step *sinew_step_init(void *memory, size_t size, const sinew_binding *binding) {
    if (!memory || !binding || size < binding->step_size || (uintptr_t)memory % 16) return NULL;
    memset(memory, 0, binding->step_size);
    snw_work *work = (snw_work *)(void *)((char *)memory + binding->work_offset);
    cut_step(binding, memory, work);
    sinew_step *step = memory;
    step->binding = binding;
    return step;
}
