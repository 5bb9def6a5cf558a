/* Texts of documents and changes of them. Invariant: a text that was UTF-8 stays UTF-8, since splices cut and insert
   whole characters only. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

uint32_t text_hash(const char *text, size_t size) {
    uint32_t hash = 0x811C9DC5u; /* Source: Fowler, Noll, Vo. */
    for (size_t i = 0; i < size; ++i) hash = (hash ^ (unsigned char)text[i]) * 0x01000193u;
    return hash;
}

/* The bytes that a character takes, 0 where there is none at text[size > 0]. */
static size_t character(const unsigned char *text, size_t size) {
    if (text[0] && text[0] < 0x80) return 1;
    size_t length = text[0] >= 0xC2 && text[0] < 0xE0 ? 2 : (text[0] & 0xF0) == 0xE0 ? 3 : 0;
    if (text[0] >= 0xF0 && text[0] <= 0xF4) length = 4;
    if (!length || length > size) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((text[i] & 0xC0) != 0x80) return 0;
    bool overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    bool outside = (text[0] == 0xED && text[1] > 0x9F) || (text[0] == 0xF4 && text[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

bool text_is_plain(const char *text, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t length = character((const unsigned char *)text + i, size - i);
        if (!length) return false;
        i += length;
    }
    return true;
}

bool text_has_controls(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c; ++c) {
        if (*c < 0x20 || *c == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0)) return true;
        /* U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, U+061C */
        if (c[0] == 0xE2 && c[1] == 0x80 && (c[2] == 0x8E || c[2] == 0x8F || (c[2] >= 0xAA && c[2] <= 0xAE)))
            return true;
        if (c[0] == 0xE2 && c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9) return true;
        if (c[0] == 0xD8 && c[1] == 0x9C) return true;
    }
    return false;
}

/* ---- splices, with a gap that is moved to where the next one is ---- */

typedef struct gap_text {
    char *bytes;
    size_t capacity, gap, after; /* the gap begins at `gap`; `after` bytes lie behind it, at the end */
    size_t moved;
} gap_text;

/* Far more than any command of the page needs, and done in a tenth of a second. */
static const size_t moved_most = (size_t)512 << 20;

static size_t size_of(const gap_text *t) { return t->gap + t->after; }

static char byte_at(const gap_text *t, size_t at) {
    return at < t->gap ? t->bytes[at] : t->bytes[t->capacity - size_of(t) + at];
}

static bool is_boundary(const gap_text *t, size_t at) {
    return at == size_of(t) || ((unsigned char)byte_at(t, at) & 0xC0) != 0x80;
}

static void move_gap(gap_text *t, size_t to) {
    size_t count = to > t->gap ? to - t->gap : t->gap - to;
    if (to > t->gap) memmove(t->bytes + t->gap, t->bytes + t->capacity - t->after, count);
    else memmove(t->bytes + t->capacity - t->after - count, t->bytes + to, count);
    t->after = t->after + t->gap - to;
    t->gap = to;
    t->moved += count;
}

static bool make_gap(gap_text *t, size_t size) {
    if (t->capacity - size_of(t) >= size) return true;
    size_t capacity = (size_of(t) + size) * 2;
    char *bytes = malloc(capacity);
    if (!bytes) return false;
    memcpy(bytes, t->bytes, t->gap);
    memcpy(bytes + capacity - t->after, t->bytes + t->capacity - t->after, t->after);
    free(t->bytes);
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

/* NULL, or what is wrong. */
static const char *splice_one(gap_text *t, const splice *s) {
    if (s->at > size_of(t) || s->remove > size_of(t) - s->at) return "a change lies outside the text";
    if (!is_boundary(t, s->at) || !is_boundary(t, s->at + s->remove)) return "a change cuts a character in two";
    if (s->insert_size > DOCUMENT_MOST || size_of(t) - s->remove + s->insert_size > DOCUMENT_MOST)
        return "the text would be larger than the editor takes (7 MiB)";
    move_gap(t, s->at);
    t->after -= s->remove;
    if (!make_gap(t, s->insert_size)) return "memory ran out";
    if (s->insert_size) memcpy(t->bytes + t->gap, s->insert, s->insert_size);
    t->gap += s->insert_size;
    return t->moved > moved_most ? "these are too many changes at once" : NULL;
}

char *text_splice(const char *text, size_t size, const splice *splices, size_t count, size_t *new_size,
                  const char **why) {
    gap_text t = { .capacity = size + 4096, .gap = size };
    t.bytes = malloc(t.capacity);
    *why = t.bytes ? NULL : "memory ran out";
    if (t.bytes && size) memcpy(t.bytes, text, size);
    for (size_t i = 0; i < count && !*why; ++i) *why = splice_one(&t, &splices[i]);
    if (!*why && !make_gap(&t, 1)) *why = "memory ran out";
    if (*why) return free(t.bytes), NULL;
    move_gap(&t, size_of(&t));
    t.bytes[t.gap] = 0;
    *new_size = t.gap;
    return t.bytes;
}
