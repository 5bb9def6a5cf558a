/* Tracks in a saved state: a block a track, after those of the layers. Invariant: what is read is a track that advance
   could have left, and is written again as the same bytes. */
#include "advance/events.h"
#include "advance/state.h"
#include "advance/track.h"

#include <math.h>

enum {
    TRACK_WISH = 3,    /* a snw_track_wish */
    TRACK_SOURCE = 28, /* a snw_source, two bits up */
    TRACK_PLAYS = 32,  /* something is current */
    TRACK_FADES = 64,
    TRACK_BEGINS = 128 /* a pass whose start is still to be told */
};

static bool wants(snw_reader *r, bool good, const char *fault) { return good || snw_fault(r, fault); }

static bool is_pose(const snw_track *track, const snw_track_play *play) { return !(snw_track_length(track, play) > 0); }

/* ---- writing ---- */

static void write_entry(snw_writer *w, const snw_track_entry *entry, bool queued) {
    snw_put_count(w, entry->clip);
    snw_put_count(w, entry->loops);
    snw_put_double(w, entry->mix);
    snw_put_double(w, entry->speed);
    if (queued) snw_put_double(w, entry->delay);
    snw_put_float(w, entry->weight);
    snw_put_index(w, entry->mask);
    snw_put_byte(w, entry->blend);
    snw_put_index(w, entry->reference_clip);
    snw_put_float(w, entry->reference_time);
}

static void write_play(snw_writer *w, const snw_track *track, const snw_track_play *play) {
    write_entry(w, &play->what, false);
    snw_put_count(w, (uint64_t)play->end);
    if (is_pose(track, play)) return;
    snw_put_double(w, play->clock.phase);
    snw_put_signed(w, play->clock.loops);
    snw_put_double(w, play->progress);
    snw_put_count(w, (uint64_t)play->whole);
}

static void write_fade(snw_writer *w, const snw_track *track) {
    const snw_track_head *head = track->head;
    snw_put_double(w, head->elapsed);
    snw_put_double(w, head->duration);
    if (head->source == SNW_SOURCE_PLAY) write_play(w, track, &track->plays[1]);
    if (head->source == SNW_SOURCE_HELD) snw_put_float(w, head->held_weight);
    if (snw_track_plays(track)) return;
    snw_put_index(w, head->mask);
    snw_put_byte(w, head->blend);
    snw_put_index(w, head->reference_clip);
    snw_put_float(w, head->reference_time);
}

static void write_track(snw_writer *w, const snw_track *track) {
    const snw_track_head *head = track->head;
    bool plays = snw_track_plays(track), fades = snw_track_fading(track);
    uint32_t begins = head->begins ? TRACK_BEGINS : 0u;
    snw_put_byte(w, head->wish | head->source << 2 | (plays ? TRACK_PLAYS : 0u) | (fades ? TRACK_FADES : 0u) | begins);
    snw_put_count(w, head->serial);
    if (head->wish == SNW_TRACK_WISH_PLAY) write_entry(w, &head->asked, false);
    if (head->wish == SNW_TRACK_WISH_STOP) snw_put_double(w, head->stop_mix);
    if (plays) write_play(w, track, &track->plays[0]);
    for (uint32_t i = 0; plays && i < track->binding->track_words; ++i) snw_put_u32(w, track->bits[i]);
    if (fades) write_fade(w, track);
    snw_put_count(w, head->queued);
    for (uint32_t i = 0; i < head->queued; ++i) write_entry(w, &track->queue[i], true);
    if (head->queued) snw_put_double(w, head->waited);
}

void snw_tracks_write(snw_writer *writer, const sinew_player *player) {
    for (uint32_t i = 0; i < player->binding->track_count; ++i) {
        snw_track track = snw_track_of(player, i);
        write_track(writer, &track);
    }
}

size_t snw_tracks_bound(const sinew_binding *binding) {
    size_t entry = 5 + 5 + 9 + 9 + 9 + 4 + 5 + 1 + 5 + 4, play = entry + 10 + 2 * (9 + 10);
    size_t track = 1 + 5 + entry + 2 * play + 2 * 9 + 4 + 14 + 5 + binding->track_queue * entry + 9;
    track += binding->track_words * sizeof(uint32_t);
    return binding->track_count * track;
}

