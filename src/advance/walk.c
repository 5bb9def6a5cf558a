/* From a layer's runs to the clips that play: see walk.h. */
#include "advance/walk.h"

/* The motion of one play: how its children move unless they have clocks of their own. */
typedef struct going {
    uint32_t play;
    double seconds;
    bool additive;
    snw_clock before, after;
    snw_course course;
} going;

static void visit_clip(const snw_lane *lane, const snw_node *node, const going *at, float share) {
    if (node->clip == SINEW_NONE) return;
    snw_work *work = lane->work;
    snw_visit *visit = &work->visits[work->visit_count++];
    *visit = (snw_visit){ .play = at->play, .clip = node->clip, .share = share, .additive = at->additive };
    visit->node = (uint32_t)(node - lane->binding->nodes);
    visit->cycle = lane->binding->states[lane->plays[at->play].state].cycle;
    visit->before = at->before;
    visit->after = at->after;
    visit->course = at->course;
    visit->fires = work->places[at->play].fires;
}

/* On the clock that the node has of its own. */
static void follow_own(const snw_lane *lane, const snw_node *node, going *at, snw_weight *scratch) {
    uint32_t index = lane->plays[at->play].state;
    const snw_state *state = &lane->binding->states[index];
    double rate =
        snw_motion_rate(lane, node, scratch) * state->clocks[node->clock].speed * snw_state_speed(lane, index);
    at->before = at->after = snw_clocks_of(lane, at->play)[node->clock];
    at->course = (snw_course){ state->zero ? 0 : rate, 0 };
    if (!state->zero) snw_clock_move(&at->after, state->cycle, rate * at->seconds);
}

/* Returns what its clips share, deltas left out. */
static float visit_motion(const snw_lane *lane, const snw_node *node, going at, float share, snw_weight *scratch);

static float visit_pair(const snw_lane *lane, const snw_node *node, const going *at, float share, snw_weight *scratch) {
    float base = visit_motion(lane, snw_child(lane, node, 0), *at, share, scratch);
    going own = *at;
    own.additive = true;
    visit_motion(lane, snw_child(lane, node, 1), own, base * snw_motion_pair_weight(lane, node), scratch);
    return base;
}

static float visit_motion(const snw_lane *lane, const snw_node *node, going at, float share, snw_weight *scratch) {
    if (!(share > 0)) return 0;
    if (node->clock != SINEW_NONE) follow_own(lane, node, &at, scratch);
    if (node->kind == SINEW_MOTION_CLIP) {
        visit_clip(lane, node, &at, share);
        return node->clip == SINEW_NONE ? 0 : share;
    }
    if (node->kind == SINEW_MOTION_ADD) return visit_pair(lane, node, &at, share, scratch);
    uint32_t count = snw_motion_weights(lane, node, scratch);
    float sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum +=
            visit_motion(lane, snw_child(lane, node, scratch[i].index), at, share * scratch[i].weight, scratch + count);
    return sum;
}

snw_clock snw_play_after(const snw_lane *lane, uint32_t play, double seconds) {
    const snw_state *state = &lane->binding->states[lane->plays[play].state];
    snw_clock clock = lane->plays[play].clock;
    if (state->zero) return clock;
    snw_course course = snw_play_course(lane, play);
    snw_clock_move(&clock, state->cycle, snw_course_lengths(&course, seconds));
    return clock;
}

static void visit_play(const snw_lane *lane, uint32_t index, double seconds) {
    const snw_play *play = &lane->plays[index];
    const snw_state *state = &lane->binding->states[play->state];
    if (state->node == SINEW_NONE || !(state->tells || state->moves)) return;
    going at = { .play = index, .seconds = seconds, .before = play->clock };
    at.course = snw_play_course(lane, index);
    at.after = snw_play_after(lane, index, seconds);
    visit_motion(lane, &lane->binding->nodes[state->node], at, 1, lane->work->scratch);
}

static void visit_run(const snw_lane *lane, uint32_t index, uint32_t outer, bool fires, double seconds);

static void visit_side(const snw_lane *lane, uint32_t play, const snw_place *place, double seconds) {
    lane->work->places[play] = *place;
    uint32_t inner = lane->plays[play].run;
    if (inner == SINEW_NONE) visit_play(lane, play, seconds);
    else visit_run(lane, inner, play, place->fires, seconds);
}

static void visit_run(const snw_lane *lane, uint32_t index, uint32_t outer, bool fires, double seconds) {
    const snw_run *run = &lane->runs[index];
    bool plays = run->source == SNW_SOURCE_PLAY || run->source == SNW_SOURCE_LIVE;
    bool both =
        run->transition != SINEW_NONE && lane->binding->transitions[run->transition].desc->events == SINEW_EVENTS_BOTH;
    snw_place place = { .run = index, .outer = outer, .there = true, .fires = fires && both };
    place.side = SNW_SIDE_FIRST;
    if (plays) visit_side(lane, run->first, &place, seconds);
    place.side = SNW_SIDE_SECOND;
    if (run->source == SNW_SOURCE_LIVE) visit_side(lane, run->second, &place, seconds);
    place.side = SNW_SIDE_CURRENT;
    place.fires = fires;
    visit_side(lane, run->current, &place, seconds);
}

uint32_t snw_walk(const snw_lane *lane, double seconds) {
    snw_work *work = lane->work;
    work->visit_count = 0;
    for (uint32_t i = 0; i < lane->layer->plays; ++i) work->places[i].there = false;
    if (lane->runs[0].current != SINEW_NONE) visit_run(lane, 0, SINEW_NONE, true, seconds);
    return work->visit_count;
}

static double side_weight(const snw_run *run, uint8_t side, double seconds) {
    double to = run->source == SNW_SOURCE_INERTIAL ? 1 : snw_fade_weight_at(run, seconds);
    if (side == SNW_SIDE_CURRENT) return to;
    if (run->source != SNW_SOURCE_LIVE) return 1 - to;
    return (1 - to) * (side == SNW_SIDE_FIRST ? 1 - run->mix : run->mix);
}

double snw_play_weight(const snw_lane *lane, uint32_t play, double seconds) {
    double weight = 1;
    while (play != SINEW_NONE) {
        const snw_place *place = &lane->work->places[play];
        weight *= side_weight(&lane->runs[place->run], place->side, seconds);
        play = place->outer;
    }
    return weight;
}
