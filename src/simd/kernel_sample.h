/* A compiled clip at a time. The lanes that move are interpolated packed, a batch of groups at once, into a buffer;
   from there, and from the rows of still ones, they go to their lanes. Lanes that the clip does not have are left
   alone. Invariant: each clip's rotations are brought to unit length here, before anything is blended. */
#ifndef SNW_KERNEL_SAMPLE_H
#define SNW_KERNEL_SAMPLE_H

#include "clip.h"
#include "kernel_words.h"
#include "spread.h"

enum { SAMPLE_GROUPS = 8, SAMPLE_ROOM = SAMPLE_GROUPS * SNW_LANES + 2 * SNW_LANES };

typedef struct sample_buffer {
    float row[SNW_CLIP_WIDTH][SAMPLE_ROOM];
} sample_buffer;

typedef struct sample_kind {
    const int16_t *a, *b; /* the first and second numbers of packed lane 0 */
    size_t second;        /* from there to the third and fourth, in numbers */
    const float *middle, *step;
    size_t stride; /* of their rows */
    int32_t f;
} sample_kind;

static inline sample_kind sample_kind_of(const snw_compiled *clip, const snw_key_pair *keys, int kind) {
    const snw_compiled_kind *k = &clip->kinds[kind];
    const float *ranges = snw_compiled_at(clip, k->ranges);
    size_t lanes = (size_t)k->quads * SNW_QUAD;
    return (sample_kind){ (const void *)(keys->a + k->part),
                          (const void *)(keys->b + k->part),
                          2 * lanes,
                          ranges,
                          ranges + SNW_CLIP_WIDTH * lanes,
                          lanes,
                          keys->f };
}

/* WIDE packed lanes from `lane` on. */
static inline void sample_lanes(const sample_kind *k, uint32_t lane, uint32_t width, wide out[SNW_CLIP_WIDTH]) {
    wide_lerp16(k->a, k->b, lane, k->f, &out[0], &out[1]);
    wide_lerp16(k->a + k->second, k->b + k->second, lane, k->f, &out[2], &out[3]);
    for (uint32_t i = 0; i < width; ++i)
        out[i] =
            wide_fma(out[i], wide_load(k->step + i * k->stride + lane), wide_load(k->middle + i * k->stride + lane));
}

/* Rotations come out at unit length. */
static inline void sample_unit(wide v[SNW_CLIP_WIDTH]) {
    /* Never 0: in a bank that was changed a rotation may be of no length. */
    wide low = wide_fma(v[1], v[1], wide_fma(v[0], v[0], wide_all(1e-35f)));
    wide high = wide_fma(v[3], v[3], wide_mul(v[2], v[2]));
    wide r = wide_rsqrt(wide_add(low, high));
    for (int i = 0; i < SNW_CLIP_WIDTH; ++i) v[i] = wide_mul(v[i], r);
}

#if defined(WIDE_AVX512)

/* A register has the lanes of a whole group, so what moves goes from registers to its lanes: through memory it would
   be read while parts of it are still on their way there. */
SPREAD_INLINE void sample_window(const sample_kind *k, const words_kind *words, uint32_t lane, int rows,
                                 wide v[SNW_CLIP_WIDTH]) {
    if (words && rows == 4) words_rotation(words, lane, v);
    else if (words) words_vector(words, lane, v);
    else sample_lanes(k, lane, (uint32_t)rows, v);
    if (!words && rows == 4) sample_unit(v);
}

SPREAD_INLINE void sample_windows(const snw_compiled *clip, const sample_kind *k, const words_kind *words,
                                  const snw_compiled_lanes *of, uint32_t count, snw_group *groups, int row, int rows) {
    wide none = wide_zero(), v[SNW_CLIP_WIDTH] = { none, none, none, none }, w[SNW_CLIP_WIDTH];
    uint32_t at = 0, end = 0; /* the packed lanes that are in v */
    for (const snw_compiled_lanes *past = of + (size_t)count * SNW_KINDS; of < past; of += SNW_KINDS, ++groups) {
        if (of->still) spread_still(snw_compiled_at(clip, of->rows), of->still, &groups->row[row], rows);
        if (!of->moving) continue;
        uint32_t last = of->first + (uint32_t)__builtin_popcount(of->moving);
        if (last > end || of->first < at) {
            at = of->first / SNW_QUAD * SNW_QUAD;
            end = at + SNW_LANES;
            sample_window(k, words, at, rows, v);
        }
        bool over = last > end;
        if (over) sample_window(k, words, end, rows, w);
        if (over) spread_window(v, w, of->first - at, of->moving, &groups->row[row], rows);
        else spread_window(v, NULL, of->first - at, of->moving, &groups->row[row], rows);
    }
}

/* A kind of the groups from `first` to `end`; `row` is the first of its rows. */
SPREAD_INLINE void sample_groups(const snw_compiled *clip, const snw_key_pair *keys, uint32_t first, uint32_t end,
                                 snw_group *groups, int kind, int row, int rows) {
    if (!clip->kinds[kind].used) return;
    const snw_compiled_lanes *of = snw_compiled_group(clip, first) + kind;
    if (clip->kinds[kind].words) {
        words_kind words = words_kind_of(clip, keys, kind);
        sample_windows(clip, NULL, &words, of, end - first, groups + first, row, rows);
    } else {
        sample_kind k = sample_kind_of(clip, keys, kind);
        sample_windows(clip, &k, NULL, of, end - first, groups + first, row, rows);
    }
}

