/* X.clips.json: loop flags, what is kept for later, and what is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "io/gltf.h"

#include <stdio.h>
#include <string.h>

enum { CLIPS = 4 };

static void make_clips(sinew_clip_desc clips[CLIPS]) {
    memset(clips, 0, CLIPS * sizeof *clips);
    clips[0].name = "walk";
    clips[1].name = NULL;
    clips[2].name = "jump";
    clips[3].name = "walk";
}

/* Single quotes for double ones. */
static sinew_result apply(const char *text, sinew_clip_desc *clips, sinew_log *log) {
    char plain[2048];
    snprintf(plain, sizeof plain, "%s", text);
    for (char *c = plain; *c; ++c)
        if (*c == '\'') *c = '"';
    make_clips(clips);
    return snw_clips_json_apply(plain, strlen(plain), "hero.clips.json", clips, CLIPS, NULL, log);
}

static void loop_flags_are_read(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    assert_int_equal(apply("{ 'walk': { 'loop': false }, 'jump': { 'loop': true } }", clips, &log), SINEW_OK);
    assert_true(clips[0].once);
    assert_false(clips[2].once);
    assert_false(clips[3].once); /* the first of the name is meant */
    assert_int_equal(apply("{ 'jump': { } }", clips, &log), SINEW_OK);
    assert_false(clips[2].once); /* loops when left out */
    assert_int_equal(apply("{}", clips, &log), SINEW_OK);
    assert_int_equal(log.count, 0);
}

static void what_is_for_later_is_accepted(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    sinew_result result = apply(
        "{ 'walk': { 'loop': true, 'root': 'motion', 'rootJoint': 'hips', 'rootAxes': 'xz', 'rootYaw': false,"
        "  'events': [ { 'time': 0.31, 'kind': 'sound', 'name': 'step', 'payload': { 'x': [ 1 ] } },"
        "              { 'time': 0.2, 'end': 0.4, 'kind': 'window', 'name': 'hitbox' } ],"
        "  'properties': [ { 'component': 'sprite', 'field': 'cell', 'times': [ 0, 0.1 ], 'values': [ 0, 1 ], 'step': true },"
        "                  { 'pointer': '/materials/0/x', 'times': [ 0 ], 'values': [ 'a.png' ] } ] } }",
        clips, &log);
    if (log.count) fail_msg("%s", log.items[0].sentence);
    assert_int_equal(result, SINEW_OK);
}

static const struct {
    const char *text;
    sinew_code code;
    const char *path;
} findings[] = {
    { "[]", SINEW_CODE_WRONG_TYPE, "" },
    { "{ 'walk': 1 }", SINEW_CODE_WRONG_TYPE, "walk" },
    { "{ 'walk': { 'loop': 1 } }", SINEW_CODE_WRONG_TYPE, "walk.loop" },
    { "{ 'walk': { 'root': true } }", SINEW_CODE_WRONG_TYPE, "walk.root" },
    { "{ 'walk': { 'root': 'move' } }", SINEW_CODE_OUT_OF_RANGE, "walk.root" },
    { "{ 'walk': { 'rootAxes': 'xw' } }", SINEW_CODE_OUT_OF_RANGE, "walk.rootAxes" },
    { "{ 'walk': { 'rootAxes': '' } }", SINEW_CODE_OUT_OF_RANGE, "walk.rootAxes" },
    { "{ 'walk': { 'rootJoint': 3 } }", SINEW_CODE_WRONG_TYPE, "walk.rootJoint" },
    { "{ 'walk': { 'rootYaw': 'no' } }", SINEW_CODE_WRONG_TYPE, "walk.rootYaw" },
    { "{ 'walk': { 'events': {} } }", SINEW_CODE_WRONG_TYPE, "walk.events" },
    { "{ 'walk': { 'events': [ 1 ] } }", SINEW_CODE_WRONG_TYPE, "walk.events[0]" },
    { "{ 'walk': { 'events': [ { 'name': 'a' } ] } }", SINEW_CODE_MISSING_FIELD, "walk.events[0]" },
    { "{ 'walk': { 'events': [ { 'time': 0 } ] } }", SINEW_CODE_MISSING_FIELD, "walk.events[0]" },
    { "{ 'walk': { 'events': [ { 'time': -1, 'name': 'a' } ] } }", SINEW_CODE_OUT_OF_RANGE, "walk.events[0].time" },
    { "{ 'walk': { 'events': [ { 'time': 0, 'name': 'a', 'end': 1e999 } ] } }", SINEW_CODE_OUT_OF_RANGE,
      "walk.events[0].end" },
    { "{ 'walk': { 'properties': [ { 'times': [ 0 ] } ] } }", SINEW_CODE_MISSING_FIELD, "walk.properties[0]" },
    { "{ 'walk': { 'properties': [ { 'times': [ 0 ], 'values': [ 0, 1 ] } ] } }", SINEW_CODE_OUT_OF_RANGE,
      "walk.properties[0].values" },
    { "{ 'walk': { 'properties': [ { 'times': [ 'x' ], 'values': [ 0 ] } ] } }", SINEW_CODE_WRONG_TYPE,
      "walk.properties[0].times[0]" },
    { "{ 'walk': { 'properties': [ 0 ] } }", SINEW_CODE_WRONG_TYPE, "walk.properties[0]" },
};

