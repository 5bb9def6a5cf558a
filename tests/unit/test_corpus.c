/* Real files by other people, from the corpus beside the checkout (or where SINEW_CORPUS says). Skipped without it;
   with CI=true its absence is a failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/file.h"
#include "io/json.h"
#include "reference/gltf_reference.h"
#include "sinew/io.h"
#include "support/clip_error.h"
#include "support/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 20, PATH = CORPUS_PATH };

/* ---- gltf: loads, and moves as the reference does ---- */

typedef struct totals {
    uint32_t files, loaded, refused_by_extension, clips, poses, transforms, weights;
    double worst; /* in model sizes */
    char worst_file[PATH];
} totals;

static double distance(const double a[16], const sinew_affine *b, double size) {
    double worst = 0;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) {
            double off = fabs(a[4 * column + row] - (double)b->m[4 * row + column]);
            double largest = 1;
            for (int i = 0; i < 11; ++i)
                if (i % 4 < 3) largest = fmax(largest, fabs(a[i]));
            worst = fmax(worst, off / (column == 3 ? size : largest));
        }
    return worst;
}

/* The size at rest, or how far the joints get from the origin: some files have all joints there at rest. */
static double size_in_motion(ref_gltf *ref, const sinew_model *model, uint32_t clip) {
    double size = (double)sinew_model_size(model), length = ref_gltf_length(ref, clip);
    for (int i = 0; i < TIMES; ++i) {
        ref_gltf_pose(ref, clip, length * i / (TIMES - 1));
        for (uint32_t n = 0; n < ref_gltf_node_count(ref); ++n) {
            double m[16];
            ref_gltf_model(ref, n, m);
            size = fmax(size, sqrt(m[12] * m[12] + m[13] * m[13] + m[14] * m[14]));
        }
    }
    return size;
}

static void note(totals *t, double off, const char *file) {
    if (!(off > t->worst)) return;
    t->worst = off;
    snprintf(t->worst_file, sizeof t->worst_file, "%s", file);
}

static void compare_weights(totals *t, ref_gltf *ref, const sinew_model *model, const sinew_pose *pose,
                            const char *file) {
    const float *ours = sinew_pose_morph_weights(pose);
    for (uint32_t g = 0; g < sinew_model_morph_count(model); ++g) {
        uint32_t joint, first, count;
        const double *theirs;
        assert_true(sinew_model_morph(model, g, &joint, &first, &count));
        uint32_t node = sinew_skeleton_joint_source(sinew_model_skeleton(model), joint);
        assert_int_equal(ref_gltf_weights(ref, node, &theirs), count);
        for (uint32_t i = 0; i < count; ++i, ++t->weights)
            note(t, fabs(theirs[i] - (double)ours[first + i]) / fmax(1, fabs(theirs[i])), file);
    }
}

static void compare_clip(totals *t, ref_gltf *ref, const sinew_model *model, uint32_t clip, const char *file) {
    uint32_t joints = sinew_skeleton_joint_count(sinew_model_skeleton(model));
    sinew_affine *models = malloc((joints + 1) * sizeof *models);
    sinew_pose *pose = sinew_pose_create_for_model(model, NULL);
    double length = ref_gltf_length(ref, clip), size = size_in_motion(ref, model, clip);
    assert_non_null(pose);
    assert_true(fabs(length - sinew_model_clip_length(model, clip)) < 1e-9);
    for (int i = 0; i < TIMES; ++i, ++t->poses) {
        double time = length * i / (TIMES - 1);
        sinew_pose_rest(pose);
        assert_int_equal(sinew_pose_sample(pose, clip, time), SINEW_OK);
        assert_int_equal(sinew_pose_models(pose, models, joints), SINEW_OK);
        ref_gltf_pose(ref, clip, time);
        for (uint32_t j = 0; j < joints; ++j, ++t->transforms) {
            double m[16];
            ref_gltf_model(ref, sinew_skeleton_joint_source(sinew_model_skeleton(model), j), m);
            note(t, distance(m, &models[j], size), file);
        }
        compare_weights(t, ref, model, pose, file);
    }
    sinew_pose_destroy(pose);
    free(models);
}

