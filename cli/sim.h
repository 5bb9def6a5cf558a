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

#endif
