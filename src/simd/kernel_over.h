/* One thing over another. Invariant: where alpha is 0 what lies below keeps its bits, and the other's numbers are never
   read into it. */
#ifndef SNW_KERNEL_OVER_H
#define SNW_KERNEL_OVER_H

#include "wide_quat.h"

/* What a group is put over with: the joints that it has, and the mask by lane, or NULL: all of these. */
typedef struct pass {
    uint32_t joints; /* 0: the mask lets nothing through */
    const float *mask;
    _Alignas(64) float row[SNW_LANES];
} pass;

static inline void pass_of(const snw_over *over, uint32_t g, pass *out) {
    uint32_t left = over->joint_count - g * SNW_LANES, lets = 0;
    out->joints = left < SNW_LANES ? (1u << left) - 1u : 0xffffu;
    out->mask = NULL;
    if (!over->mask) return;
    if (over->lets) out->joints &= over->lets[g].any;
    if (over->lets && !(out->joints & ~(uint32_t)over->lets[g].all)) return;
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        const float *at = over->mask + g * SNW_LANES + first;
        wide m = wide_unit(left >= first + WIDE ? wide_load_any(at) : wide_load_some(at, out->joints >> first));
        wide_store(out->row + first, m);
        lets |= wide_bits(wide_more(m, wide_zero())) << first;
    }
    out->joints &= lets;
    out->mask = out->row;
}

/* How much of a group's kind is put over: `one` alone, or by lane. */
typedef struct cover {
    uint32_t lanes; /* 0: nothing */
    float one;      /* weight, and the share where it is even */
    const float *mask, *share;
} cover;

/* plain: the value is. */
WIDE_FLAT cover cover_of(const snw_over *over, uint32_t g, uint32_t kind, const pass *through, bool plain) {
    const snw_part *value = &over->value;
    if (plain) return (cover){ through->joints & value->present[g].lanes[kind], value->weight, through->mask, NULL };
    const snw_present *present = value->present ? &value->present[g] : NULL;
    cover c = { .lanes = through->joints & (present ? present->lanes[kind] : 0xFFFFu) };
    if (!c.lanes) return c;
    c.one = value->weight;
    c.mask = through->mask;
    if (present && present->uneven >> kind & 1) c.share = value->shares[g].row[kind];
    else if (present) c.one *= present->share[kind];
    if (!(c.one > 0.0f)) c.lanes = 0;
    return c;
}

static inline bool is_plain_value(const snw_over *over) {
    return over->value.plain && over->value.present && over->value.weight > 0.0f;
}

WIDE_FLAT wide alpha_at(const cover *c, uint32_t first) {
    wide alpha = wide_all(c->one);
    if (c->mask) alpha = wide_mul(alpha, wide_load(c->mask + first));
    if (c->share) alpha = wide_mul(alpha, wide_load(c->share + first));
    return alpha;
}

/* Where there is any; in the other lanes alpha means nothing. */
WIDE_FLAT wide_mask has_at(const cover *c, uint32_t first, wide alpha) {
    wide_mask lanes = wide_lanes(c->lanes, first);
    return c->share ? wide_more(wide_only(lanes, alpha), wide_zero()) : lanes;
}

/* All of the value in all of its lanes. */
static inline bool is_all(const cover *c) { return !c->mask && !c->share && c->one >= 1.0f; }

static inline void copy_rows(float (*out)[SNW_LANES], const float (*below)[SNW_LANES], int count) {
    if ((const void *)out == (const void *)below) return;
    for (int k = 0; k < count; ++k)
        for (uint32_t first = 0; first < SNW_LANES; first += WIDE)
            wide_store(out[k] + first, wide_load(below[k] + first));
}

/* Whether anything is put over the lanes from `first` on; if not, what lies below is copied there. */
static inline bool block_has(uint32_t lanes, uint32_t first, float (*out)[SNW_LANES], const float (*below)[SNW_LANES],
                             int count) {
    if ((int)WIDE == (int)SNW_LANES || (lanes >> first & ((1u << WIDE) - 1u))) return true;
    if ((const void *)out == (const void *)below) return false;
    for (int k = 0; k < count; ++k) wide_store(out[k] + first, wide_load(below[k] + first));
    return false;
}

/* ---- replacing ---- */

