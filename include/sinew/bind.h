/* sinew/bind.h: a graph made ready for one kind of character. Names become indices, every size is
   known, blend spaces are triangulated. Immutable, so it may be shared by threads. */
#ifndef SINEW_BIND_H
#define SINEW_BIND_H

#include "model.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_binding sinew_binding;

typedef struct sinew_clip_info {
    double length; /* seconds, finite, >= 0; under a microsecond counts as none */
    bool once;     /* does not loop */
} sinew_clip_info;

/* Where a clip has moved the character, from its own start: translation on its axes, and yaw. */
typedef sinew_root_step sinew_root_point;

/* What a binding asks of a skeleton. A model fills it; a game or a test may fill its own and read the
   samples itself. Every function may be NULL: no clips, no joints. The table is copied. All but root_at and lane_at are
   called inside sinew_bind only; where those are given, what `user` points to must outlive the binding. */
typedef struct sinew_rig {
    /* Index of the clip of this name (whole, else the last part of a path without suffix), or SINEW_NONE. */
    uint32_t (*find_clip)(const void *user, const char *name);
    sinew_clip_info (*clip_info)(const void *user, uint32_t clip);
    /* Weights of a mask: writes joint_count floats from 0 to 1 (others are clamped). Returns how many of the mask's
       joints it found; reports those it lacks to log at `path`. */
    uint32_t (*compile_mask)(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                             const char *path);
    /* A mask of the rig's own by name: as compile_mask; false if it has none of this name. */
    bool (*find_mask)(const void *user, const char *name, float *weights);
    uint32_t joint_count;
    uint32_t clip_count; /* all there are: what tracks may play. 0: only those that the graph names */
    const char *(*clip_name)(const void *user, uint32_t clip);
    /* By time. Shape: *count of them; copied. */
    const sinew_event_desc *(*clip_events)(const void *user, uint32_t clip, uint32_t *count);
    /* Whether the clip moves the character, and by how much it has at a time in seconds. The same bits for the same
       time on every machine, if advances are to be. */
    bool (*moves_root)(const void *user, uint32_t clip);
    void (*root_at)(const void *user, uint32_t clip, double seconds, sinew_root_point *out);
    /* Number lanes that drive a float parameter: the name for lane 0, 1, …, NULL past the last; and a clip's value. */
    const char *(*lane_parameter)(const void *user, uint32_t lane);
    bool (*lane_at)(const void *user, uint32_t clip, uint32_t lane, double seconds, float *value);
    const void *user;
} sinew_rig;

typedef struct sinew_bind_desc {
    const sinew_graph *graph;         /* NULL: tracks only */
    const sinew_model *model;         /* or */
    const sinew_rig *rig;             /* one of the two; neither: no clip is found */
    bool strict;                      /* missing clips and joints are errors, and states that nothing leads to */
    const sinew_allocator *allocator; /* copied; NULL: malloc */
    uint32_t track_count;             /* code's own players, above the graph's layers (sinew/tracks.h); 64 at most */
    uint32_t track_queue;             /* clips that may wait on a track; 0: 4; 1024 at most */
    /* Masks for tracks and stacks, by name: of joints, or without joints the graph's or the rig's mask of that name. */
    const sinew_mask_desc *masks;
    uint32_t mask_count;
    /* Fades between clips, before those of the graph. */
    const sinew_mix_desc *mixes;
    uint32_t mix_count;
    sinew_opt default_mix; /* left out: the graph's, else 0.2 s */
} sinew_bind_desc;

#define SINEW_MAX_TRACKS 64u
#define SINEW_MAX_TRACK_QUEUE 1024u

/* Makes a graph ready for a model or rig, or tracks without a graph.
   Owns: the caller owns *binding and ends it with sinew_binding_destroy; graph and model must outlive it.
   Cost: O(states + transitions + points log points), joints for each mask, and the rig's clips where there are tracks.
   Errors: INPUT (see log; all of them at once), MEMORY, ARGUMENT (neither graph nor tracks, or both a model and a rig);
   *binding is then NULL. */
