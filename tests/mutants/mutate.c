/* Single-token changes to C sources, for testing the tests.

     mutate list SEED FILE...                  every change there is, in the random order of SEED, a line each:
                                               file, line, offset, length, new text, change, source line (tabs between)
     mutate apply FILE OFFSET LENGTH NEW       the file's text with that change, on standard output

   Invariant: a change lies inside one file and outside comments, strings, characters and preprocessor lines. What
   does not compile is for the caller to find out. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    const char *file;
    char *data;
    size_t size;
} text;

typedef enum kind { WORD, NUMBER, SIGN, OTHER } kind;

typedef struct token {
    kind kind;
    size_t start, size;
    int parens; /* open ones before it */
} token;

typedef struct tokens {
    token *items;
    size_t count, capacity;
} tokens;

typedef struct change {
    const text *source;
    size_t start, size;
    char fresh[64];
} change;

typedef struct changes {
    change *items;
    size_t count, capacity;
} changes;

static void *grown(void *items, size_t count, size_t *capacity, size_t each) {
    if (count < *capacity) return items;
    *capacity = *capacity ? *capacity * 2 : 256;
    void *fresh = realloc(items, *capacity * each);
    if (!fresh) {
        fputs("mutate: memory ran out\n", stderr);
        exit(2);
    }
    return fresh;
}

static bool read_text(const char *file, text *out) {
    FILE *stream = fopen(file, "rb");
    size_t capacity = 0;
    *out = (text){ file, NULL, 0 };
    if (!stream) return false;
    for (int c; (c = fgetc(stream)) != EOF;) {
        out->data = grown(out->data, out->size + 1, &capacity, 1);
        out->data[out->size++] = (char)c;
    }
    fclose(stream);
    if (out->data) out->data[out->size] = 0;
    return out->data != NULL;
}

/* ---- tokens ---- */

/* Skips white space, comments and preprocessor lines (with their continuations). */
static size_t skip_space(const text *t, size_t at, bool *line_start) {
    while (at < t->size) {
        char c = t->data[at];
        if (c == '\n') *line_start = true, ++at;
        else if (isspace((unsigned char)c)) ++at;
        else if (c == '/' && t->data[at + 1] == '*') {
            const char *end = strstr(t->data + at + 2, "*/");
            at = end ? (size_t)(end - t->data) + 2 : t->size;
        } else if ((c == '/' && t->data[at + 1] == '/') || (c == '#' && *line_start)) {
            while (at < t->size && t->data[at] != '\n') at += t->data[at] == '\\' && at + 1 < t->size ? 2 : 1;
        } else break;
    }
    return at;
}

static size_t quoted_size(const text *t, size_t at) {
    size_t end = at + 1;
    while (end < t->size && t->data[end] != t->data[at]) end += t->data[end] == '\\' ? 2 : 1;
    return end + 1 - at;
}

static size_t sign_size(const char *at) {
    static const char *const signs[] = { "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                         "++",  "--",  "+=",  "-=", "*=", "/=", "->", "%=", "&=", "|=", "^=" };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; ++i)
        if (strncmp(at, signs[i], strlen(signs[i])) == 0) return strlen(signs[i]);
    return 1;
}

static token read_token(const text *t, size_t at) {
    const char *c = t->data + at;
    size_t n = 0;
    if (isalpha((unsigned char)*c) || *c == '_') {
        while (isalnum((unsigned char)c[n]) || c[n] == '_') ++n;
        return (token){ WORD, at, n, 0 };
    }
    if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1]))) {
        while (isalnum((unsigned char)c[n]) || c[n] == '.' ||
               ((c[n] == '-' || c[n] == '+') && tolower(c[n - 1]) == 'e'))
            ++n;
        return (token){ NUMBER, at, n, 0 };
    }
    if (*c == '"' || *c == '\'') return (token){ OTHER, at, quoted_size(t, at), 0 };
    return (token){ SIGN, at, sign_size(c), 0 };
}

static tokens tokenize(const text *t) {
    tokens out = { NULL, 0, 0 };
    bool line_start = true;
    int parens = 0;
    for (size_t at = skip_space(t, 0, &line_start); at < t->size; at = skip_space(t, at, &line_start)) {
        line_start = false;
        token next = read_token(t, at);
        next.parens = parens;
        char c = t->data[at];
        if (next.kind == SIGN && (c == '(' || c == '[')) ++parens;
        if (next.kind == SIGN && (c == ')' || c == ']')) --parens;
        out.items = grown(out.items, out.count, &out.capacity, sizeof *out.items);
        out.items[out.count++] = next;
        at += next.size;
    }
    return out;
}

