/* sinew/ik.h: inverse kinematics on a finished pose, after apply: two bones to a target, aiming, a chain of any length,
   and feet that stand still and follow the ground.

   Model space throughout; y is up unless said. Only rotations change, so bones keep their lengths (translations where
   stretch is asked for, and of the hips). Every desc is valid when zeroed but for its joints and targets. The weight
   goes from the pose (0: not a bit changes) to the full solution (1) by the shorter turn of each joint. Joints are
   breadth first; between those that are named any number of others may lie, up to SINEW_IK_MAX_JOINTS in all.

   Scale: exact where what lies above each turned joint scales alike in all directions, mirrored or not. Under uneven
   scale a turn is only near to what was asked, and the result tells what is left. Nothing allocates. */
#ifndef SINEW_IK_H
#define SINEW_IK_H

#include "pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From the first joint to the last, both counted. */
#define SINEW_IK_MAX_JOINTS 64u
#define SINEW_IK_MAX_FEET 8u

/* What came of it, at weight 1 whatever the weight was. */
typedef struct sinew_ik_result {
    bool reached;        /* the end within 1e-5 of the limb's length, an aim within 1e-5 radians */
    float distance;      /* metres from the end to the target; aim: from the target to the line of sight */
    float angle;         /* aim: radians from the axis to the target */
    uint32_t iterations; /* chain: passes made */
} sinew_ik_result;

/* ---- two bones ---- */

typedef enum sinew_ik_pole_kind {
    SINEW_IK_POLE_NONE = 0, /* the limb keeps the plane that it bends in, turned with it the shorter way */
    SINEW_IK_POLE_POINT,    /* the middle joint lies towards this point */
    SINEW_IK_POLE_DIRECTION /* and in this direction */
} sinew_ik_pole_kind;

/* What the end joint's rotation does. */
typedef enum sinew_ik_end {
    SINEW_IK_END_FOLLOWS = 0, /* turns with the limb */
    SINEW_IK_END_KEEPS,       /* keeps what it had in model space */
    SINEW_IK_END_ROTATION     /* takes `rotation` in model space */
} sinew_ik_end;

typedef struct sinew_ik_two_bone_desc {
    uint32_t root, middle, end; /* each below the one before, adjacent or not */
    sinew_vec3 target;
    sinew_ik_pole_kind pole_kind;
    sinew_vec3 pole;
    float soft; /* share of the limb's length from which it eases towards its full length: then it never snaps straight,
                   and targets out there are reached only with stretch. 0: none */
    float stretch; /* up to this many times its length, where the target is farther; 0 or 1: none */
    sinew_ik_end end_mode;
    sinew_quat rotation; /* normalised here */
} sinew_ik_two_bone_desc;

/* Bends and turns root and middle so that the end is at the target; out of reach the limb straightens towards it, too
   near it folds. Continuous in target, pole and pose but where no rule can be: as the target comes to the root joint,
   as the line from root to target comes to the pole's (no pole: to the opposite of where the limb points), and, without
   `soft`, the middle joint's speed as the limb becomes straight. There the limb stays finite and takes the pose's own
   direction. A straight limb bends as at rest, else about one fixed axis of its own. weight: clamped to 0..1.
   result: may be NULL. Cost: O(joints above the end).
   Errors: ARGUMENT (joints not one below the other, too many between), RANGE (not finite, negative soft or stretch; a
   pose too large to reckon with); the pose is then unchanged.
   Source: the law of cosines. */
SINEW_API sinew_result sinew_ik_two_bone(sinew_pose *pose, const sinew_ik_two_bone_desc *desc, float weight,
                                         sinew_ik_result *result);

/* ---- aim ---- */

