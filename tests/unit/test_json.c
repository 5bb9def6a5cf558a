/* The JSON reader, its places and paths, numbers, splices; and order.c and file.c under it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "io/file.h"
#include "io/json.h"
#include "sinew/io.h"

#include <locale.h>
#include <math.h>

static snw_json read_good(const char *text) {
    snw_json json;
    sinew_log log = { 0 };
    bool done = snw_json_read(&json, text, strlen(text), "t.json", NULL, &log);
    if (!done) print_error("%s\n", log.count ? log.items[0].sentence : "no finding");
    assert_true(done);
    assert_int_equal(log.count, 0);
    sinew_log_free(&log);
    return json;
}

static void read_bad(const char *text, size_t size, sinew_code code, uint32_t line, uint32_t column) {
    snw_json json;
    sinew_log log = { 0 };
    assert_false(snw_json_read(&json, text, size, "t.json", NULL, &log));
    assert_int_equal(log.count, 1);
    if (log.items[0].code != code || log.items[0].line != line || log.items[0].column != column)
        fail_msg("%s: %u:%u %s [%s]", text, log.items[0].line, log.items[0].column, log.items[0].sentence,
                 sinew_code_word(log.items[0].code));
    assert_string_equal(log.items[0].file, "t.json");
    assert_null(log.file);
    assert_int_equal(json.count, 0);
    sinew_log_free(&log);
}

static void test_values(void **state) {
    (void)state;
    snw_json json = read_good("\xEF\xBB\xBF {\"a\": [1, -2.5e3, \"x\\n\\u00e9\\ud83d\\ude00\\/\"], \"b\": {\"c\": "
                              "null, \"d\": true},\n \"e\": false}");
    snw_json_id a = snw_json_member(&json, 0, "a"), b = snw_json_member(&json, 0, "b");
    assert_int_equal(snw_json_kind_of(&json, 0), SNW_JSON_OBJECT);
    assert_int_equal(snw_json_get(&json, 0)->count, 3);
    assert_int_equal(snw_json_get(&json, a)->count, 3);
    assert_true(snw_json_get(&json, snw_json_element(&json, a, 1))->number == -2500);
    assert_string_equal(snw_json_get(&json, snw_json_element(&json, a, 2))->string, "x\n\xC3\xA9\xF0\x9F\x98\x80/");
    assert_int_equal(snw_json_element(&json, a, 3), SNW_JSON_NO);
    assert_int_equal(snw_json_element(&json, b, 0), SNW_JSON_NO);
    assert_int_equal(snw_json_member(&json, a, "a"), SNW_JSON_NO);
    assert_int_equal(snw_json_member(&json, b, "x"), SNW_JSON_NO);
    assert_int_equal(snw_json_kind_of(&json, snw_json_member(&json, b, "c")), SNW_JSON_NULL);
    assert_int_equal(snw_json_kind_of(&json, snw_json_member(&json, b, "d")), SNW_JSON_TRUE);
    assert_int_equal(snw_json_kind_of(&json, snw_json_member(&json, 0, "e")), SNW_JSON_FALSE);
    assert_null(snw_json_get(&json, SNW_JSON_NO));
    assert_int_equal(snw_json_first(&json, SNW_JSON_NO), SNW_JSON_NO);
    assert_int_equal(snw_json_next(&json, SNW_JSON_NO), SNW_JSON_NO);
    uint32_t line, column;
    snw_json_place(&json, snw_json_get(&json, snw_json_member(&json, 0, "e"))->start, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 7);
    snw_json_free(&json);
}

static void test_syntax_errors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } bad[] = {
        { "", 1, 1 },
        { "  ", 1, 3 },
        { "{", 1, 2 },
        { "[1", 1, 3 },
        { "[1,]", 1, 3 },
        { "{\"a\":1,}", 1, 7 },
        { "{\"a\" 1}", 1, 6 },
        { "{a:1}", 1, 2 },
        { "[1 2]", 1, 4 },
        { "{\"a\":1 \"b\":2}", 1, 8 },
        { "[1]\n]", 2, 1 },
        { "nul", 1, 1 },
        { "[01]", 1, 2 },
        { "[-]", 1, 2 },
        { "[1.]", 1, 2 },
        { "[1e+]", 1, 2 },
        { "[.5]", 1, 2 },
        { "[+1]", 1, 2 },
        { "[NaN]", 1, 2 },
        { "\"abc", 1, 1 },
        { "\"a\nb\"", 1, 3 },
        { "\"\\x\"", 1, 2 },
        { "\"\\u12g4\"", 1, 6 },
        { "\"\\u0000\"", 1, 2 },
        { "\"\\ud800\"", 1, 2 },
        { "\"\\udc00\"", 1, 2 },
        { "\"\\ud800\\u0041\"", 1, 2 },
        { "\"\xFF\"", 1, 2 },
        { "\"\xC0\x80\"", 1, 2 },
        { "\"\xED\xA0\x80\"", 1, 2 },
        { "\"\xF5\x80\x80\x80\"", 1, 2 },
        { "\"\xE2\x82\"", 1, 2 },
        { "/* c */ 1", 1, 1 },
        { "[1] x", 1, 5 },
        { "\"\\", 1, 1 },
        { "{\"a\":}", 1, 6 },
        { "\"\xF0\x80\x80\x80\"", 1, 2 },
        { "\"\xF4\x90\x80\x80\"", 1, 2 },
        { "\"\xE0\x80\x80\"", 1, 2 },
        { "[,1]", 1, 2 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        read_bad(bad[i].text, strlen(bad[i].text), SINEW_CODE_SYNTAX, bad[i].line, bad[i].column);
    read_bad("\"a\0b\"", 5, SINEW_CODE_SYNTAX, 1, 3);
}

