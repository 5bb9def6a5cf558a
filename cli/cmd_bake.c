/* sinew bake: models and graphs to one bank. Invariant: a bank is written only when everything that goes into it was
   read without an error, and appears whole or not at all. */
#define _POSIX_C_SOURCE 200809L
#include "bake.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

typedef struct baking {
    const char *out, *tier;
    double error, threads;
    bool json, meshes;
    bake_jobs *jobs;
    sinew_io_options read;
    sinew_bank_model_desc *models;
    const char **model_files;
    model_source *from; /* one a model, or empty */
    uint32_t model_count;
    sinew_bank_graph_desc *graphs;
    const char **graph_files;
    graph_source *graphs_from;
    uint32_t graph_count;
    sinew_io_bank **banks; /* that are put into the new one */
    uint32_t bank_count;
    char **names; /* that were made */
    uint32_t name_count;
} baking;

/* ---- what goes in ---- */

/* Room for one more, cleared; grows by one, since there are few. Ends the program without memory: there is nothing to
   lose yet. */
static void *room(void *array, uint32_t count, size_t each) {
    char *more = realloc(array, (count + 1) * each);
    if (!more) exit(fail_memory());
    memset(more + count * each, 0, each);
    return more;
}

/* The file's name without folder and end. */
static const char *stem_of(baking *b, const char *file) {
    const char *base = base_name(file), *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    char *name = room(NULL, 0, length + 1);
    memcpy(name, base, length);
    b->names = room(b->names, b->name_count, sizeof *b->names);
    return b->names[b->name_count++] = name;
}

/* Two of a name: one file, given twice, or two. */
static bool clash(const char *file, const char *other, const char *what, const char *name) {
    if (same_file(file, other)) fail(file, SINEW_CODE_DUPLICATE_NAME, "it is given twice");
    else
        fail(file, SINEW_CODE_DUPLICATE_NAME,
             "another %s is called \"%s\" too, that of \"%s\"; rename one of the files", what, name, other);
    return false;
}

static bool add_model(baking *b, const char *file, const char *name, const sinew_model *model) {
    for (uint32_t i = 0; i < b->model_count; ++i)
        if (strcmp(b->models[i].name, name) == 0) return clash(file, b->model_files[i], "model", name);
    b->models = room(b->models, b->model_count, sizeof *b->models);
    b->from = room(b->from, b->model_count, sizeof *b->from);
    b->model_files = room(b->model_files, b->model_count, sizeof *b->model_files);
    b->model_files[b->model_count] = file;
    b->models[b->model_count++] = (sinew_bank_model_desc){ name, model };
    return true;
}

static bool add_graph(baking *b, const char *file, const char *name, const sinew_graph *graph) {
    for (uint32_t i = 0; i < b->graph_count; ++i)
        if (strcmp(b->graphs[i].name, name) == 0) return clash(file, b->graph_files[i], "graph", name);
    b->graphs = room(b->graphs, b->graph_count, sizeof *b->graphs);
    b->graphs_from = room(b->graphs_from, b->graph_count, sizeof *b->graphs_from);
    b->graph_files = room(b->graph_files, b->graph_count, sizeof *b->graph_files);
    b->graph_files[b->graph_count] = file;
    b->graphs[b->graph_count++] = (sinew_bank_graph_desc){ name, graph };
    return true;
}

static bool has_joints(const sinew_model *model, uint32_t clip) {
    uint32_t count;
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &count);
    return count && curves[0].channel != SINEW_CHANNEL_WEIGHTS;
}

static bool is_one_value(const sinew_curve *curve) {
    size_t bytes = curve->width * sizeof *curve->values;
    for (uint32_t i = 1; i < curve->key_count; ++i)
        if (memcmp(curve->values + (size_t)i * curve->width, curve->values, bytes)) return false;
    return true;
}

/* Curves of joints with steps, for which no keys are looked. */
static uint32_t count_stepped(const sinew_model *model, uint32_t clip) {
    uint32_t all, count = 0;
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &all);
    for (uint32_t i = 0; i < all; ++i)
        count += curves[i].channel != SINEW_CHANNEL_WEIGHTS && curves[i].interpolation == SINEW_INTERPOLATION_STEP &&
                 !is_one_value(&curves[i]);
    return count;
}

#define ADVICE "exact but slower to play: give --error a larger number, or export it with keys at even times"

