/* Files that were taken for others. Invariant: only what cannot be the kind that was asked for is told to be another.
 */
#include "io/kind.h"

#include <string.h>

static bool has(const snw_json *json, const char *key) { return snw_json_member(json, 0, key) != SNW_JSON_NO; }

bool snw_kind_is_bank(const void *text, size_t size) { return size >= 8 && !memcmp(text, "SINEWBNK", 8); }

bool snw_kind_is_glb(const char *text, size_t size) { return size >= 4 && !memcmp(text, "glTF", 4); }

/* Its members are the clips' names, so only the file's own name tells. */
static bool is_clips_file(const char *name) {
    static const char end[] = ".clips.json";
    size_t length = name ? strlen(name) : 0;
    return length >= sizeof end - 1 && !strcmp(name + length - (sizeof end - 1), end);
}

const char *snw_kind_not_a_graph(const snw_json *json, const char *name) {
    if (has(json, "layers") || has(json, "states")) return NULL;
    if (has(json, "asset")) return SNW_KIND_MODEL_FOR_GRAPH;
    if (is_clips_file(name))
        return "this says of a model's clips what its own file cannot, and is no graph: it is read with the model that "
               "it stands beside";
    return NULL;
}

const char *snw_kind_not_a_model(const snw_json *json, const char *name) {
    if (has(json, "asset")) return NULL;
    if (has(json, "layers") || has(json, "states"))
        return "this is a graph, not a model: give the glTF file (.glb or .gltf) here";
    if (is_clips_file(name))
        return "this says of a model's clips what its own file cannot, and is no model: give the glTF file that it "
               "stands beside";
    return NULL;
}
