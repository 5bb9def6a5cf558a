/* Clips and morph groups: what a desc must be, and the model's own copy in the order the pose engine wants. Events,
   root and properties of clips have files of their own.
   Invariant: after a check without errors every curve has at least one key, finite values, strictly ascending times
   from 0 on and a target that exists; no clip has two curves of one target and channel. */
#include "rig.h"

#include "simd/clip.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 96, MAX_MORPHS = SINEW_MAX_JOINTS };

/* ---- morph groups ---- */

static void check_morphs(const sinew_model_desc *desc, sinew_log *log) {
    uint64_t weights = 0;
    if (desc->morph_count > MAX_MORPHS)
        snw_log_add(log, SINEW_CODE_TOO_LARGE, "morphs", "%u morph groups are too many; at most %d are read",
                    desc->morph_count, MAX_MORPHS);
    for (uint32_t i = 0; i < desc->morph_count; ++i) {
        const sinew_morph_desc *morph = &desc->morphs[i];
        char path[PATH];
        snprintf(path, sizeof path, "morphs[%u]", i);
        weights += morph->target_count;
        if (morph->joint >= desc->skeleton.joint_count)
            snw_log_add(log, SINEW_CODE_OUT_OF_RANGE, path, "there is no joint %u to carry this morph group",
                        morph->joint);
        if (morph->weights && !snw_floats_finite(morph->weights, morph->target_count))
            snw_log_add(log, SINEW_CODE_NOT_FINITE, path,
                        "a weight at rest is infinite or not a number; give finite ones");
    }
    if (weights > SNW_MOST_WEIGHTS)
        snw_log_add(log, SINEW_CODE_TOO_LARGE, "morphs", "%llu morph weights are too many; at most %d are read",
                    (unsigned long long)weights, SNW_MOST_WEIGHTS);
}

static bool build_morphs(sinew_model *model, const sinew_model_desc *desc) {
    snw_arena *arena = &model->arena;
    uint32_t total = 0;
    for (uint32_t i = 0; i < desc->morph_count; ++i) total += desc->morphs[i].target_count;
    model->morphs = snw_arena_array(arena, desc->morph_count, sizeof *model->morphs);
    model->morph_rest = snw_arena_array(arena, total, sizeof *model->morph_rest);
    if (arena->failed) return false;
    model->morph_count = desc->morph_count;
    model->morph_weight_count = total;
    uint32_t first = 0;
    for (uint32_t i = 0; i < desc->morph_count; ++i) {
        const sinew_morph_desc *from = &desc->morphs[i];
        snw_morph *to = &model->morphs[i];
        to->joint = model->skeleton.joint_of_source[from->joint];
        to->first = first;
        to->count = from->target_count;
        if (from->weights && to->count)
            memcpy(model->morph_rest + first, from->weights, to->count * sizeof *from->weights);
        first += to->count;
    }
    return true;
}

/* ---- curves ---- */

void snw_clip_say(const snw_clip_place *at, sinew_code code, const char *part, const char *sentence) {
    char path[PATH];
    snprintf(path, sizeof path, "clips[%u].%s[%u]%s%s", at->clip, at->list, at->index, part[0] ? "." : "", part);
    snw_log_add(at->log, code, path, "%s", sentence);
}

void snw_clip_check_times(const float *times, uint32_t count, const snw_clip_place *at) {
    for (uint32_t i = 0; i < count; ++i) {
        float time = times[i];
        char part[PATH / 2];
        snprintf(part, sizeof part, "times[%u]", i);
        if (!snw_floats_finite(&time, 1)) {
            snw_clip_say(at, SINEW_CODE_NOT_FINITE, part, "this time is infinite or not a number; give seconds");
            return;
        }
        if (time < 0) {
            snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, part, "this time lies before the clip's start; times begin at 0");
            return;
        }
        if (i && !(time > times[i - 1])) {
            snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, part,
                         "this time is not after the one before; times must ascend strictly");
            return;
        }
    }
}

