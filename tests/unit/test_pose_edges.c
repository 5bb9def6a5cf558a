/* The pose at its edges: times a nanosecond apart, weights of a millionth, the last lane of a group, results that
   show only a part, the block's layout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/pose_rig.h"

#include <math.h>
#include <string.h>
#include <stdlib.h>

/* ---- holds in time ---- */

static void show(pose_rig *r, uint32_t clip) {
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, clip, 1);
    rig_apply(r);
}

/* Half of what is held, half of 0. */
static float half_held(pose_rig *r, uint32_t serial) {
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, serial, 0.5f);
    rig_sample(r, SLIDE, 0.5f);
    rig_apply(r);
    return rig_root_x(r);
}

/* SEMANTICS 3: a result older than 0.25 s is none; moments less than a nanosecond apart are the same. */
static void old_by_less_than_a_nanosecond_is_not_old(void **state) {
    pose_rig *r = *state;
    const double late[] = { 0.5e-9, 1e-9, 1.5e-9 };
    for (int i = 0; i < 3; ++i) {
        sinew_pose_forget(r->pose);
        r->time = 0;
        show(r, ROOT_X3);
        r->time = 0.25 + late[i];
        assert_float_equal(half_held(r, 1), (i ? 0 : 1.5f), 1e-6);
    }
}

/* A player that goes back by less than a nanosecond has not gone back. */
static void back_by_less_than_a_nanosecond_is_not_back(void **state) {
    pose_rig *r = *state;
    const double back[] = { 0.5e-9, 1e-9, 1.5e-9 };
    for (int i = 0; i < 3; ++i) {
        sinew_pose_forget(r->pose);
        r->time = 0;
        show(r, ROOT_X3);
        r->time = -back[i];
        assert_float_equal(half_held(r, 1), (i ? 0 : 1.5f), 1e-6);
    }
    for (int i = 0; i < 3; ++i) {
        sinew_pose_forget(r->pose);
        r->time = -0.1;
        show(r, ROOT_X3);
        r->time = 0;
        assert_float_equal(half_held(r, 1), 1.5f, 1e-6);
        show(r, ROOT_X7);
        r->time = -back[i];
        /* The hold was met in the future of this time, so it is gone, and so is what was shown since. */
        assert_float_equal(half_held(r, 1), (i ? 0 : 1.5f), 1e-6);
    }
}

/* Two results of one moment are one result: the velocity of an inertial hold would be that of nothing. */
static void results_of_one_moment_are_one(void **state) {
    pose_rig *r = *state;
    const double apart[] = { 0, 0.5e-9, 1e-9, 1.5e-9 };
    for (int i = 0; i < 4; ++i) {
        sinew_pose_forget(r->pose);
        r->time = 0;
        show(r, ROOT_X3);
        r->time = apart[i];
        show(r, ROOT_X7);
        assert_int_equal(r->pose->holds[0].kept_count, i < 2 ? 1 : 2);
        assert_float_equal(half_held(r, 1), 3.5f, 1e-6);
    }
}

/* Results nearer than a microsecond say nothing of a velocity. */
static void velocity_wants_a_microsecond(void **state) {
    pose_rig *r = *state;
    const double apart[] = { 0.5e-6, 1.5e-6 };
    for (int i = 0; i < 2; ++i) {
        sinew_pose_forget(r->pose);
        r->time = 0;
        show(r, ROOT_X3);
        r->time = apart[i];
        show(r, ROOT_X7);
        rig_inertial_x(r, 0, 0.4f);
        float s = 0.25f, still = powf(1 - s, 3) * (1 + 3 * s);
        float most = 4 * 4 * s * powf(1 - s, 3); /* the velocity is cut to 4 offsets a duration */
        assert_float_equal(rig_inertial_x(r, 0.1f, 0.4f), 3 + 4 * still + (i ? most : 0), 1e-4);
    }
}