static inline void replace_rows(float (*out)[SNW_LANES], const float (*below)[SNW_LANES],
                                const float (*value)[SNW_LANES], const cover *c, uint32_t first) {
    wide alpha = alpha_at(c, first), rest = wide_sub(wide_all(1.0f), alpha);
    wide_mask has = has_at(c, first, alpha);
    for (int k = 0; k < 3; ++k) {
        wide b = wide_load(below[k] + first);
        wide mean = wide_fma(alpha, wide_load(value[k] + first), wide_mul(rest, b));
        wide_store(out[k] + first, wide_select(has, mean, b));
    }
}

static inline void replace_rotations(float (*out)[SNW_LANES], const float (*below)[SNW_LANES],
                                     const float (*value)[SNW_LANES], const cover *c, uint32_t first) {
    wide alpha = alpha_at(c, first), rest = wide_sub(wide_all(1.0f), alpha);
    wide_quat b = quat_load(below, first), v = quat_load(value, first);
    wide side = quat_dot(b, v), over = quat_over(quat_square(alpha, rest, side));
    wide_quat put = quat_fma(v, wide_turn(wide_mul(alpha, over), side), quat_scale(b, wide_mul(rest, over)));
    quat_store(out, first, quat_pick(has_at(c, first, alpha), put, b));
}

/* With alpha 1: the value's rows, in the hemisphere of what lies below. */
static inline void take_rows(float (*out)[SNW_LANES], const float (*below)[SNW_LANES], const float (*value)[SNW_LANES],
                             uint32_t lanes, uint32_t first) {
    for (int k = 0; k < 3; ++k)
        wide_store(out[k] + first,
                   wide_select(wide_lanes(lanes, first), wide_load(value[k] + first), wide_load(below[k] + first)));
}

static inline void take_rotations(float (*out)[SNW_LANES], const float (*below)[SNW_LANES],
                                  const float (*value)[SNW_LANES], uint32_t lanes, uint32_t first) {
    wide_quat b = quat_load(below, first), v = quat_load(value, first);
    wide side = quat_dot(b, v);
    wide_quat turned = { wide_turn(v.x, side), wide_turn(v.y, side), wide_turn(v.z, side), wide_turn(v.w, side) };
    quat_store(out, first, quat_select(wide_lanes(lanes, first), turned, b));
}

WIDE_FLAT void replace_kind(const snw_over *over, uint32_t g, uint32_t kind, const pass *through, bool plain) {
    bool rotation = kind == SNW_ROTATION;
    const float(*below)[SNW_LANES] = &over->below[g].row[FIRST_ROW[kind]];
    float(*out)[SNW_LANES] = &over->out[g].row[FIRST_ROW[kind]];
    cover c = cover_of(over, g, kind, through, plain);
    if (!c.lanes) {
        copy_rows(out, below, rotation ? 4 : 3);
        return;
    }
    const float(*value)[SNW_LANES] = &over->value.groups[g].row[FIRST_ROW[kind]];
    bool all = is_all(&c);
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        if (!block_has(c.lanes, first, out, below, rotation ? 4 : 3)) continue;
        if (all && rotation) take_rotations(out, below, value, c.lanes, first);
        else if (all) take_rows(out, below, value, c.lanes, first);
        else if (rotation) replace_rotations(out, below, value, &c, first);
        else replace_rows(out, below, value, &c, first);
    }
}

WIDE_FLAT void replace_groups(const snw_over *put, bool plain) {
    for (uint32_t g = 0; g * SNW_LANES < put->joint_count; ++g) {
        pass through;
        pass_of(put, g, &through);
        replace_kind(put, g, SNW_TRANSLATION, &through, plain);
        replace_kind(put, g, SNW_ROTATION, &through, plain);
        if (!put->unscaled) replace_kind(put, g, SNW_SCALE, &through, plain);
    }
}

/* What says where things are is copied, so that no store can change it. */
static void put_over(const snw_over *over) {
    const snw_over put = *over;
    if (is_plain_value(&put)) replace_groups(&put, true);
    else replace_groups(&put, false);
}

/* ---- mixing and replacing at once: the mean of clips is not written ---- */

/* Two clips that weigh one together, and the square of how long their sum is: see quat_square. Of parts that weigh more
   together a part's share is more than its part of the whole. */
typedef struct pair {
    bool is;
    wide heavy, light, square, twice;
} pair;

