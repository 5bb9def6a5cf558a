/* Numbers as bytes: see bytes.h. */
#include "bytes.h"

#include <string.h>

void snw_put_byte(snw_writer *writer, uint32_t value) {
    unsigned char byte = (unsigned char)(value & 0xff);
    if (writer->bytes && writer->size < writer->capacity) writer->bytes[writer->size] = byte;
    if (writer->hashes) writer->hash = snw_hash_bytes(writer->hash, &byte, 1);
    writer->size++;
}

static void put_low(snw_writer *writer, uint64_t value, int count) {
    for (int i = 0; i < count; ++i) snw_put_byte(writer, (uint32_t)(value >> (8 * i)));
}

void snw_put_u32(snw_writer *writer, uint32_t value) { put_low(writer, value, 4); }

void snw_put_u64(snw_writer *writer, uint64_t value) { put_low(writer, value, 8); }

void snw_put_count(snw_writer *writer, uint64_t value) {
    for (; value > 0x7f; value >>= 7) snw_put_byte(writer, (uint32_t)(value & 0x7f) | 0x80);
    snw_put_byte(writer, (uint32_t)value);
}

void snw_put_signed(snw_writer *writer, int64_t value) {
    uint64_t twice = (uint64_t)value << 1;
    snw_put_count(writer, value < 0 ? ~twice : twice);
}

void snw_put_index(snw_writer *writer, uint32_t index) {
    snw_put_count(writer, index == SINEW_NONE ? 0 : (uint64_t)index + 1);
}

void snw_put_float(snw_writer *writer, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    snw_put_u32(writer, bits);
}

void snw_put_double(snw_writer *writer, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int zeros = 0;
    while (zeros < 8 && !(bits >> (8 * zeros) & 0xff)) zeros++;
    snw_put_byte(writer, 8u - (uint32_t)zeros);
    if (zeros < 8) put_low(writer, bits >> (8 * zeros), 8 - zeros);
}

bool snw_fault(snw_reader *reader, const char *fault) {
    if (!reader->fault) reader->fault = fault;
    return false;
}

uint32_t snw_get_byte(snw_reader *reader) {
    if (reader->fault) return 0;
    if (reader->at < reader->size) return reader->bytes[reader->at++];
    snw_fault(reader, "it ends too early");
    return 0;
}

static uint64_t get_low(snw_reader *reader, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; ++i) value |= (uint64_t)snw_get_byte(reader) << (8 * i);
    return reader->fault ? 0 : value;
}

uint32_t snw_get_u32(snw_reader *reader) { return (uint32_t)get_low(reader, 4); }

uint64_t snw_get_u64(snw_reader *reader) { return get_low(reader, 8); }

uint64_t snw_get_count(snw_reader *reader) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        uint64_t byte = snw_get_byte(reader);
        bool last = !(byte & 0x80);
        bool odd = shift == 63 ? byte > 1 : last && !byte && shift > 0;
        if (odd) snw_fault(reader, "a number is longer than it need be");
        if (reader->fault) return 0;
        value |= (byte & 0x7f) << shift;
        if (last) return value;
    }
}

int64_t snw_get_signed(snw_reader *reader) {
    uint64_t twice = snw_get_count(reader);
    uint64_t half = twice >> 1;
    return twice & 1 ? -(int64_t)half - 1 : (int64_t)half;
}

uint32_t snw_get_below(snw_reader *reader, uint32_t count) {
    uint64_t value = snw_get_count(reader);
    if (value < count) return (uint32_t)value;
    snw_fault(reader, "a number is larger than what it counts");
    return 0;
}

uint32_t snw_get_index(snw_reader *reader, uint32_t count) {
    uint64_t value = snw_get_count(reader);
    if (value == 0 || reader->fault) return SINEW_NONE;
    if (value <= count) return (uint32_t)(value - 1);
    snw_fault(reader, "a number is larger than what it counts");
    return SINEW_NONE;
}

float snw_get_float(snw_reader *reader) {
    uint32_t bits = snw_get_u32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    if (value - value == 0) return value;
    snw_fault(reader, "a number is not finite");
    return 0;
}

double snw_get_double(snw_reader *reader) {
    uint32_t count = snw_get_byte(reader);
    if (count > 8) snw_fault(reader, "a number has more bytes than there are");
    if (reader->fault || count == 0) return 0;
    uint64_t bits = get_low(reader, (int)count);
    if (!(bits & 0xff)) snw_fault(reader, "a number is longer than it need be");
    if (reader->fault) return 0;
    bits <<= 8 * (8 - count);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (value - value == 0) return value;
    snw_fault(reader, "a number is not finite");
    return 0;
}

bool snw_same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

uint32_t snw_checksum(const void *data, size_t size) {
    static const uint32_t rows[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
    const unsigned char *bytes = data;
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < size; ++i) {
        sum = sum >> 4 ^ rows[(sum ^ bytes[i]) & 15];
        sum = sum >> 4 ^ rows[(sum ^ (uint32_t)bytes[i] >> 4) & 15];
    }
    return ~sum;
}
