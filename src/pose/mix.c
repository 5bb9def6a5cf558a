/* The mean of a layer: sums of weight × share × value and of weight × share, divided once.
   Invariant: however many values there are, each is read once, and the heaviest of them all leads. */
#include "pose.h"

#include <string.h>

/* plain: it is a clip. */
static snw_part part_of(const snw_mixer *mixer, const snw_value *value, float weight, bool plain) {
    return (snw_part){ value->groups, value->present, value->shares, (float)((double)weight / mixer->whole), plain };
}

void snw_mix_begin(sinew_pose *pose, snw_mixer *mixer, double whole, const snw_value *offer, float weight) {
    mixer->count = 0;
    mixer->whole = whole;
    mixer->first = true;
    mixer->offer.groups = NULL;
    if (offer) mixer->offer = part_of(mixer, offer, weight, false);
    if (!pose->morph_count) return;
    memset(pose->mean.morphs, 0, pose->morph_count * sizeof(float));
    memset(pose->mean.morph_shares, 0, pose->morph_count * sizeof(float));
}

static snw_mixing mixing_of(sinew_pose *pose, const snw_mixer *mixer, bool last) {
    snw_value *mean = &pose->mean;
    return (snw_mixing){ .parts = mixer->parts,
                         .count = mixer->count,
                         .offer = mixer->first && mixer->offer.groups ? &mixer->offer : NULL,
                         .first = mixer->first,
                         .last = last,
                         .whole = (float)mixer->whole,
                         .group_count = pose->group_count,
                         .groups = mean->groups,
                         .present = mean->present,
                         .shares = mean->shares,
                         .leads = pose->leads };
}

static void flush(sinew_pose *pose, snw_mixer *mixer, bool last) {
    snw_mixing mixing = mixing_of(pose, mixer, last);
    pose->kernels->mix(&mixing);
    mixer->first = false;
    mixer->count = 0;
}

snw_value *snw_mix_room(sinew_pose *pose, snw_mixer *mixer) {
    if (mixer->count == SNW_PARTS) flush(pose, mixer, false);
    return &pose->sampled[mixer->count];
}

void snw_mix_add(sinew_pose *pose, snw_mixer *mixer, const snw_value *value, float weight, bool plain) {
    if (mixer->count == SNW_PARTS) flush(pose, mixer, false);
    mixer->parts[mixer->count++] = part_of(mixer, value, weight, plain);
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        float part = weight * value->morph_shares[i];
        pose->mean.morphs[i] += part > 0.0f ? part * value->morphs[i] : 0.0f;
        pose->mean.morph_shares[i] += part;
    }
}

static void end_morphs(sinew_pose *pose) {
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        float *share = &pose->mean.morph_shares[i];
        if (*share > 0.0f) pose->mean.morphs[i] /= *share;
        *share = snw_unit(*share);
    }
}

void snw_mix_end(sinew_pose *pose, snw_mixer *mixer) {
    flush(pose, mixer, true);
    end_morphs(pose);
}

void snw_mix_over(sinew_pose *pose, snw_mixer *mixer, float weight, const float *mask) {
    snw_mixing mixing = mixing_of(pose, mixer, true);
    snw_over over = snw_over_of(pose, weight, mask, &pose->mean);
    end_morphs(pose);
    pose->kernels->mix_over(&mixing, &over);
    snw_over_end(pose, weight, mask, &pose->mean, NULL);
}

void snw_mix_alone(sinew_pose *pose, float weight) { snw_value_weigh(pose, &pose->mean, weight); }

void snw_mix_nothing(sinew_pose *pose) { snw_sample_clip(pose, SINEW_NONE, 0.0, &pose->mean); }

/* Where no other sample has a share there is no value for a delta to go onto: what lies below shows. */
static float delta_part(float share, float delta_share, float weight) {
    return share > 0.0f && delta_share > 0.0f ? snw_unit(weight / share) : 0.0f;
}

static void delta_shares(const sinew_pose *pose, uint32_t g, const snw_value *value, float weight) {
    const snw_value *mean = &pose->mean;
    const snw_present *under = &mean->present[g];
    snw_present *part = &pose->delta[g];
    part->uneven = under->uneven;
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        part->lanes[kind] = under->lanes[kind] & value->present[g].lanes[kind];
        if (!(under->uneven >> kind & 1)) {
            part->share[kind] = delta_part(under->share[kind], value->present[g].share[kind], weight);
            continue;
        }
        for (uint32_t lane = 0; lane < SINEW_GROUP; ++lane)
            pose->delta_shares[g].row[kind][lane] =
                delta_part(snw_value_share(mean, g, kind, lane), snw_value_share(value, g, kind, lane), weight);
    }
}

/* `value` is a clip's: of every lane that it has all. */
void snw_mix_delta(sinew_pose *pose, const snw_value *value, const snw_value *reference, float weight) {
    snw_value *mean = &pose->mean;
    for (uint32_t g = 0; g < pose->group_count; ++g) delta_shares(pose, g, value, weight);
    snw_over over = { .value = { value->groups, pose->delta, pose->delta_shares, 1.0f, false },
                      .reference = reference->groups,
                      .below = mean->groups,
                      .out = mean->groups,
                      .joint_count = pose->joint_count };
    pose->kernels->add(&over);
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        float part = delta_part(mean->morph_shares[i], value->morph_shares[i], weight);
        if (part > 0.0f) mean->morphs[i] += part * (value->morphs[i] - reference->morphs[i]);
    }
}
