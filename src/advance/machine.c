/* Which transition goes: the outermost machine first, in each by priority, then order.
   Invariant: one that only waits never hides one that could go; judging changes nothing. */
#include "advance.h"

#include <math.h>

/* A sorted list of transitions with the play that they leave. */
typedef struct list {
    const uint32_t *at, *end;
    uint32_t play;
    bool allowed; /* the running fade may be cut by them */
} list;

/* The lists of a run, merged. Earlier lists win at equal priority, but for a state's own and "*" on one side, which
   go by order in the file. */
typedef struct candidates {
    list lists[4]; /* source: own, any; current: own, any */
} candidates;

static list list_of(const uint32_t *rows, uint32_t count, uint32_t play, bool allowed, bool wanted) {
    return (list){ rows, rows + (wanted ? count : 0), play, allowed };
}

static candidates candidates_of(const snw_lane *lane, const snw_run *run, bool outer_fade) {
    candidates all = { { { 0 } } };
    const snw_machine *machine = &lane->binding->machines[run->machine];
    const snw_state *current = &lane->binding->states[lane->plays[run->current].state];
    bool fading = run->source != SNW_SOURCE_NONE, judge_all = lane->work->verdicts != NULL;
    sinew_interrupt rule = SINEW_INTERRUPT_NONE;
    if (run->transition != SINEW_NONE) rule = lane->binding->transitions[run->transition].desc->interrupt;
    bool target = !fading || (!outer_fade && (rule == SINEW_INTERRUPT_TARGET || rule == SINEW_INTERRUPT_BOTH));
    bool source = fading && !outer_fade && (rule == SINEW_INTERRUPT_SOURCE || rule == SINEW_INTERRUPT_BOTH);
    bool plays = run->source == SNW_SOURCE_PLAY;
    if (fading && (source || judge_all)) {
        const snw_state *left = plays ? &lane->binding->states[lane->plays[run->first].state] : NULL;
        if (left) all.lists[0] = list_of(left->out, left->out_count, run->first, source, true);
        /* Judged on the current side already where it counts only there. */
        all.lists[1] = list_of(machine->any, machine->any_count, plays ? run->first : SINEW_NONE, source, source);
    }
    all.lists[2] = list_of(current->out, current->out_count, run->current, target, target || judge_all);
    all.lists[3] = list_of(machine->any, machine->any_count, run->current, target, target || (judge_all && !source));
    return all;
}

/* Whether the head of list b goes before that of list a. */
static bool goes_before(const snw_lane *lane, const list *b, const list *a, bool same_side) {
    const snw_transition *other = &lane->binding->transitions[*b->at], *best = &lane->binding->transitions[*a->at];
    if (other->priority != best->priority) return other->priority > best->priority;
    return same_side && other->index < best->index;
}

static bool next_candidate(const snw_lane *lane, candidates *all, snw_pick *pick, bool *allowed) {
    list *best = NULL;
    for (int i = 0; i < 4; ++i) {
        list *other = &all->lists[i];
        if (other->at == other->end) continue;
        bool same_side = best && (best - all->lists) / 2 == i / 2;
        if (!best || goes_before(lane, other, best, same_side)) best = other;
    }
    if (!best) return false;
    pick->transition = *best->at++;
    pick->play = best->play;
    *allowed = best->allowed;
    return true;
}

/* ---- one transition ---- */

static bool bit(const uint32_t *bits, uint32_t index) { return bits[index / 32] >> index % 32 & 1; }

static bool compares(double value, uint8_t test, double wanted) {
    switch (test) {
    case SINEW_TEST_EQUAL: return !(value < wanted) && !(value > wanted);
    case SINEW_TEST_NOT_EQUAL: return value < wanted || value > wanted;
    case SINEW_TEST_LESS: return value < wanted;
    case SINEW_TEST_LESS_EQUAL: return value <= wanted;
    case SINEW_TEST_GREATER: return value > wanted;
    default: return value >= wanted;
    }
}

static double value_of(const snw_lane *lane, const snw_condition *condition) {
    const snw_value *value = &lane->values[condition->parameter];
    return condition->type == SINEW_PARAMETER_FLOAT ? (double)value->number : value->whole;
}

/* `through`: the transition follows an <exit> asked for at this moment, and may use the same triggers. */
static bool trigger_free(const snw_lane *lane, const snw_condition *condition, bool through) {
    uint32_t slot = lane->binding->parameters[condition->parameter].slot;
    if (!bit(lane->work->used, slot)) return true;
    return through && bit(lane->work->exit_used, slot);
}