/* A second interruption measures its own velocity, also where the first had one and the second has none. */
static void a_new_hold_knows_nothing_of_the_last(void **state) {
    pose_rig *r = *state;
    rig_show_moving(r, 5, 6);
    rig_inertial_x(r, 0, 0.4f);
    r->time += 1;
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ARM_TURN_90, 1);
    rig_apply(r);
    float s = 0.25f, left = powf(1 - s, 3) * (1 + 3 * s);
    for (int i = 0; i < 2; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_inertial(r, 6, i ? 0.1f : 0, 0.4f);
        rig_sample(r, ROOT_X3, 1);
        rig_apply(r);
        /* The root is the target's alone: 3 by the share that grows, over 1. */
        assert_float_equal(rig_root_x(r), (i ? 1 * left + 3 * (1 - left) : 1), 1e-5);
    }
}

/* What the target stops showing during the fade has no value, so it shows what lies below and not an offset. */
static void a_target_that_stops_showing_lets_go(void **state) {
    pose_rig *r = *state;
    for (int i = 0; i < 2; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_sample(r, ROOT_X7, 1);
        rig_sample(r, MORPHS, 1);
        rig_apply(r);
        r->time += 0.1;
    }
    const float weights[] = { 0.5f, 0.25f, 1e-4f, 0 };
    for (int i = 0; i < 4; ++i) {
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
        rig_inertial(r, 1, i ? 0.1f : 0, 0.4f);
        rig_sample(r, ROOT_X3, weights[i]);
        rig_sample(r, MORPHS, weights[i]);
        rig_apply(r);
        float s = i ? 0.25f : 0, left = powf(1 - s, 3) * (1 + 3 * s);
        float share = weights[i] * (1 + left); /* it was twice the target's at the cut */
        assert_float_equal(rig_root_x(r), 1 + share * (3 + 4 * left - 1), 1e-4);
        assert_float_equal(sinew_pose_morph_weights(r->pose)[1], share * 0.5f, 1e-5);
    }
}

/* A morph that only the hold shows keeps its value while its share goes; one that only the target shows comes. */
static void morphs_of_one_side(void **state) {
    pose_rig *r = *state;
    float s = 0.25f, left = powf(1 - s, 3) * (1 + 3 * s);
    for (int only_target = 0; only_target < 2; ++only_target) {
        sinew_pose_forget(r->pose);
        show(r, only_target ? ROOT_X3 : MORPHS);
        r->time += 0.1;
        for (int i = 0; i < 2; ++i) {
            rig_clear(r);
            rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
            rig_inertial(r, 1, i ? 0.1f : 0, 0.4f);
            rig_sample(r, only_target ? MORPHS : ROOT_X3, 1);
            rig_apply(r);
            float share = only_target ? (i ? 1 - left : 0) : (i ? left : 1);
            assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.5f + share * 0.5f, 1e-5);
            assert_float_equal(sinew_pose_morph_weights(r->pose)[1], share * 0.5f, 1e-5);
        }
    }
}

