/* Outlines of a set of pixels as closed polygons, with the small steps taken out. */
#include <stdlib.h>
#include <string.h>

#include "contour.h"

/* Directions: right, down, left, up. Edges run with the inside on their right. */
static const int step_x[4] = { 1, 0, -1, 0 }, step_y[4] = { 0, 1, 0, -1 };

static void mark_edges(contour *c) {
    int w = c->width, h = c->height;
    memset(c->edges, 0, (size_t)((w + 1) * (h + 1)));
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
            if (!c->inside[y * w + x]) continue;
            unsigned char *e = c->edges + y * (w + 1) + x;
            if (!y || !c->inside[(y - 1) * w + x]) e[0] |= 1;
            if (x + 1 == w || !c->inside[y * w + x + 1]) e[1] |= 2;
            if (y + 1 == h || !c->inside[(y + 1) * w + x]) e[w + 2] |= 4;
            if (!x || !c->inside[y * w + x - 1]) e[w + 1] |= 8;
        }
    }
}

static int follow(contour *c, int x, int y) {
    int count = 0, w = c->width + 1, way = 0;
    while (!(c->edges[y * w + x] >> way & 1)) ++way;
    while (c->edges[y * w + x] >> way & 1) {
        c->edges[y * w + x] &= (unsigned char)~(1u << way);
        if (count < c->capacity) c->points[count++] = (contour_point){ x, y };
        x += step_x[way];
        y += step_y[way];
        static const int turns[3] = { 1, 0, 3 };
        for (int t = 0; t < 3; ++t) {
            int next = (way + turns[t]) & 3;
            if (!(c->edges[y * w + x] >> next & 1)) continue;
            way = next;
            break;
        }
    }
    return count;
}

static double distance(contour_point p, contour_point a, contour_point b) {
    double dx = b.x - a.x, dy = b.y - a.y, ex = p.x - a.x, ey = p.y - a.y, l = sqrt(dx * dx + dy * dy);
    return l > 0 ? fabs(dx * ey - dy * ex) / l : sqrt(ex * ex + ey * ey);
}

/* Keeps what lies further than `slack` from the line between kept neighbours (Douglas and Peucker). */
static void thin(contour *c, int from, int to, double slack) {
    double most = 0;
    int at = from;
    for (int i = from + 1; i < to; ++i) {
        double d = distance(c->points[i], c->points[from], c->points[to]);
        if (d > most) {
            most = d;
            at = i;
        }
    }
    if (most <= slack) return;
    c->keep[at] = 1;
    thin(c, from, at, slack);
    thin(c, at, to, slack);
}

static void emit(contour *c, int count, double slack, contour_loop loop, void *user) {
    double area = 0;
    int far = 0;
    for (int i = 0; i < count; ++i) {
        contour_point a = c->points[i], b = c->points[(i + 1) % count], o = c->points[0], f = c->points[far];
        area += 0.5 * ((double)a.x * b.y - (double)b.x * a.y);
        if (abs(a.x - o.x) + abs(a.y - o.y) > abs(f.x - o.x) + abs(f.y - o.y)) far = i;
    }
    if (fabs(area) < c->least_area) return;
    c->points[count] = c->points[0];
    memset(c->keep, 0, (size_t)count + 1);
    c->keep[0] = c->keep[far] = 1;
    thin(c, 0, far, slack);
    thin(c, far, count, slack);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        if (c->keep[i]) c->points[kept++] = c->points[i];
    }
    if (kept >= 3) loop(user, c->points, kept);
}

void contour_trace(contour *c, double slack, contour_loop loop, void *user) {
    mark_edges(c);
    for (int y = 0; y <= c->height; ++y) {
        for (int x = 0; x <= c->width; ++x) {
            while (c->edges[y * (c->width + 1) + x]) emit(c, follow(c, x, y), slack, loop, user);
        }
    }
}
