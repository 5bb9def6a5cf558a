/* Random graph × script: the first part of the input throws the dice of two graphs, the rest is a script for players
   of them. Whatever it says, what a player gives out is in order, and two players that get the same do the same.
   Fuzzes: src/bind src/advance */
#include "play.h"

#include "bind/layout.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Work is measured in bytes of state gone through. */
enum { HEAD = 10, MOST_ACTIONS = 300, MOST_WORK = 1 << 23 };

/* A player that is asked and explained everything, and a twin in memory of its own that is asked nothing. */
typedef struct pair {
    const world *world;
    const sinew_binding *binding;
    sinew_player *player, *twin;
    void *memory, *step;
    char *kept; /* the twin's state as it was */
    sinew_verdict *verdicts;
    play_watch watches[WORLD_LAYERS];
    bool wished; /* travel, crossfade or play since the last advance that moved */
    double clock;
} pair;

typedef struct game {
    world worlds[2];
    pair now;
    dice script;
    float numbers[2]; /* of the host */
} game;

/* ---- numbers ---- */

static float pick_float(dice *d) {
    static const float floats[] = { 0,       1,        -1,  0.5f,     -0.5f,     0.25f,   2,    -2,   1e-30f, 1e30f,
                                    FLT_MAX, -FLT_MAX, NAN, INFINITY, -INFINITY, FLT_MIN, 1e6f, 3e5f, -4e5f,  1e-8f };
    uint32_t pick = dice_below(d, 256);
    if (pick < 60) return floats[pick % (sizeof floats / sizeof *floats)];
    return ((float)pick - 158) / 40;
}

static int32_t pick_int(dice *d) {
    static const int32_t ints[] = { 0, 1, -1, 2, 3, -2, INT32_MAX, INT32_MIN, 1000000, 7 };
    return ints[dice_below(d, sizeof ints / sizeof *ints)];
}

static double pick_seconds(dice *d) {
    static const double seconds[] = { 0,    1e-12, 1.0 / 144, 1.0 / 60, 1.0 / 60, 1.0 / 24, 0.1,
                                      0.5,  7,     1e6,       NAN,      -1,       1e-9,     2e-9,
                                      0.25, 0.05,  0.3,       1,        3600,     INFINITY, 1000001 };
    return seconds[dice_below(d, sizeof seconds / sizeof *seconds)];
}

static float read_number(void *user) { return *(float *)user; }

/* ---- pairs ---- */

static bool pair_open(pair *p, const world *w, const sinew_binding *binding) {
    memset(p, 0, sizeof *p);
    size_t size = sinew_binding_player_size(binding), step_size = sinew_binding_step_size(binding);
    p->world = w;
    p->binding = binding;
    p->player = sinew_player_create(binding);
    p->memory = malloc(size);
    p->step = malloc(step_size);
    p->verdicts = calloc(sinew_binding_transition_count(binding) + 1, sizeof *p->verdicts);
    p->kept = malloc(sinew_binding_state_size(binding));
    if (!p->player || !p->memory || !p->step || !p->verdicts || !p->kept) return false;
    REQUIRE(!sinew_step_init(p->step, step_size - 1, binding));
    sinew_step *step = sinew_step_init(p->step, step_size, binding);
    REQUIRE(step && !sinew_player_init(p->memory, size - 1, binding, step));
    p->twin = sinew_player_init(p->memory, size, binding, step);
    REQUIRE(p->twin && sinew_player_binding(p->twin) == binding);
    for (uint32_t i = 0; i < WORLD_LAYERS; ++i) p->watches[i].state = SINEW_NONE;
    return true;
}

static void pair_close(pair *p) {
    sinew_player_destroy(p->player);
    sinew_player_destroy(p->twin); /* in our memory: nothing to give back */
    free(p->memory);
    free(p->step);
    free(p->verdicts);
    free(p->kept);
}

static bool same_state(const sinew_player *a, const void *state) {
    return memcmp(snw_state_part(a), state, sinew_binding_state_size(sinew_player_binding(a))) == 0;
}

static void check_twins(const pair *p) { REQUIRE(same_state(p->player, snw_state_part(p->twin))); }

static void keep(const pair *p) { memcpy(p->kept, snw_state_part(p->twin), sinew_binding_state_size(p->binding)); }

static void check_kept(const pair *p) {
    check_twins(p);
    REQUIRE(same_state(p->twin, p->kept));
}

static void forget(pair *p) {
    for (uint32_t i = 0; i < WORLD_LAYERS; ++i) p->watches[i].state = SINEW_NONE;
}

/* ---- writes: what is refused has changed nothing ---- */

typedef struct write {
    uint32_t kind, parameter;
    float number, rate;
    int32_t whole;
} write;

