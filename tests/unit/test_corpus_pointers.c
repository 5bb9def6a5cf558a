/* KHR_animation_pointer on files of the corpus: those that use it, and every other one with its channels rewritten to
   use it, so that there are values that move. What comes out is compared with a second evaluation in doubles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/file.h"
#include "io/json.h"
#include "reference/gltf_reference.h"
#include "sinew/io.h"
#include "support/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 12, MOST_KEYS = 40, READ_WIDTH = 16 };

typedef struct totals {
    uint32_t files, refused, channels, values, too_wide, moving, curves;
    double worst;
    char worst_file[CORPUS_PATH];
} totals;

static void note(totals *t, double off, const char *file) {
    if (!(off > t->worst)) return;
    t->worst = off;
    snprintf(t->worst_file, sizeof t->worst_file, "%s", file);
}

static uint32_t find_lane(const sinew_model *model, const char *pointer) {
    sinew_lane_info info;
    for (uint32_t i = 0; sinew_model_lane(model, i, &info); ++i)
        if (info.pointer && strcmp(info.pointer, pointer) == 0) return i;
    return SINEW_NONE;
}

/* ---- one lane ---- */

typedef struct lane {
    const ref_gltf *ref;
    const sinew_model *model;
    const char *file;
    uint32_t clip, channel, index;
} lane;

/* Returns how far it is from what it was at first, so that a caller sees what moves. */
static double compare_at(totals *t, const lane *l, double time, const double *first) {
    double theirs[REF_GLTF_WIDTH];
    float ours[READ_WIDTH];
    double moved = 0;
    uint32_t width = ref_gltf_channel_value(l->ref, l->clip, l->channel, time, theirs);
    assert_true(width <= READ_WIDTH);
    assert_true(sinew_model_clip_property(l->model, l->clip, l->index, time, ours, NULL));
    for (uint32_t i = 0; i < width; ++i, ++t->values) {
        note(t, fabs(theirs[i] - (double)ours[i]) / fmax(1, fabs(theirs[i])), l->file);
        moved = fmax(moved, fabs(theirs[i] - first[i]));
    }
    return moved;
}

/* Before, after and between its keys, and at them. */
static void compare_lane(totals *t, const lane *l) {
    uint32_t keys = ref_gltf_key_count(l->ref, l->clip, l->channel), by = keys / MOST_KEYS + 1;
    double last = ref_gltf_key_time(l->ref, l->clip, l->channel, keys - 1), first[REF_GLTF_WIDTH], moved = 0;
    uint32_t width = ref_gltf_channel_value(l->ref, l->clip, l->channel, 0, first);
    sinew_lane_info info;
    if (width > READ_WIDTH) {
        assert_int_equal(l->index, SINEW_NONE);
        t->too_wide++;
        return;
    }
    assert_true(sinew_model_lane(l->model, l->index, &info));
    assert_int_equal(info.width, width);
    assert_true(sinew_model_clip_length(l->model, l->clip) >= last);
    for (int i = -1; i <= TIMES; ++i) moved = fmax(moved, compare_at(t, l, last * i / (TIMES - 1), first));
    for (uint32_t k = 0; k < keys; k += by)
        moved = fmax(moved, compare_at(t, l, ref_gltf_key_time(l->ref, l->clip, l->channel, k), first));
    t->channels++;
    t->moving += moved > 1e-3;
}

/* ---- files that use the extension ---- */

static bool file_says(const char *file, const char *word) {
    snw_file text;
    bool found = false;
    size_t length = strlen(word);
    if (snw_file_load(&text, file, 0, NULL, NULL)) return false;
    for (size_t i = 0; i + length <= text.size && !found; ++i) found = memcmp(text.data + i, word, length) == 0;
    snw_file_free(&text);
    return found;
}

static void compare_pointers(totals *t, const sinew_model *model, const char *file) {
    ref_gltf *ref = ref_gltf_open(file);
    assert_non_null(ref);
    for (uint32_t a = 0; a < ref_gltf_animation_count(ref); ++a)
        for (uint32_t c = 0; c < ref_gltf_channel_count(ref, a); ++c) {
            const char *pointer = ref_gltf_channel_pointer(ref, a, c);
            if (!pointer) continue;
            lane l = { ref, model, file, a, c, find_lane(model, pointer) };
            compare_lane(t, &l);
        }
    ref_gltf_close(ref);
}

/* What is refused is wrong, and not for the reference to read; test_corpus checks that it is. */
static void visit_user(void *user, const char *file) {
    totals *t = user;
    sinew_log log = { 0 };
    sinew_model *model = NULL;
    if (!file_says(file, "KHR_animation_pointer")) return;
    t->files++;
    if (sinew_io_load_model(file, NULL, &model, &log) == SINEW_OK) compare_pointers(t, model, file);
    else t->refused++;
    sinew_model_destroy(model);
    sinew_log_free(&log);
}

