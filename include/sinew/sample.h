/* sinew/sample.h: the contract between a graph and a skeleton: a flat list of weighted samples and a
   row per layer. Left of it nothing knows joints; right of it nothing knows states or time. */
#ifndef SINEW_SAMPLE_H
#define SINEW_SAMPLE_H

#include "graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The clip of a sample that stands for what the pose last showed of this layer. */
#define SINEW_CLIP_HELD 0xFFFFFFFEu

enum {
    SINEW_SAMPLE_ADDITIVE = 1, /* the delta of an additive pair: goes onto the layer's other samples */
    SINEW_SAMPLE_INERTIAL = 2  /* held: weight 0; an offset that decays over `hold_duration` */
};

/* Additive samples come after the layer's others; both keep the order source, target, file. */
typedef struct sinew_sample {
    uint32_t clip;       /* the rig's index, or SINEW_CLIP_HELD */
    float time;          /* seconds into the clip */
    float previous_time; /* where this advance (or the state, entered in it) began */
    int32_t loops;       /* wraps between the two: > 0 forwards, < 0 backwards */
    float weight;        /* in its layer; the layer's not additive ones sum to at most 1 */
    uint16_t layer;
    uint16_t flags;
    uint32_t reference_clip; /* additive: or SINEW_NONE for the rest pose */
    float reference_time;
    uint32_t hold_serial; /* held: another number is another pose */
    float hold_since;     /* inertial: seconds since the cut */
    float hold_duration;  /* inertial: seconds until nothing of it is left */
} sinew_sample;

/* One for each layer, in order, also where its weight is 0. */
typedef struct sinew_layer_row {
    sinew_blend_mode blend;
    float weight;  /* 0 to 1 */
    uint32_t mask; /* of the binding, or SINEW_NONE for all joints */
    float event_threshold;
    uint32_t reference_clip; /* additive: or SINEW_NONE for the rest pose */
    float reference_time;
    uint32_t first_sample;
    uint32_t sample_count;
    bool keep; /* a fade runs: a pose must keep this layer's result, it may be held */
} sinew_layer_row;

typedef enum sinew_signal_kind {
    SINEW_SIGNAL_TRANSITION = 0, /* from, to */
    SINEW_SIGNAL_ENTERED,        /* to */
    SINEW_SIGNAL_EXITED          /* from */
} sinew_signal_kind;

/* States are the binding's indices: sinew_binding_state_path gives the name. */
typedef struct sinew_signal {
    float at; /* seconds from the start of the advance */
    uint16_t layer;
    uint16_t kind; /* a sinew_signal_kind */
    uint32_t from; /* or SINEW_NONE */
    uint32_t to;   /* or SINEW_NONE */
} sinew_signal;

typedef enum sinew_event_kind {
    SINEW_EVENT_POINT = 0,
    SINEW_EVENT_BEGIN, /* a window opens */
    SINEW_EVENT_END,   /* a window closes; weight 0 where playback did not bring it */
    SINEW_EVENT_ENDED, /* `state` has played once (graphs with "tellLoops") */
    SINEW_EVENT_LOOPED /* `state` went round */
} sinew_event_kind;

/* What playback passed. sinew_binding_event gives an event's kind, name and payload. */
typedef struct sinew_event {
    float at;     /* seconds from the start of the advance */
    float weight; /* the sample's at that moment × the layer's */
    uint16_t layer;
    uint16_t kind;  /* a sinew_event_kind */
    uint32_t clip;  /* the rig's, or SINEW_NONE (ended, looped) */
    uint32_t event; /* among the clip's, or SINEW_NONE */
    uint32_t state; /* that plays it, or SINEW_NONE for a track */
} sinew_event;

/* What an advance moved the character by, in the frame in which it stood when the advance began: put it there as
   position += turn(yaw before) · translation, yaw += yaw. */
typedef struct sinew_root_step {
    double translation[3]; /* model units */
    double yaw;            /* radians about the up axis, counter-clockwise from above */
} sinew_root_step;

#ifdef __cplusplus
}
#endif
#endif
