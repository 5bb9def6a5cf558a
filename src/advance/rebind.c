/* From a player of one binding to a player of another: by name.
   Invariant: the new player is whole whatever the old one held; a machine whose current state is gone is at its entry.
 */
#include "advance.h"
#include "advance/events.h"
#include "advance/track.h"

#include <string.h>

typedef struct move {
    const snw_lane *from, *to;
    sinew_log *log;
} move;

/* ---- parameters ---- */

static void keep_parameter(const sinew_player *from, uint32_t old, sinew_player *to, uint32_t fresh, sinew_log *log) {
    const snw_parameter *row = &to->binding->parameters[fresh], *other = &from->binding->parameters[old];
    const snw_value *value = &snw_values(from)[old];
    double number = row->type == SINEW_PARAMETER_FLOAT ? (double)value->number : value->whole;
    if (!snw_value_allowed(row, number)) {
        snw_log_add_as(log, SINEW_SEVERITY_WARNING, SINEW_CODE_OUT_OF_RANGE, "",
                       "the value of \"%s\" would be too fast for the new graph; it has its default again", row->name);
        return;
    }
    snw_values(to)[fresh] = *value;
    if (row->type == SINEW_PARAMETER_TRIGGER) snw_ages(to)[row->slot] = snw_ages(from)[other->slot];
    if (row->type != SINEW_PARAMETER_FLOAT) return;
    snw_glides(to)[row->slot] = snw_glides(from)[other->slot];
    snw_hosts(to)[row->slot] = snw_hosts(from)[other->slot];
}

static void keep_parameters(const sinew_player *from, sinew_player *to, sinew_log *log) {
    for (uint32_t i = 0; i < from->binding->parameter_count; ++i) {
        const snw_parameter *row = &from->binding->parameters[i];
        uint32_t fresh = sinew_binding_find_parameter(to->binding, row->name);
        bool same = fresh != SINEW_NONE && to->binding->parameters[fresh].type == row->type;
        if (same) keep_parameter(from, i, to, fresh, log);
        else
            snw_log_add_as(log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_PARAMETER, "",
                           "the new graph has no parameter \"%s\" of this type; its value is gone", row->name);
    }
}

/* ---- states ---- */

static uint32_t copy_run(const move *by, uint32_t old, uint32_t machine);

static void copy_clock(const snw_clock *old, snw_cycle was, snw_clock *clock, snw_cycle cycle) {
    *clock = *old;
    if (was == cycle) return;
    clock->phase = snw_clock_position(old, was);
    if (cycle == SNW_CYCLE_LOOP && clock->phase >= 1) clock->phase = 0;
}

static void copy_time(const move *by, uint32_t old, uint32_t fresh) {
    const snw_play *source = &by->from->plays[old];
    snw_play *play = &by->to->plays[fresh];
    const snw_state *was = &by->from->binding->states[source->state], *is = &by->to->binding->states[play->state];
    if (was->zero || is->zero) return; /* it stands where entering it put it */
    copy_clock(&source->clock, was->cycle, &play->clock, is->cycle);
    play->whole = source->whole;
    play->progress = source->progress;
    by->to->before[fresh] = play->clock;
    for (uint32_t i = 0; i < is->clock_count; ++i) {
        bool same = was->clock_count == is->clock_count;
        const snw_clock *other = same ? &snw_clocks_of(by->from, old)[i] : &source->clock;
        snw_clock *clock = &snw_clocks_of(by->to, fresh)[i];
        copy_clock(other, was->cycle, clock, is->cycle);
        by->to->before_clocks[(size_t)fresh * by->to->layer->clocks + i] = *clock;
    }
}

/* The new machine's state of the old play's name, entered at the same place; SINEW_NONE if it has none of its kind. */
static uint32_t copy_play(const move *by, uint32_t old, uint32_t machine) {
    const snw_state *was = &by->from->binding->states[by->from->plays[old].state];
    uint32_t state = snw_name_table_find(by->to->binding->machines[machine].names, was->name);
    bool kept =
        state != SINEW_NONE && (by->to->binding->states[state].inner == SINEW_NONE) == (was->inner == SINEW_NONE);
    if (!kept) {
        snw_log_add_as(by->log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_STATE, "",
                       "the new graph has no state \"%s\" of this kind; what played it could not be kept", was->path);
        return SINEW_NONE;
    }
    uint32_t inner = by->to->binding->states[state].inner;
    if (inner == SINEW_NONE) {
        uint32_t play = snw_enter(by->to, state, state, 0);
        copy_time(by, old, play);
        return play;
    }
    uint32_t play = snw_new_play(by->to, state);
    by->to->plays[play].whole = 1;
    by->to->plays[play].run = copy_run(by, by->from->plays[old].run, inner);
    return play;
}

