/* A step's layers, from the rest pose up. Invariant: the whole step is checked before the pose changes. */
#include "pose.h"

/* ---- checks ---- */

static bool is_finite(float x) { return x - x == 0.0f; }

static bool clip_ok(const sinew_pose *pose, uint32_t clip) {
    return clip == SINEW_NONE || clip < pose->model->clip_count;
}

static bool sample_ok(const sinew_pose *pose, const sinew_sample *s) {
    if (!(s->weight >= 0.0f && is_finite(s->weight) && is_finite(s->time))) return false;
    if (s->clip == SINEW_CLIP_HELD)
        return !(s->flags & SINEW_SAMPLE_ADDITIVE) && is_finite(s->hold_since) && is_finite(s->hold_duration);
    if (s->flags & SINEW_SAMPLE_ADDITIVE && !(clip_ok(pose, s->reference_clip) && is_finite(s->reference_time)))
        return false;
    return clip_ok(pose, s->clip);
}

static bool row_ok(const sinew_pose *pose, const sinew_layer_row *row, uint32_t sample_count) {
    if (!(row->weight >= 0.0f && row->weight <= 1.0f)) return false;
    if (row->mask != SINEW_NONE && row->mask >= pose->mask_count && !pose->stack) return false;
    if (row->blend == SINEW_BLEND_ADDITIVE && !(clip_ok(pose, row->reference_clip) && is_finite(row->reference_time)))
        return false;
    return row->first_sample <= sample_count && row->sample_count <= sample_count - row->first_sample;
}

bool snw_pose_rows_ok(const sinew_pose *pose, const sinew_layer_row *rows, uint32_t row_count,
                      const sinew_sample *samples, uint32_t sample_count) {
    if (row_count > pose->layer_count) return false;
    if ((row_count && !rows) || (sample_count && !samples)) return false;
    for (uint32_t i = 0; i < row_count; ++i)
        if (!row_ok(pose, &rows[i], sample_count)) return false;
    for (uint32_t i = 0; i < sample_count; ++i)
        if (!sample_ok(pose, &samples[i])) return false;
    return true;
}

/* ---- a layer ---- */

/* A layer's samples with the hold they name, and the factor that lets the others show alone where there is none. */
typedef struct layer {
    const sinew_sample *samples;
    uint32_t count;
    const sinew_sample *held; /* the held sample, or NULL */
    const snw_hold *hold;     /* what it shows, or NULL */
    float scale;
    float even;               /* > 0: instead of its own, the weight of every clip (see alone) */
    bool deltas;              /* there may be some */
    const sinew_sample *last; /* of the clips that weigh anything, or NULL */
    uint32_t clips;           /* how many there are of them, and what they weigh */
    double whole;
} layer;

static bool is_clip(const sinew_sample *s) { return s->clip != SINEW_CLIP_HELD && !(s->flags & SINEW_SAMPLE_ADDITIVE); }

static float weight_of(const layer *l, const sinew_sample *s) {
    return l->even > 0.0f && is_clip(s) ? l->even : s->weight * l->scale;
}

/* The hold has nothing to show: the others weigh as if it were not there. A fade that is just beginning gives them no
   weight to scale; they then count alike, for this one frame, which is nearer to the target than nothing at all. */
static void alone(layer *l) {
    float left = 1.0f - l->held->weight;
    if (left > 1e-6f) {
        l->scale = 1.0f / left;
        return;
    }
    uint32_t clips = 0;
    for (uint32_t i = 0; i < l->count; ++i) clips += is_clip(&l->samples[i]);
    if (clips) l->even = 1.0f / (float)clips;
}

/* The clip that comes after `last` by weight, heaviest first, of equals the first; NULL at the end. So the heaviest
   leads every component that it animates. */
static const sinew_sample *next_clip(const layer *l, const sinew_sample *last) {
    const sinew_sample *best = NULL;
    for (uint32_t i = 0; i < l->count; ++i) {
        const sinew_sample *s = &l->samples[i];
        if (!is_clip(s) || !(weight_of(l, s) > 0.0f)) continue;
        bool after =
            !last || weight_of(l, s) < weight_of(l, last) || (!(weight_of(l, s) > weight_of(l, last)) && s > last);
        if (after && (!best || weight_of(l, s) > weight_of(l, best))) best = s;
    }
    return best;
}

/* The layer's mean, or, where nothing else asks for that, the layer itself. */
typedef struct target {
    bool over; /* straight over the pose */
    float weight;
    const float *mask;
} target;

