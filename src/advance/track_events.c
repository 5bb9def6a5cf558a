/* Events of tracks: those of the clip that is current, as a state's that tells (docs/semantics.md). What is left by a
   mix tells none, and its windows close as it is left. Invariant: a track's bits are of its current clip: the first
   says that it is heard, then one for each window that has been told to open and not yet to close. */
#include "advance/events.h"
#include "advance/track.h"

#include <math.h>
#include <string.h>

/* The clip that tells, in a piece of time or at a moment (rate and path of a piece that stands). */
typedef struct teller {
    const snw_track *track;
    const snw_clip_row *row;
    double rate; /* lengths a second, its size */
    double seconds;
    snw_path path;
} teller;

static const snw_clip_row *row_of(const snw_track *track) {
    const snw_clip_row *row =
        snw_track_plays(track) ? snw_binding_clip(track->binding, track->plays[0].what.clip) : NULL;
    return row && row->event_count ? row : NULL;
}

/* At weight 0 it is not heard, as a layer is not. */
static bool counts(const snw_track *track) { return track->plays[0].what.weight > 0; }

/* The told events of a track stand behind those of the layers. */
static snw_layer told_part(const snw_track *track) {
    const sinew_binding *binding = track->binding;
    uint32_t index = track->row - binding->layer_count;
    return (snw_layer){ .first_told = binding->tracks_told + index * binding->track_told,
                        .told_room = binding->track_told };
}

static float weight_at(const teller *t, double seconds) {
    const snw_track_head *head = t->track->head;
    double to = snw_track_fading(t->track) ? (head->elapsed + seconds) / head->duration : 1;
    return (float)((to < 1 ? to : 1) * (double)t->track->plays[0].what.weight);
}

static uint64_t key_of(const snw_track *track, uint32_t mark) { return (uint64_t)(track->row + 1) << 32 | mark; }

/* An end at the very moment of its beginning comes after it; else ends come first. */
static uint32_t rank_of_end(const snw_track *track, uint64_t key, double at) {
    const snw_layer part = told_part(track);
    const snw_told *rows = track->work->told + part.first_told;
    for (uint32_t i = track->work->told_counts[track->row]; i-- > 0;)
        if (rows[i].key == key && rows[i].event.kind == SINEW_EVENT_BEGIN)
            return at - rows[i].at < SNW_MOMENT ? SNW_RANK_REST : SNW_RANK_END;
    return SNW_RANK_END;
}

typedef struct telling {
    sinew_event_kind kind;
    uint32_t mark;
    double seconds, until;
    uint32_t rank;
    float weight;
} telling;

static void tell(const teller *t, const telling *what) {
    const snw_track *track = t->track;
    const snw_layer part = told_part(track);
    const snw_lane lane = { .layer = &part, .index = track->row, .work = track->work, .binding = track->binding };
    snw_told told = { .at = track->work->now + what->seconds, .until = what->until, .rank = what->rank };
    told.event = (sinew_event){ .weight = what->weight, .layer = (uint16_t)track->row, .clip = t->row->clip };
    told.event.kind = (uint16_t)what->kind;
    told.event.event = what->mark;
    told.event.state = SINEW_NONE;
    if (t->row->marks[what->mark].slot != SINEW_NONE) told.key = key_of(track, what->mark);
    if (what->kind == SINEW_EVENT_END && told.key) told.rank = rank_of_end(track, told.key, told.at);
    snw_told_add(&lane, &told);
}

static void tell_point(const teller *t, uint32_t mark, double seconds, double until, uint32_t rank) {
    bool window = t->row->marks[mark].window; /* of no length: both ends at once */
    telling what = {
        window ? SINEW_EVENT_BEGIN : SINEW_EVENT_POINT, mark, seconds, until, rank, weight_at(t, seconds)
    };
    tell(t, &what);
    what.kind = SINEW_EVENT_END;
    if (window) tell(t, &what);
}

static void tell_window(const teller *t, uint32_t mark, bool opens, double seconds, double until, float weight) {
    telling what = { opens ? SINEW_EVENT_BEGIN : SINEW_EVENT_END, mark,  seconds, until,
                     opens ? SNW_RANK_REST : SNW_RANK_END,        weight };
    tell(t, &what);
    snw_bit_put(t->track->bits, 1 + t->row->marks[mark].slot, opens);
}

static bool is_open(const snw_track *track, const snw_mark *mark) {
    return mark->slot != SINEW_NONE && snw_bit(track->bits, 1 + mark->slot);
}

static void close_all(const snw_track *track, const snw_clip_row *row) {
    teller t = { .track = track, .row = row };
    for (uint32_t i = 0; i < row->event_count; ++i)
        if (is_open(track, &row->marks[i])) tell_window(&t, i, false, 0, -1, 0);
    memset(track->bits, 0, track->binding->track_words * sizeof *track->bits);
}

void snw_track_events_leave(const snw_track *track) {
    const snw_clip_row *row = row_of(track);
    if (row) close_all(track, row);
}

