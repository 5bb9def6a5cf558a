/* What clips carry beside joints: events, roots and lanes of properties in a model, in a binding and in a pose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "sinew/sinew.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { JOINTS = 3, CLIPS = 3, EVENTS = 4, PROPERTIES = 5 };

static const float times[] = { 0, 1 };
static const float places[] = { 0, 0, 0, 1, 2, 3 };
static const float ones[] = { 1, 2 }, threes[] = { 0, 0, 0, 2, 4, 6 };
static const float cubic[] = { 0, 0, 4, 0, 1, 0 }; /* leaves 0 at 4 a second, comes to 1 at rest */
static const char *const words[] = { "a", "b" };

typedef struct kit {
    sinew_joint_desc joints[JOINTS];
    sinew_curve curve;
    sinew_event_desc events[EVENTS];
    sinew_property_desc properties[PROPERTIES], more[2];
    sinew_clip_desc clips[CLIPS];
    sinew_morph_desc morphs[2];
    sinew_mesh meshes[2];
    sinew_model_desc model;
} kit;

static sinew_property_desc lane(const char *pointer, const float *numbers, uint32_t width) {
    return (
        sinew_property_desc){ .pointer = pointer, .key_count = 2, .width = width, .times = times, .numbers = numbers };
}

/* Joints: a child before its parent. Clips: "walk" with everything, "run", "still" of no length. */
static void make(kit *k) {
    memset(k, 0, sizeof *k);
    k->joints[0] = (sinew_joint_desc){ "hand", 1, NULL };
    k->joints[1] = (sinew_joint_desc){ "root", SINEW_NONE, NULL };
    k->joints[2] = (sinew_joint_desc){ "foot", 1, NULL };
    k->curve = (sinew_curve){ SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 1, 2, 3, times, places };
    k->events[0] = (sinew_event_desc){ .name = "late", .time = 1.0000001 };
    k->events[1] = (sinew_event_desc){
        .name = "hit", .kind = "hurt", .payload = "{ \"x\":1}", .time = 0.25, .end = 1.0000001, .window = true
    };
    k->events[2] = (sinew_event_desc){ .name = "first", .time = 0.25, .end = 7 }; /* a point's end is its time */
    k->events[3] = (sinew_event_desc){ .name = "open", .time = 0, .end = 0, .window = true };
    k->properties[0] = lane("@speed", ones, 0);
    k->properties[1] = lane("/nodes/0/x", threes, 3);
    k->properties[2] = (sinew_property_desc){
        .component = "sprite", .field = "image", .key_count = 2, .times = times, .texts = words
    };
    k->properties[3] = (sinew_property_desc){ .pointer = "/c",
                                              .interpolation = SINEW_INTERPOLATION_CUBIC,
                                              .key_count = 2,
                                              .width = 1,
                                              .times = times,
                                              .numbers = cubic };
    k->properties[4] = lane("/nodes/9/x", ones, 1);
    k->more[0] = (sinew_property_desc){
        .component = "sprite", .field = "image", .key_count = 1, .times = times, .texts = words + 1
    };
    k->more[1] = (sinew_property_desc){
        .pointer = "@speed", .interpolation = SINEW_INTERPOLATION_STEP, .key_count = 2, .times = times, .numbers = ones
    };
    k->clips[0] = (sinew_clip_desc){ .name = "walk",
                                     .curves = &k->curve,
                                     .curve_count = 1,
                                     .events = k->events,
                                     .event_count = EVENTS,
                                     .root = { SINEW_ROOT_MOTION, 2, 0, true },
                                     .properties = k->properties,
                                     .property_count = PROPERTIES };
    k->clips[1] = (sinew_clip_desc){ .name = "run",
                                     .length = 2,
                                     .properties = k->more,
                                     .property_count = 2,
                                     .root = { SINEW_ROOT_HOLD, 0, SINEW_AXIS_Y, false } };
    k->clips[2].name = "still";
    k->morphs[0] = (sinew_morph_desc){ 2, 1, NULL };
    k->morphs[1] = (sinew_morph_desc){ 0, 2, ones };
    k->meshes[0].joint = 0;
    k->meshes[1].joint = 1;
    for (int i = 0; i < 2; ++i) k->meshes[i].skin = SINEW_NONE;
    k->model = (sinew_model_desc){ .skeleton = { .joints = k->joints, .joint_count = JOINTS },
                                   .clips = k->clips,
                                   .clip_count = CLIPS,
                                   .morphs = k->morphs,
                                   .morph_count = 2,
                                   .meshes = k->meshes,
                                   .mesh_count = 2 };
}

