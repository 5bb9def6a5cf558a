/* A conventional animation pipeline, to have something on any machine that ours can be compared with in one run: float
   keys searched per joint, one pose buffer a clip and a layer, blending joint by joint, depth-first 4×4 products and a
   palette pass. Written as an engine's first version is, without SIMD and without waste; public headers only. */
#ifndef BENCH_BASELINE_H
#define BENCH_BASELINE_H

#include "sinew/sinew.h"

typedef struct baseline baseline;

/* A frame: clips blended by weights that sum to 1, then one clip added through a mask. */
typedef struct baseline_frame {
    const sinew_sample *samples; /* of the blend, then the one that is added */
    uint32_t count;              /* of the blend */
    float weight;                /* of what is added */
    const float *mask;           /* joint_count, or NULL */
} baseline_frame;

/* NULL when memory runs out. The model must outlive it. */
baseline *baseline_create(const sinew_model *model);
void baseline_destroy(baseline *b);

/* One clip over the rest pose into the first buffer. */
void baseline_sample(baseline *b, uint32_t clip, double time);
/* All of a frame; palette: 16 floats for each joint of skin 0, or NULL where there is none. */
void baseline_play(baseline *b, const baseline_frame *frame, float *palette);
/* Of the last frame. Shape: out[12], three rows of four. */
void baseline_model(const baseline *b, uint32_t joint, float out[12]);

#endif
