/* Files, and what is given back and printed. Invariant: a file is read to its end or not at all. */
#include "io/file.h"

#include "sinew/io.h"

#include <errno.h>
#include <string.h>

static const size_t default_max = (size_t)1 << 30;

static void report(sinew_log *log, const char *name, sinew_code code, const char *what, const char *why) {
    if (!log) return;
    const char *outer = log->file;
    log->file = name;
    snw_log_add_at(log, SINEW_SEVERITY_ERROR, code, 0, 0, "", "\"%s\" %s: %s", name, what, why);
    log->file = outer;
}

/* The size if the file knows it, else 0 (a pipe). A folder opens and has an absurd size, but gives no byte. */
static size_t expected_size(FILE *stream) {
    int first = getc(stream);
    if (first == EOF) return 0;
    ungetc(first, stream);
    if (fseek(stream, 0, SEEK_END) != 0) return 0;
    long end = ftell(stream);
    rewind(stream);
    return end > 0 ? (size_t)end : 0;
}

static bool make_room(snw_file *file, size_t need) {
    void *data = file->data;
    if (!file->data) { /* exact where the size is known */
        file->data = snw_allocate(&file->allocator, need);
        file->capacity = file->data ? need : 0;
        return file->data != NULL;
    }
    bool done = snw_grow(&file->allocator, &data, &file->capacity, need, 1);
    file->data = data;
    return done;
}

static sinew_result read_all(snw_file *file, FILE *stream, const char *name, size_t max_bytes, sinew_log *log) {
    size_t expected = expected_size(stream);
    for (;;) {
        /* One byte more than the limit is asked for, to see that a file goes on behind it. */
        size_t need = file->data ? file->size + 1 : (expected < max_bytes ? expected : max_bytes) + 1;
        if (need > file->capacity && !make_room(file, need)) {
            report(log, name, SINEW_CODE_MEMORY, "could not be read", "memory ran out");
            return SINEW_ERROR_MEMORY;
        }
        size_t got = fread(file->data + file->size, 1, file->capacity - file->size, stream);
        file->size += got;
        if (file->size > max_bytes) {
            report(log, name, SINEW_CODE_TOO_LARGE, "was not read", "it is larger than the limit allows");
            return SINEW_ERROR_INPUT;
        }
        if (ferror(stream)) {
            report(log, name, SINEW_CODE_FILE_ACCESS, "could not be read", strerror(errno));
            return SINEW_ERROR_FILE;
        }
        if (got == 0) return SINEW_OK;
    }
}

sinew_result snw_file_load(snw_file *file, const char *name, size_t max_bytes, const sinew_allocator *allocator,
                           sinew_log *log) {
    memset(file, 0, sizeof *file);
    file->allocator = snw_allocator_of(allocator);
    FILE *stream = fopen(name, "rb");
    if (!stream) {
        report(log, name, SINEW_CODE_FILE_ACCESS, "could not be opened", strerror(errno));
        return SINEW_ERROR_FILE;
    }
    sinew_result result = read_all(file, stream, name, max_bytes ? max_bytes : default_max, log);
    fclose(stream);
    if (result) snw_file_free(file);
    return result;
}

void snw_file_free(snw_file *file) {
    snw_release(&file->allocator, file->data, file->capacity);
    file->data = NULL;
    file->size = file->capacity = 0;
}

void sinew_io_free(const sinew_io_options *options, void *memory, size_t size) {
    snw_release(options ? options->allocator : NULL, memory, size + 1); /* with its terminator */
}

static void print_item(const sinew_diagnostic *item, FILE *out) {
    char text[2048];
    size_t length = sinew_diagnostic_format(item, text, sizeof text);
    fputs(text, out);
    fputs(length >= sizeof text ? "...\n" : "\n", out);
}

void sinew_io_print_log(const sinew_log *log, FILE *out) {
    if (!log || !out) return;
    for (uint32_t i = 0; i < log->count; ++i) print_item(&log->items[i], out);
    if (log->lost) fprintf(out, "%u more findings are not listed\n", log->lost);
}
