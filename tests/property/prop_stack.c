/* Properties of stacks of random players, tracks and graphs, at random priorities, weights, speeds, masks and fades:
   what a step says is what the players say, one over the other; the same is told however time is cut; and the pose is
   that of a reference which puts the entries on one after another. 200 stacks of each, 40 where a sanitizer looks on or
   SINEW_QUICK is set; SINEW_STACKS=N for another number, SINEW_SEED=N for another start. */
#include "fault/fault.h"
#include "pose/pose.h"
#include "sinew/stack.h"
#include "support/pose_error.h"
#include "support/random_play.h"
#include "support/setting.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 5, BINDINGS = 3, MASKS = 3, JOINTS = 20, FRAMES = 40, TOLD = 4096, WINDOWS = 256 };

static uint32_t number; /* of the stack being tried, for messages */

#define check(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            print_error("stack %u: ", number);                                                                         \
            assert_true(condition);                                                                                    \
        }                                                                                                              \
    } while (0)
#define near(a, b, within) check(fabs((double)(a) - (double)(b)) <= (within))

static uint32_t stacks(void) { return setting("SINEW_STACKS", setting_quick() ? 40 : 200); }
static dice dice_of(uint32_t use) {
    return (dice){ .more = { ((uint64_t)setting("SINEW_SEED", 1) << 40) + ((uint64_t)number << 8) + use + 1 } };
}

static double real(dice *d, double least, double most) {
    return least + (most - least) * (dice_below(d, 1u << 24) / 16777216.0);
}

/* ---- players ---- */

typedef struct world {
    random_graph random[BINDINGS - 1];
    sinew_graph *graphs[BINDINGS - 1];
    sinew_binding *bindings[BINDINGS]; /* the last: tracks alone */
    sinew_model *model;
    uint32_t joints;
    float masks[MASKS][JOINTS];
    fault memory;
    sinew_stack *stack;
} world;

static const char *const mask_names[MASKS] = { "m0", "m1", "m2" };

static bool find_mask(const void *user, const char *name, float *weights) {
    const world *w = user;
    for (int i = 0; i < MASKS; ++i)
        if (strcmp(name, mask_names[i]) == 0) return memcpy(weights, w->masks[i], w->joints * sizeof *weights), true;
    return false;
}

static void bind_one(world *w, uint32_t index, dice *d) {
    bool graph = index + 1 < BINDINGS;
    if (graph) {
        random_graph_make(&w->random[index], d);
        assert_int_equal(sinew_graph_create(&w->random[index].desc, &w->graphs[index], NULL), SINEW_OK);
    }
    sinew_mask_desc masks[MASKS] = { { .name = "m0" }, { .name = "m1" }, { .name = "m2" } };
    sinew_rig rig = random_play_rig(&w->random[graph ? index : 0]);
    rig.find_mask = find_mask;
    rig.joint_count = w->joints;
    rig.user = w;
    sinew_bind_desc desc = { .graph = graph ? w->graphs[index] : NULL, .rig = &rig, .track_count = RANDOM_TRACKS };
    desc.masks = masks;
    desc.mask_count = MASKS;
    assert_int_equal(sinew_bind(&desc, &w->bindings[index], NULL), SINEW_OK);
}

static void open_world(world *w, dice *d) {
    memset(w, 0, sizeof *w);
    w->model =
        random_model(&d->more, &(random_model_options){ .joints = JOINTS, .clips = RANDOM_CLIPS, .plain = true }, NULL);
    w->joints = sinew_skeleton_joint_count(sinew_model_skeleton(w->model));
    for (int m = 0; m < MASKS; ++m)
        for (uint32_t i = 0; i < w->joints; ++i) w->masks[m][i] = (float)dice_below(d, 5) / 4;
    for (uint32_t i = 0; i < BINDINGS; ++i) bind_one(w, i, d);
    fault_init(&w->memory, 0);
    w->stack = sinew_stack_create(&(sinew_stack_desc){ .bindings = (const sinew_binding *const *)w->bindings,
                                                       .binding_count = BINDINGS,
                                                       .entries = MOST,
                                                       .allocator = &w->memory.allocator });
    assert_non_null(w->stack);
}

