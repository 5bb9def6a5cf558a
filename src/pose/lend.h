/* One pose for many characters: what a crowd does with the pose of a worker. Here is no inside of a pose, so that it
   can be read beside that of a player. */
#ifndef SNW_LEND_H
#define SNW_LEND_H

#include "sinew/pose.h"

/* A pose of a binding with a model, in zeroed memory of room bytes; 0 where that is past what a size holds. */
size_t snw_bound_room(const sinew_binding *binding);
sinew_pose *snw_bound_place(const sinew_binding *binding, void *memory);

/* What a character keeps for cut fades, apart from the pose, at 64 bytes; empty after it was placed. */
size_t snw_holds_room(const sinew_binding *binding);
void snw_holds_place(const sinew_pose *pose, void *memory);

/* The pose works for the character that keeps `holds`; NULL: for one that keeps nothing. */
void snw_pose_lend(sinew_pose *pose, void *holds);
/* From now on a step moves only as many joints as groups take that hold `joints` of them; 0: all. */
void snw_pose_limit(sinew_pose *pose, uint32_t joints);

#endif
