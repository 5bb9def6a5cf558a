/* What the parts of advance share: motions and their rates, the search for a transition, starting one, telling,
   giving out. Invariant: everything works on one layer of one player (a snw_lane); only advance.c sees several. */
#ifndef SNW_ADVANCE_H
#define SNW_ADVANCE_H

#include "advance/clock.h"
#include "bind/layout.h"

/* ---- motion.c: what a motion plays just now ---- */

/* A parameter as a number. */
float snw_number(const snw_lane *lane, uint32_t parameter);
/* Lengths a second at speed 1; 0: nothing with a length weighs anything. */
double snw_motion_rate(const snw_lane *lane, const snw_node *node, snw_weight *scratch);
/* Its children's weights, none of them 0, by index; at most node->scratch entries, the deeper start after them. */
uint32_t snw_motion_weights(const snw_lane *lane, const snw_node *node, snw_weight *out);
float snw_motion_pair_weight(const snw_lane *lane, const snw_node *node);
static inline const snw_node *snw_child(const snw_lane *lane, const snw_node *node, uint32_t index) {
    return &lane->binding->nodes[node->children[index]];
}
/* The rig's clip that weighs most, the first of equals; SINEW_NONE: none. */
uint32_t snw_motion_heaviest(const snw_lane *lane, const snw_node *node, snw_weight *scratch);
/* The same as the binding's clip node. */
uint32_t snw_motion_heaviest_node(const snw_lane *lane, uint32_t node, snw_weight *scratch);

double snw_state_speed(const snw_lane *lane, uint32_t state); /* speed × its parameter */
double snw_play_rate(const snw_lane *lane, uint32_t play);    /* signed lengths a second on its own */
snw_course snw_play_course(const snw_lane *lane, uint32_t play);
bool snw_course_backwards(const snw_course *course); /* from now on */
/* Seconds until a course has gone `lengths` (>= 0) in its direction; infinite for never. */
double snw_course_until(const snw_course *course, double lengths);
double snw_course_lengths(const snw_course *course, double seconds); /* signed */
/* The innermost current play of a play. */
uint32_t snw_innermost(const snw_lane *lane, uint32_t play);
uint32_t snw_play_heaviest(const snw_lane *lane, uint32_t play);

/* ---- machine.c: which transition goes ---- */

typedef struct snw_pick {
    uint32_t run;
    uint32_t transition;
    uint32_t play; /* that is left: the source's or the current; SINEW_NONE where it is held */
} snw_pick;

/* The first transition that is ready, from the outermost machine inwards. With verdicts asked for, says of each
   transition looked at why or why not. */
bool snw_find_transition(const snw_lane *lane, snw_pick *pick);
/* Seconds until the next moment at which an exit is reached by a transition whose conditions hold. */
double snw_next_exit(const snw_lane *lane);

/* ---- fade.c: entering, leaving, fading ---- */

typedef struct snw_go {
    uint32_t run;
    uint32_t to;         /* a state of the run's machine */
    uint32_t target;     /* to, or a state somewhere inside it */
    uint32_t transition; /* or SINEW_NONE */
    double duration;
    double offset;
    bool match;
    uint32_t match_play; /* whose phase counts; SINEW_NONE: held */
    uint8_t curve, hold;
    bool resume;
    bool whole; /* an outer fade was ended for it: all that the layer shows is held */
} snw_go;

/* Enters a state and what it holds, down to `target`; the innermost starts `progress` into its play. */
uint32_t snw_enter(const snw_lane *lane, uint32_t state, uint32_t target, double progress);
void snw_start_fade(const snw_lane *lane, const snw_go *go);
/* Ends every fade that is due, inner ones first. */
void snw_end_fades(const snw_lane *lane);
/* Ends the fades of the machines above a run, so that one inside it may be cut: see travel. */
void snw_collapse_above(const snw_lane *lane, uint32_t run);
/* Tells that everything in the layer has exited, and frees it. */
void snw_leave_all(const snw_lane *lane);
uint32_t snw_new_run(const snw_lane *lane, uint32_t machine);
uint32_t snw_new_play(const snw_lane *lane, uint32_t state);
double snw_fade_weight(const snw_run *run);                    /* of what is faded to */
double snw_fade_weight_at(const snw_run *run, double seconds); /* the same, so many seconds on */
/* Keeps what a fade leaves in step with what it goes to, where both can be. */
void snw_keep_in_step(const snw_lane *lane, snw_run *run);
/* Frees what a half-made fade was to leave, telling nothing. */
void snw_drop_sources(const snw_lane *lane, snw_run *run);
/* Every play and run of the layer is free after it. */
void snw_clear_layer(const snw_lane *lane);
/* Tells the entry and starts it, at the first advance. */
void snw_begin_entry(const snw_lane *lane);

void snw_tell(const snw_lane *lane, sinew_signal_kind kind, uint32_t from, uint32_t to);
void snw_tell_entered(const snw_lane *lane, uint32_t play);

/* ---- control.c ---- */

/* The fade between what plays in a run and a state, where neither says one. */
double snw_pair_mix(const snw_lane *lane, uint32_t run, uint32_t target);

void snw_do_wish(const snw_lane *lane);
/* The state of `machine` that holds `state` or is it; SINEW_NONE if it is not inside. */
uint32_t snw_state_in(const sinew_binding *binding, uint32_t machine, uint32_t state);

/* ---- emit.c ---- */

/* Samples and row of a layer; with `silent` only the row. */
void snw_emit_layer(const snw_lane *lane, bool silent);
float snw_layer_weight(const snw_lane *lane);
bool snw_any_fade(const snw_lane *lane);

/* ---- drive.c ---- */

/* Writes the parameters that clips drive, from the samples and rows that were given out. */
void snw_drive_parameters(sinew_player *player);
/* What a row showed and holds, from a player of one binding to a fresh one of another, by the parameters' names. */
void snw_drive_keep(const sinew_player *from, uint32_t old_row, sinew_player *to, uint32_t row);
/* Of two bindings of one graph: they drive the same parameters in the same order. */
bool snw_drives_same(const sinew_binding *a, const sinew_binding *b);

/* ---- player.c ---- */

/* Sets up the state part: defaults, each layer at its entry. */
void snw_player_start(sinew_player *player);
/* Whether a parameter may have this value: finite, and no motion too fast. */
bool snw_value_allowed(const snw_parameter *parameter, double value);

#endif
