/* What waits to be sent to a client. Invariant: what was put is sent in order and never dropped, or the client is let
   go; of live frames at most one of each kind waits, the latest. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

message *message_new(bool binary, size_t size) {
    message *m = malloc(sizeof *m + size);
    if (!m) return NULL;
    m->references = 1;
    m->binary = binary;
    m->size = size;
    return m;
}

void message_keep(message *m) { m->references++; }

void message_drop(message *m) {
    if (m && --m->references == 0) free(m);
}

static bool make_room(queue *q) {
    if (q->first + q->count < q->capacity) return true;
    if (q->first) {
        memmove(q->items, q->items + q->first, q->count * sizeof *q->items);
        q->first = 0;
        return true;
    }
    size_t capacity = q->capacity ? q->capacity * 2 : 16;
    message **items = realloc(q->items, capacity * sizeof *items);
    if (!items) return false;
    q->items = items;
    q->capacity = capacity;
    return true;
}

void queue_put(queue *q, message *m) {
    if (!m || m->size > QUEUE_MOST - q->bytes || !make_room(q)) {
        q->over = true;
        return;
    }
    message_keep(m);
    q->items[q->first + q->count++] = m;
    q->bytes += m->size;
}

void queue_live(queue *q, live_kind kind, message *m) {
    if (!m) return; /* the next will do */
    message_drop(q->live[kind]);
    message_keep(m);
    q->live[kind] = m;
}

void queue_forget_live(queue *q) {
    for (int i = 0; i < LIVE_KINDS; ++i) {
        message_drop(q->live[i]);
        q->live[i] = NULL;
    }
}

bool queue_is_empty(const queue *q) {
    for (int i = 0; i < LIVE_KINDS; ++i)
        if (q->live[i]) return false;
    return q->count == 0;
}

message *queue_take(queue *q) {
    if (q->count) {
        message *m = q->items[q->first++];
        q->bytes -= m->size;
        if (--q->count == 0) q->first = 0;
        return m;
    }
    for (int i = 0; i < LIVE_KINDS; ++i) {
        uint32_t kind = q->turn++ % LIVE_KINDS;
        message *m = q->live[kind];
        q->live[kind] = NULL;
        if (m) return m;
    }
    return NULL;
}

void queue_free(queue *q) {
    while (q->count) message_drop(queue_take(q));
    queue_forget_live(q);
    free(q->items);
    memset(q, 0, sizeof *q);
}
