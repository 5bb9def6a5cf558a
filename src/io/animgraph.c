/* .animgraph files: text to graph. Invariant: findings of the reader and of the graph's own checks come out together,
   in the order of the text, each with its place. */
#include "io/animgraph.h"
#include "io/file.h"
#include "io/kind.h"

#include "sinew/io.h"

#include <string.h>

enum { NEAREST_BUDGET = 20000 };

/* ---- places ---- */

typedef struct places {
    const snw_json *json;
    const sinew_log *log;
} places;

static bool locate(void *user, const char *path, uint32_t *line, uint32_t *column) {
    const places *p = user;
    if (p->log->lost) return false; /* it is only counted, and finding its place may take long */
    const snw_json_value *value = snw_json_get(p->json, snw_json_find_path(p->json, path));
    if (!value) return false;
    snw_json_place(p->json, value->start, line, column);
    return true;
}

static bool item_before(const void *user, uint32_t a, uint32_t b) {
    const sinew_diagnostic *items = user, *l = &items[a], *r = &items[b];
    if (l->line != r->line) return l->line < r->line;
    return l->column != r->column ? l->column < r->column : a < b;
}

/* The findings from `first` on, by their places. Without memory they stay as they came. */
static void sort_findings(sinew_log *log, uint32_t first, const sinew_allocator *allocator) {
    uint32_t count = log ? log->count - first : 0;
    if (count < 2) return;
    uint32_t *order = snw_allocate(allocator, count * sizeof *order);
    sinew_diagnostic *items = snw_allocate(allocator, count * sizeof *items);
    if (order && items) {
        for (uint32_t i = 0; i < count; ++i) order[i] = i;
        memcpy(items, log->items + first, count * sizeof *items);
        snw_order_sort(order, count, item_before, items);
        for (uint32_t i = 0; i < count; ++i) log->items[first + i] = items[order[i]];
    }
    snw_release(allocator, order, count * sizeof *order);
    snw_release(allocator, items, count * sizeof *items);
}

/* ---- reading ---- */

static sinew_result check(snw_ag *ag, sinew_graph **graph, const sinew_allocator *allocator) {
    if (ag->arena.failed) {
        snw_log_add(ag->log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was read");
        return SINEW_ERROR_MEMORY;
    }
    ag->desc.allocator = allocator;
    sinew_result result = sinew_graph_create(&ag->desc, graph, ag->log);
    if (result || !ag->errors) return result;
    sinew_graph_destroy(*graph);
    *graph = NULL;
    return SINEW_ERROR_INPUT;
}

static sinew_result read_document(const snw_json *json, const sinew_allocator *allocator, sinew_graph **graph,
                                  uint32_t *version, sinew_log *log) {
    snw_ag ag = { .json = json, .log = log, .errors = json->duplicate_count, .nearest_left = NEAREST_BUDGET };
    snw_arena_init(&ag.arena, allocator);
    sinew_result result = SINEW_ERROR_INPUT;
    const char *other = snw_kind_not_a_graph(json, log ? log->file : NULL);
    if (other) snw_json_report(json, 0, log, SINEW_CODE_REFUSED, "%s", other);
    else if (snw_ag_graph(&ag)) result = check(&ag, graph, allocator);
    if (version) *version = ag.version;
    snw_arena_free(&ag.arena);
    return result;
}

sinew_result snw_ag_parse(snw_json *json, const char *text, size_t size, const char *name,
                          const sinew_allocator *allocator, sinew_graph **graph, uint32_t *version, sinew_log *log) {
    sinew_log outer = { 0 };
    uint32_t first = log ? log->count : 0;
    bool bank = snw_kind_is_bank(text, size);
    if (bank || snw_kind_is_glb(text, size)) {
        *json = (snw_json){ 0 };
        const char *file = log ? log->file : NULL;
        if (log && name) log->file = name;
        snw_log_add(log, SINEW_CODE_REFUSED, NULL, "%s", bank ? SNW_KIND_BANK : SNW_KIND_MODEL_FOR_GRAPH);
        if (log) log->file = file;
        return SINEW_ERROR_INPUT;
    }
    if (!snw_json_read_lenient(json, text, size, name, allocator, log))
        return json->arena.failed ? SINEW_ERROR_MEMORY : SINEW_ERROR_INPUT;
    places found = { json, log };
    if (log) {
        outer = *log;
        if (name) log->file = name;
        log->locate = locate;
        log->locate_user = &found;
    }
    sinew_result result = read_document(json, allocator, graph, version, log);
    if (log) {
        log->file = outer.file;
        log->locate = outer.locate;
        log->locate_user = outer.locate_user;
    }
    sort_findings(log, first, allocator);
    if (result) snw_json_free(json);
    return result;
}

static const sinew_allocator *allocator_of(const sinew_io_options *options) {
    return options ? options->allocator : NULL;
}

static size_t max_bytes(const sinew_io_options *options) { return options ? options->max_bytes : 0; }

sinew_result sinew_io_parse_graph(const char *text, size_t size, const char *name, const sinew_io_options *options,
                                  sinew_graph **graph, sinew_log *log) {
    if (!graph) return SINEW_ERROR_ARGUMENT;
    *graph = NULL;
    if (!text && size) return SINEW_ERROR_ARGUMENT;
    snw_json json;
    sinew_result result = snw_ag_parse(&json, text ? text : "", size, name, allocator_of(options), graph, NULL, log);
    if (!result) snw_json_free(&json);
    return result;
}

sinew_result sinew_io_load_graph(const char *file, const sinew_io_options *options, sinew_graph **graph,
                                 sinew_log *log) {
    snw_file loaded;
    if (graph) *graph = NULL;
    if (!file || !graph) return SINEW_ERROR_ARGUMENT;
    sinew_result result = snw_file_load(&loaded, file, max_bytes(options), allocator_of(options), log);
    if (result) return result;
    result = sinew_io_parse_graph(loaded.data, loaded.size, file, options, graph, log);
    snw_file_free(&loaded);
    return result;
}
