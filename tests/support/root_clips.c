/* Models whose clips move their root: see root_clips.h. */
#include "root_clips.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const float NOD_TIMES[2] = { 0, 1 };
static const float NOD[8] = { 0, 0, 0, 1, 0.2588190f, 0, 0, 0.9659258f };

void rc_begin(rc_set *set) {
    memset(set, 0, sizeof *set);
    set->world = set->hips = (sinew_transform)SINEW_TRANSFORM_IDENTITY;
}

rc_clip *rc_add(rc_set *set, const char *name) {
    assert_true(set->count < RC_CLIPS);
    rc_clip *clip = &set->clips[set->count++];
    snprintf(clip->name, sizeof clip->name, "%s", name);
    clip->desc.name = clip->name;
    clip->desc.root.mode = SINEW_ROOT_MOTION;
    clip->desc.root.joint = RC_HIPS;
    return clip;
}

void rc_curves(rc_clip *clip, uint32_t keys, bool moves, bool turns, sinew_interpolation interpolation) {
    uint32_t n = 0;
    if (moves)
        clip->curves[n++] =
            (sinew_curve){ SINEW_CHANNEL_TRANSLATION, interpolation, RC_HIPS, keys, 3, clip->times, clip->moves };
    if (turns)
        clip->curves[n++] =
            (sinew_curve){ SINEW_CHANNEL_ROTATION, interpolation, RC_HIPS, keys, 4, clip->times, clip->turns };
    clip->curves[n++] =
        (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, RC_CHEST, 2, 4, NOD_TIMES, NOD };
    clip->desc.curves = clip->curves;
    clip->desc.curve_count = n;
    clip->desc.length = (double)clip->times[keys - 1];
}

rc_clip *rc_arc(rc_set *set, const char *name, double seconds, double speed, double yaw, uint32_t keys) {
    rc_clip *clip = rc_add(set, name);
    for (uint32_t i = 0; i < keys; ++i) {
        double share = (double)i / (keys - 1), angle = yaw * share, way = speed * seconds * share;
        double radius = yaw != 0 ? speed * seconds / yaw : 0;
        clip->times[i] = (float)(seconds * share);
        clip->moves[3 * i] = (float)(yaw != 0 ? radius * (1 - cos(angle)) : 0);
        clip->moves[3 * i + 2] = (float)(yaw != 0 ? radius * sin(angle) : way);
        clip->turns[4 * i + 1] = (float)sin(angle / 2);
        clip->turns[4 * i + 3] = (float)cos(angle / 2);
    }
    rc_curves(clip, keys, true, yaw != 0, SINEW_INTERPOLATION_LINEAR);
    clip->desc.root.yaw = yaw != 0;
    return clip;
}

sinew_model *rc_model(rc_set *set, const sinew_allocator *allocator) {
    static const sinew_transform chest = { { 0.1f, 0.4f, -0.2f }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    const sinew_joint_desc joints[RC_JOINTS] = { { "world", SINEW_NONE, &set->world },
                                                 { "hips", RC_WORLD, &set->hips },
                                                 { "chest", RC_HIPS, &chest } };
    sinew_clip_desc clips[2 * RC_CLIPS];
    for (uint32_t i = 0; i < set->count; ++i) {
        clips[i] = clips[set->count + i] = set->clips[i].desc;
        clips[set->count + i].name = NULL;
        clips[set->count + i].root = (sinew_root_desc){ SINEW_ROOT_NONE, 0, 0, false };
    }
    sinew_model_desc desc = {
        .skeleton = { joints, RC_JOINTS, NULL, 0 }, .clips = clips, .clip_count = 2 * set->count, .allocator = allocator
    };
    desc.tier = set->tier;
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    sinew_result result = sinew_model_create(&desc, &model, &log);
    if (result != SINEW_OK && result != SINEW_ERROR_MEMORY)
        fail_msg("%s: %s", log.items[0].path, log.items[0].sentence);
    sinew_log_free(&log);
    return model;
}

sinew_root_step rc_then(sinew_root_step a, sinew_root_step b) {
    double c = cos(a.yaw), s = sin(a.yaw);
    sinew_root_step out = { { a.translation[0] + b.translation[0] * c + b.translation[2] * s,
                              a.translation[1] + b.translation[1],
                              a.translation[2] + b.translation[2] * c - b.translation[0] * s },
                            a.yaw + b.yaw };
    return out;
}