static bool is(const text *t, const token *k, const char *word) {
    return k->size == strlen(word) && strncmp(t->data + k->start, word, k->size) == 0;
}

static bool is_one_of(const text *t, const token *k, const char *words) {
    char padded[80];
    if (k->size > 64) return false;
    snprintf(padded, sizeof padded, " %.*s ", (int)k->size, t->data + k->start);
    return strstr(words, padded) != NULL;
}

/* ---- changes ---- */

static void add(changes *all, const text *t, size_t start, size_t size, const char *fresh) {
    all->items = grown(all->items, all->count, &all->capacity, sizeof *all->items);
    change *c = &all->items[all->count++];
    *c = (change){ t, start, size, "" };
    snprintf(c->fresh, sizeof c->fresh, "%s", fresh);
}

static void swap_words(changes *all, const text *t, const token *k) {
    static const char *const pairs[][2] = {
        { "<", "<=" },  { "<", ">=" },  { "<=", "<" },  { "<=", ">" },  { ">", ">=" },       { ">", "<=" },
        { ">=", ">" },  { ">=", "<" },  { "==", "!=" }, { "!=", "==" }, { "&&", "||" },      { "||", "&&" },
        { "+", "-" },   { "-", "+" },   { "*", "/" },   { "/", "*" },   { "+=", "-=" },      { "-=", "+=" },
        { "*=", "/=" }, { "/=", "*=" }, { "++", "--" }, { "--", "++" }, { "true", "false" }, { "false", "true" },
    };
    /* The layout tells a product from a pointer. */
    if (is(t, k, "*") && (t->data[k->start - 1] != ' ' || t->data[k->start + 1] != ' ')) return;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i)
        if (is(t, k, pairs[i][0])) add(all, t, k->start, k->size, pairs[i][1]);
}

/* After these a minus or an exclamation mark is of one operand. */
static bool before_operand(const text *t, const token *k) {
    return is_one_of(t, k, " ( [ , = == != < > <= >= && || + - * / ? : return += -= *= /= { ");
}

static void change_unary(changes *all, const text *t, const token *k, const token *before) {
    if (is(t, k, "!")) add(all, t, k->start, 1, "");
    if (is(t, k, "-") && before && before_operand(t, before)) add(all, t, k->start, 1, "");
}

static void change_number(changes *all, const text *t, const token *k) {
    char fresh[64];
    char *end = NULL;
    const char *at = t->data + k->start;
    bool whole = true;
    for (size_t i = 0; i < k->size; ++i)
        if (strchr(".eEfxX", at[i])) whole = false;
    if (k->size > 24) return;
    if (whole) {
        unsigned long long value = strtoull(at, &end, 10);
        snprintf(fresh, sizeof fresh, "%llu%.*s", value + 1, (int)(at + k->size - end), end);
        add(all, t, k->start, k->size, fresh);
        if (value == 0) return;
        snprintf(fresh, sizeof fresh, "%llu%.*s", value - 1, (int)(at + k->size - end), end);
        add(all, t, k->start, k->size, fresh);
    } else if (!memchr(at, 'x', k->size)) {
        double value = strtod(at, &end);
        snprintf(fresh, sizeof fresh, value == 0 ? "1.0%.*s" : "(%.*s * 2)",
                 value == 0 ? (int)(at + k->size - end) : (int)k->size, value == 0 ? end : at);
        add(all, t, k->start, k->size, fresh);
    }
}

/* Whether the `)` at `close` ends the head of an if or a loop, and no cast or call. */
static bool ends_head(const text *t, const tokens *all, size_t close) {
    for (size_t i = close; i-- > 1;)
        if (all->items[i].parens == all->items[close].parens - 1)
            return is(t, &all->items[i], "(") && is_one_of(t, &all->items[i - 1], " if for while ");
    return false;
}