static teller teller_of(const snw_track *track, const snw_clip_row *row, double seconds) {
    const snw_track_play *play = &track->plays[0];
    double rate = snw_track_rate(track, play);
    snw_clock after = play->clock;
    snw_cycle cycle = snw_track_cycle(track, play);
    if (fabs(rate) > 0) snw_clock_move(&after, cycle, rate * seconds);
    teller t = { .track = track, .row = row, .rate = fabs(rate), .seconds = seconds };
    t.path = snw_path_of(&play->clock, &after, cycle, play->what.speed < 0);
    return t;
}

/* What starts to be heard opens the windows that it stands in. */
static void settle(const teller *t) {
    const snw_track *track = t->track;
    if (!counts(track)) {
        close_all(track, t->row);
        return;
    }
    if (snw_bit(track->bits, 0)) return;
    snw_bit_put(track->bits, 0, true);
    for (uint32_t i = 0; i < t->row->event_count; ++i) {
        const snw_mark *mark = &t->row->marks[i];
        if (mark->slot == SINEW_NONE) continue;
        bool inside = snw_path_starts_in(&t->path, snw_stretch_of(mark, t->path.ascends));
        if (inside) tell_window(t, i, true, 0, -1, weight_at(t, 0));
    }
}

void snw_track_events_begin(const snw_track *track) {
    const snw_clip_row *row = row_of(track);
    if (!row || !counts(track)) return;
    teller t = teller_of(track, row, 0);
    for (uint32_t i = 0; i < row->event_count; ++i) {
        double at = snw_stretch_of(&row->marks[i], t.path.ascends).from;
        bool here = !(row->length > 0) || fabs(at - t.path.from) <= SNW_NEAR;
        if (row->marks[i].slot == SINEW_NONE && here) tell_point(&t, i, 0, -1, SNW_RANK_REST);
    }
    settle(&t);
}

/* ---- a piece ---- */

static double moment_of(const teller *t, double lengths) {
    double seconds = lengths > 0 ? lengths / t->rate : 0;
    return seconds < t->seconds ? seconds : t->seconds;
}

static void pass_window(const teller *t, uint64_t pass, uint32_t index, double until) {
    const snw_mark *mark = &t->row->marks[index];
    snw_stretch s = snw_stretch_of(mark, t->path.ascends);
    double behind = (double)pass - t->path.from;
    if (!is_open(t->track, mark) && snw_path_opens(&t->path, pass, s)) {
        double seconds = moment_of(t, behind + s.from);
        tell_window(t, index, true, seconds, until, weight_at(t, seconds));
    }
    if (!is_open(t->track, mark) || !snw_path_closes(&t->path, pass, s)) return;
    double seconds = moment_of(t, behind + s.to);
    tell_window(t, index, false, seconds, until, weight_at(t, seconds));
}

static void pass_mark(const teller *t, uint64_t pass, uint32_t index, double until) {
    const snw_mark *mark = &t->row->marks[index];
    if (mark->slot != SINEW_NONE) {
        pass_window(t, pass, index, until);
        return;
    }
    double at = snw_stretch_of(mark, t->path.ascends).from;
    if (!snw_path_meets(&t->path, pass, at)) return;
    tell_point(t, index, moment_of(t, (double)pass - t->path.from + at), until,
               at >= 1 ? SNW_RANK_PASS_END : SNW_RANK_REST);
}

static void tell_pass(const teller *t, uint64_t pass) {
    bool whole = pass > 0 && pass < t->path.passes;
    double until = whole ? t->track->work->now + moment_of(t, (double)pass - t->path.from + 1) : -1;
    for (uint32_t i = 0; i < t->row->event_count; ++i)
        pass_mark(t, pass, t->path.ascends ? i : t->row->event_count - 1 - i, until);
}

void snw_track_events_piece(const snw_track *track, double seconds) {
    const snw_clip_row *row = row_of(track);
    if (!row) return;
    teller t = teller_of(track, row, seconds);
    settle(&t);
    if (!counts(track) || !(t.rate > 0)) return;
    const snw_layer part = told_part(track);
    const snw_lane lane = { .layer = &part, .index = track->row, .work = track->work, .binding = track->binding };
    uint64_t whole = t.path.passes ? t.path.passes - 1 : 0;
    double wanted = (double)whole * row->told, room = snw_told_make_room(&lane, 4.0 * row->told, wanted);
    uint64_t told = room < wanted ? (uint64_t)(room / row->told) : whole;
    snw_told_drop(track->work, (double)(whole - told) * row->told);
    tell_pass(&t, 0);
    for (uint64_t pass = 1 + whole - told; pass <= t.path.passes; ++pass) tell_pass(&t, pass);
}

uint32_t snw_track_events_open(const snw_track *track, sinew_open_window *out, uint32_t capacity) {
    const snw_clip_row *row = row_of(track);
    uint32_t count = 0;
    for (uint32_t i = 0; row && i < row->event_count; ++i) {
        if (!is_open(track, &row->marks[i])) continue;
        if (count < capacity) out[count] = (sinew_open_window){ track->row, SINEW_NONE, row->clip, i };
        count++;
    }
    return count;
}
