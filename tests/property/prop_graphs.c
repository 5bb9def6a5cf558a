/* Properties that hold for any graph: 5,000 random ones, 500 where a sanitizer looks on or SINEW_QUICK is set
   (SINEW_GRAPHS=N for another number, SINEW_SEED=N for another start), each with inputs of its own. A count of every
   feature that occurred ends the run. */
#include "support/random_graph.h"
#include "support/setting.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define check(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            print_error("graph %u: ", number);                                                                         \
            assert_true(condition);                                                                                    \
        }                                                                                                              \
    } while (0)

typedef struct scene {
    random_graph random;
    sinew_graph *graph;
    sinew_binding *binding;
} scene;

static uint32_t number; /* of the graph being tried, for messages */
static uint64_t totals[FEATURE_COUNT];
static uint32_t reached[8]; /* happenings seen while playing */
enum { HELD, INERTIAL, LIVE, RESUMED, EXITED, WISHED, INSTANT_LIMIT, CHAIN };
static const char *const happenings[] = { "held from",        "inertial", "live",      "turned round",
                                          "sub-machine left", "wish",     "limit met", "chain" };

static uint32_t graph_count(void) { return setting("SINEW_GRAPHS", setting_quick() ? 500 : 5000); }

static dice dice_of(uint32_t graph, uint32_t use) {
    return (dice){ .more = { ((uint64_t)setting("SINEW_SEED", 1) << 40) + ((uint64_t)graph << 8) + use + 1 } };
}

static void bind_scene(scene *s) {
    sinew_log log = { 0 };
    sinew_result made = sinew_graph_create(&s->random.desc, &s->graph, &log);
    if (made == SINEW_OK)
        made = sinew_bind(&(sinew_bind_desc){ .graph = s->graph, .rig = &s->random.rig }, &s->binding, &log);
    if (made != SINEW_OK && log.count)
        print_error("graph %u: %s: %s\n", number, log.items[0].path, log.items[0].sentence);
    assert_int_equal(made, SINEW_OK);
    sinew_log_free(&log);
}

static void open_scene(scene *s, uint32_t graph, bool counted) {
    memset(s, 0, sizeof *s);
    number = graph;
    dice d = dice_of(graph, 0);
    random_graph_make(&s->random, &d);
    bind_scene(s);
    for (int i = 0; counted && i < FEATURE_COUNT; ++i) totals[i] += s->random.features[i];
}

static void close_scene(scene *s) {
    sinew_binding_destroy(s->binding);
    sinew_graph_destroy(s->graph);
    random_graph_free(&s->random);
}

/* ---- inputs ---- */

static void set_constants(sinew_player *player, dice *d) {
    for (uint32_t i = RANDOM_F0; i <= RANDOM_F3; ++i)
        sinew_player_set_float(player, i, 0.25f * (float)dice_below(d, 25) - 3);
    sinew_player_set_float(player, RANDOM_SPEED, 0.5f * (float)dice_below(d, 7) - 1);
    sinew_player_set_float(player, RANDOM_WEIGHT, 0.25f * (float)dice_below(d, 6));
    sinew_player_set_int(player, RANDOM_INT, (int32_t)dice_below(d, 3) - 1);
    sinew_player_set_bool(player, RANDOM_BOOL, dice_chance(d, 50));
}

/* The same random act on each of the players; returns whether it was a wish for a layer. */
static bool act(sinew_player *const *players, int count, const sinew_binding *binding, dice *d) {
    uint32_t what = dice_below(d, 14), a = dice_below(d, 1000), b = dice_below(d, 1000);
    uint32_t state = a % sinew_binding_state_count(binding), layer = sinew_binding_state_layer(binding, state);
    bool wish = false;
    for (int i = 0; i < count; ++i) {
        sinew_player *player = players[i];
        if (what < 4) sinew_player_set_float(player, RANDOM_F0 + what, (float)a * 0.006f - 3);
        else if (what < 8) sinew_player_fire(player, RANDOM_LATCHED + a % 3);
        else if (what == 8) sinew_player_set_int(player, RANDOM_INT, (int32_t)(a % 3) - 1);
        else if (what == 9) sinew_player_set_bool(player, RANDOM_BOOL, a % 2);
        else if (what == 10) sinew_player_move_float(player, a % 4, (float)b * 0.006f - 3, 2);
        else if (what == 11) sinew_player_set_float(player, RANDOM_SPEED, (float)a * 0.004f - 2);
        else if (what == 12) wish = sinew_player_travel(player, layer, state) == SINEW_OK;
        else if (b % 2) wish = sinew_player_play(player, layer, state, (float)(b % 20) * 0.1f) == SINEW_OK;
        else wish = sinew_player_crossfade(player, layer, state, (float)(b % 5) * 0.1f) == SINEW_OK;
    }
    if (wish) reached[WISHED]++;
    return wish;
}

