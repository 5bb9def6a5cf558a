/* Each predicate first tries plain doubles with a bound on their error, the circle then pairs of doubles, and only
   what is still in doubt is computed exactly, as an expansion: a sum of doubles that do not overlap, smallest first,
   without zeros (an empty one is 0). */
#include "predicates.h"

#include <math.h>
#include <stddef.h>

typedef struct pair {
    double high, low;
} pair; /* high + low, low at most half a unit in the last place of high */

/* ---- exact sums and products of two doubles ---- */

static pair exact_sum(double a, double b) {
    double sum = a + b;
    double b_virtual = sum - a;
    double a_virtual = sum - b_virtual;
    return (pair){ sum, (a - a_virtual) + (b - b_virtual) };
}

/* As exact_sum where |a| >= |b| or a is 0. */
static pair ordered_sum(double a, double b) {
    double sum = a + b;
    return (pair){ sum, b - (sum - a) };
}

static pair exact_difference(double a, double b) { return exact_sum(a, -b); }

/* Two halves of 26 bits. */
static pair split(double a) {
    double c = 134217729.0 * a; /* 2^27 + 1 */
    double high = c - (c - a);
    return (pair){ high, a - high };
}

static pair exact_product(double a, double b) {
    double product = a * b;
    pair s = split(a), t = split(b);
    double rest = ((s.high * t.high - product) + s.high * t.low + s.low * t.high) + s.low * t.low;
    return (pair){ product, rest };
}

/* ---- pairs: about 100 bits ---- */

static pair pair_add(pair a, pair b) {
    pair s = exact_sum(a.high, b.high), t = exact_sum(a.low, b.low);
    s = ordered_sum(s.high, s.low + t.high);
    return ordered_sum(s.high, s.low + t.low);
}

static pair pair_subtract(pair a, pair b) { return pair_add(a, (pair){ -b.high, -b.low }); }

static pair pair_multiply(pair a, pair b) {
    pair p = exact_product(a.high, b.high);
    return ordered_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

/* ---- expansions ---- */

static size_t keep(double *out, size_t count, double value) {
    if (value != 0.0) out[count++] = value;
    return count;
}

/* out[n + m]: merge by magnitude, carrying the sum upwards. */
static size_t expansion_sum(const double *a, size_t n, const double *b, size_t m, double *out) {
    size_t i = 0, j = 0, count = 0;
    double carry = 0.0;
    while (i < n || j < m) {
        double next = j == m || (i < n && fabs(a[i]) < fabs(b[j])) ? a[i++] : b[j++];
        pair s = exact_sum(carry, next);
        count = keep(out, count, s.low);
        carry = s.high;
    }
    return keep(out, count, carry);
}

/* out[2n] */
static size_t expansion_scale(const double *a, size_t n, double factor, double *out) {
    size_t count = 0;
    double carry = 0.0;
    for (size_t i = 0; i < n; ++i) {
        pair p = exact_product(a[i], factor);
        pair s = exact_sum(carry, p.low);
        count = keep(out, count, s.low);
        s = exact_sum(p.high, s.high);
        count = keep(out, count, s.low);
        carry = s.high;
    }
    return keep(out, count, carry);
}

enum { TERMS = 16, PRODUCT = 2 * TERMS * TERMS };

/* out[2nm], n and m at most TERMS */
static size_t expansion_product(const double *a, size_t n, const double *b, size_t m, double *out) {
    double row[2 * TERMS], so_far[PRODUCT];
    size_t count = 0;
    for (size_t i = 0; i < m; ++i) {
        size_t length = expansion_scale(a, n, b[i], row);
        for (size_t k = 0; k < count; ++k) so_far[k] = out[k];
        count = expansion_sum(so_far, count, row, length, out);
    }
    return count;
}

static size_t expansion_of(pair p, double out[2]) { return keep(out, keep(out, 0, p.low), p.high); }

/* out[16]: a d − b c */
static size_t expansion_minor(pair a, pair b, pair c, pair d, double *out) {
    double e[2], f[2], left[8], right[8];
    size_t n = expansion_of(a, e), m = expansion_of(d, f);
    size_t left_count = expansion_product(e, n, f, m, left);
    n = expansion_of((pair){ -b.high, -b.low }, e);
    m = expansion_of(c, f);
    size_t right_count = expansion_product(e, n, f, m, right);
    return expansion_sum(left, left_count, right, right_count, out);
}

/* Smallest first, so the last terms round least. */
static double expansion_value(const double *a, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i) sum += a[i];
    return sum;
}

