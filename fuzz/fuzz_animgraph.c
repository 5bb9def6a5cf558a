/* .animgraph: whatever the text, it becomes a graph or is refused with a finding; a graph that is written, saved or
   upgraded reads back as the same graph.
   Fuzzes: src/io/animgraph*.c src/graph */
#include "fuzz.h"

#include "sinew/io.h"
#include "sinew/player.h"

#include <stdlib.h>
#include <string.h>

static void check_same(const char *text, size_t size, uint64_t hash) {
    sinew_graph *graph = NULL;
    REQUIRE(sinew_io_parse_graph(text, size, "again", NULL, &graph, NULL) == SINEW_OK);
    REQUIRE(sinew_graph_hash(graph) == hash);
    sinew_graph_destroy(graph);
}

static void check_written(const sinew_graph *graph) {
    char *text, *again;
    size_t size, again_size;
    sinew_graph *read = NULL;
    REQUIRE(sinew_io_write_graph(graph, NULL, &text, &size) == SINEW_OK);
    REQUIRE(sinew_io_parse_graph(text, size, "written", NULL, &read, NULL) == SINEW_OK);
    REQUIRE(sinew_graph_hash(read) == sinew_graph_hash(graph));
    REQUIRE(sinew_io_write_graph(read, NULL, &again, &again_size) == SINEW_OK);
    REQUIRE(size == again_size && memcmp(text, again, size) == 0);
    sinew_graph_destroy(read);
    sinew_io_free(NULL, text, size);
    sinew_io_free(NULL, again, again_size);
}

static void check_saved(const char *data, size_t size, uint64_t hash) {
    char *out;
    size_t out_size;
    REQUIRE(sinew_io_rewrite_graph(data, size, "fuzz", false, NULL, &out, &out_size, NULL) == SINEW_OK);
    REQUIRE(out_size == size && memcmp(out, data, size) == 0);
    sinew_io_free(NULL, out, out_size);
    sinew_log log = { 0 };
    sinew_result result = sinew_io_rewrite_graph(data, size, "fuzz", true, NULL, &out, &out_size, &log);
    if (result == SINEW_OK) {
        check_same(out, out_size, hash);
        sinew_io_free(NULL, out, out_size);
    } else REQUIRE(log.error_count == 1); /* only for a field that version 2 has another use for */
    sinew_log_free(&log);
}

/* ---- bound to a rig that has every clip ---- */

static uint32_t find_clip(const void *user, const char *name) {
    (void)user;
    return (unsigned char)name[0] % 16u;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    (void)user;
    return (sinew_clip_info){ 0.25 * (clip % 5), clip % 3 == 0 };
}

static void play(const sinew_binding *binding) {
    static const double seconds[] = { 0, 1.0 / 60, 0.5, 20 };
    sinew_player *player = sinew_player_create(binding);
    REQUIRE(player);
    for (uint32_t i = 0; i < sizeof seconds / sizeof *seconds; ++i) {
        sinew_player_fire(player, i); /* where it is a trigger */
        const sinew_step *step = sinew_player_advance(player, seconds[i]);
        REQUIRE(step->result == SINEW_OK && step->sample_count <= sinew_binding_max_samples(binding));
        REQUIRE(step->signal_count <= sinew_binding_max_signals(binding));
        for (uint32_t k = 0; k < step->sample_count; ++k) {
            const sinew_sample *sample = &step->samples[k];
            REQUIRE(sample->weight >= 0 && sample->weight <= 1.00001f && sample->time >= 0);
        }
    }
    sinew_player_destroy(player);
}

