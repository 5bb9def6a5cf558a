/* What sinew bake and sinew info share: clips of a bank as a table. */
#ifndef CLI_BAKE_H
#define CLI_BAKE_H

#include "cli.h"

/* What a clip takes in a bank: its block, and curves that are kept as they are. */
size_t bank_clip_bytes(const sinew_model *model, uint32_t clip);
/* A line a clip. raw: the model that the bank was made of, for what its curves took; NULL: unknown. */
void put_bank_clips(FILE *out, const sinew_model *model, const sinew_model *raw);
/* The same as an array. */
void put_bank_clips_json(FILE *out, const sinew_model *model, const sinew_model *raw);
/* Of all clips of a model. */
typedef struct bank_sums {
    size_t bytes, raw;
    uint32_t clips;
} bank_sums;
void add_bank_sums(bank_sums *sums, const sinew_model *model, const sinew_model *raw);

/* ---- bake_jobs.c ---- */

typedef struct bake_jobs bake_jobs;

/* Threads that compile clips, which count what is done and show it on a terminal. NULL after a message. */
bake_jobs *bake_jobs_create(uint32_t threads);
void bake_jobs_destroy(bake_jobs *jobs);
/* For one model; `name` stands beside the bar. */
sinew_jobs bake_jobs_begin(bake_jobs *jobs, const char *name);
/* Takes the bar away. */
void bake_jobs_end(bake_jobs *jobs);

#endif
