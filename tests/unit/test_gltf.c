/* The glTF reader: what it makes of a sound file, in each of the ways in which a file may say it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "sinew/io.h"
#include "support/gltf_document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *read_binary(void *user, const char *uri, const sinew_allocator *allocator, size_t *size) {
    const gltf_document *d = user;
    if (strcmp(uri, "model.bin") != 0) return NULL;
    void *memory = allocator->allocate(allocator->user, d->size);
    if (memory) memcpy(memory, d->bytes, d->size);
    *size = d->size;
    return memory;
}

static sinew_model *load(gltf_document *d, sinew_log *log) {
    sinew_model *model = NULL;
    sinew_result result = sinew_io_parse_model(d->text, strlen(d->text), "a.gltf", NULL, read_binary, d, &model, log);
    if (result) {
        sinew_io_print_log(log, stderr);
        fail_msg("the document is refused");
    }
    return model;
}

/* Loads, and must not say a thing. */
static sinew_model *load_silent(gltf_document *d) {
    sinew_log log = { 0 };
    sinew_model *model = load(d, &log);
    if (log.count) sinew_io_print_log(&log, stderr);
    assert_int_equal(log.count, 0);
    sinew_log_free(&log);
    return model;
}

static sinew_model *load_changed(const char *from, const char *to) {
    gltf_document d;
    document_make(&d);
    assert_true(document_replace(&d, from, to));
    return load_silent(&d);
}

static void expect_floats(const float *is, const float *wanted, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!(fabsf(is[i] - wanted[i]) < 1e-6f))
            fail_msg("value %zu is %g, not %g", i, (double)is[i], (double)wanted[i]);
}

#define EXPECT(is, ...)                                                                                                \
    do {                                                                                                               \
        const float wanted_[] = { __VA_ARGS__ };                                                                       \
        expect_floats(is, wanted_, sizeof wanted_ / sizeof *wanted_);                                                  \
    } while (0)

static const sinew_curve *curve_of(const sinew_model *model, uint32_t clip, uint32_t joint, sinew_channel channel) {
    uint32_t count;
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &count);
    for (uint32_t i = 0; i < count; ++i)
        if (curves[i].target == joint && curves[i].channel == channel) return &curves[i];
    fail_msg("clip %u has no curve of channel %d for joint %u", clip, (int)channel, joint);
    return NULL;
}

enum { HIPS, BODY, PROP, SPINE, TAIL, HEAD, JOINTS };

/* ---- skeleton ---- */

static void every_node_is_a_joint_breadth_first(void **state) {
    static const char *const names[JOINTS] = { "hips", "body", "prop", "spine", "tail", "head" };
    static const uint32_t sources[JOINTS] = { 2, 4, 5, 1, 3, 0 };
    static const uint32_t parents[JOINTS] = { SINEW_NONE, SINEW_NONE, SINEW_NONE, HIPS, HIPS, SPINE };
    gltf_document d;
    (void)state;
    document_make(&d);
    sinew_model *model = load_silent(&d);
    const sinew_skeleton *s = sinew_model_skeleton(model);
    assert_int_equal(sinew_skeleton_joint_count(s), JOINTS);
    assert_int_equal(sinew_skeleton_padded_count(s), 16);
    for (uint32_t j = 0; j < JOINTS; ++j) {
        assert_string_equal(sinew_skeleton_joint_name(s, j), names[j]);
        assert_int_equal(sinew_skeleton_joint_source(s, j), sources[j]);
        assert_int_equal(sinew_skeleton_joint_of_source(s, sources[j]), j);
        assert_int_equal(sinew_skeleton_joint_parent(s, j), parents[j]);
    }
    EXPECT(&sinew_skeleton_rest(s, SPINE)->translation.x, 0, 1, 0, 0, 0, 0.6f, 0.8f, 1, 1, 1);
    EXPECT(&sinew_skeleton_rest(s, HIPS)->translation.x, 0, 2, 0, 0, 0, 0, 1, 1, 2, 1);
    sinew_model_destroy(model);
}