/* What reads also binds, unless it names a mask that the rig would have to have or players would be too large. */
static void check_bound(const sinew_graph *graph) {
    sinew_rig rig = { .find_clip = find_clip, .clip_info = clip_info };
    sinew_bind_desc desc = { .graph = graph, .rig = &rig };
    sinew_binding *binding = NULL;
    sinew_log log = { 0 };
    sinew_result result = sinew_bind(&desc, &binding, &log);
    REQUIRE((result == SINEW_OK) == (log.error_count == 0) && (result == SINEW_OK) == (binding != NULL));
    for (uint32_t i = 0; i < log.count; ++i) {
        sinew_code code = log.items[i].code;
        bool fair = code == SINEW_CODE_UNKNOWN_MASK || code == SINEW_CODE_TOO_LARGE || code == SINEW_CODE_OUT_OF_RANGE;
        REQUIRE(log.items[i].severity == SINEW_SEVERITY_WARNING || fair);
    }
    size_t size = sinew_binding_player_size(binding) + sinew_binding_step_size(binding);
    if (binding && size < 1 << 20) play(binding);
    sinew_binding_destroy(binding);
    sinew_log_free(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sinew_graph *graph = NULL;
    sinew_log log = { 0 };
    sinew_result result = sinew_io_parse_graph((const char *)data, size, "fuzz", NULL, &graph, &log);
    REQUIRE((result == SINEW_OK) == (graph != NULL) && (result == SINEW_OK) == (log.error_count == 0));
    for (uint32_t i = 0; i < log.count; ++i) REQUIRE(log.items[i].line >= 1 && log.items[i].sentence[0]);
    if (graph) {
        check_written(graph);
        check_saved((const char *)data, size, sinew_graph_hash(graph));
        check_bound(graph);
    }
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
    return 0;
}

/* ---- seeds ---- */

#define PARAMETERS                                                                                                     \
    "\"parameters\":{\"x\":{\"type\":\"float\",\"default\":0.5,\"min\":-1,\"max\":1},\"n\":{\"type\":\"int\","         \
    "\"default\":2},"                                                                                                  \
    "\"b\":{\"type\":\"bool\",\"default\":true},\"t\":{\"type\":\"trigger\",\"latch\":false,\"expires\":0.5}}"

static const char *const texts[] = {
    "{\"version\":2,\"rig\":\"r.glb\"," PARAMETERS
    ",\"defaultMix\":0.1,\"mixes\":[{\"from\":\"a\",\"to\":\"b\",\"duration\":0.3}],"
    "\"transitionsPerMoment\":3,\"events\":\"all\",\"tellLoops\":true,\"stepped\":12,\"editor\":{},"
    "\"masks\":{\"m\":{\"bones\":[\"j\",{\"name\":\"k\",\"weight\":0.5}],\"children\":false}},"
    "\"layers\":[{\"name\":\"L\",\"machine\":{\"entry\":\"A\",\"states\":{\"A\":{\"clip\":\"a\",\"speed\":-1,"
    "\"speedParameter\":\"x\","
    "\"loop\":\"pingpong\",\"tags\":[\"w\"],\"position\":[1,2],\"stepped\":8},\"E\":{\"empty\":true}},"
    "\"transitions\":[{\"from\":\"A\",\"to\":\"E\",\"when\":[{\"parameter\":\"t\"},{\"parameter\":\"b\",\"test\":\"!="
    "\",\"value\":true},"
    "{\"parameter\":\"n\",\"test\":\">=\",\"value\":3}],\"fade\":0.1,\"exit\":0.5,\"exitEachLoop\":true,\"offset\":0."
    "25,"
    "\"curve\":\"smooth\",\"interrupt\":\"both\",\"hold\":\"live\",\"resume\":true,\"priority\":2,\"self\":true,"
    "\"disabled\":true,"
    "\"events\":\"both\"},{\"from\":\"*\",\"to\":\"A\",\"offset\":\"match\",\"exit\":1}]},\"rootMotion\":true,"
    "\"eventThreshold\":0.5},"
    "{\"name\":\"M\",\"blend\":\"additive\",\"weightParameter\":\"x\",\"mask\":\"m\",\"reference\":{\"clip\":\"a\","
    "\"time\":0.5},"
    "\"machine\":{\"states\":{\"S\":{\"clip\":\"s\"}}}},{\"name\":\"N\",\"weight\":0.5,\"mask\":{\"bones\":[\"q\"]},"
    "\"machine\":{\"states\":{\"S\":{\"clip\":\"s\"}}}}]}",
    "{\"version\":2," PARAMETERS ",\"layers\":[{\"name\":\"L\",\"machine\":{\"states\":{"
    "\"P\":{\"blend\":\"2d\",\"algorithm\":\"polar\",\"normalizeAxes\":true,\"parameters\":[\"x\",\"n\"],\"sync\":"
    "false,\"motions\":["
    "{\"clip\":\"o\",\"at\":[0,0]},{\"clip\":\"a\",\"at\":[1,0],\"speed\":2},{\"clip\":\"b\",\"at\":[-1,1]},{\"clip\":"
    "\"c\",\"at\":[-1,-1]}]},"
    "\"G\":{\"blend\":\"2d\",\"algorithm\":\"grid\",\"parameters\":[\"n\",\"x\"],\"motions\":[{\"clip\":\"a\",\"at\":["
    "0,0]},{\"clip\":\"b\",\"at\":[1,0]},"
    "{\"clip\":\"c\",\"at\":[0,1]},{\"clip\":\"d\",\"at\":[1,1]}]},"
    "\"D\":{\"blend\":\"direct\",\"motions\":[{\"clip\":\"a\",\"weight\":\"x\"},{\"blend\":\"1d\",\"parameter\":\"n\","
    "\"motions\":["
    "{\"clip\":\"a\",\"at\":-1},{\"clip\":\"b\",\"at\":2.5}],\"weight\":\"n\"}]},"
    "\"Z\":{\"add\":{\"base\":{\"clip\":\"a\"},\"delta\":{\"clip\":\"d\"},\"weight\":\"x\",\"reference\":{\"clip\":"
    "\"r\",\"time\":1}},\"loop\":true}},"
    "\"transitions\":[{\"from\":\"P\",\"to\":\"G\"}]}}]}",
    "{\"version\":2,\"layers\":[{\"name\":\"L\",\"machine\":{\"states\":{\"A\":{\"machine\":{\"states\":{\"B\":{"
    "\"machine\":{\"states\":{\"C\":{\"clip\":\"c\"}},"
    "\"transitions\":[{\"from\":\"C\",\"to\":\"<exit>\",\"exit\":1}]}}},\"transitions\":[{\"from\":\"B\",\"to\":\"<"
    "exit>\"}]}}},"
    "\"transitions\":[{\"from\":\"A\",\"to\":\"A\",\"self\":true}]}}]}",
    "{\n  \"version\": 1, \"mine\": 1,\n  \"entry\": \"a\",\n  \"parameters\": { \"x\": { \"type\": \"number\" }, "
    "\"y\": { \"type\": \"number\" } },\n"
    "  \"states\": {\n    \"a\": { \"blend\": \"clip\", \"clip\": \"c\" },\n    \"b\": { \"blend\": \"2d\", "
    "\"parameters\": [\"x\", \"y\"],\n"
    "      \"motions\": [ { \"clip\": \"c\", \"at\": [0, 0] }, { \"clip\": \"d\", \"blend\": \"clip\", \"at\": [1, 0] "
    "} ] }\n  },\n"
    "  \"transitions\": [ { \"from\": \"any\", \"to\": \"b\", \"exit\": 1 } ]\n}\n",
    "{\"states\":{\"A\":{\"clip\":\"a\"}},\"version\":1,\"transitions\":[],\"editor\":{}}",
    "{\"version\":2," PARAMETERS ",\"masks\":{\"m\":5,\"k\":{\"bones\":[5,{},\"a\",\"a\"]}},\"layers\":[{\"machine\":5,"
    "\"mask\":5,\"reference\":{}},5,"
    "{\"name\":\"L\",\"machine\":{\"entry\":\"Q\",\"states\":{\"any\":{},\"B\":{\"blend\":\"2d\",\"parameters\":[\"b\","
    "\"b\"],\"motions\":[{\"at\":[0]},5]},"
    "\"C\":{\"blend\":\"1d\",\"motions\":[{\"clip\":5,\"at\":1e999},{\"clip\":\"b\",\"at\":1},{\"clip\":\"b\",\"at\":1}"
    "]},\"C\":5},"
    "\"transitions\":[5,{},{\"from\":\"B\",\"to\":\"<exit>\",\"when\":[5,{\"parameter\":\"q\"},{\"parameter\":\"b\","
    "\"test\":\"<\"}]}]}}]}",
};

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    if (index >= sizeof texts / sizeof texts[0]) return 0;
    size_t size = strlen(texts[index]);
    if (size > capacity) return 0;
    memcpy(data, texts[index], size);
    return size;
}
