/* The two halves of sinew info. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "cli.h"

typedef struct info_options {
    const char *rig, *clips;
    bool json;
} info_options;

int info_model(const char *file, const info_options *options);
int info_graph(const char *file, const info_options *options);

#endif
