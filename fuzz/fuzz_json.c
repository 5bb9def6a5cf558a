/* JSON: whatever the text, it is read whole or refused with a finding, and what was read can be asked and spliced.
   Fuzzes: src/io/json_*.c src/io/text.c */
#include "fuzz.h"

#include "io/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_number(const snw_json *json, const snw_json_value *value) {
    if (!isfinite(value->number)) return;
    snw_text text;
    snw_text_init(&text, NULL);
    snw_text_number(&text, value->number);
    REQUIRE(!text.failed && snw_number_parse(text.data, text.size) == value->number);
    text.size = 0;
    snw_text_number_float(&text, (float)value->number);
    snw_text_free(&text);
    REQUIRE(snw_number_parse(json->text + value->start, value->end - value->start) == value->number);
}

static void check_string(const char *string) {
    snw_text text;
    snw_json json;
    snw_text_init(&text, NULL);
    snw_text_quote(&text, string);
    REQUIRE(snw_json_read(&json, text.data, text.size, NULL, NULL, NULL));
    REQUIRE(strcmp(snw_json_get(&json, 0)->string, string) == 0);
    snw_json_free(&json);
    snw_text_free(&text);
}

static void check_value(const snw_json *json, snw_json_id id) {
    const snw_json_value *value = snw_json_get(json, id);
    char path[256];
    uint32_t line, column;
    REQUIRE(value->start < value->end && value->end <= json->size);
    snw_json_path(json, id, path, sizeof path);
    REQUIRE(snw_json_find_path(json, path) < json->count);
    snw_json_place(json, value->start, &line, &column);
    REQUIRE(line >= 1 && column >= 1);
    if (value->kind == SNW_JSON_NUMBER) check_number(json, value);
    if (value->kind == SNW_JSON_STRING) check_string(value->string);
    uint32_t children = 0;
    for (snw_json_id child = value->first; child != SNW_JSON_NO; child = snw_json_next(json, child)) {
        REQUIRE(child > id && snw_json_get(json, child)->parent == id);
        children++;
    }
    REQUIRE(children == value->count);
    if (value->kind == SNW_JSON_ARRAY && children) REQUIRE(snw_json_element(json, id, children - 1) != SNW_JSON_NO);
}

static void check_splice(const snw_json *json) {
    const snw_json_value *last = snw_json_get(json, json->count - 1);
    snw_json_edit edits[] = { { last->start, last->end, "[]" } };
    snw_text text;
    snw_json again;
    snw_text_init(&text, NULL);
    REQUIRE(snw_json_splice(json, NULL, 0, &text));
    REQUIRE(text.size == json->size && memcmp(text.data, json->text, text.size) == 0);
    text.size = 0;
    REQUIRE(snw_json_splice(json, edits, 1, &text));
    REQUIRE(snw_json_read_lenient(&again, text.data, text.size, NULL, NULL, NULL));
    REQUIRE(again.count == json->count);
    snw_json_free(&again);
    snw_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    snw_json json;
    sinew_log log = { 0 };
    if (snw_json_read_lenient(&json, (const char *)data, size, "fuzz", NULL, &log)) {
        /* Every value is asked in small texts, some in large ones. */
        uint32_t step = json.count / 500 + 1;
        for (uint32_t id = 0; id < json.count; id += step) check_value(&json, id);
        if (json.values[json.count - 1].start < json.values[json.count - 1].end &&
            json.values[json.count - 1].kind != SNW_JSON_OBJECT && json.values[json.count - 1].kind != SNW_JSON_ARRAY)
            check_splice(&json);
        REQUIRE((json.duplicate_count > 0) == (log.error_count > 0));
        snw_json_free(&json);
    } else {
        REQUIRE(log.error_count == 1 && log.items[0].line >= 1);
    }
    sinew_log_free(&log);
    return 0;
}

/* ---- seeds ---- */

static const char *const texts[] = {
    "{\"a\": [1, -2.5e3, 0.1, 1e-7, 123456789012345678901234567890, 5e-324, 1e999], \"b\": {\"c\": null}}",
    ("[true, false, null, \"\\u00e9\\ud83d\\ude00\\n\\\"\\\\\\/\\b\\f\\r\\t\", "
     "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]"),
    "\xEF\xBB\xBF{ }\r\n",
    "{\"a\": 1, \"b\": 2, \"a\": 3, \"odd name\": [[], {}, [[[]]]], \"\": {\"x.y\": [0, {\"[\\\"q\\\"]\": 1}]}}",
    "  -0.0  ",
    "[0.30000000000000004, 1.7976931348623157e308, 2.2250738585072014e-308, 9007199254740993, 1e22, 1e23]",
};

static size_t deep_seed(uint8_t *data, size_t depth) {
    for (size_t i = 0; i < depth; ++i) data[i] = '[';
    for (size_t i = 0; i < depth; ++i) data[depth + i] = ']';
    return depth * 2;
}

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    size_t count = sizeof texts / sizeof texts[0];
    if (index == count) return capacity < 512 ? 0 : deep_seed(data, SNW_JSON_DEPTH);
    if (index == count + 1) return capacity < 512 ? 0 : deep_seed(data, SNW_JSON_DEPTH + 1);
    if (index > count + 1) return 0;
    size_t size = strlen(texts[index]);
    if (size > capacity) return 0;
    memcpy(data, texts[index], size);
    return size;
}
