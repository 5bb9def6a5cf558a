/* What a model's clips tell and show beside joints: root, events, properties. Invariant: nothing is printed of a clip
   that has none of it, for people; as JSON every field is there. */
#include "info.h"

#include <string.h>

static const char *axes_text(uint32_t axes, char text[4]) {
    size_t length = 0;
    for (int i = 0; i < 3; ++i)
        if (axes >> i & 1) text[length++] = (char)('x' + i);
    text[length] = 0;
    return text;
}

static const char *joint_name(const sinew_model *model, uint32_t joint) {
    return sinew_skeleton_joint_name(sinew_model_skeleton(model), joint);
}

/* The next lane from `lane` on that the clip carries; SINEW_NONE: no more. */
static uint32_t next_lane(const sinew_model *model, uint32_t clip, uint32_t lane) {
    uint32_t count = sinew_model_lane_count(model);
    while (lane < count && !sinew_model_clip_property(model, clip, lane, 0, NULL, NULL)) ++lane;
    return lane < count ? lane : SINEW_NONE;
}

/* ---- for people ---- */

static void print_root(const sinew_model *model, const sinew_root_desc *root) {
    char axes[4];
    if (root->mode == SINEW_ROOT_NONE) return;
    printf("         %s: \"", root->mode == SINEW_ROOT_MOTION ? "root motion" : "root held");
    put_plain(stdout, joint_name(model, root->joint));
    printf("\" along %s%s\n", axes_text(root->axes, axes), root->yaw ? " and its turn" : "");
}

static void print_event(const sinew_event_desc *event) {
    fputs("         event ", stdout);
    put_double(stdout, event->time);
    if (event->window) {
        fputs(" to ", stdout);
        put_double(stdout, event->end);
    }
    fputs(" s: ", stdout);
    put_plain(stdout, event->kind);
    fputc(' ', stdout);
    put_plain(stdout, event->name);
    if (event->payload) fputc(' ', stdout);
    if (event->payload) put_plain(stdout, event->payload);
    fputc('\n', stdout);
}

static void print_property(const sinew_lane_info *lane) {
    fputs("         property ", stdout);
    put_plain(stdout, lane->pointer ? lane->pointer : lane->component);
    if (!lane->pointer) fputc('.', stdout);
    if (!lane->pointer) put_plain(stdout, lane->field);
    if (lane->text) puts(": text");
    else printf(": %u number%s\n", lane->width, lane->width == 1 ? "" : "s");
}

void info_print_clip(const sinew_model *model, uint32_t clip) {
    uint32_t count;
    const sinew_event_desc *events = sinew_model_clip_events(model, clip, &count);
    sinew_root_desc root = sinew_model_clip_root(model, clip);
    print_root(model, &root);
    for (uint32_t i = 0; i < count; ++i) print_event(&events[i]);
    for (uint32_t l = next_lane(model, clip, 0); l != SINEW_NONE; l = next_lane(model, clip, l + 1)) {
        sinew_lane_info lane = { 0 };
        if (sinew_model_lane(model, l, &lane)) print_property(&lane);
    }
}

/* ---- JSON ---- */

static void json_root(const sinew_model *model, const sinew_root_desc *root) {
    static const char *const modes[] = { "none", "hold", "motion" };
    char axes[4];
    printf(",\"root\":\"%s\"", modes[root->mode]);
    if (root->mode == SINEW_ROOT_NONE) return;
    fputs(",\"rootJoint\":", stdout);
    put_json(stdout, joint_name(model, root->joint));
    printf(",\"rootAxes\":\"%s\",\"rootYaw\":%s", axes_text(root->axes, axes), root->yaw ? "true" : "false");
}

static void json_event(const sinew_event_desc *event) {
    fputs("{\"time\":", stdout);
    put_double(stdout, event->time);
    if (event->window) {
        fputs(",\"end\":", stdout);
        put_double(stdout, event->end);
    }
    fputs(",\"kind\":", stdout);
    put_json(stdout, event->kind);
    fputs(",\"name\":", stdout);
    put_json(stdout, event->name);
    if (event->payload) printf(",\"payload\":%s", event->payload);
    fputc('}', stdout);
}

void info_json_clip(const sinew_model *model, uint32_t clip) {
    uint32_t count;
    const sinew_event_desc *events = sinew_model_clip_events(model, clip, &count);
    sinew_root_desc root = sinew_model_clip_root(model, clip);
    json_root(model, &root);
    fputs(",\"events\":[", stdout);
    for (uint32_t i = 0; i < count; ++i) {
        if (i) fputc(',', stdout);
        json_event(&events[i]);
    }
    fputs("],\"properties\":[", stdout);
    bool first = true;
    for (uint32_t l = next_lane(model, clip, 0); l != SINEW_NONE; l = next_lane(model, clip, l + 1)) {
        sinew_lane_info lane = { 0 };
        if (!sinew_model_lane(model, l, &lane)) continue;
        fputs(first ? "{" : ",{", stdout);
        put_lane(stdout, &lane);
        if (lane.text) fputs(",\"text\":true}", stdout);
        else printf(",\"width\":%u}", lane.width);
        first = false;
    }
    fputc(']', stdout);
}