/* ---- the predicates ---- */

/* 2^-53 is the unit of rounding; the bounds of error are those of the paper. */
#define LINE_BOUND ((3.0 + 16.0 * 0x1p-53) * 0x1p-53)
#define CIRCLE_BOUND ((10.0 + 96.0 * 0x1p-53) * 0x1p-53)
/* Pairs lose at most a few dozen units of 2^-104; this leaves room. */
#define CIRCLE_PAIR_BOUND 0x1p-96

static double orient(const double a[2], const double b[2], const double c[2], double bound) {
    double left = (a[0] - c[0]) * (b[1] - c[1]);
    double right = (a[1] - c[1]) * (b[0] - c[0]);
    double value = left - right;
    if (fabs(value) >= bound * (fabs(left) + fabs(right)) && value != 0.0) return value;
    double terms[TERMS];
    size_t n = expansion_minor(exact_difference(a[0], c[0]), exact_difference(a[1], c[1]), exact_difference(b[0], c[0]),
                               exact_difference(b[1], c[1]), terms);
    return expansion_value(terms, n);
}

double snw_orient2d(const double a[2], const double b[2], const double c[2]) { return orient(a, b, c, LINE_BOUND); }

double snw_orient2d_close(const double a[2], const double b[2], const double c[2]) { return orient(a, b, c, 0x1p-20); }

/* Two points' differences from the fourth: x y' − y x' */
static pair pair_minor(const pair p[2], const pair q[2]) {
    return pair_subtract(pair_multiply(p[0], q[1]), pair_multiply(p[1], q[0]));
}

static pair pair_lift(const pair p[2]) { return pair_add(pair_multiply(p[0], p[0]), pair_multiply(p[1], p[1])); }

static double incircle_pairs(const pair p[3][2]) {
    pair sum = pair_multiply(pair_lift(p[0]), pair_minor(p[1], p[2]));
    sum = pair_add(sum, pair_multiply(pair_lift(p[1]), pair_minor(p[2], p[0])));
    return pair_add(sum, pair_multiply(pair_lift(p[2]), pair_minor(p[0], p[1]))).high;
}

/* out[PRODUCT]: (x² + y²) of p × minor of q and r */
static size_t incircle_part(const pair p[2], const pair q[2], const pair r[2], double *out) {
    double lift[TERMS], minor[TERMS];
    pair minus_y = { -p[1].high, -p[1].low };
    size_t n = expansion_minor(p[0], p[1], minus_y, p[0], lift); /* x x − y (−y) */
    size_t m = expansion_minor(q[0], q[1], r[0], r[1], minor);
    return expansion_product(lift, n, minor, m, out);
}

static double incircle_exact(const pair p[3][2]) {
    double part[PRODUCT], other[PRODUCT], two[2 * PRODUCT], all[3 * PRODUCT];
    size_t n = incircle_part(p[0], p[1], p[2], part);
    size_t m = incircle_part(p[1], p[2], p[0], other);
    size_t count = expansion_sum(part, n, other, m, two);
    n = incircle_part(p[2], p[0], p[1], part);
    count = expansion_sum(two, count, part, n, all);
    return expansion_value(all, count);
}

double snw_incircle(const double a[2], const double b[2], const double c[2], const double d[2]) {
    const double *from[3] = { a, b, c };
    pair p[3][2];
    for (int i = 0; i < 3; ++i)
        for (int axis = 0; axis < 2; ++axis) p[i][axis] = exact_difference(from[i][axis], d[axis]);
    double value = 0.0, size = 0.0;
    for (int i = 0; i < 3; ++i) {
        const pair *s = p[i], *t = p[(i + 1) % 3], *u = p[(i + 2) % 3];
        double lift = s[0].high * s[0].high + s[1].high * s[1].high;
        double left = t[0].high * u[1].high, right = t[1].high * u[0].high;
        value += lift * (left - right);
        size += lift * (fabs(left) + fabs(right));
    }
    if (fabs(value) > CIRCLE_BOUND * size) return value;
    value = incircle_pairs((const pair(*)[2])p);
    if (fabs(value) > CIRCLE_PAIR_BOUND * size) return value;
    return incircle_exact((const pair(*)[2])p);
}
