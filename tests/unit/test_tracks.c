/* Tracks: what code plays, queues and stops, with and without a graph. Clips: see track_stage.h. */
#include "support/track_stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static sinew_track_info info(uint32_t track) {
    sinew_track_info found;
    assert_true(sinew_track_info_of(s.player, track, &found));
    return found;
}

/* ---- without a graph ---- */

static void test_tracks_alone(void **state) {
    (void)state;
    open_tracks(NULL, 2);
    assert_null(sinew_binding_graph(s.binding));
    assert_int_equal(sinew_binding_track_count(s.binding), 2);
    assert_int_equal(sinew_binding_layer_count(s.binding), 0);
    assert_int_equal(sinew_binding_max_samples(s.binding), 4);
    const sinew_step *step = go(0.1);
    assert_int_equal(step->layer_count, 2);
    assert_int_equal(step->sample_count, 0);
    near(step->layers[0].weight, 1, 0);
    assert_int_equal(step->layers[0].mask, SINEW_NONE);
    assert_int_equal(step->layers[0].reference_clip, SINEW_NONE);
    assert_int_equal(sinew_track_play(s.player, 1, WALK, NULL), SINEW_OK);
    step = go(0.1); /* comes in from nothing in the default mix of 0.2 s */
    assert_string_equal(stage_samples(&s, step), "walk 0.100 0.500");
    assert_int_equal(step->samples[0].layer, 1);
    assert_true(step->layers[1].keep);
    step = go(0.1);
    assert_string_equal(stage_samples(&s, step), "walk 0.200 1.000");
    assert_false(step->layers[1].keep);
    assert_int_equal(step->layers[1].first_sample, 0);
    assert_int_equal(step->layers[1].sample_count, 1);
    assert_int_equal(step->signal_count, 0); /* states are told of; tracks have none */
    step = go(0.7);
    near(step->samples[0].time, 0.1, 1e-6);
    near(step->samples[0].previous_time, 0.2, 1e-6);
    assert_int_equal(step->samples[0].loops, 1);
    stage_close(&s);
}

/* SEMANTICS 4: with a graph, track 0 lies above its highest layer; its mixes and default hold for tracks */
static void test_above_a_graph(void **state) {
    (void)state;
    open_tracks(GRAPH, 1);
    const sinew_step *step = go(0.05);
    assert_int_equal(step->layer_count, 3);
    assert_int_equal(sinew_track_play(s.player, 0, WALK, NULL), SINEW_OK);
    step = go(0.05);
    assert_string_equal(stage_samples(&s, step), "idle 0.100 1.000; walk 0.100 1.000; walk 0.050 0.500");
    assert_int_equal(step->samples[2].layer, 2);
    go(0.05);
    sinew_track_play(s.player, 0, RUN, NULL);
    go(0.1);
    sinew_fade_info fade;
    assert_true(sinew_track_fade(s.player, 0, &fade));
    assert_int_equal(fade.from, WALK);
    assert_int_equal(fade.to, RUN);
    near(fade.duration, 0.4, 1e-12);
    near(fade.t, 0.25, 1e-9);
    near(fade.remaining, 0.3, 1e-9);
    assert_int_equal(fade.transition, SINEW_NONE);
    /* The graph goes, tracks play on; attached, it starts afresh and they still do. */
    sinew_player_release(s.player);
    step = go(0.3);
    assert_string_equal(stage_samples(&s, step), "run 0.400 1.000");
    sinew_player_attach(s.player);
    step = go(0.1);
    assert_string_equal(stage_samples(&s, step), "idle 0.100 1.000; walk 0.100 1.000; run 0.500 1.000");
    stage_close(&s);
}

/* ---- play ---- */

