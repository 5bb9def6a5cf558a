/* How large a model is: the diagonal of the box around its joints at rest and the origin.
   Invariant: a joint whose place is not finite counts for nothing. */
#include "rig.h"

#include "math/vector.h"

#define SMALLEST 1e-6f
#define LARGEST 1e18f /* squares of floats overflow beyond */

typedef struct box {
    float low[3], high[3];
} box;

static void widen(box *around, const float place[3]) {
    for (int c = 0; c < 3; ++c)
        if (!(place[c] > -LARGEST && place[c] < LARGEST)) return;
    for (int c = 0; c < 3; ++c) {
        if (place[c] < around->low[c]) around->low[c] = place[c];
        if (place[c] > around->high[c]) around->high[c] = place[c];
    }
}

float snw_skeleton_size(const sinew_skeleton *s, snw_arena *scratch) {
    sinew_affine *models = snw_arena_array(scratch, s->joint_count, sizeof *models);
    if (!models) return SMALLEST;
    box around = { { 0, 0, 0 }, { 0, 0, 0 } };
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        models[j] = snw_affine_of(&s->rest[j]);
        if (s->parent[j] != SINEW_NONE) models[j] = snw_affine_mul(&models[s->parent[j]], &models[j]);
        widen(&around, (const float[3]){ models[j].m[3], models[j].m[7], models[j].m[11] });
    }
    sinew_vec3 diagonal = { around.high[0] - around.low[0], around.high[1] - around.low[1],
                            around.high[2] - around.low[2] };
    float length = snw_vec3_length(diagonal);
    return length > SMALLEST ? length : SMALLEST;
}
