/* Points on one line: a blend along it. */
#include "space_parts.h"

#include "math/predicates.h"

#include <math.h>

static double square_distance(const double a[2], const double b[2]) {
    double x = b[0] - a[0], y = b[1] - a[1];
    return x * x + y * y;
}

static uint32_t farthest(const snw_space *space, const uint32_t *points, uint32_t count, uint32_t from) {
    uint32_t best = from;
    double most = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        double square = square_distance(space->at[from], space->at[points[i]]);
        if (square <= most) continue;
        most = square;
        best = points[i];
    }
    return best;
}

/* (0.1, 0.3), (0.2, 0.6), (0.3, 0.9) are on a line for who wrote them, though not as doubles: each may be off by half
   a unit in its last place, the ends as far as they reach, and scaling rounds once more. */
bool snw_line_holds(const double a[2], const double b[2], const double c[2]) {
    double x = c[0] - a[0], y = c[1] - a[1];
    double square = x * x + y * y;
    double t = ((b[0] - a[0]) * x + (b[1] - a[1]) * y) / square;
    if (!(t > 0.0 && t < 1.0)) return false;
    double size = fabs(b[0]) + fabs(b[1]) + (1.0 - t) * (fabs(a[0]) + fabs(a[1])) + t * (fabs(c[0]) + fabs(c[1]));
    return fabs(snw_orient2d_close(a, c, b)) <= 0x1p-51 * size * sqrt(square);
}

static bool all_on_line(const snw_space *space, const uint32_t *points, uint32_t count, uint32_t first, uint32_t last) {
    for (uint32_t i = 0; i < count; ++i) {
        if (points[i] == first || points[i] == last) continue;
        if (!snw_line_holds(space->at[first], space->at[points[i]], space->at[last])) return false;
    }
    return true;
}

static double along(const snw_line *line, const double from[2], const double p[2]) {
    return (p[0] - from[0]) * line->direction[0] + (p[1] - from[1]) * line->direction[1];
}

/* The points in the order along the line, which by (y, x) is theirs but for rounding. */
static bool order_along(snw_space *space, snw_arena *arena, const uint32_t *points, uint32_t count, uint32_t first,
                        const sinew_allocator *allocator) {
    snw_line *line = &space->line;
    line->point = snw_arena_array(arena, count, sizeof *line->point);
    line->along = snw_arena_array(arena, count, sizeof *line->along);
    size_t scratch_bytes = (size_t)count * sizeof(uint32_t), keys_bytes = (size_t)count * 2 * sizeof(double);
    uint32_t *scratch = snw_allocate(allocator, scratch_bytes);
    double *keys = scratch ? snw_allocate(allocator, keys_bytes) : NULL;
    bool done = line->point && line->along && keys;
    if (done) {
        for (size_t i = 0; i < count; ++i) {
            line->point[i] = (uint32_t)i;
            keys[2 * i + 1] = along(line, space->at[first], space->at[points[i]]);
        }
        snw_space_sort(keys, count, line->point, scratch);
        for (uint32_t i = 0; i < count; ++i) {
            line->along[i] = keys[2 * (size_t)line->point[i] + 1];
            line->point[i] = points[line->point[i]];
        }
        line->count = count;
    }
    snw_release(allocator, keys, keys_bytes);
    snw_release(allocator, scratch, scratch_bytes);
    return done;
}

bool snw_line_build(snw_space *space, snw_arena *arena, const uint32_t *points, uint32_t count,
                    const sinew_allocator *allocator) {
    uint32_t first = farthest(space, points, count, points[0]);
    uint32_t last = farthest(space, points, count, first);
    if (first > last) {
        uint32_t end = first;
        first = last;
        last = end;
    }
    if (!all_on_line(space, points, count, first, last)) return true;
    for (int axis = 0; axis < 2; ++axis) space->line.direction[axis] = space->at[last][axis] - space->at[first][axis];
    return order_along(space, arena, points, count, first, allocator);
}

uint32_t snw_line_weights(const snw_space *space, const double p[2], float x, float y, snw_weight *out) {
    const snw_line *line = &space->line;
    double s = along(line, space->at[line->point[0]], p);
    uint32_t low = 0, high = line->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (line->along[middle] <= s) low = middle;
        else high = middle;
    }
    if (low + 1 == line->count) return snw_space_alone(space, line->point[low], out);
    double at[2] = { p[0], p[1] };
    snw_space_snap(space, line->point + low, 2, x, y, at);
    s = along(line, space->at[line->point[0]], at);
    double t = (s - line->along[low]) / (line->along[low + 1] - line->along[low]);
    return snw_space_between(space, line->point[low], line->point[low + 1], t, out);
}
