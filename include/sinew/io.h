/* sinew/io.h: files. A library of its own (sinew_io) over the runtime. Everything that comes from a file is
   checked before anything is made of it; all findings go to the log, with file, line and column. */
#ifndef SINEW_IO_H
#define SINEW_IO_H

#include <stdio.h>

#include "sinew.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for reading; NULL or zeroed is fine. */
typedef struct sinew_io_options {
    const sinew_allocator *allocator; /* copied; NULL: malloc */
    bool no_sidecar;                  /* do not read X.clips.json beside a model X.glb or X.gltf */
    bool no_meshes;                   /* leave the meshes out */
    size_t max_bytes;                 /* refuse larger files; 0: 1 GiB */
    sinew_tier tier;                  /* of a model's clips */
    float error;                      /* as in a sinew_model_desc, */
    sinew_jobs jobs;                  /* and this */
    /* What X.clips.json says, in place of the file (editors, archives); sinew_io_parse_model takes it too. NULL: the
       file, or nothing. clips_name is for messages. */
    const char *clips_text;
    size_t clips_size;
    const char *clips_name;
} sinew_io_options;

/* glTF 2.0: .gltf with external or data-URI buffers, .glb. Every node becomes a joint (source = its index in the
   file). Reads X.clips.json when it lies beside X.glb or X.gltf; what is wrong in it is told (the log may hold errors
   though OK is returned) and left out, and the model is made of the rest.
   Owns: the caller owns *model. Errors: FILE, INPUT, MEMORY, ARGUMENT; *model is then NULL. */
SINEW_API sinew_result sinew_io_load_model(const char *file, const sinew_io_options *options, sinew_model **model,
                                           sinew_log *log);
/* The same from memory, with X.clips.json only where the options have its text. `name` is for messages. External
   buffers are asked of `read` (NULL: refused), which returns memory from `allocator` that the reader releases, and its
   size; NULL: there is none. */
typedef void *(*sinew_io_read)(void *user, const char *uri, const sinew_allocator *allocator, size_t *size);
SINEW_API sinew_result sinew_io_parse_model(const void *data, size_t size, const char *name,
                                            const sinew_io_options *options, sinew_io_read read, void *read_user,
                                            sinew_model **model, sinew_log *log);

/* .animgraph, versions 1 and 2, from a file or from text of `size` bytes (`name` is for messages).
   Owns: the caller owns *graph. Errors: as above. */
SINEW_API sinew_result sinew_io_load_graph(const char *file, const sinew_io_options *options, sinew_graph **graph,
                                           sinew_log *log);
SINEW_API sinew_result sinew_io_parse_graph(const char *text, size_t size, const char *name,
                                            const sinew_io_options *options, sinew_graph **graph, sinew_log *log);
/* A version 2 file of a graph (also one made in C), terminated; *size without the terminator. Owns: the caller,
   who gives it back with sinew_io_free and the same options. Errors: MEMORY, ARGUMENT. */
SINEW_API sinew_result sinew_io_write_graph(const sinew_graph *graph, const sinew_io_options *options, char **text,
                                            size_t *size);
/* Reads a file's text and gives it back as a save would write it: byte for byte where nothing was changed; with
   `upgrade`, a version 1 file as version 2, unknown fields kept. Owns: as sinew_io_write_graph. Errors: as reading;
   REFUSED for a version 1 file that has "layers" too. */
SINEW_API sinew_result sinew_io_rewrite_graph(const char *text, size_t size, const char *name, bool upgrade,
                                              const sinew_io_options *options, char **out, size_t *out_size,
                                              sinew_log *log);
/* Gives back a text of `size` (without the terminator) that a write gave out. NULL is fine. */
SINEW_API void sinew_io_free(const sinew_io_options *options, void *memory, size_t size);

/* A bank's file: mapped into memory where the system can, else read. Whoever changes the file meanwhile changes what is
   played; write another beside it and rename it, as sinew bake does. Only the options' allocator and max_bytes count.
   Owns: the caller owns *opened and ends it with sinew_io_close_bank; the bank is its.
   Errors: FILE, and those of sinew_bank_open; *opened is then NULL. */
typedef struct sinew_io_bank sinew_io_bank;
SINEW_API sinew_result sinew_io_open_bank(const char *file, const sinew_io_options *options, sinew_io_bank **opened,
                                          sinew_log *log);
SINEW_API const sinew_bank *sinew_io_bank_of(const sinew_io_bank *opened);
/* No binding or pose of its models may be in use. NULL is fine. */
SINEW_API void sinew_io_close_bank(sinew_io_bank *opened);

/* Gives a line and column to findings from number `first` on that have a path but no place: those of sinew_bind, when
   the graph came from this text. Cost: O(size + findings × the members and elements along their paths).
   Errors: INPUT (the text is no JSON), MEMORY,
   ARGUMENT; the findings are then unchanged. */
SINEW_API sinew_result sinew_io_place_findings(sinew_log *log, uint32_t first, const char *text, size_t size,
                                               const sinew_io_options *options);

/* Prints every finding, one a line, as `file:line:column: error: sentence [code]`. */
SINEW_API void sinew_io_print_log(const sinew_log *log, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
