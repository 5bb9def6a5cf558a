/* Whose pieces root motion adds up: a layer's, as it was walked, and a track's.
   Invariant: a weight is the mean over a stretch of time, exact for fades up to two smooth ones inside each other. */
#include "advance/root.h"
#include "advance/track.h"
#include "advance/walk.h"

enum { POINTS = 4 };

/* Gauss and Legendre's points and weights for four, on [0, 1]: the mean of a product of two smooth fades is exact.
   Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 1964, table 25.4. */
static const double MEAN_AT[POINTS] = { 0.069431844202973712, 0.33000947820757187, 0.66999052179242813,
                                        0.93056815579702629 };
static const double MEAN_BY[POINTS] = { 0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                        0.17392742256872693 };

/* ---- a layer ---- */

/* Of a play in its layer, over [from, to] of the piece that was walked; SINEW_NONE: of the layer itself. */
static double mean_weight(const snw_lane *lane, uint32_t play, double from, double to) {
    double sum = 0;
    for (int i = 0; i < POINTS; ++i) sum += MEAN_BY[i] * snw_play_weight(lane, play, from + (to - from) * MEAN_AT[i]);
    return sum;
}

static double visit_weight(const void *user, const snw_visit *visit, double from, double to) {
    return mean_weight(user, visit->play, from, to);
}

static double held_weight(const void *user, double from, double to) {
    const snw_lane *lane = user;
    double sum = 0;
    for (uint32_t i = 0; i < lane->layer->runs; ++i) {
        const snw_run *run = &lane->runs[i];
        if (run->source != SNW_SOURCE_HELD) continue;
        uint32_t outer = lane->work->places[run->current].outer;
        sum += mean_weight(lane, outer, from, to) - mean_weight(lane, run->current, from, to);
    }
    return sum;
}

void snw_root_walked(const snw_lane *lane, double seconds) {
    snw_root_part part = { .binding = lane->binding,
                           .work = lane->work,
                           .visits = lane->work->visits,
                           .count = lane->work->visit_count,
                           .seconds = seconds,
                           .layer = (double)snw_layer_weight(lane),
                           .covers = lane->index && lane->layer->desc->blend == SINEW_BLEND_REPLACE,
                           .fades = snw_any_fade(lane),
                           .weight = visit_weight,
                           .held = held_weight,
                           .user = lane };
    snw_root_add(&part);
}

/* ---- a track ---- */

/* Both sides' weights grow evenly in a mix, so the mean is that of the middle. */
static double side_weight(const void *user, const snw_visit *visit, double from, double to) {
    const snw_track *track = user;
    double share = (track->head->elapsed + (from + to) / 2) / track->head->duration;
    return visit->play == 0 ? share : 1 - share;
}

static snw_visit visit_of(const snw_track *track, uint32_t index, double seconds) {
    const snw_track_play *play = &track->plays[index];
    snw_visit visit = { .play = index, .clip = play->what.clip, .cycle = snw_track_cycle(track, play) };
    visit.before = visit.after = play->clock;
    visit.course = (snw_course){ snw_track_rate(track, play), 0 };
    visit.share = play->what.weight;
    snw_clock_move(&visit.after, visit.cycle, visit.course.rate * seconds);
    return visit;
}

void snw_root_track(const snw_track *track, double seconds) {
    snw_visit visits[2];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2; ++i)
        if (track->plays[i].what.clip != SINEW_NONE) visits[count++] = visit_of(track, i, seconds);
    snw_root_part part = { .binding = track->binding,
                           .work = track->work,
                           .visits = visits,
                           .count = count,
                           .seconds = seconds,
                           .layer = 1,
                           .fades = snw_track_fading(track),
                           .weight = side_weight,
                           .user = track };
    snw_root_add(&part);
}
