/* IK on a slope: a walk that was made for flat ground goes up a hill. Feet that are on the ground stay where they are
   and turn as it leans, and the hips go down until the lower foot reaches. Run: ik_slope MODEL PICTURE */
#include <math.h>

#include "common/load.h"
#include "common/picture.h"

static const double SPEED = 1.4, SECONDS = 3, FRAME = 1.0 / 60; /* the clip's own speed */

/* The world's ground: flat, then a hill. */
static double height(double z) { return z < 1 ? 0 : z < 1.4 ? 0.5 * (z - 1) * (z - 1) : 0.4 * (z - 1.2); }

static sinew_vec3 normal(double z) {
    return (sinew_vec3){ 0, 1, (float)-((height(z + 0.01) - height(z - 0.01)) / 0.02) };
}

typedef struct walker {
    sinew_ik_foot_desc feet[2];
    sinew_ik_foot_state states[2]; /* zeroed: both feet free */
    sinew_ik_hips_state hips;
    sinew_ik_feet_desc desc;
    double held[2], slid; /* where a held foot was, and the most that one has moved */
    bool holds[2];
} walker;

static void prepare(walker *w, const sinew_skeleton *skeleton) {
    static const char *const names[2][3] = { { "thigh_l", "shin_l", "foot_l" }, { "thigh_r", "shin_r", "foot_r" } };
    *w = (walker){ .slid = 0 };
    for (int i = 0; i < 2; ++i) {
        w->feet[i].root = sinew_skeleton_find_joint(skeleton, names[i][0]);
        w->feet[i].middle = sinew_skeleton_find_joint(skeleton, names[i][1]);
        w->feet[i].end = sinew_skeleton_find_joint(skeleton, names[i][2]);
        w->feet[i].pole_kind = SINEW_IK_POLE_DIRECTION; /* knees forwards */
        w->feet[i].pole = (sinew_vec3){ 0, 0, 1 };
    }
    w->desc.feet = w->feet;
    w->desc.foot_count = 2;
    w->desc.hips = sinew_skeleton_find_joint(skeleton, "hips");
}

/* The clip's pose as it would be on flat ground, then the feet. */
static bool step(walker *w, loaded *hero, double time) {
    double z = SPEED * time, y = height(z);
    sinew_ik_foot_result results[2];
    w->desc.place = (sinew_ik_place){ .position = { 0, y, z } };
    for (int i = 0; i < 2; ++i) {
        sinew_ik_touch_desc touch = { .joint = w->feet[i].end, .place = w->desc.place, .height = 0.03f, .speed = 0.6f };
        if (sinew_ik_touch(hero->pose, &touch, &w->states[i], FRAME, &w->feet[i].planted)) return false;
        double under = z + (double)sinew_pose_model(hero->pose, w->feet[i].end).m[11]; /* a game would cast a ray */
        w->feet[i].ground = (float)(height(under) - y);
        w->feet[i].normal = normal(under);
    }
    if (sinew_ik_feet(hero->pose, &w->desc, &w->hips, w->states, FRAME, 1, results)) return false;
    for (int i = 0; i < 2; ++i) {
        double foot = z + (double)sinew_pose_model(hero->pose, w->feet[i].end).m[11];
        if (results[i].locked && w->holds[i]) w->slid = fmax(w->slid, fabs(foot - w->held[i]));
        if (results[i].locked && !w->holds[i]) w->held[i] = foot;
        w->holds[i] = results[i].locked;
    }
    return true;
}

static bool walk(loaded *hero, picture *p) {
    const double scale = 130, left = 60, floor = 420;
    walker w;
    uint32_t clip = sinew_model_find_clip(hero->model, "walk");
    double length = sinew_model_clip_length(hero->model, clip);
    prepare(&w, sinew_model_skeleton(hero->model));
    for (int frame = 0; frame < SECONDS / FRAME; ++frame) {
        double time = frame * FRAME, z = SPEED * time;
        bool drawn = frame % 42 == 10;
        sinew_pose_rest(hero->pose);
        if (sinew_pose_sample(hero->pose, clip, fmod(time, length))) return false;
        double x = left + scale * z, y = floor - scale * height(z);
        if (drawn) picture_figure(p, hero->pose, hero->model, x, y, scale, VIEW_SIDE, 0, INK_GHOST);
        if (!step(&w, hero, time)) return false;
        if (drawn) picture_figure(p, hero->pose, hero->model, x, y, scale, VIEW_SIDE, 0, INK_FIGURE);
    }
    double ground[2 * 101];
    for (int i = 0; i <= 100; ++i) {
        double z = -0.4 + i * 0.054;
        ground[2 * i] = left + scale * z;
        ground[2 * i + 1] = floor - scale * height(z);
    }
    picture_curve(p, ground, 101, 2, INK_MARK);
    picture_text(p, 30, 30, 14, INK_QUIET, "pale: the clip as it is; dark: with feet on the ground");
    printf("a foot that is held moves by less than %.1f mm\n", ceil(w.slid * 1e4) / 10);
    return true;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: %s MODEL PICTURE\n", argv[0]), 2;
    loaded hero;
    bool good = load(&hero, argv[1], NULL);
    picture *p = good ? picture_open(argv[2], 760, 460, "A walk up a hill") : NULL;
    good = p && walk(&hero, p);
    good = picture_close(p) && good;
    unload(&hero);
    return good ? 0 : 1;
}
