/* Vectors, quaternions and affine transforms in double, for what is worked out once a frame and must be exact.

   Invariant: conventions as in math/vector.h: w last, products read right to left, an affine is three rows of four. */
#ifndef SNW_MATH_VECTOR64_H
#define SNW_MATH_VECTOR64_H

#include "math/vector.h"

typedef struct snw_d3 {
    double x, y, z;
} snw_d3;
typedef struct snw_dq {
    double x, y, z, w;
} snw_dq;
typedef struct snw_d34 {
    double m[12];
} snw_d34;

static inline snw_d3 snw_d3_of(sinew_vec3 v) { return (snw_d3){ (double)v.x, (double)v.y, (double)v.z }; }
static inline snw_d3 snw_d3_add(snw_d3 a, snw_d3 b) { return (snw_d3){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static inline snw_d3 snw_d3_sub(snw_d3 a, snw_d3 b) { return (snw_d3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline snw_d3 snw_d3_scale(snw_d3 a, double s) { return (snw_d3){ a.x * s, a.y * s, a.z * s }; }
static inline double snw_d3_dot(snw_d3 a, snw_d3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double snw_d3_length(snw_d3 a) { return sqrt(snw_d3_dot(a, a)); }

static inline snw_d3 snw_d3_cross(snw_d3 a, snw_d3 b) {
    return (snw_d3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/* a + s b */
static inline snw_d3 snw_d3_along(snw_d3 a, double s, snw_d3 b) { return snw_d3_add(a, snw_d3_scale(b, s)); }

static inline bool snw_d3_finite(snw_d3 a) {
    double sum = a.x * 0.0 + a.y * 0.0 + a.z * 0.0;
    return sum - sum == 0.0;
}

/* Its direction, or `other` where it has none to speak of: not longer than `least`. */
static inline snw_d3 snw_d3_unit(snw_d3 a, double least, snw_d3 other) {
    double length = snw_d3_length(a);
    return length > least ? snw_d3_scale(a, 1.0 / length) : other;
}

/* What of a is at right angles to the unit vector n. */
static inline snw_d3 snw_d3_across(snw_d3 a, snw_d3 n) { return snw_d3_along(a, -snw_d3_dot(a, n), n); }

/* One unit vector at right angles to the unit vector n: always the same one. */
static inline snw_d3 snw_d3_any_across(snw_d3 n) {
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    snw_d3 axis = { x <= y && x <= z, !(x <= y && x <= z) && y <= z, !(x <= y && x <= z) && !(y <= z) };
    return snw_d3_unit(snw_d3_across(axis, n), 0.0, axis);
}

static inline snw_dq snw_dq_of(sinew_quat q) { return (snw_dq){ (double)q.x, (double)q.y, (double)q.z, (double)q.w }; }
static inline snw_dq snw_dq_conjugate(snw_dq q) { return (snw_dq){ -q.x, -q.y, -q.z, q.w }; }

static inline sinew_quat snw_dq_float(snw_dq q) {
    return (sinew_quat){ (float)q.x, (float)q.y, (float)q.z, (float)q.w };
}

/* Unit length; the identity for what has none. */
static inline snw_dq snw_dq_unit(snw_dq q) {
    double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(square > 0.0)) return (snw_dq){ 0, 0, 0, 1 };
    double s = 1.0 / sqrt(square);
    return (snw_dq){ q.x * s, q.y * s, q.z * s, q.w * s };
}

static inline snw_dq snw_dq_mul(snw_dq a, snw_dq b) {
    return (snw_dq){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

static inline snw_d3 snw_dq_rotate(snw_dq q, snw_d3 v) {
    snw_d3 n = { q.x, q.y, q.z };
    snw_d3 twice = snw_d3_scale(snw_d3_cross(n, v), 2.0);
    return snw_d3_add(snw_d3_along(v, q.w, twice), snw_d3_cross(n, twice));
}

/* The shortest turn from one unit vector to another; between opposite ones about `axis`, a unit vector at right angles.
 */
static inline snw_dq snw_dq_between(snw_d3 from, snw_d3 to, snw_d3 axis) {
    snw_d3 c = snw_d3_cross(from, to);
    double w = 1.0 + snw_d3_dot(from, to);
    if (w < 1e-14) return (snw_dq){ axis.x, axis.y, axis.z, 0 };
    return snw_dq_unit((snw_dq){ c.x, c.y, c.z, w });
}

/* Share t of a turn, the shorter way round, at constant speed. */
static inline snw_dq snw_dq_part(snw_dq q, double t) {
    if (q.w < 0.0) q = (snw_dq){ -q.x, -q.y, -q.z, -q.w };
    double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    if (s < 1e-12) return (snw_dq){ q.x * t, q.y * t, q.z * t, 1.0 };
    double half = snw_atan2(s, q.w) * t;
    double k = snw_sin(half) / s;
    return (snw_dq){ q.x * k, q.y * k, q.z * k, snw_cos(half) };
}

/* The rotation whose matrix has these columns: unit vectors at right angles, right-handed.
   Source: S. Shepperd, "Quaternion from Rotation Matrix", 1978. */
static inline snw_dq snw_dq_of_axes(snw_d3 x, snw_d3 y, snw_d3 z) {
    double trace = x.x + y.y + z.z;
    snw_dq q;
    if (trace >= x.x && trace >= y.y && trace >= z.z) q = (snw_dq){ y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace };
    else if (x.x >= y.y && x.x >= z.z) q = (snw_dq){ 1.0 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y };
    else if (y.y >= z.z) q = (snw_dq){ x.y + y.x, 1.0 + y.y - x.x - z.z, y.z + z.y, z.x - x.z };
    else q = (snw_dq){ x.z + z.x, y.z + z.y, 1.0 + z.z - x.x - y.y, x.y - y.x };
    return snw_dq_unit(q);
}

static inline snw_d34 snw_d34_of(snw_d3 t, snw_dq q, snw_d3 s) {
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (snw_d34){ { (1.0 - 2.0 * (yy + zz)) * s.x, 2.0 * (xy - wz) * s.y, 2.0 * (xz + wy) * s.z, t.x,
                        2.0 * (xy + wz) * s.x, (1.0 - 2.0 * (xx + zz)) * s.y, 2.0 * (yz - wx) * s.z, t.y,
                        2.0 * (xz - wy) * s.x, 2.0 * (yz + wx) * s.y, (1.0 - 2.0 * (xx + yy)) * s.z, t.z } };
}

static inline snw_d34 snw_d34_mul(const snw_d34 *a, const snw_d34 *b) {
    snw_d34 r;
    for (int row = 0; row < 3; ++row) {
        const double *m = a->m + 4 * row;
        for (int column = 0; column < 4; ++column)
            r.m[4 * row + column] = m[0] * b->m[column] + m[1] * b->m[4 + column] + m[2] * b->m[8 + column];
        r.m[4 * row + 3] += m[3];
    }
    return r;
}

/* Column 0, 1 or 2, or with 3 the translation. */
static inline snw_d3 snw_d34_column(const snw_d34 *a, int column) {
    return (snw_d3){ a->m[column], a->m[4 + column], a->m[8 + column] };
}

/* Its linear part on a vector. */
static inline snw_d3 snw_d34_vector(const snw_d34 *a, snw_d3 v) {
    const double *m = a->m;
    return (snw_d3){ m[0] * v.x + m[1] * v.y + m[2] * v.z, m[4] * v.x + m[5] * v.y + m[6] * v.z,
                     m[8] * v.x + m[9] * v.y + m[10] * v.z };
}

/* The vector that its linear part takes to v; zero where there is none. */
static inline snw_d3 snw_d34_solve(const snw_d34 *a, snw_d3 v) {
    snw_d3 x = snw_d34_column(a, 0), y = snw_d34_column(a, 1), z = snw_d34_column(a, 2);
    double determinant = snw_d3_dot(x, snw_d3_cross(y, z));
    if (!(fabs(determinant) > 0.0)) return (snw_d3){ 0, 0, 0 };
    double s = 1.0 / determinant;
    return (snw_d3){ s * snw_d3_dot(v, snw_d3_cross(y, z)), s * snw_d3_dot(x, snw_d3_cross(v, z)),
                     s * snw_d3_dot(x, snw_d3_cross(y, v)) };
}

/* The rotation of a matrix that scales alike in all directions; of a mirror, of its opposite. Of any other one near to
   it; where an axis has no length, the identity. */
static inline snw_dq snw_d34_rotation(const snw_d34 *a) {
    snw_d3 none = { 0, 0, 0 };
    snw_d3 x = snw_d3_unit(snw_d34_column(a, 0), 0.0, none);
    snw_d3 y = snw_d3_unit(snw_d3_across(snw_d34_column(a, 1), x), 0.0, none);
    snw_d3 z = snw_d3_cross(x, y);
    double side = snw_d3_dot(z, snw_d34_column(a, 2));
    if (!(fabs(side) > 0.0)) return (snw_dq){ 0, 0, 0, 1 };
    if (side > 0.0) return snw_dq_of_axes(x, y, z);
    return snw_dq_of_axes(snw_d3_scale(x, -1.0), snw_d3_scale(y, -1.0), z);
}

#endif
