/* See random_graph.h. Invariant: whatever the dice say, the graph is one that sinew_graph_create and sinew_bind take
   without an error. */
#include "support/random_graph.h"

#include <stdlib.h>
#include <string.h>

uint32_t dice_below(dice *d, uint32_t count) {
    if (d->at >= d->size) return random_below(&d->more, count);
    uint32_t value = d->bytes[d->at++];
    if (count > 256 && d->at < d->size) value = value << 8 | d->bytes[d->at++];
    return value % count;
}

bool dice_chance(dice *d, uint32_t percent) { return dice_below(d, 100) < percent; }

const char *random_feature_name(random_feature feature) {
    static const char *const names[] = {
#define RANDOM_FEATURE_NAME(name) #name,
        RANDOM_FEATURES(RANDOM_FEATURE_NAME)
#undef RANDOM_FEATURE_NAME
    };
    return names[feature];
}

/* ---- memory ---- */

typedef struct random_block {
    struct random_block *next;
    double data[];
} random_block;

static void *take(random_graph *g, size_t count, size_t each) {
    random_block *block = calloc(1, sizeof *block + count * each + 1);
    if (!block) abort();
    block->next = g->blocks;
    g->blocks = block;
    return block->data;
}

void random_graph_free(random_graph *g) {
    for (random_block *block = g->blocks; block;) {
        random_block *next = block->next;
        free(block);
        block = next;
    }
    g->blocks = NULL;
}

/* ---- the rig ---- */

typedef struct clip_row {
    const char *name;
    double length;
    bool once;
} clip_row;

static const clip_row clips[] = {
    { "c0", 1.0, false }, { "c1", 0.8, false }, { "c2", 0.6, false }, { "c3", 0.5, true },   { "c4", 0.3, true },
    { "c5", 0.4, true },  { "c6", 1.1, false }, { "c7", 2.3, false }, { "c8", 0.25, false }, { "zero", 0, true },
};
enum { CLIPS = sizeof clips / sizeof *clips };

static uint32_t find_clip(const void *user, const char *name) {
    (void)user;
    for (uint32_t i = 0; i < CLIPS; ++i)
        if (!strcmp(clips[i].name, name)) return i;
    return SINEW_NONE;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    (void)user;
    return (sinew_clip_info){ clips[clip].length, clips[clip].once };
}

static const char *const names[] = { "f0", "f1", "f2", "f3", "speed", "weight", "n", "ok", "latched", "soft", "brief" };

static const sinew_parameter_desc parameters[RANDOM_PARAMETERS] = {
    { .name = "f0" },
    { .name = "f1" },
    { .name = "f2" },
    { .name = "f3" },
    { .name = "speed", .default_value = 1 },
    { .name = "weight", .default_value = 0.5 },
    { .name = "n", .type = SINEW_PARAMETER_INT },
    { .name = "ok", .type = SINEW_PARAMETER_BOOL },
    { .name = "latched", .type = SINEW_PARAMETER_TRIGGER },
    { .name = "soft", .type = SINEW_PARAMETER_TRIGGER, .no_latch = true },
    { .name = "brief", .type = SINEW_PARAMETER_TRIGGER, .expires = { true, 0.3 } },
};

/* ---- motions ---- */

static void count(random_graph *g, random_feature feature) { g->features[feature]++; }

static const char *any_clip(random_graph *g, dice *d) {
    if (dice_chance(d, 3)) {
        count(g, FEATURE_MISSING_CLIP);
        g->thins = true;
        return "gone";
    }
    uint32_t clip = dice_below(d, CLIPS);
    if (clip == CLIPS - 1) count(g, FEATURE_ZERO_LENGTH_CLIP);
    return clips[clip].name;
}

static sinew_motion_desc make_motion(random_graph *g, dice *d, uint32_t depth);

