/* Models whose clips move their root: a joint "hips" below "world", with a "chest" on it that nods. Every clip is there
   twice, first as marked, then (index + clip count) as it plays without a mark. */
#ifndef ROOT_CLIPS_H
#define ROOT_CLIPS_H

#include "sinew/sinew.h"

#define RC_PI 3.14159265358979323846

enum { RC_KEYS = 64, RC_CLIPS = 12, RC_WORLD = 0, RC_HIPS = 1, RC_CHEST = 2, RC_JOINTS = 3 };

typedef struct rc_clip {
    char name[16];
    float times[RC_KEYS], moves[RC_KEYS * 9], turns[RC_KEYS * 12];
    sinew_curve curves[3];
    sinew_clip_desc desc;
} rc_clip;

typedef struct rc_set {
    rc_clip clips[RC_CLIPS];
    uint32_t count;
    sinew_transform world, hips;
    sinew_tier tier; /* of the clips */
} rc_set;

void rc_begin(rc_set *set); /* both joints at rest at the origin */
/* A clip without keys yet, marked as root motion on x and z. */
rc_clip *rc_add(rc_set *set, const char *name);
/* A path of `keys` keys: on an arc that starts along +z at `speed` units a second, and turns by `yaw` in all. */
rc_clip *rc_arc(rc_set *set, const char *name, double seconds, double speed, double yaw, uint32_t keys);
/* As many keys as it has times; a pointer NULL leaves the curve out. */
void rc_curves(rc_clip *clip, uint32_t keys, bool moves, bool turns, sinew_interpolation interpolation);
/* Fails the running test if the model is refused. NULL when memory runs out. */
sinew_model *rc_model(rc_set *set, const sinew_allocator *allocator);

/* A step put to the end of another, worked out with libm. */
sinew_root_step rc_then(sinew_root_step a, sinew_root_step b);

#endif
