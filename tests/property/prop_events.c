/* Events of any graph: a timeline cut in 1,000 ways tells the same at the same moments, every window closes, and a clip
   on its own tells what a formula says. SINEW_SEED=N for another start; fewer graphs with SINEW_QUICK or a sanitizer.
   Invariant: what a graph must have told under (features) is looked for in its play, not in its description. */
#include "bind/bind.h"
#include "support/random_graph.h"
#include "support/setting.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t number; /* of the graph being tried, for messages */

#define check(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            print_error("graph %u: ", number);                                                                         \
            assert_true(condition);                                                                                    \
        }                                                                                                              \
    } while (0)

static dice dice_of(uint32_t graph, uint32_t use) {
    return (dice){ .more = { ((uint64_t)setting("SINEW_SEED", 1) << 40) + ((uint64_t)graph << 20) + use + 1 } };
}

/* ---- a scene ---- */

typedef struct scene {
    random_graph random;
    sinew_graph *graph;
    sinew_binding *binding;
} scene;

static void open_scene(scene *s, uint32_t graph) {
    memset(s, 0, sizeof *s);
    number = graph;
    dice d = dice_of(graph, 0), more = dice_of(graph, 1);
    random_graph_make(&s->random, &d);
    random_graph_add_events(&s->random, &more);
    assert_int_equal(sinew_graph_create(&s->random.desc, &s->graph, NULL), SINEW_OK);
    sinew_bind_desc bind = { .graph = s->graph, .rig = &s->random.rig };
    assert_int_equal(sinew_bind(&bind, &s->binding, NULL), SINEW_OK);
}

static void close_scene(scene *s) {
    sinew_binding_destroy(s->binding);
    sinew_graph_destroy(s->graph);
    random_graph_free(&s->random);
}

/* Where every cutting has a cut: parameters change and wishes are made only there. */
static const double stops[] = { 0, 0.37, 0.81, 1.4, 1.97, 2.6, 3.2 };
enum { STOPS = sizeof stops / sizeof *stops };

static void act(sinew_player *player, const sinew_binding *binding, dice *d) {
    uint32_t what = dice_below(d, 12), a = dice_below(d, 1000), b = dice_below(d, 1000);
    uint32_t state = a % sinew_binding_state_count(binding), layer = sinew_binding_state_layer(binding, state);
    if (what < 4) sinew_player_set_float(player, RANDOM_F0 + what, 0.25f * (float)(a % 25) - 3);
    else if (what == 4) sinew_player_set_int(player, RANDOM_INT, (int32_t)(a % 3) - 1);
    else if (what == 5) sinew_player_set_bool(player, RANDOM_BOOL, a % 2);
    else if (what == 6) sinew_player_set_float(player, RANDOM_SPEED, 0.5f * (float)(a % 7) - 1);
    else if (what == 7) sinew_player_set_float(player, RANDOM_WEIGHT, 0.25f * (float)(a % 6));
    else if (what == 8) sinew_player_travel(player, layer, state);
    else if (what == 9) sinew_player_play(player, layer, state, 0.125 * (b % 12));
    else if (what == 10) sinew_player_crossfade(player, layer, state, 0.1 * (b % 5));
}

/* ---- what was told ---- */

typedef struct told {
    double at;
    sinew_event event;
    bool matched;
} told;

enum { TOLD = 8192, OPEN = 256 };
enum { WHOLE, OBSERVED }; /* cuttings that are not random */

/* What was going on when an event was told. */
/* clang-format off */
#define FEATURES(X) \
    X(LOOP) X(ONCE) X(PINGPONG) X(FORWARDS) X(BACKWARDS) X(BLEND) X(UNSYNCED) X(FADE) X(BOTH) X(CUT_HELD) X(CUT_LIVE) \
    X(CUT_INERTIAL) X(SUB_MACHINE) X(UPPER_LAYER) X(ALL)
