/* How large a model is: the diameter of its joints at rest with the origin, found by pairs, far ones first.
   Invariant: works in doubles; a joint whose place is not finite counts for nothing. */
#include "rig.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Columns of the linear part, then the origin. */
typedef struct frame {
    double axis[3][3];
    double origin[3];
} frame;

static frame frame_of(const sinew_transform *t) {
    double x = t->rotation.x, y = t->rotation.y, z = t->rotation.z, w = t->rotation.w;
    double sx = t->scale.x, sy = t->scale.y, sz = t->scale.z;
    frame f = { { { sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + z * w), sx * 2 * (x * z - y * w) },
                  { sy * 2 * (x * y - z * w), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + x * w) },
                  { sz * 2 * (x * z + y * w), sz * 2 * (y * z - x * w), sz * (1 - 2 * (x * x + y * y)) } },
                { t->translation.x, t->translation.y, t->translation.z } };
    return f;
}

static void turn(const frame *by, const double in[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = by->axis[0][i] * in[0] + by->axis[1][i] * in[1] + by->axis[2][i] * in[2];
}

static frame under(const frame *parent, const frame *local) {
    frame f;
    for (int a = 0; a < 3; ++a) turn(parent, local->axis[a], f.axis[a]);
    turn(parent, local->origin, f.origin);
    for (int i = 0; i < 3; ++i) f.origin[i] += parent->origin[i];
    return f;
}

static double distance(const double a[3], const double b[3]) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

/* Keys sort by distance from the origin, the farthest last. */
static uint64_t key_of(const double origin[3], uint32_t index) {
    static const double zero[3] = { 0, 0, 0 };
    float radius = (float)distance(origin, zero);
    uint32_t bits;
    memcpy(&bits, &radius, sizeof bits);
    return (uint64_t)bits << 32 | index;
}

static double radius_of(uint64_t key) {
    uint32_t bits = (uint32_t)(key >> 32);
    float radius;
    memcpy(&radius, &bits, sizeof radius);
    return (double)radius * (1 + 1e-6); /* rounded to float: never less than it is */
}

float snw_skeleton_size(const sinew_skeleton *s, snw_arena *scratch) {
    frame *frames = snw_arena_array(scratch, s->joint_count, sizeof *frames);
    uint64_t *keys = snw_arena_array(scratch, s->joint_count, sizeof *keys);
    if (!frames || !keys) return 1e-6f;
    size_t count = 0;
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        frames[j] = frame_of(&s->rest[j]);
        if (s->parent[j] != SINEW_NONE) frames[j] = under(&frames[s->parent[j]], &frames[j]);
        const double *o = frames[j].origin;
        if (fabs(o[0]) < 1e37 && fabs(o[1]) < 1e37 && fabs(o[2]) < 1e37) keys[count++] = key_of(o, j);
    }
    snw_sort_keys(keys, count);
    double best = count ? radius_of(keys[count - 1]) / (1 + 1e-6) : 0;
    for (size_t i = count; i-- > 0;)
        for (size_t k = i; k-- > 0;) {
            if (radius_of(keys[i]) + radius_of(keys[k]) <= best) break; /* and so for all nearer ones */
            double apart = distance(frames[(uint32_t)keys[i]].origin, frames[(uint32_t)keys[k]].origin);
            if (apart > best) best = apart;
        }
    return best > 1e-6 ? (float)best : 1e-6f;
}