static void make_child(random_graph *g, dice *d, sinew_child_desc *child, uint32_t depth) {
    child->motion = make_motion(g, d, depth + 1);
    if (!dice_chance(d, 15)) return;
    child->speed = (sinew_opt){ true, 0.5 + 0.5 * dice_below(d, 4) };
    count(g, FEATURE_CHILD_SPEED);
}

static void make_line(random_graph *g, dice *d, sinew_motion_desc *motion, sinew_child_desc *children) {
    double at = -2;
    motion->parameter = names[dice_below(d, 2)];
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        children[i].x = at;
        at += 0.5 * (1 + dice_below(d, 3));
    }
    (void)g;
}

/* Points of a lattice, so that no two are the same and no triangle is a sliver. */
static void make_points(dice *d, sinew_motion_desc *motion, sinew_child_desc *children) {
    uint32_t place = dice_below(d, 81);
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        children[i].x = 0.5 * (place % 9) - 2;
        children[i].y = 0.5 * (place / 9) - 2;
        place = (place + 1 + dice_below(d, 9)) % 81; /* 8 × 9 < 81: never round to the first */
    }
}

/* With a clip at the origin and one in each direction, bands in polar space are continuous. */
static void make_star(random_graph *g, dice *d, sinew_motion_desc *motion, sinew_child_desc *children) {
    static const double directions[][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 } };
    bool whole = dice_chance(d, 70);
    if (!whole) {
        g->jumps = true;
        make_points(d, motion, children);
        return;
    }
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        double radius = 0.5 * (1 + dice_below(d, 4));
        children[i].x = directions[i][0] * radius;
        children[i].y = directions[i][1] * radius;
    }
}

static void make_plane(random_graph *g, dice *d, sinew_motion_desc *motion, sinew_child_desc *children) {
    motion->parameter = names[dice_below(d, 2)];
    motion->parameter_y = names[2 + dice_below(d, 2)];
    count(g, (random_feature)(FEATURE_ALGORITHM_DELAUNAY + (int)motion->algorithm));
    if (motion->algorithm == SINEW_ALGORITHM_GRID) {
        uint32_t columns = motion->child_count / 2;
        for (uint32_t i = 0; i < motion->child_count; ++i) {
            children[i].x = (double)(i % columns) - 1;
            children[i].y = (double)(i / columns) * 2 - 1;
        }
    } else if (motion->algorithm == SINEW_ALGORITHM_POLAR) make_star(g, d, motion, children);
    else make_points(d, motion, children);
    motion->normalize_axes = motion->algorithm != SINEW_ALGORITHM_POLAR && dice_chance(d, 20);
    if (motion->normalize_axes) count(g, FEATURE_NORMALIZED_AXES);
}

static uint32_t child_count_of(dice *d, const sinew_motion_desc *motion) {
    if (motion->kind == SINEW_MOTION_BLEND_1D) return 1 + dice_below(d, 4);
    if (motion->kind == SINEW_MOTION_DIRECT) return 1 + dice_below(d, 3);
    if (motion->kind == SINEW_MOTION_ADD) return 2;
    if (motion->algorithm == SINEW_ALGORITHM_GRID) return 4 + 2 * dice_below(d, 2);
    if (motion->algorithm == SINEW_ALGORITHM_POLAR) return 5 + dice_below(d, 3);
    return 1 + dice_below(d, 8);
}

static void make_weights(random_graph *g, sinew_motion_desc *motion, sinew_child_desc *children) {
    g->thins = true;
    for (uint32_t i = 0; i < motion->child_count; ++i) children[i].weight = names[RANDOM_F0 + i];
}

static void make_pair(dice *d, sinew_motion_desc *motion) {
    if (dice_chance(d, 50)) motion->weight_parameter = "weight";
    else motion->weight = (sinew_opt){ true, 0.25 * dice_below(d, 5) };
    if (dice_chance(d, 50)) motion->reference = (sinew_reference_desc){ clips[dice_below(d, CLIPS)].name, 0.1 };
}

