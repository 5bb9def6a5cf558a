/* The clips of the rig that may play: those that the graph names, and all that the rig counts. With each come its
   length and a copy of its events; and the lanes of clips that drive parameters.
   Invariant: each clip name is asked of the rig once and told missing once; rows ascend by the rig's index, and events
   lie inside their clip and ascend by time, whatever the rig says. */
#include "bind.h"

#include <stdio.h>
#include <string.h>

/* ---- names ---- */

/* Looking for what was meant costs the missing names × those there are, so a few names only are looked for. */
enum { MOST_HINTS = 16, MOST_NAMES = 4096 };

/* The clip of the rig whose name is nearest, or NULL. */
static const char *nearest_clip(snw_binder *binder, const char *name) {
    const sinew_rig *rig = binder->rig;
    if (!rig->clip_name || !rig->clip_count || rig->clip_count > MOST_NAMES || binder->hints >= MOST_HINTS) return NULL;
    ++binder->hints;
    const char **names = snw_allocate(&binder->allocator, rig->clip_count * sizeof *names);
    if (!names) {
        binder->out->arena.failed = true;
        return NULL;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < rig->clip_count; ++i) {
        const char *own = rig->clip_name(rig->user, i);
        if (own && own[0]) names[count++] = own;
    }
    const char *nearest = snw_name_nearest(name, names, count);
    snw_release(&binder->allocator, names, rig->clip_count * sizeof *names);
    return nearest;
}

static void tell_missing_clip(snw_binder *binder, const char *name, const char *path) {
    sinew_severity severity = binder->strict ? SINEW_SEVERITY_ERROR : SINEW_SEVERITY_WARNING;
    const char *nearest = nearest_clip(binder, name);
    if (nearest) {
        snw_log_add_as(binder->log, severity, SINEW_CODE_UNKNOWN_CLIP, path,
                       "the model has no clip \"%s\"; what lies below shows in its place. Did you mean \"%s\"?", name,
                       nearest);
        return;
    }
    snw_log_add_as(binder->log, severity, SINEW_CODE_UNKNOWN_CLIP, path,
                   "the model has no clip \"%s\"; what lies below shows in its place: rename it here or in the model",
                   name);
}

/* Makes room for one more clip, in the list and among the names. */
static bool clip_room(snw_binder *binder) {
    void *clips = binder->clips;
    bool room =
        snw_grow(&binder->allocator, &clips, &binder->clip_capacity, binder->clip_count + 1, sizeof *binder->clips);
    binder->clips = clips;
    size_t slots = binder->clip_names.slots ? (size_t)binder->clip_names.mask + 1 : 0;
    if (!room || (binder->clip_count + 1) * 2 <= slots) return room;
    size_t wanted = slots ? slots * 2 : 16;
    snw_name_table fresh = { snw_allocate(&binder->allocator, wanted * sizeof(snw_name_slot)), (uint32_t)wanted - 1 };
    if (!fresh.slots) return false;
    for (size_t i = 0; i < binder->clip_count; ++i) snw_name_table_add(&fresh, binder->clips[i].name, (uint32_t)i);
    snw_release(&binder->allocator, binder->clip_names.slots, slots * sizeof(snw_name_slot));
    binder->clip_names = fresh;
    return true;
}

void snw_bind_clips_free(snw_binder *binder) {
    size_t slots = binder->clip_names.slots ? (size_t)binder->clip_names.mask + 1 : 0;
    snw_release(&binder->allocator, binder->clip_names.slots, slots * sizeof(snw_name_slot));
    snw_release(&binder->allocator, binder->clips, binder->clip_capacity * sizeof *binder->clips);
}

uint32_t snw_bind_clip(snw_binder *binder, const char *name, const char *path) {
    uint32_t known = binder->clip_names.slots ? snw_name_table_find(&binder->clip_names, name) : SINEW_NONE;
    if (known != SINEW_NONE) return binder->clips[known].clip;
    uint32_t clip = binder->rig->find_clip ? binder->rig->find_clip(binder->rig->user, name) : SINEW_NONE;
    if (clip == SINEW_CLIP_HELD) clip = SINEW_NONE;
    if (clip == SINEW_NONE) tell_missing_clip(binder, name, path);
    if (!clip_room(binder)) {
        binder->out->arena.failed = true;
        return clip;
    }
    snw_name_table_add(&binder->clip_names, name, (uint32_t)binder->clip_count);
    binder->clips[binder->clip_count++] = (snw_clip_name){ name, clip };
    return clip;
}

double snw_bind_clip_length(const snw_binder *binder, uint32_t clip, bool *once) {
    sinew_clip_info info = { 0, false };
    if (clip != SINEW_NONE && binder->rig->clip_info) info = binder->rig->clip_info(binder->rig->user, clip);
    *once = info.once;
    bool usable = info.length >= SNW_LEAST_LENGTH && info.length <= 1e9; /* NaN and infinite ones are no length */
    return usable ? info.length : 0;
}

