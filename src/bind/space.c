/* Building a blend space, and what all kinds of it share: the points' own order, their scale, the last step to
   weights. */
#include "space_parts.h"

#include "math/predicates.h"

#include <math.h>
#include <string.h>

/* More points than this are taken as memory running out: no index below may overflow. */
#define MOST_POINTS (1u << 26)

/* ---- order ---- */

static bool comes_after(const double *xy, uint32_t a, uint32_t b) {
    const double *p = xy + 2 * (size_t)a, *q = xy + 2 * (size_t)b;
    return p[1] != q[1] ? p[1] > q[1] : p[0] > q[0];
}

/* Merge sort, bottom up: the C library's qsort may allocate and is not stable. */
void snw_space_sort(const double *xy, uint32_t count, uint32_t *order, uint32_t *scratch) {
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t low = 0; low < count; low += 2 * width) {
            uint32_t middle = low + width < count ? low + width : count;
            uint32_t high = middle + width < count ? middle + width : count;
            uint32_t i = low, j = middle;
            for (uint32_t k = low; k < high; ++k) {
                bool first = j == high || (i < middle && !comes_after(xy, order[i], order[j]));
                scratch[k] = first ? order[i++] : order[j++];
            }
        }
        memcpy(order, scratch, count * sizeof *order);
    }
}

/* ---- scale ---- */

static double power_of_two(int exponent) { /* -1022 to 1023 */
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int exponent_of(double value) { /* value > 0 */
    int below = 0;
    if (value < 0x1p-1000) {
        value *= 0x1p100;
        below = 100;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 52) - 1023 - below;
}

/* To a multiple of 2^-249 and at most 2^400, the range in which the predicates are exact. Only what is 2^-396 of the
   set's size is rounded, only what is 2^200 of it cut. */
static double into_range(double value) {
    if (fabs(value) < 0x1p-197) return (value + 0x1.8p-197) - 0x1.8p-197;
    if (value > 0x1p400) return 0x1p400;
    if (value < -0x1p400) return -0x1p400;
    return value;
}

void snw_space_scale(const snw_space *space, double x, double y, double out[2]) {
    out[0] = into_range(x / space->range[0] * space->factor[0] * space->factor[1]);
    out[1] = into_range(y / space->range[1] * space->factor[0] * space->factor[1]);
}

static double axis_range(const double *xy, uint32_t count, int axis) {
    double low = xy[axis], high = low;
    for (uint32_t i = 1; i < count; ++i) {
        double value = xy[2 * (size_t)i + (size_t)axis];
        if (value < low) low = value;
        if (value > high) high = value;
    }
    double range = high - low;
    return range > 0.0 ? range : 1.0;
}

static void choose_scale(snw_space *space, const double *xy, bool normalize) {
    double largest = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
        space->range[axis] = normalize ? axis_range(xy, space->count, axis) : 1.0;
        for (uint32_t i = 0; i < space->count; ++i) {
            double size = fabs(xy[2 * (size_t)i + (size_t)axis] / space->range[axis]);
            if (size > largest) largest = size;
        }
    }
    int exponent = largest > 0.0 ? 199 - exponent_of(largest) : 0;
    space->factor[0] = power_of_two(exponent / 2);
    space->factor[1] = power_of_two(exponent - exponent / 2);
}

/* ---- build ---- */

/* By the scaled coordinates, which is what the geometry sees; where rounding made two of those equal, by the file's.
   A grid stays as the file has it. */
static bool order_points(snw_space *space, const double *xy, const sinew_allocator *allocator) {
    uint32_t n = space->count;
    size_t scratch_bytes = (size_t)n * sizeof(uint32_t), scaled_bytes = (size_t)n * 2 * sizeof(double);
    uint32_t *scratch = snw_allocate(allocator, scratch_bytes);
    double *scaled = scratch ? snw_allocate(allocator, scaled_bytes) : NULL;
    if (scaled) {
        for (uint32_t i = 0; i < n; ++i) space->file[i] = i;
        snw_space_sort(xy, n, space->file, scratch);
        for (size_t i = 0; i < n; ++i) snw_space_scale(space, xy[2 * i], xy[2 * i + 1], scaled + 2 * i);
        if (space->kind != SNW_SPACE_GRID) snw_space_sort(scaled, n, space->file, scratch);
    }
    bool done = scaled != NULL;
    snw_release(allocator, scaled, scaled_bytes);
    snw_release(allocator, scratch, scratch_bytes);
    return done;
}

