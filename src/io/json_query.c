/* Asking a document: members, places, paths. Invariant: every function takes SNW_JSON_NO and answers "nothing". */
#include "io/json.h"

#include <stdio.h>
#include <string.h>

const snw_json_value *snw_json_get(const snw_json *json, snw_json_id id) {
    return id < json->count ? &json->values[id] : NULL;
}

snw_json_kind snw_json_kind_of(const snw_json *json, snw_json_id id) {
    return id < json->count ? json->values[id].kind : SNW_JSON_NULL;
}

snw_json_id snw_json_first(const snw_json *json, snw_json_id parent) {
    return parent < json->count ? json->values[parent].first : SNW_JSON_NO;
}

snw_json_id snw_json_next(const snw_json *json, snw_json_id id) {
    return id < json->count ? json->values[id].next : SNW_JSON_NO;
}

snw_json_id snw_json_member(const snw_json *json, snw_json_id object, const char *key) {
    if (snw_json_kind_of(json, object) != SNW_JSON_OBJECT) return SNW_JSON_NO;
    snw_json_id id = snw_json_first(json, object);
    while (id != SNW_JSON_NO && strcmp(json->values[id].key, key) != 0) id = json->values[id].next;
    return id;
}

snw_json_id snw_json_element(const snw_json *json, snw_json_id array, uint32_t index) {
    if (snw_json_kind_of(json, array) != SNW_JSON_ARRAY || index >= json->values[array].count) return SNW_JSON_NO;
    snw_json_id id = json->values[array].first;
    for (; index; --index) id = json->values[id].next;
    return id;
}

const char *snw_json_kind_text(snw_json_kind kind) {
    static const char *const words[] = { "null", "false", "true", "a number", "a string", "an array", "an object" };
    return (unsigned)kind < sizeof words / sizeof words[0] ? words[kind] : "nothing";
}

void snw_json_place(const snw_json *json, size_t offset, uint32_t *line, uint32_t *column) {
    uint32_t low = 0, high = json->line_count; /* the line is in [low, high) */
    if (!high) {
        *line = *column = 0;
        return;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (json->lines[middle] <= offset) low = middle;
        else high = middle;
    }
    *line = low + 1;
    size_t start = json->lines[low];
    *column = offset < start ? 1 : (uint32_t)(offset - start + 1);
}

/* ---- paths ---- */

static size_t add_part(const snw_json *json, snw_json_id id, char *text, size_t size, bool is_first) {
    const snw_json_value *value = &json->values[id];
    if (!value->key) {
        int length = snprintf(text, size, "[%u]", value->index);
        return length < 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
    }
    size_t length = snw_path_key(text, size, value->key);
    if (!is_first || length < 2 || text[0] != '.') return length;
    memmove(text, text + 1, length); /* the terminator too */
    return length - 1;
}

void snw_json_path(const snw_json *json, snw_json_id id, char *text, size_t size) {
    if (!size) return;
    text[0] = 0;
    snw_json_id chain[SNW_JSON_DEPTH + 1];
    size_t count = 0, length = 0;
    while (id < json->count && json->values[id].parent != SNW_JSON_NO && count <= SNW_JSON_DEPTH) {
        chain[count++] = id;
        id = json->values[id].parent;
    }
    for (size_t i = count; i-- > 0;) length += add_part(json, chain[i], text + length, size - length, i + 1 == count);
}

/* A key ends where a path may go on; names are not escaped in paths, so the longest key that fits is meant. */
static bool ends_part(char c) { return c == 0 || c == '.' || c == '['; }

static snw_json_id find_key(const snw_json *json, snw_json_id object, const char **path) {
    bool quoted = strncmp(*path, "[\"", 2) == 0;
    const char *name = *path + (quoted ? 2 : **path == '.' ? 1 : 0);
    snw_json_id found = SNW_JSON_NO;
    size_t longest = 0;
    for (snw_json_id id = snw_json_first(json, object); id != SNW_JSON_NO; id = json->values[id].next) {
        size_t length = strlen(json->values[id].key);
        if (found != SNW_JSON_NO && length <= longest) continue;
        if (strncmp(name, json->values[id].key, length) != 0) continue;
        if (quoted && strncmp(name + length, "\"]", 2) != 0) continue;
        if (!ends_part(name[length + (quoted ? 2 : 0)])) continue;
        found = id;
        longest = length;
    }
    if (found != SNW_JSON_NO) *path = name + longest + (quoted ? 2 : 0);
    return found;
}

static snw_json_id find_index(const snw_json *json, snw_json_id array, const char **path) {
    const char *at = *path;
    if (*at != '[') return SNW_JSON_NO;
    uint32_t index = 0;
    for (++at; *at >= '0' && *at <= '9' && index < 100000000u; ++at) index = index * 10 + (uint32_t)(*at - '0');
    if (*at != ']') return SNW_JSON_NO;
    *path = at + 1;
    return snw_json_element(json, array, index);
}

snw_json_id snw_json_find_path(const snw_json *json, const char *path) {
    if (!json->count) return SNW_JSON_NO;
    snw_json_id id = 0;
    while (*path) {
        snw_json_kind kind = json->values[id].kind;
        snw_json_id next = SNW_JSON_NO;
        if (kind == SNW_JSON_OBJECT) next = find_key(json, id, &path);
        else if (kind == SNW_JSON_ARRAY) next = find_index(json, id, &path);
        if (next == SNW_JSON_NO) return id;
        id = next;
    }
    return id;
}

void snw_json_report(const snw_json *json, snw_json_id id, sinew_log *log, sinew_code code, const char *format, ...) {
    if (!log) return;
    char path[512], sentence[1000];
    snw_json_path(json, id, path, sizeof path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    uint32_t line = 0, column = 0;
    const snw_json_value *value = snw_json_get(json, id);
    if (value) snw_json_place(json, value->start, &line, &column);
    snw_log_add_at(log, snw_code_severity(code), code, line, column, path, "%s", sentence);
}
