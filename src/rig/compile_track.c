/* What becomes of each curve of a joint, and its numbers at a time.
   Invariant: snw_track_at gives what snw_curve_exact gives, up to a double's rounding, less the clip's root motion. */
#include "compile.h"

#include "math/trig.h"
#include "math/vector64.h"
#include "rig/root.h"

#include <math.h>

/* What differs by less does not move: a thousandth of a millimetre, and a turn that carries it that far at arm's
 * length. */
#define STILL 1e-6
/* Numbers beyond this would leave the range of floats where they are interpolated. */
#define TOO_LARGE 1e15
/* Below this angle a chord and an arc differ by less than a double's rounding of the sine. */
#define SHORT 1e-6
#define SMALL 0.3

/* ---- numbers at a time ---- */

static void find_key(snw_track *track, double time) {
    const sinew_curve *curve = track->curve;
    uint32_t key = track->key;
    if (key == SINEW_NONE || (double)curve->times[key] > time) key = snw_curve_key(curve, time);
    for (int i = 0; i < 4 && key + 1 < curve->key_count && (double)curve->times[key + 1] <= time; ++i) ++key;
    if (key + 1 < curve->key_count && (double)curve->times[key + 1] <= time) key = snw_curve_key(curve, time);
    track->key = key;
}

static void take_unit(const float *from, double out[4]) {
    snw_dq q = snw_dq_unit((snw_dq){ (double)from[0], (double)from[1], (double)from[2], (double)from[3] });
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

/* The arc between the keys at hand. */
static void find_arc(snw_track *track) {
    const float *values = track->curve->values + 4 * (size_t)track->key;
    take_unit(values, track->from);
    take_unit(track->key + 1 < track->curve->key_count ? values + 4 : values, track->to);
    double dot = 0;
    for (int i = 0; i < 4; ++i) dot += track->from[i] * track->to[i];
    for (int i = 0; dot < 0 && i < 4; ++i) track->to[i] = -track->to[i];
    track->angle = snw_acos(fabs(dot));
    track->sine = snw_sin(track->angle);
}

/* sin(t x) / sin(x) for x up to SMALL, within 1e-8. */
static double small_share(double t, double x) {
    double a = x * x, b = t * t;
    return t * (1 + a * (1 - b) * (1.0 / 6 + a * ((7 - 3 * b) / 360 + a * (31 - 18 * b + 3 * b * b) / 15120)));
}

static void arc_at(const snw_track *track, double t, double out[4]) {
    double p = 1 - t, q = t;
    if (track->angle < SMALL) {
        p = small_share(1 - t, track->angle);
        q = small_share(t, track->angle);
    } else if (track->sine > SHORT) {
        p = snw_sin((1 - t) * track->angle) / track->sine;
        q = snw_sin(t * track->angle) / track->sine;
    }
    for (int i = 0; i < 4; ++i) out[i] = p * track->from[i] + q * track->to[i];
}

static void linear_at(snw_track *track, double time, double out[4]) {
    const sinew_curve *curve = track->curve;
    uint32_t before = track->key;
    find_key(track, time);
    bool rotation = curve->channel == SINEW_CHANNEL_ROTATION, last = track->key + 1 >= curve->key_count;
    if (rotation && before != track->key) find_arc(track);
    double start = (double)curve->times[track->key], t = 0;
    if (!last && time > start) t = (time - start) / ((double)curve->times[track->key + 1] - start);
    if (rotation) {
        arc_at(track, t, out);
        return;
    }
    const float *from = curve->values + 3 * (size_t)track->key, *to = last ? from : from + 3;
    for (int i = 0; i < 3; ++i) out[i] = (1 - t) * (double)from[i] + t * (double)to[i];
}

static void leave_root_out(const snw_root *root, const snw_track *track, double out[4]) {
    float numbers[4];
    for (uint32_t i = 0; i < track->width; ++i) numbers[i] = (float)out[i];
    bool rotation = track->curve->channel == SINEW_CHANNEL_ROTATION;
    snw_root_still(root, rotation ? NULL : numbers, rotation ? numbers : NULL);
    for (uint32_t i = 0; i < track->width; ++i) out[i] = (double)numbers[i];
}

void snw_track_at(const snw_compiling *c, snw_track *track, double time, double out[4]) {
    if (track->curve->interpolation == SINEW_INTERPOLATION_LINEAR) linear_at(track, time, out);
    else snw_curve_exact(track->curve, time, out);
    const snw_root *root = c->clip->mover;
    if (root && track->joint == root->joint && track->curve->channel != SINEW_CHANNEL_SCALE)
        leave_root_out(root, track, out);
    if (track->width == 3) out[3] = 0;
}

/* ---- what becomes of a curve ---- */

static bool same(const float *a, const float *b, uint32_t width, bool rotation) {
    double p[4] = { 0 }, q[4] = { 0 }, dot = 0;
    for (uint32_t i = 0; i < width; ++i) p[i] = (double)a[i], q[i] = (double)b[i];
    if (rotation) {
        take_unit(a, p);
        take_unit(b, q);
        for (int i = 0; i < 4; ++i) dot += p[i] * q[i];
    }
    for (uint32_t i = 0; i < width; ++i)
        if (!(fabs(p[i] - (dot < 0 ? -q[i] : q[i])) <= STILL * (rotation ? 0.25 : 1))) return false;
    return true;
}

static bool stands_still(const sinew_curve *curve) {
    bool cubic = curve->interpolation == SINEW_INTERPOLATION_CUBIC;
    size_t width = curve->width, each = cubic ? 3 * width : width, value = cubic ? width : 0;
    for (uint32_t k = 0; k < curve->key_count; ++k) {
        const float *key = curve->values + k * each;
        if (!same(curve->values + value, key + value, curve->width, curve->channel == SINEW_CHANNEL_ROTATION))
            return false;
        for (size_t i = 0; cubic && i < width; ++i)
            if (key[i] < 0 || key[i] > 0 || key[2 * width + i] < 0 || key[2 * width + i] > 0) return false;
    }
    return true;
}

static bool too_large(const sinew_curve *curve) {
    size_t count =
        (size_t)curve->key_count * curve->width * (curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1);
    for (size_t i = 0; i < count; ++i)
        if (!(fabs((double)curve->values[i]) < TOO_LARGE)) return true;
    return false;
}

static void judge(const snw_compiling *c, snw_track *track) {
    const sinew_curve *curve = track->curve;
    if (too_large(curve)) track->use = SNW_TRACK_EXACT;
    else if (stands_still(curve)) track->use = SNW_TRACK_STILL;
    else track->use = curve->interpolation == SINEW_INTERPOLATION_STEP ? SNW_TRACK_EXACT : SNW_TRACK_MOVING;
    if (track->use == SNW_TRACK_STILL) {
        double numbers[4];
        snw_track_at(c, track, (double)curve->times[0], numbers);
        for (int i = 0; i < 4; ++i) track->still[i] = (float)numbers[i];
    }
}

static void widen(snw_compiling *c, const sinew_curve *curve) {
    double first = (double)curve->times[0], last = (double)curve->times[curve->key_count - 1];
    if (first < c->start) c->start = first;
    if (last > c->end) c->end = last;
    if (curve->key_count > c->most_keys) c->most_keys = curve->key_count;
    for (uint32_t k = 1; k < curve->key_count; ++k) {
        double apart = (double)curve->times[k] - (double)curve->times[k - 1];
        if (apart < c->closest) c->closest = apart;
    }
}

void snw_tracks_span(snw_compiling *c) {
    c->start = c->closest = 1e300;
    c->end = 0;
    c->most_keys = c->moving = 0;
    for (uint32_t i = 0; i < c->track_count; ++i) {
        if (c->tracks[i].use != SNW_TRACK_MOVING) continue;
        widen(c, c->tracks[i].curve);
        ++c->moving;
    }
    if (!c->moving) c->start = 0;
}

/* From each joint to the farthest joint below, at rest; at least to where its own mesh may end. */
static bool find_reaches(const snw_compiling *c, double *reach) {
    const sinew_skeleton *s = &c->model->skeleton;
    snw_d34 *models = snw_arena_array(c->scratch, s->joint_count, sizeof *models);
    double *far = snw_arena_array(c->scratch, s->joint_count, sizeof *far); /* below, along the bones */
    if (!models || !far) return false;
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        const sinew_transform *t = &s->rest[j];
        models[j] =
            snw_d34_of((snw_d3){ (double)t->translation.x, (double)t->translation.y, (double)t->translation.z },
                       snw_dq_of(t->rotation), (snw_d3){ (double)t->scale.x, (double)t->scale.y, (double)t->scale.z });
        if (s->parent[j] != SINEW_NONE) models[j] = snw_d34_mul(&models[s->parent[j]], &models[j]);
    }
    bool ends = c->words >> SNW_ROTATION & 1; /* at the next joints, which make up for it */
    for (uint32_t j = s->joint_count; j-- > 0;) {
        reach[j] = far[j] + SNW_COMPILE_REACH * c->unit;
        if (reach[j] < SNW_COMPILE_PART * (double)c->model->size) reach[j] = SNW_COMPILE_PART * (double)c->model->size;
        uint32_t parent = s->parent[j];
        if (parent == SINEW_NONE) continue;
        snw_d3 bone = snw_d3_sub(snw_d34_column(&models[j], 3), snw_d34_column(&models[parent], 3));
        double length = snw_d3_length(bone) + (ends ? 0 : far[j]);
        if (length > far[parent]) far[parent] = length;
    }
    return true;
}

bool snw_tracks_make(snw_compiling *c) {
    const snw_clip *clip = c->clip;
    double *reach = snw_arena_array(c->scratch, c->model->skeleton.joint_count, sizeof *reach);
    c->tracks = snw_arena_array(c->scratch, clip->joint_curve_count, sizeof *c->tracks);
    if (!c->tracks || !reach || !find_reaches(c, reach)) return false;
    c->track_count = clip->joint_curve_count;
    for (uint32_t i = 0; i < c->track_count; ++i) {
        snw_track *track = &c->tracks[i];
        const sinew_curve *curve = &clip->curves[i];
        *track = (snw_track){ .curve = curve, .index = i, .joint = curve->target, .width = curve->width };
        track->reach = reach[curve->target];
        track->key = SINEW_NONE;
        judge(c, track);
    }
    return true;
}