static void a_matrix_becomes_a_transform(void **state) {
    static const struct {
        const char *matrix;
        float expect[10]; /* translation, rotation, scale */
    } cases[] = {
        { "[ 0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1 ]", { 5, 6, 7, 0, 0, 0.70710678f, 0.70710678f, 2, 3, 4 } },
        { "[ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 ]", { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 } },
        { "[ 2, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1 ]", { 0, 0, 0, 1, 0, 0, 0, 2, 1, 1 } },
        { "[ -1, 0, 0, 0, 0, 2, 0, 0, 0, 0, -3, 0, 0, 0, 0, 1 ]", { 0, 0, 0, 0, 1, 0, 0, 1, 2, 3 } },
        { "[ -2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 ]", { 0, 0, 0, 0, 0, 0, 1, -2, 1, 1 } },
        { "[ 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 ]", { 0, 0, 0, 0, 0, 0, 1, 0, 1, 1 } },
        { "[ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 1 ]", { 9, 0, 0, 0, 0, 0, 1, 0, 0, 0 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = load_changed("[ 0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1 ]", cases[i].matrix);
        expect_floats(&sinew_skeleton_rest(sinew_model_skeleton(model), TAIL)->translation.x, cases[i].expect, 10);
        sinew_model_destroy(model);
    }
}

static void one_axis_of_a_matrix_gets_two_beside_it(void **state) {
    (void)state;
    sinew_model *model = load_changed("[ 0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1 ]",
                                      "[ 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 ]");
    const sinew_transform *t = sinew_skeleton_rest(sinew_model_skeleton(model), TAIL);
    EXPECT(&t->scale.x, 5, 0, 0);
    /* The x axis, turned, is z. */
    sinew_quat q = t->rotation;
    const float x[3] = { 1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y) };
    EXPECT(x, 0, 0, 1);
    sinew_model_destroy(model);
}

static void a_skin_keeps_its_order(void **state) {
    gltf_document d;
    (void)state;
    document_make(&d);
    sinew_model *model = load_silent(&d);
    const sinew_skeleton *s = sinew_model_skeleton(model);
    assert_int_equal(sinew_skeleton_skin_count(s), 1);
    assert_string_equal(sinew_skeleton_skin_name(s, 0), "flesh");
    assert_int_equal(sinew_skeleton_skin_joint_count(s, 0), 3);
    const uint32_t *joints = sinew_skeleton_skin_joints(s, 0);
    assert_int_equal(joints[0], HIPS);
    assert_int_equal(joints[1], SPINE);
    assert_int_equal(joints[2], PROP);
    EXPECT(sinew_skeleton_skin_inverse_bind(s, 0)[2].m, 1, 0, 0, 0, 0, 1, 0, -2, 0, 0, 1, 0);
    sinew_model_destroy(model);
    model = load_changed(", 'inverseBindMatrices': 5", "");
    EXPECT(sinew_skeleton_skin_inverse_bind(sinew_model_skeleton(model), 0)[2].m, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    sinew_model_destroy(model);
    model = load_changed("'joints': [ 2, 1, 5 ], 'inverseBindMatrices': 5",
                         "'joints': [ 2, 1, 0 ], 'skeleton': 2 }, { 'joints': [ 0, 2 ]");
    assert_int_equal(sinew_skeleton_skin_count(sinew_model_skeleton(model)), 2);
    assert_int_equal(sinew_skeleton_skin_joints(sinew_model_skeleton(model), 1)[0], HEAD);
    sinew_model_destroy(model);
}

/* ---- clips ---- */

static void clips_are_as_in_the_file(void **state) {
    gltf_document d;
    (void)state;
    document_make(&d);
    sinew_model *model = load_silent(&d);
    assert_int_equal(sinew_model_clip_count(model), 3);
    assert_string_equal(sinew_model_clip_name(model, 0), "walk");
    assert_string_equal(sinew_model_clip_name(model, 1), "");
    assert_string_equal(sinew_model_clip_name(model, 2), "walk");
    assert_int_equal(sinew_model_find_clip(model, "walk"), 0);
    assert_int_equal(sinew_model_find_clip(model, ""), SINEW_NONE);
    assert_true(sinew_model_clip_length(model, 0) >= 1 && sinew_model_clip_length(model, 0) <= 1);
    assert_true(sinew_model_clip_length(model, 1) <= 0);
    assert_true(sinew_model_clip_loops(model, 0));
    float v[4];
    sinew_curve_sample(curve_of(model, 0, HIPS, SINEW_CHANNEL_TRANSLATION), 0.25, v);
    EXPECT(v, 0.5f, 2.5f, 0); /* half way to the sparse key */
    sinew_curve_sample(curve_of(model, 0, SPINE, SINEW_CHANNEL_ROTATION), 0.99, v);
    EXPECT(v, 0, 1, 0, 0); /* STEP */
    sinew_curve_sample(curve_of(model, 0, PROP, SINEW_CHANNEL_SCALE), 0.25, v);
    EXPECT(v, 1.625f, 1.5f, 1.5f); /* x leaves at 2 a second */
    sinew_curve_sample(curve_of(model, 0, HEAD, SINEW_CHANNEL_ROTATION), 0.25, v);
    EXPECT(v, 0, 0, 0.70710678f, 0.70710678f);
    sinew_curve_sample(curve_of(model, 0, HEAD, SINEW_CHANNEL_ROTATION), 2, v);
    EXPECT(v, -1, 0, 0, 0);
    sinew_curve_sample(curve_of(model, 0, 0, SINEW_CHANNEL_WEIGHTS), 0.75, v);
    EXPECT(v, 0.75f, 0.125f);
    sinew_curve_sample(curve_of(model, 1, PROP, SINEW_CHANNEL_TRANSLATION), 7, v);
    EXPECT(v, 0, 2, 0);
    sinew_model_destroy(model);
}

static void channels_without_a_node_are_left_out(void **state) {
    static const char *const changes[][2] = {
        { "'node': 2, 'path': 'translation'", "'path': 'translation'" },
        { "'node': 2, 'path': 'translation'", "'node': 2, 'path': 'colour'" },
        { "'node': 2, 'path': 'translation'",
          "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': '/nodes/6/translation' } }" },
        { "'node': 2, 'path': 'translation'",
          "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': '' } }" },
    };
    (void)state;
    for (size_t i = 0; i < 4; ++i) {
        gltf_document d;
        sinew_log log = { 0 };
        uint32_t count;
        document_make(&d);
        assert_true(document_replace(&d, changes[i][0], changes[i][1]));
        sinew_model *model = load(&d, &log);
        assert_int_equal(log.warning_count, 1);
        assert_non_null(strstr(log.items[0].path, "animations[0].channels[0].target"));
        sinew_model_clip_curves(model, 0, &count);
        assert_int_equal(count, 4);
        sinew_model_destroy(model);
        sinew_log_free(&log);
    }
}

static void odd_but_legal_files_load_with_a_warning(void **state) {
    static const char *const changes[][3] = {
        /* keys interleaved: the view of translations with a stride */
        { "'byteOffset': 12, 'byteLength': 36", "'byteOffset': 12, 'byteLength': 36, 'byteStride': 12", "byteStride" },
        { "'mode': 4", "'mode': 1", "points or lines" },
        { "'max': [ 1, 1, 0 ]", "'extras': 0", "\"min\" and \"max\"" },
        { "'version': '2.0'", "'version': '2.7'", NULL },
        { "'scene': 0,", "'extensionsUsed': [ 'ANY_thing' ], 'extensionsRequired': [ 'KHR_materials_unlit' ],", NULL },
        { "'name': 'prop'", "'extensions': { 'ANY_thing': {} }, 'extras': [ 1 ]", NULL },
        { "'byteLength': 680 }", "'byteLength': 680 }, { 'byteLength': 4 }", NULL }, /* nothing uses it */
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        gltf_document d;
        sinew_log log = { 0 };
        document_make(&d);
        assert_true(document_replace(&d, changes[i][0], changes[i][1]));
        sinew_model *model = load(&d, &log);
        if (changes[i][2]) {
            assert_true(log.count > 0);
            assert_non_null(strstr(log.items[0].sentence, changes[i][2]));
        } else {
            assert_int_equal(log.count, 0);
        }
        sinew_model_destroy(model);
        sinew_log_free(&log);
    }
}

/* ---- morphs, meshes ---- */

static void morph_weights_of_the_node_go_first(void **state) {
    gltf_document d;
    uint32_t joint, first, count;
    (void)state;
    document_make(&d);
    sinew_model *model = load_silent(&d);
    assert_int_equal(sinew_model_morph_count(model), 1);
    assert_int_equal(sinew_model_morph_weight_count(model), 2);
    assert_true(sinew_model_morph(model, 0, &joint, &first, &count));
    assert_int_equal(joint, BODY);
    assert_int_equal(first, 0);
    assert_int_equal(count, 2);
    EXPECT(sinew_model_morph_rest(model), 0.25f, 0.5f);
    sinew_model_destroy(model);
    model = load_changed(", 'weights': [ 0.25, 0.5 ]", "");
    EXPECT(sinew_model_morph_rest(model), 1, 0);
    sinew_model_destroy(model);
}

static void a_mesh_has_eight_influences(void **state) {
    gltf_document d;
    (void)state;
    document_make(&d);
    sinew_model *model = load_silent(&d);
    assert_int_equal(sinew_model_mesh_count(model), 1);
    const sinew_mesh *mesh = sinew_model_mesh(model, 0);
    assert_int_equal(mesh->joint, BODY);
    assert_int_equal(mesh->skin, 0);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->influence_count, 8);
    EXPECT(mesh->positions + 9, 1, 1, 0);
    EXPECT(mesh->normals + 3, 0, 0, 1);
    EXPECT(mesh->color, 0.125f, 0.25f, 0.5f, 1);
    EXPECT(mesh->influence_weights, 0.5f, 0.25f, 0.125f, 0, 0.125f, 0, 0, 0); /* 256 shared out */
    assert_int_equal(mesh->influence_joints[1], 1);
    assert_int_equal(mesh->influence_joints[4], 1);
    static const uint32_t indices[6] = { 0, 1, 2, 2, 1, 3 };
    assert_int_equal(mesh->index_count, 6);
    assert_memory_equal(mesh->indices, indices, sizeof indices);
    sinew_model_destroy(model);
}

static void expect_indices(const char *from, const char *to, uint32_t count, const uint32_t *indices) {
    sinew_model *model = load_changed(from, to);
    const sinew_mesh *mesh = sinew_model_mesh(model, 0);
    assert_int_equal(mesh->index_count, count);
    assert_memory_equal(mesh->indices, indices, count * sizeof *indices);
    sinew_model_destroy(model);
}

static void strips_and_fans_become_triangles(void **state) {
    (void)state;
    expect_indices("'indices': 12, 'mode': 4", "'mode': 5", 6, (const uint32_t[]){ 0, 1, 2, 1, 3, 2 });
    expect_indices("'indices': 12, 'mode': 4", "'mode': 6", 6, (const uint32_t[]){ 1, 2, 0, 2, 3, 0 });
    expect_indices("'indices': 12, 'mode': 4", "'mode': 4", 3, (const uint32_t[]){ 0, 1, 2 });
    expect_indices("'mode': 4", "'mode': 6", 12, (const uint32_t[]){ 1, 2, 0, 2, 2, 0, 2, 1, 0, 1, 3, 0 });
}

static void an_unskinned_node_shows_no_influences(void **state) {
    (void)state;
    sinew_model *model = load_changed("'mesh': 0, 'skin': 0, 'weights': [ 0.25, 0.5 ]", "'mesh': 0");
    assert_int_equal(sinew_model_mesh(model, 0)->influence_count, 0);
    assert_int_equal(sinew_model_mesh(model, 0)->skin, SINEW_NONE);
    sinew_model_destroy(model);
}

static void meshes_may_be_left_out(void **state) {
    gltf_document d;
    sinew_model *model = NULL;
    sinew_io_options options = { .no_meshes = true };
    (void)state;
    document_make(&d);
    assert_int_equal(sinew_io_parse_model(d.text, strlen(d.text), NULL, &options, read_binary, &d, &model, NULL),
                     SINEW_OK);
    assert_int_equal(sinew_model_mesh_count(model), 0);
    assert_int_equal(sinew_model_morph_weight_count(model), 2);
    sinew_model_destroy(model);
}

static void quantized_positions_are_read(void **state) {
    gltf_document d;
    (void)state;
    document_make(&d);
    assert_true(document_replace(&d, "'scene': 0,",
                                 "'extensionsUsed': [ 'KHR_mesh_quantization' ], "
                                 "'extensionsRequired': [ 'KHR_mesh_quantization' ],"));
    assert_true(
        document_replace(&d, "'byteOffset': 0, 'componentType': 5126, 'count': 4, 'type': 'VEC3',",
                         "'byteOffset': 32, 'componentType': 5121, 'normalized': true, 'count': 4, 'type': 'VEC3',"));
    assert_true(document_replace(&d, "'min': [ 0, 0, 0 ], 'max': [ 1, 1, 0 ]",
                                 "'min': [ 128, 64, 32 ], 'max': [ 128, 64, 32 ]"));
    sinew_model *model = load_silent(&d);
    EXPECT(sinew_model_mesh(model, 0)->positions, 128 / 255.f, 64 / 255.f, 32 / 255.f);
    sinew_model_destroy(model);
}

/* ---- containers ---- */

static void a_glb_and_data_uris_say_the_same(void **state) {
    static uint8_t glb[DOCUMENT_GLB];
    gltf_document d;
    float v[3];
    (void)state;
    document_make(&d);
    size_t size = document_glb(&d, glb);
    sinew_model *model = NULL;
    assert_int_equal(sinew_io_parse_model(glb, size, "a.glb", NULL, NULL, NULL, &model, NULL), SINEW_OK);
    sinew_curve_sample(curve_of(model, 0, HIPS, SINEW_CHANNEL_TRANSLATION), 0.25, v);
    EXPECT(v, 0.5f, 2.5f, 0);
    sinew_model_destroy(model);
    document_make(&d);
    document_embed(&d);
    assert_int_equal(sinew_io_parse_model(d.text, strlen(d.text), "a.gltf", NULL, NULL, NULL, &model, NULL), SINEW_OK);
    sinew_curve_sample(curve_of(model, 0, HIPS, SINEW_CHANNEL_TRANSLATION), 0.25, v);
    EXPECT(v, 0.5f, 2.5f, 0);
    sinew_model_destroy(model);
}

static void plain_data_uris_are_percent_decoded(void **state) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"skins\":[{\"joints\":[0]}],\"buffers\":[{"
        "\"byteLength\":4,\"uri\":\"data:application/gltf-buffer,%00%00%80%3f\"}],\"bufferViews\":[{"
        "\"buffer\":0,\"byteLength\":4}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":1,\"type\":\"SCALAR\",\"min\":[1],\"max\":[1]}]}";
    sinew_model *model = NULL;
    (void)state;
    assert_int_equal(sinew_io_parse_model(text, strlen(text), NULL, NULL, NULL, NULL, &model, NULL), SINEW_OK);
    sinew_model_destroy(model);
}

