/* Skins: joints and how they were bound.
   Source: glTF 2.0 specification, 3.7.3 "Skins".
   Invariant: a skin that is `ok` has at least one joint, none twice, and as many inverse bind matrices or none. */
#include "gltf.h"

#include <math.h>

static bool read_joints(snw_gltf *g, uint32_t index, snw_json_id list, uint32_t *seen) {
    sinew_skin_desc *skin = &g->skins[index].desc;
    uint32_t count = snw_json_get(&g->json, list)->count, written = 0;
    uint32_t *joints = snw_arena_array(&g->arena, count, sizeof *joints);
    if (!joints) return false;
    if (!count) snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD, "\"joints\" is empty; a skin has at least one joint");
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        uint32_t node;
        if (snw_gltf_index_value(g, e, SNW_GLTF_NODES, &node) != SNW_GLTF_GOT) continue;
        if (seen[node] == index + 1)
            snw_gltf_error(g, e, SINEW_CODE_DUPLICATE_NAME, "node %u is listed twice among the skin's joints", node);
        seen[node] = index + 1;
        joints[written++] = node;
    }
    skin->joints = joints;
    skin->joint_count = written;
    g->skins[index].ok = written == count && count;
    return true;
}

static void check_skeleton(snw_gltf *g, snw_json_id id, const snw_gltf_skin *skin) {
    uint32_t skeleton;
    if (snw_gltf_index(g, id, "skeleton", false, SNW_GLTF_NODES, &skeleton) != SNW_GLTF_GOT) return;
    if (!skin->ok || !g->tree_ok) return;
    for (uint32_t i = 0; i < skin->desc.joint_count; ++i) {
        if (snw_gltf_under(g, skin->desc.joints[i], skeleton)) continue;
        snw_gltf_error(g, snw_json_member(&g->json, id, "skeleton"), SINEW_CODE_OUT_OF_RANGE,
                       "node %u is the \"skeleton\", but joint node %u is not below it; leave \"skeleton\" out",
                       skeleton, skin->desc.joints[i]);
        return;
    }
}

/* Columns become rows; the fourth row must be 0 0 0 1. */
static bool to_affine(const float *m, sinew_affine *out) {
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) out->m[4 * row + column] = m[4 * column + row];
    return fabsf(m[3]) < 1e-5f && fabsf(m[7]) < 1e-5f && fabsf(m[11]) < 1e-5f && fabsf(m[15] - 1) < 1e-5f;
}

static bool read_inverse_bind(snw_gltf *g, snw_json_id id, snw_gltf_skin *skin) {
    snw_gltf_accessor *a = snw_gltf_accessor_of(g, id, "inverseBindMatrices", false);
    snw_json_id at = snw_json_member(&g->json, id, "inverseBindMatrices");
    if (!a) return true;
    if (a->shape != SNW_GLTF_MAT4 || a->component != SNW_GLTF_FLOAT) {
        snw_gltf_error(g, at, SINEW_CODE_WRONG_TYPE, "inverse bind matrices must be MAT4 of floats");
        return true;
    }
    if (!skin->ok) return true;
    if (a->count < skin->desc.joint_count) {
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "there are %u inverse bind matrices for %u joints", a->count,
                       skin->desc.joint_count);
        return true;
    }
    const float *values = snw_gltf_floats(g, a);
    sinew_affine *matrices = snw_arena_array(&g->arena, skin->desc.joint_count, sizeof *matrices);
    if (!values || !matrices) return false;
    for (uint32_t i = 0; i < skin->desc.joint_count; ++i)
        if (!to_affine(values + 16 * (size_t)i, &matrices[i])) {
            snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                           "the fourth row of inverse bind matrix %u is not 0 0 0 1; export the file again", i);
            return true;
        }
    skin->desc.inverse_bind = matrices;
    return true;
}

bool snw_gltf_read_skins(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_SKINS].count;
    uint32_t *seen = snw_arena_array(&g->arena, g->lists[SNW_GLTF_NODES].count, sizeof *seen);
    g->skins = snw_arena_array(&g->arena, count, sizeof *g->skins);
    if (!g->skins || !seen) return false;
    for (uint32_t i = 0; i < count; ++i) {
        snw_json_id id = g->lists[SNW_GLTF_SKINS].ids[i], joints;
        g->skins[i].desc.name = snw_gltf_text(g, id, "name");
        if (snw_gltf_member(g, id, "joints", SNW_JSON_ARRAY, true, &joints) == SNW_GLTF_GOT &&
            !read_joints(g, i, joints, seen))
            return false;
        check_skeleton(g, id, &g->skins[i]);
        if (!read_inverse_bind(g, id, &g->skins[i])) return false;
    }
    return true;
}