/* ---- weights ---- */

static void check_samples(const scene *s, const sinew_step *step) {
    assert_true(step->sample_count <= sinew_binding_max_samples(s->binding));
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        const sinew_layer_row *row = &step->layers[i];
        double sum = 0;
        bool additive = false, inertial = false;
        for (uint32_t k = row->first_sample; k < row->first_sample + row->sample_count; ++k) {
            const sinew_sample *sample = &step->samples[k];
            bool adds = sample->flags & SINEW_SAMPLE_ADDITIVE, held = sample->clip == SINEW_CLIP_HELD;
            check(sample->layer == i && sample->weight >= 0 && sample->weight <= 1.00001f);
            check(!(additive && !adds)); /* additive ones come last */
            additive = additive || adds;
            inertial = inertial || (sample->flags & SINEW_SAMPLE_INERTIAL);
            reached[HELD] += held && !(sample->flags & SINEW_SAMPLE_INERTIAL);
            reached[INERTIAL] += (sample->flags & SINEW_SAMPLE_INERTIAL) != 0;
            check(held ||
                  (sample->time >= 0 && sample->time <= (float)s->random.rig.clip_info(NULL, sample->clip).length));
            if (!adds) sum += (double)sample->weight;
        }
        check(sum <= 1 + 1e-5);
        bool whole = row->weight > 0 && !s->random.thins;
        check(!whole || fabs(sum - 1) < 1e-5);
        check(row->weight > 0 || row->sample_count == 0);
    }
}

/* SEMANTICS 2: weights are at least 0, sum to 1, and never above it, whatever happens to the player. */
static void prop_weights_sum_to_1(void **state) {
    (void)state;
    uint32_t graphs = graph_count();
    for (uint32_t i = 0; i < graphs; ++i) {
        scene s;
        open_scene(&s, i, true);
        dice d = dice_of(i, 1);
        sinew_player *player = sinew_player_create(s.binding);
        assert_non_null(player);
        set_constants(player, &d);
        for (int k = 0; k < 60; ++k) {
            act(&player, 1, s.binding, &d);
            check_samples(&s, sinew_player_advance(player, 0.001 * dice_below(&d, 120)));
            for (uint32_t layer = 0; layer < s.random.desc.layer_count; ++layer) {
                sinew_fade_info fade;
                bool cut = sinew_player_fade(player, layer, &fade) && fade.from == SINEW_NONE;
                bool live = cut && fade.transition != SINEW_NONE;
                uint32_t index, machine;
                if (!live || !sinew_binding_transition(s.binding, fade.transition, NULL, &machine, &index, NULL, NULL))
                    continue;
                const sinew_transition_desc *row = &s.random.desc.layers[layer].machine.transitions[index];
                reached[LIVE] += machine == SINEW_NONE && row->hold == SINEW_HOLD_LIVE;
            }
        }
        sinew_player_destroy(player);
        close_scene(&s);
    }
    print_message("%u graphs\n", graphs);
    assert_true(graphs > 0);
}

/* What each clip weighs in each layer, held poses and additive ones apart. */
enum { CLIPS = 10, LAYERS = 3 };
typedef struct weights {
    double of[LAYERS][2][CLIPS + 1];
} weights;

static weights weights_of(const sinew_step *step) {
    weights sum;
    memset(&sum, 0, sizeof sum);
    for (uint32_t i = 0; i < step->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[i];
        uint32_t clip = sample->clip == SINEW_CLIP_HELD ? CLIPS : sample->clip;
        sum.of[sample->layer][sample->flags & SINEW_SAMPLE_ADDITIVE][clip] += (double)sample->weight;
    }
    return sum;
}

static double difference(const weights *a, const weights *b) {
    double sum = 0;
    for (int l = 0; l < LAYERS; ++l)
        for (int k = 0; k < 2; ++k)
            for (int c = 0; c <= CLIPS; ++c) sum += fabs(a->of[l][k][c] - b->of[l][k][c]);
    return sum;
}

