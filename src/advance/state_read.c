/* A player's state from bytes that need not be trusted. Invariant: what was read is a tree in which every play and run
   that is not free hangs below the outermost run of its layer, once, with every number in the range in which advance
   leaves it; the depth of the graph's machines bounds the recursion. */
#include "advance/events.h"
#include "advance/state.h"

#include "graph/check.h"

static bool wants(snw_reader *r, bool good, const char *fault) { return good || snw_fault(r, fault); }

/* 0 or 1. */
static uint32_t read_bit(snw_reader *r) {
    uint32_t value = snw_get_byte(r);
    wants(r, value <= 1, "a bit is neither 0 nor 1");
    return value & 1;
}

static void read_head(snw_reader *r, snw_head *head) {
    head->flags = snw_get_byte(r);
    wants(r, head->flags <= (SNW_PAUSED | SNW_RELEASED | SNW_CLOCKED), "it has flags that are not known");
    head->time = snw_get_double(r);
    wants(r, head->time >= 0, "its time is negative");
    if (!(head->flags & SNW_CLOCKED)) return;
    head->clock = snw_get_double(r);
    head->ticks = snw_get_signed(r);
    wants(r, head->ticks >= 0 && head->ticks <= SNW_STATE_MOST, "its ticks are out of range");
}

/* ---- parameters ---- */

static void read_glide(snw_reader *r, snw_glide *glide) {
    if (!read_bit(r)) return;
    glide->goal = snw_get_float(r);
    glide->rate = snw_get_float(r);
    glide->at = snw_get_double(r);
    wants(r, glide->rate > 0, "a glide's rate is not above 0");
}

static void read_parameter(snw_reader *r, const sinew_player *player, uint32_t index) {
    const snw_parameter *row = &player->binding->parameters[index];
    snw_value *value = &snw_values(player)[index];
    int64_t whole;
    switch (row->type) {
    case SINEW_PARAMETER_FLOAT:
        value->number = snw_get_float(r);
        wants(r, snw_value_allowed(row, (double)value->number), "a parameter's value is not allowed");
        read_glide(r, &snw_glides(player)[row->slot]);
        break;
    case SINEW_PARAMETER_INT:
        whole = snw_get_signed(r);
        if (whole >= INT32_MIN && whole <= INT32_MAX) value->whole = (int32_t)whole;
        else snw_fault(r, "an int does not fit 32 bits");
        wants(r, snw_value_allowed(row, value->whole), "a parameter's value is not allowed");
        break;
    case SINEW_PARAMETER_BOOL: value->whole = (int32_t)read_bit(r); break;
    case SINEW_PARAMETER_TRIGGER:
        value->whole = (int32_t)read_bit(r);
        if (!value->whole) break;
        snw_ages(player)[row->slot] = snw_get_double(r);
        wants(r, snw_ages(player)[row->slot] >= 0, "a trigger's age is negative");
        break;
    }
}

static uint32_t read_serial(snw_reader *r) {
    uint64_t serial = snw_get_count(r);
    wants(r, serial <= UINT32_MAX, "a serial is out of range");
    return (uint32_t)serial;
}

static void read_driven(snw_reader *r, snw_driven *driven) {
    driven->flags = snw_get_byte(r);
    wants(r, driven->flags <= (SNW_DRIVEN_SHOWN | SNW_DRIVEN_HELD), "a lane has flags that are not known");
    driven->serial = read_serial(r);
    if (driven->flags & SNW_DRIVEN_SHOWN) driven->shown = snw_get_float(r);
    if (driven->flags & SNW_DRIVEN_HELD) driven->held = snw_get_float(r);
}

/* ---- what plays ---- */

static uint32_t read_run(snw_reader *r, const snw_lane *lane, uint32_t machine, uint32_t index);