/* What no keys hold stays as it is, which is exact, but large and slow. */
static void tell_exact(const baking *b, const char *file, const sinew_model *model) {
    const char *bound = b->error > 0 ? "that error" : "the error of its tier";
    for (uint32_t i = 0; i < sinew_model_clip_count(model); ++i) {
        sinew_clip_fit fit;
        const char *clip = sinew_model_clip_name(model, i);
        if (!sinew_model_clip_fit(model, i, &fit) || !has_joints(model, i)) continue;
        uint32_t stepped = count_stepped(model, i);
        if (fit.tier == SINEW_TIER_EXACT)
            warn_at(
                file, 0, 0, SINEW_CODE_REFUSED,
                "no keys were found that hold the clip \"%s\" within %s; it is kept as its curves, which are " ADVICE,
                clip, bound);
        else if (fit.exact_curves > stepped)
            warn_at(file, 0, 0, SINEW_CODE_REFUSED,
                    "no keys were found that hold %u of the curves of the clip \"%s\" within %s; they are kept as they "
                    "are, " ADVICE,
                    (unsigned)(fit.exact_curves - stepped), clip, bound);
    }
}

static bool read_model(baking *b, const char *file) {
    sinew_log log = { 0 };
    model_source from;
    sinew_io_options options = b->read;
    options.jobs = bake_jobs_begin(b->jobs, base_name(file));
    int status = model_source_load(&from, file, NULL, &options, &log);
    bake_jobs_end(b->jobs);
    bool good = status == STATUS_DONE && !log.error_count; /* what is left out of a .clips.json would be missing */
    say_log(&log);
    sinew_log_free(&log);
    if (good && add_model(b, file, stem_of(b, file), from.model)) {
        b->from[b->model_count - 1] = from;
        tell_exact(b, file, from.model);
        return true;
    }
    model_source_free(&from);
    return false;
}

static bool read_graph(baking *b, const char *file) {
    sinew_log log = { 0 };
    graph_source from;
    int status = graph_source_load(&from, file, &log);
    say_log(&log);
    sinew_log_free(&log);
    if (status == STATUS_DONE && add_graph(b, file, stem_of(b, file), from.graph)) {
        b->graphs_from[b->graph_count - 1] = from;
        return true;
    }
    graph_source_free(&from);
    return false;
}

static void tell_as_it_is(const baking *b, const char *file) {
    if (!b->tier && b->error <= 0) return;
    warn_at(file, 0, 0, SINEW_CODE_REFUSED,
            "what is in a bank goes in as it is, whatever %s says; bake the models' own files for that",
            !b->tier       ? "\"--error\""
            : b->error > 0 ? "\"--tier\" or \"--error\""
                           : "\"--tier\"");
}

/* All that is in another, as it was baked. */
static bool read_bank(baking *b, const char *file) {
    sinew_log log = { 0 };
    sinew_io_bank *opened = NULL;
    sinew_io_open_bank(file, NULL, &opened, &log);
    say_log(&log);
    sinew_log_free(&log);
    if (!opened) return false;
    b->banks = room(b->banks, b->bank_count, sizeof *b->banks);
    b->banks[b->bank_count++] = opened;
    const sinew_bank *bank = sinew_io_bank_of(opened);
    if (sinew_bank_model_count(bank)) tell_as_it_is(b, file);
    for (uint32_t i = 0; i < sinew_bank_model_count(bank); ++i)
        if (!add_model(b, file, sinew_bank_model_name(bank, i), sinew_bank_model(bank, i))) return false;
    for (uint32_t i = 0; i < sinew_bank_graph_count(bank); ++i)
        if (!add_graph(b, file, sinew_bank_graph_name(bank, i), sinew_bank_graph(bank, i))) return false;
    return true;
}

static bool read_all(baking *b, char **files, int count) {
    bool good = true;
    for (int i = 0; i < count; ++i)
        good = (is_bank(files[i])    ? read_bank(b, files[i])
                : is_model(files[i]) ? read_model(b, files[i])
                                     : read_graph(b, files[i])) &&
               good;
    return good;
}

