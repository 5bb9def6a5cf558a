/* The outline of a triangulation, and the point of it that is nearest to one outside.

   Invariant: the outline is convex up to the rounding of the points' coordinates. A point that lies on a side of the
   hull but for that rounding is a corner of the outline too: the sliver between it and the side is left out, for a
   blend that steps from the sliver to the side would jump. */
#include "space_parts.h"

#include <math.h>

/* ---- slivers ---- */

typedef struct peel {
    snw_space *space;
    bool *outer;     /* of each point: is a corner of the outline */
    uint32_t *stack; /* triangles to look at */
    uint32_t depth;
} peel;

static void mark_outer(peel *p) {
    for (uint32_t t = 0; t < p->space->triangle_count; ++t) {
        const snw_triangle *triangle = &p->space->triangles[t];
        bool any = false;
        for (int i = 0; i < 3; ++i) {
            if (triangle->across[i] != SNW_OUTER) continue;
            any = p->outer[triangle->point[(i + 1) % 3]] = p->outer[triangle->point[(i + 2) % 3]] = true;
        }
        if (any) p->stack[p->depth++] = t;
    }
}

static bool is_sliver(const peel *p, const snw_triangle *t, int i) {
    const double(*at)[2] = (const double(*)[2])p->space->at;
    return t->across[i] == SNW_OUTER && !p->outer[t->point[i]] &&
           snw_line_holds(at[t->point[(i + 1) % 3]], at[t->point[i]], at[t->point[(i + 2) % 3]]);
}

/* Its inner corner is on no side yet, so both triangles behind it exist. */
static void leave_out(peel *p, uint32_t index, int side) {
    snw_triangle *triangle = &p->space->triangles[index];
    p->outer[triangle->point[side]] = true;
    for (int j = 1; j < 3; ++j) {
        uint32_t behind = triangle->across[(side + j) % 3];
        snw_triangle *other = &p->space->triangles[behind];
        for (int i = 0; i < 3; ++i)
            if (other->across[i] == index) other->across[i] = SNW_OUTER;
        p->stack[p->depth++] = behind;
    }
    triangle->point[0] = SINEW_NONE;
}

static void peel_slivers(peel *p) {
    mark_outer(p);
    while (p->depth) {
        uint32_t index = p->stack[--p->depth];
        const snw_triangle *triangle = &p->space->triangles[index];
        if (triangle->point[0] == SINEW_NONE) continue;
        for (int i = 0; i < 3; ++i) {
            if (!is_sliver(p, triangle, i)) continue;
            leave_out(p, index, i);
            break;
        }
    }
}

/* Closes the gaps that left-out triangles leave; `renamed` has room for all. */
static void close_up(snw_space *space, uint32_t *renamed) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < space->triangle_count; ++t) {
        if (space->triangles[t].point[0] == SINEW_NONE) continue;
        renamed[t] = count;
        space->triangles[count++] = space->triangles[t];
    }
    space->triangle_count = count;
    for (uint32_t t = 0; t < count; ++t) {
        uint32_t *across = space->triangles[t].across;
        for (int i = 0; i < 3; ++i)
            if (across[i] != SNW_OUTER) across[i] = renamed[across[i]];
    }
}

/* ---- the outline ---- */

/* 0 to 4 for a direction once round, rising; opposite directions are 2 apart. */
static double diamond(double x, double y) {
    double share = y / (fabs(x) + fabs(y));
    if (x < 0.0) return 2.0 - share;
    return share < 0.0 ? 4.0 + share : share;
}

static void edge_of(const snw_space *space, uint32_t edge, const double **start, double direction[2]) {
    const snw_outline *o = &space->outline;
    const double *end = space->at[o->point[edge + 1 == o->count ? 0 : edge + 1]];
    *start = space->at[o->point[edge]];
    direction[0] = end[0] - (*start)[0];
    direction[1] = end[1] - (*start)[1];
}

/* The outline starts at its lowest point, so that the directions rise from 0; where rounding lets one fall back, the
   turn stays as it is. */
static void measure_turns(snw_space *space) {
    double turn = 0.0;
    for (uint32_t k = 0; k < space->outline.count; ++k) {
        const double *start;
        double d[2];
        edge_of(space, k, &start, d);
        double angle = diamond(d[0], d[1]);
        if (angle > turn && angle - turn < 2.0) turn = angle;
        space->outline.turn[k] = turn;
    }
}

