/* The AVX-512 set; compiled with flags of its own (CMakeLists.txt). */
#include "simd.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define WIDE_AVX512
#include "kernels.h"

const snw_kernels *snw_kernels_avx512(void) {
    static const snw_kernels table = SNW_KERNELS_TABLE("avx512");
    return &table;
}
#else
const snw_kernels *snw_kernels_avx512(void) { return NULL; }
#endif
