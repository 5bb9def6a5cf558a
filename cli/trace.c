/* One frame as a line of JSON or CSV. Invariant: keys stand in the order of the format's description, and the same
   frame gives the same bytes on every machine. */
#include "cli.h"

static const char *path_or_null(const sinew_binding *binding, uint32_t state) {
    return state == SINEW_NONE ? NULL : sinew_binding_state_path(binding, state);
}

static void put_parameter(FILE *out, const sinew_player *player, uint32_t parameter) {
    switch (sinew_binding_parameter_type(sinew_player_binding(player), parameter)) {
    case SINEW_PARAMETER_FLOAT: put_float(out, sinew_player_get_float(player, parameter)); break;
    case SINEW_PARAMETER_INT: fprintf(out, "%ld", (long)sinew_player_get_int(player, parameter)); break;
    case SINEW_PARAMETER_BOOL:
    case SINEW_PARAMETER_TRIGGER: fputs(sinew_player_get_bool(player, parameter) ? "true" : "false", out); break;
    }
}

static void put_parameters(FILE *out, const sinew_player *player) {
    const sinew_binding *binding = sinew_player_binding(player);
    fputs(",\"parameters\":{", out);
    for (uint32_t i = 0; i < sinew_binding_parameter_count(binding); ++i) {
        if (i) fputc(',', out);
        put_json(out, sinew_binding_parameter_name(binding, i));
        fputc(':', out);
        put_parameter(out, player, i);
    }
    fputc('}', out);
}

static void put_fade(FILE *out, const sinew_binding *binding, const sinew_fade_info *fade) {
    fputs("{\"from\":", out);
    put_json(out, fade->from == SINEW_NONE ? "<held>" : sinew_binding_state_path(binding, fade->from));
    fputs(",\"to\":", out);
    put_json(out, path_or_null(binding, fade->to));
    fputs(",\"t\":", out);
    put_double(out, fade->t);
    fputs(",\"duration\":", out);
    put_double(out, fade->duration);
    fputc('}', out);
}

void trace_layer(FILE *out, const sinew_player *player, uint32_t layer, float weight) {
    const sinew_binding *binding = sinew_player_binding(player);
    if (layer >= sinew_binding_layer_count(binding)) {
        trace_track(out, player, layer - sinew_binding_layer_count(binding), weight);
        return;
    }
    sinew_state_info info = { .state = SINEW_NONE };
    sinew_fade_info fade;
    sinew_player_state_info(player, layer, &info);
    fputs("\"name\":", out);
    put_json(out, sinew_binding_layer_name(binding, layer));
    fputs(",\"state\":", out);
    put_json(out, path_or_null(binding, sinew_player_state(player, layer)));
    fputs(",\"progress\":", out);
    put_double(out, info.progress);
    fputs(",\"weight\":", out);
    put_float(out, weight);
    fputs(",\"transition\":", out);
    if (sinew_player_fade(player, layer, &fade)) put_fade(out, binding, &fade);
    else fputs("null", out);
}

static const char *clip_name(const sinew_binding *binding, const sinew_sample *sample) {
    return sample->clip == SINEW_CLIP_HELD ? "<held>" : sinew_binding_clip_name(binding, sample->clip);
}

void trace_samples(FILE *out, const sinew_binding *binding, const sinew_sample *samples, uint32_t count) {
    bool first = true;
    fputs(",\"samples\":[", out);
    for (uint32_t i = 0; i < count; ++i) {
        const sinew_sample *sample = &samples[i];
        if (sample->weight == 0) continue;
        fprintf(out, "%s{\"layer\":%u,\"clip\":", first ? "" : ",", (unsigned)sample->layer);
        put_json(out, clip_name(binding, sample));
        fputs(",\"time\":", out);
        put_float(out, sample->clip == SINEW_CLIP_HELD ? 0 : sample->time);
        fputs(",\"weight\":", out);
        put_float(out, sample->weight);
        fputs(sample->flags & SINEW_SAMPLE_ADDITIVE ? ",\"additive\":true}" : "}", out);
        first = false;
    }
    fputc(']', out);
}

