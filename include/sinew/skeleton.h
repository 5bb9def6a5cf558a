/* sinew/skeleton.h: joints, parents, rest pose, skins.

   Joints are numbered breadth first (a parent always before its children, siblings together), so
   that the wide kernels can take them in groups of 16 and a level of detail is a prefix. The number
   a joint had in the file is its `source`. */
#ifndef SINEW_SKELETON_H
#define SINEW_SKELETON_H

#include "math.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_skeleton sinew_skeleton;

/* Joints per group; poses are padded to a multiple of it. */
#define SINEW_GROUP 16u

/* More joints than this are refused. */
#define SINEW_MAX_JOINTS 32768u

/* One joint, in any order; `parent` is an index into the same array, SINEW_NONE for a root. */
typedef struct sinew_joint_desc {
    const char *name; /* NULL or "" for none; names may repeat, the first is found */
    uint32_t parent;
    const sinew_transform *rest; /* NULL: identity */
} sinew_joint_desc;

/* Which joints a mesh is bound to and how; `joints` index the skeleton_desc's array. */
typedef struct sinew_skin_desc {
    const char *name;
    const uint32_t *joints;
    const sinew_affine *inverse_bind; /* joint_count of them; NULL: identities */
    uint32_t joint_count;
} sinew_skin_desc;

typedef struct sinew_skeleton_desc {
    const sinew_joint_desc *joints;
    uint32_t joint_count;
    const sinew_skin_desc *skins;
    uint32_t skin_count;
} sinew_skeleton_desc;

/* Owns: nothing here; a skeleton lives in its model. All indices below are breadth first; an index
   out of range gives NULL, SINEW_NONE or 0. Cost: O(1) unless said. */

SINEW_API uint32_t sinew_skeleton_joint_count(const sinew_skeleton *skeleton);
/* joint_count rounded up to whole groups. */
SINEW_API uint32_t sinew_skeleton_padded_count(const sinew_skeleton *skeleton);
SINEW_API const char *sinew_skeleton_joint_name(const sinew_skeleton *skeleton, uint32_t joint);
SINEW_API uint32_t sinew_skeleton_joint_parent(const sinew_skeleton *skeleton, uint32_t joint);
/* Index of this joint in the desc (in a glTF file: the node). */
SINEW_API uint32_t sinew_skeleton_joint_source(const sinew_skeleton *skeleton, uint32_t joint);
/* The other way: breadth-first index of the desc's joint. */
SINEW_API uint32_t sinew_skeleton_joint_of_source(const sinew_skeleton *skeleton, uint32_t source);
SINEW_API const sinew_transform *sinew_skeleton_rest(const sinew_skeleton *skeleton, uint32_t joint);
/* First joint of this name in the desc's order, or SINEW_NONE. Cost: O(joints). */
SINEW_API uint32_t sinew_skeleton_find_joint(const sinew_skeleton *skeleton, const char *name);

SINEW_API uint32_t sinew_skeleton_skin_count(const sinew_skeleton *skeleton);
SINEW_API const char *sinew_skeleton_skin_name(const sinew_skeleton *skeleton, uint32_t skin);
SINEW_API uint32_t sinew_skeleton_skin_joint_count(const sinew_skeleton *skeleton, uint32_t skin);
/* Breadth-first indices, in the skin's own order (the order of the palette). */
SINEW_API const uint32_t *sinew_skeleton_skin_joints(const sinew_skeleton *skeleton, uint32_t skin);
SINEW_API const sinew_affine *sinew_skeleton_skin_inverse_bind(const sinew_skeleton *skeleton, uint32_t skin);

#ifdef __cplusplus
}
#endif
#endif
