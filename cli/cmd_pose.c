/* sinew pose: local and model transforms of every node of a model's file, at rest or at a time of a clip. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct shown {
    const sinew_model *model;
    const sinew_skeleton *skeleton;
    sinew_pose *pose;
} shown;

static long parent_of(const shown *s, uint32_t joint) {
    uint32_t parent = sinew_skeleton_joint_parent(s->skeleton, joint);
    return parent == SINEW_NONE ? -1 : (long)sinew_skeleton_joint_source(s->skeleton, parent);
}

static void json_joint(const shown *s, uint32_t source) {
    uint32_t joint = sinew_skeleton_joint_of_source(s->skeleton, source);
    sinew_transform local = sinew_pose_local(s->pose, joint);
    sinew_affine model = sinew_pose_model(s->pose, joint);
    printf("{\"node\":%u,\"name\":", source);
    put_json(stdout, sinew_skeleton_joint_name(s->skeleton, joint));
    printf(",\"parent\":%ld,\"local\":{\"t\":", parent_of(s, joint));
    put_floats(stdout, (const float[]){ local.translation.x, local.translation.y, local.translation.z }, 3);
    fputs(",\"r\":", stdout);
    put_floats(stdout, (const float[]){ local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w }, 4);
    fputs(",\"s\":", stdout);
    put_floats(stdout, (const float[]){ local.scale.x, local.scale.y, local.scale.z }, 3);
    fputs("},\"model\":", stdout);
    put_floats(stdout, model.m, 12);
    fputc('}', stdout);
}

static void show_json(const shown *s) {
    fputs("{\"joints\":[", stdout);
    for (uint32_t i = 0; i < sinew_skeleton_joint_count(s->skeleton); ++i) {
        fputs(i ? ",\n" : "\n", stdout);
        json_joint(s, i);
    }
    fputs("],\n\"weights\":[", stdout);
    const float *weights = sinew_pose_morph_weights(s->pose);
    for (uint32_t g = 0; g < sinew_model_morph_count(s->model); ++g) {
        uint32_t joint = 0, first = 0, count = 0;
        sinew_model_morph(s->model, g, &joint, &first, &count);
        printf("%s{\"node\":%u,\"values\":", g ? "," : "", sinew_skeleton_joint_source(s->skeleton, joint));
        put_floats(stdout, weights + first, count);
        fputc('}', stdout);
    }
    fputs("]}\n", stdout);
}

/* A plain zero where rounding leaves a minus in front of it. */
static double tidy(float number) { return number > -0.00005f && number < 0.00005f ? 0 : (double)number; }

static void show_table(const shown *s) {
    printf("%5s %6s  %-24s %-27s %-36s %s\n", "node", "parent", "name", "translation", "rotation x y z w",
           "position in the model");
    for (uint32_t i = 0; i < sinew_skeleton_joint_count(s->skeleton); ++i) {
        uint32_t joint = sinew_skeleton_joint_of_source(s->skeleton, i);
        sinew_transform l = sinew_pose_local(s->pose, joint);
        sinew_affine m = sinew_pose_model(s->pose, joint);
        const char *name = sinew_skeleton_joint_name(s->skeleton, joint);
        printf("%5u %6ld  ", i, parent_of(s, joint));
        put_plain(stdout, name);
        int width = (int)strlen(name);
        printf("%*s %8.4f %8.4f %8.4f  %8.4f %8.4f %8.4f %8.4f  %8.4f %8.4f %8.4f\n", width < 24 ? 24 - width : 0, "",
               tidy(l.translation.x), tidy(l.translation.y), tidy(l.translation.z), tidy(l.rotation.x),
               tidy(l.rotation.y), tidy(l.rotation.z), tidy(l.rotation.w), tidy(m.m[3]), tidy(m.m[7]), tidy(m.m[11]));
    }
}

/* By name, else by index in the file. */
static uint32_t find_clip(const sinew_model *model, const char *name, const char *file) {
    uint32_t clip = sinew_model_find_clip(model, name), count = sinew_model_clip_count(model);
    if (clip != SINEW_NONE || (parse_index(name, &clip) && clip < count)) return clip;
    const char **names = malloc((count + 1) * sizeof *names);
    char hint[256] = "";
    for (uint32_t i = 0; names && i < count; ++i) names[i] = sinew_model_clip_name(model, i);
    if (names) nearest_hint(hint, sizeof hint, name, names, count);
    free(names);
    fail(file, SINEW_CODE_UNKNOWN_CLIP, "the model has no clip \"%s\" among its %u%s", name, count, hint);
    return SINEW_NONE;
}

static int show(const sinew_model *model, const char *file, const char *clip_name, double time, bool json) {
    uint32_t clip = clip_name ? find_clip(model, clip_name, file) : SINEW_NONE;
    if (clip_name && clip == SINEW_NONE) return STATUS_INPUT;
    shown s = { model, sinew_model_skeleton(model), sinew_pose_create_for_model(model, NULL) };
    if (!s.pose) return fail_memory();
    sinew_pose_rest(s.pose);
    int status = STATUS_DONE;
    if (clip_name && sinew_pose_sample(s.pose, clip, time) != SINEW_OK)
        status = fail(file, SINEW_CODE_OUT_OF_RANGE, "the clip cannot be sampled at %g s", time);
    else if (json) show_json(&s);
    else show_table(&s);
    sinew_pose_destroy(s.pose);
    return status;
}

int cmd_pose(int argc, char **argv) {
    const char *clip = NULL;
    double time = 0;
    bool json = false;
    const arg_option options[] = {
        { "--clip", ARG_TEXT, &clip, "NAME", "the clip, by name or by index in the file; the rest pose when left out",
          0, 0 },
        { "--time", ARG_NUMBER, &time, "T", "seconds into the clip, 0 when left out; past its ends it holds", -1e9,
          1e9 },
        { "--json", ARG_FLAG, &json, NULL, "as JSON, for programs", 0, 0 },
    };
    const arg_spec spec = { "pose",
                            "MODEL [--clip NAME] [--time T] [--json]",
                            "Prints the local transform and the place in the model of every node of the file, in the\n"
                            "file's order. Curves are evaluated exactly as the file has them; those of a bank as they\n"
                            "were baked.",
                            options,
                            sizeof options / sizeof options[0],
                            "a model (.glb, .gltf, .bank)",
                            1,
                            1,
                            "  sinew pose hero.glb --clip walk --time 0.25 --json" };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (time != 0 && !clip) return fail_usage("pose", "\"--time\" needs a clip: give one with --clip");
    sinew_log log = { 0 };
    model_source from;
    sinew_io_options read = { .no_meshes = true, .tier = SINEW_TIER_EXACT };
    status = model_source_load(&from, argv[0], NULL, &read, &log);
    say_log(&log);
    if (status == STATUS_DONE) status = show(from.model, argv[0], clip, time, json);
    model_source_free(&from);
    sinew_log_free(&log);
    return status;
}
