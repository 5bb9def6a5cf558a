/* The glTF reader: what it refuses, where it says so, and that no damage to a file does more than that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sinew/io.h"
#include "support/gltf_document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *read_binary(void *user, const char *uri, const sinew_allocator *allocator, size_t *size) {
    const gltf_document *d = user;
    (void)uri;
    void *memory = allocator->allocate(allocator->user, d->size);
    if (memory) memcpy(memory, d->bytes, d->size);
    *size = d->size;
    return memory;
}

static const sinew_diagnostic *find(const sinew_log *log, sinew_code code, const char *path) {
    for (uint32_t i = 0; i < log->count; ++i) {
        const sinew_diagnostic *item = &log->items[i];
        if (item->severity == SINEW_SEVERITY_ERROR && item->code == code && strcmp(item->path, path) == 0) return item;
    }
    return NULL;
}

/* Refused, with this finding among what is told. */
static void expect_refusal(gltf_document *d, sinew_code code, const char *path, const char *what) {
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    sinew_result result = sinew_io_parse_model(d->text, strlen(d->text), "a.gltf", NULL, read_binary, d, &model, &log);
    const sinew_diagnostic *item = find(&log, code, path);
    if (result != SINEW_ERROR_INPUT || !item) {
        sinew_io_print_log(&log, stderr);
        fail_msg("%s: wanted [%s] at \"%s\", result %d", what, sinew_code_word(code), path, (int)result);
    }
    assert_null(model);
    assert_true(item->line > 0 && item->column > 0);
    assert_string_equal(item->file, "a.gltf");
    assert_true(strlen(item->sentence) > 15);
    sinew_log_free(&log);
}

#define SYNTAX SINEW_CODE_SYNTAX
#define TYPE SINEW_CODE_WRONG_TYPE
#define MISSING SINEW_CODE_MISSING_FIELD
#define RANGE SINEW_CODE_OUT_OF_RANGE
#define TWICE SINEW_CODE_DUPLICATE_NAME
#define FINITE SINEW_CODE_NOT_FINITE
#define LARGE SINEW_CODE_TOO_LARGE

typedef struct change {
    const char *from, *to;
    sinew_code code;
    const char *path;
} change;

