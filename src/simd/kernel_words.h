/* Packed lanes of a clip whose keys are words of 32 bits: half the memory, and somewhat more work.
   A rotation is its lane's mean rotation times a small one, whose first three numbers a key has; the fourth follows
   from its unit length and is never below 0. */
#ifndef SNW_KERNEL_WORDS_H
#define SNW_KERNEL_WORDS_H

#include "clip.h"
#include "word.h"

typedef struct words_kind {
    const int32_t *a, *b;
    const float *rows; /* 3 of middles, 3 of steps; of rotations 4 more of means */
    size_t stride;
    float f; /* 0 to 1 */
} words_kind;

static inline words_kind words_kind_of(const snw_compiled *clip, const snw_key_pair *keys, int kind) {
    const snw_compiled_kind *k = &clip->kinds[kind];
    return (words_kind){ (const void *)(keys->a + k->part), (const void *)(keys->b + k->part),
                         snw_compiled_at(clip, k->ranges), (size_t)k->quads * SNW_QUAD, (float)keys->f / SNW_KEY_ONE };
}

static inline wide words_row(const words_kind *k, size_t row, size_t lane) {
    return wide_load(k->rows + row * k->stride + lane);
}

static inline void words_key(const words_kind *k, const int32_t *key, size_t lane, wide out[3]) {
    wide_words(key + lane, out);
    out[0] = wide_fma(out[0], words_row(k, 3, lane), words_row(k, 0, lane));
    out[1] = wide_fma(out[1], words_row(k, 4, lane), words_row(k, 1, lane));
    out[2] = wide_fma(out[2], words_row(k, 5, lane), words_row(k, 2, lane));
}

static inline wide words_fourth(const wide v[3]) {
    wide square = wide_fnma(v[2], v[2], wide_fnma(v[1], v[1], wide_fnma(v[0], v[0], wide_all(1.0f))));
    square = wide_max(square, wide_all(1e-12f));
    return wide_mul(square, wide_rsqrt(square));
}

static inline wide words_mix(wide a, wide b, wide f) { return wide_fma(f, wide_sub(b, a), a); }

static inline void words_vector(const words_kind *k, size_t lane, wide out[4]) {
    wide a[3], b[3], f = wide_all(k->f);
    words_key(k, k->a, lane, a);
    words_key(k, k->b, lane, b);
    out[0] = words_mix(a[0], b[0], f);
    out[1] = words_mix(a[1], b[1], f);
    out[2] = words_mix(a[2], b[2], f);
}

static inline void words_rotation(const words_kind *k, size_t lane, wide out[4]) {
    wide a[3], b[3], f = wide_all(k->f);
    words_key(k, k->a, lane, a);
    words_key(k, k->b, lane, b);
    wide x = words_mix(a[0], b[0], f), y = words_mix(a[1], b[1], f), z = words_mix(a[2], b[2], f);
    wide w = words_mix(words_fourth(a), words_fourth(b), f);
    wide r = wide_rsqrt(wide_fma(w, w, wide_fma(z, z, wide_fma(y, y, wide_mul(x, x)))));
    x = wide_mul(x, r), y = wide_mul(y, r), z = wide_mul(z, r), w = wide_mul(w, r);
    wide mx = words_row(k, 6, lane), my = words_row(k, 7, lane), mz = words_row(k, 8, lane);
    wide mw = words_row(k, 9, lane);
    out[0] = wide_fnma(mz, y, wide_fma(my, z, wide_fma(mx, w, wide_mul(mw, x))));
    out[1] = wide_fma(mz, x, wide_fma(my, w, wide_fnma(mx, z, wide_mul(mw, y))));
    out[2] = wide_fma(mz, w, wide_fnma(my, x, wide_fma(mx, y, wide_mul(mw, z))));
    out[3] = wide_fnma(mz, z, wide_fnma(my, y, wide_fnma(mx, x, wide_mul(mw, w))));
}

#endif
