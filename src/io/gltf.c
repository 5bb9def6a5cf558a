/* Reading a model: every part of the file in turn, then the desc, then the model.
   Invariant: a model is made only of a file without an error in it; whatever happens, all that was read is let go. */
#include "gltf.h"

#include <errno.h>
#include <string.h>

static bool read_parts(snw_gltf *g) {
    return snw_gltf_read_buffers(g) && snw_gltf_read_views(g) && snw_gltf_read_accessors(g) && snw_gltf_read_nodes(g) &&
           snw_gltf_read_skins(g) && snw_gltf_read_meshes(g) && snw_gltf_link_nodes(g) && snw_gltf_read_animations(g) &&
           snw_gltf_check_scenes(g);
}

static bool describe(snw_gltf *g, sinew_model_desc *desc) {
    uint32_t joints = g->lists[SNW_GLTF_NODES].count, skins = g->lists[SNW_GLTF_SKINS].count;
    sinew_joint_desc *joint = snw_arena_array(&g->arena, joints, sizeof *joint);
    sinew_skin_desc *skin = snw_arena_array(&g->arena, skins, sizeof *skin);
    if (!joint || !skin) return false;
    for (uint32_t i = 0; i < joints; ++i)
        joint[i] = (sinew_joint_desc){ g->nodes[i].name, g->nodes[i].parent, &g->nodes[i].rest };
    for (uint32_t i = 0; i < skins; ++i) skin[i] = g->skins[i].desc;
    desc->skeleton = (sinew_skeleton_desc){ joint, joints, skin, skins };
    desc->clips = g->clips;
    desc->clip_count = g->lists[SNW_GLTF_ANIMATIONS].count;
    desc->morphs = g->morphs;
    desc->morph_count = g->morph_count;
    desc->meshes = g->shown;
    desc->mesh_count = g->shown_count;
    desc->allocator = &g->arena.allocator;
    desc->tier = g->tier;
    desc->error = g->error;
    desc->jobs = g->jobs;
    return true;
}

typedef struct sidecar {
    snw_file file; /* empty where the text was given */
    const char *text;
    size_t size;
    const char *name; /* NULL: there is none */
} sidecar;

static sidecar given_sidecar(const sinew_io_options *options) {
    if (!options || !options->clips_text) return (sidecar){ .name = NULL };
    return (sidecar){ .text = options->clips_text,
                      .size = options->clips_size,
                      .name = options->clips_name ? options->clips_name : "" };
}

/* The joint that carries the movement where no other is named: of a skin's joints the one above its first, else the
   first node without a parent. */
static uint32_t first_joint(const snw_gltf *g) {
    uint32_t nodes = g->lists[SNW_GLTF_NODES].count, found = SINEW_NONE;
    if (g->lists[SNW_GLTF_SKINS].count && g->skins[0].ok) {
        const sinew_skin_desc *skin = &g->skins[0].desc;
        for (uint32_t i = 0; i < skin->joint_count; ++i)
            if (found == SINEW_NONE || snw_gltf_under(g, found, skin->joints[i])) found = skin->joints[i];
    }
    for (uint32_t i = 0; i < nodes && found == SINEW_NONE; ++i)
        if (g->nodes[i].parent == SINEW_NONE) found = i;
    return found;
}

/* False when memory ran out. */
static bool apply_sidecar(snw_gltf *g, const sidecar *beside) {
    snw_clips_model model = { .clips = g->clips,
                              .clip_count = g->lists[SNW_GLTF_ANIMATIONS].count,
                              .joint_count = g->lists[SNW_GLTF_NODES].count,
                              .first_joint = g->tree_ok ? first_joint(g) : SINEW_NONE,
                              .arena = &g->arena };
    const char **names = snw_arena_array(&g->arena, model.joint_count, sizeof *names);
    if (!names) return false;
    for (uint32_t i = 0; i < model.joint_count; ++i) names[i] = g->nodes[i].name;
    model.joints = names;
    return snw_clips_json_apply(beside->text, beside->size, beside->name, &model, g->log) != SINEW_ERROR_MEMORY;
}

static sinew_result read_document(snw_gltf *g, const sidecar *beside, sinew_model **model) {
    if (snw_gltf_read_root(g) && !read_parts(g)) return SINEW_ERROR_MEMORY;
    if (g->arena.failed) return SINEW_ERROR_MEMORY;
    if (snw_gltf_sound(g) && !g->no_meshes && !snw_gltf_show_meshes(g)) return SINEW_ERROR_MEMORY;
    bool sound = snw_gltf_sound(g);
    /* Its errors are told with those of the model, but do not refuse it. */
    if (beside->name && g->clips && !apply_sidecar(g, beside)) return SINEW_ERROR_MEMORY;
    if (!sound) return SINEW_ERROR_INPUT;
    sinew_model_desc desc = { 0 };
    if (!describe(g, &desc)) return SINEW_ERROR_MEMORY;
    return sinew_model_create(&desc, model, g->log);
}

