/* glTF: whatever the bytes, a model comes out that can be posed, or a finding. External buffers
   are those of the tests' document.
   Fuzzes: src/io/gltf*.c src/rig/model.c src/rig/clips.c src/rig/skeleton.c src/rig/curve.c src/rig/meshes.c */
#include "fuzz.h"

#include "sinew/io.h"
#include "support/gltf_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the path is "..". */
static bool goes_up(const char *uri) {
    for (const char *at = uri; (at = strstr(at, "..")) != NULL; ++at)
        if ((at == uri || at[-1] == '/' || at[-1] == '\\') && (!at[2] || at[2] == '/' || at[2] == '\\')) return true;
    return false;
}

static void *read_binary(void *user, const char *uri, const sinew_allocator *allocator, size_t *size) {
    (void)user;
    REQUIRE(uri[0] && uri[0] != '/' && !goes_up(uri));
    gltf_document d;
    document_make(&d);
    void *memory = allocator->allocate(allocator->user, d.size);
    if (memory) memcpy(memory, d.bytes, d.size);
    *size = d.size;
    return memory;
}

/* Of two of one name the first is found; what has none is found by its index only. */
static void check_joint_name(const sinew_skeleton *s, uint32_t joint) {
    const char *name = sinew_skeleton_joint_name(s, joint);
    uint32_t found = sinew_skeleton_find_joint(s, name);
    REQUIRE(name && (name[0] ? found != SINEW_NONE : found == SINEW_NONE));
    if (found != SINEW_NONE) REQUIRE(strcmp(sinew_skeleton_joint_name(s, found), name) == 0);
}

static void check_skeleton(const sinew_skeleton *s) {
    uint32_t count = sinew_skeleton_joint_count(s);
    for (uint32_t j = 0; j < count; ++j) {
        uint32_t parent = sinew_skeleton_joint_parent(s, j);
        REQUIRE(parent == SINEW_NONE || parent < j);
        REQUIRE(sinew_skeleton_joint_of_source(s, sinew_skeleton_joint_source(s, j)) == j);
        REQUIRE(isfinite(sinew_skeleton_rest(s, j)->rotation.w));
        if (j < 64) check_joint_name(s, j);
    }
    for (uint32_t i = 0; i < sinew_skeleton_skin_count(s); ++i)
        for (uint32_t j = 0; j < sinew_skeleton_skin_joint_count(s, i); ++j) {
            REQUIRE(sinew_skeleton_skin_joints(s, i)[j] < count);
            REQUIRE(isfinite(sinew_skeleton_skin_inverse_bind(s, i)[j].m[11]));
        }
}

static void check_curve(const sinew_model *model, const sinew_curve *curve, double length) {
    float out[64];
    bool weights = curve->channel == SINEW_CHANNEL_WEIGHTS;
    uint32_t targets =
        weights ? sinew_model_morph_count(model) : sinew_skeleton_joint_count(sinew_model_skeleton(model));
    REQUIRE(curve->target < targets && curve->key_count > 0);
    for (uint32_t k = 0; k < curve->key_count; ++k)
        REQUIRE(curve->times[k] >= 0 && (double)curve->times[k] <= length &&
                (!k || curve->times[k] > curve->times[k - 1]));
    if (curve->width > 64) return;
    for (int i = -1; i < 4; ++i) sinew_curve_sample(curve, length * (0.5 * i), out);
}

static void check_clips(const sinew_model *model) {
    uint32_t count, clips = sinew_model_clip_count(model);
    for (uint32_t clip = 0; clip < clips; ++clip) {
        const char *name = sinew_model_clip_name(model, clip);
        const sinew_curve *curves = sinew_model_clip_curves(model, clip, &count);
        double length = sinew_model_clip_length(model, clip);
        REQUIRE(isfinite(length) && length >= 0 && name);
        if (clip < 64 && name[0]) REQUIRE(sinew_model_find_clip(model, name) <= clip);
        for (uint32_t i = 0; i < count; ++i) check_curve(model, &curves[i], length);
    }
    REQUIRE(clips || sinew_model_find_clip(model, "res://walk.anim") == SINEW_NONE);
    REQUIRE(!sinew_model_clip_loops(model, clips) && !sinew_model_clip_name(model, clips));
}

static void check_lanes(const sinew_model *model) {
    for (uint32_t lane = 0; lane < sinew_model_lane_count(model); ++lane) {
        sinew_lane_info info;
        float numbers[16] = { 0 };
        REQUIRE(sinew_model_lane(model, lane, &info) && info.pointer && !info.text && info.width <= 16);
        for (uint32_t clip = 0; clip < sinew_model_clip_count(model) && clip < 16; ++clip)
            sinew_model_clip_property(model, clip, lane, 0.5, numbers, NULL);
    }
}

