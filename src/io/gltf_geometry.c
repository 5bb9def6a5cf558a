/* What is shown of a primitive: positions, influences that sum to 1, triangles.
   Invariant: every index lies below the vertex count. */
#include "gltf.h"

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

/* ---- triangles ---- */

static void put(uint32_t *out, const uint32_t *from, uint32_t a, uint32_t b, uint32_t c) {
    out[0] = from ? from[a] : a;
    out[1] = from ? from[b] : b;
    out[2] = from ? from[c] : c;
}

static bool make_triangles(snw_gltf *g, snw_gltf_primitive *p, const uint32_t *from, uint32_t count) {
    uint32_t triangles = p->mode == TRIANGLES ? count / 3 : count < 3 ? 0 : count - 2;
    uint32_t *out = snw_arena_array(&g->arena, (size_t)triangles * 3, sizeof *out);
    if (!out) return false;
    for (uint32_t i = 0; i < triangles; ++i) {
        uint32_t *to = out + 3 * (size_t)i;
        if (p->mode == TRIANGLES) put(to, from, 3 * i, 3 * i + 1, 3 * i + 2);
        else if (p->mode == STRIP) put(to, from, i, i + 1 + i % 2, i + 2 - i % 2);
        else put(to, from, i + 1, i + 2, 0);
    }
    p->shown.indices = out;
    p->shown.index_count = triangles * 3;
    return true;
}

/* The highest value of the type restarts a strip elsewhere; in glTF it must not occur. */
static uint32_t restart_of(const snw_gltf_accessor *a) {
    return a->component == SNW_GLTF_UBYTE ? 0xFFu : a->component == SNW_GLTF_USHORT ? 0xFFFFu : 0xFFFFFFFFu;
}

static void check_index(snw_gltf *g, snw_gltf_primitive *p, uint32_t index, uint32_t at) {
    if ((index < p->vertex_count && index != restart_of(p->indices)) || !p->ok) return;
    snw_gltf_error(g, snw_json_member(&g->json, p->id, "indices"), SINEW_CODE_OUT_OF_RANGE,
                   "index %u is %u, which is none of the %u vertices", at, index, p->vertex_count);
    p->ok = false;
}

static bool read_triangles(snw_gltf *g, snw_gltf_primitive *p) {
    if (!p->indices) return make_triangles(g, p, NULL, p->vertex_count);
    uint32_t count = p->indices->count;
    uint32_t *indices = snw_arena_array(&g->arena, count, sizeof *indices);
    if (!indices) return false;
    snw_gltf_wholes(p->indices, indices);
    for (uint32_t i = 0; i < count; ++i) check_index(g, p, indices[i], i);
    return !p->ok || make_triangles(g, p, indices, count);
}

/* ---- influences ---- */

static void take_set(const snw_gltf_primitive *p, int set, const uint32_t *joints, const float *weights,
                     uint16_t *joints_out, float *weights_out) {
    uint32_t width = p->shown.influence_count;
    for (size_t v = 0; v < p->vertex_count; ++v)
        for (size_t i = 0; i < 4; ++i) {
            joints_out[v * width + 4 * (size_t)set + i] = (uint16_t)joints[4 * v + i];
            weights_out[v * width + 4 * (size_t)set + i] = weights[4 * v + i];
        }
}

/* To a sum of 1; what weighs nothing names joint 0. */
static void level(snw_gltf_primitive *p, uint16_t *joints, float *weights) {
    uint32_t width = p->shown.influence_count;
    for (size_t v = 0; v < p->vertex_count; ++v, joints += width, weights += width) {
        double sum = 0;
        for (uint32_t i = 0; i < width; ++i) {
            if (!(weights[i] > 0)) {
                weights[i] = 0;
                joints[i] = 0;
            }
            if (joints[i] > p->highest_joint) p->highest_joint = joints[i];
            sum += (double)weights[i];
        }
        if (!(sum > 0)) weights[0] = 1;
        for (uint32_t i = 0; i < width && sum > 0; ++i) weights[i] = (float)((double)weights[i] / sum);
    }
}

static bool read_influences(snw_gltf *g, snw_gltf_primitive *p) {
    uint32_t sets = 0;
    while (sets < SNW_GLTF_SETS && p->joints[sets] && p->weights[sets]) sets++;
    if (!sets) return true;
    p->shown.influence_count = 4 * sets;
    size_t count = (size_t)p->vertex_count * p->shown.influence_count;
    uint16_t *joints = snw_arena_array(&g->arena, count, sizeof *joints);
    float *weights = snw_arena_array(&g->arena, count, sizeof *weights);
    uint32_t *set_joints = snw_arena_array(&g->arena, (size_t)p->vertex_count * 4, sizeof *set_joints);
    if (!joints || !weights || !set_joints) return false;
    for (uint32_t set = 0; set < sets; ++set) {
        const float *set_weights = snw_gltf_floats(g, p->weights[set]);
        if (!set_weights) return false;
        snw_gltf_wholes(p->joints[set], set_joints);
        take_set(p, (int)set, set_joints, set_weights, joints, weights);
    }
    level(p, joints, weights);
    p->shown.influence_joints = joints;
    p->shown.influence_weights = weights;
    return true;
}

/* ---- whole ---- */

static void read_color(snw_gltf *g, snw_gltf_primitive *p) {
    double color[4] = { 1, 1, 1, 1 };
    if (p->material != SINEW_NONE) {
        snw_json_id id = g->lists[SNW_GLTF_MATERIALS].ids[p->material];
        snw_gltf_numbers(g, snw_json_member(&g->json, id, "pbrMetallicRoughness"), "baseColorFactor", 4, color);
    }
    for (int i = 0; i < 4; ++i) p->shown.color[i] = (float)color[i];
}

static bool lacks_data(const snw_gltf_primitive *p) {
    const snw_gltf_accessor *all[] = { p->position,  p->normal,     p->indices,   p->joints[0],
                                       p->joints[1], p->weights[0], p->weights[1] };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (all[i] && !all[i]->has_data) return true;
    return false;
}

bool snw_gltf_make_geometry(snw_gltf *g, snw_gltf_primitive *p) {
    const char *why = NULL;
    uint64_t values = (uint64_t)p->vertex_count * 28 + (p->indices ? (uint64_t)p->indices->count * 4 : 0);
    if (!p->position) why = "has no positions";
    else if (p->mode < TRIANGLES) why = "is made of points or lines";
    else if (lacks_data(p)) why = "lies in a buffer without \"uri\"";
    else if (!snw_gltf_spend(g, &g->meshed, values)) why = "and those before it take far more memory than the file";
    if (why) {
        snw_gltf_warn(g, p->id, SINEW_CODE_OUT_OF_RANGE, "the primitive %s; it is left out of what is shown", why);
        p->ok = false;
        return true;
    }
    p->shown.vertex_count = p->vertex_count;
    p->shown.positions = snw_gltf_floats(g, p->position);
    p->shown.normals = p->normal ? snw_gltf_floats(g, p->normal) : NULL;
    if (!p->shown.positions || (p->normal && !p->shown.normals)) return false;
    read_color(g, p);
    return read_influences(g, p) && read_triangles(g, p);
}
