/* Surface nets: a vertex in each cell that the surface crosses, moved onto the surface; a quad for each grid edge
   that crosses it. Invariant: every vertex has the field's gradient as its normal. */
#include <stdlib.h>
#include <string.h>

#include "hero.h"

void *grow(void *memory, size_t size) {
    void *bigger = realloc(memory, size);
    if (!bigger) {
        fputs("make_hero: memory ran out\n", stderr);
        exit(1);
    }
    return bigger;
}

uint32_t mesh_add_vertex(mesh *m, const vertex *v) {
    if (m->vertex_count == m->vertex_capacity) {
        m->vertex_capacity = m->vertex_capacity * 2 + 256;
        m->vertices = grow(m->vertices, m->vertex_capacity * sizeof *m->vertices);
    }
    m->vertices[m->vertex_count] = *v;
    return m->vertex_count++;
}

void mesh_add_triangle(mesh *m, uint32_t a, uint32_t b, uint32_t c) {
    if (m->index_count + 3 > m->index_capacity) {
        m->index_capacity = m->index_capacity * 2 + 768;
        m->indices = grow(m->indices, m->index_capacity * sizeof *m->indices);
    }
    uint32_t *to = m->indices + m->index_count;
    to[0] = a;
    to[1] = b;
    to[2] = c;
    m->index_count += 3;
}

void mesh_free(mesh *m) {
    free(m->vertices);
    free(m->indices);
    *m = (mesh){ 0 };
}

typedef struct grid {
    const net_desc *desc;
    mesh *to;
    int n[3]; /* corners along each axis */
    double *values;
    uint32_t *cells; /* the vertex of each cell, by its low corner */
} grid;

#define NO_VERTEX 0xFFFFFFFFu

static size_t at(const grid *g, int x, int y, int z) {
    return ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x;
}

static vec3 corner(const grid *g, double x, double y, double z) {
    return add(g->desc->low, scale(vec(x, y, z), g->desc->cell));
}

static vec3 gradient(field f, vec3 p) {
    const double e = 1e-4;
    return scale(vec(f(vec(p.x + e, p.y, p.z)) - f(vec(p.x - e, p.y, p.z)),
                     f(vec(p.x, p.y + e, p.z)) - f(vec(p.x, p.y - e, p.z)),
                     f(vec(p.x, p.y, p.z + e)) - f(vec(p.x, p.y, p.z - e))),
                 0.5 / e);
}

static vertex on_surface(const net_desc *desc, vec3 p) {
    vec3 start = p;
    for (int i = 0; i < 8; ++i) {
        vec3 g = gradient(desc->f, p);
        double steep = dot(g, g);
        if (steep < 1e-6) break;
        p = sub(p, scale(g, desc->f(p) / steep));
        vec3 moved = sub(p, start);
        double far = length(moved), most = desc->cell * 0.75;
        if (far > most) p = add(start, scale(moved, most / far));
    }
    vertex v = { .position = p, .normal = unit(gradient(desc->f, p)) };
    return v;
}

/* The mean of the points where the surface crosses the cell's edges. */
static void fill_cell(grid *g, int x, int y, int z) {
    vec3 sum = vec(0, 0, 0);
    int crossings = 0;
    for (int a = 0; a < 8; ++a) {
        for (int axis = 0; axis < 3; ++axis) {
            if (a >> axis & 1) continue;
            int b = a | 1 << axis;
            double va = g->values[at(g, x + (a & 1), y + (a >> 1 & 1), z + (a >> 2 & 1))];
            double vb = g->values[at(g, x + (b & 1), y + (b >> 1 & 1), z + (b >> 2 & 1))];
            if ((va < 0) == (vb < 0)) continue;
            double t = va / (va - vb), p[3] = { a & 1, a >> 1 & 1, a >> 2 & 1 };
            p[axis] = t;
            sum = add(sum, vec(p[0], p[1], p[2]));
            ++crossings;
        }
    }
    if (!crossings) return;
    sum = scale(sum, 1.0 / crossings);
    vertex v = on_surface(g->desc, corner(g, x + sum.x, y + sum.y, z + sum.z));
    g->desc->finish(&v);
    g->cells[at(g, x, y, z)] = mesh_add_vertex(g->to, &v);
}

