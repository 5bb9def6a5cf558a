/* Distances to simple solids, and smooth ways to join them. */
#ifndef HERO_FIELD_H
#define HERO_FIELD_H

#include "vec.h"

/* Joined or cut with a fillet of about k. */
static inline double join(double a, double b, double k) {
    double h = fmax(k - fabs(a - b), 0) / k;
    return fmin(a, b) - h * h * k * 0.25;
}
static inline double cut(double a, double b, double k) { return -join(-a, b, k); }     /* a without b */
static inline double within(double a, double b, double k) { return -join(-a, -b, k); } /* in both */

/* Between two balls. */
static inline double tapered(vec3 p, vec3 a, vec3 b, double ra, double rb) {
    vec3 ab = sub(b, a), ap = sub(p, a);
    double t = clamp(dot(ap, ab) / dot(ab, ab), 0, 1);
    return length(sub(ap, scale(ab, t))) - mix(ra, rb, t);
}

static inline double ellipsoid(vec3 p, vec3 centre, vec3 r) {
    vec3 d = sub(p, centre);
    double a = length(vec(d.x / r.x, d.y / r.y, d.z / r.z));
    double b = length(vec(d.x / (r.x * r.x), d.y / (r.y * r.y), d.z / (r.z * r.z)));
    return b > 1e-9 ? a * (a - 1) / b : -fmin(r.x, fmin(r.y, r.z));
}

static inline double rounded_box(vec3 p, vec3 centre, vec3 half, double r) {
    vec3 d = sub(p, centre);
    double x = fabs(d.x) - half.x + r, y = fabs(d.y) - half.y + r, z = fabs(d.z) - half.z + r;
    return length(vec(fmax(x, 0), fmax(y, 0), fmax(z, 0))) + fmin(fmax(x, fmax(y, z)), 0) - r;
}

#endif
