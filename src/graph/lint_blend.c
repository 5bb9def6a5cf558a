/* Motions of blends that the declared range of their parameters does not reach.
   Invariant: a motion is told only where its weight is 0 at every value from min to max. */
#include "graph/lint.h"

#include <math.h>
#include <stdio.h>

/* ---- the declared range ---- */

typedef struct range {
    const char *name;
    double low, high; /* infinite where nothing is declared */
} range;

static range range_of(const snw_lint *lint, const char *name) {
    const sinew_parameter_desc *p = &lint->check.desc->parameters[snw_names_find(&lint->check.parameters, name)];
    return (range){ name, p->min.set ? p->min.value : -INFINITY, p->max.set ? p->max.value : INFINITY };
}

static bool is_open(const range *r) { return isinf(r->low) && isinf(r->high); }

/* Whether something of the range lies between two positions, themselves left out. */
static bool meets(const range *r, double after, double before) {
    return (float)r->high > (float)after && (float)r->low < (float)before;
}

static void tell(snw_lint *lint, const sinew_motion_desc *blend, uint32_t child, const char *ranges) {
    const sinew_motion_desc *motion = &blend->children[child].motion;
    const char *clip = motion->kind == SINEW_MOTION_CLIP ? motion->clip : "the nested motion";
    size_t before = snw_check_enter(&lint->check, ".motions[%u]", child);
    snw_check_report(&lint->check, SINEW_CODE_BLEND_UNREACHABLE, blend->kind == SINEW_MOTION_DIRECT ? "weight" : "at",
                     "%s, where \"%s\" weighs nothing; widen the range, or move or remove the motion", ranges, clip);
    snw_check_leave(&lint->check, before);
}

static void put_end(char *text, size_t size, const char *word, double end) {
    if (isinf(end)) text[0] = 0;
    else snprintf(text, size, " %s %.9g", word, end);
}

static void put_range(char *text, size_t size, const range *r) {
    char low[40], high[40];
    put_end(low, sizeof low, "from", r->low);
    put_end(high, sizeof high, isinf(r->low) ? "up to" : "to", r->high);
    snprintf(text, size, "\"%s\" is declared%s%s", r->name, low, high);
}

static void tell_ranges(snw_lint *lint, const sinew_motion_desc *blend, uint32_t child, const range *x,
                        const range *y) {
    char first[300] = "", second[300] = "", both[640];
    if (!is_open(x)) put_range(first, sizeof first, x);
    if (y && !is_open(y)) put_range(second, sizeof second, y);
    snprintf(both, sizeof both, "%s%s%s", first, first[0] && second[0] ? " and " : "", second);
    tell(lint, blend, child, both);
}

/* ---- positions on one axis ---- */

static bool at_before(const void *user, uint32_t a, uint32_t b) {
    const double *at = user;
    return at[a] < at[b] || (at[a] <= at[b] && a < b);
}

/* Of each child whether the range reaches it on one axis, given the neighbouring positions there. */
static bool reach_on_axis(snw_lint *lint, const sinew_motion_desc *blend, bool second, const range *r, bool *reached) {
    uint32_t count = blend->child_count;
    uint32_t *order = snw_arena_array(&lint->arena, count, sizeof *order);
    double *at = snw_arena_array(&lint->arena, count, sizeof *at);
    if (!order || !at) return false;
    for (uint32_t i = 0; i < count; ++i) {
        at[i] = second ? blend->children[i].y : blend->children[i].x;
        order[i] = i;
    }
    snw_order_sort(order, count, at_before, at);
    for (uint32_t i = 0, end; i < count; i = end) {
        double here = at[order[i]];
        for (end = i; end < count && at[order[end]] <= here;) end++;
        double after = i ? at[order[i - 1]] : -INFINITY, before = end < count ? at[order[end]] : INFINITY;
        for (uint32_t k = i; k < end; ++k) reached[order[k]] = reached[order[k]] && meets(r, after, before);
    }
    return true;
}

static void lint_axes(snw_lint *lint, const sinew_motion_desc *blend) {
    range x = range_of(lint, blend->parameter), y = x;
    bool plane = blend->kind == SINEW_MOTION_BLEND_2D;
    bool *reached = snw_arena_array(&lint->arena, blend->child_count, sizeof *reached);
    if (!reached) return;
    if (plane) y = range_of(lint, blend->parameter_y);
    for (uint32_t i = 0; i < blend->child_count; ++i) reached[i] = true;
    if (!reach_on_axis(lint, blend, false, &x, reached)) return;
    if (plane && !reach_on_axis(lint, blend, true, &y, reached)) return;
    for (uint32_t i = 0; i < blend->child_count; ++i)
        if (!reached[i]) tell_ranges(lint, blend, i, &x, plane ? &y : NULL);
}

/* ---- gradient bands: a motion weighs something inside a convex polygon round its point ---- */