/* SEMANTICS 4: safe to call every frame with what already plays */
static void test_playing_what_plays(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(sinew_track_play(s.player, 0, WALK, NULL), SINEW_OK);
        go(0.05);
    }
    near(info(0).progress, 0.5 / 0.8, 1e-9);
    /* Its options change at once, what is queued stays. */
    assert_int_equal(sinew_track_queue(s.player, 0, RUN, 0, NULL), SINEW_OK);
    sinew_track_desc slower = { .speed = SET(0.5), .weight = SET(0.25), .loops = 2 };
    assert_int_equal(sinew_track_play(s.player, 0, WALK, &slower), SINEW_OK);
    near(info(0).rate, 0.5 / 0.8, 1e-12);
    near(info(0).weight, 0.25, 0);
    near(info(0).end, 2, 0);
    assert_int_equal(info(0).queued, 1);
    const sinew_step *step = go(0.1);
    near(step->layers[0].weight, 0.25, 1e-7);
    assert_string_equal(stage_samples(&s, step), "walk 0.550 1.000");
    /* Restart: from the start, in a mix from itself; the queue is dropped. */
    sinew_track_desc again = { .restart = true, .mix = SET(0.2) };
    assert_int_equal(sinew_track_play(s.player, 0, WALK, &again), SINEW_OK);
    step = go(0.1);
    assert_int_equal(step->sample_count, 2);
    near(step->samples[0].time, 0.6, 1e-6);
    near(step->samples[1].time, 0.1, 1e-6);
    assert_int_equal(info(0).queued, 0);
    stage_close(&s);
}

/* The last play or stop before an advance counts; one that is taken back leaves what plays. */
static void test_the_last_wish_counts(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(WALK, 0);
    go(0.1);
    play(RUN, 0.2);
    play(IDLE, 0.2);
    assert_int_equal(info(0).clip, WALK); /* until the next advance */
    assert_string_equal(stage_samples(&s, go(0.1)), "walk 0.200 0.500; idle 0.100 0.500");
    go(0.1);
    play(RUN, 0.2);
    play(IDLE, 0.2); /* plays already */
    assert_string_equal(stage_samples(&s, go(0.1)), "idle 0.300 1.000");
    sinew_track_stop(s.player, 0, 0.2);
    play(IDLE, 0.2);
    assert_string_equal(stage_samples(&s, go(0.1)), "idle 0.400 1.000");
    play(RUN, 0.2);
    sinew_track_queue(s.player, 0, WALK, 0, NULL);
    play(RUN, 0.2); /* as asked for: what was queued after it stays */
    assert_int_equal(info(0).queued, 1);
    sinew_track_stop(s.player, 0, 0.2);
    assert_int_equal(info(0).queued, 0);
    assert_string_equal(stage_samples(&s, go(0.1)), "idle 0.500 0.500");
    stage_close(&s);
}

static void test_weights_speeds_and_ends(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    sinew_track_desc desc = { .mix = SET(0), .weight = SET(0.5), .speed = SET(-2) };
    assert_int_equal(sinew_track_play(s.player, 0, WALK, &desc), SINEW_OK);
    const sinew_step *step = go(0.1);
    near(step->layers[0].weight, 0.5, 1e-7);
    near(step->samples[0].weight, 1, 0);
    near(step->samples[0].time, 0.6, 1e-6);
    near(info(0).progress, 0.25, 1e-9);
    /* A mix between two weights: what both put over what lies below goes evenly from one to the other. */
    desc = (sinew_track_desc){ .mix = SET(0.2), .weight = SET(1) };
    sinew_track_play(s.player, 0, RUN, &desc);
    step = go(0.05);
    near(step->layers[0].weight, 0.625, 1e-6);
    near(step->samples[0].weight, 0.75 * 0.5 / 0.625, 1e-6);
    near(step->samples[1].weight, 0.25 * 1 / 0.625, 1e-6);
    step = go(0.15);
    near(step->layers[0].weight, 1, 0);
    assert_int_equal(sinew_track_set_weight(s.player, 0, 7), SINEW_OK);
    near(info(0).weight, 1, 0);
    assert_int_equal(sinew_track_set_weight(s.player, 0, -1), SINEW_OK);
    step = go(0.1); /* keeps time, gives nothing */
    assert_int_equal(step->sample_count, 0);
    near(step->layers[0].weight, 0, 0);
    near(info(0).time, 0.3, 1e-9);
    assert_int_equal(sinew_track_set_speed(s.player, 0, 0), SINEW_OK);
    go(0.1);
    near(info(0).time, 0.3, 1e-9);
    stage_close(&s);
}

