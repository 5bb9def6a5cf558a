/* KHR_animation_pointer: channels of nodes by another name, and lanes of numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "sinew/io.h"
#include "support/gltf_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AIM(pointer) "'path': 'pointer', 'extensions': { 'KHR_animation_pointer': { 'pointer': '" pointer "' } }"

static sinew_model *parse(gltf_document *d, const sinew_io_options *options, sinew_log *log) {
    sinew_model *model = NULL;
    document_embed(d);
    sinew_io_parse_model(d->text, strlen(d->text), "model.gltf", options, NULL, NULL, &model, log);
    return model;
}

/* The document with one part replaced; fails on any finding unless `log` is given. */
static sinew_model *changed(const char *from, const char *to, sinew_log *log) {
    gltf_document d;
    sinew_log own = { 0 };
    document_make(&d);
    if (!document_replace(&d, from, to)) fail_msg("there is no \"%s\"", from);
    sinew_model *model = parse(&d, NULL, log ? log : &own);
    if (own.count) fail_msg("%s", own.items[0].sentence);
    assert_non_null(model);
    return model;
}

static bool near(float a, double b) { return (double)a - b < 1e-6 && b - (double)a < 1e-6; }

static void a_pointer_to_a_node_is_a_channel(void **state) {
    static const char *const changes[][2] = {
        { "'node': 2, 'path': 'translation'", AIM("/nodes/2/translation") },
        { "'node': 1, 'path': 'rotation'", AIM("/nodes/1/rotation") },
        { "'node': 5, 'path': 'scale'", AIM("/nodes/5/scale") },
        { "'node': 4, 'path': 'weights'", AIM("/nodes/4/weights") },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/0/rotation") },
    };
    (void)state;
    sinew_model *plain = changed("'walk'", "'walk'", NULL);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        uint32_t count, other;
        sinew_model *model = changed(changes[i][0], changes[i][1], NULL);
        const sinew_curve *curves = sinew_model_clip_curves(model, 0, &count);
        const sinew_curve *wanted = sinew_model_clip_curves(plain, 0, &other);
        assert_int_equal(count, other);
        for (uint32_t k = 0; k < count; ++k) {
            assert_int_equal(curves[k].channel, wanted[k].channel);
            assert_int_equal(curves[k].target, wanted[k].target);
            assert_int_equal(curves[k].key_count, wanted[k].key_count);
        }
        assert_int_equal(sinew_model_lane_count(model), 0);
        sinew_model_destroy(model);
    }
    sinew_model_destroy(plain);
}

/* Each sampler of the document: width by its output's type and its count for each key. */
static void any_other_pointer_is_a_lane(void **state) {
    static const struct {
        const char *from, *to, *pointer;
        uint32_t width;
        double time, first, last; /* the first and last number at the time */
    } cases[] = {
        { "'node': 2, 'path': 'translation'", AIM("/materials/0/emissiveFactor"), "/materials/0/emissiveFactor", 3,
          0.25, 0.5, 0 }, /* LINEAR, sparse */
        { "'node': 1, 'path': 'rotation'", AIM("/nodes/01/rotation"), "/nodes/01/rotation", 4, 0.99, 0, 0 }, /* STEP */
        { "'node': 5, 'path': 'scale'", AIM("/x"), "/x", 3, 0.25, 1.625, 1.5 }, /* CUBICSPLINE */
        { "'node': 4, 'path': 'weights'", AIM("/nodes/4/weights/0"), "/nodes/4/weights/0", 2, 0.75, 0.75, 0.125 },
        { "'node': 0, 'path': 'rotation'", AIM("/a~1b~0c"), "/a~1b~0c", 4, 1, -1, 0 }, /* normalised shorts */
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/0/rotation/"), "/nodes/0/rotation/", 4, 1, -1, 0 },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes//rotation"), "/nodes//rotation", 4, 1, -1, 0 },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/0"), "/nodes/0", 4, 1, -1, 0 },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/12"), "/nodes/12", 4, 1, -1, 0 },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/1a/rotation"), "/nodes/1a/rotation", 4, 1, -1, 0 },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/a/rotation"), "/nodes/a/rotation", 4, 1, -1, 0 },
        { "'node': 0, 'path': 'rotation'", AIM("/nodes/-1/rotation"), "/nodes/-1/rotation", 4, 1, -1, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_lane_info lane = { 0 };
        float v[16];
        const char *text = "untouched";
        sinew_model *model = changed(cases[i].from, cases[i].to, NULL);
        assert_int_equal(sinew_model_lane_count(model), 1);
        assert_true(sinew_model_lane(model, 0, &lane));
        assert_string_equal(lane.pointer, cases[i].pointer);
        assert_null(lane.component);
        assert_false(lane.text);
        assert_int_equal(lane.width, cases[i].width);
        assert_true(sinew_model_clip_property(model, 0, 0, cases[i].time, v, &text));
        if (!near(v[0], cases[i].first) || !near(v[lane.width - 1], cases[i].last))
            fail_msg("%s is %g .. %g", lane.pointer, (double)v[0], (double)v[lane.width - 1]);
        assert_string_equal(text, "untouched");
        assert_false(sinew_model_clip_property(model, 1, 0, 0, v, &text));
        assert_true(sinew_model_clip_length(model, 0) >= 1);
        sinew_model_destroy(model);
    }
}

