/* A compiled clip at a time. The lanes that move are interpolated packed, a batch of groups at once, into a buffer;
   from there, and from the rows of still ones, they go to their lanes. Lanes that the clip does not have are left
   alone, or, where nothing has to be kept (`apart`), take what is easiest, which is finite.
   Invariant: each clip's rotations are brought to unit length here, before anything is blended. */
#ifndef SNW_KERNEL_SAMPLE_H
#define SNW_KERNEL_SAMPLE_H

#include "kernel_words.h"
#include "plan.h"
#include "spread.h"

enum { SAMPLE_ROOM = (SNW_BATCH + 2) * SNW_LANES };

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

SPREAD_INLINE void sample_all(const snw_plan *plan, double time, uint32_t count, snw_group *groups, bool apart) {
    const snw_compiled *clip = plan->clip;
    snw_key_pair keys = snw_compiled_keys(clip, time);
    sample_groups(clip, &keys, count, groups, SNW_TRANSLATION, SNW_TX, 3, apart);
    sample_groups(clip, &keys, count, groups, SNW_ROTATION, SNW_RX, 4, apart);
    sample_groups(clip, &keys, count, groups, SNW_SCALE, SNW_SX, 3, apart);
}

#else

/* A kind of a batch, or of its first groups: those that are straight, then those whose packed lanes go through a buffer
   to their halves. */
typedef struct sample_part {
    const snw_compiled *clip;
    const snw_key_pair *keys;
    const snw_batch *batch;
    snw_group *groups;
    sample_buffer *buffer;
    uint32_t first, count; /* of the clip's groups */
} sample_part;

/* Of a batch its first `count` groups; past: of the group after them. */
static inline void batch_cut(const snw_compiled_lanes *past, uint32_t count, snw_batch *batch) {
    if (batch->straight > count) batch->straight = (uint16_t)count;
    while (batch->half_count && batch->halves[batch->half_count - 1].to >= count * SNW_GROUP_FLOATS)
        --batch->half_count;
    if (!batch->half_count) batch->to = 0;
    else if (past->first < batch->to) batch->to = past->first;
}

/* Goes on by so many packed lanes. Addresses that are counted up by themselves take fewer instructions than those that
   are made from a lane's number; a set narrower than a quad, whose lanes do not lie evenly, has to count lanes. */
SPREAD_INLINE void sample_on(sample_kind *k, words_kind *words, size_t *lane, size_t by) {
    if ((int)WIDE < (int)SNW_QUAD) {
        *lane += by;
    } else if (words) {
        words->a += by;
        words->b += by;
        words->rows += by;
    } else {
        k->a += 2 * by;
        k->b += 2 * by;
        k->ranges += by;
    }
}

SPREAD_INLINE void sample_runs(const sample_part *p, sample_kind *k, words_kind *words, int row, int rows) {
    const snw_batch *batch = p->batch;
    wide v[SNW_CLIP_WIDTH];
    size_t lane = 0, at = batch->lane;
    sample_on(k, words, &lane, at);
    for (snw_group *group = p->groups, *past = group + batch->straight; group < past; ++group, at += SNW_LANES)
        for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
            sample_window(k, words, lane, rows, v);
            sample_on(k, words, &lane, WIDE);
            for (int i = 0; i < rows; ++i) wide_store(group->row[row + i] + first, v[i]);
        }
    float *packed = p->buffer->row[0];
    for (; at < batch->to; at += WIDE, packed += WIDE) {
        sample_window(k, words, lane, rows, v);
        sample_on(k, words, &lane, WIDE);
        for (int i = 0; i < rows; ++i) wide_store(packed + i * SAMPLE_ROOM, v[i]);
    }
}

/* What moves: to its place, or to the buffer. */
SPREAD_INLINE void sample_moving(const sample_part *p, int kind, int row, int rows) {
    if (!p->batch->straight && !p->batch->half_count) return;
    if (p->clip->kinds[kind].words) {
        words_kind words = words_kind_of(p->clip, p->keys, kind);
        sample_runs(p, NULL, &words, row, rows);
    } else {
        sample_kind k = sample_kind_of(p->clip, p->keys, kind);
        sample_runs(p, &k, NULL, row, rows);
    }
}