static sinew_motion_desc make_motion(random_graph *g, dice *d, uint32_t depth) {
    sinew_motion_desc motion = { .kind = SINEW_MOTION_CLIP };
    uint32_t roll = dice_below(d, 100);
    uint32_t clips_only = depth == 0 ? 35 : depth == 1 ? 80 : 100;
    if (roll < clips_only) {
        motion.clip = any_clip(g, d);
        count(g, FEATURE_MOTION_CLIP);
        return motion;
    }
    motion.kind = (sinew_motion_kind)(SINEW_MOTION_BLEND_1D + dice_below(d, 4));
    motion.sync = (sinew_sync)dice_below(d, 3);
    if (motion.kind == SINEW_MOTION_BLEND_2D) motion.algorithm = (sinew_algorithm)dice_below(d, 4);
    motion.child_count = child_count_of(d, &motion);
    sinew_child_desc *children = take(g, motion.child_count, sizeof *children);
    motion.children = children;
    count(g, (random_feature)(FEATURE_MOTION_1D + (int)(motion.kind - SINEW_MOTION_BLEND_1D)));
    if (motion.kind != SINEW_MOTION_ADD) count(g, (random_feature)(FEATURE_SYNC_RATE + (int)motion.sync));
    if (depth > 0) count(g, FEATURE_MOTION_NESTED);
    if (motion.kind == SINEW_MOTION_BLEND_1D) make_line(g, d, &motion, children);
    if (motion.kind == SINEW_MOTION_BLEND_2D) make_plane(g, d, &motion, children);
    if (motion.kind == SINEW_MOTION_DIRECT) make_weights(g, &motion, children);
    if (motion.kind == SINEW_MOTION_ADD) make_pair(d, &motion);
    for (uint32_t i = 0; i < motion.child_count; ++i) {
        if (motion.kind == SINEW_MOTION_ADD) children[i].motion = make_motion(g, d, depth + 1);
        else make_child(g, d, &children[i], depth);
    }
    return motion;
}

/* ---- machines ---- */

static const char *const state_names[] = { "A", "B", "C", "D", "E" };

static void make_conditions(random_graph *g, dice *d, sinew_transition_desc *row) {
    sinew_condition_desc *conditions = take(g, 2, sizeof *conditions);
    row->conditions = conditions;
    row->condition_count = 1 + dice_below(d, 2);
    for (uint32_t i = 0; i < row->condition_count; ++i) {
        sinew_condition_desc *condition = &conditions[i];
        uint32_t kind = dice_below(d, 6);
        if (kind < 3) {
            condition->parameter = names[RANDOM_LATCHED + kind];
            count(g, (random_feature)(FEATURE_TRIGGER_LATCHED + (int)kind));
            continue;
        }
        condition->parameter = kind == 3 ? names[dice_below(d, 4)] : kind == 4 ? "n" : "ok";
        condition->test = (sinew_test)dice_below(d, kind == 5 ? 2 : 6);
        condition->value = (sinew_opt){ true, kind == 5 ? dice_below(d, 2) : 0.5 * dice_below(d, 5) - 1 };
        if (kind == 4) condition->value.value = (double)dice_below(d, 3) - 1;
        count(g, (random_feature)(FEATURE_CONDITION_FLOAT + (int)(kind - 3)));
    }
}

static void make_exit(random_graph *g, dice *d, sinew_transition_desc *row) {
    uint32_t roll = dice_below(d, 100);
    bool timed = roll < 70;
    if (roll < 45 || !timed) make_conditions(g, d, row);
    if (dice_chance(d, 6)) row->condition_count = 0;
    if (!timed) {
        count(g, row->condition_count ? FEATURE_EXIT_NONE : FEATURE_EXIT_BARE);
        return;
    }
    row->exit = (sinew_opt){ true, 0.1 * (1 + dice_below(d, 25)) };
    count(g, row->exit.value < 1 ? FEATURE_EXIT_BELOW_1 : FEATURE_EXIT_ABOVE_1);
    row->exit_each_loop = row->exit.value < 1 && dice_chance(d, 25);
    if (row->exit_each_loop) count(g, FEATURE_EXIT_EACH_LOOP);
}

