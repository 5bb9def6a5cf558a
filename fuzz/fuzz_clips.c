/* X.clips.json beside a small model: whatever the bytes, what is left of them makes a model, binds and plays, with
   every event inside its clip and every value finite.
   Fuzzes: src/io/clips*.c src/rig/events.c src/rig/properties.c src/advance/drive.c src/bind/clips.c */
#include "fuzz.h"

#include "io/clips.h"
#include "sinew/sinew.h"

#include <math.h>
#include <string.h>

enum { JOINTS = 3, CLIPS = 4, FRAMES = 40 };

static const float times[] = { 0, 1 };
static const float places[] = { 0, 0, 0, 1, 0, 2 };
static const sinew_curve curve = { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 1, 2, 3, times, places };
static const float colours[] = { 0, 0, 0, 1, 1, 1 };
static const sinew_property_desc colour = {
    .pointer = "/colour", .key_count = 2, .width = 3, .times = times, .numbers = colours
};
static const char *const joints[JOINTS] = { "root", "hips", NULL };

/* A second and a property from the file, nothing at all, half a second that plays once, and a name twice. */
static void make_clips(sinew_clip_desc clips[CLIPS]) {
    memset(clips, 0, CLIPS * sizeof *clips);
    clips[0] = (sinew_clip_desc){
        .name = "walk", .curves = &curve, .curve_count = 1, .properties = &colour, .property_count = 1
    };
    clips[1].name = "a b";
    clips[2] = (sinew_clip_desc){ .name = "jump", .length = 0.5, .once = true, .curves = &curve, .curve_count = 1 };
    clips[3].name = "walk";
}

static sinew_model *make_model(const sinew_clip_desc *clips) {
    static const sinew_joint_desc desc[JOINTS] = { { "root", SINEW_NONE, NULL },
                                                   { "hips", 0, NULL },
                                                   { NULL, 1, NULL } };
    sinew_model_desc model = { .skeleton = { .joints = desc, .joint_count = JOINTS },
                               .clips = clips,
                               .clip_count = CLIPS };
    sinew_model *made = NULL;
    REQUIRE(!sinew_model_create(&model, &made, NULL));
    return made;
}

/* ---- what a model then says ---- */

static void check_events(const sinew_model *model, uint32_t clip) {
    uint32_t count;
    double length = sinew_model_clip_length(model, clip), before = 0;
    const sinew_event_desc *events = sinew_model_clip_events(model, clip, &count);
    REQUIRE(isfinite(length) && length >= 0);
    for (uint32_t i = 0; i < count; ++i) {
        REQUIRE(events[i].time >= before && events[i].end >= events[i].time && events[i].end <= length);
        REQUIRE(events[i].kind[0] && events[i].name[0]);
        before = events[i].time;
    }
    sinew_root_desc root = sinew_model_clip_root(model, clip);
    REQUIRE(root.mode == SINEW_ROOT_NONE || (root.joint < JOINTS && root.axes && root.axes < 8));
}

static void check_lanes(const sinew_model *model) {
    for (uint32_t lane = 0; lane < sinew_model_lane_count(model); ++lane) {
        sinew_lane_info info;
        bool carried = false;
        REQUIRE(sinew_model_lane(model, lane, &info) && info.width >= 1 && info.width <= 16);
        REQUIRE(info.pointer ? !info.component : info.component && info.field);
        for (uint32_t clip = 0; clip < CLIPS; ++clip) {
            for (int i = -1; i < 8; ++i) {
                float numbers[16] = { 0 };
                const char *text = NULL;
                carried |= sinew_model_clip_property(model, clip, lane, 0.2 * i, numbers, &text);
                for (uint32_t k = 0; k < info.width; ++k) REQUIRE(isfinite(numbers[k]));
                REQUIRE(!text || info.text);
            }
        }
        REQUIRE(carried);
    }
}

/* ---- and plays ---- */

static sinew_binding *bind(const sinew_model *model, const sinew_graph **graph) {
    static const sinew_parameter_desc parameters[] = { { .name = "speed", .type = SINEW_PARAMETER_FLOAT },
                                                       { .name = "go", .type = SINEW_PARAMETER_BOOL } };
    static const sinew_condition_desc on = { .parameter = "go", .value = { true, 1 } };
    static const sinew_state_desc states[] = {
        { .name = "A", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" }, .speed_parameter = "speed" },
        { .name = "B", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "jump" } },
        { .name = "C", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "a b" } },
    };
    static const sinew_transition_desc transitions[] = {
        { .from = "A", .to = "B", .conditions = &on, .condition_count = 1, .interrupt = SINEW_INTERRUPT_BOTH },
        { .from = "B", .to = "C" },
        { .from = "C", .to = "A" },
    };
    sinew_layer_desc layer = {
        .name = "Base",
        .machine = { .states = states, .state_count = 3, .transitions = transitions, .transition_count = 3 }
    };
    sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 2, .layers = &layer, .layer_count = 1 };
    sinew_graph *made = NULL;
    sinew_binding *binding = NULL;
    REQUIRE(!sinew_graph_create(&desc, &made, NULL));
    sinew_bind_desc what = { .graph = made, .model = model };
    REQUIRE(!sinew_bind(&what, &binding, NULL));
    *graph = made;
    return binding;
}

