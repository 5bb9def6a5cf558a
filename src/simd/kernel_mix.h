/* The mean of values. Invariant: of a value that does not have a lane nothing gets into the result: its translation and
   scale are cut out, its rotation, which is finite in every lane, counts 0 times. */
#ifndef SNW_KERNEL_MIX_H
#define SNW_KERNEL_MIX_H

#include "wide_quat.h"

/* What weighs less beside the whole shows nothing; the square of what weighs more is still a normal number. */
#define LEAST 1e-15f

static const uint32_t FIRST_ROW[SNW_KINDS] = { SNW_TX, SNW_RX, SNW_SX };

/* ---- clips alone: of all that a part has it has all, so that weights are numbers and the heaviest comes first ---- */

static inline bool is_plain(const snw_mixing *mix) {
    if (!mix->first || !mix->last || !mix->count) return false;
    for (uint32_t i = 0; i < mix->count; ++i) {
        if (!mix->parts[i].plain || !(mix->parts[i].weight > LEAST)) return false;
        if (i && mix->parts[i].weight > mix->parts[i - 1].weight) return false;
    }
    return true;
}

/* What some of the parts weigh together. */
typedef struct subset {
    float total, over; /* over: 1 / total */
    float share;       /* of the whole, 1 at most */
} subset;

/* Of every set of parts, by a bit each. */
typedef struct subsets {
    subset of[1 << SNW_PARTS];
} subsets;

WIDE_FLAT void subsets_of(const snw_mixing *mix, uint32_t count, subsets *out) {
    for (uint32_t set = 1; set < 1u << count; ++set) {
        float total = 0;
        for (uint32_t i = 0; i < count; ++i) total += set >> i & 1 ? mix->parts[i].weight : 0.0f;
        float share = total * mix->whole;
        out->of[set] = (subset){ total, 1.0f / total, share < 1.0f ? share : 1.0f };
    }
}

/* What all parts give to a group's kind. */
typedef struct gift {
    uint32_t own[SNW_PARTS]; /* the lanes of each */
    uint32_t lanes;          /* of any of them */
    uint32_t set;            /* which of them give anything */
    bool same;               /* all that do give these lanes */
} gift;

WIDE_FLAT gift gift_of(const snw_mixing *mix, uint32_t count, uint32_t g, uint32_t kind) {
    gift all = { .same = true };
    for (uint32_t i = 0; i < count; ++i) {
        all.own[i] = mix->parts[i].present[g].lanes[kind];
        all.lanes |= all.own[i];
        all.set |= (uint32_t)(all.own[i] != 0) << i;
    }
    for (uint32_t i = 0; i < count; ++i) all.same &= !(all.own[i] ^ all.lanes) | !all.own[i];
    return all;
}

/* Where all have the same lanes there is nothing to cut out: the other lanes count for nothing anyway. */
WIDE_FLAT wide plain_weight(const snw_mixing *mix, const gift *all, bool same, uint32_t i, uint32_t first) {
    wide weight = wide_all(same && !all->own[i] ? 0.0f : mix->parts[i].weight);
    return same ? weight : wide_only(wide_lanes(all->own[i], first), weight);
}

/* Sums, not yet divided by what they weigh. */
typedef struct wide_rows3 {
    wide x, y, z, total;
} wide_rows3;

WIDE_FLAT wide_rows3 plain_rows(const snw_mixing *mix, uint32_t count, uint32_t g, uint32_t kind, const gift *all,
                                bool same, uint32_t first) {
    wide none = wide_zero();
    wide_rows3 sum = { none, none, none, none };
    for (uint32_t i = 0; i < count; ++i) {
        const float(*rows)[SNW_LANES] = &mix->parts[i].groups[g].row[FIRST_ROW[kind]];
        if (same && !all->own[i]) continue;
        wide weight = plain_weight(mix, all, same, i, first);
        wide x = wide_load(rows[0] + first), y = wide_load(rows[1] + first), z = wide_load(rows[2] + first);
        if (!same) {
            wide_mask has = wide_lanes(all->own[i], first);
            x = wide_only(has, x);
            y = wide_only(has, y);
            z = wide_only(has, z);
            sum.total = wide_add(sum.total, weight);
        }
        sum.x = wide_fma(weight, x, sum.x);
        sum.y = wide_fma(weight, y, sum.y);
        sum.z = wide_fma(weight, z, sum.z);
    }
    return sum;
}

