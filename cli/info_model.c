/* What is in a model, for people or as JSON. */
#include "info.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST_INDENT = 40 }; /* a chain of thousands of joints still prints in lines of bounded length */

static const char *const channel_names[] = { "translation", "rotation", "scale", "weights" };

typedef struct clip_sums {
    uint32_t curves, keys, channels[4];
} clip_sums;

static clip_sums sum_clip(const sinew_model *model, uint32_t clip) {
    clip_sums sums = { 0 };
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &sums.curves);
    for (uint32_t i = 0; i < sums.curves; ++i) {
        sums.keys += curves[i].key_count;
        if ((unsigned)curves[i].channel < 4) sums.channels[curves[i].channel]++;
    }
    return sums;
}

/* ---- for people ---- */

/* Depth first; `next` and `first` are lists of children by breadth-first index. */
static void print_tree(const sinew_skeleton *skeleton, const uint32_t *first, const uint32_t *next, uint32_t *depth,
                       uint32_t root) {
    for (uint32_t at = root; at != SINEW_NONE;) {
        uint32_t parent = sinew_skeleton_joint_parent(skeleton, at);
        depth[at] = parent == SINEW_NONE ? 0 : depth[parent] + 1;
        uint32_t indent = depth[at] < DEEPEST_INDENT ? depth[at] : DEEPEST_INDENT;
        const char *name = sinew_skeleton_joint_name(skeleton, at);
        printf("  %5u  %*s", sinew_skeleton_joint_source(skeleton, at), (int)indent * 2, "");
        put_plain(stdout, name[0] ? name : "(no name)");
        if (depth[at] > DEEPEST_INDENT) printf("  (depth %u)", depth[at]);
        fputc('\n', stdout);
        if (first[at] != SINEW_NONE) {
            at = first[at];
            continue;
        }
        while (at != root && next[at] == SINEW_NONE) at = sinew_skeleton_joint_parent(skeleton, at);
        at = at == root ? SINEW_NONE : next[at];
    }
}

static int print_joints(const sinew_model *model) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    uint32_t count = sinew_skeleton_joint_count(skeleton);
    uint32_t *links = malloc(((size_t)count * 3 + 1) * sizeof *links);
    if (!links) return fail_memory();
    uint32_t *first = links, *next = links + count, *depth = next + count;
    for (uint32_t i = 0; i < count; ++i) first[i] = next[i] = SINEW_NONE;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = sinew_skeleton_joint_parent(skeleton, i);
        if (parent == SINEW_NONE) continue;
        next[i] = first[parent];
        first[parent] = i;
    }
    puts("\nJoints (number in the file, name)");
    for (uint32_t i = 0; i < count; ++i)
        if (sinew_skeleton_joint_parent(skeleton, i) == SINEW_NONE) print_tree(skeleton, first, next, depth, i);
    free(links);
    return STATUS_DONE;
}

static void print_clips(const sinew_model *model) {
    uint32_t count = sinew_model_clip_count(model);
    if (count)
        printf("\nClips\n  %5s  %-24s %9s  %-6s %7s %9s\n", "index", "name", "seconds", "plays", "curves", "keys");
    for (uint32_t i = 0; i < count; ++i) {
        const char *name = sinew_model_clip_name(model, i);
        clip_sums sums = sum_clip(model, i);
        printf("  %5u  ", i);
        put_plain(stdout, name[0] ? name : "(no name)");
        int width = (int)strlen(name[0] ? name : "(no name)");
        printf("%*s %9.4f  %-6s %7u %9u\n", width < 24 ? 24 - width : 0, "", sinew_model_clip_length(model, i),
               sinew_model_clip_loops(model, i) ? "loops" : "once", sums.curves, sums.keys);
        info_print_clip(model, i);
    }
}

static void print_rest(const sinew_model *model) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    if (sinew_skeleton_skin_count(skeleton)) puts("\nSkins");
    for (uint32_t i = 0; i < sinew_skeleton_skin_count(skeleton); ++i) {
        printf("  %5u  ", i);
        put_plain(stdout, sinew_skeleton_skin_name(skeleton, i));
        fputs(sinew_skeleton_skin_name(skeleton, i)[0] ? ", " : "", stdout);
        put_count(stdout, sinew_skeleton_skin_joint_count(skeleton, i), "joint\n", "joints\n");
    }
    if (sinew_model_morph_count(model)) puts("\nMorph targets");
    for (uint32_t i = 0; i < sinew_model_morph_count(model); ++i) {
        uint32_t joint = 0, count = 0;
        sinew_model_morph(model, i, &joint, NULL, &count);
        printf("  %5u  ", sinew_skeleton_joint_source(skeleton, joint));
        put_plain(stdout, sinew_skeleton_joint_name(skeleton, joint));
        fputs(": ", stdout);
        put_count(stdout, count, "target\n", "targets\n");
    }
    if (sinew_model_mesh_count(model)) puts("\nMeshes");
    for (uint32_t i = 0; i < sinew_model_mesh_count(model); ++i) {
        const sinew_mesh *mesh = sinew_model_mesh(model, i);
        printf("  %5u  %u vertices, %u triangles", i, mesh->vertex_count, mesh->index_count / 3);
        if (mesh->skin != SINEW_NONE) printf(", skin %u with %u weights a vertex", mesh->skin, mesh->influence_count);
        fputc('\n', stdout);
    }
}