static void make_fade(random_graph *g, dice *d, sinew_transition_desc *row) {
    if (dice_chance(d, 15)) count(g, FEATURE_FADE_BY_MIX);
    else row->fade = (sinew_opt){ true, dice_chance(d, 12) ? 0 : 0.05 * (1 + dice_below(d, 12)) };
    if (row->fade.set && !(row->fade.value > 0)) count(g, FEATURE_FADE_ZERO);
    uint32_t offset = dice_below(d, 100);
    if (offset < 15) {
        row->offset = (sinew_opt){ true, 0.125 * dice_below(d, 9) };
        count(g, FEATURE_OFFSET_NUMBER);
    } else if (offset < 30) {
        row->offset_match = true;
        count(g, FEATURE_OFFSET_MATCH);
    }
    row->curve = dice_chance(d, 30) ? SINEW_CURVE_SMOOTH : SINEW_CURVE_LINEAR;
    if (row->curve == SINEW_CURVE_SMOOTH) count(g, FEATURE_CURVE_SMOOTH);
    row->interrupt = (sinew_interrupt)dice_below(d, 4);
    count(g, (random_feature)(FEATURE_INTERRUPT_NONE + (int)row->interrupt));
    row->hold = (sinew_hold)dice_below(d, 3);
    count(g, (random_feature)(FEATURE_HOLD_POSE + (int)row->hold));
    row->resume = dice_chance(d, 20);
    if (row->resume) count(g, FEATURE_RESUME);
}

static void make_transition(random_graph *g, dice *d, sinew_transition_desc *row, uint32_t states, uint32_t depth) {
    bool any = dice_chance(d, 20);
    row->from = any ? "*" : state_names[dice_below(d, states)];
    row->to = state_names[dice_below(d, states)];
    if (depth > 1 && dice_chance(d, 25)) row->to = "<exit>";
    if (any) count(g, FEATURE_ANY_STATE);
    if (row->to[0] == '<') count(g, FEATURE_EXIT_REQUEST);
    make_exit(g, d, row);
    make_fade(g, d, row);
    row->priority = dice_chance(d, 25) ? (int32_t)dice_below(d, 5) - 2 : 0;
    if (row->priority) count(g, FEATURE_PRIORITY);
    row->self = dice_chance(d, 15);
    if (row->self) count(g, FEATURE_SELF);
    row->disabled = dice_chance(d, 5);
    if (row->disabled) count(g, FEATURE_DISABLED);
}

static void make_machine(random_graph *g, dice *d, sinew_machine_desc *machine, uint32_t depth, uint32_t deepest);

static void make_state(random_graph *g, dice *d, sinew_state_desc *state, bool holds, uint32_t depth,
                       uint32_t deepest) {
    if (holds) {
        sinew_machine_desc *inner = take(g, 1, sizeof *inner);
        make_machine(g, d, inner, depth + 1, deepest);
        state->machine = inner;
        return;
    }
    if (dice_chance(d, 6)) {
        count(g, FEATURE_MOTION_EMPTY);
        g->thins = true;
        return;
    }
    state->motion = make_motion(g, d, 0);
    state->loop = (sinew_loop)dice_below(d, 4);
    count(g, (random_feature)(FEATURE_LOOP_DEFAULT + (int)state->loop));
    uint32_t speed = dice_below(d, 20);
    if (speed < 6) state->speed = (sinew_opt){ true, speed < 3 ? -0.5 * (speed + 1) : speed == 3 ? 0 : 0.5 * speed };
    if (speed < 3) count(g, FEATURE_SPEED_NEGATIVE);
    if (speed == 3) count(g, FEATURE_SPEED_ZERO);
    if (!dice_chance(d, 15)) return;
    state->speed_parameter = "speed";
    count(g, FEATURE_SPEED_PARAMETER);
}

