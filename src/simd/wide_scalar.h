/* wide.h for a machine of which nothing is known: a lane at a time. The oracle of the other sets. */
#ifndef SNW_WIDE_SCALAR_H
#define SNW_WIDE_SCALAR_H

#include <math.h>

enum { WIDE = 1, WIDE_SELECT_COSTS = 0 };

typedef float wide;
typedef bool wide_mask;

static inline wide wide_zero(void) { return 0.0f; }
static inline wide wide_all(float x) { return x; }
static inline wide wide_load(const float *at) { return *at; }
static inline wide wide_load_any(const float *at) { return *at; }
static inline wide wide_load_some(const float *at, uint32_t bits) { return bits & 1 ? *at : 0.0f; }
static inline void wide_store(float *at, wide a) { *at = a; }

static inline wide wide_add(wide a, wide b) { return a + b; }
static inline wide wide_sub(wide a, wide b) { return a - b; }
static inline wide wide_mul(wide a, wide b) { return a * b; }
static inline wide wide_div(wide a, wide b) { return a / b; }
static inline wide wide_min(wide a, wide b) { return a < b ? a : b; }
static inline wide wide_max(wide a, wide b) { return a > b ? a : b; }
static inline wide wide_neg(wide a) { return -a; }
static inline wide wide_abs(wide a) { return fabsf(a); }
static inline wide wide_fma(wide a, wide b, wide c) { return a * b + c; }
static inline wide wide_fnma(wide a, wide b, wide c) { return c - a * b; }

static inline wide_mask wide_more(wide a, wide b) { return a > b; }
static inline wide_mask wide_lanes(uint32_t bits, uint32_t first) { return bits >> first & 1; }
static inline uint32_t wide_bits(wide_mask m) { return m; }
static inline wide wide_select(wide_mask m, wide a, wide b) { return m ? a : b; }
static inline wide wide_only(wide_mask m, wide a) { return m ? a : 0.0f; }
static inline wide wide_turn(wide x, wide s) { return signbit(s) ? -x : x; }
static inline wide wide_rsqrt(wide x) { return 1.0f / sqrtf(x); }

static inline void wide_lerp16(const int16_t *a, const int16_t *b, size_t first, int32_t f, wide *lo, wide *hi) {
    size_t at = first / 4 * 8 + first % 4;
    *lo = (float)(a[at] * (16384 - f) + b[at] * f);
    *hi = (float)(a[at + 4] * (16384 - f) + b[at + 4] * f);
}

static inline void wide_rows(const wide column[12], float *out) {
    for (int i = 0; i < 12; ++i) out[i] = column[i];
}

#include "matrix_plain.h"

#endif
