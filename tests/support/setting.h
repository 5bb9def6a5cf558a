/* What the environment says of a test of random things: how many, from which seed, a short run. */
#ifndef TESTS_SUPPORT_SETTING_H
#define TESTS_SUPPORT_SETTING_H

#include <stdbool.h>
#include <stdint.h>

/* A variable as a number, `usual` where it is not set. */
uint32_t setting(const char *name, uint32_t usual);
/* A short run: SINEW_QUICK is set, or a sanitizer looks on. */
bool setting_quick(void);

#endif
