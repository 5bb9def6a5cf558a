/* The walk over a graph's top: parameters, masks, mixes, layers. */
#include "graph/check.h"

#include <math.h>
#include <string.h>

enum { NEAREST_BUDGET = 200000, MAX_MASKS = 4096, MAX_MIXES = 65535 };

/* A name that something is found by: there, and not there before. */
static void check_name(snw_check *check, const snw_names *names, uint32_t index, const char *what) {
    const char *name = names->names[index];
    if (!name || !name[0])
        snw_check_report(check, SINEW_CODE_RESERVED_NAME, "name", "a %s's name must not be empty: \"\"", what);
    else if (snw_names_repeated(names, index))
        snw_check_report(check, SINEW_CODE_DUPLICATE_NAME, "name", "two %ss are named \"%s\"; rename one", what, name);
}

/* ---- parameters ---- */

static void check_default(snw_check *check, const sinew_parameter_desc *parameter) {
    double value = parameter->default_value;
    switch (parameter->type) {
    case SINEW_PARAMETER_FLOAT: snw_check_range(check, "default", value, -SNW_MAX_FLOAT, SNW_MAX_FLOAT); return;
    case SINEW_PARAMETER_INT:
        if (!snw_check_range(check, "default", value, INT32_MIN, INT32_MAX)) return;
        if (value != (double)(int32_t)value)
            snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, "default",
                             "the default of the int \"%s\" is %g; it must be a whole number", parameter->name, value);
        return;
    default:
        if (value == 0 || value == 1) return;
        snw_check_report(check, isfinite(value) ? SINEW_CODE_OUT_OF_RANGE : SINEW_CODE_NOT_FINITE, "default",
                         "the default of \"%s\" must be true or false (1 or 0)", parameter->name);
    }
}

static void check_parameter(snw_check *check, const sinew_parameter_desc *parameter) {
    if (!snw_check_enum(check, "type", (unsigned)parameter->type, SINEW_PARAMETER_TRIGGER + 1u)) return;
    check_default(check, parameter);
    bool low = snw_check_opt(check, "min", parameter->min, -INFINITY, INFINITY);
    bool high = snw_check_opt(check, "max", parameter->max, -INFINITY, INFINITY);
    if (low && high && parameter->min.set && parameter->max.set && parameter->min.value > parameter->max.value)
        snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, "max", "\"max\" is %g, below \"min\", which is %g",
                         parameter->max.value, parameter->min.value);
    snw_check_opt(check, "expires", parameter->expires, 0, SNW_MAX_SECONDS);
}

static void check_parameters(snw_check *check) {
    const sinew_graph_desc *desc = check->desc;
    for (uint32_t i = 0; i < desc->parameter_count; ++i) {
        size_t before = snw_check_enter_key(check, ".parameters", desc->parameters[i].name);
        check_name(check, &check->parameters, i, "parameter");
        check_parameter(check, &desc->parameters[i]);
        snw_check_leave(check, before);
    }
}

/* ---- masks and mixes ---- */

static void check_joints(snw_check *check, const sinew_mask_desc *mask) {
    snw_names names = { 0 };
    if (!snw_check_array(check, "bones", mask->joints, mask->joint_count)) return;
    if (!snw_names_make(check, &names, mask->joints, mask->joint_count, sizeof *mask->joints,
                        offsetof(sinew_mask_joint_desc, name)))
        return;
    for (uint32_t i = 0; i < mask->joint_count; ++i) {
        size_t before = snw_check_enter(check, ".bones[%u]", i);
        const char *name = mask->joints[i].name;
        if (!name || !name[0])
            snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL, "a bone of a mask has no \"name\"");
        else if (snw_names_repeated(&names, i))
            snw_check_report(check, SINEW_CODE_DUPLICATE_NAME, NULL, "the mask names \"%s\" twice; remove one", name);
        snw_check_opt(check, "weight", mask->joints[i].weight, 0, 1);
        snw_check_leave(check, before);
    }
    snw_names_free(check, &names);
}

static void check_masks(snw_check *check) {
    const sinew_graph_desc *desc = check->desc;
    snw_names names = { 0 };
    if (!snw_check_array(check, "masks", desc->masks, desc->mask_count)) return;
    if (!snw_check_limit(check, "masks", desc->mask_count, MAX_MASKS, "masks")) return;
    if (!snw_names_make(check, &names, desc->masks, desc->mask_count, sizeof *desc->masks,
                        offsetof(sinew_mask_desc, name)))
        return;
    for (uint32_t i = 0; i < desc->mask_count; ++i) {
        size_t before = snw_check_enter_key(check, ".masks", desc->masks[i].name);
        check_name(check, &names, i, "mask");
        check_joints(check, &desc->masks[i]);
        snw_check_leave(check, before);
    }
    snw_names_free(check, &names);
}

static void check_clip_name(snw_check *check, const char *field, const char *name) {
    if (!name || !name[0])
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, name ? field : NULL, "\"%s\" is missing; name a clip", field);
}