typedef struct sinew_ik_aim_desc {
    uint32_t joint;
    uint32_t above;      /* so many joints above it share the turn */
    const float *shares; /* above of them, from the top down: each one's share of what is left to turn; `joint` takes
                            the rest. NULL: all alike */
    sinew_vec3 axis;     /* that aims, in the joint's own frame; zero: z */
    sinew_vec3 offset;   /* where the line of sight starts, in the joint's own frame */
    sinew_vec3 target;
    sinew_vec3 up_axis; /* in the joint's own frame, to be turned ... */
    sinew_vec3 up;      /* ... towards this; zero: the shortest turn, without a roll of its own */
    float limit;        /* radians that the axis may leave its direction in the pose; 0: as far as it likes */
} sinew_ik_aim_desc;

/* Turns the joint so that its axis, from the offset, points at the target, never farther from the pose's direction than
   the limit; then rolls it about the axis until up_axis and up lie in one plane with it. The roll fades as up comes
   within 6 degrees of the line of sight. Within a 10,000th of the model's size of the joint a target turns it less and
   less: at the joint itself it does nothing. weight: clamped; a share of the turn. result: may be NULL.
   Shape: shares[above]. Cost: O(joints above).
   Errors: ARGUMENT (no such joint, not so many above), RANGE (not finite, negative limit); the pose is then unchanged.
 */
SINEW_API sinew_result sinew_ik_aim(sinew_pose *pose, const sinew_ik_aim_desc *desc, float weight,
                                    sinew_ik_result *result);

/* ---- a chain ---- */

typedef struct sinew_ik_chain_desc {
    uint32_t root, end; /* all joints between bend */
    sinew_vec3 target;
    uint32_t iterations; /* passes at most; 0: 64, which is always enough; 256 at most. Most targets take 4 to 8 */
    float soft;          /* as above */
    sinew_ik_end end_mode;
    sinew_quat rotation;
} sinew_ik_chain_desc;

/* Bends all joints from root to end so that the end is at the target: the chain is turned towards it as a whole, the
   shorter way, then all its bones are drawn together towards or away from the line to the target, as far as the
   distance needs, more along an arc the more that changes. Where the target is at the end nothing moves; out of reach
   the chain is straight, too near it folds. End and joints between move no more than five times as fast as the target
   but where no rule can see to that: near the root, opposite to where the chain points, as it becomes straight or folds
   up fully, and by where the end is in a pose that lies flat, to and fro along one line. A straight chain bends as a
   straight limb does. Too few iterations leave the end off, and the result tells by how much. weight: clamped. result:
   may be NULL. Cost: O(joints above the end + joints × iterations). Errors: as sinew_ik_two_bone. Source: J.
   Cantarella, H. Schumacher, "Computing the conformal barycenter", 2022. */
SINEW_API sinew_result sinew_ik_chain(sinew_pose *pose, const sinew_ik_chain_desc *desc, float weight,
                                      sinew_ik_result *result);

/* ---- feet ---- */

/* Where the character stands in the world. All zero: at the origin, unturned, scale 1. */
typedef struct sinew_ik_place {
    double position[3];
    sinew_quat rotation;
    float scale; /* 0: 1 */
} sinew_ik_place;

/* Moves a place by what a step's root motion tells: by its translation in the character's own frame, then its yaw.
   Errors: ARGUMENT, RANGE (not finite); the place is then unchanged. */
SINEW_API sinew_result sinew_ik_place_move(sinew_ik_place *place, const sinew_root_step *root);

/* What a foot remembers between frames. The caller's, without pointers: copy and save it as it is. Zeroed: free. */
typedef struct sinew_ik_foot_state {
    double lock[3];       /* world; while locked */
    double last[3];       /* world; where the touch test saw it */
    sinew_quat lock_turn; /* world; while locked */
    sinew_vec3 offset;    /* world; while it is let go: from where it should be to where it was */
    sinew_quat offset_turn;
    float since; /* seconds since then */
    uint8_t locked;
    uint8_t letting_go;
    uint8_t planted; /* at the last call */
    uint8_t seen;    /* last is known */
    uint8_t touching;
    uint8_t spare[7]; /* zero */
} sinew_ik_foot_state;

