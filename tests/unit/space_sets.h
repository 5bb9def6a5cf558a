/* Seeded sets of points for tests of blend spaces. */
#ifndef TESTS_UNIT_SPACE_SETS_H
#define TESTS_UNIT_SPACE_SETS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* splitmix64. Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014. */
static inline uint64_t random_bits(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double random_unit(uint64_t *seed) { return (double)(random_bits(seed) >> 11) * 0x1p-53; }

static inline float random_float(uint64_t *seed, double reach) {
    return (float)((random_unit(seed) * 2.0 - 1.0) * reach);
}

/* Anywhere in [-1, 1]². */
static inline void scatter(uint64_t *seed, double *xy, uint32_t n) {
    for (uint32_t i = 0; i < 2 * n; ++i) xy[i] = random_unit(seed) * 2.0 - 1.0;
}

/* No two nearer than `gap`, as many as fit by trial. */
static inline uint32_t scatter_apart(uint64_t *seed, double *xy, uint32_t most, double gap) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < 4 * most && n < most; ++k) {
        double x = random_unit(seed) * 2.0 - 1.0, y = random_unit(seed) * 2.0 - 1.0;
        bool free = true;
        for (uint32_t i = 0; i < n; ++i) free = free && hypot(xy[2 * i] - x, xy[2 * i + 1] - y) >= gap;
        if (!free) continue;
        xy[2 * n] = x;
        xy[2 * n++ + 1] = y;
    }
    return n;
}

/* Distinct points of a lattice with this pitch. */
static inline uint32_t lattice(uint64_t *seed, double *xy, uint32_t most, double pitch) {
    int across = 1;
    while ((uint32_t)(across * across) < 2 * most) ++across;
    uint32_t n = 0;
    for (int j = 0; j < across; ++j)
        for (int i = 0; i < across && n < most; ++i) {
            if (random_bits(seed) & 1) continue;
            xy[2 * n] = (i - across / 2) * pitch;
            xy[2 * n++ + 1] = (j - across / 2) * pitch;
        }
    return n;
}

static inline uint32_t on_circle(uint64_t *seed, double *xy, uint32_t n) {
    double start = random_unit(seed);
    for (uint32_t i = 0; i < n; ++i) {
        xy[2 * i] = cos(start + 6.283185307179586 * i / n);
        xy[2 * i + 1] = sin(start + 6.283185307179586 * i / n);
    }
    return n;
}

/* One of six kinds of small set; returns how many points. */
static inline uint32_t make_set(uint64_t *seed, int kind, double *xy, uint32_t most) {
    uint32_t n = 1 + (uint32_t)(random_unit(seed) * most);
    switch (kind % 6) {
    case 0: scatter(seed, xy, n); return n;
    case 1: return scatter_apart(seed, xy, n, 0.25);
    case 2: n = lattice(seed, xy, n, 0.25); break;
    case 3: n = lattice(seed, xy, n, 0.1); break;
    case 4: return on_circle(seed, xy, n);
    default: /* a steep line and a point beside it */
        for (uint32_t i = 0; i < n; ++i) {
            xy[2 * i] = 0.1 * i;
            xy[2 * i + 1] = 0.3 * i - 1.0;
        }
        if (n > 3) xy[0] = 2.0;
        return n;
    }
    if (n) return n;
    xy[0] = xy[1] = 0.0;
    return 1;
}

enum { LARGE_SETS = 8 };

/* Sets that triangulations are known to stumble over, about `n` points each. */
static inline uint32_t make_large_set(uint64_t *seed, int kind, double *xy, uint32_t n) {
    if (kind == 0) scatter(seed, xy, n);
    if (kind == 1) on_circle(seed, xy, n);
    for (uint32_t i = 0; i < n; ++i) {
        double *p = xy + 2 * i;
        switch (kind) {
        case 2:
            p[0] = i % 32;
            p[1] = i / 32;
            break; /* whole lattice */
        case 3:
            p[0] = 0.1 * (i % 32) - 1.6;
            p[1] = 0.1 * (i / 32) - 1.6;
            break; /* decimal lattice */
        case 4:
            p[0] = 0.001 * i;
            p[1] = 0.003 * i;
            break; /* a line but for rounding */
        case 5:
            p[0] = 0.002 * i - 1.0;
            p[1] = 1e-9 * p[0] * p[0];
            break; /* flat parabola: slivers */
        case 6:
            p[0] = i & 1 ? 1.0 : -1.0;
            p[1] = 0.002 * (i / 2) - 0.5;
            break; /* two columns */
        case 7:
            p[0] = 0.6 * (i % 32) * 0.1 - 0.8 * (i / 32) * 0.1; /* turned lattice */
            p[1] = 0.8 * (i % 32) * 0.1 + 0.6 * (i / 32) * 0.1;
            break;
        default: break;
        }
    }
    return n;
}

/* mixed: the points in another order; place[i] is where point i went. */
static inline void shuffle(uint64_t *seed, const double *xy, uint32_t n, double *mixed, uint32_t *place) {
    for (uint32_t i = 0; i < n; ++i) place[i] = i;
    for (uint32_t i = n; i > 1; --i) {
        uint32_t j = (uint32_t)(random_unit(seed) * i), kept = place[i - 1];
        place[i - 1] = place[j];
        place[j] = kept;
    }
    for (uint32_t i = 0; i < n; ++i) {
        mixed[2 * place[i]] = xy[2 * i];
        mixed[2 * place[i] + 1] = xy[2 * i + 1];
    }
}

#endif