static void write_file(const char *name, const void *data, size_t size) {
    FILE *out = fopen(name, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, size, out), size);
    fclose(out);
}

static void files_beside_each_other_are_found(void **state) {
    gltf_document d;
    char folder[256], model_name[300], binary[300], beside[300];
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sinew-test-gltf-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(model_name, sizeof model_name, "%s/hero.one.gltf", folder);
    snprintf(binary, sizeof binary, "%s/my model.bin", folder);
    snprintf(beside, sizeof beside, "%s/hero.one.clips.json", folder);
    document_make(&d);
    assert_true(document_replace(&d, "model.bin", "my%20model.bin"));
    write_file(model_name, d.text, strlen(d.text));
    write_file(binary, d.bytes, d.size);
    write_file(beside, "{\"walk\":{\"loop\":false}}", 23);
    sinew_model *model = NULL;
    assert_int_equal(sinew_io_load_model(model_name, NULL, &model, NULL), SINEW_OK);
    assert_false(sinew_model_clip_loops(model, 0));
    assert_true(sinew_model_clip_loops(model, 2)); /* the second of the name */
    sinew_model_destroy(model);
    sinew_io_options options = { .no_sidecar = true };
    assert_int_equal(sinew_io_load_model(model_name, &options, &model, NULL), SINEW_OK);
    assert_true(sinew_model_clip_loops(model, 0));
    sinew_model_destroy(model);
    /* What is given counts in place of the file, also where there is none to be looked for. */
    sinew_io_options given = { .clips_text = "{\"run\":{\"loop\":false}}",
                               .clips_size = 22,
                               .clips_name = "given.clips.json" };
    assert_int_equal(sinew_io_load_model(model_name, &given, &model, NULL), SINEW_OK);
    assert_true(sinew_model_clip_loops(model, 0));
    sinew_model_destroy(model);
    sinew_log found = { 0 };
    gltf_document plain;
    document_make(&plain);
    given.clips_text = "{\"walk\":{\"loop\":false},\"run\":5}";
    given.clips_size = strlen(given.clips_text);
    assert_int_equal(
        sinew_io_parse_model(plain.text, strlen(plain.text), "a.gltf", &given, read_binary, &plain, &model, &found),
        SINEW_OK);
    assert_false(sinew_model_clip_loops(model, 0));
    assert_true(found.count >= 1);
    assert_string_equal(found.items[found.count - 1].file, "given.clips.json");
    sinew_model_destroy(model);
    sinew_log_free(&found);
    options.max_bytes = 100;
    assert_int_equal(sinew_io_load_model(model_name, &options, &model, NULL), SINEW_ERROR_INPUT);
    write_file(beside, "{\"walk\":{\"loop\":0}}", 19);
    sinew_log log = { 0 };
    assert_int_equal(sinew_io_load_model(model_name, NULL, &model, &log), SINEW_OK); /* the rest of it plays */
    assert_int_equal(log.error_count, 1);
    assert_string_equal(log.items[0].file, beside);
    assert_int_equal(log.items[0].line, 1);
    assert_true(sinew_model_clip_loops(model, 0));
    sinew_model_destroy(model);
    sinew_log_free(&log);
    write_file(beside, "{\"walk\":", 8);
    assert_int_equal(sinew_io_load_model(model_name, NULL, &model, &log), SINEW_OK);
    assert_int_equal(log.items[0].code, SINEW_CODE_SYNTAX);
    sinew_model_destroy(model);
    sinew_log_free(&log);
    static const char marks[] = "{\"walk\":{\"root\":\"motion\",\"events\":[{\"time\":0.5,\"name\":\"step\"}],"
                                "\"properties\":[{\"pointer\":\"/x\",\"times\":[0],\"values\":[3]}]}}";
    write_file(beside, marks, strlen(marks));
    assert_int_equal(sinew_io_load_model(model_name, NULL, &model, &log), SINEW_OK);
    uint32_t count;
    assert_string_equal(sinew_model_clip_events(model, 0, &count)->name, "step");
    assert_int_equal(count, 1);
    sinew_root_desc root = sinew_model_clip_root(model, 0);
    assert_int_equal(root.mode, SINEW_ROOT_MOTION);
    assert_int_equal(root.joint, HIPS); /* of the skin's joints the one above the others */
    assert_int_equal(root.axes, SINEW_AXIS_X | SINEW_AXIS_Z);
    float value = 0;
    assert_true(sinew_model_clip_property(model, 0, 0, 0.2, &value, NULL));
    assert_true(value >= 3 && value <= 3);
    assert_int_equal(sinew_model_clip_events(model, 2, &count) != NULL && count, false);
    sinew_model_destroy(model);
    assert_int_equal(log.count, 0);
    remove(beside);
    remove(binary);
    assert_int_equal(sinew_io_load_model(model_name, NULL, &model, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].code, SINEW_CODE_FILE_ACCESS);
    sinew_log_free(&log);
    remove(model_name);
    assert_int_equal(sinew_io_load_model(model_name, NULL, &model, NULL), SINEW_ERROR_FILE);
    remove(folder);
}

