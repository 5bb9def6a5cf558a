/* A graph made in C with a bit of everything, that each test changes in one place. */
#ifndef GRAPH_KIT_H
#define GRAPH_KIT_H

#include "sinew/graph.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define SET(number)                                                                                                    \
    { true, number }

typedef struct kit {
    sinew_parameter_desc parameters[4];
    sinew_child_desc line[3], plane[4], direct[2], pair[2], nested[2];
    const char *tags[2];
    sinew_condition_desc conditions[3];
    sinew_transition_desc inner_transitions[1], transitions[3];
    sinew_state_desc inner_states[1], states[7];
    sinew_machine_desc inner;
    sinew_mask_joint_desc joints[2];
    sinew_mask_desc masks[1], own_mask;
    sinew_mix_desc mixes[1];
    sinew_layer_desc layers[2];
    sinew_graph_desc desc;
} kit;

/* Valid, and the same at every call. */
void fill(kit *k);
sinew_child_desc clip_at(const char *clip, double x, double y);
/* Its hash; fails the test that runs if it is refused. */
uint64_t hash_of(const kit *k);

#endif
