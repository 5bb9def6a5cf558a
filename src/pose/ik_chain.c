/* A chain of any length: FABRIK, then the last of the distance by one number. Invariant: points are always the root
   plus the bones' lengths along unit directions, so lengths hold at any stage.

   The chain is first turned as a whole, so that what it then becomes depends on the target's distance alone. FABRIK
   comes near that quickly inside the reach and slowly at its edge. What it leaves is closed exactly: all directions are
   drawn towards the line to the target, or away from it, by one amount, until the end's distance is the target's. All
   of these vary smoothly with the target, as a fixed number of passes does. */
#include "pose/ik.h"

#define PASSES 16u
#define MOST_PASSES 256u
/* As many passes again, where they have not been enough, at most. */
#define ROUNDS 15
/* Share of the length at which passes end; the closing does the rest. */
#define NEAR 1e-8
/* How far, as a share of the length, a straight chain is bent before the first pass. */
#define NUDGE 0.02

typedef struct chain {
    uint32_t count;                   /* joints */
    double length;                    /* of all bones */
    double bone[SINEW_IK_MAX_JOINTS]; /* from i to i + 1 */
    snw_d3 at[SINEW_IK_MAX_JOINTS];
    snw_d3 direction[SINEW_IK_MAX_JOINTS]; /* of the bones; what has no length keeps one that it was given */
} chain;

static void measure(chain *c, const snw_path *path, snw_d3 fallback) {
    c->count = path->count;
    c->length = 0.0;
    for (uint32_t i = 0; i < c->count; ++i) c->at[i] = snw_path_at(path, i);
    for (uint32_t i = 0; i + 1 < c->count; ++i) {
        snw_d3 bone = snw_d3_sub(c->at[i + 1], c->at[i]);
        c->bone[i] = snw_d3_length(bone);
        c->direction[i] = snw_d3_unit(bone, 0.0, fallback);
        c->length += c->bone[i];
    }
}

/* Points from the directions. */
static void lay(chain *c) {
    for (uint32_t i = 0; i + 1 < c->count; ++i) c->at[i + 1] = snw_d3_along(c->at[i], c->bone[i], c->direction[i]);
}

/* The nearest that the end can come to the root: the longest bone against all others. */
static double least_reach(const chain *c, uint32_t *longest) {
    *longest = 0;
    for (uint32_t i = 1; i + 1 < c->count; ++i)
        if (c->bone[i] > c->bone[*longest]) *longest = i;
    double least = 2.0 * c->bone[*longest] - c->length;
    return least > 0.0 ? least : 0.0;
}

/* FABRIK leaves a straight chain straight when the target is on its line; a bow towards `side` opens it. It comes and
   goes smoothly with how straight the chain is and how far the end has to go. */
static void nudge(chain *c, snw_bend bend, double distance) {
    double most = 0.0, gone = 0.0;
    for (uint32_t i = 1; i + 1 < c->count; ++i) {
        double off = snw_d3_length(snw_d3_across(snw_d3_sub(c->at[i], c->at[0]), bend.along));
        if (off > most) most = off;
    }
    double to_go = fabs(snw_d3_length(snw_d3_sub(c->at[c->count - 1], c->at[0])) - distance) / (NUDGE * c->length);
    double bow = NUDGE * c->length * (1.0 - snw_smooth(most / (NUDGE * c->length))) * snw_smooth(to_go);
    for (uint32_t i = 1; i + 1 < c->count; ++i) {
        gone += c->bone[i - 1] / c->length;
        c->at[i] = snw_d3_along(c->at[i], bow * 4.0 * gone * (1.0 - gone), bend.side);
    }
}

/* One pass from the end to the root and one back. Returns what the end is off by. */
static double pass(chain *c, snw_d3 root, snw_d3 goal) {
    uint32_t last = c->count - 1;
    c->at[last] = goal;
    for (uint32_t i = last; i-- > 0;) {
        snw_d3 back = snw_d3_unit(snw_d3_sub(c->at[i + 1], c->at[i]), 1e-12 * c->length, c->direction[i]);
        c->at[i] = snw_d3_along(c->at[i + 1], -c->bone[i], back);
        c->direction[i] = back;
    }
    c->at[0] = root;
    for (uint32_t i = 0; i < last; ++i) {
        snw_d3 there = snw_d3_sub(c->at[i + 1], c->at[i]);
        c->direction[i] = snw_d3_unit(there, 1e-12 * c->length, c->direction[i]);
        c->at[i + 1] = snw_d3_along(c->at[i], c->bone[i], c->direction[i]);
    }
    return snw_d3_length(snw_d3_sub(c->at[last], goal));
}

