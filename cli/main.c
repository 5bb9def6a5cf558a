/* sinew: animation graphs at the command line. The table of commands, help and version. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const command commands[] = {
    { "info", cmd_info, "say what is in a model, a graph or a bank" },
    { "check", cmd_check, "say everything that is wrong with a model, a graph or a bank" },
    { "bake", cmd_bake, "compile models and graphs to one bank that loads without parsing" },
    { "sim", cmd_sim, "run a graph with a script of inputs and print a trace" },
    { "pose", cmd_pose, "print the transforms of every joint at a time of a clip" },
    { "plot", cmd_plot, "draw a run of a graph as an SVG timeline" },
    { "init", cmd_init, "make a new folder with the example to start from" },
    { "edit", cmd_edit, "open a graph in the editor, a page in the browser" },
#ifdef SINEW_CLI_BENCH
    { "bench", cmd_bench, "measure the pose engine, on a model of your own if you like" },
#endif
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const command *find(const char *name) {
    for (int i = 0; i < COMMANDS; ++i)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static void show_usage(FILE *out) {
    fputs("Usage: sinew COMMAND ...\n\nAnimation graphs: check them, run them, look at them.\n\nCommands:\n", out);
    for (int i = 0; i < COMMANDS; ++i) fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fputs("\nsinew COMMAND --help says more about one; sinew --version prints the version,\nsinew --licenses the "
          "notices of what is in the tool.\n",
          out);
}

static int unknown(const char *name) {
    const char *names[COMMANDS + 1];
    char hint[128];
    for (int i = 0; i < COMMANDS; ++i) names[i] = commands[i].name;
    names[COMMANDS] = "help";
    return fail_usage(NULL, "there is no command \"%s\"%s", name,
                      nearest_hint(hint, sizeof hint, name, names, COMMANDS + 1));
}

static int show_help(int argc, char **argv) {
    if (argc < 2) {
        show_usage(stdout);
        return STATUS_DONE;
    }
    const command *found = find(argv[1]);
    if (argc > 2) return fail_usage(NULL, "\"%s\" is one too many", argv[2]);
    if (!found) return unknown(argv[1]);
    char option[] = "--help";
    char *help[] = { argv[1], option, NULL };
    return found->run(2, help);
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        show_usage(stderr);
        return STATUS_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0) return show_help(argc - 1, argv + 1);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        show_usage(stdout);
        return STATUS_DONE;
    }
    if (strcmp(name, "--version") == 0) {
        printf("sinew %d.%d.%d\n", SINEW_VERSION_MAJOR, SINEW_VERSION_MINOR, SINEW_VERSION_PATCH);
        return STATUS_DONE;
    }
    if (strcmp(name, "--licenses") == 0) {
        char *notices = notices_text();
        if (!notices) return fail_memory();
        fputs(notices, stdout);
        free(notices);
        return STATUS_DONE;
    }
    if (name[0] == '-') return fail_usage(NULL, "there is no option \"%s\"", name);
    const command *found = find(name);
    return found ? found->run(argc - 1, argv + 1) : unknown(name);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error to report, not an end without a word */
    int status = dispatch(argc, argv);
    output out;
    output_open(&out, NULL);
    return output_close(&out, true, status);
}
