/* The mean of a layer: sums of weight × share × value and of weight × share, divided once.
   Invariant: between begin and end the mean's shares are sums that may pass 1; after end they are at most 1. */
#include "pose.h"

#include <string.h>

void snw_mix_begin(sinew_pose *pose) {
    memset(pose->mean.groups, 0, pose->value_bytes);
    memset(pose->leads, 0, pose->group_count * sizeof(snw_lead));
}

static void lead_group(snw_lead *lead, const snw_group *group, const float *share, float weight) {
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        float part = weight * share[lane];
        bool leads = part > lead->weight[lane];
        lead->weight[lane] = leads ? part : lead->weight[lane];
        for (int i = 0; i < 4; ++i) lead->row[i][lane] = leads ? group->row[SNW_RX + i][lane] : lead->row[i][lane];
    }
}

void snw_mix_lead(sinew_pose *pose, const snw_value *value, float weight) {
    for (uint32_t g = 0; g < pose->group_count; ++g)
        lead_group(&pose->leads[g], &value->groups[g], value->shares[g].row[SNW_ROTATION], weight);
}

/* What has no part is chosen away and not multiplied by 0: its numbers may be anything. */
static void sum_rows(float (*sum)[SINEW_GROUP], float *total, const float (*rows)[SINEW_GROUP], const float *share,
                     float weight) {
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        float part = weight * share[lane];
        total[lane] += part;
        for (int i = 0; i < 3; ++i) sum[i][lane] += part > 0.0f ? part * rows[i][lane] : 0.0f;
    }
}

static void sum_rotations(snw_group *sum, float *total, const snw_lead *lead, const snw_group *group,
                          const float *share, float weight) {
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        float part = weight * share[lane], dot = 0.0f;
        total[lane] += part;
        for (int i = 0; i < 4; ++i) dot += lead->row[i][lane] * group->row[SNW_RX + i][lane];
        float turned = dot < 0.0f ? -part : part;
        for (int i = 0; i < 4; ++i)
            sum->row[SNW_RX + i][lane] += part > 0.0f ? turned * group->row[SNW_RX + i][lane] : 0.0f;
    }
}

void snw_mix_add(sinew_pose *pose, const snw_value *value, float weight) {
    snw_mix_lead(pose, value, weight);
    snw_value *mean = &pose->mean;
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        snw_group *sum = &mean->groups[g];
        const snw_group *group = &value->groups[g];
        float(*total)[SINEW_GROUP] = mean->shares[g].row;
        const float(*share)[SINEW_GROUP] = (const float(*)[SINEW_GROUP])value->shares[g].row;
        sum_rows(&sum->row[SNW_TX], total[SNW_TRANSLATION], (const float(*)[SINEW_GROUP]) & group->row[SNW_TX],
                 share[SNW_TRANSLATION], weight);
        sum_rows(&sum->row[SNW_SX], total[SNW_SCALE], (const float(*)[SINEW_GROUP]) & group->row[SNW_SX],
                 share[SNW_SCALE], weight);
        sum_rotations(sum, total[SNW_ROTATION], &pose->leads[g], group, share[SNW_ROTATION], weight);
    }
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        float part = weight * value->morph_shares[i];
        mean->morphs[i] += part > 0.0f ? part * value->morphs[i] : 0.0f;
        mean->morph_shares[i] += part;
    }
}

static void divide_rows(float (*sum)[SINEW_GROUP], float *total) {
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        float all = total[lane] > 0.0f ? total[lane] : 1.0f;
        for (int i = 0; i < 3; ++i) sum[i][lane] /= all;
        total[lane] = snw_unit(total[lane]);
    }
}

void snw_mix_end(sinew_pose *pose) {
    snw_value *mean = &pose->mean;
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        snw_group *sum = &mean->groups[g];
        float(*total)[SINEW_GROUP] = mean->shares[g].row;
        divide_rows(&sum->row[SNW_TX], total[SNW_TRANSLATION]);
        divide_rows(&sum->row[SNW_SX], total[SNW_SCALE]);
        for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
            snw_group_set_rotation(sum, lane, snw_quat_normalize(snw_group_rotation(sum, lane)));
            total[SNW_ROTATION][lane] = snw_unit(total[SNW_ROTATION][lane]);
        }
    }
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        if (mean->morph_shares[i] > 0.0f) mean->morphs[i] /= mean->morph_shares[i];
        mean->morph_shares[i] = snw_unit(mean->morph_shares[i]);
    }
}

/* Where no other sample has a share there is no value for a delta to go onto: what lies below shows. */
static float delta_part(float share, float delta_share, float weight) {
    return share > 0.0f && delta_share > 0.0f ? snw_unit(weight / share) : 0.0f;
}

void snw_mix_delta(sinew_pose *pose, const snw_value *value, const snw_value *reference, float weight) {
    snw_value *mean = &pose->mean;
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        snw_shares alpha;
        for (int kind = 0; kind < SNW_KINDS; ++kind)
            for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane)
                alpha.row[kind][lane] =
                    delta_part(mean->shares[g].row[kind][lane], value->shares[g].row[kind][lane], weight);
        snw_over_add(&mean->groups[g], &value->groups[g], &reference->groups[g], &alpha);
    }
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        float part = delta_part(mean->morph_shares[i], value->morph_shares[i], weight);
        if (part > 0.0f) mean->morphs[i] += part * (value->morphs[i] - reference->morphs[i]);
    }
}
