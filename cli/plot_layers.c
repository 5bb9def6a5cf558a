/* The lanes of the layers: states as bars that cut into each other while a fade runs, signals as marks, and the
   weights of the clips as areas one on the other. */
#include "plot.h"

#include <math.h>
#include <string.h>

static const double bar_height = 30, strip = 14, area = 66, legend_row = 17, gap = 18;
enum { MOST_MARKS = 3000, HUES = 10, SHADES = 5 }; /* HUES and SHADES as in plot_style.c */

static const char *clip_text(const plot_record *r, uint32_t clip) {
    return clip == SINEW_CLIP_HELD ? "held pose" : sinew_binding_clip_name(r->binding, clip);
}

/* ---- legend: places first, so that the height is known before anything is drawn ---- */

typedef struct flow {
    double x;
    uint32_t row;
} flow;

static void place(const plot_canvas *c, flow *at, const char *text, double *x, uint32_t *row) {
    double width = text_width(text, 11) + 30, most = c->width;
    if (width > most) width = most;
    if (at->x + width > most && at->x > 0) {
        at->x = 0;
        at->row++;
    }
    *x = at->x;
    *row = at->row;
    at->x += width;
}

static double legend_height(const plot_canvas *c, const plot_layer *layer) {
    flow at = { 0, 0 };
    double x;
    uint32_t row;
    for (size_t i = 0; i < layer->clip_count; ++i) place(c, &at, clip_text(c->record, layer->clips[i].key), &x, &row);
    return layer->clip_count ? (at.row + 1) * legend_row : 0;
}

static double layer_height(const plot_canvas *c, const plot_layer *layer) {
    return bar_height + strip + (layer->clip_count ? area + 4 + legend_height(c, layer) : 0) + gap;
}

double plot_layers_height(const plot_canvas *c) {
    double height = 0;
    for (uint32_t i = 0; i < c->record->layer_count; ++i) height += layer_height(c, &c->record->layers[i]);
    return height;
}

static void put_colour_class(FILE *out, const plot_record *r, uint32_t state, uint32_t shade) {
    if (state == SINEW_NONE || r->hues[state] == SINEW_NONE) fputs("held", out);
    else fprintf(out, "c%u-%u", (unsigned)(r->hues[state] % HUES), (unsigned)(shade % SHADES));
}

/* A clip of tracks has one colour in all of them. */
static void put_bar_class(FILE *out, const plot_record *r, const plot_layer *layer, uint32_t state) {
    if (layer->track && state != SINEW_NONE && state != SINEW_CLIP_HELD)
        fprintf(out, "c%u-%u", (unsigned)(state % HUES), (unsigned)(state / HUES % SHADES));
    else put_colour_class(out, r, layer->track ? SINEW_NONE : state, 0);
}

static void put_series_class(FILE *out, const plot_record *r, const plot_layer *layer, const plot_series *series) {
    if (layer->track) {
        put_bar_class(out, r, layer, series->key);
        return;
    }
    put_colour_class(out, r, series->key == SINEW_CLIP_HELD ? SINEW_NONE : series->state, series->shade);
}

static void put_legend(const plot_canvas *c, const plot_layer *layer, double y) {
    flow at = { 0, 0 };
    for (size_t i = 0; i < layer->clip_count; ++i) {
        const char *name = clip_text(c->record, layer->clips[i].key);
        double x;
        uint32_t row;
        place(c, &at, name, &x, &row);
        fputs("<rect class=\"", c->out);
        put_series_class(c->out, c->record, layer, &layer->clips[i]);
        fputs("\" rx=\"2\" width=\"10\" height=\"10\" x=\"", c->out);
        put_px(c->out, c->left + x);
        fputs("\" y=\"", c->out);
        put_px(c->out, y + row * legend_row + 3);
        fputs("\"/><text x=\"", c->out);
        put_px(c->out, c->left + x + 14);
        fputs("\" y=\"", c->out);
        put_px(c->out, y + row * legend_row + 12);
        fputs("\">", c->out);
        put_xml_fitting(c->out, name, c->width - 30, 11);
        fputs("</text>\n", c->out);
    }
}

/* ---- states ---- */

