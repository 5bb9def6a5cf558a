/* What the parts of tracks share: a track in time, what is asked of it, what it gives out.
   Invariant: everything works on one track of one player (a snw_track), and nothing here is told to the graph. */
#ifndef SNW_TRACK_H
#define SNW_TRACK_H

#include "advance/clock.h"
#include "bind/layout.h"
#include "sinew/tracks.h"

/* ---- track.c: in time ---- */

static inline bool snw_track_plays(const snw_track *track) { return track->plays[0].what.clip != SINEW_NONE; }
static inline bool snw_track_fading(const snw_track *track) { return track->head->duration > 0; }

/* Seconds of its clip; 0 for none. */
double snw_track_length(const snw_track *track, const snw_track_play *play);
/* Signed lengths a second. */
double snw_track_rate(const snw_track *track, const snw_track_play *play);
/* The last pass of a counted clip plays once: it holds its end. */
snw_cycle snw_track_cycle(const snw_track *track, const snw_track_play *play);
/* Has played out at `end`; 0: plays for ever. */
void snw_track_set_end(const snw_track *track, snw_track_play *play, int64_t end);
/* Frees both plays and the queue, and ends the fade. */
void snw_track_clear(const snw_track *track);
/* The row takes the entry's mask and blend mode; NULL: none. */
void snw_track_show(const snw_track *track, const snw_track_entry *entry);
void snw_track_clear_queue(const snw_track *track);
void snw_track_note_before(const snw_track *track);
void snw_track_advance(const snw_track *track, double dt);

/* ---- track_control.c ---- */

void snw_track_do_wish(const snw_track *track);
/* Mixes to an entry, or to nothing (NULL), in `mix` seconds. (track.c) */
void snw_track_begin(const snw_track *track, const snw_track_entry *entry, double mix);
/* The fade of an entry that comes in; of what plays where it lets go. */
double snw_track_mix_in(const snw_track *track, const snw_track_entry *entry);
double snw_track_mix_out(const snw_track *track);

/* ---- track_events.c ---- */

/* A clip, or another pass of it, has begun at this moment; what is current goes; a piece of time, before the clocks
 * move. */
void snw_track_events_begin(const snw_track *track);
void snw_track_events_leave(const snw_track *track);
void snw_track_events_piece(const snw_track *track, double seconds);
uint32_t snw_track_events_open(const snw_track *track, sinew_open_window *out, uint32_t capacity);

/* ---- track_emit.c ---- */

void snw_track_emit(const snw_track *track);
/* What its row weighs just now. */
double snw_track_weight(const snw_track *track);

/* ---- track_rebind.c ---- */

void snw_tracks_start(sinew_player *player);
void snw_tracks_keep(const sinew_player *from, sinew_player *to, sinew_log *log);
/* Whether the tracks of two bindings mean the same by the same bits. */
bool snw_tracks_same(const sinew_binding *a, const sinew_binding *b);

#endif
