/* Scenes without bones: advancing a locomotion graph, and blend spaces of many points: bound, and looked up.
   Invariant: every clip is there and lasts a second; no model is needed. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t find_clip(const void *user, const char *name) {
    (void)user;
    uint32_t number = 0;
    for (const char *c = name; *c; ++c) number = number * 31 + (unsigned char)*c;
    return number % 100000;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    (void)user;
    return (sinew_clip_info){ 0.8 + 0.001 * (clip % 400), false };
}

static const sinew_rig RIG = { .find_clip = find_clip, .clip_info = clip_info };

/* ---- advance ---- */

#define CLIP(n)                                                                                                        \
    {                                                                                                                  \
        .name = n, .motion = {.kind = SINEW_MOTION_CLIP, .clip = n }                                                   \
    }
#define WHEN(n, name) static const sinew_condition_desc n[] = { { .parameter = name } }

/* A 1D blend, 6 states, 12 transitions, 2 layers. */
static sinew_result make_locomotion(sinew_graph **graph, sinew_log *log) {
    static const sinew_parameter_desc parameters[] = { { .name = "speed" },
                                                       { .name = "jump", .type = SINEW_PARAMETER_TRIGGER },
                                                       { .name = "hurt", .type = SINEW_PARAMETER_TRIGGER },
                                                       { .name = "attack", .type = SINEW_PARAMETER_TRIGGER },
                                                       { .name = "crouch", .type = SINEW_PARAMETER_BOOL } };
    static const sinew_child_desc gaits[] = { { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "idle" }, .x = 0 },
                                              { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" }, .x = 1.5 },
                                              { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "run" }, .x = 4 } };
    WHEN(jump, "jump");
    WHEN(hurt, "hurt");
    WHEN(attack, "attack");
    WHEN(crouch, "crouch");
    static const sinew_condition_desc stand[] = { { .parameter = "crouch", .value = { true, 0 } } };
    static const sinew_state_desc states[] = {
        { .name = "move",
          .motion = { .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = gaits, .child_count = 3 } },
        CLIP("jump"),
        CLIP("fall"),
        CLIP("land"),
        CLIP("crouch")
    };
    static const sinew_transition_desc transitions[] = {
        { .from = "*", .to = "fall", .conditions = hurt, .condition_count = 1, .priority = 1 },
        { .from = "move", .to = "jump", .conditions = jump, .condition_count = 1 },
        { .from = "move", .to = "crouch", .conditions = crouch, .condition_count = 1 },
        { .from = "crouch", .to = "move", .conditions = stand, .condition_count = 1 },
        { .from = "crouch", .to = "jump", .conditions = jump, .condition_count = 1 },
        { .from = "jump", .to = "fall", .exit = { true, 0.9 } },
        { .from = "fall", .to = "land", .exit = { true, 1 } },
        { .from = "land", .to = "move", .exit = { true, 0.8 } },
        { .from = "land", .to = "jump", .conditions = jump, .condition_count = 1 },
        { .from = "jump", .to = "land", .conditions = crouch, .condition_count = 1 },
        { .from = "fall", .to = "jump", .conditions = jump, .condition_count = 1 },
        { .from = "move", .to = "land", .conditions = attack, .condition_count = 1 }
    };
    static const sinew_state_desc top[] = { CLIP("aim") };
    static const sinew_layer_desc layers[] = {
        { .name = "base",
          .machine = { .states = states, .state_count = 5, .transitions = transitions, .transition_count = 12 } },
        { .name = "top", .machine = { .states = top, .state_count = 1 }, .blend = SINEW_BLEND_ADDITIVE }
    };
    sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 5, .layers = layers, .layer_count = 2 };
    return sinew_graph_create(&desc, graph, log);
}

enum { ADVANCES = 1000 };

typedef struct run {
    sinew_player *player;
    uint32_t x, y; /* parameters */
    double low, high;
    bench_random random;
} run;

static void advance_round(void *user, uint32_t round) {
    run *r = user;
    for (uint32_t i = 0; i < ADVANCES; ++i) {
        if (i % 8 == 0) sinew_player_set_float(r->player, r->x, (float)(((i / 8 + round) % 64) / 16.0));
        if (i % 500 == 250) sinew_player_fire(r->player, r->y);
        sinew_player_advance(r->player, 1.0 / 60);
    }
}

