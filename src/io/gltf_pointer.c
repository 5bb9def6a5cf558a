/* KHR_animation_pointer: channels that name what they animate by a JSON pointer.
   Source: KHR_animation_pointer, "Extension Schema" and "Data Types".
   Invariant: a pointer to a node's transform or weights is a channel like any other; every other one is a lane of
   numbers, named by the pointer as it is written. */
#include "gltf.h"

#include <string.h>

enum { MOST_WIDTH = 16 };

/* "~" stands only before 0 and 1. */
static bool well_formed(const char *text) {
    if (text[0] && text[0] != '/') return false;
    for (const char *c = text; *c; ++c)
        if (*c == '~' && c[1] != '0' && c[1] != '1') return false;
    return true;
}

bool snw_gltf_pointer(snw_gltf *g, snw_json_id target, const char *path, const char **out) {
    snw_json_id extension = snw_gltf_extension(g, target, "KHR_animation_pointer"), pointer;
    *out = NULL;
    if (extension == SNW_JSON_NO) return false;
    if (snw_json_member(&g->json, target, "node") != SNW_JSON_NO)
        snw_gltf_error(g, extension, SINEW_CODE_EXTENSION,
                       "a channel with \"KHR_animation_pointer\" must not name a \"node\" too");
    if (snw_gltf_member(g, extension, "pointer", SNW_JSON_STRING, true, &pointer) != SNW_GLTF_GOT) return true;
    const char *text = snw_json_get(&g->json, pointer)->string;
    if (!well_formed(text))
        snw_gltf_error(g, pointer, SINEW_CODE_SYNTAX, "\"%s\" is no JSON pointer; one begins with /", text);
    else if (!text[0])
        snw_gltf_warn(g, pointer, SINEW_CODE_OUT_OF_RANGE, "the pointer names the whole file; the channel is left out");
    else if (strcmp(path, "pointer") == 0) *out = text;
    else
        snw_gltf_warn(g, snw_json_member(&g->json, target, "path"), SINEW_CODE_UNKNOWN_FIELD,
                      "with \"KHR_animation_pointer\" the \"path\" is \"pointer\", not \"%s\"; the channel is left out",
                      path);
    return true;
}

/* A number without leading zeros, and a slash after it; NULL if there is none. */
static const char *index_of(const char *text, uint64_t *index) {
    *index = 0;
    if (*text < '0' || *text > '9' || (*text == '0' && text[1] != '/')) return NULL;
    for (; *text >= '0' && *text <= '9'; ++text)
        if (*index < SINEW_NONE) *index = *index * 10 + (uint64_t)(*text - '0');
    return *text == '/' ? text + 1 : NULL;
}

bool snw_gltf_pointer_node(const char *text, uint64_t *node, sinew_channel *kind) {
    static const char *const names[] = { "translation", "rotation", "scale", "weights" };
    if (strncmp(text, "/nodes/", 7) != 0) return false;
    const char *field = index_of(text + 7, node);
    for (int i = 0; field && i < 4; ++i) {
        if (strcmp(field, names[i]) != 0) continue;
        *kind = (sinew_channel)i;
        return true;
    }
    return false;
}

/* How many numbers a key has; 0 after a finding. */
static uint32_t width_of(snw_gltf *g, snw_json_id channel, const snw_gltf_lane *lane) {
    const snw_gltf_accessor *in = lane->input, *out = lane->output;
    uint64_t keys = (uint64_t)in->count * (lane->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1);
    if (out->count % keys != 0) {
        snw_gltf_error(g, snw_json_member(&g->json, channel, "sampler"), SINEW_CODE_OUT_OF_RANGE,
                       "its sampler has %u output elements for %u keys; each key of this interpolation has as many",
                       out->count, in->count);
        return 0;
    }
    uint64_t width = out->count / keys * out->width;
    if (width <= MOST_WIDTH) return (uint32_t)width;
    snw_gltf_warn(g, channel, SINEW_CODE_TOO_LARGE,
                  "\"%s\" has %llu numbers a key; at most %d are read, so the channel is left out", lane->pointer,
                  (unsigned long long)width, MOST_WIDTH);
    return 0;
}

/* Zeros are the times of one key at most: the last one stands. */
static void keep_last(const snw_gltf_accessor *in, sinew_property_desc *out) {
    if (in->bytes || in->sparse_count || in->count < 2) return;
    size_t each = out->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    out->numbers += each * out->width * (in->count - 1);
    out->key_count = 1;
}

bool snw_gltf_read_lane(snw_gltf *g, snw_json_id channel, const snw_gltf_lane *lane, sinew_property_desc *out) {
    uint32_t width = width_of(g, channel, lane);
    if (!width) return true;
    if (!snw_gltf_spend(g, &g->animated,
                        (uint64_t)lane->input->count + (uint64_t)lane->output->count * lane->output->width)) {
        snw_gltf_error(g, channel, SINEW_CODE_TOO_LARGE,
                       "the channels share their keys so often that they take far more memory than the file; it is not "
                       "read");
        return true;
    }
    const float *times = snw_gltf_floats(g, lane->input), *numbers = snw_gltf_floats(g, lane->output);
    if (!times || !numbers) return false;
    *out = (sinew_property_desc){ .pointer = lane->pointer,
                                  .interpolation = lane->interpolation,
                                  .key_count = lane->input->count,
                                  .width = width,
                                  .times = times,
                                  .numbers = numbers };
    keep_last(lane->input, out);
    return true;
}