/* Inertial turns keep to the shorter way: from 150° past the half turn to -150° it is 60°. */
static void inertial_turns_the_shorter_way(void **state) {
    (void)state;
    static const float plus[] = { 0, 0, 0.96592583f, 0.25881905f }, minus[] = { 0, 0, -0.96592583f, 0.25881905f };
    static const sinew_joint_desc joint = { "one", SINEW_NONE, NULL };
    static const sinew_curve curves[] = { KEY(SINEW_CHANNEL_ROTATION, 0, 4, plus),
                                          KEY(SINEW_CHANNEL_ROTATION, 0, 4, minus) };
    sinew_clip_desc clips[] = { { .curves = &curves[0], .curve_count = 1 },
                                { .curves = &curves[1], .curve_count = 1 } };
    sinew_model_desc desc = { .skeleton = { &joint, 1, NULL, 0 }, .clips = clips, .clip_count = 2 };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    sinew_pose *pose = snw_pose_make(model, NULL, 1);
    sinew_layer_row row = { .weight = 1, .mask = SINEW_NONE, .sample_count = 1, .keep = true };
    sinew_sample s[2] = { { .clip = 0, .weight = 1 }, { .clip = 1, .weight = 1 } };
    assert_int_equal(snw_pose_apply_rows(pose, 0, &row, 1, s, 1), SINEW_OK);
    s[0] =
        (sinew_sample){ .clip = SINEW_CLIP_HELD, .flags = SINEW_SAMPLE_INERTIAL, .hold_serial = 1, .hold_duration = 1 };
    row.sample_count = 2;
    for (int i = 0; i < 2; ++i) {
        s[0].hold_since = 0.5f * (float)i;
        assert_int_equal(snw_pose_apply_rows(pose, 0.1 * i, &row, 1, s, 2), SINEW_OK);
        float left = i ? 0.125f * 2.5f : 1; /* of the 60° from -150° down to -210°, which is 150° */
        sinew_quat q = sinew_pose_local(pose, 0).rotation;
        float turn = 2 * atan2f(q.z, q.w) * 57.29578f, want = -150 - 60 * left;
        assert_float_equal(remainderf(turn - want, 360), 0, 1e-3);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/* ---- weights ---- */

/* A hold that is lost leaves its share to the others, in their own proportions down to a millionth in all. */
static void alone_down_to_a_millionth(void **state) {
    pose_rig *r = *state;
    const float left[] = { 1.5e-6f, 0.5e-6f };
    for (int i = 0; i < 2; ++i) {
        sinew_pose_forget(r->pose);
        rig_clear(r);
        rig_layer(r, SINEW_BLEND_REPLACE, 1);
        rig_held(r, 1, 1 - left[i]);
        rig_sample(r, ROOT_X3, left[i] * 0.75f);
        rig_sample(r, ROOT_X7, left[i] * 0.25f);
        rig_apply(r);
        assert_float_equal(rig_root_x(r), (i ? 5 : 4), 0.05);
    }
}

/* SEMANTICS 4: a share is 1 at most, of a morph too, though the weights of a list made by hand add up to more. */
static void morph_shares_are_one_at_most(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1);
    rig_sample(r, MORPHS, 0.75f);
    rig_sample(r, WHOLE, 0.75f);
    rig_apply(r);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[0], 0.6f, 1e-6);
    assert_float_equal(sinew_pose_morph_weights(r->pose)[1], 0.45f, 1e-6);
}

