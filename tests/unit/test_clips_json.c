/* X.clips.json: what is read, what is told, and that what is wrong is left out alone. */
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

static const float walk_times[] = { 0, 1 };
static const float walk_values[6] = { 0 };
static const sinew_curve walk_curve = {
    SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 0, 2, 3, walk_times, walk_values
};
static const char *const joints[] = { "root", "hips", NULL, "hips", "spine" };

/* "walk" is a second long, "jump" half of one, the others have no length. */
static void make_clips(sinew_clip_desc clips[CLIPS]) {
    memset(clips, 0, CLIPS * sizeof *clips);
    clips[0].name = "walk";
    clips[0].curves = &walk_curve;
    clips[0].curve_count = 1;
    clips[1].name = NULL;
    clips[2].name = "jump";
    clips[2].length = 0.5;
    clips[3].name = "walk";
}

static snw_arena kept; /* what the descs of the last apply point to */

static sinew_result apply_text(const char *text, sinew_clip_desc *clips, const sinew_allocator *allocator,
                               sinew_log *log) {
    snw_arena_free(&kept);
    snw_arena_init(&kept, allocator);
    snw_clips_model model = { clips, CLIPS, joints, 5, 1, &kept };
    return snw_clips_json_apply(text, strlen(text), "hero.clips.json", &model, log);
}

/* Single quotes for double ones. */
static sinew_result apply(const char *text, sinew_clip_desc *clips, sinew_log *log) {
    char plain[2048];
    snprintf(plain, sizeof plain, "%s", text);
    for (char *c = plain; *c; ++c)
        if (*c == '\'') *c = '"';
    make_clips(clips);
    return apply_text(plain, clips, NULL, log);
}

static void tell(const sinew_log *log) {
    for (uint32_t i = 0; i < log->count; ++i)
        print_message("%s: %s [%s]\n", log->items[i].path, log->items[i].sentence, sinew_code_word(log->items[i].code));
}

