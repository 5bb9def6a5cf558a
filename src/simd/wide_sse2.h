/* wide.h for SSE2: four lanes, of any x86-64. */
#ifndef SNW_WIDE_SSE2_H
#define SNW_WIDE_SSE2_H

#include <emmintrin.h>

enum { WIDE = 4, WIDE_SELECT_COSTS = 1 };

typedef __m128 wide;
typedef __m128 wide_mask;

static inline wide wide_zero(void) { return _mm_setzero_ps(); }
static inline wide wide_all(float x) { return _mm_set1_ps(x); }
static inline wide wide_load(const float *at) { return _mm_load_ps(at); }
static inline wide wide_load_any(const float *at) { return _mm_loadu_ps(at); }

static inline wide wide_load_some(const float *at, uint32_t bits) {
    float some[4] = { 0, 0, 0, 0 };
    for (int i = 0; i < 4; ++i)
        if (bits >> i & 1) some[i] = at[i];
    return _mm_loadu_ps(some);
}

static inline void wide_store(float *at, wide a) { _mm_storeu_ps(at, a); }

static inline wide wide_add(wide a, wide b) { return _mm_add_ps(a, b); }
static inline wide wide_sub(wide a, wide b) { return _mm_sub_ps(a, b); }
static inline wide wide_mul(wide a, wide b) { return _mm_mul_ps(a, b); }
static inline wide wide_div(wide a, wide b) { return _mm_div_ps(a, b); }
static inline wide wide_min(wide a, wide b) { return _mm_min_ps(a, b); }
static inline wide wide_max(wide a, wide b) { return _mm_max_ps(a, b); }
static inline wide wide_neg(wide a) { return _mm_xor_ps(a, _mm_set1_ps(-0.0f)); }
static inline wide wide_abs(wide a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
static inline wide wide_fma(wide a, wide b, wide c) { return _mm_add_ps(_mm_mul_ps(a, b), c); }
static inline wide wide_fnma(wide a, wide b, wide c) { return _mm_sub_ps(c, _mm_mul_ps(a, b)); }

static inline wide_mask wide_more(wide a, wide b) { return _mm_cmpgt_ps(a, b); }

static inline wide_mask wide_lanes(uint32_t bits, uint32_t first) {
    __m128i one = _mm_set_epi32(8, 4, 2, 1);
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int)(bits >> first)), one), one));
}

static inline uint32_t wide_bits(wide_mask m) { return (uint32_t)_mm_movemask_ps(m); }
static inline wide wide_select(wide_mask m, wide a, wide b) { return _mm_xor_ps(b, _mm_and_ps(m, _mm_xor_ps(a, b))); }
static inline wide wide_only(wide_mask m, wide a) { return _mm_and_ps(m, a); }
static inline wide wide_turn(wide x, wide s) { return _mm_xor_ps(x, _mm_and_ps(s, _mm_set1_ps(-0.0f))); }

/* The estimate has 12 bits; a step of Newton's doubles them. */
static inline wide wide_rsqrt(wide x) {
    __m128 y = _mm_rsqrt_ps(x), half = _mm_mul_ps(x, _mm_set1_ps(0.5f));
    return _mm_mul_ps(y, _mm_sub_ps(_mm_set1_ps(1.5f), _mm_mul_ps(half, _mm_mul_ps(y, y))));
}

static inline void wide_lerp16(const int16_t *a, const int16_t *b, size_t first, int32_t f, wide *lo, wide *hi) {
    __m128i x = _mm_loadu_si128((const void *)(a + 2 * first)), y = _mm_loadu_si128((const void *)(b + 2 * first));
    __m128i weights = _mm_set1_epi32((int32_t)((uint32_t)f << 16 | (uint32_t)(16384 - f)));
    *lo = _mm_cvtepi32_ps(_mm_madd_epi16(_mm_unpacklo_epi16(x, y), weights));
    *hi = _mm_cvtepi32_ps(_mm_madd_epi16(_mm_unpackhi_epi16(x, y), weights));
}

static inline void wide_rows(const wide column[12], float *out) {
    for (int row = 0; row < 3; ++row) {
        __m128 a = column[4 * row], b = column[4 * row + 1], c = column[4 * row + 2], d = column[4 * row + 3];
        _MM_TRANSPOSE4_PS(a, b, c, d);
        _mm_storeu_ps(out + 16 * row, a);
        _mm_storeu_ps(out + 16 * row + 4, b);
        _mm_storeu_ps(out + 16 * row + 8, c);
        _mm_storeu_ps(out + 16 * row + 12, d);
    }
}

#include "matrix_sse2.h"

#endif
