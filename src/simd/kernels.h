/* The kernels of one set, included by kernels_*.c alone after it chose the set. */
#ifndef SNW_KERNELS_H
#define SNW_KERNELS_H

#include "wide.h"

#include "kernel_mix.h"
#include "kernel_over.h"
#include "kernel_matrix.h"
#include "kernel_sample.h"

#define SNW_KERNELS_TABLE(NAME)                                                                                        \
    {                                                                                                                  \
        .name = NAME, .lanes = WIDE, .mix = mix_values, .replace = put_over, .mix_over = mix_over, .add = add_over,    \
        .models = model_matrices, .models_placed = models_placed, .palette = palette,                                  \
        .palette_stream = palette_stream, .stream_end = matrix_stream_end, .sample_clip = sample_clip,                 \
        .sample_apart = sample_apart                                                                                   \
    }

#endif
