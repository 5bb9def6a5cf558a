/* Faults of .animgraph files: each found once, at its place; all of them at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sinew/io.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- faults, each where an @ stands (the @ is taken out) ---- */

enum { MARKS = 40 };

typedef struct marked {
    char text[8192];
    size_t size, count;
    uint32_t line[MARKS], column[MARKS];
} marked;

static marked unmark(const char *text) {
    marked m = { .size = 0 };
    uint32_t line = 1, column = 1;
    for (; *text; ++text) {
        if (*text == '@') {
            assert_true(m.count < MARKS);
            m.line[m.count] = line;
            m.column[m.count++] = column;
            continue;
        }
        assert_true(m.size + 1 < sizeof m.text);
        m.text[m.size++] = *text;
        column = *text == '\n' ? 1 : column + 1;
        line += *text == '\n';
    }
    return m;
}

static void show(const sinew_log *log) { sinew_io_print_log(log, stderr); }

/* One finding at each mark, and no other. */
static void expect_at_marks(const char *text, sinew_log *log) {
    marked m = unmark(text);
    sinew_graph *graph;
    sinew_result result = sinew_io_parse_graph(m.text, m.size, "t.animgraph", NULL, &graph, log);
    bool right = log->count == m.count;
    for (size_t i = 0; right && i < m.count; ++i)
        right = log->items[i].line == m.line[i] && log->items[i].column == m.column[i];
    if (!right) {
        show(log);
        fail_msg("%zu findings were expected in %s", m.count, text);
    }
    assert_int_equal(result, log->error_count ? SINEW_ERROR_INPUT : SINEW_OK);
    assert_true((graph != NULL) == (log->error_count == 0));
    sinew_graph_destroy(graph);
    assert_null(log->file);
    assert_null(log->locate);
}

#define PARAMETERS                                                                                                     \
    "\"parameters\": { \"speed\": { \"type\": \"float\" }, \"n\": { \"type\": \"int\" }, \"ok\": { \"type\": "         \
    "\"bool\" }, "                                                                                                     \
    "\"jump\": { \"type\": \"trigger\" } }"
#define LAYER(states, transitions)                                                                                     \
    "{ \"version\": 2, " PARAMETERS                                                                                    \
    ",\n \"layers\": [ { \"name\": \"Base\", \"machine\": { \"states\": { \"A\": { \"clip\": "                         \
    "\"a\", \"loop\": false },\n" states " },\n \"transitions\": [\n" transitions " ] } } ] }"
#define STATE(state) LAYER("\"S\": " state, "{ \"from\": \"A\", \"to\": \"S\" }")
#define GO(fields) LAYER("\"B\": { \"clip\": \"b\" }", "{ \"from\": \"A\", \"to\": \"B\", " fields " }")
#define TOP(fields)                                                                                                    \
    "{ \"version\": 2, " fields                                                                                        \
    ",\n \"layers\": [ { \"name\": \"Base\", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } } ] }"
#define ON_LAYER(fields)                                                                                               \
    "{ \"version\": 2, " PARAMETERS ",\n \"layers\": [ { \"name\": \"Base\", " fields                                  \
    ", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } } ] }"
#define MOTIONS2 "\"motions\": [ { \"clip\": \"a\", \"at\": 0 }, { \"clip\": \"b\", \"at\": 1 } ]"

typedef struct row {
    const char *text, *code, *part;
} row;

