/* Runs cases and says which fail and how. Invariant: every file that was named or found counts once, as passed or
   as failed. */
#define _POSIX_C_SOURCE 200809L
#include "case.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- one case ---- */

typedef struct runner {
    const case_file *c;
    snw_json_id next; /* the expectation to come */
    trace_joints *joints;
    uint32_t differences;
} runner;

static uint32_t frame_of(const case_file *c, snw_json_id expectation) {
    const snw_json_value *frame = snw_json_get(&c->json, snw_json_member(&c->json, expectation, "frame"));
    return frame ? (uint32_t)frame->number : 0;
}

/* A line of a trace on its way. */
typedef struct trace_line {
    char *text;
    size_t size;
    FILE *out;
} trace_line;

static bool begin_line(trace_line *line) {
    *line = (trace_line){ NULL, 0, NULL };
    line->out = open_memstream(&line->text, &line->size);
    return line->out ? true : (fail_memory(), false);
}

/* Against every expectation of the frame. */
static bool end_line(runner *r, uint64_t frame, trace_line *line) {
    bool whole = fclose(line->out) == 0;
    while (whole && frame_of(r->c, r->next) == frame) {
        r->differences += case_compare(r->c, r->next, (uint32_t)frame, line->text, line->size);
        r->next = snw_json_next(&r->c->json, r->next);
    }
    free(line->text);
    return whole ? true : (fail_memory(), false);
}

static bool compare_frame(void *user, uint64_t frame, double time, const sinew_player *player, const sinew_step *step) {
    runner *r = user;
    /* Also where nothing is expected: what a later frame holds, a pose must have shown. */
    if (r->joints && sinew_pose_apply(r->joints->pose, step) != SINEW_OK) return fail_memory(), false;
    if (frame_of(r->c, r->next) != frame) return true;
    trace_line line;
    if (!begin_line(&line)) return false;
    trace_json(line.out, frame, time, player, step, r->joints);
    return end_line(r, frame, &line);
}

static bool compare_stack_frame(runner *r, uint64_t frame, const case_stack *s, const sinew_stack_step *step) {
    if (r->joints && sinew_pose_apply_stack(r->joints->pose, step) != SINEW_OK) return fail_memory(), false;
    if (frame_of(r->c, r->next) != frame) return true;
    trace_line line;
    if (!begin_line(&line)) return false;
    case_stack_trace(line.out, frame, s, step, r->joints);
    return end_line(r, frame, &line);
}

/* The joints that some expectation names. */
static bool named_joints(const case_file *c, trace_joints *joints, const subject *with) {
    for (snw_json_id e = snw_json_first(&c->json, c->expect); e != SNW_JSON_NO; e = snw_json_next(&c->json, e)) {
        snw_json_id named = snw_json_member(&c->json, e, "joints");
        for (snw_json_id id = snw_json_first(&c->json, named); id != SNW_JSON_NO; id = snw_json_next(&c->json, id))
            if (!trace_joints_add(joints, with->model, snw_json_get(&c->json, id)->key, with->rig_file)) return false;
    }
    return true;
}

void case_script(const case_file *c, snw_json_id lines, const sinew_binding *binding, script *s) {
    memset(s, 0, sizeof *s);
    s->file = c->file;
    for (snw_json_id id = snw_json_first(&c->json, lines); id != SNW_JSON_NO; id = snw_json_next(&c->json, id)) {
        const snw_json_value *value = snw_json_get(&c->json, id);
        uint32_t line = 0, column = 0;
        snw_json_place(&c->json, value->start, &line, &column);
        script_add_line(s, value->string, strlen(value->string), line, column + 1);
    }
    script_resolve(s, binding);
}

static bool run_expectations(const case_file *c, const subject *with) {
    script inputs;
    trace_joints joints = { 0 };
    case_script(c, c->script, with->binding, &inputs);
    bool good = inputs.errors == 0;
    if (good && with->model)
        good = trace_joints_init(&joints, with->binding, NULL, with->rig_file) && named_joints(c, &joints, with);
    joints.properties = true;
    runner r = { c, snw_json_first(&c->json, c->expect), with->model ? &joints : NULL, 0 };
    run_desc desc = { with->binding, &inputs, c->fps, c->frames, compare_frame, &r };
    good = good && run(&desc) == STATUS_DONE && r.differences == 0;
    trace_joints_free(&joints);
    script_free(&inputs);
    return good;
}

static bool run_stack(const case_file *c, subject *with) {
    case_stack stack;
    trace_joints joints = { .properties = true };
    bool good = case_stack_open(&stack, c, with);
    if (!good) say_log(&with->log);
    if (good && with->model) {
        joints.pose = sinew_pose_create_for_stack(stack.stack, NULL);
        good = joints.pose ? named_joints(c, &joints, with) : (fail_memory(), false);
    }
    runner r = { c, snw_json_first(&c->json, c->expect), with->model ? &joints : NULL, 0 };
    for (uint64_t frame = 1; good && frame <= c->frames; ++frame) {
        const sinew_stack_step *step = case_stack_frame(&stack, frame);
        good = step && compare_stack_frame(&r, frame, &stack, step);
    }
    trace_joints_free(&joints);
    case_stack_close(&stack);
    return good && r.differences == 0;
}

static bool refused_as_expected(const case_file *c, const sinew_log *log, bool refused) {
    for (uint32_t i = 0; refused && i < log->count; ++i) {
        const sinew_diagnostic *item = &log->items[i];
        if (item->severity != SINEW_SEVERITY_ERROR) continue;
        if (strcmp(sinew_code_word(item->code), c->expect_error) == 0) return true;
        if (strstr(item->sentence, c->expect_error)) return true;
    }
    printf("%s: expected an error with \"%s\", got %s\n", c->file, c->expect_error, refused ? "others:" : "none");
    fflush(stdout);
    say_log(log);
    return false;
}

