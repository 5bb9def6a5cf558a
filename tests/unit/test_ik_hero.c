/* The solvers on the figure that the example makes: its legs while it walks, its head, an arm, its spine as a chain.
   Positions are worked out in double by tests/support/ik_kit.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "support/ik_kit.h"

#include <math.h>
#include <stdlib.h>

#include <sinew/io.h>

typedef struct hero {
    sinew_model *model;
    sinew_pose *pose;
} hero;

static int setup(void **state) {
    hero *h = calloc(1, sizeof *h);
    sinew_log log = { 0 };
    if (!h || sinew_io_load_model(SINEW_HERO, NULL, &h->model, &log)) return sinew_io_print_log(&log, stderr), -1;
    h->pose = sinew_pose_create_for_model(h->model, NULL);
    *state = h;
    return h->pose ? 0 : -1;
}

static int teardown(void **state) {
    hero *h = *state;
    sinew_pose_destroy(h->pose);
    sinew_model_destroy(h->model);
    free(h);
    return 0;
}

static uint32_t joint(const hero *h, const char *name) {
    uint32_t j = sinew_skeleton_find_joint(sinew_model_skeleton(h->model), name);
    if (j == SINEW_NONE) fail_msg("the figure has no joint \"%s\"", name);
    return j;
}

static void show(const hero *h, const char *clip, double time) {
    sinew_pose_rest(h->pose);
    assert_int_equal(sinew_pose_sample(h->pose, sinew_model_find_clip(h->model, clip), time), SINEW_OK);
}

static sinew_ik_foot_desc leg(const hero *h, bool right) {
    return (sinew_ik_foot_desc){ .root = joint(h, right ? "thigh_r" : "thigh_l"),
                                 .middle = joint(h, right ? "shin_r" : "shin_l"),
                                 .end = joint(h, right ? "foot_r" : "foot_l"),
                                 .pole_kind = SINEW_IK_POLE_DIRECTION,
                                 .pole = { 0, 0, 1 } };
}

/* Walking up a slope for ten seconds with its feet found by touch and held: on the ground, still, without a jump. */
static void walks_up_a_slope(void **state) {
    const hero *h = *state;
    const double rise = 0.2, speed = 1.4, dt = 1.0 / 60;
    sinew_ik_foot_desc feet[2] = { leg(h, false), leg(h, true) };
    sinew_ik_foot_state states[2] = { { .since = 0 }, { .since = 0 } };
    sinew_ik_hips_state hips = { .rise = 0 };
    sinew_ik_foot_result results[2];
    sinew_ik_feet_desc desc = { .feet = feet, .foot_count = 2, .hips = joint(h, "hips") };
    dvec lock[2] = { { 0, 0, 0 } }, before[2] = { { 0, 0, 0 } };
    bool was[2] = { false, false };
    int held = 0, reached = 0, all = 0;
    double slid = 0, jump = 0;
    for (int f = 0; f < 600; ++f) {
        show(h, "walk", fmod(f * dt, 1.05));
        double z = speed * f * dt; /* the character stands on the slope: its place goes up with it */
        desc.place.position[1] = rise * z, desc.place.position[2] = z;
        for (int i = 0; i < 2; ++i) {
            dvec clip = kit_at(h->pose, feet[i].end);
            sinew_ik_touch_desc touch = {
                .joint = feet[i].end, .place = { .position = { 0, 0, z } }, .height = 0.03f, .speed = 0.6f
            };
            assert_int_equal(sinew_ik_touch(h->pose, &touch, &states[i], dt, &feet[i].planted), SINEW_OK);
            feet[i].ground = (float)(rise * clip.z);
            feet[i].normal = (sinew_vec3){ 0, 1, (float)-rise };
        }
        assert_int_equal(sinew_ik_feet(h->pose, &desc, &hips, states, dt, 1, results), SINEW_OK);
        for (int i = 0; i < 2; ++i) {
            dvec now = kit_at(h->pose, feet[i].end);
            now = dadd(now, (dvec){ 0, rise * z, z });
            assert_true(now.y - rise * now.z > 0.02); /* the ankle over the slope */
            if (results[i].locked && !was[i]) lock[i] = now;
            if (results[i].locked) slid = fmax(slid, ddistance(now, lock[i]));
            if (f) jump = fmax(jump, ddistance(now, before[i]));
            held += results[i].locked, reached += results[i].reached, ++all;
            before[i] = now, was[i] = results[i].locked;
        }
    }
    print_message("walk up a slope: held in %d of %d, in reach in %d, slid %.1e m, fastest step %.3f m\n", held, all,
                  reached, slid, jump);
    assert_true(slid < 1e-4);
    assert_true(held > all / 4 && reached > all * 9 / 10);
    assert_true(jump < 4 * speed * dt);
}

