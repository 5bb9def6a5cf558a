/* sinew/math.h: the plain values that skeletons, clips and poses are made of. */
#ifndef SINEW_MATH_H
#define SINEW_MATH_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_vec3 {
    float x, y, z;
} sinew_vec3;

/* A rotation; unit length unless said otherwise, w last as in glTF. */
typedef struct sinew_quat {
    float x, y, z, w;
} sinew_quat;

/* Scale first, then rotation, then translation. */
typedef struct sinew_transform {
    sinew_vec3 translation; /* metres */
    sinew_quat rotation;
    sinew_vec3 scale;
} sinew_transform;

/* Three rows of four, row-major: p' = M · (x, y, z, 1). The fourth row is 0 0 0 1. */
typedef struct sinew_affine {
    float m[12];
} sinew_affine;

#define SINEW_TRANSFORM_IDENTITY                                                                                       \
    {                                                                                                                  \
        { 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 }                                                                       \
    }

#ifdef __cplusplus
}
#endif
#endif
