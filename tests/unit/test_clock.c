/* Clocks a nanosecond from a wrap, and courses that turn. */
#include "advance/advance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))
#define is(a, b) assert_true((a) <= (b) && (a) >= (b))

/* ---- clocks ---- */

static snw_clock moved(double phase, snw_cycle cycle, double lengths) {
    snw_clock clock = { .phase = phase };
    snw_clock_move(&clock, cycle, lengths);
    return clock;
}

/* SEMANTICS 2: a phase less than 1e-9 from a wrap is the wrap. */
static void test_a_phase_near_a_wrap_is_the_wrap(void **state) {
    (void)state;
    const snw_cycle cycles[] = { SNW_CYCLE_LOOP, SNW_CYCLE_PINGPONG };
    for (int i = 0; i < 2; ++i) {
        double one = i ? 1 : 0; /* where a phase is after the first length */
        snw_clock clock = moved(0.5, cycles[i], 0.5 - 0.5e-9);
        is(clock.phase, one);
        assert_int_equal(clock.loops, 1);
        clock = moved(0.5, cycles[i], 0.5 - 1.5e-9);
        near(clock.phase, 1 - 1.5e-9, 1e-15);
        assert_int_equal(clock.loops, 0);
        clock = moved(0.5, cycles[i], 0.5 + 0.5e-9);
        is(clock.phase, one);
        assert_int_equal(clock.loops, 1);
        clock = moved(0.5, cycles[i], 0.5 + 1.5e-9);
        near(clock.phase, one + 1.5e-9, 1e-15);
        clock = moved(0.5, cycles[i], -0.5 + 0.5e-9);
        is(clock.phase, 0);
        assert_int_equal(clock.loops, 0);
        clock = moved(0.5, cycles[i], -0.5 + 1.5e-9);
        near(clock.phase, 1.5e-9, 1e-15);
        clock = moved(0.5, cycles[i], -0.5 - 0.5e-9);
        is(clock.phase, 0);
        assert_int_equal(clock.loops, 0);
        clock = moved(0.5, cycles[i], -0.5 - 1.5e-9);
        near(clock.phase, i ? 2 - 1.5e-9 : 1 - 1.5e-9, 1e-15);
        assert_int_equal(clock.loops, -1);
    }
    is(moved(2e-9, SNW_CYCLE_LOOP, -1e-9).phase, 1e-9); /* not less than */
}

static void test_what_plays_once_holds_its_ends(void **state) {
    (void)state;
    is(moved(0.5, SNW_CYCLE_ONCE, 0.5 - 0.5e-9).phase, 1);
    near(moved(0.5, SNW_CYCLE_ONCE, 0.5 - 1.5e-9).phase, 1 - 1.5e-9, 1e-15);
    is(moved(1 - 1e-9, SNW_CYCLE_ONCE, 0).phase, 1 - 1e-9); /* not less than */
    is(moved(0.5, SNW_CYCLE_ONCE, 7).phase, 1);
    is(moved(0.5, SNW_CYCLE_ONCE, -7).phase, 0);
    near(moved(0.5, SNW_CYCLE_ONCE, -0.5 + 0.5e-9).phase, 0.5e-9, 1e-15);
    assert_int_equal(moved(0.5, SNW_CYCLE_ONCE, 7).loops, 0);
}

/* A start is no wrap: what goes very slowly gets away from it. */
static void test_a_very_slow_loop_gets_away(void **state) {
    (void)state;
    snw_clock clock = { .phase = 0 };
    for (int i = 0; i < 50; ++i) {
        snw_clock_move(&clock, SNW_CYCLE_LOOP, 1e-10);
        snw_clock_move(&clock, SNW_CYCLE_LOOP, 0);
    }
    near(clock.phase, 50e-10, 1e-15);
}

static void test_clocks_start_with_no_loops(void **state) {
    (void)state;
    snw_clock clock = { .phase = 0.3, .loops = 77 };
    snw_clock_start(&clock, SNW_CYCLE_LOOP, 0.25, false);
    is(clock.phase, 0.25);
    assert_int_equal(clock.loops, 0);
    snw_clock_start(&clock, SNW_CYCLE_LOOP, 0.25, true);
    is(clock.phase, 0.75);
    assert_int_equal(clock.loops, 0);
    snw_clock_start(&clock, SNW_CYCLE_LOOP, 1 - 0.5e-9, true);
    is(clock.phase, 0);
    snw_clock_start(&clock, SNW_CYCLE_ONCE, 0.25, true);
    is(clock.phase, 0.75);
    snw_clock_start(&clock, SNW_CYCLE_PINGPONG, 1.25, false);
    is(clock.phase, 1.25);
    is(snw_clock_position(&clock, SNW_CYCLE_PINGPONG), 0.75);
    is(snw_clock_position(&clock, SNW_CYCLE_LOOP), 1.25);
}