static const change changes[] = {
    /* the file */
    { "'asset': { 'version': '2.0' },", "", MISSING, "" },
    { "{ 'version': '2.0' }", "2", TYPE, "asset" },
    { "'version': '2.0'", "'version': 2", TYPE, "asset.version" },
    { "'version': '2.0'", "'version': '1.0'", SINEW_CODE_VERSION, "asset.version" },
    { "'version': '2.0'", "'version': '2'", SINEW_CODE_VERSION, "asset.version" },
    { "'version': '2.0'", "'version': '2.0', 'minVersion': '2.1'", SINEW_CODE_VERSION, "asset.minVersion" },
    { "'scene': 0,", "'extensionsRequired': [ 'EXT_other' ],", SINEW_CODE_EXTENSION, "extensionsRequired[0]" },
    { "'scene': 0,", "'extensionsRequired': [ 1 ],", TYPE, "extensionsRequired[0]" },
    { "'scene': 0,", "'extensionsUsed': [ 'KHR_mesh_quantization' ],", SINEW_CODE_EXTENSION, "extensionsUsed" },
    { "'scene': 0,", "'scene': 1,", RANGE, "scene" },
    { "'scene': 0,", "'cameras': [],", MISSING, "cameras" },
    { "'scene': 0,", "'images': {},", TYPE, "images" },
    { "'scene': 0,", "'textures': [ 1 ],", TYPE, "textures[0]" },
    /* scenes */
    { "[ 2, 4, 5 ] }", "[ 2, 4, 6 ] }", RANGE, "scenes[0].nodes[2]" },
    { "[ 2, 4, 5 ] }", "[ 2, 4, 1 ] }", RANGE, "scenes[0].nodes[2]" },
    { "[ 2, 4, 5 ] }", "[ 2, 4, 4 ] }", TWICE, "scenes[0].nodes[2]" },
    { "[ 2, 4, 5 ] }", "[] }", MISSING, "scenes[0].nodes" },
    { "[ 2, 4, 5 ] }", "[ 2, 4 ] }", RANGE, "nodes[4]" }, /* a joint out of the scene */
    /* buffers */
    { "'model.bin'", "7", TYPE, "buffers[0].uri" },
    { "'model.bin'", "''", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "../model.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "a/..", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "a/%2e%2E/model.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "/model.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "%2fmodel.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "a%5cmodel.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "file:model.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "c%3Amodel.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "model%00.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "model%0.bin", SINEW_CODE_FILE_ACCESS, "buffers[0].uri" },
    { "model.bin", "data:image/png;base64,AAAA", SYNTAX, "buffers[0].uri" },
    { "model.bin", "data:application/octet-streams,AAAA", SYNTAX, "buffers[0].uri" },
    { "model.bin", "data:application/octet-stream;base64,AA*A", SYNTAX, "buffers[0].uri" },
    { "model.bin", "data:application/octet-stream;base64,AAAAA", SYNTAX, "buffers[0].uri" },
    { "model.bin", "data:application/octet-stream,%4", SYNTAX, "buffers[0].uri" },
    { "model.bin", "data:application/octet-stream;base64,AAAA", RANGE, "buffers[0]" },
    { "'uri': 'model.bin', ", "", MISSING, "skins[0].inverseBindMatrices" }, /* nobody knows where it is */
    { "'byteLength': 680", "'byteLength': 681", RANGE, "buffers[0]" },
    { "'byteLength': 680", "'byteLength': -1", RANGE, "buffers[0].byteLength" },
    { "'byteLength': 680", "'byteLength': 680.5", RANGE, "buffers[0].byteLength" },
    { "'byteLength': 680", "'byteLength': 1e300", RANGE, "buffers[0].byteLength" },
    { ", 'byteLength': 680", "", MISSING, "buffers[0]" },
    /* views */
    { "'buffer': 0, 'byteOffset': 0,", "'buffer': 1, 'byteOffset': 0,", RANGE, "bufferViews[0].buffer" },
    { "'buffer': 0, 'byteOffset': 0,", "'byteOffset': 0,", MISSING, "bufferViews[0]" },
    { "'byteOffset': 0, 'byteLength': 12 ", "'byteOffset': 669, 'byteLength': 12 ", RANGE, "bufferViews[0]" },
    { "'byteOffset': 0, 'byteLength': 12 ", "'byteOffset': 9007199254740991, 'byteLength': 12 ", RANGE,
      "bufferViews[0]" },
    { "'byteOffset': 0, 'byteLength': 12 ", "'byteOffset': 0, 'byteLength': 0 ", RANGE, "bufferViews[0].byteLength" },
    { "'byteStride': 40", "'byteStride': 42", RANGE, "bufferViews[6].byteStride" },
    { "'byteStride': 40", "'byteStride': 256", RANGE, "bufferViews[6].byteStride" },
    { "'byteStride': 40", "'byteStride': 164", RANGE, "bufferViews[6].byteStride" },
    { "'byteStride': 40", "'byteStride': 8", RANGE, "accessors[6]" },
    { "'target': 34962", "'target': 1", RANGE, "bufferViews[6].target" },
    { "'byteStride': 40, 'target': 34962", "'byteStride': 40, 'target': 34963", RANGE, "bufferViews[6]" },
    { "'byteLength': 12, 'target': 34963", "'byteLength': 12, 'target': 34962", RANGE,
      "meshes[0].primitives[0].indices" },
    /* accessors */
    { "'bufferView': 0, 'componentType': 5126, 'count': 3", "'bufferView': 12, 'componentType': 5126, 'count': 3",
      RANGE, "accessors[0].bufferView" },
    { "'componentType': 5126, 'count': 3", "'componentType': 5124, 'count': 3", RANGE, "accessors[0].componentType" },
    { "'componentType': 5126, 'count': 3", "'count': 3", MISSING, "accessors[0]" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 0, 'type': 'SCALAR'", RANGE, "accessors[0].count" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 4, 'type': 'SCALAR'", RANGE, "accessors[0]" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 4294967295, 'type': 'SCALAR'", RANGE, "accessors[0]" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 3, 'type': 'VEC9'", RANGE, "accessors[0].type" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 3, 'byteOffset': 2, 'type': 'SCALAR'", RANGE, "accessors[0]" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 3, 'normalized': true, 'type': 'SCALAR'", RANGE, "accessors[0]" },
    { "'count': 3, 'type': 'SCALAR'", "'count': 3, 'normalized': 1, 'type': 'SCALAR'", TYPE,
      "accessors[0].normalized" },
    { "'bufferView': 1, 'componentType': 5126, 'count': 3, ", "'byteOffset': 0, 'componentType': 5126, 'count': 3, ",
      MISSING, "accessors[1]" },
    { "'bufferView': 4, 'componentType': 5126, 'count': 6", "'componentType': 5126, 'count': 4000000000", LARGE,
      "accessors[4]" },
    { "'bufferView': 4,", "'extensions': { 'KHR_mesh_quantization': {} }, 'bufferView': 4,", SINEW_CODE_EXTENSION,
      "accessors[4]" },
    { "'min': [ 0 ]", "'min': [ 0.5 ]", RANGE, "accessors[0].min[0]" },
    { "'max': [ 1, 1, 0 ]", "'max': [ 1, 1, 0.5 ]", RANGE, "accessors[6].max[2]" },
    { "'max': [ 1, 1, 0 ]", "'max': [ 1, 1 ]", RANGE, "accessors[6].max" },
    { "'max': [ 1, 1, 0 ]", "'max': [ 1, 1, '0' ]", TYPE, "accessors[6].max[2]" },
    { "'sparse': { 'count': 1", "'sparse': { 'count': 4", RANGE, "accessors[1].sparse.count" },
    { "'sparse': { 'count': 1", "'sparse': { 'count': 2", RANGE, "accessors[1].sparse.indices" },
    { "'indices': { 'bufferView': 9, 'componentType': 5121 }", "'indices': { 'bufferView': 9, 'componentType': 5120 }",
      RANGE, "accessors[1].sparse.indices.componentType" },
    { "'indices': { 'bufferView': 9, 'componentType': 5121 },", "", MISSING, "accessors[1].sparse" },
    { "'values': { 'bufferView': 10 }", "'values': { 'bufferView': 9 }", RANGE, "accessors[1].sparse.values" },
    { "'values': { 'bufferView': 10 }", "'values': { 'bufferView': 8 }", RANGE, "accessors[1].sparse.values" },
    { "'values': { 'bufferView': 10 }", "'values': { 'bufferView': 10, 'byteOffset': 4 }", RANGE,
      "accessors[1].sparse.values" },
    /* nodes */
    { "'name': 'head'", "'name': 5", TYPE, "nodes[0].name" },
    { "[ 0, 0.5, 0 ]", "[ 0, 0.5 ]", RANGE, "nodes[0].translation" },
    { "[ 0, 0.5, 0 ]", "[ 0, 1e40, 0 ]", FINITE, "nodes[0].translation[1]" },
    { "[ 0, 0.5, 0 ]", "[ 0, 1e400, 0 ]", FINITE, "nodes[0].translation[1]" },
    { "[ 0, 0.5, 0 ]", "[ 0, null, 0 ]", TYPE, "nodes[0].translation[1]" },
    { "[ 0, 0, 0.6, 0.8 ]", "[ 0, 0, 0.6, 0.6 ]", RANGE, "nodes[1].rotation" },
    { "[ 0, 2, 0, 0, -3,", "[ 0, 2, 0, 0, -3, 1, 0, 0, -3,", RANGE, "nodes[3].matrix" },
    { "-3, 0, 0, 0, 0, 0, 4", "-3, 0.1, 0, 0, 0, 0, 4", RANGE, "nodes[3].matrix" },
    { "5, 6, 7, 1 ]", "5, 6, 7, 2 ]", RANGE, "nodes[3].matrix" },
    { "'name': 'tail',", "'name': 'tail', 'scale': [ 1, 1, 1 ],", RANGE, "nodes[3].matrix" },
    { "'children': [ 1, 3 ]", "'children': [ 1, 9 ]", RANGE, "nodes[2].children[1]" },
    { "'children': [ 1, 3 ]", "'children': [ 1, 'x' ]", TYPE, "nodes[2].children[1]" },
    { "'children': [ 1, 3 ]", "'children': 1", TYPE, "nodes[2].children" },
    { "'children': [ 1, 3 ]", "'children': []", MISSING, "nodes[2].children" },
    { "'children': [ 1, 3 ]", "'children': [ 1, 1 ]", TWICE, "nodes[2].children[1]" },
    { "'children': [ 1, 3 ]", "'children': [ 1, 0 ]", TWICE, "nodes[2].children[1]" },
    { "'children': [ 0 ]", "'children': [ 2 ]", RANGE, "nodes[2]" },
    { "'name': 'prop'", "'children': [ 5 ]", RANGE, "nodes[5]" },
    { "'name': 'prop'", "'camera': 0", RANGE, "nodes[5].camera" },
    { "'name': 'prop'", "'mesh': 1", RANGE, "nodes[5].mesh" },
    { "'name': 'prop'", "'skin': 0", MISSING, "nodes[5]" },
    { "'name': 'prop'", "'weights': [ 1 ]", MISSING, "nodes[5].weights" },
    { "[ 0.25, 0.5 ]", "[ 0.25 ]", RANGE, "nodes[4].weights" },
    { "[ 0.25, 0.5 ]", "[ 0.25, true ]", TYPE, "nodes[4].weights[1]" },
    /* skins */
    { "'joints': [ 2, 1, 5 ]", "'joints': [ 2, 1, 6 ]", RANGE, "skins[0].joints[2]" },
    { "'joints': [ 2, 1, 5 ]", "'joints': [ 2, 1, 2 ]", TWICE, "skins[0].joints[2]" },
    { "'joints': [ 2, 1, 5 ]", "'joints': []", MISSING, "skins[0].joints" },
    { "'joints': [ 2, 1, 5 ], ", "", MISSING, "skins[0]" },
    { "'joints': [ 2, 1, 5 ]", "'joints': [ 2, 1, 5 ], 'skeleton': 2", RANGE, "skins[0].skeleton" },
    { "'joints': [ 2, 1, 5 ]", "'joints': [ 2, 1, 5, 0 ]", RANGE, "skins[0].inverseBindMatrices" },
    { "'inverseBindMatrices': 5", "'inverseBindMatrices': 2", TYPE, "skins[0].inverseBindMatrices" },
    { "'inverseBindMatrices': 5", "'inverseBindMatrices': 77", RANGE, "skins[0].inverseBindMatrices" },
    /* meshes */
    { "'primitives': [ {", "'primitives': [ 1, {", TYPE, "meshes[0].primitives[0]" },
    { "'weights': [ 1, 0 ]", "'weights': [ 1 ]", RANGE, "meshes[0].weights" },
    { "'attributes': {", "'attribute': {", MISSING, "meshes[0].primitives[0]" },
    { "'POSITION': 6", "'PLACE': 6", RANGE, "meshes[0].primitives[0].attributes.PLACE" },
    { "'POSITION': 6", "'POSITION': 60", RANGE, "meshes[0].primitives[0].attributes.POSITION" },
    { "'POSITION': 6", "'POSITION': 8", TYPE, "meshes[0].primitives[0].attributes.POSITION" },
    { "'NORMAL': 7", "'NORMAL': 1", RANGE, "meshes[0].primitives[0].attributes.NORMAL" },
    { "'JOINTS_0': 8", "'JOINTS_0': 10", TYPE, "meshes[0].primitives[0].attributes.JOINTS_0" },
    { "'WEIGHTS_0': 10", "'WEIGHTS_0': 8", TYPE, "meshes[0].primitives[0].attributes.WEIGHTS_0" },
    { ", 'WEIGHTS_1': 11", "", RANGE, "meshes[0].primitives[0].attributes" },
    { "'JOINTS_0': 8, 'JOINTS_1': 9, 'WEIGHTS_0': 10, 'WEIGHTS_1': 11", "'_OWN': 10", MISSING, "nodes[4]" },
    { "'indices': 12", "'indices': 4", TYPE, "meshes[0].primitives[0].indices" },
    { "'indices': 12", "'indices': 120", RANGE, "meshes[0].primitives[0].indices" },
    { "'mode': 4", "'mode': 7", RANGE, "meshes[0].primitives[0].mode" },
    { "'material': 0", "'material': 1", RANGE, "meshes[0].primitives[0].material" },
    { "'baseColorFactor': [ 0.125,", "'baseColorFactor': [ 0, 0.125,", RANGE,
      "materials[0].pbrMetallicRoughness.baseColorFactor" },
    { "'targets': [ { 'POSITION': 13 },", "'targets': [ 13,", TYPE, "meshes[0].primitives[0].targets[0]" },
    { "'targets': [ { 'POSITION': 13 },", "'targets': [ { 'POSITION': 1 },", RANGE,
      "meshes[0].primitives[0].targets[0].POSITION" },
    { "'targets': [ { 'POSITION': 13 },", "'targets': [ { 'POSITION': 99 },", RANGE,
      "meshes[0].primitives[0].targets[0].POSITION" },
    { "'primitives': [ {", "'primitives': [ { 'attributes': { 'POSITION': 6 } }, {", RANGE, "meshes[0].primitives[1]" },
    /* animations */
    { "'interpolation': 'LINEAR'", "'interpolation': 'LINE'", RANGE, "animations[0].samplers[0].interpolation" },
    { "'input': 0, 'output': 1, ", "'output': 1, ", MISSING, "animations[0].samplers[0]" },
    { "'input': 0, 'output': 1, ", "'input': 99, 'output': 1, ", RANGE, "animations[0].samplers[0].input" },
    { "'input': 0, 'output': 1, ", "'input': 1, 'output': 1, ", TYPE, "animations[0].samplers[0].input" },
    { "'input': 0, 'output': 1, ", "'input': 4, 'output': 1, ", RANGE, "animations[0].samplers[0].input" },
    { "'input': 15, 'output': 16", "'input': 15, 'output': 16, 'interpolation': 'CUBICSPLINE'", RANGE,
      "animations[1].samplers[0].input" },
    { "'sampler': 0, 'target'", "'sampler': 5, 'target'", RANGE, "animations[0].channels[0].sampler" },
    { "'sampler': 0, 'target'", "'target'", MISSING, "animations[0].channels[0]" },
    { "'sampler': 0, 'target'", "'sampler': 1, 'target'", TYPE, "animations[0].channels[0].sampler" },
    { "'output': 1, 'interpolation'", "'output': 3, 'interpolation'", RANGE, "animations[0].channels[0].sampler" },
    { "'sampler': 3, 'target'", "'sampler': 4, 'target'", TYPE, "animations[0].channels[3].sampler" },
    { "'output': 4 }", "'output': 0 }", RANGE, "animations[0].channels[3].sampler" },
    { "{ 'node': 2, 'path': 'translation' }", "{ 'node': 2 }", MISSING, "animations[0].channels[0].target" },
    { "{ 'node': 2, 'path': 'translation' }", "2", TYPE, "animations[0].channels[0].target" },
    { "'node': 2, 'path': 'translation'", "'node': 6, 'path': 'translation'", RANGE,
      "animations[0].channels[0].target.node" },
    { "'node': 2, 'path': 'translation'", "'node': 3, 'path': 'translation'", RANGE,
      "animations[0].channels[0].target" },
    { "'node': 4, 'path': 'weights'", "'node': 5, 'path': 'weights'", MISSING, "animations[0].channels[3].target" },
    { "'node': 0, 'path': 'rotation'", "'node': 1, 'path': 'rotation'", TWICE, "animations[0].channels[4].target" },
    { "'node': 2, 'path': 'translation'",
      "'node': 2, 'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': '/x' } }",
      SINEW_CODE_EXTENSION, "animations[0].channels[0].target.extensions.KHR_animation_pointer" },
    { "'node': 2, 'path': 'translation'", "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { } }", MISSING,
      "animations[0].channels[0].target.extensions.KHR_animation_pointer" },
    { "'node': 2, 'path': 'translation'",
      "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': 'x' } }", SYNTAX,
      "animations[0].channels[0].target.extensions.KHR_animation_pointer.pointer" },
    { "'channels': [ {", "'channels': [ { 'extensions': { 'KHR_animation_pointer': {} },", SINEW_CODE_EXTENSION,
      "animations[0].channels[0]" },
    { "'channels': [ {", "'channels': [ 1, {", TYPE, "animations[0].channels[0]" },
    { "'samplers': [ {", "'samplers': [ 1, {", TYPE, "animations[0].samplers[0]" },
    { "'samplers': [ { 'input': 15, 'output': 16 } ],", "", MISSING, "animations[1]" },
    { "[ { 'input': 15, 'output': 16 } ]", "[]", MISSING, "animations[1].samplers" },
    { "'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'SCALAR', 'min': [ 0 ], 'max': [ 1 ]",
      "'componentType': 5126, 'count': 3, 'type': 'SCALAR'", MISSING, "animations[0].channels[0]" },
};

