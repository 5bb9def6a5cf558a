/* A pose in double precision, written apart from the engine and only from the rules: what src/pose is measured
   against, in the tests and in the benchmark. Slow and plain on purpose: each component of each joint is looked at on
   its own, through the whole sample list. Public headers only. */
#ifndef POSE_REFERENCE_H
#define POSE_REFERENCE_H

#include "sinew/pose.h"

typedef struct ref_pose ref_pose;

/* NULL when memory runs out. */
ref_pose *ref_pose_create(const sinew_model *model, uint32_t layer_count);
void ref_pose_destroy(ref_pose *pose);

/* As sinew_pose_apply; masks[row.mask] are joint_count weights. The step must be valid. */
void ref_pose_apply(ref_pose *pose, double time, const sinew_layer_row *rows, uint32_t row_count,
                    const sinew_sample *samples, const float *const *masks);
/* The rest pose with one clip over it. */
void ref_pose_sample(ref_pose *pose, uint32_t clip, double time);

/* Translation 3, rotation 4, scale 3. */
const double *ref_pose_local(const ref_pose *pose, uint32_t joint);
/* Three rows of four. */
void ref_pose_model(const ref_pose *pose, uint32_t joint, double out[12]);
const double *ref_pose_morphs(const ref_pose *pose);

/* The nearest that the last apply came to a choice (which hemisphere, which is heaviest): where it is tiny, rounding
   alone may choose the other side, and the results cannot be compared. */
double ref_pose_margin(const ref_pose *pose);

/* A curve at a time; rotations of unit length. */
void ref_curve_sample(const sinew_curve *curve, double time, double *out);

#endif
