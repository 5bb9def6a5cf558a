/* The loop that sim, cases and plot share. Invariant: frame k advances by k/fps - (k-1)/fps, computed in just this
   way everywhere, so that the same command gives the same bytes. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t run_frame_count(double fps, double duration) {
    double frames = ceil(fps * duration - 1e-9);
    return frames < RUN_FRAMES_MAX ? (uint64_t)(frames > 0 ? frames : 0) : RUN_FRAMES_MAX;
}

int run(const run_desc *desc) { return run_from(desc, NULL); }

/* What was done at the starts of the frames that are behind. */
static void skip_commands(const run_desc *desc, uint64_t frames) {
    script *s = desc->script;
    s->next = 0;
    if (frames == 0) return;
    double last = (double)(frames - 1) / desc->fps;
    while (s->next < s->count && s->commands[s->next].time <= last + 1e-9) s->next++;
}

static const sinew_step *advance(const run_desc *desc, const run_start *from, sinew_player *player, double dt) {
    if (!from || !from->verdicts) return sinew_player_advance(player, dt);
    return sinew_player_advance_explained(player, dt, from->verdicts, sinew_binding_transition_count(desc->binding));
}

int run_from(const run_desc *desc, const run_start *from) {
    sinew_player *player = sinew_player_create(desc->binding);
    if (!player) return fail_memory();
    uint64_t behind = 0;
    int status = !from || from->begin(from->user, player, &behind) ? STATUS_DONE : STATUS_INPUT;
    skip_commands(desc, behind);
    for (uint64_t k = behind + 1; k <= desc->frames && status == STATUS_DONE; ++k) {
        double start = (double)(k - 1) / desc->fps, end = (double)k / desc->fps;
        status = STATUS_INPUT;
        if (!script_run(desc->script, player, start)) break;
        const sinew_step *step = advance(desc, from, player, end - start);
        if (step->result != SINEW_OK)
            fail(NULL, SINEW_CODE_OUT_OF_RANGE, "frame %llu was refused: %s", (unsigned long long)k,
                 sinew_result_text(step->result));
        else if (desc->frame(desc->user, k, end, player, step)) status = STATUS_DONE;
    }
    sinew_player_destroy(player);
    return status;
}

static int read_script(const char *file, script *s) {
    memset(s, 0, sizeof *s);
    if (!file) return STATUS_DONE;
    size_t size = 0;
    char *text = read_file(file, &size);
    if (!text) return STATUS_INPUT;
    s->file = strcmp(file, "-") == 0 ? "standard input" : file;
    script_add_text(s, text, size);
    free(text);
    return s->errors ? STATUS_INPUT : STATUS_DONE;
}

/* Commands for which no frame starts any more are easily overlooked. */
static void tell_commands_after_the_end(const script *s, const run_options *options) {
    uint64_t frames = run_frame_count(options->fps, options->duration);
    double last = frames ? (double)(frames - 1) / options->fps : -1;
    for (size_t i = 0; i < s->count; ++i) {
        const script_command *c = &s->commands[i];
        if (c->time <= last + 1e-9) continue;
        warn_at(s->file, c->line, c->columns[0], SINEW_CODE_OUT_OF_RANGE,
                "this and what comes after it are not done: no frame starts at %.9g s or later; give --duration a "
                "longer time",
                c->time);
        return; /* in order of time: so are all after it */
    }
}

int run_prepare(const char *name, const char *graph_file, const run_options *options, subject *to, script *s) {
    memset(to, 0, sizeof *to);
    memset(s, 0, sizeof *s);
    if (options->rig && options->clips) return fail_usage(name, "give --rig or --clips, not both");
    if (options->fps * options->duration > RUN_FRAMES_MAX)
        return fail_usage(name, "that is more than %d frames", RUN_FRAMES_MAX);
    int script_status = read_script(options->script, s);
    uint32_t named = script_track_count(s), tracks = (uint32_t)options->tracks;
    subject_desc desc = { .graph_file = graph_file, .rig = options->rig, .clips = options->clips };
    desc.tracks = named > tracks ? named : tracks;
    int status = subject_load(to, &desc);
    say_log(&to->log);
    if (status == STATUS_DONE) script_resolve(s, to->binding);
    if (status == STATUS_DONE) status = s->errors ? STATUS_INPUT : script_status;
    if (status == STATUS_DONE) tell_commands_after_the_end(s, options);
    return status;
}
