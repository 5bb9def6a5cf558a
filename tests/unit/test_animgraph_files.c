/* Good .animgraph files: what is read of them, hashes, writing, saving, upgrading; cut, changed, without memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "sinew/io.h"

static void show(const sinew_log *log) { sinew_io_print_log(log, stderr); }

/* ---- what is read ---- */

static const char everything[] =
    "{\n"
    "  \"version\": 2, \"rig\": \"hero.glb\",\n"
    "  \"parameters\": {\n"
    "    \"speed\": { \"type\": \"float\", \"default\": 0.1, \"min\": 0, \"max\": 6.50 },\n"
    "    \"count\": { \"type\": \"int\", \"default\": -3 }, \"other\": { \"type\": \"number\" },\n"
    "    \"ready\": { \"type\": \"bool\", \"default\": true }, \"off\": { \"type\": \"bool\" },\n"
    "    \"jump\": { \"type\": \"trigger\", \"latch\": false, \"expires\": 0.25 }, \"set\": { \"type\": \"trigger\", "
    "\"default\": true } },\n"
    "  \"defaultMix\": 0.3, \"mixes\": [ { \"from\": \"idle\", \"to\": \"run\", \"duration\": 0.35 } ],\n"
    "  \"transitionsPerMoment\": 4, \"events\": \"all\", \"tellLoops\": true, \"stepped\": 12, \"editor\": { \"zoom\": "
    "1 },\n"
    "  \"masks\": { \"arms\": { \"bones\": [ \"l\", { \"name\": \"chest \\\"x\\\"\", \"weight\": 0.5 } ], "
    "\"children\": false } },\n"
    "  \"layers\": [\n"
    "    { \"name\": \"Base\", \"rootMotion\": true, \"eventThreshold\": 0.25, \"weight\": 0.75, \"machine\": {\n"
    "        \"entry\": \"Move\", \"editor\": { \"boxes\": [] },\n"
    "        \"states\": {\n"
    "          \"Move\": { \"blend\": \"1d\", \"parameter\": \"speed\", \"sync\": \"duration\", \"position\": [1, 2], "
    "\"tags\": [\"a\", \"b c\"],\n"
    "                    \"motions\": [ { \"clip\": \"idle\", \"at\": -1.5 }, { \"clip\": \"run\", \"at\": 4, "
    "\"speed\": 1.25 },\n"
    "                      { \"at\": 5, \"blend\": \"2d\", \"algorithm\": \"polar\", \"normalizeAxes\": true, "
    "\"sync\": false, \"parameters\": [\"speed\", \"count\"],\n"
    "                        \"motions\": [ { \"clip\": \"o\", \"at\": [0, 0] }, { \"clip\": \"a\", \"at\": [1, 0] }, "
    "{ \"clip\": \"b\", \"at\": [-1, 1] }, { \"clip\": \"c\", \"at\": [-1, -1e-3] } ] } ] },\n"
    "          \"Plane\": { \"blend\": \"2d\", \"parameters\": [\"speed\", \"count\"], \"loop\": false, \"motions\": [ "
    "{ \"clip\": \"o\", \"at\": [0, 0] } ] },\n"
    "          \"Direct\": { \"blend\": \"direct\", \"loop\": \"pingpong\", \"motions\": [ { \"clip\": \"x\", "
    "\"weight\": \"speed\" }, { \"clip\": \"y\", \"weight\": \"count\" } ] },\n"
    "          \"Add\": { \"add\": { \"base\": { \"clip\": \"x\" }, \"delta\": { \"blend\": \"1d\", \"parameter\": "
    "\"other\", \"motions\": [ { \"clip\": \"d\", \"at\": 0 } ] },\n"
    "                   \"weight\": \"speed\", \"reference\": { \"clip\": \"r\", \"time\": 0.5 } } },\n"
    "          \"Half\": { \"add\": { \"base\": { \"clip\": \"x\" }, \"delta\": { \"clip\": \"y\" }, \"weight\": 0.5 "
    "}, \"stepped\": 8 },\n"
    "          \"odd name\": { \"clip\": \"res://a/idle.anim\", \"loop\": true, \"speed\": -2, \"speedParameter\": "
    "\"speed\" },\n"
    "          \"Sub\": { \"machine\": { \"states\": { \"Q\": { \"clip\": \"q\" } }, \"transitions\": [ { \"from\": "
    "\"Q\", \"to\": \"<exit>\", \"exit\": 0.8 } ] }, \"tags\": [\"t\"] },\n"
    "          \"None\": { \"empty\": true }\n"
    "        },\n"
    "        \"transitions\": [\n"
    "          { \"from\": \"*\", \"to\": \"Sub\", \"when\": [ { \"parameter\": \"jump\" }, { \"parameter\": "
    "\"ready\", \"test\": \"!=\", \"value\": false },\n"
    "              { \"parameter\": \"off\" }, { \"parameter\": \"speed\", \"test\": \">=\", \"value\": 1.5 }, { "
    "\"parameter\": \"count\", \"value\": 3 } ],\n"
    "            \"fade\": 0.05, \"priority\": -1, \"interrupt\": \"both\", \"curve\": \"smooth\", \"hold\": \"live\", "
    "\"resume\": true, \"self\": true, \"events\": \"both\" },\n"
    "          { \"from\": \"Sub\", \"to\": \"Move\", \"offset\": \"match\", \"disabled\": true, \"hold\": "
    "\"inertial\" },\n"
    "          { \"from\": \"Move\", \"to\": \"None\", \"exit\": 0.9, \"exitEachLoop\": true, \"offset\": 0.5 }\n"
    "        ] } },\n"
    "    { \"name\": \"Aim\", \"blend\": \"additive\", \"weightParameter\": \"speed\", \"mask\": \"arms\", "
    "\"reference\": { \"clip\": \"r\" },\n"
    "      \"machine\": { \"states\": { \"Up\": { \"clip\": \"up\" } } } },\n"
    "    { \"name\": \"Own\", \"mask\": { \"bones\": [ \"x\" ] }, \"machine\": { \"states\": { \"Up\": { \"clip\": "
    "\"up\" } } } }\n"
    "  ]\n"
    "}\n";

