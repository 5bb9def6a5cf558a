/* See load.h. Whatever could not be made stays NULL, so that unload may take it. */
#include "load.h"

/* Says what was found; true if all is well so far. */
static bool tell(sinew_log *log, bool good) {
    sinew_io_print_log(log, stderr);
    sinew_log_free(log);
    return good;
}

static bool there(bool good) {
    if (!good) fputs("memory ran out\n", stderr);
    return good;
}

bool load_bound(loaded *all, const sinew_bind_desc *desc) {
    sinew_log log = { 0 };
    if (!tell(&log, sinew_bind(desc, &all->binding, &log) == SINEW_OK)) return false;
    sinew_pose_destroy(all->pose);
    all->pose = sinew_pose_create(all->binding);
    all->player = sinew_player_create(all->binding);
    return there(all->pose && all->player);
}

bool load(loaded *all, const char *model_path, const char *graph_path) {
    *all = (loaded){ 0 };
    sinew_log log = { 0 };
    bool good = sinew_io_load_model(model_path, NULL, &all->model, &log) == SINEW_OK;
    if (graph_path) good = good && sinew_io_load_graph(graph_path, NULL, &all->graph, &log) == SINEW_OK;
    if (!tell(&log, good)) return false;
    if (graph_path) return load_bound(all, &(sinew_bind_desc){ .graph = all->graph, .model = all->model });
    all->pose = sinew_pose_create_for_model(all->model, NULL);
    return there(all->pose);
}

void unload(loaded *all) {
    sinew_pose_destroy(all->pose);
    sinew_player_destroy(all->player);
    sinew_binding_destroy(all->binding);
    sinew_graph_destroy(all->graph);
    sinew_model_destroy(all->model);
    *all = (loaded){ 0 };
}
