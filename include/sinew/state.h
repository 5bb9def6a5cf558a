/* sinew/state.h: a player's state as bytes: saved, restored, compared. For saves of a game, rollback, replays and
   reports of faults.

   The bytes are the same on every machine: little-endian, field by field, without pointers, with a version, a
   fingerprint of the graph and a checksum. They hold all that decides what plays: parameters, glides, triggers, clocks,
   states, fades, requests, time. Not in them: numbers of the host that are bound to floats (they stay bound), what the
   last step shows, and what a pose holds of interrupted fades (sinew_pose_save_holds). */
#ifndef SINEW_STATE_H
#define SINEW_STATE_H

#include "player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that sinew_state_save needs for this player as it stands; 0 for NULL. Cost: as saving. */
SINEW_API size_t sinew_state_size(const sinew_player *player);
/* Bytes that are enough for any player of the binding at any time; 0 for NULL. Cost: O(layers + parameters). */
SINEW_API size_t sinew_state_bound(const sinew_binding *binding);
/* Writes the state. Shape: buffer[capacity]. Returns the bytes written; 0, and the buffer's content is then undefined,
   where they do not fit or an argument is NULL. Allocates nothing. Cost: O(parameters + what plays). */
SINEW_API size_t sinew_state_save(const sinew_player *player, void *buffer, size_t capacity);

/* Puts a player into a saved state: from here on it advances as the saved one did, bit by bit, under the same inputs.
   The player's binding must be of the same graph, and of clips that loop, hold, have no length or tell windows as those
   did; their lengths may differ, since positions are kept as shares, and windows may lie elsewhere as long as those
   that were open still would be. The bytes need not be trusted: all of them are checked before anything changes. Works
   in the step's memory, but leaves what the step shows. Shape: bytes[size], all of them: a byte more or less is
   refused. Errors: ARGUMENT (a null pointer), INPUT (no state, another version or graph, cut, changed, or what no
   player can be in: see log); the player is then unchanged. Allocates nothing but the log's findings. */
SINEW_API sinew_result sinew_state_restore(sinew_player *player, const void *bytes, size_t size, sinew_log *log);

#ifdef __cplusplus
}
#endif
#endif
