/* Values as wholes. Invariant: what a value does not have is never read. */
#include "pose.h"

#include <string.h>

/* Its parts lie one after another, so it is copied at once. */
void snw_value_copy(const sinew_pose *pose, snw_value *to, const snw_value *from) {
    memcpy(to->groups, from->groups, pose->value_bytes);
}

enum { ALL_KINDS = (1 << SNW_KINDS) - 1 };

void snw_value_spread(const sinew_pose *pose, snw_value *value) {
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        for (int kind = 0; kind < SNW_KINDS; ++kind)
            for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane)
                value->shares[g].row[kind][lane] = snw_value_share(value, g, kind, lane);
        value->present[g].uneven = ALL_KINDS;
    }
}

void snw_value_gather(const sinew_pose *pose, snw_value *value) {
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        for (int kind = 0; kind < SNW_KINDS; ++kind) {
            uint32_t lanes = 0;
            for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane)
                lanes |= (uint32_t)(value->shares[g].row[kind][lane] > 0.0f) << lane;
            value->present[g].lanes[kind] = (uint16_t)lanes;
        }
        value->present[g].uneven = ALL_KINDS;
    }
}

void snw_value_weigh(const sinew_pose *pose, snw_value *value, float weight) {
    if (weight >= 1.0f) return; /* shares are 1 or 0 */
    for (uint32_t g = 0; g < pose->group_count; ++g)
        for (int kind = 0; kind < SNW_KINDS; ++kind)
            value->present[g].share[kind] = snw_unit(weight * value->present[g].share[kind]);
    for (uint32_t i = 0; i < pose->morph_count; ++i) value->morph_shares[i] = snw_unit(weight * value->morph_shares[i]);
}