static void close_world(world *w) {
    check(w->memory.calls == 1); /* nothing allocates after it */
    sinew_stack_destroy(w->stack);
    check(w->memory.live_blocks == 0);
    for (int i = 0; i < BINDINGS; ++i) sinew_binding_destroy(w->bindings[i]);
    for (int i = 0; i + 1 < BINDINGS; ++i) {
        sinew_graph_destroy(w->graphs[i]);
        random_graph_free(&w->random[i]);
    }
    sinew_model_destroy(w->model);
}

static void ask_a_track(sinew_player *player, dice *d) {
    uint32_t track = dice_below(d, RANDOM_TRACKS), clip = dice_below(d, RANDOM_CLIPS), kind = dice_below(d, 8);
    sinew_track_desc desc = { .loops = dice_below(d, 4), .mix = { true, real(d, 0, 0.3) } };
    if (dice_chance(d, 30)) desc.mask = mask_names[dice_below(d, MASKS)];
    if (dice_chance(d, 30)) desc.blend = SINEW_BLEND_ADDITIVE;
    if (dice_chance(d, 30)) desc.weight = (sinew_opt){ true, real(d, 0, 1) };
    if (dice_chance(d, 30)) desc.speed = (sinew_opt){ true, real(d, -2, 2) };
    if (kind < 5) sinew_track_play(player, track, clip, &desc);
    else if (kind < 7) sinew_track_queue(player, track, clip, real(d, 0, 0.2), &desc);
    else sinew_track_stop(player, track, real(d, 0, 0.2));
}

static void act(sinew_player *player, dice *d) {
    if (sinew_binding_layer_count(sinew_player_binding(player))) random_play_act(player, d);
    if (dice_chance(d, 25)) ask_a_track(player, d);
}

/* ---- what a stack must say, from a twin of each player ---- */

typedef struct entry {
    uint32_t id; /* 0: none */
    sinew_player *player, *twin;
    const sinew_step *step; /* of the twin */
    sinew_stack_entry desc;
    const float *mask;
    float weight;
    double speed, from, to, begun, duration; /* the fade, on the stack's time */
    bool leaves, gone;
    double seconds;                  /* of this advance that it played */
    float now;                       /* what it weighs */
    bool heard;                      /* in this advance */
    sinew_open_window open[WINDOWS]; /* as told */
    uint32_t open_count;
} entry;

typedef struct play {
    world w;
    entry entries[MOST];
    uint32_t order[MOST], count; /* lowest first */
    uint32_t late;               /* windows of entries that were removed at once */
    double time;
    dice d;
} play;

static struct { uint32_t windows, steps, rows, events, signals, left, poses, skipped, held, masked, additive; } seen;

static sinew_stack_entry any_entry(dice *d, bool still) {
    sinew_stack_entry desc = { .priority = (int32_t)dice_below(d, 4) - 2, .root_motion = dice_chance(d, 50) };
    if (dice_chance(d, 60)) desc.weight = (sinew_opt){ true, dice_chance(d, 15) ? 0 : real(d, 0, 1.1) };
    if (!still && dice_chance(d, 50)) desc.speed = (sinew_opt){ true, dice_chance(d, 20) ? 0 : real(d, 0, 3) };
    if (dice_chance(d, 40)) desc.mask = mask_names[dice_below(d, MASKS)];
    if (dice_chance(d, 30)) desc.blend = SINEW_BLEND_ADDITIVE;
    if (dice_chance(d, 50)) desc.fade_in = real(d, 0, 0.5);
    return desc;
}

static void put_in(play *p, bool still) {
    uint32_t slot = 0;
    while (slot < MOST && p->entries[slot].id) slot++;
    if (slot == MOST) return;
    const sinew_binding *binding = p->w.bindings[dice_below(&p->d, BINDINGS)];
    entry *e = &p->entries[slot];
    *e = (entry){ .player = sinew_player_create(binding), .twin = sinew_player_create(binding) };
    e->desc = any_entry(&p->d, still);
    e->speed = e->desc.speed.set ? e->desc.speed.value : 1;
    e->weight = e->desc.weight.set ? (float)fmin(e->desc.weight.value, 1) : 1;
    e->from = e->desc.fade_in > 0 ? 0 : 1;
    e->to = 1;
    e->begun = p->time;
    e->duration = e->desc.fade_in;
    if (e->desc.mask) e->mask = sinew_binding_mask(binding, sinew_binding_find_mask(binding, e->desc.mask));
    assert_int_equal(sinew_stack_add(p->w.stack, e->player, &e->desc, &e->id), SINEW_OK);
    uint32_t at = p->count++;
    for (; at > 0 && p->entries[p->order[at - 1]].desc.priority > e->desc.priority; --at)
        p->order[at] = p->order[at - 1];
    p->order[at] = slot;
}

