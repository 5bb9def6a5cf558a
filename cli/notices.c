/* The notices of all that is linked into the tool or bundled with its page. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

extern const embedded_file notice_files[];
extern const size_t notice_file_count;

char *notices_text(void) {
    size_t size = 1, used = 0;
    for (size_t i = 0; i < notice_file_count; ++i) size += strlen(notice_files[i].name) + notice_files[i].size + 8;
    char *text = malloc(size);
    for (size_t i = 0; text && i < notice_file_count; ++i) {
        used += (size_t)snprintf(text + used, size - used, "%s%s\n\n", i ? "\n" : "", notice_files[i].name);
        memcpy(text + used, notice_files[i].data, notice_files[i].size);
        used += notice_files[i].size;
    }
    if (text) text[used] = 0;
    return text;
}