void trace_signal(FILE *out, const sinew_binding *binding, const sinew_signal *signal) {
    fputs("\"at\":", out);
    put_float(out, signal->at);
    fprintf(out, ",\"layer\":%u,", (unsigned)signal->layer);
    if (signal->kind == SINEW_SIGNAL_TRANSITION) {
        fputs("\"transition\":[", out);
        put_json(out, path_or_null(binding, signal->from));
        fputc(',', out);
        put_json(out, path_or_null(binding, signal->to));
        fputc(']', out);
        return;
    }
    bool entered = signal->kind == SINEW_SIGNAL_ENTERED;
    fputs(entered ? "\"entered\":" : "\"exited\":", out);
    put_json(out, path_or_null(binding, entered ? signal->to : signal->from));
}

static void put_signals(FILE *out, const sinew_step *step) {
    fputs(",\"signals\":[", out);
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        fputs(i ? ",{" : "{", out);
        trace_signal(out, step->binding, &step->signals[i]);
        fputc('}', out);
    }
    fputc(']', out);
}

void trace_event(FILE *out, const sinew_binding *binding, const sinew_event *event) {
    fputs("\"at\":", out);
    put_float(out, event->at);
    fprintf(out, ",\"layer\":%u,", (unsigned)event->layer);
    const sinew_event_desc *desc = sinew_binding_event(binding, event->clip, event->event);
    if (!desc) { /* a state's */
        fputs(event->kind == SINEW_EVENT_LOOPED ? "\"looped\":" : "\"ended\":", out);
        put_json(out, path_or_null(binding, event->state));
        return;
    }
    fputs("\"clip\":", out);
    put_json(out, sinew_binding_clip_name(binding, event->clip));
    fputs(",\"kind\":", out);
    put_json(out, desc->kind);
    fputs(",\"name\":", out);
    put_json(out, desc->name);
    fputs(",\"weight\":", out);
    put_float(out, event->weight);
    if (event->kind == SINEW_EVENT_BEGIN) fputs(",\"begin\":true", out);
    if (event->kind == SINEW_EVENT_END) fputs(",\"end\":true", out);
}

void trace_dropped(FILE *out, uint32_t count) {
    fputc(']', out);
    if (count) fprintf(out, ",\"eventsDropped\":%lu", (unsigned long)count);
}

static void put_events(FILE *out, const sinew_step *step) {
    fputs(",\"events\":[", out);
    for (uint32_t i = 0; i < step->event_count; ++i) {
        fputs(i ? ",{" : "{", out);
        trace_event(out, step->binding, &step->events[i]);
        fputc('}', out);
    }
    trace_dropped(out, step->events_dropped);
}

static void put_property(FILE *out, const sinew_model *model, const sinew_property_value *value) {
    sinew_lane_info lane = { 0 };
    sinew_model_lane(model, value->lane, &lane);
    fputc('{', out);
    put_lane(out, &lane);
    fputs(",\"value\":", out);
    if (value->text) put_json(out, value->text);
    else if (value->width == 1) put_float(out, value->numbers[0]);
    else put_floats(out, value->numbers, value->width);
    fputc('}', out);
}

static void put_properties(FILE *out, const sinew_model *model, const sinew_pose *pose) {
    uint32_t count;
    const sinew_property_value *values = sinew_pose_properties(pose, &count);
    fputs(",\"properties\":[", out);
    for (uint32_t i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        put_property(out, model, &values[i]);
    }
    fputc(']', out);
}

static void put_joints(FILE *out, trace_joints *joints) {
    fputs(",\"joints\":{", out);
    for (uint32_t i = 0; i < joints->count; ++i) {
        sinew_affine model = sinew_pose_model(joints->pose, joints->joints[i]);
        if (i) fputc(',', out);
        put_json(out, joints->keys[i]);
        fputc(':', out);
        put_floats(out, model.m, 12);
    }
    fputc('}', out);
}

/* The turn only where there is one. */
static void put_root(FILE *out, const sinew_root_step *root) {
    fputs(",\"root\":[", out);
    for (int i = 0; i < 3; ++i) {
        if (i) fputc(',', out);
        put_double(out, root->translation[i]);
    }
    fputc(']', out);
    if (!(root->yaw < 0 || root->yaw > 0)) return;
    fputs(",\"yaw\":", out);
    put_double(out, root->yaw);
}

void trace_pose(FILE *out, const sinew_root_step *root, const sinew_model *model, trace_joints *joints) {
    put_root(out, root);
    if (joints && joints->properties) put_properties(out, model, joints->pose);
    if (joints && !joints->hidden) put_joints(out, joints);
    fputs("}\n", out);
}

