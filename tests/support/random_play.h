/* Random inputs and time for a player of a random graph.

   Invariant: every number that a player is given is a whole number, divided or multiplied once, so that no build can
   round it otherwise; the same dice give the same play. */
#ifndef RANDOM_PLAY_H
#define RANDOM_PLAY_H

#include "support/random_graph.h"

enum { RANDOM_TRACKS = 2, RANDOM_CLIPS = 10 };

/* A rig for a random graph: its clips, which tell events, move the root and drive parameters. */
sinew_rig random_play_rig(const random_graph *g);
/* Binds a random graph with all that a binding can have beside it: a rig whose clips tell events, move the root and
   drive parameters, and tracks; with random_graph_add_events the events are those. The graph must live as long. Ends
   the program if it is refused. */
sinew_binding *random_play_bind(const random_graph *g, const sinew_graph *graph);

/* Writes a parameter; now and then also travels, fades, plays, pauses, releases or attaches, or asks a track. */
void random_play_act(sinew_player *player, dice *d);
/* A frame: mostly a short one, now and then a long one, none, or fixed steps up to *clock. */
const sinew_step *random_play_advance(sinew_player *player, dice *d, double *clock);

#endif