static void compare_file(totals *t, const sinew_model *model, const char *file) {
    ref_gltf *ref = ref_gltf_open(file);
    assert_non_null(ref);
    assert_int_equal(ref_gltf_node_count(ref), sinew_skeleton_joint_count(sinew_model_skeleton(model)));
    assert_int_equal(ref_gltf_animation_count(ref), sinew_model_clip_count(model));
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip, ++t->clips)
        compare_clip(t, ref, model, clip, file);
    ref_gltf_close(ref);
}

static bool only_extensions(const sinew_log *log) {
    for (uint32_t i = 0; i < log->count; ++i)
        if (log->items[i].severity == SINEW_SEVERITY_ERROR && log->items[i].code != SINEW_CODE_EXTENSION) return false;
    return log->error_count > 0;
}

static void visit_good(void *user, const char *file) {
    totals *t = user;
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    sinew_result result = sinew_io_load_model(file, &(sinew_io_options){ .tier = SINEW_TIER_EXACT }, &model, &log);
    t->files++;
    if (result) {
        if (!only_extensions(&log)) {
            sinew_io_print_log(&log, stderr);
            fail_msg("\"%s\" does not load", file);
        }
        t->refused_by_extension++;
        print_message("refused: \"%s\": %s\n", file, log.items[0].sentence);
    } else {
        t->loaded++;
        compare_file(t, model, file);
    }
    sinew_model_destroy(model);
    sinew_log_free(&log);
}

static void good_files_move_as_the_reference_does(void **state) {
    (void)state;
    totals t = { 0 };
    char folder[PATH];
    if (!corpus_is_there("gltf")) skip();
    corpus_path(folder, "gltf");
    corpus_models(folder, visit_good, &t);
    print_message("gltf: %u files, %u loaded, %u refused by extension; %u clips at %d times, %u transforms and %u "
                  "weights, worst error %.3g of the size in \"%s\"\n",
                  t.files, t.loaded, t.refused_by_extension, t.clips, TIMES, t.transforms, t.weights, t.worst,
                  t.worst_file);
    assert_true(t.files > 0 && t.clips > 0 && t.transforms > 0);
    assert_int_equal(t.files, t.loaded + t.refused_by_extension);
    assert_int_equal(t.refused_by_extension, 1); /* a mesh that EXT_meshopt_compression hides */
    assert_true(t.worst <= 1e-5);
}

/* ---- gltf, compiled: within the bound of its tier ---- */

typedef struct compiled_totals {
    sinew_tier tier;
    uint32_t models, clips, exact_clips, exact_curves;
    size_t bytes;
} compiled_totals;

static void visit_compiled(void *user, const char *file) {
    compiled_totals *t = user;
    sinew_model *model = NULL;
    if (sinew_io_load_model(file, &(sinew_io_options){ .no_meshes = true, .tier = t->tier }, &model, NULL)) return;
    clip_error all = { 0, 0, 0 };
    double part = 0; /* of the bound */
    for (uint32_t clip = 0; clip < sinew_model_clip_count(model); ++clip) {
        sinew_clip_fit fit;
        assert_true(sinew_model_clip_fit(model, clip, &fit));
        clip_error e = clip_error_of(model, clip, 150, false);
        all = (clip_error){ fmax(all.worst, e.worst), all.sum + e.sum, all.count + e.count };
        part = fmax(part, e.worst / clip_bound_of(model, clip));
        t->clips++;
        t->exact_clips += fit.tier == SINEW_TIER_EXACT;
        t->exact_curves += fit.exact_curves;
        t->bytes += fit.bytes;
    }
    if (all.count) {
        t->models++;
        print_message("%s: worst %.4f mm, mean %.5f mm, at most %.2f of the bound\n", strrchr(file, '/') + 1,
                      all.worst * 1e3, all.sum / all.count * 1e3, part);
    }
    sinew_model_destroy(model);
    if (part > 1) fail_msg("\"%s\" is off by more than its tier may be", file);
}

static size_t compiled_corpus(sinew_tier tier) {
    compiled_totals t = { .tier = tier };
    char folder[PATH];
    corpus_path(folder, "gltf");
    corpus_models(folder, visit_compiled, &t);
    print_message("%u animated models, %u clips in %zu bytes, %u of them exact, %u exact curves beside\n", t.models,
                  t.clips, t.bytes, t.exact_clips, t.exact_curves);
    assert_true(t.models > 0 && t.clips > t.exact_clips);
    return t.bytes;
}

