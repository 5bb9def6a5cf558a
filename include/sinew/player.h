/* sinew/player.h: one character's state: set parameters, advance, read what it plays. */
#ifndef SINEW_PLAYER_H
#define SINEW_PLAYER_H

#include "bind.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_player sinew_player;

/* What one advance brought. Lives in the step's memory until the next advance that uses it; not state,
   so players of one thread may share one. */
typedef struct sinew_step {
    sinew_result result;  /* RANGE: dt was refused and nothing changed; the samples are those that stand */
    const sinew_binding *binding;
    double time;          /* the player's own, seconds, at the end of the advance */
    double dt;            /* what it advanced by */
    const sinew_sample *samples;
    uint32_t sample_count;
    const sinew_layer_row *layers;
    uint32_t layer_count;
    const sinew_signal *signals; /* in order of time, then layer */
    uint32_t signal_count;
    uint32_t held_back;          /* times a transition was ready but the limits of a moment or an advance kept it */
} sinew_step;

/* A player in one block of its own, with a step of its own.
   Owns: the caller; end it with sinew_player_destroy. Errors: NULL when memory runs out. */
SINEW_API sinew_player *sinew_player_create(const sinew_binding *binding);
SINEW_API void sinew_player_destroy(sinew_player *player);

/* The same in the caller's memory: `memory` of sinew_binding_player_size bytes, `step` of
   sinew_binding_step_size bytes made by sinew_step_init, both aligned to 16. The block holds no pointers but
   those to binding, step and host numbers, so it may be copied with memcpy to another such block.
   Errors: NULL when a size or alignment is wrong. */
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
/* Moves a float towards `goal` by at most `rate` (>= 0) a second; a set ends it. */
SINEW_API sinew_result sinew_player_move_float(sinew_player *player, uint32_t parameter, float goal, float rate);
/* Reads a float from *number, or from read(user), at the start of each advance; all NULL unbinds it. What may
   not be set keeps the old value. */
SINEW_API sinew_result sinew_player_bind_float(sinew_player *player, uint32_t parameter, const float *number,
                                               float (*read)(void *user), void *user);
/* Any parameter as a number: a bool or trigger is 0 or 1. Errors: NOT_FOUND; *value is then untouched. */
SINEW_API sinew_result sinew_player_get(const sinew_player *player, uint32_t parameter, double *value);
SINEW_API float sinew_player_get_float(const sinew_player *player, uint32_t parameter); /* 0 if there is none */
SINEW_API int32_t sinew_player_get_int(const sinew_player *player, uint32_t parameter);
SINEW_API bool sinew_player_get_bool(const sinew_player *player, uint32_t parameter);   /* also: a trigger is set */

/* ---- by name: the same, with a look-up -----------------------------------------------------
   Errors: as by index; NOT_FOUND also for a null name. Cost: that of sinew_binding_find_parameter more. */
SINEW_API sinew_result sinew_player_set_float_named(sinew_player *player, const char *name, float value);
SINEW_API sinew_result sinew_player_set_int_named(sinew_player *player, const char *name, int32_t value);
SINEW_API sinew_result sinew_player_set_bool_named(sinew_player *player, const char *name, bool value);
SINEW_API sinew_result sinew_player_fire_named(sinew_player *player, const char *name);

/* Clamped to 0..1. Errors: NOT_FOUND, RANGE (not finite), REFUSED where a parameter drives it. */
SINEW_API sinew_result sinew_player_set_layer_weight(sinew_player *player, uint32_t layer, float weight);

/* ---- time ----------------------------------------------------------------------------------
   dt: seconds, finite, 0 to a million. Allocates nothing. Never NULL for a valid player.
   Cost: O(layers × (playing clips + transitions looked at)); at most 64 transitions a layer. */
SINEW_API const sinew_step *sinew_player_advance(sinew_player *player, double dt);

/* Why each transition did or did not go, as of the last moment of an advance at which it was looked at. */
typedef enum sinew_verdict_kind {
    SINEW_VERDICT_NOT_LOOKED_AT = 0, /* its state was not current, or the player stood still */
    SINEW_VERDICT_WENT,
    SINEW_VERDICT_CONDITION,         /* `condition` failed; `value` is the parameter's, `wanted` the other side */
    SINEW_VERDICT_TRIGGER_USED,      /* `condition`'s trigger was set, but used in this layer in this advance */
    SINEW_VERDICT_EXIT,              /* waits: `value` is the progress, `wanted` the exit */
    SINEW_VERDICT_REQUEST,           /* waits for the <exit> of its sub-machine */
    SINEW_VERDICT_NEVER,             /* no condition, no exit, and its state loops */
    SINEW_VERDICT_HIDDEN,            /* ready, but `by` went first */
    SINEW_VERDICT_INTERRUPT,         /* the running fade may not be cut by it */
    SINEW_VERDICT_SELF,              /* would re-enter its own state */
    SINEW_VERDICT_DISABLED,
    SINEW_VERDICT_LIMIT              /* ready, but the moment's or the advance's transitions are used up, or its
                                        state was left at this moment */
} sinew_verdict_kind;

