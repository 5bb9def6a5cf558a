/* A growing text. Invariant: data[size] is 0 whenever data is not NULL; after a failure nothing is added. */
#include "io/json.h"

#include <stdio.h>
#include <string.h>

void snw_text_init(snw_text *text, const sinew_allocator *allocator) {
    memset(text, 0, sizeof *text);
    text->allocator = snw_allocator_of(allocator);
}

void snw_text_free(snw_text *text) {
    snw_release(&text->allocator, text->data, text->capacity);
    text->data = NULL;
    text->size = text->capacity = 0;
}

static bool make_room(snw_text *text, size_t size) {
    void *data = text->data;
    if (text->failed || size > SIZE_MAX - text->size - 1 ||
        !snw_grow(&text->allocator, &data, &text->capacity, text->size + size + 1, 1)) {
        text->failed = true;
        return false;
    }
    text->data = data;
    return true;
}

void snw_text_add(snw_text *text, const char *bytes, size_t size) {
    if (!make_room(text, size)) return;
    if (size) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

void snw_text_add_z(snw_text *text, const char *terminated) { snw_text_add(text, terminated, strlen(terminated)); }

void snw_text_format(snw_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0) text->failed = true;
    else if (make_room(text, (size_t)length)) {
        vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

static const char *escape_of(unsigned char c, char *buffer) {
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    if (c >= 0x20) return NULL;
    snprintf(buffer, 8, "\\u%04x", (unsigned)c);
    return buffer;
}

void snw_text_quote(snw_text *text, const char *terminated) {
    const char *from = terminated ? terminated : "";
    snw_text_add(text, "\"", 1);
    for (const char *c = from; *c; ++c) {
        char buffer[8];
        const char *escape = escape_of((unsigned char)*c, buffer);
        if (!escape) continue;
        snw_text_add(text, from, (size_t)(c - from));
        snw_text_add_z(text, escape);
        from = c + 1;
    }
    snw_text_add_z(text, from);
    snw_text_add(text, "\"", 1);
}
