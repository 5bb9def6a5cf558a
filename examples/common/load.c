/* See load.h. Whatever could not be made stays NULL, so that unload may take it. */
#include "load.h"

bool load(loaded *all, const char *model_path, const char *graph_path) {
    *all = (loaded){ 0 };
    sinew_log log = { 0 };
    bool good = sinew_io_load_model(model_path, NULL, &all->model, &log) == SINEW_OK;
    if (graph_path) {
        good = good && sinew_io_load_graph(graph_path, NULL, &all->graph, &log) == SINEW_OK;
        sinew_bind_desc desc = { .graph = all->graph, .model = all->model };
        good = good && sinew_bind(&desc, &all->binding, &log) == SINEW_OK;
    }
    sinew_io_print_log(&log, stderr);
    sinew_log_free(&log);
    if (!good) return false;
    all->pose = graph_path ? sinew_pose_create(all->binding) : sinew_pose_create_for_model(all->model, NULL);
    all->player = graph_path ? sinew_player_create(all->binding) : NULL;
    good = all->pose && (all->player || !graph_path);
    if (!good) fputs("memory ran out\n", stderr);
    return good;
}

void unload(loaded *all) {
    sinew_pose_destroy(all->pose);
    sinew_player_destroy(all->player);
    sinew_binding_destroy(all->binding);
    sinew_graph_destroy(all->graph);
    sinew_model_destroy(all->model);
    *all = (loaded){ 0 };
}