/* Where the heaviest has no lane the next that has it leads, turned by nobody. square: of the sum's length. */
WIDE_FLAT wide_quat plain_rotations(const snw_mixing *mix, uint32_t count, uint32_t g, const gift *all, bool same,
                                    uint32_t first, wide *total, wide *square) {
    uint32_t led = all->own[0];
    wide_quat lead = quat_at(&mix->parts[0].groups[g], first);
    *total = plain_weight(mix, all, same, 0, first);
    wide_quat sum = quat_scale(lead, *total);
    for (uint32_t i = 1; i < count; ++i) {
        wide weight = plain_weight(mix, all, same, i, first);
        wide_quat q = quat_at(&mix->parts[i].groups[g], first);
        wide side = quat_dot(lead, q);
        if (!same || !led) side = wide_only(wide_lanes(led, first), side);
        sum = quat_fma(q, wide_turn(weight, side), sum);
        if (count == 2) *square = quat_square(*total, weight, side);
        *total = wide_add(*total, weight);
        if (i + 1 == count || !(all->own[i] & ~led)) continue;
        lead = quat_select(wide_lanes(led, first), lead, q);
        led |= all->own[i];
    }
    if (count != 2) *square = quat_dot(sum, sum);
    return sum;
}

/* 1 ÷ what a sum of rows weighs. */
WIDE_FLAT wide over_total(const subset *sum, bool same, wide total) {
    return same ? wide_all(sum->over) : wide_div(wide_all(1.0f), wide_max(total, wide_all(LEAST)));
}

WIDE_FLAT void plain_store(const snw_mixing *mix, uint32_t count, uint32_t g, uint32_t kind, const gift *all,
                           const subset *of, bool same) {
    float(*out)[SNW_LANES] = &mix->groups[g].row[FIRST_ROW[kind]];
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        wide total, square;
        if (kind == SNW_ROTATION) {
            wide_quat sum = plain_rotations(mix, count, g, all, same, first, &total, &square);
            quat_store(out, first, quat_scale(sum, quat_over(square)));
        } else {
            wide_rows3 sum = plain_rows(mix, count, g, kind, all, same, first);
            wide over = over_total(of, same, sum.total);
            wide_store(out[0] + first, wide_mul(sum.x, over));
            wide_store(out[1] + first, wide_mul(sum.y, over));
            wide_store(out[2] + first, wide_mul(sum.z, over));
            total = sum.total;
        }
        if (!same) wide_store(mix->shares[g].row[kind] + first, wide_unit(wide_mul(total, wide_all(mix->whole))));
    }
}

static inline void plain_kind(const snw_mixing *mix, const subsets *sums, uint32_t count, uint32_t g, uint32_t kind) {
    gift all = gift_of(mix, count, g, kind);
    mix->present[g].lanes[kind] = (uint16_t)all.lanes;
    if (!all.lanes) return;
    mix->present[g].share[kind] = sums->of[all.set].share;
    if (!all.same) mix->present[g].uneven |= (uint16_t)(1u << kind);
    if (all.same) plain_store(mix, count, g, kind, &all, &sums->of[all.set], true);
    else plain_store(mix, count, g, kind, &all, &sums->of[all.set], false);
}

static void plain_groups(const snw_mixing *mix) {
    subsets sums;
    subsets_of(mix, mix->count, &sums);
    for (uint32_t g = 0; g < mix->group_count; ++g) {
        mix->present[g].uneven = 0;
        plain_kind(mix, &sums, mix->count, g, SNW_TRANSLATION);
        plain_kind(mix, &sums, mix->count, g, SNW_ROTATION);
        plain_kind(mix, &sums, mix->count, g, SNW_SCALE);
    }
}

/* ---- lane by lane, and in several times ---- */

/* What a part weighs; nothing where it has no lane. */
static inline wide weight_at(const snw_part *part, uint32_t g, uint32_t kind, uint32_t first) {
    const snw_present *present = &part->present[g];
    wide share =
        present->uneven >> kind & 1 ? wide_load(part->shares[g].row[kind] + first) : wide_all(present->share[kind]);
    wide weight = wide_only(wide_lanes(present->lanes[kind], first), wide_mul(share, wide_all(part->weight)));
    return wide_only(wide_more(weight, wide_all(LEAST)), weight);
}

/* What all weigh there becomes the share; returns where there is any, in place among 16 bits. */
static inline uint32_t share_out(const snw_mixing *mix, float *row, uint32_t first, wide total) {
    wide_store(row + first, wide_unit(wide_mul(total, wide_all(mix->whole))));
    return wide_bits(wide_more(total, wide_zero())) << first;
}

