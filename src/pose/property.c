/* Properties: values that do not mix. Invariant: what is not there is all zero, so that equal states are equal bytes;
   a carrier's property is of the clip that was offered. */
#include "pose.h"

#include <string.h>

void snw_shown_copy(const sinew_pose *pose, snw_shown *to, const snw_shown *from) {
    if (pose->shown_bytes && to->there != from->there) memcpy(to->there, from->there, pose->shown_bytes);
}

void snw_shown_clear(const sinew_pose *pose, snw_shown *shown) {
    if (pose->shown_bytes) memset(shown->there, 0, pose->shown_bytes);
}

/* ---- a layer ---- */

void snw_shown_begin(sinew_pose *pose) {
    if (pose->model->lane_count) memset(pose->carriers, 0, pose->model->lane_count * sizeof *pose->carriers);
}

/* Of equals the first stays. */
static void offer(sinew_pose *pose, uint32_t lane, snw_carrier carrier) {
    if (carrier.weight > pose->carriers[lane].weight) pose->carriers[lane] = carrier;
}

void snw_shown_offer(sinew_pose *pose, uint32_t clip, double time, float weight) {
    if (clip == SINEW_NONE) return;
    const snw_clip *from = &pose->model->clips[clip];
    for (uint32_t i = 0; i < from->property_count; ++i)
        offer(pose, from->properties[i].lane, (snw_carrier){ weight, time, &from->properties[i] });
}

void snw_shown_offer_hold(sinew_pose *pose, const snw_shown *held, float weight) {
    for (uint32_t lane = 0; lane < pose->model->lane_count; ++lane)
        if (held->there[lane]) offer(pose, lane, (snw_carrier){ weight, 0, NULL });
}

static void show_value(const sinew_model *model, const snw_property *property, double time, snw_shown *out) {
    uint32_t lane = property->lane;
    float *numbers = out->numbers + model->lane_first[lane];
    out->there[lane] = 1;
    if (property->texts) {
        out->texts[lane] = (uint32_t)(property->texts - model->texts) + snw_curve_key(&property->curve, time);
        return;
    }
    sinew_curve_sample(&property->curve, time, numbers);
    if (snw_floats_finite(numbers, model->lanes[lane].width)) return;
    /* Only tangents can bring a curve past what a float holds. */
    memset(numbers, 0, model->lanes[lane].width * sizeof *numbers);
    out->there[lane] = 0;
}

static void show_same(const sinew_model *model, const snw_shown *from, uint32_t lane, snw_shown *out) {
    out->there[lane] = 1;
    out->texts[lane] = from->texts[lane];
    memcpy(out->numbers + model->lane_first[lane], from->numbers + model->lane_first[lane],
           model->lanes[lane].width * sizeof(float));
}

void snw_shown_end(sinew_pose *pose, const snw_shown *held) {
    const sinew_model *model = pose->model;
    snw_shown_clear(pose, &pose->layer_shown);
    for (uint32_t lane = 0; lane < model->lane_count; ++lane) {
        const snw_carrier *carrier = &pose->carriers[lane];
        if (!(carrier->weight > 0.0f)) continue;
        if (carrier->property) show_value(model, carrier->property, carrier->time, &pose->layer_shown);
        else show_same(model, held, lane, &pose->layer_shown);
    }
}

/* ---- the pose ---- */

void snw_shown_over(sinew_pose *pose, const snw_shown *layer, const float *mask, bool all) {
    const sinew_model *model = pose->model;
    for (uint32_t lane = 0; lane < model->lane_count; ++lane) {
        uint32_t joint = model->lanes[lane].joint;
        bool through = all || !mask || joint == SINEW_NONE || mask[joint] >= 0.5f;
        if (through && layer->there[lane]) show_same(model, layer, lane, &pose->shown);
    }
}

void snw_shown_clip(const sinew_pose *pose, uint32_t clip, double time, snw_shown *out) {
    const snw_clip *from = &pose->model->clips[clip];
    for (uint32_t i = 0; i < from->property_count; ++i) show_value(pose->model, &from->properties[i], time, out);
}

void snw_shown_list(sinew_pose *pose) {
    const sinew_model *model = pose->model;
    pose->value_count = 0;
    for (uint32_t lane = 0; lane < model->lane_count; ++lane) {
        if (!pose->shown.there[lane]) continue;
        sinew_property_value *value = &pose->values[pose->value_count++];
        *value = (sinew_property_value){ .lane = lane, .width = model->lanes[lane].width };
        if (model->lanes[lane].text) value->text = model->texts[pose->shown.texts[lane]];
        else value->numbers = pose->shown.numbers + model->lane_first[lane];
    }
}

const sinew_property_value *sinew_pose_properties(const sinew_pose *pose, uint32_t *count) {
    if (count) *count = pose ? pose->value_count : 0;
    return pose ? pose->values : NULL;
}
