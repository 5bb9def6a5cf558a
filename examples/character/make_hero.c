/* Makes the example's figure from nothing: its body, skeleton and clips as hero.glb with hero.clips.json beside it, the
   same with clips that move it (--moving), or a picture of it. */
#include <string.h>

#include "hero.h"

int main(int argc, char **argv) {
    bool picture = argc == 3 && !strcmp(argv[1], "--picture"), moving = argc == 3 && !strcmp(argv[1], "--moving");
    bool option = picture || moving;
    if (argc != 2 + option || (argv[1][0] == '-' && !option)) {
        fputs("usage: make_hero OUT.glb\n       make_hero --moving OUT.glb\n       make_hero --picture OUT.svg\n",
              stderr);
        return 2;
    }
    mesh meshes[MATERIAL_COUNT];
    clips all = { .count = 0 };
    body_build(meshes);
    foot_learn(meshes);
    add_actions(&all);
    add_gaits(&all);
    if (moving) add_moving(&all);
    const char *file = argv[1 + option];
    bool done =
        picture ? picture_write(file, meshes, &all) : glb_write(file, meshes, &all) && sidecar_write(file, &all);
    clips_free(&all);
    body_free(meshes);
    return done ? 0 : 1;
}
