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
};

#endif
