/* Models by file. Invariant: a model in the editor's list is as its files and the open clips documents say; one that is
   still played after they changed lives until it is dropped. */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *clips_path(const project_file *f) {
    static const char end[] = ".clips.json";
    size_t folder = (size_t)(base_name(f->path) - f->path);
    const char *dot = strrchr(f->path + folder, '.');
    size_t length = dot ? (size_t)(dot - f->path) : strlen(f->path);
    char *path = malloc(length + sizeof end);
    if (!path) return NULL;
    memcpy(path, f->path, length);
    memcpy(path + length, end, sizeof end);
    return path;
}

/* The number of the clips file beside a model, SINEW_NONE if it can have none. */
static uint32_t clips_of(editor *e, uint32_t file) {
    const project_file *f = project_at(&e->project, file);
    if (!f || f->kind == FILE_BANK) return SINEW_NONE;
    bool outside = f->outside;
    char *path = clips_path(f);
    uint32_t clips = !path     ? SINEW_NONE
                     : outside ? project_add_outside(&e->project, path)
                               : project_find(&e->project, path);
    if (outside && clips != SINEW_NONE) e->project.files[clips].there = false; /* not to be listed */
    free(path);
    return clips;
}

static void remember(editor *e, model_use *m) {
    uint32_t clips = clips_of(e, m->file);
    const document *open = clips == SINEW_NONE ? NULL : document_of_file(e, clips);
    m->when = stamp_of(&e->project, m->file);
    m->clips_when = stamp_of(&e->project, clips);
    m->clips_document = open ? open->id : 0;
    m->clips_revision = open ? open->revision : 0;
}

bool model_is_stale(editor *e, const model_use *m) {
    model_use now = { .file = m->file };
    remember(e, &now);
    bool same_clips = now.clips_document || m->clips_document
                          ? now.clips_document == m->clips_document && now.clips_revision == m->clips_revision
                          : stamp_same(&now.clips_when, &m->clips_when);
    return !same_clips || !stamp_same(&now.when, &m->when);
}

/* ---- reading ---- */

static sinew_log *said(sinew_log *log, const char *file, sinew_code code, const char *sentence) {
    snw_log_add_at(log, SINEW_SEVERITY_ERROR, code, 0, 0, "", "\"%s\" %s", file, sentence);
    return log;
}

typedef struct around {
    const project *p;
    const char *path; /* of the model */
    bool outside;
} around;