/* clang-format on */
#define FEATURE_ENUM(name) SEEN_##name,
#define FEATURE_NAME(name) #name,
enum { FEATURES(FEATURE_ENUM) FEATURES_SEEN };
static const char *const feature_names[] = { FEATURES(FEATURE_NAME) };

typedef struct timeline {
    uint32_t features, features_of_windows; /* bits */
    told rows[TOLD];
    uint32_t count, windows, closed_by_hand;
    bool limited; /* a limit cut a chain short, or there was no room */
    sinew_event open[OPEN];
    uint32_t open_count;
} timeline;

static bool same_event(const sinew_event *a, const sinew_event *b) {
    return a->layer == b->layer && a->clip == b->clip && a->event == b->event && a->state == b->state;
}

/* Begins and ends pair; the order within the list counts. */
static void pair(timeline *t, const sinew_event *event) {
    if (event->kind == SINEW_EVENT_BEGIN) {
        assert_true(t->open_count < OPEN);
        t->open[t->open_count++] = *event;
        t->windows++;
    }
    if (event->kind != SINEW_EVENT_END) return;
    uint32_t i = 0;
    while (i < t->open_count && !same_event(&t->open[i], event)) ++i;
    check(i < t->open_count);
    t->open[i] = t->open[--t->open_count];
}

static void note(timeline *t, const sinew_step *step, double start) {
    t->limited = t->limited || step->held_back > 0 || step->events_dropped > 0;
    double last = 0;
    for (uint32_t i = 0; i < step->event_count; ++i) {
        const sinew_event *event = &step->events[i];
        check((double)event->at >= last && (double)event->at <= step->dt + 1e-6);
        last = (double)event->at;
        pair(t, event);
        if (t->count < TOLD) t->rows[t->count++] = (told){ start + last, *event, false };
        else t->limited = true;
    }
}

static void check_open(timeline *t, sinew_player *player) {
    sinew_open_window open[OPEN];
    uint32_t count = sinew_player_open_windows(player, open, OPEN);
    check(count == t->open_count);
    for (uint32_t i = 0; i < count; ++i) {
        bool found = false;
        for (uint32_t k = 0; k < t->open_count; ++k)
            found = found || (t->open[k].layer == open[i].layer && t->open[k].clip == open[i].clip &&
                              t->open[k].event == open[i].event && t->open[k].state == open[i].state);
        check(found);
    }
}

static uint32_t seen(bool there, int feature) { return there ? 1u << feature : 0; }

static uint32_t features_of_state(const sinew_binding *binding, const sinew_state_info *info) {
    const snw_state *state = &binding->states[info->state];
    return seen(state->cycle == SNW_CYCLE_LOOP, SEEN_LOOP) | seen(state->cycle == SNW_CYCLE_PINGPONG, SEEN_PINGPONG) |
           seen(state->cycle == SNW_CYCLE_ONCE && info->length > 0, SEEN_ONCE) | seen(info->rate > 0, SEEN_FORWARDS) |
           seen(info->rate < 0, SEEN_BACKWARDS) | seen(state->clock_count > 0, SEEN_UNSYNCED) |
           seen(state->parent != SINEW_NONE, SEEN_SUB_MACHINE);
}

static uint32_t features_of_fade(const sinew_player *player, const sinew_step *step, const sinew_event *event) {
    const sinew_layer_row *row = &step->layers[event->layer];
    sinew_fade_info fade;
    uint32_t held = 0, inertial = 0;
    for (uint32_t i = 0; i < row->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[row->first_sample + i];
        held += sample->clip == SINEW_CLIP_HELD;
        inertial += sample->clip == SINEW_CLIP_HELD && (sample->flags & SINEW_SAMPLE_INERTIAL);
    }
    if (!sinew_player_fade(player, event->layer, &fade)) return seen(row->sample_count > 1 && !held, SEEN_BLEND);
    return seen(fade.from != SINEW_NONE, SEEN_FADE) | seen(event->state == fade.from, SEEN_BOTH) |
           seen(held > inertial, SEEN_CUT_HELD) | seen(inertial, SEEN_CUT_INERTIAL) |
           seen(fade.from == SINEW_NONE && !held, SEEN_CUT_LIVE);
}

