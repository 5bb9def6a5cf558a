/* Crowds: many characters in one call are what each of them alone would be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "bench/bench.h"
#include "fault/fault.h"

#include "sinew/crowd.h"
#include "sinew/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 67, FLOATS = 12 * JOINTS, MANY = 50 };

static sinew_model *model;
static sinew_graph *graph;
static sinew_binding *binding;

#define CLIP(n)                                                                                                        \
    {                                                                                                                  \
        .name = n, .motion = {.kind = SINEW_MOTION_CLIP, .clip = n }                                                   \
    }
#define SET(number)                                                                                                    \
    { true, number }

/* Two states that any trigger fades between, cutting what runs, under an additive layer with a mask. */
static int setup(void **state) {
    (void)state;
    static const sinew_parameter_desc parameters[] = { { .name = "go", .type = SINEW_PARAMETER_TRIGGER },
                                                       { .name = "speed" } };
    static const sinew_condition_desc go[] = { { .parameter = "go" } };
    static const sinew_child_desc gaits[] = { { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "walk" }, .x = 0 },
                                              { .motion = { .kind = SINEW_MOTION_CLIP, .clip = "run" }, .x = 1 } };
    static const sinew_state_desc states[] = {
        { .name = "move",
          .motion = { .kind = SINEW_MOTION_BLEND_1D, .parameter = "speed", .children = gaits, .child_count = 2 } },
        CLIP("dense"),
        CLIP("aim")
    };
    static const sinew_transition_desc transitions[] = {
        { .from = "*",
          .to = "dense",
          .conditions = go,
          .condition_count = 1,
          .fade = SET(0.3),
          .interrupt = SINEW_INTERRUPT_BOTH },
        { .from = "dense", .to = "move", .conditions = go, .condition_count = 1, .fade = SET(0.2), .priority = 1 },
        { .from = "dense", .to = "aim", .exit = SET(0.9), .fade = SET(0.25), .interrupt = SINEW_INTERRUPT_BOTH }
    };
    static const sinew_mask_joint_desc chest = { .name = "spine" };
    static const sinew_mask_desc mask = { .joints = &chest, .joint_count = 1 };
    static const sinew_state_desc top[] = { CLIP("aim") };
    const sinew_layer_desc layers[] = {
        { .name = "base",
          .machine = { .states = states, .state_count = 3, .transitions = transitions, .transition_count = 3 } },
        { .name = "top",
          .machine = { .states = top, .state_count = 1 },
          .blend = SINEW_BLEND_ADDITIVE,
          .weight = SET(0.5),
          .mask = &mask }
    };
    sinew_graph_desc desc = { .parameters = parameters, .parameter_count = 2, .layers = layers, .layer_count = 2 };
    model = bench_figure(NULL);
    assert_non_null(model);
    assert_int_equal(sinew_graph_create(&desc, &graph, NULL), SINEW_OK);
    assert_int_equal(sinew_bind(&(sinew_bind_desc){ .graph = graph, .model = model }, &binding, NULL), SINEW_OK);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sinew_binding_destroy(binding);
    sinew_graph_destroy(graph);
    sinew_model_destroy(model);
    return 0;
}

/* ---- the same as alone ---- */

static void act(sinew_player *player, uint32_t character, uint32_t frame) {
    uint32_t trigger = sinew_binding_find_parameter(binding, "go"),
             speed = sinew_binding_find_parameter(binding, "speed");
    if ((frame * 3 + character) % 7 == 0) sinew_player_fire(player, trigger);
    if (frame % 5 == character % 5) sinew_player_set_float(player, speed, (float)((character + frame) % 8) / 8);
}

static void expect_same_state(const sinew_player *a, const sinew_player *b) {
    static uint8_t one[4096], other[4096];
    size_t size = sinew_state_save(a, one, sizeof one);
    assert_true(size > 0);
    assert_int_equal(sinew_state_save(b, other, sizeof other), size);
    assert_memory_equal(one, other, size);
}

typedef struct told {
    uint32_t count[MANY];
    uint64_t signals[MANY];
} told;

static void stepped(void *user, uint32_t character, const sinew_step *step) {
    told *t = user;
    ++t->count[character];
    t->signals[character] += step->signal_count;
}

/* MANY characters in a crowd and MANY alone, with the same inputs: the same states, and the same palettes to the bit.
 */
