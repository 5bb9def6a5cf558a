/* The shape of a chain that is made longer or shorter. Invariant: bones keep their lengths, and the shape depends
   smoothly on the distance between the ends: no direction is made from what may vanish, and nothing is counted.

   Directions of bones are points of a plane: the sphere of directions seen from the one straight back along the line
   from root to end. Along the line is the plane's middle, at right angles to it the unit circle, straight back is
   nowhere. To shift and to scale the plane takes a shape to others that bend alike, from nearly straight to folded up,
   and no two points ever meet. Bones and line are a closed polygon; of the maps of the sphere that keep angles just
   one, but for turns, closes it with the line's length changed, wherever the bones can reach. It is where a convex
   function on hyperbolic space is least, whose slope is what the end is off by: Newton's steps come to it from
   anywhere. As the third derivative is at most twice the second, a step of length ln(1 + 2r) / 2, where Newton's is r,
   always descends.

   In a pose that lies flat along its line points lie in the middle and nowhere alone; of joints in a row some could not
   bend at all. So the farther the distance is from the pose's own, the more of an arc is mixed in.
   Source: J. Cantarella, H. Schumacher, "Computing the conformal barycenter", 2022. */
#include "pose/ik.h"

/* What the end may be off by, as a share of the length. */
#define NEAR 1e-12
/* Most of an arc that is mixed in, and the share of the length by which the distance has changed by then; more of it
   where the pose is like an arc anyway, into bones on the side that they have in it: on their way to another shape
   points could meet. */
#define MIXED 0.3
#define FAR 0.08
#define MORE 0.4
#define FARTHER 0.5
/* How much of an arc is in what is mixed in where the pose is like none, and how wide that is where the pose is
   straight: angle between the line and its end. */
#define SIDE 0.2
#define LEAST_ARC 1e-3
/* No arc is wider, however the pose is bent. */
#define MOST_ARC 1.6
/* Nothing told from straight back lies farther out. */
#define OUTSIDE 1e12

typedef struct point {
    double x, y;
} point;

static point mixed(point a, double s, point b, double t) { return (point){ s * a.x + t * b.x, s * a.y + t * b.y }; }
static double square(point a) { return a.x * a.x + a.y * a.y; }

typedef struct polygon {
    const snw_shape *shape;
    double distance;
    point at[SINEW_IK_MAX_JOINTS];
    double arc[SINEW_IK_MAX_JOINTS]; /* the bones' places in an arc, from nearly 1 to nearly -1; their mean is 0 */
} polygon;

/* Points around the line as angles from it, where straight back is a circle: what lies there may go any way. */
static void unroll(polygon *p, snw_bend bend) {
    const snw_shape *s = p->shape;
    snw_d3 normal = snw_d3_cross(bend.along, bend.side);
    double gone = 0.0;
    for (uint32_t i = 0; i < s->count; ++i) {
        snw_d3 u = s->direction[i];
        p->arc[i] = 1.0 - (2.0 * gone + s->bone[i]) / s->length;
        point off = { snw_d3_dot(u, bend.side), snw_d3_dot(u, normal) };
        double sine = sqrt(square(off)), angle = snw_atan2(sine, snw_d3_dot(u, bend.along));
        if (sine > 1e-6) p->at[i] = mixed(off, angle / sine, off, 0.0);
        else p->at[i] = (point){ p->arc[i] < 0.0 ? -angle : angle, 0.0 };
        gone += s->bone[i];
    }
}

/* Where the arc that is most like the points ends; a little of one as wide as they are, where they are like none to the
   side that the pose bends to, is always in it. `mean` of the points; `likeness`: 1 points of an arc, 0 like none. */
static point arc_like(const polygon *p, point *mean, double *likeness) {
    point like = { 0, 0 };
    double wide = 0.0, arc_wide = 0.0;
    *mean = like;
    for (uint32_t i = 0; i < p->shape->count; ++i) {
        double share = p->shape->bone[i] / p->shape->length;
        *mean = mixed(*mean, 1.0, p->at[i], share);
        like = mixed(like, 1.0, p->at[i], share * p->arc[i]);
        wide += share * square(p->at[i]);
        arc_wide += share * p->arc[i] * p->arc[i];
    }
    *likeness = 0.0;
    if (!(arc_wide > 0.0)) return *mean; /* one bone */
    like = mixed(like, 1.0 / arc_wide, like, 0.0);
    wide -= square(*mean);
    wide = wide > 0.0 ? sqrt(wide / arc_wide) : 0.0;
    if (wide < LEAST_ARC) wide = LEAST_ARC;
    *likeness = square(like) / (wide * wide);
    point to = { like.x + 0.01 * wide, like.y };
    double length = sqrt(square(to));
    point end = length > 1e-12 ? mixed(like, 1.0, to, SIDE * wide / length) : (point){ SIDE * wide, 0 };
    return mixed(end, 1.0 / sqrt(1.0 + square(end) / (MOST_ARC * MOST_ARC)), end, 0.0);
}

/* From the unrolled map to the plane: the tangent of half the angle. */
static point projected(point a) {
    double angle = sqrt(square(a));
    if (angle < 1e-6) return mixed(a, 0.5, a, 0.0);
    double c = snw_cos(0.5 * angle), s = snw_sin(0.5 * angle);
    return mixed(a, (s < c * OUTSIDE ? s / c : OUTSIDE) / angle, a, 0.0);
}

