/* What a file is that was taken for another kind, in a sentence. */
#ifndef SNW_KIND_H
#define SNW_KIND_H

#include "io/json.h"

#define SNW_KIND_MODEL_FOR_GRAPH                                                                                       \
    "this is a glTF model, not a graph: give the graph (.animgraph) here, and the model as its \"rig\" or with --rig"

#define SNW_KIND_BANK "this is a bank, which is used as it lies: open it with sinew_io_open_bank or sinew_bank_open"

bool snw_kind_is_bank(const void *text, size_t size);
bool snw_kind_is_glb(const char *text, size_t size);
/* A sentence, or NULL where it may be one. name: the file's, or NULL. */
const char *snw_kind_not_a_graph(const snw_json *json, const char *name);
const char *snw_kind_not_a_model(const snw_json *json, const char *name);

#endif
