/* The only file that knows malloc. Invariant: what is handed out is zeroed and aligned to 16. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void default_release(void *user, void *memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

sinew_allocator snw_allocator_of(const sinew_allocator *allocator) {
    if (allocator && allocator->allocate && allocator->release) return *allocator;
    sinew_allocator plain = { default_allocate, default_release, NULL };
    return plain;
}

void *snw_allocate(const sinew_allocator *allocator, size_t size) {
    sinew_allocator a = snw_allocator_of(allocator);
    size_t wanted = size ? size : 1;
    void *memory = a.allocate(a.user, wanted);
    if (memory) memset(memory, 0, wanted);
    return memory;
}

void snw_release(const sinew_allocator *allocator, void *memory, size_t size) {
    if (!memory) return;
    sinew_allocator a = snw_allocator_of(allocator);
    a.release(a.user, memory, size ? size : 1);
}

bool snw_grow(const sinew_allocator *allocator, void **array, size_t *capacity, size_t need, size_t each) {
    if (need <= *capacity) return true;
    size_t wanted = *capacity < 8 ? 8 : *capacity;
    while (wanted < need) {
        if (wanted > SIZE_MAX / 2) return false;
        wanted *= 2;
    }
    if (each && wanted > SIZE_MAX / each) return false;
    void *fresh = snw_allocate(allocator, wanted * each);
    if (!fresh) return false;
    if (*array) memcpy(fresh, *array, *capacity * each);
    snw_release(allocator, *array, *capacity * each);
    *array = fresh;
    *capacity = wanted;
    return true;
}