static void every_error_is_told_at_its_place(void **state) {
    uint32_t count = sizeof changes / sizeof *changes;
    (void)state;
    for (uint32_t i = 0; i < count; ++i) {
        gltf_document d;
        document_make(&d);
        if (!document_replace(&d, changes[i].from, changes[i].to)) fail_msg("there is no \"%s\"", changes[i].from);
        expect_refusal(&d, changes[i].code, changes[i].path, changes[i].to);
    }
    print_message("%u changes, each refused where it was made\n", count);
}

static const struct {
    size_t at;
    float value;
    sinew_code code;
    const char *path;
} data_changes[] = {
    { AT_TIMES + 4, NAN, FINITE, "accessors[0]" },
    { AT_TIMES + 8, INFINITY, FINITE, "accessors[0]" },
    { AT_TIMES, -1, RANGE, "animations[0].samplers[0].input" },
    { AT_TIMES + 8, 0.25f, RANGE, "animations[0].samplers[0].input" },
    { AT_TIMES + 4, 0, RANGE, "animations[0].samplers[0].input" },
    { AT_TIMES + 8, 2, RANGE, "accessors[0].max[0]" },
    { AT_TRANSLATIONS, NAN, FINITE, "accessors[1]" },
    { AT_SPARSE_VALUE + 4, -INFINITY, FINITE, "accessors[1]" },
    { AT_ROTATIONS, 1, RANGE, "animations[0].channels[1]" },
    { AT_SCALES + 100, NAN, FINITE, "accessors[3]" },
    { AT_INVERSE_BIND + 12, 1, RANGE, "skins[0].inverseBindMatrices" },
    { AT_INVERSE_BIND + 64, NAN, FINITE, "accessors[5]" },
    { AT_VERTICES + 40, NAN, FINITE, "accessors[6]" },
    { AT_TARGET, 5, RANGE, "accessors[13].max[0]" },
};