static void drop(play *p, uint32_t place) {
    entry *e = &p->entries[p->order[place]];
    check(sinew_stack_player(p->w.stack, e->id) == NULL);
    sinew_player_destroy(e->player);
    sinew_player_destroy(e->twin);
    memset(e, 0, sizeof *e);
    for (uint32_t i = place + 1; i < p->count; ++i) p->order[i - 1] = p->order[i];
    p->count--;
    seen.left++;
}

static double level(const entry *e, double time) {
    double done = time - e->begun;
    if (!(e->duration > 0) || e->duration - done <= 1e-9) return e->to;
    return e->from + (e->to - e->from) * (done / e->duration);
}

static void change(play *p, uint32_t place) {
    entry *e = &p->entries[p->order[place]];
    if (dice_chance(&p->d, 40)) {
        e->weight = (float)dice_below(&p->d, 9) / 8;
        assert_int_equal(sinew_stack_set_weight(p->w.stack, e->id, e->weight), SINEW_OK);
    } else if (dice_chance(&p->d, 50)) {
        e->speed = (double)dice_below(&p->d, 9) / 4;
        assert_int_equal(sinew_stack_set_speed(p->w.stack, e->id, e->speed), SINEW_OK);
    } else {
        double fade = dice_chance(&p->d, 30) ? 0 : real(&p->d, 0, 0.3);
        e->from = level(e, p->time);
        e->to = 0;
        e->begun = p->time;
        e->duration = fade;
        e->leaves = true;
        assert_int_equal(sinew_stack_remove(p->w.stack, e->id, fade), SINEW_OK);
        if (!(fade > 0)) {
            p->late += e->open_count;
            drop(p, place);
        }
    }
}

static double step_seconds; /* of the advance that is looked at */

/* Each twin by what its player must have been advanced by. */
static void advance_twins(play *p, double dt) {
    step_seconds = dt;
    for (uint32_t i = 0; i < p->count; ++i) {
        entry *e = &p->entries[p->order[i]];
        double left = e->duration - (p->time - e->begun);
        e->gone = e->leaves && left - dt <= 1e-9;
        e->seconds = e->gone && left < dt ? left : dt;
        e->step = sinew_player_advance(e->twin, e->seconds * e->speed);
        e->heard = e->weight > 0 && (e->to > 0 || level(e, p->time) > 0);
        e->now = e->gone ? 0 : (float)((double)e->weight * level(e, p->time + dt));
    }
}

static void check_row(const entry *e, const sinew_stack_step *step, uint32_t index, uint32_t layer) {
    const sinew_layer_row *row = &step->layers[index], *own = &e->step->layers[layer];
    const sinew_stack_row *side = &step->rows[index];
    bool turned = e->desc.blend == SINEW_BLEND_ADDITIVE && own->blend == SINEW_BLEND_REPLACE;
    check(row->weight >= 0 && row->weight <= 1);
    near(row->weight, own->weight * e->now, 1e-6);
    check(side->entry == e->id && side->layer == layer && side->entry_mask == e->mask);
    check(side->mask == sinew_binding_mask(e->step->binding, own->mask));
    near(side->time, e->step->time, 1e-6);
    check(row->blend == (turned ? SINEW_BLEND_ADDITIVE : own->blend));
    check(turned ? row->reference_clip == SINEW_NONE
                 : row->reference_clip == own->reference_clip && !(row->reference_time < own->reference_time) &&
                       !(row->reference_time > own->reference_time));
    check(row->sample_count == (row->weight > 0 ? own->sample_count : 0));
    float sum = 0;
    for (uint32_t k = 0; k < row->sample_count; ++k) {
        const sinew_sample *a = &step->samples[row->first_sample + k], *b = &e->step->samples[own->first_sample + k];
        check(a->layer == index && a->clip == b->clip && a->flags == b->flags && a->loops == b->loops);
        check(a->hold_serial == b->hold_serial && a->weight >= 0 && a->weight <= 1);
        near(a->weight, b->weight, 1e-6);
        near(a->time, b->time, 1e-4);
        if (!(a->flags & SINEW_SAMPLE_ADDITIVE)) sum += a->weight;
    }
    check(sum <= 1 + 1e-5f);
    seen.rows++;
}