static bool told_transition(const sinew_step *step) {
    for (uint32_t i = 0; i < step->signal_count; ++i)
        if (step->signals[i].kind == SINEW_SIGNAL_TRANSITION) return true;
    return false;
}

/* SEMANTICS 2: continuous in the parameters: a step of 2^-12 changes what any clip weighs by no more than a bounded
   slope allows. The points lie on a lattice of a half, so no blend is steeper than this, nested twice. */
static void prop_weights_are_continuous(void **state) {
    (void)state;
    const float small = 1.0f / 4096;
    uint32_t graphs = graph_count(), tried = 0, moved = 0;
    double steepest = 0;
    for (uint32_t i = 0; i < graphs; ++i) {
        scene s;
        open_scene(&s, i, false);
        dice d = dice_of(i, 2);
        sinew_player *player = sinew_player_create(s.binding);
        set_constants(player, &d);
        sinew_player_advance(player, 0.013 * dice_below(&d, 50));
        for (int k = 0; k < 8 && !s.random.jumps; ++k) {
            uint32_t parameter = dice_below(&d, 4);
            float at = 0.25f * (float)dice_below(&d, 25) - 3 - (dice_chance(&d, 50) ? small / 2 : 0);
            sinew_player_set_float(player, parameter, at);
            const sinew_step *step = sinew_player_advance(player, 0);
            if (told_transition(step)) continue;
            weights before = weights_of(step);
            sinew_player_set_float(player, parameter, at + small);
            step = sinew_player_advance(player, 0);
            if (told_transition(step)) continue; /* a condition on it has turned */
            weights after = weights_of(step);
            double slope = difference(&before, &after) / (double)small;
            if (slope > steepest) steepest = slope;
            tried++;
            moved += slope > 0;
            check(slope < 200);
        }
        sinew_player_destroy(player);
        close_scene(&s);
    }
    print_message("%u small steps, %u of them changed a weight, steepest %.1f\n", tried, moved, steepest);
    assert_true(moved * 20 > tried && moved > 0);
}

/* SEMANTICS 2: the order of a blend's points in the file decides nothing about the weights. */
static void prop_order_of_points_does_not_matter(void **state) {
    (void)state;
    uint32_t graphs = graph_count(), tried = 0;
    for (uint32_t i = 0; i < graphs; ++i) {
        scene s, other;
        open_scene(&s, i, false);
        open_scene(&other, i, false);
        dice d = dice_of(i, 3);
        sinew_binding_destroy(other.binding);
        sinew_graph_destroy(other.graph);
        random_graph_shuffle(&other.random, &d);
        bind_scene(&other);
        sinew_player *a = sinew_player_create(s.binding), *b = sinew_player_create(other.binding);
        sinew_player *both[] = { a, b };
        for (int k = 0; k < 8; ++k) {
            for (uint32_t p = RANDOM_F0; p <= RANDOM_F3; ++p) {
                float value = (float)dice_below(&d, 1000) * 0.006f - 3;
                for (int n = 0; n < 2; ++n) sinew_player_set_float(both[n], p, value);
            }
            weights first = weights_of(sinew_player_advance(a, 0));
            weights second = weights_of(sinew_player_advance(b, 0));
            bool same = true; /* a mix may depend on which of two equal clips is the heaviest */
            for (uint32_t l = 0; l < s.random.desc.layer_count; ++l)
                same = same && sinew_player_state(a, l) == sinew_player_state(b, l);
            if (!same) break;
            tried++;
            check(difference(&first, &second) < 1e-5);
        }
        sinew_player_destroy(a);
        sinew_player_destroy(b);
        close_scene(&s);
        close_scene(&other);
    }
    print_message("%u comparisons\n", tried);
    assert_true(tried > graphs * 6);
}

/* ---- the same timeline for any cutting of time ---- */

typedef struct told {
    double at;
    uint32_t layer, kind, from, to;
} told;

enum { TOLD = 4096 };
typedef struct timeline {
    told rows[LAYERS][TOLD];
    uint32_t counts[LAYERS];
    uint32_t states[LAYERS];
    double progress[LAYERS];
    bool limited; /* rule 4 of SEMANTICS 3 cut a chain short */
} timeline;

