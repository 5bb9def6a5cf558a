/* Direct control: travel, crossfade, play. Asked for at any time, done at the start of the next advance.
   Invariant: a wish is checked when it is made, so doing it cannot fail. */
#include "advance.h"

uint32_t snw_state_in(const sinew_binding *binding, uint32_t machine, uint32_t state) {
    while (state != SINEW_NONE && binding->states[state].machine != machine) state = binding->states[state].parent;
    return state;
}

static sinew_result wish(sinew_player *player, uint32_t layer, uint32_t state, snw_wish kind, double value,
                         double top) {
    if (!player) return SINEW_ERROR_ARGUMENT;
    const sinew_binding *binding = player->binding;
    if (layer >= binding->layer_count || state >= binding->state_count) return SINEW_ERROR_NOT_FOUND;
    if (binding->states[state].layer != layer) return SINEW_ERROR_NOT_FOUND;
    if (!(value >= 0 && value <= top)) return SINEW_ERROR_RANGE;
    if (snw_head_of(player)->flags & SNW_RELEASED) return SINEW_ERROR_REFUSED;
    snw_layer_head *head = snw_lane_of(player, layer).head;
    head->wish = kind;
    head->wish_state = state;
    head->wish_value = value;
    return SINEW_OK;
}

sinew_result sinew_player_travel(sinew_player *player, uint32_t layer, uint32_t state) {
    return wish(player, layer, state, SNW_WISH_TRAVEL, 0, 0);
}

sinew_result sinew_player_crossfade(sinew_player *player, uint32_t layer, uint32_t state, double seconds) {
    return wish(player, layer, state, SNW_WISH_CROSSFADE, seconds, 1e6);
}

sinew_result sinew_player_play(sinew_player *player, uint32_t layer, uint32_t state, double progress) {
    return wish(player, layer, state, SNW_WISH_PLAY, progress, 1e9);
}

static void do_play(const snw_lane *lane, uint32_t target, double progress) {
    snw_leave_all(lane);
    uint32_t top = snw_state_in(lane->binding, lane->layer->machine, target);
    lane->runs[0].current = snw_enter(lane, top, target, progress);
    snw_tell_entered(lane, lane->runs[0].current);
}

/* The clip that a state would weigh most when it is entered. */
static uint32_t entry_clip(const snw_lane *lane, uint32_t state) {
    const sinew_binding *binding = lane->binding;
    while (binding->states[state].inner != SINEW_NONE) state = binding->machines[binding->states[state].inner].entry;
    uint32_t node = binding->states[state].node;
    if (node == SINEW_NONE) return SINEW_NONE;
    return snw_motion_heaviest(lane, &binding->nodes[node], lane->work->scratch);
}

double snw_pair_mix(const snw_lane *lane, uint32_t run, uint32_t target) {
    uint32_t from = snw_play_heaviest(lane, lane->runs[run].current);
    return snw_binding_mix(lane->binding, from, entry_clip(lane, target));
}

static void do_travel(const snw_lane *lane, uint32_t target, bool own_time, double seconds) {
    bool fade_above = false;
    for (uint32_t run = 0; run != SINEW_NONE; run = lane->plays[lane->runs[run].current].run) {
        uint32_t to = snw_state_in(lane->binding, lane->runs[run].machine, target);
        if (to == SINEW_NONE) return; /* it is the state above, which is current */
        if (to == lane->plays[lane->runs[run].current].state) {
            fade_above = fade_above || lane->runs[run].source != SNW_SOURCE_NONE;
            continue;
        }
        snw_go go = { .run = run, .to = to, .target = target, .transition = SINEW_NONE, .match_play = SINEW_NONE };
        go.duration = own_time ? seconds : snw_pair_mix(lane, run, target);
        go.whole = fade_above;
        snw_collapse_above(lane, run);
        snw_start_fade(lane, &go);
        return;
    }
}

void snw_do_wish(const snw_lane *lane) {
    snw_layer_head *head = lane->head;
    uint32_t kind = head->wish, target = head->wish_state;
    double value = head->wish_value;
    head->wish = SNW_WISH_NONE;
    head->wish_state = 0;
    head->wish_value = 0;
    if (kind == SNW_WISH_PLAY) do_play(lane, target, value);
    else if (kind != SNW_WISH_NONE) do_travel(lane, target, kind == SNW_WISH_CROSSFADE, value);
}
