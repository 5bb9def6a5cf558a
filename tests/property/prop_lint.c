/* The graph checker tells nothing that some input makes untrue: 4,000 random small machines (400 where a sanitizer
   looks on or SINEW_QUICK is set; SINEW_GRAPHS=N, SINEW_SEED=N), made so that transitions shadow each other, exits lie
   behind exits and rings close, each played with random inputs. What was told to be unreachable must not be entered,
   what was told never to go must not go, and a ring must turn with the values that its sentence names. */
#include "base/base.h"
#include "sinew/player.h"
#include "support/random_model.h"
#include "support/setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STATES = 5, INNER = 3, ROWS = 14, CONDITIONS = 3, CLIPS = 6, FRAMES = 500 };

/* ---- a machine ---- */

typedef struct machine {
    sinew_state_desc states[STATES];
    sinew_transition_desc rows[ROWS];
    sinew_condition_desc conditions[ROWS][CONDITIONS];
    sinew_machine_desc desc;
} machine;

typedef struct world {
    random_source random;
    machine outer, inner;
    sinew_graph_desc desc;
    sinew_layer_desc layer;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_log log;
} world;

static const char *const names[STATES] = { "A", "B", "C", "D", "E" };
static const char *const clips[CLIPS] = { "long", "short", "once", "brief", "pose", "still" };
static const sinew_clip_info infos[CLIPS] = { { 1, false },   { 0.2, false }, { 0.7, true },
                                              { 0.05, true }, { 0, true },    { 0, false } };
static const sinew_parameter_desc parameters[] = {
    { .name = "x" },
    { .name = "i", .type = SINEW_PARAMETER_INT },
    { .name = "b", .type = SINEW_PARAMETER_BOOL },
    { .name = "t", .type = SINEW_PARAMETER_TRIGGER },
    { .name = "u", .type = SINEW_PARAMETER_TRIGGER, .no_latch = true },
    { .name = "speed", .default_value = 1 },
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

static uint32_t below(world *w, uint32_t count) { return random_below(&w->random, count); }
static bool chance(world *w, uint32_t percent) { return below(w, 100) < percent; }

static sinew_condition_desc condition(world *w) {
    uint32_t p = below(w, 5);
    sinew_condition_desc c = { .parameter = parameters[p].name };
    if (parameters[p].type == SINEW_PARAMETER_TRIGGER) return c;
    c.test = (sinew_test)below(w, parameters[p].type == SINEW_PARAMETER_BOOL ? 2 : 6);
    c.value = (sinew_opt){ true, (double)below(w, parameters[p].type == SINEW_PARAMETER_BOOL ? 2 : 3) };
    if (parameters[p].type == SINEW_PARAMETER_INT && chance(w, 10)) c.value.value += 0.5;
    return c;
}

static void make_row(world *w, machine *m, uint32_t index, bool inside) {
    static const double exits[] = { 0, 0.25, 0.5, 0.5, 1, 1, 2 }, fades[] = { 0, 0, 0.1, 0.4 };
    sinew_transition_desc *row = &m->rows[index];
    memset(row, 0, sizeof *row);
    row->from = chance(w, 20) ? "*" : names[below(w, m->desc.state_count)];
    row->to = inside && chance(w, 20) ? "<exit>" : names[below(w, m->desc.state_count)];
    row->conditions = m->conditions[index];
    row->condition_count = chance(w, 30) ? 0 : 1 + below(w, 2);
    for (uint32_t i = 0; i < row->condition_count; ++i) m->conditions[index][i] = condition(w);
    if (chance(w, 45)) row->exit = (sinew_opt){ true, exits[below(w, 7)] };
    row->exit_each_loop = chance(w, 10);
    row->fade = (sinew_opt){ chance(w, 90), fades[below(w, 4)] };
    if (chance(w, 15)) row->offset = (sinew_opt){ true, 0.3 * below(w, 4) };
    row->offset_match = !row->offset.set && chance(w, 5);
    if (chance(w, 25)) row->interrupt = (sinew_interrupt)below(w, 4);
    row->hold = (sinew_hold)below(w, 3);
    row->resume = chance(w, 6);
    row->priority = (int32_t)below(w, 2);
    row->self = chance(w, 10);
    row->disabled = chance(w, 4);
}

static void make_machine(world *w, machine *m, uint32_t states, const machine *inside) {
    memset(m, 0, sizeof *m);
    m->desc = (sinew_machine_desc){ NULL, m->states, states, m->rows, 3 + below(w, ROWS - 3) };
    for (uint32_t i = 0; i < states; ++i) {
        sinew_state_desc *s = &m->states[i];
        s->name = names[i];
        if (inside && i == states - 1) {
            s->machine = &inside->desc;
            continue;
        }
        if (chance(w, 8)) continue; /* empty */
        s->motion =
            (sinew_motion_desc){ .kind = SINEW_MOTION_CLIP, .clip = clips[below(w, chance(w, 70) ? 4 : CLIPS)] };
        s->loop = chance(w, 50) ? SINEW_LOOP_DEFAULT : (sinew_loop)below(w, 4);
        if (chance(w, 10)) s->speed = (sinew_opt){ true, (double)below(w, 3) - 1 };
        if (chance(w, 10)) s->speed_parameter = "speed";
    }
    for (uint32_t i = 0; i < m->desc.transition_count; ++i) make_row(w, m, i, !inside);
}

static uint32_t find_clip(const void *user, const char *name) {
    (void)user;
    for (uint32_t i = 0; i < CLIPS; ++i)
        if (strcmp(clips[i], name) == 0) return i;
    return SINEW_NONE;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    (void)user;
    return infos[clip];
}

static uint32_t number; /* of the graph being tried */

/* cuts: no transition fades. */
static void open_world(world *w, uint64_t seed, bool cuts) {
    const sinew_rig rig = { .find_clip = find_clip, .clip_info = clip_info };
    memset(w, 0, sizeof *w);
    w->random = (random_source){ seed };
    make_machine(w, &w->inner, 2 + below(w, INNER - 1), NULL);
    make_machine(w, &w->outer, 3 + below(w, STATES - 2), &w->inner);
    for (uint32_t i = 0; cuts && i < ROWS; ++i) w->outer.rows[i].fade = w->inner.rows[i].fade = (sinew_opt){ true, 0 };
    w->layer = (sinew_layer_desc){ .name = "L", .machine = w->outer.desc };
    w->desc = (sinew_graph_desc){ .parameters = parameters,
                                  .parameter_count = PARAMETERS,
                                  .layers = &w->layer,
                                  .layer_count = 1,
                                  .transitions_per_moment = chance(w, 20) ? 1 + below(w, 8) : 0 };
    assert_int_equal(sinew_graph_create(&w->desc, &w->graph, NULL), SINEW_OK);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = w->graph, .rig = &rig }, &w->binding, NULL), SINEW_OK);
    assert_int_equal(sinew_binding_lint(w->binding, &w->log), SINEW_OK);
}