static void test_depth(void **state) {
    (void)state;
    char text[2 * SNW_JSON_DEPTH + 3] = "";
    for (size_t depth = SNW_JSON_DEPTH; depth <= SNW_JSON_DEPTH + 1; ++depth) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        if (depth == SNW_JSON_DEPTH) {
            snw_json json;
            assert_true(snw_json_read(&json, text, 2 * depth, NULL, NULL, NULL));
            char path[8];
            snw_json_path(&json, json.count - 1, path, sizeof path); /* cut, but terminated */
            assert_int_equal(strlen(path), 7);
            snw_json_free(&json);
        } else read_bad(text, 2 * depth, SINEW_CODE_TOO_DEEP, 1, SNW_JSON_DEPTH + 1);
    }
}

static void test_duplicates(void **state) {
    (void)state;
    const char *text = "{\"a\": 1, \"b\": {\"c\": 1,\n\"c\": 2}, \"a\": 3, \"a\": 4}";
    snw_json json;
    sinew_log log = { 0 };
    assert_false(snw_json_read(&json, text, strlen(text), NULL, NULL, NULL));
    assert_true(snw_json_read_lenient(&json, text, strlen(text), "t", NULL, &log));
    assert_int_equal(json.duplicate_count, 3);
    assert_int_equal(log.error_count, 3);
    assert_int_equal(log.items[2].code, SINEW_CODE_DUPLICATE_NAME);
    assert_int_equal(log.items[2].line, 2);
    assert_int_equal(log.items[2].column, 1);
    assert_string_equal(log.items[2].path, "b.c");
    assert_non_null(strstr(log.items[2].sentence, "\"c\""));
    assert_int_equal(log.items[0].column, 10);
    assert_true(snw_json_get(&json, snw_json_member(&json, 0, "a"))->number == 1);
    snw_json_free(&json);
    sinew_log_free(&log);
}

