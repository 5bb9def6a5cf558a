/* See track_stage.h. */
#include "support/track_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

stage s;

void open_tracks(const char *graph, uint32_t tracks) {
    stage_open_desc(&s, graph, STAGE_USUAL, (sinew_bind_desc){ .track_count = tracks });
}

const sinew_step *go(double dt) { return sinew_player_advance(s.player, dt); }

void play(uint32_t clip, double mix) {
    assert_int_equal(sinew_track_play(s.player, 0, clip, &(sinew_track_desc){ .mix = SET(mix) }), SINEW_OK);
}
