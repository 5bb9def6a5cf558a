/* See pose_reference.h. Invariant: nothing here calls the engine, but for reading the model. Components are numbered
   0 to 2 for a joint's translation, rotation, scale; morph weights are components of one number each. */
#include "pose_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WIDTH = 4 };

/* One component: its numbers and how much of it there is. */
typedef struct part {
    double v[MAX_WIDTH];
    double share;
} part;

typedef struct result {
    part *parts;
    double time;
    bool valid;
} result;

typedef struct memory {
    result last[2]; /* newest first */
    part *held;
    bool known, usable, measured;
    uint32_t serial;
    double met;
    part *start; /* offsets at the cut; share: the target's */
    part *speed;
} memory;

struct ref_pose {
    const sinew_model *model;
    uint32_t joints, morphs, parts;
    uint32_t *carrier; /* of each morph weight */
    part *rest;
    double *local;   /* joints × 10 */
    double *weights; /* morphs */
    memory *layers;
    uint32_t layer_count;
    double margin;
};

/* ---- numbers ---- */

static double dot4(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

static void unit4(double *q) {
    double n = sqrt(dot4(q, q));
    if (n > 0)
        for (int i = 0; i < 4; ++i) q[i] /= n;
    else memcpy(q, (double[4]){ 0, 0, 0, 1 }, 4 * sizeof *q);
}

static void product(const double *a, const double *b, double *out) {
    double r[4] = { a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1],
                    a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2],
                    a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0],
                    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2] };
    memcpy(out, r, sizeof r);
}

static void conjugate(const double *q, double *out) {
    for (int i = 0; i < 3; ++i) out[i] = -q[i];
    out[3] = q[3];
}

static void near_choice(ref_pose *pose, double distance) {
    if (fabs(distance) < pose->margin) pose->margin = fabs(distance);
}

static void nlerp(ref_pose *pose, const double *a, const double *b, double t, double *out) {
    double d = dot4(a, b), sign = d < 0 ? -1 : 1, r[4];
    if (t > 0 && t < 1) near_choice(pose, d);
    for (int i = 0; i < 4; ++i) r[i] = (1 - t) * a[i] + t * sign * b[i];
    unit4(r);
    memcpy(out, r, sizeof r);
}

static double at_most_one(double x) { return x < 1 ? x : 1; }

/* ---- curves ---- */

static void slerp(const double *a, const double *b, double t, double *out) {
    double d = dot4(a, b), sign = d < 0 ? -1 : 1;
    double angle = acos(at_most_one(d * sign)), s = sin(angle);
    double ka = s > 1e-7 ? sin((1 - t) * angle) / s : 1 - t, kb = s > 1e-7 ? sin(t * angle) / s : t;
    for (int i = 0; i < 4; ++i) out[i] = ka * a[i] + sign * kb * b[i];
}

static void key_value(const sinew_curve *c, uint32_t key, double *out) {
    bool cubic = c->interpolation == SINEW_INTERPOLATION_CUBIC;
    size_t at = (cubic ? 3 * (size_t)key + 1 : key) * c->width;
    for (uint32_t i = 0; i < c->width; ++i) out[i] = (double)c->values[at + i];
}

static void between(const sinew_curve *c, uint32_t key, double time, double *out) {
    double a[MAX_WIDTH], b[MAX_WIDTH], ta[MAX_WIDTH], tb[MAX_WIDTH];
    double step = (double)c->times[key + 1] - (double)c->times[key], u = (time - (double)c->times[key]) / step;
    bool cubic = c->interpolation == SINEW_INTERPOLATION_CUBIC;
    for (uint32_t i = 0; i < c->width; i += MAX_WIDTH) {
        /* Wide curves (morphs) in slices; the stride stays the whole width. */
        uint32_t n = c->width - i < MAX_WIDTH ? c->width - i : MAX_WIDTH;
        for (uint32_t j = 0; j < n; ++j) {
            size_t k = cubic ? 3 * (size_t)key : key, w = c->width;
            a[j] = (double)c->values[(cubic ? k + 1 : k) * w + i + j];
            b[j] = (double)c->values[(cubic ? k + 4 : k + 1) * w + i + j];
            ta[j] = cubic ? (double)c->values[(k + 2) * w + i + j] : 0;
            tb[j] = cubic ? (double)c->values[(k + 3) * w + i + j] : 0;
        }
        for (uint32_t j = 0; j < n; ++j)
            out[i + j] = cubic ? (1 + 2 * u) * (1 - u) * (1 - u) * a[j] + step * u * (1 - u) * (1 - u) * ta[j] +
                                     u * u * (3 - 2 * u) * b[j] + step * u * u * (u - 1) * tb[j]
                               : a[j] + u * (b[j] - a[j]);
    }
    if (c->channel == SINEW_CHANNEL_ROTATION && c->interpolation == SINEW_INTERPOLATION_LINEAR) {
        unit4(a);
        unit4(b);
        slerp(a, b, u, out);
    }
}

