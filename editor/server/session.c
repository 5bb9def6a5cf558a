/* Clients: who they are and what they say. Invariant: before a client has said hello with the token it is told nothing
   and can do nothing. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

/* WebSocket's codes for closing. */
enum { CLOSE_BAD = 1008, CLOSE_TOO_BIG = 1009, CLOSE_LATER = 1013 };

void editor_init(editor *e) {
    e->next_document = 1;
    e->looked = -1;
    preview_init(&e->preview);
}

void editor_free(editor *e) {
    documents_rescue(e);
    while (e->clients) client_leave(e, e->clients);
    preview_free(e);
    documents_free(e);
    while (e->models) {
        model_use *m = e->models;
        e->models = m->next;
        model_drop(m);
    }
    recovery_close(&e->recovery);
    project_close(&e->project);
}

client *client_join(editor *e) {
    client *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->next = e->clients;
    e->clients = c;
    return c;
}

void client_leave(editor *e, client *c) {
    for (client **at = &e->clients; *at; at = &(*at)->next) {
        if (*at != c) continue;
        *at = c->next;
        break;
    }
    documents_leave(e, c);
    queue_free(&c->out);
    free(c);
}

void client_close(client *c, int code, const char *sentence) {
    if (c->closing) return;
    c->closing = sentence;
    c->close_code = code;
}

uint32_t editor_welcomed(const editor *e) {
    uint32_t count = 0;
    for (const client *c = e->clients; c; c = c->next) count += c->welcomed && !c->closing;
    return count;
}

/* Looks at every byte whatever they are, so that the time it takes tells nothing. */
static bool is_secret(const char *secret, const char *given) {
    size_t length = strlen(given);
    unsigned char different = length != TOKEN_LENGTH;
    for (size_t i = 0; i < TOKEN_LENGTH; ++i)
        different |= (unsigned char)((unsigned char)secret[i] ^ (unsigned char)(i < length ? given[i] : 0));
    return different == 0;
}

static bool is_ticket(const editor *e, const request *r) {
    return is_secret(e->ticket, request_text(r, "ticket")) && e->now < e->ticket_until;
}

/* A ticket is used up here and nowhere else: where hello is refused for another reason, it still serves. */
static void welcome(editor *e, client *c, const request *r, bool by_ticket) {
    files_look(e, c);
    snw_text text;
    say_begin(&text, "welcome", r);
    say_number(&text, "protocol", SNW_LINK_VERSION);
    say_key(&text, "version");
    snw_text_format(&text, "\"%d.%d.%d\"", SINEW_VERSION_MAJOR, SINEW_VERSION_MINOR, SINEW_VERSION_PATCH);
    say_text(&text, "project", e->project.name);
    say_files(&text, &e->project);
    if (e->opened != SINEW_NONE) say_number(&text, "opened", e->opened);
    if (by_ticket) say_text(&text, "token", e->token);
    if (by_ticket) memset(e->ticket, 0, sizeof e->ticket);
    say_to(c, &text);
    c->welcomed = true;
}

static void hello(editor *e, client *c, const request *r) {
    bool by_ticket = !request_has(r, "token") && is_ticket(e, r);
    if (!by_ticket && !is_secret(e->token, request_text(r, "token"))) {
        say_failed(c, r, "token",
                   request_has(r, "ticket") ? "this page's address serves once and for a short time, and that is over; "
                                              "open the address that \"sinew edit\" has printed"
                                            : "this is not the token of this server; open the address that it has "
                                              "printed");
        client_close(c, CLOSE_BAD, "wrong token");
    } else if (request_number(r, "protocol") != SNW_LINK_VERSION) {
        say_failed(c, r, "version", "page and server are of different versions; load the page again");
        client_close(c, CLOSE_BAD, "another version of the protocol");
    } else if (editor_welcomed(e) >= CLIENTS_MOST) {
        say_failed(c, r, "too-many", "%d tabs are connected already; close one", CLIENTS_MOST);
        client_close(c, CLOSE_LATER, "too many tabs");
    } else {
        welcome(e, c, r, by_ticket);
    }
}

static void obey(editor *e, client *c, const request *r) {
    switch (r->kind) {
    case SNW_LINK_REQUEST_HELLO: say_failed(c, r, "protocol", "hello was said already"); break;
    case SNW_LINK_REQUEST_PREVIEW:
    case SNW_LINK_REQUEST_SHOW:
    case SNW_LINK_REQUEST_WATCH: preview_request(e, c, r); break;
    case SNW_LINK_REQUEST_WEIGHTS:
    case SNW_LINK_REQUEST_TRIANGLES:
    case SNW_LINK_REQUEST_LICENSES: answer_request(e, c, r); break;
    default: document_request(e, c, r); break;
    }
}

static void hear_text(editor *e, client *c, const char *text, size_t size) {
    request r;
    char why[256];
    request_fault fault = request_read(&r, text, size, why, sizeof why);
    if (fault == REQUEST_BAD) {
        client_close(c, CLOSE_BAD, "what was said is no request");
        return;
    }
    bool first = !c->welcomed;
    if (first && (fault != REQUEST_GOOD || r.kind != SNW_LINK_REQUEST_HELLO))
        client_close(c, CLOSE_BAD, "the first message must be hello");
    else if (fault == REQUEST_WRONG) say_failed(c, &r, "protocol", "%s", why);
    else if (first) hello(e, c, &r);
    else obey(e, c, &r);
    request_free(&r);
}

void client_hear(editor *e, client *c, bool binary, const void *bytes, size_t size) {
    if (c->closing) return;
    if (size > MESSAGE_MOST) client_close(c, CLOSE_TOO_BIG, "the message is too large");
    else if (!binary) hear_text(e, c, bytes, size);
    else if (!c->welcomed) client_close(c, CLOSE_BAD, "the first message must be hello");
    else if (!preview_told(e, bytes, size)) client_close(c, CLOSE_BAD, "what was said is no command");
}

void editor_tell(editor *e, const client *but, message *m) {
    for (client *c = e->clients; c; c = c->next)
        if (c->welcomed && c != but) queue_put(&c->out, m);
    message_drop(m);
}

void editor_tick(editor *e, double now) {
    e->now = now;
    files_tick(e);
    documents_tick(e);
    preview_tick(e);
    for (client *c = e->clients; c; c = c->next)
        if (c->out.over) client_close(c, CLOSE_LATER, "this page does not read what it is told");
}
