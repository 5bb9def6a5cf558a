/* What poses hold of interrupted fades, saved and restored beside the player's state at random moments: the pose that
   got them shows the same bits as the one that had them. */
#include "sinew/sinew.h"

#include "base/bytes.h"
#include "pose/pose.h"
#include "support/random_play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GRAPHS = 250, MOMENTS = 4, AFTER = 30, FEW = 12, CLIPS = 10 };

typedef struct side {
    sinew_player *player;
    sinew_pose *pose;
    double clock;
} side;

typedef struct pair {
    random_graph g;
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_model *model;
    side a, b;
} pair;

static void open_pair(pair *p, dice *d) {
    random_graph_make(&p->g, d);
    assert_int_equal(sinew_graph_create(&p->g.desc, &p->graph, NULL), SINEW_OK);
    p->binding = random_play_bind(&p->g, p->graph);
    p->model = random_model(&d->more, &(random_model_options){ .joints = 20, .clips = CLIPS, .plain = true }, NULL);
    uint32_t rows = sinew_binding_layer_count(p->binding) + RANDOM_TRACKS;
    p->a = (side){ sinew_player_create(p->binding), snw_pose_make(p->model, NULL, rows), 0 };
    p->b = (side){ sinew_player_create(p->binding), snw_pose_make(p->model, NULL, rows), 0 };
    assert_true(p->a.player && p->a.pose && p->b.player && p->b.pose);
}

static void close_pair(pair *p) {
    sinew_pose_destroy(p->a.pose);
    sinew_pose_destroy(p->b.pose);
    sinew_player_destroy(p->a.player);
    sinew_player_destroy(p->b.player);
    sinew_model_destroy(p->model);
    sinew_binding_destroy(p->binding);
    sinew_graph_destroy(p->graph);
    random_graph_free(&p->g);
}

static void show(side *s, dice *d) {
    random_play_act(s->player, d);
    /* Frames alone: a result older than a quarter of a second is not held. */
    const sinew_step *step = sinew_player_advance(s->player, 0.0005 * dice_below(d, 100));
    assert_int_equal(
        snw_pose_apply_rows(s->pose, step->time, step->layers, step->layer_count, step->samples, step->sample_count),
        SINEW_OK);
}

static void assert_same_pose(const pair *p) {
    for (uint32_t i = 0; i < sinew_skeleton_joint_count(sinew_model_skeleton(p->model)); ++i) {
        sinew_transform a = sinew_pose_local(p->a.pose, i), b = sinew_pose_local(p->b.pose, i);
        assert_memory_equal(&a, &b, sizeof a);
    }
    if (p->a.pose->morph_count)
        assert_memory_equal(p->a.pose->morphs, p->b.pose->morphs, p->a.pose->morph_count * sizeof(float));
}

static void *save(const pair *p, size_t *size) {
    *size = sinew_pose_holds_size(p->a.pose);
    void *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(sinew_pose_save_holds(p->a.pose, bytes, *size - 1), 0);
    assert_int_equal(sinew_pose_save_holds(p->a.pose, bytes, *size), *size);
    return bytes;
}

static void carry_over(pair *p) {
    size_t size, state_size = sinew_state_size(p->a.player);
    void *bytes = save(p, &size), *state = malloc(state_size), *again = malloc(size);
    assert_true(state && again);
    assert_int_equal(sinew_state_save(p->a.player, state, state_size), state_size);
    assert_int_equal(sinew_state_restore(p->b.player, state, state_size, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_restore_holds(p->b.pose, bytes, size, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_save_holds(p->b.pose, again, size), size);
    assert_memory_equal(bytes, again, size);
    free(again);
    free(state);
    free(bytes);
}

static uint32_t holds_of(const sinew_pose *pose, uint32_t *inertial) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < pose->layer_count; ++i) {
        const snw_hold *hold = &pose->holds[i];
        count += hold->known && hold->usable;
        *inertial += hold->known && hold->usable && hold->measured;
    }
    return count;
}

static void a_restored_pose_shows_the_same(void **state) {
    (void)state;
    uint32_t moments = 0, holds = 0, inertial = 0;
    for (uint32_t seed = 0; seed < GRAPHS; ++seed) {
        dice d = { .more = { 0x401d0000u + seed } };
        pair p = { 0 };
        open_pair(&p, &d);
        for (uint32_t i = 0; i < MOMENTS; ++i, ++moments) {
            for (uint32_t k = 1 + dice_below(&d, 40); k > 0; --k) show(&p.a, &d);
            for (uint32_t k = dice_below(&d, 10); k > 0; --k) show(&p.b, &d);
            holds += holds_of(p.a.pose, &inertial);
            carry_over(&p);
            for (int k = 0; k < AFTER; ++k) {
                dice copy = d;
                show(&p.a, &d);
                show(&p.b, &copy);
                assert_same_pose(&p);
            }
        }
        close_pair(&p);
    }
    print_message("%u moments with %u holds, %u of them inertial\n", moments, holds, inertial);
    assert_true(moments == 1000 && holds > 100 && inertial > 20);
}

