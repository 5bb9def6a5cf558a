/* What the server says, as JSON. Invariant: every text is quoted, so that names from files stay text. */
#include "server.h"

#include <stdarg.h>
#include <string.h>

void say_begin(snw_text *text, const char *type, const request *r) {
    snw_text_init(text, NULL);
    snw_text_format(text, "{\"type\":\"%s\"", type);
    if (r) say_number(text, "id", r->id);
}

void say_key(snw_text *text, const char *name) { snw_text_format(text, ",\"%s\":", name); }

void say_text(snw_text *text, const char *name, const char *value) {
    say_key(text, name);
    snw_text_quote(text, value);
}

void say_number(snw_text *text, const char *name, double value) {
    say_key(text, name);
    snw_text_number(text, value);
}

void say_bool(snw_text *text, const char *name, bool value) {
    say_key(text, name);
    snw_text_add_z(text, value ? "true" : "false");
}

message *say_end(snw_text *text) {
    snw_text_add_z(text, "}");
    message *m = text->failed ? NULL : message_new(false, text->size);
    if (m) memcpy(m->bytes, text->data, text->size);
    snw_text_free(text);
    return m;
}

void say_to(client *c, snw_text *text) {
    message *m = say_end(text);
    queue_put(&c->out, m);
    message_drop(m);
}

void say_done(client *c, const request *r) {
    snw_text text;
    say_begin(&text, "done", r);
    say_to(c, &text);
}

void say_failed(client *c, const request *r, const char *code, const char *format, ...) {
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    /* What was cut may have been cut inside a character. */
    for (size_t size = strlen(sentence); size && !text_is_plain(sentence, size); --size) sentence[size - 1] = 0;
    snw_text text;
    say_begin(&text, "failed", r);
    say_text(&text, "code", code);
    say_text(&text, "message", sentence);
    say_to(c, &text);
}
