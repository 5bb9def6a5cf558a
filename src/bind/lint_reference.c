/* Additive clips and what they are measured against. Told is only what makes the difference senseless:
   a reference past its clip's end, or one that animates nothing of what its clips animate (there it is the rest pose);
   clips that are all their reference throughout, and so add nothing; a clip that holds differences already: every bone
   that it moves would collapse onto its parent. How far a clip is from its reference says nothing: a leaning pose is
   far. Invariant: a clip's curves are by target and channel, those of joints first. */
#include "bind/lint.h"

#include "rig/rig.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 4 };
#define SAME 1e-5f      /* two values that are one */
#define COLLAPSED 0.05f /* of a bone's length */

/* The value of the reference for a curve of another clip; false if it is the rest pose's. `width` values at most. */
static bool reference_value(const sinew_model *model, const snw_measure *against, const sinew_curve *curve,
                            float *out) {
    const sinew_transform *rest = &model->skeleton.rest[curve->target];
    const float *value = curve->channel == SINEW_CHANNEL_TRANSLATION ? &rest->translation.x
                         : curve->channel == SINEW_CHANNEL_ROTATION  ? &rest->rotation.x
                                                                     : &rest->scale.x;
    memcpy(out, value, curve->width * sizeof *out);
    if (against->clip == SINEW_NONE) return false;
    const snw_clip *clip = &model->clips[against->clip];
    uint32_t low = 0, high = clip->joint_curve_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const sinew_curve *at = &clip->curves[middle];
        bool before = at->target < curve->target || (at->target == curve->target && at->channel < curve->channel);
        if (before) low = middle + 1;
        else high = middle;
    }
    if (low == clip->joint_curve_count) return false;
    const sinew_curve *found = &clip->curves[low];
    if (found->target != curve->target || found->channel != curve->channel) return false;
    sinew_curve_sample(found, against->time, out);
    return true;
}

static const char *name_of(const sinew_model *model, const snw_measure *measure) {
    return measure->clip == SINEW_NONE ? "the rest pose" : model->clips[measure->clip].name;
}

static const float *key_of(const sinew_curve *curve, uint32_t key) {
    size_t row = curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 * (size_t)key + 1 : key;
    return curve->values + row * curve->width;
}

static bool same_value(const sinew_curve *curve, const float *a, const float *b) {
    float sign = 1;
    if (curve->channel == SINEW_CHANNEL_ROTATION && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0)
        sign = -1;
    for (uint32_t i = 0; i < curve->width; ++i)
        if (fabsf(a[i] - sign * b[i]) > SAME) return false;
    return true;
}

/* Whether the curve stays at a value from end to end. */
static bool stays_at(const sinew_curve *curve, const float *value) {
    for (uint32_t k = 0; k < curve->key_count; ++k) {
        const float *key = key_of(curve, k);
        if (!same_value(curve, key, value)) return false;
        for (uint32_t i = 0; curve->interpolation == SINEW_INTERPOLATION_CUBIC && i < curve->width; ++i)
            if (fabsf(key[i - (ptrdiff_t)curve->width]) > SAME || fabsf(key[i + curve->width]) > SAME) return false;
    }
    return true;
}

static float length_of(const float *v) { return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* Whether the curve moves a bone that has a length, and at every key nothing of the length is left. */
static void judge_bone(const sinew_model *model, const sinew_curve *curve, const float *reference, uint32_t *bones,
                       uint32_t *collapsed) {
    float length = length_of(reference);
    if (curve->channel != SINEW_CHANNEL_TRANSLATION || model->skeleton.parent[curve->target] == SINEW_NONE) return;
    if (length < 1e-3f * model->size) return;
    ++*bones;
    for (uint32_t k = 0; k < curve->key_count; ++k)
        if (length_of(key_of(curve, k)) > COLLAPSED * length) return;
    ++*collapsed;
}

void snw_lint_delta(snw_bind_lint *lint, snw_measure *against, uint32_t index) {
    const sinew_model *model = lint->binding->model;
    const snw_clip *clip = &model->clips[index];
    if (clip->partial || (against->clip != SINEW_NONE && model->clips[against->clip].partial)) {
        against->plays = against->meets = against->differs = true; /* of a bank: the curves that would tell are gone */
        return;
    }
    bool same = clip->joint_curve_count && clip->joint_curve_count == clip->curve_count;
    uint32_t bones = 0, collapsed = 0;
    for (uint32_t i = 0; i < clip->joint_curve_count; ++i) {
        const sinew_curve *curve = &clip->curves[i];
        float value[WIDTH];
        bool met = reference_value(model, against, curve, value);
        against->plays = true;
        against->meets = against->meets || met;
        same = same && stays_at(curve, value);
        judge_bone(model, curve, value, &bones, &collapsed);
    }
    against->differs = against->differs || !same;
    if (bones > 1 && bones == collapsed)
        snw_check_report(&lint->check, SINEW_CODE_ADDITIVE_REFERENCE, "clip",
                         "the additive clip \"%s\" holds differences already: measured against its reference, \"%s\", "
                         "every bone that it moves would shrink to nothing; export it as a whole pose",
                         clip->name, name_of(model, against));
}

void snw_lint_reference(snw_bind_lint *lint, const snw_measure *measure, const char *field) {
    const sinew_model *model = lint->binding->model;
    bool rest = measure->clip == SINEW_NONE;
    if (!model) return;
    const snw_clip *clip = rest ? NULL : &model->clips[measure->clip];
    if (clip && measure->time > clip->length + 1e-6)
        snw_check_report(&lint->check, SINEW_CODE_ADDITIVE_REFERENCE, field,
                         "the reference \"%s\" at %.9g s lies past the clip's end at %.9g s, so its last pose counts; "
                         "set \"time\" within the clip",
                         clip->name, measure->time, clip->length);
    else if (clip && measure->plays && !measure->meets)
        snw_check_report(&lint->check, SINEW_CODE_ADDITIVE_REFERENCE, field,
                         "the reference \"%s\" animates nothing of what the additive clips animate, so the rest pose "
                         "counts in its place; name a clip that does, or leave \"reference\" out",
                         clip->name);
    else if (measure->plays && !measure->differs)
        snw_check_report(
            &lint->check, SINEW_CODE_ADDITIVE_REFERENCE, rest ? NULL : field,
            "all that is added here is the same as its reference, \"%s\", throughout, so nothing is added; "
            "name another reference, or clips that differ from it",
            name_of(model, measure));
}