static const row rows[] = {
    { "[@", "syntax", "cut short" },
    { "@[]", "wrong-type", "object" },
    { "@5", "wrong-type", "a number" },
    /* the top */
    { "@{ \"layers\": [ { \"name\": \"B\", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } } ] }",
      "missing-field", "\"version\"" },
    { "{ \"version\": @3, \"states\": 5 }", "version", "version 3" },
    { "{ \"version\": @1.5 }", "version", "1.5" },
    { "{ \"version\": @\"2\", \"layers\": [ { \"name\": \"B\", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } "
      "} } } ] }",
      "wrong-type", "\"version\"" },
    { "@{ \"version\": 2 }", "missing-field", "\"layers\"" },
    { "{ \"version\": 2, \"layers\": @[] }", "missing-field", "at least one layer" },
    { "{ \"version\": 2, \"layers\": @{} }", "wrong-type", "\"layers\"" },
    { "{ \"version\": 2, \"layers\": [ @7 ] }", "wrong-type", "\"layers\"" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"B\", \"machine\": @5 } ] }", "wrong-type", "\"machine\"" },
    { "{ \"version\": 2, \"layers\": [ @{ \"name\": \"B\" } ] }", "missing-field", "\"machine\"" },
    { TOP("\"rig\": @7"), "wrong-type", "\"rig\"" },
    { TOP("@\"rigg\": 1"), "unknown-field", "did you mean \"rig\"" },
    { TOP("@\"states\": {}"), "unknown-field", "\"states\"" },
    { TOP("\"defaultMix\": @-1"), "out-of-range", "\"defaultMix\"" },
    { TOP("\"defaultMix\": @1e999"), "not-finite", "\"defaultMix\"" },
    { TOP("\"transitionsPerMoment\": @0"), "out-of-range", "from 1 to 8" },
    { TOP("\"transitionsPerMoment\": @2.5"), "out-of-range", "whole" },
    { TOP("\"events\": @\"both\""), "out-of-range", "\"dominant\" or \"all\"" },
    { TOP("\"tellLoops\": @1"), "wrong-type", "true or false" },
    { TOP("\"stepped\": @0"), "out-of-range", "greater than 0" },
    { TOP("\"stepped\": @1e9"), "out-of-range", "greater than 0 and at most 1000000" },
    { TOP("\"mixes\": @{}"), "wrong-type", "an array" },
    { TOP("\"mixes\": [ @{ \"from\": \"a\", \"to\": \"b\" } ]"), "missing-field", "\"duration\"" },
    { TOP("\"mixes\": [ @{ \"to\": \"b\", \"duration\": 1 } ]"), "missing-field", "\"from\"" },
    { TOP("\"mixes\": [ { \"from\": \"a\", \"to\": \"b\", \"duration\": @-1 } ]"), "out-of-range", "\"duration\"" },
    { TOP("\"mixes\": [ { \"from\": @4, \"to\": \"b\", \"duration\": 1 } ]"), "wrong-type", "\"from\"" },
    { TOP("\"rig\": \"a\", @\"rig\": \"b\""), "duplicate-name", "\"rig\"" },
    /* parameters */
    { TOP("\"parameters\": @[]"), "wrong-type", "\"parameters\"" },
    { TOP("\"parameters\": { \"x\": @5 }"), "wrong-type", "\"x\"" },
    { TOP("\"parameters\": { \"x\": @{} }"), "missing-field", "\"type\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": @\"flaot\" } }"), "out-of-range", "\"flaot\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"float\", \"default\": @true } }"), "wrong-type", "\"default\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"float\", \"default\": @1e39 } }"), "out-of-range", "\"default\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"int\", \"default\": @3e9 } }"), "out-of-range", "\"default\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"bool\", \"default\": @1 } }"), "wrong-type", "true or false" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"trigger\", \"expires\": @-1 } }"), "out-of-range", "\"expires\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"trigger\", \"latch\": @0 } }"), "wrong-type", "\"latch\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"float\", \"latch\": @true } }"), "unknown-field", "\"latch\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"float\", @\"deflaut\": 1 } }"), "unknown-field",
      "did you mean \"default\"" },
    { TOP("\"parameters\": { \"x\": { \"type\": \"float\" }, @\"x\": { \"type\": \"int\" } }"), "duplicate-name",
      "\"x\"" },
    { TOP("\"parameters\": { \"\": @{ \"type\": \"float\" } }"), "reserved-name", "empty" },
    /* masks */
    { TOP("\"masks\": { \"m\": @5 }"), "wrong-type", "\"m\"" },
    { TOP("\"masks\": { \"m\": @{} }"), "missing-field", "\"bones\"" },
    { TOP("\"masks\": { \"m\": { \"bones\": @\"a\" } }"), "wrong-type", "\"bones\"" },
    { TOP("\"masks\": { \"m\": { \"bones\": [ \"a\", @\"a\" ] } }"), "duplicate-name", "\"a\"" },
    { TOP("\"masks\": { \"m\": { \"bones\": [ @5 ] } }"), "wrong-type", "bone" },
    { TOP("\"masks\": { \"m\": { \"bones\": [ { \"name\": \"a\", \"weight\": @1.5 } ] } }"), "out-of-range",
      "\"weight\"" },
    { TOP("\"masks\": { \"m\": { \"bones\": [ @{ \"weight\": 1 } ] } }"), "missing-field", "\"name\"" },
    { TOP("\"masks\": { \"m\": { \"bones\": [], \"children\": @1 } }"), "wrong-type", "\"children\"" },
    /* layers */
    { ON_LAYER("\"blend\": @\"add\""), "out-of-range", "\"replace\" or \"additive\"" },
    { ON_LAYER("\"weight\": @2"), "out-of-range", "\"weight\"" },
    { ON_LAYER("\"weightParameter\": @\"jump\""), "parameter-type", "\"jump\"" },
    { ON_LAYER("\"weightParameter\": @\"sped\""), "unknown-parameter", "did you mean \"speed\"" },
    { ON_LAYER("\"weightParameter\": @4"), "wrong-type", "\"weightParameter\"" },
    { ON_LAYER("\"mask\": @4"), "wrong-type", "\"mask\"" },
    { ON_LAYER("\"mask\": { \"bones\": [ \"a\", { \"name\": @4 } ] }"), "wrong-type", "\"name\"" },
    { ON_LAYER("\"eventThreshold\": @1.5"), "out-of-range", "\"eventThreshold\"" },
    { ON_LAYER("\"rootMotion\": @1"), "wrong-type", "\"rootMotion\"" },
    { ON_LAYER("\"blend\": \"additive\", \"reference\": @{ \"time\": 1 }"), "missing-field", "\"clip\"" },
    { ON_LAYER("\"blend\": \"additive\", \"reference\": { \"clip\": \"a\", \"time\": @-1 }"), "out-of-range",
      "\"time\"" },
    { ON_LAYER("\"reference\": @{ \"clip\": \"a\" }"), "additive-reference", "\"a\"" },
    { "{ \"version\": 2, \"layers\": [ @{ \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } } ] }",
      "missing-field", "\"name\"" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": @\"\", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } "
      "} ] }",
      "reserved-name", "layer" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"x\", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } "
      "},\n { \"name\": @\"x\", \"machine\": "
      "{ \"states\": { \"A\": { \"clip\": \"a\" } } } } ] }",
      "duplicate-name", "\"x\"" },
    /* machines and states */
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"x\", \"machine\": { \"states\": @{} } } ] }", "missing-field",
      "at least one state" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"x\", \"machine\": @{} } ] }", "missing-field",
      "at least one state" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"x\", \"machine\": { \"states\": @[ 1 ], \"transitions\": [ { "
      "\"from\": \"q\" } ] } } ] }",
      "wrong-type", "\"states\"" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"x\", \"machine\": { \"entry\": @\"B\", \"states\": { \"A\": { "
      "\"clip\": \"a\" } } } } ] }",
      "unknown-state", "\"B\"" },
    { "{ \"version\": 2, \"layers\": [ { \"name\": \"x\", \"machine\": { \"entry\": @3, \"states\": { \"A\": { "
      "\"clip\": \"a\" } } } } ] }",
      "wrong-type", "\"entry\"" },
    { STATE("@{}"), "missing-field", "\"S\"" },
    { STATE("@{ \"empty\": false }"), "missing-field", "\"empty\": true" },
    { STATE("{ \"empty\": @1 }"), "wrong-type", "\"empty\"" },
    { STATE("@{ \"clip\": \"a\", \"machine\": { \"states\": { \"A\": { \"clip\": \"a\" } } } }"), "refused", "\"S\"" },
    { STATE("@{ \"clip\": \"a\", \"empty\": true }"), "refused", "\"empty\"" },
    { STATE("@{ \"clip\": \"a\", \"add\": { \"base\": { \"clip\": \"a\" }, \"delta\": { \"clip\": \"d\" } } }"),
      "refused", "keep one" },
    { STATE("@4"), "wrong-type", "\"S\"" },
    { STATE("{ \"clip\": @4 }"), "wrong-type", "\"clip\"" },
    { STATE("{ \"clip\": @\"\" }"), "missing-field", "\"clip\"" },
    { STATE("{ \"clip\": \"a\", \"loop\": @\"no\" }"), "out-of-range", "\"pingpong\"" },
    { STATE("{ \"clip\": \"a\", \"loop\": @0 }"), "wrong-type", "\"pingpong\"" },
    { STATE("{ \"clip\": \"a\", \"speed\": @\"fast\" }"), "wrong-type", "\"speed\"" },
    { STATE("{ \"clip\": \"a\", \"speed\": @1e7 }"), "out-of-range", "\"speed\"" },
    { STATE("{ \"clip\": \"a\", \"speedParameter\": @\"ok\" }"), "parameter-type", "\"ok\" is a bool" },
    { STATE("{ \"clip\": \"a\", \"stepped\": @-2 }"), "out-of-range", "\"stepped\"" },
    { STATE("{ \"clip\": \"a\", \"tags\": @\"x\" }"), "wrong-type", "\"tags\"" },
    { STATE("{ \"clip\": \"a\", \"tags\": [ \"x\", @\"\" ] }"), "missing-field", "\"S\"" },
    { STATE("{ \"clip\": \"a\", @\"clips\": 4 }"), "unknown-field", "did you mean \"clip\"" },
    { STATE("{ \"clip\": \"a\" }, @\"S\": { \"clip\": \"b\" }"), "duplicate-name", "\"S\"" },
    { LAYER("\"any\": @{ \"clip\": \"a\" }", ""), "reserved-name", "\"any\"" },
    { LAYER("\"*\": @{ \"clip\": \"a\" }", ""), "reserved-name", "\"*\"" },
    { LAYER("\"<exit>\": @{ \"clip\": \"a\" }", ""), "reserved-name", "\"<exit>\"" },
    { LAYER("\"<held>\": @{ \"clip\": \"a\" }", ""), "reserved-name", "\"<held>\"" },
    { LAYER("\"\": @{ \"clip\": \"a\" }", ""), "reserved-name", "empty" },
    { LAYER("\"a/b\": @{ \"clip\": \"a\" }", ""), "reserved-name", "\"a/b\"" },
    { STATE("{ \"machine\": { \"states\": { \"Q\": { \"clip\": @7 } } } }"), "wrong-type", "\"clip\"" },
    { STATE("{ \"machine\": @7 }"), "wrong-type", "\"machine\"" },
    { STATE("{ \"machine\": { \"states\": { \"Q\": { \"clip\": \"a\" } } }, \"speed\": @2 }"), "unknown-field",
      "\"speed\"" },
    /* blends */
    { STATE("{ \"blend\": @\"3d\", \"motions\": 5 }"), "out-of-range", "\"3d\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": @[] }"), "blend-too-few", "\"motions\"" },
    { STATE("@{ \"blend\": \"1d\", \"parameter\": \"speed\" }"), "missing-field", "\"motions\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": @5 }"), "wrong-type", "\"motions\"" },
    { STATE("@{ \"blend\": \"1d\", " MOTIONS2 " }"), "missing-field", "\"parameter\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": @5, " MOTIONS2 " }"), "wrong-type", "\"parameter\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": @\"ok\", " MOTIONS2 " }"), "parameter-type", "\"ok\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"a\", \"at\": 1 }, { \"clip\": "
            "\"b\", \"at\": @1 } ] }"),
      "blend-not-ascending", "ascend" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"a\", \"at\": @\"x\" }, { "
            "\"clip\": \"b\", \"at\": 1 } ] }"),
      "wrong-type", "\"at\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"a\", \"at\": 0 }, @{ "
            "\"clip\": \"c\" }, { \"clip\": \"b\", \"at\": 1 } ] }"),
      "missing-field", "\"at\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ @3, { \"clip\": \"b\", \"at\": 1 } ] }"),
      "wrong-type", "\"motions\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ @{ \"at\": 1 } ] }"), "missing-field",
      "\"clip\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"b\", \"at\": 1, \"speed\": @0 "
            "} ] }"),
      "out-of-range", "\"speed\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"motions\": [ { \"clip\": \"b\", \"at\": 1, \"weight\": "
            "@\"n\" } ] }"),
      "unknown-field", "\"weight\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"sync\": @true, " MOTIONS2 " }"), "wrong-type",
      "\"sync\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"sync\": @\"time\", " MOTIONS2 " }"), "out-of-range",
      "\"time\"" },
    { STATE("{ \"blend\": \"1d\", \"parameter\": \"speed\", \"algorithm\": @\"grid\", " MOTIONS2 " }"), "unknown-field",
      "\"algorithm\"" },
    { STATE("@{ \"blend\": \"2d\", \"motions\": [ { \"clip\": \"a\", \"at\": [0, 0] } ] }"), "missing-field",
      "\"parameters\"" },
    { STATE(
          "{ \"blend\": \"2d\", \"parameters\": @[\"speed\"], \"motions\": [ { \"clip\": \"a\", \"at\": [0, 0] } ] }"),
      "wrong-type", "\"parameters\"" },
    { STATE("{ \"blend\": \"2d\", \"parameters\": [\"speed\", @\"speed\"], \"motions\": [ { \"clip\": \"a\", \"at\": "
            "[0, 0] } ] }"),
      "parameter-type", "\"speed\"" },
    { STATE("{ \"blend\": \"2d\", \"parameters\": [\"speed\", @5], \"motions\": [ { \"clip\": \"a\", \"at\": [0, 0] } "
            "] }"),
      "wrong-type", "\"parameters\"" },
    { STATE("{ \"blend\": \"2d\", \"parameters\": [\"speed\", @\"m\"], \"motions\": [ { \"clip\": \"a\", \"at\": [0, "
            "0] } ] }"),
      "unknown-parameter", "\"m\"" },
    { STATE("{ \"blend\": \"2d\", \"parameters\": [\"speed\", \"n\"], \"motions\": [ { \"clip\": \"a\", \"at\": @3 } ] "
            "}"),
      "wrong-type", "\"at\"" },
    { STATE("{ \"blend\": \"2d\", \"parameters\": [\"speed\", \"n\"], \"motions\": [ { \"clip\": \"a\", \"at\": @[3] } "
            "] }"),
      "wrong-type", "two numbers" },
    { STATE("{ \"blend\": \"2d\", \"parameters\": [\"speed\", \"n\"], \"motions\": [ { \"clip\": \"a\", \"at\": [1, 2] "
            "}, { \"clip\": \"b\", \"at\": @[1, 2] } ] }"),
      "blend-same-point", "same point" },
    { STATE("{ \"blend\": \"2d\", \"algorithm\": \"grid\", \"parameters\": [\"speed\", \"n\"], \"motions\": @[ { "
            "\"clip\": \"a\", \"at\": [1, 2] }, { \"clip\": \"b\", \"at\": [2, 2] } ] }"),
      "blend-grid-incomplete", "grid" },
    { STATE("{ \"blend\": \"2d\", \"algorithm\": \"grid\", \"parameters\": [\"speed\", \"n\"], \"motions\": [ { "
            "\"clip\": \"a\", \"at\": [1, 2] }, { \"clip\": \"b\", \"at\": [2, @\"x\"] } ] }"),
      "wrong-type", "\"at\"" },
    { STATE("{ \"blend\": \"2d\", \"algorithm\": \"polar\", \"parameters\": [\"speed\", \"n\"], \"motions\": @[ { "
            "\"clip\": \"o\", \"at\": [0, 0] }, { \"clip\": \"a\", \"at\": [1, 2] } ] }"),
      "blend-polar-gap", "180" },
    { STATE("{ \"blend\": \"2d\", \"algorithm\": @\"voronoi\", \"parameters\": [\"speed\", \"n\"], \"motions\": [ { "
            "\"clip\": \"a\", \"at\": [1, 2] } ] }"),
      "out-of-range", "\"delaunay\"" },
    { STATE("{ \"blend\": \"direct\", \"motions\": [ @{ \"clip\": \"a\" } ] }"), "missing-field", "\"weight\"" },
    { STATE("{ \"blend\": \"direct\", \"motions\": [ { \"clip\": \"a\", \"weight\": @1 } ] }"), "wrong-type",
      "\"weight\"" },
    { STATE("{ \"blend\": \"direct\", \"motions\": [ { \"clip\": \"a\", \"weight\": \"n\", \"at\": @1 } ] }"),
      "unknown-field", "\"at\"" },
    { STATE("{ \"add\": @{ \"base\": { \"clip\": \"a\" } } }"), "missing-field", "\"delta\"" },
    { STATE("{ \"add\": { \"base\": { \"clip\": \"a\" }, \"delta\": @{} } }"), "missing-field", "\"clip\"" },
    { STATE("{ \"add\": @4 }"), "wrong-type", "\"add\"" },
    { STATE("{ \"add\": { \"base\": { \"clip\": \"a\" }, \"delta\": { \"clip\": \"d\" }, \"weight\": @true } }"),
      "wrong-type", "\"weight\"" },
    { STATE("{ \"add\": { \"base\": { \"clip\": \"a\" }, \"delta\": { \"clip\": \"d\" }, \"weight\": @\"ok\" } }"),
      "parameter-type", "\"ok\"" },
    { STATE("{ \"add\": { \"base\": { \"clip\": \"a\" }, \"delta\": { \"clip\": \"d\", \"speed\": @2 } } }"),
      "unknown-field", "\"speed\"" },
    /* transitions */
    { LAYER("\"B\": { \"clip\": \"b\" }", "@5"), "wrong-type", "\"transitions\"" },
    { LAYER("\"B\": { \"clip\": \"b\" }", "@{ \"to\": \"B\" }"), "missing-field", "\"from\"" },
    { LAYER("\"B\": { \"clip\": \"b\" }", "@{ \"from\": \"B\" }"), "missing-field", "\"to\"" },
    { LAYER("\"B\": { \"clip\": \"b\" }", "{ \"from\": @5, \"to\": \"B\" }"), "wrong-type", "\"from\"" },
    { LAYER("\"B\": { \"clip\": \"b\" }", "{ \"from\": @\"Bee\", \"to\": \"B\" }"), "unknown-state", "\"Bee\"" },
    { LAYER("\"Bee\": { \"clip\": \"b\" }", "{ \"from\": \"A\", \"to\": @\"Bea\" }"), "unknown-state",
      "did you mean \"Bee\"" },
    { LAYER("\"B\": { \"clip\": \"b\" }", "{ \"from\": @\"any\", \"to\": \"B\" }"), "unknown-state", "\"*\"" },
    { LAYER("\"B\": { \"clip\": \"b\" }", "{ \"from\": \"A\", \"to\": @\"<exit>\" }"), "exit-outermost", "\"<exit>\"" },
    { LAYER("\"B\": { \"clip\": \"b\", \"loop\": true }", "@{ \"from\": \"B\", \"to\": \"A\" }"), "transition-never",
      "\"exit\": 1" },
    { LAYER("\"B\": { \"blend\": \"1d\", \"parameter\": \"speed\", " MOTIONS2 " }",
            "@{ \"from\": \"B\", \"to\": \"A\", \"when\": [] }"),
      "transition-never", "loops" },
    { GO("\"fade\": @-1"), "out-of-range", "\"fade\"" },
    { GO("\"fade\": @\"a\""), "wrong-type", "\"fade\"" },
    { GO("\"exit\": @-1"), "out-of-range", "\"exit\"" },
    { GO("\"exit\": @1e400"), "not-finite", "\"exit\"" },
    { GO("\"exitEachLoop\": @1"), "wrong-type", "\"exitEachLoop\"" },
    { GO("\"offset\": @1.5"), "out-of-range", "\"offset\"" },
    { GO("\"offset\": @\"mach\""), "out-of-range", "\"match\"" },
    { GO("\"offset\": @true"), "wrong-type", "\"offset\"" },
    { GO("\"curve\": @\"bezier\""), "out-of-range", "\"smooth\"" },
    { GO("\"interrupt\": @\"all\""), "out-of-range", "\"both\"" },
    { GO("\"hold\": @\"still\""), "out-of-range", "\"inertial\"" },
    { GO("\"resume\": @1"), "wrong-type", "\"resume\"" },
    { GO("\"priority\": @1.5"), "out-of-range", "whole" },
    { GO("\"priority\": @3000000000"), "out-of-range", "\"priority\"" },
    { GO("\"self\": @\"yes\""), "wrong-type", "\"self\"" },
    { GO("\"disabled\": @0"), "wrong-type", "\"disabled\"" },
    { GO("\"events\": @\"all\""), "out-of-range", "\"both\"" },
    { GO("@\"fode\": 1"), "unknown-field", "did you mean \"fade\"" },
    { GO("\"when\": @{}"), "wrong-type", "\"when\"" },
    { GO("\"when\": [ @\"jump\" ]"), "wrong-type", "\"when\"" },
    { GO("\"when\": [ @{} ]"), "missing-field", "\"parameter\"" },
    { GO("\"when\": [ { \"parameter\": @\"jmp\" } ]"), "unknown-parameter", "did you mean \"jump\"" },
    { GO("\"when\": [ { \"parameter\": @4 } ]"), "wrong-type", "\"parameter\"" },
    { GO("\"when\": [ { \"parameter\": \"ok\", \"test\": @\"<\" } ]"), "parameter-type", "\"ok\"" },
    { GO("\"when\": [ { \"parameter\": \"ok\", \"value\": @1 } ]"), "wrong-type", "true or false" },
    { GO("\"when\": [ { \"parameter\": \"jump\", \"test\": @\"!=\" } ]"), "parameter-type", "\"jump\"" },
    { GO("\"when\": [ { \"parameter\": \"jump\", \"value\": @false } ]"), "parameter-type", "\"jump\"" },
    { GO("\"when\": [ @{ \"parameter\": \"n\", \"test\": \">\" } ]"), "missing-field", "\"value\"" },
    { GO("\"when\": [ { \"parameter\": \"n\", \"test\": \">\", \"value\": @true } ]"), "wrong-type", "\"value\"" },
    { GO("\"when\": [ { \"parameter\": \"n\", \"test\": @\"=>\", \"value\": 1 } ]"), "out-of-range", "\">=\"" },
    { GO("\"when\": [ { \"parameter\": \"n\", \"value\": 1, @\"vaule\": 1 } ]"), "unknown-field",
      "did you mean \"value\"" },
    /* version 1 */
    { "@{ \"version\": 1 }", "missing-field", "at least one state" },
    { "{ \"version\": 1, \"states\": { \"any\": @{ \"clip\": \"a\" } } }", "reserved-name", "\"any\"" },
    { "{ \"version\": 1, \"states\": { \"A\": { \"clip\": \"a\" } }, \"transitions\": [ { \"from\": \"any\", \"to\": "
      "@\"B\", \"exit\": 1 } ] }",
      "unknown-state", "\"B\"" },
    { "{ \"version\": 1, \"states\": { \"A\": { \"clip\": \"a\" } }, @\"layers\": [] }", "unknown-field",
      "\"layers\"" },
    { "{ \"version\": 1, \"entry\": @\"B\", \"states\": { \"A\": { \"clip\": \"a\" } } }", "unknown-state", "\"B\"" },
    { "{ \"version\": 1, \"states\": { \"A\": @{ \"blend\": \"clip\" } } }", "missing-field", "\"clip\"" },
};

