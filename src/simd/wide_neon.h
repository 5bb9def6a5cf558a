/* wide.h for NEON of aarch64: four lanes. */
#ifndef SNW_WIDE_NEON_H
#define SNW_WIDE_NEON_H

#include <arm_neon.h>

enum { WIDE = 4, WIDE_SELECT_COSTS = 0 };

typedef float32x4_t wide;
typedef uint32x4_t wide_mask;

static inline wide wide_zero(void) { return vdupq_n_f32(0.0f); }
static inline wide wide_all(float x) { return vdupq_n_f32(x); }
static inline wide wide_load(const float *at) { return vld1q_f32(at); }
static inline wide wide_load_any(const float *at) { return vld1q_f32(at); }

static inline wide wide_load_some(const float *at, uint32_t bits) {
    float some[4] = { 0, 0, 0, 0 };
    for (int i = 0; i < 4; ++i)
        if (bits >> i & 1) some[i] = at[i];
    return vld1q_f32(some);
}

static inline void wide_store(float *at, wide a) { vst1q_f32(at, a); }

static inline wide wide_add(wide a, wide b) { return vaddq_f32(a, b); }
static inline wide wide_sub(wide a, wide b) { return vsubq_f32(a, b); }
static inline wide wide_mul(wide a, wide b) { return vmulq_f32(a, b); }
static inline wide wide_div(wide a, wide b) { return vdivq_f32(a, b); }
static inline wide wide_min(wide a, wide b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
static inline wide wide_max(wide a, wide b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
static inline wide wide_neg(wide a) { return vnegq_f32(a); }
static inline wide wide_abs(wide a) { return vabsq_f32(a); }
static inline wide wide_fma(wide a, wide b, wide c) { return vfmaq_f32(c, a, b); }
static inline wide wide_fnma(wide a, wide b, wide c) { return vfmsq_f32(c, a, b); }

static inline wide_mask wide_more(wide a, wide b) { return vcgtq_f32(a, b); }

static inline wide_mask wide_lanes(uint32_t bits, uint32_t first) {
    static const uint32_t ONE[4] = { 1, 2, 4, 8 };
    return vtstq_u32(vdupq_n_u32(bits >> first), vld1q_u32(ONE));
}

static inline uint32_t wide_bits(wide_mask m) {
    static const uint32_t ONE[4] = { 1, 2, 4, 8 };
    return vaddvq_u32(vandq_u32(m, vld1q_u32(ONE)));
}

static inline wide wide_select(wide_mask m, wide a, wide b) { return vbslq_f32(m, a, b); }
static inline wide wide_only(wide_mask m, wide a) {
    return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(a)));
}
static inline wide wide_turn(wide x, wide s) {
    uint32x4_t sign = vandq_u32(vreinterpretq_u32_f32(s), vdupq_n_u32(0x80000000u));
    return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(x), sign));
}

/* The estimate has 8 bits; two steps of Newton's make 24 of them. */
static inline wide wide_rsqrt(wide x) {
    float32x4_t y = vrsqrteq_f32(x);
    y = vmulq_f32(y, vrsqrtsq_f32(vmulq_f32(x, y), y));
    return vmulq_f32(y, vrsqrtsq_f32(vmulq_f32(x, y), y));
}

static inline void wide_lerp16(const int16_t *a, const int16_t *b, size_t first, int32_t f, wide *lo, wide *hi) {
    int16x8_t x = vld1q_s16(a + 2 * first), y = vld1q_s16(b + 2 * first);
    int16_t g = (int16_t)f, e = (int16_t)(16384 - f);
    *lo = vcvtq_f32_s32(vmlal_n_s16(vmull_n_s16(vget_low_s16(x), e), vget_low_s16(y), g));
    *hi = vcvtq_f32_s32(vmlal_n_s16(vmull_n_s16(vget_high_s16(x), e), vget_high_s16(y), g));
}

static inline void wide_rows(const wide column[12], float *out) {
    for (int row = 0; row < 3; ++row) {
        const wide *c = column + 4 * row;
        float64x2_t ab0 = vreinterpretq_f64_f32(vzip1q_f32(c[0], c[1]));
        float64x2_t ab2 = vreinterpretq_f64_f32(vzip2q_f32(c[0], c[1]));
        float64x2_t cd0 = vreinterpretq_f64_f32(vzip1q_f32(c[2], c[3]));
        float64x2_t cd2 = vreinterpretq_f64_f32(vzip2q_f32(c[2], c[3]));
        vst1q_f32(out + 16 * row, vreinterpretq_f32_f64(vzip1q_f64(ab0, cd0)));
        vst1q_f32(out + 16 * row + 4, vreinterpretq_f32_f64(vzip2q_f64(ab0, cd0)));
        vst1q_f32(out + 16 * row + 8, vreinterpretq_f32_f64(vzip1q_f64(ab2, cd2)));
        vst1q_f32(out + 16 * row + 12, vreinterpretq_f32_f64(vzip2q_f64(ab2, cd2)));
    }
}

#include "matrix_neon.h"

#endif
