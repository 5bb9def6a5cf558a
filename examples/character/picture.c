/* Draws the figure in some of its poses as an SVG: each pose is shaded into a raster of materials and shades, and the
   outlines of what is at least as light as each shade are laid one over the other. */
#include <stdlib.h>
#include <string.h>

#include "contour.h"
#include "hero.h"

/* The raster is FINE times finer than the picture's pixels; FINE units of the SVG are one of them. */
enum {
    FINE = 4,
    SHADES = 8,
    COLUMNS = 8,
    CELL = 172,
    MARGIN = 36,
    ROW = 372,
    WIDTH = CELL * COLUMNS + 2 * MARGIN,
    GROUND = 50
};
enum { RASTER_W = 310 * FINE, RASTER_H = 400 * FINE, NOTHING = 255 };

static const double METRE = 166 * FINE; /* raster pixels */

typedef struct shot {
    const char *label, *clip;
    double time, height, yaw;
} shot;

typedef struct raster {
    float depth[RASTER_H * RASTER_W];
    int x0, y0, x1, y1;                      /* what is drawn on */
    unsigned char part[RASTER_H * RASTER_W]; /* material, or NOTHING */
    unsigned char shade[RASTER_H * RASTER_W];
    unsigned char inside[RASTER_H * RASTER_W];
    unsigned char edges[(RASTER_H + 1) * (RASTER_W + 1)];
    unsigned char keep[RASTER_H * RASTER_W + 1];
    contour_point points[RASTER_H * RASTER_W + 1];
} raster;

typedef struct corner {
    vec3 at, normal;
} corner;

static int shade_of(vec3 n) {
    const vec3 key_light = unit(vec(-0.50, 0.70, 0.60)), back_light = unit(vec(0.85, 0.20, -0.45));
    double front = fmax(0, dot(n, key_light) * 0.78 + 0.22), back = fmax(0, dot(n, back_light));
    double light = 0.10 + 0.20 * (0.5 + 0.5 * n.y) + 0.70 * front + 0.35 * back * back;
    return (int)clamp(light * SHADES, 0, SHADES - 1);
}

