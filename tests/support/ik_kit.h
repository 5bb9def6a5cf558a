/* Small skeletons for limbs, and where their joints are, worked out in double and joint by joint from local transforms
   alone: not by matrices, as the library does. */
#ifndef IK_KIT_H
#define IK_KIT_H

#include "sinew/ik.h"
#include "support/random_model.h"

typedef struct dvec {
    double x, y, z;
} dvec;

dvec dsub(dvec a, dvec b);
dvec dadd(dvec a, dvec b);
dvec dscaled(dvec a, double s);
double ddot(dvec a, dvec b);
dvec dcross(dvec a, dvec b);
double dlength(dvec a);
double ddistance(dvec a, dvec b);
double dangle(dvec a, dvec b); /* between directions; exact also where they are nearly the same */
dvec dunit(dvec a);
dvec dof(sinew_vec3 v);
sinew_vec3 dfloat(dvec v);
dvec random_direction(random_source *r);

/* One joint of a skeleton that is written down in order: parents first. */
typedef struct kit_joint {
    uint32_t parent; /* SINEW_NONE: none */
    sinew_transform rest;
} kit_joint;

typedef struct kit {
    sinew_model *model;
    sinew_pose *pose;
} kit;

/* The joints keep their numbers if each has one child. */
kit kit_make(const kit_joint *joints, uint32_t count);
void kit_free(kit *k);
/* A second pose as the kit's is now. Owns: the caller. */
sinew_pose *kit_kept(const kit *k);

/* A point or a direction in a joint's own frame, seen in model space. */
dvec kit_point(const sinew_pose *pose, uint32_t joint, dvec p);
dvec kit_direction(const sinew_pose *pose, uint32_t joint, dvec v);
dvec kit_at(const sinew_pose *pose, uint32_t joint);
/* All local transforms of a pose, to be compared. */
uint64_t kit_digest(const sinew_pose *pose);

/* A chain: `above` joints turned, scaled alike and perhaps mirrored, then `count` joints with these bone lengths, bent
   at random (bend radians at most). Joint numbers follow each other; the first of the chain is `above`. */
kit kit_chain(random_source *r, uint32_t above, const double *bones, uint32_t count, double bend, bool plain);

sinew_quat kit_turn(dvec axis, double angle);

#endif
