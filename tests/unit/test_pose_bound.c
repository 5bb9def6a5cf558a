/* A pose bound to a player: what a real run of fades and cuts shows, against the double-precision pose; that nothing
   pops and nothing allocates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "bench/pose_reference.h"
#include "support/pose_rig.h"

#include "sinew/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MODEL SINEW_SOURCE_DIR "/tests/conformance/poses/rig.gltf"

/* A and B fade, C cuts in from B: by a still hold, or by an inertial one where HOLD says so. */
#define GRAPH(HOLD)                                                                                                    \
    "{\"version\":2,\"parameters\":{\"go\":{\"type\":\"trigger\"},\"cut\":{\"type\":\"trigger\"},"                     \
    "\"speed\":{\"type\":\"float\",\"default\":2}},\"layers\":[{\"name\":\"Base\",\"machine\":{\"states\":{"           \
    "\"A\":{\"blend\":\"1d\",\"parameter\":\"speed\",\"motions\":[{\"clip\":\"idle\",\"at\":0},"                       \
    "{\"clip\":\"walk\",\"at\":1.5},{\"clip\":\"run\",\"at\":4}]},\"B\":{\"clip\":\"jump\",\"loop\":false},"           \
    "\"C\":{\"add\":{\"base\":{\"clip\":\"run\"},\"delta\":{\"clip\":\"aim\"},\"weight\":0.7}}},\"transitions\":["     \
    "{\"from\":\"A\",\"to\":\"B\",\"when\":[{\"parameter\":\"go\"}],\"fade\":0.4,\"interrupt\":\"both\"},"             \
    "{\"from\":\"*\",\"to\":\"C\",\"when\":[{\"parameter\":\"cut\"}],\"fade\":0.3,\"interrupt\":\"both\"" HOLD "},"    \
    "{\"from\":\"C\",\"to\":\"A\",\"when\":[{\"parameter\":\"go\"}],\"fade\":0.2,\"interrupt\":\"both\"" HOLD "}]}},"  \
    "{\"name\":\"Arm\",\"weight\":0.8,\"mask\":{\"bones\":[{\"name\":\"chest\",\"weight\":0.5},\"arm_r\"]},"           \
    "\"machine\":{\"states\":{\"P\":{\"clip\":\"punch\",\"loop\":false}}}},"                                           \
    "{\"name\":\"Aim\",\"blend\":\"additive\",\"weight\":0.5,\"machine\":{\"states\":{\"U\":{\"clip\":\"aim\"}}}}]}"

/* Nothing moves further than this from one frame to the next at 240 Hz: well above what the clips do by themselves,
   well below what a cut without a hold does (see forgetting_each_frame_jumps). */
static const double POP = 0.1;

typedef struct bound {
    counter count;
    sinew_model *model;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_player *player;
    sinew_pose *pose;
    ref_pose *reference;
    const float *masks[8];
    uint32_t joints;
} bound;

static void open_bound(bound *b, const char *text) {
    *b = (bound){ .count = { 0, 0, 1000000 } };
    sinew_allocator allocator = rig_allocator(&b->count);
    sinew_io_options options = { .allocator = &allocator, .tier = SINEW_TIER_EXACT };
    sinew_log log = { 0 };
    if (sinew_io_load_model(MODEL, &options, &b->model, &log) ||
        sinew_io_parse_graph(text, strlen(text), "graph", &options, &b->graph, &log) ||
        sinew_bind(&(sinew_bind_desc){ .graph = b->graph, .model = b->model, .allocator = &allocator }, &b->binding,
                   &log)) {
        sinew_io_print_log(&log, stderr);
        fail();
    }
    sinew_log_free(&log);
    b->joints = sinew_skeleton_joint_count(sinew_model_skeleton(b->model));
    b->player = sinew_player_create(b->binding);
    b->pose = sinew_pose_create(b->binding);
    b->reference = ref_pose_create(b->model, sinew_binding_layer_count(b->binding));
    assert_true(b->player && b->pose && b->reference);
    assert_true(sinew_binding_mask_count(b->binding) <= 8);
    for (uint32_t i = 0; i < sinew_binding_mask_count(b->binding); ++i) b->masks[i] = sinew_binding_mask(b->binding, i);
}

