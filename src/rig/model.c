/* The model: checked whole, then copied into one arena.
   Invariant: nothing is built from a desc with an error in it, and a model never changes after it is made. */
#include "rig.h"
#include "root.h"

#include <string.h>

static bool check(const sinew_model_desc *desc, snw_arena *scratch, sinew_log *log) {
    if (!snw_skeleton_check(&desc->skeleton, scratch, log)) return false;
    if (!snw_clips_check(desc, scratch, log)) return false;
    snw_meshes_check(desc, log);
    return true;
}

static bool build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch) {
    if (!snw_skeleton_build(&model->skeleton, &desc->skeleton, &model->arena, scratch)) return false;
    if (!snw_clips_build(model, desc, scratch) || !snw_meshes_build(model, desc, scratch)) return false;
    if (!snw_roots_build(model)) return false;
    model->size = snw_skeleton_size(&model->skeleton, scratch);
    if (scratch->failed) return false;
    return desc->tier == SINEW_TIER_EXACT || snw_clips_compile(model, desc);
}

static bool well_formed(const sinew_model_desc *desc) {
    const sinew_skeleton_desc *s = &desc->skeleton;
    if ((s->joint_count && !s->joints) || (s->skin_count && !s->skins) || (desc->clip_count && !desc->clips) ||
        (desc->morph_count && !desc->morphs) || (desc->mesh_count && !desc->meshes))
        return false;
    for (uint32_t i = 0; i < desc->clip_count; ++i) {
        const sinew_clip_desc *clip = &desc->clips[i];
        if ((clip->curve_count && !clip->curves) || (clip->event_count && !clip->events) ||
            (clip->property_count && !clip->properties))
            return false;
    }
    return desc->error >= 0;
}

static sinew_result create(const sinew_model_desc *desc, sinew_model **out, snw_arena *scratch, sinew_log *log) {
    uint32_t errors = log->error_count;
    if (!check(desc, scratch, log)) return SINEW_ERROR_MEMORY;
    if (log->error_count > errors) return SINEW_ERROR_INPUT;
    sinew_model *model = snw_allocate(&scratch->allocator, sizeof *model);
    if (!model) return SINEW_ERROR_MEMORY;
    snw_arena_init(&model->arena, &scratch->allocator);
    if (!build(model, desc, scratch)) {
        sinew_model_destroy(model);
        return SINEW_ERROR_MEMORY;
    }
    *out = model;
    return SINEW_OK;
}

sinew_result sinew_model_create(const sinew_model_desc *desc, sinew_model **model, sinew_log *log) {
    if (model) *model = NULL;
    if (!desc || !model || !well_formed(desc)) return SINEW_ERROR_ARGUMENT;
    snw_arena scratch;
    snw_arena_init(&scratch, desc->allocator);
    sinew_log own = { .allocator = &scratch.allocator }; /* errors are counted in a log, so there must be one */
    sinew_result result = create(desc, model, &scratch, log ? log : &own);
    if (result == SINEW_ERROR_MEMORY) snw_log_add(log, SINEW_CODE_MEMORY, NULL, "there is no memory for the model");
    sinew_log_free(&own);
    snw_arena_free(&scratch);
    return result;
}

void sinew_model_destroy(sinew_model *model) {
    if (!model || model->borrowed) return;
    sinew_allocator allocator = model->arena.allocator;
    snw_arena_free(&model->arena);
    snw_release(&allocator, model, sizeof *model);
}

/* ---- answers ---- */

const sinew_skeleton *sinew_model_skeleton(const sinew_model *model) { return model ? &model->skeleton : NULL; }

uint32_t sinew_model_clip_count(const sinew_model *model) { return model ? model->clip_count : 0; }

static const snw_clip *clip_of(const sinew_model *model, uint32_t clip) {
    return model && clip < model->clip_count ? &model->clips[clip] : NULL;
}

const char *sinew_model_clip_name(const sinew_model *model, uint32_t clip) {
    const snw_clip *found = clip_of(model, clip);
    return found ? found->name : NULL;
}

double sinew_model_clip_length(const sinew_model *model, uint32_t clip) {
    const snw_clip *found = clip_of(model, clip);
    return found ? found->length : 0;
}

