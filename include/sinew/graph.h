/* sinew/graph.h: the definition of a graph: what a .animgraph file says, and what C code may say
   in its place. A zeroed desc of any kind is valid wherever the thing may be left out.

   Numbers are doubles as in the file. Where 0 is not the value of something left out, the field is
   a sinew_opt. Names in a desc are copied. */
#ifndef SINEW_GRAPH_H
#define SINEW_GRAPH_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_graph sinew_graph;

/* A number that may be left out. */
typedef struct sinew_opt {
    bool set;
    double value;
} sinew_opt;

typedef enum sinew_parameter_type {
    SINEW_PARAMETER_FLOAT = 0,
    SINEW_PARAMETER_INT,
    SINEW_PARAMETER_BOOL,
    SINEW_PARAMETER_TRIGGER
} sinew_parameter_type;

typedef struct sinew_parameter_desc {
    const char *name;
    sinew_parameter_type type;
    double default_value; /* bool and trigger: 0 or 1 */
    sinew_opt min, max;   /* for sliders; writes are not clamped */
    bool no_latch;        /* trigger: cleared at the end of the first advance that did not use it */
    sinew_opt expires;    /* trigger: seconds after which an unused one clears itself */
} sinew_parameter_desc;

typedef enum sinew_blend_mode { SINEW_BLEND_REPLACE = 0, SINEW_BLEND_ADDITIVE } sinew_blend_mode;

/* What additive things are measured against: the rest pose (clip NULL) or a clip at a time. */
typedef struct sinew_reference_desc {
    const char *clip;
    double time; /* seconds */
} sinew_reference_desc;

typedef enum sinew_motion_kind {
    SINEW_MOTION_EMPTY = 0, /* plays nothing */
    SINEW_MOTION_CLIP,
    SINEW_MOTION_BLEND_1D,
    SINEW_MOTION_BLEND_2D,
    SINEW_MOTION_DIRECT, /* a weight parameter for each child */
    SINEW_MOTION_ADD     /* children[0] is the base, children[1] the delta */
} sinew_motion_kind;

typedef enum sinew_algorithm {
    SINEW_ALGORITHM_DELAUNAY = 0,
    SINEW_ALGORITHM_GRADIENT,
    SINEW_ALGORITHM_POLAR,
    SINEW_ALGORITHM_GRID
} sinew_algorithm;

typedef enum sinew_sync { SINEW_SYNC_RATE = 0, SINEW_SYNC_DURATION, SINEW_SYNC_NONE } sinew_sync;

typedef struct sinew_child_desc sinew_child_desc;

typedef struct sinew_motion_desc {
    sinew_motion_kind kind;
    const char *clip;          /* CLIP */
    const char *parameter;     /* 1D; x of 2D */
    const char *parameter_y;   /* y of 2D */
    sinew_algorithm algorithm; /* 2D */
    sinew_sync sync;           /* 1D, 2D, direct */
    bool normalize_axes;       /* 2D: both axes are scaled to their range first */
    const sinew_child_desc *children;
    uint32_t child_count;
    sinew_opt weight;               /* ADD: the delta's weight, 1 when left out */
    const char *weight_parameter;   /* ADD: drives the weight instead */
    sinew_reference_desc reference; /* ADD */
} sinew_motion_desc;

struct sinew_child_desc {
    sinew_motion_desc motion;
    double x, y;        /* 1D: x; 2D: both */
    const char *weight; /* direct: the weight parameter */
    sinew_opt speed;    /* > 0; 1 when left out */
};

typedef enum sinew_loop {
    SINEW_LOOP_DEFAULT = 0, /* a clip as its clip does; a blend loops */
    SINEW_LOOP_ON,
    SINEW_LOOP_OFF,
    SINEW_LOOP_PINGPONG
} sinew_loop;

typedef struct sinew_machine_desc sinew_machine_desc;

typedef struct sinew_state_desc {
    const char *name;
    const sinew_machine_desc *machine; /* a sub-machine; NULL: the state plays `motion` */
    sinew_motion_desc motion;
    sinew_opt speed;             /* 1 when left out; negative plays backwards */
    const char *speed_parameter; /* multiplies it */
    sinew_loop loop;
    sinew_opt stepped; /* poses a second; kept */
    const char *const *tags;
    uint32_t tag_count;
} sinew_state_desc;

typedef enum sinew_test {
    SINEW_TEST_EQUAL = 0,
    SINEW_TEST_NOT_EQUAL,
    SINEW_TEST_LESS,
    SINEW_TEST_LESS_EQUAL,
    SINEW_TEST_GREATER,
    SINEW_TEST_GREATER_EQUAL
} sinew_test;

/* A trigger needs only its name. A bool without a value wants true. Numbers need a value. */
typedef struct sinew_condition_desc {
    const char *parameter;
    sinew_test test;
    sinew_opt value; /* bool: 0 or 1 */
} sinew_condition_desc;

typedef enum sinew_curve_kind { SINEW_CURVE_LINEAR = 0, SINEW_CURVE_SMOOTH } sinew_curve_kind;

typedef enum sinew_interrupt {
    SINEW_INTERRUPT_NONE = 0,
    SINEW_INTERRUPT_SOURCE,
    SINEW_INTERRUPT_TARGET,
    SINEW_INTERRUPT_BOTH
} sinew_interrupt;

typedef enum sinew_hold { SINEW_HOLD_POSE = 0, SINEW_HOLD_LIVE, SINEW_HOLD_INERTIAL } sinew_hold;