static sinew_graph *parse(const char *text) {
    sinew_log log = { 0 };
    sinew_graph *graph;
    if (sinew_io_parse_graph(text, strlen(text), "t.animgraph", NULL, &graph, &log) || log.count) {
        show(&log);
        fail_msg("a good file was not taken: %s", text);
    }
    return graph;
}

static void test_everything(void **state) {
    (void)state;
    sinew_graph *graph = parse(everything);
    const sinew_graph_desc *desc = sinew_graph_definition(graph);
    assert_int_equal(desc->parameter_count, 7);
    assert_true(desc->parameters[0].default_value == 0.1 && desc->parameters[0].max.value == 6.5);
    assert_int_equal(desc->parameters[2].type, SINEW_PARAMETER_FLOAT);
    assert_true(desc->parameters[5].no_latch && desc->parameters[5].expires.value == 0.25);
    assert_true(desc->parameters[6].default_value == 1 && !desc->parameters[6].no_latch);
    assert_true(desc->transitions_per_moment == 4 && desc->tell_loops && desc->events == SINEW_EVENTS_ALL);
    assert_true(desc->masks[0].no_children && desc->masks[0].joints[1].weight.value == 0.5 &&
                !desc->masks[0].joints[0].weight.set);
    assert_false(desc->flat);
    const sinew_layer_desc *base = &desc->layers[0];
    assert_true(base->root_motion && base->event_threshold == 0.25 && base->weight.value == 0.75);
    const sinew_state_desc *states = base->machine.states;
    assert_int_equal(base->machine.state_count, 8);
    assert_int_equal(states[0].motion.sync, SINEW_SYNC_DURATION);
    assert_string_equal(states[0].tags[1], "b c");
    const sinew_motion_desc *inner = &states[0].motion.children[2].motion;
    assert_true(inner->kind == SINEW_MOTION_BLEND_2D && inner->algorithm == SINEW_ALGORITHM_POLAR &&
                inner->normalize_axes);
    assert_true(inner->sync == SINEW_SYNC_NONE && inner->children[3].y == -1e-3 && states[0].motion.children[2].x == 5);
    assert_int_equal(states[1].motion.algorithm, SINEW_ALGORITHM_DELAUNAY);
    assert_int_equal(states[2].loop, SINEW_LOOP_PINGPONG);
    assert_string_equal(states[2].motion.children[1].weight, "count");
    assert_string_equal(states[3].motion.weight_parameter, "speed");
    assert_true(states[3].motion.reference.time == 0.5 && states[4].motion.weight.value == 0.5);
    assert_true(states[5].loop == SINEW_LOOP_ON && states[5].speed.value == -2);
    assert_string_equal(states[6].machine->transitions[0].to, "<exit>");
    assert_int_equal(states[7].motion.kind, SINEW_MOTION_EMPTY);
    const sinew_transition_desc *go = base->machine.transitions;
    assert_true(go[0].condition_count == 5 && go[0].conditions[1].test == SINEW_TEST_NOT_EQUAL &&
                go[0].conditions[1].value.set);
    assert_true(go[0].conditions[3].value.value == 1.5 && !go[0].conditions[2].value.set && go[0].priority == -1);
    assert_true(go[0].hold == SINEW_HOLD_LIVE && go[0].events == SINEW_EVENTS_BOTH && go[0].resume && go[0].self);
    assert_true(go[1].offset_match && go[1].disabled && go[2].exit_each_loop && go[2].offset.value == 0.5 &&
                !go[2].fade.set);
    assert_string_equal(desc->layers[1].mask_name, "arms");
    assert_string_equal(desc->layers[2].mask->joints[0].name, "x");
    sinew_graph_destroy(graph);
}

