/* The skeleton: what a desc must be, its breadth-first order, and the answers about it.
   Invariant: joint_of_source[source[j]] == j, and parent[j] < j or SINEW_NONE. */
#include "rig.h"

#include "math/vector.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 96 };

static void say(sinew_log *log, sinew_code code, const char *kind, uint32_t index, const char *part,
                const char *sentence) {
    char path[PATH];
    snprintf(path, sizeof path, "skeleton.%s[%u]%s%s", kind, index, part[0] ? "." : "", part);
    snw_log_add(log, code, path, "%s", sentence);
}

/* ---- checks ---- */

static void check_rest(const sinew_joint_desc *joint, uint32_t index, sinew_log *log) {
    if (!joint->rest) return;
    if (!snw_transform_finite(joint->rest)) {
        say(log, SINEW_CODE_NOT_FINITE, "joints", index, "rest",
            "a number of this rest transform is infinite or not a number; give finite ones");
        return;
    }
    sinew_quat q = joint->rest->rotation;
    double length2 = (double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w;
    if (!(length2 > 1e-12))
        say(log, SINEW_CODE_OUT_OF_RANGE, "joints", index, "rest.rotation",
            "this rotation has no length; give a unit quaternion, such as 0 0 0 1 for none");
}

/* Walks up from every joint; a joint that is met again on its own way up closes a ring, which is told once. */
static bool check_rings(const sinew_skeleton_desc *desc, snw_arena *scratch, sinew_log *log) {
    uint32_t *walk = snw_arena_array(scratch, desc->joint_count, sizeof *walk); /* 0 unseen, else walk's number */
    if (!walk) return false;
    for (uint32_t i = 0; i < desc->joint_count; ++i) {
        uint32_t joint = i;
        while (joint < desc->joint_count && !walk[joint]) {
            walk[joint] = i + 1;
            joint = desc->joints[joint].parent;
        }
        if (joint < desc->joint_count && walk[joint] == i + 1)
            say(log, SINEW_CODE_OUT_OF_RANGE, "joints", joint, "parent",
                "this joint is its own ancestor; a skeleton must be a tree, so take one of the ring's parents away");
    }
    return true;
}

static void check_skin(const sinew_skeleton_desc *desc, uint32_t index, sinew_log *log) {
    const sinew_skin_desc *skin = &desc->skins[index];
    if (!skin->joints || !skin->joint_count) {
        say(log, SINEW_CODE_MISSING_FIELD, "skins", index, "joints", "a skin needs at least one joint");
        return;
    }
    char part[PATH / 2];
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        snprintf(part, sizeof part, "joints[%u]", i);
        if (skin->joints[i] >= desc->joint_count)
            say(log, SINEW_CODE_OUT_OF_RANGE, "skins", index, part, "there is no joint of this index");
        snprintf(part, sizeof part, "inverse_bind[%u]", i);
        if (skin->inverse_bind && !snw_floats_finite(skin->inverse_bind[i].m, 12))
            say(log, SINEW_CODE_NOT_FINITE, "skins", index, part,
                "a number of this matrix is infinite or not a number; give finite ones");
    }
}

bool snw_skeleton_check(const sinew_skeleton_desc *desc, snw_arena *scratch, sinew_log *log) {
    if (desc->joint_count > SINEW_MAX_JOINTS) {
        snw_log_add(log, SINEW_CODE_TOO_LARGE, "skeleton.joints", "%u joints are too many; at most %u are read",
                    desc->joint_count, SINEW_MAX_JOINTS);
        return true;
    }
    for (uint32_t i = 0; i < desc->joint_count; ++i) {
        uint32_t parent = desc->joints[i].parent;
        if (parent != SINEW_NONE && parent >= desc->joint_count)
            say(log, SINEW_CODE_OUT_OF_RANGE, "joints", i, "parent", "there is no joint of this index to be a parent");
        check_rest(&desc->joints[i], i, log);
    }
    for (uint32_t i = 0; i < desc->skin_count; ++i) check_skin(desc, i, log);
    return check_rings(desc, scratch, log);
}

/* ---- building ---- */

static bool order_joints(sinew_skeleton *s, const sinew_skeleton_desc *desc, snw_arena *scratch) {
    uint32_t count = desc->joint_count, written = 0;
    uint32_t *first = snw_arena_array(scratch, count, sizeof *first); /* child + 1, 0 for none */
    uint32_t *next = snw_arena_array(scratch, count, sizeof *next);
    if (!first || !next) return false;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = desc->joints[i].parent;
        if (parent == SINEW_NONE) continue;
        next[i] = first[parent];
        first[parent] = i + 1;
    }
    for (uint32_t i = 0; i < count; ++i)
        if (desc->joints[i].parent == SINEW_NONE) s->source[written++] = i;
    for (uint32_t j = 0; j < written; ++j)
        for (uint32_t child = first[s->source[j]]; child; child = next[child - 1]) s->source[written++] = child - 1;
    for (uint32_t j = 0; j < count; ++j) s->joint_of_source[s->source[j]] = j;
    return true;
}

void snw_group_put(snw_group *groups, uint32_t joint, const sinew_transform *t) {
    const float all[SNW_COMPONENTS] = { t->translation.x, t->translation.y, t->translation.z, t->rotation.x,
                                        t->rotation.y,    t->rotation.z,    t->rotation.w,    t->scale.x,
                                        t->scale.y,       t->scale.z };
    for (int c = 0; c < SNW_COMPONENTS; ++c) groups[joint / SINEW_GROUP].row[c][joint % SINEW_GROUP] = all[c];
}