static void check_values(const sinew_curve *curve, const snw_clip_place *at) {
    size_t each = curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    size_t count = (size_t)curve->key_count * curve->width;
    if (curve->width && count > SIZE_MAX / sizeof(float) / each) {
        snw_clip_say(at, SINEW_CODE_TOO_LARGE, "key_count", "this curve has more values than memory can hold");
        return;
    }
    if (!snw_floats_finite(curve->values, count * each))
        snw_clip_say(at, SINEW_CODE_NOT_FINITE, "values", "a value is infinite or not a number; give finite ones");
}

static void check_curve(const sinew_curve *curve, const sinew_model_desc *desc, const snw_clip_place *at) {
    bool weights = curve->channel == SINEW_CHANNEL_WEIGHTS;
    if ((unsigned)curve->channel > SINEW_CHANNEL_WEIGHTS ||
        (unsigned)curve->interpolation > SINEW_INTERPOLATION_CUBIC) {
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "", "its channel or interpolation is none of those that there are");
        return;
    }
    if (curve->target >= (weights ? desc->morph_count : desc->skeleton.joint_count)) {
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "target",
                     weights ? "there is no morph group of this index" : "there is no joint of this index");
        return;
    }
    uint32_t width = snw_channel_width(curve->channel, weights ? desc->morphs[curve->target].target_count : 0);
    if (curve->width != width) {
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "width",
                     "a translation or scale has 3 values a key, a rotation 4, weights one for each morph target");
        return;
    }
    if (!curve->key_count || !curve->times || (!curve->values && width)) {
        snw_clip_say(at, SINEW_CODE_MISSING_FIELD, "times", "a curve needs at least one key with its values");
        return;
    }
    snw_clip_check_times(curve->times, curve->key_count, at);
    check_values(curve, at);
}

/* A curve's place in its clip: what it animates, joints first. The low half is its index. */
static uint64_t order_of(const sinew_curve *curve, uint32_t target, uint32_t index) {
    uint64_t weights = curve->channel == SINEW_CHANNEL_WEIGHTS;
    return weights << 62 | (uint64_t)target << 34 | (uint64_t)curve->channel << 32 | index;
}

static bool check_twice(const sinew_clip_desc *clip, uint32_t index, snw_arena *scratch, sinew_log *log) {
    uint64_t *keys = snw_arena_array(scratch, clip->curve_count, sizeof *keys);
    if (!keys) return false;
    for (uint32_t i = 0; i < clip->curve_count; ++i) keys[i] = order_of(&clip->curves[i], clip->curves[i].target, i);
    snw_sort_keys(keys, clip->curve_count);
    for (uint32_t i = 1; i < clip->curve_count; ++i) {
        snw_clip_place at = { log, index, "curves", (uint32_t)keys[i] };
        if (keys[i] >> 32 == keys[i - 1] >> 32)
            snw_clip_say(&at, SINEW_CODE_DUPLICATE_NAME, "target",
                         "another curve of this clip animates the same; leave one of the two out");
    }
    return true;
}

/* ---- clips ---- */

static double later(double end, const float *times, uint32_t count) {
    return times && count && (double)times[count - 1] > end ? (double)times[count - 1] : end;
}

double snw_clip_desc_length(const sinew_clip_desc *clip) {
    double end = clip->length;
    if (end > 0) return end;
    for (uint32_t i = 0; i < clip->curve_count; ++i) end = later(end, clip->curves[i].times, clip->curves[i].key_count);
    for (uint32_t i = 0; i < clip->property_count; ++i)
        end = later(end, clip->properties[i].times, clip->properties[i].key_count);
    return end;
}

