/* Saving, restoring and hashing a player: see state.h. Invariant: a state is read into the step's draft of a player;
   only one that is whole is copied over the player's own. */
#include "advance/state.h"

#include "sinew/state.h"

#include <string.h>

static snw_seal seal_of(const sinew_player *player) {
    return (snw_seal){ 0x53574e53, SNW_STATE_VERSION, "the saved state", sinew_graph_hash(player->binding->graph),
                       player->binding->shape }; /* "SNWS" */
}

size_t sinew_state_size(const sinew_player *player) {
    if (!player) return 0;
    snw_writer counted = { 0 };
    snw_state_write(&counted, player);
    return SNW_SEAL_HEAD + counted.size + SNW_SEAL_FOOT;
}

size_t sinew_state_bound(const sinew_binding *binding) {
    if (!binding) return 0;
    /* The longest number: 10 bytes as a count, 9 as a double, 5 as an index. */
    size_t size = SNW_SEAL_HEAD + SNW_SEAL_FOOT + 1 + 2 * 9 + 10;
    size += binding->parameter_count * (size_t)(4 + 1 + 4 + 4 + 9);
    size += (size_t)binding->drive_count * binding->row_count * (1 + 5 + 4 + 4);
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        const snw_layer *layer = &binding->layers[i];
        size += 4 + 5 + 1 + 5 + 9;
        size += layer->runs * (size_t)(5 + 1 + 5 + 3 * 9);
        size += layer->words ? 5 + layer->plays * (5 + 5 + 2 * (size_t)(layer->bits + 7) / 8) : 0;
        size += layer->plays * (5 + 5 + 1 + 2 * (size_t)(9 + 10) + layer->clocks * (size_t)(9 + 10));
    }
    return size + snw_tracks_bound(binding);
}

size_t sinew_state_save(const sinew_player *player, void *buffer, size_t capacity) {
    size_t size = sinew_state_size(player);
    if (!buffer || !size || size > capacity || size > UINT32_MAX) return 0;
    snw_writer writer = { .bytes = buffer, .capacity = capacity };
    snw_seal seal = seal_of(player);
    snw_seal_begin(&writer, &seal, (uint32_t)size);
    snw_state_write(&writer, player);
    snw_seal_end(&writer);
    return writer.size;
}

uint64_t sinew_player_hash(const sinew_player *player) {
    if (!player) return 0;
    snw_writer writer = { .hash = SNW_HASH_START, .hashes = true };
    snw_state_write(&writer, player);
    return writer.hash;
}

/* ---- restoring ---- */

static bool refuse(sinew_log *log, sinew_code code, const char *sentence) {
    snw_log_add_as(log, SINEW_SEVERITY_ERROR, code, "", "%s", sentence);
    return false;
}

static bool open_seal(const sinew_player *player, snw_reader *reader, sinew_log *log) {
    snw_seal seal = seal_of(player), found;
    if (!snw_seal_open(reader, &seal, &found, log)) return false;
    if (found.first != seal.first)
        return refuse(log, SINEW_CODE_REFUSED,
                      "the state was saved from another graph: restore it with the graph it was saved from");
    if (found.second != seal.second)
        return refuse(log, SINEW_CODE_REFUSED,
                      "the state was saved with another binding: other clips loop, have no length, tell windows or "
                      "drive parameters, or there are other tracks; restore it with the clips it was saved with");
    return true;
}

/* A player in the step's memory, empty. */
static sinew_player *draft_of(const sinew_player *player) {
    sinew_player *draft = (sinew_player *)(void *)snw_work_of(player)->draft;
    memset(draft, 0, player->binding->player_size);
    draft->binding = player->binding;
    draft->step = player->step;
    return draft;
}

sinew_result sinew_state_restore(sinew_player *player, const void *bytes, size_t size, sinew_log *log) {
    if (!player || !bytes) return SINEW_ERROR_ARGUMENT;
    snw_reader reader = { bytes, size, 0, NULL };
    if (!open_seal(player, &reader, log)) return SINEW_ERROR_INPUT;
    sinew_player *draft = draft_of(player);
    if (snw_state_read(&reader, draft) && reader.at < reader.size) snw_fault(&reader, "it goes on after its end");
    if (reader.fault) {
        snw_log_add_as(log, SINEW_SEVERITY_ERROR, SINEW_CODE_OUT_OF_RANGE, "",
                       "the saved state is none that a player of this graph can be in: %s", reader.fault);
        return SINEW_ERROR_INPUT;
    }
    memcpy(snw_state_part(player), snw_state_part(draft), player->binding->state_size);
    return SINEW_OK;
}