void ref_curve_sample(const sinew_curve *c, double time, double *out) {
    uint32_t key = 0;
    while (key + 1 < c->key_count && (double)c->times[key + 1] <= time) ++key;
    bool inside = time > (double)c->times[key] && key + 1 < c->key_count;
    if (inside && c->interpolation != SINEW_INTERPOLATION_STEP) between(c, key, time, out);
    else key_value(c, key, out);
    if (c->channel == SINEW_CHANNEL_ROTATION) unit4(out);
}

/* ---- parts ---- */

static int width_of(const ref_pose *pose, uint32_t index) {
    return index >= 3 * pose->joints ? 1 : index % 3 == 1 ? 4 : 3;
}

static bool is_rotation(const ref_pose *pose, uint32_t index) { return width_of(pose, index) == 4; }
static bool is_scale(const ref_pose *pose, uint32_t index) { return index < 3 * pose->joints && index % 3 == 2; }

static uint32_t joint_of(const ref_pose *pose, uint32_t index) {
    return index < 3 * pose->joints ? index / 3 : pose->carrier[index - 3 * pose->joints];
}

/* What the clip shows of everything; what it does not animate has share 0 and the numbers of `other`. */
static void sample(const ref_pose *pose, uint32_t clip, double time, const part *other, part *out) {
    for (uint32_t i = 0; i < pose->parts; ++i) {
        out[i] = other[i];
        out[i].share = 0;
    }
    uint32_t count = 0;
    const sinew_curve *curves = clip == SINEW_NONE ? NULL : sinew_model_clip_curves(pose->model, clip, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const sinew_curve *c = &curves[i];
        if (c->channel != SINEW_CHANNEL_WEIGHTS) {
            part *p = &out[3 * c->target + (uint32_t)c->channel];
            ref_curve_sample(c, time, p->v);
            p->share = 1;
            continue;
        }
        uint32_t first = 0;
        sinew_model_morph(pose->model, c->target, NULL, &first, NULL);
        double *all = calloc(c->width ? c->width : 1, sizeof *all);
        ref_curve_sample(c, time, all);
        for (uint32_t w = 0; w < c->width; ++w)
            out[3 * pose->joints + first + w] = (part){ .v = { all[w] }, .share = 1 };
        free(all);
    }
}

/* ---- one thing onto another ---- */

static void toward(ref_pose *pose, uint32_t index, double *below, const double *value, double alpha) {
    if (alpha <= 0) return;
    if (is_rotation(pose, index)) {
        nlerp(pose, below, value, alpha, below);
        return;
    }
    for (int i = 0; i < width_of(pose, index); ++i) below[i] += alpha * (value[i] - below[i]);
}

static void add(ref_pose *pose, uint32_t index, double *below, const double *value, const double *reference,
                double alpha) {
    if (alpha <= 0) return;
    if (is_rotation(pose, index)) {
        double delta[4], back[4];
        conjugate(reference, back);
        product(back, value, delta);
        nlerp(pose, (double[4]){ 0, 0, 0, 1 }, delta, alpha, delta);
        product(below, delta, below);
        return;
    }
    for (int i = 0; i < width_of(pose, index); ++i) {
        if (!is_scale(pose, index)) below[i] += alpha * (value[i] - reference[i]);
        else if (reference[i] != 0) below[i] *= 1 + alpha * (value[i] / reference[i] - 1);
    }
}

