/* Names: equality, the nearest one, and how they stand in paths. */
#include "base.h"

#include <stdio.h>
#include <string.h>

bool snw_name_equal(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : "") == 0; }

enum { LONGEST = 64 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Edits between two short names, case aside, a swap of neighbours counting one.
   Source: optimal string alignment distance (Damerau 1964). */
static size_t distance(const char *a, size_t n, const char *b, size_t m) {
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= m; ++j) rows[0][j] = j;
    for (size_t i = 1; i <= n; ++i) {
        size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; ++j) {
            size_t best = before[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            if (before[j] + 1 < best) best = before[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped && earlier[j - 2] + 1 < best) best = earlier[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *snw_name_nearest(const char *name, const char *const *names, size_t count) {
    size_t length = name ? strlen(name) : 0;
    if (length == 0 || length > LONGEST) return NULL;
    const char *nearest = NULL;
    size_t best = length / 3 + 2; /* a slip is at most a third of the name, and one letter in the shortest */
    for (size_t i = 0; i < count; ++i) {
        size_t other = names[i] ? strlen(names[i]) : 0;
        if (other == 0 || other > LONGEST) continue;
        size_t edits = distance(name, length, names[i], other);
        if (edits < best && edits < (length > other ? length : other)) {
            best = edits;
            nearest = names[i];
        }
    }
    return nearest;
}

const char *sinew_name_nearest(const char *name, const char *const *names, size_t count) {
    return names || !count ? snw_name_nearest(name, names, count) : NULL;
}

void snw_name_stem(const char *name, const char **start, size_t *length) {
    const char *from = name;
    for (const char *c = name; *c; ++c)
        if (*c == '/' || *c == '\\') from = c + 1;
    const char *dot = strrchr(from, '.');
    *start = from;
    *length = dot && dot != from ? (size_t)(dot - from) : strlen(from);
}

static bool plain(const char *name) {
    if (!name[0]) return false;
    for (const char *c = name; *c; ++c) {
        char l = lower(*c);
        bool word = (l >= 'a' && l <= 'z') || (l >= '0' && l <= '9') || l == '_' || l == '-';
        if (!word) return false;
    }
    return true;
}

size_t snw_path_key(char *text, size_t size, const char *name) {
    int length = plain(name) ? snprintf(text, size, ".%s", name) : snprintf(text, size, "[\"%s\"]", name);
    if (length < 0 || !size) return 0;
    return (size_t)length < size ? (size_t)length : size - 1;
}
