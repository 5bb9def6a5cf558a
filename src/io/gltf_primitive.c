/* A primitive's attributes and what they must be.
   Source: glTF 2.0 specification, 3.7.2 "Meshes".
   Invariant: the accessors of a primitive that is `ok` have a format that is read, their data, and one count. */
#include "gltf.h"

#include <stdlib.h>
#include <string.h>

/* The number of a name such as JOINTS_1; -1 if it is none of `stem`. */
static long set_of(const char *name, const char *stem) {
    size_t length = strlen(stem);
    if (strncmp(name, stem, length) != 0 || name[length] < '0' || name[length] > '9') return -1;
    char *end;
    long set = strtol(name + length, &end, 10);
    return *end == 0 && set >= 0 && set < 1000 ? set : -1;
}

static bool is_semantic(const char *name) {
    return name[0] == '_' || strcmp(name, "POSITION") == 0 || strcmp(name, "NORMAL") == 0 ||
           strcmp(name, "TANGENT") == 0 || set_of(name, "TEXCOORD_") >= 0 || set_of(name, "COLOR_") >= 0 ||
           set_of(name, "JOINTS_") >= 0 || set_of(name, "WEIGHTS_") >= 0;
}

/* ---- formats ---- */

static bool is_vector(const snw_gltf *g, const snw_gltf_accessor *a, bool normal) {
    if (a->shape != SNW_GLTF_VEC3) return false;
    if (a->component == SNW_GLTF_FLOAT) return true;
    bool is_signed = a->component == SNW_GLTF_BYTE || a->component == SNW_GLTF_SHORT;
    return g->quantized && a->component != SNW_GLTF_UINT && (!normal || (is_signed && a->normalized));
}

static bool is_joints(const snw_gltf_accessor *a) {
    return a->shape == SNW_GLTF_VEC4 && !a->normalized &&
           (a->component == SNW_GLTF_UBYTE || a->component == SNW_GLTF_USHORT);
}

static bool is_weights(const snw_gltf_accessor *a) {
    bool whole = a->component == SNW_GLTF_UBYTE || a->component == SNW_GLTF_USHORT;
    return a->shape == SNW_GLTF_VEC4 && (a->component == SNW_GLTF_FLOAT || (whole && a->normalized));
}

static void keep(snw_gltf *g, snw_gltf_primitive *p, const char *name, snw_json_id at, snw_gltf_accessor *a) {
    long joints = set_of(name, "JOINTS_"), weights = set_of(name, "WEIGHTS_");
    bool fits = true;
    if (strcmp(name, "POSITION") == 0) {
        fits = is_vector(g, a, false);
        p->position = a;
        if (!a->bounded)
            snw_gltf_warn(g, at, SINEW_CODE_MISSING_FIELD, "positions should say their \"min\" and \"max\"");
    } else if (strcmp(name, "NORMAL") == 0) {
        fits = is_vector(g, a, true);
        p->normal = a;
    } else if (joints >= 0) {
        fits = is_joints(a);
        if (joints < SNW_GLTF_SETS) p->joints[joints] = a;
    } else if (weights >= 0) {
        fits = is_weights(a);
        if (weights < SNW_GLTF_SETS) p->weights[weights] = a;
    }
    if (fits) return;
    snw_gltf_error(g, at, SINEW_CODE_WRONG_TYPE,
                   "accessor has a \"type\", \"componentType\" or \"normalized\" that \"%s\" cannot have", name);
    p->ok = false;
}

/* ---- attributes ---- */

static void read_attribute(snw_gltf *g, snw_gltf_primitive *p, snw_json_id at) {
    const char *name = snw_json_get(&g->json, at)->key;
    uint32_t index;
    if (!is_semantic(name)) {
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                       "\"%s\" is no attribute; one of your own must begin with an underscore", name);
        p->ok = false;
        return;
    }
    if (snw_gltf_index_value(g, at, SNW_GLTF_ACCESSORS, &index) != SNW_GLTF_GOT) {
        p->ok = false;
        return;
    }
    snw_gltf_accessor *a = &g->accessors[index];
    if (set_of(name, "JOINTS_") >= 0) p->joint_sets++;
    if (set_of(name, "WEIGHTS_") >= 0) p->weight_sets++;
    if (!a->ok) {
        p->ok = false;
        return;
    }
    snw_gltf_use_view(g, a->view, SNW_GLTF_VERTICES, at);
    if (p->vertex_count && a->count != p->vertex_count) {
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "\"%s\" has %u elements, the attributes before it have %u", name,
                       a->count, p->vertex_count);
        p->ok = false;
    }
    p->vertex_count = a->count;
    keep(g, p, name, at, a);
}

