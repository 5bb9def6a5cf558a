/* What the commands of the tool share. One file a command: cmd_*.c; main.c has their table.

   Invariant: nothing here knows the inside of the library; only case*.c and bench_compare.c may include io/json.h, to
   read cases and reports. A command returns the exit status: 0 done, 1 the input is at fault, 2 used wrongly,
   141 (as of a program that SIGPIPE ends) whoever read standard output went away. */
#ifndef CLI_H
#define CLI_H

#include "sinew/io.h"

#include <stdarg.h>

enum { STATUS_DONE = 0, STATUS_INPUT = 1, STATUS_USAGE = 2, STATUS_PIPE = 141 };

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    const char *summary;
} command;

int cmd_info(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_bake(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_pose(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_init(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_edit(int argc, char **argv); /* editor/server/edit.c */

/* ---- say.c: messages on standard error ---- */

/* `sinew sim: error: sentence [usage]` and where help is. Returns STATUS_USAGE. */
int fail_usage(const char *command, const char *format, ...) CLI_PRINTF(2, 3);
/* `file: error: sentence [code]`. Returns STATUS_INPUT. */
int fail(const char *file, sinew_code code, const char *format, ...) CLI_PRINTF(3, 4);
/* With a place; line 0: none. Returns STATUS_INPUT. */
int fail_at(const char *file, uint32_t line, uint32_t column, sinew_code code, const char *format, ...)
    CLI_PRINTF(5, 6);
int fail_memory(void);
/* Every finding of a log, one a line; `lost` ones are counted. */
void say_log(const sinew_log *log);
void warn_at(const char *file, uint32_t line, uint32_t column, sinew_code code, const char *format, ...);
/* ` Did you mean "x"?`, or nothing, into text[size]; returns text. */
const char *nearest_hint(char *text, size_t size, const char *name, const char *const *names, size_t count);

/* ---- print.c: numbers and texts that are the same on every machine ---- */

void put_double(FILE *out, double number); /* nine significant digits at most; null if not finite */
void put_float(FILE *out, float number);   /* the shortest of six to nine digits that reads back the same */
void put_floats(FILE *out, const float *numbers, size_t count); /* [a,b,c] */
void put_json(FILE *out, const char *text);                     /* quoted and escaped; NULL: null */
void put_csv(FILE *out, const char *text);                      /* quoted where needed */
void put_plain(FILE *out, const char *text);                    /* for people: control characters as '?' */
/* What names a lane: "component" and "field", or "pointer", as members of an object that has begun. */
void put_lane(FILE *out, const sinew_lane_info *lane);
void put_count(FILE *out, uint64_t count, const char *one, const char *many); /* "1 clip", "3 clips" */

/* ---- files.c ---- */

/* Where a command writes: standard output, or a file that is put in its place only when it is whole. */
typedef struct output {
    FILE *file;
    const char *name;
    char *temporary; /* the name it has until it is whole; NULL: written in place */
    bool created;
} output;

/* Takes a file down as one that this run reads, so that it is not written over; what is none is left aside. */
void input_remember(const char *name);
/* Both are there, and are one, whatever they are called. */
bool same_file(const char *name, const char *other);
/* False after a message: it is an input. output_open asks too; ask earlier where something is written before it. */
bool output_allowed(const char *name);
/* name NULL or "-": standard output. False after a message. */
bool output_open(output *out, const char *name);
/* Finishes it; `good` false throws away what was written. Returns `status`, or STATUS_INPUT after a message if
   something could not be written; STATUS_PIPE, without one, if the reader of standard output went away. */
int output_close(output *out, bool good, int status);
/* Whether writing has failed, so that a long run can stop early. */
bool output_failed(const output *out);
/* A whole file, or standard input for "-", terminated; the caller frees. NULL after a message. */
char *read_file(const char *name, size_t *size);
/* `name` relative to the folder of `file`; the caller frees. NULL when memory runs out. */
char *beside(const char *file, const char *name);
/* The last part of a path. */
const char *base_name(const char *path);
bool ends_with(const char *text, const char *end); /* letters' case aside */
bool is_folder(const char *path);
/* The folder of that path, and those that it lies in; true if it is there. False with errno. Writes to `path`
 * meanwhile. */
bool make_folders(char *path, unsigned mode);
/* Can be looked at and then be read from its start: no pipe. */
bool is_plain_file(const char *path);

/* ---- source.c: models and graphs, from files of their own or from a bank, as PACK.bank or PACK.bank#NAME ---- */

/* A glTF file, by its name's end or its first bytes. */
bool is_model(const char *file);
/* A bank, likewise; a "#NAME" after its name is left aside. */
bool is_bank(const char *file);

/* Opens it; *within: the name after a "#", or NULL. NULL with an exit status; findings are in the log, not yet said. */
sinew_io_bank *open_bank(const char *file, const char **within, sinew_log *log, int *status);

typedef struct model_source {
    const sinew_model *model; /* NULL: none was loaded */
    sinew_model *own;         /* it was read, */
    sinew_io_bank *bank;      /* or is of this bank, */
    sinew_bank *again;        /* or of one that was made of it, in */
    void *bytes;
} model_source;

/* preferred: of several in a bank, or NULL. Returns the exit status; findings are in the log, not yet said. */
int model_source_load(model_source *m, const char *file, const char *preferred, const sinew_io_options *options,
                      sinew_log *log);
/* Puts the model into a bank in memory and takes it out again. */
int model_source_rebank(model_source *m, sinew_log *log);
void model_source_free(model_source *m);

typedef struct graph_source {
    const sinew_graph *graph;
    sinew_graph *own;
    sinew_io_bank *bank;
    uint32_t index; /* in the bank */
} graph_source;

int graph_source_load(graph_source *g, const char *file, sinew_log *log);
/* The model of its bank that it is for, or NULL. */
const sinew_model *graph_source_model(const graph_source *g);
void graph_source_free(graph_source *g);

/* ---- args.c: options ---- */

typedef enum arg_kind { ARG_FLAG, ARG_TEXT, ARG_NUMBER } arg_kind;

typedef struct arg_option {
    const char *name; /* "--fps" */
    arg_kind kind;
    void *value;      /* bool, const char * or double */
    const char *word; /* what stands for the value in the help */
    const char *help;
    double least, most; /* of a number */
} arg_option;

typedef struct arg_spec {
    const char *command;
    const char *usage; /* what follows the command's name */
    const char *about; /* paragraphs for --help */
    const arg_option *options;
    size_t option_count;
    const char *operand; /* what a missing operand is called: "a graph" */
    int least, most;     /* operands */
    const char *examples;
} arg_spec;

/* Reads the options and moves the operands to argv[0] and on. Returns -1 to go on, else the exit status. */
int args_read(const arg_spec *spec, int argc, char **argv, int *operand_count);
/* A number as people write it: decimal, finite. False if the text is anything else. */
bool parse_number(const char *text, double *number);
/* Digits only, and fits. */
bool parse_index(const char *text, uint32_t *index);

/* ---- rig_list.c: --clips ---- */

typedef struct rig_clip {
    char *name;
    sinew_clip_info info;
    sinew_event_desc *events;
    uint32_t event_count;
} rig_clip;

typedef struct rig_list {
    rig_clip *clips;
    uint32_t count;
    sinew_rig rig;
} rig_list;

/* Reads `idle:1.0,jump:0.6:once@land=0.5@hit=0.1-0.2`, whose first byte stands at `line` and `column` of `file`. False
   after a message.
   The list must stay where it is while a binding uses its rig. */
bool rig_list_parse(rig_list *list, const char *text, const char *file, uint32_t line, uint32_t column);
/* A list in which every clip that the graph names is there and lasts a second. */
bool rig_list_of_graph(rig_list *list, const sinew_graph_desc *graph);
void rig_list_free(rig_list *list);

/* ---- subject.c: a graph with what it is bound to ---- */

typedef struct subject {
    const sinew_graph *graph;
    const sinew_model *model;
    graph_source graph_from;
    model_source model_from;
    rig_list list;
    sinew_binding *binding;
    sinew_log log;
    char *rig_file; /* the model that was read */
    bool assumed;   /* no model and no list: the clips were taken as being there */
} subject;

typedef struct subject_desc {
    const char *graph_file;  /* NULL: tracks alone */
    const char *rig, *clips; /* or NULL: what the graph itself names */
    uint32_t tracks;
    bool assume; /* without any model: take the clips as being there, rather than refuse */
    bool lint;   /* the graph checker's findings too */
} subject_desc;

/* Returns STATUS_DONE with a binding, or the exit status; findings are in the log, not yet said. */
int subject_load(subject *subject, const subject_desc *desc);
void subject_free(subject *subject);
/* What is wrong with a graph of a bank and the model of the bank that it is for, or, without one, with the graph alone;
   `file` is for the findings. Returns the exit status; findings are in the log, not yet said. */
int check_bank_graph(const sinew_bank *bank, uint32_t graph, const char *file, sinew_log *log);
/* Gives findings from `first` on the places that their paths have in the graph's file. */
void place_findings(sinew_log *log, const char *file, uint32_t first);

/* ---- script.c, script_run.c ---- */

typedef enum script_kind {
    SCRIPT_SET,
    SCRIPT_FIRE,
    SCRIPT_GLIDE,
    SCRIPT_TRAVEL,
    SCRIPT_CROSSFADE,
    SCRIPT_PLAY,
    SCRIPT_WEIGHT,
    SCRIPT_TRACK,
    SCRIPT_QUEUE,
    SCRIPT_STOP,
    SCRIPT_PAUSE,
    SCRIPT_RESUME,
    SCRIPT_KINDS
} script_kind;

enum { SCRIPT_WORDS = 7 };

typedef struct script_command {
    double time;
    script_kind kind;
    uint32_t line;
    uint32_t word_count;
    char *words[SCRIPT_WORDS]; /* time, command, arguments */
    uint32_t columns[SCRIPT_WORDS];
    char *text;      /* that the words lie in */
    uint32_t target; /* the parameter or layer, once resolved; the track */
    uint32_t state;  /* or clip */
    uint32_t loops;  /* as in sinew_track_desc */
    double numbers[2];
} script_command;

typedef struct script {
    const char *file;
    script_command *commands;
    size_t count, capacity;
    size_t next;     /* to be done */
    uint32_t errors; /* told so far */
} script;

/* Adds one line; `column` is where its first byte stands. Errors are told and counted. */
void script_add_line(script *script, const char *text, size_t length, uint32_t line, uint32_t column);
void script_add_text(script *script, const char *text, size_t size);
/* Looks every name up and puts the commands in order of time. Errors are told and counted. */
void script_resolve(script *script, const sinew_binding *binding);
/* Does what is due before a frame that starts at `time`. False after a message about a refused command. */
bool script_run(script *script, sinew_player *player, double time);
void script_free(script *script);
/* The finite number in a word of a command. False after a message, which is counted. */
bool script_number(script *script, const script_command *command, uint32_t word, double *number);

/* ---- script_track.c ---- */

bool script_is_track(const script_command *command);
/* Reads what follows the command. False after a message, which is counted. */
bool script_check_track(script *script, script_command *command);
void script_resolve_track(script *script, script_command *command, const sinew_binding *binding);
sinew_result script_act_track(const script_command *command, sinew_player *player);
/* As many as its commands name. */
uint32_t script_track_count(const script *script);

/* ---- run.c: the loop that sim, cases and plot share ---- */

typedef struct run_desc {
    const sinew_binding *binding;
    script *script; /* resolved */
    double fps;
    uint64_t frames;
    /* After each frame, counted from 1; false stops the run (with STATUS_INPUT). */
    bool (*frame)(void *user, uint64_t frame, double time, const sinew_player *player, const sinew_step *step);
    void *user;
} run_desc;

enum { RUN_FRAMES_MAX = 100000000 };

/* Where a run begins, if not at 0 with a fresh player, and what it records beside steps. */
typedef struct run_start {
    /* Prepares the player; *frames: how many are behind it, 0 as it comes in. False after a message. */
    bool (*begin)(void *user, sinew_player *player, uint64_t *frames);
    void *user;
    sinew_verdict *verdicts; /* of each advance, one for each of the binding's transitions; NULL: none */
} run_start;

/* Returns the exit status. */
int run(const run_desc *desc);
/* The same; what the script says before the run's beginning counts as done. */
int run_from(const run_desc *desc, const run_start *from);
/* Every frame that starts before the end. */
uint64_t run_frame_count(double fps, double duration);

/* The options that sim and plot share. */
typedef struct run_options {
    const char *rig, *clips, *script;
    double fps, duration;
    double tracks; /* at least; scripts may name more */
} run_options;
#define RUN_OPTIONS(o)                                                                                                  \
    { "--rig", ARG_TEXT, &(o).rig, "MODEL", "the model (.glb, .gltf, .bank); left out: the one that the graph names",   \
      0,       0 },                                                                                                     \
        { "--clips", ARG_TEXT, &(o).clips, "LIST", "clips in place of a model, such as idle:1.0,jump:0.6:once", 0, 0 }, \
        { "--script", ARG_TEXT, &(o).script, "FILE", "inputs, a command a line; - reads standard input", 0, 0 },        \
        { "--fps", ARG_NUMBER, &(o).fps, "N", "frames a second, 60 when left out", 1e-3, 1e6 }, {                       \
        "--duration", ARG_NUMBER, &(o).duration, "S", "seconds, 1 when left out", 0, 1e7                                \
    }
/* Loads, says the findings, reads the script and resolves it; graph_file NULL: tracks alone. Returns STATUS_DONE or the
 * exit status. */
int run_prepare(const char *command, const char *graph_file, const run_options *options, subject *subject,
                script *script);

/* ---- trace.c: frames as text ---- */

/* Joints that a trace shows: names, or all. */
typedef struct trace_joints {
    sinew_pose *pose;
    uint32_t *joints; /* breadth first */
    char **keys;
    uint32_t count;
    bool hidden;     /* no "joints" in the trace: only the pose is wanted */
    bool properties; /* "properties" too */
} trace_joints;

/* list: "all" or names with commas between; file names the model in messages. False after a message. */
bool trace_joints_init(trace_joints *joints, const sinew_binding *binding, const char *list, const char *file);
bool trace_joints_add(trace_joints *joints, const sinew_model *model, const char *name, const char *file);
void trace_joints_free(trace_joints *joints);

/* Parts of a line that a trace of a stack has too. Of an object the members, without the braces. layer: tracks count
   on after the layers. */
void trace_layer(FILE *out, const sinew_player *player, uint32_t layer, float weight);
void trace_signal(FILE *out, const sinew_binding *binding, const sinew_signal *signal);
void trace_event(FILE *out, const sinew_binding *binding, const sinew_event *event);
/* `,"samples":[...]`. */
void trace_samples(FILE *out, const sinew_binding *binding, const sinew_sample *samples, uint32_t count);
/* Ends the list of events. */
void trace_dropped(FILE *out, uint32_t count);
/* The root's step, properties and joints, and the end of the line. */
void trace_pose(FILE *out, const sinew_root_step *root, const sinew_model *model, trace_joints *joints);

/* One frame as a line of JSON, the end of line included; joints may be NULL. */
void trace_json(FILE *out, uint64_t frame, double time, const sinew_player *player, const sinew_step *step,
                trace_joints *joints);
/* ---- trace_track.c ---- */

void trace_track(FILE *out, const sinew_player *player, uint32_t track, float weight);
void trace_track_csv(FILE *out, const sinew_player *player, const sinew_step *step, uint32_t track);

void trace_csv_head(FILE *out, const sinew_binding *binding);
void trace_csv(FILE *out, uint64_t frame, double time, const sinew_player *player, const sinew_step *step);

/* ---- case.c ---- */

/* How the models of cases are kept. */
typedef struct case_how {
    sinew_tier tier;
    bool bank; /* each put into a bank and taken out again first */
} case_how;

/* Runs cases from files and folders; returns the exit status. */
int run_cases(char **paths, int count, case_how how);

/* ---- notices.c ---- */

/* The notices of all that is linked or bundled; the caller frees. NULL when memory runs out. */
char *notices_text(void);

/* ---- the example that init writes: made by the build from examples/character ---- */

typedef struct embedded_file {
    const char *name;
    const unsigned char *data;
    size_t size;
} embedded_file;

extern const embedded_file embedded_files[];
extern const size_t embedded_file_count;

#endif
