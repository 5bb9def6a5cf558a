/* The glTF 2.0 reader, in the order of its files: container, fields, buffers, accessors, nodes, skins, meshes,
   animations, then the desc of a model.

   Invariant: a step looks only at what earlier steps found sound (`ok`), so that all errors of a file come out at
   once and none follows from another. Nothing is allocated by a count from the file before that count was held
   against bytes that are there. Everything but the buffers' bytes lies in the one arena. */
#ifndef SNW_GLTF_H
#define SNW_GLTF_H

#include "sinew/io.h"

#include "io/clips.h"
#include "io/file.h"
#include "io/json.h"

typedef enum snw_gltf_got { SNW_GLTF_ABSENT, SNW_GLTF_GOT, SNW_GLTF_BAD } snw_gltf_got;

/* The file's top-level arrays. */
typedef enum snw_gltf_list {
    SNW_GLTF_BUFFERS,
    SNW_GLTF_VIEWS,
    SNW_GLTF_ACCESSORS,
    SNW_GLTF_NODES,
    SNW_GLTF_SKINS,
    SNW_GLTF_MESHES,
    SNW_GLTF_MATERIALS,
    SNW_GLTF_ANIMATIONS,
    SNW_GLTF_SCENES,
    SNW_GLTF_CAMERAS,
    SNW_GLTF_TEXTURES,
    SNW_GLTF_IMAGES,
    SNW_GLTF_SAMPLERS,
    SNW_GLTF_LISTS
} snw_gltf_list;

typedef struct snw_gltf_ids {
    snw_json_id *ids;
    uint32_t count;
} snw_gltf_ids;

typedef struct snw_gltf_buffer {
    bool ok;
    const uint8_t *data; /* NULL: the file says nothing of where it is */
    size_t length;       /* as declared; data has at least as much */
    void *given;         /* by the caller's `read`; released at the end, as the file is */
    size_t given_size;
    snw_file file;
} snw_gltf_buffer;

typedef enum snw_gltf_usage { SNW_GLTF_UNUSED = 0, SNW_GLTF_VERTICES, SNW_GLTF_INDICES } snw_gltf_usage;

typedef struct snw_gltf_view {
    bool ok;
    uint32_t buffer;
    size_t offset, length;
    uint32_t stride; /* 0: packed */
    bool targeted;   /* says what for */
    snw_gltf_usage usage;
} snw_gltf_view;

typedef enum snw_gltf_component {
    SNW_GLTF_BYTE = 5120,
    SNW_GLTF_UBYTE = 5121,
    SNW_GLTF_SHORT = 5122,
    SNW_GLTF_USHORT = 5123,
    SNW_GLTF_UINT = 5125,
    SNW_GLTF_FLOAT = 5126
} snw_gltf_component;

typedef enum snw_gltf_shape {
    SNW_GLTF_SCALAR,
    SNW_GLTF_VEC2,
    SNW_GLTF_VEC3,
    SNW_GLTF_VEC4,
    SNW_GLTF_MAT2,
    SNW_GLTF_MAT3,
    SNW_GLTF_MAT4,
    SNW_GLTF_SHAPES
} snw_gltf_shape;

typedef struct snw_gltf_accessor {
    bool ok;
    bool has_data; /* every byte of it is there */
    bool normalized;
    bool bounded; /* has min and max */
    snw_json_id id;
    snw_gltf_component component;
    snw_gltf_shape shape;
    uint32_t count;
    uint32_t width; /* components an element */
    uint32_t view;  /* SINEW_NONE: zeros */
    const uint8_t *bytes;
    size_t stride;
    uint32_t sparse_count;
    snw_gltf_component sparse_component;
    const uint8_t *sparse_indices;
    const uint8_t *sparse_values;
    float *floats;      /* decoded on demand: count × width */
    snw_gltf_got times; /* ABSENT: not looked at yet; GOT: they ascend from 0 on */
    snw_gltf_got units; /* the same: rotations of unit length */
} snw_gltf_accessor;

typedef struct snw_gltf_node {
    const char *name;
    uint32_t parent;
    uint32_t enter, leave; /* a node lies under another if its span lies inside */
    bool has_matrix;
    sinew_transform rest;
    uint32_t mesh, skin; /* or SINEW_NONE */
    snw_json_id weights;
    uint32_t morph; /* its group, or SINEW_NONE */
} snw_gltf_node;

typedef struct snw_gltf_skin {
    bool ok;
    sinew_skin_desc desc;
} snw_gltf_skin;

enum { SNW_GLTF_SETS = 2 }; /* of four influences */