/* ---- reading ---- */

/* A clip of the binding, or SINEW_NONE where that may be. */
static bool known_clip(const snw_track *track, uint32_t clip) { return snw_binding_clip(track->binding, clip) != NULL; }

static void read_look(snw_reader *r, const snw_track *track, snw_track_entry *entry) {
    entry->mask = snw_get_index(r, track->binding->mask_count);
    entry->blend = snw_get_below(r, SINEW_BLEND_ADDITIVE + 1);
    entry->reference_clip = snw_get_index(r, SINEW_NONE);
    entry->reference_time = snw_get_float(r);
    wants(r, entry->reference_clip == SINEW_NONE || known_clip(track, entry->reference_clip),
          "a track's reference is no clip");
}

static void read_entry(snw_reader *r, const snw_track *track, bool queued, snw_track_entry *entry) {
    *entry = (snw_track_entry){ .clip = snw_get_below(r, SINEW_CLIP_HELD) };
    entry->loops = snw_get_below(r, SINEW_LOOP_FOREVER);
    entry->mix = snw_get_double(r);
    entry->speed = snw_get_double(r);
    if (queued) entry->delay = snw_get_double(r);
    entry->weight = snw_get_float(r);
    if (r->fault || !wants(r, known_clip(track, entry->clip), "a track plays what is no clip")) return;
    double length = snw_binding_clip(track->binding, entry->clip)->length;
    read_look(r, track, entry);
    wants(r, snw_seconds_fit(entry->mix) || (entry->mix < 0 && entry->mix >= -1 && entry->mix <= -1),
          "a mix is out of range");
    wants(r, !(length > 0) || fabs(entry->speed) / length <= SNW_TOP_RATE, "a track's speed is out of range");
    wants(r, snw_seconds_fit(entry->delay), "a delay is out of range");
    wants(r, entry->weight >= 0 && entry->weight <= 1, "a clip's weight is out of range");
}

static void read_place(snw_reader *r, const snw_track *track, snw_track_play *play) {
    play->clock.phase = snw_get_double(r);
    play->clock.loops = snw_get_signed(r);
    play->progress = snw_get_double(r);
    uint64_t whole = snw_get_count(r);
    wants(r, whole <= (uint64_t)SNW_STATE_MOST, "a progress is out of range");
    wants(r, play->progress >= 0 && play->progress < 1, "a progress is out of range");
    wants(r, play->clock.loops >= -SNW_STATE_MOST && play->clock.loops <= SNW_STATE_MOST,
          "a count of loops is out of range");
    if (r->fault) return;
    play->whole = (int64_t)whole;
    bool once = snw_track_cycle(track, play) == SNW_CYCLE_ONCE;
    bool inside = play->clock.phase >= 0 && (play->clock.phase < 1 || (once && play->clock.phase <= 1));
    wants(r, inside, "a phase is outside its clip");
}

static void read_play(snw_reader *r, const snw_track *track, snw_track_play *play) {
    read_entry(r, track, false, &play->what);
    uint64_t end = snw_get_count(r);
    if (r->fault) return;
    bool pose = is_pose(track, play);
    wants(r, end <= (pose ? 1 : (uint64_t)SNW_STATE_MOST), "the end of a clip is out of range");
    if (r->fault) return;
    play->end = (int64_t)end;
    if (pose) play->whole = 1;
    else read_place(r, track, play);
}

static void read_fade(snw_reader *r, const snw_track *track) {
    snw_track_head *head = track->head;
    head->elapsed = snw_get_double(r);
    head->duration = snw_get_double(r);
    bool runs = snw_seconds_fit(head->duration) && head->elapsed >= 0 && head->duration - head->elapsed > SNW_MOMENT;
    wants(r, runs, "a mix's times are out of range");
    wants(r, snw_track_plays(track) || head->source != SNW_SOURCE_NONE, "a mix goes from nothing to nothing");
    if (head->source == SNW_SOURCE_PLAY) read_play(r, track, &track->plays[1]);
    if (head->source == SNW_SOURCE_HELD) head->held_weight = snw_get_float(r);
    wants(r, head->held_weight >= 0 && head->held_weight <= 1, "a held weight is out of range");
    if (snw_track_plays(track)) return;
    snw_track_entry look = { 0 };
    read_look(r, track, &look);
    snw_track_show(track, &look);
}