typedef struct sinew_verdict {
    uint16_t kind;       /* a sinew_verdict_kind */
    uint16_t condition;
    uint32_t by;
    float at;            /* seconds from the start of the advance */
    float value, wanted;
} sinew_verdict;

/* As advance, and fills verdicts[count], one for each of the binding's transitions (count at least
   sinew_binding_transition_count, else ARGUMENT in the step and nothing advances). */
SINEW_API const sinew_step *sinew_player_advance_explained(sinew_player *player, double dt, sinew_verdict *verdicts,
                                                           uint32_t count);

/* Advances in fixed steps of 1/60 s up to `time` (seconds, on the caller's clock), so that the result follows
   time and parameters, not the frame rate. The first call, and a gap over 0.25 s, only move the clock: gliding
   parameters settle and the samples are those that stand. Counts as one advance for the limit of 64. */
SINEW_API const sinew_step *sinew_player_update_to(sinew_player *player, double time);

/* ---- direct control: done at the start of the next advance; the last asked for in a layer counts.
   state: the binding's index. Errors: NOT_FOUND, RANGE; nothing then changes. */
SINEW_API sinew_result sinew_player_travel(sinew_player *player, uint32_t layer, uint32_t state);
SINEW_API sinew_result sinew_player_crossfade(sinew_player *player, uint32_t layer, uint32_t state, double seconds);
SINEW_API sinew_result sinew_player_play(sinew_player *player, uint32_t layer, uint32_t state, double progress);
SINEW_API void sinew_player_pause(sinew_player *player);
SINEW_API void sinew_player_resume(sinew_player *player);
SINEW_API bool sinew_player_paused(const sinew_player *player);
/* Lets the graph go: its states exit at the next advance and nothing of it plays. */
SINEW_API void sinew_player_release(sinew_player *player);
/* Starts the graph afresh from its defaults, also after a release. */
SINEW_API void sinew_player_attach(sinew_player *player);

/* Moves what `from` plays to a player of another binding (after the graph or model changed): states, times,
   fades and parameters are kept by name; what could not be is said in `log`. Both stay valid.
   Errors: ARGUMENT (a null player); `to` is then unchanged. What was not kept is a warning, not an error. */
SINEW_API sinew_result sinew_player_rebind(const sinew_player *from, sinew_player *to, sinew_log *log);

/* ---- what it plays ------------------------------------------------------------------------- */

SINEW_API double sinew_player_time(const sinew_player *player);
/* The current state, innermost; SINEW_NONE after a release. */
SINEW_API uint32_t sinew_player_state(const sinew_player *player, uint32_t layer);
SINEW_API float sinew_player_layer_weight(const sinew_player *player, uint32_t layer);

typedef struct sinew_state_info {
    uint32_t state;
    double progress;        /* lengths played */
    double time, length;    /* seconds; of what it plays at its current weights, at its own speed 1 */
    double rate;            /* lengths a second, signed */
    uint32_t heaviest_clip; /* the rig's index, or SINEW_NONE */
    bool looping;
} sinew_state_info;
SINEW_API bool sinew_player_state_info(const sinew_player *player, uint32_t layer, sinew_state_info *info);

typedef struct sinew_fade_info {
    uint32_t from;       /* SINEW_NONE: what an interruption left (held or live) */
    uint32_t to;
    double t;            /* 0 to 1, before the curve */
    double duration, remaining; /* seconds */
    uint32_t transition; /* of the binding, or SINEW_NONE (travel, crossfade) */
} sinew_fade_info;
/* The fade of the layer's outermost machine; false if none runs. */
SINEW_API bool sinew_player_fade(const sinew_player *player, uint32_t layer, sinew_fade_info *info);

/* FNV-1a over the state part of the block: the same for the same history on every machine. */
SINEW_API uint64_t sinew_player_hash(const sinew_player *player);

#ifdef __cplusplus
}
#endif
#endif
