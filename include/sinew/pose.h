/* sinew/pose.h: from samples to joints. A pose holds local transforms in groups of 16 joints (SoA), morph
   weights, model matrices when asked for, and what interrupted fades hold.

   A pose is one thread's at a time, for reading too: model matrices are brought up to date when they are asked for.
   Its binding and model are only read. Nothing here allocates but making a pose. */
#ifndef SINEW_POSE_H
#define SINEW_POSE_H

#include "stack.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_pose sinew_pose;

/* A pose for a binding (with a model): room for its layers' holds. Starts at rest.
   Owns: the caller; end it with sinew_pose_destroy. The binding must outlive it. Errors: NULL when memory runs out or
   there is no model. */
SINEW_API sinew_pose *sinew_pose_create(const sinew_binding *binding);
/* A pose for use by hand, without a graph: no layers. The model must outlive it. allocator: copied; NULL: malloc.
   Owns: the caller, as above. Errors: NULL when memory runs out. */
SINEW_API sinew_pose *sinew_pose_create_for_model(const sinew_model *model, const sinew_allocator *allocator);
/* A pose for a stack (with a model). The stack must outlive it. allocator: copied; NULL: malloc.
   Owns: the caller, as above. Errors: NULL when memory runs out or there is no model. */
SINEW_API sinew_pose *sinew_pose_create_for_stack(const sinew_stack *stack, const sinew_allocator *allocator);
/* NULL is fine. */
SINEW_API void sinew_pose_destroy(sinew_pose *pose);

/* Bytes that the pose takes. */
SINEW_API size_t sinew_pose_bytes(const sinew_pose *pose);
/* Which instructions the pose works with: "scalar", "sse2", "neon", "avx2" or "avx512"; "" for NULL. The best that the
   processor has when the pose is made; the environment's SINEW_SIMD names another of them, for tests (one that this
   machine lacks: the best below it). Results differ in the last digits alone. Owns: the library. */
SINEW_API const char *sinew_pose_simd(const sinew_pose *pose);

/* Puts the step's layers one over the other, from the rest pose up (docs/semantics.md, "Layers"). What interrupted
   fades hold is the pose's own: give one pose to one player, and call sinew_pose_forget when it gets another. Steps may
   be left out; a player whose time goes back takes back what was kept after it.
   The step's binding must be the pose's. Allocates nothing. Cost: O(samples × joints).
   Errors: ARGUMENT (another binding, a sample or row out of range or not finite); the pose is then unchanged. */
SINEW_API sinew_result sinew_pose_apply(sinew_pose *pose, const sinew_step *step);

/* The same with a step of the stack that the pose is of: each row through its own mask and its entry's.
   Errors: ARGUMENT (another stack, a sample or row out of range or not finite); the pose is then unchanged.
   Cost: as sinew_pose_apply, and O(rows × holds). */
SINEW_API sinew_result sinew_pose_apply_stack(sinew_pose *pose, const sinew_stack_step *step);

/* ---- by hand ------------------------------------------------------------------------------- */

/* All joints and morph weights as they are at rest. */
SINEW_API void sinew_pose_rest(sinew_pose *pose);
/* The clip at a time in seconds (past the ends it holds) over what the pose has: what the clip does not animate
   stays. Errors: NOT_FOUND, RANGE (not finite). */
SINEW_API sinew_result sinew_pose_sample(sinew_pose *pose, uint32_t clip, double time);
/* pose = towards other by weight × mask: linearly, rotations the shorter way; morph weights by the mask of the joint
   that carries the mesh. weight and mask are clamped to 0..1. Shape: mask[joint_count] or NULL for 1 everywhere.
   Errors: ARGUMENT (not of one model), RANGE (weight not finite); the pose is then unchanged. */
SINEW_API sinew_result sinew_pose_blend(sinew_pose *pose, const sinew_pose *other, float weight, const float *mask);
/* pose = pose + weight × mask × (other − reference), as an additive layer does; reference NULL: the rest pose.
   Errors: as sinew_pose_blend. */
SINEW_API sinew_result sinew_pose_add(sinew_pose *pose, const sinew_pose *other, const sinew_pose *reference,
                                      float weight, const float *mask);
