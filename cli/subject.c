/* A graph and what it is bound to: a model, a list of clips, or the model that the graph itself names.

   Invariant: after a failed load everything may still be freed, and the log has why. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int status_of(sinew_result result) {
    if (result == SINEW_OK) return STATUS_DONE;
    return result == SINEW_ERROR_MEMORY ? fail_memory() : STATUS_INPUT;
}

static int load_model(subject *s, const subject_desc *desc) {
    const char *own = s->graph ? sinew_graph_definition(s->graph)->rig : NULL;
    const char *name = desc->rig ? desc->rig : own;
    if (!desc->rig) s->model = graph_source_model(&s->graph_from);
    if (!name || s->model) return STATUS_DONE;
    s->rig_file = desc->rig ? beside("", name) : beside(desc->graph_file, name);
    if (!s->rig_file) return fail_memory();
    sinew_io_options options = { .no_meshes = true };
    int status = model_source_load(&s->model_from, s->rig_file, own, &options, &s->log);
    s->model = s->model_from.model;
    return status;
}

static int load_rig(subject *s, const subject_desc *desc) {
    if (desc->clips) return rig_list_parse(&s->list, desc->clips, "--clips", 1, 1) ? STATUS_DONE : STATUS_INPUT;
    int status = load_model(s, desc);
    if (status != STATUS_DONE || s->model || !s->graph) return status;
    if (!desc->assume)
        return fail(desc->graph_file, SINEW_CODE_MISSING_FIELD,
                    "the graph names no model (\"rig\"); give one with --rig, or clips with --clips");
    s->assumed = true;
    return rig_list_of_graph(&s->list, sinew_graph_definition(s->graph)) ? STATUS_DONE : STATUS_INPUT;
}

/* A graph that cannot be read a second time leaves its findings with paths alone. */
static void place_findings(subject *s, const char *file, uint32_t first) {
    size_t size = 0;
    char *text = read_file(file, &size);
    if (text) sinew_io_place_findings(&s->log, first, text, size, NULL);
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
    if (s->log.count > before && desc->graph_file && !s->graph_from.bank) place_findings(s, desc->graph_file, before);
    return status;
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
