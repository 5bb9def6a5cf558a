/* The inertial hold: the target plays alone and an offset from it dies away.

   After D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War", GDC 2018 (the idea: offset
   and its rate at the cut, a polynomial that ends at rest). The polynomial here is the quartic with a given value and
   rate at the start and value, rate and acceleration 0 at the end, with s = t / duration:

       x(t) = x0 · (1 − s)³ (1 + 3 s)  +  v0 · duration · s (1 − s)³

   Invariant: |v0| · duration is at most 4 |x0|, so an offset never crosses to the target's other side and grows by at
   most a quarter and a bit (1.26) before it dies away. A rotation is exp(rate part) · exp(offset part) · target, in the
   parent's frame, so that its speed at the cut is that of what was shown, about whatever axis. The shares of all values
   at work here stand in their rows. */
#include "pose.h"

typedef struct decay {
    float value; /* factor of the offset */
    float rate;  /* factor of the rate, seconds */
} decay;

static decay decay_at(float since, float duration) {
    float s = since / duration, left = 1.0f - s;
    float cube = left * left * left;
    return (decay){ cube * (1.0f + 3.0f * s), duration * s * cube };
}

static float limit(float size, float rate_size, float duration) {
    float most = 4.0f * size;
    return rate_size * duration > most ? most / (rate_size * duration) : 1.0f;
}

/* ---- rotation vectors ---- */

static sinew_vec3 to_vector(sinew_quat q) {
    double sign = q.w < 0.0f ? -1.0 : 1.0;
    double x = sign * (double)q.x, y = sign * (double)q.y, z = sign * (double)q.z;
    double length = sqrt(x * x + y * y + z * z);
    double scale = length > 1e-12 ? 2.0 * snw_atan2(length, sign * (double)q.w) / length : 2.0;
    return (sinew_vec3){ (float)(x * scale), (float)(y * scale), (float)(z * scale) };
}

static sinew_quat to_rotation(sinew_vec3 v) {
    double angle = sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
    double scale = angle > 1e-12 ? snw_sin(angle / 2.0) / angle : 0.5;
    return (sinew_quat){ (float)((double)v.x * scale), (float)((double)v.y * scale), (float)((double)v.z * scale),
                         (float)snw_cos(angle / 2.0) };
}

static sinew_vec3 rotation_between(sinew_quat from, sinew_quat to) {
    return to_vector(snw_quat_mul(to, snw_quat_conjugate(from)));
}

/* ---- measuring, at the first step after the cut ---- */

typedef struct measure {
    float per_second; /* 1 / the time between the last two results; 0 where there is but one */
    float duration;
} measure;

static void measure_vectors(const measure *m, int first, uint32_t lane, snw_group *held, snw_group *rate,
                            const snw_group *before, const snw_group *target) {
    sinew_vec3 shown = snw_group_vector(held, first, lane);
    sinew_vec3 offset = snw_vec3_sub(shown, snw_group_vector(target, first, lane));
    sinew_vec3 v = snw_vec3_scale(snw_vec3_sub(shown, snw_group_vector(before, first, lane)), m->per_second);
    v = snw_vec3_scale(v, limit(snw_vec3_length(offset), snw_vec3_length(v), m->duration));
    snw_group_set_vector(held, first, lane, offset);
    snw_group_set_vector(rate, first, lane, v);
}

static void measure_rotation(const measure *m, uint32_t lane, snw_group *held, snw_group *rate, const snw_group *before,
                             const snw_group *target) {
    sinew_quat shown = snw_group_rotation(held, lane);
    sinew_vec3 offset = rotation_between(snw_group_rotation(target, lane), shown);
    sinew_vec3 v = snw_vec3_scale(rotation_between(snw_group_rotation(before, lane), shown), m->per_second);
    v = snw_vec3_scale(v, limit(snw_vec3_length(offset), snw_vec3_length(v), m->duration));
    snw_group_set_vector(held, SNW_RX, lane, offset);
    snw_group_set_vector(rate, SNW_RX, lane, v);
}

/* Only where both the hold and the target show the component is there an offset; a rate also wants that the result
   before showed it. */
static void measure_lane(const measure *m, const snw_hold *hold, const snw_value *before, const snw_value *target,
                         uint32_t g, uint32_t lane) {
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        float shown = hold->held.shares[g].row[kind][lane], aimed = target->shares[g].row[kind][lane];
        hold->rate.shares[g].row[kind][lane] = aimed;
        if (!(shown > 0.0f && aimed > 0.0f)) continue;
        measure own = *m;
        if (!(before->shares[g].row[kind][lane] > 0.0f)) own.per_second = 0.0f;
        if (kind == SNW_ROTATION)
            measure_rotation(&own, lane, &hold->held.groups[g], &hold->rate.groups[g], &before->groups[g],
                             &target->groups[g]);
        else
            measure_vectors(&own, kind == SNW_SCALE ? SNW_SX : SNW_TX, lane, &hold->held.groups[g],
                            &hold->rate.groups[g], &before->groups[g], &target->groups[g]);
    }
}

