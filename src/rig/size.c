/* How large a model is: the diameter of its joints at rest with the origin, found by pairs, far ones first.
   Invariant: a joint whose place is not finite counts for nothing. */
#include "rig.h"

#include "math/vector.h"

#include <string.h>

static sinew_vec3 origin_of(const sinew_affine *a) { return (sinew_vec3){ a->m[3], a->m[7], a->m[11] }; }

#define SMALLEST 1e-6f
#define LARGEST 1e18f /* squares of floats overflow beyond */

/* Keys sort by distance from the origin, the farthest last. */
static uint64_t key_of(float radius, uint32_t index) {
    uint32_t bits;
    memcpy(&bits, &radius, sizeof bits);
    return (uint64_t)bits << 32 | index;
}

static float radius_of(uint64_t key) {
    uint32_t bits = (uint32_t)(key >> 32);
    float radius;
    memcpy(&radius, &bits, sizeof radius);
    return radius;
}

static float farthest_pair(const sinew_vec3 *origins, const uint64_t *keys, size_t count) {
    float best = count ? radius_of(keys[count - 1]) : 0;
    for (size_t i = count; i-- > 0;)
        for (size_t k = i; k-- > 0;) {
            if (radius_of(keys[i]) + radius_of(keys[k]) <= best) break; /* and so for all nearer ones */
            float apart = snw_vec3_length(snw_vec3_sub(origins[(uint32_t)keys[i]], origins[(uint32_t)keys[k]]));
            if (apart > best) best = apart;
        }
    return best;
}

float snw_skeleton_size(const sinew_skeleton *s, snw_arena *scratch) {
    sinew_affine *models = snw_arena_array(scratch, s->joint_count, sizeof *models);
    sinew_vec3 *origins = snw_arena_array(scratch, s->joint_count, sizeof *origins);
    uint64_t *keys = snw_arena_array(scratch, s->joint_count, sizeof *keys);
    if (!models || !origins || !keys) return SMALLEST;
    size_t count = 0;
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        models[j] = snw_affine_of(&s->rest[j]);
        if (s->parent[j] != SINEW_NONE) models[j] = snw_affine_mul(&models[s->parent[j]], &models[j]);
        origins[j] = origin_of(&models[j]);
        float radius = snw_vec3_length(origins[j]);
        if (radius < LARGEST) keys[count++] = key_of(radius, j);
    }
    snw_sort_keys(keys, count);
    float best = farthest_pair(origins, keys, count);
    return best > SMALLEST ? best : SMALLEST;
}