static void close_world(world *w) {
    sinew_log_free(&w->log);
    sinew_binding_destroy(w->binding);
    sinew_graph_destroy(w->graph);
}

/* ---- what was told ---- */

static const sinew_diagnostic *told(const world *w, const char *path, bool never) {
    for (uint32_t i = 0; i < w->log.count; ++i) {
        const sinew_diagnostic *item = &w->log.items[i];
        bool of_kind = never ? item->code == SINEW_CODE_TRANSITION_NEVER || item->code == SINEW_CODE_TRANSITION_SHADOWED
                             : item->code == SINEW_CODE_UNREACHABLE_STATE;
        if (of_kind && strcmp(item->path, path) == 0) return item;
    }
    return NULL;
}

static void path_of_machine(const world *w, uint32_t state, char *text, size_t size) {
    if (state == SINEW_NONE) snprintf(text, size, "layers[0].machine");
    else snprintf(text, size, "layers[0].machine.states.%s.machine", sinew_binding_state_name(w->binding, state));
}

static const sinew_diagnostic *told_of_state(const world *w, uint32_t state) {
    char holding[200], path[300];
    path_of_machine(w, sinew_binding_state_parent(w->binding, state), holding, sizeof holding);
    snprintf(path, sizeof path, "%s.states.%s", holding, sinew_binding_state_name(w->binding, state));
    return told(w, path, false);
}

static const sinew_diagnostic *told_of_row(const world *w, uint32_t row) {
    uint32_t holder, index;
    char holding[200], path[300];
    assert_true(sinew_binding_transition(w->binding, row, NULL, &holder, &index, NULL, NULL));
    path_of_machine(w, holder, holding, sizeof holding);
    snprintf(path, sizeof path, "%s.transitions[%u]", holding, index);
    return told(w, path, true);
}

static bool leads_out(const world *w, uint32_t row) {
    uint32_t to;
    return sinew_binding_transition(w->binding, row, NULL, NULL, NULL, NULL, &to) && to == SINEW_NONE;
}

/* ---- playing ---- */

