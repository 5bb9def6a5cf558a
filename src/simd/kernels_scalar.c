/* The scalar set: the oracle of the others, and all that an unknown machine has. */
#include "kernels.h"

const snw_kernels *snw_kernels_scalar(void) {
    static const snw_kernels table = SNW_KERNELS_TABLE("scalar");
    return &table;
}
