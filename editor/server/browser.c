/* Opening an address in the user's browser. Invariant: nothing waits for it. */
#include "serve.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *opener(void) {
#if defined(__APPLE__)
    return "open";
#else
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && x[0]) || (wayland && wayland[0]) ? "xdg-open" : NULL;
#endif
}

static bool is_there(const char *program) {
    const char *path = getenv("PATH");
    char file[4096];
    while (path && *path) {
        const char *end = path;
        while (*end && *end != ':') ++end;
        int length = snprintf(file, sizeof file, "%.*s/%s", (int)(end - path), path, program);
        if (length > 0 && (size_t)length < sizeof file && access(file, X_OK) == 0) return true;
        path = *end ? end + 1 : end;
    }
    return false;
}

/* Its parent is init, so that nobody has to wait for it. */
static void start(const char *program, const char *address) {
    if (fork() != 0) _exit(0);
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; nothing >= 0 && i < 3; ++i) dup2(nothing, i);
    for (int i = 3; i < 256; ++i) close(i);
    setsid();
    execlp(program, program, address, (char *)NULL);
    _exit(127);
}

bool browser_open(const char *address) {
    const char *program = opener();
    if (!program || !is_there(program)) return false;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) start(program, address);
    int status;
    return waitpid(child, &status, 0) == child;
}
