/* What a track gives out: its row and its samples, what is left before what comes.
   Invariant: the row weighs what its clips weigh on the average of the mix, and the samples sum to at most 1. */
#include "advance/track.h"

/* What contributes: the side that is left and the one that comes. weight: its own; share: of the mix. */
typedef struct side {
    bool there;
    double weight, share;
} side;

static void sides_of(const snw_track *track, side sides[2]) {
    const snw_track_head *head = track->head;
    double to = snw_track_fading(track) ? head->elapsed / head->duration : 1;
    bool held = head->source == SNW_SOURCE_HELD;
    sides[0] = (side){ head->source != SNW_SOURCE_NONE, 0, 1 - to };
    sides[0].weight = held ? (double)head->held_weight : (double)track->plays[1].what.weight;
    sides[1] = (side){ snw_track_plays(track), (double)track->plays[0].what.weight, to };
}

/* Towards or from nothing the weight stays, and the shares go below 1. */
static double row_weight(const side sides[2]) {
    if (sides[0].there && sides[1].there) return sides[0].share * sides[0].weight + sides[1].share * sides[1].weight;
    return sides[0].there ? sides[0].weight : sides[1].there ? sides[1].weight : 1;
}

double snw_track_weight(const snw_track *track) {
    side sides[2];
    sides_of(track, sides);
    return row_weight(sides);
}

static float part_of(const side sides[2], int index, double row) {
    const side *own = &sides[index];
    if (!own->there) return 0;
    return (float)(sides[1 - index].there ? own->share * own->weight / row : own->share);
}

static sinew_sample *add_sample(const snw_track *track, uint32_t clip, float weight) {
    sinew_sample *sample = &track->work->samples[track->work->sample_count++];
    *sample = (sinew_sample){ .clip = clip, .weight = weight, .layer = (uint16_t)track->row };
    sample->reference_clip = SINEW_NONE;
    return sample;
}

static void emit_play(const snw_track *track, uint32_t index, float weight) {
    const snw_track_play *play = &track->plays[index];
    if (!(weight > 0)) return;
    double length = snw_track_length(track, play);
    snw_cycle cycle = snw_track_cycle(track, play);
    const snw_clock *before = &track->before[index];
    sinew_sample *sample = add_sample(track, play->what.clip, weight);
    sample->time = (float)(snw_clock_position(&play->clock, cycle) * length);
    sample->previous_time = (float)(snw_clock_position(before, cycle) * length);
    sample->loops = length > 0 ? snw_clock_loops(before, &play->clock) : 0;
}

void snw_track_emit(const snw_track *track) {
    snw_work *work = track->work;
    side sides[2];
    sides_of(track, sides);
    double weight = row_weight(sides);
    const snw_track_head *head = track->head;
    sinew_layer_row *row = &work->rows[track->row];
    *row = (sinew_layer_row){ .blend = (sinew_blend_mode)head->blend, .first_sample = work->sample_count };
    row->weight = weight < 1 ? (float)weight : 1;
    row->mask = head->mask;
    row->reference_clip = head->reference_clip;
    row->reference_time = head->reference_time;
    row->keep = snw_track_fading(track);
    if (!(row->weight > 0)) return;
    float left = part_of(sides, 0, weight);
    if (head->source == SNW_SOURCE_PLAY) emit_play(track, 1, left);
    if (head->source == SNW_SOURCE_HELD && left > 0)
        add_sample(track, SINEW_CLIP_HELD, left)->hold_serial = head->serial;
    if (sides[1].there) emit_play(track, 0, part_of(sides, 1, weight));
    row->sample_count = work->sample_count - row->first_sample;
}
