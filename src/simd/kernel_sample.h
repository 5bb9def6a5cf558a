/* A compiled clip at a time. The lanes that move are interpolated packed, a batch of groups at once, into a buffer;
   from there, and from the rows of still ones, they go to their lanes. Lanes that the clip does not have are left
   alone, or, where nothing has to be kept (`apart`), take what is easiest, which is finite.
   Invariant: each clip's rotations are brought to unit length here, before anything is blended. */
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
    const float *ranges;  /* rows of middles, then of steps */
    size_t stride;        /* of their rows; the third and fourth numbers lie twice as many after the first two */
    int32_t f;
} sample_kind;

static inline sample_kind sample_kind_of(const snw_compiled *clip, const snw_key_pair *keys, int kind) {
    const snw_compiled_kind *k = &clip->kinds[kind];
    const float *ranges = snw_compiled_at(clip, k->ranges);
    size_t lanes = (size_t)k->quads * SNW_QUAD;
    return (sample_kind){ (const void *)(keys->a + k->part), (const void *)(keys->b + k->part), ranges, lanes,
                          keys->f };
}

/* WIDE packed lanes from `lane` on. */
static inline void sample_lanes(const sample_kind *k, size_t lane, uint32_t width, wide out[SNW_CLIP_WIDTH]) {
    const float *middle = k->ranges + lane, *step = middle + SNW_CLIP_WIDTH * k->stride;
    wide_lerp16(k->a, k->b, lane, k->f, &out[0], &out[1]);
    wide_lerp16(k->a + 2 * k->stride, k->b + 2 * k->stride, lane, k->f, &out[2], &out[3]);
    for (uint32_t i = 0; i < width; ++i, middle += k->stride, step += k->stride)
        out[i] = wide_fma(out[i], wide_load(step), wide_load(middle));
}

/* Rotations come out at unit length. */
static inline void sample_unit(wide v[SNW_CLIP_WIDTH]) {
    /* Never 0: in a bank that was changed a rotation may be of no length. */
    wide low = wide_fma(v[1], v[1], wide_fma(v[0], v[0], wide_all(1e-35f)));
    wide high = wide_fma(v[3], v[3], wide_mul(v[2], v[2]));
    wide r = wide_rsqrt(wide_add(low, high));
    for (int i = 0; i < SNW_CLIP_WIDTH; ++i) v[i] = wide_mul(v[i], r);
}

/* WIDE packed lanes from `lane` on, of keys of either kind; of rotations there are 4 rows. */
SPREAD_INLINE void sample_window(const sample_kind *k, const words_kind *words, size_t lane, int rows,
                                 wide v[SNW_CLIP_WIDTH]) {
    if (words && rows == 4) words_rotation(words, lane, v);
    else if (words) words_vector(words, lane, v);
    else sample_lanes(k, lane, (uint32_t)rows, v);
    if (!words && rows == 4) sample_unit(v);
}

#if defined(WIDE_AVX512)

/* A register has the lanes of a whole group, so what moves goes from registers to its lanes: through memory it would
   be read while parts of it are still on their way there. */
SPREAD_INLINE void sample_windows(const snw_compiled *clip, const sample_kind *k, const words_kind *words,
                                  const snw_compiled_lanes *of, uint32_t count, snw_group *groups, int row, int rows,
                                  bool apart) {
    wide none = wide_zero(), v[SNW_CLIP_WIDTH] = { none, none, none, none }, w[SNW_CLIP_WIDTH];
    uint32_t at = 0, end = 0; /* the packed lanes that are in v */
    for (const snw_compiled_lanes *past = of + (size_t)count * SNW_KINDS; of < past; of += SNW_KINDS, ++groups) {
        if (of->moving) {
            uint32_t last = of->first + (uint32_t)__builtin_popcount(of->moving);
            if (last > end || of->first < at) {
                at = of->first / SNW_QUAD * SNW_QUAD;
                end = at + SNW_LANES;
                sample_window(k, words, at, rows, v);
            }
            bool over = last > end;
            if (over) sample_window(k, words, end, rows, w);
            if (over) spread_window(v, w, of->first - at, of->moving, &groups->row[row], rows, apart);
            else spread_window(v, NULL, of->first - at, of->moving, &groups->row[row], rows, apart);
        }
        if (of->still) spread_still(snw_compiled_at(clip, of->rows), of->still, &groups->row[row], rows);
    }
}