void trace_json(FILE *out, uint64_t frame, double time, const sinew_player *player, const sinew_step *step,
                trace_joints *joints) {
    fprintf(out, "{\"frame\":%llu,\"time\":", (unsigned long long)frame);
    put_double(out, time);
    put_parameters(out, player);
    fputs(",\"layers\":[", out);
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        fputs(i ? ",{" : "{", out);
        trace_layer(out, player, i, step->layers[i].weight);
        fputc('}', out);
    }
    fputc(']', out);
    trace_samples(out, step->binding, step->samples, step->sample_count);
    put_signals(out, step);
    put_events(out, step);
    trace_pose(out, &step->root, sinew_binding_model(step->binding), joints);
}

/* ---- CSV: a row a frame; per layer its state, progress, weight, fade and samples ---- */

static void put_head(FILE *out, const char *layer, const char *what) {
    char text[512];
    snprintf(text, sizeof text, "%s.%s", layer, what);
    fputc(',', out);
    put_csv(out, text);
}

void trace_csv_head(FILE *out, const sinew_binding *binding) {
    static const char *const columns[] = { "state", "progress", "weight", "from", "t", "duration", "samples" };
    fputs("frame,time", out);
    for (uint32_t i = 0; i < sinew_binding_parameter_count(binding); ++i) {
        fputc(',', out);
        put_csv(out, sinew_binding_parameter_name(binding, i));
    }
    for (uint32_t i = 0; i < sinew_binding_layer_count(binding); ++i)
        for (size_t c = 0; c < sizeof columns / sizeof columns[0]; ++c)
            put_head(out, sinew_binding_layer_name(binding, i), columns[c]);
    for (uint32_t i = 0; i < sinew_binding_track_count(binding); ++i) {
        char name[32];
        snprintf(name, sizeof name, "track %u", (unsigned)i);
        for (size_t c = 0; c < sizeof columns / sizeof columns[0]; ++c) put_head(out, name, columns[c]);
    }
    fputc('\n', out);
}

/* clip@time*weight, blanks between. */
static void put_csv_samples(FILE *out, const sinew_step *step, uint32_t layer) {
    bool first = true;
    fputc('"', out);
    for (uint32_t i = 0; i < step->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[i];
        if (sample->layer != layer || sample->weight == 0) continue;
        if (!first) fputc(' ', out);
        for (const char *c = clip_name(step->binding, sample); *c; ++c)
            fputs(*c == '"' ? "\"\"" : (char[2]){ *c, 0 }, out);
        fputc('@', out);
        put_float(out, sample->clip == SINEW_CLIP_HELD ? 0 : sample->time);
        fputc('*', out);
        put_float(out, sample->weight);
        first = false;
    }
    fputc('"', out);
}

static void put_csv_layer(FILE *out, const sinew_player *player, const sinew_step *step, uint32_t layer) {
    uint32_t state = sinew_player_state(player, layer);
    sinew_state_info info = { .state = SINEW_NONE };
    sinew_fade_info fade;
    sinew_player_state_info(player, layer, &info);
    fputc(',', out);
    put_csv(out, state == SINEW_NONE ? "" : sinew_binding_state_path(step->binding, state));
    fputc(',', out);
    put_double(out, info.progress);
    fputc(',', out);
    put_float(out, step->layers[layer].weight);
    fputc(',', out);
    if (sinew_player_fade(player, layer, &fade)) {
        put_csv(out, fade.from == SINEW_NONE ? "<held>" : sinew_binding_state_path(step->binding, fade.from));
        fputc(',', out);
        put_double(out, fade.t);
        fputc(',', out);
        put_double(out, fade.duration);
    } else {
        fputs(",,", out);
    }
}

void trace_csv(FILE *out, uint64_t frame, double time, const sinew_player *player, const sinew_step *step) {
    fprintf(out, "%llu,", (unsigned long long)frame);
    put_double(out, time);
    for (uint32_t i = 0; i < sinew_binding_parameter_count(step->binding); ++i) {
        fputc(',', out);
        put_parameter(out, player, i);
    }
    uint32_t layers = sinew_binding_layer_count(step->binding);
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        if (i < layers) put_csv_layer(out, player, step, i);
        else trace_track_csv(out, player, step, i - layers);
        fputc(',', out);
        put_csv_samples(out, step, i);
    }
    fputc('\n', out);
}