static void test_paths(void **state) {
    (void)state;
    snw_json json =
        read_good("{\"layers\": [0, {\"machine\": {\"states\": {\"Move\": {\"at\": [1, 2]}, \"odd name\": 5, "
                  "\"a\\\"]b\": [7], \"x.y\": 8, \"\": 9, \"M\": 1, \"Mo\": 2}}}]}");
    static const char *const paths[] = { "layers[1].machine.states.Move.at[1]",
                                         "layers[1].machine.states[\"odd name\"]",
                                         "layers[1].machine.states[\"a\"]b\"][0]",
                                         "layers[1].machine.states[\"x.y\"]",
                                         "layers[1].machine.states[\"\"]",
                                         "layers[1].machine.states.Mo",
                                         "layers" };
    static const double numbers[] = { 2, 5, 7, 8, 9, 2 };
    char text[100];
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) {
        snw_json_id id = snw_json_find_path(&json, paths[i]);
        if (i < 6) assert_true(snw_json_get(&json, id)->number == numbers[i]);
        snw_json_path(&json, id, text, sizeof text);
        assert_string_equal(text, paths[i]);
    }
    /* As far as there is something. */
    snw_json_id move = snw_json_find_path(&json, "layers[1].machine.states.Move");
    assert_int_equal(snw_json_find_path(&json, "layers[1].machine.states.Move.parameter.x"), move);
    assert_int_equal(snw_json_find_path(&json, "layers[1].machine.states.Move.at[2]"),
                     snw_json_find_path(&json, "layers[1].machine.states.Move.at"));
    assert_int_equal(snw_json_find_path(&json, "nothing"), 0);
    assert_int_equal(snw_json_find_path(&json, ""), 0);
    assert_int_equal(snw_json_find_path(&json, "layers[99999999999999]"), snw_json_find_path(&json, "layers"));
    /* Every value is found by its own path. */
    for (snw_json_id id = 0; id < json.count; ++id) {
        snw_json_path(&json, id, text, sizeof text);
        assert_int_equal(snw_json_find_path(&json, text), id);
    }
    snw_json_free(&json);
}

static void test_report(void **state) {
    (void)state;
    snw_json json = read_good("{\n  \"a\": [ 1,\n    2 ] }");
    sinew_log log = { 0 };
    snw_json_report(&json, snw_json_find_path(&json, "a[1]"), &log, SINEW_CODE_UNKNOWN_FIELD, "odd \"%s\"", "x");
    snw_json_report(&json, SNW_JSON_NO, &log, SINEW_CODE_SYNTAX, "nowhere");
    snw_json_report(&json, 0, NULL, SINEW_CODE_SYNTAX, "nobody hears");
    assert_int_equal(log.warning_count, 1);
    assert_int_equal(log.items[0].line, 3);
    assert_int_equal(log.items[0].column, 5);
    assert_string_equal(log.items[0].path, "a[1]");
    assert_string_equal(log.items[0].sentence, "odd \"x\"");
    assert_int_equal(log.items[1].line, 0);
    snw_json_free(&json);
    sinew_log_free(&log);
}

static void test_numbers_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {
        { "0", 0 },
        { "-0", -0.0 },
        { "1e3", 1000 },
        { "1E+2", 100 },
        { "25e-1", 2.5 },
        { "0.1", 0.1 },
        { "123456789012345678901234567890", 123456789012345678901234567890.0 },
        { "9007199254740993", 9007199254740992.0 },
        { "9007199254740993.0000000001", 9007199254740994.0 },
        { "2.2250738585072014e-308", 2.2250738585072014e-308 },
        { "5e-324", 5e-324 },
        { "2e-324", 0 },
        { "1.7976931348623157e308", 1.7976931348623157e308 },
        { "0.000000000000000000000001e24", 1 },
        { "1e23", 1e23 },
        { "0e999999999999", 0 },
        { "1e-999999999999", 0 },
        { "100000000000000000000000000000000000000000000000000e-50", 1 },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
        double value = snw_number_parse(good[i].text, strlen(good[i].text));
        if (value != good[i].value || signbit(value) != signbit(good[i].value))
            fail_msg("%s: %.17g", good[i].text, value);
    }
    assert_true(isinf(snw_number_parse("1e309", 5)));
    assert_true(snw_number_parse("-1e999999999999999999999", 24) < 0);
    /* More digits than are kept: a tie that the last one breaks. */
    char text[2000] = "9007199254740993.";
    size_t length = strlen(text);
    memset(text + length, '0', 1500);
    assert_true(snw_number_parse(text, length + 1500) == 9007199254740992.0);
    text[length + 1500] = '1';
    assert_true(snw_number_parse(text, length + 1501) == 9007199254740994.0);
}