/* A kind of all groups; `row` is the first of its rows. */
SPREAD_INLINE void sample_groups(const snw_compiled *clip, const snw_key_pair *keys, uint32_t count, snw_group *groups,
                                 int kind, int row, int rows, bool apart) {
    if (!clip->kinds[kind].used) return;
    const snw_compiled_lanes *of = snw_compiled_group(clip, 0) + kind;
    if (clip->kinds[kind].words) {
        words_kind words = words_kind_of(clip, keys, kind);
        sample_windows(clip, NULL, &words, of, count, groups, row, rows, apart);
    } else {
        sample_kind k = sample_kind_of(clip, keys, kind);
        sample_windows(clip, &k, NULL, of, count, groups, row, rows, apart);
    }
}

SPREAD_INLINE void sample_all(const snw_compiled *clip, double time, uint32_t count, snw_group *groups, bool apart) {
    snw_key_pair keys = snw_compiled_keys(clip, time);
    sample_groups(clip, &keys, count, groups, SNW_TRANSLATION, SNW_TX, 3, apart);
    sample_groups(clip, &keys, count, groups, SNW_ROTATION, SNW_RX, 4, apart);
    sample_groups(clip, &keys, count, groups, SNW_SCALE, SNW_SX, 3, apart);
}

#else

/* A kind of some groups: from `first` to `end`, of which those before `spread` go straight to where they belong. */
typedef struct sample_part {
    const snw_compiled *clip;
    const snw_key_pair *keys;
    const snw_compiled_lanes *of; /* of `first` */
    uint32_t first, end, spread;
    uint32_t from, to; /* the packed lanes that go through the buffer */
    sample_buffer *buffer;
} sample_part;

/* Where every joint has what moves, packed lanes are those of groups: all of them, or but for the last group. */
SPREAD_INLINE uint32_t straight_groups(const snw_compiled_lanes *of, uint32_t count) {
    const snw_compiled_lanes *last = of + (size_t)(count - 1) * SNW_KINDS;
    if (of->first % SNW_QUAD || last->first - of->first != (count - 1) * SNW_LANES) return 0;
    return last->moving == 0xFFFF ? count : count - 1;
}

SPREAD_INLINE sample_part sample_part_of(const snw_compiled *clip, const snw_key_pair *keys, uint32_t first,
                                         uint32_t end, int kind, sample_buffer *buffer) {
    const snw_compiled_lanes *of = snw_compiled_group(clip, first) + kind;
    sample_part p = { clip, keys, of, first, end, first, 0, 0, buffer };
    if (!clip->kinds[kind].used) return p;
    uint32_t straight = straight_groups(of, end - first);
    p.spread += straight;
    if (p.spread == end) return p;
    p.from = of[(size_t)straight * SNW_KINDS].first / SNW_QUAD * SNW_QUAD;
    p.to = end < clip->group_count ? of[(size_t)(end - first) * SNW_KINDS].first : clip->kinds[kind].quads * SNW_QUAD;
    return p;
}

SPREAD_INLINE void sample_runs(const sample_part *p, const sample_kind *k, const words_kind *words, snw_group *groups,
                               int row, int rows) {
    wide v[SNW_CLIP_WIDTH];
    size_t lane = p->of->first;
    for (snw_group *group = groups + p->first; group < groups + p->spread; ++group)
        for (uint32_t at = 0; at < SNW_LANES; at += WIDE, lane += WIDE) {
            sample_window(k, words, lane, rows, v);
            for (int i = 0; i < rows; ++i) wide_store(group->row[row + i] + at, v[i]);
        }
    for (lane = p->from; lane < p->to; lane += WIDE) {
        sample_window(k, words, lane, rows, v);
        for (int i = 0; i < rows; ++i) wide_store(p->buffer->row[i] + (lane - p->from), v[i]);
    }
}

