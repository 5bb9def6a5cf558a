/* The NEON set. */
#include "simd.h"

#if defined(__aarch64__)
#define WIDE_NEON
#include "kernels.h"

const snw_kernels *snw_kernels_neon(void) {
    static const snw_kernels table = SNW_KERNELS_TABLE("neon");
    return &table;
}
#else
const snw_kernels *snw_kernels_neon(void) { return NULL; }
#endif
