/* The AVX2 set; compiled with flags of its own (CMakeLists.txt). */
#include "simd.h"

#if defined(__AVX2__) && defined(__FMA__)
#define WIDE_AVX2
#include "kernels.h"

const snw_kernels *snw_kernels_avx2(void) {
    static const snw_kernels table = SNW_KERNELS_TABLE("avx2");
    return &table;
}
#else
const snw_kernels *snw_kernels_avx2(void) { return NULL; }
#endif
