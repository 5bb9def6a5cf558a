/* exact_scenes: prints a line for each scene, its name and hash, then how many. With --check FILE it compares them with
   the lines of a file in place of printing them, and ends with `N passed, N failed`; with --write FILE it writes that
   file. The file has all scenes but the cases, which say themselves what they expect. Run it in the folder of the
   sources. */
#include "exact/scenes.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_GRAPHS = 60 };

scene *scenes_add(scene_list *list, const char *name) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (!list->items) abort();
    }
    scene *s = &list->items[list->count++];
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%.95s", name);
    s->hash = SNW_HASH_START;
    return s;
}

static bool is_case(const scene *s) { return strchr(s->name, '/') != NULL; }

static bool write_scenes(const scene_list *list, FILE *out, bool cases) {
    for (size_t i = 0; i < list->count; ++i)
        if (cases || !is_case(&list->items[i]))
            fprintf(out, "%s %016llx\n", list->items[i].name, (unsigned long long)list->items[i].hash);
    return !ferror(out);
}

static const scene *find(const scene_list *list, const char *name) {
    for (size_t i = 0; i < list->count; ++i)
        if (!strcmp(list->items[i].name, name)) return &list->items[i];
    return NULL;
}

/* Every line of the file is a scene with this hash, and every scene has its line. */
static int check(const scene_list *list, const char *name) {
    unsigned passed = 0, failed = 0, lines = 0;
    FILE *file = fopen(name, "r");
    if (!file) {
        fprintf(stderr, "%s: cannot be opened\n", name);
        return 2;
    }
    char text[96];
    unsigned long long hash;
    for (; fscanf(file, "%95s %llx", text, &hash) == 2; ++lines) {
        const scene *s = find(list, text);
        if (s && s->hash == hash) {
            passed++;
            continue;
        }
        failed++;
        if (s) fprintf(stderr, "%s: is %016llx, was %016llx\n", text, (unsigned long long)s->hash, hash);
        else fprintf(stderr, "%s: there is no such scene any more\n", text);
    }
    fclose(file);
    unsigned wanted = 0;
    for (size_t i = 0; i < list->count; ++i) wanted += !is_case(&list->items[i]);
    if (wanted != lines) {
        fprintf(stderr, "%s: has %u lines for %u scenes\n", name, lines, wanted);
        failed++;
    }
    if (failed) fprintf(stderr, "where it was meant: exact_scenes --write %s, and say why in the commit\n", name);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}

static int write_file(const scene_list *list, const char *name) {
    FILE *file = fopen(name, "w");
    bool good = file && write_scenes(list, file, false);
    if (file && fclose(file)) good = false;
    if (!good) fprintf(stderr, "%s: cannot be written\n", name);
    return !good;
}

int main(int argc, char **argv) {
    bool checks = argc == 3 && !strcmp(argv[1], "--check"), writes = argc == 3 && !strcmp(argv[1], "--write");
    if (argc != 1 && !checks && !writes) {
        fprintf(stderr, "Usage: exact_scenes [--check FILE | --write FILE]\n");
        return 2;
    }
    scene_list list = { 0 };
    scenes_random(&list, RANDOM_GRAPHS);
    bool good = scenes_hero(&list) && scenes_cases(&list, "tests/conformance");
    uint64_t advances = 0;
    for (size_t i = 0; i < list.count; ++i) advances += list.items[i].advances;
    int status = !good;
    if (good && checks) status = check(&list, argv[2]);
    else if (good && writes) status = write_file(&list, argv[2]);
    else if (good) {
        status = !write_scenes(&list, stdout, true);
        printf("scenes %zu advances %llu\n", list.count, (unsigned long long)advances);
    }
    free(list.items);
    return status;
}
