/* Packed lanes to their places in a row of a group: those that move from `packed`, the still ones from their row (NULL:
   there are none); the others keep what is there. Reads up to SNW_LANES packed floats. */
#ifndef SNW_SIMD_SPREAD_H
#define SNW_SIMD_SPREAD_H

#include "clip.h"
#include "wide.h"

#if defined(WIDE_AVX512)

static inline void wide_spread(const float *packed, const snw_compiled_lanes *of, const float *still, float *row) {
    __m512 v = _mm512_maskz_expand_ps(of->moving, _mm512_loadu_ps(packed));
    if (still) v = _mm512_mask_loadu_ps(v, of->still, still);
    _mm512_mask_storeu_ps(row, (__mmask16)(of->moving | of->still), v);
}

#elif defined(WIDE_AVX2)

static inline void wide_spread(const float *packed, const snw_compiled_lanes *of, const float *still, float *row) {
    uint32_t moving = of->moving, low = moving & 0xFF;
    const float *from[2] = { packed, packed + __builtin_popcount(low) };
    for (int half = 0; half < 2; ++half) {
        uint32_t mine = moving >> (8 * half) & 0xFF, stays = of->still >> (8 * half) & 0xFF;
        if (!(mine | stays)) continue;
        float *at = row + 8 * half;
        __m256 v = _mm256_loadu_ps(from[half]);
        if (mine != 0xFF) {
            __m256i index = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)(of->index + 8 * half)));
            v = wide_select(wide_lanes(mine, 0), _mm256_permutevar8x32_ps(v, index), _mm256_loadu_ps(at));
            if (stays) v = wide_select(wide_lanes(stays, 0), _mm256_loadu_ps(still + 8 * half), v);
        }
        _mm256_storeu_ps(at, v);
    }
}

#else

static inline void wide_spread(const float *packed, const snw_compiled_lanes *of, const float *still, float *row) {
    for (uint32_t lane = 0; lane < SNW_LANES; lane += SNW_QUAD) {
        uint32_t moving = of->moving >> lane & 15, stays = of->still >> lane & 15;
        if (moving == 15) {
            for (uint32_t i = 0; i < SNW_QUAD; ++i) row[lane + i] = packed[i];
            packed += SNW_QUAD;
            continue;
        }
        for (uint32_t i = 0; moving | stays; ++i, moving >>= 1, stays >>= 1) {
            if (moving & 1) row[lane + i] = *packed++;
            if (stays & 1) row[lane + i] = still[lane + i];
        }
    }
}

#endif

#endif
