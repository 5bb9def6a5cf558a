/* Matrices of three rows: two in an AVX register, the third in an SSE one. */
#ifndef SNW_MATRIX_AVX2_H
#define SNW_MATRIX_AVX2_H

typedef struct matrix {
    __m256 two;
    __m128 third;
} matrix;

static inline matrix matrix_load(const float *at) { return (matrix){ _mm256_loadu_ps(at), _mm_loadu_ps(at + 8) }; }

static inline matrix matrix_mul(matrix a, const float *b, uint32_t stride) {
    const __m256 none = _mm256_setzero_ps();
    __m256 b0 = _mm256_broadcast_ps((const void *)b), b1 = _mm256_broadcast_ps((const void *)(b + stride));
    __m256 b2 = _mm256_broadcast_ps((const void *)(b + 2 * stride));
    __m256 two = _mm256_fmadd_ps(_mm256_permute_ps(a.two, 0x00), b0, _mm256_blend_ps(none, a.two, 0x88));
    __m128 third = _mm_fmadd_ps(_mm_permute_ps(a.third, 0x00), _mm256_castps256_ps128(b0),
                                _mm_blend_ps(_mm256_castps256_ps128(none), a.third, 0x8));
    two = _mm256_fmadd_ps(_mm256_permute_ps(a.two, 0x55), b1, two);
    third = _mm_fmadd_ps(_mm_permute_ps(a.third, 0x55), _mm256_castps256_ps128(b1), third);
    return (matrix){ _mm256_fmadd_ps(_mm256_permute_ps(a.two, 0xaa), b2, two),
                     _mm_fmadd_ps(_mm_permute_ps(a.third, 0xaa), _mm256_castps256_ps128(b2), third) };
}

static inline void matrix_store(float *at, matrix a) {
    _mm256_storeu_ps(at, a.two);
    _mm_storeu_ps(at + 8, a.third);
}

static inline void matrix_put(snw_matrix *at, matrix a) { matrix_store(at->m, a); }

static inline void matrix_stream(float *at, matrix a) {
    _mm_stream_ps(at, _mm256_castps256_ps128(a.two));
    _mm_stream_ps(at + 4, _mm256_extractf128_ps(a.two, 1));
    _mm_stream_ps(at + 8, a.third);
}

enum { MATRIX_STREAM_ALIGNED = 32 };
static inline void matrix_stream_pair(float *at, matrix a, matrix b) {
    _mm256_stream_ps(at, a.two);
    _mm256_stream_ps(at + 8, _mm256_insertf128_ps(_mm256_castps128_ps256(a.third), _mm256_castps256_ps128(b.two), 1));
    _mm256_stream_ps(at + 16,
                     _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_extractf128_ps(b.two, 1)), b.third, 1));
}
static inline void matrix_stream_quad(float *at, matrix a, matrix b, matrix c, matrix d) {
    matrix_stream_pair(at, a, b);
    matrix_stream_pair(at + 24, c, d);
}

static inline void matrix_stream_end(void) { _mm_sfence(); }

#endif