static void play_both(sinew_jobs jobs, bool holds) {
    static float palettes[MANY][FLOATS];
    sinew_crowd *crowd = sinew_crowd_create(
        &(sinew_crowd_desc){ .binding = binding, .capacity = MANY, .jobs = jobs, .no_holds = !holds });
    assert_non_null(crowd);
    sinew_player *alone[MANY];
    sinew_pose *poses[MANY];
    told t;
    memset(&t, 0, sizeof t);
    uint64_t signals = 0, cut = 0;
    for (uint32_t i = 0; i < MANY; ++i) {
        assert_int_equal(sinew_crowd_add(crowd), i);
        assert_int_equal(sinew_crowd_set_view(crowd, i, &(sinew_crowd_view){ .palette = palettes[i] }), SINEW_OK);
        alone[i] = sinew_player_create(binding);
        poses[i] = sinew_pose_create(binding);
        assert_true(alone[i] && poses[i]);
    }
    for (uint32_t frame = 0; frame < 60; ++frame) {
        double dt = (double)(1 + frame % 3) / 60;
        for (uint32_t i = 0; i < MANY; ++i) {
            act(sinew_crowd_player(crowd, i), i, frame);
            act(alone[i], i, frame);
        }
        assert_int_equal(sinew_crowd_update(crowd, dt, &(sinew_crowd_hooks){ .stepped = stepped, .user = &t }),
                         SINEW_OK);
        for (uint32_t i = 0; i < MANY; ++i) {
            float expected[FLOATS];
            const sinew_step *step = sinew_player_advance(alone[i], dt);
            signals += step->signal_count;
            for (uint32_t k = 0; k < step->sample_count; ++k) cut += step->samples[k].clip == SINEW_CLIP_HELD;
            if (!holds) sinew_pose_forget(poses[i]);
            assert_int_equal(sinew_pose_apply(poses[i], step), SINEW_OK);
            assert_int_equal(sinew_palette_3x4(poses[i], 0, expected, JOINTS), JOINTS);
            assert_memory_equal(palettes[i], expected, sizeof expected);
            expect_same_state(sinew_crowd_player(crowd, i), alone[i]);
        }
    }
    assert_true(cut > 100); /* held poses took part */
    for (uint32_t i = 0; i < MANY; ++i) {
        assert_int_equal(t.count[i], 60);
        signals -= t.signals[i];
        sinew_player_destroy(alone[i]);
        sinew_pose_destroy(poses[i]);
    }
    assert_int_equal(signals, 0);
    sinew_crowd_destroy(crowd);
}

static void test_a_crowd_is_its_characters(void **state) {
    (void)state;
    play_both((sinew_jobs){ 0 }, true);
}

static void test_without_holds_the_target_shows_alone(void **state) {
    (void)state;
    play_both((sinew_jobs){ 0 }, false);
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    for (uint32_t threads = 1; threads <= 4; ++threads) {
        sinew_pool *pool = sinew_pool_create(threads, NULL);
        assert_non_null(pool);
        assert_int_equal(sinew_pool_jobs(pool).workers, threads);
        play_both(sinew_pool_jobs(pool), threads % 2 == 0);
        sinew_pool_destroy(pool);
    }
}

/* A game's own: backwards, with a worker that changes. */
static void run_backwards(void *user, uint32_t count, void (*job)(void *data, uint32_t index, uint32_t worker),
                          void *data) {
    uint32_t *runs = user;
    ++*runs;
    for (uint32_t i = count; i-- > 0;) job(data, i, i % 3);
}

static void test_jobs_of_the_game(void **state) {
    (void)state;
    uint32_t runs = 0;
    play_both((sinew_jobs){ run_backwards, &runs, 3 }, true);
    assert_int_equal(runs, 60);
}

typedef struct marks {
    uint32_t of[1000];
    uint32_t of_worker[8];
} marks;

static void mark(void *data, uint32_t index, uint32_t worker) {
    marks *m = data;
    ++m->of[index];
    ++m->of_worker[worker];
}

