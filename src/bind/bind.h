/* A binding: the graph as flat tables of indices.

   Invariant: every index in these tables is in range or SINEW_NONE, every number is finite, and every size a player
   or a step needs is known. Written by bind only; read by advance. */
#ifndef SNW_BIND_H
#define SNW_BIND_H

#include "base/base.h"
#include "bind/space.h"
#include "math/motion.h"
#include "sinew/bind.h"
#include "sinew/player.h"

/* Two moments closer than this are one; a motion shorter than a microsecond has no length. */
#define SNW_MOMENT 1e-9
#define SNW_LEAST_LENGTH 1e-6
/* Lengths a second that no motion may exceed. */
#define SNW_TOP_RATE 1e6
/* Transitions that may start in a layer in one advance. */
#define SNW_ADVANCE_LIMIT 64u

typedef struct snw_name_slot {
    const char *name; /* NULL: free */
    uint32_t index;
} snw_name_slot;

/* Names to indices: open addressing, a power of two of slots, at most half of them full. */
typedef struct snw_name_table {
    snw_name_slot *slots;
    uint32_t mask;
} snw_name_table;

bool snw_name_table_make(snw_name_table *table, snw_arena *arena, uint32_t count);
void snw_name_table_add(snw_name_table *table, const char *name,
                        uint32_t index);                                     /* of two of one name the first stays */
uint32_t snw_name_table_find(const snw_name_table *table, const char *name); /* or SINEW_NONE */

typedef struct snw_parameter {
    const char *name;
    sinew_parameter_type type;
    uint32_t slot; /* float: among the floats (glides); trigger: among the triggers */
    bool latch;
    float default_float;
    int32_t default_int; /* int; bool and trigger: 0 or 1 */
    double expires;      /* trigger: seconds, infinite for never */
    double speed_limit;  /* largest magnitude that no motion is too fast for */
} snw_parameter;

/* A motion. The nodes of a state lie one after another, a parent before its children. */
typedef struct snw_node {
    sinew_motion_kind kind;
    sinew_sync sync;
    bool zero;     /* no clip below it has a length */
    bool unsynced; /* kind is a blend and sync is NONE: its children have clocks */
    uint32_t clip; /* CLIP: the rig's, or SINEW_NONE where it lacks it */
    double length; /* CLIP: seconds, 0 for none */
    double speed;  /* its own as a child, 1 for a state's root */
    const uint32_t *children;
    uint32_t child_count;
    uint32_t clock;         /* among the state's own clocks; SINEW_NONE: follows its parent */
    const snw_space *space; /* 1D and 2D */
    uint32_t parameter, parameter_y;
    const uint32_t *weights; /* DIRECT: a parameter for each child */
    float weight;            /* ADD: fixed, where weight_parameter is SINEW_NONE */
    uint32_t weight_parameter;
    uint32_t reference_clip;
    float reference_time;
    uint32_t max_samples;           /* that it can give at once */
    uint32_t scratch;               /* entries of weight scratch that it and the deepest below it need */
    double top_rate;                /* the largest 1/length below it, speeds counted, its own not */
    const struct snw_clip_row *row; /* CLIP that has events; else NULL */
    uint32_t bit;                   /* CLIP with windows that last: its first among the state's; else SINEW_NONE */
} snw_node;

/* A motion that runs on a clock of its own below an unsynced blend. */
typedef struct snw_free_clock {
    uint32_t node;
    double speed; /* product of the child speeds from the state's root down to it */
} snw_free_clock;

typedef enum snw_cycle { SNW_CYCLE_ONCE, SNW_CYCLE_LOOP, SNW_CYCLE_PINGPONG } snw_cycle;

typedef struct snw_state {
    const char *name;
    const char *path;
    const sinew_state_desc *desc;
    uint32_t layer;
    uint32_t machine; /* that it stands in */
    uint32_t inner;   /* the machine that it holds, or SINEW_NONE */
    uint32_t parent;  /* the state that holds its machine, or SINEW_NONE */
    uint32_t node;    /* its motion, or SINEW_NONE (sub-machine, empty) */
    uint32_t node_count;
    snw_cycle cycle;
    bool zero;    /* of no length: complete at once */
    bool in_step; /* may be kept in step by an offset "match": loops, synced, has a length */
    double speed;
    uint32_t speed_parameter;
    const uint32_t *out; /* transitions from it, by priority, then order */
    uint32_t out_count;
    const snw_free_clock *clocks;
    uint32_t clock_count;
    double stepped; /* poses a second of its clips' time; 0: time as it is */
    uint32_t bits;  /* of its clip nodes: heard, and windows that are open */
    bool tells;     /* it has events to tell, or tells its loops */
    bool moves;     /* some clip of it counts for root motion */
} snw_state;

