/* What the players of a stack tell, on its time and at their entries' weights. Invariant: `open` has the windows that
   were told to open and not yet to close; an entry that weighs nothing, or goes, has none. */
#include "advance/stack.h"

#include <string.h>

/* An entry whose player has just advanced. */
typedef struct teller {
    sinew_stack *stack;
    snw_stack_entry *entry;
    const snw_stack_entry *before; /* as the advance began */
    const sinew_step *step;
    sinew_open_window *open;
    bool *quiet;
    double seconds; /* of the stack that it played */
    float weight;   /* as the advance ends */
    bool audible;   /* it weighs something in this advance, or its fade begins to */
} teller;

void snw_stack_told_enter(sinew_stack *stack, uint32_t slot) {
    memset(stack->quiet + (size_t)slot * stack->layers, true, stack->layers * sizeof *stack->quiet);
}

uint32_t snw_stack_told_begin(sinew_stack *stack, uint32_t slot) {
    const bool *quiet = stack->quiet + (size_t)slot * stack->layers;
    const sinew_player *player = stack->entries[slot].player;
    uint32_t rows = player->binding->row_count, heard = 0;
    while (heard < rows && !quiet[heard]) heard++;
    if (heard == rows) return 0;
    uint32_t count = sinew_player_open_windows(player, stack->standing, stack->events);
    return count < stack->events ? count : stack->events;
}

/* A player's moments on the stack's time. */
static float moment(const teller *t, float at) {
    double own = t->entry->speed > 0 ? (double)at / t->entry->speed : 0;
    return (float)(own < t->seconds ? own : t->seconds);
}

static float weight_at(const teller *t, float at) {
    return (float)((double)t->entry->weight * snw_stack_level(t->before, (double)at));
}

static bool audible(const snw_stack_entry *entry) {
    return entry->weight > 0 && (entry->to > 0 || snw_stack_level(entry, 0) > 0);
}

static bool reaches(const teller *t, uint32_t layer, float weight) {
    return weight >= t->step->layers[layer].event_threshold;
}

static void put(const teller *t, const sinew_event *event) {
    sinew_stack_step *out = &t->stack->step;
    t->stack->event_parts[out->event_count++] = (sinew_stack_event){ *event, t->entry->id };
}

static void put_window(const teller *t, const sinew_open_window *window, sinew_event_kind kind, double at,
                       float weight) {
    sinew_event event = { .at = (float)at, .weight = weight, .layer = (uint16_t)window->layer };
    event.kind = (uint16_t)kind;
    event.clip = window->clip;
    event.event = window->event;
    event.state = window->state;
    put(t, &event);
}

static bool open_window(const teller *t, const sinew_open_window *window) {
    if (t->entry->open_count == t->stack->events) return false;
    t->open[t->entry->open_count++] = *window;
    return true;
}

static void drop_window(const teller *t, uint32_t index) {
    uint32_t left = --t->entry->open_count - index;
    memmove(&t->open[index], &t->open[index + 1], left * sizeof *t->open);
}

static bool close_window(const teller *t, const sinew_event *event) {
    for (uint32_t i = 0; i < t->entry->open_count; ++i) {
        const sinew_open_window *window = &t->open[i];
        if (window->layer != event->layer || window->state != event->state || window->clip != event->clip ||
            window->event != event->event)
            continue;
        drop_window(t, i);
        return true;
    }
    return false;
}

static void tell(const teller *t, const sinew_event *own) {
    sinew_event event = *own;
    event.at = moment(t, own->at);
    event.weight *= weight_at(t, event.at);
    /* A state's are told whatever they weigh. */
    bool heard = own->clip == SINEW_NONE || (t->audible && reaches(t, own->layer, event.weight));
    if (own->kind == SINEW_EVENT_BEGIN)
        heard = heard && open_window(t, &(sinew_open_window){ own->layer, own->state, own->clip, own->event });
    if (own->kind == SINEW_EVENT_END) heard = close_window(t, own);
    if (heard) put(t, &event);
}

/* A layer that is heard again opens the windows that it stands in. */
static void open_again(const teller *t, uint32_t standing) {
    for (uint32_t i = 0; t->audible && i < standing; ++i) {
        const sinew_open_window *window = &t->stack->standing[i];
        float own = t->step->layers[window->layer].weight;
        if (!t->quiet[window->layer] || !reaches(t, window->layer, own * t->weight)) continue;
        if (open_window(t, window)) put_window(t, window, SINEW_EVENT_BEGIN, 0, own * weight_at(t, 0));
    }
}

/* What is not heard any more closes what it has told to open. */
static void close_quiet(const teller *t, double at) {
    for (uint32_t i = t->entry->open_count; i-- > 0;) {
        if (!t->quiet[t->open[i].layer]) continue;
        put_window(t, &t->open[i], SINEW_EVENT_END, at, 0);
        drop_window(t, i);
    }
}

static void settle(const teller *t) {
    bool heard = audible(t->entry);
    for (uint32_t i = 0; i < t->step->layer_count; ++i)
        t->quiet[i] = !(heard && reaches(t, i, t->step->layers[i].weight * t->weight));
}

void snw_stack_told(sinew_stack *stack, uint32_t slot, const snw_stack_entry *before, const sinew_step *step,
                    uint32_t standing, double seconds, float weight) {
    teller t = { .stack = stack, .entry = &stack->entries[slot], .before = before, .step = step };
    t.open = stack->open + (size_t)slot * stack->events;
    t.quiet = stack->quiet + (size_t)slot * stack->layers;
    t.seconds = seconds;
    t.weight = weight;
    t.audible = audible(before);
    sinew_stack_step *out = &stack->step;
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        sinew_stack_signal *told = &stack->signal_parts[out->signal_count++];
        *told = (sinew_stack_signal){ step->signals[i], t.entry->id };
        told->signal.at = moment(&t, told->signal.at);
    }
    if (!t.audible) {
        memset(t.quiet, true, stack->layers * sizeof *t.quiet);
        close_quiet(&t, 0);
    }
    open_again(&t, standing);
    for (uint32_t i = 0; i < step->event_count; ++i) tell(&t, &step->events[i]);
    settle(&t);
    close_quiet(&t, seconds);
    out->events_dropped += step->events_dropped;
}

void snw_stack_told_leave(sinew_stack *stack, uint32_t slot) {
    snw_stack_entry *entry = &stack->entries[slot];
    for (uint32_t i = 0; i < entry->open_count; ++i) {
        const sinew_open_window *window = &stack->open[(size_t)slot * stack->events + i];
        sinew_event event = { .layer = (uint16_t)window->layer, .kind = SINEW_EVENT_END, .clip = window->clip };
        event.event = window->event;
        event.state = window->state;
        stack->late_list[stack->late_count++] = (sinew_stack_event){ event, entry->id };
    }
}