enum { CORNERS = 64 };

typedef struct polygon {
    double at[CORNERS][2];
    uint32_t count;
} polygon;

/* How far beyond the line where point i's band against point j ends; more than rounding above 0: outside. */
static double beyond(const double p[2], const double i[2], const double j[2]) {
    double dx = j[0] - i[0], dy = j[1] - i[1], size = dx * dx + dy * dy;
    return ((p[0] - i[0]) * dx + (p[1] - i[1]) * dy) / size - 1 - 1e-9;
}

/* Leaves what is not beyond; false where there are too many corners to go on. */
static bool clip(polygon *shape, const double i[2], const double j[2]) {
    polygon left = { .count = 0 };
    for (uint32_t k = 0; k < shape->count; ++k) {
        const double *a = shape->at[k], *b = shape->at[(k + 1) % shape->count];
        double da = beyond(a, i, j), db = beyond(b, i, j);
        if (left.count + 2 > CORNERS) return false;
        if (da <= 0) {
            left.at[left.count][0] = a[0];
            left.at[left.count++][1] = a[1];
        }
        if ((da <= 0) == (db <= 0)) continue;
        double t = da / (da - db);
        left.at[left.count][0] = a[0] + t * (b[0] - a[0]);
        left.at[left.count++][1] = a[1] + t * (b[1] - a[1]);
    }
    *shape = left;
    return true;
}

static double extent(const sinew_motion_desc *blend, bool second) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < blend->child_count; ++i) {
        double at = second ? blend->children[i].y : blend->children[i].x;
        if (at < low) low = at;
        if (at > high) high = at;
    }
    return blend->normalize_axes && high > low ? high - low : 1;
}

static bool band_reached(const sinew_motion_desc *blend, uint32_t child, const range *x, const range *y,
                         const double scale[2]) {
    double ends[2][2] = { { x->low / scale[0], x->high / scale[0] }, { y->low / scale[1], y->high / scale[1] } };
    polygon shape = { { { ends[0][0], ends[1][0] },
                        { ends[0][1], ends[1][0] },
                        { ends[0][1], ends[1][1] },
                        { ends[0][0], ends[1][1] } },
                      4 };
    double here[2] = { blend->children[child].x / scale[0], blend->children[child].y / scale[1] };
    for (uint32_t j = 0; j < blend->child_count && shape.count; ++j) {
        double other[2] = { blend->children[j].x / scale[0], blend->children[j].y / scale[1] };
        if (j != child && !clip(&shape, here, other)) return true;
    }
    return shape.count > 0;
}

static void lint_bands(snw_lint *lint, const sinew_motion_desc *blend) {
    range x = range_of(lint, blend->parameter), y = range_of(lint, blend->parameter_y);
    if (isinf(x.low) || isinf(x.high) || isinf(y.low) || isinf(y.high)) return;
    double scale[2] = { extent(blend, false), extent(blend, true) };
    for (uint32_t i = 0; i < blend->child_count; ++i) {
        if (!snw_lint_spend(lint, 8 * blend->child_count)) return;
        if (!band_reached(blend, i, &x, &y, scale)) tell_ranges(lint, blend, i, &x, &y);
    }
}

/* ---- the walk ---- */

static void lint_direct(snw_lint *lint, const sinew_motion_desc *blend) {
    for (uint32_t i = 0; i < blend->child_count; ++i) {
        range r = range_of(lint, blend->children[i].weight);
        if (r.high <= 0) tell_ranges(lint, blend, i, &r, NULL);
    }
}

static void lint_pair(snw_lint *lint, const sinew_motion_desc *pair) {
    static const char *const sides[] = { "base", "delta" };
    for (uint32_t i = 0; i < 2; ++i) {
        size_t before = snw_check_enter(&lint->check, ".add.%s", sides[i]);
        snw_lint_motion(lint, &pair->children[i].motion);
        snw_check_leave(&lint->check, before);
    }
}

void snw_lint_motion(snw_lint *lint, const sinew_motion_desc *motion) {
    bool plane = motion->kind == SINEW_MOTION_BLEND_2D;
    if (motion->kind == SINEW_MOTION_ADD) {
        lint_pair(lint, motion);
        return;
    }
    if (motion->kind == SINEW_MOTION_BLEND_1D || (plane && motion->algorithm == SINEW_ALGORITHM_GRID))
        lint_axes(lint, motion);
    if (plane && motion->algorithm == SINEW_ALGORITHM_GRADIENT) lint_bands(lint, motion);
    if (motion->kind == SINEW_MOTION_DIRECT) lint_direct(lint, motion);
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        size_t before = snw_check_enter(&lint->check, ".motions[%u]", i);
        snw_lint_motion(lint, &motion->children[i].motion);
        snw_check_leave(&lint->check, before);
    }
}
