/* Entering and leaving states, fades and what interrupts them.
   Invariant: every play and run that is not free hangs below the outermost run of its layer, once. */
#include "advance.h"
#include "advance/events.h"

#include <string.h>

/* ---- telling ---- */

void snw_tell(const snw_lane *lane, sinew_signal_kind kind, uint32_t from, uint32_t to) {
    snw_work *work = lane->work;
    sinew_signal *signal = &work->signals[work->signal_count++];
    signal->at = (float)work->now;
    signal->layer = (uint16_t)lane->index;
    signal->kind = (uint16_t)kind;
    signal->from = from;
    signal->to = to;
}

void snw_tell_entered(const snw_lane *lane, uint32_t play) {
    snw_tell(lane, SINEW_SIGNAL_ENTERED, SINEW_NONE, lane->plays[play].state);
    if (lane->plays[play].run != SINEW_NONE) snw_tell_entered(lane, lane->runs[lane->plays[play].run].current);
}

/* ---- plays and runs ---- */

uint32_t snw_new_run(const snw_lane *lane, uint32_t machine) {
    uint32_t index = 0;
    while (lane->runs[index].machine != SINEW_NONE) index++;
    snw_run *run = &lane->runs[index];
    run->machine = machine;
    run->first = run->second = run->transition = SINEW_NONE;
    run->match_from = run->match_to = SINEW_NONE;
    return index;
}

uint32_t snw_new_play(const snw_lane *lane, uint32_t state) {
    uint32_t index = 0;
    while (lane->plays[index].state != SINEW_NONE) index++;
    lane->plays[index].state = state;
    lane->plays[index].run = SINEW_NONE;
    lane->work->rates[index] = -1;
    return index;
}

/* The plays that a run has, those being left first; returns how many. */
static uint32_t sides_of(const snw_run *run, uint32_t sides[3]) {
    uint32_t count = 0;
    if (run->source == SNW_SOURCE_PLAY || run->source == SNW_SOURCE_LIVE) sides[count++] = run->first;
    if (run->source == SNW_SOURCE_LIVE) sides[count++] = run->second;
    sides[count++] = run->current;
    return count;
}

/* Frees a play and all inside it, inner first, telling that each exited. */
static void leave_play(const snw_lane *lane, uint32_t play, bool told) {
    uint32_t state = lane->plays[play].state;
    if (lane->plays[play].run != SINEW_NONE) {
        snw_run *run = &lane->runs[lane->plays[play].run];
        uint32_t sides[3], count = sides_of(run, sides);
        for (uint32_t i = 0; i < count; ++i) leave_play(lane, sides[i], told);
        memset(run, 0, sizeof *run);
        run->machine = SINEW_NONE;
    }
    if (told) snw_tell(lane, SINEW_SIGNAL_EXITED, state, SINEW_NONE);
    if (told) snw_events_leave(lane, play);
    if (lane->layer->words) memset(snw_bits_of(lane, play), 0, lane->layer->words * sizeof(uint32_t));
    memset(&lane->plays[play], 0, sizeof lane->plays[play]);
    if (lane->layer->clocks) memset(snw_clocks_of(lane, play), 0, lane->layer->clocks * sizeof(snw_clock));
    lane->plays[play].state = SINEW_NONE;
}

static void leave(const snw_lane *lane, uint32_t play) { leave_play(lane, play, true); }

static void end_fade(snw_run *run) {
    run->source = SNW_SOURCE_NONE;
    run->first = run->second = run->transition = SINEW_NONE;
    run->match_from = run->match_to = SINEW_NONE;
    run->curve = 0;
    run->mix = run->elapsed = run->duration = 0;
}

/* Leaves what is faded from; the current play stays. */
static void leave_sources(const snw_lane *lane, snw_run *run) {
    uint32_t sides[3], count = sides_of(run, sides);
    for (uint32_t i = 0; i + 1 < count; ++i) leave(lane, sides[i]);
    end_fade(run);
}

void snw_drop_sources(const snw_lane *lane, snw_run *run) {
    if (run->first != SINEW_NONE) leave_play(lane, run->first, false);
    if (run->second != SINEW_NONE) leave_play(lane, run->second, false);
    end_fade(run);
}