static void check_step(const sinew_binding *binding, const sinew_step *step, sinew_pose *pose) {
    sinew_affine models[JOINTS];
    REQUIRE(step->result == SINEW_OK);
    for (uint32_t i = 0; i < step->event_count; ++i)
        REQUIRE(step->events[i].event == SINEW_NONE ||
                sinew_binding_event(binding, step->events[i].clip, step->events[i].event));
    REQUIRE(!sinew_pose_apply(pose, step));
    REQUIRE(!sinew_pose_models(pose, models, JOINTS));
}

static void play(const sinew_model *model) {
    const sinew_graph *graph;
    sinew_binding *binding = bind(model, &graph);
    sinew_player *player = sinew_player_create(binding);
    sinew_pose *pose = sinew_pose_create(binding);
    REQUIRE(player && pose);
    for (int frame = 0; frame < FRAMES; ++frame) {
        if (frame % 7 == 0) sinew_player_set_bool_named(player, "go", frame % 2);
        check_step(binding, sinew_player_advance(player, frame % 5 ? 0.05 : 0.7), pose);
        REQUIRE(isfinite(sinew_player_get_float(player, 0)));
    }
    sinew_pose_destroy(pose);
    sinew_player_destroy(player);
    sinew_binding_destroy(binding);
    sinew_graph_destroy((sinew_graph *)(uintptr_t)graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sinew_clip_desc clips[CLIPS];
    sinew_log log = { 0 };
    snw_arena arena;
    make_clips(clips);
    snw_arena_init(&arena, NULL);
    snw_clips_model target = { clips, CLIPS, joints, JOINTS, 0, &arena };
    sinew_result result = snw_clips_json_apply((const char *)data, size, "x.clips.json", &target, &log);
    REQUIRE(result == SINEW_OK ? !log.error_count : log.error_count != 0);
    sinew_model *model = make_model(clips);
    snw_arena_free(&arena);
    sinew_log_free(&log);
    for (uint32_t clip = 0; clip < CLIPS; ++clip) check_events(model, clip);
    check_lanes(model);
    play(model);
    sinew_model_destroy(model);
    return 0;
}

/* ---- seeds ---- */

static const char *const seeds[] = {
    "{}",
    "{\"walk\":{\"loop\":false,\"root\":\"hold\",\"rootAxes\":\"xz\",\"rootJoint\":\"hips\",\"rootYaw\":true}}",
    "{\"walk\":{\"root\":\"motion\",\"events\":[{\"time\":0.31,\"kind\":\"sound\",\"name\":\"step\",\"payload\":{\"a\":"
    "[1]}},"
    "{\"time\":0.2,\"end\":0.4,\"kind\":\"window\",\"name\":\"hit\"},{\"time\":2,\"name\":\"late\"}]}}",
    "{\"walk\":{\"properties\":[{\"component\":\"sprite\",\"field\":\"cell\",\"times\":[0,0.1],\"values\":[0,1],"
    "\"step\":true},"
    "{\"pointer\":\"/"
    "colour\",\"times\":[0],\"values\":[[1,2,3]]},{\"pointer\":\"@speed\",\"times\":[0,1],\"values\":[1,2]}]},"
    "\"jump\":{\"properties\":[{\"component\":\"sprite\",\"field\":\"image\",\"times\":[0,0.2],\"values\":[\"a\",\"b\"]"
    "},"
    "{\"pointer\":\"@speed\",\"times\":[0],\"values\":[-3]}]}}",
    "{\"a "
    "b\":{\"events\":[{\"time\":1,\"name\":\"x\",\"end\":2}],\"properties\":[{\"pointer\":\"@sped\",\"times\":[0,2],"
    "\"values\":[1e38,-1e38]},{\"pointer\":\"@go\",\"times\":[0],\"values\":[1]}]},\"b\":{\"loops\":1},\"walk\":2}",
    "{\"jump\":{\"events\":[{\"time\":0.5,\"name\":\"end\"},{\"time\":-1,\"name\":\"n\"},{\"time\":0.4,\"end\":0.1,"
    "\"name\":\"\"}],"
    "\"properties\":[{\"pointer\":\"x\",\"times\":[1,0],\"values\":[\"a\",2]},{\"pointer\":\"/colour\",\"times\":[0],"
    "\"values\":[1]},{\"component\":\"c\",\"times\":[],\"values\":[]}]},\"jump\":{}}",
};

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    if (index >= sizeof seeds / sizeof *seeds) return 0;
    size_t size = strlen(seeds[index]);
    if (size > capacity) return 0;
    memcpy(data, seeds[index], size);
    return size;
}