static const char version_1[] =
    "{\r\n"
    "\t\"version\": 1, \"note\": { \"mine\": [1.50, 2] },\r\n"
    "\t\"entry\": \"move\",\r\n"
    "\t\"parameters\": { \"speed\": { \"type\": \"number\" }, \"y\": { \"type\": \"number\", \"default\": 1e0 }, "
    "\"jump\": { \"type\": \"trigger\" } },\r\n"
    "\t\"states\": {\r\n"
    "\t\t\"move\": { \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"idle\", \"at\": 0 },\r\n"
    "\t\t\t{ \"blend\": \"clip\", \"clip\": \"walk\", \"at\": 4.50 },\r\n"
    "\t\t\t{ \"blend\": \"2d\", \"parameters\": [\"speed\", \"y\"], \"at\": 5, \"motions\": [ { \"clip\": \"a\", "
    "\"at\": [0, 0] } ] } ], \"mine\": 1 },\r\n"
    "\t\t\"plane\": { \"blend\": \"2d\", \"algorithm\": \"polar\", \"parameters\": [\"speed\", \"y\"], \"motions\": "
    "[\r\n"
    "\t\t\t{ \"clip\": \"o\", \"at\": [0, 0] }, { \"clip\": \"a\", \"at\": [1, 0] }, { \"clip\": \"b\", \"at\": [-1, "
    "1] }, { \"clip\": \"c\", \"at\": [-1, -1] } ] },\r\n"
    "\t\t\"jump\": { \"clip\": \"jump\", \"loop\": false, \"blend\": \"clip\" },\r\n"
    "\r\n"
    "\t\t\"sub\": { \"machine\": { \"states\": { \"q\": { \"blend\": \"clip\", \"clip\": \"q\" } }, \"transitions\": [ "
    "{ \"from\": \"any\", \"to\": \"q\", \"exit\": 1 } ] } },\r\n"
    "\t\t\"both\": { \"add\": { \"base\": { \"blend\": \"clip\", \"clip\": \"x\" }, \"delta\": { \"clip\": \"d\" } } "
    "}\r\n"
    "\t},\r\n"
    "\t\"custom\": [1,\r\n\t\t2],\r\n"
    "\t\"transitions\": [\r\n"
    "\t\t{ \"from\": \"any\", \"to\": \"jump\", \"when\": [ { \"parameter\": \"jump\" } ] },\r\n"
    "\t\t{ \"from\": \"jump\", \"to\": \"move\", \"fade\": 0.10 }\r\n"
    "\t]\r\n"
    "}\r\n";

