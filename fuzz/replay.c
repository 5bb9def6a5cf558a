/* A main for fuzzers without libFuzzer.

     FUZZER --short SEED COUNT   every seed, then COUNT mutations of them, the same for the same SEED
     FUZZER --seeds DIR          writes the seeds into DIR, as a start for libFuzzer
     FUZZER PATH...              runs these files, and the files of these folders

   Invariant: it fails when it ran nothing. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1 << 20 };

typedef struct input {
    uint8_t data[CAPACITY];
    size_t size;
} input;

static uint64_t random_state;

static uint32_t next_random(uint32_t below) {
    random_state ^= random_state << 13; /* xorshift64, Marsaglia 2003 */
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return below ? (uint32_t)((random_state >> 16) % below) : 0;
}

/* Exactly as large as the input, so that a sanitizer sees one byte too far. */
static void run(const input *in) {
    uint8_t *exact = malloc(in->size ? in->size : 1);
    if (!exact) abort();
    memcpy(exact, in->data, in->size);
    LLVMFuzzerTestOneInput(exact, in->size);
    free(exact);
}

/* ---- mutations ---- */

static void insert_bytes(input *in, size_t at, const uint8_t *bytes, size_t count) {
    if (in->size + count > CAPACITY) return;
    memmove(in->data + at + count, in->data + at, in->size - at);
    memcpy(in->data + at, bytes, count);
    in->size += count;
}

static void insert_word(input *in, size_t at) {
    static const char *const words[] = { "{",    "}",  "[",      "]",     ",",     ":",  "\"",       "1e999",
                                         "-1",   "0",  "null",   "true",  "{}",    "[]", "\"\\u0",   "4294967296",
                                         "\xFF", "[[", "1e-320", "\"*\"", "65536", "-0", "\xF0\x9F", "0.5" };
    const char *word = words[next_random(sizeof words / sizeof words[0])];
    insert_bytes(in, at, (const uint8_t *)word, strlen(word));
}

static void remove_range(input *in, size_t at) {
    size_t count = 1 + next_random(next_random(4) ? 8 : (uint32_t)in->size);
    if (count > in->size - at) count = in->size - at;
    memmove(in->data + at, in->data + at + count, in->size - at - count);
    in->size -= count;
}

static void copy_range(input *in, size_t at) {
    static uint8_t piece[512];
    size_t from = next_random((uint32_t)in->size), count = 1 + next_random(sizeof piece);
    if (count > in->size - from) count = in->size - from;
    memcpy(piece, in->data + from, count);
    insert_bytes(in, at, piece, count);
}

static void mutate(input *in) {
    if (!in->size) {
        insert_word(in, 0);
        return;
    }
    size_t at = next_random((uint32_t)in->size);
    switch (next_random(6)) {
    case 0: in->data[at] ^= (uint8_t)(1u << next_random(8)); break;
    case 1: in->data[at] = (uint8_t)next_random(256); break;
    case 2: insert_word(in, at); break;
    case 3: remove_range(in, at); break;
    case 4: copy_range(in, at); break;
    default:
        if (!next_random(4)) in->size = at;
        else in->data[at] = in->data[next_random((uint32_t)in->size)];
        break;
    }
}

/* ---- modes ---- */

static int run_short(uint64_t seed, unsigned long count) {
    static input in;
    random_state = seed * 0x9E3779B97F4A7C15ull + 1;
    uint32_t seeds = 0;
    for (; (in.size = fuzz_seed(seeds, in.data, CAPACITY)) > 0; ++seeds) run(&in);
    for (unsigned long i = 0; seeds && i < count; ++i) {
        in.size = fuzz_seed(next_random(seeds), in.data, CAPACITY);
        for (uint32_t n = 1 + next_random(6); n; --n) mutate(&in);
        run(&in);
    }
    printf("%u seeds and %lu mutations ran\n", seeds, seeds ? count : 0);
    return seeds ? 0 : 1;
}

static int write_seeds(const char *folder) {
    static input in;
    uint32_t seeds = 0;
    for (; (in.size = fuzz_seed(seeds, in.data, CAPACITY)) > 0; ++seeds) {
        char name[4096];
        snprintf(name, sizeof name, "%s/seed-%u", folder, seeds);
        FILE *out = fopen(name, "wb");
        if (!out || fwrite(in.data, 1, in.size, out) != in.size || fclose(out) != 0) {
            fprintf(stderr, "%s could not be written\n", name);
            return 1;
        }
    }
    printf("%u seeds written\n", seeds);
    return seeds ? 0 : 1;
}

static unsigned run_file(const char *name) {
    static input in;
    FILE *stream = fopen(name, "rb");
    if (!stream) return 0;
    in.size = fread(in.data, 1, CAPACITY, stream);
    int failed = ferror(stream);
    fclose(stream);
    if (failed) return 0;
    run(&in);
    return 1;
}

static unsigned run_path(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return run_file(path);
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        count += run_path(name);
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "--short") == 0)
        return run_short(strtoull(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "--seeds") == 0) return write_seeds(argv[2]);
    unsigned count = 0;
    for (int i = 1; i < argc; ++i) count += run_path(argv[i]);
    printf("%u files ran\n", count);
    return count ? 0 : 1;
}