static void note(timeline *t, const sinew_step *step, double start) {
    t->limited = t->limited || step->held_back > 0;
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        const sinew_signal *signal = &step->signals[i];
        uint32_t *count = &t->counts[signal->layer];
        if (*count >= TOLD) {
            t->limited = true;
            return;
        }
        t->rows[signal->layer][(*count)++] =
            (told){ start + (double)signal->at, signal->layer, signal->kind, signal->from, signal->to };
    }
}

/* fps 0: cuts of random lengths. */
static void run_timeline(timeline *t, const scene *s, uint32_t graph, double fps, double seconds) {
    memset(t->counts, 0, sizeof t->counts);
    t->limited = false;
    dice inputs = dice_of(graph, 4), cuts = dice_of(graph, 5);
    sinew_player *player = sinew_player_create(s->binding);
    set_constants(player, &inputs);
    double now = 0;
    for (uint32_t frame = 1; now < seconds; ++frame) {
        double next = fps > 0 ? frame / fps : now + 1e-4 * (1 + dice_below(&cuts, dice_chance(&cuts, 30) ? 9000 : 300));
        if (next > seconds) next = seconds;
        note(t, sinew_player_advance(player, next - now), now);
        now = next;
    }
    for (uint32_t l = 0; l < s->random.desc.layer_count; ++l) {
        sinew_state_info info;
        assert_true(sinew_player_state_info(player, l, &info));
        t->states[l] = info.state;
        t->progress[l] = info.progress;
    }
    sinew_player_destroy(player);
}

/* What lies within a hair of the end may have been told on the one side of it only. */
static uint32_t well_before(const timeline *t, uint32_t layer, double end) {
    uint32_t count = t->counts[layer];
    while (count > 0 && t->rows[layer][count - 1].at > end - 1e-4) count--;
    return count;
}

/* A phase within 1e-9 of a wrap is the wrap, and a moment within a nanosecond of another is that one. Some graphs hand
   such a difference on, doubled, from fade to fade: it may grow so, but never leap, as what waits for a frame would.
   False where it has grown past a millisecond: from there on the two are no longer comparable. */
static bool compare_layer(const timeline *a, const timeline *b, uint32_t l, double end, double fps) {
    uint32_t count = well_before(a, l, end), other = well_before(b, l, end);
    double largest = 1e-7;
    for (uint32_t i = 0; i < count && i < other; ++i) {
        const told *x = &a->rows[l][i], *y = &b->rows[l][i];
        double apart = fabs(x->at - y->at);
        bool same = x->kind == y->kind && x->from == y->from && x->to == y->to && apart < 16 * largest;
        if (!same)
            print_error("fps %g, layer %u, told %u: kind %u %u>%u at %.9f or kind %u %u>%u at %.9f; ", fps, l, i,
                        x->kind, x->from, x->to, x->at, y->kind, y->from, y->to, y->at);
        check(same);
        if (apart > largest) largest = apart;
        if (largest > 1e-3) return false;
    }
    if (count != other) print_error("fps %g, layer %u: %u or %u told; ", fps, l, count, other);
    check(count == other);
    bool settled = a->counts[l] == count && b->counts[l] == count;
    check(!settled || (a->states[l] == b->states[l] && fabs(a->progress[l] - b->progress[l]) < 1e4 * largest));
    return true;
}

/* SEMANTICS 3: for parameters that stand still and no trigger the timeline does not depend on how time is cut. */
static void prop_timeline_at_any_frame_rate(void **state) {
    (void)state;
    static timeline whole, cut;
    const double rates[] = { 60, 24, 7, 1, 0 }, seconds = 5;
    uint32_t graphs = graph_count(), short_cut = 0, lively = 0, unsteady = 0;
    for (uint32_t i = 0; i < graphs; ++i) {
        scene s;
        open_scene(&s, i, false);
        bool limited = false;
        run_timeline(&whole, &s, i, 144, seconds); /* short frames show best where a chain was cut short */
        limited = whole.limited;
        for (size_t r = 0; r < sizeof rates / sizeof *rates && !limited; ++r) {
            run_timeline(&cut, &s, i, rates[r], seconds);
            limited = cut.limited;
            for (uint32_t l = 0; l < s.random.desc.layer_count && !limited; ++l)
                unsteady += !compare_layer(&whole, &cut, l, seconds, rates[r]);
        }
        short_cut += limited;
        lively += whole.counts[0] > 1;
        close_scene(&s);
    }
    reached[INSTANT_LIMIT] = short_cut;
    print_message("%u graphs, in %u a chain was cut short, in %u the first layer moved; %u comparisons given up\n",
                  graphs, short_cut, lively, unsteady);
    assert_true(unsteady * 100 <= graphs);
    assert_true(short_cut * 10 <= graphs);
    assert_true(lively * 4 > graphs);
}

