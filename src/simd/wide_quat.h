/* Quaternions of WIDE joints. */
#ifndef SNW_WIDE_QUAT_H
#define SNW_WIDE_QUAT_H

typedef struct wide_quat {
    wide x, y, z, w;
} wide_quat;

/* rows: those of x, y, z and w. */
static inline wide_quat quat_load(const float (*rows)[SNW_LANES], uint32_t first) {
    return (wide_quat){ wide_load(rows[0] + first), wide_load(rows[1] + first), wide_load(rows[2] + first),
                        wide_load(rows[3] + first) };
}

static inline wide_quat quat_at(const snw_group *group, uint32_t first) {
    return quat_load(&group->row[SNW_RX], first);
}

static inline void quat_store(float (*rows)[SNW_LANES], uint32_t first, wide_quat q) {
    wide_store(rows[0] + first, q.x);
    wide_store(rows[1] + first, q.y);
    wide_store(rows[2] + first, q.z);
    wide_store(rows[3] + first, q.w);
}

static inline wide quat_dot(wide_quat a, wide_quat b) {
    /* In two halves, so that it is there sooner. */
    return wide_add(wide_fma(a.y, b.y, wide_mul(a.x, b.x)), wide_fma(a.w, b.w, wide_mul(a.z, b.z)));
}

static inline wide_quat quat_scale(wide_quat q, wide s) {
    return (wide_quat){ wide_mul(q.x, s), wide_mul(q.y, s), wide_mul(q.z, s), wide_mul(q.w, s) };
}

/* sum + q s */
static inline wide_quat quat_fma(wide_quat q, wide s, wide_quat sum) {
    return (wide_quat){ wide_fma(q.x, s, sum.x), wide_fma(q.y, s, sum.y), wide_fma(q.z, s, sum.z),
                        wide_fma(q.w, s, sum.w) };
}

/* The square of |q a ± p b| of rotations of unit length that are `dot` from each other, turned to one side: there
   before the sum is. */
static inline wide quat_square(wide a, wide b, wide dot) {
    wide ab = wide_mul(a, b);
    return wide_fma(wide_add(ab, ab), wide_abs(dot), wide_fma(a, a, wide_mul(b, b)));
}

/* 1 ÷ what the square is of; of nearly nothing a large number. */
static inline wide quat_over(wide square) { return wide_rsqrt(wide_max(square, wide_all(1e-35f))); }

/* Of unit length; what is nearly of none stays near to none. */
static inline wide_quat quat_unit(wide_quat q) { return quat_scale(q, quat_over(quat_dot(q, q))); }

static inline wide_quat quat_select(wide_mask m, wide_quat a, wide_quat b) {
    return (wide_quat){ wide_select(m, a.x, b.x), wide_select(m, a.y, b.y), wide_select(m, a.z, b.z),
                        wide_select(m, a.w, b.w) };
}

/* The same, where mostly all of `a` is taken. */
static inline wide_quat quat_pick(wide_mask m, wide_quat a, wide_quat b) {
    if (WIDE_SELECT_COSTS && wide_bits(m) == (1u << WIDE) - 1u) return a;
    return quat_select(m, a, b);
}

/* Hamilton's product. */
static inline wide_quat quat_mul(wide_quat a, wide_quat b) {
    return (wide_quat){
        wide_fnma(a.z, b.y, wide_fma(a.y, b.z, wide_fma(a.x, b.w, wide_mul(a.w, b.x)))),
        wide_fma(a.z, b.x, wide_fma(a.y, b.w, wide_fnma(a.x, b.z, wide_mul(a.w, b.y)))),
        wide_fma(a.z, b.w, wide_fnma(a.y, b.x, wide_fma(a.x, b.y, wide_mul(a.w, b.z)))),
        wide_fnma(a.z, b.z, wide_fnma(a.y, b.y, wide_fnma(a.x, b.x, wide_mul(a.w, b.w)))),
    };
}

/* conj(a) b */
static inline wide_quat quat_from(wide_quat a, wide_quat b) {
    return (wide_quat){
        wide_fma(a.z, b.y, wide_fnma(a.y, b.z, wide_fnma(a.x, b.w, wide_mul(a.w, b.x)))),
        wide_fnma(a.z, b.x, wide_fnma(a.y, b.w, wide_fma(a.x, b.z, wide_mul(a.w, b.y)))),
        wide_fnma(a.z, b.w, wide_fma(a.y, b.x, wide_fnma(a.x, b.y, wide_mul(a.w, b.z)))),
        wide_fma(a.z, b.z, wide_fma(a.y, b.y, wide_fma(a.x, b.x, wide_mul(a.w, b.w)))),
    };
}

#endif
