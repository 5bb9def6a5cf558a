/* Numbers between text and double, both ways, whatever the locale. Invariant: no decimal point is ever given to
   strtod or taken as it comes from snprintf, since both would follow the host's locale. */
#include "io/json.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More significant digits than this cannot change which double is nearest, except by being there at all. */
enum { MAX_DIGITS = 800, EXPONENT_LIMIT = 1000000 };

typedef struct digits {
    char text[MAX_DIGITS + 32];
    size_t count;     /* significant digits in text */
    int64_t exponent; /* of ten, for the last of them */
    bool negative;
} digits;

static int64_t read_exponent(const char *at, const char *end) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) ++at;
    int64_t value = 0;
    for (; at < end && value < EXPONENT_LIMIT * 10000ll; ++at) value = value * 10 + (*at - '0');
    return negative ? -value : value;
}

static void add_digit(digits *d, char digit, bool fraction) {
    if (fraction) d->exponent--;
    if (d->count == 0 && digit == '0') return;
    if (d->count < MAX_DIGITS) {
        d->text[d->count++] = digit;
        return;
    }
    d->exponent++;
    /* What is cut off still decides a tie. */
    if (digit != '0') d->text[MAX_DIGITS - 1] = d->text[MAX_DIGITS - 1] == '0' ? '1' : d->text[MAX_DIGITS - 1];
}

static void read_digits(digits *d, const char *text, size_t size) {
    const char *at = text, *end = text + size;
    d->count = 0;
    d->exponent = 0;
    d->negative = at < end && *at == '-';
    if (d->negative) ++at;
    bool fraction = false;
    for (; at < end && *at != 'e' && *at != 'E'; ++at) {
        if (*at == '.') fraction = true;
        else add_digit(d, *at, fraction);
    }
    if (at < end) d->exponent += read_exponent(at + 1, end);
}

double snw_number_parse(const char *text, size_t size) {
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    digits d;
    read_digits(&d, text, size);
    double value = 0;
    if (d.count == 0) return d.negative ? -0.0 : 0.0;
    if (d.count <= 15 && d.exponent >= -22 && d.exponent <= 22) {
        /* Both sides are exact, so one rounding is all there is. Source: Clinger 1990. */
        for (size_t i = 0; i < d.count; ++i) value = value * 10 + (d.text[i] - '0');
        value = d.exponent < 0 ? value / tens[-d.exponent] : value * tens[d.exponent];
    } else {
        int64_t exponent = d.exponent;
        if (exponent > EXPONENT_LIMIT) exponent = EXPONENT_LIMIT;
        if (exponent < -EXPONENT_LIMIT) exponent = -EXPONENT_LIMIT;
        snprintf(d.text + d.count, sizeof d.text - d.count, "e%lld", (long long)exponent);
        value = strtod(d.text, NULL);
    }
    return d.negative ? -value : value;
}

/* Takes the locale's point, the plus and the zeros of the exponent out of what printf made. */
static void tidy(char *text) {
    char *to = text;
    bool exponent = false;
    for (const char *from = text; *from; ++from) {
        bool digit = *from >= '0' && *from <= '9';
        if (digit && !(exponent && *from == '0' && (to[-1] == 'e' || to[-1] == '-'))) *to++ = *from;
        else if (*from == '-') *to++ = '-';
        else if (*from == 'e') {
            *to++ = 'e';
            exponent = true;
        } else if (!digit && *from != '+' && to > text && to[-1] != '.') *to++ = '.';
    }
    *to = 0;
}

static void write_number(snw_text *text, double number, bool as_float) {
    if (!isfinite(number)) {
        snw_text_add_z(text, "null");
        return;
    }
    char buffer[64];
    if (fabs(number) < 1e15 && number == floor(number) && (number != 0 || !signbit(number))) {
        snw_text_format(text, "%.0f", number);
        return;
    }
    for (int precision = 1; precision <= 17; ++precision) {
        snprintf(buffer, sizeof buffer, "%.*g", precision, number);
        tidy(buffer);
        double back = snw_number_parse(buffer, strlen(buffer));
        if (as_float ? (float)back == (float)number : back == number) break;
    }
    snw_text_add_z(text, buffer);
}

void snw_text_number(snw_text *text, double number) { write_number(text, number, false); }
void snw_text_number_float(snw_text *text, float number) { write_number(text, (double)number, true); }