static sinew_model *model_of(kit *k) {
    sinew_model *model = NULL;
    sinew_log log = { 0 };
    if (sinew_model_create(&k->model, &model, &log)) fail_msg("%s: %s", log.items[0].path, log.items[0].sentence);
    return model;
}

static bool near(double a, double b) { return fabs(a - b) < 1e-6; }

/* ---- models ---- */

static void events_come_by_time(void **state) {
    static const char *const names[EVENTS] = { "open", "hit", "first", "late" };
    kit k;
    uint32_t count;
    (void)state;
    make(&k);
    sinew_model *model = model_of(&k);
    const sinew_event_desc *events = sinew_model_clip_events(model, 0, &count);
    assert_int_equal(count, EVENTS);
    for (uint32_t i = 0; i < count; ++i) assert_string_equal(events[i].name, names[i]); /* of one time as in the desc */
    assert_string_equal(events[0].kind, "window");
    assert_string_equal(events[1].kind, "hurt");
    assert_string_equal(events[2].kind, "script");
    assert_string_equal(events[1].payload, "{ \"x\":1}");
    assert_null(events[0].payload);
    assert_true(events[1].end >= 1 && events[1].end <= 1); /* what rounding puts past the end lies at it */
    assert_true(events[3].time >= 1 && events[3].time <= 1);
    assert_true(events[2].end <= 0.25);
    sinew_model_clip_events(model, 1, &count);
    assert_int_equal(count, 0);
    assert_null(sinew_model_clip_events(model, CLIPS, &count));
    assert_int_equal(count, 0);
    assert_null(sinew_model_clip_events(NULL, 0, NULL));
    sinew_model_destroy(model);
}

static void roots_name_their_joint(void **state) {
    kit k;
    (void)state;
    make(&k);
    sinew_model *model = model_of(&k);
    sinew_root_desc root = sinew_model_clip_root(model, 0);
    assert_int_equal(root.mode, SINEW_ROOT_MOTION);
    assert_string_equal(sinew_skeleton_joint_name(sinew_model_skeleton(model), root.joint), "foot");
    assert_int_equal(root.axes, SINEW_AXIS_X | SINEW_AXIS_Z);
    assert_true(root.yaw);
    assert_int_equal(sinew_model_clip_root(model, 1).axes, SINEW_AXIS_Y);
    assert_int_equal(sinew_model_clip_root(model, 2).mode, SINEW_ROOT_NONE);
    assert_int_equal(sinew_model_clip_root(model, CLIPS).axes, 0);
    assert_int_equal(sinew_model_clip_root(NULL, 0).mode, SINEW_ROOT_NONE);
    sinew_model_destroy(model);
}

