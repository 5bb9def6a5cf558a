/* See baseline.h. Invariant: every component of every joint has a value in every buffer: what a clip does not animate
   is at rest. */
#include "baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix {
    float m[4][4]; /* rows */
} matrix;

/* The curves of a joint in a clip, or NULL. */
typedef struct joint_curves {
    const sinew_curve *channel[3];
} joint_curves;

struct baseline {
    const sinew_model *model;
    const sinew_skeleton *skeleton;
    uint32_t joints, clips, skin_joints;
    joint_curves *curves; /* clips × joints */
    sinew_transform *rest, *first, *second, *added;
    sinew_quat *lead;             /* of the heaviest in a blend */
    uint32_t *first_child, *next; /* of each joint; SINEW_NONE at the end */
    matrix *models, *inverse;
};

/* ---- making one ---- */

static matrix matrix_of_rows(const float rows[12]) {
    matrix r = { { { 0 } } };
    memcpy(r.m, rows, 12 * sizeof(float));
    r.m[3][3] = 1;
    return r;
}

static void link_children(baseline *b) {
    for (uint32_t j = 0; j < b->joints; ++j) b->first_child[j] = b->next[j] = SINEW_NONE;
    for (uint32_t j = b->joints; j-- > 0;) {
        uint32_t parent = sinew_skeleton_joint_parent(b->skeleton, j);
        if (parent == SINEW_NONE) continue;
        b->next[j] = b->first_child[parent];
        b->first_child[parent] = j;
    }
}

static void find_curves(baseline *b) {
    for (uint32_t c = 0; c < b->clips; ++c) {
        uint32_t count = 0;
        const sinew_curve *curves = sinew_model_clip_curves(b->model, c, &count);
        for (uint32_t i = 0; i < count; ++i)
            if (curves[i].channel != SINEW_CHANNEL_WEIGHTS)
                b->curves[(size_t)c * b->joints + curves[i].target].channel[curves[i].channel] = &curves[i];
    }
}

static bool reserve(baseline *b) {
    size_t n = b->joints;
    b->curves = calloc(b->clips * n, sizeof *b->curves);
    b->rest = calloc(4 * n, sizeof *b->rest);
    b->lead = calloc(n, sizeof *b->lead);
    b->first_child = calloc(2 * n, sizeof *b->first_child);
    b->models = calloc(n + b->skin_joints, sizeof *b->models);
    if (!b->curves || !b->rest || !b->lead || !b->first_child || !b->models) return false;
    b->first = b->rest + n;
    b->second = b->first + n;
    b->added = b->second + n;
    b->next = b->first_child + n;
    b->inverse = b->models + n;
    return true;
}

baseline *baseline_create(const sinew_model *model) {
    baseline *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->model = model;
    b->skeleton = sinew_model_skeleton(model);
    b->joints = sinew_skeleton_joint_count(b->skeleton);
    b->clips = sinew_model_clip_count(model);
    b->skin_joints = sinew_skeleton_skin_joint_count(b->skeleton, 0);
    if (!reserve(b)) {
        baseline_destroy(b);
        return NULL;
    }
    for (uint32_t j = 0; j < b->joints; ++j) b->rest[j] = *sinew_skeleton_rest(b->skeleton, j);
    for (uint32_t i = 0; i < b->skin_joints; ++i)
        b->inverse[i] = matrix_of_rows(sinew_skeleton_skin_inverse_bind(b->skeleton, 0)[i].m);
    link_children(b);
    find_curves(b);
    return b;
}

void baseline_destroy(baseline *b) {
    if (!b) return;
    free(b->curves);
    free(b->rest);
    free(b->lead);
    free(b->first_child);
    free(b->models);
    free(b);
}

/* ---- sampling ---- */

static uint32_t find_key(const sinew_curve *c, float time) {
    uint32_t low = 0, high = c->key_count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (c->times[middle] <= time) low = middle;
        else high = middle;
    }
    return low;
}

static void cubic(const sinew_curve *c, uint32_t key, float t, float span, float *out) {
    uint32_t w = c->width;
    const float *a = c->values + (size_t)(3 * key + 1) * w, *b = a + 3 * w;
    float t2 = t * t, t3 = t2 * t;
    for (uint32_t i = 0; i < w; ++i)
        out[i] = (2 * t3 - 3 * t2 + 1) * a[i] + span * (t3 - 2 * t2 + t) * a[w + i] + (3 * t2 - 2 * t3) * b[i] +
                 span * (t3 - t2) * (b - w)[i];
}

