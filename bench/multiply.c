/* The unit that times are scaled by: 3×4 affine products in lanes of sixteen, as wide as this machine goes, all of it
   in the first cache. Invariant: the work is the same everywhere; only how many lanes go at once differs. */
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
    void (*one)(const block *a, const block *b, block *out);
};

static void multiply_plain(const block *a, const block *b, block *out) {
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c)
            for (int i = 0; i < LANES; ++i)
                out->row[4 * r + c][i] = a->row[4 * r][i] * b->row[c][i] + a->row[4 * r + 1][i] * b->row[4 + c][i] +
                                         a->row[4 * r + 2][i] * b->row[8 + c][i] + (c == 3 ? a->row[4 * r + 3][i] : 0);
}

#if defined(__x86_64__) && defined(__GNUC__)
static void multiply_sse2(const block *a, const block *b, block *out) {
    for (int i = 0; i < LANES; i += 4)
        for (int r = 0; r < 3; ++r) {
            __m128 x = _mm_load_ps(&a->row[4 * r][i]), y = _mm_load_ps(&a->row[4 * r + 1][i]);
            __m128 z = _mm_load_ps(&a->row[4 * r + 2][i]), w = _mm_load_ps(&a->row[4 * r + 3][i]);
            for (int c = 0; c < 4; ++c) {
                __m128 sum = _mm_mul_ps(x, _mm_load_ps(&b->row[c][i]));
                sum = _mm_add_ps(_mm_mul_ps(y, _mm_load_ps(&b->row[4 + c][i])), sum);
                sum = _mm_add_ps(_mm_mul_ps(z, _mm_load_ps(&b->row[8 + c][i])), sum);
                _mm_store_ps(&out->row[4 * r + c][i], c == 3 ? _mm_add_ps(sum, w) : sum);
            }
        }
}

__attribute__((target("avx2,fma"))) static void multiply_avx2(const block *a, const block *b, block *out) {
    for (int i = 0; i < LANES; i += 8)
        for (int r = 0; r < 3; ++r) {
            __m256 x = _mm256_load_ps(&a->row[4 * r][i]), y = _mm256_load_ps(&a->row[4 * r + 1][i]);
            __m256 z = _mm256_load_ps(&a->row[4 * r + 2][i]), w = _mm256_load_ps(&a->row[4 * r + 3][i]);
            for (int c = 0; c < 4; ++c) {
                __m256 sum = _mm256_mul_ps(x, _mm256_load_ps(&b->row[c][i]));
                sum = _mm256_fmadd_ps(y, _mm256_load_ps(&b->row[4 + c][i]), sum);
                sum = _mm256_fmadd_ps(z, _mm256_load_ps(&b->row[8 + c][i]), sum);
                _mm256_store_ps(&out->row[4 * r + c][i], c == 3 ? _mm256_add_ps(sum, w) : sum);
            }
        }
}

__attribute__((target("avx512f"))) static void multiply_avx512(const block *a, const block *b, block *out) {
    for (int r = 0; r < 3; ++r) {
        __m512 x = _mm512_load_ps(a->row[4 * r]), y = _mm512_load_ps(a->row[4 * r + 1]);
        __m512 z = _mm512_load_ps(a->row[4 * r + 2]), w = _mm512_load_ps(a->row[4 * r + 3]);
        for (int c = 0; c < 4; ++c) {
            __m512 sum = _mm512_mul_ps(x, _mm512_load_ps(b->row[c]));
            sum = _mm512_fmadd_ps(y, _mm512_load_ps(b->row[4 + c]), sum);
            sum = _mm512_fmadd_ps(z, _mm512_load_ps(b->row[8 + c]), sum);
            _mm512_store_ps(out->row[4 * r + c], c == 3 ? _mm512_add_ps(sum, w) : sum);
        }
    }
}
#endif

typedef struct set {
    const char *name;
    void (*multiply)(const block *a, const block *b, block *out);
} set;

/* The best first; the last has no name. Returns how many there are. */
static uint32_t list_sets(set sets[4]) {
    uint32_t count = 0;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f")) sets[count++] = (set){ "avx512", multiply_avx512 };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets[count++] = (set){ "avx2", multiply_avx2 };
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
