/* Saving, restoring and hashing a player: see state.h. Invariant: a state is read into the step's draft of a player; only
   one that is whole is copied over the player's own. */
#include "advance/state.h"

#include "sinew/state.h"

#include <string.h>

static const uint32_t MAGIC = 0x53574e53; /* "SNWS" */

static void write_all(snw_writer *writer, const sinew_player *player, uint32_t size) {
    snw_put_u32(writer, MAGIC);
    snw_put_byte(writer, SNW_STATE_VERSION);
    snw_put_byte(writer, SNW_STATE_VERSION >> 8);
    snw_put_u32(writer, size);
    snw_put_u64(writer, sinew_graph_hash(player->binding->graph));
    snw_put_u32(writer, player->binding->shape);
    snw_state_write(writer, player);
}

size_t sinew_state_size(const sinew_player *player) {
    if (!player) return 0;
    snw_writer counted = { 0 };
    snw_state_write(&counted, player);
    return SNW_STATE_HEAD + counted.size + SNW_STATE_FOOT;
}

size_t sinew_state_bound(const sinew_binding *binding) {
    if (!binding) return 0;
    /* The longest number: 10 bytes as a count, 9 as a double, 5 as an index. */
    size_t size = SNW_STATE_HEAD + SNW_STATE_FOOT + 1 + 2 * 9 + 10;
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
    write_all(&writer, player, (uint32_t)size);
    snw_put_u32(&writer, snw_checksum(buffer, writer.size));
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

static bool whole(const unsigned char *bytes, size_t size, uint32_t said, sinew_log *log) {
    if (size < said || said < SNW_STATE_HEAD + SNW_STATE_FOOT) {
        snw_log_add_as(log, SINEW_SEVERITY_ERROR, SINEW_CODE_SYNTAX, "",
                       "the saved state is cut: %zu of its %u bytes are there", size, said);
        return false;
    }
    if (size > said) return refuse(log, SINEW_CODE_SYNTAX, "something follows after the end of the saved state");
    snw_reader foot = { bytes, size, size - SNW_STATE_FOOT, NULL };
    if (snw_get_u32(&foot) == snw_checksum(bytes, size - SNW_STATE_FOOT)) return true;
    return refuse(log, SINEW_CODE_SYNTAX, "the saved state was changed: its checksum does not fit");
}

static bool check_head(const sinew_player *player, snw_reader *reader, sinew_log *log) {
    bool ours = snw_get_u32(reader) == MAGIC;
    uint32_t version = snw_get_byte(reader);
    version |= snw_get_byte(reader) << 8;
    if (reader->fault || !ours) return refuse(log, SINEW_CODE_SYNTAX, "this is no saved state of a player");
    if (version != SNW_STATE_VERSION) {
        snw_log_add_as(log, SINEW_SEVERITY_ERROR, SINEW_CODE_VERSION, "",
                       "the state was saved in version %u of its form, and this build reads version %d", version,
                       SNW_STATE_VERSION);
        return false;
    }
    if (!whole(reader->bytes, reader->size, snw_get_u32(reader), log)) return false;
    if (snw_get_u64(reader) != sinew_graph_hash(player->binding->graph))
        return refuse(log, SINEW_CODE_REFUSED,
                      "the state was saved from another graph: restore it with the graph it was saved from");
    if (snw_get_u32(reader) != player->binding->shape)
        return refuse(log, SINEW_CODE_REFUSED,
                      "the state was saved with other clips: which of them loop, or have no length, has changed");
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
    if (!check_head(player, &reader, log)) return SINEW_ERROR_INPUT;
    reader.size -= SNW_STATE_FOOT;
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
