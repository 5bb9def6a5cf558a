/* A model as a rig: the table through which a binding asks for clips, lengths, events, root motion, masks and lanes.
   Invariant: user is the model; nothing is kept. */
#include "sinew/bind.h"

#include "rig/root.h"

#include <stdio.h>

enum { PATH = 256 };

static uint32_t find_clip(const void *user, const char *name) { return sinew_model_find_clip(user, name); }

static const char *clip_name(const void *user, uint32_t clip) { return sinew_model_clip_name(user, clip); }

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    sinew_clip_info info = { sinew_model_clip_length(user, clip), !sinew_model_clip_loops(user, clip) };
    return info;
}

static const sinew_event_desc *clip_events(const void *user, uint32_t clip, uint32_t *count) {
    return sinew_model_clip_events(user, clip, count);
}

/* Only the lanes that drive a parameter are the rig's lanes. */
static const char *lane_parameter(const void *user, uint32_t lane) {
    const sinew_model *model = user;
    return lane < model->drive_count ? model->lanes[model->drives[lane]].pointer + 1 : NULL;
}

static bool lane_at(const void *user, uint32_t clip, uint32_t lane, double seconds, float *value) {
    const sinew_model *model = user;
    return lane < model->drive_count &&
           sinew_model_clip_property(model, clip, model->drives[lane], seconds, value, NULL);
}

static void report_missing(const sinew_skeleton *skeleton, const char *name, uint32_t index, sinew_log *log,
                           const char *mask_path) {
    char path[PATH]; /* as it stands in a file, so that the finding has a line there */
    snprintf(path, sizeof path, "%s.bones[%u]", mask_path ? mask_path : "", index);
    const char *near = sinew_name_nearest(name, skeleton->names, skeleton->joint_count);
    if (near)
        snw_log_add(log, SINEW_CODE_UNKNOWN_JOINT, path,
                    "the model has no joint \"%s\"; it is left out of the mask. Did you mean \"%s\"?", name, near);
    else
        snw_log_add(log, SINEW_CODE_UNKNOWN_JOINT, path,
                    "the model has no joint \"%s\"; it is left out of the mask. Name one of its joints", name);
}

static uint32_t compile_mask(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                             const char *path) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(user);
    uint32_t found = 0;
    snw_mask_begin(skeleton, weights);
    for (uint32_t i = 0; i < mask->joint_count; ++i) {
        const sinew_mask_joint_desc *joint = &mask->joints[i];
        float weight = joint->weight.set ? (float)joint->weight.value : 1;
        if (snw_mask_name(skeleton, weights, joint->name, weight)) found++;
        else report_missing(skeleton, joint->name ? joint->name : "", i, log, path);
    }
    snw_mask_spread(skeleton, weights, !mask->no_children);
    return found;
}

static bool moves_root(const void *user, uint32_t clip) {
    const sinew_model *model = user;
    return clip < model->clip_count && snw_root_moves(model->clips[clip].mover);
}

static void root_at(const void *user, uint32_t clip, double seconds, sinew_root_point *out) {
    const sinew_model *model = user;
    *out = (sinew_root_point){ { 0, 0, 0 }, 0 };
    if (!moves_root(user, clip)) return;
    snw_motion motion = snw_root_at(model->clips[clip].mover, seconds);
    for (int i = 0; i < 3; ++i) out->translation[i] = motion.move[i];
    out->yaw = motion.yaw;
}

sinew_rig sinew_model_rig(const sinew_model *model) {
    if (!model) return (sinew_rig){ 0 };
    return (sinew_rig){ .find_clip = find_clip,
                        .clip_info = clip_info,
                        .compile_mask = compile_mask,
                        .joint_count = model->skeleton.joint_count,
                        .clip_count = model->clip_count,
                        .clip_name = clip_name,
                        .clip_events = clip_events,
                        .moves_root = moves_root,
                        .root_at = root_at,
                        .lane_parameter = lane_parameter,
                        .lane_at = lane_at,
                        .user = model };
}
