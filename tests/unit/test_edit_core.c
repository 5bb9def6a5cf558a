/* The editor's core by its parts: texts and splices, queues, requests, files of the project, binary messages. */
#include "server.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- texts ---- */

static void hash_is_fnv(void **state) {
    (void)state;
    assert_int_equal(text_hash("", 0), 0x811C9DC5u);
    assert_int_equal(text_hash("a", 1), 0xE40C292Cu);
    assert_int_equal(text_hash("foobar", 6), 0xBF9CF968u);
}

static void plain_is_utf8_without_zero(void **state) {
    (void)state;
    static const char *const good[] = {
        "", "a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xEF\xBB\xBF{}", "\xF4\x8F\xBF\xBF"
    };
    static const char *const bad[] = { "\xE9",
                                       "\xC3",
                                       "\xC0\x80",
                                       "\xE0\x80\x80",
                                       "\xED\xA0\x80",
                                       "\xF0\x80\x80\x80",
                                       "\xF4\x90\x80\x80",
                                       "\xF8\x88\x80\x80\x80",
                                       "a\x80",
                                       "\xE2\x82" };
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i) assert_true(text_is_plain(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) assert_false(text_is_plain(bad[i], strlen(bad[i])));
    assert_false(text_is_plain("a\0b", 3));
    assert_true(text_has_controls("a\n") && text_has_controls("a\xE2\x80\xAE") && text_has_controls("\xE2\x81\xA6x"));
    assert_false(text_has_controls("hero \xC3\xA9 \xF0\x9F\x98\x80"));
}

static void expect_splice(const char *text, const splice *splices, size_t count, const char *wanted) {
    size_t size = 0;
    const char *why = NULL;
    char *got = text_splice(text, strlen(text), splices, count, &size, &why);
    if (!wanted) {
        assert_null(got);
        assert_non_null(why);
        return;
    }
    assert_non_null(got);
    assert_string_equal(got, wanted);
    assert_int_equal(size, strlen(wanted));
    free(got);
}

static void splices_follow_each_other(void **state) {
    (void)state;
    expect_splice("", NULL, 0, "");
    expect_splice("abc", (splice[]){ { 1, 1, "XY", 2 } }, 1, "aXYc");
    expect_splice("abc", (splice[]){ { 3, 0, "d", 1 }, { 0, 1, "", 0 }, { 2, 1, "!", 1 } }, 3, "bc!");
    expect_splice("abc", (splice[]){ { 0, 3, "", 0 }, { 0, 0, "x", 1 } }, 2, "x");
    expect_splice("a\xC3\xA9z", (splice[]){ { 1, 2, "e", 1 } }, 1, "aez");
    expect_splice("a\xC3\xA9z", (splice[]){ { 2, 0, "", 0 } }, 1, NULL);
    expect_splice("a\xC3\xA9z", (splice[]){ { 1, 1, "", 0 } }, 1, NULL);
    expect_splice("abc", (splice[]){ { 4, 0, "", 0 } }, 1, NULL);
    expect_splice("abc", (splice[]){ { 2, 2, "", 0 } }, 1, NULL);
    expect_splice("abc", (splice[]){ { SIZE_MAX, SIZE_MAX, "", 0 } }, 1, NULL);
}

/* Against the plainest way to do it. */
static void random_splices(void **state) {
    (void)state;
    uint32_t random = 12345;
    for (int round = 0; round < 200; ++round) {
        char plain[4096] = "the text that is changed";
        splice list[20];
        char inserts[20][8];
        for (int i = 0; i < 20; ++i) {
            size_t size = strlen(plain);
            random = random * 1664525u + 1013904223u;
            size_t at = (random >> 8) % (size + 1), cut = (random >> 16) % (size - at + 1);
            if (cut > 9) cut = 9;
            snprintf(inserts[i], sizeof inserts[i], "%u", (unsigned)(random >> 20) % 100000);
            size_t added = strlen(inserts[i]);
            list[i] = (splice){ at, cut, inserts[i], added };
            memmove(plain + at + added, plain + at + cut, size - at - cut + 1);
            memcpy(plain + at, inserts[i], added);
        }
        expect_splice("the text that is changed", list, 20, plain);
    }
}