static const struct {
    size_t at;
    uint8_t value;
    sinew_code code;
    const char *path;
} byte_changes[] = {
    { AT_SPARSE_INDEX, 3, RANGE, "accessors[1]" },
    { AT_INDICES, 4, RANGE, "meshes[0].primitives[0].indices" },
    { AT_VERTICES + 25, 3, RANGE, "meshes[0].primitives[0]" },
    { AT_SHORT_ROTATIONS + 7, 0, RANGE, "animations[0].channels[4]" },
};

static void bad_data_is_refused(void **state) {
    gltf_document d;
    (void)state;
    for (size_t i = 0; i < sizeof data_changes / sizeof *data_changes; ++i) {
        document_make(&d);
        document_put_float(&d, data_changes[i].at, data_changes[i].value);
        expect_refusal(&d, data_changes[i].code, data_changes[i].path, "a float");
    }
    for (size_t i = 0; i < sizeof byte_changes / sizeof *byte_changes; ++i) {
        document_make(&d);
        d.bytes[byte_changes[i].at] = byte_changes[i].value;
        expect_refusal(&d, byte_changes[i].code, byte_changes[i].path, "a byte");
    }
}

static void a_restart_index_is_refused(void **state) {
    gltf_document d;
    (void)state;
    document_make(&d);
    d.bytes[AT_INDICES] = d.bytes[AT_INDICES + 1] = 0xFF;
    expect_refusal(&d, RANGE, "meshes[0].primitives[0].indices", "a restart");
}