typedef enum sinew_event_choice { SINEW_EVENTS_DOMINANT = 0, SINEW_EVENTS_ALL, SINEW_EVENTS_BOTH } sinew_event_choice;

typedef struct sinew_transition_desc {
    const char *from; /* a state of this machine, or "*" */
    const char *to;   /* a state of this machine, or "<exit>" */
    const sinew_condition_desc *conditions;
    uint32_t condition_count;
    sinew_opt fade; /* seconds; left out: the pair's mix */
    sinew_opt exit; /* progress */
    bool exit_each_loop;
    sinew_opt offset;  /* phase, 0 to 1 */
    bool offset_match; /* "offset": "match" */
    sinew_curve_kind curve;
    sinew_interrupt interrupt;
    sinew_hold hold;
    bool resume;
    int32_t priority;
    bool self;
    bool disabled;
    sinew_event_choice events; /* DOMINANT or BOTH */
} sinew_transition_desc;

struct sinew_machine_desc {
    const char *entry; /* NULL: the first state */
    const sinew_state_desc *states;
    uint32_t state_count;
    const sinew_transition_desc *transitions;
    uint32_t transition_count;
};

typedef struct sinew_mask_joint_desc {
    const char *name;
    sinew_opt weight; /* 0 to 1; 1 when left out */
} sinew_mask_joint_desc;

/* A joint takes the weight of its nearest named ancestor (itself first); without children only the
   named joints count. Joints that nothing names weigh 0. */
typedef struct sinew_mask_desc {
    const char *name; /* of a shared mask; NULL in a layer */
    const sinew_mask_joint_desc *joints;
    uint32_t joint_count;
    bool no_children;
} sinew_mask_desc;

typedef struct sinew_layer_desc {
    const char *name;
    sinew_machine_desc machine;
    sinew_blend_mode blend;
    sinew_opt weight; /* 0 to 1; 1 when left out */
    const char *weight_parameter;
    const char *mask_name;          /* a shared mask, or one of the model's own */
    const sinew_mask_desc *mask;    /* or one of the layer's own */
    sinew_reference_desc reference; /* additive */
    double event_threshold;
    bool root_motion;
} sinew_layer_desc;

typedef struct sinew_mix_desc {
    const char *from, *to; /* clips */
    double duration;       /* seconds */
} sinew_mix_desc;

typedef struct sinew_graph_desc {
    const sinew_parameter_desc *parameters;
    uint32_t parameter_count;
    const sinew_layer_desc *layers;
    uint32_t layer_count;
    const sinew_mask_desc *masks;
    uint32_t mask_count;
    const sinew_mix_desc *mixes;
    uint32_t mix_count;
    sinew_opt default_mix;           /* 0.2 when left out */
    uint32_t transitions_per_moment; /* 1 to 8; 0: 8 */
    sinew_event_choice events;       /* DOMINANT or ALL */
    bool tell_loops;
    sinew_opt stepped;
    const char *rig;                  /* the model that tools use when none is named */
    bool flat;                        /* paths in findings have no layers[0].machine (version 1 files) */
    const sinew_allocator *allocator; /* copied; NULL: malloc */
} sinew_graph_desc;

/* Limits: more is refused with `too-deep` or `too-large`. */
#define SINEW_MAX_LAYERS 64u
#define SINEW_MAX_DEPTH 8u      /* machines inside each other, and blends inside each other */
#define SINEW_MAX_STATES 65535u /* of a whole graph */
#define SINEW_MAX_TRANSITIONS 65535u
#define SINEW_MAX_PARAMETERS 4096u
#define SINEW_MAX_MOTIONS 65535u

/* Checks a description whole and copies it. All findings go to `log`, each with its path (paths
   use the field names of the file: layers[0].machine.states.Move.motions[1].at); warnings alone do
   not refuse it.
   Owns: the caller owns *graph and ends it with sinew_graph_destroy.
   Cost: O(n log n) in the size of the description.
   Errors: INPUT (see log), MEMORY, ARGUMENT; *graph is then NULL. */
SINEW_API sinew_result sinew_graph_create(const sinew_graph_desc *desc, sinew_graph **graph, sinew_log *log);

/* No binding of it may be in use. NULL is fine. */
SINEW_API void sinew_graph_destroy(sinew_graph *graph);

/* The graph's own copy, with defaults as they were given. Owns: the graph. */
SINEW_API const sinew_graph_desc *sinew_graph_definition(const sinew_graph *graph);

/* The graph checker: what is allowed but cannot be meant, all of it as warnings to `log`: states that nothing leads to,
   transitions that can never go or are shadowed by others, rings of transitions that are all ready at once, parameters
   that nothing reads, motions of blends outside their parameters' min and max. What sinew_graph_create has told is not
   told again. Clips are taken to have a length here; sinew_binding_lint knows them, and tells more.
   Cost: O(n log n) in the size of the graph, and at most 20 million steps more where machines have long lists: what is
   not looked at then is not told.
   Errors: ARGUMENT (no graph), MEMORY. */
SINEW_API sinew_result sinew_graph_lint(const sinew_graph *graph, sinew_log *log);

/* Of everything that decides what the graph does (not of `rig`, slider bounds or layout): the same
   for a file and for the same graph written in C, on every machine. */
SINEW_API uint64_t sinew_graph_hash(const sinew_graph *graph);

/* Bytes of everything the graph holds. */
SINEW_API size_t sinew_graph_bytes(const sinew_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