void snw_clear_layer(const snw_lane *lane) {
    memset(lane->plays, 0, lane->layer->plays * sizeof *lane->plays);
    memset(lane->runs, 0, lane->layer->runs * sizeof *lane->runs);
    if (lane->layer->clocks)
        memset(lane->clocks, 0, (size_t)lane->layer->plays * lane->layer->clocks * sizeof(snw_clock));
    if (lane->layer->words) memset(lane->bits, 0, (size_t)lane->layer->plays * lane->layer->words * sizeof(uint32_t));
    for (uint32_t i = 0; i < lane->layer->plays; ++i) lane->plays[i].state = SINEW_NONE;
    for (uint32_t i = 0; i < lane->layer->runs; ++i) lane->runs[i].machine = SINEW_NONE;
}

void snw_leave_all(const snw_lane *lane) {
    snw_run *run = &lane->runs[0];
    leave_sources(lane, run);
    leave(lane, run->current);
    run->current = SINEW_NONE;
    run->request = 0;
}

/* Puts a play `progress` lengths into its motion, and all clocks of its own with it. */
static void start_clocks(const snw_lane *lane, uint32_t index, double progress) {
    snw_play *play = &lane->plays[index];
    const snw_state *state = &lane->binding->states[play->state];
    bool backwards = snw_state_speed(lane, play->state) < 0;
    play->whole = state->zero ? 1 : 0;
    play->progress = 0;
    if (!state->zero) {
        snw_clock_start(&play->clock, state->cycle, progress, backwards);
        snw_play_progress(play, progress);
    }
    lane->before[index] = play->clock;
    lane->work->entered[index] = 1;
    lane->work->any_entered = true;
    for (uint32_t i = 0; i < state->clock_count; ++i) {
        snw_clock *clock = &snw_clocks_of(lane, index)[i];
        snw_clock_start(clock, state->cycle, progress, backwards);
        lane->before_clocks[(size_t)index * lane->layer->clocks + i] = *clock;
    }
}

uint32_t snw_enter(const snw_lane *lane, uint32_t state, uint32_t target, double progress) {
    uint32_t play = snw_new_play(lane, state);
    uint32_t inner = lane->binding->states[state].inner;
    if (inner == SINEW_NONE) {
        start_clocks(lane, play, progress);
        return play;
    }
    lane->plays[play].whole = 1;
    uint32_t run = snw_new_run(lane, inner);
    lane->plays[play].run = run;
    uint32_t next = target == state ? SINEW_NONE : snw_state_in(lane->binding, inner, target);
    if (next == SINEW_NONE) next = target = lane->binding->machines[inner].entry;
    lane->runs[run].current = snw_enter(lane, next, target, progress);
    return play;
}

void snw_begin_entry(const snw_lane *lane) {
    start_clocks(lane, snw_innermost(lane, lane->runs[0].current), 0);
    snw_tell_entered(lane, lane->runs[0].current);
    lane->head->told = 1;
}

/* ---- fades ---- */

double snw_fade_weight_at(const snw_run *run, double seconds) {
    if (run->source == SNW_SOURCE_NONE) return 1;
    double t = (run->elapsed + seconds) / run->duration;
    if (t > 1) t = 1;
    return run->curve == SINEW_CURVE_SMOOTH ? t * t * (3 - 2 * t) : t;
}

double snw_fade_weight(const snw_run *run) { return snw_fade_weight_at(run, 0); }

static void end_if_due(const snw_lane *lane, snw_run *run) {
    bool due = run->source != SNW_SOURCE_NONE && run->duration - run->elapsed <= SNW_MOMENT;
    if (due) leave_sources(lane, run);
}

/* The fade turns round: what was left is current again and plays on. */
static void turn_round(const snw_lane *lane, snw_run *run, const snw_go *go) {
    uint32_t leaving = run->current, from = run->match_from;
    run->current = run->first;
    run->first = leaving;
    run->match_from = run->match_to;
    run->match_to = from;
    run->transition = go->transition;
    run->elapsed = run->duration - run->elapsed;
    snw_tell(lane, SINEW_SIGNAL_TRANSITION, lane->plays[leaving].state, go->to);
    snw_tell_entered(lane, run->current);
    end_if_due(lane, run); /* turned as it began: nothing of it is left */
}

/* The phase at which the target starts under "match", and whether the two may be kept in step. */
static bool match_phase(const snw_lane *lane, const snw_go *go, double *phase) {
    *phase = 0;
    if (go->match_play == SINEW_NONE) return false;
    const snw_play *from = &lane->plays[snw_innermost(lane, go->match_play)];
    const snw_state *state = &lane->binding->states[from->state];
    if (state->zero) return false;
    *phase = snw_clock_position(&from->clock, state->cycle);
    return state->in_step;
}

