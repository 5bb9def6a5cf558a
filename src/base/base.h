/* What every part of the library stands on: memory, arenas, findings, names, hashes.

   Invariant: memory.c is the only file that calls malloc and free; everything else goes through a
   sinew_allocator. Symbols that cross files but are not public start with snw_. */
#ifndef SNW_BASE_H
#define SNW_BASE_H

#include "sinew/base.h"

#include <stdarg.h>

#if defined(__GNUC__)
#define SNW_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define SNW_PRINTF(text, first)
#endif

/* ---- memory.c ---- */

/* A copy that is ready to use: malloc and free where `allocator` is NULL or zeroed. */
sinew_allocator snw_allocator_of(const sinew_allocator *allocator);
/* Zeroed memory, aligned to 16; NULL if there is none. Size 0 gives a valid pointer. */
void *snw_allocate(const sinew_allocator *allocator, size_t size);
void snw_release(const sinew_allocator *allocator, void *memory, size_t size);
/* Grows (or makes, from NULL and 0) an array to hold at least `need` elements of `each` bytes, doubling; new
   bytes are zero. False if memory runs out or the size overflows; the old array then stands. */
bool snw_grow(const sinew_allocator *allocator, void **array, size_t *capacity, size_t need, size_t each);

/* ---- arena.c ---- */

typedef struct snw_chunk snw_chunk;

/* Memory that is taken piece by piece and given back at once. A failed take is remembered, so a builder may take
   everything first and ask `failed` once (each take is NULL then). */
typedef struct snw_arena {
    sinew_allocator allocator;
    snw_chunk *chunks;
    size_t bytes; /* allocated in all */
    bool failed;
} snw_arena;

void snw_arena_init(snw_arena *arena, const sinew_allocator *allocator);
void snw_arena_free(snw_arena *arena);
/* Ready to be filled anew, with its largest chunk kept. */
void snw_arena_reset(snw_arena *arena);
/* Zeroed, aligned to 16. */
void *snw_arena_take(snw_arena *arena, size_t size);
/* The same for what is read by lines of the cache: aligned to 64. */
void *snw_arena_lines(snw_arena *arena, size_t count, size_t each);
/* count × each, NULL (and failed) on overflow. */
void *snw_arena_array(snw_arena *arena, size_t count, size_t each);
/* A copy with a terminator; NULL text gives NULL. */
char *snw_arena_text(snw_arena *arena, const char *text);
char *snw_arena_text_n(snw_arena *arena, const char *text, size_t length);

/* ---- log.c ---- */

/* Adds a finding with its code's usual severity. `path` may be NULL. The place comes from the log's locate. */
void snw_log_add(sinew_log *log, sinew_code code, const char *path, const char *format, ...) SNW_PRINTF(4, 5);
/* With a severity of its own. */
void snw_log_add_as(sinew_log *log, sinew_severity severity, sinew_code code, const char *path, const char *format, ...)
    SNW_PRINTF(5, 6);
/* With a place of its own, for readers. */
void snw_log_add_at(sinew_log *log, sinew_severity severity, sinew_code code, uint32_t line, uint32_t column,
                    const char *path, const char *format, ...) SNW_PRINTF(7, 8);
sinew_severity snw_code_severity(sinew_code code);

/* ---- name.c ---- */

bool snw_name_equal(const char *a, const char *b); /* NULL counts as "" */
/* The one of names[count] that is nearest to `name` by edits, NULL if none is near enough to be a slip. */
const char *snw_name_nearest(const char *name, const char *const *names, size_t count);
/* The last part of a path without its suffix: "res://a/idle.anim" gives "idle". */
void snw_name_stem(const char *name, const char **start, size_t *length);
/* A path's next part as it is written in findings: `.name` or `["odd name"]`, into text[size]; cut to fit.
   Returns the length written. */
size_t snw_path_key(char *text, size_t size, const char *name);

/* ---- order.c ---- */

/* Sorts order[count], whose entries are the caller's indices. Bounded: O(n log n) at worst, no memory, no recursion.
   `before` must order strictly; for a stable result let it compare the indices themselves last. */
void snw_order_sort(uint32_t *order, size_t count, bool (*before)(const void *user, uint32_t a, uint32_t b),
                    const void *user);
/* Fills order[count] with the indices of names by name, then by index. NULL counts as "". */
void snw_order_names(uint32_t *order, const char *const *names, size_t count);
/* The first index of this name, SINEW_NONE if there is none. Cost: O(log count). */
uint32_t snw_order_find(const uint32_t *order, const char *const *names, size_t count, const char *name);

/* ---- sort.c ---- */

/* Sorts rows[count] of `each` bytes, rows that are equal staying as they stood; `other` has as much room. What is in
   order already costs one look at it. `in_order`: a may stand before b. */
void snw_sort_stable(void *rows, void *other, size_t count, size_t each,
                     bool (*in_order)(const void *a, const void *b));

/* ---- hash.c ---- */

#define SNW_HASH_START 0xcbf29ce484222325ull
/* FNV-1a, 64 bits. Source: Fowler, Noll, Vo. */
uint64_t snw_hash_bytes(uint64_t hash, const void *data, size_t size);
uint64_t snw_hash_text(uint64_t hash, const char *text); /* with its length; NULL as "" */
uint64_t snw_hash_u64(uint64_t hash, uint64_t value);    /* the same on either byte order */
uint64_t snw_hash_double(uint64_t hash, double value);   /* -0 as 0 */

#endif
