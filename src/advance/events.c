/* What playback tells: see events.h for who calls, docs/semantics.md for the rules.
   Invariant: in a piece weights move only with fades, so the weight of an event is known for its own moment; the loops
   below are bounded by the events of the clips and by the room for them, not by how long the piece is. */
#include "advance/events.h"

#include <math.h>
#include <string.h>

/* ---- who is heard ---- */

/* Walks a piece and says of each clip with events whether it is heard: it fires, its layer counts, and it is the
   heaviest of its state unless all are to tell. */
static void listen(const snw_lane *lane) {
    float weight = snw_layer_weight(lane);
    bool counts = weight > 0 && weight >= (float)lane->layer->desc->event_threshold;
    bool all = lane->binding->desc->events == SINEW_EVENTS_ALL;
    uint32_t play = SINEW_NONE, heaviest = SINEW_NONE; /* of the play looked at last */
    for (uint32_t i = 0; i < lane->work->visit_count; ++i) {
        snw_visit *visit = &lane->work->visits[i];
        visit->heard = counts && visit->fires && lane->binding->nodes[visit->node].row;
        if (!visit->heard || all) continue;
        if (play != visit->play) {
            play = visit->play;
            const snw_state *state = &lane->binding->states[lane->plays[play].state];
            heaviest = snw_motion_heaviest_node(lane, state->node, lane->work->scratch);
        }
        visit->heard = visit->node == heaviest;
    }
}

/* ---- telling ---- */

/* A clip that is heard in a piece, or a state that tells its loops (then without a clip). */
typedef struct teller {
    const snw_lane *lane;
    uint32_t play, state;
    const snw_clip_row *row;
    uint32_t *bits; /* of the play */
    uint32_t bit;   /* of its first window, or SINEW_NONE */
    snw_course course;
    snw_path path;
    double seconds; /* the piece's */
    float factor;   /* what its state's weight is multiplied by */
    float threshold;
    bool silent; /* below the threshold all through the piece: it opens nothing and tells no points */
} teller;

static float weight_at(const teller *t, double seconds) {
    return (float)(snw_play_weight(t->lane, t->play, seconds) * (double)t->factor);
}

static teller teller_of(const snw_lane *lane, const snw_visit *visit, double seconds) {
    const snw_node *node = &lane->binding->nodes[visit->node];
    teller t = { .lane = lane, .play = visit->play, .row = node->row, .course = visit->course, .seconds = seconds };
    t.state = lane->plays[t.play].state;
    t.bits = snw_bits_of(lane, t.play);
    t.bit = node->bit == SINEW_NONE ? SINEW_NONE : node->bit + 1;
    t.factor = visit->share * snw_layer_weight(lane);
    t.threshold = (float)lane->layer->desc->event_threshold;
    t.path = snw_path_of(&visit->before, &visit->after, visit->cycle, snw_course_backwards(&visit->course));
    t.silent = !snw_any_fade(lane) && weight_at(&t, 0) < t.threshold;
    return t;
}

/* Seconds into the piece at which it has gone so many lengths. */
static double moment_of(const teller *t, double lengths) {
    double seconds = lengths > 0 ? snw_course_until(&t->course, lengths) : 0;
    return seconds < t->seconds ? seconds : t->seconds;
}

typedef struct telling {
    sinew_event_kind kind;
    uint32_t mark;
    double seconds; /* into the piece */
    double until;   /* see snw_told */
    uint32_t rank;
    float weight;
} telling;

static void tell(const teller *t, const telling *what) {
    const snw_lane *lane = t->lane;
    snw_told told = { .at = lane->work->now + what->seconds, .until = what->until, .rank = what->rank };
    told.event = (sinew_event){ .weight = what->weight, .layer = (uint16_t)lane->index, .clip = SINEW_NONE };
    told.event.kind = (uint16_t)what->kind;
    told.event.event = what->mark;
    told.event.state = t->state;
    if (t->row) told.event.clip = t->row->clip;
    if (t->bit != SINEW_NONE && t->row->marks[what->mark].slot != SINEW_NONE)
        told.key = (uint64_t)t->play << 32 | (t->bit + t->row->marks[what->mark].slot);
    snw_told_add(lane, &told);
}

