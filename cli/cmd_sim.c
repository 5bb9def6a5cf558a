/* sinew sim: runs a graph with a script of inputs and prints a trace, or runs cases. */
#include "sim.h"

#include <string.h>

typedef struct sim {
    run_options run;
    const char *format, *out, *joints;
    bool cases, properties, coverage, json, bank;
    const char *tier;
    sim_state state;
} sim;

typedef struct writer {
    output out;
    bool csv, silent; /* silent: no trace */
    coverage *used;   /* or NULL */
    trace_joints *joints;
    const sim_state *state;
} writer;

static bool write_frame(void *user, uint64_t frame, double time, const sinew_player *player, const sinew_step *step) {
    writer *w = user;
    if (w->joints && sinew_pose_apply(w->joints->pose, step) != SINEW_OK) return fail_memory(), false;
    if (w->used) coverage_frame(w->used, player, step);
    if (w->silent) return sim_state_save(w->state, player, frame);
    if (w->csv) trace_csv(w->out.file, frame, time, player, step);
    else trace_json(w->out.file, frame, time, player, step, w->joints);
    return sim_state_save(w->state, player, frame) && !output_failed(&w->out);
}

static int simulate(sim *o, subject *with, script *inputs, writer *w) {
    trace_joints joints = { 0 };
    int status = STATUS_INPUT;
    bool posed = o->joints || o->properties;
    if (!posed || trace_joints_init(&joints, with->binding, o->joints, with->rig_file)) {
        joints.hidden = !o->joints;
        joints.properties = o->properties;
        w->joints = posed ? &joints : NULL;
        if (w->silent || output_open(&w->out, o->out)) {
            if (w->csv && !w->silent) trace_csv_head(w->out.file, with->binding);
            uint64_t frames = run_frame_count(o->run.fps, o->run.duration);
            run_desc desc = { with->binding, inputs, o->run.fps, frames, write_frame, w };
            status = run_from(&desc, &(run_start){ sim_state_begin, &o->state, w->used ? w->used->verdicts : NULL });
            if (!w->silent) status = output_close(&w->out, status == STATUS_DONE, status);
        }
    }
    if (posed) trace_joints_free(&joints);
    return status;
}

/* And says what the script never used. */
static int simulate_covered(sim *o, subject *with, script *inputs, writer *w, const char *graph_file) {
    coverage used;
    w->used = &used;
    w->silent = o->json && !o->out;
    int status = coverage_init(&used, with->binding) ? simulate(o, with, inputs, w) : STATUS_INPUT;
    if (status == STATUS_DONE) status = coverage_tell(&used, graph_file, o->json);
    coverage_free(&used);
    return status;
}

static int sim_graph(sim *o, const char *graph_file) {
    writer w = { .csv = o->format && strcmp(o->format, "csv") == 0, .state = &o->state };
    if (o->format && !w.csv && strcmp(o->format, "jsonl") != 0)
        return fail_usage("sim", "\"--format\" is jsonl or csv, not \"%s\"", o->format);
    if (o->joints && w.csv) return fail_usage("sim", "\"--joints\" needs the format jsonl");
    if (o->joints && o->run.clips) return fail_usage("sim", "\"--joints\" needs a model, and --clips has no joints");
    if (o->properties && w.csv) return fail_usage("sim", "\"--properties\" needs the format jsonl");
    if (o->properties && o->run.clips)
        return fail_usage("sim", "\"--properties\" needs a model, and --clips has no properties");
    if (o->json && !o->coverage) return fail_usage("sim", "\"--json\" is for what \"--coverage\" says");
    if (o->coverage && !graph_file) return fail_usage("sim", "\"--coverage\" needs a graph");
    if (o->json && o->out && strcmp(o->out, "-") == 0)
        return fail_usage("sim", "with \"--json\" the coverage is on standard output; give the trace a file");
    subject with;
    script inputs;
    int status = sim_state_check(&o->state, &o->run);
    if (status != STATUS_DONE) return status;
    status = run_prepare("sim", graph_file, &o->run, &with, &inputs);
    if (status == STATUS_DONE && !output_allowed(o->state.save)) status = STATUS_INPUT; /* the trace begins before it */
    if (status == STATUS_DONE && o->coverage) status = simulate_covered(o, &with, &inputs, &w, graph_file);
    else if (status == STATUS_DONE) status = simulate(o, &with, &inputs, &w);
    script_free(&inputs);
    subject_free(&with);
    return status;
}

static bool tier_of(const char *name, sinew_tier *tier) {
    static const char *const NAMES[] = { "fast", "compact", "exact" };
    for (int i = 0; i < 3; ++i)
        if (strcmp(name, NAMES[i]) == 0) return *tier = (sinew_tier)i, true;
    return false;
}

