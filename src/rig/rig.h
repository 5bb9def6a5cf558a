/* What a model is inside: the data right of the cut, as the pose engine reads it.

   Invariant: everything a model points to lies in its one arena and never changes after sinew_model_create. Joints
   are breadth first: roots in the desc's order, then their children in the desc's order, level by level, so that a
   parent comes before its children and siblings stand together. Arrays of joints are padded to whole groups with
   identity joints without a parent. Every number in a model is finite, every rotation at rest has unit length. */
#ifndef SNW_RIG_H
#define SNW_RIG_H

#include "sinew/model.h"

#include "base/base.h"
#include "simd/plan.h"

_Static_assert(SNW_LANES == SINEW_GROUP, "kernels work on whole groups");

typedef struct snw_skin {
    const char *name;
    uint32_t joint_count;
    const uint32_t *joints;           /* breadth first, in the skin's order */
    const sinew_affine *inverse_bind; /* never NULL when joint_count > 0 */
} snw_skin;

struct sinew_skeleton {
    uint32_t joint_count;
    uint32_t padded_count;
    uint32_t group_count;      /* padded_count / SINEW_GROUP */
    uint32_t *parent;          /* padded_count; SINEW_NONE for a root and in the padding */
    sinew_transform *rest;     /* padded_count */
    snw_group *rest_groups;    /* the same in groups */
    const char **names;        /* joint_count; "" for none, never NULL */
    uint32_t *source;          /* joint_count: index in the desc */
    uint32_t *joint_of_source; /* joint_count: the other way */
    snw_skin *skins;
    uint32_t skin_count;
};

/* What a clip says of a lane. */
typedef struct snw_property {
    uint32_t lane;
    sinew_curve curve;        /* its keys; as weights, so that all its numbers are plain ones */
    const char *const *texts; /* one a key, where the lane is text: a part of the model's */
} snw_property;

typedef struct snw_root snw_root; /* root.h */

/* What a compiled clip is off by, in metres at its unit's reach (compile.h). */
typedef struct snw_fit {
    sinew_tier tier;
    float bound; /* that it holds */
    float worst, mean;
    uint32_t joint; /* where it is worst */
} snw_fit;

/* Curves: those of joints first, by joint, then by channel; then those of morph groups, by group. No two of one
   target and channel. */
typedef struct snw_clip {
    const char *name; /* "" for none */
    double length;
    bool once;
    const sinew_curve *curves;
    uint32_t curve_count;
    uint32_t joint_curve_count;     /* how many of them are of joints */
    bool partial;                   /* of a bank: curves that only the compiled clip was made from are not there */
    const sinew_event_desc *events; /* by time; kinds are never NULL, a point's end is its time */
    uint32_t event_count;
    sinew_root_desc root;         /* joint breadth first; axes as bits, never 0 unless it has no mode */
    const snw_root *mover;        /* what `root` takes out of the pose; NULL: nothing */
    const snw_compiled *compiled; /* its joints' curves; NULL: sampled as they are */
    const snw_present *shows;     /* of `compiled`: what it has, by groups */
    snw_plan plan;                /* and how it is gone through */
    snw_fit fit;
    const snw_property *properties; /* by lane */
    uint32_t property_count;
} snw_clip;

typedef struct snw_morph {
    uint32_t joint;
    uint32_t first; /* among all weights */
    uint32_t count;
} snw_morph;

struct sinew_model {
    snw_arena arena; /* holds the model itself's parts, not the struct */
    sinew_skeleton skeleton;
    snw_clip *clips;
    uint32_t clip_count;
    snw_morph *morphs;
    uint32_t morph_count;
    sinew_lane_info *lanes; /* in order of first use */
    uint32_t lane_count;
    uint32_t *lane_first; /* of each lane: where its numbers stand among those of all lanes */
    uint32_t lane_numbers;
    const char **texts; /* of all keys of all clips */
    uint32_t text_count;
    uint32_t *drives; /* lanes that drive a parameter: "@" and its name, one number */
    uint32_t drive_count;
    float *morph_rest; /* morph_weight_count */
    uint32_t morph_weight_count;
    sinew_mesh *meshes;
    uint32_t *mesh_morph; /* of each mesh its joint's group, or SINEW_NONE */
    uint32_t mesh_count;
    float size;
    bool borrowed; /* of a bank, which ends it; the arena is empty then, and only its allocator is used */
};

/* Limits of models; more is refused. */
enum { SNW_MOST_WIDTH = 16, SNW_MOST_WEIGHTS = 1 << 20 };