/* How the directions are drawn: each towards its own unit vector, by t from 0 to 1. */
typedef struct draw {
    snw_d3 towards[SINEW_IK_MAX_JOINTS];
} draw;

static snw_d3 drawn(const chain *c, const draw *w, uint32_t i, double t) {
    snw_d3 mixed = snw_d3_along(snw_d3_scale(c->direction[i], 1.0 - t), t, w->towards[i]);
    return snw_d3_unit(mixed, 1e-9, c->direction[i]);
}

static double reach(const chain *c, const draw *w, double t) {
    snw_d3 sum = { 0, 0, 0 };
    for (uint32_t i = 0; i + 1 < c->count; ++i) sum = snw_d3_along(sum, c->bone[i], drawn(c, w, i, t));
    return snw_d3_length(sum);
}

static void draw_all(chain *c, draw *w, snw_d3 line, double sign, uint32_t but) {
    for (uint32_t i = 0; i + 1 < c->count; ++i) w->towards[i] = snw_d3_scale(line, i == but ? -sign : sign);
}

/* The least t, in steps, at which the reach is down to `distance`: away from the line it falls only at first. More than
   1: none. */
static double bracket(const chain *c, const draw *w, double distance) {
    double t = 0x1p-40;
    while (t < 1.0 && reach(c, w, t) > distance) t += t < 0.0625 ? t : 0.015625;
    if (t >= 1.0) return reach(c, w, 1.0) > distance ? 2.0 : 1.0;
    return t;
}

/* Brings the end to this distance from the root. `line`: towards it as it is. To come nearer, all bones are drawn away
   from it; where that is not enough, near the root, all but the longest, which folds them up against it. */
static void close_distance(chain *c, snw_d3 line, double distance, uint32_t longest, bool folds) {
    draw w;
    bool farther = snw_d3_length(snw_d3_sub(c->at[c->count - 1], c->at[0])) < distance;
    double low = 0.0, high = 1.0;
    draw_all(c, &w, line, farther ? 1.0 : -1.0, folds && !farther ? longest : SINEW_NONE);
    if (!farther) {
        high = bracket(c, &w, distance);
        if (high > 1.0 && !folds) {
            draw_all(c, &w, line, -1.0, longest);
            high = bracket(c, &w, distance);
        }
        if (high > 1.0) high = folds ? 1.0 : 0.0; /* the least that there is, or what the passes came to */
    }
    for (int step = 0; step < 60; ++step) {
        double half = 0.5 * (low + high);
        if ((reach(c, &w, half) < distance) == farther) low = half;
        else high = half;
    }
    for (uint32_t i = 0; i + 1 < c->count; ++i) c->direction[i] = drawn(c, &w, i, low);
    lay(c);
}

/* From where it lies to `along`, the shorter way; between opposite ones in the plane that it bends in. */
static void turn_whole(chain *c, snw_bend bend, snw_d3 along) {
    snw_d3 line = snw_d3_unit(snw_d3_sub(c->at[c->count - 1], c->at[0]), 1e-6 * c->length, bend.along);
    snw_dq turn = snw_dq_between(line, along, snw_d3_cross(bend.along, bend.side));
    for (uint32_t i = 0; i + 1 < c->count; ++i) c->direction[i] = snw_dq_rotate(turn, c->direction[i]);
    lay(c);
}

/* Passes with a goal that goes in steps from where the end is to where it is to be, so that it never comes upon a joint
   on its way, where a pass would not know which way to go. Returns how many. */
static uint32_t passes_to(chain *c, snw_d3 along, double distance, uint32_t most) {
    snw_d3 root = c->at[0];
    double from = snw_d3_length(snw_d3_sub(c->at[c->count - 1], root)), off = fabs(from - distance);
    uint32_t made = 0, steps = most - most / 4;
    while (made < most && off > NEAR * c->length) {
        ++made;
        double share = made < steps ? (double)made / (double)steps : 1.0;
        off = pass(c, root, snw_d3_along(root, from + (distance - from) * share, along));
        if (share < 1.0) off = c->length;
    }
    return made;
}