/* The same transition in the new machine: from and to by name, of several between a pair the one at the same place. */
static uint32_t same_transition(const move *by, uint32_t old, uint32_t machine) {
    if (old == SINEW_NONE) return SINEW_NONE;
    const sinew_binding *from = by->from->binding, *to = by->to->binding;
    const snw_transition *was = &from->transitions[old];
    const snw_machine *first = &from->machines[was->machine], *second = &to->machines[machine];
    uint32_t rank = 0;
    for (uint32_t i = first->first_transition; i < old; ++i) {
        const sinew_transition_desc *desc = from->transitions[i].desc;
        rank += snw_name_equal(desc->from, was->desc->from) && snw_name_equal(desc->to, was->desc->to);
    }
    for (uint32_t i = 0; i < second->transition_count; ++i) {
        const sinew_transition_desc *desc = to->transitions[second->first_transition + i].desc;
        bool same = snw_name_equal(desc->from, was->desc->from) && snw_name_equal(desc->to, was->desc->to);
        if (same && rank-- == 0) return second->first_transition + i;
    }
    return SINEW_NONE;
}

/* What is left behind in a fade: false if the new graph cannot go on with it. */
static bool copy_sources(const move *by, const snw_run *old, snw_run *run, uint32_t machine) {
    if (old->source == SNW_SOURCE_LIVE && !by->to->binding->machines[machine].live) {
        snw_log_add_as(by->log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_STATE, "",
                       "no transition of the new graph holds live where one was fading to \"%s\"; the fade ends there",
                       by->from->binding->states[by->from->plays[old->current].state].path);
        return false;
    }
    if (old->first != SINEW_NONE) run->first = copy_play(by, old->first, machine);
    if (old->second != SINEW_NONE) run->second = copy_play(by, old->second, machine);
    return (run->first == SINEW_NONE) == (old->first == SINEW_NONE) &&
           (run->second == SINEW_NONE) == (old->second == SINEW_NONE);
}

static void copy_fade(const move *by, const snw_run *old, snw_run *run, uint32_t machine) {
    if (old->source == SNW_SOURCE_NONE) return;
    if (!copy_sources(by, old, run, machine)) {
        snw_drop_sources(by->to, run);
        return;
    }
    run->source = old->source;
    run->curve = old->curve;
    run->mix = old->mix;
    run->elapsed = old->elapsed;
    run->duration = old->duration;
    run->transition = same_transition(by, old->transition, machine);
    if (old->match_from != SINEW_NONE) snw_keep_in_step(by->to, run);
}

static uint32_t copy_run(const move *by, uint32_t old, uint32_t machine) {
    uint32_t index = snw_new_run(by->to, machine);
    const snw_run *source = &by->from->runs[old];
    snw_run *run = &by->to->runs[index];
    run->request = source->request;
    uint32_t current = copy_play(by, source->current, machine);
    if (current == SINEW_NONE) {
        uint32_t entry = by->to->binding->machines[machine].entry;
        run->current = snw_enter(by->to, entry, entry, 0);
        run->request = 0;
        return index;
    }
    run->current = current;
    copy_fade(by, source, run, machine);
    return index;
}

/* ---- layers ---- */

static void copy_wish(const move *by) {
    const snw_layer_head *old = by->from->head;
    if (old->wish == SNW_WISH_NONE) return;
    const char *path = by->from->binding->states[old->wish_state].path;
    uint32_t state = sinew_binding_find_state(by->to->binding, by->to->index, path);
    if (state == SINEW_NONE) {
        snw_log_add_as(by->log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_STATE, "",
                       "the new graph has no state \"%s\"; the request to go there is gone", path);
        return;
    }
    by->to->head->wish = old->wish;
    by->to->head->wish_state = state;
    by->to->head->wish_value = old->wish_value;
}

