/* One glTF document that has a little of everything, and ways to spoil it: the JSON with parts replaced, the binary
   with bytes replaced, as a text with an external buffer or as a .glb.

   Nodes 0 to 5: head (child of spine), spine (of hips), hips, tail (of hips, a matrix), body (the mesh), prop. The
   skin has hips, spine and prop as joints. Clips: "walk" (LINEAR, STEP, CUBICSPLINE, weights, normalised rotations,
   a sparse accessor), one without a name (one key), and another "walk". */
#ifndef GLTF_DOCUMENT_H
#define GLTF_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DOCUMENT_TEXT = 16384, DOCUMENT_BYTES = 768, DOCUMENT_GLB = DOCUMENT_TEXT + DOCUMENT_BYTES + 64 };

/* Where things lie in the binary. */
enum {
    AT_TIMES = 0,
    AT_TRANSLATIONS = 12,
    AT_ROTATIONS = 48,
    AT_SCALES = 96,
    AT_WEIGHTS = 204,
    AT_INVERSE_BIND = 228,
    AT_VERTICES = 420,
    VERTEX_BYTES = 40,
    AT_INDICES = 580,
    AT_TARGET = 592,
    AT_SPARSE_INDEX = 640,
    AT_SPARSE_VALUE = 644,
    AT_SHORT_ROTATIONS = 656,
    BINARY_BYTES = 680
};

typedef struct gltf_document {
    char text[DOCUMENT_TEXT];
    uint8_t bytes[DOCUMENT_BYTES];
    size_t size; /* of bytes */
} gltf_document;

/* As it should be; its buffer is "model.bin". */
void document_make(gltf_document *d);
/* Replaces the first `from` of the text (single quotes stand for double ones in both). False if it is not there. */
bool document_replace(gltf_document *d, const char *from, const char *to);
void document_put_float(gltf_document *d, size_t at, float value);
/* As a .glb into out[DOCUMENT_GLB]; the buffer's uri is taken away. Returns its size. */
size_t document_glb(gltf_document *d, uint8_t *out);
/* As data URI in place of the file. */
void document_embed(gltf_document *d);

#endif
