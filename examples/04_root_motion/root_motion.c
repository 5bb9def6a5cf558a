/* Root motion: the clips move the character, not the game. Each advance says by how much; the game adds it up. Once in
   frames of a sixtieth, once in frames of a fifth of a second: the way is the same.
   Run: root_motion MODEL GRAPH PICTURE */
#include <math.h>

#include "common/load.h"
#include "common/picture.h"

/* Where the character stands in the world, and the way it faces. */
typedef struct place {
    double x, z, heading;
} place;

/* A step is given in the frame in which the character stood when the advance began. */
static void move(place *at, const sinew_root_step *by) {
    double c = cos(at->heading), s = sin(at->heading);
    at->x += c * by->translation[0] + s * by->translation[2];
    at->z += c * by->translation[2] - s * by->translation[0];
    at->heading += by->yaw;
}

enum { SECONDS = 7, SCALE = 95, LEFT = 430, TOP = 170 };

static void point_of(const place *at, double *x, double *y) {
    const float point[3] = { (float)at->x, 0, (float)at->z };
    picture_place(VIEW_HIGH, LEFT, TOP, SCALE, point, x, y);
}

/* Plays the whole in frames of 1/fps s; draws it where there is a picture. */
static bool play(loaded *hero, int fps, picture *p, place *at) {
    double way[2 * SECONDS * 60 + 2];
    int points = 0;
    sinew_player_attach(hero->player);
    *at = (place){ 0, 0, 0 };
    for (int frame = 0; frame < SECONDS * fps; ++frame) {
        double time = (double)frame / fps;
        bool turns = time >= 1 && time < 4.4;
        if (sinew_player_set_bool_named(hero->player, "turn", turns)) return false;
        const sinew_step *step = sinew_player_advance(hero->player, 1.0 / fps);
        move(at, &step->root);
        if (!p) continue;
        point_of(at, &way[2 * points], &way[2 * points + 1]);
        points++;
        if (frame % 70 != 8) continue;
        if (sinew_pose_apply(hero->pose, step)) return false;
        picture_figure(p, hero->pose, hero->model, way[2 * points - 2], way[2 * points - 1], SCALE, VIEW_HIGH,
                       at->heading, INK_FIGURE);
    }
    if (p) picture_curve(p, way, points, 2, INK_MARK);
    return true;
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "usage: %s MODEL GRAPH PICTURE\n", argv[0]), 2;
    loaded hero;
    bool good = load(&hero, argv[1], argv[2]);
    picture *p = good ? picture_open(argv[3], 760, 400, "A walk that turns, seen from a height") : NULL;
    const int rates[] = { 60, 5 };
    place ends[2] = { { 0, 0, 0 } };
    good = good && p;
    for (int i = 0; good && i < 2; ++i) {
        good = play(&hero, rates[i], i ? NULL : p, &ends[i]);
        printf("%2d frames a second: x %.4f m, z %.4f m, turned by %.2f degrees\n", rates[i], ends[i].x, ends[i].z,
               ends[i].heading * 57.29577951308232);
    }
    good = picture_close(p) && good;
    unload(&hero);
    return good ? 0 : 1;
}
