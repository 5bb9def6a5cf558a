/* A model in a pass: skeleton, morph groups, lanes, clips, meshes. Invariant: what can be told from the rest (groups at
   rest, the other way of `source`, where weights and numbers of lanes begin) is not in the bank but made anew. */
#include "bank/bank.h"

#include <string.h>

/* What a model that is built may write to while it is built. */
static void *in_place(snw_pass *pass, const void *from, size_t count, size_t each) {
    return (void *)(uintptr_t)snw_pass_data(pass, from, count, each, sizeof(float));
}

/* ---- skeleton ---- */

static void check_parents(snw_pass *pass, const sinew_skeleton *s) {
    for (uint32_t j = 0; j < s->padded_count; ++j) {
        uint32_t parent = s->parent[j], before = j ? s->parent[j - 1] : SINEW_NONE;
        bool root = parent == SINEW_NONE;
        bool fits = j >= s->joint_count ? root : root ? before == SINEW_NONE : parent < j;
        if (j < s->joint_count && !root && before != SINEW_NONE) fits = fits && parent >= before;
        if (!fits) snw_pass_fault(pass, "joints do not stand in the order of their parents");
    }
}

/* Turns are of unit length, and past the last joint there is none. */
static void check_rest(snw_pass *pass, const sinew_skeleton *s) {
    static const sinew_transform identity = SINEW_TRANSFORM_IDENTITY;
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        sinew_quat q = s->rest[j].rotation;
        float length2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!snw_transform_finite(&s->rest[j]) || !(length2 > 0.99f && length2 < 1.01f))
            snw_pass_fault(pass, "a joint at rest is not a transform");
    }
    for (uint32_t j = s->joint_count; j < s->padded_count; ++j)
        if (memcmp(&s->rest[j], &identity, sizeof identity) != 0)
            snw_pass_fault(pass, "something stands past the last joint");
}

static void turn_source(snw_pass *pass, sinew_skeleton *s) {
    for (uint32_t j = 0; j < s->joint_count; ++j) s->joint_of_source[j] = SINEW_NONE;
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        uint32_t source = s->source[j];
        if (source >= s->joint_count || s->joint_of_source[source] != SINEW_NONE) {
            snw_pass_fault(pass, "two joints are the same one of their file");
            return;
        }
        s->joint_of_source[source] = j;
    }
}

static void pass_skin(snw_pass *pass, const sinew_skeleton *s, snw_skin *skin) {
    skin->name = snw_pass_name(pass, skin->name);
    skin->joint_count = snw_pass_count(pass, skin->joint_count, sizeof *skin->joints, UINT32_MAX);
    skin->joints = snw_pass_data(pass, skin->joints, skin->joint_count, sizeof *skin->joints, sizeof(uint32_t));
    size_t numbers = (size_t)skin->joint_count * 12;
    const sinew_affine *inverse =
        snw_pass_data(pass, skin->inverse_bind, skin->joint_count, sizeof *inverse, SINEW_BANK_ALIGN);
    if (!snw_pass_fills(pass) || pass->fault) return;
    skin->inverse_bind = inverse;
    if (!inverse || !snw_floats_finite(inverse->m, numbers)) snw_pass_fault(pass, "a bind matrix is not finite");
    for (uint32_t i = 0; i < skin->joint_count; ++i)
        if (skin->joints[i] >= s->joint_count) snw_pass_fault(pass, "a skin names a joint that there is not");
}

static void pass_skins(snw_pass *pass, sinew_skeleton *s) {
    const snw_skin *from = s->skins;
    s->skin_count = snw_pass_count(pass, s->skin_count, 8, UINT32_MAX);
    s->skins = snw_pass_table(pass, s->skin_count, sizeof *s->skins);
    for (uint32_t i = 0; i < s->skin_count && !pass->fault; ++i) {
        snw_skin skin = snw_pass_writes(pass) ? from[i] : (snw_skin){ 0 };
        pass_skin(pass, s, &skin);
        if (s->skins) s->skins[i] = skin;
    }
}

static void pass_names(snw_pass *pass, sinew_skeleton *s) {
    const char *const *from = s->names;
    s->names = snw_pass_table(pass, s->joint_count, sizeof *s->names);
    for (uint32_t j = 0; j < s->joint_count && !pass->fault; ++j) {
        const char *name = snw_pass_name(pass, snw_pass_writes(pass) ? from[j] : NULL);
        if (s->names) s->names[j] = name;
    }
}