static void make_machine(random_graph *g, dice *d, sinew_machine_desc *machine, uint32_t depth, uint32_t deepest) {
    bool chain = deepest > 4; /* a deep one is slim */
    uint32_t states = chain ? 2 : 1 + dice_below(d, 5), transitions = chain ? 2 : dice_below(d, 8);
    sinew_state_desc *rows = take(g, states, sizeof *rows);
    sinew_transition_desc *moves = take(g, transitions, sizeof *moves);
    machine->states = rows;
    machine->state_count = states;
    machine->transitions = moves;
    machine->transition_count = transitions;
    if (dice_chance(d, 30)) machine->entry = state_names[dice_below(d, states)];
    count(g, (random_feature)(FEATURE_DEPTH_1 + (int)depth - 1));
    for (uint32_t i = 0; i < states; ++i) {
        rows[i].name = state_names[i];
        bool holds = depth < deepest && (chain ? i == 0 : dice_chance(d, 35));
        make_state(g, d, &rows[i], holds, depth, deepest);
    }
    for (uint32_t i = 0; i < transitions; ++i) make_transition(g, d, &moves[i], states, depth);
}

void random_graph_make(random_graph *g, dice *d) {
    static const char *const layer_names[] = { "Base", "Top", "Over" };
    memset(g, 0, sizeof *g);
    g->rig = (sinew_rig){ .find_clip = find_clip, .clip_info = clip_info };
    uint32_t layer_count = dice_chance(d, 60) ? 1 : 2 + dice_below(d, 2);
    sinew_layer_desc *layers = take(g, layer_count, sizeof *layers);
    if (layer_count > 1) count(g, layer_count == 2 ? FEATURE_LAYERS_2 : FEATURE_LAYERS_3);
    for (uint32_t i = 0; i < layer_count; ++i) {
        layers[i].name = layer_names[i];
        uint32_t deepest = dice_chance(d, 8) ? 8 : 1 + dice_below(d, 4);
        make_machine(g, d, &layers[i].machine, 1, deepest);
        if (i == 0) continue;
        layers[i].blend = dice_chance(d, 40) ? SINEW_BLEND_ADDITIVE : SINEW_BLEND_REPLACE;
        if (layers[i].blend == SINEW_BLEND_ADDITIVE) count(g, FEATURE_LAYER_ADDITIVE);
        if (dice_chance(d, 30)) {
            layers[i].weight_parameter = "weight";
            count(g, FEATURE_LAYER_WEIGHT_PARAMETER);
        } else if (dice_chance(d, 30)) {
            layers[i].weight = (sinew_opt){ true, 0.25 * dice_below(d, 4) };
            count(g, FEATURE_LAYER_WEIGHT_BELOW_1);
        }
    }
    static const sinew_mix_desc mixes[] = { { "c0", "c1", 0.35 }, { "c1", "c2", 0.1 }, { "c3", "c0", 0 } };
    g->desc = (sinew_graph_desc){ .parameters = parameters,
                                  .parameter_count = RANDOM_PARAMETERS,
                                  .layers = layers,
                                  .layer_count = layer_count,
                                  .mixes = mixes,
                                  .mix_count = 3 };
    if (!dice_chance(d, 15)) return;
    g->desc.transitions_per_moment = 1 + dice_below(d, 8);
    count(g, FEATURE_PER_MOMENT);
}

/* ---- shuffling ---- */

static void shuffle_motion(const sinew_motion_desc *motion, dice *d) {
    sinew_child_desc *children = (sinew_child_desc *)(uintptr_t)motion->children;
    for (uint32_t i = 0; i < motion->child_count; ++i) shuffle_motion(&children[i].motion, d);
    if (motion->kind != SINEW_MOTION_BLEND_2D && motion->kind != SINEW_MOTION_DIRECT) return;
    for (uint32_t i = motion->child_count; i > 1; --i) {
        uint32_t other = dice_below(d, i);
        sinew_child_desc held = children[i - 1];
        children[i - 1] = children[other];
        children[other] = held;
    }
}

