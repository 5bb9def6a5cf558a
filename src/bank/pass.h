/* One pass over a bank. What a bank holds is told once, by functions that are called three times: to write it, to
   measure what the handle needs, and to fill the handle; so that writer and reader cannot disagree.

   Each number goes through the pass: writing, it is put and given back; reading, what was given is of no meaning and
   what stands in the bank comes back. Things lie one after another in the order in which they are told, so nothing
   overlaps, nothing is looked at twice, and no place in the file has to be believed.
   Invariant: after the first fault everything read is 0 or NULL and nothing more is counted. */
#ifndef SNW_BANK_PASS_H
#define SNW_BANK_PASS_H

#include "base/base.h"

typedef enum snw_pass_mode { SNW_PASS_WRITE, SNW_PASS_MEASURE, SNW_PASS_FILL } snw_pass_mode;

typedef struct snw_pass {
    snw_pass_mode mode;
    size_t at;                 /* from the bank's beginning */
    size_t text_at;            /* within its texts */
    size_t used;               /* of the handle */
    size_t scratch;            /* that checking the graph at hand takes */
    uint32_t machines, blends; /* that the pass is inside of, in the graph at hand */
    const char *fault;         /* in a few words; NULL: none yet */
    /* Reading. */
    const unsigned char *bytes;
    size_t end; /* of what is not text */
    const char *texts;
    size_t text_size;
    char *memory; /* the handle, when filling */
    /* Writing; NULL: it is only counted. */
    unsigned char *out;
    char *text_out;
} snw_pass;

static inline bool snw_pass_writes(const snw_pass *pass) { return pass->mode == SNW_PASS_WRITE; }
static inline bool snw_pass_fills(const snw_pass *pass) { return pass->mode == SNW_PASS_FILL; }

/* Keeps the first. Always false. */
bool snw_pass_fault(snw_pass *pass, const char *fault);

uint32_t snw_pass_word(snw_pass *pass, uint32_t value);
/* Below `count`. */
uint32_t snw_pass_below(snw_pass *pass, uint32_t value, uint32_t count);
/* Below `count`, or SINEW_NONE. */
uint32_t snw_pass_index(snw_pass *pass, uint32_t value, uint32_t count);
/* Of things that take at least `least` bytes each, and are at most `most`. */
uint32_t snw_pass_count(snw_pass *pass, uint32_t value, size_t least, uint32_t most);
bool snw_pass_flag(snw_pass *pass, bool value);
/* Finite. */
double snw_pass_double(snw_pass *pass, double value);
float snw_pass_float(snw_pass *pass, float value);
/* NULL stays NULL. */
const char *snw_pass_text(snw_pass *pass, const char *text);
/* Never NULL. */
const char *snw_pass_name(snw_pass *pass, const char *name);
/* An array that is used where it lies; NULL while writing, of no elements, and after a fault. */
const void *snw_pass_data(snw_pass *pass, const void *from, size_t count, size_t each, size_t align);
/* The same of finite numbers, which are looked at when filling. */
const float *snw_pass_floats(snw_pass *pass, const float *from, size_t count);
/* Room in the handle, zeroed, aligned to 16 or more; NULL but when filling. */
void *snw_pass_table(snw_pass *pass, size_t count, size_t each);
void *snw_pass_lines(snw_pass *pass, size_t count, size_t each); /* aligned to 64 */

/* The elements of a table in turn: `tell` gets each where it stands, or a copy while there is no table. Returns
   the table, NULL of no elements. */
void *snw_pass_each(snw_pass *pass, const void *from, uint32_t count, size_t each,
                    void (*tell)(snw_pass *pass, void *one));

#endif
