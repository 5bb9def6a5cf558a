/* Finding the triangle that holds a point: a grid of cells gives one close by, from there a walk crosses the edges
   that part it from the point. Source of the walk: O. Devillers, S. Pion, M. Teillaud, "Walking in a Triangulation",
   International Journal of Foundations of Computer Science 13, 2002; in a Delaunay triangulation it never goes round
   in a circle. Invariant: about two cells a point, whatever the points; with exact predicates every point is found. */
#include "space_parts.h"

#include "math/predicates.h"

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

/* Cells about as wide as high: their counts are to each other as the box's sides. */
static uint32_t columns_for(double width, double height, uint32_t cells) {
    uint32_t columns = 1;
    while (columns < cells && (double)columns * (double)columns * height < width * (double)cells) ++columns;
    return columns;
}

static void fill_cells(const snw_space *space, snw_cells *cells) {
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

bool snw_cells_build(snw_space *space, snw_arena *arena) {
    snw_cells *cells = &space->cells;
    double high[2];
    for (int axis = 0; axis < 2; ++axis) {
        cells->low[axis] = high[axis] = space->at[0][axis];
        for (uint32_t i = 1; i < space->count; ++i) {
            double value = space->at[i][axis];
            if (value < cells->low[axis]) cells->low[axis] = value;
            if (value > high[axis]) high[axis] = value;
        }
    }
    double width = high[0] - cells->low[0], height = high[1] - cells->low[1];
    uint32_t wanted = 2 * space->count;
    cells->columns = columns_for(width, height, wanted);
    cells->rows = (wanted + cells->columns - 1) / cells->columns;
    cells->per_unit[0] = (double)cells->columns / width;
    cells->per_unit[1] = (double)cells->rows / height;
    cells->triangle = snw_arena_array(arena, (size_t)cells->columns * cells->rows, sizeof *cells->triangle);
    if (!cells->triangle) return false;
    fill_cells(space, cells);
    return true;
}
