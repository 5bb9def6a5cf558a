/* One advance: parameters first, then each layer in time order, then triggers, then the samples.
   Invariant: inside an advance parameters stand still, so every rate between two events is known, and each loop below
   either starts a transition (64 at most), ends a fade, or takes the time that is left. */
#include "advance.h"
#include "advance/events.h"
#include "advance/root.h"
#include "advance/track.h"

#include <math.h>
#include <string.h>

/* ---- parameters and triggers ---- */

static void read_host(sinew_player *player, const snw_parameter *row, snw_value *value) {
    const snw_host *host = &snw_hosts(player)[row->slot];
    if (!host->number && !host->read) return;
    float number = host->read ? host->read(host->user) : *host->number;
    if (snw_value_allowed(row, (double)number)) value->number = number;
}

static void glide(const snw_parameter *row, snw_value *value, snw_glide *glide, double dt) {
    if (!(glide->rate > 0)) return;
    double from = (float)glide->at == value->number ? glide->at : (double)value->number;
    double step = (double)glide->rate * dt, left = (double)glide->goal - from;
    bool arrives = fabs(left) <= step;
    double at = arrives ? (double)glide->goal : from + (left > 0 ? step : -step);
    if (snw_value_allowed(row, at)) {
        value->number = (float)at;
        glide->at = at;
    }
    if (arrives) *glide = (snw_glide){ 0, 0, 0 };
}

/* dt infinite: every glide arrives. */
static void move_parameters(sinew_player *player, double dt) {
    const sinew_binding *binding = player->binding;
    for (uint32_t i = 0; i < binding->parameter_count; ++i) {
        const snw_parameter *row = &binding->parameters[i];
        if (row->type != SINEW_PARAMETER_FLOAT) continue;
        glide(row, &snw_values(player)[i], &snw_glides(player)[row->slot], dt);
        read_host(player, row, &snw_values(player)[i]);
    }
}

static void end_triggers(sinew_player *player, double dt) {
    const sinew_binding *binding = player->binding;
    const snw_work *work = snw_work_of(player);
    for (uint32_t i = 0; i < binding->parameter_count; ++i) {
        const snw_parameter *row = &binding->parameters[i];
        snw_value *value = &snw_values(player)[i];
        if (row->type != SINEW_PARAMETER_TRIGGER || !value->whole) continue;
        double *age = &snw_ages(player)[row->slot];
        *age += dt;
        bool used = work->any_used[row->slot / 32] >> row->slot % 32 & 1;
        if (!used && row->latch && *age < row->expires - SNW_MOMENT) continue;
        value->whole = 0;
        *age = 0;
    }
}

/* ---- a layer ---- */

static void new_moment(const snw_lane *lane) {
    snw_work *work = lane->work;
    work->at_moment = 0;
    work->left_count = 0;
    work->asked_run = SINEW_NONE;
    memset(work->exit_used, 0, lane->binding->trigger_words * sizeof(uint32_t));
}

static void use_triggers(const snw_lane *lane, const snw_transition *row, uint32_t *bits) {
    for (uint32_t i = 0; i < row->condition_count; ++i) {
        if (row->conditions[i].type != SINEW_PARAMETER_TRIGGER) continue;
        uint32_t slot = lane->binding->parameters[row->conditions[i].parameter].slot;
        bits[slot / 32] |= 1u << slot % 32;
    }
}

static void start_transition(const snw_lane *lane, const snw_pick *pick) {
    snw_work *work = lane->work;
    const snw_transition *row = &lane->binding->transitions[pick->transition];
    use_triggers(lane, row, work->used);
    if (row->to == SINEW_NONE) {
        lane->runs[pick->run].request = 1;
        work->asked_run = pick->run;
        use_triggers(lane, row, work->exit_used);
        return;
    }
    work->left[work->left_count++] = lane->plays[lane->runs[pick->run].current].state;
    work->at_moment++;
    work->started++;
    work->asked_run = SINEW_NONE;
    memset(work->exit_used, 0, lane->binding->trigger_words * sizeof(uint32_t)); /* the two were one use */
    snw_go go = { .run = pick->run, .to = row->to, .target = row->to, .transition = pick->transition };
    go.duration = row->has_fade ? row->fade : snw_pair_mix(lane, pick->run, row->to);
    go.offset = row->offset;
    go.match = row->desc->offset_match;
    go.match_play = pick->play;
    go.curve = (uint8_t)row->desc->curve;
    go.hold = (uint8_t)row->desc->hold;
    go.resume = row->desc->resume;
    snw_start_fade(lane, &go);
    snw_events_settle(lane);
}

