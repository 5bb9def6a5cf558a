/* Animations: samplers, channels, and a clip of curves from each.
   Source: glTF 2.0 specification, 3.11 "Animations".
   Invariant: a curve has as many values as its keys, channel and interpolation want; its times ascend strictly from 0
   on; no two curves of a clip animate the same. */
#include "gltf.h"

#include <math.h>
#include <string.h>

typedef struct sampler {
    bool ok;
    snw_json_id id;
    sinew_interpolation interpolation;
    snw_gltf_accessor *input, *output;
} sampler;

/* ---- samplers ---- */

static void warn_stride(snw_gltf *g, snw_json_id at, const snw_gltf_accessor *a) {
    if (a->view != SINEW_NONE && g->views[a->view].stride)
        snw_gltf_warn(g, at, SINEW_CODE_OUT_OF_RANGE,
                      "keys should lie in a view without \"byteStride\"; they are read all the same");
}

static bool times_ascend(snw_gltf *g, snw_json_id at, const float *times, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (times[i] < 0) {
            snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE, "key %u has the time %g; times begin at 0", i,
                           (double)times[i]);
            return false;
        }
        if (i && !(times[i] > times[i - 1])) {
            snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                           "key %u has the time %.9g, the one before it %.9g; times must ascend strictly", i,
                           (double)times[i], (double)times[i - 1]);
            return false;
        }
    }
    return true;
}

/* False when memory ran out. */
static bool check_times(snw_gltf *g, sampler *s) {
    snw_gltf_accessor *a = s->input;
    snw_json_id at = snw_json_member(&g->json, s->id, "input");
    if (a->shape != SNW_GLTF_SCALAR || a->component != SNW_GLTF_FLOAT) {
        snw_gltf_error(g, at, SINEW_CODE_WRONG_TYPE, "the times of keys must be SCALAR floats");
        s->ok = false;
        return true;
    }
    if (s->interpolation == SINEW_INTERPOLATION_CUBIC && a->count < 2) {
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                       "CUBICSPLINE needs at least two keys; use LINEAR or STEP for one");
        s->ok = false;
    }
    if (a->times == SNW_GLTF_ABSENT && (a->bytes || a->sparse_count)) { /* many samplers share their times */
        const float *times = snw_gltf_floats(g, a);
        if (!times) return false;
        warn_stride(g, at, a);
        if (!a->bounded)
            snw_gltf_warn(g, at, SINEW_CODE_MISSING_FIELD, "times of keys should say their \"min\" and \"max\"");
        a->times = times_ascend(g, at, times, a->count) ? SNW_GLTF_GOT : SNW_GLTF_BAD;
    }
    if (a->times == SNW_GLTF_BAD) s->ok = false;
    return true;
}

static bool read_interpolation(snw_gltf *g, sampler *s) {
    static const char *const names[] = { "LINEAR", "STEP", "CUBICSPLINE" };
    snw_json_id at;
    snw_gltf_got got = snw_gltf_member(g, s->id, "interpolation", SNW_JSON_STRING, false, &at);
    if (got != SNW_GLTF_GOT) return got == SNW_GLTF_ABSENT;
    const char *name = snw_json_get(&g->json, at)->string;
    for (int i = 0; i < 3; ++i) {
        if (strcmp(name, names[i]) != 0) continue;
        s->interpolation = (sinew_interpolation)i;
        return true;
    }
    snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                   "\"interpolation\" is \"%s\"; it must be LINEAR, STEP or CUBICSPLINE", name);
    return false;
}

static bool read_sampler(snw_gltf *g, sampler *s, snw_json_id id) {
    s->id = id;
    if (snw_json_kind_of(&g->json, id) != SNW_JSON_OBJECT) {
        snw_gltf_error(g, id, SINEW_CODE_WRONG_TYPE, "a sampler is an object");
        return true;
    }
    s->ok = read_interpolation(g, s);
    s->input = snw_gltf_accessor_of(g, id, "input", true);
    s->output = snw_gltf_accessor_of(g, id, "output", true);
    bool both = s->input && s->output;
    if (s->output) warn_stride(g, snw_json_member(&g->json, id, "output"), s->output);
    if (s->input && !check_times(g, s)) return false;
    s->ok &= both;
    return true;
}

/* ---- channels ---- */

typedef struct channel {
    snw_json_id id, target;
    const sampler *sampler;
    uint32_t node;
    sinew_channel kind;
    const char *pointer; /* a lane's; NULL: a node's */
} channel;