enum { WRITE_FLOAT, WRITE_INT, WRITE_BOOL, WRITE_FIRE, WRITE_MOVE, WRITE_NAMED, WRITE_KINDS };

static sinew_result write_named(sinew_player *player, const write *what, const char *name) {
    switch (sinew_binding_parameter_type(sinew_player_binding(player), what->parameter)) {
    case SINEW_PARAMETER_FLOAT: return sinew_player_set_float_named(player, name, what->number);
    case SINEW_PARAMETER_INT: return sinew_player_set_int_named(player, name, what->whole);
    case SINEW_PARAMETER_BOOL: return sinew_player_set_bool_named(player, name, what->whole & 1);
    default: return sinew_player_fire_named(player, name);
    }
}

static sinew_result do_write(sinew_player *player, const write *what) {
    switch (what->kind) {
    case WRITE_FLOAT: return sinew_player_set_float(player, what->parameter, what->number);
    case WRITE_INT: return sinew_player_set_int(player, what->parameter, what->whole);
    case WRITE_BOOL: return sinew_player_set_bool(player, what->parameter, what->whole & 1);
    case WRITE_FIRE: return sinew_player_fire(player, what->parameter);
    case WRITE_MOVE: return sinew_player_move_float(player, what->parameter, what->number, what->rate);
    default:
        return write_named(player, what, sinew_binding_parameter_name(sinew_player_binding(player), what->parameter));
    }
}

static void check_written(const pair *p, const write *what, sinew_result result) {
    static const sinew_parameter_type types[] = { SINEW_PARAMETER_FLOAT, SINEW_PARAMETER_INT, SINEW_PARAMETER_BOOL,
                                                  SINEW_PARAMETER_TRIGGER, SINEW_PARAMETER_FLOAT };
    double value = 0;
    bool there = what->parameter < sinew_binding_parameter_count(p->binding);
    REQUIRE((result == SINEW_ERROR_NOT_FOUND) == !there);
    REQUIRE((sinew_player_get(p->player, what->parameter, &value) == SINEW_OK) == there);
    if (!there || what->kind == WRITE_NAMED) return;
    bool fits = sinew_binding_parameter_type(p->binding, what->parameter) == types[what->kind];
    REQUIRE((result == SINEW_ERROR_TYPE) == !fits);
    if (what->kind == WRITE_FLOAT && result == SINEW_OK)
        REQUIRE(isfinite(what->number) && value == (double)what->number);
    if (what->kind == WRITE_INT && result == SINEW_OK)
        REQUIRE(value == what->whole && sinew_player_get_int(p->player, what->parameter) == what->whole);
    if (what->kind == WRITE_FIRE && result == SINEW_OK) REQUIRE(sinew_player_get_bool(p->player, what->parameter));
}

static void act_write(pair *p, dice *d) {
    keep(p);
    write what = { .kind = dice_below(d, WRITE_KINDS), .parameter = dice_below(d, RANDOM_PARAMETERS + 1) };
    /* Mostly of the right type. */
    if (what.kind < WRITE_MOVE && dice_chance(d, 85)) what.kind = WRITE_NAMED;
    what.number = pick_float(d);
    what.rate = what.kind == WRITE_MOVE ? pick_float(d) : 0;
    what.whole = pick_int(d);
    sinew_result result = do_write(p->player, &what);
    REQUIRE(do_write(p->twin, &what) == result);
    if (result != SINEW_OK) check_kept(p);
    check_written(p, &what, result);
}

static void act_layer_weight(pair *p, dice *d) {
    keep(p);
    uint32_t layer = dice_below(d, WORLD_LAYERS + 1);
    float weight = pick_float(d);
    sinew_result result = sinew_player_set_layer_weight(p->player, layer, weight);
    REQUIRE(sinew_player_set_layer_weight(p->twin, layer, weight) == result);
    if (result != SINEW_OK) check_kept(p);
    else REQUIRE(sinew_player_layer_weight(p->player, layer) >= 0 && sinew_player_layer_weight(p->player, layer) <= 1);
}

static void act_bind(game *g, dice *d) {
    uint32_t parameter = dice_below(d, RANDOM_PARAMETERS + 1), number = dice_below(d, 2), how = dice_below(d, 3);
    const float *address = how == 0 ? &g->numbers[number] : NULL;
    float (*read)(void *) = how == 1 ? read_number : NULL;
    sinew_result result = sinew_player_bind_float(g->now.player, parameter, address, read, &g->numbers[number]);
    REQUIRE(sinew_player_bind_float(g->now.twin, parameter, address, read, &g->numbers[number]) == result);
}

/* ---- time ---- */

