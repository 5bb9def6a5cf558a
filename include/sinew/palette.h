/* sinew/palette.h: matrices for the renderer. */
#ifndef SINEW_PALETTE_H
#define SINEW_PALETTE_H

#include "pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Model matrix × inverse bind matrix of each joint of a skin, in the skin's order: three rows of four floats.
   Shape: out[capacity × 12], capacity >= the skin's joints.
   Returns how many matrices were written: the skin's joint count, or 0 when there is no such skin or they do not
   fit. Brings the pose's model matrices up to date first, so the pose is not const.
   Cost: O(joints). Source: glTF 2.0 specification, 3.7.3.3 "Skinned mesh". */
SINEW_API uint32_t sinew_palette_3x4(sinew_pose *pose, uint32_t skin, float *out, uint32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