/* A buffer beside the model: in its folder or below, and not through a link. */
static void *read_buffer(void *user, const char *uri, const sinew_allocator *allocator, size_t *size) {
    const around *a = user;
    size_t folder = (size_t)(base_name(a->path) - a->path), got = 0;
    char path[PATH_MOST];
    const char *last;
    if (uri[0] == '/' || folder + strlen(uri) + 1 > sizeof path) return NULL;
    memcpy(path, a->path, folder);
    path[folder] = 0;
    project own = *a->p;
    if (a->outside) own.folder = open(folder ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    strcpy(path + (a->outside ? 0 : folder), uri);
    int inside = project_folder_of(&own, path, &last);
    int file = inside < 0 ? -1 : openat(inside, last, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    char *text = file < 0 ? NULL : disk_read(file, MODEL_MOST, &got);
    if (inside >= 0) close(inside);
    if (file >= 0) close(file);
    if (a->outside && own.folder >= 0) close(own.folder);
    void *bytes = text ? snw_allocate(allocator, got) : NULL;
    if (bytes && got) memcpy(bytes, text, got);
    free(text);
    *size = got;
    return bytes;
}

static void read_gltf(editor *e, model_use *m, const char *bytes, size_t size) {
    const project_file *f = project_at(&e->project, m->file);
    around where = { &e->project, f->path, f->outside };
    uint32_t clips = clips_of(e, m->file);
    const document *open = clips == SINEW_NONE ? NULL : document_of_file(e, clips);
    size_t clips_size = 0;
    char *from_disk = open || clips == SINEW_NONE ? NULL : disk_read_file(&e->project, clips, MODEL_MOST, &clips_size);
    /* Exact, so that what is shown is what the file says; and it needs no compiling at each change. */
    sinew_io_options options = { .tier = SINEW_TIER_EXACT };
    options.clips_text = open ? open->text : from_disk;
    options.clips_size = open ? open->size : clips_size;
    options.clips_name = clips == SINEW_NONE ? NULL : project_at(&e->project, clips)->path;
    sinew_result result = sinew_io_parse_model(bytes, size, f->path, &options, read_buffer, &where, &m->own, &m->log);
    if (result != SINEW_OK || m->log.count) {
        /* `sinew check` reads a graph's model without its meshes: so are its findings, and skeletons can be played. */
        sinew_model *bare = NULL;
        sinew_log_free(&m->log);
        options.no_meshes = true;
        sinew_io_parse_model(bytes, size, f->path, &options, read_buffer, &where, &bare, &m->log);
        if (m->own) sinew_model_destroy(bare);
        else m->own = bare;
    }
    m->model = m->own;
    free(from_disk);
}

static void take_from_bank(model_use *m, const char *name) {
    uint32_t count = sinew_bank_model_count(m->bank);
    uint32_t index = m->preferred ? sinew_bank_find_model(m->bank, m->preferred) : SINEW_NONE;
    if (index == SINEW_NONE && count == 1) index = 0;
    m->model = sinew_bank_model(m->bank, index);
    if (m->model) return;
    if (!count) said(&m->log, name, SINEW_CODE_MISSING_FIELD, "has no model");
    else said(&m->log, name, SINEW_CODE_MISSING_FIELD, "has several models, and none of the name that the graph gives");
}

static void read_bank(model_use *m, const char *name, char *bytes, size_t size) {
    m->bytes = bytes; /* of malloc, so aligned as a bank wants it */
    if (sinew_bank_open(bytes, size, NULL, &m->bank, &m->log) == SINEW_OK) take_from_bank(m, name);
}

static void load(editor *e, model_use *m) {
    const project_file *f = project_at(&e->project, m->file);
    size_t size = 0;
    remember(e, m);
    m->log.file = f->path;
    char *bytes = disk_read_file(&e->project, m->file, MODEL_MOST, &size);
    if (!bytes) {
        char why[256];
        snprintf(why, sizeof why, "could not be opened: %s",
                 errno == ELOOP ? "it is a link, and the editor follows none" : strerror(errno));
        said(&m->log, f->path, SINEW_CODE_FILE_ACCESS, why);
    } else if (f->kind == FILE_BANK || (size >= 8 && memcmp(bytes, "SINEWBNK", 8) == 0)) {
        read_bank(m, f->path, bytes, size);
    } else {
        read_gltf(e, m, bytes, size);
        free(bytes);
    }
    m->log.file = NULL;
}

/* ---- the list ---- */

static void release(model_use *m) {
    sinew_model_destroy(m->own);
    sinew_bank_close(m->bank);
    free(m->bytes);
    free(m->preferred);
    sinew_log_free(&m->log);
    free(m);
}

void model_drop(model_use *m) {
    if (m && --m->references == 0) release(m);
}

/* Takes out of the list what is stale or what nobody else uses. */
static void tidy(editor *e) {
    for (model_use **at = &e->models; *at;) {
        model_use *m = *at;
        if (m->references > 1 && !model_is_stale(e, m)) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        model_drop(m);
    }
}

static bool same_name(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

model_use *model_get(editor *e, uint32_t file, const char *preferred) {
    tidy(e);
    for (model_use *m = e->models; m; m = m->next)
        if (m->file == file && same_name(m->preferred, preferred)) return m->references++, m;
    model_use *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->file = file;
    m->preferred = preferred ? strdup(preferred) : NULL;
    load(e, m);
    m->references = 2;
    m->next = e->models;
    e->models = m;
    return m;
}