static void check_sets(snw_gltf *g, snw_gltf_primitive *p, snw_json_id attributes) {
    if (p->joint_sets != p->weight_sets) {
        snw_gltf_error(g, attributes, SINEW_CODE_OUT_OF_RANGE, "there are %u sets of joints, but %u of weights",
                       p->joint_sets, p->weight_sets);
        p->ok = false;
    }
    for (int i = 0; i < SNW_GLTF_SETS; ++i)
        if (!p->joints[i] != !p->weights[i]) p->ok = false;
    if (p->joint_sets > SNW_GLTF_SETS)
        snw_gltf_warn(g, attributes, SINEW_CODE_TOO_LARGE,
                      "a vertex has %u influences; the first 8 are read and made to sum to 1", 4 * p->joint_sets);
}

/* ---- targets ---- */

static void read_target(snw_gltf *g, snw_gltf_primitive *p, snw_json_id target) {
    if (snw_json_kind_of(&g->json, target) != SNW_JSON_OBJECT) {
        snw_gltf_error(g, target, SINEW_CODE_WRONG_TYPE, "a morph target is an object of attributes");
        return;
    }
    for (snw_json_id at = snw_json_first(&g->json, target); at != SNW_JSON_NO; at = snw_json_next(&g->json, at)) {
        const char *name = snw_json_get(&g->json, at)->key;
        uint32_t index;
        if (!is_semantic(name))
            snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                           "\"%s\" is no attribute; one of your own must begin with an underscore", name);
        if (snw_gltf_index_value(g, at, SNW_GLTF_ACCESSORS, &index) != SNW_GLTF_GOT || !g->accessors[index].ok)
            continue;
        snw_gltf_use_view(g, g->accessors[index].view, SNW_GLTF_VERTICES, at);
        if (p->vertex_count && g->accessors[index].count != p->vertex_count)
            snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "the target has %u elements for %u vertices",
                           g->accessors[index].count, p->vertex_count);
    }
}

static void read_targets(snw_gltf *g, snw_gltf_primitive *p) {
    snw_json_id list;
    if (snw_gltf_member(g, p->id, "targets", SNW_JSON_ARRAY, false, &list) != SNW_GLTF_GOT) return;
    p->target_count = snw_json_get(&g->json, list)->count;
    if (!p->target_count)
        snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD, "\"targets\" is empty; leave it out instead");
    for (snw_json_id t = snw_json_first(&g->json, list); t != SNW_JSON_NO; t = snw_json_next(&g->json, t))
        read_target(g, p, t);
}

static void read_indices(snw_gltf *g, snw_gltf_primitive *p) {
    snw_json_id at = snw_json_member(&g->json, p->id, "indices");
    uint32_t index;
    snw_gltf_got got = snw_gltf_index(g, p->id, "indices", false, SNW_GLTF_ACCESSORS, &index);
    if (got == SNW_GLTF_ABSENT) return;
    p->ok &= got == SNW_GLTF_GOT && g->accessors[index].ok;
    if (!p->ok) return;
    snw_gltf_accessor *a = &g->accessors[index];
    bool whole = a->component == SNW_GLTF_UBYTE || a->component == SNW_GLTF_USHORT || a->component == SNW_GLTF_UINT;
    if (a->shape != SNW_GLTF_SCALAR || !whole || a->normalized) {
        snw_gltf_error(g, at, SINEW_CODE_WRONG_TYPE, "indices must be SCALAR of unsigned integers, not normalised");
        p->ok = false;
    }
    if (a->view != SINEW_NONE && g->views[a->view].stride) {
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "the view of indices must not have a \"byteStride\"");
        p->ok = false;
    }
    snw_gltf_use_view(g, a->view, SNW_GLTF_INDICES, at);
    p->indices = a;
}

void snw_gltf_read_primitive(snw_gltf *g, snw_gltf_primitive *p, snw_json_id id) {
    snw_json_id attributes;
    uint64_t mode = 4;
    p->id = id;
    p->material = SINEW_NONE;
    if (snw_json_kind_of(&g->json, id) != SNW_JSON_OBJECT) {
        snw_gltf_error(g, id, SINEW_CODE_WRONG_TYPE, "this is %s; a primitive is an object",
                       snw_json_kind_text(snw_json_kind_of(&g->json, id)));
        return;
    }
    p->ok = snw_gltf_whole(g, id, "mode", false, 0, 6, &mode) != SNW_GLTF_BAD;
    p->mode = (uint32_t)mode;
    p->ok &= snw_gltf_index(g, id, "material", false, SNW_GLTF_MATERIALS, &p->material) != SNW_GLTF_BAD;
    if (snw_gltf_member(g, id, "attributes", SNW_JSON_OBJECT, true, &attributes) != SNW_GLTF_GOT) {
        p->ok = false;
        return;
    }
    if (!snw_json_get(&g->json, attributes)->count)
        snw_gltf_error(g, attributes, SINEW_CODE_MISSING_FIELD, "\"attributes\" is empty; a primitive needs positions");
    for (snw_json_id a = snw_json_first(&g->json, attributes); a != SNW_JSON_NO; a = snw_json_next(&g->json, a))
        read_attribute(g, p, a);
    check_sets(g, p, attributes);
    read_targets(g, p);
    read_indices(g, p);
}
