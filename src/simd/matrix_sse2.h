/* Matrices of three rows in SSE registers. */
#ifndef SNW_MATRIX_SSE2_H
#define SNW_MATRIX_SSE2_H

typedef struct matrix {
    __m128 row[3];
} matrix;

static inline matrix matrix_load(const float *at) {
    return (matrix){ { _mm_load_ps(at), _mm_load_ps(at + 4), _mm_load_ps(at + 8) } };
}

/* One number in all four lanes, by the instruction that leaves what it reads. */
#define MATRIX_SPREAD(p, i) _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(p), 0x55 * (i)))

static inline __m128 matrix_row(__m128 p, __m128 b0, __m128 b1, __m128 b2) {
    __m128 last = _mm_and_ps(p, _mm_castsi128_ps(_mm_set_epi32(-1, 0, 0, 0)));
    __m128 x = _mm_mul_ps(MATRIX_SPREAD(p, 0), b0), y = _mm_mul_ps(MATRIX_SPREAD(p, 1), b1);
    return _mm_add_ps(_mm_add_ps(x, y), _mm_add_ps(_mm_mul_ps(MATRIX_SPREAD(p, 2), b2), last));
}

static inline matrix matrix_mul(matrix a, const float *b, uint32_t stride) {
    __m128 b0 = _mm_load_ps(b), b1 = _mm_load_ps(b + stride), b2 = _mm_load_ps(b + 2 * stride);
    return (matrix){ { matrix_row(a.row[0], b0, b1, b2), matrix_row(a.row[1], b0, b1, b2),
                       matrix_row(a.row[2], b0, b1, b2) } };
}

static inline void matrix_store(float *at, matrix a) {
    for (int row = 0; row < 3; ++row) _mm_storeu_ps(at + 4 * row, a.row[row]);
}

static inline void matrix_put(snw_matrix *at, matrix a) { matrix_store(at->m, a); }

static inline void matrix_stream(float *at, matrix a) {
    for (int row = 0; row < 3; ++row) _mm_stream_ps(at + 4 * row, a.row[row]);
}

enum { MATRIX_STREAM_ALIGNED = 16 };
static inline void matrix_stream_quad(float *at, matrix a, matrix b, matrix c, matrix d) {
    matrix_stream(at, a);
    matrix_stream(at + 12, b);
    matrix_stream(at + 24, c);
    matrix_stream(at + 36, d);
}

static inline void matrix_stream_end(void) { _mm_sfence(); }

#endif
