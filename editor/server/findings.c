/* What `sinew check` says of a graph's text, and what can be played of it. Invariant: the findings are those of the
   command, in its order, with its places; what the editor adds of its own is said with the model. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

static void take_over(sinew_log *log, const sinew_log *from) {
    const char *file = log->file;
    for (uint32_t i = 0; i < from->count; ++i) {
        const sinew_diagnostic *item = &from->items[i];
        log->file = item->file;
        snw_log_add_at(log, item->severity, item->code, item->line, item->column, item->path, "%s", item->sentence);
    }
    log->lost += from->lost;
    log->file = file;
}

/* The model that the page chose, else the command line's, else the graph's own; SINEW_NONE with why there is none. */
static uint32_t choose_model(editor *e, const document *d, const char *own, char **why) {
    char sentence[PATH_MOST + 256] = "the graph names no model (\"rig\"): choose one";
    uint32_t file = d->model != SINEW_NONE ? d->model : e->rig;
    if (file != SINEW_NONE) return file;
    if (own) {
        char *path = project_beside(&e->project, d->file, own);
        file = path ? project_find(&e->project, path) : SINEW_NONE;
        if (!path)
            snprintf(sentence, sizeof sentence,
                     "the model \"%.*s\" lies outside the project folder; start with --rig, or with --project and a "
                     "folder that holds both",
                     PATH_MOST, own);
        else if (file == SINEW_NONE)
            snprintf(sentence, sizeof sentence, "\"%.*s\" is no model (.glb, .gltf or .bank)", PATH_MOST, own);
        free(path);
    }
    if (file == SINEW_NONE) *why = strdup(sentence);
    return file;
}

static void find_model(editor *e, document *d, checked *c) {
    const char *own = c->graph ? sinew_graph_definition(c->graph)->rig : NULL;
    bool named = d->model != SINEW_NONE || e->rig != SINEW_NONE;
    uint32_t file = c->graph || named ? choose_model(e, d, own, &c->no_model) : SINEW_NONE;
    if (file == SINEW_NONE) return;
    c->model = model_get(e, file, own);
    if (c->model) take_over(&c->log, &c->model->log);
}

static void bind_graph(checked *c, const char *file) {
    sinew_bind_desc desc = { .graph = c->graph };
    bool failed = c->model && !c->model->model;
    if (c->model) desc.model = c->model->model;
    if (!desc.model) {
        if (!rig_list_of_graph(&c->list, sinew_graph_definition(c->graph))) return;
        c->assumed = true;
        desc.rig = &c->list.rig;
    }
    /* A model that does not load ends the command's work; the states can still be played. */
    sinew_log unsaid = { 0 };
    c->log.file = file;
    sinew_bind(&desc, &c->binding, failed ? &unsaid : &c->log);
    sinew_log_free(&unsaid);
    if (c->binding && !c->assumed) sinew_binding_lint(c->binding, &c->log);
    else sinew_graph_lint(c->graph, &c->log);
}

checked *check_document(editor *e, document *d) {
    checked *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    const char *name = project_at(&e->project, d->file)->path;
    c->references = 1;
    c->revision = d->revision;
    sinew_io_parse_graph(d->text, d->size, name, NULL, &c->graph, &c->log);
    find_model(e, d, c);
    uint32_t before = c->log.count;
    if (c->graph) bind_graph(c, name);
    if (c->log.count > before) sinew_io_place_findings(&c->log, before, d->text, d->size, NULL);
    c->log.file = NULL;
    return c;
}

void checked_keep(checked *c) { c->references++; }

void checked_drop(checked *c) {
    if (!c || --c->references) return;
    sinew_binding_destroy(c->binding);
    sinew_graph_destroy(c->graph);
    rig_list_free(&c->list);
    model_drop(c->model);
    sinew_log_free(&c->log);
    free(c->no_model);
    free(c);
}

static void say_finding(snw_text *text, const sinew_diagnostic *item, bool first) {
    snw_text_format(text, "%s{\"severity\":\"%s\"", first ? "" : ",",
                    item->severity == SINEW_SEVERITY_ERROR ? "error" : "warning");
    say_text(text, "code", sinew_code_word(item->code));
    say_text(text, "message", item->sentence);
    say_text(text, "path", item->path);
    say_text(text, "file", item->file);
    say_number(text, "line", item->line);
    say_number(text, "column", item->column);
    snw_text_add_z(text, "}");
}

message *say_findings(const document *d, const checked *c) {
    snw_text text;
    say_begin(&text, "findings", NULL);
    say_number(&text, "doc", d->id);
    say_number(&text, "revision", c->revision);
    say_bool(&text, "playable", c->binding != NULL);
    say_key(&text, "findings");
    snw_text_add_z(&text, "[");
    for (uint32_t i = 0; i < c->log.count; ++i) say_finding(&text, &c->log.items[i], i == 0);
    snw_text_add_z(&text, "]");
    return say_end(&text);
}
