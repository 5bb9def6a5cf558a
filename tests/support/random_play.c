/* See random_play.h. */
#include "support/random_play.h"

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

void random_play_act(sinew_player *player, dice *d) {
    write_parameter(player, d);
    if (dice_chance(d, 8)) steer(player, d);
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