static void assert_refused(const pair *p, const void *bytes, size_t size, sinew_code code) {
    size_t before_size = sinew_pose_holds_size(p->b.pose);
    char *before = malloc(before_size), *after = malloc(before_size);
    assert_true(before && after);
    sinew_pose_save_holds(p->b.pose, before, before_size);
    sinew_log log = { 0 };
    assert_int_equal(sinew_pose_restore_holds(p->b.pose, bytes, size, &log), SINEW_ERROR_INPUT);
    assert_int_equal(log.error_count, 1);
    if (code != SINEW_CODE_NONE) assert_int_equal(log.items[0].code, code);
    assert_int_equal(sinew_pose_save_holds(p->b.pose, after, before_size), before_size);
    assert_memory_equal(before, after, before_size);
    sinew_log_free(&log);
    free(before);
    free(after);
}

/* A byte changed in the middle with a checksum that fits: taken or refused, and then saved as it was given. */
static uint32_t change(const pair *p, char *bytes, size_t size, size_t at, char to) {
    char old = bytes[at];
    bytes[at] = to;
    uint32_t sum = snw_checksum(bytes, size - SNW_SEAL_FOOT);
    for (int i = 0; i < 4; ++i) bytes[size - SNW_SEAL_FOOT + (size_t)i] = (char)(sum >> (8 * i));
    sinew_log log = { 0 };
    bool taken = sinew_pose_restore_holds(p->b.pose, bytes, size, &log) == SINEW_OK;
    if (taken) {
        char *again = malloc(size);
        assert_non_null(again);
        assert_int_equal(sinew_pose_save_holds(p->b.pose, again, size), size);
        assert_memory_equal(again, bytes, size);
        free(again);
    } else assert_int_equal(log.items[0].code, SINEW_CODE_OUT_OF_RANGE);
    sinew_log_free(&log);
    bytes[at] = old;
    return taken;
}

static void what_was_cut_or_changed_is_refused(void **state) {
    (void)state;
    uint32_t taken = 0, tried = 0;
    for (uint32_t seed = 0; seed < FEW; ++seed) {
        dice d = { .more = { 0x401dff00u + seed } };
        pair p = { 0 };
        open_pair(&p, &d);
        for (uint32_t k = 40; k > 0; --k) show(&p.a, &d);
        for (uint32_t k = 20; k > 0; --k) show(&p.b, &d);
        size_t size, step;
        char *bytes = save(&p, &size), *mine = malloc(size + 1);
        assert_non_null(mine);
        step = 1 + size / 150;
        memcpy(mine, bytes, size);
        for (size_t i = 0; i < size; i += step) {
            assert_refused(&p, bytes, i, i < 6 ? SINEW_CODE_NONE : SINEW_CODE_SYNTAX);
            mine[i] = (char)(mine[i] ^ 0x21);
            assert_refused(&p, mine, size, SINEW_CODE_NONE);
            mine[i] = bytes[i];
        }
        mine[size] = 0;
        assert_refused(&p, mine, size + 1, SINEW_CODE_SYNTAX);
        for (size_t i = SNW_SEAL_HEAD; i < size - SNW_SEAL_FOOT; i += 1 + dice_below(&d, (uint32_t)step)) {
            static const char values[] = { 0, 1, 2, 3, 0x1c, 0x20, 0x3f, 0x40, 0x7f, (char)0x80, (char)0xff };
            for (size_t k = 0; k < sizeof values; ++k, ++tried) taken += change(&p, mine, size, i, values[k]);
        }
        free(mine);
        free(bytes);
        close_pair(&p);
    }
    print_message("%u changes with a checksum that fits, %u of them taken\n", tried, taken);
    assert_true(tried > taken && taken > 0);
}

static void of_another_model_or_graph(void **state) {
    (void)state;
    dice d = { .more = { 1 } }, e = { .more = { 2 } };
    pair p = { 0 }, q = { 0 };
    open_pair(&p, &d);
    open_pair(&q, &e);
    size_t size;
    void *bytes = save(&p, &size);
    assert_refused(&q, bytes, size, SINEW_CODE_REFUSED);
    assert_int_equal(sinew_pose_restore_holds(NULL, bytes, size, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_restore_holds(p.b.pose, NULL, size, NULL), SINEW_ERROR_ARGUMENT);
    assert_int_equal(sinew_pose_holds_size(NULL), 0);
    assert_int_equal(sinew_pose_save_holds(NULL, bytes, size), 0);
    assert_int_equal(sinew_pose_save_holds(p.a.pose, NULL, size), 0);
    sinew_pose *lower = snw_pose_make(p.model, NULL, 1);
    assert_non_null(lower);
    assert_int_equal(sinew_pose_restore_holds(lower, bytes, size, NULL), SINEW_ERROR_INPUT);
    sinew_pose_destroy(lower);
    free(bytes);
    close_pair(&p);
    close_pair(&q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_pose_shows_the_same),
        cmocka_unit_test(what_was_cut_or_changed_is_refused),
        cmocka_unit_test(of_another_model_or_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