static void check_mixes(snw_check *check) {
    const sinew_graph_desc *desc = check->desc;
    if (!snw_check_array(check, "mixes", desc->mixes, desc->mix_count)) return;
    if (!snw_check_limit(check, "mixes", desc->mix_count, MAX_MIXES, "mixes")) return;
    for (uint32_t i = 0; i < desc->mix_count; ++i) {
        size_t before = snw_check_enter(check, ".mixes[%u]", i);
        check_clip_name(check, "from", desc->mixes[i].from);
        check_clip_name(check, "to", desc->mixes[i].to);
        snw_check_range(check, "duration", desc->mixes[i].duration, 0, SNW_MAX_SECONDS);
        snw_check_leave(check, before);
    }
}

/* ---- layers ---- */

static void check_layer_mask(snw_check *check, const sinew_layer_desc *layer) {
    if (layer->mask_name && layer->mask)
        snw_check_report(check, SINEW_CODE_REFUSED, "mask",
                         "the layer \"%s\" has both the mask \"%s\" and one of its own; keep one", layer->name,
                         layer->mask_name);
    if (layer->mask_name && !layer->mask_name[0])
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, "mask", "\"mask\" is empty; name a mask or leave it out");
    if (!layer->mask) return;
    size_t before = snw_check_enter(check, ".mask");
    check_joints(check, layer->mask);
    snw_check_leave(check, before);
}

static void check_layer(snw_check *check, const sinew_layer_desc *layer) {
    snw_check_enum(check, "blend", (unsigned)layer->blend, SINEW_BLEND_ADDITIVE + 1u);
    snw_check_opt(check, "weight", layer->weight, 0, 1);
    if (layer->weight_parameter)
        snw_check_numeric(check, "weightParameter", layer->weight_parameter, "a layer's weight");
    check_layer_mask(check, layer);
    snw_check_reference(check, &layer->reference);
    if (layer->reference.clip && layer->blend == SINEW_BLEND_REPLACE)
        snw_check_report(check, SINEW_CODE_ADDITIVE_REFERENCE, "reference",
                         "the reference \"%s\" has no use in a layer that replaces; set \"blend\" to \"additive\"",
                         layer->reference.clip);
    snw_check_range(check, "eventThreshold", layer->event_threshold, 0, 1);
    size_t before = check->desc->flat ? check->length : snw_check_enter(check, ".machine");
    if (check->desc->flat) snw_check_leave(check, 0);
    snw_check_machine(check, &layer->machine, 1);
    if (!check->desc->flat) snw_check_leave(check, before);
}

static void check_layers(snw_check *check) {
    const sinew_graph_desc *desc = check->desc;
    snw_names names = { 0 };
    if (!desc->layer_count)
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, "layers", "a graph needs at least one layer in \"layers\"");
    if (!snw_check_array(check, "layers", desc->layers, desc->layer_count)) return;
    if (!snw_check_limit(check, "layers", desc->layer_count, SINEW_MAX_LAYERS, "layers")) return;
    if (!snw_names_make(check, &names, desc->layers, desc->layer_count, sizeof *desc->layers,
                        offsetof(sinew_layer_desc, name)))
        return;
    for (uint32_t i = 0; i < desc->layer_count; ++i) {
        snw_check_enter(check, ".layers[%u]", i);
        check_name(check, &names, i, "layer");
        check_layer(check, &desc->layers[i]);
        snw_check_leave(check, 0);
    }
    snw_names_free(check, &names);
}

static void check_all(snw_check *check) {
    const sinew_graph_desc *desc = check->desc;
    if (!snw_check_array(check, "parameters", desc->parameters, desc->parameter_count)) return;
    if (!snw_check_limit(check, "parameters", desc->parameter_count, SINEW_MAX_PARAMETERS, "parameters")) return;
    if (!snw_names_make(check, &check->parameters, desc->parameters, desc->parameter_count, sizeof *desc->parameters,
                        offsetof(sinew_parameter_desc, name)))
        return;
    check_parameters(check);
    snw_check_opt(check, "defaultMix", desc->default_mix, 0, SNW_MAX_SECONDS);
    if (desc->transitions_per_moment)
        snw_check_range(check, "transitionsPerMoment", desc->transitions_per_moment, 1, 8);
    bool known = snw_check_enum(check, "events", (unsigned)desc->events, SINEW_EVENTS_BOTH + 1u);
    if (known && desc->events == SINEW_EVENTS_BOTH)
        snw_check_report(check, SINEW_CODE_OUT_OF_RANGE, "events",
                         "a graph's \"events\" is \"dominant\" or \"all\"; \"both\" is for transitions");
    snw_check_above_zero(check, "stepped", desc->stepped, SNW_MAX_SPEED);
    check_masks(check);
    check_mixes(check);
    check_layers(check);
    snw_names_free(check, &check->parameters);
}

sinew_result snw_graph_check(const sinew_graph_desc *desc, sinew_log *log) {
    snw_check check = { .desc = desc, .log = log, .nearest_left = NEAREST_BUDGET };
    check.allocator = snw_allocator_of(desc->allocator);
    check_all(&check);
    if (check.out_of_memory) {
        snw_log_add(log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was checked");
        return SINEW_ERROR_MEMORY;
    }
    return check.errors ? SINEW_ERROR_INPUT : SINEW_OK;
}
