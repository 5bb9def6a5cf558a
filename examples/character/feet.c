/* How a foot goes round in a gait. Invariant: while the shoe's lowest vertex is within 5 mm of the ground it moves
   with the ground, whatever the foot's pitch and the toes' bend do above it: the ankle's way is the sum of the small
   steps that rolling over that vertex asks for. Only the swing is drawn freely. */
#include <stdlib.h>

#include "hero.h"

typedef struct sole_point {
    vec3 at;
    double toe;
} sole_point;

enum { MAX_SOLE = 1024 };
static sole_point sole[MAX_SOLE];
static uint32_t sole_count;

void foot_learn(const mesh meshes[MATERIAL_COUNT]) {
    static const int parts[] = { SOLES, SHOES };
    vec3 ankle = skeleton[FOOT_L].bind;
    sole_count = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const mesh *m = &meshes[parts[i]];
        for (uint32_t k = 0; k < m->vertex_count && sole_count < MAX_SOLE; ++k) {
            const vertex *v = &m->vertices[k];
            if (v->position.x < 0 || v->position.y > 0.03) continue;
            double toe = 0;
            for (int w = 0; w < 4; ++w) toe += v->joints[w] == TOE_L ? v->weights[w] : 0;
            sole[sole_count++] = (sole_point){ sub(v->position, ankle), toe };
        }
    }
}

/* A foot's rotations, worked out once for all its points. */
typedef struct turned {
    quat foot, toe;
    double out;
} turned;

static turned turned_of(const foot *f, int side) {
    return (turned){ mul(about_y(f->yaw), about_x(-f->pitch)), about_x(-f->toe), side ? -1 : 1 };
}

static vec3 point_at(const turned *t, uint32_t which) {
    vec3 p = sole[which].at, joint = sub(skeleton[TOE_L].bind, skeleton[FOOT_L].bind);
    if (sole[which].toe > 0) {
        vec3 bent = add(joint, rotate(t->toe, sub(p, joint)));
        p = add(p, scale(sub(bent, p), sole[which].toe));
    }
    p.x *= t->out;
    return rotate(t->foot, p);
}

static vec3 sole_at(const foot *f, int side, uint32_t which) {
    turned t = turned_of(f, side);
    return point_at(&t, which);
}

double foot_lowest(const foot *f, int side, uint32_t *which) {
    turned t = turned_of(f, side);
    double lowest = 1e9;
    for (uint32_t i = 0; i < sole_count; ++i) {
        double y = point_at(&t, i).y;
        if (y >= lowest) continue;
        lowest = y;
        if (which) *which = i;
    }
    return lowest;
}

vec3 foot_slide(const foot *from, const foot *to, int side) {
    uint32_t which = 0;
    if (from->ankle.y + foot_lowest(from, side, &which) > 0.006) return vec(0, 0, 0);
    vec3 moved = add(sub(to->ankle, from->ankle), sub(sole_at(to, side, which), sole_at(from, side, which)));
    return vec(moved.x, 0, moved.z);
}

/* ---- tracks: monotone cubic, so that what is flat between two keys stays flat ------------------- */

static double slope(double before, double here, double after, double left_span, double right_span) {
    double a = (here - before) / left_span, b = (after - here) / right_span;
    if (a * b <= 0) return 0;
    double wa = 2 * right_span + left_span, wb = right_span + 2 * left_span;
    return (wa + wb) / (wa / a + wb / b);
}

static double hermite(double a, double ta, double b, double tb, double span, double t) {
    double t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * span * ta + (3 * t2 - 2 * t3) * b + (t3 - t2) * span * tb;
}

static key track_key(const key *keys, int count, bool closed, int i) {
    if (i >= 0 && i < count) return keys[i];
    if (!closed) return keys[i < 0 ? 0 : count - 1];
    return i < 0 ? (key){ keys[i + count].at - 1, keys[i + count].value }
                 : (key){ keys[i - count].at + 1, keys[i - count].value };
}