static void compiled_clips_hold_the_bound(void **state) {
    (void)state;
    if (!corpus_is_there("gltf")) skip();
    print_message("fast\n");
    size_t fast = compiled_corpus(SINEW_TIER_FAST);
    print_message("compact\n");
    assert_true(compiled_corpus(SINEW_TIER_COMPACT) < fast * 3 / 4);
}

/* ---- gltf-edge: refused where a strict validator says so ---- */

typedef struct edge_totals {
    uint32_t files, loaded, refused, reports, with_errors, agreed, stricter;
} edge_totals;

/* What is not read: its errors do not concern us. A pointer names the part of the file. */
static bool concerns_us(const char *pointer, const char *code) {
    static const char *const others[] = { "/cameras", "/images", "/textures", "/samplers", "/materials" };
    if (strcmp(code, "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS") == 0) return false;                /* textures */
    if (strcmp(code, "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS") == 0) return false; /* a hint to culling */
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (strncmp(pointer, others[i], strlen(others[i])) == 0) return false;
    return true;
}

static const char *text_of(const snw_json *json, snw_json_id object, const char *key) {
    const snw_json_value *v = snw_json_get(json, snw_json_member(json, object, key));
    return v && v->kind == SNW_JSON_STRING ? v->string : "";
}

/* 0: no report; 1: a report without such errors; 2: with. */
static int read_report(const char *file) {
    char path[PATH + 32];
    snw_file text;
    snw_json json;
    int found = 1;
    snprintf(path, sizeof path, "%s.report.json", file);
    if (snw_file_load(&text, path, 0, NULL, NULL)) return 0;
    assert_true(snw_json_read(&json, text.data, text.size, path, NULL, NULL));
    snw_json_id messages = snw_json_member(&json, snw_json_member(&json, 0, "issues"), "messages");
    for (snw_json_id m = snw_json_first(&json, messages); m != SNW_JSON_NO; m = snw_json_next(&json, m)) {
        const snw_json_value *severity = snw_json_get(&json, snw_json_member(&json, m, "severity"));
        if (severity->number < 0.5 && concerns_us(text_of(&json, m, "pointer"), text_of(&json, m, "code"))) found = 2;
    }
    snw_json_free(&json);
    snw_file_free(&text);
    return found;
}

static void visit_edge(void *user, const char *file) {
    edge_totals *t = user;
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    sinew_result result = sinew_io_load_model(file, NULL, &model, &log);
    int report = read_report(file);
    t->files++;
    t->reports += report > 0;
    t->with_errors += report == 2;
    if (result) {
        t->refused++;
        assert_null(model);
        assert_true(log.error_count > 0 && log.count > 0 && strlen(log.items[0].sentence) > 10);
        if (report == 1) {
            t->stricter++;
            print_message("refused though its report has no such error: \"%s\": %s\n", file, log.items[0].sentence);
        }
    } else {
        t->loaded++;
        assert_non_null(model);
        if (report == 2) print_error("loaded though its report has errors: \"%s\"\n", file);
    }
    t->agreed += report == 2 && result != SINEW_OK;
    sinew_model_destroy(model);
    sinew_log_free(&log);
}

static void edge_files_load_or_say_why(void **state) {
    (void)state;
    edge_totals t = { 0 };
    char folder[PATH];
    if (!corpus_is_there("gltf-edge")) skip();
    corpus_path(folder, "gltf-edge");
    corpus_models(folder, visit_edge, &t);
    print_message("gltf-edge: %u files, %u loaded, %u refused; %u reports, %u with errors that concern us, %u of these "
                  "refused; %u refused without such an error\n",
                  t.files, t.loaded, t.refused, t.reports, t.with_errors, t.agreed, t.stricter);
    assert_true(t.files > 0 && t.loaded > 0 && t.with_errors > 0);
    assert_int_equal(t.agreed, t.with_errors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_files_move_as_the_reference_does),
        cmocka_unit_test(compiled_clips_hold_the_bound),
        cmocka_unit_test(edge_files_load_or_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
