/* A player's state to bytes. Invariant: nothing that the rest of the state decides is written: which machine a run is
   of, which plays are kept in step, what an ended fade would hold. */
#include "advance/state.h"

static void write_head(snw_writer *w, const snw_head *head) {
    snw_put_byte(w, head->flags);
    snw_put_double(w, head->time);
    if (!(head->flags & SNW_CLOCKED)) return;
    snw_put_double(w, head->clock);
    snw_put_signed(w, head->ticks);
}

static void write_glide(snw_writer *w, const snw_glide *glide) {
    bool moves = glide->rate > 0;
    snw_put_byte(w, moves);
    if (!moves) return;
    snw_put_float(w, glide->goal);
    snw_put_float(w, glide->rate);
    snw_put_double(w, glide->at);
}

static void write_parameter(snw_writer *w, const sinew_player *player, uint32_t index) {
    const snw_parameter *row = &player->binding->parameters[index];
    const snw_value *value = &snw_values(player)[index];
    switch (row->type) {
    case SINEW_PARAMETER_FLOAT:
        snw_put_float(w, value->number);
        write_glide(w, &snw_glides(player)[row->slot]);
        break;
    case SINEW_PARAMETER_INT: snw_put_signed(w, value->whole); break;
    case SINEW_PARAMETER_BOOL: snw_put_byte(w, (uint32_t)value->whole); break;
    case SINEW_PARAMETER_TRIGGER:
        snw_put_byte(w, (uint32_t)value->whole);
        if (value->whole) snw_put_double(w, snw_ages(player)[row->slot]);
        break;
    }
}

static void write_layer_head(snw_writer *w, const snw_layer_head *head) {
    snw_put_float(w, head->weight);
    snw_put_count(w, head->serial);
    snw_put_byte(w, head->told << 2 | head->wish);
    if (head->wish == SNW_WISH_NONE) return;
    snw_put_count(w, head->wish_state);
    snw_put_double(w, head->wish_value);
}

static void write_clock(snw_writer *w, const snw_clock *clock) {
    snw_put_double(w, clock->phase);
    snw_put_signed(w, clock->loops);
}

/* Played forwards from its start, as most are, progress is the phase and the loops. */
static void write_place(snw_writer *w, const snw_play *play) {
    bool even = snw_same_bits(play->progress, play->clock.phase), whole = play->whole == play->clock.loops;
    snw_put_byte(w, (even ? SNW_PLAY_EVEN : 0u) | (whole ? SNW_PLAY_WHOLE : 0u));
    write_clock(w, &play->clock);
    if (!even) snw_put_double(w, play->progress);
    if (!whole) snw_put_signed(w, play->whole);
}

/* The windows that are open: as many bits as the state has. */
static void write_bits(snw_writer *w, const snw_state *state, const uint32_t *bits) {
    for (uint32_t i = 0; i < state->bits; i += 8) snw_put_byte(w, bits[i / 32] >> i % 32 & 255);
}

static void write_run(snw_writer *w, const snw_lane *lane, uint32_t index);

static void write_play(snw_writer *w, const snw_lane *lane, uint32_t index) {
    const snw_play *play = &lane->plays[index];
    snw_put_count(w, index);
    snw_put_count(w, play->state);
    if (play->run != SINEW_NONE) {
        snw_put_count(w, play->run);
        write_run(w, lane, play->run);
        return;
    }
    const snw_state *state = &lane->binding->states[play->state];
    if (!state->zero) write_place(w, play);
    for (uint32_t i = 0; i < state->clock_count; ++i) write_clock(w, &snw_clocks_of(lane, index)[i]);
    write_bits(w, state, snw_bits_of(lane, index));
}

static void write_fade(snw_writer *w, const snw_lane *lane, const snw_run *run) {
    uint32_t first = lane->binding->machines[run->machine].first_transition;
    snw_put_index(w, run->transition == SINEW_NONE ? SINEW_NONE : run->transition - first);
    snw_put_double(w, run->elapsed);
    snw_put_double(w, run->duration);
    if (run->source == SNW_SOURCE_LIVE) snw_put_double(w, run->mix);
    bool plays = run->source == SNW_SOURCE_PLAY || run->source == SNW_SOURCE_LIVE;
    if (plays) write_play(w, lane, run->first);
    if (run->source == SNW_SOURCE_LIVE) write_play(w, lane, run->second);
}

static void write_run(snw_writer *w, const snw_lane *lane, uint32_t index) {
    const snw_run *run = &lane->runs[index];
    bool ended = run->current == SINEW_NONE;
    uint32_t flags = run->source | (run->curve ? SNW_RUN_SMOOTH : 0u) | (run->request ? SNW_RUN_REQUEST : 0u);
    snw_put_byte(w, flags | (run->match_to != SINEW_NONE ? SNW_RUN_MATCH : 0u) | (ended ? SNW_RUN_ENDED : 0u));
    if (run->source != SNW_SOURCE_NONE) write_fade(w, lane, run);
    if (!ended) write_play(w, lane, run->current);
}

/* What a row showed of a lane that drives a parameter. */
static void write_driven(snw_writer *w, const snw_driven *driven) {
    snw_put_byte(w, driven->flags);
    snw_put_count(w, driven->serial);
    if (driven->flags & SNW_DRIVEN_SHOWN) snw_put_float(w, driven->shown);
    if (driven->flags & SNW_DRIVEN_HELD) snw_put_float(w, driven->held);
}

static bool any_dropped(const snw_lane *lane, uint32_t play) {
    for (uint32_t i = 0; i < lane->layer->words; ++i)
        if (lane->dropped[(size_t)play * lane->layer->words + i]) return true;
    return false;
}

/* Windows that are still to be told to close: their places and states, then an end. */
static void write_dropped(snw_writer *w, const snw_lane *lane) {
    for (uint32_t i = 0; i < lane->layer->plays; ++i) {
        if (!any_dropped(lane, i)) continue;
        snw_put_count(w, i);
        snw_put_count(w, lane->dropped_states[i]);
        write_bits(w, &lane->binding->states[lane->dropped_states[i]], lane->dropped + (size_t)i * lane->layer->words);
    }
    snw_put_count(w, lane->layer->plays);
}

void snw_state_write(snw_writer *writer, const sinew_player *player) {
    const sinew_binding *binding = player->binding;
    write_head(writer, snw_head_of(player));
    for (uint32_t i = 0; i < binding->parameter_count; ++i) write_parameter(writer, player, i);
    uint32_t driven = binding->drive_count * binding->row_count;
    for (uint32_t i = 0; i < driven; ++i) write_driven(writer, &snw_driven_of(player)[i]);
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        snw_lane lane = snw_lane_of(player, i);
        write_layer_head(writer, lane.head);
        write_run(writer, &lane, 0);
        if (lane.layer->words) write_dropped(writer, &lane);
    }
    snw_tracks_write(writer, player);
}