/* Of advances short enough that what is so at their ends was so when the event was told. */
static void observe(timeline *t, sinew_player *player, const sinew_step *step) {
    const sinew_binding *binding = sinew_player_binding(player);
    for (uint32_t i = 0; i < step->event_count; ++i) {
        const sinew_event *event = &step->events[i];
        sinew_state_info info;
        bool clip = event->kind <= SINEW_EVENT_END && event->weight > 0, begins = event->kind == SINEW_EVENT_BEGIN;
        if (!clip || !sinew_player_state_info(player, event->layer, &info)) continue;
        uint32_t features = features_of_fade(player, step, event) | seen(event->layer > 0, SEEN_UPPER_LAYER) |
                            seen(binding->desc->events == SINEW_EVENTS_ALL, SEEN_ALL);
        if (info.state == event->state) features |= features_of_state(binding, &info);
        t->features |= features;
        if (begins) t->features_of_windows |= features;
    }
}

static void run_timeline(timeline *t, const scene *s, uint32_t graph, uint32_t cutting) {
    memset(t, 0, sizeof *t);
    dice inputs = dice_of(graph, 2), cuts = dice_of(graph, 100 + cutting);
    sinew_player *player = sinew_player_create(s->binding);
    uint32_t shortest = 1 + dice_below(&cuts, 300), longest = 1 + dice_below(&cuts, 9000);
    for (uint32_t stop = 0; stop + 1 < STOPS && !t->limited; ++stop) {
        double now = stops[stop];
        for (int i = 0; i < 3; ++i) act(player, s->binding, &inputs);
        while (now < stops[stop + 1] && !t->limited) {
            double next = now + 1e-4 * (1 + dice_below(&cuts, dice_chance(&cuts, 30) ? longest : shortest));
            if (cutting == OBSERVED) next = now + 0.004;
            if (cutting == WHOLE || next > stops[stop + 1]) next = stops[stop + 1];
            const sinew_step *step = sinew_player_advance(player, next - now);
            note(t, step, now);
            if (cutting == OBSERVED) observe(t, player, step);
            /* What becomes ready at the very end of an advance goes with the next, also with one of no length. */
            if (next < stops[stop + 1] && dice_chance(&cuts, 5)) note(t, sinew_player_advance(player, 0), next);
            now = next;
        }
        check_open(t, player);
    }
    const sinew_step *step = sinew_player_close_windows(player);
    for (uint32_t i = 0; i < step->event_count; ++i) pair(t, &step->events[i]);
    check(t->open_count == 0 && sinew_player_open_windows(player, NULL, 0) == 0);
    sinew_player_destroy(player);
}

/* ---- the same for any cutting ---- */

static told *partner_of(timeline *b, uint32_t from, const told *row) {
    for (uint32_t i = from; i < b->count && b->rows[i].at < row->at + 1e-6; ++i) {
        told *other = &b->rows[i];
        bool same = !other->matched && other->event.kind == row->event.kind && same_event(&other->event, &row->event) &&
                    fabs(other->at - row->at) < 1e-6 &&
                    fabs((double)other->event.weight - (double)row->event.weight) < 1e-4;
        if (same) return other;
    }
    return NULL;
}

static void print_row(const char *what, const told *row) {
    print_error("graph %u, %s: %.9f layer %u kind %u clip %u event %u state %u weight %g\n", number, what, row->at,
                row->event.layer, row->event.kind, row->event.clip, row->event.event, row->event.state,
                (double)row->event.weight);
}