SPREAD_INLINE void sample_still(const sample_part *p, int kind, int row, int rows) {
    const snw_compiled_lanes *of = snw_compiled_group(p->clip, p->first) + kind;
    for (snw_group *group = p->groups, *past = group + p->count; group < past; ++group, of += SNW_KINDS)
        if (of->still) spread_still(snw_compiled_at(p->clip, of->rows), of->still, &group->row[row], rows);
}

/* From the buffer, and from the still lanes; `row` is the first of the kind's rows. */
SPREAD_INLINE void sample_spread(const sample_part *p, int kind, int row, int rows, bool apart) {
    const float *packed = p->buffer->row[0];
    float *to = p->groups->row[row];
    const snw_half *half = p->batch->halves, *past = half + p->batch->half_count;
    for (; half < past; ++half) spread_half(packed + half->from, SAMPLE_ROOM, half, to + half->to, rows, apart);
    if (p->batch->still) sample_still(p, kind, row, rows);
}

/* So many groups as the buffers have room for. Wide translations are spread after the rotations were interpolated: what
   is read across two stores has to wait until they are through. */
SPREAD_INLINE void sample_batch(const snw_compiled *clip, const snw_key_pair *keys, const snw_batch *batches,
                                uint32_t first, uint32_t count, snw_group *groups, bool apart) {
    sample_buffer vectors, rotations;
    bool wide_ones = (int)WIDE > (int)SNW_QUAD;
    sample_part t = { clip, keys, &batches[SNW_TRANSLATION], groups, &vectors, first, count };
    sample_moving(&t, SNW_TRANSLATION, SNW_TX, 3);
    if (!wide_ones) sample_spread(&t, SNW_TRANSLATION, SNW_TX, 3, apart);
    sample_part r = { clip, keys, &batches[SNW_ROTATION], groups, &rotations, first, count };
    sample_moving(&r, SNW_ROTATION, SNW_RX, 4);
    if (wide_ones) sample_spread(&t, SNW_TRANSLATION, SNW_TX, 3, apart);
    sample_spread(&r, SNW_ROTATION, SNW_RX, 4, apart);
    if (!clip->kinds[SNW_SCALE].used) return;
    sample_part s = { clip, keys, &batches[SNW_SCALE], groups, &vectors, first, count };
    sample_moving(&s, SNW_SCALE, SNW_SX, 3);
    sample_spread(&s, SNW_SCALE, SNW_SX, 3, apart);
}

/* The last batch may be cut. */
SPREAD_INLINE void sample_all(const snw_plan *plan, double time, uint32_t count, snw_group *groups, bool apart) {
    const snw_compiled *clip = plan->clip;
    const snw_batch *batches = plan->batches;
    snw_key_pair keys = snw_compiled_keys(clip, time);
    snw_batch cut[SNW_KINDS];
    for (uint32_t first = 0; first < count; first += SNW_BATCH, groups += SNW_BATCH, batches += SNW_KINDS) {
        uint32_t left = count - first;
        if (left < SNW_BATCH && count < clip->group_count) {
            for (int kind = 0; kind < SNW_KINDS; ++kind) {
                cut[kind] = batches[kind];
                batch_cut(snw_compiled_group(clip, count) + kind, left, &cut[kind]);
            }
            batches = cut;
        }
        sample_batch(clip, &keys, batches, first, left < SNW_BATCH ? left : SNW_BATCH, groups, apart);
    }
}

#endif

static void sample_clip(const snw_plan *plan, double time, uint32_t count, snw_group *groups) {
    sample_all(plan, time, count, groups, false);
}

static void sample_apart(const snw_plan *plan, double time, uint32_t count, snw_group *groups) {
    sample_all(plan, time, count, groups, true);
}

#endif
