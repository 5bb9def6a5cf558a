/* Accessors: typed spans of views.
   Source: glTF 2.0 specification, 3.6.2 "Accessors".
   Invariant: an accessor that is `ok` and `has_data` has every byte of every element, and of its sparse part, inside
   its views; count × width stays within what snw_gltf_spend allows. */
#include "gltf.h"

#include <string.h>

typedef struct shape_row {
    const char *name;
    uint32_t rows, columns;
} shape_row;

static const shape_row shapes[SNW_GLTF_SHAPES] = { { "SCALAR", 1, 1 }, { "VEC2", 2, 1 }, { "VEC3", 3, 1 },
                                                   { "VEC4", 4, 1 },   { "MAT2", 2, 2 }, { "MAT3", 3, 3 },
                                                   { "MAT4", 4, 4 } };

uint32_t snw_gltf_component_size(snw_gltf_component component) {
    switch (component) {
    case SNW_GLTF_BYTE:
    case SNW_GLTF_UBYTE: return 1;
    case SNW_GLTF_SHORT:
    case SNW_GLTF_USHORT: return 2;
    case SNW_GLTF_UINT:
    case SNW_GLTF_FLOAT: return 4;
    }
    return 0;
}

uint32_t snw_gltf_element_size(snw_gltf_component component, snw_gltf_shape shape) {
    uint32_t column = snw_gltf_component_size(component) * shapes[shape].rows;
    if (shapes[shape].columns > 1) column = (column + 3) / 4 * 4;
    return column * shapes[shape].columns;
}

/* The last element needs no bytes after its last value. */
static uint32_t last_size(const snw_gltf_accessor *a) {
    uint32_t column = snw_gltf_component_size(a->component) * shapes[a->shape].rows, columns = shapes[a->shape].columns;
    return snw_gltf_element_size(a->component, a->shape) / columns * (columns - 1) + column;
}

static bool read_component(snw_gltf *g, snw_json_id id, bool unsigned_only, snw_gltf_component *out) {
    uint64_t value = 0;
    if (snw_gltf_whole(g, id, "componentType", true, 5120, 5126, &value) != SNW_GLTF_GOT) return false;
    bool known = snw_gltf_component_size((snw_gltf_component)value) != 0;
    bool is_unsigned = value == SNW_GLTF_UBYTE || value == SNW_GLTF_USHORT || value == SNW_GLTF_UINT;
    if (!known || (unsigned_only && !is_unsigned)) {
        snw_gltf_error(g, snw_json_member(&g->json, id, "componentType"), SINEW_CODE_OUT_OF_RANGE,
                       "\"componentType\" is %u, which is none that may stand here", (unsigned)value);
        return false;
    }
    *out = (snw_gltf_component)value;
    return true;
}

static bool read_shape(snw_gltf *g, snw_json_id id, snw_gltf_accessor *a) {
    snw_json_id type;
    if (snw_gltf_member(g, id, "type", SNW_JSON_STRING, true, &type) != SNW_GLTF_GOT) return false;
    const char *name = snw_json_get(&g->json, type)->string;
    for (int i = 0; i < SNW_GLTF_SHAPES; ++i) {
        if (strcmp(shapes[i].name, name) != 0) continue;
        a->shape = (snw_gltf_shape)i;
        a->width = shapes[i].rows * shapes[i].columns;
        return true;
    }
    snw_gltf_error(g, type, SINEW_CODE_OUT_OF_RANGE,
                   "\"type\" is \"%s\"; it must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4", name);
    return false;
}

/* `count` elements `stride` apart, the last of `last` bytes, from `offset` of the view on. NULL after a finding, or
   where there is nothing to point at. */
static const uint8_t *span(snw_gltf *g, snw_json_id id, uint32_t view_index, uint64_t offset, uint64_t count,
                           uint64_t stride, uint64_t last, uint32_t alignment, bool *ok) {
    const snw_gltf_view *view = &g->views[view_index];
    *ok = false;
    if (!view->ok) return NULL;
    if (offset % alignment || (offset + view->offset) % alignment) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE,
                       "its values start at a byte that %u, their size, does not divide", alignment);
        return NULL;
    }
    if (offset > view->length || (count - 1) * stride + last > view->length - offset) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE,
                       "%llu elements from byte %llu on do not fit into view %u, which has %zu bytes",
                       (unsigned long long)count, (unsigned long long)offset, view_index, view->length);
        return NULL;
    }
    *ok = true;
    const uint8_t *data = g->buffers[view->buffer].data;
    return data ? data + view->offset + offset : NULL;
}

static bool check_stride(snw_gltf *g, snw_json_id id, snw_gltf_accessor *a, uint32_t size) {
    const snw_gltf_view *view = &g->views[a->view];
    a->stride = view->stride ? view->stride : size;
    if (a->stride >= size && a->stride % snw_gltf_component_size(a->component) == 0) return true;
    snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE,
                   "its elements of %u bytes do not fit the \"byteStride\" %zu of view %u", size, a->stride, a->view);
    return false;
}

static bool place(snw_gltf *g, snw_json_id id, snw_gltf_accessor *a) {
    uint64_t offset = 0;
    uint32_t component = snw_gltf_component_size(a->component);
    uint32_t size = snw_gltf_element_size(a->component, a->shape);
    snw_gltf_got view = snw_gltf_index(g, id, "bufferView", false, SNW_GLTF_VIEWS, &a->view);
    snw_gltf_got at = snw_gltf_whole(g, id, "byteOffset", false, 0, SIZE_MAX / 4, &offset);
    if (view == SNW_GLTF_BAD || at == SNW_GLTF_BAD) return false;
    if (view == SNW_GLTF_ABSENT) {
        a->has_data = true;
        if (at == SNW_GLTF_ABSENT) return true;
        snw_gltf_error(g, id, SINEW_CODE_MISSING_FIELD,
                       "\"byteOffset\" counts within a \"bufferView\", which is missing");
        return false;
    }
    if (!g->views[a->view].ok || !check_stride(g, id, a, size)) return false;
    bool ok;
    a->bytes = span(g, id, a->view, offset, a->count, a->stride, last_size(a), component, &ok);
    a->has_data = a->bytes != NULL;
    return ok;
}

