/* Blends along sorted axes: one for 1D, two for the grid. */
#include "space_parts.h"

snw_axis_place snw_axis_find(const snw_axis *axis, float value) {
    uint32_t low = 0, high = axis->count; /* the last position that is not above value lies in [low, high) */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (axis->at[middle] <= (double)value) low = middle;
        else high = middle;
    }
    if ((float)axis->at[low] >= value) return (snw_axis_place){ low, 0.0 };
    if (low + 1 == axis->count) return (snw_axis_place){ low, 0.0 };
    if ((float)axis->at[low + 1] == value) return (snw_axis_place){ low + 1, 0.0 };
    return (snw_axis_place){ low, ((double)value - axis->at[low]) / (axis->at[low + 1] - axis->at[low]) };
}

uint32_t snw_axis_weights(const snw_space *space, float x, snw_weight *out) {
    snw_axis_place place = snw_axis_find(&space->axis[0], x);
    double parts[2] = { 1.0 - place.t, place.t };
    uint32_t count = place.t > 0.0 ? 2 : 1;
    for (uint32_t i = 0; i < count; ++i) out[i].index = place.index + i;
    return snw_space_finish(out, parts, count);
}

/* By (y, x) a full grid is its rows one after the other. */
bool snw_grid_build(snw_space *space, snw_arena *arena, const double *xy) {
    uint32_t columns = 1, n = space->count;
    while (columns < n && xy[2 * (size_t)space->file[columns] + 1] == xy[2 * (size_t)space->file[0] + 1]) ++columns;
    if (n % columns) return false;
    uint32_t rows = n / columns;
    snw_axis *x = &space->axis[0], *y = &space->axis[1];
    x->at = snw_arena_array(arena, columns, sizeof(double));
    y->at = snw_arena_array(arena, rows, sizeof(double));
    if (!x->at || !y->at) return false;
    x->count = columns;
    y->count = rows;
    for (uint32_t i = 0; i < columns; ++i) x->at[i] = xy[2 * (size_t)space->file[i]];
    for (uint32_t i = 0; i < rows; ++i) y->at[i] = xy[2 * (size_t)space->file[(size_t)i * columns] + 1];
    for (uint32_t i = 0; i < n; ++i) {
        const double *p = xy + 2 * (size_t)space->file[i];
        if (p[0] != x->at[i % columns] || p[1] != y->at[i / columns]) return false;
    }
    return true;
}

uint32_t snw_grid_weights(const snw_space *space, float x, float y, snw_weight *out) {
    snw_axis_place column = snw_axis_find(&space->axis[0], x), row = snw_axis_find(&space->axis[1], y);
    double across[2] = { 1.0 - column.t, column.t }, up[2] = { 1.0 - row.t, row.t };
    double parts[4];
    uint32_t count = 0;
    for (uint32_t j = 0; j < (row.t > 0.0 ? 2u : 1u); ++j) {
        for (uint32_t i = 0; i < (column.t > 0.0 ? 2u : 1u); ++i) {
            size_t corner = (size_t)(row.index + j) * space->axis[0].count + column.index + i;
            parts[count] = across[i] * up[j];
            out[count++].index = space->file[corner];
        }
    }
    return snw_space_finish(out, parts, count);
}
