/* Weights, rates and the heaviest clip of motions, for the parameters as they stand.
   Invariant: what weighs nothing or has no length has no say in a rate, so nothing divides by 0. */
#include "advance.h"

#include <math.h>

float snw_number(const snw_lane *lane, uint32_t parameter) {
    const snw_value *value = &lane->values[parameter];
    return lane->binding->parameters[parameter].type == SINEW_PARAMETER_FLOAT ? value->number : (float)value->whole;
}

static uint32_t direct_weights(const snw_lane *lane, const snw_node *node, snw_weight *out) {
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        float weight = snw_number(lane, node->weights[i]);
        if (!(weight > 0)) continue;
        out[count++] = (snw_weight){ i, weight };
        sum += (double)weight;
    }
    if (sum > 1)
        for (uint32_t i = 0; i < count; ++i) out[i].weight = (float)((double)out[i].weight / sum);
    return count;
}

uint32_t snw_motion_weights(const snw_lane *lane, const snw_node *node, snw_weight *out) {
    if (node->kind == SINEW_MOTION_DIRECT) return direct_weights(lane, node, out);
    float x = snw_number(lane, node->parameter);
    float y = node->parameter_y == SINEW_NONE ? 0 : snw_number(lane, node->parameter_y);
    return snw_space_weights(node->space, x, y, out);
}

float snw_motion_pair_weight(const snw_lane *lane, const snw_node *node) {
    float weight = node->weight_parameter == SINEW_NONE ? node->weight : snw_number(lane, node->weight_parameter);
    return snw_unit_weight((double)weight);
}

static double child_rate(const snw_lane *lane, const snw_node *node, uint32_t index, snw_weight *scratch) {
    const snw_node *child = snw_child(lane, node, index);
    return child->speed * snw_motion_rate(lane, child, scratch);
}

/* The weighted mean of the rates, or with sync "duration" one over that of the lengths. */
static double blend_rate(const snw_lane *lane, const snw_node *node, snw_weight *scratch) {
    uint32_t count = snw_motion_weights(lane, node, scratch);
    double weights = 0, sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double rate = child_rate(lane, node, scratch[i].index, scratch + count);
        if (!(rate > 0)) continue;
        double weight = (double)scratch[i].weight;
        weights += weight;
        sum += node->sync == SINEW_SYNC_DURATION ? weight / rate : weight * rate;
    }
    if (!(weights > 0)) return 0;
    return node->sync == SINEW_SYNC_DURATION ? weights / sum : sum / weights;
}

double snw_motion_rate(const snw_lane *lane, const snw_node *node, snw_weight *scratch) {
    if (node->zero) return 0;
    if (node->kind == SINEW_MOTION_CLIP) return node->top_rate;
    if (node->kind == SINEW_MOTION_ADD) return child_rate(lane, node, 0, scratch);
    return blend_rate(lane, node, scratch);
}

typedef struct heaviest {
    uint32_t node;
    float weight;
} heaviest;

static heaviest find_heaviest(const snw_lane *lane, const snw_node *node, float weight, snw_weight *scratch) {
    if (node->kind == SINEW_MOTION_CLIP) {
        uint32_t own = (uint32_t)(node - lane->binding->nodes);
        return (heaviest){ own, node->clip == SINEW_NONE ? 0 : weight };
    }
    if (node->kind == SINEW_MOTION_ADD) return find_heaviest(lane, snw_child(lane, node, 0), weight, scratch);
    heaviest best = { SINEW_NONE, 0 };
    uint32_t best_order = 0;
    uint32_t count = snw_motion_weights(lane, node, scratch);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t index = scratch[i].index;
        heaviest own = find_heaviest(lane, snw_child(lane, node, index), weight * scratch[i].weight, scratch + count);
        uint32_t order = node->space ? snw_space_order(node->space, index) : index;
        bool better = own.weight > best.weight || (own.weight == best.weight && order < best_order);
        if (!better) continue;
        best = own;
        best_order = order;
    }
    return best;
}