static void a_joint_without_weight_may_be_any(void **state) {
    gltf_document d;
    sinew_model *model = NULL;
    (void)state;
    document_make(&d);
    d.bytes[AT_VERTICES + 27] = 200; /* weighs nothing */
    assert_int_equal(sinew_io_parse_model(d.text, strlen(d.text), NULL, NULL, read_binary, &d, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_model_mesh(model, 0)->influence_joints[3], 0);
    sinew_model_destroy(model);
}

static void all_errors_come_at_once(void **state) {
    gltf_document d;
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    (void)state;
    document_make(&d);
    assert_true(document_replace(&d, "'scene': 0", "'scene': 4"));
    assert_true(document_replace(&d, "'byteStride': 40", "'byteStride': 41"));
    assert_true(document_replace(&d, "'joints': [ 2, 1, 5 ]", "'joints': [ 2, 1, 77 ]"));
    assert_true(document_replace(&d, "'interpolation': 'STEP'", "'interpolation': 'STOP'"));
    assert_true(document_replace(&d, "[ 0, 0.5, 0 ]", "[ 0, 0.5, {} ]"));
    assert_int_equal(sinew_io_parse_model(d.text, strlen(d.text), "x", NULL, read_binary, &d, &model, &log),
                     SINEW_ERROR_INPUT);
    if (log.error_count != 5) sinew_io_print_log(&log, stderr);
    assert_int_equal(log.error_count, 5); /* and none that follows from another */
    sinew_log_free(&log);
}

static void places_are_exact(void **state) {
    static const char text[] =
        "{ \"asset\": { \"version\": \"2.0\" },\n  \"nodes\": [\n    { \"scale\": [ 1, 1, true ] } ] }";
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    char line[400];
    (void)state;
    assert_int_equal(sinew_io_parse_model(text, strlen(text), "b.gltf", NULL, NULL, NULL, &model, &log),
                     SINEW_ERROR_INPUT);
    sinew_diagnostic_format(&log.items[0], line, sizeof line);
    assert_string_equal(line, "b.gltf:3:24: error: this is true; it must be a number [wrong-type]");
    sinew_log_free(&log);
}

static void *read_zeros(void *user, const char *uri, const sinew_allocator *allocator, size_t *size) {
    (void)uri;
    *size = *(const size_t *)user;
    void *memory = allocator->allocate(allocator->user, *size);
    if (memory) memset(memory, 0, *size);
    return memory;
}

/* Many accessors over all of one buffer would take a quadratic time and memory. */
static void work_is_held_against_the_bytes(void **state) {
    enum { ACCESSORS = 3000 };
    size_t bytes = 60000, n = 0, room = ACCESSORS * 80 + 400;
    char *text = malloc(room);
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    (void)state;
    assert_non_null(text);
    n += (size_t)snprintf(text + n, room - n,
                          "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":60000,\"uri\":\"x\"}],"
                          "\"bufferViews\":[{\"buffer\":0,\"byteLength\":60000}],\"accessors\":[");
    for (int i = 0; i < ACCESSORS; ++i)
        n += (size_t)snprintf(text + n, room - n,
                              "%s{\"bufferView\":0,\"componentType\":5121,\"count\":60000,\"type\":\"SCALAR\"}",
                              i ? "," : "");
    n += (size_t)snprintf(text + n, room - n, "]}");
    assert_int_equal(sinew_io_parse_model(text, n, "x", NULL, read_zeros, &bytes, &model, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].code, SINEW_CODE_TOO_LARGE);
    sinew_log_free(&log);
    free(text);
}

/* Many nodes that show a mesh of many targets: their weights alone would take the product. */
static void morph_weights_are_held_against_the_bytes(void **state) {
    enum { MANY = 3000 };
    size_t n = 0, room = MANY * 80 + 1000;
    char *text = malloc(room);
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    (void)state;
    assert_non_null(text);
    n += (size_t)snprintf(text + n, room - n,
                          "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,"
                          "\"count\":1,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,0]}],"
                          "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                          "\"targets\":[{}");
    for (int i = 1; i < MANY; ++i) n += (size_t)snprintf(text + n, room - n, ",{}");
    n += (size_t)snprintf(text + n, room - n, "]}]}],\"nodes\":[{}");
    for (int i = 1; i < MANY; ++i) n += (size_t)snprintf(text + n, room - n, ",{\"mesh\":0}");
    n += (size_t)snprintf(text + n, room - n, "]}");
    assert_int_equal(sinew_io_parse_model(text, n, "x", NULL, NULL, NULL, &model, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].code, SINEW_CODE_TOO_LARGE);
    /* What fits in 64 times the file's bytes and a mebibyte comes through; node 0 shows nothing. */
    char path[32];
    snprintf(path, sizeof path, "nodes[%zu]", (n * 64 + (1u << 20)) / 4 / MANY + 1);
    assert_string_equal(log.items[0].path, path);
    sinew_log_free(&log);
    free(text);
}

/* ---- .glb ---- */

static uint8_t glb[DOCUMENT_GLB];

static sinew_result parse_glb(size_t size, sinew_log *log) {
    /* A copy of just this size, so that a sanitizer sees one byte too far. */
    uint8_t *copy = malloc(size ? size : 1);
    sinew_model *model = NULL;
    assert_non_null(copy);
    memcpy(copy, glb, size);
    sinew_result result = sinew_io_parse_model(copy, size, "a.glb", NULL, NULL, NULL, &model, log);
    assert_true((result == SINEW_OK) == (model != NULL));
    sinew_model_destroy(model);
    free(copy);
    return result;
}

static void expect_glb_error(size_t size, const char *part) {
    sinew_log log = { 0 };
    assert_int_equal(parse_glb(size, &log), SINEW_ERROR_INPUT);
    const char *last = log.items[log.count - 1].sentence;
    if (!strstr(last, part)) fail_msg("\"%s\" has no \"%s\"", last, part);
    sinew_log_free(&log);
}

static void put_word(size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; ++i) glb[at + i] = (uint8_t)(value >> (8 * i));
}

