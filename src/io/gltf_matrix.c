/* A node's matrix as translation, rotation and scale.
   Source for the quaternion: S. Shepperd, "Quaternion from Rotation Matrix", 1978.
   Invariant: recomposing gives the matrix back, up to rounding; what cannot be given back is refused. */
#include "gltf.h"

#include <math.h>

/* How far from a right angle two axes may be: what float texts of matrices come to. */
#define SKEW 1e-4

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Any unit vector at a right angle to a. */
static void beside(const double a[3], double out[3]) {
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (fabs(a[i]) < fabs(a[least])) least = i;
    double unit[3] = { 0, 0, 0 };
    unit[least] = 1;
    cross(a, unit, out);
    double length = sqrt(dot(out, out));
    for (int i = 0; i < 3; ++i) out[i] /= length;
}

/* Axes without length get a direction, so that there is a rotation: it shows nowhere. */
static void complete(double axis[3][3], const double scale[3]) {
    int given = 0, missing = 0;
    for (int i = 0; i < 3; ++i) {
        if (scale[i] > 0) given |= 1 << i;
        else missing++;
    }
    if (missing == 3)
        for (int i = 0; i < 3; ++i) axis[i][i] = 1;
    for (int i = 0; i < 3 && missing < 3; ++i) {
        if (given & 1 << i) continue;
        int a = (i + 1) % 3, b = (i + 2) % 3;
        if (given & 1 << a && given & 1 << b) cross(axis[a], axis[b], axis[i]);
        else beside(axis[given & 1 << a ? a : b], axis[i]);
        given |= 1 << i;
    }
}

static sinew_quat quaternion(const double m[3][3]) { /* m[column][row] */
    double q[4] = { m[0][0] - m[1][1] - m[2][2], m[1][1] - m[0][0] - m[2][2], m[2][2] - m[0][0] - m[1][1],
                    m[0][0] + m[1][1] + m[2][2] };
    int best = 3;
    for (int i = 0; i < 3; ++i)
        if (q[i] > q[best]) best = i;
    double half = sqrt(fmax(q[best] + 1, 0)) / 2, by = half > 0 ? 0.25 / half : 0;
    if (best == 3) {
        for (int i = 0; i < 3; ++i) q[i] = (m[(i + 1) % 3][(i + 2) % 3] - m[(i + 2) % 3][(i + 1) % 3]) * by;
    } else {
        int a = (best + 1) % 3, b = (best + 2) % 3;
        q[a] = (m[best][a] + m[a][best]) * by;
        q[b] = (m[best][b] + m[b][best]) * by;
        q[3] = (m[a][b] - m[b][a]) * by;
    }
    q[best] = half;
    return (sinew_quat){ (float)q[0], (float)q[1], (float)q[2], (float)q[3] };
}

bool snw_gltf_decompose(const double matrix[16], sinew_transform *out) {
    double axis[3][3], scale[3], normal[3];
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) axis[c][r] = matrix[4 * c + r];
        scale[c] = sqrt(dot(axis[c], axis[c]));
        for (int r = 0; r < 3 && scale[c] > 0; ++r) axis[c][r] /= scale[c];
    }
    complete(axis, scale);
    for (int c = 0; c < 3; ++c)
        if (fabs(dot(axis[c], axis[(c + 1) % 3])) > SKEW) return false;
    cross(axis[0], axis[1], normal);
    if (dot(normal, axis[2]) < 0) { /* mirrored: one axis points the other way */
        scale[0] = -scale[0];
        for (int r = 0; r < 3; ++r) axis[0][r] = -axis[0][r];
    }
    out->translation = (sinew_vec3){ (float)matrix[12], (float)matrix[13], (float)matrix[14] };
    out->rotation = quaternion((const double(*)[3])axis);
    out->scale = (sinew_vec3){ (float)scale[0], (float)scale[1], (float)scale[2] };
    return true;
}