static void read_wish(snw_reader *r, const snw_track *track) {
    snw_track_head *head = track->head;
    if (head->wish == SNW_TRACK_WISH_PLAY) read_entry(r, track, false, &head->asked);
    if (head->wish != SNW_TRACK_WISH_STOP) return;
    head->stop_mix = snw_get_double(r);
    wants(r, snw_seconds_fit(head->stop_mix) || (head->stop_mix >= -1 && head->stop_mix <= -1),
          "a mix is out of range");
}

static void read_queue(snw_reader *r, const snw_track *track) {
    uint32_t queued = snw_get_below(r, track->binding->track_queue + 1);
    for (uint32_t i = 0; i < queued && !r->fault; ++i) read_entry(r, track, true, &track->queue[i]);
    track->head->queued = queued;
    if (queued) track->head->waited = snw_get_double(r);
    wants(r, track->head->waited >= 0, "a wait is negative");
}

/* Only windows of what is current are open, and only while it is heard. */
static void read_bits(snw_reader *r, const snw_track *track) {
    const snw_clip_row *row = snw_binding_clip(track->binding, track->plays[0].what.clip);
    uint32_t most = row->event_count ? row->windows + 1 : 0, words = track->binding->track_words;
    bool any = false;
    for (uint32_t i = 0; i < words; ++i) track->bits[i] = snw_get_u32(r);
    for (uint32_t i = 0; i < words * 32; ++i) {
        any = any || (i > 0 && snw_bit(track->bits, i));
        wants(r, i < most || !snw_bit(track->bits, i), "a window is open that the clip does not have");
    }
    wants(r, !any || snw_bit(track->bits, 0), "a window is open in a clip that is not heard");
    const snw_track_play *play = &track->plays[0];
    for (uint32_t i = 0; any && i < row->event_count; ++i) {
        const snw_mark *mark = &row->marks[i];
        bool open = mark->slot != SINEW_NONE && snw_bit(track->bits, 1 + mark->slot);
        wants(r, !open || snw_mark_holds(mark, &play->clock, snw_track_cycle(track, play)),
              "a window is open that its clip does not stand in");
    }
}

static void read_track(snw_reader *r, const snw_track *track) {
    snw_track_head *head = track->head;
    uint32_t flags = snw_get_byte(r), wish = flags & TRACK_WISH, source = (flags & TRACK_SOURCE) >> 2;
    bool known = wish <= SNW_TRACK_WISH_STOP;
    bool from = source == SNW_SOURCE_NONE || source == SNW_SOURCE_PLAY || source == SNW_SOURCE_HELD;
    wants(r, known && from, "a track has flags that are not known");
    wants(r, source == SNW_SOURCE_NONE || flags & TRACK_FADES, "a track has half a mix");
    uint64_t serial = snw_get_count(r);
    wants(r, serial <= UINT32_MAX, "a serial is out of range");
    if (r->fault) return;
    head->wish = wish;
    head->source = source;
    head->serial = (uint32_t)serial;
    read_wish(r, track);
    if (!r->fault && flags & TRACK_PLAYS) {
        read_play(r, track, &track->plays[0]);
        if (!r->fault) snw_track_show(track, &track->plays[0].what);
        if (!r->fault) read_bits(r, track);
        head->begins = flags & TRACK_BEGINS ? 1 : 0;
    }
    bool stands = !head->begins || !is_pose(track, &track->plays[0]);
    wants(r, stands && (flags & TRACK_PLAYS || !(flags & TRACK_BEGINS)), "a pass begins of what has none");
    if (!r->fault && flags & TRACK_FADES) read_fade(r, track);
    if (!r->fault) read_queue(r, track);
}

void snw_tracks_read(snw_reader *reader, sinew_player *player) {
    snw_tracks_start(player);
    for (uint32_t i = 0; i < player->binding->track_count && !reader->fault; ++i) {
        snw_track track = snw_track_of(player, i);
        read_track(reader, &track);
    }
}
