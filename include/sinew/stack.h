/* sinew/stack.h: several players over one pose: graphs or tracks of one model, one above the other.

   A stack advances its players and writes their samples and rows as one list, which a pose of the stack applies. So a
   graph can be played like a clip, over another: faded in, at a weight, through a mask, at a speed of its own. It does
   not own its players. Making a stack allocates, nothing else does. A stack and its players are one thread's at a
   time; it is not state: save its players. */
#ifndef SINEW_STACK_H
#define SINEW_STACK_H

#include "tracks.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_stack sinew_stack;

/* How much it holds. Of an entry there is room for what the largest of `bindings` needs, or the numbers below if they
   are more. */
typedef struct sinew_stack_desc {
    const sinew_model *model; /* of all its players' bindings; NULL: bindings to rigs, whose samples the game reads */
    const sinew_binding *const *bindings; /* that its players may have; read while making it only */
    uint32_t binding_count;
    uint32_t entries;                          /* players at a time; 0: 4; 1024 at most */
    uint32_t layers, samples, signals, events; /* of an entry */
    const sinew_allocator *allocator;          /* copied; NULL: malloc */
} sinew_stack_desc;

/* Owns: the caller; end it with sinew_stack_destroy. The model must outlive it.
   Errors: NULL when memory runs out, for more than 1024 entries or 65,536 layers in all, and for a binding of another
   model. */
SINEW_API sinew_stack *sinew_stack_create(const sinew_stack_desc *desc);
/* Its players stay. NULL is fine. */
SINEW_API void sinew_stack_destroy(sinew_stack *stack);

/* Zeroed: at the bottom of those of its priority that come later, at full weight and speed, at once. */
typedef struct sinew_stack_entry {
    int32_t priority; /* higher lies above; of one priority the older lies below */
    sinew_opt weight; /* 0 to 1 (clamped), by which its rows' are multiplied; 1 */
    sinew_opt speed;  /* 0 to 1e6, by which its time is multiplied; 1 */
    const char *mask; /* of its binding, by name: a second mask for all its rows; NULL: none */
    sinew_blend_mode
        blend;        /* additive: each of its layers is, against the rest pose where it was not additive before */
    double fade_in;   /* seconds, 0 to a million */
    bool root_motion; /* takes part in root motion also above the lowest entry */
} sinew_stack_entry;

/* Puts a player on the stack; *entry (may be NULL) is its id, which no other entry of the stack ever has. entry_desc:
   NULL for a zeroed one. Owns: not the player, which must live until it has left.
   Errors: ARGUMENT (a null pointer, another model, a player that is in the stack), NOT_FOUND (no such mask), RANGE,
   REFUSED (no entry is free, or its binding needs more than the stack has room for); nothing then changes. */
SINEW_API sinew_result sinew_stack_add(sinew_stack *stack, sinew_player *player, const sinew_stack_entry *entry_desc,
                                       uint32_t *entry);
/* Fades it out in so many seconds (0 to a million) from what it weighs; then it has left: at once for 0, else at the
   end of the advance in which the fade ends. What windows it has open are told to close: as it leaves, or for 0 in the
   next advance. Errors: ARGUMENT, NOT_FOUND (no such entry), RANGE. */
SINEW_API sinew_result sinew_stack_remove(sinew_stack *stack, uint32_t entry, double fade_out);
/* As in a desc. Errors: ARGUMENT, NOT_FOUND, RANGE. */
SINEW_API sinew_result sinew_stack_set_weight(sinew_stack *stack, uint32_t entry, float weight);
SINEW_API sinew_result sinew_stack_set_speed(sinew_stack *stack, uint32_t entry, double speed);
/* NULL once it has left. */
SINEW_API sinew_player *sinew_stack_player(const sinew_stack *stack, uint32_t entry);
/* What it weighs, fades counted; 0 once it has left. */
SINEW_API float sinew_stack_weight(const sinew_stack *stack, uint32_t entry);

/* Beside a row of a step: whose it is. */
typedef struct sinew_stack_row {
    uint32_t entry;          /* its id */
    uint32_t layer;          /* in its own player's step */
    uint32_t hold;           /* its place among the holds of a pose */
    const float *mask;       /* as the row names it in its own binding, or NULL. Shape: joint_count weights */
    const float *entry_mask; /* the entry's, or NULL */
    double time;             /* its player's */
} sinew_stack_row;

typedef struct sinew_stack_signal {
    sinew_signal signal; /* `at` on the stack's time; layer and states are its binding's */
    uint32_t entry;
} sinew_stack_signal;

typedef struct sinew_stack_event {
    sinew_event event; /* its weight is multiplied by the entry's at its moment */
    uint32_t entry;
} sinew_stack_event;

/* What an advance of a stack brought. Owns: the stack; valid until its next advance. */
typedef struct sinew_stack_step {
    sinew_result result; /* RANGE: dt was refused and nothing changed */
    const sinew_stack *stack;
    double time, dt;
    const sinew_sample *samples; /* `layer` counts the rows of this step */
    uint32_t sample_count;
    const sinew_layer_row *layers; /* lowest first; weights with the entries' */
    const sinew_stack_row *rows;   /* one for each of them */
    uint32_t layer_count;
    const sinew_stack_signal *signals; /* in order of time, then from below */
    uint32_t signal_count;
    const sinew_stack_event *events;
    uint32_t event_count;
    uint32_t events_dropped;
    sinew_root_step root; /* of the lowest entry by its weight; those above that take part go over it by theirs */
} sinew_stack_step;

/* Advances each player by dt × its speed (one that leaves: until it has), and fades by dt. dt: seconds, finite, 0 to a
   million, and so is dt × each speed. Never NULL for a valid stack. Cost: the players', and copying what they gave. */
SINEW_API const sinew_stack_step *sinew_stack_advance(sinew_stack *stack, double dt);

/* The stack's model (NULL with rigs), and the holds that a pose of it needs room for. */
SINEW_API const sinew_model *sinew_stack_model(const sinew_stack *stack);
SINEW_API uint32_t sinew_stack_hold_count(const sinew_stack *stack);

#ifdef __cplusplus
}
#endif
#endif
