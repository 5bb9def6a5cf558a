/* What an advance moves the character by: see docs/semantics.md, "Root motion".

   Invariant: in a piece of time every clip's way is exact, whatever the loops, and goes in by the mean of its weight
   over the piece. One clip alone at weight 1 goes in as it is. Ways are mixed as courses (math/motion.h), which are
   kept to a quarter of a radian by cutting the piece, as far as MOST_CUTS go. */
#include "advance/walk.h"

#include <math.h>

enum { MOST_CUTS = 64, POINTS = 4 };

/* Gauss and Legendre's points and weights for four, on [0, 1]: the mean of a product of two smooth fades is exact.
   Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 1964, table 25.4. */
static const double MEAN_AT[POINTS] = { 0.069431844202973712, 0.33000947820757187, 0.66999052179242813,
                                        0.93056815579702629 };
static const double MEAN_BY[POINTS] = { 0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                        0.17392742256872693 };

static bool fades(const snw_lane *lane) {
    for (uint32_t i = 0; i < lane->layer->runs; ++i)
        if (lane->runs[i].source != SNW_SOURCE_NONE) return true;
    return false;
}

/* Of a play in its layer, over [from, to] of the piece that was walked; SINEW_NONE: of the layer itself. */
static double mean_weight(const snw_lane *lane, uint32_t play, double from, double to) {
    double sum = 0;
    for (int i = 0; i < POINTS; ++i) sum += MEAN_BY[i] * snw_play_weight(lane, play, from + (to - from) * MEAN_AT[i]);
    return sum;
}

/* ---- a clip's way ---- */

static snw_motion point_of(const snw_lane *lane, const snw_visit *visit, const snw_clock *clock) {
    const sinew_binding *binding = lane->binding;
    double seconds = snw_clock_position(clock, visit->cycle) * binding->nodes[visit->node].length;
    sinew_root_point p = { { 0, 0, 0 }, 0 };
    binding->root_at(binding->rig_user, visit->clip, seconds, &p);
    return (snw_motion){ { p.translation[0], p.translation[1], p.translation[2] }, p.yaw };
}

static snw_motion way_between(const snw_lane *lane, const snw_visit *visit, const snw_motion *pass,
                              const snw_clock *before, const snw_clock *after) {
    snw_motion a = point_of(lane, visit, before), b = point_of(lane, visit, after);
    int64_t loops = visit->cycle == SNW_CYCLE_LOOP ? after->loops - before->loops : 0;
    if (loops) {
        snw_motion passes = snw_motion_times(pass, (double)loops);
        b = snw_motion_then(&passes, &b);
    }
    return snw_motion_between(&a, &b);
}

static snw_clock clock_at(const snw_visit *visit, double seconds) {
    snw_clock clock = visit->before;
    snw_clock_move(&clock, visit->cycle, snw_course_lengths(&visit->course, seconds));
    return clock;
}

/* ---- legs ---- */

static void put_leg(snw_leg *legs, uint32_t *count, const snw_leg *leg, double start) {
    if (*count < SNW_MOST_LEGS) {
        legs[(*count)++] = *leg;
        return;
    }
    snw_leg *last = &legs[*count - 1];
    double before = *count > 1 ? legs[*count - 2].end : 0, length = leg->end - before;
    if (length > 0) last->covered = (last->covered * (start - before) + leg->covered * (leg->end - start)) / length;
    last->way = snw_motion_then(&last->way, &leg->way);
    last->end = leg->end;
}

/* ---- a piece ---- */

typedef struct piece {
    double seconds;
    bool fades;
    double layer; /* the layer's weight */
} piece;

static const snw_clip_row *mover(const snw_lane *lane, const snw_visit *visit) {
    const snw_clip_row *row = snw_binding_clip(lane->binding, visit->clip);
    return row->moves && !visit->additive ? row : NULL;
}

/* Goes on by a way. With several layers it stays apart until they are put one over the other; should there be more legs
   than there is room for, the last one becomes longer. */
static void go(const snw_lane *lane, double seconds, double covered, const snw_motion *way) {
    snw_work *work = lane->work;
    if (lane->binding->root_layers < 2) {
        work->moved = snw_motion_then(&work->moved, way);
        return;
    }
    double start = work->leg_count ? work->legs[work->leg_count - 1].end : 0;
    put_leg(work->legs, &work->leg_count, &(snw_leg){ start + seconds, covered, *way }, start);
}

static void add_course(snw_arc *sum, const snw_motion *way, double weight) {
    snw_arc arc = snw_arc_of(way);
    for (int i = 0; i < 3; ++i) sum->move[i] += weight * arc.move[i];
    sum->yaw += weight * arc.yaw;
}

/* What the layer's samples weigh over a part of the piece, held ones too. */
static double share_of(const snw_lane *lane, const piece *of, double from, double to) {
    const snw_work *work = lane->work;
    double sum = 0;
    for (uint32_t i = 0; i < work->visit_count; ++i) {
        const snw_visit *visit = &work->visits[i];
        if (visit->additive) continue;
        sum += (of->fades ? mean_weight(lane, visit->play, from, to) : 1) * (double)visit->share;
    }
    for (uint32_t i = 0; of->fades && i < lane->layer->runs; ++i) {
        const snw_run *run = &lane->runs[i];
        if (run->source != SNW_SOURCE_HELD) continue;
        uint32_t outer = work->places[run->current].outer;
        sum += mean_weight(lane, outer, from, to) - mean_weight(lane, run->current, from, to);
    }
    return sum < 1 ? sum : 1;
}

