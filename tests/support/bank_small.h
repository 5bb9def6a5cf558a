/* A model and a graph that have a little of everything that a bank can hold, in few bytes. */
#ifndef TESTS_SUPPORT_BANK_SMALL_H
#define TESTS_SUPPORT_BANK_SMALL_H

#include "sinew/sinew.h"

/* Owns: the caller owns both. Ends the program when memory runs out. */
void bank_small(sinew_model **model, sinew_graph **graph);

#endif