static float on_the_stack(const entry *e, float at) {
    double own = e->speed > 0 ? (double)at / e->speed : 0;
    return (float)(own < e->seconds ? own : e->seconds);
}

static uint32_t place_of(const play *p, uint32_t id) {
    uint32_t place = 0;
    while (place < p->count && p->entries[p->order[place]].id != id) place++;
    return place; /* the count: it is not there any more */
}

/* ---- events ---- */

static bool same_window(const sinew_open_window *w, const sinew_event *event) {
    return w->layer == event->layer && w->state == event->state && w->clip == event->clip && w->event == event->event;
}

/* Windows pair: one closes only where it is open. */
static void open_or_close(entry *e, const sinew_event *event) {
    if (event->kind == SINEW_EVENT_BEGIN) {
        check(e->open_count < WINDOWS);
        e->open[e->open_count++] = (sinew_open_window){ event->layer, event->state, event->clip, event->event };
    }
    if (event->kind != SINEW_EVENT_END) return;
    uint32_t i = 0;
    while (i < e->open_count && !same_window(&e->open[i], event)) i++;
    check(i < e->open_count);
    e->open[i] = e->open[--e->open_count];
    seen.windows++;
}

static bool is_window(const sinew_event *event) {
    return event->kind == SINEW_EVENT_BEGIN || event->kind == SINEW_EVENT_END;
}

static float weight_then(const play *p, const entry *e, float at) {
    return (float)((double)e->weight * level(e, p->time - step_seconds + (double)at));
}

/* The twin's next event that must be told, windows aside. */
static uint32_t next_told(const entry *e, uint32_t from) {
    for (; from < e->step->event_count; ++from) {
        const sinew_event *own = &e->step->events[from];
        if (!is_window(own) && (own->clip == SINEW_NONE || e->heard)) break;
    }
    return from;
}

/* Of what is heard the stack has told the windows that its player stands in; of all else none. */
static void check_windows(const entry *e) {
    sinew_open_window own[WINDOWS];
    uint32_t count = sinew_player_open_windows(e->twin, own, WINDOWS);
    check(count <= WINDOWS);
    bool heard = !e->gone && e->weight > 0 && (e->to > 0 || e->now > 0);
    check(e->open_count == (heard ? count : 0));
    for (uint32_t i = 0; i < e->open_count; ++i) {
        uint32_t there = 0, told = 0;
        for (uint32_t k = 0; k < count; ++k) {
            there += memcmp(&own[k], &e->open[i], sizeof own[k]) == 0;
            told += memcmp(&e->open[k], &e->open[i], sizeof own[k]) == 0;
        }
        check(there == told);
    }
}

/* In order of time, at one moment from below; each entry's own in its own order. */
static void check_events(play *p, const sinew_stack_step *step) {
    uint32_t next[MOST] = { 0 }, last = 0, dropped = 0;
    for (uint32_t i = 0; i < step->event_count; ++i) {
        const sinew_event *is = &step->events[i].event;
        if (i) check(is->at >= step->events[i - 1].event.at);
        check(is->weight >= 0 && is->weight <= 1 && is->at >= 0);
        uint32_t place = place_of(p, step->events[i].entry);
        if (place == p->count) { /* removed since the last advance */
            check(is->kind == SINEW_EVENT_END && !(is->at > 0) && !(is->weight > 0) && p->late > 0);
            p->late--;
            continue;
        }
        entry *e = &p->entries[p->order[place]];
        if (i && !(is->at > step->events[i - 1].event.at)) check(place >= last);
        last = place;
        open_or_close(e, is);
        if (is_window(is)) continue;
        next[place] = next_told(e, next[place]);
        check(next[place] < e->step->event_count);
        const sinew_event *own = &e->step->events[next[place]++];
        check(is->kind == own->kind && is->clip == own->clip && is->event == own->event && is->layer == own->layer);
        check(is->state == own->state);
        near(is->weight, own->weight * weight_then(p, e, is->at), 1e-5);
        near(is->at, on_the_stack(e, own->at), 1e-6);
    }
    for (uint32_t i = 0; i < p->count; ++i) {
        const entry *e = &p->entries[p->order[i]];
        check(next_told(e, next[i]) == e->step->event_count);
        check_windows(e);
        dropped += e->step->events_dropped;
    }
    check(p->late == 0 && step->events_dropped == dropped);
    seen.events += step->event_count;
}

