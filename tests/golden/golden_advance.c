/* The same bits of state and samples on every machine, compiler and level of optimisation: one hash over random graphs
   and inputs. When behaviour is changed on purpose the number changes, and the message says the new one. */
#include "base/base.h"
#include "support/random_graph.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { GRAPHS = 200, ADVANCES = 200 };
static const uint64_t golden = 0x4dd2d5415e5bad29ull;

static uint64_t hash_step(uint64_t hash, const sinew_step *step) {
    for (uint32_t i = 0; i < step->sample_count; ++i) {
        const sinew_sample *sample = &step->samples[i];
        hash = snw_hash_u64(hash, sample->clip);
        hash = snw_hash_double(hash, (double)sample->time);
        hash = snw_hash_double(hash, (double)sample->weight);
        hash = snw_hash_u64(hash, (uint64_t)(int64_t)sample->loops);
    }
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        hash = snw_hash_double(hash, (double)step->signals[i].at);
        hash = snw_hash_u64(hash, (uint64_t)step->signals[i].from << 32 | step->signals[i].to);
    }
    return hash;
}

static void act(sinew_player *player, dice *d) {
    uint32_t what = dice_below(d, 10), value = dice_below(d, 1000);
    if (what < 4) sinew_player_set_float(player, RANDOM_F0 + what, (float)value * 0.0059f - 3);
    else if (what < 7) sinew_player_fire(player, RANDOM_LATCHED + value % 3);
    else if (what == 7) sinew_player_set_float(player, RANDOM_SPEED, (float)value * 0.0031f - 1);
    else if (what == 8) sinew_player_set_int(player, RANDOM_INT, (int32_t)(value % 3) - 1);
    else sinew_player_set_bool(player, RANDOM_BOOL, value % 2);
}

static uint64_t play(uint64_t hash, uint32_t seed) {
    dice d = { .more = { 0x5eed0000u + seed } };
    random_graph g;
    random_graph_make(&g, &d);
    sinew_graph *graph = NULL;
    sinew_binding *binding = NULL;
    assert_int_equal(sinew_graph_create(&g.desc, &graph, NULL), SINEW_OK);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = graph, .rig = &g.rig }, &binding, NULL), SINEW_OK);
    hash = snw_hash_u64(hash, sinew_graph_hash(graph));
    sinew_player *player = sinew_player_create(binding);
    for (int i = 0; i < ADVANCES; ++i) {
        act(player, &d);
        hash = hash_step(hash, sinew_player_advance(player, 0.0007 * dice_below(&d, 100)));
        hash = snw_hash_u64(hash, sinew_player_hash(player));
    }
    sinew_player_destroy(player);
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
    random_graph_free(&g);
    return hash;
}

static void golden_states_and_samples(void **state) {
    (void)state;
    uint64_t hash = SNW_HASH_START;
    for (uint32_t i = 0; i < GRAPHS; ++i) hash = play(hash, i);
    print_message("%d graphs, %d advances each: 0x%016llx\n", GRAPHS, ADVANCES, (unsigned long long)hash);
    assert_true(hash == golden);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(golden_states_and_samples) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
