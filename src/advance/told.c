/* The buffer of an advance's events: sized at bind, in order at the end.
   Invariant: it never overflows. What has to go is the oldest: whole loops first, then single events and windows with
   both their ends; an end whose beginning is not in the buffer, or the other way round, never goes. */
#include "advance/events.h"

#include <string.h>

void snw_told_clear(snw_work *work, uint32_t rows) {
    if (work->told_counts) memset(work->told_counts, 0, rows * sizeof *work->told_counts);
    work->told_order = 0;
    work->events_dropped = 0;
    work->begun_in++;
}

void snw_told_drop(snw_work *work, double count) {
    double sum = work->events_dropped + count;
    work->events_dropped = sum < 4294967295.0 ? (uint32_t)sum : UINT32_MAX;
}

/* ---- sorting ---- */

static bool by_time(const void *one, const void *other) {
    const snw_told *a = one, *b = other;
    return a->at < b->at || (a->at <= b->at && a->order < b->order);
}

/* Of events of one moment each has the same `at`. */
static bool by_rank(const void *one, const void *other) {
    const snw_told *a = one, *b = other;
    if (a->at < b->at || b->at < a->at) return a->at < b->at;
    if (a->event.layer != b->event.layer) return a->event.layer < b->event.layer;
    return a->rank != b->rank ? a->rank < b->rank : a->order < b->order;
}

static void sort(const snw_work *work, snw_told *rows, uint32_t count, bool (*in_order)(const void *, const void *)) {
    snw_sort_stable(rows, work->told_other, count, sizeof *rows, in_order);
}

/* ---- dropping ---- */

typedef struct part {
    snw_told *rows;
    uint32_t *count;
    uint32_t room;
} part;

static part part_of(const snw_lane *lane) {
    const snw_work *work = lane->work;
    return (part){ work->told + lane->layer->first_told, &work->told_counts[lane->index], lane->layer->told_room };
}

static uint32_t close_up(const snw_lane *lane, const part *p) {
    uint32_t kept = 0, before = *p->count;
    for (uint32_t i = 0; i < before; ++i)
        if (!p->rows[i].gone) p->rows[kept++] = p->rows[i];
    *p->count = kept;
    snw_told_drop(lane->work, before - kept);
    return before - kept;
}

/* Drops whole loops, those that ended first, until at least `wanted` events have gone or none is left. */
static uint32_t drop_loops(const snw_lane *lane, const part *p, uint32_t wanted) {
    uint32_t found = 0;
    double last = -1;
    for (uint32_t i = 0; i < *p->count && found < wanted; ++i) {
        if (!(p->rows[i].until >= 0)) continue;
        found++;
        if (p->rows[i].until > last) last = p->rows[i].until;
    }
    for (uint32_t i = 0; i < *p->count; ++i) p->rows[i].gone = p->rows[i].until >= 0 && p->rows[i].until <= last;
    return close_up(lane, p);
}

/* The first that was told after it: by order, for rounding may put it a little before in time. */
static snw_told *end_of(const part *p, uint32_t begin) {
    snw_told *first = NULL;
    for (uint32_t i = 0; i < *p->count; ++i) {
        snw_told *row = &p->rows[i];
        bool closes = row->event.kind == SINEW_EVENT_END && row->key == p->rows[begin].key;
        if (closes && row->order > p->rows[begin].order && (!first || row->order < first->order)) first = row;
    }
    return first;
}

/* Drops single events and whole windows, the oldest first. */
static void drop_single(const snw_lane *lane, const part *p, uint32_t wanted) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < *p->count && found < wanted; ++i) {
        snw_told *row = &p->rows[i];
        bool begins = row->event.kind == SINEW_EVENT_BEGIN, ends = row->event.kind == SINEW_EVENT_END;
        snw_told *end = begins && !row->gone ? end_of(p, i) : NULL;
        if (row->gone || ends || (begins && !end)) continue;
        row->gone = true;
        if (end) end->gone = true;
        found += end ? 2 : 1;
    }
    close_up(lane, p);
}

double snw_told_make_room(const snw_lane *lane, double single, double whole) {
    part p = part_of(lane);
    double free = (double)(p.room - *p.count) - single;
    if (free >= whole) return whole;
    double wanted = whole - free;
    sort(lane->work, p.rows, *p.count, by_time);
    free += drop_loops(lane, &p, wanted < p.room ? (uint32_t)wanted + 1 : p.room);
    return free < whole ? (free > 0 ? free : 0) : whole;
}

void snw_told_add(const snw_lane *lane, const snw_told *told) {
    part p = part_of(lane);
    if (*p.count == p.room) {
        sort(lane->work, p.rows, *p.count, by_time);
        uint32_t wanted = p.room / 4, gone = drop_loops(lane, &p, wanted);
        if (gone < wanted) drop_single(lane, &p, wanted - gone);
    }
    snw_told *row = &p.rows[(*p.count)++];
    *row = *told;
    row->order = lane->work->told_order++;
}

/* ---- giving out ---- */

static uint32_t gather(sinew_player *player) {
    const sinew_binding *binding = player->binding;
    snw_work *work = snw_work_of(player);
    uint32_t count = 0;
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        const snw_told *from = work->told + binding->layers[i].first_told;
        if (work->told + count != from) memmove(work->told + count, from, work->told_counts[i] * sizeof *from);
        count += work->told_counts[i];
    }
    for (uint32_t i = 0; i < binding->track_count; ++i) {
        const snw_told *from = work->told + binding->tracks_told + i * binding->track_told;
        uint32_t own = work->told_counts[binding->layer_count + i];
        if (work->told + count != from) memmove(work->told + count, from, own * sizeof *from);
        count += own;
    }
    return count;
}

void snw_told_finish(sinew_player *player) {
    snw_work *work = snw_work_of(player);
    uint32_t count = gather(player);
    sort(work, work->told, count, by_time);
    double moment = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (i && work->told[i].at - moment < SNW_MOMENT) work->told[i].at = moment;
        else moment = work->told[i].at;
    }
    sort(work, work->told, count, by_rank);
    for (uint32_t i = 0; i < count; ++i) {
        work->events[i] = work->told[i].event;
        work->events[i].at = (float)work->told[i].at;
    }
    player->step->events = work->events;
    player->step->event_count = count;
    player->step->events_dropped = work->events_dropped;
}
