/* Worlds for fuzz_play. Invariant: every graph is valid, so that a refusal is a finding; only points moved at random
   may fall onto each other. */
#include "play.h"

#include <math.h>
#include <string.h>

static const char *const clip_names[WORLD_CLIPS] = { "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "zero" };
static const char *const joint_names[WORLD_JOINTS] = { "hip", "spine", "arm" };

/* ---- a rig whose masks are not to be trusted, and a model of the same clips ---- */

static uint32_t compile_mask(const void *user, const sinew_mask_desc *mask, float *weights, sinew_log *log,
                             const char *path) {
    static const float odd[WORLD_JOINTS] = { NAN, -1, 2 };
    (void)user, (void)log, (void)path;
    for (uint32_t i = 0; i < WORLD_JOINTS; ++i) weights[i] = odd[(i + mask->joint_count) % WORLD_JOINTS];
    return mask->joint_count - 1;
}

static bool find_mask(const void *user, const char *name, float *weights) {
    (void)user;
    for (uint32_t i = 0; i < WORLD_JOINTS; ++i) weights[i] = 0.5f;
    return strcmp(name, "rigs") == 0;
}

static void make_rig(world *w) {
    w->rig = w->random.rig;
    w->rig.joint_count = WORLD_JOINTS;
    w->rig.compile_mask = compile_mask;
    w->rig.find_mask = find_mask;
    for (uint32_t i = 0; i < WORLD_CLIPS; ++i) {
        REQUIRE(w->rig.find_clip(w->rig.user, clip_names[i]) == i);
        w->lengths[i] = w->rig.clip_info(w->rig.user, i).length;
    }
}

static void make_model(world *w) {
    sinew_joint_desc joints[WORLD_JOINTS] = { { joint_names[0], SINEW_NONE, NULL },
                                              { joint_names[1], 0, NULL },
                                              { joint_names[2], 1, NULL } };
    sinew_clip_desc clips[WORLD_CLIPS] = { { 0 } };
    for (uint32_t i = 0; i < WORLD_CLIPS; ++i)
        clips[i] = (sinew_clip_desc){ .name = clip_names[i],
                                      .length = w->lengths[i],
                                      .once = w->rig.clip_info(w->rig.user, i).once };
    sinew_model_desc desc = { .skeleton = { .joints = joints, .joint_count = WORLD_JOINTS },
                              .clips = clips,
                              .clip_count = WORLD_CLIPS };
    REQUIRE(sinew_model_create(&desc, &w->model, NULL) == SINEW_OK);
}

/* ---- more than a random graph has: masks, references, points anywhere ---- */

static const sinew_mask_joint_desc half_joints[] = { { "spine", { true, 0.5 } }, { "arms", { false, 0 } } };
static const sinew_mask_joint_desc arm_joints[] = { { "arm", { true, 0.25 } } };
static const sinew_mask_desc shared_masks[] = { { "half", half_joints, 2, false } };
static const sinew_mask_desc arm_mask = { NULL, arm_joints, 1, true };

static void decorate(world *w, dice *d) {
    sinew_layer_desc *layers = (sinew_layer_desc *)(uintptr_t)w->random.desc.layers;
    w->random.desc.masks = shared_masks;
    w->random.desc.mask_count = 1;
    if (dice_chance(d, 30)) w->random.desc.default_mix = (sinew_opt){ true, 0.25 * dice_below(d, 3) };
    for (uint32_t i = 0; i < w->random.desc.layer_count; ++i) {
        uint32_t roll = dice_below(d, 8);
        if (roll == 0) layers[i].mask = &arm_mask;
        if (roll == 1) layers[i].mask_name = "half";
        if (roll == 2 && !w->model) layers[i].mask_name = "rigs";
        if (layers[i].blend == SINEW_BLEND_ADDITIVE && roll >= 4)
            layers[i].reference = (sinew_reference_desc){ roll == 4 ? "gone" : "c0", 0.1 };
    }
}

static double wild_number(dice *d) {
    static const double numbers[] = { 0,    1,     -1,   0.1,      -0.3,   1.0 / 3, 1e-8, -1e-8, 1e-300,
                                      1e38, -1e30, 1e15, 4.9e-324, 3.4e38, -3.4e38, 2,    0.5,   1 + 1e-15 };
    uint32_t pick = dice_below(d, 24);
    if (pick < sizeof numbers / sizeof *numbers) return numbers[pick];
    return ((double)dice_below(d, 65536) - 32768) / 1024;
}

static void move_points(const sinew_motion_desc *motion, dice *d) {
    sinew_child_desc *children = (sinew_child_desc *)(uintptr_t)motion->children;
    bool points = motion->kind == SINEW_MOTION_BLEND_2D && motion->algorithm != SINEW_ALGORITHM_GRID;
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        if (points) children[i].x = wild_number(d);
        if (points) children[i].y = wild_number(d);
        move_points(&children[i].motion, d);
    }
}

