/* Banks of models and graphs, and whether a model of a bank is the one that it was made of. */
#ifndef TESTS_SUPPORT_BANK_KIT_H
#define TESTS_SUPPORT_BANK_KIT_H

#include "sinew/sinew.h"

typedef struct banked {
    unsigned char *bytes; /* at a multiple of SINEW_BANK_ALIGN */
    size_t size;
    sinew_bank *bank;
} banked;

/* Written and opened. Fails the running test, with the finding, if either is refused. */
banked bank_make(const sinew_bank_desc *desc);
banked bank_of_model(const sinew_model *model);
banked bank_of_both(const sinew_model *model, const sinew_graph *graph);
void banked_free(banked *b);
/* The checksum of a head that was changed. */
void bank_reseal(unsigned char *bytes);

/* Everything that can be asked, and every clip at many times, bit by bit. */
void bank_expect_same(const sinew_model *one, const sinew_model *other);

#endif
