/* A curve at a time, exactly as the file means it.
   Source: glTF 2.0 specification, appendix C, "Animation Sampler Interpolation Modes".
   Invariant: works in doubles and rounds once, at the end. Rotations are brought to unit length before (LINEAR) and
   after they are interpolated. */
#include "rig.h"

#include "math/trig.h"

#include <math.h>
#include <string.h>

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

static void load(const float *from, double q[4]) {
    for (int i = 0; i < 4; ++i) q[i] = (double)from[i];
    unit(q);
}

static void store(double q[4], float *out) {
    unit(q);
    for (int i = 0; i < 4; ++i) out[i] = (float)q[i];
}

static void slerp(const float *from, const float *to, double t, float *out) {
    double a[4], b[4];
    load(from, a);
    load(to, b);
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = dot < 0 ? -1 : 1;
    double angle = snw_acos(dot * sign), sine = snw_sin(angle);
    double p = 1 - t, q = t; /* where the arc is so short that its sine says nothing */
    if (sine > 1e-6) {
        p = snw_sin((1 - t) * angle) / sine;
        q = snw_sin(t * angle) / sine;
    }
    for (int i = 0; i < 4; ++i) a[i] = p * a[i] + sign * q * b[i];
    store(a, out);
}

static void linear(const sinew_curve *curve, uint32_t key, double t, float *out) {
    const float *from = values_of(curve, key), *to = values_of(curve, key + 1);
    if (curve->channel == SINEW_CHANNEL_ROTATION) {
        slerp(from, to, t, out);
        return;
    }
    for (uint32_t i = 0; i < curve->width; ++i) out[i] = (float)((1 - t) * (double)from[i] + t * (double)to[i]);
}

static void cubic(const sinew_curve *curve, uint32_t key, double t, double span, float *out) {
    uint32_t width = curve->width;
    const float *from = values_of(curve, key), *out_tangent = from + width;
    const float *to = values_of(curve, key + 1), *in_tangent = to - width;
    double t2 = t * t, t3 = t2 * t;
    double a = 2 * t3 - 3 * t2 + 1, b = span * (t3 - 2 * t2 + t), c = 3 * t2 - 2 * t3, d = span * (t3 - t2);
    double q[4];
    for (uint32_t i = 0; i < width; ++i) {
        double value = a * (double)from[i] + b * (double)out_tangent[i] + c * (double)to[i] + d * (double)in_tangent[i];
        if (curve->channel == SINEW_CHANNEL_ROTATION) q[i] = value;
        else out[i] = (float)value;
    }
    if (curve->channel == SINEW_CHANNEL_ROTATION) store(q, out);
}

static void hold(const sinew_curve *curve, uint32_t key, float *out) {
    const float *values = values_of(curve, key);
    if (curve->channel != SINEW_CHANNEL_ROTATION) {
        memcpy(out, values, curve->width * sizeof *out);
        return;
    }
    double q[4];
    load(values, q);
    store(q, out);
}

void sinew_curve_sample(const sinew_curve *curve, double time, float *out) {
    if (!curve || !out || !curve->key_count) return;
    uint32_t key = snw_curve_key(curve, time);
    double start = (double)curve->times[key];
    bool between = key + 1 < curve->key_count && time > start;
    if (!between || curve->interpolation == SINEW_INTERPOLATION_STEP) {
        hold(curve, key, out);
        return;
    }
    double span = (double)curve->times[key + 1] - start;
    double t = (time - start) / span;
    if (curve->interpolation == SINEW_INTERPOLATION_CUBIC) cubic(curve, key, t, span, out);
    else linear(curve, key, t, out);
}
