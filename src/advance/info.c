/* What a player answers about what it plays. Invariant: reading changes nothing of the state part. */
#include "advance.h"
#include "advance/track.h"
#include "advance/events.h"

static bool plays_graph(const sinew_player *player, uint32_t layer) {
    if (!player || layer >= player->binding->layer_count) return false;
    return !(snw_head_of(player)->flags & SNW_RELEASED);
}

double sinew_player_time(const sinew_player *player) { return player ? snw_head_of(player)->time : 0; }

uint32_t sinew_player_state(const sinew_player *player, uint32_t layer) {
    if (!plays_graph(player, layer)) return SINEW_NONE;
    snw_lane lane = snw_lane_of(player, layer);
    return lane.plays[snw_innermost(&lane, lane.runs[0].current)].state;
}

float sinew_player_layer_weight(const sinew_player *player, uint32_t layer) {
    if (!player || layer >= player->binding->layer_count) return 0;
    snw_lane lane = snw_lane_of(player, layer);
    return snw_layer_weight(&lane);
}

bool sinew_player_state_info(const sinew_player *player, uint32_t layer, sinew_state_info *info) {
    if (!info || !plays_graph(player, layer)) return false;
    snw_lane lane = snw_lane_of(player, layer);
    uint32_t index = snw_innermost(&lane, lane.runs[0].current);
    const snw_play *play = &lane.plays[index];
    const snw_state *state = &lane.binding->states[play->state];
    for (uint32_t i = 0; i < lane.layer->plays; ++i) lane.work->rates[i] = -1; /* parameters may have changed */
    *info = (sinew_state_info){ .state = play->state, .progress = snw_play_total(play) };
    info->heaviest_clip = snw_play_heaviest(&lane, index);
    info->looping = state->cycle != SNW_CYCLE_ONCE;
    info->rate = snw_play_course(&lane, index).rate;
    if (state->node == SINEW_NONE) return true;
    double own = snw_motion_rate(&lane, &lane.binding->nodes[state->node], lane.work->scratch);
    info->length = own > 0 ? 1 / own : 0;
    info->time = snw_clock_position(&play->clock, state->cycle) * info->length;
    return true;
}

bool sinew_player_fade(const sinew_player *player, uint32_t layer, sinew_fade_info *info) {
    if (!info || !plays_graph(player, layer)) return false;
    snw_lane lane = snw_lane_of(player, layer);
    const snw_run *run = &lane.runs[0];
    if (run->source == SNW_SOURCE_NONE) return false;
    *info = (sinew_fade_info){ .from = SINEW_NONE, .transition = run->transition, .duration = run->duration };
    if (run->source == SNW_SOURCE_PLAY) info->from = lane.plays[run->first].state;
    info->to = lane.plays[run->current].state;
    info->t = run->elapsed / run->duration;
    info->remaining = run->duration - run->elapsed;
    return true;
}

uint32_t sinew_player_open_windows(const sinew_player *player, sinew_open_window *out, uint32_t capacity) {
    uint32_t count = 0;
    if (!out) capacity = 0;
    for (uint32_t i = 0; player && i < player->binding->layer_count; ++i) {
        snw_lane lane = snw_lane_of(player, i);
        uint32_t used = count < capacity ? count : capacity;
        count += snw_events_open(&lane, out ? out + used : NULL, capacity - used);
    }
    for (uint32_t i = 0; player && i < player->binding->track_count; ++i) {
        snw_track track = snw_track_of(player, i);
        uint32_t used = count < capacity ? count : capacity;
        count += snw_track_events_open(&track, out ? out + used : NULL, capacity - used);
    }
    return count;
}