static void test_each_fault(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); ++i) {
        sinew_log log = { 0 };
        expect_at_marks(rows[i].text, &log);
        if (strcmp(sinew_code_word(log.items[0].code), rows[i].code) != 0 ||
            (rows[i].part && !strstr(log.items[0].sentence, rows[i].part))) {
            show(&log);
            fail_msg("%s and %s were expected", rows[i].code, rows[i].part);
        }
        assert_string_equal(log.items[0].file, "t.animgraph");
        sinew_log_free(&log);
    }
}

static void test_blend_word(void **state) {
    (void)state;
    sinew_log log = { 0 };
    expect_at_marks(STATE("{ \"clip\": \"a\", \"motions\": @4 }"), &log);
    assert_int_equal(log.items[0].code, SINEW_CODE_UNKNOWN_FIELD);
    sinew_log_free(&log);
    /* Version 2 has no "clip" blend, and beside "clip" it is a second motion. */
    expect_at_marks(STATE("@{ \"blend\": @\"clip\", \"clip\": \"a\" }"), &log);
    assert_int_equal(log.items[0].code, SINEW_CODE_REFUSED);
    assert_int_equal(log.items[1].code, SINEW_CODE_OUT_OF_RANGE);
    sinew_log_free(&log);
}

static void test_all_at_once(void **state) {
    (void)state;
    sinew_log log = { 0 };
    expect_at_marks("{ \"version\": 2, @\"paramters\": {}, \"rig\": @5,\n"
                    "  \"parameters\": { \"speed\": { \"type\": \"float\", \"default\": @1e999 }, \"b\": { \"type\": "
                    "@\"boolean\" } },\n"
                    "  \"defaultMix\": @-1,\n"
                    "  \"layers\": [ { \"name\": \"L\", \"machine\": { \"entry\": @\"Mve\", \"states\": {\n"
                    "    \"Move\": { \"blend\": \"1d\", \"parameter\": @\"sped\", \"motions\": [ { \"clip\": \"idle\", "
                    "\"at\": @\"x\" },\n"
                    "              { \"clip\": @5, \"at\": 1 }, { \"clip\": \"run\", \"at\": @1 } ] },\n"
                    "    \"any\": @{ \"clip\": \"x\", \"loop\": @\"yes\" },\n"
                    "    \"H\": @7\n"
                    "  }, \"transitions\": [\n"
                    "    { \"from\": \"H\", \"to\": @\"Nowhere\", \"when\": [ { \"parameter\": \"b\", \"test\": \"<\" "
                    "}, { \"parameter\": @\"spee\" } ], \"fade\": @-1 },\n"
                    "    { \"from\": \"Move\", \"to\": @\"<exit>\", \"exit\": @\"x\" },\n"
                    "    { \"from\": @\"move\", \"to\": \"H\" }\n"
                    "  ] } },\n"
                    "  { \"name\": \"M\", \"machine\": { \"states\": @[] }, \"weight\": @3 } ] }",
                    &log);
    assert_int_equal(log.error_count, 20);
    assert_int_equal(log.warning_count, 1);
    sinew_log_free(&log);
}