static void check_morphs(const sinew_model *model) {
    uint32_t sum = 0, joint, first, count;
    for (uint32_t i = 0; i < sinew_model_morph_count(model); ++i) {
        REQUIRE(sinew_model_morph(model, i, &joint, &first, &count) && first == sum);
        REQUIRE(joint < sinew_skeleton_joint_count(sinew_model_skeleton(model)));
        sum += count;
    }
    REQUIRE(sum == sinew_model_morph_weight_count(model));
    for (uint32_t i = 0; i < sum; ++i) REQUIRE(isfinite(sinew_model_morph_rest(model)[i]));
    REQUIRE(sinew_model_size(model) >= 1e-6f && sinew_model_bytes(model) > 0);
}

static void check_meshes(const sinew_model *model) {
    for (uint32_t i = 0; i < sinew_model_mesh_count(model); ++i) {
        const sinew_mesh *mesh = sinew_model_mesh(model, i);
        for (uint32_t k = 0; k < mesh->index_count; ++k) REQUIRE(mesh->indices[k] < mesh->vertex_count);
    }
}

static void check_pose(const sinew_model *model) {
    uint32_t count = sinew_skeleton_joint_count(sinew_model_skeleton(model));
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    sinew_affine *models = malloc((count + 1) * sizeof *models);
    REQUIRE(pose && models);
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model) && clip < 4; ++clip)
        for (int i = 0; i < 3; ++i)
            REQUIRE(!sinew_pose_sample(pose, clip, sinew_model_clip_length(model, clip) * (0.3 + 0.4 * i)));
    REQUIRE(!sinew_pose_models(pose, models, count));
    free(models);
    sinew_pose_destroy(pose);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    sinew_result result = sinew_io_parse_model(data, size, "fuzz", NULL, read_binary, NULL, &model, &log);
    REQUIRE((result == SINEW_OK) == (model != NULL));
    REQUIRE(result == SINEW_OK ? !log.error_count : log.error_count != 0);
    if (model) {
        check_skeleton(sinew_model_skeleton(model));
        check_meshes(model);
        check_clips(model);
        check_lanes(model);
        check_morphs(model);
        check_pose(model);
    }
    sinew_model_destroy(model);
    sinew_log_free(&log);
    return 0;
}

/* ---- seeds ---- */

/* As a variant: the buffer stands in the text. */
#define EMBED ""

static const char *const variants[][2] = {
    { "'scene': 0,", "'scene': 0," },
    { "'indices': 12, 'mode': 4", "'mode': 5" },
    { "'mode': 4", "'mode': 6" },
    { "'mesh': 0, 'skin': 0, 'weights': [ 0.25, 0.5 ]", "'mesh': 0" },
    { "[ 0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1 ]", "[ 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 ]" },
    { "'joints': [ 2, 1, 5 ]", "'joints': [ 2, 1, 0 ], 'skeleton': 2" },
    { "'node': 2, 'path': 'translation'",
      "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': '/nodes/2/translation' } }" },
    { "'node': 4, 'path': 'weights'",
      "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': '/materials/0/x' } }" },
    { "'scene': 0,",
      "'extensionsUsed': [ 'KHR_mesh_quantization' ], 'extensionsRequired': [ 'KHR_mesh_quantization' ]," },
    { "model.bin", "data:application/octet-stream,%00%01abc" },
    { "'bufferView': 1, 'componentType': 5126, 'count': 3,", "'componentType': 5126, 'count': 3," },
    { "'children': [ 0 ]", "'children': [ 2 ]" },
    { "'byteLength': 680 }", "'byteLength': 680 }, { 'byteLength': 4 }" },
    { "'version': '2.0'", "'version': '2.1', 'minVersion': '2.0'" },
    { "model.bin", "m%6Fdel%2ebin" },
    { "model.bin", EMBED },
    { "'joints': [ 2, 1, 5 ]", "'joints': [ 2 ]" },
};

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    enum { VARIANTS = sizeof variants / sizeof *variants };
    static uint8_t glb[DOCUMENT_GLB];
    gltf_document d;
    if (index >= 2 * VARIANTS) return 0;
    document_make(&d);
    const char *const *variant = variants[index / 2];
    if (variant[1][0]) document_replace(&d, variant[0], variant[1]);
    else document_embed(&d);
    const void *from = index % 2 ? (void *)glb : d.text;
    size_t size = index % 2 ? document_glb(&d, glb) : strlen(d.text);
    if (size > capacity) return 0;
    memcpy(data, from, size);
    return size;
}
