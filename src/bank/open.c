/* Opening a bank: the head, then a pass that measures and one that fills and checks.
   Invariant: one allocation, which holds all that points into the bytes; whatever is refused, nothing is left. */
#include "bank/bank.h"

#include "base/bytes.h"
#include "graph/check.h"

#include <string.h>

static bool refuse(sinew_log *log, sinew_code code, const char *sentence) {
    snw_log_add(log, code, "", "%s", sentence);
    return false;
}

/* ---- the head ---- */

static bool check_version(uint32_t version, sinew_log *log) {
    if (version == SNW_BANK_VERSION) return true;
    snw_log_add(log, SINEW_CODE_VERSION, "",
                "the bank is of version %u, which is %s, and this build reads version %u: %s", version,
                version < SNW_BANK_VERSION ? "older" : "newer", (unsigned)SNW_BANK_VERSION,
                version < SNW_BANK_VERSION ? "bake it again" : "use a newer build, or bake it with this one");
    return false;
}

static uint32_t turned(uint32_t word) {
    return word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
}

static bool check_order(uint32_t order, sinew_log *log) {
    if (!snw_bank_little())
        return refuse(log, SINEW_CODE_REFUSED, "banks are little-endian and this machine is big-endian; load the glTF");
    if (order == turned(SNW_BANK_ORDER))
        return refuse(log, SINEW_CODE_REFUSED,
                      "the bank is big-endian, written for other machines; banks are little-endian: bake it again");
    return order == SNW_BANK_ORDER ||
           refuse(log, SINEW_CODE_SYNTAX, "the mark of the bank's byte order was changed; bake it again");
}

static bool check_size(const snw_bank_head *head, size_t size, sinew_log *log) {
    if (head->size > size) {
        snw_log_add(log, SINEW_CODE_SYNTAX, "", "the bank is cut: %zu of its %llu bytes are there", size,
                    (unsigned long long)head->size);
        return false;
    }
    if (head->size < size) return refuse(log, SINEW_CODE_SYNTAX, "something follows after the bank's end");
    return (head->texts >= SNW_BANK_HEAD && head->texts <= head->size) ||
           refuse(log, SINEW_CODE_SYNTAX, "the bank was changed: its texts cannot begin where it says");
}

static bool check_head(const void *bytes, size_t size, sinew_log *log) {
    const snw_bank_head *head = bytes;
    if (size < sizeof head->magic || memcmp(bytes, snw_bank_magic, sizeof head->magic) != 0)
        return refuse(log, SINEW_CODE_SYNTAX, "this is no bank: give one that sinew bake has written");
    if (size < SNW_BANK_HEAD) return refuse(log, SINEW_CODE_SYNTAX, "the bank is cut: hardly its beginning is there");
    if (!check_order(head->order, log) || !check_version(head->version, log)) return false;
    if (head->checksum != snw_checksum(head, offsetof(snw_bank_head, checksum)))
        return refuse(log, SINEW_CODE_SYNTAX, "the bank's head was changed: its checksum does not fit; bake it again");
    return check_size(head, size, log);
}

/* ---- graphs ---- */

/* Memory that is handed out and not taken back. */
typedef struct scratch {
    char *memory;
    size_t size, used;
} scratch;

static void *scratch_allocate(void *user, size_t size) {
    scratch *s = user;
    size_t from = s->used, whole = (size + 15) / 16 * 16;
    if (whole > s->size - from) return NULL;
    s->used += whole;
    return s->memory + from;
}

static void scratch_release(void *user, void *memory, size_t size) {
    (void)user;
    (void)memory;
    (void)size;
}

/* Names are resolved, numbers in range, as of a graph that sinew_graph_create has made. */
static void finish_graph(snw_pass *pass, sinew_bank *bank, sinew_graph *graph, scratch *room) {
    sinew_allocator own = { scratch_allocate, scratch_release, room };
    room->used = 0;
    graph->desc.allocator = &own;
    if (snw_graph_check(&graph->desc, NULL) != SINEW_OK)
        snw_pass_fault(pass, "a graph is not one that could have been made");
    graph->arena.allocator = bank->allocator;
    graph->desc.allocator = &graph->arena.allocator;
    graph->hash = snw_graph_digest(&graph->desc);
    graph->borrowed = true;
}

/* ---- the two passes ---- */

static void tell_models(snw_pass *pass, sinew_bank *bank, uint32_t count) {
    snw_bank_models *all = &bank->models;
    all->count = snw_pass_fills(pass) ? count : 0;
    all->models = snw_pass_table(pass, count, sizeof *all->models);
    all->names = snw_pass_table(pass, count, sizeof *all->names);
    for (uint32_t i = 0; i < count && !pass->fault; ++i) {
        sinew_model measured = { .size = 0 };
        sinew_model *model = all->models ? &all->models[i] : &measured;
        size_t at = pass->at, used = pass->used;
        const char *name = snw_pass_name(pass, NULL);
        snw_pass_model(pass, model);
        if (!all->models) continue;
        all->names[i] = name;
        model->arena.allocator = bank->allocator;
        model->arena.bytes = pass->at - at + pass->used - used;
        model->borrowed = true;
    }
}

