/* The preview's model, as JSON: what it is made of, or why there is none. */
#include "server.h"

#include <string.h>

static void say_event(snw_text *text, const sinew_event_desc *event, bool first) {
    snw_text_format(text, "%s{\"time\":", first ? "" : ",");
    snw_text_number(text, event->time);
    say_text(text, "kind", event->kind ? event->kind : event->window ? "window" : "script");
    say_text(text, "name", event->name);
    if (event->window) say_number(text, "end", event->end);
    snw_text_add_z(text, "}");
}

static void say_clip(snw_text *text, const sinew_model *model, uint32_t clip) {
    uint32_t count = 0;
    const sinew_event_desc *events = sinew_model_clip_events(model, clip, &count);
    snw_text_format(text, "%s{\"name\":", clip ? "," : "");
    snw_text_quote(text, sinew_model_clip_name(model, clip));
    say_number(text, "length", sinew_model_clip_length(model, clip));
    say_bool(text, "loop", sinew_model_clip_loops(model, clip));
    say_key(text, "events");
    snw_text_add_z(text, "[");
    for (uint32_t i = 0; i < count; ++i) say_event(text, &events[i], i == 0);
    snw_text_add_z(text, "]}");
}

static void say_joint(snw_text *text, const sinew_skeleton *skeleton, uint32_t joint) {
    uint32_t parent = sinew_skeleton_joint_parent(skeleton, joint);
    snw_text_format(text, "%s{\"name\":", joint ? "," : "");
    snw_text_quote(text, sinew_skeleton_joint_name(skeleton, joint));
    say_number(text, "parent", parent == SINEW_NONE ? -1.0 : (double)parent);
    say_number(text, "node", sinew_skeleton_joint_source(skeleton, joint));
    snw_text_add_z(text, "}");
}

static void say_masks(snw_text *text, const sinew_graph *graph) {
    const sinew_graph_desc *desc = sinew_graph_definition(graph);
    snw_text_add_z(text, "[");
    for (uint32_t i = 0; i < desc->mask_count; ++i) {
        if (i) snw_text_add_z(text, ",");
        snw_text_quote(text, desc->masks[i].name);
    }
    snw_text_add_z(text, "]");
}

static const char *why_none(const checked *c) {
    for (uint32_t i = 0; c->model && i < c->model->log.count; ++i)
        if (c->model->log.items[i].severity == SINEW_SEVERITY_ERROR) return c->model->log.items[i].sentence;
    if (c->no_model) return c->no_model;
    return c->graph ? "the model could not be loaded" : "the graph has errors, so its model is not known";
}

message *say_model(const editor *e) {
    const document *d = document_find(e, e->preview.document);
    const checked *c = e->preview.playing ? e->preview.playing : d ? d->last : NULL;
    const model_use *use = c ? c->model : NULL;
    const sinew_model *model = use ? use->model : NULL;
    const project_file *f = use ? project_at(&e->project, use->file) : NULL;
    snw_text text;
    say_begin(&text, "model", NULL);
    if (f) say_number(&text, "file", use->file);
    say_text(&text, "name", f ? base_name(f->path) : "");
    if (!model) say_text(&text, "error", c ? why_none(c) : "there is nothing to play");
    say_key(&text, "joints");
    snw_text_add_z(&text, "[");
    const sinew_skeleton *skeleton = model ? sinew_model_skeleton(model) : NULL;
    for (uint32_t i = 0; skeleton && i < sinew_skeleton_joint_count(skeleton); ++i) say_joint(&text, skeleton, i);
    snw_text_add_z(&text, "]");
    say_key(&text, "clips");
    snw_text_add_z(&text, "[");
    for (uint32_t i = 0; model && i < sinew_model_clip_count(model); ++i) say_clip(&text, model, i);
    snw_text_add_z(&text, "]");
    say_key(&text, "masks");
    if (c && c->graph) say_masks(&text, c->graph);
    else snw_text_add_z(&text, "[]");
    return say_end(&text);
}