static void test_masks_and_blend_modes(void **state) {
    (void)state;
    sinew_mask_joint_desc joints[] = { { .name = "j2" } };
    sinew_mask_desc masks[] = { { .name = "arm", .joints = joints, .joint_count = 1 }, { .name = "rigs" } };
    stage_open_desc(&s, NULL, STAGE_USUAL, (sinew_bind_desc){ .track_count = 1, .masks = masks, .mask_count = 2 });
    assert_int_equal(sinew_binding_find_mask(s.binding, "arm"), 0);
    assert_int_equal(sinew_binding_find_mask(s.binding, "rigs"), 1);
    assert_int_equal(sinew_binding_find_mask(s.binding, "leg"), SINEW_NONE);
    near(sinew_binding_mask(s.binding, 0)[2], 1, 0);
    sinew_track_desc desc = { .mix = SET(0.2), .mask = "rigs", .blend = SINEW_BLEND_ADDITIVE };
    desc.reference = (sinew_reference_desc){ "idle", 0.25 };
    assert_int_equal(sinew_track_play(s.player, 0, WALK, &desc), SINEW_OK);
    const sinew_step *step = go(0.3);
    assert_int_equal(step->layers[0].mask, 1);
    assert_int_equal(step->layers[0].blend, SINEW_BLEND_ADDITIVE);
    assert_int_equal(step->layers[0].reference_clip, IDLE);
    near(step->layers[0].reference_time, 0.25, 0);
    desc.mask = "arm";
    sinew_track_play(s.player, 0, WALK, &desc);
    assert_int_equal(go(0)->layers[0].mask, 0);
    /* While it lets go the row stays as it is, also when what lets go is held; then it is bare. */
    sinew_track_stop(s.player, 0, 0.2);
    assert_int_equal(go(0.1)->layers[0].mask, 0);
    play(RUN, 0.2);
    assert_int_equal(go(0.1)->layers[0].mask, SINEW_NONE);
    sinew_track_play(s.player, 0, WALK, &desc);
    step = go(0.1);
    sinew_track_stop(s.player, 0, 0.2);
    step = go(0.1);
    assert_int_equal(step->samples[0].clip, SINEW_CLIP_HELD);
    assert_int_equal(step->layers[0].mask, 0);
    step = go(0.1);
    assert_int_equal(step->layers[0].mask, SINEW_NONE);
    assert_int_equal(step->layers[0].blend, SINEW_BLEND_REPLACE);
    assert_int_equal(step->layers[0].reference_clip, SINEW_NONE);
    stage_close(&s);
}

/* SEMANTICS 4: a mix is a fade that may always be cut; what was shown is held */
static void test_a_cut_mix_is_held(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(WALK, 0);
    go(0.1);
    play(RUN, 0.2);
    go(0.1);
    play(IDLE, 0.2);
    const sinew_step *step = go(0.05);
    assert_string_equal(stage_samples(&s, step), "<held> 0.000 0.750; idle 0.050 0.250");
    assert_int_equal(step->samples[0].hold_serial, 1);
    assert_true(step->layers[0].keep);
    sinew_fade_info fade;
    assert_true(sinew_track_fade(s.player, 0, &fade));
    assert_int_equal(fade.from, SINEW_CLIP_HELD);
    play(WALK, 0.2);
    step = go(0.1);
    assert_string_equal(stage_samples(&s, step), "<held> 0.000 0.500; walk 0.100 0.500");
    assert_int_equal(step->samples[0].hold_serial, 2);
    go(0.1);
    assert_false(sinew_track_fade(s.player, 0, &fade));
    /* A mix that has shown nothing yet is replaced, not held: nothing would be seen of it. */
    play(RUN, 0.2);
    go(0);
    play(IDLE, 0.2);
    assert_string_equal(stage_samples(&s, go(0.1)), "walk 0.300 0.500; idle 0.100 0.500");
    /* A hold weighs in the row what was shown at the cut. */
    sinew_track_set_weight(s.player, 0, 0.5f);
    sinew_track_play(s.player, 0, RUN, &(sinew_track_desc){ .mix = SET(0.2), .weight = SET(0.25) });
    step = go(0);
    near(step->layers[0].weight, 0.75, 1e-6); /* walk at 1, idle at 0.5, half and half */
    step = go(0.1);
    near(step->layers[0].weight, 0.5, 1e-6);
    near(step->samples[0].weight, 0.75, 1e-6);
    near(step->samples[1].weight, 0.25, 1e-6);
    stage_close(&s);
}