static void test_a_pool_gives_out_each_job_once(void **state) {
    (void)state;
    sinew_pool *pool = sinew_pool_create(8, NULL);
    assert_non_null(pool);
    sinew_jobs jobs = sinew_pool_jobs(pool);
    static marks m;
    for (uint32_t round = 1; round <= 200; ++round) {
        uint32_t count = round % 2 ? 1000 : round;
        memset(&m, 0, sizeof m);
        jobs.run(jobs.user, count, mark, &m);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 1000; ++i) assert_int_equal(m.of[i], i < count);
        for (uint32_t w = 0; w < 8; ++w) sum += m.of_worker[w];
        assert_int_equal(sum, count);
    }
    sinew_pool_destroy(pool);
    sinew_pool_destroy(NULL);
    assert_null(sinew_pool_create(0, NULL));
    assert_null(sinew_pool_create(65, NULL));
    assert_null(sinew_pool_jobs(NULL).run);
}

/* ---- coming and going ---- */

static void test_characters_come_and_go(void **state) {
    (void)state;
    sinew_crowd *crowd = sinew_crowd_create(&(sinew_crowd_desc){ .binding = binding, .capacity = 33 });
    for (uint32_t i = 0; i < 33; ++i) assert_int_equal(sinew_crowd_add(crowd), i);
    assert_int_equal(sinew_crowd_add(crowd), SINEW_NONE);
    assert_int_equal(sinew_crowd_count(crowd), 33);
    assert_int_equal(sinew_crowd_update(crowd, 0.4, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_remove(crowd, 32), SINEW_OK);
    assert_int_equal(sinew_crowd_remove(crowd, 5), SINEW_OK);
    assert_int_equal(sinew_crowd_remove(crowd, 5), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_crowd_remove(crowd, 33), SINEW_ERROR_NOT_FOUND);
    assert_null(sinew_crowd_player(crowd, 5));
    assert_int_equal(sinew_crowd_count(crowd), 31);
    told t;
    memset(&t, 0, sizeof t);
    sinew_crowd_update(crowd, 0.1, &(sinew_crowd_hooks){ .stepped = stepped, .user = &t });
    assert_int_equal(t.count[4], 1);
    assert_int_equal(t.count[5], 0);
    assert_int_equal(sinew_crowd_add(crowd), 5);
    /* It starts afresh. */
    sinew_player *fresh = sinew_player_create(binding);
    expect_same_state(sinew_crowd_player(crowd, 5), fresh);
    sinew_player_destroy(fresh);
    sinew_crowd_destroy(crowd);
}

/* ---- what is seen ---- */

static sinew_crowd *one(sinew_crowd_desc desc) {
    desc.binding = binding;
    desc.capacity = 4;
    sinew_crowd *crowd = sinew_crowd_create(&desc);
    assert_non_null(crowd);
    for (uint32_t i = 0; i < 4; ++i) assert_int_equal(sinew_crowd_add(crowd), i);
    return crowd;
}

static void count_poses(void *user, uint32_t character, sinew_pose *pose) {
    assert_non_null(pose);
    ++((uint32_t *)user)[character];
}

static void test_what_is_not_seen_is_not_posed(void **state) {
    (void)state;
    static float palette[FLOATS];
    sinew_crowd *crowd = one((sinew_crowd_desc){ 0 });
    uint32_t posed[4] = { 0 };
    sinew_crowd_hooks hooks = { .posed = count_poses, .user = posed };
    sinew_crowd_set_view(crowd, 2, &(sinew_crowd_view){ .palette = palette });
    sinew_crowd_update(crowd, 0.1, &hooks);
    sinew_crowd_set_view(crowd, 2, NULL);
    sinew_crowd_update(crowd, 0.1, &hooks);
    assert_int_equal(posed[2], 1);
    assert_int_equal(posed[0] + posed[1] + posed[3], 0);
    assert_true(palette[0] != 0);
    sinew_crowd_destroy(crowd);
}

/* The hand edit of the hook is in the palette. */
static void lift(void *user, uint32_t character, sinew_pose *pose) {
    (void)user;
    (void)character;
    sinew_transform t = sinew_pose_local(pose, 0);
    t.translation.y += 1;
    sinew_pose_set_local(pose, 0, &t);
}

static void test_a_pose_may_be_edited_before_its_palette(void **state) {
    (void)state;
    static float plain[FLOATS], lifted[FLOATS];
    for (int edit = 0; edit < 2; ++edit) {
        sinew_crowd *crowd = one((sinew_crowd_desc){ 0 });
        sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = edit ? lifted : plain });
        sinew_crowd_update(crowd, 0.1, &(sinew_crowd_hooks){ .posed = edit ? lift : NULL });
        sinew_crowd_destroy(crowd);
    }
    for (uint32_t j = 0; j < JOINTS; ++j) assert_true(fabsf(lifted[12 * j + 7] - plain[12 * j + 7] - 1) < 1e-5f);
}

