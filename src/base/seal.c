/* The head and the checksum of saved things. Invariant: bytes that were cut, changed or made longer are told apart from
   those of another version, and from no saved thing at all. */
#include "bytes.h"

void snw_seal_begin(snw_writer *writer, const snw_seal *seal, uint32_t size) {
    snw_put_u32(writer, seal->magic);
    snw_put_byte(writer, seal->version);
    snw_put_byte(writer, seal->version >> 8);
    snw_put_u32(writer, size);
    snw_put_u64(writer, seal->first);
    snw_put_u32(writer, seal->second);
}

void snw_seal_end(snw_writer *writer) { snw_put_u32(writer, snw_checksum(writer->bytes, writer->size)); }

static bool refuse(sinew_log *log, const char *name, const char *why) {
    snw_log_add_as(log, SINEW_SEVERITY_ERROR, SINEW_CODE_SYNTAX, "", "%s%s", name, why);
    return false;
}

static bool check_size(const snw_reader *reader, const snw_seal *seal, uint32_t said, sinew_log *log) {
    if (said < SNW_SEAL_HEAD + SNW_SEAL_FOOT) return refuse(log, seal->name, " was changed: its size cannot be");
    if (reader->size > said) return refuse(log, seal->name, " is longer than it was: something follows after its end");
    if (reader->size == said) return true;
    snw_log_add_as(log, SINEW_SEVERITY_ERROR, SINEW_CODE_SYNTAX, "", "%s is cut: %zu of its %u bytes are there",
                   seal->name, reader->size, said);
    return false;
}

static bool check_version(uint32_t version, const snw_seal *seal, sinew_log *log) {
    if (version == seal->version) return true;
    snw_log_add_as(log, SINEW_SEVERITY_ERROR, SINEW_CODE_VERSION, "",
                   "%s is in version %u of its form, and this build reads version %u", seal->name, version,
                   seal->version);
    return false;
}

bool snw_seal_open(snw_reader *reader, const snw_seal *seal, snw_seal *found, sinew_log *log) {
    *found = *seal;
    found->magic = snw_get_u32(reader);
    found->version = snw_get_byte(reader);
    found->version |= snw_get_byte(reader) << 8;
    if (reader->fault || found->magic != seal->magic)
        return refuse(log, seal->name, " begins otherwise: this is something else; give one that was saved");
    if (!check_version(found->version, seal, log)) return false;
    uint32_t said = snw_get_u32(reader);
    if (reader->fault) return refuse(log, seal->name, " is cut: hardly its beginning is there");
    if (!check_size(reader, seal, said, log)) return false;
    snw_reader foot = { reader->bytes, reader->size, reader->size - SNW_SEAL_FOOT, NULL };
    if (snw_get_u32(&foot) != snw_checksum(reader->bytes, reader->size - SNW_SEAL_FOOT))
        return refuse(log, seal->name, " was changed: its checksum does not fit");
    found->first = snw_get_u64(reader);
    found->second = snw_get_u32(reader);
    reader->size -= SNW_SEAL_FOOT;
    return true;
}