/* ---- ends, loops and the queue ---- */

/* SEMANTICS 4: a track that plays out lets go with its mix */
static void test_playing_out_lets_go(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(JUMP, 0.2);
    go(0.5);
    assert_int_equal(info(0).clip, JUMP);
    const sinew_step *step = go(0.05);
    assert_string_equal(stage_samples(&s, step), "jump 0.500 0.750");
    assert_int_equal(info(0).clip, SINEW_NONE);
    sinew_fade_info fade;
    assert_true(sinew_track_fade(s.player, 0, &fade));
    assert_int_equal(fade.from, JUMP);
    assert_int_equal(fade.to, SINEW_NONE);
    step = go(0.15);
    assert_int_equal(step->sample_count, 0);
    assert_false(step->layers[0].keep);
    /* With a mix of 0 at once, and so does a whole of it in one long frame. */
    play(JUMP, 0);
    assert_int_equal(go(0.6)->sample_count, 0);
    play(JUMP, 0.2);
    assert_int_equal(go(10)->sample_count, 0);
    stage_close(&s);
}

static void test_loops_are_counted(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    sinew_track_desc desc = { .mix = SET(0), .loops = 3 };
    sinew_track_play(s.player, 0, WALK, &desc);
    const sinew_step *step = go(2.0);
    near(step->samples[0].time, 0.4, 1e-6);
    assert_int_equal(step->samples[0].loops, 2);
    sinew_track_queue(s.player, 0, RUN, 0.3, &desc); /* until it begins, the end is held */
    step = go(0.6);
    assert_string_equal(stage_samples(&s, step), "walk 0.800 1.000");
    assert_int_equal(step->samples[0].loops, 0);
    step = go(0.2);
    assert_string_equal(stage_samples(&s, step), "run 0.100 1.000");
    near(info(0).end, 3, 0);
    /* Backwards: two loops and a last pass that ends at the start. */
    desc.speed = (sinew_opt)SET(-1);
    sinew_track_play(s.player, 0, WALK, &desc);
    step = go(0);
    near(step->samples[0].time, 0, 1e-6); /* the wrap */
    step = go(1.0);
    near(step->samples[0].time, 0.6, 1e-6);
    assert_int_equal(step->samples[0].loops, -2); /* one for the wrap that it stood at */
    step = go(0.6);
    near(step->samples[0].time, 0.8, 1e-6); /* the last pass begins at its end */
    step = go(0.7);
    near(step->samples[0].time, 0.1, 1e-6);
    sinew_track_queue(s.player, 0, RUN, 1, &desc);
    step = go(0.3);
    near(step->samples[0].time, 0, 1e-6);
    /* A clip that plays once may be looped for ever, one that loops played once. */
    desc = (sinew_track_desc){ .mix = SET(0), .loops = SINEW_LOOP_FOREVER };
    sinew_track_play(s.player, 0, JUMP, &desc);
    step = go(1.2);
    near(step->samples[0].time, 0.2, 1e-6);
    near(info(0).end, 0, 0);
    stage_close(&s);
}

