/* See pass.h. Invariant: nothing is read past `end`, and no text past the last 0 of the texts. */
#include "bank/pass.h"

#include <string.h>

enum { WORD = 4, TABLE_ALIGN = 16, LINE = 64 };

bool snw_pass_fault(snw_pass *pass, const char *fault) {
    if (!pass->fault) pass->fault = fault;
    return false;
}

/* The next `size` bytes from a multiple of `align` on; what is skipped must be zeros. NULL where there are none. */
static const unsigned char *read_bytes(snw_pass *pass, size_t size, size_t align) {
    if (pass->fault) return NULL;
    size_t skip = (align - pass->at % align) % align, left = pass->end - pass->at;
    if (skip > left || size > left - skip) {
        snw_pass_fault(pass, "something reaches past its end");
        return NULL;
    }
    for (size_t i = 0; i < skip; ++i)
        if (pass->bytes[pass->at + i]) snw_pass_fault(pass, "what fills a gap is not empty");
    const unsigned char *found = pass->bytes + pass->at + skip;
    pass->at += skip + size;
    return pass->fault ? NULL : found;
}

static void write_bytes(snw_pass *pass, const void *from, size_t size, size_t align) {
    size_t skip = (align - pass->at % align) % align;
    if (pass->out) {
        memset(pass->out + pass->at, 0, skip);
        if (size) memcpy(pass->out + pass->at + skip, from, size);
    }
    pass->at += skip + size;
}

static void exchange(snw_pass *pass, void *value, size_t size) {
    if (snw_pass_writes(pass)) {
        write_bytes(pass, value, size, WORD);
        return;
    }
    const unsigned char *found = read_bytes(pass, size, WORD);
    if (found) memcpy(value, found, size);
    else memset(value, 0, size);
}

uint32_t snw_pass_word(snw_pass *pass, uint32_t value) {
    exchange(pass, &value, sizeof value);
    return value;
}

uint32_t snw_pass_below(snw_pass *pass, uint32_t value, uint32_t count) {
    value = snw_pass_word(pass, value);
    if (value < count) return value;
    snw_pass_fault(pass, "a number is outside what is allowed");
    return 0;
}

uint32_t snw_pass_index(snw_pass *pass, uint32_t value, uint32_t count) {
    value = snw_pass_word(pass, value);
    if (value < count || value == SINEW_NONE) return pass->fault ? SINEW_NONE : value;
    snw_pass_fault(pass, "an index points at nothing");
    return SINEW_NONE;
}

uint32_t snw_pass_count(snw_pass *pass, uint32_t value, size_t least, uint32_t most) {
    value = snw_pass_word(pass, value);
    if (snw_pass_writes(pass)) return value;
    if (value <= most && (!value || value <= (pass->end - pass->at) / least)) return value;
    snw_pass_fault(pass, "a count is larger than what there is");
    return 0;
}

bool snw_pass_flag(snw_pass *pass, bool value) { return snw_pass_below(pass, value, 2) == 1; }

double snw_pass_double(snw_pass *pass, double value) {
    exchange(pass, &value, sizeof value);
    if (value - value == 0) return value;
    snw_pass_fault(pass, "a number is infinite or not a number");
    return 0;
}

float snw_pass_float(snw_pass *pass, float value) {
    exchange(pass, &value, sizeof value);
    if (value - value == 0) return value;
    snw_pass_fault(pass, "a number is infinite or not a number");
    return 0;
}

/* ---- texts: in the file their length and 1, or 0 for NULL; they lie behind everything else, in the same order ---- */

static const char *read_text(snw_pass *pass, size_t length) {
    const char *text = pass->texts + pass->text_at;
    if (length >= pass->text_size - pass->text_at) {
        snw_pass_fault(pass, "a text reaches past the end of the texts");
        return NULL;
    }
    if (memchr(text, 0, length + 1) != text + length) {
        snw_pass_fault(pass, "a text does not end where it says");
        return NULL;
    }
    pass->text_at += length + 1;
    return text;
}

const char *snw_pass_text(snw_pass *pass, const char *text) {
    size_t size = snw_pass_writes(pass) && text ? strlen(text) + 1 : 0;
    if (size > UINT32_MAX) snw_pass_fault(pass, "a text is longer than a bank can hold");
    size = snw_pass_word(pass, (uint32_t)size);
    if (!size || pass->fault) return NULL;
    if (!snw_pass_writes(pass)) return read_text(pass, size - 1);
    if (pass->text_out) memcpy(pass->text_out + pass->text_at, text, size);
    pass->text_at += size;
    return text;
}

const char *snw_pass_name(snw_pass *pass, const char *name) {
    name = snw_pass_text(pass, name);
    if (!name) snw_pass_fault(pass, "a name is missing");
    return name ? name : "";
}

/* ---- arrays ---- */

const void *snw_pass_data(snw_pass *pass, const void *from, size_t count, size_t each, size_t align) {
    if (!count) return NULL;
    if (snw_pass_writes(pass)) {
        write_bytes(pass, from, count * each, align);
        return NULL;
    }
    if (count <= SIZE_MAX / each) return read_bytes(pass, count * each, align);
    snw_pass_fault(pass, "a count is larger than what there is");
    return NULL;
}

const float *snw_pass_floats(snw_pass *pass, const float *from, size_t count) {
    const float *found = snw_pass_data(pass, from, count, sizeof *from, WORD);
    if (!snw_pass_fills(pass) || !found) return found;
    /* The sum of differences that are all 0 is 0; one that is not a number stays so. */
    float off = 0;
    for (size_t i = 0; i < count; ++i) off += found[i] - found[i];
    if (off == 0) return found;
    snw_pass_fault(pass, "a number is infinite or not a number");
    return NULL;
}

void *snw_pass_table(snw_pass *pass, size_t count, size_t each) {
    if (snw_pass_writes(pass) || pass->fault) return NULL;
    size_t from = (pass->used + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN;
    if (each && count > (SIZE_MAX / 4 - from) / each) {
        snw_pass_fault(pass, "it holds more than memory can");
        return NULL;
    }
    pass->used = from + count * each;
    return pass->memory ? pass->memory + from : NULL;
}

void *snw_pass_lines(snw_pass *pass, size_t count, size_t each) {
    char *piece = snw_pass_table(pass, count * each + (LINE - TABLE_ALIGN), 1);
    return piece ? piece + (LINE - (uintptr_t)piece % LINE) % LINE : NULL;
}

enum { LARGEST = 512 };

void *snw_pass_each(snw_pass *pass, const void *from, uint32_t count, size_t each,
                    void (*tell)(snw_pass *pass, void *one)) {
    union {
        char bytes[LARGEST];
        void *pointer;
        double number;
    } copy;
    char *table = count ? snw_pass_table(pass, count, each) : NULL;
    if (each > sizeof copy) snw_pass_fault(pass, "a thing is larger than a pass can hold");
    for (size_t i = 0; i < count && !pass->fault; ++i) {
        char *one = table ? table + i * each : copy.bytes;
        if (snw_pass_writes(pass)) memcpy(one, (const char *)from + i * each, each);
        else memset(one, 0, each);
        tell(pass, one);
    }
    return table;
}
