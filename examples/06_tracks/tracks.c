/* Tracks without a graph: code says which clip plays where. Track 0 walks, and runs for a while; on track 1, which has
   a mask, an arm waves twice, and strikes when the wave has played out. Run: tracks MODEL PICTURE */
#include "common/load.h"
#include "common/picture.h"

static uint32_t clip(const loaded *hero, const char *name) { return sinew_binding_find_clip(hero->binding, name); }

static bool play(picture *p, const loaded *hero) {
    sinew_player *player = hero->player;
    const sinew_track_desc arm = { .loops = 2, .mask = "arm", .mix = { true, 0.15 } };
    const sinew_track_desc strike = { .loops = 1, .mask = "arm", .mix = { true, 0.1 } };
    uint32_t before[2] = { SINEW_NONE, SINEW_NONE };
    for (int frame = 0; frame < 240; ++frame) {
        bool fast = frame >= 90 && frame < 180;
        if (sinew_track_play(player, 0, clip(hero, fast ? "run" : "walk"), NULL)) return false; /* every frame: fine */
        if (frame == 20 && (sinew_track_play(player, 1, clip(hero, "wave"), &arm) ||
                            sinew_track_queue(player, 1, clip(hero, "attack"), 0, &strike)))
            return false;
        const sinew_step *step = sinew_player_advance(player, 1.0 / 60);
        if (sinew_pose_apply(hero->pose, step)) return false;
        double x = 40 + frame * 2.9;
        for (uint32_t track = 0; track < 2; ++track) {
            sinew_track_info info;
            sinew_track_info_of(player, track, &info);
            double y = 262 + 24 * track;
            if (info.clip != SINEW_NONE) picture_line(p, x, y, x + 2, y, 6, track ? INK_B : INK_A);
            if (info.clip == before[track]) continue;
            before[track] = info.clip;
            const char *name = info.clip == SINEW_NONE ? "nothing" : sinew_binding_clip_name(hero->binding, info.clip);
            printf("%.2f s: track %u plays %s\n", step->time, track, name);
            if (info.clip != SINEW_NONE) picture_text(p, x + 2, y - 6, 11, INK_QUIET, name);
        }
        if (frame % 48 != 30) continue;
        picture_figure(p, hero->pose, hero->model, x, 225, 105, VIEW_CORNER, 0, INK_FIGURE);
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: %s MODEL PICTURE\n", argv[0]), 2;
    loaded hero;
    bool good = load(&hero, argv[1], NULL);
    const sinew_mask_joint_desc joints[] = { { .name = "shoulder_r" } };
    const sinew_mask_desc arm = { .name = "arm", .joints = joints, .joint_count = 1 };
    sinew_bind_desc desc = { .model = hero.model, .track_count = 2, .masks = &arm, .mask_count = 1 };
    good = good && load_bound(&hero, &desc);
    picture *p = good ? picture_open(argv[2], 760, 310, "Two tracks, four seconds") : NULL;
    good = p && play(p, &hero);
    good = picture_close(p) && good;
    unload(&hero);
    return good ? 0 : 1;
}