/* Values a key has: 3, 4, 3, or the group's targets. */
uint32_t snw_channel_width(sinew_channel channel, uint32_t weight_count);

/* ---- curve.c ---- */

/* The last key at or before a time; 0 also where it lies before the first. */
uint32_t snw_curve_key(const sinew_curve *curve, double time);
/* A joint's curve unrounded: 3 numbers, or 4 of a rotation of unit length. Of the two signs of a rotation it has that
   of the key at or before the time. */
void snw_curve_exact(const sinew_curve *curve, double time, double out[4]);

/* ---- building, each a part of sinew_model_create ----
   A check says everything in the log; it returns false only when memory ran out, a build likewise. What is built must
   have passed its check without an error. */

/* compile_check.c: NULL where the block of so many bytes may be sampled at any time: nothing is read outside it and
   every number comes out finite; else a few words. Aligned to 4; for any bytes. */
const char *snw_block_check(const snw_compiled *block, size_t bytes, const sinew_skeleton *skeleton,
                            const snw_clip *clip);

void snw_group_put(snw_group *groups, uint32_t joint, const sinew_transform *transform);
bool snw_skeleton_check(const sinew_skeleton_desc *desc, snw_arena *scratch, sinew_log *log);
bool snw_skeleton_build(sinew_skeleton *skeleton, const sinew_skeleton_desc *desc, snw_arena *arena,
                        snw_arena *scratch);
bool snw_clips_check(const sinew_model_desc *desc, snw_arena *scratch, sinew_log *log);
bool snw_clips_build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch);
/* events.c: what a clip tells, and how it moves the root. */
void snw_clip_told_check(const sinew_model_desc *desc, uint32_t clip, sinew_log *log);
bool snw_clip_told_build(snw_clip *clip, const sinew_clip_desc *desc, sinew_model *model, snw_arena *scratch);
/* properties.c: lanes of all clips. */
bool snw_properties_check(const sinew_model_desc *desc, snw_arena *scratch, sinew_log *log);
bool snw_properties_build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch);
void snw_meshes_check(const sinew_model_desc *desc, sinew_log *log);
bool snw_meshes_build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch);

/* Where in a clip's desc something is wrong: clips[clip].list[index]. */
typedef struct snw_clip_place {
    sinew_log *log;
    uint32_t clip;
    const char *list;
    uint32_t index;
} snw_clip_place;

void snw_clip_say(const snw_clip_place *at, sinew_code code, const char *part, const char *sentence);
/* Finite, from 0 on, strictly ascending; the first slip is told. */
void snw_clip_check_times(const float *times, uint32_t count, const snw_clip_place *at);
/* After everything else of the model is built. False when memory ran out. */
bool snw_clips_compile(sinew_model *model, const sinew_model_desc *desc);
sinew_clip_fit snw_clip_fit(const sinew_model *model, const snw_clip *clip);
/* Its own, or its last key's time. */
double snw_clip_desc_length(const sinew_clip_desc *clip);
/* What a clip says of a lane, or NULL. */
const snw_property *snw_clip_property(const snw_clip *clip, uint32_t lane);
/* Whether a lane's name is that of a parameter. */
bool snw_lane_drives(const sinew_lane_info *lane);
/* Whether the clip animates this of a joint, but by a curve that is not there any more. */
bool snw_clip_lacks(const snw_clip *clip, uint32_t joint, sinew_channel channel);

/* Largest distance between two of the joints at rest and the origin, in model space; at least 1e-6. Sets
   scratch->failed when memory runs out. */
float snw_skeleton_size(const sinew_skeleton *skeleton, snw_arena *scratch);

bool snw_floats_finite(const float *values, size_t count);
bool snw_transform_finite(const sinew_transform *transform);
/* A copy of count floats; NULL for none. */
float *snw_floats_copy(snw_arena *arena, const float *values, size_t count);
/* Ascending, in place, without memory. */
void snw_sort_keys(uint64_t *keys, size_t count);

/* ---- masks: mask.c ----
   begin, then name each joint, then spread. A joint takes the weight of its nearest named ancestor (itself first);
   without children only the named joints count; the others weigh 0. Of joints of one name the first in the desc's
   order is meant, of two weights for one joint the last. */

void snw_mask_begin(const sinew_skeleton *skeleton, float *weights);
/* False if no joint has this name. */
bool snw_mask_name(const sinew_skeleton *skeleton, float *weights, const char *name, float weight);
void snw_mask_spread(const sinew_skeleton *skeleton, float *weights, bool children);

#endif
