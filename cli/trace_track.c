/* Tracks in a trace: rows that follow those of the layers. Invariant: a track's state is its clip, or null. */
#include "cli.h"

static const char *clip_or_null(const sinew_binding *binding, uint32_t clip) {
    if (clip == SINEW_CLIP_HELD) return "<held>";
    return clip == SINEW_NONE ? NULL : sinew_binding_clip_name(binding, clip);
}

static uint32_t row_of(const sinew_step *step, uint32_t track) {
    return sinew_binding_layer_count(step->binding) + track;
}

void trace_track(FILE *out, const sinew_player *player, uint32_t track, float weight) {
    const sinew_binding *binding = sinew_player_binding(player);
    sinew_track_info info = { .clip = SINEW_NONE };
    sinew_fade_info fade;
    sinew_track_info_of(player, track, &info);
    fprintf(out, "\"name\":\"track %u\",\"state\":", (unsigned)track);
    put_json(out, clip_or_null(binding, info.clip));
    fputs(",\"progress\":", out);
    put_double(out, info.progress);
    fputs(",\"weight\":", out);
    put_float(out, weight);
    fputs(",\"transition\":", out);
    if (sinew_track_fade(player, track, &fade)) {
        fputs("{\"from\":", out);
        put_json(out, clip_or_null(binding, fade.from));
        fputs(",\"to\":", out);
        put_json(out, clip_or_null(binding, fade.to));
        fputs(",\"t\":", out);
        put_double(out, fade.t);
        fputs(",\"duration\":", out);
        put_double(out, fade.duration);
        fputc('}', out);
    } else {
        fputs("null", out);
    }
}

/* As a layer's columns: state, progress, weight, from, t, duration; the samples follow. */
void trace_track_csv(FILE *out, const sinew_player *player, const sinew_step *step, uint32_t track) {
    sinew_track_info info = { .clip = SINEW_NONE };
    sinew_fade_info fade;
    sinew_track_info_of(player, track, &info);
    const char *clip = clip_or_null(step->binding, info.clip);
    fputc(',', out);
    put_csv(out, clip ? clip : "");
    fputc(',', out);
    put_double(out, info.progress);
    fputc(',', out);
    put_float(out, step->layers[row_of(step, track)].weight);
    fputc(',', out);
    if (!sinew_track_fade(player, track, &fade)) {
        fputs(",,", out);
        return;
    }
    const char *from = clip_or_null(step->binding, fade.from);
    put_csv(out, from ? from : "");
    fputc(',', out);
    put_double(out, fade.t);
    fputc(',', out);
    put_double(out, fade.duration);
}