static void shade_text(int part, int shade, char *text, size_t size) {
    double light = (shade + 0.5) / SHADES;
    int rgb[3];
    for (int c = 0; c < 3; ++c) {
        double v = materials[part].srgb[c], cool = c == 2 ? 0.06 : c == 0 ? -0.02 : 0;
        v = light < 0.75 ? v * mix(0.42, 1.0, light / 0.75) + cool * (0.75 - light) : mix(v, 1, (light - 0.75) * 0.7);
        rgb[c] = (int)(clamp(v, 0, 1) * 255 + 0.5);
    }
    snprintf(text, size, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

static void fill_triangle(raster *r, const corner *a, const corner *b, const corner *c, int part) {
    double area = (b->at.x - a->at.x) * (c->at.y - a->at.y) - (b->at.y - a->at.y) * (c->at.x - a->at.x);
    if (area >= -1e-9) return; /* turned away: y points down here */
    int x0 = (int)clamp(floor(fmin(a->at.x, fmin(b->at.x, c->at.x))), 0, RASTER_W - 1);
    int x1 = (int)clamp(ceil(fmax(a->at.x, fmax(b->at.x, c->at.x))), 0, RASTER_W - 1);
    int y0 = (int)clamp(floor(fmin(a->at.y, fmin(b->at.y, c->at.y))), 0, RASTER_H - 1);
    int y1 = (int)clamp(ceil(fmax(a->at.y, fmax(b->at.y, c->at.y))), 0, RASTER_H - 1);
    if (x0 < r->x0) r->x0 = x0;
    if (x1 >= r->x1) r->x1 = x1 + 1;
    if (y0 < r->y0) r->y0 = y0;
    if (y1 >= r->y1) r->y1 = y1 + 1;
    for (int y = y0; y <= y1; ++y) {
        for (int x = x0; x <= x1; ++x) {
            double dx = x + 0.5 - a->at.x, dy = y + 0.5 - a->at.y;
            double wb = (dx * (c->at.y - a->at.y) - dy * (c->at.x - a->at.x)) / area;
            double wc = ((b->at.x - a->at.x) * dy - (b->at.y - a->at.y) * dx) / area;
            if (wb < 0 || wc < 0 || wb + wc > 1) continue;
            float z = (float)(a->at.z * (1 - wb - wc) + b->at.z * wb + c->at.z * wc);
            size_t i = (size_t)y * RASTER_W + (size_t)x;
            if (z <= r->depth[i]) continue;
            vec3 n = add(scale(a->normal, 1 - wb - wc), add(scale(b->normal, wb), scale(c->normal, wc)));
            r->depth[i] = z;
            r->part[i] = (unsigned char)part;
            r->shade[i] = (unsigned char)shade_of(unit(n));
        }
    }
}

static void fill_mesh(raster *r, const mesh *m, int part, const vec3 *positions, const quat *rotations, double yaw) {
    static const double tilt = 9;
    quat turn = about_y(yaw), camera = mul(about_x(tilt), turn);
    corner *corners = grow(NULL, m->vertex_count * sizeof *corners);
    for (uint32_t i = 0; i < m->vertex_count; ++i) {
        vec3 n, p = rotate(camera, skin_vertex(&m->vertices[i], positions, rotations, &n));
        corners[i].at = vec(p.x * METRE + RASTER_W / 2.0, RASTER_H - GROUND * FINE - p.y * METRE, p.z);
        corners[i].normal = rotate(turn, n);
    }
    for (uint32_t i = 0; i < m->index_count; i += 3) {
        const uint32_t *k = m->indices + i;
        fill_triangle(r, &corners[k[0]], &corners[k[1]], &corners[k[2]], part);
    }
    free(corners);
}

typedef struct pen {
    FILE *out;
    int x, y;
    bool drew;
    const char *colour;
} pen;

static void put_move(FILE *out, char command, int dx, int dy) {
    fprintf(out, "%c%d%s%d", command, dx, dy < 0 ? "" : " ", dy);
}

static void draw_loop(void *user, const contour_point *points, int count) {
    pen *p = user;
    if (!p->drew) fprintf(p->out, "<path color=\"%s\" d=\"", p->colour);
    p->drew = true;
    put_move(p->out, 'M', points[0].x + p->x, points[0].y + p->y);
    for (int i = 1; i < count; ++i) {
        int dx = points[i].x - points[i - 1].x, dy = points[i].y - points[i - 1].y;
        fprintf(p->out, "%s%d%s%d", i == 1 ? "l" : dx < 0 ? "" : " ", dx, dy < 0 ? "" : " ", dy);
    }
    fputc('z', p->out);
}

typedef struct bounds {
    int x0, y0, x1, y1, lowest;
} bounds;

static bounds part_bounds(const raster *r, int part) {
    bounds b = { RASTER_W, RASTER_H, 0, 0, SHADES };
    for (int y = r->y0; y < r->y1; ++y) {
        for (int x = r->x0; x < r->x1; ++x) {
            if (r->part[y * RASTER_W + x] != part) continue;
            if (x < b.x0) b.x0 = x;
            if (x >= b.x1) b.x1 = x + 1;
            if (y < b.y0) b.y0 = y;
            b.y1 = y + 1;
            if (r->shade[y * RASTER_W + x] < b.lowest) b.lowest = r->shade[y * RASTER_W + x];
        }
    }
    return b;
}

/* The lower shades lie under the higher ones, so that no gap shows between them. */
static void draw_part(FILE *out, raster *r, int part, int x, int y) {
    bounds b = part_bounds(r, part);
    contour c = { .width = b.x1 - b.x0,
                  .height = b.y1 - b.y0,
                  .inside = r->inside,
                  .edges = r->edges,
                  .points = r->points,
                  .keep = r->keep,
                  .capacity = RASTER_H * RASTER_W };
    for (int shade = b.lowest; shade < SHADES; ++shade) {
        char colour[8];
        for (int v = 0; v < c.height; ++v) {
            for (int u = 0; u < c.width; ++u) {
                int i = (v + b.y0) * RASTER_W + u + b.x0;
                r->inside[v * c.width + u] = r->part[i] == part && r->shade[i] >= shade;
            }
        }
        shade_text(part, shade, colour, sizeof colour);
        pen p = { .out = out, .x = x + b.x0, .y = y + b.y0, .colour = colour };
        c.least_area = shade == b.lowest ? 12 : 60;
        contour_trace(&c, shade == b.lowest ? 0.95 : 1.9, draw_loop, &p);
        if (p.drew) fputs("\"/>\n", out);
    }
}

static void draw_shot(FILE *out, const shot *s, int x, int y, const mesh meshes[MATERIAL_COUNT], const clips *all) {
    local locals[JOINT_COUNT];
    vec3 positions[JOINT_COUNT];
    quat rotations[JOINT_COUNT];
    skeleton_rest(locals);
    clip_sample(clips_find(all, "idle"), 0, locals); /* under a clip that moves the arms alone */
    clip_sample(clips_find(all, s->clip), s->time, locals);
    locals[ROOT].translation.y += s->height;
    skeleton_world(locals, positions, rotations);
    raster *r = grow(NULL, sizeof *r);
    for (size_t i = 0; i < sizeof r->part; ++i) r->depth[i] = -1e9f;
    memset(r->part, NOTHING, sizeof r->part);
    r->x0 = RASTER_W;
    r->y0 = RASTER_H;
    r->x1 = r->y1 = 0;
    for (int i = 0; i < MATERIAL_COUNT; ++i) fill_mesh(r, &meshes[i], i, positions, rotations, s->yaw);
    double wide = (0.30 - 0.12 * clamp(s->height, 0, 1)) * METRE;
    fprintf(out, "<ellipse class=\"s\" cx=\"%d\" cy=\"%d\" rx=\"%.0f\" ry=\"%.0f\"/>\n", x + RASTER_W / 2,
            y + RASTER_H - GROUND * FINE, wide, wide * 0.2);
    for (int i = 0; i < MATERIAL_COUNT; ++i) draw_part(out, r, i, x, y);
    if (s->label[0]) {
        fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", x + RASTER_W / 2, y + RASTER_H - 12 * FINE, s->label);
    }
    free(r);
}

static const shot shots[] = {
    { "idle", "idle", 0.4, 0, 28 },
    { "wave", "wave", 0.20, 0, 22 },
    { "walk", "walk", 0.0, 0, 58 },
    { "", "walk", 0.13, 0, 58 },
    { "", "walk", 0.27, 0, 58 },
    { "", "walk", 0.40, 0, 58 },
    { "walk_back", "walk_back", 0.1, 0, 50 },
    { "strafe_left", "strafe_left", 0.10, 0, 10 },
    { "attack", "attack", 0.36, 0, 42 },
    { "run", "run", 0.0, 0, 62 },
    { "", "run", 0.11, 0, 62 },
    { "", "run", 0.22, 0, 62 },
    { "", "run", 0.30, 0, 62 },
    { "jump", "jump", 0.15, 0, 48 },
    { "", "jump", 0.32, 0, 44 },
    { "fall", "fall", 0.2, 0.15, 40 },
};

bool picture_write(const char *file, const mesh meshes[MATERIAL_COUNT], const clips *all) {
    const int count = (int)(sizeof shots / sizeof *shots), rows = (count + COLUMNS - 1) / COLUMNS;
    FILE *out = fopen(file, "w");
    if (!out) {
        fprintf(stderr, "make_hero: cannot write \"%s\"\n", file);
        return false;
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n"
            "<title>The hero in some of its poses</title>\n"
            "<style>path{fill:currentColor;stroke:currentColor;stroke-width:2;stroke-linejoin:round;fill-rule:evenodd}"
            ".s{fill:#000;opacity:.15}text{font-size:60px;fill:#57606a;text-anchor:middle}"
            "@media(prefers-color-scheme:dark){text{fill:#9da7b3}.s{opacity:.45}}</style>\n",
            WIDTH * FINE, ROW * rows * FINE);
    for (int i = 0; i < count; ++i) {
        int x = (MARGIN + i % COLUMNS * CELL + CELL / 2) * FINE - RASTER_W / 2,
            y = ((i / COLUMNS + 1) * ROW) * FINE - RASTER_H;
        draw_shot(out, &shots[i], x, y, meshes, all);
    }
    fputs("</svg>\n", out);
    if (fclose(out)) {
        fprintf(stderr, "make_hero: cannot write \"%s\"\n", file);
        return false;
    }
    return true;
}