static void test_changing_the_passes(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    sinew_track_desc once = { .mix = SET(0.1), .loops = 1 }, twice = { .mix = SET(0.1), .loops = 2 };
    sinew_track_desc ever = { .mix = SET(0.1), .loops = SINEW_LOOP_FOREVER };
    sinew_track_play(s.player, 0, WALK, &ever);
    go(2.0); /* 2.5 passes: told once, it ends with the third, however often it is told */
    for (int i = 0; i < 3; ++i) {
        sinew_track_play(s.player, 0, WALK, &once);
        go(0.1);
    }
    near(info(0).end, 3, 0);
    near(info(0).time, 0.7, 1e-6);
    go(0.05);
    sinew_track_play(s.player, 0, WALK, &ever);
    go(0.1);
    near(info(0).time, 0.05, 1e-6);
    near(info(0).end, 0, 0);
    /* One that holds its end before a queue goes on from there. */
    sinew_track_play(s.player, 0, JUMP, &once);
    sinew_track_queue(s.player, 0, RUN, 10, NULL);
    go(1.0);
    near(info(0).progress, 2, 1e-9);
    near(info(0).time, 0.5, 1e-9);
    sinew_track_play(s.player, 0, JUMP, &twice);
    go(0.1);
    near(info(0).progress, 1.2, 1e-9);
    near(info(0).time, 0.1, 1e-6);
    go(1.0);
    near(info(0).time, 0.5, 1e-6);
    sinew_track_play(s.player, 0, JUMP, &once); /* fewer than have gone: it has ended */
    near(info(0).end, 2, 0);
    sinew_track_play(s.player, 0, JUMP, &(sinew_track_desc){ .loops = 4, .speed = SET(-1) });
    go(0.1);
    near(info(0).time, 0.4, 1e-6);
    stage_close(&s);
}

/* SEMANTICS 4: queue begins when the one before ends, plus a delay, at that very moment */
static void test_the_queue(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(JUMP, 0);
    assert_int_equal(sinew_track_queue(s.player, 0, LAND, 0, &(sinew_track_desc){ .mix = SET(0.2) }), SINEW_OK);
    assert_int_equal(sinew_track_queue(s.player, 0, WALK, 0.1, &(sinew_track_desc){ .mix = SET(0) }), SINEW_OK);
    assert_int_equal(sinew_track_queued(s.player, 0, 0), LAND);
    assert_int_equal(sinew_track_queued(s.player, 0, 1), WALK);
    assert_int_equal(sinew_track_queued(s.player, 0, 2), SINEW_NONE);
    const sinew_step *step = go(0.6);
    assert_string_equal(stage_samples(&s, step), "jump 0.500 0.500; land 0.100 0.500");
    assert_int_equal(sinew_track_queued(s.player, 0, 0), WALK);
    step = go(0.25);
    assert_string_equal(stage_samples(&s, step), "land 0.300 1.000");
    step = go(0.15);
    assert_string_equal(stage_samples(&s, step), "walk 0.100 1.000");
    /* Behind one that plays for ever: with the pass that it is in. */
    sinew_track_queue(s.player, 0, RUN, 0, &(sinew_track_desc){ .mix = SET(0) });
    step = go(0.75);
    assert_string_equal(stage_samples(&s, step), "run 0.050 1.000");
    /* On an idle track: after the delay. */
    sinew_track_stop(s.player, 0, 0);
    go(0.1);
    sinew_track_queue(s.player, 0, WALK, 0.25, &(sinew_track_desc){ .mix = SET(0) });
    assert_int_equal(go(0.2)->sample_count, 0);
    assert_string_equal(stage_samples(&s, go(0.2)), "walk 0.150 1.000");
    /* Four wait, a fifth is refused. */
    for (int i = 0; i < 4; ++i) assert_int_equal(sinew_track_queue(s.player, 0, JUMP, 0, NULL), SINEW_OK);
    assert_int_equal(sinew_track_queue(s.player, 0, JUMP, 0, NULL), SINEW_ERROR_REFUSED);
    assert_int_equal(info(0).queued, 4);
    stage_close(&s);
    stage_open_desc(&s, NULL, STAGE_USUAL, (sinew_bind_desc){ .track_count = 1, .track_queue = 1 });
    assert_int_equal(sinew_track_queue(s.player, 0, JUMP, 0, NULL), SINEW_OK);
    assert_int_equal(sinew_track_queue(s.player, 0, JUMP, 0, NULL), SINEW_ERROR_REFUSED);
    stage_close(&s);
}

