/* Nodes: names, transforms, the tree, and what hangs on them.
   Invariant: after a read without errors the parents form a forest, and enter/leave number it depth first. */
#include "gltf.h"

#include <math.h>
#include <string.h>

/* ---- transforms ---- */

static void read_rotation(snw_gltf *g, snw_json_id id, sinew_transform *rest) {
    double r[4];
    if (snw_gltf_numbers(g, id, "rotation", 4, r) != SNW_GLTF_GOT) return;
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    if (fabs(length - 1) > SNW_GLTF_UNIT) {
        snw_gltf_error(g, snw_json_member(&g->json, id, "rotation"), SINEW_CODE_OUT_OF_RANGE,
                       "this rotation has the length %g; a rotation is a unit quaternion", length);
        return;
    }
    rest->rotation =
        (sinew_quat){ (float)(r[0] / length), (float)(r[1] / length), (float)(r[2] / length), (float)(r[3] / length) };
}

static void read_parts(snw_gltf *g, snw_json_id id, sinew_transform *rest) {
    double t[3], s[3];
    if (snw_gltf_numbers(g, id, "translation", 3, t) == SNW_GLTF_GOT)
        rest->translation = (sinew_vec3){ (float)t[0], (float)t[1], (float)t[2] };
    if (snw_gltf_numbers(g, id, "scale", 3, s) == SNW_GLTF_GOT)
        rest->scale = (sinew_vec3){ (float)s[0], (float)s[1], (float)s[2] };
    read_rotation(g, id, rest);
}

static void read_matrix(snw_gltf *g, snw_json_id id, snw_gltf_node *node) {
    static const char *const parts[] = { "translation", "rotation", "scale" };
    double m[16];
    snw_json_id at = snw_json_member(&g->json, id, "matrix");
    if (snw_gltf_numbers(g, id, "matrix", 16, m) != SNW_GLTF_GOT) return;
    node->has_matrix = true;
    for (int i = 0; i < 3; ++i)
        if (snw_json_member(&g->json, id, parts[i]) != SNW_JSON_NO)
            snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "a node has either \"matrix\" or \"%s\", not both",
                           parts[i]);
    if (fabs(m[3]) > 1e-6 || fabs(m[7]) > 1e-6 || fabs(m[11]) > 1e-6 || fabs(m[15] - 1) > 1e-6)
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "the fourth row of this matrix is not 0 0 0 1");
    else if (!snw_gltf_decompose(m, &node->rest))
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                       "this matrix shears, so it is no translation, rotation and scale; apply the shear to the mesh");
}

/* ---- the tree ---- */

static void read_children(snw_gltf *g, uint32_t index, bool *whole) {
    snw_json_id id = g->lists[SNW_GLTF_NODES].ids[index], children;
    snw_gltf_got got = snw_gltf_member(g, id, "children", SNW_JSON_ARRAY, false, &children);
    if (got == SNW_GLTF_BAD) *whole = false;
    if (got != SNW_GLTF_GOT) return;
    if (!snw_json_get(&g->json, children)->count)
        snw_gltf_error(g, children, SINEW_CODE_MISSING_FIELD, "\"children\" is empty; leave it out instead");
    for (snw_json_id e = snw_json_first(&g->json, children); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        uint32_t child;
        if (snw_gltf_index_value(g, e, SNW_GLTF_NODES, &child) != SNW_GLTF_GOT) {
            *whole = false;
            continue;
        }
        uint32_t parent = g->nodes[child].parent;
        if (parent == SINEW_NONE) {
            g->nodes[child].parent = index;
            continue;
        }
        *whole = false;
        if (parent == index)
            snw_gltf_error(g, e, SINEW_CODE_DUPLICATE_NAME, "node %u is listed as a child twice", child);
        else
            snw_gltf_error(g, e, SINEW_CODE_DUPLICATE_NAME,
                           "node %u is a child of node %u already; a node has one parent", child, parent);
    }
}

/* Numbers the nodes depth first. What is not reached from a root lies in a ring, or below one. */
static bool walk_tree(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_NODES].count, number = 1;
    uint32_t *first = snw_arena_array(&g->arena, count, sizeof *first); /* child + 1 */
    uint32_t *sibling = snw_arena_array(&g->arena, count, sizeof *sibling);
    if (!first || !sibling) return false;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = g->nodes[i].parent;
        if (parent == SINEW_NONE) continue;
        sibling[i] = first[parent];
        first[parent] = i + 1;
    }
    for (uint32_t root = 0; root < count; ++root) {
        if (g->nodes[root].parent != SINEW_NONE) continue;
        uint32_t at = root;
        g->nodes[root].enter = number++;
        for (;;) {
            if (first[at]) {
                uint32_t child = first[at] - 1;
                first[at] = sibling[child];
                g->nodes[child].enter = number++;
                at = child;
                continue;
            }
            g->nodes[at].leave = number++;
            if (at == root) break;
            at = g->nodes[at].parent;
        }
    }
    return true;
}

static void report_rings(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_NODES].count;
    for (uint32_t i = 0; i < count; ++i) {
        if (g->nodes[i].enter) continue;
        uint32_t at = i, before = i;
        while (!g->nodes[at].enter) { /* marks the way up, so that a ring is told once */
            g->nodes[at].enter = UINT32_MAX - i;
            before = at;
            at = g->nodes[at].parent;
        }
        if (g->nodes[at].enter == UINT32_MAX - i)
            snw_gltf_error(g, g->lists[SNW_GLTF_NODES].ids[before], SINEW_CODE_OUT_OF_RANGE,
                           "node %u is its own ancestor; nodes must form trees", before);
    }
}

