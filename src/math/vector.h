/* Small helpers for the public plain values: vectors, quaternions, affine transforms, in float.

   Invariant: an affine is three rows of four, row-major, p' = M · (x, y, z, 1); products read right to left, so
   multiply(a, b) applies b first. Sources: J. Kuipers, "Quaternions and Rotation Sequences", 1999 (products, the
   rotation matrix); K. Shoemake, "Animating Rotation with Quaternion Curves", 1985 (slerp). */
#ifndef SNW_MATH_VECTOR_H
#define SNW_MATH_VECTOR_H

#include "sinew/math.h"
#include "trig.h"

#include <math.h>

/* ---- vectors ---- */

static inline sinew_vec3 snw_vec3_add(sinew_vec3 a, sinew_vec3 b) {
    return (sinew_vec3){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline sinew_vec3 snw_vec3_sub(sinew_vec3 a, sinew_vec3 b) {
    return (sinew_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline sinew_vec3 snw_vec3_scale(sinew_vec3 a, float s) { return (sinew_vec3){ a.x * s, a.y * s, a.z * s }; }

static inline sinew_vec3 snw_vec3_mul(sinew_vec3 a, sinew_vec3 b) {
    return (sinew_vec3){ a.x * b.x, a.y * b.y, a.z * b.z };
}

/* (1 − t) a + t b: exactly a at 0 and b at 1. */
static inline sinew_vec3 snw_vec3_lerp(sinew_vec3 a, sinew_vec3 b, float t) {
    return snw_vec3_add(snw_vec3_scale(a, 1.0f - t), snw_vec3_scale(b, t));
}

static inline float snw_vec3_dot(sinew_vec3 a, sinew_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline sinew_vec3 snw_vec3_cross(sinew_vec3 a, sinew_vec3 b) {
    return (sinew_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline float snw_vec3_length(sinew_vec3 a) { return sqrtf(snw_vec3_dot(a, a)); }

/* ---- quaternions ---- */

static inline float snw_quat_dot(sinew_quat a, sinew_quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

static inline sinew_quat snw_quat_conjugate(sinew_quat q) { return (sinew_quat){ -q.x, -q.y, -q.z, q.w }; }

/* Unit length. What has no length (or one that is not finite) becomes the identity. */
static inline sinew_quat snw_quat_normalize(sinew_quat q) {
    /* In double the squares of any finite floats neither overflow nor vanish. */
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double square = x * x + y * y + z * z + w * w;
    if (!(square > 0.0 && square - square == 0.0)) return (sinew_quat){ 0, 0, 0, 1 };
    double s = 1.0 / sqrt(square);
    return (sinew_quat){ (float)(x * s), (float)(y * s), (float)(z * s), (float)(w * s) };
}

/* Hamilton's product: turns by b, then by a. */
static inline sinew_quat snw_quat_mul(sinew_quat a, sinew_quat b) {
    return (sinew_quat){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                         a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

/* a to b the shorter way along the chord, at unit length. */
static inline sinew_quat snw_quat_nlerp(sinew_quat a, sinew_quat b, float t) {
    float s = snw_quat_dot(a, b) < 0.0f ? -t : t;
    float r = 1.0f - t;
    return snw_quat_normalize(
        (sinew_quat){ r * a.x + s * b.x, r * a.y + s * b.y, r * a.z + s * b.z, r * a.w + s * b.w });
}

/* a to b the shorter way at constant speed; both of unit length. */
static inline sinew_quat snw_quat_slerp(sinew_quat a, sinew_quat b, float t) {
    double d =
        (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z + (double)a.w * (double)b.w;
    double sign = d < 0.0 ? -1.0 : 1.0;
    if (d * sign > 0.9999) return snw_quat_nlerp(a, b, t); /* the chord: off by less than a float's rounding */
    double angle = snw_acos(d * sign);
    double s = snw_sin(angle);
    double r = snw_sin((1.0 - (double)t) * angle) / s;
    double u = sign * snw_sin((double)t * angle) / s;
    return snw_quat_normalize(
        (sinew_quat){ (float)(r * (double)a.x + u * (double)b.x), (float)(r * (double)a.y + u * (double)b.y),
                      (float)(r * (double)a.z + u * (double)b.z), (float)(r * (double)a.w + u * (double)b.w) });
}

/* v turned by q (unit): v + 2 w (n × v) + 2 n × (n × v). */
static inline sinew_vec3 snw_quat_rotate(sinew_quat q, sinew_vec3 v) {
    sinew_vec3 n = { q.x, q.y, q.z };
    sinew_vec3 twice = snw_vec3_scale(snw_vec3_cross(n, v), 2.0f);
    return snw_vec3_add(snw_vec3_add(v, snw_vec3_scale(twice, q.w)), snw_vec3_cross(n, twice));
}

/* ---- affine transforms ---- */

static inline sinew_affine snw_affine_identity(void) {
    return (sinew_affine){ { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
}

static inline sinew_affine snw_affine_of(const sinew_transform *t) {
    sinew_quat q = t->rotation;
    sinew_vec3 s = t->scale;
    float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (sinew_affine){ { (1.0f - 2.0f * (yy + zz)) * s.x, 2.0f * (xy - wz) * s.y, 2.0f * (xz + wy) * s.z,
                             t->translation.x, 2.0f * (xy + wz) * s.x, (1.0f - 2.0f * (xx + zz)) * s.y,
                             2.0f * (yz - wx) * s.z, t->translation.y, 2.0f * (xz - wy) * s.x, 2.0f * (yz + wx) * s.y,
                             (1.0f - 2.0f * (xx + yy)) * s.z, t->translation.z } };
}

static inline sinew_affine snw_affine_mul(const sinew_affine *a, const sinew_affine *b) {
    sinew_affine r;
    for (int row = 0; row < 3; ++row) {
        const float *m = a->m + 4 * row;
        for (int column = 0; column < 4; ++column)
            r.m[4 * row + column] = m[0] * b->m[column] + m[1] * b->m[4 + column] + m[2] * b->m[8 + column];
        r.m[4 * row + 3] += m[3];
    }
    return r;
}

static inline sinew_vec3 snw_affine_point(const sinew_affine *a, sinew_vec3 p) {
    const float *m = a->m;
    return (sinew_vec3){ m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                         m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11] };
}

/* Cofactors over the determinant, in double. False, and *out the identity, where there is no inverse. */
static inline bool snw_affine_inverse(const sinew_affine *a, sinew_affine *out) {
    double m[12], c[9];
    for (int i = 0; i < 12; ++i) m[i] = (double)a->m[i];
    for (int row = 0; row < 3; ++row) {
        const double *p = m + 4 * ((row + 1) % 3), *q = m + 4 * ((row + 2) % 3);
        c[row] = p[1] * q[2] - p[2] * q[1];
        c[3 + row] = p[2] * q[0] - p[0] * q[2];
        c[6 + row] = p[0] * q[1] - p[1] * q[0];
    }
    double determinant = m[0] * c[0] + m[1] * c[3] + m[2] * c[6];
    *out = snw_affine_identity();
    if (!(fabs(determinant) > 0.0 && determinant - determinant == 0.0)) return false;
    double s = 1.0 / determinant;
    for (int row = 0; row < 3; ++row) {
        const double *k = c + 3 * row;
        for (int column = 0; column < 3; ++column) out->m[4 * row + column] = (float)(k[column] * s);
        out->m[4 * row + 3] = (float)(-(k[0] * m[3] + k[1] * m[7] + k[2] * m[11]) * s);
    }
    return true;
}

#endif
