/* Writing a bank. Invariant: one pass counts and another writes, so that the two cannot disagree; padding is zeros. */
#include "bank/bank.h"

#include "base/bytes.h"

#include <stdio.h>
#include <string.h>

static bool refuse(sinew_log *log, sinew_code code, const char *list, uint32_t index, const char *sentence) {
    char path[64];
    snprintf(path, sizeof path, "%s[%u]", list, index);
    snw_log_add(log, code, list[0] ? path : "", "%s", sentence);
    return false;
}

/* `names` are every `each` bytes. */
static bool check_names(const char *list, const void *things, uint32_t count, size_t each, sinew_log *log) {
    for (uint32_t i = 0; i < count; ++i) {
        const char *name, *other;
        memcpy(&name, (const char *)things + i * each, sizeof name);
        if (!name || !name[0]) return refuse(log, SINEW_CODE_MISSING_FIELD, list, i, "it has no name; give it one");
        for (uint32_t k = 0; k < i; ++k) {
            memcpy(&other, (const char *)things + k * each, sizeof other);
            if (strcmp(name, other) == 0)
                return refuse(log, SINEW_CODE_DUPLICATE_NAME, list, i,
                              "another of the bank has the same name; give it one of its own");
        }
    }
    return true;
}

static bool well_formed(const sinew_bank_desc *desc) {
    if (!desc || (desc->model_count && !desc->models) || (desc->graph_count && !desc->graphs)) return false;
    for (uint32_t i = 0; i < desc->model_count; ++i)
        if (!desc->models[i].model) return false;
    for (uint32_t i = 0; i < desc->graph_count; ++i)
        if (!desc->graphs[i].graph) return false;
    return true;
}

static bool check(const sinew_bank_desc *desc, sinew_log *log) {
    if (!snw_bank_little())
        return refuse(log, SINEW_CODE_REFUSED, "", 0,
                      "banks are little-endian and this machine is big-endian; bake on another");
    return check_names("models", desc->models, desc->model_count, sizeof *desc->models, log) &&
           check_names("graphs", desc->graphs, desc->graph_count, sizeof *desc->graphs, log);
}

static void tell_all(snw_pass *pass, const sinew_bank_desc *desc) {
    pass->at = SNW_BANK_HEAD;
    for (uint32_t i = 0; i < desc->model_count; ++i) {
        sinew_model model = *desc->models[i].model;
        snw_pass_name(pass, desc->models[i].name);
        snw_pass_model(pass, &model);
    }
    for (uint32_t i = 0; i < desc->graph_count; ++i) {
        sinew_graph_desc graph = desc->graphs[i].graph->desc;
        snw_pass_name(pass, desc->graphs[i].name);
        snw_pass_graph(pass, &graph);
    }
}

/* The pass that counted; false after a finding. */
static bool measure(const sinew_bank_desc *desc, snw_pass *pass, sinew_log *log) {
    *pass = (snw_pass){ .mode = SNW_PASS_WRITE };
    if (!check(desc, log)) return false;
    tell_all(pass, desc);
    if (pass->fault) return refuse(log, SINEW_CODE_TOO_LARGE, "", 0, pass->fault);
    if (pass->at + pass->text_at > UINT32_MAX)
        return refuse(log, SINEW_CODE_TOO_LARGE, "", 0, "it would be larger than 4 GiB; make several banks");
    return true;
}

size_t sinew_bank_size(const sinew_bank_desc *desc, sinew_log *log) {
    snw_pass pass;
    return well_formed(desc) && measure(desc, &pass, log) ? pass.at + pass.text_at : 0;
}

static void seal(const sinew_bank_desc *desc, unsigned char *bytes, size_t size, size_t texts) {
    snw_bank_head head = { .order = SNW_BANK_ORDER,
                           .version = SNW_BANK_VERSION,
                           .size = size,
                           .texts = texts,
                           .model_count = desc->model_count,
                           .graph_count = desc->graph_count };
    memcpy(head.magic, snw_bank_magic, sizeof head.magic);
    head.content = snw_hash_bytes(SNW_HASH_START, bytes + SNW_BANK_HEAD, size - SNW_BANK_HEAD);
    head.checksum = snw_checksum(&head, offsetof(snw_bank_head, checksum));
    memcpy(bytes, &head, sizeof head);
}

sinew_result sinew_bank_write(const sinew_bank_desc *desc, void *bytes, size_t size, sinew_log *log) {
    snw_pass counted;
    if (!bytes || !well_formed(desc)) return SINEW_ERROR_ARGUMENT;
    if (!measure(desc, &counted, log)) return SINEW_ERROR_INPUT;
    if (size != counted.at + counted.text_at) return SINEW_ERROR_ARGUMENT;
    unsigned char *out = bytes;
    snw_pass pass = { .mode = SNW_PASS_WRITE, .out = out, .text_out = (char *)out + counted.at };
    tell_all(&pass, desc);
    seal(desc, out, size, counted.at);
    return SINEW_OK;
}
