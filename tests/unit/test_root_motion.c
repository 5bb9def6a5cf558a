/* What an advance moves the character by: through blends, fades, holds, layers, loops and any cutting of time. The
   rig's clips go evenly along arcs, so that what is due can be worked out by hand. */
#include "support/random_model.h"
#include "support/root_clips.h"

#include "sinew/io.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Units a second, forwards and up, and radians a second. */
typedef struct way {
    const char *name;
    double length, speed, climb, turn;
    bool once;
} way;

static const way WAYS[] = { { "idle", 1, 0, 0, 0, false },         { "walk", 1, 1, 0, 0, false },
                            { "run", 0.5, 3, 0, 0, false },        { "curve", 1, 1, 0, RC_PI / 2, false },
                            { "spin", 1, 0, 0, 2 * RC_PI, false }, { "leap", 0.5, 2, 1, 0, true },
                            { "pose", 0, 5, 0, 0, true },          { "drift", 1, 4, 0, 0, false } };
enum { WAY_COUNT = sizeof WAYS / sizeof WAYS[0] };

static uint32_t find_clip(const void *user, const char *name) {
    (void)user;
    for (uint32_t i = 0; i < WAY_COUNT; ++i)
        if (strcmp(WAYS[i].name, name) == 0) return i;
    return SINEW_NONE;
}

static sinew_clip_info clip_info(const void *user, uint32_t clip) {
    (void)user;
    return (sinew_clip_info){ WAYS[clip].length, WAYS[clip].once };
}

static bool moves_root(const void *user, uint32_t clip) {
    (void)user;
    return WAYS[clip].speed > 0 || WAYS[clip].turn > 0;
}

static sinew_root_step along(double speed, double climb, double turn, double seconds) {
    double angle = turn * seconds;
    if (!(fabs(turn) > 0)) return (sinew_root_step){ { 0, climb * seconds, speed * seconds }, 0 };
    return (sinew_root_step){ { speed / turn * (1 - cos(angle)), climb * seconds, speed / turn * sin(angle) }, angle };
}

static void root_at(const void *user, uint32_t clip, double seconds, sinew_root_point *out) {
    (void)user;
    *out = along(WAYS[clip].speed, WAYS[clip].climb, WAYS[clip].turn, seconds);
}

typedef struct walker {
    sinew_graph *graph;
    sinew_binding *binding;
    sinew_player *player;
    sinew_root_step at; /* all its steps so far */
} walker;

static const sinew_rig RIG = {
    .find_clip = find_clip, .clip_info = clip_info, .moves_root = moves_root, .root_at = root_at
};

static void begin_with(walker *w, const char *graph, const sinew_rig *rig) {
    memset(w, 0, sizeof *w);
    char *text = strdup(graph);
    for (char *c = text; *c; ++c)
        if (*c == '\'') *c = '"';
    sinew_log log = { 0 };
    if (sinew_io_parse_graph(text, strlen(text), "test", NULL, &w->graph, &log) ||
        sinew_bind(&(sinew_bind_desc){ .graph = w->graph, .rig = rig }, &w->binding, &log))
        fail_msg("%s: %s", log.items[0].path, log.items[0].sentence);
    sinew_log_free(&log);
    free(text);
    w->player = sinew_player_create(w->binding);
}

static void begin(walker *w, const char *graph) { begin_with(w, graph, &RIG); }

static void end(walker *w) {
    sinew_player_destroy(w->player);
    sinew_binding_destroy(w->binding);
    sinew_graph_destroy(w->graph);
}

static sinew_root_step go(walker *w, double dt) {
    const sinew_step *step = sinew_player_advance(w->player, dt);
    w->at = rc_then(w->at, step->root);
    return step->root;
}

static void set(walker *w, const char *name, float value) {
    assert_int_equal(sinew_player_set_float_named(w->player, name, value), SINEW_OK);
}