static void tell_graphs(snw_pass *pass, sinew_bank *bank, uint32_t count, scratch *room) {
    snw_bank_graphs *all = &bank->graphs;
    all->count = snw_pass_fills(pass) ? count : 0;
    all->graphs = snw_pass_table(pass, count, sizeof *all->graphs);
    all->names = snw_pass_table(pass, count, sizeof *all->names);
    for (uint32_t i = 0; i < count && !pass->fault; ++i) {
        sinew_graph measured = { .hash = 0 };
        sinew_graph *graph = all->graphs ? &all->graphs[i] : &measured;
        size_t at = pass->at, used = pass->used;
        const char *name = snw_pass_name(pass, NULL);
        snw_pass_graph(pass, &graph->desc);
        if (pass->mode == SNW_PASS_MEASURE && pass->scratch > room->size) room->size = pass->scratch;
        if (!all->graphs || pass->fault) continue;
        all->names[i] = name;
        graph->arena.bytes = pass->at - at + pass->used - used;
        finish_graph(pass, bank, graph, room);
    }
}

/* `room`: measured in one pass, used in the other. */
static void tell_all(snw_pass *pass, sinew_bank *bank, const snw_bank_head *head, scratch *room) {
    const unsigned char *bytes = (const void *)head;
    size_t left = (size_t)(head->size - SNW_BANK_HEAD) / 4;
    pass->at = SNW_BANK_HEAD;
    pass->used = sizeof *bank;
    pass->bytes = bytes;
    pass->end = (size_t)head->texts;
    pass->texts = (const char *)bytes + head->texts;
    pass->text_size = (size_t)(head->size - head->texts);
    if (head->model_count > left || head->graph_count > left)
        snw_pass_fault(pass, "a count is larger than what there is");
    tell_models(pass, bank, head->model_count);
    tell_graphs(pass, bank, head->graph_count, room);
    if (snw_pass_fills(pass)) return;
    room->memory = snw_pass_table(pass, room->size, 1);
    if (pass->at != pass->end || pass->text_at != pass->text_size)
        snw_pass_fault(pass, "something follows after what it holds");
}

static bool refuse_content(const snw_pass *pass, sinew_log *log) {
    snw_log_add(log, SINEW_CODE_SYNTAX, "", "the bank was changed, near byte %zu: %s; bake it again", pass->at,
                pass->fault);
    return false;
}

static bool fill(sinew_bank *bank, const snw_bank_head *head, const scratch *measured, sinew_log *log) {
    scratch room = { .memory = (char *)bank + bank->bytes - measured->size, .size = measured->size };
    snw_pass pass = { .mode = SNW_PASS_FILL, .memory = (char *)bank };
    bank->head = head;
    tell_all(&pass, bank, head, &room);
    return !pass.fault || refuse_content(&pass, log);
}

/* Sizes and places alone are looked at here: what the handle must hold. */
static bool measure(const snw_bank_head *head, size_t *bytes, scratch *room, sinew_log *log) {
    sinew_bank none = { .bytes = 0 };
    snw_pass pass = { .mode = SNW_PASS_MEASURE };
    tell_all(&pass, &none, head, room);
    *bytes = pass.used;
    return !pass.fault || refuse_content(&pass, log);
}

sinew_result sinew_bank_open(const void *bytes, size_t size, const sinew_allocator *allocator, sinew_bank **bank,
                             sinew_log *log) {
    if (bank) *bank = NULL;
    if (!bank || !bytes) return SINEW_ERROR_ARGUMENT;
    if ((uintptr_t)bytes % SINEW_BANK_ALIGN != 0) {
        refuse(log, SINEW_CODE_USAGE, "the bank's bytes do not begin at a multiple of 16; move them");
        return SINEW_ERROR_ARGUMENT;
    }
    scratch room = { NULL, 0, 0 };
    size_t needed = 0;
    if (!check_head(bytes, size, log) || !measure(bytes, &needed, &room, log)) return SINEW_ERROR_INPUT;
    sinew_bank *made = snw_allocate(allocator, needed);
    if (!made) {
        snw_log_add(log, SINEW_CODE_MEMORY, "", "there is no memory for the bank's handle");
        return SINEW_ERROR_MEMORY;
    }
    made->allocator = snw_allocator_of(allocator);
    made->bytes = needed;
    if (!fill(made, bytes, &room, log)) {
        sinew_bank_close(made);
        return SINEW_ERROR_INPUT;
    }
    *bank = made;
    return SINEW_OK;
}

void sinew_bank_close(sinew_bank *bank) {
    if (!bank) return;
    sinew_allocator allocator = bank->allocator;
    snw_release(&allocator, bank, bank->bytes);
}
