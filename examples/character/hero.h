/* What the parts of make_hero share: the skeleton, a pose in an animator's terms, meshes and clips. */
#ifndef HERO_H
#define HERO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "vec.h"

/* ---- skeleton: every joint's axes lie along the world's in the bind pose ---------------------- */

enum {
    ROOT,
    HIPS,
    SPINE,
    CHEST,
    UPPER_CHEST,
    NECK,
    HEAD,
    SHOULDER_L,
    UPPER_ARM_L,
    FOREARM_L,
    HAND_L,
    FINGERS_L,
    SHOULDER_R,
    UPPER_ARM_R,
    FOREARM_R,
    HAND_R,
    FINGERS_R,
    THIGH_L,
    SHIN_L,
    FOOT_L,
    TOE_L,
    THIGH_R,
    SHIN_R,
    FOOT_R,
    TOE_R,
    JOINT_COUNT
};

#define NO_JOINT (-1)

typedef struct bone {
    const char *name;
    int parent;
    vec3 bind; /* where it lies in the bind pose, in metres */
} bone;

extern const bone skeleton[JOINT_COUNT];

/* The arms' angle from the vertical in the bind pose, in degrees. */
#define BIND_ARM_ANGLE 45.0

typedef struct local {
    vec3 translation;
    quat rotation;
} local;

void skeleton_rest(local *locals);
/* World positions and rotations from local ones. */
void skeleton_world(const local *locals, vec3 *positions, quat *rotations);

/* ---- a pose in an animator's terms: degrees and metres, all 0 is standing with hanging arms ----- */

enum {
    HIPS_X,
    HIPS_Y,
    HIPS_Z,
    HIPS_PITCH,
    HIPS_YAW,
    HIPS_ROLL, /* pitch forwards, yaw to the left, roll to the right */
    SPINE_PITCH,
    SPINE_YAW,
    SPINE_ROLL,
    NECK_PITCH,
    HEAD_PITCH,
    HEAD_YAW,
    HEAD_ROLL,
    SIDES,
    CLAVICLE_UP = 0,
    CLAVICLE_FORWARD,
    ARM_FORWARD,
    ARM_OUT,
    ARM_TWIST,
    ELBOW,
    PRONATE,
    WRIST,
    CURL,
    FOOT_X,
    FOOT_Z,
    FOOT_LIFT,
    FOOT_PITCH,
    FOOT_YAW,
    TOE_BEND,
    KNEE_OUT,
    SIDE_CHANNELS,
    CHANNEL_COUNT = SIDES + 2 * SIDE_CHANNELS
};

#define LEFT(channel) (SIDES + (channel))
#define RIGHT(channel) (SIDES + SIDE_CHANNELS + (channel))
#define SIDE(side, channel) (SIDES + (side)*SIDE_CHANNELS + (channel))
#define BOTH(channel, value) [LEFT(channel)] = (value), [RIGHT(channel)] = (value)

typedef struct pose {
    double v[CHANNEL_COUNT];
} pose;

/* Where an ankle is and how its foot is turned. */
typedef struct foot {
    vec3 ankle;
    double pitch, yaw, toe; /* degrees: toe up, turned to the left, toes bent up against the foot */
} foot;

/* Places the feet by the pose's FOOT_ channels. */
void pose_feet(const pose *p, foot feet[2]);
/* Turns a pose into joints; where the feet are is said apart. */
void pose_solve(const pose *p, const foot feet[2], local *locals);

/* ---- mesh ------------------------------------------------------------------------------------- */

enum { SKIN, SHIRT, TROUSERS, SHOES, SOLES, HAIR, EYES, MATERIAL_COUNT };

typedef struct paint {
    const char *name;
    double srgb[3];
    double roughness;
} paint;
extern const paint materials[MATERIAL_COUNT];

typedef struct vertex {
    vec3 position, normal;
    uint8_t joints[4];
    double weights[4];
} vertex;

typedef struct mesh {
    vertex *vertices;
    uint32_t vertex_count, vertex_capacity;
    uint32_t *indices;
    uint32_t index_count, index_capacity;
} mesh;

uint32_t mesh_add_vertex(mesh *m, const vertex *v);
void mesh_add_triangle(mesh *m, uint32_t a, uint32_t b, uint32_t c);
void mesh_free(mesh *m);
void *grow(void *memory, size_t size); /* realloc or exit */

/* A surface is where its field is 0; inside is negative. About a distance near the surface. */
typedef double (*field)(vec3 p);

/* Adds the surface of `f` inside the box as triangles, one vertex a cell, vertices on the surface. mirror: again
   with x turned. `finish` sets a new vertex's weights. */