/* ---- queues ---- */

static message *numbered(unsigned char number) {
    message *m = message_new(true, 1);
    assert_non_null(m);
    m->bytes[0] = number;
    return m;
}

static void put(queue *q, int live, unsigned char number) {
    message *m = numbered(number);
    if (live < 0) queue_put(q, m);
    else queue_live(q, (live_kind)live, m);
    message_drop(m);
}

static int taken(queue *q) {
    message *m = queue_take(q);
    int number = m ? m->bytes[0] : -1;
    message_drop(m);
    return number;
}

static void live_frames_are_the_latest_and_come_last(void **state) {
    (void)state;
    queue q = { 0 };
    assert_true(queue_is_empty(&q));
    put(&q, LIVE_STATE, 1);
    put(&q, -1, 10);
    put(&q, LIVE_STATE, 2);
    put(&q, LIVE_POSE, 3);
    put(&q, -1, 11);
    assert_int_equal(taken(&q), 10);
    assert_int_equal(taken(&q), 11);
    int first = taken(&q), second = taken(&q);
    assert_true((first == 2 && second == 3) || (first == 3 && second == 2));
    assert_int_equal(taken(&q), -1);
    put(&q, LIVE_WHY, 4);
    queue_forget_live(&q);
    assert_true(queue_is_empty(&q));
    for (int i = 0; i < 1000; ++i) put(&q, -1, (unsigned char)i);
    for (int i = 0; i < 1000; ++i) assert_int_equal(taken(&q), i & 255);
    assert_false(q.over);
    message large = { .references = 100, .size = QUEUE_MOST / 2 + 1 };
    queue_put(&q, &large);
    queue_put(&q, &large);
    assert_true(q.over);
    queue_free(&q);
}

/* ---- requests ---- */

static request_fault fault_of(const char *text) {
    request r;
    char why[256];
    request_fault fault = request_read(&r, text, strlen(text), why, sizeof why);
    if (fault != REQUEST_BAD) request_free(&r);
    assert_true(fault == REQUEST_GOOD || why[0]);
    return fault;
}

static void requests_hold_what_the_protocol_says(void **state) {
    (void)state;
    assert_int_equal(fault_of("{\"type\":\"open\",\"id\":1,\"file\":3}"), REQUEST_GOOD);
    assert_int_equal(fault_of("{\"type\":\"save\",\"id\":1,\"doc\":1,\"revision\":2}"), REQUEST_GOOD);
    assert_int_equal(fault_of("{\"type\":\"save\",\"id\":1,\"doc\":1,\"revision\":2,\"over\":5}"), REQUEST_GOOD);
    assert_int_equal(fault_of("{\"type\":\"edit\",\"id\":1,\"doc\":1,\"revision\":0,\"hash\":0,\"splices\":[{\"at\":0,"
                              "\"remove\":0,\"insert\":\"\"}]}"),
                     REQUEST_GOOD);
    static const char *const wrong[] = {
        "{\"type\":\"nothing\",\"id\":1}",
        "{\"type\":\"open\",\"id\":1}",
        "{\"type\":\"open\",\"id\":1,\"file\":1.5}",
        "{\"type\":\"open\",\"id\":1,\"file\":\"1\"}",
        "{\"type\":\"open\",\"id\":1,\"file\":null}",
        "{\"type\":\"open\",\"id\":1,\"file\":1e300}",
        "{\"type\":\"open\",\"id\":1,\"file\":1,\"more\":1}",
        "{\"type\":\"show\",\"id\":1,\"mode\":\"pl\"}",
        "{\"type\":\"show\",\"id\":1,\"mode\":\"play | clip\"}",
        "{\"type\":\"edit\",\"id\":1,\"doc\":1,\"revision\":0,\"hash\":0,\"splices\":[{\"at\":0,\"remove\":0}]}",
        "{\"type\":\"edit\",\"id\":1,\"doc\":1,\"revision\":0,\"hash\":0,\"splices\":[5]}",
        "{\"type\":\"edit\",\"id\":1,\"doc\":1,\"revision\":0,\"hash\":0,\"splices\":{}}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) assert_int_equal(fault_of(wrong[i]), REQUEST_WRONG);
    static const char *const bad[] = { "",
                                       "{",
                                       "[]",
                                       "null",
                                       "{}",
                                       "{\"type\":\"open\"}",
                                       "{\"id\":1}",
                                       "{\"type\":1,\"id\":1}",
                                       "{\"type\":\"open\",\"id\":\"1\"}",
                                       "{\"type\":\"open\",\"type\":\"list\",\"id\":1}",
                                       "{\"type\":\"list\",\"id\":1}x",
                                       "{\"type\":\"\xE9\",\"id\":1}" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) assert_int_equal(fault_of(bad[i]), REQUEST_BAD);
}

/* ---- who is let in ---- */

/* What a client is answered that says hello in this way at this time. */
static bool is_welcome(editor *e, double now, const char *member, const char *secret) {
    char hello[160];
    client *c = client_join(e);
    assert_non_null(c);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"id\":1,\"protocol\":%d,\"%s\":\"%s\"}", SNW_LINK_VERSION,
             member, secret);
    e->now = now;
    client_hear(e, c, false, hello, strlen(hello));
    bool welcome = c->welcomed;
    assert_true(welcome || c->closing);
    client_leave(e, c);
    return welcome;
}

