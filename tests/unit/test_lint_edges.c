/* The checker at its edges: what it says of ranges that are open on one side, of both axes, of bands with many corners;
   and which additive clips it takes for their own reference. */
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- blends ---- */

#define BLEND(parameters, blend)                                                                                       \
    "{'version': 2, 'parameters': {" parameters "}, 'layers': [{'name': 'Base', 'machine': {'states': {'A': " blend    \
    "}}}]}"
#define LINE(motions) "{'blend': '1d', 'parameter': 'x', 'motions': [" motions "]}"
#define PLANE(more, motions)                                                                                           \
    "{'blend': '2d', 'parameters': ['x', 'y'], 'algorithm': " more ", 'motions': [" motions "]}"
#define CLIP(name, at) "{'clip': '" name "', 'at': " at "}"
#define THREE CLIP("idle", "-2") ", " CLIP("walk", "-1") ", " CLIP("run", "1")
#define CORNERS_OF_A_SQUARE                                                                                            \
    CLIP("idle", "[0, 0]") ", " CLIP("walk", "[2, 0]") ", " CLIP("run", "[0, 2]") ", " CLIP("fall", "[2, 2]")

/* The sentence begins so and names the clip, at this path; told NULL: nothing is found. */
static void check_blend(const char *graph, const char *path, const char *told) {
    stage s;
    assert_int_equal(stage_try(&s, graph, STAGE_USUAL, false, NULL), SINEW_OK);
    sinew_log log = { 0 };
    assert_int_equal(sinew_graph_lint(s.graph, &log), SINEW_OK);
    const sinew_diagnostic *item = stage_finding(&log, SINEW_CODE_BLEND_UNREACHABLE);
    if (!told && item) fail_msg("%s: %s", item->path, item->sentence);
    if (told) {
        assert_non_null(item);
        if (strncmp(item->sentence, told, strlen(told)) != 0) fail_msg("said: %s", item->sentence);
        if (strcmp(item->path, path) != 0) fail_msg("at: %s", item->path);
        assert_int_equal(item->severity, SINEW_SEVERITY_WARNING);
    }
    sinew_log_free(&log);
    stage_close(&s);
}

#define AT(child) "layers[0].machine.states.A.motions[" child "].at"

static void ranges_open_on_one_side_are_said(void **state) {
    (void)state;
    check_blend(BLEND("'x': {'type': 'float', 'min': 0}", LINE(THREE)), AT("0"),
                "\"x\" is declared from 0, where \"idle\" weighs nothing");
    check_blend(BLEND("'x': {'type': 'float', 'max': -1}", LINE(THREE)), AT("2"),
                "\"x\" is declared up to -1, where \"run\" weighs nothing");
    check_blend(BLEND("'x': {'type': 'float', 'min': -2, 'max': -1.5}", LINE(THREE)), AT("2"),
                "\"x\" is declared from -2 to -1.5, where \"run\" weighs nothing");
    check_blend(BLEND("'x': {'type': 'float', 'min': -1.5}", LINE(THREE)), NULL, NULL);
    check_blend(BLEND("'x': {'type': 'float'}", LINE(THREE)), NULL, NULL);
    check_blend(BLEND("'x': {'type': 'float', 'min': 0}",
                      LINE("{'blend': '1d', 'parameter': 'x', 'motions': [" CLIP("idle", "0") "], 'at': -2}, " CLIP(
                          "walk", "-1") ", " CLIP("run", "1"))),
                AT("0"), "\"x\" is declared from 0, where \"the nested motion\" weighs nothing");
}

static void both_axes_are_said(void **state) {
    (void)state;
    check_blend(BLEND("'x': {'type': 'float'}, 'y': {'type': 'float', 'max': 0}", PLANE("'grid'", CORNERS_OF_A_SQUARE)),
                AT("2"), "\"y\" is declared up to 0, where \"run\" weighs nothing");
    check_blend(BLEND("'x': {'type': 'float', 'max': 0}, 'y': {'type': 'float', 'min': 2}",
                      PLANE("'grid'", CORNERS_OF_A_SQUARE)),
                AT("0"), "\"x\" is declared up to 0 and \"y\" is declared from 2, where \"idle\" weighs nothing");
    check_blend(BLEND("'x': {'type': 'float', 'max': 0}, 'y': {'type': 'float'}", PLANE("'grid'", CORNERS_OF_A_SQUARE)),
                AT("1"), "\"x\" is declared up to 0, where \"walk\" weighs nothing");
}

#define BANDS PLANE("'gradient'", CLIP("idle", "[0, 0]") ", " CLIP("walk", "[4, 0]") ", " CLIP("run", "[9, 0]"))
#define X(range) "'x': {'type': 'float'" range "}, "
#define Y(range) "'y': {'type': 'float'" range "}"

