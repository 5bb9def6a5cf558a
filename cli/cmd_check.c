/* sinew check: everything that is wrong with a file. */
#include "cli.h"

#include <string.h>

typedef struct check {
    const char *rig, *clips;
    bool strict, json;
} check;

static void put_finding(const sinew_diagnostic *item) {
    fputs("{\"severity\":", stdout);
    put_json(stdout, item->severity == SINEW_SEVERITY_ERROR ? "error" : "warning");
    fputs(",\"code\":", stdout);
    put_json(stdout, sinew_code_word(item->code));
    fputs(",\"file\":", stdout);
    put_json(stdout, item->file);
    printf(",\"line\":%u,\"column\":%u,\"path\":", item->line, item->column);
    put_json(stdout, item->path);
    fputs(",\"sentence\":", stdout);
    put_json(stdout, item->sentence);
    fputc('}', stdout);
}

static void report_json(const sinew_log *log) {
    printf("{\"errors\":%u,\"warnings\":%u,\"findings\":[", log->error_count, log->warning_count);
    for (uint32_t i = 0; i < log->count; ++i) {
        if (i) fputc(',', stdout);
        put_finding(&log->items[i]);
    }
    fputs("]}\n", stdout);
}

static void make_errors(sinew_log *log) {
    for (uint32_t i = 0; i < log->count; ++i) log->items[i].severity = SINEW_SEVERITY_ERROR;
    log->error_count += log->warning_count;
    log->warning_count = 0;
}

static int report(const check *o, sinew_log *log, int status, bool assumed) {
    if (o->strict) make_errors(log);
    if (o->json) {
        report_json(log);
    } else {
        say_log(log);
        if (assumed) puts("No model was named, so clips and joints are taken as being there; --rig checks them.");
        put_count(stdout, log->error_count, "error", "errors");
        fputs(", ", stdout);
        put_count(stdout, log->warning_count, "warning", "warnings");
        fputc('\n', stdout);
    }
    return log->error_count && status == STATUS_DONE ? STATUS_INPUT : status;
}

static int check_model(const check *o, const char *file) {
    if (o->rig || o->clips) return fail_usage("check", "\"%s\" is a model; --rig and --clips are for graphs", file);
    sinew_log log = { 0 };
    model_source from;
    int status = report(o, &log, model_source_load(&from, file, NULL, NULL, &log), false);
    model_source_free(&from);
    sinew_log_free(&log);
    return status;
}

static void tell_unbound(const sinew_bank *bank, uint32_t graph) {
    if (sinew_bank_rig_of(bank, graph) != SINEW_NONE) return;
    fputs("The bank has no model for its graph \"", stdout);
    put_plain(stdout, sinew_bank_graph_name(bank, graph));
    puts("\", so the graph was checked alone; --rig checks it with one.");
}

/* Everything in it, each graph with the model that it is for. */
static int check_bank(const check *o, const char *file) {
    sinew_log log = { 0 };
    const char *within;
    int status;
    sinew_io_bank *opened = open_bank(file, &within, &log, &status);
    const sinew_bank *bank = sinew_io_bank_of(opened);
    if (bank && !sinew_bank_intact(bank)) {
        /* Said here, since a log is filled by the library alone. */
        warn_at(file, 0, 0, SINEW_CODE_SYNTAX, "it is not as it was written: some bytes have changed; bake it again");
        if (o->strict) status = STATUS_INPUT;
    }
    for (uint32_t i = 0; i < sinew_bank_graph_count(bank); ++i) {
        int found = check_bank_graph(bank, i, file, &log);
        if (status == STATUS_DONE) status = found;
        if (!o->json) tell_unbound(bank, i);
    }
    status = report(o, &log, status, false);
    sinew_io_close_bank(opened);
    sinew_log_free(&log);
    return status;
}

int cmd_check(int argc, char **argv) {
    check o = { 0 };
    const arg_option options[] = {
        { "--rig", ARG_TEXT, &o.rig, "MODEL", "the model that a graph is for; left out: the one that it names", 0, 0 },
        { "--clips", ARG_TEXT, &o.clips, "LIST", "clips in place of a model, such as idle:1.0,jump:0.6:once", 0, 0 },
        { "--strict", ARG_FLAG, &o.strict, NULL, "warnings are errors", 0, 0 },
        { "--json", ARG_FLAG, &o.json, NULL, "findings as JSON, for programs", 0, 0 },
    };
    const arg_spec spec = {
        "check",
        "FILE [--rig MODEL | --clips LIST] [--strict] [--json]",
        "Says every error and warning of a graph (.animgraph), a model (.glb, .gltf) or a bank (.bank),\n"
        "each with its place, and how many there were. The exit status is 1 where there is an error.",
        options,
        sizeof options / sizeof options[0],
        "a graph, a model or a bank",
        1,
        1,
        "  sinew check hero.animgraph\n  sinew check hero.animgraph --rig hero.glb --strict"
    };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (o.rig && o.clips) return fail_usage("check", "give --rig or --clips, not both");
    if (is_bank(argv[0]) && !o.rig && !o.clips) return check_bank(&o, argv[0]);
    if (is_model(argv[0])) return check_model(&o, argv[0]);
    subject with;
    subject_desc desc = { .graph_file = argv[0], .rig = o.rig, .clips = o.clips, .assume = true, .lint = true };
    status = subject_load(&with, &desc);
    status = report(&o, &with.log, status, with.assumed);
    subject_free(&with);
    return status;
}
