/* sinew/crowd.h: many characters of one binding, advanced and posed in one call, on the caller's threads or on a small
   pool of our own.

   What a character plays does not depend on how many there are, on threads or on what is seen of them: states, events
   and root motion are those of sinew_player_advance, bit by bit. A character that is not seen costs its advance alone;
   of one that is far away less may be posed. Nothing here allocates but making a crowd or a pool. */
#ifndef SINEW_CROWD_H
#define SINEW_CROWD_H

#include "palette.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a crowd -------------------------------------------------------------------------------- */

typedef struct sinew_crowd sinew_crowd;

typedef struct sinew_crowd_desc {
    const sinew_binding *binding; /* with a model */
    uint32_t capacity;            /* characters at most: 1 to a million */
    sinew_jobs jobs;
    /* Fades that are cut show their target alone: saves what each character keeps for them, per layer some 230 bytes a
       joint. */
    bool no_holds;
    bool half_rate;                   /* room for views at half rate: two palettes of the largest skin a character */
    const sinew_allocator *allocator; /* NULL: malloc */
} sinew_crowd_desc;

/* Bytes that a crowd takes, for sinew_crowd_init; 0 where the desc is wrong. Cost: O(1). */
SINEW_API size_t sinew_crowd_size(const sinew_crowd_desc *desc);
/* Owns: the caller; end it with sinew_crowd_destroy. The binding, and what the jobs run on, must outlive it.
   Errors: NULL when memory runs out, without a binding with a model, and where a number is out of range. */
SINEW_API sinew_crowd *sinew_crowd_create(const sinew_crowd_desc *desc);
/* The same in the caller's memory, aligned to 16; the desc's allocator is not used. Errors: NULL as above, and where
   size is below sinew_crowd_size. */
SINEW_API sinew_crowd *sinew_crowd_init(void *memory, size_t size, const sinew_crowd_desc *desc);
/* NULL, and a crowd that was placed by sinew_crowd_init, are fine: nothing happens. */
SINEW_API void sinew_crowd_destroy(sinew_crowd *crowd);

/* ---- characters ----------------------------------------------------------------------------- */

/* A new one at the start of the graph, not seen. Returns its number, below the capacity: the lowest that is free; or
   SINEW_NONE when the crowd is full. Cost: O(player) and O(capacity / 32). */
SINEW_API uint32_t sinew_crowd_add(sinew_crowd *crowd);
/* Errors: NOT_FOUND. */
SINEW_API sinew_result sinew_crowd_remove(sinew_crowd *crowd, uint32_t character);
SINEW_API uint32_t sinew_crowd_count(const sinew_crowd *crowd);
/* To set parameters, to ask, to save. It may be advanced by sinew_crowd_update alone. NULL if there is none. Owns: the
   crowd. */
SINEW_API sinew_player *sinew_crowd_player(sinew_crowd *crowd, uint32_t character);

/* How a character is seen. Zeroed: not at all. */
typedef struct sinew_crowd_view {
    float *palette; /* where the matrices of `skin` go, 12 floats each, as sinew_palette_3x4; NULL: not seen */
    uint32_t skin;
    /* Level of detail: at least so many joints move, from the root down (they are breadth first; whole groups of 16);
       those below keep their rest pose and follow. 0: all of them. */
    uint32_t joints;
    /* Posed at every other update, of the characters about half at each; shown between, half way from the last to the
       new one, an update late. */
    bool half_rate;
    bool stream; /* writes past the cache: for crowds whose palettes are larger than it */
} sinew_crowd_view;

/* Owns: the palette is the caller's and must stand while the character is seen. Errors: NOT_FOUND (character, skin),
   REFUSED (half rate without room for it: see the desc); the old view then stands. NULL: not seen. */
SINEW_API sinew_result sinew_crowd_set_view(sinew_crowd *crowd, uint32_t character, const sinew_crowd_view *view);

/* Called while a crowd is updated, on the threads that work, for different characters at the same time; each may be
   NULL. They may neither add nor remove characters nor set views. */
typedef struct sinew_crowd_hooks {
    /* After a character's advance: its events, signals, samples, root motion. The step stands until this returns. */
    void (*stepped)(void *user, uint32_t character, const sinew_step *step);
    /* After its pose was made, before the palette: to look up, aim, lock feet. The pose stands until this returns. */
    void (*posed)(void *user, uint32_t character, sinew_pose *pose);
    void *user;
} sinew_crowd_hooks;

/* Advances every character by dt and poses those that are seen. hooks: NULL for none.
   Errors: RANGE (dt, as sinew_player_advance): nothing has changed. Allocates nothing.
   Cost: that of advance, of apply and of the palette for each, over the workers. */
SINEW_API sinew_result sinew_crowd_update(sinew_crowd *crowd, double dt, const sinew_crowd_hooks *hooks);

#ifdef __cplusplus
}
#endif
#endif
