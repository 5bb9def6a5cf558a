/* The joints that a trace shows. Invariant: each key is there once: a second joint of a name, and one without a
   name, get theirs from the place in the file. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static bool taken(const trace_joints *joints, const char *key) {
    for (uint32_t i = 0; i < joints->count; ++i)
        if (strcmp(joints->keys[i], key) == 0) return true;
    return false;
}

static bool add(trace_joints *joints, const sinew_skeleton *skeleton, uint32_t joint, bool unique) {
    const char *name = sinew_skeleton_joint_name(skeleton, joint);
    size_t size = strlen(name) + 16;
    char *key = malloc(size);
    uint32_t *indices = realloc(joints->joints, (joints->count + 1) * sizeof *indices);
    if (indices) joints->joints = indices;
    char **keys = realloc(joints->keys, (joints->count + 1) * sizeof *keys);
    if (keys) joints->keys = keys;
    if (!key || !indices || !keys) return free(key), fail_memory(), false;
    snprintf(key, size, unique ? "%s" : "%s#%u", name, (unsigned)sinew_skeleton_joint_source(skeleton, joint));
    joints->joints[joints->count] = joint;
    joints->keys[joints->count++] = key;
    return true;
}

bool trace_joints_add(trace_joints *joints, const sinew_model *model, const char *name, const char *file) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    uint32_t joint = sinew_skeleton_find_joint(skeleton, name), count = sinew_skeleton_joint_count(skeleton);
    if (joint != SINEW_NONE) return taken(joints, name) || add(joints, skeleton, joint, true);
    const char **names = malloc((count + 1) * sizeof *names);
    char hint[256] = "";
    for (uint32_t i = 0; names && i < count; ++i) names[i] = sinew_skeleton_joint_name(skeleton, i);
    if (names) nearest_hint(hint, sizeof hint, name, names, count);
    free(names);
    fail(file, SINEW_CODE_UNKNOWN_JOINT, "the model has no joint \"%s\"%s", name, hint);
    return false;
}

/* In the order of the file. The first joint of a name is the one that is found by it. */
static bool add_all(trace_joints *joints, const sinew_skeleton *skeleton) {
    for (uint32_t source = 0; source < sinew_skeleton_joint_count(skeleton); ++source) {
        uint32_t joint = sinew_skeleton_joint_of_source(skeleton, source);
        const char *name = sinew_skeleton_joint_name(skeleton, joint);
        bool unique = name[0] && sinew_skeleton_find_joint(skeleton, name) == joint;
        if (!add(joints, skeleton, joint, unique)) return false;
    }
    return true;
}

static bool add_list(trace_joints *joints, const sinew_model *model, const char *list, const char *file) {
    char *copy = beside("", list);
    bool good = copy != NULL;
    if (!copy) fail_memory();
    for (char *at = copy; good && at;) {
        char *comma = strchr(at, ',');
        if (comma) *comma = 0;
        good = trace_joints_add(joints, model, at, file);
        at = comma ? comma + 1 : NULL;
    }
    free(copy);
    return good;
}

bool trace_joints_init(trace_joints *joints, const sinew_binding *binding, const char *list, const char *file) {
    memset(joints, 0, sizeof *joints);
    const sinew_model *model = sinew_binding_model(binding);
    joints->pose = sinew_pose_create(binding);
    if (!joints->pose) return fail_memory(), false;
    if (!list) return true;
    if (strcmp(list, "all") == 0) return add_all(joints, sinew_model_skeleton(model));
    return add_list(joints, model, list, file);
}

void trace_joints_free(trace_joints *joints) {
    for (uint32_t i = 0; i < joints->count; ++i) free(joints->keys[i]);
    free(joints->keys);
    free(joints->joints);
    sinew_pose_destroy(joints->pose);
    memset(joints, 0, sizeof *joints);
}
