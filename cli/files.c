/* Reading and writing files. Invariant: a file that a command writes appears whole or not at all; what was there
   before stays until then, and no input of the run is written over. Devices and pipes are written in place. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t most_bytes = (size_t)64 << 20;

static bool cannot(const char *name, const char *what, int code) {
    fail(name, SINEW_CODE_FILE_ACCESS, "it could not be %s: %s", what, strerror(code));
    return false;
}

/* ---- what this run reads ---- */

typedef struct input {
    dev_t device;
    ino_t number;
} input;

static struct {
    input *items;
    size_t count, capacity;
} inputs; /* files only: a terminal or a device may be read and written */

static bool identify(const char *name, input *found) {
    struct stat info;
    if ((strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, &info) : stat(name, &info)) || !S_ISREG(info.st_mode))
        return false;
    *found = (input){ info.st_dev, info.st_ino };
    return true;
}

static bool same(input a, input b) { return a.device == b.device && a.number == b.number; }

bool same_file(const char *name, const char *other) {
    input a, b;
    return identify(name, &a) && identify(other, &b) && same(a, b);
}

/* Without memory the program ends: there is nothing to lose yet. */
void input_remember(const char *name) {
    input found;
    if (!identify(name, &found)) return;
    if (inputs.count == inputs.capacity) {
        inputs.capacity = inputs.capacity ? inputs.capacity * 2 : 16;
        input *more = realloc(inputs.items, inputs.capacity * sizeof *more);
        if (!more) exit(fail_memory());
        inputs.items = more;
    }
    inputs.items[inputs.count++] = found;
}

bool output_allowed(const char *name) {
    input found;
    if (!name || strcmp(name, "-") == 0 || !identify(name, &found)) return true;
    for (size_t i = 0; i < inputs.count; ++i)
        if (same(inputs.items[i], found))
            return fail(name, SINEW_CODE_USAGE, "it is also an input; write to another file"), false;
    return true;
}

/* ---- what it writes ---- */

static bool replaceable(const char *name) {
    struct stat info;
    if (lstat(name, &info)) return errno == ENOENT;
    return S_ISREG(info.st_mode);
}

bool output_open(output *out, const char *name) {
    memset(out, 0, sizeof *out);
    out->file = stdout;
    out->name = "standard output";
    if (!name || strcmp(name, "-") == 0) return true;
    out->name = name;
    if (!output_allowed(name)) return false;
    const char *path = name;
    if (replaceable(name)) {
        size_t size = strlen(name) + 32;
        out->temporary = malloc(size);
        if (!out->temporary) return fail_memory(), false;
        snprintf(out->temporary, size, "%s.%ld.part", name, (long)getpid());
        path = out->temporary;
    }
    out->file = fopen(path, "wb");
    if (out->file) {
        out->created = true;
        return true;
    }
    int code = errno;
    free(out->temporary);
    out->temporary = NULL;
    return cannot(name, "opened for writing", code);
}

bool output_failed(const output *out) { return ferror(out->file) != 0; }

/* Asked of the pipe itself, since the error of an earlier write is lost. */
static bool reader_went(FILE *file) {
    struct pollfd pipe = { .fd = fileno(file) };
    return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR);
}

/* Standard output is closed by a command and again as the program ends, but told of once; and a reader that has seen
   enough, as head(1), is not told of. */
static int standard_failed(int code, int status) {
    static bool known;
    if (known) return status ? status : STATUS_INPUT;
    known = true;
    if (code == EPIPE || reader_went(stdout)) return STATUS_PIPE;
    cannot("standard output", "written", code ? code : EIO);
    return STATUS_INPUT;
}

int output_close(output *out, bool good, int status) {
    int code = ferror(out->file) ? errno : 0; /* a write that failed has left its own; another flush may not */
    errno = 0;
    bool failed = fflush(out->file) != 0 || ferror(out->file) != 0;
    if (errno) code = errno;
    if (out->created && fclose(out->file) && !failed) {
        failed = true;
        code = errno;
    }
    if (out->temporary && good && !failed && rename(out->temporary, out->name)) {
        failed = true;
        code = errno;
    }
    if (out->temporary && (!good || failed)) remove(out->temporary);
    free(out->temporary);
    out->temporary = NULL;
    if (!failed) return status;
    if (out->file == stdout) return standard_failed(code, status);
    cannot(out->name, "written", code ? code : EIO);
    return STATUS_INPUT;
}

/* ---- reading ---- */

static char *read_all(FILE *file, const char *name, size_t *size) {
    char *text = NULL;
    size_t capacity = 0, used = 0;
    for (;;) {
        if (used + 1 >= capacity) {
            capacity = capacity ? capacity * 2 : 65536;
            char *more = realloc(text, capacity);
            if (!more) return free(text), fail_memory(), NULL;
            text = more;
        }
        size_t got = fread(text + used, 1, capacity - used - 1, file);
        used += got;
        if (!got) break;
        if (used > most_bytes) {
            free(text);
            fail(name, SINEW_CODE_TOO_LARGE, "it is larger than the %zu MiB that are read", most_bytes >> 20);
            return NULL;
        }
    }
    if (ferror(file)) return cannot(name, "read", errno), free(text), NULL;
    text[used] = 0;
    *size = used;
    return text;
}

char *read_file(const char *name, size_t *size) {
    input_remember(name);
    if (strcmp(name, "-") == 0) return read_all(stdin, "standard input", size);
    if (is_folder(name)) return cannot(name, "read", EISDIR), NULL;
    FILE *file = fopen(name, "rb");
    if (!file) return cannot(name, "opened", errno), NULL;
    char *text = read_all(file, name, size);
    fclose(file);
    return text;
}

char *beside(const char *file, const char *name) {
    const char *slash = name[0] == '/' ? NULL : strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash + 1 - file) : 0, length = strlen(name);
    char *path = malloc(folder + length + 1);
    if (!path) return NULL;
    memcpy(path, file, folder);
    memcpy(path + folder, name, length + 1);
    return path;
}

const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    if (n < m) return false;
    for (size_t i = 0; i < m; ++i) {
        char c = text[n - m + i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != end[i]) return false;
    }
    return true;
}

bool is_plain_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool make_folders(char *path, unsigned mode) {
    for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = 0;
        bool made = mkdir(path, (mode_t)mode) == 0 || errno == EEXIST || is_folder(path);
        *slash = '/';
        if (!made) return false;
    }
    return mkdir(path, (mode_t)mode) == 0 || errno == EEXIST;
}
