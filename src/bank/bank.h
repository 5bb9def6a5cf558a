/* A bank inside: what stands around it, and the parts of a pass.

   A bank: head | models | graphs | texts. The head is of fixed size; models and graphs lie one after another.
   Invariant: what a bank gives out points into its bytes and into the one block of its handle, and passed every check,
   so it holds what the other parts of the library rely on (rig.h, graph.h). */
#ifndef SNW_BANK_H
#define SNW_BANK_H

#include "bank/pass.h"
#include "graph/graph.h"
#include "rig/rig.h"
#include "sinew/bank.h"

enum {
    SNW_BANK_VERSION = 1,
    SNW_BANK_HEAD = 64,
    SNW_BANK_ORDER = 0x01020304, /* as this machine writes it */
};

typedef struct snw_bank_head {
    char magic[8];
    uint32_t order, version;
    uint64_t size, texts; /* of all of it; where texts begin */
    uint32_t model_count, graph_count;
    uint64_t content; /* FNV-1a of all that follows the head */
    uint32_t unused[3];
    uint32_t checksum; /* of the head before it */
} snw_bank_head;
_Static_assert(sizeof(snw_bank_head) == SNW_BANK_HEAD, "as it stands in files");

extern const char snw_bank_magic[8];

/* A model or graph with its name. */
typedef struct snw_bank_models {
    const char **names;
    sinew_model *models;
    uint32_t count;
} snw_bank_models;

typedef struct snw_bank_graphs {
    const char **names;
    sinew_graph *graphs;
    uint32_t count;
} snw_bank_graphs;

struct sinew_bank {
    sinew_allocator allocator;
    size_t bytes; /* of the handle, this included */
    const snw_bank_head *head;
    snw_bank_models models;
    snw_bank_graphs graphs;
};

/* Whether this machine is. */
static inline bool snw_bank_little(void) {
    const uint32_t one = 1;
    return *(const unsigned char *)&one == 1;
}

/* Each tells one thing to a pass: writing it is read, filling it is made, measuring it is of no meaning. */
void snw_pass_model(snw_pass *pass, sinew_model *model);
void snw_pass_clip(snw_pass *pass, const sinew_model *model, snw_clip *clip, uint32_t *texts);
void snw_pass_graph(snw_pass *pass, sinew_graph_desc *graph);

/* ---- check.c: when filling ---- */

void snw_bank_check_block(snw_pass *pass, const sinew_model *model, const snw_clip *clip, size_t bytes);
void snw_bank_check_curve(snw_pass *pass, const sinew_model *model, const sinew_curve *curve);
void snw_bank_check_times(snw_pass *pass, const float *times, uint32_t count);

#endif
