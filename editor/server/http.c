/* The page's files over HTTP. Invariant: a request whose Host is not ours, once and exactly, is refused before anything
   else of it is looked at; what can be asked for is a fixed table; every answer carries the same strict headers. */
#include "serve.h"

#include <string.h>

extern const embedded_file page_files[];
extern const size_t page_file_count;

static const struct {
    const char *end, *type;
} types[] = {
    { ".html", "text/html; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".svg", "image/svg+xml" },
    { ".json", "application/json" },
    { ".txt", "text/plain; charset=utf-8" },
    { ".png", "image/png" },
    { ".ico", "image/x-icon" },
    { ".woff2", "font/woff2" },
};

static const char *type_of(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (ends_with(name, types[i].end)) return types[i].type;
    return "application/octet-stream";
}

/* ---- what a request says ---- */

/* A header that is there exactly once, with exactly this text. */
static bool is_exactly(struct lws *wsi, enum lws_token_indexes header, const char *wanted) {
    char value[64];
    size_t length = strlen(wanted);
    if (lws_hdr_total_length(wsi, header) != (int)length || length >= sizeof value) return false;
    if (lws_hdr_copy_fragment(wsi, value, sizeof value, header, 1) != -1) return false;
    return lws_hdr_copy(wsi, value, sizeof value, header) == (int)length && memcmp(value, wanted, length) == 0;
}

static bool has(struct lws *wsi, enum lws_token_indexes header) { return lws_hdr_total_length(wsi, header) > 0; }

/* ---- answers ---- */

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

/* Status and the headers that all answers have. */
static bool begin(server *s, struct lws *wsi, unsigned status, const char *type, size_t size, unsigned char **at,
                  unsigned char *end) {
    return lws_add_http_common_headers(wsi, status, type, size, at, end) == 0 &&
           add(wsi, "content-security-policy:", s->headers, at, end) &&
           add(wsi, "x-content-type-options:", "nosniff", at, end) && add(wsi, "x-frame-options:", "DENY", at, end) &&
           add(wsi, "cross-origin-resource-policy:", "same-origin", at, end) &&
           add(wsi, "cross-origin-opener-policy:", "same-origin", at, end) &&
           add(wsi, "referrer-policy:", "no-referrer", at, end) && add(wsi, "cache-control:", "no-store", at, end);
}

/* A short answer, whole. */
static void refuse(server *s, struct lws *wsi, unsigned status, const char *sentence) {
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    size_t size = strlen(sentence);
    if (!begin(s, wsi, status, "text/plain; charset=utf-8", size, &at, end)) return;
    if (status == HTTP_STATUS_METHOD_NOT_ALLOWED && !add(wsi, "allow:", "GET, HEAD", &at, end)) return;
    if (lws_finalize_write_http_header(wsi, start, &at, end)) return;
    memcpy(start, sentence, size);
    lws_write(wsi, start, size, LWS_WRITE_HTTP_FINAL);
}

bool http_is_ours(server *s, struct lws *wsi, bool upgrade) {
    if (!is_exactly(wsi, WSI_TOKEN_HOST, s->host)) {
        refuse(s, wsi, HTTP_STATUS_FORBIDDEN, "This server answers its own address alone.\n");
        return false;
    }
    if (!upgrade) return true;
    if (!is_exactly(wsi, WSI_TOKEN_ORIGIN, s->origin)) {
        refuse(s, wsi, HTTP_STATUS_FORBIDDEN, "This server talks to its own page alone.\n");
        return false;
    }
    if (is_exactly(wsi, WSI_TOKEN_GET_URI, "/socket") && is_exactly(wsi, WSI_TOKEN_UPGRADE, "websocket")) return true;
    refuse(s, wsi, HTTP_STATUS_NOT_FOUND, "There is no such socket.\n");
    return false;
}

static const embedded_file *find(const char *path) {
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    for (size_t i = 0; i < page_file_count; ++i)
        if (strcmp(page_files[i].name, name) == 0) return &page_files[i];
    return NULL;
}

static int answer(server *s, connection *c, const embedded_file *file, bool head) {
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (!begin(s, c->wsi, HTTP_STATUS_OK, type_of(file->name), file->size, &at, end) ||
        !add(c->wsi, "content-encoding:", "gzip", &at, end) || lws_finalize_write_http_header(c->wsi, start, &at, end))
        return -1;
    c->asked = true;
    if (head) return lws_http_transaction_completed(c->wsi) ? -1 : 0;
    c->file = file;
    c->sent = 0;
    lws_callback_on_writable(c->wsi);
    return 0;
}

static bool has_body(struct lws *wsi) {
    return (has(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) && !is_exactly(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, "0")) ||
           has(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING);
}

int http_request(server *s, connection *c) {
    char path[64] = "";
    bool get = has(c->wsi, WSI_TOKEN_GET_URI), head = has(c->wsi, WSI_TOKEN_HEAD_URI);
    if (!http_is_ours(s, c->wsi, false)) return -1;
    if (get == head) {
        refuse(s, c->wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "Files are read with GET and HEAD alone.\n");
        return -1;
    }
    if (has_body(c->wsi)) {
        refuse(s, c->wsi, HTTP_STATUS_BAD_REQUEST, "A request has no body here.\n");
        return -1;
    }
    if (lws_hdr_copy(c->wsi, path, sizeof path, get ? WSI_TOKEN_GET_URI : WSI_TOKEN_HEAD_URI) <= 0) path[0] = 0;
    const embedded_file *file = path[0] == '/' && !has(c->wsi, WSI_TOKEN_HTTP_URI_ARGS) ? find(path) : NULL;
    if (file) return answer(s, c, file, head);
    refuse(s, c->wsi, HTTP_STATUS_NOT_FOUND, "There is no such file.\n");
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

int http_writable(server *s, connection *c) {
    if (!c->file) return 0;
    size_t left = c->file->size - c->sent, size = left < CHUNK ? left : CHUNK;
    memcpy(s->scratch + LWS_PRE, c->file->data + c->sent, size);
    bool last = size == left;
    if (lws_write(c->wsi, s->scratch + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
    c->sent += size;
    if (!last) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    c->file = NULL;
    c->asked = false;
    c->since = clock_now();
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}
