/* sinew/model.h: a skeleton, its clips and its morph targets: the data right of the cut.
   Immutable once made, so it may be shared by threads. */
#ifndef SINEW_MODEL_H
#define SINEW_MODEL_H

#include "clip.h"
#include "jobs.h"
#include "skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_model sinew_model;

/* Morph targets of one mesh: a run of weights in every pose. */
typedef struct sinew_morph_desc {
    uint32_t joint; /* that carries the mesh; index into the desc's joints */
    uint32_t target_count;
    const float *weights; /* at rest, target_count of them; NULL: zeros */
} sinew_morph_desc;

/* A mesh for showing the model (the preview, pictures). Optional. Shapes: positions[vertex_count × 3],
   normals the same or NULL, influences joints/weights[vertex_count × influence_count] with
   influence_count 0 (unskinned), 4 or 8; joints index the skin; indices[index_count] triangles. */
typedef struct sinew_mesh {
    uint32_t joint; /* that carries it (in a model: breadth first) */
    uint32_t skin;  /* or SINEW_NONE */
    uint32_t vertex_count;
    uint32_t index_count;
    uint32_t influence_count;
    float color[4]; /* base colour of its material, 1 1 1 1 without one */
    const float *positions;
    const float *normals;
    const uint16_t *influence_joints;
    const float *influence_weights;
    const uint32_t *indices;
} sinew_mesh;

/* How clips are kept for play. A clip that no uniform keys hold is kept exact, whatever the tier. */
typedef enum sinew_tier {
    SINEW_TIER_FAST = 0, /* keys at a uniform rate in 16 bits; at 3 cm from a joint within 0.15 mm of the curves */
    SINEW_TIER_COMPACT,  /* in 32 bits a joint: half the memory, and within 0.5 mm */
    SINEW_TIER_EXACT     /* sampled from the curves themselves: slow, and right to the last bits of a float */
} sinew_tier;

typedef struct sinew_model_desc {
    sinew_skeleton_desc skeleton;
    const sinew_clip_desc *clips;
    uint32_t clip_count;
    const sinew_morph_desc *morphs;
    uint32_t morph_count;
    const sinew_mesh *meshes; /* joint and skin as in this desc */
    uint32_t mesh_count;
    const sinew_allocator *allocator; /* copied; NULL: malloc */
    sinew_tier tier;
    float error; /* how far a clip may be off in its tier, in metres as sinew_clip_fit has it; 0: as the tier says */
    sinew_jobs jobs; /* that compile clips, each its own; the allocator is called there too. The model is the same */
} sinew_model_desc;

/* Makes a model from a description; everything is copied and checked, all findings go to `log`
   (paths such as skeleton.joints[3].parent, clips[1].curves[0].times[4]).
   Owns: the caller owns *model and ends it with sinew_model_destroy.
   Cost: O(size of the description).
   Errors: INPUT (see log), MEMORY, ARGUMENT (a null pointer, an error that is negative or not a number); *model is then
   NULL. */
SINEW_API sinew_result sinew_model_create(const sinew_model_desc *desc, sinew_model **model, sinew_log *log);

/* No binding or pose of it may be in use. NULL is fine. */
SINEW_API void sinew_model_destroy(sinew_model *model);

/* Owns: the model; valid as long as it is. */
SINEW_API const sinew_skeleton *sinew_model_skeleton(const sinew_model *model);

/* Clips keep the order of the file. Out of range: NULL, 0, false. */
SINEW_API uint32_t sinew_model_clip_count(const sinew_model *model);
SINEW_API const char *sinew_model_clip_name(const sinew_model *model, uint32_t clip); /* "" if none */
SINEW_API double sinew_model_clip_length(const sinew_model *model, uint32_t clip);    /* seconds */
SINEW_API bool sinew_model_clip_loops(const sinew_model *model, uint32_t clip);
/* How a clip is kept for play, and how far that is from its curves: over the whole clip, between keys too, in model
   space, `reach` metres from a joint along each of its axes. A model that is larger than 10 m has a reach and a bound
   that are larger in proportion. */
