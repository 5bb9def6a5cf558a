/* --clips: names and lengths that stand in for a model.

   Invariant: a list has no two clips of one name, and its rig points into it. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *file, *start;
    uint32_t line, column;
} reader;

static bool bad(const reader *r, const char *at, sinew_code code, const char *sentence) {
    fail_at(r->file, r->line, r->column + (uint32_t)(at - r->start), code, "%s", sentence);
    return false;
}

static char *copy(const char *text, size_t length) {
    char *made = malloc(length + 1);
    if (!made) return NULL;
    memcpy(made, text, length);
    made[length] = 0;
    return made;
}

/* A number in text[0, length). */
static bool number_in(const char *text, size_t length, double *number) {
    char buffer[64];
    if (length == 0 || length >= sizeof buffer) return false;
    memcpy(buffer, text, length);
    buffer[length] = 0;
    return parse_number(buffer, number) && *number >= 0 && *number <= 1e6;
}

/* @name=time or @name=time-end, without the @. */
static bool read_event(const reader *r, rig_clip *clip, const char *text, size_t length) {
    const char *equals = memchr(text, '=', length);
    if (!equals || equals == text)
        return bad(r, text, SINEW_CODE_SYNTAX, "an event is written @name=time, a window @name=time-end");
    const char *end = text + length, *time = equals + 1;
    const char *dash = memchr(time, '-', (size_t)(end - time));
    sinew_event_desc event = { 0 };
    event.window = dash != NULL;
    bool good = number_in(time, (size_t)((dash ? dash : end) - time), &event.time);
    if (good && dash) good = number_in(dash + 1, (size_t)(end - dash - 1), &event.end) && event.end >= event.time;
    if (!good || event.time > clip->info.length || event.end > clip->info.length)
        return bad(r, time, SINEW_CODE_OUT_OF_RANGE,
                   "an event's times lie inside its clip, the end not before the start");
    sinew_event_desc *more = realloc(clip->events, (clip->event_count + 1) * sizeof *more);
    if (!more) return fail_memory(), false;
    clip->events = more;
    event.name = copy(text, (size_t)(equals - text));
    if (!event.name) return fail_memory(), false;
    clip->events[clip->event_count++] = event;
    return true;
}

static bool read_events(const reader *r, rig_clip *clip, const char *at, const char *end) {
    while (at < end) {
        const char *next = memchr(at + 1, '@', (size_t)(end - at - 1));
        if (!next) next = end;
        if (!read_event(r, clip, at + 1, (size_t)(next - at - 1))) return false;
        at = next;
    }
    return true;
}

static uint32_t find_exact(const rig_list *list, const char *name) {
    for (uint32_t i = 0; i < list->count; ++i)
        if (strcmp(list->clips[i].name, name) == 0) return i;
    return SINEW_NONE;
}

/* The clip that this adds has an empty place at the end of the list, so that it is freed with it. */
static rig_clip *add_clip(rig_list *list, const char *name, size_t length) {
    if ((list->count & (list->count - 1)) == 0) {
        rig_clip *more = realloc(list->clips, (list->count ? (size_t)list->count * 2 : 1) * sizeof *more);
        if (!more) return NULL;
        list->clips = more;
    }
    rig_clip *clip = &list->clips[list->count];
    memset(clip, 0, sizeof *clip);
    clip->name = copy(name, length);
    if (!clip->name) return NULL;
    list->count++;
    return clip;
}

/* name:length[:once][@event=...]...; the length follows the last colon, so that names may have some. */
static bool read_clip(const reader *r, rig_list *list, const char *text, const char *end) {
    const char *events = memchr(text, '@', (size_t)(end - text));
    const char *head = events ? events : end;
    bool once = head - text > 5 && memcmp(head - 5, ":once", 5) == 0;
    if (once) head -= 5;
    const char *colon = head > text ? head - 1 : text;
    while (colon > text && *colon != ':') --colon;
    double length = 0;
    if (colon == text)
        return bad(r, text, SINEW_CODE_SYNTAX, "a clip is written name:seconds, such as idle:1.0 or jump:0.6:once");
    if (!number_in(colon + 1, (size_t)(head - colon - 1), &length))
        return bad(r, colon + 1, SINEW_CODE_OUT_OF_RANGE, "a clip's length is a number of seconds from 0 to 1000000");
    rig_clip *clip = add_clip(list, text, (size_t)(colon - text));
    if (!clip) return fail_memory(), false;
    if (find_exact(list, clip->name) != list->count - 1)
        return bad(r, text, SINEW_CODE_DUPLICATE_NAME, "two clips have this name; give each its own");
    clip->info.length = length;
    clip->info.once = once;
    return read_events(r, clip, head + (once ? 5 : 0), end);
}