static void assert_near(sinew_root_step is, sinew_root_step due, double within) {
    double off = fabs(is.yaw - due.yaw);
    for (int i = 0; i < 3; ++i) off = fmax(off, fabs(is.translation[i] - due.translation[i]));
    if (!(off <= within))
        fail_msg("(%g, %g, %g) turned %g is not (%g, %g, %g) turned %g", is.translation[0], is.translation[1],
                 is.translation[2], is.yaw, due.translation[0], due.translation[1], due.translation[2], due.yaw);
}

static void assert_forward(sinew_root_step is, double z, double within) {
    assert_near(is, (sinew_root_step){ { 0, 0, z }, 0 }, within);
}

#define ONE(state) "{'version':2,'layers':[{'name':'Base','machine':{'states':{'A':" state "}}}]}"

/* ---- one clip ---- */

static void a_clip_moves_by_its_own(void **state) {
    (void)state;
    walker w;
    begin(&w, ONE("{'clip':'walk'}"));
    assert_forward(go(&w, 0), 0, 0);
    assert_forward(go(&w, 0.25), 0.25, 1e-12);
    assert_forward(go(&w, 2.5), 2.5, 1e-12); /* over two ends */
    assert_forward(go(&w, 1000000), 1000000, 1e-6);
    end(&w);
    begin(&w, ONE("{'clip':'walk','speed':-2}"));
    assert_forward(go(&w, 0.75), -1.5, 1e-12);
    end(&w);
    begin(&w, ONE("{'clip':'leap'}"));
    assert_near(go(&w, 0.3), (sinew_root_step){ { 0, 0.3, 0.6 }, 0 }, 1e-12);
    assert_near(go(&w, 5), (sinew_root_step){ { 0, 0.2, 0.4 }, 0 }, 1e-12); /* then it stands */
    assert_forward(go(&w, 5), 0, 0);
    end(&w);
    begin(&w, ONE("{'clip':'pose'}")); /* of no length */
    assert_forward(go(&w, 1), 0, 0);
    end(&w);
}

static void ping_pong_comes_back(void **state) {
    (void)state;
    walker w;
    begin(&w, ONE("{'clip':'curve','loop':'pingpong'}"));
    assert_near(go(&w, 0.75), along(1, 0, RC_PI / 2, 0.75), 1e-9);
    go(&w, 0.5);
    assert_near(w.at, along(1, 0, RC_PI / 2, 0.75), 1e-9); /* a quarter on, and a quarter back */
    assert_near(go(&w, 4), (sinew_root_step){ { 0, 0, 0 }, 0 }, 1e-9);
    go(&w, 0.75);
    assert_near(w.at, (sinew_root_step){ { 0, 0, 0 }, 0 }, 1e-9);
    end(&w);
}

static void a_right_angle_a_thousand_times(void **state) {
    (void)state;
    walker w, once;
    begin(&w, ONE("{'clip':'curve'}"));
    begin(&once, ONE("{'clip':'curve'}"));
    for (int i = 0; i < 60000; ++i) go(&w, 1.0 / 60);
    sinew_root_step due = along(1, 0, RC_PI / 2, 1000);
    print_message("1000 loops at 60 a second: off by %.2g and %.2g rad\n",
                  hypot(w.at.translation[0] - due.translation[0], w.at.translation[2] - due.translation[2]),
                  fabs(w.at.yaw - due.yaw));
    assert_near(w.at, due, 1e-6);
    assert_near(go(&once, 1000), due, 1e-6);
    for (int i = 0; i < 1000; ++i) go(&once, 1);
    assert_near(once.at, along(1, 0, RC_PI / 2, 2000), 1e-6);
    end(&w);
    end(&once);
}

static void what_stands_still_moves_nothing(void **state) {
    (void)state;
    walker w;
    begin(&w, ONE("{'clip':'walk'}"));
    go(&w, 0.5);
    sinew_player_pause(w.player);
    assert_forward(go(&w, 0.5), 0, 0);
    sinew_player_resume(w.player);
    assert_forward(go(&w, -1), 0, 0); /* refused */
    assert_int_equal(sinew_player_play(w.player, 0, 0, 0.9), SINEW_OK);
    assert_forward(go(&w, 0), 0, 0); /* a jump */
    assert_forward(go(&w, 0.2), 0.2, 1e-12);
    sinew_player_release(w.player);
    assert_forward(go(&w, 1), 0, 0);
    sinew_player_attach(w.player);
    assert_forward(go(&w, 1), 1, 1e-12);
    end(&w);
}

