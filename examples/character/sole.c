/* The soles: an outline of points in pairs, left and right, carried up through a few rings. Flat below, so that a
   standing foot has the ground under all of it; the tip of the toe and the back of the heel lie a little higher, so
   that it rolls on and off. */
#include "hero.h"

enum { AROUND = 32, RINGS = 4 };

typedef struct layer {
    double y, inset, out, up;
} layer; /* out, up: the normal's parts */

static const layer rings[RINGS] = {
    { 0.000, 0.006, 0, -1 }, { 0.007, 0.000, 0.9, -0.4 }, { 0.026, 0.000, 1, 0.1 }, { 0.030, 0.006, 0.3, 0.95 }
};

/* Half the width of a sole at a place from heel (0) to toe (1). */
static double half_width(double t) {
    static const key widths[] = { { 0, 0.041 },    { 0.20, 0.042 }, { 0.42, 0.040 },
                                  { 0.70, 0.053 }, { 0.86, 0.051 }, { 1, 0.046 } };
    return track_value(widths, (int)(sizeof widths / sizeof *widths), false, t);
}

static vertex sole_vertex(int i, const layer *ring, double out) {
    vec3 ankle = skeleton[FOOT_L].bind;
    double angle = 2 * PI * (i + 0.5) / AROUND, c = cos(angle), s = sin(angle);
    double t = 0.5 - 0.5 * c, wide = half_width(t) - ring->inset;
    double x = (s < 0 ? -1 : 1) * wide * pow(fabs(s), 0.62), z = 0.0595 - (0.1365 - ring->inset) * c;
    double toe = fmax(z - 0.135, 0), heel = fmax(-0.040 - z, 0);
    double y = ring->y + 2.4 * toe * toe + 5.5 * heel * heel;
    vec3 around = unit(vec(s / 0.05, 0, -c / 0.135));
    vertex v = { .position = { out * (ankle.x + 0.002 + x), y, ankle.z + z } };
    v.normal = unit(vec(out * around.x * ring->out, ring->up, around.z * ring->out));
    shoe_weights(&v);
    return v;
}

static void add_triangle(mesh *m, double out, uint32_t a, uint32_t b, uint32_t c) {
    if (out < 0) mesh_add_triangle(m, a, b, c);
    else mesh_add_triangle(m, a, c, b);
}

void sole_build(mesh *m, double out) {
    uint32_t first = m->vertex_count;
    for (int r = 0; r < RINGS; ++r) {
        for (int i = 0; i < AROUND; ++i) {
            vertex v = sole_vertex(i, &rings[r], out);
            mesh_add_vertex(m, &v);
        }
    }
    for (uint32_t r = 0; r + 1 < RINGS; ++r) {
        for (uint32_t i = 0; i < AROUND; ++i) {
            uint32_t a = first + r * AROUND + i, b = first + r * AROUND + (i + 1) % AROUND;
            add_triangle(m, out, a, b, a + AROUND);
            add_triangle(m, out, b, b + AROUND, a + AROUND);
        }
    }
    /* Below and above, strips from each pair to the next. */
    for (uint32_t i = 0; i + 1 < AROUND / 2; ++i) {
        uint32_t a = first + i, b = a + 1, c = first + AROUND - 1 - i, d = c - 1, up = (RINGS - 1) * AROUND;
        add_triangle(m, out, a, c, b);
        add_triangle(m, out, b, c, d);
        add_triangle(m, out, a + up, b + up, c + up);
        add_triangle(m, out, b + up, d + up, c + up);
    }
}
