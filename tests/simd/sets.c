/* Every kernel of every set that this machine runs against the scalar set, on random values and on edges. A program
   without a test library, so that it also runs on a processor that is only emulated. Ends with `N passed, N failed`:
   one for each kernel of each set, of which the worst difference is told.

   A number may differ by 1e-6 of the largest that it is made of; what is not to be written keeps its bits. */
#include "simd/simd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 4, PARTS_MOST = SNW_PARTS, ROUNDS = 3000 };

static uint64_t state;

static uint32_t below(uint32_t count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % count);
}

static float between(float low, float high) { return low + (high - low) * (float)below(1u << 24) / 16777215.0f; }

/* ---- inputs ---- */

typedef struct value {
    snw_group groups[GROUPS];
    snw_present present[GROUPS];
    snw_shares shares[GROUPS];
} value;

static void some_rotation(snw_group *group, uint32_t lane) {
    float q[4], square = 0;
    do {
        square = 0;
        for (int i = 0; i < 4; ++i) {
            q[i] = between(-1, 1);
            square += q[i] * q[i];
        }
    } while (square < 0.1f);
    for (int i = 0; i < 4; ++i) group->row[SNW_RX + i][lane] = q[i] / sqrtf(square);
}

static void some_group(snw_group *group) {
    for (uint32_t lane = 0; lane < SNW_LANES; ++lane) {
        for (int i = SNW_TX; i <= SNW_TZ; ++i) group->row[i][lane] = between(-3, 3);
        for (int i = SNW_SX; i <= SNW_SZ; ++i) group->row[i][lane] = below(20) ? between(-2, 2) : 0;
        some_rotation(group, lane);
    }
}

/* Numbers that nobody may read: in what a value does not have. */
static void spoil(snw_group *group, const snw_present *present) {
    static const float BAD[] = { NAN, INFINITY, -INFINITY, 3e38f };
    for (uint32_t lane = 0; lane < SNW_LANES; ++lane) {
        for (int i = SNW_TX; i <= SNW_TZ && !(present->lanes[SNW_TRANSLATION] >> lane & 1); ++i)
            group->row[i][lane] = BAD[below(4)];
        for (int i = SNW_SX; i <= SNW_SZ && !(present->lanes[SNW_SCALE] >> lane & 1); ++i)
            group->row[i][lane] = BAD[below(4)];
    }
}

static uint16_t some_lanes(void) {
    uint32_t any = below(0x10000), kind = below(6);
    return (uint16_t)(kind == 0 ? 0 : kind == 1 ? 0xFFFF : kind == 2 ? 1u << below(16) : any);
}

static void some_value(value *v, bool plain) {
    for (int g = 0; g < GROUPS; ++g) {
        v->present[g] = (snw_present){ .uneven = plain || below(2) ? 0 : (uint16_t)below(8) };
        some_group(&v->groups[g]);
        for (int kind = 0; kind < SNW_KINDS; ++kind) {
            v->present[g].lanes[kind] = some_lanes();
            v->present[g].share[kind] = plain || below(3) ? 1.0f : between(0.01f, 1);
            for (int lane = 0; lane < SNW_LANES; ++lane)
                v->shares[g].row[kind][lane] = below(4) ? between(0.01f, 1) : below(2) ? 0.0f : 1e-20f;
        }
        spoil(&v->groups[g], &v->present[g]);
    }
}

/* Of exactly so many joints, at the end of a block, so that what reads on is found. */
static float *some_mask(uint32_t joints) {
    static const float EDGES[] = { 0, 1, -1, 2, NAN, 1e-30f };
    if (below(3) == 0) return NULL;
    float *mask = malloc(joints * sizeof *mask);
    if (!mask) abort();
    bool ends = below(3) == 0; /* nothing between 0 and 1 */
    for (uint32_t i = 0; i < joints; ++i) mask[i] = !ends && below(3) ? between(0, 1) : EDGES[below(ends ? 5 : 6)];
    for (uint32_t i = SNW_LANES; below(3) == 0 && i < joints && i < 2 * SNW_LANES; ++i) mask[i] = 1;
    if (below(4) == 0)
        for (uint32_t i = 0; i < joints && i < SNW_LANES; ++i) mask[i] = 0;
    return mask;
}

/* ---- comparing ---- */