/* Seconds until a fade ends, or until two that are kept in step turn round. */
static double next_of_fades(const snw_lane *lane) {
    double soonest = INFINITY;
    for (uint32_t i = 0; i < lane->layer->runs; ++i) {
        const snw_run *run = &lane->runs[i];
        if (run->source == SNW_SOURCE_NONE) continue; /* or free */
        double left = run->duration - run->elapsed;
        if (left < soonest) soonest = left;
        if (run->match_to == SINEW_NONE) continue;
        snw_course course = snw_play_course(lane, run->match_to);
        double turn = -course.rate / course.slope; /* NaN or infinite where they never do */
        if (turn > SNW_MOMENT && turn < soonest) soonest = turn;
    }
    return soonest;
}

static void play_clocks(const snw_lane *lane, uint32_t index, double seconds) {
    const snw_state *state = &lane->binding->states[lane->plays[index].state];
    double speed = snw_state_speed(lane, lane->plays[index].state);
    for (uint32_t i = 0; i < state->clock_count; ++i) {
        const snw_node *node = &lane->binding->nodes[state->clocks[i].node];
        double rate = snw_motion_rate(lane, node, lane->work->scratch) * state->clocks[i].speed * speed;
        snw_clock_move(&snw_clocks_of(lane, index)[i], state->cycle, rate * seconds);
    }
}

static void play_on(const snw_lane *lane, double seconds) {
    if (lane->layer->tells || lane->layer->moves) snw_walk(lane, seconds);
    if (lane->layer->moves) snw_root_walked(lane, seconds);
    if (lane->layer->tells) snw_events_piece(lane, seconds);
    for (uint32_t i = 0; i < lane->layer->plays; ++i) {
        snw_play *play = &lane->plays[i];
        if (play->state == SINEW_NONE || lane->binding->states[play->state].zero) continue;
        snw_course course = snw_play_course(lane, i);
        double lengths = snw_course_lengths(&course, seconds);
        snw_clock_move(&play->clock, lane->binding->states[play->state].cycle, lengths);
        snw_play_progress(play, lengths);
        play_clocks(lane, i, seconds);
    }
    for (uint32_t i = 0; i < lane->layer->runs; ++i)
        if (lane->runs[i].source != SNW_SOURCE_NONE) lane->runs[i].elapsed += seconds;
}

/* From one thing that happens to the next, until dt is used up. What is due at its very end has ended in it. */
static void play_through(const snw_lane *lane, double dt) {
    double start = lane->work->now, left = dt;
    for (;;) {
        snw_pick pick;
        while (snw_find_transition(lane, &pick)) start_transition(lane, &pick);
        if (!(left > 0)) return;
        double exit = snw_next_exit(lane), fade = next_of_fades(lane);
        double step = exit < fade ? exit : fade;
        if (!(left - step > SNW_MOMENT)) step = left;
        play_on(lane, step);
        left = step < left ? left - step : 0;
        lane->work->now = snw_now_after(lane->work->now + step, start + (dt - left));
        snw_end_fades(lane);
        if (!(left > 0)) return;
        new_moment(lane);
    }
}

static void advance_layer(const snw_lane *lane, double dt) {
    snw_work *work = lane->work;
    uint32_t words = lane->binding->trigger_words;
    memset(work->used, 0, words * sizeof(uint32_t));
    for (uint32_t i = 0; i < lane->layer->plays; ++i) work->rates[i] = -1;
    new_moment(lane);
    if (!lane->head->told) {
        snw_begin_entry(lane);
        snw_events_settle(lane);
    }
    snw_do_wish(lane);
    if (work->any_entered || !(dt > 0)) snw_events_settle(lane); /* else the first piece does */
    play_through(lane, dt);
    if (work->started >= SNW_ADVANCE_LIMIT) work->held_back++;
    for (uint32_t i = 0; i < words; ++i) work->any_used[i] |= work->used[i];
}