static bool conditions_hold(const snw_lane *lane, const snw_transition *row, bool through, sinew_verdict *verdict) {
    for (uint32_t i = 0; i < row->condition_count; ++i) {
        const snw_condition *condition = &row->conditions[i];
        bool trigger = condition->type == SINEW_PARAMETER_TRIGGER;
        double value = value_of(lane, condition);
        bool holds = trigger ? value > 0 : compares(value, condition->test, condition->value);
        bool used = holds && trigger && !trigger_free(lane, condition, through);
        if (holds && !used) continue;
        verdict->kind = (uint16_t)(used ? SINEW_VERDICT_TRIGGER_USED : SINEW_VERDICT_CONDITION);
        verdict->condition = (uint16_t)i;
        verdict->value = (float)value;
        verdict->wanted = trigger ? 1 : (float)condition->value;
        return false;
    }
    return true;
}

/* How far in progress an exit is from where a play stands; <= 0: reached. */
static double to_go(const snw_play *play, double exit) { return exit - (double)play->whole - play->progress; }

static bool each_loop(const snw_lane *lane, const snw_transition *row, uint32_t play) {
    const snw_state *state = &lane->binding->states[lane->plays[play].state];
    return row->desc->exit_each_loop && row->exit < 1 && state->cycle != SNW_CYCLE_ONCE;
}

static double near_of(const snw_course *course) {
    double near = fabs(course->rate) * SNW_MOMENT;
    return near > 1e-12 ? near : 1e-12;
}

/* Seconds until the exit is reached: 0 if it is; with exitEachLoop only while it is being passed. Where it is passed
   just now, *again (if asked for) is when it is passed the next time. */
static double exit_in(const snw_lane *lane, const snw_transition *row, uint32_t play, double *again) {
    snw_course course = snw_play_course(lane, play);
    const snw_play *from = &lane->plays[play];
    if (again) *again = INFINITY;
    if (!each_loop(lane, row, play)) {
        double exit = row->has_exit ? row->exit : 1;
        double left = to_go(from, exit);
        if (left <= 1e-12 * (1 + exit)) return 0;
        double seconds = snw_course_until(&course, left);
        return seconds <= SNW_MOMENT ? 0 : seconds;
    }
    bool there, backwards = snw_course_backwards(&course);
    snw_cycle cycle = lane->binding->states[from->state].cycle;
    double ahead = snw_clock_ahead(&from->clock, cycle, row->exit, backwards, near_of(&course), &there);
    double seconds = snw_course_until(&course, ahead);
    if (again) *again = seconds;
    return there ? 0 : seconds;
}

/* What its exit time says: WENT (nothing in its way), EXIT, REQUEST or NEVER; *seconds until it is reached. */
static sinew_verdict_kind judge_exit(const snw_lane *lane, const snw_transition *row, uint32_t play, double *seconds) {
    *seconds = INFINITY;
    if (play == SINEW_NONE) return row->has_exit || !row->condition_count ? SINEW_VERDICT_EXIT : SINEW_VERDICT_WENT;
    const snw_play *from = &lane->plays[play];
    bool bare = !row->has_exit && !row->condition_count;
    if (from->run != SINEW_NONE) {
        bool waits = row->has_exit || bare;
        return waits && !lane->runs[from->run].request ? SINEW_VERDICT_REQUEST : SINEW_VERDICT_WENT;
    }
    if (!row->has_exit && !bare) return SINEW_VERDICT_WENT;
    if (bare && lane->binding->states[from->state].cycle != SNW_CYCLE_ONCE) return SINEW_VERDICT_NEVER;
    *seconds = exit_in(lane, row, play, NULL);
    return *seconds > 0 ? SINEW_VERDICT_EXIT : SINEW_VERDICT_WENT;
}

static bool over_limit(const snw_lane *lane, const snw_run *run, const snw_transition *row) {
    const snw_work *work = lane->work;
    if (row->to == SINEW_NONE) return run->request; /* asked for already */
    if (work->started >= SNW_ADVANCE_LIMIT || work->at_moment >= lane->binding->per_moment) return true;
    for (uint32_t i = 0; i < work->left_count; ++i)
        if (work->left[i] == row->to) return true;
    return false;
}

/* Disabled, or it would enter the state that is current without saying "self". */
static bool out_of_question(const snw_lane *lane, const snw_run *run, const snw_transition *row,
                            sinew_verdict *verdict) {
    bool current = row->to == lane->plays[run->current].state;
    bool fading = run->source != SNW_SOURCE_NONE;
    bool again = current && !row->desc->self && (row->from == SINEW_NONE || fading);
    if (row->desc->disabled) verdict->kind = SINEW_VERDICT_DISABLED;
    else if (again) verdict->kind = SINEW_VERDICT_SELF;
    return row->desc->disabled || again;
}