static void files_that_point_give_their_values(void **state) {
    static const char *const parts[] = { "gltf", "gltf-edge" };
    (void)state;
    totals t = { 0 };
    for (int i = 0; i < 2; ++i) {
        char folder[CORPUS_PATH];
        if (!corpus_is_there(parts[i])) skip();
        corpus_path(folder, parts[i]);
        corpus_models(folder, visit_user, &t);
    }
    print_message("%u files use KHR_animation_pointer, %u of them refused; %u channels, %u values, worst error %.3g\n",
                  t.files, t.refused, t.channels, t.values, t.worst);
    assert_true(t.files > t.refused && t.channels > 0 && t.values > 0);
    assert_true(t.worst <= 1e-6);
}

/* ---- files made to use it ---- */

enum { MOST_CHANNELS = 8192, TARGET = 160 };

typedef struct rewritten {
    snw_file file;
    snw_text text; /* what to parse */
} rewritten;

/* The JSON of a .glb, or the whole. */
static const char *json_of(const snw_file *file, size_t *size) {
    const unsigned char *u = (const unsigned char *)file->data;
    *size = file->size;
    if (file->size < 20 || memcmp(file->data, "glTF", 4) != 0) return file->data;
    *size = (size_t)u[12] | (size_t)u[13] << 8 | (size_t)u[14] << 16 | (size_t)u[15] << 24;
    return file->data + 20;
}

static void add_word(snw_text *text, size_t word) {
    for (int i = 0; i < 4; ++i) snw_text_add(text, (const char[]){ (char)(word >> 8 * i) }, 1);
}

/* A .glb again, if it was one, around another JSON. */
static void wrap(rewritten *r, const snw_text *json) {
    size_t old;
    const char *start = json_of(&r->file, &old);
    if (start == r->file.data) {
        snw_text_add(&r->text, json->data, json->size);
        return;
    }
    size_t padded = (json->size + 3) / 4 * 4, rest = r->file.size - 20 - old;
    snw_text_add(&r->text, r->file.data, 8);
    add_word(&r->text, 20 + padded + rest);
    add_word(&r->text, padded);
    snw_text_add(&r->text, r->file.data + 16, 4);
    snw_text_add(&r->text, json->data, json->size);
    snw_text_add(&r->text, "   ", padded - json->size);
    snw_text_add(&r->text, start + old, rest);
}

static void pointer_of(char out[TARGET], const char *root, const snw_json *json, snw_json_id target) {
    const snw_json_value *node = snw_json_get(json, snw_json_member(json, target, "node"));
    const snw_json_value *path = snw_json_get(json, snw_json_member(json, target, "path"));
    snprintf(out, TARGET, "/%s/%.0f/%s", root, node->number, path->string);
}

/* Every channel's target becomes a pointer below `root`. False where there is nothing to rewrite. */
static bool rewrite(rewritten *r, const char *file, const char *root) {
    static char targets[MOST_CHANNELS][2 * TARGET];
    static snw_json_edit edits[MOST_CHANNELS];
    snw_json json;
    snw_text text;
    size_t size, count = 0;
    assert_int_equal(snw_file_load(&r->file, file, 0, NULL, NULL), SINEW_OK);
    snw_text_init(&r->text, NULL);
    snw_text_init(&text, NULL);
    const char *start = json_of(&r->file, &size);
    assert_true(snw_json_read(&json, start, size, file, NULL, NULL));
    snw_json_id animations = snw_json_member(&json, 0, "animations");
    for (snw_json_id a = snw_json_first(&json, animations); a != SNW_JSON_NO; a = snw_json_next(&json, a)) {
        snw_json_id channels = snw_json_member(&json, a, "channels");
        for (snw_json_id c = snw_json_first(&json, channels); c != SNW_JSON_NO; c = snw_json_next(&json, c)) {
            snw_json_id target = snw_json_member(&json, c, "target");
            if (snw_json_member(&json, target, "node") == SNW_JSON_NO) continue;
            char pointer[TARGET];
            assert_true(count < MOST_CHANNELS);
            pointer_of(pointer, root, &json, target);
            snprintf(targets[count], sizeof targets[count],
                     "{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"%s\"}}}", pointer);
            const snw_json_value *v = snw_json_get(&json, target);
            edits[count] = (snw_json_edit){ v->start, v->end, targets[count] };
            count++;
        }
    }
    assert_true(snw_json_splice(&json, edits, count, &text));
    wrap(r, &text);
    snw_text_free(&text);
    snw_json_free(&json);
    return count > 0;
}

static void close_rewritten(rewritten *r) {
    snw_text_free(&r->text);
    snw_file_free(&r->file);
}

/* Buffers beside the file. */
static void *read_beside(void *user, const char *uri, const sinew_allocator *allocator, size_t *size) {
    char path[2 * CORPUS_PATH];
    const char *file = user, *slash = strrchr(file, '/');
    snw_file data;
    snprintf(path, sizeof path, "%.*s/%s", (int)(slash - file), file, uri);
    if (snw_file_load(&data, path, 0, NULL, NULL)) return NULL;
    void *memory = allocator->allocate(allocator->user, data.size);
    if (memory) memcpy(memory, data.data, data.size);
    *size = data.size;
    snw_file_free(&data);
    return memory;
}

