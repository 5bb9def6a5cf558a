/* Scripts of inputs as text: a command a line.

   Invariant: a command in the list has the words that its kind takes, its numbers are finite, and each word knows
   its place. Every error is told; a script with errors is not run. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct kind_row {
    const char *name;
    uint32_t least, most; /* words after the command */
    const char *usage;
} kind_row;

static const kind_row kinds[SCRIPT_KINDS] = {
    [SCRIPT_SET] = { "set", 2, 2, "TIME set PARAMETER VALUE" },
    [SCRIPT_FIRE] = { "fire", 1, 1, "TIME fire TRIGGER" },
    [SCRIPT_GLIDE] = { "glide", 3, 3, "TIME glide PARAMETER GOAL RATE" },
    [SCRIPT_TRAVEL] = { "travel", 2, 2, "TIME travel LAYER STATE" },
    [SCRIPT_CROSSFADE] = { "crossfade", 3, 3, "TIME crossfade LAYER STATE SECONDS" },
    [SCRIPT_PLAY] = { "play", 3, 3, "TIME play LAYER STATE PROGRESS" },
    [SCRIPT_WEIGHT] = { "weight", 2, 2, "TIME weight LAYER WEIGHT" },
    [SCRIPT_TRACK] = { "track", 2, 4, "TIME track N CLIP [once|loop] [MIX]" },
    [SCRIPT_QUEUE] = { "queue", 2, 5, "TIME queue N CLIP [once|loop] [DELAY [MIX]]" },
    [SCRIPT_STOP] = { "stop", 1, 2, "TIME stop N [MIX]" },
    [SCRIPT_PAUSE] = { "pause", 0, 0, "TIME pause" },
    [SCRIPT_RESUME] = { "resume", 0, 0, "TIME resume" },
};

static void bad(script *s, const script_command *c, uint32_t word, sinew_code code, const char *sentence) {
    fail_at(s->file, c->line, c->columns[word], code, "%s", sentence);
    s->errors++;
}

/* Reads the word at *at into the command's text, quotes and escapes undone. NULL ends it; *bad_quote says why. */
static const char *read_word(const char *at, char *to, bool *bad_quote) {
    if (*at != '"') {
        size_t length = strcspn(at, " \t\r");
        memcpy(to, at, length);
        to[length] = 0;
        return at + length;
    }
    for (++at; *at && *at != '"'; ++at) {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) ++at;
        *to++ = *at;
    }
    *to = 0;
    *bad_quote = *at != '"' || (at[1] && !strchr(" \t\r", at[1]));
    return *at ? at + 1 : at;
}

/* False after a message; an empty line gives no words. */
static bool split(script *s, script_command *c, const char *line, uint32_t column) {
    char *to = c->text;
    for (const char *at = line;;) {
        at += strspn(at, " \t\r");
        if (!*at || *at == '#') return true;
        uint32_t place = column + (uint32_t)(at - line);
        if (c->word_count == SCRIPT_WORDS) {
            fail_at(s->file, c->line, place, SINEW_CODE_SYNTAX, "this is more than any command takes");
            return false;
        }
        bool bad_quote = false;
        at = read_word(at, to, &bad_quote);
        c->columns[c->word_count] = place;
        c->words[c->word_count++] = to;
        to += strlen(to) + 1;
        if (!bad_quote) continue;
        fail_at(s->file, c->line, place, SINEW_CODE_SYNTAX, "a quoted name ends with a double quote and a space");
        return false;
    }
}

static bool find_kind(script *s, script_command *c) {
    const char *names[SCRIPT_KINDS];
    char hint[128];
    for (int i = 0; i < SCRIPT_KINDS; ++i) {
        names[i] = kinds[i].name;
        c->kind = (script_kind)i;
        if (strcmp(names[i], c->words[1]) == 0) return true;
    }
    fail_at(s->file, c->line, c->columns[1], SINEW_CODE_SYNTAX, "there is no command \"%s\"%s", c->words[1],
            nearest_hint(hint, sizeof hint, c->words[1], names, SCRIPT_KINDS));
    s->errors++;
    return false;
}

bool script_number(script *s, const script_command *c, uint32_t word, double *number) {
    const char *text = c->words[word];
    if (parse_number(text, number)) return true;
    bool digits = text[0] && !text[strspn(text, "+-.0123456789eE")]; /* too large for a double, most likely */
    bool named = strstr(text, "nan") || strstr(text, "NaN") || strstr(text, "inf") || strstr(text, "Inf");
    fail_at(s->file, c->line, c->columns[word], digits || named ? SINEW_CODE_NOT_FINITE : SINEW_CODE_WRONG_TYPE,
            "\"%s\" is not a finite number", text);
    s->errors++;
    return false;
}

static bool check(script *s, script_command *c) {
    if (!script_number(s, c, 0, &c->time)) return false;
    if (c->time < 0) return bad(s, c, 0, SINEW_CODE_OUT_OF_RANGE, "a time is not negative"), false;
    if (c->word_count < 2)
        return bad(s, c, 0, SINEW_CODE_SYNTAX, "a line is a time and a command, such as: 0.5 fire jump"), false;
    if (!find_kind(s, c)) return false;
    const kind_row *row = &kinds[c->kind];
    if (c->word_count - 2 < row->least || c->word_count - 2 > row->most) {
        fail_at(s->file, c->line, c->columns[1], SINEW_CODE_SYNTAX, "\"%s\" is written: %s", row->name, row->usage);
        s->errors++;
        return false;
    }
    if (script_is_track(c)) return script_check_track(s, c);
    bool good = true;
    if (c->kind == SCRIPT_CROSSFADE || c->kind == SCRIPT_PLAY) good = script_number(s, c, 4, &c->numbers[0]);
    if (c->kind == SCRIPT_WEIGHT) good = script_number(s, c, 3, &c->numbers[0]);
    return good;
}

static bool make_room(script *s) {
    if (s->count < s->capacity) return true;
    size_t capacity = s->capacity ? s->capacity * 2 : 64;
    script_command *more = realloc(s->commands, capacity * sizeof *more);
    if (!more) return false;
    s->commands = more;
    s->capacity = capacity;
    return true;
}

void script_add_line(script *s, const char *text, size_t length, uint32_t line, uint32_t column) {
    script_command c = { .line = line };
    /* The copy of the line, and behind it its words, each of which ends with a zero of its own. */
    c.text = malloc(2 * length + SCRIPT_WORDS + 2);
    if (!c.text || !make_room(s)) {
        free(c.text);
        s->errors++;
        fail_memory();
        return;
    }
    if (memchr(text, 0, length)) {
        fail_at(s->file, line, column, SINEW_CODE_SYNTAX, "the line has a zero byte in it; a script is plain text");
        s->errors++;
        free(c.text);
        return;
    }
    char *raw = c.text + length + SCRIPT_WORDS + 1;
    memcpy(raw, text, length);
    raw[length] = 0;
    bool whole = split(s, &c, raw, column);
    if (!whole) s->errors++;
    if (whole && c.word_count && check(s, &c)) s->commands[s->count++] = c;
    else free(c.text);
}

void script_add_text(script *s, const char *text, size_t size) {
    uint32_t line = 1;
    for (size_t start = 0; start < size; ++line) {
        const char *end = memchr(text + start, '\n', size - start);
        size_t length = end ? (size_t)(end - text) - start : size - start;
        script_add_line(s, text + start, length, line, 1);
        start += length + 1;
    }
}

void script_free(script *s) {
    for (size_t i = 0; i < s->count; ++i) free(s->commands[i].text);
    free(s->commands);
    memset(s, 0, sizeof *s);
}
