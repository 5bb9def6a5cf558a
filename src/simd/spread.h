/* Packed lanes to their places in a group, rows at once: those that move from the packed ones (a row every `stride`
   floats), the still ones from rows of their own. The others keep what is there, or, where those that move stand apart,
   take what any of these has.
   Invariant: at most SNW_LANES floats of a packed row are read. */
#ifndef SNW_SIMD_SPREAD_H
#define SNW_SIMD_SPREAD_H

#include "plan.h"
#include "wide.h"

#include <string.h>

/* So that the number of rows is a constant where they are gone through. */
#if defined(__GNUC__)
#define SPREAD_INLINE static inline __attribute__((__always_inline__))
#else
#define SPREAD_INLINE static inline
#endif

#if defined(WIDE_AVX512)

/* From registers: `v` has SNW_LANES packed lanes of each row, `w` those after them where they are needed; the first of
   the group is at `from`. */
SPREAD_INLINE void spread_window(const wide *v, const wide *w, uint32_t from, uint32_t moving, float (*row)[SNW_LANES],
                                 int rows, bool apart) {
    const __m512i order = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    wide_mask mine = (__mmask16)moving;
    __m512i at = _mm512_add_epi32(_mm512_maskz_expand_epi32(mine, order), _mm512_set1_epi32((int)from));
    for (int i = 0; i < rows; ++i) {
        if (apart) {
            wide_store(row[i], w ? _mm512_permutex2var_ps(v[i], at, w[i]) : _mm512_permutexvar_ps(at, v[i]));
            continue;
        }
        wide old = wide_load(row[i]);
        wide_store(row[i], w ? wide_select(mine, _mm512_permutex2var_ps(v[i], at, w[i]), old)
                             : _mm512_mask_permutexvar_ps(old, mine, at, v[i]));
    }
}

#elif defined(WIDE_AVX2)

/* row: the first of the half's rows, which are a group's rows apart. */
SPREAD_INLINE void spread_half(const float *packed, size_t stride, const snw_half *half, float *row, int rows,
                               bool apart) {
    __m256i from = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)half->index));
    wide_mask mine = wide_lanes(half->lanes, 0);
    for (int i = 0; i < rows; ++i, packed += stride, row += SNW_LANES) {
        wide v = _mm256_permutevar8x32_ps(wide_load(packed), from);
        wide_store(row, apart ? v : wide_select(mine, v, wide_load(row)));
    }
}

#else

#if defined(WIDE_SSE2)

#define SPREAD_QUAD(A, B, C, D)                                                                                        \
    for (int i = 0; i < rows; ++i) {                                                                                   \
        __m128 v = _mm_loadu_ps(packed + (size_t)i * stride);                                                          \
        _mm_storeu_ps(row + (size_t)i * SNW_LANES, _mm_shuffle_ps(v, v, _MM_SHUFFLE(D, C, B, A)));                     \
    }                                                                                                                  \
    break

/* To each lane of a quad that has one its packed one, to the others any of these. */
SPREAD_INLINE void spread_quad(const float *packed, size_t stride, uint32_t quad, float *row, int rows) {
    switch (quad) {
    case 1:
    case 2:
    case 4:
    case 8: SPREAD_QUAD(0, 0, 0, 0);
    case 3:
    case 9:
    case 12: SPREAD_QUAD(0, 1, 0, 1);
    case 5:
    case 6:
    case 10: SPREAD_QUAD(0, 0, 1, 1);
    case 7: SPREAD_QUAD(0, 1, 2, 2);
    case 11: SPREAD_QUAD(0, 1, 1, 2);
    case 13:
    case 14: SPREAD_QUAD(0, 0, 1, 2);
    default: SPREAD_QUAD(0, 1, 2, 3);
    }
}

SPREAD_INLINE void spread_apart(const float *packed, size_t stride, uint32_t lanes, float *row, int rows) {
    static const uint8_t COUNT[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
    uint32_t low = lanes & 15, high = lanes >> SNW_QUAD;
    if (low) spread_quad(packed, stride, low, row, rows);
    if (high) spread_quad(packed + COUNT[low], stride, high, row + SNW_QUAD, rows);
}

#endif

/* row: the first of the half's rows, which are a group's rows apart. */
SPREAD_INLINE void spread_half(const float *packed, size_t stride, const snw_half *half, float *row, int rows,
                               bool apart) {
#if defined(WIDE_SSE2)
    if (apart) {
        spread_apart(packed, stride, half->lanes, row, rows);
        return;
    }
#endif
    (void)apart;
    for (uint32_t lanes = half->lanes; lanes; lanes >>= SNW_QUAD, row += SNW_QUAD) {
        if ((lanes & 15) == 15) {
            for (size_t i = 0; i < (size_t)rows; ++i)
                memcpy(row + i * SNW_LANES, packed + i * stride, SNW_QUAD * sizeof(float));
            packed += SNW_QUAD;
            continue;
        }
        for (uint32_t at = 0, quad = lanes & 15; quad; quad >>= 1, ++at) {
            if (!(quad & 1)) continue;
            for (size_t i = 0; i < (size_t)rows; ++i) row[i * SNW_LANES + at] = packed[i * stride];
            ++packed;
        }
    }
}

#endif

SPREAD_INLINE void spread_still(const float *still, uint32_t lanes, float (*row)[SNW_LANES], int rows) {
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        wide_mask mine = wide_lanes(lanes, first);
        if (!wide_any(mine)) continue;
        for (int i = 0; i < rows; ++i) {
            float *at = row[i] + first;
            wide_store(at, wide_select(mine, wide_load(still + (size_t)i * SNW_LANES + first), wide_load(at)));
        }
    }
}

#endif
