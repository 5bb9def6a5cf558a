/* The top of a file: version, parameters, masks, mixes, layers. */
#include "io/animgraph.h"

/* ---- parameters ---- */

static void read_parameter(snw_ag *ag, snw_json_id id, sinew_parameter_desc *parameter, bool *bad) {
    static const char *const names[] = { "type", "default", "min", "max", "latch", "expires" };
    static const char *const types[] = { "float", "int", "bool", "trigger", "number" };
    snw_json_id at[6];
    parameter->name = ag->json->values[id].key;
    *bad = true;
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return;
    snw_ag_fields(ag, id, names, 6, at);
    if (at[0] == SNW_JSON_NO)
        snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD,
                      "\"type\" is missing; say \"float\", \"int\", \"bool\" or \"trigger\" for \"%s\"",
                      parameter->name);
    unsigned type = snw_ag_word(ag, at[0], types, 5, 5);
    if (type == 5) return;
    *bad = false;
    parameter->type = type == 4 ? SINEW_PARAMETER_FLOAT : (sinew_parameter_type)type;
    bool truth = parameter->type == SINEW_PARAMETER_BOOL || parameter->type == SINEW_PARAMETER_TRIGGER;
    if (truth) parameter->default_value = snw_ag_bool(ag, at[1], false) ? 1 : 0;
    else parameter->default_value = snw_ag_double(ag, at[1], 0);
    parameter->min = snw_ag_opt(ag, at[2]);
    parameter->max = snw_ag_opt(ag, at[3]);
    if (parameter->type == SINEW_PARAMETER_TRIGGER) {
        parameter->no_latch = !snw_ag_bool(ag, at[4], true);
        parameter->expires = snw_ag_opt(ag, at[5]);
    } else {
        snw_ag_unused(ag, at[4], "outside a trigger");
        snw_ag_unused(ag, at[5], "outside a trigger");
    }
}

static void read_parameters(snw_ag *ag, snw_json_id id) {
    uint32_t count = snw_ag_is(ag, id, SNW_JSON_OBJECT) ? snw_ag_count(ag, id) : 0;
    /* Room for the two that stand in. */
    ag->parameters = snw_arena_array(&ag->arena, count + 2, sizeof *ag->parameters);
    ag->parameter_names = snw_arena_array(&ag->arena, count, sizeof *ag->parameter_names);
    ag->parameter_bad = snw_arena_array(&ag->arena, count, sizeof *ag->parameter_bad);
    uint32_t *order = snw_arena_array(&ag->arena, count, sizeof *order);
    if (ag->arena.failed) return;
    uint32_t index = 0;
    for (snw_json_id each = snw_ag_first(ag, id); count && each != SNW_JSON_NO; each = snw_ag_next(ag, each), ++index) {
        read_parameter(ag, each, &ag->parameters[index], &ag->parameter_bad[index]);
        ag->parameter_names[index] = ag->parameters[index].name;
    }
    snw_order_names(order, ag->parameter_names, count);
    ag->parameter_order = order;
    ag->desc.parameters = ag->parameters;
    ag->desc.parameter_count = count;
}

static void add_stand_ins(snw_ag *ag) {
    if (!ag->stand_in_used || ag->arena.failed) return;
    ag->parameters[ag->desc.parameter_count++].name = SNW_AG_STAND_IN;
    ag->parameters[ag->desc.parameter_count++].name = SNW_AG_STAND_IN_Y;
}

/* ---- masks ---- */

