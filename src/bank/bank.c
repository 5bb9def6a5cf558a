/* Answers of a bank. Invariant: nothing here looks into the bytes but to say whether they are intact. */
#include "bank/bank.h"

#include <string.h>

const char snw_bank_magic[8] = { 'S', 'I', 'N', 'E', 'W', 'B', 'N', 'K' };

uint32_t sinew_bank_model_count(const sinew_bank *bank) { return bank ? bank->models.count : 0; }

const sinew_model *sinew_bank_model(const sinew_bank *bank, uint32_t index) {
    return bank && index < bank->models.count ? &bank->models.models[index] : NULL;
}

const char *sinew_bank_model_name(const sinew_bank *bank, uint32_t index) {
    return bank && index < bank->models.count ? bank->models.names[index] : NULL;
}

uint32_t sinew_bank_graph_count(const sinew_bank *bank) { return bank ? bank->graphs.count : 0; }

const sinew_graph *sinew_bank_graph(const sinew_bank *bank, uint32_t index) {
    return bank && index < bank->graphs.count ? &bank->graphs.graphs[index] : NULL;
}

const char *sinew_bank_graph_name(const sinew_bank *bank, uint32_t index) {
    return bank && index < bank->graphs.count ? bank->graphs.names[index] : NULL;
}

static uint32_t find_whole(const char *const *names, uint32_t count, const char *name, size_t length) {
    for (uint32_t i = 0; i < count; ++i)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return i;
    return SINEW_NONE;
}

static uint32_t find(const char *const *names, uint32_t count, const char *name) {
    const char *stem;
    size_t length;
    uint32_t found = find_whole(names, count, name, strlen(name));
    if (found != SINEW_NONE) return found;
    snw_name_stem(name, &stem, &length);
    return find_whole(names, count, stem, length);
}

uint32_t sinew_bank_find_model(const sinew_bank *bank, const char *name) {
    return bank && name ? find(bank->models.names, bank->models.count, name) : SINEW_NONE;
}

uint32_t sinew_bank_find_graph(const sinew_bank *bank, const char *name) {
    return bank && name ? find(bank->graphs.names, bank->graphs.count, name) : SINEW_NONE;
}

uint32_t sinew_bank_rig_of(const sinew_bank *bank, uint32_t graph) {
    const sinew_graph *of = sinew_bank_graph(bank, graph);
    if (!of) return SINEW_NONE;
    uint32_t found = sinew_bank_find_model(bank, of->desc.rig);
    return found == SINEW_NONE && bank->models.count == 1 ? 0 : found;
}

bool sinew_bank_intact(const sinew_bank *bank) {
    if (!bank) return false;
    const unsigned char *bytes = (const void *)bank->head;
    return snw_hash_bytes(SNW_HASH_START, bytes + SNW_BANK_HEAD, (size_t)bank->head->size - SNW_BANK_HEAD) ==
           bank->head->content;
}

size_t sinew_bank_handle_bytes(const sinew_bank *bank) { return bank ? bank->bytes : 0; }