bool sinew_model_clip_loops(const sinew_model *model, uint32_t clip) {
    const snw_clip *found = clip_of(model, clip);
    return found && !found->once;
}

bool sinew_model_clip_fit(const sinew_model *model, uint32_t clip, sinew_clip_fit *fit) {
    const snw_clip *found = clip_of(model, clip);
    if (found && fit) *fit = snw_clip_fit(model, found);
    return found != NULL;
}

const sinew_curve *sinew_model_clip_curves(const sinew_model *model, uint32_t clip, uint32_t *count) {
    const snw_clip *found = clip_of(model, clip);
    if (count) *count = found ? found->curve_count : 0;
    return found ? found->curves : NULL;
}

const sinew_event_desc *sinew_model_clip_events(const sinew_model *model, uint32_t clip, uint32_t *count) {
    const snw_clip *found = clip_of(model, clip);
    if (count) *count = found ? found->event_count : 0;
    return found ? found->events : NULL;
}

sinew_root_desc sinew_model_clip_root(const sinew_model *model, uint32_t clip) {
    const snw_clip *found = clip_of(model, clip);
    return found ? found->root : (sinew_root_desc){ 0 };
}

uint32_t sinew_model_lane_count(const sinew_model *model) { return model ? model->lane_count : 0; }

bool sinew_model_lane(const sinew_model *model, uint32_t lane, sinew_lane_info *info) {
    if (!model || lane >= model->lane_count) return false;
    if (info) *info = model->lanes[lane];
    return true;
}

bool sinew_model_clip_property(const sinew_model *model, uint32_t clip, uint32_t lane, double time, float *numbers,
                               const char **text) {
    const snw_clip *found = clip_of(model, clip);
    const snw_property *property = found ? snw_clip_property(found, lane) : NULL;
    if (!property) return false;
    if (property->texts) {
        if (text) *text = property->texts[snw_curve_key(&property->curve, time)];
    } else if (numbers) {
        sinew_curve_sample(&property->curve, time, numbers);
    }
    return true;
}

static uint32_t find_whole(const sinew_model *model, const char *name, size_t length) {
    for (uint32_t i = 0; length && i < model->clip_count; ++i) {
        const char *own = model->clips[i].name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) return i;
    }
    return SINEW_NONE;
}

uint32_t sinew_model_find_clip(const sinew_model *model, const char *name) {
    if (!model || !name) return SINEW_NONE;
    uint32_t found = find_whole(model, name, strlen(name));
    if (found != SINEW_NONE) return found;
    const char *stem;
    size_t length;
    snw_name_stem(name, &stem, &length);
    return find_whole(model, stem, length);
}

uint32_t sinew_model_morph_count(const sinew_model *model) { return model ? model->morph_count : 0; }

uint32_t sinew_model_morph_weight_count(const sinew_model *model) { return model ? model->morph_weight_count : 0; }

bool sinew_model_morph(const sinew_model *model, uint32_t group, uint32_t *joint, uint32_t *first, uint32_t *count) {
    bool there = model && group < model->morph_count;
    if (joint) *joint = there ? model->morphs[group].joint : SINEW_NONE;
    if (first) *first = there ? model->morphs[group].first : 0;
    if (count) *count = there ? model->morphs[group].count : 0;
    return there;
}

const float *sinew_model_morph_rest(const sinew_model *model) { return model ? model->morph_rest : NULL; }

uint32_t sinew_model_mesh_count(const sinew_model *model) { return model ? model->mesh_count : 0; }

const sinew_mesh *sinew_model_mesh(const sinew_model *model, uint32_t mesh) {
    return model && mesh < model->mesh_count ? &model->meshes[mesh] : NULL;
}

uint32_t sinew_model_mesh_morph(const sinew_model *model, uint32_t mesh) {
    return model && mesh < model->mesh_count ? model->mesh_morph[mesh] : SINEW_NONE;
}

size_t sinew_model_bytes(const sinew_model *model) { return model ? sizeof *model + model->arena.bytes : 0; }

float sinew_model_size(const sinew_model *model) { return model ? model->size : 0; }