/* A pointer to a node stands for the node; another one makes a lane. */
static bool read_pointer(snw_gltf *g, channel *c, const char *pointer) {
    uint64_t node;
    if (!snw_gltf_pointer_node(pointer, &node, &c->kind)) {
        c->pointer = pointer;
        return true;
    }
    if (node < g->lists[SNW_GLTF_NODES].count) {
        c->node = (uint32_t)node;
        return true;
    }
    snw_gltf_warn(g, c->target, SINEW_CODE_OUT_OF_RANGE, "the file has no node for \"%s\"; the channel is left out",
                  pointer);
    return false;
}

static bool read_path(snw_gltf *g, channel *c, snw_json_id at, const char *path) {
    static const char *const names[] = { "translation", "rotation", "scale", "weights" };
    for (int i = 0; i < 4; ++i) {
        if (strcmp(path, names[i]) != 0) continue;
        c->kind = (sinew_channel)i;
        return true;
    }
    snw_gltf_warn(g, at, SINEW_CODE_UNKNOWN_FIELD, "\"path\" is \"%s\", which is not read; the channel is left out",
                  path);
    return false;
}

/* True if the channel animates a node or a lane. */
static bool read_target(snw_gltf *g, channel *c) {
    snw_json_id path;
    if (snw_gltf_member(g, c->id, "target", SNW_JSON_OBJECT, true, &c->target) != SNW_GLTF_GOT) return false;
    if (snw_gltf_member(g, c->target, "path", SNW_JSON_STRING, true, &path) != SNW_GLTF_GOT) return false;
    const char *name = snw_json_get(&g->json, path)->string, *pointer;
    if (snw_gltf_pointer(g, c->target, name, &pointer)) return pointer && read_pointer(g, c, pointer);
    if (!read_path(g, c, path, name)) return false;
    snw_gltf_got got = snw_gltf_index(g, c->target, "node", false, SNW_GLTF_NODES, &c->node);
    if (got == SNW_GLTF_ABSENT)
        snw_gltf_warn(g, c->target, SINEW_CODE_MISSING_FIELD, "the channel names no \"node\"; it is left out");
    return got == SNW_GLTF_GOT;
}

static bool check_node(snw_gltf *g, const channel *c, uint32_t *seen, uint32_t mark) {
    const snw_gltf_node *node = &g->nodes[c->node];
    uint32_t *slot = &seen[4 * (size_t)c->node + (size_t)c->kind];
    if (*slot == mark) {
        snw_gltf_error(g, c->target, SINEW_CODE_DUPLICATE_NAME,
                       "another channel of this animation animates the same of node %u; leave one out", c->node);
        return false;
    }
    *slot = mark;
    if (c->kind == SINEW_CHANNEL_WEIGHTS) {
        if (node->morph != SINEW_NONE) return true;
        snw_gltf_error(g, c->target, SINEW_CODE_MISSING_FIELD, "node %u has no mesh with morph targets to weigh",
                       c->node);
        return false;
    }
    if (!node->has_matrix) return true;
    snw_gltf_error(g, c->target, SINEW_CODE_OUT_OF_RANGE,
                   "node %u has a \"matrix\"; only a node with translation, rotation and scale can be animated",
                   c->node);
    return false;
}

/* ---- values ---- */

static bool format_fits(const snw_gltf_accessor *a, sinew_channel kind) {
    static const snw_gltf_shape shapes[] = { SNW_GLTF_VEC3, SNW_GLTF_VEC4, SNW_GLTF_VEC3, SNW_GLTF_SCALAR };
    bool small = kind == SINEW_CHANNEL_ROTATION || kind == SINEW_CHANNEL_WEIGHTS;
    return a->shape == shapes[kind] && (a->component == SNW_GLTF_FLOAT || (small && a->normalized));
}

static uint32_t width_of(const snw_gltf *g, const channel *c) {
    if (c->kind == SINEW_CHANNEL_WEIGHTS) return g->morphs[g->nodes[c->node].morph].target_count;
    return c->kind == SINEW_CHANNEL_ROTATION ? 4 : 3;
}

static void check_units(snw_gltf *g, const channel *c, const float *values) {
    snw_gltf_accessor *a = c->sampler->output;
    bool cubic = c->sampler->interpolation == SINEW_INTERPOLATION_CUBIC;
    if (a->units != SNW_GLTF_ABSENT) return;
    a->units = SNW_GLTF_GOT;
    for (uint32_t i = cubic ? 1 : 0; i < a->count; i += cubic ? 3 : 1) {
        double square = 0;
        const float *q = values + 4 * (size_t)i;
        for (int k = 0; k < 4; ++k) square += (double)q[k] * (double)q[k];
        if (fabs(sqrt(square) - 1) <= SNW_GLTF_UNIT) continue;
        a->units = SNW_GLTF_BAD;
        snw_gltf_error(g, c->id, SINEW_CODE_OUT_OF_RANGE,
                       "the rotation of element %u has the length %g; rotations are unit quaternions", i, sqrt(square));
        return;
    }
}