/* How far up the lane a bar reaches at a time: all of it once its fade is over. */
static double share_at(const plot_bar *bar, double time) {
    if (time >= bar->full || bar->full <= bar->start) return 1;
    return (time - bar->start) / (bar->full - bar->start);
}

static void put_corner(const plot_canvas *c, const char *how, double time, double y) {
    fputs(how, c->out);
    put_px(c->out, plot_x(c, time)), fputc(' ', c->out), put_px(c->out, y);
}

/* Down from all of it, as far as it gets. */
static void put_fall(const plot_canvas *c, const plot_bar *bar, double bottom) {
    double left = bar->gone > bar->fall ? (bar->gone - bar->end) / (bar->gone - bar->fall) : 0;
    put_corner(c, "L", bar->fall, bottom - share_at(bar, bar->fall) * bar_height);
    put_corner(c, "L", bar->end, bottom - (left > 0 ? left : 0) * share_at(bar, bar->fall) * bar_height);
}

static void put_bar(const plot_canvas *c, const plot_layer *layer, const plot_bar *bar, double y) {
    if (bar->end <= bar->start) return; /* left at the moment at which it was entered */
    FILE *out = c->out;
    bool held = bar->state == SINEW_NONE, falls = bar->fall >= 0 && bar->fall < bar->end;
    double last = falls ? bar->fall : bar->end;
    double top = held ? last : bar->full < last ? bar->full : last;
    double bottom = y + bar_height, share = held ? 1 : share_at(bar, top);
    fputs("<path class=\"bar ", out);
    put_bar_class(out, c->record, layer, bar->state);
    put_corner(c, "\" d=\"M", bar->start, bottom);
    put_corner(c, "L", held ? bar->start : top, bottom - share * bar_height);
    if (falls) put_fall(c, bar, bottom);
    else if (held || bar->end > top) fputs("H", out), put_px(out, plot_x(c, bar->end));
    else put_corner(c, "L", bar->end, bottom - share * bar_height);
    fputs("V", out);
    put_px(out, bottom);
    fputs("Z\"><title>", out);
    put_xml(out, held ? "held pose" : plot_name(c->record, layer, bar->state));
    fprintf(out, ": %.4g s to %.4g s", bar->start, bar->end);
    if (!held && bar->full > bar->start) fprintf(out, ", fades in over %.3g s", bar->full - bar->start);
    if (falls) fprintf(out, ", lets go over %.3g s", bar->gone - bar->fall);
    fputs("</title></path>\n", out);
}

/* Where nothing of another bar lies over it: from its fade's end to the next bar. */
static void put_bar_label(const plot_canvas *c, const plot_layer *layer, size_t index, double y) {
    const plot_bar *bar = &layer->bars[index];
    if (bar->state == SINEW_NONE) return;
    double end = bar->end;
    if (index + 1 < layer->bar_count && layer->bars[index + 1].start < end) end = layer->bars[index + 1].start;
    const char *path = plot_name(c->record, layer, bar->state);
    double to = plot_x(c, end) - 4, from = plot_x(c, bar->full) + 5;
    /* Short of room it may begin on the slope, half way up. */
    if (text_width(path, 11) > to - from) from = plot_x(c, (bar->full + bar->start) / 2) + 6;
    const char *last = layer->track ? NULL : strrchr(path, '/');
    const char *name = text_width(path, 11) <= to - from || !last ? path : last + 1;
    if (to - from < 4 * 6.6 && text_width(name, 11) > to - from) return;
    fputs("<text class=\"b\" x=\"", c->out);
    put_px(c->out, from);
    fputs("\" y=\"", c->out);
    put_px(c->out, y + bar_height / 2 + 4);
    fputs("\">", c->out);
    put_xml_fitting(c->out, name, to - from, 11);
    fputs("</text>\n", c->out);
}

/* ---- signals ---- */

