/* Scripts against a binding and a player. Invariant: after script_resolve without errors every name is an index
   and every value fits its parameter's type, so that only the player itself can refuse a command. */
#include "cli.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef const char *(*name_of)(const sinew_binding *binding, uint32_t index);

static void bad(script *s, const script_command *c, uint32_t word, sinew_code code, const char *sentence,
                const char *name, const char *hint) {
    fail_at(s->file, c->line, c->columns[word], code, sentence, name, hint);
    s->errors++;
}

/* Tells of a name that is not there, with the nearest of those that are (of one layer, if it is one). */
static void unknown(script *s, const script_command *c, uint32_t word, const sinew_binding *binding, sinew_code code,
                    uint32_t count, name_of name, uint32_t layer) {
    const char *kind = code == SINEW_CODE_UNKNOWN_PARAMETER ? "parameter"
                       : code == SINEW_CODE_UNKNOWN_LAYER   ? "layer"
                                                            : "state";
    const char **names = malloc((count + 1) * sizeof *names);
    char hint[256] = "";
    for (uint32_t i = 0; names && i < count; ++i)
        names[i] = layer == SINEW_NONE || sinew_binding_state_layer(binding, i) == layer ? name(binding, i) : NULL;
    if (names) nearest_hint(hint, sizeof hint, c->words[word], names, count);
    fail_at(s->file, c->line, c->columns[word], code, "there is no %s \"%s\"%s", kind, c->words[word], hint);
    s->errors++;
    free(names);
}

static bool find_parameter(script *s, script_command *c, const sinew_binding *binding) {
    c->target = sinew_binding_find_parameter(binding, c->words[2]);
    if (c->target != SINEW_NONE) return true;
    unknown(s, c, 2, binding, SINEW_CODE_UNKNOWN_PARAMETER, sinew_binding_parameter_count(binding),
            sinew_binding_parameter_name, SINEW_NONE);
    return false;
}

static bool find_layer(script *s, script_command *c, const sinew_binding *binding) {
    uint32_t count = sinew_binding_layer_count(binding);
    c->target = sinew_binding_find_layer(binding, c->words[2]);
    if (c->target == SINEW_NONE && (!parse_index(c->words[2], &c->target) || c->target >= count)) {
        unknown(s, c, 2, binding, SINEW_CODE_UNKNOWN_LAYER, count, sinew_binding_layer_name, SINEW_NONE);
        return false;
    }
    return true;
}

static void find_state(script *s, script_command *c, const sinew_binding *binding) {
    c->state = sinew_binding_find_state(binding, c->target, c->words[3]);
    if (c->state != SINEW_NONE) return;
    unknown(s, c, 3, binding, SINEW_CODE_UNKNOWN_STATE, sinew_binding_state_count(binding), sinew_binding_state_path,
            c->target);
}

static void resolve_float(script *s, script_command *c, uint32_t word, double *number) {
    if (!script_number(s, c, word, number) || fabs(*number) <= (double)FLT_MAX) return;
    bad(s, c, word, SINEW_CODE_NOT_FINITE, "\"%s\" is too large for a float%s", c->words[word], "");
}

static void resolve_value(script *s, script_command *c, const sinew_binding *binding) {
    const char *text = c->words[3];
    double number = 0;
    switch (sinew_binding_parameter_type(binding, c->target)) {
    case SINEW_PARAMETER_FLOAT: resolve_float(s, c, 3, &c->numbers[0]); return;
    case SINEW_PARAMETER_INT:
        if (parse_number(text, &number) && number == floor(number) && number >= INT32_MIN && number <= INT32_MAX)
            c->numbers[0] = number;
        else
            bad(s, c, 3, SINEW_CODE_PARAMETER_TYPE, "an int takes a whole 32-bit number, and \"%s\" is none%s", text,
                "");
        return;
    case SINEW_PARAMETER_BOOL:
        c->numbers[0] = strcmp(text, "true") == 0;
        if (c->numbers[0] == 0 && strcmp(text, "false") != 0)
            bad(s, c, 3, SINEW_CODE_PARAMETER_TYPE, "a bool takes true or false, not \"%s\"%s", text, "");
        return;
    case SINEW_PARAMETER_TRIGGER:
        bad(s, c, 1, SINEW_CODE_PARAMETER_TYPE, "\"%s\" is a trigger: fire it%s", c->words[2], "");
        return;
    }
}

