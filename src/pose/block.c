/* A pose's block: made, copied, put to rest. Invariant: the block is laid out by one function that runs twice, once
   to count and once to place, so that the two cannot disagree. */
#include "pose.h"

#include "pose/lend.h"
#include "simd/clip.h"

#include <string.h>

/* So that a row of a group is a line of the cache. */
enum { ALIGNED = 64 };

typedef struct layout {
    char *base; /* NULL while counting */
    size_t used;
} layout;

static void *place(layout *l, size_t count, size_t each) {
    void *piece = l->base ? l->base + l->used : NULL;
    l->used += (count * each + (ALIGNED - 1u)) / ALIGNED * ALIGNED;
    return piece;
}

/* Its parts lie one after another, so that a value is copied at once. */
static void place_value(layout *l, const sinew_pose *pose, snw_value *value) {
    value->groups = place(l, pose->group_count, sizeof(snw_group));
    value->present = place(l, pose->group_count, sizeof(snw_present));
    value->shares = place(l, pose->group_count, sizeof(snw_shares));
    value->morphs = place(l, pose->morph_count, sizeof(float));
    value->morph_shares = place(l, pose->morph_count, sizeof(float));
}

static void place_shown(layout *l, const sinew_pose *pose, snw_shown *shown) {
    shown->there = place(l, pose->model->lane_count, sizeof(uint8_t));
    shown->texts = place(l, pose->model->lane_count, sizeof(uint32_t));
    shown->numbers = place(l, pose->model->lane_numbers, sizeof(float));
}

static void place_hold(layout *l, const sinew_pose *pose, snw_hold *hold) {
    place_value(l, pose, &hold->kept[0]);
    place_value(l, pose, &hold->kept[1]);
    place_value(l, pose, &hold->held);
    place_value(l, pose, &hold->rate);
    place_shown(l, pose, &hold->kept_shown);
    place_shown(l, pose, &hold->held_shown);
}

/* The list of holds, with what they point to behind it. */
static snw_hold *place_holds(layout *l, const sinew_pose *pose) {
    snw_hold *holds = place(l, pose->layer_count, sizeof(snw_hold)), counted;
    for (uint32_t i = 0; i < pose->layer_count; ++i) place_hold(l, pose, holds ? &holds[i] : &counted);
    return holds;
}

/* Counts are bounded (32,768 joints, 65,536 layers by a sample's field), so sums of them fit 64 bits; a smaller
   size_t is caught by the caller. */
static void place_all(layout *l, sinew_pose *pose) {
    place(l, 1, sizeof *pose);
    pose->groups = place(l, pose->group_count, sizeof(snw_group));
    pose->morphs = place(l, pose->morph_count, sizeof(float));
    pose->models = place(l, (size_t)pose->group_count * SINEW_GROUP + 1, sizeof(snw_matrix));
    if (pose->models) ++pose->models;
    pose->above = place(l, (size_t)pose->group_count * SINEW_GROUP, sizeof(uint32_t));
    pose->unit = place(l, pose->group_count, sizeof(uint8_t));
    pose->places = place(l, (size_t)pose->group_count * SINEW_GROUP, sizeof(uint32_t));
    if (pose->stack) pose->both = place(l, pose->joint_count, sizeof(float));
    size_t before = l->used;
    place_value(l, pose, &pose->mean);
    pose->value_bytes = l->used - before;
    for (int i = 0; i < SNW_PARTS; ++i) place_value(l, pose, &pose->sampled[i]);
    place_value(l, pose, &pose->reference);
    pose->leads = place(l, pose->group_count, sizeof(snw_lead));
    pose->delta = place(l, pose->group_count, sizeof(snw_present));
    pose->delta_shares = place(l, pose->group_count, sizeof(snw_shares));
    before = l->used;
    place_shown(l, pose, &pose->shown);
    pose->shown_bytes = l->used - before;
    place_shown(l, pose, &pose->layer_shown);
    pose->carriers = place(l, pose->model->lane_count, sizeof(snw_carrier));
    pose->values = place(l, pose->model->lane_count, sizeof(sinew_property_value));
    pose->holds = place_holds(l, pose);
}

/* False where it would be past what a size holds. */
static bool plan_pose(sinew_pose *plan, const sinew_model *model, uint32_t layer_count, const sinew_stack *stack) {
    *plan = (sinew_pose){ .model = model, .layer_count = layer_count, .stack = stack };
    plan->joint_count = model->skeleton.joint_count;
    plan->group_count = model->skeleton.group_count;
    plan->morph_count = model->morph_weight_count;
    layout l = { NULL, 0 };
    place_all(&l, plan);
    plan->bytes = l.used + ALIGNED;
    double needed = (double)plan->value_bytes * (4.0 * layer_count + 3.0 + SNW_PARTS) +
                    (double)plan->shown_bytes * (2.0 * layer_count + 2.0);
    return needed <= (double)(SIZE_MAX / 2);
}

