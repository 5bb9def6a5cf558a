/* A bank's file. Invariant: it is mapped for reading alone; where it cannot be mapped (no such system, a pipe) it is
   read into memory instead, and the bank does not know. */
#define _POSIX_C_SOURCE 200809L
#include "io/file.h"

#include "sinew/io.h"

#include <string.h>

#if defined(__unix__) || (defined(__APPLE__) && defined(__MACH__))
#define MAPS 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

struct sinew_io_bank {
    sinew_allocator allocator;
    sinew_bank *bank;
    const void *mapped; /* NULL: it was read */
    size_t size;
    snw_file read;
};

#ifdef MAPS

static const void *map(const char *name, size_t *size) {
    struct stat info;
    if (stat(name, &info) != 0 || !S_ISREG(info.st_mode)) return NULL; /* opened and closed a pipe would be empty */
    int file = open(name, O_RDONLY);
    if (file < 0) return NULL;
    void *at = MAP_FAILED;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 && (uintmax_t)info.st_size <= SIZE_MAX) {
        *size = (size_t)info.st_size;
        at = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    return at == MAP_FAILED ? NULL : at;
}

static void unmap(const void *at, size_t size) { munmap((void *)(uintptr_t)at, size); }

#else

static const void *map(const char *name, size_t *size) {
    (void)name;
    (void)size;
    return NULL;
}

static void unmap(const void *at, size_t size) {
    (void)at;
    (void)size;
}

#endif

static sinew_result open_file(sinew_io_bank *opened, const char *file, size_t max_bytes, sinew_log *log) {
    const void *bytes = opened->mapped = map(file, &opened->size);
    if (!bytes) {
        sinew_result result = snw_file_load(&opened->read, file, max_bytes, &opened->allocator, log);
        if (result) return result;
        bytes = opened->read.data;
        opened->size = opened->read.size;
    }
    const char *outer = log ? log->file : NULL;
    if (log) log->file = file;
    sinew_result result = sinew_bank_open(bytes, opened->size, &opened->allocator, &opened->bank, log);
    if (log) log->file = outer;
    return result;
}

sinew_result sinew_io_open_bank(const char *file, const sinew_io_options *options, sinew_io_bank **opened,
                                sinew_log *log) {
    if (opened) *opened = NULL;
    if (!file || !opened) return SINEW_ERROR_ARGUMENT;
    sinew_allocator allocator = snw_allocator_of(options ? options->allocator : NULL);
    sinew_io_bank *made = snw_allocate(&allocator, sizeof *made);
    if (!made) {
        snw_log_add(log, SINEW_CODE_MEMORY, "", "there is no memory to open the bank");
        return SINEW_ERROR_MEMORY;
    }
    made->allocator = allocator;
    sinew_result result = open_file(made, file, options ? options->max_bytes : 0, log);
    if (result) sinew_io_close_bank(made);
    else *opened = made;
    return result;
}

const sinew_bank *sinew_io_bank_of(const sinew_io_bank *opened) { return opened ? opened->bank : NULL; }

void sinew_io_close_bank(sinew_io_bank *opened) {
    if (!opened) return;
    sinew_allocator allocator = opened->allocator;
    sinew_bank_close(opened->bank);
    if (opened->mapped) unmap(opened->mapped, opened->size);
    snw_file_free(&opened->read);
    snw_release(&allocator, opened, sizeof *opened);
}
