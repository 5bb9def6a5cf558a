/* The graph checker on the crooked and straight graphs of tests/checker (expected.tsv says what each must have), its
   bounds and its errors. */
#include "fault/fault.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FOLDER SINEW_SOURCE_DIR "/tests/checker/"
enum { TEXT = 1 << 16, LINE = 1024 };

/* ---- one graph ---- */

typedef struct subject {
    stage stage; /* with a list of clips */
    sinew_graph *graph;
    sinew_model *model;
    sinew_binding *binding;
} subject;

static char *read_text(const char *name) {
    static char text[TEXT];
    char path[LINE];
    snprintf(path, sizeof path, FOLDER "%s", name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is not there", path);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    return text;
}

/* What loading, binding and the checker find, into log. */
static sinew_result lint(const char *name, const char *options, const sinew_allocator *allocator, sinew_log *log) {
    subject s;
    sinew_io_options io = { .allocator = allocator };
    memset(&s, 0, sizeof s);
    char *text = read_text(name);
    sinew_result result;
    if (strncmp(options, "--clips ", 8) == 0) {
        result = stage_try(&s.stage, text, options + 8, false, allocator);
        if (!s.stage.log.capacity) s.stage.log.allocator = NULL; /* a finding that is lost is no error */
        if (result == SINEW_OK) result = sinew_binding_lint(s.stage.binding, &s.stage.log);
        *log = s.stage.log;
        memset(&s.stage.log, 0, sizeof s.stage.log);
        stage_close(&s.stage);
        return result;
    }
    result = sinew_io_parse_graph(text, strlen(text), name, &io, &s.graph, log);
    if (result == SINEW_OK && strncmp(options, "--rig ", 6) == 0) {
        char path[LINE];
        snprintf(path, sizeof path, FOLDER "%s", options + 6);
        result = sinew_io_load_model(path, &io, &s.model, log);
        sinew_bind_desc desc = { .graph = s.graph, .model = s.model, .allocator = allocator };
        if (result == SINEW_OK) result = sinew_bind(&desc, &s.binding, log);
        if (result == SINEW_OK) result = sinew_binding_lint(s.binding, log);
    } else if (result == SINEW_OK) {
        result = sinew_graph_lint(s.graph, log);
    }
    sinew_binding_destroy(s.binding);
    sinew_model_destroy(s.model);
    sinew_graph_destroy(s.graph);
    return result;
}

/* ---- the table ---- */

typedef struct row {
    char *graph, *options, *code, *paths;
} row;

static bool split(char *line, row *to) {
    line[strcspn(line, "\r\n")] = 0;
    char **parts[] = { &to->graph, &to->options, &to->code, &to->paths };
    for (int i = 0; i < 4; ++i) {
        *parts[i] = line;
        line += strcspn(line, "\t");
        if (*line) *line++ = 0;
    }
    return to->graph[0] && to->graph[0] != '#';
}

static void check_row(const row *r) {
    sinew_log log = { 0 };
    char paths[LINE], *path = paths;
    snprintf(paths, sizeof paths, "%s", strcmp(r->code, "-") == 0 ? "" : r->paths);
    assert_int_equal(lint(r->graph, r->options, NULL, &log), SINEW_OK);
    for (uint32_t i = 0; i < log.count; ++i) {
        size_t length = strcspn(path, " ");
        const sinew_diagnostic *item = &log.items[i];
        bool same = strcmp(sinew_code_word(item->code), r->code) == 0 && strlen(item->path) == length &&
                    strncmp(item->path, path, length) == 0 && item->severity == SINEW_SEVERITY_WARNING;
        if (!same) fail_msg("%s has: %s: %s", r->graph, item->path, item->sentence);
        path += length + (path[length] == ' ');
    }
    if (*path) fail_msg("%s lacks: %s %s", r->graph, r->code, path);
    sinew_log_free(&log);
}

/* Every row of this code; returns how many there were. */
static int check_rows(const char *code) {
    char line[LINE];
    int count = 0;
    FILE *file = fopen(FOLDER "expected.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        row r;
        if (!split(line, &r) || strcmp(r.code, code) != 0) continue;
        check_row(&r);
        count++;
    }
    fclose(file);
    return count;
}

static void test_unreachable(void **state) {
    (void)state;
    assert_true(check_rows("unreachable-state") >= 5);
}

static void test_never(void **state) {
    (void)state;
    assert_true(check_rows("transition-never") >= 20);
}

static void test_shadowed(void **state) {
    (void)state;
    assert_true(check_rows("transition-shadowed") >= 9);
}

static void test_rings(void **state) {
    (void)state;
    assert_true(check_rows("instant-ring") >= 8);
}

static void test_unused(void **state) {
    (void)state;
    assert_true(check_rows("unused-parameter") >= 2);
}

static void test_blends(void **state) {
    (void)state;
    assert_true(check_rows("blend-unreachable") >= 7);
}

static void test_references(void **state) {
    (void)state;
    assert_true(check_rows("additive-reference") >= 7);
}

static void test_what_the_model_lacks(void **state) {
    (void)state;
    assert_true(check_rows("mask-empty") + check_rows("unknown-clip") + check_rows("unknown-joint") >= 3);
}

static void test_straight(void **state) {
    (void)state;
    assert_true(check_rows("-") >= 10);
}

/* ---- bounds and errors ---- */

static void test_arguments(void **state) {
    (void)state;
    assert_int_equal(sinew_graph_lint(NULL, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_binding_lint(NULL, NULL), SINEW_ERROR_ARGUMENT);
}

static bool lint_once(fault *f, void *user) {
    const char *const *of = user;
    sinew_log log = { 0 };
    bool done = lint(of[0], of[1], &f->allocator, &log) == SINEW_OK;
    sinew_log_free(&log);
    return done;
}

/* Memory may run out at every allocation. */
static void test_memory(void **state) {
    (void)state;
    const char *cases[][2] = {
        { "ring-of-three.animgraph", "-" },
        { "blend-off-the-grid.animgraph", "-" },
        { "never-exit-behind-an-exit.animgraph", "--clips idle:1" },
        { "blend-outside-the-triangles.animgraph", "--clips idle:1,walk:1,run:1,sprint:1" },
        { "reference-of-a-pair.animgraph", "--rig adding.gltf" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        assert_true(fault_sweep(lint_once, cases[i], 10000) > 10);
}

/* As many transitions as there may be, all of one state and all alike: bounded work, and an answer. */
static void test_many(void **state) {
    (void)state;
    enum { COUNT = SINEW_MAX_TRANSITIONS };
    sinew_transition_desc *rows = calloc(COUNT, sizeof *rows);
    sinew_condition_desc *conditions = calloc(COUNT, sizeof *conditions);
    assert_true(rows && conditions);
    for (uint32_t i = 0; i < COUNT; ++i) {
        conditions[i] = (sinew_condition_desc){ "x", SINEW_TEST_EQUAL, { true, (double)i } };
        rows[i] = (sinew_transition_desc){
            .from = i % 2 ? "*" : "A", .to = i % 3 ? "B" : "A", .conditions = &conditions[i], .condition_count = 1
        };
    }
    const sinew_state_desc states[] = { { .name = "A" }, { .name = "B" } };
    const sinew_parameter_desc x = { .name = "x", .type = SINEW_PARAMETER_INT };
    const sinew_layer_desc layer = { .name = "L", .machine = { NULL, states, 2, rows, COUNT } };
    const sinew_graph_desc desc = { .parameters = &x, .parameter_count = 1, .layers = &layer, .layer_count = 1 };
    sinew_graph *graph = NULL;
    sinew_log log = { 0 };
    assert_int_equal(sinew_graph_create(&desc, &graph, NULL), SINEW_OK);
    assert_int_equal(sinew_graph_lint(graph, &log), SINEW_OK);
    sinew_log_free(&log);
    sinew_graph_destroy(graph);
    free(rows);
    free(conditions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unreachable), cmocka_unit_test(test_never),
        cmocka_unit_test(test_shadowed),    cmocka_unit_test(test_rings),
        cmocka_unit_test(test_unused),      cmocka_unit_test(test_blends),
        cmocka_unit_test(test_references),  cmocka_unit_test(test_what_the_model_lacks),
        cmocka_unit_test(test_straight),    cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory),      cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