static void wrong_arguments_are_said(void **state) {
    sinew_model *model = NULL;
    (void)state;
    assert_int_equal(sinew_io_load_model(NULL, NULL, &model, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_load_model("x", NULL, NULL, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_parse_model(NULL, 4, NULL, NULL, NULL, NULL, &model, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_parse_model("", 0, NULL, NULL, NULL, NULL, &model, NULL), SINEW_ERROR_INPUT);
}

/* ---- when memory runs out ---- */

static bool load_once(fault *f, void *user) {
    gltf_document *d = user;
    sinew_io_options options = { .allocator = &f->allocator };
    sinew_model *model = NULL;
    sinew_log log = { 0 };
    sinew_result result =
        sinew_io_parse_model(d->text, strlen(d->text), "a.gltf", &options, read_binary, d, &model, &log);
    /* The caller's own `read` cannot say that memory ran out: a buffer is then missing. */
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY || log.items[0].code == SINEW_CODE_FILE_ACCESS);
    assert_true((result == SINEW_OK) == (model != NULL));
    sinew_model_destroy(model);
    sinew_log_free(&log);
    return result == SINEW_OK;
}

static bool load_glb_once(fault *f, void *user) {
    static uint8_t glb[DOCUMENT_GLB];
    size_t *size = user;
    sinew_io_options options = { .allocator = &f->allocator };
    sinew_model *model = NULL;
    if (!*size) {
        gltf_document d;
        document_make(&d);
        *size = document_glb(&d, glb);
    }
    sinew_result result = sinew_io_parse_model(glb, *size, NULL, &options, NULL, NULL, &model, NULL);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    sinew_model_destroy(model);
    return result == SINEW_OK;
}

static void every_allocation_may_fail(void **state) {
    gltf_document d;
    size_t size = 0;
    (void)state;
    document_make(&d);
    size_t failures = fault_sweep(load_once, &d, 2000) + fault_sweep(load_glb_once, &size, 2000);
    assert_true(failures > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_is_a_joint_breadth_first),
        cmocka_unit_test(a_matrix_becomes_a_transform),
        cmocka_unit_test(one_axis_of_a_matrix_gets_two_beside_it),
        cmocka_unit_test(a_skin_keeps_its_order),
        cmocka_unit_test(clips_are_as_in_the_file),
        cmocka_unit_test(channels_without_a_node_are_left_out),
        cmocka_unit_test(odd_but_legal_files_load_with_a_warning),
        cmocka_unit_test(morph_weights_of_the_node_go_first),
        cmocka_unit_test(a_mesh_has_eight_influences),
        cmocka_unit_test(strips_and_fans_become_triangles),
        cmocka_unit_test(an_unskinned_node_shows_no_influences),
        cmocka_unit_test(meshes_may_be_left_out),
        cmocka_unit_test(quantized_positions_are_read),
        cmocka_unit_test(a_glb_and_data_uris_say_the_same),
        cmocka_unit_test(plain_data_uris_are_percent_decoded),
        cmocka_unit_test(files_beside_each_other_are_found),
        cmocka_unit_test(wrong_arguments_are_said),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