static void read_clock(snw_reader *r, snw_clock *clock, snw_cycle cycle) {
    clock->phase = snw_get_double(r);
    clock->loops = snw_get_signed(r);
    double end = cycle == SNW_CYCLE_PINGPONG ? 2 : 1;
    bool inside = clock->phase >= 0 && (clock->phase < end || (cycle == SNW_CYCLE_ONCE && clock->phase <= end));
    wants(r, inside, "a phase is outside its motion");
    wants(r, clock->loops >= -SNW_STATE_MOST && clock->loops <= SNW_STATE_MOST, "a count of loops is out of range");
}

static void read_place(snw_reader *r, snw_play *play, snw_cycle cycle) {
    uint32_t flags = snw_get_byte(r);
    wants(r, flags <= (SNW_PLAY_EVEN | SNW_PLAY_WHOLE), "a state that plays has flags that are not known");
    read_clock(r, &play->clock, cycle);
    play->progress = play->clock.phase;
    play->whole = play->clock.loops;
    if (!(flags & SNW_PLAY_EVEN)) play->progress = snw_get_double(r);
    if (!(flags & SNW_PLAY_WHOLE)) play->whole = snw_get_signed(r);
    wants(r, play->progress >= 0 && play->progress < 1, "a progress is out of range");
    wants(r, play->whole >= 0 && play->whole <= SNW_STATE_MOST, "a progress is out of range");
    /* One state has one way to be written. */
    bool even = snw_same_bits(play->progress, play->clock.phase);
    wants(r, (flags & SNW_PLAY_EVEN) || !even, "a progress that is the phase is written twice");
    wants(r, (flags & SNW_PLAY_WHOLE) || play->whole != play->clock.loops, "a count of loops is written twice");
}

/* Windows of clips that are heard; bits that the state has not are 0. Whether any is set. */
static bool read_bits(snw_reader *r, const snw_lane *lane, const snw_state *state, uint32_t *bits) {
    bool any = false;
    for (uint32_t i = 0; i < state->bits; i += 8) {
        uint32_t byte = snw_get_byte(r);
        wants(r, state->bits - i >= 8 || byte >> (state->bits - i) == 0, "a window is open that is not there");
        bits[i / 32] |= byte << i % 32;
        any = any || byte;
    }
    for (uint32_t i = state->node; any && i < state->node + state->node_count; ++i) {
        const snw_node *node = &lane->binding->nodes[i];
        if (node->bit == SINEW_NONE || snw_bit(bits, node->bit)) continue;
        for (uint32_t k = 0; k < node->row->windows; ++k)
            wants(r, !snw_bit(bits, node->bit + 1 + k), "a window is open of a clip that is not heard");
    }
    return any;
}

/* A window that is open is one that its clip stands in: with clips whose windows lie elsewhere it would stay open. */
static void check_windows(snw_reader *r, const snw_lane *lane, uint32_t play, const snw_node *node,
                          const snw_clock *clock) {
    snw_cycle cycle = lane->binding->states[lane->plays[play].state].cycle;
    if (node->clock != SINEW_NONE) clock = &snw_clocks_of(lane, play)[node->clock];
    for (uint32_t i = 0; i < node->child_count; ++i) check_windows(r, lane, play, snw_child(lane, node, i), clock);
    for (uint32_t i = 0; node->bit != SINEW_NONE && i < node->row->event_count; ++i) {
        const snw_mark *mark = &node->row->marks[i];
        bool open = mark->slot != SINEW_NONE && snw_bit(snw_bits_of(lane, play), node->bit + 1 + mark->slot);
        wants(r, !open || snw_mark_holds(mark, clock, cycle), "a window is open that its clip does not stand in");
    }
}

