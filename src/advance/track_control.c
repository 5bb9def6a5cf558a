/* What is asked of tracks, and what they answer. Plays and stops are wishes, done at the start of the next advance.
   Invariant: everything is checked before anything changes, so doing a wish cannot fail. */
#include "advance/track.h"

#include <math.h>
#include <string.h>

static bool no_track(const sinew_player *player, uint32_t track) { return track >= player->binding->track_count; }

/* ---- checks ---- */

static bool speed_fits(const sinew_binding *binding, uint32_t clip, double speed) {
    double length = snw_binding_clip(binding, clip)->length;
    return speed - speed == 0 && (!(length > 0) || fabs(speed) / length <= SNW_TOP_RATE);
}

static sinew_result find_mask(const sinew_binding *binding, const char *name, uint32_t *mask) {
    *mask = name ? sinew_binding_find_mask(binding, name) : SINEW_NONE;
    return name && *mask == SINEW_NONE ? SINEW_ERROR_NOT_FOUND : SINEW_OK;
}

static sinew_result find_reference(const sinew_binding *binding, const sinew_reference_desc *reference,
                                   snw_track_entry *entry) {
    entry->reference_clip = reference->clip ? sinew_binding_find_clip(binding, reference->clip) : SINEW_NONE;
    entry->reference_time = (float)reference->time;
    if (entry->reference_time - entry->reference_time != 0) return SINEW_ERROR_RANGE;
    return reference->clip && entry->reference_clip == SINEW_NONE ? SINEW_ERROR_NOT_FOUND : SINEW_OK;
}

/* The desc with every name looked up. */
static sinew_result resolve(const sinew_binding *binding, uint32_t clip, double delay, const sinew_track_desc *desc,
                            snw_track_entry *entry) {
    const snw_clip_row *row = snw_binding_clip(binding, clip);
    if (!row) return SINEW_ERROR_NOT_FOUND;
    *entry = (snw_track_entry){ .clip = clip, .delay = delay };
    uint32_t as_clip = row->once ? 1 : SINEW_LOOP_FOREVER, loops = desc->loops ? desc->loops : as_clip;
    entry->loops = loops == SINEW_LOOP_FOREVER ? 0 : loops;
    entry->speed = desc->speed.set ? desc->speed.value : 1;
    double weight = desc->weight.set ? desc->weight.value : 1;
    entry->weight = snw_unit_weight(weight);
    entry->mix = desc->mix.set ? desc->mix.value : -1;
    entry->blend = (uint32_t)desc->blend;
    bool fits = weight - weight == 0 && (!desc->mix.set || snw_seconds_fit(desc->mix.value)) && snw_seconds_fit(delay);
    if (!fits || !speed_fits(binding, clip, entry->speed) || entry->blend > SINEW_BLEND_ADDITIVE)
        return SINEW_ERROR_RANGE;
    sinew_result result = find_mask(binding, desc->mask, &entry->mask);
    return result != SINEW_OK ? result : find_reference(binding, &desc->reference, entry);
}

/* ---- mixes ---- */

double snw_track_mix_in(const snw_track *track, const snw_track_entry *entry) {
    uint32_t from = track->plays[0].what.clip;
    return entry->mix >= 0 ? entry->mix : snw_binding_mix(track->binding, from, entry->clip);
}

double snw_track_mix_out(const snw_track *track) {
    double own = track->plays[0].what.mix;
    return own >= 0 ? own : track->binding->default_mix;
}

/* ---- play, queue, stop ---- */

static int64_t end_with(const snw_track_play *play, uint32_t loops) {
    if (!loops) return 0;
    bool held = play->end > 0 && play->whole >= play->end;
    if (held) return loops > play->end ? loops : play->end;
    return loops > play->whole ? loops : play->whole + 1; /* as many have gone: with the pass that it is in */
}

/* What plays takes over what is new. */
static void take_over(const snw_track *track, const snw_track_entry *entry) {
    snw_track_play *play = &track->plays[0];
    bool other = entry->loops != play->what.loops;
    play->what = *entry; /* first, for a change of passes counts in the direction that is now */
    if (other) snw_track_set_end(track, play, end_with(play, entry->loops));
    snw_track_show(track, entry);
}

static void forget_wish(snw_track_head *head) {
    memset(&head->asked, 0, sizeof head->asked);
    head->asked.clip = SINEW_NONE;
    head->wish = SNW_TRACK_WISH_NONE;
    head->stop_mix = 0;
}

sinew_result sinew_track_play(sinew_player *player, uint32_t index, uint32_t clip, const sinew_track_desc *desc) {
    static const sinew_track_desc usual;
    snw_track_entry entry;
    if (!player) return SINEW_ERROR_ARGUMENT;
    if (no_track(player, index)) return SINEW_ERROR_NOT_FOUND;
    if (!desc) desc = &usual;
    sinew_result result = resolve(player->binding, clip, 0, desc, &entry);
    if (result != SINEW_OK) return result;
    snw_track track = snw_track_of(player, index);
    snw_track_head *head = track.head;
    if (!desc->restart && head->wish == SNW_TRACK_WISH_NONE && track.plays[0].what.clip == clip) {
        take_over(&track, &entry);
        return SINEW_OK;
    }
    bool again = !desc->restart && head->wish == SNW_TRACK_WISH_PLAY && head->asked.clip == clip;
    if (!again) snw_track_clear_queue(&track);
    forget_wish(head);
    if (!desc->restart && track.plays[0].what.clip == clip) {
        take_over(&track, &entry); /* what was asked for meanwhile is taken back */
        return SINEW_OK;
    }
    head->asked = entry;
    head->wish = SNW_TRACK_WISH_PLAY;
    return SINEW_OK;
}