static void put_mark_title(const plot_canvas *c, const plot_layer *layer, const plot_mark *mark) {
    const char *from = plot_name(c->record, layer, mark->from), *to = plot_name(c->record, layer, mark->to);
    fprintf(c->out, "<title>%.4f s: ", mark->time);
    if (mark->kind == SINEW_SIGNAL_TRANSITION) {
        put_xml(c->out, from);
        fputs(" to ", c->out);
        put_xml(c->out, to);
        if (mark->interrupts) fputs(", cuts into a fade", c->out);
    } else {
        fputs(mark->kind == SINEW_SIGNAL_ENTERED ? "entered " : "exited ", c->out);
        put_xml(c->out, mark->kind == SINEW_SIGNAL_ENTERED ? to : from);
    }
    fputs("</title>", c->out);
}

static void put_event_title(const plot_canvas *c, const plot_mark *mark) {
    static const char *const words[] = { "", " begins", " ends", " has ended", " goes round" };
    const sinew_binding *binding = c->record->binding;
    const sinew_event_desc *event = sinew_binding_event(binding, mark->from, mark->to);
    fprintf(c->out, "<title>%.4f s: ", mark->time);
    put_xml(c->out,
            event ? sinew_binding_clip_name(binding, mark->from) : sinew_binding_state_path(binding, mark->from));
    if (event) fputs(" tells ", c->out), put_xml(c->out, event->name);
    fprintf(c->out, "%s</title>", words[mark->kind]);
}

/* On the lower edge of the bars: a drop for what happens at one moment, brackets for what lasts. */
static void put_event(const plot_canvas *c, const plot_mark *mark, double y) {
    const char *shape = mark->kind == SINEW_EVENT_BEGIN ? "h4v2h-2v5h2v2h-4z"
                        : mark->kind == SINEW_EVENT_END ? "h-4v2h2v5h-2v2h4z"
                                                        : "l2.5 4.5l-2.5 4.5l-2.5-4.5z";
    fputs("<path class=\"ev\" d=\"M", c->out);
    put_px(c->out, plot_x(c, mark->time));
    fputc(' ', c->out);
    put_px(c->out, y);
    fprintf(c->out, "%s\">", shape);
    put_event_title(c, mark);
    fputs("</path>\n", c->out);
}

/* A diamond for a transition, a triangle to the right for entered, one to the left for exited. */
static void put_mark(const plot_canvas *c, const plot_layer *layer, const plot_mark *mark, double y) {
    const char *shape = mark->kind == SINEW_SIGNAL_TRANSITION ? "l4 4l-4 4l-4-4z"
                        : mark->kind == SINEW_SIGNAL_ENTERED  ? "v7l5-3.5z"
                                                              : "v7l-5-3.5z";
    fprintf(c->out, "<path class=\"%s\" d=\"M", mark->interrupts ? "cut" : "k");
    put_px(c->out, plot_x(c, mark->time));
    fputc(' ', c->out);
    put_px(c->out, y);
    fprintf(c->out, "%s\">", shape);
    put_mark_title(c, layer, mark);
    fputs("</path>\n", c->out);
}

static void put_marks(const plot_canvas *c, const plot_layer *layer, double y) {
    size_t shown = layer->mark_count < MOST_MARKS ? layer->mark_count : MOST_MARKS;
    /* Of an entered and an exited at one place the transition says enough. */
    for (size_t i = 0; i < shown; ++i)
        if (layer->marks[i].event) put_event(c, &layer->marks[i], y - 10);
    for (size_t i = 0; i < shown; ++i) {
        const plot_mark *mark = &layer->marks[i];
        if (!mark->event && mark->kind != SINEW_SIGNAL_TRANSITION) put_mark(c, layer, mark, y + 3);
    }
    for (size_t i = 0; i < shown; ++i) {
        const plot_mark *mark = &layer->marks[i];
        if (!mark->event && mark->kind == SINEW_SIGNAL_TRANSITION) put_mark(c, layer, mark, y + 3);
    }
    if (shown == layer->mark_count) return;
    fputs("<text class=\"t e\" x=\"", c->out);
    put_px(c->out, c->right);
    fputs("\" y=\"", c->out);
    put_px(c->out, y + 11);
    fprintf(c->out, "\">and %zu more</text>\n", layer->mark_count - shown);
}

/* ---- weights ---- */