/* A state of the machine in a place of its own; SINEW_NONE after a fault. */
static uint32_t read_play(snw_reader *r, const snw_lane *lane, uint32_t machine) {
    uint32_t index = snw_get_below(r, lane->layer->plays), state = snw_get_below(r, lane->binding->state_count);
    if (r->fault) return SINEW_NONE;
    snw_play *play = &lane->plays[index];
    bool there = wants(r, play->state == SINEW_NONE, "two states play in one place") &&
                 wants(r, lane->binding->states[state].machine == machine, "a state is of another machine");
    if (!there) return SINEW_NONE;
    play->state = state;
    play->run = SINEW_NONE;
    play->whole = 1;
    const snw_state *row = &lane->binding->states[state];
    if (row->inner != SINEW_NONE) play->run = read_run(r, lane, row->inner, snw_get_below(r, lane->layer->runs));
    else if (!row->zero) read_place(r, play, row->cycle);
    for (uint32_t i = 0; i < row->clock_count; ++i) read_clock(r, &snw_clocks_of(lane, index)[i], row->cycle);
    bool open = read_bits(r, lane, row, snw_bits_of(lane, index));
    if (open && !r->fault) check_windows(r, lane, index, &lane->binding->nodes[row->node], &play->clock);
    return r->fault ? SINEW_NONE : index;
}

static void read_fade(snw_reader *r, const snw_lane *lane, snw_run *run) {
    const snw_machine *machine = &lane->binding->machines[run->machine];
    uint32_t transition = snw_get_index(r, machine->transition_count);
    run->transition = transition == SINEW_NONE ? SINEW_NONE : machine->first_transition + transition;
    run->elapsed = snw_get_double(r);
    run->duration = snw_get_double(r);
    bool runs = run->elapsed >= 0 && run->duration <= SNW_MAX_SECONDS && run->duration - run->elapsed > SNW_MOMENT;
    wants(r, runs, "a fade's times are out of range");
    wants(r, lane->head->told, "a fade runs before the entry was told");
    bool held = run->source == SNW_SOURCE_HELD || run->source == SNW_SOURCE_INERTIAL;
    wants(r, !held || lane->head->serial > 0, "a hold has no serial");
    if (run->source == SNW_SOURCE_LIVE) {
        wants(r, machine->live, "no transition of the machine holds live");
        run->mix = snw_get_double(r);
        wants(r, run->mix >= 0 && run->mix <= 1, "a fade's mix is out of range");
    }
    if (r->fault) return;
    bool plays = run->source == SNW_SOURCE_PLAY || run->source == SNW_SOURCE_LIVE;
    if (plays) run->first = read_play(r, lane, run->machine);
    if (run->source == SNW_SOURCE_LIVE) run->second = read_play(r, lane, run->machine);
}

/* The fade's transition leads to what is faded to; the two sides that are kept in step can be. */
static void check_fade(snw_reader *r, const snw_lane *lane, snw_run *run, bool match) {
    if (r->fault) return;
    uint32_t to = lane->plays[run->current].state, transition = run->transition;
    bool leads = transition == SINEW_NONE || lane->binding->transitions[transition].to == to;
    wants(r, leads, "a fade's transition leads elsewhere");
    if (!match) return;
    if (run->source == SNW_SOURCE_PLAY) snw_keep_in_step(lane, run);
    wants(r, run->match_to != SINEW_NONE, "a fade keeps in step what cannot be");
}