sinew_result sinew_track_queue(sinew_player *player, uint32_t index, uint32_t clip, double delay,
                               const sinew_track_desc *desc) {
    static const sinew_track_desc usual;
    snw_track_entry entry;
    if (!player) return SINEW_ERROR_ARGUMENT;
    if (no_track(player, index)) return SINEW_ERROR_NOT_FOUND;
    sinew_result result = resolve(player->binding, clip, delay, desc ? desc : &usual, &entry);
    if (result != SINEW_OK) return result;
    snw_track track = snw_track_of(player, index);
    if (track.head->queued == player->binding->track_queue) return SINEW_ERROR_REFUSED;
    track.queue[track.head->queued++] = entry;
    return SINEW_OK;
}

sinew_result sinew_track_stop(sinew_player *player, uint32_t index, double mix) {
    if (!player) return SINEW_ERROR_ARGUMENT;
    if (no_track(player, index)) return SINEW_ERROR_NOT_FOUND;
    if (!(mix < 0 || snw_seconds_fit(mix))) return SINEW_ERROR_RANGE;
    snw_track track = snw_track_of(player, index);
    snw_track_clear_queue(&track);
    forget_wish(track.head);
    if (!snw_track_plays(&track)) return SINEW_OK;
    track.head->wish = SNW_TRACK_WISH_STOP;
    track.head->stop_mix = mix >= 0 ? mix : -1;
    return SINEW_OK;
}

void snw_track_do_wish(const snw_track *track) {
    snw_track_head *head = track->head;
    uint32_t wish = head->wish;
    snw_track_entry asked = head->asked;
    double mix = head->stop_mix;
    forget_wish(head);
    if (wish == SNW_TRACK_WISH_PLAY) snw_track_begin(track, &asked, snw_track_mix_in(track, &asked));
    if (wish == SNW_TRACK_WISH_STOP) snw_track_begin(track, NULL, mix >= 0 ? mix : snw_track_mix_out(track));
}

/* ---- what plays ---- */

static sinew_result playing(sinew_player *player, uint32_t index, snw_track *track) {
    if (!player) return SINEW_ERROR_ARGUMENT;
    if (no_track(player, index)) return SINEW_ERROR_NOT_FOUND;
    *track = snw_track_of(player, index);
    return snw_track_plays(track) ? SINEW_OK : SINEW_ERROR_REFUSED;
}

sinew_result sinew_track_set_weight(sinew_player *player, uint32_t index, float weight) {
    snw_track track;
    sinew_result result = playing(player, index, &track);
    if (result != SINEW_OK) return result;
    if (weight - weight != 0) return SINEW_ERROR_RANGE;
    track.plays[0].what.weight = snw_unit_weight((double)weight);
    return SINEW_OK;
}

sinew_result sinew_track_set_speed(sinew_player *player, uint32_t index, double speed) {
    snw_track track;
    sinew_result result = playing(player, index, &track);
    if (result != SINEW_OK) return result;
    if (!speed_fits(player->binding, track.plays[0].what.clip, speed)) return SINEW_ERROR_RANGE;
    track.plays[0].what.speed = speed;
    return SINEW_OK;
}

bool sinew_track_info_of(const sinew_player *player, uint32_t index, sinew_track_info *info) {
    if (!player || !info || no_track(player, index)) return false;
    snw_track track = snw_track_of(player, index);
    const snw_track_play *play = &track.plays[0];
    *info = (sinew_track_info){ .clip = play->what.clip, .queued = track.head->queued };
    if (!snw_track_plays(&track)) return true;
    info->progress = (double)play->whole + play->progress;
    info->length = snw_track_length(&track, play);
    info->time = snw_clock_position(&play->clock, snw_track_cycle(&track, play)) * info->length;
    info->rate = snw_track_rate(&track, play);
    info->end = (double)play->end;
    info->weight = play->what.weight;
    return true;
}

bool sinew_track_fade(const sinew_player *player, uint32_t index, sinew_fade_info *info) {
    if (!player || !info || no_track(player, index)) return false;
    snw_track track = snw_track_of(player, index);
    const snw_track_head *head = track.head;
    if (!snw_track_fading(&track)) return false;
    *info = (sinew_fade_info){ .from = track.plays[1].what.clip, .to = track.plays[0].what.clip };
    if (head->source == SNW_SOURCE_HELD) info->from = SINEW_CLIP_HELD;
    info->t = head->elapsed / head->duration;
    info->duration = head->duration;
    info->remaining = head->duration - head->elapsed;
    info->transition = SINEW_NONE;
    return true;
}

uint32_t sinew_track_queued(const sinew_player *player, uint32_t index, uint32_t place) {
    if (!player || no_track(player, index)) return SINEW_NONE;
    snw_track track = snw_track_of(player, index);
    return place < track.head->queued ? track.queue[place].clip : SINEW_NONE;
}
