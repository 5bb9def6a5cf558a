/* Numbers and texts as they stand in traces and reports. Invariant: the same value gives the same bytes on every
   machine: nothing here depends on the locale (the tool never sets one) or on the size of a type. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void put_double(FILE *out, double number) {
    if (!isfinite(number)) fputs("null", out);
    else fprintf(out, "%.9g", number == 0 ? 0.0 : number); /* no minus zero */
}

void put_float(FILE *out, float number) {
    char text[32];
    if (!isfinite(number)) {
        fputs("null", out);
        return;
    }
    if (number == 0) number = 0;
    for (int digits = 6; digits <= 9; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, (double)number);
        if (strtof(text, NULL) == number) break;
    }
    fputs(number == 0 ? "0" : text, out);
}

void put_floats(FILE *out, const float *numbers, size_t count) {
    fputc('[', out);
    for (size_t i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        put_float(out, numbers[i]);
    }
    fputc(']', out);
}

void put_json(FILE *out, const char *text) {
    if (!text) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (const char *c = text; *c; ++c) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\') fprintf(out, "\\%c", *c);
        else if (byte == '\n') fputs("\\n", out);
        else if (byte == '\t') fputs("\\t", out);
        else if (byte < 0x20 || byte == 0x7F) fprintf(out, "\\u%04x", byte);
        else fputc(*c, out);
    }
    fputc('"', out);
}

void put_csv(FILE *out, const char *text) {
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const char *c = text; *c; ++c) {
        if (*c == '"') fputc('"', out);
        fputc(*c, out);
    }
    fputc('"', out);
}

void put_plain(FILE *out, const char *text) {
    for (const char *c = text; *c; ++c) fputc((unsigned char)*c < 0x20 || *c == 0x7F ? '?' : *c, out);
}

void put_count(FILE *out, uint64_t count, const char *one, const char *many) {
    fprintf(out, "%llu %s", (unsigned long long)count, count == 1 ? one : many);
}

void put_lane(FILE *out, const sinew_lane_info *lane) {
    fputs(lane->pointer ? "\"pointer\":" : "\"component\":", out);
    put_json(out, lane->pointer ? lane->pointer : lane->component);
    if (lane->pointer) return;
    fputs(",\"field\":", out);
    put_json(out, lane->field);
}
