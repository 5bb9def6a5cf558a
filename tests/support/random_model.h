/* Seeded random numbers, and models made of them: hierarchies of every shape, curves of every kind, rest poses with
   mirrored and vanishing scales, morphs. */
#ifndef RANDOM_MODEL_H
#define RANDOM_MODEL_H

#include "sinew/model.h"

typedef struct random_source {
    uint64_t state;
} random_source;

uint64_t random_next(random_source *r);
uint32_t random_below(random_source *r, uint32_t count); /* count > 0 */
float random_float(random_source *r, float low, float high);
bool random_chance(random_source *r, double chance);
sinew_quat random_rotation(random_source *r); /* unit, either sign */

typedef struct random_model_options {
    uint32_t joints; /* at most this many, 1 at least; 0: 100 */
    uint32_t clips;  /* as many; 0: 1 to 6 */
    bool plain;      /* no odd scales */
    bool fast;       /* clips compiled; else sampled from their curves, for comparing to the last bits */
} random_model_options;

/* NULL when memory runs out: ends the test program with a message if the model is refused. */
sinew_model *random_model(random_source *r, const random_model_options *options, const sinew_allocator *allocator);

#endif