/* The model takes whatever is left. */
static void makes_a_model(const sinew_clip_desc *clips) {
    sinew_joint_desc desc[5] = { { joints[0], SINEW_NONE, NULL } };
    for (uint32_t i = 1; i < 5; ++i) desc[i] = (sinew_joint_desc){ joints[i], i - 1, NULL };
    sinew_model_desc model = { .skeleton = { .joints = desc, .joint_count = 5 }, .clips = clips, .clip_count = CLIPS };
    sinew_model *made = NULL;
    sinew_log log = { 0 };
    if (sinew_model_create(&model, &made, &log)) tell(&log);
    assert_non_null(made);
    sinew_model_destroy(made);
    sinew_log_free(&log);
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

static bool is(double value, double wanted) { return value >= wanted && value <= wanted; }

static void everything_of_the_example_is_read(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    sinew_result result =
        apply("{ 'walk': { 'loop': true, 'root': 'motion', 'rootJoint': 'spine', 'rootAxes': 'xz', 'rootYaw': true,"
              "  'events': [ { 'time': 0.31, 'kind': 'sound', 'name': 'step', 'payload': { 'x': [ 1 ] } },"
              "              { 'time': 0.2, 'end': 0.4, 'kind': 'window', 'name': 'hitbox' } ],"
              "  'properties': [ { 'component': 'sprite', 'field': 'cell', 'times': [ 0, 0.1 ], 'values': [ 0, 1 ], "
              "'step': true },"
              "                  { 'pointer': '/materials/0/x', 'times': [ 0 ], 'values': [ 'a.png' ] },"
              "                  { 'pointer': '@speed', 'times': [ 0, 1 ], 'values': [ 1, 2.5 ] },"
              "                  { 'pointer': '/c', 'times': [ 0, 2 ], 'values': [ [ 1, 2, 3 ], [ 4, 5, 6 ] ] } ] } }",
              clips, &log);
    tell(&log);
    assert_int_equal(result, SINEW_OK);
    const sinew_clip_desc *walk = &clips[0];
    assert_int_equal(walk->root.mode, SINEW_ROOT_MOTION);
    assert_int_equal(walk->root.joint, 4);
    assert_int_equal(walk->root.axes, SINEW_AXIS_X | SINEW_AXIS_Z);
    assert_true(walk->root.yaw);
    assert_int_equal(walk->event_count, 2);
    assert_string_equal(walk->events[0].kind, "sound");
    assert_string_equal(walk->events[0].name, "step");
    assert_string_equal(walk->events[0].payload, "{ \"x\": [ 1 ] }");
    assert_true(is(walk->events[0].time, 0.31) && !walk->events[0].window);
    assert_string_equal(walk->events[1].kind, "window");
    assert_null(walk->events[1].payload);
    assert_true(is(walk->events[1].time, 0.2) && is(walk->events[1].end, 0.4) && walk->events[1].window);
    assert_int_equal(walk->property_count, 4);
    const sinew_property_desc *p = walk->properties;
    assert_string_equal(p[0].component, "sprite");
    assert_string_equal(p[0].field, "cell");
    assert_null(p[0].pointer);
    assert_int_equal(p[0].interpolation, SINEW_INTERPOLATION_STEP);
    assert_int_equal(p[0].key_count, 2);
    assert_true(is((double)p[0].numbers[1], 1) && is((double)p[0].times[1], (double)0.1f));
    assert_string_equal(p[1].pointer, "/materials/0/x");
    assert_string_equal(p[1].texts[0], "a.png");
    assert_null(p[1].numbers);
    assert_int_equal(p[1].width, 1);
    assert_int_equal(p[2].interpolation, SINEW_INTERPOLATION_LINEAR);
    assert_int_equal(p[2].width, 1);
    assert_int_equal(p[3].width, 3);
    assert_true(is((double)p[3].numbers[5], 6));
    makes_a_model(clips);
}

static void what_is_left_out_has_a_meaning(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    assert_int_equal(apply("{ 'walk': { 'root': 'hold', 'events': [ { 'time': 1.0000001, 'name': 'end' },"
                           " { 'time': 0, 'end': 1, 'kind': 'trail', 'name': 'sword' } ] },"
                           "  'jump': { 'root': 'none', 'rootJoint': 'hips', 'rootAxes': 'y' } }",
                           clips, &log),
                     SINEW_OK);
    assert_int_equal(log.count, 0);
    assert_int_equal(clips[0].root.mode, SINEW_ROOT_HOLD);
    assert_int_equal(clips[0].root.joint, 1); /* the model's first */
    assert_int_equal(clips[0].root.axes, 0);  /* x and z */
    assert_false(clips[0].root.yaw);
    assert_null(clips[0].events[0].kind);
    assert_true(clips[0].events[1].window); /* what has an end is one */
    assert_int_equal(clips[2].root.mode, SINEW_ROOT_NONE);
    makes_a_model(clips);
}

/* Only what is wrong goes; each case leaves one event or property and the loop flag. */
static void what_is_right_stands(void **state) {
    static const char *const texts[] = {
        "{ 'walk': { 'loop': false, 'events': [ { 'time': -1, 'name': 'a' }, { 'time': 0.5, 'name': 'b' } ] } }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0.9, 'end': 0.1, 'name': 'a' }, { 'time': 0, 'name': 'b' } ] "
        "} }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0.9, 'end': 2, 'name': 'a' }, { 'time': 0, 'name': 'b' } ] } "
        "}",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 1.5, 'name': 'a' }, { 'time': 0, 'name': 'b' }, 7 ] } }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0, 'name': '' }, { 'time': 0, 'name': 'b' } ] } }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0, 'name': 'a', 'kind': '' }, { 'time': 0, 'name': 'b' } ] } "
        "}",
        "{ 'walk': { 'loop': false, 'root': 'fly', 'events': [ { 'time': 0, 'name': 'b' } ] } }",
        "{ 'walk': { 'loop': false, 'root': 'hold', 'rootJoint': '', 'events': [ { 'time': 0, 'name': 'b' } ] } }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0, 'name': 'b' } ], 'properties': [ { 'pointer': '/x', "
        "'times': [ 1, 0 ],"
        " 'values': [ 0, 0 ] } ] } }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0, 'name': 'b' } ], 'properties': [ { 'pointer': '/x', "
        "'times': [ 0, 1e-60 ],"
        " 'values': [ 0, 0 ] } ] } }",
        "{ 'walk': { 'loop': false, 'events': [ { 'time': 0, 'name': 'b' } ] }, 'walk': { 'loop': true } }",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        sinew_clip_desc clips[CLIPS];
        sinew_log log = { 0 };
        apply(texts[i], clips, &log);
        if (!log.count || !clips[0].once || clips[0].event_count != 1 || clips[0].property_count)
            fail_msg("%s: %u findings, %u events", texts[i], log.count, clips[0].event_count);
        assert_string_equal(clips[0].events[0].name, "b");
        assert_int_equal(clips[0].root.mode, SINEW_ROOT_NONE);
        makes_a_model(clips);
        sinew_log_free(&log);
    }
}

