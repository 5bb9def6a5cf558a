/* Files that are open. Invariant: a document's text, revision and hash belong together; one client at most writes, all
   others follow it change by change; nothing that was told to a client is taken back. */
#include "server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

document *document_find(const editor *e, uint32_t id) {
    for (document *d = e->documents; d; d = d->next)
        if (d->id == id) return d;
    return NULL;
}

document *document_of_file(const editor *e, uint32_t file) {
    for (document *d = e->documents; d; d = d->next)
        if (d->file == file) return d;
    return NULL;
}

bool document_is_dirty(const document *d) { return d->gone || d->hash != d->saved; }

void document_tell(const document *d, const client *but, message *m) {
    for (uint32_t i = 0; i < d->member_count; ++i)
        if (d->members[i] != but) queue_put(&d->members[i]->out, m);
    message_drop(m);
}

char *document_path(const editor *e, const document *d) {
    const char *path = project_at(&e->project, d->file)->path;
    size_t size = strlen(e->project.path) + strlen(path) + 2;
    char *whole = malloc(size);
    if (whole) snprintf(whole, size, "%s/%s", e->project.path, path);
    return whole;
}

/* ---- changes ---- */

static void take_text(editor *e, document *d, char *text, size_t size) {
    free(d->text);
    d->text = text;
    d->size = size;
    d->hash = text_hash(text, size);
    d->revision++;
    d->copied = false;
    if (d->copy_due <= 0) d->copy_due = e->now + 0.5;
    double rest = d->check_cost * 2; /* so that a large graph leaves time for all else */
    if (d->check_due <= 0) d->check_due = e->now + (rest < 1 ? rest : 1);
}

static void say_edited(snw_text *text, const document *d, const request *r) {
    say_begin(text, "edited", r);
    say_number(text, "doc", d->id);
    say_number(text, "revision", d->revision);
    say_number(text, "hash", d->hash);
}

static bool is_member(const document *d, const client *c) {
    for (uint32_t i = 0; i < d->member_count; ++i)
        if (d->members[i] == c) return true;
    return false;
}

/* The document of a request, which this client has open; NULL after an answer. */
static document *asked(editor *e, client *c, const request *r) {
    document *d = document_find(e, request_index(r, "doc"));
    if (d && is_member(d, c)) return d;
    say_failed(c, r, "unknown-document", "this document is not open here; open it first");
    return NULL;
}

static bool may_write(const editor *e, const document *d, client *c, const request *r) {
    if (d->writer == c) return true;
    say_failed(c, r, "not-writer", "\"%s\" is edited in another tab; choose \"Edit here\" to go on in this one",
               project_at(&e->project, d->file)->path);
    return false;
}

static bool is_current(const document *d, client *c, const request *r) {
    if (request_number(r, "revision") == d->revision) return true;
    say_failed(c, r, "stale", "the text has changed since revision %.0f; it is at %u now",
               request_number(r, "revision"), d->revision);
    return false;
}

/* NULL after a failed allocation; *count of them. */
static splice *read_splices(const request *r, size_t *count) {
    snw_json_id list = request_list(r, "splices");
    *count = snw_json_get(&r->json, list)->count;
    splice *splices = calloc(*count + 1, sizeof *splices);
    size_t n = 0;
    for (snw_json_id i = snw_json_first(&r->json, list); splices && i != SNW_JSON_NO; i = snw_json_next(&r->json, i)) {
        const snw_json_value *at = snw_json_get(&r->json, snw_json_member(&r->json, i, "at"));
        const snw_json_value *cut = snw_json_get(&r->json, snw_json_member(&r->json, i, "remove"));
        const char *insert = snw_json_get(&r->json, snw_json_member(&r->json, i, "insert"))->string;
        bool good = at->number >= 0 && cut->number >= 0; /* both are whole, and below 2^53 */
        splices[n++] =
            (splice){ good ? (size_t)at->number : SIZE_MAX, good ? (size_t)cut->number : 0, insert, strlen(insert) };
    }
    return splices;
}