static bool place_points(snw_space *space, snw_arena *arena, const double *xy, bool normalize,
                         const sinew_allocator *allocator) {
    uint32_t n = space->count;
    space->file = snw_arena_array(arena, n, sizeof *space->file);
    space->order = snw_arena_array(arena, n, sizeof *space->order);
    space->at = snw_arena_array(arena, n, sizeof *space->at);
    space->nearest = snw_arena_array(arena, n, sizeof *space->nearest);
    if (arena->failed) return false;
    choose_scale(space, xy, normalize);
    if (!order_points(space, xy, allocator)) return false;
    for (uint32_t i = 0; i < n; ++i) {
        const double *p = xy + 2 * (size_t)space->file[i];
        space->order[space->file[i]] = i;
        snw_space_scale(space, p[0], p[1], space->at[i]);
        for (int axis = 0; axis < 2; ++axis) space->nearest[i][axis] = (float)p[axis];
    }
    return true;
}

/* Points so near to each other, next to the size of the set, that they fell together count as the first of them. */
static uint32_t distinct_points(const snw_space *space, uint32_t *points) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < space->count; ++i) {
        const double *p = space->at[i], *q = count ? space->at[points[count - 1]] : NULL;
        if (!q || p[0] != q[0] || p[1] != q[1]) points[count++] = i;
    }
    return count;
}

static bool build_triangles(snw_space *space, snw_arena *arena, const sinew_allocator *allocator) {
    size_t bytes = (size_t)space->count * sizeof(uint32_t);
    uint32_t *points = snw_allocate(allocator, bytes);
    if (!points) return false;
    uint32_t count = distinct_points(space, points);
    bool done = snw_line_build(space, arena, points, count, allocator);
    if (done && !space->line.count) {
        space->triangles = snw_arena_array(arena, 2 * (size_t)count, sizeof *space->triangles);
        done = space->triangles &&
               snw_triangulate((const double(*)[2])space->at, points, count, allocator, space->triangles,
                               &space->triangle_count) &&
               snw_outline_build(space, arena, allocator) && snw_cells_build(space, arena);
    }
    snw_release(allocator, points, bytes);
    return done;
}

static bool build_axis(snw_space *space, snw_arena *arena, const double *xy) {
    space->axis[0].at = snw_arena_array(arena, space->count, sizeof(double));
    if (!space->axis[0].at) return false;
    space->axis[0].count = space->count;
    for (uint32_t i = 0; i < space->count; ++i) space->axis[0].at[i] = xy[2 * (size_t)i];
    return true;
}

static bool build(snw_space *space, snw_arena *arena, const double *xy, bool normalize,
                  const sinew_allocator *allocator) {
    if (space->kind == SNW_SPACE_1D) return build_axis(space, arena, xy);
    if (!place_points(space, arena, xy, normalize, allocator)) return false;
    if (space->kind == SNW_SPACE_GRID) return snw_grid_build(space, arena, xy);
    if (space->kind == SNW_SPACE_DELAUNAY) return build_triangles(space, arena, allocator);
    return snw_bands_build(space, arena);
}

snw_space *snw_space_build(snw_arena *arena, snw_space_kind kind, const double *xy, uint32_t count, bool normalize,
                           const sinew_allocator *allocator) {
    snw_space *space = count && count <= MOST_POINTS ? snw_arena_take(arena, sizeof *space) : NULL;
    if (space) {
        space->kind = kind;
        space->count = count;
        if (build(space, arena, xy, normalize, allocator)) return space;
    }
    arena->failed = true;
    return NULL;
}

/* ---- weights ---- */

uint32_t snw_space_capacity(const snw_space *space) {
    static const uint32_t most[] = { [SNW_SPACE_1D] = 2, [SNW_SPACE_DELAUNAY] = 3, [SNW_SPACE_GRID] = 4 };
    if (space->kind == SNW_SPACE_GRADIENT || space->kind == SNW_SPACE_POLAR) return space->count;
    return most[space->kind];
}