static void test_version_1(void **state) {
    (void)state;
    sinew_graph *graph;
    sinew_log log = { 0 };
    assert_int_equal(sinew_io_parse_graph(version_1, strlen(version_1), "t", NULL, &graph, &log), SINEW_OK);
    assert_int_equal(log.warning_count, 3); /* note, mine, custom */
    const sinew_graph_desc *desc = sinew_graph_definition(graph);
    assert_true(desc->flat && desc->layer_count == 1);
    assert_string_equal(desc->layers[0].name, "Base");
    assert_int_equal(desc->parameters[0].type, SINEW_PARAMETER_FLOAT);
    const sinew_machine_desc *machine = &desc->layers[0].machine;
    assert_string_equal(machine->transitions[0].from, "*");
    assert_int_equal(machine->states[0].motion.children[1].motion.kind, SINEW_MOTION_CLIP);
    assert_int_equal(machine->states[0].motion.children[2].motion.algorithm, SINEW_ALGORITHM_GRADIENT);
    assert_int_equal(machine->states[1].motion.algorithm, SINEW_ALGORITHM_POLAR);
    assert_int_equal(machine->states[2].motion.kind, SINEW_MOTION_CLIP);
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
}

/* ---- hashes, writing, saving ---- */

static void test_file_and_code(void **state) {
    (void)state;
    /* The graph of GO, written in C. */
    sinew_parameter_desc parameters[] = { { .name = "speed", .default_value = (double)0.1f },
                                          { .name = "jump", .type = SINEW_PARAMETER_TRIGGER } };
    sinew_state_desc states[] = {
        { .name = "A", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "a" }, .loop = SINEW_LOOP_OFF },
        { .name = "B", .motion = { .kind = SINEW_MOTION_CLIP, .clip = "b" } }
    };
    sinew_condition_desc when = { .parameter = "jump" };
    sinew_transition_desc go = {
        .from = "A", .to = "B", .conditions = &when, .condition_count = 1, .fade = { true, 0.25 }
    };
    sinew_layer_desc layer = {
        .name = "Base", .machine = { .states = states, .state_count = 2, .transitions = &go, .transition_count = 1 }
    };
    sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 2, .layers = &layer, .layer_count = 1 };
    sinew_graph *code,
        *file = parse(
            "{\"layers\": [{\"machine\": {\"transitions\": [{\"to\": \"B\", \"from\": \"A\", \"fade\": 0.25, "
            "\"priority\": 0, \"curve\": \"linear\", \"when\": [{\"parameter\": \"jump\"}]}],"
            " \"entry\": \"A\", \"states\": {\"A\": {\"clip\": \"a\", \"loop\": false, \"speed\": 1, \"position\": [4, "
            "5]}, \"B\": {\"clip\": \"b\"}}}, \"weight\": 1, \"name\": \"Base\"}],"
            " \"defaultMix\": 0.2, \"transitionsPerMoment\": 8, \"rig\": \"x\", \"parameters\": {\"speed\": "
            "{\"default\": 0.1, \"type\": \"float\", \"max\": 3}, \"jump\": {\"type\": \"trigger\", \"latch\": true}},"
            " \"version\": 2}");
    assert_int_equal(sinew_graph_create(&desc, &code, NULL), SINEW_OK);
    assert_true(sinew_graph_hash(code) == sinew_graph_hash(file));
    sinew_graph_destroy(file);
    /* A graph from code can be written and read. */
    char *text;
    size_t size;
    assert_int_equal(sinew_io_write_graph(code, NULL, &text, &size), SINEW_OK);
    assert_string_equal(
        text, "{\n  \"version\": 2,\n  \"parameters\": {\n    \"speed\": { \"type\": \"float\", \"default\": 0.1 },\n"
              "    \"jump\": { \"type\": \"trigger\" }\n  },\n  \"layers\": [\n    {\n      \"name\": \"Base\",\n      "
              "\"machine\": {\n"
              "        \"states\": {\n          \"A\": { \"clip\": \"a\", \"loop\": false },\n          \"B\": { "
              "\"clip\": \"b\" }\n        },\n"
              "        \"transitions\": [\n          { \"from\": \"A\", \"to\": \"B\", \"when\": [ { \"parameter\": "
              "\"jump\" } ], \"fade\": 0.25 }\n"
              "        ]\n      }\n    }\n  ]\n}\n");
    file = parse(text);
    assert_true(sinew_graph_hash(code) == sinew_graph_hash(file));
    sinew_graph_destroy(file);
    sinew_graph_destroy(code);
    sinew_io_free(NULL, text, size);
}

