/* The kernels of one set, included by kernels_*.c alone after it chose the set. */
#ifndef SNW_KERNELS_H
#define SNW_KERNELS_H

#include "wide.h"

#include "kernel_matrix.h"

#define SNW_KERNELS_TABLE(NAME)                                                                                        \
    { .name = NAME, .lanes = WIDE, .group_matrices = group_matrices }

#endif
