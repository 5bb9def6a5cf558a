/* Plays the stack of a case. Invariant: each entry has a player of its own over the clips or the model of the case,
   which goes into the stack and out of it at the starts of frames. */
#include "case.h"

#include <stdlib.h>
#include <string.h>

static bool make_players(case_stack *s, subject *with) {
    for (uint32_t i = 0; i < s->c->entry_count; ++i) {
        const case_part *entry = &s->c->entries[i];
        case_player *one = &s->players[i];
        one->id = SINEW_NONE;
        if (!case_bind(s->c, entry, with, &one->with)) return false;
        case_script(s->c, entry->script, one->with.binding, &one->inputs);
        if (one->inputs.errors) return false;
        one->player = sinew_player_create(one->with.binding);
        if (!one->player) return fail_memory(), false;
    }
    return true;
}

bool case_stack_open(case_stack *s, const case_file *c, subject *with) {
    uint32_t count = c->entry_count;
    *s = (case_stack){ .c = c, .players = calloc(count, sizeof *s->players) };
    if (!s->players) return fail_memory(), false;
    if (!make_players(s, with)) return false;
    const sinew_binding **bindings = malloc(count * sizeof *bindings);
    for (uint32_t i = 0; bindings && i < count; ++i) bindings[i] = s->players[i].with.binding;
    sinew_stack_desc desc = { .model = with->model, .bindings = bindings, .binding_count = count, .entries = count };
    if (bindings) s->stack = sinew_stack_create(&desc);
    free(bindings);
    return s->stack ? true : (fail_memory(), false);
}

void case_stack_close(case_stack *s) {
    sinew_stack_destroy(s->stack);
    for (uint32_t i = 0; s->players && i < s->c->entry_count; ++i) {
        sinew_player_destroy(s->players[i].player);
        script_free(&s->players[i].inputs);
        subject_free(&s->players[i].with);
    }
    free(s->players);
    memset(s, 0, sizeof *s);
}

static bool move_entry(case_stack *s, uint32_t place, double time) {
    const case_part *entry = &s->c->entries[place];
    case_player *one = &s->players[place];
    sinew_result result = SINEW_OK;
    if (one->id == SINEW_NONE && entry->from <= time + 1e-9)
        result = sinew_stack_add(s->stack, one->player, &entry->desc, &one->id);
    if (result == SINEW_OK && one->id != SINEW_NONE && !one->removed && entry->until <= time + 1e-9) {
        result = sinew_stack_remove(s->stack, one->id, entry->fade_out);
        one->removed = true;
    }
    if (result == SINEW_OK) return true;
    fail(s->c->file, SINEW_CODE_REFUSED, "the stack refused entry %u: %s", (unsigned)place, sinew_result_text(result));
    return false;
}

const sinew_stack_step *case_stack_frame(case_stack *s, uint64_t frame) {
    double start = (double)(frame - 1) / s->c->fps, end = (double)frame / s->c->fps;
    for (uint32_t i = 0; i < s->c->entry_count; ++i)
        if (!move_entry(s, i, start) || !script_run(&s->players[i].inputs, s->players[i].player, start)) return NULL;
    const sinew_stack_step *step = sinew_stack_advance(s->stack, end - start);
    if (step->result == SINEW_OK) return step;
    fail(s->c->file, SINEW_CODE_OUT_OF_RANGE, "frame %llu was refused: %s", (unsigned long long)frame,
         sinew_result_text(step->result));
    return NULL;
}

/* ---- its trace ---- */

uint32_t case_stack_place(const case_stack *s, uint32_t id) {
    uint32_t place = 0;
    while (s->players[place].id != id) place++;
    return place;
}

/* Begins the members of what is of an entry; returns whose it is. */
static const sinew_player *begin_member(FILE *out, const case_stack *s, uint32_t index, uint32_t id) {
    uint32_t place = case_stack_place(s, id);
    fprintf(out, "%s{\"entry\":%u,", index ? "," : "", (unsigned)place);
    return s->players[place].player;
}

void case_stack_trace(FILE *out, uint64_t frame, const case_stack *s, const sinew_stack_step *step,
                      trace_joints *joints) {
    fprintf(out, "{\"frame\":%llu,\"time\":", (unsigned long long)frame);
    put_double(out, (double)frame / s->c->fps);
    fputs(",\"layers\":[", out);
    for (uint32_t i = 0; i < step->layer_count; ++i) {
        const sinew_player *player = begin_member(out, s, i, step->rows[i].entry);
        trace_layer(out, player, step->rows[i].layer, step->layers[i].weight);
        fputs(step->layers[i].blend == SINEW_BLEND_ADDITIVE ? ",\"additive\":true}" : "}", out);
    }
    fputc(']', out);
    trace_samples(out, s->players[0].with.binding, step->samples, step->sample_count);
    fputs(",\"signals\":[", out);
    for (uint32_t i = 0; i < step->signal_count; ++i) {
        const sinew_player *player = begin_member(out, s, i, step->signals[i].entry);
        trace_signal(out, sinew_player_binding(player), &step->signals[i].signal);
        fputc('}', out);
    }
    fputs("],\"events\":[", out);
    for (uint32_t i = 0; i < step->event_count; ++i) {
        const sinew_player *player = begin_member(out, s, i, step->events[i].entry);
        trace_event(out, sinew_player_binding(player), &step->events[i].event);
        fputc('}', out);
    }
    trace_dropped(out, step->events_dropped);
    trace_pose(out, &step->root, sinew_stack_model(s->stack), joints);
}