static void sample_clip(const snw_compiled *clip, double time, uint32_t count, snw_group *groups) {
    snw_key_pair keys = snw_compiled_keys(clip, time);
    sample_groups(clip, &keys, 0, count, groups, SNW_TRANSLATION, SNW_TX, 3);
    sample_groups(clip, &keys, 0, count, groups, SNW_ROTATION, SNW_RX, 4);
    sample_groups(clip, &keys, 0, count, groups, SNW_SCALE, SNW_SX, 3);
}

#else

static inline void sample_vectors(const sample_kind *k, uint32_t from, uint32_t to, sample_buffer *buffer) {
    for (uint32_t lane = from; lane < to; lane += WIDE) {
        wide v[SNW_CLIP_WIDTH];
        sample_lanes(k, lane, 3, v);
        for (int i = 0; i < 3; ++i) wide_store(buffer->row[i] + (lane - from), v[i]);
    }
}

static inline void sample_rotations(const sample_kind *k, uint32_t from, uint32_t to, sample_buffer *buffer) {
    for (uint32_t lane = from; lane < to; lane += WIDE) {
        wide v[SNW_CLIP_WIDTH];
        sample_lanes(k, lane, 4, v);
        sample_unit(v);
        for (int i = 0; i < 4; ++i) wide_store(buffer->row[i] + (lane - from), v[i]);
    }
}

static inline void sample_words(const snw_compiled *clip, const snw_key_pair *keys, int kind, uint32_t from,
                                uint32_t to, sample_buffer *buffer) {
    words_kind k = words_kind_of(clip, keys, kind);
    for (uint32_t lane = from; lane < to; lane += WIDE) {
        wide v[SNW_CLIP_WIDTH];
        if (kind == SNW_ROTATION) {
            words_rotation(&k, lane, v);
            wide_store(buffer->row[3] + (lane - from), v[3]);
        } else words_vector(&k, lane, v);
        for (int i = 0; i < 3; ++i) wide_store(buffer->row[i] + (lane - from), v[i]);
    }
}

/* What moves of a kind of the groups from `first` to `end`. */
SPREAD_INLINE void sample_moving(const snw_compiled *clip, const snw_key_pair *keys, uint32_t first, uint32_t end,
                                 int kind, sample_buffer *buffer) {
    const snw_compiled_lanes *of = snw_compiled_group(clip, first) + kind;
    uint32_t from = of->first / SNW_QUAD * SNW_QUAD, to = clip->kinds[kind].quads * SNW_QUAD;
    if (!clip->kinds[kind].used) return;
    if (end < clip->group_count) to = of[(size_t)(end - first) * SNW_KINDS].first;
    if (clip->kinds[kind].words) {
        sample_words(clip, keys, kind, from, to, buffer);
    } else {
        sample_kind k = sample_kind_of(clip, keys, kind);
        if (kind == SNW_ROTATION) sample_rotations(&k, from, to, buffer);
        else sample_vectors(&k, from, to, buffer);
    }
}

/* From the buffer, and from the still lanes; `row` is the first of the kind's rows. */
SPREAD_INLINE void sample_spread(const snw_compiled *clip, uint32_t first, uint32_t end, snw_group *groups, int kind,
                                 int row, int rows, const sample_buffer *buffer) {
    const snw_compiled_lanes *of = snw_compiled_group(clip, first) + kind;
    uint32_t from = of->first / SNW_QUAD * SNW_QUAD;
    if (!clip->kinds[kind].used) return;
    for (uint32_t g = first; g < end; ++g, of += SNW_KINDS) {
        if (of->moving) spread_moving(buffer->row[0] + (of->first - from), SAMPLE_ROOM, of, &groups[g].row[row], rows);
        if (of->still) spread_still(snw_compiled_at(clip, of->rows), of->still, &groups[g].row[row], rows);
    }
}

/* So many groups as the buffers have room for. Wide translations are spread after the rotations were interpolated: what
   is read across two stores has to wait until they are through. */
static void sample_batch(const snw_compiled *clip, const snw_key_pair *keys, uint32_t first, uint32_t end,
                         snw_group *groups) {
    sample_buffer vectors, rotations;
    bool wide_ones = (int)WIDE > (int)SNW_QUAD;
    sample_moving(clip, keys, first, end, SNW_TRANSLATION, &vectors);
    if (!wide_ones) sample_spread(clip, first, end, groups, SNW_TRANSLATION, SNW_TX, 3, &vectors);
    sample_moving(clip, keys, first, end, SNW_ROTATION, &rotations);
    if (wide_ones) sample_spread(clip, first, end, groups, SNW_TRANSLATION, SNW_TX, 3, &vectors);
    sample_spread(clip, first, end, groups, SNW_ROTATION, SNW_RX, 4, &rotations);
    sample_moving(clip, keys, first, end, SNW_SCALE, &vectors);
    sample_spread(clip, first, end, groups, SNW_SCALE, SNW_SX, 3, &vectors);
}

static void sample_clip(const snw_compiled *clip, double time, uint32_t count, snw_group *groups) {
    snw_key_pair keys = snw_compiled_keys(clip, time);
    for (uint32_t first = 0; first < count; first += SAMPLE_GROUPS) {
        uint32_t end = count - first < SAMPLE_GROUPS ? count : first + SAMPLE_GROUPS;
        sample_batch(clip, &keys, first, end, groups);
    }
}

#endif

#endif