int cmd_sim(int argc, char **argv) {
    sim o = { .run = { .fps = 60, .duration = 1 }, .state = { .save_at = -1, .from = -1 } };
    const arg_option options[] = {
        RUN_OPTIONS(o.run),
        { "--tracks", ARG_NUMBER, &o.run.tracks, "N",
          "at least this many tracks; left out: as many as the script names", 0, SINEW_MAX_TRACKS },
        { "--format", ARG_TEXT, &o.format, "FORMAT", "jsonl (one object a frame) or csv", 0, 0 },
        { "--out", ARG_TEXT, &o.out, "FILE", "where to write; standard output when left out", 0, 0 },
        { "--joints", ARG_TEXT, &o.joints, "NAMES", "also the model-space matrices of these joints, or of all", 0, 0 },
        { "--properties", ARG_FLAG, &o.properties, NULL, "also the values of the clips' properties", 0, 0 },
        { "--save-at", ARG_NUMBER, &o.state.save_at, "S", "save the player's state when so many seconds are played", 0,
          1e7 },
        { "--save", ARG_TEXT, &o.state.save, "FILE", "where to", 0, 0 },
        { "--restore", ARG_TEXT, &o.state.restore, "FILE", "begin with a saved state and go on from its time", 0, 0 },
        { "--from", ARG_NUMBER, &o.state.from, "S", "go on from this time in its place (a run that was paused)", 0,
          1e7 },
        { "--coverage", ARG_FLAG, &o.coverage, NULL, "at the end, the states and transitions that were never used", 0,
          0 },
        { "--json", ARG_FLAG, &o.json, NULL, "the coverage as JSON; the trace is then written only to --out", 0, 0 },
        { "--case", ARG_FLAG, &o.cases, NULL, "run the cases in these files and folders and say which fail", 0, 0 },
        { "--tier", ARG_TEXT, &o.tier, "TIER",
          "with --case: how models keep their clips, fast (as they do), compact or exact", 0, 0 },
        { "--bank", ARG_FLAG, &o.bank, NULL, "with --case: each model is put into a bank first, and played from there",
          0, 0 },
    };
    const arg_spec spec = {
        "sim",
        "[GRAPH] [--rig MODEL | --clips LIST] [--script FILE] ...\n       sinew sim --case FILE...",
        "Runs a graph and prints a trace, one line a frame: parameters, states, fades, samples\n"
        "and signals. A script has a command a line: TIME set NAME VALUE, TIME fire NAME,\n"
        "TIME glide NAME GOAL RATE, TIME travel LAYER STATE, TIME crossfade LAYER STATE SECONDS,\n"
        "TIME play LAYER STATE PROGRESS, TIME weight LAYER W, TIME pause, TIME resume,\n"
        "TIME track N CLIP [once|loop] [MIX], TIME queue N CLIP [once|loop] [DELAY [MIX]],\n"
        "TIME stop N [MIX]. Without a graph, tracks alone play the clips of --rig or --clips.",
        options,
        sizeof options / sizeof options[0],
        "a graph (.animgraph)",
        0,
        1 << 20,
        "  sinew sim hero.animgraph --script minute.txt --duration 60 --out trace.jsonl\n"
        "  printf '0.5 fire jump\\n' | sinew sim hero.animgraph --clips idle:1,jump:0.6:once --script -\n"
        "  sinew sim --case tests/conformance"
    };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    case_how how = { SINEW_TIER_FAST, o.bank };
    bool known = !o.tier || tier_of(o.tier, &how.tier);
    if (status >= 0) return status;
    if (count == 0 && (o.cases || !(o.run.rig || o.run.clips)))
        return fail_usage("sim",
                          o.cases ? "it needs a case" : "it needs a graph (.animgraph), or clips for tracks alone");
    if (o.tier && !o.cases) return fail_usage("sim", "\"--tier\" is for cases");
    if (o.bank && !o.cases) return fail_usage("sim", "\"--bank\" is for cases; to play a bank, name it as the model");
    if (!known) return fail_usage("sim", "\"--tier\" is fast, compact or exact, not \"%s\"", o.tier);
    if (!o.cases && count > 1) return fail_usage("sim", "\"%s\" is one too many", argv[1]);
    if (!o.cases) return sim_graph(&o, count ? argv[0] : NULL);
    if (o.run.rig || o.run.clips || o.run.script || o.format || o.out || o.joints || o.properties || o.state.save ||
        o.state.restore || o.coverage || o.json)
        return fail_usage("sim", "with \"--case\" everything else stands in the case");
    return run_cases(argv, count, how);
}