static void a_ticket_serves_once_and_not_for_long(void **state) {
    (void)state;
    static const char token[] = "0123456789abcdef0123456789abcdef", ticket[] = "fedcba9876543210fedcba9876543210";
    editor e = { .project = { .folder = -1 }, .recovery = { -1 }, .opened = SINEW_NONE, .rig = SINEW_NONE };
    editor_init(&e);
    memcpy(e.token, token, sizeof token);
    assert_false(is_welcome(&e, 1, "ticket", ""));
    memcpy(e.ticket, ticket, sizeof ticket);
    e.ticket_until = 100;
    assert_false(is_welcome(&e, 100, "ticket", ticket));
    assert_false(is_welcome(&e, 99, "ticket", token));
    assert_false(is_welcome(&e, 99, "token", ticket));
    assert_true(is_welcome(&e, 99, "ticket", ticket));
    assert_false(is_welcome(&e, 99, "ticket", ticket));
    assert_true(is_welcome(&e, 1000, "token", token));
    editor_free(&e);
}

/* ---- files ---- */

static char folder[256];

static void put_file(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_true(fputs(name, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static void make_folder(const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/edit-core-XXXXXX", SINEW_BUILD_DIR);
    if (!mkdtemp(folder)) return -1;
    make_folder("in");
    make_folder(".hidden");
    put_file("a.animgraph");
    put_file("in/b.glb");
    put_file(".hidden/c.glb");
    put_file("notes.txt");
    char link[600];
    snprintf(link, sizeof link, "%s/link.animgraph", folder);
    return symlink("a.animgraph", link);
}

static int tear_down(void **state) {
    (void)state;
    static const char *const names[] = { "in/b.glb", ".hidden/c.glb", "notes.txt", "a.animgraph", "link.animgraph",
                                         "in",       ".hidden",       "" };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (remove(path)) return -1;
    }
    return 0;
}

static void expect_beside(const project *p, uint32_t file, const char *name, const char *wanted) {
    char *got = project_beside(p, file, name);
    if (wanted) assert_non_null(got);
    if (wanted) assert_string_equal(got, wanted);
    else assert_null(got);
    free(got);
}

static void nothing_outside_the_project(void **state) {
    (void)state;
    project p;
    assert_true(project_open(&p, folder));
    assert_true(project_scan(&p));
    assert_false(project_scan(&p));
    uint32_t there = 0;
    for (uint32_t i = 0; i < p.count; ++i) there += p.files[i].there;
    assert_int_equal(there, 2);
    static const char *const out[] = {
        "",           ".",     "..",   "../x.glb", "/x.glb",    "in/../../x.glb",         "in//x.glb",
        "in/./x.glb", "x.txt", ".glb", "in/.glb",  "x\xFF.glb", "a.animgraph/../../x.glb"
    };
    for (size_t i = 0; i < sizeof out / sizeof *out; ++i) assert_int_equal(project_find(&p, out[i]), SINEW_NONE);
    uint32_t model = project_find(&p, "in/b.glb"), graph = project_find(&p, "a.animgraph");
    size_t size = 0;
    char *text = disk_read_file(&p, model, 100, &size);
    assert_string_equal(text, "in/b.glb");
    free(text);
    assert_null(disk_read_file(&p, model, 3, &size));
    assert_null(disk_read_file(&p, project_find(&p, "link.animgraph"), 100, &size));
    assert_null(disk_read_file(&p, project_find(&p, "none.glb"), 100, &size));
    expect_beside(&p, graph, "in/b.glb", "in/b.glb");
    expect_beside(&p, graph, "./in/../a.glb", "a.glb");
    expect_beside(&p, model, "../a.glb", "a.glb");
    expect_beside(&p, model, "../../a.glb", NULL);
    expect_beside(&p, graph, "../a.glb", NULL);
    expect_beside(&p, graph, "/a.glb", NULL);
    expect_beside(&p, graph, "in/..", NULL);
    assert_false(disk_write_file(&p, graph, "x", 1, true));
    assert_true(disk_write_file(&p, graph, "xyz", 3, false));
    text = disk_read_file(&p, graph, 100, &size);
    assert_string_equal(text, "xyz");
    free(text);
    project_close(&p);
}

/* ---- binary messages ---- */

static void binary_messages_go_both_ways(void **state) {
    (void)state;
    uint8_t bytes[64];
    snw_link_head head;
    snw_link_step step = { .count = 7, .fps = 1.0 / 3 }, read_step;
    size_t size = snw_link_write_step(bytes, sizeof bytes, 3, 9, &step);
    assert_int_equal(size, SNW_LINK_HEAD + 12);
    assert_int_equal(snw_link_write_step(NULL, 0, 3, 9, &step), size);
    for (size_t i = 0; i < size; ++i) {
        assert_int_equal(snw_link_write_step(bytes, i, 3, 9, &step), 0);
        assert_false(snw_link_read_step(bytes, i, &read_step));
    }
    assert_int_equal(snw_link_write_step(bytes, size, 3, 9, &step), size);
    assert_true(snw_link_read_head(bytes, size, &head));
    assert_true(head.kind == SNW_LINK_STEP && head.source == 3 && head.sequence == 9);
    assert_true(snw_link_read_step(bytes, size, &read_step) && read_step.count == 7);
    assert_memory_equal(&read_step.fps, &step.fps, sizeof step.fps);
    assert_false(snw_link_read_step(bytes, size + 1, &read_step));
    bytes[1] ^= 1;
    assert_false(snw_link_read_head(bytes, size, &head));
    float parts[] = { 1, -2.5f };
    snw_link_state all = { .time = 2, .parameters = parts, .parameters_count = 2 };
    size = snw_link_write_state(NULL, 0, 0, 0, &all);
    uint8_t *exact = malloc(size);
    assert_non_null(exact);
    assert_int_equal(snw_link_write_state(exact, size, 0, 0, &all), size);
    assert_int_equal(snw_link_write_state(exact, size - 1, 0, 0, &all), 0);
    static const uint8_t last[] = { 0, 0, 0x20, 0xC0 };
    assert_memory_equal(exact + size - 4, last, 4);
    free(exact);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_fnv),
        cmocka_unit_test(plain_is_utf8_without_zero),
        cmocka_unit_test(splices_follow_each_other),
        cmocka_unit_test(random_splices),
        cmocka_unit_test(live_frames_are_the_latest_and_come_last),
        cmocka_unit_test(requests_hold_what_the_protocol_says),
        cmocka_unit_test(a_ticket_serves_once_and_not_for_long),
        cmocka_unit_test_setup_teardown(nothing_outside_the_project, set_up, tear_down),
        cmocka_unit_test(binary_messages_go_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