static double track_slope(const key *keys, int count, bool closed, int i) {
    if (!closed && (i <= 0 || i >= count - 1)) return 0;
    key a = track_key(keys, count, closed, i - 1), b = track_key(keys, count, closed, i);
    key c = track_key(keys, count, closed, i + 1);
    return slope(a.value, b.value, c.value, b.at - a.at, c.at - b.at);
}

double track_value(const key *keys, int count, bool closed, double at) {
    if (count == 1) return keys[0].value;
    if (closed) at -= floor(at);
    int i = -1;
    while (i + 1 < count && keys[i + 1].at <= at) ++i;
    if (!closed && (i < 0 || i == count - 1)) return keys[i < 0 ? 0 : count - 1].value;
    key a = track_key(keys, count, closed, i), b = track_key(keys, count, closed, i + 1);
    double span = b.at - a.at;
    return hermite(a.value, track_slope(keys, count, closed, i), b.value, track_slope(keys, count, closed, i + 1), span,
                   (at - a.at) / span);
}

/* ---- the path ----------------------------------------------------------------------------------- */

static foot turned_foot(const gait *g, double phase, int side) {
    foot f = { .yaw = g->yaw * (side ? -1 : 1) };
    f.pitch = track_value(g->pitch, g->pitch_count, true, phase);
    double wanted = fmax(-f.pitch, 0);
    double limit = track_value(g->toe_limit, g->toe_limit_count, true, phase);
    const double soft = 6;
    double h = fmax(soft - fabs(wanted - limit), 0) / soft;
    f.toe = fmax(fmin(wanted, limit) - h * h * soft * 0.25, 0);
    return f;
}

/* How high the lowest point is, just before and after it stands. */
static double rise(const gait *g, double phase) {
    double seconds = phase < 0 ? -phase * g->period : phase > g->duty ? (phase - g->duty) * g->period : 0;
    double t = seconds / g->release;
    return 0.007 * t * t;
}

typedef struct stand {
    foot *at;
    int count;
    double from, to;
} stand;

/* Rolls over the ground, which stands still here; then moves the whole so that its middle lies where it should. */
static stand roll(const gait *g, int side) {
    double early = g->release / g->period;
    stand s = { .count = 3000, .from = -early, .to = g->duty + early };
    s.at = grow(NULL, (size_t)s.count * sizeof *s.at);
    double step = (s.to - s.from) / (s.count - 1);
    for (int i = 0; i < s.count; ++i) {
        double phase = s.from + step * i;
        foot f = turned_foot(g, phase, side);
        f.ankle.y = rise(g, phase) - foot_lowest(&f, side, NULL);
        if (i) {
            uint32_t which = 0;
            foot half = turned_foot(g, phase - step / 2, side);
            foot_lowest(&half, side, &which);
            vec3 moved = sub(sole_at(&f, side, which), sole_at(&s.at[i - 1], side, which));
            f.ankle.x = s.at[i - 1].ankle.x - moved.x;
            f.ankle.z = s.at[i - 1].ankle.z - moved.z;
        }
        s.at[i] = f;
    }
    return s;
}

/* Into the root's space: the ground goes back, and the middle of the stand lies at the gait's centre. */
static void place(stand *s, const gait *g, int side) {
    vec3 bind = skeleton[side ? FOOT_R : FOOT_L].bind, middle = vec(0, 0, 0);
    double out = side ? -1 : 1, step = (s->to - s->from) / (s->count - 1);
    for (int i = 0; i < s->count; ++i) {
        double seconds = (s->from + step * i) * g->period;
        s->at[i].ankle.x -= g->direction_x * g->speed * seconds;
        s->at[i].ankle.z -= g->direction_z * g->speed * seconds;
        if (i == s->count / 2) middle = s->at[i].ankle;
    }
    bool sideways = fabs(g->direction_x) > 0.5;
    double x = bind.x + (sideways ? g->direction_x * g->centre : out * g->side);
    double z = bind.z + (sideways ? g->side : g->direction_z * g->centre);
    for (int i = 0; i < s->count; ++i) {
        s->at[i].ankle.x += x - middle.x;
        s->at[i].ankle.z += z - middle.z;
    }
}

