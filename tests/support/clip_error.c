/* See clip_error.h. Invariant: what is measured against shares no code with what is measured. */
#include "support/clip_error.h"

#include "bench/pose_reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>

typedef struct looking {
    const sinew_model *model;
    uint32_t clip;
    sinew_pose *pose;
    ref_pose *reference;
    double reach;
    clip_error out;
} looking;

static double apart(const double right[12], const float is[12], double reach) {
    double worst = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double square = 0;
        for (int row = 0; row < 3; ++row) {
            double d = reach * (right[4 * row + axis] - (double)is[4 * row + axis]) + right[4 * row + 3] -
                       (double)is[4 * row + 3];
            square += d * d;
        }
        worst = fmax(worst, sqrt(square));
    }
    return worst;
}

static void look_at(looking *l, double time) {
    sinew_pose_rest(l->pose);
    assert_int_equal(sinew_pose_sample(l->pose, l->clip, time), SINEW_OK);
    ref_pose_sample(l->reference, l->clip, time);
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(sinew_model_skeleton(l->model)); ++j) {
        double right[12];
        ref_pose_model(l->reference, j, right);
        sinew_affine is = sinew_pose_model(l->pose, j);
        double off = apart(right, is.m, l->reach);
        assert_true(off >= 0 && off - off == 0);
        l->out.worst = fmax(l->out.worst, off);
        l->out.sum += off;
        l->out.count++;
    }
}

clip_error clip_error_of(const sinew_model *model, uint32_t clip, uint32_t times, bool keys) {
    looking l = { .model = model, .clip = clip, .reach = 0.03 };
    sinew_clip_fit fit;
    assert_true(sinew_model_clip_fit(model, clip, &fit));
    if (fit.tier != SINEW_TIER_EXACT) l.reach = (double)fit.reach;
    l.pose = sinew_pose_create_for_model(model, NULL);
    l.reference = ref_pose_create(model, 1);
    assert_true(l.pose && l.reference);
    double length = sinew_model_clip_length(model, clip);
    for (uint32_t i = 0; i < times; ++i) look_at(&l, length * (1.2 * i / times - 0.1));
    uint32_t count;
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &count);
    for (uint32_t i = 0; keys && i < count; ++i)
        for (uint32_t k = 0; k < curves[i].key_count; ++k) {
            double time = (double)curves[i].times[k];
            look_at(&l, time);
            look_at(&l, time * (1 - 1e-9));
            look_at(&l, time + 1e-7);
        }
    ref_pose_destroy(l.reference);
    sinew_pose_destroy(l.pose);
    return l.out;
}

double clip_bound_of(const sinew_model *model, uint32_t clip) {
    sinew_clip_fit fit;
    assert_true(sinew_model_clip_fit(model, clip, &fit));
    return fit.tier == SINEW_TIER_EXACT     ? 1.5e-4
           : fit.tier == SINEW_TIER_COMPACT ? 5e-4 / 3.5e-4 * (double)fit.bound
                                            : 1.5 * (double)fit.bound;
}