static sinew_model *parse(const rewritten *r, const char *file, sinew_log *log) {
    sinew_model *model = NULL;
    char name[CORPUS_PATH];
    snprintf(name, sizeof name, "%s", file);
    sinew_io_parse_model(r->text.data, r->text.size, file, NULL, read_beside, name, &model, log);
    return model;
}

static void compare_rewritten(totals *t, ref_gltf *ref, const rewritten *r, const sinew_model *model,
                              const char *file) {
    snw_json json;
    size_t size;
    const char *start = json_of(&r->file, &size);
    assert_true(snw_json_read(&json, start, size, file, NULL, NULL));
    for (uint32_t a = 0; a < ref_gltf_animation_count(ref); ++a) {
        snw_json_id channels =
            snw_json_member(&json, snw_json_element(&json, snw_json_member(&json, 0, "animations"), a), "channels");
        uint32_t index = 0;
        for (snw_json_id c = snw_json_first(&json, channels); c != SNW_JSON_NO; c = snw_json_next(&json, c), ++index) {
            char pointer[TARGET];
            pointer_of(pointer, "extras", &json, snw_json_member(&json, c, "target"));
            lane l = { ref, model, file, a, index, find_lane(model, pointer) };
            compare_lane(t, &l);
        }
    }
    snw_json_free(&json);
}

/* As lanes: the numbers are those of the file. */
static void visit_lanes(void *user, const char *file) {
    totals *t = user;
    rewritten r;
    sinew_log log = { 0 };
    if (rewrite(&r, file, "extras")) {
        sinew_model *model = parse(&r, file, &log);
        ref_gltf *ref = ref_gltf_open(file);
        assert_non_null(ref);
        if (model) compare_rewritten(t, ref, &r, model, file);
        t->files++;
        t->refused += !model;
        ref_gltf_close(ref);
        sinew_model_destroy(model);
    }
    sinew_log_free(&log);
    close_rewritten(&r);
}

static bool same_curve(const sinew_curve *a, const sinew_curve *b) {
    size_t each = a->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    size_t width = a->channel == SINEW_CHANNEL_ROTATION ? 4 : 3;
    return a->channel == b->channel && a->target == b->target && a->key_count == b->key_count &&
           a->interpolation == b->interpolation && memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0 &&
           (a->channel == SINEW_CHANNEL_WEIGHTS ||
            memcmp(a->values, b->values, each * width * a->key_count * sizeof *a->values) == 0);
}

/* As pointers to nodes: the same curves, bit for bit. */
static void visit_nodes(void *user, const char *file) {
    totals *t = user;
    rewritten r;
    sinew_log log = { 0 };
    sinew_model *plain = NULL;
    bool any = rewrite(&r, file, "nodes");
    if (any && sinew_io_load_model(file, NULL, &plain, &log) == SINEW_OK) {
        sinew_model *model = parse(&r, file, &log);
        assert_non_null(model);
        assert_int_equal(sinew_model_lane_count(model), sinew_model_lane_count(plain));
        for (uint32_t clip = 0; clip < sinew_model_clip_count(plain); ++clip) {
            uint32_t count, other;
            const sinew_curve *a = sinew_model_clip_curves(plain, clip, &count);
            const sinew_curve *b = sinew_model_clip_curves(model, clip, &other);
            assert_int_equal(count, other);
            for (uint32_t i = 0; i < count; ++i, ++t->curves) assert_true(same_curve(&a[i], &b[i]));
        }
        sinew_model_destroy(model);
    }
    sinew_model_destroy(plain);
    sinew_log_free(&log);
    close_rewritten(&r);
}

static void channels_of_any_file_as_lanes(void **state) {
    (void)state;
    totals t = { 0 };
    char folder[CORPUS_PATH];
    if (!corpus_is_there("gltf")) skip();
    corpus_path(folder, "gltf");
    corpus_models(folder, visit_lanes, &t);
    print_message(
        "%u files with their channels as lanes, %u of them refused; %u channels, %u of them moving, %u with too "
        "many numbers; %u values, worst error %.3g in \"%s\"\n",
        t.files, t.refused, t.channels, t.moving, t.too_wide, t.values, t.worst, t.worst_file);
    assert_true(t.channels > 100 && t.moving > 100);
    assert_int_equal(t.refused, 0);
    assert_true(t.worst <= 1e-5);
}

static void channels_of_any_file_as_pointers_to_nodes(void **state) {
    (void)state;
    totals t = { 0 };
    char folder[CORPUS_PATH];
    if (!corpus_is_there("gltf")) skip();
    corpus_path(folder, "gltf");
    corpus_models(folder, visit_nodes, &t);
    print_message("%u curves by pointers\n", t.curves);
    assert_true(t.curves > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_point_give_their_values),
        cmocka_unit_test(channels_of_any_file_as_lanes),
        cmocka_unit_test(channels_of_any_file_as_pointers_to_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
