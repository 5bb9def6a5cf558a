/* The parts of sinew info. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "cli.h"

typedef struct info_options {
    const char *rig, *clips;
    bool json;
} info_options;

/* Root, events and properties of a clip: lines for people; fields of an object that has begun. */
void info_print_clip(const sinew_model *model, uint32_t clip);
void info_json_clip(const sinew_model *model, uint32_t clip);
int info_model(const char *file, const info_options *options);
int info_bank(const char *file, const info_options *options);
int info_graph(const char *file, const info_options *options);

#endif