static void close_bound(bound *b) {
    ref_pose_destroy(b->reference);
    sinew_pose_destroy(b->pose);
    sinew_player_destroy(b->player);
    sinew_binding_destroy(b->binding);
    sinew_graph_destroy(b->graph);
    sinew_model_destroy(b->model);
    assert_int_equal(b->count.live, 0);
}

typedef struct seen {
    double error, jump; /* the largest, of a joint's matrix entries; from one frame to the next */
    uint32_t held, inertial;
} seen;

static void look(bound *b, const sinew_step *step, sinew_affine *before, bool first, seen *out) {
    for (uint32_t j = 0; j < b->joints; ++j) {
        double right[12];
        ref_pose_model(b->reference, j, right);
        sinew_affine is = sinew_pose_model(b->pose, j);
        for (int k = 0; k < 12; ++k) {
            out->error = fmax(out->error, fabs(right[k] - (double)is.m[k]));
            if (!first) out->jump = fmax(out->jump, fabs((double)before[j].m[k] - (double)is.m[k]));
        }
        before[j] = is;
    }
    for (uint32_t i = 0; i < step->sample_count; ++i) {
        bool held = step->samples[i].clip == SINEW_CLIP_HELD;
        out->inertial += held && step->samples[i].flags & SINEW_SAMPLE_INERTIAL;
        out->held += held && !(step->samples[i].flags & SINEW_SAMPLE_INERTIAL);
    }
}

/* Four seconds with a fade every half second and a cut in the middle of each. */
static seen play(bound *b, double fps) {
    seen out = { 0 };
    sinew_affine before[64];
    assert_true(b->joints <= 64);
    int frames = (int)(4 * fps), half = (int)(fps / 2);
    long made = b->count.made;
    for (int i = 0; i < frames; ++i) {
        if (i % half == half / 4) sinew_player_fire_named(b->player, "go");
        if (i % half == half / 2) sinew_player_fire_named(b->player, "cut");
        const sinew_step *step = sinew_player_advance(b->player, 1 / fps);
        assert_int_equal(sinew_pose_apply(b->pose, step), SINEW_OK);
        ref_pose_apply(b->reference, step->time, step->layers, step->layer_count, step->samples, b->masks);
        look(b, step, before, i == 0, &out);
    }
    assert_int_equal(b->count.made, made); /* no allocation after bind */
    return out;
}

static void a_run_with_still_holds(void **state) {
    (void)state;
    bound b;
    open_bound(&b, GRAPH(""));
    seen s = play(&b, 240);
    printf("error %.2g, largest step %.3g, %u held\n", s.error, s.jump, s.held);
    assert_true(s.held > 100);
    assert_true(s.error <= 1e-5);
    assert_true(s.jump < POP);
    close_bound(&b);
}

static void a_run_with_inertial_holds(void **state) {
    (void)state;
    bound b;
    open_bound(&b, GRAPH(",\"hold\":\"inertial\""));
    seen s = play(&b, 240);
    printf("error %.2g, largest step %.3g, %u inertial\n", s.error, s.jump, s.inertial);
    assert_true(s.inertial > 100);
    assert_true(s.error <= 1e-5);
    assert_true(s.jump < POP);
    close_bound(&b);
}