/* The four cells round the edge from (x, y, z) along `axis`, split along the shorter diagonal. */
static void fill_edge(grid *g, int axis, int x, int y, int z) {
    int end[3] = { x, y, z }, u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (!end[u] || !end[v]) return;
    end[axis] += 1;
    double from = g->values[at(g, x, y, z)], to = g->values[at(g, end[0], end[1], end[2])];
    if ((from < 0) == (to < 0)) return;
    uint32_t quad[4];
    for (int i = 0; i < 4; ++i) {
        int c[3] = { x, y, z };
        c[u] -= i == 0 || i == 3;
        c[v] -= i < 2;
        quad[i] = g->cells[at(g, c[0], c[1], c[2])];
        if (quad[i] == NO_VERTEX) return;
    }
    if (to < 0) {
        uint32_t swap = quad[1];
        quad[1] = quad[3];
        quad[3] = swap;
    }
    const vertex *vs = g->to->vertices;
    double first = length(sub(vs[quad[0]].position, vs[quad[2]].position));
    double second = length(sub(vs[quad[1]].position, vs[quad[3]].position));
    int s = first <= second ? 0 : 1;
    mesh_add_triangle(g->to, quad[s], quad[s + 1], quad[s + 2]);
    mesh_add_triangle(g->to, quad[s], quad[s + 2], quad[(s + 3) % 4]);
}

static void mirror(mesh *m, uint32_t first_vertex, uint32_t first_index, void (*finish)(vertex *v)) {
    uint32_t shift = m->vertex_count - first_vertex, end = m->index_count, last = m->vertex_count;
    for (uint32_t i = first_vertex; i < last; ++i) {
        vertex v = m->vertices[i];
        v.position.x = -v.position.x;
        v.normal.x = -v.normal.x;
        finish(&v);
        mesh_add_vertex(m, &v);
    }
    for (uint32_t i = first_index; i < end; i += 3) {
        uint32_t a = m->indices[i], b = m->indices[i + 1], c = m->indices[i + 2];
        mesh_add_triangle(m, a + shift, c + shift, b + shift);
    }
}

void net_build(mesh *m, const net_desc *desc) {
    grid g = { .desc = desc, .to = m };
    vec3 size = scale(sub(desc->high, desc->low), 1 / desc->cell);
    g.n[0] = (int)ceil(size.x) + 1;
    g.n[1] = (int)ceil(size.y) + 1;
    g.n[2] = (int)ceil(size.z) + 1;
    size_t count = (size_t)g.n[0] * (size_t)g.n[1] * (size_t)g.n[2];
    g.values = grow(NULL, count * sizeof *g.values);
    g.cells = grow(NULL, count * sizeof *g.cells);
    memset(g.cells, 0xFF, count * sizeof *g.cells);
    uint32_t first_vertex = m->vertex_count, first_index = m->index_count;
    for (int z = 0; z < g.n[2]; ++z)
        for (int y = 0; y < g.n[1]; ++y)
            for (int x = 0; x < g.n[0]; ++x) g.values[at(&g, x, y, z)] = desc->f(corner(&g, x, y, z));
    for (int z = 0; z + 1 < g.n[2]; ++z)
        for (int y = 0; y + 1 < g.n[1]; ++y)
            for (int x = 0; x + 1 < g.n[0]; ++x) fill_cell(&g, x, y, z);
    for (int axis = 0; axis < 3; ++axis)
        for (int z = 0; z + 1 < g.n[2]; ++z)
            for (int y = 0; y + 1 < g.n[1]; ++y)
                for (int x = 0; x + 1 < g.n[0]; ++x) fill_edge(&g, axis, x, y, z);
    free(g.values);
    free(g.cells);
    if (desc->mirror) mirror(m, first_vertex, first_index, desc->finish);
}
