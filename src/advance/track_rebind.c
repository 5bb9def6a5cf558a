/* Tracks of a fresh player, and from a player of one binding to a player of another: track by track, clips and masks by
   name. Invariant: a track that could not be kept is idle. */
#include "advance.h"
#include "advance/track.h"

void snw_tracks_start(sinew_player *player) {
    for (uint32_t i = 0; i < player->binding->track_count; ++i) {
        snw_track track = snw_track_of(player, i);
        snw_track_clear(&track);
        track.head->asked.clip = SINEW_NONE;
    }
}

bool snw_tracks_same(const sinew_binding *a, const sinew_binding *b) {
    bool same = a->track_count == b->track_count &&
                (!a->track_count || (a->track_queue == b->track_queue && a->clip_count == b->clip_count &&
                                     a->mask_count == b->mask_count));
    for (uint32_t i = 0; same && a->track_count && i < a->clip_count; ++i) {
        const snw_clip_row *first = &a->clips[i], *second = &b->clips[i];
        same = first->clip == second->clip && snw_name_equal(first->name, second->name) &&
               (first->length > 0) == (second->length > 0) && !(first->length > second->length) &&
               first->windows == second->windows && (first->event_count > 0) == (second->event_count > 0);
    }
    for (uint32_t i = 0; same && a->track_count && i < a->mask_count; ++i)
        same = snw_name_equal(a->mask_names[i], b->mask_names[i]);
    return same;
}

typedef struct move {
    const snw_track *from, *to;
    sinew_log *log;
} move;

static bool keep_mask(const move *by, uint32_t old, uint32_t *mask) {
    *mask = SINEW_NONE;
    if (old == SINEW_NONE) return true;
    *mask = sinew_binding_find_mask(by->to->binding, by->from->binding->mask_names[old]);
    return *mask != SINEW_NONE;
}

static bool keep_clip(const move *by, uint32_t old, uint32_t *clip) {
    *clip = SINEW_NONE;
    if (old == SINEW_NONE) return true;
    const char *name = sinew_binding_clip_name(by->from->binding, old);
    *clip = name[0] ? sinew_binding_find_clip(by->to->binding, name) : old; /* one without a name by its index */
    if (!snw_binding_clip(by->to->binding, *clip)) *clip = SINEW_NONE;
    return *clip != SINEW_NONE;
}

static bool keep_entry(const move *by, const snw_track_entry *old, snw_track_entry *entry) {
    *entry = *old;
    bool kept = keep_clip(by, old->clip, &entry->clip) && keep_mask(by, old->mask, &entry->mask) &&
                keep_clip(by, old->reference_clip, &entry->reference_clip);
    if (!kept) {
        snw_log_add_as(
            by->log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_CLIP, "",
            "the new binding lacks the clip \"%s\" or the mask or reference it plays with; its track lets it go",
            sinew_binding_clip_name(by->from->binding, old->clip));
        return false;
    }
    double length = snw_binding_clip(by->to->binding, entry->clip)->length;
    double most = SNW_TOP_RATE * length;
    if (length > 0 && entry->speed > most) entry->speed = most;
    if (length > 0 && entry->speed < -most) entry->speed = -most;
    return true;
}

/* A clip that became a pose, or the other way, is at its start. */
static void keep_time(const snw_track *track, const snw_track_play *old, bool was_pose, snw_track_play *play) {
    snw_track_entry what = play->what;
    bool pose = !(snw_track_length(track, play) > 0);
    if (pose == was_pose) *play = *old;
    else *play = (snw_track_play){ .whole = pose, .end = what.loops && pose ? 1 : what.loops };
    play->what = what;
}

static bool keep_play(const move *by, int index) {
    const snw_track_play *old = &by->from->plays[index];
    snw_track_play *play = &by->to->plays[index];
    if (old->what.clip == SINEW_NONE) return true;
    snw_track_entry what;
    if (!keep_entry(by, &old->what, &what)) return false;
    play->what = what;
    keep_time(by->to, old, !(snw_track_length(by->from, old) > 0), play);
    by->to->before[index] = play->clock;
    return true;
}

static void keep_queue(const move *by) {
    for (uint32_t i = 0; i < by->from->head->queued; ++i) {
        uint32_t at = by->to->head->queued;
        if (at == by->to->binding->track_queue) return;
        if (keep_entry(by, &by->from->queue[i], &by->to->queue[at])) by->to->head->queued++;
        else {
            by->to->queue[at] = (snw_track_entry){ .clip = SINEW_NONE };
        }
    }
}

static void keep_track(const move *by) {
    const snw_track_head *old = by->from->head;
    snw_track_head *head = by->to->head;
    head->serial = old->serial;
    if (!keep_play(by, 0) || !keep_play(by, 1)) {
        snw_track_clear(by->to);
        return;
    }
    head->source = old->source;
    head->held_weight = old->held_weight;
    head->elapsed = old->elapsed;
    head->duration = old->duration;
    if (snw_track_plays(by->to)) snw_track_show(by->to, &by->to->plays[0].what);
    else if (old->source != SNW_SOURCE_NONE) {
        snw_track_entry shown = by->to->plays[1].what;
        if (old->source == SNW_SOURCE_HELD) {
            shown = (snw_track_entry){ .blend = old->blend, .reference_time = old->reference_time };
            keep_mask(by, old->mask, &shown.mask);
            keep_clip(by, old->reference_clip, &shown.reference_clip);
        }
        snw_track_show(by->to, &shown);
    }
    keep_queue(by);
    head->waited = old->waited;
    head->begins = old->begins && snw_track_length(by->to, &by->to->plays[0]) > 0;
    if (old->wish == SNW_TRACK_WISH_PLAY && !keep_entry(by, &old->asked, &head->asked)) {
        head->asked = (snw_track_entry){ .clip = SINEW_NONE };
        return;
    }
    head->wish = old->wish;
    head->stop_mix = old->stop_mix;
}

void snw_tracks_keep(const sinew_player *from, sinew_player *to, sinew_log *log) {
    for (uint32_t i = 0; i < from->binding->track_count; ++i) {
        snw_track old = snw_track_of(from, i), fresh;
        bool idle = old.plays[0].what.clip == SINEW_NONE && old.plays[1].what.clip == SINEW_NONE;
        if (i < to->binding->track_count) {
            fresh = snw_track_of(to, i);
            keep_track(&(move){ &old, &fresh, log });
            snw_drive_keep(from, from->binding->layer_count + i, to, to->binding->layer_count + i);
        } else if (!idle)
            snw_log_add_as(log, SINEW_SEVERITY_WARNING, SINEW_CODE_OUT_OF_RANGE, "",
                           "the new binding has no track %u; what it played is gone", i);
    }
}
