/* Who compiles clips, and a bar that shows how far they are. Invariant: nothing is shown where no person reads; the bar
   is one line of standard error that is taken away again, so that messages stand by themselves. */
#define _POSIX_C_SOURCE 200809L
#include "bake.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 30 };

struct bake_jobs {
    sinew_pool *pool; /* NULL: the thread that calls */
    sinew_jobs inner;
    bool shown;
    const char *name;
    void (*job)(void *data, uint32_t index, uint32_t worker); /* of the run at hand */
    void *data;
    uint32_t count;
    atomic_uint done;
    atomic_flag drawing;
};

static bool reads_a_person(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

bake_jobs *bake_jobs_create(uint32_t threads) {
    bake_jobs *jobs = calloc(1, sizeof *jobs);
    if (!jobs) return fail_memory(), NULL;
    jobs->shown = reads_a_person();
    atomic_flag_clear(&jobs->drawing);
    /* Where threads cannot be had the work is done all the same. */
    if (threads > 1) jobs->pool = sinew_pool_create(threads, NULL);
    jobs->inner = sinew_pool_jobs(jobs->pool);
    return jobs;
}

void bake_jobs_destroy(bake_jobs *jobs) {
    if (!jobs) return;
    sinew_pool_destroy(jobs->pool);
    free(jobs);
}

static void draw(bake_jobs *jobs, uint32_t done) {
    uint32_t full = jobs->count ? WIDTH * done / jobs->count : 0;
    char bar[WIDTH + 1] = "";
    for (uint32_t i = 0; i < WIDTH; ++i) bar[i] = i < full ? '#' : '.';
    fprintf(stderr, "\r%s %u of %u clips: ", bar, done, jobs->count);
    put_plain(stderr, jobs->name);
    fputs("\033[K", stderr);
    fflush(stderr);
}

/* Whoever comes while another draws goes on: a later one shows more. */
static void counted(void *user, uint32_t index, uint32_t worker) {
    bake_jobs *jobs = user;
    jobs->job(jobs->data, index, worker);
    uint32_t done = atomic_fetch_add(&jobs->done, 1) + 1;
    if (!jobs->shown || atomic_flag_test_and_set(&jobs->drawing)) return;
    draw(jobs, done);
    atomic_flag_clear(&jobs->drawing);
}

static void run_counted(void *user, uint32_t count, void (*job)(void *data, uint32_t index, uint32_t worker),
                        void *data) {
    bake_jobs *jobs = user;
    jobs->job = job;
    jobs->data = data;
    jobs->count = count;
    atomic_store(&jobs->done, 0);
    if (jobs->shown) draw(jobs, 0);
    if (jobs->pool) {
        jobs->inner.run(jobs->inner.user, count, counted, jobs);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) counted(jobs, i, 0);
}

sinew_jobs bake_jobs_begin(bake_jobs *jobs, const char *name) {
    jobs->name = name;
    return (sinew_jobs){ run_counted, jobs, jobs->pool ? jobs->inner.workers : 1 };
}

void bake_jobs_end(bake_jobs *jobs) {
    if (!jobs->shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
