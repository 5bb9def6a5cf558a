/* Motions of a file: clips, blends, additive pairs. */
#include "io/animgraph.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { CHILD_AT = SNW_AG_MOTION_COUNT, CHILD_SPEED, CHILD_WEIGHT, CHILD_COUNT };
static const char *const child_fields[] = { SNW_AG_MOTION_FIELDS, "at", "speed", "weight" };

static void read_child(snw_ag *ag, snw_json_id id, const sinew_motion_desc *parent, sinew_child_desc *child);

/* Something that the checks accept, where a motion could not be read. */
static void set_placeholder(sinew_motion_desc *motion) {
    motion->kind = SINEW_MOTION_CLIP;
    motion->clip = "?";
}

static void warn_unused(snw_ag *ag, const snw_json_id *at, unsigned used, const char *where) {
    for (unsigned i = SNW_AG_PARAMETER; i < SNW_AG_MOTION_COUNT; ++i)
        if (!(used & 1u << i)) snw_ag_unused(ag, at[i], where);
}

/* ---- blends ---- */

static sinew_sync read_sync(snw_ag *ag, snw_json_id id) {
    static const char *const words[] = { "rate", "duration" };
    if (snw_json_kind_of(ag->json, id) == SNW_JSON_FALSE) return SINEW_SYNC_NONE;
    if (snw_json_kind_of(ag->json, id) == SNW_JSON_TRUE) {
        snw_ag_report(ag, id, SINEW_CODE_WRONG_TYPE, "\"sync\" must be \"rate\", \"duration\" or false, not true");
        return SINEW_SYNC_RATE;
    }
    return (sinew_sync)snw_ag_word(ag, id, words, 2, SINEW_SYNC_RATE);
}

static void read_axes(snw_ag *ag, snw_json_id object, snw_json_id id, sinew_motion_desc *motion) {
    motion->parameter = SNW_AG_STAND_IN;
    motion->parameter_y = SNW_AG_STAND_IN_Y;
    if (id == SNW_JSON_NO)
        snw_ag_report(ag, object, SINEW_CODE_MISSING_FIELD,
                      "\"parameters\" is missing; a \"2d\" blend needs two: [\"x\", \"y\"]");
    else if (snw_ag_is(ag, id, SNW_JSON_ARRAY)) {
        if (ag->json->values[id].count == 2) {
            const char *x = snw_ag_numeric(ag, snw_json_element(ag->json, id, 0));
            const char *y = snw_ag_numeric(ag, snw_json_element(ag->json, id, 1));
            motion->parameter = x;
            if (strcmp(y, SNW_AG_STAND_IN) != 0) motion->parameter_y = y;
            return;
        }
        snw_ag_report(ag, id, SINEW_CODE_WRONG_TYPE, "\"parameters\" must name two parameters, not %u",
                      ag->json->values[id].count);
    }
    ag->stand_in_used = true;
}

static void read_2d(snw_ag *ag, snw_json_id object, const snw_json_id *at, sinew_motion_desc *motion) {
    static const char *const words[] = { "delaunay", "gradient", "polar", "grid" };
    unsigned left_out = ag->version == 1 ? SINEW_ALGORITHM_GRADIENT : SINEW_ALGORITHM_DELAUNAY;
    read_axes(ag, object, at[SNW_AG_PARAMETERS], motion);
    motion->algorithm = (sinew_algorithm)snw_ag_word(ag, at[SNW_AG_ALGORITHM], words, 4, left_out);
    motion->normalize_axes = snw_ag_bool(ag, at[SNW_AG_NORMALIZE], false);
    warn_unused(ag, at, ~(1u << SNW_AG_PARAMETER), "in a \"2d\" blend, which has \"parameters\"");
}

/* Where a position could not be read, one that is in nobody's way. */
static void place_1d(sinew_child_desc *children, uint32_t index) {
    children[index].x = index ? nextafter(children[index - 1].x, INFINITY) : -3e38;
}

