/* What the preview is told, and how it advances. Invariant: commands are done in the order in which they came, also
   where many steps are asked for, of which a part is done at a time. */
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct told {
    struct told *next;
    size_t size;
    unsigned char bytes[];
} told;

static const double slice = 0.006; /* seconds of commands at a time */
enum { STEPS_MOST = 100000 };

void preview_forget_commands(preview *p) {
    while (p->first) {
        told *t = p->first;
        p->first = t->next;
        free(t);
    }
    p->last = NULL;
    p->waiting = 0;
    p->steps_left = 0;
}

bool preview_told(editor *e, const void *bytes, size_t size) {
    preview *p = &e->preview;
    snw_link_head head;
    if (!snw_link_read_head(bytes, size, &head) || head.source != 0) return false;
    if (head.kind < SNW_LINK_SET || head.kind > SNW_LINK_SOLO || size > 64 || p->waiting > MESSAGE_MOST) return false;
    if (!p->player) return true; /* nothing plays that it could be for */
    told *t = malloc(sizeof *t + size);
    if (!t) return false;
    t->next = NULL;
    t->size = size;
    memcpy(t->bytes, bytes, size);
    if (p->last) p->last->next = t;
    else p->first = t;
    p->last = t;
    p->waiting += sizeof *t + size;
    preview_obey(e);
    return true;
}

/* ---- advancing ---- */

static bool anyone_wants_why(const editor *e) {
    for (const client *c = e->clients; c; c = c->next)
        if (c->welcomed && c->wants_why) return true;
    return false;
}

static void tell_watchers(editor *e, message *m) {
    for (client *c = e->clients; c; c = c->next)
        if (c->welcomed && c->wants_state) queue_put(&c->out, m);
    message_drop(m);
}

/* The pose with one layer alone. */
static void apply_alone(preview *p) {
    uint32_t count = p->step->layer_count;
    sinew_layer_row *rows = malloc((count + 1) * sizeof *rows);
    if (!rows) return;
    memcpy(rows, p->step->layers, count * sizeof *rows);
    for (uint32_t i = 0; i < count; ++i) rows[i].weight = i == p->solo ? 1 : 0;
    sinew_step alone = *p->step;
    alone.layers = rows;
    sinew_pose_apply(p->pose, &alone);
    free(rows);
}

static void apply(preview *p) {
    if (!p->pose || !p->step) return;
    if (p->solo < p->step->layer_count) apply_alone(p);
    else sinew_pose_apply(p->pose, p->step);
}

void preview_advance(editor *e, double dt) {
    preview *p = &e->preview;
    uint32_t count = sinew_binding_transition_count(p->playing->binding);
    p->step = anyone_wants_why(e) ? sinew_player_advance_explained(p->player, dt, p->verdicts, count)
                                  : sinew_player_advance(p->player, dt);
    p->place = sinew_root_then(&p->place, &p->step->root);
    apply(p);
    if (p->step->signal_count || p->step->event_count) tell_watchers(e, frame_happened(p));
}

static bool is_news(const preview *p, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const sinew_verdict *a = &p->verdicts[i], *b = &p->verdicts_told[i];
        if (a->kind != b->kind || a->condition != b->condition || a->by != b->by) return true;
    }
    return false;
}

static void show_why(editor *e) {
    preview *p = &e->preview;
    uint32_t count = sinew_binding_transition_count(p->playing->binding);
    if (!anyone_wants_why(e) || (!is_news(p, count) && fabs(e->now - p->why_told) < 0.1)) return;
    message *m = frame_why(p);
    memcpy(p->verdicts_told, p->verdicts, count * sizeof *p->verdicts);
    p->why_told = e->now;
    for (client *c = e->clients; c; c = c->next)
        if (c->welcomed && c->wants_why) queue_live(&c->out, LIVE_WHY, m);
    message_drop(m);
}

void preview_show(editor *e) {
    preview *p = &e->preview;
    bool state = false, pose = false;
    if (!p->player || !p->step) return;
    for (const client *c = e->clients; c; c = c->next) {
        state |= c->welcomed && c->wants_state;
        pose |= c->welcomed && c->wants_pose;
    }
    message *states = state ? frame_state(p) : NULL, *poses = pose && p->pose ? frame_pose(p) : NULL;
    for (client *c = e->clients; c; c = c->next) {
        if (c->welcomed && c->wants_state) queue_live(&c->out, LIVE_STATE, states);
        if (c->welcomed && c->wants_pose) queue_live(&c->out, LIVE_POSE, poses);
    }
    message_drop(states);
    message_drop(poses);
    show_why(e);
}

/* ---- commands ---- */

