/* See the header. Invariant: the document as made is valid, without a warning. */
#include "gltf_document.h"

#include <stdio.h>
#include <string.h>

static const char *const data_part =
    "{\n"
    "  'asset': { 'version': '2.0' },\n"
    "  'scene': 0,\n"
    "  'scenes': [ { 'nodes': [ 2, 4, 5 ] } ],\n"
    "  'buffers': [ { 'uri': 'model.bin', 'byteLength': 680 } ],\n"
    "  'bufferViews': [\n"
    "    { 'buffer': 0, 'byteOffset': 0, 'byteLength': 12 },\n"
    "    { 'buffer': 0, 'byteOffset': 12, 'byteLength': 36 },\n"
    "    { 'buffer': 0, 'byteOffset': 48, 'byteLength': 48 },\n"
    "    { 'buffer': 0, 'byteOffset': 96, 'byteLength': 108 },\n"
    "    { 'buffer': 0, 'byteOffset': 204, 'byteLength': 24 },\n"
    "    { 'buffer': 0, 'byteOffset': 228, 'byteLength': 192 },\n"
    "    { 'buffer': 0, 'byteOffset': 420, 'byteLength': 160, 'byteStride': 40, 'target': 34962 },\n"
    "    { 'buffer': 0, 'byteOffset': 580, 'byteLength': 12, 'target': 34963 },\n"
    "    { 'buffer': 0, 'byteOffset': 592, 'byteLength': 48, 'target': 34962 },\n"
    "    { 'buffer': 0, 'byteOffset': 640, 'byteLength': 1 },\n"
    "    { 'buffer': 0, 'byteOffset': 644, 'byteLength': 12 },\n"
    "    { 'buffer': 0, 'byteOffset': 656, 'byteLength': 24 } ],\n"
    "  'accessors': [\n"
    "    { 'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'SCALAR', 'min': [ 0 ], 'max': [ 1 ] },\n"
    "    { 'bufferView': 1, 'componentType': 5126, 'count': 3, 'type': 'VEC3',\n"
    "      'sparse': { 'count': 1, 'indices': { 'bufferView': 9, 'componentType': 5121 },\n"
    "                  'values': { 'bufferView': 10 } } },\n"
    "    { 'bufferView': 2, 'componentType': 5126, 'count': 3, 'type': 'VEC4' },\n"
    "    { 'bufferView': 3, 'componentType': 5126, 'count': 9, 'type': 'VEC3' },\n"
    "    { 'bufferView': 4, 'componentType': 5126, 'count': 6, 'type': 'SCALAR' },\n"
    "    { 'bufferView': 5, 'componentType': 5126, 'count': 3, 'type': 'MAT4' },\n"
    "    { 'bufferView': 6, 'byteOffset': 0, 'componentType': 5126, 'count': 4, 'type': 'VEC3',\n"
    "      'min': [ 0, 0, 0 ], 'max': [ 1, 1, 0 ] },\n"
    "    { 'bufferView': 6, 'byteOffset': 12, 'componentType': 5126, 'count': 4, 'type': 'VEC3' },\n"
    "    { 'bufferView': 6, 'byteOffset': 24, 'componentType': 5121, 'count': 4, 'type': 'VEC4' },\n"
    "    { 'bufferView': 6, 'byteOffset': 28, 'componentType': 5121, 'count': 4, 'type': 'VEC4' },\n"
    "    { 'bufferView': 6, 'byteOffset': 32, 'componentType': 5121, 'normalized': true, 'count': 4, 'type': 'VEC4' "
    "},\n"
    "    { 'bufferView': 6, 'byteOffset': 36, 'componentType': 5121, 'normalized': true, 'count': 4, 'type': 'VEC4' "
    "},\n"
    "    { 'bufferView': 7, 'componentType': 5123, 'count': 6, 'type': 'SCALAR' },\n"
    "    { 'bufferView': 8, 'componentType': 5126, 'count': 4, 'type': 'VEC3', 'min': [ 0, 0, 0 ], 'max': [ 0, 0, 3 ] "
    "},\n"
    "    { 'bufferView': 11, 'componentType': 5122, 'normalized': true, 'count': 3, 'type': 'VEC4' },\n"
    "    { 'bufferView': 0, 'componentType': 5126, 'count': 1, 'type': 'SCALAR', 'min': [ 0 ], 'max': [ 0 ] },\n"
    "    { 'bufferView': 1, 'componentType': 5126, 'count': 1, 'type': 'VEC3' } ],\n";