static bool equal(timeline *a, timeline *b) {
    uint32_t from = 0;
    bool same = true;
    for (uint32_t i = 0; i < b->count; ++i) b->rows[i].matched = false;
    for (uint32_t i = 0; i < a->count && same; ++i) {
        while (from < b->count && b->rows[from].at < a->rows[i].at - 1e-5) from++;
        told *other = partner_of(b, from, &a->rows[i]);
        if (other) other->matched = true;
        else print_row("not in the other cutting", &a->rows[i]), same = false;
    }
    for (uint32_t i = 0; i < b->count && same; ++i)
        if (!b->rows[i].matched) print_row("only in the other cutting", &b->rows[i]), same = false;
    return same;
}

typedef struct tally {
    uint32_t graphs, limited, events, windows, loops;
    uint32_t features[FEATURES_SEEN], features_of_windows[FEATURES_SEEN]; /* graphs that have it */
} tally;

static void count_features(uint32_t counts[FEATURES_SEEN], uint32_t features) {
    for (int i = 0; i < FEATURES_SEEN; ++i) counts[i] += features >> i & 1;
}

/* In how many graphs each must occur. */
static uint32_t enough(void) { return setting_quick() ? 1 : 2; }

static bool all_seen(const tally *sum) {
    bool all = true;
    for (int i = 0; i < FEATURES_SEEN; ++i)
        all = all && sum->features[i] >= enough() && sum->features_of_windows[i] >= enough();
    return all;
}

static bool adds(const tally *sum, const timeline *t) {
    bool fresh = false;
    for (int i = 0; i < FEATURES_SEEN; ++i)
        fresh = fresh || ((t->features >> i & 1) && sum->features[i] < enough()) ||
                ((t->features_of_windows >> i & 1) && sum->features_of_windows[i] < enough());
    return fresh;
}

/* Whether none of the cuttings met a limit, so that all had to be the same, and were. */
static bool all_the_same(const scene *s, timeline *whole, uint32_t graph, uint32_t cuttings) {
    static timeline cut;
    for (uint32_t k = 1; k <= cuttings; ++k) {
        run_timeline(&cut, s, graph, k);
        if (cut.limited) return false;
        bool same = equal(whole, &cut);
        if (!same) print_error("cutting %u\n", k);
        check(same);
    }
    return true;
}

/* A graph that was cut in all the ways counts; with `choosy` one is cut only if it has something of which there were
 * too few. */
static void compare_cuttings(uint32_t graph, uint32_t cuttings, bool choosy, tally *sum) {
    static timeline whole, observed;
    scene s;
    open_scene(&s, graph);
    run_timeline(&whole, &s, graph, WHOLE);
    run_timeline(&observed, &s, graph, OBSERVED);
    bool limited = whole.limited || observed.limited, wanted = !limited && (!choosy || adds(sum, &observed));
    if (wanted && all_the_same(&s, &whole, graph, cuttings)) {
        sum->graphs++;
        sum->events += whole.count;
        sum->windows += whole.windows;
        for (uint32_t i = 0; i < whole.count; ++i) sum->loops += whole.rows[i].event.kind >= SINEW_EVENT_ENDED;
        count_features(sum->features, observed.features);
        count_features(sum->features_of_windows, observed.features_of_windows);
    } else if (wanted || limited) sum->limited++;
    close_scene(&s);
}

static void print_tally(const tally *sum, const char *cuttings) {
    print_message("%u graphs in %s cuttings (%u others met a limit), %u events, %u windows, %u ends of passes\n",
                  sum->graphs, cuttings, sum->limited, sum->events, sum->windows, sum->loops);
    for (int i = 0; i < FEATURES_SEEN; ++i)
        print_message("%s%s %u/%u", i ? ", " : "graphs that told events/windows under: ", feature_names[i],
                      sum->features[i], sum->features_of_windows[i]);
    print_message("\n");
}

/* At least so many graphs, and as many more as it takes until there were events and windows of every kind. */
static void prop_a_timeline_cut_in_1000_ways(void **state) {
    (void)state;
    tally sum = { 0 };
    uint32_t graphs = setting("SINEW_GRAPHS", setting_quick() ? 2 : 12), tried = 0;
    for (; tried < 2000 && (sum.graphs < graphs || !all_seen(&sum)); ++tried)
        compare_cuttings(tried, 1000, sum.graphs >= graphs, &sum);
    print_tally(&sum, "1,000");
    assert_true(sum.graphs >= graphs && all_seen(&sum));
}