/* Progress at which a target must start to stand at `phase`. */
static double progress_at(const snw_lane *lane, const snw_go *go, double phase) {
    uint32_t state = go->target;
    while (lane->binding->states[state].inner != SINEW_NONE)
        state = lane->binding->machines[lane->binding->states[state].inner].entry;
    return snw_state_speed(lane, state) < 0 ? 1 - phase : phase;
}

void snw_keep_in_step(const snw_lane *lane, snw_run *run) {
    uint32_t from = snw_innermost(lane, run->first), to = snw_innermost(lane, run->current);
    bool both =
        lane->binding->states[lane->plays[from].state].in_step && lane->binding->states[lane->plays[to].state].in_step;
    if (!both) return;
    run->match_from = from;
    run->match_to = to;
}

/* What the fade that is cut leaves to fade from. Both of its states exit here, unless they live on. */
static snw_source cut(const snw_lane *lane, snw_run *run, const snw_go *go) {
    if (go->hold == SINEW_HOLD_LIVE && run->source == SNW_SOURCE_PLAY) {
        run->mix = snw_fade_weight(run);
        run->second = run->current;
        return SNW_SOURCE_LIVE;
    }
    uint32_t current = run->current;
    leave_sources(lane, run);
    leave(lane, current);
    lane->head->serial++;
    return go->hold == SINEW_HOLD_INERTIAL ? SNW_SOURCE_INERTIAL : SNW_SOURCE_HELD;
}

/* A change of state inside a machine ends what kept it in step with another. */
static void free_above(const snw_lane *lane, uint32_t below) {
    for (uint32_t run = 0; run != below; run = lane->plays[lane->runs[run].current].run)
        lane->runs[run].match_from = lane->runs[run].match_to = SINEW_NONE;
}

void snw_start_fade(const snw_lane *lane, const snw_go *go) {
    snw_run *run = &lane->runs[go->run];
    bool was_fading = run->source != SNW_SOURCE_NONE || go->whole;
    uint32_t leaving = run->current, from = lane->plays[leaving].state;
    free_above(lane, go->run);
    /* A request is answered by leaving: what is only fading out cannot be left by it again. */
    if (lane->plays[leaving].run != SINEW_NONE) lane->runs[lane->plays[leaving].run].request = 0;
    if (go->resume && run->source == SNW_SOURCE_PLAY && lane->plays[run->first].state == go->to) {
        turn_round(lane, run, go);
        return;
    }
    double phase = 0, offset = go->offset;
    bool in_step = go->match && match_phase(lane, go, &phase);
    if (go->match) offset = progress_at(lane, go, phase);
    snw_source source = was_fading ? cut(lane, run, go) : SNW_SOURCE_PLAY;
    if (source == SNW_SOURCE_PLAY) run->first = leaving;
    snw_tell(lane, SINEW_SIGNAL_TRANSITION, from, go->to);
    run->current = snw_enter(lane, go->to, go->target, offset);
    snw_tell_entered(lane, run->current);
    run->source = (uint8_t)source;
    run->transition = go->transition;
    run->curve = go->curve;
    run->elapsed = 0;
    run->duration = go->duration;
    run->match_from = run->match_to = SINEW_NONE;
    if (in_step && source == SNW_SOURCE_PLAY) snw_keep_in_step(lane, run);
    end_if_due(lane, run); /* a cut: the fade is over as it begins */
}

void snw_collapse_above(const snw_lane *lane, uint32_t below) {
    for (uint32_t run = 0; run != below; run = lane->plays[lane->runs[run].current].run)
        if (lane->runs[run].source != SNW_SOURCE_NONE) leave_sources(lane, &lane->runs[run]);
}

static void end_due(const snw_lane *lane, snw_run *run) {
    uint32_t sides[3], count = sides_of(run, sides);
    for (uint32_t i = 0; i < count; ++i)
        if (lane->plays[sides[i]].run != SINEW_NONE) end_due(lane, &lane->runs[lane->plays[sides[i]].run]);
    end_if_due(lane, run);
}

void snw_end_fades(const snw_lane *lane) { end_due(lane, &lane->runs[0]); }
