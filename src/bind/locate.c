/* Finding the triangle that holds a point: a grid of cells gives one close by, from there a walk crosses the edges
   that part it from the point. Source of the walk: O. Devillers, S. Pion, M. Teillaud, "Walking in a Triangulation",
   International Journal of Foundations of Computer Science 13, 2002; in a Delaunay triangulation it never goes round
   in a circle. Invariant: about two cells a point, whatever the points; with exact predicates every point is found. */
#include "space_parts.h"

#include "math/predicates.h"

/* ---- the walk ---- */

static snw_located walk(const snw_space *space, const double p[2], uint32_t triangle) {
    const double(*at)[2] = (const double(*)[2])space->at;
    snw_located found = { triangle, SINEW_NONE, 1 };
    uint32_t came_from = SINEW_NONE;
    while (found.visited <= space->triangle_count) {
        const snw_triangle *t = &space->triangles[found.triangle];
        uint32_t across = SINEW_NONE;
        for (int i = 0; i < 3 && across == SINEW_NONE; ++i) {
            if (t->across[i] == came_from) continue;
            if (snw_orient2d(at[t->point[(i + 1) % 3]], at[t->point[(i + 2) % 3]], p) < 0.0) across = t->across[i];
        }
        if (across == SINEW_NONE) break;
        if (across & SNW_OUTER) {
            found.outer = across & ~SNW_OUTER;
            break;
        }
        came_from = found.triangle;
        found.triangle = across;
        ++found.visited;
    }
    return found;
}

static uint32_t cell_along(const snw_cells *cells, int axis, double value) {
    uint32_t count = axis ? cells->rows : cells->columns;
    double place = (value - cells->low[axis]) * cells->per_unit[axis];
    if (!(place > 0.0)) return 0;
    return place < (double)count ? (uint32_t)place : count - 1;
}

snw_located snw_locate(const snw_space *space, const double p[2]) {
    const snw_cells *cells = &space->cells;
    size_t cell = (size_t)cell_along(cells, 1, p[1]) * cells->columns + cell_along(cells, 0, p[0]);
    return walk(space, p, cells->triangle[cell]);
}

/* ---- the cells ---- */

/* Cells about as wide as high: their counts are to each other as the box's sides. */
static uint32_t square_columns(double width, double height, uint32_t cells) {
    uint32_t columns = 1;
    while (columns < cells && (double)columns * (double)columns * height < width * (double)cells) ++columns;
    return columns;
}

static void fill_cells(snw_space *space, const double size[2], uint32_t columns, uint32_t wanted) {
    snw_cells *cells = &space->cells;
    cells->columns = columns;
    cells->rows = (wanted + columns - 1) / columns;
    cells->per_unit[0] = (double)cells->columns / size[0];
    cells->per_unit[1] = (double)cells->rows / size[1];
    uint32_t near = 0;
    for (uint32_t row = 0; row < cells->rows; ++row) {
        for (uint32_t k = 0; k < cells->columns; ++k) {
            uint32_t column = row & 1u ? cells->columns - 1 - k : k; /* neighbours follow each other */
            double middle[2] = { cells->low[0] + ((double)column + 0.5) / cells->per_unit[0],
                                 cells->low[1] + ((double)row + 0.5) / cells->per_unit[1] };
            near = walk(space, middle, near).triangle;
            cells->triangle[(size_t)row * cells->columns + column] = near;
        }
    }
}

/* Triangles that look-ups visit over the box, by a fixed sample of even spread. Source of the sequence: M. Roberts,
   "The Unreasonable Effectiveness of Quasirandom Sequences", 2018. */
enum { SAMPLES = 256 };
static uint32_t walked(const snw_space *space, const double size[2]) {
    double u = 0.5, v = 0.5;
    uint32_t sum = 0;
    for (int i = 0; i < SAMPLES; ++i) {
        u += 0.7548776662466927;
        v += 0.5698402909980532;
        if (u >= 1.0) u -= 1.0;
        if (v >= 1.0) v -= 1.0;
        const double p[2] = { space->cells.low[0] + u * size[0], space->cells.low[1] + v * size[1] };
        sum += snw_locate(space, p).visited;
    }
    return sum;
}

/* Square cells do for most sets. Where all triangles are long one way, other shapes are tried. */
static void choose_cells(snw_space *space, const double size[2], uint32_t wanted) {
    const uint32_t shapes[4] = { square_columns(size[0], size[1], wanted), square_columns(1.0, 1.0, wanted), 1,
                                 wanted };
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < 4 && least > 3 * SAMPLES; ++i) {
        fill_cells(space, size, shapes[i], wanted);
        uint32_t sum = walked(space, size);
        if (sum >= least) continue;
        least = sum;
        best = i;
    }
    fill_cells(space, size, shapes[best], wanted);
}

bool snw_cells_build(snw_space *space, snw_arena *arena) {
    snw_cells *cells = &space->cells;
    double high[2], size[2];
    for (int axis = 0; axis < 2; ++axis) {
        cells->low[axis] = high[axis] = space->at[0][axis];
        for (uint32_t i = 1; i < space->count; ++i) {
            double value = space->at[i][axis];
            if (value < cells->low[axis]) cells->low[axis] = value;
            if (value > high[axis]) high[axis] = value;
        }
        size[axis] = high[axis] - cells->low[axis];
    }
    uint32_t wanted = 2 * space->count;
    /* A last row may be begun: fewer than one more for each column, so at most as many again. */
    cells->triangle = snw_arena_array(arena, 2 * (size_t)wanted, sizeof *cells->triangle);
    if (!cells->triangle) return false;
    choose_cells(space, size, wanted);
    return true;
}