/* What two players of one history give out is the same, bit for bit. */
static void check_same_step(const sinew_step *a, const sinew_step *b) {
    REQUIRE(a->result == b->result && a->sample_count == b->sample_count && a->signal_count == b->signal_count);
    REQUIRE(!a->sample_count || !memcmp(a->samples, b->samples, a->sample_count * sizeof *a->samples));
    REQUIRE(!a->signal_count || !memcmp(a->signals, b->signals, a->signal_count * sizeof *a->signals));
}

static void check_moved(pair *p, const sinew_step *step, const sinew_step *other) {
    check_same_step(step, other);
    check_step(p->world, p->player, step);
    check_answers(p->world, p->player, step, p->watches);
    check_twins(p);
    if (step->result != SINEW_OK) check_kept(p);
    if (step->result != SINEW_OK) REQUIRE(!(step->dt > 0) && step->signal_count == 0);
    REQUIRE(step->time == sinew_player_time(p->player));
}

static void act_advance(pair *p, dice *d, bool explained) {
    double seconds = pick_seconds(d);
    keep(p);
    bool fits = seconds >= 0 && seconds <= 1e6, moves = fits && !sinew_player_paused(p->player);
    const sinew_step *step, *other = sinew_player_advance(p->twin, seconds);
    uint32_t count = sinew_binding_transition_count(p->binding);
    if (explained) step = sinew_player_advance_explained(p->player, seconds, p->verdicts, count);
    else step = sinew_player_advance(p->player, seconds);
    REQUIRE(step->result == (fits ? SINEW_OK : SINEW_ERROR_RANGE) && (moves ? step->dt == seconds : !(step->dt > 0)));
    check_moved(p, step, other);
    if (explained) check_verdicts(p->world, step, p->verdicts, !p->wished);
    if (moves) p->wished = false;
}

static void act_explain_badly(pair *p) {
    keep(p);
    REQUIRE(sinew_player_advance_explained(p->player, 0.1, NULL, UINT32_MAX)->result == SINEW_ERROR_ARGUMENT);
    uint32_t count = sinew_binding_transition_count(p->binding);
    if (count) REQUIRE(sinew_player_advance_explained(p->player, 0.1, p->verdicts, count - 1)->result != SINEW_OK);
    check_kept(p);
}

static void act_update(pair *p, dice *d) {
    keep(p);
    double gap = pick_seconds(d);
    double time = dice_chance(d, 90) && isfinite(gap) ? p->clock + gap : gap;
    const sinew_step *step = sinew_player_update_to(p->player, time);
    check_moved(p, step, sinew_player_update_to(p->twin, time));
    REQUIRE((step->result == SINEW_OK) == isfinite(time));
    if (isfinite(time)) p->clock = time;
    if (step->dt > 0) p->wished = false;
}

/* A copy of the twin's bytes is a player like it; they share a step. */
static void act_copy(pair *p, dice *d) {
    size_t size = sinew_binding_player_size(p->binding);
    double seconds = pick_seconds(d);
    sinew_player *copy = malloc(size);
    keep(p);
    if (!copy) return;
    memcpy(copy, p->memory, size);
    sinew_player_advance(copy, seconds);
    const sinew_step *other = sinew_player_advance(p->twin, seconds);
    check_moved(p, sinew_player_advance(p->player, seconds), other);
    REQUIRE(same_state(copy, snw_state_part(p->twin)));
    REQUIRE(sinew_player_hash(copy) == sinew_player_hash(p->player));
    free(copy);
    if (seconds >= 0 && seconds <= 1e6 && !sinew_player_paused(p->player)) p->wished = false;
}

/* ---- direct control ---- */

static sinew_result do_wish(sinew_player *player, uint32_t kind, uint32_t layer, uint32_t state, double value) {
    if (kind == 0) return sinew_player_travel(player, layer, state);
    if (kind == 1) return sinew_player_crossfade(player, layer, state, value);
    return sinew_player_play(player, layer, state, value);
}

static void act_wish(pair *p, dice *d) {
    keep(p);
    uint32_t states = sinew_binding_state_count(p->binding), kind = dice_below(d, 3);
    uint32_t state = dice_below(d, states + 1), layer = sinew_binding_state_layer(p->binding, state);
    if (layer == SINEW_NONE || dice_chance(d, 5)) layer = dice_below(d, WORLD_LAYERS + 1);
    double value = dice_chance(d, 50) ? pick_seconds(d) : 0.1 * dice_below(d, 20);
    sinew_result result = do_wish(p->player, kind, layer, state, value);
    REQUIRE(do_wish(p->twin, kind, layer, state, value) == result);
    if (result != SINEW_OK) check_kept(p);
    else p->wished = true;
}