static void copy_layer(const move *by) {
    const snw_lane *to = by->to;
    bool driven = to->layer->weight_parameter != SINEW_NONE || by->from->layer->weight_parameter != SINEW_NONE;
    if (!driven) to->head->weight = by->from->head->weight;
    to->head->serial = by->from->head->serial;
    to->head->told = by->from->head->told;
    copy_wish(by);
    snw_clear_layer(to);
    if (by->from->runs[0].current == SINEW_NONE) to->runs[snw_new_run(to, to->layer->machine)].current = SINEW_NONE;
    else copy_run(by, 0, to->layer->machine);
}

static void copy_layers(const sinew_player *from, sinew_player *to, sinew_log *log) {
    for (uint32_t i = 0; i < from->binding->layer_count; ++i) {
        const char *name = from->binding->layers[i].name;
        uint32_t fresh = sinew_binding_find_layer(to->binding, name);
        if (fresh == SINEW_NONE) {
            snw_log_add_as(log, SINEW_SEVERITY_WARNING, SINEW_CODE_UNKNOWN_LAYER, "",
                           "the new graph has no layer \"%s\"; what it played is gone", name);
            continue;
        }
        snw_lane old_lane = snw_lane_of(from, i), new_lane = snw_lane_of(to, fresh);
        move by = { &old_lane, &new_lane, log };
        copy_layer(&by);
        snw_drive_keep(from, i, to, fresh);
    }
}

/* The same states doing the same under the same names: then the state part means the same, bit for bit. */
static bool same_shape(const sinew_binding *a, const sinew_binding *b) {
    if (a == b) return true;
    bool same = snw_tracks_same(a, b) && snw_drives_same(a, b) &&
                sinew_graph_hash(a->graph) == sinew_graph_hash(b->graph) && a->state_size == b->state_size &&
                a->state_count == b->state_count && a->transition_count == b->transition_count;
    for (uint32_t i = 0; same && i < a->state_count; ++i) {
        const snw_state *first = &a->states[i], *second = &b->states[i];
        same = snw_name_equal(first->path, second->path) && first->cycle == second->cycle &&
               first->zero == second->zero && first->clock_count == second->clock_count;
    }
    for (uint32_t i = 0; same && i < a->parameter_count; ++i)
        same = b->parameters[i].speed_limit >= a->parameters[i].speed_limit;
    return same;
}

/* Everything but the windows, which do not go over. */
static void copy_state(const sinew_player *from, sinew_player *to) {
    const sinew_binding *binding = to->binding;
    size_t before_layers = binding->layer_count ? binding->layers[0].offset : binding->tracks_offset;
    memcpy(snw_state_part(to), snw_state_part(from), before_layers);
    for (uint32_t i = 0; i < binding->layer_count; ++i) {
        snw_lane lane = snw_lane_of(to, i);
        char *block = snw_state_part(to) + binding->layers[i].offset;
        snw_events_drop(&lane);
        uint32_t dropped = lane.head->dropped;
        memcpy(block, snw_state_part(from) + from->binding->layers[i].offset, (size_t)((char *)lane.bits - block));
        lane.head->dropped = dropped;
    }
    memcpy(snw_state_part(to) + binding->tracks_offset, snw_state_part(from) + from->binding->tracks_offset,
           binding->state_size - binding->tracks_offset);
    for (uint32_t i = 0; i < binding->track_count; ++i)
        memset(snw_track_of(to, i).bits, 0, binding->track_words * sizeof(uint32_t));
}

sinew_result sinew_player_rebind(const sinew_player *from, sinew_player *to, sinew_log *log) {
    if (!from || !to || from == to) return SINEW_ERROR_ARGUMENT;
    if (same_shape(from->binding, to->binding)) {
        copy_state(from, to);
        memcpy(snw_hosts(to), snw_hosts(from), to->binding->float_count * sizeof(snw_host));
        return SINEW_OK;
    }
    *snw_head_of(to) = *snw_head_of(from);
    snw_player_start(to);
    memset(snw_driven_of(to), 0, (size_t)to->binding->drive_count * to->binding->row_count * sizeof(snw_driven));
    keep_parameters(from, to, log);
    copy_layers(from, to, log);
    snw_tracks_start(to);
    snw_tracks_keep(from, to, log);
    return SINEW_OK;
}
