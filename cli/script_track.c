/* Commands of scripts that drive tracks: `track`, `queue` and `stop`. Invariant: as in script_run.c; a mix that is left
   out is negative. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static bool bad(script *s, const script_command *c, uint32_t word, sinew_code code, const char *sentence) {
    fail_at(s->file, c->line, c->columns[word], code, sentence, c->words[word]);
    s->errors++;
    return false;
}

bool script_is_track(const script_command *c) {
    return c->kind == SCRIPT_TRACK || c->kind == SCRIPT_QUEUE || c->kind == SCRIPT_STOP;
}

static bool seconds_in(script *s, const script_command *c, uint32_t word, double *seconds) {
    if (word >= c->word_count) return true;
    if (!script_number(s, c, word, seconds)) return false;
    if (*seconds >= 0 && *seconds <= 1e6) return true;
    return bad(s, c, word, SINEW_CODE_OUT_OF_RANGE, "\"%s\" is no time from 0 to a million seconds");
}

/* `once` or `loop`, where it is said; returns the word that comes after it. */
static uint32_t loops_in(script_command *c, uint32_t word) {
    bool once = word < c->word_count && strcmp(c->words[word], "once") == 0;
    bool loop = word < c->word_count && strcmp(c->words[word], "loop") == 0;
    c->loops = once ? 1 : loop ? SINEW_LOOP_FOREVER : 0;
    return word + (once || loop);
}

bool script_check_track(script *s, script_command *c) {
    if (!parse_index(c->words[2], &c->target))
        return bad(s, c, 2, SINEW_CODE_WRONG_TYPE, "\"%s\" is no number of a track: they count from 0");
    if (c->target >= SINEW_MAX_TRACKS)
        return bad(s, c, 2, SINEW_CODE_OUT_OF_RANGE, "there is no track %s; the last is 63");
    c->numbers[0] = -1;
    if (c->kind == SCRIPT_STOP) return seconds_in(s, c, 3, &c->numbers[0]);
    uint32_t word = loops_in(c, 4);
    if (c->kind == SCRIPT_QUEUE && !seconds_in(s, c, word++, &c->numbers[1])) return false;
    if (!seconds_in(s, c, word, &c->numbers[0])) return false;
    return word + 1 >= c->word_count || bad(s, c, word + 1, SINEW_CODE_SYNTAX, "\"%s\" is more than the command takes");
}

void script_resolve_track(script *s, script_command *c, const sinew_binding *binding) {
    if (c->kind == SCRIPT_STOP) return;
    c->state = sinew_binding_find_clip(binding, c->words[3]);
    if (c->state != SINEW_NONE) return;
    uint32_t count = sinew_binding_clip_count(binding);
    const char **names = malloc((count + 1) * sizeof *names);
    char hint[256] = "";
    for (uint32_t i = 0; names && i < count; ++i) names[i] = sinew_binding_clip_name(binding, i);
    if (names) nearest_hint(hint, sizeof hint, c->words[3], names, count);
    free(names);
    fail_at(s->file, c->line, c->columns[3], SINEW_CODE_UNKNOWN_CLIP, "there is no clip \"%s\"%s", c->words[3], hint);
    s->errors++;
}

uint32_t script_track_count(const script *s) {
    uint32_t count = 0;
    for (size_t i = 0; i < s->count; ++i)
        if (script_is_track(&s->commands[i]) && s->commands[i].target >= count) count = s->commands[i].target + 1;
    return count;
}

sinew_result script_act_track(const script_command *c, sinew_player *player) {
    sinew_track_desc desc = { .loops = c->loops, .mix = { c->numbers[0] >= 0, c->numbers[0] } };
    if (c->kind == SCRIPT_STOP) return sinew_track_stop(player, c->target, c->numbers[0]);
    if (c->kind == SCRIPT_QUEUE) return sinew_track_queue(player, c->target, c->state, c->numbers[1], &desc);
    return sinew_track_play(player, c->target, c->state, &desc);
}
