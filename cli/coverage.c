/* What a run never used: states that were not entered, transitions that did not go.
   Invariant: a state in which the run begins counts as entered; travel, crossfade and play enter states, but are no
   transitions of the graph. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

bool coverage_init(coverage *c, const sinew_binding *binding) {
    memset(c, 0, sizeof *c);
    c->binding = binding;
    c->states = sinew_binding_state_count(binding);
    c->transitions = sinew_binding_transition_count(binding);
    c->entered = calloc((size_t)c->states + 1, sizeof *c->entered);
    c->went = calloc((size_t)c->transitions + 1, sizeof *c->went);
    c->verdicts = calloc((size_t)c->transitions + 1, sizeof *c->verdicts);
    if (c->entered && c->went && c->verdicts) return true;
    fail_memory();
    return false;
}

void coverage_free(coverage *c) {
    free(c->entered);
    free(c->went);
    free(c->verdicts);
}

void coverage_frame(coverage *c, const sinew_player *player, const sinew_step *step) {
    for (uint32_t i = 0; i < c->transitions; ++i)
        if (c->verdicts[i].kind == SINEW_VERDICT_WENT) c->went[i] = true;
    for (uint32_t i = 0; i < step->signal_count; ++i)
        if (step->signals[i].kind == SINEW_SIGNAL_ENTERED) c->entered[step->signals[i].to] = true;
    for (uint32_t layer = 0; layer < sinew_binding_layer_count(c->binding); ++layer)
        for (uint32_t state = sinew_player_state(player, layer); state != SINEW_NONE;
             state = sinew_binding_state_parent(c->binding, state))
            c->entered[state] = true;
}

/* ---- places ---- */

enum { PATH = 2048 };

typedef struct place {
    char path[PATH];
    sinew_diagnostic item;
} place;

static void add(char *path, const char *text) {
    size_t used = strlen(path);
    snprintf(path + used, PATH - used, "%s", text);
}

/* As paths are written in findings. */
static void add_key(char *path, const char *name) {
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    bool plain = name[0] && strspn(name, word) == strlen(name);
    add(path, plain ? "." : "[\"");
    add(path, name);
    add(path, plain ? "" : "\"]");
}

static void add_machine(const coverage *c, char *path, uint32_t layer, uint32_t holder) {
    char text[64];
    if (holder == SINEW_NONE) {
        snprintf(text, sizeof text, "layers[%u].machine", layer);
        if (!sinew_graph_definition(sinew_binding_graph(c->binding))->flat) add(path, text);
        return;
    }
    add_machine(c, path, layer, sinew_binding_state_parent(c->binding, holder));
    add(path, path[0] ? ".states" : "states");
    add_key(path, sinew_binding_state_name(c->binding, holder));
    add(path, ".machine");
}

static void place_state(const coverage *c, uint32_t state, place *to) {
    to->path[0] = 0;
    add_machine(c, to->path, sinew_binding_state_layer(c->binding, state),
                sinew_binding_state_parent(c->binding, state));
    add(to->path, to->path[0] ? ".states" : "states");
    add_key(to->path, sinew_binding_state_name(c->binding, state));
}

static void place_transition(const coverage *c, uint32_t transition, place *to) {
    uint32_t layer, holder, index;
    char text[64];
    sinew_binding_transition(c->binding, transition, &layer, &holder, &index, NULL, NULL);
    to->path[0] = 0;
    add_machine(c, to->path, layer, holder);
    snprintf(text, sizeof text, "%stransitions[%u]", to->path[0] ? "." : "", index);
    add(to->path, text);
}

/* ---- what was left out ---- */

static const char *end_name(const coverage *c, uint32_t state, const char *other) {
    return state == SINEW_NONE ? other : sinew_binding_state_name(c->binding, state);
}

typedef struct report {
    const coverage *c;
    const char *file;
    place *places; /* of states, then of transitions; those that were used have an empty path */
    bool json;
} report;

static void put_place(const report *r, const place *at) {
    if (!r->json) {
        put_plain(stderr, r->file);
        if (at->item.line) fprintf(stderr, ":%u:%u", at->item.line, at->item.column);
        fputs(": ", stderr);
        return;
    }
    fputs(",\"path\":", stdout);
    put_json(stdout, at->path);
    printf(",\"line\":%u,\"column\":%u}", at->item.line, at->item.column);
}

