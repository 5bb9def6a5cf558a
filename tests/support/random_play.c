/* See random_play.h. */
#include "support/random_play.h"

#include "sinew/tracks.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- a rig with everything ---- */

static const char *const clip_names[RANDOM_CLIPS] = { "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "zero" };
static const char *clip_name(const void *user, uint32_t clip) {
    (void)user;
    return clip_names[clip];
}

/* A point at the start, a window, a point late; the clip without a length has the first alone. */
static const sinew_event_desc *clip_events(const void *user, uint32_t clip, uint32_t *count) {
    static const sinew_event_desc events[] = {
        { .kind = "sound", .name = "start" },
        { .name = "open", .time = 0.0625, .end = 0.1875, .window = true },
        { .kind = "vfx", .name = "late", .time = 0.25 },
    };
    (void)user;
    *count = clip == RANDOM_CLIPS - 1 ? 1 : clip % 3 == 2 ? 0 : 3;
    return events;
}

static bool moves_root(const void *user, uint32_t clip) {
    (void)user;
    return clip % 2 == 0;
}

/* Along a curve, turning. */
static void root_at(const void *user, uint32_t clip, double seconds, sinew_root_point *out) {
    (void)user;
    *out = (sinew_root_point){ { 0.5 * seconds, 0, 0.25 * (seconds * seconds) }, clip % 4 ? 0.75 * seconds : 0 };
}

static const char *lane_parameter(const void *user, uint32_t lane) {
    (void)user;
    return lane == 0 ? "f3" : lane == 1 ? "weight" : NULL;
}

static bool lane_at(const void *user, uint32_t clip, uint32_t lane, double seconds, float *value) {
    (void)user;
    *value = (float)(seconds / (lane ? 2 : -1));
    return clip % 4 == 1 + lane;
}

sinew_rig random_play_rig(const random_graph *g) {
    sinew_rig rig = g->rig;
    rig.clip_count = RANDOM_CLIPS;
    rig.clip_name = clip_name;
    if (!rig.clip_events) rig.clip_events = clip_events;
    rig.moves_root = moves_root;
    rig.root_at = root_at;
    rig.lane_parameter = lane_parameter;
    rig.lane_at = lane_at;
    return rig;
}

sinew_binding *random_play_bind(const random_graph *g, const sinew_graph *graph) {
    sinew_rig rig = random_play_rig(g);
    sinew_bind_desc desc = { .graph = graph, .rig = &rig, .track_count = RANDOM_TRACKS };
    sinew_binding *binding = NULL;
    if (sinew_bind(&desc, &binding, NULL) == SINEW_OK) return binding;
    fprintf(stderr, "the binding of a random graph was refused\n");
    exit(1);
}

/* ---- inputs ---- */

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

static sinew_track_desc any_desc(dice *d) {
    sinew_track_desc desc = { .loops = dice_below(d, 4), .restart = dice_chance(d, 20) };
    if (dice_chance(d, 60)) desc.mix = (sinew_opt){ true, (double)dice_below(d, 8) / 16 };
    if (dice_chance(d, 30)) desc.weight = (sinew_opt){ true, (double)dice_below(d, 5) / 4 };
    if (dice_chance(d, 30)) desc.speed = (sinew_opt){ true, (double)dice_below(d, 9) / 2 - 2 };
    if (dice_chance(d, 20)) desc.blend = SINEW_BLEND_ADDITIVE;
    return desc;
}

static void ask_track(sinew_player *player, dice *d) {
    uint32_t track = dice_below(d, RANDOM_TRACKS), clip = dice_below(d, RANDOM_CLIPS), value = dice_below(d, 8);
    sinew_track_desc desc = any_desc(d);
    switch (dice_below(d, 5)) {
    case 0:
    case 1: sinew_track_play(player, track, clip, &desc); break;
    case 2: sinew_track_queue(player, track, clip, (double)value / 16, &desc); break;
    case 3: sinew_track_stop(player, track, (double)value / 16); break;
    default:
        sinew_track_set_weight(player, track, (float)value / 8);
        sinew_track_set_speed(player, track, (double)value / 2 - 2);
    }
}

void random_play_act(sinew_player *player, dice *d) {
    write_parameter(player, d);
    if (dice_chance(d, 8)) steer(player, d);
    if (dice_chance(d, 8)) ask_track(player, d); /* refused where there are none */
}

const sinew_step *random_play_advance(sinew_player *player, dice *d, double *clock) {
    if (dice_chance(d, 10)) {
        *clock += (double)dice_below(d, 64) / 256;
        return sinew_player_update_to(player, *clock);
    }
    /* Mostly frames; now and then a long one, or none. */
    double dt = dice_chance(d, 3) ? (double)dice_below(d, 5) : 0.0007 * dice_below(d, 100);
    return sinew_player_advance(player, dt);
}
