/* The parts by hand, without a graph: sample clips into poses, blend them, blend by a mask, add a difference, read a
   palette.
   Run: by_hand MODEL PICTURE */
#include <string.h>

#include "common/load.h"
#include "common/picture.h"

enum { MOST_JOINTS = 256 };

/* 1 for a joint and all below it. Parents come before their children. */
static void mask_below(const sinew_skeleton *skeleton, const char *name, float *mask) {
    uint32_t top = sinew_skeleton_find_joint(skeleton, name);
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(skeleton); ++j) {
        uint32_t parent = sinew_skeleton_joint_parent(skeleton, j);
        mask[j] = j == top || (parent != SINEW_NONE && mask[parent] > 0) ? 1.0f : 0.0f;
    }
}

static bool sample(sinew_pose *pose, const sinew_model *model, const char *clip, double time) {
    sinew_pose_rest(pose);
    return sinew_pose_sample(pose, sinew_model_find_clip(model, clip), time) == SINEW_OK;
}

static void show(picture *p, sinew_pose *pose, const sinew_model *model, int place, const char *name) {
    picture_figure(p, pose, model, 90 + 150 * place, 280, 140, VIEW_CORNER, 0, place < 2 ? INK_GHOST : INK_FIGURE);
    picture_text(p, 40 + 150 * place, 312, 14, INK_QUIET, name);
}

static bool draw(picture *p, const loaded *hero, sinew_pose *other, sinew_pose *pose) {
    const sinew_model *model = hero->model;
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    float mask[MOST_JOINTS], palette[MOST_JOINTS * 12];
    if (sinew_skeleton_joint_count(skeleton) > MOST_JOINTS)
        return fputs("too many joints for this example\n", stderr), false;

    if (!sample(pose, model, "walk", 0.3)) return false;
    show(p, pose, model, 0, "walk");
    if (!sample(other, model, "run", 0.2)) return false;
    show(p, other, model, 1, "run");
    sinew_pose_blend(pose, other, 0.5f, NULL); /* half way, all joints */
    show(p, pose, model, 2, "half of each");

    mask_below(skeleton, "shoulder_r", mask);
    if (!sample(other, model, "wave", 0.8)) return false;
    sinew_pose_blend(pose, other, 1, mask); /* one arm of another clip */
    show(p, pose, model, 3, "one arm waves");

    if (!sample(other, model, "aim_up", 0)) return false;
    sinew_pose_add(pose, other, NULL, 1, NULL); /* the clip's difference to the rest pose */
    show(p, pose, model, 4, "and looks up");

    printf("%u matrices for the renderer\n", sinew_palette_3x4(pose, 0, palette, MOST_JOINTS));
    return true;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: %s MODEL PICTURE\n", argv[0]), 2;
    loaded hero;
    bool good = load(&hero, argv[1], NULL);
    sinew_pose *other = good ? sinew_pose_create_for_model(hero.model, NULL) : NULL;
    picture *p = other ? picture_open(argv[2], 760, 330, "Poses sampled, blended, masked and added") : NULL;
    good = p && draw(p, &hero, other, hero.pose);
    good = picture_close(p) && good;
    sinew_pose_destroy(other);
    unload(&hero);
    return good ? 0 : 1;
}
