/* How far a compiled clip is off from its curves, in model space, at the unit's reach from each joint.
   Invariant: both sides are put together in double from what the kernels give and from the exact curves; joints that
   nothing of the clip moves are the same on both sides and count for nothing. */
#include "compile.h"

#include "math/vector64.h"

#include <math.h>
#include <string.h>

#define FAR 1e30

enum { PASSES = 8, SPOTS = 3, SPOTS_LOOSE = 8 };

/* A joint's local transform as numbers: translation, rotation, scale. */
typedef struct local {
    double t[3], q[4], s[3];
} local;

typedef struct measure {
    snw_compiling *c;
    snw_plan plan;
    const snw_kernels *kernels;
    snw_group *groups;
    uint32_t *joints; /* that the clip animates, itself or by an ancestor */
    bool *moves;      /* of them: not only by tracks that stand still */
    uint32_t joint_count;
    local *exact; /* of each joint */
    snw_d34 *right, *is;
    snw_off *off;
} measure;

static snw_d34 matrix_of(const local *l) {
    return snw_d34_of((snw_d3){ l->t[0], l->t[1], l->t[2] }, (snw_dq){ l->q[0], l->q[1], l->q[2], l->q[3] },
                      (snw_d3){ l->s[0], l->s[1], l->s[2] });
}

static double *numbers_of(local *l, sinew_channel channel) {
    return channel == SINEW_CHANNEL_TRANSLATION ? l->t : channel == SINEW_CHANNEL_ROTATION ? l->q : l->s;
}

static void rest_of(const sinew_transform *rest, local *out) {
    *out = (local){ { (double)rest->translation.x, (double)rest->translation.y, (double)rest->translation.z },
                    { (double)rest->rotation.x, (double)rest->rotation.y, (double)rest->rotation.z,
                      (double)rest->rotation.w },
                    { (double)rest->scale.x, (double)rest->scale.y, (double)rest->scale.z } };
}

static bool open_measure(measure *m, const snw_compiled *made) {
    const sinew_skeleton *s = &m->c->model->skeleton;
    snw_arena *scratch = m->c->scratch;
    bool *moves = snw_arena_array(scratch, s->joint_count, sizeof *moves);
    bool *shown = snw_arena_array(scratch, s->joint_count, sizeof *shown);
    m->groups = snw_arena_array(scratch, s->group_count, sizeof *m->groups);
    m->joints = snw_arena_array(scratch, s->joint_count, sizeof *m->joints);
    m->exact = snw_arena_array(scratch, s->joint_count, sizeof *m->exact);
    m->right = snw_arena_array(scratch, s->joint_count, sizeof *m->right);
    m->is = snw_arena_array(scratch, s->joint_count, sizeof *m->is);
    snw_batch *batches = snw_arena_array(scratch, snw_plan_batches(s->group_count), sizeof *batches);
    snw_half *halves = snw_arena_array(scratch, snw_plan_halves(s->group_count), sizeof *halves);
    if (scratch->failed) return false;
    m->plan = snw_plan_make(made, batches, halves);
    memcpy(m->groups, s->rest_groups, s->group_count * sizeof *m->groups);
    m->moves = moves;
    for (uint32_t i = 0; i < m->c->track_count; ++i) {
        shown[m->c->tracks[i].joint] = true;
        moves[m->c->tracks[i].joint] |= m->c->tracks[i].use != SNW_TRACK_STILL;
    }
    for (uint32_t j = 0; j < s->joint_count; ++j) {
        uint32_t parent = s->parent[j];
        shown[j] |= parent != SINEW_NONE && shown[parent];
        moves[j] |= parent != SINEW_NONE && moves[parent];
        rest_of(&s->rest[j], &m->exact[j]);
        m->right[j] = matrix_of(&m->exact[j]);
        if (parent != SINEW_NONE) m->right[j] = snw_d34_mul(&m->right[parent], &m->right[j]);
        m->is[j] = m->right[j];
        if (shown[j]) m->joints[m->joint_count++] = j;
    }
    return true;
}

/* What a track is off by itself. */
static void judge_track(snw_track *track, const local *right, const local *is) {
    double off = 0, dot = 0;
    const double *a = numbers_of((local *)right, track->curve->channel);
    const double *b = numbers_of((local *)is, track->curve->channel);
    for (uint32_t i = 0; i < track->width; ++i) dot += a[i] * b[i];
    double sign = track->width == 4 && dot < 0 ? -1 : 1;
    for (uint32_t i = 0; i < track->width; ++i) off += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
    off = sqrt(off);
    if (track->curve->channel != SINEW_CHANNEL_TRANSLATION) off *= (track->width == 4 ? 2 : 1) * track->reach;
    if (!(off <= track->worst)) track->worst = off < FAR ? off : FAR;
}