typedef struct verdict {
    uint32_t compared, wrong;
    double worst;
} verdict;

static void compare(verdict *v, float is, float right, float size) {
    double difference = fabs((double)is - (double)right) / fmax(1.0, (double)size);
    ++v->compared;
    if (is == right || (isnan(is) && isnan(right))) return;
    if (!(difference <= 1e-6)) ++v->wrong;
    if (!(difference <= v->worst)) v->worst = difference;
}

static void compare_group(verdict *v, const snw_group *is, const snw_group *right, const uint32_t lanes[SNW_KINDS]) {
    for (int row = 0; row < SNW_COMPONENTS; ++row) {
        uint32_t of = lanes[row < SNW_RX ? SNW_TRANSLATION : row < SNW_SX ? SNW_ROTATION : SNW_SCALE];
        for (uint32_t lane = 0; lane < SNW_LANES; ++lane)
            if (of >> lane & 1) compare(v, is->row[row][lane], right->row[row][lane], fabsf(right->row[row][lane]));
    }
}

static void compare_present(verdict *v, const value *is, const value *right, int g) {
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        const snw_present *a = &is->present[g], *b = &right->present[g];
        v->wrong += a->lanes[kind] != b->lanes[kind] || (a->lanes[kind] && (a->uneven ^ b->uneven) >> kind & 1);
        for (uint32_t lane = 0; lane < SNW_LANES; ++lane) {
            if (!(b->lanes[kind] >> lane & 1)) continue;
            if (b->uneven >> kind & 1) compare(v, is->shares[g].row[kind][lane], right->shares[g].row[kind][lane], 1);
            else compare(v, a->share[kind], b->share[kind], 1);
        }
    }
}

/* ---- mixing ---- */

typedef struct mix_case {
    value values[2 * PARTS_MOST], offer;
    snw_part parts[2 * PARTS_MOST], offered;
    uint32_t count;
    float whole;
} mix_case;

/* Clips alone are plain and come heaviest first; with a hold among them nothing is sure. */
static void some_parts(mix_case *c, uint32_t most) {
    bool plain = below(2);
    float total = 0, before = 1;
    c->count = 1 + below(most);
    for (uint32_t i = 0; i < c->count; ++i) {
        some_value(&c->values[i], plain);
        float weight = below(10) ? between(0.01f, 1) : 1e-18f;
        if (plain) weight = before *= between(0.3f, 1);
        c->parts[i] = (snw_part){ c->values[i].groups, c->values[i].present, c->values[i].shares, weight, plain };
        total += weight;
    }
    for (uint32_t i = 0; i < c->count; ++i) c->parts[i].weight /= total;
    c->whole = below(2) ? 1.0f : between(0.05f, 1.5f);
    some_value(&c->offer, false);
    c->offered = (snw_part){ c->offer.groups, c->offer.present, c->offer.shares, between(0, 0.5f), false };
}

static snw_mixing mixing_of(const mix_case *c, value *mean, snw_lead *leads) {
    return (snw_mixing){ .parts = c->parts,
                         .count = c->count,
                         .first = true,
                         .last = true,
                         .whole = c->whole,
                         .group_count = GROUPS,
                         .groups = mean->groups,
                         .present = mean->present,
                         .shares = mean->shares,
                         .leads = leads };
}

static void mix_at_once(const snw_kernels *set, const mix_case *c, value *mean) {
    snw_mixing mixing = mixing_of(c, mean, NULL);
    set->mix(&mixing);
}

static void mix_in_times(const snw_kernels *set, const mix_case *c, value *mean) {
    snw_lead leads[GROUPS];
    for (uint32_t from = 0; from < c->count; from += SNW_PARTS) {
        snw_mixing mixing = mixing_of(c, mean, leads);
        uint32_t left = c->count - from;
        mixing.parts += from;
        mixing.count = left < SNW_PARTS ? left : SNW_PARTS;
        mixing.first = from == 0;
        mixing.last = left <= SNW_PARTS;
        mixing.offer = mixing.first && !mixing.last ? &c->offered : NULL;
        set->mix(&mixing);
    }
}

