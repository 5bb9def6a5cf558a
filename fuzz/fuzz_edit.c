/* What a page says to the editor's server: JSON and binary messages of two clients, in whatever order, leave documents
   whole and answers well formed; nothing outside the project folder is touched.
   Fuzzes: editor/server/request.c editor/server/session.c editor/server/documents.c editor/server/command.c */
#include "fuzz.h"

#include "server.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* An input is messages one after another: who says it and how, two bytes of length, the bytes. */
enum { BINARY = 1, SECOND = 2, PAUSE = 4, HEAD = 3 };

static const char token[] = "0123456789abcdef0123456789abcdef";
static char folder[200];

static const struct {
    const char *name, *text;
} files[] = {
    { "a.animgraph",
      "{\"version\":2,\"rig\":\"m.gltf\",\"parameters\":{\"p\":{\"type\":\"float\",\"min\":0},\"q\":{\"type\":"
      "\"float\"},\"t\":{\"type\":"
      "\"trigger\"}},"
      "\"layers\":[{\"name\":\"L\",\"machine\":{\"states\":{\"A\":{\"clip\":\"c\"},\"B\":{\"blend\":\"2d\","
      "\"parameters\":[\"p\",\"q\"],"
      "\"motions\":[{\"clip\":\"c\",\"at\":[0,0]},{\"clip\":\"c\",\"at\":[1,0]},{\"clip\":\"c\",\"at\":[0,1]}]}},"
      "\"transitions\":[{\"from\":\"*\",\"to\":\"B\",\"when\":[{\"parameter\":\"t\"}],\"fade\":0.1},{\"from\":\"B\","
      "\"to\":\"A\",\"exit\":0.9}]}}]}" },
    { "m.clips.json", "{\"c\":{\"events\":[{\"time\":0.1,\"kind\":\"script\",\"name\":\"e\"}]}}" },
    { "m.gltf", "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"n\"}],\"scenes\":[{\"nodes\":[0]}],"
                "\"buffers\":[{\"byteLength\":32,"
                "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"
                "AAAAAAAAAAA=\"}],\"bufferViews\":[{\"buffer\":0,"
                "\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,"
                "\"componentType\":5126,"
                "\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},{\"bufferView\":1,\"componentType\":5126,"
                "\"count\":2,\"type\":\"VEC3\"}],"
                "\"animations\":[{\"name\":\"c\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":"
                "0,\"target\":{\"node\":0,"
                "\"path\":\"translation\"}}]}]}" },
};

static void put_files(void) {
    const char *place = getenv("TMPDIR");
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "%.150s/sinew-fuzz-XXXXXX", place && place[0] ? place : "/tmp");
        REQUIRE(mkdtemp(folder));
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        FILE *out = fopen(path, "wb");
        REQUIRE(out && fputs(files[i].text, out) >= 0 && fclose(out) == 0);
    }
}

static void remove_files(void) {
    DIR *opened = opendir(folder);
    REQUIRE(opened);
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            REQUIRE(unlinkat(dirfd(opened), entry->d_name, 0) == 0);
    closedir(opened);
}

static void remove_folder(void) {
    if (folder[0]) rmdir(folder);
}

/* ---- what must hold ---- */

static void check_message(const message *m) {
    if (m->binary) {
        snw_link_head head;
        REQUIRE(snw_link_read_head(m->bytes, m->size, &head) && head.kind < SNW_LINK_SET && head.source == 0);
        return;
    }
    snw_json json;
    REQUIRE(snw_json_read(&json, (const char *)m->bytes, m->size, NULL, NULL, NULL));
    REQUIRE(snw_json_member(&json, 0, "type") != SNW_JSON_NO);
    snw_json_free(&json);
}

static void drain(client *c) {
    for (message *m; (m = queue_take(&c->out)) != NULL;) {
        REQUIRE(c->welcomed || c->closing);
        check_message(m);
        message_drop(m);
    }
}

static void check_documents(const editor *e) {
    for (const document *d = e->documents; d; d = d->next) {
        REQUIRE(text_hash(d->text, d->size) == d->hash && d->text[d->size] == 0);
        REQUIRE(text_is_plain(d->text, d->size) && d->size <= DOCUMENT_MOST);
        REQUIRE(!d->writer || d->member_count > 0);
    }
}

/* ---- a run ---- */

static client *joined(editor *e) {
    char hello[128];
    client *c = client_join(e);
    REQUIRE(c);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"id\":1,\"protocol\":%d,\"token\":\"%s\"}", SNW_LINK_VERSION,
             token);
    client_hear(e, c, false, hello, strlen(hello));
    REQUIRE(c->welcomed);
    return c;
}

static void say(editor *e, client **c, unsigned how, const uint8_t *bytes, size_t size) {
    client **who = &c[(how & SECOND) != 0];
    client_hear(e, *who, (how & BINARY) != 0, bytes, size);
    drain(*who);
    if ((*who)->closing) {
        client_leave(e, *who);
        *who = joined(e);
    }
    if (how & PAUSE) editor_tick(e, e->now + 0.03);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool once;
    if (!once) atexit(remove_folder);
    once = true;
    put_files();
    editor e = { .recovery = { -1 }, .rig = SINEW_NONE };
    REQUIRE(project_open(&e.project, folder));
    editor_init(&e);
    memcpy(e.token, token, sizeof token);
    e.opened = project_find(&e.project, "a.animgraph");
    editor_tick(&e, 1);
    client *c[2] = { joined(&e), joined(&e) };
    for (size_t at = 0, messages = 0; at + HEAD <= size && messages < 200; ++messages) {
        size_t length = (size_t)data[at + 1] | (size_t)data[at + 2] << 8;
        unsigned how = data[at];
        at += HEAD;
        if (length > size - at) length = size - at;
        say(&e, c, how, data + at, length);
        at += length;
    }
    editor_tick(&e, e.now + 2);
    for (int i = 0; i < 2; ++i) drain(c[i]);
    check_documents(&e);
    editor_free(&e);
    remove_files();
    return 0;
}