static void wrong_types_are_errors_at_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof findings / sizeof *findings; ++i) {
        sinew_clip_desc clips[CLIPS];
        sinew_log log = { 0 };
        assert_int_equal(apply(findings[i].text, clips, &log), SINEW_ERROR_INPUT);
        assert_int_equal(log.count, 1);
        if (log.items[0].code != findings[i].code || strcmp(log.items[0].path, findings[i].path) != 0)
            fail_msg("%s: [%s] at \"%s\"", findings[i].text, sinew_code_word(log.items[0].code), log.items[0].path);
        assert_string_equal(log.items[0].file, "hero.clips.json");
        assert_int_equal(log.items[0].line, 1);
        sinew_log_free(&log);
    }
}

static void slips_are_warnings(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    assert_int_equal(apply("{ 'wlak': { 'loop': false }, 'other-clip': { }, 'jump': { 'loops': false } }", clips, &log),
                     SINEW_OK);
    assert_int_equal(log.warning_count, 3);
    assert_int_equal(log.items[0].code, SINEW_CODE_UNKNOWN_CLIP);
    assert_non_null(strstr(log.items[0].sentence, "did you mean \"walk\"?"));
    assert_non_null(strstr(log.items[1].sentence, "is not used"));
    assert_int_equal(log.items[2].code, SINEW_CODE_UNKNOWN_FIELD);
    assert_non_null(strstr(log.items[2].sentence, "did you mean \"loop\"?"));
    assert_false(clips[2].once);
    sinew_log_free(&log);
}

static void damaged_text_is_refused(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    assert_int_equal(apply("{ 'walk': { 'loop': fals } }", clips, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].code, SINEW_CODE_SYNTAX);
    sinew_log_free(&log);
    assert_int_equal(apply("{ 'walk': { 'loop': true, 'loop': false } }", clips, &log), SINEW_ERROR_INPUT);
    sinew_log_free(&log);
}

static bool apply_once(fault *f, void *user) {
    static const char text[] = "{\"walk\":{\"loop\":false,\"events\":[{\"time\":1,\"name\":\"a\"}]}}";
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)user;
    make_clips(clips);
    sinew_result result = snw_clips_json_apply(text, strlen(text), "x", clips, CLIPS, &f->allocator, &log);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    sinew_log_free(&log);
    return result == SINEW_OK;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_true(fault_sweep(apply_once, NULL, 200) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop_flags_are_read),
        cmocka_unit_test(what_is_for_later_is_accepted),
        cmocka_unit_test(wrong_types_are_errors_at_their_place),
        cmocka_unit_test(slips_are_warnings),
        cmocka_unit_test(damaged_text_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