/* Without the hold a cut in the middle of a fade would jump: what the two tests above guard against. */
static void forgetting_each_frame_jumps(void **state) {
    (void)state;
    bound b;
    open_bound(&b, GRAPH(""));
    double jump = 0;
    sinew_affine before = sinew_pose_model(b.pose, 0);
    for (int i = 0; i < 240; ++i) {
        if (i == 60) sinew_player_fire_named(b.player, "go");
        if (i == 100) sinew_player_fire_named(b.player, "cut");
        sinew_pose_forget(b.pose);
        assert_int_equal(sinew_pose_apply(b.pose, sinew_player_advance(b.player, 1 / 240.0)), SINEW_OK);
        for (uint32_t j = 0; j < b.joints; ++j) {
            if (strcmp(sinew_skeleton_joint_name(sinew_model_skeleton(b.model), j), "leg_l")) continue;
            sinew_affine is = sinew_pose_model(b.pose, j);
            for (int k = 0; i && k < 12; ++k) jump = fmax(jump, fabs((double)(before.m[k] - is.m[k])));
            before = is;
        }
    }
    printf("largest step without holds %.3g\n", jump);
    assert_true(jump > POP);
    close_bound(&b);
}

static void another_binding_is_refused(void **state) {
    (void)state;
    bound a, b;
    open_bound(&a, GRAPH(""));
    open_bound(&b, GRAPH(""));
    const sinew_step *step = sinew_player_advance(a.player, 0.1);
    assert_int_equal(sinew_pose_apply(b.pose, step), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_apply(a.pose, step), SINEW_OK);
    sinew_rig empty = { 0 };
    sinew_binding *bare = NULL;
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = a.graph, .rig = &empty }, &bare, NULL), SINEW_OK);
    assert_null(sinew_pose_create(bare)); /* no model */
    sinew_binding_destroy(bare);
    close_bound(&a);
    close_bound(&b);
}

static void no_memory_no_bound_pose(void **state) {
    (void)state;
    bound b;
    open_bound(&b, GRAPH(""));
    long live = b.count.live;
    b.count.left = 0;
    assert_null(sinew_pose_create(b.binding));
    assert_int_equal(b.count.live, live);
    b.count.left = 100;
    close_bound(&b);
}

/* What is known of a binding's masks says what their weights say. */
static uint32_t check_lets(const bound *b) {
    uint32_t mixed = 0;
    for (uint32_t m = 0; m < b->pose->mask_count; ++m)
        for (uint32_t j = 0; j < b->pose->group_count * SINEW_GROUP; ++j) {
            snw_lets lets = b->pose->mask_lets[m][j / SINEW_GROUP];
            float weight = j < b->joints ? b->masks[m][j] : 0;
            assert_int_equal(lets.any >> j % SINEW_GROUP & 1, weight > 0);
            assert_int_equal(lets.all >> j % SINEW_GROUP & 1, weight >= 1);
            mixed += lets.any != lets.all;
        }
    return mixed;
}

/* A pose that knows its masks shows what one shows that looks at every weight. */
static void masks_are_known(void **state) {
    (void)state;
    for (int whole = 0; whole < 2; ++whole) {
        char text[] = GRAPH("");
        bound b;
        if (whole) memcpy(strstr(text, "0.5},\"arm_r"), "1.0", 3);
        open_bound(&b, text);
        assert_int_equal(check_lets(&b) == 0, whole);
        sinew_pose *other = sinew_pose_create(b.binding);
        assert_non_null(other);
        other->mask_lets = NULL;
        for (int i = 0; i < 120; ++i) {
            if (i % 30 == 0) sinew_player_fire_named(b.player, i % 60 ? "cut" : "go");
            const sinew_step *step = sinew_player_advance(b.player, 1 / 60.0);
            assert_int_equal(sinew_pose_apply(b.pose, step), SINEW_OK);
            assert_int_equal(sinew_pose_apply(other, step), SINEW_OK);
            for (uint32_t j = 0; j < b.joints; ++j) {
                sinew_affine is = sinew_pose_model(b.pose, j), right = sinew_pose_model(other, j);
                for (int k = 0; k < 12; ++k) assert_true(fabsf(is.m[k] - right.m[k]) <= 2e-6f);
            }
        }
        sinew_pose_destroy(other);
        close_bound(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_with_still_holds),      cmocka_unit_test(a_run_with_inertial_holds),
        cmocka_unit_test(forgetting_each_frame_jumps), cmocka_unit_test(another_binding_is_refused),
        cmocka_unit_test(no_memory_no_bound_pose),     cmocka_unit_test(masks_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