/* ---- rows ---- */

static bool clip_before(const void *rows, uint32_t a, uint32_t b) {
    const snw_clip_name *clips = rows;
    return clips[a].clip != clips[b].clip ? clips[a].clip < clips[b].clip : a < b;
}

/* Makes the rows: the first name of each clip stands. What the rig lacks goes. */
static uint32_t gather_rows(const snw_binder *binder, const uint32_t *order, uint32_t all, snw_clip_row *rows) {
    uint32_t count = 0;
    for (; count < all; ++count) rows[count].clip = count;
    for (size_t i = 0; i < binder->clip_count; ++i) {
        const snw_clip_name *named = &binder->clips[order[i]];
        if (named->clip == SINEW_NONE) continue;
        bool known = named->clip < all || (count > all && rows[count - 1].clip == named->clip);
        snw_clip_row *row = &rows[named->clip < all ? named->clip : known ? count - 1 : count];
        if (!known) count++;
        row->clip = named->clip;
        if (!row->name) row->name = named->name;
    }
    return count;
}

typedef struct event_order {
    const sinew_event_desc *events;
    double length;
} event_order;

static double inside(double time, double length) { return time > length ? length : time > 0 ? time : 0; }

static bool event_before(const void *user, uint32_t a, uint32_t b) {
    const event_order *of = user;
    double x = inside(of->events[a].time, of->length), y = inside(of->events[b].time, of->length);
    return x < y || (x <= y && a < b);
}

static sinew_event_desc copy_event(const sinew_event_desc *from, double length, snw_arena *arena) {
    sinew_event_desc to = { .window = from->window };
    to.kind = snw_arena_text(arena, from->kind ? from->kind : from->window ? "window" : "script");
    to.name = snw_arena_text(arena, from->name ? from->name : "");
    to.payload = snw_arena_text(arena, from->payload);
    to.time = inside(from->time, length);
    to.end = from->window ? inside(from->end, length) : to.time;
    if (to.end < to.time) to.end = to.time;
    return to;
}

static bool copy_events(snw_binder *binder, snw_clip_row *row) {
    const sinew_rig *rig = binder->rig;
    uint32_t count = 0;
    const sinew_event_desc *from = rig->clip_events ? rig->clip_events(rig->user, row->clip, &count) : NULL;
    if (!from || !count) return true;
    event_order of = { from, row->length };
    uint32_t *order = snw_bind_order(binder, count, event_before, &of);
    sinew_event_desc *events = snw_arena_array(&binder->out->arena, count, sizeof *events);
    bool made = order && events;
    for (uint32_t i = 0; made && i < count; ++i)
        events[i] = copy_event(&from[order[i]], row->length, &binder->out->arena);
    row->events = events;
    row->event_count = made ? count : 0;
    snw_release(&binder->allocator, order, count * sizeof *order);
    return made;
}

static bool fill_row(snw_binder *binder, snw_clip_row *row) {
    const sinew_rig *rig = binder->rig;
    const char *own = !row->name && rig->clip_name ? rig->clip_name(rig->user, row->clip) : NULL;
    if (!row->name) row->name = snw_arena_text(&binder->out->arena, own ? own : "");
    row->length = snw_bind_clip_length(binder, row->clip, &row->once);
    return copy_events(binder, row);
}

/* Every name to its clip: the graph's first, then the rig's own. */
static bool name_clips(const snw_binder *binder) {
    sinew_binding *out = binder->out;
    const sinew_rig *rig = binder->rig;
    uint32_t rigs = rig->clip_name ? out->clip_count : 0;
    if (!snw_name_table_make(&out->clip_names, &out->arena, (uint32_t)binder->clip_count + rigs)) return false;
    for (size_t i = 0; i < binder->clip_count; ++i)
        if (binder->clips[i].clip != SINEW_NONE)
            snw_name_table_add(&out->clip_names, binder->clips[i].name, binder->clips[i].clip);
    for (uint32_t i = 0; i < rigs && i < rig->clip_count; ++i) {
        const char *own = rig->clip_name(rig->user, i), *name = out->clips[i].name;
        if (own && strcmp(own, name) != 0) name = snw_arena_text(&out->arena, own);
        if (!name) return false;
        if (name[0]) snw_name_table_add(&out->clip_names, name, i);
    }
    return true;
}