static void check_signals(const play *p, const sinew_stack_step *step) {
    uint32_t next[MOST] = { 0 };
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        const sinew_signal *is = &step->signals[i].signal;
        uint32_t place = place_of(p, step->signals[i].entry);
        check(place < p->count);
        const entry *e = &p->entries[p->order[place]];
        check(next[place] < e->step->signal_count);
        const sinew_signal *own = &e->step->signals[next[place]++];
        check(is->kind == own->kind && is->from == own->from && is->to == own->to && is->layer == own->layer);
        near(is->at, on_the_stack(e, own->at), 1e-6);
        if (i) check(is->at >= step->signals[i - 1].signal.at);
    }
    for (uint32_t i = 0; i < p->count; ++i) check(next[i] == p->entries[p->order[i]].step->signal_count);
    seen.signals += step->signal_count;
}

static void check_root(const play *p, const sinew_stack_step *step) {
    double way[4] = { 0 };
    for (uint32_t i = 0; i < p->count; ++i) {
        const entry *e = &p->entries[p->order[i]];
        const sinew_root_step *own = &e->step->root;
        const double moved[4] = { own->translation[0], own->translation[1], own->translation[2], own->yaw };
        if (e->desc.blend == SINEW_BLEND_ADDITIVE || (i && !e->desc.root_motion)) continue;
        for (int k = 0; k < 4; ++k) way[k] = (double)e->now * moved[k] + (i ? 1 - (double)e->now : 0) * way[k];
    }
    for (int k = 0; k < 3; ++k) near(step->root.translation[k], way[k], 1e-6 * (1 + fabs(way[k])));
    near(step->root.yaw, way[3], 1e-6 * (1 + fabs(way[3])));
}

static const sinew_stack_step *go(play *p, double dt) {
    advance_twins(p, dt);
    const sinew_stack_step *step = sinew_stack_advance(p->w.stack, dt);
    check(step->result == SINEW_OK);
    p->time += dt;
    near(step->time, p->time, 1e-9);
    uint32_t row = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        const entry *e = &p->entries[p->order[i]];
        for (uint32_t k = 0; k < e->step->layer_count; ++k) check_row(e, step, row++, k);
        if (!e->gone) near(sinew_stack_weight(p->w.stack, e->id), e->now, 1e-6);
    }
    check(step->layer_count == row);
    check_events(p, step);
    check_signals(p, step);
    check_root(p, step);
    seen.steps++;
    return step;
}

static void act_on_all(play *p) {
    for (uint32_t i = 0; i < p->count; ++i) {
        dice same = p->d;
        act(p->entries[p->order[i]].player, &same);
        act(p->entries[p->order[i]].twin, &p->d);
    }
}

static void end_play(play *p) {
    while (p->count) {
        p->late += p->entries[p->order[p->count - 1]].open_count;
        sinew_stack_remove(p->w.stack, p->entries[p->order[p->count - 1]].id, 0);
        drop(p, p->count - 1);
    }
    const sinew_stack_step *step = sinew_stack_advance(p->w.stack, 0.1);
    check(step->layer_count == 0 && step->event_count == p->late);
    close_world(&p->w);
}