static void act_switch(pair *p, dice *d) {
    sinew_player *both[] = { p->player, p->twin };
    uint32_t kind = dice_below(d, 5);
    for (int i = 0; i < 2; ++i) {
        if (kind == 0) sinew_player_pause(both[i]);
        else if (kind < 3) sinew_player_resume(both[i]);
        else if (kind == 3) sinew_player_release(both[i]);
        else sinew_player_attach(both[i]);
    }
    if (kind >= 3) forget(p);
}

/* ---- rebinding ---- */

static void rebind(pair *from, const world *w, const sinew_binding *binding) {
    pair to;
    bool same = sinew_binding_graph(binding) == sinew_binding_graph(from->binding);
    keep(from);
    if (pair_open(&to, w, binding)) {
        sinew_log log = { 0 };
        REQUIRE(sinew_player_rebind(from->player, to.player, &log) == SINEW_OK && log.error_count == 0);
        REQUIRE(sinew_player_rebind(from->twin, to.twin, NULL) == SINEW_OK);
        sinew_log_free(&log);
        check_kept(from);
        check_twins(&to);
        if (same) REQUIRE(same_state(to.twin, snw_state_part(from->twin)));
        if (same) memcpy(to.watches, from->watches, sizeof to.watches);
        to.wished = from->wished;
        to.clock = from->clock;
        pair held = *from;
        *from = to;
        to = held;
    }
    pair_close(&to);
}

static void act_rebind(game *g, dice *d) {
    uint32_t pick = dice_below(d, 4);
    const world *w = &g->worlds[pick / 2];
    rebind(&g->now, w, pick % 2 ? w->second : w->binding);
}

/* ---- a script ---- */

static void act_ask(pair *p, dice *d) {
    uint32_t state = dice_below(d, sinew_binding_state_count(p->binding));
    float x = pick_float(d), y = pick_float(d);
    if (isfinite(x) && isfinite(y)) check_blends(p->world, state, x, y);
}

static void act(game *g) {
    dice *d = &g->script;
    uint32_t kind = dice_below(d, 64);
    if (kind < 18) act_advance(&g->now, d, false);
    else if (kind < 26) act_advance(&g->now, d, true);
    else if (kind < 42) act_write(&g->now, d);
    else if (kind < 50) act_wish(&g->now, d);
    else if (kind < 53) act_update(&g->now, d);
    else if (kind < 55) act_layer_weight(&g->now, d);
    else if (kind < 56) act_rebind(g, d);
    else if (kind < 59) act_switch(&g->now, d);
    else if (kind < 60) act_copy(&g->now, d);
    else if (kind < 61) act_bind(g, d);
    else if (kind < 62) g->numbers[dice_below(d, 2)] = pick_float(d);
    else if (kind < 63) act_ask(&g->now, d);
    else act_explain_badly(&g->now);
}

/* Seed, length of the graphs' part, then the two parts. The second graph begins with the dice of the first. */
static bool open_game(game *g, const uint8_t *data, size_t size) {
    uint64_t seed = 0;
    for (int i = 0; i < 8; ++i) seed = seed << 8 | data[i];
    size_t rest = size - HEAD, share = ((size_t)data[8] << 8 | data[9]) % (rest + 1);
    dice first = { data + HEAD, share, 0, { seed } }, second = { data + HEAD, share / 2, 0, { seed + 1 } };
    memset(g, 0, sizeof *g);
    g->script = (dice){ data + HEAD + share, rest - share, 0, { seed + 2 } };
    bool made = world_make(&g->worlds[0], &first);
    return world_make(&g->worlds[1], &second) && made;
}

static void play(game *g) {
    size_t work = 0;
    check_names(&g->worlds[0]);
    if (pair_open(&g->now, &g->worlds[0], g->worlds[0].binding))
        for (int i = 0; i < MOST_ACTIONS && work < MOST_WORK && g->script.at < g->script.size; ++i) {
            act(g);
            work += sinew_binding_state_size(g->now.binding) + sinew_binding_step_size(g->now.binding) / 8;
        }
    pair_close(&g->now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD) return 0;
    game g;
    if (open_game(&g, data, size)) play(&g);
    for (int i = 0; i < 2; ++i) world_free(&g.worlds[i]);
    return 0;
}

/* ---- seeds ---- */

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    if (index >= 64) return 0;
    random_source r = { index * 7919u + 1 };
    size_t graph = 20 + random_below(&r, 600), script = 100 + random_below(&r, 900), size = HEAD + graph + script;
    if (size > capacity) return 0;
    for (size_t i = 0; i < size; ++i) data[i] = (uint8_t)random_next(&r);
    data[8] = (uint8_t)(graph >> 8);
    data[9] = (uint8_t)graph;
    return size;
}