typedef struct snw_gltf_primitive {
    bool ok;
    snw_json_id id;
    uint32_t mode, material; /* or SINEW_NONE */
    uint32_t target_count;
    uint32_t vertex_count;
    uint32_t joint_sets, weight_sets; /* as the file has them; those past SNW_GLTF_SETS are not read */
    snw_gltf_accessor *position, *normal, *indices;
    snw_gltf_accessor *joints[SNW_GLTF_SETS], *weights[SNW_GLTF_SETS];
    /* Made once, for every node that shows it. */
    uint32_t highest_joint; /* of those that weigh anything */
    sinew_mesh shown;
} snw_gltf_primitive;

typedef struct snw_gltf_mesh {
    bool ok;
    bool skinned; /* a primitive has JOINTS_0 and WEIGHTS_0 */
    uint32_t target_count;
    uint32_t primitive_count;
    snw_gltf_primitive *primitives;
    snw_json_id weights;
} snw_gltf_mesh;

typedef struct snw_gltf {
    snw_json json;
    snw_arena arena;
    sinew_log *log;
    uint32_t reported;
    uint32_t errors_before; /* in the log, when the reading began */
    const char *name;
    bool binary; /* a .glb: places in its JSON would mean nothing to a reader of the file */
    bool no_meshes;
    sinew_tier tier; /* this and what follows: as the options have it */
    float error;
    sinew_jobs jobs;
    bool tree_ok;
    bool quantized;
    const uint8_t *chunk; /* BIN of a .glb, or NULL */
    size_t chunk_size;
    size_t max_bytes;
    sinew_io_read read; /* where external buffers come from: this, or */
    void *read_user;
    const char *folder; /* the model's, with its last slash; NULL for a model from memory */
    size_t bytes;       /* of the file and its buffers: what work and memory are held against */
    size_t decoded, animated, meshed;
    snw_gltf_ids lists[SNW_GLTF_LISTS];
    snw_gltf_buffer *buffers;
    snw_gltf_view *views;
    snw_gltf_accessor *accessors;
    snw_gltf_node *nodes;
    snw_gltf_skin *skins;
    snw_gltf_mesh *meshes;
    sinew_clip_desc *clips;
    sinew_morph_desc *morphs;
    uint32_t morph_count;
    sinew_mesh *shown; /* for the model's desc */
    uint32_t shown_count;
    size_t shown_capacity;
} snw_gltf;

/* ---- gltf_container.c ---- */

/* Finds the JSON in a file, and the BIN chunk of a .glb. False after a finding. */
bool snw_gltf_open(snw_gltf *g, const uint8_t *data, size_t size, const char **text, size_t *text_size);

/* ---- gltf_field.c ---- */

/* A finding at a value: with line and column in a .gltf, with the path alone in a .glb. */
void snw_gltf_error(snw_gltf *g, snw_json_id id, sinew_code code, const char *format, ...) SNW_PRINTF(4, 5);
void snw_gltf_warn(snw_gltf *g, snw_json_id id, sinew_code code, const char *format, ...) SNW_PRINTF(4, 5);
/* No error yet. */
bool snw_gltf_sound(const snw_gltf *g);
const char *snw_gltf_list_name(snw_gltf_list list);

/* A member of this kind. `required`: absent is an error. */
snw_gltf_got snw_gltf_member(snw_gltf *g, snw_json_id object, const char *key, snw_json_kind kind, bool required,
                             snw_json_id *out);
/* A whole number of [least, most]; *out keeps its value when absent. */
snw_gltf_got snw_gltf_whole(snw_gltf *g, snw_json_id object, const char *key, bool required, uint64_t least,
                            uint64_t most, uint64_t *out);
snw_gltf_got snw_gltf_bool(snw_gltf *g, snw_json_id object, const char *key, bool *out);
/* The member's own number as an index of a list; SINEW_NONE when absent or bad. */
snw_gltf_got snw_gltf_index(snw_gltf *g, snw_json_id object, const char *key, bool required, snw_gltf_list list,
                            uint32_t *out);
/* The same of a value. */
snw_gltf_got snw_gltf_index_value(snw_gltf *g, snw_json_id value, snw_gltf_list list, uint32_t *out);
/* Exactly `count` finite numbers. */
snw_gltf_got snw_gltf_numbers(snw_gltf *g, snw_json_id object, const char *key, uint32_t count, double *out);
/* As many finite numbers as the array has, held against `out` only if it is not NULL. */
bool snw_gltf_number_list(snw_gltf *g, snw_json_id array, double *out);
/* A text, or NULL. */
const char *snw_gltf_text(snw_gltf *g, snw_json_id object, const char *key);
/* True if the object has this extension. */
snw_json_id snw_gltf_extension(snw_gltf *g, snw_json_id object, const char *name);
/* Adds to a counter of values of four bytes; false once it exceeds 64 times the bytes that were read. */
bool snw_gltf_spend(const snw_gltf *g, size_t *counter, uint64_t values);