/* ---- bounded work, explain, two players, rebind ---- */

static const sinew_transition_desc *desc_of(const scene *s, uint32_t transition) {
    uint32_t layer, machine, index;
    sinew_binding_transition(s->binding, transition, &layer, &machine, &index, NULL, NULL);
    const sinew_machine_desc *desc = &s->random.desc.layers[layer].machine;
    uint32_t path[16], depth = 0;
    for (; machine != SINEW_NONE; machine = sinew_binding_state_parent(s->binding, machine)) path[depth++] = machine;
    while (depth-- > 0) {
        const char *name = sinew_binding_state_name(s->binding, path[depth]);
        uint32_t i = 0;
        while (strcmp(desc->states[i].name, name) != 0) i++;
        desc = desc->states[i].machine;
    }
    return &desc->transitions[index];
}

static bool holds(double value, const sinew_condition_desc *condition, double wanted) {
    switch (condition->test) {
    case SINEW_TEST_EQUAL: return value == wanted;
    case SINEW_TEST_NOT_EQUAL: return value != wanted;
    case SINEW_TEST_LESS: return value < wanted;
    case SINEW_TEST_LESS_EQUAL: return value <= wanted;
    case SINEW_TEST_GREATER: return value > wanted;
    default: return value >= wanted;
    }
}

static uint32_t parameter_of(const char *name, const sinew_binding *binding) {
    return sinew_binding_find_parameter(binding, name);
}

static void check_condition(const scene *s, const sinew_player *player, const sinew_verdict *verdict, uint32_t index) {
    const sinew_condition_desc *condition = &desc_of(s, index)->conditions[verdict->condition];
    uint32_t parameter = parameter_of(condition->parameter, s->binding);
    bool trigger = sinew_binding_parameter_type(s->binding, parameter) == SINEW_PARAMETER_TRIGGER;
    check(trigger ? verdict->value == 0 && verdict->wanted == 1
                  : !holds((double)verdict->value, condition, (double)verdict->wanted));
    double value;
    sinew_player_get(player, parameter, &value);
    check(trigger || (float)value == verdict->value);
}

/* Explain agrees with what happened: what it says went is what was told, and what it says failed did fail. */
static void check_verdicts(const scene *s, const sinew_player *player, const sinew_step *step,
                           const sinew_verdict *verdicts, bool wished) {
    uint32_t moves = sinew_binding_transition_count(s->binding);
    for (uint32_t i = 0; i < moves; ++i) {
        const sinew_verdict *verdict = &verdicts[i];
        uint32_t layer, from, to;
        sinew_binding_transition(s->binding, i, &layer, NULL, NULL, &from, &to);
        check(verdict->kind <= SINEW_VERDICT_LIMIT);
        check(verdict->kind == SINEW_VERDICT_NOT_LOOKED_AT || (verdict->at >= 0 && verdict->at <= (float)step->dt));
        if (verdict->kind == SINEW_VERDICT_CONDITION) check_condition(s, player, verdict, i);
        if (verdict->kind == SINEW_VERDICT_EXIT && !desc_of(s, i)->exit_each_loop)
            check(verdict->value <= verdict->wanted); /* floats: a hair before it shows as there */
        if (verdict->kind == SINEW_VERDICT_DISABLED) check(desc_of(s, i)->disabled);
        if (verdict->kind == SINEW_VERDICT_HIDDEN) check(verdicts[verdict->by].kind == SINEW_VERDICT_WENT);
        if (verdict->kind == SINEW_VERDICT_SELF) check(!desc_of(s, i)->self);
        if (verdict->kind != SINEW_VERDICT_WENT) continue;
        bool seen = to == SINEW_NONE; /* an <exit> is not told */
        reached[EXITED] += seen;
        reached[RESUMED] += desc_of(s, i)->resume;
        for (uint32_t k = 0; k < step->signal_count && !seen; ++k) {
            const sinew_signal *signal = &step->signals[k];
            seen = signal->kind == SINEW_SIGNAL_TRANSITION && signal->layer == layer && signal->to == to;
        }
        check(seen);
    }
    uint32_t started[LAYERS] = { 0 };
    for (uint32_t k = 0; k < step->signal_count; ++k) {
        const sinew_signal *signal = &step->signals[k];
        check(k == 0 || step->signals[k - 1].at <= signal->at);
        check(signal->at >= 0 && signal->at <= (float)step->dt + 1e-6f);
        if (signal->kind != SINEW_SIGNAL_TRANSITION) continue;
        started[signal->layer]++;
        bool went = wished;
        for (uint32_t i = 0; i < moves && !went; ++i) {
            uint32_t layer, to;
            sinew_binding_transition(s->binding, i, &layer, NULL, NULL, NULL, &to);
            went = layer == signal->layer && to == signal->to && verdicts[i].kind == SINEW_VERDICT_WENT;
        }
        check(went);
    }
    /* SEMANTICS 3, rule 4: 64 in one advance at most, whatever the graph. */
    for (int l = 0; l < LAYERS; ++l) {
        check(started[l] <= 64 + (wished ? 1 : 0));
        reached[CHAIN] += started[l] > 1;
    }
    assert_true(step->signal_count <= sinew_binding_max_signals(s->binding));
}