/* Properties may give a clip its length. */
static void events_lie_within_properties_too(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    make_clips(clips);
    clips[3].name = "blink";
    assert_int_equal(apply_text("{\"blink\":{\"events\":[{\"time\":2,\"name\":\"a\"},{\"time\":2.1,\"name\":\"b\"}],"
                                "\"properties\":[{\"pointer\":\"/x\",\"times\":[0,2],\"values\":[0,1]}]}}",
                                clips, NULL, &log),
                     SINEW_OK);
    assert_int_equal(log.warning_count, 1);
    assert_string_equal(log.items[0].path, "blink.events[1].time");
    assert_int_equal(clips[3].event_count, 1);
    makes_a_model(clips);
    sinew_log_free(&log);
}

/* One lane is one kind and one width in all clips; the first says which. What the model brought counts first. */
static void lanes_agree(void **state) {
    static const float times[] = { 0 }, numbers[] = { 1, 2 };
    static const sinew_property_desc given = {
        .pointer = "/given", .key_count = 1, .width = 2, .times = times, .numbers = numbers
    };
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    make_clips(clips);
    clips[2].properties = &given;
    clips[2].property_count = 1;
    assert_int_equal(
        apply_text(
            "{\"walk\":{\"properties\":["
            "{\"pointer\":\"/a\",\"times\":[0],\"values\":[1]},{\"pointer\":\"/a\",\"times\":[0],\"values\":[2]},"
            "{\"pointer\":\"/given\",\"times\":[0],\"values\":[1]},"
            "{\"component\":\"c\",\"field\":\"f\",\"times\":[0],\"values\":[\"t\"]}]},"
            "\"jump\":{\"properties\":[{\"pointer\":\"/a\",\"times\":[0],\"values\":[\"x\"]},"
            "{\"component\":\"c\",\"field\":\"f\",\"times\":[0],\"values\":[\"u\"]},"
            "{\"component\":\"c\",\"field\":\"g\",\"times\":[0],\"values\":[\"v\"]}]}}",
            clips, NULL, &log),
        SINEW_ERROR_INPUT);
    assert_int_equal(log.count, 3);
    /* By name: "c" before "/a" before "/given", for want of a pointer. */
    assert_string_equal(log.items[0].path, "walk.properties[1]");
    assert_int_equal(log.items[0].code, SINEW_CODE_DUPLICATE_NAME);
    assert_string_equal(log.items[1].path, "jump.properties[0]");
    assert_string_equal(log.items[2].path, "walk.properties[2]");
    assert_int_equal(clips[0].property_count, 2);
    assert_true(is((double)clips[0].properties[0].numbers[0], 1));
    assert_int_equal(clips[2].property_count, 3);
    assert_string_equal(clips[2].properties[0].pointer, "/given");
    assert_string_equal(clips[2].properties[2].field, "g");
    makes_a_model(clips);
    sinew_log_free(&log);
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
    { "{ 'walk': { 'events': [ { 'time': 0.5, 'name': 'a', 'end': 0.2 } ] } }", SINEW_CODE_OUT_OF_RANGE,
      "walk.events[0].end" },
    { "{ 'walk': { 'events': [ { 'time': 0.5, 'name': 'a', 'kind': 'window' } ] } }", SINEW_CODE_MISSING_FIELD,
      "walk.events[0]" },
    { "{ 'walk': { 'events': [ { 'time': 0.5, 'name': '' } ] } }", SINEW_CODE_MISSING_FIELD, "walk.events[0].name" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ] } ] } }", SINEW_CODE_MISSING_FIELD,
      "walk.properties[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ], 'values': [ 0, 1 ] } ] } }",
      SINEW_CODE_OUT_OF_RANGE, "walk.properties[0].values" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ ], 'values': [ ] } ] } }", SINEW_CODE_OUT_OF_RANGE,
      "walk.properties[0].values" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 'x' ], 'values': [ 0 ] } ] } }", SINEW_CODE_WRONG_TYPE,
      "walk.properties[0].times[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ -1 ], 'values': [ 0 ] } ] } }",
      SINEW_CODE_OUT_OF_RANGE, "walk.properties[0].times[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0, 0 ], 'values': [ 0, 1 ] } ] } }",
      SINEW_CODE_OUT_OF_RANGE, "walk.properties[0].times[1]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0, 1 ], 'values': [ 0, 'a' ] } ] } }",
      SINEW_CODE_WRONG_TYPE, "walk.properties[0].values[1]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0, 1 ], 'values': [ 'a', 0 ] } ] } }",
      SINEW_CODE_WRONG_TYPE, "walk.properties[0].values[1]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ], 'values': [ true ] } ] } }",
      SINEW_CODE_WRONG_TYPE, "walk.properties[0].values[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0, 1 ], 'values': [ [ 1 ], 1 ] } ] } }",
      SINEW_CODE_WRONG_TYPE, "walk.properties[0].values[1]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0, 1 ], 'values': [ [ 1 ], [ 1, 2 ] ] } ] } }",
      SINEW_CODE_WRONG_TYPE, "walk.properties[0].values[1]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ], 'values': [ [ ] ] } ] } }",
      SINEW_CODE_OUT_OF_RANGE, "walk.properties[0].values[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ], 'values': [ [ 'a' ] ] } ] } }",
      SINEW_CODE_WRONG_TYPE, "walk.properties[0].values[0][0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ],"
      " 'values': [ [ 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17 ] ] } ] } }",
      SINEW_CODE_OUT_OF_RANGE, "walk.properties[0].values[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '/x', 'times': [ 0 ], 'values': [ 1e39 ] } ] } }",
      SINEW_CODE_NOT_FINITE, "walk.properties[0].values[0]" },
    { "{ 'walk': { 'properties': [ { 'times': [ 0 ], 'values': [ 0 ] } ] } }", SINEW_CODE_MISSING_FIELD,
      "walk.properties[0]" },
    { "{ 'walk': { 'properties': [ { 'component': 'c', 'times': [ 0 ], 'values': [ 0 ] } ] } }",
      SINEW_CODE_MISSING_FIELD, "walk.properties[0]" },
    { "{ 'walk': { 'properties': [ { 'component': 'c', 'field': 'f', 'pointer': '/x', 'times': [ 0 ], 'values': [ 0 ] "
      "} ] } }",
      SINEW_CODE_MISSING_FIELD, "walk.properties[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': 'x', 'times': [ 0 ], 'values': [ 0 ] } ] } }", SINEW_CODE_SYNTAX,
      "walk.properties[0].pointer" },
    { "{ 'walk': { 'properties': [ { 'pointer': '@', 'times': [ 0 ], 'values': [ 0 ] } ] } }", SINEW_CODE_SYNTAX,
      "walk.properties[0].pointer" },
    { "{ 'walk': { 'properties': [ { 'pointer': '@p', 'times': [ 0 ], 'values': [ 'a' ] } ] } }",
      SINEW_CODE_PARAMETER_TYPE, "walk.properties[0]" },
    { "{ 'walk': { 'properties': [ { 'pointer': '@p', 'times': [ 0 ], 'values': [ [ 1, 2 ] ] } ] } }",
      SINEW_CODE_PARAMETER_TYPE, "walk.properties[0]" },
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
        assert_int_equal(clips[0].event_count + clips[0].property_count, 0);
        makes_a_model(clips);
        sinew_log_free(&log);
    }
}