static void fill_joint(sinew_skeleton *s, const sinew_skeleton_desc *desc, uint32_t joint, snw_arena *arena) {
    static const sinew_transform identity = SINEW_TRANSFORM_IDENTITY;
    s->parent[joint] = SINEW_NONE;
    s->rest[joint] = identity;
    if (joint < s->joint_count) {
        const sinew_joint_desc *from = &desc->joints[s->source[joint]];
        if (from->parent != SINEW_NONE) s->parent[joint] = s->joint_of_source[from->parent];
        if (from->rest) s->rest[joint] = *from->rest;
        s->rest[joint].rotation = snw_quat_normalize(s->rest[joint].rotation);
        s->names[joint] = snw_arena_text(arena, from->name ? from->name : "");
    }
    snw_group_put(s->rest_groups, joint, &s->rest[joint]);
}

static void build_skin(snw_skin *skin, const sinew_skin_desc *desc, const sinew_skeleton *s, snw_arena *arena) {
    uint32_t *joints = snw_arena_array(arena, desc->joint_count, sizeof *joints);
    sinew_affine *inverse = snw_arena_lines(arena, desc->joint_count, sizeof *inverse);
    skin->name = snw_arena_text(arena, desc->name ? desc->name : "");
    if (!joints || !inverse) return;
    for (uint32_t i = 0; i < desc->joint_count; ++i) {
        joints[i] = s->joint_of_source[desc->joints[i]];
        inverse[i] = desc->inverse_bind ? desc->inverse_bind[i] : snw_affine_identity();
    }
    skin->joints = joints;
    skin->inverse_bind = inverse;
    skin->joint_count = desc->joint_count;
}

bool snw_skeleton_build(sinew_skeleton *s, const sinew_skeleton_desc *desc, snw_arena *arena, snw_arena *scratch) {
    s->joint_count = desc->joint_count;
    s->group_count = (desc->joint_count + SINEW_GROUP - 1) / SINEW_GROUP;
    s->padded_count = s->group_count * SINEW_GROUP;
    s->parent = snw_arena_array(arena, s->padded_count, sizeof *s->parent);
    s->rest = snw_arena_array(arena, s->padded_count, sizeof *s->rest);
    s->rest_groups = snw_arena_lines(arena, s->group_count, sizeof *s->rest_groups);
    s->names = snw_arena_array(arena, s->joint_count, sizeof *s->names);
    s->source = snw_arena_array(arena, s->joint_count, sizeof *s->source);
    s->joint_of_source = snw_arena_array(arena, s->joint_count, sizeof *s->joint_of_source);
    s->skins = snw_arena_array(arena, desc->skin_count, sizeof *s->skins);
    s->skin_count = desc->skin_count;
    if (arena->failed || !order_joints(s, desc, scratch)) return false;
    for (uint32_t j = 0; j < s->padded_count; ++j) fill_joint(s, desc, j, arena);
    for (uint32_t i = 0; i < desc->skin_count; ++i) build_skin(&s->skins[i], &desc->skins[i], s, arena);
    return !arena->failed;
}

/* ---- answers ---- */

uint32_t sinew_skeleton_joint_count(const sinew_skeleton *s) { return s ? s->joint_count : 0; }

uint32_t sinew_skeleton_padded_count(const sinew_skeleton *s) { return s ? s->padded_count : 0; }

static bool has_joint(const sinew_skeleton *s, uint32_t joint) { return s && joint < s->joint_count; }

const char *sinew_skeleton_joint_name(const sinew_skeleton *s, uint32_t joint) {
    return has_joint(s, joint) ? s->names[joint] : NULL;
}

uint32_t sinew_skeleton_joint_parent(const sinew_skeleton *s, uint32_t joint) {
    return has_joint(s, joint) ? s->parent[joint] : SINEW_NONE;
}

uint32_t sinew_skeleton_joint_source(const sinew_skeleton *s, uint32_t joint) {
    return has_joint(s, joint) ? s->source[joint] : SINEW_NONE;
}

uint32_t sinew_skeleton_joint_of_source(const sinew_skeleton *s, uint32_t source) {
    return has_joint(s, source) ? s->joint_of_source[source] : SINEW_NONE;
}

const sinew_transform *sinew_skeleton_rest(const sinew_skeleton *s, uint32_t joint) {
    return has_joint(s, joint) ? &s->rest[joint] : NULL;
}

uint32_t sinew_skeleton_find_joint(const sinew_skeleton *s, const char *name) {
    if (!s || !name || !name[0]) return SINEW_NONE;
    for (uint32_t i = 0; i < s->joint_count; ++i)
        if (strcmp(s->names[s->joint_of_source[i]], name) == 0) return s->joint_of_source[i];
    return SINEW_NONE;
}

static const snw_skin *skin_of(const sinew_skeleton *s, uint32_t skin) {
    return s && skin < s->skin_count ? &s->skins[skin] : NULL;
}

uint32_t sinew_skeleton_skin_count(const sinew_skeleton *s) { return s ? s->skin_count : 0; }

const char *sinew_skeleton_skin_name(const sinew_skeleton *s, uint32_t skin) {
    const snw_skin *found = skin_of(s, skin);
    return found ? found->name : NULL;
}

uint32_t sinew_skeleton_skin_joint_count(const sinew_skeleton *s, uint32_t skin) {
    const snw_skin *found = skin_of(s, skin);
    return found ? found->joint_count : 0;
}

const uint32_t *sinew_skeleton_skin_joints(const sinew_skeleton *s, uint32_t skin) {
    const snw_skin *found = skin_of(s, skin);
    return found ? found->joints : NULL;
}

const sinew_affine *sinew_skeleton_skin_inverse_bind(const sinew_skeleton *s, uint32_t skin) {
    const snw_skin *found = skin_of(s, skin);
    return found ? found->inverse_bind : NULL;
}