/* Keys that lie near each other are as good on a straight line. */
static void slerp_weights(const float *a, const float *b, float *p, float *q) {
    float dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sign = dot < 0 ? -1.0f : 1.0f;
    if (dot * sign < 0.9995f) {
        float angle = acosf(dot * sign), over = 1.0f / sinf(angle);
        *p = sinf(*p * angle) * over;
        *q = sinf(*q * angle) * over;
    }
    *q *= sign;
}

static void sample_curve(const sinew_curve *c, float time, float *out) {
    uint32_t key = find_key(c, time), w = c->width;
    bool spline = c->interpolation == SINEW_INTERPOLATION_CUBIC;
    const float *a = c->values + (spline ? (size_t)(3 * key + 1) * w : (size_t)key * w);
    float span = key + 1 < c->key_count ? c->times[key + 1] - c->times[key] : 0;
    if (c->interpolation == SINEW_INTERPOLATION_STEP || !(span > 0) || !(time > c->times[key])) {
        memcpy(out, a, w * sizeof *out);
        return;
    }
    float t = (time - c->times[key]) / span;
    if (spline) {
        cubic(c, key, t, span, out);
        return;
    }
    const float *b = a + w;
    float p = 1 - t, q = t;
    if (w == 4) slerp_weights(a, b, &p, &q);
    for (uint32_t i = 0; i < w; ++i) out[i] = p * a[i] + q * b[i];
}

static sinew_quat unit(sinew_quat q) {
    float k = 1.0f / sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (sinew_quat){ q.x * k, q.y * k, q.z * k, q.w * k };
}

static void sample(const baseline *b, uint32_t clip, float time, sinew_transform *out) {
    const joint_curves *curves = b->curves + (size_t)clip * b->joints;
    for (uint32_t j = 0; j < b->joints; ++j) {
        out[j] = b->rest[j];
        const sinew_curve *const *c = curves[j].channel;
        if (c[SINEW_CHANNEL_TRANSLATION]) sample_curve(c[SINEW_CHANNEL_TRANSLATION], time, &out[j].translation.x);
        if (c[SINEW_CHANNEL_ROTATION]) {
            sample_curve(c[SINEW_CHANNEL_ROTATION], time, &out[j].rotation.x);
            out[j].rotation = unit(out[j].rotation);
        }
        if (c[SINEW_CHANNEL_SCALE]) sample_curve(c[SINEW_CHANNEL_SCALE], time, &out[j].scale.x);
    }
}

void baseline_sample(baseline *b, uint32_t clip, double time) { sample(b, clip, (float)time, b->first); }

/* ---- blending ---- */

static sinew_quat nlerp(sinew_quat a, sinew_quat b, float t) {
    float dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, s = dot < 0 ? -t : t, r = 1 - t;
    return unit((sinew_quat){ r * a.x + s * b.x, r * a.y + s * b.y, r * a.z + s * b.z, r * a.w + s * b.w });
}

