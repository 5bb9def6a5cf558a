/* A clip's exact curves at a time, less its root motion, into a value. Invariant: numbers of components that the clip
   does not animate are left as they were, with share 0. */
#include "pose.h"

#include "rig/root.h"

#include <string.h>

static void scatter(snw_value *out, const sinew_curve *curve, double time) {
    static const struct { uint8_t first, width; } ROWS[SNW_KINDS] = { { SNW_TX, 3 }, { SNW_RX, 4 }, { SNW_SX, 3 } };
    float numbers[4];
    sinew_curve_sample(curve, time, numbers);
    snw_group *group = &out->groups[curve->target / SINEW_GROUP];
    uint32_t lane = curve->target % SINEW_GROUP;
    for (uint32_t i = 0; i < ROWS[curve->channel].width; ++i)
        group->row[ROWS[curve->channel].first + i][lane] = numbers[i];
    out->shares[curve->target / SINEW_GROUP].row[curve->channel][lane] = 1.0f;
}

/* A clip marked with a root mode leaves the joint's marked movement out. */
static void hold_root(const snw_root *root, snw_value *out) {
    snw_group *group = &out->groups[root->joint / SINEW_GROUP];
    uint32_t lane = root->joint % SINEW_GROUP;
    const snw_shares *shares = &out->shares[root->joint / SINEW_GROUP];
    float t[3], q[4];
    for (uint32_t i = 0; i < 3; ++i) t[i] = group->row[SNW_TX + i][lane];
    for (uint32_t i = 0; i < 4; ++i) q[i] = group->row[SNW_RX + i][lane];
    bool moves = shares->row[SNW_TRANSLATION][lane] > 0.0f, turns = shares->row[SNW_ROTATION][lane] > 0.0f;
    snw_root_still(root, moves ? t : NULL, turns ? q : NULL);
    for (uint32_t i = 0; i < 3; ++i) group->row[SNW_TX + i][lane] = t[i];
    for (uint32_t i = 0; i < 4; ++i) group->row[SNW_RX + i][lane] = q[i];
}

static void sample_curves(const sinew_pose *pose, uint32_t clip, double time, snw_value *out) {
    if (clip == SINEW_NONE) return;
    const snw_clip *c = &pose->model->clips[clip];
    for (uint32_t i = 0; i < c->joint_curve_count; ++i) scatter(out, &c->curves[i], time);
    if (c->mover) hold_root(c->mover, out);
    for (uint32_t i = c->joint_curve_count; i < c->curve_count; ++i) {
        const snw_morph *morph = &pose->model->morphs[c->curves[i].target];
        sinew_curve_sample(&c->curves[i], time, out->morphs + morph->first);
        for (uint32_t w = 0; w < morph->count; ++w) out->morph_shares[morph->first + w] = 1.0f;
    }
}

static void clear_shares(const sinew_pose *pose, snw_value *out) {
    memset(out->shares, 0, pose->group_count * sizeof(snw_shares));
    if (pose->morph_count) memset(out->morph_shares, 0, pose->morph_count * sizeof(float));
}

void snw_sample_clip(const sinew_pose *pose, uint32_t clip, double time, snw_value *out) {
    clear_shares(pose, out);
    sample_curves(pose, clip, time, out);
}

void snw_sample_reference(const sinew_pose *pose, uint32_t clip, double time, snw_value *out) {
    const sinew_model *model = pose->model;
    memcpy(out->groups, model->skeleton.rest_groups, pose->group_count * sizeof(snw_group));
    if (pose->morph_count) memcpy(out->morphs, model->morph_rest, pose->morph_count * sizeof(float));
    snw_sample_clip(pose, clip, time, out);
}
