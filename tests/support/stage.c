/* See stage.h. Invariant: texts handed out live until the next call that hands out the same kind. */
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t find_clip(const void *user, const char *name) {
    const stage *s = user;
    for (uint32_t i = 0; i < s->clip_count; ++i)
        if (!strcmp(s->clips[i].name, name)) return i;
    return SINEW_NONE;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    const stage *s = user;
    return (sinew_clip_info){ s->clips[clip].length, s->clips[clip].once };
}

static uint32_t compile_mask(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                             const char *path) {
    uint32_t found = 0;
    (void)user;
    (void)log;
    (void)path;
    for (uint32_t i = 0; i < mask->joint_count; ++i) {
        const char *name = mask->joints[i].name;
        if (name[0] != 'j' || name[1] < '0' || name[1] > '3') continue;
        weights[name[1] - '0'] = mask->joints[i].weight.set ? (float)mask->joints[i].weight.value : 1.0f;
        found++;
    }
    return found;
}

static bool find_mask(const void *user, const char *name, float *weights) {
    (void)user;
    if (strcmp(name, "rigs") != 0) return false;
    for (uint32_t i = 0; i < STAGE_JOINTS; ++i) weights[i] = (float)i; /* beyond 1: to be clamped */
    return true;
}

static const sinew_event_desc *clip_events(const void *user, uint32_t clip, uint32_t *count) {
    const stage *s = user;
    *count = s->clips[clip].event_count;
    return s->clips[clip].events;
}

/* @name=time or @name=time-end. */
static void read_events(stage_clip *clip, char *text) {
    for (char *at = text ? text + 1 : NULL; at;) {
        if (clip->event_count == STAGE_EVENTS) abort();
        char *next = strchr(at, '@'), *equals = strchr(at, '='), *end;
        char *name = clip->event_names[clip->event_count];
        sinew_event_desc *event = &clip->events[clip->event_count++];
        *equals = 0;
        snprintf(name, sizeof clip->event_names[0], "%s", at);
        event->name = name;
        event->time = strtod(equals + 1, &end);
        event->window = *end == '-';
        if (event->window) event->end = strtod(end + 1, NULL);
        at = next ? next + 1 : NULL;
    }
}

static void read_clips(stage *s, const char *list) {
    char text[4096];
    if ((size_t)snprintf(text, sizeof text, "%s", list) >= sizeof text) abort();
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        if (s->clip_count == STAGE_CLIPS) abort();
        stage_clip *clip = &s->clips[s->clip_count++];
        char *colon = strchr(part, ':'), *events = strchr(part, '@');
        if (events) *events = 0; /* kept apart: lengths end here */
        clip->once = colon && strstr(colon + 1, ":once") != NULL;
        clip->length = colon ? strtod(colon + 1, NULL) : 1;
        if (colon) *colon = 0;
        snprintf(clip->name, sizeof clip->name, "%s", part);
        read_events(clip, events);
    }
}

/* Single quotes keep the tests' C strings readable. */
static char *double_quotes(const char *graph) {
    size_t size = strlen(graph) + 1;
    char *text = malloc(size);
    if (!text) abort();
    for (size_t i = 0; i < size; ++i) text[i] = graph[i] == '\'' ? '"' : graph[i];
    return text;
}

static const char *clip_name(const void *user, uint32_t clip) { return ((const stage *)user)->clips[clip].name; }

static sinew_result prepare(stage *s, const char *graph, const char *clips, sinew_bind_desc desc) {
    memset(s, 0, sizeof *s);
    s->log.allocator = desc.allocator;
    read_clips(s, clips);
    s->rig = (sinew_rig){ .find_clip = find_clip,
                          .clip_info = clip_info,
                          .clip_events = clip_events,
                          .compile_mask = compile_mask,
                          .find_mask = find_mask,
                          .joint_count = STAGE_JOINTS,
                          .user = s };
    if (desc.track_count) {
        s->rig.clip_count = s->clip_count;
        s->rig.clip_name = clip_name;
    }
    if (!graph) return SINEW_OK;
    char *text = double_quotes(graph);
    sinew_io_options options = { .allocator = desc.allocator };
    sinew_result result = sinew_io_parse_graph(text, strlen(text), "test", &options, &s->graph, &s->log);
    free(text);
    return result;
}

sinew_result stage_try_desc(stage *s, const char *graph, const char *clips, sinew_bind_desc desc) {
    sinew_result result = prepare(s, graph, clips, desc);
    if (result != SINEW_OK) return result;
    desc.graph = s->graph;
    desc.rig = &s->rig;
    return sinew_bind(&desc, &s->binding, &s->log);
}

