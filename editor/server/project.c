/* The files of the project folder, by number. Invariant: what is opened lies in the folder: every part of a path is
   opened by itself, from the folder's own descriptor, and never through a link, so that nothing outside can be named,
   not even by one who changes the folder meanwhile. The exception is what the command line itself named. */
#include "server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH_MOST = 12 };

static const struct {
    const char *end, *word;
} kinds[FILE_KINDS] = {
    [FILE_GRAPH] = { ".animgraph", "graph" },
    [FILE_MODEL] = { ".glb", "model" },
    [FILE_CLIPS] = { ".clips.json", "clips" },
    [FILE_BANK] = { ".bank", "bank" },
};

file_kind file_kind_of(const char *path) {
    if (ends_with(path, ".gltf")) return FILE_MODEL;
    for (int i = 0; i < FILE_KINDS; ++i)
        if (ends_with(path, kinds[i].end) && strlen(base_name(path)) > strlen(kinds[i].end)) return (file_kind)i;
    return FILE_KINDS;
}

const char *file_kind_word(file_kind kind) { return kinds[kind].word; }

bool project_open(project *p, const char *path) {
    memset(p, 0, sizeof *p);
    p->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    p->path = strdup(path);
    p->name = p->path ? strdup(base_name(p->path)) : NULL;
    if (p->folder >= 0 && p->name) return true;
    int code = p->folder < 0 ? errno : ENOMEM;
    project_close(p);
    errno = code;
    return false;
}

void project_close(project *p) {
    if (p->folder >= 0) close(p->folder);
    for (uint32_t i = 0; i < p->count; ++i) free(p->files[i].path);
    free(p->files);
    free(p->path);
    free(p->name);
    memset(p, 0, sizeof *p);
    p->folder = -1;
}

/* ---- paths ---- */

/* Relative, of parts that are neither empty nor dots, in UTF-8. */
static bool is_inside(const char *path) {
    if (!path[0] || strlen(path) >= PATH_MOST || !text_is_plain(path, strlen(path))) return false;
    for (const char *part = path;; ++part) {
        size_t length = strcspn(part, "/");
        if (!length || (part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.')))) return false;
        part += length;
        if (!*part) return true;
    }
}

char *project_beside(const project *p, uint32_t file, const char *name) {
    const project_file *f = project_at(p, file);
    if (!f || f->outside || name[0] == '/' || strlen(name) >= PATH_MOST || strchr(name, '\\')) return NULL;
    char *whole = beside(f->path, name);
    size_t used = 0;
    for (const char *part = whole; part && *part;) {
        size_t length = strcspn(part, "/");
        bool up = length == 2 && part[0] == '.' && part[1] == '.', here = length == 1 && part[0] == '.';
        if (up && !used) return free(whole), NULL;
        if (up) do
                --used;
            while (used && whole[used] != '/');
        if (!up && !here && length) {
            if (used) whole[used++] = '/';
            memmove(whole + used, part, length);
            used += length;
        }
        part += length + (part[length] == '/');
    }
    if (!whole) return NULL;
    whole[used] = 0;
    if (!used) return free(whole), NULL;
    return whole;
}

int project_folder_of(const project *p, const char *path, const char **last) {
    if (!is_inside(path)) return errno = EACCES, -1;
    int folder = fcntl(p->folder, F_DUPFD_CLOEXEC, 0);
    for (const char *slash; folder >= 0 && (slash = strchr(path, '/')) != NULL; path = slash + 1) {
        char part[256];
        size_t length = (size_t)(slash - path);
        int next = -1, code = ENAMETOOLONG;
        if (length < sizeof part) {
            memcpy(part, path, length);
            part[length] = 0;
            next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            code = errno;
        }
        close(folder);
        folder = next;
        errno = code;
    }
    *last = path;
    return folder;
}

static int open_plain(int folder, const char *name, bool follow) {
    /* Not held up by a pipe of that name. */
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow ? 0 : O_NOFOLLOW));
    struct stat info;
    if (file < 0) return -1;
    int code = fstat(file, &info) ? errno : S_ISREG(info.st_mode) ? 0 : S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
    if (!code) return file;
    close(file);
    errno = code;
    return -1;
}

