/* Saved states: what is in them, byte by byte where it matters, and everything that a restore refuses. */
#include "support/stage.h"

#include "base/bytes.h"
#include "bind/layout.h"
#include "sinew/sinew.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BUFFER = 4096 };

/* Everything that a state may hold: each kind of parameter, a sub-machine, fades of every kind, loops of every kind. */
static const char GRAPH[] =
    "{ 'version': 2, 'parameters': { 'x': { 'type': 'float' }, 'n': { 'type': 'int' }, 'ok': { 'type': 'bool' },"
    "    'go': { 'type': 'trigger' }, 'v': { 'type': 'float', 'default': 1 } },"
    "  'layers': [ { 'name': 'Base', 'machine': { 'states': {"
    "      'A': { 'clip': 'idle' }, 'B': { 'clip': 'walk', 'speedParameter': 'v' },"
    "      'S': { 'machine': { 'states': { 'P': { 'clip': 'jump' }, 'Q': { 'clip': 'run', 'loop': 'pingpong' } },"
    "        'transitions': [ { 'from': 'P', 'to': 'Q', 'exit': 0.25, 'fade': 0.5 },"
    "                         { 'from': 'Q', 'to': '<exit>', 'when': [ { 'parameter': 'ok' } ] } ] } },"
    "      'F': { 'blend': '1d', 'parameter': 'x', 'sync': false, 'motions': [ { 'clip': 'idle', 'at': 0 },"
    "             { 'clip': 'run', 'at': 1 } ] }, 'Z': { 'clip': 'pose' } },"
    "    'transitions': [ { 'from': 'A', 'to': 'B', 'when': [ { 'parameter': 'go' } ], 'fade': 1, 'offset': 'match',"
    "                       'curve': 'smooth', 'interrupt': 'both' },"
    "                     { 'from': 'B', 'to': 'F', 'when': [ { 'parameter': 'n', 'test': '==', 'value': 1 } ],"
    "                       'fade': 1, 'hold': 'live', 'interrupt': 'both' },"
    "                     { 'from': 'B', 'to': 'Z', 'when': [ { 'parameter': 'n', 'test': '==', 'value': 2 } ],"
    "                       'fade': 1 } ] } },"
    "    { 'name': 'Top', 'machine': { 'states': { 'W': { 'clip': 'walk' } } } } ] }";

typedef struct saved {
    unsigned char bytes[BUFFER];
    size_t size;
} saved;

static saved save(const sinew_player *player) {
    saved s;
    s.size = sinew_state_save(player, s.bytes, sizeof s.bytes);
    assert_true(s.size > 0 && s.size == sinew_state_size(player));
    assert_true(s.size <= sinew_state_bound(sinew_player_binding(player)));
    return s;
}

static void advance(stage *s, double dt) { assert_int_equal(sinew_player_advance(s->player, dt)->result, SINEW_OK); }

static void set_int(stage *s, const char *name, int32_t value) {
    assert_int_equal(sinew_player_set_int(s->player, stage_parameter(s, name), value), SINEW_OK);
}

/* ---- moments ---- */

static void at_start(stage *s) { (void)s; }

static void in_match(stage *s) {
    advance(s, 0.25);
    sinew_player_fire(s->player, stage_parameter(s, "go"));
    sinew_player_move_float(s->player, stage_parameter(s, "x"), 1, 0.5f);
    advance(s, 0.3);
    sinew_player_fire(s->player, stage_parameter(s, "go"));
    sinew_player_travel(s->player, 1, stage_state(s, 1, "W"));
}

static void in_live(stage *s) {
    in_match(s);
    set_int(s, "n", 1);
    advance(s, 0.1);
}

static void in_hold(stage *s) {
    in_match(s);
    set_int(s, "n", 2);
    advance(s, 0.1);
    sinew_player_update_to(s->player, 5);
    sinew_player_update_to(s->player, 5.1);
}

static void in_sub_machine(stage *s) {
    advance(s, 0.1);
    sinew_player_crossfade(s->player, 0, stage_state(s, 0, "S"), 0.4);
    advance(s, 0.3);
    sinew_player_set_bool(s->player, stage_parameter(s, "ok"), true);
    advance(s, 0.5);
    sinew_player_play(s->player, 1, stage_state(s, 1, "W"), 7.5);
}

