/* Scenes from files: the example's minute and the conformance cases. Invariant: every file that is found is a scene,
   but for cases that a load must refuse. */
#include "exact/scenes.h"

#include "cli/case.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The lengths of the clips that the example makes; masks name joints, which a list does not have. */
static const char hero_clips[] = "idle:3,jump:0.5:once,fall:0.8,land:0.55:once,attack:0.8:once,hit:0.5:once,wave:1,"
                                 "aim_up:2,aim_down:2,aim_ref:0:once,walk:1.05,run:0.7,walk_back:1,strafe_left:0.6,"
                                 "strafe_right:0.6";

static bool hash_frame(void *user, uint64_t frame, double time, const sinew_player *player, const sinew_step *step) {
    (void)frame, (void)time;
    scene_hash_step(user, player, step);
    return true;
}

static bool play_hero(scene *s, double fps) {
    run_options options = {
        .clips = hero_clips, .script = "examples/character/minute.txt", .fps = fps, .duration = 60
    };
    subject with;
    script inputs;
    int status = run_prepare("scenes", "examples/character/hero.animgraph", &options, &with, &inputs);
    run_desc desc = { with.binding, &inputs, fps, run_frame_count(fps, options.duration), hash_frame, s };
    if (status == STATUS_DONE) status = run(&desc);
    script_free(&inputs);
    subject_free(&with);
    return status == STATUS_DONE;
}

bool scenes_hero(scene_list *list) {
    return play_hero(scenes_add(list, "hero-24"), 24) && play_hero(scenes_add(list, "hero-60"), 60) &&
           play_hero(scenes_add(list, "hero-144"), 144);
}

/* At least so long, that also what a case does not wait for is compared. */
static uint64_t frames_of(const case_file *c) { return c->frames < 600 ? 600 : c->frames; }

enum { MOST_TOLD = 256 };

/* As a step of one player, with each entry's own beside it. */
static void hash_stack(scene *s, const case_stack *stack, const sinew_stack_step *step) {
    sinew_signal signals[MOST_TOLD];
    sinew_event events[MOST_TOLD];
    sinew_step view = { .time = step->time, .dt = step->dt, .root = step->root, .samples = step->samples };
    view.sample_count = step->sample_count;
    view.layers = step->layers;
    view.layer_count = step->layer_count;
    view.signals = signals;
    view.events = events;
    view.events_dropped = step->events_dropped;
    for (uint32_t i = 0; i < step->signal_count && i < MOST_TOLD; ++i)
        signals[view.signal_count++] = step->signals[i].signal;
    for (uint32_t i = 0; i < step->event_count && i < MOST_TOLD; ++i)
        events[view.event_count++] = step->events[i].event;
    for (uint32_t i = 0; i < stack->c->entry_count; ++i) scene_hash_step(s, stack->players[i].player, &view);
}

static bool play_stack(scene *s, const case_file *c, subject *with) {
    case_stack stack = { .c = c };
    bool good = case_load(c, with) && case_stack_open(&stack, c, with);
    for (uint64_t frame = 1; good && frame <= frames_of(c); ++frame) {
        const sinew_stack_step *step = case_stack_frame(&stack, frame);
        good = step != NULL;
        if (good) hash_stack(s, &stack, step);
    }
    case_stack_close(&stack);
    if (!good) say_log(&with->log);
    subject_free(with);
    return good;
}

static bool play_case(scene_list *list, const char *file, const char *name) {
    case_file c;
    subject with = { 0 };
    bool good = case_read(&c, file);
    if (good && !c.expect_error && c.entry_count) good = play_stack(scenes_add(list, name), &c, &with);
    else if (good && !c.expect_error) {
        script inputs = { 0 };
        scene *s = scenes_add(list, name);
        good = case_load(&c, &with);
        if (good) case_script(&c, c.script, with.binding, &inputs);
        run_desc desc = { with.binding, &inputs, c.fps, frames_of(&c), hash_frame, s };
        good = good && inputs.errors == 0 && run(&desc) == STATUS_DONE;
        if (!good) say_log(&with.log);
        script_free(&inputs);
        subject_free(&with);
    }
    case_free(&c);
    if (!good) fprintf(stderr, "%s: could not be played\n", file);
    return good;
}

static int is_case(const struct dirent *entry) {
    return ends_with(entry->d_name, ".json") && !ends_with(entry->d_name, ".clips.json");
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static int is_inner(const struct dirent *entry) { return entry->d_name[0] != '.' && !strchr(entry->d_name, '.'); }

typedef bool (*visit)(scene_list *list, const char *file, const char *name);

/* Calls `visit` for the chosen entries of a folder, by name. Returns how many there were; *good turns false where one
   of them fails. */
static int each_entry(scene_list *list, const char *folder, int (*chosen)(const struct dirent *), visit call,
                      bool *good) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, chosen, by_name);
    for (int i = 0; i < count; ++i) {
        char file[512], name[320]; /* the list cuts names */
        snprintf(file, sizeof file, "%s/%s", folder, entries[i]->d_name);
        snprintf(name, sizeof name, "%s/%s", base_name(folder), entries[i]->d_name);
        *good = call(list, file, name) && *good;
        free(entries[i]);
    }
    free(entries);
    return count;
}

static bool play_folder(scene_list *list, const char *folder, const char *name) {
    (void)name;
    bool good = true;
    if (each_entry(list, folder, is_case, play_case, &good) > 0) return good;
    fprintf(stderr, "%s: there is no case here\n", folder);
    return false;
}

bool scenes_cases(scene_list *list, const char *folder) {
    bool good = play_folder(list, folder, "");
    each_entry(list, folder, is_inner, play_folder, &good);
    return good;
}