static void bands_of_ranges_open_somewhere_are_not_judged(void **state) {
    (void)state;
    check_blend(BLEND(X(", 'min': 0, 'max': 1") Y(", 'min': 0, 'max': 1"), BANDS), AT("2"),
                "\"x\" is declared from 0 to 1 and \"y\" is declared from 0 to 1, where \"run\" weighs nothing");
    check_blend(BLEND(X(", 'max': 1") Y(", 'min': 0, 'max': 1"), BANDS), NULL, NULL);
    check_blend(BLEND(X(", 'min': 0") Y(", 'min': 0, 'max': 1"), BANDS), NULL, NULL);
    check_blend(BLEND(X(", 'min': 0, 'max': 1") Y(", 'max': 1"), BANDS), NULL, NULL);
    check_blend(BLEND(X(", 'min': 0, 'max': 1") Y(", 'min': 0"), BANDS), NULL, NULL);
}

/* An axis on which all stand at one place keeps its units. */
static void normalised_bands_keep_an_axis_without_a_range(void **state) {
    (void)state;
    check_blend(BLEND(X(", 'min': 0, 'max': 1") Y(", 'min': 0, 'max': 1"),
                      PLANE("'gradient', 'normalizeAxes': true",
                            CLIP("idle", "[0, 0]") ", " CLIP("walk", "[4, 0]") ", " CLIP("run", "[9, 0]"))),
                AT("2"), "\"x\" is declared from 0 to 1");
}

/* The middle one of a ring has a band with more corners than are followed: nothing is said of it. */
static void bands_with_many_corners_are_not_judged(void **state) {
    (void)state;
    static char graph[16384];
    static const double unit[8][2] = { { 1, 0 },  { 0.8, 0.6 },   { 0.6, 0.8 },   { 0, 1 },
                                       { -1, 0 }, { -0.8, -0.6 }, { -0.6, -0.8 }, { 0, -1 } };
    size_t used = (size_t)snprintf(
        graph, sizeof graph,
        "{'version': 2, 'parameters': {" X(", 'min': -9, 'max': 9")
            Y(", 'min': -9, 'max': 9") "}, 'layers': [{'name': 'Base', 'machine': {'states': {'A': {'blend': '2d', "
                                       "'parameters': ['x', 'y'], 'algorithm': 'gradient', 'motions': [" CLIP(
                                           "idle", "[0, 0]"));
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 10; ++k) {
            double x = unit[i][0] - 0.02 * k * unit[i][1], y = unit[i][1] + 0.02 * k * unit[i][0];
            used += (size_t)snprintf(graph + used, sizeof graph - used, ", " CLIP("run", "[%.9f, %.9f]"), x, y);
        }
    snprintf(graph + used, sizeof graph - used, "]}}}}]}");
    check_blend(graph, NULL, NULL);
}

/* ---- additive clips ---- */

static const float times[] = { 0, 1 };
static const float still[] = { 0, 1, 0, 0, 1, 0 }, half[] = { 0, 0.5f, 0, 0, 1, 0 }, gone[] = { 0, 0.001f, 0, 0, 0, 0 };
static const float turned[] = { 0, 0, 0, -1, 0, 0, 0, 1 };
/* Tangent, value, tangent: at rest, and swinging between keys that are at rest. */
static const float calm[] = { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 };
static const float leaves[] = { 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 };
static const float comes[] = { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0 };
static const float weights[] = { 0, 1 };
/* Without padding behind them in memory. */
static const float four_times[] = { 0.25f, 0.5f, 0.75f, 1 }, all_gone[12];

#define MOVE(joint, values)                                                                                            \
    { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, joint, 2, 3, times, values }
#define VANISH(joint)                                                                                                  \
    { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, joint, 4, 3, four_times, all_gone }
#define SWING(joint, values)                                                                                           \
    { SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_CUBIC, joint, 2, 3, times, values }
#define TURN(joint, values)                                                                                            \
    { SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, joint, 2, 4, times, values }

typedef struct addition {
    sinew_curve curves[4];
    uint32_t count;
    const char *told; /* a part of the sentence, or NULL */
} addition;

