/* Stable sorting in the caller's memory. Invariant: bottom-up merging, at most n log n whatever the order. */
#include "base.h"

#include <string.h>

typedef bool (*in_order)(const void *a, const void *b);

static bool sorted(const char *rows, size_t count, size_t each, in_order before) {
    for (size_t i = 1; i < count; ++i)
        if (!before(rows + (i - 1) * each, rows + i * each)) return false;
    return true;
}

static void merge(const char *from, char *to, size_t each, size_t middle, size_t end, in_order before) {
    size_t a = 0, b = middle;
    for (size_t k = 0; k < end; ++k) {
        bool first = a < middle && (b >= end || before(from + a * each, from + b * each));
        memcpy(to + k * each, from + (first ? a++ : b++) * each, each);
    }
}

void snw_sort_stable(void *rows, void *other, size_t count, size_t each, in_order before) {
    if (sorted(rows, count, each, before)) return;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t end = count - start < 2 * width ? count - start : 2 * width;
            merge((const char *)rows + start * each, (char *)other + start * each, each, width < end ? width : end, end,
                  before);
        }
        memcpy(rows, other, count * each);
    }
}
