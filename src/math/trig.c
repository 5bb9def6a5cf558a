/* Trigonometry from + - * / sqrt alone.

   Sine and cosine: the argument is brought to [-π/4, π/4] by subtracting a multiple of π/2 that is held in four
   parts, and kept as a sum of two doubles there. Source: W. Cody, W. Waite, "Software Manual for the Elementary
   Functions", 1980; the series are Taylor's.
   Arctangent: atan(t) = atan(c) + atan((t − c) / (1 + t c)) for the nearest c of k/8, then Taylor's series. */
#include "trig.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define HALF_PI_HIGH 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

/* π/2 in parts of 33 bits, so that a part times a whole number up to 2^20 is exact. */
static const double half_pi_parts[4] = { 0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104 };

/* atan(k/8) as a sum of two. */
static const double atan_eighths[9][2] = {
    { 0.0, 0.0 },
    { 0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59 },
    { 0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57 },
    { 0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56 },
    { 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56 },
    { 0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58 },
    { 0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56 },
    { 0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56 },
    { 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55 },
};

double snw_floor(double x) {
    if (!(x > -0x1p52 && x < 0x1p52)) return x; /* whole already, or not a number */
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1.0 : whole;
}

/* ---- sine and cosine ---- */

typedef struct angle {
    double high, low; /* their sum is the angle in [-π/4, π/4] */
    int quarter;      /* how many quarter turns were taken away, modulo 4 */
} angle;

/* *high + *low is exactly a − b (Knuth's two-sum). */
static void exact_difference(double a, double b, double *high, double *low) {
    double d = a - b;
    double virtual_b = a - d;
    double virtual_a = d + virtual_b;
    *high = d;
    *low = (a - virtual_a) + (virtual_b - b);
}

static angle reduce(double x) {
    angle r = { x, 0.0, 0 };
    if (x >= -0x1.921fb5p-1 && x <= 0x1.921fb5p-1) return r;
    if (!(x > -0x1p40 && x < 0x1p40)) {
        r.high = x - x == 0.0 ? 0.0 : x - x; /* 0, or NaN for what is not finite */
        return r;
    }
    double n = snw_floor(x * TWO_OVER_PI + 0.5);
    double low0, low1;
    exact_difference(x, n * half_pi_parts[0], &r.high, &r.low);
    exact_difference(r.high, n * half_pi_parts[1], &r.high, &low0);
    exact_difference(r.high, n * half_pi_parts[2], &r.high, &low1);
    r.low += low0 + low1 - n * half_pi_parts[3];
    r.quarter = (int)(n - 4.0 * snw_floor(n * 0.25));
    return r;
}

static double sine_series(double x, double low) {
    double s = x * x;
    double tail = 1.0 / 6227020800.0 + s * (-1.0 / 1307674368000.0 + s * (1.0 / 355687428096000.0));
    double p = 1.0 / 120.0 + s * (-1.0 / 5040.0 + s * (1.0 / 362880.0 + s * (-1.0 / 39916800.0 + s * tail)));
    return x + (low * (1.0 - 0.5 * s) + x * s * (-1.0 / 6.0 + s * p));
}

static double cosine_series(double x, double low) {
    double s = x * x;
    double tail = 1.0 / 479001600.0 + s * (-1.0 / 87178291200.0 + s * (1.0 / 20922789888000.0));
    double p = 1.0 / 24.0 + s * (-1.0 / 720.0 + s * (1.0 / 40320.0 + s * (-1.0 / 3628800.0 + s * tail)));
    double half = 0.5 * s;
    double base = 1.0 - half;
    /* What rounding took from 1 − s/2 is given back. */
    return base + (((1.0 - base) - half) + (s * s * p - x * low));
}

static double turned(angle a, int quarters) {
    int quarter = (a.quarter + quarters) & 3;
    double value = quarter & 1 ? cosine_series(a.high, a.low) : sine_series(a.high, a.low);
    return quarter & 2 ? -value : value;
}

double snw_sin(double x) { return turned(reduce(x), 0); }

double snw_cos(double x) { return turned(reduce(x), 1); }

/* ---- arctangent ---- */

static double atan_series(double z) {
    double s = z * z;
    double p = -1.0 / 7.0 + s * (1.0 / 9.0 + s * (-1.0 / 11.0 + s * (1.0 / 13.0)));
    return z * s * (-1.0 / 3.0 + s * (1.0 / 5.0 + s * p));
}

/* Angle of a point with 0 <= u <= v, v > 0, plus base (given as a sum), or minus it from base. */
static double octant(double u, double v, double base_high, double base_low, bool minus) {
    int k = (int)(8.0 * (u / v) + 0.5);
    double c = (double)k / 8.0;
    double z = (u - c * v) / (v + c * u);
    double high = atan_eighths[k][0];
    double low = atan_eighths[k][1] + atan_series(z);
    if (base_high == 0.0) return high + (z + low);
    if (minus) {
        high = -high;
        low = -low;
        z = -z;
    }
    double sum, rest;
    exact_difference(base_high, -high, &sum, &rest);
    return sum + (z + (rest + (low + base_low)));
}

double snw_atan2(double y, double x) {
    double u = fabs(y), v = fabs(x);
    if (!(u == u && v == v)) return u + v;
    if (u == 0.0 && x >= 0.0) return 0.0;
    double largest = u > v ? u : v;
    if (largest - largest != 0.0) { /* only the infinite ones count, as ones */
        u = u == largest ? 1.0 : 0.0;
        v = v == largest ? 1.0 : 0.0;
    } else if (largest > 0x1p1000) { /* no overflow below */
        u *= 0x1p-100;
        v *= 0x1p-100;
    } else if (largest < 0x1p-900) {
        u *= 0x1p100;
        v *= 0x1p100;
    }
    double result;
    if (u <= v)
        result = x > 0.0 ? octant(u, v, 0.0, 0.0, false) : octant(u, v, 2.0 * HALF_PI_HIGH, 2.0 * HALF_PI_LOW, true);
    else result = octant(v, u, HALF_PI_HIGH, HALF_PI_LOW, x > 0.0);
    return y < 0.0 ? -result : result;
}

double snw_acos(double x) {
    if (x != x) return x;
    if (x > 1.0) x = 1.0;
    if (x < -1.0) x = -1.0;
    return 2.0 * snw_atan2(sqrt(1.0 - x), sqrt(1.0 + x));
}
