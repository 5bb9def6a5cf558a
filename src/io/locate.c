/* Places for findings that were made after the text was read: binding a graph knows paths, not lines.
   Invariant: a finding that has a place keeps it. */
#include "json.h"
#include "sinew/io.h"

static void place(const snw_json *json, sinew_diagnostic *item) {
    const snw_json_value *value = snw_json_get(json, snw_json_find_path(json, item->path));
    if (value) snw_json_place(json, value->start, &item->line, &item->column);
}

sinew_result sinew_io_place_findings(sinew_log *log, uint32_t first, const char *text, size_t size,
                                     const sinew_io_options *options) {
    if (!log || !text) return SINEW_ERROR_ARGUMENT;
    snw_json json;
    sinew_log unread = { .allocator = log->allocator };
    bool read = snw_json_read(&json, text, size, NULL, options ? options->allocator : NULL, &unread);
    bool memory = !read && unread.count && unread.items[0].code == SINEW_CODE_MEMORY;
    sinew_log_free(&unread);
    if (!read) return memory ? SINEW_ERROR_MEMORY : SINEW_ERROR_INPUT;
    for (uint32_t i = first; i < log->count; ++i)
        if (!log->items[i].line && log->items[i].path[0]) place(&json, &log->items[i]);
    snw_json_free(&json);
    return SINEW_OK;
}
