/* What a clip tells while it plays, and how it moves the character: what a desc must be, and the model's copy.
   Invariant: a model's events lie within their clip, ascend by time, and have a name and a kind. */
#include "rig.h"

#include <stdio.h>

enum { PATH = 96, ALL_AXES = SINEW_AXIS_X | SINEW_AXIS_Y | SINEW_AXIS_Z };

/* Key times are floats and event times are not: what is written as the clip's end may lie this much past it. */
static double slack(double length) { return 1e-6 * (length > 1 ? length : 1); }

static bool is_finite(double value) { return value - value == 0; }

static void check_event(const sinew_event_desc *event, double length, const snw_clip_place *at) {
    if (!event->name || !event->name[0])
        snw_clip_say(at, SINEW_CODE_MISSING_FIELD, "name", "an event needs a name; give it one");
    if (event->kind && !event->kind[0])
        snw_clip_say(at, SINEW_CODE_MISSING_FIELD, "kind", "an event's kind may be left out, but not be empty");
    if (!is_finite(event->time) || (event->window && !is_finite(event->end))) {
        snw_clip_say(at, SINEW_CODE_NOT_FINITE, "time", "an event's time is infinite or not a number; give seconds");
        return;
    }
    double last = event->window ? event->end : event->time;
    if (event->time < 0)
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "time", "this event lies before the clip's start; times begin at 0");
    else if (last < event->time)
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "end",
                     "this window ends before it begins; put its end after its time");
    else if (last > length + slack(length))
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, event->window ? "end" : "time",
                     "this event lies past the clip's end; give a time inside the clip");
}

static void check_root(const sinew_model_desc *desc, uint32_t clip, sinew_log *log) {
    const sinew_root_desc *root = &desc->clips[clip].root;
    char path[PATH];
    snprintf(path, sizeof path, "clips[%u].root", clip);
    if ((unsigned)root->mode > SINEW_ROOT_MOTION) {
        snw_log_add(log, SINEW_CODE_OUT_OF_RANGE, path, "its mode is none of those that there are");
        return;
    }
    if (root->mode == SINEW_ROOT_NONE) return;
    if (root->joint >= desc->skeleton.joint_count)
        snw_log_add(log, SINEW_CODE_OUT_OF_RANGE, path, "there is no joint %u to take the movement from", root->joint);
    if (root->axes > ALL_AXES) snw_log_add(log, SINEW_CODE_OUT_OF_RANGE, path, "its axes are more than x, y and z");
}

void snw_clip_told_check(const sinew_model_desc *desc, uint32_t clip, sinew_log *log) {
    const sinew_clip_desc *from = &desc->clips[clip];
    double length = snw_clip_desc_length(from);
    for (uint32_t i = 0; i < from->event_count; ++i) {
        snw_clip_place at = { log, clip, "events", i };
        check_event(&from->events[i], length, &at);
    }
    check_root(desc, clip, log);
}

/* ---- the copy ---- */

static bool event_before(const void *user, uint32_t a, uint32_t b) {
    const sinew_event_desc *events = user;
    return events[a].time < events[b].time || (events[a].time <= events[b].time && a < b);
}

static double at_most(double value, double most) { return value > most ? most : value; }

static sinew_event_desc copy_event(const sinew_event_desc *from, double length, snw_arena *arena) {
    sinew_event_desc to = { .window = from->window };
    to.kind = snw_arena_text(arena, from->kind ? from->kind : from->window ? "window" : "script");
    to.name = snw_arena_text(arena, from->name);
    to.payload = snw_arena_text(arena, from->payload);
    to.time = at_most(from->time, length);
    to.end = from->window ? at_most(from->end, length) : to.time;
    return to;
}

bool snw_clip_told_build(snw_clip *clip, const sinew_clip_desc *desc, sinew_model *model, snw_arena *scratch) {
    snw_arena *arena = &model->arena;
    uint32_t *order = snw_arena_array(scratch, desc->event_count, sizeof *order);
    sinew_event_desc *events = snw_arena_array(arena, desc->event_count, sizeof *events);
    if (!order || !events) return false;
    for (uint32_t i = 0; i < desc->event_count; ++i) order[i] = i;
    snw_order_sort(order, desc->event_count, event_before, desc->events);
    for (uint32_t i = 0; i < desc->event_count; ++i)
        events[i] = copy_event(&desc->events[order[i]], clip->length, arena);
    clip->events = events;
    clip->event_count = desc->event_count;
    if (desc->root.mode != SINEW_ROOT_NONE) {
        clip->root = desc->root;
        clip->root.joint = model->skeleton.joint_of_source[desc->root.joint];
        if (!clip->root.axes) clip->root.axes = SINEW_AXIS_X | SINEW_AXIS_Z;
    }
    return !arena->failed;
}
