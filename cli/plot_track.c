/* Tracks in a picture. They tell no signals, so their bars come from what they play at the end of each frame; the
   moments are exact where a mix began in the frame, and where a clip came in without one by how far it is. */
#include "plot.h"

#include <math.h>

void plot_layer_name(const plot_record *r, uint32_t layer, char *name, size_t size) {
    uint32_t layers = sinew_binding_layer_count(r->binding);
    if (layer < layers) snprintf(name, size, "%s", sinew_binding_layer_name(r->binding, layer));
    else snprintf(name, size, "track %u", (unsigned)(layer - layers));
}

const char *plot_name(const plot_record *r, const plot_layer *layer, uint32_t state) {
    if (state == SINEW_CLIP_HELD) return "held pose";
    if (state == SINEW_NONE) return "nothing";
    return layer->track ? sinew_binding_clip_name(r->binding, state) : sinew_binding_state_path(r->binding, state);
}

/* When what plays came in, inside the frame. */
static double began(const sinew_track_info *info, double mix_start, double time, double dt) {
    double start = time - dt;
    if (mix_start > start) return mix_start;
    double seconds = fabs(info->rate) > 0 ? info->progress / fabs(info->rate) : dt;
    return seconds < dt ? time - seconds : start;
}

/* The bars that the moment leaves: cut off, or beneath what comes in until its mix has ended. */
static void leave_bars(plot_layer *layer, double time, double until) {
    for (size_t i = layer->first_open; i < layer->bar_count; ++i)
        if (layer->bars[i].end < 0 || layer->bars[i].end > until) layer->bars[i].end = until;
    if (!(until > time)) layer->first_open = layer->bar_count;
}

/* What a cut mix left lets go as a held pose. */
static bool let_go(plot_layer *layer, const sinew_fade_info *fade, double start) {
    double gone = start + fade->duration;
    bool cut = fade->from == SINEW_CLIP_HELD;
    leave_bars(layer, start, cut ? start : gone);
    if (cut && !plot_add_bar(layer, SINEW_NONE, start)) return false;
    plot_bar *last = &layer->bars[layer->bar_count - 1];
    last->end = last->gone = gone;
    last->fall = start;
    return true;
}

static bool come_in(plot_layer *layer, const sinew_fade_info *fade, uint32_t clip, double start) {
    bool fades = fade->duration > 0, cut = fades && fade->from == SINEW_CLIP_HELD;
    leave_bars(layer, start, fades && !cut ? start + fade->duration : start);
    if (cut) {
        if (!plot_add_bar(layer, SINEW_NONE, start)) return false;
        layer->bars[layer->bar_count - 1].end = start + fade->duration;
    }
    if (!plot_add_bar(layer, clip, start)) return false;
    if (fades) layer->bars[layer->bar_count - 1].full = start + fade->duration;
    return true;
}

bool plot_record_track(plot_record *r, const sinew_player *player, uint32_t track, double time, double dt) {
    plot_layer *layer = &r->layers[sinew_binding_layer_count(r->binding) + track];
    sinew_track_info info = { .clip = SINEW_NONE };
    sinew_fade_info fade = { .from = SINEW_NONE, .to = SINEW_NONE };
    sinew_track_info_of(player, track, &info);
    bool fades = sinew_track_fade(player, track, &fade);
    double mix_start = fades ? time - (fade.duration - fade.remaining) : -1;
    bool mixes = fades && fabs(mix_start - layer->mix_start) > 1e-6;
    bool comes =
        info.clip != SINEW_NONE && (info.clip != layer->playing || info.progress < layer->progress - 1e-9 || mixes);
    bool goes = info.clip == SINEW_NONE && (layer->playing != SINEW_NONE || mixes);
    /* Without a mix it goes as it has played out, or was stopped, which is done as a frame starts. */
    double ended = time - dt + (layer->left < dt ? layer->left : 0);
    double start = comes ? began(&info, mix_start, time, dt) : mixes ? mix_start : ended;
    bool cut = fade.from == SINEW_CLIP_HELD, good = true;
    if (comes || goes) {
        plot_mark mark = { start, SINEW_SIGNAL_TRANSITION, fades ? fade.from : layer->playing, info.clip, cut, false };
        good = plot_add_mark(layer, &mark);
        layer->transitions += comes;
        layer->interruptions += cut;
    }
    if (good && comes) good = come_in(layer, &fade, info.clip, start);
    else if (good && goes && fades) good = let_go(layer, &fade, start);
    else if (goes) leave_bars(layer, start, start);
    layer->playing = info.clip;
    layer->progress = info.progress;
    layer->mix_start = mix_start;
    bool ends = info.end > 0 && fabs(info.rate) > 0 && info.end > info.progress;
    layer->left = ends ? (info.end - info.progress) / fabs(info.rate) : info.end > 0 ? 0 : INFINITY;
    if (info.clip != SINEW_NONE) layer->clip_time[info.clip] += dt;
    return good;
}
