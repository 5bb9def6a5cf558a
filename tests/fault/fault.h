/* An allocator that fails on purpose and counts what is out.
   Invariant: a block released with another size than it was asked for is counted in `wrong_sizes`. */
#ifndef FAULT_H
#define FAULT_H

#include "sinew/base.h"

#include <stdbool.h>

typedef struct fault {
    sinew_allocator allocator; /* give &fault.allocator to what is tested */
    size_t fail_at;            /* this call of allocate (from 1) and all after it give NULL; 0: none does */
    bool alone;                /* those after it succeed again */
    size_t calls;
    size_t live_blocks, live_bytes, peak_bytes;
    size_t wrong_sizes;
} fault;

void fault_init(fault *f, size_t fail_at);

/* Runs `once` with the first, second, ... allocation failing (and all after it) until it runs through, at most
   `most` times. `once` returns true when it succeeded; it must clean up after itself either way. Returns the number of
   failures that were survived; asserts (cmocka) that nothing leaked and that the end was reached. */
size_t fault_sweep(bool (*once)(fault *f, void *user), void *user, size_t most);
/* The same with that allocation alone failing, so that what goes on after it is seen. */
size_t fault_sweep_alone(bool (*once)(fault *f, void *user), void *user, size_t most);

#endif
