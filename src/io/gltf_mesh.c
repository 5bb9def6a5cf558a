/* Meshes: their primitives, morph targets, and a copy of what is shown for each node that shows it.
   Invariant: all primitives of a mesh that is `ok` have the same number of morph targets. */
#include "gltf.h"

static void check_mesh(snw_gltf *g, snw_json_id id, snw_gltf_mesh *mesh) {
    mesh->ok = true;
    mesh->target_count = mesh->primitive_count ? mesh->primitives[0].target_count : 0;
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const snw_gltf_primitive *p = &mesh->primitives[i];
        mesh->skinned |= p->joint_sets && p->weight_sets;
        if (p->target_count == mesh->target_count) continue;
        snw_gltf_error(g, p->id, SINEW_CODE_OUT_OF_RANGE,
                       "this primitive has %u morph targets, the first has %u; all must have as many", p->target_count,
                       mesh->target_count);
        mesh->ok = false;
    }
    snw_json_id weights;
    if (snw_gltf_member(g, id, "weights", SNW_JSON_ARRAY, false, &weights) != SNW_GLTF_GOT) return;
    uint32_t count = snw_json_get(&g->json, weights)->count;
    if (count != mesh->target_count)
        snw_gltf_error(g, weights, SINEW_CODE_OUT_OF_RANGE, "there are %u \"weights\" for %u morph targets", count,
                       mesh->target_count);
    else if (snw_gltf_number_list(g, weights, NULL)) mesh->weights = weights;
}

static bool read_mesh(snw_gltf *g, uint32_t index) {
    snw_gltf_mesh *mesh = &g->meshes[index];
    snw_json_id id = g->lists[SNW_GLTF_MESHES].ids[index], list;
    mesh->weights = SNW_JSON_NO;
    if (snw_gltf_member(g, id, "primitives", SNW_JSON_ARRAY, true, &list) != SNW_GLTF_GOT) return true;
    uint32_t count = snw_json_get(&g->json, list)->count, i = 0;
    if (!count) snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD, "\"primitives\" is empty; a mesh has at least one");
    mesh->primitives = snw_arena_array(&g->arena, count, sizeof *mesh->primitives);
    if (!mesh->primitives) return false;
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e))
        snw_gltf_read_primitive(g, &mesh->primitives[i++], e);
    mesh->primitive_count = count;
    check_mesh(g, id, mesh);
    return true;
}

bool snw_gltf_read_meshes(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_MESHES].count;
    g->meshes = snw_arena_array(&g->arena, count, sizeof *g->meshes);
    if (!g->meshes) return false;
    for (uint32_t i = 0; i < count; ++i)
        if (!read_mesh(g, i)) return false;
    return true;
}

/* ---- what is shown ---- */

static bool joints_fit(snw_gltf *g, const snw_gltf_primitive *p, uint32_t node) {
    const sinew_skin_desc *skin = &g->skins[g->nodes[node].skin].desc;
    if (p->highest_joint < skin->joint_count) return true;
    snw_gltf_error(g, p->id, SINEW_CODE_OUT_OF_RANGE,
                   "a vertex is bound to joint %u, but the skin of node %u has only %u joints", p->highest_joint, node,
                   skin->joint_count);
    return false;
}

static uint64_t values_of(const sinew_mesh *mesh) {
    return sizeof *mesh / 4 + (uint64_t)mesh->vertex_count * (6 + 2 * mesh->influence_count) + mesh->index_count;
}

/* Data is checked also where no node shows it. */
static bool make_all(snw_gltf *g) {
    for (uint32_t m = 0; m < g->lists[SNW_GLTF_MESHES].count; ++m)
        for (uint32_t i = 0; i < g->meshes[m].primitive_count; ++i)
            if (!snw_gltf_make_geometry(g, &g->meshes[m].primitives[i])) return false;
    return true;
}

/* False when memory ran out; *full once the meshes take too much. */
static bool show(snw_gltf *g, snw_gltf_primitive *p, uint32_t node, bool *full) {
    if (!p->ok) return true;
    bool skinned = g->nodes[node].skin != SINEW_NONE && p->shown.influence_count;
    if (skinned && !joints_fit(g, p, node)) return true;
    if (!snw_gltf_spend(g, &g->meshed, values_of(&p->shown))) {
        snw_gltf_warn(g, p->id, SINEW_CODE_TOO_LARGE,
                      "the nodes show this and other meshes so often that they take far more memory than the file; "
                      "this and what follows is left out");
        *full = true;
        return true;
    }
    void *shown = g->shown;
    if (!snw_grow(&g->arena.allocator, &shown, &g->shown_capacity, (size_t)g->shown_count + 1, sizeof *g->shown))
        return false;
    g->shown = shown;
    sinew_mesh *out = &g->shown[g->shown_count++];
    *out = p->shown;
    out->joint = node;
    out->skin = g->nodes[node].skin;
    if (skinned) return true;
    out->influence_count = 0;
    out->influence_joints = NULL;
    out->influence_weights = NULL;
    return true;
}

bool snw_gltf_show_meshes(snw_gltf *g) {
    bool full = false;
    if (!make_all(g)) return false;
    for (uint32_t node = 0; node < g->lists[SNW_GLTF_NODES].count; ++node) {
        if (g->nodes[node].mesh == SINEW_NONE) continue;
        snw_gltf_mesh *mesh = &g->meshes[g->nodes[node].mesh];
        for (uint32_t i = 0; i < mesh->primitive_count && !full; ++i)
            if (!show(g, &mesh->primitives[i], node, &full)) return false;
    }
    return true;
}
