/* What an example begins with: a model and a graph from files, made ready for each other. */
#ifndef EXAMPLES_LOAD_H
#define EXAMPLES_LOAD_H

#include <stdbool.h>

#include <sinew/io.h>

typedef struct loaded {
    sinew_model *model;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_player *player;
    sinew_pose *pose;
} loaded;

/* False, with the findings on standard error, if something is wrong; `unload` is due all the same.
   graph_path NULL: the model alone and a pose for use by hand. */
bool load(loaded *all, const char *model_path, const char *graph_path);
/* After a load without a graph: binds as `desc` says, and makes a player and the pose for it. */
bool load_bound(loaded *all, const sinew_bind_desc *desc);
void unload(loaded *all);

#endif
