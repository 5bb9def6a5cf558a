/* A bank that was opened, whoever made its bytes, used in every way: its models asked and sampled, its graphs bound,
   advanced and posed. For tests of changed bytes and for the fuzzer of banks. */
#ifndef TESTS_SUPPORT_BANK_PLAY_H
#define TESTS_SUPPORT_BANK_PLAY_H

#include "sinew/sinew.h"

/* NULL where all that must hold does, else what does not: local transforms and root motion finite, also matrices of
   models whose numbers are of a usual size; written again, the same bytes but for the head. */
const char *bank_play(const sinew_bank *bank);

#endif