static void tell_at(const teller *t, sinew_event_kind kind, uint32_t mark, double seconds, double until,
                    uint32_t rank) {
    telling what = { kind, mark, seconds, until, rank, weight_at(t, seconds) };
    if (t->row && what.weight < t->threshold) return;
    tell(t, &what);
}

/* ---- windows ---- */

static bool open_now(const teller *t, uint32_t slot) { return snw_bit(t->bits, t->bit + slot); }

static snw_begun *begun_of(const teller *t, uint32_t bit) {
    const snw_layer *layer = t->lane->layer;
    return &t->lane->work->begun[layer->first_bit + (size_t)t->play * layer->bits + bit];
}

static void open_window(const teller *t, uint32_t mark, double seconds, double until) {
    uint32_t bit = t->bit + t->row->marks[mark].slot;
    telling what = { SINEW_EVENT_BEGIN, mark, seconds, until, SNW_RANK_REST, weight_at(t, seconds) };
    if (what.weight < t->threshold) return;
    tell(t, &what);
    snw_bit_put(t->bits, bit, true);
    *begun_of(t, bit) = (snw_begun){ t->lane->work->now + seconds, t->lane->work->begun_in };
}

/* Whatever it weighs: it has been told to open. One that opened at this very moment closes after it did. */
static void close_window(const teller *t, uint32_t mark, double seconds, double until, float weight) {
    uint32_t bit = t->bit + t->row->marks[mark].slot;
    const snw_begun *begun = begun_of(t, bit);
    bool fresh = begun->serial == t->lane->work->begun_in && t->lane->work->now + seconds - begun->at < SNW_MOMENT;
    telling what = { SINEW_EVENT_END, mark, seconds, until, fresh ? SNW_RANK_REST : SNW_RANK_END, weight };
    tell(t, &what);
    snw_bit_put(t->bits, bit, false);
}

/* Closes what is open of a clip node, where playback does not bring it. */
static void close_node(teller *t, const snw_node *node) {
    t->row = node->row;
    t->bit = node->bit + 1;
    for (uint32_t i = 0; i < node->row->event_count; ++i) {
        uint32_t slot = node->row->marks[i].slot;
        if (slot != SINEW_NONE && open_now(t, slot)) close_window(t, i, 0, -1, 0);
    }
    snw_bit_put(t->bits, node->bit, false);
}

static bool any_bit(const snw_lane *lane, const uint32_t *bits) {
    for (uint32_t i = 0; i < lane->layer->words; ++i)
        if (bits[i]) return true;
    return false;
}

/* Closes the windows of those clip nodes of a state that are heard no more; with `heard` NULL of all. */
static void close_unheard(const snw_lane *lane, uint32_t play, uint32_t state, uint32_t *bits, const uint32_t *heard) {
    const snw_state *row = &lane->binding->states[state];
    teller t = { .lane = lane, .play = play, .state = state, .bits = bits };
    if (!any_bit(lane, bits)) return;
    for (uint32_t i = row->node; i < row->node + row->node_count; ++i) {
        const snw_node *node = &lane->binding->nodes[i];
        if (node->bit == SINEW_NONE || !snw_bit(bits, node->bit)) continue;
        if (!heard || !snw_bit(heard, node->bit)) close_node(&t, node);
    }
}

/* A clip that starts to be heard opens the windows that it stands in. */
static void open_around(const teller *t) {
    for (uint32_t i = 0; i < t->row->event_count; ++i) {
        const snw_mark *mark = &t->row->marks[i];
        if (mark->slot == SINEW_NONE || open_now(t, mark->slot)) continue;
        if (snw_path_starts_in(&t->path, snw_stretch_of(mark, t->path.ascends))) open_window(t, i, 0, -1);
    }
}

/* ---- a piece ---- */

/* Where the end of a pass lies in this piece: negative for those that are not whole in it. */
static double whole_until(const teller *t, uint64_t pass) {
    if (pass == 0 || pass >= t->path.passes) return -1;
    return t->lane->work->now + moment_of(t, (double)pass - t->path.from + 1);
}

