/* From files to matrices: load a model and a graph, bind them, then set, advance, apply and read, once a frame.
   Run: 01_hello MODEL GRAPH */
#include <stdio.h>

#include <sinew/io.h>

int main(int argc, char **argv) {
    sinew_log log = { 0 }; /* collects every error and warning with its place */
    sinew_model *model = NULL;
    sinew_graph *graph = NULL;
    sinew_binding *hero = NULL;
    if (argc < 3) return fprintf(stderr, "usage: %s MODEL GRAPH\n", argv[0]), 2;
    bool failed = sinew_io_load_model(argv[1], NULL, &model, &log) ||
                  sinew_io_load_graph(argv[2], NULL, &graph, &log) ||
                  sinew_bind(&(sinew_bind_desc){ .graph = graph, .model = model }, &hero, &log);
    sinew_io_print_log(&log, stderr); /* warnings too: a clip that the model lacks is one */
    if (failed) return 1;

    sinew_player *player = sinew_player_create(hero); /* one block each; nothing allocates after this */
    sinew_pose *pose = sinew_pose_create(hero);
    if (!player || !pose) return fputs("memory ran out\n", stderr), 1;
    uint32_t speed = sinew_binding_find_parameter(hero, "speed");
    float palette[256 * 12];
    for (int frame = 0; frame < 120; ++frame) {
        sinew_player_set_float(player, speed, (float)frame / 40);        /* what the game wants */
        const sinew_step *step = sinew_player_advance(player, 1.0 / 60); /* which clips, how much of each */
        sinew_pose_apply(pose, step);                                    /* only where someone looks */
        uint32_t matrices = sinew_palette_3x4(pose, 0, palette, 256);    /* skin 0, for the shader */
        if (frame % 40 == 39)
            printf("%.2f s: %s, %u clips, %u matrices\n", step->time,
                   sinew_binding_state_path(hero, sinew_player_state(player, 0)), step->sample_count, matrices);
    }
    sinew_pose_destroy(pose), sinew_player_destroy(player), sinew_binding_destroy(hero);
    sinew_graph_destroy(graph), sinew_model_destroy(model), sinew_log_free(&log);
    return 0;
}