static bool read_clips(const case_file *c, subject *with) {
    const snw_json_value *clips = snw_json_get(&c->json, c->clips);
    uint32_t line = 0, column = 0;
    if (clips) snw_json_place(&c->json, clips->start, &line, &column);
    return rig_list_parse(&with->list, clips ? clips->string : "", c->file, line, column + 1);
}

/* As many tracks as the script's lines name, whatever else is wrong with them; without a graph at least one. */
static uint32_t count_tracks(const case_file *c, bool graph, snw_json_id lines) {
    uint32_t count = graph ? 0 : 1;
    for (snw_json_id id = snw_json_first(&c->json, lines); id != SNW_JSON_NO; id = snw_json_next(&c->json, id)) {
        char word[8];
        uint32_t index = 0;
        if (sscanf(snw_json_get(&c->json, id)->string, "%*s %7s %2u", word, &index) != 2) continue;
        bool track = strcmp(word, "track") == 0 || strcmp(word, "queue") == 0 || strcmp(word, "stop") == 0;
        if (track && index < SINEW_MAX_TRACKS && index >= count) count = index + 1;
    }
    return count;
}

bool case_bind(const case_file *c, const case_part *part, subject *with, subject *to) {
    const char *graph_text = part->graph_text;
    sinew_mask_desc mask = { .name = part->desc.mask };
    sinew_log *log = &with->log;
    if (graph_text && sinew_io_parse_graph(graph_text, c->size, c->file, NULL, &to->graph_from.own, log) != SINEW_OK)
        return false;
    to->graph = to->graph_from.own;
    sinew_bind_desc bind = { .graph = to->graph, .model = with->model };
    bind.rig = with->model ? NULL : &with->list.rig;
    bind.track_count = count_tracks(c, graph_text != NULL, part->script);
    bind.masks = &mask;
    bind.mask_count = mask.name != NULL;
    uint32_t before = log->count;
    log->file = c->file;
    sinew_result bound = sinew_bind(&bind, &to->binding, log);
    if (graph_text) sinew_io_place_findings(log, before, graph_text, c->size, NULL);
    return bound == SINEW_OK;
}

bool case_load(const case_file *c, subject *with) {
    memset(with, 0, sizeof *with);
    if (!read_clips(c, with)) return false;
    if (c->rig) {
        with->rig_file = beside(c->file, c->rig);
        if (!with->rig_file) return fail_memory(), false;
        sinew_io_options options = { .tier = c->how.tier };
        if (model_source_load(&with->model_from, with->rig_file, NULL, &options, &with->log) != STATUS_DONE)
            return false;
        if (c->how.bank && model_source_rebank(&with->model_from, &with->log) != STATUS_DONE) return false;
        with->model = with->model_from.model;
    }
    case_part whole = { .graph_text = c->graph_text, .script = c->script };
    return c->entry_count || case_bind(c, &whole, with, with);
}

/* Whether all of it is accepted; the log has why not, or it was said. */
static bool accepted(const case_file *c, subject *with) {
    case_stack stack = { .c = c };
    if (!case_load(c, with)) return false;
    bool good = !c->entry_count || case_stack_open(&stack, c, with);
    case_stack_close(&stack);
    return good;
}

static bool run_case(const char *file, case_how how) {
    case_file c;
    subject with = { 0 };
    bool good = case_read(&c, file);
    c.how = how;
    if (good) {
        if (c.expect_error) good = refused_as_expected(&c, &with.log, !accepted(&c, &with));
        else if (!case_load(&c, &with)) say_log(&with.log), good = false;
        else good = c.entry_count ? run_stack(&c, &with) : run_expectations(&c, &with);
    }
    if (!good) {
        fflush(stdout);
        printf("%s: failed\n", file);
    }
    subject_free(&with);
    case_free(&c);
    return good;
}

/* ---- files and folders ---- */

typedef struct tally {
    case_how how;
    uint32_t passed, failed;
} tally;

static void run_file(tally *t, const char *file) {
    if (run_case(file, t->how)) t->passed++;
    else t->failed++;
}

static bool is_case(const char *name) {
    return ends_with(name, ".json") && !ends_with(name, ".clips.json") && name[0] != '.';
}

static int case_entry(const struct dirent *entry) { return is_case(entry->d_name); }

/* By bytes, whatever the language of the machine. */
static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void run_folder(tally *t, const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, case_entry, by_name);
    if (count <= 0) {
        fail(folder, SINEW_CODE_FILE_ACCESS, "there is no case (*.json) in this folder, or it cannot be read");
        t->failed++;
    }
    for (int i = 0; i < count; ++i) {
        size_t size = strlen(folder) + strlen(entries[i]->d_name) + 2;
        char *path = malloc(size);
        if (path) {
            const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
            snprintf(path, size, "%s%s%s", folder, slash, entries[i]->d_name);
            run_file(t, path);
        } else {
            fail_memory();
            t->failed++;
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
}

int run_cases(char **paths, int count, case_how how) {
    tally t = { how, 0, 0 };
    for (int i = 0; i < count; ++i) {
        if (is_folder(paths[i])) run_folder(&t, paths[i]);
        else if (!ends_with(paths[i], ".clips.json") && !ends_with(paths[i], ".gltf")) run_file(&t, paths[i]);
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    if (t.passed + t.failed == 0) return fail(NULL, SINEW_CODE_MISSING_FIELD, "no case was named");
    return t.failed ? STATUS_INPUT : STATUS_DONE;
}