static void lanes_are_of_all_clips(void **state) {
    kit k;
    sinew_lane_info info = { 0 };
    float v[3] = { 9, 9, 9 };
    const char *text = NULL;
    (void)state;
    make(&k);
    sinew_model *model = model_of(&k);
    assert_int_equal(sinew_model_lane_count(model), PROPERTIES);
    assert_true(sinew_model_lane(model, 2, &info) && info.text && info.width == 1);
    assert_string_equal(info.component, "sprite");
    assert_string_equal(info.field, "image");
    assert_null(info.pointer);
    assert_true(sinew_model_lane(model, 1, &info) && info.width == 3);
    assert_string_equal(sinew_skeleton_joint_name(sinew_model_skeleton(model), info.joint), "hand");
    assert_true(sinew_model_lane(model, 4, &info) && info.joint == SINEW_NONE);
    assert_true(sinew_model_lane(model, 0, NULL));
    assert_false(sinew_model_lane(model, PROPERTIES, &info));
    assert_true(sinew_model_clip_property(model, 0, 1, 0.5, v, &text));
    assert_true(near((double)v[0], 1) && near((double)v[2], 3) && !text);
    assert_true(sinew_model_clip_property(model, 0, 3, 0.5, v, NULL)); /* ½ of the way, and ⅛ of the tangent's 4 */
    assert_true(near((double)v[0], 1));
    assert_true(sinew_model_clip_property(model, 0, 2, 0.99, v, &text));
    assert_string_equal(text, "a");
    assert_true(sinew_model_clip_property(model, 0, 2, 1, NULL, &text));
    assert_string_equal(text, "b");
    assert_true(sinew_model_clip_property(model, 0, 2, -3, NULL, NULL));
    assert_true(sinew_model_clip_property(model, 1, 0, 0.9, v, NULL)); /* steps */
    assert_true(near((double)v[0], 1));
    assert_false(sinew_model_clip_property(model, 1, 1, 0, v, NULL));
    assert_false(sinew_model_clip_property(model, 1, 99, 0, v, NULL));
    assert_false(sinew_model_clip_property(model, CLIPS, 0, 0, v, NULL));
    assert_false(sinew_model_clip_property(NULL, 0, 0, 0, v, NULL));
    assert_int_equal(sinew_model_lane_count(NULL), 0);
    assert_int_equal(sinew_model_mesh_morph(model, 0), 1);
    assert_int_equal(sinew_model_mesh_morph(model, 1), SINEW_NONE);
    assert_int_equal(sinew_model_mesh_morph(model, 2), SINEW_NONE);
    assert_true(sinew_model_clip_length(model, 1) >= 2);
    sinew_model_destroy(model);
}

static void properties_give_a_clip_its_length(void **state) {
    kit k;
    (void)state;
    make(&k);
    k.clips[2].properties = k.properties + 4;
    k.clips[2].property_count = 1;
    sinew_model *model = model_of(&k);
    assert_true(near(sinew_model_clip_length(model, 2), 1));
    sinew_model_destroy(model);
}

typedef struct fault_case {
    const char *path;
    sinew_code code;
} fault_case;

