/* Random graphs under random inputs: see random_play.h for why the inputs are the same in every build. */
#include "exact/scenes.h"

#include "support/random_play.h"

#include <stdio.h>
#include <stdlib.h>

enum { ADVANCES = 2000 };

static bool play(scene *s, uint32_t seed) {
    dice d = { .more = { 0xe8ac7000u + seed } };
    random_graph g;
    random_graph_make(&g, &d);
    sinew_graph *graph = NULL;
    bool good = sinew_graph_create(&g.desc, &graph, NULL) == SINEW_OK;
    sinew_binding *binding = good ? random_play_bind(&g, graph) : NULL;
    sinew_player *player = sinew_player_create(binding);
    good = player != NULL;
    double clock = 0;
    for (int i = 0; good && i < ADVANCES; ++i) {
        random_play_act(player, &d);
        scene_hash_step(s, player, random_play_advance(player, &d, &clock));
    }
    sinew_player_destroy(player);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
    random_graph_free(&g);
    return good;
}

void scenes_random(scene_list *list, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        char name[32];
        snprintf(name, sizeof name, "random-%03u", i);
        if (play(scenes_add(list, name), i)) continue;
        fprintf(stderr, "%s: the graph was refused\n", name);
        exit(1);
    }
}