static uint32_t word_at(size_t at) {
    return glb[at] | (uint32_t)glb[at + 1] << 8 | (uint32_t)glb[at + 2] << 16 | (uint32_t)glb[at + 3] << 24;
}

static size_t fresh_glb(void) {
    gltf_document d;
    document_make(&d);
    return document_glb(&d, glb);
}

static void broken_containers_are_refused(void **state) {
    (void)state;
    size_t size = fresh_glb(), binary = 20 + word_at(12);
    expect_glb_error(8, "header");
    expect_glb_error(size - 4, "shorter than its header says");
    put_word(4, 1);
    expect_glb_error(size, "version 2");
    fresh_glb();
    put_word(8, 16);
    expect_glb_error(size, "too short");
    fresh_glb();
    put_word(8, (uint32_t)binary + 4);
    expect_glb_error(size, "inside a chunk's header");
    fresh_glb();
    put_word(16, 0x004E4942);
    expect_glb_error(size, "first chunk");
    fresh_glb();
    put_word(binary + 4, 0x4E4F534A);
    expect_glb_error(size, "two JSON chunks");
    fresh_glb();
    put_word(binary, word_at(binary) + 4);
    expect_glb_error(size, "longer than what is left");
    fresh_glb();
    put_word(binary, word_at(binary) - 1);
    expect_glb_error(size, "4 does not divide");
    fresh_glb();
    put_word(binary + 4, 0x12345678); /* some other chunk: passed over */
    expect_glb_error(size, "which it lacks");
    fresh_glb();
    put_word(binary, 12);
    put_word(binary + 20, 0);
    put_word(binary + 24, 0x004E4942);
    put_word(8, (uint32_t)binary + 28);
    expect_glb_error(binary + 28, "two binary chunks");
    fresh_glb();
    put_word(12, 0);
    expect_glb_error(size, "is empty");
}