static void check_mix(const snw_kernels *set, const snw_kernels *oracle, verdict *v, bool times) {
    static mix_case c;
    static value is, right;
    some_parts(&c, times ? 2 * PARTS_MOST : PARTS_MOST);
    memset(&is, 0, sizeof is);
    memset(&right, 0, sizeof right);
    if (times) {
        mix_in_times(set, &c, &is);
        mix_in_times(oracle, &c, &right);
    } else {
        mix_at_once(set, &c, &is);
        mix_at_once(oracle, &c, &right);
    }
    for (int g = 0; g < GROUPS; ++g) {
        uint32_t lanes[SNW_KINDS];
        for (int kind = 0; kind < SNW_KINDS; ++kind) lanes[kind] = right.present[g].lanes[kind];
        compare_group(v, &is.groups[g], &right.groups[g], lanes);
        compare_present(v, &is, &right, g);
    }
}

static void check_mix_once(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_mix(set, oracle, v, false);
}

static void check_mix_times(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_mix(set, oracle, v, true);
}

/* ---- putting over ---- */

static void no_scale(snw_present *present, bool all) {
    for (int g = 0; all && g < GROUPS; ++g) present[g].lanes[SNW_SCALE] = 0;
}

enum over_kernel { REPLACE, ADD, MIX_OVER };

static void put(const snw_kernels *set, enum over_kernel kernel, const snw_over *over, const mix_case *c) {
    static value mean;
    if (kernel == REPLACE) set->replace(over);
    else if (kernel == ADD) set->add(over);
    else {
        snw_mixing mixing = mixing_of(c, &mean, NULL);
        snw_over own = *over;
        own.value = (snw_part){ mean.groups, mean.present, mean.shares, over->value.weight, false };
        set->mix_over(&mixing, &own);
    }
}

static const snw_lets *lets_of(const float *mask, uint32_t joints, snw_lets lets[GROUPS]) {
    float whole[GROUPS * SNW_LANES] = { 0 };
    memcpy(whole, mask, joints * sizeof *mask);
    snw_mask_lets(whole, GROUPS, lets);
    return lets;
}

/* A mean that counts alone is not turned to the side of what lies below; whether it does may be known or not. */
static void same_side(const snw_group *is, snw_group *right) {
    for (uint32_t i = 0; i < GROUPS * SNW_LANES; ++i) {
        const snw_group *a = &is[i / SNW_LANES];
        snw_group *b = &right[i / SNW_LANES];
        uint32_t lane = i % SNW_LANES;
        float dot = 0;
        for (int k = SNW_RX; k <= SNW_RW; ++k) dot += a->row[k][lane] * b->row[k][lane];
        for (int k = SNW_RX; dot < 0 && k <= SNW_RW; ++k) b->row[k][lane] = -b->row[k][lane];
    }
}

/* How many numbers are not the same bits, of the lanes from `first` on. */
static uint32_t changed(const snw_group *is, const snw_group *before, uint32_t first) {
    uint32_t count = 0;
    for (uint32_t lane = first; lane < GROUPS * SNW_LANES; ++lane)
        for (int row = 0; row < SNW_COMPONENTS; ++row)
            count += memcmp(&is[lane / SNW_LANES].row[row][lane % SNW_LANES],
                            &before[lane / SNW_LANES].row[row][lane % SNW_LANES], sizeof(float)) != 0;
    return count;
}