/* Spoils the kit in one way; false past the last. */
static bool spoil(kit *k, int way, fault_case *wanted) {
    static const float nan_time[] = { 0, NAN }, inf[] = { INFINITY, 0 }, same[] = { 0, 0 };
    static const char *const hole[] = { "a", NULL };
    sinew_event_desc *e = k->events;
    sinew_property_desc *p = k->properties;
#define WAY(n, change, where, what)                                                                                    \
    case n:                                                                                                            \
        change;                                                                                                        \
        *wanted = (fault_case){ where, what };                                                                         \
        return true
    switch (way) {
        WAY(0, e[0].name = "", "clips[0].events[0].name", SINEW_CODE_MISSING_FIELD);
        WAY(1, e[1].name = NULL, "clips[0].events[1].name", SINEW_CODE_MISSING_FIELD);
        WAY(2, e[1].kind = "", "clips[0].events[1].kind", SINEW_CODE_MISSING_FIELD);
        WAY(3, e[0].time = NAN, "clips[0].events[0].time", SINEW_CODE_NOT_FINITE);
        WAY(4, e[1].end = INFINITY, "clips[0].events[1].time", SINEW_CODE_NOT_FINITE);
        WAY(5, e[0].time = -0.1, "clips[0].events[0].time", SINEW_CODE_OUT_OF_RANGE);
        WAY(6, e[1].end = 0.2, "clips[0].events[1].end", SINEW_CODE_OUT_OF_RANGE);
        WAY(7, e[0].time = 1.1, "clips[0].events[0].time", SINEW_CODE_OUT_OF_RANGE);
        WAY(8, e[1].end = 1.1, "clips[0].events[1].end", SINEW_CODE_OUT_OF_RANGE);
        WAY(9, k->clips[0].root.mode = (sinew_root_mode)3, "clips[0].root", SINEW_CODE_OUT_OF_RANGE);
        WAY(10, k->clips[0].root.joint = JOINTS, "clips[0].root", SINEW_CODE_OUT_OF_RANGE);
        WAY(11, k->clips[1].root.axes = 8, "clips[1].root", SINEW_CODE_OUT_OF_RANGE);
        WAY(12, p[0].pointer = NULL, "clips[0].properties[0]", SINEW_CODE_MISSING_FIELD);
        WAY(13, p[2].field = "", "clips[0].properties[2]", SINEW_CODE_MISSING_FIELD);
        WAY(14, p[3].component = "c", "clips[0].properties[3]", SINEW_CODE_MISSING_FIELD);
        WAY(15, p[3].key_count = 0, "clips[0].properties[3].times", SINEW_CODE_MISSING_FIELD);
        WAY(16, p[3].times = NULL, "clips[0].properties[3].times", SINEW_CODE_MISSING_FIELD);
        WAY(17, p[3].numbers = NULL, "clips[0].properties[3].times", SINEW_CODE_MISSING_FIELD);
        WAY(18, p[3].texts = words, "clips[0].properties[3].times", SINEW_CODE_MISSING_FIELD);
        WAY(19, p[3].times = nan_time, "clips[0].properties[3].times[1]", SINEW_CODE_NOT_FINITE);
        WAY(20, p[3].times = same, "clips[0].properties[3].times[1]", SINEW_CODE_OUT_OF_RANGE);
        WAY(21, p[4].numbers = inf, "clips[0].properties[4].values", SINEW_CODE_NOT_FINITE);
        WAY(22, p[1].width = 17, "clips[0].properties[1].width", SINEW_CODE_OUT_OF_RANGE);
        WAY(23, p[1].interpolation = (sinew_interpolation)3, "clips[0].properties[1].interpolation",
            SINEW_CODE_OUT_OF_RANGE);
        WAY(24, p[2].texts = hole, "clips[0].properties[2].values", SINEW_CODE_MISSING_FIELD);
        WAY(25, p[4].pointer = "/c", "clips[0].properties[4]", SINEW_CODE_DUPLICATE_NAME);
        WAY(26, (k->more[0].texts = NULL, k->more[0].numbers = ones), "clips[1].properties[0].values",
            SINEW_CODE_WRONG_TYPE);
        WAY(27, (k->more[1].pointer = "/nodes/0/x"), "clips[1].properties[1].width", SINEW_CODE_OUT_OF_RANGE);
        WAY(28, (p[0].width = 2, p[0].numbers = threes, k->more[1].width = 2, k->more[1].numbers = threes),
            "clips[0].properties[0].pointer", SINEW_CODE_PARAMETER_TYPE);
        WAY(29, p[4].pointer = "@", "clips[0].properties[4].pointer", SINEW_CODE_PARAMETER_TYPE);
        WAY(30, p[3].field = "f", "clips[0].properties[3]", SINEW_CODE_MISSING_FIELD);
        WAY(31, (p[2].pointer = "@speeds", p[2].component = NULL, p[2].field = NULL), "clips[0].properties[2].pointer",
            SINEW_CODE_PARAMETER_TYPE);
    default: return false;
    }
#undef WAY
}

static void faults_are_told_at_their_place(void **state) {
    kit k;
    fault_case wanted;
    int ways = 0;
    (void)state;
    for (make(&k); spoil(&k, ways, &wanted); make(&k), ++ways) {
        sinew_log log = { 0 };
        sinew_model *model = NULL;
        assert_int_equal(sinew_model_create(&k.model, &model, &log), SINEW_ERROR_INPUT);
        assert_null(model);
        if (log.items[0].code != wanted.code || strcmp(log.items[0].path, wanted.path) != 0)
            fail_msg("way %d: [%s] at \"%s\"", ways, sinew_code_word(log.items[0].code), log.items[0].path);
        sinew_log_free(&log);
    }
    print_message("%d faults, each told where it was made\n", ways);
    sinew_model *model = NULL;
    make(&k);
    k.clips[0].events = NULL;
    assert_int_equal(sinew_model_create(&k.model, &model, NULL), SINEW_ERROR_ARGUMENT);
    make(&k);
    k.clips[1].properties = NULL;
    assert_int_equal(sinew_model_create(&k.model, &model, NULL), SINEW_ERROR_ARGUMENT);
}