uint32_t snw_motion_heaviest_node(const snw_lane *lane, uint32_t node, snw_weight *scratch) {
    return find_heaviest(lane, &lane->binding->nodes[node], 1, scratch).node;
}

uint32_t snw_motion_heaviest(const snw_lane *lane, const snw_node *node, snw_weight *scratch) {
    uint32_t found = find_heaviest(lane, node, 1, scratch).node;
    return found == SINEW_NONE ? SINEW_NONE : lane->binding->nodes[found].clip;
}

/* ---- plays ---- */

uint32_t snw_innermost(const snw_lane *lane, uint32_t play) {
    while (lane->plays[play].run != SINEW_NONE) play = lane->runs[lane->plays[play].run].current;
    return play;
}

uint32_t snw_play_heaviest(const snw_lane *lane, uint32_t play) {
    const snw_state *state = &lane->binding->states[lane->plays[snw_innermost(lane, play)].state];
    if (state->node == SINEW_NONE) return SINEW_NONE;
    return snw_motion_heaviest(lane, &lane->binding->nodes[state->node], lane->work->scratch);
}

double snw_state_speed(const snw_lane *lane, uint32_t index) {
    const snw_state *state = &lane->binding->states[index];
    if (state->speed_parameter == SINEW_NONE) return state->speed;
    return state->speed * (double)snw_number(lane, state->speed_parameter);
}

double snw_play_rate(const snw_lane *lane, uint32_t play) {
    uint32_t index = lane->plays[play].state;
    const snw_state *state = &lane->binding->states[index];
    if (state->zero) return 0; /* sub-machines and empty states too */
    double *rate = &lane->work->rates[play];
    if (*rate < 0) *rate = snw_motion_rate(lane, &lane->binding->nodes[state->node], lane->work->scratch);
    return *rate * snw_state_speed(lane, index);
}

/* The run whose fade keeps this play in step with another, or NULL. */
static const snw_run *matched_run(const snw_lane *lane, uint32_t play) {
    for (uint32_t i = 0; i < lane->layer->runs; ++i) {
        const snw_run *run = &lane->runs[i];
        if (run->machine == SINEW_NONE || run->match_from == SINEW_NONE) continue;
        if (run->match_from == play || run->match_to == play) return run;
    }
    return NULL;
}

/* In step both go (1 − t)·rate(source) + t·rate(target), with t growing evenly over the fade. */
snw_course snw_play_course(const snw_lane *lane, uint32_t play) {
    const snw_run *run = matched_run(lane, play);
    if (!run) return (snw_course){ snw_play_rate(lane, play), 0 };
    double from = snw_play_rate(lane, run->match_from), to = snw_play_rate(lane, run->match_to);
    double rate = from + (to - from) * (run->elapsed / run->duration), slope = (to - from) / run->duration;
    /* Where they turn round, what rounding leaves of the rate would say that they still go the old way. */
    return (snw_course){ fabs(rate) <= fabs(slope) * SNW_MOMENT ? 0 : rate, slope };
}

bool snw_course_backwards(const snw_course *course) {
    return course->rate < 0 || (!(course->rate > 0) && course->slope < 0);
}

double snw_course_lengths(const snw_course *course, double seconds) {
    return (course->rate + course->slope * seconds / 2) * seconds;
}

/* The root of rate·x + slope/2·x² = lengths, in the form that does not cancel. */
double snw_course_until(const snw_course *course, double lengths) {
    bool backwards = snw_course_backwards(course);
    double rate = backwards ? -course->rate : course->rate;
    double slope = backwards ? -course->slope : course->slope;
    double square = rate * rate + 2 * slope * lengths;
    if (!(square >= 0)) return INFINITY;
    double below = rate + sqrt(square);
    return below > 0 ? 2 * lengths / below : INFINITY;
}
