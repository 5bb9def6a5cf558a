/* Motions of a triangulated blend that the declared range of its parameters does not reach.
   Invariant: a motion is told only where no triangle of it, and no edge of the outline that it ends, is met by the
   range; met counts with a margin. */
#include "bind/lint.h"

#include "bind/space_parts.h"

#include <math.h>
#include <stdio.h>

typedef struct box {
    const char *name[2];
    double low[2], high[2];
} box;

static bool box_of(const snw_bind_lint *lint, const sinew_motion_desc *blend, box *range) {
    const char *names[2] = { blend->parameter, blend->parameter_y };
    for (int i = 0; i < 2; ++i) {
        const sinew_graph_desc *desc = lint->check.desc;
        const sinew_parameter_desc *p = &desc->parameters[snw_name_table_find(&lint->binding->names, names[i])];
        if (!p->min.set || !p->max.set) return false;
        range->name[i] = p->name;
        range->low[i] = p->min.value;
        range->high[i] = p->max.value;
    }
    return true;
}

/* Whether all of the box lies on the outer side of the line from a to b, seen from c. */
static bool parted(const box *range, const double a[2], const double b[2], const double c[2]) {
    double nx = b[1] - a[1], ny = a[0] - b[0];
    double inside = nx * (c[0] - a[0]) + ny * (c[1] - a[1]);
    double sign = inside < 0 ? -1 : 1, size = fabs(nx) + fabs(ny);
    for (int i = 0; i < 4; ++i) {
        double x = (i & 1 ? range->high[0] : range->low[0]) - a[0], y = (i & 2 ? range->high[1] : range->low[1]) - a[1];
        if (sign * (nx * x + ny * y) >= -1e-9 * size * (fabs(x) + fabs(y))) return false;
    }
    return true;
}

static bool apart(const box *range, const double p[3][2]) {
    for (int axis = 0; axis < 2; ++axis) {
        bool above = true, below = true;
        for (int i = 0; i < 3; ++i) {
            above = above && p[i][axis] > range->high[axis];
            below = below && p[i][axis] < range->low[axis];
        }
        if (above || below) return true;
    }
    for (int i = 0; i < 3; ++i)
        if (parted(range, p[i], p[(i + 1) % 3], p[(i + 2) % 3])) return true;
    return false;
}

static void points_of(const sinew_motion_desc *blend, const snw_space *space, uint32_t triangle, uint32_t point[3],
                      double at[3][2]) {
    snw_space_triangle(space, triangle, point);
    for (int i = 0; i < 3; ++i) {
        at[i][0] = blend->children[point[i]].x;
        at[i][1] = blend->children[point[i]].y;
    }
}

/* Whether the box reaches beyond the edge from a to b of a triangle with c. */
static bool reaches_beyond(const box *range, const double a[2], const double b[2], const double c[2]) {
    double mirrored[2] = { a[0] + b[0] - c[0], a[1] + b[1] - c[1] };
    return !parted(range, a, b, mirrored);
}

/* A point that is a corner of no triangle is left alone. */
static void start(const sinew_motion_desc *blend, const snw_space *space, bool *reached) {
    for (uint32_t i = 0; i < blend->child_count; ++i) reached[i] = true;
    for (uint32_t t = 0; t < space->triangle_count; ++t) {
        uint32_t point[3];
        snw_space_triangle(space, t, point);
        for (int i = 0; i < 3; ++i) reached[point[i]] = false;
    }
}

static void mark(const sinew_motion_desc *blend, const snw_space *space, const box *range, bool *reached) {
    for (uint32_t t = 0; t < space->triangle_count; ++t) {
        uint32_t point[3];
        double at[3][2];
        points_of(blend, space, t, point, at);
        bool met = !apart(range, (const double(*)[2])at);
        for (int i = 0; i < 3; ++i) {
            int next = (i + 1) % 3, last = (i + 2) % 3;
            bool outer = (space->triangles[t].across[i] & SNW_OUTER) != 0;
            if (met) reached[point[i]] = true;
            if (!outer || !reaches_beyond(range, at[next], at[last], at[i])) continue;
            reached[point[next]] = reached[point[last]] = true;
        }
    }
}

void snw_lint_triangles(snw_bind_lint *lint, const sinew_motion_desc *blend, const snw_space *space) {
    box range;
    if (!space->triangle_count || !box_of(lint, blend, &range)) return;
    bool *reached = snw_arena_array(&lint->arena, blend->child_count, sizeof *reached);
    if (!reached) return;
    start(blend, space, reached);
    mark(blend, space, &range, reached);
    for (uint32_t i = 0; i < blend->child_count; ++i) {
        if (reached[i]) continue;
        const sinew_motion_desc *motion = &blend->children[i].motion;
        size_t before = snw_check_enter(&lint->check, ".motions[%u]", i);
        snw_check_report(&lint->check, SINEW_CODE_BLEND_UNREACHABLE, "at",
                         "\"%s\" is declared from %.9g to %.9g and \"%s\" from %.9g to %.9g, where \"%s\" weighs "
                         "nothing; widen the range, or move or remove the motion",
                         range.name[0], range.low[0], range.high[0], range.name[1], range.low[1], range.high[1],
                         motion->kind == SINEW_MOTION_CLIP ? motion->clip : "the nested motion");
        snw_check_leave(&lint->check, before);
    }
}