/* Clips alone, few enough for all to be mixed at once: each is sampled in its turn, and counts by weight. */
static void mix_few(sinew_pose *pose, const layer *l, double whole, target to) {
    struct {
        float weight;
        const snw_value *value;
    } few[SNW_PARTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->count; ++i) {
        const sinew_sample *s = &l->samples[i];
        float weight = weight_of(l, s);
        if (!is_clip(s) || !(weight > 0.0f)) continue;
        snw_value *room = &pose->sampled[count];
        snw_sample_clip(pose, s->clip, (double)s->time, room);
        uint32_t at = count++;
        for (; at && few[at - 1].weight < weight; --at) few[at] = few[at - 1];
        few[at].weight = weight;
        few[at].value = room;
    }
    snw_mixer mixer;
    snw_mix_begin(pose, &mixer, whole, NULL, 0.0f);
    for (uint32_t i = 0; i < count; ++i) snw_mix_add(pose, &mixer, few[i].value, few[i].weight, true);
    if (to.over) snw_mix_over(pose, &mixer, to.weight, to.mask);
    else snw_mix_end(pose, &mixer);
}

/* Of a layer that has one clip or more, or a hold. The hold's weight differs from component to component: where all
   fits at once it comes first, else it is offered first, so that it leads what it weighs most in, and added last. */
static void mix_values(sinew_pose *pose, const layer *l, bool still, uint32_t count, double whole, target to) {
    bool once = count <= SNW_PARTS;
    const snw_value *held = still ? &l->hold->held : NULL;
    snw_mixer mixer;
    snw_mix_begin(pose, &mixer, whole, once ? NULL : held, still ? l->held->weight : 0.0f);
    if (still && once) snw_mix_add(pose, &mixer, held, l->held->weight, false);
    for (const sinew_sample *s = next_clip(l, NULL); s; s = next_clip(l, s)) {
        snw_value *room = snw_mix_room(pose, &mixer);
        snw_sample_clip(pose, s->clip, (double)s->time, room);
        snw_mix_add(pose, &mixer, room, weight_of(l, s), true);
    }
    if (still && !once) snw_mix_add(pose, &mixer, held, l->held->weight, false);
    if (to.over) snw_mix_over(pose, &mixer, to.weight, to.mask);
    else snw_mix_end(pose, &mixer);
}

/* And all of it: its own mean, of which nothing is weighed less. */
static bool is_one_clip(const layer *l) { return l->clips == 1 && !l->hold && weight_of(l, l->last) >= 1.0f; }

static void mix_layer(sinew_pose *pose, const layer *l, target to) {
    bool still = l->hold && !(l->held->flags & SINEW_SAMPLE_INERTIAL) && l->held->weight > 0.0f;
    uint32_t count = l->clips + still;
    if (count > 1 || still) {
        double whole = still ? (double)l->held->weight + l->whole : l->whole;
        if (!still && count <= SNW_PARTS) mix_few(pose, l, whole, to);
        else mix_values(pose, l, still, count, whole, to);
        return;
    }
    if (!count) {
        snw_mix_nothing(pose);
    } else {
        snw_sample_clip(pose, l->last->clip, (double)l->last->time, &pose->mean);
        snw_mix_alone(pose, weight_of(l, l->last));
    }
    if (to.over) snw_over_layer(pose, to.weight, to.mask, &pose->mean, NULL, is_one_clip(l));
}

static bool is_delta(const layer *l, const sinew_sample *s) {
    return s->flags & SINEW_SAMPLE_ADDITIVE && weight_of(l, s) > 0.0f;
}

static void add_deltas(sinew_pose *pose, const layer *l) {
    for (uint32_t i = 0; i < l->count; ++i) {
        const sinew_sample *s = &l->samples[i];
        if (!is_delta(l, s)) continue;
        snw_value *delta = &pose->sampled[0];
        snw_value reference = snw_sample_reference(pose, s->reference_clip, (double)s->reference_time);
        snw_sample_clip(pose, s->clip, (double)s->time, delta);
        snw_mix_delta(pose, delta, &reference, weight_of(l, s));
    }
}

/* A fade holds one pose; of several held samples in a list that was made by hand the first counts. */
static void look_over(layer *l) {
    l->last = NULL;
    l->clips = 0;
    l->whole = 0;
    const sinew_sample *end = l->samples + l->count;
    for (const sinew_sample *s = l->samples; s < end; ++s) {
        if (s->clip == SINEW_CLIP_HELD) {
            if (!l->held) l->held = s;
        } else if (s->flags & SINEW_SAMPLE_ADDITIVE) {
            l->deltas = true;
        } else if (weight_of(l, s) > 0.0f) {
            l->whole += (double)weight_of(l, s);
            l->last = s;
            ++l->clips;
        }
    }
}

