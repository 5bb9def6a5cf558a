/* A track in time: what it plays, the mix that runs, and when the next of its queue begins.
   Invariant: the loop below takes one entry off the queue, ends a mix, enters a last pass, or takes the time that is
   left; so what is due inside a frame begins exactly then, and it ends. */
#include "advance/root.h"
#include "advance/track.h"

#include <math.h>
#include <string.h>

/* ---- a clip that plays ---- */

double snw_track_length(const snw_track *track, const snw_track_play *play) {
    const snw_clip_row *row = snw_binding_clip(track->binding, play->what.clip);
    return row ? row->length : 0;
}

double snw_track_rate(const snw_track *track, const snw_track_play *play) {
    double length = snw_track_length(track, play);
    return length > 0 ? play->what.speed / length : 0;
}

snw_cycle snw_track_cycle(const snw_track *track, const snw_track_play *play) {
    bool last = play->end > 0 && play->whole >= play->end - 1;
    return last || !(snw_track_length(track, play) > 0) ? SNW_CYCLE_ONCE : SNW_CYCLE_LOOP;
}

/* Where a change of passes changes how the clock goes: at a wrap, the end that is ahead. */
static void change_cycle(snw_track_play *play, snw_cycle was, snw_cycle is) {
    if (was == SNW_CYCLE_LOOP && is == SNW_CYCLE_ONCE) snw_clock_once(&play->clock, play->what.speed < 0);
    if (was == SNW_CYCLE_ONCE && is == SNW_CYCLE_LOOP) snw_clock_loop(&play->clock);
}

/* What holds its end and is given more passes goes on from there: the time at its end was no part of one, and what
   waits for its end waits for the new one. Turned round it is not at the start of a pass, and has none to tell. */
static void go_on(const snw_track *track, snw_track_play *play) {
    double phase = play->clock.phase;
    play->whole = play->end;
    play->progress = 0;
    track->head->waited = 0;
    track->head->begins = play->what.speed < 0 ? !(phase > 0) : phase >= 1;
    snw_clock_loop(&play->clock);
}

void snw_track_set_end(const snw_track *track, snw_track_play *play, int64_t end) {
    snw_cycle was = snw_track_cycle(track, play);
    bool pose = !(snw_track_length(track, play) > 0), held = play->end > 0 && play->whole >= play->end;
    if (pose && end > 0) end = 1;
    if (held && !pose && (end == 0 || end > play->end)) {
        go_on(track, play);
        was = SNW_CYCLE_LOOP;
    }
    play->end = end;
    change_cycle(play, was, snw_track_cycle(track, play));
}

static void start_play(const snw_track *track, const snw_track_entry *entry) {
    snw_track_play *play = &track->plays[0];
    memset(play, 0, sizeof *play);
    play->what = *entry;
    play->what.delay = 0;
    bool pose = !(snw_track_length(track, play) > 0);
    play->end = pose && entry->loops ? 1 : entry->loops;
    if (pose) play->whole = 1; /* complete at once */
    else snw_clock_start(&play->clock, snw_track_cycle(track, play), 0, entry->speed < 0);
    track->before[0] = play->clock;
}

static void free_play(snw_track_play *play) {
    memset(play, 0, sizeof *play);
    play->what.clip = SINEW_NONE;
}

static void play_on(const snw_track *track, snw_track_play *play, double seconds) {
    double rate = play->what.clip == SINEW_NONE ? 0 : snw_track_rate(track, play);
    if (!(fabs(rate) > 0)) return;
    snw_cycle cycle = snw_track_cycle(track, play);
    snw_clock_move(&play->clock, cycle, rate * seconds);
    snw_progress_add(&play->progress, &play->whole, rate * seconds);
    change_cycle(play, cycle, snw_track_cycle(track, play));
}

/* Seconds until its progress is a whole number; infinite where it stands. */
static double until_passes(const snw_track *track, const snw_track_play *play, int64_t passes) {
    double rate = fabs(snw_track_rate(track, play)), left = (double)(passes - play->whole) - play->progress;
    return rate > 0 ? left / rate : INFINITY;
}

static bool has_ended(const snw_track *track, const snw_track_play *play) {
    return play->end > 0 && (play->whole >= play->end || until_passes(track, play, play->end) <= SNW_MOMENT);
}

/* ---- mixes ---- */

void snw_track_show(const snw_track *track, const snw_track_entry *entry) {
    snw_track_head *head = track->head;
    head->mask = entry ? entry->mask : SINEW_NONE;
    head->blend = entry ? entry->blend : 0;
    head->reference_clip = entry ? entry->reference_clip : SINEW_NONE;
    head->reference_time = entry ? entry->reference_time : 0;
}

static void end_mix(const snw_track *track) {
    free_play(&track->plays[1]);
    if (!snw_track_plays(track)) snw_track_show(track, NULL);
    track->head->source = SNW_SOURCE_NONE;
    track->head->held_weight = 0;
    track->head->elapsed = track->head->duration = 0;
}

static void end_mix_if_due(const snw_track *track) {
    const snw_track_head *head = track->head;
    if (snw_track_fading(track) && head->duration - head->elapsed <= SNW_MOMENT) end_mix(track);
}