/* ---- a player ---- */

static void note_before(const snw_lane *lane) {
    size_t clocks = (size_t)lane->layer->plays * lane->layer->clocks;
    for (uint32_t i = 0; i < lane->layer->plays; ++i) lane->before[i] = lane->plays[i].clock;
    if (clocks) memcpy(lane->before_clocks, lane->clocks, clocks * sizeof *lane->clocks);
}

static bool released(const sinew_player *player) { return snw_head_of(player)->flags & SNW_RELEASED; }

/* Lets what a released graph still plays exit; an entry that was never told goes untold. */
static void let_go(const snw_lane *lane) {
    if (lane->runs[0].current == SINEW_NONE) return;
    if (lane->head->told) {
        snw_leave_all(lane);
        return;
    }
    snw_clear_layer(lane);
    lane->runs[snw_new_run(lane, lane->layer->machine)].current = SINEW_NONE;
}

static void advance_tracks(const sinew_player *player, double now, double dt, bool first, bool shown) {
    for (uint32_t i = 0; i < player->binding->track_count; ++i) {
        snw_track track = snw_track_of(player, i);
        track.work->now = now;
        if (first) snw_track_note_before(&track);
        snw_track_advance(&track, dt);
        if (shown) snw_track_emit(&track);
    }
}

/* `steps` advances of dt each; the samples are given out once, at the end, but for each where clips drive parameters.
 */
static void advance_by(sinew_player *player, double dt, uint32_t steps) {
    const sinew_binding *binding = player->binding;
    snw_work *work = snw_work_of(player);
    bool quiet = released(player);
    uint32_t started[SINEW_MAX_LAYERS] = { 0 };
    work->sample_count = work->signal_count = work->held_back = 0;
    work->root = (snw_motion){ { 0, 0, 0 }, 0 };
    snw_told_clear(work, binding->row_count);
    for (uint32_t step = 0; step < steps; ++step) {
        move_parameters(player, dt);
        memset(work->any_used, 0, binding->trigger_words * sizeof(uint32_t));
        bool shown = step + 1 == steps || binding->drive_count;
        if (shown) work->sample_count = 0;
        for (uint32_t i = 0; i < binding->layer_count; ++i) {
            snw_lane lane = snw_lane_of(player, i);
            work->now = step * dt;
            work->started = started[i];
            if (step == 0) note_before(&lane);
            snw_events_begin(&lane, step == 0);
            if (quiet) let_go(&lane);
            else advance_layer(&lane, dt);
            if (lane.layer->moves) snw_root_layer(binding, work);
            started[i] = work->started;
            if (shown) snw_emit_layer(&lane, quiet);
        }
        advance_tracks(player, step * dt, dt, step == 0, shown);
        end_triggers(player, dt);
        snw_drive_parameters(player);
        snw_head_of(player)->time += dt;
        if (binding->root_layers || binding->root_track) {
            snw_motion moved = snw_root_take(work);
            work->root = snw_motion_then(&work->root, &moved);
        }
    }
}

/* The samples that stand: nothing moves. */
static void stand(sinew_player *player) {
    snw_work *work = snw_work_of(player);
    work->root = (snw_motion){ { 0, 0, 0 }, 0 };
    work->sample_count = work->signal_count = work->held_back = 0;
    snw_told_clear(work, player->binding->row_count);
    for (uint32_t i = 0; i < player->binding->layer_count; ++i) {
        snw_lane lane = snw_lane_of(player, i);
        note_before(&lane);
        snw_emit_layer(&lane, released(player));
    }
    for (uint32_t i = 0; i < player->binding->track_count; ++i) {
        snw_track track = snw_track_of(player, i);
        snw_track_note_before(&track);
        snw_track_emit(&track);
    }
}

/* In order of time, then layer: also where one fixed step of many ends as the next begins. */
static bool in_order(const void *one, const void *other) {
    const sinew_signal *a = one, *b = other;
    return a->at < b->at || (a->at <= b->at && a->layer <= b->layer);
}