static const char *const scene_part =
    "  'nodes': [\n"
    "    { 'name': 'head', 'translation': [ 0, 0.5, 0 ] },\n"
    "    { 'name': 'spine', 'children': [ 0 ], 'translation': [ 0, 1, 0 ], 'rotation': [ 0, 0, 0.6, 0.8 ] },\n"
    "    { 'name': 'hips', 'children': [ 1, 3 ], 'translation': [ 0, 2, 0 ], 'scale': [ 1, 2, 1 ] },\n"
    "    { 'name': 'tail', 'matrix': [ 0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1 ] },\n"
    "    { 'name': 'body', 'mesh': 0, 'skin': 0, 'weights': [ 0.25, 0.5 ] },\n"
    "    { 'name': 'prop' } ],\n"
    "  'skins': [ { 'name': 'flesh', 'joints': [ 2, 1, 5 ], 'inverseBindMatrices': 5 } ],\n"
    "  'materials': [ { 'pbrMetallicRoughness': { 'baseColorFactor': [ 0.125, 0.25, 0.5, 1 ] } } ],\n"
    "  'meshes': [ { 'weights': [ 1, 0 ], 'primitives': [ {\n"
    "    'attributes': { 'POSITION': 6, 'NORMAL': 7, 'JOINTS_0': 8, 'JOINTS_1': 9, 'WEIGHTS_0': 10, 'WEIGHTS_1': 11 "
    "},\n"
    "    'indices': 12, 'mode': 4, 'material': 0, 'targets': [ { 'POSITION': 13 }, { 'POSITION': 13 } ] } ] } ],\n"
    "  'animations': [\n"
    "    { 'name': 'walk',\n"
    "      'samplers': [ { 'input': 0, 'output': 1, 'interpolation': 'LINEAR' },\n"
    "                    { 'input': 0, 'output': 2, 'interpolation': 'STEP' },\n"
    "                    { 'input': 0, 'output': 3, 'interpolation': 'CUBICSPLINE' },\n"
    "                    { 'input': 0, 'output': 4 }, { 'input': 0, 'output': 14 } ],\n"
    "      'channels': [ { 'sampler': 0, 'target': { 'node': 2, 'path': 'translation' } },\n"
    "                    { 'sampler': 1, 'target': { 'node': 1, 'path': 'rotation' } },\n"
    "                    { 'sampler': 2, 'target': { 'node': 5, 'path': 'scale' } },\n"
    "                    { 'sampler': 3, 'target': { 'node': 4, 'path': 'weights' } },\n"
    "                    { 'sampler': 4, 'target': { 'node': 0, 'path': 'rotation' } } ] },\n"
    "    { 'samplers': [ { 'input': 15, 'output': 16 } ],\n"
    "      'channels': [ { 'sampler': 0, 'target': { 'node': 5, 'path': 'translation' } } ] },\n"
    "    { 'name': 'walk', 'samplers': [ { 'input': 0, 'output': 1 } ],\n"
    "      'channels': [ { 'sampler': 0, 'target': { 'node': 5, 'path': 'translation' } } ] } ]\n"
    "}\n";

void document_put_float(gltf_document *d, size_t at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < 4; ++i) d->bytes[at + i] = (uint8_t)(bits >> (8 * i));
}

static void put_floats(gltf_document *d, size_t at, const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) document_put_float(d, at + 4 * i, values[i]);
}

static void put_short(gltf_document *d, size_t at, int value) {
    d->bytes[at] = (uint8_t)((unsigned)value & 0xFF);
    d->bytes[at + 1] = (uint8_t)((unsigned)value >> 8 & 0xFF);
}

static void put_keys(gltf_document *d) {
    static const float times[3] = { 0, 0.5f, 1 };
    static const float translations[9] = { 0, 2, 0, 9, 9, 9, 0, 4, 0 }; /* the second comes from the sparse part */
    static const float sparse[3] = { 1, 3, 0 };
    static const float rotations[12] = { 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0 };
    static const float scales[27] = { 0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 0, 2, 2, 2, 0, 4, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0 };
    static const float weights[6] = { 0, 1, 1, 0, 0.5f, 0.25f };
    static const int shorts[12] = { 0, 0, 0, 32767, 0, 0, 32767, 0, -32768, 0, 0, 0 };
    put_floats(d, AT_TIMES, times, 3);
    put_floats(d, AT_TRANSLATIONS, translations, 9);
    put_floats(d, AT_SPARSE_VALUE, sparse, 3);
    d->bytes[AT_SPARSE_INDEX] = 1;
    put_floats(d, AT_ROTATIONS, rotations, 12);
    put_floats(d, AT_SCALES, scales, 27);
    put_floats(d, AT_WEIGHTS, weights, 6);
    for (size_t i = 0; i < 12; ++i) put_short(d, AT_SHORT_ROTATIONS + 2 * i, shorts[i]);
}