static void test_write(void **state) {
    (void)state;
    sinew_graph *graph = parse(everything), *again;
    char *text, *second;
    size_t size, second_size;
    assert_int_equal(sinew_io_write_graph(graph, NULL, &text, &size), SINEW_OK);
    assert_int_equal(strlen(text), size);
    again = parse(text);
    assert_true(sinew_graph_hash(graph) == sinew_graph_hash(again));
    assert_string_equal(sinew_graph_definition(again)->rig, "hero.glb");
    assert_true(sinew_graph_definition(again)->parameters[0].max.value == 6.5);
    /* What was written is written the same again. */
    assert_int_equal(sinew_io_write_graph(again, NULL, &second, &second_size), SINEW_OK);
    assert_string_equal(second, text);
    assert_non_null(strstr(text, "\n          { \"from\": \"Sub\", \"to\": \"Move\", \"offset\": \"match\", \"hold\": "
                                 "\"inertial\", \"disabled\": true },\n"));
    assert_non_null(strstr(text, "{ \"parameter\": \"ready\", \"test\": \"!=\", \"value\": false }"));
    sinew_io_free(NULL, text, size);
    sinew_io_free(NULL, second, second_size);
    sinew_graph_destroy(graph);
    sinew_graph_destroy(again);
    assert_int_equal(sinew_io_write_graph(NULL, NULL, &text, &size), SINEW_ERROR_ARGUMENT);
    assert_null(text);
    assert_int_equal(sinew_io_write_graph(graph, NULL, NULL, NULL), SINEW_ERROR_ARGUMENT);
}