static void test_fewer_joints(void **state) {
    (void)state;
    static float all[FLOATS], few[FLOATS], rest[FLOATS];
    sinew_crowd *crowd = one((sinew_crowd_desc){ 0 });
    sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = all });
    sinew_crowd_set_view(crowd, 1, &(sinew_crowd_view){ .palette = few, .joints = 20 });
    sinew_crowd_update(crowd, 0.3, NULL);
    /* Rounded up to 32: those are the same to the bit; each below turns with its parent as at rest. */
    sinew_pose *pose = sinew_pose_create(binding);
    sinew_player *player = sinew_player_create(binding);
    sinew_pose_apply(pose, sinew_player_advance(player, 0.3));
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    for (uint32_t j = 32; j < JOINTS; ++j) sinew_pose_set_local(pose, j, sinew_skeleton_rest(skeleton, j));
    assert_int_equal(sinew_palette_3x4(pose, 0, rest, JOINTS), JOINTS);
    uint32_t differ = 0;
    for (uint32_t i = 0; i < JOINTS; ++i) {
        uint32_t joint = sinew_skeleton_skin_joints(skeleton, 0)[i];
        if (joint < 32) assert_memory_equal(&few[12 * i], &all[12 * i], 48);
        else differ += memcmp(&few[12 * i], &all[12 * i], 48) != 0;
        for (uint32_t k = 0; k < 12; ++k) assert_true(fabsf(few[12 * i + k] - rest[12 * i + k]) < 1e-5f);
    }
    assert_true(differ > 10);
    sinew_player_destroy(player);
    sinew_pose_destroy(pose);
    sinew_crowd_destroy(crowd);
}

static void test_half_rate(void **state) {
    (void)state;
    static float full[4][FLOATS], half[4][FLOATS], before[4][FLOATS], posed_at[4][FLOATS];
    sinew_crowd *crowd = one((sinew_crowd_desc){ .half_rate = true }), *other = one((sinew_crowd_desc){ 0 });
    uint32_t posed[4] = { 0 };
    for (uint32_t i = 0; i < 4; ++i) {
        sinew_crowd_set_view(crowd, i, &(sinew_crowd_view){ .palette = half[i], .half_rate = true });
        sinew_crowd_set_view(other, i, &(sinew_crowd_view){ .palette = full[i] });
    }
    for (uint32_t frame = 0; frame < 20; ++frame) {
        uint32_t last[4];
        memcpy(last, posed, sizeof last);
        memcpy(before, posed_at, sizeof before);
        sinew_crowd_update(crowd, 1.0 / 60, &(sinew_crowd_hooks){ .posed = count_poses, .user = posed });
        sinew_crowd_update(other, 1.0 / 60, NULL);
        uint32_t fresh = 0;
        for (uint32_t i = 0; i < 4; ++i) {
            bool now = posed[i] > last[i];
            fresh += now;
            if (now) memcpy(posed_at[i], full[i], sizeof full[i]);
            for (uint32_t k = 0; k < FLOATS; ++k) {
                float from = now && posed[i] > 1 ? before[i][k] : posed_at[i][k];
                assert_true(fabsf(half[i][k] - 0.5f * (from + posed_at[i][k])) < 1e-6f);
            }
            expect_same_state(sinew_crowd_player(crowd, i), sinew_crowd_player(other, i));
        }
        assert_int_equal(fresh, frame ? 2 : 4);
    }
    sinew_crowd_destroy(crowd);
    sinew_crowd_destroy(other);
}

static void test_streaming_writes_the_same(void **state) {
    (void)state;
    /* At every alignment that floats have. */
    static float plain[FLOATS], room[FLOATS + 16];
    for (uint32_t shift = 0; shift < 16; ++shift) {
        sinew_crowd *crowd = one((sinew_crowd_desc){ 0 });
        sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = plain });
        sinew_crowd_set_view(crowd, 1, &(sinew_crowd_view){ .palette = room + shift, .stream = true });
        sinew_crowd_update(crowd, 0.2, NULL);
        assert_memory_equal(room + shift, plain, sizeof plain);
        sinew_crowd_destroy(crowd);
    }
}

/* ---- what is refused ---- */