/* What a step says is what its players say. */
static void test_lists(void **state) {
    (void)state;
    static play p;
    for (number = 0; number < stacks(); ++number) {
        p = (play){ .d = dice_of(0) };
        open_world(&p.w, &p.d);
        for (int frame = 0; frame < FRAMES; ++frame) {
            if (dice_chance(&p.d, frame ? 15 : 100)) put_in(&p, false);
            if (p.count && dice_chance(&p.d, 25)) change(&p, dice_below(&p.d, p.count));
            act_on_all(&p);
            go(&p, dice_chance(&p.d, 5) ? 0 : dice_chance(&p.d, 5) ? real(&p.d, 0, 3) : real(&p.d, 0, 0.07));
            for (uint32_t i = p.count; i-- > 0;)
                if (p.entries[p.order[i]].gone) drop(&p, i);
        }
        end_play(&p);
    }
    print_message("%u steps, %u rows, %u events, %u windows, %u signals, %u entries left\n", seen.steps, seen.rows,
                  seen.events, seen.windows, seen.signals, seen.left);
    assert_true(seen.rows > 10 * stacks() && seen.events > 10 * stacks() && seen.windows > stacks() &&
                seen.signals > 10 * stacks());
}

/* ---- the pose ---- */

typedef struct posing {
    sinew_pose *pose;
    ref_pose *reference;
    sinew_layer_row rows[512];
    float products[512][JOINTS];
    const float *masks[512];
} posing;

/* The step's rows for a pose that knows nothing of stacks, the two masks of each multiplied. */
static void apply_reference(posing *o, const world *w, const sinew_stack_step *step) {
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        const sinew_stack_row *side = &step->rows[i];
        o->rows[i] = step->layers[i];
        o->rows[i].mask = side->mask || side->entry_mask ? i : SINEW_NONE;
        o->masks[i] = o->products[i];
        for (uint32_t j = 0; j < w->joints; ++j)
            o->products[i][j] = (side->mask ? side->mask[j] : 1) * (side->entry_mask ? side->entry_mask[j] : 1);
        bool shows = o->rows[i].sample_count > 0;
        seen.masked += shows && side->mask && side->entry_mask;
        seen.additive += shows && o->rows[i].blend == SINEW_BLEND_ADDITIVE;
    }
    for (uint32_t i = 0; i < step->sample_count; ++i) seen.held += step->samples[i].clip == SINEW_CLIP_HELD;
    ref_pose_apply(o->reference, step->time, o->rows, step->layer_count, step->samples, o->masks);
}

/* The entries stay as they were put in and go at one speed, so that what a layer holds is at one place and time in both
   poses. A choice that rounding made changes what is held later, so a stack ends with its first one. */
static void test_poses(void **state) {
    (void)state;
    static play p;
    static posing o;
    double worst = 0;
    for (number = 0; number < stacks(); ++number) {
        p = (play){ .d = dice_of(1) };
        open_world(&p.w, &p.d);
        uint32_t holds = sinew_stack_hold_count(p.w.stack);
        assert_true(holds <= 512);
        o.pose = snw_pose_make_stacked(p.w.model, NULL, holds, p.w.stack);
        o.reference = ref_pose_create(p.w.model, holds);
        assert_true(o.pose && o.reference);
        for (uint32_t many = 1 + dice_below(&p.d, 4); many > 0; --many) put_in(&p, true);
        for (int frame = 0; frame < FRAMES; ++frame) {
            act_on_all(&p);
            const sinew_stack_step *step = go(&p, real(&p.d, 0, 0.05));
            check(sinew_pose_apply_stack(o.pose, step) == SINEW_OK);
            apply_reference(&o, &p.w, step);
            if (ref_pose_margin(o.reference) < 2e-4) {
                seen.skipped++;
                break;
            }
            double error = pose_error(p.w.model, o.pose, o.reference);
            if (!(error <= worst)) worst = error;
            check(error <= 1e-5);
            seen.poses++;
        }
        sinew_pose_destroy(o.pose);
        ref_pose_destroy(o.reference);
        end_play(&p);
    }
    print_message("%u poses compared, %u stacks cut short; worst error %.2g of the size; %u held samples, %u rows with "
                  "two masks, %u additive\n",
                  seen.poses, seen.skipped, worst, seen.held, seen.masked, seen.additive);
    assert_true(seen.poses > 5 * stacks() && seen.masked > stacks() && seen.additive > stacks());
}