static char *number_text(double number, bool as_float) {
    static char copy[64];
    snw_text text;
    snw_text_init(&text, NULL);
    if (as_float) snw_text_number_float(&text, (float)number);
    else snw_text_number(&text, number);
    assert_true(!text.failed && text.size < sizeof copy);
    strcpy(copy, text.data);
    snw_text_free(&text);
    return copy;
}

static void test_numbers_written(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        { 0, "0" },
        { -0.0, "-0" },
        { 1, "1" },
        { -17, "-17" },
        { 0.1, "0.1" },
        { 100000000, "100000000" },
        { 1e21, "1e21" },
        { 1e-7, "1e-7" },
        { 0.30000000000000004, "0.30000000000000004" },
        { 1.5e300, "1.5e300" },
        { 5e-324, "5e-324" },
        { -2.5, "-2.5" },
        { 1e100, "1e100" },
        { 0.001, "0.001" },
        { HUGE_VAL, "null" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        assert_string_equal(number_text(rows[i].value, false), rows[i].text);
    assert_string_equal(number_text((double)0.1f, true), "0.1");
    assert_string_equal(number_text((double)0.1f, false), "0.10000000149011612");
    assert_string_equal(number_text((double)16777216.0f, true), "16777216");
    uint64_t bits = 88172645463325252ull;
    for (int i = 0; i < 20000; ++i) {
        double value;
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        const char *text = number_text(value, false);
        assert_true(snw_number_parse(text, strlen(text)) == value);
        assert_true(strtod(text, NULL) == value);
        float single = (float)value;
        if (!isfinite(single)) continue;
        text = number_text((double)single, true);
        assert_true((float)snw_number_parse(text, strlen(text)) == single);
    }
}

/* In a locale with a comma numbers stay as JSON has them. Debian's C.UTF-8 has a point; others may be missing. */
static void test_locale(void **state) {
    (void)state;
    static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR" };
    const char *found = NULL;
    for (size_t i = 0; !found && i < sizeof names / sizeof names[0]; ++i) found = setlocale(LC_NUMERIC, names[i]);
    assert_string_equal(number_text(0.125, false), "0.125");
    assert_string_equal(number_text(1.25e-9, false), "1.25e-9");
    assert_true(snw_number_parse("0.30000000000000004", 19) == 0.30000000000000004);
    if (!found) print_message("no locale with a decimal comma is installed; tried the plain one only\n");
    setlocale(LC_NUMERIC, "C");
}

static void test_text(void **state) {
    (void)state;
    snw_text text;
    snw_text_init(&text, NULL);
    snw_text_quote(&text, "a\"b\\c\n\t\r\x01\xC3\xA9");
    snw_text_quote(&text, NULL);
    snw_text_format(&text, "%d-%s", 5, "x");
    assert_string_equal(text.data, "\"a\\\"b\\\\c\\n\\t\\r\\u0001\xC3\xA9\"\"\"5-x");
    assert_int_equal(text.size, strlen(text.data));
    snw_text_free(&text);
    fault f;
    fault_init(&f, 2);
    snw_text_init(&text, &f.allocator);
    snw_text_add_z(&text, "1234");
    for (int i = 0; i < 100; ++i) snw_text_add_z(&text, "a long piece of text");
    assert_true(text.failed);
    assert_string_equal(text.data, "1234");
    snw_text_free(&text);
    assert_int_equal(f.live_bytes, 0);
    assert_int_equal(f.wrong_sizes, 0);
}

static void test_splice(void **state) {
    (void)state;
    snw_json json = read_good(" { \"a\" : 1.50 ,\t\"b\": [ ] }\n");
    snw_text out;
    snw_text_init(&out, NULL);
    assert_true(snw_json_splice(&json, NULL, 0, &out));
    assert_string_equal(out.data, " { \"a\" : 1.50 ,\t\"b\": [ ] }\n");
    out.size = 0;
    const snw_json_value *a = snw_json_get(&json, 1), *b = snw_json_get(&json, 2);
    snw_json_edit edits[] = { { a->start, a->end, "2" }, { b->start, b->end, "{}" } };
    assert_true(snw_json_splice(&json, edits, 2, &out));
    assert_string_equal(out.data, " { \"a\" : 2 ,\t\"b\": {} }\n");
    snw_json_edit swapped[] = { edits[1], edits[0] };
    assert_false(snw_json_splice(&json, swapped, 2, &out));
    snw_json_edit beyond[] = { { 5, 500, "" } };
    assert_false(snw_json_splice(&json, beyond, 1, &out));
    snw_text_free(&out);
    snw_json_free(&json);
}

static const char sample[] =
    "{\"a\": [1, -2.5e3, 0.1, \"\\u00e9\\ud83d\\ude00\"], \"odd name\": {\"c\": null, \"d\": [true, "
    "false, {}]},\n \"e\": \"\xC3\xA9\", \"f\": [[], [[]]]}";

static void test_cut_and_changed(void **state) {
    (void)state;
    size_t refused = 0, size = sizeof sample - 1;
    for (size_t cut = 0; cut < size; ++cut) {
        snw_json json;
        sinew_log log = { 0 };
        char *exact = malloc(cut ? cut : 1);
        memcpy(exact, sample, cut);
        assert_false(snw_json_read(&json, exact, cut, NULL, NULL, &log));
        assert_int_equal(log.error_count, 1);
        sinew_log_free(&log);
        free(exact);
        refused++;
    }
    assert_int_equal(refused, size);
    char text[sizeof sample];
    for (size_t at = 0; at < size; ++at)
        for (int byte = 0; byte < 256; byte += 3) {
            snw_json json;
            sinew_log log = { 0 };
            memcpy(text, sample, sizeof sample);
            text[at] = (char)byte;
            if (snw_json_read(&json, text, size, NULL, NULL, &log)) snw_json_free(&json);
            else assert_true(log.error_count >= 1);
            sinew_log_free(&log);
        }
}

static bool read_once(fault *f, void *user) {
    (void)user;
    snw_json json;
    sinew_log log = { .allocator = &f->allocator };
    bool done = snw_json_read(&json, sample, sizeof sample - 1, "t", &f->allocator, &log);
    if (done) snw_json_free(&json);
    else assert_true(log.error_count == 1 && json.arena.failed);
    sinew_log_free(&log);
    return done;
}

static void test_memory(void **state) {
    (void)state;
    assert_true(fault_sweep(read_once, NULL, 100) >= 3);
}

static bool less(const void *user, uint32_t a, uint32_t b) {
    const int *values = user;
    return values[a] != values[b] ? values[a] < values[b] : a < b;
}

static void test_order(void **state) {
    (void)state;
    int values[257] = { 0 };
    uint32_t order[257], seed = 5;
    for (uint32_t count = 0; count <= 257; count += count < 10 ? 1 : 41) {
        for (uint32_t i = 0; i < count; ++i) {
            seed = seed * 1664525u + 1013904223u;
            values[i] = (int)(seed >> 28);
            order[i] = i;
        }
        snw_order_sort(order, count, less, values);
        for (uint32_t i = 1; i < count; ++i) assert_true(less(values, order[i - 1], order[i]));
    }
    const char *const names[] = { "b", NULL, "a", "b", "c" };
    snw_order_names(order, names, 5);
    assert_int_equal(snw_order_find(order, names, 5, "b"), 0);
    assert_int_equal(snw_order_find(order, names, 5, ""), 1);
    assert_int_equal(snw_order_find(order, names, 5, "c"), 4);
    assert_int_equal(snw_order_find(order, names, 5, "aa"), SINEW_NONE);
    assert_int_equal(snw_order_find(order, names, 0, "a"), SINEW_NONE);
}

static void expect_file_error(const char *name, size_t limit, sinew_result result, sinew_code code) {
    snw_file file;
    sinew_log log = { 0 };
    assert_int_equal(snw_file_load(&file, name, limit, NULL, &log), result);
    assert_null(file.data);
    assert_int_equal(log.error_count, 1);
    assert_int_equal(log.items[0].code, code);
    assert_string_equal(log.items[0].file, name);
    assert_non_null(strstr(log.items[0].sentence, name));
    sinew_log_free(&log);
}

static bool load_once(fault *f, void *user) {
    snw_file file;
    sinew_result result = snw_file_load(&file, user, 0, &f->allocator, NULL);
    if (!result) snw_file_free(&file);
    else assert_int_equal(result, SINEW_ERROR_MEMORY);
    return !result;
}

static void test_files(void **state) {
    (void)state;
    char name[] = "/tmp/sinew-test-XXXXXX";
    int made = mkstemp(name);
    assert_true(made >= 0);
    FILE *out = fdopen(made, "wb");
    assert_non_null(out);
    for (int i = 0; i < 5000; ++i) fputc(i & 255, out);
    fclose(out);
    snw_file file;
    assert_int_equal(snw_file_load(&file, name, 5000, NULL, NULL), SINEW_OK);
    assert_int_equal(file.size, 5000);
    assert_int_equal(file.data[300], 300 & 255);
    snw_file_free(&file);
    expect_file_error(name, 4999, SINEW_ERROR_INPUT, SINEW_CODE_TOO_LARGE);
    assert_true(fault_sweep(load_once, name, 10) >= 1);
    remove(name);
    expect_file_error(name, 0, SINEW_ERROR_FILE, SINEW_CODE_FILE_ACCESS);
    expect_file_error(".", 0, SINEW_ERROR_FILE, SINEW_CODE_FILE_ACCESS);
    assert_int_equal(snw_file_load(&file, "/dev/null", 0, NULL, NULL), SINEW_OK);
    assert_int_equal(file.size, 0);
    snw_file_free(&file);
    expect_file_error("/dev/zero", 1000, SINEW_ERROR_INPUT, SINEW_CODE_TOO_LARGE);
}

static void test_print(void **state) {
    (void)state;
    snw_json json;
    sinew_log log = { 0 };
    char text[200] = "";
    assert_false(snw_json_read(&json, "[\n1,]", 5, "t.json", NULL, &log));
    log.lost = 2;
    FILE *out = tmpfile();
    assert_non_null(out);
    sinew_io_print_log(&log, out);
    sinew_io_print_log(NULL, out);
    sinew_io_print_log(&log, NULL);
    rewind(out);
    size_t size = fread(text, 1, sizeof text - 1, out);
    text[size] = 0;
    fclose(out);
    assert_string_equal(text, "t.json:2:2: error: a comma too many before the closing bracket; take it out [syntax]\n"
                              "2 more findings are not listed\n");
    sinew_log_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),       cmocka_unit_test(test_syntax_errors),
        cmocka_unit_test(test_depth),        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_paths),        cmocka_unit_test(test_report),
        cmocka_unit_test(test_numbers_read), cmocka_unit_test(test_numbers_written),
        cmocka_unit_test(test_locale),       cmocka_unit_test(test_text),
        cmocka_unit_test(test_splice),       cmocka_unit_test(test_cut_and_changed),
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_files),        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
