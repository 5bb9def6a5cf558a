/* What a player's block and a step's work space look like.

   A player's block:  sinew_player | host numbers | state part
   The state part:    head | values | glides | ages of triggers | driven, of each row | a block for each layer |
                      a block for each track
   A layer's block:   snw_layer_head | plays | runs | clocks (layer.clocks for each play) | bits of each play |
                      bits of plays that were dropped, and the states that these played
   A track's block:   snw_track_head | two plays | the queue | bits: windows open in what is current

   Invariant: the state part holds no pointer and no padding that is not zero, so that it may be copied, hashed and
   compared as bytes. A free play, run or entry of a queue is all zero but for its first field, SINEW_NONE. */
#ifndef SNW_LAYOUT_H
#define SNW_LAYOUT_H

#include "bind/bind.h"

/* A position in something that is played. `phase` is in [0, 1) where it loops, [0, 1] where it plays once, and in
   [0, 2) there and back for ping-pong; `loops` counts wraps (folds), signed. */
typedef struct snw_clock {
    double phase;
    int64_t loops;
} snw_clock;

/* A state that contributes. Progress is whole + progress, progress in [0, 1). */
typedef struct snw_play {
    uint32_t state; /* SINEW_NONE: free */
    uint32_t run;   /* of the machine it holds, or SINEW_NONE */
    snw_clock clock;
    double progress;
    int64_t whole;
} snw_play;

typedef enum snw_source {
    SNW_SOURCE_NONE = 0, /* no fade runs */
    SNW_SOURCE_PLAY,     /* from a state that plays on */
    SNW_SOURCE_LIVE,     /* from the mix of two, frozen at the cut */
    SNW_SOURCE_HELD,     /* from what the pose last showed */
    SNW_SOURCE_INERTIAL  /* the same, as an offset that decays */
} snw_source;

/* A machine that runs: what is current in it, and the fade it is in. */
typedef struct snw_run {
    uint32_t machine;              /* SINEW_NONE: free */
    uint32_t current;              /* play */
    uint32_t first, second;        /* the plays being left: second only for LIVE (the one that was current) */
    uint32_t transition;           /* that runs, or SINEW_NONE (travel, crossfade) */
    uint32_t match_from, match_to; /* plays kept in step while they are the innermost; SINEW_NONE: free */
    uint8_t source;                /* a snw_source */
    uint8_t curve;                 /* a sinew_curve_kind */
    uint8_t request;               /* its <exit> has been asked for */
    uint8_t spare;
    double mix;               /* LIVE: what `second` weighed at the cut */
    double elapsed, duration; /* seconds */
} snw_run;

/* The windows of a clip node that are open, and whether it is heard, are bits of the play: see snw_node.bit. What was
   open when a layer started afresh is dropped: kept until the next advance can tell that it closed. */

typedef enum snw_wish { SNW_WISH_NONE = 0, SNW_WISH_TRAVEL, SNW_WISH_CROSSFADE, SNW_WISH_PLAY } snw_wish;

typedef struct snw_layer_head {
    float weight;
    uint32_t serial; /* of the last hold */
    uint32_t wish;   /* a snw_wish, done at the start of the next advance */
    uint32_t wish_state;
    double wish_value; /* seconds, or progress */
    uint32_t told;     /* the entry has been told */
    uint32_t dropped;  /* some window is still to be told to close: see bits of dropped plays */
} snw_layer_head;

/* What a track is asked to play. */
typedef struct snw_track_entry {
    uint32_t clip;  /* the rig's; SINEW_NONE: free */
    uint32_t loops; /* passes after which it has played out; 0: for ever */
    double mix;     /* seconds; negative: the pair's */
    double speed;
    double delay; /* in a queue: seconds after the one before has ended */
    float weight;
    uint32_t mask;  /* or SINEW_NONE */
    uint32_t blend; /* a sinew_blend_mode */
    uint32_t reference_clip;
    float reference_time;
    uint32_t spare;
} snw_track_entry;

/* A clip that contributes to a track. Progress is whole + progress, as in a snw_play. */
typedef struct snw_track_play {
    snw_track_entry what;
    snw_clock clock;
    double progress;
    int64_t whole;
    int64_t end; /* the progress at which it has played out; 0: never */
} snw_track_play;

typedef enum snw_track_wish { SNW_TRACK_WISH_NONE = 0, SNW_TRACK_WISH_PLAY, SNW_TRACK_WISH_STOP } snw_track_wish;

typedef struct snw_track_head {
    snw_track_entry asked; /* by PLAY */
    uint32_t wish;         /* a snw_track_wish, done at the start of the next advance */
    uint32_t serial;       /* of the last hold */
    uint32_t source;       /* a snw_source: of the fade, NONE where it began from nothing */
    uint32_t queued;
    uint32_t mask, blend, reference_clip; /* of the row: what the last clip that began has, NONE once it has let go */
    float reference_time;
    float held_weight;        /* what the row weighed at the cut */
    uint32_t begins;          /* 1: what held its end has begun another pass, whose start is still to be told */
    double stop_mix;          /* of STOP; negative: the clip's own */
    double elapsed, duration; /* of the fade; duration 0: none runs */
    double waited;            /* seconds since the first of the queue could begin but for its delay */
} snw_track_head;

