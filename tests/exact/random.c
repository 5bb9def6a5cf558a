/* Random graphs under random inputs. Invariant: every number given to a player is a whole number times a power of two,
   or one product, so that no build can round it otherwise. */
#include "exact/scenes.h"

#include "support/random_graph.h"

#include <stdio.h>
#include <stdlib.h>

enum { ADVANCES = 2000 };

static void write_parameter(sinew_player *player, dice *d) {
    uint32_t what = dice_below(d, 12), value = dice_below(d, 1024);
    float number = (float)value / 170 - 3;
    if (what < 4) sinew_player_set_float(player, RANDOM_F0 + what, number);
    else if (what < 7) sinew_player_fire(player, RANDOM_LATCHED + value % 3);
    else if (what == 7) sinew_player_set_float(player, RANDOM_SPEED, number / 2);
    else if (what == 8) sinew_player_set_int(player, RANDOM_INT, (int32_t)(value % 3) - 1);
    else if (what == 9) sinew_player_set_bool(player, RANDOM_BOOL, value % 2);
    else if (what == 10) sinew_player_set_float(player, RANDOM_WEIGHT, (float)value / 512);
    else sinew_player_move_float(player, RANDOM_F0 + value % 4, number, (float)(value % 7) / 2);
}

static void steer(sinew_player *player, dice *d) {
    const sinew_binding *binding = sinew_player_binding(player);
    uint32_t layer = dice_below(d, sinew_binding_layer_count(binding));
    uint32_t state = dice_below(d, sinew_binding_state_count(binding)), value = dice_below(d, 64);
    switch (dice_below(d, 6)) {
    case 0: sinew_player_travel(player, layer, state); break;
    case 1: sinew_player_crossfade(player, layer, state, (double)value / 64); break;
    case 2: sinew_player_play(player, layer, state, (double)value / 32); break;
    case 3: sinew_player_set_layer_weight(player, layer, (float)value / 64); break;
    case 4:
        if (sinew_player_paused(player)) sinew_player_resume(player);
        else if (value < 16) sinew_player_pause(player);
        break;
    default:
        if (value < 8) sinew_player_release(player);
        else if (value < 24) sinew_player_attach(player);
    }
}

static const sinew_step *advance(sinew_player *player, dice *d, double *clock) {
    if (dice_chance(d, 10)) {
        *clock += (double)dice_below(d, 64) / 256;
        return sinew_player_update_to(player, *clock);
    }
    /* Mostly frames; now and then a long one, or none. */
    double dt = dice_chance(d, 3) ? (double)dice_below(d, 5) : 0.0007 * dice_below(d, 100);
    return sinew_player_advance(player, dt);
}

static bool play(scene *s, uint32_t seed) {
    dice d = { .more = { 0xe8ac7000u + seed } };
    random_graph g;
    random_graph_make(&g, &d);
    sinew_graph *graph = NULL;
    sinew_binding *binding = NULL;
    sinew_player *player = NULL;
    bool good = sinew_graph_create(&g.desc, &graph, NULL) == SINEW_OK &&
                sinew_bind(&(sinew_bind_desc){ .graph = graph, .rig = &g.rig }, &binding, NULL) == SINEW_OK &&
                (player = sinew_player_create(binding)) != NULL;
    double clock = 0;
    for (int i = 0; good && i < ADVANCES; ++i) {
        write_parameter(player, &d);
        if (dice_chance(&d, 8)) steer(player, &d);
        scene_hash_step(s, player, advance(player, &d, &clock));
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