bool snw_gltf_under(const snw_gltf *g, uint32_t node, uint32_t ancestor) {
    const snw_gltf_node *n = &g->nodes[node], *a = &g->nodes[ancestor];
    return a->enter <= n->enter && n->leave <= a->leave;
}

bool snw_gltf_read_nodes(snw_gltf *g) {
    static const sinew_transform identity = SINEW_TRANSFORM_IDENTITY;
    uint32_t count = g->lists[SNW_GLTF_NODES].count;
    bool whole = true;
    g->nodes = snw_arena_array(&g->arena, count, sizeof *g->nodes);
    if (!g->nodes) return false;
    for (uint32_t i = 0; i < count; ++i) {
        snw_gltf_node *node = &g->nodes[i];
        snw_json_id id = g->lists[SNW_GLTF_NODES].ids[i];
        node->rest = identity;
        node->parent = node->mesh = node->skin = node->morph = SINEW_NONE;
        node->weights = SNW_JSON_NO;
        node->name = snw_gltf_text(g, id, "name");
        if (snw_json_member(&g->json, id, "matrix") != SNW_JSON_NO) read_matrix(g, id, node);
        else read_parts(g, id, &node->rest);
    }
    for (uint32_t i = 0; i < count; ++i) read_children(g, i, &whole);
    if (!walk_tree(g)) return false;
    if (whole) report_rings(g);
    g->tree_ok = snw_gltf_sound(g);
    return true;
}

/* ---- what hangs on nodes ---- */

static void link_skin(snw_gltf *g, snw_json_id id, snw_gltf_node *node) {
    if (node->skin == SINEW_NONE) return;
    if (snw_json_member(&g->json, id, "mesh") == SNW_JSON_NO)
        snw_gltf_error(g, id, SINEW_CODE_MISSING_FIELD, "a node with a \"skin\" needs a \"mesh\"");
    else if (node->mesh != SINEW_NONE && g->meshes[node->mesh].ok && !g->meshes[node->mesh].skinned)
        snw_gltf_error(g, id, SINEW_CODE_MISSING_FIELD,
                       "the node has a \"skin\", but its mesh has no joints and weights to be skinned by");
}

/* Weights at rest: the node's own, else the mesh's, else zeros. */
static bool rest_weights(snw_gltf *g, snw_gltf_node *node, sinew_morph_desc *morph) {
    snw_json_id list = node->weights != SNW_JSON_NO ? node->weights : g->meshes[node->mesh].weights;
    if (list == SNW_JSON_NO) return true;
    float *weights = snw_arena_array(&g->arena, morph->target_count, sizeof *weights);
    if (!weights) return false;
    uint32_t i = 0;
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        const snw_json_value *v = snw_json_get(&g->json, e);
        if (i < morph->target_count) weights[i++] = (float)v->number;
    }
    morph->weights = weights;
    return true;
}

static void check_weights(snw_gltf *g, snw_json_id id, snw_gltf_node *node) {
    snw_json_id list;
    if (snw_gltf_member(g, id, "weights", SNW_JSON_ARRAY, false, &list) != SNW_GLTF_GOT) return;
    if (snw_json_member(&g->json, id, "mesh") == SNW_JSON_NO) {
        snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD,
                       "\"weights\" are those of a mesh's targets; the node has none");
        return;
    }
    if (node->mesh == SINEW_NONE || !g->meshes[node->mesh].ok) return;
    uint32_t count = snw_json_get(&g->json, list)->count, targets = g->meshes[node->mesh].target_count;
    if (count != targets) {
        snw_gltf_error(g, list, SINEW_CODE_OUT_OF_RANGE, "there are %u \"weights\" for a mesh with %u morph targets",
                       count, targets);
        return;
    }
    if (snw_gltf_number_list(g, list, NULL)) node->weights = list;
}

static bool link_node(snw_gltf *g, uint32_t index) {
    snw_gltf_node *node = &g->nodes[index];
    snw_json_id id = g->lists[SNW_GLTF_NODES].ids[index];
    uint32_t camera;
    snw_gltf_index(g, id, "mesh", false, SNW_GLTF_MESHES, &node->mesh);
    snw_gltf_index(g, id, "skin", false, SNW_GLTF_SKINS, &node->skin);
    snw_gltf_index(g, id, "camera", false, SNW_GLTF_CAMERAS, &camera);
    link_skin(g, id, node);
    check_weights(g, id, node);
    if (node->mesh == SINEW_NONE || !g->meshes[node->mesh].ok || !g->meshes[node->mesh].target_count) return true;
    if (!snw_gltf_spend(g, &g->animated, g->meshes[node->mesh].target_count)) {
        snw_gltf_error(g, id, SINEW_CODE_TOO_LARGE,
                       "the nodes show meshes with morph targets so often that their weights take far more memory than "
                       "the file; it is not read");
        return true;
    }
    node->morph = g->morph_count;
    sinew_morph_desc *morph = &g->morphs[g->morph_count++];
    morph->joint = index;
    morph->target_count = g->meshes[node->mesh].target_count;
    return rest_weights(g, node, morph);
}

bool snw_gltf_link_nodes(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_NODES].count;
    g->morphs = snw_arena_array(&g->arena, count, sizeof *g->morphs);
    if (!g->morphs) return false;
    for (uint32_t i = 0; i < count; ++i)
        if (!link_node(g, i)) return false;
    return true;
}
