/* The Delaunay triangulation of distinct points. */
#ifndef SNW_BIND_DELAUNAY_H
#define SNW_BIND_DELAUNAY_H

#include "base/base.h"

/* No triangle across this edge. */
#define SNW_OUTER 0x80000000u

typedef struct snw_triangle {
    uint32_t point[3];  /* counter-clockwise, the least first */
    uint32_t across[3]; /* the triangle over the edge opposite point[i], or SNW_OUTER with more in the low bits */
} snw_triangle;

/* Triangulates at[points[0 .. count-1]], which are distinct, ascend by (y, x) and do not all lie on one line; their
   coordinates within the range of the predicates. Of points on one circle the diagonals go to the least.
   Writes at most 2 count triangles. False when there is no memory.
   Cost: O(count log count). */
bool snw_triangulate(const double (*at)[2], const uint32_t *points, uint32_t count, const sinew_allocator *allocator,
                     snw_triangle *triangles, uint32_t *triangle_count);

#endif