static void lay_hierarchy(sinew_pose *pose) {
    static const snw_matrix IDENTITY = { { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
    pose->models[-1] = IDENTITY;
    for (uint32_t i = 0; i < pose->group_count * SINEW_GROUP; ++i) {
        uint32_t parent = pose->model->skeleton.parent[i];
        pose->above[i] = parent == SINEW_NONE ? 0 : (parent + 1) * (uint32_t)(sizeof(snw_matrix) / sizeof(float));
    }
}

static bool has_scales(const snw_clip *clip) {
    const snw_compiled *compiled = clip->compiled;
    if (compiled && compiled->kinds[SNW_SCALE].used) return true;
    const uint32_t *list = compiled ? snw_compiled_at(compiled, compiled->curves) : NULL;
    for (uint32_t i = 0; i < (compiled ? compiled->curve_count : clip->joint_curve_count); ++i)
        if (clip->curves[list ? list[i] : i].channel == SINEW_CHANNEL_SCALE) return true;
    return false;
}

static void look_for_scales(sinew_pose *pose) {
    for (uint32_t i = 0; i < pose->model->clip_count && !pose->scales; ++i)
        pose->scales = has_scales(&pose->model->clips[i]);
    for (uint32_t g = 0; g < pose->group_count; ++g) {
        const float *scales = pose->model->skeleton.rest_groups[g].row[SNW_SX];
        uint32_t units = 0;
        while (units < 3 * SINEW_GROUP && scales[units] == 1.0f) ++units;
        pose->unit[g] = units == 3 * SINEW_GROUP;
    }
}

static sinew_pose *place_pose(const sinew_pose *plan, void *block) {
    size_t astray = (uintptr_t)block % ALIGNED;
    sinew_pose placed = *plan;
    layout real = { (char *)block + (astray ? ALIGNED - astray : 0), 0 };
    place_all(&real, &placed);
    sinew_pose *pose = (void *)real.base;
    *pose = placed;
    pose->block = block;
    pose->kernels = snw_kernels_choose();
    pose->placed = SINEW_NONE;
    lay_hierarchy(pose);
    look_for_scales(pose);
    sinew_pose_rest(pose);
    return pose;
}

sinew_pose *snw_pose_make_stacked(const sinew_model *model, const sinew_allocator *allocator, uint32_t layer_count,
                                  const sinew_stack *stack) {
    sinew_pose plan;
    if (!plan_pose(&plan, model, layer_count, stack)) return NULL;
    plan.allocator = snw_allocator_of(allocator);
    void *block = snw_allocate(&plan.allocator, plan.bytes);
    return block ? place_pose(&plan, block) : NULL;
}

size_t snw_pose_room(const sinew_model *model, uint32_t layer_count) {
    sinew_pose plan;
    return plan_pose(&plan, model, layer_count, NULL) ? plan.bytes : 0;
}

sinew_pose *snw_pose_place(const sinew_model *model, uint32_t layer_count, void *memory) {
    sinew_pose plan;
    return plan_pose(&plan, model, layer_count, NULL) ? place_pose(&plan, memory) : NULL;
}

size_t snw_pose_holds_room(const sinew_model *model, uint32_t layer_count) {
    sinew_pose plan;
    layout l = { NULL, 0 };
    if (!plan_pose(&plan, model, layer_count, NULL)) return 0;
    place_holds(&l, &plan);
    return l.used;
}

void snw_holds_place(const sinew_pose *pose, void *memory) {
    layout l = { memory, 0 };
    memset(memory, 0, snw_pose_holds_room(pose->model, pose->layer_count));
    place_holds(&l, pose);
}

sinew_pose *snw_pose_make(const sinew_model *model, const sinew_allocator *allocator, uint32_t layer_count) {
    return snw_pose_make_stacked(model, allocator, layer_count, NULL);
}

sinew_pose *sinew_pose_create_for_model(const sinew_model *model, const sinew_allocator *allocator) {
    return model ? snw_pose_make(model, allocator, 0) : NULL;
}

void sinew_pose_destroy(sinew_pose *pose) {
    if (!pose) return;
    sinew_allocator allocator = pose->allocator;
    snw_release(&allocator, pose->block, pose->bytes);
}

size_t sinew_pose_bytes(const sinew_pose *pose) { return pose ? pose->bytes : 0; }

const char *sinew_pose_simd(const sinew_pose *pose) { return pose ? pose->kernels->name : ""; }

void sinew_pose_rest(sinew_pose *pose) {
    if (!pose) return;
    memcpy(pose->groups, pose->model->skeleton.rest_groups, pose->group_count * sizeof(snw_group));
    if (pose->morph_count) memcpy(pose->morphs, pose->model->morph_rest, pose->morph_count * sizeof(float));
    pose->models_fresh = false;
    pose->scales_rest = true;
    snw_shown_clear(pose, &pose->shown);
    pose->value_count = 0;
}

void snw_pose_begin(sinew_pose *pose) {
    if (pose->morph_count) memcpy(pose->morphs, pose->model->morph_rest, pose->morph_count * sizeof(float));
    pose->models_fresh = false;
    pose->at_rest = true;
    snw_shown_clear(pose, &pose->shown);
}

void snw_pose_finish(sinew_pose *pose) {
    if (pose->at_rest) {
        memcpy(pose->groups, pose->model->skeleton.rest_groups, pose->group_count * sizeof(snw_group));
        pose->scales_rest = true;
    }
    pose->at_rest = false;
    snw_shown_list(pose);
}

void sinew_pose_forget(sinew_pose *pose) {
    if (!pose) return;
    for (uint32_t i = 0; i < pose->layer_count; ++i) {
        pose->holds[i].kept_count = 0;
        pose->holds[i].known = false;
    }
}