static void test_refusals(void **state) {
    (void)state;
    static float palette[FLOATS];
    sinew_crowd *crowd = one((sinew_crowd_desc){ 0 });
    assert_int_equal(sinew_crowd_set_view(crowd, 9, NULL), SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = palette, .skin = 1 }),
                     SINEW_ERROR_NOT_FOUND);
    assert_int_equal(sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = palette, .half_rate = true }),
                     SINEW_ERROR_REFUSED);
    assert_int_equal(sinew_crowd_update(crowd, -1, NULL), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_crowd_update(crowd, (double)NAN, NULL), SINEW_ERROR_RANGE);
    assert_int_equal(sinew_crowd_update(NULL, 0, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_crowd_set_view(NULL, 0, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_crowd_remove(NULL, 0), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_crowd_add(NULL), SINEW_NONE);
    assert_int_equal(sinew_crowd_count(NULL), 0);
    assert_null(sinew_crowd_player(NULL, 0));
    sinew_crowd_destroy(crowd);
    sinew_crowd_destroy(NULL);
    assert_null(sinew_crowd_create(&(sinew_crowd_desc){ .binding = binding }));
    assert_null(sinew_crowd_create(&(sinew_crowd_desc){ .binding = binding, .capacity = 1000001 }));
    assert_null(sinew_crowd_create(&(sinew_crowd_desc){ .capacity = 1 }));
    assert_int_equal(sinew_crowd_size(NULL), 0);
}

static void test_in_memory_of_the_caller(void **state) {
    (void)state;
    sinew_crowd_desc desc = { .binding = binding, .capacity = 3, .half_rate = true };
    size_t size = sinew_crowd_size(&desc);
    char *memory = malloc(size + 80);
    assert_non_null(memory);
    char *start = memory + (16 - (uintptr_t)memory % 16) % 16;
    for (size_t shift = 0; shift < 64; shift += 16) {
        memset(memory, 0x5a, size + 80);
        sinew_crowd *crowd = sinew_crowd_init(start + shift, size, &desc);
        assert_non_null(crowd);
        assert_int_equal(sinew_crowd_add(crowd), 0);
        static float palette[FLOATS];
        sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = palette, .half_rate = true });
        assert_int_equal(sinew_crowd_update(crowd, 0.1, NULL), SINEW_OK);
        sinew_crowd_destroy(crowd); /* nothing happens */
        assert_int_equal(sinew_crowd_count(crowd), 1);
    }
    assert_null(sinew_crowd_init(start, size - 1, &desc));
    assert_null(sinew_crowd_init(start + 8, size, &desc));
    assert_null(sinew_crowd_init(NULL, size, &desc));
    free(memory);
}

static bool make_once(fault *f, void *user) {
    (void)user;
    sinew_pool *pool = sinew_pool_create(2, &f->allocator);
    if (!pool) return false;
    sinew_crowd *crowd = sinew_crowd_create(&(sinew_crowd_desc){
        .binding = binding, .capacity = 8, .jobs = sinew_pool_jobs(pool), .allocator = &f->allocator });
    if (crowd) {
        size_t calls = f->calls;
        static float palette[FLOATS];
        sinew_crowd_add(crowd);
        sinew_crowd_set_view(crowd, 0, &(sinew_crowd_view){ .palette = palette });
        for (uint32_t i = 0; i < 30; ++i) sinew_crowd_update(crowd, 0.05, NULL);
        assert_int_equal(f->calls, calls); /* nothing allocates once it is made */
    }
    sinew_crowd_destroy(crowd);
    sinew_pool_destroy(pool);
    return crowd != NULL;
}

static void test_memory_that_runs_out(void **state) {
    (void)state;
    assert_int_equal(fault_sweep(make_once, NULL, 20), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_crowd_is_its_characters),
        cmocka_unit_test(test_without_holds_the_target_shows_alone),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_jobs_of_the_game),
        cmocka_unit_test(test_a_pool_gives_out_each_job_once),
        cmocka_unit_test(test_characters_come_and_go),
        cmocka_unit_test(test_what_is_not_seen_is_not_posed),
        cmocka_unit_test(test_a_pose_may_be_edited_before_its_palette),
        cmocka_unit_test(test_fewer_joints),
        cmocka_unit_test(test_half_rate),
        cmocka_unit_test(test_streaming_writes_the_same),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_in_memory_of_the_caller),
        cmocka_unit_test(test_memory_that_runs_out),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