typedef struct snw_condition {
    uint32_t parameter;
    uint8_t type; /* a sinew_parameter_type */
    uint8_t test; /* a sinew_test */
    double value;
} snw_condition;

typedef struct snw_transition {
    const sinew_transition_desc *desc;
    uint32_t layer, machine, index;
    uint32_t from; /* SINEW_NONE: any */
    uint32_t to;   /* SINEW_NONE: <exit> */
    int32_t priority;
    const snw_condition *conditions;
    uint32_t condition_count;
    bool has_fade, has_exit;
    double fade, exit, offset;
} snw_transition;

typedef struct snw_machine {
    uint32_t layer;
    uint32_t parent; /* the state that holds it, or SINEW_NONE */
    uint32_t entry;
    uint32_t depth; /* 0 for a layer's outermost */
    uint32_t first_transition, transition_count;
    const uint32_t *any; /* transitions from "*", by priority, then order */
    uint32_t any_count;
    struct snw_name_table *names;  /* of its states */
    bool live;                     /* some transition of it holds live: three sides at once */
    uint32_t plays, runs, samples; /* that it needs at most, itself included */
    uint32_t tellers;              /* states that may tell events at once */
} snw_machine;

typedef struct snw_layer {
    const char *name;
    const sinew_layer_desc *desc;
    uint32_t machine;
    uint32_t mask;
    float weight;
    uint32_t weight_parameter;
    uint32_t reference_clip;
    float reference_time;
    uint32_t plays, runs, clocks;     /* clocks: for each play */
    uint32_t first_play, first_clock; /* of all layers' */
    uint32_t samples;
    bool tells;                     /* some state of it does */
    bool moves;                     /* some state of it does, and the layer takes part in root motion */
    uint32_t bits, words;           /* of the state that has most */
    uint32_t first_bit;             /* of all layers' plays */
    uint32_t told_in_pass;          /* events, by the state that tells most in one pass */
    uint32_t told_room, first_told; /* of its events in the step's */
    size_t offset;                  /* of its block in the state part */
} snw_layer;

typedef struct snw_mix {
    uint32_t from, to; /* the rig's clips */
    double duration;
} snw_mix;

/* An event of a clip, as positions in it. */
typedef struct snw_mark {
    double from, to; /* 0 to 1; the same where it is no window */
    uint32_t slot;   /* among the clip's windows that last; SINEW_NONE: it lies at one position */
    bool window;
} snw_mark;

/* A clip that may play: one that the graph names, or any that the rig counts. */
typedef struct snw_clip_row {
    uint32_t clip;    /* the rig's */
    const char *name; /* as the graph calls it, else the rig; never NULL */
    bool once;
    double length;                  /* seconds, 0 for none */
    const sinew_event_desc *events; /* by time, inside the clip; kinds and names are never NULL */
    uint32_t event_count;
    bool moves;            /* it moves the character */
    snw_motion pass;       /* by this much, each time through */
    const snw_mark *marks; /* one for each event */
    uint32_t windows;      /* that last */
    uint32_t told;         /* in one pass: a window counts twice */
} snw_clip_row;

/* A lane of the rig that drives a float parameter. */
typedef struct snw_drive {
    uint32_t lane, parameter;
} snw_drive;

#define SNW_MOST_DRIVES 4096u

struct sinew_binding {
    snw_arena arena;
    const sinew_graph *graph;
    const sinew_graph_desc *desc;
    const sinew_model *model;
    const snw_parameter *parameters;
    uint32_t parameter_count, float_count, trigger_count;
    snw_name_table names; /* of the parameters */
    const snw_node *nodes;
    uint32_t node_count;
    const snw_state *states;
    uint32_t state_count;
    const snw_machine *machines;
    uint32_t machine_count;
    const snw_transition *transitions;
    uint32_t transition_count;
    const snw_layer *layers;
    uint32_t layer_count;
    uint32_t track_count, track_queue;
    uint32_t row_count;   /* of a step: layers, then tracks */
    const snw_mix *mixes; /* by from, then to */
    uint32_t mix_count;
    double default_mix;
    uint32_t per_moment;
    const snw_clip_row *clips; /* by the rig's index: those that it counts at their own places, then others */
    uint32_t clip_count;
    const snw_drive *drives;
    uint32_t drive_count;
    bool (*lane_at)(const void *user, uint32_t clip, uint32_t lane, double seconds, float *value);
    uint32_t root_layers; /* that move the character, or stop what does */
    bool root_track;      /* there are no layers, and the first track does */
    void (*root_at)(const void *user, uint32_t clip, double seconds, sinew_root_point *out);
    const void *rig_user;
    snw_name_table clip_names; /* every name that a clip is known by, to the rig's index */
    float *const *masks;
    const struct snw_lets *const *mask_lets; /* of each mask, by groups */
    const char *const *mask_names;           /* NULL for a layer's own */
    uint32_t mask_count;
    /* Layout of the state part of a player, and sizes. */
    size_t values_offset, glides_offset, ages_offset, driven_offset, tracks_offset, track_bytes, state_size;
    size_t host_offset, state_offset, player_size;             /* in the player's block */
    uint32_t max_plays, max_samples, max_signals, max_scratch; /* plays: of the largest layer */
    uint32_t max_visits;                                       /* clips that a layer may play at once */
    uint32_t max_words;                                        /* of bits, of all plays of the largest layer */
    uint32_t bit_count;                                        /* of all plays of all layers */
    uint32_t told_room;                                        /* events, of all layers and tracks */
    uint32_t tracks_told, track_told;                          /* where the tracks' begin, and of each */
    uint32_t track_words;             /* bits of a track's windows, and one that says it is heard */
    uint32_t play_count, clock_count; /* of all layers */
    uint32_t trigger_words;
    uint32_t shape;
    size_t work_offset, step_size;
};