static void test_rewrite(void **state) {
    (void)state;
    static const char *const texts[] = { everything, version_1 };
    for (size_t i = 0; i < 2; ++i) {
        char *out;
        size_t size;
        assert_int_equal(sinew_io_rewrite_graph(texts[i], strlen(texts[i]), "t", false, NULL, &out, &size, NULL),
                         SINEW_OK);
        assert_int_equal(size, strlen(texts[i]));
        assert_memory_equal(out, texts[i], size + 1);
        sinew_io_free(NULL, out, size);
    }
    char *out;
    size_t size;
    /* Nothing to upgrade. */
    assert_int_equal(sinew_io_rewrite_graph(everything, strlen(everything), "t", true, NULL, &out, &size, NULL),
                     SINEW_OK);
    assert_string_equal(out, everything);
    sinew_io_free(NULL, out, size);
    sinew_log log = { 0 };
    assert_int_equal(sinew_io_rewrite_graph("{}", 2, "t", false, NULL, &out, &size, &log), SINEW_ERROR_INPUT);
    assert_null(out);
    assert_int_equal(log.items[0].code, SINEW_CODE_MISSING_FIELD);
    assert_string_equal(log.items[0].file, "t");
    sinew_log_free(&log);
    assert_int_equal(sinew_io_rewrite_graph(NULL, 2, "t", false, NULL, &out, &size, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_rewrite_graph("{}", 2, "t", false, NULL, NULL, &size, NULL), SINEW_ERROR_ARGUMENT);
}

static void check_upgrade(const char *text, uint32_t warnings, const char *wanted) {
    char *out;
    size_t size;
    sinew_graph *before, *after;
    sinew_log log = { 0 };
    assert_int_equal(sinew_io_parse_graph(text, strlen(text), "t", NULL, &before, NULL), SINEW_OK);
    assert_int_equal(sinew_io_rewrite_graph(text, strlen(text), "t", true, NULL, &out, &size, NULL), SINEW_OK);
    sinew_result result = sinew_io_parse_graph(out, size, "t", NULL, &after, &log);
    if (result || log.count != warnings || (wanted && strcmp(out, wanted) != 0)) {
        show(&log);
        fail_msg("%s", out);
    }
    assert_true(sinew_graph_hash(before) == sinew_graph_hash(after));
    assert_false(sinew_graph_definition(after)->flat);
    sinew_graph_destroy(before);
    sinew_graph_destroy(after);
    sinew_io_free(NULL, out, size);
    sinew_log_free(&log);
}

static char *read_text(const char *folder, const char *name, const char *ending) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 8192);
    if (!file || !text) fail_msg("%s cannot be read", path);
    assert_true(fread(text, 1, 8191, file) > 0);
    fclose(file);
    return text;
}

/* The editor's page upgrades too, and is held to the same files. */
static void test_upgrade_files(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t warnings;
    } all[] = { { "lines", 1 }, { "one-line", 0 }, { "tabs", 3 } };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        char *before = read_text(SINEW_SOURCE_DIR "/tests/golden/upgrade", all[i].name, ".animgraph");
        char *wanted = read_text(SINEW_SOURCE_DIR "/tests/golden/upgrade", all[i].name, ".2.animgraph");
        check_upgrade(before, all[i].warnings, wanted);
        free(before);
        free(wanted);
    }
}