/* root, and below it "arm" and "hand", each 1 up from its parent, and "pin" that lies on it. */
static void check_addition(const addition *a, const char *reference, const addition *other) {
    sinew_transform up = { { 0, 1, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } },
                    none = { { 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    sinew_joint_desc joints[] = {
        { "root", SINEW_NONE, &none }, { "arm", 0, &up }, { "hand", 1, &up }, { "pin", 1, &none }
    };
    sinew_clip_desc clips[] = { { .name = "base", .length = 1 },
                                { .name = "add", .length = 1, .curves = a->curves, .curve_count = a->count },
                                { .name = "ref", .length = 1 } };
    if (other) {
        clips[2].curves = other->curves;
        clips[2].curve_count = other->count;
    }
    sinew_morph_desc morph = { 0, 1, NULL };
    sinew_model_desc desc = { .skeleton = { .joints = joints, .joint_count = 4 },
                              .clips = clips,
                              .clip_count = 3,
                              .morphs = &morph,
                              .morph_count = 1 };
    sinew_model *model = NULL;
    sinew_log log = { 0 };
    if (sinew_model_create(&desc, &model, &log)) fail_msg("%s", log.items[0].sentence);
    char graph[512];
    snprintf(
        graph, sizeof graph,
        "{\"version\": 2, \"layers\": [{\"name\": \"Base\", \"machine\": {\"states\": {\"A\": {\"clip\": "
        "\"base\"}}}}, {\"name\": \"Add\", \"blend\": \"additive\"%s, \"machine\": {\"states\": {\"B\": {\"clip\": "
        "\"add\"}}}}]}",
        reference);
    sinew_graph *g = NULL;
    sinew_binding *binding = NULL;
    assert_int_equal(sinew_io_parse_graph(graph, strlen(graph), "test", NULL, &g, &log), SINEW_OK);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = g, .model = model }, &binding, &log), SINEW_OK);
    assert_int_equal(log.count, 0);
    assert_int_equal(sinew_binding_lint(binding, &log), SINEW_OK);
    const sinew_diagnostic *item = stage_finding(&log, SINEW_CODE_ADDITIVE_REFERENCE);
    if (!a->told && item) fail_msg("%s: %s", item->path, item->sentence);
    if (a->told) {
        assert_non_null(item);
        if (!strstr(item->sentence, a->told)) fail_msg("said: %s", item->sentence);
    }
    sinew_log_free(&log);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(g);
    sinew_model_destroy(model);
}

#define NOTHING_ADDED "so nothing is added"
#define SHRINKS "every bone that it moves would shrink to nothing"

static void what_is_its_reference_throughout_is_told(void **state) {
    (void)state;
    static const addition cases[] = {
        { { MOVE(1, still) }, 1, NOTHING_ADDED },
        { { MOVE(1, still), TURN(1, turned) }, 2, NOTHING_ADDED }, /* a turn and its negative are one */
        { { SWING(1, calm) }, 1, NOTHING_ADDED },
        { { SWING(1, leaves) }, 1, NULL }, /* its keys are the reference, but not what lies between */
        { { SWING(1, comes) }, 1, NULL },
        { { MOVE(1, half) }, 1, NULL },
        { { MOVE(1, still), { SINEW_CHANNEL_WEIGHTS, SINEW_INTERPOLATION_LINEAR, 0, 2, 1, times, weights } }, 2, NULL },
        { { { SINEW_CHANNEL_WEIGHTS, SINEW_INTERPOLATION_LINEAR, 0, 2, 1, times, weights } }, 1, NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) check_addition(&cases[i], "", NULL);
}

static void differences_already_are_told(void **state) {
    (void)state;
    static const addition cases[] = {
        { { MOVE(1, gone), MOVE(2, gone) }, 2, SHRINKS },
        { { VANISH(1), VANISH(2), TURN(3, turned) }, 3, SHRINKS },
        { { MOVE(1, gone), MOVE(2, half) }, 2, NULL },                /* one keeps its length */
        { { MOVE(1, gone) }, 1, NULL },                               /* one alone may be meant */
        { { MOVE(0, gone), MOVE(1, gone), MOVE(3, gone) }, 3, NULL }, /* the root is no bone, nor is the pin */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) check_addition(&cases[i], "", NULL);
}

#define AT_REF ", \"reference\": {\"clip\": \"ref\", \"time\": 0.5}"

static void a_reference_clip_is_looked_up_by_joint_and_channel(void **state) {
    (void)state;
    static const addition moves = { { MOVE(0, half), TURN(1, turned), MOVE(2, half) }, 3, NULL };
    static const addition at_rest = { { MOVE(1, still), MOVE(2, still) }, 2, NULL };
    static const addition same[] = {
        { { MOVE(2, still) }, 1, NOTHING_ADDED }, /* the same as "ref" says */
        { { MOVE(3, half) }, 1, "animates nothing of what the additive clips animate" },
        { { TURN(2, turned) }, 1, "animates nothing of what the additive clips animate" }, /* another channel */
        { { MOVE(2, half) }, 1, NULL },
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; ++i) check_addition(&same[i], AT_REF, &at_rest);
    static const addition other = { { MOVE(2, still) }, 1, NULL }; /* "ref" has it at 0.75 there */
    check_addition(&other, AT_REF, &moves);
    static const addition turn = { { TURN(1, turned) }, 1, NOTHING_ADDED };
    check_addition(&turn, AT_REF, &moves); /* one turn, whatever its sign */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_open_on_one_side_are_said),
        cmocka_unit_test(both_axes_are_said),
        cmocka_unit_test(bands_of_ranges_open_somewhere_are_not_judged),
        cmocka_unit_test(normalised_bands_keep_an_axis_without_a_range),
        cmocka_unit_test(bands_with_many_corners_are_not_judged),
        cmocka_unit_test(what_is_its_reference_throughout_is_told),
        cmocka_unit_test(differences_already_are_told),
        cmocka_unit_test(a_reference_clip_is_looked_up_by_joint_and_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
