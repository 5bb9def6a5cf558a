/* See setting.h. */
#include "support/setting.h"

#include <stdlib.h>

uint32_t setting(const char *name, uint32_t usual) {
    const char *text = getenv(name);
    return text ? (uint32_t)strtoul(text, NULL, 10) : usual;
}

bool setting_quick(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return getenv("SINEW_QUICK") != NULL;
#endif
}