bool snw_bind_clip_rows(snw_binder *binder) {
    sinew_binding *out = binder->out;
    uint32_t all = binder->rig->clip_count < SINEW_CLIP_HELD ? binder->rig->clip_count : SINEW_CLIP_HELD;
    snw_clip_row *rows = snw_arena_array(&out->arena, all + binder->clip_count, sizeof *rows);
    uint32_t *order = rows ? snw_bind_order(binder, binder->clip_count, clip_before, binder->clips) : NULL;
    if (!order) return false;
    out->clip_count = gather_rows(binder, order, all, rows);
    out->clips = rows;
    snw_release(&binder->allocator, order, binder->clip_count * sizeof *order);
    for (uint32_t i = 0; i < out->clip_count; ++i)
        if (!fill_row(binder, &rows[i])) return false;
    return name_clips(binder) && !out->arena.failed;
}

const snw_clip_row *snw_binding_clip(const sinew_binding *binding, uint32_t clip) {
    if (clip < binding->clip_count && binding->clips[clip].clip == clip) return &binding->clips[clip];
    uint32_t low = 0, high = binding->clip_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (binding->clips[middle].clip < clip) low = middle + 1;
        else high = middle;
    }
    return low < binding->clip_count && binding->clips[low].clip == clip ? &binding->clips[low] : NULL;
}

const char *sinew_binding_clip_name(const sinew_binding *binding, uint32_t clip) {
    const snw_clip_row *row = binding ? snw_binding_clip(binding, clip) : NULL;
    return row ? row->name : "";
}

uint32_t sinew_binding_clip_count(const sinew_binding *binding) {
    return binding && binding->clip_count ? binding->clips[binding->clip_count - 1].clip + 1 : 0;
}

uint32_t sinew_binding_find_clip(const sinew_binding *binding, const char *name) {
    if (!binding || !name) return SINEW_NONE;
    uint32_t whole = snw_name_table_find(&binding->clip_names, name);
    if (whole != SINEW_NONE) return whole;
    const char *stem;
    size_t length;
    snw_name_stem(name, &stem, &length);
    for (uint32_t i = 0; length && i < binding->clip_count; ++i)
        if (strlen(binding->clips[i].name) == length && memcmp(binding->clips[i].name, stem, length) == 0)
            return binding->clips[i].clip;
    return SINEW_NONE;
}

const sinew_event_desc *sinew_binding_event(const sinew_binding *binding, uint32_t clip, uint32_t event) {
    const snw_clip_row *row = binding ? snw_binding_clip(binding, clip) : NULL;
    return row && event < row->event_count ? &row->events[event] : NULL;
}

/* ---- lanes that drive parameters ---- */

static const char *nearest_float(const sinew_binding *out, const char *name) {
    const char *found = NULL;
    for (uint32_t i = 0; i < out->parameter_count; ++i) {
        if (out->parameters[i].type != SINEW_PARAMETER_FLOAT) continue;
        const char *const pair[2] = { found, out->parameters[i].name };
        found = snw_name_nearest(name, pair, 2);
    }
    return found;
}

/* The float parameter of this name; tells where there is none. */
static uint32_t find_driven(const snw_binder *binder, const char *name) {
    uint32_t found = snw_bind_parameter(binder, name);
    if (found == SINEW_NONE) {
        const char *near = nearest_float(binder->out, name);
        snw_log_add_as(binder->log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_PARAMETER, "parameters",
                       "clips of the model drive the parameter \"%s\", which the graph does not declare%s%s%s", name,
                       near ? "; did you mean \"" : ": declare it, or take \"@\" out of the model", near ? near : "",
                       near ? "\"?" : "");
        return SINEW_NONE;
    }
    if (binder->out->parameters[found].type == SINEW_PARAMETER_FLOAT) return found;
    char path[SNW_PATH];
    size_t used = (size_t)snprintf(path, sizeof path, "parameters");
    snw_path_key(path + used, sizeof path - used, name);
    snw_log_add_as(binder->log, SINEW_SEVERITY_WARNING, SINEW_CODE_PARAMETER_TYPE, path,
                   "clips of the model drive \"%s\", which is no float; it keeps its value: make it a float", name);
    return SINEW_NONE;
}

bool snw_bind_drives(snw_binder *binder) {
    sinew_binding *out = binder->out;
    const sinew_rig *rig = binder->rig;
    uint32_t count = 0;
    if (!rig->lane_parameter || !rig->lane_at) return true;
    while (count < SNW_MOST_DRIVES && rig->lane_parameter(rig->user, count)) count++;
    snw_drive *drives = snw_arena_array(&out->arena, count, sizeof *drives);
    if (!drives) return false;
    for (uint32_t lane = 0; lane < count; ++lane) {
        uint32_t parameter = find_driven(binder, rig->lane_parameter(rig->user, lane));
        if (parameter != SINEW_NONE) drives[out->drive_count++] = (snw_drive){ lane, parameter };
    }
    out->drives = drives;
    out->lane_at = rig->lane_at;
    out->rig_user = rig->user;
    return true;
}
