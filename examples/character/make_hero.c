/* Makes the example's figure from nothing: its body, skeleton and clips as hero.glb with hero.clips.json beside it,
   or a picture of it. */
#include <string.h>

#include "hero.h"

int main(int argc, char **argv) {
    bool picture = argc == 3 && !strcmp(argv[1], "--picture");
    if (argc != 2 + picture || (argv[1][0] == '-' && !picture)) {
        fputs("usage: make_hero OUT.glb\n       make_hero --picture OUT.svg\n", stderr);
        return 2;
    }
    mesh meshes[MATERIAL_COUNT];
    clips all = {.count = 0};
    body_build(meshes);
    foot_learn(meshes);
    add_actions(&all);
    add_gaits(&all);
    bool done = picture ? picture_write(argv[2], meshes, &all)
                        : glb_write(argv[1], meshes, &all) && sidecar_write(argv[1], &all);
    clips_free(&all);
    body_free(meshes);
    return done ? 0 : 1;
}