static void check_over(const snw_kernels *set, const snw_kernels *oracle, verdict *v, enum over_kernel kernel) {
    static mix_case c;
    static value over_value, below_value, reference;
    static snw_group is[GROUPS], right[GROUPS];
    static const uint32_t ALL[SNW_KINDS] = { 0xFFFF, 0xFFFF, 0xFFFF };
    some_parts(&c, PARTS_MOST);
    bool plain = below(2);
    some_value(&over_value, plain);
    for (int g = 0; g < GROUPS; ++g) {
        some_group(&below_value.groups[g]);
        some_group(&reference.groups[g]);
    }
    uint32_t joints = 1 + below(GROUPS * SNW_LANES);
    float *mask = some_mask(joints), weight = below(3) ? between(0, 1) : (float)below(2);
    bool whole = kernel != MIX_OVER && below(4) == 0;
    for (int g = 0; whole && g < GROUPS; ++g) some_group(&over_value.groups[g]);
    bool unscaled = !whole && below(3) == 0;
    no_scale(over_value.present, unscaled);
    for (uint32_t i = 0; i < c.count; ++i) no_scale((snw_present *)(uintptr_t)c.parts[i].present, unscaled);
    snw_over over = { .value = { over_value.groups, whole ? NULL : over_value.present, over_value.shares, weight,
                                 false },
                      .reference = reference.groups,
                      .mask = mask,
                      .below = below_value.groups,
                      .joint_count = joints };
    memcpy(is, below_value.groups, sizeof is);
    memcpy(right, below_value.groups, sizeof right);
    over.out = right;
    put(oracle, kernel, &over, &c);
    over.out = is;
    if (below(2)) over.below = is; /* in place */
    over.unscaled = unscaled;      /* what the oracle has to find out */
    over.value.plain = plain && !whole;
    snw_lets lets[GROUPS];
    if (mask && below(2)) over.lets = lets_of(mask, joints, lets);
    put(set, kernel, &over, &c);
    if (over.lets && kernel == MIX_OVER) same_side(is, right);
    for (int g = 0; g < GROUPS; ++g) compare_group(v, &is[g], &right[g], ALL);
    v->wrong += changed(is, below_value.groups, joints);
    free(mask);
}

static void check_replace(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_over(set, oracle, v, REPLACE);
}

static void check_add(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_over(set, oracle, v, ADD);
}

static void check_mix_over(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_over(set, oracle, v, MIX_OVER);
}

/* ---- matrices ---- */

static float largest(const float *m, float least) {
    for (int i = 0; i < 12; ++i) least = fmaxf(least, fabsf(m[i]));
    return least;
}

static void compare_matrix(verdict *v, const float *is, const float *right, float size) {
    for (int i = 0; i < 12; ++i) compare(v, is[i], right[i], size);
}

/* Few levels: each adds a rounding of its own. */
static snw_hierarchy some_hierarchy(void) {
    static snw_group groups[GROUPS];
    static uint32_t above[GROUPS * SNW_LANES];
    uint32_t joints = 1 + below(GROUPS * SNW_LANES);
    static uint8_t unit[GROUPS];
    for (int g = 0; g < GROUPS; ++g) {
        some_group(&groups[g]);
        unit[g] = (uint8_t)below(2);
        for (int i = 0; unit[g] && i < 3 * SNW_LANES; ++i) groups[g].row[SNW_SX + i / SNW_LANES][i % SNW_LANES] = 1;
    }
    for (uint32_t i = 0; i < GROUPS * SNW_LANES; ++i)
        above[i] = i >= joints || i < 4 ? 0 : 16 * (1 + (i < 12 ? below(4) : below(12)));
    return (snw_hierarchy){ groups, above, joints, below(3) ? unit : NULL };
}

static const snw_matrix IDENTITY = { { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };

static void check_models(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    static snw_matrix is[1 + GROUPS * SNW_LANES], right[1 + GROUPS * SNW_LANES];
    snw_hierarchy hierarchy = some_hierarchy();
    uint32_t joints = hierarchy.joint_count;
    is[0] = right[0] = IDENTITY;
    set->models(&hierarchy, is);
    oracle->models(&hierarchy, right);
    float size = 0;
    for (uint32_t i = 1; i <= joints; ++i) size = largest(right[i].m, size);
    for (uint32_t i = 1; i <= joints; ++i) compare_matrix(v, is[i].m, right[i].m, size);
}

/* Some joints have no place, the others any; where none is nothing is written. */
static uint32_t some_places(uint32_t joints, uint32_t places[GROUPS * SNW_LANES]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < GROUPS * SNW_LANES; ++i) places[i] = UINT32_MAX;
    for (uint32_t i = 0; i < joints; ++i) {
        if (!below(4)) continue;
        uint32_t other = below(i + 1), swapped = places[other];
        places[i] = 12 * count++;
        if (swapped == UINT32_MAX) continue;
        places[other] = places[i];
        places[i] = swapped;
    }
    return count;
}

