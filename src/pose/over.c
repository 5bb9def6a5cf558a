/* One thing over another. Invariant: where alpha is 0 what lies below keeps its bits, and the other's numbers are
   never read into it. */
#include "pose.h"

static void replace_rows(float (*below)[SINEW_GROUP], const float (*value)[SINEW_GROUP], const float *alpha) {
    for (int i = 0; i < 3; ++i)
        for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
            float a = alpha[lane];
            below[i][lane] = a > 0.0f ? (1.0f - a) * below[i][lane] + a * value[i][lane] : below[i][lane];
        }
}

void snw_over_replace(snw_group *below, const snw_group *value, const snw_shares *alpha) {
    replace_rows(&below->row[SNW_TX], (const float(*)[SINEW_GROUP]) & value->row[SNW_TX], alpha->row[SNW_TRANSLATION]);
    replace_rows(&below->row[SNW_SX], (const float(*)[SINEW_GROUP]) & value->row[SNW_SX], alpha->row[SNW_SCALE]);
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        float a = alpha->row[SNW_ROTATION][lane];
        if (!(a > 0.0f)) continue;
        snw_group_set_rotation(below, lane,
                               snw_quat_nlerp(snw_group_rotation(below, lane), snw_group_rotation(value, lane), a));
    }
}

static sinew_quat add_rotation(sinew_quat q, sinew_quat value, sinew_quat reference, float alpha) {
    sinew_quat delta = snw_quat_mul(snw_quat_conjugate(reference), value);
    /* nlerp turns the delta to w >= 0: its dot product with the identity is w. */
    return snw_quat_normalize(snw_quat_mul(q, snw_quat_nlerp((sinew_quat){ 0, 0, 0, 1 }, delta, alpha)));
}

static float add_scale(float s, float value, float reference, float alpha) {
    return reference == 0.0f ? s : s * (1.0f + alpha * (value / reference - 1.0f));
}

void snw_over_add(snw_group *below, const snw_group *value, const snw_group *reference, const snw_shares *alpha) {
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        float at = alpha->row[SNW_TRANSLATION][lane], ar = alpha->row[SNW_ROTATION][lane];
        float as = alpha->row[SNW_SCALE][lane];
        for (int i = SNW_TX; at > 0.0f && i <= SNW_TZ; ++i)
            below->row[i][lane] += at * (value->row[i][lane] - reference->row[i][lane]);
        for (int i = SNW_SX; as > 0.0f && i <= SNW_SZ; ++i)
            below->row[i][lane] = add_scale(below->row[i][lane], value->row[i][lane], reference->row[i][lane], as);
        if (ar > 0.0f)
            snw_group_set_rotation(below, lane,
                                   add_rotation(snw_group_rotation(below, lane), snw_group_rotation(value, lane),
                                                snw_group_rotation(reference, lane), ar));
    }
}

void snw_over_alpha(const sinew_pose *pose, uint32_t group, float weight, const float *mask, const snw_shares *shares,
                    snw_shares *alpha) {
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        uint32_t joint = group * SINEW_GROUP + lane;
        float part = joint < pose->joint_count ? (mask ? weight * snw_unit(mask[joint]) : weight) : 0.0f;
        for (int kind = 0; kind < SNW_KINDS; ++kind)
            alpha->row[kind][lane] = shares ? part * shares->row[kind][lane] : part;
    }
}

static void morphs_over(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                        const snw_value *reference) {
    for (uint32_t m = 0; m < pose->model->morph_count; ++m) {
        const snw_morph *morph = &pose->model->morphs[m];
        float part = mask ? weight * snw_unit(mask[morph->joint]) : weight;
        for (uint32_t i = morph->first; i < morph->first + morph->count; ++i) {
            float a = value->morph_shares ? part * value->morph_shares[i] : part;
            if (!(a > 0.0f)) continue;
            pose->morphs[i] = reference ? pose->morphs[i] + a * (value->morphs[i] - reference->morphs[i])
                                        : (1.0f - a) * pose->morphs[i] + a * value->morphs[i];
        }
    }
}

void snw_over_layer(sinew_pose *pose, float weight, const float *mask, const snw_value *value,
                    const snw_value *reference) {
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        snw_shares alpha;
        snw_over_alpha(pose, g, weight, mask, value->shares ? &value->shares[g] : NULL, &alpha);
        if (reference) snw_over_add(&pose->groups[g], &value->groups[g], &reference->groups[g], &alpha);
        else snw_over_replace(&pose->groups[g], &value->groups[g], &alpha);
    }
    morphs_over(pose, weight, mask, value, reference);
    pose->models_fresh = false;
}
