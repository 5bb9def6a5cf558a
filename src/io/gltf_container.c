/* The outermost layer: a JSON text, or a .glb of chunks.
   Source: glTF 2.0 specification, chapter 4 "GLB File Format Specification".
   Invariant: every length is held against the bytes that are left before it is used. */
#include "gltf.h"

#include "io/kind.h"

#include <string.h>

enum { HEADER = 12, CHUNK_HEADER = 8, JSON_CHUNK = 0x4E4F534A, BIN_CHUNK = 0x004E4942, MAGIC = 0x46546C67 };

static uint32_t word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static bool refuse(snw_gltf *g, sinew_code code, const char *sentence) {
    snw_log_add(g->log, code, NULL, "%s", sentence);
    return false;
}

typedef struct chunks {
    const uint8_t *json;
    size_t json_size;
    uint32_t seen; /* chunks so far */
} chunks;

static bool take_chunk(snw_gltf *g, chunks *c, uint32_t type, const uint8_t *data, uint32_t length) {
    if (c->seen == 0 && type != JSON_CHUNK)
        return refuse(g, SINEW_CODE_SYNTAX, "the first chunk of a .glb must be its JSON; export the file again");
    if (c->seen && type == JSON_CHUNK)
        return refuse(g, SINEW_CODE_SYNTAX, "the .glb has two JSON chunks; export the file again");
    if (type == JSON_CHUNK) {
        if (!length) return refuse(g, SINEW_CODE_SYNTAX, "the JSON chunk of the .glb is empty; export the file again");
        c->json = data;
        c->json_size = length;
    } else if (type == BIN_CHUNK) {
        if (g->chunk) return refuse(g, SINEW_CODE_SYNTAX, "the .glb has two binary chunks; export the file again");
        if (c->seen != 1)
            return refuse(g, SINEW_CODE_SYNTAX, "the binary chunk of a .glb must be its second; export the file again");
        g->chunk = data;
        g->chunk_size = length;
    }
    c->seen++;
    return true;
}

static bool open_binary(snw_gltf *g, const uint8_t *data, size_t size, chunks *c) {
    if (size < HEADER) return refuse(g, SINEW_CODE_SYNTAX, "the .glb ends inside its header; copy the file again");
    if (word(data + 4) != 2)
        return refuse(g, SINEW_CODE_VERSION, "the .glb is not of version 2, the only one that is read");
    size_t length = word(data + 8);
    if (length > size)
        return refuse(g, SINEW_CODE_SYNTAX, "the .glb is shorter than its header says; copy the file again");
    if (length < HEADER + CHUNK_HEADER)
        return refuse(g, SINEW_CODE_SYNTAX, "the .glb says that it is too short to hold anything; export it again");
    if (length < size)
        snw_log_add_as(g->log, SINEW_SEVERITY_WARNING, SINEW_CODE_SYNTAX, NULL,
                       "%zu bytes after the end of the .glb are not read", size - length);
    for (size_t at = HEADER; at < length;) {
        if (length - at < CHUNK_HEADER)
            return refuse(g, SINEW_CODE_SYNTAX, "the .glb ends inside a chunk's header; copy the file again");
        uint32_t bytes = word(data + at), type = word(data + at + 4);
        at += CHUNK_HEADER;
        if (bytes > length - at)
            return refuse(g, SINEW_CODE_SYNTAX, "a chunk of the .glb is longer than what is left; copy the file again");
        if (bytes % 4) return refuse(g, SINEW_CODE_SYNTAX, "a chunk of the .glb has a length that 4 does not divide");
        if (!take_chunk(g, c, type, data + at, bytes)) return false;
        at += bytes;
    }
    return true;
}

bool snw_gltf_open(snw_gltf *g, const uint8_t *data, size_t size, const char **text, size_t *text_size) {
    chunks c = { data, size, 0 };
    g->binary = size >= 4 && word(data) == MAGIC;
    if (!size) return refuse(g, SINEW_CODE_SYNTAX, "the file is empty");
    if (snw_kind_is_bank(data, size)) return refuse(g, SINEW_CODE_REFUSED, SNW_KIND_BANK);
    if (g->binary && !open_binary(g, data, size, &c)) return false;
    if (c.json_size >= 3 && memcmp(c.json, "\xEF\xBB\xBF", 3) == 0)
        return refuse(g, SINEW_CODE_SYNTAX,
                      "the JSON of a glTF file must not begin with a byte order mark; save it as UTF-8 without one");
    *text = (const char *)c.json;
    *text_size = c.json_size;
    return true;
}