static void place_2d(sinew_motion_desc *motion, sinew_child_desc *children, uint32_t index) {
    motion->algorithm = SINEW_ALGORITHM_DELAUNAY; /* nobody misses it in the open */
    children[index].x = 1e30 * (index + 1.0);
    children[index].y = 2e38;
}

static bool read_point(snw_ag *ag, snw_json_id id, sinew_child_desc *child) {
    if (!snw_ag_is(ag, id, SNW_JSON_ARRAY)) return false;
    if (ag->json->values[id].count != 2) {
        snw_ag_report(ag, id, SINEW_CODE_WRONG_TYPE, "\"at\" must be two numbers in a \"2d\" blend, not %u",
                      ag->json->values[id].count);
        return false;
    }
    bool x = snw_ag_number(ag, snw_json_element(ag->json, id, 0), &child->x);
    bool y = snw_ag_number(ag, snw_json_element(ag->json, id, 1), &child->y);
    return x && y;
}

static void read_position(snw_ag *ag, snw_json_id id, sinew_motion_desc *motion, sinew_child_desc *children,
                          uint32_t index) {
    snw_json_id at = snw_json_member(ag->json, id, "at");
    bool one = motion->kind == SINEW_MOTION_BLEND_1D;
    bool object = snw_json_kind_of(ag->json, id) == SNW_JSON_OBJECT;
    if (at == SNW_JSON_NO && object)
        snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD, "\"at\" is missing; say where in the blend the motion lies");
    bool done = one ? snw_ag_number(ag, at, &children[index].x) : read_point(ag, at, &children[index]);
    if (done) return;
    if (one) place_1d(children, index);
    else place_2d(motion, children, index);
}

static void read_motions(snw_ag *ag, snw_json_id object, snw_json_id id, sinew_motion_desc *motion) {
    if (id == SNW_JSON_NO) {
        snw_ag_report(ag, object, SINEW_CODE_MISSING_FIELD, "\"motions\" is missing; a blend mixes some");
        set_placeholder(motion);
        return;
    }
    if (!snw_ag_is(ag, id, SNW_JSON_ARRAY)) {
        set_placeholder(motion);
        return;
    }
    uint32_t count = ag->json->values[id].count, index = 0;
    sinew_child_desc *children = snw_arena_array(&ag->arena, count, sizeof *children);
    if (!children) return;
    snw_json_id child = snw_json_first(ag->json, id);
    for (; child != SNW_JSON_NO; child = snw_json_next(ag->json, child), ++index) {
        read_child(ag, child, motion, &children[index]);
        if (motion->kind != SINEW_MOTION_DIRECT) read_position(ag, child, motion, children, index);
    }
    motion->children = children;
    motion->child_count = count;
}

static void read_blend(snw_ag *ag, snw_json_id object, const snw_json_id *at, sinew_motion_desc *motion) {
    static const char *const words[] = { "1d", "2d", "direct", "clip" };
    static const sinew_motion_kind kinds[] = { SINEW_MOTION_BLEND_1D, SINEW_MOTION_BLEND_2D, SINEW_MOTION_DIRECT };
    unsigned word = snw_ag_word(ag, at[SNW_AG_BLEND], words, ag->version == 1 ? 4 : 3, 4);
    set_placeholder(motion);
    if (word == 4) return;
    if (word == 3) {
        motion->clip = snw_ag_string(ag, at[SNW_AG_CLIP]);
        warn_unused(ag, at, 0, "in a clip state");
        return;
    }
    motion->kind = kinds[word];
    motion->clip = NULL;
    motion->sync = read_sync(ag, at[SNW_AG_SYNC]);
    if (word == 0) {
        motion->parameter = snw_ag_numeric(ag, at[SNW_AG_PARAMETER]);
        warn_unused(ag, at, 1u << SNW_AG_PARAMETER | 1u << SNW_AG_SYNC | 1u << SNW_AG_MOTIONS, "in a \"1d\" blend");
    } else if (word == 1) read_2d(ag, object, at, motion);
    else warn_unused(ag, at, 1u << SNW_AG_SYNC | 1u << SNW_AG_MOTIONS, "in a \"direct\" blend");
    read_motions(ag, object, at[SNW_AG_MOTIONS], motion);
}

