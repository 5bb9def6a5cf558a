/* The mean of values. Invariant: a lane's numbers are read only from values that have the lane. */
#ifndef SNW_KERNEL_MIX_H
#define SNW_KERNEL_MIX_H

#include "wide_quat.h"

/* What weighs less beside the whole shows nothing; the square of what weighs more is still a normal number. */
#define LEAST 1e-15f

/* What a value gives to the mean of a group's kind. */
typedef struct source {
    const float (*rows)[SNW_LANES];
    const float *share; /* NULL: `weight` has it already */
    float weight;
    uint32_t lanes;
} source;

static const uint32_t FIRST_ROW[SNW_KINDS] = { SNW_TX, SNW_RX, SNW_SX };

/* False: it gives nothing. */
static inline bool source_of(const snw_part *part, uint32_t g, uint32_t kind, source *out) {
    const snw_present *present = &part->present[g];
    bool uneven = present->uneven >> kind & 1;
    *out = (source){ .rows = &part->groups[g].row[FIRST_ROW[kind]], .lanes = present->lanes[kind] };
    out->weight = uneven ? part->weight : part->weight * present->share[kind];
    if (uneven) out->share = part->shares[g].row[kind];
    return out->lanes && out->weight > LEAST;
}

/* The sources of a kind; *even: all have the same lanes and an even share. */
static inline uint32_t sources_of(const snw_mixing *mix, uint32_t g, uint32_t kind, source sources[SNW_PARTS],
                                  bool *even) {
    uint32_t count = 0;
    *even = true;
    for (uint32_t i = 0; i < mix->count; ++i) {
        if (!source_of(&mix->parts[i], g, kind, &sources[count])) continue;
        if (sources[count].share || sources[count].lanes != sources[0].lanes) *even = false;
        ++count;
    }
    return count;
}

/* ---- every value has the same lanes: weights are numbers, and there is nothing to choose ---- */

static inline void mean_rows(const source *sources, uint32_t count, float total, float (*out)[SNW_LANES]) {
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        wide f = wide_all(sources[0].weight / total);
        wide x = wide_mul(f, wide_load(sources[0].rows[0] + first));
        wide y = wide_mul(f, wide_load(sources[0].rows[1] + first));
        wide z = wide_mul(f, wide_load(sources[0].rows[2] + first));
        for (uint32_t i = 1; i < count; ++i) {
            f = wide_all(sources[i].weight / total);
            x = wide_fma(f, wide_load(sources[i].rows[0] + first), x);
            y = wide_fma(f, wide_load(sources[i].rows[1] + first), y);
            z = wide_fma(f, wide_load(sources[i].rows[2] + first), z);
        }
        wide_store(out[0] + first, x);
        wide_store(out[1] + first, y);
        wide_store(out[2] + first, z);
    }
}

static inline void mean_rotations(const source *sources, uint32_t count, float (*out)[SNW_LANES]) {
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < count; ++i)
        if (sources[i].weight > sources[heaviest].weight) heaviest = i;
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) {
        wide_quat lead = quat_load(sources[heaviest].rows, first);
        wide_quat sum = quat_scale(lead, wide_all(sources[heaviest].weight));
        for (uint32_t i = 0; i < count; ++i) {
            if (i == heaviest) continue;
            wide_quat q = quat_load(sources[i].rows, first);
            sum = quat_fma(q, wide_turn(wide_all(sources[i].weight), quat_dot(lead, q)), sum);
        }
        quat_store(out, first, count > 1 ? quat_unit(sum) : lead);
    }
}

static inline void mean_even(const snw_mixing *mix, uint32_t g, uint32_t kind, const source *sources, uint32_t count) {
    float total = sources[0].weight, share;
    for (uint32_t i = 1; i < count; ++i) total += sources[i].weight;
    float(*out)[SNW_LANES] = &mix->groups[g].row[FIRST_ROW[kind]];
    if (kind == SNW_ROTATION) mean_rotations(sources, count, out);
    else mean_rows(sources, count, total, out);
    share = total * mix->whole;
    mix->present[g].lanes[kind] = (uint16_t)sources[0].lanes;
    mix->present[g].share[kind] = share < 1.0f ? share : 1.0f;
}

/* ---- lane by lane ---- */

static inline wide weight_at(const source *s, uint32_t first) {
    wide weight = wide_all(s->weight);
    if (s->share) {
        weight = wide_mul(weight, wide_load(s->share + first));
        weight = wide_only(wide_more(weight, wide_all(LEAST)), weight);
    }
    return wide_only(wide_lanes(s->lanes, first), weight);
}

/* What all weigh there becomes the share; returns where there is any, in place among 16 bits. */
static inline uint32_t share_out(const snw_mixing *mix, float *row, uint32_t first, wide total) {
    wide_store(row + first, wide_unit(wide_mul(total, wide_all(mix->whole))));
    return wide_bits(wide_more(total, wide_zero())) << first;
}