typedef struct sinew_clip_fit {
    sinew_tier tier;       /* whose bound it holds; EXACT: sampled from its curves, and all that follows is 0 */
    uint32_t keys;         /* at a uniform rate; 1: nothing moves, or nothing but the exact curves */
    uint32_t exact_curves; /* of joints: they have steps, or keys that no uniform ones hold, and stay as they are */
    uint32_t joint;        /* where it is off most */
    size_t bytes;          /* of all that is read to sample it, but for exact curves */
    float worst, mean;     /* metres */
    float reach, bound; /* metres: 0.03 and 0.0001, compact 0.00035; what a frame may be off more is for adding clips */
} sinew_clip_fit;
/* False, and *fit untouched, without such a clip. */
SINEW_API bool sinew_model_clip_fit(const sinew_model *model, uint32_t clip, sinew_clip_fit *fit);

/* Curves as in the file, `target` breadth first. Shape: *count curves; owned by the model. */
SINEW_API const sinew_curve *sinew_model_clip_curves(const sinew_model *model, uint32_t clip, uint32_t *count);
/* By the whole name, else by the last part of a path without its suffix ("res://a/idle.anim" finds
   "idle"); of two of one name the first. SINEW_NONE if there is none. Cost: O(clips). */
SINEW_API uint32_t sinew_model_find_clip(const sinew_model *model, const char *name);

/* A clip's events by time, then as in the desc. Shape: *count of them; owned by the model. */
SINEW_API const sinew_event_desc *sinew_model_clip_events(const sinew_model *model, uint32_t clip, uint32_t *count);
/* How it moves the character; `joint` breadth first. Out of range: all zero. */
SINEW_API sinew_root_desc sinew_model_clip_root(const sinew_model *model, uint32_t clip);

/* Lanes: what clips' properties are of, each component and field, or pointer, once; in order of first use. */
typedef struct sinew_lane_info {
    const char *component, *field; /* or NULL */
    const char *pointer;           /* or NULL */
    bool text;
    uint32_t width; /* numbers in a value; 1 for text */
    uint32_t joint; /* whose it is, breadth first: of "/nodes/N/…" the desc's joint N; else SINEW_NONE */
} sinew_lane_info;
SINEW_API uint32_t sinew_model_lane_count(const sinew_model *model);
/* False, and *info untouched, without such a lane. */
SINEW_API bool sinew_model_lane(const sinew_model *model, uint32_t lane, sinew_lane_info *info);
/* What a clip says of a lane at a time in seconds: `width` numbers into `numbers`, or *text. False if it does not carry
   it. Either pointer may be NULL. Owns: the model, the text. Cost: O(log keys). */
SINEW_API bool sinew_model_clip_property(const sinew_model *model, uint32_t clip, uint32_t lane, double time,
                                         float *numbers, const char **text);

/* Morph groups; all groups' weights lie one after another in a pose. */
SINEW_API uint32_t sinew_model_morph_count(const sinew_model *model);        /* groups */
SINEW_API uint32_t sinew_model_morph_weight_count(const sinew_model *model); /* of all groups */
/* first: where the group starts among all weights; joint: breadth first. Any out pointer may be NULL. */
SINEW_API bool sinew_model_morph(const sinew_model *model, uint32_t group, uint32_t *joint, uint32_t *first,
                                 uint32_t *count);
/* All groups' weights at rest: morph_weight_count of them. */
SINEW_API const float *sinew_model_morph_rest(const sinew_model *model);

/* Meshes keep the order of the file. Owns: the model. Out of range: NULL. */
SINEW_API uint32_t sinew_model_mesh_count(const sinew_model *model);
SINEW_API const sinew_mesh *sinew_model_mesh(const sinew_model *model, uint32_t mesh);

/* The morph group of the joint that carries a mesh, SINEW_NONE if there is none. Cost: O(1). */
SINEW_API uint32_t sinew_model_mesh_morph(const sinew_model *model, uint32_t mesh);

/* Bytes of everything the model holds. */
SINEW_API size_t sinew_model_bytes(const sinew_model *model);

/* The diagonal of the box around the joints' rest positions and the origin, in metres, at least 1e-6: what errors are
   measured against. */
SINEW_API float sinew_model_size(const sinew_model *model);

/* One curve at a time in seconds: width values into out (rotations normalised).
   Cost: O(log keys). Source of CUBIC: glTF 2.0 specification, appendix C, "Cubic Spline Interpolation". */
SINEW_API void sinew_curve_sample(const sinew_curve *curve, double time, float *out);

#ifdef __cplusplus
}
#endif
#endif