int project_read(const project *p, uint32_t file) {
    const project_file *f = project_at(p, file);
    const char *last;
    if (!f) return errno = ENOENT, -1;
    if (f->outside) return open_plain(AT_FDCWD, f->path, true);
    int folder = project_folder_of(p, f->path, &last);
    if (folder < 0) return -1;
    int opened = open_plain(folder, last, false), code = errno;
    close(folder);
    errno = code;
    return opened;
}

/* ---- numbers ---- */

const project_file *project_at(const project *p, uint32_t file) { return file < p->count ? &p->files[file] : NULL; }

static uint32_t add(project *p, const char *path, file_kind kind, bool outside) {
    for (uint32_t i = 0; i < p->count; ++i)
        if (p->files[i].outside == outside && strcmp(p->files[i].path, path) == 0) return i;
    if (p->count == p->capacity) {
        uint32_t capacity = p->capacity ? p->capacity * 2 : 64;
        project_file *files = realloc(p->files, capacity * sizeof *files);
        if (!files) return SINEW_NONE;
        p->files = files;
        p->capacity = capacity;
    }
    char *own = strdup(path);
    if (!own || p->count >= 4 * FILES_MOST) return free(own), SINEW_NONE;
    p->files[p->count] = (project_file){ .path = own, .kind = kind, .outside = outside };
    return p->count++;
}

uint32_t project_find(project *p, const char *path) {
    file_kind kind = file_kind_of(path);
    return kind == FILE_KINDS || !is_inside(path) ? SINEW_NONE : add(p, path, kind, false);
}

uint32_t project_add_outside(project *p, const char *real_path) {
    file_kind kind = file_kind_of(real_path);
    uint32_t file = add(p, real_path, kind == FILE_KINDS ? FILE_MODEL : kind, true);
    if (file != SINEW_NONE) p->files[file].there = true;
    return file;
}

/* ---- what there is ---- */

typedef struct scan {
    project *p;
    char path[PATH_MOST];
    uint32_t seen;
    bool *found; /* by number, of those that were known */
    uint32_t known;
    bool changed;
} scan;

static void take(scan *s) {
    if (file_kind_of(s->path) == FILE_KINDS || s->seen >= FILES_MOST) return;
    uint32_t file = project_find(s->p, s->path);
    if (file == SINEW_NONE) return;
    s->seen++;
    if (file < s->known) s->found[file] = true;
    if (!s->p->files[file].there) s->changed = true;
    s->p->files[file].there = true;
}

static void look(scan *s, int folder, size_t length, int depth) {
    DIR *opened = fdopendir(folder);
    if (!opened) {
        close(folder);
        return;
    }
    for (const struct dirent *entry; s->seen < FILES_MOST && (entry = readdir(opened)) != NULL;) {
        size_t added = strlen(entry->d_name);
        struct stat info;
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "node_modules") == 0) continue;
        if (length + added + 2 > sizeof s->path) continue;
        if (fstatat(dirfd(opened), entry->d_name, &info, AT_SYMLINK_NOFOLLOW)) continue;
        memcpy(s->path + length, entry->d_name, added + 1);
        if (S_ISREG(info.st_mode)) take(s);
        if (!S_ISDIR(info.st_mode) || depth >= DEPTH_MOST) continue;
        int inner = openat(dirfd(opened), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        s->path[length + added] = '/';
        if (inner >= 0) look(s, inner, length + added + 1, depth + 1);
    }
    closedir(opened);
}

bool project_scan(project *p) {
    scan s = { .p = p, .known = p->count };
    int folder = openat(p->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    s.found = calloc(p->count + 1, sizeof *s.found);
    if (folder >= 0 && s.found) look(&s, folder, 0, 0);
    else if (folder >= 0) close(folder);
    for (uint32_t i = 0; s.found && i < s.known; ++i) {
        if (p->files[i].outside || s.found[i] || !p->files[i].there) continue;
        p->files[i].there = false;
        s.changed = true;
    }
    free(s.found);
    return s.changed;
}

void say_files(snw_text *text, const project *p) {
    bool first = true;
    say_key(text, "files");
    snw_text_add_z(text, "[");
    for (uint32_t i = 0; i < p->count; ++i) {
        const project_file *f = &p->files[i];
        if (!f->there) continue;
        snw_text_format(text, "%s{\"id\":%u", first ? "" : ",", i);
        say_text(text, "name", f->outside ? base_name(f->path) : f->path);
        say_text(text, "kind", file_kind_word(f->kind));
        snw_text_add_z(text, "}");
        first = false;
    }
    snw_text_add_z(text, "]");
}