static void slips_are_warnings(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    assert_int_equal(apply("{ 'wlak': { 'loop': false }, 'other-clip': { }, 'jump': { 'loops': false },"
                           "  'walk': { 'root': 'hold', 'rootJoint': 'hisp' } }",
                           clips, &log),
                     SINEW_OK);
    assert_int_equal(log.warning_count, 4);
    assert_int_equal(log.items[3].code, SINEW_CODE_UNKNOWN_JOINT);
    assert_string_equal(log.items[3].path, "walk.rootJoint");
    assert_non_null(strstr(log.items[3].sentence, "Did you mean \"hips\"?"));
    assert_int_equal(clips[0].root.mode, SINEW_ROOT_NONE);
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

/* Past the clip's end is a warning that says so. */
static void events_past_the_end_are_told(void **state) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)state;
    assert_int_equal(
        apply("{ 'walk': { 'events': [ { 'time': 1.5, 'name': 'late' }, { 'time': 0, 'end': 3, 'name': 'long' } ] } }",
              clips, &log),
        SINEW_OK);
    assert_int_equal(log.warning_count, 2);
    assert_string_equal(log.items[0].path, "walk.events[0].time");
    assert_non_null(strstr(log.items[0].sentence, "past the clip's end at 1"));
    assert_string_equal(log.items[1].path, "walk.events[1].end");
    assert_int_equal(log.items[1].severity, SINEW_SEVERITY_WARNING);
    assert_int_equal(clips[0].event_count, 0);
    sinew_log_free(&log);
    /* What rounding may put past the end lies at it: up to a millionth. */
    assert_int_equal(apply("{ 'walk': { 'events': [ { 'time': 1.000001, 'name': 'last' } ] } }", clips, &log),
                     SINEW_OK);
    assert_int_equal(log.warning_count, 0);
    assert_int_equal(clips[0].event_count, 1);
    sinew_log_free(&log);
}

