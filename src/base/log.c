/* Findings. Invariant: an item in the list has all of its texts, in one block that starts at `sentence`. */
#include "base.h"

#include <stdio.h>
#include <string.h>

enum { MAX_ITEMS = 10000, MAX_SENTENCE = 1000 };

typedef struct code_row {
    const char *word;
    sinew_severity severity;
    const char *meaning;
} code_row;

static const code_row codes[SINEW_CODE_COUNT] = { { "none", SINEW_SEVERITY_ERROR, "nothing" },
#define CODE_ROW(id, word, severity, meaning) { word, SINEW_SEVERITY_##severity, meaning },
                                                  SINEW_CODES(CODE_ROW)
#undef CODE_ROW
};

static const code_row *row_of(sinew_code code) {
    return &codes[(unsigned)code < (unsigned)SINEW_CODE_COUNT ? code : SINEW_CODE_NONE];
}

const char *sinew_code_word(sinew_code code) { return row_of(code)->word; }
const char *sinew_code_meaning(sinew_code code) { return row_of(code)->meaning; }
sinew_severity snw_code_severity(sinew_code code) { return row_of(code)->severity; }

const char *sinew_result_text(sinew_result result) {
    switch (result) {
    case SINEW_OK: return "done";
    case SINEW_ERROR_MEMORY: return "memory ran out";
    case SINEW_ERROR_ARGUMENT: return "an argument cannot be";
    case SINEW_ERROR_NOT_FOUND: return "there is no such thing";
    case SINEW_ERROR_TYPE: return "the parameter is of another type";
    case SINEW_ERROR_RANGE: return "the number is not finite or out of range";
    case SINEW_ERROR_INPUT: return "the input is at fault; the log says where";
    case SINEW_ERROR_FILE: return "a file could not be opened, read or written";
    case SINEW_ERROR_REFUSED: return "not possible now";
    }
    return "an unknown result";
}

static size_t text_size(const char *text) { return text ? strlen(text) + 1 : 0; }

static char *put_text(char **at, const char *text) {
    if (!text) return NULL;
    char *start = *at;
    size_t size = strlen(text) + 1;
    memcpy(start, text, size);
    *at += size;
    return start;
}

static bool make_room(sinew_log *log) {
    size_t capacity = log->capacity;
    void *items = log->items;
    if (!snw_grow(log->allocator, &items, &capacity, (size_t)log->count + 1, sizeof *log->items)) return false;
    log->items = items;
    log->capacity = (uint32_t)capacity;
    return true;
}

static void add(sinew_log *log, sinew_severity severity, sinew_code code, uint32_t line, uint32_t column,
                const char *path, const char *format, va_list arguments) {
    if (severity == SINEW_SEVERITY_ERROR) log->error_count++;
    else log->warning_count++;
    char sentence[MAX_SENTENCE];
    vsnprintf(sentence, sizeof sentence, format, arguments);
    const char *where = path ? path : "";
    size_t size = text_size(sentence) + text_size(where) + text_size(log->file);
    char *block = NULL;
    if (log->count < MAX_ITEMS && make_room(log)) block = snw_allocate(log->allocator, size);
    if (!block) {
        log->lost++;
        return;
    }
    sinew_diagnostic *item = &log->items[log->count++];
    item->severity = severity;
    item->code = code;
    item->line = line;
    item->column = column;
    char *at = block;
    item->sentence = put_text(&at, sentence);
    item->path = put_text(&at, where);
    item->file = put_text(&at, log->file);
}

static void locate(const sinew_log *log, const char *path, uint32_t *line, uint32_t *column) {
    *line = 0;
    *column = 0;
    if (log->locate && path && !log->locate(log->locate_user, path, line, column)) *line = *column = 0;
}

void snw_log_add(sinew_log *log, sinew_code code, const char *path, const char *format, ...) {
    if (!log) return;
    uint32_t line, column;
    locate(log, path, &line, &column);
    va_list arguments;
    va_start(arguments, format);
    add(log, snw_code_severity(code), code, line, column, path, format, arguments);
    va_end(arguments);
}

void snw_log_add_as(sinew_log *log, sinew_severity severity, sinew_code code, const char *path, const char *format,
                    ...) {
    if (!log) return;
    uint32_t line, column;
    locate(log, path, &line, &column);
    va_list arguments;
    va_start(arguments, format);
    add(log, severity, code, line, column, path, format, arguments);
    va_end(arguments);
}

void snw_log_add_at(sinew_log *log, sinew_severity severity, sinew_code code, uint32_t line, uint32_t column,
                    const char *path, const char *format, ...) {
    if (!log) return;
    va_list arguments;
    va_start(arguments, format);
    add(log, severity, code, line, column, path, format, arguments);
    va_end(arguments);
}

void sinew_log_free(sinew_log *log) {
    if (!log) return;
    for (uint32_t i = 0; i < log->count; ++i) {
        sinew_diagnostic *item = &log->items[i];
        size_t size = text_size(item->sentence) + text_size(item->path) + text_size(item->file);
        snw_release(log->allocator, (void *)(uintptr_t)item->sentence, size);
    }
    snw_release(log->allocator, log->items, (size_t)log->capacity * sizeof *log->items);
    log->items = NULL;
    log->count = log->capacity = 0;
    log->error_count = log->warning_count = log->lost = 0;
}

size_t sinew_diagnostic_format(const sinew_diagnostic *item, char *text, size_t size) {
    if (!item) {
        if (text && size) text[0] = 0;
        return 0;
    }
    char place[64] = "";
    if (item->line) snprintf(place, sizeof place, "%s%u:%u", item->file ? ":" : "", item->line, item->column);
    const char *kind = item->severity == SINEW_SEVERITY_ERROR ? "error" : "warning";
    /* Without a line the path is the only place there is. */
    bool show_path = !item->line && item->path[0];
    int length = snprintf(text, size, "%s%s%s%s%s%s: %s [%s]", item->file ? item->file : "", place,
                          item->file || place[0] ? ": " : "", show_path ? item->path : "", show_path ? ": " : "", kind,
                          item->sentence, sinew_code_word(item->code));
    return length < 0 ? 0 : (size_t)length;
}
