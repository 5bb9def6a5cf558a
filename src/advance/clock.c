/* Wrapping, folding and holding: see clock.h. Only here is a phase ever brought back into its range. */
#include "clock.h"

#include "math/trig.h"

#include <math.h>

static const double WRAP = 1e-9;

static double period(snw_cycle cycle) { return cycle == SNW_CYCLE_PINGPONG ? 2 : 1; }

double snw_clock_position(const snw_clock *clock, snw_cycle cycle) {
    bool returning = cycle == SNW_CYCLE_PINGPONG && clock->phase > 1;
    return returning ? 2 - clock->phase : clock->phase;
}

static void hold(snw_clock *clock, double phase) {
    if (phase > 1 - WRAP) phase = 1;
    if (phase < 0) phase = 0;
    clock->phase = phase;
}

/* A loop wraps at each whole length; ping-pong folds there, and its phase also says which way it goes. */
static void wrap(snw_clock *clock, snw_cycle cycle, double phase, double moved) {
    double before = snw_floor(clock->phase);
    double whole = snw_floor(phase);
    double part = phase - whole;
    if (1 - part < WRAP) {
        whole += 1;
        part = 0;
    }
    bool at_end = moved < 0 || whole > before;
    if (part < WRAP && at_end) part = 0;
    clock->loops += (int64_t)(whole - before);
    bool returning = cycle == SNW_CYCLE_PINGPONG && whole / 2 > snw_floor(whole / 2);
    clock->phase = returning ? part + 1 : part;
}

static void settle(snw_clock *clock, snw_cycle cycle, double phase, double moved) {
    if (cycle == SNW_CYCLE_ONCE) hold(clock, phase);
    else wrap(clock, cycle, phase, moved);
}

void snw_clock_start(snw_clock *clock, snw_cycle cycle, double progress, bool backwards) {
    clock->phase = 0;
    clock->loops = 0;
    settle(clock, cycle, backwards ? 1 - progress : progress, backwards ? -progress : progress);
}

void snw_clock_move(snw_clock *clock, snw_cycle cycle, double lengths) {
    settle(clock, cycle, clock->phase + lengths, lengths);
}

/* Lengths until the phase is at `at`, in [0, span); `there` within `near` on either side. */
static double until(const snw_clock *clock, double at, double span, bool backwards, double near, bool *there) {
    double distance = backwards ? clock->phase - at : at - clock->phase;
    if (distance < 0) distance += span;
    bool here = distance < near || span - distance < near;
    if (here) *there = true;
    /* What is here now comes again only after the whole span. */
    return here ? span : distance;
}

double snw_clock_ahead(const snw_clock *clock, snw_cycle cycle, double at, bool backwards, double near, bool *there) {
    *there = false;
    double span = period(cycle);
    double first = until(clock, at, span, backwards, near, there);
    if (cycle != SNW_CYCLE_PINGPONG) return first;
    double second = until(clock, 2 - at, span, backwards, near, there);
    return first < second ? first : second;
}

/* (loops, 0) and (loops − 1, 1) are the same place. */
void snw_clock_once(snw_clock *clock, bool backwards) {
    if (!backwards || clock->phase > 0) return;
    clock->phase = 1;
    clock->loops--;
}

void snw_clock_loop(snw_clock *clock) {
    if (clock->phase < 1) return;
    clock->phase = 0;
    clock->loops++;
}

int32_t snw_clock_loops(const snw_clock *before, const snw_clock *now) {
    int64_t loops = now->loops - before->loops;
    return loops > INT32_MAX ? INT32_MAX : loops < INT32_MIN ? INT32_MIN : (int32_t)loops;
}

void snw_progress_add(double *progress, int64_t *whole, double lengths) {
    double sum = *progress + fabs(lengths);
    double passes = snw_floor(sum);
    double rest = sum - passes;
    if (1 - rest < WRAP) {
        rest = 0;
        passes += 1;
    }
    *whole += (int64_t)passes;
    *progress = rest;
}

void snw_play_progress(snw_play *play, double lengths) { snw_progress_add(&play->progress, &play->whole, lengths); }

double snw_play_total(const snw_play *play) { return (double)play->whole + play->progress; }
