/* Layers: one graph, put together part by part. Below walks the base; above it the masked layer waves one arm, and an
   additive layer raises what both have come to.
   Run: layers MODEL GRAPH PICTURE */
#include "common/load.h"
#include "common/picture.h"

/* Walks a while, so that fades are over, and leaves the pose of that moment. */
static bool play(loaded *hero, bool wave, float lookup) {
    sinew_player *player = hero->player;
    sinew_player_attach(player); /* afresh, from its defaults */
    bool good = sinew_player_set_bool_named(player, "wave", wave) == SINEW_OK &&
                sinew_player_set_float_named(player, "lookup", lookup) == SINEW_OK;
    const sinew_step *step = NULL;
    for (int frame = 0; good && frame < 66; ++frame) {
        step = sinew_player_advance(player, 1.0 / 60);
        good = sinew_pose_apply(hero->pose, step) == SINEW_OK;
    }
    for (uint32_t i = 0; good && i < step->layer_count; ++i)
        printf("  %-5s weight %.2f, %u samples\n", sinew_binding_layer_name(hero->binding, i),
               (double)step->layers[i].weight, step->layers[i].sample_count);
    return good;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        bool wave;
        float lookup;
    } shows[] = { { "the base alone", false, 0 },
                  { "and a masked wave", true, 0 },
                  { "and an additive look up", true, 1 } };
    if (argc < 4) return fprintf(stderr, "usage: %s MODEL GRAPH PICTURE\n", argv[0]), 2;
    loaded hero;
    bool good = load(&hero, argv[1], argv[2]);
    picture *p = good ? picture_open(argv[3], 720, 330, "Three layers, put one over the other") : NULL;
    for (int i = 0; p && good && i < 3; ++i) {
        printf("%s\n", shows[i].name);
        good = play(&hero, shows[i].wave, shows[i].lookup);
        picture_figure(p, hero.pose, hero.model, 120 + 240 * i, 280, 140, VIEW_FRONT, 0, INK_FIGURE);
        picture_text(p, 30 + 240 * i, 312, 15, INK_QUIET, shows[i].name);
    }
    good = picture_close(p) && good;
    unload(&hero);
    return good ? 0 : 1;
}
