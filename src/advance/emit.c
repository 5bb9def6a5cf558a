/* From plays to the flat list of samples: the source's before the target's, then as in the file, additive ones last.
   Invariant: what weighs nothing is not listed, and the samples that are not additive weigh at most 1 in a layer. */
#include "advance.h"
#include "math/trig.h"

/* What an additive pair's delta is measured against; `on` while one is given out. */
typedef struct delta {
    bool on;
    uint32_t clip;
    float time;
} delta;

/* Where a motion is read: its play's own clocks, and the one it follows now. */
typedef struct reading {
    uint32_t play;
    snw_cycle cycle;
    const snw_clock *clock, *before;
} reading;

/* Stepped playback: the last time of the grid; a nanosecond before the next is the next. */
static double on_grid(const snw_lane *lane, uint32_t play, double seconds) {
    double rate = lane->binding->states[lane->plays[play].state].stepped;
    return rate > 0 ? snw_floor((seconds + SNW_MOMENT) * rate) / rate : seconds;
}

static float emit_clip(const snw_lane *lane, const snw_node *node, const reading *at, float weight, const delta *of) {
    if (node->clip == SINEW_NONE) return 0;
    snw_work *work = lane->work;
    sinew_sample *sample = of->on ? &work->additive[work->additive_count++] : &work->samples[work->sample_count++];
    *sample = (sinew_sample){ .clip = node->clip, .weight = weight, .layer = (uint16_t)lane->index };
    sample->time = (float)on_grid(lane, at->play, snw_clock_position(at->clock, at->cycle) * node->length);
    sample->previous_time = (float)(snw_clock_position(at->before, at->cycle) * node->length);
    sample->loops = node->zero ? 0 : snw_clock_loops(at->before, at->clock);
    sample->flags = of->on ? SINEW_SAMPLE_ADDITIVE : 0;
    sample->reference_clip = of->on ? of->clip : SINEW_NONE;
    sample->reference_time = of->time;
    return weight;
}

/* Returns what its samples weigh, deltas of pairs below it left out. */
static float emit_motion(const snw_lane *lane, const snw_node *node, reading at, float weight, const delta *of,
                         snw_weight *scratch);

/* The delta weighs what its base came to weigh, times the pair's weight. */
static float emit_pair(const snw_lane *lane, const snw_node *node, reading at, float weight, const delta *of,
                       snw_weight *scratch) {
    float base = emit_motion(lane, snw_child(lane, node, 0), at, weight, of, scratch);
    delta own = { true, node->reference_clip, node->reference_time };
    emit_motion(lane, snw_child(lane, node, 1), at, base * snw_motion_pair_weight(lane, node), &own, scratch);
    return base;
}

static float emit_motion(const snw_lane *lane, const snw_node *node, reading at, float weight, const delta *of,
                         snw_weight *scratch) {
    if (!(weight > 0)) return 0;
    if (node->clock != SINEW_NONE) {
        at.clock = &snw_clocks_of(lane, at.play)[node->clock];
        at.before = &lane->before_clocks[(size_t)at.play * lane->layer->clocks + node->clock];
    }
    if (node->kind == SINEW_MOTION_CLIP) return emit_clip(lane, node, &at, weight, of);
    if (node->kind == SINEW_MOTION_ADD) return emit_pair(lane, node, at, weight, of, scratch);
    uint32_t count = snw_motion_weights(lane, node, scratch);
    float sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += emit_motion(lane, snw_child(lane, node, scratch[i].index), at, weight * scratch[i].weight, of,
                           scratch + count);
    return sum;
}

static void emit_run(const snw_lane *lane, const snw_run *run, float weight);

static void emit_play(const snw_lane *lane, uint32_t index, float weight) {
    const snw_play *play = &lane->plays[index];
    const snw_state *state = &lane->binding->states[play->state];
    if (play->run != SINEW_NONE) {
        emit_run(lane, &lane->runs[play->run], weight);
        return;
    }
    if (state->node == SINEW_NONE) return;
    reading at = { index, state->cycle, &play->clock, &lane->before[index] };
    delta none = { false, SINEW_NONE, 0 };
    emit_motion(lane, &lane->binding->nodes[state->node], at, weight, &none, lane->work->scratch);
}

static void emit_held(const snw_lane *lane, const snw_run *run, float weight) {
    bool inertial = run->source == SNW_SOURCE_INERTIAL;
    if (!inertial && !(weight > 0)) return;
    sinew_sample *sample = &lane->work->samples[lane->work->sample_count++];
    *sample = (sinew_sample){ .clip = SINEW_CLIP_HELD, .layer = (uint16_t)lane->index };
    sample->reference_clip = SINEW_NONE;
    sample->hold_serial = lane->head->serial;
    sample->weight = inertial ? 0 : weight;
    if (!inertial) return;
    sample->flags = SINEW_SAMPLE_INERTIAL;
    sample->hold_since = (float)run->elapsed;
    sample->hold_duration = (float)run->duration;
}

static void emit_run(const snw_lane *lane, const snw_run *run, float weight) {
    double to = snw_fade_weight(run);
    double mix = run->mix;
    float left = (float)((double)weight * (1 - to));
    switch (run->source) {
    case SNW_SOURCE_PLAY: emit_play(lane, run->first, left); break;
    case SNW_SOURCE_LIVE:
        emit_play(lane, run->first, (float)((double)weight * (1 - to) * (1 - mix)));
        emit_play(lane, run->second, (float)((double)weight * (1 - to) * mix));
        break;
    case SNW_SOURCE_HELD: emit_held(lane, run, left); break;
    case SNW_SOURCE_INERTIAL:
        emit_held(lane, run, 0);
        to = 1;
        break;
    default: break;
    }
    emit_play(lane, run->current, (float)((double)weight * to));
}

float snw_layer_weight(const snw_lane *lane) {
    uint32_t parameter = lane->layer->weight_parameter;
    float weight = parameter == SINEW_NONE ? lane->head->weight : snw_number(lane, parameter);
    return snw_unit_weight((double)weight);
}

bool snw_any_fade(const snw_lane *lane) {
    for (uint32_t i = 0; i < lane->layer->runs; ++i)
        if (lane->runs[i].source != SNW_SOURCE_NONE) return true;
    return false;
}

void snw_emit_layer(const snw_lane *lane, bool silent) {
    snw_work *work = lane->work;
    sinew_layer_row *row = &work->rows[lane->index];
    *row = (sinew_layer_row){ .blend = lane->layer->desc->blend, .weight = snw_layer_weight(lane) };
    row->mask = lane->layer->mask;
    row->event_threshold = (float)lane->layer->desc->event_threshold;
    row->reference_clip = lane->layer->reference_clip;
    row->reference_time = lane->layer->reference_time;
    row->first_sample = work->sample_count;
    work->additive_count = 0;
    if (!silent && row->weight > 0) emit_run(lane, &lane->runs[0], 1);
    for (uint32_t i = 0; i < work->additive_count; ++i) work->samples[work->sample_count++] = work->additive[i];
    row->sample_count = work->sample_count - row->first_sample;
    row->keep = !silent && snw_any_fade(lane);
}
