/* Models and graphs from wherever they are: glTF, or a bank and a name in it.
   Invariant: what was taken from a bank is valid until the file is freed; after a failed load it may still be freed. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static bool begins(const char *file, const char *magic, size_t size) {
    char bytes[16] = { 0 };
    FILE *opened = is_plain_file(file) ? fopen(file, "rb") : NULL;
    if (!opened) return false;
    size_t got = fread(bytes, 1, size, opened);
    fclose(opened);
    return got == size && memcmp(bytes, magic, size) == 0;
}

bool is_model(const char *file) {
    return ends_with(file, ".glb") || ends_with(file, ".gltf") || begins(file, "glTF", 4);
}

static bool is_there(const char *file, size_t length) {
    char *own = malloc(length + 1);
    if (!own) return false;
    memcpy(own, file, length);
    own[length] = 0;
    bool there = is_plain_file(own);
    free(own);
    return there;
}

/* PACK.bank#NAME, where no file is called so: the name, and how long the file's own name is. Either may have a # too:
   the file's name is the longest that there is, or ends at the last #. */
static const char *name_within(const char *file, size_t *length) {
    const char *last = strrchr(file, '#'), *mark = NULL;
    *length = strlen(file);
    if (!last || is_there(file, *length)) return NULL;
    for (const char *c = file; (c = strchr(c, '#')) != NULL; ++c)
        if (c != file && is_there(file, (size_t)(c - file))) mark = c;
    if (!mark) mark = last;
    *length = (size_t)(mark - file);
    return mark + 1;
}

/* The file's own name; the caller frees. NULL when memory runs out. */
static char *own_name(const char *file, const char **within) {
    size_t length;
    *within = name_within(file, &length);
    char *own = malloc(length + 1);
    if (!own) return NULL;
    memcpy(own, file, length);
    own[length] = 0;
    return own;
}

bool is_bank(const char *file) {
    const char *within;
    char *own = own_name(file, &within);
    bool found = own && (begins(own, "SINEWBNK", 8) || ends_with(own, ".bank"));
    free(own);
    return found;
}

/* ---- banks ---- */

typedef uint32_t bank_find(const sinew_bank *bank, const char *name);
typedef const char *bank_name(const sinew_bank *bank, uint32_t index);

/* By the name that was given, else the one that is preferred, else the only one. SINEW_NONE after a message. */
static uint32_t choose(const sinew_bank *bank, const char *file, const char *what, const char *within,
                       const char *preferred, uint32_t count, bank_find *find, bank_name *name_of) {
    uint32_t found = within || preferred ? find(bank, within ? within : preferred) : SINEW_NONE;
    if (found != SINEW_NONE) return found;
    const char *names[64];
    char hint[256] = "";
    uint32_t listed = count < 64 ? count : 64;
    for (uint32_t i = 0; i < listed; ++i) names[i] = name_of(bank, i);
    if (within) {
        nearest_hint(hint, sizeof hint, within, names, listed);
        fail(file, SINEW_CODE_MISSING_FIELD, "the bank has no %s \"%s\"%s", what, within, hint);
        return SINEW_NONE;
    }
    if (count == 1) return 0;
    if (!count) fail(file, SINEW_CODE_MISSING_FIELD, "the bank has no %s", what);
    else fail(file, SINEW_CODE_MISSING_FIELD, "the bank has %u %ss; say which: \"%s#%s\"", count, what, file, names[0]);
    return SINEW_NONE;
}

sinew_io_bank *open_bank(const char *file, const char **within, sinew_log *log, int *status) {
    sinew_io_bank *opened = NULL;
    char *own = own_name(file, within);
    *status = own ? STATUS_DONE : fail_memory();
    if (own) input_remember(own);
    if (own && sinew_io_open_bank(own, NULL, &opened, log) != SINEW_OK) *status = STATUS_INPUT;
    free(own);
    return opened;
}