WIDE_FLAT pair pair_of(const snw_mixing *mix, uint32_t count) {
    if (count != 2) return (pair){ .is = false };
    float heavy = mix->parts[0].weight, light = mix->parts[1].weight;
    return (pair){ mix->whole > 1.0f - 1e-6f && mix->whole < 1.0f + 1e-6f, wide_all(heavy), wide_all(light),
                   wide_all(heavy * heavy + light * light), wide_all(2 * heavy * light) };
}

typedef struct layer {
    const snw_mixing *mix;
    const snw_over *over;
    const subset *of;
    gift all;
    cover cover;
} layer;

/* What the mean of a block of lanes counts with. */
WIDE_FLAT wide mean_alpha(const layer *l, bool same, wide total, uint32_t first) {
    wide alpha = alpha_at(&l->cover, first);
    return same ? alpha : wide_mul(alpha, wide_unit(wide_mul(total, wide_all(l->mix->whole))));
}

/* whole: alpha is 1 in every lane that there is. */
WIDE_FLAT void layer_rows(const layer *l, uint32_t count, uint32_t g, uint32_t kind, bool same, bool whole,
                          uint32_t first) {
    const float(*below)[SNW_LANES] = &l->over->below[g].row[FIRST_ROW[kind]];
    float(*out)[SNW_LANES] = &l->over->out[g].row[FIRST_ROW[kind]];
    wide_rows3 sum = plain_rows(l->mix, count, g, kind, &l->all, same, first);
    wide part = over_total(l->of, same, sum.total), rest = wide_zero();
    if (!whole) {
        wide alpha = mean_alpha(l, same, sum.total, first);
        part = wide_mul(alpha, part), rest = wide_sub(wide_all(1.0f), alpha);
    }
    wide_mask has = wide_lanes(l->cover.lanes, first);
    const wide sums[3] = { sum.x, sum.y, sum.z };
    for (int k = 0; k < 3; ++k) {
        wide b = wide_load(below[k] + first);
        wide put = whole ? wide_mul(part, sums[k]) : wide_fma(part, sums[k], wide_mul(rest, b));
        wide_store(out[k] + first, wide_select(has, put, b));
    }
}

WIDE_FLAT void layer_rotations(const layer *l, uint32_t count, uint32_t g, bool same, bool whole, uint32_t first) {
    wide total, square;
    wide_quat sum = plain_rotations(l->mix, count, g, &l->all, same, first, &total, &square);
    wide_quat b = quat_at(&l->over->below[g], first);
    float(*out)[SNW_LANES] = &l->over->out[g].row[SNW_RX];
    if (whole) {
        wide_quat put = quat_scale(sum, quat_over(square));
        quat_store(out, first, quat_pick(wide_lanes(l->cover.lanes, first), put, b));
        return;
    }
    wide alpha = mean_alpha(l, same, total, first), rest = wide_sub(wide_all(1.0f), alpha), unit = quat_over(square);
    wide side = quat_dot(b, sum), over = quat_over(quat_square(alpha, rest, wide_mul(unit, side)));
    wide part = wide_turn(wide_mul(wide_mul(alpha, unit), over), side);
    wide_quat put = quat_fma(sum, part, quat_scale(b, wide_mul(rest, over)));
    quat_store(out, first, quat_pick(has_at(&l->cover, first, alpha), put, b));
}

WIDE_FLAT void layer_block(const layer *l, uint32_t count, uint32_t g, uint32_t kind, bool same, bool whole) {
    const float(*below)[SNW_LANES] = &l->over->below[g].row[FIRST_ROW[kind]];
    float(*out)[SNW_LANES] = &l->over->out[g].row[FIRST_ROW[kind]];
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        if (!block_has(l->cover.lanes, first, out, below, kind == SNW_ROTATION ? 4 : 3)) continue;
        if (kind == SNW_ROTATION) layer_rotations(l, count, g, same, whole, first);
        else layer_rows(l, count, g, kind, same, whole, first);
    }
}

/* What the i-th of two clips shows, and what lies below where it shows nothing. */
WIDE_FLAT wide_quat shown_by(const layer *l, uint32_t i, uint32_t g, uint32_t first, wide_quat below) {
    wide_quat q = quat_at(&l->mix->parts[i].groups[g], first);
    return l->all.own[i] == 0xFFFF ? q : quat_pick(wide_lanes(l->all.own[i], first), q, below);
}