/* What a command changes by itself is shown, and nothing moves: the next advance still finds all that it would have. */
void preview_stand(preview *p) {
    sinew_player_pause(p->player);
    p->step = sinew_player_advance(p->player, 0);
    sinew_player_resume(p->player);
    apply(p);
}

static void set(preview *p, const told *t) {
    snw_link_set m;
    const sinew_binding *binding = p->playing->binding;
    if (!snw_link_read_set(t->bytes, t->size, &m) || m.parameter >= sinew_binding_parameter_count(binding)) return;
    if (!isfinite(m.value)) return;
    switch (sinew_binding_parameter_type(binding, m.parameter)) {
    case SINEW_PARAMETER_FLOAT: sinew_player_set_float(p->player, m.parameter, m.value); break;
    case SINEW_PARAMETER_INT:
        if (fabsf(m.value) <= 16777216.0f) sinew_player_set_int(p->player, m.parameter, (int32_t)m.value);
        break;
    case SINEW_PARAMETER_BOOL: sinew_player_set_bool(p->player, m.parameter, m.value > 0 || m.value < 0); break;
    case SINEW_PARAMETER_TRIGGER: break;
    }
}

static void fire(preview *p, const told *t) {
    snw_link_fire m;
    if (snw_link_read_fire(t->bytes, t->size, &m)) sinew_player_fire(p->player, m.parameter);
}

static void travel(preview *p, const told *t) {
    snw_link_travel m;
    if (snw_link_read_travel(t->bytes, t->size, &m)) sinew_player_travel(p->player, m.layer, m.state);
}

static void change_speed(preview *p, const told *t) {
    snw_link_speed m;
    if (snw_link_read_speed(t->bytes, t->size, &m) && m.speed >= 0 && m.speed <= 10) p->speed = (double)m.speed;
}

static void change_pause(preview *p, const told *t) {
    snw_link_pause m;
    if (snw_link_read_pause(t->bytes, t->size, &m)) p->paused = m.paused != 0;
}

static void begin_steps(preview *p, const told *t) {
    snw_link_step m;
    if (!snw_link_read_step(t->bytes, t->size, &m) || !p->paused) return;
    if (!(m.fps >= 1e-3 && m.fps <= 1e6) || m.count > STEPS_MOST) return;
    p->steps_left = m.count;
    p->step_fps = m.fps;
}

/* As long as `sinew sim` makes the frame that begins now: the same bits come out, also where a frame's length has none
   that are its own, as at 60 a second. */
static double frame_length(const preview *p) {
    double frame = round(sinew_player_time(p->player) * p->step_fps);
    return (frame + 1) / p->step_fps - frame / p->step_fps;
}

static void weigh(preview *p, const told *t) {
    snw_link_weight m;
    if (snw_link_read_weight(t->bytes, t->size, &m)) sinew_player_set_layer_weight(p->player, m.layer, m.weight);
}

static void solo(preview *p, const told *t) {
    snw_link_solo m;
    if (!snw_link_read_solo(t->bytes, t->size, &m)) return;
    p->solo = m.layer < sinew_binding_layer_count(p->playing->binding) ? m.layer : SINEW_NONE;
}

static void obey(editor *e, const told *t) {
    preview *p = &e->preview;
    switch (t->bytes[0]) {
    case SNW_LINK_SET: set(p, t); break;
    case SNW_LINK_FIRE: fire(p, t); break;
    case SNW_LINK_TRAVEL: travel(p, t); break;
    case SNW_LINK_SPEED: change_speed(p, t); break;
    case SNW_LINK_PAUSE: change_pause(p, t); break;
    case SNW_LINK_STEP: begin_steps(p, t); break;
    case SNW_LINK_WEIGHT: weigh(p, t); break;
    case SNW_LINK_SOLO: solo(p, t); break;
    case SNW_LINK_RESTART: preview_restart(e); break;
    default: break;
    }
}

/* What does not play on by itself is shown as it then stands. */
static void show_standing(editor *e, bool stepped) {
    if (!stepped) preview_stand(&e->preview);
    preview_show(e);
}

void preview_obey(editor *e) {
    preview *p = &e->preview;
    double start = clock_now();
    bool did = false, stepped = false;
    while (p->player && (p->first || p->steps_left)) {
        if (clock_now() - start > slice) break;
        did = true;
        if (p->steps_left) {
            p->steps_left--;
            stepped = true;
            preview_advance(e, frame_length(p));
            continue;
        }
        told *t = p->first;
        p->first = t->next;
        if (!p->first) p->last = NULL;
        p->waiting -= sizeof *t + t->size;
        stepped = false;
        obey(e, t);
        free(t);
    }
    if (did && p->player && (p->paused || p->clip_mode)) show_standing(e, stepped);
}