/* A clip without a length is a pose: it stays, unless told to play once. */
static void test_poses(void **state) {
    (void)state;
    stage_open_desc(&s, NULL, "still:0,pose:0:once,walk:0.8", (sinew_bind_desc){ .track_count = 1 });
    play(0, 0);
    const sinew_step *step = go(5);
    assert_string_equal(stage_samples(&s, step), "still 0.000 1.000");
    near(info(0).progress, 1, 0);
    sinew_track_queue(s.player, 0, 2, 0.5, &(sinew_track_desc){ .mix = SET(0) });
    assert_string_equal(stage_samples(&s, go(0.75)), "walk 0.250 1.000");
    play(1, 0.2); /* complete at once: lets go as it comes, so there is nothing of it */
    sinew_track_queue(s.player, 0, 0, 0, &(sinew_track_desc){ .mix = SET(0.2) });
    assert_string_equal(stage_samples(&s, go(0.1)), "walk 0.350 0.500; still 0.000 0.500");
    sinew_track_play(s.player, 0, 0, &(sinew_track_desc){ .mix = SET(0.2), .loops = 1 });
    go(0.1);
    go(0.1);
    go(0.1);
    assert_int_equal(go(0)->sample_count, 0);
    stage_close(&s);
}

static void test_stop(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    assert_int_equal(sinew_track_stop(s.player, 0, 1), SINEW_OK); /* nothing plays */
    go(0.1);
    play(WALK, 0.4);
    go(0.4);
    sinew_track_stop(s.player, 0, 0.2);
    assert_string_equal(stage_samples(&s, go(0.05)), "walk 0.450 0.750");
    assert_int_equal(go(0.15)->sample_count, 0);
    play(WALK, 0.4);
    go(0.4);
    sinew_track_stop(s.player, 0, -1); /* its own mix */
    assert_string_equal(stage_samples(&s, go(0.1)), "walk 0.500 0.750");
    go(1);
    sinew_track_play(s.player, 0, WALK, NULL);
    go(0.2);
    sinew_track_stop(s.player, 0, -1); /* it has none: the default */
    assert_string_equal(stage_samples(&s, go(0.1)), "walk 0.300 0.500");
    /* Asked to play and stopped before it has shown anything: nothing is left. */
    go(1);
    play(RUN, 0.2);
    go(0);
    sinew_track_stop(s.player, 0, 0.2);
    assert_int_equal(go(0)->sample_count, 0);
    assert_false(sinew_track_fade(s.player, 0, &(sinew_fade_info){ 0 }));
    stage_close(&s);
}

/* ---- time ---- */

static void test_pause_and_still_frames(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(WALK, 0.2);
    go(0.1);
    sinew_player_pause(s.player);
    play(RUN, 0.2);
    assert_string_equal(stage_samples(&s, go(0.1)), "walk 0.100 0.500");
    uint64_t before = sinew_player_hash(s.player);
    const sinew_step *step = go(-1);
    assert_int_equal(step->result, SINEW_ERROR_RANGE);
    assert_string_equal(stage_samples(&s, step), "walk 0.100 0.500");
    assert_true(sinew_player_hash(s.player) == before);
    sinew_player_resume(s.player);
    assert_string_equal(stage_samples(&s, go(0.1)), "<held> 0.000 0.500; run 0.100 0.500");
    stage_close(&s);
}

static void test_fixed_steps(void **state) {
    (void)state;
    open_tracks(NULL, 1);
    play(WALK, 0);
    sinew_player_update_to(s.player, 10);
    const sinew_step *step = sinew_player_update_to(s.player, 10.2);
    near(step->samples[0].time, 0.2, 1e-6);
    near(step->samples[0].previous_time, 0, 1e-6);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracks_alone),
        cmocka_unit_test(test_above_a_graph),
        cmocka_unit_test(test_playing_what_plays),
        cmocka_unit_test(test_the_last_wish_counts),
        cmocka_unit_test(test_weights_speeds_and_ends),
        cmocka_unit_test(test_masks_and_blend_modes),
        cmocka_unit_test(test_a_cut_mix_is_held),
        cmocka_unit_test(test_playing_out_lets_go),
        cmocka_unit_test(test_loops_are_counted),
        cmocka_unit_test(test_changing_the_passes),
        cmocka_unit_test(test_the_queue),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_pause_and_still_frames),
        cmocka_unit_test(test_fixed_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