/* Zeros are no times of several keys; a channel that is left out may have them all the same. */
static bool check_zeros(snw_gltf *g, const channel *c) {
    const snw_gltf_accessor *in = c->sampler->input;
    if (in->bytes || in->sparse_count || in->count < 2) return true;
    snw_gltf_error(g, c->id, SINEW_CODE_MISSING_FIELD,
                   "the times of its keys lie in an accessor without \"bufferView\", so all are 0; times must ascend");
    return false;
}

static bool check_values(snw_gltf *g, const channel *c, uint32_t width) {
    const snw_gltf_accessor *in = c->sampler->input, *out = c->sampler->output;
    snw_json_id at = snw_json_member(&g->json, c->id, "sampler");
    if (!format_fits(out, c->kind)) {
        snw_gltf_error(g, at, SINEW_CODE_WRONG_TYPE,
                       "its sampler's output has a \"type\" or \"componentType\" that this channel cannot have");
        return false;
    }
    uint64_t each = c->sampler->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    uint64_t wanted = in->count * each * (c->kind == SINEW_CHANNEL_WEIGHTS ? width : 1);
    if (out->count != wanted) {
        snw_gltf_error(g, at, SINEW_CODE_OUT_OF_RANGE,
                       "its sampler has %u output elements; %u keys of this channel and interpolation want %llu",
                       out->count, in->count, (unsigned long long)wanted);
        return false;
    }
    if (snw_gltf_spend(g, &g->animated, (uint64_t)in->count + (uint64_t)out->count * out->width)) return true;
    snw_gltf_error(
        g, c->id, SINEW_CODE_TOO_LARGE,
        "the channels share their keys so often that they take far more memory than the file; it is not read");
    return false;
}

/* False when memory ran out. */
static bool make_curve(snw_gltf *g, const channel *c, sinew_curve *curve) {
    const sampler *s = c->sampler;
    curve->channel = c->kind;
    curve->interpolation = s->interpolation;
    curve->target = c->kind == SINEW_CHANNEL_WEIGHTS ? g->nodes[c->node].morph : c->node;
    curve->key_count = s->input->count;
    curve->width = width_of(g, c);
    curve->times = snw_gltf_floats(g, s->input);
    curve->values = snw_gltf_floats(g, s->output);
    if (!curve->times || !curve->values) return false;
    if (c->kind == SINEW_CHANNEL_ROTATION) check_units(g, c, curve->values);
    return true;
}

/* ---- whole ---- */

typedef struct animation {
    snw_json_id id;
    uint32_t index;
    sampler *samplers;
    uint32_t sampler_count;
    sinew_curve *curves;
    uint32_t curve_count;
    sinew_property_desc *lanes;
    snw_json_id *lane_ids;
    uint32_t lane_count;
    uint32_t *seen; /* node × channel: the animation + 1 that animated it last */
} animation;

static const sampler *sampler_of(snw_gltf *g, const animation *a, snw_json_id id) {
    uint64_t index = 0;
    snw_json_id at;
    if (snw_gltf_member(g, id, "sampler", SNW_JSON_NUMBER, true, &at) != SNW_GLTF_GOT) return NULL;
    if (!a->sampler_count) return NULL;
    if (snw_gltf_whole(g, id, "sampler", true, 0, a->sampler_count - 1, &index) != SNW_GLTF_GOT) return NULL;
    return a->samplers[index].ok ? &a->samplers[index] : NULL;
}

static bool read_lane(snw_gltf *g, animation *a, const channel *c) {
    const sampler *s = c->sampler;
    snw_gltf_lane lane = { c->pointer, s->interpolation, s->input, s->output };
    sinew_property_desc *out = &a->lanes[a->lane_count];
    if (!snw_gltf_read_lane(g, c->id, &lane, out)) return false;
    if (out->key_count) a->lane_ids[a->lane_count++] = c->id;
    return true;
}