static void tell_state(const report *r, uint32_t state, bool first) {
    const sinew_binding *b = r->c->binding;
    const char *layer = sinew_binding_layer_name(b, sinew_binding_state_layer(b, state));
    if (!r->json) {
        put_place(r, &r->places[state]);
        fputs("the state \"", stderr);
        put_plain(stderr, sinew_binding_state_path(b, state));
        fputs("\" of the layer \"", stderr);
        put_plain(stderr, layer);
        fputs("\" was never entered\n", stderr);
        return;
    }
    fputs(first ? "{\"layer\":" : ",{\"layer\":", stdout);
    put_json(stdout, layer);
    fputs(",\"state\":", stdout);
    put_json(stdout, sinew_binding_state_path(b, state));
    put_place(r, &r->places[state]);
}

static void tell_transition(const report *r, uint32_t transition, bool first) {
    const sinew_binding *b = r->c->binding;
    uint32_t layer, from, to;
    sinew_binding_transition(b, transition, &layer, NULL, NULL, &from, &to);
    const place *at = &r->places[r->c->states + transition];
    if (!r->json) {
        put_place(r, at);
        fputs("the transition from \"", stderr);
        put_plain(stderr, end_name(r->c, from, "*"));
        fputs("\" to \"", stderr);
        put_plain(stderr, end_name(r->c, to, "<exit>"));
        fputs("\" never went\n", stderr);
        return;
    }
    fputs(first ? "{\"layer\":" : ",{\"layer\":", stdout);
    put_json(stdout, sinew_binding_layer_name(b, layer));
    fputs(",\"from\":", stdout);
    put_json(stdout, end_name(r->c, from, "*"));
    fputs(",\"to\":", stdout);
    put_json(stdout, end_name(r->c, to, "<exit>"));
    put_place(r, at);
}

/* A graph that cannot be read a second time leaves paths alone. */
static void find_places(report *r, sinew_diagnostic *items, uint32_t count) {
    sinew_log log = { .items = items, .count = count, .capacity = count };
    size_t size = 0;
    char *text = read_file(r->file, &size);
    if (text) sinew_io_place_findings(&log, 0, text, size, NULL);
    free(text);
}

static bool make_places(report *r) {
    const coverage *c = r->c;
    uint32_t count = c->states + c->transitions;
    r->places = calloc((size_t)count + 1, sizeof *r->places);
    sinew_diagnostic *items = calloc((size_t)count + 1, sizeof *items);
    uint32_t *of = calloc((size_t)count + 1, sizeof *of), left = 0;
    for (uint32_t i = 0; r->places && items && of && i < count; ++i) {
        if (i < c->states ? c->entered[i] : c->went[i - c->states]) continue;
        if (i < c->states) place_state(c, i, &r->places[i]);
        else place_transition(c, i - c->states, &r->places[i]);
        items[left].path = r->places[i].path;
        of[left++] = i;
    }
    bool good = r->places && items && of;
    if (good) find_places(r, items, left);
    for (uint32_t i = 0; good && i < left; ++i) r->places[of[i]].item = items[i];
    free(items);
    free(of);
    return good;
}

static uint32_t count_used(const bool *used, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += used[i];
    return sum;
}

/* The states, or the transitions, that were left out. */
static void tell_all(const report *r, bool states) {
    const coverage *c = r->c;
    const bool *used = states ? c->entered : c->went;
    uint32_t count = states ? c->states : c->transitions, told = 0;
    if (r->json) printf(",\"%s\":[", states ? "neverEntered" : "neverWent");
    for (uint32_t i = 0; i < count; ++i) {
        if (used[i]) continue;
        if (states) tell_state(r, i, told++ == 0);
        else tell_transition(r, i, told++ == 0);
    }
    if (r->json) fputc(']', stdout);
}

int coverage_tell(const coverage *c, const char *file, bool json) {
    report r = { .c = c, .file = file, .json = json };
    int status = make_places(&r) ? STATUS_DONE : fail_memory();
    uint32_t entered = count_used(c->entered, c->states), went = count_used(c->went, c->transitions);
    if (status == STATUS_DONE && json)
        printf("{\"states\":%u,\"entered\":%u,\"transitions\":%u,\"went\":%u", c->states, entered, c->transitions,
               went);
    if (status == STATUS_DONE) {
        tell_all(&r, true);
        tell_all(&r, false);
    }
    if (status == STATUS_DONE && json) fputs("}\n", stdout);
    if (status == STATUS_DONE && !json)
        fprintf(stderr, "coverage: %u of %u states entered, %u of %u transitions went\n", entered, c->states, went,
                c->transitions);
    free(r.places);
    return status;
}
