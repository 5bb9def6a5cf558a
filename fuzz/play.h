/* What fuzz_play's parts share: worlds (a graph with its binding), and what must hold of a player after every step. */
#ifndef PLAY_H
#define PLAY_H

#include "fuzz.h"

#include "support/random_graph.h"

/* ---- play_world.c ---- */

enum { WORLD_CLIPS = 10, WORLD_JOINTS = 3, WORLD_LAYERS = 3 };

/* A graph of the dice, bound to a rig of its own or to a model. */
typedef struct world {
    random_graph random;
    sinew_rig rig;
    double lengths[WORLD_CLIPS]; /* of the rig's clips */
    sinew_graph *graph;
    sinew_model *model;              /* NULL: the rig was bound */
    sinew_binding *binding, *second; /* second: of the same graph to the same rig */
    bool thins;                      /* weights of a layer may sum below 1 */
} world;

/* False where the dice moved blend points onto each other; world_free is due all the same. */
bool world_make(world *w, dice *d);
void world_free(world *w);

/* ---- play_check.c ---- */

/* What an earlier step showed of a layer. */
typedef struct play_watch {
    uint32_t state; /* SINEW_NONE: nothing to compare with */
    double progress;
} play_watch;

/* Numbers, indices, order and sums of what a step gives out. */
void check_step(const world *w, const sinew_player *player, const sinew_step *step);
/* What a player answers; progress against the watches of its layers, which are renewed. */
void check_answers(const world *w, const sinew_player *player, const sinew_step *step, play_watch *watches);
/* `free`: nothing but the graph's own transitions may have started one. */
void check_verdicts(const world *w, const sinew_step *step, const sinew_verdict *verdicts, bool free);
/* Weights of every blend for a point: not negative, 1 in all. */
void check_blends(const world *w, uint32_t state, float x, float y);
/* The binding's tables by name and back. */
void check_names(const world *w);

#endif
