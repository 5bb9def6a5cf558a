/* The runtime's own numbers of a blend, and the notices. Invariant: nothing here computes a weight itself. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 1 << 16, NUMBERS_MOST = 1 << 20, CHILDREN_MOST = 4096 };

/* The state of a request in the graph that plays. SINEW_NONE after an answer. */
static uint32_t asked_state(editor *e, client *c, const request *r) {
    const checked *playing = e->preview.playing;
    uint32_t state =
        !playing ? SINEW_NONE
                 : sinew_binding_find_state(playing->binding, request_index(r, "layer"), request_text(r, "state"));
    if (state == SINEW_NONE)
        say_failed(c, r, "unknown-state",
                   playing ? "there is no such state in what the preview plays" : "the preview plays nothing yet");
    return state;
}

static void add_row(snw_text *text, const float *weights, uint32_t count, bool first) {
    snw_text_add_z(text, first ? "[" : ",[");
    for (uint32_t i = 0; i < count; ++i) {
        if (i) snw_text_add_z(text, ",");
        snw_text_number_float(text, weights[i]);
    }
    snw_text_add_z(text, "]");
}

static void weights(editor *e, client *c, const request *r) {
    const snw_json *json = &r->json;
    const snw_json_value *list = snw_json_get(json, request_list(r, "at"));
    uint32_t state = asked_state(e, c, r), count = 0;
    float row[CHILDREN_MOST];
    if (state == SINEW_NONE) return;
    if (list->count > POINTS_MOST) {
        say_failed(c, r, "too-many", "these are more points than are answered at once (%d)", POINTS_MOST);
        return;
    }
    snw_text text;
    say_begin(&text, "weights", r);
    say_key(&text, "rows");
    snw_text_add_z(&text, "[");
    for (snw_json_id i = list->first; i != SNW_JSON_NO && (i == list->first || count); i = snw_json_next(json, i)) {
        double x = snw_json_get(json, snw_json_member(json, i, "x"))->number;
        double y = snw_json_get(json, snw_json_member(json, i, "y"))->number;
        count = sinew_binding_blend_weights(e->preview.playing->binding, state, request_index(r, "motion"), (float)x,
                                            (float)y, row, CHILDREN_MOST);
        if ((size_t)count * list->count > NUMBERS_MOST) break;
        add_row(&text, row, count, i == list->first);
    }
    snw_text_add_z(&text, "]");
    if ((size_t)count * list->count > NUMBERS_MOST) {
        snw_text_free(&text);
        say_failed(c, r, "too-many", "these are more weights than are answered at once (%d)", NUMBERS_MOST);
    } else if (list->count && !count) {
        snw_text_free(&text);
        say_failed(c, r, "no-blend", "this is no 1D or 2D blend");
    } else {
        say_to(c, &text);
    }
}

static void triangles(editor *e, client *c, const request *r) {
    uint32_t state = asked_state(e, c, r);
    if (state == SINEW_NONE) return;
    const sinew_binding *binding = e->preview.playing->binding;
    uint32_t motion = request_index(r, "motion");
    uint32_t count = sinew_binding_blend_triangles(binding, state, motion, NULL, 0);
    uint32_t *corners = calloc((size_t)count * 3 + 1, sizeof *corners);
    if (corners) sinew_binding_blend_triangles(binding, state, motion, corners, count);
    snw_text text;
    say_begin(&text, "triangles", r);
    say_key(&text, "corners");
    snw_text_add_z(&text, "[");
    for (size_t i = 0; corners && i < (size_t)count * 3; ++i) snw_text_format(&text, "%s%u", i ? "," : "", corners[i]);
    snw_text_add_z(&text, "]");
    free(corners);
    say_to(c, &text);
}

static void licenses(client *c, const request *r) {
    snw_text text;
    say_begin(&text, "licenses", r);
    char *notices = notices_text();
    say_text(&text, "text", notices ? notices : "");
    free(notices);
    say_to(c, &text);
}

void answer_request(editor *e, client *c, const request *r) {
    if (r->kind == SNW_LINK_REQUEST_WEIGHTS) weights(e, c, r);
    else if (r->kind == SNW_LINK_REQUEST_TRIANGLES) triangles(e, c, r);
    else licenses(c, r);
}
