/* The notices that the tool's build embeds, for tests of the editor's core, which are linked without it. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

char *notices_text(void) {
    char *text = malloc(8);
    if (text) memcpy(text, "notices", 8);
    return text;
}
