/* What a crowd is inside.

   Memory, one block: sinew_crowd | slots | bits of who is there | players | what each keeps for cut fades |
                      palettes of half-rate views | for each worker: a step and a pose

   Invariant: players lie one after another; a player's step is that of the worker that advances it, and of worker 0
   between updates. A pose is a worker's: what a character keeps is put into it for as long as it is worked on. */
#ifndef SNW_CROWD_H
#define SNW_CROWD_H

#include "sinew/crowd.h"

#include "bind/layout.h"
#include "pose/lend.h"

/* How a character is seen, and where its half-rate pictures stand. */
typedef struct snw_slot {
    sinew_crowd_view view;
    uint32_t pictures; /* made since the view began, at most 2 */
    uint32_t newest;   /* of the two */
} snw_slot;

typedef struct snw_worker {
    sinew_step *step;
    sinew_pose *pose;
} snw_worker;

struct sinew_crowd {
    sinew_allocator allocator;
    void *block;  /* to give back, where it was created */
    size_t owned; /* its bytes; 0: placed */
    const sinew_binding *binding;
    sinew_jobs jobs;
    uint32_t capacity, count;
    uint32_t worker_count;
    snw_slot *slots;
    uint32_t *there;     /* bits */
    uint32_t full_words; /* at least so many words of them, from the first, have all bits */
    char *players;
    size_t player_bytes;
    char *holds; /* NULL: none are kept */
    size_t hold_bytes;
    float *pictures; /* two a character, or NULL */
    size_t picture_floats;
    snw_worker *workers;
    uint64_t tick;
};

static inline bool snw_crowd_has(const sinew_crowd *crowd, uint32_t character) {
    return character < crowd->capacity && snw_bit(crowd->there, character);
}

static inline sinew_player *snw_crowd_player(const sinew_crowd *crowd, uint32_t character) {
    return (sinew_player *)(void *)(crowd->players + character * crowd->player_bytes);
}

static inline float *snw_crowd_picture(const sinew_crowd *crowd, uint32_t character, uint32_t which) {
    return crowd->pictures + (2 * (size_t)character + which) * crowd->picture_floats;
}

#endif