static void free_all(baking *b) {
    for (uint32_t i = 0; i < b->model_count; ++i) model_source_free(&b->from[i]);
    for (uint32_t i = 0; i < b->graph_count; ++i) graph_source_free(&b->graphs_from[i]);
    for (uint32_t i = 0; i < b->bank_count; ++i) sinew_io_close_bank(b->banks[i]);
    for (uint32_t i = 0; i < b->name_count; ++i) free(b->names[i]);
    free(b->models);
    free(b->model_files);
    free(b->from);
    free(b->graphs);
    free(b->graph_files);
    free(b->graphs_from);
    free(b->banks);
    free(b->names);
    bake_jobs_destroy(b->jobs);
}

/* ---- what comes out ---- */

/* NULL for a model that was in a bank already. */
static const sinew_model *raw_of(const baking *b, uint32_t model) { return b->from[model].own; }

static void report(FILE *out, const baking *b, const sinew_bank *bank, size_t size) {
    bank_sums sums = { 0 };
    for (uint32_t i = 0; i < sinew_bank_model_count(bank); ++i) {
        const sinew_model *model = sinew_bank_model(bank, i);
        put_plain(out, sinew_bank_model_name(bank, i));
        fprintf(out, ": ");
        put_count(out, sinew_skeleton_joint_count(sinew_model_skeleton(model)), "joint", "joints");
        fprintf(out, ", ");
        put_count(out, sinew_model_clip_count(model), "clip\n", "clips\n");
        put_bank_clips(out, model, raw_of(b, i));
        add_bank_sums(&sums, model, raw_of(b, i));
    }
    put_count(out, sinew_bank_model_count(bank), "model, ", "models, ");
    put_count(out, sinew_bank_graph_count(bank), "graph, ", "graphs, ");
    put_count(out, sums.clips, "clip", "clips");
    fprintf(out, " of %zu bytes", sums.bytes);
    if (sums.raw) fprintf(out, " where their curves took %zu", sums.raw);
    fprintf(out, "; the bank has %zu bytes\n", size);
}

static void report_json(const baking *b, const sinew_bank *bank, size_t size) {
    fputs("{\"bank\":", stdout);
    put_json(stdout, b->out);
    printf(",\"bytes\":%zu,\"models\":[", size);
    for (uint32_t i = 0; i < sinew_bank_model_count(bank); ++i) {
        const sinew_model *model = sinew_bank_model(bank, i);
        fputs(i ? ",\n{\"name\":" : "\n{\"name\":", stdout);
        put_json(stdout, sinew_bank_model_name(bank, i));
        printf(",\"joints\":%u,\"clips\":", sinew_skeleton_joint_count(sinew_model_skeleton(model)));
        put_bank_clips_json(stdout, model, raw_of(b, i));
        fputc('}', stdout);
    }
    fputs("],\"graphs\":[", stdout);
    for (uint32_t i = 0; i < sinew_bank_graph_count(bank); ++i) {
        if (i) fputc(',', stdout);
        put_json(stdout, sinew_bank_graph_name(bank, i));
    }
    fputs("]}\n", stdout);
}

static void tell_unbound(const baking *b, const sinew_bank *bank, uint32_t graph) {
    const char *rig = sinew_graph_definition(sinew_bank_graph(bank, graph))->rig;
    if (!rig || sinew_bank_rig_of(bank, graph) != SINEW_NONE) return;
    warn_at(
        b->graph_files[graph], 0, 0, SINEW_CODE_MISSING_FIELD,
        "the bank lacks the model \"%s\" that the graph \"%s\" is for, so the graph was checked alone; bake the model "
        "too, under that name",
        rig, b->graphs[graph].name);
}

/* Each graph with the model that a game will play it with. */
static int check_graphs(const baking *b, const sinew_bank *bank, sinew_log *log) {
    int status = STATUS_DONE;
    for (uint32_t i = 0; i < b->graph_count; ++i) {
        uint32_t before = log->count;
        int found = check_bank_graph(bank, i, b->graph_files[i], log);
        if (b->graphs_from[i].own) place_findings(log, b->graph_files[i], before);
        if (found != STATUS_DONE) status = found;
        tell_unbound(b, bank, i);
    }
    log->file = b->out;
    return log->error_count ? STATUS_INPUT : status;
}