/* Directions that put the end at `distance` in direction `along` from the root: the chain is turned there as it is, and
   then only made longer or shorter. Returns the passes. */
static uint32_t solve(chain *c, snw_bend bend, snw_d3 along, double distance, uint32_t most) {
    uint32_t longest;
    double least = least_reach(c, &longest);
    if (distance >= c->length * (1.0 - 1e-12)) {
        for (uint32_t i = 0; i + 1 < c->count; ++i) c->direction[i] = along;
        lay(c);
        return 0;
    }
    if (distance < least) distance = least;
    turn_whole(c, bend, along);
    bend = snw_bend_turned(bend, along);
    nudge(c, bend, distance);
    uint32_t made = passes_to(c, along, distance, most);
    if (!(distance > 1e-9 * c->length)) return made;
    for (int round = 0;; ++round) {
        snw_d3 line = snw_d3_unit(snw_d3_sub(c->at[c->count - 1], c->at[0]), 0.0, along);
        close_distance(c, line, distance, longest, least > 0.0);
        bend.along = line;
        turn_whole(c, bend, along);
        double off = fabs(snw_d3_length(snw_d3_sub(c->at[c->count - 1], c->at[0])) - distance);
        if (off <= NEAR * c->length || round == ROUNDS) return made;
        /* Where all bones have to fold up, near the root, passes gain little each: more of them. */
        for (uint32_t i = 0; i < most; ++i, ++made) pass(c, c->at[0], snw_d3_along(c->at[0], distance, along));
    }
}

/* Each joint turns by the shortest way from where the one above has taken its bone. */
static void turn_joints(snw_path *path, const chain *c) {
    for (uint32_t i = 0; i + 1 < c->count; ++i) {
        snw_d3 bone = snw_d3_sub(snw_path_at(path, i + 1), snw_path_at(path, i));
        snw_d3 now = snw_d3_unit(bone, 0.0, c->direction[i]);
        snw_path_turn(path, i, snw_dq_between(now, c->direction[i], snw_d3_any_across(now)));
    }
}

static sinew_result check(const sinew_ik_chain_desc *d, float weight) {
    if (d->end_mode > SINEW_IK_END_ROTATION) return SINEW_ERROR_ARGUMENT;
    if (!snw_vec3_finite(d->target) || !snw_finite(weight)) return SINEW_ERROR_RANGE;
    if (!(d->soft >= 0.0f && snw_finite(d->soft))) return SINEW_ERROR_RANGE;
    if (d->end_mode == SINEW_IK_END_ROTATION && !snw_quat_finite(d->rotation)) return SINEW_ERROR_RANGE;
    return SINEW_OK;
}

sinew_result sinew_ik_chain(sinew_pose *pose, const sinew_ik_chain_desc *desc, float weight, sinew_ik_result *result) {
    if (!pose || !desc) return SINEW_ERROR_ARGUMENT;
    sinew_result bad = check(desc, weight);
    if (bad) return bad;
    snw_path path;
    if (!snw_path_load(pose, desc->root, desc->end, &path) || path.count < 2) return SINEW_ERROR_ARGUMENT;
    uint32_t last = path.count - 1, made = 0;
    snw_bend bend = snw_bend_of(pose, &path, path.count / 2);
    chain c;
    measure(&c, &path, bend.along);
    snw_d3 target = snw_d3_of(desc->target), way = snw_d3_sub(target, c.at[0]);
    snw_d34 before = path.model[last];
    if (c.length > 0.0) {
        uint32_t passes = desc->iterations ? desc->iterations : PASSES;
        double distance = snw_limb_eased(c.length, snw_d3_length(way), (double)snw_unit(desc->soft));
        snw_d3 along = snw_d3_unit(way, 1e-9 * c.length, bend.along);
        made = solve(&c, bend, along, distance, passes < MOST_PASSES ? passes : MOST_PASSES);
        turn_joints(&path, &c);
    }
    snw_path_end(&path, desc->end_mode, desc->rotation, &before);
    if (!snw_path_settle(&path)) return SINEW_ERROR_RANGE;
    double left = snw_d3_length(snw_d3_sub(snw_path_at(&path, last), target));
    if (result)
        *result = (sinew_ik_result){ .reached = left <= SNW_IK_NEAR * c.length,
                                     .distance = snw_ik_float(left),
                                     .iterations = made };
    snw_path_write(pose, &path, weight, false);
    return SINEW_OK;
}
