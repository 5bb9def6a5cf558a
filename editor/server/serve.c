/* The server's loop: libwebsockets' own, with a timer for all that goes by the clock. */
#include "serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SHAKE_MOST = 5, TAKE_MOST = 30, CLOSE_MOST = 1, TICKET_LASTS = 120 }; /* seconds */

static volatile sig_atomic_t stopping;

static void stop(int number) {
    (void)number;
    stopping = 1;
}

void server_flush(server *s) {
    for (connection *c = s->connections; c; c = c->next)
        if (c->client && (c->sending || c->client->closing || c->client->out.over || !queue_is_empty(&c->client->out)))
            lws_callback_on_writable(c->wsi);
}

/* Whoever takes too long to say who he is, to take an answer or to hear that he is let go. */
static void let_go(server *s, double now) {
    for (connection *c = s->connections; c; c = c->next) {
        bool late = false;
        if (!c->client || !c->client->welcomed) late = now - c->since > (c->asked ? TAKE_MOST : SHAKE_MOST);
        if (c->client && (c->client->closing || c->client->out.over)) {
            if (c->closing_since <= 0 && c->client->welcomed)
                fprintf(stderr, "sinew edit: a tab was let go: %s\n",
                        c->client->closing ? c->client->closing : "it does not read what it is told");
            if (c->closing_since <= 0) c->closing_since = now;
            late = late || now - c->closing_since > CLOSE_MOST;
        }
        if (late) connection_doom(c);
    }
}

/* While we were busy, or the machine was, nobody could be heard: that time is not theirs. */
static void forgive(server *s, double seconds) {
    for (connection *c = s->connections; c; c = c->next) {
        c->since += seconds;
        if (c->closing_since > 0) c->closing_since += seconds;
    }
}

static void tick(lws_sorted_usec_list_t *timer) {
    server *s = lws_container_of(timer, server, timer);
    double now = clock_now(), every = preview_is_live(&s->editor) ? 1.0 / 60 : 0.1, passed = now - s->ticked;
    if (passed > 0.5) forgive(s, passed - 0.1);
    s->ticked = now;
    editor_tick(&s->editor, now);
    let_go(s, now);
    server_flush(s);
    double spent = clock_now() - now, rest = every - spent;
    lws_sul_schedule(s->context, 0, &s->timer, tick, (lws_usec_t)((rest > 0.001 ? rest : 0.001) * 1e6));
}

/* ---- listening ---- */

/* What libwebsockets would not say: why nothing can listen there. */
static int try_port(int port) {
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int tried = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    if (tried < 0) return errno;
    setsockopt(tried, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int code = bind(tried, (struct sockaddr *)&address, sizeof address) ? errno : 0;
    close(tried);
    return code;
}

static bool listen_at(server *s, int port, int *got) {
    static const struct lws_protocols protocols[] = {
        { .name = "sinew", .callback = socket_event, .rx_buffer_size = CHUNK }, { .name = NULL }
    };
    struct lws_context_creation_info info = { .port = port, .iface = "127.0.0.1", .protocols = protocols };
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DISABLE_IPV6;
    info.user = s;
    info.gid = info.uid = -1;
    info.timeout_secs = 3 * SHAKE_MOST; /* let_go is stricter, and knows whose fault it is */
    info.keepalive_timeout = SHAKE_MOST;
    info.pt_serv_buf_size = CHUNK; /* is read at a time */
    info.max_http_header_data = 8192;
    info.max_http_header_pool = CONNECTIONS_MOST;
    info.fd_limit_per_thread = CONNECTIONS_MOST + 8;
    info.vhost_name = "sinew";
    lws_set_log_level(0, NULL);
    s->context = lws_create_context(&info);
    struct lws_vhost *host = s->context ? lws_create_vhost(s->context, &info) : NULL;
    *got = host ? lws_get_vhost_listen_port(host) : 0;
    return *got > 0;
}

static int cannot_listen(int port, int code) {
    if (code == EADDRINUSE)
        return fail("sinew edit", SINEW_CODE_REFUSED, "port %d is in use; give another, or none for any that is free",
                    port);
    if (code == EACCES)
        return fail("sinew edit", SINEW_CODE_REFUSED, "port %d is the system's; give one from 1024 on", port);
    return fail("sinew edit", SINEW_CODE_REFUSED, "nothing can listen on 127.0.0.1 here%s%s", code ? ": " : "",
                code ? strerror(code) : "");
}

static void say_where(const server *s) {
    char address[128];
    snprintf(address, sizeof address, "%s/#token=%s", s->origin, s->editor.token);
    const project_file *f = project_at(&s->editor.project, s->editor.opened);
    fputs("Editing ", stdout);
    put_plain(stdout, f ? f->path : "");
    fputs(" in ", stdout);
    put_plain(stdout, s->editor.project.path);
    printf("\n\n  %s\n\nWhoever has this address can change the graphs in that folder. Ctrl-C ends the editor.\n",
           address);
    fflush(stdout);
}

static void say_unsaved(const editor *e) {
    for (const document *d = e->documents; d; d = d->next) {
        if (!document_is_dirty(d)) continue;
        put_plain(stdout, project_at(&e->project, d->file)->path);
        puts(d->copied ? " has changes that are not saved: they are kept, and offered when it is opened again."
                       : " has changes that are not saved, and no copy of them could be kept.");
    }
}

/* With a ticket and not the token: what a program is started with, every user of the machine can read. */
static void open_browser(server *s) {
    char address[128];
    s->editor.ticket_until = clock_now() + TICKET_LASTS;
    snprintf(address, sizeof address, "%s/#ticket=%s", s->origin, s->editor.ticket);
    if (!browser_open(address)) {
        memset(s->editor.ticket, 0, sizeof s->editor.ticket);
        puts("There is no browser to open here: open the address in one.");
    }
    fflush(stdout);
}

static void set_strings(server *s, int port) {
    snprintf(s->host, sizeof s->host, "127.0.0.1:%d", port);
    if (port == 80) *strchr(s->host, ':') = 0; /* which browsers leave out */
    snprintf(s->origin, sizeof s->origin, "http://%s", s->host);
    snprintf(s->headers, sizeof s->headers,
             "default-src 'self'; connect-src 'self' ws://%s; frame-ancestors 'none'; base-uri 'none'; form-action "
             "'none'; object-src 'none'",
             s->host);
}

static void catch_signals(void) {
    struct sigaction action = { .sa_handler = stop };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

int serve(const serve_desc *desc) {
    server *s = calloc(1, sizeof *s);
    if (!s) return fail_memory();
    s->editor = desc->editor;
    int port = 0, code = desc->port ? try_port(desc->port) : 0, status = STATUS_DONE;
    if (code || !listen_at(s, desc->port, &port)) {
        status = cannot_listen(desc->port, code);
    } else {
        set_strings(s, port);
        catch_signals();
        say_where(s);
        if (desc->open) open_browser(s);
        s->ticked = clock_now();
        lws_sul_schedule(s->context, 0, &s->timer, tick, 1000);
        while (!stopping && lws_service(s->context, 0) >= 0) continue;
        documents_rescue(&s->editor);
        say_unsaved(&s->editor);
    }
    if (s->context) lws_context_destroy(s->context);
    editor_free(&s->editor);
    free(s);
    return status;
}