static void a_bom_is_refused(void **state) {
    static const char text[] = "\xEF\xBB\xBF{\"asset\":{\"version\":\"2.0\"}}";
    sinew_model *model = NULL;
    (void)state;
    assert_int_equal(sinew_io_parse_model(text, strlen(text), NULL, NULL, NULL, NULL, &model, NULL), SINEW_ERROR_INPUT);
}

static void a_binary_file_has_paths_but_no_lines(void **state) {
    gltf_document d;
    sinew_log log = { 0 };
    (void)state;
    document_make(&d);
    assert_true(document_replace(&d, "[ 0, 0.5, 0 ]", "[ 0, 0.5 ]"));
    size_t size = document_glb(&d, glb);
    assert_int_equal(parse_glb(size, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].line, 0);
    assert_string_equal(log.items[0].path, "nodes[0].translation");
    sinew_log_free(&log);
}

static void cut_at_any_byte(void **state) {
    (void)state;
    size_t size = fresh_glb();
    assert_int_equal(parse_glb(size, NULL), SINEW_OK);
    for (size_t cut = 0; cut < size; ++cut) {
        sinew_log log = { 0 };
        assert_int_equal(parse_glb(cut, &log), SINEW_ERROR_INPUT);
        assert_true(log.error_count > 0);
        sinew_log_free(&log);
    }
    /* Cut, but saying so: the last chunk is shorter. */
    size_t binary = 20 + word_at(12);
    for (size_t left = 0; left < word_at(binary); left += 4) {
        fresh_glb();
        put_word(binary, (uint32_t)left);
        put_word(8, (uint32_t)(binary + 8 + left));
        assert_int_equal(parse_glb(binary + 8 + left, NULL), SINEW_ERROR_INPUT);
    }
}