/* Times that are all 0, since no bytes say otherwise, are one key: the last. */
static void times_without_bytes_are_one_key(void **state) {
    static const struct {
        const char *output;
        double first, last;
        uint32_t width;
    } cases[] = {
        { "'output': 2, 'interpolation': 'STEP'", 1, 0, 4 },        /* the third of three */
        { "'output': 3, 'interpolation': 'CUBICSPLINE'", 3, 3, 3 }, /* its value, between its tangents */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        gltf_document d;
        char sampler[128];
        float v[16];
        sinew_log log = { 0 };
        sinew_lane_info lane;
        document_make(&d);
        snprintf(sampler, sizeof sampler, "'input': 17, %s", cases[i].output);
        assert_true(document_replace(&d, "'count': 1, 'type': 'VEC3' } ],",
                                     "'count': 1, 'type': 'VEC3' }, { 'componentType': 5126, 'count': 3, 'type': "
                                     "'SCALAR', 'min': [ 0 ], 'max': [ 0 ] } ],"));
        assert_true(document_replace(&d, "'input': 0, 'output': 1, 'interpolation': 'LINEAR'", sampler));
        assert_true(document_replace(&d, "'node': 2, 'path': 'translation'", AIM("/x")));
        sinew_model *model = parse(&d, NULL, &log);
        if (!model) fail_msg("%s", log.items[0].sentence);
        assert_int_equal(log.error_count, 0);
        assert_true(sinew_model_lane(model, 0, &lane));
        assert_int_equal(lane.width, cases[i].width);
        for (int k = 0; k < 3; ++k) {
            assert_true(sinew_model_clip_property(model, 0, 0, 0.5 * k, v, NULL));
            assert_true(near(v[0], cases[i].first) && near(v[lane.width - 1], cases[i].last));
        }
        sinew_model_destroy(model);
        sinew_log_free(&log);
    }
}

static void the_extension_may_be_required(void **state) {
    (void)state;
    sinew_model_destroy(changed("'scene': 0,",
                                "'extensionsUsed': [ 'KHR_animation_pointer' ],"
                                "'extensionsRequired': [ 'KHR_animation_pointer' ],",
                                NULL));
}

