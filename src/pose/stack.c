/* A pose of a stack: rows of several players, each with masks, time and holds of its own. Invariant: a hold is used by
   the entry that it is of; when another has its place, what was kept is forgotten. */
#include "pose.h"

#include "sinew/stack.h"

sinew_pose *sinew_pose_create_for_stack(const sinew_stack *stack, const sinew_allocator *allocator) {
    const sinew_model *model = sinew_stack_model(stack);
    return model ? snw_pose_make_stacked(model, allocator, sinew_stack_hold_count(stack), stack) : NULL;
}

static bool rows_ok(const sinew_pose *pose, const sinew_stack_step *step) {
    if (step->layer_count && !step->rows) return false;
    for (uint32_t i = 0; i < step->layer_count; ++i)
        if (!(step->rows[i].time - step->rows[i].time == 0.0) || step->rows[i].hold >= pose->layer_count) return false;
    return snw_pose_rows_ok(pose, step->layers, step->layer_count, step->samples, step->sample_count);
}

/* Two masks as one: their product. */
static const float *mask_of(sinew_pose *pose, const sinew_stack_row *row) {
    if (!row->mask || !row->entry_mask) return row->mask ? row->mask : row->entry_mask;
    for (uint32_t i = 0; i < pose->joint_count; ++i)
        pose->both[i] = snw_unit(row->mask[i]) * snw_unit(row->entry_mask[i]);
    return pose->both;
}

static void take_over(snw_hold *hold, uint32_t entry) {
    if (hold->owner == entry) return;
    hold->owner = entry;
    hold->kept_count = 0;
    hold->known = false;
}

/* What a row that is not there kept is no longer what its layer showed last. */
static void forget_absent(sinew_pose *pose, const sinew_stack_step *step) {
    for (uint32_t hold = 0; hold < pose->layer_count; ++hold) {
        bool there = false;
        for (uint32_t i = 0; i < step->layer_count && !there; ++i) there = step->rows[i].hold == hold;
        if (!there) pose->holds[hold].kept_count = 0;
    }
}

sinew_result sinew_pose_apply_stack(sinew_pose *pose, const sinew_stack_step *step) {
    if (!pose || !step || !step->stack || step->stack != pose->stack) return SINEW_ERROR_ARGUMENT;
    if (!rows_ok(pose, step)) return SINEW_ERROR_ARGUMENT;
    snw_pose_begin(pose);
    forget_absent(pose, step);
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        const sinew_stack_row *row = &step->rows[i];
        snw_put put = { .row = &step->layers[i], .mask = mask_of(pose, row), .hold = row->hold, .time = row->time };
        put.lowest = i == 0;
        take_over(&pose->holds[row->hold], row->entry);
        snw_pose_put(pose, &put, step->samples);
    }
    snw_pose_finish(pose);
    return SINEW_OK;
}