/* ---- additive pairs ---- */

static void read_add(snw_ag *ag, const snw_json_id *state_at, sinew_motion_desc *motion) {
    static const char *const names[] = { "base", "delta", "weight", "reference" };
    snw_json_id at[4], id = state_at[SNW_AG_ADD];
    warn_unused(ag, state_at, 0, "beside \"add\"");
    set_placeholder(motion);
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) return;
    snw_ag_fields(ag, id, names, 4, at);
    sinew_child_desc *children = snw_arena_array(&ag->arena, 2, sizeof *children);
    if (!children) return;
    motion->kind = SINEW_MOTION_ADD;
    motion->clip = NULL;
    motion->children = children;
    motion->child_count = 2;
    for (int i = 0; i < 2; ++i) {
        if (at[i] == SNW_JSON_NO) {
            snw_ag_report(ag, id, SINEW_CODE_MISSING_FIELD,
                          "\"%s\" is missing; \"add\" needs a \"base\" and a \"delta\"", names[i]);
            set_placeholder(&children[i].motion);
        } else read_child(ag, at[i], motion, &children[i]);
    }
    if (snw_json_kind_of(ag->json, at[2]) == SNW_JSON_STRING) motion->weight_parameter = snw_ag_numeric(ag, at[2]);
    else motion->weight = snw_ag_opt(ag, at[2]);
    motion->reference = snw_ag_reference(ag, at[3]);
}

/* ---- */

void snw_ag_motion(snw_ag *ag, snw_json_id object, const snw_json_id *at, sinew_motion_desc *motion) {
    bool clip = at[SNW_AG_CLIP] != SNW_JSON_NO, blend = at[SNW_AG_BLEND] != SNW_JSON_NO;
    const char *word = blend ? ag->json->values[at[SNW_AG_BLEND]].string : NULL;
    bool plain = ag->version == 1 && word && strcmp(word, "clip") == 0; /* its "clip" is no second motion */
    int count = (clip && !plain) + blend + (at[SNW_AG_ADD] != SNW_JSON_NO);
    if (count > 1)
        snw_ag_report(ag, object, SINEW_CODE_REFUSED,
                      "a motion is one of \"clip\", \"blend\" and \"add\", but here are %d of them; keep one", count);
    if (blend) read_blend(ag, object, at, motion);
    else if (at[SNW_AG_ADD] != SNW_JSON_NO) read_add(ag, at, motion);
    else if (clip) {
        motion->kind = SINEW_MOTION_CLIP;
        motion->clip = snw_ag_string(ag, at[SNW_AG_CLIP]);
        warn_unused(ag, at, 0, "beside \"clip\"");
    } else warn_unused(ag, at, 0, "without a \"blend\"");
}

static void read_child(snw_ag *ag, snw_json_id id, const sinew_motion_desc *parent, sinew_child_desc *child) {
    snw_json_id at[CHILD_COUNT];
    if (!snw_ag_is(ag, id, SNW_JSON_OBJECT)) {
        set_placeholder(&child->motion);
        if (parent->kind == SINEW_MOTION_DIRECT) child->weight = SNW_AG_STAND_IN;
        ag->stand_in_used = true;
        return;
    }
    snw_ag_fields(ag, id, child_fields, CHILD_COUNT, at);
    snw_ag_motion(ag, id, at, &child->motion);
    bool add = parent->kind == SINEW_MOTION_ADD, direct = parent->kind == SINEW_MOTION_DIRECT;
    if (add) snw_ag_unused(ag, at[CHILD_SPEED], "in a part of \"add\"");
    else child->speed = snw_ag_opt(ag, at[CHILD_SPEED]);
    if (direct) child->weight = snw_ag_numeric(ag, at[CHILD_WEIGHT]);
    else snw_ag_unused(ag, at[CHILD_WEIGHT], add ? "here (it stands beside \"base\")" : "outside a \"direct\" blend");
    if (add || direct) snw_ag_unused(ag, at[CHILD_AT], "outside a \"1d\" or \"2d\" blend");
}
