/* Between the files that compile clips: what becomes of each curve, a grid of uniform keys, and what it is off by.

   Invariant: what a clip is compared with are its curves themselves (snw_curve_exact), less its root motion, over the
   whole clip and in model space, so that errors of a chain of joints add up as they do on the screen. All of it is
   scratch: only the block that snw_compile_write makes stays. */
#ifndef SNW_RIG_COMPILE_H
#define SNW_RIG_COMPILE_H

#include "rig/rig.h"
#include "simd/clip.h"

/* The unit in which a fast clip may be off: at 3 cm from a joint, 0.1 mm. That leaves a third of the 0.15 mm that a
   frame may be off for a second clip that is added. Of a model larger than SNW_COMPILE_LARGE metres both grow in
   proportion. */
#define SNW_COMPILE_REACH 0.03
#define SNW_COMPILE_FAST 1.0e-4
#define SNW_COMPILE_COMPACT 3.5e-4 /* of 0.5 mm */
#define SNW_COMPILE_LARGE 10.0
/* Of the model's size, that a joint without others below may carry. */
#define SNW_COMPILE_PART 0.05

typedef enum snw_track_use { SNW_TRACK_STILL, SNW_TRACK_MOVING, SNW_TRACK_EXACT } snw_track_use;

/* A curve of a joint, and where it was looked at last. */
typedef struct snw_track {
    const sinew_curve *curve;
    uint32_t index; /* among the clip's curves */
    uint32_t joint;
    uint32_t width;
    snw_track_use use;
    double reach; /* how far its error carries */
    double worst; /* by itself, at that reach, on the grid at hand */
    float still[4];
    /* The LINEAR rotation keys around the last time. */
    uint32_t key; /* SINEW_NONE: none yet */
    double from[4], to[4], angle, sine;
} snw_track;

typedef struct snw_compiling {
    const sinew_model *model;
    const snw_clip *clip;
    snw_arena *scratch;
    snw_track *tracks;
    uint32_t track_count;
    uint32_t moving;   /* of them */
    double start, end; /* of what moves */
    double closest;    /* two keys of what moves */
    uint32_t most_keys;
    double aligned; /* the fewest intervals on which every key of what moves lies; 0: none known */
    uint32_t words; /* kinds whose keys are words of 32 bits, one bit each */
    double unit;    /* 1, or more for a large model */
    double *work;   /* evaluations that may still be made, of all clips */
    bool stopped;   /* for want of them */
} snw_compiling;

/* What is wanted. */
typedef struct snw_aim {
    sinew_tier tier;
    double error; /* of a model that is not large */
} snw_aim;

/* Evaluations that may still be made, for each way to lay keys out. */
enum { SNW_COMPILE_LAYOUTS = 3 };
typedef struct snw_compile_work {
    double left[SNW_COMPILE_LAYOUTS];
} snw_compile_work;

typedef struct snw_made {
    snw_compiled *block; /* in the scratch; NULL: no keys hold the bound */
    snw_fit fit;
} snw_made;

/* ---- compile.c ---- */

/* False when memory ran out. */
bool snw_clip_compile(snw_compiling *c, const snw_aim *aim, snw_compile_work *work, snw_made *made);

/* Keys at a uniform rate. */
typedef struct snw_grid {
    uint32_t intervals;
    float *values; /* (intervals + 1) × moving × 4 */
} snw_grid;

typedef struct snw_off {
    double worst, sum; /* metres, at the unit's reach */
    double alone;      /* the worst of a track by itself, at its own reach */
    uint64_t count;
    uint32_t joint; /* where it is worst */
} snw_off;

/* ---- compile_track.c ---- */

/* Every curve of a joint becomes a track. False when memory ran out. */
bool snw_tracks_make(snw_compiling *c);
/* Counts those that move, and finds their span and keys. */
void snw_tracks_span(snw_compiling *c);
/* A track's numbers at a time, less root motion. Times that come in order cost least. */
void snw_track_at(const snw_compiling *c, snw_track *track, double time, double out[4]);

/* ---- compile_grid.c ---- */

/* After snw_tracks_span and before the first of: */
void snw_grid_align(snw_compiling *c);
/* The next number of intervals worth trying after `last` (0: the first), which was off by `times` the bound; 0: no
 * more. */
uint32_t snw_grid_next(const snw_compiling *c, uint32_t last, double times);
bool snw_grid_fill(const snw_compiling *c, snw_grid *grid);

/* ---- compile_write.c ---- */

/* The block, in `arena`; NULL when memory ran out, it would be larger than offsets reach, or a rotation turns too far
   for words. */
snw_compiled *snw_compile_write(const snw_compiling *c, const snw_grid *grid, snw_arena *arena);

/* ---- compile_measure.c ---- */

/* How far the block is off; stops early where it is off by more than `limit`. False when memory ran out. */
bool snw_compile_measure(snw_compiling *c, const snw_grid *grid, const snw_compiled *made, double limit, snw_off *off);

#endif