static void resolve(script *s, script_command *c, const sinew_binding *binding) {
    if (c->kind == SCRIPT_PAUSE || c->kind == SCRIPT_RESUME) return;
    if (script_is_track(c)) {
        script_resolve_track(s, c, binding);
        return;
    }
    if (c->kind != SCRIPT_SET && c->kind != SCRIPT_FIRE && c->kind != SCRIPT_GLIDE) {
        if (find_layer(s, c, binding) && c->kind != SCRIPT_WEIGHT) find_state(s, c, binding);
        return;
    }
    if (!find_parameter(s, c, binding)) return;
    sinew_parameter_type type = sinew_binding_parameter_type(binding, c->target);
    if (c->kind == SCRIPT_SET) resolve_value(s, c, binding);
    else if (c->kind == SCRIPT_FIRE && type != SINEW_PARAMETER_TRIGGER)
        bad(s, c, 2, SINEW_CODE_PARAMETER_TYPE, "\"%s\" is not a trigger: set it%s", c->words[2], "");
    else if (c->kind == SCRIPT_GLIDE && type != SINEW_PARAMETER_FLOAT)
        bad(s, c, 2, SINEW_CODE_PARAMETER_TYPE, "\"%s\" is not a float; only floats glide%s", c->words[2], "");
    else if (c->kind == SCRIPT_GLIDE) {
        resolve_float(s, c, 3, &c->numbers[0]);
        resolve_float(s, c, 4, &c->numbers[1]);
        if (c->numbers[1] < 0)
            bad(s, c, 4, SINEW_CODE_OUT_OF_RANGE, "a glide's rate is not negative, and \"%s\" is%s", c->words[4], "");
    }
}

/* Of two at one time the one that stands first in the file. */
static int by_time(const void *a, const void *b) {
    const script_command *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->columns[0] < y->columns[0] ? -1 : x->columns[0] > y->columns[0];
}

void script_resolve(script *s, const sinew_binding *binding) {
    for (size_t i = 0; i < s->count; ++i) resolve(s, &s->commands[i], binding);
    if (s->count) qsort(s->commands, s->count, sizeof *s->commands, by_time);
    s->next = 0;
}

static sinew_result set_value(const script_command *c, sinew_player *player) {
    switch (sinew_binding_parameter_type(sinew_player_binding(player), c->target)) {
    case SINEW_PARAMETER_INT: return sinew_player_set_int(player, c->target, (int32_t)c->numbers[0]);
    case SINEW_PARAMETER_BOOL: return sinew_player_set_bool(player, c->target, c->numbers[0] != 0);
    default: return sinew_player_set_float(player, c->target, (float)c->numbers[0]);
    }
}

static sinew_result act(const script_command *c, sinew_player *player) {
    switch (c->kind) {
    case SCRIPT_SET: return set_value(c, player);
    case SCRIPT_FIRE: return sinew_player_fire(player, c->target);
    case SCRIPT_GLIDE: return sinew_player_move_float(player, c->target, (float)c->numbers[0], (float)c->numbers[1]);
    case SCRIPT_TRAVEL: return sinew_player_travel(player, c->target, c->state);
    case SCRIPT_CROSSFADE: return sinew_player_crossfade(player, c->target, c->state, c->numbers[0]);
    case SCRIPT_PLAY: return sinew_player_play(player, c->target, c->state, c->numbers[0]);
    case SCRIPT_WEIGHT: return sinew_player_set_layer_weight(player, c->target, (float)c->numbers[0]);
    case SCRIPT_PAUSE: sinew_player_pause(player); return SINEW_OK;
    case SCRIPT_RESUME: sinew_player_resume(player); return SINEW_OK;
    case SCRIPT_TRACK:
    case SCRIPT_QUEUE:
    case SCRIPT_STOP: return script_act_track(c, player);
    case SCRIPT_KINDS: break;
    }
    return SINEW_ERROR_REFUSED;
}

static bool refused(const script *s, const script_command *c, sinew_result result) {
    const char *why = sinew_result_text(result);
    if (result == SINEW_ERROR_REFUSED && c->kind == SCRIPT_WEIGHT) why = "a parameter drives this layer's weight";
    if (result == SINEW_ERROR_REFUSED && c->kind == SCRIPT_QUEUE) why = "as many clips as may wait on the track do";
    if (result == SINEW_ERROR_RANGE && c->kind == SCRIPT_SET)
        why = "some motion would play more than a million lengths a second";
    fail_at(s->file, c->line, c->columns[1], result == SINEW_ERROR_RANGE ? SINEW_CODE_OUT_OF_RANGE : SINEW_CODE_REFUSED,
            "the player refused \"%s %s\": %s", c->words[1], c->word_count > 2 ? c->words[2] : "", why);
    return false;
}

bool script_run(script *s, sinew_player *player, double time) {
    while (s->next < s->count && s->commands[s->next].time <= time + 1e-9) {
        const script_command *c = &s->commands[s->next++];
        sinew_result result = act(c, player);
        if (result != SINEW_OK) return refused(s, c, result);
    }
    return true;
}
