/* Whole files in memory. Invariant: after a failure `data` is NULL and there is nothing to free. */
#ifndef SNW_FILE_H
#define SNW_FILE_H

#include "base/base.h"

typedef struct snw_file {
    sinew_allocator allocator;
    char *data; /* not terminated */
    size_t size, capacity;
} snw_file;

/* Reads a file of at most `max_bytes` (0: 1 GiB). A failure is a finding (file, too-large or memory) about `name`.
   Errors: FILE, INPUT (too large), MEMORY. */
sinew_result snw_file_load(snw_file *file, const char *name, size_t max_bytes, const sinew_allocator *allocator,
                           sinew_log *log);
void snw_file_free(snw_file *file);

#endif
