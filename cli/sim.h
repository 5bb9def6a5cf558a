/* What the parts of sinew sim share. */
#ifndef CLI_SIM_H
#define CLI_SIM_H

#include "cli.h"

/* A state to save, to begin from. Numbers below 0 were not given. */
typedef struct sim_state {
    const char *save, *restore;
    double save_at, from;
    double fps;
    uint64_t save_frame; /* after it the state is saved; UINT64_MAX: never */
} sim_state;

/* The options against each other; returns STATUS_DONE or the exit status after a message. */
int sim_state_check(sim_state *s, const run_options *run);
/* As a run_start's begin; user: a sim_state. */
bool sim_state_begin(void *user, sinew_player *player, uint64_t *frames);
/* After each frame. False after a message. */
bool sim_state_save(const sim_state *s, const sinew_player *player, uint64_t frame);

/* ---- coverage.c: what a run never used ---- */

typedef struct coverage {
    const sinew_binding *binding;
    uint32_t states, transitions;
    bool *entered, *went;
    sinew_verdict *verdicts; /* of the last advance */
} coverage;

/* False after a message; free it also then. */
bool coverage_init(coverage *c, const sinew_binding *binding);
void coverage_frame(coverage *c, const sinew_player *player, const sinew_step *step);
/* On standard error for people, or as an object on standard output. Returns the exit status. */
int coverage_tell(const coverage *c, const char *file, bool json);
void coverage_free(coverage *c);

#endif
