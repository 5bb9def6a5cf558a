/* URIs of buffers: data in base64, or a file beside the model.
   Source: RFC 2397 (data URIs), RFC 4648 (base64), RFC 3986 (percent-encoding).
   Invariant: a path that is handed out stays below the model's folder: it is relative, has no part "..", no
   backslash, no scheme and no zero byte, also after percent-decoding. */
#include "gltf.h"

#include <string.h>

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* In place; false on a % that two hex digits do not follow, or a zero byte. */
static bool percent_decode(char *text) {
    char *to = text;
    for (const char *from = text; *from; ++from) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = hex(from[1]), low = high < 0 ? -1 : hex(from[2]);
        if (low < 0 || high * 16 + low == 0) return false;
        *to++ = (char)(high * 16 + low);
        from += 2;
    }
    *to = 0;
    return true;
}

static bool has_parent_part(const char *path) {
    for (const char *part = path; part; part = strchr(part, '/')) {
        if (*part == '/') part++;
        if (part[0] == '.' && part[1] == '.' && (part[2] == 0 || part[2] == '/')) return true;
    }
    return false;
}

static const char *why_not(const char *path) {
    if (!path[0]) return "it is empty";
    if (path[0] == '/') return "it is an absolute path";
    if (strchr(path, '\\')) return "it has a backslash";
    if (strchr(path, ':')) return "it names a scheme or drive";
    if (has_parent_part(path)) return "it leads out of the model's folder";
    return NULL;
}

snw_gltf_uri snw_gltf_uri_read(snw_arena *arena, const char *uri, const char **path, const char **why) {
    *path = *why = NULL;
    if (strncmp(uri, "data:", 5) == 0) return SNW_GLTF_URI_DATA;
    /* Before and after decoding: %3A may not smuggle in what ':' may not. */
    *why = why_not(uri);
    if (*why) return SNW_GLTF_URI_REFUSED;
    char *copy = snw_arena_text(arena, uri);
    if (!copy) return SNW_GLTF_URI_FILE;
    *why = percent_decode(copy) ? why_not(copy) : "a % in it is not followed by the two hex digits of a byte";
    if (*why) return SNW_GLTF_URI_REFUSED;
    *path = copy;
    return SNW_GLTF_URI_FILE;
}

/* ---- data ---- */

static int sextet(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
}

/* Bytes written, or SIZE_MAX where the text is not base64. */
static size_t decode(const char *text, size_t length, uint8_t *out) {
    uint32_t bits = 0, held = 0;
    size_t written = 0;
    for (size_t i = 0; i < length; ++i) {
        int value = sextet(text[i]);
        if (value < 0) return SIZE_MAX;
        bits = (bits << 6 | (uint32_t)value) & 0xFFFFu;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out[written++] = (uint8_t)(bits >> held);
    }
    return held == 6 ? SIZE_MAX : written;
}

/* Past the media type, at ";base64," or ","; NULL if it is another type. */
static const char *past_type(const char *uri) {
    static const char *const types[] = { "data:application/octet-stream", "data:application/gltf-buffer" };
    for (int i = 0; i < 2; ++i) {
        size_t length = strlen(types[i]);
        if (strncmp(uri, types[i], length) != 0) continue;
        if (uri[length] == ',' || strncmp(uri + length, ";base64,", 8) == 0) return uri + length;
    }
    return NULL;
}

/* Characters stand for themselves, or in hex after a %. */
static size_t decode_plain(const char *text, uint8_t *out) {
    size_t written = 0;
    for (; *text; ++text) {
        if (*text != '%') {
            out[written++] = (uint8_t)*text;
            continue;
        }
        int high = hex(text[1]), low = high < 0 ? -1 : hex(text[2]);
        if (low < 0) return SIZE_MAX;
        out[written++] = (uint8_t)(high * 16 + low);
        text += 2;
    }
    return written;
}

uint8_t *snw_gltf_uri_data(snw_arena *arena, const char *uri, size_t *size, const char **why) {
    const char *text = past_type(uri);
    *why = text ? NULL : "its media type must be application/octet-stream or application/gltf-buffer";
    if (!text) return NULL;
    bool plain = *text == ',';
    text += plain ? 1 : 8;
    size_t length = strlen(text);
    uint8_t *out = snw_arena_take(arena, length + 3);
    if (!out) return NULL;
    for (int padding = 0; !plain && padding < 2 && length && text[length - 1] == '='; ++padding) length--;
    *size = plain ? decode_plain(text, out) : decode(text, length, out);
    if (*size != SIZE_MAX) return out;
    *why = plain ? "a % in it is not followed by two hex digits" : "its base64 is damaged";
    return NULL;
}