static void random_inputs(world *w, sinew_player *player) {
    if (chance(w, 20)) sinew_player_set_float(player, 0, (float)below(w, 9) * 0.5f - 1);
    if (chance(w, 20)) sinew_player_set_int(player, 1, (int32_t)below(w, 5) - 1);
    if (chance(w, 20)) sinew_player_set_bool(player, 2, chance(w, 50));
    if (chance(w, 20)) sinew_player_fire(player, 3);
    if (chance(w, 20)) sinew_player_fire(player, 4);
    if (chance(w, 5)) sinew_player_set_float(player, 5, (float)below(w, 5) - 2);
}

static double random_time(world *w) {
    static const double times[] = { 0, 0.001, 0.02, 0.1, 0.3, 3 };
    return times[below(w, 6)];
}

static uint64_t played, judged, found[SINEW_CODE_COUNT];

static void print_machine(const char *title, const machine *m) {
    print_error("%s\n", title);
    for (uint32_t i = 0; i < m->desc.state_count; ++i) {
        const sinew_state_desc *s = &m->states[i];
        print_error("  %s: %s loop %d speed %d %g %s\n", s->name, s->motion.clip ? s->motion.clip : "-", (int)s->loop,
                    s->speed.set, s->speed.value, s->speed_parameter ? s->speed_parameter : "");
    }
    for (uint32_t i = 0; i < m->desc.transition_count; ++i) {
        const sinew_transition_desc *r = &m->rows[i];
        print_error("  %u: %s>%s priority %d", i, r->from, r->to, (int)r->priority);
        if (r->exit.set) print_error(" exit %g%s", r->exit.value, r->exit_each_loop ? " each loop" : "");
        for (uint32_t k = 0; k < r->condition_count; ++k)
            print_error(" %s %d %g", r->conditions[k].parameter, (int)r->conditions[k].test,
                        r->conditions[k].value.value);
        print_error(" fade %g offset %g%s interrupt %d hold %d%s%s%s\n", r->fade.set ? r->fade.value : 0.2,
                    r->offset.value, r->offset_match ? " match" : "", (int)r->interrupt, (int)r->hold,
                    r->resume ? " resume" : "", r->self ? " self" : "", r->disabled ? " disabled" : "");
    }
}

static const world *shown; /* for the message of a failure */

static void fail_told(const sinew_diagnostic *item, const char *what) {
    print_error("graph %u: %s, though: %s: %s\n", number, what, item->path, item->sentence);
    print_machine("outer", &shown->outer);
    print_machine("inner", &shown->inner);
    fail();
}

static void play(world *w) {
    sinew_verdict verdicts[2 * ROWS];
    sinew_player *player = sinew_player_create(w->binding);
    uint32_t rows = sinew_binding_transition_count(w->binding);
    assert_non_null(player);
    for (int frame = 0; frame < FRAMES; ++frame) {
        random_inputs(w, player);
        const sinew_step *step = sinew_player_advance_explained(player, random_time(w), verdicts, rows);
        assert_int_equal(step->result, SINEW_OK);
        for (uint32_t i = 0; i < step->signal_count; ++i) {
            if (step->signals[i].kind != SINEW_SIGNAL_ENTERED) continue;
            const sinew_diagnostic *item = told_of_state(w, step->signals[i].to);
            if (item) fail_told(item, "the state was entered");
            judged++;
        }
        for (uint32_t i = 0; i < rows; ++i) {
            if (verdicts[i].kind != SINEW_VERDICT_WENT) continue;
            const sinew_diagnostic *item = told_of_row(w, i);
            if (item && step->held_back && leads_out(w, i)) continue; /* what the limit of 64 keeps back, it does not */
            if (item) fail_told(item, "the transition went");
            judged++;
        }
    }
    played += FRAMES;
    sinew_player_destroy(player);
}

static uint32_t graph_count(void) { return setting("SINEW_GRAPHS", setting_quick() ? 400 : 4000); }

static void test_nothing_told_happens(void **state) {
    (void)state;
    for (number = 0; number < graph_count(); ++number) {
        world w;
        open_world(&w, ((uint64_t)setting("SINEW_SEED", 1) << 32) + number, false);
        for (uint32_t i = 0; i < w.log.count; ++i) found[w.log.items[i].code]++;
        shown = &w;
        play(&w);
        close_world(&w);
    }
    print_message("%u graphs, %llu frames, %llu happenings judged\n", number, (unsigned long long)played,
                  (unsigned long long)judged);
    for (int code = 0; code < SINEW_CODE_COUNT; ++code)
        if (found[code])
            print_message("%8llu %s\n", (unsigned long long)found[code], sinew_code_word((sinew_code)code));
    assert_true(judged > 0 && found[SINEW_CODE_TRANSITION_NEVER] > 0 && found[SINEW_CODE_TRANSITION_SHADOWED] > 0);
    assert_true(found[SINEW_CODE_UNREACHABLE_STATE] > 0 && found[SINEW_CODE_INSTANT_RING] > 0);
}