static void shuffle_machine(const sinew_machine_desc *machine, dice *d) {
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        if (machine->states[i].machine) shuffle_machine(machine->states[i].machine, d);
        else shuffle_motion(&machine->states[i].motion, d);
    }
}

void random_graph_shuffle(random_graph *g, dice *d) {
    for (uint32_t i = 0; i < g->desc.layer_count; ++i) shuffle_machine(&g->desc.layers[i].machine, d);
}

/* ---- events ---- */

#define POINT(at)                                                                                                      \
    { .name = "p" #at, .time = at }
#define WINDOW(from, to)                                                                                               \
    { .name = "w" #from, .time = from, .end = to, .window = true }

/* At the ends, in the middle, at the same place as others; windows that touch an end, hold one another or last no time.
 */
static const sinew_event_desc c0[] = { POINT(0), WINDOW(0.2, 0.4), POINT(0.31), POINT(1.0) };
static const sinew_event_desc c1[] = { POINT(0), POINT(0.4), WINDOW(0.5, 0.5), WINDOW(0.6, 0.8), POINT(0.8) };
static const sinew_event_desc c2[] = { POINT(0.05), POINT(0.35), POINT(0.6) };
static const sinew_event_desc c3[] = { POINT(0.05), WINDOW(0.1, 0.2), POINT(0.2), POINT(0.5) };
static const sinew_event_desc c4[] = { WINDOW(0, 0.3) };
static const sinew_event_desc c5[] = { WINDOW(0, 0.2), POINT(0.2), POINT(0.4) };
static const sinew_event_desc c6[] = { WINDOW(0.3, 0.9), WINDOW(0.6, 1.1), POINT(1.1) };
static const sinew_event_desc c8[] = { WINDOW(0.05, 0.15), POINT(0.1) };
static const sinew_event_desc zero[] = { POINT(0), WINDOW(0, 0) };

#define LIST(rows)                                                                                                     \
    { rows, sizeof rows / sizeof *rows }
static const struct {
    const sinew_event_desc *rows;
    uint32_t count;
} event_lists[CLIPS] = { LIST(c0), LIST(c1), LIST(c2),    LIST(c3), LIST(c4),
                         LIST(c5), LIST(c6), { NULL, 0 }, LIST(c8), LIST(zero) };

static const sinew_event_desc *clip_events(const void *user, uint32_t clip, uint32_t *many) {
    (void)user;
    *many = event_lists[clip].count;
    return event_lists[clip].rows;
}

static void let_both_tell(const sinew_machine_desc *machine, dice *d) {
    sinew_transition_desc *rows = (sinew_transition_desc *)(uintptr_t)machine->transitions;
    for (uint32_t i = 0; i < machine->transition_count; ++i)
        if (dice_chance(d, 35)) rows[i].events = SINEW_EVENTS_BOTH;
    for (uint32_t i = 0; i < machine->state_count; ++i)
        if (machine->states[i].machine) let_both_tell(machine->states[i].machine, d);
}

void random_graph_add_events(random_graph *g, dice *d) {
    sinew_layer_desc *layers = (sinew_layer_desc *)(uintptr_t)g->desc.layers;
    g->rig.clip_events = clip_events;
    g->desc.events = dice_chance(d, 40) ? SINEW_EVENTS_ALL : SINEW_EVENTS_DOMINANT;
    g->desc.tell_loops = dice_chance(d, 50);
    for (uint32_t i = 0; i < g->desc.layer_count; ++i) {
        let_both_tell(&layers[i].machine, d);
        if (dice_chance(d, 25)) layers[i].event_threshold = 0.25 * dice_below(d, 4);
    }
}
