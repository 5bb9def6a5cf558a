/* sinew/base.h: results, memory and diagnostics. Everything else includes this. */
#ifndef SINEW_BASE_H
#define SINEW_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SINEW_VERSION_MAJOR 0
#define SINEW_VERSION_MINOR 1
#define SINEW_VERSION_PATCH 0

/* Marks what the libraries export. */
#ifndef SINEW_API
#if defined(__GNUC__) && defined(SINEW_BUILD)
#define SINEW_API __attribute__((visibility("default")))
#else
#define SINEW_API
#endif
#endif

/* "There is none", for every index in this library. */
#define SINEW_NONE 0xFFFFFFFFu

/* What a call says of itself. SINEW_OK is 0, so `if (call())` reads "if it failed". */
typedef enum sinew_result {
    SINEW_OK = 0,
    SINEW_ERROR_MEMORY,    /* the allocator gave nothing; nothing changed */
    SINEW_ERROR_ARGUMENT,  /* a null pointer, an index or a size that cannot be */
    SINEW_ERROR_NOT_FOUND, /* no such name or index */
    SINEW_ERROR_TYPE,      /* a parameter of another type */
    SINEW_ERROR_RANGE,     /* not finite, or outside what is allowed */
    SINEW_ERROR_INPUT,     /* a file or definition is at fault; the log says where */
    SINEW_ERROR_FILE,      /* a file could not be opened, read or written; the log says which */
    SINEW_ERROR_REFUSED    /* valid, but not possible now (a weight that a parameter drives) */
} sinew_result;

/* One short English sentence for a result.
   Owns: the text is static.  Cost: O(1).  Errors: none; an unknown value gives a sentence too. */
SINEW_API const char *sinew_result_text(sinew_result result);

/* ---- memory ------------------------------------------------------------------------------- */

/* The caller's memory. A zeroed allocator, or a null pointer to one, means malloc and free.
   `allocate` returns memory aligned for any type (16 bytes or more) or NULL; `release` gets back
   the pointer with the size it was asked for. Both may be called from any thread that creates or
   destroys objects. */
typedef struct sinew_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} sinew_allocator;

/* ---- diagnostics -------------------------------------------------------------------------- */

/* Every code, with its word in files and on the command line, its usual severity, and what it
   means. One list: the documentation is generated from it. */
#define SINEW_CODES(X)                                                                                                 \
    X(SYNTAX, "syntax", ERROR, "the text is not well formed")                                                          \
    X(UNKNOWN_FIELD, "unknown-field", WARNING, "a field that this version does not know; kept")                        \
    X(WRONG_TYPE, "wrong-type", ERROR, "a value of another type than the field wants")                                 \
    X(MISSING_FIELD, "missing-field", ERROR, "a field that must be there is not")                                      \
    X(NOT_FINITE, "not-finite", ERROR, "a number that is infinite or not a number")                                    \
    X(OUT_OF_RANGE, "out-of-range", ERROR, "a number or index outside what is allowed")                                \
    X(DUPLICATE_NAME, "duplicate-name", ERROR, "two things of one name")                                               \
    X(RESERVED_NAME, "reserved-name", ERROR, "a name that has a meaning of its own")                                   \
    X(UNKNOWN_PARAMETER, "unknown-parameter", ERROR, "no parameter of this name is declared")                          \
    X(UNKNOWN_STATE, "unknown-state", ERROR, "no state of this name is in the machine")                                \
    X(UNKNOWN_MASK, "unknown-mask", ERROR, "no mask of this name is declared")                                         \
    X(UNKNOWN_CLIP, "unknown-clip", WARNING, "the model has no such clip; what lies below shows")                      \
    X(UNKNOWN_JOINT, "unknown-joint", WARNING, "the model has no such joint; it is left out")                          \
    X(PARAMETER_TYPE, "parameter-type", ERROR, "a parameter of a type that cannot serve here")                         \
    X(BLEND_NOT_ASCENDING, "blend-not-ascending", ERROR, "1D positions must ascend strictly")                          \
    X(BLEND_SAME_POINT, "blend-same-point", ERROR, "two motions of a blend at the same point")                         \
    X(BLEND_GRID_INCOMPLETE, "blend-grid-incomplete", ERROR, "a grid with a corner missing")                           \
    X(BLEND_TOO_FEW, "blend-too-few", ERROR, "a blend without motions")                                                \
    X(BLEND_POLAR_GAP, "blend-polar-gap", WARNING,                                                                     \
      "polar bands that jump: no clip at the origin, or a gap of 180 degrees")                                         \
    X(EXIT_OUTERMOST, "exit-outermost", ERROR, "<exit> in a machine that has no parent")                               \
    X(TOO_DEEP, "too-deep", ERROR, "nested deeper than is allowed")                                                    \
    X(TOO_LARGE, "too-large", ERROR, "larger than the memory or the limits allow")                                     \
    X(VERSION, "version", ERROR, "a version that this build does not read")                                            \
    X(EXTENSION, "extension", ERROR, "the file requires an extension that is not read")                                \
    X(MEMORY, "memory", ERROR, "memory ran out")                                                                       \
    X(FILE_ACCESS, "file", ERROR, "a file could not be opened, read or written")                                       \
    X(UNREACHABLE_STATE, "unreachable-state", WARNING, "no way leads to this state")                                   \
    X(TRANSITION_NEVER, "transition-never", WARNING, "a transition that can never go")                                 \
    X(TRANSITION_SHADOWED, "transition-shadowed", WARNING, "a transition before which another always goes")            \
    X(INSTANT_RING, "instant-ring", WARNING, "transitions in a ring that are all ready at once")                       \
    X(UNUSED_PARAMETER, "unused-parameter", WARNING, "a parameter that nothing in the graph reads")                    \
    X(BLEND_UNREACHABLE, "blend-unreachable", WARNING, "a motion of a blend that its parameters cannot reach")         \
    X(MASK_EMPTY, "mask-empty", WARNING, "a mask that names no joint of the model")                                    \
    X(ADDITIVE_REFERENCE, "additive-reference", WARNING, "a reference that cannot serve an additive layer")            \
    X(UNKNOWN_LAYER, "unknown-layer", ERROR, "no layer of this name or number")                                        \
    X(REFUSED, "refused", ERROR, "valid, but not possible here or in this version")                                    \
    X(USAGE, "usage", ERROR, "a command that was used wrongly")