/* A parameter as a number, whatever its type, at bind: its default. */
double snw_parameter_default(const snw_parameter *parameter);
/* The fade between two clips of the rig. */
double snw_binding_mix(const sinew_binding *binding, uint32_t from, uint32_t to);
/* Of a clip of the rig; NULL for one that may not play. Cost: O(1) for those that the rig counts. */
const snw_clip_row *snw_binding_clip(const sinew_binding *binding, uint32_t clip);
/* A fingerprint of what the clips make of the graph: of what loops, has no length, runs free. */
uint32_t snw_binding_shape(const sinew_binding *binding);
/* Sets every size and offset, once everything else is there. False if something does not fit. */
bool snw_binding_measure(sinew_binding *binding);

/* ---- while binding ---- */

typedef struct snw_clip_name {
    const char *name; /* as the graph calls it */
    uint32_t clip;    /* the rig's, or SINEW_NONE */
} snw_clip_name;

typedef struct snw_binder {
    sinew_binding *out;
    const sinew_bind_desc *desc;
    const sinew_rig *rig;
    bool strict;
    sinew_log *log;
    sinew_allocator allocator;
    uint32_t errors_before;
    snw_clip_name *clips; /* each name once, in order of first use */
    size_t clip_count, clip_capacity;
    snw_name_table clip_names; /* of clips, by their place in the list */
    uint32_t hints;            /* missing clips for which a near name was looked for */
    snw_node *nodes;
    snw_state *states;
    snw_machine *machines;
    snw_transition *transitions;
    uint32_t node_at, state_at, machine_at, transition_at;
} snw_binder;

enum { SNW_PATH = 512 };

bool snw_bind_parameters(snw_binder *binder);
/* The rows of all clips, once every name has been asked for. */
bool snw_bind_clip_rows(snw_binder *binder);
bool snw_bind_drives(snw_binder *binder);
/* Marks of the clips, bits of the states; once the rows are there. */
bool snw_bind_events(snw_binder *binder);
bool snw_bind_mixes(snw_binder *binder);
/* What moves the character, once the rows are there. */
void snw_bind_roots(snw_binder *binder);
/* Indices of `count` rows in order; NULL when memory runs out. Given back by the caller to the binder's allocator. */
uint32_t *snw_bind_order(const snw_binder *binder, size_t count, bool (*before)(const void *, uint32_t, uint32_t),
                         const void *rows);
uint32_t snw_bind_parameter(const snw_binder *binder, const char *name); /* SINEW_NONE for NULL */
/* The rig's clip of this name; tells once that it is missing. */
uint32_t snw_bind_clip(snw_binder *binder, const char *name, const char *path);
void snw_bind_clips_free(snw_binder *binder);
double snw_bind_clip_length(const snw_binder *binder, uint32_t clip, bool *once);
/* The motion's nodes; returns the root's index. SINEW_NONE when memory runs out. */
uint32_t snw_bind_motion(snw_binder *binder, const sinew_motion_desc *desc, double speed, const char *path);
/* Clocks, cycle and rates of a state whose nodes are there. */
void snw_bind_state_motion(snw_binder *binder, snw_state *state, const char *path);
/* A layer's machine with all inside it; returns its index. */
uint32_t snw_bind_machine(snw_binder *binder, const sinew_machine_desc *desc, uint32_t layer, uint32_t parent,
                          uint32_t depth, const char *path);
uint32_t snw_bind_mask(snw_binder *binder, const sinew_layer_desc *layer, const char *path);
/* A mask of the bind desc: compiled, or found by its name in the graph or rig. */
void snw_bind_own_mask(snw_binder *binder, const sinew_mask_desc *mask, const char *path);
/* What the bind desc asks for beside the graph: tracks and masks. After the layers. */
void snw_bind_tracks(snw_binder *binder);

#endif
