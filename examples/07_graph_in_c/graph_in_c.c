/* A graph written in C: the same checks and the same hash as its file, no file to load. A hero who stands, walks and
   runs by speed, jumps when told to, and is knocked down from anywhere.
   Run: graph_in_c MODEL PICTURE */
#include "common/load.h"
#include "common/picture.h"

static sinew_graph *make_graph(sinew_log *log) {
    const sinew_parameter_desc parameters[] = {
        { .name = "speed" },
        { .name = "jump", .type = SINEW_PARAMETER_TRIGGER, .expires = { true, 0.25 } },
        { .name = "hurt", .type = SINEW_PARAMETER_TRIGGER },
    };
    const sinew_child_desc by_speed[] = {
        { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "idle" }, .x = 0 },
        { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" }, .x = 1.4 },
        { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "run" }, .x = 4 },
    };
    const sinew_state_desc states[] = {
        { .name = "Move",
          .motion = { .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = by_speed, .child_count = 3 } },
        { .name = "Jump", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "jump" }, .loop = SINEW_LOOP_OFF },
        { .name = "Hurt", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "hit" }, .loop = SINEW_LOOP_OFF },
    };
    const sinew_condition_desc on_jump[] = { { .parameter = "jump" } }, on_hurt[] = { { .parameter = "hurt" } };
    const sinew_transition_desc transitions[] = {
        { .from = "*",
          .to = "Hurt",
          .conditions = on_hurt,
          .condition_count = 1,
          .fade = { true, 0.05 },
          .priority = 1 },
        { .from = "Move", .to = "Jump", .conditions = on_jump, .condition_count = 1, .fade = { true, 0.1 } },
        { .from = "Jump", .to = "Move", .exit = { true, 0.9 } },
        { .from = "Hurt", .to = "Move", .exit = { true, 0.7 }, .interrupt = SINEW_INTERRUPT_TARGET },
    };
    const sinew_layer_desc base = {
        .name = "Base",
        .machine = { .states = states, .state_count = 3, .transitions = transitions, .transition_count = 4 },
    };
    const sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 3, .layers = &base, .layer_count = 1 };
    sinew_graph *graph = NULL; /* the desc is copied: all of it may go */
    sinew_graph_create(&desc, &graph, log);
    return graph;
}

static bool play(picture *p, loaded *hero) {
    uint32_t speed = sinew_binding_find_parameter(hero->binding, "speed");
    uint32_t jump = sinew_binding_find_parameter(hero->binding, "jump");
    uint32_t hurt = sinew_binding_find_parameter(hero->binding, "hurt");
    sinew_player_move_float(hero->player, speed, 3, 2);
    for (int frame = 0; frame < 210; ++frame) {
        if (frame == 90) sinew_player_fire(hero->player, jump);
        if (frame == 150) sinew_player_fire(hero->player, hurt);
        const sinew_step *step = sinew_player_advance(hero->player, 1.0 / 60);
        if (sinew_pose_apply(hero->pose, step)) return false;
        for (uint32_t i = 0; i < step->signal_count; ++i) {
            if (step->signals[i].kind != SINEW_SIGNAL_ENTERED) continue;
            printf("%.2f s: %s\n", step->time, sinew_binding_state_path(hero->binding, step->signals[i].to));
        }
        if (frame % 35 != 20) continue;
        double x = 70 + 124 * (frame / 35);
        picture_figure(p, hero->pose, hero->model, x, 260, 120, VIEW_SIDE, 0, INK_FIGURE);
        picture_text(p, x - 25, 290, 14, INK_QUIET,
                     sinew_binding_state_path(hero->binding, sinew_player_state(hero->player, 0)));
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: %s MODEL PICTURE\n", argv[0]), 2;
    loaded hero;
    sinew_log log = { 0 };
    bool good = load(&hero, argv[1], NULL);
    hero.graph = good ? make_graph(&log) : NULL;
    sinew_io_print_log(&log, stderr);
    sinew_log_free(&log);
    good = hero.graph && load_bound(&hero, &(sinew_bind_desc){ .graph = hero.graph, .model = hero.model });
    if (good) printf("graph %016llx\n", (unsigned long long)sinew_graph_hash(hero.graph));
    picture *p = good ? picture_open(argv[2], 780, 310, "A graph in C structs: moving, jumping, being hit") : NULL;
    good = p && play(p, &hero);
    good = picture_close(p) && good;
    unload(&hero);
    return good ? 0 : 1;
}