static void any_byte_changed(void **state) {
    uint32_t loaded = 0, refused = 0;
    (void)state;
    size_t size = fresh_glb();
    for (size_t at = 0; at < size; ++at) {
        const uint8_t changed_bits[] = { (uint8_t)(1u << at % 8), 0xFF };
        for (size_t i = 0; i < sizeof changed_bits; ++i) {
            sinew_log log = { 0 };
            glb[at] ^= changed_bits[i];
            sinew_result result = parse_glb(size, &log);
            glb[at] ^= changed_bits[i];
            assert_true(result == SINEW_OK || (result == SINEW_ERROR_INPUT && log.error_count > 0));
            if (result) refused++;
            else loaded++;
            sinew_log_free(&log);
        }
    }
    print_message("%u changed files loaded, %u were refused\n", loaded, refused);
    assert_true(loaded > 0 && refused > 0);
}

static void deep_nesting_ends(void **state) {
    static char text[20000];
    sinew_model *model = NULL;
    (void)state;
    memset(text, '[', sizeof text - 1);
    assert_int_equal(sinew_io_parse_model(text, sizeof text - 1, NULL, NULL, NULL, NULL, &model, NULL),
                     SINEW_ERROR_INPUT);
}

/* A chain of many nodes: no recursion by depth, and a ring at its end is told once. */
static void long_chains_are_walked(void **state) {
    enum { NODES = 20000 };
    char *text = malloc(NODES * 32 + 200);
    (void)state;
    assert_non_null(text);
    for (int ring = 0; ring < 2; ++ring) {
        size_t n = (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
        for (int i = 0; i + 1 < NODES; ++i) n += (size_t)sprintf(text + n, "{\"children\":[%d]},", i + 1);
        n += (size_t)sprintf(text + n, ring ? "{\"children\":[9]}]}" : "{}]}");
        if (ring) memcpy(strstr(text, "[9]"), "[0]", 3); /* node 8 lets 9 go: the ring is 0 to 8 */
        sinew_log log = { 0 };
        sinew_model *model = NULL;
        sinew_result result = sinew_io_parse_model(text, n, NULL, NULL, NULL, NULL, &model, &log);
        assert_int_equal(result, ring ? SINEW_ERROR_INPUT : SINEW_OK);
        assert_int_equal(log.error_count, ring ? 2 : 0); /* 0 to 8, and 9 to the end */
        sinew_model_destroy(model);
        sinew_log_free(&log);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_is_told_at_its_place),
        cmocka_unit_test(bad_data_is_refused),
        cmocka_unit_test(a_restart_index_is_refused),
        cmocka_unit_test(a_joint_without_weight_may_be_any),
        cmocka_unit_test(all_errors_come_at_once),
        cmocka_unit_test(places_are_exact),
        cmocka_unit_test(work_is_held_against_the_bytes),
        cmocka_unit_test(morph_weights_are_held_against_the_bytes),
        cmocka_unit_test(broken_containers_are_refused),
        cmocka_unit_test(a_bom_is_refused),
        cmocka_unit_test(a_binary_file_has_paths_but_no_lines),
        cmocka_unit_test(cut_at_any_byte),
        cmocka_unit_test(any_byte_changed),
        cmocka_unit_test(deep_nesting_ends),
        cmocka_unit_test(long_chains_are_walked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
