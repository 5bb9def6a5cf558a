/* Keys of 32 bits: from the lowest bit a signed number of 11 bits, one of 11 and one of 10. */
#ifndef SNW_SIMD_WORD_H
#define SNW_SIMD_WORD_H

#include "wide.h"

#if defined(WIDE_AVX512)

static inline void wide_words(const int32_t *at, wide out[3]) {
    __m512i word = _mm512_loadu_si512((const void *)at);
    out[0] = _mm512_cvtepi32_ps(_mm512_srai_epi32(_mm512_slli_epi32(word, 21), 21));
    out[1] = _mm512_cvtepi32_ps(_mm512_srai_epi32(_mm512_slli_epi32(word, 10), 21));
    out[2] = _mm512_cvtepi32_ps(_mm512_srai_epi32(word, 22));
}

#elif defined(WIDE_AVX2)

static inline void wide_words(const int32_t *at, wide out[3]) {
    __m256i word = _mm256_loadu_si256((const void *)at);
    out[0] = _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(word, 21), 21));
    out[1] = _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(word, 10), 21));
    out[2] = _mm256_cvtepi32_ps(_mm256_srai_epi32(word, 22));
}

#elif defined(WIDE_SSE2)

static inline void wide_words(const int32_t *at, wide out[3]) {
    __m128i word = _mm_loadu_si128((const void *)at);
    out[0] = _mm_cvtepi32_ps(_mm_srai_epi32(_mm_slli_epi32(word, 21), 21));
    out[1] = _mm_cvtepi32_ps(_mm_srai_epi32(_mm_slli_epi32(word, 10), 21));
    out[2] = _mm_cvtepi32_ps(_mm_srai_epi32(word, 22));
}

#elif defined(WIDE_NEON)

static inline void wide_words(const int32_t *at, wide out[3]) {
    int32x4_t word = vld1q_s32(at);
    out[0] = vcvtq_f32_s32(vshrq_n_s32(vshlq_n_s32(word, 21), 21));
    out[1] = vcvtq_f32_s32(vshrq_n_s32(vshlq_n_s32(word, 10), 21));
    out[2] = vcvtq_f32_s32(vshrq_n_s32(word, 22));
}

#else

static inline void wide_words(const int32_t *at, wide out[3]) {
    uint32_t word = (uint32_t)*at;
    out[0] = (float)((int32_t)((word & 0x7FF) ^ 0x400) - 0x400);
    out[1] = (float)((int32_t)((word >> 11 & 0x7FF) ^ 0x400) - 0x400);
    out[2] = (float)((int32_t)((word >> 22) ^ 0x200) - 0x200);
}

#endif

#endif