/* To those who follow, the splices as they came. */
static void tell_followers(document *d, const client *but, const request *r) {
    if (d->member_count < 2) return;
    const snw_json_value *list = snw_json_get(&r->json, request_list(r, "splices"));
    snw_text text;
    say_edited(&text, d, NULL);
    say_key(&text, "splices");
    snw_text_add(&text, r->json.text + list->start, list->end - list->start);
    document_tell(d, but, say_end(&text));
}

static void edit(editor *e, client *c, const request *r) {
    document *d = asked(e, c, r);
    if (!d || !may_write(e, d, c, r) || !is_current(d, c, r)) return;
    size_t count, size = 0;
    const char *why = "memory ran out";
    splice *splices = read_splices(r, &count);
    char *text = splices ? text_splice(d->text, d->size, splices, count, &size, &why) : NULL;
    free(splices);
    if (!text) {
        say_failed(c, r, "splice", "%s", why);
        return;
    }
    if (text_hash(text, size) != request_number(r, "hash")) {
        free(text);
        say_failed(c, r, "hash", "page and server do not have the same text; load it anew");
        return;
    }
    take_text(e, d, text, size);
    snw_text answer;
    say_edited(&answer, d, r);
    say_to(c, &answer);
    tell_followers(d, c, r);
}

static void give_text(editor *e, client *c, const request *r) {
    const document *d = asked(e, c, r);
    if (!d) return;
    snw_text text;
    say_begin(&text, "text", r);
    say_number(&text, "doc", d->id);
    say_number(&text, "revision", d->revision);
    say_number(&text, "hash", d->hash);
    say_text(&text, "text", d->text);
    say_to(c, &text);
}

/* ---- the file ---- */

static void look_at_disk(editor *e, client *c, const request *r) {
    const document *d = asked(e, c, r);
    if (!d) return;
    size_t size = 0;
    char *bytes = disk_read_file(&e->project, d->file, DOCUMENT_MOST, &size);
    if (!bytes && errno != ENOENT) {
        say_failed(c, r, "file", "the file cannot be read: %s", strerror(errno));
        return;
    }
    if (bytes && !text_is_plain(bytes, size)) {
        say_failed(c, r, "file", "what lies on the disk is no UTF-8 text");
    } else {
        snw_text text;
        say_begin(&text, "disk", r);
        say_number(&text, "doc", d->id);
        if (bytes) say_text(&text, "text", bytes);
        if (bytes) say_number(&text, "hash", text_hash(bytes, size));
        say_to(c, &text);
    }
    free(bytes);
}

static void say_saved(editor *e, document *d, client *c, const request *r) {
    snw_text text;
    if (r) {
        say_begin(&text, "saved", r);
        say_number(&text, "doc", d->id);
        say_number(&text, "saved", d->saved);
        say_to(c, &text);
    }
    say_begin(&text, "saved", NULL);
    say_number(&text, "doc", d->id);
    say_number(&text, "saved", d->saved);
    document_tell(d, c, say_end(&text));
    char *path = document_is_dirty(d) ? NULL : document_path(e, d);
    if (path) recovery_remove(&e->recovery, path);
    if (path) d->copy_due = 0;
    free(path);
}

static void is_saved(editor *e, document *d, uint32_t hash) {
    d->saved = d->told = hash;
    d->gone = false;
    d->when = stamp_of(&e->project, d->file);
}

static const char *why_not_written(int code) {
    if (code == ENOSPC || code == EDQUOT) return "the disk is full";
    if (code == EACCES || code == EPERM || code == EROFS) return "the file or its folder is read-only";
    if (code == ELOOP) return "it is a link, and the editor follows none";
    if (code == ENOENT) return "its folder is gone";
    return strerror(code);
}