/* Opened once before it is written, so that what was baked is known to be a bank, and to play. */
static int put_bank(const baking *b, const void *bytes, size_t size, sinew_log *log) {
    sinew_bank *bank = NULL;
    output out;
    if (sinew_bank_open(bytes, size, NULL, &bank, log)) return STATUS_INPUT;
    int status = check_graphs(b, bank, log);
    if (status == STATUS_DONE && !output_open(&out, b->out)) status = STATUS_INPUT;
    else if (status == STATUS_DONE) {
        fwrite(bytes, 1, size, out.file);
        status = output_close(&out, true, STATUS_DONE);
    }
    if (status == STATUS_DONE && b->json) report_json(b, bank, size);
    else if (status == STATUS_DONE) report(strcmp(b->out, "-") == 0 ? stderr : stdout, b, bank, size);
    sinew_bank_close(bank);
    return status;
}

static int write_bank(const baking *b) {
    sinew_log log = { .file = b->out };
    sinew_bank_desc desc = { b->models, b->model_count, b->graphs, b->graph_count };
    size_t size = sinew_bank_size(&desc, &log);
    void *bytes = size ? malloc(size) : NULL;
    int status = STATUS_INPUT;
    if (size && !bytes) status = fail_memory();
    else if (size && !sinew_bank_write(&desc, bytes, size, &log)) status = put_bank(b, bytes, size, &log);
    say_log(&log);
    sinew_log_free(&log);
    free(bytes);
    return status;
}

static int bake(baking *b, char **files, int count) {
    for (int i = 0; i < count; ++i) input_remember(files[i]);
    if (!output_allowed(b->out)) return STATUS_INPUT; /* told before clips are compiled, not after */
    b->jobs = bake_jobs_create((uint32_t)b->threads);
    int status = b->jobs && read_all(b, files, count) ? write_bank(b) : STATUS_INPUT;
    free_all(b);
    return status;
}

static double processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (double)count;
}

int cmd_bake(int argc, char **argv) {
    baking b = { .threads = processors() };
    const arg_option options[] = {
        { "-o", ARG_TEXT, &b.out, "OUT", "the bank to write; - is standard output", 0, 0 },
        { "--tier", ARG_TEXT, &b.tier, "TIER", "fast when left out; compact is half as large and less exact", 0, 0 },
        { "--error", ARG_NUMBER, &b.error, "MM",
          "how far a clip may be off 3 cm from a joint; 0.1 when left out, 0.35 in compact", 0.001, 1000 },
        { "--jobs", ARG_NUMBER, &b.threads, "N", "threads that compile clips; left out: as many as processors", 1,
          MOST_THREADS },
        { "--meshes", ARG_FLAG, &b.meshes, NULL, "the models' meshes too, which only showing them needs", 0, 0 },
        { "--json", ARG_FLAG, &b.json, NULL, "the table as JSON, for programs", 0, 0 },
    };
    const arg_spec spec = {
        "bake",
        "IN... -o OUT.bank [--tier TIER] [--error MM] [--jobs N] [--meshes] [--json]",
        "Compiles models (.glb, .gltf, with their .clips.json) and graphs (.animgraph) to one bank,\n"
        "which a game uses as it lies, without copying or parsing; what is in other banks goes in\n"
        "as it is. Each is called by its file's name without the end. Prints for each clip its\n"
        "bytes, what its curves took before, the keys, and how far it is off at most and on\n"
        "average, in millimetres 3 cm from a joint. The same files give the same bank whatever\n"
        "the number of threads; it appears whole or not at all. Each graph is checked with the model of\n"
        "the bank that it is for, as sinew check does.",
        options,
        sizeof options / sizeof options[0],
        "a model, a graph or a bank",
        1,
        1 << 16,
        "  sinew bake hero.glb hero.animgraph -o hero.bank\n  sinew bake *.glb -o crowd.bank --tier compact"
    };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (!b.out) return fail_usage("bake", "it needs a place to write to: give one with -o");
    if (b.tier && strcmp(b.tier, "fast") != 0 && strcmp(b.tier, "compact") != 0)
        return fail_usage("bake", "\"--tier\" is fast or compact, not \"%s\"", b.tier);
    if (b.json && strcmp(b.out, "-") == 0)
        return fail_usage("bake", "with \"--json\" the table is on standard output; give the bank a file");
    b.read.tier = b.tier && strcmp(b.tier, "compact") == 0 ? SINEW_TIER_COMPACT : SINEW_TIER_FAST;
    b.read.error = (float)(b.error * 1e-3);
    b.read.no_meshes = !b.meshes;
    return bake(&b, argv, count);
}