/* ---- rings turn ---- */

/* Sets what `"x" at 1, "b" at 0` in a sentence says. */
static void set_values(sinew_player *player, const char *sentence) {
    const char *at = strstr(sentence, "(for example with ");
    char name[16];
    double value;
    int used;
    if (!at) return;
    at += strlen("(for example with ");
    while (sscanf(at, "\"%15[^\"]\" at %lf%n", name, &value, &used) == 2) {
        uint32_t p = sinew_binding_find_parameter(sinew_player_binding(player), name);
        switch (parameters[p].type) {
        case SINEW_PARAMETER_FLOAT: assert_int_equal(sinew_player_set_float(player, p, (float)value), SINEW_OK); break;
        case SINEW_PARAMETER_INT: assert_int_equal(sinew_player_set_int(player, p, (int32_t)value), SINEW_OK); break;
        default: assert_int_equal(sinew_player_set_bool(player, p, value > 0), SINEW_OK);
        }
        at += used;
        if (strncmp(at, ", ", 2) == 0) at += 2;
    }
}

/* Played at the ring's first state with the values of the sentence, each advance starts a transition. */
static void turn(const world *w, const sinew_diagnostic *item) {
    char state[16];
    sinew_player *player = sinew_player_create(w->binding);
    assert_non_null(player);
    assert_int_equal(sscanf(item->sentence, "the transitions of the ring \"%15[^\"]\"", state), 1);
    set_values(player, item->sentence);
    assert_int_equal(sinew_player_play(player, 0, sinew_binding_find_state(w->binding, 0, state), 0), SINEW_OK);
    for (int i = 0; i < 12; ++i) {
        const sinew_step *step = sinew_player_advance(player, 0);
        uint32_t started = 0;
        for (uint32_t k = 0; k < step->signal_count; ++k) started += step->signals[k].kind == SINEW_SIGNAL_TRANSITION;
        if (!started) fail_told(item, "the ring came to rest");
    }
    sinew_player_destroy(player);
}

static void test_rings_turn(void **state) {
    (void)state;
    uint32_t rings = 0;
    for (number = 0; number < graph_count(); ++number) {
        world w;
        open_world(&w, ((uint64_t)setting("SINEW_SEED", 1) << 32) + number, true);
        shown = &w;
        for (uint32_t i = 0; i < w.log.count; ++i) {
            const sinew_diagnostic *item = &w.log.items[i];
            if (item->code != SINEW_CODE_INSTANT_RING || !strstr(item->path, "layers[0].machine.transitions")) continue;
            turn(&w, item);
            rings++;
        }
        close_world(&w);
    }
    print_message("%u rings turned\n", rings);
    assert_true(rings > 0);
}

/* ---- motions out of reach weigh nothing ---- */

enum { POINTS = 9, SAMPLES = 200 };

typedef struct plane {
    sinew_child_desc children[POINTS];
    sinew_parameter_desc axes[2];
    sinew_state_desc state;
    sinew_layer_desc layer;
    sinew_graph_desc desc;
} plane;

static double coordinate(random_source *r) { return 0.25 * ((double)random_below(r, 25) - 12); }

static bool apart_from(const plane *p, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        double dx = p->children[i].x - p->children[count].x, dy = p->children[i].y - p->children[count].y;
        if (dx * dx + dy * dy < 1e-9) return false;
    }
    return true;
}

static void place_points(plane *p, random_source *r, const sinew_motion_desc *blend) {
    bool line = blend->kind == SINEW_MOTION_BLEND_1D, grid = !line && blend->algorithm == SINEW_ALGORITHM_GRID;
    for (uint32_t i = 0; i < blend->child_count; ++i) {
        sinew_child_desc *child = &p->children[i];
        child->motion = (sinew_motion_desc){ .kind = SINEW_MOTION_CLIP, .clip = clips[0] };
        do {
            child->x = grid ? i % 3 - 1.0 : line ? i * 0.5 - 1 : coordinate(r);
            child->y = grid ? i / 3 * 0.5 : coordinate(r);
        } while (!line && !grid && !apart_from(p, i));
    }
}

