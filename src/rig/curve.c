/* A curve at a time, exactly as the file means it.
   Source: glTF 2.0 specification, appendix C, "Animation Sampler Interpolation Modes".
   Invariant: works in doubles and rounds once, at the end. Rotations are brought to unit length before (LINEAR) and
   after they are interpolated. The same bits on every machine. */
#include "rig.h"

#include "math/trig.h"

#include <math.h>

uint32_t snw_channel_width(sinew_channel channel, uint32_t weight_count) {
    switch (channel) {
    case SINEW_CHANNEL_TRANSLATION:
    case SINEW_CHANNEL_SCALE: return 3;
    case SINEW_CHANNEL_ROTATION: return 4;
    case SINEW_CHANNEL_WEIGHTS: return weight_count;
    }
    return 0;
}

uint32_t snw_curve_key(const sinew_curve *curve, double time) {
    uint32_t low = 0, high = curve->key_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)curve->times[middle] <= time) low = middle;
        else high = middle;
    }
    return low;
}

/* The values of a key, past the in-tangents where there are some. */
static const float *values_of(const sinew_curve *curve, uint32_t key) {
    size_t width = curve->width;
    return curve->interpolation == SINEW_INTERPOLATION_CUBIC ? curve->values + (3 * (size_t)key + 1) * width
                                                             : curve->values + (size_t)key * width;
}

static void unit(double q[4]) {
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(square > 0)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
        return;
    }
    double length = sqrt(square);
    for (int i = 0; i < 4; ++i) q[i] /= length;
}

static void load(const float *from, uint32_t width, double *out) {
    for (uint32_t i = 0; i < width; ++i) out[i] = (double)from[i];
}

static void slerp(const float *from, const float *to, double t, double out[4]) {
    double a[4], b[4];
    load(from, 4, a);
    load(to, 4, b);
    unit(a);
    unit(b);
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = dot < 0 ? -1 : 1;
    double angle = snw_acos(dot * sign), sine = snw_sin(angle);
    double p = 1 - t, q = t; /* where the arc is so short that its sine says nothing */
    if (sine > 1e-6) {
        p = snw_sin((1 - t) * angle) / sine;
        q = snw_sin(t * angle) / sine;
    }
    for (int i = 0; i < 4; ++i) out[i] = p * a[i] + sign * q * b[i];
}

/* Where a time lies on a curve: at a key, or t of the way to the next. */
typedef struct spot {
    uint32_t key;
    bool between;
    double t, span;
} spot;

static spot spot_at(const sinew_curve *curve, double time) {
    spot at = { snw_curve_key(curve, time), false, 0, 0 };
    double start = (double)curve->times[at.key];
    if (curve->interpolation == SINEW_INTERPOLATION_STEP || at.key + 1 >= curve->key_count || !(time > start))
        return at;
    at.between = true;
    at.span = (double)curve->times[at.key + 1] - start;
    at.t = (time - start) / at.span;
    return at;
}

/* One number of a curve that is no rotation's, or of a cubic before it is brought to unit length. */
static double number_at(const sinew_curve *curve, const spot *at, uint32_t i) {
    const float *from = values_of(curve, at->key);
    if (!at->between) return (double)from[i];
    uint32_t width = curve->width;
    const float *to = values_of(curve, at->key + 1);
    double t = at->t;
    if (curve->interpolation == SINEW_INTERPOLATION_LINEAR) return (1 - t) * (double)from[i] + t * (double)to[i];
    const float *out_tangent = from + width, *in_tangent = to - width;
    double t2 = t * t, t3 = t2 * t;
    double a = 2 * t3 - 3 * t2 + 1, b = at->span * (t3 - 2 * t2 + t), c = 3 * t2 - 2 * t3, d = at->span * (t3 - t2);
    return a * (double)from[i] + b * (double)out_tangent[i] + c * (double)to[i] + d * (double)in_tangent[i];
}

static void rotation_at(const sinew_curve *curve, const spot *at, double out[4]) {
    if (at->between && curve->interpolation == SINEW_INTERPOLATION_LINEAR)
        slerp(values_of(curve, at->key), values_of(curve, at->key + 1), at->t, out);
    else
        for (uint32_t i = 0; i < 4; ++i) out[i] = number_at(curve, at, i);
    unit(out);
}

void snw_curve_exact(const sinew_curve *curve, double time, double out[4]) {
    spot at = spot_at(curve, time);
    if (curve->channel == SINEW_CHANNEL_ROTATION) rotation_at(curve, &at, out);
    else
        for (uint32_t i = 0; i < 3; ++i) out[i] = number_at(curve, &at, i);
}

void sinew_curve_sample(const sinew_curve *curve, double time, float *out) {
    if (!curve || !out || !curve->key_count) return;
    spot at = spot_at(curve, time);
    if (curve->channel == SINEW_CHANNEL_ROTATION) {
        double q[4];
        rotation_at(curve, &at, q);
        for (int i = 0; i < 4; ++i) out[i] = (float)q[i];
        return;
    }
    for (uint32_t i = 0; i < curve->width; ++i) out[i] = (float)number_at(curve, &at, i);
}
