/* Small things the builders share: finite numbers, copies, a sort. Invariant: nothing here keeps state. */
#include "rig.h"

#include <string.h>

static bool finite_float(float value) { return value - value == 0; }

bool snw_floats_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!finite_float(values[i])) return false;
    return true;
}

bool snw_transform_finite(const sinew_transform *t) {
    const float all[10] = { t->translation.x, t->translation.y, t->translation.z, t->rotation.x, t->rotation.y,
                            t->rotation.z,    t->rotation.w,    t->scale.x,       t->scale.y,    t->scale.z };
    return snw_floats_finite(all, 10);
}

float *snw_floats_copy(snw_arena *arena, const float *values, size_t count) {
    if (!values || !count) return NULL;
    float *copy = snw_arena_array(arena, count, sizeof *copy);
    if (copy) memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static void sift(uint64_t *keys, size_t root, size_t count) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && keys[child] < keys[child + 1]) child++;
        if (keys[root] >= keys[child]) return;
        uint64_t swap = keys[root];
        keys[root] = keys[child];
        keys[child] = swap;
    }
}

/* Heapsort: qsort may call malloc, and its order of work is the library's. */
void snw_sort_keys(uint64_t *keys, size_t count) {
    for (size_t i = count / 2; i-- > 0;) sift(keys, i, count);
    for (size_t end = count; end-- > 1;) {
        uint64_t swap = keys[0];
        keys[0] = keys[end];
        keys[end] = swap;
        sift(keys, 0, end);
    }
}
