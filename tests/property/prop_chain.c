/* Random chains after random targets: no joint between root and end moves more than five times as far in a step as the
   target, but where no rule could see to that; and as the pose changes, what comes of it changes no faster in
   proportion. 2,000 paths, 10,000 and more with SINEW_PATHS=N, 300 where a sanitizer looks on or SINEW_QUICK is set;
   SINEW_SEED=N for another start. Steps that are exempt are counted, and are few. */
#include "math/vector.h"
#include "support/ik_kit.h"
#include "support/setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 64, ROOT = 1 };

static uint32_t paths(void) { return setting("SINEW_PATHS", setting_quick() ? 300 : 2000); }

static random_source source(uint32_t number, uint32_t use) {
    return (random_source){ ((uint64_t)setting("SINEW_SEED", 1) << 40) + ((uint64_t)number << 8) + use + 1 };
}

/* How a chain lies in the pose. */
typedef enum lie { ANY, WILD, STRAIGHT, NEARLY_STRAIGHT, ZIGZAG, FLAT, CURLED, S_SHAPE, LIES } lie;

static const char *const lie_names[LIES] = { "bent any way", "wild",        "straight", "nearly straight",
                                             "zigzag",       "folded flat", "curled",   "S" };

typedef struct subject {
    kit k;
    sinew_pose *kept;
    uint32_t count, end; /* joints; the last */
    lie how;
    double bones[MOST], length, least;
    double own;  /* between its ends in the pose */
    double lean; /* mean square of the sine between bones and the line between the ends: 0 flat */
    dvec root, line, side, normal;
} subject;

static double angle_of(random_source *r, lie how, uint32_t i, uint32_t count, double amount) {
    switch (how) {
    case ANY: return 1.5 * (double)random_float(r, -1, 1);
    case WILD: return 3.1 * (double)random_float(r, -1, 1);
    case NEARLY_STRAIGHT: return 0.02 * amount * (double)random_float(r, -1, 1);
    case ZIGZAG: return (i & 1 ? 1 : -1) * (1.5 + 1.6 * amount);
    case FLAT: return (i & 1 ? 1 : -1) * 3.14159265358979;
    case CURLED: return 9 * amount / count + 0.05 * (double)random_float(r, -1, 1);
    case S_SHAPE: return (2 * i < count ? 7 : -7) * amount / count;
    case STRAIGHT:
    case LIES: break;
    }
    return 0;
}

/* Even, uneven, and very uneven. */
static void choose_bones(random_source *r, subject *s) {
    uint32_t kind = random_below(r, 5);
    for (uint32_t i = 0; i + 1 < s->count; ++i) {
        double b = (double)random_float(r, 0, 1);
        const double kinds[] = { 0.5, 0.2 + 0.8 * b, 0.02 + b * b * b, pow(10, -2.5 * b), pow(10, -6 * b) };
        s->bones[i] = kinds[kind];
    }
}

/* Bends in one plane, but for those that go any way. */
static void pose_joints(random_source *r, subject *s) {
    dvec common = dunit((dvec){ (double)random_float(r, 0.1f, 1), 0, (double)random_float(r, -1, 1) });
    bool any = s->how == ANY || s->how == WILD || s->how == NEARLY_STRAIGHT;
    double amount = (double)random_float(r, 0.1f, 1);
    for (uint32_t i = 0; i + 1 < s->count; ++i) {
        dvec axis = any ? random_direction(r) : common;
        if (s->how == CURLED) axis = dunit(dadd(axis, dscaled(random_direction(r), 0.05)));
        sinew_transform t = sinew_pose_local(s->k.pose, ROOT + i);
        t.rotation = i == 0 ? random_rotation(r) : kit_turn(axis, angle_of(r, s->how, i, s->count, amount));
        sinew_pose_set_local(s->k.pose, ROOT + i, &t);
    }
}

static dvec bone_of(const sinew_pose *pose, uint32_t i) {
    return dsub(kit_at(pose, ROOT + i + 1), kit_at(pose, ROOT + i));
}

/* What of a subject depends on its pose. */
static void measure(subject *s) {
    dvec way = dsub(kit_at(s->kept, s->end), s->root);
    s->own = dlength(way);
    s->line = s->own > 1e-6 * s->length ? dunit(way) : kit_direction(s->kept, ROOT, (dvec){ 0, -1, 0 });
    s->side = dunit(dcross(s->line, fabs(s->line.x) < 0.6 ? (dvec){ 1, 0, 0 } : (dvec){ 0, 1, 0 }));
    s->normal = dcross(s->line, s->side);
    s->lean = 0;
    for (uint32_t i = 0; i + 1 < s->count; ++i) {
        double sine = sin(dangle(bone_of(s->kept, i), s->line));
        s->lean += s->bones[i] / s->length * sine * sine;
    }
}

