/* Reading JSON (RFC 8259), strictly. Invariant: reading stops at the first fault of form, and `at` never passes
   `size`; the text need not be terminated. */
#include "io/json.h"

#include <stdio.h>
#include <string.h>

/* A text of nothing but commas must not take many times the machine's memory. */
enum { MAX_VALUES = 1 << 24 };

typedef struct reader {
    snw_json *json;
    const char *text;
    size_t size, at;
    snw_json_value *values;
    size_t count, capacity;
    unsigned depth;
    sinew_log *log;
} reader;

static bool fail(reader *r, size_t at, sinew_code code, const char *sentence) {
    uint32_t line, column;
    snw_json_place(r->json, at, &line, &column);
    snw_log_add_at(r->log, SINEW_SEVERITY_ERROR, code, line, column, "", "%s", sentence);
    return false;
}

static bool fail_syntax(reader *r, size_t at, const char *sentence) { return fail(r, at, SINEW_CODE_SYNTAX, sentence); }

static bool fail_memory(reader *r) {
    r->json->arena.failed = true;
    return fail(r, 0, SINEW_CODE_MEMORY, "memory ran out while reading the text");
}

static int peek(const reader *r) { return r->at < r->size ? (unsigned char)r->text[r->at] : -1; }

static void skip_space(reader *r) {
    for (; r->at < r->size; ++r->at) {
        char c = r->text[r->at];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
    }
}