static void pass_window(const teller *t, uint64_t pass, uint32_t index, double until) {
    const snw_mark *mark = &t->row->marks[index];
    snw_stretch s = snw_stretch_of(mark, snw_path_ascends(&t->path, pass));
    double behind = (double)pass - t->path.from;
    if (!open_now(t, mark->slot) && snw_path_opens(&t->path, pass, s))
        open_window(t, index, moment_of(t, behind + s.from), until);
    if (!open_now(t, mark->slot) || !snw_path_closes(&t->path, pass, s)) return;
    double seconds = moment_of(t, behind + s.to);
    close_window(t, index, seconds, until, weight_at(t, seconds));
}

static void pass_mark(const teller *t, uint64_t pass, uint32_t index, double until) {
    const snw_mark *mark = &t->row->marks[index];
    if (mark->slot != SINEW_NONE) {
        pass_window(t, pass, index, until);
        return;
    }
    double at = snw_stretch_of(mark, snw_path_ascends(&t->path, pass)).from;
    if (!snw_path_meets(&t->path, pass, at)) return;
    double seconds = moment_of(t, (double)pass - t->path.from + at);
    uint32_t rank = at >= 1 ? SNW_RANK_PASS_END : SNW_RANK_REST;
    tell_at(t, mark->window ? SINEW_EVENT_BEGIN : SINEW_EVENT_POINT, index, seconds, until, rank);
    if (mark->window) tell_at(t, SINEW_EVENT_END, index, seconds, until, rank);
}

static void tell_pass(const teller *t, uint64_t pass) {
    double until = whole_until(t, pass);
    if (!t->row) {
        if (pass == t->path.passes) return;
        double seconds = moment_of(t, (double)pass - t->path.from + 1);
        tell_at(t, SINEW_EVENT_LOOPED, SINEW_NONE, seconds, until, SNW_RANK_PASS_END);
        return;
    }
    bool ascends = snw_path_ascends(&t->path, pass);
    for (uint32_t i = 0; i < t->row->event_count; ++i)
        pass_mark(t, pass, ascends ? i : t->row->event_count - 1 - i, until);
}

static double in_one_pass(const teller *t) { return t->row ? (double)t->row->told : 1; }
static uint64_t whole_passes(const teller *t) { return t->path.passes && !t->silent ? t->path.passes - 1 : 0; }

/* Of the passes that lie whole in the piece, those that have ended so many seconds into it. */
static uint64_t ended_by(const teller *t, double seconds) {
    uint64_t whole = whole_passes(t);
    double ended = fabs(snw_course_lengths(&t->course, seconds)) + t->path.from - 1;
    return ended >= (double)whole ? whole : ended > 0 ? (uint64_t)ended : 0;
}

static void tell_passes(const teller *t, double skipped_until) {
    uint64_t skipped = ended_by(t, skipped_until);
    snw_told_drop(t->lane->work, (double)skipped * in_one_pass(t));
    tell_pass(t, 0);
    if (t->silent) return;
    for (uint64_t pass = 1 + skipped; pass <= t->path.passes; ++pass) tell_pass(t, pass);
}

/* A state that does not loop has ended when it has played one length. */
static void tell_ended(const teller *t) {
    snw_play play = t->lane->plays[t->play];
    if (play.whole > 0) return;
    double left = 1 - play.progress;
    snw_play_progress(&play, snw_course_lengths(&t->course, t->seconds));
    if (play.whole > 0) tell_at(t, SINEW_EVENT_ENDED, SINEW_NONE, moment_of(t, left), -1, SNW_RANK_PASS_END);
}

static bool goes(const snw_course *course) {
    return course->rate < 0 || course->rate > 0 || course->slope < 0 || course->slope > 0;
}

/* ---- the tellers of a piece ---- */

typedef void (*visitor)(const teller *t, void *user);

static void visit_clips(const snw_lane *lane, double seconds, visitor each, void *user) {
    for (uint32_t i = 0; i < lane->work->visit_count; ++i) {
        const snw_visit *visit = &lane->work->visits[i];
        if (!visit->heard || !goes(&visit->course)) continue;
        teller t = teller_of(lane, visit, seconds);
        each(&t, user);
    }
}