static void read_bone(snw_ag *ag, snw_json_id id, sinew_mask_joint_desc *joint) {
    static const char *const names[] = { "name", "weight" };
    snw_json_id at[2];
    if (snw_json_kind_of(ag->json, id) == SNW_JSON_STRING) {
        joint->name = ag->json->values[id].string;
        return;
    }
    joint->name = snw_ag_unique_name(ag, id);
    if (snw_json_kind_of(ag->json, id) != SNW_JSON_OBJECT) {
        snw_ag_report(ag, id, SINEW_CODE_WRONG_TYPE,
                      "a bone of a mask must be a name or { \"name\", \"weight\" }, not %s",
                      snw_json_kind_text(snw_json_kind_of(ag->json, id)));
        return;
    }
    snw_ag_fields(ag, id, names, 2, at);
    if (at[0] == SNW_JSON_NO) joint->name = NULL;
    else if (snw_ag_is(ag, at[0], SNW_JSON_STRING)) joint->name = ag->json->values[at[0]].string;
    joint->weight = snw_ag_opt(ag, at[1]);
}

static void read_mask(snw_ag *ag, snw_json_id id, sinew_mask_desc *mask) {
    static const char *const names[] = { "bones", "children" };
    snw_json_id at[2];
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return;
    snw_ag_fields(ag, id, names, 2, at);
    mask->no_children = !snw_ag_bool(ag, at[1], true);
    if (at[0] == SNW_JSON_NO)
        snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD, "\"bones\" is missing; a mask names some");
    if (!snw_ag_is(ag, at[0], SNW_JSON_ARRAY)) return;
    sinew_mask_joint_desc *joints = snw_arena_array(&ag->arena, ag->json->values[at[0]].count, sizeof *joints);
    if (!joints) return;
    mask->joints = joints;
    for (snw_json_id each = snw_json_first(ag->json, at[0]); each != SNW_JSON_NO; each = snw_json_next(ag->json, each))
        read_bone(ag, each, &joints[mask->joint_count++]);
}

static void read_masks(snw_ag *ag, snw_json_id id) {
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return;
    sinew_mask_desc *masks = snw_arena_array(&ag->arena, snw_ag_count(ag, id), sizeof *masks);
    if (!masks) return;
    ag->desc.masks = masks;
    for (snw_json_id each = snw_ag_first(ag, id); each != SNW_JSON_NO; each = snw_ag_next(ag, each)) {
        sinew_mask_desc *mask = &masks[ag->desc.mask_count++];
        mask->name = ag->json->values[each].key;
        read_mask(ag, each, mask);
    }
}

/* ---- mixes ---- */

static void read_mix(snw_ag *ag, snw_json_id id, sinew_mix_desc *mix) {
    static const char *const names[] = { "from", "to", "duration" };
    snw_json_id at[3];
    mix->from = mix->to = "?";
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return;
    snw_ag_fields(ag, id, names, 3, at);
    mix->from = snw_ag_string(ag, at[0]);
    mix->to = snw_ag_string(ag, at[1]);
    mix->duration = snw_ag_double(ag, at[2], 0);
    if (at[2] == SNW_JSON_NO)
        snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD, "\"duration\" is missing; give the seconds of this mix");
}

static void read_mixes(snw_ag *ag, snw_json_id id) {
    if (!snw_ag_is(ag, id, SNW_JSON_ARRAY)) return;
    sinew_mix_desc *mixes = snw_arena_array(&ag->arena, ag->json->values[id].count, sizeof *mixes);
    if (!mixes) return;
    ag->desc.mixes = mixes;
    for (snw_json_id each = snw_json_first(ag->json, id); each != SNW_JSON_NO; each = snw_json_next(ag->json, each))
        read_mix(ag, each, &mixes[ag->desc.mix_count++]);
}

/* ---- layers ---- */

enum {
    LAYER_NAME,
    LAYER_MACHINE,
    LAYER_ROOT_MOTION,
    LAYER_BLEND,
    LAYER_WEIGHT,
    LAYER_WEIGHT_PARAMETER,
    LAYER_MASK,
    LAYER_REFERENCE,
    LAYER_EVENT_THRESHOLD,
    LAYER_COUNT
};
static const char *const layer_fields[] = { "name", "machine",   "rootMotion",    "blend", "weight", "weightParameter",
                                            "mask", "reference", "eventThreshold" };