/* Whether the file may be written: it has the bytes that were opened, or those that the user has seen. */
static bool may_replace(editor *e, document *d, client *c, const request *r) {
    size_t size = 0;
    char *bytes = disk_read_file(&e->project, d->file, MODEL_MOST, &size);
    if (!bytes && errno == ENOENT) return true; /* nothing is lost */
    if (!bytes) {
        say_failed(c, r, "file", "\"%s\" cannot be read to see whether it has changed: %s; nothing was written",
                   project_at(&e->project, d->file)->path, why_not_written(errno));
        return false;
    }
    uint32_t hash = text_hash(bytes, size);
    free(bytes);
    if (hash == d->hash || (!d->gone && hash == d->saved)) return true;
    if (request_has(r, "over") && request_number(r, "over") == hash) return true;
    say_failed(c, r, "conflict", "\"%s\" was changed on the disk by another program; nothing was written",
               project_at(&e->project, d->file)->path);
    return false;
}

static void save(editor *e, client *c, const request *r) {
    document *d = asked(e, c, r);
    if (!d || !may_write(e, d, c, r) || !is_current(d, c, r) || !may_replace(e, d, c, r)) return;
    if (!disk_write_file(&e->project, d->file, d->text, d->size, false)) {
        say_failed(c, r, "file",
                   "\"%s\" could not be written: %s; the old file stands, and a copy of your work is kept",
                   project_at(&e->project, d->file)->path, why_not_written(errno));
        return;
    }
    is_saved(e, d, d->hash);
    say_saved(e, d, c, r);
}

/* ---- who writes, and what was recovered ---- */

static void take_over(editor *e, client *c, const request *r) {
    document *d = asked(e, c, r);
    if (!d) return;
    client *before = d->writer;
    d->writer = c;
    if (before && before != c) {
        snw_text text;
        say_begin(&text, "writer", NULL);
        say_number(&text, "doc", d->id);
        say_bool(&text, "writer", false);
        say_to(before, &text);
    }
    say_document(c, r, e, d);
}

/* A text in place of one that had so many bytes. */
static void tell_whole(const document *d, const client *but, size_t before) {
    snw_text text;
    say_edited(&text, d, NULL);
    say_key(&text, "splices");
    snw_text_format(&text, "[{\"at\":0,\"remove\":%zu", before);
    say_text(&text, "insert", d->text);
    snw_text_add_z(&text, "}]");
    document_tell(d, but, say_end(&text));
}

static void recover(editor *e, client *c, const request *r) {
    document *d = asked(e, c, r);
    if (!d || !may_write(e, d, c, r)) return;
    char *path = document_path(e, d);
    if (path) recovery_settle(&e->recovery, path);
    free(path);
    char *text = d->offered;
    size_t size = d->offered_size, before = d->size;
    d->offered = NULL;
    if (text && request_bool(r, "take")) {
        take_text(e, d, text, size);
        tell_whole(d, c, before);
    } else {
        free(text);
    }
    say_document(c, r, e, d);
}

/* ---- leaving ---- */

static void free_document(editor *e, document *d) {
    for (document **at = &e->documents; *at; at = &(*at)->next) {
        if (*at != d) continue;
        *at = d->next;
        break;
    }
    checked_drop(d->last);
    free(d->text);
    free(d->offered);
    free(d->members);
    free(d);
}

static void remove_member(document *d, const client *c) {
    for (uint32_t i = 0; i < d->member_count; ++i)
        if (d->members[i] == c) d->members[i--] = d->members[--d->member_count];
    if (d->writer == c) d->writer = NULL;
}

/* Unsaved work stays as long as the server runs: a page that is loaded again finds it. */
static void let_go(editor *e, document *d) {
    if (d->member_count || document_is_dirty(d) || d->offered || e->preview.document == d->id) return;
    free_document(e, d);
}

static void close_document(editor *e, client *c, const request *r) {
    document *d = asked(e, c, r);
    if (!d) return;
    remove_member(d, c);
    let_go(e, d);
    say_done(c, r);
}

void documents_leave(editor *e, client *c) {
    for (document *d = e->documents, *next; d; d = next) {
        next = d->next;
        if (!is_member(d, c)) continue;
        remove_member(d, c);
        let_go(e, d);
    }
}

void documents_free(editor *e) {
    while (e->documents) free_document(e, e->documents);
}

