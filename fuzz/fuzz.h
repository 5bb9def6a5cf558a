/* What a fuzzer of this folder defines: one input's run, and seeds of its own making. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What must hold: a fuzzer tells a finding by ending. */
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: must hold: %s\n", __FILE__, __LINE__, #condition);                                 \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes seed number `index` (from 0) into data[capacity]. Returns its size, 0 past the last seed or if it does not
   fit. The same index gives the same bytes always. */
size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity);

#endif