/* ---- bindings ---- */

static const sinew_graph_desc *graph_desc(const char *parameter, sinew_parameter_type type) {
    static sinew_parameter_desc parameters[1];
    static const sinew_state_desc states[] = {
        { .name = "A", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" } },
    };
    static const sinew_layer_desc layers[] = {
        { .name = "Base", .machine = { .states = states, .state_count = 1 } },
    };
    static const sinew_graph_desc desc = {
        .parameters = parameters, .parameter_count = 1, .layers = layers, .layer_count = 1
    };
    parameters[0] = (sinew_parameter_desc){ .name = parameter, .type = type };
    return &desc;
}

typedef struct bound {
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_log log;
} bound;

static bound bind_to(const sinew_graph_desc *desc, const sinew_model *model, const sinew_rig *rig) {
    bound b = { 0 };
    assert_int_equal(sinew_graph_create(desc, &b.graph, NULL), SINEW_OK);
    sinew_bind_desc what = { .graph = b.graph, .model = model, .rig = rig };
    assert_int_equal(sinew_bind(&what, &b.binding, &b.log), SINEW_OK);
    return b;
}

static void unbind(bound *b) {
    sinew_binding_destroy(b->binding);
    sinew_graph_destroy(b->graph);
    sinew_log_free(&b->log);
}

static void a_binding_copies_events_of_all_clips(void **state) {
    kit k;
    (void)state;
    make(&k);
    k.clips[1].events = k.events + 2;
    k.clips[1].event_count = 1;
    sinew_model *model = model_of(&k);
    bound b = bind_to(graph_desc("speed", SINEW_PARAMETER_FLOAT), model, NULL);
    assert_int_equal(b.log.count, 0);
    assert_string_equal(sinew_binding_event(b.binding, 0, 1)->name, "hit");
    assert_string_equal(sinew_binding_event(b.binding, 0, 1)->payload, "{ \"x\":1}");
    assert_string_equal(sinew_binding_event(b.binding, 1, 0)->name, "first"); /* the graph does not name "run" */
    assert_string_equal(sinew_binding_clip_name(b.binding, 1), "run");
    assert_null(sinew_binding_event(b.binding, 0, EVENTS));
    assert_null(sinew_binding_event(b.binding, 2, 0));
    assert_null(sinew_binding_event(b.binding, CLIPS, 0));
    assert_null(sinew_binding_event(NULL, 0, 0));
    unbind(&b);
    sinew_model_destroy(model);
}

static void lanes_that_drive_nothing_are_warnings(void **state) {
    static const struct {
        const char *name;
        sinew_parameter_type type;
        sinew_code code;
        const char *says;
    } cases[] = {
        { "sped", SINEW_PARAMETER_FLOAT, SINEW_CODE_UNKNOWN_PARAMETER, "did you mean \"sped\"?" },
        { "other", SINEW_PARAMETER_FLOAT, SINEW_CODE_UNKNOWN_PARAMETER, "declare it" },
        { "sped", SINEW_PARAMETER_INT, SINEW_CODE_UNKNOWN_PARAMETER, "declare it" }, /* no float to mean */
        { "speed", SINEW_PARAMETER_INT, SINEW_CODE_PARAMETER_TYPE, "make it a float" },
    };
    kit k;
    (void)state;
    make(&k);
    sinew_model *model = model_of(&k);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        bound b = bind_to(graph_desc(cases[i].name, cases[i].type), model, NULL);
        assert_int_equal(b.log.warning_count, 1);
        assert_int_equal(b.log.error_count, 0);
        assert_int_equal(b.log.items[0].code, cases[i].code);
        if (!strstr(b.log.items[0].sentence, cases[i].says)) fail_msg("%s", b.log.items[0].sentence);
        sinew_player *player = sinew_player_create(b.binding);
        sinew_player_advance(player, 0.5);
        assert_true(sinew_player_get_float(player, 0) <= 0);
        sinew_player_destroy(player);
        unbind(&b);
    }
    sinew_model_destroy(model);
}