void document_request(editor *e, client *c, const request *r) {
    switch (r->kind) {
    case SNW_LINK_REQUEST_LIST: request_list_files(e, c, r); break;
    case SNW_LINK_REQUEST_OPEN: request_open(e, c, r); break;
    case SNW_LINK_REQUEST_CREATE: request_create(e, c, r); break;
    case SNW_LINK_REQUEST_EDIT: edit(e, c, r); break;
    case SNW_LINK_REQUEST_SAVE: save(e, c, r); break;
    case SNW_LINK_REQUEST_TEXT: give_text(e, c, r); break;
    case SNW_LINK_REQUEST_DISK: look_at_disk(e, c, r); break;
    case SNW_LINK_REQUEST_RECOVER: recover(e, c, r); break;
    case SNW_LINK_REQUEST_TAKE: take_over(e, c, r); break;
    default: close_document(e, c, r); break;
    }
}

/* ---- as time goes by ---- */

/* One that could not be written, as on a full disk, is tried again. */
static void write_copy(editor *e, document *d) {
    char *path = document_path(e, d);
    if (path && document_is_dirty(d)) d->copied = recovery_write(&e->recovery, path, d->text, d->size);
    else if (path) recovery_remove(&e->recovery, path);
    d->copy_due = document_is_dirty(d) && !d->copied ? e->now + 5 : 0;
    free(path);
}

void documents_rescue(editor *e) {
    for (document *d = e->documents; d; d = d->next)
        if (d->copy_due > 0) write_copy(e, d);
}

static void tell_changed(document *d, bool there, uint32_t hash) {
    snw_text text;
    say_begin(&text, "changed", NULL);
    say_number(&text, "doc", d->id);
    if (there) say_number(&text, "hash", hash);
    document_tell(d, NULL, say_end(&text));
}

static void look(editor *e, document *d) {
    stamp now = stamp_of(&e->project, d->file);
    if (stamp_same(&now, &d->when)) return;
    d->when = now;
    size_t size = 0;
    char *bytes = now.there ? disk_read_file(&e->project, d->file, MODEL_MOST, &size) : NULL;
    if (!bytes) {
        if (!d->gone) tell_changed(d, false, 0);
        if (!d->gone && d->copy_due <= 0) d->copy_due = e->now; /* nothing else holds this text now */
        d->gone = true;
        return;
    }
    uint32_t hash = text_hash(bytes, size);
    free(bytes);
    bool came_back = d->gone;
    d->gone = false;
    if (hash == d->hash && (came_back || hash != d->saved || hash != d->told)) {
        is_saved(e, d, hash);
        say_saved(e, d, NULL, NULL);
        return;
    }
    if (hash != d->told || came_back) tell_changed(d, true, hash);
    d->told = hash;
}

static void check(editor *e, document *d) {
    d->check_due = 0;
    if (project_at(&e->project, d->file)->kind != FILE_GRAPH) return;
    double from = clock_now();
    checked *now = check_document(e, d);
    d->check_cost = clock_now() - from;
    if (!now) {
        d->check_due = e->now + 1; /* there was no memory */
        return;
    }
    checked_drop(d->last);
    d->last = now;
    document_tell(d, NULL, say_findings(d, now));
    if (e->preview.document == d->id) preview_play(e, now);
}

/* What was told of the graph that plays speaks of its indices, so that another one waits for it; not for ever. */
static bool waits_for_preview(const editor *e, const document *d) {
    const preview *p = &e->preview;
    return p->document == d->id && p->player && (p->first || p->steps_left) && e->now < d->check_due + 10;
}

void documents_tick(editor *e) {
    bool due = e->now - e->looked >= 1;
    if (due) e->looked = e->now;
    for (document *d = e->documents; d; d = d->next) {
        if (due) look(e, d);
        if (d->copy_due > 0 && e->now >= d->copy_due) write_copy(e, d);
        const model_use *model = d->last ? d->last->model : NULL;
        if (d->check_due <= 0 && model && due && model_is_stale(e, model)) d->check_due = e->now;
        if (d->check_due > 0 && e->now >= d->check_due && !waits_for_preview(e, d)) check(e, d);
    }
}