/* The first lane and the last keep their own rotations and scales beside each other in a group. */
static void first_and_last_lane_are_their_own(void **state) {
    (void)state;
    static const float turn[] = { 0.6f, 0, 0, 0.8f }, scale[] = { 2, 3, 4 };
    static sinew_joint_desc joints[16];
    static sinew_curve curves[32];
    for (uint32_t i = 0; i < 16; ++i) {
        joints[i] = (sinew_joint_desc){ "j", i ? i - 1 : SINEW_NONE, NULL };
        curves[2 * i] = (sinew_curve)KEY(SINEW_CHANNEL_ROTATION, i, 4, turn);
        curves[2 * i + 1] = (sinew_curve)KEY(SINEW_CHANNEL_SCALE, i, 3, scale);
    }
    sinew_clip_desc clip = { .curves = curves, .curve_count = 32 };
    sinew_model_desc desc = { .skeleton = { joints, 16, NULL, 0 }, .clips = &clip, .clip_count = 1 };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    sinew_pose *pose = snw_pose_make(model, NULL, 1);
    sinew_layer_row row = { .weight = 1, .mask = SINEW_NONE, .sample_count = 1 };
    sinew_sample s = { .clip = 0, .weight = 1 };
    assert_int_equal(snw_pose_apply_rows(pose, 0, &row, 1, &s, 1), SINEW_OK);
    for (uint32_t i = 0; i < 16; ++i) {
        sinew_transform t = sinew_pose_local(pose, i);
        assert_float_equal(t.rotation.x, 0.6f, 1e-6);
        assert_float_equal(t.rotation.y, 0, 1e-6);
        assert_float_equal(t.rotation.z, 0, 1e-6);
        assert_float_equal(t.rotation.w, 0.8f, 1e-6);
        rig_expect_vector(t.scale, 2, 3, 4);
        rig_expect_vector(t.translation, 0, 0, 0);
    }
    sinew_pose_model(pose, 15); /* the matrices lie right behind the groups */
    const sinew_transform none = SINEW_TRANSFORM_IDENTITY;
    sinew_transform past = sinew_pose_local(pose, 16);
    assert_memory_equal(&past, &none, sizeof none);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/* ---- lanes and bounds ---- */

/* Lanes past the last joint have no say, with a mask (which has no number for them) or without. */
static void lanes_past_the_last_joint_have_no_alpha(void **state) {
    pose_rig *r = *state;
    static const float mask[JOINTS] = { 1, 1, 1 };
    sinew_pose *a = r->pose, *b = sinew_pose_create_for_model(r->model, NULL);
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane)
        for (int i = 0; i < SNW_COMPONENTS; ++i) b->groups[0].row[i][lane] = i >= SNW_RX && i <= SNW_RW ? 0.5f : 3;
    for (int i = 0; i < 4; ++i) {
        sinew_pose_rest(a);
        snw_group before = a->groups[0];
        if (i % 2) assert_int_equal(sinew_pose_blend(a, b, 0.5f, i / 2 ? mask : NULL), SINEW_OK);
        else assert_int_equal(sinew_pose_add(a, b, NULL, 0.5f, i / 2 ? mask : NULL), SINEW_OK);
        for (int k = 0; k < SNW_COMPONENTS; ++k) {
            assert_memory_equal(&before.row[k][JOINTS], &a->groups[0].row[k][JOINTS],
                                (SINEW_GROUP - JOINTS) * sizeof(float));
            assert_true(memcmp(&before.row[k], &a->groups[0].row[k], JOINTS * sizeof(float)) != 0);
        }
    }
    sinew_pose_destroy(b);
}

/* Where alpha is 0 what lies below keeps its bits, and the other's numbers are not read, be they what they may. */
static void alpha_zero_reads_and_changes_nothing(void **state) {
    pose_rig *r = *state;
    sinew_pose *a = r->pose, *b = sinew_pose_create_for_model(r->model, NULL);
    for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) {
        /* Not of unit length to the last bit. */
        snw_group_set_rotation(&a->groups[0], lane, (sinew_quat){ 0.1f * (float)lane, 0.3f, -0.7f, 0.2f });
        for (int i = 0; i < SNW_COMPONENTS; ++i) b->groups[0].row[i][lane] = INFINITY;
    }
    b->morphs[0] = b->morphs[1] = INFINITY;
    snw_group before = a->groups[0];
    static const float none[JOINTS] = { 0, 0, 0 };
    for (int i = 0; i < 4; ++i) {
        if (i % 2) assert_int_equal(sinew_pose_blend(a, b, i / 2 ? 1 : 0, i / 2 ? none : NULL), SINEW_OK);
        else assert_int_equal(sinew_pose_add(a, b, NULL, i / 2 ? 1 : 0, i / 2 ? none : NULL), SINEW_OK);
        assert_memory_equal(&before, &a->groups[0], sizeof before);
        assert_float_equal(sinew_pose_morph_weights(a)[0], 0.5f, 0);
        assert_float_equal(sinew_pose_morph_weights(a)[1], 0, 0);
    }
    sinew_pose_destroy(b);
}

