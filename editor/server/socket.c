/* Sockets: what libwebsockets tells goes to the core, what waits in the core's queues goes out. Invariant: a client is
   read only as long as it takes what it is told, and is sent a piece at a time, so that none holds another up. */
#include "serve.h"

#include <stdlib.h>
#include <string.h>

enum { HOLD_FROM = 4 << 20, HOLD_UNTIL = 1 << 20, CLOSE_TOO_BIG = 1009 };

server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

connection *connection_of(server *s, struct lws *wsi) {
    for (connection *c = s->connections; c; c = c->next)
        if (c->wsi == wsi) return c;
    return NULL;
}

void connection_doom(connection *c) {
    c->doomed = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static bool is_pending(const connection *c) { return !c->client || !c->client->welcomed; }

/* The oldest makes way, so that those who only hold sockets open keep nobody out. */
static void make_way(server *s) {
    uint32_t count = 0;
    connection *oldest = NULL;
    for (connection *c = s->connections; c; c = c->next) {
        if (!is_pending(c) || c->doomed) continue;
        ++count;
        if (!oldest || c->since <= oldest->since) oldest = c;
    }
    if (count > PENDING_MOST) connection_doom(oldest);
}

static int come(server *s, struct lws *wsi) {
    connection *c = calloc(1, sizeof *c);
    if (!c) return -1;
    c->wsi = wsi;
    c->since = clock_now();
    c->next = s->connections;
    s->connections = c;
    make_way(s);
    return 0;
}

static void go(server *s, struct lws *wsi) {
    for (connection **at = &s->connections; *at; at = &(*at)->next) {
        connection *c = *at;
        if (c->wsi != wsi) continue;
        *at = c->next;
        if (c->client) client_leave(&s->editor, c->client);
        message_drop(c->sending);
        free(c->heard);
        free(c);
        return;
    }
}

static int established(server *s, connection *c) {
    c->client = client_join(&s->editor);
    return c->client ? 0 : -1;
}

/* ---- hearing ---- */

static bool hold_more(connection *c, const void *bytes, size_t size) {
    if (size > MESSAGE_MOST - c->heard_size) return false;
    if (c->heard_size + size > c->heard_capacity) {
        size_t capacity = c->heard_capacity ? c->heard_capacity : 4096;
        while (capacity < c->heard_size + size) capacity *= 2;
        char *heard = realloc(c->heard, capacity);
        if (!heard) return false;
        c->heard = heard;
        c->heard_capacity = capacity;
    }
    if (size) memcpy(c->heard + c->heard_size, bytes, size);
    c->heard_size += size;
    return true;
}

static int hear(server *s, connection *c, const void *bytes, size_t size) {
    if (!c->client || c->client->closing) return 0;
    if (lws_is_first_fragment(c->wsi)) c->heard_size = 0;
    /* What nobody has said hello for is short. */
    bool small = c->client->welcomed || c->heard_size + size <= 4096;
    if (!small || !hold_more(c, bytes, size)) {
        client_close(c->client, CLOSE_TOO_BIG, "the message is too large");
    } else if (lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi)) {
        s->editor.now = clock_now();
        client_hear(&s->editor, c->client, lws_frame_is_binary(c->wsi), c->heard, c->heard_size);
        c->heard_size = 0;
        if (c->heard_capacity > HOLD_UNTIL) {
            free(c->heard);
            c->heard = NULL;
            c->heard_capacity = 0;
        }
    }
    if (!c->held && c->client->out.bytes > HOLD_FROM) c->held = lws_rx_flow_control(c->wsi, 0) == 0;
    server_flush(s);
    return 0;
}

/* ---- telling ---- */

static int close_now(connection *c) {
    char reason[124];
    int length = snprintf(reason, sizeof reason, "%s", c->client->closing);
    lws_close_reason(c->wsi, (enum lws_close_status)c->client->close_code, (unsigned char *)reason, (size_t)length);
    return -1;
}

static int send_piece(server *s, connection *c) {
    message *m = c->sending;
    size_t left = m->size - c->sent, size = left < CHUNK ? left : CHUNK;
    memcpy(s->scratch + LWS_PRE, m->bytes + c->sent, size);
    int kind = c->sent ? LWS_WRITE_CONTINUATION : m->binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT;
    if (size < left) kind |= LWS_WRITE_NO_FIN;
    if (lws_write(c->wsi, s->scratch + LWS_PRE, size, (enum lws_write_protocol)kind) < (int)size) return -1;
    c->sent += size;
    if (size == left) {
        message_drop(m);
        c->sending = NULL;
    }
    return 0;
}

static int writable(server *s, connection *c) {
    if (!c->client) return http_writable(s, c);
    if (c->client->out.over) return close_now(c);
    if (!c->sending) {
        c->sending = queue_take(&c->client->out);
        c->sent = 0;
    }
    if (c->sending && send_piece(s, c)) return -1;
    if (!c->sending && c->client->closing && queue_is_empty(&c->client->out)) return close_now(c);
    if (c->held && c->client->out.bytes < HOLD_UNTIL) c->held = lws_rx_flow_control(c->wsi, 1) != 0;
    if (c->sending || c->client->closing || !queue_is_empty(&c->client->out)) lws_callback_on_writable(c->wsi);
    return 0;
}

/* The only protocol. */
int socket_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
    (void)user;
    server *s = server_of(wsi);
    connection *c = s ? connection_of(s, wsi) : NULL;
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return c ? 0 : come(s, wsi);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return c && http_is_ours(s, wsi, true) ? 0 : 1;
    /* Looked at once more: this is the last word before the handshake. */
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return c && http_is_ours(s, wsi, true) ? 0 : -1;
    case LWS_CALLBACK_HTTP: return c ? http_request(s, c) : -1;
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return -1;
    case LWS_CALLBACK_ESTABLISHED: return c ? established(s, c) : -1;
    case LWS_CALLBACK_RECEIVE: return c ? hear(s, c, in, size) : -1;
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE: return c ? writable(s, c) : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        if (s) go(s, wsi);
        return 0;
    default: return 0;
    }
}