/* States tell that they end or loop whatever they weigh. */
static void visit_states(const snw_lane *lane, double seconds, visitor each, void *user) {
    if (!lane->binding->desc->tell_loops) return;
    for (uint32_t i = 0; i < lane->layer->plays; ++i) {
        const snw_place *place = &lane->work->places[i];
        if (!place->there || !place->fires) continue;
        const snw_state *state = &lane->binding->states[lane->plays[i].state];
        if (state->node == SINEW_NONE) continue;
        snw_course course = snw_play_course(lane, i);
        if (!goes(&course)) continue;
        snw_clock after = snw_play_after(lane, i, seconds);
        teller t = { .lane = lane, .play = i, .bit = SINEW_NONE, .course = course, .seconds = seconds };
        t.state = lane->plays[i].state;
        t.factor = snw_layer_weight(lane);
        t.path = snw_path_of(&lane->plays[i].clock, &after, state->cycle, snw_course_backwards(&course));
        each(&t, user);
    }
}

static void visit_all(const snw_lane *lane, double seconds, visitor each, void *user) {
    visit_clips(lane, seconds, each, user);
    visit_states(lane, seconds, each, user);
}

typedef struct sums {
    double single, whole; /* events that the piece brings at most: in passes that are whole in it, and else */
    double until;         /* with passes left out that have ended so many seconds into it */
} sums;

static void count_teller(const teller *t, void *user) {
    sums *s = user;
    s->single += 2 * in_one_pass(t);
    s->whole += (double)(whole_passes(t) - ended_by(t, s->until)) * in_one_pass(t);
}

/* The earliest moment such that the passes that end after it have room. */
static double find_cut(const snw_lane *lane, double seconds, double room) {
    double low = 0, high = seconds;
    for (int i = 0; i < 64; ++i) {
        sums s = { 0, 0, low + (high - low) / 2 };
        visit_all(lane, seconds, count_teller, &s);
        if (s.whole > room) low = s.until;
        else high = s.until;
    }
    return high;
}

static void tell_teller(const teller *t, void *user) {
    const double *until = user;
    bool ends = !t->row && t->lane->binding->states[t->lane->plays[t->play].state].cycle == SNW_CYCLE_ONCE;
    if (ends) tell_ended(t);
    else tell_passes(t, *until);
}

/* ---- windows at the start of a piece or at a moment ---- */

/* What is heard opens what it stands in, what is heard no more closes. */
static void settle_windows(const snw_lane *lane) {
    snw_work *work = lane->work;
    size_t words = lane->layer->words;
    if (!words) return;
    memset(work->heard, 0, lane->layer->plays * words * sizeof *work->heard);
    for (uint32_t i = 0; i < work->visit_count; ++i) {
        const snw_visit *visit = &work->visits[i];
        const snw_node *node = &lane->binding->nodes[visit->node];
        if (node->bit == SINEW_NONE || !visit->heard) continue;
        snw_bit_put(work->heard + visit->play * words, node->bit, true);
        teller t = teller_of(lane, visit, 0);
        if (snw_bit(t.bits, node->bit)) continue;
        snw_bit_put(t.bits, node->bit, true);
        open_around(&t);
    }
    for (uint32_t i = 0; i < lane->layer->plays; ++i) {
        uint32_t state = lane->plays[i].state;
        if (state != SINEW_NONE) close_unheard(lane, i, state, snw_bits_of(lane, i), work->heard + i * words);
    }
}

void snw_events_piece(const snw_lane *lane, double seconds) {
    listen(lane);
    settle_windows(lane);
    sums all = { 0, 0, 0 };
    visit_all(lane, seconds, count_teller, &all);
    if (!(all.single > 0)) return;
    double room = snw_told_make_room(lane, all.single, all.whole);
    double until = room < all.whole ? find_cut(lane, seconds, room) : 0;
    visit_all(lane, seconds, tell_teller, &until);
}

/* ---- moments ---- */

/* What lies exactly where a state starts; of a clip without length all. */
static void tell_start(const teller *t, bool at_once) {
    for (uint32_t i = 0; i < t->row->event_count; ++i) {
        const snw_mark *mark = &t->row->marks[i];
        double at = snw_stretch_of(mark, t->path.ascends).from;
        if (mark->slot != SINEW_NONE || (!at_once && fabs(at - t->path.from) > SNW_NEAR)) continue;
        tell_at(t, mark->window ? SINEW_EVENT_BEGIN : SINEW_EVENT_POINT, i, 0, -1, SNW_RANK_REST);
        if (mark->window) tell_at(t, SINEW_EVENT_END, i, 0, -1, SNW_RANK_REST);
    }
}

