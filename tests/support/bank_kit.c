/* See bank_kit.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/bank_kit.h"

#include "bank/bank.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static void no_findings(const char *what, const sinew_log *log) {
    if (log->error_count) fail_msg("%s: %s", what, log->items[0].sentence);
}

banked bank_make(const sinew_bank_desc *desc) {
    sinew_log log = { 0 };
    banked b = { .size = sinew_bank_size(desc, &log) };
    no_findings("bank_size", &log);
    b.bytes = aligned_alloc(SINEW_BANK_ALIGN, (b.size + 15) / 16 * 16);
    assert_non_null(b.bytes);
    memset(b.bytes, 0xA5, b.size);
    assert_int_equal(sinew_bank_write(desc, b.bytes, b.size, &log), SINEW_OK);
    sinew_result result = sinew_bank_open(b.bytes, b.size, NULL, &b.bank, &log);
    no_findings("bank_open", &log);
    assert_int_equal(result, SINEW_OK);
    sinew_log_free(&log);
    return b;
}

banked bank_of_model(const sinew_model *model) { return bank_of_both(model, NULL); }

banked bank_of_both(const sinew_model *model, const sinew_graph *graph) {
    sinew_bank_model_desc models[1] = { { "model", model } };
    sinew_bank_graph_desc graphs[1] = { { "graph", graph } };
    sinew_bank_desc desc = { models, model ? 1 : 0, graphs, graph ? 1 : 0 };
    return bank_make(&desc);
}

void banked_free(banked *b) {
    sinew_bank_close(b->bank);
    free(b->bytes);
    memset(b, 0, sizeof *b);
}

void bank_reseal(unsigned char *bytes) {
    uint32_t sum = snw_checksum(bytes, offsetof(snw_bank_head, checksum));
    memcpy(bytes + offsetof(snw_bank_head, checksum), &sum, sizeof sum);
}

/* ---- comparing ---- */

static void same_text(const char *a, const char *b) {
    assert_int_equal(!a, !b);
    if (a) assert_string_equal(a, b);
}

static void same_bits(const void *a, const void *b, size_t size) {
    if (size) assert_memory_equal(a, b, size);
}

static void same_skeleton(const sinew_skeleton *a, const sinew_skeleton *b) {
    uint32_t joints = sinew_skeleton_joint_count(a), skins = sinew_skeleton_skin_count(a);
    assert_int_equal(joints, sinew_skeleton_joint_count(b));
    assert_int_equal(skins, sinew_skeleton_skin_count(b));
    assert_int_equal(sinew_skeleton_padded_count(a), sinew_skeleton_padded_count(b));
    for (uint32_t j = 0; j < joints; ++j) {
        assert_string_equal(sinew_skeleton_joint_name(a, j), sinew_skeleton_joint_name(b, j));
        assert_int_equal(sinew_skeleton_joint_parent(a, j), sinew_skeleton_joint_parent(b, j));
        assert_int_equal(sinew_skeleton_joint_source(a, j), sinew_skeleton_joint_source(b, j));
        assert_int_equal(sinew_skeleton_joint_of_source(a, j), sinew_skeleton_joint_of_source(b, j));
        same_bits(sinew_skeleton_rest(a, j), sinew_skeleton_rest(b, j), sizeof(sinew_transform));
    }
    same_bits(a->rest_groups, b->rest_groups, a->group_count * sizeof *a->rest_groups);
    for (uint32_t i = 0; i < skins; ++i) {
        uint32_t count = sinew_skeleton_skin_joint_count(a, i);
        assert_string_equal(sinew_skeleton_skin_name(a, i), sinew_skeleton_skin_name(b, i));
        assert_int_equal(count, sinew_skeleton_skin_joint_count(b, i));
        same_bits(sinew_skeleton_skin_joints(a, i), sinew_skeleton_skin_joints(b, i), count * sizeof(uint32_t));
        same_bits(sinew_skeleton_skin_inverse_bind(a, i), sinew_skeleton_skin_inverse_bind(b, i),
                  count * sizeof(sinew_affine));
    }
}

static void same_mesh(const sinew_mesh *a, const sinew_mesh *b) {
    size_t vertices = a->vertex_count, influences = vertices * a->influence_count;
    assert_int_equal(a->joint, b->joint);
    assert_int_equal(a->skin, b->skin);
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->index_count, b->index_count);
    assert_int_equal(a->influence_count, b->influence_count);
    same_bits(a->color, b->color, sizeof a->color);
    same_bits(a->positions, b->positions, vertices * 3 * sizeof(float));
    assert_int_equal(!a->normals, !b->normals);
    if (a->normals) same_bits(a->normals, b->normals, vertices * 3 * sizeof(float));
    same_bits(a->influence_joints, b->influence_joints, influences * sizeof(uint16_t));
    same_bits(a->influence_weights, b->influence_weights, influences * sizeof(float));
    same_bits(a->indices, b->indices, a->index_count * sizeof(uint32_t));
}

