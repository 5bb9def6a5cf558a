/* sinew/bank.h: models and graphs as one block of bytes that is used where it lies: in a file that is mapped, or in the
   game's own memory. Nothing is copied, nothing is parsed; what stands in it is checked before it is used.

   A bank is little-endian, has no pointers and may lie anywhere. It holds what play needs: skeletons, bind poses, morph
   groups, compiled clips with their events, root motion and properties, and graphs; and of curves those that are
   sampled as they are. A model of a bank plays bit by bit as the one that the bank was made of.

   What is not there are the curves that clips were compiled from, so of a clip that is compiled
     sinew_model_clip_curves   gives those curves alone that something reads exactly
     sinew_root_bake           with a desc of its own is REFUSED where it would need another
     sinew_binding_lint        says nothing of what the clip is measured against. */
#ifndef SINEW_BANK_H
#define SINEW_BANK_H

#include "graph.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a bank may lie: at multiples of it. Memory of malloc and mapped files do. */
#define SINEW_BANK_ALIGN 16u

typedef struct sinew_bank sinew_bank;

/* ---- using one ------------------------------------------------------------------------------ */

/* Makes a bank of bytes[size], which may come from anyone: what is not as it should be is refused. They must stay where
   they are, unchanged, as long as the bank is open.
   Owns: the caller owns *bank and ends it with sinew_bank_close; the bytes stay the caller's.
   Cost: one allocation, of what points into the bytes; O(joints + clips + groups + exact keys + graphs), not O(keys).
   Errors: INPUT (no bank, another version, the other byte order, cut, changed; see log), MEMORY, ARGUMENT (a null
   pointer, or bytes that are not aligned to SINEW_BANK_ALIGN); *bank is then NULL. */
SINEW_API sinew_result sinew_bank_open(const void *bytes, size_t size, const sinew_allocator *allocator,
                                       sinew_bank **bank, sinew_log *log);
/* No binding or pose of its models may be in use. NULL is fine. */
SINEW_API void sinew_bank_close(sinew_bank *bank);

/* Owns: the bank; sinew_model_destroy and sinew_graph_destroy do nothing to what is of a bank. In the order in which
   they were written; out of range: NULL. */
SINEW_API uint32_t sinew_bank_model_count(const sinew_bank *bank);
SINEW_API const sinew_model *sinew_bank_model(const sinew_bank *bank, uint32_t index);
SINEW_API const char *sinew_bank_model_name(const sinew_bank *bank, uint32_t index);
SINEW_API uint32_t sinew_bank_graph_count(const sinew_bank *bank);
SINEW_API const sinew_graph *sinew_bank_graph(const sinew_bank *bank, uint32_t index);
SINEW_API const char *sinew_bank_graph_name(const sinew_bank *bank, uint32_t index);
/* By the whole name, else by the last part of a path without its suffix ("models/hero.glb" finds "hero"). SINEW_NONE if
   there is none. Cost: O(models). */
SINEW_API uint32_t sinew_bank_find_model(const sinew_bank *bank, const char *name);
SINEW_API uint32_t sinew_bank_find_graph(const sinew_bank *bank, const char *name);
/* The model that a graph is for: the one that its "rig" names, else the only one of the bank, else SINEW_NONE. */
SINEW_API uint32_t sinew_bank_rig_of(const sinew_bank *bank, uint32_t graph);
/* Whether the bytes are those that were written: for tools. What was changed but passed the checks when the bank was
   opened can do no harm, but may play something else. Cost: O(size). */
SINEW_API bool sinew_bank_intact(const sinew_bank *bank);
/* Bytes of the handle, beside those of the bank itself. */
SINEW_API size_t sinew_bank_handle_bytes(const sinew_bank *bank);

/* ---- making one ----------------------------------------------------------------------------- */

typedef struct sinew_bank_model_desc {
    const char *name;
    const sinew_model *model; /* with its clips as they are compiled; also one of a bank */
} sinew_bank_model_desc;

typedef struct sinew_bank_graph_desc {
    const char *name;
    const sinew_graph *graph;
} sinew_bank_graph_desc;

typedef struct sinew_bank_desc {
    const sinew_bank_model_desc *models;
    uint32_t model_count;
    const sinew_bank_graph_desc *graphs;
    uint32_t graph_count;
} sinew_bank_desc;

/* Bytes that sinew_bank_write needs; 0 where it would fail, with findings in the log. Cost: O(parts). */
SINEW_API size_t sinew_bank_size(const sinew_bank_desc *desc, sinew_log *log);
/* Writes a bank; the same models and graphs give the same bytes. Allocates nothing.
   Shape: bytes[size], size from sinew_bank_size.
   Errors: INPUT (no name, a name twice, more than 4 GiB, a machine that is big-endian; see log), ARGUMENT (a null
   pointer, another size). */
SINEW_API sinew_result sinew_bank_write(const sinew_bank_desc *desc, void *bytes, size_t size, sinew_log *log);

#ifdef __cplusplus
}
#endif
#endif
