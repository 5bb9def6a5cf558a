/* wide.h for AVX2 with FMA: eight lanes. */
#ifndef SNW_WIDE_AVX2_H
#define SNW_WIDE_AVX2_H

#include <immintrin.h>

enum { WIDE = 8, WIDE_SELECT_COSTS = 0 };

typedef __m256 wide;
typedef __m256 wide_mask;

static inline wide wide_zero(void) { return _mm256_setzero_ps(); }
static inline wide wide_all(float x) { return _mm256_set1_ps(x); }
static inline wide wide_load(const float *at) { return _mm256_loadu_ps(at); }
static inline wide wide_load_any(const float *at) { return _mm256_loadu_ps(at); }

static inline wide wide_load_some(const float *at, uint32_t bits) {
    __m256i one = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    __m256i set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)bits), one), one);
    return _mm256_maskload_ps(at, set);
}

static inline void wide_store(float *at, wide a) { _mm256_storeu_ps(at, a); }

static inline wide wide_add(wide a, wide b) { return _mm256_add_ps(a, b); }
static inline wide wide_sub(wide a, wide b) { return _mm256_sub_ps(a, b); }
static inline wide wide_mul(wide a, wide b) { return _mm256_mul_ps(a, b); }
static inline wide wide_div(wide a, wide b) { return _mm256_div_ps(a, b); }
static inline wide wide_min(wide a, wide b) { return _mm256_min_ps(a, b); }
static inline wide wide_max(wide a, wide b) { return _mm256_max_ps(a, b); }
static inline wide wide_neg(wide a) { return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f)); }
static inline wide wide_abs(wide a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
static inline wide wide_fma(wide a, wide b, wide c) { return _mm256_fmadd_ps(a, b, c); }
static inline wide wide_fnma(wide a, wide b, wide c) { return _mm256_fnmadd_ps(a, b, c); }

static inline wide_mask wide_more(wide a, wide b) { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); }

static inline wide_mask wide_lanes(uint32_t bits, uint32_t first) {
    __m256i one = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    __m256i all = _mm256_set1_epi32((int)(bits >> first));
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(all, one), one));
}

static inline uint32_t wide_bits(wide_mask m) { return (uint32_t)_mm256_movemask_ps(m); }
static inline wide wide_select(wide_mask m, wide a, wide b) { return _mm256_blendv_ps(b, a, m); }
static inline wide wide_only(wide_mask m, wide a) { return _mm256_and_ps(m, a); }
static inline wide wide_turn(wide x, wide s) { return _mm256_xor_ps(x, _mm256_and_ps(s, _mm256_set1_ps(-0.0f))); }

/* The estimate has 12 bits; a step of Newton's doubles them. */
static inline wide wide_rsqrt(wide x) {
    __m256 y = _mm256_rsqrt_ps(x), half = _mm256_mul_ps(x, _mm256_set1_ps(0.5f));
    return _mm256_mul_ps(y, _mm256_fnmadd_ps(half, _mm256_mul_ps(y, y), _mm256_set1_ps(1.5f)));
}

static inline void wide_lerp16(const int16_t *a, const int16_t *b, size_t first, int32_t f, wide *lo, wide *hi) {
    __m256i x = _mm256_loadu_si256((const void *)(a + 2 * first));
    __m256i y = _mm256_loadu_si256((const void *)(b + 2 * first));
    __m256i weights = _mm256_set1_epi32((int32_t)((uint32_t)f << 16 | (uint32_t)(16384 - f)));
    *lo = _mm256_cvtepi32_ps(_mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), weights));
    *hi = _mm256_cvtepi32_ps(_mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), weights));
}

/* In halves: the lower half has the joint i, the upper the joint i + 4. */
static inline void wide_rows(const wide column[12], float *out) {
    for (int row = 0; row < 3; ++row) {
        const wide *c = column + 4 * row;
        __m256d ab0 = _mm256_castps_pd(_mm256_unpacklo_ps(c[0], c[1]));
        __m256d ab2 = _mm256_castps_pd(_mm256_unpackhi_ps(c[0], c[1]));
        __m256d cd0 = _mm256_castps_pd(_mm256_unpacklo_ps(c[2], c[3]));
        __m256d cd2 = _mm256_castps_pd(_mm256_unpackhi_ps(c[2], c[3]));
        _mm256_storeu_ps(out + 32 * row, _mm256_castpd_ps(_mm256_unpacklo_pd(ab0, cd0)));
        _mm256_storeu_ps(out + 32 * row + 8, _mm256_castpd_ps(_mm256_unpackhi_pd(ab0, cd0)));
        _mm256_storeu_ps(out + 32 * row + 16, _mm256_castpd_ps(_mm256_unpacklo_pd(ab2, cd2)));
        _mm256_storeu_ps(out + 32 * row + 24, _mm256_castpd_ps(_mm256_unpackhi_pd(ab2, cd2)));
    }
}

#include "matrix_avx2.h"

#endif