/* 100 states with four transitions each, none of which goes: what a large machine costs while nothing changes. */
static sinew_result make_large(sinew_graph **graph, sinew_log *log) {
    enum { STATES = 100, EACH = 4 };
    static const sinew_parameter_desc parameters[] = { { .name = "speed" },
                                                       { .name = "jump", .type = SINEW_PARAMETER_TRIGGER } };
    static const sinew_condition_desc never[] = {
        { .parameter = "speed", .test = SINEW_TEST_GREATER, .value = { true, 1e6 } }
    };
    char names[STATES][8];
    sinew_state_desc states[STATES];
    sinew_transition_desc transitions[STATES * EACH];
    for (uint32_t i = 0; i < STATES; ++i) {
        snprintf(names[i], sizeof names[i], "s%u", (unsigned)i);
        states[i] = (sinew_state_desc){ .name = names[i], .motion = { .kind = SINEW_MOTION_CLIP, .clip = names[i] } };
    }
    for (uint32_t i = 0; i < STATES * EACH; ++i)
        transitions[i] = (sinew_transition_desc){ .from = names[i / EACH],
                                                  .to = names[(i / EACH + 1 + 7 * (i % EACH)) % STATES],
                                                  .conditions = never,
                                                  .condition_count = 1 };
    sinew_layer_desc layers[] = { { .name = "base",
                                    .machine = { .states = states,
                                                 .state_count = STATES,
                                                 .transitions = transitions,
                                                 .transition_count = STATES * EACH } } };
    sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 2, .layers = layers, .layer_count = 1 };
    return sinew_graph_create(&desc, graph, log);
}

/* The most bytes that saving it took in a minute of its play. */
static double state_bytes(run *r) {
    size_t most = 0;
    for (uint32_t i = 0; i < 3600; ++i) {
        if (i % 8 == 0) sinew_player_set_float(r->player, r->x, (float)((i / 8 % 64) / 16.0));
        if (i % 50 == 25) sinew_player_fire(r->player, r->y);
        sinew_player_advance(r->player, 1.0 / 60);
        size_t size = sinew_state_size(r->player);
        most = size > most ? size : most;
    }
    return (double)most;
}

typedef sinew_result make_graph(sinew_graph **graph, sinew_log *log);

static sinew_result bench_advance(const char *scene, make_graph *make, const bench_options *options,
                                  bench_report *report, sinew_log *log) {
    sinew_graph *graph = NULL;
    sinew_binding *binding = NULL;
    sinew_player *player = NULL;
    sinew_result result = make(&graph, log);
    if (!result) result = sinew_bind(&(sinew_bind_desc){ .graph = graph, .rig = &RIG }, &binding, log);
    if (!result && !(player = sinew_player_create(binding))) result = SINEW_ERROR_MEMORY;
    if (!result) {
        run r = { .player = player,
                  .x = sinew_binding_find_parameter(binding, "speed"),
                  .y = sinew_binding_find_parameter(binding, "jump") };
        bench_row row = { .scene = scene, .count = 1, .threads = 1, .error_mm = -1, .bytes = state_bytes(&r) };
        if (!bench_time(options->seconds, advance_round, &r, &row.us, &row.us_median)) result = SINEW_ERROR_MEMORY;
        row.us *= 1e6 / ADVANCES;
        row.us_median *= 1e6 / ADVANCES;
        if (!result) bench_add(report, row);
    }
    sinew_player_destroy(player);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
    return result;
}

/* ---- blend spaces ---- */

typedef struct space {
    sinew_graph *graph;
    sinew_child_desc *children;
    char (*names)[16];
    sinew_result result;
} space;

