/* Banks that were cut, changed, or are none: refused in words of their own, or harmless in every use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bank/bank.h"
#include "fault/fault.h"
#include "support/bank_kit.h"
#include "support/bank_play.h"
#include "support/bank_small.h"
#include "support/setting.h"

#include <stdlib.h>
#include <string.h>

typedef struct bad {
    unsigned char *good, *bytes; /* as it was written; to be changed */
    size_t size;
    uint32_t opened, refused;
} bad;

static int set_up(void **state) {
    static bad b;
    sinew_model *model;
    sinew_graph *graph;
    bank_small(&model, &graph);
    sinew_bank_model_desc models[1] = { { "model", model } };
    sinew_bank_graph_desc graphs[1] = { { "graph", graph } };
    sinew_bank_desc desc = { models, 1, graphs, 1 };
    b.size = sinew_bank_size(&desc, NULL);
    size_t room = (b.size + 15) / 16 * 16;
    b.good = aligned_alloc(SINEW_BANK_ALIGN, room);
    b.bytes = aligned_alloc(SINEW_BANK_ALIGN, room);
    if (!b.good || !b.bytes || sinew_bank_write(&desc, b.good, b.size, NULL) != SINEW_OK) return 1;
    memcpy(b.bytes, b.good, b.size);
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
    *state = &b;
    return 0;
}

static int tear_down(void **state) {
    bad *b = *state;
    free(b->good);
    free(b->bytes);
    return 0;
}

/* In memory of just that size, so that a sanitizer sees a read past it. */
static void try(bad *b, const unsigned char *bytes, size_t size) {
    fault f;
    sinew_log log = { 0 };
    sinew_bank *bank = NULL;
    unsigned char *own = malloc(size ? size : 1);
    assert_non_null(own);
    memcpy(own, bytes, size);
    fault_init(&f, 0);
    sinew_result result = sinew_bank_open(own, size, &f.allocator, &bank, &log);
    assert_true(f.calls <= 1);
    assert_int_equal((result == SINEW_OK), (bank != NULL));
    if (result == SINEW_OK) {
        const char *wrong = bank_play(bank);
        if (wrong) fail_msg("%s", wrong);
        ++b->opened;
    } else {
        assert_int_equal(result, SINEW_ERROR_INPUT);
        assert_int_equal(log.error_count, 1);
        ++b->refused;
    }
    sinew_bank_close(bank);
    assert_int_equal(f.live_blocks + f.wrong_sizes, 0);
    sinew_log_free(&log);
    free(own);
}

static void refuses(const unsigned char *bytes, size_t size, const char *words) {
    sinew_log log = { 0 };
    sinew_bank *bank = NULL;
    assert_int_equal(sinew_bank_open(bytes, size, NULL, &bank, &log), SINEW_ERROR_INPUT);
    assert_null(bank);
    assert_int_equal(log.error_count, 1);
    if (!strstr(log.items[0].sentence, words)) fail_msg("it says: %s", log.items[0].sentence);
    sinew_log_free(&log);
}

static void put_word(bad *b, size_t at, uint32_t word) { memcpy(b->bytes + at, &word, sizeof word); }

