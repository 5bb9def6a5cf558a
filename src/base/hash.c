/* FNV-1a. Invariant: the same input gives the same hash on every machine. */
#include "base.h"

#include <string.h>

uint64_t snw_hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    return hash;
}

uint64_t snw_hash_u64(uint64_t hash, uint64_t value) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; ++i) bytes[i] = (unsigned char)(value >> (8 * i));
    return snw_hash_bytes(hash, bytes, sizeof bytes);
}

uint64_t snw_hash_text(uint64_t hash, const char *text) {
    size_t length = text ? strlen(text) : 0;
    return snw_hash_bytes(snw_hash_u64(hash, length), text, length);
}

uint64_t snw_hash_double(uint64_t hash, double value) {
    uint64_t bits = 0;
    if (value < 0 || value > 0) memcpy(&bits, &value, sizeof bits);
    else if (!(value >= 0)) bits = 0x7ff8000000000000ull;
    return snw_hash_u64(hash, bits);
}
