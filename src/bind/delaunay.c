/* Divide and conquer over half-edges. Source: L. Guibas, J. Stolfi, "Primitives for the Manipulation of General
   Subdivisions and the Computation of Voronoi Diagrams", ACM Transactions on Graphics 4, 1985.

   Invariant: edge e and e ^ 1 are the two directions of one edge; `next` and `back` link the edges out of one point in
   a ring. The paper sorts by (x, y); our points ascend by (y, x), so everything here happens in the plane with its
   axes exchanged, where "left" is mirrored. */
#include "delaunay.h"

#include "math/predicates.h"

typedef struct half_edge {
    uint32_t from;
    uint32_t next, back; /* counter-clockwise, clockwise about `from`, in the exchanged plane */
    uint32_t triangle;   /* left of it, or SNW_OUTER */
} half_edge;

typedef struct mesh {
    const double (*at)[2];
    const uint32_t *points;
    half_edge *edges;
    uint32_t edge_count; /* used so far, the freed ones too */
    uint32_t freed;      /* the first of a list through `next`, or SINEW_NONE */
} mesh;

typedef struct hull {
    uint32_t left, right;
} hull; /* out of the first point, out of the last */

/* ---- edges ---- */

static uint32_t from(const mesh *m, uint32_t e) { return m->edges[e].from; }
static uint32_t to(const mesh *m, uint32_t e) { return m->edges[e ^ 1u].from; }
static uint32_t next(const mesh *m, uint32_t e) { return m->edges[e].next; }
static uint32_t back(const mesh *m, uint32_t e) { return m->edges[e].back; }
/* The edge that follows e about the face on its left, and the one before it about the face on its right. */
static uint32_t left_next(const mesh *m, uint32_t e) { return m->edges[e ^ 1u].back; }
static uint32_t right_back(const mesh *m, uint32_t e) { return m->edges[e ^ 1u].next; }

static uint32_t make_edge(mesh *m, uint32_t a, uint32_t b) {
    uint32_t e = m->freed;
    if (e != SINEW_NONE) {
        m->freed = m->edges[e].next;
    } else {
        e = m->edge_count;
        m->edge_count += 2;
    }
    m->edges[e] = (half_edge){ a, e, e, SINEW_NONE };
    m->edges[e ^ 1u] = (half_edge){ b, e ^ 1u, e ^ 1u, SINEW_NONE };
    return e;
}

/* Joins two rings, or parts one. */
static void splice(mesh *m, uint32_t a, uint32_t b) {
    uint32_t after_a = next(m, a), after_b = next(m, b);
    m->edges[a].next = after_b;
    m->edges[after_b].back = a;
    m->edges[b].next = after_a;
    m->edges[after_a].back = b;
}

static uint32_t connect(mesh *m, uint32_t a, uint32_t b) {
    uint32_t e = make_edge(m, to(m, a), from(m, b));
    splice(m, e, left_next(m, a));
    splice(m, e ^ 1u, b);
    return e;
}

static void unlink_edge(mesh *m, uint32_t e) {
    splice(m, e, back(m, e));
    splice(m, e ^ 1u, back(m, e ^ 1u));
}

static void delete_edge(mesh *m, uint32_t e) {
    unlink_edge(m, e);
    e &= ~1u;
    m->edges[e].from = m->edges[e ^ 1u].from = SINEW_NONE;
    m->edges[e].next = m->freed;
    m->freed = e;
}

/* ---- sides ---- */

static bool counter_clockwise(const mesh *m, uint32_t a, uint32_t b, uint32_t c) {
    return snw_orient2d(m->at[a], m->at[b], m->at[c]) < 0.0;
}

static double in_circle(const mesh *m, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return snw_incircle(m->at[b], m->at[a], m->at[c], m->at[d]);
}

static bool left_of(const mesh *m, uint32_t point, uint32_t e) {
    return counter_clockwise(m, point, from(m, e), to(m, e));
}

static bool right_of(const mesh *m, uint32_t point, uint32_t e) {
    return counter_clockwise(m, point, to(m, e), from(m, e));
}

