/* Keeps a run for its picture. The states' bars come from the signals, which have exact times; the rest is one
   value a frame. */
#include "plot.h"

#include <stdlib.h>
#include <string.h>

static void *zeroed(size_t count, size_t each) { return calloc(count ? count : 1, each); }

/* Room for one more; false when memory runs out. */
static bool grow(void **array, size_t count, size_t *capacity, size_t each) {
    if (count < *capacity) return true;
    size_t more = *capacity ? *capacity * 2 : 16;
    void *moved = realloc(*array, more * each);
    if (!moved) return false;
    *array = moved;
    *capacity = more;
    return true;
}

bool plot_record_init(plot_record *r, const sinew_binding *binding, double fps, uint64_t frames) {
    uint32_t states = sinew_binding_state_count(binding), parameters = sinew_binding_parameter_count(binding);
    uint32_t layers = sinew_binding_layer_count(binding) + sinew_binding_track_count(binding);
    *r = (plot_record){ .binding = binding, .fps = fps, .frames = frames, .layer_count = layers };
    r->layers = zeroed(r->layer_count, sizeof *r->layers);
    r->parameters = zeroed(parameters, sizeof *r->parameters);
    r->state_time = zeroed(states, sizeof *r->state_time);
    r->open = zeroed(states, sizeof *r->open);
    r->hues = zeroed(states, sizeof *r->hues);
    r->clip_counts = zeroed(states, sizeof *r->clip_counts);
    bool good = r->layers && r->parameters && r->state_time && r->open && r->hues && r->clip_counts;
    for (uint32_t i = 0; good && i < parameters; ++i)
        good = (r->parameters[i] = zeroed((size_t)frames, sizeof(float))) != NULL;
    for (uint32_t i = 0; good && i < r->layer_count; ++i) {
        plot_layer *layer = &r->layers[i];
        layer->track = i >= sinew_binding_layer_count(binding);
        layer->playing = SINEW_NONE;
        layer->mix_start = -1;
        layer->weights = zeroed((size_t)frames, sizeof(float));
        layer->clip_time = zeroed(layer->track ? sinew_binding_clip_count(binding) : 0, sizeof(double));
        good = layer->weights && layer->clip_time;
    }
    if (!good) return fail_memory(), false;
    memset(r->hues, 0xFF, states * sizeof *r->hues);
    return true;
}

static void free_layer(plot_layer *layer) {
    for (size_t i = 0; i < layer->clip_count; ++i) free(layer->clips[i].values);
    free(layer->clips);
    free(layer->bars);
    free(layer->marks);
    free(layer->weights);
    free(layer->clip_time);
}

void plot_record_free(plot_record *r) {
    uint32_t parameters = r->binding ? sinew_binding_parameter_count(r->binding) : 0;
    for (uint32_t i = 0; r->layers && i < r->layer_count; ++i) free_layer(&r->layers[i]);
    for (uint32_t i = 0; r->parameters && i < parameters; ++i) free(r->parameters[i]);
    free(r->layers);
    free(r->parameters);
    free(r->state_time);
    free(r->open);
    free(r->hues);
    free(r->clip_counts);
    memset(r, 0, sizeof *r);
}

/* ---- bars and marks, from signals ---- */

/* Whether a state plays something itself rather than holding a machine. */
static bool is_leaf(const sinew_binding *binding, uint32_t state) {
    uint32_t next = state + 1; /* a sub-machine's own states follow it */
    return next >= sinew_binding_state_count(binding) || sinew_binding_state_parent(binding, next) != state;
}

static void take_hue(plot_record *r, uint32_t state) {
    if (r->hues[state] != SINEW_NONE) return;
    uint32_t used = 0, layer = sinew_binding_state_layer(r->binding, state);
    for (uint32_t i = 0; i < sinew_binding_state_count(r->binding); ++i)
        used += r->hues[i] != SINEW_NONE && sinew_binding_state_layer(r->binding, i) == layer;
    r->hues[state] = used;
}