/* ---- seeds ---- */

static size_t add(uint8_t *data, size_t capacity, size_t used, unsigned how, const void *bytes, size_t size) {
    if (used + HEAD + size > capacity) return used;
    data[used] = (uint8_t)how;
    data[used + 1] = (uint8_t)size;
    data[used + 2] = (uint8_t)(size >> 8);
    memcpy(data + used + HEAD, bytes, size);
    return used + HEAD + size;
}

static const char *const lines[] = {
    "{\"type\":\"open\",\"id\":2,\"file\":0}",
    "{\"type\":\"watch\",\"id\":3,\"state\":true,\"pose\":true,\"why\":true}",
    "{\"type\":\"preview\",\"id\":4,\"doc\":1}",
    "{\"type\":\"open\",\"id\":5,\"file\":1}",
    "{\"type\":\"edit\",\"id\":6,\"doc\":1,\"revision\":0,\"splices\":[],\"hash\":%u}",
    "{\"type\":\"edit\",\"id\":7,\"doc\":1,\"revision\":1,\"splices\":[{\"at\":0,\"remove\":0,\"insert\":\" "
    "\\u00e9\"}],\"hash\":%u}",
    "{\"type\":\"save\",\"id\":8,\"doc\":1,\"revision\":1}",
    "{\"type\":\"save\",\"id\":8,\"doc\":1,\"revision\":1,\"over\":5}",
    "{\"type\":\"text\",\"id\":9,\"doc\":1}",
    "{\"type\":\"disk\",\"id\":9,\"doc\":1}",
    "{\"type\":\"take\",\"id\":9,\"doc\":1}",
    "{\"type\":\"recover\",\"id\":9,\"doc\":1,\"take\":true}",
    "{\"type\":\"create\",\"id\":9,\"name\":\"n.animgraph\",\"text\":\"{}\",\"beside\":0}",
    "{\"type\":\"show\",\"id\":9,\"mode\":\"clip\",\"clip\":\"c\",\"time\":0.5}",
    "{\"type\":\"show\",\"id\":9,\"mode\":\"play\"}",
    "{\"type\":\"weights\",\"id\":9,\"layer\":0,\"state\":\"B\",\"motion\":0,\"at\":[{\"x\":0.2,\"y\":0.3}]}",
    "{\"type\":\"triangles\",\"id\":9,\"layer\":0,\"state\":\"B\",\"motion\":0}",
    "{\"type\":\"list\",\"id\":9}",
    "{\"type\":\"licenses\",\"id\":9}",
    "{\"type\":\"close\",\"id\":9,\"doc\":1}",
};

static size_t add_line(uint8_t *data, size_t capacity, size_t used, unsigned how, size_t line, uint32_t hash) {
    char text[512];
    const char *mark = strstr(lines[line], "%u");
    if (!mark) return add(data, capacity, used, how, lines[line], strlen(lines[line]));
    int size = snprintf(text, sizeof text, "%.*s%u%s", (int)(mark - lines[line]), lines[line], hash, mark + 2);
    return add(data, capacity, used, how, text, (size_t)size);
}

static size_t add_told(uint8_t *data, size_t capacity, size_t used) {
    uint8_t b[64];
#define TOLD(name, ...)                                                                                                \
    used = add(data, capacity, used, BINARY | PAUSE, b,                                                                \
               snw_link_write_##name(b, sizeof b, 0, 0, &(snw_link_##name){ __VA_ARGS__ }))
    TOLD(pause, 1);
    TOLD(set, 0, 0.5f);
    TOLD(fire, 1);
    TOLD(step, 4, 60);
    TOLD(travel, 0, 1);
    TOLD(weight, 0, 0.5f);
    TOLD(solo, 0);
    TOLD(speed, 2);
    TOLD(pause, 0);
    TOLD(restart, 0);
#undef TOLD
    return used;
}

/* All of it, by one client; by both; each request by itself. */
size_t fuzz_seed(uint32_t index, uint8_t *data, size_t capacity) {
    size_t count = sizeof lines / sizeof lines[0], used = 0;
    char changed[2048];
    int size = snprintf(changed, sizeof changed, " \xC3\xA9%s", files[0].text);
    uint32_t hash = text_hash(changed + 3, (size_t)size - 3), next = text_hash(changed, (size_t)size);
    if (index > count + 1) return 0;
    if (index > 1) {
        for (size_t i = 0; i < 3; ++i) used = add_line(data, capacity, used, PAUSE, i, hash);
        used = add_told(data, capacity, used);
        return add_line(data, capacity, used, PAUSE, index - 2, hash);
    }
    for (size_t i = 0; i < count; ++i) {
        used = add_line(data, capacity, used, PAUSE, i, i == 5 ? next : hash);
        if (index) used = add_line(data, capacity, used, PAUSE | SECOND, i, hash);
        if (i == 4) used = add_told(data, capacity, used);
    }
    return used;
}
