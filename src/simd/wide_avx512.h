/* wide.h for AVX-512 (F, BW, DQ, VL): sixteen lanes, a whole group. */
#ifndef SNW_WIDE_AVX512_H
#define SNW_WIDE_AVX512_H

#include <immintrin.h>

enum { WIDE = 16, WIDE_SELECT_COSTS = 0 };

typedef __m512 wide;
typedef __mmask16 wide_mask;

static inline wide wide_zero(void) { return _mm512_setzero_ps(); }
static inline wide wide_all(float x) { return _mm512_set1_ps(x); }
static inline wide wide_load(const float *at) { return _mm512_loadu_ps(at); }
static inline wide wide_load_any(const float *at) { return _mm512_loadu_ps(at); }

static inline wide wide_load_some(const float *at, uint32_t bits) { return _mm512_maskz_loadu_ps((__mmask16)bits, at); }

static inline void wide_store(float *at, wide a) { _mm512_storeu_ps(at, a); }

static inline wide wide_add(wide a, wide b) { return _mm512_add_ps(a, b); }
static inline wide wide_sub(wide a, wide b) { return _mm512_sub_ps(a, b); }
static inline wide wide_mul(wide a, wide b) { return _mm512_mul_ps(a, b); }
static inline wide wide_div(wide a, wide b) { return _mm512_div_ps(a, b); }
static inline wide wide_min(wide a, wide b) { return _mm512_min_ps(a, b); }
static inline wide wide_max(wide a, wide b) { return _mm512_max_ps(a, b); }
static inline wide wide_neg(wide a) { return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f)); }
static inline wide wide_abs(wide a) { return _mm512_abs_ps(a); }
static inline wide wide_fma(wide a, wide b, wide c) { return _mm512_fmadd_ps(a, b, c); }
static inline wide wide_fnma(wide a, wide b, wide c) { return _mm512_fnmadd_ps(a, b, c); }

static inline wide_mask wide_more(wide a, wide b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
static inline wide_mask wide_lanes(uint32_t bits, uint32_t first) { return (__mmask16)(bits >> first); }
static inline uint32_t wide_bits(wide_mask m) { return m; }
static inline wide wide_select(wide_mask m, wide a, wide b) { return _mm512_mask_mov_ps(b, m, a); }
static inline wide wide_only(wide_mask m, wide a) { return _mm512_maskz_mov_ps(m, a); }

/* x ^ (s & sign), in one instruction. */
static inline wide wide_turn(wide x, wide s) {
    __m512i sign = _mm512_castps_si512(_mm512_set1_ps(-0.0f));
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(x), _mm512_castps_si512(s), sign, 0x78));
}

/* The estimate has 14 bits; a step of Newton's doubles them. */
static inline wide wide_rsqrt(wide x) {
    __m512 y = _mm512_rsqrt14_ps(x), half = _mm512_mul_ps(x, _mm512_set1_ps(0.5f));
    return _mm512_mul_ps(y, _mm512_fnmadd_ps(half, _mm512_mul_ps(y, y), _mm512_set1_ps(1.5f)));
}

static inline void wide_lerp16(const int16_t *a, const int16_t *b, size_t first, int32_t f, wide *lo, wide *hi) {
    __m512i x = _mm512_loadu_si512(a + 2 * first), y = _mm512_loadu_si512(b + 2 * first);
    __m512i weights = _mm512_set1_epi32((int32_t)((uint32_t)f << 16 | (uint32_t)(16384 - f)));
    *lo = _mm512_cvtepi32_ps(_mm512_madd_epi16(_mm512_unpacklo_epi16(x, y), weights));
    *hi = _mm512_cvtepi32_ps(_mm512_madd_epi16(_mm512_unpackhi_epi16(x, y), weights));
}

/* In quarters: they have the joints i, i + 4, i + 8 and i + 12. */
static inline void wide_rows(const wide column[12], float *out) {
    for (int row = 0; row < 3; ++row) {
        const wide *c = column + 4 * row;
        __m512d ab0 = _mm512_castps_pd(_mm512_unpacklo_ps(c[0], c[1]));
        __m512d ab2 = _mm512_castps_pd(_mm512_unpackhi_ps(c[0], c[1]));
        __m512d cd0 = _mm512_castps_pd(_mm512_unpacklo_ps(c[2], c[3]));
        __m512d cd2 = _mm512_castps_pd(_mm512_unpackhi_ps(c[2], c[3]));
        _mm512_storeu_ps(out + 64 * row, _mm512_castpd_ps(_mm512_unpacklo_pd(ab0, cd0)));
        _mm512_storeu_ps(out + 64 * row + 16, _mm512_castpd_ps(_mm512_unpackhi_pd(ab0, cd0)));
        _mm512_storeu_ps(out + 64 * row + 32, _mm512_castpd_ps(_mm512_unpacklo_pd(ab2, cd2)));
        _mm512_storeu_ps(out + 64 * row + 48, _mm512_castpd_ps(_mm512_unpackhi_pd(ab2, cd2)));
    }
}

#include "matrix_avx512.h"

#endif
