/* What the scenes of poses play on: a crowd of characters that all differ, and what errors are measured with.
   Invariant: a crowd's characters differ in clips, times and weights and each has a palette of its own. They share the
   pose of the thread that plays them: a character that only plays needs none. */
#ifndef BENCH_STAGE_H
#define BENCH_STAGE_H

#include "baseline.h"
#include "bench.h"
#include "pose_reference.h"

enum { STAGE_SAMPLES = 4 };

typedef struct character {
    sinew_sample samples[STAGE_SAMPLES];
    sinew_layer_row rows[2];
    uint32_t sample_count;
} character;

typedef struct stage {
    const sinew_model *model;
    const sinew_skeleton *skeleton;
    sinew_graph *graph;
    sinew_binding *binding;
    ref_pose *reference;
    const float *masks[1];
    character *crowd;
    uint32_t crowd_count;
    float *palettes; /* crowd_count × palette_floats, at 64 bytes */
    size_t palette_floats;
    uint32_t palette_joints;
} stage;

sinew_result stage_open(stage *s, const sinew_model *model, uint32_t crowd, sinew_log *log);
void stage_close(stage *s);

/* New characters: `clips` of a blend, and the last clip of the model added through a mask. */
void stage_cast(stage *s, uint32_t clips);
/* Puts a character into a step, of which the rest stays as it is. */
void stage_step(const stage *s, uint32_t character, sinew_step *step);
float *stage_palette(const stage *s, uint32_t character);
baseline_frame stage_baseline_frame(const stage *s, uint32_t character);

/* How far a point 3 cm from the joint lies from where it should, in millimetres, the worst of the three axes. */
double stage_error_at(const double right[12], const float is[12]);
/* How far points 3 cm from the joints lie from where the reference has them, in millimetres, the worst of them. */
double stage_error(const stage *s, sinew_pose *pose);
double stage_palette_error(const stage *s, const float *palette);
double stage_baseline_error(const stage *s, const baseline *b);
/* Brings the reference to a character's frame. */
void stage_reference(const stage *s, uint32_t character);

#endif