/* ---- sparse ---- */

static const uint8_t *sparse_part(snw_gltf *g, snw_json_id part, uint64_t count, uint64_t each, uint64_t last,
                                  uint32_t alignment, bool *ok) {
    uint32_t view;
    uint64_t offset = 0;
    *ok = false;
    if (snw_gltf_index(g, part, "bufferView", true, SNW_GLTF_VIEWS, &view) != SNW_GLTF_GOT) return NULL;
    if (snw_gltf_whole(g, part, "byteOffset", false, 0, SIZE_MAX / 4, &offset) == SNW_GLTF_BAD) return NULL;
    if (g->views[view].stride || g->views[view].targeted) {
        snw_gltf_error(g, part, SINEW_CODE_OUT_OF_RANGE,
                       "view %u of a sparse accessor must have neither \"byteStride\" nor \"target\"", view);
        return NULL;
    }
    return span(g, part, view, offset, count, each, last, alignment, ok);
}

static bool read_sparse(snw_gltf *g, snw_json_id id, snw_gltf_accessor *a) {
    snw_json_id sparse, indices, values;
    uint64_t count = 0;
    bool indices_ok, values_ok;
    snw_gltf_got got = snw_gltf_member(g, id, "sparse", SNW_JSON_OBJECT, false, &sparse);
    if (got != SNW_GLTF_GOT) return got == SNW_GLTF_ABSENT;
    bool ok = snw_gltf_whole(g, sparse, "count", true, 1, a->count, &count) == SNW_GLTF_GOT;
    ok &= snw_gltf_member(g, sparse, "indices", SNW_JSON_OBJECT, true, &indices) == SNW_GLTF_GOT;
    ok &= snw_gltf_member(g, sparse, "values", SNW_JSON_OBJECT, true, &values) == SNW_GLTF_GOT;
    if (!ok || !read_component(g, indices, true, &a->sparse_component)) return false;
    uint32_t index_size = snw_gltf_component_size(a->sparse_component);
    a->sparse_count = (uint32_t)count;
    a->sparse_indices = sparse_part(g, indices, count, index_size, index_size, index_size, &indices_ok);
    a->sparse_values = sparse_part(g, values, count, snw_gltf_element_size(a->component, a->shape), last_size(a),
                                   snw_gltf_component_size(a->component), &values_ok);
    a->has_data &= a->sparse_indices && a->sparse_values;
    return indices_ok && values_ok;
}

/* ---- whole ---- */

static bool check_normalized(snw_gltf *g, snw_json_id id, snw_gltf_accessor *a) {
    if (snw_gltf_bool(g, id, "normalized", &a->normalized) == SNW_GLTF_BAD) return false;
    if (!a->normalized || (a->component != SNW_GLTF_FLOAT && a->component != SNW_GLTF_UINT)) return true;
    snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE, "floats and 32-bit integers cannot be \"normalized\"");
    return false;
}

static void read_accessor(snw_gltf *g, uint32_t index) {
    snw_gltf_accessor *a = &g->accessors[index];
    snw_json_id id = g->lists[SNW_GLTF_ACCESSORS].ids[index];
    uint64_t count = 0;
    a->id = id;
    a->view = SINEW_NONE;
    if (snw_gltf_extension(g, id, "KHR_mesh_quantization") != SNW_JSON_NO)
        snw_gltf_error(g, id, SINEW_CODE_EXTENSION,
                       "the extension \"KHR_mesh_quantization\" has no place in an accessor");
    bool ok = read_component(g, id, false, &a->component);
    ok &= snw_gltf_whole(g, id, "count", true, 1, UINT32_MAX, &count) == SNW_GLTF_GOT;
    ok &= read_shape(g, id, a);
    if (!ok) return;
    a->count = (uint32_t)count;
    ok = check_normalized(g, id, a);
    ok &= place(g, id, a);
    ok &= read_sparse(g, id, a);
    if (!ok) return;
    if (!snw_gltf_spend(g, &g->decoded, (uint64_t)a->count * a->width)) {
        snw_gltf_error(g, id, SINEW_CODE_TOO_LARGE,
                       "the accessors up to this one hold far more values than the file has bytes; it is not read");
        return;
    }
    a->ok = true;
    snw_gltf_check_data(g, a);
}

bool snw_gltf_read_accessors(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_ACCESSORS].count;
    g->accessors = snw_arena_array(&g->arena, count, sizeof *g->accessors);
    if (!g->accessors) return false;
    for (uint32_t i = 0; i < count; ++i) read_accessor(g, i);
    return true;
}

snw_gltf_accessor *snw_gltf_accessor_of(snw_gltf *g, snw_json_id object, const char *key, bool required) {
    uint32_t index;
    if (snw_gltf_index(g, object, key, required, SNW_GLTF_ACCESSORS, &index) != SNW_GLTF_GOT) return NULL;
    snw_gltf_accessor *a = &g->accessors[index];
    if (!a->ok) return NULL; /* said already */
    if (!a->has_data) {
        snw_gltf_error(g, snw_json_member(&g->json, object, key), SINEW_CODE_MISSING_FIELD,
                       "accessor %u lies in a buffer without \"uri\", so its values are not there", index);
        return NULL;
    }
    return a;
}
