/* A run in a few lines of text. */
#include "plot.h"

enum { BAR = 30 };

static void put_share(FILE *out, const char *path, double seconds, double total) {
    double share = total > 0 ? seconds / total : 0;
    fputs("  ", out);
    put_plain(out, path);
    int width = (int)text_width(path, 1 / 0.6); /* in letters */
    fprintf(out, "%*s %5.1f %%  ", width < 24 ? 24 - width : 0, "", share * 100);
    for (int i = 0; i < (int)(share * BAR + 0.5); ++i) fputc('#', out);
    fputc('\n', out);
}

static void put_clips(FILE *out, const plot_record *r, const plot_layer *track, double total) {
    put_count(out, track->transitions, "clip", "clips");
    fputs(", ", out);
    put_count(out, track->interruptions, "mix cut\n", "mixes cut\n");
    for (uint32_t clip = 0; clip < sinew_binding_clip_count(r->binding); ++clip)
        if (track->clip_time[clip] > 0)
            put_share(out, sinew_binding_clip_name(r->binding, clip), track->clip_time[clip], total);
}

void plot_summary(FILE *out, const plot_record *r, const char *graph) {
    double total = (double)r->done / r->fps;
    put_plain(out, graph);
    fprintf(out, ": %.9g s in ", total);
    put_count(out, r->done, "frame\n", "frames\n");
    for (uint32_t l = 0; l < r->layer_count; ++l) {
        char name[512];
        fputc('\n', out);
        plot_layer_name(r, l, name, sizeof name);
        put_plain(out, name);
        fputs(": ", out);
        if (r->layers[l].track) {
            put_clips(out, r, &r->layers[l], total);
            continue;
        }
        put_count(out, r->layers[l].transitions, "transition", "transitions");
        fputs(", ", out);
        put_count(out, r->layers[l].interruptions, "interruption\n", "interruptions\n");
        for (uint32_t s = 0; s < sinew_binding_state_count(r->binding); ++s)
            if (sinew_binding_state_layer(r->binding, s) == l && r->state_time[s] > 0)
                put_share(out, sinew_binding_state_path(r->binding, s), r->state_time[s], total);
    }
}
