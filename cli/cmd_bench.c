/* sinew bench: times of the stages, with the error of what they made beside them. The scenes are in bench/. */
#include "bench_report.h"

#include <stdlib.h>
#include <string.h>

static int load(const char *file, model_source *from) {
    sinew_log log = { 0 };
    int status = STATUS_DONE;
    memset(from, 0, sizeof *from);
    if (file) status = model_source_load(from, file, NULL, NULL, &log);
    else from->model = from->own = bench_figure(&log);
    say_log(&log);
    sinew_log_free(&log);
    if (status == STATUS_DONE && from->bank) {
        model_source_free(from);
        return fail(file, SINEW_CODE_REFUSED,
                    "a bank has no curves to measure errors against; give the model that it was baked from");
    }
    if (status != STATUS_DONE) return status;
    if (!from->model) return fail_memory();
    if (!sinew_model_clip_count(from->model)) {
        model_source_free(from);
        return fail(file, SINEW_CODE_UNKNOWN_CLIP, "there is no clip to measure; give a model with an animation");
    }
    return STATUS_DONE;
}

/* What the command was asked for beyond what is measured. */
typedef struct request {
    const char *file, *out_name, *compare;
    bool json;
} request;

static int put(const request *r, const bench_report *report, const bench_earlier *earlier) {
    output out;
    if (!output_open(&out, r->out_name)) return STATUS_INPUT;
    bench_machine m = read_machine();
    if (r->json) put_report_json(out.file, &m, r->file, report);
    else put_report(out.file, &m, r->file, report);
    if (earlier) put_comparison(out.file, earlier, report);
    int status = STATUS_DONE;
    for (uint32_t i = 0; i < report->count; ++i)
        if (!bench_row_valid(&report->rows[i])) status = STATUS_INPUT;
    return output_close(&out, true, status);
}

static int measure(const sinew_model *model, const request *r, const bench_options *o) {
    bench_earlier *earlier = NULL;
    if (r->compare && !(earlier = bench_earlier_read(r->compare))) return STATUS_INPUT;
    bench_report report = { 0 };
    sinew_log log = { 0 };
    sinew_result result = bench_run(model, o, &report, &log);
    if (result) say_log(&log);
    bool said = log.error_count > 0;
    sinew_log_free(&log);
    int status = STATUS_INPUT;
    if (result == SINEW_ERROR_MEMORY) status = fail_memory();
    else if (!result) status = put(r, &report, earlier);
    else if (!said) status = fail(r->file, SINEW_CODE_REFUSED, "%s", sinew_result_text(result));
    bench_earlier_free(earlier);
    return status;
}

/* A slip in the name would measure nothing of what was meant. */
static bool known_set(const char *name) {
    static const char *const names[] = { "scalar", "sse2", "avx2", "avx512", "neon" };
    for (size_t i = 0; name && i < sizeof names / sizeof names[0]; ++i)
        if (!strcmp(name, names[i])) return true;
    return !name || !name[0];
}

int cmd_bench(int argc, char **argv) {
    double seconds = 0.5, most = 10000;
    request r = { 0 };
    const arg_option options[] = {
        { "--seconds", ARG_NUMBER, &seconds, "S", "how long to repeat each scene, 0.5 when left out", 0.001, 600 },
        { "--most", ARG_NUMBER, &most, "N", "characters of the largest crowd, 10000 when left out", 2, 1000000 },
        { "--json", ARG_FLAG, &r.json, NULL, "as JSON, for programs", 0, 0 },
        { "--compare", ARG_TEXT, &r.compare, "OLD", "an earlier report (--json): each row beside its own of then", 0,
          0 },
        { "--out", ARG_TEXT, &r.out_name, "FILE", "write there and not to standard output", 0, 0 },
    };
    const arg_spec spec = {
        "bench",
        "[MODEL] [--seconds S] [--most N] [--json] [--compare OLD] [--out FILE]",
        "Times the stages: sampling a pose, whole frames (two or three clips blended, a masked additive layer, local "
        "to\n"
        "model, palette) of one character and of crowds on one thread and two, with every set of instructions of this\n"
        "machine (or that of SINEW_SIMD) and, beside, with a conventional pipeline of the benchmark's own; advancing "
        "a\n"
        "graph; blend spaces of 10 and 1,000 points. The least and the middle of many repeats, in microseconds a\n"
        "character, and beside each time the error of what it made; then how far each goal is. Without a model: a\n"
        "figure of its own. Exit status 1 also when an error is too large.",
        options,
        sizeof options / sizeof options[0],
        "a model",
        0,
        1,
        "  sinew bench\n  sinew bench hero.glb --json --out then.json\n  sinew bench hero.glb --compare then.json"
    };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (!known_set(getenv("SINEW_SIMD")))
        return fail_usage(
            "bench",
            "the environment's SINEW_SIMD names no set of instructions; give scalar, sse2, avx2, avx512 or neon");
    if (r.json && r.compare) return fail_usage("bench", "--compare is for people and --json for programs; give one");
    r.file = count ? argv[0] : NULL;
    model_source from;
    status = load(r.file, &from);
    if (status != STATUS_DONE) return status;
    bench_options o = { seconds, (uint32_t)most };
    if (r.compare) input_remember(r.compare);
    status = !output_allowed(r.out_name) ? STATUS_INPUT : measure(from.model, &r, &o);
    model_source_free(&from);
    return status;
}