static void what_cannot_be_read_is_left_out(void **state) {
    static const struct {
        const char *from, *to;
        sinew_code code;
        const char *path;
    } cases[] = {
        /* 27 numbers for one key */
        { "'input': 0, 'output': 4 }", "'input': 15, 'output': 3 }", SINEW_CODE_TOO_LARGE,
          "animations[0].channels[3]" },
        /* another width than in the first clip; the same lane twice */
        { "'node': 5, 'path': 'translation' } } ] }", AIM("/w") " } } ] }", SINEW_CODE_WRONG_TYPE,
          "animations[1].channels[0]" },
        { "'node': 5, 'path': 'scale'", AIM("/w"), SINEW_CODE_DUPLICATE_NAME, "animations[0].channels[3]" },
        /* nodes that are not there, also where the number would wrap to one that is */
        { "'node': 2, 'path': 'translation'", AIM("/nodes/6/translation"), SINEW_CODE_OUT_OF_RANGE,
          "animations[0].channels[0].target" },
        { "'node': 2, 'path': 'translation'", AIM("/nodes/4294967298/translation"), SINEW_CODE_OUT_OF_RANGE,
          "animations[0].channels[0].target" },
        { "'node': 2, 'path': 'translation'", AIM("/nodes/18446744073709551618/translation"), SINEW_CODE_OUT_OF_RANGE,
          "animations[0].channels[0].target" },
        { "'node': 2, 'path': 'translation'",
          "'path': 'translation', 'extensions': { 'KHR_animation_pointer': { "
          "'pointer': '/x' } }",
          SINEW_CODE_UNKNOWN_FIELD, "animations[0].channels[0].target.path" },
    };
    gltf_document d;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_log log = { 0 };
        document_make(&d);
        assert_true(document_replace(&d, "'node': 4, 'path': 'weights'", AIM("/w")));
        assert_true(document_replace(&d, cases[i].from, cases[i].to));
        sinew_model *model = parse(&d, NULL, &log);
        assert_non_null(model);
        assert_int_equal(log.count, 1);
        if (log.items[0].code != cases[i].code || strcmp(log.items[0].path, cases[i].path) != 0)
            fail_msg("[%s] at \"%s\": %s", sinew_code_word(log.items[0].code), log.items[0].path,
                     log.items[0].sentence);
        assert_int_equal(log.items[0].severity, SINEW_SEVERITY_WARNING);
        assert_int_equal(sinew_model_lane_count(model), i == 0 ? 0 : 1);
        sinew_model_destroy(model);
        sinew_log_free(&log);
    }
}

static void faults_are_errors(void **state) {
    static const struct {
        const char *from, *to;
        sinew_code code;
    } cases[] = {
        { "'node': 2, 'path': 'translation'", AIM("/a~2"), SINEW_CODE_SYNTAX },
        { "'node': 2, 'path': 'translation'", AIM("/a~"), SINEW_CODE_SYNTAX },
        { "'node': 2, 'path': 'translation'", AIM("/nodes/3/translation"), SINEW_CODE_OUT_OF_RANGE },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        gltf_document d;
        sinew_log log = { 0 };
        document_make(&d);
        assert_true(document_replace(&d, cases[i].from, cases[i].to));
        assert_null(parse(&d, NULL, &log));
        assert_int_equal(log.items[0].code, cases[i].code);
        sinew_log_free(&log);
    }
    gltf_document d;
    sinew_log log = { 0 };
    document_make(&d); /* four elements for three keys */
    assert_true(document_replace(&d, "'node': 2, 'path': 'translation'", AIM("/x")));
    assert_true(document_replace(&d, "'input': 0, 'output': 1, 'interpolation': 'LINEAR'",
                                 "'input': 0, 'output': 0, 'interpolation': 'CUBICSPLINE'"));
    assert_null(parse(&d, NULL, &log));
    assert_int_equal(log.items[0].code, SINEW_CODE_OUT_OF_RANGE);
    assert_string_equal(log.items[0].path, "animations[0].channels[0].sampler");
    sinew_log_free(&log);
}

static bool parse_once(fault *f, void *user) {
    gltf_document *d = user;
    sinew_io_options options = { .allocator = &f->allocator, .no_meshes = true };
    sinew_model *model = NULL;
    sinew_result result =
        sinew_io_parse_model(d->text, strlen(d->text), "model.gltf", &options, NULL, NULL, &model, NULL);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    sinew_model_destroy(model);
    return result == SINEW_OK;
}

static void every_allocation_may_fail(void **state) {
    gltf_document d;
    (void)state;
    document_make(&d);
    assert_true(document_replace(&d, "'node': 2, 'path': 'translation'", AIM("/x")));
    document_embed(&d);
    assert_true(fault_sweep(parse_once, &d, 2000) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pointer_to_a_node_is_a_channel), cmocka_unit_test(any_other_pointer_is_a_lane),
        cmocka_unit_test(times_without_bytes_are_one_key),  cmocka_unit_test(the_extension_may_be_required),
        cmocka_unit_test(what_cannot_be_read_is_left_out),  cmocka_unit_test(faults_are_errors),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