typedef enum sinew_code {
    SINEW_CODE_NONE = 0,
#define SINEW_CODE_ENUM(id, word, severity, meaning) SINEW_CODE_##id,
    SINEW_CODES(SINEW_CODE_ENUM)
#undef SINEW_CODE_ENUM
        SINEW_CODE_COUNT
} sinew_code;

typedef enum sinew_severity { SINEW_SEVERITY_ERROR = 0, SINEW_SEVERITY_WARNING = 1 } sinew_severity;

/* The word of a code, as it stands in brackets after a message; "none" for an unknown one.
   Owns: static text. */
SINEW_API const char *sinew_code_word(sinew_code code);

/* What a code means, in a few words. Owns: static text. */
SINEW_API const char *sinew_code_meaning(sinew_code code);

/* One finding. Texts belong to the log. `line` and `column` count from 1 and are 0 where the thing
   has no place in a text (a binary file, a graph written in C). */
typedef struct sinew_diagnostic {
    sinew_severity severity;
    sinew_code code;
    const char *file; /* the file's name, or NULL */
    uint32_t line;
    uint32_t column;      /* in bytes */
    const char *path;     /* such as layers[0].machine.transitions[2].when[0].parameter; may be "" */
    const char *sentence; /* says what is wrong and what to do, names quoted */
} sinew_diagnostic;

/* Collects every finding of a call. A zeroed log is valid and empty; one log may serve several
   calls in a row. A null log is allowed wherever one is taken. It never makes a call fail: a
   finding for which there is no memory, or past the 10,000th, is counted in `lost`. One thread at a time.
   Owns: its texts, until sinew_log_free. */
typedef struct sinew_log {
    sinew_diagnostic *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t error_count;
    uint32_t warning_count;
    uint32_t lost;
    const sinew_allocator *allocator; /* NULL: malloc */
    /* Where paths stand in a file: set by the readers while they work, NULL otherwise. */
    const char *file;
    bool (*locate)(void *user, const char *path, uint32_t *line, uint32_t *column);
    void *locate_user;
} sinew_log;

/* Releases what the log holds and leaves it empty and usable; `allocator` is kept. NULL is fine. */
SINEW_API void sinew_log_free(sinew_log *log);

/* Writes one finding as `file:line:column: error: sentence [code]` into `text`, cut to fit.
   Shape: text[size], always terminated when size > 0.
   Returns the length that the whole would have. */
SINEW_API size_t sinew_diagnostic_format(const sinew_diagnostic *item, char *text, size_t size);

/* The one of names[count] that is nearest to `name` by edits, for "did you mean": NULL if none is near enough to
   be a slip. NULL names are skipped. Owns: one of the caller's texts. Cost: O(count × length²), names over 64
   bytes aside. */
SINEW_API const char *sinew_name_nearest(const char *name, const char *const *names, size_t count);

#ifdef __cplusplus
}
#endif
#endif