/* ---- rigs of one's own: what they say is not trusted ---- */

static const sinew_event_desc wild_events[] = {
    { .name = "past", .time = 9 },
    { .name = "nan", .time = NAN },
    { .name = "window", .time = 0.5, .end = 0.25, .window = true },
    { .time = -1 },
};

static uint32_t far_clip(const void *user, const char *name) {
    (void)user;
    return strcmp(name, "walk") == 0 ? 70000 : SINEW_NONE;
}
static sinew_clip_info one_second(const void *user, uint32_t clip) {
    (void)user;
    (void)clip;
    return (sinew_clip_info){ 1, false };
}
static const sinew_event_desc *events_of(const void *user, uint32_t clip, uint32_t *count) {
    (void)user;
    *count = clip == 70000 ? 4 : 0;
    return clip == 70000 ? wild_events : NULL;
}
static const char *driven(const void *user, uint32_t lane) {
    (void)user;
    return lane < 2 ? "speed" : NULL;
}
static bool driven_at(const void *user, uint32_t clip, uint32_t lane, double seconds, float *value) {
    (void)clip;
    *value = lane ? NAN : (float)seconds;
    return *(const bool *)user;
}

static void rigs_are_not_trusted(void **state) {
    bool carries = true;
    sinew_rig rig = { .find_clip = far_clip,
                      .clip_info = one_second,
                      .clip_events = events_of,
                      .clip_count = 2,
                      .lane_parameter = driven,
                      .lane_at = driven_at,
                      .user = &carries };
    (void)state;
    bound b = bind_to(graph_desc("speed", SINEW_PARAMETER_FLOAT), NULL, &rig);
    static const char *const names[] = { "nan", "", "window", "past" };
    for (uint32_t i = 0; i < 4; ++i) {
        const sinew_event_desc *event = sinew_binding_event(b.binding, 70000, i);
        assert_string_equal(event->name, names[i]);
        assert_true(event->time >= 0 && event->time <= event->end && event->end <= 1);
        assert_non_null(event->kind);
    }
    assert_string_equal(sinew_binding_clip_name(b.binding, 70000), "walk");
    assert_string_equal(sinew_binding_clip_name(b.binding, 1), ""); /* it has no names of its own */
    assert_string_equal(sinew_binding_clip_name(b.binding, 2), "");
    sinew_player *player = sinew_player_create(b.binding);
    sinew_player_move_float(player, 0, 100, 1);
    sinew_player_advance(player, 0.25);
    assert_true(near((double)sinew_player_get_float(player, 0), 0.25));
    carries = false;
    sinew_player_advance(player, 0.25);
    assert_true(near((double)sinew_player_get_float(player, 0), 0.25)); /* the glide ended when the lane was written */
    carries = true;
    sinew_player_pause(player);
    sinew_player_set_float(player, 0, 7);
    sinew_player_advance(player, 0.25);
    assert_true(near((double)sinew_player_get_float(player, 0), 7)); /* nothing moves */
    sinew_player_resume(player);
    sinew_player_set_layer_weight(player, 0, 0);
    sinew_player_advance(player, 0.1);
    assert_true(near((double)sinew_player_get_float(player, 0), 7)); /* nothing shows */
    sinew_player_destroy(player);
    unbind(&b);
}

