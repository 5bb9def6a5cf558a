/* Copies of unsaved work, in the user's state folder, so that a crash loses at most a second of it. Invariant: nobody
   else may read them; a copy that is offered is kept until the user has decided.

   A copy is named by its file's whole path: HASH.text, and HASH.offered while it waits for the user. Its first line is
   the time and the path, the rest is the text. */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *state_folder(char *path, size_t size) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state && state[0] == '/') length = snprintf(path, size, "%s/sinew", state);
    else if (home && home[0] == '/') length = snprintf(path, size, "%s/.local/state/sinew", home);
    return length > 0 && (size_t)length < size ? path : NULL;
}

void recovery_open(recovery *r) {
    char path[PATH_MOST];
    r->folder = -1;
    if (state_folder(path, sizeof path) && make_folders(path, 0700))
        r->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (r->folder >= 0) return;
    fprintf(stderr,
            "sinew edit: no copies of unsaved work are kept: there is no folder for them (XDG_STATE_HOME, or "
            "HOME): %s\n",
            strerror(errno ? errno : ENOENT));
}

void recovery_close(recovery *r) {
    if (r->folder >= 0) close(r->folder);
    r->folder = -1;
}

enum { NAME = 48 };

static void copy_name(const char *path, const char *end, char *name) {
    uint64_t hash = 0xcbf29ce484222325ull; /* FNV-1a */
    for (const char *c = path; *c; ++c) hash = (hash ^ (unsigned char)*c) * 0x100000001b3ull;
    snprintf(name, NAME, "%016llx.%s", (unsigned long long)hash, end);
}

bool recovery_write(const recovery *r, const char *path, const char *text, size_t size) {
    char name[NAME];
    if (r->folder < 0) return false;
    copy_name(path, "text", name);
    size_t head = strlen(path) + 32;
    char *bytes = malloc(head + size);
    if (!bytes) return false;
    int length = snprintf(bytes, head, "%lld %s\n", (long long)time(NULL), path);
    memcpy(bytes + length, text, size);
    bool good = disk_write_at(r->folder, name, bytes, (size_t)length + size, 0600, false);
    free(bytes);
    return good;
}

void recovery_remove(const recovery *r, const char *path) {
    char name[NAME];
    copy_name(path, "text", name);
    if (r->folder >= 0) unlinkat(r->folder, name, 0);
}

void recovery_settle(const recovery *r, const char *path) {
    char name[NAME];
    copy_name(path, "offered", name);
    if (r->folder >= 0) unlinkat(r->folder, name, 0);
}

/* The text after a first line that names this path; NULL if it is no copy of it. */
static char *read_copy(const recovery *r, const char *name, const char *path, size_t *size, double *when) {
    int file = openat(r->folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    char *bytes = file < 0 ? NULL : disk_read(file, DOCUMENT_MOST + PATH_MOST + 64, size);
    if (file >= 0) close(file);
    if (!bytes) return NULL;
    char *end = NULL, *line = memchr(bytes, '\n', *size);
    *when = (double)strtoll(bytes, &end, 10);
    size_t length = strlen(path);
    bool ours = line && *end == ' ' && (size_t)(line - end) == length + 1 && memcmp(end + 1, path, length) == 0;
    size_t head = line ? (size_t)(line + 1 - bytes) : 0;
    if (!ours || *size - head > DOCUMENT_MOST || !text_is_plain(bytes + head, *size - head)) return free(bytes), NULL;
    *size -= head;
    memmove(bytes, bytes + head, *size + 1);
    return bytes;
}

char *recovery_take(const recovery *r, const char *path, size_t *size, double *when) {
    char name[NAME], offered[NAME];
    if (r->folder < 0) return NULL;
    copy_name(path, "text", name);
    copy_name(path, "offered", offered);
    char *text = read_copy(r, name, path, size, when);
    if (text) renameat(r->folder, name, r->folder, offered);
    else text = read_copy(r, offered, path, size, when);
    return text;
}