static void test_upgrade(void **state) {
    (void)state;
    check_upgrade(
        version_1, 3,
        "{\r\n"
        "\t\"version\": 2, \"note\": { \"mine\": [1.50, 2] },\r\n"
        "\t\"layers\": [\r\n"
        "\t\t{\r\n"
        "\t\t\t\"name\": \"Base\",\r\n"
        "\t\t\t\"machine\": {\r\n"
        "\t\t\t\t\"entry\": \"move\",\r\n"
        "\t\t\t\t\"states\": {\r\n"
        "\t\t\t\t\t\"move\": { \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"idle\", "
        "\"at\": 0 },\r\n"
        "\t\t\t\t\t\t{ \"clip\": \"walk\", \"at\": 4.50 },\r\n"
        "\t\t\t\t\t\t{ \"blend\": \"2d\", \"algorithm\": \"gradient\", \"parameters\": [\"speed\", \"y\"], \"at\": 5, "
        "\"motions\": [ { \"clip\": \"a\", \"at\": [0, 0] } ] } ], \"mine\": 1 },\r\n"
        "\t\t\t\t\t\"plane\": { \"blend\": \"2d\", \"algorithm\": \"polar\", \"parameters\": [\"speed\", \"y\"], "
        "\"motions\": [\r\n"
        "\t\t\t\t\t\t{ \"clip\": \"o\", \"at\": [0, 0] }, { \"clip\": \"a\", \"at\": [1, 0] }, { \"clip\": \"b\", "
        "\"at\": [-1, 1] }, { \"clip\": \"c\", \"at\": [-1, -1] } ] },\r\n"
        "\t\t\t\t\t\"jump\": { \"clip\": \"jump\", \"loop\": false },\r\n"
        "\r\n"
        "\t\t\t\t\t\"sub\": { \"machine\": { \"states\": { \"q\": { \"clip\": \"q\" } }, \"transitions\": [ { "
        "\"from\": \"*\", \"to\": \"q\", \"exit\": 1 } ] } },\r\n"
        "\t\t\t\t\t\"both\": { \"add\": { \"base\": { \"clip\": \"x\" }, \"delta\": { \"clip\": \"d\" } } }\r\n"
        "\t\t\t\t},\r\n"
        "\t\t\t\t\"transitions\": [\r\n"
        "\t\t\t\t\t{ \"from\": \"*\", \"to\": \"jump\", \"when\": [ { \"parameter\": \"jump\" } ] },\r\n"
        "\t\t\t\t\t{ \"from\": \"jump\", \"to\": \"move\", \"fade\": 0.10 }\r\n"
        "\t\t\t\t]\r\n"
        "\t\t\t}\r\n"
        "\t\t}\r\n"
        "\t],\r\n"
        "\t\"parameters\": { \"speed\": { \"type\": \"float\" }, \"y\": { \"type\": \"float\", \"default\": 1e0 }, "
        "\"jump\": { \"type\": \"trigger\" } },\r\n"
        "\t\"custom\": [1,\r\n\t\t2]\r\n"
        "}\r\n");
    /* In one line; what is first, last and in between moves. */
    check_upgrade(
        "{\"states\":{\"A\":{\"clip\":\"a\"}},\"version\":1}", 0,
        "{\"layers\": [ { \"name\": \"Base\", \"machine\": { \"states\":{\"A\":{\"clip\":\"a\"}} } } ],\"version\":2}");
    check_upgrade("{\"version\":1,\"states\":{\"A\":{\"clip\":\"a\"}},\"transitions\":[]}", 0,
                  "{\"version\":2,\"layers\": [ { \"name\": \"Base\", \"machine\": { "
                  "\"states\":{\"A\":{\"clip\":\"a\"}}, \"transitions\":[] } } ]}");
    check_upgrade("{\"version\":1,\"defaultMix\":0.5,\"editor\":{},\"entry\":\"A\",\"mixes\":[],\"states\":{\"A\":{"
                  "\"clip\":\"a\"}}}",
                  0, NULL);
    sinew_log log = { 0 };
    char *out;
    size_t size;
    const char *taken = "{\"version\":1,\"states\":{\"A\":{\"clip\":\"a\"}},\"layers\":7}";
    assert_int_equal(sinew_io_rewrite_graph(taken, strlen(taken), "t", true, NULL, &out, &size, &log),
                     SINEW_ERROR_INPUT);
    assert_int_equal(log.error_count, 1);
    assert_int_equal(log.items[log.count - 1].code, SINEW_CODE_REFUSED);
    assert_int_equal(log.items[log.count - 1].column, 51);
    sinew_log_free(&log);
}

/* ---- files and bad input ---- */

static void test_load(void **state) {
    (void)state;
    char name[] = "/tmp/sinew-test-XXXXXX";
    int made = mkstemp(name);
    assert_true(made >= 0);
    FILE *out = fdopen(made, "wb");
    fputs(everything, out);
    fclose(out);
    sinew_graph *graph, *same = parse(everything);
    assert_int_equal(sinew_io_load_graph(name, NULL, &graph, NULL), SINEW_OK);
    assert_true(sinew_graph_hash(graph) == sinew_graph_hash(same));
    sinew_graph_destroy(graph);
    sinew_graph_destroy(same);
    sinew_log log = { 0 };
    sinew_io_options small = { .max_bytes = 100 };
    assert_int_equal(sinew_io_load_graph(name, &small, &graph, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].code, SINEW_CODE_TOO_LARGE);
    remove(name);
    assert_int_equal(sinew_io_load_graph(name, NULL, &graph, &log), SINEW_ERROR_FILE);
    assert_null(graph);
    assert_int_equal(sinew_io_load_graph(NULL, NULL, &graph, &log), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_load_graph(name, NULL, NULL, &log), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_parse_graph(NULL, 1, NULL, NULL, &graph, &log), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_parse_graph("", 0, NULL, NULL, NULL, &log), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_io_parse_graph(NULL, 0, NULL, NULL, &graph, &log), SINEW_ERROR_INPUT);
    sinew_log_free(&log);
}

