/* sinew/player.h: one character's state: set parameters, advance, read what it plays.

   A player with its step is one thread's at a time, for reading too (sinew_player_state_info works in the step's
   memory). The binding is only read, so players on any number of threads may share it. */
#ifndef SINEW_PLAYER_H
#define SINEW_PLAYER_H

#include "bind.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_player sinew_player;

/* What one advance brought. Lives in the step's memory until the next advance that uses it; not state, so players of
   one thread may share one, if each is read before the next advances. Owns: the lists are the step's. */
typedef struct sinew_step {
    sinew_result result; /* RANGE: dt was refused and nothing changed; the samples are those that stand */
    const sinew_binding *binding;
    double time; /* the player's own, seconds, at the end of the advance */
    double dt;   /* what it advanced by */
    const sinew_sample *samples;
    uint32_t sample_count;
    const sinew_layer_row *layers;
    uint32_t layer_count;
    const sinew_signal *signals; /* in order of time, then layer */
    uint32_t signal_count;
    const sinew_event *events; /* in order of time, then layer */
    uint32_t event_count;
    uint32_t events_dropped; /* of whole loops, where a long frame brought more than there is room for */
    sinew_root_step root;    /* what it moved the character by */
    /* How often a transition was ready, but the limits of a moment (transitionsPerMoment, no way back into a state that
       was left in it) or of an advance (64 a layer) kept it for later. While it is 0 and parameters stand still, the
       timeline does not depend on how time is cut into advances. */
    uint32_t held_back;
} sinew_step;

/* A player in one block of its own, with a step of its own.
   Owns: the caller; end it with sinew_player_destroy. The binding must outlive it.
   Errors: NULL when memory runs out. */
SINEW_API sinew_player *sinew_player_create(const sinew_binding *binding);
/* NULL, and a player that was placed by sinew_player_init or is a copy, are fine: nothing happens. */
SINEW_API void sinew_player_destroy(sinew_player *player);

/* The same in the caller's memory: `memory` of sinew_binding_player_size bytes, `step` of
   sinew_binding_step_size bytes made by sinew_step_init for the same binding, both aligned to 16. The block holds no
   pointers but those to binding, step and host numbers, so it may be copied with memcpy to another such block; the
   copy then uses the same step.
   Owns: the caller, who frees the memory. Errors: NULL when a size, an alignment or the step's binding is wrong. */
SINEW_API sinew_player *sinew_player_init(void *memory, size_t size, const sinew_binding *binding, sinew_step *step);
SINEW_API sinew_step *sinew_step_init(void *memory, size_t size, const sinew_binding *binding);

/* The binding it was made for; never NULL for a valid player. */
SINEW_API const sinew_binding *sinew_player_binding(const sinew_player *player);

/* ---- parameters: by index ------------------------------------------------------------------
   Errors: NOT_FOUND, TYPE, RANGE (not finite; or some clip would then play more than a million lengths a
   second); the old value and everything else then stand. Cost: O(1), plus the states whose speed it drives. */
SINEW_API sinew_result sinew_player_set_float(sinew_player *player, uint32_t parameter, float value);
SINEW_API sinew_result sinew_player_set_int(sinew_player *player, uint32_t parameter, int32_t value);
SINEW_API sinew_result sinew_player_set_bool(sinew_player *player, uint32_t parameter, bool value);
SINEW_API sinew_result sinew_player_fire(sinew_player *player, uint32_t trigger);
/* Moves a float towards `goal` by at most `rate` (>= 0) a second, at the start of each advance; a set ends it, and so
   does a rate of 0. */
SINEW_API sinew_result sinew_player_move_float(sinew_player *player, uint32_t parameter, float goal, float rate);
/* Reads a float from *number, or from read(user), at the start of each advance, on the thread that advances; all NULL
   unbinds it. A value that may not be set leaves the old one. Owns: the caller; what is bound must live as long. */
SINEW_API sinew_result sinew_player_bind_float(sinew_player *player, uint32_t parameter, const float *number,
                                               float (*read)(void *user), void *user);
/* Any parameter as a number: a bool or trigger is 0 or 1. Errors: NOT_FOUND; *value is then untouched. */
SINEW_API sinew_result sinew_player_get(const sinew_player *player, uint32_t parameter, double *value);
SINEW_API float sinew_player_get_float(const sinew_player *player, uint32_t parameter); /* 0 if there is none */
SINEW_API int32_t sinew_player_get_int(const sinew_player *player, uint32_t parameter);
SINEW_API bool sinew_player_get_bool(const sinew_player *player, uint32_t parameter); /* also: a trigger is set */