static sinew_result make_space(space *s, uint32_t count, sinew_log *log) {
    static const sinew_parameter_desc parameters[] = { { .name = "x" }, { .name = "y" } };
    bench_random random = { 5 };
    s->children = calloc(count, sizeof *s->children);
    s->names = calloc(count, sizeof *s->names);
    if (!s->children || !s->names) return SINEW_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; ++i) {
        snprintf(s->names[i], sizeof s->names[i], "clip%u", (unsigned)i);
        s->children[i] = (sinew_child_desc){ .motion = { .kind = SINEW_MOTION_CLIP, .clip = s->names[i] },
                                             .x = 2 * bench_next(&random) - 1,
                                             .y = 2 * bench_next(&random) - 1 };
    }
    sinew_state_desc state = { .name = "space",
                               .motion = { .kind = SINEW_MOTION_BLEND_2D,
                                           .parameter = "x",
                                           .parameter_y = "y",
                                           .children = s->children,
                                           .child_count = count } };
    sinew_layer_desc layer = { .name = "base", .machine = { .states = &state, .state_count = 1 } };
    sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 2, .layers = &layer, .layer_count = 1 };
    return sinew_graph_create(&desc, &s->graph, log);
}

static void bind_round(void *user, uint32_t round) {
    space *s = user;
    (void)round;
    sinew_binding *binding = NULL;
    s->result = sinew_bind(&(sinew_bind_desc){ .graph = s->graph, .rig = &RIG }, &binding, NULL);
    sinew_binding_destroy(binding);
}

/* Another point each time, and an advance that plays nothing: a look-up with what is around it. */
static void lookup_round(void *user, uint32_t round) {
    run *r = user;
    (void)round;
    for (uint32_t i = 0; i < ADVANCES; ++i) {
        sinew_player_set_float(r->player, r->x, (float)(r->low + (r->high - r->low) * bench_next(&r->random)));
        sinew_player_set_float(r->player, r->y, (float)(r->low + (r->high - r->low) * bench_next(&r->random)));
        sinew_player_advance(r->player, 0);
    }
}

static sinew_result bench_lookup(const space *s, uint32_t count, const bench_options *options, bench_report *report,
                                 sinew_log *log) {
    sinew_binding *binding = NULL;
    sinew_player *player = NULL;
    sinew_result result = sinew_bind(&(sinew_bind_desc){ .graph = s->graph, .rig = &RIG }, &binding, log);
    if (!result && !(player = sinew_player_create(binding))) result = SINEW_ERROR_MEMORY;
    if (!result) {
        run r = {
            player, sinew_binding_find_parameter(binding, "x"), sinew_binding_find_parameter(binding, "y"), -1.1, 1.1,
            { 3 }
        };
        bench_row row = { .scene = "delaunay-lookup",
                          .count = count,
                          .threads = 1,
                          .error_mm = -1,
                          .bytes = (double)sinew_binding_player_size(binding) };
        if (!bench_time(options->seconds, lookup_round, &r, &row.us, &row.us_median)) result = SINEW_ERROR_MEMORY;
        row.us *= 1e6 / ADVANCES;
        row.us_median *= 1e6 / ADVANCES;
        if (!result) bench_add(report, row);
    }
    sinew_player_destroy(player);
    sinew_binding_destroy(binding);
    return result;
}

static sinew_result bench_space(uint32_t count, const bench_options *options, bench_report *report, sinew_log *log) {
    space s = { 0 };
    sinew_result result = make_space(&s, count, log);
    if (!result) {
        bench_row row = { .scene = "delaunay-bind", .count = count, .threads = 1, .error_mm = -1, .bytes = 0 };
        if (!bench_time(options->seconds, bind_round, &s, &row.us, &row.us_median)) result = SINEW_ERROR_MEMORY;
        if (s.result) result = s.result;
        row.us *= 1e6;
        row.us_median *= 1e6;
        if (!result) bench_add(report, row);
    }
    if (!result) result = bench_lookup(&s, count, options, report, log);
    sinew_graph_destroy(s.graph);
    free(s.children);
    free(s.names);
    return result;
}

sinew_result bench_graphs(const bench_options *options, bench_report *report, sinew_log *log) {
    sinew_result result = bench_advance("advance", make_locomotion, options, report, log);
    if (!result) result = bench_advance("advance-large", make_large, options, report, log);
    if (!result) result = bench_space(10, options, report, log);
    return result ? result : bench_space(1000, options, report, log);
}