/* ---- a layer ---- */

typedef struct voice {
    double weight;
    const part *parts;
} voice;

/* SEMANTICS 4: the mean of those that show the component, turned to the heaviest's side. */
static part mean_of(ref_pose *pose, uint32_t index, const voice *voices, uint32_t count) {
    part mean = { { 0 }, 0 };
    uint32_t heaviest = 0;
    double most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double w = voices[i].weight * voices[i].parts[index].share;
        if (w <= 0) continue;
        if (is_rotation(pose, index) && most > 0 && w != most) near_choice(pose, w - most);
        if (w > most) {
            most = w;
            heaviest = i;
        }
    }
    if (most <= 0) return mean;
    int width = width_of(pose, index);
    for (uint32_t i = 0; i < count; ++i) {
        const part *p = &voices[i].parts[index];
        double w = voices[i].weight * p->share;
        if (w <= 0) continue;
        double d = is_rotation(pose, index) ? dot4(voices[heaviest].parts[index].v, p->v) : 1;
        near_choice(pose, d);
        mean.share += w;
        for (int k = 0; k < width; ++k) mean.v[k] += (d < 0 ? -w : w) * p->v[k];
    }
    for (int k = 0; k < width; ++k) mean.v[k] /= mean.share;
    if (width == 4) unit4(mean.v);
    mean.share = at_most_one(mean.share);
    return mean;
}

/* ---- the inertial hold: x0 (1−s)³(1+3s) + v0 T s(1−s)³, |v0| T at most 4 |x0| ---- */

static void to_vector(ref_pose *pose, const double *q, double *v) {
    double sign = q[3] < 0 ? -1 : 1, n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    near_choice(pose, q[3]);
    double k = n > 0 ? 2 * atan2(n, sign * q[3]) / n : 0;
    for (int i = 0; i < 3; ++i) v[i] = sign * k * q[i];
}

static void to_rotation(const double *v, double k, double *q) {
    double n = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * fabs(k);
    double f = n > 0 ? sin(n / 2) / n * k : 0;
    for (int i = 0; i < 3; ++i) q[i] = f * v[i];
    q[3] = cos(n / 2);
}

static void difference(ref_pose *pose, uint32_t index, const double *from, const double *to, double *out) {
    if (is_rotation(pose, index)) {
        double back[4], d[4];
        conjugate(from, back);
        product(to, back, d);
        to_vector(pose, d, out);
        out[3] = 0;
        return;
    }
    for (int i = 0; i < width_of(pose, index); ++i) out[i] = to[i] - from[i];
}

static double length(const ref_pose *pose, uint32_t index, const double *v) {
    double square = 0;
    for (int i = 0; i < (width_of(pose, index) == 1 ? 1 : 3); ++i) square += v[i] * v[i];
    return sqrt(square);
}

static void measure(ref_pose *pose, memory *m, const part *target, double duration) {
    double gap = m->last[0].time - m->last[1].time;
    for (uint32_t i = 0; i < pose->parts; ++i) {
        m->start[i] = (part){ { 0 }, target[i].share };
        m->speed[i] = (part){ { 0 }, 0 };
        if (m->held[i].share <= 0 || target[i].share <= 0) continue;
        difference(pose, i, target[i].v, m->held[i].v, m->start[i].v);
        if (!m->last[1].valid || gap < 1e-6 || m->last[1].parts[i].share <= 0) continue;
        difference(pose, i, m->last[1].parts[i].v, m->held[i].v, m->speed[i].v);
        double offset = length(pose, i, m->start[i].v), speed = length(pose, i, m->speed[i].v) / gap;
        double keep = speed * duration > 4 * offset ? 4 * offset / (speed * duration) : 1;
        for (int k = 0; k < MAX_WIDTH; ++k) m->speed[i].v[k] *= keep / gap;
    }
    m->measured = true;
}