static void test_cut(void **state) {
    (void)state;
    size_t size = sizeof everything - 2; /* without the last line break, which may be missing */
    for (size_t cut = 0; cut < size; ++cut) {
        sinew_graph *graph;
        sinew_log log = { 0 };
        char *exact = malloc(cut ? cut : 1);
        memcpy(exact, everything, cut);
        assert_int_equal(sinew_io_parse_graph(exact, cut, "t", NULL, &graph, &log), SINEW_ERROR_INPUT);
        assert_null(graph);
        assert_true(log.error_count >= 1 && log.items[0].line >= 1);
        sinew_log_free(&log);
        free(exact);
    }
}

static void test_changed(void **state) {
    (void)state;
    static const char bytes[] = { 0, '"', '{', ']', ',', '9', '-', 'e', (char)0xFF, '\\' };
    static char text[sizeof everything];
    uint32_t taken = 0, refused = 0;
    for (size_t at = 0; at + 1 < sizeof everything; ++at) {
        sinew_graph *graph;
        sinew_log log = { 0 };
        memcpy(text, everything, sizeof everything);
        text[at] = bytes[at % sizeof bytes];
        sinew_result result = sinew_io_parse_graph(text, sizeof everything - 1, "t", NULL, &graph, &log);
        assert_true((result == SINEW_OK) == (graph != NULL) && (result == SINEW_OK) == (log.error_count == 0));
        taken += result == SINEW_OK;
        refused += result != SINEW_OK;
        sinew_graph_destroy(graph);
        sinew_log_free(&log);
    }
    assert_true(taken > 100 && refused > 1000);
}

/* ---- memory that fails ---- */

static bool parse_once(fault *f, void *user) {
    const char *text = user;
    sinew_io_options options = { .allocator = &f->allocator };
    sinew_log log = { .allocator = &f->allocator };
    sinew_graph *graph;
    sinew_result result = sinew_io_parse_graph(text, strlen(text), "t", &options, &graph, &log);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    assert_true((result == SINEW_OK) == (graph != NULL) && (result == SINEW_OK) == (log.error_count == 0));
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
    return result == SINEW_OK;
}

static bool write_once(fault *f, void *user) {
    sinew_io_options options = { .allocator = &f->allocator };
    char *text;
    size_t size;
    sinew_result result = sinew_io_write_graph(user, &options, &text, &size);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    assert_true((result == SINEW_OK) == (text != NULL));
    if (text) sinew_io_free(&options, text, size);
    return result == SINEW_OK;
}

static bool upgrade_once(fault *f, void *user) {
    const char *text = user;
    sinew_io_options options = { .allocator = &f->allocator };
    char *out;
    size_t size;
    sinew_result result = sinew_io_rewrite_graph(text, strlen(text), "t", true, &options, &out, &size, NULL);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    if (out) sinew_io_free(&options, out, size);
    return result == SINEW_OK;
}

static void test_memory(void **state) {
    (void)state;
    sinew_graph *graph = parse(everything);
    assert_true(fault_sweep(parse_once, (void *)(uintptr_t)everything, 500) > 20);
    assert_true(fault_sweep(write_once, graph, 100) > 5);
    assert_true(fault_sweep(upgrade_once, (void *)(uintptr_t)everything, 500) > 20);
    assert_true(fault_sweep(upgrade_once, (void *)(uintptr_t)version_1, 500) > 20);
    sinew_graph_destroy(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything),    cmocka_unit_test(test_version_1), cmocka_unit_test(test_file_and_code),
        cmocka_unit_test(test_write),         cmocka_unit_test(test_rewrite),   cmocka_unit_test(test_upgrade),
        cmocka_unit_test(test_upgrade_files), cmocka_unit_test(test_load),      cmocka_unit_test(test_cut),
        cmocka_unit_test(test_changed),       cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