static subject make_subject(random_source *r) {
    subject s = { .how = (lie)random_below(r, LIES), .count = 3 + random_below(r, 10) };
    if (random_chance(r, 0.03)) s.count = 13 + random_below(r, MOST - 12);
    s.end = ROOT + s.count - 1;
    choose_bones(r, &s);
    s.k = kit_chain(r, ROOT, s.bones, s.count, 0, true);
    pose_joints(r, &s);
    s.kept = kit_kept(&s.k);
    s.root = kit_at(s.kept, ROOT);
    double longest = 0;
    for (uint32_t i = 0; i + 1 < s.count; ++i) {
        s.bones[i] = dlength(bone_of(s.kept, i));
        s.length += s.bones[i];
        longest = fmax(longest, s.bones[i]);
    }
    s.least = fmax(0, 2 * longest - s.length);
    measure(&s);
    return s;
}

static void free_subject(subject *s) {
    sinew_pose_destroy(s->kept);
    kit_free(&s->k);
}

static dvec random_target(random_source *r, const subject *s) {
    double far = 1.1 * cbrt((double)random_float(r, 0, 1)); /* anywhere in the ball alike */
    return dadd(s->root, dscaled(random_direction(r), far * s->length));
}

static sinew_ik_result solve(const subject *s, const sinew_ik_chain_desc *desc, dvec *joints) {
    sinew_ik_result result;
    sinew_pose_copy(s->k.pose, s->kept);
    assert_int_equal(sinew_ik_chain(s->k.pose, desc, 1, &result), SINEW_OK);
    for (uint32_t i = 0; i < s->count; ++i) joints[i] = kit_at(s->k.pose, ROOT + i);
    return result;
}

/* ---- the target moves ---- */

/* v turned as the line between the ends is turned to lie along w, the shorter way. */
static dvec carried(const subject *s, dvec w, dvec v) {
    dvec axis = dcross(s->line, w);
    double c = ddot(s->line, w);
    return dadd(dadd(dscaled(v, c), dcross(axis, v)), dscaled(axis, ddot(axis, v) / fmax(1 + c, 1e-12)));
}

/* How far a point goes with the chain as that is turned as a whole from pointing along a to pointing along b. */
static double swept(const subject *s, dvec a, dvec b, dvec point) {
    const dvec axes[] = { s->line, s->side, s->normal };
    dvec p = dsub(point, s->root), q = { 0, 0, 0 };
    for (int i = 0; i < 3; ++i) q = dadd(q, dscaled(carried(s, b, axes[i]), ddot(p, carried(s, a, axes[i]))));
    return ddistance(p, q);
}

/* Why joints may go faster than the bound: near the root and opposite to where the chain points the direction turns
   quickly; to come to full length, to the least reach, and from lying flat takes the faster the straighter it is. */
typedef enum reason { NONE, NEAR_ROOT, OPPOSITE, FULL, LEAST, FLAT_POSE, REASONS } reason;

static const char *const reason_names[REASONS] = { "none",        "near the root", "turning fast",
                                                   "full length", "least reach",   "from a flat pose" };

static bool overlap(double a, double b, double low, double high) { return fmin(a, b) < high && fmax(a, b) > low; }

static reason excuse(const subject *s, dvec from, dvec to, const dvec *joints) {
    dvec a = dsub(from, s->root), b = dsub(to, s->root);
    double da = dlength(a) / s->length, db = dlength(b) / s->length, least = s->least / s->length, most = 0;
    double own = s->own / s->length;
    if (overlap(da, db, -1, 0.2)) return NEAR_ROOT;
    for (uint32_t i = 1; i < s->count; ++i) most = fmax(most, swept(s, dunit(a), dunit(b), joints[i]));
    if (most > 3 * ddistance(from, to)) return OPPOSITE;
    if (overlap(da, db, 0.99, 1)) return FULL;
    if (least > 0 && overlap(da, db, least, least + 0.04)) return LEAST;
    if (s->lean < 0.15 && overlap(da, db, own - 0.03, own + 0.03)) return FLAT_POSE;
    return NONE;
}

typedef struct tally {
    long steps, exempt[REASONS], of[LIES], unreached;
    double worst[LIES], worst_end;
    uint32_t passes;
} tally;

/* The worst of the joints between the ends, in target's steps; rounding of what a pose stores is taken off. */
static double count_step(tally *t, const subject *s, const dvec *was, const dvec *now, double moved, bool counts) {
    double worst = 0;
    for (uint32_t i = 1; i < s->count; ++i) {
        double ratio = (ddistance(now[i], was[i]) - 2e-6 * s->length) / moved;
        if (!counts) continue;
        if (i + 1 == s->count) t->worst_end = fmax(t->worst_end, ratio);
        else worst = fmax(worst, ratio);
    }
    t->worst[s->how] = fmax(t->worst[s->how], worst);
    t->of[s->how] += counts;
    return worst;
}