/* What uses a parameter whose type could not be read is not judged. */
static void test_no_cascades(void **state) {
    (void)state;
    sinew_log log = { 0 };
    expect_at_marks(
        "{ \"version\": 2, \"parameters\": { \"p\": { \"type\": @\"vector\" }, \"q\": @7, \"r\": { \"type\": \"float\" "
        "} },\n"
        "  \"layers\": [ { \"name\": \"L\", \"weightParameter\": \"p\", \"machine\": { \"states\": {\n"
        "    \"A\": { \"blend\": \"2d\", \"algorithm\": \"grid\", \"parameters\": [\"p\", \"q\"], \"motions\": [ { "
        "\"clip\": \"a\", \"at\": [0, 0] },\n"
        "      { \"clip\": \"b\", \"at\": [0, 1] }, { \"clip\": \"c\", \"at\": [1, 0] }, { \"clip\": \"d\", \"at\": @4 "
        "} ] },\n"
        "    \"B\": { \"blend\": \"direct\", \"motions\": [ { \"clip\": \"a\", \"weight\": \"q\" }, @3 ] },\n"
        "    \"C\": { \"clip\": \"c\", \"speedParameter\": \"p\" } },\n"
        "  \"transitions\": [ { \"from\": \"A\", \"to\": \"B\", \"when\": [ { \"parameter\": \"p\", \"test\": \"<\", "
        "\"value\": true },\n"
        "    { \"parameter\": \"q\" } ] } ] } } ] }",
        &log);
    sinew_log_free(&log);
}