static void pass_skeleton(snw_pass *pass, sinew_skeleton *s) {
    s->joint_count = snw_pass_count(pass, s->joint_count, 4, SINEW_MAX_JOINTS);
    s->group_count = (s->joint_count + SINEW_GROUP - 1) / SINEW_GROUP;
    s->padded_count = s->group_count * SINEW_GROUP;
    pass_names(pass, s);
    s->parent = in_place(pass, s->parent, s->padded_count, sizeof *s->parent);
    s->rest = in_place(pass, s->rest, s->padded_count, sizeof *s->rest);
    s->source = in_place(pass, s->source, s->joint_count, sizeof *s->source);
    snw_group *groups = snw_pass_lines(pass, s->group_count, sizeof *groups);
    s->joint_of_source = snw_pass_table(pass, s->joint_count, sizeof *s->joint_of_source);
    pass_skins(pass, s);
    if (!snw_pass_fills(pass) || pass->fault) return;
    s->rest_groups = groups;
    check_parents(pass, s);
    check_rest(pass, s);
    turn_source(pass, s);
    for (uint32_t j = 0; j < s->padded_count; ++j) snw_group_put(groups, j, &s->rest[j]);
}

/* ---- morph groups ---- */

static void pass_morphs(snw_pass *pass, sinew_model *model) {
    const snw_morph *from = model->morphs;
    model->morph_count = snw_pass_count(pass, model->morph_count, 8, SINEW_MAX_JOINTS);
    model->morphs = snw_pass_table(pass, model->morph_count, sizeof *model->morphs);
    uint32_t weights = 0;
    for (uint32_t i = 0; i < model->morph_count && !pass->fault; ++i) {
        snw_morph morph = snw_pass_writes(pass) ? from[i] : (snw_morph){ 0 };
        morph.joint = snw_pass_below(pass, morph.joint, model->skeleton.joint_count);
        morph.first = weights;
        morph.count = snw_pass_below(pass, morph.count, SNW_MOST_WEIGHTS + 1 - weights);
        weights += morph.count;
        if (model->morphs) model->morphs[i] = morph;
    }
    model->morph_weight_count = weights;
    model->morph_rest = in_place(pass, model->morph_rest, weights, sizeof *model->morph_rest);
    if (!snw_floats_finite(model->morph_rest, snw_pass_fills(pass) && !pass->fault ? weights : 0))
        snw_pass_fault(pass, "a weight at rest is infinite or not a number");
}

/* ---- lanes ---- */

static void check_lane(snw_pass *pass, const sinew_lane_info *lane) {
    bool named = lane->pointer ? !lane->component && !lane->field : lane->component && lane->field;
    bool plain = !lane->text && lane->width == 1;
    if (!named || !lane->width || (lane->text && lane->width != 1)) snw_pass_fault(pass, "a property has no name");
    else if (snw_lane_drives(lane) && (!plain || !lane->pointer[1]))
        snw_pass_fault(pass, "a property that drives a parameter has other than one number");
}

static void pass_lane(snw_pass *pass, const sinew_model *model, sinew_lane_info *lane) {
    lane->component = snw_pass_text(pass, lane->component);
    lane->field = snw_pass_text(pass, lane->field);
    lane->pointer = snw_pass_text(pass, lane->pointer);
    lane->text = snw_pass_flag(pass, lane->text);
    lane->width = snw_pass_below(pass, lane->width, SNW_MOST_WIDTH + 1);
    lane->joint = snw_pass_index(pass, lane->joint, model->skeleton.joint_count);
}

static void pass_lanes(snw_pass *pass, sinew_model *model) {
    const sinew_lane_info *from = model->lanes;
    uint32_t count = snw_pass_count(pass, model->lane_count, 24, UINT32_MAX / SNW_MOST_WIDTH);
    model->lanes = snw_pass_table(pass, count, sizeof *model->lanes);
    model->lane_first = snw_pass_table(pass, count, sizeof *model->lane_first);
    model->drives = snw_pass_table(pass, count, sizeof *model->drives);
    model->lane_count = count;
    for (uint32_t i = 0; i < count && !pass->fault; ++i) {
        sinew_lane_info lane = snw_pass_writes(pass) ? from[i] : (sinew_lane_info){ 0 };
        pass_lane(pass, model, &lane);
        if (!snw_pass_fills(pass) || pass->fault) continue;
        check_lane(pass, &lane);
        model->lanes[i] = lane;
        model->lane_first[i] = model->lane_numbers;
        model->lane_numbers += lane.width;
        if (snw_lane_drives(&lane)) model->drives[model->drive_count++] = i;
    }
}

/* ---- clips ---- */