static void each_refusal_has_its_sentence(void **state) {
    bad *b = *state;
    sinew_bank *bank = NULL;
    static const _Alignas(SINEW_BANK_ALIGN) unsigned char other[] = "glTF, and no bank";
    refuses(other, 16, "this is no bank");
    refuses(b->bytes, 0, "this is no bank");
    refuses(b->bytes, 7, "this is no bank");
    refuses(b->bytes, 63, "hardly its beginning");
    refuses(b->bytes, b->size - 1, "is cut: ");
    put_word(b, 8, 0x04030201);
    refuses(b->bytes, b->size, "the bank is big-endian");
    put_word(b, 8, 0x01020305);
    refuses(b->bytes, b->size, "byte order was changed");
    put_word(b, 8, 0x01020304);
    put_word(b, 12, 0);
    refuses(b->bytes, b->size, "version 0, which is older");
    put_word(b, 12, 2);
    refuses(b->bytes, b->size, "version 2, which is newer");
    put_word(b, 12, 1);
    put_word(b, 32, 2);
    refuses(b->bytes, b->size, "its checksum does not fit");
    bank_reseal(b->bytes);
    refuses(b->bytes, b->size, "was changed, near byte");
    put_word(b, 32, 1);
    put_word(b, 16, (uint32_t)b->size - 16);
    bank_reseal(b->bytes);
    refuses(b->bytes, b->size, "something follows");
    memcpy(b->bytes, b->good, b->size);
    assert_int_equal(sinew_bank_open(NULL, 64, NULL, &bank, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_bank_open(b->bytes, b->size, NULL, NULL, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_bank_open(b->bytes, b->size, NULL, &bank, NULL), SINEW_OK);
    sinew_bank_close(bank);
    sinew_bank_close(NULL);
}

/* With the checksum as it was, and with one that fits. */
static void each_value_of_the_head(void **state) {
    bad *b = *state;
    for (size_t at = 0; at < SNW_BANK_HEAD; ++at)
        for (int value = 0; value < 256; ++value) {
            if (b->good[at] == value) continue;
            b->bytes[at] = (unsigned char)value;
            uint32_t before = b->opened;
            try(b, b->bytes, b->size);
            assert_int_equal(b->opened, before);
            bank_reseal(b->bytes);
            try(b, b->bytes, b->size);
            memcpy(b->bytes, b->good, SNW_BANK_HEAD);
        }
}

static void each_length(void **state) {
    bad *b = *state;
    for (size_t size = 0; size < b->size; ++size) {
        uint64_t said = size;
        uint32_t before = b->opened;
        try(b, b->good, size);
        if (size < SNW_BANK_HEAD) continue;
        memcpy(b->bytes + 16, &said, sizeof said);
        bank_reseal(b->bytes);
        try(b, b->bytes, size);
        assert_int_equal(b->opened, before);
    }
    memcpy(b->bytes, b->good, b->size);
}

static void each_byte(void **state) {
    bad *b = *state;
    static const unsigned char with[] = { 1, 0x80, 0xFF, 0x7F, 2, 4, 0x10, 0x40 };
    size_t values = setting_quick() ? 2 : sizeof with;
    b->opened = b->refused = 0;
    for (size_t at = SNW_BANK_HEAD; at < b->size; ++at)
        for (size_t i = 0; i < values; ++i) {
            b->bytes[at] = (unsigned char)(b->good[at] ^ with[i]);
            try(b, b->bytes, b->size);
            b->bytes[at] = b->good[at];
        }
    print_message("%zu bytes: %u changes opened and were harmless, %u were refused\n", b->size, b->opened, b->refused);
    assert_true(b->refused > 0 && b->opened > 0);
}

static void each_word(void **state) {
    bad *b = *state;
    static const uint32_t with[] = { 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0xFF7FFFFF, 0,
                                     0xFFFFFFFF, 0x80000000, 0x3F800000, 1,          2,          0x7149F2CA };
    size_t values = setting_quick() ? 4 : sizeof with / sizeof with[0];
    for (size_t at = SNW_BANK_HEAD; at + 4 <= b->size; at += 4)
        for (size_t i = 0; i < values; ++i) {
            put_word(b, at, with[i]);
            try(b, b->bytes, b->size);
            memcpy(b->bytes + at, b->good + at, 4);
        }
}

/* The block of the good bank's first clip, where it lies among its bytes. */
static const snw_compiled *first_block(bad *b) {
    sinew_bank *bank = NULL;
    assert_int_equal(sinew_bank_open(b->good, b->size, NULL, &bank, NULL), SINEW_OK);
    const snw_compiled *block = sinew_bank_model(bank, 0)->clips[0].compiled;
    assert_non_null(block);
    sinew_bank_close(bank);
    return block;
}

/* An offset that is there, moved by a float: inside the block, but not where it may be read wide. */
static bool is_refused_beside(bad *b, const uint32_t *offset) {
    size_t at = (size_t)((const unsigned char *)offset - b->good);
    assert_true(*offset && *offset % 16 == 0);
    for (uint32_t by = 4; by < 16; by += 4) {
        put_word(b, at, *offset - by);
        refuses(b->bytes, b->size, "reaches past its end");
    }
    put_word(b, at, *offset);
    return true;
}

static void ranges_and_still_rows_are_aligned(void **state) {
    bad *b = *state;
    const snw_compiled *block = first_block(b);
    uint32_t ranges = 0, rows = 0;
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        if (block->kinds[kind].quads) ranges += is_refused_beside(b, &block->kinds[kind].ranges);
        const snw_compiled_lanes *of = snw_compiled_group(block, 0) + kind;
        if (of->still) rows += is_refused_beside(b, &of->rows);
    }
    assert_true(ranges > 0 && rows > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_refusal_has_its_sentence),
        cmocka_unit_test(ranges_and_still_rows_are_aligned),
        cmocka_unit_test(each_value_of_the_head),
        cmocka_unit_test(each_length),
        cmocka_unit_test(each_byte),
        cmocka_unit_test(each_word),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
