/* A player's block: making it, its parameters, pausing and letting go.
   Invariant: a write that is refused has changed nothing. */
#include "advance.h"
#include "advance/events.h"
#include "advance/track.h"

#include <math.h>
#include <string.h>

bool snw_value_allowed(const snw_parameter *parameter, double value) {
    return fabs(value) <= parameter->speed_limit && value - value == 0;
}

/* ---- the block ---- */

static void start_layer(const snw_lane *lane) {
    uint32_t serial = lane->head->serial, dropped = lane->head->dropped;
    memset(lane->head, 0, sizeof *lane->head);
    lane->head->dropped = dropped;
    lane->head->serial = serial; /* goes on, so that a pose never takes a new hold for an old one */
    lane->head->weight = lane->layer->weight;
    snw_events_drop(lane);
    snw_clear_layer(lane);
    uint32_t run = snw_new_run(lane, lane->layer->machine);
    uint32_t entry = lane->binding->machines[lane->layer->machine].entry;
    lane->runs[run].current = snw_enter(lane, entry, entry, 0);
}

void snw_player_start(sinew_player *player) {
    const sinew_binding *binding = player->binding;
    for (uint32_t i = 0; i < binding->parameter_count; ++i) {
        const snw_parameter *row = &binding->parameters[i];
        if (row->type == SINEW_PARAMETER_FLOAT) snw_values(player)[i].number = row->default_float;
        else snw_values(player)[i].whole = row->default_int;
    }
    memset(snw_glides(player), 0, binding->float_count * sizeof(snw_glide));
    memset(snw_ages(player), 0, binding->trigger_count * sizeof(double));
    memset(snw_driven_of(player), 0, (size_t)binding->drive_count * binding->layer_count * sizeof(snw_driven));
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        snw_lane lane = snw_lane_of(player, i);
        start_layer(&lane);
    }
}

sinew_player *sinew_player_init(void *memory, size_t size, const sinew_binding *binding, sinew_step *step) {
    if (!memory || !binding || !step || size < binding->player_size || (uintptr_t)memory % 16) return NULL;
    if (step->binding != binding) return NULL;
    memset(memory, 0, binding->player_size);
    sinew_player *player = memory;
    player->binding = binding;
    player->step = step;
    snw_player_start(player);
    snw_tracks_start(player);
    return player;
}

static size_t padded(size_t size) { return (size + 15) / 16 * 16; }

sinew_player *sinew_player_create(const sinew_binding *binding) {
    if (!binding) return NULL;
    size_t player_size = padded(binding->player_size), bytes = player_size + binding->step_size;
    char *block = snw_allocate(&binding->arena.allocator, bytes);
    if (!block) return NULL;
    sinew_step *step = sinew_step_init(block + player_size, binding->step_size, binding);
    sinew_player *player = sinew_player_init(block, binding->player_size, binding, step);
    if (!player) {
        snw_release(&binding->arena.allocator, block, bytes);
        return NULL;
    }
    player->allocator = binding->arena.allocator;
    player->block = player;
    player->owned = bytes;
    return player;
}

void sinew_player_destroy(sinew_player *player) {
    if (!player || player->block != player) return;
    sinew_allocator allocator = player->allocator;
    snw_release(&allocator, player, player->owned);
}

const sinew_binding *sinew_player_binding(const sinew_player *player) { return player ? player->binding : NULL; }

/* ---- parameters ---- */

static sinew_result check(const sinew_player *player, uint32_t parameter, sinew_parameter_type type) {
    if (!player) return SINEW_ERROR_ARGUMENT;
    if (parameter >= player->binding->parameter_count) return SINEW_ERROR_NOT_FOUND;
    return player->binding->parameters[parameter].type == type ? SINEW_OK : SINEW_ERROR_TYPE;
}

sinew_result sinew_player_set_float(sinew_player *player, uint32_t parameter, float value) {
    sinew_result result = check(player, parameter, SINEW_PARAMETER_FLOAT);
    if (result != SINEW_OK) return result;
    const snw_parameter *row = &player->binding->parameters[parameter];
    if (!snw_value_allowed(row, (double)value)) return SINEW_ERROR_RANGE;
    snw_values(player)[parameter].number = value;
    snw_glides(player)[row->slot] = (snw_glide){ 0, 0, 0 };
    return SINEW_OK;
}

sinew_result sinew_player_set_int(sinew_player *player, uint32_t parameter, int32_t value) {
    sinew_result result = check(player, parameter, SINEW_PARAMETER_INT);
    if (result != SINEW_OK) return result;
    if (!snw_value_allowed(&player->binding->parameters[parameter], value)) return SINEW_ERROR_RANGE;
    snw_values(player)[parameter].whole = value;
    return SINEW_OK;
}

sinew_result sinew_player_set_bool(sinew_player *player, uint32_t parameter, bool value) {
    sinew_result result = check(player, parameter, SINEW_PARAMETER_BOOL);
    if (result == SINEW_OK) snw_values(player)[parameter].whole = value;
    return result;
}