typedef struct snw_glide {
    float goal, rate; /* rate 0: none */
    double at;        /* where it is, while that is the parameter's value as a float: small steps add up in it */
} snw_glide;

/* What a layer last showed of a lane that drives a parameter, and what its hold keeps of it. */
enum { SNW_DRIVEN_SHOWN = 1, SNW_DRIVEN_HELD = 2 };

typedef struct snw_driven {
    float shown, held; /* where the flags say that there is one, else 0 */
    uint32_t flags;
    uint32_t serial; /* of the hold that `held` is of */
} snw_driven;

enum { SNW_PAUSED = 1, SNW_RELEASED = 2, SNW_CLOCKED = 4 };

typedef struct snw_head {
    double time;
    double clock;  /* update_to: where its steps are counted from */
    int64_t ticks; /* steps of 1/60 s since */
    uint32_t flags;
    uint32_t spare;
} snw_head;

typedef union snw_value {
    float number;
    int32_t whole; /* int; bool and trigger: 0 or 1 */
} snw_value;

typedef struct snw_host {
    const float *number;
    float (*read)(void *user);
    void *user;
} snw_host;

struct sinew_player {
    const sinew_binding *binding;
    sinew_step *step;
    sinew_allocator allocator; /* that made it, where it was created and not placed */
    const void *block;         /* itself, where it was created: a copy with memcpy owns nothing */
    size_t owned;              /* bytes to give back */
};

/* ---- a step ---- */

/* How fast a play goes from now on: lengths a second, and how that grows a second (kept in step by a fade). */
typedef struct snw_course {
    double rate, slope;
} snw_course;
/* A clip that plays during the piece, also where its state weighs nothing in it. */
typedef struct snw_visit {
    uint32_t play;
    uint32_t node;   /* the clip's */
    uint32_t clip;   /* the rig's */
    snw_cycle cycle; /* of the clock */
    snw_clock before, after;
    snw_course course; /* of the clock; snw_course_until gives the moment of a position */
    float share;       /* inside its state's motion, > 0 */
    bool fires;        /* its state tells events: it is current, or its fade lets both sides tell */
    bool heard;        /* it tells its own: events.c */
    bool additive;     /* the delta of a pair: in its layer it goes onto the others */
} snw_visit;

/* What weighs in the layer while its run's fade goes on. */
typedef enum snw_side { SNW_SIDE_CURRENT, SNW_SIDE_FIRST, SNW_SIDE_SECOND } snw_side;

/* Where a play hangs. */
typedef struct snw_place {
    uint32_t run;
    uint32_t outer; /* the play that holds the run, or SINEW_NONE */
    uint8_t side;   /* a snw_side */
    bool fires;
    bool there;
} snw_place;

/* A stretch of an advance in root motion: from where the one before ends. */
typedef struct snw_leg {
    double end;     /* seconds from the start of the advance */
    double covered; /* of what lies below: weight × share, in the mean */
    snw_motion way;
} snw_leg;

#define SNW_MOST_LEGS 256u

/* An event on its way out. */
typedef struct snw_told {
    sinew_event event;
    uint32_t order; /* in which it was told */
    double at;      /* seconds from the start of the advance */
    double until;   /* the end of its pass, where all of that lies in this advance; else negative */
    uint64_t key;   /* windows: which play and bit */
    uint32_t rank;  /* among those of its moment */
    bool gone;
} snw_told;

/* When a window opened: in the advance of this serial. */
typedef struct snw_begun {
    double at;
    uint64_t serial;
} snw_begun;

