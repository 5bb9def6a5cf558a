/* See plan.h. */
#include "plan.h"

#include <string.h>

/* How many groups from the first on move whole, where what packs them begins with a quad. */
static uint32_t straight_of(const snw_compiled_lanes *of, uint32_t count) {
    uint32_t straight = 0;
    if (of->first % SNW_QUAD) return 0;
    while (straight < count && of[(size_t)straight * SNW_KINDS].moving == 0xFFFF) ++straight;
    return straight;
}

static uint32_t count_of(uint32_t lanes) {
    uint32_t count = 0;
    for (; lanes; lanes &= lanes - 1) ++count;
    return count;
}

/* Of the group's two halves those that have anything; returns how many. */
static uint32_t halves_of(const snw_compiled_lanes *of, uint32_t from, uint32_t group, snw_half *out) {
    uint32_t count = 0;
    for (uint32_t first = 0; first < SNW_LANES; first += SNW_HALF) {
        uint32_t lanes = of->moving >> first & ((1u << SNW_HALF) - 1u);
        if (!lanes) continue;
        out[count] = (snw_half){ .from = (uint16_t)from,
                                 .to = (uint16_t)(group * SNW_GROUP_FLOATS + first),
                                 .lanes = (uint16_t)lanes };
        memcpy(out[count++].index, of->index + first, SNW_HALF);
        from += count_of(lanes);
    }
    return count;
}

/* `of`: the kind of the first of its `count` groups. */
static snw_batch batch_of(const snw_compiled_lanes *of, uint32_t count, snw_half *halves) {
    snw_batch batch = { .halves = halves,
                        .lane = of->first / SNW_QUAD * SNW_QUAD,
                        .straight = (uint16_t)straight_of(of, count) };
    uint32_t from = batch.lane + batch.straight * SNW_LANES;
    of += (size_t)batch.straight * SNW_KINDS;
    for (uint32_t g = batch.straight; g < count; ++g, of += SNW_KINDS) {
        batch.half_count += halves_of(of, of->first - from, g, halves + batch.half_count);
        if (of->moving) batch.to = of->first + count_of(of->moving);
        batch.still |= of->still != 0;
    }
    return batch;
}

snw_plan snw_plan_make(const snw_compiled *clip, snw_batch *batches, snw_half *halves) {
    snw_batch *batch = batches;
    for (uint32_t first = 0; first < clip->group_count; first += SNW_BATCH) {
        uint32_t left = clip->group_count - first, count = left < SNW_BATCH ? left : SNW_BATCH;
        for (int kind = 0; kind < SNW_KINDS; ++kind, ++batch) {
            *batch = batch_of(snw_compiled_group(clip, first) + kind, count, halves);
            halves += batch->half_count;
        }
    }
    return (snw_plan){ clip, batches };
}
