/* A player's state as bytes, block by block: one function writes a block, one reads it.

   The bytes:  in a seal (base/bytes.h) with the graph's hash and the binding's shape:
               head | parameters | lanes that drive them, of each row | layers: head, then the tree of what runs and
               plays | tracks
   Invariant: what is read is written again as the same bytes, and what is written is read. */
#ifndef SNW_STATE_H
#define SNW_STATE_H

#include "advance/advance.h"
#include "base/bytes.h"

enum { SNW_STATE_VERSION = 1 };

/* Counts of loops and lengths beyond this are refused: an advance adds at most 1e12, and 64 bits must hold the sum. */
#define SNW_STATE_MOST ((int64_t)1 << 61)

/* ---- state_write.c ---- */

/* All blocks, without what stands before and after them. */
void snw_state_write(snw_writer *writer, const sinew_player *player);

/* ---- state_read.c ---- */

/* The same into a player that is not in use, whatever it held. False, with reader->fault, for what no player of its
   binding can be in. */
bool snw_state_read(snw_reader *reader, sinew_player *player);

/* ---- track_state.c: the same for tracks ---- */

void snw_tracks_write(snw_writer *writer, const sinew_player *player);
void snw_tracks_read(snw_reader *reader, sinew_player *player);
size_t snw_tracks_bound(const sinew_binding *binding);

/* ---- a play: where it stands ---- */

enum {
    SNW_PLAY_EVEN = 1, /* progress is the phase */
    SNW_PLAY_WHOLE = 2 /* the lengths played are the loops */
};

/* ---- a run ---- */

enum {
    SNW_RUN_SOURCE = 7, /* a snw_source */
    SNW_RUN_SMOOTH = 8,
    SNW_RUN_REQUEST = 16,
    SNW_RUN_MATCH = 32, /* what is left and what is faded to are kept in step */
    SNW_RUN_ENDED = 64  /* nothing is current: released */
};

#endif
