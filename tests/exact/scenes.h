/* Scenes whose every bit must be the same on every machine, and the hash of what they play.

   Invariant: inputs come from whole numbers and from what is written in files, so that two builds that differ differ in
   what they test. */
#ifndef EXACT_SCENES_H
#define EXACT_SCENES_H

#include "sinew/sinew.h"

typedef struct scene {
    char name[96];
    uint64_t hash;
    uint64_t advances;
} scene;

typedef struct scene_list {
    scene *items;
    size_t count, capacity;
} scene_list;

/* Ends the program when memory runs out. */
scene *scenes_add(scene_list *list, const char *name);

/* ---- hash.c ---- */

/* The player's state and everything that the step says, field by field. */
void scene_hash_step(scene *s, const sinew_player *player, const sinew_step *step);

/* ---- random.c ---- */

/* `count` random graphs, each advanced 2,000 times under random inputs. */
void scenes_random(scene_list *list, uint32_t count);

/* ---- files.c: false after a message ---- */

/* The example's graph and its scripted minute, over a list of clips in place of the model. */
bool scenes_hero(scene_list *list);
/* The graphs and scripts of all cases in a folder and in those inside it, but for those that a load must refuse. */
bool scenes_cases(scene_list *list, const char *folder);

#endif