static void move(ref_pose *pose, memory *m, part *mean, double since, double duration) {
    double s = since / duration, c = pow(1 - s, 3), h0 = c * (1 + 3 * s), h1 = duration * s * c;
    for (uint32_t i = 0; i < pose->parts; ++i) {
        double held = m->held[i].share, then = m->start[i].share, now = mean[i].share;
        if (held > 0 && then <= 0 && now <= 0) memcpy(mean[i].v, m->held[i].v, sizeof mean[i].v);
        if (held > 0 && then > 0 && now > 0 && is_rotation(pose, i)) {
            double still[4], moving[4];
            to_rotation(m->start[i].v, h0, still);
            to_rotation(m->speed[i].v, h1, moving);
            product(still, mean[i].v, mean[i].v);
            product(moving, mean[i].v, mean[i].v);
        } else if (held > 0 && then > 0 && now > 0) {
            for (int k = 0; k < width_of(pose, i); ++k) mean[i].v[k] += h0 * m->start[i].v[k] + h1 * m->speed[i].v[k];
        }
        /* As a factor where the target showed it at the cut: 0 when the target lets go of it meanwhile. */
        double share = then > 0 ? now * (1 + (held / then - 1) * h0) : now + held * h0;
        mean[i].share = share < 0 ? 0 : at_most_one(share);
    }
}

/* ---- memory of a layer ---- */

static void forget_future(memory *m, double time) {
    if (m->last[0].valid && time < m->last[0].time - 1e-9) m->last[0].valid = m->last[1].valid = false;
    if (m->known && time < m->met - 1e-9) m->known = false;
}

static void meet(ref_pose *pose, memory *m, uint32_t serial, double time) {
    if (m->known && m->serial == serial) return;
    m->known = true;
    m->serial = serial;
    m->met = time;
    m->measured = false;
    m->usable = m->last[0].valid && time - m->last[0].time <= 0.25 + 1e-9;
    if (m->usable) memcpy(m->held, m->last[0].parts, pose->parts * sizeof(part));
}

static void keep(ref_pose *pose, memory *m, const part *mean, double time) {
    if (!m->last[0].valid || time > m->last[0].time + 1e-9) {
        result older = m->last[1];
        m->last[1] = m->last[0];
        m->last[0] = older;
        m->last[0].time = time;
    }
    m->last[0].valid = true;
    memcpy(m->last[0].parts, mean, pose->parts * sizeof(part));
}

static bool counts(const sinew_sample *s) { return s->clip != SINEW_CLIP_HELD && !(s->flags & SINEW_SAMPLE_ADDITIVE); }

