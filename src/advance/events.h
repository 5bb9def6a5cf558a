/* Events: which clips are heard, what they tell in a piece of time, which windows are open.
   Invariant: a window's bit is set in its play from the moment it has been told to open until it has been told to
   close; whatever frees a play or starts a layer afresh goes through here. */
#ifndef SNW_EVENTS_H
#define SNW_EVENTS_H

#include "advance/walk.h"

/* ---- path.c: a clock over a piece, as positions that only go up ---- */

/* Passes are lengths played: the first is the one in which the piece starts. Within a pass `from` and `to` run from 0
   to 1 in the direction of play; where two passes meet, it is the start of the later one. */
typedef struct snw_path {
    double from, to;
    uint64_t passes; /* begun after the first */
    bool ascends;    /* the clip's time goes up in the first pass */
    bool folds;      /* and the other way in each one after it */
} snw_path;

snw_path snw_path_of(const snw_clock *before, const snw_clock *after, snw_cycle cycle, bool backwards);
static inline bool snw_path_ascends(const snw_path *path, uint64_t pass) {
    return path->folds && (pass & 1) ? !path->ascends : path->ascends;
}

/* A position this close to where a piece starts or ends lies there. */
#define SNW_NEAR 5e-10

/* A mark as it lies in a pass, in the direction of play: a point at `from`; a window opens there and closes at `to`. */
typedef struct snw_stretch {
    double from, to;
} snw_stretch;

snw_stretch snw_stretch_of(const snw_mark *mark, bool ascends);
/* Whether the piece starts inside the window. */
bool snw_path_starts_in(const snw_path *path, snw_stretch window);
/* Whether a clock stands in a window, so that it may be open; at a wrap it stands on either side. */
bool snw_mark_holds(const snw_mark *mark, const snw_clock *clock, snw_cycle cycle);
/* Whether a pass brings a point at this position. */
bool snw_path_meets(const snw_path *path, uint64_t pass, double at);
/* Whether a pass opens a window that is closed, and closes one that is open. */
bool snw_path_opens(const snw_path *path, uint64_t pass, snw_stretch window);
bool snw_path_closes(const snw_path *path, uint64_t pass, snw_stretch window);

/* ---- told.c: the events of an advance ---- */

enum { SNW_RANK_END, SNW_RANK_PASS_END, SNW_RANK_REST };

void snw_told_clear(snw_work *work, uint32_t rows);
void snw_told_add(const snw_lane *lane, const snw_told *told);
/* Before a piece that brings `single` events and `whole` more in passes that lie in it: drops what is older, if it
   must. Returns how many of `whole` there is room for. */
double snw_told_make_room(const snw_lane *lane, double single, double whole);
void snw_told_drop(snw_work *work, double count);
/* Puts everything in order and into the step. */
void snw_told_finish(sinew_player *player);

/* ---- events.c ---- */

/* An advance of the layer, or one fixed step of several; the first of them tells that what was dropped closes. */
void snw_events_begin(const snw_lane *lane, bool first);
/* After something happened at this moment: what was entered tells its start, what is heard opens its windows, what is
   not heard any more closes them. */
void snw_events_settle(const snw_lane *lane);
/* What the piece that was walked last tells; before the clocks move. */
void snw_events_piece(const snw_lane *lane, double seconds);
/* Closes the windows of a play that goes. */
void snw_events_leave(const snw_lane *lane, uint32_t play);
/* Before all plays are freed at a fresh start: what is open is told to close at the next advance. */
void snw_events_drop(const snw_lane *lane);
/* Fills out[capacity]; returns how many windows are open. */
uint32_t snw_events_open(const snw_lane *lane, sinew_open_window *out, uint32_t capacity);

#endif
