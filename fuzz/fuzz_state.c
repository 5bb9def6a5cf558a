/* Saved states that nobody need trust: given as they are, then with a head and a checksum that fit, so that the rest is
   read too. What is refused has changed nothing; what is taken is saved as the same bytes and plays on like any player.
   An input is a seed of a graph (2 bytes), then the state.
   Fuzzes: src/advance/state.c src/advance/state_read.c src/advance/state_write.c src/base/bytes.c */
#include "play.h"

#include "advance/state.h"
#include "sinew/state.h"
#include "support/random_play.h"

#include <string.h>

enum { GRAPHS = 128, STEPS = 24, SEED = 2 };

typedef struct game {
    world w;
    sinew_player *player, *other;
    uint8_t *bytes; /* a state that fits the graph */
    size_t size;
} game;

static bool open_game(game *g, uint32_t graph) {
    dice d = { .more = { 0x57a70000u + graph % GRAPHS } };
    memset(g, 0, sizeof *g);
    if (!world_make(&g->w, &d)) return false;
    g->player = sinew_player_create(g->w.binding);
    g->other = sinew_player_create(g->w.binding);
    REQUIRE(g->player && g->other);
    return true;
}

static void close_game(game *g) {
    sinew_player_destroy(g->other);
    sinew_player_destroy(g->player);
    world_free(&g->w);
    free(g->bytes);
}

/* Puts the head and the checksum of a state of this graph around what the input holds. */
static void mend(game *g, const uint8_t *data, size_t size) {
    size_t least = SNW_SEAL_HEAD + SNW_SEAL_FOOT, capacity = size > least ? size : least;
    uint8_t *whole = malloc(sinew_state_bound(g->w.binding));
    g->bytes = calloc(1, capacity);
    REQUIRE(whole && g->bytes && sinew_state_save(g->other, whole, sinew_state_bound(g->w.binding)) >= least);
    g->size = capacity;
    memcpy(g->bytes, data, size);
    memcpy(g->bytes, whole, SNW_SEAL_HEAD);
    for (int i = 0; i < 4; ++i) g->bytes[6 + i] = (uint8_t)(g->size >> (8 * i));
    uint32_t sum = snw_checksum(g->bytes, g->size - SNW_SEAL_FOOT);
    for (int i = 0; i < 4; ++i) g->bytes[g->size - SNW_SEAL_FOOT + (size_t)i] = (uint8_t)(sum >> (8 * i));
    free(whole);
}

/* Returns whether the bytes were taken. */
static bool restore(game *g, const uint8_t *data, size_t size) {
    sinew_log log = { 0 };
    uint64_t before = sinew_player_hash(g->player);
    sinew_result result = sinew_state_restore(g->player, data, size, &log);
    REQUIRE(result == SINEW_OK || (result == SINEW_ERROR_INPUT && log.error_count == 1));
    REQUIRE(result == SINEW_OK || sinew_player_hash(g->player) == before);
    sinew_log_free(&log);
    if (result != SINEW_OK) return false;
    uint8_t *again = malloc(size);
    REQUIRE(again && sinew_state_save(g->player, again, size) == size);
    REQUIRE(!memcmp(again, data, size));
    free(again);
    return true;
}

/* On from what was taken, with inputs of the state's own bytes. */
static void play_on(game *g, const uint8_t *data, size_t size) {
    dice d = { data, size, 0, { 99 } };
    double clock = 0;
    check_step(&g->w, g->player, sinew_player_advance(g->player, 0));
    for (int i = 0; i < STEPS; ++i) {
        random_play_act(g->player, &d);
        const sinew_step *step = random_play_advance(g->player, &d, &clock);
        check_step(&g->w, g->player, step);
    }
    size_t bound = sinew_state_bound(g->w.binding);
    uint8_t *saved = malloc(bound);
    REQUIRE(saved);
    size_t used = sinew_state_save(g->player, saved, bound);
    REQUIRE(used > 0 && sinew_state_restore(g->other, saved, used, NULL) == SINEW_OK);
    REQUIRE(!memcmp(snw_state_part(g->other), snw_state_part(g->player), sinew_binding_state_size(g->w.binding)));
    free(saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < SEED) return 0;
    game g;
    if (open_game(&g, (uint32_t)data[0] << 8 | data[1])) {
        restore(&g, data + SEED, size - SEED);
        mend(&g, data + SEED, size - SEED);
        if (restore(&g, g.bytes, g.size)) play_on(&g, g.bytes, g.size);
    }
    close_game(&g);
    return 0;
}

/* ---- seeds ---- */

size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    if (index >= GRAPHS) return 0;
    game g;
    size_t size = 0;
    if (open_game(&g, index)) {
        dice d = { .more = { index * 31u + 7 } };
        double clock = 0;
        for (uint32_t i = dice_below(&d, 60); i > 0; --i) {
            random_play_act(g.player, &d);
            random_play_advance(g.player, &d, &clock);
        }
        size = sinew_state_save(g.player, data + SEED, capacity - SEED);
    }
    close_game(&g);
    data[0] = (uint8_t)(index >> 8);
    data[1] = (uint8_t)index;
    return SEED + size;
}