static void fixed_steps_add_up(void **state) {
    (void)state;
    walker w;
    begin(&w, ONE("{'clip':'curve'}"));
    assert_forward(sinew_player_update_to(w.player, 5)->root, 0, 0);
    sinew_root_step root = sinew_player_update_to(w.player, 5.2)->root;
    assert_near(root, along(1, 0, RC_PI / 2, 0.2), 1e-9);            /* 12 steps */
    assert_forward(sinew_player_update_to(w.player, 9)->root, 0, 0); /* a gap is not replayed */
    assert_forward(sinew_player_update_to(w.player, NAN)->root, 0, 0);
    end(&w);
}

static void a_rig_may_have_no_motion(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        sinew_rig rig = RIG;
        if (i) rig.root_at = NULL;
        else rig.moves_root = NULL;
        walker w;
        begin_with(&w, ONE("{'clip':'walk'}"), &rig);
        assert_forward(go(&w, 1), 0, 0);
        end(&w);
    }
}

static void nowhere(const void *user, uint32_t clip, double seconds, sinew_root_point *out) {
    (void)user;
    (void)clip;
    *out = (sinew_root_point){ { 0, 0, seconds / 0.0 }, 0 };
}

static void motion_that_is_not_finite_counts_as_none(void **state) {
    (void)state;
    sinew_rig rig = RIG;
    rig.root_at = nowhere;
    walker w;
    begin_with(&w, ONE("{'clip':'walk'}"), &rig);
    assert_forward(go(&w, 1), 0, 0);
    end(&w);
}

/* ---- blends ---- */

#define BLEND(sync, ...)                                                                                               \
    "{'version':2,'parameters':{'x':{'type':'float'},'y':{'type':'float'}},'layers':[{'name':'Base','machine':{"       \
    "'states':{'A':{'blend':'1d','parameter':'x','sync':" sync ",'loop':true,'motions':[" __VA_ARGS__ "]}}}}]}"

static void blends_move_by_their_weights(void **state) {
    (void)state;
    walker w;
    begin(&w, BLEND("'rate'", "{'clip':'walk','at':0},{'clip':'run','at':1}"));
    set(&w, "x", 0.5f);
    /* 1 and 2 loops a second: 1.5; a loop of walk is 1 unit, of run 1.5. */
    assert_forward(go(&w, 0.1), 0.1 * 1.5 * 1.25, 1e-9);
    assert_forward(go(&w, 10), 10 * 1.5 * 1.25, 1e-9);
    set(&w, "x", 2);
    assert_forward(go(&w, 10), 30, 1e-9);
    end(&w);
    begin(&w, BLEND("false", "{'clip':'walk','at':0},{'clip':'run','at':1}"));
    set(&w, "x", 0.25f);
    assert_forward(go(&w, 2.2), 2.2 * 1.5, 1e-9); /* each on its own clock: 0.75 × 1 + 0.25 × 3 */
    end(&w);
    begin(&w, BLEND("'rate'", "{'clip':'idle','at':0},{'clip':'walk','at':1}"));
    set(&w, "x", 0.25f);
    assert_forward(go(&w, 2), 0.5, 1e-9); /* what is not marked stands */
    end(&w);
}

static void mixed_turns_follow_the_mean_bend(void **state) {
    (void)state;
    for (int cuts = 1; cuts <= 1000; cuts *= 10) {
        walker w;
        begin(&w, BLEND("'rate'", "{'clip':'walk','at':0},{'clip':'curve','at':1}"));
        set(&w, "x", 0.5f);
        for (int i = 0; i < cuts; ++i) go(&w, 2.0 / cuts);
        assert_near(w.at, along(1, 0, RC_PI / 4, 2), 1e-9);
        end(&w);
    }
}