static foot stand_at(const stand *s, double phase) {
    double at = clamp((phase - s->from) / (s->to - s->from), 0, 1) * (s->count - 1);
    int i = at >= s->count - 1 ? s->count - 2 : (int)at;
    double t = at - i;
    const foot *a = &s->at[i], *b = a + 1;
    return (foot){ add(a->ankle, scale(sub(b->ankle, a->ankle), t)), mix(a->pitch, b->pitch, t), a->yaw,
                   mix(a->toe, b->toe, t) };
}

/* The swing's knots in the root's space, the stand's end and start among them with the speeds they have there. */
typedef struct swing {
    double at[8];
    vec3 point[8], speed[8];
    int count;
} swing;

static swing swing_of(const gait *g, const stand *s, int side) {
    swing w = { 0 };
    vec3 bind = skeleton[side ? FOOT_R : FOOT_L].bind;
    double out = side ? -1 : 1;
    bool sideways = fabs(g->direction_x) > 0.5;
    double step = (s->to - s->from) / (s->count - 1);
    w.at[0] = s->to;
    w.point[0] = s->at[s->count - 1].ankle;
    w.speed[0] = scale(sub(s->at[s->count - 1].ankle, s->at[s->count - 2].ankle), 1 / step);
    for (int i = 0; i < g->knot_count; ++i) {
        const swing_knot *k = &g->knots[i];
        w.at[i + 1] = k->at;
        w.point[i + 1] = add(bind, sideways ? vec(g->direction_x * k->forward, k->height, k->side)
                                            : vec(out * k->side, k->height, g->direction_z * k->forward));
    }
    w.count = g->knot_count + 2;
    w.at[w.count - 1] = 1 + s->from;
    w.point[w.count - 1] = s->at[0].ankle;
    w.speed[w.count - 1] = scale(sub(s->at[1].ankle, s->at[0].ankle), 1 / step);
    for (int i = 1; i + 1 < w.count; ++i) {
        w.speed[i] = scale(sub(w.point[i + 1], w.point[i - 1]), 1 / (w.at[i + 1] - w.at[i - 1]));
    }
    return w;
}

static vec3 swing_at(const swing *w, double phase) {
    int i = 0;
    while (i + 2 < w->count && phase > w->at[i + 1]) ++i;
    double span = w->at[i + 1] - w->at[i], t = (phase - w->at[i]) / span;
    const vec3 *a = &w->point[i], *b = a + 1, *ta = &w->speed[i], *tb = ta + 1;
    return vec(hermite(a->x, ta->x, b->x, tb->x, span, t), hermite(a->y, ta->y, b->y, tb->y, span, t),
               hermite(a->z, ta->z, b->z, tb->z, span, t));
}

void foot_path_build(foot_path *path, const gait *g, int side) {
    stand s = roll(g, side);
    place(&s, g, side);
    swing w = swing_of(g, &s, side);
    path->least_clearance = 1;
    for (int i = 0; i <= PATH_STEPS; ++i) {
        double phase = (double)(i % PATH_STEPS) / PATH_STEPS;
        if (phase <= s.to) {
            path->at[i] = stand_at(&s, phase);
        } else if (phase >= 1 + s.from) {
            path->at[i] = stand_at(&s, phase - 1);
        } else {
            foot f = turned_foot(g, phase, side);
            f.ankle = swing_at(&w, phase);
            path->at[i] = f;
            double clear = f.ankle.y + foot_lowest(&f, side, NULL);
            if (clear < path->least_clearance) path->least_clearance = clear;
        }
    }
    free(s.at);
}

foot foot_path_at(const foot_path *path, double phase) {
    double at = (phase - floor(phase)) * PATH_STEPS;
    int i = (int)at >= PATH_STEPS ? PATH_STEPS - 1 : (int)at;
    double t = at - i;
    const foot *a = &path->at[i], *b = a + 1;
    return (foot){ add(a->ankle, scale(sub(b->ankle, a->ankle), t)), mix(a->pitch, b->pitch, t), a->yaw,
                   mix(a->toe, b->toe, t) };
}