/* What moves: to its place, or to the buffer. */
SPREAD_INLINE void sample_moving(const sample_part *p, snw_group *groups, int kind, int row, int rows) {
    if (!p->clip->kinds[kind].used) return;
    if (p->clip->kinds[kind].words) {
        words_kind words = words_kind_of(p->clip, p->keys, kind);
        sample_runs(p, NULL, &words, groups, row, rows);
    } else {
        sample_kind k = sample_kind_of(p->clip, p->keys, kind);
        sample_runs(p, &k, NULL, groups, row, rows);
    }
}

/* From the buffer, and from the still lanes; `row` is the first of the kind's rows. */
SPREAD_INLINE void sample_spread(const sample_part *p, snw_group *groups, int kind, int row, int rows, bool apart) {
    if (!p->clip->kinds[kind].used) return;
    const snw_compiled_lanes *of = p->of + (size_t)(p->spread - p->first) * SNW_KINDS;
    for (snw_group *group = groups + p->spread; group < groups + p->end; ++group, of += SNW_KINDS) {
        const float *packed = p->buffer->row[0] + (of->first - p->from);
        if (of->moving) spread_moving(packed, SAMPLE_ROOM, of, &group->row[row], rows, apart);
        if (of->still) spread_still(snw_compiled_at(p->clip, of->rows), of->still, &group->row[row], rows);
    }
}

/* So many groups as the buffers have room for. Wide translations are spread after the rotations were interpolated: what
   is read across two stores has to wait until they are through. */
SPREAD_INLINE void sample_batch(const snw_compiled *clip, const snw_key_pair *keys, uint32_t first, uint32_t end,
                                snw_group *groups, bool apart) {
    sample_buffer vectors, rotations;
    bool wide_ones = (int)WIDE > (int)SNW_QUAD;
    sample_part t = sample_part_of(clip, keys, first, end, SNW_TRANSLATION, &vectors);
    sample_moving(&t, groups, SNW_TRANSLATION, SNW_TX, 3);
    if (!wide_ones) sample_spread(&t, groups, SNW_TRANSLATION, SNW_TX, 3, apart);
    sample_part r = sample_part_of(clip, keys, first, end, SNW_ROTATION, &rotations);
    sample_moving(&r, groups, SNW_ROTATION, SNW_RX, 4);
    if (wide_ones) sample_spread(&t, groups, SNW_TRANSLATION, SNW_TX, 3, apart);
    sample_spread(&r, groups, SNW_ROTATION, SNW_RX, 4, apart);
    if (!clip->kinds[SNW_SCALE].used) return;
    sample_part s = sample_part_of(clip, keys, first, end, SNW_SCALE, &vectors);
    sample_moving(&s, groups, SNW_SCALE, SNW_SX, 3);
    sample_spread(&s, groups, SNW_SCALE, SNW_SX, 3, apart);
}

SPREAD_INLINE void sample_all(const snw_compiled *clip, double time, uint32_t count, snw_group *groups, bool apart) {
    snw_key_pair keys = snw_compiled_keys(clip, time);
    for (uint32_t first = 0; first < count; first += SAMPLE_GROUPS) {
        uint32_t end = count - first < SAMPLE_GROUPS ? count : first + SAMPLE_GROUPS;
        sample_batch(clip, &keys, first, end, groups, apart);
    }
}

#endif

static void sample_clip(const snw_compiled *clip, double time, uint32_t count, snw_group *groups) {
    sample_all(clip, time, count, groups, false);
}

static void sample_apart(const snw_compiled *clip, double time, uint32_t count, snw_group *groups) {
    sample_all(clip, time, count, groups, true);
}

#endif