/* Fixed steps: every one of them drives, however many a call has. */
static void every_fixed_step_drives(void **state) {
    kit k;
    float values[2];
    (void)state;
    make(&k);
    sinew_graph_desc desc = *graph_desc("speed", SINEW_PARAMETER_FLOAT);
    sinew_state_desc own = { .name = "A",
                             .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" },
                             .speed_parameter = "speed" };
    sinew_layer_desc layer = { .name = "Base", .machine = { .states = &own, .state_count = 1 } };
    sinew_parameter_desc parameter = { .name = "speed", .type = SINEW_PARAMETER_FLOAT, .default_value = 1 };
    desc.layers = &layer;
    desc.parameters = &parameter;
    sinew_model *model = model_of(&k);
    bound b = bind_to(&desc, model, NULL);
    for (int way = 0; way < 2; ++way) {
        sinew_player *player = sinew_player_create(b.binding);
        sinew_player_update_to(player, 0);
        if (way) sinew_player_update_to(player, 0.1);
        for (int i = 1; !way && i <= 6; ++i) sinew_player_update_to(player, i / 60.0);
        values[way] = sinew_player_get_float(player, 0);
        sinew_player_destroy(player);
    }
    assert_true(values[0] > 1.1f && values[0] <= values[1] && values[0] >= values[1]);
    unbind(&b);
    sinew_model_destroy(model);
}

/* ---- poses ---- */

static const sinew_property_value *shown(const sinew_pose *pose, uint32_t lane) {
    uint32_t count;
    const sinew_property_value *values = sinew_pose_properties(pose, &count);
    for (uint32_t i = 0; i < count; ++i)
        if (values[i].lane == lane) return &values[i];
    return NULL;
}

static uint32_t shown_count(const sinew_pose *pose) {
    uint32_t count = 99;
    sinew_pose_properties(pose, &count);
    return count;
}

static void poses_by_hand_show_properties(void **state) {
    kit k;
    uint32_t count;
    (void)state;
    make(&k);
    sinew_model *model = model_of(&k);
    sinew_pose *a = sinew_pose_create_for_model(model, NULL), *b = sinew_pose_create_for_model(model, NULL);
    assert_int_equal(shown_count(a), 0);
    assert_int_equal(sinew_pose_sample(a, 0, 0.5), SINEW_OK);
    assert_int_equal(shown_count(a), PROPERTIES);
    assert_true(near((double)shown(a, 1)->numbers[2], 3) && shown(a, 1)->width == 3 && !shown(a, 1)->text);
    assert_string_equal(shown(a, 2)->text, "a");
    assert_null(shown(a, 2)->numbers);
    assert_int_equal(sinew_pose_sample(b, 1, 0.5), SINEW_OK);
    assert_int_equal(shown_count(b), 2);
    sinew_pose_blend(b, a, 0.49f, NULL);
    assert_string_equal(shown(b, 2)->text, "b");
    const float mask[JOINTS] = { 1, 0.4f, 0.4f }; /* root, hand, foot */
    sinew_pose_blend(b, a, 0.5f, mask);
    assert_string_equal(shown(b, 2)->text, "a");
    assert_null(shown(b, 1)); /* the hand's */
    sinew_pose_add(b, a, NULL, 1, NULL);
    assert_true(near((double)shown(b, 1)->numbers[0], 1));
    assert_int_equal(sinew_pose_sample(b, 1, 0.5), SINEW_OK); /* over what it has */
    assert_int_equal(shown_count(b), PROPERTIES);
    sinew_pose_rest(b);
    assert_int_equal(shown_count(b), 0);
    sinew_pose_copy(b, a);
    assert_int_equal(shown_count(b), PROPERTIES);
    sinew_pose_copy(b, b);
    assert_int_equal(shown_count(b), PROPERTIES);
    assert_null(sinew_pose_properties(NULL, &count));
    assert_int_equal(count, 0);
    assert_non_null(sinew_pose_properties(a, NULL));
    const float *weights = sinew_pose_morph_group(a, 1, &count);
    assert_int_equal(count, 2);
    assert_ptr_equal(weights, sinew_pose_morph_weights(a) + 1);
    assert_true(near((double)weights[1], 2));
    assert_null(sinew_pose_morph_group(a, 2, &count));
    assert_int_equal(count, 0);
    assert_null(sinew_pose_morph_group(NULL, 0, NULL));
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(model);
}