static void a_very_long_mixed_frame_stays_bounded(void **state) {
    (void)state;
    walker w;
    begin(&w, BLEND("'rate'", "{'clip':'walk','at':0},{'clip':'spin','at':1}"));
    set(&w, "x", 0.5f);
    sinew_root_step step = go(&w, 1000);
    assert_true(fabs(step.yaw - 1000 * RC_PI) < 1e-6);
    for (int i = 0; i < 3; ++i) assert_true(fabs(step.translation[i]) <= 500);
    end(&w);
}

static void a_direct_blend_below_one_moves_less(void **state) {
    (void)state;
    walker w;
    begin(&w, "{'version':2,'parameters':{'x':{'type':'float'},'y':{'type':'float'}},'layers':[{'name':'Base',"
              "'machine':{'states':{'A':{'blend':'direct','loop':true,'motions':[{'clip':'walk','weight':'x'},"
              "{'clip':'curve','weight':'y'}]}}}}]}");
    set(&w, "x", 0.3f);
    assert_forward(go(&w, 1), 0.3, 1e-6);
    set(&w, "x", 0);
    set(&w, "y", 0.5f); /* half as far along the same bend */
    assert_near(go(&w, 1), along(0.5, 0, RC_PI / 4, 1), 1e-9);
    end(&w);
}

static void a_delta_takes_no_part(void **state) {
    (void)state;
    walker w;
    begin(&w, ONE("{'add':{'base':{'clip':'walk'},'delta':{'clip':'run'},'weight':1},'loop':true}"));
    assert_forward(go(&w, 1.3), 1.3, 1e-9);
    end(&w);
}

/* ---- fades ---- */

#define TWO(from, to, transition)                                                                                      \
    "{'version':2,'parameters':{'go':{'type':'trigger'},'cut':{'type':'trigger'}},'layers':[{'name':'Base','machine':" \
    "{'states':{'A':" from ",'B':" to ",'C':{'clip':'drift'}},'transitions':[{'from':'A','to':'B','when':["            \
    "{'parameter':'go'}]," transition "},{'from':'*','to':'C','when':[{'parameter':'cut'}],'fade':1}]}}]}"

static void fades_move_by_the_mean_weight(void **state) {
    (void)state;
    for (int smooth = 0; smooth < 2; ++smooth) {
        for (int cuts = 1; cuts <= 100; cuts *= 10) {
            walker w;
            begin(&w, smooth ? TWO("{'clip':'walk'}", "{'clip':'run'}", "'fade':1,'curve':'smooth'")
                             : TWO("{'clip':'walk'}", "{'clip':'run'}", "'fade':1"));
            sinew_player_fire_named(w.player, "go");
            for (int i = 0; i < cuts; ++i) go(&w, 0.5 / cuts);
            /* ∫ 1 + 2t, and ∫ 1 + 2(3t² − 2t³), to a half. */
            assert_forward(w.at, smooth ? 0.6875 : 0.75, 1e-9);
            for (int i = 0; i < cuts; ++i) go(&w, 1.5 / cuts);
            assert_forward(w.at, 2 + 3, 1e-9); /* and a second of the target alone */
            end(&w);
        }
    }
}

static void an_offset_moves_nothing(void **state) {
    (void)state;
    walker w;
    begin(&w, TWO("{'clip':'idle'}", "{'clip':'curve'}", "'fade':0,'offset':0.5"));
    sinew_player_fire_named(w.player, "go");
    assert_near(go(&w, 0.25), along(1, 0, RC_PI / 2, 0.25), 1e-9);
    end(&w);
}

/* Kept in step both turn at the mean of their rates, which grows while the fade runs. */
static void kept_in_step_both_move(void **state) {
    (void)state;
    for (int cuts = 1; cuts <= 100; cuts *= 10) {
        walker w;
        begin(&w, TWO("{'clip':'walk'}", "{'clip':'run'}", "'fade':1,'offset':'match'"));
        sinew_player_fire_named(w.player, "go");
        for (int i = 0; i < cuts; ++i) go(&w, 1.0 / cuts);
        /* Rate 1 + t, a length of 1 or 1.5: ∫ (1 + t)·(1 + t/2). Its cuts are straight, so only nearly so. */
        assert_forward(w.at, 1.5 + 0.5 * (0.5 + 1.0 / 3), 1e-4);
        end(&w);
    }
}

