/* Skeletons, clips, curves, masks and models made from descs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fault/fault.h"
#include "rig/rig.h"
#include "sinew/sinew.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a small model ---- */

static const sinew_transform up = { { 0, 1, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
static const sinew_transform turned = { { 0, 1, 0 }, { 0, 0, 2, 0 }, { 1, 1, 1 } }; /* not of unit length */

/* Children before parents, two roots, a name twice. */
static const sinew_joint_desc joints[] = {
    { "hand", 1, &up },           { "arm", 3, &up },   { "leg", 3, NULL }, { "hips", SINEW_NONE, &turned },
    { "prop", SINEW_NONE, NULL }, { "hand", 4, NULL },
};
enum { HIPS, PROP, ARM, LEG, HAND2, HAND1, JOINTS }; /* breadth first */

static const float times[] = { 0, 1, 3 };
static const float places[] = { 0, 0, 0, 2, 4, 6, 2, 4, 8 };
static const float turns[] = { 0, 0, 0, 1, 0, 0, 0.70710678f, -0.70710678f, 0, 0, 1, 0 };
static const float weights[] = { 0, 1, 1, 0, 0.5f, 0.5f };
static const uint32_t skin_joints[] = { 1, 3 };
static const float rest_weights[] = { 0.25f, 0.75f };

typedef struct desc {
    sinew_joint_desc joints[6];
    sinew_skin_desc skin;
    sinew_curve curves[3];
    sinew_clip_desc clips[2];
    sinew_morph_desc morph;
    sinew_mesh mesh;
    sinew_model_desc model;
} desc;

static const float corners[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
static const uint32_t triangle[] = { 0, 1, 2 };
static const uint16_t influence_joints[12] = { 1 };
static const float influence_weights[12] = { 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 };

static void make(desc *d) {
    memset(d, 0, sizeof *d);
    memcpy(d->joints, joints, sizeof joints);
    d->skin = (sinew_skin_desc){ "skin", skin_joints, NULL, 2 };
    d->curves[0] = (sinew_curve){ SINEW_CHANNEL_WEIGHTS, SINEW_INTERPOLATION_LINEAR, 0, 3, 2, times, weights };
    d->curves[1] = (sinew_curve){ SINEW_CHANNEL_ROTATION, SINEW_INTERPOLATION_LINEAR, 0, 3, 4, times, turns };
    d->curves[2] = (sinew_curve){ SINEW_CHANNEL_TRANSLATION, SINEW_INTERPOLATION_LINEAR, 3, 3, 3, times, places };
    d->clips[0] = (sinew_clip_desc){ .name = "walk.fast", .curves = d->curves, .curve_count = 3 };
    d->clips[1] =
        (sinew_clip_desc){ .name = "jump", .length = 2.5, .once = true, .curves = d->curves + 1, .curve_count = 1 };
    d->morph = (sinew_morph_desc){ 3, 2, rest_weights };
    d->mesh = (sinew_mesh){ .joint = 3,
                            .skin = 0,
                            .vertex_count = 3,
                            .index_count = 3,
                            .influence_count = 4,
                            .color = { 1, 1, 1, 1 },
                            .positions = corners,
                            .influence_joints = influence_joints,
                            .influence_weights = influence_weights,
                            .indices = triangle };
    d->model.skeleton = (sinew_skeleton_desc){ d->joints, 6, &d->skin, 1 };
    d->model.clips = d->clips;
    d->model.clip_count = 2;
    d->model.morphs = &d->morph;
    d->model.morph_count = 1;
    d->model.meshes = &d->mesh;
    d->model.mesh_count = 1;
}

static sinew_model *create(desc *d) {
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    sinew_result result = sinew_model_create(&d->model, &model, &log);
    if (result) fail_msg("refused: %s", log.count ? log.items[0].sentence : sinew_result_text(result));
    assert_int_equal(log.count, 0);
    return model;
}

static sinew_model *small_model(void) {
    desc d;
    make(&d);
    return create(&d);
}

/* ---- skeleton ---- */

static void joints_are_breadth_first(void **state) {
    static const uint32_t sources[JOINTS] = { 3, 4, 1, 2, 5, 0 };
    static const uint32_t parents[JOINTS] = { SINEW_NONE, SINEW_NONE, HIPS, HIPS, PROP, ARM };
    (void)state;
    sinew_model *model = small_model();
    const sinew_skeleton *s = sinew_model_skeleton(model);
    assert_int_equal(sinew_skeleton_joint_count(s), JOINTS);
    assert_int_equal(sinew_skeleton_padded_count(s), SINEW_GROUP);
    for (uint32_t j = 0; j < JOINTS; ++j) {
        assert_int_equal(sinew_skeleton_joint_source(s, j), sources[j]);
        assert_int_equal(sinew_skeleton_joint_of_source(s, sources[j]), j);
        assert_int_equal(sinew_skeleton_joint_parent(s, j), parents[j]);
        assert_string_equal(sinew_skeleton_joint_name(s, j), joints[sources[j]].name);
    }
    assert_true(sinew_skeleton_rest(s, HIPS)->rotation.z >= 1 && sinew_skeleton_rest(s, HIPS)->rotation.z <= 1);
    assert_true(sinew_skeleton_rest(s, LEG)->scale.y >= 1);
    /* Of two hands the first of the desc, though it comes later in the order. */
    assert_int_equal(sinew_skeleton_find_joint(s, "hand"), HAND1);
    assert_int_equal(sinew_skeleton_find_joint(s, "Hand"), SINEW_NONE);
    assert_int_equal(sinew_skeleton_find_joint(s, ""), SINEW_NONE);
    assert_int_equal(sinew_skeleton_find_joint(s, NULL), SINEW_NONE);
    sinew_model_destroy(model);
}

static void groups_are_padded_with_identities(void **state) {
    (void)state;
    sinew_model *model = small_model();
    const sinew_skeleton *s = sinew_model_skeleton(model);
    assert_int_equal(s->group_count, 1);
    for (uint32_t j = 0; j < SINEW_GROUP; ++j) {
        const sinew_transform *t = &s->rest[j];
        const float wanted[SNW_COMPONENTS] = { t->translation.x, t->translation.y, t->translation.z, t->rotation.x,
                                               t->rotation.y,    t->rotation.z,    t->rotation.w,    t->scale.x,
                                               t->scale.y,       t->scale.z };
        for (int c = 0; c < SNW_COMPONENTS; ++c) {
            float is = s->rest_groups[0].row[c][j];
            assert_memory_equal(&is, &wanted[c], sizeof is);
        }
        if (j < JOINTS) continue;
        assert_int_equal(s->parent[j], SINEW_NONE);
        assert_true(t->rotation.w >= 1 && t->scale.x >= 1 && t->translation.y <= 0);
    }
    sinew_model_destroy(model);
}

static void what_is_out_of_range_is_nothing(void **state) {
    (void)state;
    sinew_model *model = small_model();
    const sinew_skeleton *s = sinew_model_skeleton(model);
    uint32_t joint, first, count;
    assert_null(sinew_skeleton_joint_name(s, JOINTS));
    assert_null(sinew_skeleton_rest(s, SINEW_NONE));
    assert_int_equal(sinew_skeleton_joint_parent(s, JOINTS), SINEW_NONE);
    assert_int_equal(sinew_skeleton_joint_source(s, JOINTS), SINEW_NONE);
    assert_int_equal(sinew_skeleton_joint_of_source(s, JOINTS), SINEW_NONE);
    assert_int_equal(sinew_skeleton_joint_count(NULL), 0);
    assert_int_equal(sinew_skeleton_padded_count(NULL), 0);
    assert_int_equal(sinew_skeleton_skin_count(NULL), 0);
    assert_null(sinew_skeleton_skin_name(s, 1));
    assert_null(sinew_skeleton_skin_joints(s, 1));
    assert_null(sinew_skeleton_skin_inverse_bind(s, 1));
    assert_int_equal(sinew_skeleton_skin_joint_count(s, 1), 0);
    assert_null(sinew_model_clip_name(model, 2));
    assert_true(sinew_model_clip_length(model, 2) <= 0);
    assert_false(sinew_model_clip_loops(model, 2));
    assert_null(sinew_model_clip_curves(model, 2, &count));
    assert_int_equal(count, 0);
    assert_false(sinew_model_morph(model, 1, &joint, &first, &count));
    assert_null(sinew_model_mesh(model, 1));
    assert_int_equal(sinew_model_find_clip(NULL, "x"), SINEW_NONE);
    assert_null(sinew_model_skeleton(NULL));
    assert_int_equal(sinew_model_clip_count(NULL) + sinew_model_morph_count(NULL) + sinew_model_mesh_count(NULL), 0);
    assert_int_equal(sinew_model_bytes(NULL) + sinew_model_morph_weight_count(NULL), 0);
    assert_null(sinew_model_morph_rest(NULL));
    assert_true(sinew_model_size(NULL) <= 0);
    sinew_model_destroy(model);
    sinew_model_destroy(NULL);
}

static void an_empty_model_is_a_model(void **state) {
    sinew_model_desc nothing = { 0 };
    sinew_model *model = NULL;
    (void)state;
    assert_int_equal(sinew_model_create(&nothing, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_skeleton_joint_count(sinew_model_skeleton(model)), 0);
    assert_int_equal(sinew_skeleton_padded_count(sinew_model_skeleton(model)), 0);
    assert_true(sinew_model_size(model) > 0);
    sinew_model_destroy(model);
}

static void many_joints_keep_their_order(void **state) {
    enum { MANY = 1000 };
    static sinew_joint_desc many[MANY];
    (void)state;
    for (uint32_t i = 0; i < MANY; ++i)
        many[i] = (sinew_joint_desc){ NULL, i + 1 < MANY ? i + 1 + i % 3 : SINEW_NONE, &up };
    for (uint32_t i = 0; i < MANY; ++i)
        if (many[i].parent != SINEW_NONE && many[i].parent >= MANY) many[i].parent = MANY - 1;
    sinew_model_desc all = { .skeleton = { many, MANY, NULL, 0 } };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&all, &model, NULL), SINEW_OK);
    const sinew_skeleton *s = sinew_model_skeleton(model);
    assert_int_equal(sinew_skeleton_padded_count(s), 1008);
    static uint32_t depth[MANY];
    for (uint32_t j = 0; j < MANY; ++j) {
        uint32_t parent = sinew_skeleton_joint_parent(s, j);
        assert_true(parent == SINEW_NONE ? j == 0 : parent < j);
        depth[j] = parent == SINEW_NONE ? 0 : depth[parent] + 1;
        assert_true(!j || depth[j] >= depth[j - 1]);
        if (!j) continue;
        uint32_t before = sinew_skeleton_joint_parent(s, j - 1);
        assert_true(before == SINEW_NONE || parent >= before); /* siblings together */
        if (before == parent) assert_true(sinew_skeleton_joint_source(s, j - 1) < sinew_skeleton_joint_source(s, j));
    }
    sinew_model_destroy(model);
}

static void the_size_is_the_diagonal_of_the_box(void **state) {
    static const sinew_transform left = { { -3, 0, 0 }, { 0, 0, 0, 1 }, { 2, 2, 2 } };
    static const sinew_transform right = { { 4, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    static const sinew_transform far_up = { { 0, 5, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    const sinew_joint_desc three[] = { { "l", SINEW_NONE, &left }, { "r", SINEW_NONE, &right }, { "u", 0, &far_up } };
    sinew_model_desc all = { .skeleton = { three, 2, NULL, 0 } };
    sinew_model *model = NULL;
    (void)state;
    assert_int_equal(sinew_model_create(&all, &model, NULL), SINEW_OK);
    assert_true(fabsf(sinew_model_size(model) - 7) < 1e-6f); /* left to right */
    sinew_model_destroy(model);
    all.skeleton.joint_count = 3; /* u stands at (-3, 10, 0): the box is 7 by 10 */
    assert_int_equal(sinew_model_create(&all, &model, NULL), SINEW_OK);
    assert_true(fabsf(sinew_model_size(model) - sqrtf(149)) < 1e-5f);
    sinew_model_destroy(model);
    all.skeleton.joint_count = 1;
    assert_int_equal(sinew_model_create(&all, &model, NULL), SINEW_OK);
    assert_true(fabsf(sinew_model_size(model) - 3) < 1e-6f); /* to the origin */
    sinew_model_destroy(model);
}

static void the_size_leaves_out_what_is_not_finite(void **state) {
    static const sinew_transform beyond = { { 3e38f, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    static const sinew_transform near_by = { { 0, 0, 2 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    const sinew_joint_desc two[] = { { "beyond", SINEW_NONE, &beyond }, { "near", SINEW_NONE, &near_by } };
    sinew_model_desc all = { .skeleton = { two, 2, NULL, 0 } };
    sinew_model *model = NULL;
    (void)state;
    assert_int_equal(sinew_model_create(&all, &model, NULL), SINEW_OK);
    assert_true(fabsf(sinew_model_size(model) - 2) < 1e-6f);
    sinew_model_destroy(model);
}

/* ---- clips ---- */

static void curves_are_sorted_by_what_they_animate(void **state) {
    uint32_t count;
    (void)state;
    sinew_model *model = small_model();
    const sinew_curve *c = sinew_model_clip_curves(model, 0, &count);
    assert_int_equal(count, 3);
    assert_int_equal(model->clips[0].joint_curve_count, 2);
    assert_int_equal(c[0].target, HIPS);
    assert_int_equal(c[0].channel, SINEW_CHANNEL_TRANSLATION);
    assert_int_equal(c[1].target, HAND1);
    assert_int_equal(c[1].channel, SINEW_CHANNEL_ROTATION);
    assert_int_equal(c[2].channel, SINEW_CHANNEL_WEIGHTS);
    assert_memory_equal(c[0].times, times, sizeof times);
    assert_memory_equal(c[0].values, places, sizeof places);
    assert_true(c[0].times != times);
    assert_true(fabs(sinew_model_clip_length(model, 0) - 3) < 1e-12);
    assert_true(fabs(sinew_model_clip_length(model, 1) - 2.5) < 1e-12);
    assert_true(sinew_model_clip_loops(model, 0));
    assert_false(sinew_model_clip_loops(model, 1));
    sinew_model_destroy(model);
}

static void clips_are_found_whole_or_by_stem(void **state) {
    desc d;
    (void)state;
    make(&d);
    sinew_model *model = create(&d);
    assert_int_equal(sinew_model_find_clip(model, "walk.fast"), 0);
    assert_int_equal(sinew_model_find_clip(model, "res://a/walk.fast.anim"), 0);
    assert_int_equal(sinew_model_find_clip(model, "jump.anim"), 1);
    assert_int_equal(sinew_model_find_clip(model, "a\\jump"), 1);
    assert_int_equal(sinew_model_find_clip(model, "jum"), SINEW_NONE);
    assert_int_equal(sinew_model_find_clip(model, "walk"), SINEW_NONE); /* the model's own names are whole */
    assert_int_equal(sinew_model_find_clip(model, ""), SINEW_NONE);
    assert_int_equal(sinew_model_find_clip(model, "x/"), SINEW_NONE);
    sinew_model_destroy(model);
    d.clips[0].name = "jump";
    model = create(&d);
    assert_int_equal(sinew_model_find_clip(model, "jump"), 0); /* the first of two */
    sinew_model_destroy(model);
    d.clips[0].name = "a/jump";
    model = create(&d);
    assert_int_equal(sinew_model_find_clip(model, "a/jump"), 0); /* whole goes before the stem */
    sinew_model_destroy(model);
}

static void morphs_and_meshes_are_copied(void **state) {
    uint32_t joint, first, count;
    (void)state;
    sinew_model *model = small_model();
    assert_true(sinew_model_morph(model, 0, &joint, &first, &count));
    assert_int_equal(joint, HIPS);
    assert_int_equal(count, 2);
    assert_memory_equal(sinew_model_morph_rest(model), rest_weights, sizeof rest_weights);
    const sinew_mesh *mesh = sinew_model_mesh(model, 0);
    assert_int_equal(mesh->joint, HIPS);
    assert_memory_equal(mesh->positions, corners, sizeof corners);
    assert_memory_equal(mesh->indices, triangle, sizeof triangle);
    assert_memory_equal(mesh->influence_weights, influence_weights, sizeof influence_weights);
    assert_null(mesh->normals);
    assert_true(sinew_model_bytes(model) > sizeof corners + sizeof turns);
    const sinew_skeleton *s = sinew_model_skeleton(model);
    assert_int_equal(sinew_skeleton_skin_joints(s, 0)[0], ARM);
    assert_int_equal(sinew_skeleton_skin_joints(s, 0)[1], HIPS);
    sinew_model_destroy(model);
}

static void a_pointer_names_its_joint_by_number(void **state) {
    enum { MANY = 123 };
    static const char *const pointers[] = { "/nodes/9/a", "/nodes/12/a", "/nodes/122/a", "/nodes/123/a", "/nodes/x/a" };
    static const uint32_t named[] = { 9, 12, 122, SINEW_NONE, SINEW_NONE };
    static const float at[1] = { 0 }, one[1] = { 1 };
    sinew_joint_desc many[MANY] = { { 0 } };
    sinew_property_desc properties[5] = { { 0 } };
    (void)state;
    for (uint32_t i = 0; i < MANY; ++i) many[i] = (sinew_joint_desc){ .name = "j", .parent = SINEW_NONE };
    for (uint32_t i = 0; i < 5; ++i)
        properties[i] =
            (sinew_property_desc){ .pointer = pointers[i], .key_count = 1, .times = at, .numbers = one, .width = 1 };
    sinew_clip_desc clip = { .name = "c", .length = 1, .properties = properties, .property_count = 5 };
    sinew_model_desc large = { .skeleton = { .joints = many, .joint_count = MANY }, .clips = &clip, .clip_count = 1 };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&large, &model, NULL), SINEW_OK);
    for (uint32_t i = 0; i < 5; ++i) {
        uint32_t joint =
            named[i] == SINEW_NONE ? SINEW_NONE : sinew_skeleton_joint_of_source(sinew_model_skeleton(model), named[i]);
        assert_string_equal(model->lanes[i].pointer, pointers[i]);
        assert_int_equal(model->lanes[i].joint, joint);
    }
    sinew_model_destroy(model);
}

/* ---- what is refused ---- */

static const float bad_times[] = { 0, 2, 1 };
static const float nan_times[] = { 0, NAN, 1 };
static const float early_times[] = { -1, 0, 1 };
static const float nan_values[] = { NAN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
static const uint32_t far_joint[] = { 1, 60 };
static const uint32_t far_index[] = { 0, 1, 3 };
static const uint16_t far_influence[12] = { 2 };
static const sinew_affine nan_bind[2] = { { { 0 } }, { { NAN } } };
static const sinew_transform nan_rest = { { 0, NAN, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
static const sinew_transform no_turn = { { 0, 0, 0 }, { 0, 0, 0, 0 }, { 1, 1, 1 } };

enum { BREAKS = 30 };

/* Breaks one thing; returns where the finding is to be, NULL past the last. */
static const char *break_desc(desc *d, int which, sinew_code *code) {
    *code = SINEW_CODE_OUT_OF_RANGE;
    switch (which) {
    case 0: d->joints[1].parent = 6; return "skeleton.joints[1].parent";
    case 1: d->joints[3].parent = 0; return "skeleton.joints[0].parent";
    case 2: d->joints[2].parent = 2; return "skeleton.joints[2].parent";
    case 3:
        d->joints[2].rest = &nan_rest;
        *code = SINEW_CODE_NOT_FINITE;
        return "skeleton.joints[2].rest";
    case 4: d->joints[2].rest = &no_turn; return "skeleton.joints[2].rest.rotation";
    case 5: d->skin.joints = far_joint; return "skeleton.skins[0].joints[1]";
    case 6:
        d->skin.joint_count = 0;
        *code = SINEW_CODE_MISSING_FIELD;
        return "skeleton.skins[0].joints";
    case 7:
        d->skin.inverse_bind = nan_bind;
        *code = SINEW_CODE_NOT_FINITE;
        return "skeleton.skins[0].inverse_bind[1]";
    case 8: d->curves[0].target = 1; return "clips[0].curves[0].target";
    case 9: d->curves[2].target = 6; return "clips[0].curves[2].target";
    case 10: d->curves[1].width = 3; return "clips[0].curves[1].width";
    case 11: d->curves[0].width = 3; return "clips[0].curves[0].width";
    case 12:
        d->curves[1].key_count = 0;
        *code = SINEW_CODE_MISSING_FIELD;
        return "clips[1].curves[0].times";
    case 13:
        d->curves[1].values = NULL;
        *code = SINEW_CODE_MISSING_FIELD;
        return "clips[0].curves[1].times";
    case 14: d->curves[2].times = bad_times; return "clips[0].curves[2].times[2]";
    case 15:
        d->curves[2].times = nan_times;
        *code = SINEW_CODE_NOT_FINITE;
        return "clips[0].curves[2].times[1]";
    case 16: d->curves[2].times = early_times; return "clips[0].curves[2].times[0]";
    case 17:
        d->curves[2].values = nan_values;
        *code = SINEW_CODE_NOT_FINITE;
        return "clips[0].curves[2].values";
    case 18:
        d->curves[1] = d->curves[2];
        *code = SINEW_CODE_DUPLICATE_NAME;
        return "clips[0].curves[2].target";
    case 19: d->clips[1].length = -1; return "clips[1].length";
    case 20: d->clips[1].length = (double)INFINITY; return "clips[1].length";
    case 21: d->morph.joint = 6; return "morphs[0]";
    case 22:
        d->morph.weights = nan_values;
        *code = SINEW_CODE_NOT_FINITE;
        return "morphs[0]";
    case 23:
        d->morph.target_count = 2000000;
        d->morph.weights = NULL;
        *code = SINEW_CODE_TOO_LARGE;
        return "morphs";
    case 24: d->mesh.joint = 6; return "meshes[0].joint";
    case 25: d->mesh.indices = far_index; return "meshes[0].indices";
    case 26: d->mesh.influence_joints = far_influence; return "meshes[0].influence_joints";
    case 27:
        d->mesh.positions = nan_values;
        *code = SINEW_CODE_NOT_FINITE;
        return "meshes[0].positions";
    case 28: d->mesh.influence_count = 3; return "meshes[0].influence_count";
    case 29: d->curves[1].channel = (sinew_channel)9; return "clips[0].curves[1]";
    default: return NULL;
    }
}

static bool has_finding(const sinew_log *log, sinew_code code, const char *path) {
    for (uint32_t i = 0; i < log->count; ++i)
        if (log->items[i].code == code && strcmp(log->items[i].path, path) == 0) return true;
    return false;
}

static void every_fault_is_found_in_its_place(void **state) {
    (void)state;
    for (int i = 0; i < BREAKS; ++i) {
        desc d;
        sinew_code code;
        sinew_log log = { 0 };
        sinew_model *model = NULL;
        make(&d);
        const char *path = break_desc(&d, i, &code);
        assert_non_null(path);
        assert_int_equal(sinew_model_create(&d.model, &model, &log), SINEW_ERROR_INPUT);
        assert_null(model);
        if (!has_finding(&log, code, path))
            fail_msg("%d: nothing at \"%s\", but at \"%s\"", i, path, log.items[0].path);
        sinew_log_free(&log);
        assert_int_equal(sinew_model_create(&d.model, &model, NULL), SINEW_ERROR_INPUT); /* without a log too */
    }
}

static void all_faults_come_at_once(void **state) {
    desc d;
    sinew_code code;
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    (void)state;
    make(&d);
    static const int breaks[] = { 0, 14, 19, 21, 24 };
    for (int i = 0; i < 5; ++i) break_desc(&d, breaks[i], &code);
    assert_int_equal(sinew_model_create(&d.model, &model, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.error_count, 5);
    sinew_log_free(&log);
}

static void too_many_joints_are_refused(void **state) {
    desc d;
    sinew_model *model = NULL;
    sinew_log log = { 0 };
    (void)state;
    make(&d);
    sinew_joint_desc *many = calloc(SINEW_MAX_JOINTS + 1, sizeof *many);
    for (uint32_t i = 0; i <= SINEW_MAX_JOINTS; ++i) many[i].parent = i ? i - 1 : SINEW_NONE;
    d.model.skeleton.joints = many;
    d.model.skeleton.joint_count = SINEW_MAX_JOINTS + 1;
    assert_int_equal(sinew_model_create(&d.model, &model, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.items[0].code, SINEW_CODE_TOO_LARGE);
    sinew_log_free(&log);
    d.model.skeleton.joint_count = SINEW_MAX_JOINTS;
    assert_int_equal(sinew_model_create(&d.model, &model, &log), SINEW_OK);
    sinew_model_destroy(model);
    free(many);
}

static void null_arguments_are_said(void **state) {
    desc d;
    sinew_model *model = NULL;
    (void)state;
    make(&d);
    assert_int_equal(sinew_model_create(NULL, &model, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_model_create(&d.model, NULL, NULL), SINEW_ERROR_ARGUMENT);
    d.clips[0].curves = NULL;
    assert_int_equal(sinew_model_create(&d.model, &model, NULL), SINEW_ERROR_ARGUMENT);
    make(&d);
    d.model.skeleton.joints = NULL;
    assert_int_equal(sinew_model_create(&d.model, &model, NULL), SINEW_ERROR_ARGUMENT);
}

static bool create_once(fault *f, void *user) {
    desc *d = user;
    sinew_model *model = NULL;
    d->model.allocator = &f->allocator;
    sinew_result result = sinew_model_create(&d->model, &model, NULL);
    assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY);
    sinew_model_destroy(model);
    return result == SINEW_OK;
}

static void every_allocation_may_fail(void **state) {
    desc d;
    (void)state;
    make(&d);
    assert_true(fault_sweep(create_once, &d, 500) > 1);
}

/* ---- masks, through the rig's table ---- */

static uint32_t compile(const sinew_model *model, const sinew_mask_desc *mask, float *out, sinew_log *log) {
    sinew_rig rig = sinew_model_rig(model);
    assert_int_equal(rig.joint_count, JOINTS);
    return rig.compile_mask(rig.user, mask, out, log, "masks.arms");
}

static void expect_mask(const float *is, float hips, float prop, float arm, float leg, float hand2, float hand1) {
    const float wanted[JOINTS] = { hips, prop, arm, leg, hand2, hand1 };
    for (int j = 0; j < JOINTS; ++j)
        if (!(fabsf(is[j] - wanted[j]) < 1e-6f)) fail_msg("joint %d weighs %g", j, (double)is[j]);
}

static void masks_take_the_nearest_named_ancestor(void **state) {
    const sinew_mask_joint_desc two[] = { { "hips", { true, 0.25 } }, { "hand", { false, 0 } } };
    sinew_mask_desc mask = { "arms", two, 2, false };
    float w[JOINTS];
    (void)state;
    sinew_model *model = small_model();
    assert_int_equal(compile(model, &mask, w, NULL), 2);
    expect_mask(w, 0.25f, 0, 0.25f, 0.25f, 0, 1);
    mask.no_children = true;
    assert_int_equal(compile(model, &mask, w, NULL), 2);
    expect_mask(w, 0.25f, 0, 0, 0, 0, 1);
    mask.joint_count = 0;
    assert_int_equal(compile(model, &mask, w, NULL), 0);
    expect_mask(w, 0, 0, 0, 0, 0, 0);
    sinew_model_destroy(model);
}

static void the_last_weight_of_a_joint_counts(void **state) {
    const sinew_mask_joint_desc three[] = { { "arm", { true, 0.25 } },
                                            { "prop", { true, 7 } },
                                            { "arm", { true, 0 } } };
    const sinew_mask_desc mask = { "arms", three, 3, false };
    float w[JOINTS];
    (void)state;
    sinew_model *model = small_model();
    assert_int_equal(compile(model, &mask, w, NULL), 3);
    expect_mask(w, 0, 1, 0, 0, 1, 0);
    sinew_model_destroy(model);
}

static void joints_that_a_mask_lacks_are_told(void **state) {
    const sinew_mask_joint_desc two[] = { { "hipps", { false, 0 } }, { "zzzzzzzz", { false, 0 } } };
    const sinew_mask_desc mask = { "arms", two, 2, false };
    float w[JOINTS];
    sinew_log log = { 0 };
    (void)state;
    sinew_model *model = small_model();
    assert_int_equal(compile(model, &mask, w, &log), 0);
    assert_int_equal(log.warning_count, 2);
    assert_int_equal(log.items[0].code, SINEW_CODE_UNKNOWN_JOINT);
    assert_string_equal(log.items[0].path, "masks.arms.bones[0]");
    assert_non_null(strstr(log.items[0].sentence, "Did you mean \"hips\"?"));
    assert_null(strstr(log.items[1].sentence, "Did you mean"));
    sinew_log_free(&log);
    sinew_model_destroy(model);
}

static void a_model_is_a_rig(void **state) {
    (void)state;
    sinew_model *model = small_model();
    sinew_rig rig = sinew_model_rig(model);
    assert_int_equal(rig.find_clip(rig.user, "x/jump.anim"), 1);
    sinew_clip_info info = rig.clip_info(rig.user, 1);
    assert_true(info.once && fabs(info.length - 2.5) < 1e-12);
    assert_false(rig.clip_info(rig.user, 0).once);
    assert_null(sinew_model_rig(NULL).user);
    sinew_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_breadth_first),
        cmocka_unit_test(groups_are_padded_with_identities),
        cmocka_unit_test(what_is_out_of_range_is_nothing),
        cmocka_unit_test(an_empty_model_is_a_model),
        cmocka_unit_test(many_joints_keep_their_order),
        cmocka_unit_test(the_size_is_the_diagonal_of_the_box),
        cmocka_unit_test(the_size_leaves_out_what_is_not_finite),
        cmocka_unit_test(curves_are_sorted_by_what_they_animate),
        cmocka_unit_test(clips_are_found_whole_or_by_stem),
        cmocka_unit_test(morphs_and_meshes_are_copied),
        cmocka_unit_test(a_pointer_names_its_joint_by_number),
        cmocka_unit_test(every_fault_is_found_in_its_place),
        cmocka_unit_test(all_faults_come_at_once),
        cmocka_unit_test(too_many_joints_are_refused),
        cmocka_unit_test(null_arguments_are_said),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(masks_take_the_nearest_named_ancestor),
        cmocka_unit_test(the_last_weight_of_a_joint_counts),
        cmocka_unit_test(joints_that_a_mask_lacks_are_told),
        cmocka_unit_test(a_model_is_a_rig),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
