/* How far a pose is from the reference in double precision. */
#ifndef TESTS_SUPPORT_POSE_ERROR_H
#define TESTS_SUPPORT_POSE_ERROR_H

#include "bench/pose_reference.h"

/* The largest error of any matrix entry and weight, against the size of what is posed. */
double pose_error(const sinew_model *model, sinew_pose *pose, const ref_pose *reference);

#endif