static void follow(random_source *r, const subject *s, tally *t, uint32_t number) {
    dvec from = random_target(r, s), to = random_target(r, s), joints[2][MOST], was = from;
    int count = 1 + (int)(ddistance(from, to) / s->length * pow(10, (double)random_float(r, 1.5f, 2.7f)));
    sinew_ik_chain_desc desc = { .root = ROOT, .end = s->end, .soft = random_chance(r, 0.2) ? 0.05f : 0 };
    for (int step = 0; step <= count; ++step) {
        dvec target = dadd(from, dscaled(dsub(to, from), (double)step / count));
        double d = ddistance(target, s->root), moved = ddistance(target, was);
        desc.target = dfloat(target);
        dvec *now = joints[step & 1], *before = joints[!(step & 1)];
        sinew_ik_result result = solve(s, &desc, now);
        t->unreached += d > s->least && d < s->length * (desc.soft > 0 ? 0.95 : 1) && !result.reached;
        if (result.iterations > t->passes) t->passes = result.iterations;
        if (step) {
            reason why = excuse(s, was, target, before);
            double worst = count_step(t, s, before, now, moved, why == NONE);
            t->steps++;
            t->exempt[why]++;
            if (worst > 5)
                print_message("path %u, %u joints, %s, lean %.3f, own %.4f, least %.4f: %.2f at %.4f\n", number,
                              s->count, lie_names[s->how], s->lean, s->own / s->length, s->least / s->length, worst,
                              d / s->length);
        }
        was = target;
    }
}

static void no_joint_moves_more_than_five_times_the_target(void **state) {
    (void)state;
    tally t = { .steps = 0 };
    double worst = 0;
    for (uint32_t n = 0; n < paths(); ++n) {
        random_source r = source(n, 0);
        subject s = make_subject(&r);
        follow(&r, &s, &t, n);
        free_subject(&s);
    }
    print_message("%u paths, %ld steps; the end at most %.3f times the target's, in %u passes\n", paths(), t.steps,
                  t.worst_end, t.passes);
    for (int i = 0; i < LIES; ++i) {
        print_message("  %s: %.2f in %ld\n", lie_names[i], t.worst[i], t.of[i]);
        worst = fmax(worst, t.worst[i]);
        assert_true(t.of[i] > t.steps / 20);
    }
    for (int i = 1; i < REASONS; ++i)
        print_message("  exempt, %s: %.2f %%\n", reason_names[i], 100.0 * (double)t.exempt[i] / (double)t.steps);
    assert_int_equal(t.unreached, 0);
    assert_true(worst < 5 && t.worst_end < 5);
    assert_true(t.exempt[NONE] > t.steps * 9 / 10);
}

/* ---- the pose moves ---- */

/* Each joint but the first turns on by a small angle of its own. */
static void bend_on(subject *s, const sinew_quat *turns) {
    for (uint32_t i = 1; i + 1 < s->count; ++i) {
        sinew_transform t = sinew_pose_local(s->kept, ROOT + i);
        t.rotation = snw_quat_normalize(snw_quat_mul(t.rotation, turns[i]));
        sinew_pose_set_local(s->kept, ROOT + i, &t);
    }
    measure(s);
}

static double farthest(const subject *s, const dvec *a, const dvec *b) {
    double most = 0;
    for (uint32_t i = 0; i < s->count; ++i) most = fmax(most, ddistance(a[i], b[i]));
    return most;
}

/* Where the shape is told by the pose: not where that lies flat, is closed or points the other way, nor near the ends
   of the reach. */
static bool told(const subject *s, dvec target) {
    double d = ddistance(target, s->root) / s->length, least = s->least / s->length;
    if (s->lean < 0.15 || s->own < 0.15 * s->length || dangle(s->line, dsub(target, s->root)) > 2.3) return false;
    return d > 0.2 && d > least + 0.04 && d < 0.99;
}

static void follow_the_pose(random_source *r, subject *s, long *steps, long *fast) {
    sinew_quat turns[MOST];
    dvec pose[2][MOST], shown[2][MOST], target = random_target(r, s);
    double size = pow(10, (double)random_float(r, -4, -2));
    sinew_ik_chain_desc desc = { .root = ROOT, .end = s->end, .target = dfloat(target) };
    bool before = false;
    for (uint32_t i = 0; i < s->count; ++i)
        turns[i] = kit_turn(random_direction(r), size * (double)random_float(r, -1, 1));
    for (int step = 0; step < 60; ++step) {
        bend_on(s, turns);
        for (uint32_t i = 0; i < s->count; ++i) pose[step & 1][i] = kit_at(s->kept, ROOT + i);
        solve(s, &desc, shown[step & 1]);
        bool now = told(s, target);
        if (step && now && before) {
            *steps += 1;
            *fast += farthest(s, shown[0], shown[1]) - 4e-6 * s->length > 10 * farthest(s, pose[0], pose[1]);
        }
        before = now;
    }
}

/* No bound can hold for all: a chain that bends to both sides alike must choose one of them somewhere. */
static void as_the_pose_moves_so_does_the_chain(void **state) {
    (void)state;
    long steps = 0, fast = 0;
    for (uint32_t n = 0; n < paths(); ++n) {
        random_source r = source(n, 1);
        subject s = make_subject(&r);
        follow_the_pose(&r, &s, &steps, &fast);
        free_subject(&s);
    }
    print_message("moving poses: more than ten times as fast as the pose in %ld of %ld steps\n", fast, steps);
    assert_true(steps > 10 * (long)paths() && fast * 200 < steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_joint_moves_more_than_five_times_the_target),
        cmocka_unit_test(as_the_pose_moves_so_does_the_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
