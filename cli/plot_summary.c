/* A run in a few lines of text. */
#include "plot.h"

enum { BAR = 30 };

static void put_state(FILE *out, const plot_record *r, uint32_t state, double total) {
    double share = total > 0 ? r->state_time[state] / total : 0;
    const char *path = sinew_binding_state_path(r->binding, state);
    fputs("  ", out);
    put_plain(out, path);
    int width = (int)text_width(path, 1 / 0.6); /* in letters */
    fprintf(out, "%*s %5.1f %%  ", width < 24 ? 24 - width : 0, "", share * 100);
    for (int i = 0; i < (int)(share * BAR + 0.5); ++i) fputc('#', out);
    fputc('\n', out);
}

void plot_summary(FILE *out, const plot_record *r, const char *graph) {
    double total = (double)r->done / r->fps;
    put_plain(out, graph);
    fprintf(out, ": %.9g s in ", total);
    put_count(out, r->done, "frame\n", "frames\n");
    for (uint32_t l = 0; l < r->layer_count; ++l) {
        fputc('\n', out);
        put_plain(out, sinew_binding_layer_name(r->binding, l));
        fputs(": ", out);
        put_count(out, r->layers[l].transitions, "transition", "transitions");
        fputs(", ", out);
        put_count(out, r->layers[l].interruptions, "interruption\n", "interruptions\n");
        for (uint32_t s = 0; s < sinew_binding_state_count(r->binding); ++s)
            if (sinew_binding_state_layer(r->binding, s) == l && r->state_time[s] > 0) put_state(out, r, s, total);
    }
}
