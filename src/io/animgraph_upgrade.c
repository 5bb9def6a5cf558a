/* Saving a file as it was read, and version 1 as version 2. Invariant: bytes that need no change are copied as they
   are, so order, unknown fields, numbers and spacing survive; moved lines only gain indentation. */
#include "io/animgraph.h"

#include "sinew/io.h"

#include <string.h>

typedef struct upgrade {
    const snw_json *json;
    snw_text *out;
    snw_arena arena;
    snw_json_edit *edits;
    size_t count, capacity;
    size_t next; /* edit that comes next while writing */
    bool failed;
    char newline[3];  /* "" where the file is one line */
    const char *unit; /* the indentation of the top's members */
    size_t unit_size;
} upgrade;

/* ---- what changes inside ---- */

static const snw_json_value *value_of(const upgrade *u, snw_json_id id) { return snw_json_get(u->json, id); }

static void edit(upgrade *u, size_t start, size_t end, const char *text) {
    void *edits = u->edits;
    if (!snw_grow(&u->arena.allocator, &edits, &u->capacity, u->count + 1, sizeof *u->edits)) {
        u->failed = true;
        return;
    }
    u->edits = edits;
    u->edits[u->count++] = (snw_json_edit){ start, end, text };
}

static bool is_text(const upgrade *u, snw_json_id id, const char *text) {
    const snw_json_value *value = value_of(u, id);
    return value && value->kind == SNW_JSON_STRING && strcmp(value->string, text) == 0;
}

/* Takes a member out with the comma that parts it from a neighbour. */
static void remove_member(upgrade *u, snw_json_id id) {
    const snw_json_value *value = value_of(u, id);
    if (value->next != SNW_JSON_NO) {
        edit(u, value->key_start, value_of(u, value->next)->key_start, "");
        return;
    }
    size_t start = value->key_start;
    for (snw_json_id other = snw_json_first(u->json, value->parent); other != id; other = snw_json_next(u->json, other))
        start = value_of(u, other)->end;
    edit(u, start, value->end, "");
}

static void upgrade_motion(upgrade *u, snw_json_id motion) {
    snw_json_id blend = snw_json_member(u->json, motion, "blend"), add = snw_json_member(u->json, motion, "add");
    snw_json_id child = snw_json_first(u->json, snw_json_member(u->json, motion, "motions"));
    if (is_text(u, blend, "clip")) {
        remove_member(u, blend);
        return;
    }
    if (is_text(u, blend, "2d") && snw_json_member(u->json, motion, "algorithm") == SNW_JSON_NO) {
        size_t end = value_of(u, blend)->end;
        edit(u, end, end, ", \"algorithm\": \"gradient\"");
    }
    for (; child != SNW_JSON_NO; child = snw_json_next(u->json, child)) upgrade_motion(u, child);
    if (add == SNW_JSON_NO) return;
    upgrade_motion(u, snw_json_member(u->json, add, "base"));
    upgrade_motion(u, snw_json_member(u->json, add, "delta"));
}

static void upgrade_machine(upgrade *u, snw_json_id machine) {
    snw_json_id state = snw_json_first(u->json, snw_json_member(u->json, machine, "states"));
    snw_json_id transition = snw_json_first(u->json, snw_json_member(u->json, machine, "transitions"));
    for (; state != SNW_JSON_NO; state = snw_json_next(u->json, state)) {
        snw_json_id inner = snw_json_member(u->json, state, "machine");
        if (inner == SNW_JSON_NO) upgrade_motion(u, state);
        else upgrade_machine(u, inner);
    }
    for (; transition != SNW_JSON_NO; transition = snw_json_next(u->json, transition)) {
        snw_json_id from = snw_json_member(u->json, transition, "from");
        if (is_text(u, from, "any")) edit(u, value_of(u, from)->start, value_of(u, from)->end, "\"*\"");
    }
}

static void upgrade_top(upgrade *u) {
    const snw_json_value *version = value_of(u, snw_json_member(u->json, 0, "version"));
    edit(u, version->start, version->end, "2");
    snw_json_id each = snw_json_first(u->json, snw_json_member(u->json, 0, "parameters"));
    for (; each != SNW_JSON_NO; each = snw_json_next(u->json, each)) {
        snw_json_id type = snw_json_member(u->json, each, "type");
        if (is_text(u, type, "number")) edit(u, value_of(u, type)->start, value_of(u, type)->end, "\"float\"");
    }
    upgrade_machine(u, 0);
}

static bool edit_before(const void *user, uint32_t a, uint32_t b) {
    const snw_json_edit *edits = user;
    return edits[a].start != edits[b].start ? edits[a].start < edits[b].start : a < b;
}

/* The walk follows the fields, writing follows the text. */
static void sort_edits(upgrade *u) {
    uint32_t *order = snw_arena_array(&u->arena, u->count, sizeof *order);
    snw_json_edit *sorted = snw_arena_array(&u->arena, u->count, sizeof *sorted);
    if (!order || !sorted) {
        u->failed = true;
        return;
    }
    for (size_t i = 0; i < u->count; ++i) order[i] = (uint32_t)i;
    snw_order_sort(order, u->count, edit_before, u->edits);
    for (size_t i = 0; i < u->count; ++i) sorted[i] = u->edits[order[i]];
    memcpy(u->edits, sorted, u->count * sizeof *sorted);
}

/* ---- writing ---- */

static void indent(upgrade *u, int units) {
    for (; units > 0; --units) snw_text_add(u->out, u->unit, u->unit_size);
}

static void new_line(upgrade *u, int units) {
    if (!u->newline[0]) {
        snw_text_add_z(u->out, " ");
        return;
    }
    snw_text_add_z(u->out, u->newline);
    indent(u, units);
}

