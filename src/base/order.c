/* Sorting indices and finding names among them. Invariant: heapsort, so that no input makes it slow or deep. */
#include "base.h"

#include <string.h>

typedef bool (*order_before)(const void *user, uint32_t a, uint32_t b);

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_down(uint32_t *heap, size_t at, size_t count, order_before before, const void *user) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && before(user, heap[child], heap[child + 1])) ++child;
        if (!before(user, heap[at], heap[child])) return;
        swap(&heap[at], &heap[child]);
    }
}

void snw_order_sort(uint32_t *order, size_t count, order_before before, const void *user) {
    for (size_t i = count / 2; i-- > 0;) sift_down(order, i, count, before, user);
    for (size_t end = count; end-- > 1;) {
        swap(&order[0], &order[end]);
        sift_down(order, 0, end, before, user);
    }
}

static int compare_names(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static bool name_before(const void *user, uint32_t a, uint32_t b) {
    const char *const *names = user;
    int order = compare_names(names[a], names[b]);
    return order < 0 || (order == 0 && a < b);
}

void snw_order_names(uint32_t *order, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; ++i) order[i] = (uint32_t)i;
    snw_order_sort(order, count, name_before, names);
}

uint32_t snw_order_find(const uint32_t *order, const char *const *names, size_t count, const char *name) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(names[order[middle]], name) < 0) low = middle + 1;
        else high = middle;
    }
    return low < count && compare_names(names[order[low]], name) == 0 ? order[low] : SINEW_NONE;
}
