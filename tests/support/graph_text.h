/* Graphs as text, written piece by piece; single quotes as in stage.h. */
#ifndef TESTS_SUPPORT_GRAPH_TEXT_H
#define TESTS_SUPPORT_GRAPH_TEXT_H

/* The text so far; the next graph_text_begin ends its life. */
const char *graph_text(void);
void graph_text_begin(void);
/* As printf. Fails the running test when the text grows past a mebibyte. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void graph_text_add(const char *format, ...);
/* A graph of one layer called Base with these parameters, states and transitions. */
const char *graph_text_layer(const char *parameters, const char *states, const char *transitions);

#endif