/* ---- cutting ---- */

#define CLIPS                                                                                                          \
    "idle:1.0@a=0@b=0.5@w=0.2-0.7,walk:0.8@l=0.2@r=0.6@end=0.8@v=0.6-0.8,run:0.6,jump:0.5:once@up=0@air=0.1-0.5,"      \
    "land:0.3:once@w=0-0.3,pose:0:once@p=0,still:0@s=0,fall:1.1@w=0.1-0.9@x=0.3-0.4"
#define ROUND                                                                                                          \
    "{'version': 2, 'layers': [{'name': 'L', 'machine': {'states': {'A': {'clip': 'idle'}, 'B': {'clip': 'walk'}, "    \
    "'C': {'clip': 'jump', 'loop': false}}, 'transitions': [{'from': 'A', 'to': 'B', 'exit': 0.7, 'fade': 0.25}, "     \
    "{'from': 'B', 'to': 'C', 'exit': 1.3, 'fade': 0.15, 'events': 'both'}, {'from': 'C', 'to': 'A', 'fade': 0}]}}]}"

enum { CUT_CLIPS = 8, CUT_ENTRIES = 3 };

typedef struct told {
    double at;
    uint32_t kind, clip, event, signal;
    float weight;
} told;

typedef struct side {
    sinew_stack *stack;
    sinew_player *players[CUT_ENTRIES];
    uint32_t ids[CUT_ENTRIES];
    told list[CUT_ENTRIES][TOLD]; /* of each entry, since the last comparison */
    uint32_t counts[CUT_ENTRIES];
    double time;
} side;

static told *hear(side *s, uint32_t id, float at) {
    uint32_t place = 0;
    while (s->ids[place] != id) place++;
    assert_true(s->counts[place] < TOLD);
    told *row = &s->list[place][s->counts[place]++];
    *row = (told){ .at = s->time + (double)at };
    return row;
}

static void listen(side *s, double dt) {
    const sinew_stack_step *step = sinew_stack_advance(s->stack, dt);
    check(step->events_dropped == 0);
    for (uint32_t i = 0; i < step->event_count; ++i) {
        const sinew_event *event = &step->events[i].event;
        told *row = hear(s, step->events[i].entry, event->at);
        row->kind = event->kind;
        row->clip = event->clip;
        row->event = event->event;
        row->weight = event->weight;
    }
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        const sinew_signal *signal = &step->signals[i].signal;
        told *row = hear(s, step->signals[i].entry, signal->at);
        row->signal = 1 + (uint32_t)signal->kind;
        row->clip = signal->from;
        row->event = signal->to;
    }
    s->time += dt;
}

/* Signals follow the events of a piece, so the two kinds are compared apart. */
static uint32_t next_of(const side *s, uint32_t place, uint32_t from, bool signal) {
    while (from < s->counts[place] && (s->list[place][from].signal > 0) != signal) from++;
    return from;
}

static void compare_told(const side *a, const side *b, uint32_t place, bool signal) {
    uint32_t i = next_of(a, place, 0, signal), k = next_of(b, place, 0, signal);
    for (; i < a->counts[place] && k < b->counts[place];
         i = next_of(a, place, i + 1, signal), k = next_of(b, place, k + 1, signal)) {
        const told *x = &a->list[place][i], *y = &b->list[place][k];
        near(x->at, y->at, 1e-5);
        check(x->kind == y->kind && x->clip == y->clip && x->event == y->event && x->signal == y->signal);
        near(x->weight, y->weight, 1e-4);
        seen.events++;
    }
    check(i == a->counts[place] && k == b->counts[place]);
}

static void open_side(side *s, const sinew_binding *const *bindings, dice d) {
    *s = (side){ .stack = sinew_stack_create(
                     &(sinew_stack_desc){ .bindings = bindings, .binding_count = 2, .entries = CUT_ENTRIES }) };
    assert_non_null(s->stack);
    for (int i = 0; i < CUT_ENTRIES; ++i) {
        s->players[i] = sinew_player_create(bindings[i % 2]);
        sinew_stack_entry desc = any_entry(&d, false);
        desc.mask = NULL;
        assert_int_equal(sinew_stack_add(s->stack, s->players[i], &desc, &s->ids[i]), SINEW_OK);
    }
}

