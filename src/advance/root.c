/* What an advance moves the character by: see docs/semantics.md, "Root motion".

   Invariant: in a piece of time every clip's way is exact, whatever the loops, and goes in by the mean of its weight
   over the piece. One clip alone at weight 1 goes in as it is. Ways are mixed as courses (math/motion.h), which are
   kept to a quarter of a radian by cutting the piece, as far as MOST_CUTS go. */
#include "advance/root.h"

#include <math.h>

enum { MOST_CUTS = 64 };

/* ---- a clip's way ---- */

static snw_motion point_of(const snw_root_part *part, const snw_visit *visit, const snw_clip_row *row,
                           const snw_clock *clock) {
    sinew_root_point p = { { 0, 0, 0 }, 0 };
    part->binding->root_at(part->binding->rig_user, visit->clip, snw_clock_position(clock, visit->cycle) * row->length,
                           &p);
    return (snw_motion){ { p.translation[0], p.translation[1], p.translation[2] }, p.yaw };
}

static snw_motion way_between(const snw_root_part *part, const snw_visit *visit, const snw_clip_row *row,
                              const snw_clock *before, const snw_clock *after) {
    snw_motion a = point_of(part, visit, row, before), b = point_of(part, visit, row, after);
    int64_t loops = visit->cycle == SNW_CYCLE_LOOP ? after->loops - before->loops : 0;
    if (loops) {
        snw_motion passes = snw_motion_times(&row->pass, (double)loops);
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

static const snw_clip_row *mover(const snw_root_part *part, const snw_visit *visit) {
    const snw_clip_row *row = snw_binding_clip(part->binding, visit->clip);
    return row->moves && !visit->additive ? row : NULL;
}

/* Goes on by a way. With several layers it stays apart until they are put one over the other; should there be more legs
   than there is room for, the last one becomes longer. */
static void go(const snw_root_part *part, double seconds, double covered, const snw_motion *way) {
    snw_work *work = part->work;
    if (part->binding->root_layers < 2) {
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

static double weight_of(const snw_root_part *part, const snw_visit *visit, double from, double to) {
    return (part->fades ? part->weight(part->user, visit, from, to) : 1) * (double)visit->share;
}

/* What the layer's samples weigh, held ones too. */
static double share_of(const snw_root_part *part, double from, double to) {
    double sum = part->fades ? part->held(part->user, from, to) : 0;
    for (uint32_t i = 0; i < part->count; ++i)
        if (!part->visits[i].additive) sum += weight_of(part, &part->visits[i], from, to);
    return sum < 1 ? sum : 1;
}

static void mix_cut(const snw_root_part *part, double from, double to) {
    snw_arc sum = { { 0, 0, 0 }, 0 };
    for (uint32_t i = 0; i < part->count; ++i) {
        const snw_visit *visit = &part->visits[i];
        const snw_clip_row *row = mover(part, visit);
        if (!row) continue;
        double weight = weight_of(part, visit, from, to) * part->layer;
        if (!(weight > 0)) continue;
        snw_clock before = from > 0 ? clock_at(visit, from) : visit->before;
        snw_clock after = to < part->seconds ? clock_at(visit, to) : visit->after;
        snw_motion way = way_between(part, visit, row, &before, &after);
        add_course(&sum, &way, weight);
    }
    snw_motion way = snw_arc_end(&sum);
    go(part, to - from, part->covers ? part->layer * share_of(part, from, to) : 0, &way);
}

/* The most that any clip turns from the piece's start to its end. */
static double most_turn(const snw_root_part *part) {
    double most = 0;
    for (uint32_t i = 0; i < part->count; ++i) {
        const snw_visit *visit = &part->visits[i];
        const snw_clip_row *row = mover(part, visit);
        if (!row) continue;
        snw_motion way = way_between(part, visit, row, &visit->before, &visit->after);
        if (fabs(way.yaw) > most) most = fabs(way.yaw);
    }
    return most;
}

/* Where weights change, and where layers are yet to be put one over the other, cuts are no longer than a frame of 60 a
   second: in each, a clip's way goes in by the mean of its weight, which is exact for an even way only. */
static void mix(const snw_root_part *part) {
    bool finely = part->fades || part->binding->root_layers > 1;
    double turns = most_turn(part) * 4, frames = finely ? part->seconds * 60 - SNW_MOMENT : 0;
    double cuts = turns > frames ? turns : frames, whole = part->seconds;
    int count = cuts < MOST_CUTS ? (int)cuts + 1 : MOST_CUTS;
    for (int i = 0; i < count; ++i) mix_cut(part, whole * i / count, i + 1 < count ? whole * (i + 1) / count : whole);
}

/* The one clip that all of the piece is, or NULL. */
static const snw_visit *alone(const snw_root_part *part) {
    const snw_visit *found = NULL;
    if (part->fades || part->layer < 1 || part->binding->root_layers > 1) return NULL;
    for (uint32_t i = 0; i < part->count; ++i) {
        if (part->visits[i].additive) continue;
        if (found || part->visits[i].share < 1) return NULL;
        found = &part->visits[i];
    }
    return found;
}

void snw_root_add(const snw_root_part *part) {
    const snw_visit *one = alone(part);
    if (!one) {
        mix(part);
        return;
    }
    const snw_clip_row *row = mover(part, one);
    if (!row) return;
    snw_motion way = way_between(part, one, row, &one->before, &one->after);
    go(part, part->seconds, 0, &way);
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

void snw_root_layer(const sinew_binding *binding, snw_work *work) {
    if (binding->root_layers < 2) return;
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