static bool read_channel(snw_gltf *g, animation *a, snw_json_id id) {
    channel c = { .id = id, .target = SNW_JSON_NO, .node = SINEW_NONE };
    if (snw_json_kind_of(&g->json, id) != SNW_JSON_OBJECT) {
        snw_gltf_error(g, id, SINEW_CODE_WRONG_TYPE, "a channel is an object");
        return true;
    }
    if (snw_gltf_extension(g, id, "KHR_animation_pointer") != SNW_JSON_NO)
        snw_gltf_error(g, id, SINEW_CODE_EXTENSION,
                       "the extension \"KHR_animation_pointer\" has no place in a channel; it belongs into its target");
    c.sampler = sampler_of(g, a, id);
    if (!read_target(g, &c)) return true;
    if (c.pointer) return c.sampler ? read_lane(g, a, &c) : true;
    if (!check_node(g, &c, a->seen, a->index + 1) || !c.sampler) return true;
    if (!check_zeros(g, &c) || !check_values(g, &c, width_of(g, &c))) return true;
    return make_curve(g, &c, &a->curves[a->curve_count++]);
}

static bool read_all_samplers(snw_gltf *g, animation *a, snw_json_id list) {
    uint32_t count = snw_json_get(&g->json, list)->count, i = 0;
    if (!count)
        snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD, "\"samplers\" is empty; an animation has at least one");
    a->samplers = snw_arena_array(&g->arena, count, sizeof *a->samplers);
    if (!a->samplers) return false;
    a->sampler_count = count;
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e))
        if (!read_sampler(g, &a->samplers[i++], e)) return false;
    return true;
}

static bool read_all_channels(snw_gltf *g, animation *a, snw_json_id list) {
    uint32_t count = snw_json_get(&g->json, list)->count;
    if (!count)
        snw_gltf_error(g, list, SINEW_CODE_MISSING_FIELD, "\"channels\" is empty; an animation has at least one");
    a->curves = snw_arena_array(&g->arena, count, sizeof *a->curves);
    a->lanes = snw_arena_array(&g->arena, count, sizeof *a->lanes);
    a->lane_ids = snw_arena_array(&g->arena, count, sizeof *a->lane_ids);
    if (!a->curves || !a->lanes || !a->lane_ids) return false;
    for (snw_json_id e = snw_json_first(&g->json, list); e != SNW_JSON_NO; e = snw_json_next(&g->json, e))
        if (!read_channel(g, a, e)) return false;
    return true;
}

static bool read_animation(snw_gltf *g, animation *a, sinew_clip_desc *clip) {
    snw_json_id samplers, channels;
    clip->name = snw_gltf_text(g, a->id, "name");
    bool both = snw_gltf_member(g, a->id, "samplers", SNW_JSON_ARRAY, true, &samplers) == SNW_GLTF_GOT;
    both &= snw_gltf_member(g, a->id, "channels", SNW_JSON_ARRAY, true, &channels) == SNW_GLTF_GOT;
    if (!both) return true;
    if (!read_all_samplers(g, a, samplers) || !read_all_channels(g, a, channels)) return false;
    clip->curves = a->curves;
    clip->curve_count = a->curve_count;
    clip->properties = a->lanes;
    clip->property_count = a->lane_count;
    clip->length = snw_clips_last_key(clip);
    return true;
}

typedef struct lane_places {
    snw_gltf *g;
    snw_json_id **ids; /* of each animation's lanes */
} lane_places;

static void tell_lane(void *user, uint32_t clip, uint32_t property, snw_lane_fault fault) {
    const lane_places *places = user;
    snw_gltf_warn(places->g, places->ids[clip][property],
                  fault == SNW_LANE_TWICE ? SINEW_CODE_DUPLICATE_NAME : SINEW_CODE_WRONG_TYPE, "%s",
                  snw_lane_fault_text(fault));
}

bool snw_gltf_read_animations(snw_gltf *g) {
    uint32_t count = g->lists[SNW_GLTF_ANIMATIONS].count;
    uint32_t *seen = snw_arena_array(&g->arena, (size_t)g->lists[SNW_GLTF_NODES].count * 4, sizeof *seen);
    g->clips = snw_arena_array(&g->arena, count, sizeof *g->clips);
    lane_places places = { g, snw_arena_array(&g->arena, count, sizeof *places.ids) };
    if (!g->clips || !seen || !places.ids) return false;
    for (uint32_t i = 0; i < count; ++i) {
        animation a = { .id = g->lists[SNW_GLTF_ANIMATIONS].ids[i], .index = i, .seen = seen };
        if (!read_animation(g, &a, &g->clips[i])) return false;
        places.ids[i] = a.lane_ids;
    }
    return snw_clips_settle_lanes(g->clips, count, NULL, &g->arena.allocator, tell_lane, &places);
}
