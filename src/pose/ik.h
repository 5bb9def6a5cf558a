/* What the solvers share: a path of joints in double, and the way a limb bends.

   Invariant: a path holds the joints from one to another below it, and what lies above them as one matrix; solvers turn
   the path's joints in model space, and only snw_path_write touches the pose. So a call that is refused has changed
   nothing, and one at weight 0 writes nothing. A public function checks its desc, loads, solves, settles, writes. */
#ifndef SNW_POSE_IK_H
#define SNW_POSE_IK_H

#include "sinew/ik.h"

#include "math/vector64.h"
#include "pose/pose.h"

#include <float.h>

typedef struct snw_path {
    uint32_t count;
    uint32_t joint[SINEW_IK_MAX_JOINTS];
    snw_d34 above; /* model matrix of the first one's parent */
    snw_d3 translation[SINEW_IK_MAX_JOINTS];
    snw_dq rotation[SINEW_IK_MAX_JOINTS];
    snw_d3 scale[SINEW_IK_MAX_JOINTS];
    snw_d34 model[SINEW_IK_MAX_JOINTS]; /* of the locals, from snw_path_forward on */
} snw_path;

/* ---- ik_path.c ---- */

/* Both joints and all between. False: `last` is not `first` or below it, or too many lie between. */
bool snw_path_load(const sinew_pose *pose, uint32_t first, uint32_t last, snw_path *path);
/* The same at rest, with what is above left out: in the frame that the first one has its translation in. */
void snw_path_rest(const sinew_pose *pose, const snw_path *path, snw_path *rest);
/* Where in the path a joint is, or its count. */
uint32_t snw_path_find(const snw_path *path, uint32_t joint);
/* Model matrices from index `from` on. */
void snw_path_forward(snw_path *path, uint32_t from);
/* Turns a joint, and what hangs on it, in model space; brings the matrices up to date. */
void snw_path_turn(snw_path *path, uint32_t index, snw_dq turn);
/* Turns the last joint as the mode says; `before`: its model matrix in the pose. */
void snw_path_end(snw_path *path, sinew_ik_end mode, sinew_quat rotation, const snw_d34 *before);
/* Rounds the locals to what a pose stores, so that the matrices are those of the pose to be. False: not finite. */
bool snw_path_settle(snw_path *path);
/* Into the pose, by weight, clamped to 0..1; at 0 nothing. `moved`: translations too, but the first one's. */
void snw_path_write(sinew_pose *pose, const snw_path *path, float weight, bool moved);

static inline snw_d3 snw_path_at(const snw_path *path, uint32_t index) {
    return snw_d34_column(&path->model[index], 3);
}

/* Model matrices of one joint, and of what is above it; SINEW_NONE: the identity. `rest`: those of the rest pose. */
snw_d34 snw_joint_matrix(const sinew_pose *pose, uint32_t joint, bool rest);

/* ---- ik_bend.c ---- */

/* How a limb lies: where its end is seen from its root, and to which side its middle is. */
typedef struct snw_bend {
    snw_d3 along; /* unit */
    snw_d3 side;  /* unit, at right angles to it */
} snw_bend;

/* Of the path, with the middle at this index; where the limb is straight or its ends meet, as at rest, else about one
   fixed axis of the root. */
snw_bend snw_bend_of(const sinew_pose *pose, const snw_path *path, uint32_t middle);
/* The same turned the shorter way to lie along another direction. */
snw_bend snw_bend_turned(snw_bend bend, snw_d3 along);

/* 0 at 0 and below, 1 at 1 and above, level at both: 3t² − 2t³. */
static inline double snw_smooth(double t) {
    if (!(t > 0.0)) return 0.0;
    return t < 1.0 ? t * t * (3.0 - 2.0 * t) : 1.0;
}

/* ---- ik_two_bone.c ---- */

/* What a two-bone solution is asked, in the path's terms. */
typedef struct snw_limb {
    uint32_t middle; /* index */
    snw_d3 target;
    sinew_ik_pole_kind pole_kind;
    snw_d3 pole;
    double soft, stretch;
} snw_limb;

/* The length that a limb of this length shows to a target this far away. */
double snw_limb_eased(double length, double distance, double soft);
/* Turns root and middle; stretches translations where asked to, and then says so. */
bool snw_limb_solve(const sinew_pose *pose, snw_path *path, const snw_limb *limb);
/* Of the limb from the path's first joint over `middle` to the last. */
double snw_limb_length(const snw_path *path, uint32_t middle);
bool snw_pole_ok(sinew_ik_pole_kind kind, sinew_vec3 pole);

/* ---- ik_shape.c ---- */

/* A chain's bones, from the root on. */
typedef struct snw_shape {
    uint32_t count;
    double length; /* of all */
    double bone[SINEW_IK_MAX_JOINTS];
    snw_d3 direction[SINEW_IK_MAX_JOINTS]; /* unit; what has no length keeps one that it was given */
} snw_shape;

/* Directions that put the end `distance` away along the bend, in `most` steps at most; returns how many were made. With
   the distance that it has it stays as it is. */
uint32_t snw_shape_solve(snw_shape *shape, snw_bend bend, double distance, uint32_t most);

/* ---- ik_place.c ---- */

/* A place with its zeros filled in, ready to use. */
typedef struct snw_place {
    snw_d3 position;
    snw_dq rotation;
    double scale;
} snw_place;

/* False: not finite. */
bool snw_place_of(const sinew_ik_place *place, snw_place *out);
/* Points from model to world and back. */
snw_d3 snw_place_world(const snw_place *place, snw_d3 p);
snw_d3 snw_place_model(const snw_place *place, snw_d3 p);

/* ---- ik_hold.c ---- */

/* What a foot is to do in a frame, in model space, and whether it may hold. */
typedef struct snw_foot_goal {
    snw_d3 position;
    snw_dq rotation;
    snw_d3 root;  /* where its leg begins */
    double reach; /* of the leg, as far as it is not eased */
    double max_distance;
    bool planted, lock_turn;
} snw_foot_goal;

/* Moves a foot's state on and the goal to what is to be shown. */
void snw_foot_hold(sinew_ik_foot_state *state, const snw_place *place, double seconds, double release,
                   snw_foot_goal *goal);

/* ---- checks ---- */

static inline bool snw_finite(float x) { return x - x == 0.0f; }
static inline bool snw_vec3_finite(sinew_vec3 v) { return snw_finite(v.x) && snw_finite(v.y) && snw_finite(v.z); }
static inline bool snw_quat_finite(sinew_quat q) {
    return snw_finite(q.x) && snw_finite(q.y) && snw_finite(q.z) && snw_finite(q.w);
}

/* A length as a float; one that no float can be is the most that there is. */
static inline float snw_ik_float(double length) { return length < (double)FLT_MAX ? (float)length : FLT_MAX; }

/* How near counts as there: this share of a limb's length. */
#define SNW_IK_NEAR 1e-5

#endif