static void apply_layer(ref_pose *pose, memory *m, const sinew_layer_row *row, const sinew_sample *samples,
                        const float *mask, double time, part *total) {
    uint32_t n = row->sample_count, count = 0, clips = 0;
    voice *voices = calloc(n + 1, sizeof *voices);
    part *store = calloc((size_t)(n + 1) * pose->parts, sizeof *store), *mean = calloc(pose->parts, sizeof *mean);
    part *reference = calloc(pose->parts, sizeof *reference);
    const sinew_sample *held = NULL;
    for (uint32_t i = 0; i < n; ++i) {
        if (samples[i].clip == SINEW_CLIP_HELD && !held) held = &samples[i];
        clips += counts(&samples[i]);
    }
    if (held) meet(pose, m, held->hold_serial, time);
    bool inertial = held && held->flags & SINEW_SAMPLE_INERTIAL, missing = held && !inertial && !m->usable;
    double left = missing ? 1 - (double)held->weight : 1;
    for (uint32_t i = 0; i < n; ++i) {
        const sinew_sample *s = &samples[i];
        double w = left > 1e-6 ? (double)s->weight / left : 1.0 / clips;
        if (s == held && !inertial && !missing) voices[count++] = (voice){ (double)s->weight, m->held };
        if (!counts(s)) continue;
        sample(pose, s->clip, (double)s->time, pose->rest, store + (size_t)i * pose->parts);
        voices[count++] = (voice){ w, store + (size_t)i * pose->parts };
    }
    for (uint32_t p = 0; p < pose->parts; ++p) mean[p] = mean_of(pose, p, voices, count);
    for (uint32_t i = 0; i < n; ++i) {
        const sinew_sample *s = &samples[i];
        if (!(s->flags & SINEW_SAMPLE_ADDITIVE)) continue;
        part *delta = store + (size_t)i * pose->parts;
        sample(pose, s->clip, (double)s->time, pose->rest, delta);
        sample(pose, s->reference_clip, (double)s->reference_time, pose->rest, reference);
        double w = left > 1e-6 ? (double)s->weight / left : (double)s->weight;
        for (uint32_t p = 0; p < pose->parts; ++p)
            if (delta[p].share > 0 && mean[p].share > 0)
                add(pose, p, mean[p].v, delta[p].v, reference[p].v, at_most_one(w / mean[p].share));
    }
    if (inertial && m->usable && held->hold_since < held->hold_duration) {
        if (!m->measured) measure(pose, m, mean, (double)held->hold_duration);
        move(pose, m, mean, (double)held->hold_since, (double)held->hold_duration);
    }
    sample(pose, row->blend == SINEW_BLEND_ADDITIVE ? row->reference_clip : SINEW_NONE, (double)row->reference_time,
           pose->rest, reference);
    for (uint32_t p = 0; p < pose->parts; ++p) {
        double alpha = (double)row->weight * (mask ? (double)mask[joint_of(pose, p)] : 1) * mean[p].share;
        if (row->blend == SINEW_BLEND_ADDITIVE) add(pose, p, total[p].v, mean[p].v, reference[p].v, alpha);
        else toward(pose, p, total[p].v, mean[p].v, alpha);
    }
    if (row->keep) keep(pose, m, mean, time);
    free(voices);
    free(store);
    free(mean);
    free(reference);
}

/* ---- the whole ---- */

static void publish(ref_pose *pose, const part *total) {
    for (uint32_t j = 0; j < pose->joints; ++j) {
        memcpy(pose->local + 10 * j, total[3 * j].v, 3 * sizeof(double));
        memcpy(pose->local + 10 * j + 3, total[3 * j + 1].v, 4 * sizeof(double));
        memcpy(pose->local + 10 * j + 7, total[3 * j + 2].v, 3 * sizeof(double));
    }
    for (uint32_t w = 0; w < pose->morphs; ++w) pose->weights[w] = total[3 * pose->joints + w].v[0];
}

void ref_pose_apply(ref_pose *pose, double time, const sinew_layer_row *rows, uint32_t row_count,
                    const sinew_sample *samples, const float *const *masks) {
    part *total = calloc(pose->parts, sizeof *total);
    memcpy(total, pose->rest, pose->parts * sizeof *total);
    pose->margin = INFINITY;
    for (uint32_t i = 0; i < pose->layer_count; ++i) {
        memory *m = &pose->layers[i];
        forget_future(m, time);
        bool shows = i < row_count && rows[i].weight > 0;
        if (shows)
            apply_layer(pose, m, &rows[i], samples + rows[i].first_sample,
                        rows[i].mask == SINEW_NONE ? NULL : masks[rows[i].mask], time, total);
        if (!shows || !rows[i].keep) m->last[0].valid = m->last[1].valid = false;
    }
    publish(pose, total);
    free(total);
}

void ref_pose_sample(ref_pose *pose, uint32_t clip, double time) {
    part *total = calloc(pose->parts, sizeof *total);
    sample(pose, clip, time, pose->rest, total);
    publish(pose, total);
    free(total);
}

