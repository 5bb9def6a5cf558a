/* Messages on standard error. Invariant: one finding is one line, in the form of sinew_diagnostic_format; control
   characters never reach the terminal; colour only where a person reads. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE = 4096 };

static bool coloured(void) {
    const char *none = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && !(none && none[0]) && terminal && strcmp(terminal, "dumb") != 0;
}

static void say(const sinew_diagnostic *item) {
    char text[MESSAGE];
    sinew_diagnostic_format(item, text, sizeof text);
    const char *word = item->severity == SINEW_SEVERITY_ERROR ? "error: " : "warning: ";
    char *at = coloured() ? strstr(text, word) : NULL;
    if (at) {
        put_plain(stderr, (*at = 0, text));
        fputs(item->severity == SINEW_SEVERITY_ERROR ? "\033[1;31m" : "\033[1;33m", stderr);
        fputs(word, stderr);
        fputs("\033[0m", stderr);
        put_plain(stderr, at + strlen(word));
    } else {
        put_plain(stderr, text);
    }
    fputc('\n', stderr);
}

static void say_as(sinew_severity severity, const char *file, uint32_t line, uint32_t column, sinew_code code,
                   const char *format, va_list arguments) {
    char sentence[MESSAGE / 2];
    vsnprintf(sentence, sizeof sentence, format, arguments);
    sinew_diagnostic item = { severity, code, file, line, column, "", sentence };
    say(&item);
}

static void say_v(const char *file, uint32_t line, uint32_t column, sinew_code code, const char *format,
                  va_list arguments) {
    say_as(SINEW_SEVERITY_ERROR, file, line, column, code, format, arguments);
}

void warn_at(const char *file, uint32_t line, uint32_t column, sinew_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_as(SINEW_SEVERITY_WARNING, file, line, column, code, format, arguments);
    va_end(arguments);
}

int fail(const char *file, sinew_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_v(file, 0, 0, code, format, arguments);
    va_end(arguments);
    return STATUS_INPUT;
}

int fail_at(const char *file, uint32_t line, uint32_t column, sinew_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_v(file, line, column, code, format, arguments);
    va_end(arguments);
    return STATUS_INPUT;
}

int fail_memory(void) { return fail("sinew", SINEW_CODE_MEMORY, "memory ran out"); }

int fail_usage(const char *name, const char *format, ...) {
    char who[64] = "sinew";
    if (name) snprintf(who, sizeof who, "sinew %s", name);
    va_list arguments;
    va_start(arguments, format);
    say_v(who, 0, 0, SINEW_CODE_USAGE, format, arguments);
    va_end(arguments);
    fprintf(stderr, "See: %s --help\n", who);
    return STATUS_USAGE;
}

void say_log(const sinew_log *log) {
    for (uint32_t i = 0; i < log->count; ++i) say(&log->items[i]);
    if (log->lost) fprintf(stderr, "... and %u more\n", log->lost);
}

const char *nearest_hint(char *text, size_t size, const char *name, const char *const *names, size_t count) {
    const char *nearest = sinew_name_nearest(name, names, count);
    text[0] = 0;
    if (nearest) snprintf(text, size, "; did you mean \"%s\"?", nearest);
    return text;
}