/* A statement that stores or calls, from its first token; 0 if it is another. Its size in tokens with the `;`. */
static size_t statement_size(const text *t, const tokens *all, size_t first) {
    const token *k = &all->items[first];
    const token *before = first ? &all->items[first - 1] : NULL;
    if (!before || k->parens != 0 || first + 1 >= all->count) return 0;
    if (!is_one_of(t, before, " ; { } else ) ")) return 0;
    if (is(t, before, ")") && !ends_head(t, all, first - 1)) return 0;
    if (is_one_of(t, k, " break continue ")) return 2;
    if (k->kind == WORD) {
        const token *second = k + 1;
        if (is_one_of(t, k, " return if for while do switch case default else goto typedef struct enum static const "))
            return 0;
        if (second->kind != SIGN || is_one_of(t, second, " * : ; ) ")) return 0;
    } else if (!is_one_of(t, k, " * ++ -- ( ")) return 0;
    for (size_t i = first; i < all->count; ++i) {
        if (all->items[i].parens < 0 || is_one_of(t, &all->items[i], " { } ")) return 0;
        if (all->items[i].parens == 0 && is(t, &all->items[i], ";")) return i - first + 1;
    }
    return 0;
}

static void find_changes(changes *all, const text *t) {
    tokens list = tokenize(t);
    for (size_t i = 0; i < list.count; ++i) {
        const token *k = &list.items[i];
        swap_words(all, t, k);
        change_unary(all, t, k, i ? k - 1 : NULL);
        if (k->kind == NUMBER) change_number(all, t, k);
        size_t size = statement_size(t, &list, i);
        if (size) {
            const token *last = &list.items[i + size - 1];
            add(all, t, k->start, last->start - k->start, "");
        }
    }
    free(list.items);
}

/* ---- the program ---- */

static uint64_t random_state;

static size_t next_random(size_t below) {
    random_state ^= random_state << 13; /* xorshift64, Marsaglia 2003 */
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)((random_state >> 11) % below);
}

static void print_plain(const char *from, size_t size) {
    for (size_t i = 0; i < size; ++i) putchar(from[i] == '\t' || from[i] == '\n' ? ' ' : from[i]);
}

static void print_change(const change *c) {
    const char *data = c->source->data, *start = data + c->start;
    size_t line = 1;
    for (size_t i = 0; i < c->start; ++i) line += data[i] == '\n';
    const char *from = start, *to = start;
    while (from > data && from[-1] != '\n') --from;
    while (isspace((unsigned char)*from)) ++from;
    while (*to && *to != '\n') ++to;
    printf("%s\t%zu\t%zu\t%zu\t%s\t", c->source->file, line, c->start, c->size, c->fresh);
    print_plain(start, c->size);
    printf(" -> %s\t", c->fresh[0] ? c->fresh : "(nothing)");
    print_plain(from, (size_t)(to - from));
    putchar('\n');
}

static int list(int argc, char **argv) {
    changes all = { NULL, 0, 0 };
    text *texts = calloc((size_t)argc, sizeof *texts);
    if (!texts) return 2;
    random_state = strtoull(argv[2], NULL, 10) * 0x9E3779B97F4A7C15ull + 1;
    for (int i = 3; i < argc; ++i) {
        if (!read_text(argv[i], &texts[i])) return fprintf(stderr, "mutate: cannot read %s\n", argv[i]), 2;
        find_changes(&all, &texts[i]);
    }
    for (size_t i = all.count; i > 1; --i) {
        size_t j = next_random(i);
        change kept = all.items[i - 1];
        all.items[i - 1] = all.items[j];
        all.items[j] = kept;
    }
    for (size_t i = 0; i < all.count; ++i) print_change(&all.items[i]);
    for (int i = 3; i < argc; ++i) free(texts[i].data);
    free(texts);
    free(all.items);
    return 0;
}

static int apply(char **argv) {
    text t;
    if (!read_text(argv[2], &t)) return fprintf(stderr, "mutate: cannot read %s\n", argv[2]), 2;
    size_t start = strtoull(argv[3], NULL, 10), size = strtoull(argv[4], NULL, 10);
    if (start > t.size || size > t.size - start) return fputs("mutate: outside the file\n", stderr), 2;
    fwrite(t.data, 1, start, stdout);
    fputs(argv[5], stdout);
    fwrite(t.data + start + size, 1, t.size - start - size, stdout);
    free(t.data);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 4 && strcmp(argv[1], "list") == 0) return list(argc, argv);
    if (argc == 6 && strcmp(argv[1], "apply") == 0) return apply(argv);
    fputs("usage: mutate list SEED FILE... | mutate apply FILE OFFSET LENGTH NEW\n", stderr);
    return 2;
}
