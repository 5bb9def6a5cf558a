/* Vectors and rotations in double precision, for making the figure. Rotations are unit quaternions, w last. */
#ifndef HERO_VEC_H
#define HERO_VEC_H

#include <math.h>

typedef struct vec3 {
    double x, y, z;
} vec3;
typedef struct quat {
    double x, y, z, w;
} quat;

static const double PI = 3.14159265358979323846;

static inline double radians(double degrees) { return degrees * (PI / 180); }
static inline double clamp(double v, double low, double high) { return v < low ? low : v > high ? high : v; }
static inline double mix(double a, double b, double t) { return a + (b - a) * t; }

/* 0 below `from`, 1 above `to`, smooth between. */
static inline double ramp(double from, double to, double v) {
    double t = clamp((v - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}

static inline vec3 vec(double x, double y, double z) { return (vec3){ x, y, z }; }
static inline vec3 add(vec3 a, vec3 b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 sub(vec3 a, vec3 b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 scale(vec3 a, double s) { return vec(a.x * s, a.y * s, a.z * s); }
static inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double length(vec3 a) { return sqrt(dot(a, a)); }
static inline vec3 unit(vec3 a) { return scale(a, 1 / length(a)); }
static inline vec3 cross(vec3 a, vec3 b) {
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline quat quat_identity(void) { return (quat){ 0, 0, 0, 1 }; }
static inline quat conjugate(quat q) { return (quat){ -q.x, -q.y, -q.z, q.w }; }
static inline quat mul(quat a, quat b) {
    return (quat){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}
static inline vec3 rotate(quat q, vec3 v) {
    vec3 u = vec(q.x, q.y, q.z), t = scale(cross(u, v), 2);
    return add(add(v, scale(t, q.w)), cross(u, t));
}
static inline quat normalized(quat q) {
    double s = 1 / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (quat){ q.x * s, q.y * s, q.z * s, q.w * s };
}

/* About one axis, in degrees. */
static inline quat about_x(double d) { return (quat){ sin(radians(d) / 2), 0, 0, cos(radians(d) / 2) }; }
static inline quat about_y(double d) { return (quat){ 0, sin(radians(d) / 2), 0, cos(radians(d) / 2) }; }
static inline quat about_z(double d) { return (quat){ 0, 0, sin(radians(d) / 2), cos(radians(d) / 2) }; }

/* The rotation whose columns are the orthonormal x, y, z. */
static inline quat quat_from_axes(vec3 x, vec3 y, vec3 z) {
    double trace = x.x + y.y + z.z;
    quat q;
    if (trace > 0) {
        q = (quat){ y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace };
    } else if (x.x > y.y && x.x > z.z) {
        q = (quat){ 1 + x.x - y.y - z.z, y.x + x.y, z.x + x.z, y.z - z.y };
    } else if (y.y > z.z) {
        q = (quat){ y.x + x.y, 1 - x.x + y.y - z.z, z.y + y.z, z.x - x.z };
    } else {
        q = (quat){ z.x + x.z, z.y + y.z, 1 - x.x - y.y + z.z, x.y - y.x };
    }
    return normalized(q);
}

/* The shorter way, as glTF's LINEAR does it. */
static inline quat slerp(quat a, quat b, double t) {
    double c = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double sign = c < 0 ? -1 : 1, wa = 1 - t, wb = t;
    c *= sign;
    if (c < 1 - 1e-12) {
        double angle = acos(c), s = sin(angle);
        wa = sin((1 - t) * angle) / s;
        wb = sin(t * angle) / s;
    }
    wb *= sign;
    return normalized((quat){ a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb });
}

#endif
