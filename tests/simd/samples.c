/* Compiled clips sampled by every set of kernels, against the scalar ones: made figures and random models, of the fast
   and of the compact tier; over what is there, and apart, where the lanes that a clip lacks are only to be finite. Ends
   with `N passed, N failed`. */
#include "bench/bench.h"
#include "rig/rig.h"
#include "simd/plan.h"
#include "support/model_again.h"
#include "support/random_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS = 60, TIMES = 20 };

typedef struct verdict {
    uint32_t poses, words, wrong;
    double worst;
} verdict;

static void compare(verdict *v, const snw_group *is, const snw_group *right, size_t groups) {
    for (size_t g = 0; g < groups; ++g)
        for (int row = 0; row < SNW_COMPONENTS; ++row)
            for (int lane = 0; lane < SNW_LANES; ++lane) {
                double a = (double)is[g].row[row][lane], b = (double)right[g].row[row][lane];
                double off = fabs(a - b) / fmax(1, fabs(b));
                if (!(off <= 1e-6)) ++v->wrong;
                if (off > v->worst) v->worst = off;
            }
}

/* What a clip sampled apart does not have is of no meaning, but finite; then it is what was there before. */
static void forget_others(verdict *v, const snw_compiled *clip, snw_group *is, const snw_group *rest) {
    for (uint32_t g = 0; g < clip->group_count; ++g)
        for (int row = 0; row < SNW_COMPONENTS; ++row) {
            int kind = row < SNW_RX ? SNW_TRANSLATION : row < SNW_SX ? SNW_ROTATION : SNW_SCALE;
            const snw_compiled_lanes *of = snw_compiled_group(clip, g) + kind;
            for (uint32_t lane = 0; lane < SNW_LANES; ++lane) {
                if ((of->moving | of->still) >> lane & 1) continue;
                if (!isfinite(is[g].row[row][lane])) ++v->wrong;
                is[g].row[row][lane] = rest[g].row[row][lane];
            }
        }
}

/* Of some of the groups alone: they are as among all of them, `right`, and what follows keeps what is there. */
static void check_first(verdict *v, const snw_kernels *set, const snw_plan *plan, const snw_group *rest, double time,
                        uint32_t count, const snw_group *right) {
    size_t groups = plan->clip->group_count;
    snw_group *is = calloc(groups, sizeof *is);
    if (!is) exit(1);
    memcpy(is, rest, groups * sizeof *is);
    set->sample_clip(plan, time, count, is);
    compare(v, is, right, count);
    if (memcmp(is + count, rest + count, (groups - count) * sizeof *is)) ++v->wrong;
    set->sample_apart(plan, time, count, is);
    if (memcmp(is + count, rest + count, (groups - count) * sizeof *is)) ++v->wrong;
    forget_others(v, plan->clip, is, rest);
    compare(v, is, right, count);
    free(is);
}

static void check_clip(const snw_kernels *set, const sinew_model *model, const snw_plan *plan, random_source *r,
                       verdict *v) {
    const snw_compiled *clip = plan->clip;
    size_t groups = model->skeleton.group_count;
    snw_group *is = calloc(groups, sizeof *is), *right = calloc(groups, sizeof *right);
    if (!is || !right) exit(1);
    for (int i = 0; i < TIMES; ++i) {
        double time = (double)random_float(r, -0.5f, 3);
        memcpy(is, model->skeleton.rest_groups, groups * sizeof *is);
        memcpy(right, model->skeleton.rest_groups, groups * sizeof *right);
        set->sample_clip(plan, time, clip->group_count, is);
        snw_kernels_scalar()->sample_clip(plan, time, clip->group_count, right);
        compare(v, is, right, groups);
        set->sample_apart(plan, time, clip->group_count, is);
        forget_others(v, clip, is, model->skeleton.rest_groups);
        compare(v, is, right, groups);
        check_first(v, set, plan, model->skeleton.rest_groups, time, random_below(r, clip->group_count + 1), right);
        ++v->poses;
        v->words += clip->kinds[SNW_ROTATION].words;
    }
    free(is);
    free(right);
}

static void check_model(const snw_kernels *set, const sinew_model *model, random_source *r, verdict *v) {
    for (uint32_t i = 0; i < model->clip_count; ++i)
        if (model->clips[i].compiled) check_clip(set, model, &model->clips[i].plan, r, v);
}

int main(void) {
    const snw_kernels *sets[SNW_SETS_MOST];
    verdict v[SNW_SETS_MOST] = { { 0 } };
    uint32_t count = snw_kernels_list(sets), failed = 0;
    for (uint32_t m = 0; m < MODELS; ++m) {
        random_source r = { m + 5000 };
        random_model_options options = { .joints = m % 2 ? 400 : 30, .fast = true, .plain = m % 3 != 0 };
        sinew_model *fast = m ? random_model(&r, &options, NULL) : bench_figure(NULL);
        if (!fast) return 1;
        sinew_model *compact = model_again(fast, SINEW_TIER_COMPACT);
        for (uint32_t i = 0; i < count; ++i) {
            check_model(sets[i], fast, &r, &v[i]);
            check_model(sets[i], compact, &r, &v[i]);
        }
        sinew_model_destroy(fast);
        sinew_model_destroy(compact);
    }
    for (uint32_t i = 0; i < count; ++i) {
        bool good = v[i].wrong == 0 && v[i].poses > 500 && v[i].words > 48;
        printf("%-7s %-8s %u poses, %u of them of words, %u numbers wrong, worst %.2g\n", good ? "ok" : "FAILED",
               sets[i]->name, v[i].poses, v[i].words, v[i].wrong, v[i].worst);
        failed += !good;
    }
    printf("%u passed, %u failed\n", count - failed, failed);
    return failed > 0;
}