static void in_inner_fade(stage *s) {
    advance(s, 0.1);
    sinew_player_crossfade(s->player, 0, stage_state(s, 0, "S"), 0.4);
    advance(s, 0.5);
}

static void backwards(stage *s) {
    sinew_player_set_float(s->player, stage_parameter(s, "v"), -1.5f);
    sinew_player_play(s->player, 0, stage_state(s, 0, "B"), 0);
    advance(s, 3.1);
    sinew_player_pause(s->player);
}

static void released(stage *s) {
    advance(s, 0.1);
    sinew_player_release(s->player);
    advance(s, 0.1);
}

typedef void (*moment)(stage *s);
static const moment moments[] = { at_start,       in_match,      in_live,   in_hold,
                                  in_sub_machine, in_inner_fade, backwards, released };
enum { MOMENTS = sizeof moments / sizeof *moments };

/* ---- restoring ---- */

static void same_step(const sinew_step *a, const sinew_step *b) {
    assert_int_equal(a->sample_count, b->sample_count);
    assert_int_equal(a->signal_count, b->signal_count);
    for (uint32_t i = 0; i < a->sample_count; ++i) {
        assert_int_equal(a->samples[i].clip, b->samples[i].clip);
        assert_memory_equal(&a->samples[i].time, &b->samples[i].time, sizeof(float));
        assert_memory_equal(&a->samples[i].weight, &b->samples[i].weight, sizeof(float));
    }
}

static void test_restore_then_step_is_step(void **state) {
    (void)state;
    for (int m = 0; m < MOMENTS; ++m) {
        stage s, t;
        stage_open(&s, GRAPH, STAGE_USUAL);
        stage_open(&t, GRAPH, STAGE_USUAL);
        in_sub_machine(&t); /* elsewhere */
        moments[m](&s);
        saved at = save(s.player);
        assert_int_equal(sinew_state_restore(t.player, at.bytes, at.size, NULL), SINEW_OK);
        saved again = save(t.player);
        assert_int_equal(again.size, at.size);
        assert_memory_equal(again.bytes, at.bytes, at.size);
        for (int i = 0; i < 50; ++i) {
            same_step(sinew_player_advance(s.player, 0.05), sinew_player_advance(t.player, 0.05));
            assert_true(sinew_player_hash(s.player) == sinew_player_hash(t.player));
            assert_memory_equal(snw_state_part(s.player), snw_state_part(t.player),
                                sinew_binding_state_size(s.binding));
        }
        stage_close(&s);
        stage_close(&t);
    }
}

static void test_numbers_of_the_host_stay_bound(void **state) {
    (void)state;
    stage s;
    stage_open(&s, GRAPH, STAGE_USUAL);
    float number = 0.25f;
    uint32_t x = stage_parameter(&s, "x");
    saved at = save(s.player);
    sinew_player_bind_float(s.player, x, &number, NULL, NULL);
    advance(&s, 0);
    assert_int_equal(sinew_state_restore(s.player, at.bytes, at.size, NULL), SINEW_OK);
    assert_float_equal(sinew_player_get_float(s.player, x), 0, 0);
    number = 0.75f;
    advance(&s, 0);
    assert_float_equal(sinew_player_get_float(s.player, x), 0.75f, 0);
    stage_close(&s);
}

static void test_what_a_step_shows_is_not_state(void **state) {
    (void)state;
    stage s;
    stage_open(&s, GRAPH, STAGE_USUAL);
    advance(&s, 0.1);
    saved before = save(s.player);
    uint64_t hash = sinew_player_hash(s.player);
    const sinew_step *step = sinew_player_advance(s.player, 0);
    assert_true(step->sample_count > 0);
    char *block = malloc(sinew_binding_player_size(s.binding) + 16);
    assert_non_null(block);
    sinew_player *other =
        sinew_player_init(block + (16 - (uintptr_t)block % 16) % 16, sinew_binding_player_size(s.binding), s.binding,
                          (sinew_step *)(uintptr_t)step);
    assert_non_null(other);
    sinew_player_advance(other, 0.7); /* in the same step */
    assert_true(sinew_player_hash(s.player) == hash);
    saved after = save(s.player);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    /* And restoring leaves what the step shows. */
    float shown = step->samples[0].time;
    assert_int_equal(sinew_state_restore(s.player, after.bytes, after.size, NULL), SINEW_OK);
    assert_memory_equal(&step->samples[0].time, &shown, sizeof shown);
    free(block);
    stage_close(&s);
}

