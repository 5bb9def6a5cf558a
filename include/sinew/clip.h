/* sinew/clip.h: what a clip animates, exactly as the file says it. */
#ifndef SINEW_CLIP_H
#define SINEW_CLIP_H

#include "math.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sinew_channel {
    SINEW_CHANNEL_TRANSLATION = 0, /* 3 values a key */
    SINEW_CHANNEL_ROTATION,        /* 4 */
    SINEW_CHANNEL_SCALE,           /* 3 */
    SINEW_CHANNEL_WEIGHTS          /* one a morph target */
} sinew_channel;

typedef enum sinew_interpolation {
    SINEW_INTERPOLATION_LINEAR = 0, /* rotations by slerp the shorter way */
    SINEW_INTERPOLATION_STEP,
    SINEW_INTERPOLATION_CUBIC       /* glTF CUBICSPLINE: in-tangent, value, out-tangent a key */
} sinew_interpolation;

/* One curve. Shape: times[key_count] ascending strictly, in seconds; values[key_count × width]
   (× 3 for CUBIC), width by the channel. Before the first key and after the last it holds.
   `target` is a joint (an index as in the desc that the clip came with) for the first three
   channels and a morph group for WEIGHTS. */
typedef struct sinew_curve {
    sinew_channel channel;
    sinew_interpolation interpolation;
    uint32_t target;
    uint32_t key_count;
    uint32_t width;
    const float *times;
    const float *values;
} sinew_curve;

typedef struct sinew_clip_desc {
    const char *name;   /* NULL or "": found by its index only */
    double length;      /* seconds; 0: the last key's time */
    bool once;          /* does not loop (what a state plays that does not say) */
    const sinew_curve *curves;
    uint32_t curve_count;
} sinew_clip_desc;

#ifdef __cplusplus
}
#endif
#endif
