/* The picture of a run: the page, the time axis, and what its parts share.

   No scripts, no fonts of its own, text escaped; light or dark as the reader's system is. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double gutter = 156, margin = 24, title_height = 64, axis_height = 26, ground = 20;

double plot_x(const plot_canvas *c, double time) { return c->left + time * c->scale; }

void put_px(FILE *out, double pixels) {
    double tenths = floor(pixels * 10 + 0.5);
    if (tenths == 0) tenths = 0; /* no minus zero */
    fprintf(out, "%.10g", tenths / 10);
}

void put_xml(FILE *out, const char *text) {
    for (const char *c = text; *c; ++c) {
        if (*c == '<') fputs("&lt;", out);
        else if (*c == '>') fputs("&gt;", out);
        else if (*c == '&') fputs("&amp;", out);
        else if (*c == '"') fputs("&quot;", out);
        else fputc((unsigned char)*c < 0x20 || *c == 0x7F ? '?' : *c, out);
    }
}

static size_t letters(const char *text) {
    size_t count = 0;
    for (; *text; ++text) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

/* A guess on the wide side: the reader's font is not known here. */
double text_width(const char *text, double font) { return (double)letters(text) * font * 0.6; }

bool put_xml_fitting(FILE *out, const char *text, double pixels, double font) {
    size_t room = pixels > 0 ? (size_t)(pixels / (font * 0.6)) : 0;
    if (letters(text) <= room) {
        put_xml(out, text);
        return true;
    }
    if (room < 4) return false;
    char *cut = malloc(strlen(text) + 1);
    if (!cut) return false;
    size_t bytes = 0;
    for (size_t count = 0; text[bytes]; ++bytes)
        if (((unsigned char)text[bytes] & 0xC0) != 0x80 && count++ == room - 1) break;
    memcpy(cut, text, bytes);
    cut[bytes] = 0;
    put_xml(out, cut);
    fputs("\xE2\x80\xA6", out); /* an ellipsis */
    free(cut);
    return true;
}

static void put_point(FILE *out, double x, double y) {
    fputc(' ', out);
    put_px(out, x);
    fputc(' ', out);
    put_px(out, y);
}

/* From an anchor, the slopes that pass within a fraction of a pixel of every point since; when they run out, the
   last point becomes the anchor. Source: the swinging door of Bristol, 1987. */
void put_curve(const plot_canvas *c, double (*of)(const void *user, uint64_t frame), const void *user) {
    const double tolerance = 0.2;
    uint64_t count = c->record->done;
    double x0 = c->left, y0 = of(user, 0), low = -INFINITY, high = INFINITY, px = x0, py = y0;
    put_point(c->out, x0, y0);
    for (uint64_t i = 0; i < count; ++i) {
        double x = plot_x(c, (double)(i + 1) / c->record->fps), y = of(user, i), dx = x - x0;
        double slope = (y - y0) / dx;
        if (slope < low || slope > high) {
            put_point(c->out, px, py);
            x0 = px;
            y0 = py;
            dx = x - x0;
            low = -INFINITY;
            high = INFINITY;
        }
        double least = (y - tolerance - y0) / dx, most = (y + tolerance - y0) / dx;
        if (least > low) low = least;
        if (most < high) high = most;
        px = x;
        py = y;
    }
    put_point(c->out, px, py);
}

/* ---- the time axis ---- */

static double tick_step(double scale) {
    static const double steps[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,  0.5,  1,    2,     5,
                                    10,    15,    30,    60,   120,  300,  600, 1800, 3600, 7200, 21600, 86400 };
    size_t i = 0, last = sizeof steps / sizeof steps[0] - 1;
    while (i < last && steps[i] * scale < 64) ++i;
    double step = steps[i];
    while (step * scale < 64) step *= 2;
    return step;
}

static void put_axis(const plot_canvas *c, double y, double end, bool grid) {
    double step = tick_step(c->scale);
    for (uint64_t i = 0; (double)i * step <= end + 1e-9; ++i) {
        double x = plot_x(c, (double)i * step);
        if (grid) {
            fputs("<path class=\"g\" d=\"M", c->out);
            put_px(c->out, x);
            fputs(" ", c->out);
            put_px(c->out, y + 4);
            fputs("V", c->out);
            put_px(c->out, c->height - axis_height - 2);
            fputs("\"/>\n", c->out);
        }
        fputs("<text class=\"t m\" x=\"", c->out);
        put_px(c->out, x);
        fputs("\" y=\"", c->out);
        put_px(c->out, y);
        fprintf(c->out, "\">%.9g%s</text>\n", (double)i * step, i ? "" : " s");
    }
}

/* ---- the page ---- */

static void put_header(const plot_canvas *c, const plot_titles *titles, double end) {
    FILE *out = c->out;
    fputs("<text class=\"h\" x=\"24\" y=\"32\">", out);
    put_xml_fitting(out, titles->graph, (c->right - 24) * 0.9, 17);
    fputs("</text>\n<text class=\"t\" x=\"24\" y=\"51\">", out);
    fprintf(out, "%.9g s, %.9g frames a second", end, c->record->fps);
    if (titles->rig) {
        fputs(", ", out);
        put_xml_fitting(out, titles->rig, 300, 11);
    }
    if (titles->script) {
        fputs(", script ", out);
        put_xml_fitting(out, strcmp(titles->script, "-") == 0 ? "from standard input" : titles->script, 300, 11);
    }
    fputs("</text>\n", out);
}

void plot_svg(FILE *out, const plot_record *record, const plot_titles *titles) {
    double end = (double)record->done / record->fps, wide = end * 30;
    plot_canvas c = { .out = out, .record = record, .left = gutter };
    c.width = wide < 820 ? 820 : wide > 1720 ? 1720 : wide;
    c.right = c.left + c.width;
    c.scale = c.width / (end > 0 ? end : 1);
    c.height = title_height + axis_height + plot_layers_height(&c) + plot_parameters_height(&c) + axis_height + ground;
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n<title>",
        c.right + margin, c.height, c.right + margin, c.height);
    put_xml(out, titles->graph);
    fputs("</title>\n", out);
    put_styles(out, record);
    fprintf(out, "<rect class=\"page\" width=\"%.0f\" height=\"%.0f\"/>\n", c.right + margin, c.height);
    put_header(&c, titles, end);
    put_axis(&c, title_height + 16, end, true);
    c.y = title_height + axis_height;
    plot_layers(&c);
    plot_parameters(&c);
    put_axis(&c, c.height - axis_height + 10, end, false);
    fputs("</svg>\n", out);
}
