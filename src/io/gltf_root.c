/* The top level: what the file says of itself, and its arrays.
   Invariant: after this every list holds only objects. */
#include "gltf.h"
#include "io/kind.h"

#include <string.h>

/* Extensions that may be required: read, or without effect on what is read. */
static const char *const known_extensions[] = {
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_animation_pointer", "KHR_node_visibility",
    "KHR_lights_punctual",   "KHR_texture_basisu",    "KHR_xmp_json_ld",       "KHR_materials_variants",
    "EXT_texture_webp",      "EXT_texture_avif",      "MSFT_texture_dds",
};

/* Materials only colour what a preview shows. */
static bool is_known(const char *name) {
    if (strncmp(name, "KHR_materials_", 14) == 0) return true;
    for (size_t i = 0; i < sizeof known_extensions / sizeof *known_extensions; ++i)
        if (strcmp(known_extensions[i], name) == 0) return true;
    return false;
}

static bool has_extension(const snw_gltf *g, const char *key, const char *name) {
    snw_json_id list = snw_json_member(&g->json, 0, key);
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        const snw_json_value *v = snw_json_get(&g->json, e);
        if (v->kind == SNW_JSON_STRING && strcmp(v->string, name) == 0) return true;
    }
    return false;
}

static void check_extensions(snw_gltf *g, const char *key, bool required) {
    snw_json_id list;
    if (snw_gltf_member(g, 0, key, SNW_JSON_ARRAY, false, &list) != SNW_GLTF_GOT) return;
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        const snw_json_value *v = snw_json_get(&g->json, e);
        if (v->kind != SNW_JSON_STRING)
            snw_gltf_error(g, e, SINEW_CODE_WRONG_TYPE, "this is %s; \"%s\" holds names", snw_json_kind_text(v->kind),
                           key);
        else if (required && !is_known(v->string))
            snw_gltf_error(g, e, SINEW_CODE_EXTENSION,
                           "the file requires the extension \"%s\", which is not read; export it without", v->string);
    }
}

static bool version_of(const char *text, unsigned *major, unsigned *minor) {
    unsigned parts[2] = { 0, 0 };
    for (int part = 0; part < 2; ++part) {
        if (*text < '0' || *text > '9') return false;
        for (; *text >= '0' && *text <= '9' && parts[part] < 100000; ++text)
            parts[part] = parts[part] * 10 + (unsigned)(*text - '0');
        if (part == 0 && *text++ != '.') return false;
    }
    *major = parts[0];
    *minor = parts[1];
    return *text == 0;
}

static bool read_version(snw_gltf *g, snw_json_id asset, const char *key, bool required, unsigned *major,
                         unsigned *minor) {
    snw_json_id id;
    if (snw_gltf_member(g, asset, key, SNW_JSON_STRING, required, &id) != SNW_GLTF_GOT) return false;
    const char *text = snw_json_get(&g->json, id)->string;
    if (version_of(text, major, minor)) return true;
    snw_gltf_error(g, id, SINEW_CODE_VERSION, "\"%s\" is \"%s\"; it must be two numbers, such as \"2.0\"", key, text);
    return false;
}

static bool check_asset(snw_gltf *g) {
    snw_json_id asset;
    unsigned major = 2, minor = 0, least = 2, least_minor = 0;
    if (snw_gltf_member(g, 0, "asset", SNW_JSON_OBJECT, true, &asset) != SNW_GLTF_GOT) return false;
    bool read = read_version(g, asset, "version", true, &major, &minor);
    if (read && major != 2) {
        snw_gltf_error(g, snw_json_member(&g->json, asset, "version"), SINEW_CODE_VERSION,
                       "the file is of glTF version %u.%u; only version 2 is read, so export it as that", major, minor);
        return false;
    }
    if (!read_version(g, asset, "minVersion", false, &least, &least_minor)) return true;
    if (least > major || (least == major && least_minor > minor) || least != 2 || least_minor > 0)
        snw_gltf_error(g, snw_json_member(&g->json, asset, "minVersion"), SINEW_CODE_VERSION,
                       "\"minVersion\" asks for a reader of glTF %u.%u; this one reads 2.0", least, least_minor);
    return true;
}

static bool read_list(snw_gltf *g, snw_gltf_list list) {
    snw_json_id id;
    const char *name = snw_gltf_list_name(list);
    if (snw_gltf_member(g, 0, name, SNW_JSON_ARRAY, false, &id) != SNW_GLTF_GOT) return true;
    uint32_t count = snw_json_get(&g->json, id)->count, i = 0;
    if (!count) snw_gltf_error(g, id, SINEW_CODE_MISSING_FIELD, "\"%s\" is empty; leave it out instead", name);
    g->lists[list].ids = snw_arena_array(&g->arena, count, sizeof(snw_json_id));
    if (!g->lists[list].ids) return false;
    for (snw_json_id e = snw_json_first(&g->json, id); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        snw_json_kind kind = snw_json_kind_of(&g->json, e);
        if (kind != SNW_JSON_OBJECT)
            snw_gltf_error(g, e, SINEW_CODE_WRONG_TYPE, "this is %s; \"%s\" holds objects", snw_json_kind_text(kind),
                           name);
        g->lists[list].ids[i++] = e;
    }
    g->lists[list].count = count;
    return true;
}

bool snw_gltf_read_root(snw_gltf *g) {
    snw_json_kind kind = snw_json_kind_of(&g->json, 0);
    if (kind != SNW_JSON_OBJECT) {
        snw_gltf_error(g, 0, SINEW_CODE_WRONG_TYPE, "the file holds %s; a glTF file is one object",
                       snw_json_kind_text(kind));
        return false;
    }
    const char *other = snw_kind_not_a_model(&g->json, g->name);
    if (other) {
        snw_gltf_error(g, 0, SINEW_CODE_REFUSED, "%s", other);
        return false;
    }
    if (!check_asset(g)) return false;
    check_extensions(g, "extensionsUsed", false);
    check_extensions(g, "extensionsRequired", true);
    g->quantized = has_extension(g, "extensionsRequired", "KHR_mesh_quantization");
    if (!g->quantized && has_extension(g, "extensionsUsed", "KHR_mesh_quantization"))
        snw_gltf_error(g, snw_json_member(&g->json, 0, "extensionsUsed"), SINEW_CODE_EXTENSION,
                       "the extension \"KHR_mesh_quantization\" is used but not required; list it in "
                       "\"extensionsRequired\" too");
    for (int list = 0; list < SNW_GLTF_LISTS; ++list)
        if (!read_list(g, (snw_gltf_list)list)) return false;
    return true;
}
