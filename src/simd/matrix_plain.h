/* Matrices of three rows without any wide type. */
#ifndef SNW_MATRIX_PLAIN_H
#define SNW_MATRIX_PLAIN_H

typedef struct matrix {
    float m[12];
} matrix;

static inline matrix matrix_load(const float *at) {
    matrix a;
    for (int i = 0; i < 12; ++i) a.m[i] = at[i];
    return a;
}

/* a × b; b: three rows of four floats, from one to the next `stride` of them. */
static inline matrix matrix_mul(matrix a, const float *b, uint32_t stride) {
    matrix r;
    for (int row = 0; row < 3; ++row) {
        const float *p = a.m + 4 * row;
        for (uint32_t column = 0; column < 4; ++column)
            r.m[4 * row + (int)column] = p[0] * b[column] + p[1] * b[stride + column] + p[2] * b[2 * stride + column];
        r.m[4 * row + 3] += p[3];
    }
    return r;
}

/* 12 floats and no more. */
static inline void matrix_store(float *at, matrix a) {
    for (int i = 0; i < 12; ++i) at[i] = a.m[i];
}

static inline void matrix_put(snw_matrix *at, matrix a) { matrix_store(at->m, a); }

/* Past the caches where the set can; at: aligned to 16. */
static inline void matrix_stream(float *at, matrix a) { matrix_store(at, a); }
/* Four, one after another, at an address aligned to so much. */
enum { MATRIX_STREAM_ALIGNED = 16 };
static inline void matrix_stream_quad(float *at, matrix a, matrix b, matrix c, matrix d) {
    matrix_stream(at, a);
    matrix_stream(at + 12, b);
    matrix_stream(at + 24, c);
    matrix_stream(at + 36, d);
}
static inline void matrix_stream_end(void) {}

#endif
