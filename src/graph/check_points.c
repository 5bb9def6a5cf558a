/* The positions of a 2D blend: apart, a full grid, without a gap. Invariant: O(n log n), exact comparisons only. */
#include "graph/check.h"

typedef struct points {
    const sinew_child_desc *children;
    bool by_x;
} points;

static bool point_before(const void *user, uint32_t a, uint32_t b) {
    const points *p = user;
    const sinew_child_desc *l = &p->children[a], *r = &p->children[b];
    double l1 = p->by_x ? l->x : l->y, r1 = p->by_x ? r->x : r->y;
    double l2 = p->by_x ? l->y : l->x, r2 = p->by_x ? r->y : r->x;
    if (l1 != r1) return l1 < r1;
    return l2 != r2 ? l2 < r2 : a < b;
}

static bool same_point(const sinew_child_desc *a, const sinew_child_desc *b) { return a->x == b->x && a->y == b->y; }

/* order: by (y, x). */
static bool check_apart(snw_check *check, const sinew_child_desc *children, const uint32_t *order, uint32_t count) {
    bool apart = true;
    for (uint32_t i = 1; i < count; ++i) {
        const sinew_child_desc *point = &children[order[i]];
        if (!same_point(&children[order[i - 1]], point)) continue;
        apart = false;
        size_t before = snw_check_enter(check, ".motions[%u]", order[i]);
        snw_check_report(check, SINEW_CODE_BLEND_SAME_POINT, "at",
                         "two motions of the blend are at the same point, [%.9g, %.9g]; move or remove one", point->x,
                         point->y);
        snw_check_leave(check, before);
    }
    return apart;
}

/* ---- grid ---- */

/* Distinct values of the first coordinate of the order. */
static uint32_t count_lines(const points *p, const uint32_t *order, uint32_t count) {
    uint32_t lines = count ? 1 : 0;
    for (uint32_t i = 1; i < count; ++i) {
        const sinew_child_desc *a = &p->children[order[i - 1]], *b = &p->children[order[i]];
        lines += p->by_x ? a->x != b->x : a->y != b->y;
    }
    return lines;
}

/* The points are apart, so columns × rows of them fill the grid exactly when their number is that product. */
static void check_grid(snw_check *check, const points *p, uint32_t *order, uint32_t count) {
    points by_x = { p->children, true };
    uint32_t rows = count_lines(p, order, count);
    snw_order_sort(order, count, point_before, &by_x);
    uint32_t columns = count_lines(&by_x, order, count);
    if (rows < 2 || columns < 2)
        snw_check_report(check, SINEW_CODE_BLEND_GRID_INCOMPLETE, "motions",
                         "a \"grid\" needs at least two different coordinates on each axis, but has %u by %u", columns,
                         rows);
    else if ((uint64_t)rows * columns != count)
        snw_check_report(check, SINEW_CODE_BLEND_GRID_INCOMPLETE, "motions",
                         "the \"grid\" of %u by %u coordinates needs a motion at each of its %llu corners, but has %u",
                         columns, rows, (unsigned long long)rows * columns, count);
}

/* ---- polar ---- */

static bool at_origin(const sinew_child_desc *point) { return point->x == 0 && point->y == 0; }

/* 0 for angles in [0, 180), 1 for [180, 360). */
static int half_of(const sinew_child_desc *point) { return point->y > 0 || (point->y == 0 && point->x > 0) ? 0 : 1; }

static double cross(const sinew_child_desc *a, const sinew_child_desc *b) { return a->x * b->y - a->y * b->x; }

static bool angle_before(const void *user, uint32_t a, uint32_t b) {
    const sinew_child_desc *children = user;
    int half_a = half_of(&children[a]), half_b = half_of(&children[b]);
    if (half_a != half_b) return half_a < half_b;
    return cross(&children[a], &children[b]) > 0;
}

/* Whether between two neighbours by angle lie 180 degrees or more. */
static bool has_gap(const sinew_child_desc *children, uint32_t *order, uint32_t count) {
    if (count < 3) return true;
    snw_order_sort(order, count, angle_before, children);
    for (uint32_t i = 0; i < count; ++i) {
        const sinew_child_desc *a = &children[order[i]], *b = &children[order[(i + 1) % count]];
        double side = cross(a, b);
        bool same_direction = side == 0 && a->x * b->x + a->y * b->y > 0;
        if (side < 0 || (side == 0 && !same_direction)) return true;
        if (same_direction && i + 1 == count) return true; /* all in one direction */
    }
    return false;
}

static void check_polar(snw_check *check, const sinew_child_desc *children, uint32_t *order, uint32_t count) {
    uint32_t around = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (!at_origin(&children[i])) order[around++] = i;
    if (around == count)
        snw_check_report(check, SINEW_CODE_BLEND_POLAR_GAP, "motions",
                         "a \"polar\" blend without a motion at [0, 0] jumps near it; put one there");
    if (has_gap(children, order, around))
        snw_check_report(check, SINEW_CODE_BLEND_POLAR_GAP, "motions",
                         "a \"polar\" blend with 180 degrees or more between two directions jumps in that gap; put a "
                         "motion into it");
}

void snw_check_points(snw_check *check, const sinew_motion_desc *motion) {
    uint32_t count = motion->child_count;
    if (!count) return;
    uint32_t *order = snw_allocate(&check->allocator, count * sizeof *order);
    if (!order) {
        check->out_of_memory = true;
        return;
    }
    points by_y = { motion->children, false };
    for (uint32_t i = 0; i < count; ++i) order[i] = i;
    snw_order_sort(order, count, point_before, &by_y);
    bool apart = check_apart(check, motion->children, order, count);
    if (apart && motion->algorithm == SINEW_ALGORITHM_GRID) check_grid(check, &by_y, order, count);
    if (apart && motion->algorithm == SINEW_ALGORITHM_POLAR) check_polar(check, motion->children, order, count);
    snw_release(&check->allocator, order, count * sizeof *order);
}
