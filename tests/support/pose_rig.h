/* A rig small enough to work out by hand, with a pose of three layers on it, and words to build steps: joints root
   (rest at x = 1), arm, hand (rest scale 2, 0, 1), a morph of two targets that the arm carries (at rest 0.5, 0). */
#ifndef POSE_RIG_H
#define POSE_RIG_H

#include "pose/pose.h"

enum { ROOT, ARM, HAND, JOINTS };
/* Clips, one key each, so that time does not matter unless said. */
enum {
    ROOT_X3,      /* root translation (3, 0, 0) */
    ROOT_X7,      /* root translation (7, 0, 0) */
    ARM_TURN_90,  /* arm turned by 90° about z */
    ARM_TURN_M90, /* by -90° */
    ARM_LONG_WAY, /* by 90°, as the quaternion of the other sign */
    ARM_UPSIDE,   /* by 180° about x: no hemisphere is nearer */
    HAND_SCALE,   /* hand scale (6, 5, -3) */
    MORPHS,       /* morph weights (1, 0.5) */
    SLIDE,        /* root translation x = 10 t for a second, morph weights stand */
    WHOLE,        /* root (5, 0, 0), arm 90° about z, hand scale (1, 1, 1), morphs (0.2, 0.4) */
    CLIPS
};

#define HALF 0.70710678f

/* A curve of one key at 0. */
extern const float AT_0[1];
#define KEY(chan, joint, w, v)                                                                                         \
    { chan, SINEW_INTERPOLATION_LINEAR, joint, 1, w, AT_0, v }

/* Masks 0 and 1 of the pose. */
extern const float ARM_ONLY[JOINTS], HALF_ALL[JOINTS];

typedef struct counter {
    long live, made, left; /* left: allocations that may still succeed */
} counter;

sinew_allocator rig_allocator(counter *count);

typedef struct pose_rig {
    counter count;
    sinew_model *model;
    sinew_pose *pose;
    sinew_layer_row rows[3];
    sinew_sample samples[16];
    uint32_t row_count, sample_count;
    double time;
} pose_rig;

/* Of cmocka; teardown fails if the pose's memory was not given back. */
int rig_setup(void **state);
int rig_teardown(void **state);

/* A step: clear it, add layers, and samples to the last layer. */
void rig_clear(pose_rig *r);
sinew_layer_row *rig_layer(pose_rig *r, sinew_blend_mode blend, float weight);
sinew_sample *rig_sample(pose_rig *r, uint32_t clip, float weight);
sinew_sample *rig_delta(pose_rig *r, uint32_t clip, float weight);
sinew_sample *rig_held(pose_rig *r, uint32_t serial, float weight);
sinew_sample *rig_inertial(pose_rig *r, uint32_t serial, float since, float duration);
sinew_result rig_try_apply(pose_rig *r);
void rig_apply(pose_rig *r); /* asserts that it went */

/* Shows the root at `x` twice, 0.1 s apart and kept, moving `speed` metres a second. */
void rig_show_moving(pose_rig *r, float x, float speed);
/* The root's x with the target at 3 and an inertial hold of serial 5. */
float rig_inertial_x(pose_rig *r, float since, float duration);

float rig_root_x(const pose_rig *r);
float rig_arm_turn(const pose_rig *r); /* about z, in degrees; asserts unit length */
void rig_expect_vector(sinew_vec3 is, float x, float y, float z);
float rig_chord(float w); /* the mean of turns by 90 and -90 degrees at weights w and 1 - w */

#endif