typedef struct net_desc {
    field f;
    vec3 low, high;
    double cell;
    bool mirror;
    void (*finish)(vertex *v);
} net_desc;
void net_build(mesh *m, const net_desc *desc);

/* One mesh a material. */
void sole_build(mesh *m, double out); /* out: 1 left, -1 right */
void body_build(mesh meshes[MATERIAL_COUNT]);
void body_free(mesh meshes[MATERIAL_COUNT]);
void body_weights(vertex *v);
void head_weights(vertex *v);
void shoe_weights(vertex *v);
double body_skin(vec3 p);
double body_shirt(vec3 p);
double body_trousers(vec3 p);
double body_shoe(vec3 p);
double body_hair(vec3 p);
double body_head(vec3 p);
void face_build(mesh meshes[MATERIAL_COUNT]);

/* A vertex as the joints carry it. */
vec3 skin_vertex(const vertex *v, const vec3 *positions, const quat *rotations, vec3 *normal);

/* ---- feet -------------------------------------------------------------------------------------- */

/* The left shoe's lower vertices against its ankle, for standing and rolling on. Call once, after body_build. */
void foot_learn(const mesh meshes[MATERIAL_COUNT]);

/* The height of the foot's lowest point when the ankle is at the origin; *which, if not NULL, is its index. */
double foot_lowest(const foot *f, int side, uint32_t *which);

/* How far along the ground the lowest point of a foot that is down comes from one moment to the next. */
vec3 foot_slide(const foot *from, const foot *to, int side);

/* A value along the cycle: keys of phase (ascending, in [0,1)) and value; monotone between keys, closed. */
typedef struct key {
    double at, value;
} key;
double track_value(const key *keys, int count, bool closed, double at);

/* How a foot goes round: it stands from phase 0 to `duty`, rolling over its sole without sliding on a ground that
   moves at -speed, and swings through the knots for the rest. */
typedef struct swing_knot {
    double at, forward, side, height;
} swing_knot;
typedef struct gait {
    double period, speed;
    double direction_x, direction_z; /* where the figure goes */
    double duty;
    double release; /* seconds for which a lifted foot still goes with the ground, and a landing one already does */
    double centre;  /* where the foot is half way through its stand, along the direction */
    double side;    /* and across: outwards of its place in the bind pose */
    double yaw;     /* outwards */
    key pitch[12];
    int pitch_count;
    key toe_limit[6];
    int toe_limit_count;
    swing_knot knots[5]; /* ankle against its place in the bind pose */
    int knot_count;
} gait;

#define PATH_STEPS 4096
typedef struct foot_path {
    foot at[PATH_STEPS + 1];
    double least_clearance;
} foot_path;
void foot_path_build(foot_path *path, const gait *g, int side);
foot foot_path_at(const foot_path *path, double phase);

/* ---- clips ------------------------------------------------------------------------------------ */

#define MAX_KEYS 512
#define MAX_EVENTS 4

typedef struct clip {
    const char *name;
    double length;
    int key_count; /* evenly spaced; 1: a pose */
    bool loop;
    int coarse;    /* above the hips every so-many-th key is enough; divides key_count - 1 */
    uint32_t mask; /* bit a joint: what it animates */
    local (*keys)[JOINT_COUNT];
    double steps[MAX_EVENTS]; /* when a foot comes down */
    int step_count;
    double hit_from, hit_to; /* while it may strike; both 0: never */
    bool moves, turns;       /* its root moves the figure, and turns it */
} clip;

#define MAX_CLIPS 24
typedef struct clips {
    clip at[MAX_CLIPS];
    int count;
} clips;

clip *clips_add(clips *all, const char *name, double length, int key_count, bool loop, uint32_t mask);
void clips_free(clips *all);
void add_gaits(clips *all);
void add_actions(clips *all);
void add_moving(clips *all); /* after add_gaits */
const clip *clips_find(const clips *all, const char *name);
/* How many keys on this joint's next one is. */
int clip_step(const clip *c, int j);
/* As LINEAR does it; times past the ends hold. What the clip does not animate stays. */
void clip_sample(const clip *c, double time, local *locals);

#define ALL_JOINTS ((1u << JOINT_COUNT) - 1)

/* ---- output: false and a message on stderr when it fails --------------------------------------- */

bool glb_write(const char *file, const mesh meshes[MATERIAL_COUNT], const clips *all);
bool sidecar_write(const char *glb_file, const clips *all);
bool picture_write(const char *file, const mesh meshes[MATERIAL_COUNT], const clips *all);

#endif
