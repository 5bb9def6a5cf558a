/* Buffers and the views into them.
   Invariant: a view that is `ok` lies inside its buffer's declared length, and a buffer with data has at least that. */
#include "gltf.h"

#include <string.h>

/* ---- buffers ---- */

/* False when memory ran out. */
static bool from_folder(snw_gltf *g, const char *path, snw_gltf_buffer *buffer, size_t *size) {
    size_t folder = strlen(g->folder), length = strlen(path);
    char *whole = snw_arena_take(&g->arena, folder + length + 1);
    if (!whole) return false;
    memcpy(whole, g->folder, folder);
    memcpy(whole + folder, path, length);
    sinew_result result = snw_file_load(&buffer->file, whole, g->max_bytes, &g->arena.allocator, NULL);
    buffer->data = (const uint8_t *)buffer->file.data;
    *size = buffer->file.size;
    return result != SINEW_ERROR_MEMORY;
}

static bool from_file(snw_gltf *g, snw_json_id uri_id, const char *path, const char *uri, snw_gltf_buffer *buffer,
                      size_t *size) {
    if (g->folder && !from_folder(g, path, buffer, size)) return false;
    if (!g->folder && g->read) {
        buffer->given = g->read(g->read_user, path, &g->arena.allocator, size);
        buffer->given_size = *size;
        buffer->data = buffer->given;
    }
    if (!buffer->data)
        snw_gltf_error(g, uri_id, SINEW_CODE_FILE_ACCESS,
                       "the buffer \"%s\" could not be read; put it beside the model, or export a .glb", uri);
    return true;
}

/* False when memory ran out. */
static bool from_uri(snw_gltf *g, snw_json_id uri_id, snw_gltf_buffer *buffer, size_t *size) {
    const char *uri = snw_json_get(&g->json, uri_id)->string, *path, *why;
    switch (snw_gltf_uri_read(&g->arena, uri, &path, &why)) {
    case SNW_GLTF_URI_REFUSED:
        snw_gltf_error(g, uri_id, SINEW_CODE_FILE_ACCESS,
                       "the buffer \"%.200s\" is not read, as %s; name a file beside the model", uri, why);
        return true;
    case SNW_GLTF_URI_FILE: return path && from_file(g, uri_id, path, uri, buffer, size);
    case SNW_GLTF_URI_DATA: break;
    }
    buffer->data = snw_gltf_uri_data(&g->arena, uri, size, &why);
    if (why) snw_gltf_error(g, uri_id, SINEW_CODE_SYNTAX, "the buffer's data URI is not read: %s", why);
    return buffer->data || why;
}

static void check_length(snw_gltf *g, snw_json_id id, snw_gltf_buffer *buffer, size_t size, bool chunk) {
    g->bytes += chunk ? 0 : size;
    if (size < buffer->length) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE, "the buffer has %zu bytes, but \"byteLength\" says %zu", size,
                       buffer->length);
        return;
    }
    if (chunk && size - buffer->length > 3)
        snw_gltf_warn(g, id, SINEW_CODE_OUT_OF_RANGE, "the binary chunk is %zu bytes longer than the buffer",
                      size - buffer->length);
    buffer->ok = true;
}

static bool read_buffer(snw_gltf *g, uint32_t index) {
    snw_gltf_buffer *buffer = &g->buffers[index];
    snw_json_id id = g->lists[SNW_GLTF_BUFFERS].ids[index], uri;
    uint64_t length = 0;
    size_t size = 0;
    snw_gltf_got declared = snw_gltf_whole(g, id, "byteLength", true, 1, SIZE_MAX / 4, &length);
    buffer->length = (size_t)length;
    snw_gltf_got got = snw_gltf_member(g, id, "uri", SNW_JSON_STRING, false, &uri);
    bool chunk = got == SNW_GLTF_ABSENT && g->binary && index == 0;
    if (got == SNW_GLTF_BAD) return true;
    if (got == SNW_GLTF_GOT && !from_uri(g, uri, buffer, &size)) return false;
    if (chunk && !g->chunk) {
        snw_gltf_error(g, id, SINEW_CODE_MISSING_FIELD,
                       "the buffer is the binary chunk of the .glb, which it lacks; export the file again");
        return true;
    }
    if (chunk) {
        buffer->data = g->chunk;
        size = g->chunk_size;
    }
    if (declared != SNW_GLTF_GOT) return true;
    if (buffer->data) check_length(g, id, buffer, size, chunk);
    else buffer->ok = got == SNW_GLTF_ABSENT; /* of a place that an extension may know; an error once it is used */
    return true;
}