/* Nothing of the matrices is old after any change by hand. */
static void matrices_follow_each_change_by_hand(void **state) {
    pose_rig *r = *state;
    sinew_pose *a = r->pose, *b = sinew_pose_create_for_model(r->model, NULL);
    assert_float_equal(sinew_pose_model(a, ROOT).m[3], 1, 0);
    sinew_pose_sample(b, ROOT_X7, 0);
    sinew_pose_sample(b, MORPHS, 0);
    sinew_pose_copy(a, b);
    assert_float_equal(sinew_pose_model(a, ROOT).m[3], 7, 0);
    assert_float_equal(sinew_pose_morph_weights(a)[0], 1, 0);
    assert_float_equal(sinew_pose_morph_weights(a)[1], 0.5f, 0);
    sinew_pose_rest(b);
    sinew_pose_blend(a, b, 0.5f, NULL);
    assert_float_equal(sinew_pose_model(a, ROOT).m[3], 4, 1e-6);
    sinew_pose_sample(b, ROOT_X3, 0);
    sinew_pose_add(a, b, NULL, 1, NULL);
    assert_float_equal(sinew_pose_model(a, ROOT).m[3], 6, 1e-6);
    sinew_pose_sample(a, ROOT_X3, 0);
    float palette[24];
    assert_int_equal(sinew_palette_3x4(a, 0, palette, 2), 2); /* just enough room */
    assert_float_equal(palette[12 + 3], 2, 1e-6);
    sinew_pose_destroy(b);
}

/* A model of `count` joints in a row along x, a metre apart; no skin, no morphs, one clip that moves the last. */
static sinew_model *chain_of(uint32_t count) {
    static sinew_joint_desc joints[40];
    static sinew_transform offset = { { 1, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1 } };
    static const float up[] = { 1, 5, 0 };
    static sinew_curve curve;
    for (uint32_t i = 0; i < count; ++i) joints[i] = (sinew_joint_desc){ "j", i ? i - 1 : SINEW_NONE, &offset };
    curve = (sinew_curve)KEY(SINEW_CHANNEL_TRANSLATION, count - 1, 3, up);
    sinew_clip_desc clip = { .curves = &curve, .curve_count = 1 };
    sinew_model_desc desc = { .skeleton = { joints, count, NULL, 0 }, .clips = &clip, .clip_count = 1 };
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_create(&desc, &model, NULL), SINEW_OK);
    return model;
}

/* Joints on both sides of a group's edge; without skins there is no palette, without morphs no weights. */
static void joints_at_the_edge_of_a_group(void **state) {
    (void)state;
    const uint32_t counts[] = { 1, 15, 16, 17, 32, 33 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        uint32_t last = counts[i] - 1;
        sinew_model *model = chain_of(counts[i]);
        sinew_pose *pose = snw_pose_make(model, NULL, 1), *other = sinew_pose_create_for_model(model, NULL);
        sinew_layer_row row = { .weight = 0.5f, .mask = SINEW_NONE, .sample_count = 1 };
        sinew_sample s = { .clip = 0, .weight = 1 };
        assert_int_equal(snw_pose_apply_rows(pose, 0, &row, 1, &s, 1), SINEW_OK);
        assert_float_equal(sinew_pose_model(pose, last).m[3], (float)counts[i], 1e-5);
        assert_float_equal(sinew_pose_model(pose, last).m[7], 2.5f, 1e-5);
        assert_int_equal(sinew_pose_copy(other, pose), SINEW_OK);
        assert_int_equal(sinew_pose_sample(pose, 0, 0), SINEW_OK);
        assert_int_equal(sinew_pose_blend(pose, other, 0.5f, NULL), SINEW_OK);
        assert_float_equal(sinew_pose_model(pose, last).m[7], 3.75f, 1e-5);
        assert_int_equal(sinew_pose_add(pose, other, NULL, 1, NULL), SINEW_OK);
        assert_float_equal(sinew_pose_model(pose, last).m[7], 6.25f, 1e-5);
        float palette[12];
        assert_int_equal(sinew_palette_3x4(pose, 0, palette, 1), 0);
        sinew_pose_destroy(pose);
        sinew_pose_destroy(other);
        sinew_model_destroy(model);
    }
}

/* ---- the block ---- */

typedef struct piece {
    const char *at;
    size_t size;
} piece;

typedef struct pieces {
    piece items[128];
    size_t count;
} pieces;

static void add_piece(pieces *all, const void *at, size_t size) { all->items[all->count++] = (piece){ at, size }; }

