/* sinew sim --save-at, --restore: a run that is cut in two. Invariant: the frames of the second part are those that the
   first would have gone on with, by number, time and content. */
#include "sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int sim_state_check(sim_state *s, const run_options *run) {
    if ((s->save_at >= 0) != (s->save != NULL))
        return fail_usage("sim", "\"--save-at\" says when and \"--save\" where to: give both");
    if (s->from >= 0 && !s->restore) return fail_usage("sim", "\"--from\" goes with \"--restore\"");
    if (s->save_at > run->duration)
        return fail_usage("sim", "\"--save-at %.9g\" is after the run's end at %.9g s: give a longer --duration",
                          s->save_at, run->duration);
    s->save_frame = s->save ? run_frame_count(run->fps, s->save_at) : UINT64_MAX;
    s->fps = run->fps;
    if (s->restore) input_remember(s->restore); /* it is read only after the trace's file was opened */
    return STATUS_DONE;
}

bool sim_state_save(const sim_state *s, const sinew_player *player, uint64_t frame) {
    if (frame != s->save_frame) return true;
    size_t size = sinew_state_size(player);
    unsigned char *bytes = malloc(size);
    if (!bytes) return fail_memory(), false;
    output out;
    bool good = sinew_state_save(player, bytes, size) == size && output_open(&out, s->save);
    if (good) {
        bool written = fwrite(bytes, 1, size, out.file) == size;
        good = output_close(&out, written, STATUS_DONE) == STATUS_DONE && written;
    }
    free(bytes);
    return good;
}

/* How many frames are behind a player: those up to `from`, or as its own time says. */
static bool frames_behind(const sim_state *s, const sinew_player *player, uint64_t *frames) {
    double time = s->from >= 0 ? s->from : sinew_player_time(player);
    double count = floor(time * s->fps + 0.5);
    if (count < RUN_FRAMES_MAX && fabs(count / s->fps - time) <= 1e-6 * (1 + time)) {
        *frames = (uint64_t)count;
        return true;
    }
    fail(s->restore, SINEW_CODE_OUT_OF_RANGE,
         "%.9g s is not where a frame begins at %.9g frames a second: give --fps of the run that saved it, or --from",
         time, s->fps);
    return false;
}

static bool restore(const sim_state *s, sinew_player *player) {
    size_t size = 0;
    char *bytes = read_file(s->restore, &size);
    if (!bytes) return false;
    sinew_log log = { .file = s->restore };
    sinew_result result = sinew_state_restore(player, bytes, size, &log);
    say_log(&log);
    sinew_log_free(&log);
    free(bytes);
    return result == SINEW_OK;
}

bool sim_state_begin(void *user, sinew_player *player, uint64_t *frames) {
    const sim_state *s = user;
    if (s->restore && !(restore(s, player) && frames_behind(s, player, frames))) return false;
    if (s->save && s->save_frame < *frames) {
        fail(s->restore, SINEW_CODE_OUT_OF_RANGE, "the run goes on from %.9g s, after \"--save-at %.9g\"",
             (double)*frames / s->fps, s->save_at);
        return false;
    }
    return sim_state_save(s, player, *frames);
}