/* What a mix that begins now comes from. One that has shown nothing yet is replaced; one that runs is cut. */
static void leave_current(const snw_track *track) {
    snw_track_head *head = track->head;
    if (snw_track_fading(track) && !(head->elapsed > 0)) return;
    if (snw_track_fading(track)) {
        float weight = (float)snw_track_weight(track);
        free_play(&track->plays[1]);
        head->source = SNW_SOURCE_HELD;
        head->held_weight = weight;
        head->serial++;
        return;
    }
    head->source = snw_track_plays(track) ? SNW_SOURCE_PLAY : SNW_SOURCE_NONE;
    track->plays[1] = track->plays[0];
    track->before[1] = track->before[0];
}

void snw_track_begin(const snw_track *track, const snw_track_entry *entry, double mix) {
    if (track->binding->track_words) snw_track_events_leave(track);
    leave_current(track);
    free_play(&track->plays[0]);
    if (entry) {
        start_play(track, entry);
        snw_track_show(track, entry);
    }
    bool nothing = !entry && track->head->source == SNW_SOURCE_NONE;
    track->head->elapsed = 0;
    track->head->duration = mix;
    track->head->waited = 0;
    track->head->begins = 0;
    if (mix <= SNW_MOMENT || nothing) end_mix(track);
    if (entry && track->binding->track_words) snw_track_events_begin(track);
}

/* ---- the queue ---- */

void snw_track_clear_queue(const snw_track *track) {
    memset(track->queue, 0, track->binding->track_queue * sizeof *track->queue);
    for (uint32_t i = 0; i < track->binding->track_queue; ++i) track->queue[i].clip = SINEW_NONE;
    track->head->queued = 0;
    track->head->waited = 0;
}

void snw_track_clear(const snw_track *track) {
    memset(track->bits, 0, track->binding->track_words * sizeof *track->bits);
    free_play(&track->plays[0]);
    end_mix(track);
    snw_track_clear_queue(track);
    track->head->begins = 0;
}

static snw_track_entry take_first(const snw_track *track) {
    snw_track_entry first = track->queue[0];
    uint32_t left = --track->head->queued;
    memmove(track->queue, track->queue + 1, left * sizeof *track->queue);
    memset(&track->queue[left], 0, sizeof *track->queue);
    track->queue[left].clip = SINEW_NONE;
    return first;
}

/* Whether the first of the queue only waits for its delay. */
static bool waits(const snw_track *track) {
    return track->head->queued && (!snw_track_plays(track) || has_ended(track, &track->plays[0]));
}

/* Begins what is due now; false if nothing is. */
static bool begin_due(const snw_track *track) {
    snw_track_play *current = &track->plays[0];
    if (track->head->queued && snw_track_plays(track) && current->end == 0)
        snw_track_set_end(track, current, current->whole + 1); /* it plays for ever: with the pass that it is in */
    if (waits(track)) {
        if (track->queue[0].delay - track->head->waited > SNW_MOMENT) return false;
        snw_track_entry entry = take_first(track);
        snw_track_begin(track, &entry, snw_track_mix_in(track, &entry));
        return true;
    }
    if (track->head->queued || !snw_track_plays(track) || !has_ended(track, current)) return false;
    snw_track_begin(track, NULL, snw_track_mix_out(track));
    return true;
}

/* ---- an advance ---- */

/* Seconds until a play's last pass begins. */
static double until_last_pass(const snw_track *track, const snw_track_play *play) {
    bool comes = play->what.clip != SINEW_NONE && play->end > 0 && snw_track_cycle(track, play) == SNW_CYCLE_LOOP;
    return comes ? until_passes(track, play, play->end - 1) : INFINITY;
}

static double least(double a, double b) { return b < a ? b : a; }

static double next_moment(const snw_track *track) {
    const snw_track_head *head = track->head;
    const snw_track_play *current = &track->plays[0];
    double soonest = least(until_last_pass(track, current), until_last_pass(track, &track->plays[1]));
    if (snw_track_fading(track)) soonest = least(soonest, head->duration - head->elapsed);
    if (waits(track)) return least(soonest, track->queue[0].delay - head->waited);
    if (snw_track_plays(track) && current->end > 0 && !has_ended(track, current))
        soonest = least(soonest, until_passes(track, current, current->end));
    return soonest;
}

static void pass_time(const snw_track *track, double seconds) {
    bool waiting = waits(track);
    if (track->binding->root_track && track->row == 0) snw_root_track(track, seconds);
    if (track->binding->track_words) snw_track_events_piece(track, seconds);
    play_on(track, &track->plays[0], seconds);
    play_on(track, &track->plays[1], seconds);
    if (snw_track_fading(track)) track->head->elapsed += seconds;
    if (waiting) track->head->waited += seconds;
    end_mix_if_due(track);
}

void snw_track_note_before(const snw_track *track) {
    for (int i = 0; i < 2; ++i) track->before[i] = track->plays[i].clock;
}

/* As in a layer: what is due at the very end has ended in it, what may begin then begins with the next. */
void snw_track_advance(const snw_track *track, double dt) {
    double start = track->work->now, left = dt;
    snw_track_do_wish(track);
    if (track->head->begins && track->binding->track_words) snw_track_events_begin(track);
    track->head->begins = 0;
    for (;;) {
        while (begin_due(track)) {
        }
        if (!(left > 0)) return;
        double step = next_moment(track);
        if (!(left - step > SNW_MOMENT)) step = left;
        pass_time(track, step);
        left = step < left ? left - step : 0;
        track->work->now = snw_now_after(track->work->now + step, start + (dt - left));
        if (!(left > 0)) return;
    }
}