static void fill_rest(ref_pose *pose) {
    for (uint32_t j = 0; j < pose->joints; ++j) {
        const sinew_transform *r = sinew_skeleton_rest(sinew_model_skeleton(pose->model), j);
        const float v[10] = { r->translation.x, r->translation.y, r->translation.z, r->rotation.x, r->rotation.y,
                              r->rotation.z,    r->rotation.w,    r->scale.x,       r->scale.y,    r->scale.z };
        for (int i = 0; i < 3; ++i) {
            pose->rest[3 * j].v[i] = (double)v[i];
            pose->rest[3 * j + 2].v[i] = (double)v[7 + i];
        }
        for (int i = 0; i < 4; ++i) pose->rest[3 * j + 1].v[i] = (double)v[3 + i];
        unit4(pose->rest[3 * j + 1].v);
    }
    for (uint32_t g = 0; g < sinew_model_morph_count(pose->model); ++g) {
        uint32_t joint = 0, first = 0, count = 0;
        sinew_model_morph(pose->model, g, &joint, &first, &count);
        for (uint32_t w = first; w < first + count; ++w) {
            pose->carrier[w] = joint;
            pose->rest[3 * pose->joints + w].v[0] = (double)sinew_model_morph_rest(pose->model)[w];
        }
    }
}

static bool make_layer(const ref_pose *pose, memory *m) {
    part **all[] = { &m->last[0].parts, &m->last[1].parts, &m->held, &m->start, &m->speed };
    bool ok = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        *all[i] = calloc(pose->parts + 1, sizeof(part));
        ok = ok && *all[i];
    }
    return ok;
}

ref_pose *ref_pose_create(const sinew_model *model, uint32_t layer_count) {
    ref_pose *pose = calloc(1, sizeof *pose);
    if (!pose) return NULL;
    pose->model = model;
    pose->joints = sinew_skeleton_joint_count(sinew_model_skeleton(model));
    pose->morphs = sinew_model_morph_weight_count(model);
    pose->parts = 3 * pose->joints + pose->morphs;
    pose->carrier = calloc(pose->morphs + 1, sizeof *pose->carrier);
    pose->rest = calloc(pose->parts + 1, sizeof *pose->rest);
    pose->local = calloc(10 * (size_t)pose->joints + 1, sizeof *pose->local);
    pose->weights = calloc(pose->morphs + 1, sizeof *pose->weights);
    pose->layers = calloc(layer_count + 1, sizeof *pose->layers);
    bool ok = pose->carrier && pose->rest && pose->local && pose->weights && pose->layers;
    for (; ok && pose->layer_count < layer_count; ++pose->layer_count)
        ok = make_layer(pose, &pose->layers[pose->layer_count]);
    if (!ok) {
        ref_pose_destroy(pose);
        return NULL;
    }
    fill_rest(pose);
    publish(pose, pose->rest);
    return pose;
}

void ref_pose_destroy(ref_pose *pose) {
    if (!pose) return;
    for (uint32_t i = 0; pose->layers && i < pose->layer_count; ++i) {
        memory *m = &pose->layers[i];
        free(m->last[0].parts);
        free(m->last[1].parts);
        free(m->held);
        free(m->start);
        free(m->speed);
    }
    free(pose->carrier);
    free(pose->rest);
    free(pose->local);
    free(pose->weights);
    free(pose->layers);
    free(pose);
}

const double *ref_pose_local(const ref_pose *pose, uint32_t joint) { return pose->local + 10 * (size_t)joint; }
const double *ref_pose_morphs(const ref_pose *pose) { return pose->weights; }
double ref_pose_margin(const ref_pose *pose) { return pose->margin; }

static void matrix_of(const double *l, double out[12]) {
    double x = l[3], y = l[4], z = l[5], w = l[6];
    double r[9] = { w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
                    2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
                    2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z };
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) out[4 * i + k] = r[3 * i + k] * l[7 + k];
        out[4 * i + 3] = l[i];
    }
}

void ref_pose_model(const ref_pose *pose, uint32_t joint, double out[12]) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(pose->model);
    matrix_of(ref_pose_local(pose, joint), out);
    for (uint32_t up = sinew_skeleton_joint_parent(skeleton, joint); up != SINEW_NONE;
         up = sinew_skeleton_joint_parent(skeleton, up)) {
        double m[12], r[12];
        matrix_of(ref_pose_local(pose, up), m);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 4; ++k)
                r[4 * i + k] = m[4 * i] * out[k] + m[4 * i + 1] * out[4 + k] + m[4 * i + 2] * out[8 + k] +
                               (k == 3 ? m[4 * i + 3] : 0);
        memcpy(out, r, sizeof r);
    }
}