static void measure_morphs(const measure *m, const sinew_pose *pose, const snw_hold *hold, const snw_value *before) {
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        float shown = hold->held.morphs[i], aimed = pose->mean.morph_shares[i];
        hold->rate.morph_shares[i] = aimed;
        if (!(hold->held.morph_shares[i] > 0.0f && aimed > 0.0f)) continue;
        float offset = shown - pose->mean.morphs[i];
        float v = before->morph_shares[i] > 0.0f ? (shown - before->morphs[i]) * m->per_second : 0.0f;
        hold->held.morphs[i] = offset;
        hold->rate.morphs[i] = v * limit(fabsf(offset), fabsf(v), m->duration);
    }
}

static void measure_all(const sinew_pose *pose, snw_hold *hold, float duration) {
    snw_value *before = &hold->kept[1 - hold->newest];
    double between = hold->kept_time[hold->newest] - hold->kept_time[1 - hold->newest];
    /* Nearer than this the difference is mostly rounding. */
    bool two = hold->kept_count == 2 && between >= 1e-6;
    measure m = { two ? (float)(1.0 / between) : 0.0f, duration };
    snw_value_spread(pose, before);
    snw_value_spread(pose, &hold->held);
    for (uint32_t g = 0; g < pose->group_count; ++g)
        for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) measure_lane(&m, hold, before, &pose->mean, g, lane);
    measure_morphs(&m, pose, hold, before);
    snw_value_gather(pose, &hold->rate);
    hold->measured = true;
}

/* ---- applying ---- */

/* A share goes from the hold's to the target's by the same curve, so that a component that only one of the two shows
   does not jump: as a factor, where the target showed it at the cut, so that it is 0 when the target lets go of it
   meanwhile and there is no value for the offset to go onto. Returns whether there is an offset to add; *takes: the
   hold's own value is all there is. */
static bool decay_share(float held, float at_cut, float *share, float left, bool *takes) {
    bool aimed = at_cut > 0.0f;
    *takes = held > 0.0f && !aimed && !(*share > 0.0f);
    *share = snw_unit(aimed ? *share * (1.0f + (held / at_cut - 1.0f) * left) : *share + held * left);
    return held > 0.0f && aimed;
}

static sinew_vec3 decayed(const snw_hold *hold, uint32_t g, int first, uint32_t lane, decay d) {
    return snw_vec3_add(snw_vec3_scale(snw_group_vector(&hold->held.groups[g], first, lane), d.value),
                        snw_vec3_scale(snw_group_vector(&hold->rate.groups[g], first, lane), d.rate));
}

static void apply_rotation(snw_group *mean, const snw_hold *hold, uint32_t g, uint32_t lane, decay d) {
    sinew_quat still = to_rotation(snw_vec3_scale(snw_group_vector(&hold->held.groups[g], SNW_RX, lane), d.value));
    sinew_quat moving = to_rotation(snw_vec3_scale(snw_group_vector(&hold->rate.groups[g], SNW_RX, lane), d.rate));
    sinew_quat offset = snw_quat_mul(moving, still);
    snw_group_set_rotation(mean, lane, snw_quat_normalize(snw_quat_mul(offset, snw_group_rotation(mean, lane))));
}

static void apply_lane(sinew_pose *pose, const snw_hold *hold, uint32_t g, uint32_t lane, decay d) {
    static const int FIRST[SNW_KINDS] = { SNW_TX, SNW_RX, SNW_SX };
    snw_group *mean = &pose->mean.groups[g];
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        bool takes;
        bool both = decay_share(hold->held.shares[g].row[kind][lane], hold->rate.shares[g].row[kind][lane],
                                &pose->mean.shares[g].row[kind][lane], d.value, &takes);
        if (takes && kind == SNW_ROTATION)
            snw_group_set_rotation(mean, lane, snw_group_rotation(&hold->held.groups[g], lane));
        else if (takes)
            snw_group_set_vector(mean, FIRST[kind], lane, snw_group_vector(&hold->held.groups[g], FIRST[kind], lane));
        else if (both && kind == SNW_ROTATION) apply_rotation(mean, hold, g, lane, d);
        else if (both)
            snw_group_set_vector(
                mean, FIRST[kind], lane,
                snw_vec3_add(snw_group_vector(mean, FIRST[kind], lane), decayed(hold, g, FIRST[kind], lane, d)));
    }
}

static void apply_morphs(sinew_pose *pose, const snw_hold *hold, decay d) {
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        bool takes;
        bool both = decay_share(hold->held.morph_shares[i], hold->rate.morph_shares[i], &pose->mean.morph_shares[i],
                                d.value, &takes);
        if (takes) pose->mean.morphs[i] = hold->held.morphs[i];
        if (both) pose->mean.morphs[i] += hold->held.morphs[i] * d.value + hold->rate.morphs[i] * d.rate;
    }
}

void snw_inertia_apply(sinew_pose *pose, uint32_t layer, const sinew_sample *sample) {
    snw_hold *hold = &pose->holds[layer];
    float since = sample->hold_since > 0.0f ? sample->hold_since : 0.0f;
    if (!(since < sample->hold_duration)) return;
    snw_value_spread(pose, &pose->mean);
    if (!hold->measured) measure_all(pose, hold, sample->hold_duration);
    decay d = decay_at(since, sample->hold_duration);
    for (uint32_t g = 0; g < pose->group_count; ++g)
        for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane) apply_lane(pose, hold, g, lane, d);
    snw_value_gather(pose, &pose->mean);
    apply_morphs(pose, hold, d);
}