static void add_value(pieces *all, const sinew_pose *pose, const snw_value *v) {
    add_piece(all, v->groups, pose->group_count * sizeof *v->groups);
    add_piece(all, v->present, pose->group_count * sizeof *v->present);
    add_piece(all, v->shares, pose->group_count * sizeof *v->shares);
    add_piece(all, v->morphs, pose->morph_count * sizeof(float));
    add_piece(all, v->morph_shares, pose->morph_count * sizeof(float));
}

static int by_place(const void *a, const void *b) {
    const piece *first = a, *second = b;
    return (first->at > second->at) - (first->at < second->at);
}

/* Every part lies in the one block at a multiple of 64, none in another, and nothing lies idle between them. */
static void parts_fill_the_block(void **state) {
    pose_rig *r = *state;
    const sinew_pose *pose = r->pose;
    pieces all = { .count = 0 };
    add_piece(&all, pose, sizeof *pose);
    add_piece(&all, pose->groups, pose->group_count * sizeof *pose->groups);
    add_piece(&all, pose->morphs, pose->morph_count * sizeof(float));
    add_piece(&all, pose->models - 1, (pose->group_count * SINEW_GROUP + 1) * sizeof *pose->models);
    add_piece(&all, pose->above, pose->group_count * SINEW_GROUP * sizeof *pose->above);
    add_piece(&all, pose->unit, pose->group_count * sizeof *pose->unit);
    add_piece(&all, pose->places, pose->group_count * SINEW_GROUP * sizeof *pose->places);
    add_value(&all, pose, &pose->mean);
    for (int i = 0; i < SNW_PARTS; ++i) add_value(&all, pose, &pose->sampled[i]);
    add_value(&all, pose, &pose->reference);
    add_piece(&all, pose->leads, pose->group_count * sizeof *pose->leads);
    add_piece(&all, pose->delta, pose->group_count * sizeof *pose->delta);
    add_piece(&all, pose->delta_shares, pose->group_count * sizeof *pose->delta_shares);
    add_piece(&all, pose->holds, pose->layer_count * sizeof *pose->holds);
    for (uint32_t i = 0; i < pose->layer_count; ++i) {
        add_value(&all, pose, &pose->holds[i].kept[0]);
        add_value(&all, pose, &pose->holds[i].kept[1]);
        add_value(&all, pose, &pose->holds[i].held);
        add_value(&all, pose, &pose->holds[i].rate);
    }
    qsort(all.items, all.count, sizeof all.items[0], by_place);
    const char *end = (const char *)pose;
    for (size_t i = 0; i < all.count; ++i) {
        assert_ptr_equal(all.items[i].at, end);
        assert_int_equal((uintptr_t)all.items[i].at % 64, 0);
        end += (all.items[i].size + 63) / 64 * 64;
    }
    assert_in_range((uintptr_t)end, (uintptr_t)pose->block, (uintptr_t)pose->block + sinew_pose_bytes(pose));
}

#define ON_RIG(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_RIG(old_by_less_than_a_nanosecond_is_not_old),
        ON_RIG(back_by_less_than_a_nanosecond_is_not_back),
        ON_RIG(results_of_one_moment_are_one),
        ON_RIG(velocity_wants_a_microsecond),
        ON_RIG(a_new_hold_knows_nothing_of_the_last),
        ON_RIG(a_target_that_stops_showing_lets_go),
        ON_RIG(morphs_of_one_side),
        ON_RIG(inertial_turns_the_shorter_way),
        ON_RIG(alone_down_to_a_millionth),
        ON_RIG(morph_shares_are_one_at_most),
        ON_RIG(first_and_last_lane_are_their_own),
        ON_RIG(lanes_past_the_last_joint_have_no_alpha),
        ON_RIG(alpha_zero_reads_and_changes_nothing),
        ON_RIG(matrices_follow_each_change_by_hand),
        ON_RIG(joints_at_the_edge_of_a_group),
        ON_RIG(parts_fill_the_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