static void same_things(const sinew_model *a, const sinew_model *b) {
    uint32_t weights = sinew_model_morph_weight_count(a);
    assert_int_equal(sinew_model_morph_count(a), sinew_model_morph_count(b));
    assert_int_equal(weights, sinew_model_morph_weight_count(b));
    same_bits(sinew_model_morph_rest(a), sinew_model_morph_rest(b), weights * sizeof(float));
    for (uint32_t i = 0; i < sinew_model_morph_count(a); ++i) {
        uint32_t of[2][3];
        sinew_model_morph(a, i, &of[0][0], &of[0][1], &of[0][2]);
        sinew_model_morph(b, i, &of[1][0], &of[1][1], &of[1][2]);
        same_bits(of[0], of[1], sizeof of[0]);
    }
    assert_int_equal(sinew_model_mesh_count(a), sinew_model_mesh_count(b));
    for (uint32_t i = 0; i < sinew_model_mesh_count(a); ++i) {
        same_mesh(sinew_model_mesh(a, i), sinew_model_mesh(b, i));
        assert_int_equal(sinew_model_mesh_morph(a, i), sinew_model_mesh_morph(b, i));
    }
    assert_int_equal(sinew_model_lane_count(a), sinew_model_lane_count(b));
    for (uint32_t i = 0; i < sinew_model_lane_count(a); ++i) {
        sinew_lane_info x, y;
        sinew_model_lane(a, i, &x);
        sinew_model_lane(b, i, &y);
        same_text(x.component, y.component);
        same_text(x.field, y.field);
        same_text(x.pointer, y.pointer);
        assert_true(x.text == y.text && x.width == y.width && x.joint == y.joint);
    }
    assert_int_equal(a->drive_count, b->drive_count);
    same_bits(a->drives, b->drives, a->drive_count * sizeof *a->drives);
    same_bits(a->lane_first, b->lane_first, a->lane_count * sizeof *a->lane_first);
    assert_int_equal(a->lane_numbers, b->lane_numbers);
    assert_int_equal(a->text_count, b->text_count);
    same_bits(&a->size, &b->size, sizeof a->size);
}

static void same_told(const sinew_model *a, const sinew_model *b, uint32_t clip) {
    uint32_t count[2];
    const sinew_event_desc *x = sinew_model_clip_events(a, clip, &count[0]);
    const sinew_event_desc *y = sinew_model_clip_events(b, clip, &count[1]);
    assert_int_equal(count[0], count[1]);
    for (uint32_t i = 0; i < count[0]; ++i) {
        assert_string_equal(x[i].kind, y[i].kind);
        assert_string_equal(x[i].name, y[i].name);
        same_text(x[i].payload, y[i].payload);
        same_bits(&x[i].time, &y[i].time, sizeof x[i].time);
        same_bits(&x[i].end, &y[i].end, sizeof x[i].end);
        assert_int_equal(x[i].window, y[i].window);
    }
    sinew_root_desc r = sinew_model_clip_root(a, clip), s = sinew_model_clip_root(b, clip);
    assert_true(r.mode == s.mode && r.joint == s.joint && r.axes == s.axes && r.yaw == s.yaw);
}

static void same_values(const sinew_model *a, const sinew_model *b, uint32_t clip, double time) {
    for (uint32_t lane = 0; lane < sinew_model_lane_count(a); ++lane) {
        float x[16] = { 0 }, y[16] = { 0 };
        const char *s = NULL, *t = NULL;
        assert_int_equal(sinew_model_clip_property(a, clip, lane, time, x, &s),
                         sinew_model_clip_property(b, clip, lane, time, y, &t));
        same_bits(x, y, sizeof x);
        same_text(s, t);
    }
    sinew_root_step r, s;
    assert_int_equal(sinew_root_between(a, clip, 0.1, time, 3, &r), sinew_root_between(b, clip, 0.1, time, 3, &s));
    same_bits(&r, &s, sizeof r);
}

static void same_pose(const sinew_model *model, const sinew_pose *a, const sinew_pose *b) {
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(sinew_model_skeleton(model)); ++j) {
        sinew_transform x = sinew_pose_local(a, j), y = sinew_pose_local(b, j);
        same_bits(&x, &y, sizeof x);
    }
    same_bits(sinew_pose_morph_weights(a), sinew_pose_morph_weights(b),
              sinew_model_morph_weight_count(model) * sizeof(float));
}

static void same_clip(const sinew_model *a, const sinew_model *b, uint32_t clip, sinew_pose *x, sinew_pose *y) {
    enum { TIMES = 37 };
    double length = sinew_model_clip_length(a, clip), of_other = sinew_model_clip_length(b, clip);
    assert_string_equal(sinew_model_clip_name(a, clip), sinew_model_clip_name(b, clip));
    same_bits(&length, &of_other, sizeof length);
    assert_int_equal(sinew_model_clip_loops(a, clip), sinew_model_clip_loops(b, clip));
    same_told(a, b, clip);
    sinew_clip_fit f = { 0 }, g = { 0 };
    sinew_model_clip_fit(a, clip, &f);
    sinew_model_clip_fit(b, clip, &g);
    assert_true(f.tier == g.tier && f.keys == g.keys && f.exact_curves == g.exact_curves && f.joint == g.joint);
    assert_true(f.bytes == g.bytes && !(f.worst < g.worst) && !(f.worst > g.worst) && !(f.mean < g.mean));
    for (int i = -1; i <= TIMES + 1; ++i) {
        double time = length * i / TIMES;
        sinew_pose_rest(x);
        sinew_pose_rest(y);
        assert_int_equal(sinew_pose_sample(x, clip, time), sinew_pose_sample(y, clip, time));
        same_pose(a, x, y);
        same_values(a, b, clip, time);
    }
}

void bank_expect_same(const sinew_model *a, const sinew_model *b) {
    same_skeleton(sinew_model_skeleton(a), sinew_model_skeleton(b));
    same_things(a, b);
    assert_int_equal(sinew_model_clip_count(a), sinew_model_clip_count(b));
    sinew_pose *x = sinew_pose_create_for_model(a, NULL), *y = sinew_pose_create_for_model(b, NULL);
    assert_non_null(x);
    assert_non_null(y);
    for (uint32_t i = 0; i < sinew_model_clip_count(a); ++i) same_clip(a, b, i, x, y);
    sinew_pose_destroy(x);
    sinew_pose_destroy(y);
}