SINEW_API sinew_result sinew_bind(const sinew_bind_desc *desc, sinew_binding **binding, sinew_log *log);

/* No player or pose of it may be in use. NULL is fine. */
SINEW_API void sinew_binding_destroy(sinew_binding *binding);

/* What it was made of. Owns: not the binding; as given to sinew_bind.

   Below, an index out of range gives NULL, SINEW_NONE, 0 or false. Names and lists live as long as the binding. */
SINEW_API const sinew_graph *sinew_binding_graph(const sinew_binding *binding); /* NULL without one */
SINEW_API const sinew_model *sinew_binding_model(const sinew_binding *binding); /* NULL with a rig of one's own */
/* Bytes of everything the binding holds. */
SINEW_API size_t sinew_binding_bytes(const sinew_binding *binding);

/* Parameters, in the order of the file. Find: SINEW_NONE if there is none; cost O(1) on average. */
SINEW_API uint32_t sinew_binding_parameter_count(const sinew_binding *binding);
SINEW_API uint32_t sinew_binding_find_parameter(const sinew_binding *binding, const char *name);
SINEW_API const char *sinew_binding_parameter_name(const sinew_binding *binding, uint32_t parameter);
SINEW_API sinew_parameter_type sinew_binding_parameter_type(const sinew_binding *binding, uint32_t parameter);

/* The graph's layers, in the order of the file; tracks follow them in a step's rows. Find: SINEW_NONE if there is none;
 * cost O(layers). */
SINEW_API uint32_t sinew_binding_layer_count(const sinew_binding *binding);
SINEW_API uint32_t sinew_binding_find_layer(const sinew_binding *binding, const char *name);
SINEW_API const char *sinew_binding_layer_name(const sinew_binding *binding, uint32_t layer);

/* States of all machines, in the order of the file, a sub-machine's state before those inside it. Find: by the whole
   path in a layer, such as "Move" or "Air/Fall"; SINEW_NONE if there is none; cost O(1) on average for a state of the
   outermost machine, else O(states). */
SINEW_API uint32_t sinew_binding_state_count(const sinew_binding *binding);
SINEW_API uint32_t sinew_binding_find_state(const sinew_binding *binding, uint32_t layer, const char *path);
SINEW_API const char *sinew_binding_state_name(const sinew_binding *binding, uint32_t state);
SINEW_API const char *sinew_binding_state_path(const sinew_binding *binding, uint32_t state); /* "S/Q" */
SINEW_API uint32_t sinew_binding_state_layer(const sinew_binding *binding, uint32_t state);
/* The sub-machine that holds it, SINEW_NONE for a state of a layer's outermost machine. */
SINEW_API uint32_t sinew_binding_state_parent(const sinew_binding *binding, uint32_t state);
SINEW_API bool sinew_binding_state_has_tag(const sinew_binding *binding, uint32_t state, const char *tag);

/* Transitions of all machines, machine by machine in the order of the file. */
SINEW_API uint32_t sinew_binding_transition_count(const sinew_binding *binding);
/* from: SINEW_NONE for "*"; to: SINEW_NONE for <exit>; machine: the state that holds the machine, SINEW_NONE
   for the layer's outermost; index: its place in the machine's list. Any out pointer may be NULL. */
SINEW_API bool sinew_binding_transition(const sinew_binding *binding, uint32_t transition, uint32_t *layer,
                                        uint32_t *machine, uint32_t *index, uint32_t *from, uint32_t *to);

/* Tracks: row sinew_binding_layer_count + N of a step is track N's. */
SINEW_API uint32_t sinew_binding_track_count(const sinew_binding *binding);