/* ---- divide and conquer ---- */

static hull two_points(mesh *m, uint32_t first) {
    uint32_t e = make_edge(m, m->points[first], m->points[first + 1]);
    return (hull){ e, e ^ 1u };
}

static hull three_points(mesh *m, uint32_t first) {
    uint32_t p = m->points[first], q = m->points[first + 1], r = m->points[first + 2];
    uint32_t a = make_edge(m, p, q);
    uint32_t b = make_edge(m, q, r);
    splice(m, a ^ 1u, b);
    if (counter_clockwise(m, p, q, r)) {
        connect(m, b, a);
        return (hull){ a, b ^ 1u };
    }
    if (counter_clockwise(m, p, r, q)) {
        uint32_t c = connect(m, b, a);
        return (hull){ c ^ 1u, c };
    }
    return (hull){ a, b ^ 1u };
}

static bool above(const mesh *m, uint32_t e, uint32_t base) { return right_of(m, to(m, e), base); }

/* The next edge up on the left of `base`, after the ones that its circles forbid are gone. */
static uint32_t left_candidate(mesh *m, uint32_t base) {
    uint32_t e = next(m, base ^ 1u);
    if (!above(m, e, base)) return e;
    while (in_circle(m, to(m, base), from(m, base), to(m, e), to(m, next(m, e))) > 0.0) {
        uint32_t following = next(m, e);
        delete_edge(m, e);
        e = following;
    }
    return e;
}

static uint32_t right_candidate(mesh *m, uint32_t base) {
    uint32_t e = back(m, base);
    if (!above(m, e, base)) return e;
    while (in_circle(m, to(m, base), from(m, base), to(m, e), to(m, back(m, e))) > 0.0) {
        uint32_t following = back(m, e);
        delete_edge(m, e);
        e = following;
    }
    return e;
}

/* Sews two neighbouring triangulations together from their lower common tangent up. */
static hull merge(mesh *m, hull low, hull high) {
    uint32_t l = low.right, r = high.left;
    for (;;) {
        if (left_of(m, from(m, r), l)) l = left_next(m, l);
        else if (right_of(m, from(m, l), r)) r = right_back(m, r);
        else break;
    }
    uint32_t base = connect(m, r ^ 1u, l);
    if (from(m, l) == from(m, low.left)) low.left = base ^ 1u;
    if (from(m, r) == from(m, high.right)) high.right = base;
    for (;;) {
        uint32_t left = left_candidate(m, base);
        uint32_t right = right_candidate(m, base);
        bool left_above = above(m, left, base), right_above = above(m, right, base);
        if (!left_above && !right_above) break;
        if (!left_above ||
            (right_above && in_circle(m, to(m, left), from(m, left), from(m, right), to(m, right)) > 0.0))
            base = connect(m, right, base ^ 1u);
        else base = connect(m, base ^ 1u, left ^ 1u);
    }
    return (hull){ low.left, high.right };
}

static hull conquer(mesh *m, uint32_t first, uint32_t count) {
    if (count == 2) return two_points(m, first);
    if (count == 3) return three_points(m, first);
    uint32_t half = count / 2;
    hull low = conquer(m, first, half);
    hull high = conquer(m, first + half, count - half);
    return merge(m, low, high);
}

/* ---- diagonals of points on one circle ---- */

static bool is_triangle(const mesh *m, uint32_t e) {
    uint32_t f = left_next(m, e), g = left_next(m, f);
    return left_next(m, g) == e && counter_clockwise(m, from(m, e), from(m, f), from(m, g));
}

/* Whether e is the diagonal of four points on a circle whose least is not on it. */
static bool goes_wrong(const mesh *m, uint32_t e) {
    if (!is_triangle(m, e) || !is_triangle(m, e ^ 1u)) return false;
    uint32_t a = from(m, e), b = to(m, e), c = to(m, left_next(m, e)), d = to(m, left_next(m, e ^ 1u));
    uint32_t on = a < b ? a : b, off = c < d ? c : d;
    return off < on && in_circle(m, a, b, c, d) == 0.0;
}