/* ---- by name: the same, with a look-up -----------------------------------------------------
   Errors: as by index; NOT_FOUND also for a null name. Cost: that of sinew_binding_find_parameter more. */
SINEW_API sinew_result sinew_player_set_float_named(sinew_player *player, const char *name, float value);
SINEW_API sinew_result sinew_player_set_int_named(sinew_player *player, const char *name, int32_t value);
SINEW_API sinew_result sinew_player_set_bool_named(sinew_player *player, const char *name, bool value);
SINEW_API sinew_result sinew_player_fire_named(sinew_player *player, const char *name);

/* Clamped to 0..1. Errors: NOT_FOUND, RANGE (not finite), REFUSED where a parameter drives it. */
SINEW_API sinew_result sinew_player_set_layer_weight(sinew_player *player, uint32_t layer, float weight);

/* ---- time ----------------------------------------------------------------------------------
   dt: seconds, finite, 0 to a million (else RANGE in the step). While paused nothing moves, and the samples are those
   that stand. Allocates nothing. Never NULL for a valid player. Owns: the step; valid until the next advance with it.
   Cost: O(layers × (playing clips + transitions looked at)); at most 64 transitions a layer. */
SINEW_API const sinew_step *sinew_player_advance(sinew_player *player, double dt);

/* Why each transition did or did not go: as of the last moment of the advance at which it was looked at, but what went
   in this advance stays said. Of several looks at one moment the first counts, unless a later one finds it ready. */
typedef enum sinew_verdict_kind {
    SINEW_VERDICT_NOT_LOOKED_AT = 0, /* its state was not current, or the player stood still */
    SINEW_VERDICT_WENT,
    SINEW_VERDICT_CONDITION,    /* `condition` failed; `value` is the parameter's, `wanted` the other side */
    SINEW_VERDICT_TRIGGER_USED, /* `condition`'s trigger was set, but used in this layer in this advance */
    SINEW_VERDICT_EXIT,         /* waits: `value` is the progress, `wanted` the exit */
    SINEW_VERDICT_REQUEST,      /* waits for the <exit> of its sub-machine */
    SINEW_VERDICT_NEVER,        /* no condition, no exit, and its state loops */
    SINEW_VERDICT_HIDDEN,       /* ready, but `by` went first */
    SINEW_VERDICT_INTERRUPT,    /* the running fade may not be cut by it */
    SINEW_VERDICT_SELF,         /* would re-enter its own state */
    SINEW_VERDICT_DISABLED,
    SINEW_VERDICT_LIMIT /* ready, but the moment's or the advance's transitions are used up, or its
                           state was left at this moment */
} sinew_verdict_kind;

typedef struct sinew_verdict {
    uint16_t kind;       /* a sinew_verdict_kind */
    uint16_t condition;  /* CONDITION, TRIGGER_USED: its place in the transition's list */
    uint32_t by;         /* HIDDEN: the binding's transition that went; else SINEW_NONE */
    float at;            /* seconds from the start of the advance */
    float value, wanted; /* CONDITION, TRIGGER_USED, EXIT: what is, and what it is compared with */
} sinew_verdict;

/* As advance, and fills verdicts[count], one for each of the binding's transitions (count at least
   sinew_binding_transition_count, else ARGUMENT in the step and nothing advances). What plays is the same as without.
   Cost: all transitions of a current state are looked at, not only those up to the one that goes. */
SINEW_API const sinew_step *sinew_player_advance_explained(sinew_player *player, double dt, sinew_verdict *verdicts,
                                                           uint32_t count);

/* Advances in fixed steps of 1/60 s up to `time` (seconds, on the caller's clock), so that the result follows
   time and parameters, not the frame rate. The first call, and a gap over 0.25 s, only move the clock: gliding
   parameters settle and the samples are those that stand. So does time that goes back by more than a step. Counts as
   one advance for the limit of 64; step->dt is what was played. Errors: RANGE in the step (time not finite). */
SINEW_API const sinew_step *sinew_player_update_to(sinew_player *player, double time);

/* ---- direct control: done at the start of the next advance; the last asked for in a layer counts.
   state: the binding's index; seconds: 0 to a million; progress: 0 to a thousand million, in lengths.
   Errors: ARGUMENT, NOT_FOUND (also a state of another layer), RANGE, REFUSED (after a release); nothing then changes.
   travel: fades there in the time of the two clips' pair. */