static void looks_at_what_goes_round_it(void **state) {
    const hero *h = *state;
    uint32_t head = joint(h, "head");
    for (int f = 0; f < 360; ++f) {
        show(h, "walk", f * 0.01);
        double a = f * 3.14159265358979 / 180;
        dvec start = kit_direction(h->pose, head, (dvec){ 0, 0, 1 });
        sinew_ik_aim_desc desc = { .joint = head,
                                   .above = 1,
                                   .offset = { 0, 0.08f, 0.09f },
                                   .limit = 1.2f,
                                   .target = { (float)(2 * sin(a)), 1.7f, (float)(2 * cos(a)) },
                                   .up_axis = { 0, 1, 0 },
                                   .up = { 0, 1, 0 } };
        sinew_ik_result result;
        assert_int_equal(sinew_ik_aim(h->pose, &desc, 1, &result), SINEW_OK);
        dvec now = kit_direction(h->pose, head, (dvec){ 0, 0, 1 });
        dvec eye = kit_point(h->pose, head, dof(desc.offset));
        assert_true(dangle(now, start) <= 1.2);
        if (result.reached) assert_true(dangle(now, dsub(dof(desc.target), eye)) < 1.7e-4);
        else assert_true(dangle(now, start) > 1.19);
        assert_int_equal(result.reached, f < 60 || f > 300 ? true : result.reached);
    }
}

static void reaches_with_an_arm_and_with_its_spine(void **state) {
    const hero *h = *state;
    random_source r = { 51 };
    uint32_t upper = joint(h, "upper_arm_r"), hand = joint(h, "hand_r"), neck = joint(h, "neck"),
             end = joint(h, "head");
    for (int n = 0; n < 500; ++n) {
        show(h, "run", n * 0.013);
        sinew_ik_two_bone_desc arm = { .root = upper, .middle = joint(h, "forearm_r"), .end = hand };
        arm.target =
            dfloat(dadd(kit_at(h->pose, upper), dscaled(random_direction(&r), (double)random_float(&r, 0.1f, 0.52f))));
        sinew_ik_result result;
        assert_int_equal(sinew_ik_two_bone(h->pose, &arm, 1, &result), SINEW_OK);
        assert_true(result.reached && ddistance(kit_at(h->pose, hand), dof(arm.target)) < 0.53e-5);
        sinew_ik_chain_desc spine = { .root = joint(h, "spine"), .end = end };
        dvec lean = dadd(kit_at(h->pose, end), dscaled(random_direction(&r), 0.1));
        dvec root = kit_at(h->pose, spine.root);
        double most = 0.98 * ddistance(kit_at(h->pose, neck), root);
        spine.target = dfloat(dadd(root, dscaled(dunit(dsub(lean, root)), fmin(most, ddistance(lean, root)))));
        assert_int_equal(sinew_ik_chain(h->pose, &spine, 1, &result), SINEW_OK);
        assert_true(result.reached && ddistance(kit_at(h->pose, end), dof(spine.target)) < 0.5e-5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_up_a_slope),
        cmocka_unit_test(looks_at_what_goes_round_it),
        cmocka_unit_test(reaches_with_an_arm_and_with_its_spine),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
