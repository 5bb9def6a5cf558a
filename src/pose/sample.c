/* A clip's exact curves at a time, less its root motion, into a value. Invariant: numbers of components that the clip
   does not animate are left as they were, with share 0. */
#include "pose.h"

#include "rig/root.h"
#include "simd/clip.h"

#include <string.h>

static void scatter(snw_value *out, const sinew_curve *curve, double time) {
    static const struct { uint8_t first, width; } ROWS[SNW_KINDS] = { { SNW_TX, 3 }, { SNW_RX, 4 }, { SNW_SX, 3 } };
    float numbers[4];
    sinew_curve_sample(curve, time, numbers);
    snw_group *group = &out->groups[curve->target / SINEW_GROUP];
    uint32_t lane = curve->target % SINEW_GROUP;
    for (uint32_t i = 0; i < ROWS[curve->channel].width; ++i)
        group->row[ROWS[curve->channel].first + i][lane] = numbers[i];
    out->present[curve->target / SINEW_GROUP].lanes[curve->channel] |= (uint16_t)(1u << lane);
}

/* A clip marked with a root mode leaves the joint's marked movement out. */
static void hold_root(const snw_root *root, snw_value *out) {
    snw_group *group = &out->groups[root->joint / SINEW_GROUP];
    uint32_t lane = root->joint % SINEW_GROUP;
    const snw_present *present = &out->present[root->joint / SINEW_GROUP];
    float t[3], q[4];
    for (uint32_t i = 0; i < 3; ++i) t[i] = group->row[SNW_TX + i][lane];
    for (uint32_t i = 0; i < 4; ++i) q[i] = group->row[SNW_RX + i][lane];
    bool moves = present->lanes[SNW_TRANSLATION] >> lane & 1, turns = present->lanes[SNW_ROTATION] >> lane & 1;
    snw_root_still(root, moves ? t : NULL, turns ? q : NULL);
    for (uint32_t i = 0; i < 3; ++i) group->row[SNW_TX + i][lane] = t[i];
    for (uint32_t i = 0; i < 4; ++i) group->row[SNW_RX + i][lane] = q[i];
}

/* What the kernels gave, and the curves that they leave as they are. The pose itself keeps what the clip does not have.
 */
static void sample_compiled(const sinew_pose *pose, const snw_clip *c, double time, snw_value *out) {
    const snw_compiled *compiled = c->compiled;
    bool kept = out->groups == pose->groups;
    (kept ? pose->kernels->sample_clip : pose->kernels->sample_apart)(&c->plan, time, pose->group_count, out->groups);
    memcpy(out->present, c->shows, pose->group_count * sizeof *out->present);
    const uint32_t *curves = snw_compiled_at(compiled, compiled->curves);
    for (uint32_t i = 0; i < compiled->curve_count; ++i) {
        if (c->curves[curves[i]].target >= pose->joint_count) continue;
        scatter(out, &c->curves[curves[i]], time);
        if (c->mover && c->curves[curves[i]].target == c->mover->joint) hold_root(c->mover, out);
    }
}

static void sample_morphs(const sinew_pose *pose, const snw_clip *c, double time, snw_value *out) {
    memset(out->morph_shares, 0, pose->morph_count * sizeof(float));
    for (uint32_t i = c ? c->joint_curve_count : 0; c && i < c->curve_count; ++i) {
        const snw_morph *morph = &pose->model->morphs[c->curves[i].target];
        sinew_curve_sample(&c->curves[i], time, out->morphs + morph->first);
        for (uint32_t w = 0; w < morph->count; ++w) out->morph_shares[morph->first + w] = 1.0f;
    }
}

static void sample_exact(const sinew_pose *pose, const snw_clip *c, double time, snw_value *out) {
    for (uint32_t g = 0; g < pose->group_count; ++g) out->present[g] = (snw_present){ .share = { 1.0f, 1.0f, 1.0f } };
    /* By joint: of a pose that is limited the rest is left out. */
    for (uint32_t i = 0; c && i < c->joint_curve_count && c->curves[i].target < pose->joint_count; ++i)
        scatter(out, &c->curves[i], time);
    if (c && c->mover) hold_root(c->mover, out);
}

void snw_sample_clip(const sinew_pose *pose, uint32_t clip, double time, snw_value *out) {
    const snw_clip *c = clip == SINEW_NONE ? NULL : &pose->model->clips[clip];
    if (c && c->compiled) sample_compiled(pose, c, time, out);
    else sample_exact(pose, c, time, out);
    if (pose->morph_count) sample_morphs(pose, c, time, out);
}

/* The clip over the rest pose, through a buffer that the layer at hand does not need any more. */
snw_value snw_sample_reference(const sinew_pose *pose, uint32_t clip, double time) {
    const sinew_skeleton *skeleton = &pose->model->skeleton;
    snw_value rest = { .groups = skeleton->rest_groups, .morphs = pose->model->morph_rest };
    if (clip == SINEW_NONE) return rest;
    snw_value own = pose->sampled[SNW_PARTS - 1], out = pose->reference;
    snw_sample_clip(pose, clip, time, &own);
    snw_over over = { .value = { own.groups, own.present, own.shares, 1.0f, true },
                      .below = rest.groups,
                      .out = out.groups,
                      .joint_count = pose->joint_count };
    pose->kernels->replace(&over);
    for (uint32_t i = 0; i < pose->morph_count; ++i)
        out.morphs[i] = own.morph_shares[i] > 0.0f ? own.morphs[i] : rest.morphs[i];
    return (snw_value){ .groups = out.groups, .morphs = out.morphs };
}