static int take_model(model_source *m, const char *file, const char *preferred, sinew_log *log) {
    const char *within;
    int status;
    m->bank = open_bank(file, &within, log, &status);
    if (!m->bank) return status;
    const sinew_bank *bank = sinew_io_bank_of(m->bank);
    uint32_t index = choose(bank, file, "model", within, preferred, sinew_bank_model_count(bank), sinew_bank_find_model,
                            sinew_bank_model_name);
    m->model = sinew_bank_model(bank, index);
    return m->model ? STATUS_DONE : STATUS_INPUT;
}

int graph_source_load(graph_source *g, const char *file, sinew_log *log) {
    const char *within;
    int status;
    memset(g, 0, sizeof *g);
    g->index = SINEW_NONE;
    if (!is_bank(file)) {
        input_remember(file);
        sinew_result result = sinew_io_load_graph(file, NULL, &g->own, log);
        g->graph = g->own;
        return result == SINEW_OK ? STATUS_DONE : result == SINEW_ERROR_MEMORY ? fail_memory() : STATUS_INPUT;
    }
    g->bank = open_bank(file, &within, log, &status);
    if (!g->bank) return status;
    const sinew_bank *bank = sinew_io_bank_of(g->bank);
    g->index = choose(bank, file, "graph", within, NULL, sinew_bank_graph_count(bank), sinew_bank_find_graph,
                      sinew_bank_graph_name);
    g->graph = sinew_bank_graph(bank, g->index);
    return g->graph ? STATUS_DONE : STATUS_INPUT;
}

const sinew_model *graph_source_model(const graph_source *g) {
    const sinew_bank *bank = sinew_io_bank_of(g->bank);
    return sinew_bank_model(bank, sinew_bank_rig_of(bank, g->index));
}

void graph_source_free(graph_source *g) {
    sinew_graph_destroy(g->own);
    sinew_io_close_bank(g->bank);
    memset(g, 0, sizeof *g);
}

/* ---- models ---- */

/* And what lies beside it. */
static bool remember_model(const char *file) {
    static const char end[] = ".clips.json";
    const char *dot = strrchr(base_name(file), '.');
    size_t length = dot ? (size_t)(dot - file) : strlen(file);
    char *sidecar = malloc(length + sizeof end);
    if (!sidecar) return false;
    memcpy(sidecar, file, length);
    memcpy(sidecar + length, end, sizeof end);
    input_remember(file);
    input_remember(sidecar);
    free(sidecar);
    return true;
}

int model_source_load(model_source *m, const char *file, const char *preferred, const sinew_io_options *options,
                      sinew_log *log) {
    memset(m, 0, sizeof *m);
    if (is_bank(file)) return take_model(m, file, preferred, log);
    if (!remember_model(file)) return fail_memory();
    sinew_result result = sinew_io_load_model(file, options, &m->own, log);
    m->model = m->own;
    return result == SINEW_OK ? STATUS_DONE : result == SINEW_ERROR_MEMORY ? fail_memory() : STATUS_INPUT;
}

/* Memory of malloc serves: SINEW_BANK_ALIGN is no more than it gives. */
int model_source_rebank(model_source *m, sinew_log *log) {
    sinew_bank_model_desc model = { "model", m->model };
    sinew_bank_desc desc = { .models = &model, .model_count = 1 };
    size_t size = sinew_bank_size(&desc, log);
    if (!size) return STATUS_INPUT;
    m->bytes = malloc(size);
    if (!m->bytes) return fail_memory();
    if (sinew_bank_write(&desc, m->bytes, size, log) || sinew_bank_open(m->bytes, size, NULL, &m->again, log))
        return STATUS_INPUT;
    m->model = sinew_bank_model(m->again, 0);
    return STATUS_DONE;
}

void model_source_free(model_source *m) {
    sinew_bank_close(m->again);
    free(m->bytes);
    sinew_model_destroy(m->own);
    sinew_io_close_bank(m->bank);
    memset(m, 0, sizeof *m);
}
