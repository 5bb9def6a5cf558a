/* What a model is inside: the data right of the cut, as the pose engine reads it.

   Invariant: everything a model points to lies in its one arena and never changes after sinew_model_create. Joints
   are breadth first: roots in the desc's order, then their children in the desc's order, level by level, so that a
   parent comes before its children and siblings stand together. Arrays of joints are padded to whole groups with
   identity joints without a parent. Every number in a model is finite, every rotation at rest has unit length. */
#ifndef SNW_RIG_H
#define SNW_RIG_H

#include "sinew/graph.h"
#include "sinew/model.h"

#include "base/base.h"

/* Where a component stands in a group. */
enum {
    SNW_TX, SNW_TY, SNW_TZ,
    SNW_RX, SNW_RY, SNW_RZ, SNW_RW,
    SNW_SX, SNW_SY, SNW_SZ,
    SNW_COMPONENTS
};

/* Local transforms of SINEW_GROUP joints, a component a row. */
typedef struct snw_group {
    float row[SNW_COMPONENTS][SINEW_GROUP];
} snw_group;

typedef struct snw_skin {
    const char *name;
    uint32_t joint_count;
    const uint32_t *joints;            /* breadth first, in the skin's order */
    const sinew_affine *inverse_bind;  /* never NULL when joint_count > 0 */
} snw_skin;

struct sinew_skeleton {
    uint32_t joint_count;
    uint32_t padded_count;
    uint32_t group_count;         /* padded_count / SINEW_GROUP */
    uint32_t *parent;             /* padded_count; SINEW_NONE for a root and in the padding */
    sinew_transform *rest;        /* padded_count */
    snw_group *rest_groups;       /* the same in groups */
    const char **names;           /* joint_count; "" for none, never NULL */
    uint32_t *source;             /* joint_count: index in the desc */
    uint32_t *joint_of_source;    /* joint_count: the other way */
    snw_skin *skins;
    uint32_t skin_count;
};

/* Curves: those of joints first, by joint, then by channel; then those of morph groups, by group. No two of one
   target and channel. */
typedef struct snw_clip {
    const char *name; /* "" for none */
    double length;
    bool once;
    const sinew_curve *curves;
    uint32_t curve_count;
    uint32_t joint_curve_count; /* how many of them are of joints */
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
    float *morph_rest; /* morph_weight_count */
    uint32_t morph_weight_count;
    sinew_mesh *meshes;
    uint32_t mesh_count;
    float size;
};

/* Values a key has: 3, 4, 3, or the group's targets. */
uint32_t snw_channel_width(sinew_channel channel, uint32_t weight_count);

/* ---- building, each a part of sinew_model_create: findings go to the log, false when memory ran out ---- */

/* True if the desc's joints and skins can be a skeleton. */
bool snw_skeleton_check(const sinew_skeleton_desc *desc, sinew_log *log);
/* The desc must have passed. False: the arena failed (or the scratch did). */
bool snw_skeleton_build(sinew_skeleton *skeleton, const sinew_skeleton_desc *desc, snw_arena *arena);

bool snw_clip_check(const sinew_clip_desc *clip, const sinew_model_desc *model, uint32_t index, sinew_log *log);
bool snw_clip_build(snw_clip *clip, const sinew_clip_desc *desc, const sinew_skeleton *skeleton, snw_arena *arena);

bool snw_meshes_check(const sinew_model_desc *desc, sinew_log *log);
bool snw_meshes_build(sinew_model *model, const sinew_model_desc *desc);

/* Largest distance of a joint at rest from another and from the origin, in model space; at least 1e-6. */
float snw_skeleton_size(const sinew_skeleton *skeleton, snw_arena *scratch);

/* ---- masks: mask.c ---- */

/* Weights of a mask over a skeleton: writes joint_count floats from 0 to 1. A joint takes the weight of its nearest
   named ancestor (itself first); with `children` false only the named joints themselves. Returns how many of the
   mask's names the skeleton has; the others are reported at `path`. */
uint32_t snw_mask_compile(const sinew_skeleton *skeleton, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                          const char *path);

#endif
