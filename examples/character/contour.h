/* Outlines of a set of pixels. */
#ifndef HERO_CONTOUR_H
#define HERO_CONTOUR_H

#include <math.h>

typedef struct contour_point {
    int x, y;
} contour_point;

typedef struct contour {
    int width, height;
    const unsigned char *inside; /* width × height */
    unsigned char *edges;        /* (width + 1) × (height + 1), scratch */
    contour_point *points;       /* capacity + 1, scratch */
    unsigned char *keep;         /* capacity + 1, scratch */
    int capacity;
    double least_area; /* smaller loops are left out */
} contour;

typedef void (*contour_loop)(void *user, const contour_point *points, int count);

/* Calls `loop` for every outline, holes too (they run the other way). */
void contour_trace(contour *c, double slack, contour_loop loop, void *user);

#endif