void snw_space_snap(const snw_space *space, const uint32_t *points, uint32_t count, float x, float y, double p[2]) {
    const double *on[2] = { NULL, NULL }; /* the first point with this x, with this y */
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t point = points ? points[i] : i;
        bool same_x = space->nearest[point][0] == x, same_y = space->nearest[point][1] == y;
        if (same_x && (!on[0] || same_y)) on[0] = space->at[point];
        if (same_y && (!on[1] || same_x)) on[1] = space->at[point];
        if (same_x && same_y) break;
    }
    for (int axis = 0; axis < 2; ++axis)
        if (on[axis]) p[axis] = on[axis][axis];
}

uint32_t snw_space_alone(const snw_space *space, uint32_t point, snw_weight *out) {
    out[0] = (snw_weight){ space->file[point], 1.0f };
    return 1;
}

uint32_t snw_space_finish(snw_weight *out, const double *parts, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; ++i) sum += parts[i];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        snw_weight entry = { out[i].index, (float)(parts[i] / sum) };
        if (!(entry.weight > 0.0f)) continue;
        uint32_t k = kept++;
        for (; k > 0 && out[k - 1].index > entry.index; --k) out[k] = out[k - 1];
        out[k] = entry;
    }
    return kept;
}

uint32_t snw_space_between(const snw_space *space, uint32_t a, uint32_t b, double t, snw_weight *out) {
    if (t <= 0.0) return snw_space_alone(space, a, out);
    if (t >= 1.0) return snw_space_alone(space, b, out);
    double parts[2] = { 1.0 - t, t };
    out[0].index = space->file[a];
    out[1].index = space->file[b];
    return snw_space_finish(out, parts, 2);
}

/* p lies in the triangle, or no farther off than the snap moves it. */
static uint32_t triangle_weights(const snw_space *space, uint32_t triangle, const double p[2], snw_weight *out) {
    const uint32_t *v = space->triangles[triangle].point;
    double parts[3];
    for (int i = 0; i < 3; ++i) {
        double part = snw_orient2d_close(p, space->at[v[(i + 1) % 3]], space->at[v[(i + 2) % 3]]);
        parts[i] = part > 0.0 ? part : 0.0;
        out[i].index = space->file[v[i]];
    }
    return snw_space_finish(out, parts, 3);
}

static uint32_t delaunay_weights(const snw_space *space, float x, float y, snw_weight *out) {
    double p[2];
    snw_space_scale(space, (double)x, (double)y, p);
    if (space->line.count) return snw_line_weights(space, p, x, y, out);
    snw_located found = snw_locate(space, p);
    if (found.outer == SINEW_NONE) {
        snw_space_snap(space, space->triangles[found.triangle].point, 3, x, y, p);
        return triangle_weights(space, found.triangle, p, out);
    }
    return snw_outline_weights(space, p, found.outer, x, y, out);
}

uint32_t snw_space_weights(const snw_space *space, float x, float y, snw_weight *out) {
    switch (space->kind) {
    case SNW_SPACE_1D: return snw_axis_weights(space, x, out);
    case SNW_SPACE_DELAUNAY: return delaunay_weights(space, x, y, out);
    case SNW_SPACE_GRID: return snw_grid_weights(space, x, y, out);
    default: return snw_bands_weights(space, x, y, out);
    }
}

uint32_t snw_space_order(const snw_space *space, uint32_t point) {
    return space->kind == SNW_SPACE_GRID ? space->order[point] : point;
}

uint32_t snw_space_heaviest(const snw_space *space, const snw_weight *out, uint32_t count) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; ++i) {
        bool heavier = out[i].weight > out[best].weight;
        bool even = out[i].weight == out[best].weight;
        if (heavier || (even && snw_space_order(space, out[i].index) < snw_space_order(space, out[best].index)))
            best = i;
    }
    return best;
}

/* ---- for tests and tools ---- */

uint32_t snw_space_triangle_count(const snw_space *space) { return space->triangle_count; }

void snw_space_triangle(const snw_space *space, uint32_t triangle, uint32_t points[3]) {
    for (int i = 0; i < 3; ++i) points[i] = space->file[space->triangles[triangle].point[i]];
}

uint32_t snw_space_visited(const snw_space *space, float x, float y) {
    if (!space->triangle_count) return 0;
    double p[2];
    snw_space_scale(space, (double)x, (double)y, p);
    return snw_locate(space, p).visited;
}