static void flip(mesh *m, uint32_t e) {
    uint32_t a = back(m, e), b = back(m, e ^ 1u);
    unlink_edge(m, e);
    m->edges[e].from = to(m, a);
    m->edges[e ^ 1u].from = to(m, b);
    splice(m, e, left_next(m, a));
    splice(m, e ^ 1u, left_next(m, b));
}

static void queue_edge(mesh *m, uint32_t *stack, uint32_t *depth, uint32_t e) {
    e &= ~1u;
    if (m->edges[e].triangle == SNW_OUTER) return; /* is in the stack */
    m->edges[e].triangle = SNW_OUTER;
    stack[(*depth)++] = e;
}

/* Ends: with every flip the sum of the diagonals' lesser points falls. */
static void settle_diagonals(mesh *m, uint32_t *stack) {
    uint32_t depth = 0;
    for (uint32_t e = 0; e < m->edge_count; e += 2)
        if (from(m, e) != SINEW_NONE) queue_edge(m, stack, &depth, e);
    while (depth) {
        uint32_t e = stack[--depth];
        m->edges[e].triangle = SINEW_NONE;
        if (!goes_wrong(m, e)) continue;
        flip(m, e);
        uint32_t f = left_next(m, e), g = left_next(m, e ^ 1u);
        queue_edge(m, stack, &depth, f);
        queue_edge(m, stack, &depth, left_next(m, f));
        queue_edge(m, stack, &depth, g);
        queue_edge(m, stack, &depth, left_next(m, g));
    }
}

/* ---- out ---- */

/* The plane's axes change back, so a triangle is written the other way round. */
static void write_triangle(mesh *m, uint32_t e, snw_triangle *out, uint32_t index) {
    uint32_t least = e, f = e;
    for (int i = 0; i < 2; ++i) {
        f = left_next(m, f);
        if (from(m, f) < from(m, least)) least = f;
    }
    uint32_t second = left_next(m, least), third = left_next(m, second);
    m->edges[least].triangle = m->edges[second].triangle = m->edges[third].triangle = index;
    out->point[0] = from(m, least);
    out->point[1] = from(m, third);
    out->point[2] = from(m, second);
    /* Edges for now, triangles once all have been numbered. */
    out->across[0] = second ^ 1u;
    out->across[1] = least ^ 1u;
    out->across[2] = third ^ 1u;
}

static uint32_t write_triangles(mesh *m, snw_triangle *triangles) {
    uint32_t count = 0;
    for (uint32_t e = 0; e < m->edge_count; ++e) m->edges[e].triangle = SNW_OUTER;
    for (uint32_t e = 0; e < m->edge_count; ++e) {
        if (from(m, e) == SINEW_NONE || m->edges[e].triangle != SNW_OUTER || !is_triangle(m, e)) continue;
        write_triangle(m, e, &triangles[count], count);
        ++count;
    }
    for (uint32_t t = 0; t < count; ++t)
        for (int i = 0; i < 3; ++i) triangles[t].across[i] = m->edges[triangles[t].across[i]].triangle;
    return count;
}

bool snw_triangulate(const double (*at)[2], const uint32_t *points, uint32_t count, const sinew_allocator *allocator,
                     snw_triangle *triangles, uint32_t *triangle_count) {
    /* A planar graph has fewer than 3 edges a point, at every moment. */
    size_t edge_bytes = (size_t)count * 6 * sizeof(half_edge), stack_bytes = (size_t)count * 3 * sizeof(uint32_t);
    half_edge *edges = snw_allocate(allocator, edge_bytes);
    uint32_t *stack = edges ? snw_allocate(allocator, stack_bytes) : NULL;
    if (stack) {
        mesh m = { at, points, edges, 0, SINEW_NONE };
        conquer(&m, 0, count);
        settle_diagonals(&m, stack);
        *triangle_count = write_triangles(&m, triangles);
    }
    bool done = stack != NULL;
    snw_release(allocator, stack, stack_bytes);
    snw_release(allocator, edges, edge_bytes);
    return done;
}