static inline uint32_t mix_rows(const snw_mixing *mix, uint32_t g, uint32_t kind, uint32_t first) {
    float(*out)[SNW_LANES] = &mix->groups[g].row[FIRST_ROW[kind]];
    float *share = mix->shares[g].row[kind];
    wide total = wide_zero(), x = total, y = total, z = total;
    if (!mix->first) {
        total = wide_load(share + first);
        x = wide_load(out[0] + first);
        y = wide_load(out[1] + first);
        z = wide_load(out[2] + first);
    }
    for (uint32_t i = 0; i < mix->count; ++i) {
        const float(*rows)[SNW_LANES] = &mix->parts[i].groups[g].row[FIRST_ROW[kind]];
        wide weight = weight_at(&mix->parts[i], g, kind, first);
        wide_mask has = wide_more(weight, wide_zero());
        x = wide_fma(weight, wide_only(has, wide_load(rows[0] + first)), x);
        y = wide_fma(weight, wide_only(has, wide_load(rows[1] + first)), y);
        z = wide_fma(weight, wide_only(has, wide_load(rows[2] + first)), z);
        total = wide_add(total, weight);
    }
    wide over = mix->last ? wide_div(wide_all(1.0f), wide_max(total, wide_all(LEAST))) : wide_all(1.0f);
    wide_store(out[0] + first, wide_mul(x, over));
    wide_store(out[1] + first, wide_mul(y, over));
    wide_store(out[2] + first, wide_mul(z, over));
    if (mix->last) return share_out(mix, share, first, total);
    wide_store(share + first, total);
    return 0;
}

static inline void follow(const snw_part *part, uint32_t g, uint32_t first, wide *weight, wide_quat *lead) {
    wide own = weight_at(part, g, SNW_ROTATION, first);
    wide_mask takes = wide_more(own, *weight);
    *weight = wide_select(takes, own, *weight);
    *lead = quat_select(takes, quat_at(&part->groups[g], first), *lead);
}

/* Who leads: of all times up to this one. */
static inline wide_quat lead_of(const snw_mixing *mix, uint32_t g, uint32_t first) {
    wide weight = wide_zero();
    wide_quat lead = { weight, weight, weight, weight };
    if (!mix->first) {
        weight = wide_load(mix->leads[g].weight + first);
        lead = quat_load((const float(*)[SNW_LANES])mix->leads[g].row, first);
    }
    if (mix->offer) follow(mix->offer, g, first, &weight, &lead);
    for (uint32_t i = 0; i < mix->count; ++i) follow(&mix->parts[i], g, first, &weight, &lead);
    if (!mix->last) {
        wide_store(mix->leads[g].weight + first, weight);
        quat_store(mix->leads[g].row, first, lead);
    }
    return lead;
}

static inline uint32_t mix_rotations(const snw_mixing *mix, uint32_t g, uint32_t first) {
    float(*out)[SNW_LANES] = &mix->groups[g].row[SNW_RX];
    float *share = mix->shares[g].row[SNW_ROTATION];
    wide_quat lead = lead_of(mix, g, first);
    wide total = wide_zero();
    wide_quat sum = { total, total, total, total };
    if (!mix->first) {
        total = wide_load(share + first);
        sum = quat_load((const float(*)[SNW_LANES])out, first);
    }
    for (uint32_t i = 0; i < mix->count; ++i) {
        wide weight = weight_at(&mix->parts[i], g, SNW_ROTATION, first);
        wide_quat q = quat_at(&mix->parts[i].groups[g], first);
        total = wide_add(total, weight);
        sum = quat_fma(q, wide_turn(weight, quat_dot(lead, q)), sum);
    }
    quat_store(out, first, mix->last ? quat_unit(sum) : sum);
    if (mix->last) return share_out(mix, share, first, total);
    wide_store(share + first, total);
    return 0;
}

static inline bool has_any(const snw_mixing *mix, uint32_t g, uint32_t kind) {
    for (uint32_t i = 0; i < mix->count; ++i)
        if (mix->parts[i].present[g].lanes[kind]) return true;
    return false;
}

static void mix_uneven(const snw_mixing *mix, uint32_t g, uint32_t kind) {
    uint32_t lanes = 0;
    mix->present[g].lanes[kind] = 0;
    if (mix->first && mix->last && !has_any(mix, g, kind)) return;
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE)
        lanes |= kind == SNW_ROTATION ? mix_rotations(mix, g, first) : mix_rows(mix, g, kind, first);
    mix->present[g].lanes[kind] = (uint16_t)lanes;
    mix->present[g].uneven |= (uint16_t)(1u << kind);
}

static void mix_values(const snw_mixing *mix) {
    if (is_plain(mix)) {
        plain_groups(mix);
        return;
    }
    for (uint32_t g = 0; g < mix->group_count; ++g) {
        mix->present[g].uneven = 0;
        for (uint32_t kind = 0; kind < SNW_KINDS; ++kind) mix_uneven(mix, g, kind);
    }
}

#endif
