/* A graph and what it is bound to: a model, a list of clips, or the model that the graph itself names.

   Invariant: after a failed load everything may still be freed, and the log has why. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int status_of(sinew_result result) {
    if (result == SINEW_OK) return STATUS_DONE;
    return result == SINEW_ERROR_MEMORY ? fail_memory() : STATUS_INPUT;
}

/* Of a bank's graph the name is that of a model in the bank, not of a file beside it. */
static int load_model(subject *s, const subject_desc *desc) {
    const char *own = s->graph ? sinew_graph_definition(s->graph)->rig : NULL;
    const char *name = desc->rig ? desc->rig : own;
    if (!desc->rig) s->model = graph_source_model(&s->graph_from);
    if (!name || s->model || (s->graph_from.bank && !desc->rig)) return STATUS_DONE;
    s->rig_file = desc->rig ? beside("", name) : beside(desc->graph_file, name);
    if (!s->rig_file) return fail_memory();
    sinew_io_options options = { .no_meshes = true };
    int status = model_source_load(&s->model_from, s->rig_file, own, &options, &s->log);
    s->model = s->model_from.model;
    return status;
}

static int lacks_model(const subject *s, const char *file) {
    const graph_source *from = &s->graph_from;
    const char *rig = sinew_graph_definition(s->graph)->rig;
    const char *name = from->bank ? sinew_bank_graph_name(sinew_io_bank_of(from->bank), from->index) : NULL;
    if (name && rig)
        return fail(file, SINEW_CODE_MISSING_FIELD,
                    "the bank lacks the model \"%s\" that its graph \"%s\" is for; bake the two together, or give the "
                    "model with --rig",
                    rig, name);
    if (name)
        return fail(file, SINEW_CODE_MISSING_FIELD,
                    "the bank's graph \"%s\" names no model (\"rig\"); give one with --rig, or clips with --clips",
                    name);
    return fail(file, SINEW_CODE_MISSING_FIELD,
                "the graph names no model (\"rig\"); give one with --rig, or clips with --clips");
}

static int load_rig(subject *s, const subject_desc *desc) {
    if (desc->clips) return rig_list_parse(&s->list, desc->clips, "--clips", 1, 1) ? STATUS_DONE : STATUS_INPUT;
    int status = load_model(s, desc);
    if (status != STATUS_DONE || s->model || !s->graph) return status;
    if (!desc->assume) return lacks_model(s, desc->graph_file);
    s->assumed = true;
    return rig_list_of_graph(&s->list, sinew_graph_definition(s->graph)) ? STATUS_DONE : STATUS_INPUT;
}

/* A graph that cannot be read a second time leaves its findings with paths alone. */
void place_findings(sinew_log *log, const char *file, uint32_t first) {
    if (log->count <= first) return;
    size_t size = 0;
    char *text = read_file(file, &size);
    if (text) sinew_io_place_findings(log, first, text, size, NULL);
    free(text);
}

static int bind_subject(subject *s, const subject_desc *desc) {
    sinew_bind_desc bind = { .graph = s->graph, .model = s->model };
    bind.track_count = desc->tracks || s->graph ? desc->tracks : 1;
    if (!s->model) bind.rig = &s->list.rig;
    return status_of(sinew_bind(&bind, &s->binding, &s->log));
}

/* What the checker finds; clips that are only taken as being there prove nothing. */
static int lint(subject *s) {
    if (s->binding && !s->assumed) return status_of(sinew_binding_lint(s->binding, &s->log));
    return status_of(sinew_graph_lint(s->graph, &s->log));
}

int subject_load(subject *s, const subject_desc *desc) {
    memset(s, 0, sizeof *s);
    int status = STATUS_DONE;
    if (desc->graph_file) status = graph_source_load(&s->graph_from, desc->graph_file, &s->log);
    s->graph = s->graph_from.graph;
    int rig_status = load_rig(s, desc);
    if (status == STATUS_DONE) status = rig_status;
    uint32_t before = s->log.count;
    s->log.file = desc->graph_file;
    if (status == STATUS_DONE) status = bind_subject(s, desc);
    if (desc->lint && s->graph) {
        int found = lint(s);
        if (status == STATUS_DONE) status = found;
    }
    if (desc->graph_file && !s->graph_from.bank) place_findings(&s->log, desc->graph_file, before);
    return status;
}

int check_bank_graph(const sinew_bank *bank, uint32_t graph, const char *file, sinew_log *log) {
    sinew_bind_desc bind = { .graph = sinew_bank_graph(bank, graph),
                             .model = sinew_bank_model(bank, sinew_bank_rig_of(bank, graph)) };
    sinew_binding *binding = NULL;
    log->file = file;
    if (!bind.model) return status_of(sinew_graph_lint(bind.graph, log));
    sinew_result result = sinew_bind(&bind, &binding, log);
    if (result == SINEW_OK) result = sinew_binding_lint(binding, log);
    sinew_binding_destroy(binding);
    return status_of(result);
}

void subject_free(subject *s) {
    sinew_binding_destroy(s->binding);
    model_source_free(&s->model_from);
    graph_source_free(&s->graph_from);
    rig_list_free(&s->list);
    sinew_log_free(&s->log);
    free(s->rig_file);
    memset(s, 0, sizeof *s);
}
