/* Matrices of three rows in NEON registers. */
#ifndef SNW_MATRIX_NEON_H
#define SNW_MATRIX_NEON_H

typedef struct matrix {
    float32x4_t row[3];
} matrix;

static inline matrix matrix_load(const float *at) {
    return (matrix){ { vld1q_f32(at), vld1q_f32(at + 4), vld1q_f32(at + 8) } };
}

static inline float32x4_t matrix_row(float32x4_t p, float32x4_t b0, float32x4_t b1, float32x4_t b2) {
    float32x4_t last = vsetq_lane_f32(vgetq_lane_f32(p, 3), vdupq_n_f32(0.0f), 3);
    return vfmaq_laneq_f32(vfmaq_laneq_f32(vfmaq_laneq_f32(last, b0, p, 0), b1, p, 1), b2, p, 2);
}

static inline matrix matrix_mul(matrix a, const float *b, uint32_t stride) {
    float32x4_t b0 = vld1q_f32(b), b1 = vld1q_f32(b + stride), b2 = vld1q_f32(b + 2 * stride);
    return (matrix){ { matrix_row(a.row[0], b0, b1, b2), matrix_row(a.row[1], b0, b1, b2),
                       matrix_row(a.row[2], b0, b1, b2) } };
}

static inline void matrix_store(float *at, matrix a) {
    for (int row = 0; row < 3; ++row) vst1q_f32(at + 4 * row, a.row[row]);
}

static inline void matrix_put(snw_matrix *at, matrix a) { matrix_store(at->m, a); }

/* No store of this set that is known to pay. */
static inline void matrix_stream(float *at, matrix a) { matrix_store(at, a); }
enum { MATRIX_STREAM_ALIGNED = 16 };
static inline void matrix_stream_quad(float *at, matrix a, matrix b, matrix c, matrix d) {
    matrix_stream(at, a);
    matrix_stream(at + 12, b);
    matrix_stream(at + 24, c);
    matrix_stream(at + 36, d);
}
static inline void matrix_stream_end(void) {}

#endif