/* Local transforms and morph weights; what fades hold stays each pose's own. Errors: ARGUMENT (not of one model). */
SINEW_API sinew_result sinew_pose_copy(sinew_pose *pose, const sinew_pose *other);

/* Joints are breadth first. Out of range: identity; setting: ARGUMENT. A rotation that is set is normalised.
   Errors: ARGUMENT, RANGE (not finite); the pose is then unchanged. */
SINEW_API sinew_transform sinew_pose_local(const sinew_pose *pose, uint32_t joint);
SINEW_API sinew_result sinew_pose_set_local(sinew_pose *pose, uint32_t joint, const sinew_transform *local);
/* Model space of one joint; brings the pose's matrices up to date first if the pose changed.
   Cost: O(joints) after a change, else O(1). */
SINEW_API sinew_affine sinew_pose_model(sinew_pose *pose, uint32_t joint);
/* All of them. Shape: out[capacity >= joint_count]. Errors: ARGUMENT if it does not fit. */
SINEW_API sinew_result sinew_pose_models(sinew_pose *pose, sinew_affine *out, uint32_t capacity);

/* All groups' weights: sinew_model_morph_weight_count of them. Owns: the pose, until the next change. */
SINEW_API const float *sinew_pose_morph_weights(const sinew_pose *pose);

/* One group's weights, for the mesh that sinew_model_mesh_morph gives the group of. Shape: *count of them; NULL and 0
   without such a group; `count` may be NULL. Owns: as above. Cost: O(1). */
SINEW_API const float *sinew_pose_morph_group(const sinew_pose *pose, uint32_t group, uint32_t *count);

/* The value of a lane of properties (sinew_model_lane). */
typedef struct sinew_property_value {
    uint32_t lane;
    uint32_t width;       /* numbers; 1 for text */
    const float *numbers; /* NULL where the lane is text */
    const char *text;     /* NULL where it is numbers */
} sinew_property_value;

/* What the pose shows of properties: of each lane that something carries one value, by lane. They do not mix: after
   sinew_pose_apply they are those of the heaviest sample that carries the lane, of the highest layer that weighs at
   least a half, lets the lane's joint through its mask by at least a half (a lane without a joint passes every mask)
   and has one; where no layer is, of layer 0. A hold keeps its own. By hand: sampling shows what the clip carries;
   blending and adding show the other pose's from a weight of a half on, by the same rule for the mask. Shape: *count of
   them; `count` may be NULL. Owns: the pose, until the next change. Cost: O(1). */
SINEW_API const sinew_property_value *sinew_pose_properties(const sinew_pose *pose, uint32_t *count);

/* Forgets every held pose and every kept result: the next fade from a hold shows its target alone. */
SINEW_API void sinew_pose_forget(sinew_pose *pose);

/* ---- what fades hold, as bytes: saved beside the player's state (sinew/state.h), of the same moment ---- */

/* Bytes that sinew_pose_save_holds needs just now; 0 for NULL. Cost: as saving. */
SINEW_API size_t sinew_pose_holds_size(const sinew_pose *pose);
/* Writes what the pose holds and what it keeps for the next hold, little-endian, with a version and a checksum. Shape:
   buffer[capacity]. Returns the bytes written; 0 where they do not fit or an argument is NULL, and the buffer's content
   is then undefined. Allocates nothing. Cost: O(joints × holds). */
SINEW_API size_t sinew_pose_save_holds(const sinew_pose *pose, void *buffer, size_t capacity);
/* The same back into a pose of the same model and number of layers; its joints stay as they are until the next apply.
   The bytes need not be trusted. Shape: bytes[size], all of them. Errors: ARGUMENT (a null pointer), INPUT (none of
   these, another version, model or number of layers, cut, changed, or numbers that no pose has: see log); the pose is
   then unchanged. Allocates nothing but the log's findings. */
SINEW_API sinew_result sinew_pose_restore_holds(sinew_pose *pose, const void *bytes, size_t size, sinew_log *log);

#ifdef __cplusplus
}
#endif
#endif