static void check_placed(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    static snw_matrix is[1 + GROUPS * SNW_LANES], right[1 + GROUPS * SNW_LANES];
    static float inverse[12 * GROUPS * SNW_LANES];
    static float out[12 * GROUPS * SNW_LANES + 4], out_right[12 * GROUPS * SNW_LANES];
    snw_hierarchy hierarchy = some_hierarchy();
    uint32_t places[GROUPS * SNW_LANES], joints = hierarchy.joint_count, count = some_places(joints, places);
    for (uint32_t i = 0; i < 12 * count; ++i) inverse[i] = between(-2, 2);
    for (int k = 0; k < 4; ++k) out[12 * count + (uint32_t)k] = 7;
    is[0] = right[0] = IDENTITY;
    set->models_placed(&hierarchy, is, &(snw_placed){ places, inverse, out });
    oracle->models_placed(&hierarchy, right, &(snw_placed){ places, inverse, out_right });
    float size = 0, palette_size = 0;
    for (uint32_t i = 1; i <= joints; ++i) size = largest(right[i].m, size);
    for (uint32_t i = 1; i <= joints; ++i) compare_matrix(v, is[i].m, right[i].m, size);
    for (uint32_t i = 0; i < count; ++i) palette_size = largest(out_right + 12 * i, palette_size);
    for (uint32_t i = 0; i < count; ++i) compare_matrix(v, out + 12 * i, out_right + 12 * i, palette_size);
    for (int k = 0; k < 4; ++k) v->wrong += out[12 * count + (uint32_t)k] < 7 || out[12 * count + (uint32_t)k] > 7;
}

static void check_palettes(const snw_kernels *set, const snw_kernels *oracle, verdict *v, bool stream) {
    static snw_matrix models[SNW_LANES];
    static float inverse[12 * GROUPS * SNW_LANES];
    _Alignas(64) static float room[12 * GROUPS * SNW_LANES + 16], right[12 * GROUPS * SNW_LANES];
    float *is = room + 4 * below(4); /* what is streamed may begin at any 16 bytes */
    uint32_t joints[GROUPS * SNW_LANES], count = 1 + below(GROUPS * SNW_LANES);
    for (int i = 0; i < SNW_LANES; ++i)
        for (int k = 0; k < 12; ++k) models[i].m[k] = between(-2, 2);
    for (uint32_t i = 0; i < 12 * count; ++i) inverse[i] = between(-2, 2);
    for (uint32_t i = 0; i < count; ++i) joints[i] = below(SNW_LANES);
    snw_skinning skinning = { models, joints, inverse, count, right };
    oracle->palette(&skinning);
    skinning.out = is;
    for (int k = 0; k < 4; ++k) is[12 * count + (uint32_t)k] = 7;
    if (stream) set->palette_stream(&skinning), set->stream_end();
    else set->palette(&skinning);
    for (uint32_t i = 0; i < count; ++i) compare_matrix(v, is + 12 * i, right + 12 * i, largest(right + 12 * i, 0));
    for (int k = 0; k < 4; ++k) v->wrong += is[12 * count + (uint32_t)k] < 7 || is[12 * count + (uint32_t)k] > 7;
}

static void check_palette(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_palettes(set, oracle, v, false);
}

static void check_stream(const snw_kernels *set, const snw_kernels *oracle, verdict *v) {
    check_palettes(set, oracle, v, true);
}

/* ---- all of them ---- */

typedef struct check {
    const char *name;
    void (*run)(const snw_kernels *set, const snw_kernels *oracle, verdict *v);
} check;

static const check CHECKS[] = { { "mix", check_mix_once },      { "mix in times", check_mix_times },
                                { "replace", check_replace },   { "add", check_add },
                                { "mix over", check_mix_over }, { "models", check_models },
                                { "palette", check_palette },   { "palette stream", check_stream },
                                { "placed", check_placed } };

int main(void) {
    const snw_kernels *sets[SNW_SETS_MOST];
    uint32_t count = snw_kernels_list(sets), passed = 0, failed = 0;
    for (uint32_t i = 0; i < count; ++i)
        for (size_t k = 0; k < sizeof CHECKS / sizeof CHECKS[0]; ++k) {
            verdict v = { 0 };
            state = 1;
            for (int round = 0; round < ROUNDS; ++round) CHECKS[k].run(sets[i], sets[0], &v);
            bool good = v.wrong == 0 && v.compared > 100000;
            printf("%-7s %-8s %-15s %9u numbers, %u wrong, worst %.2g\n", good ? "ok" : "FAILED", sets[i]->name,
                   CHECKS[k].name, v.compared, v.wrong, v.worst);
            if (good) ++passed;
            else ++failed;
        }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