/* ---- gltf_root.c ---- */

/* asset, extensions, and the ids of every top-level array. False if the rest cannot be read. */
bool snw_gltf_read_root(snw_gltf *g);

/* ---- gltf_uri.c ---- */

typedef enum snw_gltf_uri { SNW_GLTF_URI_DATA, SNW_GLTF_URI_FILE, SNW_GLTF_URI_REFUSED } snw_gltf_uri;

/* What a URI is. A file's comes back percent-decoded in the arena; *why says why it was refused. */
snw_gltf_uri snw_gltf_uri_read(snw_arena *arena, const char *uri, const char **path, const char **why);
/* Bytes of a data URI in the arena; NULL after *why, or when memory ran out (*why NULL). */
uint8_t *snw_gltf_uri_data(snw_arena *arena, const char *uri, size_t *size, const char **why);

/* ---- gltf_buffer.c ---- */

bool snw_gltf_read_buffers(snw_gltf *g);
void snw_gltf_release_buffers(snw_gltf *g);
bool snw_gltf_read_views(snw_gltf *g);
/* Says what a view is used for; a view may serve vertices or indices, not both. */
void snw_gltf_use_view(snw_gltf *g, uint32_t view, snw_gltf_usage usage, snw_json_id where);

/* ---- gltf_accessor.c, gltf_decode.c ---- */

bool snw_gltf_read_accessors(snw_gltf *g);
uint32_t snw_gltf_component_size(snw_gltf_component component);
/* Bytes of one element, its matrix columns aligned to 4. */
uint32_t snw_gltf_element_size(snw_gltf_component component, snw_gltf_shape shape);
/* Looks at every value: finite, within min and max, sparse indices ascending and in range. */
void snw_gltf_check_data(snw_gltf *g, snw_gltf_accessor *accessor);
/* One component as it is stored. */
double snw_gltf_stored(const uint8_t *bytes, snw_gltf_component component);
/* All values as floats, normalised ones brought to their range; kept. NULL when memory ran out. */
const float *snw_gltf_floats(snw_gltf *g, snw_gltf_accessor *accessor);
/* All values as whole numbers (unsigned components), into out[count × width]. */
void snw_gltf_wholes(const snw_gltf_accessor *accessor, uint32_t *out);
/* An accessor by a member of an object, sound and with data; NULL after a finding (or absent, if not required). */
snw_gltf_accessor *snw_gltf_accessor_of(snw_gltf *g, snw_json_id object, const char *key, bool required);

/* How far from unit length a rotation may be: what rounding to normalised bytes comes to. */
#define SNW_GLTF_UNIT 0.00769

/* ---- gltf_node.c, gltf_scene.c, gltf_matrix.c ---- */

bool snw_gltf_read_nodes(snw_gltf *g);
/* Meshes and skins of nodes, morph groups: after these were read. */
bool snw_gltf_link_nodes(snw_gltf *g);
bool snw_gltf_check_scenes(snw_gltf *g);
bool snw_gltf_under(const snw_gltf *g, uint32_t node, uint32_t ancestor);
/* Splits a matrix (column-major) into a transform; false if it shears. */
bool snw_gltf_decompose(const double matrix[16], sinew_transform *out);

/* ---- gltf_skin.c, gltf_mesh.c, gltf_primitive.c, gltf_geometry.c, gltf_animation.c ---- */

bool snw_gltf_read_skins(snw_gltf *g);
bool snw_gltf_read_meshes(snw_gltf *g);
void snw_gltf_read_primitive(snw_gltf *g, snw_gltf_primitive *primitive, snw_json_id id);
/* Positions, influences, triangles. False when memory ran out; `ok` is cleared after a finding. */
bool snw_gltf_make_geometry(snw_gltf *g, snw_gltf_primitive *primitive);
/* Makes what is shown of every node's mesh. Wants a file that is sound so far. */
bool snw_gltf_show_meshes(snw_gltf *g);
bool snw_gltf_read_animations(snw_gltf *g);

/* ---- gltf_pointer.c ---- */

/* Whether KHR_animation_pointer aims a channel's target; *out is the pointer where the channel may be read. */
bool snw_gltf_pointer(snw_gltf *g, snw_json_id target, const char *path, const char **out);
/* Whether a pointer names what a channel without it could animate too. */
bool snw_gltf_pointer_node(const char *text, uint64_t *node, sinew_channel *kind);

typedef struct snw_gltf_lane {
    const char *pointer;
    sinew_interpolation interpolation;
    snw_gltf_accessor *input, *output;
} snw_gltf_lane;

/* A lane of numbers; *out is untouched after a finding. False when memory ran out. */
bool snw_gltf_read_lane(snw_gltf *g, snw_json_id channel, const snw_gltf_lane *lane, sinew_property_desc *out);

#endif
