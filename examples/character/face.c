/* Eyes, brows and mouth: small ellipses laid onto the head from in front. */
#include "hero.h"

enum { AROUND = 14 };

/* Where a line along z from in front meets the head. */
static double head_surface(double x, double y) {
    double front = 0.2, back = 0;
    for (int i = 0; i < 40; ++i) {
        double middle = (front + back) / 2;
        if (body_head(vec(x, y, middle)) > 0) front = middle;
        else back = middle;
    }
    return front;
}

typedef struct patch {
    int material;
    double x, y, wide, high, turn, lift;
} patch;

static uint32_t add_point(mesh *m, const patch *p, double out, double u, double v, double lift) {
    double c = cos(radians(p->turn)), s = sin(radians(p->turn)), e = 1e-3;
    double x = p->x + p->wide * u * c - p->high * v * s, y = p->y + p->wide * u * s + p->high * v * c;
    double z = head_surface(x, y);
    vec3 normal =
        vec(head_surface(x - e, y) - head_surface(x + e, y), head_surface(x, y - e) - head_surface(x, y + e), 2 * e);
    vertex one = { .position = { out * x, y, z + lift }, .normal = unit(vec(out * normal.x, normal.y, normal.z)) };
    head_weights(&one);
    return mesh_add_vertex(m, &one);
}

/* A raised middle, and an edge that goes under the skin. */
static void add_patch(mesh *m, const patch *p, double out) {
    uint32_t middle = add_point(m, p, out, 0, 0, p->lift), inner = m->vertex_count, outer = inner + AROUND;
    for (int ring = 0; ring < 2; ++ring) {
        for (int i = 0; i < AROUND; ++i) {
            double angle = 2 * PI * i / AROUND, r = ring ? 1 : 0.75;
            add_point(m, p, out, r * cos(angle), r * sin(angle), ring ? -0.001 : p->lift * 0.9);
        }
    }
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t next = (i + 1) % AROUND;
        uint32_t t[3][3] = { { middle, inner + i, inner + next },
                             { inner + i, outer + i, inner + next },
                             { inner + next, outer + i, outer + next } };
        for (int k = 0; k < 3; ++k) mesh_add_triangle(m, t[k][0], t[k][out < 0 ? 2 : 1], t[k][out < 0 ? 1 : 2]);
    }
}

void face_build(mesh meshes[MATERIAL_COUNT]) {
    static const patch patches[] = {
        { EYES, 0.0365, 1.6555, 0.0118, 0.0165, 0, 0.0022 },
        { HAIR, 0.0385, 1.6900, 0.0195, 0.0048, -5, 0.0035 },
        { HAIR, 0.0115, 1.5815, 0.0135, 0.0024, 13, 0.0018 },
    };
    for (size_t i = 0; i < sizeof patches / sizeof *patches; ++i) {
        add_patch(&meshes[patches[i].material], &patches[i], 1);
        add_patch(&meshes[patches[i].material], &patches[i], -1);
    }
}
