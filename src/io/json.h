/* JSON that loses nothing: every value with its place, order kept, numbers with their exact text, edits that
   splice the text.

   Invariant: a document's values lie in one array in document order (pre-order); a value's children are reached
   through first/next indices. The text is never changed by reading. Strict RFC 8259: UTF-8 checked, no comments, no
   trailing commas, one byte order mark at the start is skipped; at most SNW_JSON_DEPTH levels. A key that is there
   twice in an object is an error (duplicate-name). */
#ifndef SNW_JSON_H
#define SNW_JSON_H

#include "base/base.h"

enum { SNW_JSON_DEPTH = 128 };

typedef enum snw_json_kind {
    SNW_JSON_NULL,
    SNW_JSON_FALSE,
    SNW_JSON_TRUE,
    SNW_JSON_NUMBER,
    SNW_JSON_STRING,
    SNW_JSON_ARRAY,
    SNW_JSON_OBJECT
} snw_json_kind;

/* Index of a value; SNW_JSON_NO where there is none: every function takes it and answers "nothing". */
typedef uint32_t snw_json_id;
#define SNW_JSON_NO 0xFFFFFFFFu

typedef struct snw_json_value {
    snw_json_kind kind;
    uint32_t count; /* members or elements */
    snw_json_id parent;
    snw_json_id first;  /* first child */
    snw_json_id next;   /* next sibling */
    uint32_t index;     /* among its siblings */
    size_t start, end;  /* of the value in the text, quotes and brackets included */
    size_t key_start;   /* of the key's opening quote, in an object */
    const char *key;    /* decoded, terminated (a \u0000 in a key or string is an error); NULL outside objects */
    const char *string; /* STRING: decoded, terminated */
    double number;      /* NUMBER: nearest double; infinite if it does not fit */
    bool duplicate;     /* an earlier member of its object has the same key */
} snw_json_value;

typedef struct snw_json {
    snw_arena arena;
    const char *text; /* the caller's; must outlive the document */
    size_t size;
    snw_json_value *values;
    uint32_t count;
    uint32_t duplicate_count; /* members whose key was there before */
    size_t *lines;            /* offset of each line's start */
    uint32_t line_count;
} snw_json;

/* Reads a whole text. False after a finding in `log` (code syntax, with line and column) or when memory runs out
   (code memory); the document is then empty and needs no free, and json->arena.failed tells which it was. `name`
   is the file's name for messages. */
bool snw_json_read(snw_json *json, const char *text, size_t size, const char *name, const sinew_allocator *allocator,
                   sinew_log *log);
/* The same, but keys that are there twice are only reported: true, with `duplicate` set in the later ones. */
bool snw_json_read_lenient(snw_json *json, const char *text, size_t size, const char *name,
                           const sinew_allocator *allocator, sinew_log *log);
void snw_json_free(snw_json *json);

/* Value 0 is the root. */
const snw_json_value *snw_json_get(const snw_json *json, snw_json_id id); /* NULL for none */
snw_json_kind snw_json_kind_of(const snw_json *json, snw_json_id id);     /* NULL kind for none */
snw_json_id snw_json_member(const snw_json *json, snw_json_id object, const char *key);
snw_json_id snw_json_first(const snw_json *json, snw_json_id parent);
snw_json_id snw_json_next(const snw_json *json, snw_json_id id);
/* Element by index; cost O(index): walk with first/next in loops. */
snw_json_id snw_json_element(const snw_json *json, snw_json_id array, uint32_t index);
/* A word for messages: "a number", "an object". */
const char *snw_json_kind_text(snw_json_kind kind);
/* Line and column (bytes), both from 1, of an offset in the text. */
void snw_json_place(const snw_json *json, size_t offset, uint32_t *line, uint32_t *column);
/* The value's path in findings: layers[0].machine.states.Move.at[1]; cut to fit, always terminated. */
void snw_json_path(const snw_json *json, snw_json_id id, char *text, size_t size);
/* The value that a path names, as far as the document has it: the deepest part found. */
snw_json_id snw_json_find_path(const snw_json *json, const char *path);
/* A finding about a value: with its place and path. */
void snw_json_report(const snw_json *json, snw_json_id id, sinew_log *log, sinew_code code, const char *format, ...)
    SNW_PRINTF(5, 6);

/* The nearest double to the JSON number text[size]; infinite if it does not fit. Locale-free. */
double snw_number_parse(const char *text, size_t size);

/* ---- writing ---- */

/* A growing text. A failed growth is remembered in `failed`. */
typedef struct snw_text {
    sinew_allocator allocator;
    char *data; /* terminated when not NULL */
    size_t size, capacity;
    bool failed;
} snw_text;

void snw_text_init(snw_text *text, const sinew_allocator *allocator);
void snw_text_free(snw_text *text);
void snw_text_add(snw_text *text, const char *bytes, size_t size);
void snw_text_add_z(snw_text *text, const char *terminated);
void snw_text_format(snw_text *text, const char *format, ...) SNW_PRINTF(2, 3);
/* With quotes and escapes. */
void snw_text_quote(snw_text *text, const char *terminated);
/* The shortest text that reads back as the same double; integers without a point. Locale-free. */
void snw_text_number(snw_text *text, double number);
/* As a float: the shortest text that reads back as the same float. */
void snw_text_number_float(snw_text *text, float number);

/* ---- edits ---- */

/* Splices: `edits` replace [start, end) of the text, ascending and apart; the rest stays byte for byte. */
typedef struct snw_json_edit {
    size_t start, end;
    const char *text;
} snw_json_edit;
bool snw_json_splice(const snw_json *json, const snw_json_edit *edits, size_t count, snw_text *out);

#endif
