/* Blend spaces: from a value of one or two parameters to the weights of a blend's motions.

   Invariant: a space is immutable and lives in its arena. Its points are held in an order of their own, by (y, x), and
   all arithmetic follows that order, so that the weights have the same bits however the file orders its motions. */
#ifndef SNW_BIND_SPACE_H
#define SNW_BIND_SPACE_H

#include "base/base.h"

typedef struct snw_weight {
    uint32_t index; /* of the motion, in the file's order */
    float weight;
} snw_weight;

typedef struct snw_space snw_space;

typedef enum { SNW_SPACE_1D, SNW_SPACE_DELAUNAY, SNW_SPACE_GRADIENT, SNW_SPACE_POLAR, SNW_SPACE_GRID } snw_space_kind;

/* The points are checked already: within the range of floats, at least one, ascending in 1D, distinct in 2D, a full
   grid for the grid. xy: two for each point; 1D uses x alone. normalize: each axis is divided by its range first, where
   it has one. Scratch comes from `allocator` and is given back. NULL when memory runs out, or for a grid that is not
   full. Cost: O(count log count) on sets that are not made to be awkward. */
snw_space *snw_space_build(snw_arena *arena, snw_space_kind kind, const double *xy, uint32_t count, bool normalize,
                           const sinew_allocator *allocator);

/* The most entries that snw_space_weights writes. */
uint32_t snw_space_capacity(const snw_space *space);

/* The weights that are not zero, ascending by index, summing to 1 within 1e-6; returns how many, at least 1. x and y
   are finite. A float that is the nearest to a point's coordinates counts as that point. Allocates nothing. */
uint32_t snw_space_weights(const snw_space *space, float x, float y, snw_weight *out);

/* Which of out[count] is the heaviest; at equal weights the first in the file, in a grid the first by y, then x. */
uint32_t snw_space_heaviest(const snw_space *space, const snw_weight *out, uint32_t count);

/* A point's rank among equal weights: its place in the file, in a grid its place by (y, x). */
uint32_t snw_space_order(const snw_space *space, uint32_t point);

/* Delaunay: the triangles, three points (file order) each, counter-clockwise; 0 where the points lie on a line. */
uint32_t snw_space_triangle_count(const snw_space *space);
void snw_space_triangle(const snw_space *space, uint32_t triangle, uint32_t points[3]);
/* Delaunay: how many triangles a look-up at (x, y) tests. */
uint32_t snw_space_visited(const snw_space *space, float x, float y);

#endif
