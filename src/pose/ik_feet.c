/* Feet on the ground. Invariant: all feet are measured, and everything is checked, before the first one moves; the hips
   move all legs alike, so that a leg is solved from where they will be. */
#include "pose/ik.h"

/* Beyond this, in model units, sums of squares and what is turned might leave a float: refused. */
#define FAR 1e18

typedef struct feet {
    const sinew_ik_feet_desc *desc;
    snw_place place;
    double release, max_distance, max_drop, max_tilt, hips_speed; /* zeros filled in */
    double lowest; /* the most that a foot goes down, or the least that all go up */
    snw_foot_goal goal[SINEW_IK_MAX_FEET];
} feet;

static double either(float asked, double usual) { return asked > 0.0f ? (double)asked : usual; }

static bool number(float x) { return x >= 0.0f && snw_finite(x); }

static bool state_ok(const sinew_ik_foot_state *s) {
    snw_d3 lock = { s->lock[0], s->lock[1], s->lock[2] };
    return snw_d3_finite(lock) && snw_quat_finite(s->lock_turn) && snw_vec3_finite(s->offset) &&
           snw_quat_finite(s->offset_turn) && number(s->since);
}

static sinew_result check_foot(const sinew_ik_foot_desc *d) {
    if (d->pole_kind > SINEW_IK_POLE_DIRECTION) return SINEW_ERROR_ARGUMENT;
    if (!snw_pole_ok(d->pole_kind, d->pole) || !snw_vec3_finite(d->normal)) return SINEW_ERROR_RANGE;
    return snw_finite(d->ground) && number(d->soft) ? SINEW_OK : SINEW_ERROR_RANGE;
}

static sinew_result check(const sinew_ik_feet_desc *d, const sinew_ik_hips_state *hips,
                          const sinew_ik_foot_state *states, double seconds, float weight, feet *f) {
    if (d->foot_count > SINEW_IK_MAX_FEET || (d->foot_count && !d->feet)) return SINEW_ERROR_ARGUMENT;
    if (!(seconds >= 0.0 && seconds - seconds == 0.0 && snw_finite(weight))) return SINEW_ERROR_RANGE;
    if (!(number(d->release) && number(d->max_distance) && number(d->max_drop) && number(d->max_tilt) &&
          number(d->hips_speed) && snw_finite(hips->rise)))
        return SINEW_ERROR_RANGE;
    for (uint32_t i = 0; i < d->foot_count; ++i) {
        sinew_result bad = check_foot(&d->feet[i]);
        if (bad) return bad;
        if (!state_ok(&states[i])) return SINEW_ERROR_RANGE;
    }
    *f = (feet){ .desc = d,
                 .release = either(d->release, 0.25),
                 .max_tilt = either(d->max_tilt, 0.8),
                 .hips_speed = either(d->hips_speed, 1.0) };
    return snw_place_of(&d->place, &f->place) ? SINEW_OK : SINEW_ERROR_RANGE;
}

static bool is_above(const sinew_pose *pose, uint32_t upper, uint32_t lower) {
    for (lower = pose->model->skeleton.parent[lower]; lower != SINEW_NONE && lower >= upper;
         lower = pose->model->skeleton.parent[lower])
        if (lower == upper) return true;
    return false;
}

/* False: joints that are not one below the other. */
static bool load(const sinew_pose *pose, const sinew_ik_foot_desc *d, snw_path *path, uint32_t *middle) {
    if (!snw_path_load(pose, d->root, d->end, path)) return false;
    *middle = snw_path_find(path, d->middle);
    return *middle > 0 && *middle + 1 < path->count;
}

/* The turn from up to the ground's normal, no farther than `most`. A normal that points down counts as up. */
static snw_dq tilt_of(sinew_vec3 normal, double most) {
    const snw_d3 up = { 0, 1, 0 }, x = { 1, 0, 0 };
    snw_d3 n = snw_d3_unit(snw_d3_of(normal), 0.0, up);
    if (!(n.y > 0.0)) n = up;
    snw_dq tilt = snw_dq_between(up, n, x);
    double angle = snw_acos(n.y);
    return angle > most ? snw_dq_part(tilt, most / angle) : tilt;
}

/* Where the ground wants the foot: as high above it as the clip has it above 0, and what the foot has of that when it
   stands, its sole, along the normal. */
static snw_foot_goal grounded(const sinew_pose *pose, const sinew_ik_foot_desc *d, const snw_path *path,
                              double max_tilt) {
    uint32_t last = path->count - 1;
    snw_d3 clip = snw_path_at(path, last), up = { 0, 1, 0 };
    snw_d34 rest = snw_joint_matrix(pose, d->end, true);
    double sole = rest.m[7] < clip.y ? rest.m[7] : clip.y;
    if (!(sole > 0.0)) sole = 0.0;
    snw_dq tilt = tilt_of(d->normal, max_tilt);
    snw_d3 lean = snw_d3_sub(snw_dq_rotate(tilt, up), up);
    snw_foot_goal goal = { .planted = d->planted, .lock_turn = d->lock_turn, .root = snw_path_at(path, 0) };
    goal.position = snw_d3_along(snw_d3_along(clip, (double)d->ground, up), sole, lean);
    goal.rotation = snw_dq_mul(tilt, snw_d34_rotation(&path->model[last]));
    return goal;
}