/* 1 where two points are one, 0 where they lie to opposite sides of the middle. */
static double agreement(point a, point b) {
    double same = a.x * b.x + a.y * b.y;
    return same > 0.0 ? 2.0 * same / (square(a) + square(b)) : 0.0;
}

/* `gone`: by what share of the length the distance is another than the pose's. */
static void start(polygon *p, snw_bend bend, double gone) {
    point mean;
    double likeness;
    unroll(p, bend);
    point end = arc_like(p, &mean, &likeness);
    double all = MIXED * snw_smooth(gone / FAR), more = MORE * likeness * snw_smooth(gone / FARTHER);
    for (uint32_t i = 0; i < p->shape->count; ++i) {
        point to = mixed(end, p->arc[i], end, 0.0);
        double share = all + more * agreement(mixed(p->at[i], 1.0, mean, -1.0), to);
        p->at[i] = projected(mixed(p->at[i], 1.0 - share, to, share));
    }
}

/* Along the line, to the side, and across both. */
static snw_d3 direction_of(point p) {
    double k = 2.0 / (1.0 + square(p));
    return (snw_d3){ k - 1.0, k * p.x, k * p.y };
}

/* Of a symmetric matrix. */
typedef struct matrix {
    double xx, xy, xz, yy, yz, zz;
} matrix;

/* By how much the end is off, and the derivative of that: sums of b u and of b (1 - u uT), of the line's too. */
static snw_d3 slope(const polygon *p, matrix *h) {
    snw_d3 off = { -p->distance, 0, 0 };
    *h = (matrix){ .yy = p->distance, .zz = p->distance };
    for (uint32_t i = 0; i < p->shape->count; ++i) {
        snw_d3 u = direction_of(p->at[i]), bu = snw_d3_scale(u, p->shape->bone[i]);
        off = snw_d3_add(off, bu);
        h->xx += bu.y * u.y + bu.z * u.z, h->yy += bu.x * u.x + bu.z * u.z, h->zz += bu.x * u.x + bu.y * u.y;
        h->xy -= bu.x * u.y, h->xz -= bu.x * u.z, h->yz -= bu.y * u.z;
    }
    return off;
}

/* What the matrix takes to g. It is positive but where all directions lie on one line; `least` keeps it so there. */
static snw_d3 solved(const matrix *h, snw_d3 g, double least) {
    double a = h->xx + least, l1 = h->xy / a, l2 = h->xz / a;
    double b = h->yy + least - l1 * h->xy, m = h->yz - l1 * h->xz;
    if (b < least) b = least;
    double l3 = m / b, c = h->zz + least - l2 * h->xz - l3 * m;
    if (c < least) c = least;
    double y = g.y - l1 * g.x, z = (g.z - l2 * g.x - l3 * y) / c;
    y = y / b - l3 * z;
    return (snw_d3){ g.x / a - l1 * y - l2 * z, y, z };
}

/* The scale and the shift that a way in hyperbolic space in the direction of v comes to. */
static void move(polygon *p, snw_d3 v) {
    double r = snw_d3_length(v), e = sqrt(1.0 + 2.0 * r), back = 1.0 / e;
    double k = r > 0.0 ? 0.5 * (e - back) / r : 0.0, scale = 0.5 * (e + back) + k * v.x;
    for (uint32_t i = 0; i < p->shape->count; ++i) p->at[i] = mixed(p->at[i], scale, (point){ v.y, v.z }, -k);
}

static void write(snw_shape *shape, const polygon *p, snw_bend bend) {
    snw_d3 normal = snw_d3_cross(bend.along, bend.side);
    for (uint32_t i = 0; i < shape->count; ++i) {
        snw_d3 u = direction_of(p->at[i]);
        u = snw_d3_along(snw_d3_along(snw_d3_scale(bend.along, u.x), u.y, bend.side), u.z, normal);
        shape->direction[i] = snw_d3_unit(u, 0.0, bend.along);
    }
}

/* All along the line, or all but one straight back. */
static void lay_flat(snw_shape *shape, snw_d3 along, uint32_t one) {
    for (uint32_t i = 0; i < shape->count; ++i)
        shape->direction[i] = one == SINEW_NONE || i == one ? along : snw_d3_scale(along, -1.0);
}

uint32_t snw_shape_solve(snw_shape *shape, snw_bend bend, double distance, uint32_t most) {
    double length = shape->length, near = NEAR * length;
    uint32_t longest = 0, made = 0;
    snw_d3 end = { 0, 0, 0 };
    for (uint32_t i = 0; i < shape->count; ++i) {
        if (shape->bone[i] > shape->bone[longest]) longest = i;
        end = snw_d3_along(end, shape->bone[i], shape->direction[i]);
    }
    double least = 2.0 * shape->bone[longest] - length;
    if (distance >= length - near) return lay_flat(shape, bend.along, SINEW_NONE), 0;
    if (least > 0.0 && distance <= least + near) return lay_flat(shape, bend.along, longest), 0;
    polygon p = { .shape = shape, .distance = distance };
    start(&p, bend, fabs(distance - snw_d3_length(end)) / length);
    for (; made < most; ++made) {
        matrix h;
        snw_d3 off = slope(&p, &h);
        if (snw_d3_length(off) <= near) break;
        move(&p, solved(&h, off, 1e-14 * length));
    }
    if (made) write(shape, &p, bend);
    return made;
}