/* The name by which the graph called a clip of the rig, else the rig's own (for traces); "" if it knows neither. */
SINEW_API const char *sinew_binding_clip_name(const sinew_binding *binding, uint32_t clip);
/* One more than the largest index of a clip that it knows. */
SINEW_API uint32_t sinew_binding_clip_count(const sinew_binding *binding);
/* The rig's index of a clip by the graph's name for it, or with tracks by the rig's own: whole, else the last part of a
   path without suffix. SINEW_NONE if there is none. Cost: O(1) on average for a whole name, else O(clips). */
SINEW_API uint32_t sinew_binding_find_clip(const sinew_binding *binding, const char *name);

/* A clip's events as the rig gave them, by time: brought inside the clip, kind and name never NULL. NULL if there is
   none of this index. Cost: O(1) for clips that the rig counts. */
SINEW_API const sinew_event_desc *sinew_binding_event(const sinew_binding *binding, uint32_t clip, uint32_t event);

/* Masks as compiled for the rig. Shape: joint_count weights, breadth first with a model. */
SINEW_API uint32_t sinew_binding_mask_count(const sinew_binding *binding);
SINEW_API const float *sinew_binding_mask(const sinew_binding *binding, uint32_t mask);
/* A mask by name: of the desc's, or one that a layer names. SINEW_NONE if there is none. Cost: O(masks). */
SINEW_API uint32_t sinew_binding_find_mask(const sinew_binding *binding, const char *name);

/* Sizes, in bytes and entries: what one player, and one step shared by players of a thread, need. */
SINEW_API size_t sinew_binding_player_size(const sinew_binding *binding);
/* The part of a player that is state: what sinew_player_hash is of. */
SINEW_API size_t sinew_binding_state_size(const sinew_binding *binding);
SINEW_API size_t sinew_binding_step_size(const sinew_binding *binding);
SINEW_API uint32_t sinew_binding_max_samples(const sinew_binding *binding);
SINEW_API uint32_t sinew_binding_max_signals(const sinew_binding *binding);

/* Weights that a state's blend would have for given inputs (editor, tests), without a player.
   `motion` counts the state's motions in the order of the file, the state's own first; x, y stand for its
   parameters. Shape: weights[capacity], at least the motion's children. Cost: as in an advance, and one allocation that
   is given back before it returns.
   Returns the number of children, 0 if it is not a 1D or 2D blend, `capacity` is too small or memory runs out. */
SINEW_API uint32_t sinew_binding_blend_weights(const sinew_binding *binding, uint32_t state, uint32_t motion, float x,
                                               float y, float *weights, uint32_t capacity);

/* How a triangulated 2D blend is triangulated (editor): three motions each, as indices of the blend's children,
   counter-clockwise. state and motion: as above. Shape: corners[capacity × 3], which may be NULL.
   Returns how many there are, which may be more than `capacity`; 0 where it is no such blend, or its points lie on a
   line. Cost: O(triangles). */
SINEW_API uint32_t sinew_binding_blend_triangles(const sinew_binding *binding, uint32_t state, uint32_t motion,
                                                 uint32_t *corners, uint32_t capacity);

/* The graph checker with all that the binding knows: everything that sinew_graph_lint tells, sharper where clips say
   whether they loop and how long they are, and what needs the model: additive clips that make no sense against their
   reference, motions of triangulated blends outside their parameters' range. What sinew_bind has told (missing clips
   and joints, empty masks) is not told again; without a graph there is nothing to tell. Call this or sinew_graph_lint,
   not both. Cost: that of sinew_graph_lint; with a model also the keys of additive clips, once a layer. Errors:
   ARGUMENT (no binding), MEMORY. */
SINEW_API sinew_result sinew_binding_lint(const sinew_binding *binding, sinew_log *log);

/* The model's rig table, for those who want to wrap it; empty for NULL. Owns: valid while the model is. */
SINEW_API sinew_rig sinew_model_rig(const sinew_model *model);

#ifdef __cplusplus
}
#endif
#endif
