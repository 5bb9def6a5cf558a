/* Motions: clips, blends, additive pairs. */
#include "graph/check.h"

#include <stdio.h>
#include <string.h>

static void check_child_motion(snw_check *check, const sinew_motion_desc *motion, uint32_t depth) {
    if (motion->kind == SINEW_MOTION_EMPTY)
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL,
                         "a motion here must play something: give it a \"clip\", a \"blend\" or an \"add\"");
    else snw_check_motion(check, motion, depth);
}

/* ---- blends ---- */

static void check_1d(snw_check *check, const sinew_motion_desc *motion) {
    snw_check_numeric(check, "parameter", motion->parameter, "a blend's parameter");
    bool before_ok = false;
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        size_t before = snw_check_enter(check, ".motions[%u]", i);
        bool ok = snw_check_range(check, "at", motion->children[i].x, -SNW_MAX_FLOAT, SNW_MAX_FLOAT);
        if (ok && before_ok && motion->children[i].x <= motion->children[i - 1].x)
            snw_check_report(check, SINEW_CODE_BLEND_NOT_ASCENDING, "at",
                             "the positions of a 1D blend must ascend, but \"at\": %.9g stands behind %.9g; order them "
                             "and give no position twice",
                             motion->children[i].x, motion->children[i - 1].x);
        before_ok = ok;
        snw_check_leave(check, before);
    }
}

static void check_axes(snw_check *check, const sinew_motion_desc *motion) {
    snw_check_numeric(check, "parameters[0]", motion->parameter, "a blend's parameter");
    snw_check_numeric(check, "parameters[1]", motion->parameter_y, "a blend's parameter");
    if (motion->parameter && motion->parameter[0] && snw_name_equal(motion->parameter, motion->parameter_y))
        snw_check_report(check, SINEW_CODE_PARAMETER_TYPE, "parameters[1]",
                         "a 2D blend needs two parameters, but both are \"%s\"", motion->parameter);
}

static void check_2d(snw_check *check, const sinew_motion_desc *motion) {
    check_axes(check, motion);
    bool known = snw_check_enum(check, "algorithm", (unsigned)motion->algorithm, SINEW_ALGORITHM_GRID + 1u);
    bool finite = true;
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        size_t before = snw_check_enter(check, ".motions[%u]", i);
        finite &= snw_check_range(check, "at", motion->children[i].x, -SNW_MAX_FLOAT, SNW_MAX_FLOAT) &&
                  snw_check_range(check, "at", motion->children[i].y, -SNW_MAX_FLOAT, SNW_MAX_FLOAT);
        snw_check_leave(check, before);
    }
    bool bands = motion->algorithm == SINEW_ALGORITHM_GRADIENT || motion->algorithm == SINEW_ALGORITHM_POLAR;
    if (bands && motion->child_count > SNW_MAX_BANDS)
        snw_check_report(check, SINEW_CODE_TOO_LARGE, "motions",
                         "%u motions in a blend by bands, where %u is the most; use \"algorithm\": \"delaunay\"",
                         motion->child_count, SNW_MAX_BANDS);
    if (known && finite) snw_check_points(check, motion);
}

static void check_direct(snw_check *check, const sinew_motion_desc *motion) {
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        size_t before = snw_check_enter(check, ".motions[%u]", i);
        snw_check_numeric(check, "weight", motion->children[i].weight, "a motion's weight");
        snw_check_leave(check, before);
    }
}

static void check_blend(snw_check *check, const sinew_motion_desc *motion, uint32_t depth) {
    snw_check_enum(check, "sync", (unsigned)motion->sync, SINEW_SYNC_NONE + 1u);
    if (motion->kind == SINEW_MOTION_BLEND_1D) check_1d(check, motion);
    else if (motion->kind == SINEW_MOTION_BLEND_2D) check_2d(check, motion);
    else check_direct(check, motion);
    if (!motion->child_count)
        snw_check_report(check, SINEW_CODE_BLEND_TOO_FEW, "motions", "the blend has no \"motions\"; give it some");
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        size_t before = snw_check_enter(check, ".motions[%u]", i);
        snw_check_above_zero(check, "speed", motion->children[i].speed, SNW_MAX_SPEED);
        check_child_motion(check, &motion->children[i].motion, depth + 1);
        snw_check_leave(check, before);
    }
}

/* ---- additive pairs ---- */

static void check_add(snw_check *check, const sinew_motion_desc *motion, uint32_t depth) {
    static const char *const sides[] = { "base", "delta" };
    size_t before = snw_check_enter(check, ".add");
    if (motion->child_count != 2)
        snw_check_report(check, SINEW_CODE_MISSING_FIELD, NULL, "\"add\" needs both a \"base\" and a \"delta\"");
    for (uint32_t i = 0; i < motion->child_count && i < 2; ++i) {
        size_t inner = snw_check_enter(check, ".%s", sides[i]);
        check_child_motion(check, &motion->children[i].motion, depth + 1);
        snw_check_leave(check, inner);
    }
    snw_check_opt(check, "weight", motion->weight, 0, SNW_MAX_SPEED);
    if (motion->weight_parameter) snw_check_numeric(check, "weight", motion->weight_parameter, "a motion's weight");
    snw_check_reference(check, &motion->reference);
    snw_check_leave(check, before);
}

void snw_check_motion(snw_check *check, const sinew_motion_desc *motion, uint32_t depth) {
    if (!snw_check_enum(check, "kind", (unsigned)motion->kind, SINEW_MOTION_ADD + 1u)) return;
    if (motion->kind == SINEW_MOTION_EMPTY) return;
    if (!snw_check_count(check, &check->motions, 1, SINEW_MAX_MOTIONS, "motions")) return;
    if (motion->kind == SINEW_MOTION_CLIP) {
        if (!motion->clip || !motion->clip[0])
            snw_check_report(check, SINEW_CODE_MISSING_FIELD, motion->clip ? "clip" : NULL,
                             "\"clip\" is missing; name a clip");
        return;
    }
    if (depth >= SINEW_MAX_DEPTH) {
        snw_check_report(check, SINEW_CODE_TOO_DEEP, NULL, "blends are nested more than %u deep", SINEW_MAX_DEPTH);
        return;
    }
    if (!snw_check_limit(check, "motions", motion->child_count, SINEW_MAX_MOTIONS, "motions")) return;
    if (!snw_check_array(check, "motions", motion->children, motion->child_count)) return;
    if (motion->kind == SINEW_MOTION_ADD) check_add(check, motion, depth);
    else check_blend(check, motion, depth);
}