/* A cut while the clip that carries them weighs more: the hold shows them where the target has none, also in a pose
   that got the hold from bytes. */
static void a_hold_from_bytes_shows_its_properties(void **state) {
    static const sinew_state_desc states[] = {
        { .name = "A", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" } },
        { .name = "B", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "still" } },
        { .name = "C", .motion = { .kind = SINEW_MOTION_EMPTY } },
    };
    sinew_layer_desc layer = { .name = "Base", .machine = { .states = states, .state_count = 3 } };
    sinew_graph_desc desc = { .layers = &layer, .layer_count = 1 };
    unsigned char bytes[4096];
    kit k;
    (void)state;
    make(&k);
    sinew_model *model = model_of(&k);
    bound b = bind_to(&desc, model, NULL);
    sinew_player *player = sinew_player_create(b.binding);
    sinew_pose *pose = sinew_pose_create(b.binding), *other = sinew_pose_create(b.binding);
    sinew_pose_apply(pose, sinew_player_advance(player, 0.5));
    sinew_player_crossfade(player, 0, 1, 1);
    sinew_pose_apply(pose, sinew_player_advance(player, 0.125));
    sinew_player_crossfade(player, 0, 2, 1);
    sinew_pose_apply(pose, sinew_player_advance(player, 0.125)); /* the hold is taken */
    assert_true(near((double)shown(pose, 1)->numbers[2], 6 * 0.625));
    assert_string_equal(shown(pose, 2)->text, "a");
    size_t size = sinew_pose_save_holds(pose, bytes, sizeof bytes);
    assert_true(size > 0);
    assert_int_equal(sinew_pose_restore_holds(other, bytes, size, NULL), SINEW_OK);
    sinew_pose_apply(other, sinew_player_advance(player, 0.5));
    assert_int_equal(shown_count(other), PROPERTIES);
    assert_true(near((double)shown(other, 1)->numbers[2], 6 * 0.625));
    assert_string_equal(shown(other, 2)->text, "a");
    sinew_pose_destroy(pose);
    sinew_pose_destroy(other);
    sinew_player_destroy(player);
    unbind(&b);
    sinew_model_destroy(model);
}

/* ---- memory ---- */

static bool all_once(fault *f, void *user) {
    kit *k = user;
    sinew_model *model = NULL;
    sinew_graph *graph = NULL;
    sinew_binding *binding = NULL;
    k->model.allocator = &f->allocator;
    bool made = sinew_model_create(&k->model, &model, NULL) == SINEW_OK;
    sinew_graph_desc desc = *graph_desc("speed", SINEW_PARAMETER_FLOAT);
    desc.allocator = &f->allocator;
    made = made && sinew_graph_create(&desc, &graph, NULL) == SINEW_OK;
    sinew_bind_desc what = { .graph = graph, .model = model, .allocator = &f->allocator };
    made = made && sinew_bind(&what, &binding, NULL) == SINEW_OK;
    sinew_pose *pose = made ? sinew_pose_create(binding) : NULL;
    made = pose != NULL;
    sinew_pose_destroy(pose);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
    return made;
}

static void every_allocation_may_fail(void **state) {
    kit k;
    (void)state;
    make(&k);
    assert_true(fault_sweep(all_once, &k, 1000) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_come_by_time),
        cmocka_unit_test(roots_name_their_joint),
        cmocka_unit_test(lanes_are_of_all_clips),
        cmocka_unit_test(properties_give_a_clip_its_length),
        cmocka_unit_test(faults_are_told_at_their_place),
        cmocka_unit_test(a_binding_copies_events_of_all_clips),
        cmocka_unit_test(lanes_that_drive_nothing_are_warnings),
        cmocka_unit_test(rigs_are_not_trusted),
        cmocka_unit_test(every_fixed_step_drives),
        cmocka_unit_test(poses_by_hand_show_properties),
        cmocka_unit_test(a_hold_from_bytes_shows_its_properties),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