sinew_result stage_try(stage *s, const char *graph, const char *clips, bool strict, const sinew_allocator *allocator) {
    return stage_try_desc(s, graph, clips, (sinew_bind_desc){ .strict = strict, .allocator = allocator });
}

void stage_open(stage *s, const char *graph, const char *clips) {
    stage_open_desc(s, graph, clips, (sinew_bind_desc){ 0 });
}

void stage_open_desc(stage *s, const char *graph, const char *clips, sinew_bind_desc desc) {
    sinew_result result = stage_try_desc(s, graph, clips, desc);
    if (result != SINEW_OK) sinew_io_print_log(&s->log, stderr);
    assert_int_equal(result, SINEW_OK);
    s->player = sinew_player_create(s->binding);
    assert_non_null(s->player);
}

void stage_close(stage *s) {
    sinew_player_destroy(s->player);
    sinew_binding_destroy(s->binding);
    sinew_graph_destroy(s->graph);
    sinew_log_free(&s->log);
    memset(s, 0, sizeof *s);
}

uint32_t stage_parameter(const stage *s, const char *name) {
    uint32_t index = sinew_binding_find_parameter(s->binding, name);
    assert_int_not_equal(index, SINEW_NONE);
    return index;
}

uint32_t stage_state(const stage *s, uint32_t layer, const char *path) {
    uint32_t index = sinew_binding_find_state(s->binding, layer, path);
    assert_int_not_equal(index, SINEW_NONE);
    return index;
}

const char *stage_current(const stage *s, uint32_t layer) {
    const char *path = sinew_binding_state_path(s->binding, sinew_player_state(s->player, layer));
    return path ? path : "";
}

static char signals[65536], samples[65536], events[65536];

const char *stage_signals(const stage *s, const sinew_step *step) {
    size_t used = 0;
    signals[0] = 0;
    for (uint32_t i = 0; i < step->signal_count && used < sizeof signals - 512; ++i) {
        const sinew_signal *g = &step->signals[i];
        const char *from = sinew_binding_state_path(s->binding, g->from);
        const char *to = sinew_binding_state_path(s->binding, g->to);
        const char *mark = g->kind == SINEW_SIGNAL_ENTERED ? "+" : g->kind == SINEW_SIGNAL_EXITED ? "-" : ">";
        used += (size_t)snprintf(signals + used, sizeof signals - used, "%s%.3f %s%s%s", i ? "; " : "", (double)g->at,
                                 from && to ? from : "", mark, to ? to : from);
    }
    return signals;
}

const char *stage_samples(const stage *s, const sinew_step *step) {
    size_t used = 0;
    samples[0] = 0;
    for (uint32_t i = 0; i < step->sample_count && used < sizeof samples - 512; ++i) {
        const sinew_sample *m = &step->samples[i];
        const char *clip = m->clip == SINEW_CLIP_HELD ? "<held>" : sinew_binding_clip_name(s->binding, m->clip);
        used += (size_t)snprintf(samples + used, sizeof samples - used, "%s%s %.3f %.3f", i ? "; " : "", clip,
                                 (double)m->time, (double)m->weight);
    }
    return samples;
}

const char *stage_events(const stage *s, const sinew_step *step) {
    static const char *const marks[] = { "", "(", ")", " ended", " looped" };
    size_t used = 0;
    events[0] = 0;
    for (uint32_t i = 0; i < step->event_count && used < sizeof events - 512; ++i) {
        const sinew_event *e = &step->events[i];
        const sinew_event_desc *desc = sinew_binding_event(s->binding, e->clip, e->event);
        used += (size_t)snprintf(events + used, sizeof events - used, "%s%.3f ", i ? "; " : "", (double)e->at);
        if (!desc)
            used += (size_t)snprintf(events + used, sizeof events - used, "%s%s",
                                     sinew_binding_state_path(s->binding, e->state), marks[e->kind]);
        else
            used += (size_t)snprintf(events + used, sizeof events - used, "%s.%s%s %.2f",
                                     sinew_binding_clip_name(s->binding, e->clip), desc->name, marks[e->kind],
                                     (double)e->weight);
    }
    return events;
}

const sinew_diagnostic *stage_finding(const sinew_log *log, sinew_code code) {
    for (uint32_t i = 0; i < log->count; ++i)
        if (log->items[i].code == code) return &log->items[i];
    return NULL;
}