static uint32_t find_clip(const void *user, const char *name) {
    const rig_list *list = user;
    uint32_t whole = find_exact(list, name);
    if (whole != SINEW_NONE) return whole;
    const char *start = name;
    for (const char *c = name; *c; ++c)
        if (*c == '/' || *c == '\\') start = c + 1;
    const char *dot = strrchr(start, '.');
    size_t length = dot && dot != start ? (size_t)(dot - start) : strlen(start);
    for (uint32_t i = 0; i < list->count; ++i)
        if (strlen(list->clips[i].name) == length && memcmp(list->clips[i].name, start, length) == 0) return i;
    return SINEW_NONE;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    const rig_list *list = user;
    sinew_clip_info none = { 0, false };
    return clip < list->count ? list->clips[clip].info : none;
}

static const sinew_event_desc *clip_events(const void *user, uint32_t clip, uint32_t *count) {
    const rig_list *list = user;
    *count = clip < list->count ? list->clips[clip].event_count : 0;
    return *count ? list->clips[clip].events : NULL;
}

/* A list has no joints, so a mask has nothing to be wrong about. */
static uint32_t compile_mask(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                             const char *path) {
    (void)user, (void)weights, (void)log, (void)path;
    return mask->joint_count;
}

static const char *clip_name(const void *user, uint32_t clip) {
    const rig_list *list = user;
    return clip < list->count ? list->clips[clip].name : NULL;
}

static void fill_rig(rig_list *list) {
    list->rig = (sinew_rig){ .find_clip = find_clip, .clip_info = clip_info, .compile_mask = compile_mask };
    list->rig.clip_events = clip_events;
    list->rig.clip_count = list->count;
    list->rig.clip_name = clip_name;
    list->rig.user = list;
}

bool rig_list_parse(rig_list *list, const char *text, const char *file, uint32_t line, uint32_t column) {
    memset(list, 0, sizeof *list);
    reader r = { file, text, line, column };
    for (const char *at = text; *text; at = at + 1) {
        const char *end = at + strcspn(at, ",");
        if (!read_clip(&r, list, at, end)) return rig_list_free(list), false;
        at = end;
        if (!*at) break;
    }
    fill_rig(list);
    return true;
}

static bool add_motion(rig_list *list, const sinew_motion_desc *motion) {
    if (motion->kind == SINEW_MOTION_CLIP && motion->clip && find_exact(list, motion->clip) == SINEW_NONE) {
        rig_clip *clip = add_clip(list, motion->clip, strlen(motion->clip));
        if (!clip) return false;
        clip->info.length = 1;
    }
    for (uint32_t i = 0; i < motion->child_count; ++i)
        if (!add_motion(list, &motion->children[i].motion)) return false;
    return true;
}

static bool add_machine(rig_list *list, const sinew_machine_desc *machine) {
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        const sinew_state_desc *state = &machine->states[i];
        if (state->machine ? !add_machine(list, state->machine) : !add_motion(list, &state->motion)) return false;
    }
    return true;
}

bool rig_list_of_graph(rig_list *list, const sinew_graph_desc *graph) {
    memset(list, 0, sizeof *list);
    for (uint32_t i = 0; i < graph->layer_count; ++i)
        if (!add_machine(list, &graph->layers[i].machine)) {
            rig_list_free(list);
            fail_memory();
            return false;
        }
    fill_rig(list);
    return true;
}

void rig_list_free(rig_list *list) {
    for (uint32_t i = 0; i < list->count; ++i) {
        for (uint32_t j = 0; j < list->clips[i].event_count; ++j)
            free((char *)(uintptr_t)list->clips[i].events[j].name);
        free(list->clips[i].events);
        free(list->clips[i].name);
    }
    free(list->clips);
    memset(list, 0, sizeof *list);
}