static inline uint32_t mix_rows(const snw_mixing *mix, uint32_t g, uint32_t kind, const source *sources, uint32_t count,
                                uint32_t first) {
    float(*out)[SNW_LANES] = &mix->groups[g].row[FIRST_ROW[kind]];
    float *share = mix->shares[g].row[kind];
    wide total = wide_zero(), sum[3] = { wide_zero(), wide_zero(), wide_zero() };
    if (!mix->first) {
        total = wide_load(share + first);
        for (int k = 0; k < 3; ++k) sum[k] = wide_load(out[k] + first);
    }
    for (uint32_t i = 0; i < count; ++i) {
        wide weight = weight_at(&sources[i], first);
        wide_mask has = wide_more(weight, wide_zero());
        total = wide_add(total, weight);
        for (int k = 0; k < 3; ++k)
            sum[k] = wide_fma(weight, wide_only(has, wide_load(sources[i].rows[k] + first)), sum[k]);
    }
    if (!mix->last) {
        wide_store(share + first, total);
        for (int k = 0; k < 3; ++k) wide_store(out[k] + first, sum[k]);
        return 0;
    }
    wide over = wide_div(wide_all(1.0f), wide_max(total, wide_all(LEAST)));
    for (int k = 0; k < 3; ++k) wide_store(out[k] + first, wide_mul(sum[k], over));
    return share_out(mix, share, first, total);
}

static inline void follow(const source *s, uint32_t first, wide *weight, wide_quat *lead) {
    wide own = weight_at(s, first);
    wide_mask takes = wide_more(own, *weight);
    *weight = wide_select(takes, own, *weight);
    *lead = quat_select(takes, quat_load(s->rows, first), *lead);
}

/* Finds who leads, and has the sum so far. */
static inline wide_quat lead_of(const snw_mixing *mix, uint32_t g, const source *sources, uint32_t count,
                                uint32_t first) {
    wide weight = wide_zero();
    wide_quat lead = { wide_zero(), wide_zero(), wide_zero(), wide_zero() };
    source offer;
    if (!mix->first) {
        weight = wide_load(mix->leads[g].weight + first);
        lead = quat_load((const float(*)[SNW_LANES])mix->leads[g].row, first);
    }
    if (mix->offer && source_of(mix->offer, g, SNW_ROTATION, &offer)) follow(&offer, first, &weight, &lead);
    for (uint32_t i = 0; i < count; ++i) follow(&sources[i], first, &weight, &lead);
    if (!mix->last) {
        wide_store(mix->leads[g].weight + first, weight);
        quat_store(mix->leads[g].row, first, lead);
    }
    return lead;
}

static inline uint32_t mix_rotations(const snw_mixing *mix, uint32_t g, const source *sources, uint32_t count,
                                     uint32_t first) {
    float(*out)[SNW_LANES] = &mix->groups[g].row[SNW_RX];
    float *share = mix->shares[g].row[SNW_ROTATION];
    wide_quat lead = lead_of(mix, g, sources, count, first);
    wide total = wide_zero();
    wide_quat sum = { wide_zero(), wide_zero(), wide_zero(), wide_zero() };
    if (!mix->first) {
        total = wide_load(share + first);
        sum = quat_load((const float(*)[SNW_LANES])out, first);
    }
    for (uint32_t i = 0; i < count; ++i) {
        wide weight = weight_at(&sources[i], first);
        wide_quat q = quat_only(wide_more(weight, wide_zero()), quat_load(sources[i].rows, first));
        total = wide_add(total, weight);
        sum = quat_fma(q, wide_turn(weight, quat_dot(lead, q)), sum);
    }
    if (!mix->last) {
        wide_store(share + first, total);
        quat_store(out, first, sum);
        return 0;
    }
    quat_store(out, first, quat_unit(sum));
    return share_out(mix, share, first, total);
}

static inline void mix_kind(const snw_mixing *mix, uint32_t g, uint32_t kind) {
    source sources[SNW_PARTS];
    bool even, whole = mix->first && mix->last;
    uint32_t count = sources_of(mix, g, kind, sources, &even), lanes = 0;
    mix->present[g].lanes[kind] = 0;
    if (whole && !count) return;
    if (whole && even) {
        mean_even(mix, g, kind, sources, count);
        return;
    }
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE)
        lanes |= kind == SNW_ROTATION ? mix_rotations(mix, g, sources, count, first)
                                      : mix_rows(mix, g, kind, sources, count, first);
    mix->present[g].lanes[kind] = (uint16_t)lanes;
    mix->present[g].uneven |= (uint16_t)(1u << kind);
}

static void mix_values(const snw_mixing *mix) {
    for (uint32_t g = 0; g < mix->group_count; ++g) {
        mix->present[g].uneven = 0;
        mix_kind(mix, g, SNW_TRANSLATION);
        mix_kind(mix, g, SNW_ROTATION);
        mix_kind(mix, g, SNW_SCALE);
    }
}

#endif