/* Worked out from the form by hand, so that the form stays: low bytes first. */
static void test_the_bytes_of_a_small_state(void **state) {
    (void)state;
    stage s;
    stage_open(&s,
               "{ 'version': 2, 'parameters': { 'n': { 'type': 'int' }, 'x': { 'type': 'float', 'default': 1 } },"
               "  'layers': [ { 'name': 'L', 'machine': { 'states': { 'A': { 'clip': 'idle' } } } } ] }",
               STAGE_USUAL);
    set_int(&s, "n", -2);
    advance(&s, 2.5);
    saved at = save(s.player);
    static const unsigned char body[] = {
        0,                      /* flags */
        2, 0x04, 0x40,          /* time: 2.5 is 0x4004 and zeros */
        3,                      /* n: -2 */
        0, 0,    0x80, 0x3f, 0, /* x: 1, no glide */
        0, 0,    0x80, 0x3f,    /* the layer weighs 1 */
        0, 4,                   /* no hold yet; told, no wish */
        0,                      /* its machine: no fade */
        0, 0,                   /* the state 0 plays in place 0 */
        3,                      /* progress is the phase, lengths are loops */
        2, 0xe0, 0x3f,          /* 0.5 */
        4                       /* 2 loops */
    };
    assert_memory_equal(at.bytes, "SNWS\1\0", 6);
    assert_int_equal(at.bytes[6] | at.bytes[7] << 8, at.size);
    for (int i = 0; i < 8; ++i) assert_int_equal(at.bytes[10 + i], sinew_graph_hash(s.graph) >> (8 * i) & 0xff);
    assert_int_equal(at.size, 22 + sizeof body + 4);
    assert_memory_equal(at.bytes + 22, body, sizeof body);
    uint64_t hash = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < sizeof body; ++i) hash = (hash ^ body[i]) * 0x100000001b3ull;
    assert_true(sinew_player_hash(s.player) == hash);
    assert_int_equal(snw_checksum("123456789", 9), 0xcbf43926); /* the check value of CRC-32 */
    stage_close(&s);
}

/* ---- refusals ---- */