/* Of two of one state, which fades from itself, the one that was entered first. */
static void close_bar(plot_layer *layer, uint32_t state, double time) {
    for (size_t i = layer->first_open; i < layer->bar_count; ++i) {
        plot_bar *bar = &layer->bars[i];
        if (bar->state != state || bar->end >= 0) continue;
        bar->end = time;
        break;
    }
    while (layer->first_open < layer->bar_count && layer->bars[layer->first_open].end >= 0) layer->first_open++;
}

bool plot_add_bar(plot_layer *layer, uint32_t state, double time) {
    if (!grow((void **)&layer->bars, layer->bar_count, &layer->bar_capacity, sizeof *layer->bars)) return false;
    layer->bars[layer->bar_count++] = (plot_bar){ state, time, -1, time, -1, -1 };
    return true;
}

bool plot_add_mark(plot_layer *layer, const plot_mark *mark) {
    if (!grow((void **)&layer->marks, layer->mark_count, &layer->mark_capacity, sizeof *layer->marks)) return false;
    layer->marks[layer->mark_count++] = *mark;
    return true;
}

static bool add_mark(plot_record *r, plot_layer *layer, const sinew_signal *signal, double time) {
    if (!plot_add_mark(layer, &(plot_mark){ time, signal->kind, signal->from, signal->to, false, false })) return false;
    plot_mark *mark = &layer->marks[layer->mark_count - 1];
    if (signal->kind != SINEW_SIGNAL_TRANSITION) return true;
    /* An interruption has told that the state it leaves exited; an ordinary transition has not yet. */
    mark->interrupts = signal->from == SINEW_NONE || !r->open[signal->from];
    layer->transitions++;
    layer->interruptions += mark->interrupts;
    return !mark->interrupts || plot_add_bar(layer, SINEW_NONE, time);
}

/* A fade that runs backwards goes on with the state that it was leaving, which is told as entered again but exits
   only once; after every other re-entry the earlier one exits, too. */
static bool resumes(const plot_record *r, const plot_layer *layer, const sinew_player *player, uint32_t state) {
    sinew_fade_info fade;
    const plot_mark *before = layer->mark_count > 1 ? &layer->marks[layer->mark_count - 2] : NULL;
    bool from_itself = before && before->kind == SINEW_SIGNAL_TRANSITION && before->from == state;
    return r->open[state] && !from_itself &&
           sinew_player_fade(player, sinew_binding_state_layer(r->binding, state), &fade) && fade.from != SINEW_NONE;
}

static bool hear(plot_record *r, const sinew_player *player, const sinew_signal *signal, double time) {
    plot_layer *layer = &r->layers[signal->layer];
    if (!add_mark(r, layer, signal, time)) return false;
    if (signal->kind == SINEW_SIGNAL_EXITED && signal->from != SINEW_NONE) {
        close_bar(layer, signal->from, time);
        if (r->open[signal->from]) r->open[signal->from]--;
    }
    if (signal->kind != SINEW_SIGNAL_ENTERED || signal->to == SINEW_NONE) return true;
    if (resumes(r, layer, player, signal->to)) close_bar(layer, signal->to, time);
    else r->open[signal->to]++;
    if (!is_leaf(r->binding, signal->to)) return true;
    take_hue(r, signal->to);
    return plot_add_bar(layer, signal->to, time);
}

static bool hear_event(plot_record *r, const sinew_event *event, double time) {
    if (event->layer >= r->layer_count) return true;
    plot_layer *layer = &r->layers[event->layer];
    uint32_t of = event->clip == SINEW_NONE ? event->state : event->clip;
    return plot_add_mark(layer, &(plot_mark){ time, event->kind, of, event->event, false, true });
}

