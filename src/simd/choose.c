/* Which set of kernels: by what the processor and its system run, and by the environment. Invariant: a set is never
   given to a machine that cannot run it, whatever it is asked for. The only file of the library that reads the
   environment, and only which set is wanted: results agree between sets. */
#include "simd.h"

#include <stdlib.h>
#include <string.h>

/* Also asks whether the system keeps the wide registers. */
static bool runs(const snw_kernels *set) {
    if (!set) return false;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_cpu_init();
    if (!strcmp(set->name, "sse2")) return __builtin_cpu_supports("sse2");
    if (!strcmp(set->name, "avx2")) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (!strcmp(set->name, "avx512"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return true;
}

uint32_t snw_kernels_list(const snw_kernels *sets[SNW_SETS_MOST]) {
    const snw_kernels *all[SNW_SETS_MOST] = { snw_kernels_scalar(), snw_kernels_sse2(), snw_kernels_neon(),
                                              snw_kernels_avx2(), snw_kernels_avx512() };
    uint32_t count = 0;
    for (int i = 0; i < SNW_SETS_MOST; ++i)
        if (runs(all[i])) sets[count++] = all[i];
    return count;
}

/* How much a set may have: one that this machine lacks falls back to the best of those below it. */
static int rank_of(const char *name) {
    static const char *const NAMES[] = { "scalar", "sse2", "neon", "avx2", "avx512" };
    static const int RANKS[] = { 0, 1, 1, 2, 3 };
    for (int i = 0; i < SNW_SETS_MOST; ++i)
        if (name && !strcmp(name, NAMES[i])) return RANKS[i];
    return 3;
}

const snw_kernels *snw_kernels_named(const char *name) {
    const snw_kernels *sets[SNW_SETS_MOST];
    uint32_t count = snw_kernels_list(sets);
    while (count > 1 && rank_of(sets[count - 1]->name) > rank_of(name)) --count;
    return sets[count - 1];
}

const snw_kernels *snw_kernels_choose(void) { return snw_kernels_named(getenv("SINEW_SIMD")); }