/* Two clips that weigh one together, over all that there is: where one has no lane, what lies below has its weight. So
   it is their mean alone, whose length follows from how far they are apart. */
WIDE_FLAT void layer_two(const layer *l, const pair *two, uint32_t g) {
    const float(*below)[SNW_LANES] = &l->over->below[g].row[SNW_RX];
    float(*out)[SNW_LANES] = &l->over->out[g].row[SNW_RX];
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        if (!block_has(l->cover.lanes, first, out, below, 4)) continue;
        wide_quat b = quat_load(below, first);
        wide_quat p = shown_by(l, 0, g, first, b), q = shown_by(l, 1, g, first, b);
        wide side = quat_dot(p, q), over = wide_rsqrt(wide_fma(two->twice, wide_abs(side), two->square));
        wide_quat sum = quat_fma(q, wide_turn(two->light, side), quat_scale(p, two->heavy));
        wide_quat put = quat_scale(sum, over);
        quat_store(out, first, l->cover.lanes == 0xFFFF ? put : quat_pick(wide_lanes(l->cover.lanes, first), put, b));
    }
}

WIDE_FLAT void layer_kind(const snw_mixing *mix, const snw_over *over, const subsets *sums, const pair *two,
                          const pass *through, uint32_t count, uint32_t g, uint32_t kind) {
    layer l = { .mix = mix, .over = over, .all = gift_of(mix, count, g, kind) };
    l.of = &sums->of[l.all.set];
    l.cover = (cover){ through->joints & l.all.lanes, over->value.weight, through->mask, NULL };
    if (!l.cover.lanes || !(l.cover.one > 0.0f)) {
        copy_rows(&over->out[g].row[FIRST_ROW[kind]], (const float(*)[SNW_LANES]) & over->below[g].row[FIRST_ROW[kind]],
                  kind == SNW_ROTATION ? 4 : 3);
        return;
    }
    if (count == 2 && kind == SNW_ROTATION && two->is && is_all(&l.cover)) {
        layer_two(&l, two, g);
        return;
    }
    if (l.all.same) l.cover.one *= l.of->share;
    if (l.all.same && is_all(&l.cover)) layer_block(&l, count, g, kind, true, true);
    else if (l.all.same) layer_block(&l, count, g, kind, true, false);
    else layer_block(&l, count, g, kind, false, false);
}

WIDE_FLAT void layer_groups(const snw_mixing *mix, const snw_over *over, uint32_t count) {
    /* Copies, which no store can change. */
    snw_part parts[SNW_PARTS];
    for (uint32_t i = 0; i < count; ++i) parts[i] = mix->parts[i];
    const snw_mixing own = { .parts = parts, .whole = mix->whole };
    const snw_over put = *over;
    subsets sums;
    subsets_of(&own, count, &sums);
    const pair two = pair_of(&own, count);
    for (uint32_t g = 0; g * SNW_LANES < put.joint_count; ++g) {
        pass through;
        pass_of(&put, g, &through);
        layer_kind(&own, &put, &sums, &two, &through, count, g, SNW_TRANSLATION);
        layer_kind(&own, &put, &sums, &two, &through, count, g, SNW_ROTATION);
        if (!put.unscaled) layer_kind(&own, &put, &sums, &two, &through, count, g, SNW_SCALE);
    }
}

static void mix_over(const snw_mixing *mix, const snw_over *over) {
    bool plain = is_plain(mix);
    if (plain && mix->count == 2) layer_groups(mix, over, 2);
    else if (plain && mix->count == 3) layer_groups(mix, over, 3);
    else if (plain && mix->count == 4) layer_groups(mix, over, 4);
    else {
        mix_values(mix);
        put_over(over);
    }
}

/* ---- adding ---- */

typedef struct addition {
    float (*out)[SNW_LANES];
    const float (*below)[SNW_LANES], (*value)[SNW_LANES], (*reference)[SNW_LANES];
    cover cover;
} addition;