/* after[v]: 3 × triangle + edge of the outer edge out of v. */
static uint32_t collect_edges(const snw_space *space, uint32_t *after) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < space->triangle_count; ++t) {
        const snw_triangle *triangle = &space->triangles[t];
        for (uint32_t i = 0; i < 3; ++i) {
            if (triangle->across[i] != SNW_OUTER) continue;
            after[triangle->point[(i + 1) % 3]] = 3 * t + i;
            ++count;
        }
    }
    return count;
}

static bool chain_edges(snw_space *space, snw_arena *arena, const uint32_t *after, uint32_t count) {
    snw_outline *o = &space->outline;
    o->point = snw_arena_array(arena, count, sizeof *o->point);
    o->turn = snw_arena_array(arena, count, sizeof *o->turn);
    if (!o->point || !o->turn) return false;
    uint32_t v = 0; /* the first by (y, x) is on every outline */
    for (; o->count < count; ++o->count) {
        snw_triangle *triangle = &space->triangles[after[v] / 3];
        uint32_t i = after[v] % 3;
        o->point[o->count] = v;
        triangle->across[i] = SNW_OUTER | o->count;
        v = triangle->point[(i + 2) % 3];
    }
    measure_turns(space);
    return true;
}

bool snw_outline_build(snw_space *space, snw_arena *arena, const sinew_allocator *allocator) {
    size_t outer_bytes = (size_t)space->count * sizeof(bool), after_bytes = (size_t)space->count * sizeof(uint32_t);
    size_t stack_bytes = (size_t)space->triangle_count * 3 * sizeof(uint32_t);
    peel p = { space, snw_allocate(allocator, outer_bytes), snw_allocate(allocator, stack_bytes), 0 };
    uint32_t *after = snw_allocate(allocator, after_bytes);
    bool done = p.outer && p.stack && after;
    if (done) {
        peel_slivers(&p);
        close_up(space, p.stack);
        done = chain_edges(space, arena, after, collect_edges(space, after));
    }
    snw_release(allocator, after, after_bytes);
    snw_release(allocator, p.stack, stack_bytes);
    snw_release(allocator, p.outer, outer_bytes);
    return done;
}

/* ---- the nearest point ---- */

/* Walking from an edge that p sees, forwards or backwards along those it sees: whether the nearest point is not
   beyond `edge`. Once true it stays true on the way round: the edges that p does not see follow, and what comes
   after those has turned by more than half a turn. */
static bool reached(const snw_space *space, const double p[2], uint32_t edge, double turned, bool forwards) {
    if (turned >= 2.0) return true;
    const double *start;
    double d[2];
    edge_of(space, edge, &start, d);
    double x = p[0] - start[0], y = p[1] - start[1];
    double left = d[0] * y - d[1] * x; /* > 0: p is on the inner side */
    if (left > 0x1p-48 * (fabs(d[0] * y) + fabs(d[1] * x))) return true;
    double way = x * d[0] + y * d[1];
    return forwards ? way <= d[0] * d[0] + d[1] * d[1] : way >= 0.0;
}

static uint32_t search_edge(const snw_space *space, const double p[2], uint32_t from, bool forwards) {
    const snw_outline *o = &space->outline;
    uint32_t low = 0, high = o->count - 1; /* steps: low is not enough, high is */
    while (high - low > 1) {
        uint32_t step = low + (high - low) / 2;
        uint32_t edge = forwards ? (from + step) % o->count : (from + o->count - step) % o->count;
        double turned = forwards ? o->turn[edge] - o->turn[from] : o->turn[from] - o->turn[edge];
        if (forwards ? edge < from : edge > from) turned += 4.0;
        if (reached(space, p, edge, turned, forwards)) high = step;
        else low = step;
    }
    return forwards ? (from + high) % o->count : (from + o->count - high) % o->count;
}

static double share_of_edge(const snw_space *space, const double p[2], uint32_t edge) {
    const double *start;
    double d[2];
    edge_of(space, edge, &start, d);
    return ((p[0] - start[0]) * d[0] + (p[1] - start[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
}

uint32_t snw_outline_weights(const snw_space *space, const double p[2], uint32_t edge, float x, float y,
                             snw_weight *out) {
    const snw_outline *o = &space->outline;
    double t = share_of_edge(space, p, edge);
    if (t < 0.0 || t > 1.0) edge = search_edge(space, p, edge, t > 1.0);
    const uint32_t ends[2] = { o->point[edge], o->point[edge + 1 == o->count ? 0 : edge + 1] };
    double at[2] = { p[0], p[1] };
    snw_space_snap(space, ends, 2, x, y, at);
    return snw_space_between(space, ends[0], ends[1], share_of_edge(space, at, edge), out);
}
