/* A second evaluation of glTF animations, for comparison: from the file's own bytes, in doubles, by libm, with 4×4
   matrices and a recursion over parents. It shares nothing with the reader but the JSON layer, and believes the file
   to be valid: it is only asked about files that the reader took. */
#ifndef GLTF_REFERENCE_H
#define GLTF_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ref_gltf ref_gltf;

/* NULL if the file cannot be read. */
ref_gltf *ref_gltf_open(const char *file);
void ref_gltf_close(ref_gltf *gltf);
uint32_t ref_gltf_node_count(const ref_gltf *gltf);
uint32_t ref_gltf_animation_count(const ref_gltf *gltf);
/* The last key's time. */
double ref_gltf_length(const ref_gltf *gltf, uint32_t animation);
/* Poses every node: at rest, then as the animation has it at a time. */
void ref_gltf_pose(ref_gltf *gltf, uint32_t animation, double time);
/* Column-major model matrix of a node in the pose. */
void ref_gltf_model(const ref_gltf *gltf, uint32_t node, double out[16]);
/* Morph weights of a node in the pose; their count. */
uint32_t ref_gltf_weights(const ref_gltf *gltf, uint32_t node, const double **weights);

/* ---- channels by themselves ---- */

enum { REF_GLTF_WIDTH = 64 };

uint32_t ref_gltf_channel_count(const ref_gltf *gltf, uint32_t animation);
/* What KHR_animation_pointer names; NULL where the channel has no such thing. */
const char *ref_gltf_channel_pointer(const ref_gltf *gltf, uint32_t animation, uint32_t channel);
uint32_t ref_gltf_key_count(const ref_gltf *gltf, uint32_t animation, uint32_t channel);
double ref_gltf_key_time(const ref_gltf *gltf, uint32_t animation, uint32_t channel, uint32_t key);
/* Its numbers at a time, as numbers and nothing more; returns how many, and writes none if that is above
   REF_GLTF_WIDTH. */
uint32_t ref_gltf_channel_value(const ref_gltf *gltf, uint32_t animation, uint32_t channel, double time,
                                double out[REF_GLTF_WIDTH]);

#endif