typedef struct sinew_ik_foot_desc {
    uint32_t root, middle, end; /* thigh, shin, foot */
    sinew_ik_pole_kind pole_kind;
    sinew_vec3 pole;
    float soft;
    bool planted;      /* the clip has it on the ground now: hold it */
    bool lock_turn;    /* hold its rotation too */
    sinew_vec3 normal; /* of the ground under it, in model space; zero: up */
    float ground;      /* height of the ground under it, above model height 0 */
} sinew_ik_foot_desc;

typedef struct sinew_ik_feet_desc {
    const sinew_ik_foot_desc *feet;
    uint32_t foot_count; /* SINEW_IK_MAX_FEET at most */
    uint32_t hips;       /* lowered or raised so that the feet reach; above all legs */
    sinew_ik_place place;
    float release; /* seconds in which a foot that is let go returns to the clip; 0: 0.25 */
    float
        max_distance; /* model units between the lock and the clip's foot at which it lets go; 0: a third of the leg */
    float max_drop;   /* of the hips; 0: a third of the shortest leg */
    float max_tilt;   /* radians to turn a foot to the normal; 0: 0.8 */
    float hips_speed; /* model units a second; 0: 1 */
} sinew_ik_feet_desc;

/* What the hips remember. Zeroed: the first call puts them in place at once. */
typedef struct sinew_ik_hips_state {
    float rise; /* up */
    uint8_t known;
    uint8_t spare[3]; /* zero */
} sinew_ik_hips_state;

typedef struct sinew_ik_foot_result {
    bool reached;
    bool locked;
    float distance; /* model units from the foot to where it should be */
} sinew_ik_foot_result;

/* Puts feet on the ground that is under them and holds those that are planted, once a frame after apply. Each foot
   keeps the height over its ground that the clip gives it over height 0, and turns as the normal leans; the hips move
   by the most that any foot goes down (or all go up), at hips_speed at most. A planted foot stays where it was shown in
   the world when it became planted, however the clip and the character move, until it is no longer planted,
   max_distance is passed, or the leg is too short: then what it is off by decays to 0 within `release` along 1 − 3s² +
   2s³, so that in any time t it moves by no more than the clip's foot does and 1.5 t / release of what it was off by.
   Still planted it is held anew when that is over. Off by over twice max_distance (a teleport) it is put to the clip's
   place at once. seconds: since the last call. weight: clamped; the states go on whatever it is. results: may be NULL.
   Shape: feet[foot_count], states[foot_count], results[foot_count]. Owns: nothing. Cost: O(joints above the feet).
   Errors: ARGUMENT (joints as for two bones, hips not above a foot, too many feet), RANGE (not finite, seconds
   negative); pose and states are then unchanged. */
SINEW_API sinew_result sinew_ik_feet(sinew_pose *pose, const sinew_ik_feet_desc *desc, sinew_ik_hips_state *hips,
                                     sinew_ik_foot_state *states, double seconds, float weight,
                                     sinew_ik_foot_result *results);

typedef struct sinew_ik_touch_desc {
    uint32_t joint; /* that is near the ground: foot or toe */
    sinew_ik_place place;
    float height; /* above its height at rest, in model units; 0: a 50th of the model's size */
    float speed;  /* over the world's ground, units a second; 0: the model's size in 4 seconds */
} sinew_ik_touch_desc;

/* Whether the clip has a foot on the ground, where no event window says so: it is low and slow. Once touching it stays
   so until it passes 1.5 times either bound. The first call with a state knows no speed and goes by the height. Ask
   before sinew_ik_feet, on the clip's own pose; one state a foot, the same as there. Shape: *touching. Cost: O(joints
   above). With seconds 0 it is as it was. Errors: ARGUMENT, RANGE (not finite, seconds negative); state and *touching
   are then unchanged. */
SINEW_API sinew_result sinew_ik_touch(const sinew_pose *pose, const sinew_ik_touch_desc *desc,
                                      sinew_ik_foot_state *state, double seconds, bool *touching);

#ifdef __cplusplus
}
#endif
#endif