WIDE_FLAT void add_translations(const addition *a, uint32_t first) {
    wide alpha = alpha_at(&a->cover, first);
    wide_mask has = has_at(&a->cover, first, alpha);
    for (int k = 0; k < 3; ++k) {
        wide b = wide_load(a->below[k] + first);
        wide change = wide_sub(wide_load(a->value[k] + first), wide_load(a->reference[k] + first));
        wide_store(a->out[k] + first, wide_select(has, wide_fma(alpha, change, b), b));
    }
}

/* A scale against a reference of 0 has no ratio: what lies below stays. */
WIDE_FLAT void add_scales(const addition *a, uint32_t first) {
    wide alpha = alpha_at(&a->cover, first);
    wide_mask has = has_at(&a->cover, first, alpha);
    for (int k = 0; k < 3; ++k) {
        wide b = wide_load(a->below[k] + first), from = wide_load(a->reference[k] + first);
        wide ratio = wide_sub(wide_div(wide_load(a->value[k] + first), from), wide_all(1.0f));
        wide scaled = wide_mul(b, wide_fma(alpha, ratio, wide_all(1.0f)));
        wide sum = wide_select(wide_more(from, wide_zero()), scaled, b);
        sum = wide_select(wide_more(wide_zero(), from), scaled, sum);
        wide_store(a->out[k] + first, wide_select(has, sum, b));
    }
}

/* What turns by alpha take: see quat_square. */
typedef struct portion {
    wide alpha, rest, square, twice;
} portion;

WIDE_FLAT portion portion_of(wide alpha) {
    wide rest = wide_sub(wide_all(1.0f), alpha), both = wide_mul(alpha, rest);
    return (portion){ alpha, rest, wide_fma(alpha, alpha, wide_mul(rest, rest)), wide_add(both, both) };
}

/* q · nlerp(1, conj(reference) · value, alpha), the difference taken with w >= 0; brought to unit length once. */
WIDE_FLAT void add_rotations(const addition *a, const portion *by, uint32_t first) {
    wide_quat b = quat_load(a->below, first);
    wide_quat delta = quat_from(quat_load(a->reference, first), quat_load(a->value, first));
    wide square = wide_fma(by->twice, wide_abs(delta.w), by->square);
    /* b's own length counts: in a pose to which is added again and again errors of it would grow. */
    wide over = quat_over(wide_mul(square, quat_dot(b, b)));
    delta = quat_scale(delta, wide_turn(by->alpha, delta.w));
    delta.w = wide_add(delta.w, by->rest);
    /* The product does not wait for the root. */
    wide_quat put = quat_scale(quat_mul(b, delta), over);
    quat_store(a->out, first, quat_pick(has_at(&a->cover, first, by->alpha), put, b));
}

WIDE_FLAT void add_kind(const snw_over *over, uint32_t g, uint32_t kind, const pass *through, bool plain) {
    uint32_t row = FIRST_ROW[kind];
    addition a = { .out = &over->out[g].row[row], .below = &over->below[g].row[row] };
    a.cover = cover_of(over, g, kind, through, plain);
    if (!a.cover.lanes) {
        copy_rows(a.out, a.below, kind == SNW_ROTATION ? 4 : 3);
        return;
    }
    a.value = &over->value.groups[g].row[row];
    a.reference = &over->reference[g].row[row];
    bool even = !a.cover.mask && !a.cover.share;
    portion by = portion_of(wide_all(a.cover.one));
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        if (!block_has(a.cover.lanes, first, a.out, a.below, kind == SNW_ROTATION ? 4 : 3)) continue;
        if (kind == SNW_ROTATION && !even) by = portion_of(alpha_at(&a.cover, first));
        if (kind == SNW_TRANSLATION) add_translations(&a, first);
        else if (kind == SNW_ROTATION) add_rotations(&a, &by, first);
        else add_scales(&a, first);
    }
}

WIDE_FLAT void add_groups(const snw_over *put, bool plain) {
    for (uint32_t g = 0; g * SNW_LANES < put->joint_count; ++g) {
        pass through;
        pass_of(put, g, &through);
        add_kind(put, g, SNW_TRANSLATION, &through, plain);
        add_kind(put, g, SNW_ROTATION, &through, plain);
        if (!put->unscaled) add_kind(put, g, SNW_SCALE, &through, plain);
    }
}

static void add_over(const snw_over *over) {
    const snw_over put = *over;
    if (is_plain_value(&put)) add_groups(&put, true);
    else add_groups(&put, false);
}

#endif
