/* How a compiled clip is gone through: where its packed lanes go, worked out once from what it says of its groups, so
   that sampling follows lists and looks for nothing. Invariant: it says what the clip's lanes say. */
#ifndef SNW_SIMD_PLAN_H
#define SNW_SIMD_PLAN_H

#include "clip.h"

enum {
    SNW_BATCH = 8, /* groups that are sampled at once */
    SNW_HALF = SNW_LANES / 2,
    SNW_GROUP_FLOATS = SNW_COMPONENTS * SNW_LANES
};

/* Half a group's moving lanes of a kind. */
typedef struct snw_half {
    uint16_t from;  /* the packed lane of the first of them, less that of the first that is not straight */
    uint16_t to;    /* floats from the kind's first row of the batch's first group */
    uint16_t lanes; /* SNW_HALF bits, not 0 */
    uint16_t unused;
    uint8_t index[SNW_HALF]; /* as in snw_compiled_lanes */
} snw_half;

/* A kind of a batch of groups, whose packed lanes begin in the quad that begins with `lane`. The first `straight`
   groups have all lanes moving, so that their packed lanes are their lanes; those of the others, up to `to`, go to
   halves. */
typedef struct snw_batch {
    const snw_half *halves;
    uint32_t half_count;
    uint32_t lane, to; /* to: 0 where there are no halves */
    uint16_t straight;
    uint16_t still; /* 1: some group has still lanes */
} snw_batch;

/* Of a clip: SNW_KINDS batches for each SNW_BATCH groups, and at most 2 SNW_KINDS halves a group. */
struct snw_plan {
    const snw_compiled *clip;
    const snw_batch *batches;
};

static inline size_t snw_plan_batches(uint32_t group_count) {
    return ((size_t)group_count + SNW_BATCH - 1) / SNW_BATCH * SNW_KINDS;
}

static inline size_t snw_plan_halves(uint32_t group_count) { return (size_t)group_count * 2 * SNW_KINDS; }

/* Of a clip that may be sampled; batches and halves: room for as many as above. */
snw_plan snw_plan_make(const snw_compiled *clip, snw_batch *batches, snw_half *halves);

#endif
