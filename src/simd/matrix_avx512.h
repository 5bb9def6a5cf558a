/* Matrices of three rows in one AVX-512 register; the last quarter is of no meaning. */
#ifndef SNW_MATRIX_AVX512_H
#define SNW_MATRIX_AVX512_H

typedef struct matrix {
    __m512 rows;
} matrix;

static inline matrix matrix_load(const float *at) { return (matrix){ _mm512_loadu_ps(at) }; }

static inline matrix matrix_mul(matrix a, const float *b, uint32_t stride) {
    __m512 b0 = _mm512_broadcast_f32x4(_mm_loadu_ps(b)), b1 = _mm512_broadcast_f32x4(_mm_loadu_ps(b + stride));
    __m512 b2 = _mm512_broadcast_f32x4(_mm_loadu_ps(b + 2 * stride));
    /* In two halves, so that a child waits less. */
    __m512 r = _mm512_fmadd_ps(_mm512_permute_ps(a.rows, 0x00), b0, _mm512_maskz_mov_ps(0x8888, a.rows));
    __m512 q = _mm512_mul_ps(_mm512_permute_ps(a.rows, 0x55), b1);
    return (matrix){ _mm512_add_ps(r, _mm512_fmadd_ps(_mm512_permute_ps(a.rows, 0xaa), b2, q)) };
}

/* Not by one masked store: what is read after it waits for that. */
static inline void matrix_store(float *at, matrix a) {
    _mm256_storeu_ps(at, _mm512_castps512_ps256(a.rows));
    _mm_storeu_ps(at + 8, _mm512_extractf32x4_ps(a.rows, 2));
}
static inline void matrix_put(snw_matrix *at, matrix a) { _mm512_storeu_ps(at->m, a.rows); }

static inline void matrix_stream(float *at, matrix a) {
    _mm_stream_ps(at, _mm512_castps512_ps128(a.rows));
    _mm_stream_ps(at + 4, _mm512_extractf32x4_ps(a.rows, 1));
    _mm_stream_ps(at + 8, _mm512_extractf32x4_ps(a.rows, 2));
}

/* Three lines of the cache, each at once: a line that is written in pieces among other stores may leave in pieces. */
enum { MATRIX_STREAM_ALIGNED = 64 };
static inline void matrix_stream_quad(float *at, matrix a, matrix b, matrix c, matrix d) {
    __m512 c2 = _mm512_shuffle_f32x4(c.rows, c.rows, 0xaa);
    _mm512_stream_ps(at, _mm512_mask_shuffle_f32x4(a.rows, 0xf000, b.rows, b.rows, 0x00));
    _mm512_stream_ps(at + 16, _mm512_shuffle_f32x4(b.rows, c.rows, 0x49));
    _mm512_stream_ps(at + 32, _mm512_mask_shuffle_f32x4(c2, 0xfff0, d.rows, d.rows, 0x90));
}

static inline void matrix_stream_end(void) { _mm_sfence(); }

#endif
