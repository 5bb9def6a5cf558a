/* The SSE2 set. */
#include "simd.h"

#if defined(__SSE2__)
#define WIDE_SSE2
#include "kernels.h"

const snw_kernels *snw_kernels_sse2(void) {
    static const snw_kernels table = SNW_KERNELS_TABLE("sse2");
    return &table;
}
#else
const snw_kernels *snw_kernels_sse2(void) { return NULL; }
#endif
