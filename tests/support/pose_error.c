/* See pose_error.h. */
#include "support/pose_error.h"

#include <math.h>

double pose_error(const sinew_model *model, sinew_pose *pose, const ref_pose *reference) {
    double worst = 0, size = (double)sinew_model_size(model);
    uint32_t joints = sinew_skeleton_joint_count(sinew_model_skeleton(model));
    for (uint32_t j = 0; j < joints; ++j) {
        double m[12];
        ref_pose_model(reference, j, m);
        for (int k = 0; k < 12; ++k) size = fmax(size, fabs(m[k]));
    }
    for (uint32_t j = 0; j < joints; ++j) {
        double m[12];
        ref_pose_model(reference, j, m);
        sinew_affine is = sinew_pose_model(pose, j);
        for (int k = 0; k < 12; ++k) {
            double error = fabs(m[k] - (double)is.m[k]) / size;
            if (!(error <= worst)) worst = error;
        }
    }
    for (uint32_t w = 0; w < sinew_model_morph_weight_count(model); ++w) {
        double error = fabs(ref_pose_morphs(reference)[w] - (double)sinew_pose_morph_weights(pose)[w]);
        if (!(error <= worst)) worst = error;
    }
    return worst;
}