/* Fills the verdict: WENT says that it is ready. */
static void judge(const snw_lane *lane, const snw_pick *pick, bool allowed, sinew_verdict *verdict) {
    const snw_run *run = &lane->runs[pick->run];
    const snw_transition *row = &lane->binding->transitions[pick->transition];
    *verdict = (sinew_verdict){ .kind = SINEW_VERDICT_NOT_LOOKED_AT, .by = SINEW_NONE, .at = (float)lane->work->now };
    if (out_of_question(lane, run, row, verdict)) return;
    uint32_t inner = pick->play == SINEW_NONE ? SINEW_NONE : lane->plays[pick->play].run;
    bool through = inner != SINEW_NONE && inner == lane->work->asked_run;
    if (!conditions_hold(lane, row, through, verdict)) return;
    double seconds;
    sinew_verdict_kind kind = judge_exit(lane, row, pick->play, &seconds);
    if (kind == SINEW_VERDICT_EXIT) {
        verdict->wanted = row->has_exit ? (float)row->exit : 1;
        verdict->value = pick->play == SINEW_NONE ? 0 : (float)snw_play_total(&lane->plays[pick->play]);
    }
    if (kind == SINEW_VERDICT_WENT && !allowed) kind = SINEW_VERDICT_INTERRUPT;
    if (kind == SINEW_VERDICT_WENT && over_limit(lane, run, row)) kind = SINEW_VERDICT_LIMIT;
    verdict->kind = (uint16_t)kind;
}

/* ---- a machine, and those inside it ---- */

/* What went in this advance went. Of several looks at one moment the first says most, since those after it see the
   transition that started then; unless a look finds that it is ready. */
static void note(sinew_verdict *old, const sinew_verdict *verdict) {
    bool went = old->kind == SINEW_VERDICT_WENT;
    bool looked_at = old->kind != SINEW_VERDICT_NOT_LOOKED_AT && !(old->at < verdict->at);
    bool ready = verdict->kind == SINEW_VERDICT_WENT || verdict->kind == SINEW_VERDICT_HIDDEN ||
                 verdict->kind == SINEW_VERDICT_LIMIT;
    if (!went && (ready || !looked_at)) *old = *verdict;
}

static bool find_in(const snw_lane *lane, uint32_t run, bool outer_fade, snw_pick *found) {
    candidates all = candidates_of(lane, &lane->runs[run], outer_fade);
    snw_pick pick = { .run = run };
    bool allowed, any = false;
    while (next_candidate(lane, &all, &pick, &allowed)) {
        sinew_verdict verdict;
        judge(lane, &pick, allowed, &verdict);
        bool ready = verdict.kind == SINEW_VERDICT_WENT;
        bool asked = lane->binding->transitions[pick.transition].to == SINEW_NONE;
        if (verdict.kind == SINEW_VERDICT_LIMIT && !any && !asked) lane->work->held_back++;
        if (ready && !any) *found = pick;
        else if (ready) {
            verdict.kind = SINEW_VERDICT_HIDDEN;
            verdict.by = found->transition;
        }
        if (lane->work->verdicts) note(&lane->work->verdicts[pick.transition], &verdict);
        any = any || ready;
        if (any && !lane->work->verdicts) return true;
    }
    return any;
}

bool snw_find_transition(const snw_lane *lane, snw_pick *pick) {
    bool outer_fade = false;
    for (uint32_t run = 0; run != SINEW_NONE; run = lane->plays[lane->runs[run].current].run) {
        if (find_in(lane, run, outer_fade, pick)) return true;
        outer_fade = outer_fade || lane->runs[run].source != SNW_SOURCE_NONE;
    }
    return false;
}

/* Seconds until this candidate's exit comes, if only that is missing. */
static double next_exit_of(const snw_lane *lane, const snw_pick *pick) {
    const snw_run *run = &lane->runs[pick->run];
    const snw_transition *row = &lane->binding->transitions[pick->transition];
    sinew_verdict verdict;
    bool leaf = pick->play != SINEW_NONE && lane->plays[pick->play].run == SINEW_NONE;
    bool asked = row->to == SINEW_NONE && run->request;
    bool bare = !row->has_exit && !row->condition_count;
    bool loops = leaf && lane->binding->states[lane->plays[pick->play].state].cycle != SNW_CYCLE_ONCE;
    if (!leaf || asked || (bare && loops) || (!row->has_exit && !bare)) return INFINITY;
    if (out_of_question(lane, run, row, &verdict) || !conditions_hold(lane, row, false, &verdict)) return INFINITY;
    double again, seconds = exit_in(lane, row, pick->play, &again);
    /* Ready already: it was looked at, and waits for another moment. */
    return seconds > 0 ? seconds : again;
}

double snw_next_exit(const snw_lane *lane) {
    double soonest = INFINITY;
    bool outer_fade = false;
    if (lane->work->started >= SNW_ADVANCE_LIMIT) return soonest;
    for (uint32_t run = 0; run != SINEW_NONE; run = lane->plays[lane->runs[run].current].run) {
        candidates all = candidates_of(lane, &lane->runs[run], outer_fade);
        snw_pick pick = { .run = run };
        bool allowed;
        while (next_candidate(lane, &all, &pick, &allowed)) {
            double seconds = allowed ? next_exit_of(lane, &pick) : INFINITY;
            if (seconds < soonest) soonest = seconds;
        }
        outer_fade = outer_fade || lane->runs[run].source != SNW_SOURCE_NONE;
    }
    return soonest;
}