static void a_model_without_joints_has_no_root(void **state) {
    sinew_clip_desc clips[CLIPS];
    snw_arena arena;
    sinew_log log = { 0 };
    const char *text = "{\"walk\":{\"root\":\"motion\"}}";
    (void)state;
    make_clips(clips);
    snw_arena_init(&arena, NULL);
    snw_clips_model model = { clips, CLIPS, NULL, 0, SINEW_NONE, &arena };
    assert_int_equal(snw_clips_json_apply(text, strlen(text), "x", &model, &log), SINEW_OK);
    assert_int_equal(clips[0].root.mode, SINEW_ROOT_NONE);
    snw_arena_free(&arena);
}

static bool apply_once(fault *f, void *user) {
    static const char text[] = "{\"walk\":{\"loop\":false,\"root\":\"hold\",\"events\":[{\"time\":1,\"name\":\"a\","
                               "\"kind\":\"k\",\"payload\":1}],"
                               "\"properties\":[{\"pointer\":\"/x\",\"times\":[0],\"values\":[1]},{\"pointer\":\"/"
                               "x\",\"times\":[0],\"values\":[1]},"
                               "{\"component\":\"c\",\"field\":\"f\",\"times\":[0,1],\"values\":[\"a\",\"b\"]}]}}";
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    (void)user;
    make_clips(clips);
    sinew_result result = apply_text(text, clips, &f->allocator, &log);
    assert_true(result == SINEW_ERROR_INPUT || result == SINEW_ERROR_MEMORY);
    sinew_log_free(&log);
    snw_arena_free(&kept);
    snw_arena_init(&kept, NULL);
    return result == SINEW_ERROR_INPUT;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_true(fault_sweep(apply_once, NULL, 200) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop_flags_are_read),
        cmocka_unit_test(everything_of_the_example_is_read),
        cmocka_unit_test(what_is_left_out_has_a_meaning),
        cmocka_unit_test(what_is_right_stands),
        cmocka_unit_test(events_lie_within_properties_too),
        cmocka_unit_test(lanes_agree),
        cmocka_unit_test(wrong_types_are_errors_at_their_place),
        cmocka_unit_test(slips_are_warnings),
        cmocka_unit_test(damaged_text_is_refused),
        cmocka_unit_test(events_past_the_end_are_told),
        cmocka_unit_test(a_model_without_joints_has_no_root),
        cmocka_unit_test(every_allocation_may_fail),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snw_arena_free(&kept);
    return failed;
}