/* Where a layer's advance stands. Scratch: nothing of it outlives the advance. */
typedef struct snw_work {
    double *rates;            /* of each play's motion at speed 1; negative: not known yet */
    snw_clock *before;        /* of each play: where this advance, or the state entered in it, began */
    snw_clock *before_clocks; /* of each play's own clocks */
    snw_clock *before_tracks; /* of each track's two plays */
    uint32_t *used;           /* bits: triggers used in this layer in this advance */
    uint32_t *exit_used;      /* those that an <exit> used at this moment */
    uint32_t *any_used;       /* in any layer */
    snw_weight *scratch;      /* weights of the blends being looked at, a stack */
    sinew_sample *samples, *additive;
    snw_told *told, *told_other; /* a part for each layer; room to sort them */
    uint32_t *told_counts;       /* of each row */
    uint32_t told_order;
    uint32_t events_dropped;
    sinew_event *events;
    snw_begun *begun;  /* when each bit's window opened */
    uint64_t begun_in; /* the serial of this advance */
    uint32_t *heard;   /* bits as a play's: clip nodes that are heard at this moment */
    uint8_t *entered;  /* of each play: its state starts at this moment */
    bool any_entered;
    snw_visit *visits; /* of the piece that was walked last */
    snw_place *places; /* of each play of the layer that was walked last */
    uint32_t visit_count;
    snw_leg *legs, *road, *joined; /* of the layer; of those below it; of the two together */
    uint32_t leg_count, road_count;
    snw_motion moved; /* all layers in this advance, or step of it */
    snw_motion root;  /* all steps */
    sinew_layer_row *rows;
    sinew_signal *signals, *merge;
    sinew_verdict *verdicts; /* NULL: not asked for */
    uint32_t sample_count, additive_count, signal_count;
    uint32_t started;   /* transitions in this layer in this advance */
    uint32_t at_moment; /* at this moment */
    uint32_t left[8];   /* states left at this moment */
    uint32_t left_count;
    uint32_t held_back; /* ready transitions that a limit kept, in all layers */
    uint32_t asked_run; /* a run whose <exit> was asked for at this moment, SINEW_NONE: none */
    double now, dt;
    char *draft; /* a player's block, for a state that is being read */
} snw_work;

/* ---- where things are ---- */

static inline char *snw_state_part(const sinew_player *player) {
    return (char *)(uintptr_t)player + player->binding->state_offset;
}
static inline snw_head *snw_head_of(const sinew_player *player) { return (snw_head *)(void *)snw_state_part(player); }
static inline snw_value *snw_values(const sinew_player *player) {
    return (snw_value *)(void *)(snw_state_part(player) + player->binding->values_offset);
}
static inline snw_glide *snw_glides(const sinew_player *player) {
    return (snw_glide *)(void *)(snw_state_part(player) + player->binding->glides_offset);
}
static inline double *snw_ages(const sinew_player *player) {
    return (double *)(void *)(snw_state_part(player) + player->binding->ages_offset);
}
/* The lanes of one row after another. */
static inline snw_driven *snw_driven_of(const sinew_player *player) {
    return (snw_driven *)(void *)(snw_state_part(player) + player->binding->driven_offset);
}
static inline snw_host *snw_hosts(const sinew_player *player) {
    return (snw_host *)(void *)((char *)(uintptr_t)player + player->binding->host_offset);
}
static inline snw_work *snw_work_of(const sinew_player *player) {
    return (snw_work *)(void *)((char *)player->step + player->binding->work_offset);
}

/* A layer of a player, with everything at hand. */
typedef struct snw_lane {
    sinew_player *player;
    const sinew_binding *binding;
    const snw_layer *layer;
    uint32_t index;
    snw_layer_head *head;
    snw_play *plays;
    snw_run *runs; /* the first is the outermost machine's */
    snw_clock *clocks;
    uint32_t *bits;           /* layer.words for each play */
    uint32_t *dropped;        /* the same, of those that were there when the layer started afresh */
    uint32_t *dropped_states; /* of these; meaningful where a bit of the play is set, else 0 */
    const snw_value *values;
    snw_work *work;
    snw_clock *before, *before_clocks; /* this layer's part of the step's */
} snw_lane;

/* A track of a player, with everything at hand. */
typedef struct snw_track {
    sinew_player *player;
    const sinew_binding *binding;
    uint32_t row; /* of the step */
    snw_track_head *head;
    snw_track_play *plays; /* what is current, and what the fade leaves */
    snw_track_entry *queue;
    uint32_t *bits;
    snw_work *work;
    snw_clock *before; /* of the two plays */
} snw_track;

snw_track snw_track_of(const sinew_player *player, uint32_t index);

size_t snw_layer_bytes(const snw_layer *layer);
snw_lane snw_lane_of(const sinew_player *player, uint32_t layer);

/* A weight as it counts: 0 to 1, NaN as 0. */
static inline float snw_unit_weight(double weight) { return weight > 1 ? 1 : weight > 0 ? (float)weight : 0; }
/* What may be asked for in seconds: up to a million. */
static inline bool snw_seconds_fit(double seconds) { return seconds >= 0 && seconds <= 1e6; }

static inline snw_clock *snw_clocks_of(const snw_lane *lane, uint32_t play) {
    return lane->clocks + (size_t)play * lane->layer->clocks;
}

static inline uint32_t *snw_bits_of(const snw_lane *lane, uint32_t play) {
    return lane->bits + (size_t)play * lane->layer->words;
}

static inline bool snw_bit(const uint32_t *bits, uint32_t index) { return bits[index / 32] >> index % 32 & 1; }
static inline void snw_bit_put(uint32_t *bits, uint32_t index, bool set) {
    uint32_t bit = 1u << index % 32;
    bits[index / 32] = set ? bits[index / 32] | bit : bits[index / 32] & ~bit;
}

#endif
