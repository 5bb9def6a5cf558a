/* The unit that times are scaled by: 3×4 affine products in lanes of sixteen, all of it in the first cache, in
   registers of 256 bits as the units of the machine that goals are given for are wide (its AVX-512 takes the same
   time). On a machine with wider ones products alone would gain twofold, and scaling by that would ask twofold of
   everything else. Invariant: the work is the same everywhere; only how many lanes go at once differs. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

enum { LANES = 16, BLOCKS = 4, REPEATS = 2000 };

typedef struct block {
    _Alignas(64) float row[12][LANES];
} block;

struct bench_multiply {
    block a[BLOCKS], b[BLOCKS], out[BLOCKS];
    void (*one)(const block *restrict a, const block *restrict b, block *restrict out);
};

static void multiply_plain(const block *restrict a, const block *restrict b, block *restrict out) {
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c)
            for (int i = 0; i < LANES; ++i)
                out->row[4 * r + c][i] = a->row[4 * r][i] * b->row[c][i] + a->row[4 * r + 1][i] * b->row[4 + c][i] +
                                         a->row[4 * r + 2][i] * b->row[8 + c][i] + (c == 3 ? a->row[4 * r + 3][i] : 0);
}

#if defined(__x86_64__) && defined(__GNUC__)
/* All of b stays in registers while the rows of a go by, so that nothing but the products themselves takes time. */
#define UNROLL _Pragma("GCC unroll 12")

static void multiply_sse2(const block *restrict a, const block *restrict b, block *restrict out) {
    for (int i = 0; i < LANES; i += 4) {
        __m128 q[12];
        UNROLL for (int k = 0; k < 12; ++k) q[k] = _mm_load_ps(&b->row[k][i]);
        UNROLL for (int r = 0; r < 3; ++r) {
            __m128 x = _mm_load_ps(&a->row[4 * r][i]), y = _mm_load_ps(&a->row[4 * r + 1][i]);
            __m128 z = _mm_load_ps(&a->row[4 * r + 2][i]);
            UNROLL for (int c = 0; c < 4; ++c) {
                __m128 sum = _mm_mul_ps(x, q[c]);
                if (c == 3) sum = _mm_add_ps(sum, _mm_load_ps(&a->row[4 * r + 3][i]));
                sum = _mm_add_ps(_mm_mul_ps(y, q[4 + c]), sum);
                _mm_store_ps(&out->row[4 * r + c][i], _mm_add_ps(_mm_mul_ps(z, q[8 + c]), sum));
            }
        }
    }
}

__attribute__((target("avx2,fma"))) static void multiply_avx2(const block *restrict a, const block *restrict b,
                                                              block *restrict out) {
    for (int i = 0; i < LANES; i += 8) {
        __m256 q[12];
        UNROLL for (int k = 0; k < 12; ++k) q[k] = _mm256_load_ps(&b->row[k][i]);
        UNROLL for (int r = 0; r < 3; ++r) {
            __m256 x = _mm256_load_ps(&a->row[4 * r][i]), y = _mm256_load_ps(&a->row[4 * r + 1][i]);
            __m256 z = _mm256_load_ps(&a->row[4 * r + 2][i]);
            UNROLL for (int c = 0; c < 4; ++c) {
                __m256 sum =
                    c == 3 ? _mm256_fmadd_ps(x, q[c], _mm256_load_ps(&a->row[4 * r + 3][i])) : _mm256_mul_ps(x, q[c]);
                sum = _mm256_fmadd_ps(y, q[4 + c], sum);
                _mm256_store_ps(&out->row[4 * r + c][i], _mm256_fmadd_ps(z, q[8 + c], sum));
            }
        }
    }
}

__attribute__((target("avx512f"))) static void multiply_avx512(const block *restrict a, const block *restrict b,
                                                               block *restrict out) {
    __m512 q[12];
    UNROLL for (int k = 0; k < 12; ++k) q[k] = _mm512_load_ps(b->row[k]);
    UNROLL for (int r = 0; r < 3; ++r) {
        __m512 x = _mm512_load_ps(a->row[4 * r]), y = _mm512_load_ps(a->row[4 * r + 1]);
        __m512 z = _mm512_load_ps(a->row[4 * r + 2]);
        UNROLL for (int c = 0; c < 4; ++c) {
            __m512 sum = c == 3 ? _mm512_fmadd_ps(x, q[c], _mm512_load_ps(a->row[4 * r + 3])) : _mm512_mul_ps(x, q[c]);
            sum = _mm512_fmadd_ps(y, q[4 + c], sum);
            _mm512_store_ps(out->row[4 * r + c], _mm512_fmadd_ps(z, q[8 + c], sum));
        }
    }
}
#endif

typedef struct set {
    const char *name;
    void (*multiply)(const block *restrict a, const block *restrict b, block *restrict out);
} set;

/* The unit first; the last has no name. Returns how many there are. */
static uint32_t list_sets(set sets[4]) {
    uint32_t count = 0;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets[count++] = (set){ "avx2", multiply_avx2 };
    if (__builtin_cpu_supports("avx512f")) sets[count++] = (set){ "avx512", multiply_avx512 };
    sets[count++] = (set){ "sse2", multiply_sse2 };
#endif
    sets[count++] = (set){ NULL, multiply_plain };
    return count;
}

const char *bench_multiply_set(uint32_t index) {
    set sets[4];
    return index < list_sets(sets) ? sets[index].name : NULL;
}

bench_multiply *bench_multiply_create(const char *name) {
    bench_multiply *m = aligned_alloc(64, sizeof *m);
    if (!m) return NULL;
    memset(m, 0, sizeof *m);
    bench_random r = { 17 };
    for (int i = 0; i < BLOCKS; ++i)
        for (int row = 0; row < 12; ++row)
            for (int lane = 0; lane < LANES; ++lane) {
                m->a[i].row[row][lane] = (float)bench_next(&r);
                m->b[i].row[row][lane] = (float)bench_next(&r);
            }
    set sets[4];
    uint32_t count = list_sets(sets);
    for (uint32_t i = count; i-- > 0;)
        if (!name || (sets[i].name && !strcmp(sets[i].name, name))) m->one = sets[i].multiply;
    if (m->one) return m;
    free(m);
    return NULL;
}

void bench_multiply_destroy(bench_multiply *m) { free(m); }

void bench_multiply_round(void *user, uint32_t round) {
    bench_multiply *m = user;
    (void)round;
    for (int n = 0; n < REPEATS; ++n)
        for (int i = 0; i < BLOCKS; ++i) m->one(&m->a[i], &m->b[i], &m->out[i]);
}

/* The products of a round. */
double bench_multiply_count(void) { return (double)REPEATS * BLOCKS * LANES; }
