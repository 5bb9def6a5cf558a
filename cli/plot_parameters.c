/* Parameters: numbers as lines, bools as blocks, triggers as ticks where they were set. */
#include "plot.h"

static const double row = 38, inner = 26, heading = 24;
enum { MOST_ROWS = 40 };

typedef struct line {
    const float *values;
    double bottom, low, high;
} line;

static uint32_t rows(const plot_canvas *c) {
    uint32_t count = sinew_binding_parameter_count(c->record->binding);
    return count < MOST_ROWS ? count : MOST_ROWS;
}

double plot_parameters_height(const plot_canvas *c) {
    uint32_t count = sinew_binding_parameter_count(c->record->binding);
    return count ? heading + rows(c) * row + (count > MOST_ROWS ? 20 : 0) : 0;
}

static double line_height(const void *user, uint64_t frame) {
    const line *l = user;
    return l->bottom - ((double)l->values[frame] - l->low) / (l->high - l->low) * inner;
}

static void put_text(const plot_canvas *c, const char *class, double x, double y, const char *text, double room) {
    fprintf(c->out, "<text class=\"%s\" x=\"", class);
    put_px(c->out, x);
    fputs("\" y=\"", c->out);
    put_px(c->out, y);
    fputs("\">", c->out);
    put_xml_fitting(c->out, text, room, 11);
    fputs("</text>\n", c->out);
}

static void put_number(const plot_canvas *c, double y, double number) {
    char text[32];
    snprintf(text, sizeof text, "%.3g", number == 0 ? 0.0 : number);
    put_text(c, "t e", c->left - 6, y, text, 100);
}

static void put_line(const plot_canvas *c, const line *l, bool steps) {
    FILE *out = c->out;
    fputs("<path class=\"line\" d=\"M", out);
    if (!steps) put_curve(c, line_height, l);
    for (uint64_t i = 0; steps && i < c->record->done; ++i) {
        if (i && l->values[i] == l->values[i - 1]) continue;
        if (!i) put_px(out, c->left), fputc(' ', out), put_px(out, line_height(l, i));
        else {
            fputs("H", out), put_px(out, plot_x(c, (double)i / c->record->fps));
            fputs("V", out), put_px(out, line_height(l, i));
        }
    }
    if (steps) fputs("H", out), put_px(out, c->right);
    fputs("\"/>\n", out);
}

static void put_numbers(const plot_canvas *c, const float *values, double y, bool steps) {
    line l = { values, y + inner, (double)values[0], (double)values[0] };
    for (uint64_t i = 0; i < c->record->done; ++i) {
        if ((double)values[i] < l.low) l.low = (double)values[i];
        if ((double)values[i] > l.high) l.high = (double)values[i];
    }
    double low = l.low, high = l.high;
    if (!(l.high > l.low)) l.low -= 1, l.high += 1; /* a line that stands still lies in the middle */
    put_line(c, &l, steps);
    if (high > low) put_number(c, y + 8, high);
    put_number(c, high > low ? y + inner + 1 : y + inner / 2 + 4, low);
}

/* One block for each time that it is on. */
static void put_blocks(const plot_canvas *c, const float *values, double y, bool trigger) {
    for (uint64_t i = 0; i < c->record->done;) {
        uint64_t start = i;
        while (i < c->record->done && values[i] != 0) ++i;
        if (i == start) {
            ++i;
            continue;
        }
        double from = (double)start / c->record->fps, to = (double)i / c->record->fps;
        fputs("<rect class=\"on\" x=\"", c->out);
        put_px(c->out, plot_x(c, from));
        fputs("\" y=\"", c->out);
        put_px(c->out, trigger ? y + inner / 2 : y + 3);
        fputs("\" width=\"", c->out);
        put_px(c->out, (to - from) * c->scale);
        fputs("\" height=\"", c->out);
        put_px(c->out, trigger ? inner / 2 : inner - 3);
        fprintf(c->out, "\"><title>%.4g s to %.4g s</title></rect>\n", from, to);
    }
}

/* A trigger that was used in the frame in which it was fired is never seen set, so its ticks come from the script. */
static void put_ticks(const plot_canvas *c, uint32_t parameter, double y) {
    const script *inputs = c->record->inputs;
    put_blocks(c, c->record->parameters[parameter], y, true);
    for (size_t i = 0; inputs && i < inputs->next; ++i) {
        const script_command *fired = &inputs->commands[i];
        if (fired->kind != SCRIPT_FIRE || fired->target != parameter) continue;
        fputs("<path class=\"tick\" d=\"M", c->out);
        put_px(c->out, plot_x(c, fired->time));
        fputc(' ', c->out);
        put_px(c->out, y);
        fprintf(c->out, "v%.0f\"><title>%.4g s: fired</title></path>\n", inner, fired->time);
    }
}

static void put_parameter(const plot_canvas *c, uint32_t index, double y) {
    const sinew_binding *binding = c->record->binding;
    const float *values = c->record->parameters[index];
    put_text(c, "", 24, y + inner / 2 + 4, sinew_binding_parameter_name(binding, index), c->left - 24 - 56);
    fputs("<rect class=\"lane\" x=\"", c->out);
    put_px(c->out, c->left);
    fputs("\" y=\"", c->out);
    put_px(c->out, y - 3);
    fprintf(c->out, "\" width=\"%.1f\" height=\"%.0f\"/>\n", c->width, inner + 6);
    if (!c->record->done) return;
    switch (sinew_binding_parameter_type(binding, index)) {
    case SINEW_PARAMETER_FLOAT: put_numbers(c, values, y, false); break;
    case SINEW_PARAMETER_INT: put_numbers(c, values, y, true); break;
    case SINEW_PARAMETER_BOOL: put_blocks(c, values, y, false); break;
    case SINEW_PARAMETER_TRIGGER: put_ticks(c, index, y); break;
    }
}

void plot_parameters(plot_canvas *c) {
    uint32_t count = sinew_binding_parameter_count(c->record->binding);
    if (!count) return;
    put_text(c, "n", 24, c->y + 10, "Parameters", 200);
    c->y += heading;
    for (uint32_t i = 0; i < rows(c); ++i, c->y += row) put_parameter(c, i, c->y);
    if (count <= MOST_ROWS) return;
    char text[64];
    snprintf(text, sizeof text, "and %u more parameters", count - MOST_ROWS);
    put_text(c, "t", 24, c->y + 10, text, 300);
    c->y += 20;
}
