/* What a stack is inside. Invariant: one block; a slot is free where its id is 0. */
#ifndef SNW_STACK_H
#define SNW_STACK_H

#include "bind/layout.h"
#include "sinew/stack.h"

typedef struct snw_stack_entry {
    uint32_t id; /* 0: free */
    sinew_player *player;
    int32_t priority;
    float weight;
    double speed;
    const float *mask; /* or NULL */
    bool additive, moves, leaves;
    double from, to;          /* of the fade: what its weight is multiplied by */
    double elapsed, duration; /* seconds of the stack; duration 0: none runs, it is at `to` */
    uint32_t open_count;      /* windows that the stack has told to open, and not yet to close */
} snw_stack_entry;

struct sinew_stack {
    sinew_allocator allocator;
    size_t bytes;
    const sinew_model *model;
    uint32_t entry_count, layers, samples, signals, events; /* room; all but the first of an entry */
    uint32_t next_id;
    double time;
    snw_stack_entry *entries;
    uint32_t *order; /* slots, lowest first */
    uint32_t order_count;
    sinew_stack_step step;
    sinew_sample *sample_list;
    sinew_layer_row *layer_list;
    sinew_stack_row *row_list;
    sinew_stack_signal *signal_list, *signal_parts; /* in order; entry by entry */
    sinew_stack_event *event_list, *event_parts;
    sinew_stack_event *late_list; /* ends of windows of what was taken out between advances */
    uint32_t late_count;
    sinew_open_window *open;     /* of each slot: room for `events` */
    sinew_open_window *standing; /* what a player stood in as its advance began */
    bool *quiet;                 /* of each slot and layer: it was not heard as the last advance ended */
};

static inline double snw_stack_level(const snw_stack_entry *entry, double seconds) {
    double done = entry->elapsed + seconds;
    if (!(done < entry->duration)) return entry->to;
    return entry->from + (entry->to - entry->from) * (done / entry->duration);
}

/* ---- stack_told.c ---- */

/* Of `events` room: how many an advance of all entries may bring. */
enum { SNW_STACK_TELLS = 4 };

void snw_stack_told_enter(sinew_stack *stack, uint32_t slot);
/* Before its player advances; returns how many windows it stands in. */
uint32_t snw_stack_told_begin(sinew_stack *stack, uint32_t slot);
/* After it: `before` is the entry as the advance began, seconds how long it played, weight what it weighs now. */
void snw_stack_told(sinew_stack *stack, uint32_t slot, const snw_stack_entry *before, const sinew_step *step,
                    uint32_t standing, double seconds, float weight);
/* It goes between two advances. */
void snw_stack_told_leave(sinew_stack *stack, uint32_t slot);

#endif
