/* Root motion by hand, and baked to whole numbers.
   Invariant: where a tick leads is a function of the tick alone, rounded once, so differences of it add up exactly. */
#include "rig/root.h"
#include "sinew/root.h"

#include "math/trig.h"

#define ONE 65536.0
#define MOST_TICKS 10000000.0

struct sinew_root_track {
    sinew_allocator allocator;
    uint32_t count;
    snw_motion total;
    snw_motion *points; /* count: where each tick of a pass leads */
    sinew_root_tick *steps;
};

/* ---- by hand ---- */

static sinew_root_step step_of(const snw_motion *m) {
    return (sinew_root_step){ { m->move[0], m->move[1], m->move[2] }, m->yaw };
}

static snw_motion motion_of(const sinew_root_step *s) {
    return (snw_motion){ { s->translation[0], s->translation[1], s->translation[2] }, s->yaw };
}

bool sinew_root_between(const sinew_model *model, uint32_t clip, double from, double to, int64_t loops,
                        sinew_root_step *step) {
    if (step) *step = (sinew_root_step){ { 0, 0, 0 }, 0 };
    bool usable = model && step && clip < model->clip_count && from - from == 0 && to - to == 0;
    if (!usable || !snw_root_moves(model->clips[clip].mover)) return false;
    snw_motion motion = snw_root_between(model->clips[clip].mover, from, to, (double)loops);
    *step = step_of(&motion);
    return true;
}

sinew_root_step sinew_root_then(const sinew_root_step *step, const sinew_root_step *next) {
    snw_motion a = motion_of(step), b = motion_of(next), both = snw_motion_then(&a, &b);
    return step_of(&both);
}

/* ---- baking ---- */

static int64_t rounded(double value) {
    double whole = snw_floor(value * ONE + 0.5);
    if (whole > 0x1p62) return (int64_t)1 << 62;
    return whole < -0x1p62 ? -((int64_t)1 << 62) : (int64_t)whole;
}

static sinew_root_fixed fixed_of(const snw_motion *m) {
    return (sinew_root_fixed){ rounded(m->move[0]), rounded(m->move[1]), rounded(m->move[2]), rounded(m->yaw) };
}

/* False: the difference is more than a tick can say. */
static bool difference(int64_t from, int64_t to, int32_t *out) {
    int64_t d = to - from;
    *out = (int32_t)d;
    return d == *out;
}

static bool fill(sinew_root_track *track, const snw_root *root) {
    sinew_root_fixed before = { 0, 0, 0, 0 };
    for (uint32_t i = 0; i < track->count; ++i) track->points[i] = snw_root_at(root, root->length * i / track->count);
    track->total = root->total;
    for (uint32_t i = 0; i < track->count; ++i) {
        sinew_root_tick *step = &track->steps[i];
        sinew_root_fixed now = fixed_of(i + 1 < track->count ? &track->points[i + 1] : &track->total);
        bool fits = difference(before.x, now.x, &step->x) && difference(before.y, now.y, &step->y) &&
                    difference(before.z, now.z, &step->z) && difference(before.yaw, now.yaw, &step->yaw);
        if (!fits) return false;
        before = now;
    }
    return true;
}

static sinew_root_track *make_track(const sinew_allocator *allocator, uint32_t count) {
    sinew_root_track *track = snw_allocate(allocator, sizeof *track);
    if (!track) return NULL;
    track->allocator = *allocator;
    track->count = count;
    track->points = snw_allocate(allocator, count * sizeof *track->points);
    track->steps = snw_allocate(allocator, count * sizeof *track->steps);
    if (track->points && track->steps) return track;
    sinew_root_track_destroy(track);
    return NULL;
}

static sinew_result bake(const snw_root *root, uint32_t per_second, const sinew_allocator *allocator,
                         sinew_root_track **track) {
    double ticks = snw_floor(root->length * per_second + 0.5);
    if (!(ticks <= MOST_TICKS)) return SINEW_ERROR_RANGE;
    sinew_root_track *made = make_track(allocator, ticks >= 1 ? (uint32_t)ticks : 1);
    if (!made) return SINEW_ERROR_MEMORY;
    if (!fill(made, root)) {
        sinew_root_track_destroy(made);
        return SINEW_ERROR_RANGE;
    }
    *track = made;
    return SINEW_OK;
}

sinew_result sinew_root_bake(const sinew_model *model, uint32_t clip, const sinew_root_desc *how,
                             uint32_t ticks_per_second, sinew_root_track **track) {
    if (track) *track = NULL;
    if (!model || !track || !ticks_per_second) return SINEW_ERROR_ARGUMENT;
    if (clip >= model->clip_count) return SINEW_ERROR_NOT_FOUND;
    const sinew_allocator *allocator = &model->arena.allocator;
    if (!how) {
        const snw_root *own = model->clips[clip].mover;
        return own ? bake(own, ticks_per_second, allocator, track) : SINEW_ERROR_REFUSED;
    }
    if (how->joint >= model->skeleton.joint_count) return SINEW_ERROR_NOT_FOUND;
    const snw_clip *of = &model->clips[clip];
    if (snw_clip_lacks(of, how->joint, SINEW_CHANNEL_TRANSLATION) ||
        (how->yaw && snw_clip_lacks(of, how->joint, SINEW_CHANNEL_ROTATION)))
        return SINEW_ERROR_REFUSED;
    sinew_root_desc desc = *how;
    desc.mode = SINEW_ROOT_MOTION;
    snw_arena scratch;
    snw_arena_init(&scratch, allocator);
    snw_root root;
    sinew_result result = SINEW_ERROR_REFUSED;
    if (snw_root_make(&root, model, clip, &desc, &scratch)) result = bake(&root, ticks_per_second, allocator, track);
    else if (scratch.failed) result = SINEW_ERROR_MEMORY;
    snw_arena_free(&scratch);
    return result;
}

void sinew_root_track_destroy(sinew_root_track *track) {
    if (!track) return;
    sinew_allocator allocator = track->allocator;
    snw_release(&allocator, track->points, track->count * sizeof *track->points);
    snw_release(&allocator, track->steps, track->count * sizeof *track->steps);
    snw_release(&allocator, track, sizeof *track);
}

/* ---- a track ---- */

const sinew_root_tick *sinew_root_track_steps(const sinew_root_track *track, uint32_t *count) {
    if (count) *count = track ? track->count : 0;
    return track ? track->steps : NULL;
}

sinew_root_fixed sinew_root_track_at(const sinew_root_track *track, int64_t tick) {
    const int64_t far = (int64_t)1 << 40;
    if (!track) return (sinew_root_fixed){ 0, 0, 0, 0 };
    if (tick > far) tick = far;
    if (tick < -far) tick = -far;
    int64_t pass = tick / track->count, rest = tick % track->count;
    if (rest < 0) {
        rest += track->count;
        pass--;
    }
    snw_motion passes = snw_motion_times(&track->total, (double)pass);
    snw_motion point = snw_motion_then(&passes, &track->points[rest]);
    return fixed_of(&point);
}

sinew_root_fixed sinew_root_track_between(const sinew_root_track *track, int64_t from, int64_t to) {
    sinew_root_fixed a = sinew_root_track_at(track, from), b = sinew_root_track_at(track, to);
    return (sinew_root_fixed){ b.x - a.x, b.y - a.y, b.z - a.z, b.yaw - a.yaw };
}