/* [start, end) of the text with `units` more indentation behind each line break (strings have none inside). */
static void write_plain(upgrade *u, size_t start, size_t end, int units) {
    const char *text = u->json->text;
    for (size_t at = start; at < end; ++at) {
        if (text[at] != '\n' || !units) continue;
        snw_text_add(u->out, text + start, at + 1 - start);
        start = at + 1;
        bool blank = start < end && (text[start] == '\n' || text[start] == '\r');
        if (!blank) indent(u, units);
    }
    snw_text_add(u->out, text + start, end - start);
}

static size_t edit_at(const upgrade *u, size_t offset) {
    size_t low = 0, high = u->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (u->edits[middle].start < offset) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void write_range(upgrade *u, size_t start, size_t end, int units) {
    for (size_t i = edit_at(u, start); i < u->count && u->edits[i].start < end; ++i) {
        write_plain(u, start, u->edits[i].start, units);
        snw_text_add_z(u->out, u->edits[i].text);
        start = u->edits[i].end;
    }
    write_plain(u, start, end, units);
}

static bool goes_into_layer(const char *key) {
    return strcmp(key, "entry") == 0 || strcmp(key, "states") == 0 || strcmp(key, "transitions") == 0 ||
           strcmp(key, "editor") == 0;
}

static void write_layer(upgrade *u) {
    bool first = true;
    snw_text_add_z(u->out, "\"layers\": [");
    new_line(u, 2);
    snw_text_add_z(u->out, "{");
    new_line(u, 3);
    snw_text_add_z(u->out, "\"name\": \"Base\",");
    new_line(u, 3);
    snw_text_add_z(u->out, "\"machine\": {");
    for (snw_json_id id = snw_json_first(u->json, 0); id != SNW_JSON_NO; id = snw_json_next(u->json, id)) {
        const snw_json_value *value = value_of(u, id);
        if (!goes_into_layer(value->key)) continue;
        if (!first) snw_text_add_z(u->out, ",");
        first = false;
        new_line(u, 4);
        write_range(u, value->key_start, value->end, 3);
    }
    new_line(u, 3);
    snw_text_add_z(u->out, "}");
    new_line(u, 2);
    snw_text_add_z(u->out, "}");
    new_line(u, 1);
    snw_text_add_z(u->out, "]");
}

static void write_top(upgrade *u) {
    size_t before = 0; /* end of the member before, in the text */
    bool first = true, layer = false;
    for (snw_json_id id = snw_json_first(u->json, 0); id != SNW_JSON_NO; id = snw_json_next(u->json, id)) {
        const snw_json_value *value = value_of(u, id);
        bool moved = goes_into_layer(value->key);
        if (first || !moved || !layer) {
            write_range(u, before, value->key_start, 0);
            if (!moved) write_range(u, value->key_start, value->end, 0);
            else {
                write_layer(u);
                layer = true;
            }
        }
        first = false;
        before = value->end;
    }
    write_range(u, before, u->json->size, 0);
}

/* How the file breaks and indents its lines, from what stands before its first member. */
static void learn_style(upgrade *u) {
    const char *text = u->json->text;
    size_t end = value_of(u, value_of(u, 0)->first)->key_start, start = end;
    while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t')) --start;
    u->unit = text + start;
    u->unit_size = end - start;
    if (start == 0 || text[start - 1] != '\n') return;
    strcpy(u->newline, start > 1 && text[start - 2] == '\r' ? "\r\n" : "\n");
}

sinew_result snw_ag_upgrade(const snw_json *json, snw_text *out, sinew_log *log) {
    snw_json_id layers = snw_json_member(json, 0, "layers");
    if (layers != SNW_JSON_NO) {
        snw_json_report(json, layers, log, SINEW_CODE_REFUSED,
                        "version 1 knows no \"layers\", but version 2 does; rename the field before the upgrade");
        return SINEW_ERROR_INPUT;
    }
    upgrade u = { .json = json, .out = out };
    snw_arena_init(&u.arena, &out->allocator);
    learn_style(&u);
    upgrade_top(&u);
    if (!u.failed) sort_edits(&u);
    if (!u.failed) write_top(&u);
    snw_release(&u.arena.allocator, u.edits, u.capacity * sizeof *u.edits);
    snw_arena_free(&u.arena);
    return u.failed || out->failed ? SINEW_ERROR_MEMORY : SINEW_OK;
}

sinew_result sinew_io_rewrite_graph(const char *text, size_t size, const char *name, bool to_version_2,
                                    const sinew_io_options *options, char **out, size_t *out_size, sinew_log *log) {
    size_t unused;
    if (out) *out = NULL;
    if (out_size) *out_size = 0;
    if (!out || (!text && size)) return SINEW_ERROR_ARGUMENT;
    const sinew_allocator *allocator = options ? options->allocator : NULL;
    snw_json json;
    sinew_graph *graph = NULL;
    uint32_t version;
    sinew_result result = snw_ag_parse(&json, text ? text : "", size, name, allocator, &graph, &version, log);
    if (result) return result;
    snw_text written;
    snw_text_init(&written, allocator);
    const char *outer = log ? log->file : NULL;
    if (log && name) log->file = name;
    if (to_version_2 && version == 1) result = snw_ag_upgrade(&json, &written, log);
    else if (!snw_json_splice(&json, NULL, 0, &written)) result = SINEW_ERROR_MEMORY;
    if (!result) result = snw_ag_give(&written, out, out_size ? out_size : &unused);
    if (result == SINEW_ERROR_MEMORY)
        snw_log_add(log, SINEW_CODE_MEMORY, "", "memory ran out while the graph was written");
    if (log) log->file = outer;
    snw_text_free(&written);
    sinew_graph_destroy(graph);
    snw_json_free(&json);
    return result;
}