/* A run of the machine in the place `index`, which it returns; SINEW_NONE after a fault. */
static uint32_t read_run(snw_reader *r, const snw_lane *lane, uint32_t machine, uint32_t index) {
    if (r->fault || !wants(r, lane->runs[index].machine == SINEW_NONE, "two machines run in one place"))
        return SINEW_NONE;
    snw_run *run = &lane->runs[index];
    uint32_t flags = snw_get_byte(r);
    uint32_t known = SNW_RUN_SOURCE | SNW_RUN_SMOOTH | SNW_RUN_REQUEST | SNW_RUN_MATCH | SNW_RUN_ENDED;
    run->machine = machine;
    run->source = (uint8_t)(flags & SNW_RUN_SOURCE);
    run->curve = flags & SNW_RUN_SMOOTH ? SINEW_CURVE_SMOOTH : SINEW_CURVE_LINEAR;
    run->request = flags & SNW_RUN_REQUEST ? 1 : 0;
    run->first = run->second = run->transition = run->match_from = run->match_to = run->current = SINEW_NONE;
    bool fades = run->source != SNW_SOURCE_NONE, outermost = machine == lane->layer->machine;
    bool ended = flags & SNW_RUN_ENDED, released = snw_head_of(lane->player)->flags & SNW_RELEASED;
    wants(r, flags <= known && run->source <= SNW_SOURCE_INERTIAL, "a machine has flags that are not known");
    wants(r, fades || !(flags & (SNW_RUN_SMOOTH | SNW_RUN_MATCH)), "a machine has half a fade");
    wants(r, !run->request || !outermost, "the outermost machine is asked to exit");
    wants(r, !ended || (outermost && released && !fades), "a machine has no current state");
    if (fades) read_fade(r, lane, run);
    if (r->fault || ended) return index;
    run->current = read_play(r, lane, machine);
    if (fades) check_fade(r, lane, run, flags & SNW_RUN_MATCH);
    return index;
}

/* ---- layers ---- */

static void read_wish(snw_reader *r, const snw_lane *lane) {
    snw_layer_head *head = lane->head;
    head->wish_state = snw_get_below(r, lane->binding->state_count);
    head->wish_value = snw_get_double(r);
    double most = head->wish == SNW_WISH_TRAVEL ? 0 : head->wish == SNW_WISH_CROSSFADE ? 1e6 : 1e9;
    wants(r, head->wish_value >= 0 && head->wish_value <= most, "a request's number is out of range");
    if (r->fault) return;
    wants(r, lane->binding->states[head->wish_state].layer == lane->index, "a request is for another layer's state");
}

static void read_dropped(snw_reader *r, const snw_lane *lane) {
    uint32_t from = 0;
    for (;;) {
        uint32_t index = snw_get_below(r, lane->layer->plays + 1);
        if (r->fault || index == lane->layer->plays) return;
        uint32_t state = snw_get_below(r, lane->binding->state_count);
        bool good = wants(r, index >= from, "windows that close are out of order") && !r->fault &&
                    wants(r, lane->binding->states[state].layer == lane->index, "a window is of another layer");
        if (!good) return;
        from = index + 1;
        lane->dropped_states[index] = state;
        lane->head->dropped = 1;
        uint32_t *bits = lane->dropped + (size_t)index * lane->layer->words;
        wants(r, read_bits(r, lane, &lane->binding->states[state], bits), "no window closes where one is said to");
    }
}

static void read_layer(snw_reader *r, const snw_lane *lane) {
    snw_layer_head *head = lane->head;
    head->weight = snw_get_float(r);
    wants(r, head->weight >= 0 && head->weight <= 1, "a layer's weight is out of range");
    head->serial = read_serial(r);
    uint32_t flags = snw_get_byte(r);
    wants(r, flags <= 7, "a layer has flags that are not known");
    head->told = flags >> 2 & 1;
    head->wish = flags & 3;
    if (head->wish != SNW_WISH_NONE) read_wish(r, lane);
    read_run(r, lane, lane->layer->machine, 0);
    if (lane->layer->words) read_dropped(r, lane);
}

bool snw_state_read(snw_reader *reader, sinew_player *player) {
    const sinew_binding *binding = player->binding;
    read_head(reader, snw_head_of(player));
    for (uint32_t i = 0; i < binding->parameter_count && !reader->fault; ++i) read_parameter(reader, player, i);
    uint32_t driven = binding->drive_count * binding->row_count;
    for (uint32_t i = 0; i < driven && !reader->fault; ++i) read_driven(reader, &snw_driven_of(player)[i]);
    for (uint32_t i = 0; i < binding->layer_count && !reader->fault; ++i) {
        snw_lane lane = snw_lane_of(player, i);
        snw_clear_layer(&lane);
        read_layer(reader, &lane);
    }
    if (!reader->fault) snw_tracks_read(reader, player);
    return !reader->fault;
}