static void mix_cut(const snw_lane *lane, const piece *of, double from, double to) {
    snw_work *work = lane->work;
    snw_arc sum = { { 0, 0, 0 }, 0 };
    for (uint32_t i = 0; i < work->visit_count; ++i) {
        const snw_visit *visit = &work->visits[i];
        const snw_clip_row *row = mover(lane, visit);
        if (!row) continue;
        double weight = (of->fades ? mean_weight(lane, visit->play, from, to) : 1) * (double)visit->share * of->layer;
        if (!(weight > 0)) continue;
        snw_clock before = from > 0 ? clock_at(visit, from) : visit->before;
        snw_clock after = to < of->seconds ? clock_at(visit, to) : visit->after;
        snw_motion way = way_between(lane, visit, &row->pass, &before, &after);
        add_course(&sum, &way, weight);
    }
    snw_motion way = snw_arc_end(&sum);
    bool covers = lane->index && lane->layer->desc->blend == SINEW_BLEND_REPLACE;
    go(lane, to - from, covers ? of->layer * share_of(lane, of, from, to) : 0, &way);
}

/* The most that any clip turns from the piece's start to its end. */
static double most_turn(const snw_lane *lane) {
    const snw_work *work = lane->work;
    double most = 0;
    for (uint32_t i = 0; i < work->visit_count; ++i) {
        const snw_visit *visit = &work->visits[i];
        const snw_clip_row *row = mover(lane, visit);
        if (!row) continue;
        snw_motion way = way_between(lane, visit, &row->pass, &visit->before, &visit->after);
        if (fabs(way.yaw) > most) most = fabs(way.yaw);
    }
    return most;
}

/* Where weights change, and where layers are yet to be put one over the other, cuts are no longer than a frame of 60 a
   second: in each, a clip's way goes in by the mean of its weight, which is exact for an even way only. */
static void mix(const snw_lane *lane, const piece *of) {
    bool finely = of->fades || lane->binding->root_layers > 1;
    double turns = most_turn(lane) * 4, frames = finely ? of->seconds * 60 - SNW_MOMENT : 0;
    double cuts = turns > frames ? turns : frames;
    int count = cuts < MOST_CUTS ? (int)cuts + 1 : MOST_CUTS;
    for (int i = 0; i < count; ++i)
        mix_cut(lane, of, of->seconds * i / count, i + 1 < count ? of->seconds * (i + 1) / count : of->seconds);
}

/* The one clip that all of the piece is, or NULL. */
static const snw_visit *alone(const snw_lane *lane, const piece *of) {
    const snw_work *work = lane->work;
    const snw_visit *found = NULL;
    if (of->fades || of->layer < 1 || lane->binding->root_layers > 1) return NULL;
    for (uint32_t i = 0; i < work->visit_count; ++i) {
        if (work->visits[i].additive) continue;
        if (found || work->visits[i].share < 1) return NULL;
        found = &work->visits[i];
    }
    return found;
}

void snw_root_piece(const snw_lane *lane, double seconds) {
    piece of = { seconds, fades(lane), (double)snw_layer_weight(lane) };
    const snw_visit *one = alone(lane, &of);
    if (!one) {
        mix(lane, &of);
        return;
    }
    const snw_clip_row *row = mover(lane, one);
    if (!row) return;
    snw_motion way = way_between(lane, one, &row->pass, &one->before, &one->after);
    go(lane, seconds, 0, &way);
}

/* ---- layers ---- */

/* Where in a list of legs a joining stands. */
typedef struct leg_place {
    const snw_leg *legs;
    uint32_t count, at;
} leg_place;

static double end_of(const leg_place *p) { return p->at < p->count ? p->legs[p->at].end : INFINITY; }

/* The leg's course over [from, to], which lies inside it. */
static void add_part(snw_arc *sum, const leg_place *p, double from, double to, double weight) {
    if (p->at >= p->count) return;
    double start = p->at ? p->legs[p->at - 1].end : 0, length = p->legs[p->at].end - start;
    double share = length > 0 ? (to - from) / length : 0;
    add_course(sum, &p->legs[p->at].way, weight * (share < 1 ? share : 1));
}

static void join(snw_work *work) {
    leg_place below = { work->road, work->road_count, 0 }, own = { work->legs, work->leg_count, 0 };
    uint32_t count = 0;
    double at = 0;
    while (below.at < below.count || own.at < own.count) {
        double a = end_of(&below), b = end_of(&own), next = a < b ? a : b;
        double covered = own.at < own.count ? own.legs[own.at].covered : 0;
        snw_arc sum = { { 0, 0, 0 }, 0 };
        add_part(&sum, &below, at, next, 1 - covered);
        add_part(&sum, &own, at, next, 1);
        put_leg(work->joined, &count, &(snw_leg){ next, 0, snw_arc_end(&sum) }, at);
        at = next;
        if (!(a > next + SNW_MOMENT)) below.at++;
        if (!(b > next + SNW_MOMENT)) own.at++;
    }
    snw_leg *other = work->road;
    work->road = work->joined;
    work->joined = other;
    work->road_count = count;
}

void snw_root_layer(const snw_lane *lane) {
    snw_work *work = lane->work;
    if (lane->binding->root_layers < 2) return;
    join(work);
    work->leg_count = 0;
}

snw_motion snw_root_take(snw_work *work) {
    snw_motion moved = work->moved;
    for (uint32_t i = 0; i < work->road_count; ++i) moved = snw_motion_then(&moved, &work->road[i].way);
    work->moved = (snw_motion){ { 0, 0, 0 }, 0 };
    work->road_count = 0;
    return moved;
}