static void tell_starts(const snw_lane *lane) {
    for (uint32_t i = 0; i < lane->work->visit_count; ++i) {
        const snw_visit *visit = &lane->work->visits[i];
        if (!visit->heard || !lane->work->entered[visit->play]) continue;
        teller t = teller_of(lane, visit, 0);
        tell_start(&t, lane->binding->nodes[visit->node].zero);
    }
}

static void tell_ended_at_once(const snw_lane *lane) {
    for (uint32_t i = 0; lane->binding->desc->tell_loops && i < lane->layer->plays; ++i) {
        if (!lane->work->entered[i] || lane->plays[i].state == SINEW_NONE) continue;
        const snw_state *state = &lane->binding->states[lane->plays[i].state];
        bool ended = state->node != SINEW_NONE && state->cycle == SNW_CYCLE_ONCE && lane->plays[i].whole > 0;
        teller t = { .lane = lane, .play = i, .state = lane->plays[i].state, .bit = SINEW_NONE };
        t.factor = snw_layer_weight(lane);
        if (ended && lane->work->places[i].fires) tell_at(&t, SINEW_EVENT_ENDED, SINEW_NONE, 0, -1, SNW_RANK_REST);
    }
}

void snw_events_begin(const snw_lane *lane, bool first) {
    snw_work *work = lane->work;
    memset(work->entered, 0, lane->layer->plays);
    work->any_entered = false;
    if (!first || !lane->head->dropped) return;
    lane->head->dropped = 0;
    for (uint32_t i = 0; i < lane->layer->plays; ++i) {
        close_unheard(lane, i, lane->dropped_states[i], lane->dropped + (size_t)i * lane->layer->words, NULL);
        lane->dropped_states[i] = 0;
    }
}

void snw_events_settle(const snw_lane *lane) {
    snw_work *work = lane->work;
    if (!lane->layer->tells || !(work->any_entered || lane->layer->bits)) return;
    snw_walk(lane, 0);
    listen(lane);
    if (work->any_entered) {
        tell_starts(lane);
        tell_ended_at_once(lane);
        memset(work->entered, 0, lane->layer->plays);
        work->any_entered = false;
    }
    settle_windows(lane);
}

void snw_events_leave(const snw_lane *lane, uint32_t play) {
    if (lane->layer->bits) close_unheard(lane, play, lane->plays[play].state, snw_bits_of(lane, play), NULL);
}

void snw_events_drop(const snw_lane *lane) {
    size_t words = lane->layer->words;
    for (uint32_t i = 0; words && i < lane->layer->plays; ++i) {
        uint32_t *bits = snw_bits_of(lane, i);
        if (!any_bit(lane, bits)) continue;
        lane->head->dropped = 1;
        lane->dropped_states[i] = lane->plays[i].state;
        memcpy(lane->dropped + i * words, bits, words * sizeof *bits);
        memset(bits, 0, words * sizeof *bits);
    }
}

uint32_t snw_events_open(const snw_lane *lane, sinew_open_window *out, uint32_t capacity) {
    uint32_t count = 0;
    for (uint32_t i = 0; lane->layer->words && i < lane->layer->plays; ++i) {
        uint32_t state = lane->plays[i].state;
        const uint32_t *bits = snw_bits_of(lane, i);
        if (state == SINEW_NONE || !any_bit(lane, bits)) continue;
        const snw_state *row = &lane->binding->states[state];
        for (uint32_t k = row->node; k < row->node + row->node_count; ++k) {
            const snw_node *node = &lane->binding->nodes[k];
            for (uint32_t e = 0; node->bit != SINEW_NONE && e < node->row->event_count; ++e) {
                uint32_t slot = node->row->marks[e].slot;
                if (slot == SINEW_NONE || !snw_bit(bits, node->bit + 1 + slot)) continue;
                if (count < capacity) out[count] = (sinew_open_window){ lane->index, state, node->clip, e };
                count++;
            }
        }
    }
    return count;
}
