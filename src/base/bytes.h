/* Numbers as bytes, for what is saved: little-endian on every machine, one way to write each number.

   Invariant: a reader never goes past its end, and after the first fault gives zeros; bytes that another writer could
   not have made (a number in more bytes than it needs) are a fault, so that what was read is written the same. */
#ifndef SNW_BYTES_H
#define SNW_BYTES_H

#include "base/base.h"

/* Writes as much as fits and counts all. Zeroed it counts alone. */
typedef struct snw_writer {
    unsigned char *bytes; /* or NULL */
    size_t capacity;
    size_t size;
    uint64_t hash; /* FNV-1a of all that was put, from SNW_HASH_START; kept up where `hashes` */
    bool hashes;
} snw_writer;

void snw_put_byte(snw_writer *writer, uint32_t value); /* its low 8 bits */
void snw_put_u32(snw_writer *writer, uint32_t value);
void snw_put_u64(snw_writer *writer, uint64_t value);
/* Seven bits a byte, the low ones first. */
void snw_put_count(snw_writer *writer, uint64_t value);
/* The same, small where the magnitude is. */
void snw_put_signed(snw_writer *writer, int64_t value);
/* An index, or SINEW_NONE as the smallest. */
void snw_put_index(snw_writer *writer, uint32_t index);
void snw_put_float(snw_writer *writer, float value);
/* How many bytes of it are not zeros at its end, then those: 0 and 0.5 are short. */
void snw_put_double(snw_writer *writer, double value);

typedef struct snw_reader {
    const unsigned char *bytes;
    size_t size, at;
    const char *fault; /* what is wrong, in a few words; NULL: nothing yet */
} snw_reader;

/* Keeps the first fault. Always false. */
bool snw_fault(snw_reader *reader, const char *fault);
uint32_t snw_get_byte(snw_reader *reader);
uint32_t snw_get_u32(snw_reader *reader);
uint64_t snw_get_u64(snw_reader *reader);
uint64_t snw_get_count(snw_reader *reader);
int64_t snw_get_signed(snw_reader *reader);
/* Below `count`. */
uint32_t snw_get_below(snw_reader *reader, uint32_t count);
/* Below `count`, or SINEW_NONE. */
uint32_t snw_get_index(snw_reader *reader, uint32_t count);
/* Finite, or a fault. */
float snw_get_float(snw_reader *reader);
double snw_get_double(snw_reader *reader);

/* Also of zeros of either sign. */
bool snw_same_bits(double a, double b);

/* ---- what stands around saved things ----
   magic | u16 version | u32 size of all | u64 and u32, fingerprints | … | u32 checksum of all before it */

typedef struct snw_seal {
    uint32_t magic, version;
    const char *name; /* "the saved state" */
    uint64_t first;   /* fingerprints of what it fits */
    uint32_t second;
} snw_seal;

enum { SNW_SEAL_HEAD = 22, SNW_SEAL_FOOT = 4 };

void snw_seal_begin(snw_writer *writer, const snw_seal *seal, uint32_t size);
void snw_seal_end(snw_writer *writer);
/* Checks all but the fingerprints, which it reads into *found, and leaves what lies between. False after a finding. */
bool snw_seal_open(snw_reader *reader, const snw_seal *seal, snw_seal *found, sinew_log *log);

/* CRC-32 (IEEE 802.3): differs wherever fewer than 33 bits in a row were changed. */
uint32_t snw_checksum(const void *data, size_t size);

#endif
