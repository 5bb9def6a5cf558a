/* Meshes for showing a model: what a desc must be, and the model's own copy.
   Invariant: indices stay within the vertices, influences within the skin; a mesh without a skin has no influences. */
#include "rig.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 64 };

static void say(sinew_log *log, uint32_t mesh, sinew_code code, const char *part, const char *sentence) {
    char path[PATH];
    snprintf(path, sizeof path, "meshes[%u].%s", mesh, part);
    snw_log_add(log, code, path, "%s", sentence);
}

static void check_skinning(const sinew_mesh *mesh, const sinew_skeleton_desc *skeleton, uint32_t index,
                           sinew_log *log) {
    size_t count = (size_t)mesh->vertex_count * mesh->influence_count;
    if (mesh->influence_count != 4 && mesh->influence_count != 8) {
        say(log, index, SINEW_CODE_OUT_OF_RANGE, "influence_count", "a vertex has 0, 4 or 8 influences");
        return;
    }
    if (mesh->skin >= skeleton->skin_count || !mesh->influence_joints || !mesh->influence_weights) {
        say(log, index, SINEW_CODE_MISSING_FIELD, "skin", "influences need a skin, joints and weights");
        return;
    }
    uint32_t joints = skeleton->skins[mesh->skin].joint_count;
    for (size_t i = 0; i < count; ++i) {
        if (mesh->influence_joints[i] < joints) continue;
        say(log, index, SINEW_CODE_OUT_OF_RANGE, "influence_joints", "an influence names a joint that its skin lacks");
        return;
    }
    if (!snw_floats_finite(mesh->influence_weights, count))
        say(log, index, SINEW_CODE_NOT_FINITE, "influence_weights", "a weight is infinite or not a number");
}

static void check_indices(const sinew_mesh *mesh, uint32_t index, sinew_log *log) {
    if (mesh->index_count % 3 || (mesh->index_count && !mesh->indices)) {
        say(log, index, SINEW_CODE_OUT_OF_RANGE, "indices", "triangles take three indices each");
        return;
    }
    for (uint32_t i = 0; i < mesh->index_count; ++i) {
        if (mesh->indices[i] < mesh->vertex_count) continue;
        say(log, index, SINEW_CODE_OUT_OF_RANGE, "indices", "an index points past the vertices");
        return;
    }
}

void snw_meshes_check(const sinew_model_desc *desc, sinew_log *log) {
    for (uint32_t i = 0; i < desc->mesh_count; ++i) {
        const sinew_mesh *mesh = &desc->meshes[i];
        size_t floats = (size_t)mesh->vertex_count * 3;
        if (mesh->joint >= desc->skeleton.joint_count)
            say(log, i, SINEW_CODE_OUT_OF_RANGE, "joint", "there is no joint of this index to carry the mesh");
        if (mesh->skin != SINEW_NONE && mesh->skin >= desc->skeleton.skin_count)
            say(log, i, SINEW_CODE_OUT_OF_RANGE, "skin", "there is no skin of this index");
        if (mesh->vertex_count && !mesh->positions)
            say(log, i, SINEW_CODE_MISSING_FIELD, "positions", "a mesh with vertices needs their positions");
        else if (!snw_floats_finite(mesh->positions, floats) ||
                 (mesh->normals && !snw_floats_finite(mesh->normals, floats)) || !snw_floats_finite(mesh->color, 4))
            say(log, i, SINEW_CODE_NOT_FINITE, "positions", "a number of this mesh is infinite or not a number");
        if (mesh->influence_count) check_skinning(mesh, &desc->skeleton, i, log);
        check_indices(mesh, i, log);
    }
}

static const void *copy(snw_arena *arena, const void *from, size_t count, size_t each) {
    if (!from || !count) return NULL;
    void *to = snw_arena_array(arena, count, each);
    if (to) memcpy(to, from, count * each);
    return to;
}

/* A joint carries one mesh, and so one group; of several in a desc made by hand the first counts. */
static bool link_morphs(sinew_model *model, snw_arena *scratch) {
    uint32_t *group = snw_arena_array(scratch, model->skeleton.joint_count, sizeof *group); /* + 1; 0: none */
    model->mesh_morph = snw_arena_array(&model->arena, model->mesh_count, sizeof *model->mesh_morph);
    if (!group || !model->mesh_morph) return false;
    for (uint32_t i = model->morph_count; i-- > 0;) group[model->morphs[i].joint] = i + 1;
    for (uint32_t i = 0; i < model->mesh_count; ++i) model->mesh_morph[i] = group[model->meshes[i].joint] - 1;
    return true;
}

bool snw_meshes_build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch) {
    snw_arena *arena = &model->arena;
    model->meshes = snw_arena_array(arena, desc->mesh_count, sizeof *model->meshes);
    if (!model->meshes) return false;
    model->mesh_count = desc->mesh_count;
    for (uint32_t i = 0; i < desc->mesh_count; ++i) {
        const sinew_mesh *from = &desc->meshes[i];
        sinew_mesh *to = &model->meshes[i];
        size_t influences = (size_t)from->vertex_count * from->influence_count;
        *to = *from;
        to->joint = model->skeleton.joint_of_source[from->joint];
        to->positions = snw_floats_copy(arena, from->positions, (size_t)from->vertex_count * 3);
        to->normals = snw_floats_copy(arena, from->normals, (size_t)from->vertex_count * 3);
        to->influence_joints = copy(arena, from->influence_joints, influences, sizeof *from->influence_joints);
        to->influence_weights = snw_floats_copy(arena, from->influence_weights, influences);
        to->indices = copy(arena, from->indices, from->index_count, sizeof *from->indices);
    }
    return link_morphs(model, scratch) && !arena->failed;
}