static void set_placeholder_machine(snw_ag *ag, sinew_machine_desc *machine) {
    sinew_state_desc *state = snw_arena_take(&ag->arena, sizeof *state);
    if (!state) return;
    state->name = "?";
    machine->states = state;
    machine->state_count = 1;
}

static void read_layer_mask(snw_ag *ag, snw_json_id id, sinew_layer_desc *layer) {
    if (id == SNW_JSON_NO) return;
    snw_json_kind kind = snw_json_kind_of(ag->json, id);
    if (kind == SNW_JSON_STRING) layer->mask_name = ag->json->values[id].string;
    else if (kind == SNW_JSON_OBJECT) {
        sinew_mask_desc *mask = snw_arena_take(&ag->arena, sizeof *mask);
        if (!mask) return;
        read_mask(ag, id, mask);
        layer->mask = mask;
    } else
        snw_ag_report(ag, id, SINEW_CODE_WRONG_TYPE, "\"mask\" must be a mask's name or { \"bones\": [...] }, not %s",
                      snw_json_kind_text(kind));
}

static void name_layer(snw_ag *ag, snw_json_id object, snw_json_id id, sinew_layer_desc *layer) {
    if (id != SNW_JSON_NO && snw_ag_is(ag, id, SNW_JSON_STRING)) {
        layer->name = ag->json->values[id].string;
        return;
    }
    if (id == SNW_JSON_NO) snw_ag_report(ag, object, SINEW_CODE_MISSING_FIELD, "\"name\" is missing; name the layer");
    layer->name = snw_ag_unique_name(ag, object);
}

static void read_layer(snw_ag *ag, snw_json_id id, sinew_layer_desc *layer) {
    static const char *const blends[] = { "replace", "additive" };
    snw_json_id at[LAYER_COUNT];
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) {
        layer->name = "?";
        set_placeholder_machine(ag, &layer->machine);
        return;
    }
    snw_ag_fields(ag, id, layer_fields, LAYER_COUNT, at);
    name_layer(ag, id, at[LAYER_NAME], layer);
    if (at[LAYER_MACHINE] == SNW_JSON_NO)
        snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD, "\"machine\" is missing; a layer plays one");
    if (snw_ag_is(ag, at[LAYER_MACHINE], SNW_JSON_OBJECT)) snw_ag_machine(ag, at[LAYER_MACHINE], &layer->machine);
    else set_placeholder_machine(ag, &layer->machine);
    layer->root_motion = snw_ag_bool(ag, at[LAYER_ROOT_MOTION], false);
    layer->blend = (sinew_blend_mode)snw_ag_word(ag, at[LAYER_BLEND], blends, 2, 0);
    layer->weight = snw_ag_opt(ag, at[LAYER_WEIGHT]);
    layer->weight_parameter = snw_ag_numeric(ag, at[LAYER_WEIGHT_PARAMETER]);
    read_layer_mask(ag, at[LAYER_MASK], layer);
    layer->reference = snw_ag_reference(ag, at[LAYER_REFERENCE]);
    layer->event_threshold = snw_ag_double(ag, at[LAYER_EVENT_THRESHOLD], 0);
}

static void read_layers(snw_ag *ag, snw_json_id id) {
    if (id == SNW_JSON_NO) return;
    bool good = snw_ag_is(ag, id, SNW_JSON_ARRAY);
    uint32_t count = good ? ag->json->values[id].count : 1;
    sinew_layer_desc *layers = snw_arena_array(&ag->arena, count, sizeof *layers);
    if (!layers) return;
    ag->desc.layers = layers;
    ag->desc.layer_count = count;
    if (!good) {
        layers[0].name = "?";
        set_placeholder_machine(ag, &layers[0].machine);
        return;
    }
    for (snw_json_id each = snw_json_first(ag->json, id); each != SNW_JSON_NO; each = snw_json_next(ag->json, each))
        read_layer(ag, each, layers++);
}

/* ---- the whole ---- */

