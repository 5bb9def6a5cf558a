/* sinew edit: the editor in the browser. Here: what the command line says, and what is opened. */
#include "cli.h"

#ifdef SINEW_EDITOR_SERVER
#include "serve.h"
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct edit_options {
    const char *rig, *project;
    double port;
    bool no_open;
} edit_options;

static const char about[] =
    "Opens a graph (.animgraph) in the editor, which is a page in your browser that this command\n"
    "serves on 127.0.0.1: to you alone, who have the address that it prints. Its graphs and clips\n"
    "files are those of the file's folder and of the folders in it; links are not followed. Ctrl-C\n"
    "ends it; what is not saved by then is kept, and offered when the file is opened again.\n"
    "\n"
    "Without a file it opens the example, in a folder of its own that stays as you leave it\n"
    "(sinew/example in XDG_DATA_HOME, else in ~/.local/share); delete the folder to begin anew.";

#ifndef SINEW_EDITOR_SERVER

static int edit(const edit_options *o, const char *file) {
    (void)o, (void)file;
    return fail(
        "sinew edit", SINEW_CODE_REFUSED,
#if defined(SINEW_EDITOR_NO_PAGE)
        "this build has no editor: its page was not built. It needs node and npm (scripts/setup installs them), "
        "then scripts/page and a new build"
#else
        "this build has no editor: libwebsockets was not there when it was made. Install its headers "
        "(scripts/setup does, as libwebsockets-dev) and build again"
#endif
    );
}

#else

/* ---- the example ---- */

static char *join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static char *example_folder(void) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/') return join(data, "sinew/example");
    return home && home[0] == '/' ? join(home, ".local/share/sinew/example") : NULL;
}

/* What is there stays as it is. */
static int put_example(const char *folder) {
    for (size_t i = 0; i < embedded_file_count; ++i) {
        char *path = join(folder, embedded_files[i].name);
        output out;
        if (!path) return fail_memory();
        int status = STATUS_DONE;
        if (!is_plain_file(path)) {
            status = STATUS_INPUT;
            if (output_open(&out, path)) {
                fwrite(embedded_files[i].data, 1, embedded_files[i].size, out.file);
                status = output_close(&out, true, STATUS_DONE);
            }
        }
        free(path);
        if (status != STATUS_DONE) return status;
    }
    return STATUS_DONE;
}

/* NULL after a message. */
static char *example_file(void) {
    char *folder = example_folder();
    if (!folder) {
        fail("sinew edit", SINEW_CODE_FILE_ACCESS,
             "there is no folder for the example: neither XDG_DATA_HOME nor HOME names one; give a graph");
        return NULL;
    }
    char *file = NULL;
    if (!make_folders(folder, 0777))
        fail(folder, SINEW_CODE_FILE_ACCESS, "the folder for the example could not be made: %s", strerror(errno));
    else if (put_example(folder) == STATUS_DONE) file = join(folder, "hero.animgraph");
    free(folder);
    return file;
}

/* ---- what is opened ---- */

static char *real_path(const char *path) {
    char *real = realpath(path, NULL);
    if (!real) fail(path, SINEW_CODE_FILE_ACCESS, "it could not be opened: %s", strerror(errno));
    return real;
}

