/* What is in a bank: its models with their clips as they were baked, and its graphs with the models that they are for.
 */
#include "bake.h"
#include "info.h"

#include <string.h>

static const char *rig_name(const sinew_bank *bank, uint32_t graph) {
    return sinew_bank_model_name(bank, sinew_bank_rig_of(bank, graph));
}

static void print_bank(const sinew_bank *bank, const char *file) {
    bank_sums sums = { 0 };
    put_plain(stdout, file);
    fputs(": a bank with ", stdout);
    put_count(stdout, sinew_bank_model_count(bank), "model", "models");
    fputs(" and ", stdout);
    put_count(stdout, sinew_bank_graph_count(bank), "graph", "graphs");
    printf("; %zu bytes of memory beside it%s\n", sinew_bank_handle_bytes(bank),
           sinew_bank_intact(bank) ? "" : "; not as it was written");
    for (uint32_t i = 0; i < sinew_bank_model_count(bank); ++i) {
        const sinew_model *model = sinew_bank_model(bank, i);
        fputs("\nModel ", stdout);
        put_plain(stdout, sinew_bank_model_name(bank, i));
        fputs(": ", stdout);
        put_count(stdout, sinew_skeleton_joint_count(sinew_model_skeleton(model)), "joint, ", "joints, ");
        put_count(stdout, sinew_model_clip_count(model), "clip\n", "clips\n");
        put_bank_clips(stdout, model, NULL);
        add_bank_sums(&sums, model, NULL);
    }
    if (sinew_bank_graph_count(bank)) fputc('\n', stdout);
    for (uint32_t i = 0; i < sinew_bank_graph_count(bank); ++i) {
        const sinew_graph_desc *graph = sinew_graph_definition(sinew_bank_graph(bank, i));
        const char *rig = rig_name(bank, i);
        fputs("Graph ", stdout);
        put_plain(stdout, sinew_bank_graph_name(bank, i));
        fputs(": ", stdout);
        put_count(stdout, graph->parameter_count, "parameter, ", "parameters, ");
        put_count(stdout, graph->layer_count, "layer", "layers");
        if (rig) fputs(", for ", stdout);
        if (rig) put_plain(stdout, rig);
        fputc('\n', stdout);
    }
    fputc('\n', stdout);
    put_count(stdout, sums.clips, "clip", "clips");
    printf(" of %zu bytes\n", sums.bytes);
}

static void json_bank(const sinew_bank *bank) {
    printf("{\"kind\":\"bank\",\"intact\":%s,\"handle\":%zu,\n\"models\":[", sinew_bank_intact(bank) ? "true" : "false",
           sinew_bank_handle_bytes(bank));
    for (uint32_t i = 0; i < sinew_bank_model_count(bank); ++i) {
        const sinew_model *model = sinew_bank_model(bank, i);
        fputs(i ? ",\n{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, sinew_bank_model_name(bank, i));
        printf(",\"joints\":%u,\"clips\":", sinew_skeleton_joint_count(sinew_model_skeleton(model)));
        put_bank_clips_json(stdout, model, NULL);
        fputc('}', stdout);
    }
    fputs("],\n\"graphs\":[", stdout);
    for (uint32_t i = 0; i < sinew_bank_graph_count(bank); ++i) {
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, sinew_bank_graph_name(bank, i));
        fputs(",\"model\":", stdout);
        put_json(stdout, rig_name(bank, i));
        fputc('}', stdout);
    }
    fputs("]}\n", stdout);
}

/* Of FILE#NAME the graph of that name, else the model. */
int info_bank(const char *file, const info_options *options) {
    const char *within;
    sinew_log log = { 0 };
    int status;
    sinew_io_bank *opened = open_bank(file, &within, &log, &status);
    say_log(&log);
    sinew_log_free(&log);
    const sinew_bank *bank = sinew_io_bank_of(opened);
    bool graph = within && sinew_bank_find_graph(bank, within) != SINEW_NONE;
    if (bank && !within && options->json) json_bank(bank);
    else if (bank && !within) print_bank(bank, file);
    sinew_io_close_bank(opened);
    if (!bank || !within) return status;
    return graph ? info_graph(file, options) : info_model(file, options);
}