/* What was in the log stays in front of what a later call finds, and no log is needed. */
static void test_log_kept(void **state) {
    (void)state;
    sinew_log log = { 0 };
    sinew_graph *graph;
    assert_int_equal(sinew_io_parse_graph("\n\n[", 3, "one", NULL, &graph, &log), SINEW_ERROR_INPUT);
    assert_int_equal(sinew_io_parse_graph("{}", 2, "two", NULL, &graph, &log), SINEW_ERROR_INPUT);
    assert_true(log.count >= 2);
    assert_string_equal(log.items[0].file, "one");
    for (uint32_t i = 1; i < log.count; ++i) assert_string_equal(log.items[i].file, "two");
    assert_int_equal(sinew_io_parse_graph("{}", 2, "two", NULL, &graph, NULL), SINEW_ERROR_INPUT);
    sinew_log_free(&log);
}

static void test_depth(void **state) {
    (void)state;
    for (int depth = 8; depth <= 9; ++depth) {
        char text[4096] = "{\"version\":2,\"layers\":[{\"name\":\"L\",\"machine\":";
        for (int i = 0; i < depth; ++i)
            strcat(text, i + 1 < depth ? "{\"states\":{\"S\":{\"machine\":" : "{\"states\":{\"S\":{\"clip\":\"a\"}}}");
        for (int i = 1; i < depth; ++i) strcat(text, "}}}");
        strcat(text, "}]}");
        sinew_log log = { 0 };
        sinew_graph *graph;
        sinew_result result = sinew_io_parse_graph(text, strlen(text), "t", NULL, &graph, &log);
        assert_int_equal(result, depth == 8 ? SINEW_OK : SINEW_ERROR_INPUT);
        assert_int_equal(log.count, depth - 8);
        if (log.count) {
            assert_int_equal(log.items[0].code, SINEW_CODE_TOO_DEEP);
            assert_int_equal(log.items[0].column, (uint32_t)(strstr(text, "{\"states\":{\"S\":{\"clip\"") - text) + 1);
        }
        sinew_graph_destroy(graph);
        sinew_log_free(&log);
    }
}