static void prop_many_graphs_cut_in_a_few_ways(void **state) {
    (void)state;
    tally sum = { 0 };
    uint32_t graphs = setting("SINEW_GRAPHS", setting_quick() ? 150 : 1500);
    for (uint32_t i = 0; i < graphs; ++i) compare_cuttings(1000 + i, 4, false, &sum);
    print_tally(&sum, "4");
    assert_true(sum.graphs * 2 > graphs && sum.loops > 0 && sum.windows > 0);
}

/* ---- one clip against a formula ---- */

typedef struct single {
    double length, speed, offset;
    sinew_loop loop;
    sinew_event_desc rows[5];
    char names[5][4];
    uint32_t count;
} single;

static uint32_t find_single(const void *user, const char *name) {
    (void)user;
    (void)name;
    return 0;
}

static sinew_clip_info single_info(const void *user, uint32_t clip) {
    (void)clip;
    return (sinew_clip_info){ ((const single *)user)->length, false };
}

static const sinew_event_desc *single_events(const void *user, uint32_t clip, uint32_t *count) {
    const single *one = user;
    (void)clip;
    *count = one->count;
    return one->rows;
}

static void make_single(single *one, dice *d) {
    memset(one, 0, sizeof *one);
    one->length = 0.1 * (1 + dice_below(d, 20));
    one->speed = (dice_chance(d, 50) ? 1 : -1) * 0.25 * (1 + dice_below(d, 12));
    one->offset = dice_chance(d, 50) ? 0 : 0.125 * dice_below(d, 8);
    one->loop = (sinew_loop)(SINEW_LOOP_ON + (int)dice_below(d, 3));
    one->count = 1 + dice_below(d, 5);
    for (uint32_t i = 0; i < one->count; ++i) {
        uint32_t from = dice_below(d, 33), to = dice_below(d, 33);
        sinew_event_desc *event = &one->rows[i];
        one->names[i][0] = (char)('a' + (int)i);
        event->name = one->names[i];
        event->window = dice_chance(d, 50);
        event->time = one->length * (from < to ? from : to) / 32;
        event->end = one->length * (from < to ? to : from) / 32;
    }
}

/* How often an event comes at a time from the start of play, thought of as a line that is walked along and not as a
   clock: in lengths walked, a position f of the clip lies at k + f, in each pass k that goes up, else at k + 1 - f. */
typedef struct expected {
    const single *one;
    double until; /* seconds played */
    uint32_t counts[5][3];
    double sums[5][3]; /* of moments, so that they are compared too */
} expected;

static void expect_at(expected *e, uint32_t event, sinew_event_kind kind, double walked) {
    const single *one = e->one;
    double start = one->offset, seconds = (walked - start) * one->length / fabs(one->speed);
    if (seconds < -1e-9 || seconds > e->until + 1e-9) return;
    e->counts[event][kind]++;
    e->sums[event][kind] += seconds;
}

static void expect_pass(expected *e, uint32_t pass, bool up) {
    const single *one = e->one;
    for (uint32_t i = 0; i < one->count; ++i) {
        double from = one->rows[i].time / one->length, to = one->rows[i].window ? one->rows[i].end / one->length : from;
        double begin = up ? from : 1 - to, end = up ? to : 1 - from, start = one->offset - pass;
        bool folds = one->loop == SINEW_LOOP_PINGPONG && pass > 0 && !(begin > 1e-12); /* told by the pass before */
        if (!one->rows[i].window) {
            if (!folds) expect_at(e, i, SINEW_EVENT_POINT, pass + begin);
            continue;
        }
        bool instant = !(to - from > 1e-9);
        if (instant && folds) continue;
        /* Started in the middle of it, it opens there. */
        bool inside = pass == 0 && begin < start - 1e-12 && end > start + 1e-12;
        bool over = pass == 0 && end <= start + 1e-12 && !instant;
        if (over) continue;
        expect_at(e, i, SINEW_EVENT_BEGIN, inside ? one->offset : pass + begin);
        expect_at(e, i, SINEW_EVENT_END, pass + end);
    }
}