enum {
    TOP_VERSION,
    TOP_RIG,
    TOP_PARAMETERS,
    TOP_DEFAULT_MIX,
    TOP_MIXES,
    TOP_MASKS,
    TOP_PER_MOMENT,
    TOP_EVENTS,
    TOP_TELL_LOOPS,
    TOP_STEPPED,
    TOP_EDITOR,
    TOP_LAYERS, /* version 2; in version 1 the entry stands here, and more follows */
    TOP_ENTRY = TOP_LAYERS,
    TOP_STATES,
    TOP_TRANSITIONS,
    TOP_COUNT
};
#define TOP_FIELDS                                                                                                     \
    "version", "rig", "parameters", "defaultMix", "mixes", "masks", "transitionsPerMoment", "events", "tellLoops",     \
        "stepped", "editor"

static bool read_version(snw_ag *ag) {
    snw_json_id id = snw_json_member(ag->json, 0, "version");
    bool layers = snw_json_member(ag->json, 0, "layers") != SNW_JSON_NO;
    ag->version = layers ? 2 : 1;
    if (id == SNW_JSON_NO) {
        snw_ag_report(ag, 0, SINEW_CODE_MISSING_FIELD, "\"version\" is missing; write \"version\": 2");
        return true;
    }
    if (!snw_ag_is(ag, id, SNW_JSON_NUMBER)) return true;
    double version = ag->json->values[id].number;
    if (version == 1 || version == 2) {
        ag->version = version == 1 ? 1 : 2;
        return true;
    }
    snw_ag_report(ag, id, SINEW_CODE_VERSION, "version %.9g is not known; this build reads versions 1 and 2", version);
    return false;
}

static void read_settings(snw_ag *ag, const snw_json_id *at) {
    static const char *const events[] = { "dominant", "all" };
    ag->desc.rig = snw_ag_string(ag, at[TOP_RIG]);
    ag->desc.default_mix = snw_ag_opt(ag, at[TOP_DEFAULT_MIX]);
    ag->desc.transitions_per_moment = (uint32_t)snw_ag_int(ag, at[TOP_PER_MOMENT], 1, 8, 0);
    ag->desc.events = (sinew_event_choice)snw_ag_word(ag, at[TOP_EVENTS], events, 2, 0);
    ag->desc.tell_loops = snw_ag_bool(ag, at[TOP_TELL_LOOPS], false);
    ag->desc.stepped = snw_ag_opt(ag, at[TOP_STEPPED]);
}

static void read_flat(snw_ag *ag, const snw_json_id *at) {
    sinew_layer_desc *layer = snw_arena_take(&ag->arena, sizeof *layer);
    if (!layer) return;
    ag->desc.flat = true;
    ag->desc.layers = layer;
    ag->desc.layer_count = 1;
    layer->name = "Base";
    snw_ag_machine_of(ag, at[TOP_ENTRY], at[TOP_STATES], at[TOP_TRANSITIONS], &layer->machine);
}

bool snw_ag_graph(snw_ag *ag) {
    static const char *const fields_1[] = { TOP_FIELDS, "entry", "states", "transitions" };
    static const char *const fields_2[] = { TOP_FIELDS, "layers" };
    snw_json_id at[TOP_COUNT];
    if (!snw_ag_is(ag, 0, SNW_JSON_OBJECT) || !read_version(ag)) return false;
    if (ag->version == 1) snw_ag_fields(ag, 0, fields_1, TOP_COUNT, at);
    else snw_ag_fields(ag, 0, fields_2, TOP_LAYERS + 1, at);
    read_parameters(ag, at[TOP_PARAMETERS]);
    read_settings(ag, at);
    read_masks(ag, at[TOP_MASKS]);
    read_mixes(ag, at[TOP_MIXES]);
    if (ag->version == 1) read_flat(ag, at);
    else read_layers(ag, at[TOP_LAYERS]);
    add_stand_ins(ag);
    return true;
}
