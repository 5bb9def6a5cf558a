/* Scenes: what they refer to, and that a skin's joints stand in the scene of its mesh.
   Invariant: nothing of a scene reaches the model; every node is a joint, whichever scene it is in. */
#include "gltf.h"

/* Steps that the last check may take in all; a file that would take more is not worth them. */
enum { MOST_STEPS = 20000000 };

typedef struct marks {
    uint32_t *scene_of; /* root node: scene + 1 in which it was last seen */
    uint32_t steps;
} marks;

static uint32_t root_of(const snw_gltf *g, uint32_t node, marks *m) {
    while (g->nodes[node].parent != SINEW_NONE) {
        node = g->nodes[node].parent;
        m->steps++;
    }
    return node;
}

static void check_skin_in_scene(snw_gltf *g, uint32_t node, uint32_t scene, marks *m) {
    const sinew_skin_desc *skin = &g->skins[g->nodes[node].skin].desc;
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        if (m->steps++ > MOST_STEPS) return;
        if (m->scene_of[root_of(g, skin->joints[i], m)] == scene + 1) continue;
        snw_gltf_error(g, g->lists[SNW_GLTF_NODES].ids[node], SINEW_CODE_OUT_OF_RANGE,
                       "the node's mesh is shown in scene %u, but joint node %u of its skin is not in that scene",
                       scene, skin->joints[i]);
        return;
    }
}

static void check_scene(snw_gltf *g, uint32_t scene, marks *m) {
    snw_json_id id = g->lists[SNW_GLTF_SCENES].ids[scene], list;
    if (snw_gltf_member(g, id, "nodes", SNW_JSON_ARRAY, false, &list) != SNW_GLTF_GOT) return;
    if (!snw_json_get(&g->json, list)->count)
        snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD, "\"nodes\" is empty; leave it out instead");
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        uint32_t node;
        if (snw_gltf_index_value(g, e, SNW_GLTF_NODES, &node) != SNW_GLTF_GOT) continue;
        if (g->nodes[node].parent != SINEW_NONE)
            snw_gltf_error(g, e, SINEW_CODE_OUT_OF_RANGE, "node %u is a child of node %u; a scene lists roots", node,
                           g->nodes[node].parent);
        else if (m->scene_of[node] == scene + 1)
            snw_gltf_error(g, e, SINEW_CODE_DUPLICATE_NAME, "node %u is listed twice in the scene", node);
        m->scene_of[node] = scene + 1;
    }
    if (!snw_gltf_sound(g)) return; /* rings and bad skins would lead astray */
    for (uint32_t i = 0; i < g->lists[SNW_GLTF_NODES].count && m->steps++ < MOST_STEPS; ++i)
        if (g->nodes[i].skin != SINEW_NONE && m->scene_of[root_of(g, i, m)] == scene + 1)
            check_skin_in_scene(g, i, scene, m);
}

bool snw_gltf_check_scenes(snw_gltf *g) {
    uint32_t scene;
    marks m = { snw_arena_array(&g->arena, g->lists[SNW_GLTF_NODES].count, sizeof(uint32_t)), 0 };
    if (!m.scene_of) return false;
    snw_gltf_index(g, 0, "scene", false, SNW_GLTF_SCENES, &scene);
    for (uint32_t i = 0; i < g->lists[SNW_GLTF_SCENES].count; ++i) check_scene(g, i, &m);
    return true;
}
