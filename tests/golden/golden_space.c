/* Blend spaces and trigonometry give the same bits on every machine: one hash over many results. A compiler, an
   optimiser or a processor that rounds otherwise changes it. */
#include "unit/space_sets.h"

#include "base/base.h"
#include "bind/space.h"
#include "math/trig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static uint64_t hash_weights(uint64_t hash, const snw_weight *out, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &out[i].weight, sizeof bits);
        hash = snw_hash_u64(hash, (uint64_t)out[i].index << 32 | bits);
    }
    return hash;
}

static uint64_t hash_space(uint64_t hash, snw_space_kind kind, const double *xy, uint32_t n, bool normalize) {
    snw_arena arena;
    snw_arena_init(&arena, NULL);
    snw_space *space = snw_space_build(&arena, kind, xy, n, normalize, NULL);
    assert_non_null(space);
    snw_weight out[64];
    uint64_t seed = n;
    for (int k = 0; k < 200; ++k) {
        float x = random_float(&seed, 2.5), y = random_float(&seed, 2.5);
        uint32_t count = snw_space_weights(space, x, y, out);
        hash = hash_weights(hash, out, count);
    }
    snw_arena_free(&arena);
    return hash;
}

static void weights_have_the_same_bits(void **state) {
    (void)state;
    uint64_t hash = SNW_HASH_START, seed = 100;
    for (int round = 0; round < 200; ++round) {
        double xy[2 * 64];
        const int kinds[] = { 0, 2, 3, 5 }; /* the sets that are made without libm */
        uint32_t n = make_set(&seed, kinds[round % 4], xy, 64);
        for (int kind = SNW_SPACE_DELAUNAY; kind < SNW_SPACE_GRID; ++kind)
            hash = hash_space(hash, (snw_space_kind)kind, xy, n, round & 8);
        for (uint32_t i = 0; i < n; ++i) xy[2 * i] = 0.37 * i - 2.0;
        hash = hash_space(hash, SNW_SPACE_1D, xy, n, false);
        for (uint32_t i = 0; i < 64; ++i) {
            xy[2 * i] = 0.37 * (i % 8) - 2.0;
            xy[2 * i + 1] = 0.41 * (i / 8) - 1.0;
        }
        hash = hash_space(hash, SNW_SPACE_GRID, xy, 64, false);
    }
    print_message("weights: %016llx\n", (unsigned long long)hash);
    assert_true(hash == 0x9a6a52dfadcbad8aull);
}

static void trigonometry_has_the_same_bits(void **state) {
    (void)state;
    uint64_t hash = SNW_HASH_START, seed = 101;
    for (int round = 0; round < 50000; ++round) {
        double x = (random_unit(&seed) * 2.0 - 1.0) * (round % 2 ? 4.0 : 1e5), y = random_unit(&seed) * 2.0 - 1.0;
        hash = snw_hash_double(hash, snw_sin(x));
        hash = snw_hash_double(hash, snw_cos(x));
        hash = snw_hash_double(hash, snw_atan2(y, x));
        hash = snw_hash_double(hash, snw_acos(y));
        hash = snw_hash_double(hash, snw_floor(x));
    }
    print_message("trigonometry: %016llx\n", (unsigned long long)hash);
    assert_true(hash == 0xab387bb978c98a9bull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_have_the_same_bits),
        cmocka_unit_test(trigonometry_has_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