static void a_held_pose_moves_nowhere(void **state) {
    (void)state;
    walker w;
    begin(&w, TWO("{'clip':'walk'}", "{'clip':'run'}", "'fade':1,'interrupt':'both'"));
    sinew_player_fire_named(w.player, "go");
    go(&w, 0.5);
    sinew_player_fire_named(w.player, "cut");
    w.at = (sinew_root_step){ { 0, 0, 0 }, 0 };
    assert_forward(go(&w, 0.5), 4 * 0.125, 1e-9); /* ∫ 4t */
    assert_forward(go(&w, 1), 4 * 0.375 + 4 * 0.5, 1e-9);
    end(&w);
}

static void live_holds_move_and_inertia_moves_whole(void **state) {
    (void)state;
    for (int inertial = 0; inertial < 2; ++inertial) {
        walker w;
        begin(&w, inertial ? "{'version':2,'parameters':{'go':{'type':'trigger'},'cut':{'type':'trigger'}},'layers':[{"
                             "'name':'Base','machine':{'states':{'A':{'clip':'walk'},'B':{'clip':'run'},'C':{'clip':"
                             "'drift'}},'transitions':[{'from':'A','to':'B','when':[{'parameter':'go'}],'fade':1,"
                             "'interrupt':'both'},{'from':'*','to':'C','when':[{'parameter':'cut'}],'fade':1,"
                             "'hold':'inertial'}]}}]}"
                           : "{'version':2,'parameters':{'go':{'type':'trigger'},'cut':{'type':'trigger'}},'layers':[{"
                             "'name':'Base','machine':{'states':{'A':{'clip':'walk'},'B':{'clip':'run'},'C':{'clip':"
                             "'drift'}},'transitions':[{'from':'A','to':'B','when':[{'parameter':'go'}],'fade':1,"
                             "'interrupt':'both'},{'from':'*','to':'C','when':[{'parameter':'cut'}],'fade':1,"
                             "'hold':'live'}]}}]}");
        sinew_player_fire_named(w.player, "go");
        go(&w, 0.25);
        sinew_player_fire_named(w.player, "cut");
        /* Live: ¾ walk and ¼ run, 1.5 units a second, going out while 4 comes in: ∫ 1.5(1 − t) + 4t to a half. */
        assert_forward(go(&w, 0.5), inertial ? 2 : 1.5 * 0.375 + 4 * 0.125, 1e-9);
        end(&w);
    }
}

static void two_smooth_fades_at_once_have_the_exact_mean(void **state) {
    (void)state;
    const char *graph =
        "{'version':2,'parameters':{'go':{'type':'trigger'}},'layers':[{'name':'Base','machine':{'states':{'S':{"
        "'machine':{'states':{'P':{'clip':'idle'},'Q':{'clip':'walk'}},'transitions':[{'from':'P','to':'Q','when':[{"
        "'parameter':'go'}],'fade':1,'curve':'smooth'}]}},'B':{'clip':'idle'}},'transitions':[{'from':'S','to':'B',"
        "'exit':0,'when':[{'parameter':'go'}],'fade':1,'curve':'smooth'}]}}]}";
    walker w;
    begin(&w, graph);
    sinew_player_fire_named(w.player, "go");
    go(&w, 0);
    sinew_player_crossfade(w.player, 0, sinew_binding_find_state(w.binding, 0, "B"), 1);
    go(&w, 0);
    go(&w, 1);
    double due = 0; /* ∫ s(t)·(1 − t), the outer fade being linear */
    for (int i = 0; i < 100000; ++i) {
        double t = (i + 0.5) / 100000;
        due += t * t * (3 - 2 * t) * (1 - t) / 100000;
    }
    assert_forward(w.at, due, 1e-9);
    end(&w);
}

/* ---- layers ---- */