sinew_result sinew_player_fire(sinew_player *player, uint32_t trigger) {
    sinew_result result = check(player, trigger, SINEW_PARAMETER_TRIGGER);
    if (result != SINEW_OK) return result;
    snw_values(player)[trigger].whole = 1;
    snw_ages(player)[player->binding->parameters[trigger].slot] = 0;
    return SINEW_OK;
}

sinew_result sinew_player_move_float(sinew_player *player, uint32_t parameter, float goal, float rate) {
    sinew_result result = check(player, parameter, SINEW_PARAMETER_FLOAT);
    if (result != SINEW_OK) return result;
    const snw_parameter *row = &player->binding->parameters[parameter];
    bool usable = goal - goal == 0 && rate - rate == 0 && rate >= 0;
    if (!usable) return SINEW_ERROR_RANGE;
    snw_glide *glide = &snw_glides(player)[row->slot];
    *glide = rate > 0 ? (snw_glide){ goal, rate, glide->at } : (snw_glide){ 0, 0, 0 };
    return SINEW_OK;
}

sinew_result sinew_player_bind_float(sinew_player *player, uint32_t parameter, const float *number,
                                     float (*read)(void *user), void *user) {
    sinew_result result = check(player, parameter, SINEW_PARAMETER_FLOAT);
    if (result == SINEW_OK)
        snw_hosts(player)[player->binding->parameters[parameter].slot] = (snw_host){ number, read, user };
    return result;
}

sinew_result sinew_player_get(const sinew_player *player, uint32_t parameter, double *value) {
    if (!player || !value) return SINEW_ERROR_ARGUMENT;
    if (parameter >= player->binding->parameter_count) return SINEW_ERROR_NOT_FOUND;
    const snw_value *own = &snw_values(player)[parameter];
    bool is_float = player->binding->parameters[parameter].type == SINEW_PARAMETER_FLOAT;
    *value = is_float ? (double)own->number : own->whole;
    return SINEW_OK;
}

static double number_of(const sinew_player *player, uint32_t parameter) {
    double value = 0;
    sinew_player_get(player, parameter, &value);
    return value;
}

float sinew_player_get_float(const sinew_player *player, uint32_t parameter) {
    return (float)number_of(player, parameter);
}

int32_t sinew_player_get_int(const sinew_player *player, uint32_t parameter) {
    double value = number_of(player, parameter);
    return value >= 2147483647.0 ? INT32_MAX : value <= -2147483648.0 ? INT32_MIN : (int32_t)value;
}

bool sinew_player_get_bool(const sinew_player *player, uint32_t parameter) {
    double value = number_of(player, parameter);
    return value > 0 || value < 0;
}

static uint32_t named(const sinew_player *player, const char *name) {
    return player ? sinew_binding_find_parameter(player->binding, name) : SINEW_NONE;
}

sinew_result sinew_player_set_float_named(sinew_player *player, const char *name, float value) {
    return sinew_player_set_float(player, named(player, name), value);
}
sinew_result sinew_player_set_int_named(sinew_player *player, const char *name, int32_t value) {
    return sinew_player_set_int(player, named(player, name), value);
}
sinew_result sinew_player_set_bool_named(sinew_player *player, const char *name, bool value) {
    return sinew_player_set_bool(player, named(player, name), value);
}
sinew_result sinew_player_fire_named(sinew_player *player, const char *name) {
    return sinew_player_fire(player, named(player, name));
}

sinew_result sinew_player_set_layer_weight(sinew_player *player, uint32_t layer, float weight) {
    if (!player) return SINEW_ERROR_ARGUMENT;
    if (layer >= player->binding->layer_count) return SINEW_ERROR_NOT_FOUND;
    if (player->binding->layers[layer].weight_parameter != SINEW_NONE) return SINEW_ERROR_REFUSED;
    if (!(weight - weight == 0)) return SINEW_ERROR_RANGE;
    snw_lane_of(player, layer).head->weight = snw_unit_weight((double)weight);
    return SINEW_OK;
}

/* ---- pausing and letting go ---- */

void sinew_player_pause(sinew_player *player) {
    if (player) snw_head_of(player)->flags |= SNW_PAUSED;
}

void sinew_player_resume(sinew_player *player) {
    if (player) snw_head_of(player)->flags &= ~(uint32_t)SNW_PAUSED;
}

bool sinew_player_paused(const sinew_player *player) { return player && (snw_head_of(player)->flags & SNW_PAUSED); }

void sinew_player_release(sinew_player *player) {
    if (player) snw_head_of(player)->flags |= SNW_RELEASED;
}

void sinew_player_attach(sinew_player *player) {
    if (!player) return;
    snw_head_of(player)->flags &= ~(uint32_t)SNW_RELEASED;
    snw_player_start(player);
}