/* Where a position is passed next; there within `near`, and then only a whole round later. */
static void test_lengths_ahead(void **state) {
    (void)state;
    bool there;
    snw_clock clock = { .phase = 0.25 };
#define AHEAD(cycle, at, backwards, within) snw_clock_ahead(&clock, cycle, at, backwards, within, &there)
    is(AHEAD(SNW_CYCLE_LOOP, 0.75, false, 0.1), 0.5);
    assert_false(there);
    is(AHEAD(SNW_CYCLE_LOOP, 0.75, true, 0.1), 0.5);
    is(AHEAD(SNW_CYCLE_LOOP, 0.125, false, 0.1), 0.875);
    is(AHEAD(SNW_CYCLE_LOOP, 0.125, true, 0.1), 0.125);
    is(AHEAD(SNW_CYCLE_LOOP, 0.25, false, 0.1), 1);
    assert_true(there);
    is(AHEAD(SNW_CYCLE_LOOP, 0.3125, false, 0.1), 1);
    assert_true(there);
    is(AHEAD(SNW_CYCLE_LOOP, 0.1875, false, 0.1), 1);
    assert_true(there);
    is(AHEAD(SNW_CYCLE_LOOP, 0.3125, false, 0.0625), 0.0625); /* just as far is not closer */
    assert_false(there);
    is(AHEAD(SNW_CYCLE_LOOP, 0.1875, false, 0.0625), 0.9375);
    assert_false(there);
    is(AHEAD(SNW_CYCLE_PINGPONG, 0.75, false, 0.1), 0.5);
    is(AHEAD(SNW_CYCLE_PINGPONG, 0.75, true, 0.1), 1); /* back at 0 and up again, or down from 1.25 */
    is(AHEAD(SNW_CYCLE_PINGPONG, 0.25, false, 0.1), 1.5);
    assert_true(there);
    is(AHEAD(SNW_CYCLE_PINGPONG, 0, true, 0.1), 0.25);
    clock.phase = 0;
    is(AHEAD(SNW_CYCLE_PINGPONG, 0, false, 0.1), 2);
    assert_true(there);
    is(AHEAD(SNW_CYCLE_PINGPONG, 0, true, 0.1), 2);
    assert_true(there);
#undef AHEAD
}

/* SEMANTICS 2: progress never goes down; near a whole it is the whole. */
static void test_progress_counts_lengths(void **state) {
    (void)state;
    snw_play play = { .progress = 0.5 };
    snw_play_progress(&play, -0.75);
    assert_int_equal(play.whole, 1);
    is(play.progress, 0.25);
    snw_play_progress(&play, 0.75 - 0.5e-9);
    assert_int_equal(play.whole, 2);
    is(play.progress, 0);
    snw_play_progress(&play, 3 - 1.5e-9);
    assert_int_equal(play.whole, 4);
    near(play.progress, 1 - 1.5e-9, 1e-12);
    near(snw_play_total(&play), 5 - 1.5e-9, 1e-12);
}

/* ---- courses ---- */

static double until(double rate, double slope, double lengths) {
    return snw_course_until(&(snw_course){ rate, slope }, lengths);
}

/* When a rate that changes evenly has gone some lengths, from rate·x + slope/2·x² by hand. */
static void test_course_until(void **state) {
    (void)state;
    is(until(2, 0, 3), 1.5);
    is(until(-2, 0, 3), 1.5);
    is(until(1, 2, 6), 2);   /* 2 + 4 */
    is(until(-1, -2, 6), 2); /* the same the other way */
    is(until(0, 2, 9), 3);
    is(until(0, -2, 9), 3);
    is(until(1, -0.5, 1), 2);                 /* just where it turns */
    assert_true(until(1, -0.5, 1.5) > 1e300); /* turns before */
    assert_true(until(0, 0, 1) > 1e300);
    assert_true(until(0, 0, 0) > 1e300);
    is(until(1, 0, 0), 0);
    is(snw_course_lengths(&(snw_course){ 1, 2 }, 2), 6);
    is(snw_course_lengths(&(snw_course){ 1, -2 }, 2), -2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_phase_near_a_wrap_is_the_wrap),
        cmocka_unit_test(test_what_plays_once_holds_its_ends),
        cmocka_unit_test(test_a_very_slow_loop_gets_away),
        cmocka_unit_test(test_clocks_start_with_no_loops),
        cmocka_unit_test(test_lengths_ahead),
        cmocka_unit_test(test_progress_counts_lengths),
        cmocka_unit_test(test_course_until),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
