/* See corpus.h. */
#include "support/corpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void corpus_path(char path[CORPUS_PATH], const char *part) {
    const char *given = getenv("SINEW_CORPUS");
    if (given && given[0]) snprintf(path, CORPUS_PATH, "%s/%s", given, part);
    else snprintf(path, CORPUS_PATH, "%s/../shared/corpus/%s", SINEW_SOURCE_DIR, part);
}

bool corpus_is_there(const char *part) {
    char path[CORPUS_PATH];
    struct stat info;
    corpus_path(path, part);
    if (stat(path, &info) == 0) return true;
    const char *ci = getenv("CI");
    if (ci && strcmp(ci, "true") == 0) fail_msg("the corpus \"%s\" is missing, and CI must not go without it", path);
    print_message("skipped: there is no corpus at \"%s\"; set SINEW_CORPUS\n", path);
    return false;
}

static bool ends_with(const char *text, const char *end) {
    size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

void corpus_models(const char *folder, void (*visit)(void *, const char *), void *user) {
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *e; (e = readdir(dir));) {
        char path[CORPUS_PATH];
        struct stat info;
        if (e->d_name[0] == '.') continue;
        int length = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (length < 0 || (size_t)length >= sizeof path || stat(path, &info) != 0) continue;
        if (S_ISDIR(info.st_mode)) corpus_models(path, visit, user);
        else if (ends_with(path, ".gltf") || ends_with(path, ".glb")) visit(user, path);
    }
    closedir(dir);
}