static void refuses(stage *s, const void *bytes, size_t size, sinew_code code, const char *part) {
    saved before = save(s->player);
    sinew_log log = { 0 };
    assert_int_equal(sinew_state_restore(s->player, bytes, size, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.count, 1);
    assert_int_equal(log.items[0].code, code);
    if (!strstr(log.items[0].sentence, part)) fail_msg("\"%s\" lacks \"%s\"", log.items[0].sentence, part);
    sinew_log_free(&log);
    saved after = save(s->player);
    assert_memory_equal(before.bytes, after.bytes, before.size);
}

static void test_what_is_refused(void **state) {
    (void)state;
    stage s, t;
    stage_open(&s, GRAPH, STAGE_USUAL);
    in_live(&s);
    saved at = save(s.player), other = at;
    advance(&s, 0.3);
    refuses(&s, at.bytes, 0, SINEW_CODE_SYNTAX, "begins otherwise");
    refuses(&s, at.bytes, 3, SINEW_CODE_SYNTAX, "begins otherwise");
    refuses(&s, "{ \"version\": 2 }", 16, SINEW_CODE_SYNTAX, "begins otherwise");
    refuses(&s, at.bytes, 8, SINEW_CODE_SYNTAX, "hardly its beginning");
    refuses(&s, at.bytes, 60, SINEW_CODE_SYNTAX, "is cut: 60 of its");
    refuses(&s, at.bytes, at.size + 1, SINEW_CODE_SYNTAX, "something follows");
    other.bytes[4] = 2;
    refuses(&s, other.bytes, other.size, SINEW_CODE_VERSION, "version 2 of its form, and this build reads version 1");
    other = at;
    other.bytes[6] = 9;
    other.bytes[7] = 0;
    refuses(&s, other.bytes, other.size, SINEW_CODE_SYNTAX, "its size cannot be");
    other = at;
    other.bytes[40] ^= 1;
    refuses(&s, other.bytes, other.size, SINEW_CODE_SYNTAX, "its checksum does not fit");
    stage_open(&t,
               "{ 'version': 2, 'layers': [ { 'name': 'L', 'machine': { 'states': { 'A': { 'clip': 'idle' } } } } ] }",
               STAGE_USUAL);
    refuses(&t, at.bytes, at.size, SINEW_CODE_REFUSED, "another graph");
    stage_close(&t);
    stage_open(&t, GRAPH, "idle:1.0,walk:0.8:once,run:0.6,jump:0.5:once,pose:0:once");
    refuses(&t, at.bytes, at.size, SINEW_CODE_REFUSED, "another binding");
    stage_close(&t);
    /* Only the lengths are others: positions are shares. */
    stage_open(&t, GRAPH, "idle:2.0,walk:1.8,run:0.7,jump:0.25:once,pose:0:once");
    assert_int_equal(sinew_state_restore(t.player, at.bytes, at.size, NULL), SINEW_OK);
    stage_close(&t);
    stage_close(&s);
}

/* Windows of other clips may lie elsewhere, but not so that one stays open that nothing is in. Once saved going
   backwards from a wrap, where a window that reaches the end has just opened. */
static void test_windows_of_other_clips(void **state) {
    (void)state;
    const char *graph =
        "{ 'version': 2, 'layers': [ { 'name': 'L', 'machine': { 'states': { 'A': { 'clip': 'c' }, 'B': {"
        "'clip': 'c', 'speed': -1 } } } } ] }";
    stage s, t;
    sinew_bind_desc desc = { .track_count = 1 };
    for (int backwards = 0; backwards < 2; ++backwards) {
        stage_open_desc(&s, graph, backwards ? "c:1.0@w=0.6-1" : "c:1.0@w=0.2-0.6", desc);
        sinew_track_play(s.player, 0, 0, &(sinew_track_desc){ .speed = { true, backwards ? -1 : 1 } });
        sinew_player_play(s.player, 0, (uint32_t)backwards, 0);
        sinew_player_advance(s.player, backwards ? 0 : 0.5);
        assert_int_equal(sinew_player_open_windows(s.player, NULL, 0), 2);
        saved at = save(s.player);
        stage_open_desc(&t, graph, backwards ? "c:2.0@v=1.0-2" : "c:2.0@v=0.9-1.1", desc);
        assert_int_equal(sinew_state_restore(t.player, at.bytes, at.size, NULL), SINEW_OK);
        assert_int_equal(sinew_player_open_windows(t.player, NULL, 0), 2);
        stage_close(&t);
        stage_open_desc(&t, graph, "c:2.0@v=1.5-1.6", desc);
        refuses(&t, at.bytes, at.size, SINEW_CODE_OUT_OF_RANGE, "does not stand in");
        stage_close(&t);
        sinew_player_release(s.player); /* the track alone */
        sinew_player_advance(s.player, 0);
        at = save(s.player);
        stage_open_desc(&t, graph, "c:2.0@v=1.5-1.6", desc);
        refuses(&t, at.bytes, at.size, SINEW_CODE_OUT_OF_RANGE, "does not stand in");
        stage_close(&t);
        stage_close(&s);
    }
}

static void test_arguments(void **state) {
    (void)state;
    stage s;
    stage_open(&s, GRAPH, STAGE_USUAL);
    saved at = save(s.player);
    unsigned char little[4];
    assert_int_equal(sinew_state_size(NULL), 0);
    assert_int_equal(sinew_state_bound(NULL), 0);
    assert_int_equal(sinew_state_save(NULL, little, sizeof little), 0);
    assert_int_equal(sinew_state_save(s.player, NULL, BUFFER), 0);
    assert_int_equal(sinew_state_save(s.player, little, sizeof little), 0);
    assert_int_equal(sinew_state_save(s.player, at.bytes, at.size - 1), 0);
    assert_int_equal(sinew_state_restore(NULL, at.bytes, at.size, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_state_restore(s.player, NULL, at.size, NULL), SINEW_ERROR_ARGUMENT);
    assert_true(sinew_player_hash(NULL) == 0);
    stage_close(&s);
}

/* Every fault of a state whose checksum fits; each must be found by some change. */
static const char *const faults[] = { "a bit is neither 0 nor 1",
                                      "it has flags that are not known",
                                      "its time is negative",
                                      "its ticks are out of range",
                                      "a glide's rate is not above 0",
                                      "a parameter's value is not allowed",
                                      "an int does not fit 32 bits",
                                      "a trigger's age is negative",
                                      "a phase is outside its motion",
                                      "a count of loops is out of range",
                                      "a state that plays has flags that are not known",
                                      "a progress is out of range",
                                      "a progress that is the phase is written twice",
                                      "a count of loops is written twice",
                                      "two states play in one place",
                                      "two machines run in one place",
                                      "a state is of another machine",
                                      "a fade's times are out of range",
                                      "a fade runs before the entry was told",
                                      "a hold has no serial",
                                      "a fade's mix is out of range",
                                      "no transition of the machine holds live",
                                      "a fade's transition leads elsewhere",
                                      "a fade keeps in step what cannot be",
                                      "a machine has flags that are not known",
                                      "a machine has half a fade",
                                      "the outermost machine is asked to exit",
                                      "a machine has no current state",
                                      "a request's number is out of range",
                                      "a request is for another layer's state",
                                      "a layer's weight is out of range",
                                      "a layer has flags that are not known",
                                      "a serial is out of range",
                                      "it ends too early",
                                      "a number is longer than it need be",
                                      "a number is larger than what it counts",
                                      "a number is not finite",
                                      "a number has more bytes than there are",
                                      "it goes on after its end" };
enum { FAULTS = sizeof faults / sizeof *faults };

static void mend(saved *s) {
    for (int i = 0; i < 4; ++i) s->bytes[6 + i] = (unsigned char)(s->size >> (8 * i));
    uint32_t sum = snw_checksum(s->bytes, s->size - SNW_SEAL_FOOT);
    for (int i = 0; i < 4; ++i) s->bytes[s->size - SNW_SEAL_FOOT + (size_t)i] = (unsigned char)(sum >> (8 * i));
}

/* What is taken is written as the same bytes and plays on. */
static void try_state(stage *s, saved *changed, uint32_t *seen, uint32_t *taken) {
    mend(changed);
    sinew_log log = { 0 };
    if (sinew_state_restore(s->player, changed->bytes, changed->size, &log) == SINEW_OK) {
        saved again = save(s->player);
        assert_int_equal(again.size, changed->size);
        assert_memory_equal(again.bytes, changed->bytes, again.size);
        for (int i = 0; i < 3; ++i) advance(s, 0.3);
        ++*taken;
        return;
    }
    assert_int_equal(log.items[0].code, SINEW_CODE_OUT_OF_RANGE);
    uint32_t known = 0;
    for (uint32_t i = 0; i < FAULTS; ++i) {
        bool is = strstr(log.items[0].sentence, faults[i]) != NULL;
        seen[i] += is;
        known += is;
    }
    if (!known) fail_msg("not in the list of faults: %s", log.items[0].sentence);
    sinew_log_free(&log);
}

static void test_every_value_of_every_byte(void **state) {
    (void)state;
    uint32_t seen[FAULTS] = { 0 }, taken = 0, tried = 0;
    for (int m = 0; m < MOMENTS; ++m) {
        stage s;
        stage_open(&s, GRAPH, STAGE_USUAL);
        moments[m](&s);
        saved at = save(s.player);
        for (size_t i = SNW_SEAL_HEAD; i < at.size - SNW_SEAL_FOOT; ++i) {
            for (int value = 0; value < 256; ++value, ++tried) {
                saved changed = at;
                changed.bytes[i] = (unsigned char)value;
                try_state(&s, &changed, seen, &taken);
            }
            /* A byte more, a byte less, and a count of 2^63 in its place. */
            saved longer = at, shorter = at, large = at;
            memset(large.bytes + i, 0x80, 9);
            large.bytes[i + 9] = 1;
            memcpy(large.bytes + i + 10, at.bytes + i + 1, at.size - i - 1);
            large.size += 9;
            try_state(&s, &large, seen, &taken);
            memmove(longer.bytes + i + 1, at.bytes + i, at.size - i);
            longer.size++;
            try_state(&s, &longer, seen, &taken);
            memmove(shorter.bytes + i, at.bytes + i + 1, at.size - i - 1);
            shorter.size--;
            try_state(&s, &shorter, seen, &taken);
        }
        stage_close(&s);
    }
    print_message("%u changes with a checksum that fits, %u of them states too\n", tried, taken);
    for (uint32_t i = 0; i < FAULTS; ++i)
        if (!seen[i]) print_message("never found: %s\n", faults[i]);
    for (uint32_t i = 0; i < FAULTS; ++i) assert_true(seen[i] > 0);
    assert_true(taken > 0);
}

/* ---- numbers as bytes ---- */

static void test_numbers_as_bytes(void **state) {
    (void)state;
    static const int64_t whole[] = { 0, 1, -1, 63, -64, 64, 8191, -8193, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN };
    static const double real[] = { 0.0, -0.0, 0.5, 1.0, -3.25, 0.1, 1e300, -4.9e-324 };
    unsigned char bytes[256];
    snw_writer w = { .bytes = bytes, .capacity = sizeof bytes };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; ++i) snw_put_signed(&w, whole[i]);
    for (size_t i = 0; i < sizeof real / sizeof *real; ++i) snw_put_double(&w, real[i]);
    snw_put_index(&w, SINEW_NONE);
    snw_put_index(&w, 300);
    snw_reader r = { bytes, w.size, 0, NULL };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; ++i) assert_true(snw_get_signed(&r) == whole[i]);
    for (size_t i = 0; i < sizeof real / sizeof *real; ++i) assert_true(snw_same_bits(snw_get_double(&r), real[i]));
    assert_int_equal(snw_get_index(&r, 301), SINEW_NONE);
    assert_int_equal(snw_get_index(&r, 301), 300);
    assert_true(!r.fault && r.at == r.size);
    /* After a fault there are zeros, and the first fault stays. */
    assert_int_equal(snw_get_index(&r, 301), SINEW_NONE);
    assert_int_equal(snw_get_u64(&r), 0);
    assert_int_equal(snw_get_below(&r, 5), 0);
    assert_string_equal(r.fault, "it ends too early");
    static const unsigned char long_count[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02 };
    snw_reader too_long = { long_count, sizeof long_count, 0, NULL };
    snw_get_count(&too_long);
    assert_string_equal(too_long.fault, "a number is longer than it need be");
    /* A writer that is full counts on and writes nothing more. */
    snw_writer full = { .bytes = bytes, .capacity = 2 };
    bytes[2] = 77;
    snw_put_u64(&full, UINT64_MAX);
    assert_int_equal(full.size, 8);
    assert_int_equal(bytes[2], 77);
}

