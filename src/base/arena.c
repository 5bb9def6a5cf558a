/* Chunks in a list, newest first. Invariant: every piece lies inside one chunk and none moves. */
#include "base.h"

#include <string.h>

struct snw_chunk {
    snw_chunk *next;
    size_t size; /* with this head */
    size_t used;
};

enum { CHUNK_BYTES = 4096, ALIGN = 16, HEAD = (sizeof(snw_chunk) + ALIGN - 1) / ALIGN * ALIGN };

void snw_arena_init(snw_arena *arena, const sinew_allocator *allocator) {
    arena->allocator = snw_allocator_of(allocator);
    arena->chunks = NULL;
    arena->bytes = 0;
    arena->failed = false;
}

void snw_arena_free(snw_arena *arena) {
    for (snw_chunk *chunk = arena->chunks; chunk;) {
        snw_chunk *next = chunk->next;
        snw_release(&arena->allocator, chunk, chunk->size);
        chunk = next;
    }
    arena->chunks = NULL;
    arena->bytes = 0;
}

void snw_arena_reset(snw_arena *arena) {
    snw_chunk **link = &arena->chunks, *largest = arena->chunks;
    for (snw_chunk *chunk = arena->chunks; chunk; chunk = chunk->next)
        if (chunk->size > largest->size) largest = chunk;
    while (*link) { /* the rest of the list is let go, and the largest stays alone in it */
        snw_chunk *chunk = *link;
        if (chunk == largest) {
            link = &chunk->next;
            continue;
        }
        *link = chunk->next;
        snw_release(&arena->allocator, chunk, chunk->size);
    }
    arena->bytes = largest ? largest->size : 0;
    if (!largest) return;
    memset((char *)largest + HEAD, 0, largest->used - HEAD);
    largest->used = HEAD;
}

static snw_chunk *new_chunk(snw_arena *arena, size_t size) {
    /* Chunks double with the arena, so that many small pieces cost few allocations. */
    size_t wanted = arena->bytes > CHUNK_BYTES ? arena->bytes : CHUNK_BYTES;
    if (wanted > (size_t)1 << 20) wanted = (size_t)1 << 20;
    if (size > wanted) wanted = size;
    snw_chunk *chunk = snw_allocate(&arena->allocator, HEAD + wanted);
    if (!chunk) return NULL;
    chunk->next = arena->chunks;
    chunk->size = HEAD + wanted;
    chunk->used = HEAD;
    arena->chunks = chunk;
    arena->bytes += chunk->size;
    return chunk;
}

void *snw_arena_take(snw_arena *arena, size_t size) {
    if (arena->failed || size > SIZE_MAX / 2) {
        arena->failed = true;
        return NULL;
    }
    size_t padded = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (!padded) padded = ALIGN;
    snw_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < padded) chunk = new_chunk(arena, padded);
    if (!chunk) {
        arena->failed = true;
        return NULL;
    }
    void *piece = (char *)chunk + chunk->used;
    chunk->used += padded;
    return piece;
}

void *snw_arena_array(snw_arena *arena, size_t count, size_t each) {
    if (each && count > SIZE_MAX / each) {
        arena->failed = true;
        return NULL;
    }
    return snw_arena_take(arena, count * each);
}

void *snw_arena_lines(snw_arena *arena, size_t count, size_t each) {
    enum { LINE = 64 };
    if (each && count > (SIZE_MAX / 2 - LINE) / each) {
        arena->failed = true;
        return NULL;
    }
    char *piece = snw_arena_take(arena, count * each + (LINE - ALIGN));
    return piece ? piece + (LINE - (uintptr_t)piece % LINE) % LINE : NULL;
}

char *snw_arena_text_n(snw_arena *arena, const char *text, size_t length) {
    char *copy = snw_arena_take(arena, length + 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *snw_arena_text(snw_arena *arena, const char *text) {
    return text ? snw_arena_text_n(arena, text, strlen(text)) : NULL;
}