SINEW_API sinew_result sinew_player_travel(sinew_player *player, uint32_t layer, uint32_t state);
/* Fades there in `seconds`. Errors: as travel. */
SINEW_API sinew_result sinew_player_crossfade(sinew_player *player, uint32_t layer, uint32_t state, double seconds);
/* Cuts there. Errors: as travel. */
SINEW_API sinew_result sinew_player_play(sinew_player *player, uint32_t layer, uint32_t state, double progress);
/* Stops every clock of the player: advances play nothing, start nothing and glide nothing. */
SINEW_API void sinew_player_pause(sinew_player *player);
SINEW_API void sinew_player_resume(sinew_player *player);
SINEW_API bool sinew_player_paused(const sinew_player *player);
/* Lets the graph go: its states exit at the next advance and nothing of it plays. */
SINEW_API void sinew_player_release(sinew_player *player);
/* Starts the graph afresh from its defaults, also after a release. The player's time goes on and bound floats stay
   bound. What it cuts is not told to have exited: release and advance first where that matters. Windows that were open
   are told to close at the next advance. */
SINEW_API void sinew_player_attach(sinew_player *player);

/* Moves what `from` plays to a player of another binding (after the graph or model changed): states, times,
   fades and parameters are kept by name; what could not be is said in `log`. Both stay valid. Windows do not go over:
   `to` opens those that it stands in at its next advance, sinew_player_close_windows(from) tells that its own close,
   and what was open in the layers of `to` itself is told to close at its next advance (in its tracks: close them
   before). Errors: ARGUMENT (a null player); `to` is then unchanged. What was not kept is a warning, not an error. */
SINEW_API sinew_result sinew_player_rebind(const sinew_player *from, sinew_player *to, sinew_log *log);

/* ---- what it plays ------------------------------------------------------------------------- */

/* Seconds advanced so far. */
SINEW_API double sinew_player_time(const sinew_player *player);
/* The current state, innermost; SINEW_NONE after a release. */
SINEW_API uint32_t sinew_player_state(const sinew_player *player, uint32_t layer);
/* 0 to 1, as set or as its parameter says. */
SINEW_API float sinew_player_layer_weight(const sinew_player *player, uint32_t layer);

typedef struct sinew_state_info {
    uint32_t state;
    double progress;        /* lengths played */
    double time, length;    /* seconds; of what it plays at its current weights, at its own speed 1 */
    double rate;            /* lengths a second, signed */
    uint32_t heaviest_clip; /* the rig's index, or SINEW_NONE */
    bool looping;
} sinew_state_info;
/* The current state, innermost. False, and *info untouched, after a release or without such a layer. Works in the
   step's memory, but leaves what the step shows. */
SINEW_API bool sinew_player_state_info(const sinew_player *player, uint32_t layer, sinew_state_info *info);

typedef struct sinew_fade_info {
    uint32_t from; /* SINEW_NONE: what an interruption left (held or live) */
    uint32_t to;
    double t;                   /* 0 to 1, before the curve */
    double duration, remaining; /* seconds */
    uint32_t transition;        /* of the binding, or SINEW_NONE (travel, crossfade) */
} sinew_fade_info;
/* The fade of the layer's outermost machine; false, and *info untouched, if none runs. */
SINEW_API bool sinew_player_fade(const sinew_player *player, uint32_t layer, sinew_fade_info *info);

/* A window of a clip's events that is open: told to begin, and not yet to end. What an attach or a rebind has replaced
   is open no more, though its end is told only by the next advance that moves. */
typedef struct sinew_open_window {
    uint32_t layer;
    uint32_t state; /* that plays the clip, or SINEW_NONE for a track */
    uint32_t clip;  /* the rig's: sinew_binding_event gives the window's kind, name and payload */
    uint32_t event;
} sinew_open_window;
/* Windows that are open, layer by layer. Shape: out[capacity], which may be NULL. Returns how many there are: may be
   more than `capacity`. Cost: O(states that play × their events). */
SINEW_API uint32_t sinew_player_open_windows(const sinew_player *player, sinew_open_window *out, uint32_t capacity);

/* Closes every window that is open, and tells so: the step has their ends, at 0 and with weight 0, beside the samples
   that stand. For a player that goes, or that has been rebound to another: see sinew_player_rebind. One that plays on
   opens again what it stands in. Never NULL for a valid player. Owns: the step; valid until the next advance with it.
 */
SINEW_API const sinew_step *sinew_player_close_windows(sinew_player *player);

/* FNV-1a over the bytes that sinew_state_save would write of what plays: the same for the same history on every
   machine, of either byte order, and the same after a restore. Cost: O(parameters + what plays). */
SINEW_API uint64_t sinew_player_hash(const sinew_player *player);

#ifdef __cplusplus
}
#endif
#endif