static void expect_all(expected *e) {
    const single *one = e->one;
    double walked = one->offset + fabs(one->speed) / one->length * e->until;
    uint32_t passes = one->loop == SINEW_LOOP_OFF ? 1 : (uint32_t)walked + 2;
    for (uint32_t pass = 0; pass < passes; ++pass) {
        bool back = one->loop == SINEW_LOOP_PINGPONG && pass % 2;
        expect_pass(e, pass, back == (one->speed < 0));
    }
}

static void check_single(uint32_t index, dice *d) {
    single one;
    number = index;
    make_single(&one, d);
    sinew_state_desc states[2] = { { .name = "I" }, { .name = "A", .loop = one.loop } };
    states[1].motion = (sinew_motion_desc){ .kind = SINEW_MOTION_CLIP, .clip = "c" };
    states[1].speed = (sinew_opt){ true, one.speed };
    sinew_layer_desc layer = { .name = "L" };
    layer.machine = (sinew_machine_desc){ .states = states, .state_count = 2 };
    sinew_graph_desc desc = { .layers = &layer, .layer_count = 1 };
    sinew_rig rig = { .find_clip = find_single, .clip_info = single_info, .clip_events = single_events, .user = &one };
    sinew_graph *graph = NULL;
    sinew_binding *binding = NULL;
    assert_int_equal(sinew_graph_create(&desc, &graph, NULL), SINEW_OK);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = graph, .rig = &rig }, &binding, NULL), SINEW_OK);
    sinew_player *player = sinew_player_create(binding);
    sinew_player_play(player, 0, sinew_binding_find_state(binding, 0, "A"), one.offset);
    expected e = { .one = &one }, got = { .one = &one };
    while (e.until < 3) {
        double dt = 0.001 * (1 + dice_below(d, dice_chance(d, 20) ? 900 : 40));
        const sinew_step *step = sinew_player_advance(player, dt);
        for (uint32_t i = 0; i < step->event_count; ++i) {
            uint32_t of = (uint32_t)(sinew_binding_event(binding, 0, step->events[i].event)->name[0] - 'a');
            got.counts[of][step->events[i].kind]++;
            got.sums[of][step->events[i].kind] += e.until + (double)step->events[i].at;
        }
        check(step->events_dropped == 0);
        e.until += dt;
    }
    expect_all(&e);
    for (uint32_t i = 0; i < one.count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (e.counts[i][k] != got.counts[i][k])
                print_error(
                    "clip %u, length %g speed %g offset %g loop %d: event %u at %g to %g, kind %d: %u, told %u\n",
                    index, one.length, one.speed, one.offset, (int)one.loop, i, one.rows[i].time,
                    one.rows[i].window ? one.rows[i].end : -1, k, e.counts[i][k], got.counts[i][k]);
            check(e.counts[i][k] == got.counts[i][k]);
            check(fabs(e.sums[i][k] - got.sums[i][k]) < 1e-6 * (1 + e.counts[i][k]));
        }
    sinew_player_destroy(player);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
}

static void prop_one_clip_tells_what_a_formula_says(void **state) {
    (void)state;
    uint32_t clips = setting("SINEW_GRAPHS", setting_quick() ? 500 : 4000);
    for (uint32_t i = 0; i < clips; ++i) {
        dice d = dice_of(i, 50);
        check_single(i, &d);
    }
    print_message("%u clips\n", clips);
    assert_true(clips > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prop_a_timeline_cut_in_1000_ways),
        cmocka_unit_test(prop_many_graphs_cut_in_a_few_ways),
        cmocka_unit_test(prop_one_clip_tells_what_a_formula_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