#define OVER(base, blend, more, upper)                                                                                 \
    "{'version':2,'parameters':{'w':{'type':'float','default':1}},'masks':{'m':{'bones':['x']}},'layers':[{'name':"    \
    "'Base','machine':{'states':{'A':{'clip':'" base "'}}}},{'name':'Up','blend':'" blend                              \
    "','weightParameter':'w'" more ",'machine':{'states':{'U':" upper "}}}]}"

static void upper_layers_take_part_where_they_say_so(void **state) {
    (void)state;
    walker w;
    begin(&w, OVER("walk", "replace", "", "{'clip':'run'}"));
    assert_forward(go(&w, 1), 1, 1e-12);
    end(&w);
    begin(&w, OVER("walk", "replace", ",'rootMotion':true", "{'clip':'run'}"));
    assert_forward(go(&w, 1), 3, 1e-12);
    set(&w, "w", 0.25f);
    assert_forward(go(&w, 1), 0.75 * 1 + 0.25 * 3, 1e-9);
    set(&w, "w", 0);
    assert_forward(go(&w, 1), 1, 0);
    end(&w);
    begin(&w, OVER("walk", "replace", ",'rootMotion':true", "{'clip':'idle'}")); /* stops it */
    assert_forward(go(&w, 1), 0, 0);
    set(&w, "w", 0.5f);
    assert_forward(go(&w, 1), 0.5, 1e-9);
    end(&w);
    begin(&w, OVER("walk", "replace", ",'rootMotion':true", "{'empty':true}")); /* shows what lies below */
    assert_forward(go(&w, 1), 1, 1e-12);
    end(&w);
    begin(&w, OVER("idle", "replace", ",'rootMotion':true", "{'clip':'run'}"));
    assert_forward(go(&w, 1), 3, 1e-12);
    end(&w);
    begin(&w, OVER("idle", "replace", ",'rootMotion':true", "{'clip':'idle'}"));
    assert_forward(go(&w, 1), 0, 0);
    end(&w);
}

static void masks_have_no_say_and_deltas_add(void **state) {
    (void)state;
    walker w;
    begin(&w, OVER("walk", "replace", ",'mask':'m'", "{'clip':'run'}"));
    assert_forward(go(&w, 1), 1, 1e-12);
    end(&w);
    begin(&w, OVER("walk", "replace", ",'mask':'m','rootMotion':true", "{'clip':'run'}"));
    assert_forward(go(&w, 1), 3, 1e-12);
    end(&w);
    begin(&w, OVER("walk", "additive", "", "{'clip':'run'}"));
    assert_forward(go(&w, 1), 1, 1e-12);
    end(&w);
    begin(&w, OVER("walk", "additive", ",'rootMotion':true", "{'clip':'run'}"));
    set(&w, "w", 0.5f);
    assert_forward(go(&w, 1), 1 + 0.5 * 3, 1e-9);
    end(&w);
    begin(&w, OVER("curve", "additive", ",'rootMotion':true", "{'clip':'curve'}"));
    assert_near(go(&w, 0.5), along(2, 0, RC_PI, 0.5), 1e-9); /* twice as far, twice as bent */
    end(&w);
}

static void a_lower_layer_weight_moves_less(void **state) {
    (void)state;
    walker w;
    begin(&w, "{'version':2,'layers':[{'name':'Base','weight':0.5,'machine':{'states':{'A':{'clip':'walk'}}}}]}");
    assert_forward(go(&w, 1), 0.5, 1e-9);
    sinew_player_set_layer_weight(w.player, 0, 0);
    assert_forward(go(&w, 1), 0, 0);
    end(&w);
}