bool snw_gltf_read_buffers(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_BUFFERS].count;
    g->buffers = snw_arena_array(&g->arena, count, sizeof *g->buffers);
    if (!g->buffers) return false;
    for (uint32_t i = 0; i < count; ++i)
        if (!read_buffer(g, i)) return false;
    return true;
}

void snw_gltf_release_buffers(snw_gltf *g) {
    for (uint32_t i = 0; g->buffers && i < g->lists[SNW_GLTF_BUFFERS].count; ++i) {
        snw_release(&g->arena.allocator, g->buffers[i].given, g->buffers[i].given_size);
        snw_file_free(&g->buffers[i].file);
    }
}

/* ---- views ---- */

static bool read_target(snw_gltf *g, snw_json_id id, snw_gltf_view *view) {
    uint64_t target = 0;
    snw_gltf_got got = snw_gltf_whole(g, id, "target", false, 34962, 34963, &target);
    if (got == SNW_GLTF_BAD) return false;
    view->targeted = got == SNW_GLTF_GOT;
    if (view->targeted) view->usage = target == 34962 ? SNW_GLTF_VERTICES : SNW_GLTF_INDICES;
    if (view->stride && view->usage == SNW_GLTF_INDICES) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE, "a view of indices must not have a \"byteStride\"");
        return false;
    }
    return true;
}

static bool read_stride(snw_gltf *g, snw_json_id id, snw_gltf_view *view) {
    uint64_t stride = 0;
    snw_gltf_got got = snw_gltf_whole(g, id, "byteStride", false, 4, 252, &stride);
    if (got != SNW_GLTF_GOT) return got != SNW_GLTF_BAD;
    view->stride = (uint32_t)stride;
    if (stride % 4 == 0 && stride <= view->length) return true;
    snw_gltf_error(g, snw_json_member(&g->json, id, "byteStride"), SINEW_CODE_OUT_OF_RANGE,
                   "\"byteStride\" is %u; it must be a multiple of 4 and at most the view's \"byteLength\"",
                   view->stride);
    return false;
}

static void read_view(snw_gltf *g, uint32_t index) {
    snw_gltf_view *view = &g->views[index];
    snw_json_id id = g->lists[SNW_GLTF_VIEWS].ids[index];
    uint64_t offset = 0, length = 0;
    bool ok = snw_gltf_index(g, id, "buffer", true, SNW_GLTF_BUFFERS, &view->buffer) == SNW_GLTF_GOT;
    ok &= snw_gltf_whole(g, id, "byteOffset", false, 0, SIZE_MAX / 4, &offset) != SNW_GLTF_BAD;
    ok &= snw_gltf_whole(g, id, "byteLength", true, 1, SIZE_MAX / 4, &length) == SNW_GLTF_GOT;
    view->offset = (size_t)offset;
    view->length = (size_t)length;
    ok &= read_stride(g, id, view);
    ok &= read_target(g, id, view);
    if (!ok || !g->buffers[view->buffer].ok) return;
    size_t whole = g->buffers[view->buffer].length;
    if (view->offset > whole || view->length > whole - view->offset) {
        snw_gltf_error(g, id, SINEW_CODE_OUT_OF_RANGE,
                       "the view's bytes %zu to %zu do not lie in its buffer, which has %zu", view->offset,
                       view->offset + view->length, whole);
        return;
    }
    view->ok = true;
}

bool snw_gltf_read_views(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_VIEWS].count;
    g->views = snw_arena_array(&g->arena, count, sizeof *g->views);
    if (!g->views) return false;
    for (uint32_t i = 0; i < count; ++i) read_view(g, i);
    return true;
}

void snw_gltf_use_view(snw_gltf *g, uint32_t view, snw_gltf_usage usage, snw_json_id where) {
    if (view == SINEW_NONE) return;
    snw_gltf_view *v = &g->views[view];
    if (v->usage && v->usage != usage)
        snw_gltf_error(g, where, SINEW_CODE_OUT_OF_RANGE,
                       "view %u serves both vertices and indices; give each a view of its own", view);
    v->usage = usage;
}
