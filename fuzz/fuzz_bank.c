/* Banks that nobody need trust: opened as they are, and with a head that fits, so that the rest is read too. What opens
   is used in every way: models sampled, graphs bound, advanced and posed to palettes; then written again.
   Fuzzes: src/bank/[a-z]*.c src/rig/compile_check.c */
#include "fuzz.h"

#include "bank/bank.h"
#include "base/bytes.h"
#include "support/bank_play.h"
#include "support/bank_small.h"
#include "support/random_graph.h"
#include "support/random_model.h"

#include <string.h>

enum { SEEDS = 64 };

static void use(const uint8_t *bytes, size_t size) {
    sinew_log log = { 0 };
    sinew_bank *bank = NULL;
    sinew_result result = sinew_bank_open(bytes, size, NULL, &bank, &log);
    REQUIRE((result == SINEW_OK) == (bank != NULL));
    REQUIRE(result == SINEW_OK ? !log.error_count : result == SINEW_ERROR_INPUT && log.error_count == 1);
    sinew_log_free(&log);
    if (!bank) return;
    const char *wrong = bank_play(bank);
    if (wrong) fprintf(stderr, "%s\n", wrong);
    REQUIRE(!wrong);
    sinew_bank_close(bank);
}

/* A head of this version and size, with a checksum that fits; where texts begin and how much there is stay. */
static void mend(uint8_t *bytes, size_t size) {
    snw_bank_head head;
    if (size < sizeof head) return;
    memcpy(&head, bytes, sizeof head);
    memcpy(head.magic, snw_bank_magic, sizeof head.magic);
    head.order = SNW_BANK_ORDER;
    head.version = SNW_BANK_VERSION;
    head.texts -= head.size - size; /* as far from the end as they were */
    if (head.texts < sizeof head || head.texts > size) head.texts = size;
    head.size = size;
    head.checksum = snw_checksum(&head, offsetof(snw_bank_head, checksum));
    memcpy(bytes, &head, sizeof head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *own = malloc(size ? size : 1); /* aligned, and not a byte larger */
    REQUIRE(own);
    memcpy(own, data, size);
    use(own, size);
    mend(own, size);
    use(own, size);
    free(own);
    return 0;
}

/* ---- seeds ---- */

/* Small ones: of few joints and clips, in each tier, with a random graph or none. */
static sinew_model *seed_model(uint32_t index) {
    random_source r = { 0xba4cu + index };
    random_model_options options = { .joints = 2 + index % 20, .clips = 1 + index % 3, .fast = index % 8 != 7 };
    sinew_model *model = random_model(&r, &options, NULL);
    REQUIRE(model);
    return model;
}

static size_t write_seed(const sinew_model *model, const sinew_graph *graph, uint8_t *data, size_t capacity) {
    sinew_bank_model_desc models[1] = { { "model", model } };
    sinew_bank_graph_desc graphs[1] = { { "graph", graph } };
    sinew_bank_desc desc = { models, model != NULL, graphs, graph != NULL };
    size_t size = sinew_bank_size(&desc, NULL);
    uint8_t *bytes = malloc(size ? size : 1);
    REQUIRE(size && bytes && sinew_bank_write(&desc, bytes, size, NULL) == SINEW_OK);
    if (size > capacity) size = 0;
    memcpy(data, bytes, size);
    free(bytes);
    return size;
}

static size_t random_seed(uint32_t index, uint8_t *data, size_t capacity) {
    dice d = { .more = { index * 31u + 5 } };
    random_graph random;
    sinew_graph *graph = NULL;
    sinew_model *model = index % 5 == 4 ? NULL : seed_model(index);
    random_graph_make(&random, &d);
    if (index % 5 != 3) REQUIRE(sinew_graph_create(&random.desc, &graph, NULL) == SINEW_OK);
    size_t size = write_seed(model, graph, data, capacity);
    sinew_graph_destroy(graph);
    random_graph_free(&random);
    sinew_model_destroy(model);
    return size;
}

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    if (index >= SEEDS) return 0;
    if (index) return random_seed(index, data, capacity);
    sinew_model *model;
    sinew_graph *graph;
    bank_small(&model, &graph);
    size_t size = write_seed(model, graph, data, capacity);
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
    return size;
}