typedef struct stack {
    const plot_layer *layer;
    size_t clips; /* how many of them are summed */
    double ground;
    bool is_weight; /* the layer's own weight in place of the sum */
} stack;

static double stack_height(const void *user, uint64_t frame) {
    const stack *s = user;
    double sum = s->is_weight ? (double)s->layer->weights[frame] : 0;
    for (size_t i = 0; i < s->clips; ++i) sum += (double)s->layer->clips[i].values[frame];
    return s->ground - (sum < 0 ? 0 : sum > 1 ? 1 : sum) * area;
}

static bool weight_is_one(const plot_record *r, const plot_layer *layer) {
    for (uint64_t i = 0; i < r->done; ++i)
        if (fabs((double)layer->weights[i] - 1) > 1e-6) return false;
    return true;
}

/* Each area reaches down to the ground and the next is drawn over it, so that an edge is written once. */
static void put_weights(const plot_canvas *c, const plot_layer *layer, double y) {
    double bottom = y + area;
    for (size_t i = layer->clip_count; i-- > 0;) {
        stack s = { layer, i + 1, bottom, false };
        fputs("<path class=\"", c->out);
        put_series_class(c->out, c->record, layer, &layer->clips[i]);
        fputs("\" d=\"M", c->out);
        put_px(c->out, c->left), fputc(' ', c->out), put_px(c->out, bottom);
        fputs("L", c->out);
        put_curve(c, stack_height, &s);
        fputs("V", c->out);
        put_px(c->out, bottom);
        fputs("Z\"><title>weight of ", c->out);
        put_xml(c->out, clip_text(c->record, layer->clips[i].key));
        fputs("</title></path>\n", c->out);
    }
    if (weight_is_one(c->record, layer)) return;
    stack s = { layer, 0, bottom, true };
    fputs("<path class=\"w\" d=\"M", c->out);
    put_curve(c, stack_height, &s);
    fprintf(c->out, "\"><title>weight of the %s</title></path>\n", layer->track ? "track" : "layer");
}

/* ---- a layer ---- */

static void put_gutter(const plot_canvas *c, double y, const char *class, const char *text) {
    fprintf(c->out, "<text class=\"%s\" x=\"24\" y=\"", class);
    put_px(c->out, y);
    fputs("\">", c->out);
    put_xml_fitting(c->out, text, c->left - 24 - 10, strcmp(class, "n") == 0 ? 12 : 11);
    fputs("</text>\n", c->out);
}

static void put_ground(const plot_canvas *c, double y, double height) {
    fputs("<rect class=\"lane\" x=\"", c->out);
    put_px(c->out, c->left);
    fputs("\" y=\"", c->out);
    put_px(c->out, y);
    fprintf(c->out, "\" width=\"%.1f\" height=\"%.1f\"/>\n", c->width, height);
}

static void put_layer(const plot_canvas *c, uint32_t index, double y) {
    const plot_layer *layer = &c->record->layers[index];
    char text[512];
    plot_layer_name(c->record, index, text, sizeof text);
    put_gutter(c, y + 13, "n", text);
    const char *what = layer->track ? "clip" : "transition";
    snprintf(text, sizeof text, "%u %s%s", layer->transitions, what, layer->transitions == 1 ? "" : "s");
    put_gutter(c, y + 28, "t", text);
    put_ground(c, y, bar_height);
    for (size_t i = 0; i < layer->bar_count; ++i) put_bar(c, layer, &layer->bars[i], y);
    for (size_t i = 0; i < layer->bar_count; ++i) put_bar_label(c, layer, i, y);
    put_marks(c, layer, y + bar_height);
    if (!layer->clip_count) return;
    y += bar_height + strip;
    put_ground(c, y, area);
    put_gutter(c, y + 13, "t", "weights");
    if (!weight_is_one(c->record, layer))
        put_gutter(c, y + 28, "t", layer->track ? "line: the track's" : "line: the layer's");
    put_weights(c, layer, y);
    put_legend(c, layer, y + area + 4);
}

void plot_layers(plot_canvas *c) {
    for (uint32_t i = 0; i < c->record->layer_count; ++i) {
        put_layer(c, i, c->y);
        c->y += layer_height(c, &c->record->layers[i]);
    }
}