static sinew_quat product(sinew_quat a, sinew_quat b) {
    return (sinew_quat){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                         a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

static sinew_vec3 weighted(sinew_vec3 sum, sinew_vec3 v, float w) {
    return (sinew_vec3){ sum.x + w * v.x, sum.y + w * v.y, sum.z + w * v.z };
}

/* The first buffer holds sums, the second what comes in with a weight; the heaviest, which is first, decides the
   hemisphere. */
static void blend(const baseline *b, float w) {
    for (uint32_t j = 0; j < b->joints; ++j) {
        sinew_transform *to = &b->first[j];
        const sinew_transform *from = &b->second[j];
        sinew_quat *q = &to->rotation, p = from->rotation, lead = b->lead[j];
        float turned = lead.x * p.x + lead.y * p.y + lead.z * p.z + lead.w * p.w < 0 ? -w : w;
        *q = (sinew_quat){ q->x + turned * p.x, q->y + turned * p.y, q->z + turned * p.z, q->w + turned * p.w };
        to->translation = weighted(to->translation, from->translation, w);
        to->scale = weighted(to->scale, from->scale, w);
    }
}

static void begin_blend(const baseline *b, float w) {
    for (uint32_t j = 0; j < b->joints; ++j) {
        sinew_transform *t = &b->first[j];
        b->lead[j] = t->rotation;
        t->translation = weighted((sinew_vec3){ 0, 0, 0 }, t->translation, w);
        t->rotation = (sinew_quat){ w * t->rotation.x, w * t->rotation.y, w * t->rotation.z, w * t->rotation.w };
        t->scale = weighted((sinew_vec3){ 0, 0, 0 }, t->scale, w);
    }
}

static void end_blend(const baseline *b) {
    for (uint32_t j = 0; j < b->joints; ++j) b->first[j].rotation = unit(b->first[j].rotation);
}

static float scaled(float s, float added, float rest, float w) {
    return rest == 0 ? s : s * (1 + w * (added / rest - 1));
}

static void add(const baseline *b, float weight, const float *mask) {
    for (uint32_t j = 0; j < b->joints; ++j) {
        float w = mask ? weight * mask[j] : weight;
        if (!(w > 0)) continue;
        sinew_transform *to = &b->first[j];
        const sinew_transform *added = &b->added[j], *rest = &b->rest[j];
        to->translation.x += w * (added->translation.x - rest->translation.x);
        to->translation.y += w * (added->translation.y - rest->translation.y);
        to->translation.z += w * (added->translation.z - rest->translation.z);
        sinew_quat back = { -rest->rotation.x, -rest->rotation.y, -rest->rotation.z, rest->rotation.w };
        sinew_quat delta = nlerp((sinew_quat){ 0, 0, 0, 1 }, product(back, added->rotation), w);
        to->rotation = unit(product(to->rotation, delta));
        to->scale.x = scaled(to->scale.x, added->scale.x, rest->scale.x, w);
        to->scale.y = scaled(to->scale.y, added->scale.y, rest->scale.y, w);
        to->scale.z = scaled(to->scale.z, added->scale.z, rest->scale.z, w);
    }
}

/* ---- matrices ---- */

static matrix matrix_of(const sinew_transform *t) {
    sinew_quat q = t->rotation;
    float x = q.x + q.x, y = q.y + q.y, z = q.z + q.z;
    float xx = q.x * x, yy = q.y * y, zz = q.z * z, xy = q.x * y, xz = q.x * z, yz = q.y * z;
    float wx = q.w * x, wy = q.w * y, wz = q.w * z;
    sinew_vec3 s = t->scale;
    return (matrix){ { { (1 - yy - zz) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, t->translation.x },
                       { (xy + wz) * s.x, (1 - xx - zz) * s.y, (yz - wx) * s.z, t->translation.y },
                       { (xz - wy) * s.x, (yz + wx) * s.y, (1 - xx - yy) * s.z, t->translation.z },
                       { 0, 0, 0, 1 } } };
}

static void multiply(const matrix *a, const matrix *b, matrix *out) {
    for (int row = 0; row < 4; ++row)
        for (int k = 0; k < 4; ++k)
            out->m[row][k] = a->m[row][0] * b->m[0][k] + a->m[row][1] * b->m[1][k] + a->m[row][2] * b->m[2][k] +
                             a->m[row][3] * b->m[3][k];
}

static void descend(baseline *b, uint32_t joint, const matrix *parent) {
    matrix local = matrix_of(&b->first[joint]);
    if (parent) multiply(parent, &local, &b->models[joint]);
    else b->models[joint] = local;
    for (uint32_t c = b->first_child[joint]; c != SINEW_NONE; c = b->next[c]) descend(b, c, &b->models[joint]);
}

void baseline_play(baseline *b, const baseline_frame *frame, float *palette) {
    const sinew_sample *s = frame->samples;
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < frame->count; ++i)
        if (s[i].weight > s[heaviest].weight) heaviest = i;
    sample(b, s[heaviest].clip, s[heaviest].time, b->first);
    if (frame->count > 1) begin_blend(b, s[heaviest].weight);
    for (uint32_t i = 0; i < frame->count; ++i) {
        if (i == heaviest) continue;
        sample(b, s[i].clip, s[i].time, b->second);
        blend(b, s[i].weight);
    }
    if (frame->count > 1) end_blend(b);
    sample(b, s[frame->count].clip, s[frame->count].time, b->added);
    add(b, frame->weight, frame->mask);
    for (uint32_t j = 0; j < b->joints; ++j)
        if (sinew_skeleton_joint_parent(b->skeleton, j) == SINEW_NONE) descend(b, j, NULL);
    if (!palette) return;
    const uint32_t *joints = sinew_skeleton_skin_joints(b->skeleton, 0);
    for (uint32_t i = 0; i < b->skin_joints; ++i) {
        matrix m;
        multiply(&b->models[joints[i]], &b->inverse[i], &m);
        memcpy(palette + 16 * (size_t)i, m.m, sizeof m.m);
    }
}

void baseline_model(const baseline *b, uint32_t joint, float out[12]) {
    memcpy(out, b->models[joint].m, 12 * sizeof *out);
}
