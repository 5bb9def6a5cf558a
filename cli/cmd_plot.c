/* sinew plot: a run as a picture, and a summary of it. */
#include "plot.h"

#include <stdlib.h>
#include <string.h>

/* hero.animgraph gives hero.svg, in the folder where the command was given; tracks alone, tracks.svg. */
static char *default_name(const char *graph) {
    const char *base = base_name(graph), *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    char *name = malloc(length + 5);
    if (!name) return NULL;
    memcpy(name, base, length);
    memcpy(name + length, ".svg", 5);
    return name;
}

static int draw(const plot_record *record, const plot_titles *titles, const char *file) {
    output out;
    if (!output_open(&out, file)) return STATUS_INPUT;
    plot_svg(out.file, record, titles);
    int status = output_close(&out, true, STATUS_DONE);
    if (status != STATUS_DONE || strcmp(file, "-") == 0) return status;
    plot_summary(stdout, record, titles->graph);
    fputs("\nWritten to ", stdout);
    put_plain(stdout, file);
    fputc('\n', stdout);
    return status;
}

static int plot(const char *graph, const run_options *options, const char *file) {
    subject with;
    script inputs;
    plot_record record = { 0 };
    uint64_t frames = run_frame_count(options->fps, options->duration);
    if (frames > PLOT_FRAMES_MAX) return fail_usage("plot", "a picture has at most %d frames", PLOT_FRAMES_MAX);
    int status = run_prepare("plot", graph, options, &with, &inputs);
    if (status == STATUS_DONE && !plot_record_init(&record, with.binding, options->fps, frames)) status = STATUS_INPUT;
    if (status == STATUS_DONE) {
        run_desc desc = { with.binding, &inputs, options->fps, frames, plot_record_frame, &record };
        status = run(&desc);
    }
    if (status == STATUS_DONE) {
        record.inputs = &inputs;
        plot_record_finish(&record);
        const char *title = graph ? base_name(graph) : "tracks";
        plot_titles titles = { title, with.rig_file ? base_name(with.rig_file) : NULL,
                               options->script ? base_name(options->script) : NULL };
        char *name = file ? NULL : default_name(title);
        status = file || name ? draw(&record, &titles, file ? file : name) : fail_memory();
        free(name);
    }
    plot_record_free(&record);
    script_free(&inputs);
    subject_free(&with);
    return status;
}

int cmd_plot(int argc, char **argv) {
    run_options o = { .fps = 60, .duration = 1 };
    const char *out = NULL;
    const arg_option options[] = {
        RUN_OPTIONS(o),
        { "--tracks", ARG_NUMBER, &o.tracks, "N", "at least this many tracks; left out: as many as the script names", 0,
          SINEW_MAX_TRACKS },
        { "--out", ARG_TEXT, &out, "FILE", "where to write, GRAPH.svg here when left out; - is standard output", 0, 0 },
    };
    const arg_spec spec = { "plot",
                            "[GRAPH] [--rig MODEL | --clips LIST] [--script FILE] [--duration S] [--out FILE]",
                            "Runs a graph as sinew sim does and draws it as an SVG timeline: a lane a layer and a\n"
                            "track with states or clips, fades, signals, events, the weights of clips, and the\n"
                            "parameters. Prints a summary. Without a graph, tracks alone play the clips of --rig or\n"
                            "--clips.",
                            options,
                            sizeof options / sizeof options[0],
                            "a graph (.animgraph)",
                            0,
                            1,
                            "  sinew plot hero.animgraph --script minute.txt --duration 60 --out minute.svg" };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (count == 0 && !o.rig && !o.clips)
        return fail_usage("plot", "it needs a graph (.animgraph), or clips for tracks alone");
    return plot(count ? argv[0] : NULL, &o, out);
}