static int print_model(const sinew_model *model, const char *file) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    put_plain(stdout, file);
    fputs(": a model with ", stdout);
    put_count(stdout, sinew_skeleton_joint_count(skeleton), "joint", "joints");
    fputs(", ", stdout);
    put_count(stdout, sinew_model_clip_count(model), "clip", "clips");
    fputs(", ", stdout);
    put_count(stdout, sinew_skeleton_skin_count(skeleton), "skin", "skins");
    printf("; %.3f m from corner to corner, %llu bytes in memory\n", (double)sinew_model_size(model),
           (unsigned long long)sinew_model_bytes(model));
    int status = print_joints(model);
    if (status != STATUS_DONE) return status;
    print_clips(model);
    print_rest(model);
    return STATUS_DONE;
}

/* ---- JSON ---- */

static void json_joints(const sinew_skeleton *skeleton) {
    fputs("\"joints\":[", stdout);
    for (uint32_t i = 0; i < sinew_skeleton_joint_count(skeleton); ++i) {
        uint32_t joint = sinew_skeleton_joint_of_source(skeleton, i);
        uint32_t parent = sinew_skeleton_joint_parent(skeleton, joint);
        printf("%s{\"node\":%u,\"name\":", i ? "," : "", i);
        put_json(stdout, sinew_skeleton_joint_name(skeleton, joint));
        printf(",\"parent\":%ld}", parent == SINEW_NONE ? -1L : (long)sinew_skeleton_joint_source(skeleton, parent));
    }
    fputs("],\n", stdout);
}

static void json_clips(const sinew_model *model) {
    fputs("\"clips\":[", stdout);
    for (uint32_t i = 0; i < sinew_model_clip_count(model); ++i) {
        clip_sums sums = sum_clip(model, i);
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, sinew_model_clip_name(model, i));
        fputs(",\"length\":", stdout);
        put_double(stdout, sinew_model_clip_length(model, i));
        printf(",\"loop\":%s,\"curves\":%u,\"keys\":%u", sinew_model_clip_loops(model, i) ? "true" : "false",
               sums.curves, sums.keys);
        for (int c = 0; c < 4; ++c) printf(",\"%s\":%u", channel_names[c], sums.channels[c]);
        info_json_clip(model, i);
        fputc('}', stdout);
    }
    fputs("],\n", stdout);
}

static void json_rest(const sinew_model *model) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    fputs("\"skins\":[", stdout);
    for (uint32_t i = 0; i < sinew_skeleton_skin_count(skeleton); ++i) {
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, sinew_skeleton_skin_name(skeleton, i));
        printf(",\"joints\":%u}", sinew_skeleton_skin_joint_count(skeleton, i));
    }
    fputs("],\n\"morphs\":[", stdout);
    for (uint32_t i = 0; i < sinew_model_morph_count(model); ++i) {
        uint32_t joint = 0, count = 0;
        sinew_model_morph(model, i, &joint, NULL, &count);
        printf("%s{\"node\":%u,\"targets\":%u}", i ? "," : "", sinew_skeleton_joint_source(skeleton, joint), count);
    }
    fputs("],\n\"meshes\":[", stdout);
    for (uint32_t i = 0; i < sinew_model_mesh_count(model); ++i) {
        const sinew_mesh *mesh = sinew_model_mesh(model, i);
        printf("%s{\"node\":%u,\"skin\":%ld,\"vertices\":%u,\"triangles\":%u,\"influences\":%u}", i ? "," : "",
               sinew_skeleton_joint_source(skeleton, mesh->joint), mesh->skin == SINEW_NONE ? -1L : (long)mesh->skin,
               mesh->vertex_count, mesh->index_count / 3, mesh->influence_count);
    }
    fputs("],\n", stdout);
}

int info_model(const char *file, const info_options *options) {
    sinew_log log = { 0 };
    model_source from;
    int status = model_source_load(&from, file, NULL, NULL, &log);
    const sinew_model *model = from.model;
    say_log(&log);
    if (status == STATUS_DONE && options->json) {
        fputs("{\"kind\":\"model\",\n", stdout);
        json_joints(sinew_model_skeleton(model));
        json_clips(model);
        json_rest(model);
        fputs("\"size\":", stdout);
        put_float(stdout, sinew_model_size(model));
        printf(",\"bytes\":%llu}\n", (unsigned long long)sinew_model_bytes(model));
    } else if (status == STATUS_DONE) {
        status = print_model(model, file);
    }
    model_source_free(&from);
    sinew_log_free(&log);
    return status;
}
