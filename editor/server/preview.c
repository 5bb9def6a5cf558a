/* The graph at play, as a game would play it. Invariant: it plays the last text that could be played; a change of the
   graph or the model keeps states, times and parameters by name. */
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void preview_init(preview *p) {
    memset(p, 0, sizeof *p);
    p->speed = 1;
    p->before = -1;
    p->solo = SINEW_NONE;
}

/* ---- what it is made of ---- */

static void release(preview *p) {
    sinew_pose_destroy(p->pose);
    sinew_pose_destroy(p->clip_pose);
    sinew_player_destroy(p->player);
    free(p->verdicts);
    free(p->verdicts_told);
    checked_drop(p->playing);
    p->pose = p->clip_pose = NULL;
    p->player = NULL;
    p->verdicts = p->verdicts_told = NULL;
    p->playing = NULL;
    p->step = NULL;
}

static const sinew_model *model_of(const preview *p) {
    return p->playing ? sinew_binding_model(p->playing->binding) : NULL;
}

typedef struct making {
    sinew_player *player;
    sinew_pose *pose, *clip_pose;
    sinew_verdict *verdicts, *told;
} making;

static bool make(making *m, const sinew_binding *binding) {
    const sinew_model *model = sinew_binding_model(binding);
    size_t count = sinew_binding_transition_count(binding) + 1;
    m->player = sinew_player_create(binding);
    m->pose = model ? sinew_pose_create(binding) : NULL;
    m->clip_pose = model ? sinew_pose_create_for_model(model, NULL) : NULL;
    m->verdicts = calloc(count, sizeof *m->verdicts);
    m->told = calloc(count, sizeof *m->told);
    if (m->player && m->verdicts && m->told && (!model || (m->pose && m->clip_pose))) return true;
    sinew_pose_destroy(m->pose);
    sinew_pose_destroy(m->clip_pose);
    sinew_player_destroy(m->player);
    free(m->verdicts);
    free(m->told);
    return false;
}

static void take(preview *p, const making *m, checked *c) {
    release(p);
    p->player = m->player;
    p->pose = m->pose;
    p->clip_pose = m->clip_pose;
    p->verdicts = m->verdicts;
    p->verdicts_told = m->told;
    p->playing = c;
    checked_keep(c);
}

/* ---- telling ---- */

static void tell_viewers(editor *e, message *m) {
    for (client *c = e->clients; c; c = c->next)
        if (c->welcomed && c->wants_pose) queue_put(&c->out, m);
    message_drop(m);
}

static void tell_one(client *c, message *m) {
    queue_put(&c->out, m);
    message_drop(m);
}

/* What was said of the old graph's indices must not follow the new one. */
static void tell_new(editor *e, bool model_too) {
    for (client *c = e->clients; c; c = c->next) queue_forget_live(&c->out);
    if (model_too) editor_tell(e, NULL, say_model(e));
    editor_tell(e, NULL, frame_graph(&e->preview));
    if (model_too && model_of(&e->preview)) tell_viewers(e, frame_meshes(&e->preview));
}

void preview_introduce(editor *e, client *c) {
    preview *p = &e->preview;
    if (!p->document) return;
    tell_one(c, frame_instance(p));
    const document *d = document_find(e, p->document);
    if (p->playing || (d && d->last)) tell_one(c, say_model(e));
    if (!p->playing) return;
    tell_one(c, frame_graph(p));
    if (c->wants_pose && model_of(p)) tell_one(c, frame_meshes(p));
    preview_show(e);
}

/* ---- changes ---- */

void preview_play(editor *e, checked *c) {
    preview *p = &e->preview;
    making m;
    if (!c->binding || !make(&m, c->binding)) {
        /* The old one plays on; a page that has seen none yet is told why there is none. */
        if (!p->playing && p->document) editor_tell(e, NULL, say_model(e));
        return;
    }
    bool same_model = p->playing && p->playing->model == c->model && p->playing->assumed == c->assumed;
    const char *solo = p->playing ? sinew_binding_layer_name(p->playing->binding, p->solo) : NULL;
    uint32_t layer = solo ? sinew_binding_find_layer(c->binding, solo) : SINEW_NONE;
    const char *clip = p->playing && p->clip_mode ? sinew_model_clip_name(model_of(p), p->clip) : NULL;
    uint32_t shown = clip ? sinew_model_find_clip(sinew_binding_model(c->binding), clip) : SINEW_NONE;
    if (p->player) sinew_player_rebind(p->player, m.player, NULL);
    preview_forget_commands(p); /* they speak of the old indices */
    take(p, &m, c);
    p->solo = layer;
    p->clip = shown;
    if (shown == SINEW_NONE) p->clip_mode = false;
    tell_new(e, !same_model);
    preview_stand(&e->preview);
    preview_show(e);
}

