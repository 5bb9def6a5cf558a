/* Events: clips say when a foot comes down and while a blow may land, and the game hears of it at the moment within the
   frame at which it happens. The second blow is cut short by a hit: its window closes all the same.
   Run: events MODEL GRAPH PICTURE */
#include "common/load.h"
#include "common/picture.h"

enum { FRAMES = 210 };

static double across(double time) { return 52 + time * 190; }

static void hear(picture *p, const loaded *hero, const sinew_event *event, double start, double *opened) {
    const sinew_event_desc *what = sinew_binding_event(hero->binding, event->clip, event->event);
    double time = start + (double)event->at;
    const char *kind = event->kind == SINEW_EVENT_BEGIN ? " begins" : event->kind == SINEW_EVENT_END ? " ends" : "";
    printf("%.4f s: %s %s%s, of %s\n", time, what->kind, what->name, kind,
           sinew_binding_clip_name(hero->binding, event->clip));
    if (event->kind == SINEW_EVENT_POINT) picture_dot(p, across(time), 262, 5, INK_A);
    if (event->kind == SINEW_EVENT_BEGIN) *opened = time;
    if (event->kind == SINEW_EVENT_END) picture_line(p, across(*opened), 285, across(time), 285, 9, INK_MARK);
}

static bool play(picture *p, loaded *hero) {
    double opened = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        if (frame == 60 || frame == 130) sinew_player_fire_named(hero->player, "attack");
        if (frame == 154) sinew_player_fire_named(hero->player, "hurt");
        const sinew_step *step = sinew_player_advance(hero->player, 1.0 / 60);
        if (sinew_pose_apply(hero->pose, step)) return false;
        for (uint32_t i = 0; i < step->event_count; ++i)
            hear(p, hero, &step->events[i], step->time - step->dt, &opened);
        if (frame % 34 != 16) continue;
        picture_figure(p, hero->pose, hero->model, across(step->time), 232, 110, VIEW_SIDE, 0, INK_FIGURE);
    }
    picture_line(p, across(0), 262, across(FRAMES / 60.0), 262, 1, INK_QUIET);
    picture_text(p, 6, 266, 11, INK_A, "steps");
    picture_text(p, 6, 289, 11, INK_MARK, "blow");
    return true;
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "usage: %s MODEL GRAPH PICTURE\n", argv[0]), 2;
    loaded hero;
    bool good = load(&hero, argv[1], argv[2]);
    picture *p = good ? picture_open(argv[3], 760, 310, "Steps and blows on a line of time, under the figure") : NULL;
    good = p && play(p, &hero);
    good = picture_close(p) && good;
    unload(&hero);
    return good ? 0 : 1;
}