static void prop_explain_work_twins_and_rebind(void **state) {
    (void)state;
    static sinew_verdict verdicts[4096];
    uint32_t graphs = graph_count(), rebound = 0;
    for (uint32_t i = 0; i < graphs; ++i) {
        scene s, again;
        open_scene(&s, i, false);
        open_scene(&again, i, false); /* the same graph, bound a second time */
        uint32_t moves = sinew_binding_transition_count(s.binding);
        assert_true(moves <= 4096);
        dice d = dice_of(i, 6);
        sinew_player *a = sinew_player_create(s.binding), *b = sinew_player_create(s.binding);
        sinew_player *c = sinew_player_create(again.binding);
        sinew_player *all[] = { a, b };
        bool wished = false;
        for (int k = 0; k < 40; ++k) {
            wished = act(all, 2, s.binding, &d) || wished;
            double dt = dice_chance(&d, 5) ? 3 : 0.002 * dice_below(&d, 60);
            const sinew_step *step = sinew_player_advance_explained(a, dt, verdicts, moves);
            check_verdicts(&s, a, step, verdicts, wished);
            wished = false;
            sinew_player_advance(b, dt);
            check(sinew_player_hash(a) ==
                  sinew_player_hash(b)); /* the same inputs, the same bits; asking changes none */
            if (k % 10 != 7) continue;
            check(sinew_player_rebind(a, c, NULL) == SINEW_OK);
            check(sinew_player_hash(a) == sinew_player_hash(c)); /* a rebind to the same graph changes nothing */
            check_samples(&s, sinew_player_advance(c, 0.02));
            rebound++;
        }
        for (int n = 0; n < 2; ++n) sinew_player_destroy(all[n]);
        sinew_player_destroy(c);
        close_scene(&s);
        close_scene(&again);
    }
    print_message("%u graphs, %u rebinds\n", graphs, rebound);
    assert_true(rebound >= graphs);
}

/* ---- what occurred ---- */

static void prop_every_feature_occurred(void **state) {
    (void)state;
    uint32_t least = graph_count() >= 5000 ? 100 : 1, missing = 0;
    for (int i = 0; i < FEATURE_COUNT; ++i) {
        print_message("%8llu %s\n", (unsigned long long)totals[i], random_feature_name((random_feature)i));
        missing += totals[i] < least;
    }
    for (int i = 0; i <= CHAIN; ++i) {
        print_message("%8u %s (while playing)\n", reached[i], happenings[i]);
        missing += reached[i] < (i == INSTANT_LIMIT ? 1 : least);
    }
    assert_int_equal(missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prop_weights_sum_to_1),
        cmocka_unit_test(prop_weights_are_continuous),
        cmocka_unit_test(prop_order_of_points_does_not_matter),
        cmocka_unit_test(prop_timeline_at_any_frame_rate),
        cmocka_unit_test(prop_explain_work_twins_and_rebind),
        cmocka_unit_test(prop_every_feature_occurred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
