/* What a pose holds, saved and given to another pose. (Random moments: prop_holds.) */
#include "support/pose_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void show(pose_rig *r, float weight) {
    rig_clear(r);
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_held(r, 1, weight);
    rig_sample(r, ROOT_X7, 1 - weight);
}

/* SEMANTICS 3: without the block a fade from a hold shows its target alone; with it, what was held */
static void test_a_hold_goes_over(void **state) {
    pose_rig *r = *state;
    rig_layer(r, SINEW_BLEND_REPLACE, 1)->keep = true;
    rig_sample(r, ROOT_X3, 1);
    rig_apply(r);
    r->time += 0.1;
    show(r, 0.75f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0.75f * 3 + 0.25f * 7, 1e-5);
    size_t size = sinew_pose_holds_size(r->pose);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(sinew_pose_save_holds(r->pose, bytes, size), size);
    sinew_pose_forget(r->pose);
    r->time += 0.1;
    show(r, 0.5f);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 7, 1e-5);
    assert_int_equal(sinew_pose_restore_holds(r->pose, bytes, size, NULL), SINEW_OK);
    rig_apply(r);
    assert_float_equal(rig_root_x(r), 0.5f * 3 + 0.5f * 7, 1e-5);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(test_a_hold_goes_over, rig_setup,
                                                                        rig_teardown) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
