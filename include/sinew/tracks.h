/* sinew/tracks.h: players that code drives itself, clip by clip: above a graph's layers, or without a graph.

   A track is a layer whose states are the clips it is asked to play. Going from one to the next is a fade (a mix) that
   may always be cut; a clip that has played out lets go with its mix, so that what lies below shows. The number of
   tracks is chosen at bind (sinew_bind_desc). Their samples and rows follow the graph's in each step, and they advance,
   pause, copy, hash and rebind with their player. sinew_player_release and _attach leave them alone.

   What is asked for here is done at the start of the next advance; the last play or stop counts. A call that is not
   valid changes nothing. Nothing allocates. */
#ifndef SINEW_TRACKS_H
#define SINEW_TRACKS_H

#include "player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For `loops`: until something else is asked for. */
#define SINEW_LOOP_FOREVER 0xFFFFFFFFu

/* How a clip is played. Zeroed: as the clip says, at its speed, weighing 1, in the usual mix. */
typedef struct sinew_track_desc {
    uint32_t loops;   /* passes, after which it has played out; 0: one or for ever, as the clip says */
    sinew_opt mix;    /* seconds to come in, 0 to a million, and to let go when it has played out; left out: the
                         pair's of the binding, else its default */
    sinew_opt weight; /* 0 to 1 (clamped); 1 */
    sinew_opt speed;  /* 1; negative plays backwards, 0 stands */
    const char *mask; /* a mask of the binding, by name; NULL: all joints */
    sinew_blend_mode blend;
    sinew_reference_desc reference; /* additive: a clip's name and a time; left out: the rest pose */
    bool restart;                   /* from the start also where this clip is what plays */
} sinew_track_desc;

/* Mixes to a clip of the rig (sinew_binding_find_clip) and drops what was queued. What already plays plays on, with its
   queue, and takes over all of the desc but how it came in: so this may be called every frame. desc: NULL for a zeroed
   one. A clip without a length is a pose: it stays until something else is asked for, unless it or `loops` says once.
   A row has one mask and one blend mode: they change when a clip that has others begins.
   Errors: ARGUMENT (no player), NOT_FOUND (no such track, clip, mask or reference), RANGE (a number not finite or out
   of its range; more than a million lengths a second). Cost: O(masks) with a mask, else O(log clips). */
SINEW_API sinew_result sinew_track_play(sinew_player *player, uint32_t track, uint32_t clip,
                                        const sinew_track_desc *desc);
/* Begins when the clip before it has played out, and `delay` seconds (0 to a million) later; until then that one holds
   its end. One that plays for ever ends with the pass that it is in. On an idle track it begins after the delay.
   Errors: as sinew_track_play, and REFUSED where the queue is full. */
SINEW_API sinew_result sinew_track_queue(sinew_player *player, uint32_t track, uint32_t clip, double delay,
                                         const sinew_track_desc *desc);
/* Mixes out what plays, in `mix` seconds (0 to a million; negative: the clip's own mix), and drops the queue. Where
   nothing plays it changes nothing. Errors: ARGUMENT, NOT_FOUND (no such track), RANGE. */
SINEW_API sinew_result sinew_track_stop(sinew_player *player, uint32_t track, double mix);

/* Of what plays, at once: weight is clamped to 0..1; speed as in a desc.
   Errors: ARGUMENT, NOT_FOUND (no such track), RANGE, REFUSED where nothing plays. */
SINEW_API sinew_result sinew_track_set_weight(sinew_player *player, uint32_t track, float weight);
SINEW_API sinew_result sinew_track_set_speed(sinew_player *player, uint32_t track, double speed);

/* ---- what a track plays; as of the last advance ---- */

typedef struct sinew_track_info {
    uint32_t clip;       /* the rig's, or SINEW_NONE: idle, or letting go */
    double progress;     /* lengths played */
    double time, length; /* seconds */
    double rate;         /* lengths a second, signed */
    double end;          /* the progress at which it has played out; 0: never */
    float weight;        /* its own */
    uint32_t queued;     /* clips that wait */
} sinew_track_info;

/* False, and *info untouched, if there is no such track. */
SINEW_API bool sinew_track_info_of(const sinew_player *player, uint32_t track, sinew_track_info *info);
/* The mix that runs; false, and *info untouched, if none does. from: a clip, SINEW_NONE for nothing, SINEW_CLIP_HELD
   for what a cut mix left; to: a clip, or SINEW_NONE while it lets go; transition: SINEW_NONE. */
SINEW_API bool sinew_track_fade(const sinew_player *player, uint32_t track, sinew_fade_info *info);
/* The clip that waits at a place of the queue, 0 the next; SINEW_NONE past its end. */
SINEW_API uint32_t sinew_track_queued(const sinew_player *player, uint32_t track, uint32_t place);

#ifdef __cplusplus
}
#endif
#endif