bool preview_restart(editor *e) {
    preview *p = &e->preview;
    making m;
    if (!p->playing || !make(&m, p->playing->binding)) return false;
    checked *c = p->playing;
    checked_keep(c);
    take(p, &m, c);
    checked_drop(c);
    memset(&p->place, 0, sizeof p->place);
    for (client *k = e->clients; k; k = k->next) queue_forget_live(&k->out);
    preview_stand(&e->preview);
    return true;
}

void preview_stop(editor *e) {
    preview *p = &e->preview;
    release(p);
    preview_forget_commands(p);
    p->document = 0;
    p->clip_mode = false;
    p->solo = SINEW_NONE;
    memset(&p->place, 0, sizeof p->place);
}

void preview_free(editor *e) { preview_stop(e); }

/* ---- requests ---- */

static void choose(editor *e, client *c, const request *r) {
    document *d = document_find(e, request_index(r, "doc"));
    uint32_t model = request_index(r, "model");
    const project_file *f = project_at(&e->project, model);
    if (!d || project_at(&e->project, d->file)->kind != FILE_GRAPH) {
        say_failed(c, r, "unknown-document", "this is no graph that is open");
        return;
    }
    if (request_has(r, "model") && (!f || (f->kind != FILE_MODEL && f->kind != FILE_BANK))) {
        say_failed(c, r, "unknown-file", "this is no model of the project folder");
        return;
    }
    bool another = e->preview.document != d->id;
    if (another) preview_stop(e);
    e->preview.document = d->id;
    if (request_has(r, "model") && d->model != model) {
        d->model = model;
        d->check_due = e->now;
    }
    say_done(c, r);
    if (another) editor_tell(e, NULL, frame_instance(&e->preview));
    if (another && d->last && !(d->check_due > 0)) preview_play(e, d->last);
}

static void show_clip(editor *e, client *c, const request *r) {
    preview *p = &e->preview;
    const sinew_model *model = model_of(p);
    uint32_t clip = model ? sinew_model_find_clip(model, request_text(r, "clip")) : SINEW_NONE;
    double time = request_number(r, "time");
    if (clip == SINEW_NONE) {
        say_failed(c, r, "unknown-clip", model ? "the model has no such clip" : "there is no model to show a clip of");
        return;
    }
    p->clip_mode = true;
    p->clip = clip;
    p->clip_time = time;
    say_done(c, r);
    preview_show(e);
}

static void show(editor *e, client *c, const request *r) {
    if (strcmp(request_text(r, "mode"), "clip") == 0) {
        show_clip(e, c, r);
        return;
    }
    e->preview.clip_mode = false;
    say_done(c, r);
    preview_show(e);
}

static void watch(editor *e, client *c, const request *r) {
    bool first = !c->wants_state && !c->wants_pose && !c->wants_why, pose = c->wants_pose;
    c->wants_state = request_bool(r, "state");
    c->wants_pose = request_bool(r, "pose");
    c->wants_why = request_bool(r, "why");
    say_done(c, r);
    if (first) preview_introduce(e, c);
    else if (!pose && c->wants_pose && model_of(&e->preview)) tell_one(c, frame_meshes(&e->preview));
}

void preview_request(editor *e, client *c, const request *r) {
    if (r->kind == SNW_LINK_REQUEST_PREVIEW) choose(e, c, r);
    else if (r->kind == SNW_LINK_REQUEST_SHOW) show(e, c, r);
    else watch(e, c, r);
}

/* ---- time ---- */

bool preview_is_live(const editor *e) {
    if (!e->preview.player) return false;
    if (e->preview.first || e->preview.steps_left) return true;
    if (e->preview.paused || e->preview.clip_mode) return false;
    for (const client *c = e->clients; c; c = c->next)
        if (c->welcomed && (c->wants_state || c->wants_pose || c->wants_why)) return true;
    return false;
}

void preview_tick(editor *e) {
    preview *p = &e->preview;
    double passed = p->before < 0 ? 0 : e->now - p->before;
    p->before = e->now;
    if (!p->player) return;
    preview_obey(e);
    /* Nobody looked on, or the machine slept: that time did not pass. */
    if (p->paused || p->clip_mode || p->steps_left || passed <= 0 || passed > 0.25) return;
    if (!preview_is_live(e)) return;
    preview_advance(e, passed * p->speed);
    preview_show(e);
}
