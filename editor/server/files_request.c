/* Which files there are; opening and making them. Invariant: a file is a number that the server gave out; a new one's
   name is bare and of a kind that the editor writes. */
#include "server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static message *files_message(const editor *e, const request *r) {
    snw_text text;
    say_begin(&text, "files", r);
    say_files(&text, &e->project);
    return say_end(&text);
}

void files_look(editor *e, const client *but) {
    if (project_scan(&e->project)) editor_tell(e, but, files_message(e, NULL));
}

/* A folder that takes long is looked at less often. */
void files_tick(editor *e) {
    if (!editor_welcomed(e) || e->now < e->files_due) return;
    double from = clock_now();
    files_look(e, NULL);
    double rest = (clock_now() - from) * 20;
    e->files_due = e->now + (rest > 2 ? rest : 2);
}

void request_list_files(editor *e, client *c, const request *r) {
    files_look(e, c);
    message *m = files_message(e, r);
    queue_put(&c->out, m);
    message_drop(m);
}

void say_document(client *c, const request *r, const editor *e, const document *d) {
    const project_file *f = project_at(&e->project, d->file);
    snw_text text;
    say_begin(&text, "document", r);
    say_key(&text, "document");
    snw_text_format(&text, "{\"doc\":%u", d->id);
    say_number(&text, "file", d->file);
    say_text(&text, "name", f->path);
    say_text(&text, "kind", file_kind_word(f->kind));
    say_text(&text, "text", d->text);
    say_number(&text, "revision", d->revision);
    say_number(&text, "hash", d->hash);
    say_number(&text, "saved", d->saved);
    say_bool(&text, "writer", d->writer == c);
    if (d->offered) {
        say_key(&text, "recovery");
        snw_text_format(&text, "{\"time\":%.0f", d->offered_time);
        say_text(&text, "text", d->offered);
        snw_text_add_z(&text, "}");
    }
    snw_text_add_z(&text, "}");
    say_to(c, &text);
}

static bool join(document *d, client *c) {
    for (uint32_t i = 0; i < d->member_count; ++i)
        if (d->members[i] == c) return true;
    client **members = realloc(d->members, (d->member_count + 1) * sizeof *members);
    if (!members) return false;
    members[d->member_count++] = c;
    d->members = members;
    if (!d->writer) d->writer = c;
    return true;
}

/* What an earlier run left, if it is another text. */
static void offer(editor *e, document *d) {
    char *path = document_path(e, d);
    if (!path) return;
    d->offered = recovery_take(&e->recovery, path, &d->offered_size, &d->offered_time);
    if (d->offered && d->offered_size == d->size && memcmp(d->offered, d->text, d->size) == 0) {
        free(d->offered);
        d->offered = NULL;
        recovery_settle(&e->recovery, path);
    }
    free(path);
}

static document *load(editor *e, uint32_t file, char *text, size_t size) {
    document *d = calloc(1, sizeof *d);
    if (!d) return free(text), NULL;
    d->id = e->next_document++;
    d->file = file;
    d->text = text;
    d->size = size;
    d->hash = d->saved = d->told = text_hash(text, size);
    d->when = stamp_of(&e->project, file);
    d->model = SINEW_NONE;
    d->check_due = e->now > 0 ? e->now : 1e-9;
    d->next = e->documents;
    e->documents = d;
    offer(e, d);
    return d;
}

/* Nobody had it open and it holds nothing of its own: what lies on the disk counts. */
static void refresh(editor *e, document *d) {
    stamp now = stamp_of(&e->project, d->file);
    if (d->member_count || document_is_dirty(d) || d->offered || stamp_same(&now, &d->when)) return;
    size_t size = 0;
    char *text = disk_read_file(&e->project, d->file, DOCUMENT_MOST, &size);
    if (!text || !text_is_plain(text, size)) {
        free(text);
        return;
    }
    free(d->text);
    d->text = text;
    d->size = size;
    d->hash = d->saved = d->told = text_hash(text, size);
    d->revision++;
    d->when = now;
    d->check_due = e->now;
}