static bool check_clip(const sinew_model_desc *desc, uint32_t index, snw_arena *scratch, sinew_log *log) {
    const sinew_clip_desc *clip = &desc->clips[index];
    if (!(clip->length >= 0 && clip->length - clip->length == 0)) {
        char path[PATH];
        snprintf(path, sizeof path, "clips[%u].length", index);
        snw_log_add(log, SINEW_CODE_OUT_OF_RANGE, path,
                    "a clip's length is a finite number of seconds, 0 for that of its last key");
    }
    uint32_t before = log ? log->error_count : 0;
    for (uint32_t i = 0; i < clip->curve_count; ++i) {
        snw_clip_place at = { log, index, "curves", i };
        check_curve(&clip->curves[i], desc, &at);
    }
    bool fits = !log || log->error_count == before; /* else targets that are out of range would not fit the keys */
    snw_clip_told_check(desc, index, log);
    return fits ? check_twice(clip, index, scratch, log) : true;
}

bool snw_clips_check(const sinew_model_desc *desc, snw_arena *scratch, sinew_log *log) {
    check_morphs(desc, log);
    if (desc->morph_count > MAX_MORPHS) return true;
    for (uint32_t i = 0; i < desc->clip_count; ++i)
        if (!check_clip(desc, i, scratch, log)) return false;
    return snw_properties_check(desc, scratch, log);
}

static bool build_curves(snw_clip *clip, const sinew_clip_desc *desc, const sinew_skeleton *skeleton, snw_arena *arena,
                         snw_arena *scratch) {
    uint64_t *keys = snw_arena_array(scratch, desc->curve_count, sizeof *keys);
    sinew_curve *curves = snw_arena_array(arena, desc->curve_count, sizeof *curves);
    if (!keys || !curves) return false;
    for (uint32_t i = 0; i < desc->curve_count; ++i) {
        const sinew_curve *from = &desc->curves[i];
        bool joint = from->channel != SINEW_CHANNEL_WEIGHTS;
        keys[i] = order_of(from, joint ? skeleton->joint_of_source[from->target] : from->target, i);
        if (joint) clip->joint_curve_count++;
    }
    snw_sort_keys(keys, desc->curve_count);
    for (uint32_t i = 0; i < desc->curve_count; ++i) {
        const sinew_curve *from = &desc->curves[(uint32_t)keys[i]];
        size_t each = from->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
        curves[i] = *from;
        curves[i].target = (uint32_t)(keys[i] >> 34) & 0xFFFFFFFu;
        curves[i].times = snw_floats_copy(arena, from->times, from->key_count);
        curves[i].values = snw_floats_copy(arena, from->values, (size_t)from->key_count * from->width * each);
    }
    clip->curves = curves;
    clip->curve_count = desc->curve_count;
    return !arena->failed;
}

bool snw_clips_build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch) {
    if (!build_morphs(model, desc)) return false;
    model->clips = snw_arena_array(&model->arena, desc->clip_count, sizeof *model->clips);
    if (!model->clips) return false;
    model->clip_count = desc->clip_count;
    for (uint32_t i = 0; i < desc->clip_count; ++i) {
        snw_clip *clip = &model->clips[i];
        clip->name = snw_arena_text(&model->arena, desc->clips[i].name ? desc->clips[i].name : "");
        clip->length = snw_clip_desc_length(&desc->clips[i]);
        clip->once = desc->clips[i].once;
        if (!build_curves(clip, &desc->clips[i], &model->skeleton, &model->arena, scratch)) return false;
        if (!snw_clip_told_build(clip, &desc->clips[i], model, scratch)) return false;
    }
    return snw_properties_build(model, desc, scratch);
}

bool snw_clip_lacks(const snw_clip *clip, uint32_t joint, sinew_channel channel) {
    if (!clip->partial || !clip->compiled) return false;
    const snw_compiled_lanes *of = snw_compiled_group(clip->compiled, joint / SNW_LANES) + (size_t)channel;
    if (!(of->all >> joint % SNW_LANES & 1)) return false;
    for (uint32_t i = 0; i < clip->joint_curve_count; ++i)
        if (clip->curves[i].target == joint && clip->curves[i].channel == channel) return false;
    return true;
}
