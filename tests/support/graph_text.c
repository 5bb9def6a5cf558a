/* See graph_text.h. Invariant: one text at a time, always ended. */
#include "support/graph_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static char text[1 << 20];
static size_t used;

const char *graph_text(void) { return text; }

void graph_text_begin(void) {
    used = 0;
    text[0] = 0;
}

void graph_text_add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    assert_true(used < sizeof text);
}

const char *graph_text_layer(const char *parameters, const char *states, const char *transitions) {
    graph_text_begin();
    graph_text_add("{'version': 2, 'parameters': {%s}, 'layers': [{'name': 'Base', 'machine': {'states': {%s}, "
                   "'transitions': [%s]}}]}",
                   parameters, states, transitions);
    return text;
}