static void enter(editor *e, client *c, const request *r, document *d) {
    if (!d || !join(d, c)) {
        say_failed(c, r, "memory", "memory ran out");
        return;
    }
    say_document(c, r, e, d);
    if (!d->last || d->check_due > 0) return;
    message *m = say_findings(d, d->last);
    queue_put(&c->out, m);
    message_drop(m);
}

void request_open(editor *e, client *c, const request *r) {
    uint32_t file = request_index(r, "file");
    const project_file *f = project_at(&e->project, file);
    if (!f || f->outside) {
        say_failed(c, r, "unknown-file", "there is no such file in the project folder");
        return;
    }
    if (f->kind != FILE_GRAPH && f->kind != FILE_CLIPS) {
        say_failed(c, r, "unknown-file", "\"%s\" is no graph (.animgraph) and no list of clips (.clips.json)", f->path);
        return;
    }
    document *d = document_of_file(e, file);
    if (d) refresh(e, d);
    size_t size = 0;
    char *text = d ? NULL : disk_read_file(&e->project, file, DOCUMENT_MOST, &size);
    if (!d && !text) {
        int code = errno;
        say_failed(c, r, "file", "\"%s\" could not be opened: %s", f->path,
                   code == EFBIG   ? "it is larger than the editor takes (7 MiB)"
                   : code == ELOOP ? "it is a link, and the editor follows none"
                                   : strerror(code));
        return;
    }
    if (text && !text_is_plain(text, size)) {
        free(text);
        say_failed(c, r, "file", "\"%s\" is no UTF-8 text", f->path);
        return;
    }
    enter(e, c, r, d ? d : load(e, file, text, size));
}

/* The path of a new file: in the project folder, or beside a file of it. NULL after an answer. */
static char *new_path(editor *e, client *c, const request *r) {
    const char *name = request_text(r, "name");
    file_kind kind = file_kind_of(name);
    uint32_t near = request_index(r, "beside");
    const project_file *f = project_at(&e->project, near);
    if (!name[0] || name[0] == '.' || strpbrk(name, "/\\") || strlen(name) > 200 || text_has_controls(name)) {
        say_failed(c, r, "name", "a new file wants a plain name, such as \"hero.animgraph\"");
        return NULL;
    }
    if (kind != FILE_GRAPH && kind != FILE_CLIPS) {
        say_failed(c, r, "name", "a new file's name ends in .animgraph or .clips.json");
        return NULL;
    }
    if (request_has(r, "beside") && (!f || f->outside)) {
        say_failed(c, r, "unknown-file", "there is no such file in the project folder to put it beside");
        return NULL;
    }
    char *path = f ? beside(f->path, name) : strdup(name);
    if (!path) say_failed(c, r, "memory", "memory ran out");
    return path;
}

void request_create(editor *e, client *c, const request *r) {
    char *path = new_path(e, c, r);
    if (!path) return;
    const char *text = request_text(r, "text");
    uint32_t file = project_find(&e->project, path);
    free(path);
    const document *open = document_of_file(e, file);
    const char *name = request_text(r, "name");
    if (file == SINEW_NONE || strlen(text) > DOCUMENT_MOST) {
        say_failed(c, r, "name", "\"%s\" cannot be made here, or its text is too large", name);
    } else if (open) {
        say_failed(c, r, "exists", "\"%s\" is open; choose another name", name);
    } else if (!disk_write_file(&e->project, file, text, strlen(text), true)) {
        int code = errno;
        say_failed(c, r, code == EEXIST ? "exists" : "file", "\"%s\" could not be made: %s", name,
                   code == EEXIST                     ? "there is a file of this name"
                   : code == ENOSPC || code == EDQUOT ? "the disk is full"
                                                      : strerror(code));
    } else {
        e->project.files[file].there = true;
        editor_tell(e, NULL, files_message(e, NULL));
        char *own = strdup(text);
        enter(e, c, r, own ? load(e, file, own, strlen(own)) : NULL);
    }
}