/* The same of a track that plays, mixes and has a queue: what is taken plays on as something that a track can be. */
static void test_every_value_of_a_track(void **state) {
    (void)state;
    stage s;
    uint32_t taken = 0, refused = 0;
    stage_open_desc(&s, GRAPH, STAGE_USUAL, (sinew_bind_desc){ .track_count = 1, .track_queue = 2 });
    sinew_track_desc delta = { .blend = SINEW_BLEND_ADDITIVE, .mix = { true, 0.5 } };
    sinew_track_play(s.player, 0, 0, NULL);
    advance(&s, 0.1);
    sinew_track_play(s.player, 0, 1, &delta);
    sinew_track_queue(s.player, 0, 2, 0, &delta);
    advance(&s, 0.1);
    saved at = save(s.player);
    for (size_t i = SNW_SEAL_HEAD; i < at.size - SNW_SEAL_FOOT; ++i)
        for (int value = 0; value < 256; ++value) {
            saved changed = at;
            changed.bytes[i] = (unsigned char)value;
            mend(&changed);
            if (sinew_state_restore(s.player, changed.bytes, changed.size, NULL) != SINEW_OK) {
                ++refused;
                continue;
            }
            ++taken;
            for (int k = 0; k < 3; ++k) {
                const sinew_step *step = sinew_player_advance(s.player, 0.3);
                for (uint32_t row = 0; row < step->layer_count; ++row) {
                    assert_true(step->layers[row].blend <= SINEW_BLEND_ADDITIVE);
                    assert_true(step->layers[row].weight >= 0 && step->layers[row].weight <= 1);
                }
            }
        }
    print_message("%u states taken, %u refused\n", taken, refused);
    assert_true(taken > 100 && refused > 100);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_restore_then_step_is_step),
        cmocka_unit_test(test_numbers_of_the_host_stay_bound),
        cmocka_unit_test(test_what_a_step_shows_is_not_state),
        cmocka_unit_test(test_the_bytes_of_a_small_state),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_windows_of_other_clips),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_every_value_of_every_byte),
        cmocka_unit_test(test_every_value_of_a_track),
        cmocka_unit_test(test_numbers_as_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