static bool near_enough(const snw_path *path) {
    bool near = true;
    for (uint32_t i = 0; i < path->count; ++i)
        for (int k = 0; k < 12; ++k) near = near && fabs(path->model[i].m[k]) <= FAR;
    return near;
}

static sinew_result measure(const sinew_pose *pose, feet *f) {
    const sinew_ik_feet_desc *desc = f->desc;
    double shortest = 0.0;
    for (uint32_t i = 0; i < desc->foot_count; ++i) {
        const sinew_ik_foot_desc *d = &desc->feet[i];
        snw_path path;
        uint32_t middle;
        if (!load(pose, d, &path, &middle) || !is_above(pose, desc->hips, d->root)) return SINEW_ERROR_ARGUMENT;
        if (!near_enough(&path) || !(fabs((double)d->ground) <= FAR)) return SINEW_ERROR_RANGE;
        double length = snw_limb_length(&path, middle);
        snw_foot_goal *goal = &f->goal[i];
        *goal = grounded(pose, d, &path, f->max_tilt);
        goal->reach = length * (1.0 - (double)snw_unit(d->soft));
        goal->max_distance = either(desc->max_distance, length / 3.0);
        double rises = goal->position.y - snw_path_at(&path, path.count - 1).y;
        if (i == 0 || rises < f->lowest) f->lowest = rises;
        if (i == 0 || length < shortest) shortest = length;
    }
    f->max_drop = either(desc->max_drop, shortest / 3.0);
    return SINEW_OK;
}

static double clamped(double x, double most) { return x > most ? most : x < -most ? -most : x; }

/* How far the hips are moved up. */
static double hips_rise(const feet *f, sinew_ik_hips_state *state, double seconds) {
    double goal = clamped(f->lowest, f->max_drop);
    double rise = goal;
    if (state->known) rise = (double)state->rise + clamped(goal - (double)state->rise, f->hips_speed * seconds);
    state->rise = (float)rise;
    state->known = 1;
    return (double)state->rise;
}

static void move_hips(sinew_pose *pose, uint32_t hips, double rise, float weight) {
    snw_d34 above = snw_joint_matrix(pose, pose->model->skeleton.parent[hips], false);
    snw_d3 step = snw_d34_solve(&above, (snw_d3){ 0, rise * (double)weight, 0 });
    snw_group *group = &pose->groups[hips / SINEW_GROUP];
    uint32_t lane = hips % SINEW_GROUP;
    sinew_vec3 moved = snw_vec3_add(snw_group_vector(group, SNW_TX, lane),
                                    (sinew_vec3){ (float)step.x, (float)step.y, (float)step.z });
    if (!snw_vec3_finite(moved)) return; /* above scales to next to nothing */
    snw_group_set_vector(group, SNW_TX, lane, moved);
    pose->models_fresh = false;
}

/* The leg with the hips where they will be. */
static sinew_ik_foot_result place_foot(sinew_pose *pose, const sinew_ik_foot_desc *d, const snw_foot_goal *goal,
                                       double rise, bool locked, float weight) {
    snw_path path;
    uint32_t middle = 0;
    (void)load(pose, d, &path, &middle); /* as it went when it was measured */
    path.above.m[7] += rise;
    snw_path_forward(&path, 0);
    double length = snw_limb_length(&path, middle);
    snw_limb limb = { middle, goal->position, d->pole_kind, snw_d3_of(d->pole), (double)snw_unit(d->soft), 1.0 };
    snw_limb_solve(pose, &path, &limb);
    snw_path_end(&path, SINEW_IK_END_ROTATION, snw_dq_float(goal->rotation), &path.above);
    snw_path_settle(&path);
    double left = snw_d3_length(snw_d3_sub(snw_path_at(&path, path.count - 1), goal->position));
    snw_path_write(pose, &path, weight, false);
    return (sinew_ik_foot_result){ left <= SNW_IK_NEAR * length, locked, snw_ik_float(left) };
}

sinew_result sinew_ik_feet(sinew_pose *pose, const sinew_ik_feet_desc *desc, sinew_ik_hips_state *hips,
                           sinew_ik_foot_state *states, double seconds, float weight, sinew_ik_foot_result *results) {
    feet f;
    if (!pose || !desc || !hips || (desc->foot_count && !states)) return SINEW_ERROR_ARGUMENT;
    if (desc->hips >= pose->joint_count) return SINEW_ERROR_ARGUMENT;
    sinew_result bad = check(desc, hips, states, seconds, weight, &f);
    if (bad) return bad;
    bad = measure(pose, &f);
    if (bad || !desc->foot_count) return bad;
    double rise = hips_rise(&f, hips, seconds);
    for (uint32_t i = 0; i < desc->foot_count; ++i) {
        f.goal[i].root.y += rise;
        snw_foot_hold(&states[i], &f.place, seconds, f.release, &f.goal[i]);
        sinew_ik_foot_result result =
            place_foot(pose, &desc->feet[i], &f.goal[i], rise, states[i].locked, snw_unit(weight));
        if (results) results[i] = result;
    }
    if (weight > 0.0f) move_hips(pose, desc->hips, rise, snw_unit(weight));
    return SINEW_OK;
}