/* Paths of findings, as they stand in both versions. */
static void test_paths(void **state) {
    (void)state;
    static const struct {
        const char *text, *path;
    } cases[] = {
        { LAYER("\"odd name\": { \"blend\": \"1d\", \"parameter\": \"x\", \"motions\": [ { \"clip\": \"a\", \"at\": 0 "
                "} ] }",
                ""),
          "layers[0].machine.states[\"odd name\"].parameter" },
        { GO("\"when\": [ { \"parameter\": \"x\" } ]"), "layers[0].machine.transitions[0].when[0].parameter" },
        { GO("\"fade\": true"), "layers[0].machine.transitions[0].fade" },
        { "{ \"version\": 1, \"states\": { \"A\": { \"clip\": \"a\" } }, \"transitions\": [ { \"from\": \"A\", \"to\": "
          "\"B\" } ] }",
          "transitions[0].to" },
        { "{ \"version\": 1, \"states\": { \"A\": { \"blend\": \"1d\", \"parameter\": \"x\", \"motions\": [ { "
          "\"clip\": \"a\", \"at\": 0 } ] } } }",
          "states.A.parameter" },
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        sinew_log log = { 0 };
        sinew_graph *graph;
        assert_int_equal(sinew_io_parse_graph(cases[i].text, strlen(cases[i].text), NULL, NULL, &graph, &log),
                         SINEW_ERROR_INPUT);
        assert_string_equal(log.items[0].path, cases[i].path);
        assert_null(log.items[0].file);
        sinew_log_free(&log);
    }
}