/* The plan of a fade of the outermost machine belongs to the bar that began it, and to the hold below that. */
static void plan_fade(plot_layer *layer, const sinew_player *player, uint32_t index, double time) {
    sinew_fade_info fade;
    if (!layer->bar_count || !sinew_player_fade(player, index, &fade)) return;
    double start = time - (fade.duration - fade.remaining), full = time + fade.remaining;
    size_t i = layer->bar_count - 1;
    while (i > 0 && layer->bars[i].start > start + 1e-6) --i;
    if (layer->bars[i].start < start - 1e-6) return;
    layer->bars[i].full = full;
    if (i > 0 && layer->bars[i - 1].state == SINEW_NONE && layer->bars[i - 1].start >= start - 1e-6)
        layer->bars[i - 1].end = full;
}

/* ---- values, one a frame ---- */

static plot_series *find_clip(plot_record *r, plot_layer *layer, uint32_t clip, uint32_t state) {
    for (size_t i = 0; i < layer->clip_count; ++i)
        if (layer->clips[i].key == clip) return &layer->clips[i];
    if (!grow((void **)&layer->clips, layer->clip_count, &layer->clip_capacity, sizeof *layer->clips)) return NULL;
    float *values = zeroed((size_t)r->frames, sizeof *values);
    if (!values) return NULL;
    uint32_t shade = state == SINEW_NONE || clip == SINEW_CLIP_HELD ? 0 : r->clip_counts[state]++;
    plot_series *series = &layer->clips[layer->clip_count++];
    *series = (plot_series){ clip, state, shade, values };
    return series;
}

static bool keep_samples(plot_record *r, const sinew_player *player, const sinew_step *step, size_t at) {
    for (uint32_t i = 0; i < step->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[i];
        if (sample->weight <= 0 || sample->layer >= r->layer_count) continue;
        uint32_t state = r->layers[sample->layer].track ? SINEW_NONE : sinew_player_state(player, sample->layer);
        plot_series *series = find_clip(r, &r->layers[sample->layer], sample->clip, state);
        if (!series) return false;
        series->values[at] += sample->weight;
    }
    return true;
}

bool plot_record_frame(void *user, uint64_t frame, double time, const sinew_player *player, const sinew_step *step) {
    plot_record *r = user;
    size_t at = (size_t)frame - 1;
    bool good = at < r->frames;
    for (uint32_t i = 0; good && i < step->signal_count; ++i)
        good = hear(r, player, &step->signals[i], time - step->dt + (double)step->signals[i].at);
    for (uint32_t i = 0; good && i < step->event_count; ++i)
        good = hear_event(r, &step->events[i], time - step->dt + (double)step->events[i].at);
    for (uint32_t i = 0; good && i < sinew_binding_parameter_count(r->binding); ++i) {
        double value = 0;
        sinew_player_get(player, i, &value);
        r->parameters[i][at] = (float)value;
    }
    uint32_t layers = sinew_binding_layer_count(r->binding);
    for (uint32_t i = 0; good && i < r->layer_count; ++i) {
        r->layers[i].weights[at] = step->layers[i].weight;
        if (i >= layers) {
            good = plot_record_track(r, player, i - layers, time, step->dt);
            continue;
        }
        uint32_t state = sinew_player_state(player, i);
        plan_fade(&r->layers[i], player, i, time);
        if (state != SINEW_NONE) r->state_time[state] += step->dt;
    }
    good = good && keep_samples(r, player, step, at);
    r->done = frame;
    return good ? true : (fail_memory(), false);
}

void plot_record_finish(plot_record *r) {
    double end = (double)r->done / r->fps;
    for (uint32_t l = 0; l < r->layer_count; ++l)
        for (size_t i = 0; i < r->layers[l].bar_count; ++i) {
            plot_bar *bar = &r->layers[l].bars[i];
            if (bar->end < 0 || bar->end > end) bar->end = end;
            /* A fade inside a sub-machine tells of its plan only by when its source exits. */
            if (!r->layers[l].track && i && bar->full == bar->start && r->layers[l].bars[i - 1].end > bar->start &&
                bar->state != SINEW_NONE)
                bar->full = r->layers[l].bars[i - 1].end;
        }
}