/* Properties do not mix: of what carries one, the heaviest counts, a delta by its own weight. */
static void show_layer(sinew_pose *pose, const layer *l) {
    const snw_shown *held = l->hold ? &l->hold->held_shown : NULL;
    snw_shown_begin(pose);
    for (uint32_t i = 0; i < l->count; ++i) {
        const sinew_sample *s = &l->samples[i];
        if (s->clip != SINEW_CLIP_HELD) snw_shown_offer(pose, s->clip, (double)s->time, weight_of(l, s));
        else if (held && s == l->held) snw_shown_offer_hold(pose, held, s->weight);
    }
    snw_shown_end(pose, held);
}

static bool has_deltas(const layer *l) {
    for (uint32_t i = 0; l->deltas && i < l->count; ++i)
        if (is_delta(l, &l->samples[i])) return true;
    return false;
}

/* Where the mean is neither changed, nor added, nor kept, it goes straight over what lies below. */
static void put_layer(sinew_pose *pose, const snw_put *put, const layer *l) {
    const sinew_layer_row *row = put->row;
    bool inertial = l->hold && l->held->flags & SINEW_SAMPLE_INERTIAL;
    bool additive = row->blend == SINEW_BLEND_ADDITIVE;
    pose->layer_scales = pose->scales || l->hold; /* of what was kept it is not known */
    target to = { !inertial && !additive && !row->keep && !has_deltas(l), row->weight, put->mask };
    mix_layer(pose, l, to);
    if (to.over) return;
    if (l->deltas) add_deltas(pose, l);
    if (inertial) snw_inertia_apply(pose, put->hold, l->held);
    snw_value reference = { 0 };
    if (additive) reference = snw_sample_reference(pose, row->reference_clip, (double)row->reference_time);
    snw_over_layer(pose, row->weight, put->mask, &pose->mean, additive ? &reference : NULL, is_one_clip(l));
}

static void apply_layer(sinew_pose *pose, const snw_put *put, const sinew_sample *samples) {
    const sinew_layer_row *row = put->row;
    layer l = { .samples = samples + row->first_sample, .count = row->sample_count, .scale = 1.0f };
    look_over(&l);
    if (l.held) {
        l.hold = snw_hold_meet(pose, put->hold, l.held, put->time);
        if (!l.hold && !(l.held->flags & SINEW_SAMPLE_INERTIAL)) alone(&l);
        look_over(&l); /* by what they weigh now */
    }
    put_layer(pose, put, &l);
    if (!pose->model->lane_count) return;
    show_layer(pose, &l);
    if (put->lowest || row->weight >= 0.5f) snw_shown_over(pose, &pose->layer_shown, put->mask, put->lowest);
}

void snw_pose_put(sinew_pose *pose, const snw_put *put, const sinew_sample *samples) {
    /* A layer at weight 0 emits nothing, so there is nothing it showed. */
    bool shows = put->row && put->row->weight > 0.0f;
    snw_hold_rewind(&pose->holds[put->hold], put->time);
    if (shows) apply_layer(pose, put, samples);
    if (shows && put->row->keep) snw_hold_keep(pose, put->hold, put->time);
    else pose->holds[put->hold].kept_count = 0;
}

static const float *take_mask(sinew_pose *pose, uint32_t mask) {
    pose->let_mask = pose->masks[mask];
    pose->lets = pose->mask_lets ? pose->mask_lets[mask] : NULL;
    return pose->let_mask;
}

sinew_result snw_pose_apply_rows(sinew_pose *pose, double time, const sinew_layer_row *rows, uint32_t row_count,
                                 const sinew_sample *samples, uint32_t sample_count) {
    if (!(time - time == 0.0) || !snw_pose_rows_ok(pose, rows, row_count, samples, sample_count))
        return SINEW_ERROR_ARGUMENT;
    snw_limit_begin(pose);
    snw_pose_begin(pose);
    for (uint32_t i = 0; i < pose->layer_count; ++i) {
        snw_put put = { .row = i < row_count ? &rows[i] : NULL, .hold = i, .time = time, .lowest = i == 0 };
        if (put.row && put.row->mask != SINEW_NONE) put.mask = take_mask(pose, put.row->mask);
        snw_pose_put(pose, &put, samples);
    }
    snw_pose_finish(pose);
    snw_limit_end(pose);
    return SINEW_OK;
}