static void close_side(side *s) {
    for (int i = 0; i < CUT_ENTRIES; ++i) sinew_player_destroy(s->players[i]);
    sinew_stack_destroy(s->stack);
}

static void ask(side *s, dice d) {
    uint32_t place = dice_below(&d, CUT_ENTRIES), kind = dice_below(&d, 12);
    sinew_track_desc desc = { .loops = dice_below(&d, 4), .mix = { true, real(&d, 0, 0.3) } };
    if (dice_chance(&d, 30)) desc.speed = (sinew_opt){ true, real(&d, -2, 2) };
    uint32_t clip = dice_below(&d, CUT_CLIPS), track = dice_below(&d, RANDOM_TRACKS);
    if (kind < 6) sinew_track_play(s->players[place], track, clip, &desc);
    else if (kind < 8) sinew_track_queue(s->players[place], track, clip, real(&d, 0, 0.3), &desc);
    else if (kind < 9) sinew_track_stop(s->players[place], track, real(&d, 0, 0.3));
    else if (kind < 10) sinew_stack_set_weight(s->stack, s->ids[place], (float)real(&d, 0, 1));
    else if (kind < 11) sinew_stack_set_speed(s->stack, s->ids[place], real(&d, 0, 2));
    else if (dice_chance(&d, 20)) sinew_stack_remove(s->stack, s->ids[place], real(&d, 0, 0.4));
}

static void compare_shown(side *a, side *b) {
    const sinew_stack_step *x = sinew_stack_advance(a->stack, 0), *y = sinew_stack_advance(b->stack, 0);
    check(x->layer_count == y->layer_count && x->sample_count == y->sample_count);
    for (uint32_t i = 0; i < x->layer_count; ++i) near(x->layers[i].weight, y->layers[i].weight, 1e-5);
    for (uint32_t i = 0; i < x->sample_count; ++i) {
        check(x->samples[i].clip == y->samples[i].clip && x->samples[i].layer == y->samples[i].layer);
        near(x->samples[i].weight, y->samples[i].weight, 1e-4);
    }
    for (uint32_t i = 0; i < x->event_count; ++i) hear(a, x->events[i].entry, 0)->kind = x->events[i].event.kind;
    for (uint32_t i = 0; i < y->event_count; ++i) hear(b, y->events[i].entry, 0)->kind = y->events[i].event.kind;
}

/* The same timeline, however time is cut. */
static void test_any_cutting(void **state) {
    (void)state;
    static stage graph, tracks;
    static side a, b;
    stage_open_desc(&graph, ROUND, CLIPS, (sinew_bind_desc){ .track_count = RANDOM_TRACKS });
    stage_open_desc(&tracks, NULL, CLIPS, (sinew_bind_desc){ .track_count = RANDOM_TRACKS });
    const sinew_binding *bindings[] = { graph.binding, tracks.binding };
    seen.events = 0;
    for (number = 0; number < stacks(); ++number) {
        dice d = dice_of(2);
        open_side(&a, bindings, d);
        open_side(&b, bindings, d);
        for (int frame = 0; frame < FRAMES; ++frame) {
            for (uint32_t k = dice_below(&d, 3); k > 0; --k) {
                ask(&a, d);
                ask(&b, d);
                dice_below(&d, 2);
            }
            double seconds = dice_chance(&d, 12) ? real(&d, 0, 4) : real(&d, 0, 0.3), left = seconds;
            listen(&a, seconds);
            while (left > 1e-6 && !dice_chance(&d, 8)) {
                double piece = real(&d, 0, left);
                listen(&b, piece);
                left -= piece;
            }
            listen(&b, left);
            compare_shown(&a, &b);
            for (uint32_t i = 0; i < CUT_ENTRIES; ++i) {
                compare_told(&a, &b, i, false);
                compare_told(&a, &b, i, true);
                a.counts[i] = b.counts[i] = 0;
            }
        }
        close_side(&a);
        close_side(&b);
    }
    print_message("%u events and signals were the same\n", seen.events);
    assert_true(seen.events > 50 * stacks());
    stage_close(&graph);
    stage_close(&tracks);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_any_cutting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