static void move_all_points(const sinew_machine_desc *machine, dice *d) {
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        if (machine->states[i].machine) move_all_points(machine->states[i].machine, d);
        else move_points(&machine->states[i].motion, d);
    }
}

/* ---- a world ---- */

static bool make_graph(world *w, bool wild) {
    sinew_log log = { 0 };
    sinew_result result = sinew_graph_create(&w->random.desc, &w->graph, &log);
    REQUIRE((result == SINEW_OK) == (log.error_count == 0) && (result == SINEW_OK) == (w->graph != NULL));
    REQUIRE(result == SINEW_OK || (wild && result == SINEW_ERROR_INPUT));
    for (uint32_t i = 0; i < log.count; ++i)
        REQUIRE(log.items[i].severity == SINEW_SEVERITY_WARNING || log.items[i].code == SINEW_CODE_BLEND_SAME_POINT);
    sinew_log_free(&log);
    if (!w->graph) return false;
    sinew_graph *again = NULL;
    REQUIRE(sinew_graph_create(sinew_graph_definition(w->graph), &again, NULL) == SINEW_OK);
    REQUIRE(sinew_graph_hash(again) == sinew_graph_hash(w->graph));
    sinew_graph_destroy(again);
    return true;
}

static void bind_world(world *w, dice *d) {
    sinew_log log = { 0 };
    sinew_bind_desc desc = { .graph = w->graph, .model = w->model, .rig = w->model ? NULL : &w->rig };
    REQUIRE(sinew_bind(&desc, &w->binding, &log) == SINEW_OK && log.error_count == 0);
    REQUIRE(sinew_bind(&desc, &w->second, NULL) == SINEW_OK);
    sinew_log_free(&log);
    if (!dice_chance(d, 20)) return;
    sinew_binding *strict = NULL;
    desc.strict = true;
    sinew_result result = sinew_bind(&desc, &strict, &log);
    REQUIRE((result == SINEW_OK) == (strict != NULL));
    REQUIRE(result == SINEW_OK || result == SINEW_ERROR_INPUT);
    sinew_log_free(&log);
    sinew_binding_destroy(strict);
}

bool world_make(world *w, dice *d) {
    memset(w, 0, sizeof *w);
    bool wild = dice_chance(d, 12), model = dice_chance(d, 20);
    random_graph_make(&w->random, d);
    make_rig(w);
    if (model) make_model(w);
    decorate(w, d);
    if (wild)
        for (uint32_t i = 0; i < w->random.desc.layer_count; ++i) move_all_points(&w->random.desc.layers[i].machine, d);
    w->thins = w->random.thins;
    if (!make_graph(w, wild)) return false;
    bind_world(w, d);
    return true;
}

void world_free(world *w) {
    sinew_binding_destroy(w->binding);
    sinew_binding_destroy(w->second);
    sinew_graph_destroy(w->graph);
    sinew_model_destroy(w->model);
    random_graph_free(&w->random);
}