/* A hold on an upper layer covers what lies below as its pose does. */
static void holds_of_upper_layers_cover(void **state) {
    (void)state;
    walker w;
    begin(&w, "{'version':2,'parameters':{'go':{'type':'trigger'},'cut':{'type':'trigger'}},'layers':[{'name':'Base',"
              "'machine':{'states':{'A':{'clip':'walk'}}}},{'name':'Up','rootMotion':true,'machine':{'states':{"
              "'P':{'clip':'run'},'Q':{'clip':'run'},'R':{'empty':true}},'transitions':[{'from':'P','to':'Q','when':[{"
              "'parameter':'go'}],'fade':1,'interrupt':'both'},{'from':'*','to':'R','when':[{'parameter':'cut'}],"
              "'fade':1}]}}]}");
    sinew_player_fire_named(w.player, "go");
    assert_forward(go(&w, 0.5), 1.5, 1e-9);
    sinew_player_fire_named(w.player, "cut");
    assert_forward(go(&w, 0.5), 0.125, 1e-9); /* the held pose stands, and lets the walk below through: ∫ t */
    assert_forward(go(&w, 0.5), 0.375, 1e-9);
    assert_forward(go(&w, 0.5), 0.5, 1e-9);
    end(&w);
}

/* One frame of more stretches than there is room for: half of what the base does, and half of four a second. */
static void a_frame_of_many_stretches(void **state) {
    (void)state;
    const char *base = "{'version':2,%s'layers':[{'name':'Base','machine':{'states':{'A':{'clip':'walk'},'B':{'clip':"
                       "'run'}},'transitions':[{'from':'A','to':'B','exit':1,'fade':0.5},{'from':'B','to':'A','exit':2,"
                       "'fade':0.5}]}}%s]}";
    char text[1024];
    walker alone, both;
    snprintf(text, sizeof text, base, "", "");
    begin(&alone, text);
    snprintf(text, sizeof text, base, "",
             ",{'name':'Up','weight':0.5,'rootMotion':true,'machine':{'states':{'U':{"
             "'clip':'drift'}}}}");
    begin(&both, text);
    double due = go(&alone, 40).translation[2];
    assert_true(due > 60);
    assert_forward(go(&both, 40), due / 2 + 80, 1e-3);
    end(&alone);
    end(&both);
}

/* ---- tracks ---- */

static void begin_tracks(walker *w, const char *graph, uint32_t tracks) {
    begin(w, graph ? graph : ONE("{'clip':'idle'}"));
    sinew_player_destroy(w->player);
    sinew_binding_destroy(w->binding);
    sinew_rig rig = RIG;
    rig.clip_count = WAY_COUNT;
    sinew_bind_desc desc = { .graph = graph ? w->graph : NULL, .rig = &rig, .track_count = tracks };
    assert_int_equal(sinew_bind(&desc, &w->binding, NULL), SINEW_OK);
    w->player = sinew_player_create(w->binding);
}

static void play(walker *w, uint32_t track, const char *clip, double mix, double weight) {
    sinew_track_desc desc = { .mix = { true, mix }, .weight = { true, weight } };
    assert_int_equal(sinew_track_play(w->player, track, find_clip(NULL, clip), &desc), SINEW_OK);
}

static void without_a_graph_the_first_track_moves(void **state) {
    (void)state;
    for (int cuts = 1; cuts <= 100; cuts *= 10) {
        walker w;
        begin_tracks(&w, NULL, 2);
        play(&w, 1, "drift", 0, 1); /* the second takes no part */
        assert_forward(go(&w, 1), 0, 0);
        play(&w, 0, "walk", 1, 1);
        for (int i = 0; i < cuts; ++i) go(&w, 1.0 / cuts);
        assert_forward(w.at, 0.5, 1e-9); /* in from nothing: ∫ t */
        play(&w, 0, "run", 1, 0.5);
        for (int i = 0; i < cuts; ++i) go(&w, 0.5 / cuts);
        assert_forward(w.at, 0.5 + 0.375 + 1.5 * 0.125, 1e-9); /* ∫ (1 − t) + 1.5t */
        play(&w, 0, "idle", 1, 1);                             /* cuts that mix: what it holds stands */
        assert_forward(go(&w, 1), 0, 1e-12);
        play(&w, 0, "curve", 0, 1);
        assert_near(go(&w, 2.5), along(1, 0, RC_PI / 2, 2.5), 1e-9);
        assert_int_equal(sinew_track_stop(w.player, 0, 1), SINEW_OK);
        sinew_root_step out = go(&w, 1);
        assert_true(out.yaw > 0.7 && out.yaw < 0.9); /* half of a right angle, fading out */
        assert_forward(go(&w, 1), 0, 0);
        end(&w);
    }
    walker w;
    begin_tracks(&w, ONE("{'clip':'walk'}"), 1);
    play(&w, 0, "run", 0, 1); /* above a graph it takes no part */
    assert_forward(go(&w, 1), 1, 1e-12);
    end(&w);
}

