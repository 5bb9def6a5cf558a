/* sinew init: a new folder with the example to start from, which the tool carries in itself. Invariant: it leaves
   the folder whole or takes back what it wrote. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *inside(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static bool is_empty(const char *folder) {
    DIR *opened = opendir(folder);
    if (!opened) return false;
    int others = 0;
    for (const struct dirent *entry = readdir(opened); entry; entry = readdir(opened))
        others += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(opened);
    return others == 0;
}

static int write_one(const char *folder, const embedded_file *file) {
    char *path = inside(folder, file->name);
    output out;
    int status = path ? STATUS_INPUT : fail_memory();
    if (path && output_open(&out, path)) {
        fwrite(file->data, 1, file->size, out.file);
        status = output_close(&out, true, STATUS_DONE);
    }
    free(path);
    return status;
}

static void take_back(const char *folder, size_t written, bool made) {
    for (size_t i = 0; i < written; ++i) {
        char *path = inside(folder, embedded_files[i].name);
        if (path) remove(path);
        free(path);
    }
    if (made) rmdir(folder);
}

static int write_all(const char *folder, bool made) {
    for (size_t i = 0; i < embedded_file_count; ++i) {
        int status = write_one(folder, &embedded_files[i]);
        if (status == STATUS_DONE) continue;
        take_back(folder, i, made);
        return status;
    }
    put_plain(stdout, folder);
    fputs(" now has:\n", stdout);
    for (size_t i = 0; i < embedded_file_count; ++i) printf("  %s\n", embedded_files[i].name);
    fputs("\nGo on with:\n  cd ", stdout);
    put_plain(stdout, folder);
    fputs("\n  sinew plot hero.animgraph --script minute.txt --duration 60\n", stdout);
    return STATUS_DONE;
}

int cmd_init(int argc, char **argv) {
    const arg_spec spec = {
        "init",
        "DIR",
        "Makes a folder with an example to start from: a figure with clips, a graph and a script of\n"
        "inputs. The folder must be new or empty.",
        NULL,
        0,
        "a folder to make",
        1,
        1,
        "  sinew init hero"
    };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    const char *folder = argv[0];
    if (!folder[0]) return fail_usage("init", "the folder needs a name");
    bool made = mkdir(folder, 0777) == 0;
    if (made) return write_all(folder, true);
    if (errno != EEXIST)
        return fail(folder, SINEW_CODE_FILE_ACCESS, "the folder could not be made: %s", strerror(errno));
    if (!is_folder(folder)) return fail(folder, SINEW_CODE_FILE_ACCESS, "there is a file of this name; give another");
    if (!is_empty(folder))
        return fail(folder, SINEW_CODE_FILE_ACCESS, "the folder is not empty (or cannot be read); give a new one");
    return write_all(folder, false);
}