static sinew_result read_text(snw_gltf *g, const uint8_t *data, size_t size, const sidecar *beside,
                              sinew_model **model) {
    const char *text;
    size_t text_size;
    if (!snw_gltf_open(g, data, size, &text, &text_size)) return SINEW_ERROR_INPUT;
    uint32_t told = g->log->count;
    if (!snw_json_read(&g->json, text, text_size, g->name, &g->arena.allocator, g->log)) {
        /* A finding that was lost had no memory either. */
        bool syntax = g->log->count > told && g->log->items[g->log->count - 1].code != SINEW_CODE_MEMORY;
        return syntax ? SINEW_ERROR_INPUT : SINEW_ERROR_MEMORY;
    }
    sinew_result result = read_document(g, beside, model);
    snw_gltf_release_buffers(g);
    snw_release(&g->arena.allocator, g->shown, g->shown_capacity * sizeof *g->shown);
    snw_json_free(&g->json);
    return result;
}

static sinew_result read_model(snw_gltf *g, const void *data, size_t size, const sinew_io_options *options,
                               const sidecar *beside, sinew_model **model, sinew_log *log) {
    snw_arena_init(&g->arena, options ? options->allocator : NULL);
    sinew_log own = { .allocator = &g->arena.allocator };
    g->log = log ? log : &own;
    g->errors_before = g->log->error_count;
    g->bytes = size;
    g->no_meshes = options && options->no_meshes;
    if (options) {
        g->tier = options->tier;
        g->error = options->error;
        g->jobs = options->jobs;
    }
    g->max_bytes = options ? options->max_bytes : 0;
    const char *outer = g->log->file;
    if (g->name) g->log->file = g->name;
    sinew_result result = read_text(g, data, size, beside, model);
    if (result == SINEW_ERROR_MEMORY && snw_gltf_sound(g))
        snw_log_add(g->log, SINEW_CODE_MEMORY, NULL, "there is no memory to read the model");
    g->log->file = outer;
    sinew_log_free(&own);
    snw_arena_free(&g->arena);
    return result;
}

sinew_result sinew_io_parse_model(const void *data, size_t size, const char *name, const sinew_io_options *options,
                                  sinew_io_read read, void *read_user, sinew_model **model, sinew_log *log) {
    if (model) *model = NULL;
    if (!model || (!data && size)) return SINEW_ERROR_ARGUMENT;
    snw_gltf g = { .name = name, .read = read, .read_user = read_user };
    sidecar given = given_sidecar(options);
    return read_model(&g, data, size, options, &given, model, log);
}

/* ---- files ---- */

/* Everything up to the last slash. */
static size_t folder_length(const char *file) {
    const char *end = file;
    for (const char *c = file; *c; ++c)
        if (*c == '/' || *c == '\\') end = c + 1;
    return (size_t)(end - file);
}

static char *sidecar_name(snw_arena *names, const char *file) {
    static const char suffix[] = ".clips.json";
    const char *dot = strrchr(file + folder_length(file), '.');
    size_t stem = dot ? (size_t)(dot - file) : strlen(file);
    char *name = snw_arena_take(names, stem + sizeof suffix);
    if (!name) return NULL;
    memcpy(name, file, stem);
    memcpy(name + stem, suffix, sizeof suffix);
    return name;
}

/* No such file is no error. */
static sinew_result load_sidecar(sidecar *beside, snw_arena *names, const char *file, const sinew_io_options *options,
                                 sinew_log *log) {
    char *name = sidecar_name(names, file);
    if (!name) return SINEW_ERROR_MEMORY;
    FILE *there = fopen(name, "rb");
    if (!there && errno == ENOENT) return SINEW_OK;
    if (there) fclose(there);
    sinew_result result = snw_file_load(&beside->file, name, options ? options->max_bytes : 0, &names->allocator, log);
    if (result) return result;
    beside->name = name;
    beside->text = beside->file.data;
    beside->size = beside->file.size;
    return SINEW_OK;
}

static sinew_result load_both(const char *file, const sinew_io_options *options, snw_arena *names, sinew_model **model,
                              sinew_log *log) {
    snw_file text;
    sidecar beside = given_sidecar(options);
    char *folder = snw_arena_text_n(names, file, folder_length(file));
    if (!folder) return SINEW_ERROR_MEMORY;
    sinew_result result = snw_file_load(&text, file, options ? options->max_bytes : 0, &names->allocator, log);
    if (result) return result;
    if (!beside.name && !(options && options->no_sidecar)) result = load_sidecar(&beside, names, file, options, log);
    if (!result) {
        snw_gltf g = { .name = file, .folder = folder };
        result = read_model(&g, text.data, text.size, options, &beside, model, log);
    }
    snw_file_free(&beside.file);
    snw_file_free(&text);
    return result;
}

sinew_result sinew_io_load_model(const char *file, const sinew_io_options *options, sinew_model **model,
                                 sinew_log *log) {
    if (model) *model = NULL;
    if (!file || !model) return SINEW_ERROR_ARGUMENT;
    snw_arena names;
    snw_arena_init(&names, options ? options->allocator : NULL);
    sinew_result result = load_both(file, options, &names, model, log);
    snw_arena_free(&names);
    return result;
}
