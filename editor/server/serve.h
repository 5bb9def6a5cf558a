/* What the transport's files share: libwebsockets is known here and nowhere else.

   Invariant: one thread, one loop; no callback waits for anything. */
#ifndef EDITOR_SERVE_H
#define EDITOR_SERVE_H

#include "server.h"

#include <libwebsockets.h>

enum {
    CONNECTIONS_MOST = 40, /* sockets in all */
    PENDING_MOST = 16,     /* of them such as have not said hello; one more, and the oldest of them goes */
    CHUNK = 64 << 10       /* bytes that are sent at a time, so that nobody waits for a large message of another */
};

/* One socket, from the moment it is accepted. */
typedef struct connection {
    struct connection *next;
    struct lws *wsi;
    double since;   /* when it came, or when its last request was answered */
    bool asked;     /* its request was read: it has time to take the answer */
    bool doomed;    /* it goes at the loop's next turn */
    client *client; /* NULL: no WebSocket */
    char *heard;    /* of a message that has not ended */
    size_t heard_size, heard_capacity;
    message *sending;
    size_t sent;
    double closing_since;      /* 0: not */
    bool held;                 /* nothing more is read until it has taken what waits */
    const embedded_file *file; /* that is being sent */
} connection;

typedef struct server {
    editor editor;
    struct lws_context *context;
    connection *connections;
    lws_sorted_usec_list_t timer;
    double ticked; /* when it did last */
    char host[32], origin[40], headers[512]; /* what a request must say; what each answer says */
    unsigned char scratch[LWS_PRE + CHUNK];
} server;

server *server_of(struct lws *wsi);
connection *connection_of(server *s, struct lws *wsi);
/* Not at once: this may be one of its own callbacks. */
void connection_doom(connection *c);
/* Asks for everything that waits to be sent. */
void server_flush(server *s);

/* ---- http.c: the page's files ---- */

/* Whether the request is one of our own page's; else it has been answered. */
bool http_is_ours(server *s, struct lws *wsi, bool upgrade);
/* As callbacks: what they return. */
int http_request(server *s, connection *c);
int http_writable(server *s, connection *c);

/* ---- socket.c ---- */

int socket_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size);

/* ---- serve.c ---- */

typedef struct serve_desc {
    editor editor; /* which it takes over */
    int port;      /* 0: any */
    bool open;     /* in a browser */
} serve_desc;

/* Runs until a signal ends it. Returns the exit status. */
int serve(const serve_desc *desc);

/* ---- browser.c ---- */

/* False: there is none to be opened. */
bool browser_open(const char *address);

#endif