static void local_of(const snw_group *groups, uint32_t joint, local *out) {
    const snw_group *g = &groups[joint / SNW_LANES];
    uint32_t lane = joint % SNW_LANES;
    for (int i = 0; i < 3; ++i) out->t[i] = (double)g->row[SNW_TX + i][lane];
    for (int i = 0; i < 4; ++i) out->q[i] = (double)g->row[SNW_RX + i][lane];
    for (int i = 0; i < 3; ++i) out->s[i] = (double)g->row[SNW_SX + i][lane];
}

/* Over the three axes, as a point at the unit's reach along each. */
static double apart(const snw_d34 *a, const snw_d34 *b, double reach) {
    double worst = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double square = 0;
        for (int row = 0; row < 3; ++row) {
            int at = 4 * row + axis, origin = 4 * row + 3;
            double d = reach * (a->m[at] - b->m[at]) + a->m[origin] - b->m[origin];
            square += d * d;
        }
        if (!(square <= worst) && worst < FAR * FAR) worst = square < FAR * FAR ? square : FAR * FAR;
    }
    return worst < FAR * FAR ? sqrt(worst) : FAR; /* also of what is no number */
}

static void put_exact(const snw_track *track, const double numbers[4], snw_group *groups) {
    static const int ROWS[SNW_KINDS] = { SNW_TX, SNW_RX, SNW_SX };
    for (uint32_t i = 0; i < track->width; ++i)
        groups[track->joint / SNW_LANES].row[ROWS[track->curve->channel] + (int)i][track->joint % SNW_LANES] =
            (float)numbers[i];
}

/* `whole`: also what stands still. */
static void look_at_tracks(measure *m, double time, bool whole) {
    m->kernels->sample_clip(&m->plan, time, m->plan.clip->group_count, m->groups);
    for (uint32_t i = 0; i < m->c->track_count; ++i) {
        snw_track *track = &m->c->tracks[i];
        if (track->use == SNW_TRACK_STILL && !whole) continue;
        double numbers[4];
        local is;
        snw_track_at(m->c, track, time, numbers);
        memcpy(numbers_of(&m->exact[track->joint], track->curve->channel), numbers, track->width * sizeof *numbers);
        if (track->use == SNW_TRACK_EXACT) put_exact(track, numbers, m->groups);
        if (track->use != SNW_TRACK_MOVING) continue;
        local_of(m->groups, track->joint, &is);
        judge_track(track, &m->exact[track->joint], &is);
        if (track->worst > m->off->alone) m->off->alone = track->worst;
    }
}

static void look_at(measure *m, double time, bool whole) {
    const sinew_skeleton *s = &m->c->model->skeleton;
    look_at_tracks(m, time, whole);
    for (uint32_t i = 0; i < m->joint_count; ++i) {
        uint32_t j = m->joints[i], parent = s->parent[j];
        if (!m->moves[j] && !whole) continue;
        local is;
        local_of(m->groups, j, &is);
        m->right[j] = matrix_of(&m->exact[j]);
        m->is[j] = matrix_of(&is);
        if (parent != SINEW_NONE) {
            m->right[j] = snw_d34_mul(&m->right[parent], &m->right[j]);
            m->is[j] = snw_d34_mul(&m->is[parent], &m->is[j]);
        }
        double off = apart(&m->right[j], &m->is[j], SNW_COMPILE_REACH * m->c->unit);
        m->off->sum += off;
        m->off->count++;
        if (off <= m->off->worst) continue;
        m->off->worst = off;
        m->off->joint = j;
    }
}

/* Where in interval k, as its i-th: where a chord is farthest from an arc, and by its key or by the middle in turn;
   none of them where the kernels' weights happen to need no rounding. Off the grid evenly, and more of them. */
static double spot(const snw_compiling *c, uint32_t k, int i) {
    if (!(c->aligned > 0)) return (double)i / SPOTS_LOOSE;
    return i == 0 ? 0.22 : i == 1 ? 0.77 : k / PASSES % 2 ? 0.51 : 0.03;
}

/* Intervals in passes that each go over the whole clip, so that a grid that is too coarse is found out early. */
bool snw_compile_measure(snw_compiling *c, const snw_grid *grid, const snw_compiled *made, double limit, snw_off *off) {
    measure m = { .c = c, .kernels = snw_kernels_scalar(), .off = off };
    *off = (snw_off){ 0 };
    if (!open_measure(&m, made)) return false;
    int spots = c->aligned > 0 ? SPOTS : SPOTS_LOOSE;
    double length = c->end - c->start;
    for (uint32_t i = 0; i < c->track_count; ++i) c->tracks[i].worst = 0;
    for (uint32_t pass = 0; pass < PASSES; ++pass) {
        for (uint32_t k = pass; k < grid->intervals; k += PASSES)
            for (int i = 0; i < spots; ++i)
                look_at(&m, c->start + length * ((double)k + spot(c, k, i)) / grid->intervals, !pass);
        if (!(off->worst <= limit && off->alone <= limit)) return true;
    }
    look_at(&m, c->end > c->start ? c->end : 0, true);
    return true;
}