/* The path from the folder; NULL: it does not lie there. Both are real paths. */
static const char *path_in(const char *folder, const char *path) {
    size_t length = strlen(folder);
    if (length == 1) length = 0; /* "/" */
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* The folder that the page may see: --project, else the file's own. NULL after a message. */
static char *project_folder(const edit_options *o, const char *real) {
    if (!o->project) {
        char *folder = strdup(real);
        char *slash = folder ? strrchr(folder, '/') : NULL;
        if (slash) slash[slash == folder] = 0;
        return folder;
    }
    char *folder = real_path(o->project);
    if (!folder || path_in(folder, real)) return folder;
    fail(o->project, SINEW_CODE_FILE_ACCESS, "the project folder does not hold \"%s\"", real);
    free(folder);
    return NULL;
}

static bool find_rig(editor *e, const char *rig) {
    e->rig = SINEW_NONE;
    if (!rig) return true;
    if (!is_model(rig) && !is_bank(rig)) {
        fail(rig, SINEW_CODE_USAGE, "it is no model (.glb, .gltf) and no bank (.bank)");
        return false;
    }
    char *real = real_path(rig);
    if (!real) return false;
    const char *inside = path_in(e->project.path, real);
    if (inside) e->rig = project_find(&e->project, inside);
    if (e->rig == SINEW_NONE) e->rig = project_add_outside(&e->project, real);
    free(real);
    return e->rig != SINEW_NONE || (fail_memory(), false);
}

static bool make_secret(char *secret) {
    unsigned char bytes[TOKEN_LENGTH / 2];
    FILE *random = fopen("/dev/urandom", "rb");
    bool good = random && fread(bytes, 1, sizeof bytes, random) == sizeof bytes;
    if (random) fclose(random);
    for (size_t i = 0; good && i < sizeof bytes; ++i) snprintf(secret + 2 * i, 3, "%02x", bytes[i]);
    if (!good) fail("/dev/urandom", SINEW_CODE_FILE_ACCESS, "it gives no random numbers, so there can be no token");
    return good;
}

static bool prepare(editor *e, const edit_options *o, const char *real, const char *folder) {
    if (!project_open(&e->project, folder)) {
        fail(folder, SINEW_CODE_FILE_ACCESS, "the folder could not be opened: %s", strerror(errno));
        return false;
    }
    e->opened = project_find(&e->project, path_in(folder, real));
    if (e->opened == SINEW_NONE) {
        fail(real, SINEW_CODE_FILE_ACCESS, "its name is none that the editor takes: it wants UTF-8 text");
        return false;
    }
    return find_rig(e, o->rig) && make_secret(e->token) && (o->no_open || make_secret(e->ticket));
}

static int open_file(const edit_options *o, const char *file) {
    serve_desc desc = { .port = (int)o->port, .open = !o->no_open };
    editor *e = &desc.editor;
    e->project.folder = e->recovery.folder = -1;
    editor_init(e);
    char *real = real_path(file);
    char *folder = real ? project_folder(o, real) : NULL;
    int status = STATUS_INPUT;
    if (folder && prepare(e, o, real, folder)) {
        recovery_open(&e->recovery);
        status = serve(&desc);
    } else {
        editor_free(e);
    }
    free(real);
    free(folder);
    return status;
}

static int edit(const edit_options *o, const char *file) {
    if (file && is_folder(file)) return fail_usage("edit", "\"%s\" is a folder; give a graph in it", file);
    if (file && file_kind_of(file) != FILE_GRAPH)
        return fail_usage("edit", "\"%s\" is no graph: its name does not end in .animgraph", file);
    char *example = file ? NULL : example_file();
    int status = file || example ? open_file(o, file ? file : example) : STATUS_INPUT;
    free(example);
    return status;
}

#endif

int cmd_edit(int argc, char **argv) {
    edit_options o = { 0 };
    const arg_option options[] = {
        { "--rig", ARG_TEXT, &o.rig, "MODEL", "the model (.glb, .gltf, .bank); left out: the one that the graph names",
          0, 0 },
        { "--project", ARG_TEXT, &o.project, "DIR", "the folder whose files are offered; left out: the graph's own", 0,
          0 },
        { "--port", ARG_NUMBER, &o.port, "N", "where to listen; left out: any port that is free", 1, 65535 },
        { "--no-open", ARG_FLAG, &o.no_open, NULL, "print the address, but open no browser", 0, 0 },
    };
    const arg_spec spec = { "edit",
                            "[FILE] [--rig MODEL] [--project DIR] [--port N] [--no-open]",
                            about,
                            options,
                            sizeof options / sizeof options[0],
                            "a graph",
                            0,
                            1,
                            "  sinew edit\n  sinew edit hero.animgraph --no-open" };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (o.port > 0 && (double)(int)o.port < o.port) return fail_usage("edit", "\"--port\" takes a whole number");
    return edit(&o, count ? argv[0] : NULL);
}