static void pass_clips(snw_pass *pass, sinew_model *model) {
    const snw_clip *from = model->clips;
    uint32_t texts = 0;
    model->text_count = snw_pass_count(pass, model->text_count, 4, UINT32_MAX - 1);
    model->texts = snw_pass_table(pass, model->text_count, sizeof *model->texts);
    model->clip_count = snw_pass_count(pass, model->clip_count, 40, UINT32_MAX - 2);
    model->clips = snw_pass_table(pass, model->clip_count, sizeof *model->clips);
    for (uint32_t i = 0; i < model->clip_count && !pass->fault; ++i) {
        snw_clip one = snw_pass_writes(pass) ? from[i] : (snw_clip){ 0 };
        snw_clip *clip = model->clips ? &model->clips[i] : &one;
        snw_pass_clip(pass, model, clip, &texts);
    }
    if (snw_pass_fills(pass) && texts != model->text_count)
        snw_pass_fault(pass, "the texts of properties do not add up");
}

/* ---- meshes ---- */

static void check_mesh(snw_pass *pass, const sinew_model *model, const sinew_mesh *mesh) {
    const sinew_skeleton *s = &model->skeleton;
    size_t influences = (size_t)mesh->vertex_count * mesh->influence_count;
    if (mesh->index_count % 3) snw_pass_fault(pass, "triangles take three indices each");
    for (uint32_t i = 0; i < mesh->index_count; ++i)
        if (mesh->indices[i] >= mesh->vertex_count) snw_pass_fault(pass, "an index points past a mesh's vertices");
    if (!mesh->influence_count) return;
    if ((mesh->influence_count != 4 && mesh->influence_count != 8) || mesh->skin == SINEW_NONE) {
        snw_pass_fault(pass, "a vertex has no skin, or other than 4 or 8 influences");
        return;
    }
    for (size_t i = 0; i < influences; ++i)
        if (mesh->influence_joints[i] >= s->skins[mesh->skin].joint_count)
            snw_pass_fault(pass, "an influence names a joint that its skin lacks");
}

static void pass_mesh(snw_pass *pass, const sinew_model *model, sinew_mesh *mesh) {
    mesh->joint = snw_pass_below(pass, mesh->joint, model->skeleton.joint_count);
    mesh->skin = snw_pass_index(pass, mesh->skin, model->skeleton.skin_count);
    mesh->vertex_count = snw_pass_count(pass, mesh->vertex_count, 12, UINT32_MAX);
    mesh->index_count = snw_pass_count(pass, mesh->index_count, 4, UINT32_MAX);
    mesh->influence_count = snw_pass_below(pass, mesh->influence_count, 9);
    for (int i = 0; i < 4; ++i) mesh->color[i] = snw_pass_float(pass, mesh->color[i]);
    bool normals = snw_pass_flag(pass, mesh->normals && mesh->vertex_count);
    if (normals && !mesh->vertex_count) snw_pass_fault(pass, "a mesh has normals of no vertices");
    size_t vertices = mesh->vertex_count, influences = vertices * mesh->influence_count;
    mesh->positions = snw_pass_floats(pass, mesh->positions, vertices * 3);
    mesh->normals = snw_pass_floats(pass, mesh->normals, normals ? vertices * 3 : 0);
    mesh->influence_weights = snw_pass_floats(pass, mesh->influence_weights, influences);
    mesh->influence_joints =
        snw_pass_data(pass, mesh->influence_joints, influences, sizeof *mesh->influence_joints, sizeof(uint16_t));
    mesh->indices = snw_pass_data(pass, mesh->indices, mesh->index_count, sizeof *mesh->indices, sizeof(uint32_t));
    if (snw_pass_fills(pass) && !pass->fault) check_mesh(pass, model, mesh);
}

static void pass_meshes(snw_pass *pass, sinew_model *model) {
    const sinew_mesh *from = model->meshes;
    const uint32_t *morphs = model->mesh_morph;
    model->mesh_count = snw_pass_count(pass, model->mesh_count, 40, UINT32_MAX);
    model->meshes = snw_pass_table(pass, model->mesh_count, sizeof *model->meshes);
    model->mesh_morph = snw_pass_table(pass, model->mesh_count, sizeof *model->mesh_morph);
    for (uint32_t i = 0; i < model->mesh_count && !pass->fault; ++i) {
        sinew_mesh mesh = snw_pass_writes(pass) ? from[i] : (sinew_mesh){ 0 };
        pass_mesh(pass, model, &mesh);
        uint32_t morph = snw_pass_index(pass, snw_pass_writes(pass) ? morphs[i] : 0, model->morph_count);
        if (!model->meshes) continue;
        model->meshes[i] = mesh;
        model->mesh_morph[i] = morph;
    }
}

void snw_pass_model(snw_pass *pass, sinew_model *model) {
    model->size = snw_pass_float(pass, model->size);
    if (!snw_pass_writes(pass) && !pass->fault && !(model->size > 0)) snw_pass_fault(pass, "a model has no size");
    pass_skeleton(pass, &model->skeleton);
    pass_morphs(pass, model);
    pass_lanes(pass, model);
    pass_clips(pass, model);
    pass_meshes(pass, model);
}
