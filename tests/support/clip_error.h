/* How far a clip that is played is from its curves, as the tiers' bounds say it. */
#ifndef TESTS_SUPPORT_CLIP_ERROR_H
#define TESTS_SUPPORT_CLIP_ERROR_H

#include "sinew/model.h"
#include "sinew/pose.h"

typedef struct clip_error {
    double worst, sum; /* metres, at the fit's reach (0.03 of an exact clip) */
    uint32_t count;    /* of joints looked at */
} clip_error;

/* At `times` even times from before the clip's start to after its end, and beside each of its keys where `keys`:
   the pose sampled over the rest pose, against the reference in double. Every number must be finite. */
clip_error clip_error_of(const sinew_model *model, uint32_t clip, uint32_t times, bool keys);
/* What a frame may be off by, of this clip's model. */
double clip_bound_of(const sinew_model *model, uint32_t clip);

#endif