/* ---- strings ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static bool read_hex4(reader *r, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; ++i, ++r->at) {
        int digit = r->at < r->size ? hex_digit(r->text[r->at]) : -1;
        if (digit < 0) return fail_syntax(r, r->at, "\"\\u\" needs four hexadecimal digits");
        *unit = *unit * 16 + (uint32_t)digit;
    }
    return true;
}

static size_t put_utf8(char *out, uint32_t code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    for (size_t i = length - 1; i > 0; --i, code >>= 6) out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(heads[length] | code);
    return length;
}

/* After the backslash and the u. */
static bool read_unicode_escape(reader *r, size_t start, uint32_t *code) {
    if (!read_hex4(r, code)) return false;
    if (*code == 0) return fail_syntax(r, start, "a string must not hold the character 0; take \"\\u0000\" out");
    if (*code >= 0xDC00 && *code <= 0xDFFF) return fail_syntax(r, start, "the second half of a pair without its first");
    if (*code < 0xD800 || *code > 0xDBFF) return true;
    uint32_t low = 0;
    bool pair = r->size - r->at >= 2 && r->text[r->at] == '\\' && r->text[r->at + 1] == 'u';
    if (!pair) return fail_syntax(r, start, "the first half of a pair without its second");
    r->at += 2;
    if (!read_hex4(r, &low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return fail_syntax(r, start, "the first half of a pair without its second");
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

static bool read_escape(reader *r, char *out, size_t *length) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    size_t start = r->at++;
    int c = peek(r);
    if (c == 'u') {
        uint32_t code;
        ++r->at;
        if (!read_unicode_escape(r, start, &code)) return false;
        *length += put_utf8(out + *length, code);
        return true;
    }
    const char *place = c > 0 ? strchr(from, c) : NULL;
    if (!place) return fail_syntax(r, start, "an unknown escape; write a backslash itself as two");
    out[(*length)++] = to[place - from];
    ++r->at;
    return true;
}

/* Length of the well-formed UTF-8 character at text[at], 0 if it is not one (table 3-7 of the Unicode standard). */
static size_t utf8_length(const unsigned char *s, size_t left) {
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;
    if (length > left) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (s[0] == 0xE0 && s[1] < 0xA0) return 0;
    if (s[0] == 0xED && s[1] > 0x9F) return 0;
    if (s[0] == 0xF0 && s[1] < 0x90) return 0;
    if (s[0] == 0xF4 && s[1] > 0x8F) return 0;
    return length;
}

static size_t find_string_end(const reader *r) {
    size_t at = r->at + 1;
    while (at < r->size && r->text[at] != '"') at += r->text[at] == '\\' ? 2 : 1;
    return at < r->size ? at : r->size;
}

/* At the opening quote; leaves `at` behind the closing one. */
static bool read_string(reader *r, const char **string) {
    size_t start = r->at, end = find_string_end(r);
    if (end == r->size) return fail_syntax(r, start, "a string that starts here never ends; close it with a quote");
    char *out = snw_arena_take(&r->json->arena, end - start);
    if (!out) return fail_memory(r);
    size_t length = 0;
    for (++r->at; r->text[r->at] != '"';) {
        unsigned char c = (unsigned char)r->text[r->at];
        if (c == '\\') {
            if (!read_escape(r, out, &length)) return false;
            continue;
        }
        if (c < 0x20) return fail_syntax(r, r->at, "a line break, tab or control character in a string; escape it");
        size_t bytes = utf8_length((const unsigned char *)r->text + r->at, r->size - r->at);
        if (!bytes) return fail_syntax(r, r->at, "bytes that are not UTF-8; save the file as UTF-8");
        memcpy(out + length, r->text + r->at, bytes);
        length += bytes;
        r->at += bytes;
    }
    ++r->at;
    out[length] = 0;
    *string = out;
    return true;
}

/* ---- numbers and words ---- */

static size_t skip_digits(reader *r) {
    size_t start = r->at;
    while (r->at < r->size && r->text[r->at] >= '0' && r->text[r->at] <= '9') ++r->at;
    return r->at - start;
}

static bool read_number(reader *r, double *number) {
    size_t start = r->at;
    if (peek(r) == '-') ++r->at;
    size_t whole = r->at;
    size_t count = skip_digits(r);
    if (!count) return fail_syntax(r, start, "a minus without digits behind it");
    if (count > 1 && r->text[whole] == '0') return fail_syntax(r, start, "a number must not start with 0 and a digit");
    if (peek(r) == '.') {
        ++r->at;
        if (!skip_digits(r)) return fail_syntax(r, start, "a number needs a digit behind its point");
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        ++r->at;
        if (peek(r) == '+' || peek(r) == '-') ++r->at;
        if (!skip_digits(r)) return fail_syntax(r, start, "a number needs a digit in its exponent");
    }
    *number = snw_number_parse(r->text + start, r->at - start);
    return true;
}

static bool read_word(reader *r, snw_json_kind *kind) {
    static const struct {
        const char *word;
        snw_json_kind kind;
    } words[] = { { "null", SNW_JSON_NULL }, { "true", SNW_JSON_TRUE }, { "false", SNW_JSON_FALSE } };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        size_t length = strlen(words[i].word);
        if (r->size - r->at < length || memcmp(r->text + r->at, words[i].word, length) != 0) continue;
        r->at += length;
        *kind = words[i].kind;
        return true;
    }
    return fail_syntax(r, r->at,
                       peek(r) < 0 ? "the text ends where a value should stand; it may be cut short"
                                   : "a value should stand here: a string in double quotes, a number, an "
                                     "object, an array, true, false or null");
}

/* ---- values ---- */

static bool read_value(reader *r, snw_json_id parent, snw_json_id before, const char *key, size_t key_start,
                       snw_json_id *id);

static bool read_key(reader *r, const char **key, size_t *key_start) {
    *key_start = r->at;
    if (peek(r) < 0) return fail_syntax(r, r->at, "the text ends inside an object; it may be cut short");
    if (peek(r) != '"') return fail_syntax(r, r->at, "a member's name in double quotes should stand here");
    if (!read_string(r, key)) return false;
    skip_space(r);
    if (peek(r) != ':') return fail_syntax(r, r->at, "a \":\" should stand between a member's name and its value");
    ++r->at;
    return true;
}

/* The sentence for what stands where a comma or the closing bracket should. */
static bool fail_separator(reader *r, bool object) {
    if (peek(r) < 0)
        return fail_syntax(r, r->at,
                           object ? "the text ends inside an object; it may be cut short"
                                  : "the text ends inside an array; it may be cut short");
    return fail_syntax(r, r->at,
                       object ? "\",\" or \"}\" should stand here; a comma may be missing"
                              : "\",\" or \"]\" should stand here; a comma may be missing");
}

/* Behind the opening bracket. */
static bool read_children(reader *r, snw_json_id parent, bool object) {
    char close = object ? '}' : ']';
    snw_json_id before = SNW_JSON_NO;
    skip_space(r);
    while (peek(r) != close || before != SNW_JSON_NO) {
        const char *key = NULL;
        size_t key_start = 0;
        if (object && !read_key(r, &key, &key_start)) return false;
        if (!read_value(r, parent, before, key, key_start, &before)) return false;
        r->values[parent].count++;
        skip_space(r);
        if (peek(r) == close) break;
        if (peek(r) != ',') return fail_separator(r, object);
        size_t comma = r->at++;
        skip_space(r);
        if (peek(r) == close) return fail_syntax(r, comma, "a comma too many before the closing bracket; take it out");
    }
    ++r->at;
    return true;
}

static bool new_value(reader *r, snw_json_id parent, snw_json_id before, snw_json_id *id) {
    if (r->count >= MAX_VALUES) return fail(r, r->at, SINEW_CODE_TOO_LARGE, "more than 16 million values in one text");
    void *values = r->values;
    if (!snw_grow(&r->json->arena.allocator, &values, &r->capacity, r->count + 1, sizeof *r->values))
        return fail_memory(r);
    r->values = values;
    *id = (snw_json_id)r->count++;
    r->values[*id].parent = parent;
    r->values[*id].first = r->values[*id].next = SNW_JSON_NO;
    if (before != SNW_JSON_NO) r->values[before].next = *id;
    else if (parent != SNW_JSON_NO) r->values[parent].first = *id;
    if (parent != SNW_JSON_NO) r->values[*id].index = r->values[parent].count;
    return true;
}

static bool read_scalar(reader *r, snw_json_id id, int c) {
    snw_json_value *value = &r->values[id];
    if (c == '"') {
        value->kind = SNW_JSON_STRING;
        return read_string(r, &value->string);
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        value->kind = SNW_JSON_NUMBER;
        return read_number(r, &value->number);
    }
    return read_word(r, &value->kind);
}

static bool read_value(reader *r, snw_json_id parent, snw_json_id before, const char *key, size_t key_start,
                       snw_json_id *id) {
    skip_space(r);
    if (!new_value(r, parent, before, id)) return false;
    snw_json_id self = *id;
    r->values[self].key = key;
    r->values[self].key_start = key_start;
    r->values[self].start = r->at;
    int c = peek(r);
    if (c == '{' || c == '[') {
        if (r->depth == SNW_JSON_DEPTH)
            return fail(r, r->at, SINEW_CODE_TOO_DEEP, "objects and arrays are nested more than 128 deep");
        ++r->at;
        ++r->depth;
        r->values[self].kind = c == '{' ? SNW_JSON_OBJECT : SNW_JSON_ARRAY;
        if (!read_children(r, self, c == '{')) return false;
        --r->depth;
    } else if (!read_scalar(r, self, c)) return false;
    r->values[self].end = r->at;
    return true;
}

static bool read_text(reader *r) {
    if (r->size >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0) r->at = 3;
    snw_json_id root;
    if (!read_value(r, SNW_JSON_NO, SNW_JSON_NO, NULL, 0, &root)) return false;
    skip_space(r);
    if (r->at < r->size) return fail_syntax(r, r->at, "something stands behind the end of the value; take it out");
    return true;
}

static bool find_lines(snw_json *json) {
    size_t count = 1;
    for (size_t i = 0; i < json->size; ++i) count += json->text[i] == '\n';
    if (count > UINT32_MAX) return false;
    json->lines = snw_arena_array(&json->arena, count, sizeof *json->lines);
    if (!json->lines) return false;
    for (size_t i = 0; i < json->size; ++i)
        if (json->text[i] == '\n') json->lines[++json->line_count] = i + 1;
    json->line_count++;
    return true;
}

static bool keep_values(reader *r) {
    snw_json *json = r->json;
    json->values = snw_arena_array(&json->arena, r->count, sizeof *r->values);
    if (!json->values) return fail_memory(r);
    memcpy(json->values, r->values, r->count * sizeof *r->values);
    json->count = (uint32_t)r->count;
    return true;
}

/* ---- keys that are there twice ---- */

static bool key_before(const void *user, uint32_t a, uint32_t b) {
    const snw_json *json = user;
    int order = strcmp(json->values[a].key, json->values[b].key);
    return order < 0 || (order == 0 && a < b);
}

static void report_duplicate(const snw_json *json, snw_json_id id, sinew_log *log) {
    char path[512];
    uint32_t line, column;
    snw_json_path(json, id, path, sizeof path);
    snw_json_place(json, json->values[id].key_start, &line, &column);
    snw_log_add_at(log, SINEW_SEVERITY_ERROR, SINEW_CODE_DUPLICATE_NAME, line, column, path,
                   "\"%s\" is there twice in one object; rename or remove one", json->values[id].key);
}

static void find_duplicates(snw_json *json, snw_json_id object, snw_json_id *ids, sinew_log *log) {
    size_t count = 0;
    for (snw_json_id id = json->values[object].first; id != SNW_JSON_NO; id = json->values[id].next) ids[count++] = id;
    snw_order_sort(ids, count, key_before, json);
    uint32_t found = 0;
    for (size_t i = 1; i < count; ++i) {
        bool same = strcmp(json->values[ids[i - 1]].key, json->values[ids[i]].key) == 0;
        json->values[ids[i]].duplicate = same;
        found += same;
    }
    json->duplicate_count += found;
    if (!found) return;
    for (snw_json_id id = json->values[object].first; id != SNW_JSON_NO; id = json->values[id].next)
        if (json->values[id].duplicate) report_duplicate(json, id, log);
}

static bool check_keys(reader *r) {
    snw_json *json = r->json;
    uint32_t widest = 0;
    for (uint32_t i = 0; i < json->count; ++i)
        if (json->values[i].kind == SNW_JSON_OBJECT && json->values[i].count > widest) widest = json->values[i].count;
    if (widest < 2) return true;
    snw_json_id *ids = snw_allocate(&json->arena.allocator, widest * sizeof *ids);
    if (!ids) return fail_memory(r);
    for (uint32_t i = 0; i < json->count; ++i)
        if (json->values[i].kind == SNW_JSON_OBJECT) find_duplicates(json, i, ids, r->log);
    snw_release(&json->arena.allocator, ids, widest * sizeof *ids);
    return true;
}

bool snw_json_read_lenient(snw_json *json, const char *text, size_t size, const char *name,
                           const sinew_allocator *allocator, sinew_log *log) {
    memset(json, 0, sizeof *json);
    snw_arena_init(&json->arena, allocator);
    json->text = text;
    json->size = size;
    reader r = { .json = json, .text = text, .size = size, .log = log };
    const char *outer = log ? log->file : NULL;
    if (log && name) log->file = name;
    bool done = find_lines(json) || fail_memory(&r);
    done = done && read_text(&r) && keep_values(&r) && check_keys(&r);
    snw_release(&json->arena.allocator, r.values, r.capacity * sizeof *r.values);
    if (log) log->file = outer;
    if (!done) snw_json_free(json);
    return done;
}

bool snw_json_read(snw_json *json, const char *text, size_t size, const char *name, const sinew_allocator *allocator,
                   sinew_log *log) {
    if (!snw_json_read_lenient(json, text, size, name, allocator, log)) return false;
    if (!json->duplicate_count) return true;
    snw_json_free(json);
    return false;
}

void snw_json_free(snw_json *json) {
    snw_arena_free(&json->arena);
    json->values = NULL;
    json->lines = NULL;
    json->count = json->line_count = json->duplicate_count = 0;
}