static void make_plane(plane *p, random_source *r) {
    static const sinew_algorithm algorithms[] = { SINEW_ALGORITHM_DELAUNAY, SINEW_ALGORITHM_GRADIENT,
                                                  SINEW_ALGORITHM_GRID };
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 2; ++i) {
        double low = coordinate(r), high = low + 0.25 * random_below(r, 9);
        p->axes[i] = (sinew_parameter_desc){ .name = i ? "v" : "u", .min = { true, low }, .max = { true, high } };
    }
    p->state.name = "A";
    p->state.motion = (sinew_motion_desc){ .kind = SINEW_MOTION_BLEND_2D,
                                           .parameter = "u",
                                           .parameter_y = "v",
                                           .algorithm = algorithms[random_below(r, 3)],
                                           .normalize_axes = random_below(r, 3) == 0,
                                           .children = p->children };
    sinew_motion_desc *blend = &p->state.motion;
    if (random_below(r, 4) == 0) blend->kind = SINEW_MOTION_BLEND_1D;
    bool grid = blend->kind == SINEW_MOTION_BLEND_2D && blend->algorithm == SINEW_ALGORITHM_GRID;
    blend->child_count = grid ? POINTS : 3 + random_below(r, POINTS - 2);
    place_points(p, r, blend);
    p->layer = (sinew_layer_desc){ .name = "L", .machine = { .states = &p->state, .state_count = 1 } };
    p->desc = (sinew_graph_desc){ .parameters = p->axes, .parameter_count = 2, .layers = &p->layer, .layer_count = 1 };
}

static void weigh(const plane *p, const sinew_binding *binding, const sinew_diagnostic *item, random_source *r) {
    uint32_t child;
    float weights[POINTS];
    assert_int_equal(sscanf(item->path, "layers[0].machine.states.A.motions[%u].at", &child), 1);
    for (int i = 0; i < SAMPLES; ++i) {
        double at[2];
        for (int axis = 0; axis < 2; ++axis) { /* the corners too */
            double t = random_below(r, 5) == 0 ? random_below(r, 2) : random_below(r, 1001) / 1000.0;
            at[axis] = p->axes[axis].min.value + t * (p->axes[axis].max.value - p->axes[axis].min.value);
        }
        assert_true(sinew_binding_blend_weights(binding, 0, 0, (float)at[0], (float)at[1], weights, POINTS) > child);
        if (weights[child] > 0) {
            print_error("graph %u: %s weighs %g at %g %g: %s\n", number, item->path, (double)weights[child], at[0],
                        at[1], item->sentence);
            fail();
        }
    }
}

static void test_out_of_reach_weighs_nothing(void **state) {
    (void)state;
    const sinew_rig rig = { .find_clip = find_clip, .clip_info = clip_info };
    uint32_t told_of[SINEW_ALGORITHM_GRID + 2] = { 0 }; /* 1D, then by algorithm */
    for (number = 0; number < graph_count(); ++number) {
        random_source r = { ((uint64_t)setting("SINEW_SEED", 1) << 33) + number };
        plane p;
        sinew_graph *graph;
        sinew_binding *binding;
        sinew_log log = { 0 };
        make_plane(&p, &r);
        assert_int_equal(sinew_graph_create(&p.desc, &graph, NULL), SINEW_OK);
        assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = graph, .rig = &rig }, &binding, NULL), SINEW_OK);
        assert_int_equal(sinew_binding_lint(binding, &log), SINEW_OK);
        for (uint32_t i = 0; i < log.count; ++i) {
            if (log.items[i].code != SINEW_CODE_BLEND_UNREACHABLE) continue;
            weigh(&p, binding, &log.items[i], &r);
            told_of[p.state.motion.kind == SINEW_MOTION_BLEND_1D ? 0 : 1 + (int)p.state.motion.algorithm]++;
        }
        sinew_log_free(&log);
        sinew_binding_destroy(binding);
        sinew_graph_destroy(graph);
    }
    print_message("out of reach: 1D %u, delaunay %u, gradient %u, grid %u\n", told_of[0],
                  told_of[1 + SINEW_ALGORITHM_DELAUNAY], told_of[1 + SINEW_ALGORITHM_GRADIENT],
                  told_of[1 + SINEW_ALGORITHM_GRID]);
    assert_true(told_of[0] && told_of[1 + SINEW_ALGORITHM_DELAUNAY]);
    assert_true(told_of[1 + SINEW_ALGORITHM_GRADIENT] && told_of[1 + SINEW_ALGORITHM_GRID]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_told_happens),
        cmocka_unit_test(test_rings_turn),
        cmocka_unit_test(test_out_of_reach_weighs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