/* ---- any cutting of time ---- */

/* Even ways under parameters that stand still come out the same however time is cut; bends mixed in a fade depend on it
   only by what a mean over a piece leaves out. */
static void any_cutting_comes_out_the_same(void **state) {
    (void)state;
    const char *graph =
        "{'version':2,'parameters':{'x':{'type':'float','default':0.4}},'layers':[{'name':'Base','machine':{'states':{"
        "'A':{'blend':'1d','parameter':'x','sync':false,'loop':true,'motions':[{'clip':'walk','at':0},{'clip':'run',"
        "'at':1}]},'B':{'clip':'drift','speed':-0.7},'C':{'clip':'walk','loop':'pingpong'},'D':{'clip':'leap'}},"
        "'transitions':[{'from':'A','to':'B','exit':1.3,'fade':0.37},{'from':'B','to':'D','exit':0.9,'fade':0.21,"
        "'curve':'smooth'},{'from':'D','to':'A','exit':0.8,'fade':0.1}]}},{'name':'Up','weight':0.6,'rootMotion':true,"
        "'machine':{'states':{'U':{'clip':'drift'},'V':{'empty':true}},'transitions':[{'from':'U','to':'V','exit':0.7,"
        "'fade':0.3},{'from':'V','to':'U','exit':1,'fade':0.2}]}}]}";
    random_source r = { 21 };
    sinew_root_step first = { { 0, 0, 0 }, 0 };
    for (int round = 0; round < 100; ++round) {
        walker w;
        begin(&w, graph);
        double left = 7.3;
        while (left > 0) {
            double dt = round == 0 ? 1.0 / 60 : (double)random_float(&r, 0, 0.4f);
            if (dt > left) dt = left;
            go(&w, dt);
            left -= dt;
        }
        if (round == 0) first = w.at;
        else assert_near(w.at, first, 1e-3);
        end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_moves_by_its_own),
        cmocka_unit_test(ping_pong_comes_back),
        cmocka_unit_test(a_right_angle_a_thousand_times),
        cmocka_unit_test(what_stands_still_moves_nothing),
        cmocka_unit_test(fixed_steps_add_up),
        cmocka_unit_test(a_rig_may_have_no_motion),
        cmocka_unit_test(motion_that_is_not_finite_counts_as_none),
        cmocka_unit_test(blends_move_by_their_weights),
        cmocka_unit_test(mixed_turns_follow_the_mean_bend),
        cmocka_unit_test(a_very_long_mixed_frame_stays_bounded),
        cmocka_unit_test(a_direct_blend_below_one_moves_less),
        cmocka_unit_test(a_delta_takes_no_part),
        cmocka_unit_test(fades_move_by_the_mean_weight),
        cmocka_unit_test(an_offset_moves_nothing),
        cmocka_unit_test(kept_in_step_both_move),
        cmocka_unit_test(a_held_pose_moves_nowhere),
        cmocka_unit_test(live_holds_move_and_inertia_moves_whole),
        cmocka_unit_test(two_smooth_fades_at_once_have_the_exact_mean),
        cmocka_unit_test(upper_layers_take_part_where_they_say_so),
        cmocka_unit_test(masks_have_no_say_and_deltas_add),
        cmocka_unit_test(a_lower_layer_weight_moves_less),
        cmocka_unit_test(holds_of_upper_layers_cover),
        cmocka_unit_test(a_frame_of_many_stretches),
        cmocka_unit_test(without_a_graph_the_first_track_moves),
        cmocka_unit_test(any_cutting_comes_out_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
