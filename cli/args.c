/* Options, for every command: --name VALUE, --name=VALUE, flags, -h, and -- before operands that begin with a dash.
   Invariant: nothing is accepted that the help does not show. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool parse_number(const char *text, double *number) {
    if (!text[0] || text[strspn(text, "+-.0123456789eE")]) return false; /* no hexadecimal, no words */
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

bool parse_index(const char *text, uint32_t *index) {
    if (!text[0] || text[strspn(text, "0123456789")] || strlen(text) > 9) return false;
    *index = (uint32_t)strtoul(text, NULL, 10);
    return true;
}

static int show_help(const arg_spec *spec) {
    printf("Usage: sinew %s %s\n\n%s\n\nOptions:\n", spec->command, spec->usage, spec->about);
    for (size_t i = 0; i <= spec->option_count; ++i) {
        bool last = i == spec->option_count;
        const arg_option *option = last ? NULL : &spec->options[i];
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", last ? "--help" : option->name, !last && option->word ? " " : "",
                 !last && option->word ? option->word : "");
        printf("  %-20s %s\n", left, last ? "this text" : option->help);
    }
    if (spec->examples) printf("\nExamples:\n%s\n", spec->examples);
    return STATUS_DONE;
}

static int unknown(const arg_spec *spec, const char *name, size_t length) {
    char hint[128], typed[64];
    const char *names[32];
    size_t count = 0;
    for (size_t i = 0; i < spec->option_count && count < 31; ++i) names[count++] = spec->options[i].name;
    names[count++] = "--help";
    snprintf(typed, sizeof typed, "%.*s", (int)(length < 60 ? length : 60), name);
    return fail_usage(spec->command, "there is no option \"%s\"%s", typed,
                      nearest_hint(hint, sizeof hint, typed, names, count));
}

static int store(const arg_spec *spec, const arg_option *option, const char *value) {
    if (option->kind == ARG_TEXT) {
        const char **text = option->value;
        if (*text) return fail_usage(spec->command, "\"%s\" is given twice", option->name);
        *text = value;
        return -1;
    }
    double number;
    if (!parse_number(value, &number))
        return fail_usage(spec->command, "\"%s\" takes a number, and \"%s\" is none", option->name, value);
    if (number < option->least || number > option->most)
        return fail_usage(spec->command, "\"%s\" takes a number from %g to %g, not %s", option->name, option->least,
                          option->most, value);
    *(double *)option->value = number;
    return -1;
}

/* One option at argv[*at]; moves *at on to its value. */
static int read_option(const arg_spec *spec, int argc, char **argv, int *at) {
    const char *text = argv[*at];
    size_t length = strcspn(text, "=");
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) return show_help(spec);
    for (size_t i = 0; i < spec->option_count; ++i) {
        const arg_option *option = &spec->options[i];
        if (strlen(option->name) != length || memcmp(option->name, text, length)) continue;
        if (option->kind == ARG_FLAG) {
            if (text[length]) return fail_usage(spec->command, "\"%s\" takes no value", option->name);
            *(bool *)option->value = true;
            return -1;
        }
        if (text[length]) return store(spec, option, text + length + 1);
        if (*at + 1 >= argc) return fail_usage(spec->command, "\"%s\" needs a value: %s", option->name, option->word);
        return store(spec, option, argv[++*at]);
    }
    return unknown(spec, text, length);
}

int args_read(const arg_spec *spec, int argc, char **argv, int *operand_count) {
    int count = 0;
    bool options = true;
    for (int i = 1; i < argc; ++i) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && argv[i][0] == '-' && argv[i][1]) {
            int status = read_option(spec, argc, argv, &i);
            if (status >= 0) return status;
        } else {
            argv[count++] = argv[i];
        }
    }
    *operand_count = count;
    if (count < spec->least) return fail_usage(spec->command, "it needs %s", spec->operand);
    if (count > spec->most) return fail_usage(spec->command, "\"%s\" is one too many", argv[spec->most]);
    return -1;
}