static const sinew_step *finish(sinew_player *player, sinew_result result, double dt) {
    snw_work *work = snw_work_of(player);
    snw_sort_stable(work->signals, work->merge, work->signal_count, sizeof *work->signals, in_order);
    snw_told_finish(player);
    sinew_step *step = player->step;
    step->result = result;
    step->binding = player->binding;
    step->time = snw_head_of(player)->time;
    step->dt = dt;
    step->samples = work->samples;
    step->sample_count = work->sample_count;
    step->layers = work->rows;
    step->layer_count = player->binding->row_count;
    step->signals = work->signals;
    step->signal_count = work->signal_count;
    step->held_back = work->held_back;
    for (int i = 0; i < 3; ++i) step->root.translation[i] = work->root.move[i] + 0.0; /* no −0 */
    step->root.yaw = work->root.yaw + 0.0;
    work->verdicts = NULL;
    return step;
}

const sinew_step *sinew_player_close_windows(sinew_player *player) {
    if (!player) return NULL;
    snw_work *work = snw_work_of(player);
    stand(player);
    work->now = 0;
    for (uint32_t i = 0; i < player->binding->layer_count; ++i) {
        snw_lane lane = snw_lane_of(player, i);
        snw_events_begin(&lane, true);
        for (uint32_t k = 0; k < lane.layer->plays; ++k)
            if (lane.plays[k].state != SINEW_NONE) snw_events_leave(&lane, k);
    }
    for (uint32_t i = 0; player->binding->track_words && i < player->binding->track_count; ++i) {
        snw_track track = snw_track_of(player, i);
        snw_track_events_leave(&track);
    }
    return finish(player, SINEW_OK, 0);
}

static const sinew_step *advance(sinew_player *player, double dt) {
    bool fits = dt >= 0 && dt <= 1e6;
    bool moves = fits && !(snw_head_of(player)->flags & SNW_PAUSED);
    if (moves) advance_by(player, dt, 1);
    else stand(player);
    return finish(player, fits ? SINEW_OK : SINEW_ERROR_RANGE, moves ? dt : 0);
}

const sinew_step *sinew_player_advance(sinew_player *player, double dt) {
    if (!player) return NULL;
    snw_work_of(player)->verdicts = NULL;
    return advance(player, dt);
}

const sinew_step *sinew_player_advance_explained(sinew_player *player, double dt, sinew_verdict *verdicts,
                                                 uint32_t count) {
    if (!player) return NULL;
    uint32_t needed = player->binding->transition_count;
    if (!verdicts || count < needed) {
        stand(player);
        return finish(player, SINEW_ERROR_ARGUMENT, 0);
    }
    for (uint32_t i = 0; i < needed; ++i) verdicts[i] = (sinew_verdict){ .by = SINEW_NONE };
    snw_work_of(player)->verdicts = verdicts;
    return advance(player, dt);
}

/* ---- fixed steps ---- */

static const double TICK = 1.0 / 60.0;

/* Moves the clock without playing: gliding parameters arrive. */
static const sinew_step *jump_to(sinew_player *player, double time) {
    snw_head *head = snw_head_of(player);
    bool paused = head->flags & SNW_PAUSED;
    head->flags |= SNW_CLOCKED;
    head->clock = time;
    head->ticks = 0;
    if (!paused) move_parameters(player, INFINITY);
    stand(player);
    return finish(player, SINEW_OK, 0);
}

const sinew_step *sinew_player_update_to(sinew_player *player, double time) {
    if (!player) return NULL;
    snw_head *head = snw_head_of(player);
    snw_work_of(player)->verdicts = NULL;
    if (!(time - time == 0)) {
        stand(player);
        return finish(player, SINEW_ERROR_RANGE, 0);
    }
    double gap = time - (head->clock + (double)head->ticks * TICK);
    bool jumps = !(head->flags & SNW_CLOCKED) || gap > 0.25 + SNW_MOMENT || gap < -TICK;
    if (jumps) return jump_to(player, time);
    double due = (gap + SNW_MOMENT) / TICK;
    uint32_t steps = due >= 1 ? (uint32_t)due : 0;
    head->ticks += steps;
    if (!steps || (head->flags & SNW_PAUSED)) {
        stand(player);
        return finish(player, SINEW_OK, 0);
    }
    advance_by(player, TICK, steps);
    return finish(player, SINEW_OK, steps * TICK);
}
