/* What the files of a blend space share. */
#ifndef SNW_BIND_SPACE_PARTS_H
#define SNW_BIND_SPACE_PARTS_H

#include "delaunay.h"
#include "space.h"

/* One axis of sorted positions, as the file has them. */
typedef struct snw_axis {
    double *at;
    uint32_t count;
} snw_axis;

/* Where a value lies on an axis: between `index` and the next, `t` of the way; t is 0 exactly on a position. */
typedef struct snw_axis_place {
    uint32_t index;
    double t;
} snw_axis_place;

/* Delaunay, where the points lie on a line: their places along it. */
typedef struct snw_line {
    uint32_t *point; /* ascending along the line */
    double *along;
    double direction[2];
    uint32_t count;
} snw_line;

/* The outline of the triangles, counter-clockwise; edge k goes from point[k] to point[k + 1]. */
typedef struct snw_outline {
    uint32_t *point;
    double *turn; /* of the edge: grows along the outline by 4 a round, 2 being half a turn */
    uint32_t count;
} snw_outline;

/* Cells over the points' box, each with a triangle at its middle or as near as there is one. */
typedef struct snw_cells {
    uint32_t *triangle;
    uint32_t columns, rows;
    double low[2], per_unit[2];
} snw_cells;

struct snw_space {
    snw_space_kind kind;
    uint32_t count;

    /* The points by (y, x): all of these are in that order. Not for 1D. */
    uint32_t *file;      /* index in the file */
    double (*at)[2];     /* scaled, so that the largest coordinate is near 2^200 */
    float (*nearest)[2]; /* the float nearest to what the file has */

    uint32_t *order; /* by the file's index: rank by (y, x) */

    double range[2];  /* each axis is divided by it */
    double factor[2]; /* and then multiplied by both, powers of two */

    snw_axis axis[2]; /* 1D: the first; grid: both */

    double *length, *angle; /* polar, of each point */

    snw_line line;
    snw_triangle *triangles; /* point[] are places by (y, x); the low bits of an outer `across` are an outline edge */
    uint32_t triangle_count;
    snw_outline outline;
    snw_cells cells;
};

/* ---- space.c ---- */

/* Sorts order[count], indices of points, by (y, x), stably. scratch has room for count. */
void snw_space_sort(const double *xy, uint32_t count, uint32_t *order, uint32_t *scratch);
void snw_space_scale(const snw_space *space, double x, double y, double out[2]);
/* p is (x, y) scaled. Where x or y is the float nearest to that coordinate of one of points[count] (NULL: of all), the
   point's own replaces it: 0.1 means 0.1, though no float is. A point that both meet comes before others. */
void snw_space_snap(const snw_space *space, const uint32_t *points, uint32_t count, float x, float y, double p[2]);
/* One point, given by its place by (y, x), alone. */
uint32_t snw_space_alone(const snw_space *space, uint32_t point, snw_weight *out);
/* Two points, t of the way from a to b; one of them alone where t is not between 0 and 1. */
uint32_t snw_space_between(const snw_space *space, uint32_t a, uint32_t b, double t, snw_weight *out);
/* Divides by the sum (in a fixed order), drops zeros and sorts by the file's index; count at most 4. */
uint32_t snw_space_finish(snw_weight *out, const double *parts, uint32_t count);

/* ---- axis.c ---- */

snw_axis_place snw_axis_find(const snw_axis *axis, float value);
bool snw_grid_build(snw_space *space, snw_arena *arena, const double *xy);
uint32_t snw_axis_weights(const snw_space *space, float x, snw_weight *out);
uint32_t snw_grid_weights(const snw_space *space, float x, float y, snw_weight *out);

/* ---- bands.c ---- */

bool snw_bands_build(snw_space *space, snw_arena *arena);
uint32_t snw_bands_weights(const snw_space *space, float x, float y, snw_weight *out);

/* ---- line.c ---- */

/* Fills space->line where points[count] all lie on a line, up to the rounding of their coordinates; its count stays 0
   otherwise. False when there is no memory. */
bool snw_line_build(snw_space *space, snw_arena *arena, const uint32_t *points, uint32_t count,
                    const sinew_allocator *allocator);
uint32_t snw_line_weights(const snw_space *space, const double p[2], float x, float y, snw_weight *out);
/* Whether b lies between a and c and on their line, up to the rounding of their coordinates. */
bool snw_line_holds(const double a[2], const double b[2], const double c[2]);

/* ---- outline.c ---- */

bool snw_outline_build(snw_space *space, snw_arena *arena, const sinew_allocator *allocator);
/* p lies outside outline edge `edge`: the weights of the outline's point that is nearest to p. */
uint32_t snw_outline_weights(const snw_space *space, const double p[2], uint32_t edge, float x, float y,
                             snw_weight *out);

/* ---- locate.c ---- */

typedef struct snw_located {
    uint32_t triangle;
    uint32_t outer; /* the outline edge that p lies outside of, or SINEW_NONE */
    uint32_t visited;
} snw_located;

bool snw_cells_build(snw_space *space, snw_arena *arena);
snw_located snw_locate(const snw_space *space, const double p[2]);

#endif