static void put_mesh(gltf_document *d) {
    static const int indices[6] = { 0, 1, 2, 2, 1, 3 };
    for (size_t m = 0; m < 3; ++m) /* columns: identity, moved by m along y */
        for (size_t i = 0; i < 16; ++i)
            document_put_float(d, AT_INVERSE_BIND + 64 * m + 4 * i, i % 5 == 0 ? 1 : i == 13 ? -(float)m : 0);
    for (size_t v = 0; v < 4; ++v) {
        size_t at = AT_VERTICES + VERTEX_BYTES * v;
        const float place[6] = { (float)(v % 2), (float)(v / 2), 0, 0, 0, 1 };
        const uint8_t influences[16] = { 0, 1, 2, 0, 1, 0, 0, 0, 128, 64, 32, 0, 32, 0, 0, 0 };
        put_floats(d, at, place, 6);
        memcpy(d->bytes + at + 24, influences, sizeof influences);
        document_put_float(d, AT_TARGET + 12 * v + 8, (float)v);
    }
    for (size_t i = 0; i < 6; ++i) put_short(d, AT_INDICES + 2 * i, indices[i]);
}

static void unquote(char *text) {
    for (; *text; ++text)
        if (*text == '\'') *text = '"';
}

void document_make(gltf_document *d) {
    memset(d, 0, sizeof *d);
    snprintf(d->text, sizeof d->text, "%s%s", data_part, scene_part);
    unquote(d->text);
    d->size = BINARY_BYTES;
    put_keys(d);
    put_mesh(d);
}

bool document_replace(gltf_document *d, const char *from, const char *to) {
    char wanted[1024], fresh[4096];
    snprintf(wanted, sizeof wanted, "%s", from);
    snprintf(fresh, sizeof fresh, "%s", to);
    unquote(wanted);
    unquote(fresh);
    char *at = strstr(d->text, wanted);
    if (!at || strlen(d->text) + strlen(fresh) >= sizeof d->text) return false;
    char *rest = at + strlen(wanted);
    memmove(at + strlen(fresh), rest, strlen(rest) + 1);
    memcpy(at, fresh, strlen(fresh));
    return true;
}

static size_t put_word(uint8_t *out, size_t at, uint32_t word) {
    for (size_t i = 0; i < 4; ++i) out[at + i] = (uint8_t)(word >> (8 * i));
    return at + 4;
}

size_t document_glb(gltf_document *d, uint8_t *out) {
    document_replace(d, "'uri': 'model.bin', ", "");
    size_t text = strlen(d->text), padded = (text + 3) / 4 * 4, size = (d->size + 3) / 4 * 4;
    size_t at = put_word(out, 0, 0x46546C67);
    at = put_word(out, at, 2);
    at = put_word(out, at, (uint32_t)(12 + 8 + padded + 8 + size));
    at = put_word(out, at, (uint32_t)padded);
    at = put_word(out, at, 0x4E4F534A);
    memset(out + at, ' ', padded);
    memcpy(out + at, d->text, text);
    at = put_word(out, at + padded, (uint32_t)size);
    at = put_word(out, at, 0x004E4942);
    memset(out + at, 0, size);
    memcpy(out + at, d->bytes, d->size);
    return at + size;
}

void document_embed(gltf_document *d) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char uri[DOCUMENT_BYTES * 2] = "data:application/octet-stream;base64,";
    size_t n = strlen(uri);
    for (size_t i = 0; i < d->size; i += 3) {
        uint32_t bits = (uint32_t)d->bytes[i] << 16;
        if (i + 1 < d->size) bits |= (uint32_t)d->bytes[i + 1] << 8;
        if (i + 2 < d->size) bits |= d->bytes[i + 2];
        for (size_t k = 0; k < 4; ++k) uri[n++] = i + k > d->size ? '=' : digits[bits >> (18 - 6 * k) & 63];
    }
    uri[n] = 0;
    document_replace(d, "model.bin", uri);
}
