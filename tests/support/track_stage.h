/* What the tests of tracks stand on: the usual clips by their place, a graph that tracks lie above, and the stage of a
   test program. */
#ifndef TESTS_SUPPORT_TRACK_STAGE_H
#define TESTS_SUPPORT_TRACK_STAGE_H

#include "support/stage.h"

/* idle 1 s, walk 0.8, run 0.6, jump 0.5 once, land 0.3 once, hit 0.4 once, pose 0 once. */
enum { IDLE, WALK, RUN, JUMP, LAND, HIT, POSE };

#define near(a, b, within) assert_true(fabs((double)(a) - (double)(b)) <= (within))
#define SET(number)                                                                                                    \
    { true, number }
#define GRAPH                                                                                                          \
    "{'version': 2, 'defaultMix': 0.1, 'mixes': [{'from': 'walk', 'to': 'run', 'duration': 0.4}], 'layers': ["         \
    "{'name': 'Base', 'machine': {'states': {'A': {'clip': 'idle'}}}},"                                                \
    "{'name': 'Top', 'mask': {'bones': ['j1']}, 'machine': {'states': {'B': {'clip': 'walk'}}}}]}"

extern stage s; /* of the tests of tracks; a program of tests uses one at a time */

/* graph NULL: tracks alone. */
void open_tracks(const char *graph, uint32_t tracks);
const sinew_step *go(double dt);
/* On track 0, in a mix of so many seconds. */
void play(uint32_t clip, double mix);

#endif
