/* A track's keys as small whole numbers: their ranges, and what they come to.
   Invariant: a number is within half a step of the curve's, a step a part of its range over the clip. */
#ifndef SNW_RIG_COMPILE_PACK_H
#define SNW_RIG_COMPILE_PACK_H

#include "compile.h"

typedef struct snw_packed {
    uint32_t column; /* of the grid */
    float middle[SNW_CLIP_WIDTH], step[SNW_CLIP_WIDTH];
    float mean[4]; /* of a rotation that is kept as words */
    bool moves;    /* on the grid */
    bool turned;   /* its numbers are those of the turn since the mean */
} snw_packed;

/* False where it cannot be words, since it turns too far. */
bool snw_pack(const snw_compiling *c, const snw_grid *grid, const snw_track *track, snw_packed *out);
/* Lets each rotation that is kept as words make up for what its parent's are off by, key by key, so that errors do not
   add up along a chain. Changes the grid. False when memory ran out. */
bool snw_pack_follow(const snw_compiling *c, const snw_grid *grid, const snw_packed *tracks);

static inline float *snw_packed_value(const snw_compiling *c, const snw_grid *grid, const snw_packed *p, uint32_t key) {
    return grid->values + 4 * ((size_t)key * c->moving + p->column);
}

/* The numbers that a key has for a value. */
void snw_packed_numbers(const snw_packed *p, const float *value, float out[4]);
int16_t snw_packed_level(const snw_packed *p, uint32_t i, float number);
uint32_t snw_packed_word(const snw_packed *p, const float numbers[3]);

#endif
