/* A clock that only goes forward. The core uses it to see how long its own work takes; what time it is, it is told. */
#include "server.h"

#include <time.h>

double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