/* Every list much longer than allowed, and very many faults: answered in bounded time. */
static void test_large(void **state) {
    (void)state;
    size_t count = 70000, size = 0;
    char *text = malloc(count * 60 + 200);
    size += (size_t)sprintf(text, "{\"version\":2,\"layers\":[{\"name\":\"L\",\"machine\":{\"states\":{\"A\":{\"clip\":"
                                  "\"a\"}},\"transitions\":[");
    for (size_t i = 0; i < count; ++i)
        size += (size_t)sprintf(text + size, "%s{\"from\":\"X%zu\",\"to\":\"A\",\"odd\":1}", i ? "," : "", i);
    size += (size_t)sprintf(text + size, "]}}]}");
    sinew_graph *graph;
    sinew_log log = { 0 };
    assert_int_equal(sinew_io_parse_graph(text, size, "t", NULL, &graph, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.warning_count, count);
    assert_int_equal(log.count, 10000);
    assert_int_equal(log.error_count, 1); /* too-large; the rest of that machine is not walked */
    sinew_log_free(&log);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_fault),  cmocka_unit_test(test_blend_word), cmocka_unit_test(test_all_at_once),
        cmocka_unit_test(test_no_cascades), cmocka_unit_test(test_log_kept),   cmocka_unit_test(test_depth),
        cmocka_unit_test(test_paths),       cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
